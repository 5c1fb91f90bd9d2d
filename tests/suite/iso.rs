//! ISO conformity: our cases in `tests/iso.pl`, and the suite that comes with the source of Scryer Prolog.
//!
//! Both are asked without the prelude: what SWI-Prolog's files need is not all ISO.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use chesslog::{
    engine::{Engine, Event, Input, QueryOptions, Settings},
    syntax::{Dialect, Ops, read_clause, tokens},
    term::{Term, quoted_text},
};

use super::{data, quads};

/// The tests of Scryer's suite that fail here, and why they may.
const DEVIATIONS: &[(&str, &str)] = &[(
    "test_285",
    "grammars are there from the start, and with them the bar as an infix operator; then (a|b) is a term",
)];

fn engine() -> Engine {
    let settings = Settings {
        input: Input::Nothing,
        iso: true,
        ..Settings::default()
    };
    Engine::spawn_program(env!("CARGO_BIN_EXE_chesslog"), settings).unwrap()
}

#[test]
fn cases_of_the_standard() {
    let count = quads::run(&mut engine(), "tests/iso.pl", include_str!("../iso.pl"));
    assert!(count >= 100, "only {count} quads");
}

/// Scryer's suite, wherever cargo keeps the source of the engine that is linked.
fn suite() -> Option<PathBuf> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    // Crates for other systems need not be there.
    let host = Command::new("rustc").arg("-vV").output().ok()?;
    let host = String::from_utf8_lossy(&host.stdout).into_owned();
    let host = host.lines().find_map(|line| line.strip_prefix("host: "))?;
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--offline"])
        .args(["--filter-platform", host])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .ok()?;
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).ok()?;
    let packages = metadata["packages"].as_array()?;
    let scryer = packages
        .iter()
        .find(|package| package["name"] == "scryer-prolog")?;
    let manifest = Path::new(scryer["manifest_path"].as_str()?);
    let file = manifest.with_file_name("tests-pl/iso-conformity-tests.pl");
    file.is_file().then_some(file)
}

/// The predicates of the suite that are tests: `test_` and numbers, as there are helpers too.
fn names(text: &str) -> Vec<&str> {
    text.lines()
        .filter_map(|line| {
            let name = line.split(' ').next()?;
            let numbers = name.strip_prefix("test_")?;
            numbers
                .chars()
                .all(|c| c.is_ascii_digit() || c == '_')
                .then_some(name)
        })
        .collect()
}

#[test]
fn suite_of_scryer() {
    let Some(file) = suite() else {
        return data::skipped("the source of scryer-prolog is not there, nor its ISO suite");
    };
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("iso");
    fs::create_dir_all(&folder).unwrap();
    // The suite runs itself when loaded, as one test, and writes files where it stands.
    let text = fs::read_to_string(file)
        .unwrap()
        .replace(":- initialization(run_tests).", "")
        .replace("\"test_27", &format!("\"{}/test_27", folder.display()));
    let copy = folder.join("suite.pl");
    fs::write(&copy, &text).unwrap();

    let mut engine = engine();
    let loaded: Vec<_> = engine
        .consult(&copy, data::ten_seconds())
        .map(Result::unwrap)
        .collect();
    assert!(data::is_loaded(&loaded), "{loaded:?}");

    let names = names(&text);
    assert!(names.len() > 250, "only {} tests", names.len());
    let mut failures = Vec::new();
    for name in &names {
        let query = format!("once(iso_conformity_tests:{name}).");
        let events = data::events(&mut engine, &query, data::ten_seconds());
        let holds = matches!(events[..], [.., Event::Answer(_)]);
        match (holds, DEVIATIONS.iter().find(|entry| entry.0 == *name)) {
            (true, None) | (false, Some(_)) => {}
            (false, None) => failures.push(format!("{name}: {events:?}")),
            (true, Some((_, reason))) => {
                failures.push(format!("{name}: unused deviation ({reason})"));
            }
        }
    }
    for (name, _) in DEVIATIONS {
        if !names.contains(name) {
            failures.push(format!("{name}: no such test, but a deviation"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Texts of terms, where readers like to differ.
const TERMS: &[&str] = &[
    "f(- 1, -1, -(1), - (1), - - 1, a- -1, a - 1, a -1, a-1)",
    "- 1 ^ 2",
    "-1^2",
    "- a ^ 2",
    "- 1 + 2",
    "- 9223372036854775808",
    "9223372036854775808",
    "-(-)",
    "- -",
    "- = 1",
    "(-) = 1",
    "[-|-]",
    "{-}",
    "f(:-, ;, !, [], {}, '|', ',')",
    "f(|)",
    "f(a | b)",
    "f(a :- b)",
    "[a :- b]",
    "(a | b)",
    "\\ a",
    "\\+(a, b)",
    "\\+(a, b, c = d)",
    "\\+(a, b ; c)",
    "\\+((a, b))",
    "\\+ (a, b)",
    "\\+(\\+)",
    ":- a",
    "a :- b :- c",
    "a = b = c",
    "a, b ; c -> d",
    "1 - 2 - 3 * 4 ** 5",
    "a:b:c",
    "{a, b}",
    "{}(a)",
    "[](a)",
    "[a | b, c]",
    "[a, b | c]",
    "'.'(a, '.'(b, []))",
    "\"a\"\"b\\\"\"",
    "\"\"",
    "'a''b\\'\\x41\\\\101\\\\\\'",
    "'a\\\nb'",
    "'a\nb'",
    "'a\tb'",
    "'\\e'",
    "'\\z'",
    "'\\uABCD'",
    "''",
    "`a`",
    "0'a",
    "0'''",
    "0''",
    "0'\\n",
    "0'\\x41\\",
    "0' ",
    "0x1F",
    "0xFFFFFFFFFFFFFFFFFFFF",
    "0x",
    "0o17",
    "0b101",
    "0b12",
    "2'101",
    "007",
    "1_000",
    "1 _000",
    "1.5e3",
    "1.0E-2",
    "1e3",
    "1.e3",
    "1.0e999",
    "f(a /* c */, % d\n b)",
    "a/*b",
    "f (a)",
    "f()",
    "é",
    "É",
    "f(X, Y, _)",
    "a b",
];

#[test]
fn one_text_is_one_term() {
    chesslog::term::set_strings(false);
    let mut engine = engine();
    let load = data::events(
        &mut engine,
        "use_module(library(charsio)).",
        data::ten_seconds(),
    );
    assert!(matches!(load[..], [.., Event::Answer(_)]), "{load:?}");
    for text in TERMS {
        let clause = format!("{text} .");
        let ours = read_clause(&clause, &tokens(&clause), &Ops::default(), Dialect::Scryer);
        let ours = ours.map(|term| term.map(|term| variables_as_one(&term.term())));
        let query = format!(
            "catch(read_from_chars({}, T), error(syntax_error(E), _), T = '$no'(E)).",
            quoted_text(&clause)
        );
        let options = QueryOptions {
            typed: true,
            limits: data::ten_seconds(),
            ..QueryOptions::default()
        };
        let theirs = engine
            .query_with(&query, options)
            .find_map(|event| match event {
                Ok(Event::Answer(answer)) => {
                    let binding = answer.bindings.iter().find(|binding| binding.name == "T");
                    let canonical = binding.and_then(|binding| binding.canonical.clone());
                    Some(canonical.unwrap_or_else(|| "_".to_owned()))
                }
                _ => None,
            });
        let theirs = theirs.unwrap_or_else(|| panic!("{text}: no answer"));
        let theirs: Term = theirs.parse().unwrap();
        match (ours, theirs) {
            (Ok(Some(ours)), theirs) => {
                assert_eq!(ours, variables_as_one(&theirs), "of {text}");
            }
            (Err(_), Term::Compound(no, _)) if no == "$no" => {}
            (ours, theirs) => panic!("{text}: ours is {ours:?}, Scryer's {theirs}"),
        }
    }
}

/// The canonical text of a term whose variables are all called `_`.
fn variables_as_one(term: &Term) -> String {
    fn renamed(term: &Term) -> Term {
        let all = |terms: &[Term]| terms.iter().map(renamed).collect();
        match term {
            Term::Variable(_) => Term::Variable("_".to_owned()),
            Term::List(items, tail) => Term::List(
                all(items),
                tail.as_deref().map(|tail| Box::new(renamed(tail))),
            ),
            Term::Compound(name, arguments) => Term::Compound(name.clone(), all(arguments)),
            other => other.clone(),
        }
    }
    renamed(term).canonical()
}
