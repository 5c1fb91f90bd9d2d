//! Programs by size, descent by descent.
//!
//! A leaf and an outcome are tried together first, as if every guard held: what covers not all
//! positive examples then is in no program (a caller with a guard is a specialisation). For those
//! that are left it is known which states the guard must hold at (those above the leaf, on the
//! chains of positive examples), and which sets of states it must not all hold at (those above the
//! leaf on the chain of a negative one). So guards are told apart by a few words of bits.

use std::{collections::HashSet, ops::Range};

use super::{
    super::{Bits, clause::Clause, relations::Tuples, task::Value, tester::Stopped},
    bodies::{Bodies, Condition, Conditions, World},
    calls::{Budget, Calls, Halt},
    chains::{Chains, Descent, Written, descents, written},
    fragment::Fragment,
    leaves::{Leaf, Leaves},
    results::{Missing, Outcome, outcomes},
    sweep::{Caller, Ground, Run, Swept},
    syntax::{Literal, Parts, Set, Syntax},
};

/// The most literals of a descent, of a leaf's body, and of a caller's body besides its descent.
const DESCENT: usize = 3;
const LEAF: usize = 4;
pub(super) const MORE: usize = 4;

/// The most literals of terms and tests.
const TESTS: usize = 5;

/// The most of each that are made for a number of literals.
const CONDITIONS: usize = 20_000;
const LEAVES: usize = 10_000;
const OUTCOMES: usize = 20_000;
pub(super) const CALLERS: usize = 20_000;

/// How many pairs of leaves and outcome are tried at a time.
const PAIRS: usize = 1 << 16;

/// The programs on one descent.
pub(super) struct Arena {
    descent: Descent,
    pub chains: Chains,
    bodies: Bodies,
    /// Of leaves, and of callers.
    free: Conditions,
    pub guards: Conditions,
    pub leaves: Leaves,
    pub outcomes: Vec<Outcome>,
    /// Up to so many literals besides the descent's.
    reach: usize,
    pairs: Vec<Pair>,
}

/// One leaf or two; the second place may be empty.
pub(super) type LeafSet = [u32; 2];

/// An empty place.
const EMPTY: u32 = u32::MAX;

/// The leaves of a set.
fn members(set: &LeafSet) -> impl Iterator<Item = usize> {
    let places = set.iter().take_while(|&&leaf| leaf != EMPTY);
    places.map(|&leaf| leaf as usize)
}

/// Leaves and an outcome that cover all positive examples if every guard holds.
struct Pair {
    leaves: LeafSet,
    outcome: usize,
    /// Where the guard must hold.
    needed: Bits,
    /// Where it must not hold everywhere.
    refused: Vec<Bits>,
}

/// What is asked of a program that covers the positive examples and no negative one.
pub(super) type Judge<'j> = dyn FnMut(&[Clause]) -> Result<bool, Stopped> + 'j;

pub(super) struct Search<'s, 'a> {
    pub fragment: &'s Fragment<'a>,
    pub calls: Calls<'a>,
    pub syntax: Syntax,
    pub budget: Budget<'a>,
    /// The inputs of the examples, positive ones first, and their outputs.
    pub examples: Vec<Vec<Value>>,
    pub wanted: Vec<Value>,
    pub positives: usize,
    /// The most states of a chain.
    pub states: usize,
    /// What the bias may tell clauses apart by.
    pub marks: &'s dyn Fn(&Clause) -> Vec<bool>,
    pub judge: &'s mut Judge<'s>,
    written: Vec<Written>,
    arenas: Vec<Arena>,
    seen: HashSet<(Vec<Value>, Vec<Vec<u32>>)>,
}

impl<'s, 'a> Search<'s, 'a> {
    pub fn new(
        fragment: &'s Fragment<'a>,
        calls: Calls<'a>,
        budget: Budget<'a>,
        (examples, wanted, positives): (Vec<Vec<Value>>, Vec<Value>, usize),
        states: usize,
        marks: &'s dyn Fn(&Clause) -> Vec<bool>,
        judge: &'s mut Judge<'s>,
    ) -> Search<'s, 'a> {
        Search {
            fragment,
            calls,
            syntax: Syntax::default(),
            budget,
            examples,
            wanted,
            positives,
            states,
            marks,
            judge,
            written: Vec::new(),
            arenas: Vec::new(),
            seen: HashSet::new(),
        }
    }

    /// The programs of one size; whether the judge took one.
    pub fn size(&mut self, size: usize) -> Result<bool, Halt> {
        // A leaf has two literals, a caller two and its descent.
        if let Some(literals) = size.checked_sub(4).filter(|&n| (1..=DESCENT).contains(&n)) {
            self.descend(literals)?;
        }
        if size == 5 {
            self.descend(0)?;
        }
        for number in 0..self.arenas.len() {
            let mut arena = self.arenas.swap_remove(number);
            let found = self.arena(&mut arena, size);
            self.arenas.push(arena);
            let last = self.arenas.len() - 1;
            self.arenas.swap(number, last);
            if found? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn world(&mut self) -> World<'_, 'a> {
        World {
            fragment: self.fragment,
            calls: &mut self.calls,
            syntax: &mut self.syntax,
            budget: &mut self.budget,
        }
    }

    /// Takes up the descents of so many literals.
    fn descend(&mut self, literals: usize) -> Result<(), Halt> {
        let mut world = World {
            fragment: self.fragment,
            calls: &mut self.calls,
            syntax: &mut self.syntax,
            budget: &mut self.budget,
        };
        self.written = written(&mut world, literals)?;
        for descent in descents(&mut world, &self.written, literals)? {
            let examples = (self.examples.as_slice(), self.positives);
            let Some(chains) = descent.chains(&mut world, examples, self.states)? else {
                continue;
            };
            let key = (chains.states.cells().to_vec(), chains.of.clone());
            if !self.seen.insert(key) {
                continue;
            }
            let states = chains.states.len();
            self.arenas.push(Arena {
                bodies: Bodies::new(self.fragment, &chains),
                free: Conditions::new(Set::default(), true, states, world.syntax),
                guards: Conditions::new(descent.set, false, states, world.syntax),
                leaves: Leaves::default(),
                outcomes: Vec::new(),
                reach: usize::MAX,
                pairs: Vec::new(),
                descent,
                chains,
            });
        }
        Ok(())
    }

    fn arena(&mut self, arena: &mut Arena, size: usize) -> Result<bool, Halt> {
        let own = arena.descent.set.len();
        // What is left for leaves' bodies and for what callers have besides the descent.
        let Some(left) = size.checked_sub(3 + own).filter(|&left| left > 0) else {
            return Ok(false);
        };
        self.prepare(arena, left)?;
        if self.pairs(arena, 1, left)? {
            return Ok(true);
        }
        if self.fragment.clauses >= 3 {
            if let Some(left) = left.checked_sub(1).filter(|&left| left > 1)
                && self.pairs(arena, 2, left)?
            {
                return Ok(true);
            }
            if let Some(left) = left.checked_sub(2 + own).filter(|&left| left > 0)
                && self.two_callers(arena, left)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Makes what programs of this size may be made of.
    fn prepare(&mut self, arena: &mut Arena, left: usize) -> Result<(), Halt> {
        let (states, positives) = (arena.chains.states.len(), self.positives);
        let (fragment, marks) = (self.fragment, self.marks);
        let literals = left.min(LEAF);
        let more = (left - 1).min(MORE);
        let own = arena.descent.set.len();
        let wanted = match fragment.clauses {
            2 => positives,
            _ => 1,
        };
        let mut world = self.world();
        debug_assert!(states > 0);
        arena
            .bodies
            .grow(&mut world, literals.max(more + own).min(TESTS))?;
        while arena.free.level() < literals {
            arena
                .free
                .grow(&arena.bodies.tests, CONDITIONS, world.budget)?;
        }
        while arena.guards.level() < more {
            arena
                .guards
                .grow(&arena.bodies.tests, CONDITIONS, world.budget)?;
        }
        while arena.leaves.level() < literals {
            let ground = (&arena.bodies, &arena.free);
            let chains = (&arena.chains, positives, wanted);
            arena
                .leaves
                .grow(&mut world, ground, chains, LEAVES, marks)?;
        }
        if arena.reach != more {
            let set = &arena.descent.set;
            arena.outcomes = outcomes(&mut world, &arena.bodies, set, more, OUTCOMES)?;
            arena.reach = more;
        }
        Ok(())
    }

    /// Programs of `count` leaves and one caller, with `left` literals in the leaves' bodies and in
    /// the caller's besides its descent.
    fn pairs(&mut self, arena: &mut Arena, count: usize, left: usize) -> Result<bool, Halt> {
        let mut open: Vec<(LeafSet, usize)> = Vec::new();
        for literals in count..=left {
            let more = left - literals;
            let outcomes: Vec<usize> = (0..arena.outcomes.len())
                .filter(|&number| arena.outcomes[number].more == more)
                .collect();
            if outcomes.is_empty() {
                continue;
            }
            for leaves in self.leaves(arena, count, literals)? {
                self.budget.spend(outcomes.len())?;
                open.extend(outcomes.iter().map(|&outcome| (leaves, outcome)));
                if open.len() > PAIRS {
                    self.try_pairs(arena, std::mem::take(&mut open))?;
                }
            }
        }
        self.try_pairs(arena, open)?;
        for number in 0..arena.pairs.len() {
            if members(&arena.pairs[number].leaves).count() == count
                && self.guarded(arena, number, left)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The sets of leaves whose bodies have so many literals together, that can answer for each
    /// positive example.
    pub fn leaves(
        &mut self,
        arena: &Arena,
        count: usize,
        literals: usize,
    ) -> Result<Vec<LeafSet>, Halt> {
        let all = &arena.leaves.all;
        let complete = |fires: &Bits| fires.count() == self.positives;
        if count == 1 {
            let one = arena.leaves.of(literals);
            let one = one.filter(|&leaf| complete(&all[leaf].fires));
            return Ok(one.map(|leaf| [leaf as u32, EMPTY]).collect());
        }
        let mut found = Vec::new();
        for fewer in 1..=literals / 2 {
            for one in arena.leaves.of(fewer) {
                let others: Range<usize> = arena.leaves.of(literals - fewer);
                self.budget.spend(others.len() / 8 + 1)?;
                for other in others {
                    if other <= one && fewer * 2 == literals {
                        continue;
                    }
                    let mut fires = all[one].fires.clone();
                    fires.or(&all[other].fires);
                    if complete(&fires) && !all[other].fires.is_subset(&Bits::empty(self.positives))
                    {
                        found.push([one as u32, other as u32]);
                    }
                }
            }
        }
        Ok(found)
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
        let mut above = std::mem::take(&mut run.above);
        above.clear();
        for example in 0..self.positives {
            match ground.sweep(example, chosen, &callers, run) {
                Swept::Covered(states) => above.push(states),
                Swept::Open => break,
            }
        }
        run.above = above;
        if run.above.len() < self.positives || !run.missing.is_empty() {
            return None;
        }
        let mut needed = Bits::empty(arena.chains.states.len());
        for (example, &states) in run.above.iter().enumerate() {
            needed.or(&ground.prefix(example, states));
        }
        let mut refused = Vec::new();
        for example in self.positives..self.examples.len() {
            let swept = ground.sweep(example, chosen, &callers, run);
            if let (true, Swept::Covered(states)) = (run.missing.is_empty(), swept) {
                let prefix = ground.prefix(example, states);
                if prefix.is_subset(&needed) {
                    return None;
                }
                if !refused.contains(&prefix) {
                    refused.push(prefix);
                }
            }
        }
        Some(Pair {
            leaves,
            outcome,
            needed,
            refused,
        })
    }

    pub fn ground<'g>(&'g self, arena: &'g Arena) -> Ground<'g, 'a> {
        Ground {
            chains: &arena.chains,
            bodies: &arena.bodies,
            calls: &self.calls,
            wanted: &self.wanted,
        }
    }

    /// Asks what was not known.
    pub fn ask(&mut self, missing: &mut Vec<Missing>) -> Result<(), Halt> {
        for predicate in 0..self.fragment.known.len() {
            let width = self.fragment.known[predicate].ins.len();
            let mut keys = Tuples::new(width);
            for (_, key) in missing.iter().filter(|(of, _)| *of == predicate) {
                let _ = keys.insert(key);
            }
            let work = self.calls.ask(predicate, &keys)?;
            self.budget.spend(work)?;
        }
        missing.clear();
        Ok(())
    }

    /// Tries the guards that a pair can have.
    fn guarded(&mut self, arena: &Arena, number: usize, left: usize) -> Result<bool, Halt> {
        let pair = &arena.pairs[number];
        let outcome = &arena.outcomes[pair.outcome];
        let leaves = members(&pair.leaves).map(|leaf| arena.leaves.all[leaf].set.len());
        let Some(room) = left.checked_sub(leaves.sum::<usize>() + outcome.more) else {
            return Ok(false);
        };
        for more in room..=room.max(outcome.more + room).min(arena.guards.level()) {
            let guards = arena.guards.of(more);
            self.budget.spend(guards.len() / 8 + 1)?;
            for guard in guards {
                if guard.set.beyond(&outcome.set) != room || !pair.fits(&guard.mask) {
                    continue;
                }
                if self.verify(arena, &pair.leaves, &[(guard, outcome)])? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Whether a program covers the positive examples and no negative one.
    pub fn covers(
        &self,
        arena: &Arena,
        leaves: &[&Leaf],
        callers: &[Caller<'_>],
        run: &mut Run,
    ) -> bool {
        let ground = self.ground(arena);
        (0..self.examples.len()).all(|example| {
            let swept = ground.sweep(example, leaves, callers, run);
            (swept != Swept::Open) == (example < self.positives)
        })
    }

    /// Writes a program down, and has it judged if it is one of the bias.
    pub fn verify(
        &mut self,
        arena: &Arena,
        leaves: &LeafSet,
        callers: &[(&Condition, &Outcome)],
    ) -> Result<bool, Halt> {
        let bodies = &arena.bodies;
        let mut program: Vec<Option<Clause>> = Vec::new();
        for leaf in members(leaves) {
            let leaf = &arena.leaves.all[leaf];
            let parts = Parts {
                set: leaf.set,
                output: leaf.output.map(|output| bodies.outputs[output].term),
                ..Parts::default()
            };
            program.push(parts.clause(self.fragment, &self.syntax));
        }
        for (guard, outcome) in callers {
            let Some(set) = guard.set.or(&outcome.set) else {
                return Ok(false);
            };
            let steps: Vec<Literal> = outcome.literals(bodies);
            let parts = outcome.parts(bodies, set, &arena.descent.call, &steps);
            program.push(parts.clause(self.fragment, &self.syntax));
        }
        let Some(program) = program.into_iter().collect::<Option<Vec<Clause>>>() else {
            return Ok(false);
        };
        if !program.iter().all(|clause| self.fragment.admits(clause)) {
            return Ok(false);
        }
        let program: Vec<Clause> = program
            .iter()
            .map(|clause| self.fragment.canonical(clause))
            .collect();
        Ok((self.judge)(&program)?)
    }
}

impl Pair {
    fn fits(&self, guard: &Bits) -> bool {
        self.needed.is_subset(guard) && !self.refused.iter().any(|refused| refused.is_subset(guard))
    }
}
