//! The search for the shortest description, errors allowed.

use std::sync::atomic::AtomicBool;

use super::{
    super::{
        Bits,
        clause::Clause,
        explore::{Node, Policy, Refusal},
        mdl,
        space::Space,
    },
    Finish, FoundClauses, Known, Learner, Report, Request,
};

/// The shortest description.
pub(super) struct Noisy<'a> {
    space: &'a Space<'a>,
    request: &'a Request,
    report: &'a mut Report<'a>,
    stop: &'a AtomicBool,
    pool: mdl::Pool,
    /// Candidates with the price at which they replace what covers less: `size + fp`.
    cheap: Vec<(usize, Bits)>,
    best: Option<(usize, FoundClauses)>,
    considered: usize,
    known: usize,
}

impl<'a> Noisy<'a> {
    pub fn new(
        space: &'a Space<'a>,
        request: &'a Request,
        report: &'a mut Report<'a>,
        stop: &'a AtomicBool,
    ) -> Noisy<'a> {
        Noisy {
            space,
            request,
            report,
            stop,
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
        let choice = self.pool.best(&self.request.positive, most, self.stop);
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
            let found = FoundClauses { clauses, cover };
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

    fn finish(self) -> Finish {
        Finish {
            best: self.best.into_iter().map(|(_, found)| found).collect(),
            perfect: false,
            certain: true,
            at_least: 0,
        }
    }
}
