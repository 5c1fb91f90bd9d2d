//! Clauses ordered by specialisation, grown on demand: a clause is made when all clauses that it
//! specialises by one literal are open.

use std::collections::{BTreeSet, HashMap};

use super::super::{clause::Literal, space::Space};
use super::{
    clauses::{ClauseId, Clauses},
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
    /// Too many of its literals bind what no other uses; it may be reached on other ways.
    Wide,
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
    kind: Kind,
    standing: HashMap<ClauseId, Standing>,
    /// Open clauses that were not specialised yet, by body length.
    waiting: BTreeSet<(usize, ClauseId)>,
    /// Open ones that are as good as a smaller clause: steps only.
    steps: BTreeSet<ClauseId>,
    /// Those to be looked at again when more calls are known.
    pub watched: BTreeSet<ClauseId>,
}

impl Lattice {
    pub fn new(kind: Kind) -> Lattice {
        Lattice {
            kind,
            standing: HashMap::new(),
            waiting: BTreeSet::new(),
            steps: BTreeSet::new(),
            watched: BTreeSet::new(),
        }
    }

    pub fn standing(&self, id: ClauseId) -> Option<Standing> {
        self.standing.get(&id).copied()
    }

    /// Sets where a clause stands; an open one waits to be specialised. What was open stays so.
    pub fn set(&mut self, clauses: &Clauses, id: ClauseId, standing: Standing) {
        let before = self.standing.insert(id, standing);
        if before == Some(Standing::Open) {
            self.standing.insert(id, Standing::Open);
            return;
        }
        if standing == Standing::Open {
            self.waiting.insert((clauses.get(id).clause.body.len(), id));
        }
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

    /// The open clauses whose specialisations have bodies of at most `most` literals.
    pub fn take(&mut self, most: usize) -> Vec<ClauseId> {
        let later = self.waiting.split_off(&(most, 0));
        let taken = std::mem::replace(&mut self.waiting, later);
        taken.into_iter().map(|(_, id)| id).collect()
    }

    /// Whether all clauses of the lattice that this one specialises by one literal are open.
    pub fn is_due(&self, clauses: &Clauses, id: ClauseId) -> bool {
        let mut parents = clauses
            .get(id)
            .parents
            .iter()
            .filter(|&&parent| self.kind != Kind::Callers || clauses.get(parent).calls != 0);
        parents
            .all(|&parent| matches!(self.standing(parent), Some(Standing::Open | Standing::Wide)))
    }

    /// The specialisations of a clause by one literal that are due and were not made before; those
    /// with a literal that calls a learned predicate or those without.
    pub fn specialise(
        &mut self,
        language: &Language,
        space: &Space<'_>,
        clauses: &mut Clauses,
        id: ClauseId,
        wanted: impl Fn(&Literal) -> bool,
    ) -> Vec<ClauseId> {
        let clause = clauses.clause(id).clone();
        let mut literals = Vec::new();
        space.refinements(&clause, &mut literals);
        let mut made: Vec<ClauseId> = Vec::new();
        for literal in literals {
            if !wanted(&literal) {
                continue;
            }
            let child = space.canonical(&clause.with(literal));
            if child.body.len() == clause.body.len() {
                continue;
            }
            let child = clauses.number(language, space, child);
            if self.standing(child).is_none() && self.is_due(clauses, child) {
                made.push(child);
            }
        }
        made.sort_unstable();
        made.dedup();
        made
    }
}
