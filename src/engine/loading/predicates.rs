//! The natives with which `prolog/clauses.pl` reads what was loaded, and which hide from the sandbox what is not for everybody.

use std::cell::Cell;

use super::{QUERY_FILE, SOURCES, key, sealed_text};
use crate::{
    engine::sources::{Key, Sources},
    foreign, native,
    term::Term,
};

thread_local! {
    /// Who asks the sandbox.
    static ASKS: Cell<Asks> = const { Cell::new(Asks::Loaded) };
}

/// Whose goal or clause the sandbox looks at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asks {
    /// The file's that is being loaded, or the query's.
    Loaded,
    /// A file's that is closed to others, as it runs.
    Closed,
    /// Anybody else's, as it runs.
    Other,
}

/// Clause number `index` of a predicate: its text, the name of its file, and its line.
fn clause_of<R>(key: &Key, index: i64, report: impl FnOnce(String, &str, usize) -> R) -> Option<R> {
    SOURCES.with_borrow(|sources| {
        let clauses = sources.clauses_of(key);
        let number = *clauses.get(index.unsigned_abs() as usize)?;
        let (text, file, line) = sources.clause_text(number)?;
        Some(report(text, file, line))
    })
}

foreign! {
    /// File number `index` of those that define predicates, in order; empty after the last.
    fn file_defining(index: i64) -> Text {
        let files = SOURCES.with_borrow(Sources::defining);
        let file = files.into_iter().nth(index.unsigned_abs() as usize);
        file.unwrap_or_default()
    }

    /// Says that the current source declares a predicate; whether an earlier version of it did, too.
    fn predicate_declare(module: Text, name: Text, arity: i64) -> bool {
        SOURCES.with_borrow_mut(|sources| sources.declare(key(module, name, arity)))
    }

    /// The number of clauses that consulted texts have for a predicate; -1 if they do not define it.
    fn predicate_clauses(module: Text, name: Text, arity: i64) -> i64 {
        let key = key(module, name, arity);
        SOURCES.with_borrow(|sources| match sources.defines(&key) {
            true => sources.clauses_of(&key).len() as i64,
            false => -1,
        })
    }

    /// The text of clause number `index` of a predicate.
    fn predicate_text(module: Text, name: Text, arity: i64, index: i64) -> Text {
        clause_of(&key(module, name, arity), index, |text, _, _| text).unwrap_or_default()
    }

    /// The name of its file.
    fn predicate_file(module: Text, name: Text, arity: i64, index: i64) -> Text {
        let file = clause_of(&key(module, name, arity), index, |_, file, _| file.to_owned());
        file.unwrap_or_default()
    }

    /// The line on which it begins; 0 if that is not known.
    fn predicate_line(module: Text, name: Text, arity: i64, index: i64) -> i64 {
        clause_of(&key(module, name, arity), index, |_, _, line| line as i64).unwrap_or(0)
    }

    /// Whether a predicate is of a file that is closed to who asks the sandbox.
    fn predicate_is_closed(module: Text, name: Text, arity: i64) -> bool {
        let key = key(module, name, arity);
        let own = QUERY_FILE.with_borrow(Clone::clone);
        SOURCES.with_borrow(|sources| match ASKS.get() {
            Asks::Loaded => sources.is_shut(&key, Some(&own)),
            Asks::Closed => false,
            Asks::Other => sources.is_shut(&key, None),
        })
    }

    /// Whether a predicate is of a file that is closed to anybody.
    fn predicate_is_hidden(module: Text, name: Text, arity: i64) -> bool {
        SOURCES.with_borrow(|sources| sources.is_shut(&key(module, name, arity), None))
    }

    /// Whether a file that is given with an assignment, other than the one that is being loaded, defines a predicate.
    fn predicate_is_given(module: Text, name: Text, arity: i64) -> bool {
        SOURCES.with_borrow(|sources| sources.is_given_predicate(&key(module, name, arity)))
    }

    /// Whether a predicate is a closed file's alone: others may have their own of that name.
    fn predicate_is_private(name: Text, arity: i64) -> bool {
        SOURCES.with_borrow(|sources| sources.is_private(name, arity))
    }

    /// Says whether clauses may stand apart from each other in the text that is being loaded.
    fn predicates_scattered(scattered: i64) {
        SOURCES.with_borrow_mut(|sources| sources.set_scattered(scattered == 1))
    }

    /// Whether a directive further down declares a predicate dynamic.
    fn predicate_becomes_dynamic(name: Text, arity: i64) -> bool {
        SOURCES.with_borrow(|sources| sources.becomes_dynamic(name, arity))
    }

    /// Whether the predicate of `user` consists of ground facts, which are kept for the next search with metarules.
    fn predicate_is_facts(name: Text, arity: i64) -> bool {
        let key = key("user", name, arity);
        let rows = SOURCES.with_borrow(|sources| sources.facts(&key));
        rows.map(|rows| native::mil::keep_facts(&key.1, rows)).is_some()
    }

    /// Whether a file defines a predicate of this name in any module.
    fn predicate_is_somewhere(name: Text, arity: i64) -> bool {
        SOURCES.with_borrow(|sources| sources.has(name, arity))
    }

    /// Whether the file that is being loaded, or in which the query stands, has clauses for a predicate or declares it.
    fn text_has(name: Text, arity: i64) -> bool {
        let file = QUERY_FILE.with_borrow(Clone::clone);
        SOURCES.with_borrow(|sources| sources.has_own(&file, name, arity))
    }

    /// Begins a unit of tests of the text that is being loaded. Whether it has predicates by names of its own.
    fn unit_begins(unit: Text) -> bool {
        SOURCES.with_borrow_mut(|sources| sources.begin_unit(unit))
    }

    /// Whether a unit of tests of a file has predicates by names of its own.
    fn unit_is_apart(file: Text, unit: Text) -> bool {
        SOURCES.with_borrow(|sources| sources.unit_is_apart(file, unit))
    }

    /// What a predicate is called in a unit of tests of a file; empty if that is what is written.
    fn unit_name(file: Text, unit: Text, name: Text, arity: i64) -> Text {
        let name = SOURCES.with_borrow(|sources| sources.name_in_unit(file, unit, name, arity));
        name.unwrap_or_default()
    }

    /// The unit of tests in which clause number `index` of a predicate stands; empty if that has no names of its own.
    fn predicate_unit(module: Text, name: Text, arity: i64, index: i64) -> Text {
        let key = key(module, name, arity);
        SOURCES.with_borrow(|sources| {
            let clause = sources.clauses_of(&key).get(index.unsigned_abs() as usize);
            let unit = clause.and_then(|&clause| sources.unit_of_clause(clause));
            unit.unwrap_or_default().to_owned()
        })
    }

    /// Predicate number `index` of consulted texts: `predicate(Module, Name, Arity, File)`, with a full stop; empty after
    /// the last.
    fn predicate_number(index: i64) -> Text {
        let text = SOURCES.with_borrow(|sources| {
            let all = sources.predicates();
            let ((module, name, arity), file) = all.get(index.unsigned_abs() as usize)?;
            let [module, name, file] = [module, name, file].map(|text| Term::Atom(text.clone()));
            let arguments = vec![module, name, Term::Integer(*arity), file];
            Some(Term::Compound("predicate".into(), arguments).canonical() + ".")
        });
        text.unwrap_or_default()
    }

    /// Tells whose goals the sandbox looks at: what is being `loaded` or asked, a `closed` file's, or any other's.
    fn asker_is(who: Text) {
        ASKS.set(match who {
            "loaded" => Asks::Loaded,
            "closed" => Asks::Closed,
            _ => Asks::Other,
        })
    }

    /// Whether the goal that the sandbox looks at is a closed file's.
    fn asker_is_closed() -> bool {
        match ASKS.get() {
            Asks::Loaded => sealed_text(),
            asks => asks == Asks::Closed,
        }
    }
}
