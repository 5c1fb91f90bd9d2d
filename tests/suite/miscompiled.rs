//! Clauses that Scryer compiles wrongly mean what they say, since `prolog/miscompiled.pl` cures them, and those that it does not find are
//! found, since `prolog/indexed.pl` sees to it.

use std::process::Command;

use chesslog::{library, syntax};

use super::data::{answers, spawn};

/// Runs `main` of a file of this folder, which says last how many of what it tried are wrong, and before that which.
fn none_is_wrong(file: &str, last: &str) {
    let file = format!("{}/tests/suite/{file}", env!("CARGO_MANIFEST_DIR"));
    let output = Command::new(env!("CARGO_BIN_EXE_chesslog"))
        .args(["run", &file, "-g", "main", "--time-limit", "60"])
        .output()
        .unwrap();
    let [told, wrong] =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let beginning: String = told
        .lines()
        .take(20)
        .map(|line| format!("{line}\n"))
        .collect();
    assert!(
        told == format!("{last}\n") && wrong.is_empty(),
        "{beginning}...\n{}\n{wrong}",
        told.lines().last().unwrap_or_default()
    );
}

#[test]
fn random_clauses_are_compiled_as_they_are_interpreted() {
    none_is_wrong("miscompiled.pl", "0 of 4000 calls are wrong");
}

#[test]
fn random_histories_of_predicates_are_as_those_of_lists() {
    none_is_wrong("histories.pl", "0 of 1500 histories are wrong");
}

#[test]
fn what_is_loaded_without_cures_needs_none() {
    let plain = library::MODULES
        .iter()
        .map(|module| module.name)
        .filter(|name| library::is_plain(name));
    let names: Vec<_> = [library::LOADER].into_iter().chain(plain).collect();
    assert!(names.len() > 8, "{names:?}");
    let mut engine = spawn();
    let (mut rules, mut cured) = (0, Vec::new());
    for text in names.iter().map(|name| library::module(name).unwrap().text) {
        for clause in syntax::split(text, &syntax::tokens(text)) {
            let rule = clause.text.trim_end_matches('.');
            if rule.starts_with([':', '?']) || !rule.contains(":-") {
                continue;
            }
            let query = format!("({rule}) = (H :- B), cl_miscompiled:cured(H, B, C), C \\== B.");
            rules += 1;
            if !answers(&mut engine, &query).is_empty() {
                cured.push(rule);
            }
        }
    }
    assert!(cured.is_empty(), "{}", cured.join("\n"));
    assert!(rules > 100, "only {rules} rules");
}
