//! `chesslog explain --fen FEN [--move MOVE]`: what is going on in a position, or what a move does.
//!
//! The words are those of `prolog/explain.pl`; here they are printed, as text, as JSON or as a picture.

use std::{io, path::PathBuf, time::Duration};

use clap::Args;
use shakmaty::{Position as _, san::San, uci::UciMove};

use super::{Format, FormatOption, LimitArguments, fail, options::write, start_with};
use crate::{
    chess::{
        Position,
        moves::{MoveTerm, move_term},
        svg,
    },
    engine::{Event, QueryOptions, Settings},
    native::board::Drawing,
    session::{self, explanation::Explanation},
    term::{Term, quoted_text},
    terminal,
};

/// Seconds that an explanation may take when no limit is given.
const DEFAULT_TIME: Duration = Duration::from_secs(60);

#[derive(Debug, Args)]
pub struct ExplainArguments {
    /// The position
    #[arg(long, value_name = "FEN")]
    fen: String,
    /// The move to explain, as in d5c7 or Nxc7+; without it, the position is explained
    #[arg(long = "move", value_name = "MOVE")]
    played: Option<String>,
    #[command(flatten)]
    printed: FormatOption,
    /// Write a picture of the board with arrows to this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draw the picture as the side sees it that is not to move
    #[arg(long)]
    flip: bool,
    /// Draw the board with letters only
    #[arg(long)]
    ascii: bool,
    #[command(flatten)]
    limits: LimitArguments,
}

/// Runs the command and returns the exit status.
pub fn run(arguments: &ExplainArguments) -> u8 {
    let position = match Position::parse(&arguments.fen) {
        Ok(position) => position,
        Err(error) => return fail(&format!("--fen \"{}\": {error}", arguments.fen)),
    };
    let played = match &arguments.played {
        None => None,
        Some(text) => match read_move(&position, text) {
            Ok(term) => Some(term),
            Err(message) => return fail(&message),
        },
    };
    let (text, data) = match ask(arguments, &position, played) {
        Ok(found) => found,
        Err(status) => return status,
    };
    let Some(explanation) = Explanation::read(&data) else {
        return fail("the explanation has another form than expected; this is a bug of chesslog");
    };
    if let Some(path) = &arguments.svg {
        let bottom = match arguments.flip {
            true => !position.turn(),
            false => position.turn(),
        };
        let picture = svg::draw(&position, &explanation.marks(played, bottom));
        if let Err(message) = write(path, picture) {
            return fail(&message);
        }
    }
    let data = || explanation.to_json(&position, played);
    arguments.printed.format.put(|| text, data)
}

/// The legal move that the text means, in either notation.
fn read_move(position: &Position, text: &str) -> Result<MoveTerm, String> {
    let plain = plain(text);
    let uci = plain.parse::<UciMove>().ok();
    let san = San::from_ascii(plain.as_bytes()).ok();
    if uci.is_none() && san.is_none() {
        return Err(format!(
            "--move \"{text}\": this is no move; expected a notation such as d5c7, e7e8q, Nxc7 or O-O"
        ));
    }
    uci.and_then(|uci| uci.to_move(&**position).ok())
        .or_else(|| san.and_then(|san| san.to_move(&**position).ok()))
        .map(move_term)
        .ok_or_else(|| {
            let side = position.turn().fold_wb("White", "Black");
            let promotes = [format!("{plain}q"), format!("{plain}=Q")]
                .iter()
                .any(|longer| {
                    let uci = longer.parse::<UciMove>().ok();
                    let san = longer.parse::<San>().ok();
                    uci.is_some_and(|uci| uci.to_move(&**position).is_ok())
                        || san.is_some_and(|san| san.to_move(&**position).is_ok())
                });
            let hint = match promotes {
                true => format!("; the pawn becomes a piece, as in {plain}=Q or {plain}q"),
                false => String::new(),
            };
            format!("--move \"{text}\": {side} has no such legal move here{hint}")
        })
}

/// A move without its number and its marks; castling with letters.
fn plain(text: &str) -> String {
    let text = text.trim().trim_end_matches(['+', '#', '!', '?']);
    if text.starts_with("0-0") {
        return text.replace('0', "O");
    }
    let number = text.trim_start_matches(|c: char| c.is_ascii_digit());
    match number.strip_prefix('.') {
        Some(rest) => rest.trim_start_matches(['.', ' ']).to_owned(),
        None => text.to_owned(),
    }
}

/// Asks the engine for the text and the data; `Err` is the exit status.
fn ask(
    arguments: &ExplainArguments,
    position: &Position,
    played: Option<MoveTerm>,
) -> Result<(String, Term), u8> {
    let fen = quoted_text(position.fen());
    let goal = match played {
        None => format!("surveyed({fen}, Text, Data)"),
        Some(MoveTerm {
            from,
            to,
            promotion,
        }) => {
            let promotion = promotion.map_or("none".to_owned(), |role| format!("{role:?}"));
            let promotion = promotion.to_lowercase();
            format!("explained({fen}, move({from},{to},{promotion}), Text, Data)")
        }
    };
    let limits = arguments.limits.limits(Some(DEFAULT_TIME));
    let ascii = arguments.ascii || arguments.printed.format == Format::Json;
    let settings = Settings {
        drawing: Drawing {
            ascii,
            colour: !ascii && terminal::colour(&io::stdout()),
            ..Drawing::default()
        },
        ..Settings::default()
    };
    let mut session = start_with(limits, settings)?;
    let options = QueryOptions {
        limits,
        typed: true,
        trusted: true,
        ..QueryOptions::default()
    };
    let Ok(events) = session.query(&goal, options) else {
        return Err(fail("the position cannot be asked about"));
    };
    for event in events {
        match event {
            Ok(Event::Answer(answer)) => {
                let mut values = answer.bindings.iter().filter_map(|binding| {
                    let canonical = binding.canonical.as_deref()?;
                    canonical.parse::<Term>().ok()
                });
                if let (Some(text), Some(data)) = (values.next(), values.next()) {
                    return Ok((text.text().unwrap_or_default().to_owned(), data));
                }
            }
            Ok(Event::Output(text)) => super::show(&text),
            Ok(event) => return Err(fail(&session::failure(&event, &limits))),
            Err(error) => return Err(fail(&error.to_string())),
        }
    }
    Err(fail("there is no explanation"))
}
