//! What there is to tell about a place: the manual's entry on a predicate, or the picture of a position.

use std::ops::Range;

use super::{
    document::{Document, Symbol},
    manual::{self, MANUAL},
    outline::Predicate,
};
use crate::{
    chess::{Position, board},
    native::help::Entry,
    syntax::{self, Kind},
};

/// Markdown about what is at a byte, and where that stands.
pub fn hover(document: &Document, byte: usize) -> Option<(String, Range<usize>)> {
    let token = document.outline.token_at(byte)?;
    let source = token.source(document.text.as_str());
    let span = token.span.clone();
    if token.kind == Kind::String {
        return Some((picture(&syntax::quoted_text(source))?, span));
    }
    if token.kind != Kind::Atom {
        return None;
    }
    let text = match document.symbol_at(byte) {
        Some((Symbol::Predicate(predicate), _)) => match document.outline.defines(predicate) {
            true => own(document, predicate),
            false => said(manual::entry(&predicate.name, predicate.arity)?)?,
        },
        // In a clause that cannot be read, and in data, the name of a call may be meant.
        _ => {
            let called = document.text.as_str()[span.end..].starts_with('(');
            let entries = called.then(|| MANUAL.get(&*syntax::atom_name(source)))??;
            let texts: Vec<String> = entries.iter().filter_map(said).collect();
            (!texts.is_empty()).then(|| texts.join("\n"))?
        }
    };
    Some((text, span))
}

/// The board of a position, and its last line, which says who moves.
fn picture(fen: &str) -> Option<String> {
    let position = Position::parse(fen).ok()?;
    let board = board::draw(&position, board::Style::default());
    Some(format!("```text\n{board}\n```\n"))
}

/// An entry that has something to say.
fn said(entry: &Entry) -> Option<String> {
    (!entry.doc.is_empty()).then(|| entry.markdown())
}

/// What a predicate's own file says of it.
pub fn own(document: &Document, predicate: &Predicate) -> String {
    let outline = &document.outline;
    let heads = || {
        outline
            .definitions()
            .filter(|one| one.predicate == *predicate)
    };
    let head = document.head_of(predicate);
    let head = head.unwrap_or_else(|| predicate.indicator());
    let Some(first) = heads().next() else {
        return format!("### `{head}`\n\nDeclared in this file.\n");
    };
    let part = &outline.parts[first.clause];
    let comment = document.comment_before(part).into_iter();
    let comment = comment.filter(|line| line.trim() != head);
    let comment: Vec<&str> = comment.skip_while(|line| line.trim().is_empty()).collect();
    let place = match heads().count() {
        1 => format!("Line {} of this file.", part.line),
        count => format!("{count} clauses from line {} of this file.", part.line),
    };
    match comment.is_empty() {
        true => format!("### `{head}`\n\n{place}\n"),
        false => format!("### `{head}`\n\n{}\n\n{place}\n", without_margin(&comment)),
    }
}

/// Lines without the blanks that all of them begin with.
fn without_margin(lines: &[&str]) -> String {
    let margin = |line: &&&str| line.len() - line.trim_start().len();
    let filled = lines.iter().filter(|line| !line.trim().is_empty());
    let margin = filled.map(|line| margin(&line)).min().unwrap_or(0);
    let cut = lines.iter().map(|line| line.get(margin..).unwrap_or(""));
    cut.collect::<Vec<_>>().join("\n")
}
