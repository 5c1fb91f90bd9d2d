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

    /// True iff Line is the best play after Move in Pos; it wins Gain centipawns, which may be
    /// negative. When one side mates, Gain is above 20000 or below -20000.
    best_play(+Pos: Position, +Effort: Effort, +Move: MoveTerm, -Gain: i64, -Line: String) is semidet
        = search::best_play;
}
