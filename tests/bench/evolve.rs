//! Strategies for endings: tables, games, trees and proofs.

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use chesslog::{
    endgame::{Arena, Ending, Strategy, Table, Vocabulary, known, proof::Proof},
    evolve::{Experiment, Outcome, starts},
    gp::{Evolution, Settings},
};

#[path = "naive_strategy.rs"]
mod naive_strategy;

use super::{best, report};
use naive_strategy::Naive;

/// Trees that are measured.
const TREES: usize = 200;

/// Prints the section.
pub fn evolve() {
    tables();
    games();
}

/// KBNK is measured by KRK, which has a sixty-fourth of its positions.
fn tables() {
    let made = |name: &str| {
        let ending: Ending = name.parse().unwrap();
        best(2, || {
            let begin = Instant::now();
            black_box(Table::make(ending, known::table));
            begin.elapsed()
        })
    };
    let (krk, kbnk) = (made("krk"), made("kbnk"));
    let figure = "table of KBNK, 64 times the positions";
    report(figure, kbnk, krk, "table of KRK");
}

fn games() {
    let words = Vocabulary::of(Ending::KRK).unwrap();
    let begin = Instant::now();
    let arena = Arena::of(words);
    let arena_time = begin.elapsed();
    let starts = starts::reference(Ending::KRK);
    let experiment = Experiment::numbered(4).unwrap();
    let judge = experiment.judge(arena, &starts, 101);
    let settings = Settings {
        population: TREES,
        ..Settings::default()
    };
    let mut evolution = Evolution::new(judge.symbols().clone(), settings);
    // Bred trees play longer games than random ones.
    for _ in 0..20 {
        evolution.value_with(|tree| judge.tally(&judge.behaviour(tree)).fitness);
        evolution.breed();
    }
    let trees: Vec<_> = evolution.population().iter().map(|one| &one.tree).collect();
    let strategies: Vec<Strategy> = trees
        .iter()
        .filter_map(|tree| Strategy::from_codes(tree.codes(), words))
        .collect();
    let looked_up = best(3, || {
        let begin = Instant::now();
        for tree in &trees {
            black_box(judge.tally(&judge.behaviour(tree)));
        }
        begin.elapsed()
    });
    let begin = Instant::now();
    let mut anew: Vec<(Outcome, u32)> = Vec::new();
    for strategy in &strategies {
        for &defence in experiment.defences {
            let naive = Naive { arena, defence };
            anew.extend(starts.iter().map(|start| naive.play(strategy, &start.fen)));
        }
    }
    let naive = begin.elapsed();
    let all = trees.iter().flat_map(|tree| {
        let behaviour = judge.behaviour(tree);
        let games: Vec<_> = judge
            .games
            .iter()
            .map(|game| judge.play(&behaviour, game))
            .collect();
        games
    });
    assert!(
        all.eq(anew.iter().copied()),
        "both players play the same games"
    );
    let games = anew.len() as u32;
    let each = |time: Duration, count: u32| time / count.max(1);
    report(
        "a game, looked up",
        each(looked_up, games),
        each(naive, games),
        "words anew at every move",
    );
    let count = trees.len() as u32;
    report(
        "a tree, its 85 games",
        each(looked_up, count),
        each(naive, count),
        "words anew at every move",
    );
    let seconds = looked_up.as_secs_f64();
    println!(
        "{:<44} {:>12.0} {:>12.0}  a second, on one thread",
        "games, trees",
        f64::from(games) / seconds,
        f64::from(count) / seconds
    );
    let behaviour = judge.behaviour(trees[0]);
    let mut proof = Proof::default();
    let proved = best(5, || {
        let begin = Instant::now();
        proof.decide(arena, |at| {
            arena.next(at, usize::from(behaviour[arena.case(at)]))
        });
        begin.elapsed()
    });
    report(
        "proof over all positions of KRK",
        proved,
        arena_time,
        "asking all words everywhere",
    );
}
