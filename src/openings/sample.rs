//! What a sampler draws from a position: which moves, which lines, and how well it does.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::{
    book::{Book, Line},
    distance::total_variation,
    exact::{ChainQuality, Plan, Target},
    notation::way,
    prefer::Weights,
    thesis::{Proposal, Walks},
};

/// Lines drawn from a position.
#[derive(Debug, Clone)]
pub struct Sample {
    /// How many lines were drawn.
    pub iterations: u64,
    /// The different ones, the most drawn first.
    pub lines: Vec<Drawn>,
    /// The moves from the position, the most drawn first.
    pub moves: Vec<Next>,
    /// What the sample is worth.
    pub diagnostics: Diagnostics,
}

/// A line that was drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawn {
    /// Its positions from the start, by number.
    pub nodes: Vec<u32>,
    /// How many moves were made before the first one that was drawn.
    pub before: usize,
    /// How often it was drawn.
    pub times: u64,
    /// The line of the book that ends as it does, by number.
    pub named: Option<u32>,
}

/// A move from the position.
#[derive(Debug, Clone, PartialEq)]
pub struct Next {
    /// The position after it, by number.
    pub to: u32,
    /// How often it was drawn.
    pub drawn: u64,
    /// Its probability.
    pub expected: f64,
    /// Its share in the book: of how often the selected lines that go on are played.
    pub book: f64,
    /// How many of the selected lines make it.
    pub lines: usize,
}

/// What a sample is worth.
#[derive(Debug, Clone, PartialEq)]
pub enum Diagnostics {
    /// Of the rule of the thesis.
    Thesis {
        /// How many proposals were made for a move, on average.
        proposals: f64,
        /// The share of proposals that were accepted.
        acceptance: f64,
        /// The total variation distance of the drawn first moves from their probabilities.
        distance: f64,
    },
    /// Of Metropolis-Hastings chains over lines.
    Exact {
        /// What the lines are worth.
        quality: ChainQuality,
        /// The total variation distance of the drawn first moves from their probabilities.
        distance: f64,
    },
}

impl Sample {
    /// Lines drawn by the rule of the thesis from a position where lines go on.
    pub fn thesis(
        book: &Book,
        chosen: &[u32],
        walks: &Walks,
        from: u32,
        iterations: u64,
        seed: u64,
    ) -> Sample {
        let (mut sampler, mut walk) = (walks.sampler(seed), Vec::new());
        let mut counts: HashMap<Vec<u32>, u64> = HashMap::new();
        for _ in 0..iterations {
            sampler.draw(from, &mut walk);
            let nodes: Vec<u32> = walk.iter().map(|step: &Proposal| step.to).collect();
            *counts.entry(nodes).or_default() += 1;
        }
        let start = way(book, from);
        let before = start.len() - 1;
        let lines = counts.into_iter().map(|(nodes, times)| {
            let last = nodes.last().copied().unwrap_or(from);
            let named = book.named(last).map(|line| number(book, line));
            Drawn {
                nodes: [start.clone(), nodes].concat(),
                before,
                times,
                named,
            }
        });
        let lines = sorted(lines.collect());
        let expected = walks.probabilities(from, 1.0);
        let moves = moves(book, chosen, from, &lines, &expected);
        let diagnostics = Diagnostics::Thesis {
            proposals: sampler.proposals as f64 / sampler.accepted.max(1) as f64,
            acceptance: sampler.accepted as f64 / sampler.proposals.max(1) as f64,
            distance: total_variation(&shares(&moves, iterations), &expected),
        };
        Sample {
            iterations,
            lines,
            moves,
            diagnostics,
        }
    }

    /// Lines drawn by chains from the chosen ones that go on from a position; `None` if there are
    /// none.
    pub fn exact(
        book: &Book,
        chosen: &[u32],
        weights: &Weights,
        from: u32,
        (iterations, plan): (u64, Plan),
        seed: u64,
    ) -> Option<Sample> {
        let passing = passing(book, chosen, from);
        let target = Target::new(book, passing.keys().copied().collect(), weights)?;
        let draws = target.draw(iterations, plan, seed);
        let (counts, probabilities) = (draws.counts(&target), target.probabilities());
        let mut expected: BTreeMap<u32, f64> = BTreeMap::new();
        let mut lines = Vec::new();
        for ((&line, &times), share) in target.lines().iter().zip(&counts).zip(&probabilities) {
            let (nodes, before) = (book.lines()[line as usize].nodes.clone(), passing[&line]);
            *expected.entry(nodes[before + 1]).or_default() += share;
            if times > 0 {
                lines.push(Drawn {
                    nodes,
                    before,
                    times,
                    named: Some(line),
                });
            }
        }
        let lines = sorted(lines);
        let expected: Vec<(u32, f64)> = expected.into_iter().collect();
        let moves = moves(book, chosen, from, &lines, &expected);
        let diagnostics = Diagnostics::Exact {
            quality: draws.quality(book, &target),
            distance: total_variation(&shares(&moves, iterations), &expected),
        };
        Some(Sample {
            iterations,
            lines,
            moves,
            diagnostics,
        })
    }
}

/// The chosen lines that go on from a position, each with the number of its moves so far.
pub fn passing(book: &Book, chosen: &[u32], from: u32) -> BTreeMap<u32, usize> {
    let chosen: BTreeSet<u32> = chosen.iter().copied().collect();
    let passing = book.node(from).passing.iter().rev();
    let passing = passing.filter(|(line, _)| chosen.contains(line));
    passing
        .map(|(line, ply)| (*line, usize::from(*ply)))
        .collect()
}

/// The number of a line of a book.
fn number(book: &Book, line: &Line) -> u32 {
    let last = line.nodes.last().copied().unwrap_or_default();
    let mut ending = book.node(last).ending.iter().copied();
    ending
        .find(|&other| std::ptr::eq(&book.lines()[other as usize], line))
        .unwrap_or_default()
}

fn sorted(mut lines: Vec<Drawn>) -> Vec<Drawn> {
    lines.sort_by(|a, b| b.times.cmp(&a.times).then_with(|| a.nodes.cmp(&b.nodes)));
    lines
}

/// The moves from a position: those that are expected, and those of lines that are not.
fn moves(
    book: &Book,
    chosen: &[u32],
    from: u32,
    drawn: &[Drawn],
    expected: &[(u32, f64)],
) -> Vec<Next> {
    let mut moves: BTreeMap<u32, Next> = BTreeMap::new();
    let next = |to| Next {
        to,
        drawn: 0,
        expected: 0.0,
        book: 0.0,
        lines: 0,
    };
    for &(to, share) in expected {
        moves.entry(to).or_insert_with(|| next(to)).expected = share;
    }
    for line in drawn {
        let to = line.nodes[line.before + 1];
        moves.entry(to).or_insert_with(|| next(to)).drawn += line.times;
    }
    let mut played = 0.0;
    for (line, ply) in passing(book, chosen, from) {
        let line = &book.lines()[line as usize];
        let to = line.nodes[ply + 1];
        let next = moves.entry(to).or_insert_with(|| next(to));
        next.lines += 1;
        next.book += f64::from(line.count);
        played += f64::from(line.count);
    }
    let mut moves: Vec<Next> = moves.into_values().collect();
    moves
        .iter_mut()
        .filter(|next| next.lines > 0)
        .for_each(|next| next.book /= played);
    moves.sort_by(|a, b| {
        b.drawn
            .cmp(&a.drawn)
            .then(b.expected.total_cmp(&a.expected))
    });
    moves
}

/// The shares of drawn moves.
fn shares(moves: &[Next], iterations: u64) -> Vec<(u32, f64)> {
    let share = |next: &Next| (next.to, next.drawn as f64 / iterations as f64);
    moves.iter().map(share).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::{
        Preference, Selection, notation::text, place::place, read, thesis::Reading,
    };

    fn all(book: &Book) -> Vec<u32> {
        Selection::default().lines(book).unwrap()
    }

    fn found(book: &Book, moves: &str) -> u32 {
        book.find(&place(book, moves).unwrap()).unwrap()
    }

    #[test]
    fn what_was_drawn_adds_up() {
        let book = Book::bundled();
        let weights = Weights::new(&[Preference::Gambit], &[0.4]).unwrap();
        let reading = Reading {
            transpositions: true,
            ..Reading::default()
        };
        let walks = Walks::new(book, &all(book), &weights, reading);
        for from in ["", "e4 e5", "1. d4 Nf6"].map(|moves| found(book, moves)) {
            let thesis = Sample::thesis(book, &all(book), &walks, from, 1_000, 1);
            let plan = Plan {
                chains: 3,
                burn_in: 10,
                thinning: 2,
            };
            let exact = Sample::exact(book, &all(book), &weights, from, (1_000, plan), 1);
            for sample in [thesis, exact.unwrap()] {
                let sum = |f: fn(&Next) -> f64| sample.moves.iter().map(f).sum::<f64>();
                assert_eq!(
                    sample.moves.iter().map(|next| next.drawn).sum::<u64>(),
                    1_000
                );
                assert_eq!(
                    sample.lines.iter().map(|line| line.times).sum::<u64>(),
                    1_000
                );
                assert!((sum(|next| next.expected) - 1.0).abs() < 1e-6);
                assert!((sum(|next| next.book) - 1.0).abs() < 1e-9);
                let lines: usize = sample.moves.iter().map(|next| next.lines).sum();
                assert_eq!(lines, book.node(from).passing.len());
                for line in &sample.lines {
                    let moves = read::played(&text(book, &line.nodes, 0)).unwrap();
                    assert_eq!(moves.len() + 1, line.nodes.len());
                    assert_eq!(line.nodes[line.before], from);
                }
            }
        }
    }

    #[test]
    fn chains_draw_from_their_target() {
        let book = Book::bundled();
        let weights = Weights::new(&[Preference::Gambit, Preference::C4], &[0.5, 0.7]).unwrap();
        let plan = Plan {
            chains: 4,
            burn_in: 500,
            thinning: 60,
        };
        let sample = Sample::exact(book, &all(book), &weights, 0, (20_000, plan), 3).unwrap();
        let Diagnostics::Exact {
            quality:
                ChainQuality {
                    acceptance,
                    autocorrelation: Some(autocorrelation),
                    effective: Some(effective),
                    reduction: Some(reduction),
                    chi_square: Some(chi_square),
                    ..
                },
            distance,
        } = sample.diagnostics
        else {
            panic!("{:?}", sample.diagnostics);
        };
        assert!((0.2..1.0).contains(&acceptance), "{acceptance}");
        assert!(autocorrelation.abs() < 0.1, "{autocorrelation}");
        assert!(effective > 12_000.0 && reduction < 1.01 && distance < 0.01);
        let degrees = chi_square.degrees as f64;
        let far = (chi_square.statistic - degrees) / (2.0 * degrees).sqrt();
        assert!(far.abs() < 4.0, "{chi_square:?}");
    }

    #[test]
    fn a_seed_repeats_a_sample() {
        let book = Book::bundled();
        let walks = Walks::new(book, &all(book), &Weights::default(), Reading::default());
        let run = |seed| Sample::thesis(book, &all(book), &walks, 0, 100, seed).lines;
        assert_eq!(run(1), run(1));
        assert_ne!(run(1), run(2));
        let none = Weights::default();
        let plan = Plan {
            chains: 1,
            burn_in: 0,
            thinning: 1,
        };
        assert!(Sample::exact(book, &[], &none, 0, (10, plan), 1).is_none());
    }
}
