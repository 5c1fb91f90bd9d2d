//! Tests by example.

use super::*;

fn sources(text: &str) -> Vec<&str> {
    let tokens = tokens(text);
    tokens.iter().map(|token| token.source(text)).collect()
}

/// A list of tokens, written with spaces between them.
fn apart(text: &str) -> Vec<&str> {
    text.split(' ').collect()
}

#[test]
fn splits_what_is_hard_to_split() {
    assert_eq!(
        sources("X = 0'., Y=0''', Z = 1.5e-3, 'it''s'=\"a\\\"b.\" . % end."),
        [
            "X",
            "=",
            "0'.",
            ",",
            "Y",
            "=",
            "0'''",
            ",",
            "Z",
            "=",
            "1.5e-3",
            ",",
            "'it''s'",
            "=",
            "\"a\\\"b.\"",
            ".",
            "% end."
        ]
    );
    for (text, expected) in [
        ("a:-b.%c\n/*x.*/ d.", "a :- b . %c /*x.*/ d ."),
        ("X=..Y.", "X =.. Y ."),
        ("[H|T]=[1.0,0x1F].", "[ H | T ] = [ 1.0 , 0x1F ] ."),
        ("1e10 1.0Inf 16'FF 1_000", "1e10 1.0Inf 16'FF 1_000"),
        ("3mod 2e 0xg 1._a 1.e5.", "3 mod 2 e 0 xg 1 . _a 1 . e5 ."),
        ("0'\\n0'\\x41\\0''0'ab", "0'\\n 0'\\x41\\ 0'' 0'a b"),
        ("\"\\x41\\\"'\\\\'`\\``", "\"\\x41\\\" '\\\\' `\\``"),
        ("a;!b,{}[]|c", "a ; ! b , { } [ ] | c"),
        ("\u{feff}a\r\n.\r\n", "a ."),
        ("größe Ä_1 中 a→b", "größe Ä_1 中 a→b"),
        ("→a “b” c.", "→ a “ b” c ."),
    ] {
        assert_eq!(sources(text), apart(expected), "{text}");
    }
    assert_eq!(sources("#!/bin/x y\na.")[0], "#!/bin/x y");
}

#[test]
fn a_missing_quote_spoils_one_clause() {
    for (text, expected) in [
        (
            "p :- w('a), q.\nr('b').\ns.",
            vec!["p :- w('a), q.", "r('b').", "s."],
        ),
        (
            "p :- w('a),\n  q('b').\nr.",
            vec!["p :- w('a),\n  q('b').", "r."],
        ),
        (
            "p :- w('it's'), q.\nr(1).",
            vec!["p :- w('it's'), q.", "r(1)."],
        ),
        ("p :- w(\"a. % b\n% it's\nq.", vec!["p :- w(\"a.", "q."]),
        (
            "p :- w('a\n  b.\nc'), q.\nr.",
            vec!["p :- w('a\n  b.\nc'), q.", "r."],
        ),
    ] {
        let split = split(text, &tokens(text));
        let clauses: Vec<_> = split.iter().map(|clause| clause.text).collect();
        assert_eq!(clauses, expected);
    }
}

#[test]
fn knows_what_is_complete() {
    assert_eq!(state("true. % and so on"), State::Complete);
    assert_eq!(state("p :-\n  q"), State::Incomplete);
    for open in [
        "X = \"a.",
        "X = 'a. /* ",
        "X = 'a\\\nb",
        "X = 'a\nb",
        "X = `a",
        "X = 0'",
        "/* a.",
    ] {
        assert_eq!(state(open), State::Incomplete, "{open}");
    }
    let problem = |text| match state(text) {
        State::Wrong(problem) => problem,
        state => panic!("{text} is {state:?}"),
    };
    let brackets = problem("f((a)].");
    assert_eq!(
        (brackets.message.as_str(), brackets.span),
        ("] does not close (", 5..6)
    );
    assert_eq!(problem("a. b.").span, 2..5);
    assert_eq!(problem("p :- w('a).\nq(X) :- r.\n").span, 7..10);
}

#[test]
fn clauses_of_a_pasted_text() {
    let split = |text| clauses(text).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(
        split("a. b :- c.\n% d.\ne(\"f. \")"),
        ["a.", "b :- c.", "% d.\ne(\"f. \")"]
    );
    assert_eq!(split("a. % done"), ["a."]);
    assert_eq!(split("  "), Vec::<String>::new());
}

#[test]
fn adds_a_stop_where_there_is_none() {
    assert_eq!(with_end("true"), "true\n.");
    assert_eq!(with_end("true. % done"), "true. % done");
    assert_eq!(state(&with_end("X = a % comment")), State::Complete);
}

/// What is said about a clause, and the culprit.
fn said(clause: &str) -> (String, &str) {
    let problem =
        diagnose(clause, &Ops::default()).unwrap_or_else(|| panic!("nothing in {clause}"));
    (problem.message, &clause[problem.span])
}

#[test]
fn accepts_what_scryer_reads() {
    let ops = Ops::default();
    for clause in [
        "- 1.",
        "f(+, -).",
        "[-].",
        "[-|-].",
        "- .",
        "\\+ (a,b).",
        "\\+(a;b), c.",
        "a | b.",
        "{a :- b}.",
        "(a :- b) :- c.",
        "-(1)^2.",
        "- - 1.",
        "2 ** -1.",
        "a -(b,c).",
        "3mod 2.",
        "{}(x).",
        "[](x).",
        "!.",
        ";.",
        "f(;, '|', '[]').",
        "p --> \"abc\", {q}, !.",
        "X == (-).",
        "- (:-).",
        "[a;b|c].",
        "p :- a -> b ; c.",
        ":- dynamic(p/1).",
        "a:b:c.",
        "(-)-(-).",
        "\\+ X = a.",
        "'\\x41\\'.",
        "f(A, B) :- A > B, !.",
        "2 ^ 3 ** 4.",
        "X = \"a\\\n  b\".",
        "p, \"x\" --> q.",
        "(|).",
        "% only a comment",
        "",
    ] {
        assert_eq!(diagnose(clause, &ops), None, "{clause}");
    }
}

#[test]
fn names_the_culprit() {
    for (clause, message, culprit) in [
        ("f(a, [b, c).", "`)` does not close `[`", ")"),
        ("f(a,\n[b\n).", "`)` does not close `[` (line 2)", ")"),
        ("p :- q].", "`]` is never opened", "]"),
        ("p :- (q.", "`(` is never closed", "("),
        ("f(a,).", "the argument after `,` is missing", ","),
        ("[a,,b].", "the element between `,` and `,` is missing", ","),
        ("f().", "there is nothing between these brackets", "()"),
        ("X is 1 + .", "the right side of `+` is missing", "+"),
        (
            "X is * 2.",
            "something is missing between `is` and `*`",
            "*",
        ),
        (
            "a :- b :- c.",
            "a second `:-`: the clause has `:-` already",
            ":-",
        ),
        (
            "a = b = c.",
            "operator priority clash: `=` and then `=`, put one of them in brackets",
            "=",
        ),
        (
            "X = \\+a.",
            "operator priority clash: `\\+` after `=`, put it in brackets",
            "\\+",
        ),
        (
            "f(a:-b).",
            "operator priority clash: an argument with `:-` must be put in brackets",
            ":-",
        ),
        (
            "X = + .",
            "the operator `+` lacks a side, or needs brackets",
            "+",
        ),
        (
            "X(a).",
            "the variable `X` cannot be the name of a predicate",
            "X",
        ),
        (
            "f (a).",
            "unexpected `(`: a name and its `(` must touch, as in f(",
            "(",
        ),
        ("X <= 3.", "`<=` is no operator", "<="),
        ("a || b.", "`||` is no operator", "||"),
        (
            "[a|b,c].",
            "unexpected `,`: after `|` there is one term, the rest of the list",
            ",",
        ),
        ("w('a\\qb').", "unknown escape `\\q`", "\\q"),
        ("w(“a”).", "`“` (U+201C) is no quote in Prolog", "“"),
        (
            "X = 'abc",
            "the quoted atom that begins here is never closed",
            "'abc",
        ),
        (
            "X = 'ab\nc'.",
            "the quoted atom that begins here is not closed on the same line",
            "'ab",
        ),
        (
            "/* a.",
            "the comment that begins here is never closed",
            "/*",
        ),
        ("X = 1e10.", "`1e10` cannot be read", "1e10"),
        ("a. b.", "unexpected text after the end of the clause", "b."),
        ("a", "the full stop at the end is missing", ""),
        ("p :- q,", "the text ends after `,`", ","),
        (
            "p(a)\nq(b).",
            "missing full stop? a new clause seems to begin at line 2",
            "",
        ),
        (
            "p :- a,\nq :- b.",
            "`,` instead of a full stop? a new clause seems to begin at line 2",
            ",",
        ),
    ] {
        assert_eq!(said(clause), (message.to_owned(), culprit), "{clause}");
    }
}

#[test]
fn points_at_the_line_whose_stop_is_missing() {
    let text = "a.\np(a) % no stop\n\nq(b) :- r.\n";
    let tokens = tokens(text);
    let clause = &split(text, &tokens)[1];
    let problem = diagnose_clause(
        text,
        &tokens[clause.tokens.clone()],
        &Ops::default(),
        Dialect::Scryer,
    )
    .unwrap();
    assert_eq!(problem.span, 7..7);
    assert!(problem.message.ends_with("at line 4"));
    let (first, second) = split_at(
        text,
        &tokens,
        clause,
        resync(text, &tokens, clause).unwrap(),
    );
    assert_eq!((first.text, first.line, first.ended), ("p(a)", 2, false));
    assert_eq!(
        (second.text, second.line, second.ended),
        ("q(b) :- r.", 4, true)
    );
}

#[test]
fn resyncs_where_a_clause_plausibly_begins() {
    for (text, second) in [
        ("p(a)\nq(b).", Some("q(b).")),
        ("p :- a,\nq :- b.", Some("q :- b.")),
        ("p :- a\n:- dynamic(q/1).", Some(":- dynamic(q/1).")),
        ("p :- f(a, b\nq.", Some("q.")),
        ("p :-\nq(X),\nr(X) s.", None),
        ("p([\nf(a),\nf(b) c]).", None),
        ("p :- a\n  q(b).", None),
    ] {
        let tokens = tokens(text);
        let clause = &split(text, &tokens)[0];
        assert_eq!(
            resync(text, &tokens, clause).map(|at| &text[at..]),
            second,
            "{text}"
        );
    }
}

#[test]
fn names_of_atoms() {
    let text = "p(X) :- 'q r'(X), \\+ 'it''s', \"s\", t. % u";
    let names: Vec<_> = names(text, &tokens(text)).collect();
    assert_eq!(names, ["p", ":-", "q r", "\\+", "t"]);
}

fn rewritten(text: &str) -> String {
    swi(text, &tokens(text), &Ops::default(), true).into_owned()
}

#[test]
fn rewrites_what_only_swi_prolog_reads() {
    for (text, expected) in [
        ("X = `a\\nb`.", "X = [97,10,98]."),
        (
            "X = 1e10, Y = 2E-3, Z = 16'ff.",
            "X = 1.0e10, Y = 2.0e-3, Z = 255.",
        ),
        ("X = 1.0Inf.", "X = 1.7976931348623157e308."),
        (
            "X = 0'\\s, Y = 0'', Z = 0'\t.",
            "X = 0'\\x20\\, Y = 0''', Z = 0'\\x9\\.",
        ),
        (
            "X = 'a\\e\\sb\\u00e9\\x41'.",
            "X = 'a\\x1b\\ b\\xe9\\\\x41\\'.",
        ),
        ("X = \"a\tb\\c  c\".", "X = '$string'(\"a\\tbc\")."),
        ("X = 'a\n b'.", "X = 'a\\n\\\n b'."),
        ("X = 'a\\\n   b'.", "X = 'a\\\nb'."),
        ("X = `a\\\n b`.", "X = [97,98]\n."),
        ("X = 'a\\c\n\n   b'.", "X = 'a\\\n\\\nb'."),
        ("X\u{a0}= a.", "X = a."),
        ("#!/bin/x\na.", "%!/bin/x\na."),
        ("Op = +, X == -, [-].", "Op = (+), X == (-), [-]."),
        ("\\+ :- a.", "(\\+) :- a."),
        ("f(a :- b, [c ; d]).", "f((a :- b), [(c ; d)])."),
        ("X is - 1 ** 2.", "X is - (1) ** 2."),
        (
            "p(\"a\", [\"it's \"\"x\"\"\"|T]) --> \"b\".",
            "p('$string'(\"a\"), ['$string'(\"it's \"\"x\"\"\")|T]) --> '$string'(\"b\").",
        ),
    ] {
        assert_eq!(rewritten(text), expected);
    }
    for untouched in ["p :- q(\"a b\", 'c\\n'), \\+ r. % `x`", "X = 1_000."] {
        let rewritten = swi(untouched, &tokens(untouched), &Ops::default(), false);
        assert!(
            matches!(rewritten, std::borrow::Cow::Borrowed(_)),
            "{rewritten}"
        );
    }
}

#[test]
fn colours_the_matching_bracket() {
    assert_eq!(highlight("(a)", Some(0)), "(a\x1b[1m)\x1b[0m");
    assert_eq!(highlight("(a)", Some(3)), "\x1b[1m(\x1b[0ma)");
    assert_eq!(highlight("(a]", Some(0)), "(a]");
    assert_eq!(
        highlight("f('a", None),
        "\x1b[94mf\x1b[0m(\x1b[4;31m'a\x1b[0m"
    );
}

fn program(lines: usize) -> String {
    let clause =
        "path(X, Y) :- edge(X, Z), \\+ seen(Z), % go on\n    path([Z|Rest], \"text\", Y - 1).\n";
    clause.repeat(lines / 2)
}

#[test]
fn deep_texts_do_not_exhaust_the_stack() {
    let ops = Ops::default();
    for (open, close) in [
        ("(", ")"),
        ("[", "]"),
        ("{", "}"),
        ("f(", ")"),
        ("- ", ""),
        ("a:-", ""),
    ] {
        let text = format!("{}a{}.", open.repeat(100_000), close.repeat(100_000));
        assert_eq!(diagnose(&text, &ops).is_none(), open != "a:-", "{open}");
        swi(&text, &tokens(&text), &ops, true);
    }
    let deeper = format!("p({}a{}).", "[".repeat(100_000), "]".repeat(100_000));
    let problem = diagnose(&deeper, &ops).unwrap();
    assert_eq!(problem.span, 100_001..100_002);
    assert!(problem.message.contains("nested too deeply"), "{problem:?}");
    assert_eq!(state(&deeper), State::Wrong(problem));
    assert!(is_too_deep(&deeper));
    let long = program(2000);
    assert_eq!(split(&long, &tokens(&long)).len(), 1000);
}

#[test]
fn swi_prolog_reads_no_code_of_an_escape_that_stands_for_nothing() {
    let examined = |text: &str| {
        let tokens = tokens(text);
        diagnose_clause(text, &tokens, &Ops::default(), Dialect::Swi)
    };
    for text in ["A = 0'\\c\n.", "A = 0'\\\r\n."] {
        assert!(examined(text).is_some(), "{text:?}");
    }
    assert_eq!(examined("A = 0'\\e."), None);
}

fn canonical(text: &str, dialect: Dialect) -> Option<String> {
    let text = format!("{text} .");
    let term = read_clause(&text, &tokens(&text), &Ops::default(), dialect);
    Some(term.ok()??.term().canonical())
}

#[test]
fn terms_are_read_as_scryer_reads_them() {
    for (text, expected) in [
        ("f(a, 'A b', \"xy\", [1,2|T])", "f(a,'A b',\"xy\",[1,2|T])"),
        (
            "f(-1, - 1, -(1), 1 - 2, 1-2, a- -1)",
            "f(-1,-1,-(1),-(1,2),-(1,2),-(a,-1))",
        ),
        (
            "[0'a, 0''', 0'\\n, 0'\\x41\\, 0' , 0x1F, 007, 1_000]",
            "[97,39,10,65,32,31,7,1000]",
        ),
        (
            "f(0xFFFFFFFFFFFFFFFFFFFF, -0b11, 0o17)",
            "f(1208925819614629174706175,-3,15)",
        ),
        (
            "f(1.50, 2.0e3, 123456789012345678901234567890)",
            "f(1.5,2000.0,123456789012345678901234567890)",
        ),
        ("-9223372036854775808", "-9223372036854775808"),
        ("a:b:c", ":(a,:(b,c))"),
        ("1-2-3*4", "-(-(1,2),*(3,4))"),
        ("- 1 ^ 2", "^(-1,2)"),
        ("- a ^ 2", "-(^(a,2))"),
        ("f((a,b), (c:-d))", "f(','(a,b),:-(c,d))"),
        ("(a :- b, c ; d -> e)", ":-(a,;(','(b,c),->(d,e)))"),
        ("{a,b}", "{}(','(a,b))"),
        ("f(+, -, [-], (:-), {}, [])", "f(+,-,[-],:-,{},[])"),
        ("\\+ a, b", "','(\\+(a),b)"),
        ("\\+(a, b)", "\\+(a,b)"),
        ("\\+(a, b, c = d)", "\\+(a,b,=(c,d))"),
        ("\\+((a, b))", "\\+(','(a,b))"),
        ("\\+(a, b ; c)", "\\+(;(','(a,b),c))"),
        ("\\+(a)", "\\+(a)"),
        ("\\+ (a, b)", "\\+(','(a,b))"),
        ("- - a", "-(-(a))"),
        ("- (a)", "-(a)"),
        ("-(-(1))", "-(-(1))"),
        ("[a|b] /* c */ = % d\n '[]'", "=([a|b],[])"),
        ("'don''t\\x41\\\\101\\\\\\z'", "'don\\'tAA\\\\z'"),
        ("'a\\\nb'", "ab"),
        ("a | b", "'|'(a,b)"),
        ("'.'(a,'.'('B',[]))", "[a,'B']"),
        ("'.'(1,'.'(2,x))", "[1,2|x]"),
    ] {
        assert_eq!(
            canonical(text, Dialect::Scryer).as_deref(),
            Some(expected),
            "{text}"
        );
    }
    for text in [
        "",
        "f(",
        "f(a",
        "[a",
        "a b",
        "f(,)",
        ")",
        "{",
        "`a`",
        "a =",
        "= =",
        "don''t",
        "'\\z'",
        "1e10",
        "f(a :- b)",
        "X = +",
        "1.0e999",
        "'a\tb'",
        "2'101",
    ] {
        assert_eq!(canonical(text, Dialect::Scryer), None, "{text}");
    }
}

#[test]
fn terms_are_read_as_swi_prolog_reads_them() {
    for (text, expected) in [
        (
            "f(- 1, -1, 1e3, 2'101, `ab`, ``)",
            "f(-(1),-1,1000.0,5,[97,98],[])",
        ),
        ("f(a :- b, X = +)", "f(:-(a,b),=(X,+))"),
        ("'a\tb\\e'", "'a\\tb\\x1b\\'"),
        ("[0'', 0''', 0'\\s]", "[39,39,32]"),
    ] {
        let found = canonical(text, Dialect::Swi);
        assert_eq!(found.as_deref(), Some(expected), "{text}");
    }
}

#[test]
fn deep_terms_are_read_up_to_a_limit() {
    let nested = |open: &str, close: &str, n: usize| {
        let text = format!("{}a{}", open.repeat(n), close.repeat(n));
        canonical(&text, Dialect::Scryer)
    };
    for (open, close) in [("f(", ")"), ("[", "]"), ("{", "}"), ("- ", ""), ("a,", "")] {
        assert!(nested(open, close, 900).is_some(), "{open}");
        assert!(nested(open, close, 90_000).is_none(), "{open}");
    }
    assert!(nested("(", ")", 90_000).is_some());
    let long = format!("[{}a]", "a,".repeat(100_000));
    assert!(canonical(&long, Dialect::Scryer).is_some());
}

#[test]
fn terms_have_their_places() {
    fn places<'a>(term: &Spanned, text: &'a str, into: &mut Vec<&'a str>) {
        into.push(&text[term.span.clone()]);
        term.parts().for_each(|part| places(part, text, into));
    }
    let text = "% p.\np(X) :- (a ; b), - 1 = [c, d|T].";
    let term = read_clause(text, &tokens(text), &Ops::default(), Dialect::Scryer);
    let mut found = Vec::new();
    places(&term.unwrap().unwrap(), text, &mut found);
    assert_eq!(
        found,
        [
            "p(X) :- (a ; b), - 1 = [c, d|T]",
            "p(X)",
            "X",
            "(a ; b), - 1 = [c, d|T]",
            "a ; b",
            "a",
            "b",
            "- 1 = [c, d|T]",
            "- 1",
            "[c, d|T]",
            "c",
            "d",
            "T"
        ]
    );
}
