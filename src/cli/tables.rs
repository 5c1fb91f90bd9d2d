//! `chesslog tables [ENDING...]`: the tables of distances to mate, made or read.

use std::fmt::Write as _;

use clap::Args;
use serde_json::{Value, json};

use super::{Format, FormatOption, print};
use crate::{
    endgame::{
        Ending, Turn,
        known::{Kept, Known, Tables, default_directory},
    },
    os,
    report::size,
};

/// What the figures mean, below the options.
const FIGURES: &str = "\
An ending is a king with one or two pieces or pawns against a bare king, such as krk or kbnk.
Positions are counted once for all their turns and reflections, with either side to move: the
attacker, which has the pieces, or the bare king. The longest mate is in half moves, of the best
play of both sides. A table is read from its file, if there is one; its time is without that of
the endings that it leads to, whose tables are made before it.

Files are in chesslog/tables of the user's cache directory: $XDG_CACHE_HOME, or ~/.cache. They
can be removed at any time. One that is damaged is told of and made anew.";

#[derive(Debug, Args)]
#[command(after_help = FIGURES)]
pub struct TablesArguments {
    /// Which endings
    #[arg(value_name = "ENDING", default_values = ["krk", "kqk", "kpk", "kbbk", "kbnk"])]
    endings: Vec<Ending>,
    /// Make the tables anew, and those that they lead to, even if there are files
    #[arg(long)]
    rebuild: bool,
    #[command(flatten)]
    printed: FormatOption,
}

/// Runs the command and returns the exit status.
pub fn run(arguments: &TablesArguments) -> u8 {
    let mut tables = Tables::kept_in(default_directory());
    tables.rebuild = arguments.rebuild;
    let mut endings: Vec<Ending> = Vec::new();
    for &ending in &arguments.endings {
        if !endings.contains(&ending) {
            endings.push(ending);
        }
    }
    let format = arguments.printed.format;
    if format == Format::Text {
        _ = print(HEAD);
    }
    for ending in endings {
        let known = tables.get(ending);
        // Each at once: the next may take long.
        let status = format.put(|| text(known), || object(known));
        if status != 0 {
            return status;
        }
    }
    match format {
        Format::Text => print(&format!("peak memory: {}\n", size(os::peak_memory()))),
        Format::Json => 0,
    }
}

const HEAD: &str = "ending  to move     positions        won      drawn  longest\n";

/// The rows of a table.
fn text(known: &Known) -> String {
    let table = &known.table;
    let mut text = String::new();
    for (turn, mover) in [(Turn::Attacker, "attacker"), (Turn::Defender, "bare king")] {
        let (positions, won) = (table.numbers(turn).count(), table.wins(turn));
        let name = match turn {
            Turn::Attacker => table.ending.to_string(),
            Turn::Defender => String::new(),
        };
        let longest = table
            .longest(turn)
            .map_or("-".to_owned(), |plies| plies.to_string());
        _ = writeln!(
            text,
            "{name:6}  {mover:9}  {positions:10} {won:10} {:10} {longest:>8}",
            positions - won,
        );
    }
    let seconds = known.time.as_secs_f64();
    let origin = if known.read { "read" } else { "made" };
    let memory = size(table.bytes() as u64);
    let kept = match &known.kept {
        Kept::In(path, bytes) => format!("{} in {}", size(*bytes), path.display()),
        Kept::Nowhere => "in no file".to_owned(),
        Kept::Failed(path, error) => format!("in no file: {}: {error}", path.display()),
    };
    _ = writeln!(text, "        {origin} in {seconds:.3} s, {memory}; {kept}");
    text
}

fn object(known: &Known) -> Value {
    let table = &known.table;
    let side = |turn| {
        json!({
            "positions": table.numbers(turn).count(),
            "won": table.wins(turn),
            "longest": table.longest(turn),
        })
    };
    let (file, bytes, error) = match &known.kept {
        Kept::In(path, bytes) => (Some(path), Some(bytes), None),
        Kept::Nowhere => (None, None, None),
        Kept::Failed(path, error) => (Some(path), None, Some(error.to_string())),
    };
    json!({
        "ending": table.ending.to_string(),
        "attacker_to_move": side(Turn::Attacker),
        "bare_king_to_move": side(Turn::Defender),
        "read": known.read,
        "seconds": known.time.as_secs_f64(),
        "memory": table.bytes(),
        "peak_memory": os::peak_memory(),
        "damage": known.damage.as_ref().map(ToString::to_string),
        "file": file,
        "file_size": bytes,
        "error": error,
    })
}
