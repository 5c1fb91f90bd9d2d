//! What has been done to dynamic predicates since their clauses were compiled anew, for `prolog/indexed.pl`.
#![allow(unsafe_code)]

use std::{
    cell::RefCell,
    collections::{HashMap, HashSet},
};

use super::{loading::key, sources::Key};
use crate::foreign;

/// The mark of predicates whose clauses call `open_call/3`.
const GUARDED: i64 = 16;
/// Not a mark: the predicate should have that one before it grows further.
const GROWN: i64 = 1 << 40;
/// Not a mark: first arguments of its clauses are noted.
const NOTED: i64 = 1 << 41;
/// So many clauses are worth a thought before they are retracted; and so many that are gone are worth to be left behind.
const MANY: i64 = 128;

#[derive(Default)]
struct Predicate {
    /// Bits.
    marks: i64,
    /// How many clauses there are, about.
    living: i64,
    /// How many were retracted since they were compiled anew.
    lost: i64,
    /// How often first arguments have been met, if that is noted.
    keys: Option<HashMap<String, i64>>,
    /// Where clauses were kept when they were asserted, by where they are now.
    births: HashMap<i64, i64>,
    /// Where clauses were kept, and where they were next.
    moves: HashMap<i64, i64>,
}

#[derive(Default)]
struct Predicates {
    all: HashMap<Key, Predicate>,
    /// The names of predicates that texts retract.
    retracted: HashSet<String>,
    /// Between which places the clauses were asserted that belong to a file, since it was loaded last.
    files: HashMap<String, (i64, i64)>,
}

impl Predicates {
    /// The file that was being loaded, or a part of which, when a clause was asserted at a place.
    fn file_of(&self, birth: i64) -> Option<&str> {
        let around = self
            .files
            .iter()
            .filter(|(_, (from, to))| (*from..*to).contains(&birth));
        around
            .min_by_key(|(_, (from, to))| to - from)
            .map(|(file, _)| file.as_str())
    }
}

thread_local! {
    static PREDICATES: RefCell<Predicates> = RefCell::default();
}

/// Forgets what an earlier machine of this thread has done.
pub fn boot() {
    PREDICATES.take();
}

/// A text retracts clauses of predicates with these names.
pub fn retracts(names: impl Iterator<Item = String>) {
    PREDICATES.with_borrow_mut(|predicates| predicates.retracted.extend(names));
}

fn with<T>(module: &str, name: &str, arity: i64, used: impl FnOnce(&mut Predicate) -> T) -> T {
    PREDICATES.with_borrow_mut(|predicates| {
        let key = key(module, name, arity);
        used(predicates.all.entry(key).or_default())
    })
}

foreign! {
    /// Adds marks, as bits, to those of a predicate; what they were before.
    fn predicate_mark(module: Text, name: Text, arity: i64, marks: i64) -> i64 {
        with(module, name, arity, |predicate| {
            let known = predicate.marks;
            predicate.marks |= marks;
            known
        })
    }

    /// The same for a predicate that is to have `count` more clauses; `GROWN` and `NOTED` are added to what comes back.
    fn predicate_gains(module: Text, name: Text, arity: i64, marks: i64, count: i64) -> i64 {
        let retracted = PREDICATES.with_borrow(|predicates| predicates.retracted.contains(name));
        with(module, name, arity, |predicate| {
            let known = predicate.marks;
            predicate.marks |= marks;
            predicate.living += count;
            let grown = retracted && predicate.living >= MANY && known & GUARDED == 0;
            let noted = predicate.keys.is_some();
            known | if grown { GROWN } else { 0 } | if noted { NOTED } else { 0 }
        })
    }

    /// The clauses of a predicate are compiled anew: these are its marks, and so many it has.
    fn predicate_renewed(module: Text, name: Text, arity: i64, marks: i64, count: i64) {
        with(module, name, arity, |predicate| {
            predicate.marks = marks;
            predicate.living = count;
            predicate.lost = 0;
        });
    }

    /// A predicate has lost a clause; whether many more are gone than are left.
    fn predicate_loses(module: Text, name: Text, arity: i64) -> bool {
        with(module, name, arity, |predicate| {
            predicate.lost += 1;
            predicate.living -= 1;
            predicate.lost >= MANY.max(4 * predicate.living)
        })
    }

    /// How many clauses a predicate has, about; if it is said to have one, it has one.
    fn predicate_living(module: Text, name: Text, arity: i64) -> i64 {
        with(module, name, arity, |predicate| predicate.living)
    }

    /// A clause has this first argument.
    fn key_noted(module: Text, name: Text, arity: i64, key: Text) {
        with(module, name, arity, |predicate| {
            let keys = predicate.keys.get_or_insert_default();
            *keys.entry(key.to_owned()).or_default() += 1;
        });
    }

    /// How often a first argument has been noted; -1 if none is.
    fn key_count(module: Text, name: Text, arity: i64, key: Text) -> i64 {
        with(module, name, arity, |predicate| {
            let keys = predicate.keys.as_ref();
            keys.map_or(-1, |keys| keys.get(key).copied().unwrap_or_default())
        })
    }

    /// A clause that was kept at a place is kept at another one now.
    fn clause_moved(module: Text, name: Text, arity: i64, from: i64, to: i64) {
        with(module, name, arity, |predicate| {
            let birth = predicate.births.remove(&from).unwrap_or(from);
            predicate.births.insert(to, birth);
            predicate.moves.insert(from, to);
        });
    }

    /// Where the clause is now that was kept at a place, if it has not been retracted.
    fn clause_place(module: Text, name: Text, arity: i64, place: i64) -> i64 {
        with(module, name, arity, |predicate| {
            let mut place = place;
            while let Some(&next) = predicate.moves.get(&place) {
                place = next;
            }
            place
        })
    }

    /// Where the clause that is kept at a place was when it was asserted.
    fn clause_born(module: Text, name: Text, arity: i64, place: i64) -> i64 {
        with(module, name, arity, |predicate| {
            predicate.births.get(&place).copied().unwrap_or(place)
        })
    }

    /// A file has been loaded: what was asserted between these places belongs to it.
    fn file_asserted(file: Text, from: i64, to: i64) {
        PREDICATES.with_borrow_mut(|predicates| predicates.files.insert(file.to_owned(), (from, to)));
    }

    /// Whether a clause that was asserted at a place belongs to a file.
    fn clause_is_of(file: Text, birth: i64) -> bool {
        PREDICATES.with_borrow(|predicates| predicates.file_of(birth) == Some(file))
    }
}
