//! Statements about the book and the algorithm: sections 4.2 and 4.3.

use shakmaty::Position as _;

use super::{Finding, Statement, listed, percent};
use crate::openings::{
    notation::san,
    study::{Study, lines, weights_of_figure_15},
    thesis::{Proposers, Walks},
    transitions::Transitions,
};

pub const STATEMENTS: &[Statement] = &[
    Statement {
        section: "4.2",
        short: "tens or hundreds of moves to choose from",
        claim: "At any moment there can be tens or hundreds of transitions to choose from.",
        measure: "The proposals at the position of each move of a line, averaged over lines drawn \
                  with the settings of figure 15 but from the whole book. True if a hundred or more \
                  come at some position and ten or more on average.",
        check: choices,
    },
    Statement {
        section: "4.2",
        short: "a move of no line leads to another line",
        claim: "From the Bishop's Opening after 1. e4 e5 2. Bc4 Nf6 the player can pass over to the \
                Vienna Game by 3. Nc3, which is no move of that line.",
        measure: "Whether 3. Nc3 is legal there, made by no line of the book, and leads to one of \
                  its positions. Not comparable if the book lacks the positions.",
        check: vienna,
    },
    Statement {
        section: "4.2",
        short: "two to four squares",
        claim: "Boards between which a line can be left for another by one move differ in two to \
                four squares.",
        measure: "The squares in which the boards before and after each such move differ.",
        check: squares,
    },
    Statement {
        section: "4.3",
        short: "1,944 lines, 3,617 positions",
        claim: "The graph of the whole book has 1,944 lines and 3,617 board states.",
        measure: "Those of ours. True if both differ by at most 5 %; else it is another book.",
        check: size,
    },
    Statement {
        section: "4.3",
        short: "more iterations, more outliers",
        claim: "Of the first two moves, 20 iterations show the choices of figure 13; as iterations \
                grow, more outliers of low probability appear.",
        measure: "Different moves among the first two of the lines of the whole book, as expected \
                  of 20, 200, 2,000 and 20,000 iterations with the settings of figure 15. True if \
                  they grow by at least a fifth each time.",
        check: outliers,
    },
];

fn walks(study: &Study<'_>) -> Walks {
    Walks::new(
        study.book,
        &lines(study.book, 0),
        &weights_of_figure_15(),
        study.reading,
    )
}

fn choices(study: &Study<'_>) -> Finding {
    let walks = walks(study);
    let expected = Transitions::expected(&walks, 0);
    let (mut sum, mut passes, mut most) = (0.0, 0.0, 0);
    for node in expected.nodes() {
        let proposals = walks.steps(node).len();
        most = most.max(proposals);
        sum += expected.passes(node) * proposals as f64;
        passes += expected.passes(node);
    }
    let mean = if passes > 0.0 { sum / passes } else { 0.0 };
    let what = match study.reading.proposers {
        Proposers::Lines => "lines",
        Proposers::Positions => "positions",
    };
    Finding::of(
        most >= 100 && mean >= 10.0,
        format!("{what} that propose: {mean:.1} on average, {most} at most"),
    )
}

fn vienna(study: &Study<'_>) -> Finding {
    let (from, to) = (
        study.after("e4 e5 Bc4 Nf6"),
        study.after("e4 e5 Bc4 Nf6 Nc3"),
    );
    let (Some(from), Some(to)) = (from, to) else {
        return Finding::none("the book lacks one of the positions");
    };
    let edges = study
        .book
        .node(from)
        .edges
        .iter()
        .filter(|edge| edge.to == to);
    let apart = study.book.transpositions().apart(from);
    let apart = apart.iter().any(|apart| apart.to == to);
    match edges.map(|edge| edge.count).next() {
        Some(count) => Finding::of(
            false,
            format!("lines of this book make the move {count} times"),
        ),
        None => Finding::of(
            apart,
            format!("no line makes {}", san(study.book, from, to)),
        ),
    }
}

fn squares(study: &Study<'_>) -> Finding {
    let book = study.book;
    let mut numbers = [0_u64; 65];
    for (number, node) in book.nodes().iter().enumerate() {
        for apart in book.transpositions().apart(number as u32) {
            let (one, other) = (node.chess.board(), book.node(apart.to).chess.board());
            let squares = shakmaty::Square::ALL.into_iter();
            let differ = squares.filter(|&square| one.piece_at(square) != other.piece_at(square));
            numbers[differ.count()] += 1;
        }
    }
    let found = (0..).zip(numbers).filter(|(_, count)| *count > 0);
    let found: Vec<(u32, u64)> = found.collect();
    if found.is_empty() {
        return Finding::none("no position is one move away from another line");
    }
    let holds = found.iter().all(|(squares, _)| (2..=4).contains(squares));
    let told = found
        .iter()
        .map(|(squares, count)| (format!("{squares} squares"), count.to_string()));
    Finding::of(holds, listed(told))
}

fn size(study: &Study<'_>) -> Finding {
    let (lines, positions) = (study.book.lines().len(), study.book.nodes().len());
    let near = |ours: usize, theirs: f64| (ours as f64 / theirs - 1.0).abs() <= 0.05;
    let numbers = format!("{lines} lines, {positions} positions");
    match near(lines, 1_944.0) && near(positions, 3_617.0) {
        true => Finding::of(true, numbers),
        false => Finding::none(numbers),
    }
}

fn outliers(study: &Study<'_>) -> Finding {
    let expected = Transitions::expected(&walks(study), 0);
    let early = expected
        .all()
        .filter(|((from, _), _)| study.plies[*from as usize] < 2);
    let early: Vec<f64> = early.map(|(_, share)| share).collect();
    let met = [20_i32, 200, 2_000, 20_000].map(|iterations| {
        let met = |share: &f64| 1.0 - (1.0 - share.min(1.0)).powi(iterations);
        (iterations, early.iter().map(met).sum::<f64>())
    });
    let told = met.map(|(iterations, met)| (iterations.to_string(), format!("{met:.1} moves")));
    let all = format!("{}; all: {} moves", listed(told), early.len());
    let of = early.iter().filter(|share| **share < 0.01).count();
    Finding::of(
        met.windows(2).all(|pair| pair[1].1 >= 1.2 * pair[0].1),
        format!(
            "{all}, of which {of} are made by less than {} of lines",
            percent(0.01)
        ),
    )
}
