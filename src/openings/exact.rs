//! A Metropolis-Hastings chain over the lines of a book.
//!
//! Its stationary distribution is how often lines are played, tilted by what is preferred:
//!
//! ```text
//! p(line) ~ count(line) * exp(sum of the weights of the preferences that admit it)
//! ```
//!
//! From a line of n positions one of them is drawn, and a line from all that go through it or end
//! there: that is proposed. Two lines share the same positions seen from either, and through each go
//! the same lines; so the proposal's probabilities there and back differ by the numbers of positions
//! alone, and the proposal is accepted with the probability
//!
//! ```text
//! min(1, p(next) / p(line) * n(line) / n(next))
//! ```
//!
//! (W. K. Hastings, "Monte Carlo Sampling Methods Using Markov Chains and Their Applications",
//! Biometrika 57, 1970). All lines share the start position, so any one is reached in one step.

use serde::Serialize;

use super::{
    book::Book,
    distance::{ChiSquare, chi_square, total_variation},
    prefer::Weights,
};
use crate::{mcmc, random::Random};

/// A distribution over lines of a book.
#[derive(Debug, Clone)]
pub struct Target {
    /// The lines, by number.
    lines: Vec<u32>,
    /// The positions of each, without those that come again.
    positions: Vec<Vec<u32>>,
    /// The logarithm of what each is worth.
    logs: Vec<f64>,
    /// For each position of the book the places of its lines.
    through: Vec<Vec<u32>>,
}

impl Target {
    /// The distribution over some lines of a book, by number; `None` if there are none.
    pub fn new(book: &Book, lines: Vec<u32>, weights: &Weights) -> Option<Target> {
        let log = |line: &u32| {
            let line = &book.lines()[*line as usize];
            f64::from(line.count).ln() + weights.tilt(line)
        };
        let logs = lines.iter().map(log).collect();
        let mut through = vec![Vec::new(); book.nodes().len()];
        let mut positions = Vec::with_capacity(lines.len());
        for (place, &line) in lines.iter().enumerate() {
            let mut nodes = book.lines()[line as usize].nodes.clone();
            nodes.sort_unstable();
            nodes.dedup();
            for &node in &nodes {
                through[node as usize].push(place as u32);
            }
            positions.push(nodes);
        }
        (!lines.is_empty()).then_some(Target {
            lines,
            positions,
            logs,
            through,
        })
    }

    /// The lines, by number.
    pub fn lines(&self) -> &[u32] {
        &self.lines
    }

    /// The probability of each line, in their order.
    pub fn probabilities(&self) -> Vec<f64> {
        let greatest = self.logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let worth: Vec<f64> = self.logs.iter().map(|log| (log - greatest).exp()).collect();
        let sum: f64 = worth.iter().sum();
        worth.into_iter().map(|worth| worth / sum).collect()
    }

    /// Lines drawn by several chains, together so many; the first ones draw what is left over.
    pub fn draw(&self, lines: u64, plan: Plan, seed: u64) -> Draws {
        let mut draws = Draws {
            places: Vec::new(),
            steps: 0,
            accepted: 0,
        };
        for number in 0..plan.chains {
            let count = lines / plan.chains + u64::from(number < lines % plan.chains);
            let (places, chain) = self.draw_chain(number, count, plan, seed);
            draws.places.push(places);
            draws.steps += chain.steps;
            draws.accepted += chain.accepted;
        }
        draws
    }

    /// Lines drawn by the chain with this number, counted from 0, and the chain as it is then.
    pub fn draw_chain(
        &self,
        number: u64,
        lines: u64,
        plan: Plan,
        seed: u64,
    ) -> (Vec<usize>, Chain<'_>) {
        let mut chain = self.chain(Random::of(&[seed, number]).next_number());
        (0..plan.burn_in).for_each(|_| _ = chain.step());
        let draw = |_| {
            (0..plan.thinning).for_each(|_| _ = chain.step());
            chain.place()
        };
        ((0..lines).map(draw).collect(), chain)
    }

    /// The number that is followed in chains, and its value for each line.
    pub fn statistic(&self, book: &Book) -> (Statistic, Vec<f64>) {
        if self.logs.windows(2).any(|pair| pair[0] != pair[1]) {
            return (Statistic::LogTarget, self.logs.clone());
        }
        let plies = |line: &u32| book.lines()[*line as usize].moves.len() as f64;
        (Statistic::Moves, self.lines.iter().map(plies).collect())
    }

    /// A chain that begins at a random line.
    pub fn chain(&self, seed: u64) -> Chain<'_> {
        let mut random = Random::new(seed);
        let at = random.below(self.lines.len() as u64) as u32;
        Chain {
            target: self,
            random,
            at,
            steps: 0,
            accepted: 0,
        }
    }
}

/// How a chain over lines is drawn from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Plan {
    /// How many chains, at least one.
    pub chains: u64,
    /// Steps that are made before the first draw.
    pub burn_in: u64,
    /// Steps from one draw to the next.
    pub thinning: u64,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan {
            chains: 4,
            burn_in: 1_000,
            thinning: 50,
        }
    }
}

/// Lines drawn by chains.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draws {
    /// For each chain the places of its lines among those of the target, in order.
    pub places: Vec<Vec<usize>>,
    /// The steps of all chains.
    pub steps: u64,
    /// How many of them were accepted.
    pub accepted: u64,
}

/// A number that each line has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Statistic {
    /// The logarithm of its probability.
    LogTarget,
    /// How many moves it has, where all lines have the same probability.
    Moves,
}

/// What lines drawn by chains are worth.
#[derive(Debug, Clone, PartialEq)]
pub struct ChainQuality {
    /// The share of steps that were accepted.
    pub acceptance: f64,
    /// The number whose course in the chains tells the following three.
    pub statistic: Statistic,
    /// The autocorrelation of successive draws, the mean of all chains.
    pub autocorrelation: Option<f64>,
    /// How many independent draws say as much.
    pub effective: Option<f64>,
    /// The potential scale reduction factor of the chains.
    pub reduction: Option<f64>,
    /// The total variation distance of the drawn lines from the target.
    pub distance: f64,
    /// The comparison of the drawn lines with the target.
    pub chi_square: Option<ChiSquare>,
}

impl Draws {
    /// How often each line of a target was drawn.
    pub fn counts(&self, target: &Target) -> Vec<u64> {
        let mut counts = vec![0; target.lines.len()];
        let places = self.places.iter().flatten();
        places.for_each(|&place| counts[place] += 1);
        counts
    }

    /// What they are worth as draws from their target.
    pub fn quality(&self, book: &Book, target: &Target) -> ChainQuality {
        let (statistic, values) = target.statistic(book);
        // All chains as long as the shortest.
        let shortest = self.places.iter().map(Vec::len).min().unwrap_or(0);
        let course =
            |places: &Vec<usize>| places[..shortest].iter().map(|&at| values[at]).collect();
        let courses: Vec<Vec<f64>> = self.places.iter().map(course).collect();
        let (counts, probabilities) = (self.counts(target), target.probabilities());
        let all = counts.iter().sum::<u64>().max(1) as f64;
        let shares = counts.iter().map(|&count| count as f64 / all);
        let drawn: Vec<(u32, f64)> = (0..).zip(shares).collect();
        let expected: Vec<(u32, f64)> = (0..).zip(probabilities.iter().copied()).collect();
        ChainQuality {
            acceptance: self.accepted as f64 / self.steps.max(1) as f64,
            statistic,
            autocorrelation: mcmc::mean_autocorrelation(&courses, 1),
            effective: mcmc::effective_sample_size(&courses),
            reduction: mcmc::potential_scale_reduction(&courses),
            distance: total_variation(&drawn, &expected),
            chi_square: chi_square(&counts, &probabilities),
        }
    }
}

/// A chain under way.
#[derive(Debug, Clone)]
pub struct Chain<'t> {
    target: &'t Target,
    random: Random,
    at: u32,
    /// How many steps it has made.
    pub steps: u64,
    /// How many proposals were accepted.
    pub accepted: u64,
}

impl Chain<'_> {
    /// The place of the line where it is, among those of the target.
    pub fn place(&self) -> usize {
        self.at as usize
    }

    /// Makes a step; the place of the line where it is then.
    pub fn step(&mut self) -> usize {
        let target = self.target;
        let positions = &target.positions[self.at as usize];
        let node = self.random.pick(positions).copied().unwrap_or_default();
        let next = self.random.pick(&target.through[node as usize]).copied();
        let next = next.unwrap_or(self.at);
        let log = |place: u32| {
            let positions = target.positions[place as usize].len() as f64;
            target.logs[place as usize] - positions.ln()
        };
        self.steps += 1;
        if self.random.unit().ln() < log(next) - log(self.at) {
            self.at = next;
            self.accepted += 1;
        }
        self.place()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{mcmc, openings::Preference};

    /// Lines of one volume, which meet in many ways.
    fn target(volume: char, preferences: &[Preference], weights: &[f64]) -> Target {
        let weights = Weights::new(preferences, weights).unwrap();
        let book = Book::bundled();
        let lines = (0..book.lines().len() as u32).filter(|&line| {
            let eco = book.lines()[line as usize].eco;
            eco.is_some_and(|eco| eco.volume() == volume)
        });
        Target::new(book, lines.collect(), &weights).unwrap()
    }

    /// The probabilities of all proposals from a line.
    fn proposals(target: &Target, from: usize) -> Vec<f64> {
        let mut all = vec![0.0; target.lines.len()];
        for &node in &target.positions[from] {
            let through = &target.through[node as usize];
            let each = 1.0 / (target.positions[from].len() * through.len()) as f64;
            through.iter().for_each(|&line| all[line as usize] += each);
        }
        all
    }

    #[test]
    fn there_and_back_differ_by_the_numbers_of_positions() {
        let target = target('E', &[], &[]);
        let all: Vec<Vec<f64>> = (0..target.lines.len())
            .map(|at| proposals(&target, at))
            .collect();
        for (from, there) in all.iter().enumerate() {
            assert!((there.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            for (to, there) in there.iter().enumerate() {
                let length = |place: usize| target.positions[place].len() as f64;
                assert!(*there > 0.0);
                assert!((there * length(from) - all[to][from] * length(to)).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn the_chain_draws_from_its_target() {
        let target = target('C', &[Preference::Gambit, Preference::E4], &[1.5, -0.7]);
        let expected = target.probabilities();
        assert!((expected.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        let mut counts = vec![0_u32; expected.len()];
        let mut chain = target.chain(7);
        let draws = 60_000;
        // So far apart, values of a chain are as good as independent.
        for _ in 0..draws {
            (0..30).for_each(|_| _ = chain.step());
            counts[chain.place()] += 1;
        }
        let chi_square: f64 = counts
            .iter()
            .zip(&expected)
            .map(|(&count, share)| {
                let mean = share * f64::from(draws);
                (f64::from(count) - mean).powi(2) / mean
            })
            .sum();
        let degrees = (expected.len() - 1) as f64;
        // Four standard deviations above the mean of the chi-square distribution.
        assert!(
            chi_square < degrees + 4.0 * (2.0 * degrees).sqrt(),
            "{chi_square}, {degrees}"
        );
        let gambits = |place: usize| {
            let line = &Book::bundled().lines()[target.lines()[place] as usize];
            f64::from(u8::from(Preference::Gambit.admits(line)))
        };
        let share: f64 = expected
            .iter()
            .enumerate()
            .map(|(place, share)| share * gambits(place))
            .sum();
        let chains: Vec<Vec<f64>> = (1..=4)
            .map(|seed| {
                let mut chain = target.chain(seed);
                (0..20_000).map(|_| gambits(chain.step())).collect()
            })
            .collect();
        assert!(mcmc::potential_scale_reduction(&chains).unwrap() < 1.01);
        let size = mcmc::effective_sample_size(&chains).unwrap();
        let mean = chains.iter().flatten().sum::<f64>() / 80_000.0;
        let error = (share * (1.0 - share) / size).sqrt();
        assert!(
            (mean - share).abs() < 4.0 * error,
            "{mean}, {share}, {error}"
        );
    }

    #[test]
    fn a_seed_repeats_a_chain() {
        let target = target('A', &[], &[]);
        let run = |seed| {
            let mut chain = target.chain(seed);
            let places: Vec<usize> = (0..50).map(|_| chain.step()).collect();
            (places, chain.accepted)
        };
        assert_eq!(run(3), run(3));
        assert_ne!(run(3), run(4));
        let (_, accepted) = run(3);
        assert!((1..=50).contains(&accepted));
        assert!(Target::new(Book::bundled(), Vec::new(), &Weights::default()).is_none());
    }
}
