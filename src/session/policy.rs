//! Strategies that a user writes in Prolog: `strategy(+Pos, -Move)`, asked in every position.

use std::{fmt, str::FromStr as _};

use shakmaty::{Color, Square};

use super::prover::{EngineProver, ProofLimits};
use crate::{
    endgame::{Ending, Placement, Turn, arena::NOWHERE, failure::Policy, ground::Ground, seat},
    ilp::{Call, Proof, Prover, Stopped},
    term::{Term, quoted_text},
};

/// The predicate.
pub const NAME: &str = "strategy";

/// Positions that are asked about between two looks at the time.
const BATCH: usize = 2_048;

/// Why there is no policy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoPolicy {
    /// The predicate is not defined.
    Missing,
    /// So many positions had been asked about.
    Interrupted(usize),
    /// Prolog itself failed; the message says how.
    Failed(String),
}

impl fmt::Display for NoPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoPolicy::Missing => f.write_str(
                "there is no strategy/2 in it; expected clauses such as \
                 strategy(Pos, Move) :- best_move(Pos, Move).",
            ),
            NoPolicy::Interrupted(asked) => {
                write!(f, "interrupted after {asked} positions; nothing is proved")
            }
            NoPolicy::Failed(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for NoPolicy {}

/// Asks for the first answer in every position with the attacker to move. What is no possible move
/// is noted in the policy, and so are errors and what the limits end. `tell` hears how many
/// positions have been asked about.
///
/// # Errors
///
/// [`NoPolicy`].
pub fn ask(
    ground: &impl Ground,
    prover: &mut EngineProver,
    limits: &ProofLimits,
    tell: impl Fn(usize),
) -> Result<Policy, NoPolicy> {
    let ending = ground.ending();
    let mut policy = Policy {
        next: vec![NOWHERE; ground.size()],
        ..Policy::default()
    };
    let mut asked = 0;
    for numbers in ground.starts().chunks(BATCH) {
        tell(asked);
        let calls: Vec<Call> = numbers
            .iter()
            .map(|&number| call(&ending, &ground.placement(number)))
            .collect();
        let proofs = prover.prove(&calls).map_err(|stopped| match stopped {
            Stopped::Cancelled => NoPolicy::Interrupted(asked),
            Stopped::Failed(why) => NoPolicy::Failed(why),
        })?;
        for (&number, proof) in numbers.iter().zip(proofs) {
            let at = ground.placement(number);
            match after(&ending, &at, proof, limits) {
                Answer::Moves(to) => {
                    policy.next[number as usize] = ground.number(&to).unwrap_or(NOWHERE);
                }
                Answer::Nothing => {}
                Answer::Wrong(what) => {
                    policy.illegal.insert(number, what);
                }
                Answer::Missing => return Err(NoPolicy::Missing),
            }
        }
        asked += numbers.len();
    }
    tell(asked);
    Ok(policy)
}

fn call(ending: &Ending, at: &Placement) -> Call {
    let position = seat::position(at, ending, Turn::Attacker, Color::White);
    let position = position.expect("a position of the ending");
    Call {
        name: NAME.to_owned(),
        arguments: vec![Some(quoted_text(position.fen())), None],
    }
}

/// What came of a question.
enum Answer {
    Moves(Placement),
    Nothing,
    /// The text says what is wrong.
    Wrong(String),
    Missing,
}

fn after(ending: &Ending, at: &Placement, proof: Proof, limits: &ProofLimits) -> Answer {
    let text = match proof {
        Proof::Answers(rows) => match rows
            .into_iter()
            .next()
            .and_then(|row| row.into_iter().next())
        {
            Some(text) => text,
            None => return Answer::Nothing,
        },
        Proof::Limit => {
            let most = limits.inferences;
            return Answer::Wrong(format!("strategy/2 takes more than {most} inferences"));
        }
        Proof::Error(error) if error.contains("existence_error(procedure,strategy/2)") => {
            return Answer::Missing;
        }
        Proof::Error(error) if error.ends_with("not ground") => {
            return Answer::Wrong(format!("the move has variables; {EXPECTED}"));
        }
        Proof::Error(error) => return Answer::Wrong(format!("strategy/2 raises {error}")),
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
