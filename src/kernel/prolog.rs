//! Prolog as the language of the kernel: a session executes the cells, and what comes of them is published.

use std::{
    collections::HashMap,
    fs,
    path::{Component, Path},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::Instant,
};

use super::{
    interpreter::{
        Bundle, Cell, Completeness, Completion, Failure, Interpreter, Interrupt, Language, Match,
        Publish, Stream, Unanswered,
    },
    magics::{self, Magics},
};
use crate::{
    chess::svg::escaped,
    engine::{Answer, Diagnostic, Input, InterruptHandle, Limits, Settings},
    os::locked,
    session::{
        self, Answers, End, Face, Happening, Outcome, Session, View,
        assist::{Assist, Candidates},
    },
    syntax::{self, State},
};

/// Answers of a query that are shown unless `%answers` says otherwise.
const ANSWERS: usize = 10;
/// The answers as data, for programs. JupyterLab would show `application/json` in place of the table.
const DATA: &str = "application/vnd.chesslog.answers+json";
/// What is told of a question that an interrupt has ended.
const INTERRUPTED: &str = "interrupted while waiting for input";

/// Prolog.
#[derive(Debug)]
pub struct Prolog {
    settings: Settings,
    limits: Limits,
    assist: Arc<Mutex<Assist>>,
}

impl Prolog {
    /// Prolog whose engine has these settings and limits.
    pub fn new(settings: Settings, limits: Limits) -> Prolog {
        Prolog {
            settings: Settings {
                input: Input::Asked,
                error_events: true,
                ..settings
            },
            limits,
            assist: Arc::default(),
        }
    }
}

impl Language for Prolog {
    fn start(&self) -> Result<(Box<dyn Interpreter>, Interrupt), String> {
        let session = start(self.settings, self.limits)?;
        let running = Arc::new(Mutex::new(session.interrupt_handle()));
        let interrupted = Arc::clone(&running);
        let notebook = Notebook {
            session,
            settings: self.settings,
            assist: Arc::clone(&self.assist),
            running,
            names: HashMap::new(),
            executed: 0,
        };
        Ok((
            Box::new(notebook),
            Arc::new(move || locked(&interrupted).interrupt()),
        ))
    }

    fn complete(&self, code: &str, cursor: usize) -> Completion {
        if let Some(completion) = magics::complete(code, cursor) {
            return completion;
        }
        let (start, found) = locked(&self.assist).complete(code, cursor);
        let matches = found.into_iter().map(|candidate| Match {
            signature: (candidate.shown != candidate.text).then_some(candidate.shown),
            text: candidate.text,
            kind: match candidate.kind {
                Candidates::Predicate => "function",
                Candidates::Atom => "constant",
                Candidates::Variable => "variable",
                Candidates::File => "module",
            },
        });
        Completion {
            span: start..cursor,
            matches: matches.collect(),
        }
    }

    fn inspect(&self, code: &str, cursor: usize) -> Option<String> {
        locked(&self.assist).inspect(code, cursor)
    }

    fn is_complete(&self, code: &str) -> Completeness {
        let rest = magics::read(code).map_or(code.to_owned(), |(_, rest)| rest);
        if session::assist::is_complete(&rest) {
            let last = syntax::clauses(&rest).last().unwrap_or(&rest);
            return match syntax::state(last) {
                State::Wrong(_) => Completeness::Invalid,
                _ => Completeness::Complete,
            };
        }
        Completeness::Incomplete("    ".to_owned())
    }
}

fn start(settings: Settings, limits: Limits) -> Result<Session, String> {
    Session::viewed(limits, settings, View::for_notebooks()).map_err(|error| error.to_string())
}

/// Executes the cells of a notebook.
struct Notebook {
    session: Session,
    settings: Settings,
    assist: Arc<Mutex<Assist>>,
    /// The engine that an interrupt is for.
    running: Arc<Mutex<InterruptHandle>>,
    /// What the texts of cells are called, by what the front end calls the cells.
    names: HashMap<String, String>,
    /// How many cells were executed.
    executed: usize,
}

impl Interpreter for Notebook {
    fn execute(&mut self, cell: &Cell<'_>, out: &mut dyn Publish) -> Result<(), Failure> {
        self.executed += usize::from(!cell.silent);
        let (magics, code) =
            magics::read(cell.code).map_err(|message| Failure::new("magic", message))?;
        if let Some(file) = &magics.file {
            return self.write(file, &code, out);
        }
        for setting in &magics.settings {
            let reported = self.session.set(setting);
            let reported = reported.map_err(|message| Failure::new("setting", message))?;
            if !reported.is_empty() {
                out.display(Bundle::text(reported), None);
            }
        }
        let name = self.name(cell.id);
        let started = Instant::now();
        let ended = match magics.sandbox {
            true => self.confined(&name, &code, &magics, out),
            false => run(&mut self.session, &name, &code, &magics, out),
        };
        if magics.time {
            let time = started.elapsed().as_secs_f64();
            out.display(Bundle::text(format!("{time:.3} s")), None);
        }
        self.learn(&code);
        ended
    }
}

impl Notebook {
    /// What the text of a cell is called in messages; running the cell again replaces what it defined, if the
    /// front end says which cell it is.
    fn name(&mut self, id: Option<&str>) -> String {
        let name = format!("cell {}", self.executed);
        match id {
            Some(id) => self.names.entry(id.to_owned()).or_insert(name).clone(),
            None => name,
        }
    }

    /// Takes the names of a cell for completion.
    fn learn(&mut self, code: &str) {
        let predicates = self.session.predicates();
        let mut assist = locked(&self.assist);
        assist.learn(code);
        assist.learn_predicates(&predicates);
    }

    /// Executes a cell in a sandbox of its own, of which nothing remains.
    fn confined(
        &mut self,
        name: &str,
        code: &str,
        magics: &Magics,
        out: &mut dyn Publish,
    ) -> Result<(), Failure> {
        let settings = Settings {
            sandbox: true,
            ..self.settings
        };
        let mut session = start(settings, self.session.limits)
            .map_err(|message| Failure::new("engine", message))?;
        let outside = std::mem::replace(&mut *locked(&self.running), session.interrupt_handle());
        let ended = run(&mut session, name, code, magics, out);
        *locked(&self.running) = outside;
        ended
    }

    /// Writes a cell into a file.
    fn write(&self, file: &str, text: &str, out: &mut dyn Publish) -> Result<(), Failure> {
        let path = Path::new(file);
        let below = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
        if self.settings.sandbox && !path.components().all(below) {
            return Err(Failure::new(
                "permission_error",
                format!(
                    "%%file {file}: in a sandbox, expected a file below the notebook's own folder"
                ),
            ));
        }
        // Front ends leave the last line without an end.
        let end = if text.ends_with('\n') { "" } else { "\n" };
        let written = fs::write(path, format!("{text}{end}"));
        written.map_err(|error| Failure::new("file", format!("cannot write {file}: {error}")))?;
        let lines = text.lines().count();
        let counted = if lines == 1 { "line" } else { "lines" };
        out.display(
            Bundle::text(format!("{file}: {lines} {counted} written")),
            None,
        );
        Ok(())
    }
}

/// Executes the text of a cell.
fn run(
    session: &mut Session,
    name: &str,
    code: &str,
    magics: &Magics,
    out: &mut dyn Publish,
) -> Result<(), Failure> {
    let view = session.view().clone();
    let mut page = Page {
        out,
        view: &view,
        wanted: magics.answers.unwrap_or(ANSWERS),
        answers: None,
        traceback: Vec::new(),
        progress: None,
    };
    let outcome = session.execute(&session::Cell::read(code), name, &mut page);
    page.end_progress();
    page.publish(true);
    let traceback = page.traceback;
    match outcome {
        Outcome::Done => Ok(()),
        Outcome::Failed(failure) => Err(Failure {
            name: failure.kind,
            message: failure.message,
            traceback,
            fatal: false,
        }),
        Outcome::Halted(status) => {
            let text = format!("halt({status}) was called, which ends nothing in a notebook");
            page.out.display(Bundle::text(text), None);
            Ok(())
        }
        Outcome::Gone(message) => Err(Failure {
            fatal: true,
            ..Failure::new("engine", message)
        }),
    }
}

/// An answer without the variables whose names begin with `_`: nobody wants to see them.
fn visible(answer: &Answer) -> Answer {
    let mut visible = answer.clone();
    visible
        .bindings
        .retain(|binding| !binding.name.starts_with('_'));
    visible
}

/// What stands below a cell.
struct Page<'a> {
    out: &'a mut dyn Publish,
    view: &'a View,
    /// How many answers of a query are shown.
    wanted: usize,
    /// The answers of the query that is running.
    answers: Option<Answers>,
    /// What is shown of errors.
    traceback: Vec<String>,
    /// The name of the line that tells how far a piece of work has got, while there is one.
    progress: Option<String>,
}

impl Page<'_> {
    /// Shows the answers of a query; those of the last are the cell's result.
    fn publish(&mut self, last: bool) {
        let Some(answers) = self.answers.take() else {
            return;
        };
        // An error stands below by itself.
        if answers.answers.is_empty() && matches!(answers.end, End::Raised(_)) {
            return;
        }
        let mut bundle = Bundle::text(answers.text(self.view));
        if let Some(html) = answers.html(self.view) {
            bundle = bundle.with("text/html", html);
        }
        bundle = bundle.with(DATA, answers.json());
        match last {
            true => self.out.result(bundle),
            false => self.out.display(bundle, None),
        }
    }

    /// Tells how far a piece of work has got, in the place where that was reported before.
    fn progress(&mut self, line: &str) {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let bundle = Bundle::text(line.to_owned());
        match &self.progress {
            Some(id) => self.out.update(bundle, id),
            None => {
                let id = format!("progress-{}", NUMBER.fetch_add(1, Ordering::Relaxed));
                self.out.display(bundle, Some(&id));
                self.progress = Some(id);
            }
        }
    }

    /// What comes now takes the place of that line.
    fn end_progress(&mut self) {
        if let Some(id) = self.progress.take() {
            self.out.update(Bundle::text(String::new()), &id);
        }
    }

    fn ended(&mut self, end: End) {
        self.answers.get_or_insert_default().end = end;
    }

    /// Shows what is wrong with a program: on the standard error a warning would cost the cell its points where
    /// notebooks are marked.
    fn report(&mut self, diagnostic: &Diagnostic) {
        let text = session::report(diagnostic, false);
        let html = format!("<pre>{}</pre>", escaped(&text));
        self.out
            .display(Bundle::text(text).with("text/html", html), None);
    }
}

impl Face for Page<'_> {
    fn take(&mut self, happening: &Happening<'_>) -> bool {
        if let Happening::Progress(line) = happening {
            self.progress(line);
            return true;
        }
        self.end_progress();
        match happening {
            Happening::Progress(_) => {}
            Happening::Query => self.publish(false),
            Happening::Output(text) => self.out.stream(Stream::Stdout, text),
            Happening::ErrorOutput(text) => self.out.stream(Stream::Stderr, text),
            Happening::Picture(picture) => {
                let bundle = Bundle::text(picture.text.as_str());
                let bundle = bundle.with("image/svg+xml", picture.svg.as_str());
                self.out.display(bundle, None);
            }
            Happening::Diagnostic(diagnostic) => self.report(diagnostic),
            Happening::Answer(answer) => {
                let answers = self.answers.get_or_insert_default();
                answers.answers.push(visible(answer));
                return answers.answers.len() < self.wanted && !self.out.interrupted();
            }
            Happening::False => self.ended(End::False),
            Happening::Cut => self.ended(End::More),
            Happening::Raised(term, message) => {
                self.ended(End::Raised((*term).to_owned()));
                self.traceback.push((*term).to_owned());
                self.traceback.extend(message.lines().map(str::to_owned));
            }
            Happening::Unreadable(message) | Happening::Failed(message) => {
                if self.answers.is_some() {
                    self.ended(End::More);
                }
                self.traceback.extend(message.lines().map(str::to_owned));
            }
            Happening::Told(text) => self.out.display(Bundle::text(*text), None),
            Happening::Loaded(_) => {}
        }
        true
    }

    fn ask(&mut self) -> Result<String, String> {
        let answer = self.out.ask("|: ", false);
        answer.map_err(|unanswered| match unanswered {
            Unanswered::Refused(why) => why,
            Unanswered::Interrupted => INTERRUPTED.to_owned(),
        })
    }
}
