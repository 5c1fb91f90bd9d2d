//! What a file of tests asks of submissions, and what that is worth: `prolog/grading.pl` says how it is written.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use super::{
    super::{
        Loading, Session,
        quads::{self, Quad},
        units,
    },
    given,
    goals::Mode,
    handed_in::Submission,
    rules::{Kind, Rule},
};
use crate::{
    engine::{Access, Effects, Event, Limits, Severity},
    syntax,
    term::{Term, atom_text},
};

/// What is asked.
#[derive(Debug)]
pub struct Assignment {
    /// What it is called; the name of the file if that is not said.
    pub title: String,
    /// The file of tests.
    pub file: PathBuf,
    /// What earns points, in the order of the file; the modes last.
    pub checks: Vec<Check>,
    /// What costs points.
    pub rules: Vec<Rule>,
    /// What a test loses that leaves a choice point.
    pub choice_points: f64,
    /// What all checks of a submission may take together.
    pub total: Option<Duration>,
    /// What loading a submission may use.
    pub loading: Limits,
}

/// Something that earns points.
#[derive(Debug)]
pub struct Check {
    /// `unit:name`, a query, or a mode.
    pub name: String,
    /// Its line in the file.
    pub line: u64,
    /// What it is worth.
    pub points: f64,
    /// What is told if it fails.
    pub feedback: Option<String>,
    /// Whether students see no more than whether it passed.
    pub hidden: bool,
    /// What it may use.
    pub limits: Limits,
    /// How it is done.
    pub what: What,
}

/// What kind of check it is.
#[derive(Debug)]
pub enum What {
    /// A query and its answers.
    Quad(Quad),
    /// A plunit test.
    Unit(units::Test),
    /// Goals of a mode.
    Mode(Mode),
}

impl Assignment {
    /// Loads what marking needs into an engine that has loaded nothing: what is `given`, and the tests, so that submissions
    /// find them closed. All engines that have done so know the tests by the same numbers. Where the tests load a file that is
    /// called as one of the submissions, or is not there, they mean what is handed in.
    ///
    /// # Errors
    ///
    /// What is wrong with the file; what is told of it is reported before.
    pub fn load(
        session: &mut Session,
        file: &Path,
        given: &[PathBuf],
        submissions: &[Submission],
        report: fn(&Event),
    ) -> Result<(), String> {
        let modules = ["plunit", "cl_grading", "cl_failure"]
            .map(|name| format!("cl_modules:provide({name})"));
        let stems: BTreeSet<&str> = (submissions.iter().flat_map(|submission| &submission.files))
            .filter_map(|file| file.file_stem()?.to_str())
            .collect();
        let stems = stems
            .into_iter()
            .map(|stem| format!("cl_grading:handed_in({})", atom_text(stem)));
        let goals: Vec<String> = modules.into_iter().chain(stems).collect();
        let goal = format!("{}, Done = true", goals.join(", "));
        units::ask(session, None, &goal, Effects::Commit, |_| {});
        let text =
            fs::read(file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
        let text = String::from_utf8_lossy(&text);
        let first = syntax::split(&text, &syntax::tokens(&text));
        if first
            .first()
            .is_some_and(|first| syntax::begins_module(first.text))
        {
            return Err(format!(
                "{}:{}: tests that are a module cannot call what is handed in; leave this line out",
                file.display(),
                first[0].line
            ));
        }
        given::load(session, given, report)?;
        let mut wrong = false;
        let loaded = session.consult_as(file, Access::Closed, |event| {
            if let Event::Diagnostic(diagnostic) = event {
                report(event);
                wrong |= diagnostic.severity == Severity::Error;
            }
        })?;
        match loaded {
            Loading::Halted(status) => Err(format!(
                "{} calls halt({status}) while it is loaded",
                file.display()
            )),
            Loading::Done(_) if wrong => Err(format!(
                "{}: nothing is marked with tests that have errors",
                file.display()
            )),
            Loading::Done(_) => Ok(()),
        }
    }

    /// Asks an engine that has loaded a file of tests what they are. `limits` are those of a check that says nothing else.
    ///
    /// # Errors
    ///
    /// What is wrong with the file.
    pub fn read(
        session: &mut Session,
        file: &Path,
        limits: Limits,
        report: fn(&Event),
    ) -> Result<Assignment, String> {
        let name = file.display().to_string();
        let goal = format!(
            "cl_grading:marking({}, Gradings, Quads), Said = said(Gradings, Quads)",
            atom_text(&name)
        );
        let said = units::ask(session, None, &goal, Effects::Commit, report);
        if let Some(message) = said.failure {
            return Err(message);
        }
        let said = said.value.unwrap_or(Term::Atom("[]".to_owned()));
        let [gradings, quad_marks] = said.arguments("said").ok_or("no marking is known")?;
        let gradings = gradings.elements().unwrap_or_default();
        let limits = limits_of(&gradings, limits);
        let mut assignment = Assignment {
            title: name.clone(),
            file: file.to_owned(),
            checks: Vec::new(),
            rules: Vec::new(),
            choice_points: 0.0,
            total: None,
            loading: limits,
        };
        let text = fs::read(file).map_err(|error| format!("cannot read {name}: {error}"))?;
        let quad_marks = quad_marks.elements().unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        assignment.checks = quads_of(&text, &quad_marks, limits, &name)?;
        for test in units::list(session, report)? {
            if Path::new(&test.file) == file {
                let (name, line, marks) = (test.name.clone(), test.line, test.marks.clone());
                let mut check = Check::new(name, line, limits, What::Unit(test));
                check.mark(&marks);
                assignment.checks.push(check);
            }
        }
        for check in &assignment.checks {
            if let What::Quad(quad) = &check.what {
                let goal = format!("cl_homes:noticed({})", atom_text(&quad.query));
                units::ask(session, None, &goal, Effects::Commit, |_| {});
            }
        }
        assignment.checks.sort_by_key(|check| check.line);
        for option in &gradings {
            assignment.grade(option, limits);
        }
        match assignment.checks.is_empty() {
            true => Err(format!(
                "{name} has no tests: expected queries with their answers below them, \
                 `:- begin_tests(Unit).`, or modes in `:- grading(Options).`"
            )),
            false => Ok(assignment),
        }
    }

    /// All points that can be had.
    pub fn points(&self) -> f64 {
        self.checks.iter().map(|check| check.points).sum()
    }

    /// The name of its file, as the engine knows it.
    pub(super) fn name(&self) -> String {
        self.file.display().to_string()
    }
}

/// The quads of a text, with what the directives above them say. Each directive belongs to the quad below it.
fn quads_of(text: &str, marks: &[Term], limits: Limits, name: &str) -> Result<Vec<Check>, String> {
    let mut checks: Vec<Check> = quads::quads(text)
        .into_iter()
        .map(|quad| {
            let query = quad.query.split_whitespace().collect::<Vec<_>>().join(" ");
            Check::new(
                format!("?- {query}"),
                quad.line as u64,
                limits,
                What::Quad(quad),
            )
        })
        .collect();
    for said in marks {
        let Some([Term::Integer(line), marks]) = said.arguments("quad") else {
            continue;
        };
        let below = checks.iter_mut().find(|check| check.line as i64 > *line);
        let Some(check) = below else {
            return Err(format!(
                "{name}:{line}: no query with its answers follows quad/1"
            ));
        };
        check.mark(&marks.elements().unwrap_or_default());
    }
    Ok(checks)
}

impl Assignment {
    /// Takes an option of `grading/1`.
    fn grade(&mut self, option: &Term, limits: Limits) {
        let Term::Compound(name, arguments) = option else {
            return;
        };
        let list = || arguments[0].elements().unwrap_or_default();
        let number = |at: usize| arguments.get(at).and_then(Term::number);
        let cost = number(1).unwrap_or(1.0);
        match name.as_str() {
            "title" => self.title = arguments[0].text().unwrap_or_default().to_owned(),
            "total" => self.total = number(0).and_then(time),
            "choice_points" => self.choice_points = number(0).unwrap_or(0.0),
            "modes" => {
                let modes = list().into_iter().filter_map(|mode| Mode::read(&mode));
                self.checks.extend(modes.map(|mode| Check {
                    points: cost,
                    ..Check::new(mode.to_string(), 0, limits, What::Mode(mode))
                }));
            }
            name => {
                if let Some(kind) = Kind::named(name) {
                    let predicates = list().iter().filter_map(indicator).collect();
                    self.rules.push(Rule {
                        kind,
                        predicates,
                        cost,
                    });
                }
            }
        }
    }
}

/// The name and arity of `Name/Arity`.
fn indicator(term: &Term) -> Option<(String, usize)> {
    let [name, arity] = term.arguments("/")?;
    let Term::Integer(arity) = arity else {
        return None;
    };
    Some((name.text()?.to_owned(), usize::try_from(*arity).ok()?))
}

impl Check {
    fn new(name: String, line: u64, limits: Limits, what: What) -> Check {
        Check {
            name,
            line,
            points: 1.0,
            feedback: None,
            hidden: false,
            limits,
            what,
        }
    }

    /// Takes the options that say how it is marked.
    fn mark(&mut self, options: &[Term]) {
        self.limits = limits_of(options, self.limits);
        for option in options {
            match option {
                Term::Atom(hidden) if hidden == "hidden" => self.hidden = true,
                Term::Compound(name, arguments) => match (name.as_str(), arguments.as_slice()) {
                    ("points", [points]) => self.points = points.number().unwrap_or(1.0),
                    ("feedback", [text]) => self.feedback = text.text().map(str::to_owned),
                    _ => {}
                },
                _ => {}
            }
        }
    }
}

/// So many seconds; what is too long to be counted is no limit.
fn time(seconds: f64) -> Option<Duration> {
    Duration::try_from_secs_f64(seconds).ok()
}

/// The limits that options say, and else those there were.
fn limits_of(options: &[Term], mut limits: Limits) -> Limits {
    for option in options {
        let Term::Compound(name, arguments) = option else {
            continue;
        };
        let number = arguments.first().and_then(Term::number);
        let whole = number.map(|number| number as u64);
        match name.as_str() {
            "timeout" => limits.wall = number.and_then(time),
            "inferences" => limits.inferences = whole,
            "memory" => limits.memory = whole.map(|megabytes| megabytes.saturating_mul(1 << 20)),
            _ => {}
        }
    }
    limits
}
