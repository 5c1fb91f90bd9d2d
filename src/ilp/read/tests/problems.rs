//! What is said of tasks with mistakes in them, and that nothing that can be typed panics.

use proptest::prelude::*;

use super::*;

#[test]
fn what_is_not_understood_is_refused_by_name() {
    for (more, expected) in [
        (
            "max_var(3).",
            ":2:1: unknown directive max_var/1; did you mean max_vars?",
        ),
        (
            "max_vars(3,4).",
            ":2:1: max_vars takes 1 argument (a number), found 2",
        ),
        (
            "max_vars(many).",
            ":2:10: max_vars expects a number from 1 to 63, found many",
        ),
        (
            "max_vars(1).",
            ":1:1: f/2 has more arguments than a clause may have variables: max_vars is 1",
        ),
        (
            "max_body(3). max_body(4).",
            ":2:14: max_body is declared twice",
        ),
        ("body_pred(s,10).", ":2:13: s/10 has more than 9 arguments"),
        ("body_pred(s,x).", ":2:13: expected an arity, found x"),
        (
            "body_pred(\"s\",2).",
            ":2:11: expected a predicate's name, found \"s\"",
        ),
        (
            "body_pred(s,2).",
            ":2:1: bk.pl defines no s/2, nor does Chesslog know it",
        ),
        (
            "body_pred(p,3).",
            ":2:1: bk.pl defines no p/3, nor does Chesslog know it",
        ),
        (
            "body_pred(f,2).",
            ":2:1: f/2 is both a head and a body predicate (`enable_recursion.` lets clauses call their own predicate)",
        ),
        (
            "type(p,(t,t,t)).",
            ":2:8: (t,t,t) has 3 elements, but the predicate is p/2",
        ),
        (
            "type(p,(t,T)).",
            ":2:11: a fact has no variables, but here is T",
        ),
        ("type(p,(t,1)).", ":2:11: a type is an atom, not 1"),
        (
            "direction(p,(in,ot)).",
            ":2:17: expected in, out, constant or threshold, found ot; did you mean out?",
        ),
        (
            "direction(f,(in,constant)).",
            ":2:17: the arguments of a head are variables",
        ),
        (
            "direction(p,(in,in)). direction(p,(in,out)).",
            ":2:23: p/2 has another direction already",
        ),
        (
            ":- recursive_clause(_,_,_).",
            ":2:1: this constraint is not understood",
        ),
        (
            ":- clause(C), #sum{V : var_type(C,V,t)} != 1.",
            ":2:15: `#sum` is not understood",
        ),
        (
            "#defined body_pred/2. #show body_pred/2.",
            ":2:23: a statement with `#show` is not understood",
        ),
        (
            "{p(1)} :- q.",
            ":2:1: a statement with `{` is not understood",
        ),
        ("a(X) ; b(X).", ":2:1: a choice of heads is not understood"),
        ("max_vars(1..3).", ":2:10: `..` after 1 is not understood"),
        (
            "body_pred(p;q,2).",
            ":2:12: alternatives with `;` are not understood",
        ),
        (
            "body_pred(X,1) :- vars(1,X).",
            ":2:19: vars(1,X) is not understood in a rule",
        ),
        (
            "body_pred(X,1) :- constant(Y,_). constant(q,t).",
            ":2:1: no fact in the body of this rule binds X",
        ),
        (
            "bad_body(p,V) :- var_pos(0,V,1).",
            ":2:1: this constraint is not understood",
        ),
        (
            ":- body_literal(C,p,_,_), body_literal(D,q,_,_).",
            ":2:40: only constraints on one clause are understood, and this is another",
        ),
        (
            "max_body(3) max_vars(4).",
            ":2:13: expected `.` or `:-` after max_body(3), found `max_vars`",
        ),
        (
            "max_body(3",
            ":2:9: this bracket is never closed: the file ends before",
        ),
        (
            "max_body(3)",
            ":2:11: expected `.` or `:-` after max_body(3), found the end of the file",
        ),
        (
            "type(p,('t,t)).",
            ":2:9: this quote or comment is never closed",
        ),
        (
            "f(f(",
            ":2:4: this bracket is never closed: the file ends before",
        ),
        ("3.", ":2:1: a statement with `3` is not understood"),
    ] {
        let reading = with(more);
        assert!(reading.is_err(), "{more}");
        let found = messages(&reading);
        assert!(
            found.iter().any(|message| message.starts_with(expected)),
            "{more}: expected {expected}, found {found:#?}"
        );
    }
}

#[test]
fn what_is_suspicious_is_a_warning() {
    for (more, expected) in [
        (
            "direction(pp,(in,in)).",
            ":2:11: warning: direction of pp, which is neither a head nor a body predicate; did you mean p?",
        ),
        (
            "type(p,(t,u)).",
            ":1:1: warning: f/2 has no type, though others have: its arguments may be anything",
        ),
        (
            "type(f,(t,w)). type(p,(t,u)). type(q,(t,)). type(r,(t,u,v)).",
            ":1:1: warning: no body predicate has an argument of type w, so that no clause of f/2 can use it",
        ),
        (
            "direction(p,(in,out)).",
            ":1:1: warning: f/2 has no direction, though others have: all its arguments count as in",
        ),
        (
            "direction(p,(in,out)). direction(f,(in,in)).",
            ":1:33: warning: q/1 has no direction, though others have: it may be called whatever is bound",
        ),
        (
            ":- clause(C), #count{L : body_literal(C,pp,_,L)} > 1.",
            ":2:41: warning: pp is no body predicate; did you mean p?",
        ),
    ] {
        warns(more, expected);
    }
}

#[test]
fn problems_of_backgrounds_and_examples() {
    for (file, text, expected) in [
        ("bk.pl", "p(a,b.", "bk.pl:1:2: `(` is never closed"),
        ("bk.pl", "p(a,b). q(a). r(a,b,c). p('a,b).", "bk.pl:1:27: "),
        (
            "bk.pl",
            "p(a,b). q(a) r(a,b,c).",
            "bk.pl:1:14: unexpected `r`",
        ),
        ("bk.pl", "p(a,b). q(a). r(a,b,c)", "bk.pl:1:"),
        (
            "exs.pl",
            "pos(f(a,b)). pos(f(a)).",
            "exs.pl:1:18: the example's predicate f/1 is not the head, f/2",
        ),
        (
            "exs.pl",
            "pos(g(a,b)).",
            "exs.pl:1:5: the example's predicate g/2 is not the head, f/2; did you mean f?",
        ),
        (
            "exs.pl",
            "pos(f(a,X)).",
            "exs.pl:1:9: an example is ground, but here is the variable X",
        ),
        (
            "exs.pl",
            "positive(f(a,b)).",
            "exs.pl:1:1: positive(f(a,b)) is no example (an example is pos(Atom) or neg(Atom))",
        ),
        (
            "exs.pl",
            "pos(f(X,b)) :- p(X,b).",
            "exs.pl:1:1: a rule is no example",
        ),
        ("exs.pl", "pos(7).", "exs.pl:1:5: 7 is no atom"),
        (
            "exs.pl",
            "neg(f(a,b)).",
            "exs.pl: there is no positive example: pos(Atom)",
        ),
        (
            "exs.pl",
            "",
            "exs.pl: there is no positive example: pos(Atom)",
        ),
        ("exs.pl", "pos(f(a,b)", "exs.pl:1:4: `(` is never closed"),
        (
            "exs.pl",
            "pos(f(a,b)). pos(f(c",
            "exs.pl:1:19: `(` is never closed",
        ),
        (
            "bk.pl",
            "p(a,b). q(a). r(a,b,c). non_functional(f(A,B)) :- f(A,C), B \\= C.",
            "bk.pl: warning: non_functional/1 is not asked: as in Popper 5,",
        ),
        (
            "exs.pl",
            "pos(f(a,b)).\npos(f(a,b)).",
            "exs.pl:2:5: warning: this example is in line 1 already: it counts once",
        ),
        (
            "exs.pl",
            "pos(f(a,b)).\nneg(f(a,b)).",
            "exs.pl:2:5: warning: this example is both positive and negative, see line 1",
        ),
    ] {
        let mut files = vec![("bias.pl", BIAS), ("bk.pl", BK), ("exs.pl", EXS)];
        files.retain(|(name, _)| *name != file);
        files.push((file, text));
        let reading = Folder::new(&files).read();
        assert_eq!(
            reading.is_err(),
            !expected.contains("warning"),
            "{text}: {reading:?}"
        );
        let found = messages(&reading);
        let at = |message: &String| message.find(expected).is_some();
        assert!(
            found.iter().any(at),
            "{text}: expected {expected}, found {found:#?}"
        );
    }
}

#[test]
fn files_that_cannot_be_read() {
    let folder = Folder::new(&[]);
    let missing = messages(&folder.read());
    assert_eq!(missing.len(), 2, "{missing:?}");
    assert_eq!(missing[0], ": there is no such file");
    fs::write(folder.0.join("exs.pl"), b"pos(f(a,b)).\npos(f(\xff,b)).").unwrap();
    fs::create_dir(folder.0.join("bias.pl")).unwrap();
    let found = messages(&folder.read());
    assert!(found[0].starts_with(": cannot be read: "), "{found:?}");
    assert!(
        found[1].ends_with("exs.pl:2:7: the file is not UTF-8: here is the byte 0xff"),
        "{found:?}"
    );
    let none = read(Path::new("/no/such/task"), None, &|_, _| false).unwrap_err();
    assert_eq!(
        none[0].to_string(),
        "/no/such/task: there is no such folder"
    );
}

#[test]
fn what_was_not_read_is_not_missed() {
    let messages_of = |bias: &str| {
        let files = [("bias.pl", bias), ("bk.pl", "p(a)."), ("exs.pl", EXS)];
        messages(&Folder::new(&files).read())
    };
    assert_eq!(
        messages_of("head_pred(f,1) body_pred(p,1).\n"),
        [":1:16: expected `.` or `:-` after head_pred(f,1), found `body_pred`"]
    );
    assert_eq!(
        messages_of("max_vars(3).\n"),
        [
            ":1:1: the bias has no head_pred: it names the predicate to learn",
            ":1:1: the bias has no body_pred: they name the predicates of clause bodies",
        ]
    );
}

#[test]
fn all_problems_are_told_and_not_too_many() {
    let reading = Folder::new(&[
        (
            "bias.pl",
            "head_pred(f,1). body_prd(p,1). max_vars(x). body_pred(nil,1).",
        ),
        ("bk.pl", "p(a. "),
        ("exs.pl", &"pos(g(a)).\n".repeat(100)),
    ])
    .read();
    let found = messages(&reading);
    assert_eq!(found.len(), 2 + 1 + 40 + 1, "{found:#?}");
    assert!(
        found
            .iter()
            .any(|message| message.ends_with("exs.pl: 60 more errors"))
    );
}

proptest! {
    /// Whatever somebody types, the reader has an answer; and what it accepts is consistent.
    #[test]
    fn nothing_that_can_be_typed_panics(
        bias in fragments(),
        bk in fragments(),
        exs in fragments(),
        good in any::<bool>(),
    ) {
        let bias = if good { format!("{BIAS}{bias}") } else { bias };
        let folder = Folder::new(&[("bias.pl", &bias), ("bk.pl", &bk), ("exs.pl", &format!("{exs} {EXS}"))]);
        match folder.read() {
            Ok(reading) => {
                let task = reading.task;
                prop_assert_eq!(task.examples.len(), task.bias.heads.len());
                for &id in &task.bias.body {
                    let predicate = task.bias.predicate(id);
                    let key = (predicate.name.clone(), predicate.slots.len());
                    prop_assert!(task.facts.contains_key(&key) || task.rules.contains(&key));
                    let variables = predicate.slots.iter().filter(|slot| **slot == Slot::Variable);
                    prop_assert_eq!(variables.count(), predicate.arity());
                }
            }
            Err(problems) => {
                prop_assert!(problems.iter().any(|problem| problem.severity == Severity::Error));
                for place in problems.iter().filter_map(|problem| problem.place.as_ref()) {
                    prop_assert!(place.source.get(place.span.clone()).is_some());
                }
            }
        }
    }
}

/// Texts of pieces that mean something here.
fn fragments() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "head_pred",
        "body_pred",
        "type",
        "direction",
        "constant",
        "bad_body",
        "vars",
        "clause",
        "body_literal",
        "body_var",
        "var_type",
        "max_vars",
        "f",
        "p",
        "q",
        "r",
        "pos",
        "neg",
        "X",
        "Vars",
        "_",
        "C",
        "0",
        "1",
        "2",
        "99",
        "-1",
        "1.5",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ",",
        "|",
        ".",
        ".\n",
        " ",
        ":-",
        ":- ",
        "#count",
        "not ",
        "!=",
        "=",
        ">",
        "..",
        ";",
        "'",
        "\"",
        "`",
        "%",
        "/*",
        "0'",
        "é",
        "\u{1f98a}",
        "\\",
        "-->",
        "in",
        "out",
        "p(a,b). ",
        "pos(f(a,b)). ",
        "(a,)",
    ]);
    prop::collection::vec(piece, 0..25).prop_map(|pieces| pieces.concat())
}
