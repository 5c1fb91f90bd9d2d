//! Rules on the text of a submission.

use std::collections::BTreeSet;

use super::program::{Clause, Indicator};

/// A rule.
#[derive(Debug, Clone, PartialEq)]
pub struct Rule {
    /// What it says.
    pub kind: Kind,
    /// Of which predicates.
    pub predicates: Vec<Indicator>,
    /// What breaking it costs, for each of them.
    pub cost: f64,
}

/// What a rule says of a predicate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Nothing calls it.
    Forbidden,
    /// Something calls it.
    Required,
    /// Each recursive call, its own or that of what it calls, is the last thing that a clause does.
    TailRecursive,
}

impl Kind {
    /// The kind of this name.
    pub fn named(name: &str) -> Option<Kind> {
        Some(match name {
            "forbidden" => Kind::Forbidden,
            "required" => Kind::Required,
            "tail_recursive" => Kind::TailRecursive,
            _ => return None,
        })
    }
}

impl Rule {
    /// A sentence for each of the predicates with which a program breaks it.
    pub fn broken(&self, program: &[Clause]) -> Vec<String> {
        let broken = self
            .predicates
            .iter()
            .filter_map(|predicate| match self.kind {
                Kind::Forbidden => forbidden(predicate, program),
                Kind::Required => required(predicate, program),
                Kind::TailRecursive => tail_recursive(predicate, program),
            });
        broken.collect()
    }

    /// Those of its predicates that have to be defined for it to say anything, and are not.
    pub fn undefined(&self, program: &[Clause]) -> Vec<String> {
        let defined = |predicate: &&Indicator| {
            let mut heads = program.iter().filter_map(|clause| clause.head.as_ref());
            heads.any(|head| head == *predicate)
        };
        let missing = self
            .predicates
            .iter()
            .filter(|predicate| !defined(predicate));
        match self.kind {
            Kind::TailRecursive => missing.map(shown).collect(),
            Kind::Forbidden | Kind::Required => Vec::new(),
        }
    }
}

fn shown((name, arity): &Indicator) -> String {
    format!("{}/{arity}", crate::term::atom_text(name))
}

fn lines(clauses: impl Iterator<Item = usize>) -> String {
    let lines: BTreeSet<usize> = clauses.collect();
    let word = if lines.len() == 1 { "line" } else { "lines" };
    let lines: Vec<String> = lines.iter().map(usize::to_string).collect();
    format!("{word} {}", lines.join(", "))
}

fn calls<'p>(predicate: &'p Indicator, program: &'p [Clause]) -> impl Iterator<Item = &'p Clause> {
    program
        .iter()
        .filter(move |clause| clause.calls.iter().any(|call| call.predicate == *predicate))
}

fn forbidden(predicate: &Indicator, program: &[Clause]) -> Option<String> {
    let mut callers = calls(predicate, program)
        .map(|clause| clause.line)
        .peekable();
    callers.peek()?;
    Some(format!(
        "{} is forbidden; the clauses in {} call it",
        shown(predicate),
        lines(callers)
    ))
}

fn required(predicate: &Indicator, program: &[Clause]) -> Option<String> {
    match calls(predicate, program).next() {
        Some(_) => None,
        None => Some(format!(
            "{} is to be used; nothing calls it",
            shown(predicate)
        )),
    }
}

fn tail_recursive(predicate: &Indicator, program: &[Clause]) -> Option<String> {
    let clauses_of = |predicate: &Indicator| {
        let predicate = predicate.clone();
        program
            .iter()
            .filter(move |clause| clause.head.as_ref() == Some(&predicate))
    };
    clauses_of(predicate).next()?;
    let mut reached = vec![predicate];
    let mut at = 0;
    while let Some(&next) = reached.get(at) {
        for call in clauses_of(next).flat_map(|clause| &clause.calls) {
            if !reached.contains(&&call.predicate) {
                reached.push(&call.predicate);
            }
        }
        at += 1;
    }
    for own in reached {
        for clause in clauses_of(own) {
            for call in clause.calls.iter().filter(|call| call.predicate == *own) {
                if !call.last {
                    return Some(format!(
                        "{} is to be tail recursive; {} calls itself in line {} and goes on after it",
                        shown(predicate),
                        shown(own),
                        clause.line
                    ));
                }
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{super::program::clauses, *};

    fn broken(kind: Kind, name: &str, arity: usize, program: &str) -> Vec<String> {
        let rule = Rule {
            kind,
            predicates: vec![(name.to_owned(), arity)],
            cost: 1.0,
        };
        rule.broken(&clauses(program))
    }

    const LEN: &str = "len([], 0).\nlen([_|Xs], N) :- len(Xs, M), N is M + 1.\n";
    const LENGTH: &str = "len(Xs, N) :- len(Xs, 0, N).\nlen([], N, N).\nlen([_|Xs], M, N) :- O is M + 1, len(Xs, O, N).\n";

    #[test]
    fn tail_recursion_is_seen_in_helpers() {
        assert_eq!(
            broken(Kind::TailRecursive, "len", 2, LEN),
            ["len/2 is to be tail recursive; len/2 calls itself in line 2 and goes on after it"]
        );
        assert!(broken(Kind::TailRecursive, "len", 2, LENGTH).is_empty());
        assert!(
            broken(
                Kind::TailRecursive,
                "len",
                2,
                "len(Xs, N) :- length(Xs, N).\n"
            )
            .is_empty()
        );
        // A predicate that is not there is the tests' to miss, unless nobody has it.
        assert!(broken(Kind::TailRecursive, "other", 1, LEN).is_empty());
    }

    #[test]
    fn calls_are_forbidden_and_required() {
        assert_eq!(
            broken(Kind::Forbidden, "is", 2, LENGTH),
            ["is/2 is forbidden; the clauses in line 3 call it"]
        );
        assert_eq!(
            broken(Kind::Required, "foldl", 4, LEN),
            ["foldl/4 is to be used; nothing calls it"]
        );
        // Words in texts and comments call nothing.
        assert!(
            broken(
                Kind::Forbidden,
                "findall",
                3,
                "% findall(X, p, Y)\np :- write('findall(X,Y,Z)').\n"
            )
            .is_empty()
        );
        assert_eq!(broken(Kind::Forbidden, "!", 0, "p :- q, !.\n").len(), 1);
    }
}
