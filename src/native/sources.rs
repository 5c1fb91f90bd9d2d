//! Native predicates that walk through files of records; the library's `game/2` and its like build on them.

use super::records;
use crate::{
    chess::Side,
    native::types::{GameRef, Name, TermText},
    natives,
};

natives! {
    module "internal";

    /// True iff File is the file that Pattern names, or one of those that it means.
    named_file(+Pattern: Name, -File: Name) is nondet = records::named_file;

    /// True iff the game Number of File is as Pattern says after Ply plies, or Problem, not empty, says
    /// why it cannot be played to its end; then Ply is 0. With Number 0, Problem says what is wrong with
    /// the index of File.
    found_pattern(+File: Name, +Pattern: TermText, -Number: u64, -Ply: u64, -Problem: String) is paged
        = records::found_pattern;

    /// True iff Player plays the game Number of File on Side, or Problem says as above why that cannot
    /// be said; then Side is white.
    found_player(+File: Name, +Player: Name, -Number: u64, -Side: Side, -Problem: String) is paged
        = records::found_player;

    /// True iff File has a game number From, which is Number.
    ///
    /// Problem is the empty string, or says why the game cannot be played to its end.
    next_game(+File: Name, +From: u64, -Number: u64, -Problem: String) is semidet
        = records::next_game;

    /// True iff Text says why a variation of the game Number of File ends early.
    cut_variation(+File: Name, +Number: u64, -Text: String) is nondet = records::cut;

    /// True iff Line is the number of a line of Game that leaves it, or leaves such a line, at Ply.
    game_variation(+Game: GameRef, ?Ply: u64, -Line: u64) is nondet = records::variation;

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
