//! Native predicates, declared once.
//!
//! [`natives!`](crate::natives) turns one declaration a predicate into a [`Native`]: the code that
//! decodes arguments, calls the Rust function and hands over its solutions, and the signature from
//! which the Prolog wrapper ([`wrapper`]), help and reference ([`help`]) and the learners' bias
//! facts are printed. [`table`] lists all natives; [`door`] is the only way in from Prolog.
//!
//! In a declaration a `+` argument arrives as `T`, a `?` argument as `Option<T>`, a `-` argument
//! not at all. The function returns `bool` (a test), `Option<row>` (at most one answer), a row
//! (exactly one), or `Vec<row>`; a row is the value, or the tuple of the values, of the `?` and
//! `-` arguments in order. Each may be wrapped in a `Result` whose error becomes an [`Error`]. Where there may be many
//! rows, the predicate is `paged` instead of `nondet`: the function is asked for a [`Page`] at a time, its last argument.
//!
//! ```ignore
//! natives! {
//!     /// True iff the piece on From attacks the piece of the other side on To in Pos.
//!     attacks(?From: Square, ?To: Square, +Pos: Position) is nondet = attack::attacks;
//! }
//! ```

pub mod door;
pub mod foreign;
pub mod help;
pub mod modules;
pub mod table;
pub mod types;
pub mod wrapper;

mod attack;
pub mod board;
pub mod chains;
pub mod datalog;
mod endgame;
mod games;
mod geometry;
pub mod gp;
mod handles;
pub mod learn;
pub mod maia;
mod migo;
pub mod mil;
mod modes;
mod motifs;
mod moves;
pub mod network;
pub mod openings;
mod options;
mod patterns;
mod pawns;
mod pictures;
mod playing;
mod records;
mod search;
pub mod sentences;
mod sources;
mod state;
mod strategies;
pub mod words;

use std::fmt;

use crate::{chess::source::SourceError, term::quoted_text};

pub use door::{Call, Output, Page};
pub use sentences::Sentences;
pub use types::{Argument, Coding, Type};

/// One native predicate: what was declared, and how to run it.
#[derive(Debug)]
pub struct Native {
    /// The predicate's name.
    pub name: &'static str,
    /// The Prolog module that exports it.
    pub module: &'static str,
    /// Modes, names and types of the arguments, in order.
    pub args: &'static [Arg],
    /// The determinism of the most general call, as declared.
    pub determinism: Determinism,
    /// Whether the rows come in pages.
    pub paged: bool,
    /// The determinism that the return type of the Rust function implies.
    pub implied: Determinism,
    /// The doc comment, a line an entry.
    pub doc: &'static [&'static str],
    /// Decodes the arguments, calls the function, stores the solutions.
    pub run: fn(&mut Call<'_>) -> Result<Answered, Error>,
}

/// One declared argument.
#[derive(Debug)]
pub struct Arg {
    /// Instantiation: bound, any, or output.
    pub mode: Mode,
    /// The name in the documentation.
    pub name: &'static str,
    /// The type.
    pub ty: &'static Type,
}

/// The instantiation of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// `+`: must be bound.
    Bound,
    /// `?`: may be bound or not.
    Any,
    /// `-`: output, unified after the call.
    Output,
}

/// How many answers a predicate has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Determinism {
    /// Exactly one.
    Det,
    /// At most one.
    Semidet,
    /// Any number.
    Nondet,
}

/// The outcome of one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answered {
    /// The relation holds of bound arguments: there is nothing to unify.
    Holds,
    /// So many rows wait in the [`Output`]; none means failure.
    Rows(usize),
}

/// Why a native predicate raises an error instead of answering. Each is an ISO error term.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// `instantiation_error`: too many arguments are unbound for this relation.
    #[error("instantiation_error")]
    Instantiation,
    /// `domain_error(Domain, Culprit)`: the right kind of term, but no such value.
    #[error("domain_error({domain},{})", quoted_text(.culprit))]
    Domain {
        /// The expected domain.
        domain: &'static str,
        /// The text that was given.
        culprit: String,
    },
    /// The same of an integer.
    #[error("domain_error({domain},{culprit})")]
    Range {
        /// The expected domain.
        domain: &'static str,
        /// The integer that was given.
        culprit: i64,
    },
    /// `existence_error(Kind, Culprit)`.
    #[error("existence_error({kind},{})", quoted_text(.culprit))]
    Existence {
        /// The kind of thing that does not exist.
        kind: &'static str,
        /// Its name.
        culprit: String,
    },
    /// `permission_error(Action, Kind, Culprit)`.
    #[error("permission_error({action},{kind},{})", quoted_text(.culprit))]
    Permission {
        /// What was attempted.
        action: &'static str,
        /// The kind of thing it was attempted on.
        kind: &'static str,
        /// Its name.
        culprit: String,
    },
    /// `syntax_error(Message)`: a file's contents are not in its format.
    #[error("syntax_error({})", quoted_text(.0))]
    Syntax(String),
    /// `resource_error(Resource)`.
    #[error("resource_error({0})")]
    Resource(&'static str),
    /// `system_error(Message)`: a bug in the native itself, caught.
    #[error("system_error({})", quoted_text(.0))]
    Panic(String),
}

/// What a native function may return, and the determinism that it implies.
pub trait Solutions {
    /// The implied determinism.
    const DETERMINISM: Determinism;
    /// Stores the rows and counts them.
    fn store(self, out: &mut Output) -> Result<usize, Error>;
}

impl Solutions for bool {
    const DETERMINISM: Determinism = Determinism::Semidet;
    fn store(self, _: &mut Output) -> Result<usize, Error> {
        Ok(usize::from(self))
    }
}

impl<R: Row> Solutions for Option<R> {
    const DETERMINISM: Determinism = Determinism::Semidet;
    fn store(self, out: &mut Output) -> Result<usize, Error> {
        self.map_or(Ok(0), |row| row.store(out).map(|()| 1))
    }
}

impl<R: Row> Solutions for Vec<R> {
    const DETERMINISM: Determinism = Determinism::Nondet;
    fn store(self, out: &mut Output) -> Result<usize, Error> {
        let count = self.len();
        self.into_iter().try_for_each(|row| row.store(out))?;
        Ok(count)
    }
}

/// Exactly one row: the return type of deterministic natives.
#[derive(Debug, Clone, Copy)]
pub struct One<R>(pub R);

impl<R: Row> Solutions for One<R> {
    const DETERMINISM: Determinism = Determinism::Det;
    fn store(self, out: &mut Output) -> Result<usize, Error> {
        self.0.store(out).map(|()| 1)
    }
}

impl<S: Solutions, E: Into<Error>> Solutions for Result<S, E> {
    const DETERMINISM: Determinism = S::DETERMINISM;
    fn store(self, out: &mut Output) -> Result<usize, Error> {
        self.map_err(E::into)?.store(out)
    }
}

/// One answer: the values of the `?` and `-` arguments.
pub trait Row {
    /// Appends the values to the output.
    fn store(self, out: &mut Output) -> Result<(), Error>;
}

impl<A: Argument> Row for A {
    fn store(self, out: &mut Output) -> Result<(), Error> {
        self.encode(out)
    }
}

macro_rules! rows {
    ($(($($t:ident $i:tt),+))*) => {$(
        impl<$($t: Argument),+> Row for ($($t,)+) {
            fn store(self, out: &mut Output) -> Result<(), Error> {
                $(self.$i.encode(out)?;)+
                Ok(())
            }
        }
    )*};
}
rows! { (A 0, B 1) (A 0, B 1, C 2) (A 0, B 1, C 2, D 3) (A 0, B 1, C 2, D 3, E 4) (A 0, B 1, C 2, D 3, E 4, F 5) }

/// Declares native predicates; see the [module documentation](crate::native).
#[macro_export]
macro_rules! natives {
    (
        module $module:literal;
        $( $(#[doc = $doc:literal])* $name:ident ( $($mode:tt $arg:ident : $ty:ty),* $(,)? )
           is $det:ident = $f:expr; )*
    ) => {
        /// The predicates declared in this file.
        pub const NATIVES: &[$crate::native::Native] = &[$({
            fn solutions(call: &mut $crate::native::Call<'_>)
                -> Result<impl $crate::native::Solutions + use<>, $crate::native::Error>
            {
                _ = &call;
                Ok($crate::natives!(@call $det $f, call, [] $($mode $arg : $ty,)*))
            }
            fn run(call: &mut $crate::native::Call<'_>)
                -> Result<$crate::native::Answered, $crate::native::Error>
            {
                let solutions = solutions(call)?;
                call.answer(false $(|| $crate::natives!(@output $mode))*, solutions)
            }
            $crate::native::Native {
                name: stringify!($name),
                module: $module,
                args: &[$($crate::native::Arg {
                    mode: $crate::natives!(@mode $mode),
                    name: stringify!($arg),
                    ty: &<$ty as $crate::native::Argument>::TYPE,
                }),*],
                determinism: $crate::natives!(@det $det),
                paged: $crate::natives!(@paged $det),
                implied: $crate::natives!(@implied solutions),
                doc: &[$($doc),*],
                run,
            }
        }),*];
    };
    (@implied $solutions:ident) => {{
        const fn of<S: $crate::native::Solutions>(
            _: &fn(&mut $crate::native::Call<'_>) -> Result<S, $crate::native::Error>,
        ) -> $crate::native::Determinism {
            S::DETERMINISM
        }
        of(&($solutions as fn(&mut $crate::native::Call<'_>) -> Result<_, $crate::native::Error>))
    }};
    (@call paged $f:expr, $call:ident, [$($done:expr),*]) => { $f($($done,)* $call.page()) };
    (@call $det:ident $f:expr, $call:ident, [$($done:expr),*]) => { $f($($done),*) };
    (@call $det:ident $f:expr, $call:ident, [$($done:expr),*] + $a:ident : $t:ty, $($rest:tt)*) => {
        $crate::natives!(@call $det $f, $call, [$($done,)* $call.bound::<$t>()?] $($rest)*)
    };
    (@call $det:ident $f:expr, $call:ident, [$($done:expr),*] ? $a:ident : $t:ty, $($rest:tt)*) => {
        $crate::natives!(@call $det $f, $call, [$($done,)* $call.optional::<$t>()?] $($rest)*)
    };
    (@call $det:ident $f:expr, $call:ident, [$($done:expr),*] - $a:ident : $t:ty, $($rest:tt)*) => {
        $crate::natives!(@call $det $f, $call, [$($done),*] $($rest)*)
    };
    (@output -) => { true };
    (@output $mode:tt) => { false };
    (@mode +) => { $crate::native::Mode::Bound };
    (@mode ?) => { $crate::native::Mode::Any };
    (@mode -) => { $crate::native::Mode::Output };
    (@det det) => { $crate::native::Determinism::Det };
    (@det semidet) => { $crate::native::Determinism::Semidet };
    (@det $many:ident) => { $crate::native::Determinism::Nondet };
    (@paged paged) => { true };
    (@paged $other:ident) => { false };
}

impl Native {
    /// `name/arity`.
    pub fn indicator(&self) -> String {
        format!("{}/{}", self.name, self.args.len())
    }
}

/// The head in the notation of the manuals: `attacks(?From:square, +Pos:position) is nondet`.
impl fmt::Display for Native {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
        for (i, arg) in self.args.iter().enumerate() {
            f.write_str(if i == 0 { "(" } else { ", " })?;
            write!(f, "{}{}:{}", arg.mode, arg.name, arg.ty.name)?;
        }
        if !self.args.is_empty() {
            f.write_str(")")?;
        }
        write!(f, " is {}", self.determinism)
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Mode::Bound => "+",
            Mode::Any => "?",
            Mode::Output => "-",
        })
    }
}

impl fmt::Display for Determinism {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Determinism::Det => "det",
            Determinism::Semidet => "semidet",
            Determinism::Nondet => "nondet",
        })
    }
}

/// The formal part of the ISO error term, as Prolog text.
impl From<SourceError> for Error {
    fn from(error: SourceError) -> Error {
        let refused = |kind, culprit| Error::Permission {
            action: "open",
            kind,
            culprit,
        };
        match error {
            SourceError::Missing(culprit) => Error::Existence {
                kind: "source_sink",
                culprit,
            },
            SourceError::Folder(culprit) => refused("folder", culprit),
            SourceError::Pipe(culprit) => refused("pipe", culprit),
            SourceError::Unreadable(culprit, _) => refused("source_sink", culprit),
            SourceError::Malformed(..) => Error::Syntax(error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_chess_refuses_is_an_error_of_iso_prolog() {
        let text = |error: SourceError| Error::from(error).to_string();
        let name = || "/no/such".to_owned();
        assert_eq!(
            text(SourceError::Missing(name())),
            r#"existence_error(source_sink,"/no/such")"#
        );
        assert_eq!(
            text(SourceError::Folder(name())),
            r#"permission_error(open,folder,"/no/such")"#
        );
        assert_eq!(
            text(SourceError::Unreadable(name(), String::new())),
            r#"permission_error(open,source_sink,"/no/such")"#
        );
        assert_eq!(
            text(SourceError::Malformed(name(), "damaged".into())),
            r#"syntax_error("/no/such: damaged")"#
        );
    }
}
