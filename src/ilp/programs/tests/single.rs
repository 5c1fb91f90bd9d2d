//! What one clause without calls explains is found here as well as where only such clauses are
//! searched.

use std::sync::atomic::AtomicBool;

use super::{
    super::{
        super::{
            Bits,
            bias::Mode,
            clause::Clause,
            facts::FactsTester,
            relations::Relations,
            search::{self, End, Request},
            space::Space,
            task::{Examples, Table, Task},
            tester::Tester,
        },
        ProgramOptions, learn_programs,
    },
    facts, learn, lists, solved, text,
};
use crate::random::mix;

/// Numbers that seem random.
pub(super) struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = mix(self.0);
        (self.0 >> 32) as usize % bound
    }

    pub fn often(&mut self, tenths: usize) -> bool {
        self.below(10) < tenths
    }
}

const VALUES: usize = 12;

/// A task over two functions, partial or not, and two tests, whose positive examples one clause covers.
fn random_task(seed: u64) -> Option<(Task, Clause)> {
    let mut dice = Dice(seed);
    let arity = 1 + dice.below(2);
    let mut background = String::new();
    let partial = dice.often(5);
    for name in ["p", "q"] {
        for value in 0..VALUES {
            if !partial || dice.often(9) {
                background += &format!("{name}(c{value},c{}). ", dice.below(VALUES));
            }
        }
    }
    for name in ["r", "s"] {
        for value in 0..VALUES {
            if dice.often(5) {
                background += &format!("{name}(c{value}). ");
            }
        }
    }
    let body = [("p", 2), ("q", 2), ("r", 1), ("s", 1)];
    let mut task = facts(&[("f", arity)], &body, &background, "", "");
    task.bias.max_vars = 4;
    task.bias.max_body = 5;
    for (index, predicate) in task.bias.predicates.iter_mut().enumerate() {
        let out = predicate.arity() == 2 || (index == 0 && arity == 2);
        predicate.modes = Some([Mode::In, Mode::Out][..1 + usize::from(out)].to_vec());
    }
    let head = task.bias.heads[0];
    let values: Vec<u32> = (0..VALUES)
        .map(|value| task.values.intern(&format!("c{value}")))
        .collect();
    let mut all = Table::new(arity);
    for &first in &values {
        match arity {
            1 => all.push(&[first]),
            _ => values.iter().for_each(|&second| all.push(&[first, second])),
        }
    }
    let (target, cover) = {
        let space = Space::new(&task.bias, head, task.bias.body.clone());
        let mut target = space.canonical(space.root());
        let length = 3 + dice.below(3);
        while target.body.len() < length {
            let mut literals = Vec::new();
            space.refinements(&target, &mut literals);
            let literal = *literals.get(dice.below(literals.len().max(1)))?;
            target = space.canonical(&target.with(literal));
        }
        if !space.admissible(&target) {
            return None;
        }
        let relations = Relations::new(&task, None);
        let examples = Examples {
            head,
            tuples: all.clone(),
            positives: 0,
        };
        let go = AtomicBool::new(false);
        let tester = FactsTester::new(&relations, &examples, &go);
        let cover = tester.coverage(&target, &Bits::full(all.rows)).unwrap();
        (target, cover)
    };
    if cover.count() < 2 || all.rows - cover.count() < 2 {
        return None;
    }
    let mut tuples = Table::new(arity);
    for wanted in [true, false] {
        for index in (0..all.rows).filter(|&index| cover.contains(index) == wanted) {
            tuples.push(all.row(index));
        }
    }
    task.examples[0] = Examples {
        head,
        tuples,
        positives: cover.count(),
    };
    Some((task, target))
}

/// The size of the smallest hypothesis of clauses without calls, which is proved.
fn smallest(task: &Task) -> usize {
    let relations = Relations::new(task, None);
    let go = AtomicBool::new(false);
    let tester = FactsTester::new(&relations, &task.examples[0], &go);
    let space = Space::new(&task.bias, task.examples[0].head, task.bias.body.clone());
    let request = Request {
        positive: task.examples[0].positive(),
        ..Request::default()
    };
    let found = search::clauses(&space, &tester, &request, &go, &mut |_| ()).unwrap();
    assert_eq!(found.end, End::Proved);
    found.best[0].size()
}

#[test]
fn recursion_allowed_takes_nothing_away() {
    let mut tried = 0;
    for seed in 0..150 {
        let Some((mut task, target)) = random_task(seed) else {
            continue;
        };
        tried += 1;
        let size = smallest(&task);
        assert!(size <= target.size());
        task.bias.recursion = true;
        let relations = Relations::new(&task, None);
        let options = ProgramOptions::default();
        let go = AtomicBool::new(false);
        let outcome = learn_programs(&task, &relations, &options, &go, &mut |_| ()).unwrap();
        let (bias, positives) = (&outcome.bias, task.examples[0].positives);
        let reported = format!("seed {seed}, {}, size {size}", bias.clause_text(&target));
        let best = outcome
            .programs
            .first()
            .unwrap_or_else(|| panic!("nothing: {reported}"));
        assert_eq!(best.positive.count(), positives, "{reported}");
        assert!(best.negative.is_empty(), "{reported}");
        assert!(best.size() <= size, "{reported}\n{}", text(&outcome, best));
        assert!(
            outcome.end == End::Proved || outcome.cut_short,
            "{reported}"
        );
    }
    assert!(tried > 30, "{tried}");
}

#[test]
fn a_test_of_one_value_may_stand_beside_the_way_to_another() {
    // Neither literal uses what the other binds, and the test comes before the output.
    let mut task = lists(
        "f +list -element",
        &["head +list -element", "tail +list -list", "one +element"],
        &[&["[1,7]", "7"], &["[1,3,2]", "3"], &["[1,9,1]", "9"]],
        &[
            &["[2,4]", "4"],
            &["[3,1,5]", "1"],
            &["[1,6]", "1"],
            &["[5,1]", "5"],
        ],
    );
    task.bias.max_vars = 4;
    task.bias.max_body = 5;
    let text = solved(&task, 5);
    assert!(text.contains("one(C)"), "{text}");
}

#[test]
fn two_tests_of_a_value_beside_the_output() {
    let mut task = facts(
        &[("f", 2)],
        &[("p", 2), ("q", 2), ("r", 1), ("s", 1)],
        "p(a,t). p(b,u). p(c,v). p(d,w). p(e,t). q(a,k). q(b,l). q(c,m). q(d,n). q(e,o).
         r(k). r(l). r(m). s(k). s(l). s(n).",
        "f(a,t). f(b,u).",
        "f(c,v). f(d,w). f(e,t). f(a,u). f(b,t). f(a,k). f(b,l).",
    );
    for predicate in &mut task.bias.predicates {
        let arity = predicate.arity();
        predicate.modes = Some([Mode::In, Mode::Out][..arity].to_vec());
    }
    task.bias.recursion = true;
    task.bias.max_vars = 4;
    task.bias.max_body = 4;
    assert_eq!(smallest(&task), 5);
    let outcome = learn(&task, &ProgramOptions::default());
    let best = &outcome.programs[0];
    assert_eq!(best.size(), 5, "{}", text(&outcome, best));
    assert_eq!(best.positive.count(), 2);
}
