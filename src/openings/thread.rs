//! The lines that a game follows, the names that it comes by, and its transpositions.
//!
//! ```
//! use chesslog::openings::{Book, read, thread::Thread};
//! use shakmaty::{Chess, Position as _};
//!
//! let book = Book::bundled();
//! let (mut chess, mut thread) = (Chess::default(), Thread::new(book, 0));
//! for m in read::played("1. e4 c5")? {
//!     chess.play_unchecked(m);
//!     thread.step(book, book.find(&chess));
//! }
//! assert_eq!(thread.title(book).unwrap().name, "Sicilian Defence");
//! # Ok::<(), String>(())
//! ```

use super::book::{Book, Line};

/// The lines that a game follows.
#[derive(Debug, Clone, Default)]
pub struct Thread {
    /// Their numbers, each with the number of its moves so far.
    followed: Vec<(u32, u16)>,
    /// The line that gave the last name.
    title: Option<u32>,
}

/// What there is to tell of a move.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct News {
    /// The line that gives the position its name, by number.
    pub named: Option<u32>,
    /// How the game came into other lines than those that it followed.
    pub transposed: Option<Transposed>,
}

/// A game that has come into lines of another order of moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transposed {
    /// The line of the last name before, by number.
    pub from: Option<u32>,
    /// The line of the name that the position has in its own order of moves, or the last one before
    /// it there.
    pub into: Option<u32>,
    /// That order of moves: a line, by number, and how many of its moves lead to the position.
    pub order: (u32, u16),
}

impl Thread {
    /// A game that begins in a position of the book, by number.
    pub fn new(book: &Book, node: u32) -> Thread {
        let followed = through(book, node);
        let title = followed.first().and_then(|&at| title(book, at));
        Thread { followed, title }
    }

    /// The line of the last name.
    pub fn title<'b>(&self, book: &'b Book) -> Option<&'b Line> {
        self.title.map(|line| &book.lines()[line as usize])
    }

    /// Its number.
    pub fn title_number(&self) -> Option<u32> {
        self.title
    }

    /// Follows a move to a position of the book, by number, or out of the book.
    ///
    /// It is a transposition if none of the lines makes the move here in the order that the game
    /// follows, or if the position has its name from a line of another order.
    pub fn step(&mut self, book: &Book, to: Option<u32>) -> News {
        let Some(to) = to else {
            self.followed.clear();
            return News::default();
        };
        let lines = book.lines();
        let makes_it = |&(line, ply): &(u32, u16)| {
            let next = lines[line as usize].nodes.get(usize::from(ply) + 1);
            (next == Some(&to)).then_some((line, ply + 1))
        };
        let followed: Vec<(u32, u16)> = self.followed.iter().filter_map(makes_it).collect();
        let named = named(book, to);
        let by_other_order = named.is_some_and(|named| {
            let name = &lines[named as usize].name;
            let mut ending = book.node(to).ending.iter().filter(|line| {
                let mut followed = followed.iter();
                followed.any(|(followed, _)| followed == *line)
            });
            !ending.any(|&line| line == named || lines[line as usize].name == *name)
        });
        if !followed.is_empty() && !by_other_order {
            self.followed = followed;
            self.title = named.or(self.title);
            return News {
                named,
                transposed: None,
            };
        }
        let all = through(book, to);
        let of_the_name = all.iter().find(|(line, _)| Some(*line) == named);
        let most_played = || {
            let count = |(line, _): &(u32, u16)| lines[*line as usize].count;
            // The first of those that are played most.
            all.iter().rev().max_by_key(|at| count(at))
        };
        let order = of_the_name.or_else(most_played).copied();
        let before = self.title;
        let into = order.and_then(|at| title(book, at));
        self.title = into.or(before);
        self.followed = all;
        News {
            named,
            transposed: order.map(|order| Transposed {
                from: before,
                into,
                order,
            }),
        }
    }
}

/// The lines that come to a position, each with the number of its moves until there.
fn through(book: &Book, node: u32) -> Vec<(u32, u16)> {
    let ending = book.node(node).ending.iter();
    let ending = ending.map(|&line| (line, book.lines()[line as usize].moves.len() as u16));
    let passing = book.node(node).passing.iter().copied();
    passing.chain(ending).collect()
}

/// The line that gives a position its name, by number.
fn named(book: &Book, node: u32) -> Option<u32> {
    let named = book.named(node)?;
    let mut ending = book.node(node).ending.iter().copied();
    ending.find(|&line| std::ptr::eq(&raw const book.lines()[line as usize], named))
}

/// The line of the last name that a line comes by within so many moves.
fn title(book: &Book, (line, ply): (u32, u16)) -> Option<u32> {
    let nodes = &book.lines()[line as usize].nodes[..=usize::from(ply)];
    nodes.iter().rev().find_map(|&node| named(book, node))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::{notation::numbered, read::played};
    use shakmaty::{Chess, san::SanPlus};

    fn book(lines: &[(&str, &str)]) -> Book {
        let mut book = Book::default();
        for (name, moves) in lines {
            book.add(None, name, &played(moves).unwrap(), 1);
        }
        book
    }

    /// The names and transpositions that a game comes by.
    fn reported(book: &Book, moves: &str) -> Vec<String> {
        let (mut chess, mut thread) = (Chess::default(), Thread::new(book, 0));
        let name = |line: Option<u32>| line.map_or("?", |line| &*book.lines()[line as usize].name);
        let mut reported = Vec::new();
        for m in played(moves).unwrap() {
            let san = SanPlus::from_move_and_play_unchecked(&mut chess, m);
            let news = thread.step(book, book.find(&chess));
            if let Some(Transposed { from, into, order }) = news.transposed {
                let moves = &book.lines()[order.0 as usize].moves[..usize::from(order.1)];
                let order = numbered(&Chess::default(), moves);
                reported.push(format!("{san}: {} > {} by {order}", name(from), name(into)));
            } else if news.named.is_some() {
                reported.push(format!("{san}: {}", name(news.named)));
            }
        }
        reported
    }

    #[test]
    fn names_come_in_turn() {
        let book = book(&[
            ("King's Pawn", "e4"),
            ("Sicilian", "e4 c5"),
            ("", "e4 c5 Nf3 d6"),
        ]);
        assert_eq!(
            reported(&book, "e4 c5 Nf3 d6"),
            ["e4: King's Pawn", "c5: Sicilian"]
        );
        assert_eq!(reported(&book, "e4 a6 d4"), ["e4: King's Pawn"]);
    }

    #[test]
    fn other_orders_of_moves_are_transpositions() {
        let book = book(&[
            ("English", "c4"),
            ("Queen's Gambit Declined", "d4 d5 c4 e6"),
            (
                "Queen's Gambit Declined: Exchange",
                "d4 d5 c4 e6 Nc3 Nf6 cxd5",
            ),
        ]);
        let before = "English > Queen's Gambit Declined by 1. d4 d5 2. c4 e6";
        assert_eq!(
            reported(&book, "c4 e6 d4 d5 Nc3 Nf6 cxd5"),
            [
                "c4: English".to_owned(),
                format!("d5: {before}"),
                "cxd5: Queen's Gambit Declined: Exchange".to_owned()
            ]
        );
        // A move from the lines of one order into those of another.
        let exchange = "?: Queen's Gambit Declined";
        assert_eq!(
            reported(&book, "d4 e6 c4 d5 Nc3")[0].replace("d5: ? > ", "?: "),
            format!("{exchange} by 1. d4 d5 2. c4 e6")
        );
    }

    #[test]
    fn a_name_of_another_order_is_one_even_if_lines_go_on() {
        let book = book(&[
            ("Queen's Gambit Declined", "d4 d5 c4 e6"),
            ("English", "c4"),
            ("English: Move Order", "c4 e6 d4 d5"),
            ("Semi-Slav", "d4 d5 c4 e6 Nc3 c6"),
        ]);
        assert_eq!(
            reported(&book, "c4 e6 d4 d5 Nc3 c6"),
            [
                "c4: English",
                "d5: English > Queen's Gambit Declined by 1. d4 d5 2. c4 e6",
                "c6: Semi-Slav"
            ]
        );
        // The same name by either order is none.
        let twice = self::book(&[("Meeting", "d4 d5 c4 e6"), ("Meeting", "c4 e6 d4 d5")]);
        assert_eq!(reported(&twice, "c4 e6 d4 d5"), ["d5: Meeting"]);
    }

    #[test]
    fn no_line_of_the_book_is_told_of_a_transposition_without_a_cause() {
        let book = Book::bundled();
        for line in book.lines() {
            let mut thread = Thread::new(book, 0);
            for (at, &node) in line.nodes.iter().enumerate().skip(1) {
                let news = thread.step(book, Some(node));
                if let Some(Transposed { order, .. }) = news.transposed {
                    let other = &book.lines()[order.0 as usize];
                    assert_eq!(other.nodes[usize::from(order.1)], node);
                    assert_ne!(other.moves[..usize::from(order.1)], line.moves[..at]);
                }
            }
            let last = line.nodes.last().copied();
            assert_eq!(
                thread.title.map(|line| &book.lines()[line as usize].name),
                last.and_then(|node| book.named(node))
                    .map(|line| &line.name)
            );
        }
    }
}
