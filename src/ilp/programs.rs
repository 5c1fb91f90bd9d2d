//! Learning recursive programs, and programs with invented predicates.
//!
//! What such a program covers does not follow from what its clauses cover one by one, so programs
//! are made, tested and constrained as a whole, by size (A. Cropper and R. Morel, "Learning
//! programs by learning from failures", Machine Learning 110, 2021). A program has *callers*,
//! clauses that call learned predicates, and *leaves*, clauses that do not.
//!
//! ```text
//!            ┌─ calls that programs make ─┐
//!            v                            │
//! generate: clauses, lattice by lattice ─> programs of a size ─> judge: run them ─> combine:
//!            ^                            ^                            │   unions of consistent ones
//!            └─ which to specialise ──────┴──── constrain <────────────┘
//! ```
//!
//! - `generate` makes the clauses that programs of a size may hold, each when all that it specialises by
//!   one literal are wanted, and puts them together;
//! - `judge` runs programs on the examples, and clauses on the calls that programs make from there.
//!   Which calls there are is foreseen by letting every call answer anything; a program that makes
//!   others when it is run has them added, and what rested on their absence is done again;
//! - `constrain` keeps what tested programs say of others;
//! - `combine` unites consistent programs, as in Popper: `max_clauses` bounds what is generated, not
//!   the union;
//! - `learner` is the loop. Before a union is said to be the smallest, what was left out and may be part
//!   of a smaller one, since it shares clauses with others, is looked at.
//!
//! What keeps the programs few has a name, a sentence and a counter each: [`Pruning`]. With
//! [`ProgramOptions::without`] one of them is not used; `cargo bench -- learn` tells what that costs.
//!
//! When the sizes come to five, one kind of program is looked for in a way of its own ([`descent`](super::descent)):
//! what it finds is tested here, is the best program so far, and programs as large are not made any
//! more. Whether it is the smallest is for the search to say.

mod clauses;
mod combine;
mod constrain;
mod first;
mod generate;
mod judge;
mod language;
mod learner;
mod numbering;
mod pruning;
mod symmetry;

use std::sync::atomic::AtomicBool;

use serde::{Serialize, Serializer};

use self::{
    generate::Generator,
    judge::{Judge, Limits},
    language::Language,
    learner::Learner,
    pruning::Prunings,
};
use super::{
    Bits,
    bias::{Bias, PredicateId},
    clause::Clause,
    relations::Relations,
    search::End,
    task::Task,
    tester::Stopped,
};

pub use self::pruning::{Pruning, UnknownPruning};

/// How to learn programs.
#[derive(Debug, Clone)]
pub struct ProgramOptions {
    /// Whether errors are allowed: the program of the shortest description is wanted.
    pub noisy: bool,
    /// Whether all smallest programs are wanted.
    pub all: bool,
    /// Whether the memory of the search is left to the system, since the process ends soon after: to give it
    /// back piece by piece takes a tenth of the time that it took to fill it.
    pub abandon: bool,
    /// Prunings that are not used, to measure what they are worth.
    pub without: Vec<Pruning>,
    /// How many literals may be called, and answers looked at, for one example. An example that
    /// needs more is not covered.
    pub steps: u64,
    /// How many calls of learned predicates may be inside each other at most. Where they have
    /// directions, no more than the examples have parts, and some.
    pub depth: usize,
}

impl Default for ProgramOptions {
    fn default() -> ProgramOptions {
        ProgramOptions {
            noisy: false,
            all: false,
            abandon: false,
            without: Vec::new(),
            steps: 10_000,
            depth: 400,
        }
    }
}

/// What became of the programs of one size.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct ProgramCounts {
    /// The size.
    pub size: usize,
    /// Programs put together.
    pub generated: usize,
    /// Tested.
    pub tested: usize,
    #[serde(serialize_with = "by_name")]
    pruned: [usize; Pruning::ALL.len()],
}

/// The numbers with the names of their prunings.
fn by_name<S: Serializer>(pruned: &[usize], serializer: S) -> Result<S::Ok, S::Error> {
    let names = Pruning::ALL.iter().map(|pruning| pruning.name());
    serializer.collect_map(names.zip(pruned))
}

impl ProgramCounts {
    /// How often a pruning left something out on the way to them: a clause, a leaf each time that it would
    /// have been used, a program.
    pub fn pruned(&self, pruning: Pruning) -> usize {
        self.pruned[pruning as usize]
    }

    /// Adds what was left out since the last time.
    fn take(&mut self, prunings: &Prunings) {
        let new = prunings.take();
        self.pruned
            .iter_mut()
            .zip(new)
            .for_each(|(all, new)| *all += new);
    }
}

/// A program and what it does on the examples, those of all heads one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundProgram {
    /// The clauses, those of the heads first.
    pub clauses: Vec<Clause>,
    /// The positive examples that it covers.
    pub positive: Bits,
    /// The negative examples that it covers.
    pub negative: Bits,
}

impl FoundProgram {
    /// The sum of the sizes of the clauses.
    pub fn size(&self) -> usize {
        self.clauses.iter().map(Clause::size).sum()
    }
}

/// What was learned.
#[derive(Debug, Clone)]
pub struct ProgramOutcome {
    /// The language, invented predicates included.
    pub bias: Bias,
    /// The best program; with `all`, all that are as good. Empty if nothing is of use.
    pub programs: Vec<FoundProgram>,
    /// How the search ended.
    pub end: End,
    /// All programs of up to this size were looked at.
    pub searched: usize,
    /// Whether parts of the search were left out nevertheless.
    pub cut_short: bool,
    /// Whose memory is used up, if the search ended with that.
    pub exhausted: Option<String>,
    /// What was done, by size.
    pub sizes: Vec<ProgramCounts>,
    /// How many constraints there were in the end.
    pub constraints: usize,
    /// How many distinct calls of learned predicates tell leaves apart.
    pub calls: usize,
}

/// How far the search has got.
#[derive(Debug)]
pub struct ProgramProgress<'a> {
    /// What was done for the size that is searched now.
    pub counts: &'a ProgramCounts,
    /// The best program so far with its language, when it is a new one.
    pub best: Option<(&'a Bias, &'a FoundProgram)>,
}

/// The bound on the clauses of a generated program: the task's, or 2, or 3 if predicates may be
/// invented.
pub fn most_clauses(bias: &Bias) -> usize {
    let least = if bias.invention { 3 } else { 2 };
    bias.max_clauses.unwrap_or(least).clamp(1, 8)
}

/// Learns a program.
///
/// # Errors
///
/// If a back end fails; being cancelled is no error.
pub fn learn_programs(
    task: &Task,
    relations: &Relations,
    options: &ProgramOptions,
    cancel: &AtomicBool,
    progress: &mut dyn FnMut(&ProgramProgress<'_>),
) -> Result<ProgramOutcome, Stopped> {
    let bias = &task.bias;
    let most = most_clauses(bias);
    let lazy = |id: &PredicateId| relations.stored(*id).is_none();
    let directed = bias.body.iter().any(lazy)
        || bias
            .body
            .iter()
            .chain(&bias.heads)
            .any(|&id| bias.predicate(id).modes.is_some());
    let sources: Vec<(PredicateId, Vec<u32>)> = bias
        .body
        .iter()
        .filter(|&&id| lazy(&id) && relations.needed(id) == 0)
        .map(|&id| (id, Vec::new()))
        .collect();
    let language = Language::new(bias, most, directed);
    let facts = bias.body.iter().any(|id| !lazy(id));
    let limits = Limits {
        steps: options.steps,
        depth: match directed {
            true => options.depth.min(judge::depth(task, facts)),
            false => options.depth,
        },
    };
    if language.learned.len() > 64 {
        return Err(Stopped::Failed(format!(
            "{} head and invented predicates, where a program may have 64",
            language.learned.len()
        )));
    }
    let prunings = Prunings::without(&options.without);
    let judge = Judge::new(
        task,
        relations,
        &language,
        limits,
        options.noisy,
        &prunings,
        cancel,
    );
    let generator = Generator::new(&language, judge, most, &prunings);
    let mut learner = Learner::new(generator, &prunings, options);
    let mut outcome = ProgramOutcome {
        bias: language.bias.clone(),
        programs: Vec::new(),
        end: End::Exhausted,
        searched: 1,
        cut_short: false,
        exhausted: None,
        sizes: Vec::new(),
        constraints: 0,
        calls: 0,
    };
    let greatest = most * (1 + bias.max_body);
    let result = relations
        .demand(&sources)
        .and_then(|()| learner.sizes(task, greatest, &mut outcome.sizes, progress));
    outcome.end = match result {
        Ok(end) => end,
        Err(Stopped::Cancelled) => End::Stopped,
        Err(Stopped::Memory(why)) => {
            outcome.exhausted = Some(why);
            End::Memory
        }
        Err(failed) => return Err(failed),
    };
    outcome.searched = learner.searched;
    outcome.cut_short = learner.is_cut_short();
    outcome.constraints = learner.constraints.len();
    outcome.calls = learner.generator.judge.domains.lengths().iter().sum();
    if let Some(best) = learner.best.take() {
        outcome.bias = best.bias;
        outcome.programs = best.programs;
    }
    if options.abandon {
        std::mem::forget(learner);
    }
    Ok(outcome)
}

/// What a program without invented predicates does on the examples of a task.
///
/// # Errors
///
/// As [`learn_programs`], and if it is cancelled.
pub(super) fn test_program(
    task: &Task,
    relations: &Relations,
    program: &[Clause],
    cancel: &AtomicBool,
) -> Result<FoundProgram, Stopped> {
    let options = ProgramOptions::default();
    let most = most_clauses(&task.bias);
    let language = Language::new(&task.bias, most, true);
    let limits = Limits {
        steps: options.steps,
        depth: options.depth,
    };
    let prunings = Prunings::without(&[]);
    let judge = Judge::new(task, relations, &language, limits, false, &prunings, cancel);
    judge.score(&language, program)
}

#[cfg(test)]
mod tests;
