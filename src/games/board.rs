//! Square boards whose squares hold one letter each: what oxo and hexapawn share.
//!
//! As a Prolog term a board with the side to move is `s(Mover,board(S1,S2,...))`, where `e` stands
//! for an empty square. All games whose states look like this are drawn, also those that a user
//! defines in Prolog.

use std::fmt;

/// The letter of an empty square.
pub const EMPTY: u8 = b'e';

/// A square board, and the side to move.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Board {
    /// The letter of the side to move.
    pub mover: u8,
    /// The letters on the squares, row by row.
    pub squares: Vec<u8>,
}

/// How the squares of a board are called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Naming {
    /// `1`, `2`, `3`: from left to right in rows, the first row on top.
    Numbers,
    /// `a1`, `b1`, `c1`: as in chess, the first row at the bottom.
    Coordinates,
}

impl Board {
    /// How many squares a row has.
    pub fn size(&self) -> usize {
        self.squares.len().isqrt()
    }

    /// Reads `s(Mover,board(S1,S2,...))`; the number of squares is that of a square board.
    pub fn parse(text: &str) -> Option<Board> {
        let letter = |text: &str| match text.as_bytes() {
            [letter @ b'a'..=b'z'] => Some(*letter),
            _ => None,
        };
        let (mover, squares) = text.strip_prefix("s(")?.split_once(",board(")?;
        let squares = squares.strip_suffix("))")?.split(',').map(letter);
        let board = Board {
            mover: letter(mover)?,
            squares: squares.collect::<Option<_>>()?,
        };
        // From ten rows on a coordinate could not be told from two.
        let size = board.size();
        (size * size == board.squares.len() && size < 10).then_some(board)
    }

    /// The board whose square `i` holds what square `from(i)` of this one holds.
    pub fn permuted(&self, from: impl Fn(usize) -> usize) -> Board {
        Board {
            mover: self.mover,
            squares: (0..self.squares.len())
                .map(|square| self.squares[from(square)])
                .collect(),
        }
    }

    /// A number a square: 1 for the side to move, -1 for the other, 0 for an empty square.
    pub fn cells(&self) -> Vec<i8> {
        let cell = |&square: &u8| match square {
            EMPTY => 0,
            square if square == self.mover => 1,
            _ => -1,
        };
        self.squares.iter().map(cell).collect()
    }

    /// The squares that the mover left, and those to which it came, in the next board.
    fn changes(&self, next: &Board) -> (Vec<usize>, Vec<usize>) {
        let changed = |holds: fn(u8, u8) -> bool| {
            (0..self.squares.len().min(next.squares.len()))
                .filter(|&at| self.squares[at] != next.squares[at])
                .filter(|&at| holds(next.squares[at], self.mover))
                .collect()
        };
        (
            changed(|now, _| now == EMPTY),
            changed(|now, mover| now == mover),
        )
    }

    /// How the squares of a game are called in which this board is followed by that one.
    pub fn naming(&self, next: &Board) -> Naming {
        match self.changes(next).0.is_empty() {
            true => Naming::Numbers,
            false => Naming::Coordinates,
        }
    }

    /// The name of the move that leads to the next board, as `5` or `a1a2`; `None` if more than one
    /// piece has moved.
    pub fn move_name(&self, next: &Board, naming: Naming) -> Option<String> {
        let name = |&square| naming.square(square, self.size());
        match self.changes(next) {
            (left, come) if left.len() <= 1 && come.len() == 1 => {
                Some(left.iter().chain(&come).map(name).collect())
            }
            _ => None,
        }
    }

    /// The board for a terminal, a line a row.
    ///
    /// With numbers an empty square shows its own number; with coordinates it shows a dot, and
    /// ranks and files are at the edge.
    pub fn draw(&self, naming: Naming) -> String {
        let size = self.size();
        let mut text = String::new();
        for line in 0..size {
            let row = match naming {
                Naming::Numbers => line,
                Naming::Coordinates => {
                    text += &format!("{}  ", size - line);
                    size - 1 - line
                }
            };
            let letters =
                (row * size..(row + 1) * size).map(|at| match (self.squares[at], naming) {
                    (EMPTY, Naming::Numbers) => naming.square(at, size),
                    (EMPTY, Naming::Coordinates) => ".".to_owned(),
                    (letter, _) => char::from(letter).to_string(),
                });
            text += &letters.collect::<Vec<_>>().join(" ");
            text += "\n";
        }
        if naming == Naming::Coordinates {
            let files = (b'a'..).take(size).map(|file| char::from(file).to_string());
            text += &format!("   {}\n", files.collect::<Vec<_>>().join(" "));
        }
        text
    }
}

impl Naming {
    /// The name of a square on a board of this size.
    pub fn square(self, square: usize, size: usize) -> String {
        match self {
            Naming::Numbers => (square + 1).to_string(),
            Naming::Coordinates => {
                let file = char::from(b'a' + (square % size) as u8);
                format!("{file}{}", square / size + 1)
            }
        }
    }
}

/// The board as canonical Prolog text.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "s({},board(", char::from(self.mover))?;
        for (i, &square) in self.squares.iter().enumerate() {
            let comma = if i == 0 { "" } else { "," };
            write!(f, "{comma}{}", char::from(square))?;
        }
        f.write_str("))")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_back() {
        let text = "s(x,board(e,e,e,o,e,x,e,e,e))";
        let board = Board::parse(text).unwrap();
        assert_eq!(board.to_string(), text);
        assert_eq!(board.cells(), [0, 0, 0, -1, 0, 1, 0, 0, 0]);
        assert_eq!(board.draw(Naming::Numbers), "1 2 3\no 5 x\n7 8 9\n");
        for wrong in [
            "s(x,board(e,e,e))",
            "s(x,board(e,e,e,ee))",
            "s(X,board(e,e,e,e))",
            "t(x,board(e,e,e,e))",
            "s(x,board())",
            "s(x)",
        ] {
            assert_eq!(Board::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn moves_have_names() {
        let board = |text: &str| Board::parse(text).unwrap();
        let before = board("s(w,board(w,e,e,b))");
        let after = board("s(b,board(e,e,e,w))");
        let naming = before.naming(&after);
        assert_eq!(naming, Naming::Coordinates);
        assert_eq!(before.move_name(&after, naming).as_deref(), Some("a1b2"));
        assert_eq!(before.draw(naming), "2  . b\n1  w .\n   a b\n");
        let marked = board("s(b,board(w,w,e,b))");
        let naming = before.naming(&marked);
        assert_eq!(before.move_name(&marked, naming).as_deref(), Some("2"));
        assert_eq!(before.move_name(&before, naming), None);
    }
}
