//! `chesslog migo ...`: learning to play, with MIGO and its rivals.

mod play;
mod run;

use std::path::Path;

use clap::{Args, Subcommand, ValueEnum, builder::PossibleValue};

use super::{SeedOption, cancel_token::CancelToken, game::Game, number};
use crate::{
    games::{Graph, Ties},
    migo::{
        Rival,
        contestant::Player,
        dqn::NoBoard,
        learner::Manner,
        play::{Starts, games_of_a_run},
        program::GameStrategy,
        text,
        theory::Theory,
    },
    os,
};

#[derive(Debug, Subcommand)]
pub enum MigoCommand {
    /// Let learners play many runs of games; print and draw what they lost
    Run(run::RunArguments),
    /// Show one run game by game: the moves, the clauses behind them, what was learned
    Play(play::PlayArguments),
}

/// Runs the command and returns the exit status.
pub fn run(command: &MigoCommand) -> u8 {
    match command {
        MigoCommand::Run(arguments) => run::run(arguments),
        MigoCommand::Play(arguments) => play::run(arguments),
    }
}

/// What both commands are given.
#[derive(Debug, Args)]
struct CommonArguments {
    /// The game: oxo, hexapawn3, hexapawn4, or a Prolog file that defines initial/1, move/2, won/1
    /// and drawn/1
    #[arg(long, value_name = "GAME", default_value = "oxo")]
    game: String,
    /// Games of a run [default: 100 for hexapawn, else 200]
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=1_000_000))]
    games: Option<u32>,
    #[command(flatten)]
    random: SeedOption,
    /// The start boards of a run: drawn for each game, as the paper says, or one for all games, which
    /// fits the published curves of HER and deep Q-learning
    #[arg(long, value_enum, default_value = "each")]
    starts: StartsName,
    /// Which of several best replies the opponent plays, in the order of the rules
    #[arg(long, value_enum, value_name = "WHICH", default_value = "first")]
    ties: TiesName,
    /// migo-mixed and migo-separated learn as the authors' program does
    #[arg(long)]
    faithful: bool,
    /// Begin with the strategy in this file, which may have been learned in another game
    #[arg(long, value_name = "FILE")]
    transfer: Option<String>,
}

/// [`Starts`] on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum StartsName {
    Each,
    One,
}

impl StartsName {
    fn starts(self) -> Starts {
        match self {
            StartsName::Each => Starts::Each,
            StartsName::One => Starts::One,
        }
    }
}

/// [`Ties`] on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum TiesName {
    First,
    Last,
}

impl CommonArguments {
    fn game(&self, token: &CancelToken) -> Result<Game, String> {
        let mut game = Game::load(&self.game, Some(token))?;
        if self.ties == TiesName::Last {
            // A program has one game or two, and needs them to its end.
            game.graph = Box::leak(Box::new(game.graph.with_ties(Ties::Last)));
        }
        Ok(game)
    }

    fn games(&self, game: &Game) -> usize {
        self.games
            .map_or_else(|| games_of_a_run(&game.graph.name), |games| games as usize)
    }

    /// The strategy with which those of the players begin that can, over the game.
    fn transfer(
        &self,
        game: &Game,
        players: &[Player],
    ) -> Result<Option<GameStrategy<'static>>, String> {
        let can = |player: &Player| matches!(player, Player::Migo(_));
        if self.transfer.is_some() && !players.iter().any(can) {
            return Err(
                "--transfer is for learners of strategies: expected migo-mixed, migo-separated, \
                 faithful-mixed or faithful-separated"
                    .to_owned(),
            );
        }
        let read = |file: &String| read_strategy(Path::new(file), game);
        self.transfer.as_ref().map(read).transpose()
    }
}

/// The strategy of a file, over a game.
pub fn read_strategy(file: &Path, game: &Game) -> Result<GameStrategy<'static>, String> {
    let name = file.display().to_string();
    let text = os::read_text(file).map_err(|error| format!("cannot read {name}: {error}"))?;
    text::read(&name, &text, Theory::new(game.graph)).map_err(|wrong| wrong.to_string())
}

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
