//! Bodies that lead from one head variable to another through existential ones, such as
//! `f(A,B) :- parent(A,C), parent(C,B)`, for many examples at once.
//!
//! All examples that agree on the first variable share one walk: from its value to all values that
//! the first literal leads to, from those on, and so on, each value once. What is reached at the
//! end answers every one of them. A walk costs the edges that it meets, which for few examples is
//! more than the search for their witnesses.

use std::sync::atomic::{AtomicBool, Ordering};

use super::{
    super::{
        Bits,
        clause::{Literal, Variable},
        relations::{Index, Relations, ValueSet},
        task::Table,
        tester::Stopped,
    },
    Groups,
    derived::Filter,
    query::Query,
};

/// A path of literals.
#[derive(Debug)]
pub(super) struct Chain<'r> {
    /// The head variable where it starts.
    pub from: usize,
    /// The head variable where it ends.
    pub to: usize,
    steps: Vec<(&'r Index, Filter<'r>)>,
}

impl<'r> Chain<'r> {
    /// The path that these literals are, from the head variable `from`.
    pub fn new(
        relations: &'r Relations,
        query: &Query<'r>,
        part: &[usize],
        from: usize,
    ) -> Option<Chain<'r>> {
        let mut open: Vec<Literal> = Vec::with_capacity(part.len());
        for &index in part {
            let (literal, negated) = query.literals[index];
            relations.stored(literal.predicate).filter(|_| !negated)?;
            open.push(literal);
        }
        let mut at = from as Variable;
        let mut steps = Vec::with_capacity(open.len());
        while !open.is_empty() {
            let mut next =
                open.iter()
                    .enumerate()
                    .filter_map(|(index, literal)| match *literal.arguments() {
                        [a, b] if a == at && b != at => Some((index, 0, b)),
                        [a, b] if b == at && a != at => Some((index, 1, a)),
                        _ => None,
                    });
            let (index, column, other) = next.next()?;
            let head = usize::from(other) < query.head;
            if next.next().is_some() || head != (open.len() == 1) {
                return None;
            }
            let literal = open.remove(index);
            let stored = relations.stored(literal.predicate)?;
            let filter = match head {
                true => Filter::default(),
                false => query.filters[usize::from(other)].clone(),
            };
            steps.push((stored.by_columns(1 << column), filter));
            at = other;
        }
        let to = usize::from(at);
        (steps.len() > 1 && to != from).then_some(Chain { from, to, steps })
    }

    /// Those of `candidates` whose values the path joins; `groups` are by the first variable.
    ///
    /// # Errors
    ///
    /// If it is cancelled.
    pub fn joined(
        &self,
        examples: &Table,
        groups: &Groups,
        candidates: &Bits,
        cancel: &AtomicBool,
    ) -> Result<Bits, Stopped> {
        let mut cover = Bits::empty(candidates.length());
        let (mut front, mut next) = (Vec::new(), Vec::new());
        let mut reached = ValueSet::new();
        for group in 0..groups.count {
            let members = groups
                .members(group)
                .iter()
                .map(|&example| example as usize);
            let mut members = members
                .filter(|&example| candidates.contains(example))
                .peekable();
            let Some(&first) = members.peek() else {
                continue;
            };
            if cancel.load(Ordering::Relaxed) {
                return Err(Stopped::Cancelled);
            }
            front.clear();
            front.push(examples.row(first)[self.from]);
            for (index, filter) in &self.steps {
                front.iter().for_each(|&value| reached.remove(value));
                next.clear();
                for &value in &front {
                    for &found in index.lookup(&[value]).cells() {
                        if filter.passes(found) && !reached.contains(found) {
                            reached.insert(found);
                            next.push(found);
                        }
                    }
                }
                std::mem::swap(&mut front, &mut next);
            }
            for example in members {
                if reached.contains(examples.row(example)[self.to]) {
                    cover.insert(example);
                }
            }
            front.iter().for_each(|&value| reached.remove(value));
        }
        Ok(cover)
    }
}
