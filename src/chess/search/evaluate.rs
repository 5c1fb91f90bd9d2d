//! The value of a position without search: material, passed pawns and, a little, squares.

use shakmaty::{Bitboard, Chess, Color, Position as _, Role};

use crate::chess::exchange;

/// The balance of material, of passed pawns and, a little, of squares, for the side to move.
pub fn evaluate(position: &Chess) -> i32 {
    let board = position.board();
    let pawns = board.pawns();
    let mut score = 0;
    for side in Color::ALL {
        let own = board.by_color(side);
        let mut sum = 0;
        for role in Role::ALL {
            for square in board.by_role(role) & own {
                let square = side.fold_wb(square, square.flip_vertical());
                sum += WORTHS[role as usize - 1][square.to_usize()];
            }
        }
        for pawn in pawns & own {
            let way = AHEAD[usize::from(side.is_white())][pawn.to_usize()];
            if (Bitboard(way) & pawns & !own).is_empty() {
                sum += PASSED[side.fold_wb(pawn, pawn.flip_vertical()).rank() as usize];
            }
        }
        score += if side == position.turn() { sum } else { -sum };
    }
    score
}

/// What a passed pawn adds on each of its ranks.
const PASSED: [i32; 8] = [0, 0, 5, 15, 30, 60, 100, 0];

/// The squares before a black (0) or white (1) pawn, on its own file and the files beside it.
static AHEAD: [[u64; 64]; 2] = ahead();

const fn ahead() -> [[u64; 64]; 2] {
    let mut ahead = [[0; 64]; 2];
    let mut from = 0;
    while from < 64 {
        let mut to = 0;
        while to < 64 {
            if (from % 8_i32 - to % 8).abs() <= 1 && from / 8 != to / 8 {
                let white = (to / 8 > from / 8) as usize;
                ahead[white][from as usize] |= 1 << to;
            }
            to += 1;
        }
        from += 1;
    }
    ahead
}

/// What a white piece is worth on each square.
static WORTHS: [[i32; 64]; 6] = worths();

const fn worths() -> [[i32; 64]; 6] {
    let mut worths = [[0; 64]; 6];
    let mut role = 0;
    while role < 6 {
        let mut square = 0;
        while square < 64 {
            worths[role][square] = exchange::CENTIPAWNS[role] + placed(role, square);
            square += 1;
        }
        role += 1;
    }
    worths
}

/// What a square adds to a white piece: rank for pawns, centre for pieces.
const fn placed(role: usize, square: usize) -> i32 {
    let (file, rank) = (square as i32 % 8, square as i32 / 8);
    let centre = 6 - (2 * file - 7).abs() / 2 - (2 * rank - 7).abs() / 2;
    match role {
        0 => [0, 0, 2, 5, 10, 20, 45, 0][rank as usize],
        1 => 3 * centre,
        2 => 2 * centre,
        3 if rank == 6 => 10,
        4 => centre,
        _ => 0,
    }
}
