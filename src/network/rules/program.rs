//! A list of rules as a Prolog program.

use std::fmt::Write as _;

use super::Rule;
use crate::network::input::Plane;

/// A clause of a list as Prolog text.
pub fn clause(number: usize, body: &str) -> String {
    format!("prefer({number}, S, P) :- {body}.")
}

/// The program of a list: `moves(S, P)`, its rules and its words. `header` is reported first, as a comment.
///
/// ```
/// use chesslog::network::rules::{PLANES, Rule, program::program};
///
/// let mates = Rule(vec![PLANES.index("mates_from").unwrap()]);
/// let text = program("A list of one rule.\n", &[mates]);
/// assert!(text.starts_with("% A list of one rule.\n%\n"));
/// assert!(text.contains("\nprefer(1, S, P) :- mates_from(S, P).\n"));
/// assert!(text.contains("\nmates_from(S, P) :- network_plane(S, mates_from, P).\n"));
/// ```
pub fn program(header: &str, rules: &[Rule]) -> String {
    let mut text = String::new();
    for line in header.lines() {
        _ = writeln!(text, "% {line}");
    }
    text = text
        .lines()
        .map(|line| format!("{}\n", line.trim_end()))
        .collect();
    text += "%\n% Each rule in turn keeps the pieces that it prefers, if any of those that are left is one: what is left in the end\n\
             % moves. S is a square, P a position.\n\n";
    for (number, rule) in (1..).zip(rules) {
        _ = writeln!(text, "{}", clause(number, &rule.to_string()));
    }
    _ = write!(
        text,
        "
% The piece on S moves in P.
moves(S, P) :-
    findall(M, network_plane(M, movable, P), Movable),
    kept(1, P, Movable, Left),
    member(S, Left).

% What the rules from number N on keep.
kept(N, P, Squares, Left) :-
    (   N > {} -> Left = Squares
    ;   findall(S, (member(S, Squares), prefer(N, S, P)), Preferred),
        (   Preferred = [] -> Kept = Squares
        ;   Kept = Preferred
        ),
        Next is N + 1,
        kept(Next, P, Kept, Left)
    ).

% The words: planes that the network sees, on the board as it stands.
",
        rules.len()
    );
    let mut words: Vec<Plane> = rules.iter().flat_map(Rule::planes).collect();
    words.sort_by_key(|plane| plane.name);
    words.dedup();
    for Plane { name, meaning } in words {
        _ = write!(
            text,
            "\n% {meaning}\n{name}(S, P) :- network_plane(S, {name}, P).\n"
        );
    }
    text
}
