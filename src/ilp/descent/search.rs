//! Programs by size, descent by descent.
//!
//! Of each size the ways to make it come one after the other ([`stages`](super::stages)), on all
//! descents: programs of one caller in [`pairs`](super::pairs), of two with the same descent in
//! [`callers`](super::callers), of two with a descent each in [`crossed`](super::crossed).

use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

use super::{
    super::{Bits, clause::Clause, task::Value, tester::Stopped},
    Verdict,
    bodies::{Bodies, Condition, Conditions, World},
    calls::{Budget, Calls, Halt},
    chains::{Chains, Descent, Written, descents, written},
    crossed::Graph,
    fragment::{Answer, Fragment},
    leaves::{EMPTY, Leaf, Leaves},
    pairs::{PAIRS, Pair},
    results::{Missing, Outcome, outcomes},
    stages::{DESCENT, Stage},
    sweep::{Caller, Ground, Run, Swept},
    syntax::{Literal, Parts, Set, Syntax, Term},
};
use crate::relation::Tuples;

/// The most literals of terms and tests.
pub(super) const TESTS: usize = 5;

/// The most of each that are made for a number of literals.
pub(super) const CONDITIONS: usize = 20_000;
pub(super) const LEAVES: usize = 10_000;
pub(super) const OUTCOMES: usize = 20_000;
pub(super) const CALLERS: usize = 20_000;

/// How much work may be done on two descents together: there are many pairs of them.
const CROSSING: u64 = super::WORK / 4;

/// The programs on one descent.
pub(super) struct Arena {
    pub descent: Descent,
    pub chains: Chains,
    pub bodies: Bodies,
    /// Of leaves, and of callers.
    pub free: Conditions,
    pub guards: Conditions,
    /// How many states each guard holds at from the start of the chain of each example on.
    pub leads: Vec<u16>,
    pub leaves: Leaves,
    pub outcomes: Vec<Outcome>,
    /// Up to so many literals besides the descent's.
    reach: Option<usize>,
    pub pairs: Vec<Pair>,
}

impl Arena {
    pub fn new(
        fragment: &Fragment<'_>,
        descent: Descent,
        chains: Chains,
        syntax: &Syntax,
    ) -> Arena {
        let states = chains.states.len();
        Arena {
            bodies: Bodies::new(fragment, &chains),
            free: Conditions::new(Set::default(), true, states, syntax),
            guards: Conditions::new(descent.set, false, states, syntax),
            leads: Vec::new(),
            leaves: Leaves::default(),
            outcomes: Vec::new(),
            reach: None,
            pairs: Vec::new(),
            descent,
            chains,
        }
    }
}

/// A caller as it is written: a guard, an outcome, and the arguments of its call.
pub(super) type Part<'p> = (&'p Condition, &'p Outcome, &'p [Term]);

/// One leaf or two; the second place may be empty.
pub(super) type LeafSet = [u32; 2];

/// The leaves of a set.
fn members(set: &LeafSet) -> impl Iterator<Item = usize> {
    let places = set.iter().take_while(|&&leaf| leaf != EMPTY);
    places.map(|&leaf| leaf as usize)
}

/// What is asked of a program that covers the positive examples and no negative one, or that costs
/// less than the best.
pub(super) type Judge<'j> = dyn FnMut(&[Clause]) -> Result<Verdict, Stopped> + 'j;

pub(super) struct Search<'s, 'a> {
    pub fragment: &'s Fragment<'a>,
    pub calls: Calls<'a>,
    pub syntax: Syntax,
    pub budget: Budget<'a>,
    /// The inputs of the examples, positive ones first, and their outputs.
    pub examples: Vec<Vec<Value>>,
    pub wanted: Vec<Answer>,
    pub positives: usize,
    /// If errors are allowed, what a program must cost less than: its size and its errors.
    pub cost: Option<usize>,
    /// How many errors a program of the size that is searched may make.
    pub slack: usize,
    /// The most states of a chain.
    pub states: usize,
    /// What the bias may tell clauses apart by.
    pub marks: &'s dyn Fn(&Clause) -> Vec<bool>,
    pub judge: &'s mut Judge<'s>,
    written: Vec<Written>,
    pub arenas: Vec<Arena>,
    /// For two of them; `None` if their descents together make no graph.
    pub graphs: HashMap<(usize, usize), Option<Graph>>,
    /// How much work may still be done on those.
    crossing: u64,
    seen: HashSet<(Vec<Value>, Vec<Vec<u32>>)>,
}

impl<'s, 'a> Search<'s, 'a> {
    pub fn new(
        fragment: &'s Fragment<'a>,
        calls: Calls<'a>,
        budget: Budget<'a>,
        (examples, wanted, positives): (Vec<Vec<Value>>, Vec<Answer>, usize),
        (states, cost): (usize, Option<usize>),
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
            cost,
            slack: 0,
            states,
            marks,
            judge,
            written: Vec::new(),
            arenas: Vec::new(),
            graphs: HashMap::new(),
            crossing: CROSSING,
            seen: HashSet::new(),
        }
    }

    /// The programs of one size; whether the judge took one, or none of this size can be of use.
    pub fn size(&mut self, size: usize) -> Result<bool, Halt> {
        if let Some(cost) = self.cost {
            let Some(slack) = cost.checked_sub(size + 1) else {
                return Ok(true);
            };
            self.slack = slack;
        }
        // A leaf has two literals, a caller two and its descent.
        if let Some(literals) = size.checked_sub(4).filter(|&n| (1..=DESCENT).contains(&n)) {
            self.descend(literals)?;
        }
        if size == 5 {
            self.descend(0)?;
        }
        // What is made of few literals comes first: to make what has more takes much longer.
        let mut stages: Vec<(usize, usize, Stage)> = Vec::new();
        for (number, arena) in self.arenas.iter().enumerate() {
            let own = arena.descent.set.len();
            let all = self.stages(size, own).into_iter();
            stages.extend(all.map(|stage| (stage.depth(own), number, stage)));
        }
        stages.sort_by_key(|&(depth, number, _)| (depth, number));
        for (_, number, stage) in stages {
            let mut arena = self.arenas.swap_remove(number);
            let found = self.stage(&mut arena, stage);
            self.arenas.push(arena);
            let last = self.arenas.len() - 1;
            self.arenas.swap(number, last);
            if found? {
                return Ok(true);
            }
        }
        if self.fragment.clauses < 3 || self.cost.is_some() {
            return Ok(false);
        }
        let all = self.budget.left;
        self.budget.left = all.min(self.crossing);
        let given = self.budget.left;
        let found = self.crossed(size);
        let done = given - self.budget.left;
        self.budget.left = all - done;
        self.crossing -= done;
        match found {
            Err(Halt::Spent) if self.budget.left > 0 => {
                self.crossing = 0;
                self.budget.cut_short = true;
                Ok(false)
            }
            found => found,
        }
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
            let arena = Arena::new(self.fragment, descent, chains, world.syntax);
            self.arenas.push(arena);
        }
        Ok(())
    }

    fn stage(&mut self, arena: &mut Arena, stage: Stage) -> Result<bool, Halt> {
        self.make_leaves(arena, stage.leaves[0].max(stage.leaves[1]))?;
        let leaves = self.leaves(arena, stage.leaves)?;
        if leaves.is_empty() {
            return Ok(false);
        }
        self.make_callers(arena, stage.reach)?;
        match stage.callers {
            1 => self.pairs(arena, stage, &leaves),
            _ => self.two_callers(arena, stage.more, &leaves),
        }
    }

    /// Makes the leaves of up to so many literals.
    fn make_leaves(&mut self, arena: &mut Arena, literals: usize) -> Result<(), Halt> {
        let positives = self.positives;
        let (fragment, marks) = (self.fragment, self.marks);
        let wanted = match fragment.clauses {
            2 => positives.saturating_sub(self.slack).max(1),
            _ => 1,
        };
        let mut world = self.world();
        arena.bodies.grow(&mut world, literals)?;
        let tests = &arena.bodies.tests;
        while arena.free.level() < literals {
            arena.free.grow(tests, CONDITIONS, world.budget)?;
        }
        while arena.leaves.level() < literals {
            let ground = (&arena.bodies, &arena.free);
            let chains = (&arena.chains, positives, wanted);
            arena
                .leaves
                .grow(&mut world, ground, chains, LEAVES, marks)?;
        }
        Ok(())
    }

    /// Makes the guards and outcomes of up to so many literals besides the descent's.
    fn make_callers(&mut self, arena: &mut Arena, more: usize) -> Result<(), Halt> {
        let set = arena.descent.set;
        let mut world = self.world();
        let deep = (more + set.len()).min(TESTS);
        arena.bodies.grow(&mut world, deep)?;
        let tests = &arena.bodies.tests;
        while arena.guards.level() < more {
            arena.guards.grow(tests, CONDITIONS, world.budget)?;
        }
        // Pairs name outcomes by their places.
        let known = arena.reach;
        if known.is_none_or(|known| known < more) {
            let mut new = outcomes(&mut world, &arena.bodies, &set, more, OUTCOMES)?;
            new.retain(|outcome| known.is_none_or(|known| outcome.more > known));
            arena.outcomes.extend(new);
            arena.reach = Some(more);
        }
        Ok(())
    }

    /// The sets of leaves whose bodies have so many literals together, that can answer for each
    /// positive example, or for as many as needed.
    pub fn leaves(&mut self, arena: &Arena, [few, many]: [usize; 2]) -> Result<Vec<LeafSet>, Halt> {
        let all = &arena.leaves.all;
        let complete = |fires: &Bits| fires.count() + self.slack >= self.positives;
        if many == 0 {
            let one = arena.leaves.of(few);
            let one = one.filter(|&leaf| complete(&all[leaf].fires));
            return Ok(one.map(|leaf| [leaf as u32, EMPTY]).collect());
        }
        // With errors a leaf must pay for itself: it has a head as well.
        let least = |leaf: usize| match self.cost {
            None => 1,
            Some(_) => all[leaf].literals + 2,
        };
        let mut found = Vec::new();
        for one in arena.leaves.of(few) {
            let others: Range<usize> = arena.leaves.of(many);
            self.budget.spend(others.len() / 8 + 1)?;
            if all[one].fires.count() < least(one) {
                continue;
            }
            for other in others {
                if other <= one && few == many {
                    continue;
                }
                let mut fires = all[one].fires.clone();
                fires.or(&all[other].fires);
                if complete(&fires) && all[other].fires.count() >= least(other) {
                    found.push([one as u32, other as u32]);
                }
            }
            if found.len() > PAIRS {
                self.budget.cut_short = true;
                return Ok(found);
            }
        }
        Ok(found)
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
        callers: &[Part<'_>],
    ) -> Result<bool, Halt> {
        let bodies = &arena.bodies;
        let mut program: Vec<Option<Clause>> = Vec::new();
        for leaf in members(leaves) {
            let leaf = &arena.leaves.all[leaf];
            let parts = Parts {
                set: leaf.set,
                outputs: leaf.terms(bodies),
                ..Parts::default()
            };
            program.push(parts.clause(self.fragment, &self.syntax));
        }
        for (guard, outcome, call) in callers {
            let Some(set) = guard.set.or(&outcome.set) else {
                return Ok(false);
            };
            let steps: Vec<Literal> = outcome.literals(bodies);
            let parts = outcome.parts(bodies, set, call, &steps);
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
        match (self.judge)(&program)? {
            Verdict::Taken => Ok(true),
            Verdict::Refused => Ok(false),
            Verdict::Costs(cost) => {
                // Of the same size only fewer errors are of use.
                let gained = self.cost.map_or(0, |known| known.saturating_sub(cost));
                self.slack = self.slack.saturating_sub(gained);
                self.cost = self.cost.map(|known| known.min(cost));
                Ok(false)
            }
        }
    }
}
