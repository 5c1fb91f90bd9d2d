//! Conformity data that is not part of this package: where it is, and how to read it.
//!
//! `CHESSLOG_DATA` names the folder; without it, `shared/data` beside the package is tried. A test
//! that finds no data says so and passes.

use std::{
    env, fs,
    io::{Read, Write},
    path::{Path, PathBuf},
};

use chesslog::{
    engine::{Answer, Engine, Event, Input, Limits, QueryOptions},
    term::Term,
};

/// The folder `name` of the data, or a visible note that the test is skipped.
pub fn folder(name: &str) -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    let folder = env::var_os("CHESSLOG_DATA")
        .map_or(beside, PathBuf::from)
        .join(name);
    if folder.is_dir() {
        return Some(folder);
    }
    skipped(&format!(
        "no conformity data at {} (see tests/README.md)",
        folder.display()
    ));
    None
}

/// Says that a test is skipped, and why: straight to standard error, since the test harness would
/// keep what is printed by macros.
pub fn skipped(why: &str) {
    _ = writeln!(std::io::stderr(), "SKIPPED: {why}");
}

/// The text of a file, decompressed if its name ends in `.zst`.
pub fn text(path: &Path) -> String {
    let bytes = fs::read(path).unwrap();
    if path.extension().is_none_or(|extension| extension != "zst") {
        return String::from_utf8_lossy(&bytes).into_owned();
    }
    let mut text = String::new();
    zstd::Decoder::new(&bytes[..])
        .unwrap()
        .read_to_string(&mut text)
        .unwrap();
    text
}

/// A worker engine of the program under test.
pub fn spawn() -> Engine {
    Engine::spawn_program(env!("CARGO_BIN_EXE_chesslog"), Input::Nothing).unwrap()
}

/// Enough for any query of a test, and not for ever.
pub fn ten_seconds() -> Limits {
    Limits {
        wall: Some(std::time::Duration::from_secs(10)),
        ..Limits::default()
    }
}

/// All events of a query that is run to its end.
pub fn events(engine: &mut Engine, query: &str, limits: Limits) -> Vec<Event> {
    let options = QueryOptions {
        limits,
        ..QueryOptions::default()
    };
    engine
        .query_with(query, options)
        .map(Result::unwrap)
        .collect()
}

/// The answers of a query that must not raise an error.
pub fn answers(engine: &mut Engine, query: &str) -> Vec<Answer> {
    events(engine, query, Limits::default())
        .into_iter()
        .filter_map(|event| match event {
            Event::Answer(answer) => Some(answer),
            Event::False | Event::Output(_) => None,
            event => panic!("{query}: {event:?}"),
        })
        .collect()
}

/// The value of a variable in the first answer of a query.
pub fn value(engine: &mut Engine, query: &str, variable: &str) -> String {
    let answers = answers(engine, query);
    let answer = answers.first().unwrap_or_else(|| panic!("{query} fails"));
    let binding = answer
        .bindings
        .iter()
        .find(|binding| binding.name == variable);
    binding
        .unwrap_or_else(|| panic!("{query} does not bind {variable}"))
        .text
        .clone()
}

/// The values of the variables in each answer of a query.
pub fn typed(engine: &mut Engine, query: &str) -> Vec<Vec<Term>> {
    let options = QueryOptions {
        typed: true,
        ..QueryOptions::default()
    };
    let rows = engine.query_with(query, options).filter_map(|event| {
        let Event::Answer(answer) = event.unwrap() else {
            return None;
        };
        let values = answer.bindings.into_iter();
        Some(
            values
                .map(|value| value.canonical.unwrap().parse().unwrap())
                .collect(),
        )
    });
    rows.collect()
}

/// Loads a text in which nothing may be wrong.
pub fn load(engine: &mut Engine, name: &str, text: &str) {
    let events: Vec<_> = engine
        .consult_text(name, text, Limits::default())
        .map(Result::unwrap)
        .collect();
    assert!(is_loaded(&events), "{events:?}");
}

/// Whether loading ended without an error.
pub fn is_loaded(events: &[Event]) -> bool {
    matches!(events.last(), Some(Event::Loaded(report)) if report.errors == 0)
}
