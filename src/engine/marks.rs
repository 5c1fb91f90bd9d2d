//! What has been done to dynamic predicates since their clauses were compiled anew, for `prolog/indexed.pl`.
#![allow(unsafe_code)]

use std::{cell::RefCell, collections::HashMap};

use crate::foreign;

/// Module, name and arity.
type Key = (String, String, i64);

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
        let key = (module.to_owned(), name.to_owned(), arity);
        MARKS.with_borrow_mut(|all| {
            let known = all.entry(key).or_default();
            std::mem::replace(known, *known | marks)
        })
    }

    /// The marks of a predicate are these.
    fn predicate_marked(module: Text, name: Text, arity: i64, marks: i64) {
        let key = (module.to_owned(), name.to_owned(), arity);
        MARKS.with_borrow_mut(|all| all.insert(key, marks));
    }
}
