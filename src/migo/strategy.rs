//! A strategy: predicates `win_k` and `draw_k`, and what they are made of.

use super::{
    dependent::Named,
    theory::{Definition, Theory},
};
use crate::games::State;

/// Predicates over a game.
#[derive(Debug, Clone)]
pub struct Strategy<'g> {
    /// The definitions.
    pub theory: Theory<'g>,
    /// The predicates, each after those that it calls.
    pub predicates: Named,
    /// Those that were there before the first game.
    transferred: Named,
    /// The definitions of `win_1`, `win_2`, ...
    winning: Vec<Definition>,
}

impl<'g> Strategy<'g> {
    /// The strategy of predicates that were learned elsewhere, if any.
    pub fn new(theory: Theory<'g>, predicates: Named) -> Strategy<'g> {
        let mut strategy = Strategy {
            theory,
            predicates: Vec::new(),
            transferred: predicates.clone(),
            winning: Vec::new(),
        };
        strategy.set(predicates);
        strategy
    }

    /// Replaces the predicates.
    pub fn set(&mut self, predicates: Named) {
        self.predicates = predicates;
        let winning = self.series("win").into_iter();
        self.winning = winning.map(|(_, definition)| definition).collect();
    }

    /// The predicates that were there before the first game.
    pub fn transferred(&self) -> &Named {
        &self.transferred
    }

    /// The predicates `win_1`, `win_2`, ..., or those of another kind, as far as there are any.
    pub fn series(&self, kind: &str) -> Named {
        series(&self.predicates, kind)
    }

    /// The definitions of `win_1`, `win_2`, ...
    pub fn winning(&self) -> &[Definition] {
        &self.winning
    }
}

fn named(predicates: &Named, name: &str) -> Option<(String, Definition)> {
    let mut newest = predicates.iter().rev();
    newest.find(|(other, _)| other == name).cloned()
}

/// Those of some predicates that are `win_1`, `win_2`, ..., or of another kind, as far as there are any.
pub fn series(predicates: &Named, kind: &str) -> Named {
    (1..)
        .map_while(|depth| named(predicates, &format!("{kind}_{depth}")))
        .collect()
}

/// The number, from 1, of the first definition that is true of a move from a state.
pub fn win_from(theory: &Theory<'_>, winning: &[Definition], state: State) -> Option<usize> {
    let mut winning = winning.iter();
    let found = winning.position(|&definition| theory.applies(definition, state));
    found.map(|at| at + 1)
}
