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
pub trait BackgroundSource {
    /// The answers of a goal, a pattern `name(Args)`, without the first `skip` and at most `most`;
    /// `None` if they will be delivered later, by [`Machine::answer`](super::Machine::answer).
    fn answers(
        &mut self,
        terms: &mut Terms,
        goal: Cell,
        skip: usize,
        most: usize,
    ) -> Option<Answers>;

    /// The same for the goal `name(args)`, whose arguments are patterns.
    fn called(
        &mut self,
        terms: &mut Terms,
        name: Cell,
        args: &[Cell],
        skip: usize,
        most: usize,
    ) -> Option<Answers> {
        let goal = match args {
            [] => name,
            args => terms.compound(name, args),
        };
        self.answers(terms, goal, skip, most)
    }

    /// Whether the answers of a predicate follow from its clauses alone: with fewer arguments given it has the
    /// same answers and more.
    fn is_pure(&self, _name: Cell, _arity: usize) -> bool {
        false
    }

    /// Takes note of all predicates that are invented from now on; guards of metarules may ask for them.
    fn announce(&mut self, _terms: &mut Terms, _names: &[Cell]) {}
}

/// A source that always answers later.
#[derive(Debug, Clone, Copy)]
pub struct Later;

impl BackgroundSource for Later {
    fn answers(&mut self, _: &mut Terms, _: Cell, _: usize, _: usize) -> Option<Answers> {
        None
    }
}

/// A goal that was asked, or will be.
#[derive(Debug)]
struct Entry {
    goal: Asked,
    /// Where its answers begin in `values`.
    first: u32,
    /// How many there are.
    rows: u32,
    /// How many values each has.
    width: u32,
    /// What comes after them.
    end: End,
}

/// How a goal is known.
#[derive(Debug, Clone, Copy)]
enum Asked {
    /// As a pattern.
    Goal(Cell),
    /// By its predicate's name, and a pattern with its arguments.
    Call(Cell, Cell),
}

/// The number of a goal in [`Memo`].
pub type EntryId = u32;

/// One row of an entry, or why there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnswerRow {
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
    values: Vec<Cell>,
    /// The entry of each goal, or the first entry of each pattern of arguments, plus one; 0 for none.
    of: Vec<EntryId>,
    /// The first entry of the arguments `(Term, _)`, by the term; plus one.
    first: Vec<EntryId>,
}

impl Memo {
    /// The entry of a goal, made if there is none.
    pub fn entry(&mut self, goal: Cell) -> EntryId {
        match self.place(goal) {
            0 => {
                let id = self.push(Asked::Goal(goal));
                self.of[goal.number()] = id + 1;
                id
            }
            id => id - 1,
        }
    }

    /// The first entry of these arguments, if there are entries.
    pub fn known(&self, args: Cell) -> Option<EntryId> {
        let id = self.of.get(args.number()).copied().unwrap_or(0);
        id.checked_sub(1)
    }

    /// The first of the entries for the predicates of `names`, called with these arguments; the others
    /// come after it.
    pub fn entries(&mut self, args: Cell, names: impl Iterator<Item = Cell>) -> EntryId {
        match self.place(args) {
            0 => {
                let first = self.entries.len() as EntryId;
                for name in names {
                    self.push(Asked::Call(name, args));
                }
                self.of[args.number()] = first + 1;
                first
            }
            id => id - 1,
        }
    }

    /// The same for the arguments `(Term, _)`, if it was asked for before.
    #[inline]
    pub fn of_first(&self, term: Cell) -> Option<EntryId> {
        let id = self.first.get(term.number()).copied().unwrap_or(0);
        id.checked_sub(1)
    }

    /// Remembers the entries of the arguments `(Term, _)`.
    pub fn set_first(&mut self, term: Cell, id: EntryId) {
        let at = term.number();
        if at >= self.first.len() {
            self.first.resize((at + 1).next_power_of_two(), 0);
        }
        self.first[at] = id + 1;
    }

    #[inline]
    fn place(&mut self, term: Cell) -> EntryId {
        let at = term.number();
        if at >= self.of.len() {
            self.of.resize((at + 1).next_power_of_two(), 0);
        }
        self.of[at]
    }

    fn push(&mut self, goal: Asked) -> EntryId {
        self.entries.push(Entry {
            goal,
            first: 0,
            rows: 0,
            width: 0,
            end: End::More,
        });
        self.entries.len() as EntryId - 1
    }

    /// Whether there is a row with this number.
    #[inline]
    pub fn find(&self, id: EntryId, row: usize) -> AnswerRow {
        let entry = &self.entries[id as usize];
        match (row < entry.rows as usize, &entry.end) {
            (true, end) => AnswerRow::Row {
                last: row + 1 == entry.rows as usize && *end == End::Complete,
            },
            (false, End::Complete) => AnswerRow::None,
            (false, End::More) => AnswerRow::Unknown,
            (false, _) => AnswerRow::Failed,
        }
    }

    /// A row that was found.
    #[inline]
    pub fn row(&self, id: EntryId, row: usize) -> &[Cell] {
        let entry = &self.entries[id as usize];
        let first = entry.first as usize + row * entry.width as usize;
        &self.values[first..first + entry.width as usize]
    }

    /// The name and the arguments of an entry's goal, if they are kept apart.
    pub fn call<'a>(&self, terms: &'a Terms, id: EntryId) -> Option<(Cell, &'a [Cell])> {
        match self.entries[id as usize].goal {
            Asked::Goal(_) => None,
            Asked::Call(name, args) => {
                let args = terms.compound_parts(args).map_or(&[][..], |(_, args)| args);
                Some((name, args))
            }
        }
    }

    /// The goal of an entry.
    pub fn goal(&self, terms: &mut Terms, id: EntryId) -> Cell {
        match self.entries[id as usize].goal {
            Asked::Goal(goal) => goal,
            Asked::Call(name, args) => {
                let args = terms.compound_parts(args).map_or(&[][..], |(_, args)| args);
                match args.to_vec() {
                    args if args.is_empty() => name,
                    args => terms.compound(name, &args),
                }
            }
        }
    }

    /// What comes after the rows.
    pub fn end(&self, id: EntryId) -> &End {
        &self.entries[id as usize].end
    }

    /// How many answers to leave out, and how many to ask for.
    pub fn wanted(&self, id: EntryId) -> (usize, usize) {
        let known = self.entries[id as usize].rows as usize;
        (known, (known * 7).max(FIRST))
    }

    /// Takes further answers.
    pub fn add(&mut self, id: EntryId, answers: Answers) {
        let entry = &mut self.entries[id as usize];
        // No progress would be an endless loop.
        let stuck = answers.rows.is_empty() && answers.end == End::More;
        entry.end = if stuck { End::Complete } else { answers.end };
        let Some(width) = answers.rows.first().map(Vec::len) else {
            return;
        };
        let known = entry.first as usize..entry.first as usize + entry.rows as usize * width;
        entry.first = self.values.len() as u32;
        entry.width = width as u32;
        entry.rows += answers.rows.len() as u32;
        self.values.extend_from_within(known);
        // A row of another width is none of this goal.
        let rows = answers.rows.iter();
        self.values.extend(rows.flat_map(|row| {
            let last = row.last().copied().unwrap_or_default();
            (0..width).map(move |at| row.get(at).copied().unwrap_or(last))
        }));
    }

    /// Forgets a goal whose answers may change.
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
