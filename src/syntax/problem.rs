//! What is wrong with a text: a mistake in it, and a problem of a file, with its place.

use std::{fmt, ops::Range};

use serde::{Deserialize, Serialize};

use super::{Spanned, line_at};

/// What is wrong with a text, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// The message.
    pub message: String,
    /// The culprit's place, in bytes. It is empty where something is missing.
    pub span: Range<usize>,
    /// What may be done about it.
    pub help: Option<String>,
}

impl Mistake {
    /// A mistake without help.
    pub fn new(message: impl Into<String>, span: Range<usize>) -> Mistake {
        Mistake {
            message: message.into(),
            span,
            help: None,
        }
    }

    /// That something else was expected than a term of `text`, which is quoted.
    pub fn expected(what: &str, text: &str, term: &Spanned) -> Mistake {
        let found = text[term.span.clone()].lines().next().unwrap_or_default();
        let message = format!("expected {what}, found `{found}`");
        Mistake::new(message, term.span.clone())
    }

    /// The mistake, and what may be done about it.
    #[must_use]
    pub fn with_help(self, help: impl Into<String>) -> Mistake {
        Mistake {
            help: Some(help.into()),
            ..self
        }
    }

    /// The mistake as an error in a file with this text.
    pub fn in_file(self, file: &str, text: &str) -> Problem {
        Problem {
            severity: Severity::Error,
            file: file.to_owned(),
            place: Some(Box::new(Place::of(&self.span, text))),
            message: self.message,
            help: self.help,
        }
    }
}

/// How bad a problem is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Severity {
    /// Something cannot be used.
    Error,
    /// Everything is there, but may not be what was meant.
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

impl Place {
    /// The place of these bytes of a text: their first line.
    fn of(span: &Range<usize>, text: &str) -> Place {
        let start = text.floor_char_boundary(span.start);
        let (source, line, column) = line_at(text, start);
        let from = start - text[..start].rfind('\n').map_or(0, |at| at + 1);
        let to = from + span.end.saturating_sub(start);
        Place {
            line,
            column,
            source: source.to_owned(),
            span: from.min(source.len())..source.floor_char_boundary(to.min(source.len())),
        }
    }
}

/// Something about a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// How bad it is.
    pub severity: Severity,
    /// The file or folder.
    pub file: String,
    /// The place in the file, unless the file as a whole is the culprit.
    pub place: Option<Box<Place>>,
    /// The message; it quotes the culprit.
    pub message: String,
    /// What may be done about it.
    pub help: Option<String>,
}

impl Problem {
    /// An error of a whole file or folder.
    pub fn whole(file: impl Into<String>, message: impl Into<String>) -> Problem {
        Problem {
            severity: Severity::Error,
            file: file.into(),
            place: None,
            message: message.into(),
            help: None,
        }
    }
}

impl fmt::Display for Problem {
    /// One line: `file:line:column: message (help)`. `session::task_problem` draws the line and its
    /// caret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if let Some(place) = &self.place {
            write!(f, ":{}:{}", place.line, place.column)?;
        }
        let warning = match self.severity {
            Severity::Error => "",
            Severity::Warning => "warning: ",
        };
        write!(f, ": {warning}{}", self.message)?;
        match &self.help {
            Some(help) => write!(f, " ({help})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Problem {}
