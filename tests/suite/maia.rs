//! Maia as published: known answers, the predicates, and Maia as a judge of tactics. The weights are no part of the
//! package; without them, what is said of that.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use chesslog::{
    chess::{Position, moves::move_term},
    network::leela::{
        Maia,
        judge::{MoveValue, judge},
    },
    tactics::{file, suggestions},
};
use serde_json::Value;
use shakmaty::{CastlingMode, Chess, uci::UciMove};

use super::{cli::empty, data};

/// The weights of the Maia with this rating, or a visible note that the test is skipped.
fn weights(rating: u32) -> Option<PathBuf> {
    let file = data::folder("maia")?.join(format!("maia-{rating}.pb.gz"));
    Some(fs::canonicalize(file).unwrap())
}

fn folder(name: &str) -> PathBuf {
    empty(&format!("maia_{name}"))
}

/// Runs the program where there are no weights but those that are named.
fn run(folder: &Path, variable: Option<&Path>, arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chesslog"));
    command
        .args(arguments)
        .env("XDG_DATA_HOME", folder.join("data"))
        .env("XDG_CACHE_HOME", folder.join("cache"))
        .env_remove("MAIA_WEIGHTS")
        .current_dir(folder);
    if let Some(file) = variable {
        command.env("MAIA_WEIGHTS", file);
    }
    let output = command.output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    String::from_utf8(text)
        .unwrap()
        .replace(folder.to_str().unwrap(), "FOLDER")
}

fn position(fen: &str) -> Chess {
    Chess::clone(&Position::parse(fen).unwrap())
}

const AFTER_E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

/// What an independent implementation computes from the same files, to four decimals; and for Maia 1100 what lc0 0.26.3
/// prints of the start according to the README of Maia: "score cp 6", "bestmove e2e4".
#[test]
fn answers_are_those_of_other_implementations() {
    let Some(path) = weights(1600) else { return };
    let maia = Maia::read(&path).unwrap();
    assert_eq!((maia.name(), maia.size()), ("maia-1600", (64, 6)));
    let mut scratch = maia.scratch();
    for (position, wdl, moves) in [
        (
            Chess::default(),
            [0.4963, 0.0440, 0.4597],
            [
                ("e2e4", 0.635),
                ("d2d4", 0.240),
                ("c2c4", 0.031),
                ("g1f3", 0.026),
                ("e2e3", 0.015),
            ],
        ),
        (
            position(AFTER_E4),
            [0.4729, 0.0436, 0.4835],
            [
                ("e7e5", 0.284),
                ("e7e6", 0.160),
                ("d7d6", 0.122),
                ("g7g6", 0.098),
                ("d7d5", 0.090),
            ],
        ),
    ] {
        let found = maia.value(std::slice::from_ref(&position), &mut scratch);
        for (found, expected) in [found.win, found.draw, found.loss].into_iter().zip(wdl) {
            assert!((found - expected).abs() < 1e-4, "{found} {expected}");
        }
        let found = maia.policy(&[position], &mut scratch);
        for ((m, found), (expected_move, expected)) in found.into_iter().zip(moves) {
            assert_eq!(m.to_uci(CastlingMode::Standard).to_string(), expected_move);
            assert!((found - expected).abs() < 6e-4, "{found} {expected}");
        }
    }
    let maia = Maia::read(&weights(1100).unwrap()).unwrap();
    let mut scratch = maia.scratch();
    let value = maia.value(&[Chess::default()], &mut scratch);
    assert!((value.expected() - 0.0456).abs() < 1e-4);
    assert_eq!(value.centipawns(), 6);
    let (best, _) = maia.policy(&[Chess::default()], &mut scratch)[0];
    assert_eq!(best.to_uci(CastlingMode::Standard).to_string(), "e2e4");
}

/// Castling is the king's way to the rook for the network: were it looked up on another square, nobody would castle.
#[test]
fn maia_castles_and_promotes() {
    let Some(path) = weights(1600) else { return };
    let maia = Maia::read(&path).unwrap();
    let mut scratch = maia.scratch();
    for (fen, wanted) in [
        (
            "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQ1RK1 b kq - 7 5",
            "e8g8",
        ),
        ("8/1P4k1/8/8/8/6K1/8/8 w - - 0 1", "b7b8q"),
    ] {
        let position = position(fen);
        let wanted: UciMove = wanted.parse().unwrap();
        let wanted = wanted.to_move(&position).unwrap();
        let (best, probability) = maia.policy(&[position], &mut scratch)[0];
        assert_eq!(best, wanted);
        assert!(probability > 0.3, "{probability}");
    }
}

#[test]
fn absent_weights_are_told_where_to_get() {
    let folder = folder("absent");
    let query = ["query", "start_position(P), maia(P, M, X)"];
    assert_eq!(
        run(&folder, None, &query),
        "error: maia/3: there are no weights of Maia; get maia-1600.pb.gz from \
         https://github.com/CSSLab/maia-chess/releases and put it at \
         FOLDER/data/chesslog/maia-1600.pb.gz, or name it with --maia FILE or $MAIA_WEIGHTS\n"
    );
    let tactic = "tactic(Pos,From,To) :- legal_move(From,To,Pos), attacks(From,To,Pos).\n";
    fs::write(folder.join("tactics.pl"), tactic).unwrap();
    let evaluate = ["tactics", "evaluate", "tactics.pl", "--engine", "maia"];
    let reported = run(&folder, None, &evaluate);
    assert!(
        reported.contains("--engine maia: there are no weights of Maia; get maia-1600.pb.gz from "),
        "{reported}"
    );
    let caught =
        "start_position(P), catch(maia_value(P, _), error(existence_error(E, _), _), true)";
    let reported = run(&folder, None, &["query", caught]);
    assert!(reported.contains("E = maia_weights"), "{reported}");
}

/// The exponent is fitted on the validation puzzles and tried on the test puzzles.
#[test]
fn a_piece_head_guides_maia() {
    let puzzles = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/suite/network/puzzles.csv"
    );
    let folder = folder("guide");
    let reported = run(&folder, None, &["network", "guide", "--puzzles", puzzles]);
    assert!(
        reported.starts_with("error: there are no weights of Maia; get "),
        "{reported}"
    );
    let Some(path) = weights(1600) else { return };
    let path = path.to_str().unwrap();
    let guide = ["network", "guide", "--puzzles", puzzles, "--maia", path];
    let reported = run(&folder, None, &[&guide[..], &["--format", "json"]].concat());
    let report: serde_json::Value =
        serde_json::from_str(&reported).unwrap_or_else(|_| panic!("{reported}"));
    let result = &report["results"][0];
    assert_eq!(result["maia"], "maia-1600");
    let number = |key: &str| result["themes"][0][key].as_u64().unwrap();
    // Two of ten puzzles are the test.
    assert!((20..80).contains(&number("puzzles")), "{result}");
    let half = number("puzzles") / 2;
    assert!(
        number("alone") > half && number("guided") > half,
        "{result}"
    );
    let exponent = result["exponent"].as_f64().unwrap();
    assert!((0.0..=4.0).contains(&exponent), "{result}");
    let text = run(&folder, None, &guide);
    assert!(
        text.contains("\nall ") && text.contains("(maia-1600)"),
        "{text}"
    );
    let none = ["network", "guide", "--puzzles", "none.csv", "--maia", path];
    let reported = run(&folder, None, &none);
    assert!(
        reported.starts_with("error: ") && reported.contains("none.csv"),
        "{reported}"
    );
}

#[test]
fn what_holds_no_weights_is_named() {
    let folder = folder("foreign");
    fs::write(folder.join("my_weights.pb.gz"), "hello").unwrap();
    let query = "start_position(P), maia_value(P, Wdl)";
    let reported = run(
        &folder,
        None,
        &["query", "--maia", "my_weights.pb.gz", query],
    );
    assert!(
        reported.contains(
            "FOLDER/my_weights.pb.gz holds no weights of Maia: it is no network in Leela's format"
        ),
        "{reported}"
    );
    let reported = run(&folder, None, &["query", "--maia", "none.pb.gz", query]);
    assert!(
        reported.contains("'none.pb.gz' for '--maia <FILE>': there is no such file"),
        "{reported}"
    );
}

#[test]
fn the_predicates_ask_the_network() {
    let Some(path) = weights(1600) else { return };
    let folder = folder("predicates");
    let file = path.to_str().unwrap();
    let first = [
        "query",
        "--answers",
        "1",
        "start_position(P), maia(P, M, X), Y is truncate(X * 100)",
    ];
    let expected = "M = move(e2,e4,none)";
    // The three places where weights are looked for.
    let place = folder.join("data/chesslog");
    fs::create_dir_all(&place).unwrap();
    fs::copy(&path, place.join("maia-1600.pb.gz")).unwrap();
    for reported in [
        run(&folder, None, &[&first[..], &["--maia", file]].concat()),
        run(&folder, Some(&path), &first),
        run(&folder, None, &first),
    ] {
        assert!(
            reported.contains(expected) && reported.contains("Y = 63"),
            "{reported}"
        );
    }
    let holds = |goal: &str| {
        let goal = format!("({goal} -> Holds = yes ; Holds = no)");
        let reported = run(&folder, None, &["query", &goal]);
        assert!(reported.contains("Holds = yes"), "{goal}: {reported}");
    };
    // The likeliest first, all legal ones, with probabilities that sum to 1.
    holds(
        "start_position(P), findall(X-M, maia(P, M, X), L), length(L, 20), keysort(L, S), \
         reverse(S, R), pairs_keys(L, Xs), pairs_keys(R, Xs), sum_list(Xs, Sum), \
         Off is abs(Sum - 1), Off < 0.0001, pairs_values(L, Ms), \
         findall(move(F,T,none), legal_move(F, T, P), Legal), sort(Ms, Set), sort(Legal, Set)",
    );
    // One move.
    holds("start_position(P), maia(P, move(e2,e4,none), X), X > 0.6, X < 0.7");
    let reported = run(
        &folder,
        None,
        &["query", "start_position(P), maia(P, move(e2,e5,none), X)"],
    );
    assert!(reported.contains("false"), "{reported}");
    let reported = run(
        &folder,
        None,
        &[
            "query",
            "start_position(P), maia_value(P, wdl(W,D,L)), S is round((W + D + L) * 1000), I is round(W * 1000)",
        ],
    );
    assert!(
        reported.contains("S = 1000") && reported.contains("I = 496"),
        "{reported}"
    );
    // A history changes the answer.
    let reported = run(
        &folder,
        None,
        &[
            "query",
            "start_position(P), make_move(move(e2,e4,none), P, Q), maia_value(Q, A), maia_value(Q, [P], B), \
             maia(Q, [P], M, _), !, (A = B -> C = same ; C = other)",
        ],
    );
    assert!(reported.contains("C = other"), "{reported}");
    let reported = run(
        &folder,
        None,
        &[
            "query",
            "--sandbox",
            "start_position(P), maia_value(P, Wdl)",
        ],
    );
    assert!(
        reported.contains("permission error: cannot open"),
        "{reported}"
    );
}

const TABLE: &str = "\
fen,uci,label
rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2,e4d5,1
r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 4 4,f3f7,1
r2qk2r/ppp2ppp/2np1n2/2b1p1B1/2B1P1b1/2NP1N2/PPP2PPP/R2QK2R w KQkq - 4 7,c3d5,1
8/5pk1/6p1/8/1q6/2P3P1/5PK1/3Q4 w - - 0 40,d1a1,1
";

const TACTICS: &str = "\
:- use_module(library(chess)).

tactic(Pos,From,To) :-
    legal_move(From,To,Pos),
    attacks(From,To,Pos).

tactic(Pos,From,To) :-
    make_move(From,To,Pos,NewPos),
    attacks(To,S1,NewPos),
    attacks(To,S2,NewPos),
    different_pos(S1,S2).
";

/// Divergence with Maia as the judge is what equations 4 to 7 make of the network's values one ply deep.
#[test]
fn maia_judges_tactics() {
    let Some(path) = weights(1600) else { return };
    let folder = folder("evaluate");
    fs::write(folder.join("moves.csv"), TABLE).unwrap();
    fs::write(folder.join("tactics.pl"), TACTICS).unwrap();
    let evaluate = |threads: &str| -> Value {
        let arguments = [
            "tactics",
            "evaluate",
            "tactics.pl",
            "--examples",
            "moves.csv",
            "--engine",
            "maia",
            "--threads",
            threads,
            "--format",
            "json",
        ];
        let text = run(&folder, Some(&path), &arguments);
        let object = text.lines().find(|line| line.starts_with('{'));
        serde_json::from_str(object.expect(&text)).unwrap()
    };
    let found = evaluate("1");
    assert_eq!(found["engines"][0]["engine"], "maia-1600");
    assert_eq!(found["engines"][0]["limit"], "depth 1");
    assert_eq!(found["tactics"], evaluate("2")["tactics"]);
    let maia = Maia::read(&path).unwrap();
    let mut scratch = maia.scratch();
    let file = file::read(&folder.join("tactics.pl")).unwrap();
    let squares = |m| (move_term(m).from, move_term(m).to);
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
            let moves = suggestions(&file.vocabulary, &tactic.clause, &position);
            if moves.is_empty() {
                continue;
            }
            let line = [Chess::clone(&position)];
            let mut value = |m| match judge(&maia, &line, &[m], &mut scratch)[0] {
                MoveValue::Mate => 2000.0,
                MoveValue::Centipawns(number) => f64::from(number),
            };
            let of_played = value(played);
            let differences = moves.iter().map(|&m| match squares(m) == squares(played) {
                true => 0.0,
                false => (of_played - value(m)).abs(),
            });
            divergence += differences.sum::<f64>() / moves.len() as f64;
            applicable += 1.0;
        }
        assert!(applicable > 0.0);
        let reported = row["divergence"][0].as_f64().unwrap();
        // Each mean is rounded to a millionth of a centipawn.
        assert!((reported - divergence / applicable).abs() < 1e-6, "{row}");
    }
}

#[test]
fn what_maia_has_no_use_for_is_refused() {
    let folder = folder("refused");
    fs::write(folder.join("tactics.pl"), TACTICS).unwrap();
    let refused = |more: &[&str]| {
        let arguments = ["tactics", "evaluate", "tactics.pl"];
        run(&folder, None, &[&arguments[..], more].concat())
    };
    for option in [["--depth", "3"], ["--nodes", "5"], ["--movetime", "5"]] {
        let reported = refused(&["--engine", "maia", option[0], option[1]]);
        let expected = format!("{} is of no use to maia", option[0]);
        assert!(reported.contains(&expected), "{reported}");
    }
    let reported = refused(&["--engine", "stockfish", "--maia", "x.pb.gz"]);
    assert!(
        reported.contains("--maia is of use only with --engine maia"),
        "{reported}"
    );
}
