//! Which output of a convolutional policy head stands for which move.
//!
//! The head has 73 planes of 64 squares. The square is the one where the piece stands, seen from the side to move; the
//! plane says how it moves, as in Silver et al., "Mastering Chess and Shogi by Self-Play with a General Reinforcement
//! Learning Algorithm" (2017), in Leela's order:
//!
//! | planes | moves |
//! |---|---|
//! | 0 to 55 | like a queen: directions N NE E SE S SW W NW, in each 1 to 7 squares |
//! | 56 to 63 | like a knight: (1,2) (2,1) (2,-1) (1,-2) (-1,-2) (-2,-1) (-2,1) (-1,2) files and ranks |
//! | 64 to 72 | promotions to rook, bishop and queen: to the left, straight on, to the right |
//!
//! A promotion to a knight is the plain move; castling is the king's move to the rook's square. Of the 4,672 outputs
//! 1,858 are moves that can be made on a board.

use shakmaty::{Chess, Color, Move, Position as _, Role, Square};

/// Planes of the head that mean something; the head may have more.
pub const PLANES: usize = 73;

/// Files and ranks that a queen goes at once, in Leela's order.
const QUEEN: [(i32, i32); 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];

/// The same for a knight.
const KNIGHT: [(i32, i32); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

/// The pieces that have planes of promotion, in Leela's order.
const PROMOTED: [Role; 3] = [Role::Rook, Role::Bishop, Role::Queen];

/// The output for a move between two squares as the side to move sees them, with rank 8 before it. `None` if no piece
/// moves like that.
///
/// ```
/// use chesslog::network::leela::policy::output;
/// use shakmaty::{Role, Square};
///
/// // Two squares to the north: the second plane; the square is the twelfth.
/// assert_eq!(output(Square::E2, Square::E4, None), Some(64 + 12));
/// assert_eq!(output(Square::E2, Square::H4, None), None);
/// ```
pub fn output(from: Square, to: Square, promotion: Option<Role>) -> Option<usize> {
    let files = to.file() as i32 - from.file() as i32;
    let ranks = to.rank() as i32 - from.rank() as i32;
    let plane = match promotion {
        None | Some(Role::Knight) => {
            let distance = files.abs().max(ranks.abs());
            let straight = files == 0 || ranks == 0 || files.abs() == ranks.abs();
            let unit = (files.signum(), ranks.signum());
            match QUEEN.iter().position(|&direction| direction == unit) {
                Some(direction) if straight => direction * 7 + distance as usize - 1,
                _ => 56 + KNIGHT.iter().position(|&leap| leap == (files, ranks))?,
            }
        }
        Some(piece) => {
            if ranks != 1 || files.abs() > 1 || from.rank() != shakmaty::Rank::Seventh {
                return None;
            }
            let piece = PROMOTED.iter().position(|&promoted| promoted == piece)?;
            64 + (files + 1) as usize * 3 + piece
        }
    };
    Some(plane * 64 + usize::from(from))
}

/// The output for a legal move of a position.
///
/// ```
/// use chesslog::network::leela::policy::{output, output_of};
/// use shakmaty::{Chess, Position, Square};
///
/// let mut game = Chess::default();
/// let e4 = game.legal_moves().into_iter().find(|m| m.to() == Square::E4).unwrap();
/// let first = output_of(&game, e4);
/// game.play_unchecked(e4);
/// let e5 = game.legal_moves().into_iter().find(|m| m.to() == Square::E5).unwrap();
/// // Black sees the same move.
/// assert_eq!(output_of(&game, e5), first);
/// ```
pub fn output_of(position: &Chess, m: Move) -> Option<usize> {
    let (from, to) = match m {
        Move::Castle { king, rook } => (king, rook),
        _ => (m.from()?, m.to()),
    };
    let seen = |square: Square| match position.turn() {
        Color::White => square,
        Color::Black => square.flip_vertical(),
    };
    output(seen(from), seen(to), m.promotion())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// How many moves there are.
    const MOVES: usize = 1858;

    /// All moves, in the order in which Leela numbers them: by the first square and then the second one, promotions to
    /// queen, rook and bishop last.
    fn moves() -> Vec<(Square, Square, Option<Role>)> {
        let mut moves = Vec::with_capacity(MOVES);
        for from in Square::ALL {
            let to = Square::ALL.into_iter().filter(|&to| to != from);
            moves.extend(
                to.filter(|&to| output(from, to, None).is_some())
                    .map(|to| (from, to, None)),
            );
        }
        for from in Square::ALL {
            for to in Square::ALL {
                let pieces = [Role::Queen, Role::Rook, Role::Bishop].into_iter();
                moves.extend(
                    pieces
                        .filter(|&piece| output(from, to, Some(piece)).is_some())
                        .map(|piece| (from, to, Some(piece))),
                );
            }
        }
        moves
    }

    #[test]
    fn moves_and_outputs_are_one_to_one() {
        let moves = moves();
        assert_eq!(moves.len(), MOVES);
        let outputs: HashSet<usize> = moves
            .iter()
            .map(|&(from, to, piece)| output(from, to, piece).unwrap())
            .collect();
        assert_eq!(outputs.len(), MOVES);
        assert!(outputs.iter().all(|&output| output < PLANES * 64));
    }

    /// Numbers of moves in the list of lc0.
    #[test]
    fn moves_are_numbered_as_leela_does() {
        let moves = moves();
        let text = |number: usize| {
            let (from, to, piece): (Square, Square, Option<Role>) = moves[number];
            let piece = piece.map(|piece| piece.char().to_string());
            format!("{from}{to}{}", piece.unwrap_or_default())
        };
        for (number, expected) in [
            (0, "a1b1"),
            (1, "a1c1"),
            (7, "a1a2"),
            (8, "a1b2"),
            (9, "a1c2"),
            (159, "g1f3"),
            (264, "c2c4"),
            (293, "d2d4"),
            (322, "e2e4"),
            (1791, "h8g8"),
            (1792, "a7a8q"),
            (1793, "a7a8r"),
            (1794, "a7a8b"),
            (1795, "a7b8q"),
            (1857, "h7h8b"),
        ] {
            assert_eq!(text(number), expected);
        }
    }

    /// Squares and planes of lc0's map from its convolution to its moves, each worked out from the table above.
    #[test]
    fn planes_are_those_of_leela() {
        use Square::{A1, A7, B1, B7, B8, E1, G1, H1, H7, H8};
        for (from, to, piece, plane) in [
            (A1, Square::A8, None, 6),
            (A1, H8, None, 13),
            (E1, H1, None, 16),
            (E1, A1, None, 45),
            (H8, A1, None, 41),
            (H1, Square::A8, None, 55),
            (B1, Square::C3, None, 56),
            (G1, Square::F3, None, 63),
            (B7, Square::A8, Some(Role::Rook), 64),
            (B7, Square::A8, Some(Role::Queen), 66),
            (A7, B8, Some(Role::Queen), 72),
            (H7, H8, Some(Role::Bishop), 68),
            (H7, H8, Some(Role::Knight), 0),
        ] {
            let square = usize::from(from);
            assert_eq!(
                output(from, to, piece),
                Some(plane * 64 + square),
                "{from}{to}"
            );
        }
    }

    #[test]
    fn what_is_no_move_has_no_output() {
        use Square::{A1, B2, C4, E6, E7, E8};
        assert_eq!(output(A1, A1, None), None);
        assert_eq!(output(B2, Square::D5, None), None);
        assert_eq!(output(E6, E7, Some(Role::Queen)), None);
        assert_eq!(output(E7, C4, Some(Role::Queen)), None);
        assert_eq!(output(E7, E8, Some(Role::King)), None);
        assert_eq!(output(E7, E8, Some(Role::Pawn)), None);
    }

    #[test]
    fn legal_moves_have_different_outputs() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/8/8/8/8/8/2p3p1/R3K2R b KQkq - 0 1",
            "7k/PPPP4/8/8/8/8/pppp4/7K w - - 0 1",
        ] {
            let fen: shakmaty::fen::Fen = fen.parse().unwrap();
            let position: Chess = fen.into_position(shakmaty::CastlingMode::Standard).unwrap();
            let moves = position.legal_moves();
            let outputs: HashSet<_> = (moves.iter())
                .map(|&m| output_of(&position, m).unwrap())
                .collect();
            assert_eq!(outputs.len(), moves.len());
        }
    }
}
