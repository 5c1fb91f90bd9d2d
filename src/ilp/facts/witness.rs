//! Literals that leave an example covered: a clause that covers it goes on to do so with a literal
//! that holds for one of its solutions there, as far as those are found quickly.

use super::super::{
    Bits,
    clause::{Clause, Literal, MAX_ARITY, MAX_VARIABLES, Variable},
    relations::{Columns, Relations, Stored},
    task::{Table, Value},
};
use crate::relation::greedy;

/// How many examples are looked at, how many solutions for each, and how many tuples for all of
/// those.
const EXAMPLES: usize = 16;
const SOLUTIONS: usize = 4;
const TUPLES: usize = 256;

/// A literal with the columns whose variables are bound when it is asked.
struct WitnessStep<'r> {
    stored: &'r Stored,
    literal: Literal,
    bound: Columns,
}

/// Drops literals with which the clause covers one of the examples.
pub(super) fn exclude(
    relations: &Relations,
    table: &Table,
    clause: &Clause,
    examples: &Bits,
    literals: &mut Vec<Literal>,
) {
    let Some(steps) = ordered(relations, clause) else {
        return;
    };
    let (own, variables) = (clause.head_variables(), clause.variables());
    let every = examples.count().div_ceil(EXAMPLES).max(1);
    for example in examples.iter().step_by(every) {
        let mut binding = [0; MAX_VARIABLES];
        binding[..own].copy_from_slice(table.row(example));
        let (mut solutions, mut tuples) = (SOLUTIONS, TUPLES);
        solve(&steps, &mut binding, &mut tuples, &mut |binding| {
            literals.retain(|literal| !holds(relations, literal, binding, variables));
            solutions -= 1;
            solutions > 0 && !literals.is_empty()
        });
        if literals.is_empty() {
            return;
        }
    }
}

/// The body in an order in which each literal has few tuples to try; `None` if a relation is not
/// known as a whole.
fn ordered<'r>(relations: &'r Relations, clause: &Clause) -> Option<Vec<WitnessStep<'r>>> {
    let body = clause.body.iter();
    let open = body.map(|literal| Some((*literal, relations.stored(literal.predicate)?)));
    let open: Vec<(Literal, &Stored)> = open.collect::<Option<_>>()?;
    let mut steps = Vec::with_capacity(open.len());
    let bound = |literal: &Literal, seen: u64| columns(literal, |v| seen >> v & 1 == 1);
    greedy(
        open,
        &mut ((1u64 << clause.head_variables()) - 1),
        |(literal, stored), seen| match bound(literal, *seen) {
            0 if !literal.arguments().is_empty() => stored.rows() as f64,
            all if all.count_ones() as usize == literal.arguments().len() => 0.0,
            some => stored.fan_out(some),
        },
        |(literal, stored), seen| {
            let bound = bound(&literal, *seen);
            literal.arguments().iter().for_each(|&v| *seen |= 1 << v);
            steps.push(WitnessStep {
                stored,
                literal,
                bound,
            });
        },
    );
    Some(steps)
}

/// Tells `take` each solution until it has enough (false) or too many tuples were tried; false then.
fn solve(
    steps: &[WitnessStep<'_>],
    binding: &mut [Value; MAX_VARIABLES],
    tuples: &mut usize,
    take: &mut dyn FnMut(&[Value; MAX_VARIABLES]) -> bool,
) -> bool {
    let Some((step, rest)) = steps.split_first() else {
        return take(binding);
    };
    let arguments = step.literal.arguments();
    let (key, length) = key(&step.literal, step.bound, binding);
    let key = &key[..length];
    if length == arguments.len() {
        return !step.stored.contains(key) || solve(rest, binding, tuples, take);
    }
    let group = match length {
        0 => step.stored.all(),
        _ => step.stored.lookup(step.bound, key),
    };
    for row in group.iter() {
        if *tuples == 0 {
            return false;
        }
        *tuples -= 1;
        let mut cells = row.iter();
        for (column, &variable) in arguments.iter().enumerate() {
            if step.bound >> column & 1 == 0
                && let Some(&value) = cells.next()
            {
                binding[usize::from(variable)] = value;
            }
        }
        if !solve(rest, binding, tuples, take) {
            return false;
        }
    }
    true
}

/// Whether the literal has a tuple for the values of its variables below `variables`.
fn holds(
    relations: &Relations,
    literal: &Literal,
    binding: &[Value; MAX_VARIABLES],
    variables: usize,
) -> bool {
    let Some(stored) = relations.stored(literal.predicate) else {
        return false;
    };
    let bound = columns(literal, |v| usize::from(v) < variables);
    let (key, length) = key(literal, bound, binding);
    match length {
        0 => stored.rows() > 0,
        all if all == literal.arguments().len() => stored.contains(&key[..all]),
        some => stored.lookup(bound, &key[..some]).rows() > 0,
    }
}

fn columns(literal: &Literal, wanted: impl Fn(Variable) -> bool) -> Columns {
    let places = literal.arguments().iter().enumerate();
    places
        .filter(|(_, variable)| wanted(**variable))
        .fold(0, |columns, (column, _)| columns | 1 << column)
}

/// The values of the bound columns, and how many there are.
fn key(
    literal: &Literal,
    bound: Columns,
    binding: &[Value; MAX_VARIABLES],
) -> ([Value; MAX_ARITY], usize) {
    let mut key = [0; MAX_ARITY];
    let mut length = 0;
    for (column, &variable) in literal.arguments().iter().enumerate() {
        if bound >> column & 1 == 1 {
            key[length] = binding[usize::from(variable)];
            length += 1;
        }
    }
    (key, length)
}
