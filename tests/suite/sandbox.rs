//! Attacks on the sandbox, and programs that must go on working in it: `tests/sandbox.pl`.

use std::{fs, path::Path};

use chesslog::{
    engine::{Engine, Event, Input, Limits, Settings},
    session,
    term::Term,
};

use super::data;

fn sandbox() -> Engine {
    let settings = Settings {
        input: Input::Nothing,
        sandbox: true,
        ..Settings::default()
    };
    Engine::spawn_program(env!("CARGO_BIN_EXE_chesslog"), settings).unwrap()
}

/// The facts with this name in `tests/sandbox.pl`.
fn facts(name: &str) -> Vec<Vec<String>> {
    let mut engine = data::spawn();
    data::load(&mut engine, "sandbox", include_str!("../sandbox.pl"));
    let arity = if name == "attack" { 3 } else { 4 };
    let arguments = ["A", "B", "C", "D"][..arity].join(", ");
    let query = format!("{name}({arguments}).");
    data::typed(&mut engine, &query)
        .into_iter()
        .map(|row| row.iter().map(text).collect())
        .collect()
}

fn text(term: &Term) -> String {
    match term.text() {
        Some("[]") => String::new(),
        Some(text) => text.to_owned(),
        None => term.to_string(),
    }
}

/// What is reported while a program is loaded and a query is run.
fn run(engine: &mut Engine, program: &str, query: &str) -> Vec<Event> {
    let limits = data::ten_seconds();
    let mut events: Vec<_> = engine
        .consult_text("submission", program, limits)
        .map(Result::unwrap)
        .collect();
    if !query.is_empty() {
        events.extend(data::events(engine, query, limits));
    }
    events
}

fn is_refused(event: &Event) -> bool {
    let reported = match event {
        Event::Error(raised) => raised.text.clone(),
        Event::Diagnostic(diagnostic) => session::report(diagnostic, false),
        // A program that catches the error may show it.
        Event::Answer(answer) => session::answer_text(answer),
        _ => return false,
    };
    [
        "permission_error",
        "permission error",
        "not permitted in the sandbox",
    ]
    .iter()
    .any(|word| reported.contains(word))
}

#[test]
fn every_attack_is_refused() {
    let attacks = facts("attack");
    assert!(attacks.len() >= 60, "only {} attacks", attacks.len());
    let mut engine = sandbox();
    let mut successes = Vec::new();
    for attack in &attacks {
        let [name, program, query] = attack.as_slice() else {
            panic!("{attack:?}");
        };
        let events = run(&mut engine, program, query);
        if !events.iter().any(is_refused) {
            successes.push(format!("{name}\n{program}\n?- {query}\n   {events:?}"));
        }
        for made in ["forged", "/tmp/forged"] {
            assert!(!Path::new(made).exists(), "{name} has made a file");
        }
    }
    assert!(successes.is_empty(), "{}", successes.join("\n\n"));
    // The session goes on.
    assert_eq!(
        data::value(&mut engine, "X = still_here.", "X"),
        "still_here"
    );
}

#[test]
fn harmless_programs_run() {
    let programs = facts("harmless");
    assert!(programs.len() >= 25, "only {} programs", programs.len());
    let mut wrong = Vec::new();
    for program in &programs {
        let [name, program, query, expected] = program.as_slice() else {
            panic!("{program:?}");
        };
        let mut engine = sandbox();
        let events = run(&mut engine, program, query);
        let answer = events.iter().find_map(|event| match event {
            Event::Answer(answer) => Some(session::answer_text(answer)),
            Event::False => Some("false".to_owned()),
            _ => None,
        });
        if answer.as_deref() != Some(expected.trim_end_matches('.')) {
            wrong.push(format!("{name}: expected {expected}, found {events:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn files_cannot_be_reached_by_natives() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join("secret.pgn");
    fs::write(&file, "1. e4 *\n").unwrap();
    let mut engine = sandbox();
    for goal in ["game", "epd", "puzzle"] {
        let arguments = if goal == "epd" { "_, _" } else { "_" };
        let query = format!("{goal}('{}', {arguments}).", file.display());
        let events = data::events(&mut engine, &query, Limits::default());
        assert!(events.iter().any(is_refused), "{query} {events:?}");
    }
    assert_eq!(
        data::answers(&mut engine, "once(game(classics, _)).").len(),
        1
    );
}
