//! A program run on a chain, in one sweep from its end to its start: what is answered at a state
//! follows from what is answered at the next one.

use super::{
    super::Bits,
    bodies::Bodies,
    calls::Calls,
    chains::Chains,
    fragment::Answer,
    leaves::Leaf,
    results::{Missing, Outcome},
};

/// The most answers at a state.
const ANSWERS: usize = 300;

/// A caller: where its guard holds, if that is not everywhere, and what it makes of the answer.
pub(super) type Caller<'c> = (Option<&'c Bits>, &'c Outcome);

/// A descent's states, and what is known there.
pub(super) struct Ground<'g, 'a> {
    pub chains: &'g Chains,
    pub bodies: &'g Bodies,
    pub calls: &'g Calls<'a>,
    /// The outputs of the examples.
    pub wanted: &'g [Answer],
}

/// What sweeps leave behind.
#[derive(Debug, Default)]
pub(super) struct Run {
    /// Calls of the background that were not known: what was found is void if there are any.
    pub missing: Vec<Missing>,
    /// What was done.
    pub work: usize,
    below: Vec<(Answer, usize)>,
    here: Vec<(Answer, usize)>,
}

/// What a sweep came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Swept {
    /// The example is covered; so many states have their callers' guard hold for that, at least.
    Covered(usize),
    /// It is not.
    Open,
}

impl Ground<'_, '_> {
    /// Whether the program covers an example.
    pub fn sweep(
        &self,
        example: usize,
        leaves: &[&Leaf],
        callers: &[Caller<'_>],
        run: &mut Run,
    ) -> Swept {
        let chain = &self.chains.of[example];
        let wanted = self.wanted[example];
        if let [(None, outcome)] = callers
            && outcome.is_plain()
        {
            // The answer is that of a leaf.
            run.work += chain.len();
            let first = chain.iter().position(|&state| {
                let answers =
                    |leaf: &&Leaf| leaf.answer(self.bodies, state as usize) == Some(wanted);
                leaves.iter().any(answers)
            });
            return first.map_or(Swept::Open, Swept::Covered);
        }
        // Answers, each with the least number of states above the leaf that gives it.
        let Run {
            missing,
            work,
            below,
            here,
            ..
        } = run;
        below.clear();
        for (at, &state) in chain.iter().enumerate().rev() {
            let state = state as usize;
            here.clear();
            for leaf in leaves {
                if let Some(answer) = leaf.answer(self.bodies, state) {
                    add(here, answer, at);
                }
            }
            *work += 1 + below.len() * callers.len();
            for (guard, outcome) in callers {
                if guard.is_some_and(|guard| !guard.contains(state)) {
                    continue;
                }
                for &(ref answer, from) in below.iter() {
                    let made = outcome.apply(self.bodies, self.calls, state, answer, missing);
                    if let Some(answer) = made {
                        add(here, answer, from);
                    }
                }
            }
            if here.len() > ANSWERS {
                return Swept::Open;
            }
            std::mem::swap(below, here);
        }
        let found = below.iter().find(|(answer, _)| *answer == wanted);
        found.map_or(Swept::Open, |&(_, from)| Swept::Covered(from))
    }

    /// The first states of a chain.
    pub fn prefix(&self, example: usize, states: usize) -> Bits {
        let first = &self.chains.of[example][..states];
        Bits::of(
            self.chains.states.len(),
            first.iter().map(|&state| state as usize),
        )
    }
}

fn add(answers: &mut Vec<(Answer, usize)>, answer: Answer, from: usize) {
    match answers.iter_mut().find(|(known, _)| *known == answer) {
        Some((_, least)) => *least = from.min(*least),
        None => answers.push((answer, from)),
    }
}
