//! Statements about weights: section 5.2, figures 17 and 18.

use std::collections::BTreeSet;

use super::{FAR, Finding, NEAR, Statement, listed};
use crate::openings::{Preference, Weights, study::Study};

pub const STATEMENTS: &[Statement] = &[
    Statement {
        section: "5.2",
        short: "weights count in some positions, in others not",
        claim: "The positions are of two groups: where other weights change the distribution \
                significantly, and where they play virtually no role.",
        measure: "The positions with at least two moves that at least 1 % of lines pass in every \
                  case: the greatest total variation distance of a case from equal weights. True if \
                  it is at least 0.2 in some and at most 0.05 in others.",
        check: groups,
    },
    Statement {
        section: "5.2",
        short: "the distribution of figure 17 stays as it is",
        claim: "At state 900 the weights play virtually no role; only c4 and gambits (case 2) show \
                a small difference.",
        measure: "At the position of figure 17: the distances from equal weights. True if none is \
                  above 0.05.",
        check: steady,
    },
    Statement {
        section: "5.2",
        short: "what does not change is one opening",
        claim: "Such distributions mostly come of many variations of one opening that begin with \
                the same moves.",
        measure: "Of the positions where no case is further than 0.05 from equal weights: those \
                  where all lines that go on are of one opening (what stands before the colon of \
                  the name). True if more than half, and a larger part than of the other positions.",
        check: one_opening,
    },
    Statement {
        section: "5.2",
        short: "weights change the first move",
        claim: "The weights have a direct impact on the first move.",
        measure: "The distances of the first moves from those of equal weights. True if each is \
                  above 0.05.",
        check: first_move,
    },
    Statement {
        section: "5.2",
        short: "the part in the book counts, too",
        claim: "The distribution does not only depend on the weights, but highly on how many lines \
                of the book there are of a kind.",
        measure: "What a weight of 0.4 alone (section 5.3) adds to the probability of the first \
                  move c4, d4 or e4. True if the greatest is at least twice the least.",
        check: proportion,
    },
    Statement {
        section: "5.2",
        short: "d4 with 0.8 changes less than c4 with 0.3",
        claim: "The first moves with d4 preferred are nearer to those of equal weights than those \
                with c4 and gambits preferred, although the weight is higher.",
        measure: "The distances of cases 4 and 2 from equal weights (case 1). True if that of case \
                  4 is smaller.",
        check: queen_and_english,
    },
    Statement {
        section: "5.2",
        short: "half the weights, a similar first move",
        claim: "Cases 4 and 5, of the same priorities, have similar distributions of the first move \
                although the weights are twice as high. (The text says \"e4 lines and gambits\", \
                the list of cases d4 and gambits.)",
        measure: "The distance of cases 4 and 5. True if it is at most 0.05.",
        check: twice,
    },
];

/// The distances of cases 2 to 5 from case 1 at a position.
fn distances(study: &Study<'_>, node: u32) -> Vec<f64> {
    let runs = &study.weights.runs;
    let others = runs[1..].iter();
    others
        .map(|run| run.expected.distance(&runs[0].expected, node))
        .collect()
}

fn told(study: &Study<'_>, distances: &[f64]) -> String {
    let names = study.weights.runs[1..]
        .iter()
        .map(|run| run.case.name.clone());
    listed(names.zip(distances.iter().map(|far| format!("{far:.3}"))))
}

fn most(distances: &[f64]) -> f64 {
    distances.iter().copied().fold(0.0, f64::max)
}

/// Why the first moves cannot be compared.
fn lacking(study: &Study<'_>, preferences: &[Preference]) -> Option<Finding> {
    let lacks = |kind: &&Preference| !study.weights.has(study.book, **kind);
    let kind = preferences.iter().find(lacks)?;
    Some(Finding::none(format!(
        "none of the {} lines with eight moves by each player is of the kind {kind}",
        study.weights.lines.len()
    )))
}

fn groups(study: &Study<'_>) -> Finding {
    let nodes = study.weights.visited(0.01, 2);
    if nodes.is_empty() {
        return Finding::none("no position has two moves and is passed by 1 % of lines");
    }
    let distances = nodes.iter().map(|&node| most(&distances(study, node)));
    let distances: Vec<f64> = distances.collect();
    let far = distances.iter().filter(|far| **far >= FAR).count();
    let near = distances.iter().filter(|far| **far <= NEAR).count();
    Finding::of(
        far > 0 && near > 0,
        format!(
            "{} positions: {far} far, {near} near, the others between",
            nodes.len()
        ),
    )
}

fn steady(study: &Study<'_>) -> Finding {
    let Some(node) = study.steady() else {
        return Finding::none("no position has three moves and is passed by 1 % of lines");
    };
    let distances = distances(study, node);
    Finding::of(most(&distances) <= NEAR, told(study, &distances))
}

fn one_opening(study: &Study<'_>) -> Finding {
    let chosen: BTreeSet<u32> = study.weights.lines.iter().copied().collect();
    let lines = study.book.lines();
    // Positions near to equal weights, then others: of one opening, and all.
    let mut counts = [[0_usize; 2]; 2];
    for node in study.weights.visited(0.01, 2) {
        let passing = study.book.node(node).passing.iter();
        let passing = passing.filter(|(line, _)| chosen.contains(line));
        let families: BTreeSet<&str> = passing
            .map(|(line, _)| lines[*line as usize].family())
            .collect();
        let group = usize::from(most(&distances(study, node)) > NEAR);
        counts[group][0] += usize::from(families.len() == 1);
        counts[group][1] += 1;
    }
    let [[one, all], [other_one, others]] = counts;
    if all == 0 {
        return Finding::none("there is no such position");
    }
    let part = |one: usize, all: usize| one as f64 / all.max(1) as f64;
    Finding::of(
        2 * one > all && part(one, all) > part(other_one, others),
        format!("{one} of {all} positions; of the others {other_one} of {others}"),
    )
}

fn first_move(study: &Study<'_>) -> Finding {
    let kinds = [
        Preference::Gambit,
        Preference::C4,
        Preference::D4,
        Preference::E4,
    ];
    if let Some(finding) = lacking(study, &kinds) {
        return finding;
    }
    let distances = distances(study, 0);
    let holds = distances.iter().all(|far| *far > NEAR);
    Finding::of(holds, told(study, &distances))
}

fn proportion(study: &Study<'_>) -> Finding {
    let none = study.first_moves(5, &Weights::default());
    let kinds = [Preference::C4, Preference::D4, Preference::E4];
    let mut added = Vec::new();
    for kind in kinds {
        let Some(to) = study
            .after(kind.name())
            .filter(|to| none.iter().any(|one| one.0 == *to))
        else {
            return Finding::none(format!(
                "no line with five moves by each begins with {kind}"
            ));
        };
        let before = none.iter().find(|one| one.0 == to).map_or(0.0, |one| one.1);
        added.push(study.preferring(kind).expected.share(0, to) - before);
    }
    let least = added.iter().copied().fold(f64::INFINITY, f64::min);
    let names = kinds.iter().map(|kind| kind.name().to_owned());
    let points = added
        .iter()
        .map(|added| format!("{:+.1} points", added * 100.0));
    Finding::of(most(&added) >= 2.0 * least, listed(names.zip(points)))
}

fn queen_and_english(study: &Study<'_>) -> Finding {
    if let Some(finding) = lacking(study, &[Preference::C4, Preference::D4]) {
        return finding;
    }
    let distances = distances(study, 0);
    Finding::of(distances[2] < distances[0], told(study, &distances))
}

fn twice(study: &Study<'_>) -> Finding {
    if let Some(finding) = lacking(study, &[Preference::Gambit, Preference::D4]) {
        return finding;
    }
    let runs = &study.weights.runs;
    let far = runs[3].expected.distance(&runs[4].expected, 0);
    let drawn = runs[3].drawn.distance(&runs[4].drawn, 0);
    Finding::of(far <= NEAR, format!("{far:.3}; as drawn {drawn:.3}"))
}
