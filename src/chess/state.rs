//! What the fields of a position say: pieces, turn, castling rights, en passant, counters.
//!
//! ```
//! use chesslog::chess::{Position, Side, state};
//!
//! assert_eq!(state::material(Some(Side::White), None, Position::start()), [(Side::White, 39)]);
//! ```

use shakmaty::{CastlingSide, Color, Position as _, Role, Square};

use super::{
    Error, Position,
    geometry::{pieces, restrict, sides, squares},
};

/// Tells whether a text is the FEN of a legal position.
pub fn is_position(text: String) -> bool {
    Position::parse(&text).is_ok()
}

/// Gives the side to move.
pub fn turn(side: Option<Color>, position: Position) -> Option<Color> {
    only(position.turn(), side)
}

/// Lists the sides that may still castle kingside.
pub fn kingside_castle(side: Option<Color>, position: Position) -> Vec<Color> {
    wing_rights(side, CastlingSide::KingSide, &position).collect()
}

/// Lists the sides that may still castle queenside.
pub fn queenside_castle(side: Option<Color>, position: Position) -> Vec<Color> {
    wing_rights(side, CastlingSide::QueenSide, &position).collect()
}

fn wing_rights(
    side: Option<Color>,
    wing: CastlingSide,
    position: &Position,
) -> impl Iterator<Item = Color> {
    sides(side).filter(move |&side| position.castles().has(side, wing))
}

/// Lists the castling rights that are still held.
pub fn castling_rights(
    side: Option<Color>,
    wing: Option<CastlingSide>,
    position: Position,
) -> Vec<(Color, CastlingSide)> {
    sides(side)
        .flat_map(|side| restrict(CastlingSide::ALL, wing).map(move |wing| (side, wing)))
        .filter(|&(side, wing)| position.castles().has(side, wing))
        .collect()
}

/// Gives the square on which an en-passant capture is legal.
pub fn en_passant_square(square: Option<Square>, position: Position) -> Option<Square> {
    only(position.en_passant_square()?, square)
}

/// Gives the number of half moves since the last capture or pawn move.
pub fn halfmove_clock(n: Option<i64>, position: Position) -> Option<i64> {
    only(i64::from(position.halfmoves()), n)
}

/// Gives the number of the move, which grows after each move of black.
pub fn fullmove_number(n: Option<i64>, position: Position) -> Option<i64> {
    only(i64::from(position.fullmoves().get()), n)
}

/// The only value there is, unless a different one was asked for.
fn only<T: PartialEq>(value: T, bound: Option<T>) -> Option<T> {
    bound.is_none_or(|bound| bound == value).then_some(value)
}

/// Lists the pieces and their squares.
pub fn piece_at(
    square: Option<Square>,
    position: Position,
    side: Option<Color>,
    piece: Option<Role>,
) -> Vec<(Square, Color, Role)> {
    let board = position.board();
    let mut candidates = squares(square) & board.occupied();
    if let Some(side) = side {
        candidates &= board.by_color(side);
    }
    if let Some(piece) = piece {
        candidates &= board.by_role(piece);
    }
    candidates
        .into_iter()
        .filter_map(|square| {
            let piece = board.piece_at(square)?;
            Some((square, piece.color, piece.role))
        })
        .collect()
}

/// Counts the pieces of each kind, also those that a side has none of.
pub fn piece_count(
    side: Option<Color>,
    piece: Option<Role>,
    n: Option<i64>,
    position: Position,
) -> Vec<(Color, Role, i64)> {
    sides(side)
        .flat_map(|side| pieces(piece).map(move |piece| (side, piece)))
        .map(|(side, piece)| (side, piece, count(&position, side, piece)))
        .filter(|(_, _, count)| n.is_none_or(|n| n == *count))
        .collect()
}

fn count(position: &Position, side: Color, piece: Role) -> i64 {
    position.board().by_piece(piece.of(side)).count() as i64
}

/// Adds up the customary values of each side's pieces.
pub fn material(side: Option<Color>, points: Option<i64>, position: Position) -> Vec<(Color, i64)> {
    let sum = |side| {
        Role::ALL
            .into_iter()
            .map(|piece| value(piece) * count(&position, side, piece))
            .sum()
    };
    sides(side)
        .map(|side| (side, sum(side)))
        .filter(|(_, sum)| points.is_none_or(|points| points == *sum))
        .collect()
}

/// The customary value of a piece in pawns; kings, which are never exchanged, count nothing.
pub const fn value(piece: Role) -> i64 {
    match piece {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 0,
    }
}

/// Lists the squares of the kings.
pub fn king_square(
    side: Option<Color>,
    square: Option<Square>,
    position: Position,
) -> Vec<(Color, Square)> {
    sides(side)
        .filter_map(|side| Some((side, only(position.board().king_of(side)?, square)?)))
        .collect()
}

/// Gives the start position.
pub fn start_position(position: Option<Position>) -> Option<Position> {
    only(Position::start(), position)
}

/// Gives the canonical FEN of a position, on both sides of the relation.
///
/// # Errors
///
/// [`Error::Unbound`] when both are unbound.
pub fn position_fen(
    position: Option<Position>,
    fen: Option<Position>,
) -> Result<Option<(Position, Position)>, Error> {
    match (position, fen) {
        (None, None) => Err(Error::Unbound),
        (Some(position), fen) => Ok(only(position, fen).map(|p| (p.clone(), p))),
        (None, Some(fen)) => Ok(Some((fen.clone(), fen))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(fen: &str) -> Position {
        Position::parse(fen).unwrap()
    }

    #[test]
    fn fields_of_a_fen() {
        let p = position("r3k2r/8/8/3pP3/8/8/8/R3K2R w Kq d6 0 12");
        assert_eq!(turn(None, p.clone()), Some(Color::White));
        assert_eq!(turn(Some(Color::Black), p.clone()), None);
        assert_eq!(kingside_castle(None, p.clone()), [Color::White]);
        assert_eq!(queenside_castle(None, p.clone()), [Color::Black]);
        assert_eq!(
            castling_rights(None, None, p.clone()),
            [
                (Color::White, CastlingSide::KingSide),
                (Color::Black, CastlingSide::QueenSide)
            ]
        );
        assert_eq!(en_passant_square(None, p.clone()), Some(Square::D6));
        assert_eq!(halfmove_clock(None, p.clone()), Some(0));
        assert_eq!(fullmove_number(Some(12), p), Some(12));
    }

    #[test]
    fn texts_that_are_no_position() {
        assert!(is_position("8/8/8/8/8/8/8/K1k5 w - - 0 1".into()));
        assert!(is_position("4k3/8/8/8/8/8/8/4K3".into()));
        assert!(!is_position("8/8/8/8/8/8/8/8 w - - 0 1".into()));
        assert!(!is_position("".into()));
    }

    #[test]
    fn pieces_of_the_start_position() {
        let start = Position::start();
        assert_eq!(piece_at(None, start.clone(), None, None).len(), 32);
        assert_eq!(
            piece_at(None, start.clone(), Some(Color::Black), Some(Role::Queen)),
            [(Square::D8, Color::Black, Role::Queen)]
        );
        assert_eq!(piece_at(Some(Square::E4), start.clone(), None, None), []);
        assert_eq!(piece_count(None, None, Some(8), start.clone()).len(), 2);
        assert_eq!(
            king_square(None, None, start),
            [(Color::White, Square::E1), (Color::Black, Square::E8)]
        );
    }

    #[test]
    fn bare_kings_have_no_material() {
        let p = position("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
        assert_eq!(
            material(None, None, p.clone()),
            [(Color::White, 0), (Color::Black, 0)]
        );
        assert_eq!(piece_count(Some(Color::White), None, Some(0), p).len(), 5);
    }

    #[test]
    fn fens_are_made_canonical() {
        // No black pawn can capture on e3, so the field is dropped.
        let p = position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3");
        let (left, right) = position_fen(Some(p), None).unwrap().unwrap();
        assert_eq!(
            left.fen(),
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
        );
        assert_eq!(left, right);
        let start = start_position(None);
        assert_eq!(position_fen(start, Some(left)), Ok(None));
        assert_eq!(position_fen(None, None), Err(Error::Unbound));
        assert_eq!(start_position(Some(right)), None);
    }
}
