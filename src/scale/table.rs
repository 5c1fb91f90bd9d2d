//! A table of whole numbers that add up: rows under keys.

use std::collections::{BTreeMap, btree_map::Entry};

/// What a row is found by, one for each column of keys.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Key {
    /// A number.
    Number(i64),
    /// A text.
    Text(String),
}

impl From<&str> for Key {
    fn from(text: &str) -> Key {
        Key::Text(text.to_owned())
    }
}

impl From<i64> for Key {
    fn from(number: i64) -> Key {
        Key::Number(number)
    }
}

impl std::fmt::Display for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Key::Number(number) => number.fmt(f),
            Key::Text(text) => text.fmt(f),
        }
    }
}

/// The kind of a column of keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Of [`Key::Number`].
    Number,
    /// Of [`Key::Text`].
    Text,
}

/// Rows of sums under keys.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Table {
    /// The columns of keys: names and kinds.
    pub keys: Vec<(String, Kind)>,
    /// The names of the columns of sums.
    pub sums: Vec<String>,
    rows: BTreeMap<Vec<Key>, Vec<i64>>,
}

/// A sum that has no room in 64 bits: the name of its column.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a sum of the column {0} does not fit into 64 bits")]
pub struct TooLarge(pub String);

impl Table {
    /// A table without rows.
    pub fn new(keys: &[(&str, Kind)], sums: &[&str]) -> Table {
        let keys = keys.iter().map(|&(name, kind)| (name.to_owned(), kind));
        Table {
            keys: keys.collect(),
            sums: sums.iter().map(|&name| name.to_owned()).collect(),
            rows: BTreeMap::new(),
        }
    }

    /// The rows, in the order of their keys.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = (&[Key], &[i64])> {
        self.rows
            .iter()
            .map(|(keys, sums)| (keys.as_slice(), sums.as_slice()))
    }

    /// Adds a row to the one that has the same keys.
    ///
    /// # Errors
    ///
    /// If a sum becomes too large; the table is of no use then.
    pub fn add(&mut self, keys: Vec<Key>, sums: Vec<i64>) -> Result<(), TooLarge> {
        debug_assert_eq!((keys.len(), sums.len()), (self.keys.len(), self.sums.len()));
        match self.rows.entry(keys) {
            Entry::Vacant(place) => _ = place.insert(sums),
            Entry::Occupied(mut known) => {
                for ((sum, more), name) in known.get_mut().iter_mut().zip(sums).zip(&self.sums) {
                    *sum = sum
                        .checked_add(more)
                        .ok_or_else(|| TooLarge(name.clone()))?;
                }
            }
        }
        Ok(())
    }

    /// Drops rows of nothing: adding them changes no sum, and which there are depends on how records are cut.
    pub(super) fn drop_zeros(&mut self) {
        self.rows.retain(|_, sums| sums.iter().any(|sum| *sum != 0));
    }

    /// Whether another one has the same columns.
    pub fn is_like(&self, other: &Table) -> bool {
        self.keys == other.keys && self.sums == other.sums
    }

    /// Adds all rows of another one with the same columns.
    ///
    /// # Errors
    ///
    /// As [`Table::add`].
    pub fn merge(&mut self, other: Table) -> Result<(), TooLarge> {
        if self.rows.is_empty() {
            *self = other;
            return Ok(());
        }
        let mut rows = other.rows.into_iter();
        rows.try_for_each(|(keys, sums)| self.add(keys, sums))
    }
}
