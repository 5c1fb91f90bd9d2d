//! Course files written for SWI-Prolog: they print here what they print there.
//!
//! `swi/README.md` tells how the files are made and run.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use chesslog::engine::{Event, Limits};
use rayon::prelude::*;

use super::data;

/// What a program did.
struct Outcome {
    stdout: String,
    stderr: String,
    succeeded: bool,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/swi")
}

/// The names of the course files, without `.pl`.
fn names() -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "pl"))
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    names.sort();
    assert!(names.len() >= 12, "only {} course files", names.len());
    names
}

fn expected(name: &str) -> String {
    fs::read_to_string(folder().join(name).with_extension("out")).unwrap()
}

fn run(program: &str, arguments: &[&str]) -> Outcome {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(folder())
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    Outcome {
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        succeeded: output.status.success(),
    }
}

/// The lines that differ, between those at the beginning and at the end that do not.
fn difference(expected: &str, observed: &str) -> String {
    let (mut old, mut new): (Vec<_>, Vec<_>) =
        (expected.lines().collect(), observed.lines().collect());
    let before = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    old.drain(..before);
    new.drain(..before);
    while !old.is_empty() && old.last() == new.last() {
        old.pop();
        new.pop();
    }
    let old = old.iter().map(|line| format!("- {line}\n"));
    let new = new.iter().map(|line| format!("+ {line}\n"));
    format!(
        "from line {} on:\n{}",
        before + 1,
        old.chain(new).collect::<String>()
    )
}

/// What is wrong with the outcome of a course file, if anything is.
fn complaint(name: &str, outcome: &Outcome) -> Option<String> {
    let expected = expected(name);
    if outcome.stdout == expected && outcome.succeeded {
        return None;
    }
    Some(format!(
        "{name}.pl {}\n{}stderr:\n{}",
        match outcome.succeeded {
            true => "prints something else",
            false => "does not succeed",
        },
        difference(&expected, &outcome.stdout),
        outcome.stderr
    ))
}

#[test]
fn course_files() {
    let complaints: Vec<_> = names()
        .par_iter()
        .filter_map(|name| {
            let file = format!("{name}.pl");
            let arguments = ["run", &file, "-g", "main", "--time-limit", "60"];
            complaint(name, &run(env!("CARGO_BIN_EXE_chesslog"), &arguments))
        })
        .collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// Probes that do not succeed here, and why. SWI-Prolog refuses some of them, too.
const PROBES_MISSING: &[(&str, &str)] = &[
    ("dict_pairs", "no dicts"),
    ("setarg/3", "Scryer has no destructive assignment"),
    ("nb_setarg/3", "Scryer has no destructive assignment"),
    ("succ_or_zero", "SWI-Prolog does not have it"),
    ("exclude2", "fails in SWI-Prolog, too"),
    ("consult_listing", "raises an error in SWI-Prolog, too"),
    ("see", "raises an error in SWI-Prolog, too"),
    ("clause/2", "fails in SWI-Prolog, too"),
    ("sformat2", "raises an error in SWI-Prolog, too"),
    (
        "clpfd",
        "an error in SWI-Prolog, too, unless the library is imported",
    ),
    (
        "clpfd_label",
        "an error in SWI-Prolog, too, unless the library is imported",
    ),
    (
        "clpfd_tuples",
        "an error in SWI-Prolog, too, unless the library is imported",
    ),
    ("dcg_basics", "raises an error in SWI-Prolog, too"),
    ("phrase_from_file", "raises an error in SWI-Prolog, too"),
    (
        "trace",
        "trace/1 takes a goal; there is no debugger with a prompt",
    ),
];

#[test]
fn probes() {
    let Some(folder) = data::folder("swi-compat") else {
        return;
    };
    let text = fs::read_to_string(folder.join("probe-goals.txt")).unwrap();
    let mut engine = data::spawn();
    let mut wrong = Vec::new();
    let mut passed = 0;
    for (name, goal) in text.lines().filter_map(|line| line.split_once('\t')) {
        let limits = Limits {
            answers: Some(1),
            ..data::ten_seconds()
        };
        let events = data::events(&mut engine, &format!("{goal}."), limits);
        let succeeds = events.iter().any(|event| matches!(event, Event::Answer(_)));
        passed += u32::from(succeeds);
        let missing = PROBES_MISSING.iter().find(|(probe, _)| *probe == name);
        match (succeeds, missing) {
            (true, Some((_, reason))) => wrong.push(format!("{name} succeeds ({reason})")),
            (false, None) => wrong.push(format!("{name}: {goal}: {events:?}")),
            _ => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(passed >= 240, "only {passed} probes");
}

#[test]
fn expected_output_is_that_of_swi() {
    if Command::new("swipl").arg("--version").output().is_err() {
        return data::skipped("no swipl to run the course files with");
    }
    let complaints: Vec<_> = names()
        .par_iter()
        .filter_map(|name| {
            let file = format!("{name}.pl");
            let outcome = run("swipl", &["-q", "-g", "main", "-t", "halt", &file]);
            if outcome.stderr.contains("Warning") {
                return Some(format!("{file}:\n{}", outcome.stderr));
            }
            complaint(name, &outcome)
        })
        .collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn differences_are_shown_without_what_is_equal() {
    assert_eq!(
        difference("a\nb\nc\n", "a\nx\ny\nc\n"),
        "from line 2 on:\n- b\n+ x\n+ y\n"
    );
    assert_eq!(difference("a\na\n", "a\n"), "from line 2 on:\n- a\n");
}
