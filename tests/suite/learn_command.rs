//! `chesslog learn`: what it finds on our tasks and Popper's, and what its users see.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use serde_json::Value;

use super::{
    cli::{run_in, scratch},
    data,
};

fn shipped(task: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("kb/tasks")
        .join(task)
}

/// Learns a task; the JSON object that is printed.
fn learned(task: &Path, options: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_chesslog"))
        .arg("learn")
        .arg(task)
        .args(["--format", "json"])
        .args(options)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(&text).unwrap_or_else(|_| {
        panic!(
            "{}: {text}{}",
            task.display(),
            String::from_utf8_lossy(&output.stderr)
        )
    })
}

fn folder(name: &str, bias: &str, background: &str, examples: &str) -> PathBuf {
    let folder = scratch("learn").join(name);
    fs::create_dir_all(&folder).unwrap();
    for (file, text) in [
        ("bias.pl", bias),
        ("bk.pl", background),
        ("exs.pl", examples),
    ] {
        fs::write(folder.join(file), text).unwrap();
    }
    folder
}

/// What a command prints, without the times.
fn timeless(text: &str) -> String {
    let mut shown = String::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let of_time = |at: usize| {
            let next = words
                .get(at + 1)
                .is_some_and(|next| matches!(*next, "s" | "s," | "s;"));
            words[at].contains('.') && words[at].parse::<f64>().is_ok() && next
        };
        let shown_words: Vec<&str> = (0..words.len())
            .map(|at| if of_time(at) { "_" } else { words[at] })
            .collect();
        shown += &shown_words.join(" ");
        shown.push('\n');
    }
    shown
}

fn shown(folder: &Path, arguments: &[&str]) -> String {
    let mut text = format!("$ chesslog {}\n", arguments.join(" "));
    text += &timeless(&run_in(folder, arguments));
    text
}

#[test]
fn our_tasks_are_solved_as_they_say() {
    let mut count = 0;
    for entry in fs::read_dir(shipped("")).unwrap() {
        let task = entry.unwrap().path();
        let Ok(bias) = fs::read_to_string(task.join("bias.pl")) else {
            continue;
        };
        let expected: usize = bias
            .lines()
            .filter_map(|line| line.strip_prefix("% expect: "))
            .map(|clause| clause.matches('(').count())
            .sum();
        assert!(expected > 0, "{}", task.display());
        let found = learned(&task, &["--time-limit", "0"]);
        let best = &found["hypotheses"][0];
        assert_eq!(found["end"], "smallest", "{found}");
        assert_eq!(
            (&best["fn"], &best["fp"]),
            (&0.into(), &0.into()),
            "{found}"
        );
        // Each atom of these tasks has one pair of brackets.
        assert_eq!(best["size"], expected, "{found}");
        count += 1;
    }
    assert!(count >= 8);
}

/// The sizes are Popper's, measured with 60 s of CPU time; where it allows errors, the cost is that
/// of its hypothesis.
#[test]
fn poppers_tasks_are_solved_no_worse_than_by_popper() {
    let Some(tasks) = data::folder("ilp/popper") else {
        return;
    };
    let sizes = [
        ("1d_flip", 21),
        ("andersen", 11),
        ("iggp-buttons-next", 52),
        ("iggp-coins-next-cell", 11),
        ("iggp-minimal-decay-next-value", 9),
        ("iggp-sokoban-goal", 8),
        ("kinship-ancestor", 6),
        ("kinship-pi", 7),
        ("trains2", 11),
        ("trains4", 26),
        ("zendo2", 14),
    ];
    for (task, size) in sizes {
        let found = learned(&tasks.join(task), &["--time-limit", "20"]);
        let best = &found["hypotheses"][0];
        assert_eq!(
            (&best["fn"], &best["fp"]),
            (&0.into(), &0.into()),
            "{found}"
        );
        assert!(best["size"].as_u64().unwrap() <= size, "{found}");
    }
    let costs = [
        ("noisy-alzheimer_amine", 126),
        ("noisy-wn18rr1", 134),
        ("noisy-zendo2-10", 33),
    ];
    for (task, cost) in costs {
        let found = learned(&tasks.join(task), &["--noisy", "--time-limit", "20"]);
        let best = &found["hypotheses"][0];
        assert!(
            best["description_length"].as_u64().unwrap() <= cost,
            "{found}"
        );
    }
}

#[test]
fn the_answer_does_not_depend_on_the_threads() {
    for task in ["krk-illegal", "pin", "droplast", "grandparent"] {
        let one = learned(&shipped(task), &["--threads", "1", "--all"]);
        let two = learned(&shipped(task), &["--threads", "2", "--all"]);
        assert_eq!(one["hypotheses"], two["hypotheses"]);
    }
}

const FAMILY: &str = "
    parent(ann,bob). parent(ann,cyd). parent(bob,dan). parent(cyd,eve). parent(eve,fay).
    male(bob). male(dan). female(ann). female(cyd). female(eve). female(fay).
";

#[test]
fn what_users_see() {
    let both = folder(
        "both",
        "head_pred(mother,2). head_pred(grandparent,2).
         body_pred(parent,2). body_pred(female,1). body_pred(male,1).\n",
        FAMILY,
        "pos(mother(ann,bob)). pos(mother(cyd,eve)). neg(mother(bob,dan)). neg(mother(bob,ann)).
         pos(grandparent(ann,dan)). pos(grandparent(cyd,fay)).
         neg(grandparent(ann,bob)). neg(grandparent(ann,fay)). neg(grandparent(bob,fay)).\n",
    );
    folder(
        "constants",
        "head_pred(f,1). body_pred(colour,2). body_pred(size,2).
         type(f,(thing,)). type(colour,(thing,colour)). type(size,(thing,number)).
         direction(f,(in,)). direction(colour,(in,constant)). direction(size,(in,constant)).\n",
        "colour(a,red). colour(b,red). colour(c,blue). colour(d,red).
         size(a,1). size(b,2). size(c,1). size(d,1).\n",
        "pos(f(a)). pos(f(d)). neg(f(b)). neg(f(c)).\n",
    );
    folder(
        "none",
        "head_pred(f,1). body_pred(p,1). max_vars(1).\n",
        "p(a). p(b).\n",
        "pos(f(a)). neg(f(b)).\n",
    );
    folder(
        "endless",
        "head_pred(f,1). body_pred(p,1). body_pred(q,1).
         direction(f,(in,)). direction(p,(in,)). direction(q,(in,)).\n",
        "p(X) :- p(X).\nq(a).\nq(c).\n",
        "pos(f(a)). neg(f(b)).\n",
    );
    folder(
        "noisy",
        "head_pred(f,1). body_pred(p,1). body_pred(q,1).\n",
        "p(1). p(2). p(3). p(4). p(5). p(6). p(7). q(1). q(8).\n",
        "pos(f(1)). pos(f(2)). pos(f(3)). pos(f(4)). pos(f(5)). pos(f(6)). pos(f(8)).
         neg(f(7)). neg(f(9)). neg(f(10)).\n",
    );
    let home = both.parent().unwrap();
    let text: Vec<String> = [
        &["learn", "both"][..],
        &["learn", "both", "--stats"],
        &["learn", "constants", "--all"],
        &["learn", "none"],
        &["learn", "endless"],
        &["learn", "noisy"],
        &["learn", "noisy", "--noisy"],
        &["learn", "both", "--time-limit", "soon"],
        &["learn", "nowhere"],
    ]
    .iter()
    .map(|arguments| shown(home, arguments))
    .collect();
    let text: Vec<String> = text.iter().map(|text| without_seconds(text)).collect();
    assert_snapshot!(text.join("\n"));
    assert_snapshot!("help_learn", run_in(home, &["learn", "--help"]));
}

/// The tables of `--stats` end in seconds.
fn without_seconds(text: &str) -> String {
    let line = |line: &str| match line.rsplit_once(' ') {
        Some((rest, last)) if line.starts_with("%   ") && last.parse::<f64>().is_ok() => {
            format!("{} _", rest.trim_end())
        }
        _ => line.to_owned(),
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n") + "\n"
}

#[test]
fn heads_and_literals_without_arguments() {
    let bias = "head_pred(f,0). body_pred(q,0). body_pred(p,2). body_pred(r,1).";
    let example = "pos(f).";
    for (background, expected) in [
        ("p(a,b). r(c). q.", "f :- q."),
        ("r(b). p(a,b) :- fail. q :- fail.", "f :- r(A)."),
        ("p(a,b). r(X) :- atom(X). q :- fail.", "f :- p(A,B)."),
    ] {
        let task = folder("without_arguments", bias, background, example);
        let found = learned(&task, &[]);
        assert_eq!(found["end"], "smallest", "{found}");
        assert!(found.to_string().contains(expected), "{expected}: {found}");
    }
}

#[test]
fn the_time_limit_ends_loading_and_proofs() {
    let bias = "head_pred(f,1). body_pred(q,1). direction(f,(in,)). direction(q,(in,)).";
    let endless = ":- initialization(go).\ngo :- repeat, fail.\nq(X) :- atom(X).";
    let task = folder("endless_loading", bias, endless, "pos(f(a)).");
    let (_, errors, status) = learn_texts(&task, &["--time-limit", "1"]);
    assert_eq!(status, Some(2), "{errors}");
    assert!(
        errors.contains("initialization(go) was stopped by a limit; the file is loaded without it"),
        "{errors}"
    );
    // A single arithmetic call, of which no inference limit knows the end.
    let task = folder(
        "endless_proof",
        bias,
        "q(X) :- Y is 7^(7^9), Y > X.",
        "pos(f(1)).",
    );
    let (output, errors, status) = learn_texts(&task, &["--time-limit", "1"]);
    assert_eq!(status, Some(1), "{output}{errors}");
    assert!(
        output.contains("the time limit of 1 s came before one was found"),
        "{output}"
    );
}

#[test]
fn the_inference_limit_is_kept_to() {
    let task = folder(
        "inferences",
        "head_pred(f,1). body_pred(down,1). direction(f,(in,)). direction(down,(in,)).",
        "down(0).\ndown(N) :- N > 0, M is N - 1, down(M).\n",
        "pos(f(700)). neg(f(-1)).",
    );
    assert_eq!(learned(&task, &[])["end"], "smallest");
    let (output, errors, status) = learn_texts(&task, &["--inference-limit", "200"]);
    assert_eq!(status, Some(1), "{output}{errors}");
}

/// A task without a solution, whose space nobody sees the end of.
fn hopeless() -> PathBuf {
    folder(
        "hopeless",
        "enable_recursion. head_pred(f,3).
         body_pred(head,2). body_pred(tail,2). body_pred(empty,1). body_pred(cons,3).
         body_pred(last,2). body_pred(join,3). body_pred(even,1).
         type(f,(list,list,list)). type(head,(list,element)). type(tail,(list,list)).
         type(empty,(list,)). type(cons,(element,list,list)). type(last,(list,element)).
         type(join,(list,list,list)). type(even,(element,)).
         direction(f,(in,in,out)). direction(head,(in,out)). direction(tail,(in,out)).
         direction(empty,(in,)). direction(cons,(in,in,out)). direction(last,(in,out)).
         direction(join,(in,in,out)). direction(even,(in,)).\n",
        "head([H|_], H). tail([_|T], T). empty([]). cons(H, T, [H|T]). even(N) :- 0 is N mod 2.
         join([], L, L). join([H|T], L, [H|M]) :- join(T, L, M).
         last([X], X). last([_,Y|T], X) :- last([Y|T], X).\n",
        "pos(f([1,2,3],[4,5,6],[9,9,9,9])). pos(f([7],[],[8,8])). pos(f([2,4],[1],[2,4,1])).
         neg(f([1,2],[3],[1,2])). neg(f([1,2],[3],[3])). neg(f([1,2],[3],[])).\n",
    )
}

#[test]
fn a_limit_leaves_what_was_found_and_says_how_far_it_went() {
    let task = hopeless();
    for (option, end) in [
        (["--time-limit", "2"], "time_limit"),
        (["--memory-limit", "1"], "memory"),
        (["--cpu-limit", "1"], "cpu_limit"),
    ] {
        let found = learned(&task, &option);
        assert_eq!(found["end"], end, "{found}");
        // Only that it ends at all.
        assert!(found["seconds"].as_f64().unwrap() < 60.0, "{found}");
        let (text, errors, status) = learn_texts(&task, &option);
        let printed = text.contains(":-") || text.contains(").\n");
        assert_eq!(status, Some(u8::from(!printed).into()), "{text}{errors}");
        assert!(
            text.contains("limit of") || text.contains("stopped"),
            "{text}"
        );
    }
    let searched = learned(&task, &["--time-limit", "5"]);
    let size = searched["searched"]["programs"].as_u64().unwrap();
    assert!(size >= 2, "{searched}");
    let (text, ..) = learn_texts(&task, &["--time-limit", "5"]);
    assert!(
        text.contains("of up to size ") || text.contains("Programs of up to "),
        "{text}"
    );
}

/// Tasks on which a learner has said what is not so, if they are at hand.
#[test]
fn recursion_allowed_takes_nothing_away() {
    let Some(tasks) = data::folder("../prototypes/recursion/repro") else {
        return;
    };
    for (task, size) in [
        ("false-nothing", 5),
        ("false-smallest", 5),
        ("fz5", 6),
        ("fz58", 5),
        ("fz90", 5),
        ("fz149", 6),
    ] {
        let found = learned(&tasks.join(task), &["--time-limit", "0"]);
        let best = &found["hypotheses"][0];
        assert_eq!((&best["fn"], &best["fp"]), (&0.into(), &0.into()));
        assert!(best["size"].as_u64().unwrap() <= size, "{found}");
        let end = if found["cut_short"] == true {
            "exhausted"
        } else {
            "smallest"
        };
        assert_eq!(found["end"], end, "{found}");
    }
}

/// What is printed, on standard output and error, and the exit status.
fn learn_texts(task: &Path, options: &[&str]) -> (String, String, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_chesslog"))
        .arg("learn")
        .arg(task)
        .args(options)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        text(&output.stdout),
        text(&output.stderr),
        output.status.code(),
    )
}
