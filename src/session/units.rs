//! Tests: the plunit tests of what was loaded, and what becomes of any test.

use std::path::Path;

use super::{Session, failure};
use crate::{
    engine::{Event, QueryOptions},
    term::Term,
};

/// What became of one test.
#[derive(Debug)]
pub struct Outcome {
    pub file: String,
    pub line: u64,
    /// The query, or `unit:name`.
    pub name: String,
    pub verdict: Verdict,
    /// What it has printed.
    pub output: String,
}

/// How it ended.
#[derive(Debug)]
pub enum Verdict {
    Passed,
    /// It passed, but this is to be reported.
    Warned(String),
    Failed(String),
    /// It does not count: `blocked`, `skipped` or `fixme`, and why.
    Apart(&'static str, String),
}

/// Runs the plunit tests of what was loaded, those of the files that are wanted, each as a request of
/// its own; warnings are reported.
///
/// # Errors
///
/// If the tests cannot be listed.
pub fn run(
    session: &mut Session,
    wants: impl Fn(&Path) -> bool,
    report: fn(&Event),
    mut each: impl FnMut(Outcome),
) -> Result<(), String> {
    let tests = ask(session, None, "plunit:tests(Tests)", report);
    if let Some(message) = tests.failure {
        return Err(message);
    }
    let Some(Term::List(tests, _)) = tests.value else {
        return Ok(());
    };
    for test in tests {
        let Some([id, unit, name, file, line]) = test.arguments("test") else {
            continue;
        };
        let file = file.text().unwrap_or_default();
        if !wants(Path::new(file)) {
            continue;
        }
        let asked = ask(
            session,
            Some(file),
            &format!("plunit:run_one({id}, Outcome)"),
            report,
        );
        each(Outcome {
            file: file.to_owned(),
            line: line.to_string().parse().unwrap_or_default(),
            name: format!("{unit}:{name}"),
            verdict: match (asked.failure, asked.value) {
                (Some(message), _) => Verdict::Failed(message),
                (None, Some(outcome)) => verdict(&outcome),
                (None, None) => Verdict::Failed("the test could not be run".to_owned()),
            },
            output: asked.output,
        });
    }
    Ok(())
}

/// What becomes of tests that do not count: not to be run; without what they need; known to fail.
pub const APART: [&str; 3] = ["blocked", "skipped", "fixme"];

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
        Term::Compound(name, arguments) => {
            let text = text(arguments);
            match APART.iter().find(|apart| *apart == name) {
                Some(apart) => Verdict::Apart(apart, text),
                None if name == "fixme_passed" => {
                    Verdict::Warned(format!("it passes, but is marked fixme: {text}"))
                }
                None => Verdict::Failed(text),
            }
        }
        other => Verdict::Failed(other.to_string()),
    }
}

/// What a query of ours came to.
#[derive(Default)]
struct Asked {
    /// The value of the last variable in the first answer.
    value: Option<Term>,
    /// What was printed.
    output: String,
    /// Why it ended otherwise than by an answer.
    failure: Option<String>,
}

fn ask(session: &mut Session, file: Option<&str>, goal: &str, report: fn(&Event)) -> Asked {
    let limits = session.limits;
    let options = QueryOptions {
        limits,
        typed: true,
        trusted: true,
        ..QueryOptions::default()
    };
    let mut asked = Asked::default();
    for event in session
        .engine()
        .query_in(file, &format!("{goal}."), options)
    {
        match event {
            Ok(Event::Answer(answer)) => {
                let last = answer.bindings.last();
                let value = last.and_then(|last| last.canonical.as_deref()?.parse().ok());
                asked.value = asked.value.or(value);
            }
            Ok(Event::Output(text)) => asked.output.push_str(&text),
            Ok(event @ Event::Diagnostic(_)) => report(&event),
            Ok(event) => {
                let message = failure(&event, &limits);
                if !message.is_empty() {
                    asked.failure = Some(message);
                }
            }
            Err(error) => asked.failure = Some(error.to_string()),
        }
    }
    asked
}
