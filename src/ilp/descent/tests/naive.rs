//! Programs run clause by clause, with nothing in common with the search.

use std::collections::{BTreeSet, HashMap};

use crate::ilp::{
    bias::{Bias, Mode, PredicateId},
    clause::Clause,
    relations::Relations,
    task::{Task, Value},
};

/// How many positive examples a program does not cover, and how many negative ones it does, as follows
/// from its clauses one by one.
pub(super) fn errors(task: &Task, relations: &Relations, program: &[Clause]) -> (usize, usize) {
    let examples = &task.examples[0];
    let mut naive = Naive {
        bias: &task.bias,
        relations,
        program,
        known: HashMap::new(),
    };
    let modes = task.bias.predicate(examples.head).modes.clone().unwrap();
    let of = |row: &[Value], wanted: Mode| -> Vec<Value> {
        let cells = row.iter().zip(&modes);
        let cells = cells.filter(|(_, mode)| **mode == wanted);
        cells.map(|(&value, _)| value).collect()
    };
    let (mut missing, mut wrong) = (0, 0);
    for (number, row) in examples.tuples.iter().enumerate() {
        let answers = naive.answers(&of(row, Mode::In), 60);
        let covered = answers.contains(&of(row, Mode::Out));
        missing += usize::from(!covered && number < examples.positives);
        wrong += usize::from(covered && number >= examples.positives);
    }
    (missing, wrong)
}

/// A program run clause by clause, literal by literal.
struct Naive<'n> {
    bias: &'n Bias,
    relations: &'n Relations,
    program: &'n [Clause],
    known: HashMap<(Vec<Value>, usize), BTreeSet<Vec<Value>>>,
}

impl Naive<'_> {
    /// The outputs for some inputs, with so many calls inside each other at most.
    fn answers(&mut self, inputs: &[Value], depth: usize) -> BTreeSet<Vec<Value>> {
        if depth == 0 {
            return BTreeSet::new();
        }
        if let Some(known) = self.known.get(&(inputs.to_vec(), depth)) {
            return known.clone();
        }
        let mut answers = BTreeSet::new();
        for clause in self.program {
            let mut bound = vec![None; clause.variables()];
            let ins = self.columns(clause.head.predicate, Mode::In);
            for (column, &value) in ins.into_iter().zip(inputs) {
                bound[column] = Some(value);
            }
            let body: Vec<usize> = (0..clause.body.len()).collect();
            let outs = self.columns(clause.head.predicate, Mode::Out);
            for bound in self.solutions(clause, &body, bound, depth) {
                answers.insert(outs.iter().map(|&column| bound[column].unwrap()).collect());
            }
        }
        let key = (inputs.to_vec(), depth);
        self.known.insert(key, answers.clone());
        answers
    }

    fn columns(&self, predicate: PredicateId, wanted: Mode) -> Vec<usize> {
        let modes = self.bias.predicate(predicate).modes.as_ref().unwrap();
        (0..modes.len()).filter(|&at| modes[at] == wanted).collect()
    }

    /// What the variables may be so that the literals hold.
    fn solutions(
        &mut self,
        clause: &Clause,
        open: &[usize],
        bound: Vec<Option<Value>>,
        depth: usize,
    ) -> Vec<Vec<Option<Value>>> {
        let ready = open.iter().position(|&at| {
            let literal = &clause.body[at];
            let mut ins = self.columns(literal.predicate, Mode::In).into_iter();
            ins.all(|column| bound[usize::from(literal.arguments()[column])].is_some())
        });
        let Some(ready) = ready else {
            assert!(open.is_empty(), "a literal that never has its inputs");
            return vec![bound];
        };
        let literal = &clause.body[open[ready]];
        let rest: Vec<usize> = open
            .iter()
            .copied()
            .filter(|&at| at != open[ready])
            .collect();
        let variables = |columns: Vec<usize>| -> Vec<usize> {
            let columns = columns.into_iter();
            columns
                .map(|column| usize::from(literal.arguments()[column]))
                .collect()
        };
        let ins = variables(self.columns(literal.predicate, Mode::In));
        let outs = variables(self.columns(literal.predicate, Mode::Out));
        let key: Vec<Value> = ins
            .iter()
            .map(|&variable| bound[variable].unwrap())
            .collect();
        let rows: Vec<Vec<Value>> = if literal.predicate == clause.head.predicate {
            self.answers(&key, depth - 1).into_iter().collect()
        } else {
            let id = literal.predicate;
            self.relations.demand(&[(id, key.clone())]).unwrap();
            let answers = self.relations.answers(id, &key).unwrap();
            match outs.is_empty() {
                true => (0..answers.rows().rows().min(1))
                    .map(|_| Vec::new())
                    .collect(),
                false => answers.rows().iter().map(<[Value]>::to_vec).collect(),
            }
        };
        let mut found = Vec::new();
        for row in rows {
            let mut next = bound.clone();
            let fits = outs
                .iter()
                .zip(row)
                .all(|(&variable, value)| *next[variable].get_or_insert(value) == value);
            if fits {
                found.extend(self.solutions(clause, &rest, next, depth));
            }
        }
        found
    }
}
