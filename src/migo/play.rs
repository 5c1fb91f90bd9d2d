//! Games against the optimal opponent, and what a learner loses in them.

use super::{Learner, menace};
use crate::{
    games::{Graph, State},
    os,
    random::Random,
};

/// The games of a run in the paper (Section 5.1).
pub fn games_of_a_run(game: &str) -> usize {
    match menace::is_hexapawn(game) {
        true => 100,
        false => 200,
    }
}

/// A finished game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played {
    /// The states in order, beginning with the start, where the learner is to move.
    pub states: Vec<State>,
    /// For the learner: 1 a win, 0 a draw, -1 a loss.
    pub outcome: i8,
    /// The minimax regret: the value of the start less the outcome (Definition 3.4 of the paper).
    pub regret: i8,
}

/// Which boards games start from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Starts {
    /// Each game from one drawn at random, as Section 5.1 of the paper says.
    Each,
    /// All games of a run from the same one, drawn for the run. The published curves of HER and deep
    /// Q-learning are such, to judge by their spread: it grows with the games as it does here, and
    /// twice as fast as with [`Starts::Each`].
    One,
}

/// A run of a learner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Plan {
    /// How many games it plays.
    pub games: usize,
    /// The seed of all runs.
    pub seed: u64,
    /// The number of this run.
    pub run: u64,
    /// Where games start.
    pub starts: Starts,
}

impl Plan {
    /// The start boards: they depend on the seed and the run, so that all learners meet the same.
    pub fn boards(&self, graph: &Graph) -> Vec<State> {
        let mut random = Random::of(&[self.seed, self.run, 0]);
        let mut draw = || random.pick(&graph.starts).copied();
        match self.starts {
            Starts::Each => (0..self.games).map_while(|_| draw()).collect(),
            Starts::One => draw().map_or_else(Vec::new, |start| vec![start; self.games]),
        }
    }

    /// The random numbers of the learner.
    pub fn random(&self) -> Random {
        Random::of(&[self.seed, self.run, 1])
    }
}

/// What came of a run, game by game.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Series {
    /// The regret of each game.
    pub regret: Vec<i8>,
    /// The CPU time of each game and of learning from it, in seconds.
    pub seconds: Vec<f64>,
}

/// Plays a game from a start, in which the learner moves first; it does not learn from it.
///
/// # Panics
///
/// If the learner plays what is no move.
pub fn play<L: Learner + ?Sized>(
    graph: &Graph,
    learner: &mut L,
    start: State,
    random: &mut Random,
) -> Played {
    let mut states = vec![start];
    let mut state = start;
    let outcome = loop {
        // Even: the learner is to move, and the opponent has just moved.
        let learns = states.len() % 2 == 1;
        if graph.won[state as usize] {
            break if learns { -1 } else { 1 };
        }
        if graph.drawn[state as usize] || graph.moves(state).is_empty() {
            break 0;
        }
        state = if learns {
            match learner.choose(graph, state, random) {
                None => break -1,
                Some(next) => {
                    assert!(graph.moves(state).contains(&next), "no move");
                    next
                }
            }
        } else {
            graph.reply[state as usize]
        };
        states.push(state);
    };
    Played {
        states,
        outcome,
        regret: graph.value[start as usize] - outcome,
    }
}

/// Plays the games of a run, each followed by learning from it; `each` is told of every game, when
/// the learner has learned from it, and ends the run by `false`.
pub fn series<L: Learner + ?Sized>(
    graph: &Graph,
    learner: &mut L,
    plan: &Plan,
    random: &mut Random,
    mut each: impl FnMut(&Played, &L) -> bool,
) -> Series {
    let mut series = Series::default();
    for start in plan.boards(graph) {
        let began = os::thread_time();
        let played = play(graph, learner, start, random);
        learner.learn(graph, &played.states, played.outcome, random);
        let used = os::thread_time().saturating_sub(began);
        series.seconds.push(used.as_secs_f64());
        series.regret.push(played.regret);
        if !each(&played, learner) {
            break;
        }
    }
    series
}
