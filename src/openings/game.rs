//! A game that begins in a position of a book, may leave it, and may come back.
//!
//! ```
//! use chesslog::openings::{Book, game::Game, read};
//!
//! let book = Book::bundled();
//! let mut game = Game::new(book, 0);
//! for m in read::played("1. e4 a5 2. Ke2")? {
//!     game.push(m);
//! }
//! assert_eq!((game.node(), game.numbered()), (None, "1. e4 a5 2. Ke2".to_owned()));
//! # Ok::<(), String>(())
//! ```

use shakmaty::{Chess, Move, Position as _, san::SanPlus};

use super::{
    book::Book,
    notation::numbered,
    thread::{News, Thread},
};

/// The moves so far, and where they led.
#[derive(Debug, Clone)]
pub struct Game<'b> {
    book: &'b Book,
    start: Moment,
    played: Vec<(Move, Moment)>,
}

/// A position of the game.
#[derive(Debug, Clone)]
struct Moment {
    chess: Chess,
    /// Its number, if it is in the book.
    node: Option<u32>,
    thread: Thread,
}

impl<'b> Game<'b> {
    /// A game from a position of the book, by number.
    pub fn new(book: &'b Book, from: u32) -> Game<'b> {
        let start = Moment {
            chess: book.node(from).chess.clone(),
            node: Some(from),
            thread: Thread::new(book, from),
        };
        Game {
            book,
            start,
            played: Vec::new(),
        }
    }

    fn now(&self) -> &Moment {
        self.played.last().map_or(&self.start, |(_, moment)| moment)
    }

    /// The position where it began.
    pub fn start(&self) -> &Chess {
        &self.start.chess
    }

    /// The position on the board.
    pub fn position(&self) -> &Chess {
        &self.now().chess
    }

    /// Its number, if it is in the book.
    pub fn node(&self) -> Option<u32> {
        self.now().node
    }

    /// The number of the position before the last move, if there is one and it is in the book.
    pub fn node_before(&self) -> Option<u32> {
        let before = self.played.len().checked_sub(2);
        match before {
            Some(before) => self.played[before].1.node,
            None => self.start.node.filter(|_| !self.played.is_empty()),
        }
    }

    /// The line of the last name, by number.
    pub fn title(&self) -> Option<u32> {
        self.now().thread.title_number()
    }

    /// The moves.
    pub fn moves(&self) -> Vec<Move> {
        self.played.iter().map(|(m, _)| *m).collect()
    }

    /// The moves in standard notation, with their numbers.
    pub fn numbered(&self) -> String {
        numbered(self.start(), &self.moves())
    }

    /// The moves in standard notation, parted by spaces.
    pub fn sans(&self) -> String {
        let mut chess = self.start().clone();
        let moves = self.played.iter();
        let san = |(m, _): &(Move, Moment)| {
            SanPlus::from_move_and_play_unchecked(&mut chess, *m).to_string()
        };
        moves.map(san).collect::<Vec<_>>().join(" ")
    }

    /// How many moves were made.
    pub fn plies(&self) -> usize {
        self.played.len()
    }

    /// Makes a legal move; what there is to tell of it.
    pub fn push(&mut self, m: Move) -> News {
        let chess = self.after(m);
        let node = self.book.find(&chess);
        let mut thread = self.now().thread.clone();
        let news = thread.step(self.book, node);
        let moment = Moment {
            chess,
            node,
            thread,
        };
        self.played.push((m, moment));
        news
    }

    /// Takes moves back until there are so many.
    pub fn truncate(&mut self, plies: usize) {
        self.played.truncate(plies);
    }

    /// The position after a legal move.
    pub fn after(&self, m: Move) -> Chess {
        let mut chess = self.position().clone();
        chess.play_unchecked(m);
        chess
    }

    /// The number of the position after a legal move, if it is in the book.
    pub fn node_after(&self, m: Move) -> Option<u32> {
        self.book.find(&self.after(m))
    }

    /// The move to a position of the book, by number, if there is one.
    pub fn move_to(&self, node: u32) -> Option<Move> {
        let legal = self.position().legal_moves();
        let mut legal = legal.into_iter();
        legal.find(|&m| self.node_after(m) == Some(node))
    }

    /// The legal move to a position of the book that is best by some measure, if there is one.
    pub fn best_into_book<K: Ord>(&self, measure: impl Fn(u32) -> K) -> Option<Move> {
        let legal = self.position().legal_moves();
        let into = legal
            .iter()
            .filter_map(|&m| Some((measure(self.node_after(m)?), m)));
        into.max_by(|a, b| a.0.cmp(&b.0)).map(|(_, m)| m)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::read::played;

    #[test]
    fn a_game_leaves_the_book_and_comes_back() {
        let mut book = Book::default();
        book.add(None, "Two Knights", &played("e4 e5 Nf3 Nc6").unwrap(), 1);
        let mut game = Game::new(&book, 0);
        for m in played("Nf3 Nc6 e4").unwrap() {
            game.push(m);
            assert_eq!(game.node(), None);
        }
        let back = game.best_into_book(|node| node).unwrap();
        assert_eq!(back.to_string(), "e7-e5");
        assert_eq!(game.move_to(4), Some(back));
        assert_eq!(game.move_to(3), None);
        assert!(game.push(back).transposed.is_some());
        assert_eq!((game.node(), game.node_before()), (Some(4), None));
        assert_eq!(game.sans(), "Nf3 Nc6 e4 e5");
        game.truncate(1);
        assert_eq!(
            (game.numbered(), game.node_before()),
            ("1. Nf3".to_owned(), Some(0))
        );
        game.truncate(0);
        assert_eq!((game.node(), game.node_before()), (Some(0), None));
    }
}
