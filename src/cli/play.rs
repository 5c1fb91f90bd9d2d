//! `chesslog play`: a person against what was learned, or against a strategy for an ending.

mod endgame;
mod table;

use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueEnum};

use self::{endgame::Side, table::Table};
use super::{
    SeedOption, fail,
    game::Game,
    migo::{LearnerName, read_strategy},
};
use crate::{endgame::Ending, migo::opponent::Opponent, random::Random};

/// How to play, below the options.
const HOW: &str = "\
Type a move as the squares it is about, such as 5 or a1a2; or help, moves, undo, quit. In an
ending also Ke5, hint and dtm, the distance to mate.";

#[derive(Debug, Args)]
#[command(after_help = HOW)]
#[command(group = ArgGroup::new("played").args(["game", "endgame"]).required(true))]
pub struct PlayArguments {
    /// The game: oxo, hexapawn3, hexapawn4, or a Prolog file that defines initial/1, move/2, won/1
    /// and drawn/1
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Instead of a game, an ending against a bare king, such as krk
    #[arg(long, value_name = "ENDING", conflicts_with_all = ["learner", "games", "first"])]
    endgame: Option<Ending>,
    /// The position of the ending to begin with [default: one that can be won, by the seed]
    #[arg(long, value_name = "FEN", conflicts_with = "game")]
    fen: Option<String>,
    /// Instead, the first position of the ending that the games of this PGN file come to, or a study in it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "fen"])]
    from: Option<String>,
    /// Add the game of the ending to this file, as PGN, with my reasons as comments
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    save: Option<PathBuf>,
    /// Your side in the ending
    #[arg(long, value_enum, default_value = "defender", conflicts_with = "game")]
    side: Side,
    /// A strategy, such as `chesslog migo run` writes, instead of one that is learned now; for an
    /// ending, a Prolog file that defines strategy/2
    #[arg(long, value_name = "FILE", conflicts_with_all = ["learner", "games"])]
    strategy: Option<PathBuf>,
    /// The learner
    #[arg(long, value_enum, value_name = "NAME", default_value = "migo-mixed")]
    learner: LearnerName,
    /// Games from which it learns before it plays, 0 for none [default: 100 for hexapawn, else 200]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=1_000_000))]
    games: Option<u32>,
    #[command(flatten)]
    random: SeedOption,
    /// Who moves first
    #[arg(long, value_enum, default_value = "me")]
    first: First,
}

/// Who moves first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum First {
    /// The person at the keyboard
    Me,
    /// The machine
    It,
}

/// Runs the command and returns the exit status.
pub fn run(arguments: &PlayArguments) -> u8 {
    play(arguments).unwrap_or_else(|message| fail(&message))
}

fn play(arguments: &PlayArguments) -> Result<u8, String> {
    if let Some(ending) = arguments.endgame {
        return endgame::play(&endgame::Plan {
            ending,
            strategy: arguments.strategy.as_deref(),
            fen: arguments.fen.as_deref(),
            side: arguments.side,
            seed: arguments.random.seed,
            games: arguments.from.as_deref(),
            save: arguments.save.as_deref(),
        });
    }
    let game = arguments
        .game
        .as_ref()
        .ok_or("expected --game or --endgame")?;
    let game = Game::load(game, None)?;
    let graph = game.graph;
    let (machine, about) = match &arguments.strategy {
        Some(file) => (
            Opponent::Strategy(read_strategy(file, &game)?),
            format!("I play the strategy of {}", file.display()),
        ),
        None => {
            let player = arguments.learner.player(false, graph);
            let player = player.map_err(|error| error.to_string())?;
            let games = arguments.games.map(|games| games as usize);
            Opponent::taught(player, graph, games, arguments.random.seed)
                .map_err(|error| error.to_string())?
        }
    };
    let mut random = Random::of(&[arguments.random.seed, 2]);
    let start = graph
        .opening
        .or_else(|| random.pick(&graph.starts).copied());
    let table = Table {
        graph,
        machine,
        random,
        start: start.ok_or("the game has no state to begin with")?,
        first: arguments.first,
    };
    Ok(table.play(&about))
}
