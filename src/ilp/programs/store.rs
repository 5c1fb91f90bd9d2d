//! What failed programs say about others.

use std::collections::HashMap;

use super::clauses::ClauseId;

/// A program: clauses in ascending order.
pub(super) type Program = Box<[ClauseId]>;

/// What a test says about other programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The program covers a negative example: so do its generalisations.
    Inconsistent,
    /// The program covers no negative example: its specialisations cover no more positives.
    Consistent,
    /// The program covers no positive example that its non-recursive clauses do not cover alone:
    /// nor do its specialisations.
    NoGain,
    /// A consistent program that is no larger covers the same positive examples: no specialisation
    /// is needed.
    Dominated,
}

/// The constraints that the tests gave, by program.
#[derive(Debug, Default)]
pub(super) struct Store {
    constraints: HashMap<Program, Reason>,
}

impl Store {
    pub fn add(&mut self, program: Program, reason: Reason) {
        self.constraints.insert(program, reason);
    }

    /// Why no specialisation of the program is of use, if so.
    pub fn settled(&self, program: &[ClauseId]) -> Option<Reason> {
        let reason = self.constraints.get(program).copied();
        reason.filter(|reason| *reason != Reason::Inconsistent)
    }

    /// Whether the program is known to cover a negative example.
    pub fn inconsistent(&self, program: &[ClauseId]) -> bool {
        self.constraints.get(program) == Some(&Reason::Inconsistent)
    }

    pub fn len(&self) -> usize {
        self.constraints.len()
    }
}
