//! `chesslog play`: a person against the engine, against what was learned, or against a strategy for an ending.

mod board;
mod chess;
mod endgame;
mod table;

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use self::{endgame::Side, table::Table};
use super::{
    SeedOption, fail,
    game::Game,
    migo::{LearnerName, read_strategy},
    number,
};
use crate::{
    chess::Position, endgame::Ending, migo::opponent::Opponent, random::Random,
    session::players::RATINGS,
};

/// How to play, below the options.
const HOW: &str = "\
Without --game and --endgame it is a game of chess, against those who play for `chesslog uci`: your
strategy first, if you have one, then proved strategies for endings, lines of openings and the search.

Type a move as Nf3 or g1f3, of other games as the squares it is about, such as 5 or a1a2; or help,
moves, undo, quit. At chess also hint, and in an ending dtm, the distance to mate.";

#[derive(Debug, Args)]
#[command(after_help = HOW)]
pub struct PlayArguments {
    /// The game: chess, oxo, hexapawn3, hexapawn4, or a Prolog file that defines initial/1, move/2,
    /// won/1 and drawn/1 [default: chess]
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Instead of a game, an ending against a bare king, such as krk
    #[arg(long, value_name = "ENDING", conflicts_with_all = ["game", "first"])]
    endgame: Option<Ending>,
    /// The position to begin with [default: of an ending one that can be won, by the seed]
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Instead, go on with the last game of this PGN file; in an ending, begin with the first position
    /// of it that its games come to
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    from: Option<String>,
    /// Add the game to this file, as PGN, with my reasons as comments
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Play like somebody with this rating
    #[arg(long, value_name = "RATING", conflicts_with = "endgame",
        value_parser = number::<u32>(RATINGS.0..=RATINGS.1))]
    elo: Option<u32>,
    /// Your side in the ending
    #[arg(long, value_enum, default_value = "defender", requires = "endgame")]
    side: Side,
    /// A strategy: for chess one of those that `chesslog uci` takes; for an ending a Prolog file that
    /// defines strategy/2; for other games one such as `chesslog migo run` writes, instead of one that is
    /// learned now
    #[arg(long, value_name = "FILE", conflicts_with_all = ["learner", "games"])]
    strategy: Option<PathBuf>,
    /// The learner [default: migo-mixed]
    #[arg(long, value_enum, value_name = "NAME", requires = "game")]
    learner: Option<LearnerName>,
    /// Games from which it learns before it plays, 0 for none [default: 100 for hexapawn, else 200]
    #[arg(long, value_name = "N", requires = "game", value_parser = number::<u32>(..=1_000_000))]
    games: Option<u32>,
    #[command(flatten)]
    random: SeedOption,
    /// Who moves first
    #[arg(long, value_enum, default_value = "me")]
    first: First,
}

/// The game that is played if none is named.
const CHESS: &str = "chess";

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
    let game = match arguments.game.as_deref() {
        None | Some(CHESS) => {
            for (option, given) in [
                ("--learner", arguments.learner.is_some()),
                ("--games", arguments.games.is_some()),
            ] {
                if given {
                    return Err(format!(
                        "{option} is for games that are learned, and chess is none"
                    ));
                }
            }
            return chess::play(&chess::Plan {
                strategy: arguments.strategy.as_deref(),
                fen: arguments.fen.as_deref(),
                games: arguments.from.as_deref(),
                first: arguments.first,
                elo: arguments.elo,
                seed: arguments.random.seed,
                save: arguments.save.as_deref(),
            });
        }
        Some(other) => other,
    };
    for (option, given) in [
        ("--fen", arguments.fen.is_some()),
        ("--from", arguments.from.is_some()),
        ("--save", arguments.save.is_some()),
        ("--elo", arguments.elo.is_some()),
    ] {
        if given {
            return Err(format!("{option} is for chess, and {game} is none"));
        }
    }
    let game = Game::load(game, None)?;
    let graph = game.graph;
    let (machine, about) = match &arguments.strategy {
        Some(file) => (
            Opponent::Strategy(read_strategy(file, &game)?),
            format!("I play the strategy of {}", file.display()),
        ),
        None => {
            let learner = arguments.learner.unwrap_or(LearnerName::MigoMixed);
            let player = learner.player(false, graph);
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

/// The position that somebody has typed.
fn position(fen: &str) -> Result<Position, String> {
    Position::parse(fen).map_err(|why| format!("`{fen}` is no position: {why}"))
}
