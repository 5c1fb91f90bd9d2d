//! Learning from failures (Popper style): clauses, biases, the spaces they span, and the search.
//!
//! Nothing here knows chess or Scryer. What a clause covers is asked of a [`Tester`]; chess
//! relations, the planes of a network, ground facts and the Prolog engine are four of them. Data flows one way:
//!
//! ```text
//! bias.pl ─> Bias ─> Space ─┐                       ┌─> cover (exact) ──┐
//! exs.pl ──> examples ──────┼─> explore: levels ────┤                   ├─> hypothesis
//! bk.pl ───> Tester ────────┘   of clauses + cover  └─> mdl (--noisy) ──┘
//! ```
//!
//! The method is that of A. Cropper and R. Morel, "Learning programs by learning from failures"
//! (Machine Learning 110, 2021): what fails prunes its generalisations or specialisations. Here the
//! space of single clauses is walked level by level, each clause once up to renaming of variables,
//! so that specialisations of what failed are never made.
//!
//! Recursive programs and invented predicates are searched as whole programs, in [`programs`];
//! a predicate that calls itself once in a clause is looked for first by the states that its recursion
//! goes through, in `descent`, and what is found there bounds that search. [`learn()`] is the one entry
//! to all. [`read`] reads tasks in Popper's format.

pub mod bias;
pub mod clause;
pub mod cover;
mod descent;
pub mod explore;
pub mod facts;
pub mod learn;
pub mod mdl;
pub mod programs;
pub mod prove;
pub mod read;
mod regularities;
pub mod relations;
pub(crate) mod report;
pub mod search;
pub mod space;
pub mod task;
pub mod tester;

pub use crate::bits::Bits;
pub use bias::{Bias, Constraint, Mode, Predicate, PredicateId, Slot, Threshold, TypeId};
pub use clause::{Clause, Literal, Variable};
pub use explore::{Explorer, Node};
pub use facts::FactsTester;
pub use learn::{Hypothesis, Options, Outcome, Progress, Score, learn};
pub use prove::{Ball, Call, Proof, Prover};
pub use regularities::Regularities;
pub use relations::Relations;
pub use search::End;
pub use space::Space;
pub use task::{Clauses, Examples, Facts, Table, Task, Value, Values};
pub use tester::{Stopped, Tester};
