//! What `prolog/migo.pl` asks: the native learner of strategies, and random numbers of the same kind.

use std::collections::HashMap;

use super::games::{Game, graph};
use crate::{
    migo::{
        dependent::Named,
        learner::{Manner, Migo},
        play::{Plan, Starts, series},
        theory::{Body, MOVE, Theory},
    },
    native::{One, types::TermText},
    natives,
    random::Random,
};

natives! {
    module "internal";

    /// True iff Strategy is what the native learner learns in so many Games of Game with the random
    /// numbers of Seed, a list of clauses, and Regrets what it loses in each. Faithful and Separated are 1 or 0.
    migo_run(+Game: Game, +Faithful: i64, +Separated: i64, +Games: i64, +Seed: i64, -Strategy: Vec<TermText>, -Regrets: Vec<i64>) is det
        = migo_run;

    /// True iff Number is the one below Bound that is drawn after so many others, of the boards
    /// (Stream 0) or of the learner (1).
    migo_lot(+Seed: i64, +Stream: i64, +Others: i64, +Bound: i64, -Number: i64) is det = migo_lot;

    /// True iff the longest game of Game takes so many Plies from its start.
    game_longest(+Game: Game, -Plies: i64) is det = game_longest;
}

fn migo_run(
    game: Game,
    faithful: i64,
    separated: i64,
    games: i64,
    seed: i64,
) -> One<(Vec<TermText>, Vec<i64>)> {
    let graph = graph(game);
    let plan = Plan {
        games: usize::try_from(games).unwrap_or(0),
        seed: seed as u64,
        run: 0,
        starts: Starts::Each,
    };
    let manner = Manner {
        separated: separated != 0,
        faithful: faithful != 0,
    };
    let mut random = plan.random();
    let mut migo = Migo::new(graph, manner);
    let played = series(graph, &mut migo, &plan, &mut random, |_, _| true);
    let strategy = migo.strategy();
    One((
        clauses(&strategy.theory, &strategy.predicates),
        played.regret.into_iter().map(i64::from).collect(),
    ))
}

/// The clauses of predicates, each with variables of its own.
fn clauses(theory: &Theory<'_>, predicates: &Named) -> Vec<TermText> {
    let mut names: HashMap<usize, &str> = HashMap::from([(MOVE, "move")]);
    let mut clauses = Vec::new();
    for (name, definition) in predicates {
        for &body in theory.clauses(*definition) {
            let (n, q) = (clauses.len(), names[&body.first()]);
            let second = match body {
                Body::Postcond(_, fluent) => format!("{}(B{n})", fluent.name()),
                Body::Negation(_, r) => format!("\\+{}(B{n},_)", names[&r]),
                Body::Unless(_, fluent) => format!("\\+{}(B{n})", fluent.name()),
            };
            let clause = format!("({name}(A{n},B{n}):-{q}(A{n},B{n}),{second})");
            clauses.push(TermText(clause));
        }
        // Of several predicates with one definition, the first is called.
        names.entry(*definition).or_insert(name);
    }
    clauses
}

fn migo_lot(seed: i64, stream: i64, others: i64, bound: i64) -> One<i64> {
    let mut random = Random::of(&[seed as u64, 0, stream as u64]);
    for _ in 0..others {
        random.next_number();
    }
    One(random.below(bound as u64) as i64)
}

fn game_longest(game: Game) -> One<i64> {
    One(graph(game).longest.into())
}
