//! `bk.pl` as clauses that can be run without Prolog, if nothing in it does more than define
//! predicates.

use std::collections::BTreeSet;

use super::{background::without_comments, problem::SourceFile};
use crate::{
    ilp::task::Clauses,
    mil::horn::{CONSTRAINTS, LIBRARIES},
    syntax::{self, Dialect, Ops, Token},
    term::Term,
};

/// What a goal may do to the goals after it: none of it is seen without Prolog.
const EFFECTS: &[&str] = &[
    "assert",
    "asserta",
    "assertz",
    "retract",
    "retractall",
    "abolish",
    "bb_put",
    "bb_b_put",
    "nb_setval",
    "b_setval",
    "term_expansion",
    "goal_expansion",
];

/// Directives that only declare.
const DECLARATIONS: &[&str] = &["dynamic", "discontiguous", "multifile", "op", "use_module"];

/// The clauses of a background. `is_known` tells which predicates Prolog has without it. `None` if
/// the text is more than clauses, or cannot be read. A predicate with a clause that this reader does
/// not understand goes to Prolog.
pub(super) fn read(source: &SourceFile, is_known: &dyn Fn(&str, usize) -> bool) -> Option<Clauses> {
    let text = source.text.as_str();
    let mut ops = Ops::swi();
    let mut clauses = Vec::new();
    let mut defined: BTreeSet<(String, usize)> = BTreeSet::new();
    let mut constraints = false;
    let tokens: Vec<Token> = without_comments(text);
    for tokens in tokens.split_inclusive(|token| token.kind == syntax::Kind::End) {
        let words = || tokens.iter().map(|token| token.source(text));
        if words().any(|word| EFFECTS.contains(&word)) {
            return None;
        }
        if words().next() == Some(":-") {
            let kind = words().nth(1)?;
            let library = kind != "use_module" || words().nth(3) == Some("library");
            if !DECLARATIONS.contains(&kind) || !library {
                return None;
            }
            ops.learn(text, tokens);
            constraints |= imports_constraints(&words().collect::<Vec<_>>());
            continue;
        }
        let term = syntax::read_clause(text, tokens, &ops, Dialect::Swi).ok()??;
        let (term, extra) = match Term::from(term) {
            Term::Compound(neck, sides) if neck == "-->" && sides.len() == 2 => (sides, Some(2)),
            Term::Compound(neck, sides) if neck == ":-" && sides.len() == 2 => (sides, None),
            Term::Compound(neck, _) if neck == ":-" || neck == "?-" => return None,
            fact => (vec![fact, Term::Atom("true".into())], None),
        };
        let [head, body] = <[Term; 2]>::try_from(term).ok()?;
        let (name, arity) = match &head {
            Term::Atom(name) => (name.clone(), 0),
            Term::Compound(name, arguments) => (name.clone(), arguments.len()),
            _ => return None,
        };
        if name == ":" {
            return None;
        }
        let arity = arity + extra.unwrap_or_default();
        // What a text in double quotes is depends on flags.
        let texts = words().any(|word| word.starts_with('"') || word.starts_with('`'));
        let clause = match texts || extra.is_some() {
            true => beyond(&name, arity),
            false => {
                let mut free = 0;
                Term::Compound(
                    "clause".into(),
                    vec![distinct(head, &mut free), distinct(body, &mut free)],
                )
            }
        };
        clauses.push(clause);
        defined.insert((name, arity));
    }
    let lists = LIBRARIES.iter();
    let lists = lists.filter(|(name, arity)| is_known(name, *arity));
    let constraints = CONSTRAINTS
        .iter()
        .filter(|(name, arity)| constraints || is_known(name, *arity));
    let libraries = lists
        .chain(constraints)
        .map(|&(name, arity)| (name.to_owned(), arity))
        .filter(|key| !defined.contains(key));
    Some(Clauses {
        libraries: libraries.collect(),
        clauses,
    })
}

/// Whether a directive imports all of the library of integer constraints.
fn imports_constraints(words: &[&str]) -> bool {
    matches!(
        words,
        [
            ":-",
            "use_module",
            "(",
            "library",
            "(",
            "clpfd" | "clpz",
            ")",
            ")",
            "."
        ]
    )
}

/// A clause that says that Prolog has to be asked.
fn beyond(name: &str, arity: usize) -> Term {
    let arguments = (0..arity).map(|at| Term::Variable(format!("A{at}")));
    let head = match arity {
        0 => Term::Atom(name.to_owned()),
        _ => Term::Compound(name.to_owned(), arguments.collect()),
    };
    let body = Term::Atom("$beyond".into());
    Term::Compound("clause".into(), vec![head, body])
}

/// The term with a name of its own for each variable `_`.
fn distinct(term: Term, free: &mut usize) -> Term {
    match term {
        Term::Variable(name) if name == "_" => {
            *free += 1;
            Term::Variable(format!("_ {free}"))
        }
        Term::Compound(name, arguments) => {
            let arguments = arguments.into_iter();
            Term::Compound(name, arguments.map(|term| distinct(term, free)).collect())
        }
        Term::List(items, tail) => {
            let items = items.into_iter().map(|term| distinct(term, free)).collect();
            Term::List(items, tail.map(|tail| Box::new(distinct(*tail, free))))
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clauses(text: &str) -> Option<Vec<String>> {
        let source = SourceFile {
            name: "bk.pl".into(),
            text: text.into(),
        };
        let known = |name: &str, arity: usize| (name, arity) != ("last", 2);
        let read = read(&source, &known)?;
        assert!(!read.libraries.contains(&("last".into(), 2)));
        assert_eq!(
            read.libraries.contains(&("append".into(), 3)),
            !text.contains("append([]")
        );
        Some(read.clauses.iter().map(Term::canonical).collect())
    }

    #[test]
    fn clauses_are_read() {
        let found = clauses(
            ":- use_module(library(lists)). :- op(700, xfx, ===>).\n\
             p(_, _, X) :- X ===> [_|_], \\+ q. % no more\nappend([], L, L). q.",
        );
        let expected = [
            "clause(p(_ 1,_ 2,X),','(===>(X,[_ 3|_ 4]),\\+(q)))",
            "clause(append([],L,L),true)",
            "clause(q,true)",
        ];
        assert_eq!(found.unwrap(), expected);
        let found = clauses("p(\"ab\"). p(X) :- X = 'a\"'. s --> t.").unwrap();
        assert_eq!(found[0], "clause(p(A0),'$beyond')");
        assert_eq!(found[1], "clause(p(X),=(X,'a\"'))");
        assert_eq!(found[2], "clause(s(A0,A1),'$beyond')");
    }

    #[test]
    fn constraints_are_those_of_the_library_if_it_is_imported() {
        let knows = |text: &str| {
            let source = SourceFile {
                name: "bk.pl".into(),
                text: text.into(),
            };
            let read = read(&source, &|_, _| false).unwrap();
            read.libraries.contains(&("#<".into(), 2))
        };
        assert!(knows(":- use_module(library(clpfd)). p(X) :- X #< 3."));
        assert!(knows(":- use_module(library(clpz)). p(1)."));
        assert!(!knows(":- use_module(library(lists)). p(1)."));
        assert!(!knows(":- use_module(library(clpz), [(in)/2]). p(1)."));
        assert!(!knows(
            ":- use_module(library(clpfd)). X #< Y :- q(X, Y). q(1, 2)."
        ));
    }

    #[test]
    fn what_does_more_than_define_is_prologs() {
        for text in [
            ":- initialization(main). p(1).",
            ":- use_module('other.pl'). p(1).",
            "p(X) :- assertz(q(X)).",
            "term_expansion(a, b).",
            ":- consult(other).",
            "m:p(1).",
            "p(1)",
        ] {
            assert_eq!(clauses(text), None, "{text}");
        }
    }
}
