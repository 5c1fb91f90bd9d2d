//! The predicates of attacks and lines.

use shakmaty::Position as _;

use super::modes::{admits, sides, squares};
use crate::{
    chess::{Position, Side, Square, attack},
    natives,
};

natives! {
    module "cl_chess";

    /// True iff the piece on From attacks the piece of the other side on To in Pos.
    /// Either side may be to move, pins do not matter, en passant is no attack.
    /// In the tactic paper's code it is a legal capture of the side to move, not en passant;
    /// see module paper_vocabulary.
    attacks(?From: Square, ?To: Square, +Pos: Position) is nondet = attacks;

    /// True iff the piece on From protects the piece of its own side on To in Pos: it would
    /// attack an enemy piece there. A king, too, can be protected in this sense.
    defends(?From: Square, ?To: Square, +Pos: Position) is nondet = defends;

    /// True iff a piece of Side on From attacks Square in Pos, whatever Square holds.
    attackers(?Side: Side, ?Square: Square, ?From: Square, +Pos: Position) is nondet
        = attackers;

    /// True iff the piece on Square is absolutely pinned by the enemy slider on By: it is the
    /// only piece between the slider and its own king, on a line along which the slider moves.
    pinned(?Square: Square, ?By: Square, +Pos: Position) is nondet = pinned;

    /// True iff a sliding piece stands on Front, the first piece on one of its lines on Middle,
    /// and the next piece on that line on Back, of whatever sides.
    /// In the tactic paper's code a slider on Front attacks both Middle and Back in its sense of
    /// attacks/3, on whatever lines; see module paper_vocabulary.
    behind(?Front: Square, ?Middle: Square, ?Back: Square, +Pos: Position) is nondet
        = behind;

    /// True iff the slider on From would attack To were the piece on Through not there, and does
    /// not attack it now. To is any square beyond Through, up to and including the next piece.
    xray(?From: Square, ?Through: Square, ?To: Square, +Pos: Position) is nondet = xray;

    /// True iff the piece on Square attacks N squares that its own side does not hold.
    /// These are attacks, not moves: a pawn has at most its two captures.
    mobility(?Square: Square, ?N: i64, +Pos: Position) is nondet = mobility;
}

fn attacks(from: Option<Square>, to: Option<Square>, pos: Position) -> Vec<(Square, Square)> {
    attack::attacks(pos.board(), squares(from), squares(to))
}

fn defends(from: Option<Square>, to: Option<Square>, pos: Position) -> Vec<(Square, Square)> {
    attack::defends(pos.board(), squares(from), squares(to))
}

fn attackers(
    side: Option<Side>,
    square: Option<Square>,
    from: Option<Square>,
    pos: Position,
) -> Vec<(Side, Square, Square)> {
    let rows = |side| {
        let rows = attack::attackers(pos.board(), side, squares(square), squares(from));
        rows.into_iter()
            .map(move |(square, from)| (side, square, from))
    };
    sides(side).flat_map(rows).collect()
}

fn pinned(square: Option<Square>, by: Option<Square>, pos: Position) -> Vec<(Square, Square)> {
    attack::pinned(pos.board(), squares(square), squares(by))
}

fn behind(
    front: Option<Square>,
    middle: Option<Square>,
    back: Option<Square>,
    pos: Position,
) -> Vec<(Square, Square, Square)> {
    attack::behind(pos.board(), squares(front), squares(middle), squares(back))
}

fn xray(
    from: Option<Square>,
    through: Option<Square>,
    to: Option<Square>,
    pos: Position,
) -> Vec<(Square, Square, Square)> {
    attack::xray(pos.board(), squares(from), squares(through), squares(to))
}

fn mobility(square: Option<Square>, n: Option<i64>, pos: Position) -> Vec<(Square, i64)> {
    let board = pos.board();
    let count = |square| {
        let own = board.by_color(board.color_at(square)?);
        Some((square, (board.attacks_from(square) & !own).count() as i64))
    };
    let pieces = (squares(square) & board.occupied()).into_iter();
    pieces
        .filter_map(count)
        .filter(|(_, count)| admits(&n, count))
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
            attackers(Some(Side::Black), Some(C1), None, p),
            [(Side::Black, C1, D2)]
        );
    }

    #[test]
    fn no_en_passant_attack() {
        let p = position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2");
        assert_eq!(attacks(None, None, p.clone()), []);
        assert_eq!(attackers(None, Some(D6), None, p), [(Side::White, D6, E5)]);
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
