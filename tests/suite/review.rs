//! `chesslog review`: what is counted and told, what is written, and puzzles that are trained; bad input.

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde_json::Value;

use super::{
    cli::{empty, run_in, scratch, typed},
    openings_train::without_pictures,
};

/// A missed mate that cost a queen, a mate that was found, a fork that was missed and then taken, one that was found at once,
/// and a pawn that was taken back.
const GAMES: &str = r#"[Event "Club"]
[Site "https://lichess.org/abcdefgh"]
[Date "2024.05.17"]
[White "Hunter, A"]
[Black "Victim"]
[WhiteElo "1500"]
[BlackElo "1430"]
[Result "0-1"]
[Opening "King's Pawn Game: Wayward Queen Attack"]

1. e4 {[%clk 0:03:00]} e5 2. Qh5 Nc6 3. Bc4 Nf6 $2 4. Nf3 (4. Qf3 {slow}) Nxh5 {ouch} 5. O-O d6 0-1

[Event "Club"]
[White "Other"]
[Black "hunter a"]
[WhiteElo "1710"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1

[Event "Club"]
[White "Hunter, A"]
[Black "Victim"]
[SetUp "1"]
[FEN "r3k3/7p/8/1N6/8/8/7P/4K3 w - - 0 1"]
[Result "*"]

1. h3 h6 2. Nc7+ Kd7 3. Nxa8 *

[Event "Club"]
[White "Hunter, A"]
[Black "Victim"]
[SetUp "1"]
[FEN "r3k3/7p/8/1N6/8/8/P6P/4K3 w - - 0 1"]
[Result "*"]

1. Nc7+ Kd7 2. Nxa8 *

[Event "Elsewhere"]
[White "Somebody"]
[Black "Else"]
[Result "1-0"]

1. e4 1-0
"#;

/// A folder with the games.
fn folder(name: &str) -> PathBuf {
    let folder = empty(&format!("review_{name}"));
    fs::write(folder.join("games.pgn"), GAMES).unwrap();
    folder
}

/// What the command prints, without the time that it took.
fn reviewed(folder: &Path, arguments: &str) -> String {
    let words = ["review", "games.pgn"].into_iter();
    let words: Vec<&str> = words.chain(arguments.split_whitespace()).collect();
    let text = run_in(folder, &words);
    let lines = text.lines().map(|line| {
        let timed = line.split_once(" in ");
        let timed = timed.and_then(|(what, rest)| Some((what, rest.split_once(" games/s")?.1)));
        match timed {
            Some((what, rest)) => format!("{what}{rest}\n"),
            None => format!("{line}\n"),
        }
    });
    lines.collect()
}

#[test]
fn a_review() {
    let folder = folder("text");
    assert_snapshot!(reviewed(
        &folder,
        "--player hunter --ascii --worst 2 --threads 2"
    ));
}

#[test]
fn help() {
    assert_snapshot!(run_in(&scratch("review_help"), &["review", "--help"]));
}

#[test]
fn a_review_for_programs() {
    let folder = folder("json");
    let text = reviewed(&folder, "--player hunter --format json --out out");
    let value: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    assert_eq!(value["player"], "Hunter, A");
    assert_eq!(
        (&value["games"], &value["complete"]),
        (&4.into(), &true.into())
    );
    let rows = |name: &str| value[name].as_array().unwrap();
    let phases: Vec<&Value> = rows("phases").iter().map(|row| &row["name"]).collect();
    assert_eq!(phases, ["opening", "middlegame", "endgame"]);
    let bands: Vec<&Value> = rows("opponents").iter().map(|row| &row["name"]).collect();
    assert_eq!(bands, ["1400-1599", "1600-1799", "unknown"]);
    let miss = &rows("misses")[0];
    assert_eq!(
        (&miss["played_san"], &miss["motif"]),
        (&"Nf3".into(), &"mate_in_1".into())
    );
    assert_eq!(
        (&miss["move"], &miss["size"]),
        (&"4.".into(), &"blunder".into())
    );
    assert_eq!(
        (&miss["better"]["kind"], &miss["better"]["san"]),
        (&"proved".into(), &"Qxf7#".into())
    );
    let read = |name: &str| fs::read_to_string(folder.join("out").join(name)).unwrap();
    let again: Value = serde_json::from_str(&read("review.json")).unwrap();
    assert_eq!(again["misses"], value["misses"]);
    assert_snapshot!(read("chances.csv") + "\n" + &read("counts.csv"));
}

#[test]
fn annotated_games() {
    let folder = folder("pgn");
    reviewed(&folder, "--player hunter --pgn annotated.pgn");
    let text = fs::read_to_string(folder.join("annotated.pgn")).unwrap();
    assert_snapshot!(text);
    let query = "findall(N, ( game('annotated.pgn', G), game_nag(G, _, N) ), Ns), \
                 findall(V, ( game('annotated.pgn', G), variation(G, _, V) ), Vs), length(Vs, L)";
    let read = run_in(&folder, &["query", query]);
    assert!(
        !read.contains("Warning") && read.ends_with("exit status 0\n"),
        "{read}"
    );
}

#[test]
fn what_was_missed_is_trained() {
    let folder = folder("train");
    reviewed(&folder, "--player hunter --puzzles missed.csv");
    let mut text = fs::read_to_string(folder.join("missed.csv")).unwrap();
    let puzzles = run_in(&folder, &["puzzles", "missed.csv", "--format", "json"]);
    let value: Value = serde_json::from_str(puzzles.lines().next().unwrap()).unwrap();
    assert_eq!(
        (&value["bad_rows"], &value["all"]["found"]),
        (&0.into(), &1.0.into())
    );
    let train = |more: &str, input: &str| {
        let words = format!("puzzles train missed.csv --scores s.jsonl {more}");
        let words: Vec<&str> = words.split_whitespace().collect();
        typed(&folder, &words, input)
    };
    for (more, input) in [
        (
            "--today 2026-01-05",
            "help\nNf3\nhint\nhint\nhint\nQxf7\nboard\nscore\nnext\nquit\n",
        ),
        ("--today 2026-01-06 --status", ""),
        ("--today 2026-01-06", "Qf7\nO-O\nnext\nsolution\nh5f7\n"),
        ("--today 2026-01-06 --theme pin", ""),
        ("--anki notes.txt", ""),
        (
            "--today 2026-01-09 --ascii --new 0 --reviews 1",
            "Nf3\nsolution\nnext\n",
        ),
    ] {
        text += "\n";
        text += &train(more, input);
    }
    text += &without_pictures(&fs::read_to_string(folder.join("notes.txt")).unwrap());
    assert_snapshot!(text);
}

#[test]
fn notes_for_anki() {
    let folder = folder("anki");
    reviewed(&folder, "--player hunter --anki missed.txt");
    let text = fs::read_to_string(folder.join("missed.txt")).unwrap();
    assert_snapshot!(without_pictures(&text));
}

#[test]
fn bad_input() {
    let folder = folder("bad");
    fs::write(folder.join("text.pgn"), "no game\n").unwrap();
    fs::write(
        folder.join("bad.csv"),
        "PuzzleId,FEN,Moves\na,8/8/8/8/8/8/8/8 w - - 0 1,a1a2\n",
    )
    .unwrap();
    let mut text = String::new();
    for arguments in [
        "review games.pgn",
        "review --player Hunter",
        "review games.pgn --player Huntress",
        "review games.pgn --player ,",
        "review none.pgn --player Hunter",
        "review text.pgn --player Hunter",
        "review games.pgn --player Hunter --effort 0",
        "review games.pgn --player Hunter --engine no-such-engine",
        "review games.pgn --player Hunter --engine-nodes 5",
        "review games.pgn --player Hunter --pgn nowhere/file.pgn",
        "review games.pgn --player Hunter --anki games.pgn",
        "puzzles train",
        "puzzles train none.csv",
        "puzzles train bad.csv",
        "puzzles train games.pgn",
        "puzzles",
    ] {
        let words: Vec<&str> = arguments.split_whitespace().collect();
        text += &format!("$ chesslog {arguments}\n{}\n", run_in(&folder, &words));
    }
    assert_snapshot!(text);
}
