//! Noisy examples: the set of clauses of the shortest description.
//!
//! The cost of a hypothesis is its size plus its errors, `size + fn + fp` (minimum description
//! length as in C. Hocquette, A. Niskanen, M. Järvisalo and A. Cropper, "Learning MDL logic programs
//! from noisy data", AAAI 2024). The best set is sought by greedy choice and exchange from many
//! starts: each step is the best of all, ties by the order of the clauses, so a run repeats.

use std::sync::atomic::{AtomicBool, Ordering};

use super::{Bits, clause::Clause};

/// A clause that may pay for itself.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// The clause.
    pub clause: Clause,
    /// All examples that it covers.
    pub cover: Bits,
    /// Its size.
    pub size: usize,
}

/// The clauses that are worth their price, the best first when they are asked for.
#[derive(Debug, Default)]
pub struct Pool {
    candidates: Vec<Candidate>,
}

/// How many clauses are kept; those with the least gain go first.
const KEPT: usize = 4_000;
/// From how many of the best clauses a search starts.
const STARTS: usize = 24;

/// A set of clauses and what it costs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CostedClauses {
    /// `size + fn + fp`.
    pub cost: usize,
    /// Indexes of the clauses.
    pub clauses: Vec<usize>,
}

impl Pool {
    /// The clauses.
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// Adds a clause, unless one that is there is as good everywhere. True iff it was added.
    pub fn add(&mut self, clause: &Clause, cover: &Bits, positive: &Bits) -> bool {
        let size = clause.size();
        let beaten = self
            .candidates
            .iter()
            .any(|other| other.size <= size && at_least_as_good(&other.cover, cover, positive));
        if !beaten {
            self.candidates.retain(|other| {
                other.size < size || !at_least_as_good(cover, &other.cover, positive)
            });
            self.candidates.push(Candidate {
                clause: clause.clone(),
                cover: cover.clone(),
                size,
            });
            if self.candidates.len() > 2 * KEPT {
                self.candidates
                    .sort_by_cached_key(|c| std::cmp::Reverse(gain(c, positive)));
                self.candidates.truncate(KEPT);
            }
        }
        !beaten
    }

    /// The cheapest set of at most `most` clauses that was found, with the candidates in order of
    /// their gain; the empty set costs one for each positive example. Once `stop` is set, the best of
    /// what was found by then, or what greed alone finds.
    pub fn best(&mut self, positive: &Bits, most: usize, stop: &AtomicBool) -> CostedClauses {
        self.candidates
            .sort_by_cached_key(|c| std::cmp::Reverse(gain(c, positive)));
        let mut search = Exchange::new(&self.candidates, positive, most, stop);
        let mut best = search.improve(Vec::new());
        for start in 0..STARTS.min(self.candidates.len()) {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let choice = search.improve(vec![start]);
            if choice.cost < best.cost {
                best = choice;
            }
        }
        best.clauses.sort_unstable();
        best
    }
}

/// True iff `a` covers each positive that `b` covers, and no negative that `b` does not.
fn at_least_as_good(a: &Bits, b: &Bits, positive: &Bits) -> bool {
    let words = a.words().iter().zip(b.words()).zip(positive.words());
    words
        .into_iter()
        .all(|((a, b), p)| (b & !a & p) | (a & !b & !p) == 0)
}

/// What a clause alone saves: `tp - fp - size`.
fn gain(candidate: &Candidate, positive: &Bits) -> i64 {
    let tp = candidate.cover.count_and(positive) as i64;
    2 * tp - candidate.cover.count() as i64 - candidate.size as i64
}

struct Exchange<'a> {
    candidates: &'a [Candidate],
    positive: &'a Bits,
    most: usize,
    stop: &'a AtomicBool,
}

impl<'a> Exchange<'a> {
    fn new(
        candidates: &'a [Candidate],
        positive: &'a Bits,
        most: usize,
        stop: &'a AtomicBool,
    ) -> Exchange<'a> {
        Exchange {
            candidates,
            positive,
            most,
            stop,
        }
    }

    fn cost(&self, clauses: &[usize]) -> usize {
        let covered = self.union(clauses);
        let size: usize = clauses.iter().map(|&at| self.candidates[at].size).sum();
        size + self.positive.count_without(&covered) + covered.count_without(self.positive)
    }

    fn union(&self, clauses: &[usize]) -> Bits {
        let mut covered = Bits::empty(self.positive.length());
        clauses
            .iter()
            .for_each(|&at| covered.or(&self.candidates[at].cover));
        covered
    }

    /// Adds clauses while that pays, but not `barred`.
    fn fill(&self, clauses: &mut Vec<usize>, barred: Option<usize>) {
        let mut covered = self.union(clauses);
        while clauses.len() < self.most {
            let mut best: Option<(i64, usize)> = None;
            for (at, candidate) in self.candidates.iter().enumerate() {
                // What a clause gains with others is at most its positives without its size.
                let words = candidate.cover.words().iter().zip(covered.words());
                let words = words.zip(self.positive.words());
                let saved: i64 = words
                    .map(|((c, known), p)| {
                        let new = c & !known;
                        2 * i64::from((new & p).count_ones()) - i64::from(new.count_ones())
                    })
                    .sum();
                let saved = saved - candidate.size as i64;
                if saved > 0 && Some(at) != barred && best.is_none_or(|(known, _)| saved > known) {
                    best = Some((saved, at));
                }
            }
            let Some((_, at)) = best else { return };
            covered.or(&self.candidates[at].cover);
            clauses.push(at);
        }
    }

    /// Adds, drops and exchanges clauses until nothing of it pays.
    fn improve(&mut self, mut clauses: Vec<usize>) -> CostedClauses {
        self.fill(&mut clauses, None);
        let mut cost = self.cost(&clauses);
        'again: loop {
            for place in 0..clauses.len() {
                let mut fewer = clauses.clone();
                let out = fewer.remove(place);
                for barred in [None, Some(out)] {
                    if self.stop.load(Ordering::Relaxed) {
                        return CostedClauses { cost, clauses };
                    }
                    let mut other = fewer.clone();
                    if barred.is_some() {
                        self.fill(&mut other, barred);
                    }
                    let price = self.cost(&other);
                    if price < cost {
                        (clauses, cost) = (other, price);
                        continue 'again;
                    }
                }
            }
            return CostedClauses { cost, clauses };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{bias::PredicateId, clause::Clause},
        *,
    };

    #[test]
    fn errors_are_weighed_against_literals() {
        let positive = Bits::of(20, 0..10);
        let mut pool = Pool::default();
        let fact = Clause::fact(PredicateId(0), 1);
        let cover = |members: &[usize]| Bits::of(20, members.iter().copied());
        // Nine positives for one literal beat ten for one literal and two errors.
        assert!(pool.add(&fact, &cover(&[0, 1, 2, 3, 4, 5, 6, 7, 8]), &positive));
        assert!(pool.add(
            &fact,
            &cover(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
            &positive
        ));
        assert!(!pool.add(&fact, &cover(&[0, 1, 2, 3, 12]), &positive));
        let go = AtomicBool::new(false);
        let best = pool.best(&positive, usize::MAX, &go);
        assert_eq!(best.cost, 2);
        assert_eq!(best.clauses.len(), 1);
        assert_eq!(Pool::default().best(&positive, usize::MAX, &go).cost, 10);
        // Out of time greed still finds something.
        let late = pool.best(&positive, usize::MAX, &AtomicBool::new(true));
        assert!(!late.clauses.is_empty() && late.cost < 10);
    }
}
