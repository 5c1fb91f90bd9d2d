//! `chesslog puzzles` on small tables of our own, with a `tactic/4` that knows little and
//! misbehaves on demand.

use std::{
    fs,
    path::PathBuf,
    process::{Command, Output, Stdio},
    thread,
    time::{Duration, Instant},
};

use serde_json::Value;

/// Puzzles made of named positions: one move back in each.
const TABLE: &str = "\
PuzzleId,FEN,Moves,Rating,Themes
back,6k1/5ppp/8/8/4n3/8/5PPP/R5K1 b - - 0 1,e4c3 a1a8,600,backRankMate mate mateIn1 oneMove
smothered,5r1k/6pp/8/4N3/8/8/6PP/6K1 b - - 0 1,f8g8 e5f7,700,smotheredMate mate mateIn1
royal,3q4/ppp3kp/6p1/6N1/8/5P2/PPP3PP/6K1 b - - 0 1,h7h6 g5e6 g7f7 e6d8,800,\"fork short\"
skewer,8/8/3k4/q7/8/8/8/6KR b - - 0 1,d6d5 h1h5 d5d4 h5a5,900,endgame skewer
knight,6k1/3q1P2/8/8/8/8/6PP/6K1 b - - 0 1,g8h7 f7f8n,1000,fork promotion underPromotion
quiet,4k3/8/8/8/8/8/4P3/4K3 b - - 0 1,e8e7 e1d2,1100,endgame
";

/// Rows that cannot be used.
const BAD: &str = "\
PuzzleId,FEN,Moves,Rating,Themes
far,4k3/8/8/8/8/2q5/8/K7 w - - 0 1,a1a9,600,fork
blocked,8/8/8/3q1k2/8/2N5/8/6K1 b - - 0 1,d5h5 c3d5,700,fork
kings,8/8/8/8/8/8/8/8 w - - 0 1,a1a2,700,fork
nothing,4k3/8/8/8/8/8/4P3/4K3 b - - 0 1,e8e7,1100,fork
short,4k3/8/8/8/8/8/4P3/4K3 b - - 0 1
";

/// What the puzzles of these move numbers do to `tactic/4`.
const TRAPS: &str = "\
PuzzleId,FEN,Moves,Rating,Themes
good,3q4/ppp3kp/6p1/6N1/8/5P2/PPP3PP/6K1 b - - 0 1,h7h6 g5e6,800,fork
loop,3q4/ppp3kp/6p1/6N1/8/5P2/PPP3PP/6K1 b - - 0 90,h7h6 g5e6,800,fork
throw,3q4/ppp3kp/6p1/6N1/8/5P2/PPP3PP/6K1 b - - 0 91,h7h6 g5e6,800,fork
halt,3q4/ppp3kp/6p1/6N1/8/5P2/PPP3PP/6K1 b - - 0 92,h7h6 g5e6,800,fork
wrong,3q4/ppp3kp/6p1/6N1/8/5P2/PPP3PP/6K1 b - - 0 93,h7h6 g5e6,800,fork
again,3q4/ppp3kp/6p1/6N1/8/5P2/PPP3PP/6K1 b - - 0 2,h7h6 g5e6,800,fork
";

const TACTIC: &str = "
tactic(Pos, Motif, Move, []) :-
    fullmove_number(N, Pos),
    trap(N, Motif, Move).
tactic(Pos, Motif, move(F,T,Promotion), []) :-
    legal_move(F, T, Promotion, Pos),
    make_move(move(F,T,Promotion), Pos, Next),
    seen(Motif, T, Next).

seen(mate_in_1, _, Next) :- checkmate(Next).
seen(back_rank_mate, T, Next) :- checkmate(Next), to_coords(T, 8, _).
seen(fork, T, Next) :-
    findall(A, ( attacks(T, A, Next), piece_at(A, Next, _, P), P \\== pawn ), [_,_|_]).

trap(91, _, _) :- open(looping, write, S), close(S), repeat, fail.
trap(3, _, _) :- write('seen\\nagain'), fail.
trap(92, _, _) :- throw(oops).
trap(93, _, _) :- halt.
trap(94, fork, e2e4).
";

/// A folder in which a test's files are.
fn folder(test: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("puzzles_{test}"));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("tactic.pl"), TACTIC).unwrap();
    folder
}

fn command(test: &str, table: &str, arguments: &str) -> Command {
    let folder = folder(test);
    fs::write(folder.join("table.csv"), table).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_chesslog"));
    command
        .args(["puzzles", "table.csv", "tactic.pl"])
        .args(arguments.split_whitespace())
        .current_dir(folder)
        .stdin(Stdio::null());
    command
}

/// What a run prints, without the times.
fn run(test: &str, table: &str, arguments: &str) -> String {
    text(&command(test, table, arguments).output().unwrap())
}

fn text(output: &Output) -> String {
    let mut text = String::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let line = match (line.split_once(" in "), line.split_once(')')) {
            (Some((puzzles, _)), Some((_, rest))) => format!("{puzzles} in ... s{rest}"),
            _ => {
                let (line, time) = line.rsplit_once("  ").unwrap_or((line, ""));
                let known = time.trim().parse::<f64>().is_ok();
                format!("{line}  {}", if known { "time" } else { time })
            }
        };
        text += &format!("{}\n", line.trim_end());
    }
    for line in complaints(output).lines() {
        text += &format!("stderr: {line}\n");
    }
    format!("{text}exit status {}\n", output.status.code().unwrap())
}

/// What is reported besides the result. That our `tactic/4` is not the library's is meant.
fn complaints(output: &Output) -> String {
    const MEANT: &str = "\
warning: tactic/4 takes the place of the one in Chesslog's module tactics
 --> tactic.pl:2:1
  |
2 | tactic(Pos, Motif, Move, []) :-
  | ^^^^^^
";
    String::from_utf8_lossy(&output.stderr).replacen(MEANT, "", 1)
}

fn json(test: &str, table: &str, arguments: &str) -> Value {
    let output = command(test, table, &format!("--format json {arguments}"))
        .output()
        .unwrap();
    assert_eq!(complaints(&output), "");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Takes the times away, which must be there.
fn without_times(value: &mut Value) {
    assert!(value["seconds"].as_f64().unwrap() > 0.0);
    value["seconds"] = Value::Null;
    for row in value["themes"].as_array_mut().unwrap() {
        let times = row["median_ms"].as_f64().is_some_and(|median| median > 0.0);
        assert_eq!(times, row["puzzles"] != 0, "{row}");
        row["median_ms"] = Value::Null;
    }
    for total in ["any_theme", "all"] {
        assert!(value[total]["median_ms"].as_f64().unwrap() > 0.0);
        value[total]["median_ms"] = Value::Null;
    }
}

#[test]
fn a_table_of_themes() {
    let mut text = run("table", TABLE, "");
    text += &run("table", TABLE, "--themes fork,mateIn1,pin");
    text += &run("table", TABLE, "--limit 2");
    text += &run("table", TABLE, "--themes frok");
    text += &run("table", "PuzzleId,FEN,Moves\n", "");
    text += &run("table", "PuzzleId,Moves\n", "");
    insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!(text) });
}

#[test]
fn bad_rows_are_told_of() {
    let mut text = run("bad", BAD, "");
    let mixed = format!("{TABLE}{}", BAD.split_once('\n').unwrap().1);
    text += &run("bad", &mixed, "--themes fork");
    // A quotation mark that never ends takes the rest with it.
    text += &run("bad", &format!("{TABLE}\"odd,\n{TABLE}"), "--themes skewer");
    insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!(text) });
    let many = format!("{TABLE}{}", "far,4k3/8 w,a1a2,1,fork\n".repeat(30));
    let text = run("bad", &many, "");
    assert_eq!(text.matches("stderr: ").count(), 11, "{text}");
    assert!(
        text.contains("6 puzzles in ... s, 200,000 positions a search, 30 bad rows\n"),
        "{text}"
    );
}

#[test]
fn a_puzzle_that_goes_wrong_does_not_stop_the_run() {
    let mut text = run("traps", TRAPS, "--time-limit 1 --threads 1");
    text += &run("traps", TRAPS, "--inference-limit 100000 --threads 1");
    insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!(text) });
}

#[test]
fn json_is_the_same_for_any_number_of_threads() {
    let mut one = json("json", TABLE, "--threads 2");
    without_times(&mut one);
    // More than one batch for each engine.
    let rows = TABLE.split_once('\n').unwrap().1;
    let many = format!("{TABLE}{}", rows.repeat(30));
    let mut results = [1, 3].map(|threads| json("json", &many, &format!("--threads {threads}")));
    for result in &mut results {
        without_times(result);
        result["threads"] = Value::Null;
    }
    assert_eq!(results[0], results[1]);
    assert_eq!(results[0]["all"]["puzzles"], 6 * 31);
    assert_eq!(
        results[0]["any_theme"]["recall"],
        one["any_theme"]["recall"]
    );
    let pretty = serde_json::to_string_pretty(&one).unwrap();
    insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!(pretty) });
}

#[test]
fn control_c_prints_what_was_measured() {
    let looping = folder("stop").join("looping");
    _ = fs::remove_file(&looping);
    let child = command("stop", TRAPS, "--time-limit 0 --threads 1")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let deadline = Instant::now() + Duration::from_secs(60);
    while !looping.exists() {
        assert!(Instant::now() < deadline, "the engine does not get to work");
        thread::sleep(Duration::from_millis(20));
    }
    let killed = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(killed.unwrap().success());
    let output = child.wait_with_output().unwrap();
    let text = text(&output);
    assert!(
        text.contains("1 puzzle in ... s, 200,000 positions a search, not complete\n"),
        "{text}"
    );
    assert!(text.ends_with("exit status 1\n"), "{text}");
}

#[test]
fn the_effort_is_that_of_all_searches() {
    let folder = folder("effort");
    let asks = "tactic(_, fork, move(g5,e6,none), []) :- winning_lines:positions(usual, 777).\n";
    fs::write(folder.join("asks.pl"), asks).unwrap();
    fs::write(folder.join("table.csv"), TABLE).unwrap();
    let run = |more: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_chesslog"))
            .args([
                "puzzles",
                "table.csv",
                "asks.pl",
                "--threads",
                "2",
                "--format",
                "json",
            ])
            .args(more)
            .current_dir(&folder)
            .output()
            .unwrap();
        serde_json::from_slice::<Value>(&output.stdout).unwrap()
    };
    let (said, usual) = (run(&["--effort", "777"]), run(&[]));
    assert_eq!(
        (&said["effort"], &usual["effort"]),
        (&777.into(), &200_000.into())
    );
    assert_eq!(said["all"]["counts"]["reported"], 6);
    assert_eq!(usual["all"]["counts"]["reported"], 0);
}
