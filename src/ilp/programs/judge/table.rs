//! The calls of a program and their answers so far.

use super::super::language::{Language, Learned};
use crate::{
    ilp::{clause::MAX_ARITY, relations::Columns, task::Value},
    relation::Tuples,
};

/// A value that may be any: what a head variable is that its body does not bind, and what a
/// learned literal answers where only an upper bound is asked for.
pub const ANY: Value = Value::MAX;

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
    pub answers: Tuples,
}

/// The calls of a program; memory is kept from program to program.
#[derive(Debug)]
pub struct Calls {
    /// What is called with which columns bound, their values, and zeros up to the width.
    keys: Tuples,
    answered: Vec<Answered>,
}

impl Calls {
    /// No calls.
    pub fn new(language: &Language) -> Calls {
        let learned = 0..language.learned.len();
        let arity = learned.map(|learned| language.predicate(learned).arity());
        Calls {
            keys: Tuples::new(1 + arity.max().unwrap_or(0)),
            answered: Vec::new(),
        }
    }

    /// Forgets all calls.
    pub fn clear(&mut self) {
        self.keys.reset(self.keys.width());
    }

    /// The number of a call, new or known.
    pub fn number(
        &mut self,
        learned: Learned,
        mask: Columns,
        key: &[Value],
        width: usize,
    ) -> usize {
        let mut row = [0; 1 + MAX_ARITY];
        row[0] = (learned as u32) << 16 | u32::from(mask);
        row[1..=key.len()].copy_from_slice(key);
        let number = match self.keys.insert(&row[..self.keys.width()]) {
            Ok(new) => new as usize,
            Err(known) => return known as usize,
        };
        match self.answered.get_mut(number) {
            Some(answered) => {
                answered.state = State::Stale;
                answered.answers.reset(width);
            }
            None => self.answered.push(Answered {
                state: State::Stale,
                answers: Tuples::new(width),
            }),
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
        self.keys.iter().map(|row| {
            let mask = row[0] as Columns;
            let key = row[1..=mask.count_ones() as usize].to_vec();
            ((row[0] >> 16) as usize, mask, key)
        })
    }

    /// Takes back what is not known to be complete, after a call was given up.
    pub fn give_up(&mut self) {
        for answered in &mut self.answered[..self.keys.len()] {
            if answered.state != State::Complete {
                answered.state = State::Stale;
            }
        }
    }
}
