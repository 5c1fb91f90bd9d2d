//! Hypotheses of several clauses: the cheapest set of consistent clauses that covers all positives.
//!
//! Weighted set cover, solved exactly by branch and bound: a branch takes an example with few
//! clauses that cover it and tries each of them; the bound is a feasible dual solution (each
//! example is priced at what the cheapest clause that covers it has left: dual ascent, D. Erlenkotter,
//! "A dual-based procedure for uncapacitated facility location", Operations Research 26, 1978).

use std::sync::atomic::{AtomicBool, Ordering};

use super::{Bits, clause::Clause};

/// A consistent clause.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// The clause.
    pub clause: Clause,
    /// Its size.
    pub size: usize,
    /// The positive examples that it covers.
    pub covers: Bits,
}

/// Consistent clauses, by ascending size.
#[derive(Debug, Default)]
pub struct Pool {
    candidates: Vec<Candidate>,
    /// For each example, the candidates that cover it, by ascending size.
    covering: Vec<Vec<u32>>,
    /// What all together cover.
    union: Bits,
    /// What those of at most so many literals cover.
    within: Vec<Bits>,
}

/// How many steps a question whether something is dominated may take.
const DOMINANCE_STEPS: usize = 256;

impl Pool {
    /// No clauses, over so many examples.
    pub fn new(examples: usize) -> Pool {
        Pool {
            candidates: Vec::new(),
            covering: vec![Vec::new(); examples],
            union: Bits::empty(examples),
            within: Vec::new(),
        }
    }

    /// The clauses.
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// What all together cover.
    pub fn union(&self) -> &Bits {
        &self.union
    }

    /// What the clauses of at most `size` literals cover together.
    pub fn within(&self, size: usize) -> &Bits {
        match self.within.get(size) {
            Some(covered) => covered,
            None => &self.union,
        }
    }

    /// Adds a clause, not smaller than those that are there.
    pub fn add(&mut self, clause: Clause, covers: Bits) {
        let size = clause.size();
        let index = self.candidates.len() as u32;
        while self.within.len() < size {
            self.within.push(self.union.clone());
        }
        for example in covers.iter() {
            self.covering[example].push(index);
        }
        self.union.or(&covers);
        self.candidates.push(Candidate {
            clause,
            size,
            covers,
        });
    }

    /// True iff at most `clauses` of the candidates, of together at most `budget` literals, cover
    /// the examples; false too if that is not found quickly.
    pub fn replaces(&self, examples: &Bits, budget: usize, clauses: usize) -> bool {
        if budget < 2 || !examples.is_subset(&self.union) {
            return false;
        }
        let mut steps = DOMINANCE_STEPS;
        self.replaced(examples, budget, clauses, &mut steps)
    }

    /// True iff no set of at most `clauses` of the candidates, of together at most `budget` literals,
    /// covers the examples; false too if that is not found out quickly.
    pub fn refutes(&self, examples: &Bits, budget: usize, clauses: usize) -> bool {
        if !examples.is_subset(self.within(budget)) {
            return true;
        }
        let mut steps = DOMINANCE_STEPS;
        !self.replaced(examples, budget, clauses, &mut steps) && steps > 0
    }

    fn replaced(&self, rest: &Bits, budget: usize, clauses: usize, steps: &mut usize) -> bool {
        let rarest = rest
            .iter()
            .take(8)
            .min_by_key(|&example| self.covering[example].len());
        let Some(example) = rarest else { return true };
        if clauses == 0 {
            return false;
        }
        for &index in &self.covering[example] {
            let candidate = &self.candidates[index as usize];
            if candidate.size > budget || *steps == 0 {
                return false;
            }
            *steps -= 1;
            if rest.is_subset(&candidate.covers) {
                return true;
            }
            if clauses > 1 && budget >= candidate.size + 2 {
                let mut left = rest.clone();
                left.without(&candidate.covers);
                if self.replaced(&left, budget - candidate.size, clauses - 1, steps) {
                    return true;
                }
            }
        }
        false
    }
}

/// The answer to a covering problem.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cover {
    /// The sum of sizes; `usize::MAX` if there is no cover.
    pub size: usize,
    /// No cover is smaller than this; at most what was asked to be stayed below.
    pub at_least: usize,
    /// The covers of that size, each a sorted list of indexes: one, or all that were asked for.
    pub choices: Vec<Vec<usize>>,
    /// Whether it is certain that there is none smaller (and no other of that size, if all were
    /// asked for).
    pub proved: bool,
}

/// What a cover is asked for.
#[derive(Debug, Clone, Copy)]
pub struct Question {
    /// The most clauses, if bounded.
    pub clauses: Option<usize>,
    /// Only covers smaller than this count.
    pub below: usize,
    /// How many covers of the smallest size to list.
    pub choices: usize,
    /// How many branches to try.
    pub steps: usize,
}

/// The smallest covers of `universe` by candidates. Once `stop` is set, the first that is found.
pub fn smallest(
    candidates: &[Candidate],
    universe: &Bits,
    question: Question,
    stop: &AtomicBool,
) -> Cover {
    let strict = question.choices > 1;
    let mut items: Vec<Item> = candidates
        .iter()
        .enumerate()
        .map(|(index, candidate)| {
            let mut covers = candidate.covers.clone();
            covers.and(universe);
            let count = covers.count();
            Item {
                index,
                size: candidate.size,
                covers,
                count,
            }
        })
        .filter(|item| item.count > 0 && item.size < question.below)
        .collect();
    items.sort_by_key(|item| (item.size, usize::MAX - item.count, item.index));
    let items = undominated(items, strict, stop);
    let mut covering = vec![Vec::new(); universe.length()];
    for (at, item) in items.iter().enumerate() {
        item.covers
            .iter()
            .for_each(|example| covering[example].push(at as u32));
    }
    let mut search = Branching {
        banned: vec![false; items.len()],
        residual: vec![0; items.len()],
        items: &items,
        covering,
        question,
        steps: question.steps,
        stop,
        chosen: Vec::new(),
        best: Cover {
            size: question.below,
            at_least: question.below,
            choices: Vec::new(),
            proved: true,
        },
    };
    if universe
        .iter()
        .any(|example| search.covering[example].is_empty())
    {
        return Cover {
            size: usize::MAX,
            at_least: question.below,
            choices: Vec::new(),
            proved: true,
        };
    }
    search.greedy(universe);
    search.branch(universe, 0);
    let bound = match search.best.proved {
        true => search.best.size,
        false => search.bound(universe).unwrap_or(question.below),
    };
    let mut best = search.best;
    best.at_least = bound.min(question.below);
    if best.choices.is_empty() {
        best.size = usize::MAX;
    }
    best.choices.sort();
    best.choices.dedup();
    best
}

#[derive(Debug)]
struct Item {
    index: usize,
    size: usize,
    covers: Bits,
    count: usize,
}

/// Without what another covers too at no higher price; if `strict`, at a lower price.
fn undominated(items: Vec<Item>, strict: bool, stop: &AtomicBool) -> Vec<Item> {
    let mut kept: Vec<Item> = Vec::new();
    for item in items {
        // It takes time only, where no time is left.
        let in_time = !stop.load(Ordering::Relaxed);
        let dominated = in_time
            && kept.iter().any(|other| {
                other.count >= item.count
                    && (!strict || other.size < item.size)
                    && item.covers.is_subset(&other.covers)
            });
        if !dominated {
            kept.push(item);
        }
    }
    kept
}

struct Branching<'a> {
    items: &'a [Item],
    covering: Vec<Vec<u32>>,
    question: Question,
    steps: usize,
    stop: &'a AtomicBool,
    banned: Vec<bool>,
    residual: Vec<usize>,
    chosen: Vec<usize>,
    best: Cover,
}

impl Branching<'_> {
    /// A first cover: the most new examples for a literal, then without what became needless.
    fn greedy(&mut self, universe: &Bits) {
        let mut rest = universe.clone();
        let mut chosen: Vec<usize> = Vec::new();
        while !rest.is_empty() {
            let best = (0..self.items.len())
                .map(|at| (self.items[at].covers.count_and(&rest), at))
                .filter(|&(new, _)| new > 0)
                .max_by(|&(a, i), &(b, j)| {
                    let (size_i, size_j) = (self.items[i].size, self.items[j].size);
                    (a * size_j).cmp(&(b * size_i)).then(j.cmp(&i))
                });
            let Some((_, at)) = best else { return };
            rest.without(&self.items[at].covers);
            chosen.push(at);
        }
        for at in (0..chosen.len()).rev() {
            let mut rest = universe.clone();
            for (other, &item) in chosen.iter().enumerate() {
                if other != at {
                    rest.without(&self.items[item].covers);
                }
            }
            if rest.is_empty() {
                chosen.remove(at);
            }
        }
        let size = chosen.iter().map(|&at| self.items[at].size).sum();
        if self
            .question
            .clauses
            .is_none_or(|most| chosen.len() <= most)
        {
            self.note(&chosen, size);
        }
    }

    fn note(&mut self, chosen: &[usize], size: usize) {
        let mut choice: Vec<usize> = chosen.iter().map(|&at| self.items[at].index).collect();
        choice.sort_unstable();
        if size < self.best.size {
            self.best.size = size;
            self.best.choices = vec![choice];
        } else if size == self.best.size
            && !self.best.choices.is_empty()
            && self.best.choices.len() < self.question.choices
        {
            self.best.choices.push(choice);
        }
    }

    fn branch(&mut self, rest: &Bits, size: usize) {
        if rest.is_empty() {
            let chosen = std::mem::take(&mut self.chosen);
            self.note(&chosen, size);
            self.chosen = chosen;
            return;
        }
        if self.steps == 0 || self.stop.load(Ordering::Relaxed) {
            self.best.proved = false;
            return;
        }
        self.steps -= 1;
        if self
            .question
            .clauses
            .is_some_and(|most| self.chosen.len() >= most)
        {
            return;
        }
        let Some(bound) = self.bound(rest) else {
            return;
        };
        let wanted = size + bound;
        let equal = self.question.choices > 1 && !self.best.choices.is_empty();
        if wanted > self.best.size || (wanted == self.best.size && !equal) {
            return;
        }
        let rarest = rest.iter().min_by_key(|&example| {
            self.covering[example]
                .iter()
                .filter(|&&at| !self.banned[at as usize])
                .count()
        });
        let Some(example) = rarest else { return };
        let mut open: Vec<usize> = self.covering[example]
            .iter()
            .map(|&at| at as usize)
            .filter(|&at| !self.banned[at])
            .collect();
        open.sort_by_cached_key(|&at| {
            let new = self.items[at].covers.count_and(rest).max(1);
            (self.items[at].size * 10_000 / new, at)
        });
        for &at in &open {
            let mut left = rest.clone();
            left.without(&self.items[at].covers);
            self.chosen.push(at);
            self.branch(&left, size + self.items[at].size);
            self.chosen.pop();
            self.banned[at] = true;
        }
        for &at in &open {
            self.banned[at] = false;
        }
    }

    /// A lower bound on what covering the rest costs; `None` if it cannot be covered.
    fn bound(&mut self, rest: &Bits) -> Option<usize> {
        for (residual, item) in self.residual.iter_mut().zip(self.items) {
            *residual = item.size;
        }
        let mut examples: Vec<usize> = rest.iter().collect();
        examples.sort_by_key(|&example| self.covering[example].len());
        let mut bound = 0;
        for example in examples {
            let open = || {
                let covering = self.covering[example].iter().map(|&at| at as usize);
                covering.filter(|&at| !self.banned[at])
            };
            let price = open().map(|at| self.residual[at]).min()?;
            if price > 0 {
                bound += price;
                let open: Vec<usize> = open().collect();
                open.into_iter().for_each(|at| self.residual[at] -= price);
            }
        }
        Some(bound)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{
        super::{bias::PredicateId, clause::Clause},
        *,
    };

    fn candidates(sets: &[(usize, Vec<usize>)], length: usize) -> Vec<Candidate> {
        let fact = Clause::fact(PredicateId(0), 1);
        sets.iter()
            .map(|(size, members)| Candidate {
                clause: fact.clone(),
                size: *size,
                covers: Bits::of(length, members.iter().copied()),
            })
            .collect()
    }

    /// The cheapest of all subsets, and how many there are.
    fn by_force(candidates: &[Candidate], universe: &Bits, most: usize) -> Option<(usize, usize)> {
        let mut best: Option<(usize, usize)> = None;
        for choice in 0u32..1 << candidates.len() {
            let mut rest = universe.clone();
            let mut size = 0;
            for (at, candidate) in candidates.iter().enumerate() {
                if choice >> at & 1 == 1 {
                    rest.without(&candidate.covers);
                    size += candidate.size;
                }
            }
            if rest.is_empty() && choice.count_ones() as usize <= most {
                best = match best {
                    Some((known, count)) if known == size => Some((known, count + 1)),
                    Some((known, _)) if known < size => best,
                    _ => Some((size, 1)),
                };
            }
        }
        best
    }

    proptest! {
        #[test]
        fn the_cover_is_the_smallest(
            sets in proptest::collection::vec(
                (2..6usize, proptest::collection::vec(0..9usize, 1..5)), 1..9),
            most in 1..6usize,
        ) {
            let candidates = candidates(&sets, 9);
            let mut universe = Bits::empty(9);
            candidates.iter().for_each(|candidate| universe.or(&candidate.covers));
            let question = Question {
                clauses: Some(most), below: usize::MAX, choices: 1, steps: 100_000,
            };
            let expected = by_force(&candidates, &universe, most);
            let go = AtomicBool::new(false);
            let one = smallest(&candidates, &universe, question, &go);
            prop_assert!(one.proved);
            prop_assert_eq!(one.size, expected.map_or(usize::MAX, |(size, _)| size));
            let all = smallest(&candidates, &universe, Question { choices: 1000, ..question }, &go);
            prop_assert_eq!(all.choices.len(), expected.map_or(0, |(_, count)| count));
            // Out of time there is a cover still, but nothing is proved.
            let late = smallest(&candidates, &universe, question, &AtomicBool::new(true));
            prop_assert!(!late.proved || expected.is_none());
            prop_assert!(late.choices.len() <= 1 && late.size >= one.size);
            prop_assert!(most < 6 || late.choices.is_empty() == expected.is_none());
        }

        #[test]
        fn what_replaces_covers_within_the_budget(
            sets in proptest::collection::vec(
                (2..6usize, proptest::collection::vec(0..9usize, 1..5)), 1..7),
            wanted in proptest::collection::vec(0..9usize, 1..5),
            budget in 0..12usize,
        ) {
            let mut candidates = candidates(&sets, 9);
            candidates.sort_by_key(|candidate| candidate.size);
            let mut pool = Pool::new(9);
            for candidate in &candidates {
                let index = pool.candidates.len() as u32;
                candidate.covers.iter().for_each(|example| pool.covering[example].push(index));
                pool.union.or(&candidate.covers);
                pool.candidates.push(candidate.clone());
            }
            let wanted = Bits::of(9, wanted);
            let expected = by_force(&candidates, &wanted, 3).is_some_and(|(size, _)| size <= budget);
            prop_assert_eq!(pool.replaces(&wanted, budget, 3), expected);
            prop_assert_eq!(pool.refutes(&wanted, budget, 3), !expected);
        }
    }
}
