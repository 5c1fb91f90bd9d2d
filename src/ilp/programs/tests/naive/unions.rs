//! The smallest unions of programs.

use std::collections::HashSet;

use super::super::super::super::clause::Clause;
use super::{Naive, TooMany, UNIONS};

impl Naive<'_> {
    /// How many positive examples programs of up to this size cover together.
    pub fn coverable(&self, size: usize) -> u64 {
        let parts = self.parts.iter().filter(|part| part.size <= size);
        parts.fold(0, |cover, part| cover | part.cover)
    }

    /// A program that covers some of these.
    pub fn part(&self, wanted: u64) -> Vec<Clause> {
        let mut parts = self.parts.iter().filter(|part| part.cover & wanted != 0);
        parts
            .next()
            .map(|part| self.texts(&part.clauses))
            .unwrap_or_default()
    }

    /// A smallest union of programs of less than `below` literals that covers all positive examples,
    /// and no negative one.
    #[allow(clippy::type_complexity)]
    pub fn best(&self, below: usize) -> Result<Option<(usize, Vec<Vec<Clause>>)>, TooMany> {
        let all = (1u64 << self.positives.len()) - 1;
        let mut best = (below, None);
        let mut left = UNIONS;
        self.unite(all, &mut Vec::new(), &mut best, &mut left)?;
        let (size, union) = best;
        Ok(union.map(|union| (size, union)))
    }

    fn unite(
        &self,
        open: u64,
        chosen: &mut Vec<usize>,
        best: &mut (usize, Option<Vec<Vec<Clause>>>),
        left: &mut usize,
    ) -> Result<(), TooMany> {
        let size = self.size(chosen);
        if size >= best.0 {
            return Ok(());
        }
        if open == 0 {
            if self.agrees(chosen) {
                let program = |&part: &usize| self.texts(&self.parts[part].clauses);
                *best = (size, Some(chosen.iter().map(program).collect()));
            }
            return Ok(());
        }
        let next = open & open.wrapping_neg();
        for (index, part) in self.parts.iter().enumerate() {
            *left = left.checked_sub(1).ok_or(TooMany)?;
            if part.cover & next != 0 {
                chosen.push(index);
                self.unite(open & !part.cover, chosen, best, left)?;
                chosen.pop();
            }
        }
        Ok(())
    }

    /// The literals of a union, each clause counted once; those about invented predicates are never
    /// the same.
    fn size(&self, chosen: &[usize]) -> usize {
        let mut shared: HashSet<usize> = HashSet::new();
        let mut size = 0;
        for &part in chosen {
            for &index in &self.parts[part].clauses {
                let known = &self.clauses[index];
                let heads = self.language.heads;
                let private = known.of >= heads || known.calls >> heads != 0;
                if private || shared.insert(index) {
                    size += known.clause.size();
                }
            }
        }
        size
    }

    /// Whether a union covers no negative example; false of those with two programs that invent.
    fn agrees(&self, chosen: &[usize]) -> bool {
        let mut clauses: Vec<usize> = Vec::new();
        let parts = || chosen.iter().map(|&part| &self.parts[part]);
        if chosen.len() > 1 && parts().filter(|part| part.inventive).count() > 1 {
            return false;
        }
        parts().for_each(|part| clauses.extend(&part.clauses));
        clauses.sort_unstable();
        clauses.dedup();
        !self.judge(&self.model(&clauses)).1
    }
}
