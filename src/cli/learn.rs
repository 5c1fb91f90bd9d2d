//! `chesslog learn DIR`: a hypothesis for a task in Popper's format.

use std::{
    io, panic,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::Ordering,
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::{Duration, Instant},
};

use clap::Args;

use super::{
    Format, FormatOption, ThreadsOption, cancel_token::CancelToken, fail, number, report_problem,
    seconds,
};
use crate::{
    engine::{DEFAULT_MEMORY, Limits, Settings},
    ilp::{Options, Prover, Stopped, learn, learn::Line, read, report},
    native, os,
    session::{
        self, Session,
        prover::{EngineProver, LateProver, ProofLimits},
    },
    terminal::{self, Status},
};

/// How long a search goes on before its line is drawn.
const SOON: Duration = Duration::from_millis(200);

/// What `chesslog learn` is given.
#[derive(Debug, Args)]
pub struct LearnArguments {
    /// A folder with bias.pl, bk.pl and exs.pl
    task: PathBuf,
    /// Allow errors on the examples: minimise size + false negatives + false positives
    #[arg(long)]
    noisy: bool,
    /// List all of the smallest hypotheses
    #[arg(long)]
    all: bool,
    /// Seconds after which the best hypothesis so far is the answer, 0 for no limit
    #[arg(long, value_name = "S", default_value = "60", value_parser = seconds)]
    time_limit: Duration,
    /// CPU seconds, all threads and Prolog together, after which the same happens, 0 for no limit
    #[arg(long, value_name = "S", default_value = "0", value_parser = seconds)]
    cpu_limit: Duration,
    /// Megabytes of memory for the search, 0 for no limit; Prolog has 2048 for itself
    #[arg(long, value_name = "MB", default_value_t = 4096, value_parser = number::<u64>(..))]
    memory_limit: u64,
    #[command(flatten)]
    threads: ThreadsOption,
    /// The background knowledge, instead of bk.pl in the folder
    #[arg(long, value_name = "FILE")]
    background: Option<PathBuf>,
    /// Inferences that Prolog may make to prove one literal; with more, it counts as false
    #[arg(long, value_name = "N", default_value_t = ProofLimits::default().inferences,
          value_parser = number::<u64>(1..))]
    inference_limit: u64,
    #[command(flatten)]
    printed: FormatOption,
    /// Print what was generated, tested and given up for each size, and the time it took
    #[arg(long)]
    stats: bool,
}

/// Runs the command. The exit status is 0 if a hypothesis is printed, with errors or without, 1 if
/// there is none, 2 if the task cannot be read or a search failed.
pub fn run(arguments: &LearnArguments) -> u8 {
    let format = arguments.printed.format;
    let token = CancelToken::on_ctrl_c();
    let started = Instant::now();
    let limit = Some(arguments.time_limit).filter(|limit| !limit.is_zero());
    // The limit is for all of it: reading, loading and searching.
    let rest = move || limit.map(|limit| limit.saturating_sub(started.elapsed()));
    let name = arguments.task.display().to_string();
    let mut reading = match read_in_time(arguments, &token, rest) {
        Some(Ok(reading)) => reading,
        None => {
            let unread = report::Unread {
                name,
                limit: limit.filter(|_| !token.cancelled.load(Ordering::SeqCst)),
                seconds: started.elapsed(),
            };
            return format.put(|| unread.text(), || unread.json()).max(1);
        }
        Some(Err(problems)) => {
            problems.iter().for_each(report);
            let errors = problems
                .iter()
                .filter(|problem| problem.severity == read::Severity::Error)
                .count();
            return match errors {
                1 => fail("there is an error in the task; nothing was learned"),
                _ => fail(&format!(
                    "there are {errors} errors in the task; nothing was learned"
                )),
            };
        }
    };
    reading.warnings.iter().for_each(report);
    let mut prover: Option<Box<dyn Prover>> = None;
    if !reading.task.rules.is_empty() {
        let limits = ProofLimits {
            inferences: arguments.inference_limit,
            ..ProofLimits::default()
        };
        if limits != ProofLimits::default() {
            // Only Prolog keeps to other limits.
            reading.task.clauses = None;
        }
        let (background, token) = (reading.background.clone(), Arc::clone(&token));
        let start = move || start(background.as_deref(), limits, rest(), &token);
        prover = Some(match reading.task.clauses {
            // Prolog may never be asked.
            Some(_) => Box::new(LateProver::new(move || {
                start().map_err(|message| match rest() {
                    Some(Duration::ZERO) => Stopped::Cancelled,
                    _ => Stopped::Failed(message),
                })
            })),
            None => match start() {
                Ok(engine) => Box::new(engine),
                Err(message) => return fail(&message),
            },
        });
    }
    let cpu_limit = Some(arguments.cpu_limit).filter(|limit| !limit.is_zero());
    let mut clock = os::FamilyClock::default();
    let used = clock.time();
    let options = Options {
        noisy: arguments.noisy,
        all: arguments.all,
        time_limit: rest(),
        cpu_limit: cpu_limit.map(|limit| limit.saturating_sub(used)),
        memory: Some(arguments.memory_limit.saturating_mul(1 << 20)).filter(|&limit| limit > 0),
        threads: arguments.threads.threads.map(usize::from),
        abandon: true,
        ..Options::default()
    };
    let status = Status::line();
    let mut line = Line::default();
    let outcome = learn(
        &reading.task,
        prover,
        &options,
        &token.cancelled,
        &mut |known| {
            let line = line.of(known);
            // What ends before anybody can read it needs no line.
            if format == Format::Text && status.elapsed() >= SOON {
                let seconds = status.elapsed().as_secs_f64();
                status.note(|| format!("{seconds:.1} s, {line}"));
            }
        },
    );
    status.clear();
    let outcome = match outcome {
        Ok(outcome) => outcome,
        Err(Stopped::Cancelled) => return fail("stopped before there was any hypothesis"),
        Err(Stopped::Memory(why) | Stopped::Failed(why)) => return fail(&why),
    };
    if let Some(warning) = report::unproved(&outcome.asked) {
        eprintln!("warning: {warning}");
    }
    let about = report::About {
        name,
        task: &reading.task,
        outcome: &outcome,
        options: &options,
        limit,
        cpu_limit,
        cpu: clock.time(),
        stats: arguments.stats,
    };
    let printed = format.put(|| report::text(&about), || report::json(&about));
    printed.max(u8::from(outcome.hypotheses.is_empty()))
}

/// Reads the task; `None` if Ctrl-C or the time limit came first. Nothing waits for the reader then.
fn read_in_time(
    arguments: &LearnArguments,
    token: &CancelToken,
    rest: impl Fn() -> Option<Duration>,
) -> Option<Result<read::Reading, Vec<read::Problem>>> {
    const PERIOD: Duration = Duration::from_millis(20);
    let (task, background) = (arguments.task.clone(), arguments.background.clone());
    let (sender, receiver) = mpsc::channel();
    let reader = thread::spawn(move || {
        let known = |name: &str, arity: usize| native::help::is_predicate(name, arity);
        // Nobody listens any more if it took too long.
        _ = sender.send(read::read(&task, background.as_deref(), &known));
    });
    loop {
        match receiver.recv_timeout(PERIOD) {
            Ok(read) => {
                _ = reader.join();
                return Some(read);
            }
            Err(RecvTimeoutError::Disconnected) => {
                if let Err(panicked) = reader.join() {
                    panic::resume_unwind(panicked);
                }
                return None;
            }
            Err(RecvTimeoutError::Timeout) => {
                let late = rest().is_some_and(|rest| rest.is_zero());
                if late || token.cancelled.load(Ordering::SeqCst) {
                    return None;
                }
            }
        }
    }
}

fn start(
    background: Option<&Path>,
    limits: ProofLimits,
    time: Option<Duration>,
    token: &CancelToken,
) -> Result<EngineProver, String> {
    let machine = Limits {
        memory: Some(DEFAULT_MEMORY),
        // For loading; of the proofs, inferences decide.
        wall: time.map(tenths),
        ..Limits::default()
    };
    let session = Session::start(machine, Settings::default()).map_err(|e| e.to_string())?;
    token.add(session.interrupt_handle());
    EngineProver::new(session, background, limits, report_problem)
        .map_err(|unusable| format!("{unusable}; nothing was learned"))
}

/// So many tenths of a second, not less than one, as they are reported.
fn tenths(time: Duration) -> Duration {
    const TENTH: u128 = 100;
    let tenths = time.as_millis().div_ceil(TENTH).max(1) * TENTH;
    Duration::from_millis(u64::try_from(tenths).unwrap_or(u64::MAX))
}

fn report(problem: &read::Problem) {
    let colour = terminal::colour(&io::stderr());
    eprint!("{}\n", session::task_problem(problem, colour));
}
