//! What the line editor asks: is the query complete, how is it coloured, what may follow.

use std::borrow::Cow;

use rustyline::{
    Context, Helper, Result,
    completion::{Completer, Pair},
    highlight::{CmdKind, Highlighter},
    hint::Hinter,
    validate::{ValidationContext, ValidationResult, Validator},
};

use crate::{
    session::{
        assist::{Assist, is_complete},
        is_setting,
    },
    syntax::highlight,
};

/// Characters of a hint: it has to stay on the line.
const HINT: usize = 60;

/// The editor's helper for Prolog.
#[derive(Debug)]
pub struct PrologHelper {
    /// What may follow.
    pub assist: Assist,
    /// Whether lines are coloured.
    colour: bool,
    /// Whether any line is complete: clauses are being typed, not a query.
    pub any_line: bool,
}

impl PrologHelper {
    /// A helper that knows the manual and the libraries.
    pub fn new(colour: bool) -> PrologHelper {
        PrologHelper {
            assist: Assist::new(),
            colour,
            any_line: false,
        }
    }
}

impl Completer for PrologHelper {
    type Candidate = Pair;

    fn complete(&self, line: &str, position: usize, _: &Context<'_>) -> Result<(usize, Vec<Pair>)> {
        let (start, found) = self.assist.complete(line, position);
        let pairs = found.into_iter().map(|candidate| Pair {
            display: candidate.shown,
            replacement: candidate.text,
        });
        Ok((start, pairs.collect()))
    }
}

impl Hinter for PrologHelper {
    type Hint = String;

    fn hint(&self, line: &str, position: usize, _: &Context<'_>) -> Option<String> {
        if position < line.len() || line.trim().is_empty() {
            return None;
        }
        if line.ends_with('\n') {
            return Some("    % a full stop ends the query".to_owned());
        }
        let hint = self.assist.open_call(line)?.join("   ");
        let shown: String = hint.chars().take(HINT).collect();
        let more = if shown.len() < hint.len() { "..." } else { "" };
        Some(format!("    {shown}{more}"))
    }
}

impl Highlighter for PrologHelper {
    fn highlight<'l>(&self, line: &'l str, position: usize) -> Cow<'l, str> {
        match self.colour && !is_setting(line) {
            true => Cow::Owned(highlight(line, Some(position))),
            false => Cow::Borrowed(line),
        }
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        match self.colour {
            true => Cow::Owned(format!("\x1b[2m{hint}\x1b[0m")),
            false => Cow::Borrowed(hint),
        }
    }

    fn highlight_char(&self, _: &str, _: usize, _: CmdKind) -> bool {
        self.colour
    }
}

impl Validator for PrologHelper {
    fn validate(&self, context: &mut ValidationContext<'_>) -> Result<ValidationResult> {
        Ok(match self.any_line || is_complete(context.input()) {
            true => ValidationResult::Valid(None),
            false => ValidationResult::Incomplete,
        })
    }
}

impl Helper for PrologHelper {}
