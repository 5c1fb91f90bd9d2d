//! What the line editor asks: is the query complete, how is it coloured, what may follow.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    fs,
};

use rustyline::{
    Context, Helper, Result,
    completion::{Completer, Pair},
    highlight::{CmdKind, Highlighter},
    hint::Hinter,
    validate::{ValidationContext, ValidationResult, Validator},
};

use super::prompt::is_complete;
use crate::{
    library,
    native::help,
    syntax::{self, Kind, highlight},
};

/// Characters of a hint: it has to stay on the line.
const HINT: usize = 60;

/// The editor's helper for Prolog.
#[derive(Debug)]
pub struct PrologHelper {
    /// Heads of predicates, by name.
    predicates: BTreeMap<String, Vec<String>>,
    /// Atoms that were typed or consulted.
    atoms: BTreeSet<String>,
    /// Whether lines are coloured.
    colour: bool,
    /// Whether any line is complete: clauses are being typed, not a query.
    pub any_line: bool,
}

impl PrologHelper {
    /// A helper that knows the manual and the libraries.
    pub fn new(colour: bool) -> PrologHelper {
        let mut predicates: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for entry in help::entries() {
            let name = entry.name().to_owned();
            predicates.entry(name).or_default().push(entry.head);
        }
        for name in library::names() {
            if !predicates.contains_key(name) {
                let heads = library::exports(name, false)
                    .map(|export| format!("{name}/{}", export.arity))
                    .collect();
                predicates.insert(name.to_owned(), heads);
            }
        }
        PrologHelper {
            predicates,
            atoms: BTreeSet::new(),
            colour,
            any_line: false,
        }
    }

    /// Takes the names in a text for completion.
    pub fn learn(&mut self, text: &str) {
        let tokens = syntax::tokens(text);
        for name in syntax::names(text, &tokens) {
            let word = name.chars().all(|c| c.is_alphanumeric() || c == '_');
            if word && name.len() > 2 && !self.predicates.contains_key(name) {
                self.atoms.insert(name.to_owned());
            }
        }
    }

    /// Takes predicates, as `name/arity`, for completion.
    pub fn learn_predicates(&mut self, indicators: &[String]) {
        for indicator in indicators {
            let name = indicator.rsplit_once('/').map_or("", |(name, _)| name);
            let heads = self.predicates.entry(name.to_owned()).or_default();
            if !name.is_empty() && !heads.iter().any(|head| *head == **indicator) {
                heads.push(indicator.clone());
            }
        }
    }

    /// The predicates whose call is open at the end of `line`, innermost first.
    fn open_call(&self, line: &str) -> Option<&[String]> {
        let mut open = Vec::new();
        let mut before: Option<(&str, usize)> = None;
        for token in syntax::tokens(line) {
            let source = &line[token.span.clone()];
            match source {
                "(" => open.push(
                    before
                        .filter(|(_, end)| *end == token.span.start)
                        .map(|(name, _)| name),
                ),
                "[" | "{" => open.push(None),
                ")" | "]" | "}" => _ = open.pop(),
                _ => {}
            }
            before = (token.kind == Kind::Atom).then_some((source, token.span.end));
        }
        let known = |name| self.predicates.get(name);
        let heads = open.into_iter().rev().flatten().find_map(known)?;
        Some(heads.as_slice())
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

/// Prolog files of the working directory, without their extension.
fn files(prefix: &str) -> Vec<Pair> {
    let entries = fs::read_dir(".").into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let mut stems: Vec<_> = names
        .filter_map(|name| name.strip_suffix(".pl").map(str::to_owned))
        .filter(|stem| stem.starts_with(prefix))
        .collect();
    stems.sort();
    stems
        .into_iter()
        .map(|stem| Pair {
            display: format!("{stem}.pl"),
            replacement: stem,
        })
        .collect()
}

impl Completer for PrologHelper {
    type Candidate = Pair;

    fn complete(&self, line: &str, position: usize, _: &Context<'_>) -> Result<(usize, Vec<Pair>)> {
        let start = word_start(line, position);
        let word = &line[start..position];
        if line[..start].trim_start() == "[" {
            return Ok((start, files(word)));
        }
        if word.is_empty() {
            return Ok((start, Vec::new()));
        }
        let predicates = self
            .predicates
            .range(word.to_owned()..)
            .take_while(|(name, _)| name.starts_with(word))
            .flat_map(|(name, heads)| {
                heads.iter().map(move |head| Pair {
                    display: head.clone(),
                    replacement: match head.ends_with("/0") {
                        true => name.clone(),
                        false => format!("{name}("),
                    },
                })
            });
        let atoms = self
            .atoms
            .range(word.to_owned()..)
            .take_while(|atom| atom.starts_with(word))
            .map(|atom| Pair {
                display: atom.clone(),
                replacement: atom.clone(),
            });
        Ok((start, predicates.chain(atoms).collect()))
    }
}

impl Hinter for PrologHelper {
    type Hint = String;

    fn hint(&self, line: &str, position: usize, _: &Context<'_>) -> Option<String> {
        if position < line.len() || line.trim().is_empty() {
            return None;
        }
        if line.ends_with('\n') {
            return Some("    % a full stop ends the query".to_owned());
        }
        let hint = self.open_call(line)?.join("   ");
        let shown: String = hint.chars().take(HINT).collect();
        let more = if shown.len() < hint.len() { "..." } else { "" };
        Some(format!("    {shown}{more}"))
    }
}

impl Highlighter for PrologHelper {
    fn highlight<'l>(&self, line: &'l str, position: usize) -> Cow<'l, str> {
        match self.colour && !super::is_command(line) {
            true => Cow::Owned(highlight(line, Some(position))),
            false => Cow::Borrowed(line),
        }
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        match self.colour {
            true => Cow::Owned(format!("\x1b[2m{hint}\x1b[0m")),
            false => Cow::Borrowed(hint),
        }
    }

    fn highlight_char(&self, _: &str, _: usize, _: CmdKind) -> bool {
        self.colour
    }
}

impl Validator for PrologHelper {
    fn validate(&self, context: &mut ValidationContext<'_>) -> Result<ValidationResult> {
        Ok(match self.any_line || is_complete(context.input()) {
            true => ValidationResult::Valid(None),
            false => ValidationResult::Incomplete,
        })
    }
}

impl Helper for PrologHelper {}
