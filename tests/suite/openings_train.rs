//! `chesslog openings train`: sessions, scores that are kept, bad input.

use std::{fs, path::Path};

use super::{
    cli::{empty, run_in, scratch, typed},
    repl::terminal::{CTRL_C, CTRL_D, User},
};

/// A session with a person who types this.
fn train(folder: &Path, arguments: &str, input: &str) -> String {
    let words = ["openings", "train"].into_iter();
    let words: Vec<&str> = words.chain(arguments.split_whitespace()).collect();
    typed(folder, &words, input)
}

/// Notes for Anki without their boards.
pub fn without_pictures(notes: &str) -> String {
    let mut parts = notes.split("<svg ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let (picture, rest) = part.split_once("</svg>").expect("the picture ends");
        assert!(
            picture.contains("<title>") && !picture.contains(['\n', '\t']),
            "{picture}"
        );
        text + "<svg/>" + rest
    })
}

/// A session without its boards.
fn reported(folder: &Path, arguments: &str, input: &str) -> String {
    let text = train(folder, arguments, input);
    let is_board = |line: &&str| {
        let line = line.trim_start();
        line.is_empty()
            || line.ends_with(" to move")
            || line.starts_with("a  b ")
            || line.starts_with("a b ")
            || line.starts_with("h  g ")
            || line.starts_with("h g ")
            || (line.starts_with(|c: char| c.is_ascii_digit())
                && ["·", "♙", "♟", "♖", "♜"]
                    .iter()
                    .any(|sign| line.contains(sign)))
    };
    let lines = text.lines().filter(|line| !is_board(line));
    lines.map(|line| format!("{line}\n")).collect()
}

#[test]
fn help() {
    let folder = scratch("train_help");
    assert_snapshot!(run_in(&folder, &["openings", "train", "--help"]));
}

#[test]
fn a_whole_session() {
    let folder = empty("train_session");
    let arguments = "--color white --scores s.jsonl --seed 2 --today 2026-01-05";
    let input = "help\nc4\nboard\nd4\nNc3\nhint\nhint\nNf3\nKd2\nback\nmoves\ne3\nscore\nnext\n\
                 back\nquit\n";
    assert_snapshot!(train(&folder, arguments, input));
}

#[test]
fn sessions_go_on_where_they_ended() {
    let folder = empty("train_days");
    let arguments = "--color black --scores s.jsonl --eco C --seed 3";
    let mut text = String::new();
    for (more, input) in [
        ("--today 2026-01-05", "e5\nNf6\n"),
        ("--today 2026-01-05", "back\nNc6\nquit\n"),
        ("--today 2026-01-08", "quit\n"),
        ("--today 2026-01-08", "next\nquit\n"),
        ("--today 2026-01-08 --family Hippo", ""),
        ("--today 2026-01-08 --from C30", "quit\n"),
    ] {
        text += &reported(&folder, &format!("{arguments} {more}"), input);
        text.push('\n');
    }
    let status = format!("{arguments} --status --today 2026-01-08");
    text += &train(&folder, &status, "");
    text += &fs::read_to_string(folder.join("s.jsonl")).unwrap();
    assert_snapshot!(text);
}

#[test]
fn an_unfinished_line_waits_for_its_lines() {
    let folder = empty("train_waiting");
    let at = |name: &str| format!("--color white --scores s.jsonl --today 2026-01-05{name}");
    reported(&folder, &at(""), "d4\nquit\n");
    let other = reported(&folder, &at(" --name Evans"), "quit\n");
    assert!(other.contains("is none of those that you train"), "{other}");
    let again = reported(&folder, &at(""), "quit\n");
    assert!(again.contains("goes on after 1. d4"), "{again}");
    // A line without a move of yours is none.
    reported(&folder, &at(""), "next\ne4\nback\nquit\n");
    let none = reported(&folder, &at(""), "quit\n");
    assert!(none.contains("A line begins."), "{none}");
}

#[test]
fn lines_of_other_books_and_moves_out_of_them() {
    let folder = empty("train_books");
    let book = "eco\tname\tpgn\n\
                C50\tItalian Game\t1. e4 e5 2. Nf3 Nc6 3. Bc4\n\
                C25\tVienna Game\t1. e4 e5 2. Nc3 Nc6 3. f4\n\
                C44\tPonziani\t1. e4 e5 2. Nf3 Nc6 3. Nc3 Nf6 4. Ke3\n";
    fs::write(folder.join("book.tsv"), book).unwrap();
    let arguments = "--color white --book book.tsv --name Italian --scores s.jsonl";
    assert_snapshot!(reported(
        &folder,
        &format!("{arguments} --today 2026-01-05"),
        "e4\nNc3\ngo\nf4\ngo\nnext\na4\ngo\nback\ngo\ne4\nNf3\nBc4\n\nquit\n"
    ));
}

#[test]
fn bad_input() {
    let folder = empty("train_bad");
    fs::write(folder.join("note"), "e4 is best\n").unwrap();
    fs::write(
        folder.join("newer"),
        "{\"chesslog\":\"training scores\",\"version\":2}\n",
    )
    .unwrap();
    let damaged = "{\"chesslog\":\"training scores\",\"version\":1}\n{\"position\":1}\n";
    fs::write(folder.join("damaged"), damaged).unwrap();
    let mut text = String::new();
    for (arguments, input) in [
        ("", ""),
        ("--color red", ""),
        ("--color white --prefer gambits", ""),
        ("--color white --prefer gambit --weights 1,2", ""),
        ("--color white --prefer gambit --weights -1", ""),
        ("--color white --family Hippo", ""),
        ("--color white --from B99 --scores s", ""),
        ("--color white --from e9 --scores s", ""),
        ("--color white --today 2026-02-30", ""),
        ("--color white --scores note", ""),
        ("--color white --scores newer", ""),
        ("--color white --scores damaged", ""),
        ("--color white --scores damaged --status", ""),
        ("--color white --scores .", ""),
        ("--color white --scores note/s", ""),
        ("--color white --scores nowhere/s", ""),
        ("--color white --book missing.tsv", ""),
        (
            "--color white --scores s",
            "e5\nNd2\nqueen\ng1g3\ne7e5\nback\ngo\nO-O\n\u{0}\u{7f}\nKe2\u{fffd}\n",
        ),
        // Two knights can go to d2.
        (
            "--color white --scores t --eco D02 --from D02",
            "Nd2\nNfd2\n",
        ),
    ] {
        text += &reported(&folder, arguments, input);
        text.push('\n');
    }
    assert_eq!(fs::read_to_string(folder.join("damaged")).unwrap(), damaged);
    assert_snapshot!(text);
}

#[test]
fn a_terminal() {
    let user = User::new("train");
    let train = |more: &str| {
        let arguments = format!("openings train --color black --eco C6 --today 2026-01-05 {more}");
        user.start_with_prompt(&arguments, ">")
    };
    let mut s = train("");
    s.line("e5");
    s.prompt_of(">");
    s.line("d5");
    s.prompt_of(">");
    s.keys("\x1b[A");
    s.typed("> d5");
    s.keys(CTRL_C);
    assert_eq!(s.left(), 0);
    s.shows("The line after 1. e4 e5 2. Nf3 goes on next time.");
    // The scores are in the user's data directory.
    let mut s = train("");
    assert!(
        s.whole_screen()
            .contains("The line that you left goes on after 1. e4 e5 2. Nf3.")
    );
    s.keys(CTRL_D);
    assert_eq!(s.left(), 0);
    s.shows("/.local/share/chesslog/training.jsonl");
}

/// Lines end before a new position too many, and the session with what is left.
#[test]
fn a_session_with_limits() {
    let folder = empty("train_limits");
    let arguments = "--color black --scores s.jsonl --eco C6 --seed 3";
    let mut text = String::new();
    for (more, input) in [
        ("--today 2026-01-05 --new 2", "e5\nNc6\nnext\nquit\n"),
        ("--today 2026-01-05 --new 0", ""),
        (
            "--today 2026-01-09 --new 0 --reviews 1",
            "e5\nnext\nNc6\nnext\n",
        ),
        ("--today 2026-01-09 --ascii --new 1", "Nc6\nquit\n"),
        ("--new -1", ""),
        ("--reviews many", ""),
    ] {
        text += &train(&folder, &format!("{arguments} {more}"), input);
        text.push('\n');
    }
    assert_snapshot!(text);
}

/// A move that leaves the book and loses something is refuted on the board.
#[test]
fn moves_that_lose_are_refuted() {
    let folder = empty("train_refuted");
    let arguments = "--color white --eco C6 --scores s.jsonl --today 2026-01-05 --ascii";
    let text = train(&folder, arguments, "e4\nNf3\nNxe5\nback\nh3\nquit\n");
    let [_, out] = text.split("> Nxe5\n").collect::<Vec<_>>()[..] else {
        panic!("{text}");
    };
    assert_snapshot!(out);
}

/// The notes of a course: each field in quotes, as many as columns are named.
#[test]
fn notes_for_anki() {
    let folder = empty("train_anki");
    fs::write(
        folder.join("book.tsv"),
        "eco\tname\tpgn\nC50\tItalian Game\t1. e4 e5 2. Nf3 Nc6 3. Bc4\n",
    )
    .unwrap();
    let arguments = "--color white --book book.tsv --anki";
    let mut told = train(&folder, &format!("{arguments} notes.txt"), "");
    for wrong in [
        "book.tsv",
        "no/such/folder.txt",
        "notes.txt --status",
        "notes.txt --new 3",
    ] {
        told += &train(&folder, &format!("{arguments} {wrong}"), "");
    }
    told += &without_pictures(&fs::read_to_string(folder.join("notes.txt")).unwrap());
    assert_snapshot!(told);
}

/// A study as Lichess exports it: each leaf is a line, called as its chapter is.
#[test]
fn a_study_with_variations() {
    let folder = empty("train_study");
    let study = "[Event \"Against 1.e4: Open games\"]\n[Site \"https://lichess.org/study/abcdefgh/ijklmnop\"]\n\
                 [Opening \"?\"]\n[Result \"*\"]\n\n\
                 1. e4 e5 { [%cal Gg1f3] } 2. Nf3 (2. Bc4 Nf6 (2... Nc6 3. Qh5 g6) 3. d3) (2. f4 exf4) 2... Nc6 *\n\n\
                 [Event \"Against 1.e4: Endings\"]\n[StudyName \"Against 1.e4\"]\n[ChapterName \"Endings\"]\n\
                 [FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. e4 *\n";
    fs::write(folder.join("study.pgn"), study).unwrap();
    let arguments = "--color black --book study.pgn --scores s.jsonl --today 2026-01-05";
    let text = reported(&folder, arguments, "e5\nmoves\nquit\n");
    assert!(text.contains("4 lines: 5 positions of yours"), "{text}");
    assert!(text.contains("Against 1.e4: Open games"), "{text}");
    assert!(
        text.contains("game 2: it does not begin in the start position"),
        "{text}"
    );
}
