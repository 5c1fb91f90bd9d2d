//! `chesslog query --threads N`: what is printed is what one thread prints, in the same order.

use std::{
    fs,
    io::{BufRead as _, BufReader},
    path::PathBuf,
    process::{Command, Stdio},
    thread,
    time::Duration,
};

use super::{
    cli::{catches_interrupts, run_in, scratch},
    data,
};

/// A program with rules of a user's own, which prints while it is loaded.
const PROGRAM: &str = "
mated(G) :- game_end(G, _, P), checkmate(P).
:- initialization((write(loaded), nl)).
p(X, Y) :- p(X).
";

/// Games of which one cannot be played to its end, and one has a variation that cannot.
fn games() -> String {
    let game = |number: u32| {
        let moves = match number % 20 {
            7 => "1. e4 e5 2. Ke3 *",
            13 => "1. d4 (1. c4 e5 2. Nf9) d5 1/2-1/2",
            5 => "1. f3 e5 2. g4 Qh4# 0-1",
            _ => "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0",
        };
        format!(
            "[White \"Player {number}\"]\n[WhiteElo \"{}\"]\n\n{moves}\n\n",
            1500 + number
        )
    };
    (1..=200).map(game).collect()
}

fn folder(test: &str) -> PathBuf {
    let folder = scratch(&format!("query_threads_{test}"));
    fs::write(folder.join("games.pgn"), games()).unwrap();
    fs::write(folder.join("mated.pl"), PROGRAM).unwrap();
    let epds: String = (1..=30)
        .map(|n| match n {
            12 => "no position\n".to_owned(),
            n => format!("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"line {n}\";\n"),
        })
        .collect();
    fs::write(folder.join("positions.epd"), epds).unwrap();
    folder
}

/// Queries, the files that they need, and options.
const QUERIES: &[(&str, &[&str])] = &[
    ("game(classics, G), game_tag(G, white, W)", &[]),
    (
        "game(classics, G), game_position(G, Ply, P), checkmate(P), X = f(A,B,A,_)",
        &[],
    ),
    (
        "game('games.pgn', G), game_elo(G, white, E), E > 1600, write(E), write(user_error, E), nl(user_error)",
        &[],
    ),
    ("game(['games.pgn',classics], G), variation(G, Ply, V)", &[]),
    ("game('*.pgn', G), mated(G)", &["mated.pl"]),
    ("game(File, G), true", &[]),
    ("game('none.pgn', G)", &[]),
    ("game(classics, x)", &[]),
    ("game('games.pgn', game(F,N)), false", &[]),
    ("game('games.pgn', game(F,150)), write(once)", &[]),
    (
        "game(classics, G), G = game(_,N), ( N =:= 20 -> throw(oops(N,X)) ; write(N) )",
        &[],
    ),
    (
        "game(classics, G), G = game(_,N), ( N =:= 20 -> nl, halt(3) ; write(N) )",
        &[],
    ),
    ("game('games.pgn', G)", &["--answers", "77"]),
    (
        "game('games.pgn', G), repeat, write('0123456789'), fail",
        &["--output-limit", "1"],
    ),
    (
        "game(classics, G), dif(X, a), freeze(Y, true)",
        &["--sandbox"],
    ),
    (
        "epd('positions.epd', P, Operations), member(id-[Id], Operations)",
        &[],
    ),
    ("game(classics G)", &[]),
    ("", &[]),
];

#[test]
fn two_threads_print_what_one_prints() {
    let folder = folder("same");
    for (index, (query, more)) in QUERIES.iter().enumerate() {
        let formats = if index % 3 == 1 { "text json" } else { "text" };
        for format in formats.split(' ') {
            let printed = |threads: &str| {
                let options = [&["--threads", threads, "--format", format], *more].concat();
                run_in(&folder, &[&["query", query], &*options].concat())
            };
            assert_eq!(printed("1"), printed("3"), "{query}");
        }
    }
}

#[test]
fn real_files_give_the_same() {
    let Some(data) = data::folder("games") else {
        return;
    };
    let file = data.join("lichess_2013-01_head_5297.pgn.zst");
    let mates = format!(
        "game('{}', G), game_end(G, Ply, P), checkmate(P)",
        file.display()
    );
    let printed = |threads: &str| run_in(&folder("real"), &["query", &mates, "--threads", threads]);
    let one = printed("1");
    assert_eq!(one.matches("Ply = ").count(), 1462);
    assert_eq!(one, printed("2"));
}

#[test]
fn what_cannot_be_spread_is_refused() {
    let folder = folder("refused");
    fs::write(folder.join("own.pl"), "game(a, b).\n").unwrap();
    let refused = |query: &str, more: &[&str]| {
        let arguments = [&["query", query, "--threads", "2"], more].concat();
        let said = run_in(&folder, &arguments);
        assert!(said.ends_with("exit status 2\n"), "{said}");
        said
    };
    for (query, found) in [
        ("findall(G, game(classics, G), Gs)", "found findall/3"),
        ("true, game(classics, G)", "found true/0"),
        ("( game(classics, G) ; true )", "found (;)/2"),
    ] {
        let said = refused(query, &[]);
        assert!(said.contains(found), "{said}");
        assert!(
            said.contains("game(File, G), puzzle(File, P) or epd(File, P, Ops)"),
            "{said}"
        );
    }
    let own = refused("game(X, Y)", &["own.pl"]);
    assert!(own.contains("found game/2"), "{own}");
    for cut in [
        "game(classics, G), !",
        "game(classics, G), ( true -> ! ; true )",
    ] {
        assert!(refused(cut, &[]).contains("cannot hold a cut"));
    }
    let counted = refused("game(classics, G)", &["--inference-limit", "1000"]);
    assert!(counted.contains("--inference-limit"), "{counted}");
}

#[test]
fn the_time_limit_is_that_of_the_whole() {
    let said = run_in(
        &folder("time"),
        &[
            "query",
            "game(classics, G), G = game(_,N), ( N > 3 -> repeat, false ; true )",
            "--threads",
            "2",
            "--time-limit",
            "1",
        ],
    );
    let expected = "G = game(classics,1), N = 1.\nG = game(classics,2), N = 2.\n\
        G = game(classics,3), N = 3.\n\
        stderr: error: the time limit of 1 s is over; the database is as it was before\nexit status 2\n";
    assert_eq!(said, expected);
}

#[test]
fn control_c_and_a_closed_pipe_end_all() {
    let begun = |query: &str| {
        Command::new(env!("CARGO_BIN_EXE_chesslog"))
            .args(["query", query, "--threads", "2"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    let mut child = begun("game(classics, G), ( true ; repeat, false )");
    let mut first = String::new();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    out.read_line(&mut first).unwrap();
    assert_eq!(first, "G = game(classics,1).\n");
    assert!(catches_interrupts(child.id()));
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("error: interrupted"), "{said}");
    assert_eq!(output.status.code(), Some(2));

    let mut child = begun("game(classics, G), repeat");
    drop(child.stdout.take());
    for _ in 0..200 {
        thread::sleep(Duration::from_millis(50));
        if let Some(status) = child.try_wait().unwrap() {
            assert_eq!(status.code(), Some(0));
            return;
        }
    }
    child.kill().unwrap();
    panic!("the query goes on, though nobody reads");
}
