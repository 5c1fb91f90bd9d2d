//! What the protocol knows of the language: nothing but these traits.
//!
//! A [`Language`] is shared by all threads and answers what is asked while somebody types. It starts an
//! [`Interpreter`], which lives in a thread of its own, runs one cell after the other and [`Publish`]es what comes of
//! them.

use std::{ops::Range, sync::Arc};

use serde_json::{Map, Value};

/// Interrupts the cell that an interpreter runs, from any thread; does nothing if there is none.
///
/// As long as the cell runs on, it is called again ten times a second.
pub type Interrupt = Arc<dyn Fn() + Send + Sync>;

/// A language for cells.
///
/// What it is asked of a text has to be answered soon, also while a cell runs: everything else waits for it. Places in
/// texts are in bytes, and never within a character.
pub trait Language: Send + Sync {
    /// Starts an interpreter. It is called in the thread in which the interpreter will stay; once, and again after each
    /// [fatal](Failure::fatal) failure.
    ///
    /// # Errors
    ///
    /// A sentence: why there is none.
    fn start(&self) -> Result<(Box<dyn Interpreter>, Interrupt), String>;

    /// What may be meant by the word at the cursor.
    fn complete(&self, code: &str, cursor: usize) -> Completion;

    /// What there is to say of the word at the cursor, as Markdown.
    fn inspect(&self, code: &str, cursor: usize) -> Option<String>;

    /// Whether somebody who has typed this and a line end wants it to be run.
    fn is_complete(&self, code: &str) -> Completeness;
}

/// Runs cells.
pub trait Interpreter {
    /// Runs a cell.
    ///
    /// # Errors
    ///
    /// What went wrong; [`Failure::interrupted`] after an [`Interrupt`].
    fn execute(&mut self, cell: &Cell<'_>, out: &mut dyn Publish) -> Result<(), Failure>;
}

/// A text to be run.
#[derive(Debug, Clone, Copy)]
pub struct Cell<'a> {
    /// The text.
    pub code: &'a str,
    /// What the front end calls the cell, whenever it is run; not all front ends say so.
    pub id: Option<&'a str>,
    /// Whether nobody will see what is published.
    pub silent: bool,
}

/// Shows what comes of a cell, in the order of the calls.
pub trait Publish {
    /// Text that a program prints. Small pieces are joined.
    fn stream(&mut self, stream: Stream, text: &str);

    /// Something to see; it can be replaced later if it has an id.
    fn display(&mut self, bundle: Bundle, id: Option<&str>);

    /// Replaces what was displayed with this id, wherever it is seen, also below other cells.
    fn update(&mut self, bundle: Bundle, id: &str);

    /// The value of the cell, which has the cell's number.
    fn result(&mut self, bundle: Bundle);

    /// Asks the user for a line, and waits for it; what is typed is not shown if it is a password.
    ///
    /// # Errors
    ///
    /// When there will be no answer. The cell should then end, with this as its failure.
    fn ask(&mut self, prompt: &str, password: bool) -> Result<String, Unanswered>;

    /// Whether the cell has been interrupted. To be looked at between two parts of it; within one, [`Interrupt`] is
    /// called.
    fn interrupted(&self) -> bool;
}

/// Where a program prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stream {
    /// To the standard output.
    Stdout,
    /// To the standard error. It costs all points of a cell that nbgrader marks, so it is not for warnings.
    Stderr,
}

/// The same thing in several formats, of which the front end takes the best that it can show.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Bundle {
    /// By MIME type. JupyterLab prefers `application/json` to `text/html`, and Markdown to plain text.
    pub data: Map<String, Value>,
}

impl Bundle {
    /// Plain text, which every bundle should have.
    pub fn text(text: impl Into<String>) -> Bundle {
        Bundle::default().with("text/plain", text.into())
    }

    /// The bundle with another format.
    #[must_use]
    pub fn with(mut self, mime: &str, value: impl Into<Value>) -> Bundle {
        self.data.insert(mime.to_owned(), value.into());
        self
    }
}

/// Why a question has no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unanswered {
    /// The front end cannot ask; the sentence says why.
    Refused(String),
    /// The cell was interrupted.
    Interrupted,
}

/// How a cell went wrong.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Failure {
    /// The kind of the error in a word.
    pub name: String,
    /// The error as a sentence.
    pub message: String,
    /// What the cell shows of it, line by line; colours are those of terminals. If empty, name and message are shown.
    pub traceback: Vec<String>,
    /// Whether the interpreter is gone, so that another one has to be started.
    pub fatal: bool,
}

impl Failure {
    /// An error that needs no more than its sentence.
    pub fn new(name: impl Into<String>, message: impl Into<String>) -> Failure {
        Failure {
            name: name.into(),
            message: message.into(),
            ..Failure::default()
        }
    }

    /// The end of an interrupted cell.
    pub fn interrupted() -> Failure {
        Failure::new("interrupted", "the cell was interrupted")
    }
}

impl From<Unanswered> for Failure {
    fn from(unanswered: Unanswered) -> Failure {
        match unanswered {
            Unanswered::Refused(why) => Failure::new("no_input", why),
            Unanswered::Interrupted => Failure::interrupted(),
        }
    }
}

/// What may stand in a place of a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Completion {
    /// The place; it is empty where nothing of the word is there yet.
    pub span: Range<usize>,
    /// What may stand there, the best first.
    pub matches: Vec<Match>,
}

/// A word that may be meant.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Match {
    /// The word.
    pub text: String,
    /// Its kind as JupyterLab shows it, such as `function`, `variable`, `module` or `magic`.
    pub kind: &'static str,
    /// How it is called, such as `attacks(?From, ?To, +Pos)`.
    pub signature: Option<String>,
}

/// Whether a text can be run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Completeness {
    /// It can.
    Complete,
    /// More has to come; the next line may begin with this white space.
    Incomplete(String),
    /// It cannot, whatever comes.
    Invalid,
}
