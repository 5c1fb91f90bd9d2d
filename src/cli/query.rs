//! `chesslog query GOAL [FILE...]`: the answers to one query, for people or for programs.

mod printer;
mod spread;

use std::{io, path::PathBuf, time::Duration};

use clap::Args;
use serde_json::{Value, json};

use self::printer::Printer;
use super::{
    Format, FormatOption, LimitArguments, ModeArguments, UserFiles, consult_all, fail, number,
    show, start,
};
use crate::{
    engine::{Event, Limits, QueryOptions},
    session::Refused,
};

/// Computing time of a query that is given none, in seconds.
const DEFAULT_TIME: Duration = Duration::from_secs(60);

/// What several threads share, below the options.
const SHARED: &str = "\
With --threads, what is printed is what one thread prints, in the same order. Each thread loads the files. The limits of
time, answers and output are for all together, that of memory is for each. What the goal asserts is seen by later parts of
the records or not, and nothing is read from the standard input.";

#[derive(Debug, Args)]
#[command(after_help = SHARED)]
pub struct QueryArguments {
    /// The query, as in "start_position(P), legal_move(F, T, P)"
    goal: String,
    /// Prolog files to load first
    files: Vec<PathBuf>,
    #[command(flatten)]
    printed: FormatOption,
    /// Stop after this many answers
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..))]
    answers: Option<u64>,
    #[command(flatten)]
    limits: LimitArguments,
    #[command(flatten)]
    mode: ModeArguments,
    #[command(flatten)]
    user_files: UserFiles,
    /// Spread the query over so many threads, each with an engine of its own; its first goal must be
    /// game(File, G), puzzle(File, P) or epd(File, P, Ops) [default: 1]
    #[arg(long, value_name = "N", value_parser = number::<u16>(1..=1024))]
    threads: Option<u16>,
}

/// Runs the command and returns the exit status.
pub fn run(arguments: &QueryArguments) -> u8 {
    arguments.user_files.pass_on();
    if let Some(threads @ 2..) = arguments.threads {
        return spread::run(arguments, threads);
    }
    let limits = arguments.limits();
    let mut session = match start(limits, &arguments.mode) {
        Ok(session) => session,
        Err(status) => return status,
    };
    if let Err(status) = consult_all(&mut session, &arguments.files, arguments.printer_of_files()) {
        return status;
    }
    let mut events = match session.query(&arguments.goal, arguments.options()) {
        Ok(events) => events,
        Err(refused) => return refuse(arguments.printed.format, refused),
    };
    let mut printer = Printer::new(io::stdout().lock(), arguments.printed.format, limits);
    while let Some(event) = events.next() {
        let event = match event {
            Ok(event) => event,
            Err(error) => return fail(&error.to_string()),
        };
        if matches!(event, Event::Error(_) | Event::Aborted(_)) {
            drop(events);
            let message = session.failure(&arguments.goal, &event);
            return printer.end_by(&event, &message);
        }
        if let Some(status) = printer.print(&event) {
            return status;
        }
    }
    printer.end()
}

impl QueryArguments {
    fn limits(&self) -> Limits {
        self.limits.limits(Some(DEFAULT_TIME))
    }

    fn options(&self) -> QueryOptions {
        QueryOptions {
            limits: Limits {
                answers: self.answers,
                ..self.limits()
            },
            typed: self.printed.format == Format::Json,
            ..QueryOptions::default()
        }
    }

    /// Prints what files print while they are loaded.
    fn printer_of_files(&self) -> impl FnMut(&str) + use<> {
        let format = self.printed.format;
        move |text: &str| match format {
            Format::Text => show(text),
            Format::Json => println!("{}", json!({ "output": text })),
        }
    }
}

/// Says why the query was not run.
fn refuse(format: Format, refused: Refused) -> u8 {
    let message = &match refused {
        Refused::Empty => {
            "the query is empty; expected a goal, such as \"member(X, [1,2])\"".to_owned()
        }
        Refused::Syntax(message) => format!("in the query\n{message}"),
    };
    if format == Format::Text {
        return fail(message);
    }
    println!(
        "{}",
        json!({ "error": { "message": message, "term": Value::Null } })
    );
    2
}
