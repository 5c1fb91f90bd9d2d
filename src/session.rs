//! The one door to Prolog for whatever talks to people: text in, replies out.
//!
//! The REPL, `chesslog query` and `chesslog run` all show what a [`Session`] gives them: answers in the
//! layout of Scryer's top level, errors as terms and as sentences.
//!
//! ```no_run
//! use chesslog::engine::{Input, Limits};
//! use chesslog::session::{Cell, Face, Happening, Session, answer_text};
//!
//! struct Plain;
//!
//! impl Face for Plain {
//!     fn take(&mut self, happening: &Happening<'_>) -> bool {
//!         match happening {
//!             Happening::Output(text) => print!("{text}"),
//!             Happening::Answer(answer) => println!("{}", answer_text(answer)),
//!             Happening::Raised(_, message) => eprintln!("{message}"),
//!             _ => {}
//!         }
//!         true
//!     }
//! }
//!
//! let mut session = Session::start(Limits::default(), Input::Nothing)?;
//! let cell = Cell::read("p(1).\np(2).\n");
//! session.execute(&cell, "cell 1", &mut Plain);
//! session.execute(&Cell::read("p(X)."), "cell 2", &mut Plain);
//! # Ok::<(), chesslog::engine::EngineError>(())
//! ```

mod absent;
pub mod assist;
pub(crate) mod attacker;
pub(crate) mod batches;
mod blame;
mod cells;
mod diagnostics;
pub(crate) mod ending_game;
mod execute;
pub(crate) mod explanation;
pub mod game;
pub(crate) mod grading;
pub(crate) mod in_order;
pub(crate) mod judges;
pub mod keys;
pub mod layout;
pub(crate) mod opponent;
pub(crate) mod players;
pub mod policy;
pub mod prover;
pub(crate) mod puzzles;
pub mod quads;
pub(crate) mod review;
mod show;
pub(crate) mod units;
mod view;

use std::{path::Path, time::Duration};

use crate::{
    engine::{
        Aborted, Access, Answer, Cause, DEFAULT_MEMORY, Engine, EngineError, Event, Events,
        InterruptHandle, Limits, QueryOptions, Raised, Report, Settings,
    },
    syntax::{self, State},
    term::Term,
};

pub(crate) use blame::traced;
pub use cells::{Cell, Query, is_setting};
pub use diagnostics::{headline, report, syntax_message, task_problem, text, words};
pub use execute::{Face, Failure, Happening, Outcome, UNREADABLE};
pub use show::{Answers, End, answer_json};
pub use view::{DEPTH, View};

/// An engine with the limits of its queries.
#[derive(Debug)]
pub struct Session {
    engine: Engine,
    /// What a query may use.
    pub limits: Limits,
    view: View,
}

/// How loading ended when nothing was wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Loading {
    /// The clauses are there, but for those that were reported.
    Done(Report),
    /// The file called `halt` with this status, and nothing has changed.
    Halted(u8),
}

/// Why a query was not run at all.
#[derive(Debug)]
pub enum Refused {
    /// There is nothing in it.
    Empty,
    /// It is no Prolog; the message points at the place.
    Syntax(String),
}

impl Session {
    /// Starts an engine.
    ///
    /// # Errors
    ///
    /// When the worker cannot be started.
    pub fn start(limits: Limits, settings: impl Into<Settings>) -> Result<Session, EngineError> {
        Ok(Session::new(Engine::spawn(settings)?, limits))
    }

    /// Starts an engine whose answers and boards are to look in some way.
    ///
    /// # Errors
    ///
    /// As for [`start`](Session::start).
    pub fn viewed(
        limits: Limits,
        settings: impl Into<Settings>,
        view: View,
    ) -> Result<Session, EngineError> {
        let settings = Settings {
            drawing: view.drawing(),
            progress: true,
            ..settings.into()
        };
        let view = View {
            iso: settings.iso,
            ..view
        };
        let session = Session::start(limits, settings)?;
        Ok(Session { view, ..session })
    }

    /// Uses an engine that runs already.
    pub fn new(engine: Engine, limits: Limits) -> Session {
        Session {
            engine,
            limits,
            view: View::default(),
        }
    }

    /// How answers look.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// Does what a setting says, such as `:set depth 5`; the text is what there is to tell.
    ///
    /// # Errors
    ///
    /// What is wrong with it, and what was expected.
    pub fn set(&mut self, setting: &str) -> Result<String, String> {
        let command = setting.trim().trim_start_matches(':').trim_end_matches('.');
        let board = self.view.board;
        let reported = self.view.command(command, &mut self.limits)?;
        if self.view.board != board {
            let [ascii, colour, pictures] = self.view.drawing().flags();
            self.run_own(&format!(
                "cl_engine:provided(internal_board), \
                 internal_board:draw_boards({ascii}, {colour}, {pictures})"
            ));
        }
        Ok(reported)
    }

    /// The predicates that consulted texts define, as `name/arity`.
    pub fn predicates(&mut self) -> Vec<String> {
        let answers = self.run_own("findall(N/A, cl_clauses:consulted_predicate(_, N, A, _), Ns)");
        let names = answers.first().and_then(|answer| answer.bindings.first());
        let canonical = names.and_then(|names| names.canonical.as_deref());
        match canonical.map(str::parse) {
            Some(Ok(Term::List(items, _))) => items.iter().map(Term::to_string).collect(),
            _ => Vec::new(),
        }
    }

    /// From now on a file that calls `halt` while it is loaded ends only its own loading.
    pub(crate) fn go_on_after_halt(&mut self) {
        self.run_own("iso_ext:bb_put(halt_ends, load)");
    }

    /// From now on searches for what is won look at so many positions each, as in `with_effort/2`.
    pub(crate) fn search_with(&mut self, positions: u32) {
        self.run_own(&format!("iso_ext:bb_put(search_effort, {positions})"));
    }

    /// The files that have been loaded, those that others load among them, as far as they define something.
    pub(crate) fn source_files(&mut self) -> Vec<String> {
        let answers = self.run_own("source_file(File)");
        let files = answers.iter().flat_map(|answer| &answer.bindings);
        let terms = files.filter_map(|binding| binding.canonical.as_ref()?.parse::<Term>().ok());
        terms
            .filter_map(|term| term.text().map(str::to_owned))
            .collect()
    }

    /// The answers to a goal of the program's own.
    fn run_own(&mut self, goal: &str) -> Vec<Answer> {
        let options = QueryOptions {
            typed: true,
            trusted: true,
            ..QueryOptions::default()
        };
        let events = self.query(goal, options).into_iter().flatten().flatten();
        let answers = events.filter_map(|event| match event {
            Event::Answer(answer) => Some(answer),
            _ => None,
        });
        answers.collect()
    }

    /// The engine.
    pub fn engine(&mut self) -> &mut Engine {
        &mut self.engine
    }

    /// A handle that interrupts what the session is doing.
    pub fn interrupt_handle(&self) -> InterruptHandle {
        self.engine.interrupt_handle()
    }

    /// Runs a query; a missing full stop is added.
    ///
    /// # Errors
    ///
    /// [`Refused`] when the text is no query; then nothing was run.
    pub fn query(&mut self, text: &str, options: QueryOptions) -> Result<Events<'_>, Refused> {
        let query = syntax::with_end(text);
        if syntax::is_blank(&query) {
            return Err(Refused::Empty);
        }
        match syntax::state(&query) {
            State::Complete => Ok(self.engine.query_with(
                &query,
                QueryOptions {
                    limits: Limits {
                        answers: options.limits.answers,
                        ..self.limits
                    },
                    ..options
                },
            )),
            State::Incomplete => Err(Refused::Syntax(format!(
                "{text}\n% syntax error: a quote or a comment is never closed"
            ))),
            State::Wrong(problem) => Err(Refused::Syntax(syntax_message(text, &problem))),
        }
    }

    /// Loads a file, handing on what it prints and what is wrong with it.
    ///
    /// # Errors
    ///
    /// The message when nothing was loaded at all; then nothing has changed.
    pub fn consult(&mut self, path: &Path, report: impl FnMut(&Event)) -> Result<Loading, String> {
        self.consult_as(path, Access::Full, report)
    }

    /// Loads a file with which others may do only so much: see [`Engine::consult_as`]. If a limit ends its goals of
    /// `initialization/1`, it is loaded without them.
    ///
    /// # Errors
    ///
    /// As for [`consult`](Session::consult).
    pub fn consult_as(
        &mut self,
        path: &Path,
        access: Access,
        mut report: impl FnMut(&Event),
    ) -> Result<Loading, String> {
        match path.metadata() {
            Err(error) => return Err(format!("cannot read {}: {error}", path.display())),
            Ok(file) if file.is_dir() => {
                return Err(format!(
                    "{} is a directory; expected a Prolog file",
                    path.display()
                ));
            }
            Ok(_) => {}
        }
        // What a closed file does is not for the eyes of others.
        let blame = access != Access::Closed;
        let (loaded, stopped) = self.finish_loading(blame, &mut report, |engine, limits| {
            engine.consult_as(path, access, true, limits)
        });
        // A loop there would take all clauses with it. What else there is to tell has been told.
        if stopped && names_initialization(path) {
            let (again, _) = self.finish_loading(
                false,
                |event| match event {
                    Event::Diagnostic(told) if matches!(told.cause, Cause::Stopped(_)) => {
                        report(event);
                    }
                    _ => {}
                },
                |engine, limits| engine.consult_as(path, access, false, limits),
            );
            return again.or(loaded);
        }
        loaded
    }

    /// Loads clauses from text; messages call it `name`.
    ///
    /// # Errors
    ///
    /// As for [`consult`](Session::consult).
    pub fn consult_text(
        &mut self,
        name: &str,
        text: &str,
        report: impl FnMut(&Event),
    ) -> Result<Loading, String> {
        self.consult_text_as(name, text, Access::Full, report)
    }

    /// Loads clauses from text with which others may do only so much.
    pub(crate) fn consult_text_as(
        &mut self,
        name: &str,
        text: &str,
        access: Access,
        report: impl FnMut(&Event),
    ) -> Result<Loading, String> {
        let (loaded, _) = self.finish_loading(true, report, |engine, limits| {
            engine.consult_text_as(name, text, access, limits)
        });
        loaded
    }

    /// Loads what `begin` asks for; at the end it is told where errors of directives came from, if that is wanted. Also says whether a
    /// limit has ended it.
    fn finish_loading(
        &mut self,
        blame: bool,
        mut report: impl FnMut(&Event),
        begin: impl FnOnce(&mut Engine, Limits) -> Events<'_>,
    ) -> (Result<Loading, String>, bool) {
        let limits = Limits {
            answers: None,
            ..self.limits
        };
        let mut raised = Vec::new();
        let mut stopped = false;
        let mut loading = Err("the engine is gone".into());
        for event in begin(&mut self.engine, limits) {
            let event = match event {
                Ok(event) => event,
                Err(error) => return (Err(error.to_string()), false),
            };
            stopped |= matches!(
                event,
                Event::InferenceLimit
                    | Event::Aborted(Aborted::Timeout | Aborted::Memory | Aborted::Output)
            );
            raised.extend(blame::directive(&event).filter(|_| blame));
            match event {
                Event::Loaded(report) => loading = Ok(Loading::Done(report)),
                Event::Halted(status) => loading = Ok(Loading::Halted(status)),
                event if !event.is_terminal() => report(&event),
                event => loading = Err(failure(&event, &limits)),
            }
        }
        self.blame_directives(&raised, &mut report);
        (loading, stopped)
    }
}

/// Whether the text of a file speaks of `initialization`.
fn names_initialization(path: &Path) -> bool {
    let text = std::fs::read(path).unwrap_or_default();
    String::from_utf8_lossy(&text).contains("initialization")
}

/// "2 errors, 1 warning".
pub fn counted(errors: u64, warnings: u64) -> String {
    let count = |n: u64, word: &str| match n {
        0 => None,
        1 => Some(format!("1 {word}")),
        n => Some(format!("{n} {word}s")),
    };
    let counts = [count(errors, "error"), count(warnings, "warning")];
    counts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// An answer as Prolog text that is equivalent to the query, without the full stop.
pub fn answer_text(answer: &Answer) -> String {
    let equations = answer
        .bindings
        .iter()
        .map(|binding| format!("{} = {}", binding.name, binding.text));
    let goals: Vec<_> = equations.chain(answer.residual.iter().cloned()).collect();
    match goals.is_empty() {
        true => "true".to_owned(),
        false => without_needless_escapes(&goals.join(", ")),
    }
}

/// Scryer writes an apostrophe in a string as `\\'`, which nobody has to read.
pub fn without_needless_escapes(text: &str) -> String {
    if !text.contains("\\'") {
        return text.to_owned();
    }
    let mut tidy = String::new();
    let mut end = 0;
    for token in syntax::tokens(text) {
        tidy.push_str(&text[end..token.span.start]);
        let source = &text[token.span.clone()];
        match token.kind {
            syntax::Kind::String => tidy.push_str(&unescaped_apostrophes(source)),
            _ => tidy.push_str(source),
        }
        end = token.span.end;
    }
    tidy
}

fn unescaped_apostrophes(string: &str) -> String {
    let mut text = String::new();
    let mut chars = string.chars();
    while let Some(c) = chars.next() {
        match (c, chars.as_str().chars().next()) {
            ('\\', Some('\'')) => {}
            ('\\', Some(escaped)) => {
                text.extend([c, escaped]);
                chars.next();
            }
            _ => text.push(c),
        }
    }
    text
}

/// `text` and its full stop, apart where they would be read as one.
pub fn stopped(text: &str) -> String {
    let glued = text.ends_with(crate::term::is_symbol_char);
    format!("{text}{}", if glued { " ." } else { "." })
}

/// What to tell about an event that ends a query other than by answers; empty for those that do.
pub fn failure(event: &Event, limits: &Limits) -> String {
    match event {
        Event::Error(Raised {
            problem: Some(problem),
            ..
        }) => report(problem, false),
        Event::Error(raised) => text(raised),
        Event::InferenceLimit => format!(
            "the limit of {} inferences is used up; the database is as it was before",
            limits.inferences.unwrap_or_default()
        ),
        Event::Aborted(aborted) => format!(
            "{}; the database is as it was before",
            reason(aborted, limits)
        ),
        Event::Halted(status) => format!("halt({status}) was called"),
        _ => String::new(),
    }
}

fn reason(aborted: &Aborted, limits: &Limits) -> String {
    match aborted {
        Aborted::Timeout => format!(
            "the time limit of {} is over",
            seconds(limits.wall.unwrap_or_default())
        ),
        Aborted::Memory => format!(
            "the memory limit of {} MB is used up",
            limits.memory.unwrap_or(DEFAULT_MEMORY) >> 20
        ),
        Aborted::Output => format!(
            "the output limit of {} MB is used up",
            limits.output.unwrap_or_default() as f64 / f64::from(1 << 20)
        ),
        Aborted::Interrupted => "interrupted".to_owned(),
        Aborted::Crash(how) => format!(
            "the Prolog engine crashed ({how}); this is a bug in Chesslog or in Scryer Prolog"
        ),
    }
}

fn seconds(duration: Duration) -> String {
    format!("{} s", duration.as_secs_f64())
}

/// The term of an error, as Scryer's top level prints it.
pub fn ball(raised: &Raised) -> String {
    match raised.text.starts_with("error(") {
        true => raised.text.clone(),
        false => format!("throw({})", raised.text),
    }
}
