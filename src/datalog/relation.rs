//! Relations: tuples without duplicates, with indexes on sets of columns. Rows are only ever appended
//! while rules are evaluated.

use super::Constant;
use crate::relation::{Chains, Tuples};

/// A set of tuples of the same length.
#[derive(Debug, Clone)]
pub struct Relation {
    tuples: Tuples<Constant>,
    indexes: Vec<Chains>,
}

impl Relation {
    pub(super) fn new(arity: usize) -> Relation {
        Relation {
            tuples: Tuples::new(arity),
            indexes: Vec::new(),
        }
    }

    /// The number of columns.
    pub fn arity(&self) -> usize {
        self.tuples.width()
    }

    /// The number of tuples.
    pub fn len(&self) -> usize {
        self.tuples.len()
    }

    /// Whether there are no tuples.
    pub fn is_empty(&self) -> bool {
        self.tuples.is_empty()
    }

    /// The tuples, in the order in which they were added.
    pub fn tuples(&self) -> impl ExactSizeIterator<Item = &[Constant]> {
        self.tuples.iter()
    }

    /// Whether the tuple is in the relation.
    pub fn contains(&self, tuple: &[Constant]) -> bool {
        tuple.len() == self.arity() && self.row_of(tuple).is_some()
    }

    /// The tuples with these constants in these columns.
    pub fn matching<'a>(
        &'a self,
        pattern: &'a [Option<Constant>],
    ) -> impl Iterator<Item = &'a [Constant]> {
        self.tuples().filter(move |tuple| {
            let mut cells = tuple.iter().zip(pattern);
            cells.all(|(cell, wanted)| wanted.is_none_or(|wanted| wanted == *cell))
        })
    }

    /// Adds a tuple; whether it is new.
    pub(super) fn insert(&mut self, tuple: &[Constant]) -> bool {
        let new = self.tuples.insert(tuple).is_ok();
        if new {
            let indexes = self.indexes.iter_mut();
            indexes.for_each(|index| index.push(&self.tuples));
        }
        new
    }

    /// The number of the index on these columns, which is made if there is none.
    pub(super) fn index_on(&mut self, columns: &[usize]) -> usize {
        let known = |index: &Chains| index.columns() == columns;
        self.indexes.iter().position(known).unwrap_or_else(|| {
            self.indexes.push(Chains::new(columns, &self.tuples));
            self.indexes.len() - 1
        })
    }

    /// Takes the tuples from number `len` on away again.
    pub(super) fn truncate(&mut self, len: usize) {
        if len == 0 {
            self.tuples.reset(self.arity());
            self.indexes.iter_mut().for_each(Chains::clear);
        }
        while self.len() > len {
            let indexes = self.indexes.iter_mut();
            indexes.for_each(|index| index.pop(&self.tuples));
            self.tuples.pop();
        }
    }

    #[inline]
    pub(super) fn tuple(&self, row: u32) -> &[Constant] {
        self.tuples.get(row as usize)
    }

    /// The row of a tuple of the right length.
    #[inline]
    pub(super) fn row_of(&self, tuple: &[Constant]) -> Option<u32> {
        self.tuples.find(tuple)
    }

    /// The newest row with this key in an index.
    #[inline]
    pub(super) fn newest(&self, index: usize, key: &[Constant]) -> Option<u32> {
        self.indexes[index].newest(&self.tuples, key)
    }

    /// The row before `row` with the same key.
    #[inline]
    pub(super) fn older(&self, index: usize, row: u32) -> Option<u32> {
        self.indexes[index].older(row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tuple<const N: usize>(values: [i64; N]) -> [Constant; N] {
        values.map(|value| Constant::integer(value).unwrap())
    }

    #[test]
    fn keeps_each_tuple_once() {
        let mut relation = Relation::new(2);
        for i in 0..1_000 {
            assert!(relation.insert(&tuple([i, i * i % 7])));
            assert!(!relation.insert(&tuple([i, i * i % 7])));
        }
        assert_eq!(relation.len(), 1_000);
        assert!(relation.contains(&tuple([10, 2])));
        assert!(!relation.contains(&tuple([10, 3])));
        assert!(!relation.contains(&tuple([10])));
    }

    #[test]
    fn an_index_finds_the_rows_of_a_key_newest_first() {
        let mut relation = Relation::new(2);
        relation.insert(&tuple([1, 5]));
        let index = relation.index_on(&[1]);
        for i in 2..=9 {
            relation.insert(&tuple([i, 5 + i % 2]));
        }
        assert_eq!(relation.index_on(&[1]), index);
        let mut found = Vec::new();
        let mut row = relation.newest(index, &tuple([5]));
        while let Some(at) = row {
            found.push(relation.tuple(at)[0].as_integer().unwrap());
            row = relation.older(index, at);
        }
        assert_eq!(found, [8, 6, 4, 2, 1]);
        assert_eq!(relation.newest(index, &tuple([7])), None);
    }

    #[test]
    fn what_is_truncated_can_be_added_again() {
        let mut relation = Relation::new(1);
        let index = relation.index_on(&[0]);
        for i in 0..20 {
            relation.insert(&tuple([i]));
        }
        for len in [20, 7, 0] {
            relation.truncate(len);
            assert_eq!(relation.len(), len);
            assert_eq!(relation.contains(&tuple([6])), len > 6);
            assert_eq!(relation.newest(index, &tuple([7])).is_none(), len <= 7);
        }
        assert!(relation.insert(&tuple([3])));
        assert_eq!(relation.newest(index, &tuple([3])), Some(0));
    }

    #[test]
    fn the_empty_tuple_is_there_or_not() {
        let mut relation = Relation::new(0);
        assert!(!relation.contains(&[]));
        assert!(relation.insert(&[]));
        assert!(!relation.insert(&[]));
        assert_eq!(relation.tuples().count(), 1);
        relation.truncate(0);
        assert!(!relation.contains(&[]));
    }
}
