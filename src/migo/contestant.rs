//! All learners under one type, what they begin with, and their runs.

use super::{
    Learner, Rival,
    dqn::NoBoard,
    learner::{Manner, Migo, Reason},
    play::{Plan, Played, Series, series},
    program::GameStrategy,
};
use crate::{
    games::{Graph, State},
    random::Random,
};

/// A learner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Player {
    /// One that learns strategies.
    Migo(Manner),
    /// One that does not.
    Rival(Rival),
}

impl Player {
    /// The learner with a name.
    pub fn named(name: &str) -> Option<Player> {
        let both = [false, true];
        let manners = both.into_iter().flat_map(|faithful| {
            both.map(|separated| {
                Player::Migo(Manner {
                    separated,
                    faithful,
                })
            })
        });
        let rivals = [Rival::Menace, Rival::Q, Rival::Dqn].map(Player::Rival);
        manners.chain(rivals).find(|player| player.name() == name)
    }

    /// The name in commands and files.
    pub fn name(self) -> &'static str {
        match self {
            Player::Rival(rival) => rival.name(),
            Player::Migo(manner) => match (manner.faithful, manner.separated) {
                (false, false) => "migo-mixed",
                (false, true) => "migo-separated",
                (true, false) => "faithful-mixed",
                (true, true) => "faithful-separated",
            },
        }
    }

    /// The name in figures.
    pub fn title(self, game: &str) -> &'static str {
        match self {
            Player::Rival(rival) => rival.title(game),
            Player::Migo(manner) => match (manner.faithful, manner.separated) {
                (false, false) => "MIGO, mixed",
                (false, true) => "MIGO, separated",
                (true, false) => "MIGO, mixed, faithful",
                (true, true) => "MIGO, separated, faithful",
            },
        }
    }

    /// The learner of the paper that it is compared with.
    pub fn authors(self) -> Player {
        match self {
            Player::Migo(manner) => Player::Migo(Manner {
                faithful: false,
                ..manner
            }),
            rival => rival,
        }
    }

    /// The name of the published curve to compare with.
    pub fn published(self) -> &'static str {
        self.authors().name()
    }
}

/// A learner, and what it begins with.
#[derive(Debug, Clone, Copy)]
pub struct Contestant<'a> {
    pub player: Player,
    pub transfer: Option<&'a GameStrategy<'static>>,
}

/// A learner while it plays: it keeps why it moved.
pub enum Playing<'g> {
    Migo {
        migo: Box<Migo<'g>>,
        /// Of all moves so far.
        reasons: Vec<Reason>,
    },
    Rival(Box<dyn Learner>),
}

impl Learner for Playing<'_> {
    fn choose(&mut self, graph: &Graph, state: State, random: &mut Random) -> Option<State> {
        match self {
            Playing::Rival(rival) => rival.choose(graph, state, random),
            Playing::Migo { migo, reasons } => {
                let (next, reason) = migo.explained(state, random)?;
                reasons.push(reason);
                Some(next)
            }
        }
    }

    fn learn(&mut self, graph: &Graph, game: &[State], outcome: i8, random: &mut Random) {
        match self {
            Playing::Migo { migo, .. } => migo.learn(graph, game, outcome, random),
            Playing::Rival(rival) => rival.learn(graph, game, outcome, random),
        }
    }
}

impl<'g> Playing<'g> {
    /// What it has learned, if that is a strategy.
    pub fn program(&self) -> Option<GameStrategy<'g>> {
        match self {
            Playing::Migo { migo, .. } => Some(migo.program()),
            Playing::Rival(_) => None,
        }
    }
}

impl Contestant<'_> {
    /// The name in commands and files.
    pub fn name(&self) -> String {
        let transferred = if self.transfer.is_some() {
            "-transferred"
        } else {
            ""
        };
        format!("{}{transferred}", self.player.name())
    }

    /// A learner before its first game.
    ///
    /// # Errors
    ///
    /// If it cannot play the game.
    pub fn begin(
        &self,
        graph: &'static Graph,
        random: &mut Random,
    ) -> Result<Playing<'static>, NoBoard> {
        Ok(match self.player {
            Player::Rival(rival) => Playing::Rival(rival.learner(graph, random)?),
            Player::Migo(manner) => Playing::Migo {
                migo: Box::new(match self.transfer {
                    None => Migo::new(graph, manner),
                    Some(GameStrategy {
                        theory, predicates, ..
                    }) => Migo::with(theory.clone(), predicates.clone(), manner),
                }),
                reasons: Vec::new(),
            },
        })
    }

    /// Plays a run; `each` is told of every game and ends the run by `false`.
    ///
    /// # Errors
    ///
    /// If the learner cannot play the game.
    pub fn run(
        &self,
        graph: &'static Graph,
        plan: &Plan,
        each: impl FnMut(&Played, &Playing<'static>) -> bool,
    ) -> Result<(Series, Playing<'static>), NoBoard> {
        let mut random = plan.random();
        let mut playing = self.begin(graph, &mut random)?;
        let series = series(graph, &mut playing, plan, &mut random, each);
        Ok((series, playing))
    }
}
