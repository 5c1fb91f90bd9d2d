//! The clauses that a list is made of: all that are not redundant and hold of enough targets.

use std::sync::atomic::{AtomicBool, Ordering};

use super::{PLANES, Positions, Rule};
use crate::{
    cancel::Cancel,
    ilp::{
        Bias, Bits, Clause, Explorer, Literal, Node, Predicate, Slot, Space, Stopped, Tester,
        TypeId,
        explore::{Policy, Refusal},
    },
};

/// Bits of an example set for each position.
const BITS: usize = 16;
/// A clause must hold of the targets of one in so many positions.
const RARE: usize = 200;

/// The clauses with up to `size` literals, the shorter ones first.
pub(super) fn clauses(
    positions: &Positions,
    targets: &[u16],
    size: usize,
    cancel: Cancel<'_>,
) -> Result<Vec<Rule>, Stopped> {
    let bias = bias(size);
    let space = Space::new(&bias, bias.heads[0], bias.body.clone());
    let tester = PlaneTester::new(positions);
    let stop = AtomicBool::new(false);
    let mut policy = Collect {
        targets: bits(targets),
        least: positions.len().div_ceil(RARE),
        size,
        cancel,
        stop: &stop,
        found: Vec::new(),
    };
    let everything = Bits::full(tester.examples());
    let explorer = Explorer::new(&space, &tester, &stop)?;
    let mut explorer = explorer.with_redundancy(everything);
    for _ in 0..size {
        match explorer.descend(&mut policy) {
            Ok(_) => {}
            Err(Stopped::Cancelled) if explorer.is_full() => {
                let found = policy.found.len();
                return Err(Stopped::Memory(format!(
                    "the clauses with {size} literals do not fit into memory, after {found} of them"
                )));
            }
            Err(stopped) => return Err(stopped),
        }
    }
    Ok(policy.found)
}

/// The language: each plane is a predicate of a piece's square and its position.
fn bias(size: usize) -> Bias {
    let mut bias = Bias {
        max_body: size,
        max_vars: 2,
        ..Bias::default()
    };
    let types = ["square", "position"].map(|name| {
        bias.types.push(name.to_owned());
        Some(TypeId(bias.types.len() as u16 - 1))
    });
    let names = std::iter::once("prefer").chain(PLANES.planes().map(|plane| plane.name));
    for name in names {
        let id = bias.add(Predicate {
            name: name.to_owned(),
            slots: vec![Slot::Variable; types.len()],
            types: types.to_vec(),
            modes: None,
            symmetric: false,
        });
        bias.body.push(id);
    }
    bias.heads.push(bias.body.remove(0));
    bias
}

/// The place of the plane that a literal of [`bias`] names: the head's predicate comes before them.
fn plane(literal: &Literal) -> usize {
    usize::from(literal.predicate.0) - 1
}

/// One set of examples from a word for each position.
fn bits(words: &[u16]) -> Bits {
    let mut bits = Bits::empty(BITS * words.len());
    for (long, some) in bits.words_mut().iter_mut().zip(words.chunks(64 / BITS)) {
        let shifted = some.iter().zip((0..).step_by(BITS));
        *long = shifted.fold(0, |long, (&word, shift)| long | u64::from(word) << shift);
    }
    bits
}

/// Which pieces a clause prefers: the intersection of its planes.
struct PlaneTester {
    columns: Vec<Bits>,
    examples: usize,
}

impl PlaneTester {
    fn new(positions: &Positions) -> PlaneTester {
        let planes = 0..PLANES.number();
        PlaneTester {
            columns: planes.map(|plane| bits(positions.column(plane))).collect(),
            examples: BITS * positions.len(),
        }
    }
}

impl Tester for PlaneTester {
    fn examples(&self) -> usize {
        self.examples
    }

    fn coverage(&self, clause: &Clause, candidates: &Bits) -> Result<Bits, Stopped> {
        let mut cover = candidates.clone();
        for literal in &clause.body {
            cover.and(&self.columns[plane(literal)]);
        }
        Ok(cover)
    }

    fn implied(&self, clause: &Clause, index: usize, candidates: &Bits) -> Result<bool, Stopped> {
        let mut rest = self.coverage(&clause.without(index), candidates)?;
        rest.without(&self.columns[plane(&clause.body[index])]);
        Ok(rest.is_empty())
    }
}

/// Keeps every clause that holds of enough targets.
struct Collect<'a> {
    targets: Bits,
    least: usize,
    size: usize,
    cancel: Cancel<'a>,
    stop: &'a AtomicBool,
    found: Vec<Rule>,
}

impl Policy for Collect<'_> {
    fn refuses(&self, _: &Clause, cover: &Bits) -> Option<Refusal> {
        if self.cancel.is_set() {
            self.stop.store(true, Ordering::Relaxed);
        }
        (cover.count_and(&self.targets) < self.least).then_some(Refusal::TooSpecial)
    }

    fn visit(&mut self, node: &Node) -> bool {
        self.found
            .push(Rule(node.clause.body.iter().map(plane).collect()));
        node.clause.body.len() < self.size
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{network::rules::tests::some_positions, random::Random};

    #[test]
    fn the_tester_agrees_with_what_planes_say() {
        let (examples, positions) = some_positions();
        let tester = PlaneTester::new(&positions);
        let bias = bias(3);
        let mut random = Random::new(5);
        for _ in 0..200 {
            let mut clause = Clause::fact(bias.heads[0], 2);
            for _ in 0..1 + random.below(3) {
                let &id = random.pick(&bias.body).unwrap();
                clause = clause.with(Literal::new(id, &[0, 1]));
            }
            let cover = tester
                .coverage(&clause, &Bits::full(tester.examples()))
                .unwrap();
            let mut naive = Bits::empty(tester.examples());
            for at in 0..examples.len() {
                let words = examples.words(at);
                let movable = PLANES.index("movable").unwrap();
                let pieces = (0..64).filter(|square| words[movable] >> square & 1 == 1);
                for (piece, square) in pieces.enumerate() {
                    if clause
                        .body
                        .iter()
                        .all(|literal| words[plane(literal)] >> square & 1 == 1)
                    {
                        naive.insert(BITS * at + piece);
                    }
                }
            }
            assert!(
                !clause.body.is_empty() && cover.words() == naive.words(),
                "{clause:?}"
            );
        }
    }

    #[test]
    fn clauses_are_not_redundant_and_hold_of_targets() {
        let (examples, positions) = some_positions();
        let targets = positions.targets(&examples, &examples.labels);
        let found = clauses(&positions, &targets, 2, Cancel::NEVER).unwrap();
        let named = |text: &str| found.iter().any(|rule| rule.to_string() == text);
        assert!(named("mates_from(S, P)") && named("own_queens(S, P), mates_from(S, P)"));
        // Who mates gives check, and who moves can move.
        assert!(
            !named("checks_from(S, P), mates_from(S, P)")
                && !named("movable(S, P), mates_from(S, P)")
        );
        for rule in &found {
            let held =
                (0..positions.len()).filter(|&at| positions.preferred(rule, at) & targets[at] != 0);
            assert!(held.count() >= positions.len().div_ceil(RARE), "{rule}");
        }
        assert!(found.is_sorted_by_key(|rule| rule.0.len()));
    }
}
