//! Games read from PGN files, each by its number in the file.
//!
//! The main line is kept, with the comments along it; variations and annotation glyphs are counted
//! and left out. A game that cannot be played to its end keeps the moves before the trouble and
//! names the trouble.
//!
//! ```
//! use chesslog::chess::games;
//!
//! let first = games::read("classics")?.next().unwrap()?;
//! assert_eq!(first.tag("White"), Some("Morphy, Paul"));
//! # Ok::<(), chesslog::chess::source::SourceError>(())
//! ```

mod pgn;

pub(crate) use pgn::wrong;

use std::fmt;

use shakmaty::{Color, Move, Position as _};

use super::{
    Position,
    source::{SourceError, Stream},
};

/// A game: what a PGN file says of it.
#[derive(Debug, Clone)]
pub struct Game {
    /// The tag pairs, in file order.
    pub tags: Vec<(String, String)>,
    /// Where it begins.
    pub start: Position,
    /// The moves of the main line, up to the problem if there is one.
    pub moves: Vec<Move>,
    /// The comments of the main line, each with the ply that it follows.
    pub comments: Vec<(u64, String)>,
    /// Why the game cannot be played to its end.
    pub problem: Option<String>,
    /// What the file has besides.
    pub left_out: LeftOut,
}

/// What is not kept of a game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Variations of the main line, with all that is in them.
    pub variations: u64,
    /// Numeric annotation glyphs of the main line, such as `$1` or `!`.
    pub nags: u64,
}

impl LeftOut {
    /// Whether all is kept.
    pub fn is_nothing(&self) -> bool {
        *self == LeftOut::default()
    }
}

impl fmt::Display for LeftOut {
    /// Such as `1 variation and 3 NAGs`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let some = |count, one: &str| match count {
            0 => None,
            1 => Some(format!("1 {one}")),
            _ => Some(format!("{count} {one}s")),
        };
        let counts = [some(self.variations, "variation"), some(self.nags, "NAG")];
        let counts: Vec<String> = counts.into_iter().flatten().collect();
        f.write_str(&counts.join(" and "))
    }
}

impl Game {
    /// The value of the first tag with exactly this name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags
            .iter()
            .find_map(|(n, v)| (n == name).then_some(v.as_str()))
    }

    /// The moves of the main line, each with the position before it.
    pub fn plies(&self) -> impl Iterator<Item = (Position, Move)> {
        let mut position = self.start.clone();
        self.moves.iter().map(move |&m| {
            let after = position.after(m);
            (std::mem::replace(&mut position, after), m)
        })
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
        text
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
