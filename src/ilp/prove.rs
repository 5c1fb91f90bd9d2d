//! The door to Prolog: what a tester needs proved.

pub mod text;

use super::tester::Stopped;

/// A goal: a predicate with ground arguments where there are texts, and free ones elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Call {
    /// The predicate's name.
    pub name: String,
    /// The arguments, as canonical Prolog text.
    pub arguments: Vec<Option<String>>,
}

/// What became of a goal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proof {
    /// All its answers: the free arguments, ground, in order, as canonical Prolog text.
    Answers(Vec<Vec<String>>),
    /// It took more inferences, or gave more answers, than the limits allow.
    Limit,
    /// It raised an error, or an answer was not ground.
    Error(Ball),
}

/// What a goal raised.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Ball {
    /// As canonical Prolog text.
    pub canonical: String,
}

impl From<&str> for Ball {
    fn from(canonical: &str) -> Ball {
        Ball {
            canonical: canonical.to_owned(),
        }
    }
}

/// Proves goals in Prolog, many at a time.
pub trait Prover: Send {
    /// What became of each goal.
    ///
    /// # Errors
    ///
    /// If Prolog itself stopped.
    fn prove(&mut self, calls: &[Call]) -> Result<Vec<Proof>, Stopped>;

    /// What ends the proofs of the moment from another thread, if anything can: [`prove`] then says
    /// that it was cancelled. May be called again and again.
    ///
    /// [`prove`]: Prover::prove
    fn stopper(&self) -> Option<Box<dyn Fn() + Send + Sync>> {
        None
    }
}
