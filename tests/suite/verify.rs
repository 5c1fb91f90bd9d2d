//! `chesslog evolve verify`: strategies in Prolog and in words, proved; bad input.

use std::{collections::HashSet, fmt::Write as _, fs};

use chesslog::endgame::{
    Ending, Table,
    arena::NO_POSITION,
    failure::Policy,
    report::prove,
    space::{Board, PositionSpace},
};
use serde_json::Value;

use super::{
    cli::{run_in, scratch},
    data,
};

/// A tree of the words.
const TREE: &str = "\
ending(krk).
strategy(Pos, Move) :-
    (   kings_in_opposition(Pos) ->
        (   possible_lateral_check(Pos) -> lateral_check(Pos, Move)
        ;   lateral_move(Pos, Move)
        )
    ;   threatened_rook(Pos) -> lateral_move(Pos, Move)
    ;   control_of_line_between_kings(Pos) ->
        (   possible_control_of_escape_line(Pos) -> control_escape_line(Pos, Move)
        ;   kings_close_to_opposition(Pos) -> lateral_move(Pos, Move)
        ;   nearly_opposition(Pos, Move)
        )
    ;   control_line_between_kings(Pos, Move)
    ).
";

/// What the command says about a strategy, without the time that it took.
fn verify(name: &str, strategy: &str, arguments: &str) -> String {
    let folder = scratch("verify");
    let file = format!("{name}.pl");
    fs::write(folder.join(&file), strategy).unwrap();
    verified(&file, arguments)
}

fn verified(file: &str, arguments: &str) -> String {
    let mut words = vec!["evolve", "verify", file];
    words.extend(arguments.split_whitespace());
    let mut text = format!("$ chesslog {}\n", words.join(" "));
    for line in run_in(&scratch("verify"), &words).lines() {
        match line.starts_with("proved in ") {
            true => text += "proved in TIME\n",
            false => _ = writeln!(text, "{line}"),
        }
    }
    text
}

/// The same as JSON, without the time and the way of asking.
fn verified_as_json(file: &str, arguments: &str) -> Value {
    let arguments = format!("--format json {arguments}");
    let text = verified(file, &arguments);
    let line = text.lines().find(|line| line.starts_with('{'));
    let mut value: Value = serde_json::from_str(line.expect(&text)).unwrap();
    let object = value.as_object_mut().unwrap();
    object.remove("seconds");
    object.remove("asked");
    value
}

#[test]
fn help() {
    assert_snapshot!(verified("--help", ""));
}

#[test]
fn perfect_play_wins_everything() {
    let strategy = "strategy(Pos, Move) :- best_move(Pos, Move).\n";
    let text = verify("perfect", strategy, "--up-to-symmetry");
    assert!(text.contains("exit status 0"));
    assert_snapshot!(text);
}

/// Half a minute where there is other work to do.
#[test]
#[ignore = "asks Prolog about 175,168 positions"]
fn perfect_play_wins_everything_on_the_whole_board() {
    let strategy = "strategy(Pos, Move) :- best_move(Pos, Move).\n";
    fs::write(scratch("verify").join("whole.pl"), strategy).unwrap();
    let value = verified_as_json("whole.pl", "");
    assert_eq!(value["won"]["positions"], 175_168);
    assert_eq!(value["excess_moves"]["most"], 0);
    assert_eq!(value["moves"]["most"], 16);
}

/// Each way to fail, and files with all of them.
#[test]
fn failures_have_counterexamples() {
    let strategy = "\
strategy(Pos, _) :- piece_at(a1, Pos, white, king), piece_at(c3, Pos, white, rook), !, fail.
strategy(Pos, a1-h8) :- piece_at(a1, Pos, white, king), piece_at(c4, Pos, white, rook), !.
strategy(Pos, Move) :-
    king_square(white, K, Pos), piece_at(From, Pos, white, rook), distance(K, From, 2),
    legal_move(From, To, Pos), !,
    Move = move(From, To, none).
strategy(Pos, Move) :- best_move(Pos, Move).
";
    let folder = scratch("verify").join("failing.out");
    _ = fs::remove_dir_all(&folder);
    let text = verify(
        "failing",
        strategy,
        "--up-to-symmetry --show 2 --out failing.out",
    );
    assert!(text.contains("exit status 1"));
    assert_snapshot!(text);
    let report = fs::read_to_string(folder.join("report.json")).unwrap();
    let report: Value = serde_json::from_str(&report).unwrap();
    let failures = report["failures"].as_array().unwrap();
    let count = |of: &str| {
        let counts = failures.iter().map(|failure| &failure["count"][of]);
        counts.map(|count| count.as_u64().unwrap()).sum::<u64>()
    };
    let won = report["won"]["positions"].as_u64().unwrap();
    assert_eq!(won + count("positions"), 175_168);
    // A row for each, symmetric ones included, and no position twice.
    let rows = fs::read_to_string(folder.join("failures.csv")).unwrap();
    let fens = rows
        .lines()
        .skip(1)
        .map(|row| row.split(',').next().unwrap());
    let fens: HashSet<&str> = fens.collect();
    assert_eq!(fens.len() as u64, count("positions"));
    assert_eq!(rows.lines().count(), 1 + fens.len());
    let first: Vec<&str> = rows.lines().take(10).collect();
    assert_snapshot!("failures_csv", first.join("\n"));
}

/// This strategy treats images of a position differently.
#[test]
fn every_position_is_asked_about() {
    let strategy = "strategy(_, a1-a2).\n";
    assert_snapshot!(verify("whole_board", strategy, "--show 1"));
}

#[test]
fn strategies_in_words_need_no_prolog() {
    fs::write(scratch("verify").join("words.pl"), TREE).unwrap();
    let text = verified("words.pl", "");
    assert!(!text.contains("asked"), "{text}");
    let fast = verified_as_json("words.pl", "--show 5");
    assert_eq!(fast["ending"], "KRK");
    assert!(fast["share"].as_f64().unwrap() > 0.5);
    let slow = verified_as_json("words.pl", "--show 5 --in-prolog --up-to-symmetry");
    assert_eq!(fast, slow);
}

#[test]
fn what_is_wrong_is_said() {
    let folder = scratch("verify");
    _ = fs::create_dir(folder.join("folder.pl"));
    let mut text = verified("missing.pl", "");
    text += &verified("folder.pl", "");
    let best = "strategy(P, M) :- best_move(P, M).\n";
    let few = "--up-to-symmetry --show 1";
    for (name, strategy, arguments) in [
        ("empty", "", ""),
        ("other", "foo(a).\n", ""),
        ("syntax", "strategy(P, M) :- best_move(P, M.\n", ""),
        ("undefined", "strategy(P, M) :- my_move(P, M).\n", few),
        ("ending", best, "--ending krkk"),
        ("pawn", best, "--ending kpk"),
        ("knight", best, "--ending knk"),
        (
            "two_endings",
            "ending(kqk).\nstrategy(P, M) :- best_move(P, M).\n",
            "--ending krk",
        ),
        (
            "open",
            "strategy(P, move(a1, To, none)) :- X = To, nonvar(P), X = To.\n",
            few,
        ),
        ("word", "strategy(_, castle).\n", few),
        (
            "misspelt",
            "strategy(P, M) :- king_square(black, K, P), check(K, P, M).\n\
             check(a1, P, M) :- lateral_chek(P, M).\ncheck(_, P, M) :- best_move(P, M).\n",
            few,
        ),
        (
            "misspelt_own",
            "strategy(P, M) :- my_mov(P, M).\nmy_move(P, M) :- best_move(P, M).\n",
            few,
        ),
        ("loops", "strategy(P, M) :- strategy(P, M), true.\n", ""),
        (
            "loops_soon",
            "strategy(P, M) :- strategy(P, M), true.\n",
            "--inference-limit 200",
        ),
        (
            "raises",
            "strategy(P, M) :- one = X, L is X + 1, best_move(P, M), L > 0.\n",
            few,
        ),
        (
            "sometimes",
            "strategy(P, M) :- piece_at(a1, P, white, king), atom_length(M, _).\n\
             strategy(P, M) :- piece_at(b1, P, white, king), strategy(P, M), true.\n\
             strategy(P, M) :- best_move(P, M).\n",
            "--up-to-symmetry --show 1 --inference-limit 2000",
        ),
        (
            "several",
            "strategy(P, M) :- king_on_edge(P), best_move(P, M).\n",
            few,
        ),
        ("fails", "strategy(_, _) :- fail.\n", "--show 1"),
        ("nothing", "strategy(_, _) :- 1 =:= 2.\n", few),
        (
            "stops",
            ":- initialization(halt).\nstrategy(P, M) :- best_move(P, M).\n",
            "",
        ),
        (
            "sandboxed",
            ":- use_module(library(files)).\nstrategy(P, M) :- delete_file(\"a\"), best_move(P, M).\n",
            "--up-to-symmetry --show 1 --sandbox",
        ),
    ] {
        text += &verify(name, strategy, arguments);
    }
    fs::write(folder.join("taken"), "a file").unwrap();
    text += &verify("out", best, "--out taken/deeper");
    assert_snapshot!(text);
}

/// As many positions with each side to move, and the same mean, as in the tables of others.
#[test]
fn figures_are_those_of_gaviota() {
    let Some(folder) = data::folder("endgame") else {
        return;
    };
    for (name, file) in [("krk", "krk_dtm.csv.zst"), ("kqk", "kqk_dtm.csv.zst")] {
        let ending: Ending = name.parse().unwrap();
        let table = Table::make(ending, |_| unreachable!());
        let (mut attacked, mut defended, mut moves) = (0, 0, 0);
        for row in data::text(&folder.join(file)).lines().skip(1) {
            let fields: Vec<&str> = row.split(',').collect();
            match fields[3] {
                "w" => {
                    attacked += 1;
                    moves += fields[4].parse::<u64>().unwrap().div_ceil(2);
                }
                _ => defended += 1,
            }
        }
        for board in [Board::whole(&table), Board::up_to_symmetry(&table)] {
            let policy = Policy::of(&board, |at| {
                let placement = board.placement(at);
                let after = placement
                    .attacks(&ending)
                    .filter_map(|after| board.number(&after));
                let left =
                    |after: &u32| match board.value(chesslog::endgame::Turn::Defender, *after) {
                        Some(chesslog::endgame::Value::Mate(plies)) => plies,
                        _ => u8::MAX,
                    };
                after.min_by_key(left).unwrap_or(NO_POSITION)
            });
            let (_, _, report) = prove(&board, &policy);
            assert_eq!(report.attacked.positions, attacked);
            assert_eq!(report.defended.positions, defended);
            assert_eq!(report.won.positions, attacked);
            let mean = moves as f64 / attacked as f64;
            assert!((report.moves.mean(report.won).unwrap() - mean).abs() < 1e-9);
        }
    }
}
