//! The natives with which `prolog/modules.pl` loads the modules of our own.
#![allow(unsafe_code)]

use std::{
    borrow::Cow,
    cell::RefCell,
    ffi::{CStr, CString, c_char},
    vec::IntoIter,
};

use crate::{library, native::modules, syntax};

/// The modules of our own: which are loaded, and those that are being loaded, the innermost last.
#[derive(Debug, Default)]
struct Modules {
    loaded: Vec<String>,
    open: Vec<Open>,
    /// The text that Prolog has been given last.
    lent: CString,
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

/// Whether the module is loaded.
pub fn is_loaded(name: &str) -> bool {
    MODULES.with_borrow(|modules| modules.loaded.iter().any(|known| known == name))
}

impl Modules {
    fn lend(&mut self, text: &str) -> *const c_char {
        self.lent = CString::new(text).unwrap_or_default();
        self.lent.as_ptr()
    }
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

/// Reads a text argument of a native.
fn given<'a>(text: *const c_char) -> Cow<'a, str> {
    // SAFETY: Scryer passes a NUL-terminated string for a `cstr` parameter, and keeps it until the
    // native returns.
    unsafe { CStr::from_ptr(text) }.to_string_lossy()
}

/// What is known of a module: 0 it has to be loaded, 1 there is none of that name, 2 it is there, or
/// is being loaded.
#[unsafe(no_mangle)]
extern "C" fn cmknow(name: *const c_char) -> i64 {
    let name = given(name);
    let begun = MODULES.with_borrow(|modules| {
        modules.loaded.iter().any(|known| *known == name)
            || modules.open.iter().any(|open| open.name == name)
    });
    match (begun, modules::is_ours(&name)) {
        (true, _) => 2,
        (_, true) => 0,
        _ => 1,
    }
}

/// Opens a module.
#[unsafe(no_mangle)]
extern "C" fn cmopen(name: *const c_char) -> i64 {
    let name = given(name);
    let text = modules::text(&name).unwrap_or_default();
    MODULES.with_borrow_mut(|modules| {
        modules.open.push(Open {
            clauses: clauses(&text).into_iter(),
            name: name.into_owned(),
            done: false,
        });
    });
    0
}

/// The text of the next clause; empty after the last.
#[unsafe(no_mangle)]
extern "C" fn cmtext() -> *const c_char {
    MODULES.with_borrow_mut(|modules| {
        let text = modules.open.last_mut().and_then(|open| open.clauses.next());
        modules.lend(&text.unwrap_or_default())
    })
}

/// The module that is being loaded is whole.
#[unsafe(no_mangle)]
extern "C" fn cmdone() -> i64 {
    MODULES.with_borrow_mut(|modules| {
        if let Some(open) = modules.open.last_mut() {
            open.done = true;
        }
    });
    0
}

/// Closes a module, and says whether it was open; if it is not whole, it is loaded anew next time.
#[unsafe(no_mangle)]
extern "C" fn cmend(name: *const c_char) -> i64 {
    let name = given(name);
    MODULES.with_borrow_mut(|modules| {
        let Some(open) = modules.open.pop_if(|open| open.name == name) else {
            return 0;
        };
        if open.done {
            modules.loaded.push(open.name);
        }
        1
    })
}

/// The name of module number `index` of those that are loaded; empty after the last.
#[unsafe(no_mangle)]
extern "C" fn cmname(index: i64) -> *const c_char {
    MODULES.with_borrow_mut(|modules| {
        let name = modules.loaded.get(index.unsigned_abs() as usize).cloned();
        modules.lend(&name.unwrap_or_default())
    })
}

/// Keeps the linker from dropping what no Rust code calls.
pub fn keep_symbols() {
    std::hint::black_box([
        cmknow as *const (),
        cmopen as *const (),
        cmtext as *const (),
        cmdone as *const (),
        cmend as *const (),
        cmname as *const (),
    ]);
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
