//! Hexapawn, on three by three or four by four squares.
//!
//! A state is `s(Mover,board(S1,S2,...))`: the squares are in the order a1, b1, ..., a2, ..., each
//! holds `w`, `b` or `e` for empty. White begins. A pawn goes one square forward if that is empty,
//! or takes diagonally. Who reaches the far rank has won; who cannot move has drawn. Moves are in the
//! order of the pawns' squares; of one pawn, forward comes before taking to the left and to the
//! right, as White sees the board.

use super::{
    Rules,
    board::{Board, EMPTY},
};

/// The rules of hexapawn.
#[derive(Debug, Clone, Copy)]
pub struct Hexapawn {
    /// How many squares a row has.
    pub size: usize,
}

fn other(side: u8) -> u8 {
    if side == b'w' { b'b' } else { b'w' }
}

impl Hexapawn {
    /// Whether it is a board of this game, with any pawns.
    pub fn accepts(&self, board: &Board) -> bool {
        matches!(board.mover, b'w' | b'b')
            && board.squares.len() == self.size * self.size
            && (board.squares.iter()).all(|square| matches!(square, b'w' | b'b' | &EMPTY))
    }

    fn mirrored(&self, state: &Board) -> Board {
        let size = self.size;
        state.permuted(|square| square / size * size + size - 1 - square % size)
    }

    /// The squares to which the pawn on a square can go.
    fn targets(&self, state: &Board, square: usize) -> Vec<usize> {
        let (rank, file) = (square / self.size, square % self.size);
        let rank = match state.mover {
            b'w' if rank + 1 < self.size => rank + 1,
            b'b' if rank > 0 => rank - 1,
            _ => return Vec::new(),
        };
        let holds = |file: usize, letter| state.squares[rank * self.size + file] == letter;
        let mut files = Vec::new();
        if holds(file, EMPTY) {
            files.push(file);
        }
        if file > 0 && holds(file - 1, other(state.mover)) {
            files.push(file - 1);
        }
        if file + 1 < self.size && holds(file + 1, other(state.mover)) {
            files.push(file + 1);
        }
        files.iter().map(|file| rank * self.size + file).collect()
    }
}

impl Rules for Hexapawn {
    type State = Board;

    fn starts(&self) -> Vec<Board> {
        let mut starts: Vec<Board> = Vec::new();
        for first in self.moves(&self.opening().expect("there is one")) {
            for second in self.moves(&first) {
                if !starts.contains(&self.mirrored(&second)) {
                    starts.push(second);
                }
            }
        }
        starts
    }

    fn opening(&self) -> Option<Board> {
        let (size, squares) = (self.size, self.size * self.size);
        let letter = |square| match square {
            square if square < size => b'w',
            square if square >= squares - size => b'b',
            _ => EMPTY,
        };
        Some(Board {
            mover: b'w',
            squares: (0..squares).map(letter).collect(),
        })
    }

    fn moves(&self, state: &Board) -> Vec<Board> {
        let pawns = (0..state.squares.len()).filter(|&at| state.squares[at] == state.mover);
        let moves = pawns.flat_map(|from| {
            let targets = self.targets(state, from);
            targets.into_iter().map(move |to| (from, to))
        });
        moves
            .map(|(from, to)| {
                let mut next = state.clone();
                next.squares[from] = EMPTY;
                next.squares[to] = state.mover;
                next.mover = other(state.mover);
                next
            })
            .collect()
    }

    fn won(&self, state: &Board) -> bool {
        let last = state.squares.len() - self.size;
        match other(state.mover) {
            b'w' => state.squares[last..].contains(&b'w'),
            _ => state.squares[..self.size].contains(&b'b'),
        }
    }

    fn drawn(&self, state: &Board) -> bool {
        !self.won(state) && self.moves(state).is_empty()
    }

    fn text(&self, state: &Board) -> String {
        state.to_string()
    }

    fn canonical(&self, state: &Board) -> Board {
        let mirrored = self.mirrored(state);
        match mirrored.squares < state.squares {
            true => mirrored,
            false => state.clone(),
        }
    }

    fn cells(&self, state: &Board) -> Vec<i8> {
        state.cells()
    }
}
