//! `chesslog test FILE...`: the quads and the plunit tests of files.

use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use clap::Args;
use serde_json::json;

use super::{Format, LimitArguments, ModeArguments, fail, show, start, tell_problem};
use crate::{
    engine::{Event, QueryOptions},
    session::{self, Loading, Session, quads},
    term::Term,
};

/// Computing time of a test that is given none, in seconds.
const DEFAULT_TIME: Duration = Duration::from_secs(60);

#[derive(Debug, Args)]
pub struct TestArguments {
    /// Prolog files: all are loaded, then their tests are run
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Run the tests of this file only; may be given several times
    #[arg(long, value_name = "FILE")]
    only: Vec<PathBuf>,
    /// How results are printed
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    limits: LimitArguments,
    #[command(flatten)]
    mode: ModeArguments,
}

/// What became of one test.
struct Outcome {
    file: String,
    line: u64,
    /// The query, or `unit:name`.
    name: String,
    verdict: Verdict,
}

enum Verdict {
    Passed,
    /// It passed, but this is to be told.
    Warned(String),
    Failed(String),
    Blocked(String),
}

/// Runs the command; the exit status is 1 if a test fails, 2 if a file has an error in it.
pub fn run(arguments: &TestArguments) -> u8 {
    let limits = arguments.limits.limits(Some(DEFAULT_TIME));
    let mut session = match start(limits, &arguments.mode) {
        Ok(session) => session,
        Err(status) => return status,
    };
    let mut errors = 0;
    let mut unread = Vec::new();
    for file in &arguments.files {
        let tell = |event: &Event| match event {
            Event::Output(text) if arguments.format == Format::Text => show(text),
            event => tell_problem(event),
        };
        match session.consult(file, tell) {
            Ok(Loading::Done(report)) => errors += report.errors,
            Ok(Loading::Halted(status)) => {
                return fail(&format!(
                    "{} called halt({status}) while it was loaded; its tests were not run",
                    file.display()
                ));
            }
            Err(message) => {
                errors += 1;
                unread.push(file);
                fail(&message);
            }
        }
    }
    let mut printer = Printer {
        format: arguments.format,
        only: &arguments.only,
        passed: 0,
        failed: 0,
        blocked: 0,
    };
    for file in &arguments.files {
        // A file that cannot be read was told of above.
        if !printer.wants(file) || unread.contains(&file) {
            continue;
        }
        let text = fs::read(file).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        for quad in quads::quads(&text.unwrap_or_default()) {
            let observed = quads::run(session.engine(), &quad, limits);
            printer.print(&Outcome {
                file: file.display().to_string(),
                line: quad.line as u64,
                name: format!("?- {}", quad.query),
                verdict: match observed.as_expected {
                    true => Verdict::Passed,
                    false => Verdict::Failed(format!(
                        "expected {}\nobserved {}",
                        quad.expected, observed.text
                    )),
                },
            });
        }
    }
    match units(&mut session, &mut printer) {
        Ok(()) => {}
        Err(message) => return fail(&message),
    }
    printer.finish(errors)
}

/// Runs the plunit tests of what was loaded, each as a request of its own.
fn units(session: &mut Session, printer: &mut Printer<'_>) -> Result<(), String> {
    let tests = ask(session, "plunit:tests(Tests)")?;
    let Some(Term::List(tests, _)) = tests else {
        return Ok(());
    };
    for test in tests {
        let Some([id, unit, name, file, line]) = test.arguments("test") else {
            continue;
        };
        if !printer.wants(Path::new(file.text().unwrap_or_default())) {
            continue;
        }
        let outcome = ask(session, &format!("plunit:run_one({id}, Outcome)"));
        printer.print(&Outcome {
            file: file.text().unwrap_or_default().to_owned(),
            line: line.to_string().parse().unwrap_or_default(),
            name: format!("{unit}:{name}"),
            verdict: match outcome {
                Ok(Some(outcome)) => verdict(&outcome),
                Ok(None) => Verdict::Failed("the test could not be run".to_owned()),
                Err(message) => Verdict::Failed(message),
            },
        });
    }
    Ok(())
}

fn verdict(outcome: &Term) -> Verdict {
    let text = |arguments: &[Term]| {
        arguments
            .first()
            .map(|text| text.text().map_or_else(|| text.to_string(), str::to_owned))
            .unwrap_or_default()
    };
    match outcome {
        Term::Atom(passed) if passed == "passed" => Verdict::Passed,
        Term::Atom(_) => Verdict::Warned(
            "it leaves a choice point; the option nondet says that this is meant".to_owned(),
        ),
        Term::Compound(name, arguments) if name == "blocked" => Verdict::Blocked(text(arguments)),
        Term::Compound(_, arguments) => Verdict::Failed(text(arguments)),
        other => Verdict::Failed(other.to_string()),
    }
}

/// The value of the only variable in the first answer.
fn ask(session: &mut Session, goal: &str) -> Result<Option<Term>, String> {
    let limits = session.limits;
    let options = QueryOptions {
        typed: true,
        trusted: true,
        ..QueryOptions::default()
    };
    let mut value = None;
    let events = session
        .query(goal, options)
        .map_err(|_| "the query could not be read".to_owned())?;
    for event in events {
        match event.map_err(|error| error.to_string())? {
            Event::Answer(answer) => {
                value =
                    value.or_else(|| answer.bindings.last()?.canonical.as_deref()?.parse().ok());
            }
            Event::Output(text) => show(&text),
            event @ Event::Diagnostic(_) => tell_problem(&event),
            event => {
                let message = session::failure(&event, &limits);
                if !message.is_empty() {
                    return Err(message);
                }
            }
        }
    }
    Ok(value)
}

struct Printer<'a> {
    format: Format,
    only: &'a [PathBuf],
    passed: u64,
    failed: u64,
    blocked: u64,
}

impl Printer<'_> {
    /// Whether the tests of a file are to be run.
    fn wants(&self, file: &Path) -> bool {
        self.only.is_empty() || self.only.iter().any(|only| only == file)
    }

    fn print(&mut self, outcome: &Outcome) {
        let (count, word, text) = match &outcome.verdict {
            Verdict::Passed => (&mut self.passed, "passed", None),
            Verdict::Warned(text) => (&mut self.passed, "passed", Some(text)),
            Verdict::Failed(text) => (&mut self.failed, "failed", Some(text)),
            Verdict::Blocked(text) => (&mut self.blocked, "blocked", Some(text)),
        };
        *count += 1;
        if self.format == Format::Json {
            println!(
                "{}",
                json!({
                    "file": outcome.file, "line": outcome.line, "test": outcome.name,
                    "verdict": word, "message": text,
                })
            );
            return;
        }
        let Some(text) = text else {
            return;
        };
        let word = match outcome.verdict {
            Verdict::Warned(_) => "warning",
            _ => word,
        };
        println!(
            "{}:{}: {word}: {}",
            outcome.file, outcome.line, outcome.name
        );
        for line in text.lines() {
            println!("    {line}");
        }
    }

    fn finish(&self, errors: u64) -> u8 {
        let plural = |n: u64, what: &str| match n {
            1 => format!("1 {what}"),
            n => format!("{n} {what}s"),
        };
        let total = self.passed + self.failed + self.blocked;
        if self.format == Format::Text {
            let mut parts = vec![format!("{} passed", self.passed)];
            if self.failed > 0 {
                parts.push(format!("{} failed", self.failed));
            }
            if self.blocked > 0 {
                parts.push(format!("{} blocked", self.blocked));
            }
            if errors > 0 {
                parts.push(format!("{} in the files", plural(errors, "error")));
            }
            println!("{}: {}", plural(total, "test"), parts.join(", "));
        }
        match (errors, self.failed) {
            (1.., _) => 2,
            (_, 1..) => 1,
            _ => 0,
        }
    }
}
