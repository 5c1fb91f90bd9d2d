//! Tests: the plunit tests of what was loaded, and what becomes of any test.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use super::{Session, failure};
use crate::{
    engine::{Aborted, Effects, Event, QueryOptions},
    term::{Term, quoted_text},
};

/// What became of one test.
#[derive(Debug)]
pub struct Outcome {
    pub file: String,
    pub line: u64,
    /// The query, or `unit:name`.
    pub name: String,
    pub verdict: Verdict,
    /// Where the error came from that has made it fail, as far as that can be found out.
    pub why: Vec<String>,
    /// What it has printed.
    pub output: String,
    /// How long it took.
    pub time: Duration,
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

/// A plunit test of what was loaded.
#[derive(Debug, Clone, PartialEq)]
pub struct Test {
    /// By which the engine knows it.
    id: String,
    pub file: String,
    pub line: u64,
    unit: String,
    /// `unit:name`.
    pub name: String,
    /// Its options that say how it is marked.
    pub marks: Vec<Term>,
}

/// Runs the plunit tests of what was loaded, those of the files that are wanted, each as a request of
/// its own, between the setup and the cleanup of its unit; warnings are reported.
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
    let mut tests = list(session, report)?;
    tests.retain(|test| wants(Path::new(&test.file)));
    for unit in tests.chunk_by(|a, b| (&a.file, &a.unit) == (&b.file, &b.unit)) {
        for test in unit {
            each(run_by("run_next", session, test, Effects::Commit, report));
        }
        let end = format!("plunit:end_of({})", unit[0].id);
        let _ = ask(session, Some(&unit[0].file), &end, Effects::Commit, report);
    }
    Ok(())
}

/// The plunit tests of what was loaded, in the order of their files.
///
/// # Errors
///
/// If they cannot be listed.
pub fn list(session: &mut Session, report: fn(&Event)) -> Result<Vec<Test>, String> {
    let tests = ask(
        session,
        None,
        "plunit:tests(Tests)",
        Effects::Commit,
        report,
    );
    if let Some(message) = tests.failure {
        return Err(message);
    }
    let tests = tests.value.and_then(|tests| tests.elements());
    let read = |test: &Term| {
        let [id, unit, name, file, line, marks] = test.arguments("test")?;
        Some(Test {
            id: id.to_string(),
            file: file.text().unwrap_or_default().to_owned(),
            line: line.to_string().parse().unwrap_or_default(),
            name: format!("{unit}:{name}"),
            unit: unit.to_string(),
            marks: marks.elements().unwrap_or_default(),
        })
    };
    Ok(tests.iter().flatten().filter_map(read).collect())
}

/// Runs one of them, with the setup and the cleanup of its unit.
pub fn run_one(
    session: &mut Session,
    test: &Test,
    effects: Effects,
    report: fn(&Event),
) -> Outcome {
    run_by("run_one", session, test, effects, report)
}

/// Runs one of them by a predicate of `plunit`.
fn run_by(
    predicate: &str,
    session: &mut Session,
    test: &Test,
    effects: Effects,
    report: fn(&Event),
) -> Outcome {
    let goal = format!("plunit:{predicate}({}, Outcome)", test.id);
    let begun = Instant::now();
    let asked = ask(session, Some(&test.file), &goal, effects, report);
    let time = begun.elapsed();
    let raised = match &asked.value {
        Some(outcome) if asked.failure.is_none() => outcome
            .arguments("failed")
            .and_then(|[_, raised]| raised.text()),
        _ => None,
    };
    let why = match raised {
        Some(raised) => {
            let raised = quoted_text(raised);
            let goal = format!("plunit:blame_error({}, {raised}, Lines)", test.id);
            session.blamed(Some(&test.file), &goal)
        }
        None if asked.memory => session.blamed(
            Some(&test.file),
            &format!("plunit:endless({}, Lines)", test.id),
        ),
        None => Vec::new(),
    };
    Outcome {
        file: test.file.clone(),
        line: test.line,
        name: test.name.clone(),
        verdict: match (asked.failure, asked.value) {
            (Some(message), _) => Verdict::Failed(message),
            (None, Some(outcome)) => verdict(&outcome),
            (None, None) => Verdict::Failed("the test could not be run".to_owned()),
        },
        why,
        output: asked.output,
        time,
    }
}

/// Why the body of a test fails, as `explain_failure/1` says it; nothing if that cannot be said within the limits.
pub fn blame(session: &mut Session, test: &Test) -> Vec<String> {
    let goal = format!("plunit:blame({}, Lines)", test.id);
    let asked = ask(session, Some(&test.file), &goal, Effects::Discard, |_| {});
    lines(asked.value)
}

/// Lines of text that Prolog has sent.
pub(super) fn lines(term: Option<Term>) -> Vec<String> {
    let lines = term.and_then(|lines| lines.elements()).unwrap_or_default();
    let texts = lines.iter().filter_map(Term::text);
    texts.map(str::to_owned).collect()
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
#[derive(Debug, Default)]
pub(super) struct Asked {
    /// The value of the last variable in the first answer.
    pub value: Option<Term>,
    /// What was printed.
    pub output: String,
    /// Why it ended otherwise than by an answer.
    pub failure: Option<String>,
    /// Whether it used up all memory.
    pub memory: bool,
}

/// Asks a query of ours, which stands in a file if that is given.
pub(super) fn ask(
    session: &mut Session,
    file: Option<&str>,
    goal: &str,
    effects: Effects,
    report: fn(&Event),
) -> Asked {
    let limits = session.limits;
    let options = QueryOptions {
        limits,
        typed: true,
        effects,
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
                let value = last
                    .and_then(|last| last.canonical.as_deref()?.parse().ok())
                    .map(Term::with_texts);
                asked.value = asked.value.or(value);
            }
            Ok(Event::Output(text) | Event::ErrorOutput(text)) => asked.output.push_str(&text),
            Ok(event @ Event::Diagnostic(_)) => report(&event),
            Ok(event) => {
                asked.memory |= matches!(event, Event::Aborted(Aborted::Memory));
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
