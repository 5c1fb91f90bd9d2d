//! The search against enumeration: on small random tasks it finds a hypothesis as small as the
//! smallest of all.

mod random;

use std::sync::atomic::AtomicBool;

use proptest::prelude::*;

use super::{End, Request, clauses};
use crate::ilp::{
    Bias, Bits, Clause, Literal, Predicate, PredicateId, Space, Stopped, Tester, TypeId,
};

/// Facts over the values below `values`, and examples that are values.
#[derive(Debug, Clone)]
struct Naive {
    values: u8,
    facts: Vec<Vec<Vec<u8>>>,
    examples: Vec<u8>,
}

impl Naive {
    /// True iff each solution of the body with the example satisfies the literal; without one, iff
    /// there is no solution.
    fn always(
        &self,
        clause: &Clause,
        body: &[Literal],
        literal: Option<&Literal>,
        value: u8,
    ) -> bool {
        let holds = |literal: &Literal, bound: &[u8]| {
            let row: Vec<u8> = literal
                .arguments()
                .iter()
                .map(|&v| bound[usize::from(v)])
                .collect();
            self.facts[usize::from(literal.predicate.0)].contains(&row)
        };
        let variables = clause.variables();
        let mut bound = vec![0; variables];
        bound[0] = value;
        let rounds = usize::from(self.values).pow(variables as u32 - 1);
        (0..rounds).all(|mut round| {
            for cell in &mut bound[1..] {
                *cell = (round % usize::from(self.values)) as u8;
                round /= usize::from(self.values);
            }
            !body.iter().all(|l| holds(l, &bound)) || literal.is_some_and(|l| holds(l, &bound))
        })
    }
}

impl Tester for Naive {
    fn examples(&self) -> usize {
        self.examples.len()
    }

    fn coverage(&self, clause: &Clause, candidates: &Bits) -> Result<Bits, Stopped> {
        let covered = candidates
            .iter()
            .filter(|&e| !self.always(clause, &clause.body, None, self.examples[e]));
        Ok(Bits::of(candidates.length(), covered))
    }

    fn implied(&self, clause: &Clause, index: usize, candidates: &Bits) -> Result<bool, Stopped> {
        let rest = clause.without(index).body;
        let literal = Some(&clause.body[index]);
        Ok(candidates
            .iter()
            .all(|e| self.always(clause, &rest, literal, self.examples[e])))
    }
}

/// `f/1` over `p/2, q/2, r/1`.
fn bias(directed: bool, max_body: usize) -> Bias {
    use crate::ilp::Mode::{In, Out};
    let mut bias = Bias::default();
    for (name, arity) in [("f", 1), ("p", 2), ("q", 2), ("r", 1)] {
        let mut predicate = Predicate::untyped(name, arity);
        if directed {
            predicate.modes = Some(match name {
                "p" => vec![In, Out],
                "q" => vec![In, In],
                _ => vec![In],
            });
            predicate.types = vec![Some(TypeId(0)); arity];
        }
        bias.add(predicate);
    }
    bias.heads = vec![PredicateId(0)];
    bias.body = vec![PredicateId(1), PredicateId(2), PredicateId(3)];
    (bias.max_vars, bias.max_body) = (3, max_body);
    bias
}

/// All clauses of the space: every set of literals that is admissible and can be called.
fn enumerated(space: &Space<'_>) -> Vec<Clause> {
    let bias = space.bias();
    let mut literals = Vec::new();
    for &id in &bias.body {
        let arity = bias.predicate(id).arity();
        for a in 0..3 {
            for b in 0..if arity == 2 { 3 } else { 1 } {
                if arity == 1 || a != b {
                    literals.push(Literal::new(id, &[a, b][..arity]));
                }
            }
        }
    }
    let mut found = vec![Clause::fact(PredicateId(0), 1)];
    let mut from = 0;
    for _ in 0..bias.max_body {
        let to = found.len();
        for at in from..to {
            for &literal in &literals {
                if found[at].body.last().is_none_or(|last| *last < literal) {
                    found.push(found[at].with(literal));
                }
            }
        }
        from = to;
    }
    found.retain(|clause| {
        let callable = !bias.predicates[1].modes.as_ref().is_some_and(|_| {
            let mut bound = [true, false, false];
            for _ in 0..3 {
                for literal in &clause.body {
                    match (literal.predicate.0, literal.arguments()) {
                        (1, &[a, b]) if bound[usize::from(a)] => bound[usize::from(b)] = true,
                        _ => (),
                    }
                }
            }
            clause.body.iter().any(|literal| {
                let inputs = literal.arguments().len() - usize::from(literal.predicate.0 == 1);
                literal.arguments()[..inputs]
                    .iter()
                    .any(|&v| !bound[usize::from(v)])
            })
        });
        callable && space.admissible(clause)
    });
    found
}

/// The size of the smallest hypothesis, by dynamic programming over sets of positives.
fn smallest(tester: &Naive, clauses: &[Clause], positive: &Bits, noisy: bool) -> Option<usize> {
    let all = Bits::full(tester.examples.len());
    let mut covers: Vec<(usize, Bits)> = clauses
        .iter()
        .map(|clause| (clause.size(), tester.coverage(clause, &all).unwrap()))
        .filter(|(_, cover)| noisy || cover.is_subset(positive))
        .collect();
    covers.sort_by_key(|(size, cover)| (*size, cover.words()[0]));
    covers.dedup();
    let sets = 1usize << tester.examples.len();
    let mut cost = vec![usize::MAX; sets];
    cost[0] = 0;
    let mut changed = true;
    while changed {
        changed = false;
        for (size, cover) in &covers {
            for set in 0..sets {
                let union = set | cover.words()[0] as usize;
                if cost[set] != usize::MAX && cost[set] + size < cost[union] {
                    cost[union] = cost[set] + size;
                    changed = true;
                }
            }
        }
    }
    let wanted = positive.words()[0] as usize;
    if noisy {
        let errors = |set: usize| (set ^ wanted).count_ones() as usize;
        return (0..sets)
            .filter(|&s| cost[s] != usize::MAX)
            .map(|s| cost[s] + errors(s))
            .min();
    }
    Some(cost[wanted]).filter(|&cost| cost != usize::MAX)
}

fn naive() -> impl Strategy<Value = Naive> {
    let pairs = || proptest::collection::vec((0..5u8, 0..5u8), 2..9);
    (pairs(), pairs(), proptest::collection::vec(0..5u8, 1..4)).prop_map(|(p, q, r)| Naive {
        values: 5,
        facts: vec![
            Vec::new(),
            p.into_iter().map(|(a, b)| vec![a, b]).collect(),
            q.into_iter().map(|(a, b)| vec![a, b]).collect(),
            r.into_iter().map(|a| vec![a]).collect(),
        ],
        examples: (0..5).collect(),
    })
}

proptest! {
    #[test]
    fn the_hypothesis_is_the_smallest(
        tester in naive(),
        positives in proptest::collection::vec(0..5usize, 1..4),
        directed: bool,
        all: bool,
    ) {
        let bias = bias(directed, 3);
        let space = Space::new(&bias, PredicateId(0), bias.body.clone());
        let positive = Bits::of(5, positives);
        let request = Request { positive: positive.clone(), all, ..Request::default() };
        let stop = AtomicBool::new(false);
        let findings = clauses(&space, &tester, &request, &stop, &mut |_| ()).unwrap();
        let expected = smallest(&tester, &enumerated(&space), &positive, false);
        match expected {
            None => prop_assert_eq!(findings.end, End::Exhausted),
            Some(size) => {
                prop_assert_eq!(findings.end, End::Proved);
                for found in &findings.best {
                    prop_assert_eq!(found.size(), size);
                    prop_assert_eq!(&found.cover, &positive);
                }
            }
        }
    }

    #[test]
    fn all_smallest_single_clauses_are_listed(
        tester in naive(),
        positives in proptest::collection::vec(0..5usize, 1..4),
        directed: bool,
    ) {
        let bias = bias(directed, 2);
        let space = Space::new(&bias, PredicateId(0), bias.body.clone());
        let positive = Bits::of(5, positives);
        let request = Request {
            positive: positive.clone(), all: true, clauses: Some(1), ..Request::default()
        };
        let stop = AtomicBool::new(false);
        let findings = clauses(&space, &tester, &request, &stop, &mut |_| ()).unwrap();
        let full = Bits::full(5);
        let mut perfect: Vec<Clause> = enumerated(&space)
            .iter()
            .filter(|clause| tester.coverage(clause, &full).unwrap() == positive)
            .map(|clause| space.canonical(clause))
            .collect();
        let least = perfect.iter().map(Clause::size).min();
        perfect.retain(|clause| Some(clause.size()) == least);
        perfect.sort();
        perfect.dedup();
        let mut listed: Vec<Clause> = findings
            .best
            .iter()
            .filter(|_| findings.end == End::Proved)
            .map(|found| found.clauses[0].clone())
            .collect();
        listed.sort();
        prop_assert_eq!(listed, perfect);
    }

    #[test]
    fn the_description_is_short(
        tester in naive(),
        positives in proptest::collection::vec(0..5usize, 1..4),
    ) {
        // With so few examples nothing pays but what covers more positives than it has literals.
        let bias = bias(false, 2);
        let space = Space::new(&bias, PredicateId(0), bias.body.clone());
        let mut tester = tester;
        tester.examples = (0..10).map(|e| e % 5).collect();
        let positive = Bits::of(10, positives.iter().flat_map(|&e| [e, e + 5]));
        let request = Request {
            positive: positive.clone(), noisy: true, ..Request::default()
        };
        let stop = AtomicBool::new(false);
        let findings = clauses(&space, &tester, &request, &stop, &mut |_| ()).unwrap();
        let expected = smallest(&tester, &enumerated(&space), &positive, true);
        let cost = findings.best.first().map_or(positive.count(), |found| {
            found.size()
                + positive.count_without(&found.cover)
                + found.cover.count_without(&positive)
        });
        prop_assert_eq!(Some(cost), expected);
    }
}
