//! The predicates that prove lines.

use std::ffi::CStr;

use crate::{
    chess::{Position, search, search::Effort},
    native::{Call, Error, Output, types::*},
    natives,
};

/// The atoms of efforts, in the order of [`Effort`].
static EFFORTS: [&CStr; 2] = [c"usual", c"thorough"];

impl Argument for Effort {
    const TYPE: Type = Type {
        name: "effort",
        about: "usual or thorough",
        coding: Coding::Atoms(&EFFORTS),
    };
    fn decode(call: &mut Call<'_>) -> Result<Option<Effort>, Error> {
        Ok(call.small().map(|code| match code {
            0 => Effort::Usual,
            _ => Effort::Thorough,
        }))
    }
    fn encode(&self, out: &mut Output) -> Result<(), Error> {
        out.atom(EFFORTS[*self as usize])
    }
}

natives! {
    module "internal";

    /// True iff Move wins in Pos by Lines, in the notation of the Universal Chess Interface with a
    /// space between moves and a new line between lines; the first is the best play, the others
    /// come after other replies. It mates in End moves, or End is 0 and it wins Gain
    /// centipawns, or -1 and it draws.
    /// The best move comes first.
    proved_line(+Pos: Position, +Effort: Effort, ?Move: MoveTerm, -Gain: i64, -End: i64, -Lines: String) is nondet
        = search::proved_line;

    /// True iff Line is what follows from Move in Pos, as far as it is forced. It wins Gain centipawns,
    /// which may be negative, and End is 0; or the side to move mates in End moves; or End is -1 if it
    /// saves a draw, -2 if it lets the other side save one, and -2 - N if it is mated in N moves.
    best_play(+Pos: Position, +Effort: Effort, +Move: MoveTerm, -Gain: i64, -End: i64, -Line: String) is semidet
        = search::best_play;
}
