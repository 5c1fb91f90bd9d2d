//! Tests of strategies as text.

use super::{
    Strategy,
    program::{StrategyProgram, Why},
    read::{Reading, read},
    text,
};
use crate::{
    endgame::{Ending, Placement, Vocabulary, index, vocabulary::Scene},
    random::Random,
};

fn below(random: &mut Random, bound: usize) -> usize {
    random.below(bound as u64) as usize
}

fn words() -> &'static Vocabulary {
    Vocabulary::of(Ending::KRK).unwrap()
}

fn program(text: &str) -> StrategyProgram {
    match read("a.pl", text, Some(Ending::KRK)) {
        Ok(Reading::Program(program)) => program,
        other => panic!("{text}: {other:?}"),
    }
}

fn scene(squares: [&str; 3]) -> Scene {
    let [king, bare, rook] = squares.map(|square| square.parse().unwrap());
    Scene::new(Ending::KRK, Placement::new(king, bare, &[rook]))
}

/// The kings in opposition on the edge, the rook away: `d6 d8 h1`.
fn why(text: &str) -> String {
    program(text).why(&scene(["d6", "d8", "h1"])).to_string()
}

/// A random strategy of about this depth.
fn random_tree(random: &mut Random, depth: usize) -> Strategy {
    let words = words();
    if depth == 0 || random.below(5) == 0 {
        return Strategy::Play(below(random, words.moves.len()));
    }
    let asked = below(random, words.conditions.len());
    let [yes, no] = [0, 1].map(|_| Box::new(random_tree(random, depth - 1)));
    Strategy::Ask(asked, yes, no)
}

#[test]
fn a_tree_is_written_and_read() {
    let mut random = Random::new(3);
    for depth in 0..40 {
        let tree = random_tree(&mut random, depth % 9);
        let written = text::write(&tree, words(), &["A comment.\nAnd more.".to_owned()]);
        let (tree_program, text_program) = (
            StrategyProgram::from_tree(&tree, words()),
            program(&written),
        );
        assert!(written.starts_with("% A comment.\n% And more.\n\nending(krk).\n\nstrategy("));
        assert!(written.lines().all(|line| line.len() <= 100), "{written}");
        for _ in 0..50 {
            let mut scene = scene(["a1", "c1", "h8"]);
            loop {
                let number = below(&mut random, index::size(&Ending::KRK)) as u32;
                scene.at = index::placement(number, &Ending::KRK);
                if scene.at.is_possible_to_attack(&Ending::KRK) {
                    break;
                }
            }
            let holds = words().conditions.iter().enumerate();
            let holds = holds.fold(0, |mask, (bit, word)| {
                mask | u32::from((word.holds)(&scene)) << bit
            });
            let chosen = tree.choose(holds);
            let possible = (words().moves[chosen].find)(&scene).is_some();
            let [a, b] = [&tree_program, &text_program].map(|program| program.why(&scene));
            assert_eq!(a.word, possible.then_some(chosen), "{written}");
            assert_eq!(a.to_string(), b.to_string(), "{written}");
        }
    }
}

#[test]
fn the_layout() {
    let named = |condition: &str, yes, no| {
        let condition = words().condition(condition).unwrap();
        Strategy::Ask(condition, Box::new(yes), Box::new(no))
    };
    let play = |name: &str| Strategy::Play(words().maneuver(name).unwrap());
    let inner = named(
        "possible_protection_of_rook_with_opposition",
        play("control_line_between_kings"),
        play("lateral_move"),
    );
    let inner = named("king_on_edge", inner, play("lateral_check"));
    let tree = named(
        "kings_in_opposition",
        inner,
        named(
            "threatened_rook",
            play("protect_rook"),
            play("lateral_move"),
        ),
    );
    assert_eq!(
        text::clause(&tree, words()),
        "\
strategy(Pos, Move) :-
    (   kings_in_opposition(Pos) ->
        (   king_on_edge(Pos) ->
            (   possible_protection_of_rook_with_opposition(Pos) ->
                    control_line_between_kings(Pos, Move)
            ;   lateral_move(Pos, Move)
            )
        ;   lateral_check(Pos, Move)
        )
    ;   threatened_rook(Pos) -> protect_rook(Pos, Move)
    ;   lateral_move(Pos, Move)
    ).
"
    );
    assert_eq!(
        text::clause(&play("lateral_check"), words()),
        "strategy(Pos, Move) :-\n    lateral_check(Pos, Move).\n"
    );
}

#[test]
fn clauses_mean_what_they_mean_in_prolog() {
    // In d6 d8 h1: opposition and the edge hold, the rook is neither threatened nor protected.
    let yes = "kings_in_opposition(P)";
    let no = "threatened_rook(P)";
    let check = "because([kings_in_opposition],lateral_check)";
    for (body, expected) in [
        (format!("{yes}, lateral_check(P,M)"), check),
        (
            format!("( {yes} -> lateral_check(P,M) ; lateral_move(P,M) )"),
            check,
        ),
        (
            format!("( {yes}, lateral_check(P,M) | lateral_move(P,M) )"),
            check,
        ),
        (
            format!("( {no} -> lateral_check(P,M) ; lateral_move(P,M) )"),
            "because([\\+threatened_rook],lateral_move)",
        ),
        // Without an else it fails.
        (
            format!("( {no} -> lateral_check(P,M) )"),
            "because([\\+threatened_rook],none)",
        ),
        // The condition of an if-then-else has one solution, a disjunction all.
        (
            format!("( ( {yes} ; {yes} ) -> {no} ; lateral_check(P,M) )"),
            "because([kings_in_opposition,\\+threatened_rook],none)",
        ),
        (
            format!("( {yes}, {no} ; lateral_check(P,M) )"),
            "because([kings_in_opposition,\\+threatened_rook],lateral_check)",
        ),
        // A cut gives up the alternatives around it, and the other clauses.
        (
            format!("( {yes}, !, {no} ; lateral_check(P,M) ).\nstrategy(P,M) :- lateral_move(P,M)"),
            "because([kings_in_opposition,\\+threatened_rook],none)",
        ),
        (
            format!("{no}.\nstrategy(P,M) :- {yes}, !, lateral_check(P,M).\nstrategy(_,_) :- true"),
            "because([\\+threatened_rook,kings_in_opposition],lateral_check)",
        ),
        // But not out of a condition or a negation.
        (
            format!("( {no} ; \\+ ( {yes}, !, fail ), lateral_check(P,M) )"),
            "because([\\+threatened_rook,kings_in_opposition],lateral_check)",
        ),
        (
            format!("( ( {yes}, ! ) -> fail ; true ).\nstrategy(P,M) :- lateral_check(P,M)"),
            check,
        ),
        (
            format!("{yes} -> \\+ {no}, lateral_check(P,M) ; fail"),
            "because([kings_in_opposition,\\+threatened_rook],lateral_check)",
        ),
        (format!("\\+ \\+ {yes}, lateral_check(P,M)"), check),
        (
            format!("\\+({no}), {yes}, lateral_check(P,M)"),
            "because([\\+threatened_rook,kings_in_opposition],lateral_check)",
        ),
        // A move that is bound has to be the same.
        (
            "( lateral_check(P,M), lateral_move(P,M) ; lateral_check(P,M), lateral_check(P,M) )"
                .to_owned(),
            "because([],lateral_check)",
        ),
        // Other variables are no answer.
        (
            "lateral_check(P,_)".to_owned(),
            "because([lateral_check],none)",
        ),
        (
            "lateral_check(P,N), lateral_move(P,M), \\+ lateral_move(P,N)".to_owned(),
            "because([lateral_check,lateral_move],lateral_move)",
        ),
        ("true".to_owned(), "because([],none)"),
    ] {
        let text = format!("strategy(P,M) :- {body}.");
        assert_eq!(why(&text), expected, "{text}");
    }
}

#[test]
fn what_a_file_may_have_besides() {
    let text = "\
% A strategy.
:- use_module(library(lists)).
:- dynamic(strategy/2).
ending(krk). /* here */
helper(X) :- X = [a|_], \\+ X == \"b\".
strategy(Here, There) :- % opposition
    'kings_in_opposition'(Here), lateral_check( Here,There ).

?- strategy(\"8/8/8/8/8/8/8/8 w - - 0 1\", M).
   error(_, _).
strategy(P,M):-lateral_move(P,M).
";
    assert_eq!(why(text), "because([kings_in_opposition],lateral_check)");
}

#[test]
fn what_prolog_has_to_run_and_what_is_wrong() {
    let report = |text: &str, ending: Option<&str>| {
        let ending = ending.map(|name| name.parse().unwrap());
        match read("a.pl", text, ending) {
            Ok(Reading::Program(_)) => "a program".to_owned(),
            Ok(Reading::Other(why)) => format!("{:?} {why}", why.ending),
            Err(wrong) => format!("wrong: {wrong}"),
        }
    };
    for (text, ending, expected) in [
        (
            "strategy(P,M) :- king_on_edge(P),\n  best_move(P,M).",
            Some("krk"),
            "Some(KRK) a.pl:2:3: `best_move` is no word of the vocabulary of KRK",
        ),
        (
            "ending(krk). strategy(P,M) :- king_on_edg(P), lateral_move(P,M).",
            None,
            "Some(KRK) a.pl:1:31: `king_on_edg` is no word of the vocabulary of KRK; \
             did you mean `king_on_edge`?",
        ),
        (
            "strategy(P,M) :- lateral_move(P,M).\nlateral_move(_,move(a1,a2,none)).",
            None,
            "Some(KRK) a.pl:2:1: `lateral_move` is defined anew",
        ),
        (
            "strategy(P,M) :- king_on_edge(Q), lateral_move(P,M).",
            None,
            "Some(KRK) a.pl:1:31: expected the head's position, `P`, found `Q`",
        ),
        (
            "strategy(P,move(a1,a2,none)) :- king_on_edge(P).",
            Some("krk"),
            "Some(KRK) a.pl:1:12: expected a variable for the move, found `move(a1,a2,none)`",
        ),
        (
            "strategy(P,M) :- king_on_edge(P,M).",
            Some("krk"),
            "Some(KRK) a.pl:1:18: expected one argument, since `king_on_edge` is a condition, found \
             `king_on_edge(P,M)`",
        ),
        (
            "strategy(P,M) :- M = move(a1,a2,none).",
            None,
            "Some(KRK) a.pl:1:18: `=` is no word of the vocabulary of KRK",
        ),
        (
            "strategy(P,M,_) :- lateral_move(P,M).",
            None,
            "Some(KRK) a.pl:1:1: expected two arguments, since it is strategy/2, found \
             `strategy(P,M,_)`",
        ),
        (
            ":- op(700, xfx, ===>).\nstrategy(P,M) :- king_on_edge(P), lateral_move(P,M).",
            None,
            "Some(KRK) a.pl:1:4: only Prolog can run the directive `op`",
        ),
        (
            ":- consult(other).",
            None,
            "None a.pl:1:4: only Prolog can run the directive `consult`",
        ),
        (
            "strategy(P,M) :- lateral_move(P,M).",
            Some("kpk"),
            "Some(KPK) a.pl:1:1: there are no words for KPK",
        ),
        (
            "strategy(P,M) :- king_on_edge(P), best_move(P,M).",
            None,
            "wrong: a.pl: its words are those of several endings (krk, kqk, kbbk, kbnk); \
             expected --ending krk, or a fact in it that names one, such as ending(krk).",
        ),
        (
            "strategy(P,M) :- king_on_edge(P), best_move(P,M). king_on_edge(_).",
            None,
            "Some(KRK) a.pl:1:51: `king_on_edge` is defined anew",
        ),
        (
            "strategy(P,M) :- lateral_move(P,M), save_piece(P,M).",
            None,
            "None ",
        ),
        ("strategy(P,M) :- fail.", None, "a program"),
        (
            "ending(krk).\nstrategy(P,M) :- lateral_move(P,M).",
            Some("kqk"),
            "wrong: a.pl:1:1: the strategy is for KRK, expected one for KQK",
        ),
        (
            "ending(krk). ending(kqk).\nstrategy(P,M) :- lateral_move(P,M).",
            None,
            "wrong: a.pl:1:14: the strategy is for KRK and for KQK",
        ),
        (
            "ending(kk).",
            None,
            "wrong: a.pl:1:1: unknown ending `kk`: expected a king and one or two pieces against a \
             king, such as krk, kqk, kpk, kbbk or kbnk",
        ),
        (
            "plan(P,M) :- lateral_move(P,M).",
            None,
            "wrong: a.pl: there is no strategy in it; expected clauses such as strategy(Pos, Move) \
             :- king_on_edge(Pos), lateral_check(Pos, Move).",
        ),
        (
            "",
            None,
            "wrong: a.pl: there is no strategy in it; expected clauses such as strategy(Pos, Move) \
             :- king_on_edge(Pos), lateral_check(Pos, Move).",
        ),
        (
            "strategy(P,M) :-\n  king_on_edge(P) lateral_move(P,M).",
            None,
            "wrong: a.pl:2:19: unexpected `lateral_move`: an operator, a comma or the end of the \
             clause is expected after `)`",
        ),
        (
            "strategy(P,M) :- ( lateral_move(P,M).",
            None,
            "wrong: a.pl:1:18: `(` is never closed (`)` is expected before the full stop in line 1)",
        ),
        ("strategy(P,M) :- lateral_move(P,M)", None, "wrong: a.pl:1:"),
        ("strategy(P,M) :- 'a", None, "wrong: a.pl:1:18"),
    ] {
        let reported = report(text, ending);
        match expected.ends_with([':', ' ', '8']) {
            true => assert!(reported.starts_with(expected), "{text}\n{reported}"),
            false => assert_eq!(reported, expected, "{text}"),
        }
    }
    let deep = |text: &str, depth| {
        format!(
            "strategy(P,M) :- {}true{}.",
            text.repeat(depth),
            ")".repeat(depth)
        )
    };
    assert_eq!(report(&deep("(", 1_500), None), "a program");
    assert!(report(&deep("f(", 1_500), None).contains("only Prolog can read terms"));
    // Not even Prolog is to read these.
    let place = "expected at most 2000 brackets or negations within each other, found more";
    for (text, expected) in [
        (deep("(", 100_000), format!("wrong: a.pl:1:2018: {place}")),
        (
            deep("\\+f(", 100_000),
            format!("wrong: a.pl:1:8021: {place}"),
        ),
        (
            format!("strategy(P,M) :- {} true.", "\\+ ".repeat(100_000)),
            format!("wrong: a.pl:1:6018: {place}"),
        ),
    ] {
        assert_eq!(report(&text, None), expected);
    }
}

#[test]
fn a_long_file_is_no_problem() {
    let clause = "strategy(P,M) :- ( threatened_rook(P) -> fail ; \\+ protected_rook(P), fail ).\n";
    let text = clause.repeat(20_000) + "strategy(P,M) :- lateral_check(P,M).";
    let Why { word, asked, .. } = program(&text).why(&scene(["d6", "d8", "h1"]));
    assert_eq!((word, asked.len()), (words().maneuver("lateral_check"), 2));
}
