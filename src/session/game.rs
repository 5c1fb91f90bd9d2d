//! Games that a user defines in Prolog: `initial/1`, `move/2`, `won/1` and `drawn/1` as a graph.

use std::path::Path;

use super::{
    Session,
    prover::{EngineProver, ProofLimits},
};
use crate::{
    engine::Event,
    games::{
        Graph,
        asked::{self, Asked, NoGame, Question},
    },
    ilp::{Call, Proof, Prover, Stopped},
};

/// What a game's file has to define, for messages.
const EXPECTED: &str = "a game is defined by initial/1, move/2, won/1 and drawn/1";

/// The game that the prover's background defines.
///
/// Its name is for messages and reports. A state is any ground term; `initial(S)` has the states with
/// which games begin as its answers, `move(S,T)` the states to which moves lead. `progress` gets how
/// many states are known, and after how many moves.
///
/// # Errors
///
/// If a goal raises an error, has an answer that is not ground, or needs more than the prover's
/// limits; if there are more than `most` states, or none to begin with; if some take too many moves, or
/// moves go in circles.
pub fn explore(
    name: &str,
    prover: &mut EngineProver,
    most: usize,
    progress: impl FnMut(usize, usize),
) -> Result<Graph, NoGame> {
    asked::explore(name, &mut Rules(prover), most, progress)
}

/// The game that a Prolog file defines; its name is that of the file. `tell` gets what loading
/// prints, and what is wrong with the file; `progress` is that of [`explore`].
///
/// # Errors
///
/// If there is anything wrong with the file, or [`explore`] fails; the message names the file.
pub fn load(
    file: &Path,
    session: Session,
    limits: ProofLimits,
    most: usize,
    report: impl FnMut(&Event),
    progress: impl FnMut(usize, usize),
) -> Result<Graph, String> {
    let named = |why: String| match why.contains(&*file.to_string_lossy()) {
        true => why,
        false => format!("{}: {why}", file.display()),
    };
    let mut prover = EngineProver::new(session, Some(file), limits, report)
        .map_err(|unusable| named(unusable.to_string()))?;
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    explore(&name, &mut prover, most, progress).map_err(|why| named(why.to_string()))
}

/// Rules in Prolog.
struct Rules<'a>(&'a mut EngineProver);

impl Asked for Rules<'_> {
    fn answers(&mut self, questions: &[Question<'_>]) -> Result<Vec<Vec<String>>, String> {
        let calls: Vec<Call> = questions.iter().map(call).collect();
        let proofs = self.0.prove(&calls).map_err(|stopped| match stopped {
            Stopped::Cancelled => "interrupted while the game was explored".to_owned(),
            Stopped::Memory(why) | Stopped::Failed(why) => why,
        })?;
        let both = questions.iter().zip(proofs);
        both.map(|(question, proof)| states(question, proof))
            .collect()
    }
}

fn call(question: &Question<'_>) -> Call {
    let (name, arguments) = match *question {
        Question::Initial => ("initial", vec![None]),
        Question::Moves(state) => ("move", vec![Some(state), None]),
        Question::Won(state) => ("won", vec![Some(state)]),
        Question::Drawn(state) => ("drawn", vec![Some(state)]),
    };
    Call {
        name: name.to_owned(),
        arguments: arguments
            .into_iter()
            .map(|state| state.map(str::to_owned))
            .collect(),
    }
}

fn states(question: &Question<'_>, proof: Proof) -> Result<Vec<String>, String> {
    match proof {
        Proof::Answers(rows) => Ok(rows
            .into_iter()
            .map(|row| row.into_iter().next().unwrap_or_default())
            .collect()),
        Proof::Limit => Err(format!(
            "{question} takes too many inferences, or has too many answers"
        )),
        Proof::Error(error) if error.to_string().contains("existence_error(procedure,") => {
            Err(format!("{question} raises {error}; {EXPECTED}"))
        }
        Proof::Error(error) if error.open_goal().is_some() => Err(format!(
            "{error}; expected a ground term: a state of the game"
        )),
        Proof::Error(error) => Err(format!("{question} raises {error}")),
    }
}
