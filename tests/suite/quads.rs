//! The quads in the Prolog files: each query has the answers that are written below it.

use super::data;
use chesslog::{
    engine::{Engine, Input, Limits, Settings},
    library::{self, Access, Export},
    native::{self, help},
    session::quads,
    syntax,
};

/// Runs the quads of a text, and returns how many there are.
pub fn run(engine: &mut Engine, name: &str, text: &str) -> usize {
    let quads = quads::quads(text);
    let mut failures = Vec::new();
    for quad in &quads {
        let observed = quads::run(engine, None, quad, Limits::default());
        if !observed.as_expected {
            failures.push(format!(
                "{name}:{}\n?- {}\n   expected {}\n   observed {}",
                quad.line, quad.query, quad.expected, observed.text
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    quads.len()
}

#[test]
fn library_modules() {
    let mut shared = Engine::in_thread().unwrap();
    let mut count = run(&mut shared, "prolog module toplevel", library::TOPLEVEL);
    for module in library::MODULES {
        let name = format!("prolog module {}", module.name);
        if module.access != Access::Closed || quads::quads(module.text).is_empty() {
            count += run(&mut shared, &name, module.text);
            continue;
        }
        // Its exports may take the place of others: an engine of its own.
        let mut engine = Engine::in_thread().unwrap();
        data::answers(
            &mut engine,
            &format!("use_module(library({})).", module.name),
        );
        count += run(&mut engine, &name, module.text);
    }
    assert!(count >= 8, "only {count} quads");
}

#[test]
fn every_native_has_a_quad() {
    let mut engine = Engine::in_thread().unwrap();
    let mut queries = Vec::new();
    for (name, text) in [
        ("tests/natives.pl", include_str!("../natives.pl")),
        (
            "tests/natives_motifs.pl",
            include_str!("../natives_motifs.pl"),
        ),
    ] {
        run(&mut engine, name, text);
        queries.extend(quads::quads(text).into_iter().map(|quad| quad.query));
    }
    for native in native::table::natives().filter(|native| native.module == "chess") {
        let called = |query: &String| {
            let call = format!("{}(", native.name);
            query
                .match_indices(&call)
                .any(|(at, _)| arity(&query[at + call.len()..]) == native.args.len())
        };
        assert!(
            queries.iter().any(called),
            "{} has no quad in tests/natives*.pl",
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

#[test]
fn the_library_table_is_that_of_scryer() {
    // Without the prelude, library(time) is Scryer's.
    let settings = Settings {
        input: Input::Nothing,
        iso: true,
        ..Settings::default()
    };
    let mut engine = Engine::spawn_program(env!("CARGO_BIN_EXE_chesslog"), settings).unwrap();
    let mut wrong = Vec::new();
    for name in library::names() {
        for export in library::exports(name, true) {
            let Export {
                module,
                name,
                arity,
                ..
            } = export;
            let name = format!("'{name}'");
            let query = format!(
                "use_module(library({module})), cl_engine:provided(file_imports), file_imports:defined({module}, {name}, {arity})."
            );
            if data::answers(&mut engine, &query).is_empty() {
                wrong.push(format!("{module} does not export {name}/{arity}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
