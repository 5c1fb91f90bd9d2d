//! A run: generations until a tree is good enough, or time or patience ends.
//!
//! ```
//! use chesslog::gp::{Evolution, Limits, Run, Settings, Stop, Symbols};
//!
//! let symbols = Symbols::new(&[2], 2).unwrap();
//! let limits = Limits { generations: 20, target: Some(8.0), ..Limits::default() };
//! let mut run = Run::new(Evolution::new(symbols, Settings::default()), limits);
//! let stop = loop {
//!     // The more of the second leaf, the better.
//!     run.value_with(|tree| tree.codes().iter().filter(|code| **code == 2).count() as f64);
//!     if let Some(stop) = run.advance() {
//!         break stop;
//!     }
//! };
//! assert_eq!(stop, Stop::Target);
//! ```

use std::{cmp::Ordering, time::Instant};

use super::{
    evolution::{Evolution, Individual, order},
    tree::Tree,
};
use crate::cancel::Cancel;

/// When a run ends.
#[derive(Debug, Clone, PartialEq)]
pub struct Limits {
    /// The number of the last generation; that of the first is 0.
    pub generations: u64,
    /// The fitness with which a tree is good enough.
    pub target: Option<f64>,
    /// When no other tree is valued.
    pub deadline: Option<Instant>,
}

impl Default for Limits {
    /// As many generations as in most of J. R. Koza's experiments (1992, section 6.9).
    fn default() -> Limits {
        Limits {
            generations: 50,
            target: None,
            deadline: None,
        }
    }
}

/// Why a run has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// A tree is good enough.
    Target,
    /// It was the last generation.
    Generations,
    /// The time is up.
    Time,
}

/// What is told of a generation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Generation {
    /// Its number, from 0.
    pub number: u64,
    /// The fitness of its best tree.
    pub best: f64,
    /// The mean fitness of its trees.
    pub mean: f64,
    /// How many nodes its best tree has.
    pub size: usize,
}

/// A population on its way, its past, and the best tree that it ever had.
#[derive(Debug, Clone)]
pub struct Run {
    evolution: Evolution,
    limits: Limits,
    history: Vec<Generation>,
    best: Option<Individual>,
}

impl Run {
    /// The run that begins with this generation.
    pub fn new(evolution: Evolution, limits: Limits) -> Run {
        Run {
            evolution,
            limits,
            history: Vec::new(),
            best: None,
        }
    }

    /// The population.
    pub fn evolution(&self) -> &Evolution {
        &self.evolution
    }

    /// What is told of the generations so far.
    pub fn history(&self) -> &[Generation] {
        &self.history
    }

    /// The fittest tree of all generations that have been advanced from.
    pub fn best(&self) -> Option<&Individual> {
        self.best.as_ref()
    }

    /// The next tree to value and its place; `None` if there is none, or no more time. One tree
    /// always gets its value.
    pub fn next_unvalued(&mut self) -> Option<(usize, &Tree)> {
        match self.late() && self.evolution.valuations() > 0 {
            true => None,
            false => self.evolution.next_unvalued(),
        }
    }

    /// Says what the tree at a place is worth.
    pub fn tell(&mut self, at: usize, fitness: f64) {
        self.evolution.tell(at, fitness);
    }

    /// Values all trees, on rayon's threads, as far as there is time.
    pub fn value_with(&mut self, fitness: impl Fn(&Tree) -> f64 + Sync) {
        if let Some((at, tree)) = self.next_unvalued() {
            let value = fitness(tree);
            self.tell(at, value);
        }
        let cancel = self.cancel();
        if cancel.is_set() {
            return;
        }
        self.evolution
            .value_while(|tree| (!cancel.is_set()).then(|| fitness(tree)));
    }

    /// Notes this generation, and breeds the next one unless the run has ended. A generation that
    /// was not valued to its end counts for the best tree, and is reported only if it is the first.
    pub fn advance(&mut self) -> Option<Stop> {
        let values: Vec<f64> = (self.evolution.population().iter())
            .filter_map(|individual| individual.fitness)
            .collect();
        let complete = values.len() == self.evolution.population().len();
        if let Some(best) = self.evolution.best()
            && let Some(fitness) = best.fitness
        {
            if complete || self.history.is_empty() {
                self.history.push(Generation {
                    number: self.evolution.generation(),
                    best: fitness,
                    mean: values.iter().sum::<f64>() / values.len() as f64,
                    size: best.tree.size(),
                });
            }
            let is_better = |known: &Individual| order(best, known) == Ordering::Less;
            if self.best.as_ref().is_none_or(is_better) {
                self.best = Some(best.clone());
            }
        }
        let reached = |target| {
            let best = self.best.as_ref().and_then(|best| best.fitness);
            best.is_some_and(|best| best >= target)
        };
        if self.limits.target.is_some_and(reached) {
            return Some(Stop::Target);
        }
        if !complete || self.late() {
            return Some(Stop::Time);
        }
        if self.evolution.generation() >= self.limits.generations {
            return Some(Stop::Generations);
        }
        let cancel = self.cancel();
        (!self.evolution.breed_while(&cancel)).then_some(Stop::Time)
    }

    fn late(&self) -> bool {
        self.cancel().is_set()
    }

    fn cancel(&self) -> Cancel<'static> {
        Cancel::NEVER.until(self.limits.deadline)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gp::{Problem, Settings, problem::Multiplexer};

    fn run(limits: Limits) -> (Run, Stop) {
        let problem = Multiplexer::new(2).unwrap();
        let settings = Settings {
            population: 500,
            elite: 0,
            ..Settings::default()
        };
        let mut run = Run::new(Evolution::new(problem.symbols(), settings), limits);
        loop {
            run.value_with(|tree| problem.fitness(tree));
            if let Some(stop) = run.advance() {
                return (run, stop);
            }
        }
    }

    #[test]
    fn a_run_ends_with_its_last_generation() {
        for generations in [0, 3] {
            let limits = Limits {
                generations,
                ..Limits::default()
            };
            let (run, stop) = run(limits);
            assert_eq!(stop, Stop::Generations);
            let numbers: Vec<u64> = run
                .history()
                .iter()
                .map(|reported| reported.number)
                .collect();
            assert_eq!(numbers, (0..=generations).collect::<Vec<_>>());
            // Without an elite, the best may be of any generation.
            let best = run.history().iter().map(|reported| reported.best);
            let best = best.fold(f64::NEG_INFINITY, f64::max);
            assert_eq!(run.best().unwrap().fitness, Some(best));
            assert!(
                run.history()
                    .iter()
                    .all(|reported| reported.mean <= reported.best)
            );
        }
    }

    #[test]
    fn a_run_ends_with_a_tree_that_is_good_enough() {
        let limits = Limits {
            target: Some(50.0),
            ..Limits::default()
        };
        let (run, stop) = run(limits);
        assert_eq!(stop, Stop::Target);
        assert!(run.history().last().unwrap().best >= 50.0);
        let before = run.history().len() - 1;
        assert!(
            run.history()[..before]
                .iter()
                .all(|reported| reported.best < 50.0)
        );
    }

    #[test]
    fn a_run_without_time_has_valued_one_tree() {
        let limits = Limits {
            deadline: Some(Instant::now()),
            ..Limits::default()
        };
        let (run, stop) = run(limits);
        assert_eq!(stop, Stop::Time);
        assert_eq!(run.evolution().valuations(), 1);
        assert_eq!(run.history().len(), 1);
        assert!(run.best().is_some());
    }
}
