//! Games read from PGN files, each by its number in the file.
//!
//! All that a file says of a game is kept: the main line, and with it the comments, the annotation
//! glyphs and the variations, which are lines themselves. A game that cannot be played to its end
//! keeps the moves before the trouble and names the trouble; so does a variation.
//!
//! ```
//! use chesslog::chess::games;
//!
//! let first = games::read("classics")?.next().unwrap()?;
//! assert_eq!(first.tag("White"), Some("Morphy, Paul"));
//! # Ok::<(), chesslog::chess::source::SourceError>(())
//! ```

mod facts;
pub mod index;
mod movetext;
mod paths;
mod pgn;
mod players;
mod scan;
mod walk;
mod write;

pub use facts::{Evaluation, Outcome};
pub(crate) use movetext::wrong;
pub(crate) use pgn::{Text, no_game};
pub use players::Player;
pub(crate) use scan::{Quest, Scan, ScanResult};
pub use write::result;

use shakmaty::{Chess, Color, Move, Position as _};

use super::{
    Position,
    position::passed,
    source::{SourceError, Stream},
};
use crate::terminal::printable;

/// A game: what a PGN file says of it.
#[derive(Debug, Clone)]
pub struct Game {
    /// The tag pairs, in file order.
    pub tags: Vec<(String, String)>,
    /// Where it begins.
    pub start: Position,
    /// The main line, up to the problem if there is one.
    pub line: Line,
    /// How it ended, by the mark behind its moves; `None` where that is `*` or missing.
    pub mark: Option<Outcome>,
    /// Why the game cannot be played to its end.
    pub problem: Option<String>,
    /// Why variations end before the file ends them, in file order.
    pub cut: Vec<String>,
}

/// Moves one after another, and what is said of them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Line {
    /// What is played at each ply: a legal move, or nothing, a null move (`--`).
    pub moves: Vec<Option<Move>>,
    /// The notes in file order, each with the number of moves of this line that stand before it.
    pub notes: Vec<(usize, Note)>,
}

impl Line {
    /// Says something of the move to `ply` after what is said of it already, and before what else might have been played; a
    /// text of spaces says nothing.
    pub fn comment(&mut self, ply: usize, text: String) {
        if text.trim().is_empty() {
            return;
        }
        let later = |(at, note): &(usize, Note)| {
            *at > ply || *at == ply && matches!(note, Note::Variation(_))
        };
        let at = self
            .notes
            .iter()
            .position(later)
            .unwrap_or(self.notes.len());
        self.notes.insert(at, (ply, Note::Comment(text)));
    }
}

/// What is said of a move, or of the position before the first one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Note {
    /// A comment, not empty.
    Comment(String),
    /// A numeric annotation glyph: 1 is `!`.
    Nag(u8),
    /// What might have been played instead of the move.
    Variation(Line),
}

/// A line of a game, from the start of the game on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branch {
    /// How many moves it shares with the line that it leaves; 0 for the main line.
    pub shared: usize,
    /// Its moves, the shared ones first. The notes of shared moves are there, their variations not.
    pub line: Line,
    /// The number of the first line that does not leave it, or a line that leaves it.
    pub end: usize,
}

/// The board after a legal move, or after a null move, which is not possible in check.
pub(crate) fn played(board: &Chess, m: Option<Move>) -> Option<Chess> {
    let Some(m) = m else {
        return passed(board);
    };
    let mut board = board.clone();
    board.play_unchecked(m);
    Some(board)
}

impl Line {
    /// Adds a move, or none, and comments on it that are not empty.
    pub fn push<'a>(&mut self, m: Option<Move>, comments: impl IntoIterator<Item = &'a str>) {
        self.moves.push(m);
        let ply = self.moves.len();
        let comments = comments.into_iter().map(str::trim);
        let comments = comments.filter(|comment| !comment.is_empty());
        let comments = comments.map(|comment| (ply, Note::Comment(comment.to_owned())));
        self.notes.extend(comments);
    }

    /// The moves up to the first null move.
    pub fn legal(&self) -> Vec<Move> {
        self.moves.iter().map_while(|m| *m).collect()
    }

    /// The comments, each with the number of moves before it.
    pub fn comments(&self) -> impl Iterator<Item = (usize, &str)> {
        self.notes.iter().filter_map(|(ply, note)| match note {
            Note::Comment(text) => Some((*ply, text.as_str())),
            _ => None,
        })
    }

    /// The annotation glyphs, each with the number of moves before it.
    pub fn nags(&self) -> impl Iterator<Item = (usize, u8)> {
        self.notes.iter().filter_map(|(ply, note)| match note {
            Note::Nag(nag) => Some((*ply, *nag)),
            _ => None,
        })
    }

    /// Adds the lines that leave this one, and those that leave them.
    fn branch(&self, shared: usize, lines: &mut Vec<Branch>) {
        let number = lines.len();
        lines.push(Branch {
            shared,
            line: self.clone(),
            end: 0,
        });
        for (ply, note) in &self.notes {
            // The variations at shared moves leave another line.
            if let (Note::Variation(variation), true) = (note, *ply > shared) {
                self.with(ply - 1, variation).branch(ply - 1, lines);
            }
        }
        lines[number].end = lines.len();
    }

    /// The line that goes as this one for so many moves, and then as the other.
    fn with(&self, shared: usize, other: &Line) -> Line {
        let known =
            |(ply, note): &&(usize, Note)| *ply <= shared && !matches!(note, Note::Variation(_));
        let own = other.notes.iter().cloned();
        Line {
            moves: [&self.moves[..shared], &other.moves].concat(),
            notes: self
                .notes
                .iter()
                .filter(known)
                .cloned()
                .chain(own.map(|(ply, note)| (ply + shared, note)))
                .collect(),
        }
    }
}

impl Game {
    /// The value of the first tag with exactly this name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags
            .iter()
            .find_map(|(n, v)| (n == name).then_some(v.as_str()))
    }

    /// The moves of the main line, each with the position before it; null moves are none.
    pub fn plies(&self) -> impl Iterator<Item = (Position, Move)> {
        let mut position = self.start.clone();
        self.line.moves.iter().filter_map(move |&m| {
            let after = match m {
                Some(m) => position.after(m),
                None => Position::from_chess(played(&position, m)?),
            };
            Some((std::mem::replace(&mut position, after), m?))
        })
    }

    /// All lines, each from the start of the game: the main line first, then the variations, in
    /// the order in which they begin in the file.
    pub fn lines(&self) -> Vec<Branch> {
        let mut lines = Vec::new();
        self.line.branch(0, &mut lines);
        lines
    }

    /// Takes over start position and variant from the tags.
    fn set_up(&mut self) {
        let variant = self.tag("Variant").unwrap_or_default();
        let plain: String = variant.chars().filter(|c| c.is_alphanumeric()).collect();
        let plain = plain.to_lowercase();
        // Writers spell it fischerandom, fischerrandom, chess960, chess 9lx.
        let chess960 = ["freestyle", "chess9lx"].contains(&plain.as_str())
            || ["960", "fischer"].iter().any(|word| plain.contains(word));
        let standard = ["", "standard", "chess", "normal", "fromposition"];
        let known = chess960 || standard.contains(&plain.as_str());
        if !known {
            self.problem = Some(format!("variant {variant} is not supported"));
            return;
        }
        let read = match chess960 {
            true => Position::parse_chess960,
            false => Position::parse,
        };
        match self.tag("FEN").map(read) {
            Some(Ok(start)) => self.start = start,
            Some(Err(error)) => self.problem = Some(format!("bad start position: {error}")),
            None => {}
        }
    }

    /// "ply 12 (move 6...)"; plies count from 1.
    fn place(&self, ply: usize) -> String {
        let black_begins = usize::from(self.start.turn() == Color::Black);
        let half = ply - 1 + black_begins;
        let number = u32::from(self.start.fullmoves()) as usize + half / 2;
        let dots = if half.is_multiple_of(2) { "." } else { "..." };
        format!("ply {ply} (move {number}{dots})")
    }

    /// The problem, with what tells a reader which game has it; empty if there is none.
    pub fn complaint(&self) -> String {
        let Some(problem) = &self.problem else {
            return String::new();
        };
        let who = |name| self.tag(name).unwrap_or("?");
        let mut text = format!("{problem}, in {} - {}", who("White"), who("Black"));
        if let Some(site) = self.tag("Site").filter(|site| !["", "?"].contains(site)) {
            text += &format!(", {site}");
        }
        printable(&text)
    }
}

/// Reads the games of a file, or of a bundled collection, from the first to the last.
///
/// # Errors
///
/// When the file cannot be read, or has no games.
pub fn read(
    file: &str,
) -> Result<impl Iterator<Item = Result<Game, SourceError>> + use<>, SourceError> {
    Stream::open(file).map(Stream::into_iter)
}

#[cfg(test)]
mod tests;
