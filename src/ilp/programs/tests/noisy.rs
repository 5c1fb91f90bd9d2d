//! Where errors are allowed, the program whose size and errors are the least is wanted.

use super::{
    super::{
        super::{search::End, task::Task},
        ProgramOptions, ProgramOutcome,
    },
    facts, learn,
};

fn noisy(task: &Task) -> ProgramOutcome {
    let options = ProgramOptions {
        noisy: true,
        ..ProgramOptions::default()
    };
    let outcome = learn(task, &options);
    assert_eq!(outcome.end, End::Exhausted);
    outcome
}

fn cost(outcome: &ProgramOutcome) -> Option<usize> {
    let best = outcome.programs.first()?;
    Some(best.size() + best.positive.length() - best.positive.count() + best.negative.count())
}

/// `name(from). name(from+1). ...`
fn atoms(name: &str, numbers: std::ops::Range<u32>) -> String {
    numbers.map(|n| format!("{name}({n}). ")).collect()
}

/// Numbers up to another one: it alone of twenty has a name that ends them.
fn up_to(end: u32) -> Task {
    let pairs = |name: &str, more: u32| -> String {
        let pairs = (0..20).map(|n| format!("{name}({n},{}). ", n + more));
        pairs.collect()
    };
    let mut task = facts(
        &[("f", 1)],
        &[("succ", 2), ("name", 2), ("end", 1)],
        &format!(
            "{} {} end({}).",
            pairs("succ", 1),
            pairs("name", 30),
            end + 30
        ),
        &atoms("f", 0..end + 1),
        &atoms("f", end + 1..20),
    );
    task.bias.recursion = true;
    task.bias.max_body = 2;
    task
}

#[test]
fn a_leaf_that_covers_negatives_may_be_specialised() {
    // All numbers have names: with that alone a caller gains nothing.
    assert_eq!(cost(&noisy(&up_to(9))), Some(6));
}

#[test]
fn no_program_is_better_than_a_costly_one() {
    // There are two positive examples, and one clause for one of them has three literals.
    assert_eq!(cost(&noisy(&up_to(1))), None);
}

#[test]
fn unions_are_not_looked_at_which_is_said() {
    let mut task = facts(
        &[("f", 1)],
        &[("p", 1), ("q", 1)],
        &(atoms("p", 0..5) + &atoms("q", 5..10)),
        &atoms("f", 0..10),
        &atoms("f", 10..15),
    );
    task.bias.recursion = true;
    let outcome = noisy(&task);
    assert!(cost(&outcome) == Some(4) || outcome.cut_short);
}
