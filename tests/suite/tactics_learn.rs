//! `chesslog tactics learn`: what is found, written and refused, and that Prolog understands it.

use std::{collections::BTreeSet, fs, path::Path};

use chesslog::{
    chess::{Position, moves::move_term},
    ilp::{Bits, Tester as _},
    tactics::{ChessTester, file},
    term::Term,
};
use shakmaty::Chess;

use super::{
    cli::{run_in, scratch},
    data,
};

/// Three captures, a retreat, and a move that is not to be suggested.
const TABLE: &str = "\
fen,uci,label
rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2,e4d5,1
r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 4 4,f3f7,1
r2qk2r/ppp2ppp/2np1n2/2b1p1B1/2B1P1b1/2NP1N2/PPP2PPP/R2QK2R w KQkq - 4 7,c3d5,1
8/5pk1/6p1/8/1q6/2P3P1/5PK1/3Q4 w - - 0 40,c3b4,1
8/5pk1/6p1/8/1q6/2P3P1/5PK1/3Q4 w - - 0 40,g2g1,0
";

/// Runs the command without the time that it took.
fn learn(folder: &Path, arguments: &[&str]) -> String {
    let all: Vec<_> = ["tactics", "learn"]
        .iter()
        .chain(arguments)
        .copied()
        .collect();
    let text = run_in(folder, &all);
    let timeless = text.lines().filter(|line| !line.ends_with(" s"));
    timeless.map(|line| format!("{line}\n")).collect()
}

#[test]
fn help() {
    assert_snapshot!(run_in(&scratch("learn"), &["tactics", "learn", "--help"]));
}

#[test]
fn the_papers_tactics() {
    let Some(folder) = data::folder("ilp/tactics-paper") else {
        return;
    };
    let paper = |arguments: &[&str]| {
        let common = ["--examples", "train90.csv", "--vocabulary", "paper"];
        learn(&folder, &[&common[..], arguments].concat())
    };
    // By number of literals 1, 2, 13, 124, 697: the paper's 837 tactics.
    assert_snapshot!("popper", paper(&["--count", "popper"]));
    assert_snapshot!("canonical", paper(&[]));
}

#[test]
fn a_file_of_tactics() {
    let folder = scratch("learn_file");
    fs::write(folder.join("moves.csv"), TABLE).unwrap();
    let table = learn(
        &folder,
        &[
            "--examples",
            "moves.csv",
            "--max-body",
            "3",
            "--min-support",
            "2",
            "--predicates",
            "attacks,after:attacks,piece_at",
            "--out",
            "found.pl",
        ],
    );
    let written = fs::read_to_string(folder.join("found.pl")).unwrap();
    assert_snapshot!(format!("{table}\n{written}"));
    let found = file::read(&folder.join("found.pl")).unwrap();
    for tactic in &found.tactics {
        let text = found.vocabulary.text(&tactic.clause);
        assert_eq!(text, tactic.text);
        assert!(tactic.support.is_some_and(|support| support.played >= 2));
    }
    let goals = found.tactics.iter().map(|tactic| &tactic.clause);
    assert_eq!(goals.collect::<BTreeSet<_>>().len(), found.tactics.len());
}

#[test]
fn the_result_does_not_depend_on_threads() {
    let folder = scratch("learn_threads");
    fs::write(folder.join("moves.csv"), TABLE).unwrap();
    let run = |threads| {
        let text = learn(
            &folder,
            &[
                "--examples",
                "moves.csv",
                "--max-body",
                "4",
                "--min-support",
                "1",
                "--format",
                "json",
                "--redundant",
                "keep",
                "--threads",
                threads,
            ],
        );
        let json = text.lines().next().unwrap();
        let mut value: serde_json::Value = serde_json::from_str(json).unwrap();
        value["seconds"] = 0.into();
        value
    };
    let alone = run("1");
    assert!(alone["tactics"].as_array().unwrap().len() > 100);
    assert_eq!(alone, run("2"));
}

/// Games of one line that end in different ways; one is wrong, another too short.
fn games() -> String {
    let mut text = String::new();
    for (index, how) in ["Normal", "Time forfeit", "Abandoned"]
        .iter()
        .cycle()
        .take(24)
        .enumerate()
    {
        let moves = match index {
            10 => "1. e4 e5 2. Ke3 Nc6",
            12 => "1. e4 e5",
            _ => "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. Nxe5 Qd4 6. Nf3 Qxe4+",
        };
        text += &format!("[White \"{index}\"]\n[Termination \"{how}\"]\n\n{moves} 1-0\n\n");
    }
    text
}

#[test]
fn examples_from_games() {
    let folder = scratch("learn_games");
    fs::write(folder.join("games.pgn"), games()).unwrap();
    let run = |out: &str, seed: &str| {
        let table = learn(
            &folder,
            &[
                "--games",
                "games.pgn",
                "--examples",
                "10",
                "--from-move",
                "4",
                "--seed",
                seed,
                "--vocabulary",
                "paper",
                "--max-body",
                "3",
                "--out",
                out,
            ],
        );
        let tactics = fs::read_to_string(folder.join(out)).unwrap();
        (table, tactics.replace(out.trim_end_matches(".pl"), "NAME"))
    };
    let (table, tactics) = run("first.pl", "7");
    assert_snapshot!(format!(
        "{table}\n{}",
        tactics.split("\n\n").nth(1).unwrap()
    ));
    assert_eq!(run("two.pl", "7"), (table.clone(), tactics.clone()));
    assert_ne!(run("three.pl", "8"), (table, tactics));
    let drawn = fs::read_to_string(folder.join("first.positions.csv")).unwrap();
    let rows: Vec<&str> = drawn.lines().collect();
    assert_eq!((rows[0], rows.len()), ("fen,uci,label,game", 10));
    assert!(rows[1].contains(",1,games.pgn#"), "{drawn}");

    // A file that is cut off: what came before counts.
    let packed = zstd::encode_all(games().repeat(4000).as_bytes(), 1).unwrap();
    fs::write(folder.join("cut.pgn.zst"), &packed[..packed.len() / 2]).unwrap();
    let text = learn(
        &folder,
        &[
            "--games",
            "cut.pgn.zst",
            "--from-move",
            "4",
            "--vocabulary",
            "paper",
            "--max-body",
            "2",
        ],
    );
    assert!(text.contains("; the rest is not read"), "{text}");
    assert!(text.ends_with("exit status 0\n"), "{text}");
}

/// An engine that likes one move, whatever is asked.
#[cfg(unix)]
#[test]
fn the_moves_of_an_engine() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = scratch("learn_engine");
    let rows: Vec<&str> = TABLE.lines().take(2).collect();
    fs::write(folder.join("moves.csv"), rows.join("\n")).unwrap();
    let engine = folder.join("engine.sh");
    let script = "#!/bin/sh
        while read word rest; do case $word in
            uci) echo 'id name Stub'; echo uciok;;
            isready) echo readyok;;
            go) echo 'info depth 1 score cp 5'; echo 'bestmove b1c3';;
            quit) exit;;
        esac; done\n";
    fs::write(&engine, script).unwrap();
    fs::set_permissions(&engine, fs::Permissions::from_mode(0o755)).unwrap();
    let run = |arguments: &[&str]| {
        let common = [
            "--examples",
            "moves.csv",
            "--max-body",
            "2",
            "--predicates",
            "piece_at",
        ];
        learn(&folder, &[&common[..], arguments].concat())
    };
    let engine = ["--engine", "./engine.sh", "--no-cache"];
    let found = run(&[&["--positives", "engine", "--out", "found.pl"][..], &engine].concat());
    assert!(found.ends_with("exit status 0\n"), "{found}");
    let written = fs::read_to_string(folder.join("found.pl")).unwrap();
    assert!(
        written.contains("instead of the moves played: those of Stub (depth 1)"),
        "{written}"
    );
    assert!(
        written.contains("piece_at(From,Pos,Us,knight)"),
        "{written}"
    );
    assert!(!written.contains("piece_at(To,Pos,Them,pawn)"), "{written}");
    assert!(run(&["--positives", "engine"]).contains("needs one --engine"));
    assert!(run(&engine).contains("--engine is of use only with --positives engine"));
}

#[test]
fn what_is_refused() {
    let folder = scratch("learn_errors");
    fs::write(folder.join("moves.csv"), TABLE).unwrap();
    fs::write(folder.join("column.csv"), "fen,move\n").unwrap();
    let rows = "fen,uci\n8/8,a1a2\n4k3/8/8/8/8/8/8/4K3 w - - 0 1,e1e3\n";
    fs::write(folder.join("rows.csv"), rows).unwrap();
    fs::write(folder.join("games.pgn"), games()).unwrap();
    fs::write(folder.join("prose.pgn"), "This is no game.\n").unwrap();
    let mut text = String::new();
    for arguments in [
        &[][..],
        &["--examples", "100"],
        &["--examples", "0"],
        &["--examples", "missing.csv"],
        &["--examples", "column.csv"],
        &["--examples", "rows.csv"],
        &["--examples", "moves.csv", "--games", "games.pgn"],
        &["--games", "missing.pgn"],
        &["--games", "prose.pgn"],
        &["--games", "games.pgn", "--from-move", "40"],
        &["--examples", "moves.csv", "--predicates", "attacks,forks"],
        &["--examples", "moves.csv", "--max-body", "0"],
        &[
            "--examples",
            "moves.csv",
            "--max-body",
            "1",
            "--out",
            "no/such/folder.pl",
        ],
    ] {
        text += &format!(
            "$ chesslog tactics learn {}\n{}\n",
            arguments.join(" "),
            learn(&folder, arguments)
        );
    }
    assert_snapshot!(text);
}

const GEOMETRIC: &[&str] = &[
    "make_move(From,To,Pos,NewPos), attacks(To,S1,NewPos), attacks(To,S2,NewPos), different_pos(S1,S2)",
    "legal_move(From,To,Pos), turn(Us,Pos), other_side(Us,Them), piece_at(S1,Pos,Them,king), \
     behind(From,To,S1,Pos)",
    "legal_move(From,To,Pos), attacks(S1,From,Pos), defends(S2,From,Pos), different_pos(S2,To)",
    "make_move(From,To,Pos,NewPos), en_prise(NewPos,To,_), attacks(S1,To,NewPos)",
    "legal_move(From,To,Pos), pinned(S1,_,Pos), attacks(S1,To,Pos)",
    "make_move(From,To,Pos,NewPos), pinned(_,To,NewPos), defends(S1,To,NewPos)",
    "legal_move(From,To,Pos), gives_check(From,To,Pos), en_prise(Pos,S1,_), capture(From,S1,Pos)",
    "legal_move(From,To,Pos), piece_at(From,Pos,white,pawn), piece_at(To,Pos,_,_), legal_move(S1,To,Pos)",
    "make_move(From,To,Pos,NewPos), behind(To,S1,S2,NewPos), piece_at(S1,Pos,black,_)",
];
const PAPER: &[&str] = &[
    "legal_move(From,To,Pos), attacks(From,S1,Pos), different_pos(S1,To)",
    "legal_move(From,To,Pos), behind(From,S1,S2,Pos), different_pos(S1,S2)",
    "legal_move(From,To,Pos), behind(From,To,S1,Pos), behind(S2,S1,To,Pos), different_pos(From,S2)",
    "make_move(From,To,Pos,New), attacks(To,S1,New), attacks(To,S2,New), different_pos(S1,S2)",
];
const POSITIONS: &[&str] = &[
    "r1bqk2r/pppp1ppp/2n2n2/2b1p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 5 5",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1",
    "1r1n1k2/2P2n2/8/8/1b6/8/3R2PP/4K3 w - - 0 1",
    "4k3/4r3/8/8/8/3n4/4B3/R3K2q w Q - 0 1",
];

#[test]
fn prolog_gives_the_same_moves() {
    for (library, bodies) in [("chess", GEOMETRIC), ("paper_vocabulary", PAPER)] {
        let mut matched = 0;
        for body in bodies {
            let text =
                format!(":- use_module(library({library})).\ntactic(Pos,From,To) :- {body}.\n");
            let found = file::parse("tactic.pl", &text).unwrap();
            let clause = &found.tactics[0].clause;
            let boards = POSITIONS
                .iter()
                .map(|fen| Chess::clone(&Position::parse(fen).unwrap()));
            let tester = ChessTester::new(&found.vocabulary, boards);
            let all = Bits::full(tester.examples());
            let cover = tester.coverage(clause, &all).unwrap();
            let mut engine = data::spawn();
            data::load(&mut engine, "tactic.pl", &text);
            for (index, fen) in POSITIONS.iter().enumerate() {
                let ours: BTreeSet<(String, String)> = tester
                    .suggestions(&cover, index)
                    .into_iter()
                    .map(move_term)
                    .map(|m| (m.from.to_string(), m.to.to_string()))
                    .collect();
                let rows = data::typed(&mut engine, &format!("tactic(\"{fen}\", F, T)."));
                let theirs: BTreeSet<(String, String)> = rows
                    .into_iter()
                    .map(|row| match &row[..] {
                        [Term::Atom(from), Term::Atom(to)] => (from.clone(), to.clone()),
                        row => panic!("{row:?}"),
                    })
                    .collect();
                matched += ours.len();
                assert_eq!(ours, theirs, "{body} in {fen}");
            }
        }
        assert!(matched > 30, "{library}: {matched}");
    }
}
