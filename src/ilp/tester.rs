//! What the search asks about a clause: which examples it covers.

use std::sync::atomic::{AtomicBool, Ordering};

use super::{
    Bits, Regularities, Space,
    clause::{Clause, Literal},
};

/// Answers which examples a clause covers. An example binds the head's variables; a clause covers
/// it if its body has a solution then.
///
/// The search asks about bodies of one component (see [`Clause::components`]) and intersects the
/// answers; it asks about unfinished clauses too, whose head variables need not all occur.
pub trait Tester: Sync {
    /// How many examples there are; each set of examples has this length.
    fn examples(&self) -> usize;

    /// Those of `candidates` that the clause covers.
    ///
    /// # Errors
    ///
    /// If the back end was told to stop, or failed.
    fn coverage(&self, clause: &Clause, candidates: &Bits) -> Result<Bits, Stopped>;

    /// True iff on each of `candidates` the literal at `index` of the body holds for all solutions
    /// of the rest of the body, which has all its variables.
    ///
    /// # Errors
    ///
    /// If the back end was told to stop, or failed.
    fn implied(&self, clause: &Clause, index: usize, candidates: &Bits) -> Result<bool, Stopped>;

    /// Drops literals with which the clause, with the literal added, covers one of `examples`; those
    /// of which that is found out quickly.
    fn exclude(&self, _clause: &Clause, _examples: &Bits, _literals: &mut Vec<Literal>) {}

    /// What always holds in the relations behind the clauses of a space, if it is known.
    fn regularities<'t>(&'t self, _space: &'t Space<'t>) -> Option<Regularities<'t>> {
        None
    }
}

/// Why a search ended before its time.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Stopped {
    /// The time limit, or the user.
    #[error("stopped")]
    Cancelled,
    /// The back end has no memory left; the message says where.
    #[error("{0}")]
    Memory(String),
    /// The back end could not go on; the message says why.
    #[error("{0}")]
    Failed(String),
}

impl Stopped {
    /// An error as soon as the flag is set. It costs next to nothing: it is called inside of every
    /// loop that may be long.
    ///
    /// # Errors
    ///
    /// [`Stopped::Cancelled`].
    #[inline]
    pub fn look(stop: &AtomicBool) -> Result<(), Stopped> {
        match stop.load(Ordering::Relaxed) {
            true => Err(Stopped::Cancelled),
            false => Ok(()),
        }
    }
}
