//! Clauses ordered by specialisation, grown on demand: a clause is made when all clauses that it
//! specialises by one literal are open.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::{Index, IndexMut},
    sync::atomic::AtomicBool,
};

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::super::{
    clauses::{ClauseId, Clauses, Entry},
    judge::Evidence,
    language::Language,
};
use crate::ilp::{
    clause::{Clause, Literal},
    space::Space,
    tester::Stopped,
};

/// What is known of a clause in its lattice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// Its specialisations are wanted.
    Open,
    /// Its specialisations are of no use, unless a program says otherwise.
    Settled,
    /// In all calls known so far its body has no solution, or a literal holds for all solutions of
    /// the others: neither it nor its specialisations are of use.
    Idle,
    /// Neither it nor its specialisations are of use.
    Closed,
}

/// Which clauses a lattice holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Bodies of background literals that bind the inputs of one more literal.
    Chains,
    /// Clauses that call learned predicates.
    Callers,
    /// Clauses that do not, as parts of programs.
    Leaves,
    /// Clauses that do not, as programs of their own.
    Singles,
}

/// The lattices, one of each kind.
#[derive(Debug, Default)]
pub struct Lattices([Lattice; 4]);

impl Index<Kind> for Lattices {
    type Output = Lattice;

    fn index(&self, kind: Kind) -> &Lattice {
        &self.0[kind as usize]
    }
}

impl IndexMut<Kind> for Lattices {
    fn index_mut(&mut self, kind: Kind) -> &mut Lattice {
        &mut self.0[kind as usize]
    }
}

/// A lattice.
#[derive(Debug, Default)]
pub struct Lattice {
    standing: FxHashMap<ClauseId, Standing>,
    /// Open clauses that were not specialised yet, by the body length that they are needed for,
    /// less one.
    waiting: BTreeSet<(usize, ClauseId)>,
    /// Where they stand there.
    due: FxHashMap<ClauseId, usize>,
    /// Clauses that are not judged yet: they are no parts of programs, and not to be specialised so far.
    unjudged: BTreeSet<ClauseId>,
    /// What the calls known say against clauses; to be looked at again when there are more.
    against: BTreeMap<ClauseId, Evidence>,
}

impl Lattice {
    pub fn standing(&self, id: ClauseId) -> Option<Standing> {
        self.standing.get(&id).copied()
    }

    /// Sets where a clause stands; an open one waits to be specialised until clauses with `ahead`
    /// more literals are wanted: with fewer, nothing of use can be made of it. What was open stays
    /// so.
    pub fn set(&mut self, clauses: &Clauses, id: ClauseId, standing: Standing, ahead: usize) {
        let before = self.standing.insert(id, standing);
        let opened = before == Some(Standing::Open);
        if opened {
            self.standing.insert(id, Standing::Open);
        }
        if standing != Standing::Open {
            return;
        }
        let due = clauses.get(id).clause.body.len() + ahead.max(1) - 1;
        match self.due.get(&id) {
            // It was specialised.
            None if opened => return,
            Some(&known) if known <= due => return,
            Some(&known) => self.waiting.remove(&(known, id)),
            None => false,
        };
        self.due.insert(id, due);
        self.waiting.insert((due, id));
    }

    /// Whether the clause is as good as a smaller one: a step to others only.
    pub fn is_step(&self, id: ClauseId) -> bool {
        self.against(id).is_some_and(|known| known.dangling > 0)
    }

    /// What the calls known say against a clause.
    pub fn against(&self, id: ClauseId) -> Option<&Evidence> {
        self.against.get(&id)
    }

    /// All clauses against which they say something.
    pub fn watched(&self) -> Vec<(ClauseId, Evidence)> {
        self.against
            .iter()
            .map(|(&id, &known)| (id, known))
            .collect()
    }

    /// Takes note of what the calls known say of a clause.
    pub fn watch(&mut self, id: ClauseId, evidence: Evidence) {
        if evidence.is_refutable() {
            self.against.insert(id, evidence);
        } else {
            self.unwatch(id);
        }
    }

    /// More calls say nothing in favour of the clause.
    pub fn unwatch(&mut self, id: ClauseId) {
        self.against.remove(&id);
    }

    /// Leaves clauses to be judged when they are to be specialised.
    pub fn postpone(&mut self, ids: impl IntoIterator<Item = ClauseId>) {
        self.unjudged.extend(ids);
    }

    /// The clauses that were left to be judged.
    pub fn postponed(&mut self) -> Vec<ClauseId> {
        std::mem::take(&mut self.unjudged).into_iter().collect()
    }

    /// The open clauses that are needed for bodies of at most `most` literals.
    pub fn take(&mut self, most: usize) -> Vec<ClauseId> {
        let later = self.waiting.split_off(&(most, 0));
        let taken = std::mem::replace(&mut self.waiting, later);
        let ids: Vec<ClauseId> = taken.into_iter().map(|(_, id)| id).collect();
        ids.iter().for_each(|id| _ = self.due.remove(id));
        ids
    }

    /// Makes the specialisations by one wanted literal of each clause that are due and were not made
    /// before; `space` gives the space of the clause at an index.
    pub fn specialise<'s>(
        &self,
        language: &Language,
        space: impl Fn(usize) -> &'s Space<'s> + Sync,
        clauses: &mut Clauses,
        from: &[ClauseId],
        wanted: impl Fn(&Literal) -> bool + Sync,
        stop: &AtomicBool,
    ) -> Result<Vec<ClauseId>, Stopped> {
        // What is made together is given back together, which no limit ends.
        const TOGETHER: usize = 1_024;
        let mut ids: Vec<ClauseId> = Vec::new();
        for (chunk, some) in from.chunks(TOGETHER).enumerate() {
            let known: &Clauses = clauses;
            let made: Result<Vec<Vec<Result<ClauseId, Entry>>>, Stopped> = some
                .par_iter()
                .enumerate()
                .map(|(index, &id)| {
                    let clause = known.clause(id);
                    let space = space(chunk * TOGETHER + index);
                    let mut literals = Vec::new();
                    space.refinements(clause, &mut literals);
                    let mut children: BTreeSet<Clause> = BTreeSet::new();
                    for literal in literals.into_iter().filter(|literal| wanted(literal)) {
                        Stopped::look(stop)?;
                        let child = space.canonical(&clause.with(literal));
                        if child.body.len() > clause.body.len() {
                            children.insert(child);
                        }
                    }
                    let mut due = Vec::new();
                    for child in children {
                        Stopped::look(stop)?;
                        due.extend(match known.find(&child) {
                            None => {
                                let open = |parent| self.is_open(parent);
                                known.prepare(language, space, child, open).map(Err)
                            }
                            Some(id) => self.is_due(known, id).then_some(Ok(id)),
                        });
                    }
                    Ok(due)
                })
                .collect();
            for made in made?.into_iter().flatten() {
                Stopped::look(stop)?;
                ids.push(made.unwrap_or_else(|entry| clauses.number(entry)));
            }
        }
        ids.sort_unstable();
        ids.dedup();
        Ok(ids)
    }

    fn is_open(&self, id: ClauseId) -> bool {
        self.standing(id) == Some(Standing::Open)
    }

    /// Whether a known clause is new here, and all clauses that it specialises by one literal are
    /// open.
    fn is_due(&self, clauses: &Clauses, id: ClauseId) -> bool {
        let entry = clauses.get(id);
        let mut parents = entry.parents.iter();
        self.standing(id).is_none()
            && parents.all(|&parent| {
                let counts = entry.calls == 0 || clauses.get(parent).calls != 0;
                !counts || self.is_open(parent)
            })
    }
}
