//! Attacks and what lies behind them: defence, pins, x-rays, mobility.
//!
//! ```
//! use chesslog::chess::{Position, Square, attack};
//!
//! let position = Position::parse("4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1")?;
//! assert_eq!(attack::pinned(None, None, position), [(Square::E2, Square::E4)]);
//! # Ok::<(), chesslog::chess::InvalidPosition>(())
//! ```
//!
//! All of this is geometry on the occupied board: it does not matter who moves, nor whether the
//! attacker is pinned or its king in check.

use shakmaty::{Bitboard, Board, Color, Position as _, Square, attacks as lines};

use super::{
    Position,
    geometry::{sides, squares},
};

/// Relates a piece to the pieces of the other side that it attacks.
pub fn attacks(
    from: Option<Square>,
    to: Option<Square>,
    position: Position,
) -> Vec<(Square, Square)> {
    contacts(from, to, position.board(), Color::other)
}

/// Relates a piece to the pieces of its own side that it protects.
pub fn defends(
    from: Option<Square>,
    to: Option<Square>,
    position: Position,
) -> Vec<(Square, Square)> {
    contacts(from, to, position.board(), |side| side)
}

/// Attacked pieces of the side that `target` makes of the attacker's. It must be its own inverse.
fn contacts(
    from: Option<Square>,
    to: Option<Square>,
    board: &Board,
    target: fn(Color) -> Color,
) -> Vec<(Square, Square)> {
    let sources = match (from, to) {
        (Some(from), _) => Bitboard::from_square(from),
        (None, None) => board.occupied(),
        (None, Some(to)) => match board.color_at(to) {
            Some(side) => board.attacks_to(to, target(side), board.occupied()),
            None => return Vec::new(),
        },
    };
    let mut rows = Vec::new();
    for from in sources {
        let Some(piece) = board.piece_at(from) else {
            continue;
        };
        let reached = lines::attacks(from, piece, board.occupied());
        let held = board.by_color(target(piece.color));
        rows.extend(
            (reached & held & squares(to))
                .into_iter()
                .map(|to| (from, to)),
        );
    }
    rows
}

/// Relates a side and a square to the pieces of the side that attack the square.
pub fn attackers(
    side: Option<Color>,
    square: Option<Square>,
    from: Option<Square>,
    position: Position,
) -> Vec<(Color, Square, Square)> {
    let board = position.board();
    let reached = from.map_or(Bitboard::FULL, |from| board.attacks_from(from));
    let mut rows = Vec::new();
    for side in sides(side) {
        for square in squares(square) & reached {
            let attackers = board.attacks_to(square, side, board.occupied()) & squares(from);
            rows.extend(attackers.into_iter().map(|from| (side, square, from)));
        }
    }
    rows
}

/// Relates a pinned piece to the slider that pins it to its king.
pub fn pinned(
    square: Option<Square>,
    by: Option<Square>,
    position: Position,
) -> Vec<(Square, Square)> {
    let board = position.board();
    let mut rows = Vec::new();
    for side in Color::ALL {
        let own = board.by_color(side) & squares(square);
        let Some(king) = board.king_of(side).filter(|_| own.any()) else {
            continue;
        };
        // Sliders that would check the king on a board without any other piece.
        let snipers = (lines::rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens())
            | (lines::bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens());
        for sniper in snipers & board.by_color(side.other()) & squares(by) {
            let blockers = lines::between(king, sniper) & board.occupied();
            if let Some(blocker) = blockers.single_square().filter(|&b| own.contains(b)) {
                rows.push((blocker, sniper));
            }
        }
    }
    rows.sort_unstable();
    rows
}

/// Relates a slider to the first and the second piece on one of its lines.
pub fn behind(
    front: Option<Square>,
    middle: Option<Square>,
    back: Option<Square>,
    position: Position,
) -> Vec<(Square, Square, Square)> {
    let occupied = position.board().occupied();
    through(front, middle, back, position.board(), occupied)
}

/// Relates a slider and the first piece on one of its lines to the squares that this piece hides.
pub fn xray(
    from: Option<Square>,
    piece: Option<Square>,
    to: Option<Square>,
    position: Position,
) -> Vec<(Square, Square, Square)> {
    through(from, piece, to, position.board(), Bitboard::FULL)
}

/// Squares of `wanted` that a slider reaches only when the first piece on a line is taken away.
fn through(
    from: Option<Square>,
    piece: Option<Square>,
    to: Option<Square>,
    board: &Board,
    wanted: Bitboard,
) -> Vec<(Square, Square, Square)> {
    let wanted = wanted & squares(to);
    let occupied = board.occupied();
    let mut sources = board.sliders() & squares(from);
    if let Some(piece) = piece {
        sources &= lines::queen_attacks(piece, occupied);
    }
    if let Some(to) = to {
        sources &= lines::queen_attacks(to, Bitboard::EMPTY);
    }
    let mut rows = Vec::new();
    for from in sources {
        let Some(slider) = board.piece_at(from) else {
            continue;
        };
        let reached = lines::attacks(from, slider, occupied);
        for piece in reached & occupied & squares(piece) {
            let further = lines::attacks(from, slider, occupied.without(piece)) & !reached;
            rows.extend((further & wanted).into_iter().map(|to| (from, piece, to)));
        }
    }
    rows
}

/// Relates a piece to the number of squares it attacks that its own side does not hold.
pub fn mobility(square: Option<Square>, n: Option<i64>, position: Position) -> Vec<(Square, i64)> {
    let board = position.board();
    (squares(square) & board.occupied())
        .into_iter()
        .filter_map(|square| {
            let piece = board.piece_at(square)?;
            let reached = lines::attacks(square, piece, board.occupied());
            Some((
                square,
                (reached & !board.by_color(piece.color)).count() as i64,
            ))
        })
        .filter(|(_, count)| n.is_none_or(|n| n == *count))
        .collect()
}

#[cfg(test)]
mod tests {
    use Square::*;

    use super::*;

    fn position(fen: &str) -> Position {
        Position::parse(fen).unwrap()
    }

    #[test]
    fn knight_fork() {
        let p = position("4k3/8/8/8/8/2q1r3/8/3N3K w - - 0 1");
        assert_eq!(attacks(Some(D1), None, p.clone()), [(D1, C3), (D1, E3)]);
        assert_eq!(attacks(None, Some(E3), p.clone()), [(D1, E3)]);
        assert_eq!(attacks(Some(D1), Some(E3), p.clone()), [(D1, E3)]);
        // The queen and the rook see each other.
        assert_eq!(
            defends(None, None, p),
            [(C3, E3), (E3, C3), (E3, E8), (E8, E3)][..3]
        );
    }

    #[test]
    fn attacks_of_the_side_not_to_move_and_of_pinned_pieces() {
        let p = position("4k3/4r3/8/8/8/8/3pN3/4K3 w - - 0 1");
        assert_eq!(
            attacks(None, None, p.clone()),
            [(E1, D2), (D2, E1), (E7, E2)]
        );
        assert_eq!(
            attackers(Some(Color::Black), Some(C1), None, p),
            [(Color::Black, C1, D2)]
        );
    }

    #[test]
    fn no_en_passant_attack() {
        let p = position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2");
        assert_eq!(attacks(None, None, p.clone()), []);
        assert_eq!(attackers(None, Some(D6), None, p), [(Color::White, D6, E5)]);
    }

    #[test]
    fn pins() {
        let p = position("4k3/4n3/8/b3Q3/8/8/3P4/r2NK3 w - - 0 1");
        assert_eq!(
            pinned(None, None, p.clone()),
            [(D1, A1), (D2, A5), (E7, E5)]
        );
        assert_eq!(pinned(None, Some(A5), p.clone()), [(D2, A5)]);
        assert_eq!(pinned(Some(D2), Some(A1), p), []);
        // Two pieces between bishop and king; a rook on a diagonal.
        assert_eq!(
            pinned(None, None, position("4k3/8/8/b7/1P6/8/3P4/4K2r w - - 0 1")),
            []
        );
        assert_eq!(
            pinned(None, None, position("4k3/8/8/8/7r/6P1/8/4K3 w - - 0 1")),
            []
        );
    }

    #[test]
    fn skewer() {
        let p = position("q3k3/8/8/3r4/8/8/6B1/6K1 w - - 0 1");
        assert_eq!(behind(Some(G2), None, None, p.clone()), [(G2, D5, A8)]);
        assert_eq!(behind(None, Some(D5), Some(G2), p.clone()), [(A8, D5, G2)]);
        let hidden: Vec<_> = xray(Some(G2), Some(D5), None, p)
            .into_iter()
            .map(|(_, _, to)| to)
            .collect();
        assert_eq!(hidden, [C6, B7, A8]);
    }

    #[test]
    fn mobility_of_the_start_position() {
        let start = Position::start();
        assert_eq!(mobility(Some(G1), None, start.clone()), [(G1, 2)]);
        assert_eq!(mobility(Some(A1), None, start.clone()), [(A1, 0)]);
        // Knights, and the pawns on the edge reach one square each, the others two.
        assert_eq!(
            mobility(None, Some(1), start),
            [(A2, 1), (H2, 1), (A7, 1), (H7, 1)]
        );
    }
}
