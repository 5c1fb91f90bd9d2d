//! What the background says, call by call, remembered.

use std::sync::atomic::AtomicBool;

use super::{
    super::{
        bias::PredicateId,
        relations::{Demand, Relations},
        task::Value,
        tester::Stopped,
    },
    fragment::Known,
};
use crate::relation::Tuples;

/// Why the search ends early.
#[derive(Debug)]
pub(super) enum Halt {
    /// It was told to, or the background failed.
    Stopped(Stopped),
    /// It has done as much as it may.
    Spent,
}

impl From<Stopped> for Halt {
    fn from(stopped: Stopped) -> Halt {
        Halt::Stopped(stopped)
    }
}

/// How much work is left. It is counted, not timed, so that the same is found each time.
#[derive(Debug)]
pub(super) struct Budget<'a> {
    pub cancel: &'a AtomicBool,
    /// How much may still be done.
    pub left: u64,
    /// How many bytes may still be kept.
    pub room: usize,
    /// Whether something was left out because there was too much of its kind.
    pub cut_short: bool,
}

impl Budget<'_> {
    /// Takes note of work that was done; it is looked at inside of every loop.
    pub fn spend(&mut self, work: usize) -> Result<(), Halt> {
        Stopped::look(self.cancel)?;
        match self.left.checked_sub(work as u64) {
            Some(left) => self.left = left,
            None => return Err(Halt::Spent),
        }
        Ok(())
    }

    /// Takes note of so many bytes that are kept.
    pub fn keep(&mut self, bytes: usize) -> Result<(), Halt> {
        self.room = self.room.checked_sub(bytes).ok_or(Halt::Spent)?;
        Ok(())
    }
}

/// What a call of the background is as much work as, and each byte of its inputs.
const CALL: usize = 1_000;
const BYTE: usize = 20;

/// The number of a call whose answers are not known.
pub(super) const UNKNOWN: u32 = u32::MAX;

/// The answers of each predicate of the fragment.
#[derive(Debug)]
pub(super) struct Calls<'a> {
    relations: &'a Relations,
    /// How long the text of an input may be: what grows from state to state, perhaps to twice its length, is no way
    /// down, and to find out what it comes to would take all the time there is.
    longest: usize,
    memos: Vec<Memo>,
}

#[derive(Debug)]
struct Memo {
    id: PredicateId,
    columns: Columns,
    keys: Tuples,
    /// The numbers of keys of one value, by the value: they need no search.
    single: Vec<u32>,
    /// Where the rows of each key begin, and how many there are.
    spans: Vec<(u32, u32)>,
    cells: Vec<Value>,
    width: usize,
}

/// Which columns of a predicate are bound when it is called.
#[derive(Debug)]
pub(super) struct Columns {
    pub ins: Vec<usize>,
    pub outs: Vec<usize>,
}

/// The answers of a call, end to end, and how many there are.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rows<'c> {
    pub cells: &'c [Value],
    pub count: usize,
}

impl Rows<'_> {
    /// Whether one of the answers is this one.
    pub fn holds(&self, row: &[Value]) -> bool {
        match row {
            [] => self.count > 0,
            _ => self.cells.chunks_exact(row.len()).any(|known| known == row),
        }
    }
}

impl Memo {
    #[inline]
    fn number(&self, key: &[Value]) -> Option<u32> {
        match key {
            [value] => {
                let number = self.single.get(*value as usize).copied();
                number.filter(|&number| number != UNKNOWN)
            }
            _ => self.keys.find(key),
        }
    }

    /// Gives a key the next number.
    fn know(&mut self, key: &[Value]) {
        let (Ok(number) | Err(number)) = self.keys.insert(key);
        if let [value] = key {
            let at = *value as usize;
            if self.single.len() <= at {
                self.single.resize(at + 1, UNKNOWN);
            }
            self.single[at] = number;
        }
    }
}

impl<'a> Calls<'a> {
    pub fn new(relations: &'a Relations, longest: usize, known: &[Known]) -> Calls<'a> {
        let memo = |known: &Known| Memo {
            id: known.id,
            columns: Columns {
                ins: known.ins.clone(),
                outs: known.outs.clone(),
            },
            keys: Tuples::new(known.ins.len()),
            single: Vec::new(),
            spans: Vec::new(),
            cells: Vec::new(),
            width: known.outs.len(),
        };
        Calls {
            relations,
            longest,
            memos: known.iter().map(memo).collect(),
        }
    }

    /// The columns of a predicate.
    pub fn columns(&self, predicate: usize) -> &Columns {
        &self.memos[predicate].columns
    }

    /// What a predicate answers, if that is known.
    #[inline]
    pub fn rows(&self, predicate: usize, key: &[Value]) -> Option<Rows<'_>> {
        let number = self.number(predicate, key)?;
        Some(self.numbered(predicate, number))
    }

    /// The number of a call, if it is known what it answers.
    #[inline]
    pub fn number(&self, predicate: usize, key: &[Value]) -> Option<u32> {
        self.memos[predicate].number(key)
    }

    /// What the call of a number answers.
    #[inline]
    pub fn numbered(&self, predicate: usize, number: u32) -> Rows<'_> {
        let memo = &self.memos[predicate];
        let (first, count) = memo.spans[number as usize];
        let (first, count) = (first as usize, count as usize);
        Rows {
            cells: &memo.cells[first..first + count * memo.width],
            count,
        }
    }

    /// Finds out what a predicate answers for each of the keys, which stand end to end. How much work that was.
    pub fn ask(&mut self, predicate: usize, keys: &Tuples) -> Result<usize, Stopped> {
        let (relations, longest) = (self.relations, self.longest);
        let memo = &mut self.memos[predicate];
        let unknown = (0..keys.len()).map(|number| keys.get(number));
        let unknown: Vec<Vec<Value>> = unknown
            .filter(|key| memo.number(key).is_none())
            .map(<[Value]>::to_vec)
            .collect();
        let mut new: Vec<Demand> = Vec::new();
        for key in unknown {
            if key.iter().all(|&value| relations.length(value) <= longest) {
                new.push((memo.id, key));
            } else {
                memo.spans.push((memo.cells.len() as u32, 0));
                memo.know(&key);
            }
        }
        if new.is_empty() {
            return Ok(0);
        }
        let inputs = new.iter().flat_map(|(_, key)| key);
        let bytes: usize = inputs.map(|&value| relations.length(value)).sum();
        self.relations.demand(&new)?;
        let memo = &mut self.memos[predicate];
        for (id, key) in &new {
            let Some(answers) = self.relations.answers(*id, key) else {
                continue;
            };
            let rows = answers.rows();
            let first = memo.cells.len() as u32;
            memo.cells.extend_from_slice(rows.cells());
            memo.spans.push((first, rows.rows() as u32));
            memo.know(key);
        }
        Ok(new.len() * CALL + bytes * BYTE)
    }
}
