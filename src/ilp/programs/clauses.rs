//! All clauses that the search has met, numbered.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::super::{clause::Clause, space::Space};
use super::language::{Language, Learned};

/// A clause's number, in the order in which clauses were met.
pub(super) type ClauseId = u32;

/// A clause and what is known of it from its form.
#[derive(Debug)]
pub(super) struct Entry {
    pub clause: Arc<Clause>,
    /// The predicate that it defines.
    pub of: Learned,
    /// The learned predicates that it calls, one bit each.
    pub calls: u64,
    /// Whether it may stand in a program; if not, it is a step towards clauses that may.
    pub admissible: bool,
    /// The clauses that it specialises by one literal.
    pub parents: Arc<[ClauseId]>,
    /// The background literals that the clause could do without.
    pub spare: Arc<[Spare]>,
}

/// A body literal without which the clause would still be one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spare {
    pub index: usize,
    /// Whether it binds variables that stand nowhere else.
    pub dangling: bool,
    /// The clause without it.
    pub rest: ClauseId,
}

impl Entry {
    pub fn size(&self) -> usize {
        self.clause.size()
    }
}

/// The clauses, numbered.
#[derive(Debug, Default)]
pub(super) struct Clauses {
    entries: Vec<Entry>,
    numbers: FxHashMap<Arc<Clause>, ClauseId>,
}

impl Clauses {
    pub fn get(&self, id: ClauseId) -> &Entry {
        &self.entries[id as usize]
    }

    pub fn clause(&self, id: ClauseId) -> &Arc<Clause> {
        &self.get(id).clause
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// The number of a clause, if it is known.
    pub fn find(&self, clause: &Clause) -> Option<ClauseId> {
        self.numbers.get(clause).copied()
    }

    /// What is known of a clause in canonical form from its form, if it is due: if all clauses that
    /// it specialises by one literal are known and `open`. Those without calls do not count where
    /// the clause has some.
    pub fn prepare(
        &self,
        language: &Language,
        space: &Space<'_>,
        clause: Clause,
        open: impl Fn(ClauseId) -> bool,
    ) -> Option<Entry> {
        let calls = language.calls(&clause);
        let mut parents = Vec::with_capacity(clause.body.len());
        let mut spare = Vec::new();
        for index in 0..clause.body.len() {
            if !space.can_lose(&clause, index) {
                continue;
            }
            let rest = space.canonical(&clause.without(index));
            let counts = calls == 0 || language.calls(&rest) != 0;
            let Some(rest) = self.find(&rest) else {
                if counts {
                    return None;
                }
                continue;
            };
            if counts && !open(rest) {
                return None;
            }
            parents.push(rest);
            if let Some(dangling) = is_spare(language, &clause, index) {
                spare.push(Spare {
                    index,
                    dangling,
                    rest,
                });
            }
        }
        parents.sort_unstable();
        parents.dedup();
        Some(Entry {
            of: language.learned(clause.head.predicate).unwrap_or_default(),
            calls,
            admissible: space.admissible(&clause) && terminates(language, &clause),
            parents: parents.into(),
            spare: spare.into(),
            clause: Arc::new(clause),
        })
    }

    /// The number of a clause, new or known.
    pub fn number(&mut self, entry: Entry) -> ClauseId {
        if let Some(known) = self.find(&entry.clause) {
            return known;
        }
        let id = self.entries.len() as ClauseId;
        self.numbers.insert(Arc::clone(&entry.clause), id);
        self.entries.push(entry);
        id
    }
}

/// Whether a background literal binds variables that stand nowhere else; `None` for others, and for
/// those without which a head variable would be missing.
fn is_spare(language: &Language, clause: &Clause, index: usize) -> Option<bool> {
    let literal = &clause.body[index];
    if language.learned(literal.predicate).is_some() {
        return None;
    }
    let others = clause
        .body
        .iter()
        .enumerate()
        .filter(|(other, _)| *other != index);
    let elsewhere: Vec<u8> = others
        .flat_map(|(_, l)| l.arguments().iter().copied())
        .collect();
    let (own, fresh): (Vec<u8>, Vec<u8>) = literal
        .arguments()
        .iter()
        .partition(|&&variable| usize::from(variable) < clause.head_variables());
    own.iter()
        .all(|variable| elsewhere.contains(variable))
        .then(|| fresh.iter().any(|variable| !elsewhere.contains(variable)))
}

/// With directions, a clause does not call its own predicate with the inputs that it was called
/// with: that call would never end, or add nothing.
fn terminates(language: &Language, clause: &Clause) -> bool {
    let Some(inputs) = language
        .learned(clause.head.predicate)
        .and_then(|learned| language.inputs(learned))
    else {
        return true;
    };
    let mut own = clause
        .body
        .iter()
        .filter(|l| l.predicate == clause.head.predicate);
    own.all(|literal| {
        let mut pairs = literal
            .arguments()
            .iter()
            .zip(clause.head.arguments())
            .enumerate();
        inputs == 0 || pairs.any(|(column, (a, b))| inputs >> column & 1 == 1 && a != b)
    })
}
