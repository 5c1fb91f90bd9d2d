//! Which arguments the call takes in which somebody types.

use lsp_types::{
    Documentation, MarkupContent, MarkupKind, ParameterInformation, ParameterLabel, SignatureHelp,
    SignatureInformation,
};
use rustc_hash::FxHashSet;

use super::{
    document::{Document, arguments},
    hover,
    manual::MANUAL,
};
use crate::syntax::{self, Kind};

/// The predicates with the name of the call whose arguments a byte is in, by what a document or the manual says of them.
pub fn signatures(document: &Document, byte: usize, kind: MarkupKind) -> Option<SignatureHelp> {
    let (name, before) = call(document, byte)?;
    let outline = &document.outline;
    let mut own = FxHashSet::default();
    let heads = outline.definitions().map(|one| &one.predicate);
    let heads = heads.filter(|predicate| predicate.name == name && own.insert(*predicate));
    let mut found: Vec<(String, String)> = heads
        .filter_map(|predicate| {
            Some((
                document.head_of(predicate)?,
                hover::own(document, predicate),
            ))
        })
        .collect();
    let known = MANUAL.get(&name).into_iter().flatten();
    let others = known.filter(|entry| own.iter().all(|own| own.indicator() != entry.indicator));
    found.extend(others.map(|entry| (entry.head.clone(), entry.markdown())));
    let mut signatures: Vec<SignatureInformation> = found
        .into_iter()
        .map(|(label, value)| {
            signature(
                label,
                MarkupContent {
                    kind: kind.clone(),
                    value,
                },
            )
        })
        .filter(|one| one.parameters.as_ref().is_some_and(|list| !list.is_empty()))
        .collect();
    signatures.sort_by_key(arity);
    let active = signatures.iter().position(|one| arity(one) > before);
    (!signatures.is_empty()).then(|| SignatureHelp {
        active_signature: Some(active.unwrap_or(0) as u32),
        active_parameter: Some(before as u32),
        signatures,
    })
}

fn arity(signature: &SignatureInformation) -> usize {
    signature.parameters.as_ref().map_or(0, Vec::len)
}

/// One of them; its arguments are pointed at by their places, as two may look the same.
fn signature(label: String, text: MarkupContent) -> SignatureInformation {
    let units = |part: &str| part.encode_utf16().count() as u32;
    let mut from = label.find('(').map_or(0, |open| open + 1);
    let parameters = arguments(&label).into_iter().map(|argument| {
        let start = from + label[from..].find(argument).unwrap_or(0);
        from = start + argument.len();
        ParameterInformation {
            label: ParameterLabel::LabelOffsets([units(&label[..start]), units(&label[..from])]),
            documentation: None,
        }
    });
    SignatureInformation {
        parameters: Some(parameters.collect()),
        label,
        documentation: Some(Documentation::MarkupContent(text)),
        active_parameter: None,
    }
}

/// The name of the innermost call around a byte, and how many arguments stand before it.
fn call(document: &Document, byte: usize) -> Option<(String, usize)> {
    let text = document.text.as_str();
    let tokens = &document.outline.tokens;
    let behind = tokens.partition_point(|token| token.span.end <= byte);
    let (mut depth, mut before) = (0, 0);
    for (at, token) in tokens[..behind].iter().enumerate().rev() {
        match (token.kind, token.source(text)) {
            (Kind::End, _) => return None,
            (Kind::Punctuation, ")" | "]" | "}") => depth += 1,
            (Kind::Punctuation, "(" | "[" | "{") if depth > 0 => depth -= 1,
            (Kind::Punctuation, "(") => {
                let functor = at.checked_sub(1).map(|at| &tokens[at]);
                let called = |functor: &&syntax::Token| {
                    functor.kind == Kind::Atom && functor.span.end == token.span.start
                };
                match functor.filter(called) {
                    Some(functor) => {
                        let name = syntax::atom_name(functor.source(text));
                        return Some((name.into_owned(), before));
                    }
                    None => before = 0,
                }
            }
            (Kind::Punctuation, "[" | "{") => before = 0,
            (Kind::Punctuation, ",") if depth == 0 => before += 1,
            _ => {}
        }
    }
    None
}
