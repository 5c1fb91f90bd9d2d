//! The predicates of pawn structure.

use shakmaty::Position as _;

use super::modes::squares;
use crate::{
    chess::{Position, Square, pawns},
    natives,
};

natives! {
    module "cl_chess";

    /// True iff the pawn on Square is passed: no enemy pawn stands before it on its own file or
    /// on a file beside it.
    passed_pawn(?Square: Square, +Pos: Position) is nondet = passed_pawn;

    /// True iff the pawn on Square is isolated: its side has no pawn on a file beside it.
    isolated_pawn(?Square: Square, +Pos: Position) is nondet = isolated_pawn;

    /// True iff the pawn on Square is doubled: another pawn of its side stands on its file.
    doubled_pawn(?Square: Square, +Pos: Position) is nondet = doubled_pawn;

    /// True iff the pawn on Square is connected: a pawn of its side stands beside it, guards it, or is
    /// guarded by it.
    connected_pawn(?Square: Square, +Pos: Position) is nondet = connected_pawn;
}

fn passed_pawn(square: Option<Square>, pos: Position) -> Vec<Square> {
    (pawns::passed(pos.board()) & squares(square))
        .into_iter()
        .collect()
}

fn isolated_pawn(square: Option<Square>, pos: Position) -> Vec<Square> {
    (pawns::isolated(pos.board()) & squares(square))
        .into_iter()
        .collect()
}

fn doubled_pawn(square: Option<Square>, pos: Position) -> Vec<Square> {
    (pawns::doubled(pos.board()) & squares(square))
        .into_iter()
        .collect()
}

fn connected_pawn(square: Option<Square>, pos: Position) -> Vec<Square> {
    (pawns::connected(pos.board()) & squares(square))
        .into_iter()
        .collect()
}
