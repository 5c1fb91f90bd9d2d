//! `chesslog index FILE...`: indexes beside files of games.

use std::{
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

use clap::Args;
use serde::Serialize;

use super::{Format, FormatOption, cancel_token::CancelToken, fail, print};
use crate::{
    chess::games::index::{Built, Counts, build},
    report::{counted, plural, seconds, size},
    terminal::Status,
};

/// What an index is for and what it costs, below the options.
const USE: &str = "\
The index of games.pgn is games.pgn.index, beside it; files may be compressed. From then on
find_pattern/4 and player_game/4 use it by themselves, and give the same answers: where a pattern
needs position/1 or material/1, and for a player's name, only the games that have it are looked at;
any other pattern is held against all positions without reading the games again.

It has about 400 bytes a game, half of what the games have as plain text. Each file is read once,
on all processors, in memory that does not grow with it. An index is current as long as the file
has the same size and time of change; afterwards it is not used, and this command makes it anew.
It can be removed at any time.";

#[derive(Debug, Args)]
#[command(after_help = USE)]
pub struct IndexArguments {
    /// Files of games, plain or compressed
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    /// Make the indexes anew, even if they are current
    #[arg(long)]
    rebuild: bool,
    #[command(flatten)]
    printed: FormatOption,
}

/// Runs the command and returns the exit status.
pub fn run(arguments: &IndexArguments) -> u8 {
    let token = CancelToken::on_ctrl_c();
    let mut status = 0;
    for file in &arguments.files {
        if token.cancelled.load(Ordering::SeqCst) {
            break;
        }
        let begin = Instant::now();
        let line = Status::line();
        let built = build(file, arguments.rebuild, &mut |games, part| {
            line.note(|| format!("{file}: {}, {:.0}%", counted(games, "game"), 100.0 * part));
            !token.cancelled.load(Ordering::SeqCst)
        });
        line.clear();
        // Each at once: the next may take long.
        status = status.max(match built {
            Ok(built) => put(file, &built, begin.elapsed(), arguments.printed.format),
            Err(error) => fail(&error.to_string()),
        });
    }
    status
}

/// What is told of an index.
#[derive(Serialize)]
struct Told<'a> {
    file: &'a str,
    index: String,
    #[serde(flatten)]
    counts: Counts,
    bytes: u64,
    /// Whether it was there already.
    current: bool,
    /// Why the one that was there before is of no use.
    replaced: Option<String>,
    #[serde(serialize_with = "seconds")]
    seconds: Duration,
}

fn put(file: &str, built: &Built, time: Duration, format: Format) -> u8 {
    let told = Told {
        file,
        index: built.path.display().to_string(),
        counts: built.counts,
        bytes: built.bytes,
        current: built.current,
        replaced: built.replaced.as_ref().map(ToString::to_string),
        seconds: time,
    };
    if let (Format::Text, Some(why)) = (format, &told.replaced) {
        _ = print(&format!("{} {why}; it is made anew\n", told.index));
    }
    format.put(|| text(&told), || &told)
}

fn text(told: &Told<'_>) -> String {
    let Counts {
        games,
        positions,
        unplayable,
    } = told.counts;
    let mut text = told.index.clone();
    if told.current {
        text += " is current";
    }
    text += &format!(
        ": {}, {}, {}, {} bytes a game",
        counted(games, "game"),
        counted(positions, "position"),
        size(told.bytes),
        told.bytes / games.max(1),
    );
    if unplayable > 0 {
        let them = plural(unplayable, "game");
        text += &format!("; {them} cannot be played to the end");
    }
    if !told.current {
        text += &format!("; {:.1} s", told.seconds.as_secs_f64());
    }
    text + "\n"
}
