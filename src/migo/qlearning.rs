//! Tabular Q-learning (C. Watkins, "Learning from delayed rewards", 1989).
//!
//! The parameters are those of MIGO's experiments (Section 5.1 of the paper), where the player
//! always takes the best move: values that begin high make it try all of them.

use super::Learner;
use crate::{
    games::{Graph, State},
    random::Random,
};

/// The value of a move that was never played (Section 5.1).
const FIRST: f64 = 1.0;
/// The learning rate (Section 5.1).
const RATE: f64 = 0.3;
/// The discount factor (Section 5.1).
const DISCOUNT: f64 = 0.9;
/// The rewards at the end of a game, those of the program that the authors used; all other moves
/// have none.
const WIN: f64 = 1.0;
const DRAW: f64 = 0.5;
const LOSS: f64 = -1.0;

/// A table of the values of moves.
#[derive(Debug, Clone)]
pub struct QLearning {
    /// The value of every move of the game.
    values: Vec<f64>,
}

impl QLearning {
    /// A table in which all moves have the same value.
    pub fn new(graph: &Graph) -> QLearning {
        QLearning {
            values: vec![FIRST; graph.edges()],
        }
    }

    fn best(&self, graph: &Graph, state: State) -> f64 {
        self.values[graph.edges_from(state)]
            .iter()
            .copied()
            .fold(f64::NEG_INFINITY, f64::max)
    }
}

impl Learner for QLearning {
    /// The move with the highest value; one at random if there are several.
    fn choose(&mut self, graph: &Graph, state: State, random: &mut Random) -> Option<State> {
        let best = self.best(graph, state);
        let edges: Vec<usize> = graph
            .edges_from(state)
            .filter(|edge| self.values[*edge] >= best)
            .collect();
        random.pick(&edges).map(|edge| graph.target(*edge))
    }

    fn learn(&mut self, graph: &Graph, game: &[State], outcome: i8, _: &mut Random) {
        let mut at = 0;
        while let (Some(&state), Some(&next)) = (game.get(at), game.get(at + 1)) {
            at += 2;
            let goal = match game.get(at) {
                // The learner moved again.
                Some(&later) if at + 1 < game.len() => DISCOUNT * self.best(graph, later),
                _ => match outcome {
                    1.. => WIN,
                    0 => DRAW,
                    _ => LOSS,
                },
            };
            let mut edges = graph.edges_from(state);
            if let Some(edge) = edges.find(|edge| graph.target(*edge) == next) {
                self.values[edge] += RATE * (goal - self.values[edge]);
            }
        }
    }
}
