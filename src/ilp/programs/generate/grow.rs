//! How the lattices grow: clauses whose specialisations are wanted are specialised by one literal.

use crate::ilp::{Bits, clause::Literal, tester::Stopped};

use super::{
    super::{clauses::ClauseId, judge::Tested},
    Generator,
    lattice::Kind,
};

impl Generator<'_> {
    pub(super) fn grow_chains(&mut self, most: usize) -> Result<bool, Stopped> {
        let mut changed = false;
        loop {
            let taken = self.lattices[Kind::Chains].take(most.saturating_sub(1));
            if taken.is_empty() {
                return Ok(changed);
            }
            changed = true;
            let made = self.children(Kind::Chains, &taken, |_| true)?;
            self.place(Kind::Chains, &made)?;
        }
    }

    pub(super) fn grow_callers(&mut self, most: usize) -> Result<bool, Stopped> {
        let language = self.language;
        let mut changed = false;
        loop {
            let later = self.seeds.split_off(&(most, 0));
            let seeds = std::mem::replace(&mut self.seeds, later);
            let mut taken = self.lattices[Kind::Callers].take(most);
            taken.retain(|id| {
                let size = self.clauses.get(*id).size() + 1;
                let first = self.first.get(id);
                first.is_none_or(|first| self.may_improve(first, size))
            });
            if seeds.is_empty() && taken.is_empty() {
                return Ok(changed);
            }
            changed = true;
            let seeds: Vec<ClauseId> = seeds.into_iter().map(|(_, id)| id).collect();
            let calls = |literal: &Literal| language.learned(literal.predicate).is_some();
            let mut made = self.children(Kind::Callers, &seeds, calls)?;
            // From a chain only what has no smaller caller.
            made.retain(|&child| {
                let mut parents = self.clauses.get(child).parents.iter();
                parents.all(|&parent| self.clauses.get(parent).calls == 0)
            });
            made.extend(self.children(Kind::Callers, &taken, |_| true)?);
            made.sort_unstable();
            made.dedup();
            let made = self.postpone(Kind::Callers, made, most);
            self.place(Kind::Callers, &made)?;
        }
    }

    pub(super) fn grow_leaves(&mut self, most: usize) -> Result<bool, Stopped> {
        let mut changed = false;
        loop {
            let taken = self.lattices[Kind::Leaves].take(most);
            if taken.is_empty() {
                return Ok(changed);
            }
            changed = true;
            let made = self.children(Kind::Leaves, &taken, |_| true)?;
            let made = self.postpone(Kind::Leaves, made, most);
            self.place(Kind::Leaves, &made)?;
        }
    }

    /// Makes and tests the clauses without calls that have `body` literals, as programs of their
    /// own. Those that are `dominated`, by their size and what they cover, are not specialised.
    pub fn grow_singles(
        &mut self,
        body: usize,
        dominated: &dyn Fn(usize, &Bits) -> bool,
    ) -> Result<Vec<(ClauseId, Tested)>, Stopped> {
        let postponed = self.lattices[Kind::Singles].postponed();
        let mut found = self.place_singles(&postponed, dominated)?;
        loop {
            let most = body.min(self.language.bias.max_body);
            let taken = self.lattices[Kind::Singles].take(most);
            if taken.is_empty() {
                return Ok(found);
            }
            let made = self.children(Kind::Singles, &taken, |_| true)?;
            let made = self.postpone(Kind::Singles, made, body);
            found.extend(self.place_singles(&made, dominated)?);
        }
    }

    /// Leaves those clauses of `most` literals that are no parts of programs for when they are to be
    /// specialised; the others.
    fn postpone(&mut self, kind: Kind, made: Vec<ClauseId>, most: usize) -> Vec<ClauseId> {
        let (now, later): (Vec<ClauseId>, Vec<ClauseId>) = made.into_iter().partition(|&id| {
            let entry = self.clauses.get(id);
            entry.admissible || entry.clause.body.len() < most
        });
        self.lattices[kind].postpone(later);
        now
    }

    /// The specialisations of clauses that a lattice does not hold yet and that are due there.
    fn children(
        &mut self,
        kind: Kind,
        from: &[ClauseId],
        wanted: impl Fn(&Literal) -> bool + Sync,
    ) -> Result<Vec<ClauseId>, Stopped> {
        let spaces = match kind {
            Kind::Callers => &self.spaces,
            _ => &self.backgrounds,
        };
        let of: Vec<usize> = from.iter().map(|&id| self.clauses.get(id).of).collect();
        let space = |index: usize| &spaces[of[index]];
        let (language, stop) = (self.language, self.judge.cancel());
        self.lattices[kind].specialise(language, space, &mut self.clauses, from, wanted, stop)
    }
}
