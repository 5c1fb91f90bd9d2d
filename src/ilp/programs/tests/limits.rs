//! A search that is stopped, or whose Prolog has no memory left, keeps what it has told of.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use super::{
    super::super::{
        learn::{Options, Outcome, Searched, learn},
        prove::{Call, Proof, Prover},
        search::End,
        task::Task,
        tester::Stopped,
    },
    Lists, lists,
};

#[derive(Debug, Clone, Copy)]
enum Trouble {
    Stop,
    Memory,
    Panic,
}

/// Runs into trouble after so many batches of goals.
struct Brittle {
    left: usize,
    trouble: Trouble,
    cancel: Arc<AtomicBool>,
}

impl Prover for Brittle {
    fn prove(&mut self, calls: &[Call]) -> Result<Vec<Proof>, Stopped> {
        if self.left == 0 {
            match self.trouble {
                Trouble::Stop => self.cancel.store(true, Ordering::Relaxed),
                Trouble::Memory => return Err(Stopped::Memory("no room".into())),
                Trouble::Panic => panic!("the prover panics, as the test wants it"),
            }
        }
        self.left = self.left.saturating_sub(1);
        Lists.prove(calls)
    }
}

/// The last element; what is found first covers some of the positive examples.
fn last() -> Task {
    lists(
        "f +list -element",
        &["head +list -element", "tail +list -list", "empty +list"],
        &[
            &["[4]", "4"],
            &["[1,2]", "2"],
            &["[3,5,7]", "7"],
            &["[1,9,4,6]", "6"],
        ],
        &[
            &["[1,2]", "1"],
            &["[3,5,7]", "5"],
            &["[3,5,7]", "3"],
            &["[1,9,4,6]", "9"],
        ],
    )
}

/// What is learned with a prover that fails, and the size and cover of the last program told of.
fn tried(left: usize, trouble: Trouble) -> (Result<Outcome, Stopped>, Option<(usize, usize)>) {
    let cancel = Arc::new(AtomicBool::new(false));
    let prover = Brittle {
        left,
        trouble,
        cancel: Arc::clone(&cancel),
    };
    let options = Options {
        threads: Some(1),
        ..Options::default()
    };
    let mut reported = None;
    let outcome = learn(
        &last(),
        Some(Box::new(prover)),
        &options,
        &cancel,
        &mut |known| {
            let best = known
                .best
                .map(|(_, best)| (best.size(), best.score.true_positives));
            reported = best.or(reported);
        },
    );
    (outcome, reported)
}

#[test]
fn what_was_told_of_is_not_lost() {
    for (trouble, end) in [
        (Trouble::Stop, End::Stopped),
        (Trouble::Memory, End::Memory),
    ] {
        let (mut reached, mut done) = (1, false);
        for left in 0..200 {
            let (outcome, reported) = tried(left, trouble);
            let outcome = outcome.unwrap();
            let Searched::Programs(size) = outcome.searched else {
                panic!("{:?}", outcome.searched)
            };
            // It gets further the later the trouble comes; a stop is heard a moment later.
            assert!(size >= reached || end == End::Stopped, "after {left}");
            reached = size;
            if outcome.end == End::Proved {
                assert_eq!(outcome.hypotheses[0].size(), 7);
                assert!(size >= 6);
                done = true;
                break;
            }
            assert_eq!(outcome.end, end, "{trouble:?} after {left}");
            assert_eq!(outcome.exhausted.is_some(), end == End::Memory);
            let best = outcome.hypotheses.first();
            let best = best.map(|best| (best.size(), best.score.true_positives));
            assert!(
                reported.is_none_or(|reported| best.is_some_and(|best| best.1 >= reported.1)),
                "{trouble:?} after {left}: {reported:?} was told, {best:?} is left"
            );
        }
        assert!(done);
    }
}

#[test]
fn a_panic_is_not_waited_for() {
    let panicked = catch_unwind(AssertUnwindSafe(|| tried(1, Trouble::Panic)));
    assert!(panicked.is_err());
}
