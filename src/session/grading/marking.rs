//! Marking one submission.

use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

use super::{
    super::{
        Loading, Session, headline,
        quads::{self, Quad},
        report,
        units::{self, Outcome, Verdict},
    },
    assignment::{Assignment, Check, What},
    handed_in::Submission,
    model::{self, Questions},
    program::{self, Clause},
};
use crate::{
    engine::{Access, Diagnostic, Effects, Event, Limits, Severity},
    syntax::{self, Kind},
    term::{Term, atom_text},
    terminal::printable,
};

/// What the text is called that has clauses for exercises which nobody has done.
const UNDONE: &str = "exercises";
/// How answers end after which a choice point is left.
const NO_MORE: &str = "\n;  false.";
const CHOICE_POINT: &str =
    "it leaves a choice point: after the last answer, another one is looked for";

/// What came of it.
#[derive(Debug)]
pub struct Marked {
    pub submission: Submission,
    /// What there is to tell of its files.
    pub problems: Vec<Problem>,
    /// Predicates that it defines while the tests mean those of libraries, in the order of names.
    pub unmarked: Vec<String>,
    /// Predicates that rules speak of in vain, as it does not define them.
    pub undefined: Vec<String>,
    /// What it printed while it was loaded.
    pub output: String,
    /// What came of each check of the assignment, in its order.
    pub results: Vec<Checked>,
    /// Which rules it breaks, and what each costs.
    pub broken: Vec<(String, f64)>,
    /// How long all took.
    pub time: Duration,
}

/// Something to tell of a file.
#[derive(Debug)]
pub struct Problem {
    pub severity: Severity,
    /// Where, if that is known.
    pub place: Option<(String, u64)>,
    /// In a sentence.
    pub message: String,
    /// With the lines of the text.
    pub report: String,
}

/// What came of a check.
#[derive(Debug)]
pub struct Checked {
    /// `passed`, `failed`, or a word for a test that does not count.
    pub word: &'static str,
    /// The points that it has earned.
    pub points: f64,
    /// What there is to tell.
    pub message: Option<String>,
    /// Why it fails, as `explain_failure/1` says it.
    pub why: Vec<String>,
    /// What it printed.
    pub output: String,
    pub time: Duration,
}

impl Marked {
    /// Its points: what the checks have earned but for what broken rules cost, and not less than nothing.
    pub fn points(&self) -> f64 {
        let earned: f64 = self.results.iter().map(|checked| checked.points).sum();
        let cost: f64 = self.broken.iter().map(|(_, cost)| cost).sum();
        (earned - cost).max(0.0)
    }

    /// Whatever a submission had a say in is only text from here on.
    fn keep_text(&mut self) {
        let problems = self.problems.iter_mut();
        let problems = problems.flat_map(|problem| [&mut problem.message, &mut problem.report]);
        let results = self.results.iter_mut().flat_map(|checked| {
            let told = checked.message.iter_mut().chain(&mut checked.why);
            told.chain([&mut checked.output])
        });
        let broken = self.broken.iter_mut().map(|(sentence, _)| sentence);
        let all = problems.chain(results).chain(broken);
        for text in all.chain([&mut self.output]) {
            *text = printable(&as_named(text));
        }
    }

    /// How many checks have come out so.
    pub fn count(&self, word: &str) -> usize {
        self.results
            .iter()
            .filter(|checked| checked.word == word)
            .count()
    }

    /// How many errors its files have.
    pub fn errors(&self) -> usize {
        let severe = |problem: &&Problem| problem.severity == Severity::Error;
        self.problems.iter().filter(severe).count()
    }
}

/// Marks a submission with an engine that has loaded the tests and nothing else, and is left so. `questions` are those of the modes.
///
/// # Errors
///
/// When the engine is gone.
pub fn mark(
    session: &mut Session,
    assignment: &Assignment,
    questions: &[Questions],
    submission: &Submission,
) -> Result<Marked, String> {
    let gone = |error: crate::engine::EngineError| error.to_string();
    session.engine().branch().map_err(gone)?;
    session.go_on_after_halt();
    let marked = Marking {
        session,
        assignment,
        begun: Instant::now(),
    }
    .mark(questions, submission);
    session.engine().rejoin().map_err(gone)?;
    Ok(marked)
}

struct Marking<'a> {
    session: &'a mut Session,
    assignment: &'a Assignment,
    begun: Instant,
}

impl Marking<'_> {
    fn mark(mut self, questions: &[Questions], submission: &Submission) -> Marked {
        let mut marked = Marked {
            submission: submission.clone(),
            problems: Vec::new(),
            unmarked: Vec::new(),
            undefined: Vec::new(),
            output: String::new(),
            results: Vec::new(),
            broken: Vec::new(),
            time: Duration::ZERO,
        };
        self.session.limits = self.assignment.loading;
        for link in &submission.links {
            marked.problems.push(Problem::whole(
                Severity::Error,
                format!("{link} is a link, which is not followed; expected the file itself"),
            ));
        }
        if submission.files.is_empty() && submission.links.is_empty() {
            let message = "there is no Prolog file in the folder".to_owned();
            marked
                .problems
                .push(Problem::whole(Severity::Error, message));
        }
        let mut clauses: Vec<Clause> = Vec::new();
        for file in &submission.files {
            self.load(file, &mut marked);
            if let Ok(text) = fs::read(file) {
                clauses.extend(program::clauses(&String::from_utf8_lossy(&text)));
            }
        }
        self.undone();
        self.own_of_libraries(&mut marked);
        let name = self.assignment.name();
        let mut questions = questions.iter();
        for check in &self.assignment.checks {
            let begun = Instant::now();
            let mut checked = match self.left() {
                Some(Duration::ZERO) => failed(format!(
                    "the {} that a submission has are over",
                    super::super::seconds(self.assignment.total.unwrap_or_default())
                )),
                _ => match &check.what {
                    What::Quad(quad) => self.quad(&name, quad, check),
                    What::Unit(test) => self.unit(test, check),
                    What::Mode(_) => {
                        self.mode(questions.next().map_or(&[][..], Vec::as_slice), check)
                    }
                },
            };
            checked.time = begun.elapsed();
            checked.message = checked.message.map(|message| limit_only(&message));
            marked.results.push(checked);
        }
        for rule in &self.assignment.rules {
            marked.undefined.extend(rule.undefined(&clauses));
            let broken = rule.broken(&clauses);
            marked
                .broken
                .extend(broken.into_iter().map(|sentence| (sentence, rule.cost)));
        }
        marked.keep_text();
        marked.time = self.begun.elapsed();
        marked
    }

    /// What is left of the time of the submission, if that is limited.
    fn left(&self) -> Option<Duration> {
        let total = self.assignment.total?;
        Some(total.saturating_sub(self.begun.elapsed()))
    }

    /// The limits of a check, and of what is left.
    fn limits(&self, check: &Check) -> Limits {
        let left = self.left();
        let wall = check.limits.wall;
        Limits {
            wall: wall.into_iter().chain(left).min(),
            ..check.limits
        }
    }

    fn load(&mut self, file: &Path, marked: &mut Marked) {
        let (problems, output) = (&mut marked.problems, &mut marked.output);
        let loaded = self.session.consult(file, |event| match event {
            Event::Output(text) | Event::ErrorOutput(text) => output.push_str(text),
            Event::Diagnostic(diagnostic) => problems.push(Problem::of(diagnostic)),
            _ => {}
        });
        let message = match loaded {
            Ok(Loading::Done(_)) => return,
            Ok(Loading::Halted(status)) => {
                format!("halt({status}) was called while the file was loaded; nothing of it counts")
            }
            Err(message) => limit_only(&message),
        };
        marked.problems.push(Problem {
            severity: Severity::Error,
            place: None,
            report: format!("error: {}: {message}", short(file)),
            message,
        });
    }

    /// What a library has under the name of an exercise is no solution.
    fn undone(&mut self) {
        let asked = units::ask(
            self.session,
            None,
            "cl_homes:undone(PIs)",
            Effects::Discard,
            |_| {},
        );
        let exercises = asked.value.and_then(|exercises| exercises.elements());
        let mut text = String::new();
        for exercise in exercises.iter().flatten() {
            if let Some([Term::Atom(name), Term::Integer(arity)]) = exercise.arguments("/") {
                let arguments = vec!["_"; usize::try_from(*arity).unwrap_or(0)].join(",");
                let head = match arguments.as_str() {
                    "" => atom_text(name),
                    _ => format!("{}({arguments})", atom_text(name)),
                };
                text += &format!(
                    "{head} :- throw(error(existence_error(procedure,{exercise}),{exercise})).\n"
                );
            }
        }
        if !text.is_empty() {
            // No clauses of the submission's own, which listing/0 shows.
            _ = self
                .session
                .consult_text_as(UNDONE, &text, Access::Call, |_| {});
        }
    }

    /// Tells of predicates that the tests call, and mean those of a library, while the submission has its own.
    fn own_of_libraries(&mut self, marked: &mut Marked) {
        let asked = units::ask(
            self.session,
            None,
            "cl_homes:others_own(PIs)",
            Effects::Discard,
            |_| {},
        );
        let found = asked.value.and_then(|found| found.elements());
        for predicate in found.into_iter().flatten() {
            let message = format!(
                "{predicate} is not marked: the tests mean that of a library, unless they say `:- grading([exercise(\
                 [{predicate}])]).`"
            );
            marked
                .problems
                .push(Problem::whole(Severity::Warning, message));
            marked.unmarked.push(predicate.to_string());
        }
    }

    fn quad(&mut self, file: &str, quad: &Quad, check: &Check) -> Checked {
        let limits = self.limits(check);
        let observed = quads::run_with(
            self.session.engine(),
            Some(file),
            quad,
            limits,
            Effects::Discard,
        );
        if observed.as_expected {
            return Checked {
                output: observed.output,
                ..passed(check.points)
            };
        }
        // The right answers and then none are the right answers, found with a choice point left.
        if observed.text.ends_with(NO_MORE) {
            let open = Quad {
                expected: quad.expected.trim_end_matches('.').to_owned() + NO_MORE,
                ..quad.clone()
            };
            let again = quads::run_with(
                self.session.engine(),
                Some(file),
                &open,
                limits,
                Effects::Discard,
            );
            if again.as_expected {
                return Checked {
                    output: observed.output,
                    ..self.with_choice_point(check)
                };
            }
        }
        let why = match observed.text.as_str() {
            "false." => self.blame_query(file, &quad.query, limits),
            _ => self.blame_error(file, &quad.query, observed.raised.as_deref(), limits),
        };
        Checked {
            why,
            output: observed.output,
            ..failed(format!(
                "expected {}\nobserved {}",
                quad.expected, observed.text
            ))
        }
    }

    fn blame_query(&mut self, file: &str, query: &str, limits: Limits) -> Vec<String> {
        self.session.limits = limits;
        let names = variables(query);
        let names: Vec<String> = names
            .iter()
            .map(|name| format!("'{name}'={name}"))
            .collect();
        let goal = query.trim_end().trim_end_matches('.');
        let asked = units::ask(
            self.session,
            Some(file),
            &format!(
                "cl_modules:provide(cl_failure), cl_modules:provide(cl_homes), cl_homes:as_tests(({goal}), GoalOfTests), \
                 cl_failure:explain_failure_lines(user:GoalOfTests, [variable_names([{}]),fails(true)], Lines)",
                names.join(",")
            ),
            Effects::Discard,
            |_| {},
        );
        units::lines(asked.value)
    }

    fn blame_error(
        &mut self,
        file: &str,
        query: &str,
        raised: Option<&str>,
        limits: Limits,
    ) -> Vec<String> {
        self.session.limits = limits;
        let raised = raised.map(|raised| self.session.blame(Some(file), query, raised));
        own(raised.unwrap_or_default())
    }

    fn unit(&mut self, test: &units::Test, check: &Check) -> Checked {
        self.session.limits = self.limits(check);
        let Outcome {
            verdict,
            why,
            output,
            ..
        } = units::run_one(self.session, test, Effects::Discard, |_| {});
        let checked = match verdict {
            Verdict::Passed => passed(check.points),
            Verdict::Warned(message) if message.starts_with("it leaves a choice point") => {
                self.with_choice_point(check)
            }
            Verdict::Warned(message) => Checked {
                message: Some(message),
                ..passed(check.points)
            },
            Verdict::Apart(word, message) => Checked {
                word,
                ..failed(message)
            },
            Verdict::Failed(message) => Checked {
                why: match message.as_str() {
                    "failed" => units::blame(self.session, test),
                    _ => own(why),
                },
                ..failed(message)
            },
        };
        Checked { output, ..checked }
    }

    /// A check that has passed, but leaves a choice point.
    fn with_choice_point(&self, check: &Check) -> Checked {
        Checked {
            message: Some(CHOICE_POINT.to_owned()),
            ..passed((check.points - self.assignment.choice_points).max(0.0))
        }
    }

    fn mode(&mut self, questions: &[(String, Option<model::Answers>)], check: &Check) -> Checked {
        for (goal, expected) in questions {
            let limits = self.limits(check);
            let observed = model::ask(self.session, goal, limits);
            if let Some(difference) = model::difference(&observed, expected.as_ref()) {
                let name = self.assignment.name();
                let why = match &observed.end {
                    model::End::Complete if observed.told.is_empty() => {
                        self.blame_query(&name, goal, limits)
                    }
                    model::End::Raised(raised) => {
                        self.blame_error(&name, goal, Some(raised), limits)
                    }
                    _ => Vec::new(),
                };
                return Checked {
                    why,
                    ..failed(format!("?- {goal}.\n{difference}"))
                };
            }
        }
        passed(check.points)
    }
}

/// A text in which predicates of the tests are called as the tests call them.
fn as_named(text: &str) -> String {
    let mut parts = text.split("'$tests ");
    let mut named = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once('\'') {
            Some((name, rest)) => named += &(atom_text(name) + rest),
            None => named += part,
        }
    }
    named
}

/// Where an error came from, without clauses that nobody has written.
fn own(mut why: Vec<String>) -> Vec<String> {
    let ours = format!("{UNDONE}:");
    why.retain(|line| !line.starts_with(&ours));
    why
}

/// The variables that a query names, each once.
fn variables(query: &str) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for token in syntax::tokens(query) {
        let name = token.source(query);
        if token.kind == Kind::Variable && !name.starts_with('_') && !names.contains(&name) {
            names.push(&query[token.span]);
        }
    }
    names
}

impl Problem {
    /// What is told of the submission as a whole.
    fn whole(severity: Severity, message: String) -> Problem {
        let word = match severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        Problem {
            severity,
            place: None,
            report: format!("{word}: {message}"),
            message,
        }
    }

    /// What is told of a clause.
    fn of(diagnostic: &Diagnostic) -> Problem {
        let message = headline(diagnostic);
        let file = short(Path::new(&diagnostic.file));
        let shown = Diagnostic {
            file: file.clone(),
            ..diagnostic.clone()
        };
        Problem {
            severity: diagnostic.severity,
            place: Some((file.clone(), diagnostic.line)),
            report: report(&shown, false),
            message,
        }
    }
}

/// The name of a file without its folders: it is the student who reads it.
fn short(file: &Path) -> String {
    let name = file.file_name().unwrap_or(file.as_os_str());
    name.to_string_lossy().into_owned()
}

fn passed(points: f64) -> Checked {
    Checked {
        word: "passed",
        points,
        message: None,
        why: Vec::new(),
        output: String::new(),
        time: Duration::ZERO,
    }
}

fn failed(message: String) -> Checked {
    Checked {
        word: "failed",
        message: Some(message),
        ..passed(0.0)
    }
}

/// A message without what concerns only who goes on with the same database.
pub(super) fn limit_only(message: &str) -> String {
    message.replace("; the database is as it was before", "")
}
