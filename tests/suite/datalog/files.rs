//! Datalog in files and queries: loading and reloading, what is told of mistakes, the sandbox.

use std::fs;

use chesslog::{
    engine::{Engine, Event, Input, Limits, Settings},
    session,
};

use crate::data;

fn load(engine: &mut Engine, text: &str) -> String {
    let mut reported = String::new();
    for event in engine.consult_text("rules.pl", text, data::ten_seconds()) {
        match event.unwrap() {
            Event::Diagnostic(diagnostic) => {
                reported.push_str(&session::report(&diagnostic, false));
                reported.push_str("\n\n");
            }
            Event::Output(text) => reported.push_str(&text),
            _ => {}
        }
    }
    reported
}

const PATHS: &str = ":- datalog(path/2).\npath(X, Y) :- path(X, Z), edge(Z, Y).\npath(X, Y) :- edge(X, Y).\n\
                     :- dynamic(edge/2).\nedge(a, b).\nedge(b, c).\n";

#[test]
fn left_recursion_ends_and_new_facts_are_seen() {
    let mut engine = data::spawn();
    assert_eq!(load(&mut engine, PATHS), "");
    let paths = "findall(X-Y, path(X, Y), L).";
    assert_eq!(value(&mut engine, paths), "[a-b,a-c,b-c]");
    assert_eq!(value(&mut engine, "findall(X, path(X, c), L)."), "[a,b]");
    assert_eq!(value(&mut engine, "findall(x, path(a, c), L)."), "[x]");
    assert_eq!(value(&mut engine, "findall(X, path(X, X), L)."), "[]");
    data::answers(&mut engine, "assertz(edge(c, a)).");
    assert_eq!(value(&mut engine, "findall(X, path(X, X), L)."), "[a,b,c]");
    data::answers(&mut engine, "retract(edge(b, c)).");
    assert_eq!(value(&mut engine, paths), "[a-b,c-a,c-b]");
    // An argument with a variable in it.
    data::answers(&mut engine, "assertz(edge(f(1), g(2))).");
    assert_eq!(
        value(&mut engine, "findall(X-Y, path(f(X), g(Y)), L)."),
        "[1-2]"
    );
    // The tracer does not follow clauses that would loop.
    assert_eq!(data::answers(&mut engine, "trace(path(c, a)).").len(), 1);
    // No choice point after the last answer.
    assert!(data::answers(&mut engine, "path(c, a).")[0].last);
}

#[test]
fn files_are_loaded_again() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("datalog");
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("paths.pl");
    let rules = folder.join("rules.pl");
    fs::write(
        &rules,
        "path(X, Y) :- path(X, Z), edge(Z, Y).\npath(X, Y) :- edge(X, Y).\n",
    )
    .unwrap();
    let mut engine = data::spawn();
    let mut consult = |text: &str| {
        fs::write(&file, text).unwrap();
        let events: Vec<_> = engine.consult(&file, Limits::default()).flatten().collect();
        assert!(data::is_loaded(&events), "{events:?}");
        value(&mut engine, "findall(X-Y, path(X, Y), L).")
    };
    let included = ":- datalog(path/2).\n:- include(rules).\nedge(1, 2).\nedge(2, 1).\n";
    assert_eq!(consult(included), "[1-1,1-2,2-1,2-2]");
    assert_eq!(
        consult(":- datalog(path/2).\npath(X, Y) :- edge(Y, X).\nedge(1, 2).\n"),
        "[2-1]"
    );
    // Plain Prolog now.
    assert_eq!(
        consult("path(X, X) :- member(X, [f(Y),Y]).\n"),
        "[f(_A)-f(_A),_B-_B]"
    );
}

#[test]
fn modules_and_pieces_of_the_user() {
    let mut engine = data::spawn();
    let module = format!(":- module(graphs, [path/2, edge/2]).\n{PATHS}");
    assert_eq!(load(&mut engine, &module), "");
    assert_eq!(value(&mut engine, "findall(X, path(a, X), L)."), "[b,c]");
    for piece in [
        ":- datalog(up/1).",
        "up(X) :- up(Y), X = Y.",
        "up(X) :- member(X, [1,2]).",
    ] {
        let events = engine.consult_text("user", piece, Limits::default());
        assert!(
            data::is_loaded(&events.flatten().collect::<Vec<_>>()),
            "{piece}"
        );
    }
    assert_eq!(value(&mut engine, "findall(X, up(X), L)."), "[1,2]");
}

fn value(engine: &mut Engine, query: &str) -> String {
    data::value(engine, query, "L")
}

/// One of everything that can be wrong with Datalog.
const TROUBLE: &str = r#":- datalog((p/2, win/1, n/1, q/1)).
p(X, Y) :- e(X, _), \+ e(Y, Y).
p(X, Y) :- e(X, Y).
win(X) :- e(X, Y), \+ lost(Y).
win(X) :- e(X, Y), \+ win(Y).
n(0).
n(M) :- n(N), M is N + 1.
q(X) :- e(X, Y), ( Y = 1 ; Y = 2 ).
q(f(X)) :- e(X, X).
q(X) :- e(X, _), !.
q(X) :- e(X, Y), X < sqrt(Y).
q(X) :- e(X, _), \+ (X = 1).
e(1, 2).
e(2, 3).
lost(3).
"#;

#[test]
fn what_is_wrong_is_told_with_its_place_and_the_rest_is_loaded() {
    let mut engine = data::spawn();
    insta::assert_snapshot!(load(&mut engine, TROUBLE));
    assert_eq!(value(&mut engine, "findall(X-Y, p(X, Y), L)."), "[1-2,2-3]");
    assert_eq!(value(&mut engine, "findall(X, win(X), L)."), "[1]");
    assert_eq!(value(&mut engine, "findall(X, n(X), L)."), "[0]");
    assert_eq!(value(&mut engine, "findall(X, q(X), L)."), "[]");
}

#[test]
fn errors_of_questions() {
    let mut engine = data::spawn();
    let mut said = |query: &str| {
        let events = data::events(&mut engine, query, data::ten_seconds());
        match events.as_slice() {
            [Event::Error(raised)] => {
                session::failure(&Event::Error(raised.clone()), &Limits::default())
            }
            events => panic!("{query}: {events:?}"),
        }
    };
    let reported: Vec<String> = [
        "datalog_query([(p(X) :- q(X), X < 3), q(a)], p(Y)).",
        "datalog_query([(p(X) :- q(X), 1 < 1 // X), q(0)], p(Y)).",
        "datalog_query([(p(X) :- member(X, [Y]))], p(Z)).",
        "datalog_query([(p(X) :- nobody_defines_this(X))], p(Z)).",
        "datalog_query([p(X)|Rest], p(Z)).",
        "datalog_query(p(x), p(Z)).",
        "datalog_query([3], p(Z)).",
        "datalog_query([p(1)], Goal).",
        "datalog_query([], length(L, N)).",
        "datalog(p/1).",
    ]
    .into_iter()
    .map(|query| format!("{query}\n   {}\n", said(query)))
    .collect();
    insta::assert_snapshot!(reported.concat());
}

#[test]
fn strangers_reach_nothing_through_rules() {
    let settings = Settings {
        input: Input::Nothing,
        sandbox: true,
        ..Settings::default()
    };
    let mut engine = Engine::spawn_program(env!("CARGO_BIN_EXE_chesslog"), settings).unwrap();
    let reported = load(
        &mut engine,
        ":- datalog((p/1, q/1)).\np(X) :- shell(X).\nq(X) :- r(X).\nr(1).\nr(X) :- call(s, X).\ns(2).\n",
    );
    assert!(reported.contains("shell/1"), "{reported}");
    assert_eq!(value(&mut engine, "findall(X, q(X), L)."), "[1,2]");
    for goal in [
        "datalog_query([(p(X) :- getenv(\"PATH\", X))], p(Y)).",
        "datalog_query([(p :- cl_engine:stop(3))], p).",
        "G = shell(\"touch forged\"), datalog_query([(p :- G)], p).",
        "datalog_query([], files:delete_file(\"x\")).",
        "cl_datalog:called(engine, stop(3)).",
        "cl_datalog:declare(user, q, 1, f).",
    ] {
        let events = data::events(&mut engine, goal, data::ten_seconds());
        let refused = |event: &Event| match event {
            Event::Error(raised) => raised.text.contains("permission_error"),
            _ => false,
        };
        assert!(events.iter().any(refused), "{goal}: {events:?}");
    }
}
