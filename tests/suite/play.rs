//! `chesslog play` as a game of chess: moves and questions, a mate, strategies of one's own, games that are kept and go on; bad
//! input.

use std::fs;

use super::cli::{empty, typed};

/// White lets himself be mated at once.
const FOOL: &str = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2";

#[test]
fn a_game() {
    let folder = empty("play_chess");
    let play = |arguments: &[&str], input: &str| {
        typed(
            &folder,
            &[&["play", "--elo", "1250"], arguments].concat(),
            input,
        )
    };
    let start = "4k3/pppp1ppp/8/8/8/8/PPPP1PPP/4K2R w K - 0 1";
    assert_snapshot!(
        [
            play(&[], "foo\nhelp\ne4\nundo\nd4\nquit\n"),
            play(&["--fen", start], "0-0\nmoves\n"),
            play(&["--fen", FOOL, "--first", "it"], ""),
            play(&["--fen", FOOL], "Qh4\n"),
        ]
        .join("\n")
    );
}

#[test]
fn a_strategy_moves_first() {
    let folder = empty("play_strategy");
    let rule = "strategy(Pos, Move) :- tactic(Pos, fork, Move, _).\n";
    fs::write(folder.join("forks.pl"), rule).unwrap();
    let fen = "r3k3/pp6/8/1N6/8/8/PP6/4K3 w - - 0 1";
    let arguments = [
        "play",
        "--strategy",
        "forks.pl",
        "--first",
        "it",
        "--fen",
        fen,
    ];
    let played = typed(&folder, &arguments, "quit\n");
    assert!(
        played.contains("Where forks.pl has a move, I play that.\n"),
        "{played}"
    );
    assert!(played.contains("\n    forks.pl"), "{played}");
}

/// What was said of moves stays with the game that goes on.
#[test]
fn games_are_kept_and_go_on() {
    let folder = empty("play_saved");
    let saved = ["play", "--elo", "1250", "--save", "games.pgn"];
    let played = typed(&folder, &saved, "e4\nquit\n");
    assert!(
        played.ends_with("The game is not over.\nThe game is in games.pgn.\nexit status 0\n"),
        "{played}"
    );
    let first = fs::read_to_string(folder.join("games.pgn")).unwrap();
    let (_, moves) = first.split_once("\n\n").unwrap();
    assert!(
        first.contains("[White \"Player\"]\n[Black \"Chesslog\"]\n"),
        "{first}"
    );
    assert!(
        moves.starts_with("1. e4 ") && moves.contains('{'),
        "{first}"
    );
    let on = [&saved[..], &["--from", "games.pgn"]].concat();
    let played = typed(&folder, &on, "quit\n");
    assert!(played.contains("You are white.\n"), "{played}");
    let both = fs::read_to_string(folder.join("games.pgn")).unwrap();
    assert_eq!(both.matches(moves.trim()).count(), 2, "{both}");
    // The other side of it.
    let other = [&saved[..3], &["--from", "games.pgn", "--first", "it"]].concat();
    let played = typed(&folder, &other, "quit\n");
    assert!(
        played.contains("You are black.\n") && played.contains("\nI play "),
        "{played}"
    );
}

#[test]
fn what_is_refused() {
    let folder = empty("play_refused");
    fs::write(folder.join("none.pgn"), "").unwrap();
    fs::write(folder.join("broken.pgn"), "1. e4 e5 2. Ke3 *\n").unwrap();
    fs::write(folder.join("no.pl"), "plan(_, _).\n").unwrap();
    let play = |arguments: &[&str]| typed(&folder, &[&["play"], arguments].concat(), "");
    assert_snapshot!(
        [
            play(&["--game", "oxo", "--fen", FOOL]),
            play(&["--game", "oxo", "--elo", "1500"]),
            play(&["--elo", "3000"]),
            play(&["--learner", "q"]),
            play(&["--game", "chess", "--learner", "q"]),
            play(&["--side", "attacker"]),
            play(&["--fen", "8/8"]),
            play(&["--from", "none.pgn"]),
            play(&["--from", "missing.pgn"]),
            play(&["--from", "broken.pgn"]),
            play(&["--strategy", "no.pl"]),
            play(&["--endgame", "krk", "--elo", "1500"]),
        ]
        .join("\n")
    );
}
