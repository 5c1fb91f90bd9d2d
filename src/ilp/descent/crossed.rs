//! Programs of one leaf and two callers with a descent each, such as those that look into both
//! branches of a tree, or go through one of two lists.
//!
//! From an example on there is a graph of states, not a chain. If it has no cycle, what is answered at a
//! state follows from what is answered at the one or two after it. A caller that covers a negative
//! example with the leaf is in no such program; of the others two are taken such that one guard or
//! the other holds at each positive example that the leaf leaves open.

use super::{
    super::Bits,
    bodies::{Condition, Conditions, World},
    calls::Halt,
    chains::{Chains, Descent},
    fragment::Answer,
    leaves::{EMPTY, Leaf},
    results::{Missing, Outcome, outcomes},
    search::{Arena, CONDITIONS, LEAVES, LeafSet, OUTCOMES, Search, TESTS},
    syntax::Set,
};
use crate::relation::Tuples;

/// The most states of a graph.
const STATES: usize = 5_000;

/// After a state there is none.
const END: u32 = u32::MAX;

/// The most answers at a state.
const ANSWERS: usize = 300;

/// The programs on two descents.
pub(super) struct Graph {
    /// Those on the first one; the chain of an example is all that is reached from it, each state
    /// before those after it.
    arena: Arena,
    /// What callers with the second descent are made of.
    second: Descent,
    guards: Conditions,
    outcomes: Vec<Outcome>,
    reach: usize,
    /// The state after each, by descent.
    next: [Vec<u32>; 2],
}

/// The number of a caller's descent, its guard and its outcome.
type Caller = (usize, usize, usize);

impl Graph {
    fn guard(&self, (descent, guard, _): Caller) -> &Condition {
        &[&self.arena.guards, &self.guards][descent].all[guard]
    }

    fn outcome(&self, (descent, _, outcome): Caller) -> &Outcome {
        &[&self.arena.outcomes, &self.outcomes][descent][outcome]
    }

    fn call(&self, (descent, ..): Caller) -> &Descent {
        [&self.arena.descent, &self.second][descent]
    }
}

/// What a sweep needs again and again.
#[derive(Default)]
struct Scratch {
    answers: Vec<Vec<Answer>>,
    missing: Vec<Missing>,
    work: usize,
}

impl Search<'_, '_> {
    /// The programs of one size; whether the judge took one.
    pub fn crossed(&mut self, size: usize) -> Result<bool, Halt> {
        for one in 0..self.arenas.len() {
            for other in 0..one {
                let sets = [one, other].map(|at| self.arenas[at].descent.set.len());
                let Some(left) = size.checked_sub(5 + sets[0] + sets[1]) else {
                    continue;
                };
                if left == 0 {
                    continue;
                }
                let known = match self.graphs.remove(&(one, other)) {
                    Some(known) => known,
                    None => self.graph(one, other)?,
                };
                let Some(mut graph) = known else {
                    self.graphs.insert((one, other), None);
                    continue;
                };
                let found = self.cross(&mut graph, left);
                self.graphs.insert((one, other), Some(graph));
                if found? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// The graph of two descents; `None` if it has a cycle, or too many states.
    fn graph(&mut self, one: usize, other: usize) -> Result<Option<Graph>, Halt> {
        let descents = [one, other].map(|at| self.arenas[at].descent.clone());
        let mut world = World {
            fragment: self.fragment,
            calls: &mut self.calls,
            syntax: &mut self.syntax,
            budget: &mut self.budget,
        };
        let mut states = Tuples::new(self.fragment.inputs.len());
        let starts: Vec<u32> = self
            .examples
            .iter()
            .map(|example| match states.insert(example) {
                Ok(number) | Err(number) => number,
            })
            .collect();
        let mut next: [Vec<u32>; 2] = Default::default();
        while next[0].len() < states.len() {
            let new = next[0].len()..states.len();
            let new: Vec<_> = new.map(|at| states.get(at).to_vec()).collect();
            for (descent, next) in descents.iter().zip(&mut next) {
                for after in descent.step(&mut world, &new)? {
                    next.push(match after {
                        None => END,
                        Some(after) => match states.insert(&after) {
                            Ok(number) | Err(number) => number,
                        },
                    });
                }
            }
            if states.len() > STATES {
                world.budget.cut_short = true;
                return Ok(None);
            }
        }
        let Some(of) = orders(&starts, &next) else {
            return Ok(None);
        };
        let cells: usize = of.iter().map(Vec::len).sum();
        world.budget.keep(4 * cells + 16 * states.len())?;
        let count = states.len();
        let [first, second] = descents;
        let guards = Conditions::new(second.set, false, count, world.syntax);
        let arena = Arena::new(self.fragment, first, Chains { states, of }, world.syntax);
        Ok(Some(Graph {
            arena,
            second,
            guards,
            outcomes: Vec::new(),
            reach: usize::MAX,
            next,
        }))
    }

    /// Makes what programs with so many literals left may be made of.
    fn furnish(&mut self, graph: &mut Graph, left: usize) -> Result<(), Halt> {
        let positives = self.positives;
        let (fragment, marks) = (self.fragment, self.marks);
        let (literals, more) = (self.literals(left), self.more(left));
        let arena = &mut graph.arena;
        let own = arena.descent.set.len().max(graph.second.set.len());
        let mut world = World {
            fragment,
            calls: &mut self.calls,
            syntax: &mut self.syntax,
            budget: &mut self.budget,
        };
        let deep = literals.max(more + own).min(TESTS);
        arena.bodies.grow(&mut world, deep)?;
        let tests = &arena.bodies.tests;
        for (conditions, most) in [
            (&mut arena.free, literals),
            (&mut arena.guards, more),
            (&mut graph.guards, more),
        ] {
            while conditions.level() < most {
                conditions.grow(tests, CONDITIONS, world.budget)?;
            }
        }
        while arena.leaves.level() < literals {
            let ground = (&arena.bodies, &arena.free);
            let chains = (&arena.chains, positives, positives);
            arena
                .leaves
                .grow(&mut world, ground, chains, LEAVES, marks)?;
        }
        if graph.reach != more {
            let bodies = &arena.bodies;
            let mut made = |set: &Set| outcomes(&mut world, bodies, set, more, OUTCOMES);
            arena.outcomes = made(&arena.descent.set)?;
            graph.outcomes = made(&graph.second.set)?;
            graph.reach = more;
        }
        Ok(())
    }

    /// The programs with so many literals left for the leaf's body and for what the callers have besides
    /// their descents.
    fn cross(&mut self, graph: &mut Graph, left: usize) -> Result<bool, Halt> {
        self.furnish(graph, left)?;
        let graph = &*graph;
        let mut scratch = Scratch {
            answers: vec![Vec::new(); graph.next[0].len()],
            ..Scratch::default()
        };
        for literals in 1..=left {
            let leaves: Vec<usize> = graph.arena.leaves.of(literals).collect();
            for more in 0..=left - literals {
                let other = left - literals - more;
                if leaves.is_empty() || other.max(more) > self.more(left) {
                    continue;
                }
                let first = self.candidates(graph, 0, more)?;
                let second = self.candidates(graph, 1, other)?;
                for &leaf in &leaves {
                    if self.joined(graph, leaf, [&first, &second], &mut scratch)? {
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }

    /// The callers with one of the descents and so many literals besides.
    fn candidates(
        &mut self,
        graph: &Graph,
        descent: usize,
        more: usize,
    ) -> Result<Vec<Caller>, Halt> {
        let outcomes = [&graph.arena.outcomes, &graph.outcomes][descent];
        let guards = [&graph.arena.guards, &graph.guards][descent];
        let found = self.callers((guards, outcomes), more)?;
        let with_descent = |(guard, outcome)| (descent, guard, outcome);
        Ok(found.into_iter().map(with_descent).collect())
    }

    fn joined(
        &mut self,
        graph: &Graph,
        leaf: usize,
        callers: [&[Caller]; 2],
        scratch: &mut Scratch,
    ) -> Result<bool, Halt> {
        let chosen = &graph.arena.leaves.all[leaf];
        let starts = graph.arena.chains.of[..self.positives].iter().enumerate();
        let open = starts.filter_map(|(example, reached)| {
            let start = *reached.first()? as usize;
            let answer = chosen.answer(&graph.arena.bodies, start);
            (answer != Some(self.wanted[example])).then_some(start)
        });
        let open = Bits::of(graph.next[0].len(), open);
        let [first, second] = callers;
        let first = self.blameless(graph, chosen, first, scratch)?;
        if first.is_empty() {
            return Ok(false);
        }
        let second = self.blameless(graph, chosen, second, scratch)?;
        for &one in &first {
            let mut rest = open.clone();
            rest.without(&graph.guard(one).mask);
            self.budget.spend(second.len() / 8 + 1)?;
            for &other in &second {
                if !rest.is_subset(&graph.guard(other).mask) {
                    continue;
                }
                if self.covers_just_positives(graph, chosen, &[one, other], scratch)? {
                    let leaves: LeafSet = [leaf as u32, EMPTY];
                    let part = |caller: Caller| {
                        let call = graph.call(caller).call.as_slice();
                        (graph.guard(caller), graph.outcome(caller), call)
                    };
                    if self.verify(&graph.arena, &leaves, &[part(one), part(other)])? {
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }

    /// Those of the callers that cover no negative example with the leaf.
    fn blameless(
        &mut self,
        graph: &Graph,
        leaf: &Leaf,
        callers: &[Caller],
        scratch: &mut Scratch,
    ) -> Result<Vec<Caller>, Halt> {
        let mut found = Vec::new();
        let negatives = self.positives..self.examples.len();
        for &caller in callers {
            let covers = self.any(graph, leaf, &[caller], (negatives.clone(), true), scratch)?;
            if !covers {
                found.push(caller);
            }
        }
        Ok(found)
    }

    fn covers_just_positives(
        &mut self,
        graph: &Graph,
        leaf: &Leaf,
        callers: &[Caller],
        scratch: &mut Scratch,
    ) -> Result<bool, Halt> {
        let (positives, all) = (self.positives, self.examples.len());
        Ok(
            !self.any(graph, leaf, callers, (0..positives, false), scratch)?
                && !self.any(graph, leaf, callers, (positives..all, true), scratch)?,
        )
    }

    /// Whether an example is covered, or, for `covered` false, one is not.
    fn any(
        &mut self,
        graph: &Graph,
        leaf: &Leaf,
        callers: &[Caller],
        (examples, covered): (std::ops::Range<usize>, bool),
        scratch: &mut Scratch,
    ) -> Result<bool, Halt> {
        for example in examples {
            loop {
                let found = self.reaches(graph, leaf, callers, example, scratch);
                self.budget.spend(std::mem::take(&mut scratch.work) + 1)?;
                if !scratch.missing.is_empty() {
                    self.ask(&mut scratch.missing)?;
                } else if found == covered {
                    return Ok(true);
                } else {
                    break;
                }
            }
        }
        Ok(false)
    }

    /// Whether the program covers an example.
    fn reaches(
        &self,
        graph: &Graph,
        leaf: &Leaf,
        callers: &[Caller],
        example: usize,
        scratch: &mut Scratch,
    ) -> bool {
        let bodies = &graph.arena.bodies;
        let reached = &graph.arena.chains.of[example];
        for &state in reached.iter().rev() {
            let at = state as usize;
            let mut here = std::mem::take(&mut scratch.answers[at]);
            here.clear();
            here.extend(leaf.answer(bodies, at));
            scratch.work += 1;
            for &caller in callers {
                let next = graph.next[caller.0][at];
                if next == END || !graph.guard(caller).mask.contains(at) {
                    continue;
                }
                let outcome = graph.outcome(caller);
                for answer in &scratch.answers[next as usize] {
                    scratch.work += 1;
                    let made = outcome.apply(bodies, &self.calls, at, answer, &mut scratch.missing);
                    here.extend(made.filter(|made| !here.contains(made)));
                }
            }
            here.truncate(ANSWERS);
            scratch.answers[at] = here;
        }
        scratch.answers[reached[0] as usize].contains(&self.wanted[example])
    }
}

/// What is reached from each start, each state before those after it; `None` if there is a cycle.
fn orders(starts: &[u32], next: &[Vec<u32>; 2]) -> Option<Vec<Vec<u32>>> {
    let after = |state: u32| {
        let states = next.iter().map(move |next| next[state as usize]);
        states.filter(|&next| next != END)
    };
    starts
        .iter()
        .map(|&start| {
            // Depth first; a state is done after those behind it.
            let mut seen = vec![0u8; next[0].len()];
            let mut waiting = vec![start];
            let mut done = Vec::new();
            while let Some(&state) = waiting.last() {
                match seen[state as usize] {
                    0 => {
                        seen[state as usize] = 1;
                        for next in after(state) {
                            match seen[next as usize] {
                                0 => waiting.push(next),
                                // It is on the way here.
                                1 => return None,
                                _ => {}
                            }
                        }
                    }
                    1 => {
                        seen[state as usize] = 2;
                        done.push(state);
                        waiting.pop();
                    }
                    _ => {
                        waiting.pop();
                    }
                }
            }
            done.reverse();
            Some(done)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_come_before_those_after_them() {
        // A diamond, with a tail.
        let next = [vec![1, 3, 3, 4, END], vec![2, END, 1, END, END]];
        let orders = orders(&[0, 2], &next).unwrap();
        assert_eq!(orders, [vec![0, 2, 1, 3, 4], vec![2, 1, 3, 4]]);
        let cyclic = [vec![1, 2, END], vec![END, END, 0]];
        assert_eq!(super::orders(&[0], &cyclic), None);
        assert_eq!(super::orders(&[0], &[vec![0], vec![END]]), None);
    }
}
