//! A tree, made smaller and better by single changes.

use std::{
    cmp::Ordering,
    collections::{HashMap, HashSet},
};

use rayon::prelude::*;

use super::{
    judge::{Behaviour, Judge, Proved, Standing},
    outcome::Tally,
};
use crate::{
    cancel::Cancel,
    endgame::{Strategy, proof::Proof},
    gp::{Symbols, Tree, breed::Bounds, tree::Code},
};

/// The strategy without what is never asked or makes no difference in these cases, a bit for each
/// condition that holds.
pub fn simplified(strategy: &Strategy, cases: &[u32]) -> Strategy {
    let Strategy::Ask(condition, yes, no) = strategy else {
        return strategy.clone();
    };
    let (holds, fails): (Vec<u32>, Vec<u32>) =
        cases.iter().partition(|case| *case >> condition & 1 == 1);
    if holds.is_empty() {
        return simplified(no, cases);
    }
    if fails.is_empty() {
        return simplified(yes, cases);
    }
    let (yes, no) = (simplified(yes, &holds), simplified(no, &fails));
    let does = |branch: &Strategy, all: &[u32], like: &Strategy| {
        all.iter()
            .all(|case| branch.choose(*case) == like.choose(*case))
    };
    if does(&yes, &fails, &no) {
        simplified(&yes, cases)
    } else if does(&no, &holds, &yes) {
        simplified(&no, cases)
    } else {
        Strategy::Ask(*condition, yes.into(), no.into())
    }
}

/// The trees that differ from this one by one change: another word in a place, a move or a branch in
/// place of what is there, or a question before it with a move as the other answer.
pub fn changes(tree: &Tree, symbols: &Symbols) -> Vec<Tree> {
    let functions = symbols.functions() as Code;
    let leaves = functions..functions + symbols.leaves() as Code;
    let mut all = Vec::new();
    for at in 0..tree.size() {
        let range = tree.subtree(at, symbols);
        let here = &tree.codes()[range.clone()];
        let mut put = |parts: &[&[Code]]| {
            let codes = tree.codes();
            let middle = parts.iter().copied().flatten();
            let changed = codes[..at]
                .iter()
                .chain(middle)
                .chain(&codes[range.end..])
                .copied();
            all.extend(Tree::new(changed.collect(), symbols));
        };
        for other in symbols.like(here[0]).filter(|other| *other != here[0]) {
            put(&[&[other], &here[1..]]);
        }
        if here.len() > 1 {
            for leaf in leaves.clone() {
                put(&[&[leaf]]);
            }
            let mut child = at + 1;
            while child < range.end {
                let branch = tree.subtree(child, symbols);
                child = branch.end;
                put(&[&tree.codes()[branch]]);
            }
        }
        for function in (0..functions).filter(|function| symbols.arity(*function) == 2) {
            for leaf in leaves.clone() {
                put(&[&[function], here, &[leaf]]);
                put(&[&[function, leaf], here]);
            }
        }
    }
    all
}

/// After so many different trees that are one change away from the best one, pairs of changes are
/// given up.
const FIRST_CHANGES: usize = 40;

/// How many behaviours are remembered; when there are more, all are forgotten.
const MOST_KNOWN: usize = 200_000;

/// What trees do, and what that came to.
type Known = HashMap<Behaviour, (Tally, Option<Proved>)>;

/// A tree that is made better step by step.
#[derive(Debug)]
pub struct Polish<'j> {
    judge: &'j Judge,
    bounds: Bounds,
    known: Known,
    /// The best tree so far, and what it comes to.
    pub best: (Standing, Tree),
}

impl Polish<'_> {
    /// Begins with a tree; others may become as large as the bounds say.
    pub fn new(judge: &Judge, tree: Tree, bounds: Bounds) -> Polish<'_> {
        let standing = judge.standing(&mut Proof::default(), &tree);
        Polish {
            judge,
            bounds,
            known: Known::new(),
            best: (standing, tree),
        }
    }

    /// Makes a change that makes the tree better, the best there is; if there is none, and something
    /// is not proved yet, two changes that do so together. Computes on rayon's threads. Whether there
    /// was one; not if it was cancelled.
    pub fn step(&mut self, cancel: &Cancel<'_>) -> bool {
        let Some(mut near) = self.neighbours(&self.best.1.clone(), cancel) else {
            return false;
        };
        near.sort_by(|a, b| order(b, a));
        if near
            .first()
            .is_some_and(|first| order(first, &self.best).is_gt())
        {
            self.best = near.swap_remove(0);
            return true;
        }
        let proved = self.best.0.proved;
        if proved.is_none_or(|proved| proved.won >= 1.0 && proved.in_time >= 1.0) {
            return false;
        }
        let mut tried = HashSet::new();
        for (_, tree) in near {
            if tried.len() == FIRST_CHANGES {
                break;
            }
            if !tried.insert(self.judge.behaviour(&tree)) {
                continue;
            }
            let Some(near) = self.neighbours(&tree, cancel) else {
                break;
            };
            let best = near.into_iter().max_by(order);
            if let Some(best) = best.filter(|best| order(best, &self.best).is_gt()) {
                self.best = best;
                return true;
            }
        }
        false
    }

    /// The trees one change away, and what they come to; `None` if it was cancelled. Those that do the
    /// same are proved once.
    fn neighbours(&mut self, tree: &Tree, cancel: &Cancel<'_>) -> Option<Vec<(Standing, Tree)>> {
        if self.known.len() > MOST_KNOWN {
            self.known.clear();
        }
        let (judge, symbols, known) = (self.judge, self.judge.symbols(), &self.known);
        let behaving = changes(tree, symbols)
            .into_par_iter()
            .filter(|tree| self.bounds.admit(tree, symbols))
            .map(|tree| (!cancel.is_set()).then(|| (judge.behaviour(&tree), tree)));
        let behaving: Vec<(Behaviour, Tree)> = behaving.collect::<Option<_>>()?;
        let unknown: HashSet<&Behaviour> = behaving
            .iter()
            .map(|(behaviour, _)| behaviour)
            .filter(|behaviour| !known.contains_key(*behaviour))
            .collect();
        let unknown: Vec<&Behaviour> = unknown.into_iter().collect();
        let fresh = unknown
            .par_iter()
            .map_init(Proof::default, |proof, &behaviour| {
                Some((behaviour.clone(), judge.account(proof, behaviour, cancel)?))
            });
        let fresh: Vec<(Behaviour, (Tally, Option<Proved>))> = fresh.collect::<Option<_>>()?;
        self.known.extend(fresh);
        let standing = |(behaviour, tree): (Behaviour, Tree)| {
            let (games, proved) = self.known[&behaviour];
            (judge.standing_of(games, proved, tree.size()), tree)
        };
        Some(behaving.into_iter().map(standing).collect())
    }
}

/// The better one is the greater: what is proved counts first, then fewer nodes, then the fitness.
fn order(a: &(Standing, Tree), b: &(Standing, Tree)) -> Ordering {
    a.0.by_proof(&b.0)
        .then_with(|| b.1.size().cmp(&a.1.size()))
        .then_with(|| a.0.fitness.total_cmp(&b.0.fitness))
        .then_with(|| b.1.cmp(&a.1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        endgame::{Arena, Ending, vocabulary::krk::KRK},
        evolve::{Experiment, starts},
        gp::{Evolution, Settings},
    };

    fn judge(experiment: u8) -> Judge {
        let experiment = Experiment::numbered(experiment).unwrap();
        experiment.judge(Arena::of(&KRK), &starts::reference(Ending::KRK), 101)
    }

    fn random_trees(judge: &Judge, population: usize) -> Vec<Tree> {
        let settings = Settings {
            population,
            ..Settings::default()
        };
        let evolution = Evolution::new(judge.symbols().clone(), settings);
        let trees = evolution.population().iter();
        trees.map(|individual| individual.tree.clone()).collect()
    }

    fn strategy(tree: &Tree) -> Strategy {
        Strategy::from_codes(tree.codes(), &KRK).unwrap()
    }

    #[test]
    fn simplified_strategies_do_the_same() {
        let judge = judge(1);
        let cases = &judge.arena.cases;
        let mut smaller = 0;
        for tree in random_trees(&judge, 300) {
            let before = strategy(&tree);
            let after = simplified(&before, cases);
            assert_eq!(judge.behaviour_of(&before), judge.behaviour_of(&after));
            assert_eq!(simplified(&after, cases), after);
            smaller += usize::from(after.size() < before.size());
            assert!(after.size() <= before.size());
        }
        assert!(smaller > 100, "{smaller}");
    }

    #[test]
    fn changes_are_other_trees() {
        let judge = judge(1);
        let symbols = judge.symbols();
        let (conditions, moves) = (KRK.conditions.len(), KRK.moves.len());
        for tree in random_trees(&judge, 20) {
            let (size, asks) = (tree.size(), tree.size() / 2);
            let words = asks * (conditions - 1) + (asks + 1) * (moves - 1);
            let cuts = asks * (moves + 2);
            let all = changes(&tree, symbols);
            assert_eq!(all.len(), words + cuts + size * conditions * moves * 2);
            let grown = all.iter().filter(|other| other.size() == size + 2);
            assert_eq!(grown.count(), size * conditions * moves * 2);
            assert!(!all.contains(&tree));
        }
    }

    #[test]
    fn a_polished_tree_is_proved_to_win_more() {
        let judge = judge(5);
        let trees = random_trees(&judge, 100);
        let standing = |tree: &Tree| judge.standing(&mut Proof::default(), tree);
        let best = trees.into_iter().max_by(|a, b| {
            let [a, b] = [a, b].map(|tree| standing(tree).proved.unwrap().won);
            a.total_cmp(&b)
        });
        let bounds = Settings::default().bounds;
        let mut polish = Polish::new(&judge, best.unwrap(), bounds);
        for _ in 0..2 {
            let before = polish.best.0.proved.unwrap();
            assert!(polish.step(&Cancel::NEVER));
            let after = polish.best.0.proved.unwrap();
            assert!(after.won > before.won, "{after:?} after {before:?}");
            assert_eq!(standing(&polish.best.1), polish.best.0);
        }
        let before = polish.best.clone();
        let cancelled = std::sync::atomic::AtomicBool::new(true);
        assert!(!polish.step(&Cancel::by(&cancelled)));
        assert_eq!(polish.best, before);
    }
}
