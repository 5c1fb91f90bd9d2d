//! The text of a program as clauses: what they define, and what they call where.

use crate::{
    library::{Argument, meta_arguments},
    syntax::{Dialect, Ops, Shape, Spanned, read_clause, split, tokens},
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

/// The clauses of a text; what cannot be read is left out.
pub fn clauses(text: &str) -> Vec<Clause> {
    let all = tokens(text);
    let mut ops = Ops::swi();
    let mut clauses = Vec::new();
    for part in split(text, &all) {
        let own = &all[part.tokens.clone()];
        ops.learn(text, own);
        let Ok(Some(term)) = read_clause(text, own, &ops, Dialect::Swi) else {
            continue;
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
            walk(a, last, more, calls);
            walk(b, last, more, calls);
        }
        ("->" | "*->", [condition, then]) => {
            walk(condition, false, more, calls);
            walk(then, last, more, calls);
        }
        (":" | "^", [_, goal]) => walk(goal, last, more, calls),
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
            walk_grammar(a, last, calls);
            walk_grammar(b, last, calls);
        }
        ("->", [condition, then]) => {
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
