//! How often walks through a book make each move: drawn, or expected.
//!
//! ```
//! use chesslog::openings::{Book, Weights, thesis::{Reading, Walks}, transitions::Transitions};
//!
//! let book = Book::bundled();
//! let all: Vec<u32> = (0..book.lines().len() as u32).collect();
//! let walks = Walks::new(book, &all, &Weights::default(), Reading::default());
//! let expected = Transitions::expected(&walks, 0);
//! let drawn = Transitions::drawn(&walks, 0, 1_000, 1);
//! assert!(expected.distance(&drawn, 0) < 0.1);
//! ```

use std::collections::{BTreeMap, HashMap};

use super::{
    distance::total_variation,
    thesis::{Proposal, Walks},
};

/// What is left of a walk when it is followed no more.
const TRACE: f64 = 1e-15;

/// How often each move is made: so many times, or with this probability in a walk.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Transitions(BTreeMap<(u32, u32), f64>);

impl Transitions {
    /// What so many walks from a position do.
    pub fn drawn(walks: &Walks, from: u32, iterations: u64, seed: u64) -> Transitions {
        let mut counts: HashMap<(u32, u32), u64> = HashMap::new();
        let (mut sampler, mut walk) = (walks.sampler(seed), Vec::new());
        for _ in 0..iterations {
            sampler.draw(from, &mut walk);
            let mut at = from;
            for Proposal { to, .. } in &walk {
                *counts.entry((at, *to)).or_default() += 1;
                at = *to;
            }
        }
        let counts = counts.into_iter();
        Transitions(counts.map(|(step, n)| (step, n as f64)).collect())
    }

    /// The probability that a walk from a position makes each move, computed move by move: how likely
    /// a move is depends on the position and on the share of the move that led to it.
    pub fn expected(walks: &Walks, from: u32) -> Transitions {
        let mut passed: BTreeMap<(u32, u32), f64> = BTreeMap::new();
        let mut now: BTreeMap<(u32, u32), f64> = [((from, 1_f32.to_bits()), 1.0)].into();
        for _ in 0..walks.most() {
            let mut next = BTreeMap::new();
            for ((node, last), mass) in now {
                let shares: HashMap<u32, f32> = walks
                    .steps(node)
                    .iter()
                    .map(|step| (step.to, step.share))
                    .collect();
                for (to, share) in walks.probabilities(node, f32::from_bits(last)) {
                    let mass = mass * share;
                    if mass > TRACE {
                        *passed.entry((node, to)).or_default() += mass;
                        *next.entry((to, shares[&to].to_bits())).or_default() += mass;
                    }
                }
            }
            now = next;
        }
        Transitions(passed)
    }

    /// The different moves, each as the positions before and after it, with how often it is made.
    pub fn all(&self) -> impl Iterator<Item = ((u32, u32), f64)> {
        self.0.iter().map(|(step, times)| (*step, *times))
    }

    /// The moves from a position, with how often each is made, by the number of the next position.
    pub fn from(&self, node: u32) -> impl Iterator<Item = (u32, f64)> {
        let moves = self.0.range((node, 0)..=(node, u32::MAX));
        moves.map(|((_, to), times)| (*to, *times))
    }

    /// How often any move is made from a position.
    pub fn passes(&self, node: u32) -> f64 {
        self.from(node).map(|(_, times)| times).sum()
    }

    /// The share of each move among those from a position.
    pub fn shares(&self, node: u32) -> Vec<(u32, f64)> {
        let all = self.passes(node);
        self.from(node)
            .map(|(to, times)| (to, times / all))
            .collect()
    }

    /// How often a move is made.
    pub fn times(&self, from: u32, to: u32) -> f64 {
        self.0.get(&(from, to)).copied().unwrap_or_default()
    }

    /// The total variation distance between the moves from a position; 1 if only one makes any.
    pub fn distance(&self, other: &Transitions, node: u32) -> f64 {
        let (one, other) = (self.shares(node), other.shares(node));
        match one.is_empty() != other.is_empty() {
            true => 1.0,
            false => total_variation(&one, &other),
        }
    }

    /// The positions from which moves are made, in order.
    pub fn nodes(&self) -> Vec<u32> {
        let mut nodes: Vec<u32> = self.0.keys().map(|(from, _)| *from).collect();
        nodes.dedup();
        nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::{
        Book, Preference, Weights,
        thesis::{Proposers, Reading},
    };

    #[test]
    fn what_is_drawn_is_what_is_expected() {
        let book = Book::bundled();
        let all: Vec<u32> = (0..book.lines().len() as u32).collect();
        let weights = Weights::new(&[Preference::Gambit, Preference::C4], &[0.2, 0.4]).unwrap();
        for proposers in [Proposers::Lines, Proposers::Positions] {
            let reading = Reading {
                proposers,
                transpositions: true,
            };
            let walks = Walks::new(book, &all, &weights, reading);
            let expected = Transitions::expected(&walks, 0);
            let iterations = 20_000;
            let drawn = Transitions::drawn(&walks, 0, iterations, 3);
            assert!((expected.passes(0) - 1.0).abs() < 1e-9);
            assert_eq!(drawn.passes(0), iterations as f64);
            let mut compared = 0;
            for node in drawn.nodes() {
                let visits = drawn.passes(node);
                let share = expected.passes(node);
                let deviation = (share * iterations as f64).sqrt().max(1.0);
                assert!((visits - share * iterations as f64).abs() < 5.0 * deviation);
                if visits > 500.0 {
                    let moves = expected.from(node).count() as f64;
                    let distance = drawn.distance(&expected, node);
                    assert!(distance < 2.0 * (moves / visits).sqrt(), "{distance}");
                    compared += 1;
                }
            }
            assert!(compared > 10, "{compared}");
        }
    }

    #[test]
    fn a_position_without_moves_is_far_from_one_with() {
        let some = Transitions([((0, 1), 3.0), ((0, 2), 1.0), ((2, 3), 1.0)].into());
        assert_eq!(some.shares(0), [(1, 0.75), (2, 0.25)]);
        assert_eq!((some.times(0, 2), some.times(0, 7)), (1.0, 0.0));
        assert_eq!(some.nodes(), [0, 2]);
        assert_eq!(some.distance(&Transitions::default(), 0), 1.0);
        assert_eq!(some.distance(&Transitions::default(), 5), 0.0);
    }
}
