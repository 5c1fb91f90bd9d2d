//! Files of games, positions and puzzles, as Prolog sees them: bundled ones, and real ones where they are.

use std::fs;

use chesslog::{
    chess::games,
    engine::{Engine, Event, Limits},
};

use super::data;

/// How many answers a goal has.
fn count(engine: &mut Engine, goal: &str) -> usize {
    let query = format!("findall(a, ({goal}), As), length(As, N).");
    data::value(engine, &query, "N").parse().unwrap()
}

#[test]
fn bundled_games() {
    let mut engine = Engine::in_thread().unwrap();
    assert_eq!(count(&mut engine, "game(classics, _)"), 40);
    // Nested walks over one file.
    assert_eq!(
        count(&mut engine, "game(classics, _), game(classics, _)"),
        1600
    );
    // Each move of a game leads from one of its positions to the next.
    let broken = "game(classics, G), game_move(G, Ply, M, San), Before is Ply - 1, \
                  game_position(G, Before, P), game_position(G, Ply, Q), \
                  \\+ ( make_move(M, P, Q), move_san(M, San, P) ).";
    assert_eq!(data::answers(&mut engine, broken), []);
    assert_eq!(
        count(
            &mut engine,
            "game(classics, G), game_position(G, _, P), checkmate(P)"
        ),
        12
    );
}

#[test]
fn bundled_openings() {
    let mut games = 0;
    for line in games::read("openings").unwrap() {
        games += 1;
        assert_eq!(line.unwrap().complaint(), "", "line {games}");
    }
    assert!(games >= 400, "{games} lines");
    let mut engine = Engine::in_thread().unwrap();
    // Each line has moves, and a name and a code of its own; codes are in order.
    let lines = "findall(E-[O|Vs]-Ms, ( game(openings, G), game_tag(G, eco, E), \
                 game_tag(G, opening, O), findall(V, game_tag(G, variation, V), Vs), \
                 findall(M, game_move(G, _, M, _), Ms) ), Ls)";
    for (what, taken) in [
        ("names", "member(_-X-_, Ls)"),
        ("moves", "member(_-X, Ls), X = [_|_]"),
    ] {
        let distinct =
            format!("{lines}, findall(X, ({taken}), Xs), sort(Xs, Set), length(Set, N).");
        assert_eq!(
            data::value(&mut engine, &distinct, "N"),
            games.to_string(),
            "{what}"
        );
    }
    let codes = format!(
        "{lines}, findall(E, member(E-_-_, Ls), Es), msort(Es, Es), \
         findall(V, ( member([V|_], Es), char_type(V, alpha) ), Vs), sort(Vs, Set)."
    );
    assert_eq!(data::value(&mut engine, &codes, "Set"), "\"ABCDE\"");
}

#[test]
fn real_games() {
    let Some(folder) = data::folder("games") else {
        return;
    };
    let mut engine = Engine::in_thread().unwrap();
    for (file, games) in [
        ("lichess_2013-01_head_5297.pgn.zst", 5297),
        ("lichess_2013-02_sample_2413.pgn.zst", 2413),
        ("lichess_2025-05_head_438_clk.pgn.zst", 438),
        ("lichess_eval_annotated_1000.pgn.zst", 1000),
    ] {
        let path = folder.join(file);
        assert_eq!(
            count(&mut engine, &format!("game('{}', _)", path.display())),
            games,
            "{file}"
        );
    }
}

#[test]
fn odd_games_are_read_or_refused_in_words() {
    let Some(folder) = data::folder("pgn_test") else {
        return;
    };
    let mut engine = data::spawn();
    let mut files = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let query = format!("game('{}', G), game_position(G, 1, P).", path.display());
        let last = data::events(&mut engine, &query, data::ten_seconds())
            .pop()
            .unwrap();
        let is_game = path.extension().is_some_and(|extension| extension == "pgn");
        match last {
            Event::Answer(_) | Event::False => assert!(is_game, "{}", path.display()),
            Event::Error(raised) => {
                assert!(!is_game, "{}: {}", path.display(), raised.text);
                assert!(raised.text.contains("no game found"), "{}", raised.text);
            }
            event => panic!("{}: {event:?}", path.display()),
        }
        files += 1;
    }
    assert!(files > 5, "only {files} files");
}

#[test]
fn test_positions() {
    let Some(folder) = data::folder("epd") else {
        return;
    };
    let mut engine = Engine::in_thread().unwrap();
    for (file, records) in [
        ("win_at_chess_test.epd", 300),
        ("bratko_kopec_test.epd", 24),
    ] {
        let path = folder.join(file);
        assert_eq!(
            count(&mut engine, &format!("epd('{}', _, _)", path.display())),
            records,
            "{file}"
        );
        // Every best move is a move.
        let goal = format!(
            "epd('{}', P, Ops), member(bm-Sans, Ops), member(San, Sans), \\+ move_san(_, San, P).",
            path.display()
        );
        assert_eq!(data::answers(&mut engine, &goal), [], "{file}");
    }
}

#[test]
fn real_puzzles() {
    let Some(folder) = data::folder("puzzles") else {
        return;
    };
    let mut engine = Engine::in_thread().unwrap();
    let file = folder.join("lichess_puzzles_dev.csv.zst");
    let goal = format!(
        "between(1, 2000, N), Z = puzzle('{}', N), puzzle_position(Z, P), puzzle_move(Z, 1, M), make_move(M, P, _)",
        file.display()
    );
    assert_eq!(count(&mut engine, &goal), 2000);
    let mates = format!(
        "between(1, 2000, N), Z = puzzle('{}', N), puzzle_theme(Z, mateIn1), puzzle_position(Z, P), \
         puzzle_move(Z, 1, M), make_move(M, P, Q), \\+ checkmate(Q).",
        file.display()
    );
    assert_eq!(data::answers(&mut engine, &mates), []);
    let events = data::events(
        &mut engine,
        &format!("puzzle_position(puzzle('{}', 300000), P).", file.display()),
        Limits::default(),
    );
    assert!(
        matches!(&events[0], Event::Error(raised) if raised.text.contains("existence_error(puzzle")),
        "{events:?}"
    );
}
