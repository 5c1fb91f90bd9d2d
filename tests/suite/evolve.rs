//! `chesslog evolve krk` and the like: the same for any number of threads, all files, bad input;
//! games by look-up are those of a player who computes everything anew.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use chesslog::{
    endgame::{Arena, Ending, Strategy, Turn, Vocabulary, index, view},
    evolve::{Experiment, starts},
    gp::{Evolution, Settings},
};
use serde_json::Value;
use shakmaty::Color;

use super::cli::{catches_interrupts, run_in, scratch};

#[path = "../bench/naive_strategy.rs"]
mod naive_strategy;

use naive_strategy::Naive;

const FILES: [&str; 11] = [
    "fitness.svg",
    "games.csv",
    "history.csv",
    "moves.csv",
    "moves.svg",
    "outcomes-best.svg",
    "outcomes.svg",
    "strategy.dot",
    "strategy.pl",
    "strategy.svg",
    "runs.csv",
];

fn evolve(folder: &Path, arguments: &str) -> String {
    let words: Vec<&str> = ["evolve"]
        .into_iter()
        .chain(arguments.split_whitespace())
        .collect();
    run_in(folder, &words)
}

fn json(folder: &Path, arguments: &str) -> Value {
    let text = evolve(folder, &format!("{arguments} --format json"));
    let line = text.lines().find(|line| line.starts_with('{'));
    serde_json::from_str(line.unwrap_or_else(|| panic!("{text}"))).unwrap()
}

/// Without what the clock says.
fn timeless(text: &str) -> String {
    let timed = |line: &&str| {
        let first = line.trim_start();
        !["everything won", "search ", "speed "]
            .iter()
            .any(|name| first.starts_with(name))
    };
    let without_seconds = |line: &str| match line.trim_start().starts_with("polished ") {
        true => line.split(", ").next().unwrap_or_default().to_owned(),
        false => line.to_owned(),
    };
    text.lines()
        .filter(timed)
        .map(|line| without_seconds(line) + "\n")
        .collect()
}

#[test]
fn the_seed_decides_and_threads_do_not() {
    let folder = scratch("evolve_threads");
    let run = |more: &str| {
        let all = format!("krk --experiment 5 --population 150 --generations 6 --polish 2 {more}");
        timeless(&evolve(&folder, &all))
    };
    let alone = run("--threads 1 --seed 3 --out one");
    assert!(
        alone.contains("strategy(Pos, Move) :-") && alone.ends_with("exit status 0\n"),
        "{alone}"
    );
    assert_eq!(alone, run("--threads 2 --seed 3 --out two"));
    assert_ne!(alone, run("--threads 2 --seed 4"));
    for file in [
        "strategy.pl",
        "games.csv",
        "moves.svg",
        "fitness.svg",
        "strategy.dot",
    ] {
        let [one, two] = ["one", "two"].map(|out| fs::read_to_string(folder.join(out).join(file)));
        assert_eq!(one.unwrap(), two.unwrap(), "{file}");
    }
}

#[test]
fn every_experiment_ends_and_writes_its_files() {
    let folder = scratch("evolve_files");
    for experiment in 1..=5 {
        let out = format!("out{experiment}");
        _ = fs::remove_dir_all(folder.join(&out));
        let polish = if experiment == 5 { " --polish 1" } else { "" };
        let report = json(
            &folder,
            &format!(
                "krk --experiment {experiment} --population 300 --generations 10 --seed 2{polish} --out {out}"
            ),
        );
        let run = &report["runs"][0];
        let games = [17, 17, 68, 85, 85][experiment - 1];
        let history = run["history"].as_array().unwrap();
        assert!((1..=10).contains(&history.len()));
        assert_eq!(history[0]["games"], games);
        let nodes = run["nodes"].as_u64().unwrap();
        assert!(nodes % 2 == 1 && nodes <= 101);
        assert_eq!(run["proved"]["positions"], 175_168);
        assert_eq!(run["moves"].as_array().unwrap().len(), 17);
        for game in run["moves"].as_array().unwrap() {
            let (moves, least) = (game["strategy"]["moves"].as_u64(), game["mate_in"].as_u64());
            assert!(
                game["strategy"]["end"] != "checkmate" || moves >= least,
                "{game}"
            );
        }
        // A better tree is never lost, as long as the games are the same.
        let best = history
            .iter()
            .map(|generation| generation["best"].as_f64().unwrap());
        let best: Vec<f64> = best.collect();
        assert!(experiment == 5 || best.is_sorted(), "{best:?}");
        let read = |file: &str| {
            fs::read_to_string(folder.join(&out).join(file))
                .unwrap_or_else(|e| panic!("{file}: {e}"))
        };
        for file in &FILES[..10] {
            assert!(!read(file).is_empty());
        }
        assert!(!folder.join(&out).join("runs.csv").exists());
        let rows = |file: &str| read(file).lines().count() - 1;
        assert_eq!(rows("history.csv"), history.len());
        assert_eq!(rows("moves.csv"), 17);
        assert!(rows("games.csv") >= games);
        assert!(read("strategy.pl").contains(run["strategy"].as_str().unwrap()));
    }
}

/// The strategy of a file is proved to win as much as the search said.
#[test]
fn the_strategy_is_what_was_proved() {
    let folder = scratch("evolve_verified");
    let report = json(
        &folder,
        "krk --experiment 4 --population 300 --generations 12 --out out",
    );
    let proof = json(&folder, "verify out/strategy.pl");
    let found = &report["runs"][0]["proved"];
    assert_eq!(found["won"], proof["won"]["positions"]);
    assert_eq!(found["moves"]["most"], proof["moves"]["most"]);
}

#[test]
fn several_runs_have_a_table() {
    let folder = scratch("evolve_runs");
    let text = evolve(
        &folder,
        "krk --experiment 1 --population 200 --generations 8 --runs 3 --seed 5 --out out",
    );
    for seed in 5..8 {
        assert!(
            text.lines()
                .any(|line| line.starts_with(&format!("{seed} "))),
            "{text}"
        );
    }
    assert!(text.contains("of 3 runs"), "{text}");
    for file in FILES {
        assert!(folder.join("out").join(file).exists(), "{file}");
    }
    let rows = fs::read_to_string(folder.join("out/runs.csv")).unwrap();
    assert_eq!(rows.lines().count(), 4, "{rows}");
}

/// A generation of so many trees takes longer than the limit.
#[test]
fn a_generation_does_not_outlast_the_limit() {
    let folder = scratch("evolve_limit");
    let begin = Instant::now();
    let report = json(
        &folder,
        "krk --experiment 5 --population 1000000 --time-limit 20 --out out",
    );
    let run = &report["runs"][0];
    assert_eq!(run["stopped"], "time");
    assert_eq!(run["history"], Value::Array(Vec::new()));
    assert!(run["strategy"].as_str().unwrap().starts_with("strategy("));
    // It takes many minutes otherwise.
    assert!(begin.elapsed() < Duration::from_secs(60));
    assert!(folder.join("out/strategy.pl").exists());
    let text = evolve(&folder, "krk --time-limit 0.000001");
    assert!(
        text.contains("the time was over before the words"),
        "{text}"
    );
}

#[test]
fn control_c_is_heard_within_a_generation() {
    let folder = scratch("evolve_stop");
    let child = Command::new(env!("CARGO_BIN_EXE_chesslog"))
        .args("evolve krk --population 1000000 --experiment 5".split(' '))
        .current_dir(&folder)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let begin = Instant::now();
    let interrupt = || {
        let id = child.id().to_string();
        let killed = Command::new("kill").args(["-INT", &id]).status();
        assert!(killed.unwrap().success());
    };
    // Until the words have been asked there is nothing to save, and no handler.
    while !catches_interrupts(child.id()) {
        assert!(
            begin.elapsed() < Duration::from_secs(60),
            "it does not get to work"
        );
        thread::sleep(Duration::from_millis(20));
    }
    thread::sleep(Duration::from_millis(500));
    interrupt();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("search          0 generations"), "{text}");
    assert!(text.ends_with("\ninterrupted\n"), "{text}");
    assert_eq!(output.status.code(), Some(1));
    assert!(begin.elapsed() < Duration::from_secs(120));
}

/// What polishing did, and what the fifty-move rule makes of the wins.
#[test]
fn the_polish_and_the_fifty_moves_are_told_apart() {
    let folder = scratch("evolve_polish");
    let command = "krk --experiment 5 --population 30 --generations 2 --polish 2 --runs 2 --seed 2 \
                   --nodes 7 --depth 3";
    let report = json(&folder, &format!("{command} --out out"));
    let header = fs::read_to_string(folder.join("out/runs.csv")).unwrap();
    assert!(
        header
            .lines()
            .next()
            .unwrap()
            .ends_with(",proved,proved_in_fifty_moves,longest,polished,proved_before_polishing"),
        "{header}"
    );
    for (run, row) in report["runs"]
        .as_array()
        .unwrap()
        .iter()
        .zip(header.lines().skip(1))
    {
        let (proved, polished) = (&run["proved"], &run["polished"]);
        let number = |value: &Value| value.as_f64().unwrap();
        let within = number(&proved["won_in_fifty_moves"]);
        let beyond = number(&proved["beyond_fifty_moves"]);
        assert_eq!(number(&proved["won"]), within + beyond);
        let share = within / number(&proved["positions"]);
        assert!((number(&proved["share_in_fifty_moves"]) - share).abs() < 1e-12);
        let before = number(&polished["proved_before"]);
        assert!(before > 0.0 && before <= number(&proved["share"]), "{run}");
        let cells: Vec<&str> = row.split(',').collect();
        let written: f64 = cells[cells.len() - 1].parse().unwrap();
        assert!((written - before).abs() < 1e-12, "{row}");
    }
    let text = evolve(&folder, command);
    assert!(
        text.contains("; proved before ") && text.contains("within 50"),
        "{text}"
    );
}

#[test]
fn other_endings_have_the_same_command() {
    let folder = scratch("evolve_endings");
    let report = json(
        &folder,
        "kqk --population 200 --generations 3 --experiment 3",
    );
    assert_eq!(report["ending"], "KQK");
    assert_eq!(report["runs"][0]["proved"]["positions"], 144_508);
}

#[test]
fn what_is_wrong_is_said() {
    let folder = scratch("evolve_wrong");
    fs::write(folder.join("file"), "").unwrap();
    for (arguments, culprit) in [
        ("krk --population 0", "'0' for '--population"),
        ("krk --experiment 9", "'9' for '--experiment"),
        ("krk --generations 0", "'0' for '--generations"),
        ("krk --runs 0", "'0' for '--runs"),
        ("krk --crossover 2", "expected a number from 0 to 1"),
        ("krk --mutation x", "expected a number from 0 to 1"),
        (
            "krk --crossover 0.9 --mutation 0.2",
            "expected no more than 1 together",
        ),
        (
            "krk --population 20 --elite 21",
            "--elite 21: expected no more than the population, 20",
        ),
        (
            "krk --out file/sub",
            "--out file/sub: cannot make the folder",
        ),
        ("krk --engine no_such_engine", "no program no_such_engine"),
        ("krk --engine-nodes 5", "--engine <PROGRAM>"),
        ("kxk", "unrecognized subcommand 'kxk'"),
    ] {
        let text = evolve(&folder, arguments);
        assert!(text.contains(culprit), "{arguments}: {text}");
        assert!(text.ends_with("exit status 2\n"), "{arguments}: {text}");
        assert!(!text.contains("panicked"), "{text}");
    }
}

/// The FEN of a number, with white as the attacker.
fn fen(arena: &Arena, number: u32, turn: Turn) -> String {
    let ending = arena.vocabulary.ending;
    let at = index::placement(number, &ending);
    let position = view::position(&at, &ending, turn, Color::White).unwrap();
    position.fen().to_owned()
}

/// Random trees, and trees that were bred for a while, whose games are longer.
#[test]
fn games_by_look_up_are_those_of_a_naive_player() {
    for (name, population, generations) in [("krk", 30, 12), ("kqk", 12, 5), ("kbbk", 6, 3)] {
        let ending: Ending = name.parse().unwrap();
        let words = Vocabulary::of(ending).unwrap();
        let arena = Arena::of(words);
        let mut places = starts::reference(ending);
        places.extend(starts::drawn(arena, 12, &places, 7));
        let mut outcomes = [0; 6];
        for experiment in [1, 2, 4] {
            let experiment = Experiment::numbered(experiment).unwrap();
            let judge = experiment.judge(arena, &places, 101);
            let settings = Settings {
                population,
                elite: 2,
                ..Settings::default()
            };
            let mut evolution = Evolution::new(judge.symbols().clone(), settings);
            for generation in 0..generations {
                if generation % 5 == 0 {
                    for individual in evolution.population() {
                        let codes = individual.tree.codes();
                        let strategy = Strategy::from_codes(codes, words).unwrap();
                        let behaviour = judge.behaviour(&individual.tree);
                        assert_eq!(behaviour, judge.behaviour_of(&strategy));
                        for game in &judge.games {
                            let start = fen(arena, game.start, game.turn);
                            let defence = experiment.defences[game.defender];
                            let naive = Naive { arena, defence }.play(&strategy, &start);
                            let played = judge.play(&behaviour, game);
                            assert_eq!(played, naive, "{start} {defence:?} {strategy:?}");
                            outcomes[played.0 as usize] += 1;
                            let asked = judge.asked(&behaviour, game);
                            assert!(asked.len() as u32 >= played.1);
                        }
                    }
                }
                evolution.value_with(|tree| judge.tally(&judge.behaviour(tree)).fitness);
                evolution.breed();
            }
        }
        assert!(outcomes[0] > 0 && outcomes[4] > 0, "{name}: {outcomes:?}");
        assert!(places.iter().any(|start| start.turn == Turn::Defender));
    }
}
