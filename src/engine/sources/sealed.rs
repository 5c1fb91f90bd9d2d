//! Files that are closed to the others in a sandbox: tests that a program is to pass.

use std::{collections::HashSet, fs, ops::Range, path::Path};

use super::{
    ConsultedText, Key, Sources,
    imports::{Heads, head},
    split,
};
use crate::{
    engine::{report::Cause, wire::Access},
    syntax::{self, begins_module},
};

/// How names begin of what only a closed file has, followed by the name that it has there. No program can name it.
pub const PRIVATE: &str = "$tests ";

/// Predicates that are others' to call, or that others have clauses for, too.
pub(super) const SHARED: [&str; 6] = [
    "dynamic",
    "multifile",
    "table",
    "thread_local",
    "meta_predicate",
    "public",
];
/// What the system asks of a program.
pub(super) const HOOKS: [&str; 4] = ["term_expansion", "goal_expansion", "portray", "test"];

/// What a closed file defines for itself: static predicates that it declares nothing of. Programs may have their own of these names.
/// The answers below a query define nothing.
pub(super) fn private(
    text: &str,
    clauses: &[Range<usize>],
    heads: &Heads<'_>,
) -> HashSet<(String, usize)> {
    let source = |at: usize| &text[clauses[at].clone()];
    let shared: HashSet<&str> = (0..clauses.len())
        .map(source)
        .filter(|clause| syntax::directive(clause).is_some_and(|name| SHARED.contains(&name)))
        .flat_map(|clause| {
            let tokens = syntax::tokens(clause);
            syntax::names(clause, &tokens).collect::<Vec<_>>()
        })
        .chain(HOOKS)
        .chain(heads.changed.iter().map(|&(name, _)| name))
        .collect();
    (0..clauses.len())
        .filter(|&at| !is_answer(text, clauses, at))
        .filter_map(|at| head(source(at)))
        .filter(|(name, _)| !shared.contains(name))
        .map(|(name, arity)| (name.to_owned(), arity))
        .collect()
}

/// Whether a clause describes the answers of the query above it.
pub(super) fn is_answer(text: &str, clauses: &[Range<usize>], at: usize) -> bool {
    at > 0
        && text[clauses[at - 1].clone()].starts_with("?-")
        && syntax::is_description(text, clauses[at].start)
}

impl Sources {
    /// Whether what this file defines is closed to others.
    pub fn is_sealed(&self, name: &str) -> bool {
        self.access_of(name) == Access::Closed
    }

    /// What others may do with what this file defines.
    pub fn access_of(&self, name: &str) -> Access {
        self.named(name)
            .map_or(Access::Full, |source| source.access)
    }

    /// What others may do with what the file defines that is being loaded.
    pub fn load_access(&self) -> Access {
        let load = self.loads.last();
        load.map_or(Access::Full, |load| self.sources[load.source].access)
    }

    /// Whether a closed file has the predicate for itself.
    pub fn is_private(&self, name: &str, arity: i64) -> bool {
        let own = (name.to_owned(), arity as usize);
        self.sources
            .iter()
            .any(|source| source.private.contains(&own))
    }

    /// Whether a file that is given with an assignment, other than the one that is being loaded, defines a predicate.
    pub fn is_given_predicate(&self, key: &Key) -> bool {
        let head = (key.1.clone(), key.2 as usize);
        let loading = self.loads.last().map(|load| load.source);
        let is_given = |(id, source): (usize, &ConsultedText)| {
            source.access == Access::Call && Some(id) != loading && source.heads.contains(&head)
        };
        key.0 == "user" && self.sources.iter().enumerate().any(is_given)
    }

    /// That the source that is being loaded has clauses for such a predicate; said once.
    pub fn given_again(&mut self, key: Key) -> Option<Cause> {
        let &first = self.clauses_of(&key).first()?;
        let (source, clause) = self.clause(first)?;
        let file = Path::new(&source.name).file_name().unwrap_or_default();
        let place = format!("{}:{}", file.to_string_lossy(), clause.line);
        let predicate = format!("{}/{}", key.1, key.2);
        let load = self.loads.last_mut()?;
        load.warned
            .insert(key)
            .then_some(Cause::Given { predicate, place })
    }

    /// Whether the file that is being loaded is closed to others.
    pub fn loads_sealed(&self) -> bool {
        self.load_access() == Access::Closed
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
            || self.is_called_as_given(name)
    }

    /// Whether `name` means a file that is given with an assignment: it is called so, and no other file that is not loaded is where
    /// the name leads. Whoever has the assignment may have kept that file anywhere.
    pub fn is_called_as_given(&self, name: &str) -> bool {
        let stem = Path::new(name).file_stem();
        let is_given = self.sources.iter().any(|source| {
            source.access == Access::Call
                && !self.is_loading(&source.name)
                && Path::new(&source.name).file_stem() == stem
        });
        is_given && (self.find(name).is_none() || self.read_from(name).next().is_some())
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
            source.access != Access::Closed && path.is_some() && known() == path
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
        let shut = |id: usize| self.sources[id].access == Access::Closed && !is_own(id);
        match self.clauses_of(key).first() {
            Some(&clause) => shut(split(clause).0),
            None => {
                let declares = |id: &usize| self.sources[*id].declared.contains(key);
                (0..self.sources.len()).filter(declares).any(shut)
            }
        }
    }
}
