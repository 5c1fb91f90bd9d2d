//! Files that are closed to the others in a sandbox: tests that a program is to pass.

use std::{fs, path::Path};

use super::{ConsultedText, Key, Sources, split};
use crate::{engine::report::Cause, syntax::begins_module};

impl Sources {
    /// Whether what this file defines is closed to others.
    pub fn is_sealed(&self, name: &str) -> bool {
        self.named(name).is_some_and(|source| source.sealed)
    }

    /// Whether the file that is being loaded is closed to others.
    pub fn loads_sealed(&self) -> bool {
        let load = self.loads.last();
        load.is_some_and(|load| self.sources[load.source].sealed)
    }

    /// Whether the source that is being loaded, or else `file`, has clauses for a predicate or declares it.
    pub fn has_own(&self, file: &str, name: &str, arity: i64) -> bool {
        let source = match self.loads.last() {
            Some(load) => Some(&self.sources[load.source]),
            None => self.named(file),
        };
        let key = ("user".to_owned(), name.to_owned(), arity);
        source.is_some_and(|source| {
            source.heads.contains(&(name.to_owned(), arity as usize))
                || source.declared.contains(&key)
        })
    }

    /// Whether a file of the user's, which is not closed to others, has been loaded; or will be, when it is handed in, and one
    /// that is closed asks.
    pub fn is_given(&self, name: &str) -> bool {
        let mut read = self.read_from(name);
        read.any(|source| !self.is_loading(&source.name))
            || self.loads_sealed() && self.is_handed_in(name)
    }

    /// Whether `name` means a file that is handed in: one is called so, or there is no other.
    fn is_handed_in(&self, name: &str) -> bool {
        let stem = Path::new(name).file_stem().and_then(|stem| stem.to_str());
        let is_called = || stem.is_some_and(|stem| self.handed_in.contains(stem));
        !self.handed_in.is_empty() && (is_called() || self.find(name).is_none())
    }

    /// Whether such a file is no module: then all that it defines is there for everybody.
    pub fn is_there(&self, name: &str) -> bool {
        self.read_from(name).any(|source| {
            let first = source.clauses.first();
            source.part_of.is_none()
                && !first.is_some_and(|first| begins_module(&source.text[first.span.clone()]))
        })
    }

    /// What has been read, or is, from the file that `name` means, unless it is closed to others.
    pub(super) fn read_from(&self, name: &str) -> impl Iterator<Item = &ConsultedText> {
        let path = self.find(name).and_then(|path| fs::canonicalize(path).ok());
        self.sources.iter().filter(move |source| {
            let known = || fs::canonicalize(&source.name).ok();
            !source.sealed && path.is_some() && known() == path
        })
    }

    /// That a predicate which the source that is being loaded calls is a library's, though another file defines one of that name;
    /// said once.
    pub fn apart(&mut self, predicate: String, library: String) -> Option<Cause> {
        let (name, arity) = predicate.rsplit_once('/')?;
        let key = ("user".to_owned(), name.to_owned(), arity.parse().ok()?);
        let &first = self.clauses_of(&key).first()?;
        let (source, clause) = self.clause(first)?;
        let other = format!("{}:{}", source.name, clause.line);
        let load = self.loads.last_mut()?;
        load.warned.insert(key).then_some(Cause::Apart {
            predicate,
            library,
            other,
        })
    }

    /// Whether a file that is closed to others defines or declares a predicate. It is not closed to itself: it may be
    /// the one that is being loaded, or, if none is, `own`.
    pub fn is_shut(&self, key: &Key, own: Option<&str>) -> bool {
        let is_own = |id: usize| match (own, self.loads.last()) {
            (Some(_), Some(load)) => load.source == id,
            (Some(own), None) => self.sources[id].name == own,
            (None, _) => false,
        };
        let shut = |id: usize| self.sources[id].sealed && !is_own(id);
        match self.clauses_of(key).first() {
            Some(&clause) => shut(split(clause).0),
            None => {
                let declares = |id: &usize| self.sources[*id].declared.contains(key);
                (0..self.sources.len()).filter(declares).any(shut)
            }
        }
    }
}
