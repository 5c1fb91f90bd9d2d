//! Lines drawn by the rule of the thesis (K. Saarmann, "Exploration vs Exploitation of Chess Openings
//! Learner with Metropolis-Hastings Algorithm", Tartu 2022, figure 14 and sections 4.2 and 4.3).
//!
//! A line begins in a position and goes from position to position. Each line of the book that goes
//! on from where it is proposes its next position; one of the proposals is drawn, each as likely as
//! the others, and taken if a random number from 0 to 1 is below
//!
//! ```text
//! A = p(move) / p(last move) + sum of the weights of the preferences that admit the proposing line
//! ```
//!
//! where p of a move is the share of lines that go on to the same position. Else another one is
//! drawn. The first move has p(last move) = 1. The drawn line ends where no line of the book goes on,
//! or when it is twice as long as the longest of them: moves may lead back to earlier positions.
//!
//! That is a rejection sampler for each move by itself: it has no target distribution that it would
//! converge to, as it does not stay where it is when a proposal is rejected, and A is no ratio of
//! probabilities of the same thing. For a chain with a stated distribution see [`super::exact`].
//!
//! A proposal costs the same for every book: the proposals of each position stand in a row. The number
//! of proposals for a move is at most the number of moves from there, on average, since the proposals
//! that lead to a move are accepted at least as often as their share is.

use std::collections::HashMap;

use serde::Serialize;

use super::{book::Book, prefer::Weights};
use crate::random::Random;

/// How the algorithm is read where the thesis leaves it open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize)]
pub struct Reading {
    /// What proposes.
    pub proposers: Proposers,
    /// Whether lines propose that are one legal move away, where no line makes that move (section
    /// 4.2).
    pub transpositions: bool,
}

/// What proposes a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Proposers {
    /// Every line that goes on, "tens or hundreds of transitions" (section 4.2).
    #[default]
    Lines,
    /// Every position that a line goes on to, once: "one of the possible states, uniformly"
    /// (section 4.3). p of a move is still a share of lines; the weights are those of the line with
    /// the greatest sum among those that go on to the position.
    Positions,
}

/// A proposal: the next position of a line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Proposal {
    /// The position, by number.
    pub to: u32,
    /// The line, by number.
    pub line: u32,
    /// The share of lines that go on to the position, from 0 to 1.
    pub share: f32,
    /// The sum of the weights of the preferences that admit the line; where positions propose, the
    /// greatest one of their lines.
    pub tilt: f32,
}

/// The proposals from all positions.
#[derive(Debug, Clone)]
pub struct Walks {
    /// Where those of each position begin among all, and where the last ones end.
    first: Vec<u32>,
    steps: Vec<Proposal>,
    /// The most plies of a drawn line.
    most: usize,
}

impl Walks {
    /// The proposals of some lines of a book, by number.
    pub fn new(book: &Book, lines: &[u32], weights: &Weights, reading: Reading) -> Walks {
        let mut chosen = vec![false; book.lines().len()];
        lines.iter().for_each(|&line| chosen[line as usize] = true);
        let tilt = |line: &u32| weights.tilt(&book.lines()[*line as usize]) as f32;
        let tilts: Vec<f32> = (0..book.lines().len() as u32)
            .map(|line| tilt(&line))
            .collect();
        let step = |to: u32, line: u32| Proposal {
            to,
            line,
            share: 0.0,
            tilt: tilts[line as usize],
        };
        let mut walks = Walks {
            first: vec![0],
            steps: Vec::new(),
            most: 0,
        };
        let plies = lines
            .iter()
            .map(|&line| book.lines()[line as usize].moves.len());
        walks.most = 2 * plies.max().unwrap_or_default();
        for (number, node) in book.nodes().iter().enumerate() {
            let begin = walks.steps.len();
            let passing = node.passing.iter();
            let passing = passing.filter(|(line, _)| chosen[*line as usize]);
            walks.steps.extend(passing.map(|&(line, ply)| {
                step(book.lines()[line as usize].nodes[ply as usize + 1], line)
            }));
            let reached =
                walks.steps.len() > begin || node.ending.iter().any(|line| chosen[*line as usize]);
            if reading.transpositions && reached {
                for apart in book.transpositions().apart(number as u32) {
                    let next = book.node(apart.to);
                    let passing = next.passing.iter().map(|(line, _)| *line);
                    let lines = passing.chain(next.ending.iter().copied());
                    let lines = lines.filter(|line| chosen[*line as usize]);
                    walks.steps.extend(lines.map(|line| step(apart.to, line)));
                }
            }
            share(&mut walks.steps, begin, reading.proposers);
            walks.first.push(walks.steps.len() as u32);
        }
        walks
    }

    /// The proposals from a position, in no particular order; none where the lines end.
    pub fn steps(&self, node: u32) -> &[Proposal] {
        let (first, last) = (self.first[node as usize], self.first[node as usize + 1]);
        &self.steps[first as usize..last as usize]
    }

    /// The most plies of a drawn line: twice those of the longest selected line.
    pub fn most(&self) -> usize {
        self.most
    }

    /// The probability of each next position from a position, if the last move had the share
    /// `last`, in the order of the proposals: what [`Sampler::step`] draws from.
    pub fn probabilities(&self, node: u32, last: f32) -> Vec<(u32, f64)> {
        let mut all: Vec<(u32, f64)> = Vec::new();
        let mut sum = 0.0;
        for step in self.steps(node) {
            let accepted = f64::from(step.acceptance(last)).min(1.0);
            sum += accepted;
            match all.iter_mut().find(|(to, _)| *to == step.to) {
                Some((_, worth)) => *worth += accepted,
                None => all.push((step.to, accepted)),
            }
        }
        all.iter_mut().for_each(|(_, worth)| *worth /= sum);
        all
    }

    /// A sampler; the same seed draws the same lines.
    pub fn sampler(&self, seed: u64) -> Sampler<'_> {
        Sampler {
            walks: self,
            random: Random::new(seed),
            proposals: 0,
            accepted: 0,
        }
    }
}

/// Gives the proposals from `begin` their shares; keeps one for each position if positions propose.
fn share(steps: &mut Vec<Proposal>, begin: usize, proposers: Proposers) {
    let all = (steps.len() - begin) as f32;
    let mut counts: HashMap<u32, (f32, f32)> = HashMap::new();
    for step in &steps[begin..] {
        let (count, tilt) = counts.entry(step.to).or_insert((0.0, 0.0));
        *count += 1.0;
        *tilt = tilt.max(step.tilt);
    }
    for step in &mut steps[begin..] {
        step.share = counts[&step.to].0 / all;
    }
    if proposers == Proposers::Positions {
        let mut kept = begin;
        for at in begin..steps.len() {
            if let Some((_, tilt)) = counts.remove(&steps[at].to) {
                steps[kept] = Proposal { tilt, ..steps[at] };
                kept += 1;
            }
        }
        steps.truncate(kept);
    }
}

impl Proposal {
    /// The acceptance A of the proposal, if the last move had the share `last`; it may be above 1.
    pub fn acceptance(&self, last: f32) -> f32 {
        self.share / last + self.tilt
    }
}

/// Draws lines.
#[derive(Debug, Clone)]
pub struct Sampler<'w> {
    walks: &'w Walks,
    random: Random,
    /// How many proposals were drawn.
    pub proposals: u64,
    /// How many of them were accepted.
    pub accepted: u64,
}

impl Sampler<'_> {
    /// Draws the next position from a position, if the last move had the share `last`; `None` where
    /// the lines end.
    pub fn step(&mut self, node: u32, last: f32) -> Option<Proposal> {
        let steps = self.walks.steps(node);
        loop {
            let step = *self.random.pick(steps)?;
            self.proposals += 1;
            if self.random.unit() < f64::from(step.acceptance(last)) {
                self.accepted += 1;
                return Some(step);
            }
        }
    }

    /// Draws a line from a position to the end of a line of the book into `walk`, of at most twice as
    /// many moves as the longest one has.
    pub fn draw(&mut self, from: u32, walk: &mut Vec<Proposal>) {
        walk.clear();
        let (mut node, mut last) = (from, 1.0);
        while walk.len() < self.walks.most
            && let Some(step) = self.step(node, last)
        {
            walk.push(step);
            (node, last) = (step.to, step.share);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::{Preference, Selection, read};

    fn book(lines: &[(&str, &str)]) -> Book {
        let mut book = Book::default();
        for (name, moves) in lines {
            book.add(None, name, &read::played(moves).unwrap(), 1);
        }
        book
    }

    fn all(book: &Book) -> Vec<u32> {
        Selection::default().lines(book).unwrap()
    }

    fn gambits(weight: f64) -> Weights {
        Weights::new(&[Preference::Gambit], &[weight]).unwrap()
    }

    #[test]
    fn lines_propose_and_are_accepted_as_often_as_they_share_a_move() {
        let book = book(&[
            ("One", "e4 e5"),
            ("Two", "e4 c5"),
            ("Some Gambit", "e4 e6"),
            ("Four", "d4 d5"),
        ]);
        let read = |weight, proposers| {
            let reading = Reading {
                proposers,
                ..Reading::default()
            };
            let walks = Walks::new(&book, &all(&book), &gambits(weight), reading);
            walks.probabilities(0, 1.0)
        };
        let near = |found: &[(u32, f64)], expected: &[f64]| {
            let near = |(found, expected): (&(u32, f64), &f64)| (found.1 - expected).abs() < 1e-6;
            assert_eq!(found.len(), expected.len());
            assert!(found.iter().zip(expected).all(near), "{found:?}");
        };
        // e4 is proposed and accepted with 3/4, d4 with 1/4.
        near(&read(0.0, Proposers::Lines), &[0.9, 0.1]);
        // One proposal in four is always accepted: 1/4 * (2 * 3/4 + 1), and 1/4 * 1/4.
        near(&read(0.5, Proposers::Lines), &[2.5 / 2.75, 0.25 / 2.75]);
        near(&read(0.0, Proposers::Positions), &[0.75, 0.25]);
        near(&read(0.5, Proposers::Positions), &[1.0 / 1.25, 0.25 / 1.25]);
        // After e4 each of three moves has a third of three quarters.
        let walks = Walks::new(&book, &all(&book), &gambits(0.1), Reading::default());
        let steps = walks.steps(walks.steps(0)[0].to);
        let third = 1.0 / 3.0 / 0.75;
        assert!((steps[0].acceptance(0.75) - third).abs() < 1e-6);
        assert!((steps[2].acceptance(0.75) - third - 0.1).abs() < 1e-6);
    }

    #[test]
    fn moves_are_drawn_with_their_probabilities() {
        let book = Book::bundled();
        let weights = Weights::new(&[Preference::Gambit, Preference::C4], &[0.2, 0.4]).unwrap();
        for proposers in [Proposers::Lines, Proposers::Positions] {
            let reading = Reading {
                proposers,
                transpositions: true,
            };
            let walks = Walks::new(book, &all(book), &weights, reading);
            let expected = walks.probabilities(0, 1.0);
            let mut sampler = walks.sampler(5);
            let draws = 50_000_u64;
            let mut counts: HashMap<u32, u32> = HashMap::new();
            for _ in 0..draws {
                *counts.entry(sampler.step(0, 1.0).unwrap().to).or_default() += 1;
            }
            let chi_square: f64 = expected
                .iter()
                .map(|(to, share)| {
                    let mean = share * draws as f64;
                    let count = counts.get(to).copied().unwrap_or_default();
                    (f64::from(count) - mean).powi(2) / mean
                })
                .sum();
            let degrees = (expected.len() - 1) as f64;
            assert!(
                chi_square < degrees + 4.0 * (2.0 * degrees).sqrt(),
                "{chi_square}, {degrees}"
            );
            assert!(sampler.accepted == draws && sampler.proposals > sampler.accepted);
        }
    }

    #[test]
    fn walks_are_legal_and_end_where_lines_end() {
        let book = Book::bundled();
        for transpositions in [false, true] {
            let reading = Reading {
                transpositions,
                ..Reading::default()
            };
            let walks = Walks::new(book, &all(book), &gambits(0.4), reading);
            let mut sampler = walks.sampler(1);
            let (mut walk, mut apart) = (Vec::new(), 0);
            for _ in 0..2_000 {
                sampler.draw(0, &mut walk);
                let mut from = 0;
                for step in &walk {
                    let mut edges = book.node(from).edges.iter();
                    if !edges.any(|edge| edge.to == step.to) {
                        let mut steps = book.transpositions().apart(from).iter();
                        assert!(steps.any(|apart| apart.to == step.to));
                        apart += 1;
                    }
                    from = step.to;
                }
                let ended = walks.steps(from).is_empty() && !book.node(from).ending.is_empty();
                assert!(ended || walk.len() == walks.most());
            }
            assert_eq!(apart > 0, transpositions);
        }
    }

    #[test]
    fn a_line_one_move_away_proposes() {
        // After 2. Bc4 Nf6 the Vienna is a move away.
        let book = book(&[
            ("Bishop's", "e4 e5 Bc4 Nf6"),
            ("Vienna", "e4 e5 Nc3 Nf6 Bc4 Nc6"),
        ]);
        let after = |moves: &str| {
            let moves = read::played(moves).unwrap();
            let mut chess = shakmaty::Chess::default();
            let play = shakmaty::Position::play_unchecked;
            moves.iter().for_each(|&m| play(&mut chess, m));
            book.find(&chess).unwrap()
        };
        let reading = |transpositions| Reading {
            transpositions,
            ..Reading::default()
        };
        let walks = |read| Walks::new(&book, &all(&book), &Weights::default(), read);
        let from = after("e4 e5 Bc4 Nf6");
        assert!(walks(reading(false)).steps(from).is_empty());
        let with = walks(reading(true));
        let [step] = with.steps(from) else {
            panic!("{:?}", with.steps(from));
        };
        assert_eq!((step.to, step.line), (after("e4 e5 Nc3 Nf6 Bc4"), 1));
        assert_eq!(step.share, 1.0);
    }

    #[test]
    fn walks_in_a_circle_end() {
        // From the start to the start, and no way to the end of the line.
        let book = book(&[("Back", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1")]);
        let walks = Walks::new(&book, &all(&book), &Weights::default(), Reading::default());
        let mut walk = Vec::new();
        walks.sampler(1).draw(0, &mut walk);
        assert_eq!(walk.len(), 14);
    }

    #[test]
    fn a_seed_repeats_its_lines() {
        let book = Book::bundled();
        let walks = Walks::new(book, &all(book), &Weights::default(), Reading::default());
        let run = |seed| {
            let (mut sampler, mut walk) = (walks.sampler(seed), Vec::new());
            let mut ends = Vec::new();
            for _ in 0..20 {
                sampler.draw(0, &mut walk);
                ends.push(walk.last().map(|step| step.to));
            }
            ends
        };
        assert_eq!(run(3), run(3));
        assert_ne!(run(3), run(4));
    }
}
