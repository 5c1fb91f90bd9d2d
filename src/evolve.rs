//! Strategies for endings, bred by genetic programming: the system of N. Lassabe, S. Sanchez, H. Luga
//! and Y. Duthen, "Genetically Programmed Strategies for Chess Endgame", GECCO 2006.
//!
//! ```text
//! Experiment ── which defenders, which positions ──> Judge ── fitness of a tree
//!                                                      │
//!               gp::Evolution ── trees ──────────────> Run ──> history, the best strategy
//! ```
//!
//! A tree is known by what it does in each case ([`Judge::behaviour`]); games are look-ups in an
//! [`Arena`](crate::endgame::Arena), so that ten thousand trees play 85 games each in a fraction of a
//! second.

pub mod comparison;
pub mod experiment;
pub mod findings;
pub mod judge;
pub mod outcome;
pub mod polish;
pub mod problem;
pub mod record;
pub mod refuter;
pub(crate) mod report;
pub mod run;
pub mod search;
pub mod starts;
pub mod visits;

pub use experiment::Experiment;
pub use findings::Findings;
pub use judge::{Game, Judge};
pub use outcome::{Outcome, Tally};
pub use run::{Generation, Run};
pub use search::{Search, Stopped};
