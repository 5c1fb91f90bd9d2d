//! What learning with metarules costs: plans of growing length, in the native kernel and in Prolog.

use std::time::Duration;

use chesslog::engine::{Engine, Event, Limits};

use super::{best, report, timed};

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
    let mut native = Vec::new();
    for (squares, clauses) in [(2, 4), (4, 5), (5, 6)] {
        native.push((clauses, learn(&mut engine, "native", squares, clauses)));
    }
    let prolog = learn(&mut engine, "prolog", 2, 4);
    report(
        "plan of 4 clauses, native kernel",
        native[0].1,
        prolog,
        "in Prolog",
    );
    for pair in native.windows(2) {
        let [(before, baseline), (clauses, time)] = [pair[0], pair[1]];
        let figure = format!("plan of {clauses} clauses, native kernel");
        report(&figure, time, baseline, &format!("of {before} clauses"));
    }
}

/// How long it takes to find the plan that carries a parcel over some squares in both directions.
fn learn(engine: &mut Engine, kernel: &str, squares: u32, clauses: usize) -> Duration {
    let goal = format!(
        "learn([f(at(0,0,on(0,0)), at({squares},{squares},on({squares},{squares})))], [], \
         [kernel({kernel}), functional(true)], Program), length(Program, {clauses})"
    );
    best(3, || timed(engine, &goal))
}
