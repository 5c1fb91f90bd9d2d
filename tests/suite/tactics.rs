//! Tactics: what `chesslog explain` says, what `tactic/4` finds in real puzzles, and in which modes.

use std::fs;

use chesslog::engine::{Event, Limits};

use super::{
    cli::{run_in, scratch},
    data,
};

/// Runs `chesslog explain`; what it prints, what it complains of, and its exit status.
fn explain(arguments: &[&str]) -> String {
    let all: Vec<_> = ["explain"].iter().chain(arguments).copied().collect();
    run_in(&scratch("tactics"), &all)
}

/// Paul Morphy - Duke Karl / Count Isouard, Paris 1858, before 16.Qb8+.
const OPERA: &str = "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 1 16";
/// The smothered mate with the queen's sacrifice, known as Philidor's legacy.
const LEGACY: &str = "r4r1k/6pp/7N/8/8/1Q6/6PP/6K1 w - - 0 1";
/// The sacrifice on h7, known as the Greek gift.
const GREEK_GIFT: &str = "r2q1rk1/pbpn1ppp/1p2p3/3pP3/3P4/2PB1N2/P1P2PPP/R1BQK2R w KQ - 0 11";
const BACK_RANK: &str = "3r2k1/5ppp/8/8/8/8/3Q1PPP/3R2K1 w - - 0 1";
const ROYAL_FORK: &str = "3q4/ppp3kp/6p1/6N1/8/5P2/PPP3PP/6K1 w - - 0 1";

#[test]
fn well_known_moves() {
    for (name, fen, played) in [
        ("opera", OPERA, "Qb8+"),
        ("smothered_mate", LEGACY, "b3g8"),
        ("greek_gift", GREEK_GIFT, "Bxh7+"),
        ("back_rank_mate", BACK_RANK, "Qxd8#"),
        ("royal_fork", ROYAL_FORK, "g5e6"),
    ] {
        assert_snapshot!(name, explain(&["--ascii", "--fen", fen, "--move", played]));
    }
}

#[test]
fn positions() {
    let blunder = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2";
    assert_snapshot!(explain(&["--ascii", "--fen", ROYAL_FORK]));
    assert_snapshot!(
        "what_loses",
        explain(&["--ascii", "--fen", blunder, "--move", "g4"])
    );
    let lost = "3q4/ppp3kp/6p1/6N1/8/5P2/PPP3PP/6K1 b - - 0 1";
    assert_snapshot!("threats", explain(&["--fen", lost]));
}

#[test]
fn as_json() {
    assert_snapshot!(explain(&[
        "--fen", ROYAL_FORK, "--move", "Ne6+", "--format", "json"
    ]));
}

#[test]
fn as_a_picture() {
    let file = scratch("tactics").join("fork.svg");
    _ = fs::remove_file(&file);
    let text = explain(&["--fen", ROYAL_FORK, "--move", "Ne6+", "--svg", "fork.svg"]);
    assert!(text.ends_with("exit status 0\n"), "{text}");
    let picture = fs::read_to_string(file).unwrap();
    assert!(picture.starts_with("<svg"), "{picture}");
    // An arrow for the move, in green, and two for what it attacks, in red.
    assert_eq!(
        picture
            .matches("fill=\"#2f8a3b\" fill-opacity=\"0.8\"")
            .count(),
        1
    );
    assert_eq!(
        picture
            .matches("fill=\"#c2332b\" fill-opacity=\"0.8\"")
            .count(),
        2
    );
}

#[test]
fn bad_input() {
    let outcomes: String = [
        &["--fen", "8/8/8/8/8/8/8/8 w - - 0 1"][..],
        &["--fen", "rnbqkbnr/ppp"],
        &["--fen", OPERA, "--move", "Qb9"],
        &["--fen", OPERA, "--move", "Qa1"],
        &["--fen", OPERA, "--move", ""],
        &[
            "--fen",
            OPERA,
            "--svg",
            "no/such/folder/x.svg",
            "--format",
            "json",
        ],
    ]
    .iter()
    .map(|arguments| format!("$ {}\n{}", arguments.join(" "), explain(arguments)))
    .collect();
    assert_snapshot!(outcomes);
}

/// `tactic/4` with arguments bound has the answers of the open call that agree with them.
#[test]
fn all_modes_agree() {
    let query = "named_position(Name, P, _),
        findall(t(M,V,L), tactic(P, M, V, L), Open),
        (   member(t(Motif,Move,Line), Open),
            (   \\+ tactic(P, Motif, Move, Line), Mode = all
            ;   findall(t(M,Move,L), tactic(P, M, Move, L), Found),
                findall(t(M,Move,L), member(t(M,Move,L), Open), Kept), Found \\== Kept, Mode = move
            ;   findall(t(Motif,V,L), tactic(P, Motif, V, L), Found),
                findall(t(Motif,V,L), member(t(Motif,V,L), Open), Kept), Found \\== Kept, Mode = motif
            )
        ;   sort(Open, Once), length(Open, N), \\+ length(Once, N), Mode = repeated
        ).";
    let mut engine = data::spawn();
    let limits = Limits {
        wall: Some(std::time::Duration::from_secs(60)),
        ..Limits::default()
    };
    let events = data::events(&mut engine, query, limits);
    assert_eq!(events, [Event::False]);
}

/// The first moves of real mates are found, each with its number of moves; other motifs mostly.
#[test]
fn real_puzzles() {
    let Some(folder) = data::folder("puzzles") else {
        return;
    };
    let file = folder.join("lichess_puzzles_dev.csv.zst");
    let mut engine = data::spawn();
    let query = format!(
        "between(1, 300, N), Puzzle = puzzle({:?}, N), puzzle_position(Puzzle, P),
         puzzle_move(Puzzle, 1, Move), member(Theme-Motif, [mateIn1-mate_in_1,mateIn2-mate_in_2,
         mateIn3-mate_in_3,backRankMate-back_rank_mate,smotheredMate-smothered_mate,
         fork-fork,skewer-skewer,hangingPiece-hanging_piece]),
         puzzle_theme(Puzzle, Theme),
         ( tactic(P, Motif, Move, _) -> Found = found ; Found = missed ).",
        file.to_str().unwrap()
    );
    let limits = Limits {
        wall: Some(std::time::Duration::from_secs(120)),
        ..Limits::default()
    };
    let (mut mates, mut others) = ([0, 0], [0, 0]);
    for event in data::events(&mut engine, &query, limits) {
        let Event::Answer(answer) = event else {
            continue;
        };
        let value = |name: &str| {
            let binding = answer.bindings.iter().find(|b| b.name == name);
            binding.unwrap().text.clone()
        };
        let counts = match value("Theme").to_lowercase().contains("mate") {
            true => &mut mates,
            false => &mut others,
        };
        counts[usize::from(value("Found") == "found")] += 1;
    }
    assert!(mates[0] == 0 && mates[1] > 50, "{mates:?}");
    assert!(others[1] > 50 && others[0] * 8 < others[1], "{others:?}");
}
