//! Ways through a book as moves that people read.
//!
//! ```
//! use chesslog::openings::{Book, notation};
//!
//! let book = Book::bundled();
//! let line = book.lines().iter().find(|line| line.name == "Sicilian Defence").unwrap();
//! assert_eq!(notation::text(book, &line.nodes, 0), "1. e4 c5");
//! ```

use std::fmt::Write as _;

use shakmaty::{Chess, Color, Move, Position as _, san::SanPlus};

use super::book::Book;

/// The positions from the start to one, as the first line that comes there has them.
pub fn way(book: &Book, node: u32) -> Vec<u32> {
    let place = book.node(node);
    let ending = place.ending.iter().map(|&line| (line, usize::MAX));
    let passing = place
        .passing
        .iter()
        .map(|&(line, ply)| (line, usize::from(ply)));
    let Some((line, ply)) = passing.chain(ending).min() else {
        return vec![node];
    };
    let nodes = &book.lines()[line as usize].nodes;
    nodes[..=ply.min(nodes.len() - 1)].to_vec()
}

/// The move that leads from a position of a book to another one: of a line, or one that no line
/// makes.
pub fn made(book: &Book, from: u32, to: u32) -> Option<Move> {
    let mut edges = book.node(from).edges.iter();
    let apart = || book.transpositions().apart(from).iter();
    let edge = edges.find(|edge| edge.to == to).map(|edge| edge.m);
    edge.or_else(|| apart().find(|apart| apart.to == to).map(|apart| apart.m))
}

/// That move in standard notation; empty if there is none.
pub fn san(book: &Book, from: u32, to: u32) -> String {
    let mut chess = book.node(from).chess.clone();
    made(book, from, to).map_or_else(String::new, |m| {
        SanPlus::from_move_and_play_unchecked(&mut chess, m).to_string()
    })
}

/// The moves through positions as text with numbers, without the first so many of them.
pub fn text(book: &Book, nodes: &[u32], before: usize) -> String {
    let mut words = Vec::new();
    for (ply, step) in nodes.windows(2).enumerate().skip(before) {
        match ply % 2 {
            0 => words.push(format!("{}.", ply / 2 + 1)),
            _ if ply == before => words.push(format!("{}...", ply / 2 + 1)),
            _ => {}
        }
        words.push(san(book, step[0], step[1]));
    }
    words.join(" ")
}

/// Moves from a position in standard notation, with their numbers: `1. e4 c5 2. Nf3`.
pub fn numbered(start: &Chess, moves: &[Move]) -> String {
    let mut chess = start.clone();
    let mut text = String::new();
    for (at, &m) in moves.iter().enumerate() {
        let number = chess.fullmoves();
        let space = if at == 0 { "" } else { " " };
        // Writing to a string cannot fail.
        _ = match chess.turn() {
            Color::White => write!(text, "{space}{number}. "),
            Color::Black if at == 0 => write!(text, "{number}... "),
            Color::Black => write!(text, "{space}"),
        };
        _ = write!(
            text,
            "{}",
            SanPlus::from_move_and_play_unchecked(&mut chess, m)
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::{place::place, read::played};

    #[test]
    fn moves_are_written_from_where_they_begin() {
        let book = Book::bundled();
        let sicilian = book.find(&place(book, "e4 c5").unwrap()).unwrap();
        let nodes = way(book, sicilian);
        assert_eq!(text(book, &nodes, 0), "1. e4 c5");
        assert_eq!(text(book, &nodes, 1), "1... c5");
        assert_eq!(way(book, 0), [0]);
    }

    #[test]
    fn moves_are_numbered() {
        let moves = played("e4 c5 Nf3 d6").unwrap();
        let mut chess = Chess::default();
        assert_eq!(numbered(&chess, &moves), "1. e4 c5 2. Nf3 d6");
        chess.play_unchecked(moves[0]);
        assert_eq!(numbered(&chess, &moves[1..3]), "1... c5 2. Nf3");
        assert_eq!(numbered(&chess, &[]), "");
    }
}
