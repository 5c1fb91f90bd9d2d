//! Learning tactics: the paper's search until the space is exhausted.
//!
//! Two things differ from Popper's search (section Methodology of the paper): each clause suggests
//! legal moves, and only what matches no example is not specialised; nothing is too general. So
//! all tactics are found that match some example.

pub(crate) mod report;
#[cfg(test)]
mod tests;

use std::{
    collections::HashMap,
    sync::atomic::{AtomicBool, Ordering},
};

use super::{
    ChessTester, Meaning, Vocabulary,
    examples::Example,
    file::Support,
    redundancy::{Redundancy, redundancies},
};
use crate::ilp::{
    Bits, Clause, Explorer, Node, Space, Stopped, Tester as _, Variable,
    clause::ordered,
    explore::{Counts, Policy, Refusal},
};

/// Which of the clauses that differ only in the names of variables are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Count {
    /// One of them.
    Canonical,
    /// Those that Popper's encoding generates: variables are numbered without gaps, and of the two
    /// orders of a symmetric literal only one is there, but nothing removes other permutations.
    Popper,
}

/// What to learn.
#[derive(Debug, Clone)]
pub struct Options {
    /// The vocabulary, with its limits.
    pub vocabulary: Vocabulary,
    /// Which renamings are listed.
    pub count: Count,
    /// Whether redundant tactics are listed, marked, too.
    pub redundant: bool,
    /// The fewest positive examples that a tactic must match. The paper's is 1; without one it is
    /// 1 for the paper's vocabulary and a twentieth of them for the geometric one.
    pub min_support: Option<usize>,
}

impl Options {
    /// The fewest of so many positive examples that a tactic must match.
    pub fn least(&self, positives: usize) -> usize {
        self.min_support.unwrap_or(match self.vocabulary.meaning {
            Meaning::Paper => 1,
            Meaning::Geometric => positives.div_ceil(20).max(1),
        })
    }
}

/// A tactic that was found.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundTactic {
    /// The clause, not necessarily in canonical form.
    pub clause: Clause,
    /// How often it matched.
    pub support: Support,
    /// Why it says no more than another one.
    pub redundant: Option<Redundancy>,
}

/// What was learned.
#[derive(Debug)]
pub struct Learned {
    /// The vocabulary.
    pub vocabulary: Vocabulary,
    /// The fewest positive examples that a tactic matches.
    pub least: usize,
    /// How many redundant tactics of each size from 1 on were found, listed or not. Those that
    /// specialise one of them in its redundant literal were not made if they are not listed.
    pub redundant: Vec<usize>,
    /// The tactics, the smaller ones first.
    pub tactics: Vec<FoundTactic>,
    /// What the search did, by number of body literals; the first entry is for one literal.
    pub levels: Vec<Counts>,
    /// Whether the space was exhausted.
    pub complete: bool,
    /// Whether it was not because the clauses would not have fitted into memory.
    pub full: bool,
    /// Whether all redundant tactics were looked for.
    pub marked: bool,
    /// Different positions.
    pub positions: usize,
    /// Legal moves in them.
    pub moves: usize,
    /// Positive examples.
    pub positives: usize,
    /// Negative examples.
    pub negatives: usize,
}

/// Learns tactics from examples. When it is cancelled, what was found before counts.
///
/// # Errors
///
/// If the tester fails.
pub fn learn(
    examples: &[Example],
    options: &Options,
    cancel: &AtomicBool,
) -> Result<Learned, Stopped> {
    learn_within(examples, options, cancel, MEMORY)
}

fn learn_within(
    examples: &[Example],
    options: &Options,
    cancel: &AtomicBool,
    memory: usize,
) -> Result<Learned, Stopped> {
    let vocabulary = options.vocabulary.clone();
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut positions = Vec::new();
    let mut of_example = Vec::new();
    for example in examples {
        let place = *places.entry(example.fen()).or_insert_with(|| {
            positions.push(example.chess.clone());
            positions.len() - 1
        });
        of_example.push(place);
    }
    let tester = ChessTester::new(&vocabulary, positions);
    let space = vocabulary.space();
    let mut policy = Collect {
        space: &space,
        positive: Vec::new(),
        negative: Vec::new(),
        target: Bits::empty(tester.examples()),
        least: 1,
        found: Vec::new(),
    };
    for (example, &place) in examples.iter().zip(&of_example) {
        let bit = tester.example(place, example.m).ok_or_else(|| {
            let (uci, fen) = (example.uci(), example.fen());
            Stopped::Failed(format!("{uci} is no legal move of {fen}"))
        })?;
        if example.positive {
            policy.target.insert(bit);
            policy.positive.push(bit);
        } else {
            policy.negative.push(bit);
        }
    }
    policy.least = options.least(policy.positive.len());
    let explorer = Explorer::new(&space, &tester, cancel)?.with_memory(memory);
    let mut levels = Vec::new();
    let (complete, full) = walk(explorer, options, &mut policy, &mut levels)?;
    let mut redundant: Vec<usize> = levels.iter().map(|counts| counts.redundant).collect();
    let tactics = listed(&tester, &policy, options, &mut redundant, cancel)?;
    let marked = !cancel.load(Ordering::Relaxed);
    Ok(Learned {
        tactics,
        redundant,
        least: policy.least,
        levels,
        complete: complete && marked,
        full,
        marked,
        positions: tester.positions(),
        moves: tester.examples(),
        positives: policy.positive.len(),
        negatives: policy.negative.len(),
        vocabulary: vocabulary.clone(),
    })
}

/// The most memory for the clauses of two levels, in bytes; as much again holds those found.
const MEMORY: usize = 1 << 30;

/// Exhausts the space; whether it did, and whether the memory did not suffice.
fn walk(
    mut explorer: Explorer<'_, ChessTester<'_>>,
    options: &Options,
    policy: &mut Collect<'_>,
    levels: &mut Vec<Counts>,
) -> Result<(bool, bool), Stopped> {
    let space = policy.space;
    if !options.redundant {
        explorer = explorer.with_redundancy(Bits::full(policy.target.length()));
    }
    let root = explorer.nodes()[0].clone();
    let first = usize::from(policy.refuses(&root.clause, &root.cover).is_none());
    if first == 1 {
        policy.visit(&root);
    }
    levels.push(Counts {
        generated: 1,
        tested: 1,
        asked: 1,
        too_special: 1 - first,
        visited: first,
        ..Counts::default()
    });
    while !explorer.nodes().is_empty() && levels.len() < space.bias().max_body {
        match explorer.descend(policy) {
            Ok(counts) => levels.push(counts),
            Err(Stopped::Cancelled) => {
                // What was found in a part of the next level counts.
                let size = levels.len() + 1;
                let part = policy.found.iter().rev();
                let visited = part.take_while(|node| node.clause.body.len() == size);
                let visited = visited.count();
                levels.push(Counts {
                    generated: visited,
                    tested: visited,
                    visited,
                    ..Counts::default()
                });
                return Ok((false, explorer.is_full()));
            }
            Err(error) => return Err(error),
        }
    }
    Ok((true, false))
}

/// Keeps every clause that matches enough examples.
struct Collect<'a> {
    space: &'a Space<'a>,
    /// The examples' bits; a move may be played in several examples.
    positive: Vec<usize>,
    negative: Vec<usize>,
    /// The bits of the positive examples as a set.
    target: Bits,
    least: usize,
    found: Vec<Node>,
}

impl Policy for Collect<'_> {
    fn refuses(&self, _: &Clause, cover: &Bits) -> Option<Refusal> {
        let enough = match self.least {
            0 | 1 => cover.meets(&self.target),
            n => self.positive.iter().filter(|&&b| cover.contains(b)).count() >= n,
        };
        (!enough).then_some(Refusal::TooSpecial)
    }

    fn visit(&mut self, node: &Node) -> bool {
        if self.space.admissible(&node.clause) {
            self.found.push(node.clone());
        }
        node.clause.body.len() < self.space.bias().max_body
    }
}

/// The tactics to be listed, with their marks, in the order in which they were found.
fn listed(
    tester: &ChessTester<'_>,
    policy: &Collect<'_>,
    options: &Options,
    redundant: &mut [usize],
    cancel: &AtomicBool,
) -> Result<Vec<FoundTactic>, Stopped> {
    let vocabulary = &options.vocabulary;
    let clauses: Vec<&Clause> = policy.found.iter().map(|node| &node.clause).collect();
    let marks = redundancies(tester, vocabulary, &clauses, cancel)?;
    let mut tactics: Vec<FoundTactic> = Vec::new();
    let mut first: HashMap<&Bits, usize> = HashMap::new();
    for (node, mark) in policy.found.iter().zip(marks) {
        let number = tactics.len() + 1;
        // One that is redundant itself does not stand for those that suggest the same moves: the
        // clause that says as much as it may be none of the tactics.
        let mark = mark.or_else(|| {
            let same = *first.entry(&node.cover).or_insert(number);
            (same != number).then_some(Redundancy::SameMoves(same))
        });
        let matched = |bits: &[usize]| bits.iter().filter(|&&b| node.cover.contains(b)).count();
        let support = Support {
            played: matched(&policy.positive),
            suggested: node.cover.count(),
            positions: tester.positions_matched(&node.cover),
            negatives: matched(&policy.negative),
        };
        let copies = match options.count {
            Count::Popper if options.redundant => renamings(vocabulary, &node.clause),
            _ => vec![node.clause.clone()],
        };
        let size = node.clause.body.len();
        if mark.is_some() && !options.redundant {
            redundant[size - 1] += 1;
            continue;
        }
        redundant[size - 1] += copies.len() - usize::from(mark.is_none());
        tactics.extend(
            copies
                .into_iter()
                .enumerate()
                .map(|(copy, clause)| FoundTactic {
                    clause,
                    support,
                    redundant: match copy {
                        0 => mark.clone(),
                        _ => Some(Redundancy::Renaming(number)),
                    },
                }),
        );
    }
    Ok(tactics)
}

/// The clause with its existential variables in all orders, itself first. They have no gaps, and
/// symmetric literals are in order.
fn renamings(vocabulary: &Vocabulary, clause: &Clause) -> Vec<Clause> {
    let own = clause.head_variables();
    let mut rename: Vec<Variable> = (0..clause.variables() as Variable).collect();
    let mut clauses: Vec<Clause> = Vec::new();
    permute(&mut rename, own, &mut |rename| {
        let symmetric = |id| vocabulary.bias.predicate(id).symmetric;
        let renamed = clause
            .body
            .iter()
            .map(|literal| ordered(literal.renamed(|v| rename[usize::from(v)]), symmetric));
        let mut body: Vec<_> = renamed.collect();
        body.sort_unstable();
        clauses.push(Clause {
            head: clause.head,
            body,
        });
    });
    clauses[1..].sort_unstable();
    clauses.dedup();
    let first = clauses[0].clone();
    let mut others = clauses.split_off(1);
    others.retain(|other| *other != first);
    clauses.truncate(1);
    clauses.append(&mut others);
    clauses
}

/// Visits the permutations of what comes from `from` on, the identity first.
fn permute(order: &mut [Variable], from: usize, visit: &mut impl FnMut(&[Variable])) {
    if from >= order.len() {
        return visit(order);
    }
    for other in from..order.len() {
        order.swap(from, other);
        permute(order, from + 1, visit);
        order.swap(from, other);
    }
}
