//! The Prolog modules of our own: those of `prolog/`, and the wrappers that are printed from the tables of natives.

use std::borrow::Cow;

use super::{table, wrapper};
use crate::{library, syntax, term};

/// Whether a module of ours has this name.
pub fn is_ours(name: &str) -> bool {
    library::module(name).is_some() || wrapper::is_module(name)
}

/// The module of ours that programs import by this name.
pub fn library(name: &str) -> Option<&str> {
    match library::module_of(name) {
        None if library::shown(table::FACADE) == name => Some(table::FACADE),
        None => is_ours(name).then_some(name),
        found => found,
    }
}

/// The text of the module of ours with this name, as it is loaded.
pub fn text(name: &str) -> Option<Cow<'static, str>> {
    match library::module(name) {
        // What users consult as a file, too: its strings are theirs.
        Some(module) if library::is_consulted(name) && term::strings() => Some(Cow::Owned(
            syntax::with_strings(&library::loadable(module)).into_owned(),
        )),
        Some(module) => Some(library::loadable(module)),
        None => wrapper::module(name).map(Cow::Owned),
    }
}

/// The modules that are loaded when the engine starts, in this order, after their loader.
pub fn at_start(iso: bool) -> impl Iterator<Item = &'static str> {
    library::at_start(iso).chain([table::FACADE])
}
