//! Programs of one leaf and two callers with the same descent, as those that filter a list are.
//!
//! A caller that covers a negative example with the leaf is in no such program. Of the others two are
//! taken such that above the leaf one guard or the other holds.

use super::{
    super::Bits,
    bodies::Conditions,
    calls::Halt,
    leaves::Leaf,
    results::Outcome,
    search::{Arena, CALLERS, LeafSet, Search},
    sweep::{Caller, Run, Swept},
};

impl Search<'_, '_> {
    /// Programs of one of the leaves and two callers with so many literals besides their descents.
    pub fn two_callers(
        &mut self,
        arena: &mut Arena,
        [few, many]: [usize; 2],
        leaves: &[LeafSet],
    ) -> Result<bool, Halt> {
        let same = few == many;
        let of = (&arena.guards, arena.outcomes.as_slice());
        let (few, many) = (self.callers(of, few)?, self.callers(of, many)?);
        for leaf in leaves {
            if self.with_callers(arena, leaf, &few, &many, same)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The callers with so many literals besides the descent: guards and outcomes, by their numbers.
    pub(super) fn callers(
        &mut self,
        (guards, outcomes): (&Conditions, &[Outcome]),
        more: usize,
    ) -> Result<Vec<(usize, usize)>, Halt> {
        let mut found = Vec::new();
        for (number, outcome) in outcomes.iter().enumerate() {
            let Some(room) = more.checked_sub(outcome.more) else {
                continue;
            };
            self.budget.spend(guards.all.len() / 8 + 1)?;
            for (guard, condition) in guards.all.iter().enumerate() {
                if condition.set.beyond(&outcome.set) == room {
                    found.push((guard, number));
                }
            }
            if found.len() > CALLERS {
                self.budget.cut_short = true;
                break;
            }
        }
        Ok(found)
    }

    fn with_callers(
        &mut self,
        arena: &Arena,
        leaf: &LeafSet,
        few: &[(usize, usize)],
        many: &[(usize, usize)],
        same: bool,
    ) -> Result<bool, Halt> {
        let chosen = [&arena.leaves.all[leaf[0] as usize]];
        // Above the first state where the leaf holds some guard must hold.
        let mut needed = Bits::empty(arena.chains.states.len());
        for example in 0..self.positives {
            let chain = &arena.chains.of[example];
            let first = chain
                .iter()
                .take_while(|&&state| !chosen[0].mask.contains(state as usize));
            first.for_each(|&state| needed.insert(state as usize));
        }
        let few = self.consistent(arena, &chosen, few, &needed)?;
        let own = match same {
            true => None,
            false => Some(self.consistent(arena, &chosen, many, &needed)?),
        };
        let many = own.as_ref().unwrap_or(&few);
        let mut open: Vec<((usize, usize), (usize, usize))> = Vec::new();
        for (at, &one) in few.iter().enumerate() {
            let mut rest = needed.clone();
            rest.without(&arena.guards.all[one.0].mask);
            let from = if same { at + 1 } else { 0 };
            self.budget.spend(many.len() / 8 + 1)?;
            for &other in &many[from.min(many.len())..] {
                if rest.is_subset(&arena.guards.all[other.0].mask) {
                    open.push((one, other));
                }
            }
        }
        let (mut missing, mut run) = (Vec::new(), Run::default());
        while !open.is_empty() {
            let mut again = Vec::new();
            for (one, other) in open {
                let caller = |(guard, outcome): (usize, usize)| -> Caller<'_> {
                    (
                        Some(&arena.guards.all[guard].mask),
                        &arena.outcomes[outcome],
                    )
                };
                let callers = [caller(one), caller(other)];
                let covers = self.covers(arena, &chosen, &callers, &mut run);
                self.budget.spend(std::mem::take(&mut run.work) + 1)?;
                if !run.missing.is_empty() {
                    missing.append(&mut run.missing);
                    again.push((one, other));
                } else if covers {
                    let part = |(guard, outcome): (usize, usize)| {
                        let call = arena.descent.call.as_slice();
                        (&arena.guards.all[guard], &arena.outcomes[outcome], call)
                    };
                    if self.verify(arena, leaf, &[part(one), part(other)])? {
                        return Ok(true);
                    }
                }
            }
            self.ask(&mut missing)?;
            open = again;
        }
        Ok(false)
    }

    /// Those of the callers that do something where it is needed, and cover no negative example
    /// with the leaf: no part of a program does.
    fn consistent(
        &mut self,
        arena: &Arena,
        leaves: &[&Leaf],
        callers: &[(usize, usize)],
        needed: &Bits,
    ) -> Result<Vec<(usize, usize)>, Halt> {
        let mut open = callers.to_vec();
        let mut found = Vec::new();
        let (mut missing, mut run) = (Vec::new(), Run::default());
        while !open.is_empty() {
            let mut again = Vec::new();
            for caller in open {
                let guard = &arena.guards.all[caller.0].mask;
                if !guard.meets(needed) {
                    continue;
                }
                let one: [Caller<'_>; 1] = [(Some(guard), &arena.outcomes[caller.1])];
                let ground = self.ground(arena);
                let covered = (self.positives..self.examples.len())
                    .any(|example| ground.sweep(example, leaves, &one, &mut run) != Swept::Open);
                self.budget.spend(std::mem::take(&mut run.work) + 1)?;
                if !run.missing.is_empty() {
                    missing.append(&mut run.missing);
                    again.push(caller);
                } else if !covered {
                    found.push(caller);
                }
            }
            self.ask(&mut missing)?;
            open = again;
        }
        Ok(found)
    }
}
