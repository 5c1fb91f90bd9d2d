//! What tactics cost: clauses over the moves of many positions, beside one position at a time.

use std::{hint::black_box, sync::atomic::AtomicBool, time::Instant};

use chesslog::{
    ilp::{Bits, Tester as _},
    tactics::{
        ChessTester, Meaning, Vocabulary,
        examples::Example,
        learn::{Count, Options, learn},
        suggestions,
    },
};
use shakmaty::{Chess, Position as _};

use super::{best, report};

/// Prints the section.
pub fn tactics() {
    let examples = examples(100);
    for (figure, meaning, min_support) in [
        ("tactic of the paper, 100 positions", Meaning::Paper, 1),
        ("geometric tactic, 100 positions", Meaning::Geometric, 10),
    ] {
        let options = Options {
            vocabulary: Vocabulary::new(meaning, 5, 4),
            count: Count::Canonical,
            redundant: true,
            min_support: Some(min_support),
        };
        let learned = learn(&examples, &options, &AtomicBool::new(false)).unwrap();
        let clauses: Vec<_> = learned
            .tactics
            .iter()
            .map(|tactic| &tactic.clause)
            .collect();
        let boards = || examples.iter().map(|example| example.chess.clone());
        let measured = best(3, || {
            let start = Instant::now();
            let tester = ChessTester::new(&options.vocabulary, boards());
            let all = Bits::full(tester.examples());
            for clause in &clauses {
                black_box(tester.coverage(clause, &all).unwrap());
            }
            start.elapsed() / clauses.len() as u32
        });
        let some: Vec<_> = clauses.iter().step_by(clauses.len().div_ceil(20)).collect();
        let start = Instant::now();
        for clause in &some {
            for board in boards() {
                black_box(suggestions(&options.vocabulary, clause, &board));
            }
        }
        let alone = start.elapsed() / some.len() as u32;
        report(figure, measured, alone, "one position at a time");
    }
}

/// Positions along games of moves chosen by a fixed rule, and the moves that followed.
fn examples(count: usize) -> Vec<Example> {
    let mut examples = Vec::new();
    let mut chess = Chess::default();
    for step in 0.. {
        let moves = chess.legal_moves();
        if moves.is_empty() || step % 60 == 59 {
            chess = Chess::default();
            continue;
        }
        let m = moves[(step * step + 7 * step) % moves.len()];
        if step % 60 > 20 && examples.len() < count {
            examples.push(Example {
                chess: chess.clone(),
                m,
                positive: true,
            });
        }
        chess.play_unchecked(m);
        if examples.len() == count {
            break;
        }
    }
    examples
}
