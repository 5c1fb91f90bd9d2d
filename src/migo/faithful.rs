//! How the authors' program learns: from positive examples that the outcomes of games give, from
//! scratch after each game.
//!
//! What the paper leaves open is taken from the authors' program: the order of the examples, the depth
//! up to which drawing is learned, the patience of separated learning.

use super::{
    dependent::{Move, dependent},
    strategy::Strategy,
};
use crate::games::{Graph, State};

/// A move with the start of its game, and the number of full moves to the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Example {
    start: State,
    depth: usize,
    of: Move,
}

/// The examples of all games.
#[derive(Debug, Clone, Default)]
pub struct Faithful {
    wins: Vec<Example>,
    draws: Vec<Example>,
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
        let before = strategy.winning().to_vec();
        self.relearn(strategy);
        if strategy.winning() != before {
            // Theorem 2 asks for a start that is not won.
            let draws = self.draws.len();
            self.draws
                .retain(|example| !strategy.applies("win", example.start));
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
        let won = strategy.applies("win", start);
        let (into, examples): (_, Vec<Example>) = match outcome {
            // Theorem 1: every move of the winner.
            1 if winning && !won => (&mut self.wins, (0..last).step_by(2).map(example).collect()),
            // Theorem 2: every move of both. The last one is the first example.
            0 if drawing && !won && !strategy.applies("draw", start) => {
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
    fn relearn(&self, strategy: &mut Strategy<'_>) {
        let transferred = strategy.transferred().clone();
        strategy.set(transferred);
        series(strategy, "win", &self.wins, usize::MAX);
        // Drawing must not be learned before winning.
        let wins = strategy.series("win").len();
        let all = wins + 2 >= longest(strategy.theory.graph());
        let most = if all { usize::MAX } else { wins };
        series(strategy, "draw", &self.draws, most);
    }
}

/// Learns `kind_1`, `kind_2`, ... as long as there are examples.
fn series(strategy: &mut Strategy<'_>, kind: &str, examples: &[Example], most: usize) {
    for depth in 1..=most {
        let examples = examples.iter().filter(|example| example.depth == depth);
        let moves: Vec<Move> = examples.map(|example| example.of).collect();
        if moves.is_empty() {
            return;
        }
        let name = format!("{kind}_{depth}");
        let mut known = strategy.predicates.clone();
        if let Some((_, definition)) = strategy.named(&name) {
            let covers = |&(from, to): &Move| strategy.theory.covers(definition, from, to);
            if moves.iter().all(covers) {
                continue;
            }
            // The new one takes the name of what was transferred.
            for (other, _) in known.iter_mut().filter(|(other, _)| *other == name) {
                other.push_str("_before");
            }
        }
        let learned = dependent(&mut strategy.theory, &mut known, kind, depth, &moves);
        strategy.set(known);
        if !learned {
            return;
        }
    }
}

/// The full moves of the longest game from the opening, the first one included: 5 for noughts and
/// crosses.
fn longest(graph: &Graph) -> usize {
    (usize::from(graph.longest) + 2).div_ceil(2)
}
