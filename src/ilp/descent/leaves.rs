//! Leaves: clauses without a recursive call, by what they say at the states of a descent.

use std::collections::HashSet;

use super::{
    super::{Bits, clause::Clause},
    bodies::{Bodies, Conditions, World, digest},
    calls::Halt,
    chains::Chains,
    fragment::{Answer, HOLDS, OUTPUTS, agree},
    syntax::{Parts, Set, Term},
};

/// Which of the outputs over a state each output of the head is; [`EMPTY`] behind the last one.
pub(super) type Chosen = [u32; OUTPUTS];

/// An empty place.
pub(super) const EMPTY: u32 = u32::MAX;

/// A leaf.
#[derive(Debug, Clone)]
pub(super) struct Leaf {
    /// The states where it holds.
    pub mask: Bits,
    /// What it answers.
    pub outputs: Chosen,
    pub set: Set,
    /// How many literals its body has: those of the set, and one for each output that is there twice.
    pub literals: usize,
    /// The positive examples on whose chains it holds somewhere.
    pub fires: Bits,
}

/// Outputs of a leaf.
#[derive(Debug, Clone, Copy)]
struct LeafOutputs {
    outputs: Chosen,
    set: Set,
    /// How many are there twice.
    twice: usize,
}

impl Leaf {
    /// What it answers at a state.
    #[inline]
    pub fn answer(&self, bodies: &Bodies, state: usize) -> Option<Answer> {
        if !self.mask.contains(state) {
            return None;
        }
        let mut answer = [HOLDS; OUTPUTS];
        for (value, output) in answer.iter_mut().zip(chosen(&self.outputs)) {
            *value = bodies.outputs[output].values[state];
        }
        Some(answer)
    }

    /// The outputs as terms.
    pub fn terms(&self, bodies: &Bodies) -> Vec<Term> {
        let outputs = chosen(&self.outputs);
        outputs.map(|output| bodies.outputs[output].term).collect()
    }
}

fn chosen(outputs: &Chosen) -> impl Iterator<Item = usize> {
    let places = outputs.iter().take_while(|&&output| output != EMPTY);
    places.map(|&output| output as usize)
}

/// The leaves of a descent, of few literals first.
#[derive(Debug, Default)]
pub(super) struct Leaves {
    pub all: Vec<Leaf>,
    /// Where those of each number of literals begin.
    begins: Vec<usize>,
    seen: HashSet<(u128, Vec<bool>)>,
}

impl Leaves {
    /// Those of exactly so many literals.
    pub fn of(&self, literals: usize) -> std::ops::Range<usize> {
        let end = |at: usize| self.begins.get(at).copied().unwrap_or(self.all.len());
        end(literals)..end(literals + 1)
    }

    /// Up to which number of literals they were made.
    pub fn level(&self) -> usize {
        self.begins.len().saturating_sub(1)
    }

    /// Makes those of one more literal. `wanted` says where it must hold: on the chains of so many
    /// positive examples. `marks` are what the bias may tell clauses apart by.
    pub fn grow(
        &mut self,
        world: &mut World<'_, '_>,
        (bodies, conditions): (&Bodies, &Conditions),
        (chains, positives, wanted): (&Chains, usize, usize),
        most: usize,
        marks: &dyn Fn(&Clause) -> Vec<bool>,
    ) -> Result<(), Halt> {
        if self.begins.is_empty() {
            self.begins.push(0);
        }
        self.begins.push(self.all.len());
        let literals = self.begins.len() - 1;
        let before = self.all.len();
        let every = (1u32 << world.fragment.inputs.len()) - 1;
        let choices = choices(world, bodies, literals, most)?;
        for level in 0..=literals {
            for condition in conditions.of(level) {
                world.budget.spend(choices.len())?;
                for choice in &choices {
                    if condition.set.len() + choice.set.len() + choice.twice < literals {
                        continue;
                    }
                    let Some(set) = condition.set.or(&choice.set) else {
                        continue;
                    };
                    if set.len() + choice.twice != literals {
                        continue;
                    }
                    let mut mask = condition.mask.clone();
                    for output in chosen(&choice.outputs) {
                        mask.and(&bodies.outputs[output].mask);
                    }
                    let named =
                        world.syntax.inputs(&set) == every || world.fragment.bias.non_datalog;
                    if !named || mask.is_empty() {
                        continue;
                    }
                    let fires = fires(&mask, chains, positives);
                    if fires.count() < wanted {
                        continue;
                    }
                    let leaf = Leaf {
                        mask,
                        outputs: choice.outputs,
                        set,
                        literals,
                        fires,
                    };
                    self.add(world, bodies, leaf, marks)?;
                    if self.all.len() - before >= most {
                        world.budget.cut_short = true;
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    fn add(
        &mut self,
        world: &mut World<'_, '_>,
        bodies: &Bodies,
        leaf: Leaf,
        marks: &dyn Fn(&Clause) -> Vec<bool>,
    ) -> Result<(), Halt> {
        let parts = Parts {
            set: leaf.set,
            outputs: leaf.terms(bodies),
            ..Parts::default()
        };
        let Some(clause) = parts.clause(world.fragment, world.syntax) else {
            return Ok(());
        };
        let states = digest(leaf.mask.words().iter().copied(), 0);
        let values = chosen(&leaf.outputs).map(|output| &bodies.outputs[output].values);
        let values = values.flat_map(|of| leaf.mask.iter().map(|state| u64::from(of[state])));
        let values = digest(values, 1);
        let key = (states ^ values, marks(&clause));
        if !self.seen.contains(&key) && world.fragment.admits(&clause) {
            let masks = [leaf.mask.words(), leaf.fires.words()];
            let masks: usize = masks.iter().map(|words| size_of_val(*words)).sum();
            world.budget.keep(size_of::<Leaf>() + 64 + masks)?;
            self.seen.insert(key);
            self.all.push(leaf);
        }
        Ok(())
    }
}

/// The outputs that leaves of up to so many literals may have.
fn choices(
    world: &mut World<'_, '_>,
    bodies: &Bodies,
    literals: usize,
    most: usize,
) -> Result<Vec<LeafOutputs>, Halt> {
    let nothing = LeafOutputs {
        outputs: [EMPTY; OUTPUTS],
        set: Set::default(),
        twice: 0,
    };
    let mut open = vec![nothing];
    for (place, &column) in world.fragment.outputs.iter().enumerate() {
        let wanted = world.fragment.kind(column);
        let mut longer = Vec::new();
        for choice in &open {
            world.budget.spend(bodies.outputs.len())?;
            for (number, output) in bodies.outputs.iter().enumerate() {
                let Some(set) = choice.set.or(&output.set) else {
                    continue;
                };
                let mut chosen = chosen(&choice.outputs);
                let again = chosen.any(|other| bodies.outputs[other].term == output.term);
                let twice = choice.twice + usize::from(again);
                let bare = !again || world.binds_one(output.term);
                if set.len() + twice > literals || !bare || !agree(output.kind, wanted) {
                    continue;
                }
                let mut outputs = choice.outputs;
                outputs[place] = number as u32;
                longer.push(LeafOutputs {
                    outputs,
                    set,
                    twice,
                });
            }
            if longer.len() > most {
                world.budget.cut_short = true;
                break;
            }
        }
        open = longer;
    }
    Ok(open)
}

/// The positive examples that have one of these states on their chain.
fn fires(mask: &Bits, chains: &Chains, positives: usize) -> Bits {
    let meets = |example: &usize| {
        let mut chain = chains.of[*example].iter();
        chain.any(|&state| mask.contains(state as usize))
    };
    Bits::of(positives, (0..positives).filter(meets))
}
