//! A learner in a thread of its own, which its caller serves step by step.

use std::{
    cell::RefCell,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, Sender},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use crate::{
    ilp::{
        Call, Proof, Prover, Stopped, Task,
        learn::{self, Line, Options, Outcome, Progress},
        prove::text::{goals, read_proofs},
        read,
    },
    native::{Error, One, types::Name},
    term::atom_text,
};

/// The option with which all goals of the background are Prolog's: only Prolog keeps to limits other than the usual.
const BY_PROLOG: &str = "by_prolog";

/// How often a learner tells how far it has got.
const PERIOD: Duration = Duration::from_millis(300);

thread_local! {
    static LEARNERS: RefCell<Vec<Option<Learner>>> = const { RefCell::new(Vec::new()) };
}

struct Learner {
    thread: Option<JoinHandle<()>>,
    /// Dropped when the learner is to end.
    proofs: Option<Sender<Vec<Proof>>>,
    wishes: Receiver<Wish>,
    cancel: Arc<AtomicBool>,
    wish: Option<Wish>,
}

/// What a learner wants.
enum Wish {
    Proofs(Vec<Call>),
    Nothing(Box<Outcome>),
    Failed(String),
    /// Nothing; this is how far it has got.
    Progress(String),
}

/// Hands goals to whoever serves the learner, and waits for their proofs.
struct Remote {
    wishes: Sender<Wish>,
    proofs: Receiver<Vec<Proof>>,
}

impl Prover for Remote {
    fn prove(&mut self, calls: &[Call]) -> Result<Vec<Proof>, Stopped> {
        let wish = Wish::Proofs(calls.to_vec());
        self.wishes.send(wish).map_err(|_| Stopped::Cancelled)?;
        let proofs = self.proofs.recv().map_err(|_| Stopped::Cancelled)?;
        match proofs.len() == calls.len() {
            true => Ok(proofs),
            false => Err(Stopped::Failed("some answers cannot be read".into())),
        }
    }
}

type Opened = One<(i64, Name, String, String)>;

pub fn open(directory: Name, options: String) -> Result<Opened, Error> {
    let by_prolog = options.split_whitespace().any(|word| word == BY_PROLOG);
    let options = parse(&options).ok_or(Error::Domain {
        domain: "learner_options",
        culprit: options,
    })?;
    // Whether Prolog knows a predicate is Prolog's to say.
    let mut reading = match read::read(Path::new(&directory.0), None, &|_, _| true) {
        Ok(reading) => reading,
        Err(problems) => {
            let none = Name("[]".into());
            return Ok(One((-1, none, "[].".into(), lines(&problems))));
        }
    };
    if by_prolog {
        reading.task.clauses = None;
    }
    let background = match &reading.background {
        Some(path) if !reading.task.rules.is_empty() => path.display().to_string(),
        _ => "[]".to_owned(),
    };
    let needed: Vec<String> = reading
        .task
        .rules
        .iter()
        .map(|(name, arity)| format!("({})/{arity}", atom_text(name)))
        .collect();
    let learner = Learner::start(reading.task, options).map_err(|_| Error::Resource("threads"))?;
    let number = LEARNERS.with_borrow_mut(|learners| {
        learners.push(Some(learner));
        learners.len() - 1
    });
    Ok(One((
        number as i64,
        Name(background),
        format!("[{}].", needed.join(",")),
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

/// Reads the options' text; `None` for what is none.
fn parse(text: &str) -> Option<Options> {
    let mut options = Options::default();
    for word in text.split_whitespace() {
        match word.split_once('=') {
            None if word == "noisy" => options.noisy = true,
            None if word == "all" => options.all = true,
            None if word == BY_PROLOG => {}
            Some(("threads", count)) => options.threads = Some(count.parse().ok()?),
            Some(("time_limit", seconds)) => {
                let seconds = seconds.parse().ok()?;
                options.time_limit = Some(Duration::try_from_secs_f64(seconds).ok()?);
            }
            _ => return None,
        }
    }
    Some(options)
}

pub fn wait(learner: i64) -> Result<One<Name>, Error> {
    with(learner, |learner| {
        let wish = learner.wishes.recv();
        let wish = wish.unwrap_or_else(|_| Wish::Failed("the learner has ended".into()));
        let state = match &wish {
            Wish::Proofs(_) => "goals",
            Wish::Nothing(_) => "finished",
            Wish::Failed(_) => "failed",
            Wish::Progress(_) => "progress",
        };
        learner.wish = Some(wish);
        One(Name(state.to_owned()))
    })
}

pub fn text(learner: i64) -> Result<One<String>, Error> {
    with(learner, |learner| {
        One(match &learner.wish {
            Some(Wish::Proofs(calls)) => goals(calls) + ".",
            Some(Wish::Nothing(outcome)) => hypotheses(outcome),
            Some(Wish::Failed(text) | Wish::Progress(text)) => text.clone(),
            None => String::new(),
        })
    })
}

pub fn prove(learner: i64, proofs: String) -> Result<bool, Error> {
    with(learner, |learner| {
        let proofs = read_proofs(&proofs).unwrap_or_default();
        learner
            .proofs
            .as_ref()
            .is_some_and(|to| to.send(proofs).is_ok())
    })
}

pub fn close(learner: i64) -> bool {
    LEARNERS.with_borrow_mut(|learners| {
        let learner = usize::try_from(learner)
            .ok()
            .and_then(|at| learners.get_mut(at));
        learner.and_then(Option::take).is_some()
    })
}

fn with<R>(learner: i64, act: impl FnOnce(&mut Learner) -> R) -> Result<R, Error> {
    LEARNERS.with_borrow_mut(|learners| {
        let at = usize::try_from(learner).unwrap_or(usize::MAX);
        match learners.get_mut(at).and_then(Option::as_mut) {
            Some(learner) => Ok(act(learner)),
            None => Err(Error::Existence {
                kind: "learner",
                culprit: learner.to_string(),
            }),
        }
    })
}

impl Learner {
    fn start(task: Task, options: Options) -> std::io::Result<Learner> {
        let (wish, wishes) = mpsc::channel();
        let (proofs, proved) = mpsc::channel();
        let cancel = Arc::new(AtomicBool::new(false));
        let stop = cancel.clone();
        let thread = thread::Builder::new().spawn(move || {
            let prover = Box::new(Remote {
                wishes: wish.clone(),
                proofs: proved,
            });
            let (mut line, mut told) = (Line::default(), Instant::now());
            let progress = wish.clone();
            let mut tell = move |known: &Progress<'_>| {
                let line = line.of(known);
                if told.elapsed() >= PERIOD {
                    told = Instant::now();
                    // Whoever has closed the learner does not want to know.
                    _ = progress.send(Wish::Progress(line));
                }
            };
            let outcome = learn::learn(&task, Some(prover), &options, &stop, &mut tell);
            // Whoever has closed the learner does not want to know.
            _ = wish.send(match outcome {
                Ok(outcome) => Wish::Nothing(Box::new(outcome)),
                Err(stopped) => Wish::Failed(stopped.to_string()),
            });
        })?;
        Ok(Learner {
            thread: Some(thread),
            proofs: Some(proofs),
            wishes,
            cancel,
            wish: None,
        })
    }
}

impl Drop for Learner {
    fn drop(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
        self.proofs = None;
        if let Some(thread) = self.thread.take() {
            // If it has panicked, it is gone as well.
            _ = thread.join();
        }
    }
}

/// The hypotheses as Prolog text.
fn hypotheses(outcome: &Outcome) -> String {
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
    format!("[{}].", texts.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        let options = parse("noisy threads=2 time_limit=0.5").unwrap();
        assert!(options.noisy && !options.all);
        assert_eq!(options.threads, Some(2));
        assert_eq!(options.time_limit, Some(Duration::from_millis(500)));
        assert!(parse("threads=two").is_none());
        assert!(parse("time_limit=-1").is_none());
        assert!(parse("quick").is_none());
    }

    #[test]
    fn a_learner_that_was_never_opened_does_not_exist() {
        assert!(wait(7).is_err());
        assert!(!close(-1));
    }
}
