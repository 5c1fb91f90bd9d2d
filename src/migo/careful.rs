//! How the default learner learns: from what one move ahead shows, with positive and negative examples.
//!
//! The states of the games are the examples, not the outcomes. A move wins at once if the state after it
//! is won, and within k moves if it does not end the game and every reply allows a win within less than
//! k moves by the predicates learned so far. A move does not lose within k moves if no reply wins within
//! k moves. So `win_1`, `draw_1`, `win_2`, ... have positive and negative examples in turn, whoever the
//! opponent is, and each is learned from a few of them: those that the definitions before got wrong.

use std::collections::HashSet;

use super::{
    dependent::{Examples, Move, Named, learn},
    strategy::{Strategy, win_from},
    theory::{Definition, Theory},
};
use crate::games::State;

/// The predicates of one depth.
#[derive(Debug, Clone, Default)]
struct Level {
    win: Named,
    draw: Named,
}

/// What the learner remembers of the games.
#[derive(Debug, Clone, Default)]
pub struct Careful {
    visited: Vec<State>,
    known: HashSet<State>,
    levels: Vec<Level>,
}

/// What a move is an example of.
#[derive(Debug, Clone, Default)]
struct Labelled {
    positives: Vec<Move>,
    negatives: Vec<Move>,
}

impl Labelled {
    /// A move that a definition gets wrong, and whether it is a positive one.
    fn wrong(&self, theory: &Theory<'_>, definition: Definition) -> Option<(Move, bool)> {
        let covers = |&(from, to): &Move| theory.covers(definition, from, to);
        let missed = self.positives.iter().find(|of| !covers(of));
        let claimed = || self.negatives.iter().find(|of| covers(of));
        let wrong = missed.map(|&of| (of, true));
        wrong.or_else(|| claimed().map(|&of| (of, false)))
    }
}

impl Careful {
    /// Learns from a game.
    pub fn learn(&mut self, strategy: &mut Strategy<'_>, game: &[State]) {
        let visited = self.visited.len();
        for &state in game {
            if !strategy.theory.graph().over(state) && self.known.insert(state) {
                self.visited.push(state);
            }
        }
        if self.visited.len() > visited {
            self.relearn(strategy);
        }
    }

    /// Learns again what is wrong by now, and goes on as deep as there are examples.
    fn relearn(&mut self, strategy: &mut Strategy<'_>) {
        let before = std::mem::take(&mut self.levels);
        let transferred = strategy.transferred().clone();
        let given = |name: &str| transferred.iter().rev().find(|(other, _)| other == name);
        let mut winning: Vec<Definition> = Vec::new();
        for depth in 1.. {
            let theory = &mut strategy.theory;
            let old = |kind: &str, levels: fn(&Level) -> &Named| -> Named {
                let learned = before.get(depth - 1).map(levels);
                let learned = learned.filter(|named| !named.is_empty()).cloned();
                let given = || given(&format!("{kind}_{depth}")).cloned();
                learned.unwrap_or_else(|| given().into_iter().collect())
            };
            let mut order: Named = Vec::new();
            for level in self.levels.iter().rev() {
                order.extend(level.draw.last().cloned());
            }
            for level in self.levels.iter().rev() {
                order.extend(level.win.last().cloned());
            }
            let wins = self.wins(theory, &winning, depth);
            let old_win = old("win", |level| &level.win);
            if wins.positives.is_empty() && old_win.is_empty() {
                break;
            }
            let name = format!("win_{depth}");
            let Some(win) = settle(theory, &name, old_win, &order, &wins) else {
                break;
            };
            let Some(&(_, definition)) = win.last() else {
                break;
            };
            winning.push(definition);
            let draws = self.draws(theory, &winning);
            let name = format!("draw_{depth}");
            // The win of this depth first: that is what has to be prevented.
            let at = order.iter().position(|(name, _)| name.starts_with("win"));
            order.insert(at.unwrap_or(order.len()), win[win.len() - 1].clone());
            let old_draw = old("draw", |level| &level.draw);
            let draw = settle(theory, &name, old_draw, &order, &draws).unwrap_or_default();
            let last = draw.is_empty();
            self.levels.push(Level { win, draw });
            if last {
                break;
            }
        }
        let mut predicates = strategy.transferred().clone();
        for named in self
            .levels
            .iter()
            .flat_map(|level| level.win.iter().chain(&level.draw))
        {
            if !predicates.contains(named) {
                predicates.retain(|(other, _)| *other != named.0);
                predicates.push(named.clone());
            }
        }
        strategy.set(predicates);
    }

    fn moves<'s>(&'s self, theory: &'s Theory<'_>) -> impl Iterator<Item = Move> + 's {
        let graph = theory.graph();
        let visited = self.visited.iter();
        visited.flat_map(move |&from| graph.moves(from).iter().map(move |&to| (from, to)))
    }

    /// Which moves win within `depth` moves and no fewer; `winning` are the shorter wins.
    fn wins(&self, theory: &Theory<'_>, winning: &[Definition], depth: usize) -> Labelled {
        let mut labelled = Labelled::default();
        for of in self.moves(theory) {
            match win_by(theory, winning, of.1) {
                Some(within) if within == depth => labelled.positives.push(of),
                Some(_) => {}
                None => labelled.negatives.push(of),
            }
        }
        labelled
    }

    /// Which moves allow no win by any of `winning`.
    fn draws(&self, theory: &Theory<'_>, winning: &[Definition]) -> Labelled {
        let mut labelled = Labelled::default();
        for of in self.moves(theory) {
            match win_from(theory, winning, of.1) {
                None => labelled.positives.push(of),
                Some(_) => labelled.negatives.push(of),
            }
        }
        labelled
    }
}

/// Within how many moves a move to this state wins, as far as `winning` tells.
fn win_by(theory: &Theory<'_>, winning: &[Definition], to: State) -> Option<usize> {
    let graph = theory.graph();
    if graph.won[to as usize] {
        return Some(1);
    }
    if graph.over(to) {
        return None;
    }
    let mut longest = 0;
    for &reply in graph.moves(to) {
        if graph.over(reply) {
            return None;
        }
        longest = longest.max(win_from(theory, winning, reply)?);
    }
    (longest > 0).then_some(longest + 1)
}

/// The old predicate if it is right about all examples; else one that is, learned from as few of them
/// as it takes.
fn settle(
    theory: &mut Theory<'_>,
    name: &str,
    old: Named,
    order: &Named,
    labelled: &Labelled,
) -> Option<Named> {
    if let Some(&(_, definition)) = old.last()
        && labelled.wrong(theory, definition).is_none()
    {
        return Some(old);
    }
    if labelled.positives.is_empty() {
        return None;
    }
    let mut positives: Vec<Move> = labelled.positives.first().copied().into_iter().collect();
    let mut negatives: Vec<Move> = Vec::new();
    loop {
        let examples = Examples {
            name,
            positives: &positives,
            negatives: &negatives,
            unless: true,
        };
        let named = learn(theory, order, examples)?;
        let definition = named.last()?.1;
        match labelled.wrong(theory, definition) {
            None => return Some(named),
            Some((of, true)) => positives.push(of),
            Some((of, false)) => negatives.push(of),
        }
    }
}
