//! Files that are loaded as far as they can be read, and what is told about the rest.

use chesslog::{
    engine::{Engine, Event, Limits, Report},
    session,
};

use super::data::{answers, spawn, value};

/// Loads a text; the report, and all that is reported, as people see it.
fn load(engine: &mut Engine, text: &str) -> (Report, String) {
    load_named(engine, "program", text)
}

fn load_named(engine: &mut Engine, name: &str, text: &str) -> (Report, String) {
    let mut reported = String::new();
    for event in engine.consult_text(name, text, Limits::default()) {
        match event.unwrap() {
            Event::Diagnostic(diagnostic) => {
                reported.push_str(&session::report(&diagnostic, false));
                reported.push_str("\n\n");
            }
            Event::Output(text) => reported.push_str(&text),
            Event::Loaded(report) => return (report, reported),
            event => panic!("{event:?}"),
        }
    }
    panic!("loading does not end");
}

/// One of everything that can be wrong with a file.
const TROUBLE: &str = r#"
parent(tom, bob).
bad(X) :- foo(X) bar.
single(X, Y) :- parent(X, _).
parent(bob, ann).
arith(X) :- X = 1, 3.
arith(X) :- X is 1 + 1.
3 :- true.
q("unclosed) :- true.
ok.
missing_stop(a)
missing_stop(b).
:- fail.
:- undefined_thing.
:- X is 1/0, write(X).
attacks(a, b, c).
:- dynamic foo/x.
:- use_module(library(nonsense)).
append(a, b, c).
?- parent(X, Y).
   X = tom, Y = bob
;  ... .
last(X) :- append(_, [X], _), write('never closed).
"#;

#[test]
fn tells_what_is_wrong_and_loads_the_rest() {
    let mut engine = spawn();
    let (report, told) = load(&mut engine, TROUBLE);
    insta::assert_snapshot!(told);
    assert_eq!(report.errors, 10, "{report:?}");
    for (query, expected) in [
        ("findall(X-Y, parent(X, Y), L).", "[tom-bob,bob-ann]"),
        ("findall(X, arith(X), L).", "[2]"),
        ("findall(X, missing_stop(X), L).", "[b]"),
        ("findall(x, (ok, single(tom, _)), L).", "[x]"),
        ("findall(X, append(X, _, _), L).", "[a]"),
    ] {
        assert_eq!(value(&mut engine, query, "L"), expected, "{query}");
    }
}

#[test]
fn reloading_replaces_and_strings_are_what_a_file_says() {
    let mut engine = spawn();
    load(&mut engine, ":- dynamic d/1.\np(1).\nq(1).\nd(1).\n");
    assert_eq!(answers(&mut engine, "assertz(d(2)).").len(), 1);
    let program =
        ":- dynamic d/1.\np(5).\n:- set_prolog_flag(double_quotes, codes).\nr(\"a\").\nd(3).\n";
    let (report, reported) = load(&mut engine, program);
    assert_eq!(
        (report.errors, report.warnings, reported.as_str()),
        (0, 0, "")
    );
    assert_eq!(value(&mut engine, "findall(X, p(X), Xs).", "Xs"), "[5]");
    // What was asserted after the file had been loaded is not the file's.
    assert_eq!(value(&mut engine, "findall(X, d(X), Xs).", "Xs"), "[3,2]");
    assert_eq!(value(&mut engine, "r(X).", "X"), "[97]");
    // As in SWI-Prolog, at the prompt, too, but not in other files.
    assert_eq!(value(&mut engine, "X = \"a\".", "X"), "[97]");
    load(&mut engine, "s(\"a\").");
    assert_eq!(value(&mut engine, "s(X), string(X).", "X"), "\"a\"");
}

/// A file that is loaded again takes its own clauses with it, and no others.
#[test]
fn reloading_keeps_what_is_not_the_files() {
    let facts = ":- dynamic fact/1, seen/1.\nfact(1).\n:- assertz(seen(now)).\n";
    let rules = ":- dynamic fact/1.\nrule(X) :- fact(X).\n";
    let module = ":- module(kept, [add/1, all/1]).\n:- dynamic a/1.\na(0).\nadd(X) :- assertz(a(X)).\nall(L) :- findall(X, a(X), L).\n";
    let mut engine = spawn();
    load_named(&mut engine, "facts", facts);
    load_named(&mut engine, "rules", rules);
    load_named(&mut engine, "kept", module);
    let all = |engine: &mut Engine| {
        value(
            engine,
            "findall(X, rule(X), L0), findall(X, seen(X), L1), all(L2), L = [L0,L1,L2].",
            "L",
        )
    };
    assert_eq!(all(&mut engine), "[[1],[now],[0]]");
    answers(
        &mut engine,
        "asserta(fact(0)), assertz(fact(2)), assertz(seen(later)), add(1), add(2).",
    );
    load_named(&mut engine, "rules", rules);
    assert_eq!(all(&mut engine), "[[0,1,2],[now,later],[0,1,2]]");
    load_named(&mut engine, "facts", facts);
    load_named(&mut engine, "kept", module);
    assert_eq!(all(&mut engine), "[[1,0,2],[now,later],[0,1,2]]");
    load_named(&mut engine, "facts", ":- dynamic fact/1.\n");
    assert_eq!(value(&mut engine, "findall(X, rule(X), L).", "L"), "[0,2]");
    load_named(&mut engine, "facts", "fact(7).\n");
    assert_eq!(
        value(&mut engine, "findall(X, rule(X), L).", "L"),
        "[7,0,2]"
    );
}

/// What a program says of its own predicates is nothing to the library, which may have one of the same name.
#[test]
fn meta_predicates_of_programs_are_theirs() {
    let mut engine = spawn();
    let program = ":- meta_predicate(collected(0, 0, 0)).\ncollected(A, B, C) :- call(A), call(B), call(C).\n\
                   :- table path/2.\npath(X, Y) :- edge(X, Y).\npath(X, Z) :- path(X, Y), edge(Y, Z).\n\
                   edge(a, b).\nedge(b, c).\nagain :- make.\n";
    let (report, reported) = load(&mut engine, program);
    assert_eq!((report.errors, reported.as_str()), (0, ""));
    assert_eq!(
        value(&mut engine, "findall(Y, path(a, Y), Ys).", "Ys"),
        "[b,c]"
    );
    assert_eq!(
        value(&mut engine, "collected(X = 1, true, true).", "X"),
        "1"
    );
    // In a clause, make/0 had no end while it was loaded.
    assert_eq!(answers(&mut engine, "again.").len(), 1);
}

#[test]
fn clauses_that_are_apart_are_kept() {
    let mut engine = spawn();
    let program = ":- discontiguous(p/1).\np(1).\nq(1).\np(2).\n:- initialization((findall(X, p(X), L), write(L))).\n\
                   :- assertz(seen(1)).\nq(2).\n:- findall(X, q(X), L), write(L).\nq(3).\n";
    let (report, reported) = load(&mut engine, program);
    assert_eq!(report.errors, 0);
    assert!(
        reported.starts_with("[1,2]") || reported.contains("not together"),
        "{reported}"
    );
    assert!(reported.ends_with("[1,2]"), "{reported}");
    assert_eq!(value(&mut engine, "findall(X, q(X), L).", "L"), "[1,2,3]");
    assert_eq!(value(&mut engine, "findall(X, p(X), L).", "L"), "[1,2]");
}

#[test]
fn modules_see_the_prelude_and_keep_to_themselves() {
    let mut engine = spawn();
    let program = ":- module(shapes, [area/2]).\n:- use_module(library(apply)).\n:- dynamic(seen/1).\nseen(1).\n\
                   area(S, A) :- sides(S, L), last(L, X), include([Y]>>(Y > 0), L, P), sumlist(P, N), A = X-N, bad(.\n\
                   area(S, A) :- sides(S, L), last(L, X), include([Y]>>(Y > 0), L, P), sumlist(P, N), A = X-N.\n\
                   sides(a, [1,-2,3]).\nbad(X) :- X = 1, 3.\n";
    let (report, reported) = load(&mut engine, program);
    assert_eq!(report.errors, 2, "{reported}");
    assert_eq!(value(&mut engine, "area(a, X).", "X"), "3-4");
    assert_eq!(value(&mut engine, "shapes:seen(X).", "X"), "1");
    let refused = "catch(sides(_, _), error(E, _), true).";
    assert_eq!(
        value(&mut engine, refused, "E"),
        "existence_error(procedure,sides/2)"
    );
}

#[test]
fn goals_put_together_at_run_time_are_of_their_module() {
    let mut engine = spawn();
    let program = ":- module(put_together, [bags/1, closure/1, built/1, asserted/1]).\n:- dynamic(p/2).\np(1, a).\n\
                   bags(L) :- G = bagof(X, Y^p(X, Y), L), call(G).\n\
                   closure(L) :- G = bagof, call(G, X, Y^p(X, Y), L).\n\
                   built(L) :- G =.. [setof,X,Y^p(X, Y),L], G.\n\
                   asserted(L) :- maplist(assertz, [p(2, b)]), findall(X, p(X, _), L).\n";
    let (report, reported) = load(&mut engine, program);
    assert_eq!(report.errors, 0, "{reported}");
    for goal in ["bags", "closure", "built"] {
        assert_eq!(
            value(&mut engine, &format!("{goal}(L)."), "L"),
            "[1]",
            "{goal}"
        );
    }
    assert_eq!(value(&mut engine, "asserted(L).", "L"), "[1,2]");
}

#[test]
fn what_directives_assert_outlives_an_error_in_a_later_clause() {
    let mut engine = spawn();
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("asserting.pl");
    std::fs::write(
        &file,
        ":- dynamic(seen/1).\n:- assertz(seen(1)).\np(1).\np(X) :- X = 1, 3.\n:- assertz(seen(2)).\n",
    )
    .unwrap();
    let events: Vec<_> = engine.consult(&file, Limits::default()).flatten().collect();
    let Some(Event::Loaded(report)) = events.last() else {
        panic!("{events:?}");
    };
    assert_eq!(report.errors, 1);
    assert_eq!(value(&mut engine, "findall(X, seen(X), L).", "L"), "[1,2]");
    assert_eq!(value(&mut engine, "findall(X, p(X), L).", "L"), "[1]");
}

#[test]
fn files_that_load_each_other() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("circle");
    std::fs::create_dir_all(&folder).unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    write("a.pl", ":- [b].\nin_a(1).\n:- include(c).\n");
    write("b.pl", ":- ensure_loaded(a).\nin_b(1).\n");
    write("c.pl", "in_c(1).\n");
    let mut engine = spawn();
    let events: Vec<_> = engine
        .consult(&folder.join("a.pl"), Limits::default())
        .flatten()
        .collect();
    assert!(
        matches!(events.as_slice(), [Event::Loaded(report)] if report.errors == 0),
        "{events:?}"
    );
    assert_eq!(value(&mut engine, "in_a(X), in_b(Y), in_c(Z).", "Z"), "1");
}

#[test]
fn modules_may_be_called_as_ours_were() {
    let mut engine = spawn();
    let query = "start_position(P), chess:turn(X, P).";
    assert_eq!(value(&mut spawn(), query, "X"), "white");
    for name in ["chess", "games", "engine", "layout", "clauses"] {
        let text = format!(
            ":- module({name}, [of_{name}/1]).\n:- dynamic(local/1).\nof_{name}(X) :- X = {name}, assertz(local(X)), \
             start_position(P), legal_move(e2, e4, P).\n"
        );
        let (report, reported) = load(&mut engine, &text);
        assert_eq!(report.errors, 0, "{reported}");
        let query = format!("of_{name}(X), {name}:local(X).");
        assert_eq!(value(&mut engine, &query, "X"), name);
    }
    let query =
        "use_module(library(chess)), use_module(library(tactics)), start_position(P), turn(X, P).";
    assert_eq!(value(&mut engine, query, "X"), "white");
}

#[test]
fn names_of_our_modules_are_taken() {
    let mut engine = spawn();
    let (report, reported) = load(&mut engine, ":- module(metagol, [p/1]).\np(1).\n");
    assert_eq!(report.errors, 1);
    assert!(
        reported.contains("the name metagol is that of a module"),
        "{reported}"
    );
    assert_eq!(value(&mut engine, "p(X).", "X"), "1");
    assert_eq!(answers(&mut engine, "listing(p/1).").len(), 1);
}

#[test]
fn odd_files() {
    let mut engine = spawn();
    for (program, query, expected) in [
        ("", "X = 1.", "1"),
        (
            "\u{feff}#!/usr/bin/env chesslog\nbom(1).\r\nbom(2).\r\n",
            "findall(X, bom(X), X0), X = X0.",
            "[1,2]",
        ),
        ("no_stop(7)", "catch(no_stop(X), _, X = none).", "none"),
        (
            "a(1).\nend_of_file.\na(2).\n",
            "findall(X, a(X), X0), X = X0.",
            "[1]",
        ),
        (
            ":- if(true).\nb(1).\n:- else.\nb(2).\n:- endif.\nb(3).\n",
            "findall(X, b(X), X0), X = X0.",
            "[1,3]",
        ),
        (
            ":- op(700, xfx, ===>).\nc(a ===> b).\n",
            "c(A), A =.. [_,_,X].",
            "b",
        ),
        (
            "term_expansion(gen(N), [g(N), g(M)]) :- M is N + 1.\ngen(1).\n",
            "findall(X, g(X), X0), X = X0.",
            "[1,2]",
        ),
        (
            ":- table path/2.\npath(X, Y) :- path(X, Z), edge(Z, Y).\npath(X, Y) :- edge(X, Y).\nedge(1, 2).\nedge(2, 1).\n",
            "findall(Y, path(1, Y), L), msort(L, X).",
            "[1,2]",
        ),
    ] {
        load(&mut engine, program);
        assert_eq!(value(&mut engine, query, "X"), expected, "{program:?}");
    }
}

#[test]
fn operators_of_a_file_reach_later_ones_and_its_flags_do_not() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("scopes");
    std::fs::create_dir_all(&folder).unwrap();
    for (name, text) in [
        (
            "arrows.pl",
            ":- module(arrows, [arrow/2, op(700, xfx, ===>), op(1000, fy, \\+)]).\n\
             :- op(700, xfx, inner).\nx inner y.\narrow(X, Y) :- X ===> Y.\na ===> b.\n",
        ),
        (
            "plain.pl",
            ":- op(700, xfx, -->>).\n:- set_prolog_flag(unknown, fail).\na -->> b.\n",
        ),
        (
            "alone.pl",
            "p(X, Y) :- \\+ X = 1, Y = 2.\np(1, 3).\nq :- no_such_predicate.\n",
        ),
        ("beside.pl", "r(X -->> Y, X, Y).\ns(X ===> Y, X, Y).\n"),
        (
            "importing.pl",
            ":- use_module(arrows).\n:- [plain].\nt(X ===> Y, X, Y).\nu(X -->> Y, X, Y).\n",
        ),
    ] {
        std::fs::write(folder.join(name), text).unwrap();
    }
    let errors = |engine: &mut Engine, name: &str| {
        let events = engine.consult(&folder.join(name), Limits::default());
        let report = events.map(Result::unwrap).find_map(|event| match event {
            Event::Loaded(report) => Some(report),
            _ => None,
        });
        report.unwrap().errors
    };
    let mut engine = spawn();
    assert_eq!(errors(&mut engine, "arrows.pl"), 0);
    assert_eq!(errors(&mut engine, "plain.pl"), 0);
    // `\+ X = 1, Y = 2` is no `\+ (X = 1, Y = 2)`.
    assert_eq!(errors(&mut engine, "alone.pl"), 0);
    assert_eq!(value(&mut engine, "findall(Y, p(1, Y), L).", "L"), "[3]");
    assert_eq!(errors(&mut engine, "beside.pl"), 0);
    // Queries have what was loaded; what is not exported is nobody else's.
    assert_eq!(
        value(&mut engine, "arrow(a, X), a -->> X, _ = (X ===> X).", "X"),
        "b"
    );
    assert_eq!(
        value(&mut engine, "findall(P, current_op(P, _, inner), L).", "L"),
        "[]"
    );
    assert_eq!(
        value(&mut engine, "current_prolog_flag(unknown, X).", "X"),
        "fail"
    );
    let mut engine = spawn();
    assert_eq!(errors(&mut engine, "importing.pl"), 0);
    assert_eq!(value(&mut engine, "t(a ===> b, a, X).", "X"), "b");
    assert_eq!(value(&mut engine, "u(a -->> b, a, X).", "X"), "b");
}

/// Modules have what `user` has imported, whichever is loaded first; goals that they hand to it are theirs.
#[test]
fn modules_inherit_what_a_program_imports() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("inherited");
    std::fs::create_dir_all(&folder).unwrap();
    for (name, text) in [
        (
            "tools.pl",
            ":- module(tools, [twice/3, id/2]).\n:- meta_predicate twice(2, ?, ?).\n\
             twice(G, X, Z) :- call(G, X, Y), call(G, Y, Z).\nid(X, X).\n",
        ),
        (
            "uses.pl",
            ":- module(uses, [e/1]).\ne(X) :- twice(inc, 1, Y), id(Y, X).\ninc(X, Y) :- Y is X + 1.\n",
        ),
        // Its directive runs while it is loaded.
        (
            "asks.pl",
            ":- module(asks, [asked/1]).\n:- dynamic(asked/1).\n:- here(X), assertz(asked(X)).\n",
        ),
        ("here.pl", "here(1).\nhere(2).\n:- use_module(asks).\n"),
        ("before.pl", ":- use_module(tools).\n:- use_module(uses).\n"),
        ("after.pl", ":- use_module(uses).\n:- use_module(tools).\n"),
    ] {
        std::fs::write(folder.join(name), text).unwrap();
    }
    for (name, query, expected) in [
        ("before.pl", "e(X).", "3"),
        ("after.pl", "e(X).", "3"),
        ("here.pl", "asked(X).", "1"),
    ] {
        let mut engine = spawn();
        assert!(
            engine
                .consult(&folder.join(name), Limits::default())
                .all(|event| event.is_ok())
        );
        assert_eq!(value(&mut engine, query, "X"), expected, "{name}");
    }
}
