//! Semantic tokens: what each token is, for clients that colour by meaning.

use lsp_types::{SemanticToken, SemanticTokenModifier, SemanticTokenType};

use super::{
    document::Document,
    known::KNOWN,
    outline::{Occurrence, PartKind, Role},
};
use crate::syntax::{self, Kind, Token};

/// What tokens may be. A token's type is an index of it.
pub const TYPES: [SemanticTokenType; 7] = [
    SemanticTokenType::COMMENT,
    SemanticTokenType::STRING,
    SemanticTokenType::NUMBER,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::FUNCTION,
    SemanticTokenType::OPERATOR,
    SemanticTokenType::MACRO,
];

/// What more there is to say of them; each is a bit.
pub const MODIFIERS: [SemanticTokenModifier; 2] = [
    SemanticTokenModifier::DEFINITION,
    SemanticTokenModifier::DEFAULT_LIBRARY,
];

const COMMENT: u32 = 0;
const STRING: u32 = 1;
const NUMBER: u32 = 2;
const VARIABLE: u32 = 3;
const FUNCTION: u32 = 4;
const OPERATOR: u32 = 5;
const MACRO: u32 = 6;

const DEFINITION: u32 = 1;
const DEFAULT_LIBRARY: u32 = 2;

/// The tokens of a document, each placed relative to the one before.
pub fn colours(document: &Document) -> Vec<SemanticToken> {
    let text = document.text.as_str();
    let mut occurrences = document.outline.occurrences.iter().peekable();
    let mut parts = document.outline.parts.iter().peekable();
    let mut painted = Painted::default();
    for (number, token) in document.outline.tokens.iter().enumerate() {
        while parts.next_if(|part| part.tokens.end <= number).is_some() {}
        let before = |one: &&Occurrence| one.span.start < token.span.start;
        while occurrences.next_if(before).is_some() {}
        let occurrence = occurrences.peek().filter(|one| one.span == token.span);
        let directive = parts
            .peek()
            .filter(|part| matches!(part.kind, PartKind::Directive | PartKind::Query));
        let at = directive.map(|part| number.wrapping_sub(part.tokens.start));
        let colour = match (at, token.kind) {
            (Some(0), _) => Some((MACRO, 0)),
            (Some(1), Kind::Atom) if is_directive(token.source(text)) => Some((MACRO, 0)),
            _ => colour(document, token, occurrence.copied()),
        };
        if let Some((kind, modifiers)) = colour {
            painted.paint(document, token, kind, modifiers);
        }
    }
    painted.tokens
}

fn is_directive(name: &str) -> bool {
    (0..=3).any(|arity| KNOWN.is_directive(name, arity))
}

fn colour(
    document: &Document,
    token: &Token,
    occurrence: Option<&Occurrence>,
) -> Option<(u32, u32)> {
    let source = token.source(document.text.as_str());
    match token.kind {
        Kind::Comment => Some((COMMENT, 0)),
        Kind::String => Some((STRING, 0)),
        Kind::Number => Some((NUMBER, 0)),
        Kind::Variable => Some((VARIABLE, 0)),
        Kind::Punctuation if matches!(source, ";" | "!" | "|") => Some((OPERATOR, 0)),
        Kind::Atom => {
            let name = syntax::atom_name(source);
            let called = document.text.as_str()[token.span.end..].starts_with('(');
            let symbolic = source
                .starts_with(|c: char| c != '\'' && !c.is_alphabetic() && c != '[' && c != '{');
            if !called && (symbolic || document.outline.ops.has(&name)) {
                return Some((OPERATOR, 0));
            }
            match occurrence {
                Some(one) if one.role == Role::Definition => Some((FUNCTION, DEFINITION)),
                Some(one) => {
                    let own = document.outline.defines(&one.predicate);
                    let library = !own && KNOWN.is_predicate(&name, one.predicate.arity);
                    Some((FUNCTION, if library { DEFAULT_LIBRARY } else { 0 }))
                }
                None => source.starts_with('\'').then_some((STRING, 0)),
            }
        }
        _ => None,
    }
}

#[derive(Default)]
struct Painted {
    tokens: Vec<SemanticToken>,
    line: u32,
    column: u32,
}

impl Painted {
    /// Adds a token; one on several lines in as many pieces, since not all clients know others.
    fn paint(&mut self, document: &Document, token: &Token, kind: u32, modifiers: u32) {
        let mut start = token.span.start;
        for piece in token.source(document.text.as_str()).split_inclusive('\n') {
            let shown = piece.trim_end_matches(['\n', '\r']);
            let position = document.text.position(start);
            start += piece.len();
            let length = document.text.encoding().width(shown) as u32;
            if length == 0 {
                continue;
            }
            let delta_line = position.line - self.line;
            let delta_start = match delta_line {
                0 => position.character - self.column,
                _ => position.character,
            };
            (self.line, self.column) = (position.line, position.character);
            self.tokens.push(SemanticToken {
                delta_line,
                delta_start,
                length,
                token_type: kind,
                token_modifiers_bitset: modifiers,
            });
        }
    }
}
