//! What modules of a program have to do with the files that load them.

use std::collections::HashSet;

use super::{ConsultedText, Sources};
use crate::syntax::{self, Kind, Token};

/// What asserts or retracts the clause that follows.
const CHANGES: [&str; 5] = ["assert", "asserta", "assertz", "retract", "retractall"];

/// Hooks of the loader: a module has its own, or none.
const HOOKS: [&str; 2] = ["term_expansion", "goal_expansion"];

impl Sources {
    /// How the file that `name` means is called, which has been loaded or is; empty if there is none.
    pub fn known_as(&self, name: &str) -> String {
        let known = self.read_from(name).last();
        known.map_or_else(String::new, |source| source.name.clone())
    }

    /// Whether that file has been loaded, and is on the disk as it was then.
    pub fn is_unchanged(&self, name: &str) -> bool {
        let known = self.read_from(name).last();
        known.is_some_and(|source| !self.is_loading(&source.name) && !source.has_changed())
    }

    /// Whether that file is a part of the text that is being loaded.
    pub fn is_part(&self, name: &str) -> bool {
        self.loads.last().is_some_and(|load| {
            let mut parts = load.family.iter().map(|&id| &self.sources[id].name);
            let known = self.known_as(name);
            parts.any(|part| *part == known)
        })
    }

    /// Whether the text that has been opened is that of a module.
    pub fn opens_module(&self) -> bool {
        self.loads.last().is_some_and(|load| load.in_header)
    }

    /// What files of modules name and do not assert, and open files define in `user`: file, name, arity.
    pub fn named_of_user(&self) -> Vec<(String, String, i64)> {
        let modules = self
            .sources
            .iter()
            .filter(|source| !source.named.is_empty());
        let mut found: Vec<_> = modules
            .flat_map(|source| {
                let users = self
                    .predicates
                    .keys()
                    .filter(|(module, name, _)| module == "user" && source.named.contains(name));
                users.map(move |key| (source, key))
            })
            .filter(|(_, key)| !self.is_shut(key, Some("")))
            .map(|(source, (_, name, arity))| (source.name.clone(), name.clone(), *arity))
            .collect();
        found.sort();
        found
    }

    /// What the module that is being loaded names, but does not assert or define, and open files define in `user` by now: name, arity.
    pub fn load_names_of_user(&self) -> Vec<(String, i64)> {
        let Some(load) = self.loads.last() else {
            return Vec::new();
        };
        let source = &self.sources[load.source];
        let own = |name: &String, arity: i64| {
            source.heads.contains(&(name.clone(), arity as usize))
                || source
                    .declared
                    .iter()
                    .any(|key| (&key.1, key.2) == (name, arity))
        };
        let keys = self
            .predicates
            .keys()
            .filter(|key| key.0 == "user" && source.named.contains(&key.1) && !own(&key.1, key.2));
        let mut found: Vec<_> = keys
            .filter(|key| !self.is_shut(key, Some("")))
            .map(|(_, name, arity)| (name.clone(), *arity))
            .collect();
        found.sort();
        found
    }

    /// The files of modules that name a predicate and do not assert clauses of it.
    pub fn naming(&self, name: &str) -> Vec<&str> {
        let naming = |source: &&ConsultedText| source.named.contains(name);
        let mut files: Vec<_> = self
            .sources
            .iter()
            .filter(naming)
            .map(|source| source.name.as_str())
            .collect();
        files.sort_unstable();
        files.dedup();
        files
    }

    /// A module has what its part names.
    pub(super) fn name_with(&mut self, part: usize, whole: usize) {
        if !self.sources[whole].named.is_empty() {
            let text = &self.sources[part].text;
            let named = named(text, &syntax::tokens(text));
            self.sources[whole].named.extend(named);
        }
    }
}

/// The names in a text that are not those of what it asserts or retracts.
pub(super) fn named(text: &str, tokens: &[Token]) -> HashSet<String> {
    let mut names: HashSet<String> = syntax::names(text, tokens)
        .filter(|name| !HOOKS.contains(name))
        .map(str::to_owned)
        .collect();
    for token in changed(text, tokens) {
        names.remove(token.source(text));
    }
    names
}

/// The names of the predicates of which a text asserts or retracts clauses, where they stand after the goal that does.
pub(super) fn changed<'a>(text: &'a str, tokens: &'a [Token]) -> impl Iterator<Item = &'a Token> {
    let mut changes = false;
    let tokens = tokens.iter().filter(|token| token.kind != Kind::Comment);
    tokens.filter(move |token| {
        let source = token.source(text);
        let is_changed = changes && token.kind == Kind::Atom && !CHANGES.contains(&source);
        changes = match token.kind {
            Kind::Atom => CHANGES.contains(&source),
            _ => changes && source == "(",
        };
        is_changed
    })
}
