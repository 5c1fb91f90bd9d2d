//! Generations of trees.

use rayon::prelude::*;

use super::{
    breed::{self, Bounds},
    tree::{Symbols, Tree},
};
use crate::random::Random;

/// How trees are bred.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Trees in a generation.
    pub population: usize,
    /// The probability that a tree is a child of two.
    pub crossover: f64,
    /// The probability that a tree is a mutated one; otherwise it is a copy.
    pub mutation: f64,
    /// How many trees are drawn of which the best becomes a parent.
    pub tournament: usize,
    /// How many of the best trees live on unchanged.
    pub elite: usize,
    /// The greatest depth of the first trees.
    pub first_depth: usize,
    /// How large trees may become.
    pub bounds: Bounds,
    /// What makes a run repeatable.
    pub seed: u64,
}

impl Default for Settings {
    /// Population and rates are those of Lassabe et al. 2006, section 4; the others are ours.
    fn default() -> Settings {
        Settings {
            population: 10_000,
            crossover: 0.65,
            mutation: 0.05,
            tournament: 7,
            elite: 10,
            first_depth: 6,
            bounds: Bounds {
                depth: 12,
                nodes: 101,
            },
            seed: 1,
        }
    }
}

/// A tree and what it is worth.
#[derive(Debug, Clone, PartialEq)]
pub struct Individual {
    /// The tree.
    pub tree: Tree,
    /// Its fitness, once it is known: the higher the better.
    pub fitness: Option<f64>,
}

/// A population that is valued and bred in turn.
#[derive(Debug, Clone)]
pub struct Evolution {
    symbols: Symbols,
    settings: Settings,
    generation: u64,
    population: Vec<Individual>,
}

impl Evolution {
    /// The first generation, of random trees.
    pub fn new(symbols: Symbols, settings: Settings) -> Evolution {
        let population = (0..settings.population as u64)
            .map(|at| {
                let mut random = Random::of(&[settings.seed, 0, at]);
                let depth = settings.first_depth;
                let tree = breed::ramped(&symbols, depth, &settings.bounds, &mut random);
                Individual {
                    tree,
                    fitness: None,
                }
            })
            .collect();
        Evolution {
            symbols,
            settings,
            generation: 0,
            population,
        }
    }

    /// The number of this generation, from 0.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// The trees of this generation.
    pub fn population(&self) -> &[Individual] {
        &self.population
    }

    /// Replaces trees, such as by ones from another run; as many as fit.
    pub fn seed_with(&mut self, trees: impl IntoIterator<Item = Tree>) {
        for (individual, tree) in self.population.iter_mut().zip(trees) {
            *individual = Individual {
                tree,
                fitness: None,
            };
        }
    }

    /// Forgets all values: what trees are worth has changed.
    pub fn forget(&mut self) {
        for individual in &mut self.population {
            individual.fitness = None;
        }
    }

    /// The trees whose fitness is not known, with their places.
    pub fn unvalued(&self) -> impl Iterator<Item = (usize, &Tree)> {
        let all = self.population.iter().enumerate();
        all.filter(|(_, individual)| individual.fitness.is_none())
            .map(|(at, individual)| (at, &individual.tree))
    }

    /// Says what the tree at a place is worth.
    pub fn tell(&mut self, at: usize, fitness: f64) {
        self.population[at].fitness = Some(fitness);
    }

    /// Values all trees that have no value, on rayon's threads.
    pub fn value_with(&mut self, fitness: impl Fn(&Tree) -> f64 + Sync) {
        self.population.par_iter_mut().for_each(|individual| {
            if individual.fitness.is_none() {
                individual.fitness = Some(fitness(&individual.tree));
            }
        });
    }

    /// The fittest tree; of equals, the smallest, then the first in order.
    pub fn best(&self) -> Option<&Individual> {
        self.population.iter().min_by(|a, b| order(a, b))
    }

    /// Replaces this generation by its children. Every tree has its own random numbers, so that the
    /// result is the same for any number of threads.
    pub fn breed(&mut self) {
        self.generation += 1;
        let settings = &self.settings;
        let elite = settings.elite.min(self.population.len());
        let mut ranked: Vec<usize> = (0..self.population.len()).collect();
        let by_rank = |a: &usize, b: &usize| order(&self.population[*a], &self.population[*b]);
        if elite > 0 {
            ranked.select_nth_unstable_by(elite - 1, by_rank);
        }
        ranked.truncate(elite);
        ranked.sort_by(by_rank);
        let next = |at: usize| match ranked.get(at) {
            Some(&kept) => self.population[kept].clone(),
            None => self.child(&mut Random::of(&[
                settings.seed,
                self.generation,
                at as u64,
            ])),
        };
        self.population = (0..settings.population).into_par_iter().map(next).collect();
    }

    fn child(&self, random: &mut Random) -> Individual {
        let Settings {
            crossover,
            mutation,
            bounds,
            ..
        } = &self.settings;
        let way = random.unit();
        let parent = self.parent(random);
        let tree = if way < *crossover {
            let other = self.parent(random);
            breed::crossover(&self.symbols, &parent.tree, &other.tree, bounds, random)
        } else if way < crossover + mutation {
            breed::mutate(&self.symbols, &parent.tree, bounds, random)
        } else {
            return parent.clone();
        };
        let fitness = parent.fitness.filter(|_| tree == parent.tree);
        Individual { tree, fitness }
    }

    fn parent(&self, random: &mut Random) -> &Individual {
        let drawn = (0..self.settings.tournament.max(1)).map(|_| {
            let at = random.below(self.population.len() as u64) as usize;
            &self.population[at]
        });
        let best = drawn.min_by(|a, b| {
            b.fitness
                .unwrap_or(f64::NEG_INFINITY)
                .total_cmp(&a.fitness.unwrap_or(f64::NEG_INFINITY))
        });
        best.expect("a tournament has somebody in it")
    }
}

fn order(a: &Individual, b: &Individual) -> std::cmp::Ordering {
    let worth = |i: &Individual| i.fitness.unwrap_or(f64::NEG_INFINITY);
    let by_worth = worth(b).total_cmp(&worth(a));
    by_worth
        .then_with(|| a.tree.size().cmp(&b.tree.size()))
        .then_with(|| a.tree.cmp(&b.tree))
}
