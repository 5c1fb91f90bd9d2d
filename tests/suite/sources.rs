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

/// The three ways to ask for a pattern say the same.
#[test]
fn patterns_in_games() {
    let mut engine = Engine::in_thread().unwrap();
    for pattern in [
        "flip_colour([on('R',7),not(on(q,any))])",
        "[shift_horizontal([on('B',d3),on('B',e3)]),turn(black)]",
        "flip_horizontal(flip_colour([on('K',g1),each('P',[f2,g3,h2])]))",
        "[count(any,any,0-12),turn(white)]",
    ] {
        let query = format!(
            "P = {pattern}, findall(G-Ply, find_pattern(classics, P, G, Ply), Found), Found = [_|_], \
             findall(G-Ply, ( game(classics, G), game_pattern(G, Ply, P) ), Found), \
             findall(G-Ply, ( game(classics, G), game_position(G, Ply, Pos), pattern(Pos, P) ), Found)"
        );
        assert_eq!(count(&mut engine, &query), 1, "{pattern}");
    }
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
         findall(V, ( member(E, Es), sub_atom(E, 0, 1, _, V), char_type(V, alpha) ), Vs), sort(Vs, Set)."
    );
    assert_eq!(
        data::value(&mut engine, &codes, "Set"),
        "['A','B','C','D','E']"
    );
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

/// What is written as PGN is read as the same games.
#[test]
fn written_games_are_the_same() {
    let mut files = vec!["classics".to_owned(), "openings".to_owned()];
    for name in ["games", "pgn_test"] {
        let Some(folder) = data::folder(name) else {
            continue;
        };
        let paths = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path());
        let paths = paths.map(|path| path.display().to_string());
        files.extend(paths.filter(|path| path.ends_with(".pgn") || path.ends_with(".pgn.zst")));
    }
    let copy = std::env::temp_dir().join(format!("chesslog-{}-written.pgn", std::process::id()));
    let copy_name = copy.display().to_string();
    for file in files {
        let games: Vec<games::Game> = games::read(&file).unwrap().map(Result::unwrap).collect();
        let text: String = games.iter().map(games::Game::pgn).collect();
        fs::write(&copy, &text).unwrap();
        let again: Vec<games::Game> = games::read(&copy_name)
            .unwrap()
            .map(Result::unwrap)
            .collect();
        assert_eq!(games.len(), again.len(), "{file}");
        for (game, again) in games.iter().zip(&again) {
            assert_eq!(game.tags, again.tags, "{file}");
            assert_eq!(
                (&game.start, &game.line),
                (&again.start, &again.line),
                "{file}: {:?}",
                game.tags
            );
            assert_eq!(game.outcome(), again.outcome(), "{file}: {:?}", game.tags);
        }
        assert!(
            text.lines().all(|line| line.starts_with('[')
                || line.starts_with(';')
                || line.chars().count() <= 80),
            "{file}"
        );
    }
    fs::remove_file(copy).unwrap();
}

/// Searches over real games, counted by another program.
#[test]
fn real_searches() {
    let Some(folder) = data::folder("games") else {
        return;
    };
    let mut engine = Engine::in_thread().unwrap();
    let file = folder.join("lichess_2013-01_head_5297.pgn.zst");
    let game = format!("game('{}', G)", file.display());
    let ruy = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq -";
    // All 32 pieces of that position.
    let pattern = "[each('P',[a2-d2,f2-h2,e4]), each(p,[a7-d7,f7-h7,e5]), each('R',[a1,h1]), each(r,[a8,h8]), \
                   each('N',[b1,f3]), each(n,[c6,g8]), each('B',[b5,c1]), each(b,[c8,f8]), on('Q',d1), on(q,d8), \
                   on('K',e1), on(k,e8), count(any,any,32), turn(black)]";
    for (goal, count) in [
        (format!("game_position(G, _, \"{ruy}\")"), 123),
        (format!("game_position(G, _, \"{ruy} 3 3\")"), 123),
        (
            format!(
                "position_key(\"{ruy} 7 9\", K), game_end(G, E, _), between(0, 12, Ply), Ply =< E, game_position(G, Ply, P), position_key(P, K)"
            ),
            123,
        ),
        (format!("game_pattern(G, _, {pattern})"), 123),
        ("game_repetition(G, _, 3)".to_owned(), 170),
        ("game_result(G, white)".to_owned(), 2730),
        ("game_result(G, draw)".to_owned(), 156),
        ("game_elo(G, white, E), E > 1900".to_owned(), 430),
    ] {
        assert_eq!(count_of(&mut engine, &game, &goal), count, "{goal}");
    }
    for (pattern, count) in [
        ("[on('B',b2), on('B',d3)]", 1167),
        ("[on('P',d4), not(on('P',[c,e]))]", 7526),
        ("flip_colour([on('P',d4), not(on('P',[c,e]))])", 13968),
        ("[shift_horizontal(each('R',[a7,b7])), on(k,8)]", 86),
        (
            "flip_colour([shift_horizontal(each('R',[a7,b7])), on(k,8)])",
            150,
        ),
        ("material('KRPKR')", 304),
    ] {
        let goal = format!("find_pattern('{}', {pattern}, _, _)", file.display());
        assert_eq!(self::count(&mut engine, &goal), count, "{pattern}");
    }
}

/// How many answers a goal has in all games.
fn count_of(engine: &mut Engine, game: &str, goal: &str) -> usize {
    count(engine, &format!("{game}, {goal}"))
}

/// The lines of a repertoire, with a null move and a variation that is wrong.
#[test]
fn variations() {
    let folder = std::env::temp_dir().join(format!("chesslog-{}-lines", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let write = |name: &str, text: &str| {
        fs::write(folder.join(name), text).unwrap();
    };
    write(
        "a1.pgn",
        "[White \"A\"]\n[Result \"1-0\"]\n\n1. e4! {best} e5 (1... c5 2. Nf3 (2. -- d5) d6) 2. Nf3 1-0\n",
    );
    write(
        "a2.pgn",
        "[White \"B\"]\n\n1. d4 (1. c4 Nf9) d5 {[%clk 0:01:30] [%eval -0.25]} *\n",
    );
    let mut engine = Engine::in_thread().unwrap();
    let all = format!("game('{}/a?.pgn', G)", folder.display());
    let lines = format!("{all}, ( V = G ; variation(G, _, V) )");
    assert_eq!(count(&mut engine, &all), 2);
    assert_eq!(count(&mut engine, &lines), 5);
    // Each move of a line leads from one of its positions to the next, null moves too.
    let broken = format!(
        "{lines}, game_move(V, Ply, M, San), Before is Ply - 1, game_position(V, Before, P), \
         game_position(V, Ply, Q), \
         \\+ ( San == \"--\" -> M = move(S,S,none), king_square(white, S, P), null_move(P, Q) \
            ; make_move(M, P, Q), move_san(M, San, P) )."
    );
    assert_eq!(data::answers(&mut engine, &broken), []);
    // The tree has the same moves as the lines.
    let moves = format!(
        "{all}, game_tree(G, T), findall(S, tree_move(T, S), Ss), \
         findall(S, ( variation(G, At, V), game_move(V, Ply, _, S), Ply >= At ), Vs), \
         findall(S, game_move(G, _, _, S), Ms), append(Ms, Vs, All), msort(All, Sorted), msort(Ss, Sorted)"
    );
    let rules = "tree_move(line(_,Ps), S) :- member(ply(_,S0,_,_,Vs), Ps), ( S = S0 ; member(V, Vs), tree_move(V, S) ).";
    data::load(&mut engine, "tree", rules);
    assert_eq!(count(&mut engine, &moves), 2);
    let clock = format!("{all}, game_clock(G, 2, S), game_evaluation(G, 2, E).");
    assert_eq!(data::value(&mut engine, &clock, "S"), "90.0");
    assert_eq!(data::value(&mut engine, &clock, "E"), "centipawns(-25)");
    fs::remove_dir_all(&folder).unwrap();
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
