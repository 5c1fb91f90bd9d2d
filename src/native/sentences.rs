//! What each area says of its errors, and the terms in them as they are shown.
//!
//! An error of Prolog is a term. General sentences are made of it by whoever reports it; an area adds
//! what only it knows: which values are in its domains, what may not exist, which terms of its own it
//! raises.

use super::{datalog, table::AREAS};
use crate::term::Term;

/// The sentences of an area; what it leaves out is said in general words.
#[derive(Debug)]
pub struct Sentences {
    /// Its domains, each with what follows "expected DOMAIN, found CULPRIT".
    pub domains: &'static [(&'static str, OfTerm)],
    /// Kinds of things, each with the sentence that one does not exist.
    pub missing: &'static [(&'static str, OfTerm)],
    /// Functors of error terms, each with the sentence about its arguments, or none if it is a
    /// general one.
    pub errors: &'static [(&'static str, OfError)],
}

/// Makes words of a culprit.
pub type OfTerm = fn(&Term) -> String;

/// Makes a sentence of the arguments of an error term, if it is one that it knows.
pub type OfError = fn(&[Term], Say<'_>) -> Option<String>;

/// Says what an error within an error is.
pub type Say<'a> = &'a dyn Fn(&Term) -> String;

/// Those of all areas.
fn all() -> impl Iterator<Item = &'static Sentences> {
    let areas = AREAS.iter().map(|area| area.sentences);
    areas.chain([&datalog::SENTENCES])
}

impl Sentences {
    /// An area that says nothing of its own.
    pub const NONE: Sentences = Sentences {
        domains: &[],
        missing: &[],
        errors: &[],
    };
}

/// What follows "expected DOMAIN, found CULPRIT", if an area knows.
pub fn of_domain(domain: &str, culprit: &Term) -> Option<String> {
    let mut domains = all().flat_map(|area| area.domains);
    let (_, why) = domains.find(|(name, _)| *name == domain)?;
    Some(why(culprit))
}

/// The sentence that a thing does not exist, if an area knows.
pub fn of_missing(kind: &str, culprit: &Term) -> Option<String> {
    let mut kinds = all().flat_map(|area| area.missing);
    let (_, sentence) = kinds.find(|(name, _)| *name == kind)?;
    Some(sentence(culprit))
}

/// The sentence about an error term, if an area has one.
pub fn of_error(formal: &Term, say: Say<'_>) -> Option<String> {
    let Term::Compound(functor, arguments) = formal else {
        return None;
    };
    let errors = all().flat_map(|area| area.errors);
    errors
        .filter(|(name, _)| name == functor)
        .find_map(|(_, sentence)| sentence(arguments, say))
}

/// A culprit as it is shown: shortened if nobody could read it whole; `[]` is the empty text here.
pub fn shown(culprit: &Term) -> String {
    const LONGEST: usize = 200;
    let text = match culprit {
        Term::Atom(atom) if atom == "[]" => "[] (or \"\")".to_owned(),
        culprit => culprit.to_string(),
    };
    match text.chars().count() > LONGEST {
        true => text.chars().take(LONGEST).chain("...".chars()).collect(),
        false => text,
    }
}

/// A term, or the text that stands for one.
pub fn plain(term: &Term) -> String {
    term.text().map_or_else(|| term.to_string(), str::to_owned)
}
