//! What a model solution answers, beside which a submission is held.

use std::{collections::BTreeSet, path::Path};

use super::{
    super::{Loading, Session, answer_text, ball, failure, quads::form},
    assignment::{Assignment, What},
    goals::Mode,
};
use crate::engine::{Effects, Event, Limits, QueryOptions};

/// Answers to a goal that are looked at; with more of them nothing is compared.
const ANSWERS: u64 = 100;

/// What is asked of a mode: each goal, and what a model answers if there is one.
pub type Questions = Vec<(String, Option<Answers>)>;

/// What there was to a goal.
#[derive(Debug, Clone)]
pub struct Answers {
    /// Its answers as they are told, in their order.
    pub told: Vec<String>,
    /// How they ended.
    pub end: End,
}

/// How answers ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// There are no more.
    Complete,
    /// There are more than are looked at.
    More,
    /// With an error; its canonical text.
    Raised(String),
    /// With a limit; the sentence says which one.
    Limit(String),
}

impl Answers {
    /// All answers and how they ended, on one line.
    pub fn text(&self) -> String {
        let mut parts = self.told.clone();
        match &self.end {
            End::More => parts.push("...".to_owned()),
            End::Limit(sentence) => parts.push(sentence.clone()),
            End::Complete if parts.is_empty() => parts.push("false".to_owned()),
            End::Complete | End::Raised(_) => {}
        }
        parts.join(" ; ")
    }

    /// The answers without their order, however fresh variables are called.
    fn set(&self) -> BTreeSet<String> {
        self.told.iter().map(|answer| form(answer)).collect()
    }

    /// Whether others can be told from these: they came to an end.
    fn decide(&self) -> bool {
        self.end == End::Complete
    }
}

/// What is wrong with answers, beside those of a model if there are any.
pub fn difference(observed: &Answers, model: Option<&Answers>) -> Option<String> {
    match model {
        Some(model) if observed.end != End::Complete || observed.set() != model.set() => Some(
            format!("expected {}\nobserved {}", model.text(), observed.text()),
        ),
        None if !matches!(observed.end, End::Complete | End::More) => {
            Some(format!("observed {}", observed.text()))
        }
        _ => None,
    }
}

/// The goals of the modes of an assignment, in their order, with what the model in a file answers; those that it cannot
/// decide are left out.
///
/// # Errors
///
/// What is wrong with the file, or with the engine.
pub fn questions(
    session: &mut Session,
    assignment: &Assignment,
    file: Option<&Path>,
    report: fn(&Event),
) -> Result<Vec<Questions>, String> {
    let modes: Vec<(&Mode, Limits)> = assignment
        .checks
        .iter()
        .filter_map(|check| match &check.what {
            What::Mode(mode) => Some((mode, check.limits)),
            _ => None,
        })
        .collect();
    let Some(file) = file else {
        let open = |(mode, _): &(&Mode, Limits)| {
            mode.goals().into_iter().map(|goal| (goal, None)).collect()
        };
        return Ok(modes.iter().map(open).collect());
    };
    let gone = |error: crate::engine::EngineError| error.to_string();
    session.engine().branch().map_err(gone)?;
    let answered = loaded(session, file, report).and_then(|()| {
        modes
            .iter()
            .map(|(mode, limits)| {
                let answers: Questions = mode
                    .goals()
                    .into_iter()
                    .map(|goal| {
                        let answers = ask(session, &goal, *limits);
                        (goal, Some(answers))
                    })
                    .filter(|(_, answers)| answers.as_ref().is_some_and(Answers::decide))
                    .collect();
                match answers.is_empty() {
                    true => Err(format!(
                        "{} comes to an end for no goal of the mode {mode}",
                        file.display()
                    )),
                    false => Ok(answers),
                }
            })
            .collect()
    });
    session.engine().rejoin().map_err(gone)?;
    answered
}

fn loaded(session: &mut Session, file: &Path, report: fn(&Event)) -> Result<(), String> {
    match session.consult(file, report)? {
        Loading::Done(done) if done.errors == 0 => Ok(()),
        Loading::Done(_) => Err(format!("{}: a model has no errors", file.display())),
        Loading::Halted(status) => Err(format!(
            "{} calls halt({status}) while it is loaded",
            file.display()
        )),
    }
}

/// Asks a goal of the program that is loaded; what it does is forgotten.
pub fn ask(session: &mut Session, goal: &str, limits: Limits) -> Answers {
    let options = QueryOptions {
        limits: Limits {
            answers: Some(ANSWERS),
            ..limits
        },
        effects: Effects::Discard,
        ..QueryOptions::default()
    };
    let mut answers = Answers {
        told: Vec::new(),
        end: End::Complete,
    };
    for event in session.engine().query_with(&format!("{goal}."), options) {
        match event {
            Ok(Event::Answer(answer)) => answers.told.push(answer_text(&answer)),
            Ok(Event::Stopped) => answers.end = End::More,
            Ok(Event::Error(raised)) => {
                answers.told.push(ball(&raised));
                answers.end = End::Raised(raised.canonical);
            }
            Ok(event) => {
                let message = failure(&event, &limits);
                if !message.is_empty() {
                    answers.end = End::Limit(super::marking::limit_only(&message));
                }
            }
            Err(error) => answers.end = End::Limit(error.to_string()),
        }
    }
    answers
}
