//! Notebooks: the chapters are current, and what `chesslog kernel execute` makes of others.

use std::{fs, path::Path};

use serde_json::{Value, json};

use super::cli::{run_in, scratch};

/// A notebook with cells of code, of which some have a tag.
fn notebook(cells: &[(&str, &str)]) -> Value {
    let cells: Vec<Value> = cells
        .iter()
        .map(|(source, tag)| {
            let tags: Vec<&str> = tag.split_whitespace().collect();
            json!({
                "cell_type": "code", "id": format!("c{}", source.len()), "metadata": {"tags": tags},
                "source": source, "outputs": [], "execution_count": null,
            })
        })
        .collect();
    json!({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells})
}

/// What is below each cell, as text.
fn below(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    let json: Value = serde_json::from_str(&text).unwrap();
    let cells = json["cells"].as_array().unwrap().iter();
    cells.map(|cell| cell["outputs"].to_string()).collect()
}

#[test]
fn chapters_are_current() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("notebooks");
    let mut chapters: Vec<String> = fs::read_dir(&folder)
        .unwrap()
        .filter_map(|file| file.unwrap().file_name().into_string().ok())
        .filter(|name| name.ends_with(".ipynb"))
        .collect();
    chapters.sort();
    assert!(!chapters.is_empty());
    let arguments = ["kernel", "execute", "--check"].into_iter();
    let arguments: Vec<&str> = arguments
        .chain(chapters.iter().map(String::as_str))
        .collect();
    let reported = run_in(&folder, &arguments);
    assert!(reported.ends_with("exit status 0\n"), "{reported}");
}

#[test]
fn notebooks_are_executed() {
    let folder = scratch("notebooks");
    let path = folder.join("n.ipynb");
    let cells = [
        ("p(1).\np(2).", ""),
        ("p(X).", ""),
        ("start_position(P), board(P).", ""),
        ("write(hello), nl, p(3).", ""),
        ("nothing(1).", "raises-exception"),
        ("%answers 1\np(X).", ""),
        ("?- p(1).\n   true.\n?- p(X), X > 1.", ""),
        ("%%file family.pl\nparent(tom, bob).", ""),
        ("[family].", ""),
        ("parent(X, Y).", ""),
        ("%time\nparent(X, Y).", "varying"),
        ("%%sandbox\nshell('touch forged').", "raises-exception"),
        ("write(user_error, oh).", ""),
    ];
    fs::write(&path, notebook(&cells).to_string()).unwrap();
    let execute = |options: &[&str]| {
        let arguments = [&["kernel", "execute", "n.ipynb"], options].concat();
        run_in(&folder, &arguments)
    };
    assert_eq!(execute(&[]), "n.ipynb: executed\nexit status 0\n");
    let found = below(&path);
    for (cell, part) in [
        (0, "[]"),
        (1, "   X = 1\\n"),
        (1, "<th style="),
        (2, "image/svg+xml"),
        (2, "<svg "),
        (3, "hello\\n"),
        (3, "   false."),
        (4, "existence_error"),
        (5, ";  ... ."),
        (6, "   X = 2."),
        (7, "family.pl: 1 line written"),
        (9, "X = tom, Y = bob."),
        (10, " s\""),
        (11, "permission_error"),
        (12, "\"stderr\""),
    ] {
        assert!(
            found[cell].contains(part),
            "cell {cell}, {part}: {}",
            found[cell]
        );
    }
    let family = fs::read_to_string(folder.join("family.pl")).unwrap();
    assert_eq!(family, "parent(tom, bob).\n");
    assert!(!folder.join("forged").exists());
    assert_eq!(execute(&["--check"]), "n.ipynb: current\nexit status 0\n");

    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replacen("tom, Y", "tim, Y", 1)).unwrap();
    assert!(execute(&["--check"]).contains("something else is below a cell"));
    fs::write(&path, notebook(&[("p(", ""), ("true.", "")]).to_string()).unwrap();
    assert!(execute(&[]).contains("error: n.ipynb: cell 1: "));
    for (text, reported) in [
        ("{}", "expected a notebook"),
        ("{", "no JSON"),
        ("{\"nbformat\": 3}", "expected nbformat 4, found 3"),
    ] {
        fs::write(&path, text).unwrap();
        let found = execute(&[]);
        assert!(
            found.contains(reported) && found.ends_with("exit status 2\n"),
            "{found}"
        );
    }
}
