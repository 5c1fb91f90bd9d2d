//! The predicates of pawn structure.

use crate::{
    chess::{Position, Square, pawns},
    natives,
};

natives! {
    module "chess";

    /// True iff the pawn on Square is passed: no enemy pawn stands before it on its own file or
    /// on a file beside it.
    passed_pawn(?Square: Square, +Pos: Position) is nondet = pawns::passed_pawn;

    /// True iff the pawn on Square is isolated: its side has no pawn on a file beside it.
    isolated_pawn(?Square: Square, +Pos: Position) is nondet = pawns::isolated_pawn;

    /// True iff the pawn on Square is doubled: another pawn of its side stands on its file.
    doubled_pawn(?Square: Square, +Pos: Position) is nondet = pawns::doubled_pawn;
}
