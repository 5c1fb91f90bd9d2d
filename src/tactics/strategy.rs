//! Strategies: tactics in an order, with weights, that together choose one move.
//!
//! A strategy is learned from positions with the moves that were played there:
//!
//! 1. Tactics that never suggest a move there are dropped, and those that suggest in all positions
//!    what an earlier one suggests ([`select`]).
//! 2. Each gets a weight ([`fit`]). The vote for a move is the sum of the weights of the tactics
//!    that suggest it; moves with equal votes are taken in the order of their notation (`a2a3`
//!    before `a2a4`). So each tactic has a first suggestion: of its moves the one with the greatest
//!    vote.
//! 3. They are put in the order of their precision, the more often applicable first where they
//!    agree ([`rank`]). Precision is the share of the positions in which a tactic is applicable and
//!    its first suggestion was played, as the m-estimate of B. Cestnik, "Estimating probabilities:
//!    a crucial task in machine learning" (ECAI 1990): `(right + m p) / (applicable + m)`, where
//!    `p` is what a random move achieves and `m` is [`SMOOTHING`]; so a tactic that was right once
//!    in one case does not come first.
//!
//! Two ways to choose a move follow, both deterministic:
//!
//! - the *decision list*: the first suggestion of the first tactic that is applicable;
//! - the *vote*: the move with the greatest vote among those that some tactic suggests.

pub mod fit;
pub mod score;
mod text;

use std::collections::HashSet;

use super::metrics::Case;

pub use text::{Header, read_weight, write};

/// The weight of the prior in the m-estimate of precision.
pub const SMOOTHING: f64 = 20.0;

/// The most tactics that can vote.
pub const MOST: usize = 1 << 16;

/// Which tactics suggest which moves of which positions.
#[derive(Debug, Clone, Default)]
pub struct Votes {
    /// Where the moves of each position begin among all moves; one more entry at the end.
    positions: Vec<usize>,
    /// Where the tactics of each move begin in `tactics`; one more entry at the end.
    moves: Vec<usize>,
    /// The tactics that suggest each move, in order.
    tactics: Vec<u16>,
}

impl Votes {
    /// Turns lists of suggestions around: for each tactic, the numbers of the suggested moves among
    /// all moves of all positions, in order.
    ///
    /// # Panics
    ///
    /// With more than [`MOST`] tactics.
    pub fn new(cases: &[Case], suggestions: &[Vec<u32>]) -> Votes {
        assert!(suggestions.len() <= MOST, "too many tactics");
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
                tactics[next[m as usize]] = tactic as u16;
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

    /// The votes of some of the tactics, numbered in the order in which they are given.
    #[must_use]
    pub fn renumbered(&self, order: &[usize]) -> Votes {
        let all = self.tactics.iter().copied().max().map_or(0, usize::from) + 1;
        let mut place: Vec<Option<u16>> = vec![None; all];
        for (new, &old) in order.iter().enumerate() {
            if let Some(place) = place.get_mut(old) {
                *place = Some(new as u16);
            }
        }
        let mut turned = Votes {
            positions: self.positions.clone(),
            moves: vec![0],
            tactics: Vec::with_capacity(self.tactics.len()),
        };
        for pair in self.moves.windows(2) {
            let start = turned.tactics.len();
            let old = self.tactics[pair[0]..pair[1]].iter();
            turned
                .tactics
                .extend(old.filter_map(|&tactic| place[usize::from(tactic)]));
            turned.tactics[start..].sort_unstable();
            turned.moves.push(turned.tactics.len());
        }
        turned
    }

    /// The tactics that suggest each move of a position.
    pub fn of(&self, position: usize) -> impl ExactSizeIterator<Item = &[u16]> + Clone {
        let moves = self.positions[position]..self.positions[position + 1];
        moves.map(|m| &self.tactics[self.moves[m]..self.moves[m + 1]])
    }
}

/// A tactic in a strategy.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rule {
    /// The tactic's number.
    pub tactic: usize,
    /// In how many positions it suggests a move.
    pub applicable: usize,
    /// In how many of them its first suggestion was played.
    pub right: usize,
    /// The smoothed share of them.
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

/// The tactics that suggest something, and not the same as an earlier one.
pub fn select(suggestions: &[Vec<u32>]) -> (Vec<usize>, Dropped) {
    let mut dropped = Dropped::default();
    let mut seen: HashSet<&[u32]> = HashSet::new();
    let mut kept = Vec::new();
    for (tactic, suggested) in suggestions.iter().enumerate() {
        if suggested.is_empty() {
            dropped.silent += 1;
        } else if seen.insert(suggested) {
            kept.push(tactic);
        } else {
            dropped.twins += 1;
        }
    }
    (kept, dropped)
}

/// Orders tactics that have weights. They are numbered as in the votes.
pub fn rank(votes: &Votes, played: &[usize], weights: &[f64]) -> Vec<Rule> {
    let mut rules: Vec<Rule> = weights
        .iter()
        .enumerate()
        .map(|(tactic, &weight)| Rule {
            tactic,
            applicable: 0,
            right: 0,
            precision: 0.0,
            weight,
        })
        .collect();
    // The last position in which a tactic was seen.
    let mut seen = vec![usize::MAX; weights.len()];
    let mut chance = 0.0;
    for (position, &played) in played.iter().enumerate() {
        let moves: Vec<&[u16]> = votes.of(position).collect();
        chance += 1.0 / moves.len().max(1) as f64;
        let sums: Vec<f64> = moves.iter().map(|tactics| sum(weights, tactics)).collect();
        let mut order: Vec<usize> = (0..moves.len()).collect();
        order.sort_by(|&a, &b| sums[b].total_cmp(&sums[a]));
        for m in order {
            for &tactic in moves[m] {
                let tactic = usize::from(tactic);
                if seen[tactic] != position {
                    seen[tactic] = position;
                    rules[tactic].applicable += 1;
                    rules[tactic].right += usize::from(m == played);
                }
            }
        }
    }
    let prior = chance / played.len().max(1) as f64;
    for rule in &mut rules {
        rule.precision =
            (rule.right as f64 + SMOOTHING * prior) / (rule.applicable as f64 + SMOOTHING);
    }
    rules.sort_by(|a, b| {
        b.precision
            .total_cmp(&a.precision)
            .then(b.applicable.cmp(&a.applicable))
    });
    rules
}

/// The vote for a move.
fn sum(weights: &[f64], tactics: &[u16]) -> f64 {
    tactics
        .iter()
        .map(|&tactic| weights[usize::from(tactic)])
        .sum()
}

/// How a strategy chooses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoveRule {
    /// The first tactic that suggests a move decides, votes between its suggestions.
    List,
    /// All tactics vote.
    Vote,
}

impl MoveRule {
    /// Both ways.
    pub const ALL: [MoveRule; 2] = [MoveRule::List, MoveRule::Vote];

    /// The name for people and for files.
    pub fn name(self) -> &'static str {
        match self {
            MoveRule::List => "list",
            MoveRule::Vote => "vote",
        }
    }

    /// The number of the move chosen in a position, whose moves are in the order of their notation;
    /// `None` if no tactic suggests a move. Tactics are numbered as the strategy orders them.
    pub fn choose<'a>(
        self,
        weights: &[f64],
        moves: impl Iterator<Item = &'a [u16]> + Clone,
    ) -> Option<usize> {
        let first = moves.clone().filter_map(|tactics| tactics.first()).min();
        let candidates = moves.enumerate().filter(|(_, tactics)| match self {
            MoveRule::List => !tactics.is_empty() && tactics.first() == first,
            MoveRule::Vote => !tactics.is_empty(),
        });
        let mut best: Option<(usize, f64)> = None;
        for (m, tactics) in candidates {
            let sum = sum(weights, tactics);
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
    fn silent_tactics_and_twins_are_dropped() {
        let suggestions = [vec![], vec![1, 2], vec![0], vec![1, 2], vec![]];
        let (kept, dropped) = select(&suggestions);
        assert_eq!(kept, [1, 2]);
        assert_eq!((dropped.silent, dropped.twins), (2, 1));
    }

    #[test]
    fn tactics_are_ordered_by_the_precision_of_their_first_suggestions() {
        let cases = [case(4, 0), case(4, 1), case(4, 2)];
        // Played are the moves 0, 5 and 10.
        let suggestions = [
            vec![0, 1, 4, 5, 8, 9],
            vec![5],
            vec![0, 5, 10],
            vec![0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
        ];
        let votes = Votes::new(&cases, &suggestions);
        // Tactic 1 prefers move 5, tactic 2 the played moves.
        let rules = rank(&votes, &[0, 1, 2], &[0.0, -5.0, 1.0, 0.0]);
        let found: Vec<_> = rules
            .iter()
            .map(|r| (r.tactic, r.right, r.applicable))
            .collect();
        // The vote for move 5 is lower than that for the other moves of its position.
        assert_eq!(found, [(2, 3, 3), (3, 2, 3), (1, 1, 1), (0, 1, 3)]);
        assert_eq!(rules[0].precision, (3.0 + 20.0 * 0.25) / 23.0);
    }

    #[test]
    fn renumbered_votes_are_those_of_the_new_order() {
        let cases = [case(2, 0), case(3, 1)];
        let suggestions = [vec![1, 2], vec![0, 4], vec![0, 1, 4]];
        let votes = Votes::new(&cases, &suggestions);
        let order = [2, 0, 1];
        let turned = order.map(|tactic: usize| suggestions[tactic].clone());
        let (found, expected) = (votes.renumbered(&order), Votes::new(&cases, &turned));
        for position in 0..2 {
            assert!(found.of(position).eq(expected.of(position)));
        }
    }

    #[test]
    fn votes_list_the_tactics_of_each_move() {
        let cases = [case(2, 0), case(3, 1)];
        let votes = Votes::new(&cases, &[vec![1, 2], vec![], vec![0, 1, 4]]);
        assert_eq!(votes.len(), 2);
        let of = |position| votes.of(position).map(<[u16]>::to_vec).collect::<Vec<_>>();
        assert_eq!(of(0), [vec![2], vec![0, 2]]);
        assert_eq!(of(1), [vec![0], vec![], vec![2]]);
    }

    #[test]
    fn lists_and_votes_choose_one_move() {
        let weights = [0.5, 2.0, 1.0, -3.0];
        let position: [&[u16]; 4] = [&[1], &[0], &[0, 2], &[]];
        let choose = |choice: MoveRule, moves: &[&'static [u16]]| {
            choice.choose(&weights, moves.to_vec().iter().copied())
        };
        assert_eq!(choose(MoveRule::List, &position), Some(2));
        assert_eq!(choose(MoveRule::Vote, &position), Some(0));
        // Equal votes: the first move.
        assert_eq!(choose(MoveRule::Vote, &[&[2], &[2]]), Some(0));
        // A suggestion with a bad vote is one; a move without any is none.
        assert_eq!(choose(MoveRule::Vote, &[&[], &[3]]), Some(1));
        assert_eq!(choose(MoveRule::List, &[&[], &[]]), None);
    }
}
