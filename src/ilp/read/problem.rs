//! What is wrong with a task's files: each problem with its place, collected and not thrown.

use std::{fmt, ops::Range, path::Path};

use crate::syntax::{self, did_you_mean};

/// How bad a problem is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The task cannot be learned.
    Error,
    /// The task may not be what was meant.
    Warning,
}

/// Where a problem is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters from 1.
    pub column: usize,
    /// The text of the line.
    pub source: String,
    /// The culprit: bytes of `source`.
    pub span: Range<usize>,
}

/// Something about a task's files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// How bad it is.
    pub severity: Severity,
    /// The file or folder.
    pub file: String,
    /// The place in the file, unless the file as a whole is the culprit.
    pub place: Option<Place>,
    /// The message; it quotes the culprit.
    pub message: String,
    /// What may be done about it.
    pub help: Option<String>,
}

impl fmt::Display for Problem {
    /// One line: file, place, message. `session::diagnostics` draws the line and its caret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if let Some(place) = &self.place {
            write!(f, ":{}:{}", place.line, place.column)?;
        }
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        write!(f, ": {severity}: {}", self.message)?;
        match &self.help {
            Some(help) => write!(f, " ({help})"),
            None => Ok(()),
        }
    }
}

/// A file that is read.
#[derive(Debug, Clone, Default)]
pub(super) struct Source {
    pub name: String,
    pub text: String,
}

/// How many problems of one file are told one by one.
const TOLD: usize = 40;

/// The problems so far.
#[derive(Debug, Default)]
pub(super) struct Problems {
    list: Vec<Problem>,
    /// How many there were of the file that is read, and how many of those are not told.
    count: usize,
    untold: [usize; 2],
}

impl Problems {
    /// Adds a problem of a place.
    pub fn add(
        &mut self,
        severity: Severity,
        source: &Source,
        span: Range<usize>,
        message: impl Into<String>,
        help: Option<String>,
    ) {
        self.count += 1;
        if self.count > TOLD {
            self.untold[severity as usize] += 1;
            return;
        }
        let start = source.text.floor_char_boundary(span.start);
        let (line, number, column) = syntax::line_at(&source.text, start);
        let from = start - source.text[..start].rfind('\n').map_or(0, |at| at + 1);
        let to = from + span.end.saturating_sub(start);
        self.list.push(Problem {
            severity,
            file: source.name.clone(),
            place: Some(Place {
                line: number,
                column,
                source: line.to_owned(),
                span: from.min(line.len())..line.floor_char_boundary(to.min(line.len())),
            }),
            message: message.into(),
            help,
        });
    }

    /// Adds an error of a place.
    pub fn error(&mut self, source: &Source, span: Range<usize>, message: impl Into<String>) {
        self.add(Severity::Error, source, span, message, None);
    }

    /// Adds a warning of a place.
    pub fn warn(&mut self, source: &Source, span: Range<usize>, message: impl Into<String>) {
        self.add(Severity::Warning, source, span, message, None);
    }

    /// Adds a problem of a whole file or folder.
    pub fn whole(&mut self, severity: Severity, file: &Path, message: impl Into<String>) {
        self.list.push(Problem {
            severity,
            file: file.display().to_string(),
            place: None,
            message: message.into(),
            help: None,
        });
    }

    /// Ends a file: says how many of its problems were not told.
    pub fn end_of(&mut self, file: &Path) {
        for (severity, name) in [(Severity::Error, "errors"), (Severity::Warning, "warnings")] {
            match std::mem::take(&mut self.untold[severity as usize]) {
                0 => {}
                more => self.whole(severity, file, format!("{more} more {name}")),
            }
        }
        self.count = 0;
    }

    /// Adds those of another file.
    pub fn append(&mut self, other: Problems) {
        self.list.extend(other.list);
    }

    /// Whether there is an error.
    pub fn fatal(&self) -> bool {
        self.errors() > 0
    }

    /// How many errors are told.
    pub fn errors(&self) -> usize {
        let errors = self
            .list
            .iter()
            .filter(|problem| problem.severity == Severity::Error);
        errors.count()
    }

    /// All of them: errors first, each kind file by file, and in the order of the lines.
    pub fn finish(mut self) -> Vec<Problem> {
        let mut files: Vec<String> = Vec::new();
        for problem in &self.list {
            if !files.contains(&problem.file) {
                files.push(problem.file.clone());
            }
        }
        self.list.sort_by_key(|problem| {
            let file = files.iter().position(|file| *file == problem.file);
            let place = problem.place.as_ref();
            let place = place.map_or((usize::MAX, 0), |place| (place.line, place.column));
            (problem.severity, file, place)
        });
        self.list
    }
}

/// `; did you mean NAME?`, if one of the names is close to `word`.
pub(super) fn meant<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    did_you_mean(word, names.into_iter().map(str::to_owned))
        .map_or_else(String::new, |name| format!("; did you mean {name}?"))
}
