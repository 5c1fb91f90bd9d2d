//! MIGO: labels the moves of finished games, learns from them, plays what it has learned.
//!
//! The faithful learner is the authors': positive examples only, strategies learned again from
//! scratch after each game. It over-generalises, as the paper says of learning without negative
//! examples: where a state has no moves, `\+ win_1(B,C)` is true of it for no good reason, and its draw
//! rules give away one of the twelve boards of noughts and crosses for ever. The careful learner, which
//! is the default, differs in this:
//!
//! 1. All games teach winning, not only those that it has won: a move is an example for `win_k` also
//!    if every reply to it allows a shorter win that is known.
//! 2. A move that ends the game in a draw is a negative example for winning, and there is a metarule,
//!    `unless`, to say so.
//! 3. In a lost game, its first move after which the opponent has a win that is known is a negative
//!    example for drawing.
//! 4. `draw_k` means: the opponent has no win within k moves. It is learned from the moves of drawn
//!    games, and from the negative examples of up to that depth.
//! 5. It takes any move that the deepest `draw_k` allows, since one of them may win; and where it has
//!    no rule, any move that is not known to lose.

use super::{
    Learner,
    dependent::{Examples, Move, Named, dependent, learn},
    theory::{Definition, Theory},
};
use crate::{
    games::{Graph, State},
    random::Random,
};

/// How MIGO learns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Manner {
    /// Drawing is learned only when winning has not changed for some games (Section 4 of the paper:
    /// separated, rather than mixed, learning).
    pub separated: bool,
    /// As the authors' program does.
    pub faithful: bool,
}

/// A move with the start of its game, and the number of full moves to the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Example {
    start: State,
    depth: usize,
    of: Move,
}

/// A learner of strategies.
#[derive(Debug, Clone)]
pub struct Migo<'g> {
    theory: Theory<'g>,
    manner: Manner,
    /// What was known before the first game.
    transferred: Named,
    /// What is known now.
    known: Named,
    wins: Vec<Example>,
    draws: Vec<Example>,
    /// All moves of all games.
    seen: Vec<Move>,
    /// The lost games.
    lost: Vec<Vec<State>>,
    /// The definitions of `win_1`, `win_2`, ...
    winning: Vec<Definition>,
    /// For how many games winning has not changed.
    stable: usize,
}

/// What a move was played for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// This predicate is true of it.
    Rule(String),
    /// No rule applies; it was drawn at random.
    Random,
}

impl<'g> Migo<'g> {
    /// A learner that knows the moves only.
    pub fn new(graph: &'g Graph, manner: Manner) -> Migo<'g> {
        Migo {
            theory: Theory::new(graph),
            manner,
            transferred: Vec::new(),
            known: Vec::new(),
            wins: Vec::new(),
            draws: Vec::new(),
            seen: Vec::new(),
            lost: Vec::new(),
            winning: Vec::new(),
            stable: 0,
        }
    }

    /// A learner that begins with a strategy, over the theory of its definitions.
    pub fn with(theory: Theory<'g>, strategy: Named, manner: Manner) -> Migo<'g> {
        let mut migo = Migo::new(theory.graph(), manner);
        migo.theory = theory;
        migo.transferred = strategy;
        migo.relearn();
        migo
    }

    /// The predicates learned so far, in order.
    pub fn strategy(&self) -> &Named {
        &self.known
    }

    /// What they mean.
    pub fn theory(&self) -> &Theory<'g> {
        &self.theory
    }

    /// After how many games without change separated learning turns to drawing: 10 for noughts and
    /// crosses, 5 and 15 for hexapawn (Section 5.1 of the paper; the last from the authors' files).
    fn patience(&self) -> usize {
        match self.theory.graph().name.as_str() {
            "hexapawn3" => 5,
            "hexapawn4" => 15,
            _ => 10,
        }
    }

    /// The predicates `win_1`, `win_2`, ..., or those of another kind, as far as there are any.
    fn series(&self, kind: &str) -> Named {
        (1..)
            .map_while(|depth| self.named(&format!("{kind}_{depth}")))
            .collect()
    }

    fn named(&self, name: &str) -> Option<(String, Definition)> {
        let mut newest = self.known.iter().rev();
        newest.find(|(other, _)| other == name).cloned()
    }

    fn applies(&self, kind: &str, state: State) -> bool {
        let mut series = self.series(kind).into_iter();
        series.any(|(_, definition)| self.theory.applies(definition, state))
    }

    /// The shortest known win from a state.
    fn win_from(&self, state: State) -> Option<usize> {
        let mut winning = self.winning.iter();
        let found = winning.position(|&definition| self.theory.applies(definition, state));
        found.map(|at| at + 1)
    }

    /// Within how many moves every reply to a move is known to lose.
    fn win_by(&self, to: State) -> Option<usize> {
        let graph = self.theory.graph();
        if graph.won[to as usize] {
            return Some(1);
        }
        if graph.over(to) {
            return None;
        }
        let mut longest = 0;
        for &reply in graph.moves(to) {
            longest = longest.max(self.win_from(reply)?);
        }
        (longest > 0).then_some(longest + 1)
    }

    /// The move that it plays, and why.
    ///
    /// Section 4.3 of the paper: the first move of `win_1`, of `win_2`, ..., then of `draw_1`, ...; else
    /// one at random.
    pub fn explained(&self, state: State, random: &mut Random) -> Option<(State, Reason)> {
        let first = |(name, definition): (String, Definition)| {
            let next = self.theory.answers(definition, state).next()?;
            Some((next, Reason::Rule(name)))
        };
        if let Some(found) = self.series("win").into_iter().find_map(first) {
            return Some(found);
        }
        let draws = self.series("draw");
        let moves = self.theory.graph().moves(state);
        if self.manner.faithful {
            let found = draws.into_iter().find_map(first);
            return found.or_else(|| Some((*random.pick(moves)?, Reason::Random)));
        }
        for (name, definition) in draws.into_iter().rev() {
            let answers: Vec<State> = self.theory.answers(definition, state).collect();
            if let Some(&next) = random.pick(&answers) {
                return Some((next, Reason::Rule(name)));
            }
        }
        let open = moves.iter().copied();
        let open: Vec<State> = open.filter(|&next| self.win_from(next).is_none()).collect();
        let moves = if open.is_empty() { moves } else { &open };
        Some((*random.pick(moves)?, Reason::Random))
    }

    /// Keeps what the careful learner looks at of all games; whether there is anything new.
    fn keep(&mut self, game: &[State], outcome: i8) -> bool {
        let mut new = false;
        for pair in game.windows(2) {
            let seen = (pair[0], pair[1]);
            if !self.seen.contains(&seen) {
                self.seen.push(seen);
                new = true;
            }
        }
        if outcome < 0 && !self.lost.iter().any(|other| other == game) {
            self.lost.push(game.to_vec());
            new = true;
        }
        new
    }

    /// Labels the moves of a game; whether there are new examples.
    fn label(&mut self, game: &[State], outcome: i8) -> bool {
        let start = game[0];
        let separated = self.manner.separated;
        let faithful = self.manner.faithful;
        let winning = !separated || self.stable < self.patience();
        let drawing = !separated || self.stable >= self.patience();
        let example = |at: usize| Example {
            start,
            depth: (game.len() - at) / 2,
            of: (game[at], game[at + 1]),
        };
        let (into, examples): (_, Vec<Example>) = match outcome {
            1 if winning && !self.applies("win", start) => {
                // Theorem 1: every move of the winner.
                let moves = (0..game.len() - 1).step_by(2);
                (&mut self.wins, moves.map(example).collect())
            }
            0 if drawing
                && !self.applies("win", start)
                && !(faithful && self.applies("draw", start)) =>
            {
                // Theorem 2: every move of both.
                let moves = 0..game.len() - 1;
                (&mut self.draws, moves.map(example).collect())
            }
            _ => return false,
        };
        let before = into.len();
        for example in examples {
            if !into.iter().any(|other| other.of == example.of) {
                into.push(example);
            }
        }
        into.len() > before
    }

    /// Learns everything again.
    fn relearn(&mut self) {
        self.known = self.transferred.clone();
        let series = self.series("win").into_iter();
        self.winning = series.map(|(_, definition)| definition).collect();
        match self.manner.faithful {
            true => {
                let wins = self.wins.clone();
                self.learn_series("win", &wins, usize::MAX);
                // Drawing must not be learned before winning.
                let wins = self.series("win").len();
                let all = wins >= self.longest().saturating_sub(2);
                let draws = self.draws.clone();
                self.learn_series("draw", &draws, if all { usize::MAX } else { wins });
            }
            false => {
                self.learn_wins();
                self.learn_draws();
            }
        }
    }

    /// The most full moves of a game from a start (the authors' `depth_game`: 5 for noughts and
    /// crosses, 3 and 9 for hexapawn).
    fn longest(&self) -> usize {
        match self.theory.graph().name.as_str() {
            "hexapawn3" => 3,
            "hexapawn4" => 9,
            _ => 5,
        }
    }

    fn learn_series(&mut self, kind: &str, examples: &[Example], most: usize) {
        for depth in 1..=most {
            let moves = at_depth(examples, depth);
            if moves.is_empty() || !self.learn_depth(kind, depth, &moves) {
                return;
            }
        }
    }

    /// Learns `kind_depth` unless what was transferred covers all examples.
    fn learn_depth(&mut self, kind: &str, depth: usize, moves: &[Move]) -> bool {
        if let Some((name, definition)) = self.named(&format!("{kind}_{depth}")) {
            let covered = |&(from, to): &Move| self.theory.covers(definition, from, to);
            if moves.iter().all(covered) {
                return true;
            }
            // The new one takes its name.
            for (other, _) in &mut self.known {
                if *other == name {
                    *other = format!("{name}_before");
                }
            }
        }
        dependent(&mut self.theory, &mut self.known, kind, depth, moves)
    }

    /// Winning, from won games and from all moves to which every reply is known to lose.
    fn learn_wins(&mut self) {
        let drawn: Vec<Move> = self
            .seen
            .iter()
            .copied()
            .filter(|&(_, to)| self.theory.graph().drawn[to as usize])
            .collect();
        self.winning.clear();
        for depth in 1.. {
            let mut moves = at_depth(&self.wins, depth);
            for &of in &self.seen {
                if self.win_by(of.1) == Some(depth) && !moves.contains(&of) {
                    moves.push(of);
                }
            }
            let transferred = self.named(&format!("win_{depth}")).is_some();
            if moves.is_empty() && !transferred || !self.learn_depth("win", depth, &moves) {
                return;
            }
            self.except(&format!("win_{depth}"), &moves, &drawn);
            let learned = self.named(&format!("win_{depth}"));
            self.winning
                .extend(learned.map(|(_, definition)| definition));
        }
    }

    /// Learns a predicate again, from itself and negative examples, if it covers some of them.
    fn except(&mut self, name: &str, positives: &[Move], negatives: &[Move]) {
        let Some((_, definition)) = self.named(name) else {
            return;
        };
        let covers = |&(from, to): &Move| self.theory.covers(definition, from, to);
        if positives.is_empty() || !negatives.iter().any(covers) {
            return;
        }
        let examples = Examples {
            name,
            positives,
            negatives,
            unless: true,
        };
        let open = (format!("{name}_or_end"), definition);
        if let Some(named) = learn(&mut self.theory, &vec![open.clone()], examples) {
            for (other, _) in self.known.iter_mut().filter(|(other, _)| other == name) {
                other.clone_from(&open.0);
            }
            self.known.extend(named);
        }
    }

    /// Drawing: after each depth at which the opponent is known to win.
    fn learn_draws(&mut self) {
        // Moves after which the opponent has a win are no draws, whatever became of them.
        let positives: Vec<Move> = self
            .draws
            .iter()
            .map(|example| example.of)
            .filter(|&(_, to)| self.win_from(to).is_none())
            .collect();
        if positives.is_empty() {
            return;
        }
        let negatives: Vec<(usize, Move)> = self
            .lost
            .iter()
            .filter_map(|game| {
                let mut moves = (0..game.len() - 1).step_by(2);
                moves.find_map(|at| {
                    let depth = self.win_from(game[at + 1])?;
                    Some((depth, (game[at], game[at + 1])))
                })
            })
            .collect();
        let wins = self.series("win");
        for depth in 1..=wins.len() {
            let name = format!("draw_{depth}");
            let mut negatives: Vec<Move> = negatives
                .iter()
                .filter(|(of, _)| *of <= depth)
                .map(|&(_, of)| of)
                .collect();
            negatives.dedup();
            // What was learned for this depth comes first, then what is simpler.
            let mut order: Named = Vec::new();
            order.extend(self.named(&format!("draw_{}", depth - 1)));
            order.extend(wins[..depth].iter().rev().cloned());
            order.extend(wins[depth..].iter().cloned());
            let examples = Examples {
                name: &name,
                positives: &positives,
                negatives: &negatives,
                unless: false,
            };
            let Some(named) = learn(&mut self.theory, &order, examples) else {
                return;
            };
            self.known.retain(|(other, _)| *other != name);
            self.known.extend(named);
        }
    }
}

fn at_depth(examples: &[Example], depth: usize) -> Vec<Move> {
    let examples = examples.iter().filter(|example| example.depth == depth);
    examples.map(|example| example.of).collect()
}

impl Learner for Migo<'_> {
    fn choose(&mut self, _: &Graph, state: State, random: &mut Random) -> Option<State> {
        self.explained(state, random).map(|(next, _)| next)
    }

    fn learn(&mut self, _: &Graph, game: &[State], outcome: i8, _: &mut Random) {
        let definitions = |migo: &Migo<'_>| -> Vec<usize> {
            let series = migo.series("win").into_iter();
            series.map(|(_, definition)| definition).collect()
        };
        let before = definitions(self);
        // The same examples give the same strategy.
        let labelled = self.label(game, outcome);
        let kept = !self.manner.faithful && self.keep(game, outcome);
        if labelled || kept {
            self.relearn();
        }
        let after = definitions(self);
        if before != after {
            self.stable = 0;
            // Theorem 2 asks for a start that is not won.
            let draws = std::mem::take(&mut self.draws);
            let open = |example: &Example| !self.applies("win", example.start);
            let (kept, won): (Vec<Example>, _) = draws.into_iter().partition(open);
            self.draws = kept;
            if !won.is_empty() {
                self.relearn();
            }
        } else if !after.is_empty() {
            self.stable += 1;
        }
    }
}

#[cfg(test)]
mod tests;
