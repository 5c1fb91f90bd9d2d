//! Prunings change what a search costs, not what it finds.

use std::sync::atomic::{AtomicBool, Ordering};

use super::{
    super::{
        super::{relations::Relations, search::End},
        ProgramCounts, ProgramOptions, ProgramOutcome, Pruning, learn_programs,
    },
    fuzz::draw::{Case, draw},
    learn,
    lists::reverse,
};

/// Programs are looked at up to this size.
const MOST: usize = 6;

fn found(case: &Case, without: &[Pruning]) -> ProgramOutcome {
    let cancel = AtomicBool::new(false);
    let relations = Relations::new(&case.task, None);
    let options = ProgramOptions {
        without: without.to_vec(),
        ..case.options.clone()
    };
    learn_programs(&case.task, &relations, &options, &cancel, &mut |progress| {
        if progress.counts.size > MOST {
            cancel.store(true, Ordering::Relaxed);
        }
    })
    .unwrap()
}

/// The size of a program that covers all positive examples.
fn size(case: &Case, outcome: &ProgramOutcome) -> usize {
    let positives: usize = case.task.examples.iter().map(|e| e.positives).sum();
    let mut programs = outcome.programs.iter();
    let complete = programs.find(|program| program.positive.count() == positives);
    complete.map_or(usize::MAX, |program| program.size())
}

/// Whether the first search claims that there is nothing like what the second found.
fn denies(case: &Case, outcome: &ProgramOutcome, other: &ProgramOutcome) -> bool {
    let own = size(case, outcome);
    let below = match outcome.end {
        End::Proved => own,
        _ => own.min(outcome.searched + 1),
    };
    !outcome.cut_short && size(case, other) < below
}

#[test]
fn no_pruning_changes_what_is_found() {
    let mut used = vec![0; Pruning::ALL.len()];
    for seed in 0..500 {
        let Some(case) = draw(seed, false).filter(|case| !case.lazy) else {
            continue;
        };
        let outcome = found(&case, &[]);
        let count = |pruning: Pruning| -> usize {
            let count = |counts: &ProgramCounts| counts.pruned(pruning);
            outcome.sizes.iter().map(count).sum()
        };
        let wanted = Pruning::ALL.iter().filter(|pruning| count(**pruning) > 0);
        let mut cases: Vec<Vec<Pruning>> = wanted.map(|&pruning| vec![pruning]).collect();
        for pruning in cases.iter().flatten() {
            used[*pruning as usize] += 1;
        }
        cases.push(Pruning::ALL.to_vec());
        for without in cases {
            let other = found(&case, &without);
            assert!(
                !denies(&case, &outcome, &other) && !denies(&case, &other, &outcome),
                "seed {seed}: {} {:?}, without {without:?}: {} {:?}",
                size(&case, &outcome),
                outcome.end,
                size(&case, &other),
                other.end,
            );
        }
    }
    for &pruning in Pruning::ALL {
        // These are for recursion over terms.
        let other = matches!(pruning, Pruning::Descent | Pruning::Endless);
        assert!(other || used[pruning as usize] > 0, "{pruning} is not used");
    }
}

#[test]
fn what_calls_without_end_is_left_out_but_not_missed() {
    let task = reverse();
    let endless = |without: &[Pruning]| {
        let options = ProgramOptions {
            without: without.to_vec(),
            ..ProgramOptions::default()
        };
        let outcome = learn(&task, &options);
        assert_eq!(outcome.end, End::Proved, "without {without:?}");
        assert_eq!(outcome.programs[0].size(), 8, "without {without:?}");
        let endless = |counts: &ProgramCounts| counts.pruned(Pruning::Endless);
        outcome.sizes.iter().map(endless).sum::<usize>()
    };
    assert!(endless(&[]) > 0);
    assert_eq!(endless(&[Pruning::Endless]), 0);
}
