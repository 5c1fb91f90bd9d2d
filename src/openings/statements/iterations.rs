//! Statements about the number of iterations: section 5.1, figures 15 and 16.

use super::{Finding, Statement, listed, percent};
use crate::openings::{
    Preference,
    study::{Run, Study, weights_of_figure_15},
};

pub const STATEMENTS: &[Statement] = &[
    Statement {
        section: "5.1",
        short: "the input [1, 0, 1, 0, 1] prefers gambits, c4 and d4, but not e4",
        claim: "The inputs [1, 0, 1, 0, 1] favour gambits and lines that begin with c4 or d4; they \
                do not favour e4.",
        measure: "The order of the inputs that section 5.3 gives: gambit, uncommon, c4, d4, e4 \
                  (which also says that they gave some priority to e4).",
        check: order,
    },
    Statement {
        section: "5.1",
        short: "the first move is e4 or d4",
        claim: "Whatever the number of iterations, the start position is highly likely to be \
                followed by state 327 (1. e4) or 297 (taken to be 1. d4).",
        measure: "The share of 1. e4 and 1. d4 among the drawn first moves. True if at least 90 % \
                  at every number of iterations.",
        check: first_move,
    },
    Statement {
        section: "5.1",
        short: "more iterations, more first moves",
        claim: "With more iterations, already at 1,000, more of the less common first moves are \
                visited.",
        measure: "Different first moves that were drawn. True if 1,000 iterations show more than \
                  100, and no larger number fewer than a smaller one.",
        check: more_first_moves,
    },
    Statement {
        section: "5.1",
        short: "1. Nf3 has 0.2 % and 0.26 %",
        claim: "State 110 (1. Nf3) has the probability 0.002 at 1,000 and 0.0026 at 10,000 \
                iterations.",
        measure: "Its probability. True if it is between half and twice 0.0026. Not comparable if \
                  no line of the sample begins so.",
        check: knight,
    },
    Statement {
        section: "5.1",
        short: "1. c4 is visited once",
        claim: "State 58 (1. c4) is visited once, at 1,000 iterations, and at none of the larger \
                numbers.",
        measure: "How often it was drawn. True if at most once at each number. Of independent lines: \
                  how probable one visit at 1,000 and none at the other numbers is at most, \
                  whatever the probability of the move.",
        check: english,
    },
    Statement {
        section: "5.1",
        short: "100 iterations show fewer moves",
        claim: "The number of different transitions at each turn differs significantly between 100 \
                and 1,000 or more iterations.",
        measure: "Different moves that were drawn. True if 1,000 iterations show at least half as \
                  many again as 100.",
        check: few,
    },
    Statement {
        section: "5.1",
        short: "1,000 iterations show as many moves as 100,000",
        claim: "The number of possible transitions at each turn does not change significantly from \
                1,000 to 100,000 iterations.",
        measure: "Different moves that were drawn. True if 100,000 iterations show at most a quarter \
                  more than 1,000.",
        check: many,
    },
    Statement {
        section: "5.1",
        short: "1,000 and 10,000 iterations agree",
        claim: "The probabilities at 1,000 and 10,000 iterations are relatively close, as figure 16 \
                shows.",
        measure: "The total variation distance of the drawn moves at the position of figure 16, \
                  and for the first move. True if both are at most 0.1.",
        check: agree,
    },
];

/// The shares of a first move in all runs.
fn shares(study: &Study<'_>, moves: &[&str]) -> Vec<(String, f64)> {
    let nodes: Vec<u32> = moves.iter().filter_map(|san| study.after(san)).collect();
    let share = |run: &Run| nodes.iter().map(|&to| run.drawn.share(0, to)).sum::<f64>();
    let runs = study.iterations.runs.iter();
    runs.map(|run| (run.case.iterations.to_string(), share(run)))
        .collect()
}

/// How many lines were drawn in each run.
fn runs_of(study: &Study<'_>) -> impl Iterator<Item = f64> {
    study
        .iterations
        .runs
        .iter()
        .map(|run| run.case.iterations as f64)
}

fn order(_: &Study<'_>) -> Finding {
    let weights = weights_of_figure_15();
    let used: Vec<&str> = weights
        .pairs()
        .iter()
        .map(|(what, _)| what.name())
        .collect();
    let d4 = used.contains(&Preference::D4.name());
    let e4 = used.contains(&Preference::E4.name());
    Finding::of(d4 && !e4, format!("preferred: {}", used.join(", ")))
}

fn first_move(study: &Study<'_>) -> Finding {
    if study.iterations.lines.is_empty() {
        return Finding::none("no line has seven moves by each player");
    }
    let shares = shares(study, &["e4", "d4"]);
    let holds = shares.iter().all(|(_, share)| *share >= 0.9);
    let told = shares
        .into_iter()
        .map(|(name, share)| (name, percent(share)));
    Finding::of(holds, listed(told))
}

fn more_first_moves(study: &Study<'_>) -> Finding {
    let runs = study.iterations.runs.iter();
    let counts: Vec<usize> = runs.clone().map(|run| run.drawn.from(0).count()).collect();
    let names = runs.map(|run| run.case.iterations.to_string());
    let told = listed(names.zip(counts.iter().map(usize::to_string)));
    let possible = study.iterations.runs[0].expected.from(0).count();
    Finding::of(
        counts[1] > counts[0] && counts.windows(2).all(|pair| pair[0] <= pair[1]),
        format!("{told}; possible: {possible}"),
    )
}

fn knight(study: &Study<'_>) -> Finding {
    let expected = &study.iterations.runs[0].expected;
    let share = study.after("Nf3").map_or(0.0, |to| expected.share(0, to));
    if share == 0.0 {
        return Finding::none("no line with seven moves by each player begins with Nf3");
    }
    let drawn = shares(study, &["Nf3"]).into_iter();
    Finding::of(
        (0.0013..=0.0052).contains(&share),
        format!(
            "probability {}; drawn {}",
            percent(share),
            listed(drawn.map(|(name, share)| (name, percent(share))))
        ),
    )
}

fn english(study: &Study<'_>) -> Finding {
    let c4 = study
        .after("c4")
        .filter(|_| study.iterations.has(study.book, Preference::C4));
    let Some(c4) = c4 else {
        return Finding::none("no line with seven moves by each player begins with c4");
    };
    let runs = study.iterations.runs.iter();
    let visits: Vec<(String, f64)> = runs
        .map(|run| {
            let made = run.drawn.from(0).find(|(to, _)| *to == c4);
            (
                run.case.iterations.to_string(),
                made.map_or(0.0, |(_, times)| times),
            )
        })
        .collect();
    let times: Vec<f64> = visits.iter().map(|(_, visits)| *visits).collect();
    let holds = times == [0.0, 1.0, 0.0, 0.0];
    let share = study.iterations.runs[0].expected.share(0, c4);
    let told = visits
        .into_iter()
        .map(|(name, visits)| (name, visits.to_string()));
    // The probability is the greatest if one visit in all is expected.
    let lines: f64 = runs_of(study).sum();
    let once = 1_000.0 / lines * (1.0 - 1.0 / lines).powf(lines - 1.0);
    Finding::of(
        holds,
        format!(
            "visits {}; probability {}; visits as in the thesis: at most {}",
            listed(told),
            percent(share),
            percent(once)
        ),
    )
}

/// How many different moves each number of iterations shows.
fn different(study: &Study<'_>) -> (Vec<f64>, String) {
    let runs = study.iterations.runs.iter();
    let counts: Vec<f64> = runs
        .clone()
        .map(|run| run.drawn.all().count() as f64)
        .collect();
    let names = runs.map(|run| run.case.iterations.to_string());
    let told = listed(names.zip(counts.iter().map(f64::to_string)));
    let possible = study.iterations.runs[0].expected.all().count();
    (counts, format!("{told}; possible: {possible}"))
}

fn few(study: &Study<'_>) -> Finding {
    let (counts, told) = different(study);
    Finding::of(counts[1] >= 1.5 * counts[0], told)
}

fn many(study: &Study<'_>) -> Finding {
    let (counts, told) = different(study);
    Finding::of(counts[3] <= 1.25 * counts[1], told)
}

fn agree(study: &Study<'_>) -> Finding {
    let Some(busy) = study.busy() else {
        return Finding::none("no position with three moves comes after six moves");
    };
    let runs = &study.iterations.runs;
    let far = |one: usize, other: usize, node| runs[one].drawn.distance(&runs[other].drawn, node);
    let told = [0, busy].map(|node| (far(0, 1, node), far(1, 2, node), far(2, 3, node)));
    let words = |(hundred, thousand, last): (f64, f64, f64)| {
        format!("100 to 1,000 {hundred:.3}, 1,000 to 10,000 {thousand:.3}, on to 100,000 {last:.3}")
    };
    Finding::of(
        told.iter().all(|(_, thousand, _)| *thousand <= 0.1),
        format!(
            "first move: {}; figure 16: {}; visited {} times by 1,000",
            words(told[0]),
            words(told[1]),
            runs[1].drawn.passes(busy)
        ),
    )
}
