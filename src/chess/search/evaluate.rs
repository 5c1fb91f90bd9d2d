//! The value of a position without search: material, passed pawns and, a little, squares.

use shakmaty::{Chess, Color, Position as _, Role};

use crate::chess::{evaluation::MOST_WORTH, exchange, pawns};

/// The balance of material, of passed pawns and, a little, of squares, for the side to move.
pub fn evaluate(position: &Chess) -> i32 {
    let board = position.board();
    let mut score = 0;
    for side in Color::ALL {
        let (own, enemies) = (board.by_color(side), board.pawns() & board.by_color(!side));
        let mut sum = 0;
        for role in Role::ALL {
            for square in board.by_role(role) & own {
                let square = side.fold_wb(square, square.flip_vertical());
                sum += WORTHS[role as usize - 1][square.to_usize()];
            }
        }
        for pawn in board.pawns() & own {
            if (pawns::way(pawn, side) & enemies).is_empty() {
                sum += PASSED[side.fold_wb(pawn, pawn.flip_vertical()).rank() as usize];
            }
        }
        score += if side == position.turn() { sum } else { -sum };
    }
    score.clamp(-MOST_WORTH, MOST_WORTH)
}

/// What a passed pawn adds on each of its ranks.
const PASSED: [i32; 8] = [0, 0, 5, 15, 30, 60, 100, 0];

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
