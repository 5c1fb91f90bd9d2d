//! Tactics that say no more than smaller ones.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::{ChessTester, Vocabulary};
use crate::ilp::{Bits, Clause, Literal, Stopped, Tester, Variable, clause::ordered};

/// Why a tactic says no more than another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Redundancy {
    /// The clause without this literal means the same: it has a more general instance among the
    /// others (G. D. Plotkin, "A note on inductive generalization", 1970).
    Reducible(Literal),
    /// The literal holds for all solutions of the others, in all positions of the examples.
    Implied(Literal),
    /// The tactic with this number, which is not larger, suggests the same moves in all positions
    /// of the examples.
    SameMoves(usize),
    /// The tactic is the one with this number with other names for its variables.
    Renaming(usize),
}

impl Redundancy {
    /// The reason for people, in the words of a vocabulary.
    pub fn text(&self, vocabulary: &Vocabulary) -> String {
        match self {
            Redundancy::Reducible(literal) => {
                format!("{} adds nothing", vocabulary.goal(literal))
            }
            Redundancy::Implied(literal) => {
                format!("the others imply {} here", vocabulary.goal(literal))
            }
            Redundancy::SameMoves(number) => format!("the same moves as {number}"),
            Redundancy::Renaming(number) => format!("a renaming of {number}"),
        }
    }
}

/// The literal of each clause that is redundant, if one is. Once it is cancelled, none is looked for.
///
/// # Errors
///
/// If the tester stops.
pub fn redundancies(
    tester: &ChessTester<'_>,
    vocabulary: &Vocabulary,
    clauses: &[&Clause],
    cancel: &AtomicBool,
) -> Result<Vec<Option<Redundancy>>, Stopped> {
    clauses
        .par_iter()
        .map(|clause| {
            if cancel.load(Ordering::Relaxed) {
                return Ok(None);
            }
            match reducible(vocabulary, clause) {
                Some(literal) => Ok(Some(Redundancy::Reducible(literal))),
                None => Ok(implied(tester, vocabulary, clause)?.map(Redundancy::Implied)),
            }
        })
        .collect()
}

/// A literal without which the clause means the same.
fn reducible(vocabulary: &Vocabulary, clause: &Clause) -> Option<Literal> {
    let own = clause.head_variables() as Variable;
    let of_more = |literal: &&Literal| literal.arguments().iter().any(|&v| v >= own);
    clause
        .body
        .iter()
        .filter(of_more)
        .copied()
        .find(|left_out| {
            let target: Vec<Literal> = clause
                .body
                .iter()
                .filter(|l| *l != left_out)
                .copied()
                .collect();
            let mut image: Vec<Option<Variable>> = vec![None; clause.variables()];
            (0..own).for_each(|v| image[usize::from(v)] = Some(v));
            maps(vocabulary, &clause.body, &target, &mut image)
        })
}

/// Whether the variables without an image can be given one so that each literal of `body` becomes
/// one of `target`.
fn maps(
    vocabulary: &Vocabulary,
    body: &[Literal],
    target: &[Literal],
    image: &mut [Option<Variable>],
) -> bool {
    let symmetric = |id| vocabulary.bias.predicate(id).symmetric;
    let fits = |image: &[Option<Variable>]| {
        body.iter().all(|literal| {
            let known = |&v: &Variable| image[usize::from(v)].is_some();
            !literal.arguments().iter().all(known) || {
                let renamed = literal.renamed(|v| image[usize::from(v)].unwrap_or(v));
                target.contains(&ordered(renamed, symmetric))
            }
        })
    };
    if !fits(image) {
        return false;
    }
    let Some(open) = image.iter().position(Option::is_none) else {
        return true;
    };
    for value in 0..image.len() as Variable {
        image[open] = Some(value);
        if maps(vocabulary, body, target, image) {
            return true;
        }
    }
    image[open] = None;
    false
}

/// A literal that holds for all solutions of the others.
fn implied(
    tester: &ChessTester<'_>,
    vocabulary: &Vocabulary,
    clause: &Clause,
) -> Result<Option<Literal>, Stopped> {
    let all = Bits::full(tester.examples());
    for (index, literal) in clause.body.iter().enumerate() {
        let others = clause.body.iter().filter(|other| *other != literal);
        let bound = |v: &Variable| {
            usize::from(*v) < clause.head_variables()
                || others.clone().any(|other| other.arguments().contains(v))
        };
        if *literal != vocabulary.legal_move()
            && literal.arguments().iter().all(bound)
            && tester.implied(clause, index, &all)?
        {
            return Ok(Some(*literal));
        }
    }
    Ok(None)
}
