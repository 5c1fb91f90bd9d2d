//! Options of predicates: what was expected in the place of one that is none.

use crate::term::Term;

/// An option: its name, its argument, and what it is.
pub type Known = (&'static str, &'static str, &'static str);

/// The name of an option.
pub fn name(option: &Term) -> &str {
    match option {
        Term::Compound(name, _) => name,
        option => option.text().unwrap_or_default(),
    }
}

/// What was expected in its place, in words: what the option of that name is, or which there are.
pub fn expected(option: &Term, known: &[Known]) -> String {
    match known.iter().find(|known| known.0 == name(option)) {
        Some((name, argument, about)) => format!("{name}({argument}): {about}"),
        None => {
            let names: Vec<&str> = known.iter().map(|known| known.0).collect();
            format!("one of {}", names.join(", "))
        }
    }
}
