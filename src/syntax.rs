//! Prolog text seen from outside: tokens with spans, clauses, mistakes, colours.
//!
//! Scryer reads the terms of programs. What is here knows enough of the syntax to tell whether what
//! somebody types is complete, to point at what is wrong with a clause, to find the clauses around
//! it, to rewrite what only SWI-Prolog reads, and to read what Rust wants to know of a text as
//! [`Spanned`] terms, or as [`Term`](crate::term::Term)s.
//!
//! ```
//! use chesslog::syntax::{State, state};
//!
//! assert_eq!(state("member(X, [1,2])."), State::Complete);
//! assert_eq!(state("member(X,"), State::Incomplete);
//! assert!(matches!(state("member(X, [1,2)."), State::Wrong(_)));
//! ```

mod clause;
mod explain;
mod frame;
mod highlight;
mod imports;
mod meaning;
mod ops;
mod parse;
mod problem;
#[cfg(test)]
mod properties;
mod quoted;
mod read;
mod retracted;
mod similar;
mod spanned;
mod spelling;
mod surface;
#[cfg(test)]
mod tests;
mod tokens;

use std::ops::Range;

pub use clause::{
    Clause, answers_below, begins_module, cuts_in_condition, directive, is_description, names,
    resync, split, split_at,
};
pub use highlight::highlight;
pub use imports::{SWI_OPERATORS, help_with_operator, library_of_operator};
pub use meaning::{Meaning, computes, meaning};
pub use ops::{Ops, Triple};
pub use parse::{Dialect, diagnose, diagnose_clause};
pub use problem::{Mistake, Place, Problem, Severity};
pub(crate) use quoted::{atom_name, quoted_text};
pub use read::read_clause;
pub(crate) use read::{negative, number};
pub use retracted::retracted;
pub use similar::did_you_mean;
pub use spanned::{Shape, Spanned};
pub use surface::{swi, swi_clause, with_strings};
pub use tokens::{Kind, Token, tokens};

/// How deep brackets may be nested in a text that Prolog is to read.
///
/// Scryer reads and compiles a term by recursion; the stack that it has, [`DEEP_STACK`](crate::os::DEEP_STACK), is large
/// enough for this.
pub const DEEPEST: usize = 100_000;

/// What is to be said about a text that may be a clause or a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State {
    /// It ends with a full stop, and its brackets match.
    Complete,
    /// More has to come.
    Incomplete,
    /// It can never become a clause.
    Wrong(Mistake),
}

/// Whether `text` is a whole clause.
pub fn state(text: &str) -> State {
    let mut open: Vec<(&str, Range<usize>)> = Vec::new();
    let mut ended: Option<usize> = None;
    for token in tokens(text) {
        let source = token.source(text);
        let span = token.span.clone();
        if let (Some(end), true) = (ended, token.kind != Kind::Comment) {
            return wrong(
                "unexpected text after the end of the clause",
                end..text.trim_end().len(),
            );
        }
        match (token.kind, source) {
            (Kind::Unterminated, _) => return unterminated(text, &token),
            (Kind::End, _) => {
                if let Some((bracket, span)) = open.pop() {
                    return wrong(&format!("{bracket} is never closed"), span);
                }
                ended = Some(span.end);
            }
            (Kind::Punctuation, "(" | "[" | "{") => {
                if open.len() == DEEPEST {
                    return State::Wrong(too_deep(span));
                }
                open.push((source, span));
            }
            (Kind::Punctuation, ")" | "]" | "}") => {
                let wanted = match source {
                    ")" => "(",
                    "]" => "[",
                    _ => "{",
                };
                match open.pop() {
                    Some((bracket, _)) if bracket == wanted => {}
                    Some((bracket, _)) => {
                        return wrong(&format!("{source} does not close {bracket}"), span);
                    }
                    None => return wrong(&format!("{source} closes nothing"), span),
                }
            }
            _ => {}
        }
    }
    match ended {
        Some(_) => State::Complete,
        None => State::Incomplete,
    }
}

/// The state of a text with an open quote or comment: its end may still come, unless clauses follow
/// that cannot be meant to be in it.
fn unterminated(text: &str, token: &Token) -> State {
    let mut lines = text[token.span.start..].lines().skip(1);
    match token.source(text).starts_with("/*") || !lines.any(tokens::starts_clause) {
        true => State::Incomplete,
        false => State::Wrong(spelling::unterminated(
            token.source(text),
            token.span.clone(),
        )),
    }
}

/// Whether the brackets of a text are nested too deeply.
pub fn is_too_deep(text: &str) -> bool {
    let mut depth = 0_usize;
    // Most texts are short enough not to be looked at.
    text.len() > DEEPEST
        && tokens(text).iter().any(|token| {
            match (token.kind, token.source(text)) {
                (Kind::Punctuation, "(" | "[" | "{") => depth += 1,
                (Kind::Punctuation, ")" | "]" | "}") => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth > DEEPEST
        })
}

/// The most arguments that a term has for Scryer, which reads those of longer ones wrongly without a word.
pub const WIDEST: usize = 255;

/// Whether a text has a term with more arguments than that.
pub fn is_too_wide(text: &str) -> bool {
    // Few texts have so many commas.
    if text.bytes().filter(|&byte| byte == b',').count() < WIDEST {
        return false;
    }
    let mut commas = Vec::new();
    let mut functor = None;
    tokens(text).iter().any(|token| {
        let functor_ends = functor.take();
        match (token.kind, token.source(text)) {
            (Kind::Punctuation, "(") => {
                commas.push((functor_ends == Some(token.span.start)).then_some(0));
            }
            (Kind::Punctuation, "[" | "{") => commas.push(None),
            (Kind::Punctuation, ")") => _ = commas.pop(),
            (Kind::Punctuation, "]" | "}") => {
                commas.pop();
                functor = Some(token.span.end);
            }
            (Kind::Punctuation, ",") => {
                if let Some(Some(commas)) = commas.last_mut() {
                    *commas += 1;
                    return *commas >= WIDEST;
                }
            }
            (Kind::Atom, _) => functor = Some(token.span.end),
            _ => {}
        }
        false
    })
}

fn too_wide(arity: usize, term: Range<usize>) -> Mistake {
    Mistake::new(
        format!("a term has {arity} arguments; expected at most {WIDEST}"),
        term,
    )
}

fn too_deep(bracket: Range<usize>) -> Mistake {
    Mistake::new(
        format!("brackets are nested too deeply; expected at most {DEEPEST} levels"),
        bracket,
    )
}

fn wrong(message: &str, span: Range<usize>) -> State {
    State::Wrong(Mistake::new(message, span))
}

/// The clauses of a text, one after the other, with the comments before them; what follows the last
/// full stop is the last of them.
pub fn clauses(text: &str) -> impl Iterator<Item = &str> {
    let mut ends: Vec<_> = tokens(text)
        .into_iter()
        .filter(|token| token.kind == Kind::End)
        .map(|token| token.span.end)
        .collect();
    let rest = ends.last().map_or(text, |&end| &text[end..]);
    if !is_blank(rest) {
        ends.push(text.len());
    }
    let mut start = 0;
    ends.into_iter().map(move |end| {
        let clause = &text[start..end];
        start = end;
        clause.trim()
    })
}

/// Whether `text` holds nothing but white space and comments.
pub fn is_blank(text: &str) -> bool {
    tokens(text).iter().all(|token| token.kind == Kind::Comment)
}

/// `text` with a full stop, if it has none.
pub fn with_end(text: &str) -> String {
    match tokens(text)
        .iter()
        .rfind(|token| token.kind != Kind::Comment)
    {
        Some(Token {
            kind: Kind::End, ..
        })
        | None => text.to_owned(),
        // On a line of its own: the text may end in a comment, or in a symbol that would swallow
        // the stop.
        Some(_) => format!("{text}\n."),
    }
}

/// The line of `text` with this byte in it, its number from 1, and the column of the byte from 1.
pub fn line_at(text: &str, at: usize) -> (&str, usize, usize) {
    let at = text.floor_char_boundary(at);
    let before = &text[..at];
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let line = text[start..].lines().next().unwrap_or("");
    let number = before.matches('\n').count() + 1;
    (line, number, text[start..at].chars().count() + 1)
}
