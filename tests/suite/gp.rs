//! Genetic programming from Prolog: what is found, that a seed repeats it, what goes wrong.

use std::{
    fs,
    time::{Duration, Instant},
};

use super::{
    cli::{run_in, scratch},
    data,
};
use chesslog::engine::{Engine, Event, Limits};

/// The two native tasks of the same names, in Prolog.
const PROGRAM: &str = "
gp_task(curve, [_+_,_-_,_*_], [x,1], distance).
gp_task(choice, [and(_,_),or(_,_),not(_),if(_,_,_)], [a0,a1,d0,d1,d2,d3], right).

distance(Tree, F) :- distances(-10, Tree, 0.0, D), F is -D.

distances(I, Tree, D0, D) :-
    (   I > 10 -> D = D0
    ;   X is I / 10.0,
        value(Tree, X, Y),
        D1 is D0 + abs(Y - X*(X*(X*(X+1.0)+1.0)+1.0)),
        I1 is I + 1,
        distances(I1, Tree, D1, D)
    ).

value(x, X, X).
value(1, _, 1.0).
value(A+B, X, V) :- value(A, X, VA), value(B, X, VB), V is VA + VB.
value(A-B, X, V) :- value(A, X, VA), value(B, X, VB), V is VA - VB.
value(A*B, X, V) :- value(A, X, VA), value(B, X, VB), V is VA * VB.

% All 64 cases at once, a bit each.
right(Tree, F) :-
    output(Tree, V),
    output(if(a1,if(a0,d3,d2),if(a0,d1,d0)), Wanted),
    ones(xor(V,Wanted), N),
    F is 64 - N.

output(a0, 0xAAAAAAAAAAAAAAAA).
output(a1, 0xCCCCCCCCCCCCCCCC).
output(d0, 0xF0F0F0F0F0F0F0F0).
output(d1, 0xFF00FF00FF00FF00).
output(d2, 0xFFFF0000FFFF0000).
output(d3, 0xFFFFFFFF00000000).
output(and(A,B), V) :- output(A, VA), output(B, VB), V is VA /\\ VB.
output(or(A,B), V) :- output(A, VA), output(B, VB), V is VA \\/ VB.
output(not(A), V) :- output(A, VA), V is xor(VA, 0xFFFFFFFFFFFFFFFF).
output(if(A,B,C), V) :- output(A, VA), output(B, VB), output(C, VC), V is (VA /\\ VB) \\/ (xor(VA, 0xFFFFFFFFFFFFFFFF) /\\ VC).

ones(E, N) :- V is E, ones(V, 0, N).
ones(0, N, N) :- !.
ones(V, N0, N) :- N1 is N0 + 1, V1 is V /\\ (V - 1), ones(V1, N1, N).

number_of_nodes(T, N) :- T =.. [_|Ts], nodes(Ts, 1, N).
nodes([], N, N).
nodes([T|Ts], N0, N) :- number_of_nodes(T, N1), N2 is N0 + N1, nodes(Ts, N2, N).
";

fn engine() -> Engine {
    let mut engine = data::spawn();
    data::load(&mut engine, "gp.pl", PROGRAM);
    engine
}

#[test]
fn the_quartic_is_found_in_prolog() {
    let mut engine = engine();
    let query =
        "gp_evolve(curve, [target(-1.0e-9),generations(20)], T, H), gp_fitness(curve, T, F),
        (F > -1.0e-9 -> R = found ; R = F),
        findall(X, (member(X, [2.0,3.0]), value(T, X, V), V =\\= X^4+X^3+X^2+X), Wrong).";
    assert_eq!(data::value(&mut engine, query, "R"), "found");
    assert_eq!(data::value(&mut engine, query, "Wrong"), "[]");
}

#[test]
fn the_multiplexer_is_solved_in_prolog() {
    let mut engine = engine();
    let query = "gp_evolve(choice, [target(64)], T, H), gp_fitness(choice, T, F),
        reverse(H, [generation(_,B,_,S)|_]), number_of_nodes(T, N), Told = told(B,S), Is = told(F,N).";
    assert_eq!(data::value(&mut engine, query, "F"), "64");
    let reported = data::value(&mut engine, query, "Told");
    assert_eq!(reported, data::value(&mut engine, query, "Is"));
}

/// The same trees are bred, whoever values them, and on however many threads.
#[test]
fn native_tasks_evolve_as_those_in_prolog() {
    let mut engine = engine();
    for (prolog, native) in [("curve", "quartic"), ("choice", "multiplexer(2)")] {
        let run = |task: &str, threads: usize, seed: u64| {
            format!(
                "gp_evolve({task}, [population(150),generations(4),target(1.0e9),seed({seed}),
                    threads({threads})], T, H), R = T-H."
            )
        };
        let mut result =
            |task, threads, seed| data::value(&mut engine, &run(task, threads, seed), "R");
        let first = result(native, 1, 1);
        assert_eq!(first, result(native, 2, 1));
        assert_eq!(first, result(prolog, 1, 1));
        assert_eq!(first, result(prolog, 2, 1));
        assert_ne!(first, result(native, 1, 2));
    }
}

#[test]
fn single_trees_are_made_again_by_their_seeds() {
    let mut engine = engine();
    let query = "findall(T, (between(1, 40, S), gp_random(choice, [seed(S)], T)), Ts),
        findall(T, (between(1, 40, S), gp_random(choice, [seed(S)], T)), Ts1),
        sort(Ts, Sorted), length(Sorted, N), ( Ts == Ts1 -> R = same ; R = others ).";
    assert_eq!(data::value(&mut engine, query, "R"), "same");
    assert!(data::value(&mut engine, query, "N").parse::<u32>().unwrap() > 30);
    // Mutants of one leaf are of all three kinds; crossover takes from both.
    let mutants = "findall(T, (between(1, 300, S), gp_mutate(gp_task([f(_),g(_)],[a,b],h), f(a), [seed(S)], T)), Ts),
        findall(X, (member(X, [g(a),f(b),f(a),f(f(_)),b]), member(T, Ts), \\+ T \\= X), Xs0),
        sort(Xs0, Xs), length(Xs, N).";
    assert!(
        data::value(&mut engine, mutants, "N")
            .parse::<u32>()
            .unwrap()
            >= 4
    );
    let children = "findall(T, (between(1, 60, S), gp_crossover(choice, and(a0,a1), or(d0,d1), [seed(S)], T)), Ts0),
        sort(Ts0, Ts), ( member(or(d0,d1), Ts), member(and(or(d0,d1),a1), Ts) -> R = both ; R = Ts ).";
    assert_eq!(data::value(&mut engine, children, "R"), "both");
    let bounded = "findall(T, (between(1, 60, S),
            gp_crossover(choice, and(a0,a1), or(d0,d1), [seed(S),depth(1)], T), number_of_nodes(T, N), N > 3), Ts).";
    assert_eq!(data::value(&mut engine, bounded, "Ts"), "[]");
}

#[test]
fn a_run_begins_with_given_trees() {
    let mut engine = engine();
    let query = "Best = if(a1,if(a0,d3,d2),if(a0,d1,d0)),
        gp_evolve(multiplexer(2), [population(20),start([a0,Best])], T, H), (T == Best -> R = kept ; R = T).";
    assert_eq!(data::value(&mut engine, query, "R"), "kept");
    let history = data::value(&mut engine, query, "H");
    assert!(
        history.starts_with("[generation(0,64,") && history.ends_with(",10)]"),
        "{history}"
    );
}

#[test]
fn the_best_so_far_is_there_when_time_is_up() {
    let mut engine = engine();
    data::load(
        &mut engine,
        "slow.pl",
        "slow(T, F) :- between(1, 20000, N), N >= 20000, right(T, F), !.",
    );
    let started = Instant::now();
    let query = "gp_evolve(gp_task([and(_,_),not(_)],[a0,d0,d1],slow), [time_limit(0.3),generations(1000)], T, H),
        gp_fitness(choice, T, F), length(H, N).";
    assert!(data::value(&mut engine, query, "F").parse::<u32>().unwrap() >= 32);
    assert_eq!(data::value(&mut engine, query, "N"), "1");
    assert!(started.elapsed() < Duration::from_secs(8));
    // Native tasks, too.
    let query =
        "gp_evolve(multiplexer(3), [time_limit(0.2),generations(1000)], _, H), length(H, N).";
    let started = Instant::now();
    assert_ne!(data::value(&mut engine, query, "N"), "0");
    assert!(started.elapsed() < Duration::from_secs(8));
}

/// A limit of the engine is not an error of the fitness; nothing is left open, whatever happens.
#[test]
fn limits_and_errors_end_a_run() {
    let mut engine = engine();
    data::load(&mut engine, "endless.pl", "endless(_, _) :- repeat, fail.");
    let limits = Limits {
        inferences: Some(1_000_000),
        ..data::ten_seconds()
    };
    let goal = "gp_evolve(gp_task([f(_)],[a],endless), [], _, _).";
    let events = data::events(&mut engine, goal, limits);
    assert!(
        matches!(events.last(), Some(Event::InferenceLimit)),
        "{events:?}"
    );
    let limits = Limits {
        wall: Some(Duration::from_millis(300)),
        ..Limits::default()
    };
    let events = data::events(&mut engine, goal, limits);
    assert!(
        matches!(events.last(), Some(Event::Aborted(_))),
        "{events:?}"
    );
    let caught = "catch(gp_evolve(gp_task([f(_)],[a,b],foo), [], _, _), error(E,_), true),
        catch(internal_gp:gp_advance(0, _), error(C,_), true).";
    assert!(data::value(&mut engine, caught, "C").starts_with("existence_error(gp_run"));
}

#[test]
fn a_run_within_a_run() {
    let mut engine = engine();
    data::load(
        &mut engine,
        "nested.pl",
        "inner(T, F) :- gp_evolve(choice, [population(5),generations(1),start([T])], B, _), right(B, F).",
    );
    let query = "gp_evolve(gp_task([and(_,_),not(_)],[a0,d0,d1],inner), [population(6),generations(2)], T, H), length(H, N).";
    assert_eq!(data::value(&mut engine, query, "N"), "3");
}

#[test]
fn trees_decide() {
    let mut engine = engine();
    data::load(
        &mut engine,
        "decide.pl",
        "even(N) :- N mod 2 =:= 0.\nabove(M, N) :- N > M.\n",
    );
    let query = "Tree = if(above(10),if(even,big,odd),f(if(even,a,b))),
        findall(N-L, (member(N, [12,13,4]), gp_decide(Tree, N, L)), Ls).";
    let leaves = data::value(&mut engine, query, "Ls");
    assert_eq!(leaves, "[12-big,13-odd,4-f(if(even,a,b))]");
}

const MISTAKES: &str = "
gp_task(sum, [_+_], [x,1], fit).
gp_task(none, [_+_], [x,1], missing).
fit(x, _) :- !, fail.
fit(1, one) :- !.
fit(x+_, F) :- !, F is foo + 1.
fit(1+1, F) :- !, atom_length(_, F).
fit(_, 0).
";

#[test]
fn mistakes_are_told() {
    let folder = scratch("gp");
    fs::write(folder.join("task.pl"), MISTAKES).unwrap();
    let mut text = String::new();
    for goal in [
        "gp_random(_, [], _)",
        "gp_random(summ, [], _)",
        "gp_random(multiplexer(9), [], _)",
        "gp_random(gp_task(f,[x],fit), [], _)",
        "gp_random(gp_task([f(_),g],[x],fit), [], _)",
        "gp_random(gp_task([f(X,X)],[x],fit), [], _)",
        "gp_random(gp_task([f(_)],[],fit), [], _)",
        "gp_random(gp_task([f(_)],[x,g(_)],fit), [], _)",
        "gp_random(gp_task([f(_)],[x],7), [], _)",
        "gp_random(sum, [sead(1)], _)",
        "gp_random(sum, [seed(1),seed(-1)], _)",
        "gp_random(sum, seed(1), _)",
        "gp_random(sum, [seed(_)], _)",
        "gp_evolve(sum, [crossover(0.8),mutation(0.3)], _, _)",
        "gp_evolve(sum, [population(many)], _, _)",
        "gp_evolve(sum, [time_limit(0)], _, _)",
        "gp_evolve(sum, [start(x)], _, _)",
        "gp_evolve(sum, [start([x,x-1])], _, _)",
        "gp_mutate(sum, (x+(1+y))+x, [], _)",
        "gp_mutate(sum, x+_, [], _)",
        "gp_crossover(sum, x, 1.0, [], _)",
        "gp_fitness(sum, x, _)",
        "gp_fitness(sum, 1, _)",
        "gp_fitness(sum, x+x, _)",
        "gp_fitness(sum, 1+1, _)",
        "gp_fitness(none, 1, _)",
        "gp_evolve(sum, [], _, _)",
        "gp_decide(if(7,a,b), x, _)",
        "gp_decide(_, x, _)",
    ] {
        let reported = run_in(&folder, &["run", "task.pl", "-g", goal]);
        text += &format!("?- {goal}.\n{reported}\n");
    }
    assert_snapshot!(text);
}

#[test]
fn generations_are_told() {
    let folder = scratch("gp");
    let goal = "gp_evolve(multiplexer(2), [progress(true),population(300)], T, _), writeq(T), nl";
    assert_snapshot!(run_in(&folder, &["query", goal]));
}
