//! The rivals of MIGO: what they lose, and the time that they need.

use std::{env, path::PathBuf};

use chesslog::{
    games,
    migo::{
        Rival,
        curve::Curve,
        play::{Plan, Starts},
        published::{Measure, published},
    },
};

/// Prints cumulative regret and CPU time a game, beside what is published if `CHESSLOG_DATA` is set.
pub fn rivals() {
    println!("migo: cumulative regret of the rivals, mean and deviation of the runs");
    for (game, games, runs) in [("oxo", 200, 20), ("hexapawn3", 100, 40)] {
        for rival in Rival::ALL {
            for starts in [Starts::Each, Starts::One] {
                measure(game, games, runs, rival, starts);
            }
            print_published(game, rival);
        }
    }
}

fn measure(game: &str, games: usize, runs: u64, rival: Rival, starts: Starts) {
    let graph = games::named(game).expect("there is this game");
    let series: Vec<_> = (0..runs)
        .map(|run| Plan {
            games,
            seed: 1,
            run,
            starts,
        })
        .map(|plan| rival.series(graph, &plan).expect("there is a board"))
        .collect();
    let curve = Curve::cumulative(series.iter().map(|series| series.regret.clone()));
    let seconds = Curve::cumulative(series.into_iter().map(|series| series.seconds));
    let time = seconds.after(games).map_or(0.0, |(time, _)| time);
    println!(
        "  {game} {} {starts:?}: {}, {:.3} ms a game",
        rival.title(game),
        points(&curve),
        time / games as f64 * 1e3
    );
}

fn print_published(game: &str, rival: Rival) {
    let Some(data) = env::var_os("CHESSLOG_DATA") else {
        return;
    };
    let folder = PathBuf::from(data).join("migo");
    let curve = |measure| {
        published(&folder, game, rival.name(), measure)
            .ok()
            .flatten()
    };
    if let (Some(regret), Some(seconds)) = (curve(Measure::Regret), curve(Measure::Seconds)) {
        let games = seconds.mean.len();
        println!(
            "  {game} {} published: {}, {:.3} ms a game",
            rival.title(game),
            points(&regret),
            seconds.mean[games - 1] / games as f64 * 1e3
        );
    }
}

fn points(curve: &Curve) -> String {
    let point = |games: usize| {
        let (mean, deviation) = curve.after(games)?;
        Some(format!("@{games} {mean:.2} ± {deviation:.2}"))
    };
    let points: Vec<String> = [1, 10, 20, 50, 100, 200]
        .into_iter()
        .filter_map(point)
        .collect();
    points.join("  ")
}
