//! `bk.pl`: which predicates are ground facts, which are rules, and the tables of the former.

use std::{
    collections::{BTreeSet, HashMap},
    ops::Range,
};

use super::Severity;
use super::problem::{Problems, SourceFile};
use crate::{
    ilp::task::{Facts, Table, Values},
    syntax::{self, Dialect, Ops, Shape, Token, atom_name},
    term::Term,
};

/// What defines a predicate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Definition {
    /// Ground facts only: a table has them.
    Facts,
    /// Clauses that Prolog has to run.
    Rules,
    /// A declaration without any clause.
    Declared,
}

/// What the background defines.
#[derive(Debug, Default)]
pub(super) struct Background {
    /// The wanted predicates that it defines.
    pub defined: HashMap<(String, usize), Definition>,
    /// Whether it loads other files, which may define anything.
    pub open: bool,
    /// What else it defines.
    pub others: BTreeSet<(String, usize)>,
}

/// Reads the background: the tables of those of the `wanted` predicates that are ground facts.
pub(super) fn read(
    source: &SourceFile,
    wanted: &[(&str, usize)],
    values: &mut Values,
    facts: &mut Facts,
    problems: &mut Problems,
) -> Background {
    let text = source.text.as_str();
    let tokens: Vec<Token> = without_comments(text);
    let mut reader = Reader {
        source,
        problems,
        values,
        ops: Ops::swi(),
        strings: true,
        open: false,
        predicates: Vec::new(),
        index: HashMap::new(),
        others: BTreeSet::new(),
        latest: None,
        row: Vec::new(),
    };
    for &(name, arity) in wanted {
        reader
            .index
            .entry(name)
            .or_default()
            .push((arity, reader.predicates.len()));
        reader.predicates.push((Table::new(arity), None));
    }
    for clause in tokens.split_inclusive(|token| token.kind == syntax::Kind::End) {
        reader.clause(clause);
    }
    let mut background = Background {
        open: reader.open,
        others: reader.others,
        defined: HashMap::new(),
    };
    for (&(name, arity), (table, definition)) in wanted.iter().zip(reader.predicates) {
        let Some(definition) = definition else {
            continue;
        };
        let key = (name.to_owned(), arity);
        if definition != Definition::Rules {
            facts.insert(key.clone(), table);
        }
        background.defined.insert(key, definition);
    }
    background
}

/// The tokens of a text that are no comments. A first line that begins with `#` is none of the
/// text: SWI-Prolog skips it, for it may name the program that runs a script.
pub(super) fn without_comments(text: &str) -> Vec<Token> {
    let start = match text.starts_with('#') {
        true => text.find('\n').unwrap_or(text.len()),
        false => 0,
    };
    let mut tokens = syntax::tokens(&text[start..]);
    tokens.retain(|token| token.kind != syntax::Kind::Comment);
    for token in &mut tokens {
        token.span = token.span.start + start..token.span.end + start;
    }
    tokens
}

struct Reader<'a, 'b> {
    source: &'a SourceFile,
    problems: &'b mut Problems,
    values: &'b mut Values,
    ops: Ops,
    /// Whether double quotes mean lists of characters.
    strings: bool,
    open: bool,
    predicates: Vec<(Table, Option<Definition>)>,
    index: HashMap<&'b str, Vec<(usize, usize)>>,
    others: BTreeSet<(String, usize)>,
    /// The predicate of the clause before: facts of one predicate stand together.
    latest: Option<(String, usize, Option<usize>)>,
    row: Vec<u32>,
}

impl<'a> Reader<'a, '_> {
    fn text(&self, token: &Token) -> &'a str {
        token.source(&self.source.text)
    }

    fn clause(&mut self, clause: &[Token]) {
        if self.plain_fact(clause).is_some() {
            return;
        }
        let text = &self.source.text;
        let term = match syntax::read_clause(text, clause, &self.ops, Dialect::Swi) {
            Ok(term) => term,
            Err(problem) => return self.mistake(problem),
        };
        if matches!(self.text(&clause[0]), ":-" | "?-") {
            return self.directive(clause);
        }
        let Some(term) = term else {
            // Too deep: the name tells enough.
            return self.rule_by_name(clause);
        };
        let (head, extra) = match (term.rule(), term.arguments("-->")) {
            (_, Some([head, _])) => (head, Some(2)),
            ((head, body), None) => (head, body.map(|_| 0)),
        };
        let Some((name, arguments)) = head.call() else {
            return;
        };
        let Some(predicate) = self.wanted(name, arguments.len() + extra.unwrap_or(0)) else {
            return;
        };
        let text_in_strings =
            !self.strings && clause.iter().any(|token| self.text(token).starts_with('"'));
        if extra.is_some() || !term.is_ground() || text_in_strings {
            self.predicates[predicate].1 = Some(Definition::Rules);
            return;
        }
        self.row.clear();
        if let Shape::Compound(_, arguments) = term.shape {
            for argument in arguments {
                let value = self.values.intern(&Term::from(argument).canonical());
                self.row.push(value);
            }
        }
        self.push(predicate);
    }

    /// Takes a clause that is a name and arguments that are names and numbers, as nearly all are.
    fn plain_fact(&mut self, clause: &[Token]) -> Option<()> {
        let [name, open, arguments @ .., close, _] = clause else {
            return None;
        };
        if self.text(close) != ")" || self.text(open) != "(" || arguments.len() % 2 == 0 {
            return None;
        }
        let ended = clause.last()?.kind == syntax::Kind::End;
        let touches = name.span.end == open.span.start;
        let named = self
            .text(name)
            .starts_with(|c: char| c.is_ascii_lowercase());
        if !(ended && touches && named) {
            return None;
        }
        for (at, argument) in arguments.iter().enumerate() {
            let source = self.text(argument);
            let plain = match at % 2 {
                0 => is_canonical(argument.kind, source),
                _ => source == ",",
            };
            if !plain {
                return None;
            }
        }
        let predicate = self.wanted(self.text(name), arguments.len().div_ceil(2));
        let Some(predicate) = predicate else {
            return Some(());
        };
        self.row.clear();
        for argument in arguments.iter().step_by(2) {
            let value = self.values.intern(argument.source(&self.source.text));
            self.row.push(value);
        }
        self.push(predicate);
        Some(())
    }

    fn push(&mut self, predicate: usize) {
        let (table, definition) = &mut self.predicates[predicate];
        if *definition == Some(Definition::Rules) {
            return;
        }
        *definition = Some(Definition::Facts);
        table.push(&self.row);
    }

    fn wanted(&mut self, name: &str, arity: usize) -> Option<usize> {
        if let Some((latest, takes, index)) = &self.latest
            && latest == name
            && *takes == arity
        {
            return *index;
        }
        let arities = self.index.get(name).map_or(&[][..], Vec::as_slice);
        let index = arities
            .iter()
            .find(|(takes, _)| *takes == arity)
            .map(|(_, index)| *index);
        if index.is_none() {
            self.others.insert((name.to_owned(), arity));
        }
        self.latest = Some((name.to_owned(), arity, index));
        index
    }

    fn mistake(&mut self, problem: syntax::Mistake) {
        let culprit = self.source.text.get(problem.span.clone()).unwrap_or("");
        let library = syntax::library_of_operator(culprit);
        let import = library.map(|library| {
            format!("`:- use_module(library({library})).` makes {culprit} an operator")
        });
        let help = import.or(problem.help);
        let (span, message) = (problem.span, problem.message);
        self.problems
            .add(Severity::Error, self.source, span, message, help);
    }

    fn rule_by_name(&mut self, clause: &[Token]) {
        let Some(name) = clause.first().map(|token| atom_name(self.text(token))) else {
            return;
        };
        for &(_, predicate) in self.index.get(&*name).into_iter().flatten() {
            self.predicates[predicate].1 = Some(Definition::Rules);
        }
    }

    fn directive(&mut self, directive: &[Token]) {
        self.ops.learn(&self.source.text, directive);
        let words: Vec<&str> = directive.iter().map(|token| self.text(token)).collect();
        match words.get(1).copied().unwrap_or_default() {
            "consult" | "include" | "ensure_loaded" | "[" | "load_files" => self.open = true,
            "use_module" if words.get(3).copied() != Some("library") => self.open = true,
            "set_prolog_flag" if words.get(3).copied() == Some("double_quotes") => {
                self.strings = words.get(5).copied() == Some("chars");
            }
            "dynamic" | "discontiguous" | "table" => {
                for window in words.windows(3) {
                    if let [name, "/", arity] = window
                        && let Ok(arity) = arity.parse()
                        && let Some(predicate) = self.wanted(&atom_name(name), arity)
                    {
                        self.predicates[predicate]
                            .1
                            .get_or_insert(Definition::Declared);
                    }
                }
            }
            _ => {}
        }
    }
}

/// Whether a token's text is the canonical text of the term that it is.
fn is_canonical(kind: syntax::Kind, source: &str) -> bool {
    let bytes = source.as_bytes();
    match kind {
        syntax::Kind::Atom => {
            bytes[0].is_ascii_lowercase()
                && bytes
                    .iter()
                    .all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
        }
        syntax::Kind::Number => {
            bytes.iter().all(u8::is_ascii_digit) && (bytes[0] != b'0' || bytes.len() == 1)
        }
        _ => false,
    }
}

/// The place of a whole clause without its full stop.
pub(super) fn span_of(clause: &[Token]) -> Range<usize> {
    match (clause.first(), clause.last()) {
        (Some(first), Some(last)) => first.span.start..last.span.end,
        _ => 0..0,
    }
}
