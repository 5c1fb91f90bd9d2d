//! What the manual and the libraries say of predicates, by name, read once for all documents.

use std::{collections::BTreeMap, sync::LazyLock};

use super::known::KNOWN;
use crate::native::help::{self, Entry};

/// The entries, those of one name by arity. Built-in predicates of which nothing is said have an entry without text.
pub static MANUAL: LazyLock<BTreeMap<String, Vec<Entry>>> = LazyLock::new(|| {
    let mut manual: BTreeMap<String, Vec<Entry>> = BTreeMap::new();
    for entry in help::everything() {
        let entries = manual.entry(entry.name().to_owned()).or_default();
        if entries
            .iter()
            .all(|known| known.indicator != entry.indicator)
        {
            entries.push(entry.clone());
        }
    }
    for (name, arity) in KNOWN.predicates() {
        let indicator = format!("{name}/{arity}");
        let entries = manual.entry(name.to_owned()).or_default();
        if entries.iter().all(|known| known.indicator != indicator) {
            entries.push(Entry {
                head: indicator.clone(),
                indicator,
                doc: Vec::new(),
            });
        }
    }
    for entries in manual.values_mut() {
        entries.sort_by(|one, other| one.indicator.cmp(&other.indicator));
    }
    manual
});

/// What is said of a predicate.
pub fn entry(name: &str, arity: usize) -> Option<&'static Entry> {
    let indicator = format!("{name}/{arity}");
    let mut entries = MANUAL.get(name)?.iter();
    entries.find(|entry| entry.indicator == indicator)
}
