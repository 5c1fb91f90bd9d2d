//! Sets of values derived from literals with filtered variables, kept for all clauses.

use std::{
    collections::HashMap,
    ops::Deref,
    sync::{Arc, PoisonError, RwLock},
};

use super::super::{
    relations::{Stored, ValueSet},
    task::Value,
};

/// The memory that the sets may take before all are forgotten.
const MOST_BYTES: usize = 256 << 20;

/// Names a set: a predicate of one variable, its complement, or a derived set. Equal names mean
/// equal sets.
pub(super) type Name = u32;

/// The name of the complement of a predicate of one variable.
pub(super) const COMPLEMENT: Name = 1 << 16;

/// The first name of a derived set.
const FIRST: Name = 1 << 17;

/// A set that belongs to a relation or to the cache.
#[derive(Debug, Clone)]
pub(super) enum Shared<'r> {
    Relation(&'r ValueSet),
    Derived(Arc<ValueSet>),
}

impl Deref for Shared<'_> {
    type Target = ValueSet;

    fn deref(&self) -> &ValueSet {
        match self {
            Shared::Relation(set) => set,
            Shared::Derived(set) => set,
        }
    }
}

/// What a variable's value must satisfy by itself.
#[derive(Debug, Clone, Default)]
pub(super) struct Filter<'r> {
    /// The value is in.
    pub positive: Option<Shared<'r>>,
    /// The value is not in.
    pub negative: Option<Shared<'r>>,
}

impl Filter<'_> {
    pub fn is_trivial(&self) -> bool {
        self.positive.is_none() && self.negative.is_none()
    }

    #[inline]
    pub fn passes(&self, value: Value) -> bool {
        self.positive.as_ref().is_none_or(|set| set.contains(value))
            && self
                .negative
                .as_ref()
                .is_none_or(|set| !set.contains(value))
    }
}

/// The cache.
#[derive(Debug, Default)]
pub(super) struct Derived(RwLock<Kept>);

#[derive(Debug, Default)]
struct Kept {
    sets: HashMap<Box<[u32]>, (Name, Arc<ValueSet>)>,
    bytes: usize,
    /// How many names were given; never one twice, also after sets were forgotten.
    names: u32,
}

impl Derived {
    /// The set of a key, computed if it is not there.
    pub fn get(&self, key: &[u32], compute: impl FnOnce() -> ValueSet) -> (Name, Arc<ValueSet>) {
        let kept = self.0.read().unwrap_or_else(PoisonError::into_inner);
        if let Some((name, set)) = kept.sets.get(key) {
            return (*name, Arc::clone(set));
        }
        drop(kept);
        let set = Arc::new(compute());
        let mut kept = self.0.write().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have been faster; its name is the one in use.
        if let Some((name, set)) = kept.sets.get(key) {
            return (*name, Arc::clone(set));
        }
        let bytes = set.bytes() + 4 * key.len() + 64;
        if kept.bytes + bytes > MOST_BYTES || kept.names == Name::MAX - FIRST {
            kept.sets.clear();
            kept.bytes = 0;
        }
        kept.bytes += bytes;
        let name = FIRST + kept.names;
        kept.names += 1;
        kept.sets.insert(key.into(), (name, Arc::clone(&set)));
        (name, set)
    }
}

/// The values of column `near` in tuples whose other columns pass their filters.
pub(super) fn image(stored: &Stored, near: usize, filters: &[&Filter<'_>]) -> ValueSet {
    let mut values = ValueSet::new();
    if let [_, _] = filters
        && let Filter {
            positive: Some(set),
            negative: None,
        } = filters[1 - near]
    {
        let index = stored.by_columns(1 << (1 - near));
        if set.count() < stored.rows() {
            for value in set.iter() {
                for &found in index.lookup(&[value]).cells() {
                    values.insert(found);
                }
            }
            return values;
        }
    }
    for row in stored.all().iter() {
        let mut others = row.iter().zip(filters).enumerate();
        if others.all(|(column, (&value, filter))| column == near || filter.passes(value)) {
            values.insert(row[near]);
        }
    }
    values
}

/// True iff some tuple passes the filters of all columns.
pub(super) fn any_row(stored: &Stored, filters: &[&Filter<'_>]) -> bool {
    stored.all().iter().any(|row| {
        let mut cells = row.iter().zip(filters);
        cells.all(|(&value, filter)| filter.passes(value))
    })
}
