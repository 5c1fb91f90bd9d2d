//! The search for a hypothesis of non-recursive clauses: the walk of [`Explorer`] decides what
//! clauses there are, a covering problem which of them make the hypothesis.
//!
//! A clause is given up, with all its specialisations, if
//! - it covers no positive example (it is too special);
//! - it covers no negative example: it becomes a candidate, and its specialisations cover less;
//! - candidates that are together no larger cover its positives already;
//! - the best hypothesis known is so small that with this clause or a specialisation of it, what is
//!   left to pay does not cover what is left to cover;
//! - `--noisy`: it covers no more positives than it has literals, or a candidate costs no more.
//!
//! When the best hypothesis is smaller than any that a clause of the next level could take part in,
//! it is proved smallest.

use std::{
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use super::{
    bits::Bits,
    clause::Clause,
    cover::{self, Question},
    explore::{Counts, Explorer, Node, Policy, Refusal},
    mdl,
    space::Space,
    tester::{Stopped, Tester},
};

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
}

/// A set of clauses and its errors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The clauses, in canonical order.
    pub clauses: Vec<Clause>,
    /// What they cover together.
    pub cover: Bits,
}

impl Found {
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
    /// The space is exhausted: no hypothesis is better.
    Exhausted,
    /// The time limit, or the user.
    Stopped,
    /// The clauses of the next level do not fit into memory.
    Memory,
}

/// A level of the walk, for `--stats`.
#[derive(Debug, Clone, Copy, Default)]
pub struct Level {
    /// The size of its clauses, the head included.
    pub size: usize,
    /// What became of them.
    pub counts: Counts,
    /// How many were kept to be specialised.
    pub kept: usize,
    /// How many candidates there are now.
    pub candidates: usize,
    /// The time for the walk.
    pub walking: Duration,
    /// The time to choose among the candidates.
    pub combining: Duration,
}

/// What a search found.
#[derive(Debug, Clone)]
pub struct Findings {
    /// The best hypotheses: one, or all of the smallest; empty if no clause is of use.
    pub best: Vec<Found>,
    /// How it ended.
    pub end: End,
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
    pub best: Option<&'a Found>,
}

/// Is told what is known from time to time.
pub type Report<'a> = dyn FnMut(&Known<'_>) + Send + Sync + 'a;

/// Branches when the best hypothesis is sought anew within a level, and at its end.
const QUICK: usize = 2_000;
const THOROUGH: usize = 200_000;
/// The most memory for the clauses of a level, in bytes.
const MEMORY: usize = 4 << 30;
/// How many smallest hypotheses are listed.
const CHOICES: usize = 1_000;

/// Searches the space for the best hypothesis.
///
/// # Errors
///
/// If the tester fails; being stopped is no error.
pub fn clauses<'a, T: Tester + ?Sized>(
    space: &'a Space<'a>,
    tester: &T,
    request: &'a Request,
    stop: &AtomicBool,
    report: &'a mut Report<'a>,
) -> Result<Findings, Stopped> {
    if request.noisy {
        walk(
            space,
            tester,
            Noisy::new(space, request, report),
            request,
            stop,
        )
    } else {
        walk(
            space,
            tester,
            Exact::new(space, request, report),
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
    /// Whether something better may come from specialisations of a clause.
    fn hopes(&self, node: &Node) -> bool;
    fn candidates(&self) -> usize;
    /// The best hypotheses, and whether the first is perfect.
    fn finish(self) -> (Vec<Found>, bool);
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
    let mut explorer = Explorer::new(space, tester, stop)?.with_redundancy(negative);
    let mut levels = Vec::new();
    let end = loop {
        let started = Instant::now();
        let outcome = explorer.descend(&mut learner);
        let size = space.root().size() + levels.len() + 1;
        let walked = Instant::now();
        let counts = match outcome {
            Ok(counts) => counts,
            Err(Stopped::Cancelled) => break End::Stopped,
            Err(failed) => return Err(failed),
        };
        let done = learner.conclude(size);
        explorer.retain(|node| learner.hopes(node));
        levels.push(Level {
            size,
            counts,
            kept: explorer.nodes().len(),
            candidates: learner.candidates(),
            walking: walked - started,
            combining: walked.elapsed(),
        });
        if done || explorer.nodes().is_empty() || size > space.bias().max_body {
            break End::Exhausted;
        }
        let literals = size * std::mem::size_of::<super::clause::Literal>();
        if explorer.nodes().len() * (literals + request.positive.length() / 8 + 96) > MEMORY {
            break End::Memory;
        }
    };
    if end != End::Exhausted {
        learner.conclude(space.root().size() + levels.len());
    }
    let (best, perfect) = learner.finish();
    let end = match end {
        End::Exhausted if perfect => End::Proved,
        end => end,
    };
    Ok(Findings { best, end, levels })
}

/// No errors allowed, as long as there is such a hypothesis.
struct Exact<'a> {
    space: &'a Space<'a>,
    request: &'a Request,
    report: &'a mut Report<'a>,
    negative: Bits,
    pool: cover::Pool,
    best: Option<cover::Cover>,
    /// All clauses up to this size are known.
    known: usize,
    /// How many candidates the best hypothesis was chosen from.
    considered: usize,
    /// The clause with errors of the highest F1, its cover, and that F1.
    fallback: Option<(f64, Clause, Bits)>,
    certain: bool,
}

impl<'a> Exact<'a> {
    fn new(space: &'a Space<'a>, request: &'a Request, report: &'a mut Report<'a>) -> Exact<'a> {
        let length = request.positive.length();
        let mut negative = Bits::full(length);
        negative.without(&request.positive);
        Exact {
            space,
            request,
            report,
            negative,
            pool: cover::Pool::new(length),
            best: None,
            known: 1,
            considered: 0,
            fallback: None,
            certain: true,
        }
    }

    fn positives(&self, cover: &Bits) -> Bits {
        let mut positives = cover.clone();
        positives.and(&self.request.positive);
        positives
    }

    /// The size of the smallest clause with this cover that can stand in a hypothesis: its own, or
    /// that of a specialisation.
    fn least(&self, clause: &Clause, cover: &Bits) -> usize {
        let finished = !cover.meets(&self.negative) && self.space.admissible(clause);
        clause.size() + usize::from(!finished)
    }

    /// True iff no hypothesis better than the best known has a clause of at least this size that
    /// covers no more than these positives.
    fn hopeless(&self, least: usize, positives: &Bits) -> bool {
        let Some(best) = &self.best else { return false };
        let most = best.size - usize::from(!self.request.all);
        let Some(rest) = most.checked_sub(least) else {
            return true;
        };
        let mut needed = self.request.positive.clone();
        needed.without(positives);
        if self.request.clauses == Some(1) {
            return !needed.is_empty();
        }
        // Others of the hypothesis are known only if they are smaller than this clause.
        rest <= self.known && !needed.is_subset(self.pool.within(rest))
    }

    fn replaced(&self, least: usize, positives: &Bits) -> bool {
        let budget = least - usize::from(self.request.all);
        let clauses = if self.request.clauses.is_some() { 1 } else { 4 };
        self.pool.replaces(positives, budget, clauses)
    }

    /// Seeks a smaller hypothesis among the candidates.
    fn choose(&mut self, steps: usize, universe: &Bits) {
        self.considered = self.pool.candidates().len();
        let question = Question {
            clauses: self.request.clauses,
            below: self.best.as_ref().map_or(usize::MAX, |best| best.size),
            choices: 1,
            steps,
        };
        let cover = cover::smallest(self.pool.candidates(), universe, question);
        if steps == THOROUGH {
            self.certain = cover.proved;
        }
        if !cover.choices.is_empty() && cover.size < question.below {
            let found = self.found(&cover.choices[0]);
            self.best = Some(cover);
            (self.report)(&Known {
                size: self.known,
                candidates: self.pool.candidates().len(),
                best: Some(&found),
            });
        }
    }

    fn found(&self, choice: &[usize]) -> Found {
        let mut cover = Bits::empty(self.request.positive.length());
        let mut clauses: Vec<Clause> = Vec::new();
        for &index in choice {
            let candidate = &self.pool.candidates()[index];
            cover.or(&candidate.covers);
            clauses.push(candidate.clause.clone());
        }
        clauses.sort_by(|a, b| (a.size(), a).cmp(&(b.size(), b)));
        Found { clauses, cover }
    }
}

impl Policy for Exact<'_> {
    fn refuses(&self, clause: &Clause, cover: &Bits) -> Option<Refusal> {
        let positives = self.positives(cover);
        if positives.is_empty() {
            return Some(Refusal::TooSpecial);
        }
        let least = self.least(clause, cover);
        if self.hopeless(least, &positives) {
            return Some(Refusal::TooLarge);
        }
        self.replaced(least, &positives)
            .then_some(Refusal::Replaced)
    }

    fn visit(&mut self, node: &Node) -> bool {
        let positives = self.positives(&node.cover);
        if self.replaced(self.least(&node.clause, &node.cover), &positives) {
            return false;
        }
        if !self.space.admissible(&node.clause) {
            return true;
        }
        if node.cover.meets(&self.negative) {
            let (tp, covered) = (positives.count() as f64, node.cover.count() as f64);
            let f1 = 2.0 * tp / (covered + self.request.positive.count() as f64);
            if self.fallback.as_ref().is_none_or(|(known, ..)| f1 > *known) {
                self.fallback = Some((f1, node.clause.clone(), node.cover.clone()));
            }
            return true;
        }
        self.pool.add(node.clause.clone(), positives);
        false
    }

    fn pause(&mut self) {
        let candidates = self.pool.candidates().len();
        (self.report)(&Known {
            size: self.known + 1,
            candidates,
            best: None,
        });
        let new = candidates - self.considered;
        if new * 8 >= candidates.max(1) && self.request.positive.is_subset(self.pool.union()) {
            self.choose(QUICK, &self.request.positive.clone());
        }
    }
}

impl Learner for Exact<'_> {
    fn conclude(&mut self, size: usize) -> bool {
        self.known = size;
        if self.request.positive.is_subset(self.pool.union()) {
            self.choose(THOROUGH, &self.request.positive.clone());
        }
        let next = size + 1;
        self.best
            .as_ref()
            .is_some_and(|best| next + usize::from(!self.request.all) > best.size)
    }

    fn hopes(&self, node: &Node) -> bool {
        !self.hopeless(node.clause.size() + 1, &self.positives(&node.cover))
    }

    fn candidates(&self) -> usize {
        self.pool.candidates().len()
    }

    fn finish(mut self) -> (Vec<Found>, bool) {
        if let Some(best) = &self.best {
            let mut choices = best.choices.clone();
            if self.request.all {
                let question = Question {
                    clauses: self.request.clauses,
                    below: best.size + 1,
                    choices: CHOICES,
                    steps: THOROUGH,
                };
                let all = cover::smallest(self.pool.candidates(), &self.request.positive, question);
                choices = all.choices;
            }
            let found = choices.iter().map(|choice| self.found(choice)).collect();
            return (found, self.certain);
        }
        // No hypothesis is perfect: the best without negatives, or one clause with errors, by F1.
        let universe = self.pool.union().clone();
        if !universe.is_empty() {
            self.choose(THOROUGH, &universe);
        }
        let positives = self.request.positive.count() as f64;
        let partial = self.best.as_ref().map(|best| self.found(&best.choices[0]));
        let tp = partial.as_ref().map_or(0, |found| found.cover.count()) as f64;
        match self.fallback {
            Some((f1, clause, cover)) if f1 > 2.0 * tp / (tp + positives) => {
                let clauses = vec![clause];
                (vec![Found { clauses, cover }], false)
            }
            _ => (partial.into_iter().collect(), false),
        }
    }
}

/// The shortest description.
struct Noisy<'a> {
    space: &'a Space<'a>,
    request: &'a Request,
    report: &'a mut Report<'a>,
    pool: mdl::Pool,
    /// Candidates with the price at which they replace what covers less: `size + fp`.
    cheap: Vec<(usize, Bits)>,
    best: Option<(usize, Found)>,
    considered: usize,
    known: usize,
}

impl<'a> Noisy<'a> {
    fn new(space: &'a Space<'a>, request: &'a Request, report: &'a mut Report<'a>) -> Noisy<'a> {
        Noisy {
            space,
            request,
            report,
            pool: mdl::Pool::default(),
            cheap: Vec::new(),
            best: None,
            considered: 0,
            known: 1,
        }
    }

    fn least(&self, clause: &Clause) -> usize {
        clause.size() + usize::from(!self.space.admissible(clause))
    }

    /// Why no clause of at least this size that covers no more than these positives makes a
    /// description shorter, if none does.
    fn hopeless(&self, least: usize, positives: &Bits) -> Option<Refusal> {
        if positives.count() <= least {
            return Some(Refusal::TooSpecial);
        }
        if self.best.as_ref().is_some_and(|(cost, _)| least >= *cost) {
            return Some(Refusal::TooLarge);
        }
        let mut cheap = self.cheap.iter().take_while(|(price, _)| *price <= least);
        cheap
            .any(|(_, cover)| positives.is_subset(cover))
            .then_some(Refusal::Replaced)
    }

    fn choose(&mut self) {
        let most = self.request.clauses.unwrap_or(usize::MAX);
        let choice = self.pool.best(&self.request.positive, most);
        self.considered = self.pool.candidates().len();
        if self
            .best
            .as_ref()
            .is_none_or(|(cost, _)| choice.cost < *cost)
        {
            let mut cover = Bits::empty(self.request.positive.length());
            let mut clauses: Vec<Clause> = Vec::new();
            for &index in &choice.clauses {
                let candidate = &self.pool.candidates()[index];
                cover.or(&candidate.cover);
                clauses.push(candidate.clause.clone());
            }
            clauses.sort_by(|a, b| (a.size(), a).cmp(&(b.size(), b)));
            let found = Found { clauses, cover };
            (self.report)(&Known {
                size: self.known,
                candidates: self.considered,
                best: Some(&found),
            });
            self.best = Some((choice.cost, found));
        }
    }
}

impl Policy for Noisy<'_> {
    fn refuses(&self, clause: &Clause, cover: &Bits) -> Option<Refusal> {
        let mut positives = cover.clone();
        positives.and(&self.request.positive);
        self.hopeless(self.least(clause), &positives)
    }

    fn visit(&mut self, node: &Node) -> bool {
        let size = node.clause.size();
        let tp = node.cover.count_and(&self.request.positive);
        let fp = node.cover.count() - tp;
        if self.space.admissible(&node.clause)
            && tp > fp + size
            && self
                .pool
                .add(&node.clause, &node.cover, &self.request.positive)
        {
            let at = self.cheap.partition_point(|(price, _)| *price <= size + fp);
            let mut positives = node.cover.clone();
            positives.and(&self.request.positive);
            self.cheap.insert(at, (size + fp, positives));
        }
        fp > 0 || !self.space.admissible(&node.clause)
    }

    fn pause(&mut self) {
        let candidates = self.pool.candidates().len();
        (self.report)(&Known {
            size: self.known + 1,
            candidates,
            best: None,
        });
        if candidates > 2 * self.considered {
            self.choose();
        }
    }
}

impl Learner for Noisy<'_> {
    fn conclude(&mut self, size: usize) -> bool {
        self.known = size;
        self.choose();
        false
    }

    fn hopes(&self, node: &Node) -> bool {
        let mut positives = node.cover.clone();
        positives.and(&self.request.positive);
        self.hopeless(node.clause.size() + 1, &positives).is_none()
    }

    fn candidates(&self) -> usize {
        self.pool.candidates().len()
    }

    fn finish(self) -> (Vec<Found>, bool) {
        (
            self.best.into_iter().map(|(_, found)| found).collect(),
            false,
        )
    }
}

#[cfg(test)]
mod tests;
