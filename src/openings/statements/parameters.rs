//! Statements about preferences: section 5.3, figures 19 to 21.

use super::{FAR, Finding, NEAR, Statement, listed, percent};
use crate::openings::{
    Preference, Weights, book::Line, distance::total_variation, study::Study, thesis::Walks,
};

pub const STATEMENTS: &[Statement] = &[
    Statement {
        section: "5.3",
        short: "730 lines, three times as many iterations",
        claim: "730 lines have at least five moves by both players, and the 2,100 iterations are \
                about three times as many.",
        measure: "Those of ours. True if they differ by at most 5 %; else it is another book.",
        check: size,
    },
    Statement {
        section: "5.3",
        short: "figure 19 is very different from figure 15",
        claim: "The first moves with single preferences (figure 19) are very different from those \
                of figure 15.",
        measure: "The distances from figure 15. True if at least three of five are 0.2 or more.",
        check: different,
    },
    Statement {
        section: "5.3",
        short: "figure 15 hardly visits c4 and Nf3",
        claim: "With the settings of figure 15, states 58 (1. c4) and 110 (1. Nf3) are not visited \
                under a lower number of iterations and have a very low probability under a higher \
                one. (Section 5.1 says that 58 was visited at 1,000 and not at more.)",
        measure: "Their visits at 100 iterations, and shares at 100,000. True if there are none, \
                  and each share is at most 1 %.",
        check: hardly,
    },
    Statement {
        section: "5.3",
        short: "preferring c4 gives it 40 %",
        claim: "Preferring c4 pushes the probability of 1. c4 from near 0 to around 40 %.",
        measure: "Its probability with c4 preferred, and the greatest with another preference. True \
                  if from 30 % to 50 %, and at most 5 %.",
        check: english,
    },
    Statement {
        section: "5.3",
        short: "preferring uncommon openings gives Nf3 40 %",
        claim: "Preferring uncommon openings pushes the probability of 1. Nf3 from near 0 to around \
                40 %.",
        measure: "Its probability with uncommon openings preferred, and the greatest with another \
                  preference. True if from 30 % to 50 %, and at most 5 %.",
        check: knight,
    },
    Statement {
        section: "5.3",
        short: "weights raise and lower these odds",
        claim: "These odds can be heightened or lowered by the weight.",
        measure: "The probability of 1. c4 with c4 preferred at the weights 0.1, 0.2, 0.4 and 0.8. \
                  True if it grows each time.",
        check: odds,
    },
    Statement {
        section: "5.3",
        short: "c4 leaves one move where the others leave three",
        claim: "At state 985 c4 preferred leaves one next move, each other preference all three.",
        measure: "Whether lines were drawn through such a position: exactly one next move with c4 \
                  preferred, at least three with each of the others. (All moves of the book have a \
                  probability above 0 with every preference: it can only come of few visits.)",
        check: narrow,
    },
    Statement {
        section: "5.3",
        short: "most lines begin with d4 or e4",
        claim: "Most of the openings start with d4 or e4.",
        measure: "The part of the lines with at least five moves by each. True if more than half.",
        check: pawns,
    },
    Statement {
        section: "5.3",
        short: "gambits often begin with d4 or e4",
        claim: "Gambits are of no specific first move, but often begin with the two popular ones.",
        measure: "The first moves of gambits with at least five moves by each. True if there is \
                  more than one, and more than half are d4 or e4.",
        check: gambits,
    },
    Statement {
        section: "5.3",
        short: "after 1. e4 preferences hardly count",
        claim: "After 1. e4 (state 327, figure 21) the variance between preferences is very \
                limited.",
        measure: "The greatest distance between two of the five distributions. True if at most \
                  0.05.",
        check: steady,
    },
    Statement {
        section: "5.3",
        short: "after 1. e4 nothing passes over to other openings",
        claim: "After 1. e4 lines cannot pass over to d4, c4 or rarer openings straight away, so \
                that the moves follow the numbers of lines.",
        measure: "Moves there to positions of lines that begin otherwise, and the greatest distance \
                  from the distribution without preferences. True if there is no such move, and the \
                  distance is at most 0.05.",
        check: no_way_over,
    },
    Statement {
        section: "5.3",
        short: "few positions stay the same",
        claim: "With other preferences the distribution stays the same only in a small handful of \
                positions.",
        measure: "The positions with at least two moves that at least 0.5 % of lines pass with \
                  every preference: those whose distributions are nowhere further apart than 0.05. \
                  True if at most a tenth.",
        check: handful,
    },
];

fn size(study: &Study<'_>) -> Finding {
    let lines = study.parameters.lines.len();
    if lines == 0 {
        return Finding::none("no line has five moves by each player");
    }
    let numbers = format!("{lines} lines, {:.1} times as many", 2_100.0 / lines as f64);
    match (lines as f64 / 730.0 - 1.0).abs() <= 0.05 {
        true => Finding::of(true, numbers),
        false => Finding::none(numbers),
    }
}

/// Why the preferences cannot be compared, if one admits no line.
fn lacking(study: &Study<'_>, preferences: &[Preference]) -> Option<Finding> {
    let lacks = |kind: &&Preference| !study.parameters.has(study.book, **kind);
    let kind = preferences.iter().find(lacks)?;
    Some(Finding::none(format!(
        "none of the {} lines with five moves by each player is of the kind {kind}",
        study.parameters.lines.len()
    )))
}

fn different(study: &Study<'_>) -> Finding {
    if let Some(finding) = lacking(study, &Preference::ALL) {
        return finding;
    }
    let reference = &study.iterations.runs[0].expected;
    if reference.passes(0) == 0.0 {
        return Finding::none("no line has seven moves by each player");
    }
    let runs = study.parameters.runs.iter();
    let distances = runs.map(|run| (&run.case.name, run.expected.distance(reference, 0)));
    let distances: Vec<(&String, f64)> = distances.collect();
    let far = distances.iter().filter(|(_, far)| *far >= FAR).count();
    let told = distances
        .iter()
        .map(|(name, far)| ((*name).clone(), format!("{far:.3}")));
    Finding::of(far >= 3, listed(told))
}

fn hardly(study: &Study<'_>) -> Finding {
    let runs = &study.iterations.runs;
    let (Some(few), Some(many)) = (runs.first(), runs.last()) else {
        return Finding::none("nothing was drawn");
    };
    let moves = ["c4", "Nf3"].map(|san| (san, study.after(san)));
    let possible = |to: &Option<u32>| to.is_some_and(|to| few.expected.share(0, to) > 0.0);
    if !moves.iter().any(|(_, to)| possible(to)) {
        return Finding::none("no line with seven moves by each player begins with c4 or Nf3");
    }
    let mut holds = true;
    let told = moves.map(|(san, to)| {
        let to = to.unwrap_or(u32::MAX);
        let (first, last) = (few.drawn.share(0, to), many.drawn.share(0, to));
        holds &= first == 0.0 && last <= 0.01;
        (
            san.to_owned(),
            format!("{} at 100, {} at 100,000", percent(first), percent(last)),
        )
    });
    Finding::of(holds, listed(told))
}

/// The probability of a first move with its preference, and with others.
fn pushed(study: &Study<'_>, san: &str, preference: Preference) -> Finding {
    if let Some(finding) = lacking(study, &[preference]) {
        return finding;
    }
    let share = |to, kind| study.preferring(kind).expected.share(0, to);
    let to = study.after(san).filter(|&to| share(to, preference) > 0.0);
    let Some(to) = to else {
        return Finding::none(format!("no line with five moves by each begins with {san}"));
    };
    let others = Preference::ALL
        .into_iter()
        .filter(|kind| *kind != preference);
    let most = others.map(|kind| share(to, kind)).fold(0.0, f64::max);
    let own = share(to, preference);
    let drawn = study.preferring(preference).drawn.share(0, to);
    Finding::of(
        (0.3..=0.5).contains(&own) && most <= 0.05,
        format!(
            "{} with {preference} preferred (drawn {}), at most {} else",
            percent(own),
            percent(drawn),
            percent(most)
        ),
    )
}

fn english(study: &Study<'_>) -> Finding {
    pushed(study, "c4", Preference::C4)
}

fn knight(study: &Study<'_>) -> Finding {
    let mut finding = pushed(study, "Nf3", Preference::Uncommon);
    let common = ["c4", "d4", "e4"].map(|san| study.after(san));
    let shares = study.preferring(Preference::Uncommon).expected.shares(0);
    let uncommon = shares.iter().filter(|(to, _)| !common.contains(&Some(*to)));
    let all: f64 = uncommon.map(|(_, share)| share).sum();
    finding.numbers += &format!("; all uncommon first moves together {}", percent(all));
    finding
}

fn odds(study: &Study<'_>) -> Finding {
    if let Some(finding) = lacking(study, &[Preference::C4]) {
        return finding;
    }
    let c4 = study.after("c4").unwrap_or(u32::MAX);
    let shares = [0.1, 0.2, 0.4, 0.8].map(|weight| {
        // One weight for one preference.
        let weights = Weights::new(&[Preference::C4], &[weight]).unwrap_or_default();
        let first = study.first_moves(5, &weights);
        let share = first
            .iter()
            .find(|(to, _)| *to == c4)
            .map_or(0.0, |one| one.1);
        (weight, share)
    });
    Finding::of(
        shares.windows(2).all(|pair| pair[0].1 < pair[1].1),
        listed(shares.map(|(weight, share)| (weight.to_string(), percent(share)))),
    )
}

fn narrow(study: &Study<'_>) -> Finding {
    if let Some(finding) = lacking(study, &Preference::ALL) {
        return finding;
    }
    let Some((node, moves)) = study.narrow() else {
        return Finding::of(
            false,
            "c4 visits no position where each of the others makes three moves",
        );
    };
    let runs = study.parameters.runs.iter();
    let told = runs.map(|run| {
        let (moves, visits) = (run.drawn.from(node).count(), run.drawn.passes(node));
        let word = if moves == 1 { "move" } else { "moves" };
        (
            run.case.name.clone(),
            format!("{moves} {word} in {visits} visits"),
        )
    });
    Finding::of(moves == 1, listed(told))
}

/// Lines with at least five moves by each.
fn sample<'s>(study: &'s Study<'_>) -> impl Iterator<Item = &'s Line> + Clone {
    let lines = study.parameters.lines.iter();
    lines.map(|&line| &study.book.lines()[line as usize])
}

fn popular(line: &&Line) -> bool {
    Preference::D4.admits(line) || Preference::E4.admits(line)
}

fn pawns(study: &Study<'_>) -> Finding {
    let all = sample(study).count();
    if all == 0 {
        return Finding::none("no line has five moves by each player");
    }
    let popular = sample(study).filter(popular).count();
    let share = popular as f64 / all as f64;
    Finding::of(
        share > 0.5,
        format!("{popular} of {all}, {}", percent(share)),
    )
}

fn gambits(study: &Study<'_>) -> Finding {
    if let Some(finding) = lacking(study, &[Preference::Gambit]) {
        return finding;
    }
    let gambits = sample(study).filter(|line| Preference::Gambit.admits(line));
    let kinds = [
        Preference::E4,
        Preference::D4,
        Preference::C4,
        Preference::Uncommon,
    ];
    let counts = kinds.map(|kind| gambits.clone().filter(|line| kind.admits(line)).count());
    let all: usize = counts.iter().sum();
    let several = counts.iter().filter(|count| **count > 0).count() > 1;
    let told = kinds
        .iter()
        .zip(counts)
        .map(|(kind, count)| (kind.to_string(), count.to_string()));
    Finding::of(several && 2 * (counts[0] + counts[1]) > all, listed(told))
}

fn steady(study: &Study<'_>) -> Finding {
    if let Some(finding) = lacking(study, &Preference::ALL) {
        return finding;
    }
    let node = study.after("e4").unwrap_or(u32::MAX);
    let spread = study.parameters.spread(node);
    let runs = study.parameters.runs.iter();
    let visits = runs.map(|run| (run.case.name.clone(), run.drawn.passes(node).to_string()));
    Finding::of(
        spread <= NEAR,
        format!("greatest distance {spread:.3}; visits {}", listed(visits)),
    )
}

fn no_way_over(study: &Study<'_>) -> Finding {
    let Some(node) = study
        .after("e4")
        .filter(|_| study.parameters.has(study.book, Preference::E4))
    else {
        return Finding::none("no line with five moves by each begins with e4");
    };
    let book = study.book;
    let passing = book.node(node).passing.iter();
    let others = passing.filter(|(line, _)| !Preference::E4.admits(&book.lines()[*line as usize]));
    let over = others.count() + book.transpositions().apart(node).len();
    let none = Weights::default();
    let walks = Walks::new(book, &study.parameters.lines, &none, study.reading);
    // The share of 1. e4 is the same with all preferences.
    let first = walks.steps(0).iter().find(|step| step.to == node);
    let reference = walks.probabilities(node, first.map_or(1.0, |step| step.share));
    let runs = study.parameters.runs.iter();
    let distances = runs.map(|run| {
        let far = total_variation(&run.expected.shares(node), &reference);
        (run.case.name.clone(), far)
    });
    let distances: Vec<(String, f64)> = distances.collect();
    let near = distances.iter().all(|(_, far)| *far <= NEAR);
    let told = distances
        .into_iter()
        .map(|(name, far)| (name, format!("{far:.3}")));
    Finding::of(
        over == 0 && near,
        format!("{over} moves to other openings; distances {}", listed(told)),
    )
}

fn handful(study: &Study<'_>) -> Finding {
    if let Some(finding) = lacking(study, &Preference::ALL) {
        return finding;
    }
    let nodes = study.parameters.visited(0.005, 2);
    if nodes.is_empty() {
        return Finding::none("no position has two moves and is passed by 0.5 % of lines");
    }
    let same = nodes
        .iter()
        .filter(|&&node| study.parameters.spread(node) <= NEAR)
        .count();
    Finding::of(
        10 * same <= nodes.len(),
        format!("{same} of {} positions", nodes.len()),
    )
}
