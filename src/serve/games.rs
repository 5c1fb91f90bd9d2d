//! Games that a page brings along, or that come with the program, and games as PGN.

use serde::{Deserialize, Serialize};
use shakmaty::{Chess, Move};

use super::{api::Refusal, board};
use crate::{
    chess::{
        Position,
        games::{self, Game, Line, Note, played},
        notation,
        source::Stream,
    },
    openings::{Book, thread::Thread},
};

/// The collections that come along.
const NAMES: [&str; 1] = ["classics"];
/// Games that are listed.
const LISTED: usize = 5_000;

/// Games, or one of them, counted from 1.
#[derive(Debug, Deserialize)]
pub struct Asked {
    /// PGN.
    #[serde(default)]
    text: Option<String>,
    /// Or the name of a collection.
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    number: usize,
}

/// A list of games.
#[derive(Debug, Serialize)]
pub struct List {
    names: [&'static str; 1],
    games: Vec<Listed>,
    /// Whether there are more than are listed.
    cut: bool,
}

/// A game in a list.
#[derive(Debug, Serialize)]
struct Listed {
    number: usize,
    white: String,
    black: String,
    event: String,
    date: String,
    result: &'static str,
    plies: usize,
    opening: Option<String>,
}

/// A whole game.
#[derive(Debug, Serialize)]
pub struct Whole {
    tags: Vec<(String, String)>,
    fen: String,
    result: &'static str,
    problem: Option<String>,
    line: Branch,
}

/// A line, with what hangs on it.
#[derive(Debug, Default, Serialize)]
struct Branch {
    /// What is said before its first move.
    comments: Vec<String>,
    moves: Vec<Ply>,
}

#[derive(Debug, Serialize)]
struct Ply {
    /// Nothing, if it is a null move.
    uci: Option<String>,
    san: String,
    /// The position after it.
    fen: String,
    nags: Vec<u8>,
    comments: Vec<String>,
    variations: Vec<Branch>,
}

/// `games`.
pub fn list(asked: Asked) -> Result<List, Refusal> {
    let mut games = Vec::new();
    let mut cut = false;
    if asked.text.is_some() || asked.name.is_some() {
        for (game, number) in source(&asked)?.into_iter().zip(1..) {
            cut = games.len() == LISTED;
            if cut {
                break;
            }
            games.push(listed(&game.map_err(|error| error.to_string())?, number));
        }
        if games.is_empty() {
            return Err("there is no game in this text; expected PGN".into());
        }
    }
    Ok(List {
        names: NAMES,
        games,
        cut,
    })
}

/// `game`.
pub fn one(asked: Asked) -> Result<Whole, Refusal> {
    let number = asked.number.max(1);
    let mut last = None;
    for (game, place) in source(&asked)?.into_iter().take(number).zip(1..) {
        last = Some((game.map_err(|error| error.to_string())?, place));
    }
    let game = last.filter(|(_, place)| *place == number);
    let (game, _) = game.ok_or_else(|| format!("there is no game {number}"))?;
    Ok(Whole {
        fen: game.start.fen().to_owned(),
        result: result(&game),
        problem: game.problem.is_some().then(|| game.complaint()),
        line: branch(&game.start, &game.line),
        tags: game.tags,
    })
}

fn source(asked: &Asked) -> Result<Stream<Game>, Refusal> {
    let source = match (&asked.text, &asked.name) {
        (Some(text), _) => Stream::of_text("the text", text.clone()),
        (None, Some(name)) if NAMES.contains(&name.as_str()) => Stream::open(name),
        (None, name) => {
            let name = name.as_deref().unwrap_or_default();
            let names = NAMES.join(", ");
            return Err(format!("there is no collection `{name}`; expected {names}").into());
        }
    };
    source.map_err(|error| error.to_string().into())
}

fn result(game: &Game) -> &'static str {
    games::result(game.outcome().or(game.mark))
}

fn listed(game: &Game, number: usize) -> Listed {
    let tag = |name: &str| game.tag(name).unwrap_or_default().to_owned();
    Listed {
        number,
        white: tag("White"),
        black: tag("Black"),
        event: tag("Event"),
        date: tag("Date"),
        result: result(game),
        plies: game.line.moves.len(),
        opening: opening(game),
    }
}

/// The name of the last position that the book knows.
fn opening(game: &Game) -> Option<String> {
    let book = Book::bundled();
    let mut board = Chess::clone(&game.start);
    let mut last = None;
    for m in game.line.legal() {
        board = played(&board, Some(m))?;
        match book.find(&board) {
            Some(node) => last = Some(node),
            None => break,
        }
    }
    let title = Thread::new(book, last?).title(book)?;
    Some(title.name.clone())
}

fn branch(start: &Chess, line: &Line) -> Branch {
    let mut board = start.clone();
    let mut boards = Vec::with_capacity(line.moves.len());
    let mut branch = Branch::default();
    for &m in &line.moves {
        let Some(after) = played(&board, m) else {
            break;
        };
        branch.moves.push(Ply {
            uci: m.map(board::uci),
            san: san(&board, m),
            fen: Position::from_chess(after.clone()).fen().to_owned(),
            nags: Vec::new(),
            comments: Vec::new(),
            variations: Vec::new(),
        });
        boards.push(std::mem::replace(&mut board, after));
    }
    for (ply, note) in &line.notes {
        let at = ply.checked_sub(1);
        match (at.and_then(|at| branch.moves.get_mut(at)), note) {
            (Some(ply), Note::Comment(text)) => ply.comments.push(text.clone()),
            (Some(ply), Note::Nag(nag)) => ply.nags.push(*nag),
            (Some(ply), Note::Variation(line)) => {
                let before = at.and_then(|at| boards.get(at));
                ply.variations
                    .push(self::branch(before.unwrap_or(start), line));
            }
            (None, Note::Comment(text)) => branch.comments.push(text.clone()),
            (None, _) => {}
        }
    }
    branch
}

fn san(board: &Chess, m: Option<Move>) -> String {
    match m {
        Some(m) => notation::san(&Position::from_chess(board.clone()), m),
        None => "--".to_owned(),
    }
}

/// A game to be written, as `game` has it.
#[derive(Debug, Deserialize)]
pub struct Written {
    #[serde(default)]
    tags: Vec<(String, String)>,
    #[serde(default)]
    fen: Option<String>,
    line: Sent,
    #[serde(default)]
    result: String,
}

/// A line of it.
#[derive(Debug, Deserialize)]
struct Sent {
    #[serde(default)]
    comments: Vec<String>,
    moves: Vec<Noted>,
}

/// A move, and what is said of it.
#[derive(Debug, Deserialize)]
struct Noted {
    /// Nothing, if it is a null move.
    uci: Option<String>,
    #[serde(default)]
    nags: Vec<u8>,
    #[serde(default)]
    comments: Vec<String>,
    #[serde(default)]
    variations: Vec<Sent>,
}

/// A game as PGN.
#[derive(Debug, Serialize)]
pub struct Pgn {
    pgn: String,
}

/// `pgn`.
pub fn pgn(asked: Written) -> Result<Pgn, Refusal> {
    let start = board::start(asked.fen.as_deref())?;
    let line = line(&start, &asked.line)?;
    let game = Game::played(start, line, asked.tags, asked.result.parse().ok());
    Ok(Pgn { pgn: game.pgn() })
}

fn line(start: &Position, sent: &Sent) -> Result<Line, Refusal> {
    let mut position = start.clone();
    let mut line = Line::default();
    let comments = sent.comments.iter().filter(|text| !text.trim().is_empty());
    let comments = comments.map(|text| (0, Note::Comment(text.clone())));
    line.notes.extend(comments);
    for noted in &sent.moves {
        let m = match &noted.uci {
            Some(word) => Some(notation::parsed(&position, word)?),
            None => None,
        };
        let after = played(&position, m).ok_or("nobody can pass in check")?;
        let ply = line.moves.len() + 1;
        let nags = noted.nags.iter().map(|&nag| (ply, Note::Nag(nag)));
        line.notes.extend(nags);
        line.push(m, noted.comments.iter().map(String::as_str));
        for variation in &noted.variations {
            let variation = self::line(&position, variation)?;
            line.notes.push((ply, Note::Variation(variation)));
        }
        position = Position::from_chess(after);
    }
    Ok(line)
}
