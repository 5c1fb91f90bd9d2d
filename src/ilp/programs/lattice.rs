//! Clauses ordered by specialisation, grown on demand: a clause is made when all clauses that it
//! specialises by one literal are open.

use std::{
    collections::{BTreeSet, HashMap},
    sync::atomic::AtomicBool,
};

use rayon::prelude::*;

use super::super::{
    clause::{Clause, Literal},
    space::Space,
    tester::Stopped,
};
use super::{
    clauses::{ClauseId, Clauses, Entry},
    language::Language,
};

/// What is known of a clause in its lattice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
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
pub(super) enum Kind {
    /// Bodies of background literals that bind the inputs of one more literal.
    Chains,
    /// Clauses that call learned predicates.
    Callers,
    /// Clauses that do not, as parts of programs.
    Leaves,
    /// Clauses that do not, as programs of their own.
    Singles,
}

/// A lattice.
#[derive(Debug)]
pub(super) struct Lattice {
    standing: HashMap<ClauseId, Standing>,
    /// Open clauses that were not specialised yet, by the body length that they are needed for,
    /// less one.
    waiting: BTreeSet<(usize, ClauseId)>,
    /// Where they stand there.
    due: HashMap<ClauseId, usize>,
    /// Open ones that are as good as a smaller clause: steps only.
    steps: BTreeSet<ClauseId>,
    /// Those to be looked at again when more calls are known.
    pub watched: BTreeSet<ClauseId>,
}

impl Lattice {
    pub fn new() -> Lattice {
        Lattice {
            standing: HashMap::new(),
            waiting: BTreeSet::new(),
            due: HashMap::new(),
            steps: BTreeSet::new(),
            watched: BTreeSet::new(),
        }
    }

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

    /// Whether the clause is a step to others only.
    pub fn is_step(&self, id: ClauseId) -> bool {
        self.steps.contains(&id)
    }

    /// Takes note of whether the clause is a step only, and of whether more calls may change what is
    /// known of it.
    pub fn mark(&mut self, id: ClauseId, step: bool, watched: bool) {
        let put = |set: &mut BTreeSet<ClauseId>, member: bool| {
            if member {
                set.insert(id);
            } else {
                set.remove(&id);
            }
        };
        put(&mut self.steps, step);
        put(&mut self.watched, watched);
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
