//! Recursive programs by descent chains.
//!
//! A predicate that calls itself once in a clause takes its inputs apart: what it calls itself with
//! are terms over the inputs of its head, its *descent*. From an example on a descent makes a chain
//! of *states*, which ends; a program with this descent says something about these states and about
//! nothing else. So:
//!
//! - descents are enumerated first, the chains of each are made once, and a descent that does not
//!   end is dropped ([`chains`]);
//! - what literals come to is found out at all states of all chains, and what is the same there
//!   counts once ([`bodies`], [`leaves`]), as in the enumeration of programs by observational
//!   equivalence (A. Albarghouthi, S. Gulwani and Z. Kincaid, "Recursive program synthesis", CAV
//!   2013);
//! - a program is run in a sweep from the end of each chain to its start ([`sweep`]), and parts
//!   that cannot be parts of a program are told by sets of states ([`search`]): failures that explain
//!   themselves (R. Morel and A. Cropper, "Learning logic programs by explaining their failures",
//!   Machine Learning 112, 2023);
//! - programs come in the order of their size, so the first one is a smallest one of these.
//!
//! There may be several inputs, such as a list and a counter or an accumulator, and up to three
//! outputs; one or two leaves with one caller, or one leaf with two callers, of one descent or two. Other
//! programs are left to the search of [`programs`](super::programs), which also proves that nothing
//! is smaller: this one says nothing about what it did not find. What it finds is tested like any
//! other program, with the same limits, by whoever called it.
//!
//! Where errors are allowed, what is looked for is the program of the least cost, its size and its
//! errors (as in [`mdl`](super::mdl)), with one caller: each that costs less than the best so far is
//! handed over, and the search goes on below that.
//!
//! What has been shown when the search of all sizes below one is through ([`Shown`]): none of these
//! programs is complete and consistent, apart from those that cover the same examples as one that was
//! judged and refused. A program is one of these if
//! - its clauses are of the bias, one or two (with three clauses or more) without a call and one with
//!   one call of the head, or one without and two with one each;
//! - the call's inputs are terms of up to three literals together, each literal of one answer, whose
//!   chains from the positive examples end within the bound; two calls together make a graph without
//!   a cycle;
//! - a leaf has up to four literals, a caller up to four besides its descent, two of which at most
//!   make an output of the answer, and one more for each further output;
//! - literals are nested up to five deep, and each that binds a variable has one answer wherever it
//!   has any; no value on a chain is much longer than those of the examples, and no state has more
//!   than some hundred answers.
//!
//! If too much of a kind was made, or the work was too much, `cut_short` says so. Of descents that make
//! the same chains one is kept, and of tests and outputs that are the same at all states a few, so a
//! program may be missed whose literals share more variables than those that are kept do. So this is
//! no proof, and what uses it as one would have to bound that first.

mod bodies;
mod callers;
mod calls;
mod chains;
mod crossed;
mod fragment;
mod leaves;
mod pairs;
mod results;
mod search;
mod stages;
mod sweep;
mod syntax;
#[cfg(test)]
mod tests;

use std::sync::atomic::AtomicBool;

use self::{
    calls::{Budget, Calls, Halt},
    fragment::{Fragment, HOLDS, OUTPUTS},
    search::{Judge, Search},
};
use super::{
    bias::{Bias, Mode},
    clause::Clause,
    relations::Relations,
    task::{Task, Value},
    tester::Stopped,
};

/// How much work may be done: some seconds.
const WORK: u64 = 150_000_000;

/// How many bytes of conditions, terms and leaves may be kept.
const ROOM: usize = 400 << 20;

/// Texts of values may be this many times as long as the longest in an example, and some bytes longer.
const GROWTH: usize = 8;
const SHORT: usize = 200;

/// A chain may be as long as the greatest value of an example has parts, up to some hundred, and a bit longer.
const PARTS: usize = 300;
const MARGIN: usize = 8;

/// The size of the smallest programs: two literals of a leaf, three of a caller.
pub(super) const LEAST: usize = 5;

/// The largest programs that are looked for, if larger ones would be of use.
pub(super) const LARGEST: usize = 20;

/// What a search is asked.
pub(super) struct Request<'r> {
    /// The task.
    pub task: &'r Task,
    /// Its bias, where heads have directions.
    pub bias: &'r Bias,
    /// The most clauses of a program.
    pub clauses: usize,
    /// The largest program that is of use.
    pub largest: usize,
    /// If errors are allowed, what a program has to cost less than: its size and its errors.
    pub cost: Option<usize>,
    /// What the bias may tell clauses apart by, besides what they say.
    pub marks: &'r dyn Fn(&Clause) -> Vec<bool>,
}

/// What is said of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It is the one that was looked for.
    Taken,
    /// It is of no use.
    Refused,
    /// It is the best so far, and only what costs less is of use now.
    Costs(usize),
}

/// How far a search went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Shown {
    /// All programs of the fragment below this size were looked at.
    pub below: usize,
    /// Unless there was too much of a kind, and something was left out.
    pub cut_short: bool,
}

/// There is no such program, or none of them is looked for.
const NOTHING: Shown = Shown {
    below: LEAST,
    cut_short: false,
};

/// Looks for a program that covers the positive examples and no negative one, the smaller ones
/// first, or, if errors are allowed, for those that cost less and less; `judge` is asked about each,
/// and may end the search by taking it.
///
/// # Errors
///
/// If the background fails, or the search is told to end.
pub(super) fn search<'a>(
    request: &Request<'a>,
    relations: &'a Relations,
    cancel: &'a AtomicBool,
    judge: &mut Judge<'_>,
) -> Result<Shown, Stopped> {
    let Request { task, bias, .. } = *request;
    let Some(fragment) = Fragment::new(bias, request.clauses) else {
        return Ok(NOTHING);
    };
    let [examples] = task.examples.as_slice() else {
        return Ok(NOTHING);
    };
    let modes = bias.predicate(fragment.head).modes.iter().flatten();
    let modes: Vec<Mode> = modes.copied().collect();
    let of = |row: &[Value], wanted: Mode| -> Vec<Value> {
        let cells = row.iter().zip(&modes);
        let cells = cells.filter(|(_, mode)| **mode == wanted);
        cells.map(|(&value, _)| value).collect()
    };
    // Short chains first: most programs fail on one of them. No order of the negative ones matters.
    let mut rows: Vec<&[Value]> = examples.tuples.iter().take(examples.positives).collect();
    rows.sort_by_key(|row| {
        row.iter()
            .map(|&value| task.values.text(value).len())
            .sum::<usize>()
    });
    let positives = rows.len();
    rows.extend(examples.tuples.iter().skip(positives));
    let inputs = rows.iter().map(|row| of(row, Mode::In)).collect();
    let outputs = rows.iter().map(|row| {
        let mut answer = [HOLDS; OUTPUTS];
        let values = of(row, Mode::Out);
        answer[..values.len()].copy_from_slice(&values);
        answer
    });
    let outputs = outputs.collect();
    if positives == 0 {
        return Ok(NOTHING);
    }
    let texts = || rows.iter().flat_map(|row| row.iter());
    let lengths = texts().map(|&value| task.values.text(value).len());
    let longest = GROWTH * lengths.max().unwrap_or(0) + SHORT;
    let budget = Budget {
        cancel,
        left: WORK,
        room: ROOM,
        cut_short: false,
    };
    let states = texts().map(|&value| parts(task.values.text(value)));
    let states = states.max().unwrap_or_default() + MARGIN;
    let calls = Calls::new(relations, longest, &fragment.known);
    let mut judge = |program: &[Clause]| judge(program);
    let mut search = Search::new(
        &fragment,
        calls,
        budget,
        (inputs, outputs, positives),
        (states, request.cost),
        request.marks,
        &mut judge,
    );
    let largest = request
        .largest
        .min(LARGEST)
        .min(request.clauses * (1 + bias.max_body));
    let mut below = LEAST;
    while below <= largest {
        match search.size(below) {
            Ok(true) => break,
            Err(Halt::Spent) => {
                search.budget.cut_short = true;
                break;
            }
            Ok(false) => below += 1,
            Err(Halt::Stopped(stopped)) => return Err(stopped),
        }
    }
    Ok(Shown {
        below,
        cut_short: search.budget.cut_short,
    })
}

/// How often a value can be taken apart, as its text tells: the elements of a list, the arguments of a
/// compound, what an integer anywhere in it counts.
fn parts(text: &str) -> usize {
    let numbers = text.split(|c: char| !c.is_ascii_digit());
    let counts = numbers.filter(|digits| !digits.is_empty());
    let counts = counts.map(|digits| digits.parse().unwrap_or(PARTS));
    // A list of characters is written in double quotes.
    let characters = if text.starts_with('"') { text.len() } else { 0 };
    let separators = text.matches(['(', '[', ',']).count();
    let greatest = counts.max().unwrap_or_default();
    greatest.max(characters).max(separators).min(PARTS)
}
