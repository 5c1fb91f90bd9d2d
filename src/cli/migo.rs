//! `chesslog migo ...`: learning to play, with MIGO and its rivals.

mod figures;
mod learners;
mod play;
mod report;
mod run;

use std::path::Path;

use clap::{Args, Subcommand, ValueEnum};

pub use self::learners::{Contestant, LearnerName, Player, Playing, Wanted, players};
use super::{brake::Brake, game::Game};
use crate::{
    games::Ties,
    migo::{menace, play::Starts, program::Program, text, theory::Theory},
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
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: Option<u32>,
    /// The seed of all that is random
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
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
    fn game(&self, brake: &Brake) -> Result<Game, String> {
        let mut game = Game::load(&self.game, Some(brake))?;
        if self.ties == TiesName::Last {
            // A program has one game or two, and needs them to its end.
            game.graph = Box::leak(Box::new(game.graph.with_ties(Ties::Last)));
        }
        Ok(game)
    }

    fn games(&self, game: &Game) -> usize {
        self.games
            .map_or_else(|| games_of_a_run(game), |games| games as usize)
    }

    /// The strategy with which those of the players begin that can, over the game.
    fn transfer(
        &self,
        game: &Game,
        players: &[Player],
    ) -> Result<Option<Program<'static>>, String> {
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

/// The games of a run in the paper (Section 5.1).
pub fn games_of_a_run(game: &Game) -> usize {
    match menace::is_hexapawn(&game.graph.name) {
        true => 100,
        false => 200,
    }
}

/// The strategy of a file, over a game.
pub fn read_strategy(file: &Path, game: &Game) -> Result<Program<'static>, String> {
    let name = file.display().to_string();
    let text =
        std::fs::read_to_string(file).map_err(|error| format!("cannot read {name}: {error}"))?;
    text::read(&name, &text, Theory::new(game.graph)).map_err(|wrong| wrong.to_string())
}
