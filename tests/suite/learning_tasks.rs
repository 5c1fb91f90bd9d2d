//! Tasks in Popper's format: the ones that we ship, those of others, and what is said of bad ones.

use std::{
    fs,
    path::{Path, PathBuf},
};

use chesslog::{
    ilp::read::{Problem, Reading, read},
    native::help::is_predicate,
    session,
    term::Term,
};

use super::data;

/// The folder of the tasks that we ship.
fn shipped() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("kb/tasks")
}

/// Body predicates, facts of the background, positive and negative examples, and warnings.
fn counts(reading: &Reading) -> [usize; 5] {
    let task = &reading.task;
    let positives = task
        .examples
        .iter()
        .map(|examples| examples.positives)
        .sum();
    let all: usize = task
        .examples
        .iter()
        .map(|examples| examples.tuples.rows)
        .sum();
    [
        task.bias.body.len(),
        task.facts.values().map(|table| table.rows).sum(),
        positives,
        all - positives,
        reading.warnings.len(),
    ]
}

fn reported(problems: &[Problem]) -> String {
    problems
        .iter()
        .map(|problem| format!("{problem}\n"))
        .collect()
}

/// The clauses after `% expect:` in a bias.
fn expected(bias: &str) -> Vec<&str> {
    let lines = bias.lines();
    lines
        .filter_map(|line| line.strip_prefix("% expect: "))
        .collect()
}

/// The number of literals of a clause: commas outside brackets, and the neck.
fn size(clause: &str) -> usize {
    let mut depth = 0;
    let mut size = 1 + clause.matches(":-").count();
    for c in clause.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => size += 1,
            _ => {}
        }
    }
    size
}

#[test]
fn shipped_tasks_are_read_and_their_hypotheses_are_right() {
    let mut names = Vec::new();
    for (name, size_of_hypothesis, expected_counts) in [
        // Name, size, [body predicates, facts, positives, negatives, warnings].
        ("ancestor", 5, [1, 9, 9, 11, 0]),
        ("droplast", 8, [4, 1, 5, 8, 0]),
        ("even", 6, [2, 21, 6, 7, 0]),
        ("fork", 5, [6, 0, 16, 28, 0]),
        ("grandparent", 7, [2, 14, 8, 12, 0]),
        ("knight-move", 6, [8, 0, 14, 76, 0]),
        ("krk-illegal", 8, [3, 0, 136, 264, 0]),
        ("last-element", 7, [3, 1, 5, 6, 0]),
        ("pin", 5, [4, 0, 20, 30, 0]),
        ("rook-protected", 4, [6, 150, 20, 30, 0]),
    ] {
        let folder = shipped().join(name);
        let reading = read(&folder, None, &is_predicate)
            .unwrap_or_else(|problems| panic!("{name}: {}", reported(&problems)));
        assert_eq!(counts(&reading), expected_counts, "{name}");
        let bias = fs::read_to_string(folder.join("bias.pl")).unwrap();
        let clauses = expected(&bias);
        let sizes: usize = clauses.iter().map(|clause| size(clause)).sum();
        assert_eq!(sizes, size_of_hypothesis, "{name}");
        assert!(
            clauses.iter().map(|clause| size(clause)).max() <= Some(reading.task.bias.max_body + 1)
        );

        let mut program = fs::read_to_string(folder.join("exs.pl")).unwrap();
        program += &clauses.join("\n");
        program += "\n";
        if let Some(background) = &reading.background {
            program += &fs::read_to_string(background).unwrap();
        }
        let mut engine = data::spawn();
        data::load(&mut engine, name, &program);
        let query =
            "findall(E, (pos(E), \\+ call(E)), Missed), findall(E, (neg(E), call(E)), Wrong).";
        let rows = data::typed(&mut engine, query);
        let none = Term::Atom("[]".to_owned());
        assert_eq!(rows, [[none.clone(), none]], "{name}");
        names.push(name.to_owned());
    }
    let entries = fs::read_dir(shipped()).unwrap().map(|entry| entry.unwrap());
    let folders = entries.filter(|entry| entry.path().is_dir());
    let mut there: Vec<_> = folders
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    there.sort();
    assert_eq!(there, names);
}

#[test]
fn the_tasks_of_popper_are_read() {
    let Some(folder) = data::folder("ilp") else {
        return;
    };
    for (name, expected) in [
        ("1d_flip", [25, 796, 31, 915, 0]),
        ("andersen", [4, 7, 7, 0, 0]),
        ("iggp-buttons-next", [12, 593, 98, 432, 0]),
        ("iggp-coins-next-cell", [9, 995, 576, 1968, 0]),
        ("iggp-minimal-decay-next-value", [11, 29, 8, 46, 0]),
        ("iggp-sokoban-goal", [33, 2870, 1, 999, 0]),
        ("kinship-ancestor", [2, 12, 3, 0, 0]),
        ("kinship-pi", [2, 8, 5, 1, 0]),
        ("noisy-alzheimer_amine", [31, 628, 274, 274, 0]),
        ("noisy-wn18rr1", [10, 85912, 923, 923, 0]),
        ("noisy-zendo2-10", [15, 4793, 99, 101, 0]),
        ("trains2", [15, 23915, 20, 81, 0]),
        ("trains4", [19, 26585, 321, 679, 0]),
        ("zendo2", [15, 4823, 100, 100, 0]),
    ] {
        let reading = read(&folder.join("popper").join(name), None, &|_, _| false)
            .unwrap_or_else(|problems| panic!("{name}: {}", reported(&problems)));
        assert_eq!(
            counts(&reading),
            expected,
            "{name}: {}",
            reported(&reading.warnings)
        );
        assert!(reading.task.rules.is_empty(), "{name}");
    }
}

#[test]
fn the_chess_tasks_of_others_need_a_background() {
    let Some(folder) = data::folder("ilp") else {
        return;
    };
    for (name, expected, missing) in [
        (
            "chess-tactics-krishnan",
            [26, 0, 487, 810, 3],
            "different/2, sq_between_non_incl/3",
        ),
        (
            "krk-rook-protected",
            [7, 0, 25, 25, 1],
            "cell/4, king/1, rook/1, white/1, black/1",
        ),
    ] {
        let folder = folder.join(name);
        let any = |_: &str, _: usize| true;
        let reading = read(&folder, None, &any).unwrap();
        assert_eq!(
            counts(&reading),
            expected,
            "{name}: {}",
            reported(&reading.warnings)
        );
        assert_eq!(reading.task.rules.len(), expected[0]);
        let problems = read(&folder, None, &is_predicate).unwrap_err();
        assert!(
            reported(&problems).contains(missing),
            "{}",
            reported(&problems)
        );
    }
    let folder = folder.join("chess-tactics-krishnan");
    let reading = read(&folder, None, &|_, _| true).unwrap();
    let warnings = reported(&reading.warnings);
    assert!(warnings.contains("attacks_squares, which is neither a head nor a body predicate; did you mean attack_squares?"));
}

/// Folders for the tests of this module.
fn scratch(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("chesslog-task-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    for (name, text) in files {
        fs::write(folder.join(name), text).unwrap();
    }
    folder
}

#[test]
fn terms_are_the_same_for_prolog() {
    let terms = r#"f(a, 'A b', "xy", [x,y], [1,2|t], "", [])
- 1
-1
-(2)
1 - 2
[0'a, 0''', 0x1F, 007]
f(1.50, 2.0e3, 0.00001, 1.0e-7, 1.0e22, 123456789012345678901234567890)
a:b:c
f((a,b), [-], {x}, {}, '.', ',', '|', ;, !)
'don''t'
'tab\tand\\'
"quote\"d"
[[], [[]], [a,bc]]
\+ a
é
'É'"#;
    let examples: String = terms
        .lines()
        .map(|term| format!("pos(f(({term}))).\n"))
        .collect();
    let bias = "head_pred(f,1). body_pred(atom,1).";
    let folder = scratch("terms", &[("bias.pl", bias), ("exs.pl", &examples)]);
    let reading = read(&folder, None, &is_predicate);
    fs::remove_dir_all(folder).unwrap();
    let reading = reading.unwrap_or_else(|problems| panic!("{}", reported(&problems)));
    let tuples = &reading.task.examples[0].tuples;
    let ours: Vec<_> = tuples
        .iter()
        .map(|row| reading.task.values.text(row[0]))
        .collect();

    let mut engine = data::spawn();
    data::load(&mut engine, "examples", &examples);
    let prologs = data::typed(&mut engine, "pos(f(X)).");
    assert_eq!(ours.len(), prologs.len());
    for (ours, prologs) in ours.iter().zip(prologs) {
        assert_eq!(*ours, prologs[0].canonical());
    }
}

#[test]
fn problems_are_told_with_their_places() {
    let folder = scratch(
        "problems",
        &[
            (
                "bias.pl",
                "head_pred(illegal,3).\nbody_pred(adjacent,2).\nbody_pred(same_fil,2).\n\
                 type(illegal,(square,square,square)).\ntype(adjacent,(square,square,square)).\n\
                 direction(adjacnt,(in,in)).\nmax_var(4).\nallow_singletons.\n\
                 :- recursive_clause(C,_,_).\n",
            ),
            (
                "bk.pl",
                "adjacent(a1,a2).\nadjacent(a2,a1.\nsame_file(a1,a2).\n",
            ),
            (
                "exs.pl",
                "pos(illegal(a1,a2,a3)).\nneg(illegal(a1,a2)).\nneg(illegal(a1,X,a3)).\n\
                 pos(illegal(a1,a2,a3)).\nlegal(a1,a2,a3).\npos(illegal(a1,a2",
            ),
        ],
    );
    let problems = read(&folder, None, &is_predicate).unwrap_err();
    let here = format!("{}/", folder.display());
    let text: Vec<_> = problems
        .iter()
        .map(|problem| session::task_problem(problem, false).replace(&here, ""))
        .collect();
    fs::remove_dir_all(folder).unwrap();
    assert_snapshot!(text.join("\n\n"));
}
