//! Positions: every FEN that we can find goes through and comes back; natives agree with naive Prolog.

use super::data;

use std::path::Path;

use rayon::prelude::*;

use chesslog::{
    chess::Position,
    engine::{Engine, Limits},
};

/// A canonical FEN is its own canonical form, and says the same as what it was made from.
fn round_trip(fen: &str) {
    let position = Position::parse(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let again = Position::parse(position.fen()).unwrap();
    assert_eq!(position.fen(), again.fen());
    assert_eq!(position.legal_moves(), again.legal_moves(), "{fen}");
    // Placement and side to move are never touched.
    let fields = |fen: &str| {
        fen.split_whitespace()
            .take(2)
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(fields(fen), fields(position.fen()));
}

#[test]
fn every_fen_round_trips() {
    let Some(folder) = data::folder("") else {
        return;
    };
    let mut fens = Vec::new();
    for file in [
        "bratko_kopec_test.epd",
        "win_at_chess_test.epd",
        "STS1-STS15_LAN_v6.epd",
        "ECM_shatranj.epd",
        "ccr_one_hour_test.epd",
    ] {
        for line in data::text(&folder.join("epd").join(file))
            .lines()
            .filter(|line| !line.trim().is_empty())
        {
            let fields: Vec<_> = line.split_whitespace().take(4).collect();
            fens.push(fields.join(" "));
        }
    }
    for line in data::text(&folder.join("puzzles/lichess_puzzles_dev.csv.zst"))
        .lines()
        .skip(1)
    {
        fens.push(line.split(',').nth(1).unwrap().to_owned());
    }
    assert!(fens.len() > 200_000, "only {} positions", fens.len());
    fens.par_iter().for_each(|fen| round_trip(fen));
}

#[test]
fn fens_round_trip_through_prolog() {
    let mut engine = Engine::in_thread().unwrap();
    let query = "named_position(_, F, _), \\+ position_fen(F, F).";
    assert_eq!(data::answers(&mut engine, query), []);
    let query = "named_position(_, F, _), position_contents(F, Cs), position_contents(G, Cs), \
                 findall(M-S, move_san(M, S, F), Ms), \\+ findall(M-S, move_san(M, S, G), Ms).";
    assert_eq!(data::answers(&mut engine, query), []);
}

/// Runs `naive:disagreement/3` over the positions that `source` enumerates as `P`.
fn agree_with_naive(engine: &mut Engine, source: &str, at_least: u64) {
    let naive = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/naive.pl");
    let loaded: Vec<_> = engine
        .consult(&naive, Limits::default())
        .map(Result::unwrap)
        .collect();
    assert!(data::is_loaded(&loaded), "{loaded:?}");
    let query = format!("{source}, naive:disagreement(P, Relation, Row).");
    let found = data::answers(engine, &query);
    assert!(
        found.is_empty(),
        "{} disagreements, first: {:?}",
        found.len(),
        found[0].bindings
    );
    let count = data::value(
        engine,
        &format!("findall(a, ({source}), L), length(L, N)."),
        "N",
    );
    assert!(
        count.parse::<u64>().unwrap() >= at_least,
        "only {count} positions"
    );
}

#[test]
fn natives_agree_with_naive_definitions_on_famous_games() {
    let mut engine = Engine::in_thread().unwrap();
    agree_with_naive(
        &mut engine,
        "game(classics, G), member(Ply, [9,16,25,32]), game_position(G, Ply, P)",
        100,
    );
}

/// Castling and en passant where random games seldom come; each caught a fault planted in naive.pl.
const CORNERS: &str =
    "member(P, [\"5k2/8/8/8/8/8/8/4K2R w K - 0 1\", \"3k4/8/8/8/8/8/8/R3K3 w Q - 0 1\",
    \"1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1\", \"3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1\",
    \"4k3/4r3/8/8/8/8/8/R3K2R w KQ - 0 1\", \"rn2k1nr/8/8/8/8/8/8/R3K2R b KQkq - 0 1\",
    \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\", \"r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1\",
    \"8/8/8/K1Pp3r/8/8/8/4k3 w - d6 0 2\", \"8/8/8/8/1k1Pp2R/8/8/4K3 b - d3 0 1\",
    \"8/8/2k5/3pP3/8/8/6B1/4K3 w - d6 0 1\"])";

#[test]
fn natives_agree_with_naive_definitions_in_corners() {
    let mut engine = Engine::in_thread().unwrap();
    agree_with_naive(&mut engine, CORNERS, 11);
    agree_with_naive(&mut engine, "P = empty_board", 1);
}

#[test]
fn natives_agree_with_naive_definitions_on_a_thousand_positions() {
    let Some(folder) = data::folder("games") else {
        return;
    };
    let mut engine = Engine::in_thread().unwrap();
    let file = folder.join("lichess_2013-01_head_5297.pgn.zst");
    let source = format!(
        "File = \"{}\", between(1, 500, N), game(File, game(File,N)), member(Ply, [14,27,40,61]), game_position(game(File,N), Ply, P)",
        file.display()
    );
    agree_with_naive(&mut engine, &source, 1000);
}
