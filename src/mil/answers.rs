//! What the background answers: tables of facts, and what Prolog was asked, remembered.

use std::collections::HashMap;

use super::terms::{Cell, Terms};

/// How many answers are asked for at first; those that want more get eight times as many.
const FIRST: usize = 8;

/// What comes after the answers that are known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// No more.
    Complete,
    /// Perhaps more.
    More,
    /// The goal used up its inferences.
    Limit,
    /// The goal raised this error, as Prolog text.
    Error(String),
}

/// Answers of a goal, and what comes after them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answers {
    /// For each answer what the goal's variables are, in order: patterns, whose holes are variables
    /// of the answer.
    pub rows: Vec<Vec<Cell>>,
    /// What comes after.
    pub end: End,
}

/// Whoever knows the background.
pub trait Source {
    /// The answers of a goal, a pattern `name(Args)`, without the first `skip` and at most `most`;
    /// `None` if they will be delivered later, by [`Machine::answer`](super::Machine::answer).
    fn answers(
        &mut self,
        terms: &mut Terms,
        goal: Cell,
        skip: usize,
        most: usize,
    ) -> Option<Answers>;
}

/// A source that always answers later.
#[derive(Debug, Clone, Copy)]
pub struct Later;

impl Source for Later {
    fn answers(&mut self, _: &mut Terms, _: Cell, _: usize, _: usize) -> Option<Answers> {
        None
    }
}

#[derive(Debug)]
struct Entry {
    goal: Cell,
    answers: Answers,
}

/// The number of a goal in [`Memo`].
pub type EntryId = u32;

/// One row of an entry, or why there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    /// There is such a row; whether it is the last one.
    Row {
        /// No other comes after it.
        last: bool,
    },
    /// There is none.
    None,
    /// The source has to be asked.
    Unknown,
    /// The goal is over its limit, or raised an error.
    Failed,
}

/// All goals that were asked.
#[derive(Debug, Default)]
pub struct Memo {
    entries: Vec<Entry>,
    /// The entry of each interned goal, plus one; 0 for none.
    of: Vec<EntryId>,
}

impl Memo {
    /// The entry of a goal, made if there is none.
    pub fn entry(&mut self, goal: Cell) -> EntryId {
        let at = goal.number();
        if at >= self.of.len() {
            self.of.resize((at + 1).next_power_of_two(), 0);
        }
        if self.of[at] == 0 {
            self.entries.push(Entry {
                goal,
                answers: Answers {
                    rows: Vec::new(),
                    end: End::More,
                },
            });
            self.of[at] = self.entries.len() as EntryId;
        }
        self.of[at] - 1
    }

    /// Whether there is a row with this number.
    pub fn find(&self, id: EntryId, row: usize) -> Found {
        let Answers { rows, end } = &self.entries[id as usize].answers;
        match (row < rows.len(), end) {
            (true, end) => Found::Row {
                last: row + 1 == rows.len() && *end == End::Complete,
            },
            (false, End::Complete) => Found::None,
            (false, End::More) => Found::Unknown,
            (false, _) => Found::Failed,
        }
    }

    /// A row that was found.
    pub fn row(&self, id: EntryId, row: usize) -> &[Cell] {
        &self.entries[id as usize].answers.rows[row]
    }

    /// The goal of an entry.
    pub fn goal(&self, id: EntryId) -> Cell {
        self.entries[id as usize].goal
    }

    /// What comes after the rows.
    pub fn end(&self, id: EntryId) -> &End {
        &self.entries[id as usize].answers.end
    }

    /// How many answers to leave out, and how many to ask for.
    pub fn wanted(&self, id: EntryId) -> (usize, usize) {
        let known = self.entries[id as usize].answers.rows.len();
        (known, (known * 7).max(FIRST))
    }

    /// Takes further answers.
    pub fn add(&mut self, id: EntryId, answers: Answers) {
        let known = &mut self.entries[id as usize].answers;
        // No progress would be an endless loop.
        let stuck = answers.rows.is_empty() && answers.end == End::More;
        known.rows.extend(answers.rows);
        known.end = if stuck { End::Complete } else { answers.end };
    }

    /// Forgets everything that is not true for ever: what guards found.
    pub fn forget(&mut self, goal: Cell) {
        if let Some(id) = self.of.get_mut(goal.number()) {
            *id = 0;
        }
    }
}

/// The rows of a predicate that is given by facts, found by their arguments.
#[derive(Debug)]
pub struct Table {
    rows: Vec<Vec<Cell>>,
    /// For each argument, the rows with a value.
    by: Vec<HashMap<Cell, Vec<u32>>>,
}

impl Table {
    /// Indexes the rows by each argument.
    pub fn new(rows: Vec<Vec<Cell>>, arity: usize) -> Table {
        let mut by = vec![HashMap::new(); arity];
        for (at, row) in rows.iter().enumerate() {
            for (values, &value) in by.iter_mut().zip(row) {
                values.entry(value).or_insert_with(Vec::new).push(at as u32);
            }
        }
        Table { rows, by }
    }

    /// The first row from `from` on, and the number after it, that may have these arguments: as far
    /// as one of them, which is ground, tells.
    pub fn next(&self, args: &[Cell], from: usize) -> Option<(&[Cell], usize, bool)> {
        let mut best: Option<&[u32]> = None;
        for (values, arg) in self.by.iter().zip(args) {
            if arg.is_ground() {
                let rows = values.get(arg).map_or(&[][..], Vec::as_slice);
                if best.is_none_or(|best| rows.len() < best.len()) {
                    best = Some(rows);
                }
            }
        }
        match best {
            Some(rows) => {
                let &row = rows.get(from)?;
                Some((&self.rows[row as usize], from + 1, from + 1 == rows.len()))
            }
            None => {
                let row = self.rows.get(from)?;
                Some((row, from + 1, from + 1 == self.rows.len()))
            }
        }
    }
}
