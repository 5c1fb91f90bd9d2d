//! Deep Q-learning: a network values the moves of a board.
//!
//! V. Mnih et al., "Human-level control through deep reinforcement learning" (Nature 518, 2015),
//! with the parameters of MIGO's experiments (Section 5.1 of the paper) and, where that is silent,
//! of the program that its authors used (yanji84/tic-tac-toe-rl).
//!
//! An input is a square. An output is a kind of move: from which square to which, where the first
//! is the one that the mover leaves and the second the one that it comes to; in a game of stones
//! that do not move, the square alone. Only moves that the rules allow are considered, in playing
//! and in learning.

mod network;

use std::collections::HashMap;

use super::Learner;
use crate::{
    games::{Graph, State},
    random::Random,
};
use network::{Network, Training};

/// The hidden layers.
const HIDDEN: [usize; 2] = [256, 64];
/// The deviation of the first weights.
const DEVIATION: f32 = 0.1;
/// The weight of squared weights is from Section 5.1.
const TRAINING: Training = Training {
    rate: 1e-4,
    regularisation: 0.01,
    longest: 5.0,
};
/// The discount factor (Section 5.1).
const DISCOUNT: f32 = 0.8;
/// How far the network that sets the goals follows the other at each update (Section 5.1).
const FOLLOW: f32 = 0.01;
/// How often it plays at random, first and last (Section 5.1), and after how many updates the last.
const EXPLORE: [f64; 2] = [0.6, 0.1];
const UPDATES: f64 = 120_000.0;
/// Moves that are learned from at once.
const BATCH: usize = 32;
/// Moves that are remembered, and of how many one is; the last of a game always is.
const REMEMBERED: usize = 10_000;
const ONE_OF: usize = 5;
/// The rewards at the end of a game.
const WIN: f32 = 100.0;
const DRAW: f32 = 10.0;
const LOSS: f32 = -1.0;

/// A game without a board: there is nothing that a network can see.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "deep Q-learning needs a board of squares, and the game {game} has none: oxo and hexapawn \
     have one, games that are written in Prolog do not"
)]
pub struct NoBoard {
    /// The game.
    pub game: String,
}

/// A move that is remembered.
#[derive(Debug, Clone, Copy)]
struct Memory {
    state: State,
    output: usize,
    reward: f32,
    /// Where the learner moved next; nowhere if the game ended.
    next: Option<State>,
}

/// A network that values moves.
#[derive(Debug, Clone)]
pub struct Dqn {
    network: Network,
    /// Sets the goals.
    goals: Network,
    /// The number of squares.
    squares: usize,
    /// The boards of all states, one after the other.
    boards: Vec<f32>,
    /// The output of each move.
    outputs: Vec<usize>,
    memories: Vec<Memory>,
    moves: usize,
    updates: usize,
    /// Which memory is overwritten next.
    forgotten: usize,
    settled: bool,
}

impl Dqn {
    /// A network that has learned nothing.
    ///
    /// # Errors
    ///
    /// If the game has no board.
    pub fn new(graph: &Graph, random: &mut Random) -> Result<Dqn, NoBoard> {
        let squares = graph.cells.len() / graph.len().max(1);
        if squares == 0 {
            return Err(NoBoard {
                game: graph.name.clone(),
            });
        }
        let (outputs, count) = outputs(graph, squares);
        let sizes = [&[squares], &HIDDEN[..], &[count]].concat();
        Ok(Dqn {
            network: Network::new(&sizes, DEVIATION, random),
            goals: Network::new(&sizes, DEVIATION, random),
            squares,
            // The other side's squares are 0 and the empty ones -1.
            boards: graph
                .cells
                .iter()
                .map(|cell| match cell {
                    1.. => 1.0,
                    0 => -1.0,
                    _ => 0.0,
                })
                .collect(),
            outputs,
            memories: Vec::new(),
            moves: 0,
            updates: 0,
            forgotten: 0,
            settled: false,
        })
    }

    fn board(&self, state: State) -> &[f32] {
        &self.boards[state as usize * self.squares..][..self.squares]
    }

    /// Plays the move that it values most from now on, and no longer at random.
    pub fn settle(&mut self) {
        self.settled = true;
    }

    /// How often it plays at random.
    fn explore(&self) -> f64 {
        if self.settled {
            return 0.0;
        }
        let left = (1.0 - self.updates as f64 / UPDATES).max(0.0);
        EXPLORE[1] + (EXPLORE[0] - EXPLORE[1]) * left
    }

    fn remember(&mut self, memory: Memory) {
        if self.moves.is_multiple_of(ONE_OF) || memory.next.is_none() {
            match self.memories.len() < REMEMBERED {
                true => self.memories.push(memory),
                false => {
                    self.memories[self.forgotten] = memory;
                    self.forgotten = (self.forgotten + 1) % REMEMBERED;
                }
            }
        }
        self.moves += 1;
    }

    /// Learns from a batch of what is remembered, if that is enough.
    fn update(&mut self, graph: &Graph, random: &mut Random) {
        if self.memories.len() < BATCH {
            return;
        }
        for _ in 0..BATCH {
            let Some(&memory) = random.pick(&self.memories) else {
                return;
            };
            let later = memory.next.map_or(0.0, |next| {
                let board = &self.boards[next as usize * self.squares..][..self.squares];
                let values = self.goals.run(board);
                self.outputs[graph.edges_from(next)]
                    .iter()
                    .map(|output| values[*output])
                    .fold(f32::NEG_INFINITY, f32::max)
            });
            let goal = memory.reward + DISCOUNT * later;
            let board = &self.boards[memory.state as usize * self.squares..][..self.squares];
            let error = self.network.run(board)[memory.output] - goal;
            self.network
                .learn(memory.output, 2.0 * error / BATCH as f32);
        }
        self.network.step(&TRAINING);
        self.goals.follow(&self.network, FOLLOW);
        self.updates += 1;
    }
}

/// The kind of each move, numbered in the order of the moves, and how many kinds there are.
fn outputs(graph: &Graph, squares: usize) -> (Vec<usize>, usize) {
    let mut kinds = HashMap::new();
    let mut outputs = Vec::with_capacity(graph.edges());
    let cells = |state: State| &graph.cells[state as usize * squares..][..squares];
    for state in 0..graph.len() as State {
        for next in graph.moves(state) {
            // After the move the mover is the other side.
            let change = |was: bool| {
                let mut pairs = cells(state).iter().zip(cells(*next));
                pairs.position(|(before, after)| (*before == 1) == was && (*after == -1) != was)
            };
            let count = kinds.len();
            outputs.push(*kinds.entry((change(true), change(false))).or_insert(count));
        }
    }
    (outputs, kinds.len())
}

impl Learner for Dqn {
    fn choose(&mut self, graph: &Graph, state: State, random: &mut Random) -> Option<State> {
        if random.unit() < self.explore() {
            return random.pick(graph.moves(state)).copied();
        }
        let board = self.board(state).to_vec();
        let values = self.network.run(&board);
        let value = |edge: &usize| values[self.outputs[*edge]];
        let best = graph.edges_from(state).reduce(|best, edge| {
            if value(&edge) > value(&best) {
                edge
            } else {
                best
            }
        });
        best.map(|edge| graph.target(edge))
    }

    /// Updates the network once for each move.
    fn learn(&mut self, graph: &Graph, game: &[State], outcome: i8, random: &mut Random) {
        let mut at = 0;
        while let (Some(&state), Some(&next)) = (game.get(at), game.get(at + 1)) {
            at += 2;
            let again = game.get(at).copied().filter(|_| at + 1 < game.len());
            let mut edges = graph.edges_from(state);
            let Some(edge) = edges.find(|edge| graph.target(*edge) == next) else {
                continue;
            };
            self.remember(Memory {
                state,
                output: self.outputs[edge],
                reward: match (again, outcome) {
                    (Some(_), _) => 0.0,
                    (None, 1..) => WIN,
                    (None, 0) => DRAW,
                    (None, _) => LOSS,
                },
                next: again,
            });
            self.update(graph, random);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    #[test]
    fn an_output_is_a_square_or_a_pair_of_squares() {
        let count = |game| outputs(games::named(game).unwrap(), 9).1;
        // Hexapawn: 6 steps and 8 ways of taking for either side.
        assert_eq!([count("oxo"), count("hexapawn3")], [9, 28]);
        let graph = games::named("oxo").unwrap();
        let (outputs, _) = outputs(graph, 9);
        for state in 0..graph.len() as State {
            let mut kinds = outputs[graph.edges_from(state)].to_vec();
            kinds.sort_unstable();
            kinds.dedup();
            assert_eq!(kinds.len(), graph.moves(state).len());
        }
    }

    #[test]
    fn what_is_remembered_is_bounded() {
        let graph = games::named("oxo").unwrap();
        let mut learner = Dqn::new(graph, &mut Random::new(1)).unwrap();
        let memory = |state| Memory {
            state,
            output: 0,
            reward: 0.0,
            next: Some(0),
        };
        for _ in 0..ONE_OF * REMEMBERED {
            learner.remember(memory(1));
        }
        assert_eq!(learner.memories.len(), REMEMBERED);
        learner.remember(memory(2));
        let states: Vec<State> = learner.memories.iter().map(|memory| memory.state).collect();
        assert_eq!((states.len(), states[0], states[1]), (REMEMBERED, 2, 1));
    }
}
