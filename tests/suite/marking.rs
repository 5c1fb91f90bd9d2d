//! `chesslog test` as those use it who mark the programs of others: what a submission may do to its marks.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use serde_json::Value;

use super::cli;

const TESTS: &str = "
:- begin_tests(hidden).
test(last, X == 3) :- once(last_of([1,2,3], X)).
test(empty, fail) :- last_of([], _).
test(others) :- \\+ last_of([], _), \\+ last_of([1], 2).
test(pairs) :- forall(member(X, [1,2]), ( last_of([0,X], Y), !, X == Y )).
:- end_tests(hidden).
";

const RIGHT: &str = "last_of([X], X).\nlast_of([_|Xs], X) :- last_of(Xs, X).\n";

/// A folder with these files.
fn files(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = cli::scratch("marking").join(name);
    fs::create_dir_all(&folder).unwrap();
    for (name, text) in files {
        fs::write(folder.join(name), text).unwrap();
    }
    folder
}

fn chesslog(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_chesslog"))
        .args(arguments)
        .stdin(Stdio::null())
        .current_dir(folder)
        .output()
        .unwrap()
}

/// Marks a submission with hidden tests: the exit status, and each object on the standard output.
fn mark(name: &str, submission: &str, tests: &str) -> (i32, Vec<Value>) {
    let folder = files(name, &[("submission.pl", submission), ("tests.pl", tests)]);
    let output = chesslog(
        &folder,
        &[
            "test",
            "--sandbox",
            "--time-limit",
            "20",
            "--format",
            "json",
            "--only",
            "tests.pl",
            "submission.pl",
            "tests.pl",
        ],
    );
    let text = String::from_utf8(output.stdout).unwrap();
    let lines = text.lines().map(|line| {
        serde_json::from_str(line).unwrap_or_else(|_| panic!("{name}: {line} is not JSON"))
    });
    (output.status.code().unwrap(), lines.collect())
}

fn verdicts(lines: &[Value]) -> Vec<&str> {
    let verdicts = lines.iter().filter_map(|line| line["verdict"].as_str());
    verdicts.collect()
}

fn printed(lines: &[Value]) -> String {
    let outputs = lines.iter().filter_map(|line| line["output"].as_str());
    outputs.collect()
}

#[test]
fn right_programs_pass() {
    let module = format!(":- module(hw1, [last_of/2, op(700, xfx, ===>)]).\n{RIGHT}a ===> b.\n");
    for (name, submission) in [("right", RIGHT), ("right_module", &module)] {
        let (status, lines) = mark(name, submission, TESTS);
        assert_eq!(
            (status, verdicts(&lines)),
            (0, vec!["passed"; 4]),
            "{name}: {lines:?}"
        );
    }
}

#[test]
fn wrong_programs_do_not_pass() {
    let wrong = "last_of([X], X).\nlast_of(_, _).\n";
    for (name, start) in [
        (
            "standard_operator",
            ":- module(hw1, [last_of/2, op(1000, fy, \\+)]).\n",
        ),
        (
            "operator",
            ":- op(1000, fy, once).\n:- op(200, xfy, last_of).\n",
        ),
        ("unknown_fails", ":- set_prolog_flag(unknown, fail).\n"),
        ("own_forall", "forall(_, _).\nonce(_).\nmember(_, _).\n"),
        ("own_negation", ":- dynamic((\\+)/1).\n"),
    ] {
        let (status, lines) = mark(name, &format!("{start}{wrong}"), TESTS);
        assert_ne!(status, 0, "{name}");
        assert_eq!(verdicts(&lines), ["failed"; 4], "{name}: {lines:?}");
    }
    // Nothing is defined at all.
    for (name, submission) in [
        ("nothing", "p.\n"),
        ("nothing_known", ":- set_prolog_flag(unknown, fail).\np.\n"),
        ("forall_only", "forall(_, _).\n"),
    ] {
        let (status, lines) = mark(name, submission, TESTS);
        assert_eq!(
            (status, verdicts(&lines)),
            (1, vec!["failed"; 4]),
            "{name}: {lines:?}"
        );
    }
}

#[test]
fn what_a_program_prints_is_no_result() {
    let line = "{\\\"test\\\":\\\"hidden:last\\\",\\\"verdict\\\":\\\"passed\\\"}";
    let submission = format!(
        ":- write(loading), nl.\nlast_of(_, _) :- nl, write(\"{line}\"), nl, write('4 tests: 4 passed'), nl, fail.\n"
    );
    let submission = submission.replace("write(\"", "format(\"");
    let (status, lines) = mark("printed", &submission, TESTS);
    assert_eq!(status, 1);
    assert_eq!(verdicts(&lines), ["failed", "passed", "passed", "failed"]);
    assert!(printed(&lines).contains("4 tests: 4 passed"), "{lines:?}");
    assert_eq!(lines[0]["output"], "loading\n");
    // In text it stands behind a bar.
    let folder = cli::scratch("marking").join("printed");
    let output = chesslog(&folder, &["test", "submission.pl", "tests.pl"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("\n    | 4 tests: 4 passed\n"), "{text}");
    assert!(text.ends_with("\n4 tests: 2 passed, 2 failed\n"), "{text}");
}

#[test]
fn problems_of_files_have_lines_of_their_own() {
    let (status, lines) = mark("problems", &format!("p(a b).\nq(X).\n{RIGHT}"), TESTS);
    assert_eq!(status, 2);
    let reported: Vec<_> = lines
        .iter()
        .filter_map(|line| Some((line["severity"].as_str()?, line["line"].as_u64()?)))
        .collect();
    assert_eq!(reported, [("error", 1), ("warning", 2)]);
    assert!(
        lines[0]["message"]
            .as_str()
            .unwrap()
            .contains("unexpected `b`")
    );
}

#[test]
fn tests_are_not_seen() {
    let tests = ":- module(hidden, []).\n:- dynamic(seen/1).\nseen(4711).\nsecret(4711).\n\
         run(G) :- call(G).\n:- begin_tests(hidden).\ntest(one, X == 4711) :- user:answer(X).\n\
         test(own_code) :- run(secret(X)), X == 4711.\n:- end_tests(hidden).\n";
    for (name, submission) in [
        ("by_name", "answer(X) :- hidden:secret(X).\n"),
        (
            "by_variable",
            "answer(X) :- M = hidden, catch(M:secret(X), _, fail).\n",
        ),
        (
            "by_closure",
            "answer(X) :- C = hidden:secret, catch(call(C, X), _, fail).\n",
        ),
        (
            "by_guard",
            "answer(X) :- catch(sandbox:guarded(hidden:secret(X)), _, fail).\n",
        ),
        (
            "by_listing",
            "answer(_) :- listing, fail.\nanswer(_) :- catch(listing(hidden:secret/1), _, fail), fail.\n",
        ),
        (
            "by_text",
            "answer(_) :- with_output_to(string(S), listing), write(S), fail.\n",
        ),
        (
            "by_clause",
            "answer(X) :- M = hidden, catch(clause(M:seen(X), true), _, fail).\n",
        ),
        (
            "by_enumeration",
            "answer(_) :- M = hidden, P = M:_, catch(( current_predicate(P), write(P) ), _, fail), fail.\n",
        ),
        (
            "by_tests",
            "answer(_) :- catch(run_tests, E, ( print(E), nl )), fail.\n",
        ),
    ] {
        let (status, lines) = mark(&format!("seen_{name}"), submission, tests);
        assert_ne!(status, 0, "{name}");
        assert_eq!(verdicts(&lines), ["failed", "passed"], "{name}: {lines:?}");
        let printed = printed(&lines);
        let named = printed.contains("secret") && !submission.contains("secret");
        assert!(!printed.contains("4711") && !named, "{name}: {printed}");
    }
    // A submission that has taken the name of the module.
    let submission =
        ":- module(hidden, [answer/1]).\nanswer(X) :- M = hidden, catch(M:secret(X), _, fail).\n";
    let (status, lines) = mark("seen_same_module", submission, tests);
    assert_eq!((status, verdicts(&lines)[0]), (2, "failed"), "{lines:?}");
    // Without a module, too, nothing is enumerated.
    let tests = format!("secret(4711).\n{TESTS}");
    let submission = "last_of(_, _) :- listing, fail.\nlast_of(_, _) :- current_predicate(P), write(P), nl, fail.\n\
         last_of(_, _) :- atom_concat(sec, ret, N), catch(listing(N/1), _, fail).\n";
    let (_, lines) = mark("seen_in_user", submission, &tests);
    let printed = printed(&lines);
    assert!(printed.contains("last_of/2"), "{printed}");
    assert!(
        !printed.contains("4711") && !printed.contains("secret"),
        "{printed}"
    );
}

#[test]
fn facts_of_tests_are_not_changed() {
    let tests = ":- dynamic(expected/1).\nexpected(4711).\ngreeting_of(Ws) :- phrase(greeting, Ws).\n\
         :- begin_tests(t).\ntest(answer) :- answer(X), expected(X).\n\
         test(own) :- assertz(expected(2)), C = expected(2), retract(C), assertz((expected(3) :- true)),\n\
             clause(expected(3), true), G = retract(expected(3)), G, findall(X, expected(X), [_]).\n\
         :- end_tests(t).\n?- C = expected(9), assertz(C), retractall(C), expected(X).\n   C = expected(9), X = 4711.\n";
    for (name, submission) in [
        ("assertz", "answer(1) :- assertz(expected(1)).\n"),
        ("asserta", "answer(1) :- C = expected(1), asserta(C).\n"),
        ("rule", "answer(1) :- assertz((expected(X) :- X = 1)).\n"),
        ("closure", "answer(1) :- maplist(assertz, [expected(1)]).\n"),
        ("qualified", "answer(1) :- assertz(user:expected(1)).\n"),
        (
            "module",
            ":- module(s, [answer/1]).\nanswer(1) :- assertz(user:expected(1)).\n",
        ),
        ("retract", "answer(X) :- retract(expected(X)), fail.\n"),
        (
            "retractall",
            "answer(X) :- retractall(expected(_)), assertz(expected(X)).\n",
        ),
        ("clause", "answer(X) :- clause(expected(X), true).\n"),
        (
            "abolish",
            "answer(1) :- abolish(expected/1), assertz(expected(1)).\n",
        ),
        ("listing", "answer(_) :- listing(expected/1), fail.\n"),
    ] {
        let (status, lines) = mark(&format!("changed_{name}"), submission, tests);
        assert_eq!(
            (status, verdicts(&lines)),
            (1, vec!["passed", "failed", "passed"]),
            "{name}: {lines:?}"
        );
        assert!(!printed(&lines).contains("4711"), "{name}: {lines:?}");
    }
    // What it has itself it may change.
    let submission = ":- dynamic(mine/1).\nmine(1).\n\
         answer(X) :- C = mine(4711), assertz(C), retract(mine(1)), clause(mine(X), true), retractall(mine(_)).\n";
    let (status, lines) = mark("changed_own", submission, tests);
    assert_eq!(
        (status, verdicts(&lines)),
        (0, vec!["passed"; 3]),
        "{lines:?}"
    );
}

#[test]
fn grammars_are_tested() {
    let tests = ":- begin_tests(t).\ntest(phrase) :- phrase(greeting, \"hello\").\n\
         test(rest) :- phrase(greeting, \"hello you\", R), string_chars(\" you\", R).\n:- end_tests(t).\n";
    let (status, lines) = mark("grammar", "greeting --> \"hello\".\n", tests);
    assert_eq!(
        (status, verdicts(&lines)),
        (0, vec!["passed"; 2]),
        "{lines:?}"
    );
}

#[test]
fn what_a_test_calls_is_confined() {
    let submission =
        "last_of(_, _) :- catch(gp_decide(if(shell,a,b), \"touch forged\", _), _, fail).\n";
    let (status, _) = mark("confined", submission, TESTS);
    assert_eq!(status, 1);
    let folder = cli::scratch("marking").join("confined");
    assert!(!folder.join("forged").exists());
}

#[test]
fn tests_cannot_be_taken_over_by_a_file_after_them() {
    let submission = ":- begin_tests(hidden, [blocked(away)]).\n:- end_tests(hidden).\n\
         secret(1).\nlast_of(_, _).\n";
    let tests = format!("secret(2).\n{TESTS}\n?- secret(X).\n   X = 2.\n");
    let folder = files(
        "after",
        &[("submission.pl", submission), ("tests.pl", &tests)],
    );
    let output = chesslog(
        &folder,
        &[
            "test",
            "--sandbox",
            "--only",
            "tests.pl",
            "tests.pl",
            "submission.pl",
        ],
    );
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        !text.contains("blocked") && !text.contains("secret(X)"),
        "{text}"
    );
    assert!(text.ends_with("5 tests: 1 passed, 4 failed\n"), "{text}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn names_of_libraries_that_a_program_redefines_are_told() {
    let folder = files(
        "apart",
        &[
            (
                "submission.pl",
                "last([_|Xs], X) :- last(Xs, X).\nlast([X], X).\nreverse(Xs, Xs).\n",
            ),
            (
                "tests.pl",
                ":- begin_tests(t).\ntest(library, X == [2,1]) :- reverse([1,2], X).\n\
             test(program, X == [1,2]) :- user:reverse([1,2], X).\n:- end_tests(t).\n",
            ),
        ],
    );
    let output = chesslog(
        &folder,
        &[
            "test",
            "--sandbox",
            "--only",
            "tests.pl",
            "submission.pl",
            "tests.pl",
        ],
    );
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let reported = String::from_utf8(output.stderr).unwrap();
    let warning =
        "warning: reverse/2 is that of library(lists) here, not the one in submission.pl:3";
    assert!(reported.contains(warning), "{reported}");
    assert_eq!(reported.matches("warning").count(), 1, "{reported}");
}

#[test]
fn limits_hold() {
    let (status, lines) = mark(
        "output",
        "last_of(_, _) :- repeat, write(abcdefgh), nl, fail.\n",
        TESTS,
    );
    assert_eq!((status, verdicts(&lines)), (1, vec!["failed"; 4]));
    for line in lines.iter().filter(|line| line["test"].is_string()) {
        let message = line["message"].as_str().unwrap();
        assert!(
            message.starts_with("the output limit of 1 MB is used up"),
            "{message}"
        );
        assert_eq!(line["output"].as_str().unwrap().len(), 1 << 20);
    }
    let submission = "last_of(_, _) :- repeat, write(user_error, abcdefgh), fail.\n";
    let (status, lines) = mark("errors", submission, TESTS);
    assert_eq!(status, 1);
    let message = lines[0]["message"].as_str().unwrap();
    assert!(message.contains("the output limit"), "{message}");
    // One warning for all the variables.
    let names: Vec<_> = (0..5_000).map(|n| format!("X{n}")).collect();
    let submission = format!("p([{}]).\n{RIGHT}", names.join(","));
    let (status, lines) = mark("singletons", &submission, TESTS);
    assert_eq!(status, 0);
    let message = lines[0]["message"].as_str().unwrap();
    assert_eq!(
        message,
        "the variables X0, X1, X2, X3, X4, X5, X6, X7 and 4992 others occur only once each"
    );
}

#[test]
fn files_without_tests_and_wrong_names_are_errors() {
    let folder = files(
        "none",
        &[
            ("none.pl", "p.\n"),
            ("tests.pl", TESTS),
            ("right.pl", RIGHT),
        ],
    );
    let run = |arguments: &[&str]| cli::run_in(&folder, arguments);
    assert_eq!(
        run(&["test", "none.pl"]),
        "stderr: error: there are no tests in none.pl; expected queries with their answers below them, or \
         `:- begin_tests(Unit).`\nexit status 2\n"
    );
    assert_eq!(
        run(&["test", "--only", "tets.pl", "right.pl", "tests.pl"]),
        "stderr: error: --only tets.pl: expected one of the files given, right.pl, tests.pl\nexit status 2\n"
    );
    let absolute = folder.join("tests.pl").display().to_string();
    for only in [absolute.as_str(), "./tests.pl"] {
        assert_eq!(
            run(&["test", "--only", only, "right.pl", "tests.pl"]),
            "4 tests: 4 passed\nexit status 0\n"
        );
    }
}

#[test]
fn errors_have_places() {
    let text = "mean(Xs, M) :- sum_list(Xs, S), M is S / n.\ntwo(X) :- mean([X], Y), Y > 0.\n\
                ?- mean([1], M).\n   M = 1.\n:- begin_tests(t).\ntest(raised, X == 1) :- two(X).\n\
                test(each, [forall(member(X, [1,2])), setup(Y = a)]) :- two(X), atom(Y).\n\
                test(any, error(_)).\ntest(other, throws(ball)) :- mean([], _).\n:- end_tests(t).\n";
    let folder = files("places", &[("t.pl", text)]);
    let reported = cli::run_in(&folder, &["test", "t.pl"]);
    let expected = "t.pl:3: failed: ?- mean([1], M).
    expected M = 1.
    observed error(type_error(evaluable,n/0),(is)/2).
     --> t.pl:1: _A is 1/n
t.pl:6: failed: t:raised
    raised instantiation_error
     --> t.pl:1: sum_list([_A], _B)
         t.pl:2: mean([_A], _B)
t.pl:7: failed: t:each
    for member(1, [1, 2]): raised type_error(evaluable, n/0)
     --> t.pl:1: _A is 1/n
         t.pl:2: mean([1], _A)
t.pl:8: failed: t:any
    succeeded, but an error was expected
t.pl:9: failed: t:other
    raised type_error(evaluable, n/0), but ball was expected
     --> t.pl:1: _A is 0/n
5 tests: 0 passed, 5 failed
exit status 1
";
    assert_eq!(reported, expected);
    let json = cli::run_in(&folder, &["test", "t.pl", "--format", "json"]);
    let lines: Vec<Value> = (json.lines())
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    assert_eq!(lines[1]["why"][1], "t.pl:2: mean([_A], _B)");
    assert!(lines[1]["seconds"].is_f64());
    let summary = &lines.last().unwrap()["summary"];
    assert_eq!(
        (&summary["tests"], &summary["failed"], &summary["skipped"]),
        (&5.into(), &5.into(), &0.into()),
        "{json}"
    );
}

#[test]
fn files_that_halt_are_tested() {
    let halting = format!("{RIGHT}main :- write(done), halt(1).\n:- initialization(main).\n");
    let (status, lines) = mark("halting", &halting, TESTS);
    assert_eq!(
        (status, verdicts(&lines)),
        (0, vec!["passed"; 4]),
        "{lines:?}"
    );
    assert_eq!(
        lines[0]["message"],
        "halt(1) was called while the file was loaded; that ends only the loading"
    );
    // What stands below is not there; a test that halts fails.
    let halting = format!(":- halt.\n{RIGHT}");
    assert_eq!(verdicts(&mark("halted", &halting, TESTS).1), ["failed"; 4]);
    assert_eq!(
        verdicts(&mark("halts", "last_of(_, _) :- halt.\n", TESTS).1),
        ["failed"; 4]
    );
}

#[test]
fn a_submission_of_several_files() {
    let folder = files(
        "several",
        &[
            ("helpers.pl", RIGHT),
            (
                "main.pl",
                ":- [helpers].\n:- ensure_loaded('helpers.pl').\nlast_one(Xs, X) :- last_of(Xs, X).\n",
            ),
            ("tests.pl", "?- last_one([1], X).\n   X = 1\n;  false.\n"),
            ("other.pl", ":- [tests].\n"),
        ],
    );
    let run = |arguments: &[&str]| {
        let start = ["test", "--sandbox", "--only", "tests.pl"];
        cli::run_in(&folder, &[&start, arguments].concat())
    };
    assert_eq!(
        run(&["helpers.pl", "main.pl", "tests.pl"]),
        "1 test: 1 passed\nexit status 0\n"
    );
    // Neither files that were not given, nor the tests.
    for files in [
        &["main.pl", "tests.pl"][..],
        &["helpers.pl", "main.pl", "tests.pl", "other.pl"],
    ] {
        let reported = run(files);
        assert!(
            reported
                .contains("in the sandbox only files that are given before this one are loaded"),
            "{reported}"
        );
    }
}
