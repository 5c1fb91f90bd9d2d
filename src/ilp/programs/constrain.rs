//! What tested programs say about others.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    clauses::ClauseId,
    generate::Generator,
    pruning::{Pruning, Prunings},
};

/// A program: clauses in ascending order.
type ClauseSet = Box<[ClauseId]>;

/// The constraints that the tests gave.
pub(super) struct Constraints<'a> {
    prunings: &'a Prunings,
    /// By program, what it says of its specialisations, or if it is [`Pruning::Inconsistent`], of its
    /// generalisations.
    of: FxHashMap<ClauseSet, Pruning>,
    /// The programs that were tested.
    tested: FxHashSet<ClauseSet>,
    /// Constraints that follow from others, which leaves stood for.
    derived: Vec<ClauseSet>,
}

impl<'a> Constraints<'a> {
    pub fn new(prunings: &'a Prunings) -> Constraints<'a> {
        Constraints {
            prunings,
            of: FxHashMap::default(),
            tested: FxHashSet::default(),
            derived: Vec::new(),
        }
    }

    /// Adds what a program says: that it covers a negative example (`Inconsistent`), none
    /// (`Consistent`), no positive example that its leaves do not cover alone (`NoGain`), or no more
    /// than a consistent one that is no larger (`Dominated`).
    pub fn add(&mut self, program: &[ClauseId], says: Pruning) {
        self.of.insert(program.into(), says);
    }

    /// Drops what a program says.
    pub fn forget(&mut self, program: &[ClauseId]) {
        self.of.remove(program);
    }

    /// Whether the program was tested.
    pub fn is_tested(&self, program: &[ClauseId]) -> bool {
        self.tested.contains(program)
    }

    /// Takes note of a test.
    pub fn test(&mut self, program: &[ClauseId]) {
        self.tested.insert(program.into());
    }

    /// Drops what followed from others: leaves do not stand for each other any more.
    pub fn reconsider(&mut self) {
        for program in std::mem::take(&mut self.derived) {
            self.of.remove(&program);
        }
    }

    pub fn len(&self) -> usize {
        self.of.len()
    }

    /// Whether a program is none of the language, or nothing better can come of it.
    pub fn refuses(&mut self, generator: &Generator<'_>, program: &[ClauseId]) -> bool {
        self.has_inconsistent_part(generator, program)
            || self.is_specialisation(generator, program)
            || !generator.is_well_typed(program)
    }

    fn has_inconsistent_part(&self, generator: &Generator<'_>, program: &[ClauseId]) -> bool {
        if generator.judge.noisy || program.len() <= 2 {
            return false;
        }
        let mut part: Vec<ClauseId> = Vec::with_capacity(program.len());
        program.iter().any(|left_out| {
            part.clear();
            part.extend(program.iter().filter(|id| *id != left_out));
            let inconsistent = self.of.get(&part[..]) == Some(&Pruning::Inconsistent);
            self.prunings.cut(Pruning::Inconsistent, inconsistent)
        })
    }

    /// Whether a program of whose specialisations none is of use becomes this one by one literal.
    fn is_specialisation(&mut self, generator: &Generator<'_>, program: &[ClauseId]) -> bool {
        let mut part: Vec<ClauseId> = Vec::with_capacity(program.len());
        for (index, &id) in program.iter().enumerate() {
            for &parent in generator.clauses.get(id).parents.iter() {
                part.clear();
                part.extend_from_slice(program);
                part[index] = generator.representative(parent);
                part.sort_unstable();
                part.dedup();
                let Some(&says) = self.of.get(&part[..]) else {
                    continue;
                };
                if says != Pruning::Inconsistent && self.prunings.cut(says, true) {
                    self.derived.push(program.into());
                    self.add(program, says);
                    return true;
                }
            }
        }
        false
    }
}
