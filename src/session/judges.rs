//! Those who judge moves: UCI engines, Maia, and the search that plays.

mod maia;
mod player;

use std::sync::atomic::AtomicBool;

use shakmaty::Move;

pub use player::Own;

use crate::{
    chess::moves::move_term,
    network::leela::Maia,
    tactics::metrics::{Judged, Sample},
    uci::{Answer, Evaluator, Limit, Question, Tally},
};

/// Somebody who judges moves.
#[derive(Debug)]
pub enum Judge {
    /// A program.
    Engine(Box<Evaluator>),
    /// The network.
    Maia(Box<Maia>),
    /// The search that plays.
    Own(Own),
}

impl Judge {
    /// The name of the engine, the network or the program.
    pub fn name(&self) -> &str {
        match self {
            Judge::Engine(evaluator) => evaluator.name(),
            Judge::Maia(maia) => maia.name(),
            Judge::Own(_) => "Chesslog",
        }
    }

    /// How deep it looks.
    pub fn limit(&self) -> Limit {
        match self {
            Judge::Engine(evaluator) => evaluator.limit(),
            Judge::Maia(_) => Limit::Depth(1),
            Judge::Own(own) => Limit::Nodes(own.nodes),
        }
    }

    /// Answers questions, as [`Evaluator::answer`] does.
    pub fn answer(
        &self,
        questions: &[Question],
        progress: &(dyn Fn(usize) + Sync),
        cancel: &AtomicBool,
    ) -> (Vec<Option<Answer>>, Tally) {
        match self {
            Judge::Engine(evaluator) => evaluator.answer(questions, progress, cancel),
            Judge::Maia(maia) => maia::answer(maia, questions, progress, cancel),
            Judge::Own(own) => own.answer(questions, progress, cancel),
        }
    }

    /// Evaluates all moves of the samples.
    pub fn judge(
        &self,
        samples: &[Sample],
        progress: &(dyn Fn(usize) + Sync),
        cancel: &AtomicBool,
    ) -> (Vec<Option<Judged>>, Tally) {
        let questions: Vec<Question> = samples
            .iter()
            .map(|sample| Question {
                position: sample.position.clone(),
                moves: sample.moves.clone(),
                best: true,
            })
            .collect();
        let (answers, tally) = self.answer(&questions, progress, cancel);
        let squares = |m: Move| (move_term(m).from, move_term(m).to);
        let judged = samples.iter().zip(answers).map(|(sample, answer)| {
            let answer = answer?;
            let best = answer.best?;
            Some(Judged {
                values: answer.scores.iter().map(|s| s.centipawns()).collect(),
                best: (sample.moves.iter()).position(|&m| squares(m) == squares(best))?,
            })
        });
        (judged.collect(), tally)
    }
}
