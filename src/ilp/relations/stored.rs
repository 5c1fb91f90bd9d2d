//! A relation as distinct tuples, with an index for each set of bound columns that is asked for.

use std::{
    ops::Range,
    sync::{Arc, OnceLock},
};

use super::{
    super::task::{Table, Value},
    value_set::ValueSet,
};
use crate::relation::Tuples;

/// A set of columns, one bit each.
pub type Columns = u16;

/// A relation whose tuples are all known.
#[derive(Debug)]
pub struct Stored {
    rows: Rows,
    /// The values, if there is one column.
    members: ValueSet,
    /// By the set of bound columns.
    indexes: Box<[OnceLock<Box<Index>>]>,
}

/// Where the tuples are.
#[derive(Debug)]
enum Rows {
    Own(Tuples),
    /// One column, a part of a list that relations share.
    Shared(Arc<[Value]>, Range<usize>),
}

/// The tuples that agree with bound columns: their other columns.
#[derive(Debug, Clone, Copy)]
pub struct Group<'a> {
    cells: &'a [Value],
    width: usize,
    rows: usize,
}

impl<'a> Group<'a> {
    fn new(cells: &'a [Value], width: usize, rows: usize) -> Group<'a> {
        Group { cells, width, rows }
    }

    pub(super) fn of(tuples: &'a Tuples) -> Group<'a> {
        Group::new(tuples.cells(), tuples.width(), tuples.len())
    }

    /// How many tuples there are.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns each has.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The tuples end to end; where one column is free, its values.
    pub fn cells(&self) -> &'a [Value] {
        self.cells
    }

    /// The tuples, in the order in which they were written.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &'a [Value]> + Clone + use<'a> {
        let (cells, width) = (self.cells, self.width);
        (0..self.rows).map(move |row| &cells[row * width..(row + 1) * width])
    }
}

impl Stored {
    /// The distinct rows of a table, in its order.
    pub fn new(table: &Table) -> Stored {
        let mut tuples = Tuples::new(table.arity);
        for row in table.iter() {
            let _ = tuples.insert(row);
        }
        Stored::of(tuples)
    }

    /// A relation of these tuples.
    pub(super) fn of(tuples: Tuples) -> Stored {
        let members = match tuples.width() {
            1 => tuples.cells().iter().copied().collect(),
            _ => ValueSet::new(),
        };
        Stored {
            members,
            indexes: indexes(tuples.width()),
            rows: Rows::Own(tuples),
        }
    }

    /// A relation of one column: the values at these places, each once, which are the members.
    pub(super) fn part(values: Arc<[Value]>, places: Range<usize>, members: ValueSet) -> Stored {
        Stored {
            rows: Rows::Shared(values, places),
            members,
            indexes: indexes(1),
        }
    }

    /// The number of columns.
    pub fn arity(&self) -> usize {
        match &self.rows {
            Rows::Own(tuples) => tuples.width(),
            Rows::Shared(..) => 1,
        }
    }

    /// The number of tuples.
    pub fn rows(&self) -> usize {
        match &self.rows {
            Rows::Own(tuples) => tuples.len(),
            Rows::Shared(_, places) => places.len(),
        }
    }

    /// All tuples.
    pub fn all(&self) -> Group<'_> {
        let cells = match &self.rows {
            Rows::Own(tuples) => tuples.cells(),
            Rows::Shared(values, places) => &values[places.clone()],
        };
        Group::new(cells, self.arity(), self.rows())
    }

    /// The values of a relation of one column.
    pub fn members(&self) -> &ValueSet {
        &self.members
    }

    /// True iff the tuple is there.
    pub fn contains(&self, tuple: &[Value]) -> bool {
        match (tuple, &self.rows) {
            (&[value], _) => self.members.contains(value),
            (_, Rows::Own(tuples)) => tuples.find(tuple).is_some(),
            (_, Rows::Shared(..)) => false,
        }
    }

    /// The tuples whose `bound` columns hold the values of `key`, in column order.
    pub fn lookup(&self, bound: Columns, key: &[Value]) -> Group<'_> {
        if key.len() == self.arity() {
            return Group::new(&[], 0, usize::from(self.contains(key)));
        }
        self.by_columns(bound).lookup(key)
    }

    /// The index for these bound columns, built when first asked for. Not for all columns.
    pub fn by_columns(&self, bound: Columns) -> &Index {
        self.indexes[usize::from(bound)].get_or_init(|| Box::new(Index::new(self.all(), bound)))
    }

    /// The mean number of tuples for values of the bound columns that occur.
    pub fn fan_out(&self, bound: Columns) -> f64 {
        if bound.count_ones() as usize == self.arity() {
            return 1.0;
        }
        let index = self.by_columns(bound);
        self.rows() as f64 / index.keys.max(1) as f64
    }
}

fn indexes(arity: usize) -> Box<[OnceLock<Box<Index>>]> {
    (0..1usize << arity).map(|_| OnceLock::new()).collect()
}

/// Tuples grouped by some of their columns.
#[derive(Debug)]
pub struct Index {
    /// How many columns are free.
    width: usize,
    /// How many distinct keys there are.
    keys: usize,
    groups: Groups,
    /// Where the rows of each group start, and where the last one ends.
    starts: Vec<u32>,
    /// The free columns of all rows, group after group.
    cells: Vec<Value>,
}

/// How a key leads to its group.
#[derive(Debug)]
enum Groups {
    /// One column, whose values lie close together: by difference to the least one.
    Dense(Value),
    /// By hash.
    Hashed(Tuples),
}

impl Index {
    fn new(tuples: Group<'_>, bound: Columns) -> Index {
        let columns = 0..tuples.width();
        let (key, free): (Vec<usize>, Vec<usize>) = columns.partition(|c| bound >> c & 1 == 1);
        let rows = || tuples.iter();
        let (groups, of_row, count) = match *key {
            [column] if let Some(least) = dense(rows().map(|row| row[column])) => {
                let of_row: Vec<u32> = rows().map(|row| row[column] - least).collect();
                let count = of_row.iter().max().map_or(0, |&most| most as usize + 1);
                (Groups::Dense(least), of_row, count)
            }
            _ => {
                let mut keys = Tuples::new(key.len());
                let mut tuple = Vec::with_capacity(key.len());
                let of_row = rows()
                    .map(|row| {
                        tuple.clear();
                        tuple.extend(key.iter().map(|&column| row[column]));
                        keys.insert(&tuple).unwrap_or_else(|old| old)
                    })
                    .collect();
                let count = keys.len();
                (Groups::Hashed(keys), of_row, count)
            }
        };
        // Counting sort, stable, so that a group keeps the order of the rows.
        let mut starts = vec![0u32; count + 1];
        for &group in &of_row {
            starts[group as usize + 1] += 1;
        }
        let keys = starts.iter().filter(|&&length| length > 0).count();
        for group in 0..count {
            starts[group + 1] += starts[group];
        }
        let mut next = starts.clone();
        let mut cells = vec![0; tuples.rows() * free.len()];
        for (row, &group) in rows().zip(&of_row) {
            let at = next[group as usize] as usize * free.len();
            next[group as usize] += 1;
            for (cell, &column) in cells[at..].iter_mut().zip(&free) {
                *cell = row[column];
            }
        }
        Index {
            width: free.len(),
            keys,
            groups,
            starts,
            cells,
        }
    }

    /// The rows of a key.
    #[inline]
    pub fn lookup(&self, key: &[Value]) -> Group<'_> {
        let group = match &self.groups {
            Groups::Dense(least) => key[0].wrapping_sub(*least) as usize,
            Groups::Hashed(keys) => keys.find(key).map_or(usize::MAX, |group| group as usize),
        };
        if group >= self.starts.len() - 1 {
            return Group::new(&[], self.width, 0);
        }
        let (start, end) = (self.starts[group] as usize, self.starts[group + 1] as usize);
        Group::new(
            &self.cells[start * self.width..end * self.width],
            self.width,
            end - start,
        )
    }
}

/// The least value if a table from it to the greatest is not much larger than the column.
fn dense(column: impl Iterator<Item = Value> + Clone) -> Option<Value> {
    let least = column.clone().min()?;
    let greatest = column.clone().max()?;
    let rows = column.count();
    ((greatest - least) as usize <= 8 * rows + 1024).then_some(least)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{super::super::task::Table, Stored};

    proptest! {
        #[test]
        fn every_index_finds_what_a_scan_finds(
            arity in 0..4usize,
            cells in proptest::collection::vec(0..5u32, 0..60),
            stretch in prop_oneof![Just(1u32), Just(100_000)],
            key in proptest::collection::vec(0..5u32, 4),
        ) {
            let mut table = Table::new(arity);
            for row in cells.chunks_exact(arity.max(1)) {
                let row: Vec<u32> = row[..arity].iter().map(|value| value * stretch).collect();
                table.push(&row);
            }
            let stored = Stored::new(&table);
            let key: Vec<u32> = key.iter().map(|value| value * stretch).collect();
            for bound in 0..1u16 << arity {
                let columns = |want: u16| (0..arity).filter(move |c| bound >> c & 1 == want);
                let mut expected: Vec<Vec<u32>> = Vec::new();
                for row in table.iter() {
                    let rest: Vec<u32> = columns(0).map(|c| row[c]).collect();
                    if columns(1).all(|c| row[c] == key[c]) && !expected.contains(&rest) {
                        expected.push(rest);
                    }
                }
                let key: Vec<u32> = columns(1).map(|c| key[c]).collect();
                let found: Vec<Vec<u32>> = stored.lookup(bound, &key).iter().map(<[_]>::to_vec).collect();
                prop_assert_eq!(found, expected, "columns {:b}", bound);
            }
        }
    }
}
