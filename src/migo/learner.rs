//! MIGO: plays what it has learned, and learns from the games it plays.
//!
//! The faithful learner ([`faithful`](super::faithful)) is the authors'. It learns from positive
//! examples only and over-generalises, as the paper says: where a state has no moves, `\+ win_1(B,C)`
//! is true of it for no good reason, and its draw rules give away one of the twelve boards of noughts
//! and crosses for ever. The careful learner ([`careful`](super::careful)), which is the default, has
//! negative examples, and a metarule for the end of the game.

use super::{
    Learner,
    careful::Careful,
    dependent::Named,
    faithful::Faithful,
    program::GameStrategy,
    strategy::Strategy,
    theory::{Definition, Theory},
};
use crate::{
    games::{Graph, State},
    random::Random,
};

/// How MIGO learns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Manner {
    /// Drawing counts only when winning has not changed for some games (Section 4 of the paper:
    /// separated, rather than mixed, learning).
    pub separated: bool,
    /// As the authors' program does.
    pub faithful: bool,
}

/// A learner of strategies.
#[derive(Debug, Clone)]
pub struct Migo<'g> {
    strategy: Strategy<'g>,
    manner: Manner,
    faithful: Faithful,
    careful: Careful,
    /// For how many games winning has not changed.
    stable: usize,
}

/// What a move was played for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// This predicate is true of it.
    Rule(String),
    /// No rule applies; it was drawn at random.
    Random,
}

impl<'g> Migo<'g> {
    /// A learner that knows the moves only.
    pub fn new(graph: &'g Graph, manner: Manner) -> Migo<'g> {
        Migo::with(Theory::new(graph), Vec::new(), manner)
    }

    /// A learner that begins with predicates learned elsewhere, over the theory of their definitions.
    pub fn with(theory: Theory<'g>, transferred: Named, manner: Manner) -> Migo<'g> {
        Migo {
            strategy: Strategy::new(theory, transferred),
            manner,
            faithful: Faithful::default(),
            careful: Careful::default(),
            stable: 0,
        }
    }

    /// What it has learned.
    pub fn strategy(&self) -> &Strategy<'g> {
        &self.strategy
    }

    /// What it has learned, with the predicates in the order in which it tries them.
    pub fn program(&self) -> GameStrategy<'g> {
        let strategy = &self.strategy;
        let (mut order, mut draws) = (strategy.series("win"), strategy.series("draw"));
        if !self.manner.faithful {
            draws.reverse();
        }
        order.extend(draws);
        let mut predicates = strategy.transferred().clone();
        let learned = strategy.predicates.iter();
        predicates.extend(
            learned
                .filter(|named| !strategy.transferred().contains(named))
                .cloned(),
        );
        GameStrategy {
            theory: strategy.theory.clone(),
            predicates,
            order,
        }
    }

    /// Whether separated learning has turned to drawing. The games that it takes without change are 10
    /// for noughts and crosses, 5 and 15 for hexapawn (Section 5.1 of the paper; the last from the
    /// authors' files).
    fn drawing(&self) -> bool {
        let patience = match self.strategy.theory.graph().name.as_str() {
            "hexapawn3" => 5,
            "hexapawn4" => 15,
            _ => 10,
        };
        !self.manner.separated || self.stable >= patience
    }

    /// The move that it plays, and why.
    ///
    /// Section 4.3 of the paper: the first move of `win_1`, of `win_2`, ..., then of `draw_1`, ...; else
    /// one at random. The careful learner takes any move of the deepest `draw_k`, since one of them may
    /// win; and where it has no rule, any that is not known to lose.
    pub fn explained(&self, state: State, random: &mut Random) -> Option<(State, Reason)> {
        let strategy = &self.strategy;
        let first = |(name, definition): (String, Definition)| {
            let next = strategy.theory.answers(definition, state).next()?;
            Some((next, Reason::Rule(name)))
        };
        if let Some(found) = strategy.series("win").into_iter().find_map(first) {
            return Some(found);
        }
        let draws = strategy.series("draw");
        let moves = strategy.theory.graph().moves(state);
        if self.manner.faithful {
            let found = draws.into_iter().find_map(first);
            return found.or_else(|| Some((*random.pick(moves)?, Reason::Random)));
        }
        let draws = if self.drawing() { draws } else { Vec::new() };
        for (name, definition) in draws.into_iter().rev() {
            let answers: Vec<State> = strategy.theory.answers(definition, state).collect();
            if let Some(&next) = random.pick(&answers) {
                return Some((next, Reason::Rule(name)));
            }
        }
        Some((*random.pick(moves)?, Reason::Random))
    }
}

impl Learner for Migo<'_> {
    fn choose(&mut self, _: &Graph, state: State, random: &mut Random) -> Option<State> {
        self.explained(state, random).map(|(next, _)| next)
    }

    fn learn(&mut self, _: &Graph, game: &[State], outcome: i8, _: &mut Random) {
        let before = self.strategy.winning().to_vec();
        match self.manner.faithful {
            true => {
                let drawing = self.drawing();
                let winning = !self.manner.separated || !drawing;
                let strategy = &mut self.strategy;
                self.faithful
                    .learn(strategy, game, outcome, winning, drawing);
            }
            false => self.careful.learn(&mut self.strategy, game),
        }
        if self.strategy.winning() != before {
            self.stable = 0;
        } else if !before.is_empty() {
            self.stable += 1;
        }
    }
}

#[cfg(test)]
mod tests;
