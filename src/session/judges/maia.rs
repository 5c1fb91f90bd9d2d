//! Maia as a judge of moves: one ply deep, as in the experiments of the paper on tactics.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use rayon::prelude::*;

use crate::{
    network::leela::{
        Maia, Scratch,
        judge::{MoveValue, judge},
    },
    uci::{Answer, Question, Score, Tally},
};

/// Answers questions; those that the run was cancelled before have no answer. The best move is the one that the network
/// finds likeliest: the move that it makes.
pub fn answer(
    maia: &Maia,
    questions: &[Question],
    progress: &(dyn Fn(usize) + Sync),
    cancel: &AtomicBool,
) -> (Vec<Option<Answer>>, Tally) {
    let (done, searches) = (AtomicUsize::new(0), AtomicU64::new(0));
    let one = |scratch: &mut Scratch, question: &Question| {
        if cancel.load(Ordering::Relaxed) {
            return None;
        }
        let position = std::slice::from_ref(&question.position);
        let values = judge(maia, position, &question.moves, scratch);
        let best = match question.best {
            false => None,
            true => maia.policy(position, scratch).first().map(|&(m, _)| m),
        };
        let asked = values.len() as u64 + u64::from(question.best);
        searches.fetch_add(asked, Ordering::Relaxed);
        progress(done.fetch_add(1, Ordering::Relaxed) + 1);
        Some(Answer {
            scores: values.into_iter().map(score).collect(),
            best,
        })
    };
    let answers = questions.par_iter();
    let answers = answers.map_init(|| maia.scratch(), one).collect();
    let tally = Tally {
        searches: searches.into_inner(),
        ..Tally::default()
    };
    (answers, tally)
}

fn score(value: MoveValue) -> Score {
    match value {
        MoveValue::Mate => Score::Mates(1),
        MoveValue::Centipawns(number) => Score::Centipawns(number),
    }
}
