//! Programs: a set of callers, and leaves for what it calls.

use std::sync::Arc;

use crate::ilp::tester::Stopped;

use super::{
    super::{clauses::ClauseId, pruning::Pruning},
    Generator,
};

impl Generator<'_> {
    /// The programs of exactly `size` literals with these callers, in ascending order of clauses.
    pub fn programs(
        &self,
        callers: &[ClauseId],
        leaves: &[ClauseId],
        size: usize,
    ) -> Result<Vec<Vec<ClauseId>>, Stopped> {
        let entries = || callers.iter().map(|&id| self.clauses.get(id));
        let own: usize = entries().map(|entry| entry.size()).sum();
        let called = entries().fold(0, |mask, entry| mask | entry.calls);
        let rest = size.saturating_sub(own);
        let open: Vec<ClauseId> = leaves
            .iter()
            .copied()
            .filter(|&id| called >> self.clauses.get(id).of & 1 == 1)
            .filter(|&id| self.clauses.get(id).size() <= rest)
            .collect();
        let mut programs = Vec::new();
        self.fill(&open, 0, rest, &mut callers.to_vec(), &mut programs)?;
        Ok(programs)
    }

    /// Adds leaves of exactly `size` together.
    fn fill(
        &self,
        leaves: &[ClauseId],
        from: usize,
        size: usize,
        chosen: &mut Vec<ClauseId>,
        programs: &mut Vec<Vec<ClauseId>>,
    ) -> Result<(), Stopped> {
        for (index, &id) in leaves.iter().enumerate().skip(from) {
            self.judge.look()?;
            let own = self.clauses.get(id).size();
            if own > size {
                break;
            }
            if own < size && chosen.len() + 2 > self.most {
                continue;
            }
            chosen.push(id);
            if own < size {
                self.fill(leaves, index + 1, size - own, chosen, programs)?;
            } else if chosen.len() <= self.most
                && !self
                    .prunings
                    .cut(Pruning::Unproductive, !self.is_productive(chosen))
                && self.allows(chosen)
            {
                let mut program = chosen.clone();
                program.sort_unstable();
                programs.push(program);
            }
            chosen.pop();
        }
        Ok(())
    }

    /// Whether each predicate that is called can have answers.
    fn is_productive(&self, program: &[ClauseId]) -> bool {
        let mut productive = 0u64;
        loop {
            let before = productive;
            for &id in program {
                let entry = self.clauses.get(id);
                if entry.calls & !productive == 0 {
                    productive |= 1 << entry.of;
                }
            }
            if productive == before {
                let mut called = program.iter().map(|&id| self.clauses.get(id).calls);
                return called.all(|calls| calls & !productive == 0);
            }
        }
    }

    /// Whether each argument of an invented predicate has one type.
    pub fn is_well_typed(&self, program: &[ClauseId]) -> bool {
        let heads = (1u64 << self.language.heads) - 1;
        let entries = program.iter().map(|&id| self.clauses.get(id));
        let used = entries.fold(0, |mask, entry| mask | entry.calls);
        used & !heads == 0
            || self
                .language
                .well_typed(self.arcs(program).map(Arc::as_ref))
    }
}
