//! Programs of one leaf or two and one caller.
//!
//! A leaf and an outcome are tried together first, as if every guard held: what covers not all
//! positive examples then is in no program (a caller with a guard is a specialisation). For those
//! that are left it is known which states the guard must hold at (those above the leaf, on the
//! chains of positive examples), and which sets of states it must not all hold at (those above the
//! leaf on the chain of a negative one). What matters of a guard is how many states of each chain it
//! holds at from the first one on: a number for each example.
//!
//! Where errors are allowed the program of the least cost is wanted, its size and its errors: a part
//! that leaves so many positive examples uncovered that a program of this size would cost as much as
//! the best one is in no program that is of use.

use super::{
    super::Bits,
    calls::Halt,
    leaves::EMPTY,
    results::Missing,
    search::{Arena, LeafSet, Search},
    stages::Stage,
    sweep::{Caller, Run, Swept},
};

/// How many pairs of leaves and outcome are tried at a time.
pub(super) const PAIRS: usize = 1 << 16;

/// Leaves and an outcome that cover all positive examples if every guard holds, or as many as needed.
pub(super) struct Pair {
    leaves: LeafSet,
    outcome: usize,
    /// For each example at how many states of its chain the guard must hold for it to be covered.
    above: Box<[u16]>,
}

/// No guard makes the example covered.
const NEVER: u16 = u16::MAX;

impl Search<'_, '_> {
    /// Programs of some leaves and one caller.
    pub fn pairs(
        &mut self,
        arena: &mut Arena,
        stage: Stage,
        leaves: &[LeafSet],
    ) -> Result<bool, Halt> {
        let more = stage.more[0];
        let outcomes: Vec<usize> = (0..arena.outcomes.len())
            .filter(|&number| arena.outcomes[number].more == more)
            .collect();
        let mut open: Vec<(LeafSet, usize)> = Vec::new();
        for &leaves in leaves.iter().filter(|_| !outcomes.is_empty()) {
            self.budget.spend(outcomes.len())?;
            open.extend(outcomes.iter().map(|&outcome| (leaves, outcome)));
            if open.len() > PAIRS {
                self.try_pairs(arena, std::mem::take(&mut open))?;
            }
        }
        self.try_pairs(arena, open)?;
        if !arena.pairs.is_empty() {
            self.lead(arena)?;
        }
        for number in 0..arena.pairs.len() {
            let pair = &arena.pairs[number];
            let place = |place: usize| match pair.leaves[place] {
                EMPTY => 0,
                leaf => arena.leaves.all[leaf as usize].literals,
            };
            if [place(0), place(1)] == stage.leaves && self.guarded(arena, number, more)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Finds out how long the guards hold on each chain.
    fn lead(&mut self, arena: &mut Arena) -> Result<(), Halt> {
        let examples = self.examples.len();
        let known = arena.leads.len() / examples;
        for guard in &arena.guards.all[known..] {
            self.budget.spend(examples)?;
            self.budget.keep(size_of::<u16>() * examples)?;
            arena.leads.extend(arena.chains.of.iter().map(|chain| {
                let holds = |&&state: &&u32| guard.mask.contains(state as usize);
                chain.iter().take_while(holds).count() as u16
            }));
        }
        Ok(())
    }

    /// Keeps those of the pairs that cover all positive examples if every guard holds.
    fn try_pairs(
        &mut self,
        arena: &mut Arena,
        mut open: Vec<(LeafSet, usize)>,
    ) -> Result<(), Halt> {
        let mut missing: Vec<Missing> = Vec::new();
        while !open.is_empty() {
            let mut again = Vec::new();
            let mut run = Run::default();
            for (leaves, outcome) in open {
                let pair = self.try_pair(arena, leaves, outcome, &mut run);
                self.budget.spend(std::mem::take(&mut run.work) + 1)?;
                if run.missing.is_empty() {
                    let bytes = pair
                        .as_ref()
                        .map_or(0, |pair| size_of_val(&*pair.above) + 48);
                    self.budget.keep(bytes)?;
                    arena.pairs.extend(pair);
                } else {
                    missing.append(&mut run.missing);
                    again.push((leaves, outcome));
                }
            }
            self.ask(&mut missing)?;
            open = again;
        }
        Ok(())
    }

    fn try_pair(
        &self,
        arena: &Arena,
        leaves: LeafSet,
        outcome: usize,
        run: &mut Run,
    ) -> Option<Pair> {
        let ground = self.ground(arena);
        let all = &arena.leaves.all;
        let first = &all[leaves[0] as usize];
        let both = [first, all.get(leaves[1] as usize).unwrap_or(first)];
        let chosen = &both[..1 + usize::from(leaves[1] != EMPTY)];
        let callers: [Caller<'_>; 1] = [(None, &arena.outcomes[outcome])];
        let mut above = vec![NEVER; self.examples.len()].into_boxed_slice();
        let mut uncovered = 0;
        // Where the guard must hold, if no errors are allowed.
        let mut needed = Bits::empty(arena.chains.states.len());
        for example in 0..self.positives {
            match ground.sweep(example, chosen, &callers, run) {
                Swept::Covered(states) => {
                    above[example] = states as u16;
                    if self.cost.is_none() {
                        needed.or(&ground.prefix(example, states));
                    }
                }
                Swept::Open => uncovered += 1,
            }
            if uncovered > self.slack {
                return None;
            }
        }
        for example in self.positives..self.examples.len() {
            if let Swept::Covered(states) = ground.sweep(example, chosen, &callers, run) {
                above[example] = states as u16;
                if self.cost.is_none() && ground.prefix(example, states).is_subset(&needed) {
                    return None;
                }
            }
        }
        Some(Pair {
            leaves,
            outcome,
            above,
        })
    }

    /// Tries the guards that a pair can have, with so many literals besides the descent's.
    fn guarded(&mut self, arena: &Arena, number: usize, more: usize) -> Result<bool, Halt> {
        let pair = &arena.pairs[number];
        let outcome = &arena.outcomes[pair.outcome];
        let Some(room) = more.checked_sub(outcome.more) else {
            return Ok(false);
        };
        for more in room..=room.max(outcome.more + room).min(arena.guards.level()) {
            let guards = arena.guards.range(more);
            let examples = self.examples.len();
            self.budget
                .spend(guards.len() * (1 + examples / 64) / 8 + 1)?;
            for number in guards {
                let guard = &arena.guards.all[number];
                if guard.set.beyond(&outcome.set) != room {
                    continue;
                }
                let leads = &arena.leads[number * examples..(number + 1) * examples];
                if self.errs(pair, leads) {
                    continue;
                }
                if self.verify(
                    arena,
                    &pair.leaves,
                    &[(guard, outcome, &arena.descent.call)],
                )? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Whether a program makes more errors than it may, with a guard that holds so long.
    fn errs(&self, pair: &Pair, leads: &[u16]) -> bool {
        let (positive, negative) = pair.above.split_at(self.positives);
        let (long, short) = leads.split_at(self.positives);
        let mut errors = 0;
        for (above, leads) in positive.chunks(64).zip(long.chunks(64)) {
            let pairs = above.iter().zip(leads);
            errors += pairs.map(|(a, l)| usize::from(a > l)).sum::<usize>();
            if errors > self.slack {
                return true;
            }
        }
        for (above, leads) in negative.chunks(64).zip(short.chunks(64)) {
            let pairs = above.iter().zip(leads);
            errors += pairs.map(|(a, l)| usize::from(a <= l)).sum::<usize>();
            if errors > self.slack {
                return true;
            }
        }
        false
    }
}
