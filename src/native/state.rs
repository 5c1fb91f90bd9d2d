//! The predicates of a position's fields.

use shakmaty::CastlingSide as Wing;

use crate::{
    chess::{Position, Role, Side, Square, state},
    native::types::*,
    natives,
};

atoms! { wing: Wing = kingside Wing::KingSide, queenside Wing::QueenSide }

natives! {
    module "chess";

    /// True iff Text is the FEN of a legal position. It fails for all other texts.
    position(+Text: String) is semidet = state::is_position;

    /// True iff Side is to move in Pos.
    turn(?Side: Side, +Pos: Position) is semidet = state::turn;

    /// True iff Side has kept the right to castle kingside: neither the king nor that rook has
    /// moved. Whether castling is legal now is legal_move/3's matter.
    kingside_castle(?Side: Side, +Pos: Position) is nondet = state::kingside_castle;

    /// True iff Side has kept the right to castle queenside; see kingside_castle/2.
    queenside_castle(?Side: Side, +Pos: Position) is nondet = state::queenside_castle;

    /// True iff Side has kept the right to castle on Wing; see kingside_castle/2.
    castling_rights(?Side: Side, ?Wing: Wing, +Pos: Position) is nondet = state::castling_rights;

    /// True iff a pawn of the side to move can legally capture en passant on Square.
    en_passant_square(?Square: Square, +Pos: Position) is semidet = state::en_passant_square;

    /// True iff N half moves were made since the last capture or pawn move.
    halfmove_clock(?N: i64, +Pos: Position) is semidet = state::halfmove_clock;

    /// True iff move N of the game is next: it is 1 at the start and grows after a move of black.
    fullmove_number(?N: i64, +Pos: Position) is semidet = state::fullmove_number;

    /// True iff a Piece of Side stands on Square in Pos.
    piece_at(?Square: Square, +Pos: Position, ?Side: Side, ?Piece: Role) is nondet
        = state::piece_at;

    /// True iff Side has N pieces of the kind Piece in Pos, where N may be 0.
    piece_count(?Side: Side, ?Piece: Role, ?N: i64, +Pos: Position) is nondet
        = state::piece_count;

    /// True iff the pieces of Side are together worth Points pawns: knight and bishop 3, rook 5,
    /// queen 9, king 0. These are the customary values, as in C. Shannon, Programming a Computer
    /// for Playing Chess, 1950.
    material(?Side: Side, ?Points: i64, +Pos: Position) is nondet = state::material;

    /// True iff the king of Side stands on Square in Pos.
    king_square(?Side: Side, ?Square: Square, +Pos: Position) is nondet = state::king_square;

    /// True iff Pos is the start position of chess.
    start_position(?Pos: Position) is semidet = state::start_position;

    /// True iff Fen is the canonical FEN of Pos: six fields, castling rights only where king and
    /// rook stand ready, an en-passant square only where the capture is legal. Since positions
    /// are their FENs, this serves to normalise and to compare them.
    position_fen(?Pos: Position, ?Fen: Position) is semidet = state::position_fen;
}
