//! What `tactic/4` says of puzzles, beside the themes that Lichess gives them.

pub mod examine;
pub mod rows;
pub mod tally;
pub mod themes;
