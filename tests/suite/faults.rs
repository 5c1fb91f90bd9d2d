//! What must not be lost or left behind when a query ends badly: its output, the session, processes.

use std::{
    fs,
    io::{BufRead, BufReader, Read},
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use super::{
    cli::{run_in, scratch},
    data::{events, load, spawn, value},
};
use chesslog::engine::{Aborted, Engine, Event, Limits};

fn limits() -> Limits {
    Limits {
        wall: Some(Duration::from_secs(2)),
        memory: Some(300 << 20),
        ..Limits::default()
    }
}

fn engine() -> Engine {
    let mut engine = spawn();
    let program = ":- use_module(library(ffi)).\n\
                   bad_pointer :- '$ffi_read_ptr'(i64, 8, _).\n\
                   native_abort :- '$foreign_call'(abort, [], _).\n\
                   deep(0, x) :- !.\n\
                   deep(N, f(T)) :- N1 is N - 1, deep(N1, T).\n\
                   :- initialization(use_foreign_module([], [abort([],void)])).\n";
    load(&mut engine, "faults", program);
    engine
}

/// What a query prints, and its last event.
fn printed(engine: &mut Engine, query: &str) -> (String, Event) {
    let mut events = events(engine, query, limits());
    let last = events.pop().unwrap();
    let text = events
        .iter()
        .map(|event| match event {
            Event::Output(text) => text.as_str(),
            _ => "",
        })
        .collect();
    (text, last)
}

#[test]
fn what_was_printed_arrives() {
    let mut engine = engine();
    let crashed: fn(&Event) -> bool = |e| matches!(e, Event::Aborted(Aborted::Crash(_)));
    let over: fn(&Event) -> bool = |e| *e == Event::Aborted(Aborted::Timeout);
    let many = "x".repeat(100_000);
    for (query, text, ends) in [
        (
            "writeln(a), writeln(b), writeln(c), repeat, fail.",
            "a\nb\nc\n",
            over,
        ),
        ("put_char(a), put_char(b), repeat, fail.", "ab", over),
        (
            "forall(between(1, 100000, _), put_char(x)), bad_pointer.",
            &many,
            crashed,
        ),
        ("write(a), put_char('é'), bad_pointer.", "aé", crashed),
        ("write(a), nl, native_abort.", "a\n", crashed),
        (
            "write(a), nl, length(L, 100000000), msort(L, _).",
            "a\n",
            |e| matches!(e, Event::Aborted(_) | Event::Error(_)),
        ),
        ("put_char(a), halt.", "a", |e| *e == Event::Halted(0)),
        ("put_char(a), throw(x).", "a", |e| {
            matches!(e, Event::Error(_))
        }),
        ("put_char(a), fail.", "a", |e| *e == Event::False),
        // What is captured is no output.
        (
            "put_char(a), with_output_to(string(_), ( put_char(b), repeat, fail )).",
            "a",
            over,
        ),
        (
            "put_char(a), nl, with_output_to(atom(A), put_char(b)), put_char(A), repeat, fail.",
            "a\nb",
            over,
        ),
        ("format(\"~w ~a\", [1,b]), repeat, fail.", "1 b", over),
    ] {
        let (output, last) = printed(&mut engine, query);
        assert_eq!(output, text, "{query}");
        assert!(ends(&last), "{query}: {last:?}");
    }
    // And nothing of it arrives again.
    assert_eq!(printed(&mut engine, "put_char(z).").0, "z");
}

#[test]
fn what_was_printed_while_loading_arrives() {
    let mut engine = engine();
    let text =
        ":- put_char(a), nl.\n:- initialization(put_char(b)).\n:- put_char(c), repeat, fail.\n";
    let output: String = engine
        .consult_text("printing", text, limits())
        .filter_map(|event| match event.unwrap() {
            Event::Output(text) => Some(text),
            _ => None,
        })
        .collect();
    assert_eq!(output, "a\nc");
}

#[test]
fn output_is_seen_while_the_query_runs() {
    let mut engine = engine();
    let mut events = engine.query_with("put_char(a), nl, repeat, fail.", Default::default());
    assert_eq!(events.next().unwrap().unwrap(), Event::Output("a\n".into()));
}

fn program(name: &str, text: &str) -> std::path::PathBuf {
    let folder = scratch("faults");
    fs::write(folder.join(name), text).unwrap();
    folder
}

#[test]
fn both_streams_keep_their_order() {
    let text = "main :- write(user_error, 1), put_char(2), write(user_error, 3), nl(user_error), write(4), nl,\n    \
                write(user_error, 5), write(6), put_char(user_error, '7'), put_char('8'), repeat, fail.\n"
        .replace("put_char(2)", "put_char('2')");
    let folder = program("order.pl", &text);
    let output = Command::new("sh")
        .args([
            "-c",
            "exec \"$0\" run --time-limit 0.5 -g main order.pl 2>&1",
        ])
        .arg(env!("CARGO_BIN_EXE_chesslog"))
        .current_dir(folder)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let (reported, error) = text.split_once("error: ").unwrap();
    // What nobody has flushed comes last.
    assert_eq!(reported, "123\n4\n5687");
    assert_eq!(
        error,
        "the time limit of 0.5 s is over; the database is as it was before\n"
    );
}

#[test]
fn the_standard_error_cannot_be_closed() {
    let folder = program(
        "close.pl",
        "main :- close(user_error), maplist(close, [user_error]), write(user_error, still), nl(user_error).\n",
    );
    let text = run_in(&folder, &["run", "-g", "main", "close.pl"]);
    assert_eq!(text, "stderr: still\nexit status 0\n");
}

/// Starts a program that prints a line and goes on for ever.
fn endless(folder: &Path) -> (Child, BufReader<impl Read>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_chesslog"))
        .args(["run", "-g", "main", "endless.pl"])
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let out = child.stdout.take().unwrap();
    (child, BufReader::new(out))
}

const ENDLESS: &str = "main :- writeln(ready), repeat, fail.\n";

#[test]
fn a_line_is_there_before_the_program_is_killed() {
    let folder = program("endless.pl", ENDLESS);
    let (mut child, mut out) = endless(&folder);
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    assert_eq!(line, "ready\n");
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn deep_terms_are_no_crash() {
    let mut engine = engine();
    assert_eq!(
        value(
            &mut engine,
            "deep(200000, T), assertz(p(T)), p(U), ( T == U -> X = same ; X = other ).",
            "X"
        ),
        "same"
    );
}

#[test]
fn strings_survive_a_test_for_cycles() {
    let mut engine = engine();
    for query in [
        "X = f(\"abc\"), acyclic_term(X).",
        "use_module(library(clpz)), X = f(\"abc\"), catch(clpz:'#='(1, X), _, true).",
        "use_module(library(si)), X = f(\"abc\"), term_si(X).",
    ] {
        assert_eq!(value(&mut engine, query, "X"), "f(\"abc\")", "{query}");
    }
}

#[test]
fn texts_that_are_nested_too_deeply_have_a_place() {
    let deep = format!(
        "p(1).\np({}a{}).\n",
        "f(".repeat(100_000),
        ")".repeat(100_000)
    );
    let folder = program("deep.pl", &deep);
    for arguments in [
        &["query", "p(1)", "deep.pl"][..],
        &["run", "-g", "p(1)", "deep.pl"],
        &["test", "deep.pl"],
    ] {
        let text = run_in(&folder, arguments);
        assert!(text.contains("deep.pl:2:200002"), "{text:.300}");
        assert!(
            text.contains("brackets are nested too deeply"),
            "{text:.300}"
        );
        assert!(text.ends_with("exit status 2\n"));
        assert!(text.len() < 2000, "the line is not to be printed");
    }
}

/// Scryer would read them as shorter ones.
#[test]
fn terms_that_are_too_long_have_a_place() {
    let term = |arity: usize| format!("f({})", vec!["[1,2]"; arity].join(","));
    let text = format!(
        "p :- X = {}, X = {}.\nq(X) :- X = {}.\n",
        term(255),
        term(255),
        term(256)
    );
    let folder = program("long.pl", &text);
    let reported = run_in(&folder, &["query", "p", "long.pl"]);
    assert!(reported.contains("long.pl:2:13"), "{reported:.300}");
    assert!(reported.contains("a term has 256 arguments; expected at most 255"));
    let query = format!("X = {}", term(300));
    let reported = run_in(&folder, &["query", &query]);
    assert!(reported.contains("a term has 300 arguments; expected at most 255"));
}

#[test]
fn a_file_without_end_is_refused() {
    let folder = scratch("faults");
    for arguments in [
        &["query", "true", "/dev/zero"][..],
        &["query", "consult('/dev/zero')"],
        &["test", "/dev/zero"],
    ] {
        let text = run_in(&folder, arguments);
        let message = "'/dev/zero' is longer than 256 MB, or has no end; expected a Prolog file";
        assert!(text.contains(message), "{text}");
        assert!(text.ends_with("exit status 2\n"), "{text}");
    }
}

#[test]
fn what_is_no_text_is_refused() {
    let folder = scratch("faults");
    let zstd = b"\x28\xb5\x2f\xfd no frame".as_slice();
    for (name, bytes) in [("a.zst", zstd), ("b.pl", b"p(a).\n\xff\0")] {
        fs::write(folder.join(name), bytes).unwrap();
        let text = run_in(&folder, &["query", "true", name]);
        let message = format!("'{name}' is no text (it may be compressed); expected a Prolog file");
        assert!(text.contains(&message), "{text}");
        assert!(text.ends_with("exit status 2\n"), "{text}");
    }
}

/// The processes below one.
fn below(pid: u32) -> Vec<u32> {
    let mut found = vec![pid];
    let mut next = 0;
    while let Some(&parent) = found.get(next) {
        next += 1;
        let threads = fs::read_dir(format!("/proc/{parent}/task"));
        for thread in threads.into_iter().flatten().flatten() {
            let children = fs::read_to_string(thread.path().join("children")).unwrap_or_default();
            found.extend(
                children
                    .split_whitespace()
                    .map(|child| child.parse::<u32>().unwrap()),
            );
        }
    }
    found.split_off(1)
}

fn runs(pid: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // The number may belong to another process by now.
    stat.contains("(chesslog)") && !stat.contains(") Z") && !stat.contains(") X")
}

fn kill(pid: u32) {
    let status = Command::new("kill")
        .args(["-9", &pid.to_string()])
        .stderr(Stdio::null())
        .status();
    _ = status.unwrap();
}

fn wait_for(what: &str, done: impl Fn() -> bool) {
    let start = Instant::now();
    while !done() {
        assert!(start.elapsed() < Duration::from_secs(20), "{what}");
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn no_process_stays_behind() {
    let folder = program("endless.pl", ENDLESS);
    let mut random = 0x2545_f491_u32;
    for round in 0..9 {
        let (mut child, mut out) = endless(&folder);
        out.read_line(&mut String::new()).unwrap();
        random ^= random << 13;
        random ^= random >> 17;
        random ^= random << 5;
        thread::sleep(Duration::from_millis(u64::from(random % 100)));
        let mut all = below(child.id());
        // The supervisor, the checkpoint, and the process that runs the query.
        assert_eq!(all.len(), 3, "{all:?}");
        kill(all[round % 3]);
        if round % 2 == 0 {
            thread::sleep(Duration::from_millis(u64::from(random % 50)));
        }
        all.extend(below(child.id()));
        if round % 3 != 0 {
            // Without its worker, or after a crash of it, the program ends by itself.
            assert_eq!(child.wait().unwrap().code(), Some(2), "round {round}");
        }
        _ = child.kill();
        _ = child.wait();
        wait_for(&format!("round {round}: {all:?}"), || {
            !all.iter().any(|&pid| runs(pid))
        });
    }
}

#[test]
#[cfg(target_os = "linux")]
fn programs_that_a_query_has_started_end_with_it() {
    let mut engine = engine();
    let folder = scratch("faults");
    let file = folder.join("pid");
    _ = fs::remove_file(&file);
    let query = format!("shell(\"echo $$ > '{}'; sleep 1000\").", file.display());
    let last = events(&mut engine, &query, limits()).pop();
    assert_eq!(last, Some(Event::Aborted(Aborted::Timeout)));
    let pid = fs::read_to_string(&file).unwrap();
    wait_for("the shell", || {
        let stat = fs::read_to_string(format!("/proc/{}/stat", pid.trim())).unwrap_or_default();
        stat.is_empty() || stat.contains(") Z")
    });
}

#[test]
fn the_first_explanation_of_an_engine_is_true() {
    let explained = |query: &str| printed(&mut spawn(), query);
    let (text, _) = explained("explain_failure(zork(2)).");
    assert_eq!(
        text,
        "zork(2) raises an error: there is no predicate zork/1.\n"
    );
    for (query, raised) in [
        ("explain_failure(1).", true),
        ("explain_failure(\\+ 1).", false),
        ("explain_failure((true, 1)).", false),
    ] {
        let (_, last) = explained(query);
        let is_raised = matches!(last, Event::Error(_));
        assert!(
            is_raised == raised && !matches!(last, Event::Aborted(_)),
            "{last:?}"
        );
    }
}
