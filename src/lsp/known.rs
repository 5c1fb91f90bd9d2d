//! What there is besides a file: predicates that it may call, directives and libraries. All of it stands in modules of the
//! library as facts, which are read without an engine.

use std::{collections::BTreeMap, sync::LazyLock};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::{
    library::{self, facts},
    native::{Native, help, modules, table},
    syntax::{Ops, Spanned},
};

/// What is known of the library, for all documents.
#[derive(Debug)]
pub struct Known {
    predicates: FxHashMap<String, FxHashSet<usize>>,
    directives: FxHashSet<(String, usize)>,
    /// By the name that a program may use, the one that the library has here; none if what it has is there anyway.
    libraries: BTreeMap<String, Option<String>>,
    operators: Ops,
}

/// The one that all documents share.
pub static KNOWN: LazyLock<Known> = LazyLock::new(Known::read);

impl Known {
    fn read() -> Known {
        let mut predicates: FxHashMap<String, FxHashSet<usize>> = FxHashMap::default();
        let mut add = |name: &str, arity| {
            let arities = predicates.entry(name.to_owned()).or_default();
            arities.insert(arity);
        };
        // Each predicate that can come into a program's name space is permitted in the sandbox, or it is not.
        for kind in ["permitted", "forbidden", "reserved"] {
            for (name, arity) in facts("cl_permitted", kind).iter().filter_map(indicator) {
                add(&name, arity);
            }
        }
        for native in table::natives().filter(|native| native.module == table::FACADE) {
            add(native.name, native.args.len());
        }
        for export in library::names().flat_map(|name| library::exports(name, false)) {
            add(&export.name, export.arity);
        }
        let mut directives: FxHashSet<(String, usize)> = facts("load_hooks", "directive_of")
            .iter()
            .filter_map(indicator)
            .collect();
        let declared = facts("load_directives", "declaration").into_iter();
        let heads = declared.filter_map(|arguments| {
            let (name, arguments) = arguments.first()?.call()?;
            Some((name.to_owned(), arguments.len()))
        });
        directives.extend(heads);
        let mut libraries = library::importable();
        for name in help::LOADED {
            libraries.insert(name.to_owned(), Some(name.to_owned()));
        }
        Known {
            predicates,
            directives,
            libraries,
            operators: Ops::swi(),
        }
    }

    /// Whether a program may call this without importing or defining it.
    pub fn is_predicate(&self, name: &str, arity: usize) -> bool {
        let arities = self.predicates.get(name);
        arities.is_some_and(|arities| arities.contains(&arity))
    }

    /// All predicates that a program may call.
    pub fn predicates(&self) -> impl Iterator<Item = (&str, usize)> {
        let all = self.predicates.iter();
        all.flat_map(|(name, arities)| arities.iter().map(|&arity| (name.as_str(), arity)))
    }

    /// Whether a directive of this name says something about the file, and is no goal.
    pub fn is_directive(&self, name: &str, arity: usize) -> bool {
        let conditional = matches!((name, arity), ("if" | "elif", 1) | ("else" | "endif", 0));
        conditional || self.directives.contains(&(name.to_owned(), arity))
    }

    /// The library's own name for one that a program imports, if what it exports is known.
    pub fn library<'a>(&'a self, name: &'a str) -> Option<&'a str> {
        match self.libraries.get(name) {
            Some(own) => Some(own.as_deref().unwrap_or(name)),
            None => modules::library(name),
        }
    }

    /// The names of libraries that programs import.
    pub fn libraries(&self) -> impl Iterator<Item = &str> {
        self.libraries.keys().map(String::as_str)
    }

    /// The operators with which a file begins.
    pub fn operators(&self) -> &Ops {
        &self.operators
    }
}

/// The natives of the module with this name.
pub fn areas(module: &str) -> impl Iterator<Item = &'static Native> {
    let areas = table::AREAS
        .iter()
        .filter(move |area| area.module == module);
    areas.flat_map(|area| area.natives)
}

/// Name and arity, with which the arguments of a fact begin.
fn indicator(arguments: &Vec<Spanned>) -> Option<(String, usize)> {
    let [name, arity, ..] = arguments.as_slice() else {
        return None;
    };
    Some((name.atom()?.to_owned(), arity.count()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_is_known() {
        for (name, arity) in [
            ("legal_move", 3),
            ("append", 3),
            ("is", 2),
            (",", 2),
            ("open", 3),
            ("sumlist", 2),
            ("phrase_from_file", 2),
            ("tactic", 4),
        ] {
            assert!(KNOWN.is_predicate(name, arity), "{name}/{arity}");
        }
        assert!(!KNOWN.is_predicate("legal_move", 7));
        for (name, arity) in [
            ("dynamic", 1),
            ("module", 2),
            ("begin_tests", 1),
            ("endif", 0),
            ("initialization", 2),
        ] {
            assert!(KNOWN.is_directive(name, arity), "{name}/{arity}");
        }
        assert!(!KNOWN.is_directive("write", 1));
    }
}
