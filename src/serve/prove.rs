//! Strategies for endings against every defence, and the positions that show where one goes wrong.

use std::time::Instant;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::api::Refusal;
use crate::endgame::{
    Arena, Ending,
    failure::Policy,
    report,
    strategy::{
        read::{Reading, read},
        shipped,
    },
    verification::{Asked as How, Verification},
};

/// Counter-positions of each kind.
const SHOWN: usize = 6;
/// What a strategy of a page is called in messages.
const NAME: &str = "strategy";

/// An ending, and maybe a strategy for it.
#[derive(Debug, Deserialize)]
pub struct Asked {
    ending: String,
    #[serde(default)]
    text: String,
}

/// A strategy that comes along.
#[derive(Debug, Serialize)]
pub struct Strategy {
    name: &'static str,
    text: &'static str,
}

fn ending(name: &str) -> Result<Ending, Refusal> {
    name.parse::<Ending>()
        .map_err(|error| error.to_string().into())
}

/// `strategy`.
pub fn strategy(asked: Asked) -> Result<Strategy, Refusal> {
    let found = shipped::file(ending(&asked.ending)?);
    let (name, text) =
        found.ok_or_else(|| format!("no strategy for {} comes with Chesslog", asked.ending))?;
    Ok(Strategy { name, text })
}

/// `prove`.
pub fn prove(asked: Asked) -> Result<Value, Refusal> {
    let begin = Instant::now();
    let ending = ending(&asked.ending)?;
    let reading = read(NAME, &asked.text, Some(ending)).map_err(|wrong| wrong.to_string())?;
    let Reading::Program(program) = reading else {
        return Err(format!(
            "this strategy has other words than those for {ending}; `chesslog evolve verify FILE` proves it, by asking \
             Prolog in every position"
        )
        .into());
    };
    let arena = Arena::of(program.vocabulary);
    let policy = Policy::of(arena, |number| program.next(arena, number));
    let (proof, failures, report) = report::prove(arena, &policy);
    let complete = report.is_complete();
    let proved = Verification {
        name: NAME.to_owned(),
        asked: How::InWords,
        space: arena,
        policy: &policy,
        proof,
        failures,
        report,
        show: SHOWN,
        time: begin.elapsed(),
    };
    let data = proved.json();
    Ok(json!({
        "complete": complete,
        "text": proved.text(),
        "failures": data["failures"],
    }))
}
