//! Noughts and crosses.
//!
//! A state is `s(Mover,board(S1,...,S9))`: the squares are numbered row by row, each holds `x`, `o`
//! or `e` for empty. O begins, as in the paper (Fig. 1). Moves are in the order of the squares.

use super::{
    Rules,
    board::{Board, EMPTY},
};

/// The rules of noughts and crosses.
#[derive(Debug, Clone, Copy, Default)]
pub struct Oxo;

/// The squares of each line.
const LINES: [[usize; 3]; 8] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
];

/// The square with which O begins, in a corner, at an edge or in the centre, and those where X can
/// answer; numbers are from 1, and of the squares that are the same up to symmetry there is one.
///
/// Which one makes a difference to who plays from there: the opponent takes the first of the moves
/// that are equally good. Edge against opposite edge is `board(e,e,e,o,e,x,e,e,e)`: drawn, and the
/// one start that what MIGO has learned in the end still loses.
const FIRST_MARKS: [(usize, &[usize]); 3] =
    [(1, &[2, 3, 5, 6, 9]), (4, &[1, 2, 3, 5, 6]), (5, &[2, 3])];

/// Which square comes to each, for the eight symmetries of the board.
fn symmetries() -> impl Iterator<Item = [usize; 9]> {
    (0..8).map(|symmetry| {
        std::array::from_fn(|square| {
            let (mut row, mut column) = (square / 3, square % 3);
            if symmetry & 1 != 0 {
                (row, column) = (column, row);
            }
            if symmetry & 2 != 0 {
                row = 2 - row;
            }
            if symmetry & 4 != 0 {
                column = 2 - column;
            }
            3 * row + column
        })
    })
}

fn other(mark: u8) -> u8 {
    if mark == b'x' { b'o' } else { b'x' }
}

impl Oxo {
    /// Whether it is a board of this game, with any marks.
    pub fn accepts(&self, board: &Board) -> bool {
        matches!(board.mover, b'x' | b'o')
            && board.squares.len() == 9
            && (board.squares.iter()).all(|square| matches!(square, b'x' | b'o' | &EMPTY))
    }
}

impl Rules for Oxo {
    type State = Board;

    fn starts(&self) -> Vec<Board> {
        let start = |first: usize, second: usize| {
            let mut squares = vec![EMPTY; 9];
            squares[first - 1] = b'o';
            squares[second - 1] = b'x';
            let mover = b'o';
            Board { mover, squares }
        };
        let starts = FIRST_MARKS.iter().flat_map(|(first, seconds)| {
            let seconds = seconds.iter();
            seconds.map(move |&second| start(*first, second))
        });
        starts.collect()
    }

    fn opening(&self) -> Option<Board> {
        Some(Board {
            mover: b'o',
            squares: vec![EMPTY; 9],
        })
    }

    fn moves(&self, state: &Board) -> Vec<Board> {
        let empty = (0..9).filter(|&square| state.squares[square] == EMPTY);
        empty
            .map(|square| {
                let mut next = state.clone();
                next.squares[square] = state.mover;
                next.mover = other(state.mover);
                next
            })
            .collect()
    }

    fn won(&self, state: &Board) -> bool {
        let mark = other(state.mover);
        let full = |line: &[usize; 3]| line.iter().all(|&square| state.squares[square] == mark);
        LINES.iter().any(full)
    }

    fn drawn(&self, state: &Board) -> bool {
        !state.squares.contains(&EMPTY) && !self.won(state)
    }

    fn text(&self, state: &Board) -> String {
        state.to_string()
    }

    fn canonical(&self, state: &Board) -> Board {
        symmetries()
            .map(|from| state.permuted(|square| from[square]))
            .min_by(|a, b| a.squares.cmp(&b.squares))
            .expect("there are eight")
    }

    fn cells(&self, state: &Board) -> Vec<i8> {
        state.cells()
    }
}
