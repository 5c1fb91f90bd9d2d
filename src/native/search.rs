//! The predicates that prove lines.

use crate::{
    chess::{Position, search},
    native::types::MoveTerm,
    natives,
};

natives! {
    module "internal";

    /// True iff Move wins in Pos by Lines, in the notation of the Universal Chess Interface with a
    /// space between moves and a new line between lines; the first is the best play, the others
    /// come after other replies. It mates in Mate moves, or Mate is 0 and it wins Gain centipawns.
    /// The best move comes first.
    proved_line(+Pos: Position, ?Move: MoveTerm, -Gain: i64, -Mate: i64, -Lines: String) is nondet
        = search::proved_line;

    /// True iff NewPos is Pos with the other side to move, which must not give check.
    pass(+Pos: Position, -NewPos: Position) is semidet = search::pass;

    /// True iff Line is the best play after Move in Pos; it wins Gain centipawns, which may be
    /// negative. When one side mates, Gain is above 20000 or below -20000.
    best_play(+Pos: Position, +Move: MoveTerm, -Gain: i64, -Line: String) is semidet
        = search::best_play;
}
