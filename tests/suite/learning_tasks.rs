//! Tasks in Popper's format: the ones that we ship, those of others, and what is said of bad ones.

use std::{fs, path::Path};

use chesslog::ilp::read::{Problem, Reading, read};

use super::data;

fn nothing_known(_: &str, _: usize) -> bool {
    false
}

/// Body predicates, facts of the background, positive and negative examples, and warnings.
fn counts(reading: &Reading) -> [usize; 5] {
    let task = &reading.task;
    let positives = task
        .examples
        .iter()
        .map(|examples| examples.positives)
        .sum();
    let all: usize = task
        .examples
        .iter()
        .map(|examples| examples.tuples.rows)
        .sum();
    [
        task.bias.body.len(),
        task.facts.values().map(|table| table.rows).sum(),
        positives,
        all - positives,
        reading.warnings.len(),
    ]
}

fn told(problems: &[Problem]) -> String {
    problems
        .iter()
        .map(|problem| format!("{problem}\n"))
        .collect()
}

#[test]
fn the_tasks_of_popper_are_read() {
    let Some(folder) = data::folder("ilp/popper") else {
        return;
    };
    for (name, expected) in [
        ("1d_flip", [0, 0, 0, 0, 0]),
        ("andersen", [0, 0, 0, 0, 0]),
        ("iggp-buttons-next", [0, 0, 0, 0, 0]),
        ("iggp-coins-next-cell", [0, 0, 0, 0, 0]),
        ("iggp-minimal-decay-next-value", [0, 0, 0, 0, 0]),
        ("iggp-sokoban-goal", [0, 0, 0, 0, 0]),
        ("kinship-ancestor", [0, 0, 0, 0, 0]),
        ("kinship-pi", [0, 0, 0, 0, 0]),
        ("noisy-alzheimer_amine", [0, 0, 0, 0, 0]),
        ("noisy-wn18rr1", [0, 0, 0, 0, 0]),
        ("noisy-zendo2-10", [0, 0, 0, 0, 0]),
        ("trains2", [0, 0, 0, 0, 0]),
        ("trains4", [0, 0, 0, 0, 0]),
        ("zendo2", [0, 0, 0, 0, 0]),
    ] {
        let start = std::time::Instant::now();
        match read(&folder.join(name), None, &nothing_known) {
            Ok(reading) => {
                eprintln!(
                    "{name}: {:?} {expected:?} {:?} {:?}",
                    counts(&reading),
                    start.elapsed(),
                    reading.task.bias.constraints
                );
                eprintln!("{}", told(&reading.warnings));
            }
            Err(problems) => eprintln!("{name}: {}", told(&problems)),
        }
    }
    for name in ["chess-tactics-krishnan", "krk-rook-protected"] {
        let start = std::time::Instant::now();
        match read(&folder.join("..").join(name), None, &|_, _| true) {
            Ok(reading) => {
                eprintln!("{name}: {:?} {:?}", counts(&reading), start.elapsed());
                eprintln!("{}", told(&reading.warnings));
            }
            Err(problems) => eprintln!("{name}: {}", told(&problems)),
        }
    }
}
