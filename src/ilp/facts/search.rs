//! The search for a witness: one value for each existential variable.

use std::{
    collections::HashSet,
    sync::atomic::{AtomicBool, Ordering},
};

use super::{
    super::{
        clause::{MAX_ARITY, Variable},
        relations::{Demand, Group, Relations},
        task::Value,
        tester::Stopped,
    },
    plan::{Access, Node, Output},
};
use crate::relation::Tuples;

/// How many answers are tried between two looks at the flag that stops the search.
const STEPS: u32 = 4096;

/// How many calls wait for Prolog at most, so that one clause does not ask for a table that fills
/// the memory before the first answer can make the rest superfluous.
const MOST_DEMANDS: usize = 1 << 14;

/// What is known of a part of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Truth {
    False,
    /// It depends on calls that are demanded.
    Unknown,
    True,
}

/// A search with its bindings.
pub(super) struct Search<'s> {
    relations: &'s Relations,
    cancel: &'s AtomicBool,
    binding: Vec<Value>,
    demands: HashSet<Demand>,
    memos: Vec<Memo>,
    steps: u32,
    stopped: bool,
}

/// After so many look-ups a memo that seldom knows is given up.
const TRIAL: u32 = 1024;

/// How many entries a memo holds at most.
const MOST_ENTRIES: usize = 1 << 18;

/// Which values of a node's variables lead to a witness, as far as it was found out.
struct Memo {
    keys: Tuples,
    truths: Vec<bool>,
    asked: u32,
    known: u32,
}

impl Memo {
    fn pays(&self) -> bool {
        self.asked < TRIAL || self.known >= self.asked / 4
    }
}

impl<'s> Search<'s> {
    pub fn new(
        relations: &'s Relations,
        variables: usize,
        memos: usize,
        cancel: &'s AtomicBool,
    ) -> Search<'s> {
        let memo = || Memo {
            keys: Tuples::new(0),
            truths: Vec::new(),
            asked: 0,
            known: 0,
        };
        Search {
            relations,
            cancel,
            binding: vec![0; variables],
            demands: HashSet::new(),
            memos: (0..memos).map(|_| memo()).collect(),
            steps: STEPS,
            stopped: false,
        }
    }

    /// Whether the part has a witness for an example.
    ///
    /// # Errors
    ///
    /// If the search is cancelled.
    pub fn example(&mut self, root: &Node<'_>, example: &[Value]) -> Result<Truth, Stopped> {
        self.binding[..example.len()].copy_from_slice(example);
        let truth = self.node(root);
        match self.stopped {
            true => Err(Stopped::Cancelled),
            false => Ok(truth),
        }
    }

    /// The calls without which some answers were [`Truth::Unknown`], in a fixed order.
    pub fn take_demands(&mut self) -> Vec<Demand> {
        let mut demands: Vec<Demand> = self.demands.drain().collect();
        demands.sort_unstable();
        demands
    }

    fn node(&mut self, node: &Node<'_>) -> Truth {
        match &node.memo {
            Some((slot, variables)) if self.memos[*slot].pays() => {
                self.remembered(node, *slot, variables)
            }
            _ => self.found(node),
        }
    }

    fn remembered(&mut self, node: &Node<'_>, slot: usize, variables: &[Variable]) -> Truth {
        let mut key = [0; MAX_ARITY];
        for (cell, &variable) in key.iter_mut().zip(variables) {
            *cell = self.binding[usize::from(variable)];
        }
        let key = &key[..variables.len()];
        let memo = &mut self.memos[slot];
        memo.asked += 1;
        if memo.keys.width() != key.len() {
            memo.keys = Tuples::new(key.len());
        }
        if let Some(entry) = memo.keys.find(key) {
            memo.known += 1;
            return match memo.truths[entry as usize] {
                true => Truth::True,
                false => Truth::False,
            };
        }
        let truth = self.found(node);
        let memo = &mut self.memos[slot];
        if truth != Truth::Unknown && !self.stopped && memo.truths.len() < MOST_ENTRIES {
            memo.truths.push(truth == Truth::True);
            let _ = memo.keys.insert(key);
        }
        truth
    }

    fn found(&mut self, node: &Node<'_>) -> Truth {
        let truth = self.answered(node);
        match (truth, node.negated) {
            (truth, false) => truth,
            (Truth::True, true) => Truth::False,
            (Truth::Unknown, true) => Truth::Unknown,
            (Truth::False, true) => Truth::True,
        }
    }

    #[inline]
    fn answered(&mut self, node: &Node<'_>) -> Truth {
        let mut key = [0; MAX_ARITY];
        for (cell, &variable) in key.iter_mut().zip(&node.key) {
            *cell = self.binding[usize::from(variable)];
        }
        let key = &key[..node.key.len()];
        match &node.step {
            Access::Test(stored) => match stored.contains(key) {
                true => Truth::True,
                false => Truth::False,
            },
            Access::Index(index) => self.group(node, index.lookup(key)),
            Access::All(stored) => self.group(node, stored.all()),
            Access::Member(set) => {
                let mut truth = Truth::False;
                for value in set.iter() {
                    match self.row(node, &[value]) {
                        Truth::True => return Truth::True,
                        Truth::Unknown => truth = Truth::Unknown,
                        Truth::False => {}
                    }
                }
                truth
            }
            Access::Call(id) => match self.relations.answers(*id, key) {
                Some(answers) => self.group(node, answers.rows()),
                None => {
                    if self.demands.len() < MOST_DEMANDS {
                        self.demands.insert((*id, key.to_vec()));
                    }
                    Truth::Unknown
                }
            },
        }
    }

    #[inline]
    fn group(&mut self, node: &Node<'_>, group: Group<'_>) -> Truth {
        // The last literal of a chain, by far the most frequent case.
        if let ([Output::Bind(_, filter)], []) = (&node.outputs[..], &node.children[..]) {
            return match group.cells().iter().any(|&value| filter.passes(value)) {
                true => Truth::True,
                false => Truth::False,
            };
        }
        let mut truth = Truth::False;
        for row in group.iter() {
            match self.row(node, row) {
                Truth::True => return Truth::True,
                Truth::Unknown => truth = Truth::Unknown,
                Truth::False => {}
            }
        }
        truth
    }

    fn row(&mut self, node: &Node<'_>, row: &[Value]) -> Truth {
        self.steps -= 1;
        if self.steps == 0 {
            self.steps = STEPS;
            self.stopped |= self.cancel.load(Ordering::Relaxed);
        }
        if self.stopped {
            return Truth::False;
        }
        for (&value, output) in row.iter().zip(&node.outputs) {
            match output {
                Output::Bind(variable, filter) => {
                    if !filter.passes(value) {
                        return Truth::False;
                    }
                    self.binding[usize::from(*variable)] = value;
                }
                Output::Equal(variable) => {
                    if self.binding[usize::from(*variable)] != value {
                        return Truth::False;
                    }
                }
            }
        }
        let mut truth = Truth::True;
        for child in &node.children {
            match self.node(child) {
                Truth::False => return Truth::False,
                Truth::Unknown => truth = Truth::Unknown,
                Truth::True => {}
            }
        }
        truth
    }
}
