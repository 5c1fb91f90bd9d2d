//! The predicates that prove lines.

use crate::{
    chess::{Position, Square, search},
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

    /// True iff the other side wins Loss centipawns when it begins to capture the piece on Square in
    /// Pos, and both sides then capture there as it suits them; 0 if it is better not to begin.
    exchange_loss(+Pos: Position, +Square: Square, -Loss: i64) is det = search::exchange_loss;

    /// True iff Line is the best play after Move in Pos; it wins Gain centipawns, which may be
    /// negative. When one side mates, Gain is above 20000 or below -20000.
    best_play(+Pos: Position, +Move: MoveTerm, -Gain: i64, -Line: String) is semidet
        = search::best_play;
}
