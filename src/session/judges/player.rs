//! The search that plays as a judge of moves: for those who have no engine.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use rayon::{ThreadPool, ThreadPoolBuilder, prelude::*};
use shakmaty::Move;

use crate::{
    chess::search::player::{self, Clock, Line, Player, STACK},
    uci::{Answer, Question, Score, Tally},
};

/// Each move is looked at with so many positions, by a player who has seen nothing else: what he says depends on nothing but
/// the question.
#[derive(Debug)]
pub struct Own {
    /// Positions for each move.
    pub nodes: u64,
    pool: ThreadPool,
}

impl Own {
    /// A judge with so many threads.
    ///
    /// # Errors
    ///
    /// Says why they cannot be started.
    pub fn new(nodes: u64, threads: usize) -> Result<Own, String> {
        let pool = ThreadPoolBuilder::new()
            .num_threads(threads)
            .stack_size(STACK);
        let pool = pool.build().map_err(|error| error.to_string())?;
        Ok(Own { nodes, pool })
    }

    /// Answers questions; those that the run was cancelled before have no answer.
    pub fn answer(
        &self,
        questions: &[Question],
        progress: &(dyn Fn(usize) + Sync),
        cancel: &AtomicBool,
    ) -> (Vec<Option<Answer>>, Tally) {
        let (done, searches) = (AtomicUsize::new(0), AtomicU64::new(0));
        let line = |question: &Question, moves: Vec<Move>| {
            if cancel.load(Ordering::Relaxed) {
                return None;
            }
            searches.fetch_add(1, Ordering::Relaxed);
            let asked = player::Question {
                moves,
                nodes: self.nodes,
                ..player::Question::of(&question.position)
            };
            Player::of(self.nodes)
                .search(&asked, &Clock::start(), &|_| {})
                .pop()
        };
        let one = |question: &Question| {
            let scores = question.moves.iter();
            let scores: Option<_> = scores
                .map(|&m| Some(score(&line(question, vec![m])?)))
                .collect();
            let best = match question.best {
                false => None,
                true => Some(line(question, Vec::new())?.moves[0]),
            };
            let scores = scores?;
            progress(done.fetch_add(1, Ordering::Relaxed) + 1);
            Some(Answer { scores, best })
        };
        let answers = self
            .pool
            .install(|| questions.par_iter().map(one).collect());
        let tally = Tally {
            searches: searches.into_inner(),
            ..Tally::default()
        };
        (answers, tally)
    }
}

fn score(line: &Line) -> Score {
    match line.mate() {
        None => Score::Centipawns(line.score),
        Some(moves) if moves > 0 => Score::Mates(moves.unsigned_abs()),
        Some(moves) => Score::Mated(moves.unsigned_abs()),
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Chess;

    use super::*;
    use crate::chess::{Position, notation};

    /// Black's queen may take White's; then he is mated.
    #[test]
    fn an_offered_queen() {
        let fen = "2r4k/pb2q2P/1p6/3Pp3/1Q2p3/1P2R3/PBr3PP/5RK1 b - - 1 28";
        let position = Position::parse(fen).unwrap();
        let moves = ["Qxb4", "R8c5"].map(|word| notation::read(&position, word).unwrap());
        let question = Question {
            position: Chess::clone(&position),
            moves: moves.to_vec(),
            best: true,
        };
        let judge = Own::new(20_000, 2).unwrap();
        let go = AtomicBool::new(false);
        let (answers, tally) = judge.answer(&vec![question; 3], &|_| {}, &go);
        assert_eq!(tally.searches, 9);
        assert!(answers.iter().all(|answer| *answer == answers[0]));
        let answer = answers[0].as_ref().unwrap();
        assert!(
            matches!(answer.scores[0], Score::Mated(_)),
            "{:?}",
            answer.scores
        );
        assert!(matches!(answer.scores[1], Score::Centipawns(_)));
        assert!(answer.best.is_some_and(|best| best != moves[0]));
    }

    #[test]
    fn who_is_cancelled_says_nothing() {
        let question = Question {
            position: Chess::clone(&Position::start()),
            moves: Position::start().legal_moves().to_vec(),
            best: false,
        };
        let judge = Own::new(1000, 1).unwrap();
        let (answers, _) = judge.answer(&[question], &|_| {}, &AtomicBool::new(true));
        assert_eq!(answers, [None]);
    }
}
