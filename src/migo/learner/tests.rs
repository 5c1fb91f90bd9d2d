//! MIGO's curves.

use super::*;
use crate::{
    games,
    migo::play::{Plan, Starts, series},
};

/// The mean cumulative regret after some games, and its standard deviation.
fn regret(game: &str, manner: Manner, games: usize, runs: u64) -> (f64, f64) {
    let graph = games::named(game).unwrap();
    let totals: Vec<f64> = (0..runs)
        .map(|run| {
            let plan = Plan {
                games,
                seed: 1,
                run,
                starts: Starts::Each,
            };
            let mut random = plan.random();
            let mut migo = Migo::new(&graph, manner);
            let played = series(&graph, &mut migo, &plan, &mut random, |_, _| true);
            if run == 0 {
                for (name, d) in &migo.strategy().predicates {
                    println!("{name} {d} {:?}", migo.strategy().theory.clauses(*d));
                }
                let t: f64 = played.seconds.iter().sum();
                println!("{} ms a game", t * 1e3 / games as f64);
            }
            if run < 8 {
                let at = |n: usize| {
                    played.regret[..n.min(games)]
                        .iter()
                        .map(|&r| i32::from(r))
                        .sum::<i32>()
                };
                println!("{} {} {} {}", at(20), at(50), at(100), at(200));
            }
            played.regret.iter().map(|&regret| f64::from(regret)).sum()
        })
        .collect();
    let mean = totals.iter().sum::<f64>() / runs as f64;
    let square = totals.iter().map(|total| (total - mean).powi(2));
    (mean, (square.sum::<f64>() / runs as f64).sqrt())
}

#[test]
fn curves() {
    for (game, games) in [("hexapawn3", 100), ("oxo", 200), ("hexapawn4", 100)] {
        for faithful in [true, false] {
            for separated in [false, true] {
                let manner = Manner {
                    separated,
                    faithful,
                };
                let at = std::time::Instant::now();
                let found = regret(game, manner, games, 40);
                println!("{game} {manner:?}: {found:?} {:?}", at.elapsed());
            }
        }
    }
}
