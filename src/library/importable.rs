//! The libraries that programs import by name.

use std::collections::BTreeMap;

use super::{Access, MODULES, facts, of_scryer};
use crate::syntax::Spanned;

/// The names of libraries that programs import, each with the name of the module that it means; none for one of SWI-Prolog
/// whose predicates are there without it.
pub fn importable() -> BTreeMap<String, Option<String>> {
    let permitted = facts("cl_permitted", "permitted_library").into_iter();
    let permitted = permitted.filter_map(|arguments| path(arguments.first()?));
    let ours = MODULES
        .iter()
        .filter(|module| module.access == Access::Named);
    let names = of_scryer().map(str::to_owned).chain(permitted);
    let mut libraries: BTreeMap<_, _> = names.map(|name| (name.clone(), Some(name))).collect();
    for module in ours {
        libraries.insert(module.library().to_owned(), Some(module.name.to_owned()));
    }
    for fact in facts("swi_syntax", "swi_library") {
        if let [name, what] = fact.as_slice()
            && let Some(name) = path(name)
        {
            // What SWI-Prolog means by a name comes first: its clpfd is our clpz.
            match what.arguments::<1>("library") {
                Some([what]) => _ = libraries.insert(name, path(what)),
                None => _ = libraries.entry(name).or_insert(None),
            }
        }
    }
    libraries
}

/// The name of a library: an atom, or names with slashes between them.
pub fn path(term: &Spanned) -> Option<String> {
    match (term.atom(), term.arguments("/")) {
        (Some(name), _) => Some(name.to_owned()),
        (_, Some([left, right])) => Some(format!("{}/{}", path(left)?, path(right)?)),
        _ => None,
    }
}
