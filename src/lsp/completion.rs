//! What may stand where somebody types: predicates with their arguments, variables of the clause, libraries.

use std::collections::BTreeSet;

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionTextEdit, Documentation, InsertTextFormat,
    MarkupContent, MarkupKind, TextEdit,
};

use super::{
    document::{Document, arguments},
    hover,
    known::KNOWN,
    manual::MANUAL,
    outline::{PartKind, Predicate},
};
use crate::syntax::Kind;

/// What may stand at a byte; `snippets` if the client goes through arguments from one to the next.
pub fn completion(document: &Document, byte: usize, snippets: bool) -> Vec<CompletionItem> {
    let text = document.text.as_str();
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let start = text[..byte].trim_end_matches(word).len();
    let prefix = &text[start..byte];
    let inside = document.outline.token_at(byte).is_some_and(|token| {
        let quoted = matches!(
            token.kind,
            Kind::Comment | Kind::String | Kind::Unterminated
        ) || token.source(text).starts_with('\'');
        quoted && token.span.start < start && (byte < token.span.end || token.kind == Kind::Comment)
    });
    if inside || prefix.starts_with(|c: char| c.is_ascii_digit()) {
        return Vec::new();
    }
    let complete = Complete {
        document,
        start,
        end: byte,
        snippets: snippets && !text[byte..].starts_with('('),
        called: text[byte..].starts_with('('),
    };
    let before = text[..start].trim_end();
    if before.ends_with("library(") {
        return complete.libraries(prefix);
    }
    if prefix.is_empty() {
        return Vec::new();
    }
    match prefix.starts_with(|c: char| c.is_uppercase() || c == '_') {
        true => complete.variables(prefix),
        false => complete.predicates(prefix),
    }
}

struct Complete<'a> {
    document: &'a Document,
    start: usize,
    end: usize,
    snippets: bool,
    /// Whether arguments are there already.
    called: bool,
}

impl Complete<'_> {
    fn libraries(&self, prefix: &str) -> Vec<CompletionItem> {
        let names = KNOWN.libraries().filter(|name| name.starts_with(prefix));
        names
            .map(|name| self.item(name, name, CompletionItemKind::MODULE))
            .collect()
    }

    fn variables(&self, prefix: &str) -> Vec<CompletionItem> {
        let outline = &self.document.outline;
        let Some(part) = outline.part_at(self.start) else {
            return Vec::new();
        };
        let part = &outline.parts[part];
        let text = self.document.text.as_str();
        // A clause that is being typed may have swallowed the next one.
        let tokens = outline.tokens[part.tokens.clone()].iter();
        let others = tokens
            .filter(|token| token.kind == Kind::Variable && token.span.start != self.start)
            .filter(|token| {
                part.kind != PartKind::Unread
                    || !text[self.end.min(token.span.start)..token.span.start.max(self.end)]
                        .contains("\n\n")
            });
        let names: BTreeSet<&str> = others.map(|token| token.source(text)).collect();
        let names = names.into_iter();
        names
            .filter(|name| name.len() > 1 && name.starts_with(prefix))
            .map(|name| self.item(name, name, CompletionItemKind::VARIABLE))
            .collect()
    }

    fn predicates(&self, prefix: &str) -> Vec<CompletionItem> {
        let outline = &self.document.outline;
        let own: BTreeSet<&Predicate> = outline
            .definitions()
            .filter(|one| one.span.start != self.start)
            .map(|one| &one.predicate)
            .chain(&outline.declared)
            .filter(|predicate| predicate.name.starts_with(prefix))
            .collect();
        let mut found: Vec<CompletionItem> = own
            .iter()
            .map(|predicate| {
                let head = self.document.head_of(predicate);
                let head = head.unwrap_or_else(|| predicate.indicator());
                let about = hover::own(self.document, predicate);
                let item = self.predicate(predicate, &head, Some(about));
                // What somebody wrote comes before what there is anyway.
                CompletionItem {
                    sort_text: Some(format!("0{}", predicate.indicator())),
                    ..item
                }
            })
            .collect();
        let known = MANUAL.range(prefix.to_owned()..);
        let known = known.take_while(|(name, _)| name.starts_with(prefix));
        for entry in known.flat_map(|(_, entries)| entries) {
            let arity = entry.indicator.rsplit_once('/');
            let arity = arity.and_then(|(_, arity)| arity.parse().ok());
            let predicate = Predicate::new(entry.name(), arity.unwrap_or(0));
            if !own.contains(&predicate) {
                let about = (!entry.doc.is_empty()).then(|| entry.markdown());
                found.push(self.predicate(&predicate, &entry.head, about));
            }
        }
        found
    }

    fn predicate(
        &self,
        predicate: &Predicate,
        head: &str,
        about: Option<String>,
    ) -> CompletionItem {
        let arguments = names_of_arguments(predicate, head);
        let label = match arguments.as_slice() {
            [] => predicate.name.clone(),
            arguments => format!("{}({})", predicate.name, arguments.join(", ")),
        };
        let insert = match arguments.as_slice() {
            [] => predicate.name.clone(),
            _ if self.called => predicate.name.clone(),
            arguments if self.snippets => {
                let holes = arguments.iter().enumerate();
                let holes = holes.map(|(at, name)| format!("${{{}:{name}}}", at + 1));
                format!(
                    "{}({})",
                    predicate.name,
                    holes.collect::<Vec<_>>().join(", ")
                )
            }
            _ => format!("{}(", predicate.name),
        };
        let format = match self.snippets && !arguments.is_empty() {
            true => InsertTextFormat::SNIPPET,
            false => InsertTextFormat::PLAIN_TEXT,
        };
        CompletionItem {
            detail: Some(head.to_owned()),
            documentation: about.map(|value| {
                let kind = MarkupKind::Markdown;
                Documentation::MarkupContent(MarkupContent { kind, value })
            }),
            filter_text: Some(predicate.name.clone()),
            sort_text: Some(format!("1{}", predicate.indicator())),
            insert_text_format: Some(format),
            ..self.item(&label, &insert, CompletionItemKind::FUNCTION)
        }
    }

    fn item(&self, label: &str, text: &str, kind: CompletionItemKind) -> CompletionItem {
        let range = self.document.text.range(&(self.start..self.end));
        CompletionItem {
            label: label.to_owned(),
            kind: Some(kind),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit {
                range,
                new_text: text.to_owned(),
            })),
            ..CompletionItem::default()
        }
    }
}

/// The names of a predicate's arguments, as far as its head tells them: without modes and types.
fn names_of_arguments(predicate: &Predicate, head: &str) -> Vec<String> {
    let written = arguments(head);
    let plain = |argument: &&str| {
        let name = argument.trim_start_matches(['+', '-', '?', ':', '@', '!', '^', '*', '/']);
        let end = name.find(|c: char| !(c.is_alphanumeric() || c == '_'));
        let name = &name[..end.unwrap_or(name.len())];
        name.starts_with(|c: char| c.is_uppercase())
            .then(|| name.to_owned())
    };
    // Of a grammar rule those that are written.
    let count = match written.len() {
        0 if head.contains("//") => predicate.arity.saturating_sub(2),
        0 => predicate.arity,
        count => count,
    };
    let name = |at: usize| {
        let known = written.get(at).and_then(plain);
        known.unwrap_or_else(|| format!("A{}", at + 1))
    };
    (0..count).map(name).collect()
}
