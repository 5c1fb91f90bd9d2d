//! Leaves: clauses that call no learned predicate, as parts of programs. Of those that answer alike,
//! one stands for all.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::ilp::{Bits, bias::TypeId, tester::Stopped};

use super::{
    super::{clauses::ClauseId, judge::Digest, language::Learned, pruning::Pruning},
    Generator,
    lattice::{Kind, Standing},
};

/// What is known of a leaf.
#[derive(Debug, Clone)]
pub struct Leaf {
    /// The positive examples that it covers alone.
    pub cover: Bits,
    /// Whether it covers a negative example.
    pub inconsistent: bool,
    /// Its answers to the calls that programs make of its predicate.
    digest: Digest,
}

/// What leaves that stand for each other have in common.
type Class = (Learned, u128, Vec<bool>, Vec<Option<TypeId>>);

impl Generator<'_> {
    /// Tests clauses as leaves.
    pub(super) fn test_leaves(&mut self, ids: &[ClauseId]) -> Result<(), Stopped> {
        let programs: Vec<Vec<ClauseId>> = ids.iter().map(|&id| vec![id]).collect();
        let tested = self.judge.test(&self.clauses, &programs, true)?;
        for (&id, (tested, _)) in ids.iter().zip(tested) {
            let leaf = Leaf {
                cover: tested.positive,
                inconsistent: tested.negative > 0,
                digest: Digest::default(),
            };
            self.leaves.insert(id, leaf);
        }
        Ok(())
    }

    /// Groups leaves by their answers; whether specialisations of some are wanted now because those
    /// of an equal one are.
    pub(super) fn classify(&mut self) -> Result<bool, Stopped> {
        let ids = self.parts(&self.lattices[Kind::Leaves]);
        let known: Vec<(ClauseId, Digest)> = ids
            .iter()
            .map(|&id| (id, self.leaves[&id].digest))
            .filter(|&(id, digest)| {
                digest.seen < self.judge.domains.calls(self.clauses.get(id).of).len()
            })
            .collect();
        let digests = self.judge.digests(&self.clauses, &known)?;
        for ((id, _), digest) in known.into_iter().zip(digests) {
            if let Some(leaf) = self.leaves.get_mut(&id) {
                leaf.digest = digest;
            }
        }
        let mut first: FxHashMap<Class, ClauseId> = FxHashMap::default();
        let mut open: FxHashSet<ClauseId> = FxHashSet::default();
        self.same.clear();
        self.classes.clear();
        for &id in &ids {
            let first = match self.prunings.uses(Pruning::Equal) {
                true => *first.entry(self.class(id)).or_insert(id),
                false => id,
            };
            self.same.insert(id, first);
            self.classes.entry(first).or_default().push(id);
            if self.lattices[Kind::Leaves].standing(id) == Some(Standing::Open) {
                open.insert(first);
            }
        }
        let mut changed = false;
        for id in ids {
            let settled = self.lattices[Kind::Leaves].standing(id) != Some(Standing::Open);
            if settled && open.contains(&self.same[&id]) {
                self.lattices[Kind::Leaves].set(&self.clauses, id, Standing::Open, 1);
                changed = true;
            }
        }
        Ok(changed)
    }

    /// What tells leaves apart: their answers, what the bias says of their place in a program, and
    /// the types that they give to the arguments of an invented predicate.
    fn class(&self, id: ClauseId) -> Class {
        let entry = self.clauses.get(id);
        let types = match entry.of < self.language.heads {
            true => Vec::new(),
            false => {
                let mut types = self.language.bias.variable_types(&entry.clause);
                types.truncate(entry.clause.head_variables());
                types
            }
        };
        let marks = self.numbering.marks(&entry.clause);
        (entry.of, self.leaves[&id].digest.sum, marks, types)
    }

    /// The leaves that stand for all with the same answers, by size; those that no program can use
    /// left out.
    pub fn representatives(&self) -> Vec<ClauseId> {
        let prunings = self.prunings;
        let mut ids: Vec<ClauseId> = Vec::new();
        for (&id, &first) in &self.same {
            if id != first {
                prunings.count(Pruning::Equal);
                continue;
            }
            let leaf = &self.leaves[&id];
            let inconsistent = leaf.inconsistent && !self.judge.noisy;
            if !prunings.cut(Pruning::Inconsistent, inconsistent) {
                ids.push(id);
            }
        }
        ids.sort_by_key(|&id| (self.clauses.get(id).size(), id));
        ids
    }

    /// The positive examples that the leaves of a program cover, each alone.
    pub fn alone(&self, program: &[ClauseId]) -> Bits {
        let mut alone = Bits::empty(self.judge.positives.len());
        for id in program.iter().filter(|id| self.allows(&[**id])) {
            if let Some(leaf) = self.leaves.get(id) {
                alone.or(&leaf.cover);
            }
        }
        alone
    }
}
