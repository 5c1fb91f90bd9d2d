//! `chesslog test FILE...`: the quads and the plunit tests of files.

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use clap::Args;
use serde_json::json;

use super::{
    Format, FormatOption, LimitArguments, ModeArguments, UserFiles, fail, report_problem, start,
};
use crate::{
    engine::{Access, Diagnostic, Event, Severity},
    os,
    report::milliseconds,
    session::{
        self, Loading, Session,
        grading::given,
        quads,
        units::{self, APART, Outcome, Verdict},
    },
};

/// Computing time of a test that is given none, in seconds.
const DEFAULT_TIME: Duration = Duration::from_secs(60);

/// Bytes that a test may print when nobody says.
const DEFAULT_OUTPUT: u64 = 1 << 20;

#[derive(Debug, Args)]
pub struct TestArguments {
    /// Prolog files: all are loaded, then their tests are run
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Run the tests of this file only; may be given several times
    #[arg(long, value_name = "FILE")]
    only: Vec<PathBuf>,
    /// Load this file before the others: code that is given with an assignment, as the option given of grading/1 names it;
    /// may be given several times
    #[arg(long, value_name = "FILE")]
    given: Vec<PathBuf>,
    #[command(flatten)]
    printed: FormatOption,
    #[command(flatten)]
    limits: LimitArguments,
    #[command(flatten)]
    mode: ModeArguments,
    #[command(flatten)]
    user_files: UserFiles,
}

/// Runs the command; the exit status is 1 if a test fails, 2 if a file has an error in it or there are no tests.
pub fn run(arguments: &TestArguments) -> u8 {
    arguments.user_files.pass_on();
    let mut limits = arguments.limits.limits(Some(DEFAULT_TIME));
    limits.output = limits.output.or(Some(DEFAULT_OUTPUT));
    let wanted = match wanted(arguments) {
        Ok(wanted) => wanted,
        Err(message) => return fail(&message),
    };
    let mut session = match start(limits, &arguments.mode) {
        Ok(session) => session,
        Err(status) => return status,
    };
    session.go_on_after_halt();
    let mut printer = Printer {
        format: arguments.printed.format,
        wanted: &wanted,
        begun: Instant::now(),
        errors: 0,
        passed: 0,
        failed: 0,
        apart: [0; 3],
    };
    // Tests of others are not for the eyes of the program that they test.
    let closed = arguments.mode.sandbox && !arguments.only.is_empty();
    let mut unread = Vec::new();
    let given = match given(arguments) {
        Ok(given) => given,
        Err(message) => return fail(&message),
    };
    let is_given = |file: &&PathBuf| given.iter().any(|given| same_file(given, file));
    let others = arguments.files.iter().filter(|file| !is_given(file));
    let given_first = given.iter().map(|file| (file, Access::Call));
    for (file, access) in given_first.chain(others.map(|file| (file, Access::Full))) {
        let access = match closed && access == Access::Full && is_wanted(&wanted, file) {
            true => Access::Closed,
            false => access,
        };
        match load(&mut session, file, access, &mut printer) {
            Ok(true) => {}
            Ok(false) => unread.push(file.as_path()),
            Err(message) => return fail(&message),
        }
    }
    for file in &wanted {
        // A file that cannot be read was told of above; it may have no end.
        if unread.contains(file) {
            continue;
        }
        let text = fs::read(file).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        let name = file.display().to_string();
        for quad in quads::quads(&text.unwrap_or_default()) {
            let begun = Instant::now();
            let observed = quads::run(session.engine(), Some(&name), &quad, limits);
            let time = begun.elapsed();
            let why = match &observed.raised {
                Some(raised) if !observed.as_expected => {
                    session.blame(Some(&name), &quad.query, raised)
                }
                _ => Vec::new(),
            };
            printer.print(&Outcome {
                file: name.clone(),
                line: quad.line as u64,
                name: format!("?- {}", quad.query),
                verdict: match observed.as_expected {
                    true => Verdict::Passed,
                    false => Verdict::Failed(format!(
                        "expected {}\nobserved {}",
                        quad.expected, observed.text
                    )),
                },
                why,
                output: observed.output,
                time,
            });
        }
    }
    let wants = |file: &Path| is_wanted(&wanted, file);
    let reported = units::run(&mut session, wants, report_problem, |outcome| {
        printer.print(&outcome)
    });
    match reported {
        Ok(()) => printer.finish(),
        Err(message) => fail(&message),
    }
}

/// The files that are given with the tests, each once.
fn given(arguments: &TestArguments) -> Result<Vec<PathBuf>, String> {
    let mut all = arguments.given.clone();
    for file in &arguments.files {
        all = given::given(file, &all)?;
    }
    Ok(all)
}

/// The files whose tests are to be run.
fn wanted(arguments: &TestArguments) -> Result<Vec<&Path>, String> {
    let files = || arguments.files.iter().map(PathBuf::as_path);
    for only in &arguments.only {
        if !files().any(|file| same_file(file, only)) {
            let names: Vec<_> = files().map(|file| file.display().to_string()).collect();
            return Err(format!(
                "--only {}: expected one of the files given, {}",
                only.display(),
                names.join(", ")
            ));
        }
    }
    let chosen = |file: &&Path| {
        let mut only = arguments.only.iter();
        arguments.only.is_empty() || only.any(|only| same_file(file, only))
    };
    Ok(files().filter(chosen).collect())
}

/// Whether the tests of a file are to be run.
fn is_wanted(wanted: &[&Path], file: &Path) -> bool {
    wanted.iter().any(|wanted| same_file(wanted, file))
}

/// Whether two paths lead to the same file, whether or not it is there.
fn same_file(one: &Path, other: &Path) -> bool {
    one == other || os::same_file(one, other)
}

/// Loads a file, of which others may do so much in a sandbox; whether it could be read. `Err` says why no test can be run.
fn load(
    session: &mut Session,
    file: &Path,
    access: Access,
    printer: &mut Printer<'_>,
) -> Result<bool, String> {
    let mut output = String::new();
    let report = |event: &Event| match event {
        Event::Output(text) => output.push_str(text),
        Event::Diagnostic(diagnostic) => {
            report_problem(event);
            printer.problem(diagnostic);
        }
        _ => {}
    };
    let loaded = session.consult_as(file, access, report);
    printer.loaded(file, &output);
    match loaded {
        Ok(Loading::Done(report)) => printer.errors += report.errors,
        Ok(Loading::Halted(status)) => {
            let message = format!("halt({status}) was called while the file was loaded");
            printer.refused(file, &message);
            return Err(format!(
                "{} called halt({status}) while it was loaded; its tests were not run",
                file.display()
            ));
        }
        Err(message) => {
            printer.errors += 1;
            fail(&message);
            printer.refused(file, &message);
            return Ok(false);
        }
    }
    Ok(true)
}

/// Prints results. With `Format::Json`, nothing else is ever printed to the standard output.
struct Printer<'a> {
    format: Format,
    wanted: &'a [&'a Path],
    begun: Instant,
    /// In the files.
    errors: u64,
    passed: u64,
    failed: u64,
    /// Of each kind of [`APART`].
    apart: [u64; 3],
}

impl Printer<'_> {
    /// What is told about a clause of a file.
    fn problem(&self, diagnostic: &Diagnostic) {
        if self.format == Format::Json {
            println!(
                "{}",
                json!({
                    "file": diagnostic.file, "line": diagnostic.line, "column": diagnostic.column,
                    "severity": match diagnostic.severity {
                        Severity::Error => "error",
                        Severity::Warning => "warning",
                    },
                    "message": session::headline(diagnostic),
                })
            );
        }
    }

    /// Why a file could not be loaded at all.
    fn refused(&self, file: &Path, message: &str) {
        if self.format == Format::Json {
            println!(
                "{}",
                json!({ "file": file.display().to_string(), "severity": "error", "message": message })
            );
        }
    }

    /// What a file has printed while it was loaded.
    fn loaded(&self, file: &Path, output: &str) {
        match self.format {
            _ if output.is_empty() => {}
            Format::Json => println!(
                "{}",
                json!({ "file": file.display().to_string(), "output": output })
            ),
            Format::Text => {
                println!("{}: printed while it was loaded", file.display());
                quote(output);
            }
        }
    }

    fn print(&mut self, outcome: &Outcome) {
        let (count, word, text) = match &outcome.verdict {
            Verdict::Passed => (&mut self.passed, "passed", None),
            Verdict::Warned(text) => (&mut self.passed, "passed", Some(text)),
            Verdict::Failed(text) => (&mut self.failed, "failed", Some(text)),
            Verdict::Apart(word, text) => {
                let kind = APART.iter().position(|apart| apart == word);
                (&mut self.apart[kind.unwrap_or(0)], *word, Some(text))
            }
        };
        *count += 1;
        if self.format == Format::Json {
            println!(
                "{}",
                json!({
                    "file": outcome.file, "line": outcome.line, "test": outcome.name,
                    "verdict": word, "message": text, "why": outcome.why, "output": outcome.output,
                    "seconds": milliseconds(outcome.time.as_secs_f64()),
                })
            );
            return;
        }
        let place = format!("{}:{}", outcome.file, outcome.line);
        if let Some(text) = text {
            let word = match outcome.verdict {
                Verdict::Warned(_) => "warning",
                _ => word,
            };
            println!("{place}: {word}: {}", outcome.name);
            let told = format!("{text}{}", session::traced(&outcome.why));
            for line in told.lines() {
                println!("    {line}");
            }
        }
        if !outcome.output.is_empty() {
            println!("{place}: printed: {}", outcome.name);
            quote(&outcome.output);
        }
    }

    fn finish(&self) -> u8 {
        let plural = |n: u64, what: &str| match n {
            1 => format!("1 {what}"),
            n => format!("{n} {what}s"),
        };
        let total = self.passed + self.failed + self.apart.iter().sum::<u64>();
        if total == 0 && self.errors == 0 {
            let names = self.wanted.iter().map(|file| file.display().to_string());
            let names: Vec<_> = names.collect();
            return fail(&format!(
                "there are no tests in {}; expected queries with their answers below them, or \
                 `:- begin_tests(Unit).`",
                names.join(", ")
            ));
        }
        let apart = || self.apart.iter().zip(APART);
        if self.format == Format::Json {
            let mut summary = json!({
                "tests": total, "passed": self.passed, "failed": self.failed, "errors": self.errors,
                "seconds": milliseconds(self.begun.elapsed().as_secs_f64()),
            });
            for (count, word) in apart() {
                summary[word] = json!(count);
            }
            println!("{}", json!({ "summary": summary }));
        } else {
            let mut parts = vec![format!("{} passed", self.passed)];
            if self.failed > 0 {
                parts.push(format!("{} failed", self.failed));
            }
            let apart = apart().filter(|(count, _)| **count > 0);
            parts.extend(apart.map(|(count, word)| format!("{count} {word}")));
            if self.errors > 0 {
                parts.push(format!("{} in the files", plural(self.errors, "error")));
            }
            println!("{}: {}", plural(total, "test"), parts.join(", "));
        }
        match (self.errors, self.failed) {
            (1.., _) => 2,
            (_, 1..) => 1,
            _ => 0,
        }
    }
}

/// Prints what a program has printed so that nobody takes it for a result: each line behind a bar, without what moves the
/// cursor.
fn quote(output: &str) {
    for line in output.lines() {
        let visible = |c: char| match c {
            '\t' => c.to_string(),
            c if c.is_control() => c.escape_default().to_string(),
            c => c.to_string(),
        };
        println!("    | {}", line.chars().map(visible).collect::<String>());
    }
}
