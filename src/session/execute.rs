//! The one way in which prompts, notebooks and what else talks to people execute what they type.
//!
//! A [`Cell`] goes in; a [`Face`] is told what happens, in order, and says after each answer whether it wants the next.

use super::{
    Cell, Loading, Refused, Session, ball,
    blame::traced,
    cells::Query,
    counted, failure,
    quads::{self, Quad},
};
use crate::engine::{Answer, Diagnostic, Event, Picture, QueryOptions, Raised, Report};

/// What comes of executing something.
#[derive(Debug, Clone, PartialEq)]
pub enum Happening<'a> {
    /// A query begins.
    Query,
    /// A goal has written this to `user_output`.
    Output(&'a str),
    /// A goal has written this to `user_error`.
    ErrorOutput(&'a str),
    /// A goal shows a picture.
    Picture(&'a Picture),
    /// How far a long piece of work has got, a line; the next one takes its place, and anything else takes it away.
    Progress(&'a str),
    /// Something is wrong with a program.
    Diagnostic(&'a Diagnostic),
    /// A program is loaded.
    Loaded(&'a Report),
    /// An answer to the query.
    Answer(&'a Answer),
    /// The query has no answer, or no other.
    False,
    /// Nobody wanted another answer.
    Cut,
    /// The query raised an error: its term, and what to tell of it.
    Raised(&'a str, &'a str),
    /// The query is no Prolog; the message shows where.
    Unreadable(&'a str),
    /// Something else ended what was executed, or kept it from it.
    Failed(&'a str),
    /// A setting has this to tell.
    Told(&'a str),
}

/// Whoever looks on.
pub trait Face {
    /// Takes what happens. Of an answer that is not the last: whether the next one is wanted.
    fn take(&mut self, happening: &Happening<'_>) -> bool;

    /// A line that somebody types, for a goal that reads.
    ///
    /// # Errors
    ///
    /// Why nobody does. The query ends then.
    fn ask(&mut self) -> Result<String, String> {
        Err("nobody can be asked for input here".to_owned())
    }
}

/// How it ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// All was executed.
    Done,
    /// This ended it; the face was reported.
    Failed(Failure),
    /// A goal called `halt` with this status.
    Halted(u8),
    /// There is no engine any more, and this is why.
    Gone(String),
}

/// What ended the execution of a cell before its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// What kind of thing it is, in a word: the functor of an error.
    pub kind: String,
    /// What to tell.
    pub message: String,
}

fn failed(kind: &str, message: impl Into<String>) -> Outcome {
    Outcome::Failed(Failure {
        kind: kind.to_owned(),
        message: message.into(),
    })
}

impl Session {
    /// Executes a cell: its settings, then what it defines, which replaces what was loaded by this `name` before, then
    /// its queries. The first that fails is the last.
    pub fn execute(&mut self, cell: &Cell<'_>, name: &str, face: &mut dyn Face) -> Outcome {
        for setting in &cell.settings {
            match self.set(setting) {
                Ok(text) if text.is_empty() => {}
                Ok(text) => _ = face.take(&Happening::Told(&text)),
                Err(message) => {
                    face.take(&Happening::Failed(&message));
                    return failed("setting", message);
                }
            }
        }
        if let Some(program) = &cell.program {
            match self.execute_program(name, program, face) {
                Outcome::Done => {}
                ended => return ended,
            }
        }
        for query in &cell.queries {
            let outcome = match query.expected {
                None => self.execute_query(query.text, face),
                Some(expected) => self.execute_test(query, expected, face),
            };
            if outcome != Outcome::Done {
                return outcome;
            }
        }
        Outcome::Done
    }

    /// Loads clauses.
    fn execute_program(&mut self, name: &str, program: &str, face: &mut dyn Face) -> Outcome {
        let loaded = self.consult_text(name, program, |event| _ = handed_on(event, face));
        match loaded {
            Ok(Loading::Done(report)) => {
                face.take(&Happening::Loaded(&report));
                match report.errors {
                    0 => Outcome::Done,
                    _ => {
                        let counted = counted(report.errors, report.warnings);
                        failed("program", format!("{counted}; the rest is loaded"))
                    }
                }
            }
            Ok(Loading::Halted(status)) => Outcome::Halted(status),
            Err(message) => {
                face.take(&Happening::Failed(&message));
                failed("program", message)
            }
        }
    }

    /// Runs a query.
    pub fn execute_query(&mut self, query: &str, face: &mut dyn Face) -> Outcome {
        let limits = self.limits;
        face.take(&Happening::Query);
        let options = QueryOptions {
            lazy: true,
            typed: true,
            ..QueryOptions::default()
        };
        let mut events = match self.query(query, options) {
            Ok(events) => events,
            Err(Refused::Empty) => return Outcome::Done,
            Err(Refused::Syntax(message)) => {
                face.take(&Happening::Unreadable(&message));
                return failed(UNREADABLE, message);
            }
        };
        while let Some(event) = events.next() {
            let event = match event {
                Ok(event) => event,
                Err(error) => return Outcome::Gone(error.to_string()),
            };
            match &event {
                Event::Answer(answer) => {
                    if !face.take(&Happening::Answer(answer)) && !answer.last {
                        for event in events.stop() {
                            handed_on(&event, face);
                        }
                        face.take(&Happening::Cut);
                        return Outcome::Done;
                    }
                }
                Event::False => _ = face.take(&Happening::False),
                Event::Halted(status) => return Outcome::Halted(*status),
                Event::Ask => match face.ask() {
                    Ok(line) => {
                        if let Err(error) = events.reply(&line) {
                            return Outcome::Gone(error.to_string());
                        }
                    }
                    Err(why) => {
                        drop(events);
                        face.take(&Happening::Failed(&why));
                        return failed("input", why);
                    }
                },
                Event::Error(raised) => {
                    drop(events);
                    let message = self.failure(query, &event);
                    if raised.problem.is_some() {
                        face.take(&Happening::Unreadable(&message));
                        return failed(UNREADABLE, message);
                    }
                    face.take(&Happening::Raised(&ball(raised), &message));
                    return failed(&kind(raised), message);
                }
                Event::Aborted(_) => {
                    drop(events);
                    let message = self.failure(query, &event);
                    face.take(&Happening::Failed(&message));
                    return failed("stopped", message);
                }
                event if handed_on(event, face) => {}
                event => {
                    let message = failure(event, &limits);
                    if !message.is_empty() {
                        face.take(&Happening::Failed(&message));
                        return failed("stopped", message);
                    }
                }
            }
        }
        Outcome::Done
    }

    /// Runs a query that has a description of its answers, which must be true.
    fn execute_test(&mut self, query: &Query<'_>, expected: &str, face: &mut dyn Face) -> Outcome {
        let limits = self.limits;
        face.take(&Happening::Query);
        let quad = Quad {
            query: query.text.to_owned(),
            expected: expected.to_owned(),
            line: query.line,
        };
        let observed = quads::run(self.engine(), None, &quad, limits);
        if !observed.output.is_empty() {
            face.take(&Happening::Output(&observed.output));
        }
        if observed.as_expected {
            face.take(&Happening::Told(&format!("   {}", observed.text)));
            return Outcome::Done;
        }
        let why = observed
            .raised
            .map(|raised| self.blame(None, &quad.query, &raised));
        let message = format!(
            "line {}: the answers are not the expected ones\n?- {}\nexpected:\n   {}\nfound:\n   {}{}",
            quad.line,
            quad.query,
            quad.expected,
            observed.text,
            traced(&why.unwrap_or_default())
        );
        face.take(&Happening::Failed(&message));
        failed("test", message)
    }
}

/// The kind of a query that is no Prolog.
pub const UNREADABLE: &str = "syntax_error";

/// Hands on what comes before a request ends; false for any other event.
fn handed_on(event: &Event, face: &mut dyn Face) -> bool {
    match event {
        Event::Output(text) => _ = face.take(&Happening::Output(text)),
        Event::ErrorOutput(text) => _ = face.take(&Happening::ErrorOutput(text)),
        Event::Diagnostic(diagnostic) => _ = face.take(&Happening::Diagnostic(diagnostic)),
        Event::Picture(picture) => _ = face.take(&Happening::Picture(picture)),
        Event::Progress(line) => _ = face.take(&Happening::Progress(line)),
        _ => return false,
    }
    true
}

/// The kind of an error: the functor of its formal term, or of what was thrown.
fn kind(raised: &Raised) -> String {
    let text = raised.canonical.as_str();
    let formal = text.strip_prefix("error(").unwrap_or(text);
    let end = formal.find(['(', ',', ')']).unwrap_or(formal.len());
    formal[..end].to_owned()
}
