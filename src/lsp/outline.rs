//! What a file holds: its clauses, the predicates that they define and call, and what is imported.

use std::{ops::Range, path::Path};

use rustc_hash::{FxHashMap, FxHashSet};

use super::{files::Files, goals::Reader, known::KNOWN};
use crate::{
    library::{self, Argument},
    syntax::{self, Clause, Dialect, Kind, Mistake, Ops, Shape, Spanned, Token},
};

/// A predicate by name and arity.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Predicate {
    pub name: String,
    pub arity: usize,
}

impl Predicate {
    pub fn new(name: &str, arity: usize) -> Predicate {
        Predicate {
            name: name.to_owned(),
            arity,
        }
    }

    /// As `name/arity`.
    pub fn indicator(&self) -> String {
        format!("{}/{}", self.name, self.arity)
    }
}

/// What an occurrence of a predicate's name is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The head of a clause.
    Definition,
    /// A goal, or a part of one that will be a goal.
    Call,
    /// In a directive that says something of a predicate of this file.
    Declaration,
    /// In the list of what a module exports.
    Export,
    /// Anywhere else where the predicate is meant.
    Import,
}

/// The name of a predicate in the text.
#[derive(Debug, Clone)]
pub struct Occurrence {
    pub predicate: Predicate,
    /// The name.
    pub span: Range<usize>,
    pub role: Role,
    /// The number of the clause around it.
    pub clause: usize,
    /// Whether it is that of a grammar rule, whose arity is written with two less.
    pub grammar: bool,
    /// Whether nothing is to be said if there is no such predicate.
    pub tolerant: bool,
}

/// What a clause of a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartKind {
    /// A fact, a rule or a grammar rule.
    Clause,
    /// A directive.
    Directive,
    /// A query with the description of its answers behind it.
    Query,
    /// Such a description.
    Answers,
    /// What cannot be read, or is not to be.
    Unread,
}

/// A clause of a file.
#[derive(Debug, Clone)]
pub struct Part {
    pub span: Range<usize>,
    /// Its tokens, by number.
    pub tokens: Range<usize>,
    /// Its first line, from 1.
    pub line: usize,
    pub kind: PartKind,
    /// Whether it is only there if a condition holds.
    pub conditional: bool,
    /// The number of the unit of tests that it is in; 0 outside of all.
    pub unit: usize,
    /// Whether variables that occur once are to be told of.
    pub singletons: bool,
    /// Whether it is to be told if it is not beside the other clauses of its predicate.
    pub together: bool,
}

/// What is loaded besides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Import {
    /// `library(Name)`; none if it is not known before it runs.
    Library(Option<String>),
    /// A file.
    File(Option<String>),
}

/// A module of the user's.
#[derive(Debug, Clone)]
pub struct Module {
    pub name: String,
    /// The number of its directive.
    pub clause: usize,
}

/// What a file holds.
#[derive(Debug, Default)]
pub struct Outline {
    pub tokens: Vec<Token>,
    pub parts: Vec<Part>,
    /// In the order of the text.
    pub occurrences: Vec<Occurrence>,
    pub mistakes: Vec<Mistake>,
    pub module: Option<Module>,
    /// Predicates that are there without clauses in this file.
    pub declared: FxHashSet<Predicate>,
    /// All predicates that the file has clauses for or declares.
    own: FxHashSet<Predicate>,
    /// Which arguments are goals, as the file declares it.
    pub metas: FxHashMap<Predicate, Vec<Argument>>,
    pub imports: Vec<Import>,
    /// What directives load themselves, with the place where they name it.
    pub loads: Vec<(Import, Range<usize>)>,
    /// The operators of the file.
    pub ops: Ops,
    /// Those of them that who loads the file gets.
    pub exported_ops: Ops,
    /// Whether clauses may come to be that cannot be seen.
    pub open: bool,
    /// Whether the file says how clauses are changed when they are loaded.
    pub expands: bool,
    /// Whether variables that occur once are meant from here on.
    quiet: bool,
    /// Whether clauses of a predicate need not be together from here on.
    scattered: bool,
}

impl Outline {
    /// Whether there are tests in it: units, or queries with their answers.
    pub fn has_tests(&self) -> bool {
        let is_test = |part: &Part| part.unit > 0 || part.kind == PartKind::Query;
        self.parts.iter().any(is_test)
    }

    /// Reads a text, and the files that it imports from beside `file` as far as operators are concerned.
    pub fn read(text: &str, file: Option<&Path>, files: &mut Files) -> Outline {
        let tokens = syntax::tokens(text);
        let clauses = syntax::split(text, &tokens);
        let mut outline = Outline {
            ops: KNOWN.operators().clone(),
            ..Outline::default()
        };
        outline.learn(text, &tokens, &clauses);
        outline.learn_imported(text, &tokens, &clauses, file, files);
        let mut walk = Walk {
            text,
            tokens: &tokens,
            outline: &mut outline,
            conditions: Vec::new(),
            unit: 0,
            units: 0,
            in_query: false,
        };
        walk.run(clauses);
        outline.tokens = tokens;
        let by_place = |occurrence: &Occurrence| (occurrence.span.start, occurrence.span.end);
        outline.occurrences.sort_by_key(by_place);
        outline
            .occurrences
            .dedup_by_key(|one| (one.span.clone(), one.predicate.clone()));
        let own = outline.occurrences.iter();
        let own = own.filter(|one| matches!(one.role, Role::Definition | Role::Declaration));
        let own = own.map(|one| one.predicate.clone());
        outline.own = own.chain(outline.declared.iter().cloned()).collect();
        outline
    }

    /// Takes the operators that the file itself declares.
    fn learn(&mut self, text: &str, tokens: &[Token], clauses: &[Clause<'_>]) {
        for clause in clauses {
            self.ops.learn(text, &tokens[clause.tokens.clone()]);
        }
        let module = clauses
            .first()
            .filter(|clause| syntax::begins_module(clause.text));
        self.exported_ops = match module {
            Some(clause) => {
                let mut exported = KNOWN.operators().clone();
                exported.learn(text, &tokens[clause.tokens.clone()]);
                exported
            }
            None => self.ops.clone(),
        };
    }

    /// Takes the operators of what the file imports.
    fn learn_imported(
        &mut self,
        text: &str,
        tokens: &[Token],
        clauses: &[Clause<'_>],
        file: Option<&Path>,
        files: &mut Files,
    ) {
        let names: FxHashSet<&str> = syntax::names(text, tokens).collect();
        for name in names {
            let module = library::hooked(name).and_then(library::module);
            if let Some(module) = module.or_else(|| library::module(library::module_of(name)?)) {
                self.learn_library(module);
            }
        }
        let loading = clauses
            .iter()
            .filter(|clause| clause.text.starts_with(":-"));
        for clause in loading {
            for name in paths(text, &tokens[clause.tokens.clone()]) {
                if let Some(other) = file.and_then(|file| files.beside(file, &name)) {
                    self.ops.extend(&other.exported_ops, KNOWN.operators());
                }
            }
        }
    }

    fn learn_library(&mut self, module: &library::Module) {
        if !module.text.contains("op(") {
            return;
        }
        let Some(start) = module.text.find(":- module(") else {
            return;
        };
        let header = &module.text[start..];
        let header = &header[..header.find("]).").map_or(header.len(), |at| at + 3)];
        self.ops.learn(header, &syntax::tokens(header));
    }

    /// That the file is a module from here on.
    pub fn begin_module(&mut self, name: &str) {
        if self.module.is_none() {
            self.module = Some(Module {
                name: name.to_owned(),
                clause: self.parts.len().saturating_sub(1),
            });
        }
    }

    /// What `style_check/1` says: checks to begin or, with a minus, to leave off, one or a list.
    pub fn style(&mut self, check: &Spanned) {
        if let Shape::List(checks, _) = &check.shape {
            return checks.iter().for_each(|check| self.style(check));
        }
        for (sign, off) in [("+", false), ("-", true)] {
            match check
                .arguments(sign)
                .and_then(|[check]: &[_; 1]| check.atom())
            {
                Some("singleton") => self.quiet = off,
                Some("discontiguous") => self.scattered = off,
                _ => {}
            }
        }
    }

    /// Whether rules of library(chr) may stand in the file.
    pub fn has_constraints(&self) -> bool {
        let chr = Import::Library(Some("chr".to_owned()));
        self.imports.contains(&chr)
    }

    /// The number of the clause with this byte in it, or the one before it.
    pub fn part_at(&self, byte: usize) -> Option<usize> {
        let after = self.parts.partition_point(|part| part.span.start <= byte);
        after.checked_sub(1)
    }

    /// The token that this byte is in, or that ends there.
    pub fn token_at(&self, byte: usize) -> Option<&Token> {
        let after = self
            .tokens
            .partition_point(|token| token.span.start <= byte);
        let touching = |token: &&Token| token.span.end >= byte;
        let found = self.tokens[..after].iter().rev().take(2).find(touching)?;
        // Of two that touch, the one that can be asked about.
        let before = self.tokens[..after].iter().rev().nth(1).filter(touching);
        match (found.kind, before) {
            (Kind::Punctuation | Kind::End, Some(before)) if found.span.start == byte => {
                Some(before)
            }
            _ => Some(found),
        }
    }

    /// The predicate whose name is at a byte.
    pub fn occurrence_at(&self, byte: usize) -> Option<&Occurrence> {
        let token = self.token_at(byte)?;
        let first = self
            .occurrences
            .partition_point(|occurrence| occurrence.span.start < token.span.start);
        let found = self.occurrences.get(first)?;
        (found.span == token.span).then_some(found)
    }

    /// All occurrences of a predicate.
    pub fn occurrences_of<'a>(
        &'a self,
        predicate: &'a Predicate,
    ) -> impl Iterator<Item = &'a Occurrence> {
        let all = self.occurrences.iter();
        all.filter(move |occurrence| occurrence.predicate == *predicate)
    }

    /// The heads of clauses.
    pub fn definitions(&self) -> impl Iterator<Item = &Occurrence> {
        let all = self.occurrences.iter();
        all.filter(|occurrence| occurrence.role == Role::Definition)
    }

    /// Whether the file has clauses for a predicate or declares it.
    pub fn defines(&self, predicate: &Predicate) -> bool {
        self.own.contains(predicate)
    }

    /// The variables of this name in a clause, other than `_`.
    pub fn variables<'a>(
        &'a self,
        text: &'a str,
        part: &'a Part,
        name: &'a str,
    ) -> impl Iterator<Item = &'a Token> {
        let tokens = self.tokens[part.tokens.clone()].iter();
        tokens.filter(move |token| {
            token.kind == Kind::Variable && name != "_" && token.source(text) == name
        })
    }
}

/// The atoms of a directive, those with `/` between them as one: what may be the names of files.
fn paths(text: &str, tokens: &[Token]) -> Vec<String> {
    let mut paths: Vec<String> = Vec::new();
    let mut goes_on = false;
    for token in tokens.iter().skip(1) {
        let name = match token.kind {
            Kind::Atom => syntax::atom_name(token.source(text)),
            _ => {
                goes_on = false;
                continue;
            }
        };
        match paths.last_mut() {
            Some(path) if name == "/" => {
                path.push('/');
                goes_on = true;
            }
            Some(path) if goes_on => {
                path.push_str(&name);
                goes_on = false;
            }
            _ => {
                goes_on = false;
                paths.push(name.into_owned());
            }
        }
    }
    paths
}

/// The way through the clauses of a file.
struct Walk<'a> {
    text: &'a str,
    tokens: &'a [Token],
    outline: &'a mut Outline,
    /// Open conditions; whether what stands there is left out for certain.
    conditions: Vec<bool>,
    unit: usize,
    units: usize,
    /// Whether the clause before was a query, or belonged to one.
    in_query: bool,
}

impl<'a> Walk<'a> {
    fn run(&mut self, clauses: Vec<Clause<'a>>) {
        let mut rest: Vec<Clause<'a>> = clauses.into_iter().rev().collect();
        while let Some(clause) = rest.pop() {
            let tokens = &self.tokens[clause.tokens.clone()];
            let ops = &self.outline.ops;
            match syntax::read_clause(self.text, tokens, ops, Dialect::Swi) {
                Ok(Some(term)) if term.atom() == Some("end_of_file") => break,
                Ok(Some(term)) => {
                    let next = rest.last().map_or("", |next| next.text);
                    self.term(&clause, &term, next);
                }
                Ok(None) => self.part(&clause, PartKind::Unread),
                Err(mistake) => {
                    let first = match syntax::resync(self.text, self.tokens, &clause) {
                        Some(at) => {
                            let (first, second) =
                                syntax::split_at(self.text, self.tokens, &clause, at);
                            rest.push(second);
                            first
                        }
                        None => clause,
                    };
                    self.part(&first, PartKind::Unread);
                    self.mistake(mistake);
                    self.in_query = false;
                }
            }
        }
    }

    fn mistake(&mut self, mistake: Mistake) {
        let culprit = self.text.get(mistake.span.clone()).unwrap_or("");
        let mistake = match syntax::help_with_operator(culprit, Dialect::Swi) {
            Some(help) => mistake.with_help(help),
            None => mistake,
        };
        self.outline.mistakes.push(mistake);
    }

    fn part(&mut self, clause: &Clause<'_>, kind: PartKind) {
        self.outline.parts.push(Part {
            span: clause.span.clone(),
            tokens: clause.tokens.clone(),
            line: clause.line,
            kind,
            conditional: !self.conditions.is_empty(),
            unit: self.unit,
            singletons: !self.outline.quiet,
            together: !self.outline.scattered,
        });
    }

    fn term(&mut self, clause: &Clause<'a>, term: &Spanned, next: &str) {
        let unanswered = || !syntax::answers_below(self.text, clause.span.end);
        let query = || term.arguments("?-").filter(|_| unanswered());
        if let Some([directive]) = term.arguments(":-").or_else(query) {
            self.in_query = false;
            self.condition(directive);
            if self.conditions.contains(&true) {
                return self.part(clause, PartKind::Unread);
            }
            self.part(clause, PartKind::Directive);
            self.unit(directive);
            self.reader(false).directive(directive);
        } else if self.conditions.contains(&true) {
            self.part(clause, PartKind::Unread);
        } else if let Some([query]) = term.arguments("?-") {
            self.in_query = true;
            self.part(clause, PartKind::Query);
            let wanted = next.contains("error(") || next.contains("throw(");
            self.reader(wanted).goal(query, 0);
        } else if self.in_query && describes_answers(term) {
            self.part(clause, PartKind::Answers);
        } else {
            self.in_query = false;
            self.part(clause, PartKind::Clause);
            let conditional = !self.conditions.is_empty();
            let (head, body) = term.rule();
            match head.call() {
                // The module of tests takes it.
                Some(("test", [_] | [_, _])) if self.unit > 0 => {
                    if let Some(body) = body {
                        self.reader(conditional).goal(body, 0);
                    }
                }
                _ => self.reader(conditional).clause(term),
            }
        }
    }

    fn reader(&mut self, tolerant: bool) -> Reader<'_> {
        Reader {
            text: self.text,
            tokens: self.tokens,
            clause: self.outline.parts.len() - 1,
            outline: self.outline,
            tolerant,
        }
    }

    /// Conditional compilation.
    fn condition(&mut self, directive: &Spanned) {
        let never = |goal: &Spanned| matches!(goal.atom(), Some("false" | "fail"));
        match directive.call() {
            Some(("if", [goal])) => self.conditions.push(never(goal)),
            Some(("elif", [goal])) => {
                if let Some(last) = self.conditions.last_mut() {
                    *last = never(goal);
                }
            }
            Some(("else", [])) => {
                if let Some(last) = self.conditions.last_mut() {
                    *last = false;
                }
            }
            Some(("endif", [])) => _ = self.conditions.pop(),
            _ => {}
        }
    }

    /// Units of tests, which are modules of their own.
    fn unit(&mut self, directive: &Spanned) {
        match directive.call() {
            Some(("begin_tests", _)) => {
                self.units += 1;
                self.unit = self.units;
            }
            Some(("end_tests", _)) => self.unit = 0,
            _ => {}
        }
    }
}

/// Whether a term behind a query is the description of its answers, as Scryer's loader has it.
fn describes_answers(term: &Spanned) -> bool {
    let Some((name, arguments)) = term.call() else {
        return false;
    };
    match arguments.len() {
        0 => matches!(
            name,
            "true" | "false" | "..." | "loops" | "instantiation_error"
        ),
        1 => {
            name == "throw"
                || matches!(
                    name,
                    "syntax_error"
                        | "representation_error"
                        | "resource_error"
                        | "uninstantiation_error"
                )
        }
        2 => matches!(
            name,
            "=" | "," | ";" | "|" | "error" | "type_error" | "domain_error"
        ),
        _ => false,
    }
}
