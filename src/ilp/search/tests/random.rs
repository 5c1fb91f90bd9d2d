//! Thousands of small random tasks against plain enumeration: relations with functional, total and
//! symmetric columns, types, modes, constraints, one clause or several, all smallest hypotheses,
//! noise, and searches that are stopped at any moment.

mod tasks;

use std::{
    collections::{BTreeSet, HashSet},
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
};

use self::tasks::{Dice, flat, properties, task};
use super::super::{End, Findings, Request, clauses};
use crate::ilp::{
    Bits, Clause, Explorer, FactsTester, Literal, Node, Regularities, Relations, Space, Stopped,
    Tester, Value,
    explore::{Policy, Refusal},
};
use crate::random::mix;

/// All clauses of the space in canonical form, by definition: sets of literals of one type for each
/// variable that can be called and are admissible.
fn enumerated(space: &Space<'_>) -> Vec<Clause> {
    let bias = space.bias();
    let own = space.root().head_variables();
    let mut literals = Vec::new();
    for &id in space.body() {
        let arity = bias.predicate(id).arity() as u32;
        for number in 0..bias.max_vars.pow(arity) {
            let argument = |place| (number / bias.max_vars.pow(place) % bias.max_vars) as u8;
            let arguments: Vec<u8> = (0..arity).map(argument).collect();
            if (1..arguments.len()).all(|at| !arguments[..at].contains(&arguments[at])) {
                literals.push(Literal::new(id, &arguments));
            }
        }
    }
    literals.sort_unstable();
    let well_typed = |clause: &Clause| {
        let types = bias.variable_types(clause);
        clause.literals().all(|literal| {
            let declared = &bias.predicate(literal.predicate).types;
            let mut pairs = literal.arguments().iter().zip(declared);
            pairs.all(|(&v, kind)| kind.is_none() || *kind == types[usize::from(v)])
        })
    };
    let mut found = HashSet::new();
    let mut open = vec![(space.root().clone(), 0)];
    while let Some((clause, from)) = open.pop() {
        let mut used: Vec<usize> = Vec::new();
        for literal in &clause.body {
            used.extend(literal.arguments().iter().map(|&v| usize::from(v)));
        }
        let contiguous = (own..clause.variables()).all(|v| used.contains(&v));
        // Constraints on arguments are about the canonical order of symmetric literals.
        let canonical = space.canonical(&clause);
        if contiguous
            && canonical.body.len() == clause.body.len()
            && space.grows(&canonical, None)
            && space.admissible(&canonical)
        {
            found.insert(canonical);
        }
        if clause.body.len() < bias.max_body {
            for (at, &literal) in literals.iter().enumerate().skip(from) {
                let next = clause.with(literal);
                if well_typed(&next) {
                    open.push((next, at + 1));
                }
            }
        }
    }
    found.into_iter().collect()
}

/// Whether so many sets of literals can be looked at.
fn is_small(space: &Space<'_>) -> bool {
    let bias = space.bias();
    let literals: usize = space
        .body()
        .iter()
        .map(|&id| {
            (0..bias.predicate(id).arity())
                .fold(1, |n, at| n * (bias.max_vars - at.min(bias.max_vars)))
        })
        .sum();
    let sets =
        (0..bias.max_body).fold(1, |n, at| n * literals.saturating_sub(at).max(1) / (at + 1));
    sets < 20_000
}

/// The clauses of a task with their covers as words, and all that is needed to learn it.
struct World<'t> {
    space: Space<'t>,
    tester: FactsTester<'t>,
    clauses: Vec<(Clause, u64)>,
    positive: Bits,
}

/// Draws a task, and examples: any, or what one or two clauses of the space say.
fn with_world(seed: u64, test: impl FnOnce(&World<'_>, &mut Dice)) {
    let mut dice = Dice(mix(seed));
    let task = match dice.one_in(3) {
        true => flat(&mut dice),
        false => task(&mut dice),
    };
    let relations = Relations::new(&task, None);
    let cancel = AtomicBool::new(false);
    let examples = &task.examples[0];
    let tester = FactsTester::new(&relations, examples, &cancel);
    let space = Space::new(&task.bias, examples.head, task.bias.body.clone());
    if !is_small(&space) {
        return;
    }
    let all = Bits::full(examples.tuples.rows);
    let mut clauses: Vec<(Clause, u64)> = enumerated(&space)
        .into_iter()
        .map(|clause| {
            let cover = tester.coverage(&clause, &all).unwrap();
            (clause, cover.words()[0])
        })
        .collect();
    clauses.sort();
    let mut wanted = 0;
    if !clauses.is_empty() && !dice.one_in(4) {
        for _ in 0..1 + dice.below(3) {
            wanted |= clauses[dice.below(clauses.len())].1;
        }
    }
    if wanted == 0 {
        wanted = 1 + dice.below((1 << examples.tuples.rows) - 1) as u64;
    }
    let members = (0..examples.tuples.rows).filter(|e| wanted >> e & 1 == 1);
    let positive = Bits::of(examples.tuples.rows, members);
    let world = World {
        space,
        tester,
        clauses,
        positive,
    };
    test(&world, &mut dice);
}

impl World<'_> {
    fn consistent(&self) -> impl Iterator<Item = &(Clause, u64)> {
        let wanted = self.positive.words()[0];
        self.clauses
            .iter()
            .filter(move |(_, cover)| *cover != 0 && cover & !wanted == 0)
    }

    /// The size of the smallest hypothesis of at most so many clauses.
    fn smallest(&self, most: usize) -> Option<usize> {
        let wanted = self.positive.words()[0] as usize;
        let mut cost = vec![usize::MAX; wanted + 1];
        cost[0] = 0;
        // With each round sets of one more clause are known; no more are needed than examples.
        for _ in 0..most.min(self.positive.count()) {
            let before = cost.clone();
            for (clause, cover) in self.consistent() {
                for (set, &known) in before.iter().enumerate() {
                    let union = set | *cover as usize;
                    if known != usize::MAX && union <= wanted {
                        cost[union] = cost[union].min(known + clause.size());
                    }
                }
            }
        }
        Some(cost[wanted]).filter(|&cost| cost != usize::MAX)
    }

    /// All sets of clauses of this size that cover the positives.
    fn all_of_size(&self, size: usize) -> BTreeSet<Vec<Clause>> {
        let known: Vec<&(Clause, u64)> = self.consistent().collect();
        let mut found = BTreeSet::new();
        let mut open = vec![(Vec::new(), 0u64, size, 0)];
        while let Some((chosen, cover, left, from)) = open.pop() {
            if cover == self.positive.words()[0] && left == 0 {
                let mut set: Vec<Clause> = chosen;
                set.sort();
                found.insert(set);
                continue;
            }
            for (at, (clause, covers)) in known.iter().enumerate().skip(from) {
                if clause.size() <= left && covers & !cover != 0 {
                    let mut next = chosen.clone();
                    next.push(clause.clone());
                    open.push((next, cover | covers, left - clause.size(), at + 1));
                }
            }
        }
        found
    }

    fn learn(&self, tester: &impl Tester, request: &Request, stop: &AtomicBool) -> Findings {
        clauses(&self.space, tester, request, stop, &mut |_| ()).unwrap()
    }
}

#[test]
fn the_smallest_is_found_and_bounded() {
    for seed in 0..4_000 {
        with_world(seed, |world, dice| {
            let most = [None, None, Some(1), Some(2)][dice.below(4)];
            let request = Request {
                positive: world.positive.clone(),
                clauses: most,
                ..Request::default()
            };
            let findings = world.learn(&world.tester, &request, &AtomicBool::new(false));
            let expected = world.smallest(most.unwrap_or(usize::MAX));
            match expected {
                None => {
                    assert_eq!(findings.end, End::Exhausted, "seed {seed}");
                    assert_eq!(findings.at_least, usize::MAX, "seed {seed}");
                }
                Some(size) => {
                    assert_eq!(findings.end, End::Proved, "seed {seed}");
                    assert_eq!(findings.at_least, size, "seed {seed}");
                    assert_eq!(findings.best[0].size(), size, "seed {seed}");
                    assert_eq!(findings.best[0].cover, world.positive, "seed {seed}");
                }
            }
        });
    }
}

/// Hypotheses that a bound must not rule out: a large clause beside two small ones, and two large ones of a size.
#[test]
fn what_is_left_to_cover_may_take_several_clauses() {
    let beside_two: [&[Value]; 9] = [
        &[0, 1, 2],
        &[3, 4, 5],
        &[6, 7, 8, 9, 10, 11],
        &[6, 7, 8, 9, 10, 12],
        &[6, 7, 8, 9, 11, 12],
        &[6, 7, 8, 10, 11, 12],
        &[6],
        &[7],
        &[8],
    ];
    let two_of_a_size: [&[Value]; 10] = [
        &[0, 1, 12],
        &[2, 3, 12],
        &[4, 5, 12],
        &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13],
        &[0, 1, 2, 6, 7],
        &[0, 1, 2, 6, 8],
        &[0, 1, 2, 7, 8],
        &[3, 4, 5, 9, 10],
        &[3, 4, 5, 9, 11],
        &[3, 4, 5, 10, 11],
    ];
    for (task, expected) in [
        (properties(&beside_two, (13, 9), 4), 9),
        (properties(&two_of_a_size, (14, 6), 3), 8),
    ] {
        let (relations, calm) = (Relations::new(&task, None), AtomicBool::new(false));
        let examples = &task.examples[0];
        let tester = FactsTester::new(&relations, examples, &calm);
        let space = Space::new(&task.bias, examples.head, task.bias.body.clone());
        let request = Request {
            positive: examples.positive(),
            ..Request::default()
        };
        let findings = clauses(&space, &tester, &request, &calm, &mut |_| ()).unwrap();
        assert_eq!(findings.end, End::Proved);
        assert_eq!(findings.best[0].size(), expected);
        assert_eq!(findings.at_least, expected);
    }
}

#[test]
fn all_smallest_hypotheses_of_random_tasks_are_listed() {
    for seed in 10_000..12_000 {
        with_world(seed, |world, _| {
            let Some(size) = world.smallest(usize::MAX).filter(|&size| size <= 8) else {
                return;
            };
            let expected = world.all_of_size(size);
            if expected.len() > 500 {
                return;
            }
            let request = Request {
                positive: world.positive.clone(),
                all: true,
                ..Request::default()
            };
            let findings = world.learn(&world.tester, &request, &AtomicBool::new(false));
            let listed = findings.best.iter().map(|found| {
                let mut set = found.clauses.clone();
                set.sort();
                set
            });
            assert_eq!(findings.end, End::Proved, "seed {seed}");
            assert_eq!(listed.collect::<BTreeSet<_>>(), expected, "seed {seed}");
        });
    }
}

#[test]
fn the_shortest_description_by_a_clause_is_found() {
    for seed in 20_000..22_000 {
        let mut dice = Dice(mix(seed));
        let mut task = task(&mut dice);
        // Each example three times, so that clauses pay.
        let once = task.examples[0].tuples.clone();
        for _ in 0..2 {
            once.iter()
                .for_each(|row| task.examples[0].tuples.push(row));
        }
        let relations = Relations::new(&task, None);
        let stop = AtomicBool::new(false);
        let tester = FactsTester::new(&relations, &task.examples[0], &stop);
        let space = Space::new(&task.bias, task.examples[0].head, task.bias.body.clone());
        if !is_small(&space) {
            continue;
        }
        let length = 3 * once.rows;
        let wanted = 1 + dice.below((1 << length) - 1);
        let positive = Bits::of(length, (0..length).filter(|e| wanted >> e & 1 == 1));
        let request = Request {
            positive: positive.clone(),
            noisy: true,
            clauses: Some(1),
            ..Request::default()
        };
        let cost = |size: usize, cover: &Bits| {
            size + positive.count_without(cover) + cover.count_without(&positive)
        };
        let findings = clauses(&space, &tester, &request, &stop, &mut |_| ()).unwrap();
        let found = findings.best.first();
        let found = found.map_or(positive.count(), |found| cost(found.size(), &found.cover));
        let all = Bits::full(length);
        let costs = enumerated(&space)
            .into_iter()
            .map(|clause| cost(clause.size(), &tester.coverage(&clause, &all).unwrap()));
        let expected = costs.min().unwrap_or(usize::MAX).min(positive.count());
        assert_eq!(found, expected, "seed {seed}");
    }
}

/// Stops the search after some questions.
struct Stopping<'a> {
    tester: &'a FactsTester<'a>,
    left: AtomicUsize,
    stop: &'a AtomicBool,
}

impl Stopping<'_> {
    fn count(&self) -> Result<(), Stopped> {
        if self.left.load(Ordering::Relaxed) == 0 {
            self.stop.store(true, Ordering::Relaxed);
            return Err(Stopped::Cancelled);
        }
        self.left.fetch_sub(1, Ordering::Relaxed);
        Ok(())
    }
}

impl Tester for Stopping<'_> {
    fn examples(&self) -> usize {
        self.tester.examples()
    }

    fn coverage(&self, clause: &Clause, candidates: &Bits) -> Result<Bits, Stopped> {
        self.count()?;
        self.tester.coverage(clause, candidates)
    }

    fn implied(&self, clause: &Clause, index: usize, candidates: &Bits) -> Result<bool, Stopped> {
        self.count()?;
        self.tester.implied(clause, index, candidates)
    }

    fn exclude(&self, clause: &Clause, examples: &Bits, literals: &mut Vec<Literal>) {
        self.tester.exclude(clause, examples, literals);
    }

    fn regularities<'t>(&'t self, space: &'t Space<'t>) -> Option<Regularities<'t>> {
        self.tester.regularities(space)
    }
}

#[test]
fn what_a_stopped_search_says_is_true() {
    let mut stopped = 0;
    for seed in 30_000..33_000 {
        with_world(seed, |world, dice| {
            let stop = AtomicBool::new(false);
            let tester = Stopping {
                tester: &world.tester,
                left: AtomicUsize::new(1 << dice.below(10)),
                stop: &stop,
            };
            let request = Request {
                positive: world.positive.clone(),
                all: dice.one_in(4),
                ..Request::default()
            };
            let findings = world.learn(&tester, &request, &stop);
            let expected = world.smallest(usize::MAX).unwrap_or(usize::MAX);
            assert!(findings.at_least <= expected, "seed {seed}");
            match findings.end {
                End::Proved => assert_eq!(findings.best[0].size(), expected, "seed {seed}"),
                End::Stopped => stopped += 1,
                End::Exhausted => assert_eq!(expected, usize::MAX, "seed {seed}"),
                End::Memory => panic!("seed {seed}"),
            }
        });
    }
    assert!(stopped > 500, "{stopped}");
}

/// Keeps what covers enough.
struct Covering(usize);

impl Policy for Covering {
    fn refuses(&self, _: &Clause, cover: &Bits) -> Option<Refusal> {
        (cover.count() < self.0).then_some(Refusal::TooSpecial)
    }

    fn visit(&mut self, node: &Node) -> bool {
        // Some are given up late, as if they were replaced.
        !node.cover.count().is_multiple_of(5)
    }
}

/// The walk is the same whether each literal is tried or only those of which something may come.
#[test]
fn no_clause_is_lost_to_literals_that_are_not_tried() {
    let mut kept = 0;
    for seed in 50_000..50_300 {
        let mut dice = Dice(mix(seed));
        let mut task = task(&mut dice);
        // What is not tried matters from the fourth literal on.
        (task.bias.max_vars, task.bias.max_body) = (4, 6);
        let relations = Relations::new(&task, None);
        let stop = AtomicBool::new(false);
        let examples = &task.examples[0];
        let tester = FactsTester::new(&relations, examples, &stop);
        let space = Space::new(&task.bias, examples.head, task.bias.body.clone());
        let negative = Bits::of(examples.tuples.rows, 0..dice.below(4));
        let walk = || {
            let walk = Explorer::new(&space, &tester, &stop).unwrap();
            let walk = walk.with_redundancy(negative.clone());
            match seed % 2 {
                0 => walk,
                _ => walk.with_regularities(),
            }
        };
        let (mut joined, mut plain) = (walk(), walk().without_joins());
        let mut policy = Covering(1 + dice.below(3));
        for _ in 0..task.bias.max_body {
            joined.descend(&mut policy).unwrap();
            plain.descend(&mut policy).unwrap();
            let (of, all) = (joined.nodes().iter(), plain.nodes().iter());
            kept += of.len();
            assert!(
                of.map(|n| &n.clause).eq(all.map(|n| &n.clause)),
                "seed {seed}"
            );
            if joined.nodes().len() > 2_000 {
                break;
            }
            // Others are given up between two levels.
            let third =
                |node: &Node| !node.clause.body.len().is_multiple_of(3) || node.cover.contains(0);
            joined.retain(third);
            plain.retain(third);
        }
    }
    assert!(kept > 50_000, "{kept}");
}

/// Literals that are said to leave an example covered do.
#[test]
fn only_literals_that_leave_an_example_covered_are_excluded() {
    let mut excluded = 0;
    for seed in 40_000..40_500 {
        with_world(seed, |world, dice| {
            let (clause, cover) = match world.clauses.len() {
                0 => return,
                many => &world.clauses[dice.below(many)],
            };
            let rows = world.tester.examples();
            let covered = Bits::of(rows, (0..rows).filter(|e| cover >> e & 1 == 1));
            let mut literals = Vec::new();
            world.space.refinements(clause, &mut literals);
            let all = literals.clone();
            world.tester.exclude(clause, &covered, &mut literals);
            for literal in all.iter().filter(|literal| !literals.contains(literal)) {
                excluded += 1;
                let child = clause.with(*literal);
                let cover = world.tester.coverage(&child, &covered).unwrap();
                assert!(!cover.is_empty(), "seed {seed}: {child:?}");
            }
        });
    }
    assert!(excluded > 200, "{excluded}");
}
