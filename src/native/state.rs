//! The predicates of a position's fields.

use shakmaty::{CastlingSide as Wing, Position as _};

use super::modes::{admits, only, pieces, restrict, sides, squares};
use crate::{
    chess::{
        Position, Role, Side, Square,
        evaluation::{self, Term as EvaluationTerm},
        material::Material,
    },
    native::{Error, One, Sentences, types::*},
    natives,
};

atoms! { wing: Wing = kingside Wing::KingSide, queenside Wing::QueenSide }
atoms! { evaluation_term: EvaluationTerm = material EvaluationTerm::Material, squares EvaluationTerm::Squares,
mobility EvaluationTerm::Mobility, passed_pawns EvaluationTerm::PassedPawns, pawns EvaluationTerm::Pawns,
pieces EvaluationTerm::Pieces, kings EvaluationTerm::Kings, threats EvaluationTerm::Threats,
turn EvaluationTerm::Turn }

natives! {
    module "cl_chess";

    /// True iff Text is the FEN of a legal position. It fails for all other texts.
    position(+Text: String) is semidet = is_position;

    /// True iff Side is to move in Pos.
    turn(?Side: Side, +Pos: Position) is semidet = turn;

    /// True iff Side has kept the right to castle kingside: neither the king nor that rook has
    /// moved. Whether castling is legal now is legal_move/3's matter.
    kingside_castle(?Side: Side, +Pos: Position) is nondet = kingside_castle;

    /// True iff Side has kept the right to castle queenside; see kingside_castle/2.
    queenside_castle(?Side: Side, +Pos: Position) is nondet = queenside_castle;

    /// True iff Side has kept the right to castle on Wing; see kingside_castle/2.
    castling_rights(?Side: Side, ?Wing: Wing, +Pos: Position) is nondet = castling_rights;

    /// True iff a pawn of the side to move can legally capture en passant on Square.
    en_passant_square(?Square: Square, +Pos: Position) is semidet = en_passant_square;

    /// True iff N half moves were made since the last capture or pawn move.
    halfmove_clock(?N: i64, +Pos: Position) is semidet = halfmove_clock;

    /// True iff move N of the game is next: it is 1 at the start and grows after a move of black.
    fullmove_number(?N: i64, +Pos: Position) is semidet = fullmove_number;

    /// True iff a Piece of Side stands on Square in Pos.
    piece_at(?Square: Square, +Pos: Position, ?Side: Side, ?Piece: Role) is nondet
        = piece_at;

    /// True iff Side has N pieces of the kind Piece in Pos, where N may be 0.
    piece_count(?Side: Side, ?Piece: Role, ?N: i64, +Pos: Position) is nondet
        = piece_count;

    /// True iff the pieces of Side are together worth Points pawns: knight and bishop 3, rook 5,
    /// queen 9, king 0. These are the customary values, as in C. Shannon, Programming a Computer
    /// for Playing Chess, 1950.
    material(?Side: Side, ?Points: i64, +Pos: Position) is nondet = material;

    /// True iff Pos is worth Centipawns to White without any search: the sum of what evaluation/3 lists. The weights are
    /// fitted to what engines say of quiet positions; where something can be captured, ask winning_line/4.
    evaluation(?Centipawns: i64, +Pos: Position) is semidet = evaluation;

    /// True iff Term adds Centipawns to what Pos is worth to White, less than nothing where Black is better off: the material
    /// itself, the squares of the pieces, their mobility, passed pawns, the other pawns, features of pieces such as the
    /// bishop pair, the safety of the kings, the threats that the side to move has to meet, and the turn. Where a lead is
    /// not enough to win, as that of a bishop without pawns, each term is told in the part of it that counts.
    evaluation(?Term: EvaluationTerm, ?Centipawns: i64, +Pos: Position) is nondet = evaluation_terms;

    /// True iff Signature names the pieces of Pos, the stronger side's first, each side's from king to
    /// pawn: 'KRPKR' is rook and pawn against rook, whoever has them. Stronger is who has more
    /// material, or if it is equal the more valuable pieces. A given Signature may have the sides,
    /// and the pieces of each, in another order, and a v between the sides.
    material_signature(+Pos: Position, ?Signature: Name) is semidet = material_signature;

    /// True iff the king of Side stands on Square in Pos.
    king_square(?Side: Side, ?Square: Square, +Pos: Position) is nondet = king_square;

    /// True iff Pos is the start position of chess.
    start_position(?Pos: Position) is semidet = start_position;

    /// True iff Fen is the canonical FEN of Pos: six fields, castling rights only where king and
    /// rook stand ready, an en-passant square only where the capture is legal. Since positions
    /// are their FENs, this serves to normalise and to compare them.
    position_fen(?Pos: Position, ?Fen: Position) is semidet = position_fen;

    /// True iff Key is what Pos shares with exactly the positions that are the same by the rules of
    /// repetition: the board, the side to move, the castling rights, and the en-passant square if the
    /// capture is legal. It is the FEN without its counters, so that Key is a position, too.
    position_key(+Pos: Position, -Key: String) is det = position_key;
}

/// What is said of errors: why a text is no position.
pub const SENTENCES: Sentences = Sentences {
    domains: &[
        ("position", |fen| {
            let fen = fen.text().unwrap_or_default();
            match Position::parse(if fen == "[]" { "" } else { fen }) {
                Ok(_) => String::new(),
                Err(error) => format!(": {error}"),
            }
        }),
        ("material_signature", |_| {
            " (the pieces of both sides, from king to pawn, as in KRPKR)".to_owned()
        }),
    ],
    ..Sentences::NONE
};

/// Adds up what a position is worth.
fn evaluation(centipawns: Option<i64>, position: Position) -> Option<i64> {
    let worth = evaluation::of(&position).into();
    admits(&centipawns, &worth).then_some(worth)
}

/// Lists what makes up what a position is worth.
fn evaluation_terms(
    term: Option<EvaluationTerm>,
    centipawns: Option<i64>,
    position: Position,
) -> Vec<(EvaluationTerm, i64)> {
    let terms = evaluation::terms(&position);
    restrict(EvaluationTerm::ALL, term)
        .map(|term| (term, terms[term as usize].into()))
        .filter(|(_, worth)| admits(&centipawns, worth))
        .collect()
}

/// Gives the text that equal positions share.
fn position_key(position: Position) -> One<String> {
    One(position.key().to_owned())
}

/// Relates a position to the name of its material.
///
/// # Errors
///
/// [`Error::Domain`] when the name is none.
fn material_signature(position: Position, signature: Option<Name>) -> Result<Option<Name>, Error> {
    let found = Material::of(position.board());
    let Some(Name(wanted)) = signature else {
        return Ok(Some(Name(found.to_string())));
    };
    match wanted.parse::<Material>() {
        Ok(material) => Ok((material == found).then_some(Name(wanted))),
        Err(_) => Err(Error::Domain {
            domain: "material_signature",
            culprit: wanted,
        }),
    }
}

/// Tells whether a text is the FEN of a legal position.
fn is_position(text: String) -> bool {
    Position::parse(&text).is_ok()
}

/// Gives the side to move.
fn turn(side: Option<Side>, position: Position) -> Option<Side> {
    only(position.turn(), side)
}

/// Lists the sides that may still castle kingside.
fn kingside_castle(side: Option<Side>, position: Position) -> Vec<Side> {
    wing_rights(side, Wing::KingSide, &position).collect()
}

/// Lists the sides that may still castle queenside.
fn queenside_castle(side: Option<Side>, position: Position) -> Vec<Side> {
    wing_rights(side, Wing::QueenSide, &position).collect()
}

fn wing_rights(side: Option<Side>, wing: Wing, position: &Position) -> impl Iterator<Item = Side> {
    sides(side).filter(move |&side| position.castles().has(side, wing))
}

/// Lists the castling rights that are still held.
fn castling_rights(
    side: Option<Side>,
    wing: Option<Wing>,
    position: Position,
) -> Vec<(Side, Wing)> {
    sides(side)
        .flat_map(|side| restrict(Wing::ALL, wing).map(move |wing| (side, wing)))
        .filter(|&(side, wing)| position.castles().has(side, wing))
        .collect()
}

/// Gives the square on which an en-passant capture is legal.
fn en_passant_square(square: Option<Square>, position: Position) -> Option<Square> {
    only(position.en_passant_square()?, square)
}

/// Gives the number of half moves since the last capture or pawn move.
fn halfmove_clock(n: Option<i64>, position: Position) -> Option<i64> {
    only(i64::from(position.halfmoves()), n)
}

/// Gives the number of the move, which grows after each move of black.
fn fullmove_number(n: Option<i64>, position: Position) -> Option<i64> {
    only(i64::from(position.fullmoves().get()), n)
}

/// Lists the pieces and their squares.
fn piece_at(
    square: Option<Square>,
    position: Position,
    side: Option<Side>,
    piece: Option<Role>,
) -> Vec<(Square, Side, Role)> {
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
fn piece_count(
    side: Option<Side>,
    piece: Option<Role>,
    n: Option<i64>,
    position: Position,
) -> Vec<(Side, Role, i64)> {
    sides(side)
        .flat_map(|side| pieces(piece).map(move |piece| (side, piece)))
        .map(|(side, piece)| (side, piece, count(&position, side, piece)))
        .filter(|(_, _, count)| admits(&n, count))
        .collect()
}

fn count(position: &Position, side: Side, piece: Role) -> i64 {
    position.board().by_piece(piece.of(side)).count() as i64
}

/// Adds up the customary values of each side's pieces.
fn material(side: Option<Side>, points: Option<i64>, position: Position) -> Vec<(Side, i64)> {
    let sum = |side| {
        Role::ALL
            .into_iter()
            .map(|piece| value(piece) * count(&position, side, piece))
            .sum()
    };
    sides(side)
        .map(|side| (side, sum(side)))
        .filter(|(_, sum)| admits(&points, sum))
        .collect()
}

/// The customary value of a piece in pawns; kings, which are never exchanged, count nothing.
const fn value(piece: Role) -> i64 {
    match piece {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 0,
    }
}

/// Lists the squares of the kings.
fn king_square(
    side: Option<Side>,
    square: Option<Square>,
    position: Position,
) -> Vec<(Side, Square)> {
    sides(side)
        .filter_map(|side| Some((side, only(position.board().king_of(side)?, square)?)))
        .collect()
}

/// Gives the start position.
fn start_position(position: Option<Position>) -> Option<Position> {
    only(Position::start(), position)
}

/// Gives the canonical FEN of a position, on both sides of the relation.
///
/// # Errors
///
/// [`Error::Instantiation`] when both are unbound.
fn position_fen(
    position: Option<Position>,
    fen: Option<Position>,
) -> Result<Option<(Position, Position)>, Error> {
    match (position, fen) {
        (None, None) => Err(Error::Instantiation),
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
        assert_eq!(turn(None, p.clone()), Some(Side::White));
        assert_eq!(turn(Some(Side::Black), p.clone()), None);
        assert_eq!(kingside_castle(None, p.clone()), [Side::White]);
        assert_eq!(queenside_castle(None, p.clone()), [Side::Black]);
        assert_eq!(
            castling_rights(None, None, p.clone()),
            [
                (Side::White, Wing::KingSide),
                (Side::Black, Wing::QueenSide)
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
            piece_at(None, start.clone(), Some(Side::Black), Some(Role::Queen)),
            [(Square::D8, Side::Black, Role::Queen)]
        );
        assert_eq!(piece_at(Some(Square::E4), start.clone(), None, None), []);
        assert_eq!(piece_count(None, None, Some(8), start.clone()).len(), 2);
        assert_eq!(
            king_square(None, None, start),
            [(Side::White, Square::E1), (Side::Black, Square::E8)]
        );
    }

    #[test]
    fn bare_kings_have_no_material() {
        let p = position("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
        assert_eq!(
            material(None, None, p.clone()),
            [(Side::White, 0), (Side::Black, 0)]
        );
        assert_eq!(piece_count(Some(Side::White), None, Some(0), p).len(), 5);
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
        assert_eq!(position_fen(None, None), Err(Error::Instantiation));
        assert_eq!(start_position(Some(right)), None);
    }
}
