//! Native predicates that walk through files of records; the library's `game/2` and its like build on them.

use super::records;
use crate::{native::types::Name, natives};

natives! {
    module "internal";

    /// True iff File has a game number From, which is Number.
    ///
    /// Problem is the empty string, or says why the game cannot be played to its end.
    next_game(+File: Name, +From: u64, -Number: u64, -Problem: String) is semidet
        = records::next_game;

    /// True iff Text says what is not kept of the game Number of File, such as its variations, and
    /// that has not been told of File before.
    left_out(+File: Name, +Number: u64, -Text: String) is semidet = records::left_out;

    /// True iff File, of EPD or FEN lines, has a position number From, which is Number.
    ///
    /// Problem is the empty string, or says why the line is no position.
    next_epd(+File: Name, +From: u64, -Number: u64, -Problem: String) is semidet
        = records::next_epd;

    /// True iff File, a table of puzzles, has a puzzle number From, which is Number.
    ///
    /// Problem is the empty string, or says what is wrong with the puzzle.
    next_puzzle(+File: Name, +From: u64, -Number: u64, -Problem: String) is semidet
        = records::next_puzzle;
}
