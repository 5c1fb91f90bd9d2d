//! Reasons of moves, in words for the other player.

use super::{
    dependent::Named,
    program::ChosenMove,
    theory::{Body, Definition, Fluent, MOVE, Theory},
};
use crate::games::State;

/// Why a predicate is true of a move: what its clauses ask of the state after it.
pub fn reasons(
    theory: &Theory<'_>,
    predicates: &Named,
    from: State,
    choice: &ChosenMove,
) -> String {
    let proof = theory.proof(choice.definition, from, choice.to);
    let mut said: Vec<String> = Vec::new();
    let mut wins: Vec<usize> = Vec::new();
    for body in proof.unwrap_or_default() {
        let reason = match body {
            Body::Postcond(_, Fluent::Won) => "it wins".to_owned(),
            Body::Postcond(_, Fluent::Drawn) => "it draws".to_owned(),
            Body::Unless(_, Fluent::Won) => "it does not win".to_owned(),
            Body::Unless(_, Fluent::Drawn) => "it does not draw".to_owned(),
            Body::Negation(_, called) => match depth(predicates, called, "win_") {
                Some(depth) => {
                    wins.push(depth);
                    continue;
                }
                None => missing(predicates, called),
            },
        };
        if !said.contains(&reason) {
            said.push(reason);
        }
    }
    wins.sort_unstable();
    wins.dedup();
    said.extend(prevented(&wins));
    match said.pop() {
        None => "any move will do".to_owned(),
        Some(last) if said.is_empty() => last,
        Some(last) => format!("{}, and {last}", said.join(", ")),
    }
}

/// That the other player has none of these wins.
fn prevented(wins: &[usize]) -> Vec<String> {
    let all = wins.iter().copied().eq(1..=wins.len());
    match wins {
        [] => Vec::new(),
        [1] => vec!["you cannot win at once (win_1)".to_owned()],
        [1, 2] => vec!["you cannot win within 2 moves (win_1, win_2)".to_owned()],
        [.., last] if all => vec![format!(
            "you cannot win within {last} moves (win_1 to win_{last})"
        )],
        wins => {
            let one = |depth| format!("you cannot win in {depth} moves (win_{depth})");
            wins.iter().map(one).collect()
        }
    }
}

/// That the other player has no move of which a predicate is true.
fn missing(predicates: &Named, definition: Definition) -> String {
    if definition == MOVE {
        return "you have no move".to_owned();
    }
    let name = name(predicates, definition);
    match depth(predicates, definition, "draw_") {
        Some(_) => format!("you have no safe move ({name})"),
        None => format!("you have no move of {name}"),
    }
}

/// The newest name of a definition.
fn name(predicates: &Named, definition: Definition) -> &str {
    let named = predicates.iter().rev().find(|named| named.1 == definition);
    named.map_or("that kind", |(name, _)| name.as_str())
}

/// The number in the name of a predicate that is one of a series.
fn depth(predicates: &Named, definition: Definition, series: &str) -> Option<usize> {
    let mut named = predicates.iter().filter(|named| named.1 == definition);
    named.find_map(|(name, _)| name.strip_prefix(series)?.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    #[test]
    fn reasons_follow_the_clauses() {
        let oxo = games::named("oxo").unwrap();
        let mut theory = Theory::new(oxo);
        let win_1 = theory.define(vec![Body::Postcond(MOVE, Fluent::Won)]);
        let draw_1 = theory.define(vec![Body::Negation(MOVE, win_1)]);
        let on = theory.define(vec![Body::Unless(MOVE, Fluent::Drawn)]);
        let win_2 = theory.define(vec![
            Body::Postcond(MOVE, Fluent::Won),
            Body::Negation(on, draw_1),
        ]);
        let predicates = [("win_1", win_1), ("draw_1", draw_1), ("win_2", win_2)]
            .map(|(name, definition)| (name.to_owned(), definition))
            .to_vec();
        // 1 makes two threats, 3 and 7.
        let from = oxo.state("s(o,board(e,x,e,e,o,o,x,e,e))");
        let to = oxo.state("s(x,board(o,x,e,e,o,o,x,e,e))");
        let (Some(from), Some(to)) = (from, to) else {
            panic!("the board is one of the game")
        };
        let why = |definition, to| {
            let name = String::new();
            reasons(
                &theory,
                &predicates,
                from,
                &ChosenMove {
                    to,
                    name,
                    definition,
                },
            )
        };
        assert_eq!(
            why(win_2, to),
            "it does not draw, and you have no safe move (draw_1)"
        );
        assert_eq!(why(draw_1, to), "you cannot win at once (win_1)");
        assert_eq!(why(MOVE, to), "any move will do");
        let (said, other) = (prevented(&[1, 2, 3]), prevented(&[2, 3]));
        assert_eq!(said, ["you cannot win within 3 moves (win_1 to win_3)"]);
        assert_eq!(
            other.join(" "),
            "you cannot win in 2 moves (win_2) you cannot win in 3 moves (win_3)"
        );
        let line = oxo.state("s(x,board(e,x,e,o,o,o,x,e,e))").unwrap();
        assert_eq!(why(win_2, line), "it wins");
    }
}
