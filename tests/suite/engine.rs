//! Whatever a query does, the same session answers the next one, with the database as it was.

use std::{
    thread,
    time::{Duration, Instant},
};

use super::data::{answers, events, load, spawn, value};
use chesslog::engine::{Aborted, Effects, Engine, Event, Limits, QueryOptions};

fn limits() -> Limits {
    Limits {
        wall: Some(Duration::from_millis(400)),
        memory: Some(300 << 20),
        ..Limits::default()
    }
}

/// An engine that knows one fact, and a way to bring each kind of trouble about.
fn engine_with_fact() -> Engine {
    let mut engine = spawn();
    let program = ":- use_module(library(ffi)).\n:- dynamic(fact/1).\nfact(1).\nloop :- loop.\n\
                   deep(N) :- N1 is N + 1, deep(N1), true.\n\
                   grow(L) :- grow([L|L]).\n\
                   bad_pointer :- '$ffi_read_ptr'(i64, 8, _).\n\
                   native_abort :- '$foreign_call'(abort, [], _).\n\
                   :- initialization(use_foreign_module([], [abort([],void)])).\n";
    load(&mut engine, "trouble", program);
    engine
}

/// A query that is trouble, and what may come of it.
type Fault = (&'static str, fn(&Event) -> bool);

#[test]
fn survives_every_fault() {
    let mut engine = engine_with_fact();
    let faults: &[Fault] = &[
        ("assertz(fact(2)), loop.", |e| {
            *e == Event::Aborted(Aborted::Timeout)
        }),
        ("assertz(fact(2)), repeat, fail.", |e| {
            *e == Event::Aborted(Aborted::Timeout)
        }),
        ("assertz(fact(2)), X is 7^7^9.", |e| {
            matches!(e, Event::Aborted(Aborted::Timeout | Aborted::Memory))
        }),
        ("assertz(fact(2)), deep(0).", |e| {
            matches!(e, Event::Aborted(Aborted::Memory | Aborted::Timeout))
        }),
        ("assertz(fact(2)), grow(x).", |e| {
            matches!(
                e,
                Event::Aborted(Aborted::Memory | Aborted::Timeout) | Event::Error(_)
            )
        }),
        ("assertz(fact(2)), bad_pointer.", |e| {
            matches!(e, Event::Aborted(Aborted::Crash(_)))
        }),
        ("assertz(fact(2)), native_abort.", |e| {
            *e == Event::Aborted(Aborted::Crash("abort".into()))
        }),
        ("assertz(fact(2)), halt.", |e| *e == Event::Halted(0)),
        ("halt(3).", |e| *e == Event::Halted(3)),
        ("foo(", |e| matches!(e, Event::Error(_))),
        ("foo bar.", |e| matches!(e, Event::Error(_))),
        ("", |e| matches!(e, Event::Error(_))),
        ("X.", |e| matches!(e, Event::Error(_))),
        ("1.", |e| matches!(e, Event::Error(_))),
        ("throw(ball).", |e| matches!(e, Event::Error(_))),
        ("throw(_).", |e| matches!(e, Event::Error(_))),
        ("catch(throw(a), b, true).", |e| {
            matches!(e, Event::Error(_))
        }),
        ("nobody_defined_this(1).", |e| matches!(e, Event::Error(_))),
        ("attacks(z9, X, P).", |e| matches!(e, Event::Error(_))),
        ("attacks(A, B, \"nonsense\").", |e| {
            matches!(e, Event::Error(_))
        }),
    ];
    for (query, expected) in faults {
        let events = events(&mut engine, query, limits());
        assert!(expected(events.last().unwrap()), "{query}: {events:?}");
        let known = value(&mut engine, "findall(X, fact(X), Xs).", "Xs");
        assert!(
            known == "[1]" || !query.contains("assertz"),
            "{query} left {known}"
        );
        assert_eq!(
            value(&mut engine, "X = still_here.", "X"),
            "still_here",
            "after {query}"
        );
    }
}

#[test]
fn memory_limit_is_told_from_a_crash() {
    let mut engine = engine_with_fact();
    let limits = Limits {
        memory: Some(64 << 20),
        wall: Some(Duration::from_secs(20)),
        ..Limits::default()
    };
    for query in ["deep(0).", "length(L, 30000000)."] {
        let last = events(&mut engine, query, limits).pop().unwrap();
        let resource =
            matches!(&last, Event::Error(raised) if raised.text.contains("resource_error"));
        assert!(
            last == Event::Aborted(Aborted::Memory) || resource,
            "{query}: {last:?}"
        );
    }
    assert_eq!(value(&mut engine, "fact(X).", "X"), "1");
}

#[test]
fn changes_stay_unless_they_are_to_be_discarded() {
    let mut engine = spawn();
    answers(&mut engine, "assertz(kept(1)).");
    for event in engine.batch("assertz(kept(2)).", Limits::default()) {
        event.unwrap();
    }
    assert_eq!(value(&mut engine, "findall(X, kept(X), Xs).", "Xs"), "[1]");
    // An exception does not undo what was done before it: that is Prolog.
    events(
        &mut engine,
        "assertz(kept(3)), throw(x).",
        Limits::default(),
    );
    assert_eq!(
        value(&mut engine, "findall(X, kept(X), Xs).", "Xs"),
        "[1,3]"
    );
}

#[test]
fn limits_on_inferences_and_answers() {
    let mut engine = engine_with_fact();
    let inferences = Limits {
        inferences: Some(100_000),
        ..Limits::default()
    };
    assert_eq!(
        events(&mut engine, "loop.", inferences),
        [Event::InferenceLimit]
    );
    let three = Limits {
        answers: Some(3),
        ..Limits::default()
    };
    let events = events(&mut engine, "repeat.", three);
    assert_eq!(events.len(), 4);
    assert_eq!(events[3], Event::Stopped);
}

#[test]
fn stops_soon_after_its_limit_and_after_an_interrupt() {
    let mut engine = engine_with_fact();
    let start = Instant::now();
    let last = events(
        &mut engine,
        "loop.",
        Limits {
            wall: Some(Duration::from_millis(200)),
            ..Limits::default()
        },
    )
    .pop();
    assert_eq!(last, Some(Event::Aborted(Aborted::Timeout)));
    assert!(start.elapsed() >= Duration::from_millis(200));

    let handle = engine.interrupt_handle();
    let interrupter = thread::spawn(move || {
        thread::sleep(Duration::from_millis(100));
        handle.interrupt();
    });
    let last = events(&mut engine, "assertz(fact(9)), loop.", Limits::default()).pop();
    assert_eq!(last, Some(Event::Aborted(Aborted::Interrupted)));
    interrupter.join().unwrap();
    // An interrupt with nothing to interrupt does no harm.
    engine.interrupt_handle().interrupt();
    assert_eq!(value(&mut engine, "findall(X, fact(X), Xs).", "Xs"), "[1]");
}

#[test]
fn waiting_for_the_caller_is_not_computing() {
    let mut engine = spawn();
    let mut events = engine.query(
        "member(X, [a,b]).",
        Limits {
            wall: Some(Duration::from_millis(150)),
            ..Limits::default()
        },
    );
    assert!(matches!(events.next(), Some(Ok(Event::Answer(_)))));
    thread::sleep(Duration::from_millis(400));
    assert!(matches!(events.next(), Some(Ok(Event::Answer(answer))) if answer.last));
}

#[test]
fn ten_thousand_early_stops() {
    // In a thread, where nothing is given back by a process that ends.
    let mut engine = Engine::in_thread().unwrap();
    for i in 0..10_000 {
        let mut events = engine.query("member(X, [1,2,3]), Y = f(X, Z).", Limits::default());
        assert!(
            matches!(events.next(), Some(Ok(Event::Answer(_)))),
            "stop {i}"
        );
    }
    assert_eq!(value(&mut engine, "X = 1.", "X"), "1");
    let mut engine = spawn();
    for _ in 0..300 {
        let mut events = engine.query("repeat, X = 1.", Limits::default());
        assert!(matches!(events.next(), Some(Ok(Event::Answer(_)))));
    }
    assert_eq!(value(&mut engine, "X = 1.", "X"), "1");
}

#[test]
fn thread_engine_survives_what_it_can() {
    let mut engine = Engine::in_thread().unwrap();
    answers(&mut engine, "assertz(fact(1)).");
    let inferences = Limits {
        inferences: Some(100_000),
        ..Limits::default()
    };
    for query in [
        "foo(",
        "throw(x).",
        "nobody(1).",
        "repeat, fail.",
        "halt(4).",
        "attacks(z9, X, P).",
        "dif:dif(X, Y), throw(x).",
    ] {
        events(&mut engine, query, inferences);
        assert_eq!(value(&mut engine, "fact(X).", "X"), "1", "after {query}");
    }
}

#[test]
fn answers_are_complete() {
    let mut engine = spawn();
    let answer = |engine: &mut Engine, query: &str| {
        let answers = answers(engine, query);
        let texts: Vec<_> = answers[0]
            .bindings
            .iter()
            .map(|b| format!("{} = {}", b.name, b.text))
            .collect();
        (
            texts.join(", "),
            answers[0].residual.clone(),
            answers[0].last,
        )
    };
    let none: Vec<String> = Vec::new();
    assert_eq!(
        answer(&mut engine, "Y = b, X = a."),
        ("Y = b, X = a".into(), none.clone(), true)
    );
    assert_eq!(
        answer(&mut engine, "X = Y, Y = Z."),
        ("X = Y, Z = X".into(), none.clone(), true)
    );
    assert_eq!(
        answer(&mut engine, "X = (a:-b), Y = (-), Z = \"a\\nb\"."),
        (
            "X = (a:-b), Y = (-), Z = \"a\\nb\"".into(),
            none.clone(),
            true
        )
    );
    assert_eq!(
        answer(&mut engine, "X = 'A b', _Y = 1."),
        ("X = 'A b', _Y = 1".into(), none, true)
    );
    let (_, residual, _) = answer(&mut engine, "use_module(library(dif)), dif(X, a).");
    assert_eq!(residual, ["dif(X,a)"]);
    answers(&mut engine, "use_module(library(clpz)).");
    let (_, residual, _) = answer(&mut engine, "X #> 3.");
    assert_eq!(residual, ["X in 4..sup"]);
}

#[test]
fn output_comes_before_the_answer_it_belongs_to() {
    let mut engine = spawn();
    let events = events(
        &mut engine,
        "member(X, [1,2]), write(X), nl.",
        Limits::default(),
    );
    let shown: String = events
        .iter()
        .map(|event| match event {
            Event::Output(text) => text.as_str(),
            Event::Answer(_) => "answer\n",
            _ => "other\n",
        })
        .collect();
    assert_eq!(shown, "1\nanswer\n2\nanswer\n");
}

#[test]
fn a_query_option_for_values() {
    let mut engine = spawn();
    let options = QueryOptions {
        typed: true,
        effects: Effects::Discard,
        ..QueryOptions::default()
    };
    let event = engine
        .query_with("X = f(\"a'\", [1|T], -1).", options)
        .next()
        .unwrap()
        .unwrap();
    let Event::Answer(answer) = event else {
        panic!("no answer");
    };
    let term: chesslog::term::Term = answer.bindings[0]
        .canonical
        .as_ref()
        .unwrap()
        .parse()
        .unwrap();
    assert_eq!(term.to_string(), "f(\"a'\",[1|T],-1)");
}

#[test]
fn a_branch_is_forgotten() {
    let mut engine = engine_with_fact();
    let facts = |engine: &mut Engine| answers(engine, "fact(X).").len();
    let before = facts(&mut engine);
    engine.branch().unwrap();
    answers(&mut engine, "assertz(fact(2)).");
    let first = facts(&mut engine);
    assert_eq!((before, first), (1, 2));
    // A branch of a branch, in which the worker dies in all ways.
    engine.branch().unwrap();
    answers(&mut engine, "assertz(fact(3)).");
    for goal in ["native_abort.", "loop.", "grow([])."] {
        let options = QueryOptions {
            limits: limits(),
            ..QueryOptions::default()
        };
        let last = engine.query_with(goal, options).last().unwrap().unwrap();
        assert!(matches!(last, Event::Aborted(_)), "{goal}: {last:?}");
    }
    assert_eq!(facts(&mut engine), 3);
    engine.rejoin().unwrap();
    assert_eq!(facts(&mut engine), first);
    engine.rejoin().unwrap();
    assert_eq!(facts(&mut engine), before);
    // There is nothing to come back to.
    engine.rejoin().unwrap();
    assert_eq!(facts(&mut engine), before);
    // Many branches leave no process behind that somebody would miss.
    for _ in 0..50 {
        engine.branch().unwrap();
        answers(&mut engine, "assertz(fact(4)).");
        engine.rejoin().unwrap();
    }
    assert_eq!(facts(&mut engine), before);
}
