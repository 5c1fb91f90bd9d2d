//! The programs of `tests/examples` print what they should.

use std::{path::Path, process::Command};

use crate::data;

/// Runs the example `name`, which `cargo test` builds beside the program, and compares what it prints.
fn prints(name: &str, arguments: &[&str], expected: &str) {
    let folder = Path::new(env!("CARGO_BIN_EXE_chesslog")).with_file_name("examples");
    let example = folder.join(name);
    if !example.exists() {
        return data::skipped(&format!("{} is not built", example.display()));
    }
    let output = Command::new(example)
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let [printed, told] =
        [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    assert_eq!((&*printed, &*told), (expected, ""));
    assert!(output.status.success(), "{}", output.status);
}

#[test]
fn a_program_with_prolog_in_it() {
    let answers = ["b2", "d2", "a3", "e3", "f4", "g5", "h6"];
    let expected = answers.map(|square| format!("To = {square}\n"));
    prints("embed", &[], &expected.concat());
}

#[test]
fn datalog_without_prolog() {
    prints(
        "datalog",
        &[],
        "144 of 144 pairs of squares are joined by a knight\n",
    );
}

#[test]
fn a_learner_without_prolog() {
    let expected = "grandparent(A,B) :- inv1(A,C), inv1(C,B).\n\
        inv1(A,B) :- mother(A,B).\n\
        inv1(A,B) :- father(A,B).\n\
        % smallest\n";
    prints("learn", &["kb/tasks/grandparent"], expected);
}
