//! Leaves: clauses without a recursive call, by what they say at the states of a descent.

use std::collections::HashSet;

use super::{
    super::{Bits, clause::Clause, task::Value},
    bodies::{Bodies, Conditions, World, digest},
    calls::Halt,
    chains::Chains,
    syntax::{Parts, Set},
};

/// What a predicate without an output answers.
pub(super) const HOLDS: Value = 0;

/// A leaf.
#[derive(Debug, Clone)]
pub(super) struct Leaf {
    /// The states where it holds.
    pub mask: Bits,
    /// Which of the outputs it gives.
    pub output: Option<usize>,
    pub set: Set,
    /// The positive examples on whose chains it holds somewhere.
    pub fires: Bits,
}

impl Leaf {
    /// What it answers at a state.
    #[inline]
    pub fn answer(&self, bodies: &Bodies, state: usize) -> Option<Value> {
        if !self.mask.contains(state) {
            return None;
        }
        Some(
            self.output
                .map_or(HOLDS, |output| bodies.outputs[output].values[state]),
        )
    }
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
        let outputs: Vec<Option<usize>> = match world.fragment.output {
            None => vec![None],
            Some(_) => (0..bodies.outputs.len()).map(Some).collect(),
        };
        for level in 0..=literals {
            for condition in conditions.of(level) {
                world.budget.spend(outputs.len())?;
                for &output in &outputs {
                    let mut set = condition.set;
                    let mut mask = condition.mask.clone();
                    if let Some(output) = output {
                        let output = &bodies.outputs[output];
                        if condition.set.len() + output.set.len() < literals {
                            continue;
                        }
                        let Some(both) = set.or(&output.set) else {
                            continue;
                        };
                        set = both;
                        if set.len() == literals {
                            mask.and(&output.mask);
                        }
                    }
                    let named =
                        world.syntax.inputs(&set) == every || world.fragment.bias.non_datalog;
                    if set.len() != literals || !named || mask.is_empty() {
                        continue;
                    }
                    let fires = fires(&mask, chains, positives);
                    if fires.count() < wanted {
                        continue;
                    }
                    let leaf = Leaf {
                        mask,
                        output,
                        set,
                        fires,
                    };
                    self.add(world, bodies, leaf, marks)?;
                    if self.all.len() - before >= most {
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
            output: leaf.output.map(|output| bodies.outputs[output].term),
            ..Parts::default()
        };
        let Some(clause) = parts.clause(world.fragment, world.syntax) else {
            return Ok(());
        };
        let states = digest(leaf.mask.words().iter().copied(), 0);
        let values = leaf.output.map(|output| &bodies.outputs[output].values);
        let values = values.map(|values| leaf.mask.iter().map(|state| u64::from(values[state])));
        let values = digest(values.into_iter().flatten(), 1);
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

/// The positive examples that have one of these states on their chain.
fn fires(mask: &Bits, chains: &Chains, positives: usize) -> Bits {
    let meets = |example: &usize| {
        let mut chain = chains.of[*example].iter();
        chain.any(|&state| mask.contains(state as usize))
    };
    Bits::of(positives, (0..positives).filter(meets))
}
