//! `chesslog grade`: what a right submission may have, say and do without losing points for it.

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde_json::Value;

use super::cli::{empty, run_in};

/// A folder with these files.
fn files(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = empty(&format!("fairness_{name}"));
    for (name, text) in files {
        fs::write(folder.join(name), text).unwrap();
    }
    folder
}

/// What is told of the submissions.
fn told(folder: &Path, arguments: &str) -> Vec<Value> {
    let arguments = format!("grade {arguments} --format json");
    let text = run_in(folder, &arguments.split(' ').collect::<Vec<_>>());
    let first = text.lines().next().unwrap_or_default();
    let value: Value = serde_json::from_str(first).unwrap_or_else(|_| panic!("{text}"));
    value["submissions"].as_array().unwrap().clone()
}

fn points(told: &[Value]) -> Vec<f64> {
    told.iter()
        .map(|marked| marked["points"].as_f64().unwrap())
        .collect()
}

/// Each file has its own helper, in whatever way the tests call theirs.
#[test]
fn helpers_of_the_same_name() {
    let tests = "helper(1).\nhelper(2).\ndouble(X, Y) :- Y is 2 * X.\n:- discontiguous(apart/1).\napart(1).\nother.\napart(2).\n\
        word --> [w], rest.\nrest --> [].\nrest --> [r], rest.\nboth(X) :- helper(X), apart(X).\n\
        ?- helper(X).\n   X = 1\n;  X = 2.\n\
        ?- mine(X).\n   X = own.\n\
        ?- G = helper(X), call(G).\n   G = helper(1), X = 1\n;  G = helper(2), X = 2.\n\
        ?- findall(X, helper(X), Xs).\n   Xs = [1,2].\n\
        ?- maplist(double, [1,2], Ys).\n   Ys = [2,4].\n\
        ?- maplist([X,Y]>>double(X, Y), [3], Ys).\n   Ys = [6].\n\
        ?- F = double, call(F, 4, Y).\n   F = double, Y = 8.\n\
        ?- phrase(word, [w,r]).\n   true.\n\
        ?- B = word, phrase(B, [w]).\n   B = word.\n\
        ?- user:helper(X).\n   X = own.\n\
        ?- forall(both(X), helper(X)).\n   true.\n\
        :- begin_tests(t).\n\
        test(body, all(X == [1,2])) :- helper(X).\n\
        test(set, [setup(helper(2)), true(apart(X)), forall(helper(X))]) :- \\+ \\+ mine(own).\n\
        test(not_mine, fail) :- helper(own).\n\
        :- end_tests(t).\n";
    let own = "helper(own).\nmine(X) :- helper(X).\ndouble(_, wrong).\napart(none).\nboth(none).\nword --> [none].\nrest --> [none].\n";
    let folder = files(
        "helpers",
        &[
            ("tests.pl", tests),
            ("own.pl", own),
            ("dynamic.pl", &format!(":- dynamic(helper/1).\n{own}")),
            (
                "module.pl",
                ":- module(m, [mine/1]).\nmine(X) :- helper(X).\nhelper(own).\n",
            ),
            // Nobody reaches those of the tests.
            ("cheat.pl", "mine(X) :- helper(X).\n"),
            ("named.pl", "mine(X) :- '$tests helper'(X).\n"),
            (
                "late.pl",
                "mine(X) :- atom_concat('$tests ', helper, N), call(N, X).\n",
            ),
            ("defined.pl", "'$tests helper'(own).\nmine(own).\n"),
        ],
    );
    let told = told(
        &folder,
        "tests.pl own.pl dynamic.pl module.pl cheat.pl named.pl late.pl defined.pl",
    );
    let failed = |marked: &Value| -> Vec<String> {
        let results = marked["results"].as_array().unwrap().iter();
        let failed = results.filter(|result| result["verdict"] != "passed");
        failed.map(|result| result.to_string()).collect()
    };
    for marked in &told[..2] {
        assert!(failed(marked).is_empty(), "{:#?}", failed(marked));
    }
    // `user:helper(X)` is for the submission to define, where it is no module.
    for marked in [&told[2], &told[6]] {
        assert_eq!(failed(marked).len(), 1, "{:#?}", failed(marked));
    }
    for marked in &told[3..6] {
        let failed = failed(marked);
        assert!(
            failed.iter().any(|result| result.contains("?- mine(X).")),
            "{failed:#?}"
        );
        assert!(
            !failed.iter().any(|result| result.contains("X = 1\\n;")),
            "{failed:#?}"
        );
    }
}

/// What is said beside the answers is no answer.
#[test]
fn what_is_written_to_user_error_is_no_answer() {
    let tests = "?- s(3, N).\n   N = 6.\n?- w(X).\n   X = 1\n;  X = 2.\n\
        :- begin_tests(t).\ntest(s, N == 6) :- s(3, N).\n:- end_tests(t).\n";
    let submission = "s(3, 6) :- write(user_error, dbg), nl(user_error).\n\
        w(X) :- print_message(warning, format(\"look\", [])), member(X, [1,2]), format(user_error, \"~w~n\", [X]).\n";
    let folder = files("user_error", &[("tests.pl", tests), ("ann.pl", submission)]);
    let told = told(&folder, "tests.pl ann.pl");
    assert_eq!(points(&told), [3.0], "{told:#?}");
    let outputs: Vec<_> = (told[0]["results"].as_array().unwrap().iter())
        .map(|result| result["output"].as_str().unwrap_or_default())
        .collect();
    assert!(
        outputs[0].contains("dbg") && outputs[2].contains("dbg"),
        "{outputs:?}"
    );
}

/// A link in what is handed in may lead to the tests.
#[cfg(unix)]
#[test]
fn links_are_told_and_not_followed() {
    let folder = files(
        "links",
        &[(
            "tests.pl",
            "?- p(X).\n   X = 1.\n:- quad([hidden]).\n?- p(4711).\n   false.\n",
        )],
    );
    fs::create_dir(folder.join("ann")).unwrap();
    fs::write(folder.join("ann/a.pl"), ":- listing.\np(1).\n").unwrap();
    std::os::unix::fs::symlink("../tests.pl", folder.join("ann/t.pl")).unwrap();
    std::os::unix::fs::symlink("tests.pl", folder.join("ben.pl")).unwrap();
    let told = told(&folder, "tests.pl ann ben.pl --out marks");
    assert_eq!(points(&told), [2.0, 0.0], "{told:#?}");
    assert_eq!(told[1]["id"], "ben");
    for (id, link) in [("ann", "t.pl"), ("ben", "ben.pl")] {
        let page = fs::read_to_string(folder.join(format!("marks/pages/{id}.html"))).unwrap();
        assert!(
            page.contains(&format!("{link} is a link, which is not followed")),
            "{page}"
        );
        assert!(!page.contains("4711"), "{page}");
    }
}

const FAMILY: &str = "parent(ann, bob).\nparent(bob, cleo).\nparent(bob, dan).\nsubtract(X, Y, Z) :- Z is X - Y.\n\
    double(X, Y) :- Y is 2 * X.\n";

/// What is given is there for submissions and for tests, and is what the instructor has given.
#[test]
fn code_is_given() {
    let tests = ":- grading([given('data/family.pl')]).\n\
        ?- once(grandparent(X, cleo)).\n   X = ann.\n\
        ?- parent(ann, X).\n   X = bob.\n\
        ?- subtract(3, 1, X).\n   X = 2.\n\
        ?- my_map(double, [1,2], Ys).\n   Ys = [2,4].\n\
        :- begin_tests(t).\ntest(all, all(X-Y == [ann-cleo,ann-dan])) :- grandparent(X, Y).\n\
        test(given, fail) :- parent(cleo, _).\n:- end_tests(t).\n";
    let own = "grandparent(X, Z) :- parent(X, Y), parent(Y, Z).\nmy_map(_, [], []).\n\
        my_map(G, [X|Xs], [Y|Ys]) :- call(G, X, Y), my_map(G, Xs, Ys).\n";
    let folder = files(
        "given",
        &[
            ("tests.pl", tests),
            ("plain.pl", own),
            (
                "loads.pl",
                &format!(
                    ":- [family].\n:- include('family.pl').\n:- ensure_loaded(data/family).\n{own}"
                ),
            ),
            ("copies.pl", &format!("{FAMILY}{own}")),
            (
                "changes.pl",
                &format!(
                    ":- dynamic(parent/2).\nparent(ann, cleo).\nparent(cleo, dan).\nsubtract(_, _, 2).\n{own}"
                ),
            ),
            (
                "asserts.pl",
                &format!(":- initialization(assertz(parent(cleo, eve))).\n{own}"),
            ),
            (
                "shadows.pl",
                &format!("is(_, _) :- fail.\nmember(_, _) :- fail.\n{own}"),
            ),
        ],
    );
    fs::create_dir(folder.join("data")).unwrap();
    fs::write(folder.join("data/family.pl"), FAMILY).unwrap();
    fs::create_dir(folder.join("both")).unwrap();
    fs::write(folder.join("both/family.pl"), FAMILY).unwrap();
    fs::write(folder.join("both/hw.pl"), format!(":- [family].\n{own}")).unwrap();
    let all = "plain.pl loads.pl copies.pl both changes.pl asserts.pl shadows.pl";
    let told = told(&folder, &format!("tests.pl {all}"));
    assert_eq!(points(&told), [6.0; 7], "{told:#?}");
    let problems = |at: usize| told[at]["problems"].to_string();
    assert_eq!(problems(1), "[]");
    for at in [2, 3, 4] {
        let warning = "parent/2 is given with the assignment, in family.pl:1; that one counts";
        assert_eq!(problems(at).matches(warning).count(), 1, "{}", problems(at));
        assert!(!problems(at).contains("\"error\""), "{}", problems(at));
    }
    // As an option; and `test` knows both.
    let plain = tests.split_once('\n').unwrap().1;
    fs::write(folder.join("plain_tests.pl"), plain).unwrap();
    let given = "--given data/family.pl";
    let told = self::told(
        &folder,
        &format!("plain_tests.pl plain.pl copies.pl {given}"),
    );
    assert_eq!(points(&told), [6.0; 2], "{told:#?}");
    for arguments in [
        "test plain.pl tests.pl".to_owned(),
        format!("test plain.pl plain_tests.pl {given}"),
        "test --sandbox --only tests.pl copies.pl tests.pl".to_owned(),
    ] {
        let text = run_in(&folder, &arguments.split(' ').collect::<Vec<_>>());
        assert!(text.contains("6 passed"), "{arguments}: {text}");
        assert!(text.contains("exit status 0"), "{arguments}: {text}");
    }
}

#[test]
fn what_is_given_has_to_be_right() {
    let tests = |given: &str| format!(":- grading([{given}]).\n?- true.\n   true.\n");
    let folder = files(
        "given_wrong",
        &[
            ("ann.pl", "p.\n"),
            ("module.pl", "% Mine.\n:- module(m, []).\n"),
            ("wrong.pl", "p :- .\n"),
        ],
    );
    for (given, expected) in [
        ("given(nowhere)", "t.pl:1: cannot read nowhere"),
        (
            "given([ann,'module.pl'])",
            "module.pl:2: a file that is given with an assignment is no module",
        ),
        (
            "given(wrong)",
            "wrong.pl: a file that is given with an assignment has no errors",
        ),
        ("given(f(x))", "given(f(x))"),
    ] {
        fs::write(folder.join("t.pl"), tests(given)).unwrap();
        let text = run_in(&folder, &["grade", "t.pl", "ann.pl"]);
        assert!(text.contains(expected), "{given}: {text}");
        assert!(text.ends_with("exit status 2\n"), "{given}: {text}");
    }
}

/// A loop in a goal of initialization takes no clauses with it.
#[test]
fn loops_of_initialization_are_stopped() {
    let folder = files(
        "initialization",
        &[
            ("tests.pl", "?- p(X).\n   X = 1.\n"),
            (
                "ann.pl",
                ":- initialization(main).\nmain :- repeat, read(X), X == stop, !.\np(1).\n",
            ),
            (
                "ben.pl",
                "p(1).\n:- initialization(main).\nmain :- write(more), main.\n",
            ),
        ],
    );
    let told = told(&folder, "tests.pl ann.pl ben.pl --time-limit 1");
    assert_eq!(points(&told), [1.0; 2], "{told:#?}");
    for marked in &told {
        let problems = marked["problems"].to_string();
        assert!(
            problems.contains("initialization(main) was stopped by a limit"),
            "{problems}"
        );
    }
    let text = run_in(
        &folder,
        &["test", "--time-limit", "1", "ann.pl", "tests.pl"],
    );
    assert!(text.contains("1 passed"), "{text}");
    assert!(text.ends_with("exit status 2\n"), "{text}");
}

/// A submission lists its own clauses only.
#[test]
fn listing_shows_what_is_handed_in() {
    let folder = files(
        "listing",
        &[
            (
                "tests.pl",
                ":- grading([exercise([double/2,half/2]), given(given)]).\n?- show.\n   true.\n?- half(2, X).\n   X = 1.\n",
            ),
            ("given.pl", "three(3).\n"),
            ("ann.pl", "show :- listing.\nhalf(X, Y) :- Y is X // 2.\n"),
        ],
    );
    let told = told(&folder, "tests.pl ann.pl");
    assert_eq!(points(&told), [2.0], "{told:#?}");
    let output = told[0]["results"][0]["output"].as_str().unwrap();
    assert!(output.contains("half(X, Y)"), "{output}");
    assert!(
        !output.contains("exercises") && !output.contains("three"),
        "{output}"
    );
}

/// Rules see what the loader sees, control constructs and lambda expressions.
#[test]
fn rules_see_all_that_is_called() {
    let folder = files(
        "rules",
        &[
            (
                "tests.pl",
                ":- grading([forbidden([(;)/2, (->)/2, findall/3], 1), required([ancestor/2], 1)]).\n\
                 ?- true.\n   true.\n:- quad([points(4)]).\n?- true.\n   true.\n",
            ),
            (
                "or.pl",
                "p(X) :- ( X = 1 ; X = 2 ).\nq :- ( p(1) -> true ; true ), ancestor(a, b).\n",
            ),
            (
                "lambda.pl",
                "p(Xs, Ys) :- maplist([X,Y]>>findall(Z, member(Z, X), Y), Xs, Ys), ancestor(a, b).\n",
            ),
            (
                "syntax.pl",
                "ancestor(X,Y) :- parent(X,Y\nancestor(X,Y) :- parent(X,Z), ancestor(Z,Y).\n",
            ),
        ],
    );
    let told = told(&folder, "tests.pl or.pl lambda.pl syntax.pl");
    assert_eq!(points(&told), [3.0, 4.0, 5.0], "{told:#?}");
}
