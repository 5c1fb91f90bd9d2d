//! The text of a program as clauses: what they define, and what they call where.

use crate::{
    library::{Argument, meta_arguments},
    syntax::{Dialect, Ops, Shape, Spanned, read_clause, resync, split, split_at, tokens},
};

/// A predicate: its name and arity.
pub type Indicator = (String, usize);

/// A clause.
#[derive(Debug)]
pub struct Clause {
    /// What it defines; a directive defines nothing.
    pub head: Option<Indicator>,
    /// The line on which it begins, from 1.
    pub line: usize,
    /// What it calls, in the order of the text.
    pub calls: Vec<Call>,
}

/// A goal of a clause.
#[derive(Debug, PartialEq)]
pub struct Call {
    /// What it calls.
    pub predicate: Indicator,
    /// Whether nothing is left to do after it.
    pub last: bool,
}

/// The clauses of a text, as the loader takes them: what cannot be read is left out, up to where a new clause seems to begin.
pub fn clauses(text: &str) -> Vec<Clause> {
    let all = tokens(text);
    let mut ops = Ops::swi();
    let mut clauses = Vec::new();
    let mut rest = split(text, &all);
    rest.reverse();
    while let Some(part) = rest.pop() {
        let own = &all[part.tokens.clone()];
        ops.learn(text, own);
        let term = match read_clause(text, own, &ops, Dialect::Swi) {
            Ok(Some(term)) => term,
            Ok(None) => continue,
            Err(_) => {
                let begins = resync(text, &all, &part);
                rest.extend(begins.map(|at| split_at(text, &all, &part, at).1));
                continue;
            }
        };
        let mut calls = Vec::new();
        let head = match term.call() {
            Some((":-", [head, body])) => {
                walk(body, true, 0, &mut calls);
                defined(head, 0)
            }
            Some(("-->", [head, body])) => {
                walk_grammar(body, true, &mut calls);
                defined(head, 2)
            }
            Some((":-" | "?-", [directive])) => {
                walk(directive, true, 0, &mut calls);
                None
            }
            _ => defined(&term, 0),
        };
        clauses.push(Clause {
            head,
            line: part.line,
            calls,
        });
    }
    clauses
}

/// What a head defines, with so many more arguments.
fn defined(head: &Spanned, more: usize) -> Option<Indicator> {
    match head.call()? {
        (":", [_, head]) => defined(head, more),
        // Pushback.
        (",", [head, _]) if more > 0 => defined(head, more),
        (name, arguments) => Some((name.to_owned(), arguments.len() + more)),
    }
}

/// Notes what a body calls, where `more` arguments come to the goal.
fn walk(goal: &Spanned, last: bool, more: usize, calls: &mut Vec<Call>) {
    let Some((name, arguments)) = goal.call() else {
        return;
    };
    match (name, arguments) {
        (",", [a, b]) => {
            walk(a, false, more, calls);
            walk(b, last, more, calls);
        }
        (";" | "|", [a, b]) => {
            calls.push(construct(";", last));
            walk(a, last, more, calls);
            walk(b, last, more, calls);
        }
        ("->" | "*->", [condition, then]) => {
            calls.push(construct(name, last));
            walk(condition, false, more, calls);
            walk(then, last, more, calls);
        }
        (":" | "^", [_, goal]) => walk(goal, last, more, calls),
        // Lambda expressions: what is added are the parameters, and after these more arguments of the body.
        (">>", [parameters, body]) => {
            calls.push(Call {
                predicate: (name.to_owned(), 2 + more),
                last,
            });
            walk(
                body,
                false,
                more.saturating_sub(parameters_of(parameters)),
                calls,
            );
        }
        ("/", [_, lambda]) if more > 0 => walk(lambda, last, more, calls),
        ("\\", [lambda]) if more > 0 => walk_abstraction(lambda, more, calls),
        _ => {
            calls.push(Call {
                predicate: (name.to_owned(), arguments.len() + more),
                last,
            });
            for (argument, what) in arguments
                .iter()
                .zip(meta_arguments(name, arguments.len()).unwrap_or_default())
            {
                match *what {
                    Argument::Goal(more) => walk(argument, false, more, calls),
                    Argument::Qualified => walk(argument, false, 0, calls),
                    Argument::Grammar => walk_grammar(argument, false, calls),
                    Argument::Closure | Argument::Data => {}
                }
            }
        }
    }
}

/// A control construct, which a rule may speak of as of a predicate.
fn construct(name: &str, last: bool) -> Call {
    Call {
        predicate: (name.to_owned(), 2),
        last,
    }
}

/// How many parameters `Free/[X1,...]` has, or `[X1,...]`.
fn parameters_of(parameters: &Spanned) -> usize {
    match &parameters.shape {
        Shape::List(parameters, _) => parameters.len(),
        _ => parameters
            .arguments("/")
            .map_or(0, |[_, parameters]| parameters_of(parameters)),
    }
}

/// Notes what `X1^...^Body` calls, which is called with so many arguments, some of them X1 and so on.
fn walk_abstraction(lambda: &Spanned, more: usize, calls: &mut Vec<Call>) {
    match lambda.arguments("^") {
        Some([_, body]) if more > 0 => walk_abstraction(body, more - 1, calls),
        _ => walk(lambda, false, more, calls),
    }
}

/// The same for the body of a grammar rule.
fn walk_grammar(body: &Spanned, last: bool, calls: &mut Vec<Call>) {
    let Some((name, arguments)) = body.call() else {
        return;
    };
    match (name, arguments) {
        (",", [a, b]) => {
            walk_grammar(a, false, calls);
            walk_grammar(b, last, calls);
        }
        (";" | "|", [a, b]) => {
            calls.push(construct(";", last));
            walk_grammar(a, last, calls);
            walk_grammar(b, last, calls);
        }
        ("->", [condition, then]) => {
            calls.push(construct(name, last));
            walk_grammar(condition, false, calls);
            walk_grammar(then, last, calls);
        }
        ("\\+", [body]) => walk_grammar(body, false, calls),
        ("{}", [goal]) => walk(goal, false, 0, calls),
        ("call", _) | ("!" | "[]", []) => {
            walk(body, last, if arguments.is_empty() { 0 } else { 2 }, calls)
        }
        _ if matches!(body.shape, Shape::Compound(..) | Shape::Atom(_)) => calls.push(Call {
            predicate: (name.to_owned(), arguments.len() + 2),
            last,
        }),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn calls(text: &str) -> Vec<(String, bool)> {
        let clauses = clauses(text);
        let calls = clauses.iter().flat_map(|clause| &clause.calls);
        calls
            .map(|call| {
                (
                    format!("{}/{}", call.predicate.0, call.predicate.1),
                    call.last,
                )
            })
            .collect()
    }

    #[test]
    fn goals_are_found_where_they_hide() {
        let found =
            calls("p(X) :- findall(Y, q(X, Y), Ys), ( r -> maplist(s(1), Ys) ; \\+ t, ! ).");
        let expected = [
            ("findall/3", false),
            ("q/2", false),
            (";/2", true),
            ("->/2", true),
            ("r/0", false),
            ("maplist/2", true),
            ("s/2", false),
            ("\\+/1", false),
            ("t/0", false),
            ("!/0", true),
        ];
        assert_eq!(found, expected.map(|(name, last)| (name.to_owned(), last)));
    }

    #[test]
    fn what_the_loader_reads_after_a_mistake_is_read() {
        let found = clauses("a(X) :- p(X\nb(X) :- a(X).\nc.\n");
        let heads: Vec<_> = found
            .iter()
            .map(|clause| (&clause.head, clause.line))
            .collect();
        let predicate = |name: &str, arity| Some((name.to_owned(), arity));
        assert_eq!(heads, [(&predicate("b", 1), 2), (&predicate("c", 0), 3)]);
    }

    #[test]
    fn bodies_of_lambdas_are_goals() {
        for (text, expected) in [
            (
                "p(A, B) :- maplist([X,Y]>>findall(Z, q(Z, X), Y), A, B).",
                &["maplist/3", ">>/4", "findall/3", "q/2"][..],
            ),
            ("p(A, N) :- maplist(N/[X]>>r(N), A).", &["maplist/2", "r/1"]),
            ("p(A, N) :- maplist([X]>>(s(X), !), A).", &["s/1", "!/0"]),
            ("p(A) :- foldl([X]>>add(X), A, 0, _).", &["add/3"]),
            ("p(A) :- maplist(\\X^Y^t(X, Y), A, _).", &["t/2"]),
        ] {
            let found = calls(text);
            for name in expected {
                assert!(
                    found.iter().any(|(call, _)| call == name),
                    "{text}: {found:?}"
                );
            }
        }
    }

    #[test]
    fn grammars_and_directives() {
        let found =
            clauses(":- dynamic(p/1).\ngreeting --> [hi], name, { check }.\nbad( .\np(1).\n");
        let heads: Vec<_> = found.iter().map(|clause| clause.head.clone()).collect();
        let predicate = |name: &str, arity| Some((name.to_owned(), arity));
        assert_eq!(heads, [None, predicate("greeting", 2), predicate("p", 1)]);
        assert_eq!(
            found[1]
                .calls
                .iter()
                .map(|call| call.predicate.1)
                .collect::<Vec<_>>(),
            [2, 0]
        );
        assert_eq!(
            found.iter().map(|clause| clause.line).collect::<Vec<_>>(),
            [1, 2, 4]
        );
    }
}
