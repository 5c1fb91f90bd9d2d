//! An engine that examines batches of puzzles.

use std::{
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, Sender},
    },
    time::Duration,
};

use shakmaty::{Role, Square};

use super::{Outcome, rows::Task};
use crate::{
    chess::moves::MoveTerm,
    engine::{Aborted, Effects, Event, QueryOptions},
    session::{self, Session},
    term::{Term, quoted_text},
};

/// What `tactic/4` says of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The computing time that it took.
    pub time: Duration,
    /// Motifs and moves, each pair once.
    pub found: Vec<(String, MoveTerm)>,
}

/// How an engine ended that ought not to.
pub type Gone = String;

/// Loads what reports need, for good: a batch leaves nothing behind.
///
/// # Errors
///
/// What went wrong.
pub fn prepare(session: &mut Session) -> Result<(), String> {
    let limits = session.limits;
    let options = QueryOptions {
        trusted: true,
        ..QueryOptions::default()
    };
    let events = session
        .query(&query(&[]), options)
        .map_err(|_| "the question to the engine cannot be read".to_owned())?;
    for event in events {
        let message = session::failure(&event.map_err(|error| error.to_string())?, &limits);
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
pub fn examine(
    session: &mut Session,
    batches: &Mutex<Receiver<Vec<Task>>>,
    outcomes: &Sender<Outcome>,
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
fn request(
    session: &mut Session,
    batch: &mut Vec<Task>,
    outcomes: &Sender<Outcome>,
    warn: fn(&Event),
    stop: &AtomicBool,
) -> Result<(), Gone> {
    let limits = session.limits;
    let options = QueryOptions {
        limits,
        trusted: true,
        effects: Effects::Discard,
        ..QueryOptions::default()
    };
    let mut answered = 0;
    let done = |batch: &mut Vec<Task>, report, output: &mut String| {
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
    let text = format!("{}.", query(batch));
    let mut failed = None;
    let mut output = String::new();
    for event in session.engine().query_with(&text, options) {
        match event.map_err(|error| error.to_string())? {
            Event::Answer(answer) => {
                answered += 1;
                let text = answer.bindings.first().map(|binding| &*binding.text);
                done(batch, report(text.unwrap_or_default()), &mut output);
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
            let message = session::failure(&event, &limits);
            let cause = message.split("; the database").next().unwrap_or_default();
            done(batch, Err(cause.to_owned()), &mut output);
        }
        None if answered == 0 => done(batch, Err("it has no report".to_owned()), &mut output),
        None => {}
    }
    Ok(())
}

/// The question for the reports on some puzzles, from the last to the first.
fn query(batch: &[Task]) -> String {
    let fens: Vec<_> = batch
        .iter()
        .rev()
        .map(|task| quoted_text(&task.fen))
        .collect();
    format!("puzzle_report:report(tactic, [{}], R)", fens.join(","))
}

/// Reads a report: `report(Microseconds, [found(Motif,move(From,To,Promotion)),...])`.
fn report(text: &str) -> Result<Report, String> {
    let term: Option<Term> = text.parse().ok();
    let Some([Term::Integer(time), found]) = term.as_ref().and_then(|t| t.arguments("report"))
    else {
        return Err(format!(
            "tactic/4 has an answer that is no data: {text:.200}"
        ));
    };
    let found = match found {
        Term::List(found, None) => found.as_slice(),
        _ => &[],
    };
    Ok(Report {
        time: Duration::from_micros(u64::try_from(*time).unwrap_or_default()),
        found: found
            .iter()
            .map(|term| pair(term).ok_or_else(|| unexpected(term)))
            .collect::<Result<_, _>>()?,
    })
}

fn pair(term: &Term) -> Option<(String, MoveTerm)> {
    let [Term::Atom(motif), mv] = term.arguments("found")? else {
        return None;
    };
    let [from, to, promotion] = mv.arguments("move")?;
    let square = |term: &Term| Square::from_ascii(term.text()?.as_bytes()).ok();
    let promotion = match promotion.text()? {
        "none" => None,
        "knight" => Some(Role::Knight),
        "bishop" => Some(Role::Bishop),
        "rook" => Some(Role::Rook),
        "queen" => Some(Role::Queen),
        _ => return None,
    };
    let mv = MoveTerm {
        from: square(from)?,
        to: square(to)?,
        promotion,
    };
    Some((motif.clone(), mv))
}

fn unexpected(term: &Term) -> String {
    let shown = match term.arguments("found") {
        Some([motif, mv]) => format!("motif {motif} and move {mv}"),
        None => term.to_string(),
    };
    format!("tactic/4 answers with {shown}; expected an atom and move(From,To,Promotion)")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_read() {
        let text = "report(1500,[found(fork,move(e2,e4,none)),found(promotion,move(a7,a8,queen))])";
        let report = |text: &str| report(text);
        let read = report(text).unwrap();
        assert_eq!(read.time, Duration::from_micros(1500));
        assert_eq!(read.found[0].0, "fork");
        assert_eq!(read.found[1].1.promotion, Some(Role::Queen));
        assert_eq!(report("report(7,[])").unwrap().found, []);
        let wrong = report("report(7,[found(fork,e2e4)])").unwrap_err();
        assert!(wrong.contains("motif fork and move e2e4"), "{wrong}");
        let wrong = report("report(7,[found(fork,move(e2,e9,none))])").unwrap_err();
        assert!(wrong.contains("move(e2,e9,none)"), "{wrong}");
        assert!(report("report(7,[found(a+b,c)])").is_err());
    }
}
