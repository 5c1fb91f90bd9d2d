//! The sets of callers that may stand in one program.

use crate::ilp::tester::Stopped;

use super::{super::clauses::ClauseId, Generator, lattice::Kind};

impl Generator<'_> {
    /// The sets of callers of at most this size together that may stand in one program.
    pub fn caller_sets(&self, size: usize) -> Result<Vec<Vec<ClauseId>>, Stopped> {
        let callers = self.parts(&self.lattices[Kind::Callers]);
        let mut sets = Vec::new();
        let mut chosen = Vec::new();
        self.choose(&callers, 0, size, &mut chosen, &mut sets)?;
        Ok(sets)
    }

    fn choose(
        &self,
        callers: &[ClauseId],
        from: usize,
        size: usize,
        chosen: &mut Vec<ClauseId>,
        sets: &mut Vec<Vec<ClauseId>>,
    ) -> Result<(), Stopped> {
        for (index, &id) in callers.iter().enumerate().skip(from) {
            self.judge.look()?;
            let own = self.clauses.get(id).size();
            if own > size {
                continue;
            }
            chosen.push(id);
            let mask = chosen.iter().fold(0, |mask, &id| {
                let entry = self.clauses.get(id);
                mask | entry.calls | 1 << entry.of
            });
            if self.language.one_shape(mask) {
                if self.hangs_together(chosen) {
                    sets.push(chosen.clone());
                }
                if chosen.len() + 1 < self.most {
                    self.choose(callers, index + 1, size - own, chosen, sets)?;
                }
            }
            chosen.pop();
        }
        Ok(())
    }

    /// Whether each clause is for a head, or for a predicate that the clauses before it in some
    /// order call, and no clauses could as well be learned apart from the others.
    fn hangs_together(&self, set: &[ClauseId]) -> bool {
        let entries = || set.iter().map(|&id| self.clauses.get(id));
        let heads = (1u64 << self.language.heads) - 1;
        let defined = entries().fold(0, |mask, entry| mask | 1 << entry.of);
        let called = entries().fold(0, |mask, entry| mask | entry.calls);
        let reached = self.reached(set, defined & heads);
        let apart = called & heads == 0 && {
            let roots = entries().filter(|entry| entry.of < self.language.heads);
            let mut apart: Vec<u64> = roots.map(|entry| self.reached(set, entry.calls)).collect();
            let mut joined = apart.pop().unwrap_or_default();
            // As many rounds as there are roots join all that are connected.
            for _ in 0..apart.len() {
                apart.retain(|&root| {
                    let connected = root & joined != 0;
                    joined |= if connected { root } else { 0 };
                    !connected
                });
            }
            !apart.is_empty()
        };
        defined & !reached == 0 && self.is_gapless(reached) && !apart
    }

    /// Whether the symbols of invented predicates are the first ones, without a gap.
    pub(super) fn is_gapless(&self, mask: u64) -> bool {
        let used = (self.language.heads..self.language.learned.len())
            .filter(|learned| mask >> learned & 1 == 1)
            .fold(0u64, |symbols, learned| {
                symbols | 1 << self.language.symbol[learned]
            });
        let used = used >> 1;
        (used & (used + 1)) == 0
    }

    /// The learned predicates that clauses of some of them call, directly or not, and these.
    fn reached(&self, set: &[ClauseId], from: u64) -> u64 {
        let mut reached = from;
        loop {
            let before = reached;
            for &id in set {
                let entry = self.clauses.get(id);
                if reached >> entry.of & 1 == 1 {
                    reached |= entry.calls;
                }
            }
            if reached == before {
                return reached;
            }
        }
    }
}
