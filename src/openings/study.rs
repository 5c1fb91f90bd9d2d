//! The experiments of the thesis (K. Saarmann 2022, section 5): the settings of its figures 15 to 21,
//! drawn and computed for one reading of its algorithm.

mod figures;

use std::collections::BTreeSet;

use super::{
    book::Book,
    place::place,
    prefer::{Preference, Weights},
    select::Selection,
    thesis::{Proposers, Reading, Walks},
    transitions::{Transitions, plies},
};
use crate::random::Random;
pub use figures::Figure;

/// The readings of the algorithm that are compared.
pub const READINGS: [Reading; 4] = [
    Reading {
        proposers: Proposers::Lines,
        transpositions: false,
    },
    Reading {
        proposers: Proposers::Lines,
        transpositions: true,
    },
    Reading {
        proposers: Proposers::Positions,
        transpositions: false,
    },
    Reading {
        proposers: Proposers::Positions,
        transpositions: true,
    },
];

/// The name of a reading: what proposes, and whether lines one move away do, too.
pub fn reading_name(reading: Reading) -> &'static str {
    match (reading.proposers, reading.transpositions) {
        (Proposers::Lines, false) => "lines",
        (Proposers::Lines, true) => "lines, transpositions",
        (Proposers::Positions, false) => "positions",
        (Proposers::Positions, true) => "positions, transpositions",
    }
}

/// A setting that is compared with others.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    /// Its name.
    pub name: String,
    /// What is preferred.
    pub weights: Weights,
    /// How many lines are drawn.
    pub iterations: u64,
}

/// What came of a case.
#[derive(Debug, Clone)]
pub struct Run {
    /// The case.
    pub case: Case,
    /// The moves of the lines that were drawn, with their numbers.
    pub drawn: Transitions,
    /// The probability of each move in a line.
    pub expected: Transitions,
}

/// Cases over the same lines.
#[derive(Debug, Clone)]
pub struct Experiment {
    /// The fewest moves by each player of the lines.
    pub min_moves: usize,
    /// The lines, by number.
    pub lines: Vec<u32>,
    /// The cases.
    pub runs: Vec<Run>,
}

/// All experiments for one reading.
#[derive(Debug, Clone)]
pub struct Study<'b> {
    /// The book.
    pub book: &'b Book,
    /// The reading.
    pub reading: Reading,
    /// Figures 15 and 16: other numbers of iterations.
    pub iterations: Experiment,
    /// Figures 17 and 18: other weights.
    pub weights: Experiment,
    /// Figures 19 to 21: other preferences.
    pub parameters: Experiment,
    /// The fewest moves with which a line comes to each position.
    pub plies: Vec<usize>,
}

/// The weights of the five preferences in the order of the thesis; one below 0 is not used.
fn weights(weights: [f64; 5]) -> Weights {
    let used = Preference::ALL
        .into_iter()
        .zip(weights)
        .filter(|(_, weight)| *weight >= 0.0);
    let (preferences, weights): (Vec<Preference>, Vec<f64>) = used.unzip();
    // Each preference comes once, with a number.
    Weights::new(&preferences, &weights).unwrap_or_default()
}

/// The preference that the thesis gives the input [1, 0, 1, 0, 1] and the weights [0.2, 0.2, 0.05,
/// 0.05, 0.05].
pub fn weights_of_figure_15() -> Weights {
    weights([0.2, -1.0, 0.05, -1.0, 0.05])
}

/// The lines of a book with so many moves by each player; none if there are none.
pub fn lines(book: &Book, min_moves: usize) -> Vec<u32> {
    let selection = Selection {
        min_moves,
        ..Selection::default()
    };
    selection.lines(book).unwrap_or_default()
}

impl<'b> Study<'b> {
    /// Runs the experiments; the same seed gives the same.
    pub fn new(book: &'b Book, reading: Reading, seed: u64) -> Study<'b> {
        let case = |name: &str, used: [f64; 5], iterations| Case {
            name: name.to_owned(),
            weights: weights(used),
            iterations,
        };
        let iterations = [100, 1_000, 10_000, 100_000].map(|iterations| Case {
            name: format!("{iterations} iterations"),
            weights: weights_of_figure_15(),
            iterations,
        });
        let tilted = [
            ("equal: 0.1 each", [0.1; 5]),
            ("c4 0.3, gambit 0.2", [0.2, 0.05, 0.3, 0.05, 0.05]),
            ("e4 0.6", [0.05, 0.05, 0.05, 0.05, 0.6]),
            ("d4 0.8, gambit 0.4", [0.4, 0.05, 0.05, 0.8, 0.05]),
            ("d4 0.4, gambit 0.2", [0.2, 0.05, 0.05, 0.4, 0.05]),
        ];
        let tilted = tilted.map(|(name, used)| case(name, used, 2_000));
        let mut single: Vec<Case> = Vec::new();
        for (at, preference) in Preference::ALL.into_iter().enumerate().rev() {
            let mut used = [-1.0; 5];
            used[at] = Weights::USUAL;
            single.push(case(preference.name(), used, 2_100));
        }
        let run = |number: u64, min_moves, cases: &[Case]| {
            let lines = lines(book, min_moves);
            let runs = (0..).zip(cases).map(|(at, case)| {
                let walks = Walks::new(book, &lines, &case.weights, reading);
                let numbers = [seed, number, at, place_of(reading)];
                let seed = Random::of(&numbers).next_number();
                Run {
                    drawn: Transitions::drawn(&walks, 0, case.iterations, seed),
                    expected: Transitions::expected(&walks, 0),
                    case: case.clone(),
                }
            });
            Experiment {
                min_moves,
                runs: runs.collect(),
                lines,
            }
        };
        Study {
            book,
            reading,
            iterations: run(15, 7, &iterations),
            weights: run(17, 8, &tilted),
            parameters: run(19, 5, &single),
            plies: plies(book),
        }
    }

    /// The position after some moves, if a line comes to it.
    pub fn after(&self, moves: &str) -> Option<u32> {
        self.book.find(&place(self.book, moves).ok()?)
    }

    /// The probabilities of the first moves of lines with so many moves by each player.
    pub fn first_moves(&self, min_moves: usize, weights: &Weights) -> Vec<(u32, f64)> {
        let lines = lines(self.book, min_moves);
        let walks = Walks::new(self.book, &lines, weights, self.reading);
        walks.probabilities(0, 1.0)
    }

    /// The first two moves of twenty lines of the whole book, as figure 13 shows them.
    pub fn first_two_moves(&self, seed: u64) -> Transitions {
        let lines = lines(self.book, 0);
        let walks = Walks::new(self.book, &lines, &weights_of_figure_15(), self.reading);
        let seed = Random::of(&[seed, 13, place_of(self.reading)]).next_number();
        let drawn = Transitions::drawn(&walks, 0, 20, seed);
        drawn.within(|from| self.plies[from as usize] < 2)
    }

    /// The run of a preference by itself.
    pub fn preferring(&self, preference: Preference) -> &Run {
        let mut runs = self.parameters.runs.iter();
        let run = runs.find(|run| run.case.name == preference.name());
        // There is one for each.
        run.unwrap_or(&self.parameters.runs[0])
    }
}

impl Experiment {
    /// The positions that at least such a share of lines passes in every case, from which at least
    /// so many moves go on.
    pub fn visited(&self, share: f64, moves: usize) -> Vec<u32> {
        let nodes: BTreeSet<u32> = match self.runs.first() {
            Some(run) => run.expected.nodes().into_iter().collect(),
            None => return Vec::new(),
        };
        let often = |run: &Run, node| {
            run.expected.passes(node) >= share && run.expected.from(node).count() >= moves
        };
        let everywhere = |node: &u32| self.runs.iter().all(|run| often(run, *node));
        nodes.into_iter().filter(everywhere).collect()
    }

    /// The greatest distance between the moves of two cases at a position, as expected.
    pub fn spread(&self, node: u32) -> f64 {
        let mut most = 0.0_f64;
        for (at, one) in self.runs.iter().enumerate() {
            for other in &self.runs[at + 1..] {
                most = most.max(one.expected.distance(&other.expected, node));
            }
        }
        most
    }

    /// Whether a preference admits one of the lines.
    pub fn has(&self, book: &Book, preference: Preference) -> bool {
        let mut lines = self.lines.iter().map(|&line| &book.lines()[line as usize]);
        lines.any(|line| preference.admits(line))
    }
}

/// The place of a reading among all.
fn place_of(reading: Reading) -> u64 {
    u64::from(reading.proposers == Proposers::Positions) * 2 + u64::from(reading.transpositions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_are_those_of_the_thesis() {
        let study = Study::new(Book::bundled(), READINGS[1], 1);
        let Study {
            iterations,
            weights,
            parameters,
            ..
        } = &study;
        let told = |experiment: &Experiment| {
            let runs = experiment.runs.iter();
            runs.map(|run| run.case.iterations).collect::<Vec<u64>>()
        };
        assert_eq!(told(iterations), [100, 1_000, 10_000, 100_000]);
        assert_eq!(
            (told(weights), told(parameters)),
            (vec![2_000; 5], vec![2_100; 5])
        );
        use Preference::{C4, D4, E4, Gambit, Uncommon};
        let pairs = |run: &Run| run.case.weights.pairs().to_vec();
        assert_eq!(
            pairs(&iterations.runs[0]),
            [(Gambit, 0.2), (C4, 0.05), (E4, 0.05)]
        );
        let fourth = [
            (Gambit, 0.4),
            (Uncommon, 0.05),
            (C4, 0.05),
            (D4, 0.8),
            (E4, 0.05),
        ];
        assert_eq!(pairs(&weights.runs[3]), fourth);
        assert_eq!(pairs(&parameters.runs[0]), [(E4, 0.4)]);
        for preference in Preference::ALL {
            assert_eq!(pairs(study.preferring(preference)), [(preference, 0.4)]);
        }
        for run in &iterations.runs {
            assert_eq!(run.drawn.passes(0), run.case.iterations as f64);
        }
        let numbers: Vec<u8> = study.figures().iter().map(|figure| figure.number).collect();
        assert!(
            numbers.starts_with(&[15, 16]) && numbers.ends_with(&[21]),
            "{numbers:?}"
        );
    }

    #[test]
    fn the_first_moves_are_those_of_whole_walks() {
        let book = Book::bundled();
        for reading in READINGS {
            let study = Study::new(book, reading, 1);
            let run = study.preferring(Preference::Gambit);
            let mut first = study.first_moves(5, &run.case.weights);
            first.sort_by_key(|(to, _)| *to);
            let expected = run.expected.shares(0);
            assert_eq!(first.len(), expected.len());
            assert!(
                first
                    .iter()
                    .zip(&expected)
                    .all(|(a, b)| (a.1 - b.1).abs() < 1e-9)
            );
        }
    }
}
