//! Which predicate has which clauses, and what is odd about that.

use super::{
    super::report::{Cause, Diagnostic, Severity},
    Key, Sources,
    sealed::PRIVATE,
    split, units,
};
use crate::{
    library,
    native::{help, table},
    syntax,
};

impl Sources {
    /// Notes whose clause the current one is. What is odd about that comes back.
    pub fn head(&mut self, key: Key) -> Option<Diagnostic> {
        let index = self.index();
        let load = self.loads.last_mut()?;
        let source = &mut self.sources[load.source];
        source.clauses.get_mut(split(index).1)?.key = Some(key.clone());
        self.counts.clauses += 1;
        let declared = source.declared.contains(&key);
        let contiguous = load.last.as_ref() == Some(&key);
        load.last = Some(key.clone());
        let id = load.source;
        let ours = |&clause: &i64| split(clause).0 == id || load.family.contains(&split(clause).0);
        let clauses = self.predicates.entry(key.clone()).or_default();
        clauses.push(index);
        if contiguous || declared {
            return None;
        }
        self.imported.remove(&(key.1.clone(), key.2 as usize));
        let first = clauses[0];
        let first_of_this = clauses.iter().find(|&&clause| split(clause).0 == id);
        let cause = if !ours(&first) {
            // The other file's clauses are gone from the database.
            clauses.retain(ours);
            let (source, clause) = self.clause(first)?;
            Cause::Redefined {
                predicate: indicator(&key),
                earlier: format!("{}:{}", source.name, clause.line),
            }
        } else if first_of_this != Some(&index) {
            let line = self.clause(first)?.1.line as u64;
            let load = self.loads.last_mut()?;
            if load.scattered || !load.warned.insert(key.clone()) {
                return None;
            }
            Cause::Discontiguous {
                predicate: indicator(&key),
                line,
            }
        } else if let Some(module) = replaced_module(&key) {
            Cause::Redefined {
                predicate: indicator(&key),
                earlier: format!("Chesslog's module {module}"),
            }
        } else {
            return None;
        };
        let first_token = self.first_token(index)?;
        Some(self.build(id, Severity::Warning, &[first_token], cause))
    }

    /// Whether a directive that is still to come declares a predicate dynamic.
    pub fn becomes_dynamic(&self, name: &str, arity: i64) -> bool {
        let Some(load) = self.loads.last() else {
            return false;
        };
        let text = &self.sources[load.source].text;
        let mut clauses = load.rest.iter().map(|span| &text[span.clone()]);
        clauses.any(|clause| declares_dynamic(clause, name, arity))
    }

    /// Forgets a clause that could not be compiled.
    pub fn drop_clause(&mut self, index: i64) {
        let (source, clause) = split(index);
        let Some(source) = self.sources.get_mut(source) else {
            return;
        };
        let Some(key) = source
            .clauses
            .get_mut(clause)
            .and_then(|clause| clause.key.take())
        else {
            return;
        };
        self.counts.clauses = self.counts.clauses.saturating_sub(1);
        if let Some(clauses) = self.predicates.get_mut(&key) {
            clauses.retain(|&clause| clause != index);
            if clauses.is_empty() && !source.declared.contains(&key) {
                self.predicates.remove(&key);
            }
        }
    }

    /// Notes that the current source declares a predicate; whether its earlier version did, too.
    pub fn declare(&mut self, key: Key) -> bool {
        let Some(load) = self.loads.last() else {
            return false;
        };
        let before = load.before.contains(&key);
        let source = &mut self.sources[load.source];
        self.predicates.entry(key.clone()).or_default();
        source.declared.insert(key);
        before
    }

    /// What the earlier version of the current source declared, in order.
    pub fn declared_before(&self) -> Vec<Key> {
        let before = self.loads.last().map(|load| &load.before);
        let mut keys: Vec<_> = before.into_iter().flatten().cloned().collect();
        keys.sort();
        keys
    }

    /// Where the clauses of a predicate are.
    pub fn clauses_of(&self, key: &Key) -> &[i64] {
        self.predicates.get(key).map_or(&[], Vec::as_slice)
    }

    /// Whether a file or the user defines, or declares, the predicate.
    pub fn defines(&self, key: &Key) -> bool {
        self.predicates.contains_key(key)
    }

    /// The predicates of consulted sources with this name, or else with the name that is closest to it.
    pub fn like(&self, name: &str) -> Vec<String> {
        let own = |wanted: &str| {
            let mut found: Vec<_> = self
                .predicates
                .keys()
                .filter(|key| key.1 == wanted)
                .map(indicator)
                .collect();
            found.sort();
            found
        };
        let same = own(name);
        if !same.is_empty() {
            return same;
        }
        let names = self.predicates.keys().map(|key| key.1.clone());
        help::did_you_mean(name, names).map_or_else(Vec::new, |close| own(&close))
    }

    /// All predicates of consulted sources that are the program's own, by source and place; those only declared come last.
    pub fn predicates(&self) -> Vec<(Key, String)> {
        let open = |(key, _): &(&Key, &Vec<i64>)| {
            !self.is_shut(key, Some("")) && !self.is_given_predicate(key)
        };
        let mut all: Vec<_> = self.predicates.iter().filter(open).collect();
        all.sort_by_key(|(key, clauses)| (clauses.first().copied().unwrap_or(i64::MAX), *key));
        all.into_iter()
            .map(|(key, clauses)| {
                let place = clauses.first().and_then(|&clause| self.clause(clause));
                (
                    key.clone(),
                    place.map_or(String::new(), |(source, _)| source.name.clone()),
                )
            })
            .collect()
    }
}

/// Whether a clause is a directive `dynamic` with this predicate.
fn declares_dynamic(clause: &str, name: &str, arity: i64) -> bool {
    if !clause.contains("dynamic") {
        return false;
    }
    let tokens = syntax::tokens(clause);
    let mut words = tokens
        .iter()
        .filter(|token| token.kind != syntax::Kind::Comment)
        .map(|token| token.source(clause));
    let arity = arity.to_string();
    let begins = words.next() == Some(":-") && words.next() == Some("dynamic");
    let words: Vec<&str> = words.collect();
    begins
        && words.windows(3).any(|indicator| {
            matches!(indicator, [found, "/", number] if syntax::atom_name(found) == name && *number == arity)
        })
}

fn indicator(key: &Key) -> String {
    let name = key.1.strip_prefix(PRIVATE).unwrap_or(&key.1);
    format!("{}/{}", units::written(name), key.2)
}

/// The module of ours, or of natives, whose predicate a definition in `user` takes the place of; one in a module takes no place.
fn replaced_module(key: &Key) -> Option<&'static str> {
    if key.0 != "user" {
        return None;
    }
    let mut natives = table::named(&key.1);
    if natives.any(|(_, native)| native.args.len() as i64 == key.2) {
        return Some(library::shown(table::FACADE));
    }
    let export = library::exports(&key.1, true)
        .find(|export| export.arity as i64 == key.2)
        .and_then(|export| library::module(&export.module))?;
    Some(export.library())
}
