//! Strategies that a user writes in Prolog: `strategy(+Pos, -Move)`, asked in every position.

use std::str::FromStr as _;

use shakmaty::{Color, Square};

use super::{
    prover::{EngineProver, ProofLimits},
    text,
};
use crate::{
    endgame::{
        Ending, Placement, Turn,
        arena::NO_POSITION,
        failure::{Fault, Policy},
        space::PositionSpace,
        view,
    },
    engine::Raised,
    ilp::{Ball, Call, Proof, Prover, Stopped},
    term::{Term, quoted_text},
};

/// The predicate.
pub const NAME: &str = "strategy";

/// Logical inferences that a move may take, unless somebody says otherwise.
pub const INFERENCES: u64 = 1_000_000;

/// Positions that are asked about between two looks at the time.
const BATCH: usize = 2_048;

/// Positions all over the ending that are asked about first: if there is an answer in none of them,
/// there is little hope for the others.
const PROBED: usize = 16;

/// Why there is no policy.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoPolicy {
    /// The predicate is not defined.
    #[error(
        "there is no strategy/2 in it; expected clauses such as \
         strategy(Pos, Move) :- best_move(Pos, Move)."
    )]
    Missing,
    /// It calls a predicate that is not defined.
    #[error("{sentence} It was called in the position {fen}")]
    Unknown {
        /// A sentence that names it.
        sentence: String,
        /// The position in which it does.
        fen: String,
    },
    /// In all positions that were asked about first it takes too many inferences.
    #[error(
        "strategy/2 answers in none of the {positions} positions that were tried; in the first of \
         them, {fen}, it takes more than {inferences} inferences: it may never end, or \
         --inference-limit N lets it take more"
    )]
    Endless {
        /// How many it may take.
        inferences: u64,
        /// How many positions these were.
        positions: usize,
        /// The first one.
        fen: String,
    },
    /// In all positions that were asked about first it raises an error.
    #[error(
        "strategy/2 answers in none of the {positions} positions that were tried; in the first of \
         them, {fen}, it raises an error: {sentence}"
    )]
    Raises {
        /// A sentence about the first error.
        sentence: String,
        /// How many positions these were.
        positions: usize,
        /// The first one.
        fen: String,
    },
    /// So many positions had been asked about.
    #[error("interrupted after {0} positions; nothing is proved")]
    Interrupted(usize),
    /// Prolog itself failed; the message says how.
    #[error("{0}")]
    Failed(String),
}

/// Asks for the first answer in every position with the attacker to move. What is no possible move
/// is noted in the policy, and so are errors and what the limits end. `tell` hears how many
/// positions have been asked about.
///
/// # Errors
///
/// [`NoPolicy`].
pub fn ask(
    space: &impl PositionSpace,
    prover: &mut EngineProver,
    limits: &ProofLimits,
    report: impl Fn(usize),
) -> Result<Policy, NoPolicy> {
    let mut inquiry = Inquiry {
        space,
        prover,
        inferences: limits.inferences,
        policy: Policy {
            next: vec![NO_POSITION; space.size()],
            ..Policy::default()
        },
        asked: 0,
    };
    inquiry.probe()?;
    for numbers in space.starts().chunks(BATCH) {
        report(inquiry.asked);
        inquiry.ask(numbers)?;
        inquiry.asked += numbers.len();
    }
    report(inquiry.asked);
    Ok(inquiry.policy)
}

/// Prolog being asked.
struct Inquiry<'a, G> {
    space: &'a G,
    prover: &'a mut EngineProver,
    inferences: u64,
    policy: Policy,
    asked: usize,
}

impl<G: PositionSpace> Inquiry<'_, G> {
    /// Asks about positions that are spread over all.
    fn probe(&mut self) -> Result<(), NoPolicy> {
        let starts = self.space.starts();
        let positions = PROBED.min(starts.len());
        let tried: Vec<u32> = (0..positions)
            .map(|n| starts[n * (starts.len() - 1) / (positions - 1).max(1)])
            .collect();
        let Some(&first) = tried.first() else {
            return Ok(());
        };
        let answers = self.ask(&tried)?;
        let fen = || fen(&self.space.ending(), &self.space.placement(first));
        let is_none = |answer: &Answer| matches!(answer, Answer::Endless | Answer::Raises(_));
        if !answers.iter().all(is_none) {
            return Ok(());
        }
        match answers.into_iter().next() {
            Some(Answer::Raises(sentence)) => Err(NoPolicy::Raises {
                sentence,
                positions,
                fen: fen(),
            }),
            _ => Err(NoPolicy::Endless {
                inferences: self.inferences,
                positions,
                fen: fen(),
            }),
        }
    }

    /// Asks about positions, and notes what came of it.
    fn ask(&mut self, numbers: &[u32]) -> Result<Vec<Answer>, NoPolicy> {
        let ending = self.space.ending();
        let placements = numbers.iter().map(|&number| self.space.placement(number));
        let placements: Vec<Placement> = placements.collect();
        let calls: Vec<Call> = placements.iter().map(|at| call(&ending, at)).collect();
        let asked = self.asked;
        let stopped = |stopped| match stopped {
            Stopped::Cancelled => NoPolicy::Interrupted(asked),
            Stopped::Memory(why) | Stopped::Failed(why) => NoPolicy::Failed(why),
        };
        let proofs = self.prover.prove(&calls).map_err(stopped)?;
        let mut answers = Vec::with_capacity(numbers.len());
        for (n, proof) in proofs.into_iter().enumerate() {
            if let Some(unknown) = unknown_procedure(&proof) {
                if unknown == MISSING {
                    return Err(NoPolicy::Missing);
                }
                // What may have been meant is known where the file was loaded.
                let raised = self.prover.raised(&calls[n]).map_err(stopped)?;
                let mut sentence = match (raised, &proof) {
                    (Some(raised), _) => text(&raised),
                    (None, Proof::Error(ball)) => sentence(ball),
                    _ => unknown,
                };
                if !sentence.ends_with('?') {
                    sentence.push('.');
                }
                return Err(NoPolicy::Unknown {
                    sentence,
                    fen: fen(&ending, &placements[n]),
                });
            }
            let answer = answer(&ending, &placements[n], proof);
            let fault = match &answer {
                Answer::Moves(to) => {
                    let next = self.space.number(to).unwrap_or(NO_POSITION);
                    self.policy.next[numbers[n] as usize] = next;
                    None
                }
                Answer::Nothing => None,
                Answer::Wrong(what) => Some(Fault::Illegal(what.clone())),
                Answer::Raises(sentence) => Some(Fault::Error(sentence.clone())),
                Answer::Endless => Some(Fault::Error(format!(
                    "strategy/2 takes more than {} inferences",
                    self.inferences
                ))),
            };
            if let Some(fault) = fault {
                self.policy.faults.insert(numbers[n], fault);
            }
            answers.push(answer);
        }
        Ok(answers)
    }
}

/// What is unknown if the file does not define a strategy.
const MISSING: &str = "strategy/2";

/// The predicate `name/arity` that a proof has called and that is not defined.
fn unknown_procedure(proof: &Proof) -> Option<String> {
    let Proof::Error(ball) = proof else {
        return None;
    };
    let ball: Term = ball.canonical.parse().ok()?;
    let [formal, _] = ball.arguments("error")?;
    let [kind, culprit] = formal.arguments("existence_error")?;
    (kind.text() == Some("procedure")).then(|| culprit.to_string())
}

/// An error as it is reported everywhere.
fn sentence(ball: &Ball) -> String {
    text(&Raised {
        text: ball.to_string(),
        canonical: ball.canonical.clone(),
        ..Raised::default()
    })
}

fn fen(ending: &Ending, at: &Placement) -> String {
    let position = view::position(at, ending, Turn::Attacker, Color::White);
    let position = position.expect("a position of the ending");
    position.fen().to_owned()
}

fn call(ending: &Ending, at: &Placement) -> Call {
    Call {
        name: NAME.to_owned(),
        arguments: vec![Some(quoted_text(&fen(ending, at))), None],
    }
}

/// What came of a question.
enum Answer {
    Moves(Placement),
    Nothing,
    /// The text says what is wrong.
    Wrong(String),
    /// A sentence about the error.
    Raises(String),
    Endless,
}

fn answer(ending: &Ending, at: &Placement, proof: Proof) -> Answer {
    let text = match proof {
        Proof::Answers(rows) => match rows
            .into_iter()
            .next()
            .and_then(|row| row.into_iter().next())
        {
            Some(text) => text,
            None => return Answer::Nothing,
        },
        Proof::Limit => return Answer::Endless,
        Proof::Error(ball) if ball.open_goal().is_some() => {
            return Answer::Wrong(format!("the move has variables; {EXPECTED}"));
        }
        Proof::Error(ball) => return Answer::Raises(sentence(&ball)),
    };
    let Some((from, to)) = text.parse().ok().as_ref().and_then(squares) else {
        let shown = text.parse::<Term>().map_or(text, |term| term.to_string());
        return Answer::Wrong(format!("`{shown}` is no move; {EXPECTED}"));
    };
    match moved(ending, at, from, to) {
        Some(after) => Answer::Moves(after),
        None => Answer::Wrong(format!("`{from}-{to}` is no legal move")),
    }
}

const EXPECTED: &str = "expected move(From,To,none) or From-To";

/// The squares of `move(From, To, none)` or `From-To`.
fn squares(term: &Term) -> Option<(Square, Square)> {
    let square = |term: &Term| Square::from_str(term.text()?).ok();
    if let Some([from, to]) = term.arguments("-") {
        return Some((square(from)?, square(to)?));
    }
    let [from, to, promotion] = term.arguments("move")?;
    let none = promotion.text() == Some("none");
    none.then_some((square(from)?, square(to)?))
}

/// The placement after a move of the attacker's, if it is legal.
fn moved(ending: &Ending, at: &Placement, from: Square, to: Square) -> Option<Placement> {
    if at.king == from {
        return at.king_moves(ending).contains(to).then(|| at.with_king(to));
    }
    let pieces = &at.pieces[..ending.len()];
    let piece = pieces.iter().position(|square| *square == from)?;
    let legal = at.piece_moves(ending, piece).contains(to);
    legal.then(|| at.with(piece, to))
}
