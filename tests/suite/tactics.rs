//! Tactics: what `chesslog explain` says, what `tactic/4` finds in real puzzles, and in which modes.

use std::{fs, os::unix::fs::PermissionsExt, path::Path};

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
fn a_position_needs_no_option_and_no_quotes() {
    let told = explain(&["--ascii", "--fen", ROYAL_FORK]);
    assert_eq!(explain(&["--ascii", ROYAL_FORK]), told);
    let fields: Vec<_> = ROYAL_FORK.split(' ').chain(["--ascii"]).collect();
    assert_eq!(explain(&fields), told);
    let wrong = explain(&["8/8"]);
    assert!(wrong.contains("\"8/8\": "), "{wrong}");
    assert!(wrong.ends_with("exit status 2\n"), "{wrong}");
    let twice = explain(&["8/8", "--fen", ROYAL_FORK]);
    assert!(twice.contains("cannot be used with"), "{twice}");
}

/// What is reported below the board.
fn reported(fen: &str, played: &str) -> String {
    reported_with(fen, played, &[])
}

/// The same with other options.
fn reported_with(fen: &str, played: &str, options: &[&str]) -> String {
    let played = match played {
        "" => vec![],
        played => vec!["--move", played],
    };
    let text = explain(&[&["--ascii", "--fen", fen][..], &played, options].concat());
    let reported = text.lines().skip(10).filter(|line| {
        // The first to ask for a table makes it.
        !line.is_empty() && !line.starts_with("stderr: made the table of ")
    });
    format!(
        "{fen} {}\n{}\n\n",
        played.join(" "),
        reported.collect::<Vec<_>>().join("\n")
    )
}

#[test]
fn endings_are_told_by_their_tables() {
    let rook = "8/8/8/3k4/8/3K4/7R/8 w - - 0 1";
    let queen = "7k/8/4Q3/8/8/8/8/K7 w - - 0 1";
    let pawn = "4k3/8/8/4K3/4P3/8/8/8 b - - 0 1";
    let cases = [
        (rook, ""),
        (rook, "Rh5+"),
        (rook, "Rh1"),
        ("8/8/8/3k4/8/3K4/7R/8 w - - 90 100", ""),
        ("8/8/8/3k4/8/3K4/7R/8 w - - 90 100", "Re2"),
        // The clock ends the game before the mate, or at once.
        ("8/8/8/8/8/3k4/8/R3K3 w - - 99 120", "Ra8"),
        ("8/8/8/8/8/3k4/8/R3K3 w - - 149 120", "Ra8"),
        ("8/8/8/8/8/3k4/8/R3K3 w - - 149 120", ""),
        (queen, "Qf7"),
        ("7k/8/4Q3/8/8/8/8/K7 b - - 0 1", ""),
        ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "Ra8#"),
        (pawn, ""),
        (pawn, "Kd8"),
        (pawn, "Ke7"),
        ("4k3/8/8/4K3/4P3/8/8/8 w - - 0 1", "Kd5"),
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a8=Q"),
        ("8/8/4k3/8/8/8/4r3/4K3 w - - 0 1", "Kxe2"),
    ];
    let all: String = cases.map(|(fen, played)| reported(fen, played)).concat();
    assert_snapshot!(all);
}

/// What tables of Syzygy say of endings that Chesslog has no table of.
#[test]
fn endings_are_told_by_syzygy_tables() {
    let Some(folder) = data::folder("endgame/syzygy") else {
        return;
    };
    let folder = folder.to_str().unwrap();
    let saavedra = "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1";
    let cases = [
        (saavedra, ""),
        (saavedra, "c7"),
        (saavedra, "Kb7"),
        ("8/8/1KP5/3r4/8/8/8/k7 b - - 0 1", "Rd6"),
        // The promotion leads to a table of ours, or to a draw by stalemate.
        ("8/2P5/8/3r4/8/8/1K6/3k4 w - - 0 1", "c8=Q"),
        ("8/8/8/8/8/2k5/4q3/K6R b - - 0 1", ""),
        ("8/8/8/8/8/2k5/4q3/K6R w - - 0 1", ""),
        ("8/8/8/8/8/4k3/3q4/K3Q3 b - - 0 1", "Qxe1+"),
        // The half-move clock stands near its end, of which tables know nothing.
        ("8/8/1KP5/3r4/8/8/8/k7 w - - 99 90", ""),
        // There is no such table.
        ("8/8/1KP5/3r4/8/8/7p/k7 w - - 0 1", "c7"),
    ];
    let all: String = cases
        .map(|(fen, played)| reported_with(fen, played, &["--syzygy", folder]))
        .concat();
    assert_snapshot!(all);
}

/// A script that speaks as much UCI as is needed, and gives these moves with their scores.
fn judge(folder: &Path, lines: &[&str]) -> String {
    let infos: String = lines
        .iter()
        .zip(1..)
        .map(|(line, number)| format!("echo info depth 9 multipv {number} {line}\n"))
        .collect();
    let best = lines[0].split(" pv ").nth(1).unwrap();
    let best = best.split(' ').next().unwrap();
    let script = format!(
        "#!/bin/sh\nwhile read -r word rest; do\n  case \"$word\" in\n    uci) echo id name Ruler 1; \
         echo option name MultiPV type spin default 1 min 1 max 500; echo uciok;;\n    \
         isready) echo readyok;;\n    go) {infos}echo bestmove {best};;\n    quit) exit;;\n  esac\ndone\n"
    );
    let path = folder.join("ruler");
    fs::write(folder.join("draft"), script).unwrap();
    fs::set_permissions(folder.join("draft"), fs::Permissions::from_mode(0o755)).unwrap();
    fs::rename(folder.join("draft"), &path).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn an_engine_judges_what_is_claimed() {
    let folder = scratch("tactics_judge");
    fs::create_dir_all(&folder).unwrap();
    let agrees = [
        "score cp 640 pv g5e6 g7f7 e6d8",
        "score cp -30 pv h2h3 d8g5",
    ];
    let denies = [
        "score cp 15 pv h2h3 d8g5",
        "score cp -250 pv g5e6 g7f7 e6d8",
    ];
    let mut all = String::new();
    for lines in [agrees, denies] {
        let engine = judge(&folder, &lines);
        for played in ["", "Ne6+", "h3"] {
            all += &reported_with(ROYAL_FORK, played, &["--engine", &engine]);
        }
        // Nobody is asked about a mate.
        all += &reported_with(BACK_RANK, "Qxd8#", &["--engine", &engine]);
    }
    assert_snapshot!(all);
}

#[test]
fn the_effort_of_the_search_is_the_users() {
    // Found by 800,000 positions, and not by 200,000.
    let query = "P = \"r4rk1/p4ppp/2pb4/3p4/3P2bq/2NB1N2/PPP2PPP/R2Q1RK1 w - - 0 13\",
        ( with_effort(1000, best_line(P, move(f3,h4,none), _, Gain)) ; best_line(P, move(f3,h4,none), _, Gain) ),
        Gain = centipawns(N), N > 0.";
    let mut engine = data::spawn();
    let events = data::events(&mut engine, query, Limits::default());
    let answers = events
        .iter()
        .filter(|event| matches!(event, Event::Answer(_)));
    assert_eq!(answers.count(), 2, "{events:?}");
    assert_snapshot!(reported_with(ROYAL_FORK, "Ne6+", &["--effort", "1000"]));
}

#[test]
fn only_what_is_known_is_told() {
    let giuoco = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
    let cases = [
        // The pawn that is given up cannot be taken.
        (giuoco, "Nd4"),
        (giuoco, "Na5"),
        // A line of the search is no best play.
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "e4",
        ),
        // Two bishops are something for the exchange and a pawn.
        (
            "r4rk1/p2bqpp1/1ppp1n1p/8/2B1P3/4BQ2/PPP2PPP/3RR1K1 b - - 3 14",
            "Bg4",
        ),
        // It draws at least: in truth it wins.
        ("8/8/1KP5/3r4/8/8/8/k7 w - - 0 1", "c7"),
        // How the game ends, or may be ended.
        (
            "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 99 73",
            "h3",
        ),
        (
            "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 99 73",
            "Qe2",
        ),
        (
            "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 100 73",
            "",
        ),
        (
            "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 150 98",
            "",
        ),
        ("7k/8/5p1K/5P2/8/8/8/6QR w - - 0 1", "Qg6"),
        ("4k3/8/8/3NK3/8/8/8/8 b - - 0 1", ""),
        ("k7/8/8/8/8/1r6/r6P/K7 w - - 0 1", "Kxa2"),
        ("1k6/8/8/8/8/1r6/r6P/K7 w - - 0 1", ""),
    ];
    let all: String = cases.map(|(fen, played)| reported(fen, played)).concat();
    assert_snapshot!(all);
}

/// What is said of a move agrees with what is said of the position after it, and of the one after the
/// reply.
const CONTRADICTION: &str = "
    contradiction(Pos, Move, What) :-
        best_line(Pos, Move, Line, Gain),
        played(Move, Pos, After, Taken),
        (   answer(After, Reply, Theirs), net(Theirs, Taken, Net), \\+ agrees(Net, Gain),
            What = answered(Gain, Reply, Theirs)
        ;   Gain = centipawns(C), C =< -80, Line = [_,Reply|_],
            played(Reply, After, Later, Lost), answer(Later, Again, Ours),
            Left is Taken - Lost, won_back(Ours, Left), What = won_back(Gain, Reply, Again, Ours)
        ).

    % The best move that is said to win.
    answer(Pos, Move, Gain) :-
        winning_line(Pos, Move, _, _), best_line(Pos, Move, _, Gain),
        ( Gain = mate(_) ; Gain = draw ; Gain = centipawns(N), N >= 80 ), !.

    played(Move, Pos, After, Taken) :-
        make_move(Move, Pos, After), turn(Us, Pos), ahead(Us, Pos, X), ahead(Us, After, Y),
        Taken is 100 * (Y - X), !.
    ahead(Us, Pos, N) :-
        other_side(Us, Them), material(Us, A, Pos), material(Them, B, Pos), N is A - B.

    net(mate(_), _, mated).
    net(draw, _, drawn).
    net(centipawns(N), Taken, Net) :- Net is Taken - N.

    agrees(_, mate(_)).
    agrees(mated, mated(_)).
    agrees(drawn, Gain) :- member(Gain, [draw,lets_draw]).
    agrees(Net, draw) :- integer(Net).
    agrees(Net, centipawns(N)) :-
        integer(Net), class(Net, C), class(N, D), ( C = D ; C = win, D = nothing ).
    class(N, C) :- ( N >= 80 -> C = win ; N =< -80 -> C = loss ; C = nothing ).

    won_back(mate(_), _).
    won_back(draw, _).
    won_back(centipawns(N), Left) :- Left + N > -80.
";

#[test]
fn explanations_do_not_contradict_the_next_ones() {
    let file = scratch("tactics").join("contradiction.pl");
    fs::write(&file, CONTRADICTION).unwrap();
    let mut engine = data::spawn();
    let limits = Limits {
        wall: Some(std::time::Duration::from_secs(500)),
        ..Limits::default()
    };
    let loaded: Vec<_> = engine.consult(&file, limits).map(Result::unwrap).collect();
    assert!(data::is_loaded(&loaded), "{loaded:?}");
    // Of twenty games the move that was played, and another one.
    let query = "( P = \"r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3\",
          M = move(c6,d4,none)
        ; between(1, 20, N), G = game(classics,N), Ply is 14 + N, game_position(G, Ply, P),
          Next is Ply + 1,
          ( game_move(G, Next, M, _) ; once(( legal_move(F, T, Q, P), M = move(F,T,Q) )) )
        ),
        contradiction(P, M, What).";
    assert_eq!(data::events(&mut engine, query, limits), [Event::False]);
}

/// The whole of what `explain` says, of twenty games in one position each.
#[test]
fn explanations_agree_with_those_of_the_positions_that_follow() {
    let mut engine = data::spawn();
    data::load(
        &mut engine,
        "explanations.pl",
        include_str!("../explanations.pl"),
    );
    let limits = Limits {
        wall: Some(std::time::Duration::from_secs(500)),
        ..Limits::default()
    };
    let query =
        "between(1, 20, N), G = game(classics,N), Ply is 14 + 2 * N, game_position(G, Ply, P),
        Next is Ply + 1, game_move(G, Next, M, _),
        with_effort(20000, contradiction(P, M, What)).";
    assert_eq!(data::events(&mut engine, query, limits), [Event::False]);
}

/// What is said to be won adds up to what the line wins, also where pawns promote and are taken again.
#[test]
fn the_words_of_what_is_won_add_up() {
    let mut engine = data::spawn();
    data::load(
        &mut engine,
        "explanations.pl",
        include_str!("../explanations.pl"),
    );
    let query = "findall(N, ( between(1, 150, N), promoting(N, _, _) ), Ns), length(Ns, Lines),
        ( Lines < 100, What = few(Lines) ; member(N, Ns), misworded(N, What) ).";
    let events = data::events(&mut engine, query, Limits::default());
    assert_eq!(events, [Event::False]);
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

/// Where a move loses something, an arrow shows what refutes it, and only there.
#[test]
fn refutations_are_drawn() {
    const SCHOLAR: &str = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1";
    let red = "fill=\"#c2332b\" fill-opacity=\"0.8\"";
    let file = scratch("tactics").join("refuted.svg");
    let mut text = String::new();
    for (m, arrows) in [("Nf3", 1), ("Qf3", 0)] {
        _ = fs::remove_file(&file);
        text += &explain(&["--fen", SCHOLAR, "--move", m, "--svg", "refuted.svg"]);
        let picture = fs::read_to_string(&file).unwrap();
        assert_eq!(picture.matches(red).count(), arrows, "{m}");
        let json = explain(&["--fen", SCHOLAR, "--move", m, "--format", "json"]);
        let told = json.contains(r#""refutation":["f6h5"]"#);
        assert_eq!(told, arrows > 0, "{json}");
    }
    assert_snapshot!(text);
}

#[test]
fn bad_input() {
    let outcomes: String = [
        &["--fen", "8/8/8/8/8/8/8/8 w - - 0 1"][..],
        &["--fen", "rnbqkbnr/ppp"],
        &["--fen", OPERA, "--move", "Qb9"],
        &["--fen", OPERA, "--move", "Qa1"],
        &["--fen", OPERA, "--move", ""],
        &["--fen", OPERA, "--effort", "0"],
        &["--fen", OPERA, "--syzygy", "no/such/folder"],
        &["--fen", OPERA, "--engine", "no_such_engine"],
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
