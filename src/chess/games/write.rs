//! Writing games as PGN.
//!
//! ```
//! use chesslog::chess::games;
//!
//! let first = games::read("classics")?.next().unwrap()?;
//! let text = first.pgn();
//! assert!(text.starts_with("[Event \"Casual game\"]\n"), "{text}");
//! assert!(text.contains("\n\n1. e4 e5 2. Nf3 d6 "));
//! # Ok::<(), chesslog::chess::source::SourceError>(())
//! ```
//!
//! All that a [`Game`] holds is written, and reading the text gives the same game: tags, comments, annotation glyphs,
//! variations and null moves, each where it stands. Lines of movetext have 80 columns at most (PGN 8.2.1 asks for fewer
//! than 256), but for words that are longer.

use std::{borrow::Cow, mem};

use shakmaty::{Chess, Color, Position as _, san::SanPlus};

use super::{Game, Line, Note, Outcome, played};
use crate::chess::Position;

/// Columns of a line of movetext.
const COLUMNS: usize = 80;

/// The tags that every game has, in this order (PGN 8.1.1).
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

impl Game {
    /// A game that was played. The tags of the roster that are not given say that they are not known; a mate or a
    /// stalemate at its end decides it, whatever the mark says.
    pub fn played(
        start: Position,
        line: Line,
        mut tags: Vec<(String, String)>,
        mark: Option<Outcome>,
    ) -> Game {
        let end = end(&start, &line);
        let mark = match &end {
            Some(end) if end.is_checkmate() => Some(Outcome::of_winner(!end.turn())),
            Some(end) if end.is_stalemate() => Some(Outcome::Draw),
            Some(end) if end.is_insufficient_material() => mark.or(Some(Outcome::Draw)),
            _ => mark,
        };
        // Others could not be read again (PGN 8.1); where it begins is known better here.
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        tags.retain(|(name, _)| {
            let own = ["FEN", "SetUp"].contains(&name.as_str());
            !own && !name.is_empty() && name.chars().all(is_name)
        });
        for (at, name) in ROSTER.into_iter().enumerate() {
            let given = tags.iter().position(|(known, _)| known == name);
            let given = given.map(|known| tags.remove(known).1);
            let value = match name {
                "Result" => result(mark).to_owned(),
                "Date" => given.unwrap_or_else(|| "????.??.??".to_owned()),
                _ => given.unwrap_or_else(|| "?".to_owned()),
            };
            tags.insert(at, (name.to_owned(), value));
        }
        Game {
            tags,
            start,
            line,
            mark,
            problem: None,
            cut: Vec::new(),
        }
    }

    /// The game as PGN, with an empty line behind it.
    ///
    /// A game that does not begin in the start position has its tags `SetUp` and `FEN`, one that has ended the mark of its
    /// result. What is not read of a game with a [`problem`](Game::problem) is not written either.
    pub fn pgn(&self) -> String {
        let mut text = String::new();
        let mut tag = |name: &str, value: &str| {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            // A line end would end the tag.
            let value = value.replace(['\n', '\r'], " ");
            text += &format!("[{name} \"{value}\"]\n");
        };
        for (name, value) in &self.tags {
            tag(name, value);
        }
        if self.start != Position::start() && self.tag("FEN").is_none() {
            tag("SetUp", "1");
            tag("FEN", self.start.fen());
        }
        text.push('\n');
        let mut movetext = Movetext {
            text,
            column: 0,
            opened: "",
        };
        let black_begins = usize::from(self.start.turn() == Color::Black);
        let half_moves = 2 * u32::from(self.start.fullmoves()) as usize + black_begins;
        movetext.line(&self.start, half_moves, &self.line);
        movetext.word(result(self.mark.or_else(|| self.outcome())));
        movetext.text + "\n\n"
    }
}

/// Where a line ends.
fn end(start: &Chess, line: &Line) -> Option<Chess> {
    let mut moves = line.moves.iter();
    moves.try_fold(start.clone(), |board, &m| played(&board, m))
}

/// A result as PGN has it.
pub fn result(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        Some(Outcome::White) => "1-0",
        Some(Outcome::Black) => "0-1",
        Some(Outcome::Draw) => "1/2-1/2",
        None => "*",
    }
}

/// Words in lines.
struct Movetext {
    text: String,
    /// Of the line that is being written.
    column: usize,
    /// A parenthesis that stands right before the next word.
    opened: &'static str,
}

impl Movetext {
    /// Writes a word behind a space, or on a new line where it does not fit.
    fn word(&mut self, word: &str) {
        let opened = mem::take(&mut self.opened);
        let width = opened.len() + word.chars().count();
        if self.column > 0 {
            let fits = self.column + 1 + width <= COLUMNS;
            self.text.push(if fits { ' ' } else { '\n' });
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.text += opened;
        self.text += word;
        self.column += width;
    }

    /// Ends a variation, on its last line where it fits.
    fn close(&mut self) {
        if !self.opened.is_empty() {
            self.word("");
        }
        if self.column == COLUMNS {
            self.end_line();
        }
        self.text.push(')');
        self.column += 1;
    }

    /// Ends the line, if there is anything on it.
    fn end_line(&mut self) {
        if self.column > 0 {
            self.text.push('\n');
            self.column = 0;
        }
    }

    /// Writes a line that begins on a board, with twice the number of its first move, and 1 more if that is Black's.
    fn line(&mut self, start: &Chess, half_moves: usize, line: &Line) {
        let mut board = start.clone();
        let mut before = None;
        let mut notes = line.notes.iter().peekable();
        let mut interrupted = true;
        for ply in 0..=line.moves.len() {
            if let Some(m) = ply.checked_sub(1).map(|ply| line.moves[ply]) {
                self.number(half_moves + ply - 1, interrupted);
                let san = m.map(|m| SanPlus::from_move(board.clone(), m).to_string());
                self.word(san.as_deref().unwrap_or("--"));
                interrupted = false;
                // What is read can be played.
                let after = played(&board, m).unwrap_or_default();
                before = Some(mem::replace(&mut board, after));
            }
            while let Some((_, note)) = notes.next_if(|(at, _)| *at == ply) {
                match note {
                    Note::Nag(nag) => self.word(&format!("${nag}")),
                    Note::Comment(text) => {
                        self.comment(text);
                        interrupted = true;
                    }
                    Note::Variation(other) => {
                        // There is none before the first move.
                        self.opened = "(";
                        let board = before.as_ref().unwrap_or(start);
                        self.line(board, half_moves + ply.saturating_sub(1), other);
                        self.close();
                        interrupted = true;
                    }
                }
            }
        }
    }

    /// Writes the number of the next move, where it has one.
    fn number(&mut self, half_moves: usize, interrupted: bool) {
        let number = half_moves / 2;
        match half_moves.is_multiple_of(2) {
            true => self.word(&format!("{number}.")),
            false if interrupted => self.word(&format!("{number}...")),
            false => {}
        }
    }

    /// Writes a comment in braces; one that has a brace itself goes to the end of its line.
    fn comment(&mut self, text: &str) {
        if text.contains('}') && !text.contains(['\n', '\r']) {
            self.word(&format!("; {text}"));
            return self.end_line();
        }
        let text: Cow<'_, str> = match text.contains('}') {
            true => text.replace('}', ")").into(),
            false => text.into(),
        };
        let text = format!("{{{text}}}");
        let mut words = text.split(' ').peekable();
        while let Some(first) = words.next() {
            // Other readers take lines that begin so for tags and the like; several spaces stay together.
            let mut word = first.to_owned();
            while let Some(next) = words.next_if(|next| {
                next.is_empty() || word.ends_with(' ') || next.starts_with(['[', '%', ';'])
            }) {
                word = format!("{word} {next}");
            }
            self.word(&word);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::games::tests::game;

    /// What makes two games the same.
    fn same(a: &Game, b: &Game) -> bool {
        (&a.tags, &a.start, &a.line, a.outcome()) == (&b.tags, &b.start, &b.line, b.outcome())
    }

    #[test]
    fn what_is_written_is_read() {
        for text in [
            "[White \"A \\\"B\\\" \\\\ C\"]\n\n{first} 1. e4! {best} (1. d4 $10 d5 (1... Nf6 {Indian})) ({x} 1. c4) e5 2. -- d5 1-0\n",
            "[FEN \"4k3/8/8/8/8/8/4p3/4K2R b K - 3 30\"]\n\n30... Kd7 (30... Kf7 31. O-O+) 31. Rh7+ *\n",
            "[White \"A\"]\n\n1. e4 ; ends } here\n1... e5 {a  b   c} 2. Nf3 $1 $14 ({no move}) 1/2-1/2\n",
            "[Variant \"Chess960\"]\n[FEN \"brnqkbrn/pppppppp/8/8/8/8/PPPPPPPP/BRNQKBRN w KQkq - 0 1\"]\n\n1. e4 *\n",
            "[White \"no moves\"]\n\n0-1\n",
        ] {
            let read = game(text);
            let written = read.pgn();
            let again = game(&written);
            assert!(
                same(&read, &again) && again.problem.is_none(),
                "{text}\n{written}"
            );
            assert_eq!(again.pgn(), written);
        }
    }

    #[test]
    fn lines_have_eighty_columns() {
        // A variation may begin wherever a line ends.
        for length in 50..78 {
            let text = format!(
                "[White \"A\"]\n\n1. e4 {{{}}} (1. d4) e5 *\n",
                "x".repeat(length)
            );
            let written = game(&text).pgn();
            assert!(
                written.lines().all(|line| line.len() <= COLUMNS),
                "{written}"
            );
            assert_eq!(game(&written).pgn(), written);
        }
        let long = "a word  and [%clk 1:00:00] ".repeat(30);
        let text = format!(
            "[White \"A\"]\n\n1. e4 {{{long}}} e5 (1... c5 2. Nf3 {{{long}}} d6) 2. Nf3 *\n"
        );
        let read = game(&text);
        let written = read.pgn();
        assert!(same(&read, &game(&written)), "{written}");
        let movetext: Vec<&str> = written.lines().skip(2).collect();
        assert!(
            movetext
                .iter()
                .all(|line| line.chars().count() <= COLUMNS && !line.ends_with(' ')),
            "{written}"
        );
        assert!(
            movetext.iter().all(|line| !line.starts_with(['[', '%'])),
            "{written}"
        );
    }

    #[test]
    fn a_game_without_a_tag_for_its_start_gets_one() {
        let mut made = game("[White \"A\"]\n\n*\n");
        made.start = Position::parse("4k3/8/8/8/8/8/4P3/4K3 b - - 0 9").unwrap();
        let written = made.pgn();
        let again = game(&written);
        assert_eq!(again.start, made.start);
        assert!(written.ends_with("0 9\"]\n\n*\n\n"), "{written}");
    }
}
