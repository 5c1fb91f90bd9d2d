//! MIGO and its rivals: learners of games, which meet an optimal opponent.
//!
//! S. Muggleton and C. Hocquette, "Machine Discovery of Comprehensible Strategies for Simple Games
//! Using Meta-interpretive Learning" (New Generation Computing 37, 2019). All learn from the same
//! games and are measured in the same way, by what they lose against the value of the start:
//!
//! ```text
//! Graph ── starts, opponent ──> play ── game ──> Learner: menace, qlearning, dqn
//!                                 └─ regret, CPU time ──> curve ──> chart
//! ```
//!
//! ```
//! use chesslog::{games, migo::{Rival, play::{Plan, Starts}}};
//!
//! let graph = games::named("hexapawn3").unwrap();
//! let plan = Plan { games: 100, seed: 1, run: 0, starts: Starts::Each };
//! let learned = Rival::Q.series(graph, &plan).unwrap();
//! let lost = |games: &[i8]| games.iter().map(|regret| i32::from(*regret)).sum::<i32>();
//! assert!(lost(&learned.regret[50..]) < lost(&learned.regret[..50]));
//! ```

pub mod careful;
pub(crate) mod contestant;
pub mod curve;
pub mod dependent;
pub mod dqn;
pub mod faithful;
pub mod learner;
pub mod menace;
pub(crate) mod opponent;
pub mod play;
pub mod program;
pub mod published;
pub mod qlearning;
pub(crate) mod report;
pub mod strategy;
pub mod text;
pub mod theory;
mod words;

use crate::{
    games::{Graph, State},
    random::Random,
};

/// A player that learns from the games it plays.
pub trait Learner: Send {
    /// The move it plays; `None`: it resigns. The game is not over, and there is a move.
    fn choose(&mut self, graph: &Graph, state: State, random: &mut Random) -> Option<State>;

    /// Learns from a finished game: the states in order, beginning with the start, where the learner
    /// is to move; the outcome for the learner is 1, 0 or -1.
    ///
    /// The moves of the learner are those from the states at even places. Who resigned has lost, and
    /// the last state is the one in which it did.
    fn learn(&mut self, graph: &Graph, game: &[State], outcome: i8, random: &mut Random);
}

/// A learner that is no logic program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rival {
    /// Boxes with beads; for hexapawn it is called HER.
    Menace,
    /// A table of values.
    Q,
    /// A network that values moves.
    Dqn,
}

impl Rival {
    /// All of them.
    pub const ALL: [Rival; 3] = [Rival::Menace, Rival::Q, Rival::Dqn];

    /// The name in commands and files.
    pub fn name(self) -> &'static str {
        match self {
            Rival::Menace => "menace",
            Rival::Q => "q",
            Rival::Dqn => "dqn",
        }
    }

    /// The rival with a name.
    pub fn named(name: &str) -> Option<Rival> {
        Rival::ALL.into_iter().find(|rival| rival.name() == name)
    }

    /// The name in tables and figures.
    pub fn title(self, game: &str) -> &'static str {
        match self {
            Rival::Menace if menace::is_hexapawn(game) => "HER",
            Rival::Menace => "MENACE",
            Rival::Q => "Q-learning",
            Rival::Dqn => "Deep Q-learning",
        }
    }

    /// A learner that has learned nothing.
    ///
    /// # Errors
    ///
    /// If the learner needs a board and the game has none.
    pub fn learner(
        self,
        graph: &Graph,
        random: &mut Random,
    ) -> Result<Box<dyn Learner>, dqn::NoBoard> {
        Ok(match self {
            Rival::Menace => Box::new(menace::Menace::new(graph)),
            Rival::Q => Box::new(qlearning::QLearning::new(graph)),
            Rival::Dqn => Box::new(dqn::Dqn::new(graph, random)?),
        })
    }

    /// Lets a new learner play a series of games.
    ///
    /// # Errors
    ///
    /// If the learner needs a board and the game has none.
    pub fn series(self, graph: &Graph, plan: &play::Plan) -> Result<play::Series, dqn::NoBoard> {
        let mut random = plan.random();
        let mut learner = self.learner(graph, &mut random)?;
        Ok(play::series(
            graph,
            &mut *learner,
            plan,
            &mut random,
            |_, _| true,
        ))
    }
}

#[cfg(test)]
mod tests;
