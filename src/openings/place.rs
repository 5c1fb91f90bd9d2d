//! Positions as people name them: by moves, by an ECO code, by a FEN.

use std::fmt;

use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _, fen::Fen};

use super::{
    book::{Book, Line},
    eco::Eco,
    read,
};

/// A text that names no position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoPlace {
    /// A code that no line of the book has.
    #[error("no line of the book has the code {0}")]
    NoLine(Eco),
    /// A text that looks like a code and is none.
    #[error("{0}")]
    NotEco(String),
    /// A text that looks like a FEN, and what is wrong with it.
    #[error("`{0}` is no position: {1}")]
    Fen(String, String),
    /// Moves, and which of them is wrong.
    #[error("{0} (expected moves such as `e4 c5`, an ECO code such as B20, or a FEN)")]
    Moves(String),
}

/// The position that a text names: moves from the start such as `1. e4 c5` or `e4 c5`, the ECO code of
/// lines of the book, of which the shortest is meant, or a FEN. It need not be in the book.
///
/// # Errors
///
/// [`NoPlace`] if it names none.
pub fn place(book: &Book, text: &str) -> Result<Chess, NoPlace> {
    let text = text.trim();
    if text.contains('/') {
        let wrong = |error: &dyn fmt::Display| NoPlace::Fen(text.to_owned(), error.to_string());
        let fen: Fen = text.parse().map_err(|error| wrong(&error))?;
        return fen
            .into_position(CastlingMode::Standard)
            .map_err(|error| wrong(&error));
    }
    let mut letters = text.chars();
    let volume = letters
        .next()
        .is_some_and(|letter| letter.is_ascii_uppercase());
    if volume && text.len() > 1 && letters.all(|letter| letter.is_ascii_digit()) {
        let eco = text.parse::<Eco>();
        let eco = eco.map_err(|wrong| NoPlace::NotEco(wrong.to_string()))?;
        let line = coded(book, eco).ok_or(NoPlace::NoLine(eco))?;
        let last = line.nodes.last().copied().unwrap_or_default();
        return Ok(book.node(last).chess.clone());
    }
    let moves = read::played(text).map_err(NoPlace::Moves)?;
    let mut chess = Chess::default();
    moves.into_iter().for_each(|m| chess.play_unchecked(m));
    Ok(chess)
}

/// The shortest line with a code, the first of several.
fn coded(book: &Book, eco: Eco) -> Option<&Line> {
    let lines = book.lines().iter().filter(|line| line.eco == Some(eco));
    lines.min_by_key(|line| line.moves.len())
}

/// The FEN of a position.
pub fn fen(chess: &Chess) -> String {
    Fen::from_position(chess, EnPassantMode::Legal).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_named_in_three_ways() {
        let book = Book::bundled();
        let named = |text: &str| fen(&place(book, text).unwrap());
        let sicilian = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
        assert_eq!(named("1. e4 c5"), sicilian);
        assert_eq!(named(" e4  c5 "), sicilian);
        assert_eq!(named("B20"), sicilian);
        assert_eq!(named(sicilian), sicilian);
        assert_eq!(named(""), fen(&Chess::default()));
    }

    #[test]
    fn texts_that_name_none_are_told() {
        let mut book = Book::default();
        let reported = |book: &Book, text: &str| place(book, text).unwrap_err().to_string();
        assert_eq!(
            reported(&book, "B20"),
            "no line of the book has the code B20"
        );
        assert_eq!(
            reported(&book, "F20"),
            "`F20` is no ECO code: expected one from A00 to E99"
        );
        assert!(reported(&book, "8/8 w").starts_with("`8/8 w` is no position: "));
        assert!(
            reported(&book, "e4 Ke3").starts_with("illegal move Ke3 at move 1... (expected moves")
        );
        book.add(
            Some("B20".parse().unwrap()),
            "",
            &read::played("e4 c5").unwrap(),
            1,
        );
        assert!(place(&book, "B20").is_ok());
    }
}
