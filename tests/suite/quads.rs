//! The quads in the Prolog files: each query has the answers that are written below it.

use std::{fs, path::Path};

use chesslog::{
    engine::{Engine, Event, Limits},
    native::{self, help},
    session,
    syntax::{self, Kind},
};

/// A query, the description of its answers, and its line.
struct Quad {
    query: String,
    expected: String,
    line: usize,
}

fn quads(text: &str) -> Vec<Quad> {
    let mut clauses: Vec<(usize, String)> = Vec::new();
    let mut start = None;
    for token in syntax::tokens(text) {
        if token.kind == Kind::Comment {
            continue;
        }
        let from = *start.get_or_insert(token.span.start);
        if token.kind == Kind::End {
            clauses.push((from, text[from..token.span.end].to_owned()));
            start = None;
        }
    }
    clauses
        .windows(2)
        .filter_map(|pair| {
            let query = pair[0].1.strip_prefix("?-")?;
            Some(Quad {
                query: query.trim().to_owned(),
                expected: pair[1].1.clone(),
                line: syntax::line_at(text, pair[0].0).1,
            })
        })
        .collect()
}

/// What the top level would print, as one text.
pub fn observed(engine: &mut Engine, query: &str) -> String {
    let mut alternatives = Vec::new();
    for event in engine.query(query, Limits::default()) {
        match event.unwrap() {
            Event::Answer(answer) => alternatives.push(session::answer_text(&answer)),
            Event::False => alternatives.push("false".into()),
            Event::Error(raised) => alternatives.push(session::ball(&raised)),
            Event::Output(_) => {}
            event => alternatives.push(format!("{event:?}")),
        }
    }
    format!("{}.", alternatives.join(" ; "))
}

/// The tokens of a text, so that white space does not matter.
pub fn spaced(text: &str) -> String {
    let tokens = syntax::tokens(text);
    tokens
        .into_iter()
        .map(|token| &text[token.span])
        .collect::<Vec<_>>()
        .join(" ")
}

fn run(engine: &mut Engine, name: &str, text: &str) -> usize {
    let quads = quads(text);
    let mut failures = Vec::new();
    for quad in &quads {
        let observed = observed(engine, &quad.query);
        if spaced(&observed) != spaced(&quad.expected) {
            failures.push(format!(
                "{name}:{}\n?- {}\n   expected {}\n   observed {observed}",
                quad.line, quad.query, quad.expected
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    quads.len()
}

#[test]
fn library_modules() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("prolog");
    let mut engine = Engine::in_thread().unwrap();
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "pl") {
            count += run(
                &mut engine,
                &path.display().to_string(),
                &fs::read_to_string(&path).unwrap(),
            );
        }
    }
    assert!(count >= 8, "only {count} quads");
}

#[test]
fn every_native_has_a_quad() {
    let text = include_str!("../natives.pl");
    let mut engine = Engine::in_thread().unwrap();
    run(&mut engine, "tests/natives.pl", text);
    let queries: Vec<_> = quads(text).into_iter().map(|quad| quad.query).collect();
    for native in native::table::natives().filter(|native| native.module == "chess") {
        let called = |query: &String| {
            let call = format!("{}(", native.name);
            query
                .match_indices(&call)
                .any(|(at, _)| arity(&query[at + call.len()..]) == native.args.len())
        };
        assert!(
            queries.iter().any(called),
            "{} has no quad in tests/natives.pl",
            native.indicator()
        );
    }
}

/// The number of arguments in a text that begins after the opening bracket.
fn arity(text: &str) -> usize {
    let mut depth = 0;
    let mut arguments = 1;
    for token in syntax::tokens(text) {
        match &text[token.span] {
            "(" | "[" => depth += 1,
            ")" | "]" if depth == 0 => break,
            ")" | "]" => depth -= 1,
            "," if depth == 0 => arguments += 1,
            _ => {}
        }
    }
    arguments
}

#[test]
fn the_table_is_in_order() {
    let mut seen = Vec::new();
    for native in native::table::natives() {
        let indicator = native.indicator();
        assert!(
            !seen.contains(&(native.module, indicator.clone())),
            "{indicator} is declared twice"
        );
        assert!(
            native
                .doc
                .first()
                .is_some_and(|line| line.trim().starts_with("True iff")),
            "{indicator}: {:?}",
            native.doc
        );
        assert_eq!(native.determinism, native.implied, "{indicator}");
        assert!(
            native.args.iter().all(|arg| !arg.name.ends_with('_')),
            "{indicator}"
        );
        seen.push((native.module, indicator));
    }
    // Numbers are positions in the table, and must fit the packed integer.
    assert!(seen.len() < 1 << native::door::ID_BITS);
    for (id, native) in native::table::natives().enumerate() {
        assert_eq!(
            native::table::get(id as i64).unwrap().indicator(),
            native.indicator()
        );
    }
    assert!(native::table::get(seen.len() as i64).is_none());
    for entry in help::entries() {
        assert!(
            !entry.doc.is_empty(),
            "{} is not documented",
            entry.indicator
        );
    }
}
