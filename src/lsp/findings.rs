//! What is wrong with a document, in the words of the loader: mistakes, variables that occur once, clauses that are not
//! together, calls of procedures that do not exist.

use std::{cell::RefCell, ops::Range, path::Path};

use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    files::{self, Files, Imported},
    known::KNOWN,
    outline::{Import, Occurrence, Outline, Part, PartKind, Predicate, Role},
};
use crate::{
    engine::{Cause, Raised, Severity},
    library, session,
    syntax::{self, Kind},
    term::atom_text,
};

/// Something that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    pub severity: Severity,
    /// A name by which clients may tell the kinds of findings apart.
    pub code: &'static str,
    pub span: Range<usize>,
    pub message: String,
    /// What may be done about it.
    pub help: Option<String>,
    /// The first clause of a predicate whose clauses are not together.
    pub first: Option<Range<usize>>,
}

impl Finding {
    fn new(code: &'static str, severity: Severity, span: Range<usize>, cause: &Cause) -> Finding {
        let (message, help) = session::words(cause);
        Finding {
            severity,
            code,
            span,
            message,
            help,
            first: None,
        }
    }
}

/// All findings of a document, in the order of the text.
pub fn findings(
    text: &str,
    outline: &Outline,
    file: Option<&Path>,
    files: &mut Files,
) -> Vec<Finding> {
    // What a learner reads is in the notation of answer sets.
    if file.is_some_and(|file| file.ends_with("bias.pl")) {
        return Vec::new();
    }
    let mut found: Vec<Finding> = outline
        .mistakes
        .iter()
        .map(|mistake| {
            let cause = Cause::Syntax {
                message: mistake.message.clone(),
                help: mistake.help.clone(),
            };
            Finding::new("syntax", Severity::Error, mistake.span.clone(), &cause)
        })
        .collect();
    found.extend(singletons(text, outline));
    found.extend(missing(outline, file));
    if !outline.expands {
        found.extend(discontiguous(outline));
        found.extend(unknown(outline, file, files));
    }
    found.sort_by_key(|finding| (finding.span.start, finding.span.end));
    found
}

fn singletons(text: &str, outline: &Outline) -> Vec<Finding> {
    let read = |part: &&Part| matches!(part.kind, PartKind::Clause | PartKind::Directive);
    let told = outline.parts.iter().filter(read);
    let told = told.filter(|part| part.singletons && !part.conditional);
    let mut found = Vec::new();
    for part in told {
        // How often each name occurs, and where first.
        let mut names: Vec<(&str, usize, Range<usize>)> = Vec::new();
        for token in &outline.tokens[part.tokens.clone()] {
            let name = token.source(text);
            if token.kind != Kind::Variable || name.starts_with('_') {
                continue;
            }
            match names.iter_mut().find(|(other, ..)| *other == name) {
                Some((_, count, _)) => *count += 1,
                None => names.push((name, 1, token.span.clone())),
            }
        }
        let single = names.into_iter().filter(|&(_, count, _)| count == 1);
        found.extend(single.map(|(name, _, span)| {
            let cause = Cause::Singletons(vec![name.to_owned()]);
            Finding::new("singleton", Severity::Warning, span, &cause)
        }));
    }
    found
}

/// Files and libraries that are to be loaded and are not there.
fn missing(outline: &Outline, file: Option<&Path>) -> Vec<Finding> {
    let mut found = Vec::new();
    for (import, span) in &outline.loads {
        let part = outline.part_at(span.start).map(|part| &outline.parts[part]);
        let is_sure = part.is_some_and(|part| !part.conditional);
        let culprit = match (import, file) {
            // Of a library that nobody knows, it is only sure that it is not there if another one is meant.
            (Import::Library(Some(name)), _)
                if KNOWN.library(name).is_none()
                    && syntax::did_you_mean(name, library::importable().into_keys()).is_some() =>
            {
                format!("library({})", path_text(name))
            }
            (Import::File(Some(name)), Some(file))
                if ![files::METAGOL, "user"].contains(&name.trim_end_matches(".pl"))
                    && files::find(file, name).is_none() =>
            {
                atom_text(name)
            }
            _ => continue,
        };
        let raised = Raised {
            canonical: format!("error(existence_error(source_sink,{culprit}),[])"),
            ..Raised::default()
        };
        found.extend(is_sure.then(|| Finding {
            severity: Severity::Error,
            code: "missing-file",
            span: span.clone(),
            message: session::text(&raised),
            help: None,
            first: None,
        }));
    }
    found
}

/// `dcg/basics` as a term.
fn path_text(name: &str) -> String {
    let parts: Vec<String> = name.split('/').map(atom_text).collect();
    parts.join("/")
}

fn discontiguous(outline: &Outline) -> Vec<Finding> {
    let declared: FxHashSet<&Predicate> = outline
        .occurrences
        .iter()
        .filter(|one| one.role == Role::Declaration)
        .map(|one| &one.predicate)
        .collect();
    let mut first: FxHashMap<(usize, &Predicate), &Occurrence> = FxHashMap::default();
    let mut told = FxHashSet::default();
    let mut last = None;
    let mut found = Vec::new();
    for head in outline.definitions() {
        let part = &outline.parts[head.clause];
        let key = (part.unit, &head.predicate);
        if last.replace(key) == Some(key) || declared.contains(key.1) {
            continue;
        }
        let Some(&earlier) = first.get(&key) else {
            first.insert(key, head);
            continue;
        };
        if part.conditional
            || !part.together
            || outline.parts[earlier.clause].conditional
            || !told.insert(key)
        {
            continue;
        }
        let cause = Cause::Discontiguous {
            predicate: head.predicate.indicator(),
            line: outline.parts[earlier.clause].line as u64,
        };
        found.push(Finding {
            first: Some(earlier.span.clone()),
            ..Finding::new(
                "discontiguous",
                Severity::Warning,
                head.span.clone(),
                &cause,
            )
        });
    }
    found
}

fn unknown(outline: &Outline, file: Option<&Path>, files: &mut Files) -> Vec<Finding> {
    if outline.open {
        return Vec::new();
    }
    let own: FxHashSet<&Predicate> = outline
        .occurrences
        .iter()
        .filter(|one| {
            matches!(
                one.role,
                Role::Definition | Role::Declaration | Role::Import
            )
        })
        .map(|one| &one.predicate)
        .chain(&outline.declared)
        .collect();
    let called = outline.occurrences.iter();
    let called = called.filter(|one| one.role == Role::Call && !one.tolerant);
    let missing: Vec<&Occurrence> = called
        .filter(|one| !own.contains(&one.predicate) && !one.predicate.name.starts_with('$'))
        .collect();
    if missing.is_empty() {
        return Vec::new();
    }
    let imported = files.imported(outline, file);
    if imported.open {
        return Vec::new();
    }
    let missing = missing.into_iter().filter(|one| {
        let Predicate { name, arity } = &one.predicate;
        let there =
            KNOWN.is_predicate(name, *arity) && !is_to_be_imported(&one.predicate, &imported);
        !there && !imported.has(&one.predicate)
    });
    let mut missing = missing.peekable();
    let beside = match file {
        Some(file) if missing.peek().is_some() => match files.around(file, outline) {
            Some(names) => names,
            None => return Vec::new(),
        },
        _ => FxHashSet::default(),
    };
    let mut told: FxHashMap<&Predicate, String> = FxHashMap::default();
    let mut found = Vec::new();
    for one in missing.filter(|one| !beside.contains(&one.predicate.name)) {
        let message = told
            .entry(&one.predicate)
            .or_insert_with(|| sentence(&one.predicate, meant(&one.predicate.name, &own)));
        found.push(Finding {
            severity: Severity::Warning,
            code: "unknown-procedure",
            span: one.span.clone(),
            message: message.clone(),
            help: None,
            first: None,
        });
    }
    found
}

/// How many sentences are kept.
const SENTENCES: usize = 1000;

thread_local! {
    /// Sentences about unknown procedures: to find what may have been meant takes longer than all the rest, and a file is
    /// looked at after each key.
    static SAID: RefCell<FxHashMap<(Predicate, Vec<String>), String>> = RefCell::default();
}

/// That there is no such procedure; `meant` are those of the document that may have been meant.
fn sentence(predicate: &Predicate, meant: Vec<String>) -> String {
    let key = (predicate.clone(), meant);
    if let Some(known) = SAID.with_borrow(|said| said.get(&key).cloned()) {
        return known;
    }
    let indicator = format!("/({},{})", atom_text(&predicate.name), predicate.arity);
    let raised = Raised {
        canonical: format!("error(existence_error(procedure,{indicator}),{indicator})"),
        meant: key.1.clone(),
        ..Raised::default()
    };
    let sentence = session::text(&raised);
    SAID.with_borrow_mut(|said| {
        if said.len() == SENTENCES {
            said.clear();
        }
        said.insert(key, sentence.clone());
    });
    sentence
}

/// Whether a predicate is only there if its library is imported, which the document does not.
fn is_to_be_imported(predicate: &Predicate, imported: &Imported) -> bool {
    let indicator = predicate.indicator();
    let exports = |names: &str| {
        let mut names = names.split_whitespace();
        names.any(|name| name == indicator || name == predicate.name)
    };
    let found = library::IMPORTED.iter().filter(|(_, names)| exports(names));
    let mut providers = found.map(|(library, _)| *library).peekable();
    let elsewhere = library::exports(&predicate.name, false);
    let mut elsewhere = elsewhere.filter(|export| export.arity == predicate.arity);
    providers.peek().is_some()
        && elsewhere.next().is_none()
        && !providers.any(|library| imported.libraries.contains(library))
}

/// The document's predicates of this name, or else of the name that is closest to it.
fn meant(name: &str, own: &FxHashSet<&Predicate>) -> Vec<String> {
    let called = |wanted: &str| {
        let named = own.iter().filter(|predicate| predicate.name == wanted);
        let mut found: Vec<String> = named.map(|predicate| predicate.indicator()).collect();
        found.sort();
        found
    };
    let same = called(name);
    if !same.is_empty() {
        return same;
    }
    let names = own.iter().map(|predicate| predicate.name.clone());
    // All names of one letter are one edit apart.
    let close = syntax::did_you_mean(name, names).filter(|_| name.chars().count() > 1);
    close.map_or_else(Vec::new, |close| called(&close))
}
