//! The search for a hypothesis of non-recursive clauses: the walk of [`Explorer`] decides what
//! clauses there are, a covering problem which of them make the hypothesis.
//!
//! A clause is given up, with all its specialisations, if
//! - it covers no positive example (it is too special);
//! - it covers no negative example: it becomes a candidate, and its specialisations cover less;
//! - candidates that are together no larger cover its positives already;
//! - the best hypothesis known is so small that with this clause or a specialisation of it, what is
//!   left to pay does not cover what is left to cover: no set of candidates does that are together
//!   no larger, and all clauses so small are known;
//! - `--noisy`: it covers no more positives than it has literals, or a candidate costs no more.
//!
//! When the best hypothesis is smaller than any that a clause of the next level could take part in,
//! it is proved smallest. Until then, no hypothesis is smaller than the best, than what candidates
//! alone make (by the covering problem's bound), and than a clause of the next level with the least
//! that covers what an open clause leaves: [`Findings::at_least`].

mod exact;
mod noisy;

use std::{
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use serde::Serialize;

use self::{exact::Exact, noisy::Noisy};
use super::{
    Bits,
    clause::Clause,
    explore::{Counts, Explorer, Node, Policy},
    space::Space,
    tester::{Stopped, Tester},
};
use crate::report;

/// What a search is asked for.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// The positive examples; the others are negative.
    pub positive: Bits,
    /// Whether the shortest description is wanted, errors allowed.
    pub noisy: bool,
    /// Whether all smallest hypotheses are wanted.
    pub all: bool,
    /// The most clauses, if bounded.
    pub clauses: Option<usize>,
    /// The most bytes for the clauses of two levels, if bounded.
    pub memory: Option<u64>,
}

/// A set of clauses and its errors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundClauses {
    /// The clauses, in canonical order.
    pub clauses: Vec<Clause>,
    /// What they cover together.
    pub cover: Bits,
}

impl FoundClauses {
    /// The sum of the sizes of the clauses.
    pub fn size(&self) -> usize {
        self.clauses.iter().map(Clause::size).sum()
    }
}

/// How a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The hypothesis is the smallest that covers all positives and no negative.
    Proved,
    /// The space is exhausted: no better hypothesis was found.
    Exhausted,
    /// The time limit, or the user.
    Stopped,
    /// The memory limit: there is no room for what comes next.
    Memory,
}

/// A level of the walk, for `--stats`.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub struct Level {
    /// The size of its clauses, the head included.
    pub size: usize,
    /// What became of them.
    #[serde(flatten)]
    pub counts: Counts,
    /// How many were kept to be specialised.
    pub kept: usize,
    /// How many candidates there are now.
    pub candidates: usize,
    /// The time for the walk.
    #[serde(rename = "walk_seconds", serialize_with = "report::seconds")]
    pub walking: Duration,
    /// The time to choose among the candidates.
    #[serde(rename = "combine_seconds", serialize_with = "report::seconds")]
    pub combining: Duration,
}

/// What a search found.
#[derive(Debug, Clone)]
pub struct Findings {
    /// The best hypotheses: one, or all of the smallest; empty if no clause is of use.
    pub best: Vec<FoundClauses>,
    /// How it ended.
    pub end: End,
    /// Whether there may be a better hypothesis of the same clauses.
    pub cut_short: bool,
    /// No hypothesis without errors is smaller than this: `usize::MAX` if there is none; 0 where
    /// errors are allowed, as nothing is known of it then.
    pub at_least: usize,
    /// Whose memory is used up, if it is not that of the walk.
    pub exhausted: Option<String>,
    /// The levels.
    pub levels: Vec<Level>,
}

/// What is known after each batch of clauses.
#[derive(Debug)]
pub struct Known<'a> {
    /// The size of the clauses of this level.
    pub size: usize,
    /// Candidates so far.
    pub candidates: usize,
    /// The best hypothesis so far, when it is a new one.
    pub best: Option<&'a FoundClauses>,
}

/// Is told what is known from time to time.
pub type Report<'a> = dyn FnMut(&Known<'_>) + Send + Sync + 'a;

/// Searches the space for the best hypothesis.
///
/// # Errors
///
/// If the tester fails; being stopped is no error.
pub fn clauses<'a, T: Tester + ?Sized>(
    space: &'a Space<'a>,
    tester: &T,
    request: &'a Request,
    stop: &'a AtomicBool,
    report: &'a mut Report<'a>,
) -> Result<Findings, Stopped> {
    if request.noisy {
        walk(
            space,
            tester,
            Noisy::new(space, request, report, stop),
            request,
            stop,
        )
    } else {
        walk(
            space,
            tester,
            Exact::new(space, request, report, stop),
            request,
            stop,
        )
    }
}

/// A policy that ends in a hypothesis.
trait Learner: Policy {
    /// Chooses among the candidates at the end of a level: all clauses up to `size` are known.
    /// True iff nothing better can come.
    fn conclude(&mut self, size: usize) -> bool;
    /// Takes note of the clauses from which all others are made.
    fn bound(&mut self, _open: &[Node]) {}
    /// Whether something better may come from specialisations of a clause.
    fn hopes(&self, node: &Node) -> bool;
    fn candidates(&self) -> usize;
    fn finish(self) -> Finish;
}

/// What a learner ends with.
struct Finish {
    /// The best hypotheses.
    best: Vec<FoundClauses>,
    /// Whether the first is perfect.
    perfect: bool,
    /// Whether none better can be made of the candidates.
    certain: bool,
    /// See [`Findings::at_least`].
    at_least: usize,
}

fn walk<T: Tester + ?Sized, L: Learner>(
    space: &Space<'_>,
    tester: &T,
    mut learner: L,
    request: &Request,
    stop: &AtomicBool,
) -> Result<Findings, Stopped> {
    let mut negative = Bits::full(request.positive.length());
    negative.without(&request.positive);
    let memory = request.memory.map_or(usize::MAX, |bytes| bytes as usize);
    let mut explorer = Explorer::new(space, tester, stop)?
        .with_redundancy(negative)
        .with_regularities()
        .with_memory(memory);
    let mut levels = Vec::new();
    let mut exhausted = None;
    let end = loop {
        let started = Instant::now();
        let outcome = explorer.descend(&mut learner);
        let size = space.root().size() + levels.len() + 1;
        let walked = Instant::now();
        let counts = match outcome {
            Ok(counts) => counts,
            Err(Stopped::Cancelled) if explorer.is_full() => break End::Memory,
            Err(Stopped::Cancelled) => break End::Stopped,
            Err(Stopped::Memory(why)) => {
                exhausted = Some(why);
                break End::Memory;
            }
            Err(failed) => return Err(failed),
        };
        let done = learner.conclude(size);
        explorer.retain(|node| learner.hopes(node));
        let last = size > space.bias().max_body;
        learner.bound(if last { &[] } else { explorer.nodes() });
        levels.push(Level {
            size,
            counts,
            kept: explorer.nodes().len(),
            candidates: learner.candidates(),
            walking: walked - started,
            combining: walked.elapsed(),
        });
        if done || explorer.nodes().is_empty() || last {
            break End::Exhausted;
        }
    };
    if end != End::Exhausted {
        learner.conclude(space.root().size() + levels.len());
    }
    let Finish {
        best,
        perfect,
        certain,
        at_least,
    } = learner.finish();
    let end = match end {
        End::Exhausted if perfect && certain => End::Proved,
        end => end,
    };
    Ok(Findings {
        best,
        end,
        cut_short: !certain && end == End::Exhausted,
        at_least,
        exhausted,
        levels,
    })
}

#[cfg(test)]
mod tests;
