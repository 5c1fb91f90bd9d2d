//! How good tactics are: coverage, accuracy and divergence, and what they are compared with.
//!
//! The measures are those of Krishnan and Martens, "Towards the Automatic Discovery of Chess
//! Tactics", section "Metrics". For a tactic and positions with the moves that were played:
//!
//! - *coverage* (equation 3): the share of the positions to which it is applicable, that is, in
//!   which it suggests a move;
//! - *accuracy* ("the percentage of moves suggested by a tactic that matches the move in the test
//!   data"): of all its suggestions, in all positions together, the share that was played. That is
//!   the accuracy of tactics and baselines alike; a random move's suggestions are all legal moves.
//!   *Mean accuracy* is the mean over the applicable positions of that share; it is the chance that one
//!   of the suggestions, drawn at random, is the move played. *Hit rate* is the share of the
//!   applicable positions in which the played move is among the suggestions, however many they
//!   are: what the authors' programs call accuracy;
//! - *divergence* (equations 4 to 7): the mean over the applicable positions of the mean over the
//!   suggestions `a2` of `|q(s,a1) - q(s,a2)|`, `a1` being the move played and `q` an engine's
//!   evaluation of the position after the move, for the side that moves, in centipawns.
//!
//! A move is its two squares, as in the paper; a promotion is one to the most valuable piece.

mod sample;
mod scan;

use std::ops::AddAssign;

use serde::Serialize;

pub use sample::{Sample, Suggested};
pub use scan::{Scanner, measure, scan};

/// A position with its moves, numbered from 0.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Case {
    /// How many moves are legal.
    pub moves: usize,
    /// The move that was played.
    pub played: usize,
    /// What an engine thinks of each move, if it was asked.
    pub judged: Option<Judged>,
}

/// What an engine thinks of the moves of a position.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Judged {
    /// The evaluation of each move in centipawns, for the side that moves.
    pub values: Vec<i32>,
    /// The move that it would play.
    pub best: usize,
}

impl Judged {
    /// What a move loses against the most valuable one.
    pub fn loss(&self, m: usize) -> i32 {
        let most = self.values.iter().copied().max().unwrap_or_default();
        most.saturating_sub(self.values[m])
    }

    /// How far the values of two moves are apart: equation 6.
    pub fn difference(&self, one: usize, other: usize) -> u32 {
        self.values[one].abs_diff(self.values[other])
    }
}

/// Sums from which the measures are made: whole numbers, which add up to the same in any order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// The positions.
    pub positions: u64,
    /// Those in which a move is suggested.
    pub applicable: u64,
    /// The suggestions.
    pub suggested: u64,
    /// Those that were played.
    pub matched: u64,
    /// For each suggestion that was played, its share of the suggestions of its position, in
    /// billionths. Each is rounded, and off by half a billionth at most.
    pub shares: u64,
    /// The applicable positions that an engine judged.
    pub judged: u64,
    /// For each of these the mean difference of the suggestions from the move played, in
    /// millionths of a centipawn. Each is rounded, and off by half a millionth at most.
    pub differences: u64,
}

/// A share of 1 in [`Counts::shares`].
const WHOLE: u64 = 1_000_000_000;
/// A centipawn in [`Counts::differences`].
const CENTIPAWN: u64 = 1_000_000;

impl Counts {
    /// Adds a position and the moves suggested there.
    pub fn add(&mut self, case: &Case, suggestions: &Suggested) {
        self.positions += 1;
        let number = suggestions.count() as u64;
        if number == 0 {
            return;
        }
        self.applicable += 1;
        self.suggested += number;
        if suggestions.contains(case.played) {
            self.matched += 1;
            self.shares += rounded(WHOLE, number);
        }
        if let Some(judged) = &case.judged {
            let differences = suggestions
                .iter()
                .map(|m| u64::from(judged.difference(case.played, m)));
            self.judged += 1;
            self.differences += rounded(CENTIPAWN * differences.sum::<u64>(), number);
        }
    }

    /// The measures so far.
    pub fn metrics(&self) -> Metrics {
        let share = |part: f64, whole: u64| (whole > 0).then(|| part / whole as f64);
        let shares = self.shares as f64 / WHOLE as f64;
        let differences = self.differences as f64 / CENTIPAWN as f64;
        Metrics {
            positions: self.positions as usize,
            applicable: self.applicable as usize,
            suggested: self.suggested as usize,
            matched: self.matched as usize,
            judged: self.judged as usize,
            coverage: share(self.applicable as f64, self.positions).unwrap_or_default(),
            accuracy: share(self.matched as f64, self.suggested),
            mean_accuracy: share(shares, self.applicable),
            hit_rate: share(self.matched as f64, self.applicable),
            divergence: share(differences, self.judged),
        }
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.positions += other.positions;
        self.applicable += other.applicable;
        self.suggested += other.suggested;
        self.matched += other.matched;
        self.shares += other.shares;
        self.judged += other.judged;
        self.differences += other.differences;
    }
}

/// A quotient, rounded.
fn rounded(part: u64, whole: u64) -> u64 {
    (part + whole / 2) / whole
}

/// The measures of a tactic. What has no value, since nothing was suggested or judged, is absent.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Metrics {
    /// The positions.
    pub positions: usize,
    /// Those in which it suggests a move.
    pub applicable: usize,
    /// Its suggestions.
    pub suggested: usize,
    /// Those that were played.
    pub matched: usize,
    /// The applicable positions that an engine judged.
    pub judged: usize,
    /// Applicable positions per position.
    pub coverage: f64,
    /// Suggestions that were played per suggestion.
    pub accuracy: Option<f64>,
    /// The mean over the applicable positions of the share of suggestions that was played.
    pub mean_accuracy: Option<f64>,
    /// Applicable positions in which the played move is suggested per applicable position.
    pub hit_rate: Option<f64>,
    /// The mean difference in centipawns from the move played.
    pub divergence: Option<f64>,
}

/// The tactics that others are compared with; all are applicable everywhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Baseline {
    /// Suggests a legal move at random. Its measures are expected values, without drawing: its accuracy
    /// is that of the tactic that suggests all legal moves, and its mean accuracy and hit rate are the
    /// chance that the move that it makes is the one that was played.
    Random,
    /// Suggests the move that was played.
    Ground,
    /// Suggests what the engine would play, where it was asked.
    Engine,
}

impl Baseline {
    /// The name for people.
    pub fn name(self) -> &'static str {
        match self {
            Baseline::Random => "random move",
            Baseline::Ground => "ground move",
            Baseline::Engine => "engine move",
        }
    }

    /// The measures; `None` for the engine if it judged nothing.
    pub fn metrics(self, cases: &[Case]) -> Option<Metrics> {
        let mut counts = Counts::default();
        cases.iter().for_each(|case| self.count(case, &mut counts));
        let metrics = self.measures(&counts);
        (self != Baseline::Engine || metrics.positions > 0).then_some(metrics)
    }

    /// Adds a position; not for the engine's move where it was not asked.
    pub fn count(self, case: &Case, counts: &mut Counts) {
        let suggested: Suggested = match (self, &case.judged) {
            (Baseline::Random, _) => (0..case.moves).collect(),
            (Baseline::Ground, _) => [case.played].into_iter().collect(),
            (Baseline::Engine, Some(judged)) => [judged.best].into_iter().collect(),
            (Baseline::Engine, None) => return,
        };
        counts.add(case, &suggested);
    }

    /// The measures of what was counted.
    pub fn measures(self, counts: &Counts) -> Metrics {
        let metrics = counts.metrics();
        match self {
            // One move is made in each position, not all of them.
            Baseline::Random => Metrics {
                hit_rate: metrics.mean_accuracy,
                ..metrics
            },
            Baseline::Ground | Baseline::Engine => metrics,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(moves: usize, played: usize, values: &[i32]) -> Case {
        let best = (0..values.len()).max_by_key(|&m| values[m]);
        Case {
            moves,
            played,
            judged: best.map(|best| Judged {
                values: values.to_vec(),
                best,
            }),
        }
    }

    #[test]
    fn measures_are_those_of_the_paper() {
        let cases = [
            case(3, 0, &[10, -20, 40]),
            case(2, 1, &[0, 100]),
            case(4, 2, &[]),
            case(5, 3, &[1, 2, 3, 4, 5]),
        ];
        let suggestions: [&[usize]; 4] = [&[1, 2], &[1], &[0, 1, 3], &[]];
        let mut counts = Counts::default();
        for (case, suggestions) in cases.iter().zip(suggestions) {
            counts.add(case, &suggestions.iter().copied().collect());
        }
        let found = counts.metrics();
        assert_eq!((found.positions, found.applicable, found.judged), (4, 3, 2));
        assert_eq!((found.suggested, found.matched), (6, 1));
        assert_eq!(found.coverage, 0.75);
        assert_eq!(found.accuracy, Some(1.0 / 6.0));
        assert_eq!(found.mean_accuracy, Some(1.0 / 3.0));
        assert_eq!(found.hit_rate, Some(1.0 / 3.0));
        // The second position's suggestion is the move played; the third is not judged.
        assert_eq!(found.divergence, Some(((30.0 + 30.0) / 2.0 + 0.0) / 2.0));
    }

    #[test]
    fn sums_are_the_same_in_any_order() {
        let case = case(7, 2, &[3, 1, 4, 1, 5, 9, 2]);
        let mut parts = [Counts::default(); 3];
        let mut whole = Counts::default();
        for (last, part) in (2..5).zip(&mut parts) {
            let suggestions: Suggested = (0..=last).collect();
            part.add(&case, &suggestions);
            whole.add(&case, &suggestions);
        }
        // A third, a quarter and a fifth; means of 4/3, 7/4 and 8/5.
        assert_eq!(whole.shares, 333_333_333 + 250_000_000 + 200_000_000);
        assert_eq!(whole.differences, 1_333_333 + 1_750_000 + 1_600_000);
        let mut backwards = Counts::default();
        parts.iter().rev().for_each(|part| backwards += *part);
        assert_eq!(backwards, whole);
    }

    #[test]
    fn what_was_never_applicable_has_no_accuracy() {
        let mut counts = Counts::default();
        assert_eq!(counts.metrics().coverage, 0.0);
        counts.add(&case(3, 0, &[1, 2, 3]), &Suggested::default());
        let found = counts.metrics();
        assert_eq!(
            (found.coverage, found.accuracy, found.divergence),
            (0.0, None, None)
        );
    }

    #[test]
    fn baselines_need_no_drawing() {
        let cases = [case(4, 0, &[0, 10, 20, 30]), case(2, 1, &[50, -50])];
        let of = |baseline: Baseline| baseline.metrics(&cases).unwrap();
        let random = of(Baseline::Random);
        assert_eq!((random.coverage, random.suggested), (1.0, 6));
        assert_eq!(random.mean_accuracy, Some((0.25 + 0.5) / 2.0));
        assert_eq!(random.hit_rate, random.mean_accuracy);
        // As that of the tactic that suggests the same moves.
        let mut all = Counts::default();
        for case in &cases {
            all.add(case, &(0..case.moves).collect());
        }
        assert_eq!(random.accuracy, Some(2.0 / 6.0));
        assert_eq!(random.accuracy, all.metrics().accuracy);
        assert_eq!(random.mean_accuracy, all.metrics().mean_accuracy);
        assert_eq!(random.divergence, Some((15.0 + 50.0) / 2.0));
        let ground = of(Baseline::Ground);
        assert_eq!((ground.accuracy, ground.divergence), (Some(1.0), Some(0.0)));
        let engine = of(Baseline::Engine);
        assert_eq!(
            (engine.accuracy, engine.divergence),
            (Some(0.0), Some(65.0))
        );
        assert_eq!(Baseline::Engine.metrics(&[case(3, 0, &[])]), None);
        assert_eq!(cases[1].judged.as_ref().unwrap().loss(1), 100);
    }
}
