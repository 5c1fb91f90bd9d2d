//! What there is to tell about consulted text, as data; [`session`](crate::session) words it.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::wire::Raised;
pub use crate::syntax::Severity;
use crate::{syntax, term::Term};

/// Something about a place in a consulted text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// The file.
    pub file: String,
    /// The line of the first culprit, from 1.
    pub line: u64,
    /// Its column, in characters from 1.
    pub column: u64,
    /// The lines with the culprits in them.
    pub source: String,
    /// The culprits: bytes of `source`.
    pub spans: Vec<Range<usize>>,
    /// What it is about.
    pub cause: Cause,
}

/// How many variables a diagnostic shows and names.
pub const NAMED: usize = 8;

/// What a diagnostic is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cause {
    /// The text is no Prolog.
    Syntax {
        /// What is wrong.
        message: String,
        /// What could be done.
        help: Option<String>,
    },
    /// A clause that cannot be compiled, or a directive that raised an error.
    Raised(Raised),
    /// A clause that is kept, though it raises this error when it is called: an expression that is none.
    Late(Raised),
    /// A directive that failed.
    Failed(String),
    /// A directive that called `halt` with this status; that ended only the loading.
    Halted(String),
    /// A goal of `initialization/1` that was stopped by a limit.
    Stopped(String),
    /// A fact of a predicate, of which this is the indicator, that only directives call: `:-` has been forgotten.
    NoDirective(String),
    /// Variables that occur once.
    Singletons(Vec<String>),
    /// Clauses of a predicate that are not together.
    Discontiguous {
        /// The predicate.
        predicate: String,
        /// The line of its first clause.
        line: u64,
    },
    /// A predicate that was there before.
    Redefined {
        /// The predicate.
        predicate: String,
        /// Where it was defined.
        earlier: String,
    },
    /// A call of a library's predicate, though another file has one of that name.
    Apart {
        /// The predicate.
        predicate: String,
        /// The library.
        library: String,
        /// Where the other one is defined.
        other: String,
    },
    /// A clause for a predicate that is given with an assignment.
    Given {
        /// The predicate.
        predicate: String,
        /// Where it is defined.
        place: String,
    },
    /// A file that is not UTF-8; it was read as Latin-1.
    NotUtf8,
}

/// How loading ended.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Report {
    /// Clauses that were loaded.
    pub clauses: u64,
    /// Clauses and directives that went wrong.
    pub errors: u64,
    /// How many of them were raised by directives, so that nothing is left out.
    pub raised: u64,
    /// Warnings.
    pub warnings: u64,
    /// The goal of `:- initialization(Goal, main)`.
    pub main: Option<String>,
}

impl Diagnostic {
    /// A diagnostic about `spans` of `text`, which is called `file`.
    pub fn at(
        severity: Severity,
        file: &str,
        text: &str,
        spans: &[Range<usize>],
        cause: Cause,
    ) -> Diagnostic {
        let first = spans.iter().map(|span| span.start).min().unwrap_or(0);
        let last = spans.iter().map(|span| span.end).max().unwrap_or(0);
        let (_, line, column) = syntax::line_at(text, first.min(text.len()));
        let start = text[..first].rfind('\n').map_or(0, |newline| newline + 1);
        let end = text[last..].find('\n').map_or(text.len(), |at| last + at);
        Diagnostic {
            severity,
            file: file.to_owned(),
            line: line as u64,
            column: column as u64,
            source: text[start..end].to_owned(),
            spans: spans
                .iter()
                .map(|span| span.start - start..span.end - start)
                .collect(),
            cause,
        }
    }
}

impl Raised {
    /// The name that the error is about, where it is about one.
    pub fn culprit(&self) -> Option<String> {
        self.about().map(|(name, _)| name)
    }

    /// The variable of a Datalog clause that the error is about, where it is about one.
    pub fn variable(&self) -> Option<String> {
        let term = self.canonical.parse::<Term>().ok()?;
        let [formal, _] = term.arguments("error")?;
        match formal.arguments("datalog_error")? {
            [Term::Compound(kind, arguments), _]
                if kind == "unsafe_variable" || kind == "unbounded_number" =>
            {
                Some(arguments.first()?.text()?.to_owned())
            }
            _ => None,
        }
    }

    /// The procedure that does not exist, if that is the error: its name and arity.
    pub fn unknown_procedure(&self) -> Option<(String, i64)> {
        if !self
            .canonical
            .starts_with("error(existence_error(procedure,")
        {
            return None;
        }
        let (name, arity) = self.about()?;
        Some((name, arity?))
    }

    fn about(&self) -> Option<(String, Option<i64>)> {
        let term = self.canonical.parse::<Term>().ok()?;
        let [formal, _] = term.arguments("error")?;
        let culprit = match formal {
            Term::Compound(_, arguments) => arguments.last()?,
            _ => return None,
        };
        match culprit {
            Term::Compound(slash, arguments) if slash == "/" => {
                let arity = match arguments.get(1) {
                    Some(Term::Integer(arity)) => Some(*arity),
                    _ => None,
                };
                Some((arguments.first()?.text()?.to_owned(), arity))
            }
            Term::Compound(name, _) => Some((name.clone(), None)),
            other => Some((other.text()?.to_owned(), None)),
        }
    }
}
