//! `chesslog tactics evaluate` and `strategy`: measures, engines that fail, files, refusals.

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

use chesslog::{
    chess::{Position, moves::move_term},
    tactics::{file, suggestions},
    term::Term,
};
use serde_json::Value;
use shakmaty::{Move, Position as _, uci::UciMove};

use super::{
    cli::{empty, run_in},
    data,
};

/// Moves that were played; the best ones are those of [`BEST`].
const TABLE: &str = "\
fen,uci,label
rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2,e4d5,1
r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 4 4,f3f7,1
r2qk2r/ppp2ppp/2np1n2/2b1p1B1/2B1P1b1/2NP1N2/PPP2PPP/R2QK2R w KQkq - 4 7,c3d5,1
8/5pk1/6p1/8/1q6/2P3P1/5PK1/3Q4 w - - 0 40,d1a1,1
";
const BEST: [&str; 4] = ["e4d5", "f3f7", "e1g1", "c3b4"];

const TACTICS: &str = "\
:- use_module(library(chess)).

% takes
tactic(Pos,From,To) :-
    legal_move(From,To,Pos),
    attacks(From,To,Pos).

tactic(Pos,From,To) :-
    legal_move(From,To,Pos),
    en_prise(Pos,To,_).

tactic(Pos,From,To) :-
    make_move(From,To,Pos,NewPos),
    attacks(To,S1,NewPos),
    attacks(To,S2,NewPos),
    different_pos(S1,S2).

tactic(Pos,From,To) :-
    legal_move(From,To,Pos),
    turn(Us,Pos), other_side(Us,Them),
    piece_at(To,Pos,Them,rook).
";

fn folder(name: &str) -> PathBuf {
    let folder = empty(&format!("evaluate_{name}"));
    fs::write(folder.join("moves.csv"), TABLE).unwrap();
    fs::write(folder.join("tactics.pl"), TACTICS).unwrap();
    folder
}

/// Runs the command, in a folder whose cache is its own; times are left out.
fn tactics(folder: &Path, arguments: &[&str]) -> String {
    let all: Vec<_> = ["tactics"].iter().chain(arguments).copied().collect();
    let text = run_in(folder, &all).replace(&folder.display().to_string(), "FOLDER");
    let timeless = text
        .lines()
        .filter(|line| !line.ends_with(" s") && !line.contains(" s, of which "));
    timeless.map(|line| format!("{line}\n")).collect()
}

fn json(folder: &Path, arguments: &[&str]) -> Value {
    let all = [arguments, &["--format", "json"]].concat();
    let text = tactics(folder, &all);
    let object = text.lines().find(|line| line.starts_with('{'));
    let mut value: Value = serde_json::from_str(object.expect(&text)).unwrap();
    value["seconds"] = 0.into();
    value
}

/// An engine that values a position by the length of its FEN, and runs commands before it answers.
fn engine(folder: &Path, before: &str) -> String {
    let mut best = String::new();
    for (row, best_move) in TABLE.lines().skip(1).zip(BEST) {
        let fen = row.split(',').next().unwrap();
        best += &format!("    \"fen {fen}\") echo bestmove {best_move};;\n");
    }
    let script = format!(
        "#!/bin/sh\nwhile read -r word rest; do\n  case \"$word\" in\n    uci) echo id name Ruler 1; \
         echo uciok;;\n    isready) echo readyok;;\n    position) fen=\"$rest\";;\n    go) {before}\n\
         echo info depth 1 score cp ${{#fen}}; case \"$fen\" in\n{best}    *) echo 'bestmove (none)';;\n\
         esac;;\n    quit) exit;;\n  esac\ndone\n"
    );
    let path = folder.join("engine");
    fs::write(folder.join("draft"), script).unwrap();
    fs::set_permissions(folder.join("draft"), fs::Permissions::from_mode(0o755)).unwrap();
    fs::rename(folder.join("draft"), &path).unwrap();
    path.to_str().unwrap().to_owned()
}

const EVALUATE: [&str; 4] = ["evaluate", "tactics.pl", "--examples", "moves.csv"];

#[test]
fn help() {
    let folder = folder("help");
    assert_snapshot!("help_evaluate", tactics(&folder, &["evaluate", "--help"]));
    assert_snapshot!("help_strategy", tactics(&folder, &["strategy", "--help"]));
}

#[test]
fn without_an_engine_the_missing_part_is_said() {
    assert_snapshot!(tactics(&folder("none"), &EVALUATE));
}

#[test]
fn divergence_is_that_of_equation_seven() {
    let folder = folder("divergence");
    let program = engine(&folder, "");
    let arguments = [&EVALUATE[..], &["--engine", &program, "--cache", "cache"]].concat();
    let found = json(&folder, &arguments);
    let file = file::read(&folder.join("tactics.pl")).unwrap();
    let squares = |m: Move| (move_term(m).from, move_term(m).to);
    for (tactic, row) in file
        .tactics
        .iter()
        .zip(found["tactics"].as_array().unwrap())
    {
        let (mut applicable, mut divergence) = (0.0, 0.0);
        for line in TABLE.lines().skip(1) {
            let fields: Vec<&str> = line.split(',').collect();
            let position = Position::parse(fields[0]).unwrap();
            let played: UciMove = fields[1].parse().unwrap();
            let played = played.to_move(&*position).unwrap();
            let value = |m: Move| -> f64 {
                let mut after = (*position).clone();
                after.play_unchecked(m);
                match after.is_checkmate() {
                    true => 2000.0,
                    false => {
                        let fen = Position::from_chess(after).fen().to_owned();
                        -("fen ".len() as f64 + fen.len() as f64)
                    }
                }
            };
            let moves = suggestions(&file.vocabulary, &tactic.clause, &position);
            let differences = moves.iter().map(|&m| match squares(m) == squares(played) {
                true => 0.0,
                false => (value(played) - value(m)).abs(),
            });
            if !moves.is_empty() {
                divergence += differences.sum::<f64>() / moves.len() as f64;
                applicable += 1.0;
            }
        }
        assert_eq!(row["applicable"].as_f64(), Some(applicable));
        let reported = row["divergence"][0].as_f64();
        let expected = (applicable > 0.0).then(|| divergence / applicable);
        assert_eq!(reported.is_some(), expected.is_some(), "{row}");
        let off = reported.unwrap_or_default() - expected.unwrap_or_default();
        // Each mean is rounded to a millionth of a centipawn.
        assert!(off.abs() < 1e-6, "{row}: {expected:?}");
    }
    let engine_move = &found["baselines"][2];
    assert_eq!(engine_move["name"], "Ruler 1 move");
    assert_eq!(engine_move["accuracy"].as_f64(), Some(0.5));
    // The second time nothing is searched.
    let again = json(&folder, &arguments);
    assert_eq!(found["engines"][0]["cache_hits"], 0);
    assert_eq!(again["engines"][0]["searches"], 0);
    assert_eq!(
        again["engines"][0]["cache_hits"],
        found["engines"][0]["searches"]
    );
    assert_eq!(again["tactics"], found["tactics"]);
    // One engine or three: the same.
    let uncached = |threads| {
        let more = ["--engine", &program, "--no-cache", "--threads", threads];
        json(&folder, &[&EVALUATE[..], &more].concat())
    };
    assert_eq!(uncached("1"), uncached("3"));
    assert_eq!(uncached("1")["tactics"], found["tactics"]);
}

#[test]
fn positions_without_evaluation_are_named() {
    let folder = folder("dying");
    let program = engine(&folder, "case \"$fen\" in *w*-*40) exit 3;; esac");
    let arguments = [&EVALUATE[..], &["--engine", &program, "--no-cache"]].concat();
    let text = tactics(&folder, &arguments);
    let kept: Vec<&str> = text
        .lines()
        .filter(|line| line.contains("Ruler") || line.starts_with("exit"))
        .collect();
    assert_snapshot!(kept.join("\n"));
}

#[test]
fn a_directory_of_results() {
    let folder = folder("out");
    let program = engine(&folder, "");
    let more = ["--engine", &program, "--no-cache", "--out", "results/one"];
    tactics(&folder, &[&EVALUATE[..], &more].concat());
    let out = folder.join("results/one");
    let read = |name: &str| fs::read_to_string(out.join(name)).unwrap();
    assert_snapshot!("metrics_csv", read("metrics.csv"));
    assert_snapshot!(
        "report",
        read("report.md").replace(&folder.display().to_string(), "FOLDER")
    );
    let value: Value = serde_json::from_str(&read("metrics.json")).unwrap();
    assert_eq!(value["tactics"].as_array().unwrap().len(), 4);
    // What was drawn can be read again, and gives the same figures.
    let positions = out.join("positions.csv").display().to_string();
    assert!(read("positions.csv").starts_with("fen,uci,label\n"));
    let again = [&EVALUATE[..2], &["--examples", &positions][..]].concat();
    let again = json(&folder, &again);
    let accuracy = |value: &Value| value["tactics"][1]["accuracy"].clone();
    assert_eq!(accuracy(&again), accuracy(&value));
    for figure in ["coverage", "accuracy", "mean-accuracy", "divergence"] {
        let histogram = read(&format!("{figure}.svg"));
        // A dashed line and its legend for each of the three baselines.
        assert_eq!(histogram.matches("stroke-dasharray").count(), 6);
        assert!(read(&format!("best-{figure}.svg")).contains("<svg "));
    }
}

/// Games in which the first player always takes what he can.
fn games() -> String {
    let mut text = String::new();
    for index in 0..40 {
        let moves = match index % 4 {
            0 => "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. d4 Nf6",
            1 => "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. Nxe5 Qd4",
            2 => "1. d4 d5 2. c4 dxc4 3. e3 b5 4. a4 c6 5. axb5 cxb5",
            _ => "1. e4 e5 2. Ke3",
        };
        text += &format!("[White \"{index}\"]\n[Termination \"Normal\"]\n\n{moves} 1-0\n\n");
    }
    text
}

#[test]
fn a_strategy_is_made_and_measured() {
    let folder = folder("strategy");
    fs::write(folder.join("games.pgn"), games()).unwrap();
    let make = |threads: &str, out: &str| {
        let arguments = [
            "strategy",
            "tactics.pl",
            "--games",
            "games.pgn",
            "--validation",
            "moves.csv",
            "--examples",
            "25",
            "--from-move",
            "2",
            "--threads",
            threads,
            "--out",
            out,
        ];
        let text = tactics(&folder, &arguments);
        (text, fs::read_to_string(folder.join(out)).unwrap())
    };
    let (text, written) = make("1", "one.pl");
    assert_eq!(make("2", "two.pl"), (text.clone(), written.clone()));
    assert_snapshot!("strategy", format!("{text}\n{written}"));
    let program = engine(&folder, "");
    let text = tactics(
        &folder,
        &[
            "evaluate",
            "one.pl",
            "--examples",
            "moves.csv",
            "--engine",
            &program,
            "--no-cache",
        ],
    );
    assert_snapshot!("strategy_evaluated", text);
    // Prolog's first answer is a move of the first tactic that is applicable.
    let read = file::read(&folder.join("one.pl")).unwrap();
    let mut prolog = data::spawn();
    data::load(&mut prolog, "one.pl", &written);
    for line in TABLE.lines().skip(1) {
        let fen = line.split(',').next().unwrap();
        let position = Position::parse(fen).unwrap();
        let first = read
            .tactics
            .iter()
            .map(|tactic| suggestions(&read.vocabulary, &tactic.clause, &position))
            .find(|moves| !moves.is_empty())
            .unwrap();
        let rows = data::typed(&mut prolog, &format!("tactic(\"{fen}\", F, T)."));
        let [Term::Atom(from), Term::Atom(to)] = &rows[0][..] else {
            panic!("{rows:?}")
        };
        let squares = |&m: &Move| (move_term(m).from.to_string(), move_term(m).to.to_string());
        assert!(
            first
                .iter()
                .map(squares)
                .any(|m| m == (from.clone(), to.clone()))
        );
    }
}

#[test]
fn a_short_strategy_keeps_what_weighs_most() {
    let folder = folder("short");
    fs::write(folder.join("games.pgn"), games()).unwrap();
    let found = json(
        &folder,
        &[
            "strategy",
            "tactics.pl",
            "--games",
            "games.pgn",
            "--from-move",
            "2",
            "--rules",
            "2",
        ],
    );
    let rules = found["rules"].as_array().unwrap();
    assert_eq!(rules.len(), 2);
    assert!(rules[0]["precision"].as_f64() >= rules[1]["precision"].as_f64());
}

#[test]
fn what_is_refused() {
    let folder = folder("refused");
    fs::write(folder.join("games.pgn"), games()).unwrap();
    let wrong = "tactic(Pos,From,To) :-\n    legal_move(From,To,Pos),\n    atacks(From,To,Pos.\n";
    fs::write(folder.join("wrong.pl"), wrong).unwrap();
    fs::write(folder.join("a_file"), "").unwrap();
    let good = engine(&folder, "");
    let mut text = String::new();
    for arguments in [
        &["evaluate", "tactics.pl"][..],
        &["evaluate", "missing.pl", "--examples", "moves.csv"],
        &["evaluate", "wrong.pl", "--examples", "moves.csv"],
        &["evaluate", "tactics.pl", "--games", "missing.pgn"],
        &[
            "evaluate",
            "tactics.pl",
            "--games",
            "games.pgn",
            "--from-move",
            "30",
        ],
        &[
            "evaluate",
            "tactics.pl",
            "--games",
            "games.pgn",
            "--engine",
            "no-such-engine",
        ],
        &[
            "evaluate",
            "tactics.pl",
            "--games",
            "games.pgn",
            "--engine",
            "/bin/true",
        ],
        &[
            "evaluate",
            "tactics.pl",
            "--games",
            "games.pgn",
            "--engine",
            "./a_file",
        ],
        &[
            "evaluate",
            "tactics.pl",
            "--examples",
            "moves.csv",
            "--engine",
            &good,
            "--engine-option",
            "Skill=3",
        ],
        &[
            "evaluate",
            "tactics.pl",
            "--examples",
            "moves.csv",
            "--engine",
            &good,
            "--engine-option",
            "Skill",
        ],
        &[
            "evaluate",
            "tactics.pl",
            "--examples",
            "moves.csv",
            "--engine",
            &good,
            "--cache",
            "a_file",
        ],
        &[
            "evaluate",
            "tactics.pl",
            "--examples",
            "moves.csv",
            "--engine",
            &good,
            "--depth",
            "0",
        ],
        &[
            "evaluate",
            "tactics.pl",
            "--examples",
            "moves.csv",
            "--out",
            "a_file/out",
        ],
        &["strategy", "tactics.pl"],
        &[
            "strategy",
            "tactics.pl",
            "--validation",
            "moves.csv",
            "--out",
            "a_file/out.pl",
        ],
        &["strategy", "wrong.pl", "--validation", "moves.csv"],
    ] {
        let shown = arguments
            .join(" ")
            .replace(&folder.display().to_string(), "FOLDER");
        text += &format!(
            "$ chesslog tactics {shown}\n{}\n",
            tactics(&folder, arguments)
        );
    }
    assert_snapshot!(text);
}
