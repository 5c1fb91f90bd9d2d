//! What can be said of the piece to move without looking at where the pieces stand.
//!
//! All four name a kind of piece; pieces of one kind are equal to them, so that accuracies are
//! expected values over all orders of equal pieces.

use std::array;

use shakmaty::Role;

use super::{Judged, Line, presence::Presence, total};
use crate::network::puzzles::About;

/// The four baselines, learned from puzzles.
#[derive(Debug, Clone)]
pub struct Baselines {
    /// How often each kind moved.
    moved: [f64; 6],
    /// The same for each own piece of the kind on the board.
    rate: [f64; 6],
    presence: Presence,
}

impl Baselines {
    /// Learns from puzzles; `None` if there is none.
    pub fn learn(puzzles: &[About], seed: u64) -> Option<Baselines> {
        if puzzles.is_empty() {
            return None;
        }
        let (mut moved, mut present) = ([0.0; 6], [0.0; 6]);
        for about in puzzles {
            moved[about.role as usize - 1] += 1.0;
            for (sum, &count) in present.iter_mut().zip(&about.pieces[0]) {
                *sum += f64::from(count);
            }
        }
        Some(Baselines {
            // Before any puzzle, one of each kind has moved of 16 pieces: no kind is impossible.
            rate: array::from_fn(|kind| (moved[kind] + 1.0) / (present[kind] + 16.0)),
            moved: moved.map(|count| count + 1.0),
            presence: Presence::learn(puzzles, seed),
        })
    }

    /// How well they judge puzzles.
    pub fn lines(&self, puzzles: &[About]) -> Vec<Line> {
        // Of the kinds, with one piece as probable as another of its kind.
        let share = |about: &About, kinds: [f64; 6]| -> [f64; 6] {
            array::from_fn(|kind| kinds[kind] / f64::from(about.pieces[0][kind].max(1)))
        };
        let by_order = |about: &About| ranked(about, self.moved, share(about, self.moved));
        let by_rate = |about: &About| ranked(about, self.rate, self.rate);
        let by_presence = |about: &About| {
            let shares = share(about, self.presence.kinds(&about.pieces));
            ranked(about, shares, shares)
        };
        let line = |name: &str, judge: &dyn Fn(&About) -> Judged| {
            let judged: Vec<Judged> = puzzles.iter().map(judge).collect();
            total(name, &judged)
        };
        vec![
            line("random own piece", &|about| {
                ranked(about, [1.0; 6], [1.0; 6])
            }),
            line("most frequent piece", &by_order),
            line("best rate by piece", &by_rate),
            line("which pieces are there", &by_presence),
        ]
    }
}

/// What is said of the right piece by an order of the kinds, the highest first, and by weights of
/// single pieces, which are made probabilities.
fn ranked(about: &About, order: [f64; 6], weights: [f64; 6]) -> Judged {
    let pieces = &about.pieces[0];
    let kinds = || Role::ALL.into_iter().map(|role| role as usize - 1);
    let right = about.role as usize - 1;
    let count = |test: &dyn Fn(f64) -> bool| {
        let held = kinds().filter(|&kind| test(order[kind]));
        held.map(|kind| usize::from(pieces[kind])).sum()
    };
    let sum: f64 = kinds()
        .map(|kind| f64::from(pieces[kind]) * weights[kind])
        .sum();
    let here = kinds().filter(|&kind| pieces[kind] > 0);
    let best = here.map(|kind| weights[kind]).fold(0.0, f64::max);
    Judged {
        above: count(&|value| value > order[right]),
        equal: count(&|value| value == order[right]),
        right: weights[right] / sum,
        best: best / sum,
    }
}
