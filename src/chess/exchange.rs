//! Static exchange evaluation: what a series of captures on one square wins or loses.
//!
//! ```
//! use chesslog::chess::{Position, Square, exchange};
//! use shakmaty::Position as _;
//!
//! // The rook takes a pawn that a pawn defends: a pawn won, a rook lost.
//! let position = Position::parse("4k3/8/3p4/4p3/8/8/4R3/4K3 w - - 0 1")?;
//! let capture = position.legal_moves().iter().find(|m| m.is_capture()).unwrap();
//! assert_eq!(exchange::gain(&position, *capture), -400);
//! assert_eq!(exchange::loss(position.board(), Square::E5), 0);
//! # Ok::<(), chesslog::chess::InvalidPosition>(())
//! ```
//!
//! The swap algorithm (Chess Programming Wiki, "SEE - The Swap Algorithm"): both sides capture in
//! turn on the square, always with the least valuable piece that can (of equals the one on the
//! lowest square), and either side stops when going on would cost it material. Pieces that stood
//! behind a capturer join in.
//!
//! - A pawn that captures on its last rank becomes a queen.
//! - A king captures only what nothing defends, pinned defenders included: the rules of chess.
//! - A piece that is absolutely pinned when its turn comes captures nothing but the pinning piece.
//!   It takes part as soon as an earlier capture has lifted the pin.
//! - Nothing else is seen: checks, other squares, captures en passant after the first move.

use shakmaty::{Bitboard, Board, Chess, Color, Move, Position as _, Role, Square, attacks};

/// The values of the pieces from pawn to king, in centipawns. A king is worth more than the rest.
pub const CENTIPAWNS: [i32; 6] = [100, 300, 300, 500, 900, 20_000];

/// Returns the value of a piece in centipawns.
pub const fn value(role: Role) -> i32 {
    CENTIPAWNS[role as usize - 1]
}

/// Computes what the mover wins, in centipawns, by a legal move and the exchange that may follow
/// on its destination; negative if the mover loses.
pub fn gain(position: &Chess, m: Move) -> i32 {
    let board = position.board();
    let (Some(from), false) = (m.from(), m.is_castle()) else {
        return 0;
    };
    let to = m.to();
    let mut occupied = board.occupied().without(from).with(to);
    if m.is_en_passant() {
        occupied.discard(Square::from_coords(to.file(), from.rank()));
    }
    let arrived = m.promotion().unwrap_or(m.role());
    m.capture().map_or(0, value) + value(arrived)
        - value(m.role())
        - swap(board, occupied, to, arrived, !position.turn())
}

/// Computes what the other side wins at best, in centipawns, by beginning to capture the piece on
/// the square; 0 if there is nothing to win, no piece, or a king.
pub fn loss(board: &Board, square: Square) -> i32 {
    match board.piece_at(square) {
        Some(piece) if piece.role != Role::King => {
            swap(board, board.occupied(), square, piece.role, !piece.color)
        }
        _ => 0,
    }
}

/// Computes what a piece that is no pawn wins for its side, in centipawns, by going to a square
/// that it attacks, held by the enemy or empty, and the exchange that may follow there.
pub fn venture(board: &Board, from: Square, to: Square) -> i32 {
    board.piece_at(from).map_or(0, |piece| {
        let occupied = board.occupied().without(from).with(to);
        board.role_at(to).map_or(0, value) - swap(board, occupied, to, piece.role, !piece.color)
    })
}

/// Computes the [`loss`] of the piece on the square once the piece on `removed` is gone.
pub fn loss_without(board: &Board, square: Square, removed: Square) -> i32 {
    match board.piece_at(square) {
        Some(piece) if piece.role != Role::King => {
            let occupied = board.occupied().without(removed);
            swap(board, occupied, square, piece.role, !piece.color)
        }
        _ => 0,
    }
}

/// What `side` wins when it begins to capture the `victim` on `square`; never below 0.
///
/// Of `board` only the pieces on `occupied` count, and `victim` is what stands on `square`.
fn swap(
    board: &Board,
    mut occupied: Bitboard,
    square: Square,
    mut victim: Role,
    mut side: Color,
) -> i32 {
    // Each capture takes a piece from the board, and the last one keeps its own.
    let mut captured = [0; 32];
    let mut depth = 0;
    while let Some((from, role)) = capturer(board, occupied, square, side) {
        let promotes = role == Role::Pawn && Bitboard::BACKRANKS.contains(square);
        let arrived = if promotes { Role::Queen } else { role };
        captured[depth] = value(victim) + value(arrived) - value(role);
        depth += 1;
        occupied.discard(from);
        victim = arrived;
        side = !side;
    }
    captured[..depth]
        .iter()
        .rev()
        .fold(0, |reply, &captured| 0.max(captured - reply))
}

/// The piece with which `side` captures next on `square`.
fn capturer(
    board: &Board,
    occupied: Bitboard,
    square: Square,
    side: Color,
) -> Option<(Square, Role)> {
    let attackers = |side| board.attacks_to(square, side, occupied) & occupied;
    let candidates = attackers(side);
    if candidates.is_empty() {
        return None;
    }
    for role in Role::ALL.into_iter().filter(|&role| role != Role::King) {
        let mut able = (candidates & board.by_role(role)).into_iter();
        let free = able.find(|&from| !is_pinned(board, occupied, square, side, from));
        if let Some(from) = free {
            return Some((from, role));
        }
    }
    let king = (candidates & board.kings()).first()?;
    let beyond = occupied.without(king);
    let guards = board.attacks_to(square, !side, beyond) & beyond;
    guards.is_empty().then_some((king, Role::King))
}

/// Whether the piece of `side` on `from` shields its king from a slider that is not on `square`: on
/// the slider's line it has nothing else to capture.
fn is_pinned(board: &Board, occupied: Bitboard, square: Square, side: Color, from: Square) -> bool {
    let Some(king) = board.king_of(side).filter(|&king| occupied.contains(king)) else {
        return false;
    };
    // Most pieces are on no line with their king.
    let line = attacks::ray(king, from);
    let sliders = match king.file() == from.file() || king.rank() == from.rank() {
        true => board.rooks_and_queens(),
        false => board.bishops_and_queens(),
    };
    (line & sliders & board.by_color(!side) & occupied.without(square))
        .into_iter()
        .any(|sniper| attacks::between(king, sniper) & occupied == Bitboard::from(from))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use shakmaty::{Piece, san::San};

    use super::*;
    use crate::chess::Position;

    fn gain_of(fen: &str, san: &str) -> i32 {
        let position = Position::parse(fen).unwrap();
        let m = san.parse::<San>().unwrap().to_move(&*position).unwrap();
        gain(&position, m)
    }

    fn loss_of(fen: &str, square: Square) -> i32 {
        loss(Position::parse(fen).unwrap().board(), square)
    }

    #[test]
    fn examples_of_the_wiki() {
        // Chess Programming Wiki, "SEE - The Swap Algorithm".
        let simple = "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1";
        assert_eq!(gain_of(simple, "Rxe5"), 100);
        let rays = "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1";
        assert_eq!(gain_of(rays, "Nxe5"), -200);
    }

    #[test]
    fn quiet_moves_promotions_and_en_passant() {
        let start = "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2";
        assert_eq!(gain_of(start, "d4"), 0);
        assert_eq!(gain_of(start, "f4"), -100);
        let promotion = "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
        assert_eq!(gain_of(promotion, "a8=Q"), -100);
        assert_eq!(gain_of(promotion, "axb8=Q"), 1300);
        assert_eq!(gain_of("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "exd6"), 100);
        let defended = "4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 2";
        assert_eq!(gain_of(defended, "exd6"), 0);
        assert_eq!(gain_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O"), 0);
    }

    #[test]
    fn kings_and_pins() {
        // The king takes the knight only while the bishop does not look on.
        assert_eq!(loss_of("4k3/4n3/4K3/8/8/8/8/8 b - - 0 1", Square::E7), 0);
        assert_eq!(loss_of("7k/4n3/4K3/8/8/8/8/8 w - - 0 1", Square::E7), 300);
        assert_eq!(loss_of("7k/4n3/4K3/8/1b6/8/8/8 w - - 0 1", Square::E7), 0);
        assert_eq!(loss_of("7k/4n3/4K3/8/8/8/8/8 w - - 0 1", Square::E6), 0);
        // Behind the king waits the rook that checks it.
        assert_eq!(loss_of("7k/8/8/8/8/8/8/r3Kn2 w - - 0 1", Square::F1), 0);
        // The pinned knight on e2 does not defend d4; the pinned bishop on d2 takes its pinner.
        assert_eq!(
            loss_of("k3r3/8/8/8/3P3q/8/4N3/4K3 w - - 0 1", Square::D4),
            100
        );
        assert_eq!(loss_of("k7/8/8/b7/8/8/3B4/4K3 w - - 0 1", Square::A5), 300);
    }

    /// The same by moving pieces on a board: any least valuable capture that exposes no king.
    fn naive(board: &Board, square: Square, side: Color) -> i32 {
        let victim = board.piece_at(square).unwrap();
        let checkers = |board: &Board| match board.king_of(side) {
            Some(king) => board.attacks_to(king, !side, board.occupied()),
            None => Bitboard::EMPTY,
        };
        let mut froms: Vec<Square> = board
            .attacks_to(square, side, board.occupied())
            .into_iter()
            .collect();
        froms.sort_by_key(|&from| (board.role_at(from), from));
        for from in froms {
            let mut after = board.clone();
            let piece = after.remove_piece_at(from).unwrap();
            let promotes = piece.role == Role::Pawn && Bitboard::BACKRANKS.contains(square);
            let role = if promotes { Role::Queen } else { piece.role };
            after.set_piece_at(square, Piece { role, ..piece });
            let exposed = match piece.role {
                Role::King => checkers(&after).any(),
                _ => (checkers(&after) & !checkers(board)).any(),
            };
            if !exposed {
                let won = value(victim.role) + value(role) - value(piece.role);
                return 0.max(won - naive(&after, square, !side));
            }
        }
        0
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        #[test]
        fn swapping_is_playing(choices in prop::collection::vec(any::<usize>(), 10..120)) {
            let mut position = Chess::default();
            for choice in choices {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                for &m in &moves {
                    let mut after = position.clone();
                    after.play_unchecked(m);
                    let won = m.capture().map_or(0, value)
                        + m.promotion().map_or(0, |role| value(role) - value(Role::Pawn));
                    let reply = match m.role() {
                        Role::King => 0,
                        _ => naive(after.board(), m.to(), after.turn()),
                    };
                    prop_assert_eq!(gain(&position, m), won - reply, "{:?} {}", position, m);
                }
                for (square, piece) in position.board() {
                    let expected = match piece.role {
                        Role::King => 0,
                        _ => naive(position.board(), square, !piece.color),
                    };
                    prop_assert_eq!(loss(position.board(), square), expected, "{:?} {}", position, square);
                }
                // Prefer captures: they leave fewer pieces, and these on open lines.
                let captures: Vec<Move> = moves.iter().copied().filter(|m| m.is_capture()).collect();
                let pool = if choice % 3 == 0 && !captures.is_empty() { &captures[..] } else { &moves[..] };
                position.play_unchecked(pool[choice / 3 % pool.len()]);
            }
        }
    }
}
