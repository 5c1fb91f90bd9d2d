//! Strategies: tactics in an order, with weights, that together choose one move.
//!
//! A strategy is learned from positions with the moves that were played there:
//!
//! 1. Tactics that never suggest a move there are dropped, and those that suggest in all positions
//!    what an earlier one suggests.
//! 2. The others are put in the order of their precision, the more often used first where they
//!    agree. Precision is the m-estimate of B. Cestnik, "Estimating probabilities: a crucial task
//!    in machine learning" (ECAI 1990): `(played + m p) / (suggested + m)`, where `p` is the share
//!    of all legal moves that were played and `m` is [`SMOOTHING`]; so a tactic that was right
//!    once in one case does not come first.
//! 3. Each gets a weight; see [`fit`].
//!
//! Two ways to choose a move follow, both deterministic:
//!
//! - the *decision list*: the first tactic that suggests a move decides; where it suggests several,
//!   the one of them with the greatest vote;
//! - the *vote*: of all moves the one whose tactics have the greatest sum of weights, among those
//!   that some tactic suggests.
//!
//! Moves with equal votes are taken in the order of their notation (`a2a3` before `a2a4`).

pub mod fit;
pub mod score;
mod text;

use std::collections::{HashMap, hash_map::Entry};

use super::metrics::Case;

pub use text::{Header, read_weight, write};

/// The weight of the prior in the m-estimate of precision.
pub const SMOOTHING: f64 = 20.0;

/// Which tactics suggest which moves of which positions.
#[derive(Debug, Clone, Default)]
pub struct Votes {
    /// Where the moves of each position begin among all moves; one more entry at the end.
    positions: Vec<usize>,
    /// Where the tactics of each move begin in `tactics`; one more entry at the end.
    moves: Vec<usize>,
    /// The tactics that suggest each move, in order.
    tactics: Vec<u32>,
}

impl Votes {
    /// Turns lists of suggestions around: for each tactic, the numbers of the suggested moves among
    /// all moves of all positions, in order.
    pub fn new(cases: &[Case], suggestions: &[Vec<u32>]) -> Votes {
        let mut positions = Vec::with_capacity(cases.len() + 1);
        let mut end = 0;
        positions.push(0);
        for case in cases {
            end += case.moves;
            positions.push(end);
        }
        let mut moves = vec![0; end + 1];
        for &m in suggestions.iter().flatten() {
            moves[m as usize + 1] += 1;
        }
        for m in 0..end {
            moves[m + 1] += moves[m];
        }
        let mut next = moves.clone();
        let mut tactics = vec![0; moves[end]];
        for (tactic, suggested) in suggestions.iter().enumerate() {
            for &m in suggested {
                tactics[next[m as usize]] = tactic as u32;
                next[m as usize] += 1;
            }
        }
        Votes {
            positions,
            moves,
            tactics,
        }
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.positions.len() - 1
    }

    /// True iff there are no positions.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The tactics that suggest each move of a position.
    pub fn of(&self, position: usize) -> impl ExactSizeIterator<Item = &[u32]> + Clone {
        let moves = self.positions[position]..self.positions[position + 1];
        moves.map(|m| &self.tactics[self.moves[m]..self.moves[m + 1]])
    }
}

/// A tactic in a strategy.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rule {
    /// The tactic's number.
    pub tactic: usize,
    /// How many of its suggestions were played.
    pub played: usize,
    /// How many moves it suggested.
    pub suggested: usize,
    /// The smoothed share of them that was played.
    pub precision: f64,
    /// What its vote counts.
    pub weight: f64,
}

/// What became of the tactics that are no rules.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Dropped {
    /// They suggested nothing.
    pub silent: usize,
    /// They suggested what an earlier one suggests.
    pub twins: usize,
}

/// Chooses and orders the tactics, without weights: those given first win among twins.
pub fn order(cases: &[Case], suggestions: &[Vec<u32>]) -> (Vec<Rule>, Dropped) {
    let total: usize = cases.iter().map(|case| case.moves).sum();
    let mut played = vec![false; total];
    let mut start = 0;
    for case in cases {
        played[start + case.played] = true;
        start += case.moves;
    }
    let prior = cases.len() as f64 / total.max(1) as f64;
    let mut dropped = Dropped::default();
    let mut seen: HashMap<&[u32], ()> = HashMap::new();
    let mut rules = Vec::new();
    for (tactic, suggested) in suggestions.iter().enumerate() {
        if suggested.is_empty() {
            dropped.silent += 1;
            continue;
        }
        match seen.entry(suggested) {
            Entry::Occupied(_) => {
                dropped.twins += 1;
                continue;
            }
            Entry::Vacant(place) => _ = place.insert(()),
        }
        let hits = suggested.iter().filter(|&&m| played[m as usize]).count();
        rules.push(Rule {
            tactic,
            played: hits,
            suggested: suggested.len(),
            precision: precision(hits, suggested.len(), prior),
            weight: 0.0,
        });
    }
    rules.sort_by(|a, b| {
        b.precision
            .total_cmp(&a.precision)
            .then(b.suggested.cmp(&a.suggested))
    });
    (rules, dropped)
}

/// The m-estimate.
fn precision(played: usize, suggested: usize, prior: f64) -> f64 {
    (played as f64 + SMOOTHING * prior) / (suggested as f64 + SMOOTHING)
}

/// How a strategy chooses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// The first tactic that suggests a move decides, votes between its suggestions.
    List,
    /// All tactics vote.
    Vote,
}

impl Choice {
    /// Both ways.
    pub const ALL: [Choice; 2] = [Choice::List, Choice::Vote];

    /// The name for people and for files.
    pub fn name(self) -> &'static str {
        match self {
            Choice::List => "list",
            Choice::Vote => "vote",
        }
    }

    /// The number of the move chosen in a position, whose moves are in the order of their notation;
    /// `None` if no tactic suggests a move. Tactics are numbered as the strategy orders them.
    pub fn choose<'a>(
        self,
        weights: &[f64],
        moves: impl Iterator<Item = &'a [u32]> + Clone,
    ) -> Option<usize> {
        let first = moves.clone().filter_map(|tactics| tactics.first()).min();
        let vote = |tactics: &[u32]| -> f64 {
            tactics.iter().map(|&tactic| weights[tactic as usize]).sum()
        };
        let candidates = moves.enumerate().filter(|(_, tactics)| match self {
            Choice::List => tactics.first().is_some() && tactics.first() == first,
            Choice::Vote => !tactics.is_empty(),
        });
        let mut best: Option<(usize, f64)> = None;
        for (m, tactics) in candidates {
            let sum = vote(tactics);
            if best.is_none_or(|(_, most)| sum > most) {
                best = Some((m, sum));
            }
        }
        best.map(|(m, _)| m)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(moves: usize, played: usize) -> Case {
        Case {
            moves,
            played,
            judged: None,
        }
    }

    #[test]
    fn tactics_are_ordered_by_smoothed_precision_then_support() {
        let cases = [case(4, 0), case(4, 1), case(4, 2)];
        // Played are the moves 0, 5 and 10.
        let suggestions = vec![
            vec![],
            vec![1, 2],
            vec![0],
            vec![0, 5, 10],
            vec![0],
            vec![0, 5, 6],
            vec![1],
        ];
        let (rules, dropped) = order(&cases, &suggestions);
        let places: Vec<usize> = rules.iter().map(|rule| rule.tactic).collect();
        assert_eq!(places, [3, 5, 2, 6, 1]);
        assert_eq!((dropped.silent, dropped.twins), (1, 1));
        assert_eq!(rules[0].precision, (3.0 + 20.0 * 0.25) / 23.0);
        assert_eq!((rules[1].played, rules[1].suggested), (2, 3));
        // Equal precision: the one used more often is first.
        let (rules, _) = order(
            &[case(5, 0), case(5, 4)],
            &[vec![1, 0, 2, 3, 4], vec![0, 5, 6, 7, 8, 1, 2, 3, 4, 9]],
        );
        assert_eq!(rules[0].tactic, 1);
    }

    #[test]
    fn votes_list_the_tactics_of_each_move() {
        let cases = [case(2, 0), case(3, 1)];
        let votes = Votes::new(&cases, &[vec![1, 2], vec![], vec![0, 1, 4]]);
        assert_eq!(votes.len(), 2);
        let of = |position| votes.of(position).map(<[u32]>::to_vec).collect::<Vec<_>>();
        assert_eq!(of(0), [vec![2], vec![0, 2]]);
        assert_eq!(of(1), [vec![0], vec![], vec![2]]);
    }

    #[test]
    fn lists_and_votes_choose_one_move() {
        let weights = [0.5, 2.0, 1.0, -3.0];
        let position: [&[u32]; 4] = [&[1], &[0], &[0, 2], &[]];
        let choose = |choice: Choice, moves: &[&'static [u32]]| {
            choice.choose(&weights, moves.to_vec().iter().copied())
        };
        assert_eq!(choose(Choice::List, &position), Some(2));
        assert_eq!(choose(Choice::Vote, &position), Some(0));
        // Equal votes: the first move.
        assert_eq!(choose(Choice::Vote, &[&[2], &[2]]), Some(0));
        // A suggestion with a bad vote is one; a move without any is none.
        assert_eq!(choose(Choice::Vote, &[&[], &[3]]), Some(1));
        assert_eq!(choose(Choice::List, &[&[], &[]]), None);
    }
}
