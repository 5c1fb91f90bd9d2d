//! What learning with metarules costs: plans of growing length, in the native kernel and in Prolog.

use std::time::{Duration, Instant};

use chesslog::engine::{Engine, Event, Limits};

use super::{best, report};

/// A courier on a grid fetches a parcel. Its state is at(X, Y, Parcel).
const COURIER: &str = "
:- use_module(library(metagol)).
metarule(identity, [P,Q], [P,A,B], [[Q,A,B]]).
metarule(precon, [P,Q,R], [P,A,B], [[Q,A],[R,A,B]]).
metarule(postcon, [P,Q,R], [P,A,B], [[Q,A,B],[R,B]]).
metarule(chain, [P,Q,R], [P,A,B], [[Q,A,C],[R,C,B]]).
body_pred(west/2).
body_pred(east/2).
body_pred(north/2).
body_pred(south/2).
body_pred(pick/2).
body_pred(put/2).
func_test([P,A,B], [P,A,C], C = B).
west(at(X, Y, P), at(X1, Y, P)) :- X > 0, X1 is X - 1.
east(at(X, Y, P), at(X1, Y, P)) :- X < 7, X1 is X + 1.
north(at(X, Y, P), at(X, Y1, P)) :- Y < 7, Y1 is Y + 1.
south(at(X, Y, P), at(X, Y1, P)) :- Y > 0, Y1 is Y - 1.
pick(at(X, Y, on(X, Y)), at(X, Y, aboard)).
put(at(X, Y, aboard), at(X, Y, on(X, Y))).
";

/// Prints the section.
pub fn metagol() {
    let mut engine = Engine::in_thread().unwrap();
    let events: Vec<_> = engine
        .consult_text("courier", COURIER, Limits::default())
        .collect();
    assert!(
        matches!(events.last(), Some(Ok(Event::Loaded(report))) if report.errors == 0),
        "{events:?}"
    );
    let native = [(2, 4), (4, 5), (5, 6)]
        .map(|(squares, clauses)| (clauses, learn(&mut engine, "native", squares, clauses, 3)));
    let prolog = learn(&mut engine, "prolog", 4, 5, 1);
    let (_, time) = native[1];
    report(
        "plan of 5 clauses, native kernel",
        time,
        prolog,
        "in Prolog",
    );
    for pair in native.windows(2) {
        let [(before, baseline), (clauses, time)] = [pair[0], pair[1]];
        let figure = format!("plan of {clauses} clauses beside a shorter one");
        report(&figure, time, baseline, &format!("of {before} clauses"));
    }
}

/// How long it takes to find the plan that carries a parcel over some squares in both directions.
fn learn(engine: &mut Engine, kernel: &str, squares: u32, clauses: usize, runs: usize) -> Duration {
    let goal = format!(
        "learn([f(at(0,0,on(0,0)), at({squares},{squares},on({squares},{squares})))], [], \
         [kernel({kernel}), functional(true)], Program), length(Program, {clauses})."
    );
    best(runs, || {
        let start = Instant::now();
        // What is printed comes before the answer.
        let answer = engine
            .query(&goal, Limits::default())
            .find(|event| !matches!(event, Ok(Event::Output(_) | Event::Diagnostic(_))));
        assert!(
            matches!(answer, Some(Ok(Event::Answer(_)))),
            "{goal}: {answer:?}"
        );
        start.elapsed()
    })
}
