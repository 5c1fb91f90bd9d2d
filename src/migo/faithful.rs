//! How the authors' program learns: from positive examples that the outcomes of games give, from
//! scratch after each game.
//!
//! What the paper leaves open is taken from the authors' program: the order of the examples, the depth
//! up to which drawing is learned, the patience of separated learning; and that what was transferred is
//! played until something of its name has been learned, but has no part in labelling and learning.

use super::{
    dependent::{Move, Named, dependent},
    strategy::{Strategy, series},
    theory::Theory,
};
use crate::games::{Graph, State};

/// A move with the start of its game, and the number of full moves to the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Example {
    start: State,
    depth: usize,
    of: Move,
}

/// The examples of all games, and what was learned from them.
#[derive(Debug, Clone, Default)]
pub struct Faithful {
    wins: Vec<Example>,
    draws: Vec<Example>,
    learned: Named,
}

impl Faithful {
    /// Learns from a game, if winning or drawing may be learned now.
    pub fn learn(
        &mut self,
        strategy: &mut Strategy<'_>,
        game: &[State],
        outcome: i8,
        winning: bool,
        drawing: bool,
    ) {
        // The same examples give the same strategy.
        if !self.label(strategy, game, outcome, winning, drawing) {
            return;
        }
        let before = series(&self.learned, "win");
        self.relearn(strategy);
        if series(&self.learned, "win") != before {
            // Theorem 2 asks for a start that is not won.
            let draws = self.draws.len();
            let (theory, learned) = (&strategy.theory, &self.learned);
            self.draws
                .retain(|example| !applies(theory, learned, "win", example.start));
            if self.draws.len() < draws {
                self.relearn(strategy);
            }
        }
    }

    /// Labels the moves of a game; whether there are new examples.
    fn label(
        &mut self,
        strategy: &Strategy<'_>,
        game: &[State],
        outcome: i8,
        winning: bool,
        drawing: bool,
    ) -> bool {
        let start = game[0];
        let example = |at: usize| Example {
            start,
            depth: (game.len() - at) / 2,
            of: (game[at], game[at + 1]),
        };
        let last = game.len() - 1;
        let applies = |kind| applies(&strategy.theory, &self.learned, kind, start);
        let (won, drawn) = (applies("win"), applies("draw"));
        let (into, examples): (_, Vec<Example>) = match outcome {
            // Theorem 1: every move of the winner.
            1 if winning && !won => (&mut self.wins, (0..last).step_by(2).map(example).collect()),
            // Theorem 2: every move of both. The last one is the first example.
            0 if drawing && !won && !drawn => {
                (&mut self.draws, (0..last).rev().map(example).collect())
            }
            _ => return false,
        };
        let before = into.len();
        for example in examples {
            if !into.iter().any(|other| other.of == example.of) {
                into.push(example);
            }
        }
        into.len() > before
    }

    /// Learns everything again.
    fn relearn(&mut self, strategy: &mut Strategy<'_>) {
        let mut learned = Named::new();
        let theory = &mut strategy.theory;
        learn_series(theory, &mut learned, "win", &self.wins, usize::MAX);
        // Drawing must not be learned before winning.
        let wins = series(&learned, "win").len();
        let all = wins + 2 >= longest(theory.graph());
        let most = if all { usize::MAX } else { wins };
        learn_series(theory, &mut learned, "draw", &self.draws, most);
        strategy.set(joined(strategy.transferred(), &learned));
        self.learned = learned;
    }
}

/// Whether one of some predicates, `kind_1`, `kind_2`, ..., is true of a move from a state.
fn applies(theory: &Theory<'_>, predicates: &Named, kind: &str, state: State) -> bool {
    let mut series = series(predicates, kind).into_iter();
    series.any(|(_, definition)| theory.applies(definition, state))
}

/// What was transferred, and what was learned, which takes the names.
fn joined(transferred: &Named, learned: &Named) -> Named {
    let mut all = transferred.clone();
    for given in &mut all {
        if !learned.contains(given) && learned.iter().any(|(name, _)| *name == given.0) {
            given.0.push_str("_before");
        }
    }
    let new = learned.iter().filter(|named| !transferred.contains(named));
    all.extend(new.cloned());
    all
}

/// Learns `kind_1`, `kind_2`, ... as long as there are examples; `known` grows.
fn learn_series(
    theory: &mut Theory<'_>,
    known: &mut Named,
    kind: &str,
    examples: &[Example],
    most: usize,
) {
    for depth in 1..=most {
        let examples = examples.iter().filter(|example| example.depth == depth);
        let moves: Vec<Move> = examples.map(|example| example.of).collect();
        if moves.is_empty() || !dependent(theory, known, kind, depth, &moves) {
            return;
        }
    }
}

/// The full moves of the longest game from the opening, the first one included: 5 for noughts and
/// crosses.
fn longest(graph: &Graph) -> usize {
    (usize::from(graph.longest) + 2).div_ceil(2)
}
