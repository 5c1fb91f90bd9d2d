//! `chesslog grade`: a class of ours, what comes out of it, and what submissions try.

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde_json::Value;

use super::cli::{empty, run_in};

const COURSEWORK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/kb/coursework");

/// A copy of the coursework, so that messages have short names.
fn coursework(name: &str) -> PathBuf {
    let folder = empty(&format!("grade_{name}"));
    copy(Path::new(COURSEWORK), &folder);
    folder
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        match path.is_dir() {
            true => copy(&path, &target),
            false => _ = fs::copy(&path, &target).unwrap(),
        }
    }
}

const CLASS: [&str; 12] = [
    "ann", "bob", "cleo", "dan", "eve", "finn", "gina", "hugo", "ida", "jon", "kim", "lea",
];

fn submissions() -> Vec<String> {
    let file = |id: &str| match id {
        "jon" => "submissions/jon".to_owned(),
        id => format!("submissions/{id}.pl"),
    };
    CLASS.map(file).to_vec()
}

fn grade(folder: &Path, arguments: &str, submissions: &[String]) -> String {
    let words = ["grade", "tests.pl"].into_iter();
    let words: Vec<&str> = words
        .chain(submissions.iter().map(String::as_str))
        .chain(arguments.split_whitespace())
        .collect();
    run_in(folder, &words)
}

/// Without the time that it took.
fn timeless(text: &str) -> String {
    let line = |line: &str| match line.split_once(" marked in ") {
        Some((what, _)) => format!("{what} marked\n"),
        None => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

fn marks(json: &str) -> Vec<(String, f64)> {
    let value: Value = serde_json::from_str(json.lines().next().unwrap()).unwrap();
    let marked = value["submissions"].as_array().unwrap().iter();
    marked
        .map(|marked| {
            (
                marked["id"].as_str().unwrap().to_owned(),
                marked["points"].as_f64().unwrap(),
            )
        })
        .collect()
}

#[test]
fn help() {
    assert_snapshot!(run_in(&empty("grade_help"), &["grade", "--help"]));
}

#[test]
fn a_class_is_marked() {
    let folder = coursework("class");
    let text = grade(&folder, "--model model.pl --out marks", &submissions());
    assert_snapshot!(timeless(&text));
    assert!(!folder.join("forged").exists());
    let read = |name: &str| fs::read_to_string(folder.join("marks").join(name)).unwrap();
    for id in ["cleo", "eve", "finn", "gina"] {
        let page = read(&format!("pages/{id}.html"));
        let body = page.split_once("<body>").unwrap().1;
        assert_snapshot!(format!("page_{id}"), body);
    }
    let index = read("index.html");
    let row = |id: &str| index.contains(&format!("<a href=\"pages/{id}.html\">{id}</a>"));
    assert!(CLASS.iter().all(|id| row(id)));
    // Nothing of a hidden test leaks to those who failed it.
    for id in CLASS {
        for text in ["pages/ID.html", "gradescope/ID.json", "classroom/ID.json"] {
            let text = read(&text.replace("ID", id));
            for secret in ["open_end", "20000", "2000,", "knight:number", "knight(4/4"] {
                assert!(!text.contains(secret), "{id}: {secret} in {text}");
            }
        }
    }
    let value: Value = serde_json::from_str(&read("marks.json")).unwrap();
    assert_eq!(value["submissions"].as_array().unwrap().len(), 12);
    let gradescope: Value = serde_json::from_str(&read("gradescope/gina.json")).unwrap();
    let points: f64 = gradescope["tests"]
        .as_array()
        .unwrap()
        .iter()
        .map(|test| test["score"].as_f64().unwrap())
        .sum();
    assert!(points >= gradescope["score"].as_f64().unwrap());
    let classroom: Value = serde_json::from_str(&read("classroom/ann.json")).unwrap();
    assert_eq!(
        (&classroom["version"], &classroom["status"]),
        (&1.into(), &"pass".into())
    );
    // The reporter sums up the scores of the tests.
    for marked in value["submissions"].as_array().unwrap() {
        let id = marked["id"].as_str().unwrap();
        let classroom: Value =
            serde_json::from_str(&read(&format!("classroom/{id}.json"))).unwrap();
        let tests = classroom["tests"].as_array().unwrap().iter();
        let sum: f64 = tests.map(|test| test["score"].as_f64().unwrap()).sum();
        assert!(
            (sum - marked["points"].as_f64().unwrap()).abs() < 1e-9,
            "{id}: {sum}"
        );
    }
    let costly = |marked: &Value| {
        marked["broken"]
            .as_array()
            .is_some_and(|broken| !broken.is_empty())
    };
    assert!(value["submissions"].as_array().unwrap().iter().any(costly));
    let xml = read("junit.xml");
    assert_eq!(xml.matches("<testsuite ").count(), 12);
    assert_eq!(
        xml.matches("<failure ").count(),
        xml.matches("</failure>").count()
    );
    assert!(xml.chars().all(|c| c >= ' ' || "\t\n\r".contains(c)));
    let similar = read("similar.html");
    assert!(similar.contains("ann, bob") && similar.contains("<mark>"));
    assert_snapshot!(read("nbgrader.csv"));
}

#[test]
fn marks_do_not_depend_on_order_or_threads() {
    let folder = coursework("order");
    let all = submissions();
    let mut backwards = all.clone();
    backwards.reverse();
    let marked = |arguments: &str, all: &[String]| {
        let mut marks = marks(&grade(&folder, &format!("{arguments} --format json"), all));
        marks.sort_by(|a, b| a.0.cmp(&b.0));
        marks
    };
    let one = marked("--threads 1", &all);
    assert_eq!(one.len(), 12);
    assert_eq!(one, marked("--threads 3", &backwards));
}

/// Each is added to a program that knows no answer.
const CHEATS: &[(&str, &str)] = &[
    ("listing", "answer(_) :- listing, fail."),
    (
        "listing_test",
        "answer(_) :- catch(listing(test), _, true), fail.",
    ),
    (
        "listing_text",
        "answer(X) :- with_output_to(string(S), listing), sub_atom(S, B, 4, _, X), B > 0.",
    ),
    (
        "clause_test",
        "answer(X) :- catch(clause(test(_, X == _), _), _, fail).",
    ),
    (
        "clause_plunit",
        "answer(X) :- catch(plunit:test(_, _, _, spec(_, _, _, _, [X == _]), _, _), _, fail).",
    ),
    (
        "clause_variable",
        "answer(X) :- M = plunit, catch(clause(M:test(_, _, _, X, _, _), true), _, fail).",
    ),
    (
        "said",
        "answer(X) :- catch(cl_grading:said(_, _, _, X), _, fail).",
    ),
    (
        "marking",
        "answer(X) :- M = grading, catch(M:marking('tests.pl', X, _), _, fail).",
    ),
    (
        "run_one",
        "answer(X) :- catch(plunit:run_one(1, X), _, fail).",
    ),
    (
        "own_run_one",
        ":- dynamic(plunit:run_one/2).\nplunit:run_one(_, passed).",
    ),
    (
        "assert_run_one",
        ":- catch(asserta(plunit:run_one(_, passed)), _, true).",
    ),
    (
        "module_plunit",
        ":- module(plunit, [run_one/2]).\nrun_one(_, passed).",
    ),
    (
        "module_grading",
        ":- module(grading, [marking/3]).\nmarking(_, [], []).",
    ),
    (
        "module_verdict",
        ":- module(plunit_verdict, [test_outcomes/3]).\ntest_outcomes(_, _, [passed]).",
    ),
    (
        "current_predicate",
        "answer(X) :- current_predicate(secret/1), call(secret, X).",
    ),
    (
        "predicates",
        "answer(_) :- current_predicate(P), write(P), nl, fail.",
    ),
    (
        "consult_tests",
        "answer(X) :- catch(consult('tests.pl'), _, fail), secret(X).",
    ),
    ("load_tests", ":- ['tests.pl']."),
    ("include_tests", ":- include('tests.pl')."),
    ("ensure_tests", ":- ensure_loaded(tests)."),
    ("use_tests", ":- use_module(tests)."),
    (
        "open",
        "answer(X) :- catch(open('tests.pl', read, S), _, fail), read(S, X).",
    ),
    (
        "see",
        "answer(X) :- catch(see('tests.pl'), _, fail), read(X).",
    ),
    (
        "phrase_from_file",
        ":- use_module(library(pure_input)).\nanswer(X) :- catch(phrase_from_file(any(X), 'tests.pl'), _, fail).",
    ),
    ("halt_load", ":- halt."),
    ("halt_later", "answer(_) :- halt.\n:- initialization(halt)."),
    (
        "halt_module",
        "answer(X) :- secret_number(X).\n:- module(plunit, []).\n:- halt.",
    ),
    ("halt_ball", "answer(_) :- throw('$halted'(0))."),
    (
        "blamed",
        "answer(_) :- G = known(Y), call(G), boom(Y).\n\
         boom(_) :- throw(error(permission_error(access, private_procedure, known/1), sandbox)).",
    ),
    ("read_stdin", "answer(X) :- read(X)."),
    (
        "write_marks",
        "answer(_) :- catch(( open('marks.csv', write, S), write(S, forged), close(S) ), _, true), fail.",
    ),
    (
        "tell",
        "answer(_) :- catch(tell('marks.csv'), _, true), write(forged), fail.",
    ),
    (
        "proc",
        "answer(_) :- catch(( open('/proc/self/fd/1', append, S), write(S, forged), close(S) ), _, true), fail.",
    ),
    (
        "shell",
        "answer(_) :- catch(shell('touch forged'), _, true), fail.",
    ),
    (
        "shell_late",
        "answer(_) :- G = shell('touch forged'), catch(G, _, true), fail.",
    ),
    (
        "process",
        ":- use_module(library(process)).\nanswer(_) :- catch(process_create(touch, [forged], []), _, true), fail.",
    ),
    ("getenv", "answer(X) :- catch(getenv('PATH', X), _, fail)."),
    (
        "files",
        ":- use_module(library(files)).\nanswer(_) :- catch(delete_file('tests.pl'), _, true), fail.",
    ),
    (
        "rename",
        "answer(_) :- catch(rename_file('tests.pl', 'gone.pl'), _, true), fail.",
    ),
    ("halt_loading", ":- halt."),
    ("halt_0", ":- initialization(halt(0))."),
    (
        "halt_main",
        ":- initialization(main, main).\nmain :- halt(0).",
    ),
    ("halt_late", "answer(_) :- halt(0)."),
    (
        "print_json",
        ":- write('{\"id\":\"print_json\",\"points\":6.0}'), nl.",
    ),
    (
        "print_late",
        "answer(_) :- nl, write('{\"submissions\":[]}'), nl, fail.",
    ),
    (
        "print_error",
        "answer(_) :- format(user_error, \"print_error 6~n\", []), fail.",
    ),
    ("print_flood", "answer(X) :- write(forged), answer(X)."),
    ("own_comparison", "_ == _.\n_ =:= _.\n_ > _."),
    (
        "dynamic_comparison",
        ":- dynamic((==)/2).\n:- dynamic((>)/2).",
    ),
    (
        "own_control",
        "once(_).\ncall(_).\nforall(_, _).\ncatch(_, _, _).\n\\+ _.",
    ),
    ("own_findall", "findall(_, _, [4711])."),
    ("own_true", "true(_)."),
    ("op_clause", ":- op(1200, xfy, ==).\n:- op(1150, fx, test)."),
    ("op_none", ":- op(0, xfx, ==).\n:- op(0, xfx, :-)."),
    ("op_neck", ":- op(200, xfy, :-)."),
    (
        "op_module",
        ":- module(m, [answer/1, op(1000, fy, \\+), op(1200, xfx, ==)]).\nanswer(_).",
    ),
    ("unknown", ":- set_prolog_flag(unknown, fail)."),
    ("quotes", ":- set_prolog_flag(double_quotes, atom)."),
    ("occurs_check", ":- set_prolog_flag(occurs_check, error)."),
    (
        "term_expansion",
        ":- dynamic(term_expansion/2).\n:- multifile(term_expansion/2).\nterm_expansion(( test(N, _) :- _ ), test(N)).",
    ),
    (
        "user_expansion",
        "user:term_expansion(( test(N, _) :- _ ), ( test(N) :- true )).",
    ),
    (
        "goal_expansion",
        "goal_expansion(answer(_), true).\ngoal_expansion(secret(_), true).\nuser:goal_expansion(_ == _, true).",
    ),
    (
        "expand_term",
        ":- dynamic(expand_term/2).\nexpand_term(_, test(one)).",
    ),
    (
        "portray",
        "portray(_) :- write(passed).\nuser:portray(_) :- write(passed).",
    ),
    (
        "message",
        "prolog:message(_) --> [passed].\nuser:message_hook(_, _, _).",
    ),
    (
        "blocked",
        ":- begin_tests(t, [blocked(away)]).\n:- end_tests(t).",
    ),
    (
        "own_unit",
        ":- begin_tests(t).\ntest(one).\ntest(two).\ntest(three).\ntest(four).\n:- end_tests(t).",
    ),
    ("open_unit", ":- begin_tests(t).\ntest(one)."),
    (
        "own_grading",
        ":- grading([choice_points(0), title(\"Mine\"), modes([answer(-any)], 100)]).",
    ),
    ("own_quad", ":- quad([points(100)]).\n?- true.\n   true."),
    ("own_setup", ":- set_test_options([output(always)])."),
    (
        "assert_secret",
        ":- assertz(secret(1)).\nanswer(1).\nsecret(1).",
    ),
    (
        "assert_late",
        "answer(1) :- assertz(secret(1)), asserta(user:secret(1)).",
    ),
    (
        "assert_test",
        ":- assertz(test(one)), assertz(user:test(two)).",
    ),
    (
        "retract",
        "answer(X) :- catch(retract(secret(X)), _, fail).",
    ),
    (
        "abolish",
        "answer(_) :- catch(abolish(secret/1), _, true), assertz(secret(1)).",
    ),
    (
        "globals",
        "answer(X) :- nb_getval(secret, X).\n:- nb_setval(secret, 1).",
    ),
    ("throw", "answer(_) :- throw(passed)."),
    ("throw_error", "answer(_) :- throw(error(passed, passed))."),
    ("throw_quit", "answer(_) :- throw(engine_quit)."),
    ("throw_loading", ":- throw(engine_quit)."),
    ("freeze", "answer(X) :- freeze(X, true)."),
    ("when", "answer(X) :- when(nonvar(X), true), dif(X, 1)."),
    (
        "attributes",
        ":- use_module(library(atts)).\n:- attribute(any/1).\nverify_attributes(_, _, []).\nanswer(X) :- put_atts(X, any(1)).",
    ),
    (
        "residue",
        "answer(X) :- catch(call_residue_vars(secret(X), _), _, fail).",
    ),
    ("cyclic", "answer(X) :- X = f(X)."),
    ("open_end", "answer(_)."),
    ("many", "answer(X) :- repeat, X = f(_)."),
    ("loop", "answer(X) :- answer(X)."),
    ("loop_loading", ":- repeat, fail."),
    (
        "memory",
        "answer(X) :- length(L, 1000000), answer(f(X, L, L)).",
    ),
    (
        "deep",
        "deep(0, a).\ndeep(N, f(X)) :- N > 0, M is N - 1, deep(M, X).\nanswer(X) :- deep(3000000, X).",
    ),
    ("bignum", "answer(X) :- X is 7 ** 7 ** 9."),
    (
        "foreign",
        "answer(X) :- catch('$foreign_call'(request_text, [], X), _, fail).",
    ),
    ("frame", "answer(X) :- catch('$get_b_value'(X), _, fail)."),
    (
        "context",
        "answer(X) :- catch(prolog_load_context(term, X), _, fail).",
    ),
    (
        "guard",
        "answer(X) :- catch(sandbox:guarded(secret(X)), _, fail).",
    ),
    ("engine", "answer(_) :- catch(cl_engine:stop(0), _, fail)."),
    (
        "consult_module",
        "answer(_) :- catch(cl_consult:make, _, fail).",
    ),
    (
        "streams",
        "answer(_) :- catch(( current_output(S), close(S) ), _, true), fail.",
    ),
    (
        "set_output",
        "answer(_) :- catch(set_output(user_error), _, true), write(forged), fail.",
    ),
    ("unknown_directive", ":- sandbox(off).\n:- trusted."),
    ("yall", "answer(X) :- call([Y]>>secret(Y), X)."),
    (
        "explain",
        "answer(X) :- catch(cl_failure:explain_failure_lines(user:secret(X), [], _), _, fail).",
    ),
    (
        "trace",
        "answer(_) :- catch(trace(secret(_)), _, true), fail.",
    ),
];

const TESTS: &str = "secret(4711).\n:- dynamic(known/1).\nknown(4711).\n\
    :- begin_tests(t).\n\
    test(one, X == 4711) :- answer(X).\n\
    test(two, [X == 4711, hidden]) :- secret(X), answer(Y), Y =:= X.\n\
    test(three) :- answer(X), integer(X), \\+ X =\\= 4711.\n\
    test(four, all(X == [4711])) :- answer(X).\n\
    :- end_tests(t).\n\
    :- quad([hidden]).\n\
    ?- answer(X).\n   X = 4711.\n\
    ?- findall(X, answer(X), Xs).\n   Xs = [4711].\n";

#[test]
fn cheats_earn_nothing() {
    let folder = empty("grade_cheats");
    fs::write(folder.join("tests.pl"), TESTS).unwrap();
    let mut files = Vec::new();
    for (name, trick) in CHEATS {
        let own = if trick.contains("answer(") {
            ""
        } else {
            "\nanswer(_) :- fail."
        };
        fs::write(folder.join(format!("{name}.pl")), format!("{trick}{own}\n")).unwrap();
        files.push(format!("{name}.pl"));
    }
    // Somebody has solved the task: the tests can be passed, and what the others do does not change that.
    fs::write(folder.join("honest.pl"), "answer(4711).\n").unwrap();
    fs::write(folder.join("last.pl"), "answer(4711).\n").unwrap();
    files.insert(CHEATS.len() / 2, "honest.pl".to_owned());
    files.push("last.pl".to_owned());
    assert!(CHEATS.len() >= 60);
    let text = grade(
        &folder,
        "--format json --time-limit 5 --inference-limit 2000000 --memory-limit 500 --out marks",
        &files,
    );
    assert!(text.ends_with("exit status 0\n"), "{text}");
    for (id, points) in marks(&text) {
        let expected = if ["honest", "last"].contains(&id.as_str()) {
            6.0
        } else {
            0.0
        };
        let value: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
        let own = value["submissions"]
            .as_array()
            .unwrap()
            .iter()
            .find(|own| own["id"] == *id)
            .cloned();
        assert!(points == expected, "{id} has {points}: {own:#?}");
    }
    assert!(!folder.join("forged").exists());
    assert!(folder.join("tests.pl").exists() && !folder.join("marks.csv").exists());
    // No page shows what the tests know.
    for (name, _) in CHEATS {
        let page = fs::read_to_string(folder.join(format!("marks/pages/{name}.html"))).unwrap();
        for secret in ["secret(4711)", "boom(4711)"] {
            assert!(!page.contains(secret), "{name}: {page}");
        }
    }
}

/// `last/2` is the library's in tests that do not say that it is the exercise.
#[test]
fn exercises_that_a_library_has() {
    let folder = empty("grade_exercises");
    let tests = ":- begin_tests(hw).\ntest(last, [X == c, nondet]) :- last([a,b,c], X).\n:- end_tests(hw).\n\
                 ?- last([a,b], X).\n   X = b.\n";
    let exercise = format!(":- grading([exercise([last/2])]).\n{tests}");
    let module = ":- module(m, [last/2]).\nlast([X], X) :- !.\nlast([_|Xs], X) :- last(Xs, X).\n";
    for (name, text) in [
        ("tests.pl", exercise.as_str()),
        ("silent.pl", tests),
        ("wrong.pl", "last([_|_], wrong).\n"),
        (
            "right.pl",
            "last([X], X) :- !.\nlast([_|Xs], X) :- last(Xs, X).\n",
        ),
        ("module.pl", module),
        ("none.pl", "other.\n"),
    ] {
        fs::write(folder.join(name), text).unwrap();
    }
    let handed_in = ["wrong.pl", "right.pl", "module.pl", "none.pl"];
    let json = grade(&folder, "--format json", &handed_in.map(str::to_owned));
    let points: Vec<f64> = marks(&json).into_iter().map(|(_, points)| points).collect();
    assert_eq!(points, [0.0, 2.0, 2.0, 0.0], "{json}");
    let silent = run_in(&folder, &["grade", "silent.pl", "wrong.pl", "none.pl"]);
    assert!(
        silent.contains("last/2 is not marked, though 1 submission defines it"),
        "{silent}"
    );
}

/// Two units of a file have helpers, dynamic predicates and a predicate of a library by the same names; a program has them, too.
#[test]
fn units_are_apart() {
    let folder = empty("grade_units");
    let unit = |name: &str, data: &str, sum: &str, other: &str| {
        format!(
            ":- begin_tests({name}, [setup(prepare)]).\n:- dynamic(seen/1).\nprepare :- assertz(seen({name})).\n\
             data({data}).\nrun_case(G, X) :- call(G, Y), Y == X.\nsum(X) :- data(L), total(L, X).\n\
             test(total, X == {sum}) :- data(L), total(L, X).\ntest(known, all(X == [{name}])) :- seen(X).\n\
             test(closure) :- run_case(sum, {sum}).\n{other}:- end_tests({name}).\n"
        )
    };
    let own = "last(X, mine(X)).\ntest(own, X == mine(q)) :- last(q, X).\n";
    let library = "test(library) :- last([1,2], 2).\n";
    let tests = unit("a", "[1,2,3]", "6", own) + &unit("b", "[4,5]", "9", library);
    let right = "total([], 0).\ntotal([X|Xs], S) :- total(Xs, S0), S is S0 + X.\n";
    let forged = "data([]).\n'plunit_a:data'([]).\n'plunit_b:run_case'(_, _).\n'plunit_a:last'(_, _).\nsum(_).\n\
                  :- dynamic(seen/1).\nseen(3).\n";
    for (name, text) in [
        ("tests.pl", tests.as_str()),
        ("right.pl", right),
        ("named.pl", &format!("{right}{forged}")),
        ("wrong.pl", &format!("total(_, 0).\n{forged}")),
    ] {
        fs::write(folder.join(name), text).unwrap();
    }
    let handed_in = ["right.pl", "named.pl", "wrong.pl"].map(str::to_owned);
    let json = grade(&folder, "--format json", &handed_in);
    let points: Vec<f64> = marks(&json).into_iter().map(|(_, points)| points).collect();
    assert_eq!(points, [8.0, 8.0, 4.0], "{json}");
    // The setup of a unit is run once, not for each of its tests.
    let text = run_in(&folder, &["test", "right.pl", "tests.pl"]);
    assert!(text.contains("8 tests: 8 passed"), "{text}");
}

/// Tests that load what is handed in, as they do elsewhere.
#[test]
fn tests_may_load_what_is_handed_in() {
    let folder = empty("grade_loads");
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    let tests = ":- begin_tests(hw).\ntest(a, X == 3) :- after(2, X).\n:- end_tests(hw).\n";
    write("ann.pl", "after(X, Y) :- Y is X + 1.\n");
    fs::create_dir(folder.join("bob")).unwrap();
    write(
        "bob/hw1.pl",
        ":- module(hw1, [after/2]).\nafter(X, Y) :- Y is X + 2.\n",
    );
    let marked = |first: &str| {
        write("tests.pl", &format!("{first}\n{tests}"));
        grade(&folder, "", &["ann.pl".to_owned(), "bob".to_owned()])
    };
    for load in [
        ":- use_module(hw1).",
        ":- ['hw1.pl'].",
        ":- consult(ann).",
        ":- ensure_loaded(submission).",
    ] {
        let text = marked(load);
        assert!(
            text.contains("\nann       1       1       0\n"),
            "{load}: {text}"
        );
        assert!(
            text.contains("\nbob       0       0       1\n"),
            "{load}: {text}"
        );
    }
    // What lies beside the tests, and is called as no submission, is something else.
    write("helpers.pl", "help.\n");
    let text = marked(":- [helpers].");
    assert!(
        text.contains("only files that are given before this one"),
        "{text}"
    );
    let text = marked(":- module(t, []).");
    let expected =
        "tests.pl:1: tests that are a module cannot call what is handed in; leave this line out";
    assert!(text.contains(expected), "{text}");
}

/// Where an error comes from is told, but not of a hidden test; and a rule about nothing is.
#[test]
fn errors_have_places() {
    let folder = empty("grade_places");
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    write(
        "tests.pl",
        ":- grading([tail_recursive([sum/3])]).\n?- sum([1], N).\n   N = 1.\n:- begin_tests(t).\n\
         test(seen, N == 3) :- sum([1,2], N).\ntest(unseen, [N == 4711, hidden]) :- sum([4711], N).\n:- end_tests(t).\n",
    );
    write(
        "ann.pl",
        "sum([], zero).\nsum([X|Xs], N) :- sum(Xs, M), N is M + X.\n:- initialization((sum([], X), print(X), halt)).\n",
    );
    let text = grade(&folder, "--out marks", &["ann.pl".to_owned()]);
    assert!(
        text.contains("\nsum/3 is to be tail recursive, but no submission defines it"),
        "{text}"
    );
    let read = |name: &str| fs::read_to_string(folder.join("marks").join(name)).unwrap();
    let marks = read("marks.json");
    let value: Value = serde_json::from_str(&marks).unwrap();
    let results = &value["submissions"][0]["results"];
    assert!(results.as_array().unwrap().iter().all(|result| {
        let why = result["why"][0].as_str().unwrap();
        why.starts_with("ann.pl:2: _A is zero+")
    }));
    let page = read("pages/ann.html");
    assert!(page.contains("ann.pl:2: _A is zero+2"), "{page}");
    for name in [
        "pages/ann.html",
        "gradescope/ann.json",
        "classroom/ann.json",
    ] {
        assert!(!read(name).contains("4711"), "{name}");
    }
}

#[test]
fn bad_input() {
    let folder = coursework("bad");
    fs::write(
        folder.join("wrong.pl"),
        ":- begin_tests(t).\ntest(one, points(two) :- true.\n:- end_tests(t).\n",
    )
    .unwrap();
    fs::write(
        folder.join("unknown.pl"),
        ":- grading([colour(red)]).\n?- true.\n   true.\n",
    )
    .unwrap();
    fs::write(
        folder.join("type.pl"),
        ":- grading([modes([len(+tree)])]).\n",
    )
    .unwrap();
    fs::write(folder.join("alone.pl"), ":- quad([points(2)]).\np.\n").unwrap();
    fs::write(folder.join("none.pl"), "p.\n").unwrap();
    // Longer than any clock counts.
    fs::write(
        folder.join("long.pl"),
        ":- grading([total(1.0e300), timeout(1.0e300), memory(100000000000000000)]).\n?- X = 1.\n   X = 1.\n",
    )
    .unwrap();
    fs::create_dir_all(folder.join("nothing")).unwrap();
    let mut text = String::new();
    for arguments in [
        "grade tests.pl",
        "grade missing.pl submissions/ann.pl",
        "grade tests.pl missing.pl",
        "grade tests.pl submissions/ann.pl --model missing.pl",
        "grade tests.pl submissions/ann.pl --similar 80",
        "grade tests.pl submissions/ann.pl submissions/ann.pl",
        "grade wrong.pl submissions/ann.pl",
        "grade unknown.pl submissions/ann.pl",
        "grade type.pl submissions/ann.pl",
        "grade alone.pl submissions/ann.pl",
        "grade none.pl submissions/ann.pl",
        "grade tests.pl nothing",
        "grade long.pl submissions/kim.pl",
        "grade tests.pl submissions/ann.pl --model submissions/dan.pl",
    ] {
        let words: Vec<&str> = arguments.split(' ').collect();
        text += &timeless(&run_in(&folder, &words));
        text.push('\n');
    }
    assert_snapshot!(text);
}
