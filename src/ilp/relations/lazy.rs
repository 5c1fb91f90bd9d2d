//! A relation that Prolog knows: what it answered so far, by the values of its input columns.

use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use super::{
    super::task::Value,
    stored::{Columns, Stored},
};
use crate::relation::Tuples;

/// A predicate that only Prolog can answer.
#[derive(Debug)]
pub(super) struct Lazy {
    /// The columns that must be bound before the call.
    pub inputs: Columns,
    /// The number of columns.
    pub arity: usize,
    /// All tuples, if there are no inputs and the call was made.
    pub whole: OnceLock<Stored>,
    memo: RwLock<Memo>,
}

#[derive(Debug)]
struct Memo {
    calls: Tuples,
    /// By the number of the call.
    answers: Vec<Arc<Tuples>>,
}

impl Lazy {
    pub fn new(arity: usize, inputs: Columns) -> Lazy {
        Lazy {
            inputs,
            arity,
            whole: OnceLock::new(),
            memo: RwLock::new(Memo {
                calls: Tuples::new(inputs.count_ones() as usize),
                answers: Vec::new(),
            }),
        }
    }

    /// The number of columns that a call binds.
    pub fn outputs(&self) -> usize {
        self.arity - self.inputs.count_ones() as usize
    }

    pub fn answers(&self, inputs: &[Value]) -> Option<Arc<Tuples>> {
        let memo = self.memo.read().unwrap_or_else(PoisonError::into_inner);
        let call = memo.calls.find(inputs)?;
        Some(Arc::clone(&memo.answers[call as usize]))
    }

    pub fn is_known(&self, inputs: &[Value]) -> bool {
        if self.inputs == 0 {
            return self.whole.get().is_some();
        }
        let memo = self.memo.read().unwrap_or_else(PoisonError::into_inner);
        memo.calls.find(inputs).is_some()
    }

    pub fn remember(&self, inputs: &[Value], answers: Tuples) {
        let mut memo = self.memo.write().unwrap_or_else(PoisonError::into_inner);
        // The answers go first: whoever finds the call finds them too.
        if memo.calls.find(inputs).is_none() {
            memo.answers.push(Arc::new(answers));
            let _ = memo.calls.insert(inputs);
        }
    }
}
