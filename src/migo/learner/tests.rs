//! MIGO's curves, and what it has learned in the end.

use super::*;
use crate::{
    games::{self, Ties},
    migo::{
        play::{Plan, Starts, play, series},
        program::GameStrategy,
        text,
    },
};

const RUNS: u64 = 40;

fn learned<'g>(graph: &'g Graph, manner: Manner, games: usize, run: u64) -> (Migo<'g>, Vec<i8>) {
    let plan = Plan {
        games,
        seed: 1,
        run,
        starts: Starts::Each,
    };
    let mut random = plan.random();
    let mut migo = Migo::new(graph, manner);
    let played = series(graph, &mut migo, &plan, &mut random, |_, _| true);
    (migo, played.regret)
}

/// The mean cumulative regret after some games.
fn regret(game: &str, separated: bool, faithful: bool, games: usize) -> f64 {
    regret_in(games::named(game).unwrap(), separated, faithful, games)
}

fn regret_in(graph: &Graph, separated: bool, faithful: bool, games: usize) -> f64 {
    let manner = Manner {
        separated,
        faithful,
    };
    let total = |run| -> f64 {
        let (_, regret) = learned(graph, manner, games, run);
        regret.iter().map(|&regret| f64::from(regret)).sum()
    };
    (0..RUNS).map(total).sum::<f64>() / RUNS as f64
}

/// The published means and standard deviations are those of the authors' files.
#[test]
fn the_faithful_learner_is_as_good_as_published_and_the_careful_one_better() {
    for (game, games, published, deviation) in
        [("hexapawn3", 100, 2.225, 1.75), ("oxo", 200, 40.05, 27.26)]
    {
        let faithful = regret(game, false, true, games);
        assert!(
            (faithful - published).abs() < deviation,
            "{game}: {faithful}"
        );
        let careful = regret(game, false, false, games);
        assert!(careful < faithful, "{game}: {careful} {faithful}");
        let separated = regret(game, true, false, games);
        assert!(separated < regret(game, true, true, games), "{game}");
    }
    assert!(regret("hexapawn4", false, false, 100) < regret("hexapawn4", false, true, 100));
}

/// What the learner loses on each start board, having learned.
fn lost(graph: &Graph, migo: &mut Migo<'_>) -> Vec<i8> {
    let mut lost = Vec::new();
    for &start in &graph.starts {
        // It chooses among moves that it thinks equally good.
        let games = (0..20).map(|seed| play(graph, migo, start, &mut Random::new(seed)).regret);
        lost.push(games.max().unwrap_or(0));
    }
    lost
}

#[test]
fn the_careful_learner_loses_nothing_in_the_end() {
    for game in ["oxo", "hexapawn3", "hexapawn4"] {
        let graph = games::named(game).unwrap();
        for run in 0..10 {
            let manner = Manner {
                separated: run % 2 == 1,
                faithful: false,
            };
            let (mut migo, _) = learned(graph, manner, 200, run);
            assert_eq!(
                lost(graph, &mut migo),
                vec![0; graph.starts.len()],
                "{game}"
            );
        }
    }
}

/// `board(e,e,e,o,e,x,e,e,e)` (the authors' program, measured).
#[test]
fn the_faithful_learner_loses_on_one_board_for_ever() {
    let graph = games::named("oxo").unwrap();
    let manner = Manner {
        separated: false,
        faithful: true,
    };
    let (mut migo, _) = learned(graph, manner, 400, 0);
    let lost = lost(graph, &mut migo);
    let boards: Vec<&str> = (lost.iter().zip(&graph.starts))
        .filter(|(lost, _)| **lost > 0)
        .map(|(_, &start)| graph.texts[start as usize].as_str())
        .collect();
    assert_eq!(boards, ["s(o,board(e,e,e,o,e,x,e,e,e))"]);
}

/// It takes some draws for wins; which boards that costs, the choice between best replies decides.
#[test]
fn the_faithful_learner_loses_more_to_one_optimal_opponent_than_to_another() {
    let first = games::named("hexapawn4").unwrap();
    let last = first.with_ties(Ties::Last);
    let manner = Manner {
        separated: false,
        faithful: true,
    };
    for (graph, boards) in [(first, 3), (&last, 1)] {
        let (mut migo, _) = learned(graph, manner, 400, 0);
        let lost = lost(graph, &mut migo);
        assert_eq!(
            lost.iter()
                .map(|&lost| usize::from(lost > 0))
                .sum::<usize>(),
            boards
        );
    }
    // Published: 68.8, with the deviation 40.9.
    let total = regret_in(&last, false, true, 200);
    assert!((total - 68.8).abs() < 40.9, "{total}");
}

/// A game that was won by what was transferred teaches as any other.
#[test]
fn the_faithful_learner_gains_by_transfer() {
    let manner = Manner {
        separated: false,
        faithful: true,
    };
    let (migo, _) = learned(games::named("oxo").unwrap(), manner, 200, 0);
    let strategy = text::write(&migo.program(), &[], "use_module(library(oxo))");
    let graph = games::named("hexapawn4").unwrap();
    let total = |run| {
        let given = text::read("oxo.pl", &strategy, Theory::new(graph)).unwrap();
        let mut migo = Migo::with(given.theory, given.predicates, manner);
        let plan = Plan {
            games: 200,
            seed: 1,
            run,
            starts: Starts::Each,
        };
        let played = series(graph, &mut migo, &plan, &mut plan.random(), |_, _| true);
        played
            .regret
            .iter()
            .map(|&lost| f64::from(lost))
            .sum::<f64>()
    };
    let mean = (0..RUNS).map(total).sum::<f64>() / RUNS as f64;
    assert!(mean < 0.7 * regret("hexapawn4", false, true, 200), "{mean}");
}

#[test]
fn a_strategy_is_small() {
    let graph = games::named("oxo").unwrap();
    let manner = Manner {
        separated: false,
        faithful: false,
    };
    let (migo, _) = learned(graph, manner, 200, 0);
    let names: Vec<&str> = (migo.strategy().predicates.iter())
        .map(|(name, _)| name.as_str())
        .collect();
    assert_eq!(
        names,
        [
            "win_1", "draw_1", "win_2_1", "win_2", "draw_2", "win_3_1", "win_3", "draw_3"
        ]
    );
}

/// The least that a strategy gets from a state, whatever the other side plays; where it has no rule,
/// whatever it plays itself.
fn least(program: &GameStrategy<'_>, state: State, machine: bool) -> i8 {
    let graph = program.theory.graph();
    if graph.won[state as usize] {
        return if machine { -1 } else { 1 };
    }
    if graph.over(state) {
        return 0;
    }
    if machine && let Some(choice) = program.choose(state) {
        return least(program, choice.to, false);
    }
    let moves = graph.moves(state).iter();
    moves
        .map(|&next| least(program, next, !machine))
        .min()
        .unwrap_or(0)
}

/// From the opening, which the learner has never seen, and against any player.
#[test]
fn the_strategy_is_the_best_there_is_against_anybody() {
    for (game, games) in [("oxo", 200), ("hexapawn3", 100)] {
        let graph = games::named(game).unwrap();
        for run in 0..5 {
            let manner = Manner {
                separated: false,
                faithful: false,
            };
            let program = learned(graph, manner, games, run).0.program();
            let opening = graph.opening.unwrap();
            let value = graph.value[opening as usize];
            assert_eq!(least(&program, opening, true), value, "{game}, first");
            assert_eq!(least(&program, opening, false), -value, "{game}, second");
        }
    }
}
