//! The learner's door to Prolog: an engine with the background loaded, which proves batches of goals.

use std::{
    collections::{HashMap, HashSet},
    fmt,
    path::Path,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

use super::{Loading, Session, failure};
use crate::{
    engine::{Aborted, Effects, Event, InterruptHandle, Limits, QueryOptions, Raised},
    ilp::{
        Call, Proof, Prover, Stopped,
        prove::text::{goal, goals_given, read_proofs},
    },
    os::locked,
};

/// Goals that one query proves at most; each query costs as much as a hundred goals.
const BATCH: usize = 4096;

/// Arguments from this length on are sent to Prolog once: reading a board takes longer than most
/// proofs about it.
const LONG: usize = 256;

/// The most bytes of arguments that Prolog keeps.
const KEPT: usize = 32 << 20;

/// How many of them one query sends.
const SENT: usize = 512;

/// What one goal may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProofLimits {
    /// Logical inferences.
    pub inferences: u64,
    /// Answers; `None` asks for the first one only, whether or not there are more.
    pub answers: Option<u64>,
}

impl Default for ProofLimits {
    fn default() -> ProofLimits {
        ProofLimits {
            inferences: 100_000,
            answers: Some(10_000),
        }
    }
}

/// Why there is no prover: the background cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unusable {
    /// It cannot be read at all; the message says why.
    #[error("{0}")]
    Refused(String),
    /// So many of its clauses are wrong; each was told of.
    #[error("there {errors} in the background", errors = match .0 {
        1 => "is an error".to_owned(),
        count => format!("are {count} errors"),
    })]
    Errors(u64),
    /// It called `halt` with this status.
    #[error("the background calls halt({0})")]
    Halted(u8),
}

/// Proves goals in an engine of its own.
#[derive(Debug)]
pub struct EngineProver {
    session: Session,
    limits: ProofLimits,
    /// The predicates whose libraries have been loaded if they needed any.
    met: HashSet<(String, usize)>,
    /// The numbers of the arguments that Prolog keeps.
    kept: HashMap<String, usize>,
    /// The bytes of these.
    kept_bytes: usize,
    /// Whether the proofs are to end: between two queries there is nothing to interrupt.
    stopped: Arc<AtomicBool>,
}

impl EngineProver {
    /// Loads the background, if there is one; `tell` gets what it prints and what is wrong with it.
    /// The session's time limit is for the loading only.
    ///
    /// # Errors
    ///
    /// [`Unusable`], when there is anything wrong with the background.
    pub fn new(
        mut session: Session,
        background: Option<&Path>,
        limits: ProofLimits,
        report: impl FnMut(&Event),
    ) -> Result<EngineProver, Unusable> {
        if let Some(path) = background {
            match session.consult(path, report).map_err(|why| {
                let cause = why.split("; the database").next().unwrap_or_default();
                Unusable::Refused(match path.is_file() {
                    true => format!("{}: {cause}", path.display()),
                    false => why,
                })
            })? {
                Loading::Done(report) if report.errors == 0 => {}
                Loading::Done(report) => return Err(Unusable::Errors(report.errors)),
                Loading::Halted(status) => return Err(Unusable::Halted(status)),
            }
        }
        session.limits.wall = None;
        Ok(EngineProver {
            session,
            limits,
            met: HashSet::new(),
            kept: HashMap::new(),
            kept_bytes: 0,
            stopped: Arc::default(),
        })
    }

    /// A handle that stops the proofs.
    pub fn interrupt_handle(&self) -> InterruptHandle {
        self.session.interrupt_handle()
    }

    /// Loads, for good, the libraries of predicates that are met for the first time: what a batch
    /// loads is forgotten with it.
    fn provide(&mut self, calls: &[Call]) -> Result<(), Stopped> {
        let mut new = Vec::new();
        for call in calls {
            let key = (call.name.clone(), call.arguments.len());
            if self.met.insert(key) {
                new.push(goal(&Call {
                    arguments: vec![None; call.arguments.len()],
                    ..call.clone()
                }));
            }
        }
        if new.is_empty() {
            return Ok(());
        }
        let named = format!("prove_calls:proofs([],1,1,_),_=[{}].", new.join(","));
        self.ask(&named, Effects::Commit).map(|_| ())
    }

    /// Has Prolog keep the long arguments that are met for the first time, while there is room.
    fn keep(&mut self, calls: &[Call]) -> Result<(), Stopped> {
        let mut new = Vec::new();
        let arguments = calls
            .iter()
            .flat_map(|call| call.arguments.iter().flatten());
        for argument in arguments.filter(|argument| argument.len() >= LONG) {
            let room = self.kept_bytes + argument.len() <= KEPT;
            if room && !self.kept.contains_key(argument) {
                let number = self.kept.len();
                self.kept.insert(argument.clone(), number);
                self.kept_bytes += argument.len();
                new.push(format!("{number}-{argument}"));
            }
        }
        for values in new.chunks(SENT) {
            let text = format!("prove_calls:remember([{}]).", values.join(","));
            self.ask(&text, Effects::Commit)?;
        }
        Ok(())
    }

    /// What a goal raises that is asked as a query, with all that is to be said of it; `None` if it
    /// raises nothing.
    ///
    /// # Errors
    ///
    /// If Prolog itself stopped.
    pub fn raised(&mut self, call: &Call) -> Result<Option<Raised>, Stopped> {
        let options = QueryOptions {
            limits: Limits {
                inferences: Some(self.limits.inferences),
                answers: Some(1),
                ..self.session.limits
            },
            effects: Effects::Discard,
            ..QueryOptions::default()
        };
        let query = format!("{}.", goal(call));
        for event in self.session.engine().query_with(&query, options) {
            match event.map_err(|error| Stopped::Failed(error.to_string()))? {
                Event::Error(raised) => return Ok(Some(raised)),
                Event::Aborted(Aborted::Interrupted) => return Err(Stopped::Cancelled),
                event @ Event::Aborted(_) => return Err(failed(&event, &options.limits)),
                _ => {}
            }
        }
        Ok(None)
    }

    fn ask(&mut self, text: &str, effects: Effects) -> Result<String, Stopped> {
        Stopped::look(&self.stopped)?;
        let limits = self.session.limits;
        let options = QueryOptions {
            limits,
            typed: true,
            trusted: true,
            effects,
            ..QueryOptions::default()
        };
        let mut proofs = None;
        for event in self.session.engine().query_with(text, options) {
            match event.map_err(|error| Stopped::Failed(error.to_string()))? {
                Event::Answer(answer) => {
                    let first = answer.bindings.into_iter().next();
                    proofs = Some(first.and_then(|b| b.canonical).unwrap_or_default());
                }
                Event::Output(_) | Event::Diagnostic(_) | Event::False | Event::Stopped => {}
                Event::Aborted(Aborted::Interrupted) => return Err(Stopped::Cancelled),
                event => return Err(failed(&event, &limits)),
            }
        }
        proofs.ok_or_else(|| Stopped::Failed("Prolog has no answer to a batch of goals".into()))
    }

    fn proofs(&mut self, calls: &[Call]) -> Result<Vec<Proof>, Stopped> {
        let text = self.ask(&self.query(calls), Effects::Discard)?;
        let found = read_proofs(&text).filter(|found| found.len() == calls.len());
        found.ok_or_else(|| Stopped::Failed("its answers cannot be read".into()))
    }

    fn query(&self, calls: &[Call]) -> String {
        let ProofLimits {
            inferences,
            answers,
        } = self.limits;
        let answers = answers.map_or_else(|| "first".to_owned(), |most| most.to_string());
        let goals = goals_given(calls, |text| self.kept.get(text).copied());
        format!("prove_calls:proofs({goals},{inferences},{answers},Proofs).")
    }

    /// Proves calls; if Prolog itself fails, finds the call at which it does.
    fn batch(&mut self, calls: &[Call], proofs: &mut Vec<Proof>) -> Result<(), Stopped> {
        match self.proofs(calls) {
            Ok(found) => {
                proofs.extend(found);
                Ok(())
            }
            Err(Stopped::Cancelled) => Err(Stopped::Cancelled),
            Err(Stopped::Failed(why)) if calls.len() == 1 => {
                Err(Stopped::Failed(unprovable(&calls[0], &why)))
            }
            Err(Stopped::Memory(why)) if calls.len() == 1 => {
                Err(Stopped::Memory(unprovable(&calls[0], &why)))
            }
            Err(Stopped::Failed(_) | Stopped::Memory(_)) => {
                let (first, second) = calls.split_at(calls.len() / 2);
                self.batch(first, proofs)?;
                self.batch(second, proofs)
            }
        }
    }
}

impl Prover for EngineProver {
    fn prove(&mut self, calls: &[Call]) -> Result<Vec<Proof>, Stopped> {
        self.provide(calls)?;
        self.keep(calls)?;
        let mut proofs = Vec::with_capacity(calls.len());
        for calls in calls.chunks(BATCH) {
            self.batch(calls, &mut proofs)?;
        }
        Ok(proofs)
    }

    fn stopper(&self) -> Option<Box<dyn Fn() + Send + Sync>> {
        let (handle, stopped) = (self.interrupt_handle(), Arc::clone(&self.stopped));
        Some(Box::new(move || {
            stopped.store(true, Ordering::Relaxed);
            handle.interrupt();
        }))
    }
}

/// A prover that starts Prolog when it is asked for the first time: where the background runs without Prolog, nobody waits
/// for that.
pub struct LateProver<F> {
    start: Option<F>,
    prover: Option<EngineProver>,
    stopper: Arc<Mutex<Stopper>>,
}

/// What stops a prover that may not be there yet.
#[derive(Default)]
struct Stopper {
    stopped: bool,
    stop: Option<Box<dyn Fn() + Send + Sync>>,
}

impl<F> fmt::Debug for LateProver<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LateProver")
            .field("prover", &self.prover)
            .finish_non_exhaustive()
    }
}

impl<F: FnOnce() -> Result<EngineProver, Stopped> + Send> LateProver<F> {
    /// A prover that `start` makes.
    pub fn new(start: F) -> LateProver<F> {
        LateProver {
            start: Some(start),
            prover: None,
            stopper: Arc::default(),
        }
    }
}

impl<F: FnOnce() -> Result<EngineProver, Stopped> + Send> Prover for LateProver<F> {
    fn prove(&mut self, calls: &[Call]) -> Result<Vec<Proof>, Stopped> {
        if let Some(start) = self.start.take() {
            let prover = start()?;
            let mut stopper = locked(&self.stopper);
            stopper.stop = prover.stopper();
            if stopper.stopped {
                return Err(Stopped::Cancelled);
            }
            drop(stopper);
            self.prover = Some(prover);
        }
        match &mut self.prover {
            Some(prover) => prover.prove(calls),
            None => Err(Stopped::Cancelled),
        }
    }

    fn stopper(&self) -> Option<Box<dyn Fn() + Send + Sync>> {
        let stopper = Arc::clone(&self.stopper);
        Some(Box::new(move || {
            let mut stopper = locked(&stopper);
            stopper.stopped = true;
            stopper.stop.iter().for_each(|stop| stop());
        }))
    }
}

fn unprovable(call: &Call, why: &str) -> String {
    format!("Prolog cannot prove {}: {why}", goal(call))
}

/// What an event says that no answer comes with.
fn failed(event: &Event, limits: &Limits) -> Stopped {
    let message = failure(event, limits);
    let cause = message.split("; the database").next().unwrap_or_default();
    match event {
        Event::Aborted(Aborted::Memory) => Stopped::Memory(cause.to_owned()),
        _ => Stopped::Failed(cause.to_owned()),
    }
}
