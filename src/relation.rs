//! What relations are made of: tuples of one width, each once, and the ways to find them.
//!
//! Datalog's relations, the facts of a learner and the calls that its programs make are all kept so.

mod chains;
mod tuples;

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

pub use self::{chains::Chains, tuples::Tuples};

/// A hash of cells in this order, for tables: it is quick, and whoever wants cells that collide finds
/// them.
#[inline]
pub fn hash<C: Hash>(cells: impl IntoIterator<Item = C>) -> u64 {
    let mut hasher = FxHasher::default();
    cells.into_iter().for_each(|cell| cell.hash(&mut hasher));
    hasher.finish()
}
