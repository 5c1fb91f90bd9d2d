//! The predicates of which a text retracts clauses, as far as it names them.

use super::{Kind, Token, quoted::quoted_text};

/// The names of what `retract/1` is called with in a text, and `retractall/1` for a part of the clauses.
///
/// ```
/// use chesslog::syntax::{retracted, tokens};
///
/// let text = "next(X) :- retract(user:todo(X)). stop :- retract((rule(X) :- _)), retract(Any).
///     reset(P) :- retractall(seen(_, _)), retractall(place(P, _)).";
/// let names: Vec<_> = retracted(text, &tokens(text)).collect();
/// assert_eq!(names, ["todo", "rule", "place"]);
/// ```
pub fn retracted<'a>(text: &'a str, tokens: &'a [Token]) -> impl Iterator<Item = String> + 'a {
    let goals = tokens.windows(2).enumerate().filter(|(_, pair)| {
        matches!(pair[0].source(text), "retract" | "retractall") && pair[1].source(text) == "("
    });
    goals.filter_map(|(at, pair)| {
        let mut rest = &tokens[at + 2..];
        loop {
            rest = match rest {
                [open, rest @ ..] if open.source(text) == "(" => rest,
                [_, colon, rest @ ..] if colon.source(text) == ":" => rest,
                _ => break,
            };
        }
        let head = rest.first().filter(|head| head.kind == Kind::Atom)?;
        let all_of_it = rest[1..]
            .iter()
            .take_while(|token| token.source(text) != ")")
            .all(|token| matches!(token.source(text), "_" | "(" | ","));
        if all_of_it && pair[0].source(text) == "retractall" {
            return None;
        }
        let source = head.source(text);
        Some(match source.starts_with('\'') {
            true => quoted_text(source),
            false => source.to_owned(),
        })
    })
}
