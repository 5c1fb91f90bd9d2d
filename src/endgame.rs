//! Endings of a king with one or two pieces against a bare king: how far mate is, strategies in
//! words that players use, and the proof of what a strategy wins.
//!
//! ```text
//! Placement ── index ──> number ──> Table (distances to mate, kept in a file) ──> perfect play
//!     │                    │
//! Vocabulary ─────────> Arena (what each condition and move says, everywhere)
//!                          │
//!                  games, proofs of strategies
//! ```
//!
//! Whoever has the pieces is the attacker and plays up the board as white does; positions with a
//! black attacker are seen in a mirror.

pub mod arena;
pub mod defence;
pub mod ending;
pub mod failure;
pub mod file;
pub mod index;
pub mod known;
pub mod line;
pub mod perfect;
pub mod placement;
pub mod proof;
pub mod report;
pub mod space;
pub mod strategy;
pub mod syzygy;
pub mod table;
pub(crate) mod verification;
pub mod view;
pub mod vocabulary;

pub use arena::Arena;
pub use ending::{Ending, UnknownEnding};
pub use placement::{Placement, Reply};
pub use strategy::Strategy;
pub use table::{Table, Turn, Value};
pub use vocabulary::Vocabulary;
