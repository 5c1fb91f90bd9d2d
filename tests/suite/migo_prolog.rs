//! MIGO in Prolog: it learns what the native learner learns, from the same games and in runs of its
//! own, and leaves the user's program alone.

use std::collections::HashMap;

use super::{
    cli::{run_in, scratch},
    data,
};
use chesslog::{
    engine::{Engine, Event},
    games::{self, Graph},
    migo::{
        Learner,
        learner::{Manner, Migo},
        play::{Plan, Played, Starts, series},
        theory::{Body, MOVE},
    },
    random::Random,
};

const MANNERS: [Manner; 4] = {
    const fn manner(separated: bool, faithful: bool) -> Manner {
        Manner {
            separated,
            faithful,
        }
    }
    [
        manner(false, false),
        manner(true, false),
        manner(false, true),
        manner(true, true),
    ]
};

fn options(manner: Manner) -> String {
    let name = if manner.faithful {
        "faithful"
    } else {
        "careful"
    };
    format!("manner({name}),separated({})", manner.separated)
}

fn engine() -> Engine {
    let mut engine = data::spawn();
    data::answers(&mut engine, "use_module(library(migo)).");
    engine
}

/// What a query prints; it must have an answer.
fn printed(engine: &mut Engine, query: &str) -> String {
    let (mut text, mut holds) = (String::new(), false);
    for event in data::events(engine, query, data::ten_seconds()) {
        match event {
            Event::Output(output) => text += &output,
            Event::Answer(_) => holds = true,
            Event::False => {}
            event => panic!("{query}: {event:?}"),
        }
    }
    assert!(holds, "{query} fails");
    text
}

/// A strategy as `migo_print/1` prints it.
fn rules(migo: &Migo<'_>) -> String {
    let strategy = migo.strategy();
    let (mut text, mut names) = (String::new(), HashMap::from([(MOVE, "move")]));
    for (name, definition) in &strategy.predicates {
        for body in strategy.theory.clauses(*definition) {
            let second = match *body {
                Body::Postcond(_, fluent) => format!("{}(B)", fluent.name()),
                Body::Negation(_, r) => format!("\\+ {}(B,_)", names[&r]),
                Body::Unless(_, fluent) => format!("\\+ {}(B)", fluent.name()),
            };
            let first = names[&body.first()];
            text += &format!("{name}(A,B) :- {first}(A,B), {second}.\n");
        }
        names.entry(*definition).or_insert(name);
    }
    text
}

/// The games that a learner plays.
fn played(graph: &Graph, manner: Manner, games: usize, seed: u64) -> Vec<Played> {
    let plan = Plan {
        games,
        seed,
        run: 0,
        starts: Starts::Each,
    };
    let mut seen = Vec::new();
    let mut migo = Migo::new(graph, manner);
    let mut random = plan.random();
    series(graph, &mut migo, &plan, &mut random, |game, _| {
        seen.push(game.clone());
        true
    });
    seen
}

/// The learner in Prolog is given games that another learner has played, so that a difference is one
/// of learning and not of playing.
#[test]
fn the_same_is_learned_from_the_same_games() {
    let mut engine = engine();
    for (name, games) in [("hexapawn3", 30), ("oxo", 15)] {
        let graph = games::named(name).unwrap();
        // Whoever plays faithfully sees more: it loses for longer.
        let games = played(graph, MANNERS[2], games, 7);
        let texts: Vec<String> = (games.iter())
            .map(|game| {
                let states = game.states.iter();
                let texts = states.map(|&state| graph.texts[state as usize].as_str());
                format!("[{}]", texts.collect::<Vec<_>>().join(","))
            })
            .collect();
        for manner in MANNERS {
            let mut migo = Migo::new(graph, manner);
            for game in &games {
                migo.learn(graph, &game.states, game.outcome, &mut Random::new(1));
            }
            let expected = rules(&migo);
            let learned = expected.contains("win_1(");
            assert!(learned || manner.separated, "{name}: {expected}");
            let query = format!(
                "migo_learn({name}, [{}], [{}], S), migo_print(S).",
                options(manner),
                texts.join(",")
            );
            assert_eq!(printed(&mut engine, &query), expected, "{name} {manner:?}");
        }
    }
}

#[test]
fn both_learners_have_the_same_runs() {
    let mut engine = engine();
    for (name, games) in [("hexapawn3", 30), ("oxo", 20)] {
        let mut seen = Vec::new();
        for (manner, seed) in MANNERS.into_iter().zip(1..) {
            let run = |engine: &mut Engine, kernel: &str| {
                let query = format!(
                    "migo({name}, [games({games}),seed({seed}),kernel({kernel}),{}], S, Rs), \
                     migo_print(S), print(Rs), nl.",
                    options(manner)
                );
                printed(engine, &query)
            };
            let (native, prolog) = (run(&mut engine, "native"), run(&mut engine, "prolog"));
            let learned = native.contains("win_2(") && native.contains("draw_1(");
            assert!(learned || manner.separated, "{name}: {native}");
            assert_eq!(native, prolog, "{name} {manner:?}");
            seen.push(native);
        }
        seen.dedup();
        assert!(seen.len() > 1, "the manner makes no difference: {seen:?}");
    }
}

/// The search of Metagol in Prolog finds what the native one does.
#[test]
fn both_searches_serve() {
    let mut engine = engine();
    let run = |engine: &mut Engine, search: &str| {
        let query = format!(
            "migo(hexapawn3, [games(10),kernel(prolog),search({search}),manner(faithful)], S, Rs), \
             migo_print(S), print(Rs), nl."
        );
        printed(engine, &query)
    };
    assert_eq!(run(&mut engine, "native"), run(&mut engine, "prolog"));
}

/// One heap: one or two are taken; who takes the last has won. The rest is for Metagol, and must not
/// count.
const NIM: &str = "
    initial(heap(7,a)).
    initial(heap(8,a)).
    move(heap(N,P), heap(M,Q)) :- member(Take, [1,2]), N >= Take, M is N - Take, other(P, Q).
    other(a, b).
    other(b, a).
    won(heap(0,_)).
    drawn(_) :- false.
    metagol:max_clauses(1).
    metarule(own, [P,Q], [P,A,B], [[Q,A,B]]).
    body_pred(other/2).
";

#[test]
fn a_game_of_ones_own_is_learned() {
    let mut engine = engine();
    data::load(&mut engine, "nim.pl", NIM);
    assert_snapshot!(
        "nim",
        printed(
            &mut engine,
            "migo(user, [games(6),trace(true)], _, Rs), print(Rs), nl."
        )
    );
    // What was learned is no part of the program, whose own tasks are as before.
    let left = "catch(win_1(heap(1,a), _), error(E, _), true).";
    assert_eq!(
        data::value(&mut engine, left, "E"),
        "existence_error(procedure,win_1/2)"
    );
    let own = printed(&mut engine, "learn([swaps(a,b)], []).");
    assert!(own.contains("swaps(A,B):-other(A,B)."), "{own}");
}

#[test]
fn bad_games_are_refused() {
    let mut reported = String::new();
    for (what, from, to) in [
        ("not ground", "M is N - Take,", "M = f(_), Take > 0,"),
        (
            "circles",
            "N >= Take, M is N - Take,",
            "M is (N + Take) mod 5,",
        ),
        ("no won/1", "won(heap(0,_)).", ""),
        (
            "an error",
            "won(heap(0,_)).",
            "won(heap(N,_)) :- 0 is N + foo.",
        ),
        (
            "no start",
            "initial(heap(7,a)).\n    initial(heap(8,a)).",
            "initial(_) :- false.",
        ),
    ] {
        let mut engine = engine();
        assert!(NIM.contains(from));
        data::load(&mut engine, "nim.pl", &NIM.replace(from, to));
        let error = "catch(migo(user, [games(3)], _, _), E, true).";
        reported += &format!("{what}: {}\n", data::value(&mut engine, error, "E"));
        // Another game is as it was.
        let after = "migo(hexapawn3, [games(3),kernel(prolog)], _, Rs).";
        assert_eq!(data::value(&mut engine, after, "Rs"), "[2,0,0]");
    }
    assert_snapshot!("bad_games", reported);
}

#[test]
fn the_sandbox_permits_it() {
    let goal = "use_module(library(migo)), migo(hexapawn3, [games(5),kernel(prolog)], _, Rs).";
    let said = run_in(&scratch("migo_prolog"), &["query", "--sandbox", goal]);
    assert!(said.contains("Rs = [2,0,0,0,0]."), "{said}");
}
