//! The calls of a program and their answers so far.

use super::super::language::Learned;
use crate::ilp::{
    relations::{Columns, Tuples},
    task::Value,
};

/// A value that may be any: what a head variable is that its body does not bind, and what a
/// learned literal answers where only an upper bound is asked for.
pub const ANY: Value = Value::MAX;

/// From so many answers on they are found by hash.
const MANY: usize = 12;

/// How far the answers of a call are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// All are there.
    Complete,
    /// It is being solved, at this depth.
    Open(usize),
    /// It was solved in this round as far as calls at this depth, still open, allow.
    Partial(u64, usize),
    /// It must be solved again; its answers are sound.
    Stale,
}

/// A call and its answers: the values of the columns that it leaves free.
#[derive(Debug)]
pub struct Answered {
    pub state: State,
    pub width: usize,
    pub rows: usize,
    pub cells: Vec<Value>,
    many: Option<Tuples>,
}

impl Answered {
    fn reset(&mut self, width: usize) {
        self.state = State::Stale;
        self.width = width;
        self.rows = 0;
        self.cells.clear();
        self.many = None;
    }

    /// Adds an answer; whether it is new.
    pub fn add(&mut self, row: &[Value]) -> bool {
        let width = self.width;
        if width == 0 {
            let new = self.rows == 0;
            self.rows = 1;
            return new;
        }
        if self.rows >= MANY {
            let (cells, rows) = (&self.cells, self.rows);
            let many = self.many.get_or_insert_with(|| {
                let mut many = Tuples::new(width);
                for known in cells.chunks_exact(width).take(rows) {
                    let _ = many.insert(known);
                }
                many
            });
            if many.insert(row).is_err() {
                return false;
            }
        } else if self.cells.chunks_exact(width).any(|known| known == row) {
            return false;
        }
        self.cells.extend_from_slice(row);
        self.rows += 1;
        true
    }

    /// The answers.
    pub fn answers(&self) -> impl Iterator<Item = &[Value]> {
        (0..self.rows).map(|row| &self.cells[row * self.width..(row + 1) * self.width])
    }
}

/// The calls of a program; memory is kept from program to program.
#[derive(Debug, Default)]
pub struct Calls {
    answered: Vec<Answered>,
    length: usize,
    /// Where the key of each call starts, and what it is a call of.
    keys: Vec<(u32, u32)>,
    cells: Vec<Value>,
    /// Numbers of calls by hash, valid if stamped with the program's number.
    slots: Vec<(u32, u32)>,
    stamp: u32,
}

impl Calls {
    /// Forgets all calls.
    pub fn clear(&mut self) {
        self.length = 0;
        self.keys.clear();
        self.cells.clear();
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 || self.slots.is_empty() {
            let slots = self.slots.len().max(64);
            self.slots.clear();
            self.slots.resize(slots, (0, 0));
            self.stamp = 1;
        }
    }

    /// The number of a call, new or known.
    pub fn number(
        &mut self,
        learned: Learned,
        mask: Columns,
        key: &[Value],
        width: usize,
    ) -> usize {
        if 2 * (self.length + 1) > self.slots.len() {
            self.grow();
        }
        let kind = (learned as u32) << 16 | u32::from(mask);
        let slot = self.slot(kind, key);
        if self.slots[slot].0 == self.stamp {
            return self.slots[slot].1 as usize;
        }
        let number = self.length;
        self.slots[slot] = (self.stamp, number as u32);
        self.keys.push((self.cells.len() as u32, kind));
        self.cells.extend_from_slice(key);
        self.length += 1;
        if number == self.answered.len() {
            self.answered.push(Answered {
                state: State::Stale,
                width,
                rows: 0,
                cells: Vec::new(),
                many: None,
            });
        } else {
            self.answered[number].reset(width);
        }
        number
    }

    pub fn get(&self, number: usize) -> &Answered {
        &self.answered[number]
    }

    pub fn get_mut(&mut self, number: usize) -> &mut Answered {
        &mut self.answered[number]
    }

    /// The calls, in the order in which they were made.
    pub fn keys(&self) -> impl Iterator<Item = (Learned, Columns, Vec<Value>)> {
        (0..self.length).map(|number| {
            let (start, kind) = self.keys[number];
            let next = self.keys.get(number + 1);
            let end = next.map_or(self.cells.len(), |next| next.0 as usize);
            let key = self.cells[start as usize..end].to_vec();
            ((kind >> 16) as usize, kind as Columns, key)
        })
    }

    /// Takes back what is not known to be complete, after a call was given up.
    pub fn give_up(&mut self) {
        for answered in &mut self.answered[..self.length] {
            if answered.state != State::Complete {
                answered.state = State::Stale;
            }
        }
    }

    fn slot(&self, kind: u32, key: &[Value]) -> usize {
        let last = self.slots.len() - 1;
        let mut slot = hash(kind, key) as usize & last;
        while self.slots[slot].0 == self.stamp {
            let number = self.slots[slot].1 as usize;
            let (start, known) = self.keys[number];
            let start = start as usize;
            if known == kind && self.cells[start..].starts_with(key) {
                break;
            }
            slot = (slot + 1) & last;
        }
        slot
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(64);
        self.slots.clear();
        self.slots.resize(size, (0, 0));
        self.stamp = self.stamp.max(1);
        for number in 0..self.length {
            let (start, kind) = self.keys[number];
            let end = self
                .keys
                .get(number + 1)
                .map_or(self.cells.len(), |next| next.0 as usize);
            let key = &self.cells[start as usize..end];
            let last = self.slots.len() - 1;
            let mut slot = hash(kind, key) as usize & last;
            while self.slots[slot].0 == self.stamp {
                slot = (slot + 1) & last;
            }
            self.slots[slot] = (self.stamp, number as u32);
        }
    }
}

/// Multiplies by the odd constant nearest 2^64 divided by the golden ratio (Knuth, The Art of
/// Computer Programming 3, 6.4).
fn hash(kind: u32, key: &[Value]) -> u64 {
    let mut hash = u64::from(kind);
    for &value in key {
        hash = (hash.rotate_left(23) ^ u64::from(value)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        hash ^= hash >> 32;
    }
    hash.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20
}

#[cfg(test)]
mod tests {
    use super::Calls;

    #[test]
    fn each_answer_is_new_once() {
        let mut calls = Calls::default();
        for width in [1, 2] {
            calls.clear();
            let call = calls.number(0, 0, &[], width);
            let rows: Vec<Vec<u32>> = (0..40).map(|n| vec![n, n / 3][..width].to_vec()).collect();
            for known in 0..rows.len() {
                let answered = calls.get_mut(call);
                assert!(answered.add(&rows[known]), "{known}");
                assert!(rows[..=known].iter().all(|row| !answered.add(row)));
                assert_eq!(answered.rows, known + 1);
            }
            let answers = calls.get(call).answers();
            assert!(answers.eq(rows.iter().map(Vec::as_slice)));
        }
    }
}
