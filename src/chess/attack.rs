//! Attacks and what lies behind them: defence, pins, x-rays, mobility.
//!
//! ```
//! use chesslog::chess::{Position, Square, attack};
//! use shakmaty::{Bitboard, Position as _};
//!
//! let position = Position::parse("4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1")?;
//! let pins = attack::pinned(position.board(), Bitboard::FULL, Bitboard::FULL);
//! assert_eq!(pins, [(Square::E2, Square::E4)]);
//! # Ok::<(), chesslog::chess::InvalidPosition>(())
//! ```
//!
//! All of this is geometry on the occupied board: it does not matter who moves, nor whether the
//! attacker is pinned or its king in check. Each function is asked about the pieces on some squares,
//! and the fewer they are, the less it does.

use shakmaty::{Bitboard, Board, Color, Piece, Role, Square, attacks as lines};

/// The pieces with the pieces of the other side that they attack.
pub fn attacks(board: &Board, from: Bitboard, to: Bitboard) -> Vec<(Square, Square)> {
    contacts(board, from, to, Color::other)
}

/// The pieces with the pieces of their own side that they protect.
pub fn defends(board: &Board, from: Bitboard, to: Bitboard) -> Vec<(Square, Square)> {
    contacts(board, from, to, |side| side)
}

/// Attacked pieces of the side that `target` makes of the attacker's. It must be its own inverse.
fn contacts(
    board: &Board,
    from: Bitboard,
    to: Bitboard,
    target: fn(Color) -> Color,
) -> Vec<(Square, Square)> {
    let mut from = from & board.occupied();
    if let Some(to) = to.single_square().filter(|_| from.more_than_one()) {
        let Some(side) = board.color_at(to) else {
            return Vec::new();
        };
        from &= board.attacks_to(to, target(side), board.occupied());
    }
    let mut rows = Vec::new();
    for from in from {
        let Some(piece) = board.piece_at(from) else {
            continue;
        };
        let reached = lines::attacks(from, piece, board.occupied());
        let held = board.by_color(target(piece.color));
        rows.extend((reached & held & to).into_iter().map(|to| (from, to)));
    }
    rows
}

/// Visits each piece with the enemies that it attacks and the pieces of its own side that it
/// protects: [`attacks`] and [`defends`] in one pass.
pub(crate) fn each_contact(board: &Board, mut visit: impl FnMut(Square, Bitboard, Bitboard)) {
    for color in Color::ALL {
        let (own, enemies) = (board.by_color(color), board.by_color(!color));
        for role in Role::ALL {
            for from in own & board.by_role(role) {
                let reached = lines::attacks(from, Piece { color, role }, board.occupied());
                visit(from, reached & enemies, reached & own);
            }
        }
    }
}

/// The squares with the pieces of `side` that attack them, whatever they hold.
pub fn attackers(
    board: &Board,
    side: Color,
    squares: Bitboard,
    from: Bitboard,
) -> Vec<(Square, Square)> {
    let reached = from
        .single_square()
        .map_or(Bitboard::FULL, |from| board.attacks_from(from));
    let mut rows = Vec::new();
    for square in squares & reached {
        let attackers = board.attacks_to(square, side, board.occupied()) & from;
        rows.extend(attackers.into_iter().map(|from| (square, from)));
    }
    rows
}

/// The pinned pieces with the sliders that pin them to their king.
pub fn pinned(board: &Board, squares: Bitboard, by: Bitboard) -> Vec<(Square, Square)> {
    let mut rows = Vec::new();
    each_pin(board, squares, by, |piece, sniper| {
        rows.push((piece, sniper));
    });
    rows.sort_unstable();
    rows
}

/// Visits what [`pinned`] lists, in any order.
pub(crate) fn each_pin(
    board: &Board,
    squares: Bitboard,
    by: Bitboard,
    mut visit: impl FnMut(Square, Square),
) {
    for side in Color::ALL {
        let own = board.by_color(side) & squares;
        let Some(king) = board.king_of(side).filter(|_| own.any()) else {
            continue;
        };
        // Sliders that would check the king on a board without any other piece.
        let snipers = (lines::rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens())
            | (lines::bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens());
        for sniper in snipers & board.by_color(side.other()) & by {
            let blockers = lines::between(king, sniper) & board.occupied();
            if let Some(blocker) = blockers.single_square().filter(|&b| own.contains(b)) {
                visit(blocker, sniper);
            }
        }
    }
}

/// The sliders with the first and the second piece on each of their lines.
pub fn behind(
    board: &Board,
    front: Bitboard,
    middle: Bitboard,
    back: Bitboard,
) -> Vec<(Square, Square, Square)> {
    xray(board, front, middle, back & board.occupied())
}

/// The sliders with the first piece on each of their lines and the squares that this piece hides:
/// those that they reach only when it is taken away.
pub fn xray(
    board: &Board,
    from: Bitboard,
    through: Bitboard,
    to: Bitboard,
) -> Vec<(Square, Square, Square)> {
    let mut rows = Vec::new();
    each_xray(board, from, through, to, |from, piece, further| {
        rows.extend(further.into_iter().map(|to| (from, piece, to)));
    });
    rows
}

/// Visits what [`xray`] lists: a slider, the first piece on one of its lines, and what it hides.
pub(crate) fn each_xray(
    board: &Board,
    from: Bitboard,
    through: Bitboard,
    to: Bitboard,
    mut visit: impl FnMut(Square, Square, Bitboard),
) {
    let occupied = board.occupied();
    let mut sources = board.sliders() & from;
    if let Some(piece) = through.single_square() {
        sources &= lines::queen_attacks(piece, occupied);
    }
    if let Some(to) = to.single_square() {
        sources &= lines::queen_attacks(to, Bitboard::EMPTY);
    }
    for from in sources {
        let Some(slider) = board.piece_at(from) else {
            continue;
        };
        let reached = lines::attacks(from, slider, occupied);
        for piece in reached & occupied & through {
            let further = lines::attacks(from, slider, occupied.without(piece)) & !reached;
            visit(from, piece, further & to);
        }
    }
}
