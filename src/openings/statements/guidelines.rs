//! Guidelines, and what is concluded: sections 5.4 and 6.

use super::{Finding, Statement, listed, percent};
use crate::openings::{
    Preference, Weights,
    distance::total_variation,
    study::{Study, lines, weights_of_figure_15},
    thesis::Walks,
    transitions::Transitions,
};

pub const STATEMENTS: &[Statement] = &[
    Statement {
        section: "5.4",
        short: "as many iterations as lines miss the outliers",
        claim: "As many iterations as the sample has lines leave out most of the outliers.",
        measure: "Outliers are moves with a probability below 5 % at a position that at least 1 % \
                  of lines pass, with the settings of figure 15. The part of them that is expected \
                  to be met. True if at most half.",
        check: once,
    },
    Statement {
        section: "5.4",
        short: "three to five times as many meet most of them",
        claim: "Three to five times as many iterations as lines include most of the less common \
                states.",
        measure: "The part of the outliers that is expected to be met with three and with five \
                  times as many. True if both are more than half.",
        check: thrice,
    },
    Statement {
        section: "5.4",
        short: "ten times as many meet most or all",
        claim: "Ten or more times as many iterations as lines include most or all outliers.",
        measure: "The part that is expected to be met with ten times as many. True if at least \
                  90 %.",
        check: ten_times,
    },
    Statement {
        section: "5.4",
        short: "weights up to 0.2 are mild",
        claim: "Weights from 0 to 0.2 skew the distribution mildly.",
        measure: "The total variation distance of the first moves, with one preference of this \
                  weight, from those without; the sample of section 5.3. True if the mean of the \
                  preferences is at most 0.1 for 0.1 and 0.2.",
        check: mild,
    },
    Statement {
        section: "5.4",
        short: "weights of 0.2 to 0.5 are moderate",
        claim: "Weights from 0.2 to 0.5 have a moderate effect.",
        measure: "The same for 0.3, 0.4 and 0.5. True if the mean is from 0.1 to 0.3.",
        check: moderate,
    },
    Statement {
        section: "5.4",
        short: "weights above 0.5 are heavy",
        claim: "Any weight above 0.5 makes the distribution be heavily in favour of what is \
                preferred.",
        measure: "The share of lines of the kind that is preferred with 0.6, 0.8 or 1, by their \
                  first move c4, d4, e4 or another one. True if it is above half for each.",
        check: heavy,
    },
    Statement {
        section: "5.4",
        short: "the effect of a weight does not depend on the sample",
        claim: "The effect of a weight is not affected by the sub-sample of openings.",
        measure: "The distance of the first moves with one preference of 0.4 from those without, in \
                  the samples of at least 3, 5, 7 and 8 moves by each player. True if it differs by \
                  at most 0.05 for each preference.",
        check: samples,
    },
    Statement {
        section: "5.4",
        short: "c4 skews the most",
        claim: "Preferring c4 skews the final distribution significantly more than any other \
                preference.",
        measure: "The distance of the first moves with one preference of 0.4 from those without. \
                  True if that of c4 is at least a fifth greater than each other one.",
        check: english,
    },
    Statement {
        section: "6",
        short: "iterations for outliers grow with the lines, three times as many",
        claim: "The number of iterations needed for outliers varies linearly, three times, with the \
                number of lines.",
        measure: "The iterations after which half of the outliers are expected to be met, divided \
                  by the number of lines, in samples of at least 0, 3, 5, 7 and 8 moves by each. \
                  True if the greatest is at most twice the least, and their median from 2 to 4.",
        check: linear,
    },
];

/// The probabilities of outliers in lines.
fn outliers(expected: &Transitions) -> Vec<f64> {
    let mut outliers = Vec::new();
    for node in expected.nodes() {
        let passes = expected.passes(node);
        if passes >= 0.01 {
            let moves = expected.from(node).map(|(_, share)| share);
            outliers.extend(moves.filter(|share| *share < 0.05 * passes));
        }
    }
    outliers
}

/// The part of some moves that is expected to be met.
fn met(shares: &[f64], iterations: f64) -> f64 {
    let met = |share: &f64| 1.0 - (1.0 - share.min(1.0)).powf(iterations);
    shares.iter().map(met).sum::<f64>() / shares.len() as f64
}

/// The parts met with so many times as many iterations as lines; `None` without outliers.
fn parts<const N: usize>(study: &Study<'_>, times: [u32; N]) -> Option<([f64; N], String)> {
    let outliers = outliers(&study.iterations.runs[0].expected);
    let lines = study.iterations.lines.len();
    if outliers.is_empty() {
        return None;
    }
    let parts = times.map(|times| met(&outliers, f64::from(times) * lines as f64));
    let told = times.iter().zip(parts);
    let told = told.map(|(times, part)| (format!("{times} times {lines}"), percent(part)));
    Some((
        parts,
        format!("{}; {} outliers", listed(told), outliers.len()),
    ))
}

fn no_outliers() -> Finding {
    Finding::none("there are no outliers in lines with seven moves by each player")
}

fn once(study: &Study<'_>) -> Finding {
    parts(study, [1]).map_or_else(no_outliers, |([part], told)| Finding::of(part <= 0.5, told))
}

fn thrice(study: &Study<'_>) -> Finding {
    let found = parts(study, [3, 5]);
    found.map_or_else(no_outliers, |([three, five], told)| {
        Finding::of(three > 0.5 && five > 0.5, told)
    })
}

fn ten_times(study: &Study<'_>) -> Finding {
    parts(study, [10]).map_or_else(no_outliers, |([part], told)| Finding::of(part >= 0.9, told))
}

/// The kinds of lines that the sample has.
fn kinds(study: &Study<'_>) -> Vec<Preference> {
    let kinds = Preference::ALL.into_iter();
    kinds
        .filter(|&kind| study.parameters.has(study.book, kind))
        .collect()
}

/// How far a preference skews the first moves of a sample; `None` if it admits none of its lines.
fn skew(study: &Study<'_>, min_moves: usize, kind: Preference, weight: f64) -> Option<f64> {
    // A number for one preference.
    let weights = Weights::new(&[kind], &[weight]).ok()?;
    weights
        .apply(study.book, &lines(study.book, min_moves))
        .ok()?;
    let (without, with) = (
        study.first_moves(min_moves, &Weights::default()),
        study.first_moves(min_moves, &weights),
    );
    Some(total_variation(&without, &with))
}

/// The mean skew of all preferences, for each weight.
fn means<const N: usize>(study: &Study<'_>, weights: [f64; N]) -> Option<[f64; N]> {
    let kinds = kinds(study);
    let mean = |weight| {
        let skews = kinds
            .iter()
            .filter_map(|&kind| skew(study, 5, kind, weight));
        skews.sum::<f64>() / kinds.len() as f64
    };
    (!kinds.is_empty()).then(|| weights.map(mean))
}

fn within<const N: usize>(study: &Study<'_>, weights: [f64; N], least: f64, most: f64) -> Finding {
    let Some(means) = means(study, weights) else {
        return Finding::none("no line has five moves by each player");
    };
    let told = weights.iter().zip(means);
    Finding::of(
        means.iter().all(|mean| (least..=most).contains(mean)),
        listed(told.map(|(weight, mean)| (weight.to_string(), format!("{mean:.3}")))),
    )
}

fn mild(study: &Study<'_>) -> Finding {
    within(study, [0.1, 0.2], 0.0, 0.1)
}

fn moderate(study: &Study<'_>) -> Finding {
    within(study, [0.3, 0.4, 0.5], 0.1, 0.3)
}

fn heavy(study: &Study<'_>) -> Finding {
    let first = [
        Preference::C4,
        Preference::D4,
        Preference::E4,
        Preference::Uncommon,
    ];
    let kinds = kinds(study).into_iter().filter(|kind| first.contains(kind));
    let common = ["c4", "d4", "e4"].map(|san| study.after(san));
    let mut told = Vec::new();
    let mut holds = true;
    for kind in kinds {
        let shares = [0.6, 0.8, 1.0].map(|weight| {
            let weights = Weights::new(&[kind], &[weight]).unwrap_or_default();
            let moves = study.first_moves(5, &weights);
            let own = |to: u32| match kind {
                Preference::Uncommon => !common.contains(&Some(to)),
                kind => study.after(kind.name()) == Some(to),
            };
            moves
                .iter()
                .filter(|(to, _)| own(*to))
                .map(|(_, share)| share)
                .sum::<f64>()
        });
        holds &= shares.iter().all(|share| *share > 0.5);
        told.push((kind.to_string(), shares.map(percent).join(", ")));
    }
    match told.is_empty() {
        true => Finding::none("no line has five moves by each player"),
        false => Finding::of(holds, listed(told)),
    }
}

fn samples(study: &Study<'_>) -> Finding {
    let mut told = Vec::new();
    let mut holds = true;
    for kind in kinds(study) {
        let skews = [3, 5, 7, 8].map(|min_moves| skew(study, min_moves, kind, Weights::USUAL));
        let known: Vec<f64> = skews.iter().flatten().copied().collect();
        let most = known.iter().copied().fold(0.0, f64::max);
        let least = known.iter().copied().fold(f64::INFINITY, f64::min);
        holds &= most - least <= 0.05;
        let words = skews.map(|skew| skew.map_or("-".to_owned(), |skew| format!("{skew:.3}")));
        told.push((kind.to_string(), words.join(", ")));
    }
    match told.is_empty() {
        true => Finding::none("no line has five moves by each player"),
        false => Finding::of(holds, listed(told)),
    }
}

fn english(study: &Study<'_>) -> Finding {
    let kinds = kinds(study);
    let skews = kinds
        .iter()
        .map(|&kind| (kind, skew(study, 5, kind, Weights::USUAL)));
    let skews: Vec<(Preference, f64)> = skews
        .filter_map(|(kind, skew)| Some((kind, skew?)))
        .collect();
    let Some((_, c4)) = skews.iter().find(|(kind, _)| *kind == Preference::C4) else {
        return Finding::none("no line with five moves by each begins with c4");
    };
    let others = skews.iter().filter(|(kind, _)| *kind != Preference::C4);
    let most = others.map(|(_, skew)| *skew).fold(0.0, f64::max);
    let told = skews
        .iter()
        .map(|(kind, skew)| (kind.to_string(), format!("{skew:.3}")));
    Finding::of(*c4 >= 1.2 * most, listed(told))
}

fn linear(study: &Study<'_>) -> Finding {
    let mut told = Vec::new();
    let mut ratios = Vec::new();
    for min_moves in [0, 3, 5, 7, 8] {
        let lines = lines(study.book, min_moves);
        let walks = Walks::new(study.book, &lines, &weights_of_figure_15(), study.reading);
        let outliers = outliers(&Transitions::expected(&walks, 0));
        if let Some(needed) = needed(&outliers) {
            let ratio = needed / lines.len() as f64;
            ratios.push(ratio);
            told.push((format!("{} lines", lines.len()), format!("{ratio:.2}")));
        }
    }
    ratios.sort_by(f64::total_cmp);
    let (Some(least), Some(most)) = (ratios.first(), ratios.last()) else {
        return Finding::none("there are no outliers");
    };
    let median = ratios[ratios.len() / 2];
    Finding::of(
        *most <= 2.0 * least && (2.0..=4.0).contains(&median),
        listed(told),
    )
}

/// The iterations after which half of some moves are expected to be met; `None` without any.
fn needed(outliers: &[f64]) -> Option<f64> {
    if outliers.is_empty() {
        return None;
    }
    let (mut few, mut many) = (1.0, 1e15);
    // Halved until one iteration is left, or what a number of this size can tell.
    while many - few > 1.0 && many / few > 1.0 + 1e-9 {
        let middle: f64 = (few + many) / 2.0;
        match met(outliers, middle) < 0.5 {
            true => few = middle,
            false => many = middle,
        }
    }
    Some(many)
}
