//! `chesslog explain --fen FEN [--move MOVE]`: what is going on in a position, or what a move does.
//!
//! The words are those of `prolog/explain.pl`; here they are printed, as text, as JSON or as a picture.

use std::{io, path::PathBuf, time::Duration};

use clap::Args;
use serde_json::{Value, json};
use shakmaty::{Position as _, san::San, uci::UciMove};

use super::{Format, FormatOption, LimitArguments, fail, options::write, start_with};
use crate::{
    chess::{
        Position, Side, Square,
        moves::{MoveTerm, move_term},
        svg::{self, Arrow, Colour, Marks},
    },
    engine::{Event, QueryOptions, Settings},
    native::board::Drawing,
    session,
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

/// What `prolog/explain.pl` found.
#[derive(Debug)]
enum Explanation<'a> {
    Move(Explained<'a>),
    Position {
        notes: Vec<&'a str>,
        wins: Vec<Explained<'a>>,
        threats: Vec<&'a str>,
        weak: Vec<(&'a str, Vec<Square>)>,
    },
}

/// `explained(San, Verdict, Gain, Line, Reasons, Better)`.
#[derive(Debug)]
struct Explained<'a> {
    san: &'a str,
    verdict: &'a str,
    gain: &'a Term,
    line: Vec<MoveTerm>,
    reasons: Vec<Reason<'a>>,
    better: &'a str,
}

/// `reason(Motif, Ply, Line, Sentence, Squares, Arrows, Rule)`.
#[derive(Debug)]
struct Reason<'a> {
    motif: &'a str,
    ply: i64,
    line: Vec<MoveTerm>,
    sentence: &'a str,
    squares: Vec<Square>,
    arrows: Vec<(Square, Square)>,
    rule: &'a str,
}

impl<'a> Explanation<'a> {
    fn read(data: &'a Term) -> Option<Explanation<'a>> {
        let Some([notes, wins, threats, weak]) = data.arguments("surveyed") else {
            return Explained::read(data).map(Explanation::Move);
        };
        let point = |point: &'a Term| {
            let [sentence, squares] = point.arguments("-")?;
            Some((text(sentence)?, all(squares, square)?))
        };
        Some(Explanation::Position {
            notes: all(notes, text)?,
            wins: all(wins, Explained::read)?,
            threats: all(threats, text)?,
            weak: all(weak, point)?,
        })
    }

    fn marks(&self, played: Option<MoveTerm>, bottom: Side) -> Marks {
        let mut marks = Marks {
            bottom,
            ..Marks::default()
        };
        let arrow = |from, to, colour| Arrow { from, to, colour };
        match self {
            Explanation::Move(explained) => {
                let now = || explained.reasons.iter().filter(|reason| reason.ply == 1);
                let targets = now().flat_map(|reason| &reason.arrows);
                marks.arrows = targets
                    .map(|&(from, to)| arrow(from, to, Colour::Red))
                    .chain(played.map(|m| arrow(m.from, m.to, Colour::Green)))
                    .collect();
                marks.squares = now()
                    .flat_map(|reason| &reason.squares)
                    .map(|&square| (square, Colour::Yellow))
                    .collect();
                marks.title = explained.verdict.to_owned();
            }
            Explanation::Position { wins, weak, .. } => {
                let firsts = wins.iter().filter_map(|win| win.line.first());
                marks.arrows = firsts.map(|m| arrow(m.from, m.to, Colour::Green)).collect();
                marks.squares = weak
                    .iter()
                    .flat_map(|(_, squares)| squares)
                    .map(|&square| (square, Colour::Yellow))
                    .collect();
            }
        }
        marks.arrows.dedup();
        marks.squares.sort_by_key(|(square, _)| *square);
        marks.squares.dedup();
        marks
    }

    fn to_json(&self, position: &Position, played: Option<MoveTerm>) -> Value {
        match self {
            Explanation::Move(explained) => {
                let mut value = explained.to_json();
                value["fen"] = json!(position.fen());
                value["move"] = json!(played.map(uci));
                value
            }
            Explanation::Position {
                notes,
                wins,
                threats,
                weak,
            } => json!({
                "fen": position.fen(),
                "notes": notes,
                "wins": wins.iter().map(Explained::to_json).collect::<Vec<_>>(),
                "threats": threats,
                "features": weak
                    .iter()
                    .map(|(sentence, squares)| json!({
                        "sentence": sentence,
                        "squares": names(squares),
                    }))
                    .collect::<Vec<_>>(),
            }),
        }
    }
}

impl<'a> Explained<'a> {
    fn read(data: &'a Term) -> Option<Explained<'a>> {
        let [san, verdict, gain, line, reasons, better] = data.arguments("explained")?;
        Some(Explained {
            san: text(san)?,
            verdict: text(verdict)?,
            gain,
            line: all(line, move_of)?,
            reasons: all(reasons, Reason::read)?,
            better: text(better)?,
        })
    }

    fn to_json(&self) -> Value {
        let mut value = json!({
            "move": self.line.first().copied().map(uci),
            "san": self.san,
            "verdict": self.verdict,
            "line": self.line.iter().copied().map(uci).collect::<Vec<_>>(),
            "motifs": self.reasons.iter().map(Reason::to_json).collect::<Vec<_>>(),
        });
        if !self.better.is_empty() {
            value["better"] = json!(self.better);
        }
        // draw, lets_draw,
        if let Term::Atom(kind) = self.gain {
            value[kind] = json!(true);
        }
        // or mate(2), mated(1), centipawns(500).
        if let Term::Compound(kind, arguments) = self.gain {
            value[kind] = arguments[0].to_json();
        }
        value
    }
}

impl<'a> Reason<'a> {
    fn read(data: &'a Term) -> Option<Reason<'a>> {
        let [
            motif,
            Term::Integer(ply),
            line,
            sentence,
            squares,
            arrows,
            rule,
        ] = data.arguments("reason")?
        else {
            return None;
        };
        let arrow = |arrow: &Term| {
            let [from, to] = arrow.arguments("-")?;
            Some((square(from)?, square(to)?))
        };
        Some(Reason {
            motif: text(motif)?,
            ply: *ply,
            line: all(line, move_of)?,
            sentence: text(sentence)?,
            squares: all(squares, square)?,
            arrows: all(arrows, arrow)?,
            rule: text(rule)?,
        })
    }

    fn to_json(&self) -> Value {
        json!({
            "motif": self.motif,
            "ply": self.ply,
            "line": self.line.iter().copied().map(uci).collect::<Vec<_>>(),
            "sentence": self.sentence,
            "squares": names(&self.squares),
            "arrows": self
                .arrows
                .iter()
                .map(|(from, to)| [from.to_string(), to.to_string()])
                .collect::<Vec<_>>(),
            "rule": self.rule,
        })
    }
}

/// The text of a string, which is the empty list when it is empty.
fn text(term: &Term) -> Option<&str> {
    match term.text() {
        Some("[]") => Some(""),
        text => text,
    }
}

fn square(term: &Term) -> Option<Square> {
    term.text()?.parse().ok()
}

fn move_of(term: &Term) -> Option<MoveTerm> {
    let [from, to, promotion] = term.arguments("move")?;
    let role = |role: &shakmaty::Role| format!("{role:?}").to_lowercase();
    Some(MoveTerm {
        from: square(from)?,
        to: square(to)?,
        promotion: shakmaty::Role::ALL
            .into_iter()
            .find(|r| promotion.text() == Some(&role(r))),
    })
}

/// The elements of a list, each read.
fn all<'a, T>(list: &'a Term, read: impl Fn(&'a Term) -> Option<T>) -> Option<Vec<T>> {
    match list {
        Term::Atom(empty) if empty == "[]" => Some(Vec::new()),
        Term::List(items, None) => items.iter().map(read).collect(),
        _ => None,
    }
}

fn uci(m: MoveTerm) -> String {
    let promotion = m.promotion.map_or(String::new(), |role| role.char().into());
    format!("{}{}{promotion}", m.from, m.to)
}

fn names(squares: &[Square]) -> Vec<String> {
    squares.iter().map(Square::to_string).collect()
}
