//! What the background says, call by call, remembered.

use std::sync::atomic::AtomicBool;

use super::{
    super::{
        bias::PredicateId,
        relations::{Demand, Relations, Tuples},
        task::Value,
        tester::Stopped,
    },
    fragment::Known,
};

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

/// The answers of each predicate of the fragment.
#[derive(Debug)]
pub(super) struct Calls<'a> {
    relations: &'a Relations,
    memos: Vec<Memo>,
}

#[derive(Debug)]
struct Memo {
    id: PredicateId,
    columns: Columns,
    keys: Tuples,
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

impl<'a> Calls<'a> {
    pub fn new(relations: &'a Relations, known: &[Known]) -> Calls<'a> {
        let memo = |known: &Known| Memo {
            id: known.id,
            columns: Columns {
                ins: known.ins.clone(),
                outs: known.outs.clone(),
            },
            keys: Tuples::new(known.ins.len()),
            spans: Vec::new(),
            cells: Vec::new(),
            width: known.outs.len(),
        };
        Calls {
            relations,
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
        let memo = &self.memos[predicate];
        let number = memo.keys.find(key)?;
        let (first, count) = memo.spans[number as usize];
        let (first, count) = (first as usize, count as usize);
        Some(Rows {
            cells: &memo.cells[first..first + count * memo.width],
            count,
        })
    }

    /// Finds out what a predicate answers for each of the keys, which stand end to end.
    pub fn ask(&mut self, predicate: usize, keys: &Tuples) -> Result<(), Stopped> {
        let memo = &self.memos[predicate];
        let new: Vec<Demand> = (0..keys.len())
            .map(|number| keys.get(number))
            .filter(|key| memo.keys.find(key).is_none())
            .map(|key| (memo.id, key.to_vec()))
            .collect();
        if new.is_empty() {
            return Ok(());
        }
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
            let _ = memo.keys.insert(key);
        }
        Ok(())
    }
}
