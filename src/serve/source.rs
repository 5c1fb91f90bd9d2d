//! Where the rule of a motif stands: its file, and the lines.

use std::{collections::HashMap, sync::LazyLock};

use serde::{Deserialize, Serialize};

use super::api::Refusal;
use crate::{
    library::MODULES,
    syntax::{self, Kind, Token},
};

/// A clause, as an explanation shows it.
#[derive(Debug, Deserialize)]
pub struct Asked {
    rule: String,
}

/// Where it stands.
#[derive(Debug, Serialize)]
pub struct Place {
    file: String,
    line: usize,
    lines: usize,
    text: &'static str,
}

/// The module that has the rules of motifs.
const RULES: &str = "motif_rules";

/// Its clauses, by what they are made of: where they begin, and how many lines they have.
static CLAUSES: LazyLock<HashMap<Vec<&'static str>, (usize, usize)>> = LazyLock::new(|| {
    let tokens = syntax::tokens(text());
    let clauses = syntax::split(text(), &tokens);
    let placed = clauses.iter().map(|clause| {
        let words = written(text(), &tokens[clause.tokens.clone()]);
        (words, (clause.line, clause.text.lines().count()))
    });
    placed.collect()
});

fn text() -> &'static str {
    let rules = MODULES.iter().find(|module| module.name == RULES);
    rules.map_or("", |module| module.text)
}

/// `source`.
pub fn find(asked: Asked) -> Result<Place, Refusal> {
    let place = CLAUSES.get(&words(&asked.rule));
    let &(line, lines) = place.ok_or("no rule of a motif is written so")?;
    Ok(Place {
        file: format!("prolog/{RULES}.pl"),
        line,
        lines,
        text: text(),
    })
}

/// What a clause is made of, however it is laid out.
fn words(clause: &str) -> Vec<&str> {
    let clause = clause.trim();
    written(clause, &syntax::tokens(clause))
}

/// Quotes, brackets and signs that a printed clause may have and a written one not are left out.
fn written<'a>(text: &'a str, tokens: &[Token]) -> Vec<&'a str> {
    let kept = tokens
        .iter()
        .filter(|token| !matches!(token.kind, Kind::Comment | Kind::End));
    kept.map(|token| token.source(text).trim_matches('\''))
        .filter(|word| !matches!(*word, "(" | ")" | "{" | "}"))
        .collect()
}
