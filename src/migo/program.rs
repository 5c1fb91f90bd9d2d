//! A strategy that is played as it stands: it tries its predicates in order.

use super::{
    dependent::Named,
    theory::{Definition, Theory},
    words,
};
use crate::games::State;

/// Predicates over a game, and the order in which they are tried.
#[derive(Debug, Clone)]
pub struct GameStrategy<'g> {
    /// The definitions.
    pub theory: Theory<'g>,
    /// The predicates; a later one with the same name replaces an earlier one, which others may
    /// still call.
    pub predicates: Named,
    /// Those that choose moves.
    pub order: Named,
}

/// A move that a predicate has chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChosenMove {
    /// The state that it leads to.
    pub to: State,
    /// The predicate.
    pub name: String,
    /// What it is true of.
    pub definition: Definition,
}

impl GameStrategy<'_> {
    /// The first move of the first predicate that is true of any: what `best/2` of the written
    /// program does.
    pub fn choose(&self, state: State) -> Option<ChosenMove> {
        self.order.iter().find_map(|(name, definition)| {
            let to = self.theory.answers(*definition, state).next()?;
            Some(ChosenMove {
                to,
                name: name.clone(),
                definition: *definition,
            })
        })
    }

    /// Says to the other player why a move was chosen, as `win_2: it does not draw, and you have no
    /// safe move (draw_1)`.
    pub fn why(&self, from: State, choice: &ChosenMove) -> String {
        let said = words::reasons(&self.theory, &self.predicates, from, choice);
        format!("{}: {}", choice.name, said)
    }
}
