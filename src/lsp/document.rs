//! An open document: its text, what it holds, and what is at a place in it.

use std::{ops::Range, path::PathBuf};

use super::{
    files::Files,
    findings::{Finding, findings},
    outline::{Outline, Part, Predicate, Role},
    text::Text,
};
use crate::syntax::{self, Kind};

/// An open document.
#[derive(Debug)]
pub struct Document {
    pub text: Text,
    /// The version that the client has given to the text.
    pub version: i32,
    /// The file, if it is one.
    pub file: Option<PathBuf>,
    pub outline: Outline,
}

/// What somebody may ask about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Symbol<'a> {
    /// A predicate.
    Predicate(&'a Predicate),
    /// A variable of the clause with this number.
    Variable(usize, &'a str),
}

impl Document {
    /// Reads a text. Nothing of it is run.
    pub fn new(text: Text, version: i32, file: Option<PathBuf>, files: &mut Files) -> Document {
        let outline = Outline::read(text.as_str(), file.as_deref(), files);
        Document {
            text,
            version,
            file,
            outline,
        }
    }

    /// Reads the text again, after changes in it or in other files.
    pub fn reread(&mut self, files: &mut Files) {
        self.outline = Outline::read(self.text.as_str(), self.file.as_deref(), files);
    }

    /// What is wrong with it.
    pub fn findings(&self, files: &mut Files) -> Vec<Finding> {
        findings(
            self.text.as_str(),
            &self.outline,
            self.file.as_deref(),
            files,
        )
    }

    /// The predicate or variable at a byte, and where its name stands there.
    pub fn symbol_at(&self, byte: usize) -> Option<(Symbol<'_>, Range<usize>)> {
        let token = self.outline.token_at(byte)?;
        let span = token.span.clone();
        if token.kind == Kind::Variable {
            let name = token.source(self.text.as_str());
            let part = self.outline.part_at(token.span.start)?;
            return (name != "_").then_some((Symbol::Variable(part, name), span));
        }
        let occurrence = self.outline.occurrence_at(byte)?;
        Some((Symbol::Predicate(&occurrence.predicate), span))
    }

    /// Where a symbol occurs; whether it is defined there.
    pub fn places_of(&self, symbol: Symbol<'_>) -> Vec<(Range<usize>, bool)> {
        match symbol {
            Symbol::Predicate(predicate) => {
                let all = self.outline.occurrences_of(predicate);
                all.map(|one| (one.span.clone(), one.role == Role::Definition))
                    .collect()
            }
            Symbol::Variable(part, name) => {
                let part = &self.outline.parts[part];
                let all = self.outline.variables(self.text.as_str(), part, name);
                all.enumerate()
                    .map(|(number, token)| (token.span.clone(), number == 0))
                    .collect()
            }
        }
    }

    /// The comment right before a clause, without the signs of comments.
    pub fn comment_before(&self, part: &Part) -> Vec<&str> {
        let text = self.text.as_str();
        let mut lines: Vec<&str> = Vec::new();
        let mut below = part.span.start;
        for token in self.outline.tokens[..part.tokens.start].iter().rev() {
            let gap = &text[token.span.end..below];
            let own_line = text[..token.span.start].lines().next_back().unwrap_or("");
            let own_line = text[..token.span.start].ends_with('\n') || own_line.trim().is_empty();
            if token.kind != Kind::Comment || !own_line || gap.matches('\n').count() != 1 {
                break;
            }
            below = token.span.start;
            let comment = token.source(text);
            match comment.strip_prefix("/*") {
                Some(block) => {
                    let block = block.trim_end_matches("*/").trim_matches('*');
                    lines.extend(
                        block
                            .lines()
                            .rev()
                            .map(|line| line.trim_start_matches([' ', '*'])),
                    );
                    break;
                }
                None => lines.push(
                    comment
                        .trim_end()
                        .trim_start_matches('%')
                        .trim_start_matches('!'),
                ),
            }
        }
        lines.reverse();
        lines
    }

    /// The head of the first clause of a predicate, as it is written: a line of the comment before it, or the head itself.
    pub fn head_of(&self, predicate: &Predicate) -> Option<String> {
        let mut heads = self.outline.definitions();
        let first = heads.find(|one| one.predicate == *predicate)?;
        let part = &self.outline.parts[first.clause];
        let written = format!("{}(", predicate.name);
        let comment = self.comment_before(part).into_iter().find(|line| {
            let more = if first.grammar { 2 } else { 0 };
            line.trim_start().starts_with(&written)
                && arguments(line).len() + more == predicate.arity
        });
        let text = self.text.as_str();
        let end = self.end_of_head(part, first.span.end);
        Some(comment.map_or_else(
            || text[first.span.start..end].to_owned(),
            |line| line.trim().to_owned(),
        ))
    }

    /// Where the arguments end of a head whose name ends at `name`.
    fn end_of_head(&self, part: &Part, name: usize) -> usize {
        let text = self.text.as_str();
        let mut depth = 0;
        for token in &self.outline.tokens[part.tokens.clone()] {
            match token.source(text) {
                _ if token.span.start < name => continue,
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                let arguments = text[name..].starts_with('(');
                return if arguments { token.span.end } else { name };
            }
        }
        name
    }
}

/// The arguments of a head, as they are written: `["+From:square", "B"]` of `p(+From:square, B) is det`.
pub fn arguments(head: &str) -> Vec<&str> {
    let tokens = syntax::tokens(head);
    let mut found = Vec::new();
    let mut depth = 0;
    let mut start = 0;
    for token in &tokens {
        match token.source(head) {
            "(" | "[" | "{" => {
                depth += 1;
                if depth == 1 {
                    start = token.span.end;
                }
            }
            closer @ (")" | "]" | "}") => {
                depth -= 1;
                if depth == 0 {
                    if closer == ")" {
                        found.push(head[start..token.span.start].trim());
                    }
                    break;
                }
            }
            "," if depth == 1 => {
                found.push(head[start..token.span.start].trim());
                start = token.span.end;
            }
            _ => {}
        }
    }
    found
}
