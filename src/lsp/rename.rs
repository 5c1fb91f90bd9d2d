//! Another name for a predicate or a variable, in one document.

use std::ops::Range;

use lsp_types::{Position, TextEdit};

use super::{
    document::{Document, Symbol},
    outline::{Part, Predicate},
};
use crate::syntax::{self, Kind};

/// What can be renamed at a position: its place and its name there.
pub fn renamed_at(document: &Document, position: Position) -> Option<(Range<usize>, String)> {
    let (symbol, span) = document.symbol_at(document.text.byte(position))?;
    let written = document.text.as_str()[span.clone()].to_owned();
    let own = match symbol {
        Symbol::Predicate(predicate) => document.outline.defines(predicate),
        Symbol::Variable(..) => true,
    };
    own.then_some((span, written))
}

/// The edits by which what is at a position gets another name.
///
/// # Errors
///
/// Why that cannot be, with the name in question.
pub fn rename(
    document: &Document,
    position: Position,
    name: &str,
) -> Result<Vec<TextEdit>, String> {
    let symbol = document.symbol_at(document.text.byte(position));
    let (symbol, _) = symbol.ok_or("there is neither a predicate nor a variable here")?;
    match symbol {
        Symbol::Variable(part, old) => {
            may_be_variable(document, &document.outline.parts[part], old, name)?;
        }
        Symbol::Predicate(predicate) => may_be_predicate(document, predicate, name)?,
    }
    let edit = |(span, _): (Range<usize>, bool)| TextEdit {
        range: document.text.range(&span),
        new_text: name.to_owned(),
    };
    let places = document.places_of(symbol).into_iter();
    Ok(places.map(edit).collect())
}

/// Whether a text is one token, and which.
fn token_of(text: &str) -> Option<Kind> {
    match syntax::tokens(text).as_slice() {
        [token] if token.span == (0..text.len()) => Some(token.kind),
        _ => None,
    }
}

fn may_be_variable(document: &Document, part: &Part, old: &str, name: &str) -> Result<(), String> {
    if token_of(name) != Some(Kind::Variable) || name == "_" {
        return Err(format!(
            "`{name}` is no name of a variable; expected one that begins with a capital letter or _"
        ));
    }
    let text = document.text.as_str();
    let mut same = document.outline.variables(text, part, name);
    match name != old && same.next().is_some() {
        true => Err(format!(
            "`{name}` is another variable of this clause already"
        )),
        false => Ok(()),
    }
}

fn may_be_predicate(document: &Document, predicate: &Predicate, name: &str) -> Result<(), String> {
    let outline = &document.outline;
    if !outline.defines(predicate) {
        let indicator = predicate.indicator();
        return Err(format!("{indicator} is not defined in this file"));
    }
    if token_of(name) != Some(Kind::Atom) {
        return Err(format!(
            "`{name}` is no name of a predicate; expected an atom, such as `good_move` or `'good move'`"
        ));
    }
    let plain = syntax::atom_name(name);
    let other = Predicate::new(&plain, predicate.arity);
    if other != *predicate && outline.defines(&other) {
        return Err(format!(
            "`{name}`: the file has {} already",
            other.indicator()
        ));
    }
    let is_operator = |name: &str| outline.ops.has(name);
    if is_operator(&plain) {
        return Err(format!("`{name}` is an operator"));
    }
    if is_operator(&predicate.name) {
        let indicator = predicate.indicator();
        return Err(format!(
            "`{indicator}` is written as an operator; `{name}` is none"
        ));
    }
    Ok(())
}
