//! Answers about places in a document: where something is defined and used, and which predicates there are.

use std::{collections::HashMap, fs};

use lsp_types::{
    DocumentHighlight, DocumentHighlightKind, DocumentSymbol, Position, Range, SymbolKind,
};
use serde::Serialize;

use super::{
    document::{Document, Symbol},
    files::Files,
    outline::{Predicate, Role},
    text::Text,
    uri,
};

/// A range in a document. Clients' own names of documents are opaque, so they come back as they were.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Location {
    pub uri: String,
    pub range: Range,
}

/// Where what is at a position is defined.
pub fn definition(
    document: &Document,
    uri: &str,
    position: Position,
    files: &mut Files,
) -> Option<Location> {
    let (symbol, _) = document.symbol_at(document.text.byte(position))?;
    let places = document.places_of(symbol);
    let own = places.iter().find(|(_, defined)| *defined);
    if let Some((span, _)) = own {
        return Some(Location {
            uri: uri.to_owned(),
            range: document.text.range(span),
        });
    }
    let Symbol::Predicate(predicate) = symbol else {
        return None;
    };
    let (path, span) = files.definition(&document.outline, document.file.as_deref()?, predicate)?;
    let text = Text::new(fs::read_to_string(&path).ok()?, document.text.encoding());
    Some(Location {
        uri: uri::of_path(&path),
        range: text.range(&span),
    })
}

/// Where it occurs.
pub fn references(
    document: &Document,
    uri: &str,
    position: Position,
    with_definitions: bool,
) -> Vec<Location> {
    let symbol = document.symbol_at(document.text.byte(position));
    let places = symbol.map_or_else(Vec::new, |(symbol, _)| document.places_of(symbol));
    let wanted = places
        .iter()
        .filter(|(_, defined)| with_definitions || !defined);
    let location = |(span, _): &(std::ops::Range<usize>, bool)| Location {
        uri: uri.to_owned(),
        range: document.text.range(span),
    };
    wanted.map(location).collect()
}

/// The same, to be shown in the text.
pub fn highlights(document: &Document, position: Position) -> Vec<DocumentHighlight> {
    let symbol = document.symbol_at(document.text.byte(position));
    let places = symbol.map_or_else(Vec::new, |(symbol, _)| document.places_of(symbol));
    let highlight = |(span, defined): (std::ops::Range<usize>, bool)| DocumentHighlight {
        range: document.text.range(&span),
        kind: Some(match defined {
            true => DocumentHighlightKind::WRITE,
            false => DocumentHighlightKind::READ,
        }),
    };
    places.into_iter().map(highlight).collect()
}

/// The predicates that the document defines, each with its first clauses.
pub fn symbols(document: &Document) -> Vec<DocumentSymbol> {
    let heads: Vec<_> = document.outline.definitions().collect();
    let mut counts: HashMap<&Predicate, usize> = HashMap::new();
    for head in &heads {
        *counts.entry(&head.predicate).or_default() += 1;
    }
    let mut found = Vec::new();
    for (at, head) in heads.iter().enumerate() {
        let predicate = &head.predicate;
        // Taken out, so that the clauses further down are no second symbol.
        let Some(count) = counts.remove(predicate) else {
            continue;
        };
        // Up to the last clause before one of another predicate.
        let same = heads[at..]
            .iter()
            .take_while(|one| one.predicate == *predicate);
        let last = same.last().unwrap_or(head);
        let parts = &document.outline.parts;
        let span = parts[head.clause].span.start..parts[last.clause].span.end;
        let name = match head.grammar {
            true => format!("{}//{}", predicate.name, predicate.arity - 2),
            false => predicate.indicator(),
        };
        let detail = match count {
            1 => "1 clause".to_owned(),
            count => format!("{count} clauses"),
        };
        found.push(symbol(
            name,
            detail,
            SymbolKind::FUNCTION,
            document.text.range(&span),
            document.text.range(&head.span),
        ));
    }
    if let Some(module) = &document.outline.module {
        let part = &document.outline.parts[module.clause];
        let range = document.text.range(&part.span);
        let exports = document.outline.occurrences.iter();
        let exports = exports.filter(|one| one.role == Role::Export).count();
        let detail = format!("{exports} exported");
        found.insert(
            0,
            symbol(
                module.name.clone(),
                detail,
                SymbolKind::MODULE,
                range,
                range,
            ),
        );
    }
    found
}

#[allow(deprecated)]
fn symbol(
    name: String,
    detail: String,
    kind: SymbolKind,
    range: Range,
    selection_range: Range,
) -> DocumentSymbol {
    DocumentSymbol {
        name,
        detail: Some(detail),
        kind,
        tags: None,
        // It has to be given, though it is deprecated.
        deprecated: None,
        range,
        selection_range,
        children: None,
    }
}
