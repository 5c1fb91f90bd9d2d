//! Strategies for endings: asked at the prompt, read from files, played against.

use std::{fs, path::PathBuf};

use chesslog::{
    chess::Position,
    endgame::{
        Ending, Turn, index,
        strategy::read::{Reading, read},
        view::{self, EndingView},
    },
    engine::Engine,
    random::Random,
    term::quoted_text,
};

use super::{
    cli::{scratch, typed},
    data,
};

/// Over the words of the ending, in clauses and alternatives.
const WORDS: &str = "\
ending(krk).

strategy(Pos, Move) :-
    king_on_edge(Pos),
    (   kings_in_opposition(Pos), lateral_check(Pos, Move), !
    ;   \\+ one_empty_field(Pos), \\+ threatened_rook(Pos) ->
        (   possible_lateral_check(Pos) -> lateral_move(Pos, Move)
        ;   nearly_opposition(Pos, Move)
        )
    ).
strategy(Pos, Move) :-
    threatened_rook(Pos),
    !,
    (   possible_protection_of_rook(Pos) -> protect_rook(Pos, Move)
    ;   lateral_move(Pos, Move)
    ).
strategy(Pos, Move) :-
    (   control_of_line_between_kings(Pos) -> control_escape_line(Pos, Move)
    ;   fail
    ).
strategy(Pos, Move) :- control_line_between_kings(Pos, Move).
";

/// Over other predicates, too.
const OTHERS: &str = "\
strategy(Pos, Move) :-
    (   far(Pos, 3) -> closest(Pos, Move)
    ;   king_on_edge(Pos), member(Move, [move(a1,a8,none)]) -> true
    ;   Best = best, call(Best, Pos, Move)
    ).

far(Pos, N) :- king_square(white, W, Pos), king_square(black, B, Pos), distance(W, B, D), D > N.
closest(Pos, Move) :- best_move(Pos, Move).
best(Pos, Move) :- perfect_reply(Pos, Move).
";

/// A folder in which the table of the ending has been made: making it may take long enough to be reported.
fn prepared(name: &str) -> PathBuf {
    let folder = scratch(name);
    typed(&folder, &["tables", "krk", "krrk"], "");
    folder
}

/// A random position of the ending, in any image, with either side as the attacker.
fn random_position(random: &mut Random) -> Position {
    loop {
        let number = random.below(index::size(&Ending::KRK) as u64) as u32;
        let at = index::placement(number, &Ending::KRK);
        let symmetry = index::Symmetry::ALL[random.below(8) as usize];
        let side = shakmaty::Color::ALL[random.below(2) as usize];
        let at = symmetry.of(&at, &Ending::KRK);
        if let Some(position) = view::position(&at, &Ending::KRK, Turn::Attacker, side) {
            return position;
        }
    }
}

#[test]
fn a_strategy_is_the_same_in_prolog() {
    let mut engine = Engine::in_thread().unwrap();
    data::load(&mut engine, "words.pl", WORDS);
    let Ok(Reading::Program(program)) = read("words.pl", WORDS, None) else {
        panic!("no program");
    };
    let mut random = Random::new(5);
    let mut moved = 0;
    for _ in 0..60 {
        let position = random_position(&mut random);
        let view = EndingView::of(&position).unwrap();
        let why = program.why(&view.scene());
        let fen = quoted_text(position.fen());
        // In one text, as terms that can be compared.
        let expected = match why.word {
            None => "none".to_owned(),
            Some(word) => {
                moved += 1;
                let after = (program.vocabulary.moves[word].find)(&view.scene()).unwrap();
                let term = view.move_to(&after).unwrap();
                format!("move({},{},none)-{why}", term.from, term.to)
            }
        };
        let query = format!(
            "Expected = ({expected}), ( strategy({fen}, M0) -> true ; M0 = none ), \
             ( strategy_move({fen}, M, R) -> Found = M-R ; Found = none ), \
             ( Found = M1-_ -> true ; M1 = none ), \
             ( Expected == Found, M0 == M1 -> Same = yes ; Same = no(Found, M0) )."
        );
        assert_eq!(
            data::value(&mut engine, &query, "Same"),
            "yes",
            "{fen}: {expected}"
        );
    }
    assert!(moved > 40, "{moved}");
}

#[test]
fn conditions_and_moves_of_ones_own() {
    let mut engine = Engine::in_thread().unwrap();
    data::load(&mut engine, "others.pl", OTHERS);
    for (fen, expected) in [
        ("8/8/8/7k/8/8/8/K5R1 w - - 0 1", "because([far(3)],closest)"),
        (
            "3k4/8/3K4/8/8/8/8/R7 w - - 0 1",
            "because([\\+far(3),king_on_edge],given)",
        ),
        (
            "8/8/8/3k4/8/3K4/8/R7 w - - 0 1",
            "because([\\+far(3),\\+king_on_edge],best)",
        ),
    ] {
        let query = format!("strategy_move(\"{fen}\", M, R).");
        assert_eq!(data::value(&mut engine, &query, "R"), expected, "{fen}");
    }
    // Trees and names, and a strategy that asks another one.
    data::load(
        &mut engine,
        "more.pl",
        "plan(P, M) :- asks(P), \\+ threatened_rook(P), lateral_check(P, M).\n\
         asks(P) :- strategy_move(lateral_check, P, _, R), R == because([],lateral_check).\n\
         stuck(P, M) :- kings_in_opposition(P), throw(P-M).\n",
    );
    let fen = "\"3k4/8/3K4/8/8/8/8/7R w - - 0 1\"";
    let mut reason = |strategy: &str| {
        let query = format!("( strategy_move({strategy}, {fen}, M, R) -> true ; R = none ).");
        data::value(&mut engine, &query, "R")
    };
    assert_eq!(
        reason("plan"),
        "because([asks,\\+threatened_rook],lateral_check)"
    );
    assert_eq!(
        reason("if(threatened_rook,lateral_check,protect_rook)"),
        "none"
    );
    assert_eq!(
        reason("if(protected_rook,protect_rook,if(asks,plan,fail))"),
        "because([\\+protected_rook,asks],plan)"
    );
    // Where it is not the attacker's turn.
    for strategy in ["plan, ", ""] {
        let query = format!(
            "catch(strategy_move({strategy}\"3k4/8/3K4/8/8/8/8/7R b - - 0 1\", _, _), \
             error(domain_error(D, _), _), true)."
        );
        assert_eq!(
            data::value(&mut engine, &query, "D"),
            "ending_position_with_attacker_to_move"
        );
    }
    let caught =
        format!("catch(strategy_move(stuck, {fen}, _, _), _-_, true), strategy_move({fen}, _, R).");
    assert_eq!(
        data::value(&mut engine, &caught, "R"),
        "because([\\+far(3),king_on_edge],given)"
    );
}

#[test]
fn a_person_defends_and_attacks() {
    let folder = prepared("strategies_play");
    fs::write(folder.join("check.pl"), "strategy(P, M) :-\n    ( kings_in_opposition(P) -> lateral_check(P, M) ; protect_rook(P, M) ).\n").unwrap();
    fs::write(
        folder.join("best.pl"),
        "strategy(P, M) :- ( king_on_edge(P) -> best_move(P, M) ; perfect_reply(P, M) ).\n",
    )
    .unwrap();
    fs::write(
        folder.join("plain.pl"),
        "strategy(P, M) :-\n    write(P), nl, king_on_edge(P), \\+ in_check(white, P),\n    \
         findall(F-T, legal_move(F, T, P), [_,From-To|_]), M = move(From,To,none).\n",
    )
    .unwrap();
    let defend = |strategy: &str, fen: &str, input: &str| {
        let arguments = [
            "play",
            "--endgame",
            "krk",
            "--strategy",
            strategy,
            "--fen",
            fen,
        ];
        typed(&folder, &arguments, input)
    };
    let mut reported = vec![
        // Over the words; from black's turn, and black attacks.
        defend("check.pl", "8/8/8/8/8/3k4/8/2K4r w - - 0 1", "help\n"),
        defend(
            "check.pl",
            "2k5/8/3K4/8/8/8/8/7R b - - 0 1",
            "moves\ndtm\nhint\nKb9\nKd8\n",
        ),
        defend("check.pl", "8/8/8/4k3/4R3/8/8/7K b - - 0 1", "Kxe4\n"),
        defend("check.pl", "8/8/8/4k3/8/8/8/R6K w - - 0 1", ""),
        // In Prolog.
        defend(
            "best.pl",
            "3k4/8/8/3K4/8/8/8/7R b - - 98 80",
            "undo\nKe8\nundo\nKc8\nquit\n",
        ),
        defend("best.pl", "1k6/8/1K6/8/8/8/8/R7 b - - 0 1", "Kc8\n"),
        // What is no condition is no reason, and what is printed is seen.
        defend("plain.pl", "3k4/8/3K4/8/8/8/8/7R w - - 0 1", ""),
    ];
    let attack = ["play", "--endgame", "krk", "--side", "attacker", "--fen"];
    let attack =
        |fen: &'static str, input: &str| typed(&folder, &[&attack[..], &[fen]].concat(), input);
    reported.push(attack("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a7\nRa8#\nRa8\n"));
    reported.push(attack("k7/8/K7/8/8/8/8/7R w - - 0 1", "dtm\nRb1\n"));
    reported.push(attack("8/8/8/8/8/2k5/4r3/K7 b - - 0 1", "Rb2\n"));
    reported.push(typed(
        &folder,
        &[
            "play",
            "--endgame",
            "krrk",
            "--side",
            "attacker",
            "--fen",
            "R7/8/8/1k6/8/8/8/R3K3 w - - 0 1",
        ],
        "Ra4\nKe3\nfoo\nke2\n",
    ));
    assert_snapshot!(reported.join("\n"));
}

#[test]
fn the_same_seed_is_the_same_position() {
    let folder = prepared("strategies_seed");
    let played = |seed: &str| {
        typed(
            &folder,
            &["play", "--endgame", "krk", "--seed", seed],
            "quit\n",
        )
    };
    let (first, again, other) = (played("4"), played("4"), played("5"));
    assert_eq!(first, again);
    assert_ne!(first, other);
    assert!(
        first.starts_with(
            "$ chesslog play --endgame krk --seed 4\n\
             I play the strategy for KRK that comes with Chesslog (kb/strategies/krk.pl).\n"
        ),
        "{first}"
    );
    assert!(
        first.ends_with("The game is not over.\nexit status 0\n"),
        "{first}"
    );
}

/// Where no strategy comes with the program, the tables move.
#[test]
fn endings_without_a_strategy_are_played_by_the_tables() {
    let folder = crate::cli::empty("strategies_tables");
    let start = [
        "play",
        "--endgame",
        "kpk",
        "--fen",
        "4k3/8/3K4/4P3/8/8/8/8 b - - 0 1",
    ];
    let played = typed(&folder, &start, "Kd8\nquit\n");
    assert!(
        played.contains("I play what mates soonest, by the tables.\n"),
        "{played}"
    );
    assert!(played.contains("No move mates sooner."), "{played}");
}

/// A game is kept with the reasons, and another one begins where it came to the ending.
#[test]
fn games_are_saved_and_gone_on_with() {
    let folder = crate::cli::empty("strategies_saved");
    let fen = "7k/8/K7/8/8/3R4/8/8 w - - 0 1";
    let play = ["play", "--endgame", "krk"];
    let save = ["--fen", fen, "--save", "games.pgn"];
    for _ in 0..2 {
        let played = typed(&folder, &[&play[..], &save].concat(), "Kh7\nundo\nquit\n");
        assert!(played.contains("The game is in games.pgn.\n"), "{played}");
    }
    let text = fs::read_to_string(folder.join("games.pgn")).unwrap();
    assert_eq!(text.matches("[White \"Chesslog\"]").count(), 2, "{text}");
    assert!(
        text.contains("1. Rg3 {Are the kings in front of each other"),
        "{text}"
    );
    assert!(text.ends_with("(control_escape_line)} *\n\n"), "{text}");
    let from = |file: &str| typed(&folder, &[&play[..], &["--from", file]].concat(), "");
    assert!(from("games.pgn").contains("I play Rg3."));
    fs::write(folder.join("none.pgn"), "1. e4 e5 *\n").unwrap();
    let refused = from("none.pgn");
    let expected =
        "error: none.pgn: no game comes to king and rook against a bare king\nexit status 2\n";
    assert!(refused.ends_with(expected), "{refused}");
}

#[test]
fn what_is_refused() {
    let folder = prepared("strategies_refused");
    for (name, text) in [
        (
            "wrong.pl",
            "strategy(P, M) :-\n    king_on_edge(P) lateral_check(P, M).\n",
        ),
        ("none.pl", "plan(P, M) :- lateral_check(P, M).\n"),
        (
            "kqk.pl",
            "ending(kqk).\nstrategy(P, M) :- lateral_check(P, M).\n",
        ),
        ("typo.pl", "strategy(P, M) :- lateral_chek(P, M).\n"),
        ("illegal.pl", "strategy(_, move(a1,b3,none)).\n"),
        ("no_move.pl", "strategy(_, rook).\n"),
        ("unbound.pl", "strategy(P, _) :- format(\"~s~n\", [P]).\n"),
        ("loop.pl", "strategy(P, M) :- strategy(P, M).\n"),
    ] {
        fs::write(folder.join(name), text).unwrap();
    }
    let fen = "8/8/8/3k4/8/8/8/R3K3 w - - 0 1";
    let play = |arguments: &[&str]| typed(&folder, &[&["play"], arguments].concat(), "");
    let krk = |arguments: &[&str]| play(&[&["--endgame", "krk"], arguments].concat());
    let mut reported = vec![
        play(&["--endgame", "kk"]),
        play(&["--fen", fen, "--game", "oxo"]),
        play(&["--endgame", "krk", "--game", "oxo"]),
        krk(&["--side", "black"]),
        krk(&["--fen", "nonsense"]),
        krk(&["--fen", "8/8/8/3k4/8/8/8/Q3K3 w - - 0 1"]),
        krk(&["--fen", "8/8/8/3k4/8/8/8/R3K3 w Q - 0 1"]),
        krk(&["--fen", "8/8/8/3k4/8/8/8/4K3 w - - 0 1"]),
        krk(&["--strategy", "missing.pl"]),
    ];
    for name in [
        "wrong", "none", "kqk", "typo", "illegal", "no_move", "unbound", "loop",
    ] {
        reported.push(krk(&["--fen", fen, "--strategy", &format!("{name}.pl")]));
    }
    assert_snapshot!(reported.join("\n"));
}
