//! What commands write is none of the files that they read, and is there whole or not at all; what they say of numbers, files
//! and records that are wrong.

use std::{fs, os::unix::fs::symlink, path::Path};

use super::cli::{empty, run_in};

const GAMES: &str = "[White \"Anna\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n";
const PUZZLES: &str = "PuzzleId,FEN,Moves,Rating,Themes\n\
    a,r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 1,a7a6 h5f7,900,mate mateIn1\n";
const RULES: &str = "tactic(Pos, From, To) :- legal_move(From, To, Pos).\n";

/// A folder with files that commands read.
fn folder(test: &str) -> std::path::PathBuf {
    let folder = empty(test);
    for (name, text) in [
        ("games.pgn", GAMES),
        ("counts.csv", GAMES),
        ("lines.pgn", GAMES),
        ("puzzles.csv", PUZZLES),
        ("net.history.csv", PUZZLES),
        ("rules.pl", RULES),
        ("out.positions.csv", "fen,uci\n"),
    ] {
        fs::write(folder.join(name), text).unwrap();
    }
    symlink("games.pgn", folder.join("link.pgn")).unwrap();
    fs::hard_link(folder.join("games.pgn"), folder.join("same.pgn")).unwrap();
    folder
}

/// The files of a folder and what they hold.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file())
        .map(|path| (path.display().to_string(), fs::read(&path).unwrap()))
        .collect();
    files.sort();
    files
}

#[test]
fn no_output_is_an_input() {
    let folder = folder("outputs");
    let before = files(&folder);
    let mut text = String::new();
    for command in [
        "review games.pgn --player Anna --pgn games.pgn",
        "review games.pgn --player Anna --pgn ./link.pgn",
        "review g*.pgn --player Anna --puzzles same.pgn",
        "review counts.csv --player Anna --out .",
        "tactics learn --games games.pgn --examples 1 --out games.pgn",
        "tactics strategy rules.pl --games games.pgn --out rules.pl",
        "tactics strategy rules.pl --games games.pgn --validation out.positions.csv --out out.pl",
        "job query game_result(Game,R) R rules.pl --out rules.pl",
        "network train --puzzles puzzles.csv --out puzzles.csv",
        "network train --puzzles net.history.csv --out net",
        "openings sample --book lines.pgn --out .",
        "openings sample --book lines.pgn --out games.pgn",
        "map games.pgn games.pgn --out games.pgn",
        "reduce games.pgn --out same.pgn",
        "evolve verify rules.pl --out rules.pl",
    ] {
        let words: Vec<&str> = command.split(' ').collect();
        text += &format!("$ {command}\n{}", run_in(&folder, &words));
    }
    assert!(files(&folder) == before, "{text}");
    assert_snapshot!(text);
}

#[test]
fn wrong_arguments_are_told() {
    let folder = folder("wrong_arguments");
    fs::write(folder.join("random.pl"), b"a.\n\xe9\x00(").unwrap();
    let mut text = String::new();
    for command in [
        "query true --threads abc",
        "query true --threads -1",
        "query true --time-limit -1",
        "query true --maia missing",
        "query true --memory-limit 99999999999999999999",
        "network train --puzzles puzzles.csv --out n.st --rate nan",
        "network train --puzzles puzzles.csv --out n.st --blocks x",
        "tactics learn --games games.pgn --examples abc",
        "tactics evaluate rules.pl --games games.pgn --engine-timeout 0",
        "tactics evaluate random.pl --games games.pgn",
        "evolve krk --experiment 4 --polish 3",
        "evolve verify random.pl",
        "explain 4k3/8/8/8/8/8/8/4K3 x",
        "explain 4k3/8/8/8/8/8/8/4K3 w - - 99999999999 1",
        "explain 4k3/8/8/8/8/8/8/4K3 w --flip",
        "grade rules.pl rules.pl --template random.pl",
        "grade rules.pl rules.pl --template .",
        "job query nosuch(Gam) x",
        "job puzzles random.pl",
        "review . --player Anna",
        "review /dev/null --player Anna",
        "review games.pgn --player Anna --out games.pgn",
        "reduce games.pgn --out sum.parquet",
    ] {
        let words: Vec<&str> = command.split(' ').collect();
        text += &format!("$ {command}\n{}", run_in(&folder, &words));
    }
    assert_snapshot!(text);
}

#[test]
fn an_earlier_review_is_not_written_twice() {
    let folder = folder("reviewed_again");
    let review = |games: &str, out: &str| {
        let words = [
            "review", games, "--player", "bob", "--effort", "2000", "--pgn", out,
        ];
        run_in(&folder, &words);
        fs::read_to_string(folder.join(out)).unwrap()
    };
    let first = review("games.pgn", "first.pgn");
    assert!(first.contains("Allows"), "{first}");
    assert_eq!(review("first.pgn", "second.pgn"), first);
}

#[test]
fn control_characters_of_files_are_shown() {
    let folder = folder("control_characters");
    let game = GAMES
        .replace("Anna", "An\u{1b}[31mna")
        .replace("Nc6", "N\u{1b}[2Jc6");
    fs::write(folder.join("escapes.pgn"), game).unwrap();
    fs::write(folder.join("escapes.csv"), "fen,a\u{1b}[31m\u{7}\n").unwrap();
    for command in [
        &["query", "game('escapes.pgn', G)"][..],
        &["review", "escapes.pgn", "--player", "Bob"],
        &["tactics", "learn", "--examples", "escapes.csv"],
    ] {
        let said = run_in(&folder, command);
        assert!(!said.contains('\u{1b}') && said.contains('␛'), "{said}");
    }
}

#[test]
fn a_game_without_moves_is_not_saved() {
    let folder = folder("unplayed");
    run_in(&folder, &["play", "--save", "games.pgn"]);
    assert_eq!(fs::read_to_string(folder.join("games.pgn")).unwrap(), GAMES);
}
