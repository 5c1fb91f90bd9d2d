//! From a task to a hypothesis: the one entry to the learner.
//!
//! Non-recursive clauses are learned for one head after the other ([`search`]); recursive programs
//! and invented predicates as whole programs ([`programs`](super::programs)), of which the ones that
//! call themselves once in a clause are looked for first, by their descents.

mod learner;
mod limits;

use std::{
    sync::atomic::AtomicBool,
    thread,
    time::{Duration, Instant},
};

use serde::Serialize;

use self::limits::with_limits;

use super::{
    Bits,
    bias::{Bias, PredicateId},
    clause::Clause,
    facts::FactsTester,
    programs::{
        FoundProgram, ProgramCounts, ProgramOptions, ProgramProgress, Pruning, learn_programs,
    },
    prove::Prover,
    relations::{self, Relations},
    search::{self, End, FoundClauses, Level, Request},
    space::Space,
    task::{Examples, Task},
    tester::Stopped,
};

pub use self::{
    learner::Learner,
    limits::{Halt, room},
};

/// The stack of a thread, in bytes: programs are run by recursion, some hundred calls deep, each with
/// a frame or two for a literal.
const STACK: usize = 16 << 20;

/// How to learn.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Whether errors are allowed: the hypothesis of the shortest description is wanted.
    pub noisy: bool,
    /// Whether all smallest hypotheses are wanted.
    pub all: bool,
    /// How long the search may take.
    pub time_limit: Option<Duration>,
    /// How much CPU time the search may use: that of this process and of those below it, so that Prolog's counts
    /// too, as far as the system tells ([`FamilyClock`](crate::os::FamilyClock)).
    pub cpu_limit: Option<Duration>,
    /// How many bytes of memory this process may hold.
    pub memory: Option<u64>,
    /// How many threads search; one for each core by default.
    pub threads: Option<usize>,
    /// Whether the process ends soon after, so that the memory of the search may be left to the system.
    pub abandon: bool,
    /// Prunings of the search for programs that are not used, to measure what they are worth.
    pub without: Vec<Pruning>,
}

/// How a hypothesis does on the examples.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Score {
    /// Positive examples covered.
    pub true_positives: usize,
    /// Positive examples not covered.
    pub false_negatives: usize,
    /// Negative examples not covered.
    pub true_negatives: usize,
    /// Negative examples covered.
    pub false_positives: usize,
}

impl Score {
    /// The share of the covered examples that are positive; `None` if none is covered.
    pub fn precision(&self) -> Option<f64> {
        ratio(
            self.true_positives,
            self.true_positives + self.false_positives,
        )
    }

    /// The share of the positive examples that are covered.
    pub fn recall(&self) -> Option<f64> {
        ratio(
            self.true_positives,
            self.true_positives + self.false_negatives,
        )
    }

    /// The number of errors.
    pub fn errors(&self) -> usize {
        self.false_negatives + self.false_positives
    }

    /// Adds the examples of another predicate.
    pub fn add(&mut self, other: Score) {
        self.true_positives += other.true_positives;
        self.false_negatives += other.false_negatives;
        self.true_negatives += other.true_negatives;
        self.false_positives += other.false_positives;
    }
}

fn ratio(part: usize, whole: usize) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// A set of clauses and how it does.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hypothesis {
    /// The clauses.
    pub clauses: Vec<Clause>,
    /// How they do on the examples.
    pub score: Score,
}

impl Hypothesis {
    /// The sum of the sizes of the clauses.
    pub fn size(&self) -> usize {
        self.clauses.iter().map(Clause::size).sum()
    }
}

/// What a learner found.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The language, invented predicates included.
    pub bias: Bias,
    /// The best hypothesis first; the others are as good. Empty if nothing is of use.
    pub hypotheses: Vec<Hypothesis>,
    /// How the search ended.
    pub end: End,
    /// What ended it, if its end is [`End::Stopped`] or [`End::Memory`].
    pub halt: Option<Halt>,
    /// Whether parts of the search were left out, so that nothing is proved that was not found.
    pub cut_short: bool,
    /// No hypothesis that covers all positives and no negative is smaller than this, in literals,
    /// summed over the heads: the size of the smallest where that is proved, what the finished parts
    /// of the search show where it was stopped, `usize::MAX` where there is none. 0 where errors are
    /// allowed, and for whole programs that are not proved smallest: nothing is known then.
    pub at_least: usize,
    /// Whose memory is used up, if the search ended with that and it is not its own.
    pub exhausted: Option<String>,
    /// How far the search has got.
    pub searched: Searched,
    /// Which back end tested.
    pub back_end: String,
    /// For each head predicate, the levels of its search.
    pub levels: Vec<(PredicateId, Vec<Level>)>,
    /// The sizes of programs, where whole programs were learned.
    pub sizes: Vec<ProgramCounts>,
    /// What was asked of Prolog.
    pub asked: relations::Counts,
    /// The time until the best hypothesis was found.
    pub found_after: Duration,
    /// The time of the search.
    pub elapsed: Duration,
}

impl Outcome {
    /// How the search ended, in a word for programs: `smallest`, the hypothesis is the smallest that is right;
    /// `exhausted`, there is nothing left to search; or what came first, `time_limit`, `cpu_limit`, `memory`,
    /// `interrupted`.
    pub fn end_word(&self) -> &'static str {
        match (self.end, self.halt) {
            (End::Proved, _) => "smallest",
            (End::Exhausted, _) => "exhausted",
            (_, Some(Halt::Time)) => "time_limit",
            (_, Some(Halt::Cpu)) => "cpu_limit",
            (End::Memory, _) | (_, Some(Halt::Memory)) => "memory",
            (End::Stopped, Some(Halt::Cancelled) | None) => "interrupted",
        }
    }
}

/// Everything up to a size was looked at, or cannot be part of anything better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Searched {
    /// All clauses of up to so many literals, for each head predicate.
    Clauses(usize),
    /// All programs of up to so many literals.
    Programs(usize),
}

/// How far a search has got.
#[derive(Debug)]
pub struct Progress<'a> {
    /// The size of the clauses or programs that are tested now.
    pub size: usize,
    /// How many of them may be part of a hypothesis.
    pub candidates: usize,
    /// The best hypothesis so far, when it is a new one, with its language.
    pub best: Option<(&'a Bias, &'a Hypothesis)>,
}

/// How far a search has got, in a line.
#[derive(Debug, Default)]
pub struct Line {
    best: Option<String>,
}

impl Line {
    /// Takes what is new, and words it.
    pub fn of(&mut self, progress: &Progress<'_>) -> String {
        if let Some((_, best)) = progress.best {
            let Score {
                true_positives,
                false_negatives,
                false_positives,
                ..
            } = best.score;
            self.best = Some(format!(
                "best of size {}, TP {true_positives}, FN {false_negatives}, FP {false_positives}",
                best.size()
            ));
        }
        let best = self.best.as_deref().unwrap_or("no hypothesis yet");
        let (size, candidates) = (progress.size, progress.candidates);
        format!("size {size}, {candidates} candidates; {best}")
    }
}

/// Is told from time to time how far the search has got.
pub type Tell<'a> = dyn FnMut(&Progress<'_>) + Send + Sync + 'a;

/// Learns a hypothesis.
///
/// # Errors
///
/// If a back end fails; being cancelled or out of time is no error.
pub fn learn(
    task: &Task,
    prover: Option<Box<dyn Prover>>,
    options: &Options,
    cancel: &AtomicBool,
    report: &mut Tell<'_>,
) -> Result<Outcome, Stopped> {
    let stopper = prover.as_ref().and_then(|prover| prover.stopper());
    let relations = Relations::new(task, prover);
    search_for(task, &relations, stopper, options, cancel, report)
}

fn search_for(
    task: &Task,
    relations: &Relations,
    stopper: Option<Box<dyn Fn() + Send + Sync>>,
    options: &Options,
    cancel: &AtomicBool,
    report: &mut Tell<'_>,
) -> Result<Outcome, Stopped> {
    let started = Instant::now();
    let threads = options
        .threads
        .unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
    let halt = || stopper.iter().for_each(|stopper| stopper());
    let mut found = None;
    let mut telling = |known: &Progress<'_>| {
        if known.best.is_some() {
            found = Some(started.elapsed());
        }
        report(known);
    };
    let report: &mut Tell<'_> = &mut telling;
    let work = || {
        with_limits(options, cancel, &halt, |stop| {
            match task.bias.recursion || task.bias.invention {
                true => together(task, relations, options, stop, report),
                false => separate(task, relations, options, stop, report),
            }
        })
    };
    // The threads have ended when this returns: whoever calls may be about to fork.
    let outcome = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .stack_size(STACK)
        .build_scoped(|thread| thread.run(), |pool| pool.install(work))
        .map_err(|error| Stopped::Failed(format!("cannot start {threads} threads: {error}")))?;
    let (outcome, halted) = outcome;
    let mut outcome = outcome?;
    if halted == Some(Halt::Memory) && outcome.end == End::Stopped {
        outcome.end = End::Memory;
    }
    if task.bias.thinned {
        // What is smallest with the numbers that were tried need not be with all of them.
        outcome.cut_short = true;
        outcome.at_least = 0;
        if outcome.end == End::Proved {
            outcome.end = End::Exhausted;
        }
    }
    outcome.halt = match outcome.end {
        End::Proved | End::Exhausted => None,
        End::Memory => Some(Halt::Memory),
        End::Stopped => Some(halted.unwrap_or(Halt::Cancelled)),
    };
    outcome.asked = relations.counts();
    outcome.elapsed = started.elapsed();
    // What is made of the last findings when the time is up is not told of before.
    outcome.found_after = found.unwrap_or(outcome.elapsed);
    Ok(outcome)
}

/// Learns the clauses of each head by themselves.
fn separate(
    task: &Task,
    relations: &Relations,
    options: &Options,
    stop: &AtomicBool,
    report: &mut Tell<'_>,
) -> Result<Outcome, Stopped> {
    let bias = &task.bias;
    let mut outcome = Outcome {
        bias: bias.clone(),
        hypotheses: Vec::new(),
        end: End::Proved,
        halt: None,
        cut_short: false,
        at_least: 0,
        exhausted: None,
        searched: Searched::Clauses(usize::MAX),
        back_end: relations.back_end(&bias.body),
        levels: Vec::new(),
        sizes: Vec::new(),
        asked: relations::Counts::default(),
        found_after: Duration::ZERO,
        elapsed: Duration::ZERO,
    };
    let mut combined = vec![Hypothesis::default()];
    for examples in &task.examples {
        let tester = FactsTester::new(relations, examples, stop);
        let space = Space::new(bias, examples.head, bias.body.clone());
        let request = Request {
            positive: examples.positive(),
            noisy: options.noisy,
            all: options.all,
            clauses: bias.max_clauses,
            memory: options.memory,
        };
        let so_far = combined[0].clone();
        let mut report = |known: &search::Known<'_>| {
            let best = known.best.map(|found| joined(&so_far, found, examples));
            report(&Progress {
                size: known.size,
                candidates: known.candidates,
                best: best.as_ref().map(|best| (bias, best)),
            });
        };
        let findings = search::clauses(&space, &tester, &request, stop, &mut report)?;
        outcome.end = worse(outcome.end, findings.end);
        outcome.cut_short |= findings.cut_short;
        outcome.at_least = outcome.at_least.saturating_add(findings.at_least);
        outcome.exhausted = outcome.exhausted.or(findings.exhausted);
        let (Searched::Clauses(least) | Searched::Programs(least)) = outcome.searched;
        let size = findings.levels.last().map_or(1, |level| level.size);
        outcome.searched = Searched::Clauses(least.min(size));
        outcome.levels.push((examples.head, findings.levels));
        let nothing = [FoundClauses {
            clauses: Vec::new(),
            cover: Bits::empty(examples.tuples.rows),
        }];
        let found = match findings.best.is_empty() {
            true => &nothing[..],
            false => &findings.best[..],
        };
        combined = combined
            .iter()
            .flat_map(|known| found.iter().map(|found| joined(known, found, examples)))
            .collect();
    }
    combined.retain(|hypothesis| !hypothesis.clauses.is_empty());
    outcome.hypotheses = combined;
    Ok(outcome)
}

/// Learns the clauses of all heads as one program.
fn together(
    task: &Task,
    relations: &Relations,
    options: &Options,
    stop: &AtomicBool,
    report: &mut Tell<'_>,
) -> Result<Outcome, Stopped> {
    let wanted = ProgramOptions {
        noisy: options.noisy,
        all: options.all,
        abandon: options.abandon,
        without: options.without.clone(),
        ..ProgramOptions::default()
    };
    let hypothesis = |found: &FoundProgram| Hypothesis {
        clauses: found.clauses.clone(),
        score: program_score(found),
    };
    let mut report = |known: &ProgramProgress<'_>| {
        let best = known.best.map(|(bias, found)| (bias, hypothesis(found)));
        report(&Progress {
            size: known.counts.size,
            candidates: known.counts.tested,
            best: best.as_ref().map(|(bias, best)| (*bias, best)),
        });
    };
    let learned = learn_programs(task, relations, &wanted, stop, &mut report)?;
    let smallest = learned.programs.first();
    let smallest = smallest.filter(|_| learned.end == End::Proved);
    Ok(Outcome {
        at_least: smallest.map_or(0, |found| found.clauses.iter().map(Clause::size).sum()),
        hypotheses: learned.programs.iter().map(hypothesis).collect(),
        bias: learned.bias,
        end: learned.end,
        halt: None,
        cut_short: learned.cut_short,
        exhausted: learned.exhausted,
        searched: Searched::Programs(learned.searched),
        back_end: relations.back_end(&task.bias.body),
        levels: Vec::new(),
        sizes: learned.sizes,
        asked: relations::Counts::default(),
        found_after: Duration::ZERO,
        elapsed: Duration::ZERO,
    })
}

/// A hypothesis with the clauses of one more head.
fn joined(known: &Hypothesis, found: &FoundClauses, examples: &Examples) -> Hypothesis {
    let mut joined = known.clone();
    joined.clauses.extend(found.clauses.iter().cloned());
    joined.score.add(score(&found.cover, examples));
    joined
}

/// How clauses with this cover do.
pub fn score(cover: &Bits, examples: &Examples) -> Score {
    let true_positives = cover.count_and(&examples.positive());
    let false_positives = cover.count() - true_positives;
    Score {
        true_positives,
        false_negatives: examples.positives - true_positives,
        true_negatives: examples.tuples.rows - examples.positives - false_positives,
        false_positives,
    }
}

/// How a program does.
fn program_score(found: &FoundProgram) -> Score {
    let (positive, negative) = (&found.positive, &found.negative);
    Score {
        true_positives: positive.count(),
        false_negatives: positive.length() - positive.count(),
        true_negatives: negative.length() - negative.count(),
        false_positives: negative.count(),
    }
}

/// The end of two searches.
fn worse(a: End, b: End) -> End {
    let rank = |end| match end {
        End::Proved => 0,
        End::Exhausted => 1,
        End::Memory => 2,
        End::Stopped => 3,
    };
    if rank(a) >= rank(b) { a } else { b }
}
