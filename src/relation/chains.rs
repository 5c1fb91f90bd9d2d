//! An index on some columns of tuples that are still being added.
//!
//! The rows that share a key form a chain from the newest to the oldest. So a range of row numbers is
//! all it takes to tell the tuples of the latest round from older ones, and rows can be added while a
//! chain is followed.

use std::hash::Hash;

use super::{Table, Tuples, hash};

/// No row.
const NONE: u32 = u32::MAX;

/// Rows by the cells in some columns.
#[derive(Debug, Clone)]
pub struct Chains {
    columns: Vec<usize>,
    /// The newest row of each key.
    newest: Table,
    /// The next older row with the same key, for each row.
    older: Vec<u32>,
}

impl Chains {
    /// The rows of `tuples` by these columns.
    pub fn new<C: Copy + Eq + Hash>(columns: &[usize], tuples: &Tuples<C>) -> Chains {
        let mut chains = Chains {
            columns: columns.to_vec(),
            newest: Table::default(),
            older: Vec::new(),
        };
        (0..tuples.len()).for_each(|_| chains.push(tuples));
        chains
    }

    /// The columns.
    pub fn columns(&self) -> &[usize] {
        &self.columns
    }

    /// Takes up the row that follows the last one taken up.
    pub fn push<C: Copy + Eq + Hash>(&mut self, tuples: &Tuples<C>) {
        let Chains { columns, older, .. } = self;
        let row = older.len() as u32;
        let key = |row: u32| {
            let tuple = tuples.get(row as usize);
            columns.iter().map(move |&column| tuple[column])
        };
        let same = |other: u32| key(other).eq(key(row));
        let newest = self.newest.replace(hash(key(row)), row, same);
        older.push(newest.unwrap_or(NONE));
    }

    /// Takes the last row away again, which `tuples` still have.
    pub fn pop<C: Copy + Eq + Hash>(&mut self, tuples: &Tuples<C>) {
        if let Some(older) = self.older.pop() {
            let row = self.older.len();
            let tuple = tuples.get(row);
            let hash = hash(self.columns.iter().map(|&column| tuple[column]));
            let older = Some(older).filter(|&older| older != NONE);
            self.newest.remove(hash, row as u32, older);
        }
    }

    /// Takes all rows away.
    pub fn clear(&mut self) {
        self.newest.clear();
        self.older.clear();
    }

    /// The newest row with this key.
    #[inline]
    pub fn newest<C: Copy + Eq + Hash>(&self, tuples: &Tuples<C>, key: &[C]) -> Option<u32> {
        let same = |row: u32| {
            let tuple = tuples.get(row as usize);
            let mut columns = self.columns.iter().zip(key);
            columns.all(|(&column, cell)| tuple[column] == *cell)
        };
        self.newest.find(hash(key), same)
    }

    /// The row before `row` with the same key.
    #[inline]
    pub fn older(&self, row: u32) -> Option<u32> {
        Some(self.older[row as usize]).filter(|&older| older != NONE)
    }
}
