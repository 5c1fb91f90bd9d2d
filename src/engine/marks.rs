//! What has been done to dynamic predicates since their clauses were compiled anew, for `prolog/indexed.pl`.
#![allow(unsafe_code)]

use std::{cell::RefCell, collections::HashMap};

use super::{loading::key, sources::Key};
use crate::foreign;

thread_local! {
    static MARKS: RefCell<HashMap<Key, i64>> = RefCell::default();
}

/// Forgets what an earlier machine of this thread has done.
pub fn boot() {
    MARKS.take();
}

foreign! {
    /// Adds marks, as bits, to those of a predicate; what they were before.
    fn predicate_mark(module: Text, name: Text, arity: i64, marks: i64) -> i64 {
        MARKS.with_borrow_mut(|all| {
            let known = all.entry(key(module, name, arity)).or_default();
            std::mem::replace(known, *known | marks)
        })
    }

    /// The marks of a predicate are these.
    fn predicate_marked(module: Text, name: Text, arity: i64, marks: i64) {
        MARKS.with_borrow_mut(|all| all.insert(key(module, name, arity), marks));
    }
}
