//! How good a network is: where it puts the right piece, by what kind of puzzle, and how much its
//! probabilities are worth; beside the four baselines.
//!
//! [`judge`] asks the network about each puzzle; [`Report::of`] makes the tables.
//!
//! - `baselines.rs`: chance, the piece that moves most often, the kind that does so for each piece of
//!   it, and a network that only sees which pieces there are (`presence.rs`).
//! - `tables.rs`: the report as text and as CSV. `curves.rs`: the pictures.

mod baselines;
mod curves;
mod presence;
mod tables;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use rayon::prelude::*;
use serde::Serialize;

pub use baselines::Baselines;
pub use curves::{accuracy_curve, calibration_curve, curves, loss_curve};

use super::{
    examples::Examples,
    puzzles::{About, Collection},
};
use crate::{cancel::Cancel, chess::role_name};

/// Up to which place the right piece is looked for: top-1 to top-5.
pub const PLACES: usize = 5;
/// Puzzles between two looks at [`Cancel`].
const CHUNK: usize = 256;
/// Columns of the table of calibration.
const BINS: usize = 10;
/// The rows of the tables by rating and by pieces reach so far.
const RATINGS: u16 = 200;
const PIECES: u8 = 4;

/// What is said of one puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Judged {
    /// How many squares are thought to be better than the right one.
    pub above: usize,
    /// How many are thought to be as good, the right one included.
    pub equal: usize,
    /// The probability that is given to the right one.
    pub right: f64,
    /// The highest probability given to any.
    pub best: f64,
}

impl Judged {
    /// What logits say of a square: probabilities are their softmax.
    ///
    /// # Panics
    ///
    /// When there is no such square.
    pub fn of(logits: &[f32; 64], square: u8) -> Judged {
        let logit = logits[usize::from(square)];
        let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let share = |logit: f32| f64::from(logit - most).exp();
        let sum: f64 = logits.iter().map(|&logit| share(logit)).sum();
        Judged {
            above: logits.iter().filter(|&&other| other > logit).count(),
            equal: logits.iter().filter(|&&other| other == logit).count(),
            right: share(logit) / sum,
            best: 1.0 / sum,
        }
    }

    /// The negative logarithm of the probability of the right square.
    pub fn loss(&self) -> f64 {
        // A probability may be too small for its number.
        -self.right.max(f64::MIN_POSITIVE).ln()
    }

    /// The chance that the right square is among the first `places`, equal ones in any order.
    pub fn within(&self, places: usize) -> f64 {
        let left = places.saturating_sub(self.above) as f64;
        (left / self.equal.max(1) as f64).min(1.0)
    }
}

/// Asks a network about all examples, on rayon's threads, each of which gets a `scratch`; `None` if
/// it was cancelled. `tell` hears how many were done.
pub fn judge<S>(
    examples: &Examples,
    scratch: impl Fn() -> S + Sync + Send,
    logits: impl Fn(&[u64], &mut S) -> [f32; 64] + Sync + Send,
    cancel: &Cancel<'_>,
    report: impl Fn(usize) + Sync,
) -> Option<Vec<Judged>> {
    let done = std::sync::atomic::AtomicUsize::new(0);
    let chunks: Vec<usize> = (0..examples.len()).step_by(CHUNK).collect();
    let judged: Option<Vec<Vec<Judged>>> = chunks
        .into_par_iter()
        .map_init(scratch, |scratch, start| {
            if cancel.is_set() {
                return None;
            }
            let numbers = start..examples.len().min(start + CHUNK);
            let some: Vec<Judged> = numbers
                .map(|n| Judged::of(&logits(examples.words(n), scratch), examples.labels[n]))
                .collect();
            let before = done.fetch_add(some.len(), std::sync::atomic::Ordering::Relaxed);
            report(before + some.len());
            Some(some)
        })
        .collect();
    Some(judged?.concat())
}

/// The figures of some puzzles.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Line {
    /// Which puzzles they are, or who judged them.
    pub name: String,
    /// How many puzzles.
    pub puzzles: usize,
    /// The share in which the right piece is the first, among the first two, and so on.
    pub top: [f64; PLACES],
    /// The mean of the negative logarithm of the probability of the right piece.
    pub loss: f64,
}

/// Sums from which a [`Line`] is made.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    puzzles: usize,
    top: [f64; PLACES],
    loss: f64,
}

impl Sums {
    fn add(&mut self, judged: &Judged) {
        self.puzzles += 1;
        for (place, sum) in (1..).zip(&mut self.top) {
            *sum += judged.within(place);
        }
        self.loss += judged.loss();
    }

    fn line(&self, name: String) -> Line {
        let puzzles = self.puzzles.max(1) as f64;
        Line {
            name,
            puzzles: self.puzzles,
            top: self.top.map(|sum| sum / puzzles),
            loss: self.loss / puzzles,
        }
    }
}

/// The figures of all puzzles.
pub fn total<'a>(name: &str, judged: impl IntoIterator<Item = &'a Judged>) -> Line {
    let mut sums = Sums::default();
    judged.into_iter().for_each(|judged| sums.add(judged));
    sums.line(name.to_owned())
}

/// The lines of one table, each puzzle counted in the lines whose keys it has, in the order of keys.
fn table<K: Ord>(
    puzzles: &[About],
    judged: &[Judged],
    keys: impl Fn(&About) -> Vec<K>,
    name: impl Fn(&K) -> String,
) -> Vec<Line> {
    let mut sums: BTreeMap<K, Sums> = BTreeMap::new();
    for (about, judged) in puzzles.iter().zip(judged) {
        for key in keys(about) {
            sums.entry(key).or_default().add(judged);
        }
    }
    let lines = sums.iter().map(|(key, sums)| sums.line(name(key)));
    lines.collect()
}

/// Puzzles whose likeliest piece has a probability in the same tenth.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Bin {
    /// The lowest probability of the tenth, and the highest.
    pub from: f64,
    /// The highest.
    pub to: f64,
    /// How many puzzles.
    pub puzzles: usize,
    /// The mean of the probabilities.
    pub said: f64,
    /// The share in which that piece was the right one.
    pub right: f64,
}

/// What probabilities are worth.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Calibration {
    /// By tenths; those without puzzles are left out.
    pub bins: Vec<Bin>,
    /// The mean over puzzles of how far `said` and `right` of their tenth are apart (expected
    /// calibration error; C. Guo et al., "On Calibration of Modern Neural Networks", 2017,
    /// equation 3).
    pub error: f64,
}

impl Calibration {
    fn of(judged: &[Judged]) -> Calibration {
        let mut sums = [(0_usize, 0.0, 0.0); BINS];
        for judged in judged {
            let bin = ((judged.best * BINS as f64) as usize).min(BINS - 1);
            let (puzzles, said, right) = &mut sums[bin];
            *puzzles += 1;
            *said += judged.best;
            *right += judged.within(1);
        }
        let filled = sums.iter().enumerate().filter(|(_, sums)| sums.0 > 0);
        let bins: Vec<Bin> = filled
            .map(|(at, &(puzzles, said, right))| Bin {
                from: at as f64 / BINS as f64,
                to: (at + 1) as f64 / BINS as f64,
                puzzles,
                said: said / puzzles as f64,
                right: right / puzzles as f64,
            })
            .collect();
        let apart = |bin: &Bin| bin.puzzles as f64 * (bin.said - bin.right).abs();
        let error = bins.iter().map(apart).sum::<f64>() / judged.len().max(1) as f64;
        Calibration { bins, error }
    }
}

/// What the rating of puzzles of a band is.
fn rating_band(band: u16) -> String {
    format!("{} to {}", band * RATINGS, band * RATINGS + (RATINGS - 1))
}

/// How many pieces are on the board in puzzles of a band.
fn pieces_band(band: u8) -> String {
    format!("{} to {}", band * PIECES + 1, (band + 1) * PIECES)
}

/// The tables of a [`Report`] and their lines in which a puzzle is counted. `themes` has the names of the themes.
pub fn groups(about: &About, themes: &[String]) -> Vec<(&'static str, String)> {
    let mut groups = vec![
        ("all", "network".to_owned()),
        ("moving piece", role_name(about.role).to_owned()),
        (
            "pieces",
            pieces_band(about.count().saturating_sub(1) / PIECES),
        ),
    ];
    groups.extend(
        about
            .rating
            .map(|rating| ("rating", rating_band(rating / RATINGS))),
    );
    let themes = about
        .themes
        .iter()
        .filter_map(|&at| themes.get(usize::from(at)));
    groups.extend(themes.map(|theme| ("theme", theme.clone())));
    groups
}

/// All figures of a network on some puzzles.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// Of all puzzles.
    pub network: Line,
    /// Of the same puzzles, judged otherwise.
    pub baselines: Vec<Line>,
    /// By the kind of the piece that moves.
    pub by_piece: Vec<Line>,
    /// By rating.
    pub by_rating: Vec<Line>,
    /// By the number of pieces on the board.
    pub by_pieces: Vec<Line>,
    /// By theme, the most frequent first.
    pub by_theme: Vec<Line>,
    /// What the probabilities are worth.
    pub calibration: Calibration,
}

impl Report {
    /// Makes the tables of what was judged of the puzzles. `themes` has the names of the themes;
    /// baselines are left out if there is nothing that they could have learned from.
    ///
    /// # Panics
    ///
    /// If there are more or fewer judgements than puzzles.
    pub fn of(
        puzzles: &Collection,
        judged: &[Judged],
        themes: &[String],
        baselines: Option<&Baselines>,
    ) -> Report {
        let about = &puzzles.about;
        assert_eq!(about.len(), judged.len(), "a judgement for each puzzle");
        let mut by_theme = table(
            about,
            judged,
            |about| about.themes.to_vec(),
            |&theme| themes.get(usize::from(theme)).cloned().unwrap_or_default(),
        );
        by_theme.sort_by(|a, b| b.puzzles.cmp(&a.puzzles).then_with(|| a.name.cmp(&b.name)));
        Report {
            network: total("network", judged),
            baselines: baselines.map_or_else(Vec::new, |baselines| baselines.lines(about)),
            by_piece: table(
                about,
                judged,
                |about| vec![about.role],
                |role| role_name(*role).to_owned(),
            ),
            by_rating: table(
                about,
                judged,
                |about| {
                    about
                        .rating
                        .map(|rating| rating / RATINGS)
                        .into_iter()
                        .collect()
                },
                |&band| rating_band(band),
            ),
            by_pieces: table(
                about,
                judged,
                |about| vec![about.count().saturating_sub(1) / PIECES],
                |&band| pieces_band(band),
            ),
            by_theme,
            calibration: Calibration::of(judged),
        }
    }
}
