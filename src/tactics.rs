//! Chess tactics as clauses: what may be said in them, which moves they suggest, and their files.
//!
//! A tactic is a clause `tactic(Pos,From,To) :- legal_move(From,To,Pos), ...` (A. Krishnan and C.
//! Martens, "Towards the Automatic Discovery of Chess Tactics", 2022, figure 2). It suggests the
//! legal moves for which its body has a solution. Data flows one way:
//!
//! ```text
//! games.pgn ──> examples ──┐
//! examples.csv ────────────┼─> ChessTester ─> learn ─> tactics.pl ─> file::read ─> suggestions
//! Vocabulary ──────────────┘
//! ```
//!
//! The learner of [`crate::ilp`] knows no chess: it sees variables that stand for squares, a
//! [`Vocabulary`] as its bias, and a [`ChessTester`]. What the position and the move determine is
//! no variable there: the position itself, the position after the move, and the two sides.
//!
//! [`metrics`] says how good tactics are, with engines of [`crate::uci`] as judges, [`strategy`] makes
//! one choice of many suggestions, [`report`] shows the figures.

mod atoms;
mod block;
pub(crate) mod evaluation;
pub mod examples;
pub mod file;
pub mod learn;
pub mod metrics;
mod plan;
pub mod redundancy;
mod relations;
pub mod report;
pub mod strategy;
pub mod tester;
pub mod vocabulary;

pub use file::{Tactic, TacticsFile};
pub use tester::{ChessTester, suggestions};
pub use vocabulary::{Meaning, Vocabulary};
