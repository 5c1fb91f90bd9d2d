use super::*;
use crate::{
    games::{self, Graph, State},
    migo::{
        dependent::Named,
        learner::{Manner, Migo},
        play::{Plan, Starts, series},
        theory::Theory,
    },
    random::Random,
};

fn oxo() -> &'static Graph {
    games::named("oxo").unwrap()
}

fn learned<'g>(graph: &'g Graph, manner: Manner, run: u64) -> GameStrategy<'g> {
    let plan = Plan {
        games: 60,
        seed: 1,
        run,
        starts: Starts::Each,
    };
    let mut migo = Migo::new(graph, manner);
    series(graph, &mut migo, &plan, &mut plan.random(), |_, _| true);
    migo.program()
}

/// That what is written is read as the same, over the same game.
fn assert_same(program: &GameStrategy<'_>) {
    let graph = program.theory.graph();
    let text = write(
        program,
        &["a strategy".to_owned()],
        "use_module(library(g))",
    );
    let back = read("s.pl", &text, Theory::new(graph)).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let again = write(&back, &["a strategy".to_owned()], "use_module(library(g))");
    assert_eq!(text, again);
    let names = |program: &GameStrategy<'_>| -> Vec<String> {
        let order = program.order.iter();
        order.map(|(name, _)| name.clone()).collect()
    };
    assert_eq!(names(program), names(&back));
    for state in 0..graph.len() as State {
        for ((name, one), (_, other)) in program.order.iter().zip(&back.order) {
            let one: Vec<State> = program.theory.answers(*one, state).collect();
            let other: Vec<State> = back.theory.answers(*other, state).collect();
            assert_eq!(one, other, "{name} {}\n{text}", graph.texts[state as usize]);
        }
        let to = |program: &GameStrategy<'_>| program.choose(state).map(|choice| choice.to);
        assert_eq!(to(program), to(&back));
    }
}

#[test]
fn what_is_learned_is_read_as_it_was_written() {
    for game in ["oxo", "hexapawn3"] {
        let graph = games::named(game).unwrap();
        for run in 0..4 {
            let manner = Manner {
                separated: run == 3,
                faithful: run % 2 == 1,
            };
            assert_same(&learned(graph, manner, run));
        }
    }
}

/// A program of random clauses, in which names occur twice and some definitions are the same.
fn random_program<'g>(graph: &'g Graph, random: &mut Random) -> GameStrategy<'g> {
    let mut theory = Theory::new(graph);
    let mut predicates: Named = Vec::new();
    for _ in 0..random.below(12) + 1 {
        let known = predicates.len() as u64;
        let any = |random: &mut Random| match random.below(known + 1) {
            0 => MOVE,
            at => predicates[at as usize - 1].1,
        };
        let mut bodies = Vec::new();
        for _ in 0..random.below(3) + 1 {
            let fluent = *random.pick(&Fluent::ALL).unwrap();
            let first = any(random);
            bodies.push(match random.below(3) {
                0 => Body::Postcond(first, fluent),
                1 => Body::Unless(first, fluent),
                _ => Body::Negation(first, any(random)),
            });
        }
        let name = *random.pick(&["win_1", "draw_1", "win_1_1", "x"]).unwrap();
        predicates.push((name.to_owned(), theory.define(bodies)));
    }
    let mut order: Named = Vec::new();
    for name in ["win_1", "win_2", "draw_1", "draw_2"] {
        let (_, definition) = *random.pick(&predicates).as_ref().unwrap();
        order.push((name.to_owned(), *definition));
    }
    GameStrategy {
        theory,
        predicates,
        order,
    }
}

#[test]
fn any_program_is_read_as_it_was_written() {
    let graph = games::named("hexapawn3").unwrap();
    let random = &mut Random::new(5);
    for _ in 0..200 {
        assert_same(&random_program(graph, random));
    }
}

#[test]
fn a_file_runs_over_another_game() {
    let hexapawn = games::named("hexapawn3").unwrap();
    let manner = Manner {
        separated: false,
        faithful: false,
    };
    let text = write(
        &learned(hexapawn, manner, 0),
        &[],
        "use_module(library(hexapawn3))",
    );
    let program = read("h.pl", &text, Theory::new(oxo())).unwrap();
    // Two in a row: win_1 was learned from pawns.
    let state = oxo().state("s(o,board(o,o,e,x,x,e,e,e,e))").unwrap();
    let choice = program.choose(state).unwrap();
    assert_eq!(choice.name, "win_1");
    assert_eq!(oxo().move_names(state)[0], "3");
    assert_eq!(choice.to, oxo().moves(state)[0]);
}

#[test]
fn calls_are_drawn() {
    let mut theory = Theory::new(oxo());
    let win_1 = theory.define(vec![Body::Postcond(MOVE, Fluent::Won)]);
    let draw_1 = theory.define(vec![Body::Negation(MOVE, win_1)]);
    let named = |name: &str, definition| (name.to_owned(), definition);
    let program = GameStrategy {
        theory,
        predicates: vec![named("win_1", win_1), named("draw_1", draw_1)],
        order: vec![named("win_1", win_1), named("draw_1", draw_1)],
    };
    let dot = calls(&program).dot("calls");
    for arrow in [
        "\"draw_1/2\" -> \"win_1/2\"",
        "\"draw_1/2\" -> \"move/2\"",
        "\"win_1/2\" -> \"won/1\"",
        "\"won/1\" [shape=plaintext]",
    ] {
        assert!(dot.contains(arrow), "{dot}");
    }
    assert!(!dot.contains("drawn"), "{dot}");
}

#[test]
fn the_order_is_that_of_the_file() {
    let rules = "win_1(A,B) :- move(A,B), won(B).\ndraw_1(A,B) :- move(A,B), \\+ win_1(B,_).\n\
                 draw_2(A,B) :- draw_1(A,B), \\+ drawn(B).\n";
    let names = |text: &str| -> String {
        let program = read("s.pl", text, Theory::new(oxo())).unwrap();
        let names = program.order.iter().map(|(name, _)| name.as_str());
        names.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(names(rules), "win_1 draw_2 draw_1");
    let given = format!("{rules}draw(X, Y) :- draw_1(X, Y). draw(X,Y) :- draw_2(X,Y).\n");
    assert_eq!(names(&given), "draw_1 draw_2");
}

#[test]
fn what_is_no_strategy_is_named() {
    let win = "win_1(A,B) :- move(A,B), won(B).\n";
    let files = [
        String::new(),
        "% nothing\n:- use_module(library(oxo)).\n".into(),
        "win_1(A,B) :- move(A,B), won(B)".into(),
        "win_1(A,B) :- move(A,B), won(A).".into(),
        "win_1(A,B) :- move(B,A), won(B).".into(),
        "win_1(A,A) :- move(A,A), won(A).".into(),
        "win_1(A,_) :- move(A,_).".into(),
        "win_1(A) :- move(A,_).".into(),
        "win_1(A,B) :- move(A,B), lost(B).".into(),
        "win_1(A,B) :- wim(A,B), won(B).".into(),
        "win_1(A,B) :- win_1(A,B), won(B).".into(),
        "win_1(A,B) :- move(A,B), won(B), drawn(B).".into(),
        "win_1(A,B) :- move(A,B), (won(B) ; drawn(B)).".into(),
        format!("{win}draw_1(A,B) :- move(A,B), win_1(B,_)."),
        format!("{win}draw_1(A,B) :- move(A,B), \\+ win_1(B,A)."),
        format!("{win}draw_1(A,B) :- move(A,B), \\+ win_1(B)."),
        format!("{win}x(A,B) :- win_1(A,B).\nx(A,B) :- move(A,B), won(B)."),
        format!("{win}x(A,B) :- win_1(A,B).\n{win}"),
        format!("{win}win(A,B) :- draw(A,B)."),
        format!("{win}best(A,B) :- win_1(A,B)."),
        "move(A,B) :- win(A,B).".into(),
        "win_1(s(o,B),C) :- move(A,B).".into(),
        ":- halt.".into(),
        ":- use_module(library(oxo))".into(),
        "win_1(A,B) --> \"x\".".into(),
        "'win_1(A,B) :- move(A,B).".into(),
        "win_1(A,B) :- move(A,B), won(B). )".into(),
    ];
    let reported = files.map(|text| match read("s.pl", &text, Theory::new(oxo())) {
        Ok(_) => format!("{text:?} was read"),
        Err(wrong) => wrong.to_string(),
    });
    insta::with_settings!({ omit_expression => true }, {
        insta::assert_snapshot!(reported.join("\n"));
    });
}
