//! Generations of trees.

use std::collections::{HashMap, HashSet};

use rayon::prelude::*;

use super::{
    breed::{self, Bounds},
    tree::{Symbols, Tree},
};
use crate::{cancel::Cancel, random::Random};

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

/// A population that is valued and bred in turn. Equal trees are valued once.
#[derive(Debug, Clone)]
pub struct Evolution {
    symbols: Symbols,
    settings: Settings,
    generation: u64,
    population: Vec<Individual>,
    /// What trees of this and earlier generations are worth.
    known: HashMap<Tree, f64>,
    /// No tree before this place lacks a value.
    valued: usize,
    valuations: u64,
}

/// How many trees' values are kept; when there are more, all are forgotten.
const KNOWN: usize = 200_000;

impl Evolution {
    /// The first generation, of random trees.
    pub fn new(symbols: Symbols, settings: Settings) -> Evolution {
        Evolution::begin(symbols, settings, &Cancel::NEVER)
    }

    /// The same; when it is cancelled, it has the first trees only, one at least.
    pub fn begin(symbols: Symbols, settings: Settings, cancel: &Cancel<'_>) -> Evolution {
        let population = (0..settings.population as u64)
            .take_while(|at| *at == 0 || !cancel.is_set())
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
            known: HashMap::new(),
            valued: 0,
            valuations: 0,
        }
    }

    /// What trees are made of.
    pub fn symbols(&self) -> &Symbols {
        &self.symbols
    }

    /// How trees are bred.
    pub fn settings(&self) -> &Settings {
        &self.settings
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
        self.valued = 0;
    }

    /// Forgets all values: what trees are worth has changed.
    pub fn forget(&mut self) {
        for individual in &mut self.population {
            individual.fitness = None;
        }
        self.known.clear();
        self.valued = 0;
    }

    /// The trees whose fitness is not known, with their places.
    pub fn unvalued(&self) -> impl Iterator<Item = (usize, &Tree)> {
        let all = self.population.iter().enumerate();
        all.filter(|(_, individual)| individual.fitness.is_none())
            .map(|(at, individual)| (at, &individual.tree))
    }

    /// The first tree whose fitness is not known, nor that of an equal one, and its place.
    pub fn next_unvalued(&mut self) -> Option<(usize, &Tree)> {
        while let Some(individual) = self.population.get_mut(self.valued) {
            if individual.fitness.is_none() {
                individual.fitness = self.known.get(&individual.tree).copied();
            }
            if individual.fitness.is_none() {
                break;
            }
            self.valued += 1;
        }
        let individual = self.population.get(self.valued)?;
        Some((self.valued, &individual.tree))
    }

    /// Says what the tree at a place is worth.
    pub fn tell(&mut self, at: usize, fitness: f64) {
        let individual = &mut self.population[at];
        individual.fitness = Some(fitness);
        self.known.insert(individual.tree.clone(), fitness);
        self.valuations += 1;
    }

    /// How many trees were valued so far, equal ones once.
    pub fn valuations(&self) -> u64 {
        self.valuations
    }

    /// Values all trees that have no value, on rayon's threads.
    pub fn value_with(&mut self, fitness: impl Fn(&Tree) -> f64 + Sync) {
        self.value_while(|tree| Some(fitness(tree)));
    }

    /// The same; a tree stays without value where none is given.
    pub fn value_while(&mut self, fitness: impl Fn(&Tree) -> Option<f64> + Sync) {
        let mut seen = HashSet::new();
        let wanted: Vec<&Tree> = (self.population.iter())
            .filter(|individual| individual.fitness.is_none())
            .map(|individual| &individual.tree)
            .filter(|tree| !self.known.contains_key(*tree) && seen.insert(*tree))
            .collect();
        let values: Vec<(Tree, f64)> = (wanted.par_iter())
            .filter_map(|tree| fitness(tree).map(|value| ((*tree).clone(), value)))
            .collect();
        self.valuations += values.len() as u64;
        self.known.extend(values);
        self.recall();
    }

    /// Gives trees the values of equal ones.
    fn recall(&mut self) {
        for individual in &mut self.population {
            if individual.fitness.is_none() {
                individual.fitness = self.known.get(&individual.tree).copied();
            }
        }
    }

    /// The fittest tree; of equals, the smallest, then the first in order.
    pub fn best(&self) -> Option<&Individual> {
        self.population.iter().min_by(|a, b| order(a, b))
    }

    /// Replaces this generation by its children. Every tree has its own random numbers, so that the
    /// result is the same for any number of threads.
    pub fn breed(&mut self) {
        self.breed_while(&Cancel::NEVER);
    }

    /// The same; when it is cancelled, this generation stays, and false is returned.
    pub fn breed_while(&mut self, cancel: &Cancel<'_>) -> bool {
        let generation = self.generation + 1;
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
            None => self.child(&mut Random::of(&[settings.seed, generation, at as u64])),
        };
        let next = (0..settings.population)
            .into_par_iter()
            .map(|at| (!cancel.is_set()).then(|| next(at)));
        let Some(population) = next.collect() else {
            return false;
        };
        self.generation = generation;
        self.population = population;
        self.recall();
        if self.known.len() > KNOWN {
            self.known.clear();
        }
        self.valued = 0;
        true
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

/// The fitter first; of equals, the smaller, then the first in order.
pub(super) fn order(a: &Individual, b: &Individual) -> std::cmp::Ordering {
    let worth = |i: &Individual| i.fitness.unwrap_or(f64::NEG_INFINITY);
    let by_worth = worth(b).total_cmp(&worth(a));
    by_worth
        .then_with(|| a.tree.size().cmp(&b.tree.size()))
        .then_with(|| a.tree.cmp(&b.tree))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

    use super::*;
    use crate::gp::{Problem, problem::Multiplexer};

    fn settings(seed: u64) -> Settings {
        Settings {
            population: 200,
            seed,
            ..Settings::default()
        }
    }

    fn bred(threads: usize, seed: u64, generations: usize) -> Vec<Individual> {
        let problem = Multiplexer::new(2).unwrap();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.unwrap().install(|| {
            let mut evolution = Evolution::new(problem.symbols(), settings(seed));
            for _ in 0..generations {
                evolution.value_with(|tree| problem.fitness(tree));
                evolution.breed();
            }
            evolution.population().to_vec()
        })
    }

    #[test]
    fn a_seed_repeats_a_run_for_any_number_of_threads() {
        let one = bred(1, 5, 8);
        assert_eq!(one, bred(2, 5, 8));
        assert_eq!(one, bred(3, 5, 8));
        assert_ne!(one, bred(1, 6, 8));
    }

    #[test]
    fn a_generation_that_is_not_bred_to_its_end_is_none() {
        let problem = Multiplexer::new(2).unwrap();
        let cancelled = AtomicBool::new(true);
        let cancel = Cancel::by(&cancelled);
        let begun = Evolution::begin(problem.symbols(), settings(1), &cancel);
        let mut whole = Evolution::new(problem.symbols(), settings(1));
        assert_eq!(begun.population(), &whole.population()[..1]);
        whole.value_with(|tree| problem.fitness(tree));
        let before = (whole.generation(), whole.population().to_vec());
        assert!(!whole.breed_while(&cancel));
        assert_eq!(before, (whole.generation(), whole.population().to_vec()));
    }

    #[test]
    fn the_best_live_on() {
        let problem = Multiplexer::new(2).unwrap();
        let mut evolution = Evolution::new(problem.symbols(), settings(2));
        let (mut best, mut first) = (f64::NEG_INFINITY, None);
        for _ in 0..20 {
            evolution.value_with(|tree| problem.fitness(tree));
            let now = evolution.best().cloned().unwrap();
            let fitness = now.fitness.unwrap();
            assert!(fitness >= best, "{fitness} after {best}");
            best = fitness;
            first.get_or_insert(fitness);
            evolution.breed();
            assert!(evolution.population().contains(&now));
            let bounds = evolution.settings().bounds;
            let symbols = evolution.symbols();
            let mut all = evolution.population().iter();
            assert!(all.all(|individual| bounds.admit(&individual.tree, symbols)));
        }
        assert!(Some(best) > first);
    }

    #[test]
    fn equal_trees_are_valued_once() {
        let problem = Multiplexer::new(1).unwrap();
        let mut evolution = Evolution::new(problem.symbols(), settings(1));
        let (asked, mut seen) = (AtomicU64::new(0), HashSet::new());
        for _ in 0..5 {
            seen.extend(evolution.population().iter().map(|one| one.tree.clone()));
            evolution.value_with(|tree| {
                asked.fetch_add(1, Ordering::Relaxed);
                problem.fitness(tree)
            });
            evolution.breed();
        }
        assert_eq!(asked.into_inner(), seen.len() as u64);
        assert_eq!(evolution.valuations(), seen.len() as u64);
        evolution.forget();
        assert_eq!(evolution.unvalued().count(), 200);
    }

    #[test]
    fn trees_are_valued_one_by_one_as_all_at_once() {
        let problem = Multiplexer::new(2).unwrap();
        let mut together = Evolution::new(problem.symbols(), settings(4));
        let mut singly = together.clone();
        for _ in 0..4 {
            together.value_with(|tree| problem.fitness(tree));
            while let Some((at, tree)) = singly.next_unvalued() {
                let fitness = problem.fitness(tree);
                singly.tell(at, fitness);
            }
            assert_eq!(together.population(), singly.population());
            assert_eq!(together.valuations(), singly.valuations());
            together.breed();
            singly.breed();
        }
    }
}
