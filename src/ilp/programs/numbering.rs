//! The numbers of a program's clauses, which a bias may speak of.
//!
//! As in Popper, clauses are numbered predicate by predicate, the heads first, and the clauses of
//! one that call it come after those that do not. What the order leaves open is chosen in favour of
//! the program: it is refused if no numbering satisfies the constraints. A clause that is of no use
//! but for the numbers that it leaves to others is not looked for.

use super::super::{
    bias::{Bias, Constraint, PredicateId},
    clause::Clause,
};
use super::language::Language;

/// Where body predicates may not stand.
#[derive(Debug, Clone, Default)]
pub(super) struct Numbering {
    refused: Vec<(usize, PredicateId)>,
}

impl Numbering {
    /// What the bias says.
    pub fn new(bias: &Bias) -> Numbering {
        let refused = bias
            .constraints
            .iter()
            .filter_map(|constraint| match *constraint {
                Constraint::NotInClause(number, predicate) => Some((number, predicate)),
                _ => None,
            });
        Numbering {
            refused: refused.collect(),
        }
    }

    /// Whether the bias says nothing of numbers.
    pub fn is_free(&self) -> bool {
        self.refused.is_empty()
    }

    /// The predicates of the clause that may not stand everywhere, one bit for each constraint:
    /// clauses that differ in them are not interchangeable.
    pub fn marks(&self, clause: &Clause) -> Vec<bool> {
        let holds = |id| clause.body.iter().any(|literal| literal.predicate == id);
        self.refused.iter().map(|&(_, id)| holds(id)).collect()
    }

    /// Whether the clauses can be numbered so that the constraints hold.
    pub fn allows(&self, language: &Language, program: &[&Clause]) -> bool {
        if self.is_free() {
            return true;
        }
        let mut clauses: Vec<((usize, bool), &Clause)> = program
            .iter()
            .map(|clause| {
                let of = clause.head.predicate;
                let recursive = clause.body.iter().any(|literal| literal.predicate == of);
                (
                    (language.learned(of).unwrap_or_default(), recursive),
                    *clause,
                )
            })
            .collect();
        clauses.sort_by_key(|(rank, _)| *rank);
        let ranks: Vec<(usize, bool)> = clauses.iter().map(|(rank, _)| *rank).collect();
        let allowed: Vec<u64> = clauses
            .iter()
            .map(|(rank, clause)| {
                let numbers = (0..ranks.len()).filter(|&number| ranks[number] == *rank);
                let marks = self.marks(clause);
                let fits = |number: &usize| {
                    let mut pairs = self.refused.iter().zip(&marks);
                    pairs.all(|(&(refused, _), &holds)| !holds || refused != *number)
                };
                numbers.filter(fits).fold(0, |set, n| set | 1 << n)
            })
            .collect();
        matches(&allowed, 0)
    }
}

/// Whether each clause can get a number of its own from its set, none of those taken.
fn matches(allowed: &[u64], taken: u64) -> bool {
    let Some((&first, rest)) = allowed.split_first() else {
        return true;
    };
    let free = first & !taken;
    let numbers = (0..u64::BITS).map(|number| 1u64 << number);
    let mut free = numbers.filter(|number| free & number != 0);
    free.any(|number| matches(rest, taken | number))
}
