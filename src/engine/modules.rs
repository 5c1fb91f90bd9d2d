//! The natives with which `prolog/modules.pl` loads the modules of our own.
#![allow(unsafe_code)]

use std::{cell::RefCell, vec::IntoIter};

use super::machine;
use crate::{foreign, library, native::modules, syntax};

/// The modules of our own: which are loaded, and those that are being loaded, the innermost last.
#[derive(Debug, Default)]
struct Modules {
    loaded: Vec<String>,
    open: Vec<Open>,
}

#[derive(Debug)]
struct Open {
    name: String,
    clauses: IntoIter<String>,
    done: bool,
}

thread_local! {
    static MODULES: RefCell<Modules> = RefCell::default();
}

/// Forgets what an earlier machine of this thread has loaded.
pub fn boot() {
    let loader = library::LOADER.to_owned();
    MODULES.with_borrow_mut(|modules| modules.loaded = vec![loader]);
}

/// Forgets what a request left half loaded that was broken off.
pub fn begin_request() {
    MODULES.with_borrow_mut(|modules| modules.open.clear());
}

/// The clauses of a module without its quads: queries, and the indented answers below them.
fn clauses(text: &str) -> Vec<String> {
    let mut in_quad = false;
    let mut found = Vec::new();
    for clause in syntax::split(text, &syntax::tokens(text)) {
        let indented = text[..clause.span.start].ends_with([' ', '\t']);
        in_quad = clause.text.starts_with("?-") || (in_quad && indented);
        if !in_quad {
            found.push(clause.text.to_owned());
        }
    }
    found
}

foreign! {
    /// What is known of a module: `ours`, it has to be loaded, `none` of that name, or `loaded`, or being loaded.
    fn module_state(name: Text) -> Text {
        let begun = MODULES.with_borrow(|modules| {
            modules.loaded.iter().any(|known| known == name)
                || modules.open.iter().any(|open| open.name == name)
        });
        let state = match (begun, modules::is_ours(name)) {
            (true, _) => "loaded",
            (_, true) => "ours",
            _ => "none",
        };
        state.to_owned()
    }

    /// Whether a module of our own has this name: no file of a user may take it.
    fn module_is_ours(name: Text) -> bool {
        modules::is_ours(name)
    }

    /// The module of our own that programs import by this name; empty if there is none.
    fn library_module(name: Text) -> Text {
        modules::library(name).unwrap_or_default().to_owned()
    }

    /// What the parameters of a foreign function are, a character each: `t` is a text. Empty for those of the wrappers.
    fn function_parameters(function: Text) -> Text {
        let known = machine::functions().find(|(name, ..)| *name == function);
        let kind = |parameter: &&str| if *parameter == "cstr" { 't' } else { 'i' };
        known.map_or_else(String::new, |(_, parameters, ..)| parameters.iter().map(kind).collect())
    }

    /// Whether the module is loaded.
    fn module_is_loaded(name: Text) -> bool {
        MODULES.with_borrow(|modules| modules.loaded.iter().any(|known| known == name))
    }

    /// Whether nothing in the module has to be cured of what Scryer compiles wrongly.
    fn module_is_plain(name: Text) -> bool {
        library::is_plain(name)
    }

    /// Opens a module.
    fn module_open(name: Text) {
        let text = modules::text(name).unwrap_or_default();
        let open = Open {
            clauses: clauses(&text).into_iter(),
            name: name.to_owned(),
            done: false,
        };
        MODULES.with_borrow_mut(|modules| modules.open.push(open))
    }

    /// The text of the next clause; empty after the last.
    fn module_clause() -> Text {
        MODULES.with_borrow_mut(|modules| {
            let text = modules.open.last_mut().and_then(|open| open.clauses.next());
            text.unwrap_or_default()
        })
    }

    /// The module that is being loaded is whole.
    fn module_is_whole() {
        MODULES.with_borrow_mut(|modules| {
            if let Some(open) = modules.open.last_mut() {
                open.done = true;
            }
        })
    }

    /// Closes a module, and says whether it was open; if it is not whole, it is loaded anew next time.
    fn module_close(name: Text) -> bool {
        MODULES.with_borrow_mut(|modules| {
            let open = modules.open.pop_if(|open| open.name == name);
            let was_open = open.is_some();
            modules.loaded.extend(open.filter(|open| open.done).map(|open| open.name));
            was_open
        })
    }

    /// The name of module number `index` of those that are loaded; empty after the last.
    fn module_name(index: i64) -> Text {
        MODULES.with_borrow(|modules| {
            let name = modules.loaded.get(index.unsigned_abs() as usize);
            name.cloned().unwrap_or_default()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quads_are_no_clauses() {
        let text = "/* ?- c. */\na(1).\n\n?- a(X).\n   X = 1\n;  X = 2.\n   error(b,_).\nb :-\n    a(_).\n";
        assert_eq!(clauses(text), ["a(1).", "b :-\n    a(_)."]);
    }
}
