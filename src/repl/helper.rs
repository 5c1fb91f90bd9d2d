//! What the line editor asks: is the query complete, and which predicates begin like this.

use rustyline::{
    Context, Helper, Result,
    completion::{Completer, Pair},
    highlight::Highlighter,
    hint::Hinter,
    validate::{ValidationContext, ValidationResult, Validator},
};

use crate::{
    native::help,
    syntax::{self, State},
};

/// The editor's helper for Prolog.
#[derive(Debug)]
pub struct PrologHelper {
    /// Names and heads of the predicates in the manual.
    predicates: Vec<(String, String)>,
    /// Whether any line is complete: clauses are being typed, not a query.
    pub any_line: bool,
}

impl Default for PrologHelper {
    fn default() -> Self {
        PrologHelper {
            predicates: help::entries()
                .into_iter()
                .map(|entry| (entry.name().to_owned(), entry.head))
                .collect(),
            any_line: false,
        }
    }
}

/// Where the word that ends at `position` begins.
fn word_start(line: &str, position: usize) -> usize {
    line[..position]
        .rfind(|c: char| !(c.is_alphanumeric() || c == '_'))
        .map_or(0, |before| {
            before + line[before..].chars().next().map_or(1, char::len_utf8)
        })
}

impl Completer for PrologHelper {
    type Candidate = Pair;

    fn complete(&self, line: &str, position: usize, _: &Context<'_>) -> Result<(usize, Vec<Pair>)> {
        let start = word_start(line, position);
        let word = &line[start..position];
        let candidates = self
            .predicates
            .iter()
            .filter(|(name, _)| !word.is_empty() && name.starts_with(word))
            .map(|(name, head)| Pair {
                display: head.clone(),
                replacement: format!("{name}("),
            })
            .collect();
        Ok((start, candidates))
    }
}

impl Hinter for PrologHelper {
    type Hint = String;
}

impl Highlighter for PrologHelper {}

impl Validator for PrologHelper {
    fn validate(&self, context: &mut ValidationContext<'_>) -> Result<ValidationResult> {
        let text = context.input();
        let complete = self.any_line
            || syntax::is_blank(text)
            || syntax::state(syntax::clauses(text).last().unwrap_or(text)) != State::Incomplete;
        Ok(match complete {
            true => ValidationResult::Valid(None),
            false => ValidationResult::Incomplete,
        })
    }
}

impl Helper for PrologHelper {}
