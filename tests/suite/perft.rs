//! Node counts of perft suites, through the Prolog predicate `perft/3`.

use super::data;

use std::path::Path;

use chesslog::engine::{Engine, Event, Limits};

/// Counts above this take too long for a test of thousands.
const NODE_LIMIT: u64 = 30_000;

/// Positions of Chess960 that name the castling rook by X-FEN although a king stands on the e-file: here the file of the
/// rook has to be named then.
const OF_CHESS960: &[(&str, &str)] = &[
    (
        "8/8/8/4B2b/6nN/8/5P2/2R1K2k w Q",
        "8/8/8/4B2b/6nN/8/5P2/2R1K2k w C - 0 1",
    ),
    (
        "r2r3k/p7/3p4/8/8/P6P/8/R3K2R b KQq",
        "r2r3k/p7/3p4/8/8/P6P/8/R3K2R b HAa - 0 1",
    ),
];

/// The lines of a suite: position, depth, nodes.
fn cases(path: &Path) -> Vec<(String, u32, u64)> {
    let mut cases = Vec::new();
    let mut fen = String::new();
    for line in data::text(path).lines() {
        if let Some(epd) = line.strip_prefix("epd ") {
            fen = epd.trim().to_owned();
        } else if let Some(counts) = line.strip_prefix("perft ") {
            let (depth, nodes) = counts.trim().split_once(' ').unwrap();
            cases.push((
                fen.clone(),
                depth.parse().unwrap(),
                nodes.trim().parse().unwrap(),
            ));
        } else if let Some((fen, counts)) = line.split_once(" ;") {
            for count in counts.split(';') {
                let (depth, nodes) = count
                    .trim()
                    .strip_prefix('D')
                    .unwrap()
                    .split_once(' ')
                    .unwrap();
                cases.push((
                    fen.trim().to_owned(),
                    depth.parse().unwrap(),
                    nodes.trim().parse().unwrap(),
                ));
            }
        }
    }
    cases.retain(|case| case.2 <= NODE_LIMIT);
    for (fen, ..) in &mut cases {
        if let Some((_, named)) = OF_CHESS960.iter().find(|(x_fen, _)| fen.starts_with(x_fen)) {
            *fen = (*named).to_owned();
        }
    }
    cases
}

fn check(engine: &mut Engine, path: &Path) -> usize {
    let cases = cases(path);
    for (fen, depth, nodes) in &cases {
        let query = format!("perft(\"{fen}\", {depth}, {nodes}).");
        let event = engine
            .query(&query, Limits::default())
            .next()
            .unwrap()
            .unwrap();
        assert!(
            matches!(event, Event::Answer(_)),
            "{}: {query} {event:?}",
            path.display()
        );
    }
    cases.len()
}

#[test]
fn well_known_counts() {
    let mut engine = Engine::in_thread().unwrap();
    for (fen, depth, nodes) in [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            4,
            197_281,
        ),
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            3,
            97_862,
        ),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, 43_238),
        (
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            3,
            9_467,
        ),
    ] {
        let query = format!("perft(\"{fen}\", {depth}, N).");
        assert_eq!(data::value(&mut engine, &query, "N"), nodes.to_string());
    }
}

#[test]
fn suites() {
    let Some(folder) = data::folder("perft") else {
        return;
    };
    let mut engine = Engine::in_thread().unwrap();
    let mut total = 0;
    for file in [
        "random.perft.zst",
        "tricky_shakmaty.perft",
        "tricky_python-chess.perft",
        "chess960.perft.zst",
        "perftsuite_sunfish.epd",
    ] {
        total += check(&mut engine, &folder.join(file));
    }
    assert!(total > 10_000, "only {total} cases");
}
