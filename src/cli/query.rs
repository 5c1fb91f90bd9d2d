//! `chesslog query GOAL [FILE...]`: the answers to one query, for people or for programs.

use std::{
    io::{self, Write},
    path::PathBuf,
    time::Duration,
};

use clap::Args;
use serde_json::{Value, json};

use super::{
    Format, FormatOption, LimitArguments, ModeArguments, UserFiles, consult_all, fail, show, start,
};
use crate::{
    engine::{Event, Limits, QueryOptions},
    session::{self, Refused},
};

/// Computing time of a query that is given none, in seconds.
const DEFAULT_TIME: Duration = Duration::from_secs(60);

#[derive(Debug, Args)]
pub struct QueryArguments {
    /// The query, as in "start_position(P), legal_move(F, T, P)"
    goal: String,
    /// Prolog files to load first
    files: Vec<PathBuf>,
    #[command(flatten)]
    printed: FormatOption,
    /// Stop after this many answers
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    answers: Option<u64>,
    #[command(flatten)]
    limits: LimitArguments,
    #[command(flatten)]
    mode: ModeArguments,
    #[command(flatten)]
    user_files: UserFiles,
}

/// Runs the command and returns the exit status.
pub fn run(arguments: &QueryArguments) -> u8 {
    arguments.user_files.pass_on();
    let limits = arguments.limits.limits(Some(DEFAULT_TIME));
    let mut session = match start(limits, &arguments.mode) {
        Ok(session) => session,
        Err(status) => return status,
    };
    let format = arguments.printed.format;
    let print = |text: &str| match format {
        Format::Text => show(text),
        Format::Json => println!("{}", json!({ "output": text })),
    };
    if let Err(status) = consult_all(&mut session, &arguments.files, print) {
        return status;
    }
    let options = QueryOptions {
        limits: Limits {
            answers: arguments.answers,
            ..limits
        },
        typed: arguments.printed.format == Format::Json,
        ..QueryOptions::default()
    };
    let events = match session.query(&arguments.goal, options) {
        Ok(events) => events,
        Err(Refused::Empty) => {
            return refuse(
                format,
                "the query is empty; expected a goal, such as \"member(X, [1,2])\"",
            );
        }
        Err(Refused::Syntax(message)) => {
            return refuse(format, &format!("in the query\n{message}"));
        }
    };
    let mut printer = Printer {
        out: io::stdout().lock(),
        format: arguments.printed.format,
        answers: 0,
        limits,
        open: false,
        output: String::new(),
    };
    for event in events {
        let event = match event {
            Ok(event) => event,
            Err(error) => return fail(&error.to_string()),
        };
        match printer.print(&event) {
            Ok(None) => {}
            Ok(Some(status)) => return status,
            // Whoever read the answers has seen enough.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                return u8::from(printer.answers == 0);
            }
            Err(error) => return fail(&format!("cannot print: {error}")),
        }
    }
    u8::from(printer.answers == 0)
}

/// Says why the query was not run.
fn refuse(format: Format, message: &str) -> u8 {
    if format == Format::Text {
        return fail(message);
    }
    println!(
        "{}",
        json!({ "error": { "message": message, "term": Value::Null } })
    );
    2
}

struct Printer<W> {
    out: W,
    format: Format,
    answers: u64,
    limits: Limits,
    /// Whether the cursor is in the middle of a line.
    open: bool,
    /// What the query has printed and is not written yet: less than a line.
    output: String,
}

impl<W: Write> Printer<W> {
    /// An answer begins on a line of its own, whatever the query has written.
    fn fresh_line(&mut self) -> io::Result<()> {
        match std::mem::take(&mut self.open) {
            true => writeln!(self.out),
            false => Ok(()),
        }
    }

    /// Writes what the query has printed, a JSON object a line: output comes in pieces of any size.
    fn write_output(&mut self) -> io::Result<()> {
        for line in std::mem::take(&mut self.output).split_inclusive('\n') {
            writeln!(self.out, "{}", json!({ "output": line }))?;
        }
        Ok(())
    }

    /// Prints an event; the exit status, when the query ended otherwise than by answers.
    fn print(&mut self, event: &Event) -> io::Result<Option<u8>> {
        match event {
            Event::Output(text) => match self.format {
                Format::Text => {
                    write!(self.out, "{text}")?;
                    self.open = !text.ends_with('\n');
                }
                Format::Json => {
                    self.output.push_str(text);
                    let end = self.output.rfind('\n').map_or(0, |end| end + 1);
                    let rest = self.output.split_off(end);
                    self.write_output()?;
                    self.output = rest;
                }
            },
            Event::Answer(answer) => {
                self.answers += 1;
                self.write_output()?;
                match self.format {
                    Format::Text => {
                        self.fresh_line()?;
                        let text = session::answer_text(answer);
                        writeln!(self.out, "{}", session::stopped(&text))?;
                    }
                    Format::Json => {
                        writeln!(self.out, "{}", session::answer_json(answer, self.answers))?
                    }
                }
            }
            Event::False if self.answers == 0 && self.format == Format::Text => {
                self.fresh_line()?;
                writeln!(self.out, "false.")?;
            }
            Event::Halted(status) => {
                self.write_output()?;
                return Ok(Some(*status));
            }
            event @ Event::Diagnostic(_) => super::report_problem(event),
            event => {
                self.write_output()?;
                let message = session::failure(event, &self.limits);
                if message.is_empty() {
                    return Ok(None);
                }
                self.out.flush()?;
                if self.format == Format::Json {
                    let term = match event {
                        Event::Error(raised) => json!(raised.text),
                        _ => Value::Null,
                    };
                    writeln!(
                        self.out,
                        "{}",
                        json!({ "error": { "message": message, "term": term } })
                    )?;
                    return Ok(Some(2));
                }
                self.fresh_line()?;
                return Ok(Some(fail(&message)));
            }
        }
        self.out.flush()?;
        Ok(None)
    }
}
