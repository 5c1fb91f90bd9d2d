//! A task: a bias, ground facts, and examples, with all ground terms interned.

use std::collections::{BTreeSet, HashMap};

use rustc_hash::FxHashMap;

use super::{
    Bits,
    bias::{Bias, PredicateId},
};
use crate::term::Term;

/// A ground term's number in [`Values`].
pub type Value = u32;

/// Ground terms, numbered. A term is its canonical Prolog text.
#[derive(Debug, Clone, Default)]
pub struct Values {
    texts: Vec<String>,
    numbers: FxHashMap<String, Value>,
}

impl Values {
    /// The number of a term, new or known.
    pub fn intern(&mut self, text: &str) -> Value {
        if let Some(&number) = self.numbers.get(text) {
            return number;
        }
        let number = self.texts.len() as Value;
        self.texts.push(text.to_owned());
        self.numbers.insert(text.to_owned(), number);
        number
    }

    /// The number of a term that is known.
    pub fn number(&self, text: &str) -> Option<Value> {
        self.numbers.get(text).copied()
    }

    /// The term of a number.
    pub fn text(&self, value: Value) -> &str {
        &self.texts[value as usize]
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// True iff there are none.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }
}

/// Tuples of one arity, row after row, in the order in which they were written; a row may repeat.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Table {
    /// The number of columns.
    pub arity: usize,
    /// The rows, end to end.
    pub cells: Vec<Value>,
    /// The number of rows; needed for arity 0.
    pub rows: usize,
}

impl Table {
    /// No rows.
    pub fn new(arity: usize) -> Table {
        Table {
            arity,
            ..Table::default()
        }
    }

    /// Adds a row.
    pub fn push(&mut self, row: &[Value]) {
        debug_assert_eq!(row.len(), self.arity);
        self.cells.extend_from_slice(row);
        self.rows += 1;
    }

    /// The row of an index.
    pub fn row(&self, index: usize) -> &[Value] {
        &self.cells[index * self.arity..(index + 1) * self.arity]
    }

    /// The rows.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[Value]> {
        (0..self.rows).map(|index| self.row(index))
    }
}

/// Predicates as ground facts.
pub type Facts = HashMap<(String, usize), Table>;

/// The examples of one predicate: the positive ones first.
#[derive(Debug, Clone)]
pub struct Examples {
    /// The predicate.
    pub head: PredicateId,
    /// The argument tuples of all examples.
    pub tuples: Table,
    /// How many of them are positive.
    pub positives: usize,
}

impl Examples {
    /// The positive examples as a set.
    pub fn positive(&self) -> Bits {
        Bits::of(self.tuples.rows, 0..self.positives)
    }

    /// Adds an example; one that is there already, with the same label, counts once.
    pub fn add(&mut self, row: &[Value], positive: bool) {
        let (from, to) = match positive {
            true => (0, self.positives),
            false => (self.positives, self.tuples.rows),
        };
        if (from..to).any(|index| self.tuples.row(index) == row) {
            return;
        }
        let at = to * self.tuples.arity;
        self.tuples.cells.splice(at..at, row.iter().copied());
        self.tuples.rows += 1;
        self.positives += usize::from(positive);
    }
}

/// The clauses behind the predicates that are rules, where all that they do is known.
#[derive(Debug, Clone, Default)]
pub struct Clauses {
    /// Terms `clause(Head,Body)`, no two variables of a clause of the same name unless they are the
    /// same.
    pub clauses: Vec<Term>,
    /// Predicates of libraries that they may call and do not define themselves.
    pub libraries: Vec<(String, usize)>,
}

/// A learning task.
#[derive(Debug, Clone, Default)]
pub struct Task {
    /// The language.
    pub bias: Bias,
    /// The ground terms of facts and examples.
    pub values: Values,
    /// The predicates of the background that are ground facts only.
    pub facts: Facts,
    /// The body predicates that only Prolog can answer: rules, library predicates.
    pub rules: BTreeSet<(String, usize)>,
    /// The clauses of those, if they can be run without Prolog.
    pub clauses: Option<Clauses>,
    /// The examples, one entry for each of the bias' heads, in the same order.
    pub examples: Vec<Examples>,
}
