//! Games: the rules in Prolog are the native ones, and a user's game becomes a graph.

use std::fs;

use super::data;
use chesslog::{
    engine::Limits,
    games::{self, Graph, asked::MOST_STATES},
    session::{Session, game, prover::ProofLimits},
};

/// The game that a Prolog text defines.
fn defined(name: &str, text: &str, limits: ProofLimits, most: usize) -> Result<Graph, String> {
    let folder = std::env::temp_dir().join(format!("chesslog-games-{}-{name}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join(format!("{name}.pl"));
    fs::write(&file, text).unwrap();
    let session = Session::new(data::spawn(), Limits::default());
    let graph = game::load(&file, session, limits, most, |_| {}, |_, _| {});
    _ = fs::remove_dir_all(&folder);
    graph.map_err(|why| why.replace(&format!("{}/", folder.display()), ""))
}

#[test]
fn the_rules_in_prolog_are_the_native_ones() {
    for name in games::NAMES {
        let native = games::named(name).unwrap();
        let text = format!(":- use_module(library({name})).\n");
        let prolog = defined(name, &text, ProofLimits::default(), MOST_STATES).unwrap();
        assert_eq!(prolog.name, name);
        assert_eq!(prolog.starts, native.starts);
        let known = prolog.len();
        assert_eq!(prolog.texts, native.texts[..known]);
        for state in 0..known as u32 {
            assert_eq!(prolog.moves(state), native.moves(state));
        }
        assert_eq!(prolog.won, native.won[..known]);
        assert_eq!(prolog.drawn, native.drawn[..known]);
        assert_eq!(prolog.value, native.value[..known]);
        assert_eq!(prolog.reply, native.reply[..known]);
    }
}

/// One heap: take one or two; who takes the last has won.
const NIM: &str = "
    initial(heap(7)).
    move(heap(N), heap(M)) :- member(Take, [1,2,1]), N >= Take, M is N - Take.
    won(heap(0)).
    drawn(_) :- false.
";

#[test]
fn a_game_of_ones_own_is_played() {
    let nim = defined("nim", NIM, ProofLimits::default(), MOST_STATES).unwrap();
    assert_eq!(
        (nim.name.as_str(), nim.len(), nim.starts.len()),
        ("nim", 8, 1)
    );
    let start = nim.starts[0];
    assert_eq!((nim.value[0], nim.plies[0]), (1, 5));
    assert_eq!(nim.texts[nim.reply[0] as usize], "heap(6)");
    // It has no board: states are drawn as texts, moves have numbers.
    assert_eq!(nim.draw(start), "heap(7)\n");
    assert_eq!(nim.move_names(start), ["1", "2"]);
    assert_eq!(nim.parse_move(start, "2"), Ok(nim.moves(start)[1]));
}

#[test]
fn what_is_no_game_is_refused() {
    let limits = ProofLimits {
        inferences: 1000,
        answers: Some(100),
    };
    let rest = "won(0). drawn(_) :- false.";
    let errors = [
        ("no_move", format!("initial(s). {rest}")),
        ("no_drawn", "initial(s). move(s, t). won(t).".to_owned()),
        (
            "no_start",
            format!("initial(_) :- false. move(s, t). {rest}"),
        ),
        ("open", format!("initial(f(_)). move(s, t). {rest}")),
        ("open_move", format!("initial(s). move(s, t(_)). {rest}")),
        (
            "circle",
            format!("initial(a). move(a, b). move(b, c). move(c, b). {rest}"),
        ),
        (
            "large",
            format!("initial(1). move(N, M) :- M is N + 1. {rest}"),
        ),
        (
            "endless",
            format!("initial(s). move(s, X) :- move(s, X). {rest}"),
        ),
        (
            "many",
            format!("initial(N) :- between(1, 101, N). move(s, t). {rest}"),
        ),
        (
            "raises",
            format!("initial(s). move(S, T) :- T is S + 1. {rest}"),
        ),
        ("syntax", format!("initial(s). move(s t). {rest}")),
        ("halts", format!("initial(s). :- halt. move(s, t). {rest}")),
    ];
    let reported: Vec<String> = errors
        .iter()
        .map(|(name, text)| defined(name, text, limits, 500).unwrap_err())
        .collect();
    assert_snapshot!(reported.join("\n"));
}
