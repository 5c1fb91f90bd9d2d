//! The predicates of legal moves.

use crate::{
    chess::{Position, Side, Square, moves, moves::DrawReason},
    native::types::*,
    natives,
};

atoms! { draw_reason: DrawReason = stalemate DrawReason::Stalemate,
insufficient_material DrawReason::InsufficientMaterial, fifty_moves DrawReason::FiftyMoves,
seventyfive_moves DrawReason::SeventyfiveMoves }

natives! {
    module "chess";

    /// True iff the side to move has a legal move between From and To in Pos.
    /// Castling goes to the king's destination; promotions count once.
    legal_move(?From: Square, ?To: Square, +Pos: Position) is nondet = moves::legal_move;

    /// True iff the side to move has a legal move between From and To in Pos by which a pawn
    /// becomes Promotion; it is none for all moves but promotions.
    legal_move(?From: Square, ?To: Square, ?Promotion: Promotion, +Pos: Position) is nondet
        = moves::legal_promotion;

    /// True iff a legal move between From and To captures in Pos, en passant included.
    capture(?From: Square, ?To: Square, +Pos: Position) is nondet = moves::capture;

    /// True iff a legal move between From and To gives check; of promotions, if one of them does.
    gives_check(?From: Square, ?To: Square, +Pos: Position) is nondet = moves::gives_check;

    /// True iff the king of Side is attacked in Pos. Only the side to move can be in check.
    in_check(?Side: Side, +Pos: Position) is semidet = moves::in_check;

    /// True iff the side to move is in check and has no legal move in Pos.
    checkmate(+Pos: Position) is semidet = moves::checkmate;

    /// True iff the side to move is not in check and has no legal move in Pos.
    stalemate(+Pos: Position) is semidet = moves::stalemate;

    /// True iff Pos is drawn, or may be claimed as drawn, for Reason: fifty_moves from a
    /// half-move clock of 100 (FIDE 9.3, a claim), seventyfive_moves from 150 (9.6.2), unless it
    /// is mate. Repetition cannot be seen in one position.
    draw_reason(?Reason: DrawReason, +Pos: Position) is nondet = moves::draw_reason;

    /// True iff a legal move between From and To makes NewPos of Pos. A promotion has four
    /// answers: queen, rook, bishop, knight.
    /// In the tactic paper's code the captured piece stays, the castling rook stays, nothing
    /// promotes and the turn does not pass; see module paper_vocabulary.
    make_move(?From: Square, ?To: Square, +Pos: Position, ?NewPos: Position) is nondet
        = moves::make_move;

    /// True iff the legal move Move makes NewPos of Pos.
    /// Where castling of Chess960 looks like a move of the king, both are answers.
    make_move(?Move: MoveTerm, +Pos: Position, ?NewPos: Position) is nondet = moves::play;

    /// True iff NewPos is Pos after a null move: the other side is to move, and nothing else has
    /// changed. In check there is none.
    null_move(+Pos: Position, -NewPos: Position) is semidet = moves::null_move;

    /// True iff Uci is the legal move Move in the notation of the Universal Chess Interface:
    /// castling is e1g1, but king takes rook in Chess960. A text that is no such notation is a
    /// domain error.
    move_uci(?Move: MoveTerm, ?Uci: String, +Pos: Position) is nondet = moves::move_uci;

    /// True iff San is the legal move Move in standard algebraic notation (FIDE C, PGN 8.2.3).
    /// A given San may lack + and #, which are not checked, or name more of the origin than it
    /// must. A text that is no such notation is a domain error.
    move_san(?Move: MoveTerm, ?San: String, +Pos: Position) is nondet = moves::move_san;

    /// True iff there are N sequences of Depth legal moves from Pos: the customary test of move
    /// generators. Depth is at most 100.
    perft(+Pos: Position, +Depth: u64, ?N: i64) is semidet = moves::perft;
}
