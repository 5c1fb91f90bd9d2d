//! Reviews of games: what a player could have won, what he did about it, and what he let the other side win.
//!
//! `prolog/review.pl` says of each position what wins in it and what the move comes to that was played ([`ply`]);
//! [`chances`] makes of that what is counted, each combination once; [`tally`] counts, [`report`] tells, [`annotate`],
//! [`puzzles`] and [`anki`] write it down.

pub mod anki;
pub mod annotate;
pub mod chances;
pub mod players;
pub mod ply;
pub mod puzzles;
pub mod report;
pub mod tally;
