//! The learners by name, and runs of them.

use clap::{ValueEnum, builder::PossibleValue};

use crate::{
    games::{Graph, State},
    migo::{
        Learner, Rival,
        dqn::NoBoard,
        learner::{Manner, Migo, Reason},
        play::{Plan, Played, Series, series},
        program::Program,
    },
    random::Random,
};

/// A learner that can be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LearnerName {
    /// MIGO, winning and drawing learned together
    MigoMixed,
    /// MIGO, drawing learned when winning no longer changes
    MigoSeparated,
    /// migo-mixed as the authors' program learns
    FaithfulMixed,
    /// migo-separated as the authors' program learns
    FaithfulSeparated,
    /// Boxes with beads: MENACE, for hexapawn HER
    Menace,
    /// Q-learning: a table of values
    Q,
    /// Deep Q-learning: a network
    Dqn,
}

/// What can be asked for where there may be several.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    One(LearnerName),
    All,
}

impl ValueEnum for Wanted {
    fn value_variants<'a>() -> &'a [Wanted] {
        &[
            Wanted::One(LearnerName::MigoMixed),
            Wanted::One(LearnerName::MigoSeparated),
            Wanted::One(LearnerName::FaithfulMixed),
            Wanted::One(LearnerName::FaithfulSeparated),
            Wanted::One(LearnerName::Menace),
            Wanted::One(LearnerName::Q),
            Wanted::One(LearnerName::Dqn),
            Wanted::All,
        ]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            Wanted::One(name) => name.to_possible_value(),
            Wanted::All => Some(PossibleValue::new("all").help("All that can play the game")),
        }
    }
}

/// A learner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Player {
    /// One that learns strategies.
    Migo(Manner),
    /// One that does not.
    Rival(Rival),
}

/// The learners that are wanted, each once.
///
/// # Errors
///
/// If one of them cannot play the game; among all of them that one is left out.
pub fn players(wanted: &[Wanted], faithful: bool, graph: &Graph) -> Result<Vec<Player>, NoBoard> {
    let mut players: Vec<Player> = Vec::new();
    for wanted in wanted {
        let found = match wanted {
            Wanted::One(name) => vec![name.player(faithful, graph)?],
            Wanted::All => {
                let all = LearnerName::value_variants().iter();
                all.filter_map(|name| name.player(faithful, graph).ok())
                    .collect()
            }
        };
        for player in found {
            if !players.contains(&player) {
                players.push(player);
            }
        }
    }
    Ok(players)
}

impl LearnerName {
    /// The learner with this name.
    ///
    /// # Errors
    ///
    /// If it cannot play the game.
    pub fn player(self, faithful: bool, graph: &Graph) -> Result<Player, NoBoard> {
        let migo = |separated, faithful| {
            Ok(Player::Migo(Manner {
                separated,
                faithful,
            }))
        };
        match self {
            LearnerName::MigoMixed => migo(false, faithful),
            LearnerName::MigoSeparated => migo(true, faithful),
            LearnerName::FaithfulMixed => migo(false, true),
            LearnerName::FaithfulSeparated => migo(true, true),
            LearnerName::Menace => Ok(Player::Rival(Rival::Menace)),
            LearnerName::Q => Ok(Player::Rival(Rival::Q)),
            LearnerName::Dqn if graph.cells.is_empty() => Err(NoBoard {
                game: graph.name.clone(),
            }),
            LearnerName::Dqn => Ok(Player::Rival(Rival::Dqn)),
        }
    }
}

impl Player {
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
    pub transfer: Option<&'a Program<'static>>,
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
    pub fn program(&self) -> Option<Program<'g>> {
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
                    Some(Program {
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
