//! What failed programs say about others.

use std::collections::{HashMap, HashSet};

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
    /// The programs that were tested.
    tested: HashSet<Program>,
    /// Those that follow from others, which leaves stood for.
    derived: Vec<Program>,
}

impl Store {
    pub fn add(&mut self, program: Program, reason: Reason) {
        self.constraints.insert(program, reason);
    }

    /// Whether the program was tested.
    pub fn is_tested(&self, program: &[ClauseId]) -> bool {
        self.tested.contains(program)
    }

    /// Takes note of a test.
    pub fn test(&mut self, program: &[ClauseId]) {
        self.tested.insert(program.into());
    }

    /// Adds a constraint that follows from another one.
    pub fn derive(&mut self, program: Program, reason: Reason) {
        self.derived.push(program.clone());
        self.add(program, reason);
    }

    /// Drops what followed from others: leaves do not stand for each other any more.
    pub fn reconsider(&mut self) {
        for program in std::mem::take(&mut self.derived) {
            self.constraints.remove(&program);
        }
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
