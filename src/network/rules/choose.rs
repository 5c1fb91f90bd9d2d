//! A list of rules, grown one rule at a time, each put where it adds most.
//!
//! What a list is worth is the number of positions in which it names the target, where one of several pieces that are left is
//! named by chance. Rules are not only added at the end: a rare rule that is hardly ever wrong, such as that of mates,
//! is worth something only before the general ones. After each rule that is added, every rule in turn is exchanged for
//! the best clause at the best place, if that is better: what was chosen first was chosen without those that came later.

use std::cmp::Reverse;

use rayon::prelude::*;

use super::{Positions, Rule, positions::share};
use crate::cancel::Cancel;

/// What lists are grown from.
pub(super) struct Chooser<'a> {
    pub positions: &'a Positions,
    pub targets: &'a [u16],
    pub clauses: &'a [Rule],
    pub cancel: Cancel<'a>,
}

impl Chooser<'_> {
    /// The lists with one rule, with two, and so on, until no clause adds anything.
    pub fn lists(&self, rules: usize, mut report: impl FnMut(usize)) -> Vec<Vec<Rule>> {
        let mut lists: Vec<Vec<Rule>> = Vec::new();
        let mut worth = Traces::of(self, &[]).worth();
        while lists.len() < rules {
            let mut list = lists.last().cloned().unwrap_or_default();
            if !self.improve(&mut list, None, &mut worth) {
                break;
            }
            for place in 0..list.len() {
                self.improve(&mut list, Some(place), &mut worth);
            }
            lists.push(list);
            report(lists.len());
        }
        lists
    }

    /// Adds the best clause to a list at the best place, instead of the rule at one place if there is one. Whether that
    /// makes the list worth more than it is; if not, it stays as it is.
    fn improve(&self, list: &mut Vec<Rule>, instead: Option<usize>, worth: &mut i64) -> bool {
        let mut others = list.clone();
        instead.map(|place| others.remove(place));
        let traces = Traces::of(self, &others);
        let clauses = self.clauses.par_iter().enumerate();
        let found = clauses
            .filter(|_| !self.cancel.is_set())
            .map(|(number, clause)| {
                let (gain, place) = traces.best_place(clause);
                // Of equals the first clause, which is none of the longer ones.
                (gain, Reverse(number), place)
            });
        let Some((gain, Reverse(number), place)) = found.max() else {
            return false;
        };
        let then = traces.worth() + gain;
        if then <= *worth || self.cancel.is_set() {
            return false;
        }
        others.insert(place, self.clauses[number].clone());
        *list = others;
        *worth = then;
        true
    }
}

/// What a list does in each position.
struct Traces<'a> {
    positions: &'a Positions,
    targets: &'a [u16],
    rules: usize,
    /// What each rule prefers, position by position.
    preferred: Vec<u16>,
    /// What is left before each rule and in the end, position by position.
    left: Vec<u16>,
    /// How many of these are several pieces: they are the first ones.
    several: Vec<usize>,
    /// What is named in each position.
    named: Vec<u32>,
}

impl<'a> Traces<'a> {
    fn of(chooser: &Chooser<'a>, list: &[Rule]) -> Traces<'a> {
        let (positions, targets) = (chooser.positions, chooser.targets);
        let mut traces = Traces {
            positions,
            targets,
            rules: list.len(),
            preferred: Vec::with_capacity(positions.len() * list.len()),
            left: Vec::with_capacity(positions.len() * (list.len() + 1)),
            several: Vec::with_capacity(positions.len()),
            named: Vec::with_capacity(positions.len()),
        };
        for (at, &target) in targets.iter().enumerate() {
            let mut left = positions.movable(at);
            let mut several = usize::from(left.count_ones() > 1);
            traces.left.push(left);
            for rule in list {
                let preferred = positions.preferred(rule, at);
                left = narrowed(left, preferred);
                several += usize::from(left.count_ones() > 1);
                traces.preferred.push(preferred);
                traces.left.push(left);
            }
            traces.several.push(several);
            traces.named.push(share(left, target));
        }
        traces
    }

    /// What the list is worth, in parts of [`SHARE`](super::SHARE).
    fn worth(&self) -> i64 {
        self.named.iter().copied().map(i64::from).sum()
    }

    /// What a clause adds to the list, and the place in the list at which it adds most.
    fn best_place(&self, clause: &Rule) -> (i64, usize) {
        let mut gains = vec![0; self.rules + 1];
        for (at, &target) in self.targets.iter().enumerate() {
            let preferred = self.positions.preferred(clause, at);
            if preferred == 0 {
                continue;
            }
            let rules = &self.preferred[at * self.rules..][..self.rules];
            let before = &self.left[at * (self.rules + 1)..][..self.several[at]];
            for (place, &left) in before.iter().enumerate() {
                let kept = left & preferred;
                if kept == 0 || kept == left {
                    continue;
                }
                let end = rules[place..]
                    .iter()
                    .fold(kept, |left, &rule| narrowed(left, rule));
                gains[place] += i64::from(share(end, target)) - i64::from(self.named[at]);
            }
        }
        let places = gains.into_iter().enumerate();
        let best = places.map(|(place, gain)| (gain, place)).max();
        best.unwrap_or_default()
    }
}

/// What a rule leaves.
#[inline]
fn narrowed(left: u16, preferred: u16) -> u16 {
    match left & preferred {
        0 => left,
        kept => kept,
    }
}
