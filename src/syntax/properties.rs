//! Properties of texts of any kind.

use proptest::{collection::vec, prelude::*};

use super::*;
use crate::term::Term;

fn rewritten(text: &str) -> String {
    swi(text, &tokens(text), &Ops::default(), true).into_owned()
}

fn any_text() -> impl Strategy<Value = String> {
    let fragment = prop_oneof![
        "[a-zA-Z_0-9 .,|()\\[\\]{}'\"`%\\\\\n*/!;:=+~-]{0,12}",
        "\\PC{0,4}",
        prop::sample::select(vec![
            ":- ",
            "0'",
            "\\x4",
            "\\c\n",
            "\r\n",
            ".\n",
            "a(",
            "p :- ",
            "\n:- q",
            "'a\nb'",
            "`a`",
            "write(\"",
            "format(\"~w\",[",
            "\\+",
            " - ",
            "is",
            "/*",
            "*/",
            "%",
            "1e9",
            "\u{a0}",
            "\u{feff}"
        ])
        .prop_map(str::to_owned),
    ];
    vec(fragment, 0..12).prop_map(|fragments| fragments.concat())
}

/// Terms, all operators in brackets.
fn any_term() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec![
        "a", "X", "_", "1", "-2.5", "'b c'", "\"s'\"", "[]", "{}", "!", "0'a", "(+)", "(:-)",
        "foo_Bar1",
    ])
    .prop_map(str::to_owned);
    leaf.prop_recursive(5, 40, 4, |term| {
        prop_oneof![
            (
                prop::sample::select(vec!["f", "-", "'a b'", "\\+", ";"]),
                vec(term.clone(), 1..4)
            )
                .prop_map(|(name, arguments)| format!("{name}({})", arguments.join(", "))),
            vec(term.clone(), 1..4).prop_map(|items| format!("[{}]", items.join(","))),
            (vec(term.clone(), 1..3), term.clone())
                .prop_map(|(items, tail)| format!("[{}|{tail}]", items.join(", "))),
            term.clone().prop_map(|inner| format!("{{{inner}}}")),
            (
                prop::sample::select(vec!["-", "\\+", ":-", "?-"]),
                term.clone()
            )
                .prop_map(|(name, right)| format!("({name} {right})")),
            (
                term.clone(),
                prop::sample::select(vec![
                    ":-", "-->", ",", ";", "->", "=", "is", "+", "*", "**", "^", "|", "mod"
                ]),
                term
            )
                .prop_map(|(left, name, right)| format!("({left} {name} {right})")),
        ]
    })
}

/// Terms as Prolog has them: a list of characters is a list, an empty text `[]`.
fn any_value() -> impl Strategy<Value = Term> {
    let name = || {
        prop_oneof![
            "[a-z][a-zA-Z0-9_]{0,3}",
            "[-+*/\\\\^<>=~:.?@#&$]{1,2}",
            "\\PC{0,3}",
            prop::sample::select(vec![
                "", "[]", "{}", "!", ";", ",", "|", ".", "/*", "a\tb\n", "it's", "is", "mod",
                "\u{a0}", "A", "_x", "ü", "\\", "\u{1}", "...", "\\+", "\"", "`"
            ])
            .prop_map(str::to_owned),
        ]
    };
    let leaf = prop_oneof![
        name().prop_map(Term::Atom),
        any::<i64>().prop_map(Term::Integer),
        (-3_i64..3).prop_map(Term::Integer),
        "-?[1-9][0-9]{20,30}".prop_map(Term::BigInteger),
        prop_oneof![any::<f64>(), -10.0..10.0]
            .prop_filter("a number", |float| float.is_finite())
            .prop_map(Term::Float),
        name().prop_map(Term::String),
        "[A-Z_][a-zA-Z0-9_]{0,3}".prop_map(Term::Variable),
    ];
    leaf.prop_recursive(5, 40, 4, move |term| {
        let operator = prop::sample::select(vec![
            "-", "+", "*", "/", ":", "=", "is", ",", ";", ":-", "->", "^", "**", "\\+", "{}", ".",
        ])
        .prop_map(str::to_owned);
        prop_oneof![
            (name(), vec(term.clone(), 1..4)).prop_map(|(name, terms)| Term::Compound(name, terms)),
            (operator, vec(term.clone(), 1..3))
                .prop_map(|(name, terms)| Term::Compound(name, terms)),
            (vec(term.clone(), 1..4), prop::option::of(term))
                .prop_map(|(items, tail)| Term::List(items, tail.map(Box::new))),
        ]
    })
}

proptest! {
    #[test]
    fn terms_that_are_written_are_read_again(term in any_value()) {
        let canonical = term.canonical();
        prop_assert_eq!(&canonical.parse::<Term>().unwrap().canonical(), &canonical);
        // With operators, as a clause would have it.
        let shown = format!("{term} .");
        let read = read_clause(&shown, &tokens(&shown), &Ops::default(), Dialect::Scryer);
        let read = read.map(|read| read.map(|read| read.term().canonical()));
        prop_assert_eq!(read, Ok(Some(canonical)), "{}", shown);
    }

    #[test]
    fn every_text_has_tokens_in_order(text in any_text()) {
        let blank = |c: char| c.is_whitespace() || c == '\u{feff}';
        let mut end = 0;
        for token in tokens(&text) {
            let gap = &text[end..token.span.start];
            prop_assert!(gap.chars().all(blank));
            prop_assert!(token.span.end > token.span.start);
            end = token.span.end;
        }
        prop_assert!(text[end..].chars().all(blank));
    }

    #[test]
    fn every_text_can_be_examined(text in any_text()) {
        let ops = Ops::default();
        let tokens = tokens(&text);
        state(&text);
        _ = text.parse::<Term>();
        names(&text, &tokens).count();
        if let Some(problem) = diagnose(&text, &ops) {
            prop_assert!(text.get(problem.span).is_some());
        }
        for clause in split(&text, &tokens) {
            prop_assert_eq!(clause.line, line_at(&text, clause.span.start).1);
            prop_assert_eq!(clause.text, &text[clause.span.clone()]);
            let part = &tokens[clause.tokens.clone()];
            for dialect in [Dialect::Scryer, Dialect::Swi] {
                let read = read_clause(&text, part, &ops, dialect);
                let found = diagnose_clause(&text, part, &ops, dialect);
                prop_assert_eq!(read.is_err(), found.is_some());
                if let Ok(Some(term)) = read {
                    prop_assert!(text.get(term.span).is_some());
                }
            }
            let rewritten = swi_clause(&text, &tokens, &clause, &ops, true);
            if diagnose_clause(&text, part, &ops, Dialect::Swi).is_none() {
                prop_assert_eq!(diagnose(&rewritten, &ops), None);
            }
            if let Some(at) = resync(&text, &tokens, &clause) {
                let (first, second) = split_at(&text, &tokens, &clause, at);
                prop_assert!(first.span.end <= at && second.span.start == at);
                prop_assert_eq!(second.span.end, clause.span.end);
            }
        }
    }

    #[test]
    fn rewriting_keeps_the_lines(text in any_text()) {
        let rewritten = rewritten(&text);
        prop_assert_eq!(text.matches('\n').count(), rewritten.matches('\n').count());
    }

    #[test]
    fn colours_add_nothing_else(text in any_text(), cursor in 0usize..60) {
        prop_assume!(!text.contains('\x1b'));
        let mut plain = String::new();
        for (at, part) in highlight(&text, Some(cursor)).split('\x1b').enumerate() {
            plain.push_str(if at == 0 { part } else { part.split_once('m').unwrap().1 });
        }
        prop_assert_eq!(plain, text);
    }

    #[test]
    fn terms_in_brackets_are_accepted(term in any_term()) {
        prop_assert_eq!(diagnose(&format!("{term} ."), &Ops::default()), None);
    }

    #[test]
    fn a_lost_bracket_is_noticed(term in any_term(), which in any::<prop::sample::Index>()) {
        let text = format!("p({term}) .");
        let brackets: Vec<_> = text.match_indices(['(', ')', '[', ']', '{', '}']).collect();
        let (at, _) = brackets[which.index(brackets.len())];
        let lost = format!("{}{}", &text[..at], &text[at + 1..]);
        prop_assert!(diagnose(&lost, &Ops::default()).is_some(), "{}", lost);
    }
}
