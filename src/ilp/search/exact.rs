//! The search for a hypothesis without errors, as long as there is one.

use std::sync::atomic::{AtomicBool, Ordering};

use super::{
    super::{
        Bits,
        clause::Clause,
        cover::{self, Question},
        explore::{Node, Policy, Refusal},
        space::Space,
    },
    Finish, FoundClauses, Known, Learner, Report, Request,
};

/// Branches when the best hypothesis is sought anew within a level, and at its end.
const QUICK: usize = 2_000;
const THOROUGH: usize = 200_000;
/// How many clauses with errors are kept for the case that no hypothesis is perfect.
const IMPERFECT: usize = 200;
/// How many smallest hypotheses are listed.
const CHOICES: usize = 1_000;

/// A clause that covers negatives, too.
struct Imperfect {
    f1: f64,
    clause: Clause,
    cover: Bits,
}

/// No errors allowed, as long as there is such a hypothesis.
pub(super) struct Exact<'a> {
    space: &'a Space<'a>,
    request: &'a Request,
    report: &'a mut Report<'a>,
    stop: &'a AtomicBool,
    negative: Bits,
    pool: cover::Pool,
    best: Option<cover::Cover>,
    /// All clauses up to this size are known.
    known: usize,
    /// How many candidates the best hypothesis was chosen from.
    considered: usize,
    /// The clauses with errors that have the highest F1, the best first.
    imperfect: Vec<Imperfect>,
    certain: bool,
    /// Candidates alone make no hypothesis smaller than this.
    chosen_at_least: usize,
    /// No hypothesis is smaller than this.
    at_least: usize,
}

impl<'a> Exact<'a> {
    pub fn new(
        space: &'a Space<'a>,
        request: &'a Request,
        report: &'a mut Report<'a>,
        stop: &'a AtomicBool,
    ) -> Exact<'a> {
        let length = request.positive.length();
        let mut negative = Bits::full(length);
        negative.without(&request.positive);
        Exact {
            space,
            request,
            report,
            stop,
            negative,
            pool: cover::Pool::new(length),
            best: None,
            known: 1,
            considered: 0,
            imperfect: Vec::new(),
            certain: true,
            chosen_at_least: usize::MAX,
            // A head and a literal, where there is something to cover.
            at_least: if request.positive.is_empty() { 0 } else { 2 },
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
        if least > self.space.bias().max_body + 1 {
            return true;
        }
        let most = best.size - usize::from(!self.request.all);
        let Some(rest) = most.checked_sub(least) else {
            return true;
        };
        let mut needed = self.request.positive.clone();
        needed.without(positives);
        if self.request.clauses == Some(1) {
            return !needed.is_empty();
        }
        if needed.is_empty() || rest > self.known {
            return false;
        }
        // So small are the others of the hypothesis that they are among the candidates, or others
        // that replace them are.
        self.pool.refutes(&needed, rest, self.others())
    }

    /// How many clauses a hypothesis may have beside one.
    fn others(&self) -> usize {
        self.request.clauses.map_or(usize::MAX, |most| most - 1)
    }

    /// The least number of literals, up to `most`, with which what these positives lack may be
    /// covered.
    fn rest_at_least(&self, positives: &Bits, most: usize) -> usize {
        let mut needed = self.request.positive.clone();
        needed.without(positives);
        if needed.is_empty() {
            return 0;
        }
        let mut least = most;
        while least > 2 && !self.pool.refutes(&needed, least - 1, self.others()) {
            least -= 1;
        }
        least
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
        let cover = cover::smallest(self.pool.candidates(), universe, question, self.stop);
        if steps == THOROUGH {
            self.certain = cover.proved;
            self.chosen_at_least = cover.at_least;
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

    /// `2 TP / (2 TP + FP + FN)`.
    fn f1(&self, cover: &Bits) -> f64 {
        let positive = &self.request.positive;
        2.0 * cover.count_and(positive) as f64 / (cover.count() + positive.count()) as f64
    }

    fn keep_imperfect(&mut self, node: &Node) {
        let f1 = self.f1(&node.cover);
        let at = self.imperfect.partition_point(|known| known.f1 >= f1);
        let same = |known: &Imperfect| known.cover == node.cover;
        if at < IMPERFECT && !self.imperfect[..at].iter().any(same) {
            self.imperfect.truncate(IMPERFECT - 1);
            let (clause, cover) = (node.clause.clone(), node.cover.clone());
            self.imperfect.insert(at, Imperfect { f1, clause, cover });
        }
    }

    /// Where no hypothesis is perfect: clauses are added while that raises F1, first to the best
    /// cover by clauses without errors, then to nothing; the better of the two.
    fn by_f1(&mut self) -> Option<FoundClauses> {
        let universe = self.pool.union().clone();
        if !universe.is_empty() {
            self.choose(THOROUGH, &universe);
        }
        let nothing = FoundClauses {
            clauses: Vec::new(),
            cover: Bits::empty(self.request.positive.length()),
        };
        let flawless = self.best.as_ref().map(|best| self.found(&best.choices[0]));
        let starts = flawless.into_iter().chain([nothing]);
        let mut best: Option<(f64, FoundClauses)> = None;
        for start in starts {
            let found = self.raised(start);
            let f1 = self.f1(&found.cover);
            if f1 > best.as_ref().map_or(0.0, |(known, _)| *known) {
                best = Some((f1, found));
            }
        }
        best.map(|(_, found)| found)
    }

    fn raised(&self, mut found: FoundClauses) -> FoundClauses {
        let flawless = self
            .pool
            .candidates()
            .iter()
            .map(|c| (&c.clause, &c.covers));
        let imperfect = self
            .imperfect
            .iter()
            .map(|known| (&known.clause, &known.cover));
        let all: Vec<(&Clause, &Bits)> = imperfect.chain(flawless).collect();
        while found.clauses.len() < self.request.clauses.unwrap_or(usize::MAX) {
            let mut best = (self.f1(&found.cover), None);
            for &(clause, cover) in &all {
                let mut union = found.cover.clone();
                union.or(cover);
                let f1 = self.f1(&union);
                if f1 > best.0 {
                    best = (f1, Some((clause, union)));
                }
            }
            let Some((clause, union)) = best.1 else { break };
            found.clauses.push(clause.clone());
            found.cover = union;
        }
        // What others cover by now is not needed.
        let mut at = 0;
        while at < found.clauses.len() {
            let mut union = Bits::empty(found.cover.length());
            for (other, clause) in found.clauses.iter().enumerate() {
                let cover = all.iter().find(|(known, _)| *known == clause);
                if let Some((_, cover)) = cover.filter(|_| other != at) {
                    union.or(cover);
                }
            }
            if self.f1(&union) >= self.f1(&found.cover) {
                found.clauses.remove(at);
                found.cover = union;
            } else {
                at += 1;
            }
        }
        found
            .clauses
            .sort_by(|a, b| (a.size(), a).cmp(&(b.size(), b)));
        found
    }

    fn found(&self, choice: &[usize]) -> FoundClauses {
        let mut cover = Bits::empty(self.request.positive.length());
        let mut clauses: Vec<Clause> = Vec::new();
        for &index in choice {
            let candidate = &self.pool.candidates()[index];
            cover.or(&candidate.covers);
            clauses.push(candidate.clause.clone());
        }
        clauses.sort_by(|a, b| (a.size(), a).cmp(&(b.size(), b)));
        FoundClauses { clauses, cover }
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
            self.keep_imperfect(node);
            return true;
        }
        self.pool.add(node.clause.clone(), positives);
        false
    }

    fn finishes(&self, node: &Node) -> bool {
        // Where nothing is perfect yet, clauses with errors may be wanted.
        let Some(_) = &self.best else { return false };
        let last = node.clause.body.len() + 1 >= self.space.bias().max_body;
        last || self.hopeless(node.clause.size() + 2, &self.positives(&node.cover))
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
        // Out of time nothing is given up any more.
        self.stop.load(Ordering::Relaxed)
            || !self.hopeless(node.clause.size() + 1, &self.positives(&node.cover))
    }

    fn bound(&mut self, open: &[Node]) {
        // A hypothesis is made of candidates, or one of its clauses is made from an open one. What
        // that lacks others cover: candidates, or larger clauses.
        let next = self.known + 1;
        let mut rest = next;
        for node in open {
            if rest == 0 {
                break;
            }
            if self.stop.load(Ordering::Relaxed) {
                return;
            }
            rest = rest.min(self.rest_at_least(&self.positives(&node.cover), rest));
        }
        let open = match open {
            [] => usize::MAX,
            _ => next + rest,
        };
        let best = self.best.as_ref().map_or(usize::MAX, |best| best.size);
        let known = self.at_least;
        self.at_least = known.max(open.min(self.chosen_at_least).min(best));
    }

    fn candidates(&self) -> usize {
        self.pool.candidates().len()
    }

    fn finish(mut self) -> Finish {
        if let Some(best) = &self.best {
            let mut choices = best.choices.clone();
            if self.request.all {
                let question = Question {
                    clauses: self.request.clauses,
                    below: best.size + 1,
                    choices: CHOICES,
                    steps: THOROUGH,
                };
                let (candidates, positive) = (self.pool.candidates(), &self.request.positive);
                let all = cover::smallest(candidates, positive, question, self.stop);
                // Out of time there may be fewer than are known.
                if !all.choices.is_empty() {
                    choices = all.choices;
                }
            }
            return Finish {
                best: choices.iter().map(|choice| self.found(choice)).collect(),
                perfect: true,
                certain: self.certain,
                at_least: self.at_least.min(best.size),
            };
        }
        let (certain, at_least) = (self.certain, self.at_least);
        Finish {
            best: self.by_f1().into_iter().collect(),
            perfect: false,
            certain,
            at_least,
        }
    }
}
