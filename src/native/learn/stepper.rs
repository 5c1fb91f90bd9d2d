//! Learners, each of which searches in a thread of its own, and is served step by step meanwhile.

use std::{
    cell::RefCell,
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, Sender},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use crate::{
    ilp::{
        Call, Proof, Prover, Stopped,
        learn::{self, Learner, Line, Options, Outcome, Progress},
        prove::text::{goals, read_proofs},
        read,
    },
    native::{
        Error, One,
        handles::Handles,
        options::{self, options},
        types::{Name, TermText},
    },
    os::locked,
    term::{Term, atom_text, quoted_text},
};

/// What the options say.
#[derive(Default)]
struct Told {
    options: Options,
    /// All goals of the background are Prolog's: only Prolog keeps to limits other than the usual.
    by_prolog: bool,
}

options! {
    /// The options of learn/3; what some say is Prolog's business.
    OPTIONS: Told {
        noisy Flag(|o, flag| o.options.noisy = flag): "whether examples may be wrong, {}";
        all Flag(|o, flag| o.options.all = flag): "whether all smallest programs are wanted, {}";
        time_limit Seconds(|o, limit| o.options.time_limit = Some(limit)): "seconds, {}";
        cpu_limit Seconds(|o, limit| o.options.cpu_limit = Some(limit)): "seconds of all threads together, {}";
        memory_limit Count(1, (1 << 40) - 1, |o, n| o.options.memory = Some(n << 20)): "megabytes, {}";
        threads Count(1, 1024, |o, n| o.options.threads = Some(n as usize)): "how many threads search, {}";
        inferences Count(1, i64::MAX, |o, n| o.by_prolog |= n != 100_000):
            "how many inferences a goal of the background may take, {}";
        answers Count(1, i64::MAX, |o, n| o.by_prolog |= n != 10_000):
            "how many answers a goal of the background may give, {}";
        known Term("Clauses", |_, clauses| clauses.elements().map(|_| ())): "clauses that were learned before";
        outcome Term("O", |_, _| Some(())): "outcome(TP,FN,TN,FP), how many examples are covered and not";
        end Term("E", |_, _| Some(())): "smallest, exhausted, or the limit that came first";
    }
}

/// What was expected in the place of an option, in words.
pub fn expected(option: &Term) -> String {
    options::expected(option, OPTIONS)
}

pub(super) fn is_option(option: Term) -> bool {
    options::take(&option, OPTIONS, &mut Told::default()).is_some()
}

/// How often a learner tells how far it has got.
const PERIOD: Duration = Duration::from_millis(300);

thread_local! {
    static PUPILS: RefCell<Handles<Pupil>> = const { RefCell::new(Handles::new("learner")) };
}

/// A learner, and its search if it is at one.
struct Pupil {
    learner: Arc<Mutex<Learner>>,
    options: Options,
    search: Option<Search>,
    request: Option<Request>,
}

/// A search that runs.
struct Search {
    thread: JoinHandle<()>,
    /// Dropped when the search is to end.
    proofs: Sender<Vec<Proof>>,
    requests: Receiver<Request>,
    cancel: Arc<AtomicBool>,
}

/// What a learner sends to whoever serves it.
enum Request {
    Proofs(Vec<Call>),
    Nothing(Box<Outcome>),
    Failed(String),
    /// Nothing; this is how far it has got.
    Progress(String),
}

/// Hands goals to whoever serves the learner, and waits for their proofs.
struct Remote {
    requests: Sender<Request>,
    proofs: Receiver<Vec<Proof>>,
}

impl Prover for Remote {
    fn prove(&mut self, calls: &[Call]) -> Result<Vec<Proof>, Stopped> {
        let request = Request::Proofs(calls.to_vec());
        self.requests
            .send(request)
            .map_err(|_| Stopped::Cancelled)?;
        let proofs = self.proofs.recv().map_err(|_| Stopped::Cancelled)?;
        match proofs.len() == calls.len() {
            true => Ok(proofs),
            false => Err(Stopped::Failed("some answers cannot be read".into())),
        }
    }
}

type Opened = One<(i64, Name, Vec<TermText>, String)>;

pub fn open(
    directory: Name,
    options: Vec<Term>,
    declarations: String,
    clauses: String,
) -> Result<Opened, Error> {
    let (mut reported, mut examples_come) = (Told::default(), false);
    for option in &options {
        match option.text() {
            Some("examples_come") => examples_come = true,
            _ => options::take(option, OPTIONS, &mut reported).ok_or_else(|| Error::Domain {
                domain: "learn_option",
                culprit: option.to_string(),
            })?,
        }
    }
    let given = read::Given {
        background: None,
        clauses: &clauses,
        declarations: &declarations,
        examples_come,
    };
    // Whether Prolog knows a predicate is Prolog's to say.
    let mut reading = match read::read_with(Path::new(&directory.0), &given, &|_, _| true) {
        Ok(reading) => reading,
        Err(problems) => {
            let none = Name("[]".into());
            return Ok(One((-1, none, Vec::new(), lines(&problems))));
        }
    };
    if reported.by_prolog {
        reading.task.clauses = None;
    }
    let background = match &reading.background {
        Some(path) if !reading.task.rules.is_empty() => path.display().to_string(),
        _ => "[]".to_owned(),
    };
    let needed = reading
        .task
        .rules
        .iter()
        .map(|(name, arity)| TermText(format!("({})/{arity}", atom_text(name))))
        .collect();
    let pupil = Pupil {
        learner: Arc::new(Mutex::new(Learner::new(reading.task))),
        options: reported.options,
        search: None,
        request: None,
    };
    Ok(One((
        PUPILS.with_borrow_mut(|pupils| pupils.open(pupil)),
        Name(background),
        needed,
        lines(&reading.warnings),
    )))
}

fn lines(problems: &[read::Problem]) -> String {
    let lines: Vec<String> = problems
        .iter()
        .map(|problem| format!("{problem}\n"))
        .collect();
    lines.concat()
}

pub fn add(learner: i64, sign: Name, example: Term) -> Result<bool, Error> {
    with(learner, |pupil| {
        pupil.rest();
        let none = Vec::new();
        let (name, arguments) = match &example {
            Term::Atom(name) => (name, &none),
            Term::Compound(name, arguments) => (name, arguments),
            _ => return false,
        };
        let arguments: Vec<String> = arguments.iter().map(Term::canonical).collect();
        locked(&pupil.learner).add(name, &arguments, sign.0 == "pos")
    })
}

pub fn start(learner: i64) -> Result<bool, Error> {
    let started = with(learner, Pupil::start)?;
    started
        .map(|()| true)
        .map_err(|_| Error::Resource("threads"))
}

pub fn wait(learner: i64) -> Result<One<Name>, Error> {
    with(learner, |pupil| {
        let request = pupil.search.as_ref().map(|search| search.requests.recv());
        let request = match request {
            Some(Ok(request)) => request,
            Some(Err(_)) | None => Request::Failed("the learner has ended".into()),
        };
        let state = match &request {
            Request::Proofs(_) => "goals",
            Request::Nothing(_) => "finished",
            Request::Failed(_) => "failed",
            Request::Progress(_) => "progress",
        };
        if matches!(request, Request::Nothing(_) | Request::Failed(_)) {
            pupil.rest();
        }
        pupil.request = Some(request);
        One(Name(state.to_owned()))
    })
}

pub fn said(learner: i64) -> Result<Option<TermText>, Error> {
    with(learner, |pupil| {
        Some(TermText(match pupil.request.as_ref()? {
            Request::Proofs(calls) => goals(calls),
            Request::Nothing(outcome) => found(outcome),
            Request::Failed(text) | Request::Progress(text) => quoted_text(text),
        }))
    })
}

pub fn prove(learner: i64, proofs: TermText) -> Result<bool, Error> {
    with(learner, |pupil| {
        let proofs = read_proofs(&proofs.0).unwrap_or_default();
        let search = pupil.search.as_ref();
        search.is_some_and(|search| search.proofs.send(proofs).is_ok())
    })
}

pub fn rest(learner: i64) -> Result<bool, Error> {
    with(learner, Pupil::rest).map(|()| true)
}

pub fn close(learner: i64) -> bool {
    PUPILS.with_borrow_mut(|pupils| pupils.close(learner))
}

fn with<R>(learner: i64, act: impl FnOnce(&mut Pupil) -> R) -> Result<R, Error> {
    PUPILS.with_borrow_mut(|pupils| pupils.get(learner).map(act))
}

impl Pupil {
    /// Begins a search.
    fn start(&mut self) -> io::Result<()> {
        self.rest();
        let (request, requests) = mpsc::channel();
        let (proofs, proved) = mpsc::channel();
        let cancel = Arc::new(AtomicBool::new(false));
        let (stop, learner) = (cancel.clone(), self.learner.clone());
        let options = Options {
            memory: self.options.memory.or_else(learn::room),
            ..self.options.clone()
        };
        let thread = thread::Builder::new().spawn(move || {
            let prover = Box::new(Remote {
                requests: request.clone(),
                proofs: proved,
            });
            let (mut line, mut reported) = (Line::default(), Instant::now());
            let progress = request.clone();
            let mut report = move |known: &Progress<'_>| {
                let line = line.of(known);
                if reported.elapsed() >= PERIOD {
                    reported = Instant::now();
                    // Whoever has ended the search does not want to know.
                    _ = progress.send(Request::Progress(line));
                }
            };
            let search = || locked(&learner).learn(Some(prover), &options, &stop, &mut report);
            // Who waits for a request waits for ever if there is none: the learner keeps a sender.
            let outcome = catch_unwind(AssertUnwindSafe(search));
            // Whoever has ended the search does not want to know.
            _ = request.send(match outcome {
                Ok(Ok(outcome)) => Request::Nothing(Box::new(outcome)),
                Ok(Err(stopped)) => Request::Failed(stopped.to_string()),
                Err(_) => Request::Failed("the learner has panicked".into()),
            });
        })?;
        self.search = Some(Search {
            thread,
            proofs,
            requests,
            cancel,
        });
        Ok(())
    }

    /// Ends the search, if there is one, whatever it is doing.
    fn rest(&mut self) {
        if let Some(search) = self.search.take() {
            search.cancel.store(true, Ordering::Relaxed);
            drop((search.proofs, search.requests));
            // If it has panicked, it is gone as well.
            _ = search.thread.join();
        }
    }
}

impl Drop for Pupil {
    fn drop(&mut self) {
        self.rest();
    }
}

/// `found(End,Hypotheses)` as Prolog text.
fn found(outcome: &Outcome) -> String {
    let texts: Vec<String> = outcome
        .hypotheses
        .iter()
        .map(|hypothesis| {
            let clauses: Vec<String> = hypothesis
                .clauses
                .iter()
                .map(|clause| {
                    let text = outcome.bias.clause_text(clause);
                    format!("({})", text.strip_suffix('.').unwrap_or(&text))
                })
                .collect();
            let score = &hypothesis.score;
            format!(
                "hypothesis([{}],outcome({},{},{},{}))",
                clauses.join(","),
                score.true_positives,
                score.false_negatives,
                score.true_negatives,
                score.false_positives,
            )
        })
        .collect();
    format!("found({},[{}])", outcome.end_word(), texts.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        let mut reported = Told::default();
        let mut take = |text: &str| options::take(&text.parse().unwrap(), OPTIONS, &mut reported);
        for known in ["noisy(true)", "threads(2)", "time_limit(0.5)", "known([])"] {
            assert!(take(known).is_some(), "{known}");
        }
        for wrong in ["threads(two)", "time_limit(-1)", "quick", "noisy(_)"] {
            assert!(take(wrong).is_none(), "{wrong}");
        }
        assert!(reported.options.noisy && !reported.options.all && !reported.by_prolog);
        assert_eq!(reported.options.threads, Some(2));
        assert_eq!(
            reported.options.time_limit,
            Some(Duration::from_millis(500))
        );
    }
}
