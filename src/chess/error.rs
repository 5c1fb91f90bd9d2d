//! Why a question about chess has no answer.

use std::fmt;

use super::source::SourceError;

/// Why a question about chess has no answer, which is more than that the answer is no.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    /// Too little is given to enumerate the rest.
    Unbound,
    /// A text or a number is not one of those that are asked for.
    Domain {
        /// What is asked for.
        domain: &'static str,
        /// What was given.
        culprit: String,
    },
    /// A file has no such record.
    Missing {
        /// What its records are.
        kind: &'static str,
        /// The file and the number.
        culprit: String,
    },
    /// A file gives no records.
    Source(SourceError),
}

impl From<SourceError> for Error {
    fn from(error: SourceError) -> Error {
        Error::Source(error)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Unbound => f.write_str("too little is given"),
            Error::Domain { domain, culprit } => write!(f, "expected {domain}, found {culprit:?}"),
            Error::Missing { kind, culprit } => write!(f, "{culprit}: no such {kind}"),
            Error::Source(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}
