//! Questions about many positions, of which several engines are asked a batch at once.
//!
//! One thread reads tasks and hands them on in batches, one drives each engine ([`examine`]), and one takes what comes of
//! them: `src/cli/batches.rs` runs them all.

use std::sync::{
    Mutex,
    atomic::{AtomicBool, AtomicU64, Ordering},
    mpsc::{Receiver, Sender},
};

use super::{Session, failure};
use crate::{
    engine::{Aborted, Effects, Event, QueryOptions},
    term::Term,
};

/// Something that an engine is asked about, together with others: a request costs about as much as a millisecond of work.
pub trait Task: Send + Sized {
    /// What is said of it.
    type Report: Send;

    /// Its place among all that is told of, from 0.
    fn number(&self) -> u64;

    /// The query for the reports on some tasks: one answer for each, in their order, that binds one variable. Without a task
    /// it loads what reports need.
    fn query(tasks: &[&Self]) -> String;

    /// Reads a report.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    fn report(answer: &Term) -> Result<Self::Report, String>;
}

/// What became of a task, or of something that is none.
#[derive(Debug)]
pub enum Outcome<T: Task> {
    /// It cannot be used.
    Bad {
        number: u64,
        line: u64,
        problem: String,
    },
    /// Nothing can be read from here on.
    Lost { number: u64, problem: String },
    /// It was examined; or the reason why there is no report.
    Done {
        task: T,
        report: Result<T::Report, String>,
        /// What the program wrote meanwhile.
        output: String,
    },
}

impl<T: Task> Outcome<T> {
    /// Its place among all that is told of.
    pub fn number(&self) -> u64 {
        match self {
            Outcome::Bad { number, .. } | Outcome::Lost { number, .. } => *number,
            Outcome::Done { task, .. } => task.number(),
        }
    }
}

/// How far reading has got: for the progress line.
#[derive(Debug, Default)]
pub struct Place {
    /// Millionths of the file; 0 when that cannot be known.
    pub part: AtomicU64,
    /// Tasks handed on.
    pub tasks: AtomicU64,
}

impl Place {
    /// The part of the work that is done when `tasks` are.
    pub fn part_done(&self, tasks: u64) -> f64 {
        let handed_on = self.tasks.load(Ordering::Relaxed).max(1) as f64;
        let read = self.part.load(Ordering::Relaxed) as f64 / 1e6;
        read * (tasks as f64 / handed_on).min(1.0)
    }
}

/// How an engine ended that ought not to.
pub type Gone = String;

/// Loads what reports need, for good: a batch leaves nothing behind.
///
/// # Errors
///
/// What went wrong.
pub fn prepare<T: Task>(session: &mut Session) -> Result<(), String> {
    let limits = session.limits;
    let options = QueryOptions {
        trusted: true,
        ..QueryOptions::default()
    };
    let events = session
        .query(&T::query(&[]), options)
        .map_err(|_| "the question to the engine cannot be read".to_owned())?;
    for event in events {
        let message = failure(&event.map_err(|error| error.to_string())?, &limits);
        if !message.is_empty() {
            return Err(message);
        }
    }
    Ok(())
}

/// Examines batches until there are no more, or until `stop`; warnings are reported.
///
/// # Errors
///
/// When the engine is gone.
pub fn examine<T: Task>(
    session: &mut Session,
    batches: &Mutex<Receiver<Vec<T>>>,
    outcomes: &Sender<Outcome<T>>,
    warn: fn(&Event),
    stop: &AtomicBool,
) -> Result<(), Gone> {
    loop {
        let batch = match batches.lock() {
            Ok(batches) => batches.recv(),
            // Another engine's thread has panicked; its panic is told of.
            Err(_) => return Ok(()),
        };
        let Ok(mut batch) = batch else {
            return Ok(());
        };
        batch.reverse();
        while !batch.is_empty() {
            if stop.load(Ordering::SeqCst) {
                return Ok(());
            }
            request(session, &mut batch, outcomes, warn, stop)?;
        }
    }
}

/// Asks for all of a batch, whose last is the first to be examined, and takes away what has an
/// outcome: at least one, unless the run is stopped.
fn request<T: Task>(
    session: &mut Session,
    batch: &mut Vec<T>,
    outcomes: &Sender<Outcome<T>>,
    warn: fn(&Event),
    stop: &AtomicBool,
) -> Result<(), Gone> {
    let limits = session.limits;
    let options = QueryOptions {
        limits,
        typed: true,
        trusted: true,
        effects: Effects::Discard,
        ..QueryOptions::default()
    };
    let mut answered = 0;
    let done = |batch: &mut Vec<T>, report, output: &mut String| {
        if let Some(task) = batch.pop() {
            let output = std::mem::take(output);
            // The receiver outlives all engines.
            _ = outcomes.send(Outcome::Done {
                task,
                report,
                output,
            });
        }
    };
    let tasks: Vec<&T> = batch.iter().rev().collect();
    let text = format!("{}.", T::query(&tasks));
    let mut failed = None;
    let mut output = String::new();
    for event in session.engine().query_with(&text, options) {
        match event.map_err(|error| error.to_string())? {
            Event::Answer(answer) => {
                answered += 1;
                let bound = answer.bindings.first();
                let text = bound.and_then(|binding| binding.canonical.as_deref());
                let text = text.unwrap_or_default();
                let report = match text.parse::<Term>() {
                    Ok(term) => T::report(&term.with_texts()),
                    Err(_) => Err(format!("the report cannot be read: {text:.200}")),
                };
                done(batch, report, &mut output);
                if stop.load(Ordering::SeqCst) {
                    return Ok(());
                }
            }
            Event::Output(text) => output += &text,
            event @ Event::Diagnostic(_) => warn(&event),
            Event::False | Event::Stopped => {}
            event => failed = Some(event),
        }
    }
    match failed {
        Some(Event::Aborted(Aborted::Interrupted)) if stop.load(Ordering::SeqCst) => {}
        // Those before it have used up a part of this: it gets another chance, alone.
        Some(Event::Aborted(Aborted::Timeout | Aborted::Memory)) if answered > 0 => {}
        Some(event) => {
            let message = failure(&event, &limits);
            let cause = message.split("; the database").next().unwrap_or_default();
            done(batch, Err(cause.to_owned()), &mut output);
        }
        None if answered == 0 => done(batch, Err("it has no report".to_owned()), &mut output),
        None => {}
    }
    Ok(())
}
