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

/// Runs `naive:disagreement/4` over the positions that `source` enumerates as `P`, for the
/// relations of one kind or, if it is a variable, of all; returns the number of positions.
fn agree_with_naive(engine: &mut Engine, kind: &str, source: &str) -> u64 {
    let naive = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/naive.pl");
    let loaded: Vec<_> = engine
        .consult(&naive, Limits::default())
        .map(Result::unwrap)
        .collect();
    assert!(data::is_loaded(&loaded), "{loaded:?}");
    let query = format!("{source}, naive:disagreement({kind}, P, Relation, Row).");
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
    count.parse().unwrap()
}

#[test]
fn natives_agree_with_naive_definitions_on_famous_games() {
    let mut engine = Engine::in_thread().unwrap();
    let source = "game(classics, G), member(Ply, [9,16,25,32]), game_position(G, Ply, P)";
    let count = agree_with_naive(&mut engine, "Kind", source);
    assert!(count >= 100, "only {count} positions");
}

/// Castling and en passant where random games seldom come; each caught a fault planted in naive.pl.
const CORNERS: &str =
    "member(P, [\"5k2/8/8/8/8/8/8/4K2R w K - 0 1\", \"3k4/8/8/8/8/8/8/R3K3 w Q - 0 1\",
    \"1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1\", \"3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1\",
    \"4k3/4r3/8/8/8/8/8/R3K2R w KQ - 0 1\", \"rn2k1nr/8/8/8/8/8/8/R3K2R b KQkq - 0 1\",
    \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\", \"r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1\",
    \"8/8/8/K1Pp3r/8/8/8/4k3 w - d6 0 2\", \"8/8/8/8/1k1Pp2R/8/8/4K3 b - d3 0 1\",
    \"8/8/2k5/3pP3/8/8/6B1/4K3 w - d6 0 1\"])";

/// Motifs that games seldom show, and what looks like them; of 46 conditions in naive_motifs.pl,
/// each changed by itself, not one change goes unnoticed here.
const MOTIF_CORNERS: &str =
    "member(P, [\"4k3/8/8/1n6/1b2P2r/2N5/8/4K3 w - - 0 1\", \"4k3/8/8/8/1b6/8/3B4/4K3 w - - 0 1\",
    \"7k/3P4/8/3r4/8/8/8/K2R3r w - - 0 1\", \"4k3/8/p7/1n6/1b6/2N5/8/4K3 w - - 0 1\",
    \"6k1/3q1pbp/2b1p1p1/1BPp4/rp1PnP2/4PRNP/4Q1P1/4B1K1 w - - 0 1\",
    \"3r3k/8/8/Q2n4/8/8/8/K2R4 w - - 0 1\", \"1r5k/P7/8/8/8/8/8/K7 w - - 0 1\",
    \"4r1k1/8/8/8/8/8/4K3/4Q3 w - - 0 1\", \"4r1k1/8/8/8/8/8/4K3/4R3 w - - 0 1\",
    \"r5k1/b7/8/8/3Q4/8/8/K5N1 w - - 0 1\", \"4r1k1/8/8/1B6/8/4K3/8/4Q3 w - - 0 1\",
    \"4rk2/8/8/8/4R3/3P4/8/4N1K1 w - - 0 1\", \"4rk2/8/8/8/4R3/8/8/4N1K1 w - - 0 1\",
    \"4k3/8/8/3R1p2/4b3/5R2/6Q1/K3R3 w - - 0 1\", \"r2bk3/2N5/8/8/8/8/8/4K3 b - - 0 1\",
    \"4k3/8/1p6/8/2N5/p7/8/4K3 w - - 0 1\", \"4k3/8/1b6/8/2N5/b7/8/4K3 w - - 0 1\",
    \"8/1k6/8/3p4/2P5/1B6/8/6K1 w - - 0 1\", \"3r3k/8/8/1q6/2N5/3B4/8/3K4 w - - 0 1\",
    \"6k1/8/8/1p6/2q5/3P4/4B3/6K1 w - - 0 1\", \"4q1k1/8/8/8/4P3/8/8/4R1K1 w - - 0 1\",
    \"4k3/8/5N2/8/8/8/8/4RK2 b - - 0 1\", \"7k/5Q2/8/8/8/8/8/K7 w - - 0 1\",
    \"1n1r4/4k3/5n2/3n4/4K2B/8/8/1R6 w - - 0 1\", \"1r6/8/8/4k2b/3N4/5N2/4K3/1N1R4 b - - 0 1\",
    \"2rr2k1/5ppp/8/8/8/4R3/5PPP/6K1 w - - 0 1\", \"2b4k/3P4/8/3n4/8/8/8/K2R4 w - - 0 1\"])";

#[test]
fn natives_agree_with_naive_definitions_in_corners() {
    let mut engine = Engine::in_thread().unwrap();
    assert_eq!(agree_with_naive(&mut engine, "Kind", CORNERS), 11);
    assert_eq!(agree_with_naive(&mut engine, "Kind", "P = empty_board"), 1);
    assert_eq!(agree_with_naive(&mut engine, "motifs", MOTIF_CORNERS), 27);
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
    let count = agree_with_naive(&mut engine, "rules", &source);
    assert!(count >= 1000, "only {count} positions");
}

#[test]
fn motifs_agree_with_naive_definitions_on_two_thousand_positions() {
    let (Some(games), Some(puzzles)) = (data::folder("games"), data::folder("puzzles")) else {
        return;
    };
    let file = games.join("lichess_2013-01_head_5297.pgn.zst");
    let mut sources: Vec<_> = [(1, 140), (141, 280), (281, 430)]
        .iter()
        .map(|(from, to)| {
            format!(
                "File = \"{}\", between({from}, {to}, N), game(File, game(File,N)), \
                 member(Ply, [12,25,38,49,64]), game_position(game(File,N), Ply, P)",
                file.display()
            )
        })
        .collect();
    // Where the tactics are: games seldom show a double check or a skewer.
    let file = puzzles.join("lichess_puzzles_dev.csv.zst");
    sources.push(format!(
        "File = \"{}\", between(1, 500, N), puzzle_position(puzzle(File,N), P)",
        file.display()
    ));
    let counts = sources.par_iter().map(|source| {
        let mut engine = Engine::in_thread().unwrap();
        agree_with_naive(&mut engine, "motifs", source)
    });
    let count: u64 = counts.sum();
    assert!(count >= 2000, "only {count} positions");
}
