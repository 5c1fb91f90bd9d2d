//! `chesslog puzzles FILE`: how far the motifs of `tactic/4` agree with the themes of Lichess puzzles;
//! `chesslog puzzles train`: a learner solves them.

mod train;

use std::{path::PathBuf, time::Duration};

use clap::{Args, Subcommand};
use serde_json::json;

use super::{
    EffortOption, FormatOption, LimitArguments, ModeArguments, ThreadsOption,
    batches::{Engines, Reader},
    cancel_token::CancelToken,
    fail, number,
};
use crate::{
    chess::{search::Effort, source::Stream},
    engine::Input,
    report::{counted, milliseconds, plural},
    session::{
        batches::Outcome,
        puzzles::{
            rows::{self, Selection, Task},
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
right moves that are reported with a motif of the theme, the share whose puzzle has the theme; main
motif: the same of those of which that motif is the main one (main_motif/3). Times are computing
times; one that runs into the limit has none.

Each thread has an engine of its own. The limits are for each position. Rows that cannot be used are named and passed over. Ctrl-C
prints what was measured so far.";

#[derive(Debug, Args)]
#[command(after_help = FIGURES, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct PuzzlesArguments {
    #[command(subcommand)]
    command: Option<PuzzlesCommand>,
    /// The puzzles: CSV as Lichess publishes it, plain or compressed
    #[arg(required = true)]
    file: Option<String>,
    /// Prolog files to load first; a tactic/4 in them takes the place of the library's
    files: Vec<PathBuf>,
    /// Only these themes of Lichess, and puzzles that have one of them
    #[arg(long, value_name = "THEME,...", value_delimiter = ',', value_parser = themes::theme)]
    themes: Vec<&'static Theme>,
    /// Stop after this many puzzles
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..))]
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

#[derive(Debug, Subcommand)]
enum PuzzlesCommand {
    /// Solve puzzles at the board; what you did not know is asked again
    Train(train::TrainArguments),
}

/// Runs the command. The exit status is 1 if the run was stopped, the file is damaged, or there is
/// no report on any puzzle; 2 if nothing could be read.
pub fn run(arguments: &PuzzlesArguments) -> u8 {
    if let Some(PuzzlesCommand::Train(arguments)) = &arguments.command {
        return train::run(arguments);
    }
    let selected: Vec<&Theme> = match arguments.themes.is_empty() {
        true => THEMES.iter().collect(),
        false => THEMES
            .iter()
            .filter(|theme| arguments.themes.contains(theme))
            .collect(),
    };
    let threads = arguments.threads.known_number();
    let limit = arguments.limit.unwrap_or(u64::MAX);
    let even = limit.div_ceil(threads as u64).min(BATCH as u64);
    let selection = Selection {
        themes: &selected,
        only: !arguments.themes.is_empty(),
        limit,
        batch: even as usize,
    };
    let stream = match Stream::open(arguments.file()) {
        Ok(stream) => stream,
        Err(error) => return fail(&error.to_string()),
    };
    let engines = Engines {
        files: &arguments.files,
        limits: arguments.limits.limits(Some(DEFAULT_TIME)),
        effort: arguments.effort,
        settings: &|| arguments.mode.settings(Input::Nothing),
        threads,
    };
    let mut run = Run {
        arguments,
        tally: Tally::new(&selected),
        complete: true,
        status: Status::new("", 0, "puzzles"),
    };
    let token = CancelToken::on_ctrl_c();
    let read: Reader<'_, Task> = Box::new(|batches, outcomes, place, stop| {
        rows::read(stream, &selection, batches, outcomes, place, stop);
    });
    let examined = engines.examine(&token, read, |arrived, part, outcome| match outcome {
        Some(outcome) => run.take(outcome),
        None => run
            .status
            .pace(arrived, part.max(arrived as f64 / limit as f64)),
    });
    match examined {
        Ok(complete) => run.complete &= complete,
        Err(status) => return status,
    }
    run.status.clear();
    run.finish(threads)
}

impl PuzzlesArguments {
    /// The puzzles: there is none only where there is a subcommand.
    fn file(&self) -> &str {
        self.file.as_deref().unwrap_or_default()
    }
}

struct Run<'a> {
    arguments: &'a PuzzlesArguments,
    tally: Tally,
    complete: bool,
    status: Status,
}

impl Run<'_> {
    fn take(&mut self, outcome: Outcome<Task>) {
        let file = self.arguments.file();
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
                self.arguments.file()
            ));
        }
        if puzzles == 0 && self.complete {
            eprintln!(
                "warning: no row of {} is to be examined",
                self.arguments.file()
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
            value["file"] = json!(self.arguments.file());
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
