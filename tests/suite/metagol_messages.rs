//! What users of Metagol see when something is wrong with their program, and the trace.

use std::fs;

use super::cli::{run_in, scratch};

/// The output of a goal in a program, without times.
fn reported(name: &str, program: &str, goal: &str) -> String {
    let folder = scratch("metagol");
    let file = format!("{name}.pl");
    fs::write(folder.join(&file), program).unwrap();
    let text = run_in(&folder, &["run", &file, "-g", goal]);
    let untimed = |line: &str| match line.split_once(" inferences in ") {
        Some((before, _)) => {
            let counted = before.rsplit_once(' ').map_or("", |(start, _)| start);
            format!("{counted} N inferences in T s")
        }
        None => line.to_owned(),
    };
    text.lines().map(|line| untimed(line) + "\n").collect()
}

const FAMILY: &str = "metagol:max_clauses(2).
body_pred(parent/2).
parent(ann, bob).
parent(bob, cid).
:- use_metarules([identity, chain]).
";

#[test]
fn mistakes_are_named_with_their_places() {
    let text = reported(
        "mistakes",
        "body_pred(g/1).
g(1).
metarule(_, _, _).
metarule(foo(1), [P,Q], [P,A], [[Q,A]]).
metarule([P,Q], [P,A], [g(A),[Q,A]]).
metarule(one, [P,Q], f, [[P,_],[Q,_]]).
metarule([P|_], ([P,A]:-[[g,A]])).
ibk(f, [[g,1]]).
body_pred(h).
",
        "learn([f(1)], [])",
    );
    assert_snapshot!(text);
}

#[test]
fn what_is_hardly_meant_is_told() {
    let text = reported(
        "doubtful",
        "metagol:max_clause(3).
metagol:max_clauses(none).
metagol:max_clauses(2).
body_pred(parent/2).
body_pred(parnet/2).
head_pred(map/3).
parent(ann, bob).
parent(bob, cid).
ibk([map,[],[],_], []).
metarule(chain, [P,Q,R], [P,A,B], [[Q,A,C],[R,C,B]]).
metarule(constant, [P,Q], [P,A,B], [[Q,A,B,_]]).
metarule(unary, [P,Q], [P,A], [[Q,A]]).
metarule(nowhere, [P,Q,_R], [P,A,B], [[Q,A,B]]).
metarule(order, [P,Q], [P,A,B], [[Q,A,C],@grater(A,C),[prent,C,B]]).
",
        "learn([grandparent(ann,cid)], [])",
    );
    assert_snapshot!(text);
}

#[test]
fn the_search_is_told() {
    let goals = [
        "learn([grandparent(ann,cid)], [grandparent(ann,bob)], [trace(true),kernel(native)], P), pprint(P)",
        "learn([grandparent(ann,cid)], [grandparent(ann,bob)], [trace(true),kernel(prolog)], P), pprint(P)",
    ];
    let texts = goals.map(|goal| reported("traced", FAMILY, goal));
    assert_eq!(texts[0], texts[1]);
    assert_snapshot!(texts[0]);
}

#[test]
fn a_search_without_success_is_told() {
    let mut text = reported("none", FAMILY, "learn([child(cid,ann)], [])");
    text += &reported(
        "none",
        FAMILY,
        "learn([f(ann,cid)], [], [inference_limit(3)], _)",
    );
    let broken = format!("{FAMILY}body_pred(sum/2).\nsum(A, B) :- B is A + 1.\n");
    text += &reported("none", &broken, "learn([f(ann,dan)], [])");
    let endless = format!("{FAMILY}body_pred(spin/2).\nspin(A, B) :- spin(B, A).\n");
    let goal = "learn([f(ann,dan)], [], [goal_inferences(1000)], _)";
    text += &reported("none", &endless, goal);
    assert_snapshot!(text);
}

#[test]
fn examples_that_are_none_are_refused() {
    let mut text = String::new();
    for goal in [
        "learn([f(_)], [])",
        "learn([f(ann),f(ann,bob)], [])",
        "learn([f(ann)], [g(ann)])",
        "learn([_], [])",
        "learn([], [])",
        "learn([f(ann,bob)], [], [max_clauses(0)], _)",
    ] {
        text += &reported("examples", FAMILY, goal);
    }
    assert_snapshot!(text);
}

#[test]
fn metagol_need_not_be_there() {
    let program = format!(
        ":- use_module('../metagol').\nmetarule([P,Q], [P,A,B], [[Q,B,A],@before(B,A)]).\nbefore(A, B) :- A @< B.\n{FAMILY}"
    );
    assert_snapshot!(reported("import", &program, "learn([child(cid,bob)], [])"));
    // Nothing names the module.
    let program = "body_pred(next/2).\nnext(1, 2).\nmetarule([P,Q], [P,A,B], [[Q,B,A],@before(B,A)]).\nbefore(A, B) :- A < B.\n";
    assert_snapshot!(reported("bare", program, "learn([last(2,1)], [])"));
}
