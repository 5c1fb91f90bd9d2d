//! The examples as calls, and what a program does on them.

use super::{
    super::language::{Language, Learned},
    machine::{Halt, Machine},
};
use crate::ilp::{
    Bits,
    relations::Columns,
    task::{Task, Value},
};

/// An example: the predicate and its arguments.
pub type Example = (Learned, Vec<Value>);

/// What a program does on the examples.
#[derive(Debug, Clone)]
pub struct Tested {
    /// The positive examples covered.
    pub positive: Bits,
    /// Whether a positive example ran into a limit.
    pub limited: bool,
    /// How many negative examples are covered; if errors are not allowed, one stands for all.
    pub negative: usize,
}

/// What is wanted of a run.
#[derive(Debug, Clone, Copy)]
pub struct Wanted<'w> {
    /// Whether all negative examples that are covered are counted.
    pub count: bool,
    /// Whether negative examples are looked at although no positive one is covered.
    pub always: bool,
    /// Examples that are known not to be covered, the positive ones first.
    pub hopeless: Option<&'w Bits>,
}

/// Runs the loaded program on the examples.
pub fn run(
    machine: &mut Machine<'_>,
    positives: &[Example],
    negatives: &[Example],
    wanted: Wanted<'_>,
) -> Result<Tested, Halt> {
    let mut tested = Tested {
        positive: Bits::empty(positives.len()),
        limited: false,
        negative: 0,
    };
    let hopeless = |index| wanted.hopeless.is_some_and(|known| known.contains(index));
    for (index, (of, tuple)) in positives.iter().enumerate() {
        if hopeless(index) {
            tested.limited = true;
            continue;
        }
        match machine.covers(*of, tuple) {
            Ok(true) => tested.positive.insert(index),
            Ok(false) => {}
            Err(Halt::Limit) => tested.limited = true,
            Err(Halt::Cancelled) => return Err(Halt::Cancelled),
        }
    }
    if tested.positive.is_empty() && !wanted.always {
        return Ok(tested);
    }
    for (index, (of, tuple)) in negatives.iter().enumerate() {
        if hopeless(positives.len() + index) {
            continue;
        }
        match machine.covers(*of, tuple) {
            Ok(true) => tested.negative += 1,
            Ok(false) | Err(Halt::Limit) => {}
            Err(Halt::Cancelled) => return Err(Halt::Cancelled),
        }
        if tested.negative > 0 && !wanted.count {
            break;
        }
    }
    Ok(tested)
}

/// How many calls may be inside each other, where learned predicates have directions: a recursion
/// takes the inputs of an example apart, and so ends after as many calls as the greatest of them
/// has parts (a number, as many as it counts), or goes through the values that facts name. What
/// goes deeper counts as endless.
pub fn depth(task: &Task, facts: bool) -> usize {
    const MARGIN: usize = 8;
    let numbers = |text: &str| -> usize {
        let runs = text.split(|c: char| !c.is_ascii_digit());
        let numbers = runs.filter_map(|run| run.parse::<usize>().ok());
        numbers.fold(0, usize::saturating_add)
    };
    let cells = task
        .examples
        .iter()
        .flat_map(|examples| &examples.tuples.cells);
    let parts = cells.map(|&value| {
        let text = task.values.text(value);
        match text.as_bytes().first() {
            // A list of characters is written in double quotes.
            Some(b'"') => text.len(),
            Some(b'[') => text.matches(['(', '[', ',']).count(),
            _ => numbers(text).max(text.matches(['(', '[', ',']).count()),
        }
    });
    let values = if facts { task.values.len() } else { 0 };
    parts
        .max()
        .unwrap_or_default()
        .max(values)
        .saturating_add(MARGIN)
}

/// The call that asks for an example.
pub fn call_of(language: &Language, of: Learned, tuple: &[Value]) -> (Columns, Vec<Value>) {
    let all = ((1u32 << tuple.len()) - 1) as Columns;
    let mask = language.inputs(of).unwrap_or(all);
    let columns = tuple.iter().enumerate();
    let key = columns.filter(|(column, _)| mask >> column & 1 == 1);
    (mask, key.map(|(_, &value)| value).collect())
}
