//! `chesslog openings`: tables, files, bad input.

use std::{fs, path::Path};

use chesslog::openings::{Book, read};
use serde_json::Value;

use super::cli::{run_in, scratch};

/// What a command prints, with the command before it; words in `'` belong together.
fn openings(folder: &Path, arguments: &str) -> String {
    let mut words = vec!["openings".to_owned()];
    for (at, part) in arguments.split('\'').enumerate() {
        match at % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    format!(
        "$ chesslog openings {arguments}\n{}\n",
        run_in(folder, &words)
    )
}

fn names(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = files
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn help() {
    let folder = scratch("openings_help");
    assert_snapshot!(openings(&folder, "sample --help"));
}

/// Names where older books have them; none; and what is not in the book.
#[test]
fn what_a_book_lacks_is_told() {
    let folder = scratch("openings_names");
    let head = |site: &str, white: &str, black: &str| {
        format!("[Site \"{site}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\n")
    };
    let named = head("C33", "King's gambit accepted", "Bishop's gambit");
    let bare = head("?", "Me", "Them");
    let games = format!(
        "{named}1. e4 e5 2. f4 exf4 3. Bc4 *\n\n{bare}1. e4 c5 (1... e6 2. d5 (2. d3) d5) 2. Nc3 *\n"
    );
    fs::write(folder.join("book.pgn"), games).unwrap();
    fs::write(folder.join("bare.pgn"), format!("{bare}1. e4 c5 *\n")).unwrap();
    let sampled = openings(
        &folder,
        "sample --book book.pgn --prefer gambit --eco C3 --iterations 5",
    );
    assert!(
        sampled.contains("C33  King's gambit accepted: Bishop's gambit"),
        "{sampled}"
    );
    for warning in [
        "warning: 1 of 2 entries of book.pgn has no name (tags Opening and Variation): what goes by \
         names does not find them",
        "warning: book.pgn: game 2: a variation ends before illegal move d5 at ply 3 (move 2.)",
    ] {
        assert!(sampled.contains(warning), "{sampled}");
    }
    let none = openings(&folder, "sample --book bare.pgn --prefer gambit");
    assert!(
        none.contains("admits none of 1 line: it goes by names, and no line has one"),
        "{none}"
    );
}

#[test]
fn distributions() {
    let folder = scratch("openings_sample");
    let games = [
        "e4 e5 2. Nf3 Nc6",
        "e4 e5 2. Nf3 Nf6",
        "e4 e5 2. Nf3 Nc6",
        "d4 d5",
    ];
    let games = games.map(|moves| format!("[White \"A\"]\n\n1. {moves} *\n\n"));
    fs::write(folder.join("games.pgn"), games.concat()).unwrap();
    assert_snapshot!(
        [
            "sample --book games.pgn --plies 3 --mode exact --iterations 1000",
            "sample --book games.pgn --iterations 1000",
            "sample --prefer gambit,c4 --weights 0.2,0.05 --min-moves 5 --iterations 2000",
            "sample --mode exact --from 'e4 e5' --iterations 4000",
            "sample --mode exact --prefer gambit --weights 1 --eco C --iterations 4000",
            "sample --from C44 --proposers positions --transpositions --iterations 500",
            "sample --family 'Sicilian Defence' --from '1. e4 c5' --iterations 100 --seed 2",
        ]
        .map(|arguments| openings(&folder, arguments))
        .concat()
    );
}

#[test]
fn the_files_of_a_sample() {
    let folder = scratch("openings_files");
    _ = fs::remove_dir_all(folder.join("out"));
    let from = "--from 'e4 e5 Nf3 Nc6 Bc4' --iterations 300 --out out/moves";
    let text = openings(&folder, &format!("sample {from} --transpositions"));
    assert!(text.ends_with("exit status 0\n\n"), "{text}");
    let out = folder.join("out/moves");
    let files = [
        "distribution.csv",
        "distribution.svg",
        "lines.csv",
        "lines.pgn",
    ];
    assert_eq!(names(&out), files);
    let file = |name: &str| fs::read_to_string(out.join(name)).unwrap();
    assert_snapshot!(file("distribution.csv"));
    assert!(file("distribution.svg").contains("After 1. e4 e5 2. Nf3 Nc6 3. Bc4"));
    // The lines are a book that the same program reads.
    let mut book = Book::default();
    read::pgn(
        &mut book,
        &out.join("lines.pgn").display().to_string(),
        usize::MAX,
    )
    .unwrap();
    assert_eq!(book.problems, []);
    let rows = file("lines.csv");
    assert_eq!(book.lines().len(), rows.lines().count() - 1);
    assert!(
        book.lines()
            .iter()
            .any(|line| line.family() == "Italian Game")
    );
    let drawn = rows
        .lines()
        .skip(1)
        .map(|row| row.split(',').next().unwrap());
    assert_eq!(drawn.map(|n| n.parse::<u32>().unwrap()).sum::<u32>(), 300);
}

#[test]
fn samples_for_programs() {
    let folder = scratch("openings_json");
    let sample = |arguments: &str| {
        let text = openings(&folder, &format!("sample --format json {arguments}"));
        let object = text.lines().nth(1).unwrap();
        serde_json::from_str::<Value>(object).unwrap()
    };
    let one = sample("--iterations 500 --prefer e4");
    assert_eq!(one, sample("--iterations 500 --prefer e4"));
    assert_ne!(one, sample("--iterations 500 --prefer e4 --seed 2"));
    for sample in [
        one,
        sample("--mode exact --iterations 501 --chains 2 --thinning 3"),
    ] {
        let sum = |key: &str| {
            let moves = sample["moves"].as_array().unwrap().iter();
            moves.map(|next| next[key].as_f64().unwrap()).sum::<f64>()
        };
        assert_eq!(sum("drawn"), sample["iterations"].as_f64().unwrap());
        for key in ["share", "expected", "book"] {
            assert!((sum(key) - 1.0).abs() < 1e-6, "{key}");
        }
        assert_eq!(sum("lines"), sample["selected"].as_f64().unwrap());
        let distance = sample["diagnostics"]["total_variation_of_moves"].as_f64();
        assert!(distance.unwrap() < 0.2);
    }
}

#[test]
fn bad_input() {
    let folder = scratch("openings_bad");
    fs::write(
        folder.join("some.pgn"),
        "[ECO \"B20\"]\n[Opening \"One\"]\n\n1. e4 c5 2. Ke3 *\n\n[ECO \"Z20\"]\n[Opening \"Two\"]\n\n\
         1. e4 *\n\n[Opening \"Three\"]\n\n*\n\n[Opening \"Four\"]\n\n1. e4 Zz9 *\n\n\
         [ECO \"B20\"]\n[Opening \"Five\"]\n\n1. e4 c5 *\n",
    )
    .unwrap();
    fs::write(folder.join("none.pgn"), "This is no game.\n").unwrap();
    fs::write(
        folder.join("none.tsv"),
        "eco\tname\tpgn\nB20\tSicilian\t1. e4 c4\n",
    )
    .unwrap();
    fs::write(folder.join("columns.tsv"), "name\tpgn\n").unwrap();
    fs::write(folder.join("file"), "").unwrap();
    let commands = [
        "sample --book some.pgn --iterations 10",
        "sample --book none.pgn",
        "sample --book none.tsv",
        "sample --book columns.tsv",
        "sample --book missing.pgn",
        "sample --plies 0",
        "sample --prefer f4",
        "sample --prefer c4,c4",
        "sample --weights 0.1",
        "sample --prefer gambit,c4 --weights 0.1",
        "sample --prefer gambit --weights much",
        "sample --prefer gambit --weights inf",
        "sample --prefer gambit --weights -1",
        "sample --eco B9 --prefer d4",
        "sample --min-moves 40",
        "sample --name 'Hippo' --family 'None' --eco X9",
        "sample --from 'e4 h5'",
        "sample --from 'e4 e5 Ke3'",
        "sample --from Z99",
        "sample --eco C --from 'd4 d5'",
        "sample --from '8/8/8/8/8/8/8/8 w - - 0 1'",
        "sample --iterations 0",
        "sample --chains 3",
        "sample --mode exact --transpositions",
        "sample --mode exact --proposers lines",
        "sample --mode exact --thinning 0",
        "sample --out file/out",
    ];
    assert_snapshot!(
        commands
            .map(|arguments| openings(&folder, arguments))
            .concat()
    );
}
