//! Pawn structure: passed, isolated and doubled pawns.
//!
//! ```
//! use chesslog::chess::{Position, Square, pawns};
//!
//! let position = Position::parse("4k3/p7/8/8/8/8/1P1P4/4K3 w - - 0 1")?;
//! assert_eq!(pawns::passed_pawn(None, position), [Square::D2]);
//! # Ok::<(), chesslog::chess::InvalidPosition>(())
//! ```

use shakmaty::{Bitboard, Board, Color, Position as _, Square};

use super::{Position, geometry::squares};

/// Lists the pawns that no enemy pawn can stop or capture on the way.
pub fn passed_pawn(square: Option<Square>, position: Position) -> Vec<Square> {
    (passed_pawns(position.board()) & squares(square))
        .into_iter()
        .collect()
}

/// The pawns of both sides that no enemy pawn can stop or capture on the way.
pub(crate) fn passed_pawns(board: &Board) -> Bitboard {
    let passed = |square: &Square| {
        board.color_at(*square).is_some_and(|side| {
            let way = same_file(*square) | adjacent_files(*square);
            (way & ahead(*square, side) & board.by_piece(side.other().pawn())).is_empty()
        })
    };
    board.pawns().into_iter().filter(passed).collect()
}

/// Lists the pawns without a pawn of their side on the files beside them.
pub fn isolated_pawn(square: Option<Square>, position: Position) -> Vec<Square> {
    select(square, &position, |square, own| {
        (adjacent_files(square) & own).is_empty()
    })
}

/// Lists the pawns that share their file with another pawn of their side.
pub fn doubled_pawn(square: Option<Square>, position: Position) -> Vec<Square> {
    select(square, &position, |square, own| {
        (same_file(square) & own).more_than_one()
    })
}

/// The pawns for which `test` holds of square and own pawns.
fn select(
    square: Option<Square>,
    position: &Position,
    test: impl Fn(Square, Bitboard) -> bool,
) -> Vec<Square> {
    let board = position.board();
    let pawns = Color::ALL.map(|side| board.by_piece(side.pawn()));
    (board.pawns() & squares(square))
        .into_iter()
        .filter(|&square| match pawns[0].contains(square) {
            true => test(square, pawns[0]),
            false => test(square, pawns[1]),
        })
        .collect()
}

fn same_file(square: Square) -> Bitboard {
    Bitboard::from_file(square.file())
}

fn adjacent_files(square: Square) -> Bitboard {
    [-1, 1]
        .into_iter()
        .filter_map(|step| square.file().offset(step))
        .map(Bitboard::from_file)
        .fold(Bitboard::EMPTY, |files, file| files | file)
}

/// The ranks that a pawn still has before it.
fn ahead(square: Square, side: Color) -> Bitboard {
    let from_here_up = u64::MAX << (8 * square.rank().to_u32());
    Bitboard(side.fold_wb(from_here_up << 8, !from_here_up))
}

#[cfg(test)]
mod tests {
    use Square::*;

    use super::*;

    fn position(fen: &str) -> Position {
        Position::parse(fen).unwrap()
    }

    #[test]
    fn start_position_has_no_special_pawns() {
        let start = Position::start();
        assert_eq!(passed_pawn(None, start.clone()), []);
        assert_eq!(isolated_pawn(None, start.clone()), []);
        assert_eq!(doubled_pawn(None, start), []);
    }

    #[test]
    fn passed_pawns_of_both_sides() {
        // d5 has passed the e5 pawn; c3 faces none; a4 is stopped by b6, b6 by a4.
        let p = position("4k3/8/1p6/3Pp3/P7/2p5/8/4K3 w - - 0 1");
        assert_eq!(passed_pawn(None, p.clone()), [C3, D5, E5]);
        assert_eq!(passed_pawn(Some(A4), p), []);
        // On the files a and h there is no wrapping around.
        let p = position("4k3/8/7p/P7/8/8/8/4K3 w - - 0 1");
        assert_eq!(passed_pawn(None, p), [A5, H6]);
    }

    #[test]
    fn isolated_and_doubled_pawns() {
        let p = position("4k3/pp1p4/3p4/8/8/8/P2PP2P/4K3 w - - 0 1");
        assert_eq!(isolated_pawn(None, p.clone()), [A2, H2, D6, D7]);
        assert_eq!(doubled_pawn(None, p.clone()), [D6, D7]);
        assert_eq!(doubled_pawn(Some(D2), p), []);
    }
}
