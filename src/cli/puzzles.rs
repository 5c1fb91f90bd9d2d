//! `chesslog puzzles FILE`: how far the motifs of `tactic/4` agree with the themes of Lichess puzzles.

use std::{
    collections::BTreeMap,
    path::PathBuf,
    sync::{
        Arc, Mutex,
        atomic::Ordering,
        mpsc::{self, Receiver},
    },
    thread,
    time::Duration,
};

use clap::Args;
use serde_json::json;

use super::{
    EffortOption, FormatOption, LimitArguments, ModeArguments, ThreadsOption,
    cancel_token::CancelToken, consult_all, fail, report_problem,
};
use crate::{
    chess::{puzzles::Puzzle, search::Effort, source::Stream},
    engine::{Input, Limits},
    report::{counted, milliseconds, plural},
    session::{
        Session,
        puzzles::{
            Outcome, examine,
            rows::{self, Place, Selection},
            tally::Tally,
            themes::{self, THEMES, Theme},
        },
    },
    terminal::Status,
};

/// Computing time of a position that is given none.
const DEFAULT_TIME: Duration = Duration::from_secs(10);
/// Puzzles that an engine gets at once: a request costs about as much as a millisecond of work.
const BATCH: usize = 32;
/// Rows that are told of, of each kind of mishap.
const TOLD: u64 = 10;

/// What the figures mean, below the options.
const FIGURES: &str = "\
Of a theme: recall is the share of its puzzles whose first move is reported with a motif of the
theme, found with any motif. Precision is the share of the moves reported with a motif of the
theme, in all positions examined, that are the first move of the puzzle. For any theme, recall
asks for a motif of one of the puzzle's themes, and precision counts all motifs. Labels: of the
right moves that are reported with a motif of the theme, the share whose puzzle has the theme; first
label, where that motif is reported first, as the main one. Times are computing times; one that
runs into the limit has none.

Each thread has an engine of its own. The limits are for each position. Rows that cannot be used are named and passed over. Ctrl-C
prints what was measured so far.";

#[derive(Debug, Args)]
#[command(after_help = FIGURES)]
pub struct PuzzlesArguments {
    /// The puzzles: CSV as Lichess publishes it, plain or compressed
    file: String,
    /// Prolog files to load first; a tactic/4 in them takes the place of the library's
    files: Vec<PathBuf>,
    /// Only these themes of Lichess, and puzzles that have one of them
    #[arg(long, value_name = "THEME,...", value_delimiter = ',', value_parser = themes::theme)]
    themes: Vec<&'static Theme>,
    /// Stop after this many puzzles
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
    #[command(flatten)]
    printed: FormatOption,
    #[command(flatten)]
    threads: ThreadsOption,
    #[command(flatten)]
    effort: EffortOption,
    #[command(flatten)]
    limits: LimitArguments,
    #[command(flatten)]
    mode: ModeArguments,
}

/// Runs the command. The exit status is 1 if the run was stopped, the file is damaged, or there is
/// no report on any puzzle; 2 if nothing could be read.
pub fn run(arguments: &PuzzlesArguments) -> u8 {
    let selected: Vec<&Theme> = match arguments.themes.is_empty() {
        true => THEMES.iter().collect(),
        false => THEMES
            .iter()
            .filter(|theme| arguments.themes.contains(theme))
            .collect(),
    };
    let threads = match arguments.threads.number() {
        0 => thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    };
    let limit = arguments.limit.unwrap_or(u64::MAX);
    let even = limit.div_ceil(threads as u64).min(BATCH as u64);
    let selection = Selection {
        themes: &selected,
        only: !arguments.themes.is_empty(),
        limit,
        batch: even as usize,
    };
    let stream = match Stream::open(&arguments.file) {
        Ok(stream) => stream,
        Err(error) => return fail(&error.to_string()),
    };
    let token = CancelToken::on_ctrl_c();
    token.nothing_to_save();
    let first = match engine(arguments, &token, true) {
        Ok(session) => session,
        Err(status) => return status,
    };
    token.keep_on_cancel();
    let mut run = Run {
        arguments,
        tally: Tally::new(&selected),
        complete: true,
        status: Status::new("", 0, "puzzles"),
    };
    run.examine(stream, &selection, threads, first, &token);
    run.finish(threads)
}

/// Starts an engine and loads what it needs; `Err` is the exit status. Only one of several tells
/// of the user's files.
fn engine(arguments: &PuzzlesArguments, token: &CancelToken, report: bool) -> Result<Session, u8> {
    let limits = arguments.limits.limits(Some(DEFAULT_TIME));
    // The limits are those of a position, not of loading.
    let loading = Limits {
        memory: limits.memory,
        ..Limits::default()
    };
    let settings = arguments.mode.settings(Input::Nothing);
    let mut session =
        Session::start(loading, settings).map_err(|error| fail(&error.to_string()))?;
    token.add(session.interrupt_handle());
    if report {
        consult_all(&mut session, &arguments.files, |text| eprint!("{text}"))?;
    } else {
        for file in &arguments.files {
            session
                .consult(file, |_| {})
                .map_err(|message| fail(&message))?;
        }
    }
    examine::prepare(&mut session).map_err(|message| fail(&message))?;
    arguments.effort.tell(&mut session);
    session.limits = limits;
    Ok(session)
}

struct Run<'a> {
    arguments: &'a PuzzlesArguments,
    tally: Tally,
    complete: bool,
    status: Status,
}

impl Run<'_> {
    /// Examines what is selected: one thread reads, one drives each engine, and this one counts.
    fn examine(
        &mut self,
        stream: Stream<Puzzle>,
        selection: &Selection<'_>,
        threads: usize,
        first: Session,
        token: &CancelToken,
    ) {
        let arguments = self.arguments;
        let place = &Place::default();
        let stop = &token.cancelled;
        let (batches, waiting) = mpsc::sync_channel(threads);
        // Once the last engine lets go of it, the reader stops.
        let waiting = Arc::new(Mutex::new(waiting));
        let (outcomes, results) = mpsc::channel();
        let mut first = Some(first);
        thread::scope(|scope| {
            let engines: Vec<_> = (0..threads)
                .map(|_| {
                    let (waiting, outcomes) = (Arc::clone(&waiting), outcomes.clone());
                    let ready = first.take();
                    scope.spawn(move || {
                        let mut session = match ready {
                            Some(session) => session,
                            None => engine(arguments, token, false)
                                .map_err(|_| "an engine did not start".to_owned())?,
                        };
                        examine::examine(&mut session, &waiting, &outcomes, report_problem, stop)
                    })
                })
                .collect();
            drop(waiting);
            scope.spawn(move || rows::read(stream, selection, &batches, &outcomes, place, stop));
            self.count(results, selection, place);
            for engine in engines {
                if let Ok(Err(message)) = engine.join() {
                    self.complete = false;
                    fail(&message);
                }
            }
        });
        self.complete &= !stop.load(Ordering::SeqCst);
    }

    /// Counts outcomes in the order of the rows, whichever engine was faster.
    fn count(&mut self, results: Receiver<Outcome>, selection: &Selection<'_>, place: &Place) {
        let mut early = BTreeMap::new();
        let mut next = 0;
        let mut arrived: u64 = 0;
        for outcome in results {
            arrived += u64::from(matches!(outcome, Outcome::Done { .. }));
            early.insert(outcome.number(), outcome);
            while let Some(outcome) = early.remove(&next) {
                self.take(outcome);
                next += 1;
            }
            let part = place
                .part_done(arrived)
                .max(arrived as f64 / selection.limit as f64);
            self.status.pace(arrived, part);
        }
        self.status.clear();
        // What came after a row that was never examined.
        for outcome in early.into_values() {
            self.take(outcome);
        }
    }

    fn take(&mut self, outcome: Outcome) {
        let file = &self.arguments.file;
        match outcome {
            Outcome::Done {
                task,
                report,
                output,
            } => {
                if !output.is_empty() {
                    self.status.clear();
                    eprintln!("{}", output.trim_end_matches('\n'));
                }
                self.tally.add(&task, report.as_ref().ok());
                if let Err(problem) = report {
                    let message = format!("{file}:{}: {problem}, in puzzle {}", task.line, task.id);
                    self.report(self.tally.failed, &message);
                }
            }
            Outcome::Bad { line, problem, .. } => {
                self.tally.bad += 1;
                self.report(self.tally.bad, &format!("{file}:{line}: {problem}"));
            }
            Outcome::Lost { problem, .. } => {
                self.tally.bad += 1;
                self.complete = false;
                self.report(1, &format!("{problem}; the rest is not read"));
            }
        }
    }

    /// Tells of the mishap with this number among its kind, unless there were too many.
    fn report(&mut self, number: u64, message: &str) {
        self.status.clear();
        if number <= TOLD {
            eprintln!("{message}");
        }
        if number == TOLD + 1 {
            eprintln!("{message}; more of this kind are only counted");
        }
    }

    /// Prints the result and gives the exit status.
    fn finish(&self, threads: usize) -> u8 {
        let (puzzles, bad, failed) = (self.tally.puzzles(), self.tally.bad, self.tally.failed);
        let seconds = self.status.elapsed().as_secs_f64();
        if puzzles == 0 && bad > 0 {
            return fail(&format!(
                "{}: there is no puzzle that can be read",
                self.arguments.file
            ));
        }
        if puzzles == 0 && self.complete {
            eprintln!(
                "warning: no row of {} is to be examined",
                self.arguments.file
            );
        }
        let effort = self.arguments.effort.effort;
        let effort = effort.unwrap_or(Effort::USUAL.count());
        let text = || {
            let rate = puzzles as f64 / seconds;
            let mut parts = vec![format!(
                "{} in {seconds:.1} s ({rate:.1}/s)",
                plural(puzzles, "puzzle")
            )];
            parts.push(format!("{} a search", counted(effort, "position")));
            parts.extend((bad > 0).then(|| plural(bad, "bad row")));
            parts.extend((failed > 0).then(|| format!("{failed} without a report")));
            parts.extend((!self.complete).then(|| "not complete".to_owned()));
            format!("{}{}\n", self.tally.table(), parts.join(", "))
        };
        let data = || {
            let mut value = self.tally.json();
            value["file"] = json!(self.arguments.file);
            value["complete"] = json!(self.complete);
            value["seconds"] = json!(milliseconds(seconds));
            value["threads"] = json!(threads);
            value["effort"] = json!(effort);
            value
        };
        let printed = self.arguments.printed.format.put(text, data);
        printed.max(u8::from(failed == puzzles || !self.complete))
    }
}
