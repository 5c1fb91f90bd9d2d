//! Relations: tuples in one flat array, without duplicates, with hash indexes on sets of columns.
//!
//! Rows are only ever appended, and the rows of an index that share a key form a chain from the
//! newest to the oldest. So a range of row numbers is all it takes to tell the tuples of the latest
//! round from older ones, and rows can be added while a chain is followed.

use super::Constant;

/// No row.
pub(super) const NONE: u32 = u32::MAX;

/// A set of tuples of the same length.
#[derive(Debug, Clone)]
pub struct Relation {
    arity: usize,
    len: u32,
    cells: Vec<Constant>,
    all: Table,
    indexes: Vec<Index>,
}

/// Rows by the constants in some columns.
#[derive(Debug, Clone)]
struct Index {
    columns: Vec<usize>,
    /// The newest row of each key.
    newest: Table,
    /// The next older row with the same key, for each row.
    older: Vec<u32>,
}

impl Relation {
    pub(super) fn new(arity: usize) -> Relation {
        Relation {
            arity,
            len: 0,
            cells: Vec::new(),
            all: Table::default(),
            indexes: Vec::new(),
        }
    }

    /// The number of columns.
    pub fn arity(&self) -> usize {
        self.arity
    }

    /// The number of tuples.
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there are no tuples.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The tuples, in the order in which they were added.
    pub fn tuples(&self) -> impl ExactSizeIterator<Item = &[Constant]> {
        (0..self.len).map(|row| self.tuple(row))
    }

    /// Whether the tuple is in the relation.
    pub fn contains(&self, tuple: &[Constant]) -> bool {
        tuple.len() == self.arity && self.row_of(tuple) != NONE
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
        let Relation {
            arity, cells, all, ..
        } = self;
        let row = self.len;
        let found = all.entry(hash(tuple.iter().copied()), |other| {
            &cells[other as usize * *arity..][..*arity] == tuple
        });
        if *found != NONE {
            return false;
        }
        *found = row;
        cells.extend_from_slice(tuple);
        self.len += 1;
        for index in &mut self.indexes {
            index.add(row, cells, *arity);
        }
        true
    }

    /// The number of the index on these columns, which is made if there is none.
    pub(super) fn index_on(&mut self, columns: &[usize]) -> usize {
        if let Some(known) = self
            .indexes
            .iter()
            .position(|index| index.columns == columns)
        {
            return known;
        }
        let mut index = Index {
            columns: columns.to_vec(),
            newest: Table::default(),
            older: Vec::new(),
        };
        for row in 0..self.len {
            index.add(row, &self.cells, self.arity);
        }
        self.indexes.push(index);
        self.indexes.len() - 1
    }

    /// Takes the tuples from number `len` on away again.
    pub(super) fn truncate(&mut self, len: usize) {
        if len >= self.len() {
            return;
        }
        let kept = std::mem::take(&mut self.cells);
        self.len = 0;
        self.all.clear();
        for index in &mut self.indexes {
            index.newest.clear();
            index.older.clear();
        }
        if len == 0 {
            self.cells = kept;
            self.cells.clear();
            return;
        }
        match self.arity {
            // The empty tuple.
            0 => _ = self.insert(&[]),
            arity => {
                for tuple in kept.chunks_exact(arity).take(len) {
                    self.insert(tuple);
                }
            }
        }
    }

    #[inline]
    pub(super) fn tuple(&self, row: u32) -> &[Constant] {
        &self.cells[row as usize * self.arity..][..self.arity]
    }

    /// The row of a tuple of the right length.
    #[inline]
    pub(super) fn row_of(&self, tuple: &[Constant]) -> u32 {
        let same = |row| self.tuple(row) == tuple;
        let found = self.all.find(hash(tuple.iter().copied()), same);
        found.unwrap_or(NONE)
    }

    /// The newest row with this key in an index.
    #[inline]
    pub(super) fn newest(&self, index: usize, key: &[Constant]) -> u32 {
        let index = &self.indexes[index];
        let same = |row| {
            let tuple = self.tuple(row);
            let mut columns = index.columns.iter().zip(key);
            columns.all(|(&column, cell)| tuple[column] == *cell)
        };
        let found = index.newest.find(hash(key.iter().copied()), same);
        found.unwrap_or(NONE)
    }

    /// The row before `row` with the same key.
    #[inline]
    pub(super) fn older(&self, index: usize, row: u32) -> u32 {
        self.indexes[index].older[row as usize]
    }
}

impl Index {
    fn add(&mut self, row: u32, cells: &[Constant], arity: usize) {
        let columns = &self.columns;
        let tuple = |row: u32| &cells[row as usize * arity..][..arity];
        let added = tuple(row);
        let found = self
            .newest
            .entry(hash(columns.iter().map(|&column| added[column])), |other| {
                let other = tuple(other);
                columns.iter().all(|&column| other[column] == added[column])
            });
        self.older.push(*found);
        *found = row;
    }
}

/// A hash table of row numbers with open addressing; what is compared is in the relation.
#[derive(Debug, Clone, Default)]
struct Table {
    /// A power of two, or none at all.
    slots: Vec<Slot>,
    used: usize,
}

#[derive(Debug, Clone, Copy)]
struct Slot {
    hash: u32,
    row: u32,
}

const FREE: Slot = Slot { hash: 0, row: NONE };

impl Table {
    #[inline]
    fn find(&self, hash: u32, same: impl Fn(u32) -> bool) -> Option<u32> {
        let mask = self.slots.len().checked_sub(1)?;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot.row == NONE {
                return None;
            }
            if slot.hash == hash && same(slot.row) {
                return Some(slot.row);
            }
            at = (at + 1) & mask;
        }
    }

    /// The row of the slot where it is or belongs, [`NONE`] if the slot was free; the caller puts
    /// one there.
    #[inline]
    fn entry(&mut self, hash: u32, same: impl Fn(u32) -> bool) -> &mut u32 {
        if self.used * 2 >= self.slots.len() {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot.row == NONE {
                self.used += 1;
                self.slots[at].hash = hash;
                break;
            }
            if slot.hash == hash && same(slot.row) {
                break;
            }
            at = (at + 1) & mask;
        }
        &mut self.slots[at].row
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(8);
        let slots = std::mem::replace(&mut self.slots, vec![FREE; size]);
        for slot in slots.into_iter().filter(|slot| slot.row != NONE) {
            let mut at = slot.hash as usize & (size - 1);
            while self.slots[at].row != NONE {
                at = (at + 1) & (size - 1);
            }
            self.slots[at] = slot;
        }
    }

    fn clear(&mut self) {
        self.slots.fill(FREE);
        self.used = 0;
    }
}

/// A multiplicative hash; its high half is mixed best.
#[inline]
fn hash(key: impl Iterator<Item = Constant>) -> u32 {
    let mixed = key.fold(0_u64, |hash, cell| {
        (hash.rotate_left(5) ^ u64::from(cell.bits())).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    });
    (mixed >> 32) as u32
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
        while row != NONE {
            found.push(relation.tuple(row)[0].as_integer().unwrap());
            row = relation.older(index, row);
        }
        assert_eq!(found, [8, 6, 4, 2, 1]);
        assert_eq!(relation.newest(index, &tuple([7])), NONE);
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
            assert_eq!(relation.newest(index, &tuple([7])) == NONE, len <= 7);
        }
        assert!(relation.insert(&tuple([3])));
        assert_eq!(relation.newest(index, &tuple([3])), 0);
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
