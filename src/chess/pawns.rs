//! Pawn structure: passed, isolated, doubled and connected pawns of both sides.
//!
//! ```
//! use chesslog::chess::{Position, Square, pawns};
//! use shakmaty::{Bitboard, Position as _};
//!
//! let position = Position::parse("4k3/p7/8/8/8/8/1P1P4/4K3 w - - 0 1")?;
//! assert_eq!(pawns::passed(position.board()), Bitboard::from(Square::D2));
//! # Ok::<(), chesslog::chess::InvalidPosition>(())
//! ```

use shakmaty::{Bitboard, Board, Color, File, Square, attacks};

/// The pawns that no enemy pawn can stop or capture on the way.
pub fn passed(board: &Board) -> Bitboard {
    select(board, |square, side| {
        (way(square, side) & board.by_piece(side.other().pawn())).is_empty()
    })
}

/// The pawns without a pawn of their side on the files beside them.
pub fn isolated(board: &Board) -> Bitboard {
    select(board, |square, side| {
        (adjacent_files(square) & board.by_piece(side.pawn())).is_empty()
    })
}

/// The pawns that share their file with another pawn of their side.
pub fn doubled(board: &Board) -> Bitboard {
    select(board, |square, side| {
        (same_file(square) & board.by_piece(side.pawn())).more_than_one()
    })
}

/// The pawns that have another pawn of their side beside them, or on a square that touches theirs by a corner.
pub fn connected(board: &Board) -> Bitboard {
    select(board, |square, side| {
        let near = adjacent_files(square) & attacks::king_attacks(square);
        (near & board.by_piece(side.pawn())).any()
    })
}

/// The pawns for which `test` holds of square and side.
fn select(board: &Board, test: impl Fn(Square, Color) -> bool) -> Bitboard {
    let tested = |square: &Square| {
        board
            .color_at(*square)
            .is_some_and(|side| test(*square, side))
    };
    board.pawns().into_iter().filter(tested).collect()
}

fn same_file(square: Square) -> Bitboard {
    Bitboard::from_file(square.file())
}

/// The files beside that of a square.
pub(super) fn adjacent_files(square: Square) -> Bitboard {
    let file = same_file(square);
    file.shift(1) & !Bitboard::from_file(File::A) | file.shift(-1) & !Bitboard::from_file(File::H)
}

/// The squares on its own file and the files beside it that a pawn of a side still has before it: where enemy pawns stop it.
pub(super) fn way(square: Square, side: Color) -> Bitboard {
    (same_file(square) | adjacent_files(square)) & ahead(square, side)
}

/// The ranks that a pawn still has before it.
pub(super) fn ahead(square: Square, side: Color) -> Bitboard {
    let from_here_up = u64::MAX << (8 * square.rank().to_u32());
    Bitboard(side.fold_wb(from_here_up << 8, !from_here_up))
}

#[cfg(test)]
mod tests {
    use shakmaty::Position as _;

    use super::*;
    use crate::chess::Position;

    fn pawns(of: fn(&Board) -> Bitboard, fen: &str) -> String {
        let squares = of(Position::parse(fen).unwrap().board()).into_iter();
        squares.map(|square| format!("{square} ")).collect()
    }

    #[test]
    fn start_position_has_no_special_pawns() {
        let start = Position::start();
        for of in [passed, isolated, doubled] {
            assert!(of(start.board()).is_empty());
        }
    }

    #[test]
    fn passed_pawns_of_both_sides() {
        // d5 has passed the e5 pawn; c3 faces none; a4 is stopped by b6, b6 by a4.
        let found = pawns(passed, "4k3/8/1p6/3Pp3/P7/2p5/8/4K3 w - - 0 1");
        assert_eq!(found, "c3 d5 e5 ");
        // On the files a and h there is no wrapping around.
        let found = pawns(passed, "4k3/8/7p/P7/8/8/8/4K3 w - - 0 1");
        assert_eq!(found, "a5 h6 ");
    }

    #[test]
    fn isolated_and_doubled_pawns() {
        let fen = "4k3/pp1p4/3p4/8/8/8/P2PP2P/4K3 w - - 0 1";
        assert_eq!(pawns(isolated, fen), "a2 h2 d6 d7 ");
        assert_eq!(pawns(doubled, fen), "d6 d7 ");
    }

    #[test]
    fn connected_pawns_stand_beside_each_other_or_guard_each_other() {
        let fen = "4k3/p7/1p5p/8/6P1/4P3/1P1P1P2/4K3 w - - 0 1";
        assert_eq!(pawns(connected, fen), "d2 f2 e3 b6 a7 ");
        let start = Position::start();
        assert_eq!(connected(start.board()).count(), 16);
    }
}
