//! Which programs are made: clauses, grown lattice by lattice as the sizes need them, put together.

mod callers;
mod fill;
mod grow;
mod lattice;
mod leaves;
mod standing;

use std::{collections::BTreeSet, sync::Arc};

use rustc_hash::FxHashMap;

use self::{
    lattice::{Kind, Lattice, Lattices, Standing},
    leaves::Leaf,
};
use super::{
    super::{
        Bits,
        bias::{Mode, Predicate, PredicateId},
        clause::Clause,
        space::Space,
        tester::Stopped,
    },
    clauses::{ClauseId, Clauses},
    judge::{Evidence, Judge},
    language::{Language, Learned},
    numbering::Numbering,
    pruning::{Pruning, Prunings},
};

/// What makes programs.
pub(super) struct Generator<'a> {
    pub language: &'a Language,
    pub numbering: Numbering,
    pub judge: Judge<'a>,
    pub clauses: Clauses,
    /// The most clauses of a program.
    pub most: usize,
    /// The size of the best program known, if it covers all positive examples; smaller ones are
    /// wanted.
    pub target: Option<usize>,
    prunings: &'a Prunings,
    /// The clauses of each learned predicate.
    spaces: Vec<Space<'a>>,
    /// Those of background literals.
    backgrounds: Vec<Space<'a>>,
    lattices: Lattices,
    /// Chains that one more literal may make a caller of, by length.
    seeds: BTreeSet<(usize, ClauseId)>,
    leaves: FxHashMap<ClauseId, Leaf>,
    /// For each leaf the first one with the same answers.
    same: FxHashMap<ClauseId, ClauseId>,
    /// For each first one all of them.
    classes: FxHashMap<ClauseId, Vec<ClauseId>>,
    /// For callers the positive examples for which they may be the first step, where programs hold
    /// one caller.
    first: FxHashMap<ClauseId, Bits>,
    /// How many calls of each predicate the evidence rests on.
    looked_at: Vec<usize>,
    /// How many inputs a literal has at most.
    inputs: usize,
    /// How many values a literal can take up.
    arity: usize,
}

impl<'a> Generator<'a> {
    pub fn new(
        language: &'a Language,
        judge: Judge<'a>,
        most: usize,
        prunings: &'a Prunings,
    ) -> Generator<'a> {
        let bias = &language.bias;
        let learned = 0..language.learned.len();
        let background: Vec<PredicateId> = bias
            .body
            .iter()
            .copied()
            .filter(|&id| language.learned(id).is_none())
            .collect();
        let space = |of: Learned, callees: Vec<PredicateId>| {
            let body = background.iter().copied().chain(callees).collect();
            Space::new(bias, language.learned[of], body)
        };
        let inputs = bias.predicates.iter().map(|predicate| {
            let modes = predicate.modes.iter().flatten();
            modes.filter(|mode| **mode == Mode::In).count()
        });
        let arity = bias.predicates.iter().map(Predicate::arity);
        let mut generator = Generator {
            numbering: Numbering::new(bias),
            clauses: Clauses::default(),
            target: None,
            spaces: learned
                .clone()
                .map(|of| space(of, language.callees(of)))
                .collect(),
            backgrounds: learned.clone().map(|of| space(of, Vec::new())).collect(),
            lattices: Lattices::default(),
            seeds: BTreeSet::new(),
            leaves: FxHashMap::default(),
            same: FxHashMap::default(),
            classes: FxHashMap::default(),
            first: FxHashMap::default(),
            looked_at: Vec::new(),
            inputs: inputs.max().unwrap_or(1).max(1),
            arity: arity.max().unwrap_or(1).max(1),
            language,
            judge,
            most,
            prunings,
        };
        learned.for_each(|of| generator.root(of));
        generator
    }

    /// Starts with the clause of a predicate that has no body.
    fn root(&mut self, of: Learned) {
        let language = self.language;
        let root = Clause::fact(language.learned[of], language.predicate(of).arity());
        let space = &self.spaces[of];
        let Some(root) = self.clauses.prepare(language, space, root, |_| true) else {
            return;
        };
        let root = self.clauses.number(root);
        let single = (of < language.heads).then_some(Kind::Singles);
        for kind in [Kind::Chains, Kind::Leaves].into_iter().chain(single) {
            self.lattices[kind].set(&self.clauses, root, Standing::Open, 1);
        }
        self.seeds.insert((0, root));
    }

    /// Makes all clauses of bodies up to `most` literals that may be parts of programs.
    pub fn grow(&mut self, most: usize) -> Result<(), Stopped> {
        // What is needed for longer bodies than there are is not needed.
        let body = most.min(self.language.bias.max_body);
        for kind in [Kind::Callers, Kind::Leaves] {
            let postponed = self.lattices[kind].postponed();
            self.place(kind, &postponed)?;
        }
        loop {
            let mut changed = self.grow_chains(body)?;
            changed |= self.grow_callers(body)?;
            changed |= self.grow_leaves(body)?;
            changed |= self.explore(most + 1)?;
            changed |= self.look_again()?;
            if !changed && !self.classify()? {
                return Ok(());
            }
        }
    }

    /// Follows the calls that each new set of callers makes from the examples; whether calls were
    /// learned of.
    fn explore(&mut self, size: usize) -> Result<bool, Stopped> {
        let sets = self.caller_sets(size)?;
        let (endless, changed) = self.judge.explore(&self.clauses, sets)?;
        for set in endless {
            // With one more literal it may end; by itself it makes no program.
            self.open(&set);
        }
        Ok(changed)
    }

    /// Looks at clauses again that more calls may have made useful; whether some are.
    fn look_again(&mut self) -> Result<bool, Stopped> {
        let known = self.judge.domains.lengths();
        if known == self.looked_at {
            return Ok(false);
        }
        self.looked_at = known;
        let mut changed = false;
        for kind in [Kind::Chains, Kind::Callers, Kind::Leaves] {
            let mut watched = self.lattices[kind].watched();
            let holds = self.judge.confirm(&self.clauses, &mut watched)?;
            let mut refuted: Vec<ClauseId> = Vec::new();
            for ((id, evidence), holds) in watched.into_iter().zip(holds) {
                match holds {
                    true => self.lattices[kind].watch(id, evidence),
                    false => refuted.push(id),
                }
            }
            let state = |lattice: &Lattice| -> Vec<(Option<Standing>, bool)> {
                let states = refuted
                    .iter()
                    .map(|&id| (lattice.standing(id), lattice.is_step(id)));
                states.collect()
            };
            let before = state(&self.lattices[kind]);
            self.place(kind, &refuted)?;
            changed |= before != state(&self.lattices[kind]);
        }
        Ok(changed)
    }

    /// The clauses of a lattice that may stand in a program, by size.
    fn parts(&self, lattice: &Lattice) -> Vec<ClauseId> {
        let ids = 0..self.clauses.len() as ClauseId;
        let mut parts: Vec<ClauseId> = ids
            .filter(|&id| self.clauses.get(id).admissible)
            .filter(|&id| {
                let standing = lattice.standing(id);
                matches!(standing, Some(Standing::Open | Standing::Settled)) && !lattice.is_step(id)
            })
            .collect();
        parts.sort_by_key(|&id| (self.clauses.get(id).size(), id));
        parts
    }

    /// Wants the specialisations of the clauses of a program, and of leaves with the same answers as
    /// its leaves.
    pub fn open(&mut self, program: &[ClauseId]) {
        for id in program {
            let (kind, equal) = match self.clauses.get(*id).calls {
                0 => (
                    Kind::Leaves,
                    self.classes.get(id).map_or(&[][..], Vec::as_slice),
                ),
                _ => (Kind::Callers, std::slice::from_ref(id)),
            };
            for &id in equal {
                self.lattices[kind].set(&self.clauses, id, Standing::Open, 1);
            }
        }
    }

    /// The clause that stands for all that are known to be equal to this one.
    pub fn representative(&self, id: ClauseId) -> ClauseId {
        let mut id = id;
        while let Some(rest) = self.against(id).and_then(|known| known.rest) {
            id = rest;
        }
        self.same.get(&id).copied().unwrap_or(id)
    }

    /// What the calls known say against a clause as a part of programs.
    fn against(&self, id: ClauseId) -> Option<&Evidence> {
        let kind = match self.clauses.get(id).calls {
            0 => Kind::Leaves,
            _ => Kind::Callers,
        };
        self.lattices[kind].against(id)
    }

    /// Whether a caller of this size, that may be the first step for `first`, can be part of a
    /// program smaller than the best, as far as leaves small enough allow.
    fn may_improve(&self, first: &Bits, size: usize) -> bool {
        // Leaves that small have been made.
        let decided = size >= 4 && must_be_complete(size + 2, self.target);
        let Some(target) = self.target.filter(|_| decided) else {
            return true;
        };
        if first.count() == first.length() {
            return true;
        }
        let room = target.saturating_sub(1 + size);
        let mut leaves = self.leaves.iter();
        let completed = leaves.any(|(&id, leaf)| {
            let mut both = leaf.cover.clone();
            both.or(first);
            self.clauses.get(id).size() <= room && both.count() == both.length()
        });
        !self.prunings.cut(Pruning::FirstStep, !completed)
    }

    /// Whether the constraints on the numbers of clauses allow the program.
    pub fn allows(&self, ids: &[ClauseId]) -> bool {
        let clauses: Vec<&Clause> = self.arcs(ids).map(Arc::as_ref).collect();
        self.numbering.allows(self.language, &clauses)
    }

    pub fn program(&self, ids: &[ClauseId]) -> Vec<Clause> {
        ids.iter()
            .map(|&id| Clause::clone(self.clauses.clause(id)))
            .collect()
    }

    pub fn arcs<'s>(&'s self, ids: &'s [ClauseId]) -> impl Iterator<Item = &'s Arc<Clause>> {
        ids.iter().map(|&id| self.clauses.clause(id))
    }
}

/// Whether a program of this size is of use only if it covers all positive examples by itself: with
/// another one, which has two literals or more, it is no smaller than the target.
pub(super) fn must_be_complete(size: usize, target: Option<usize>) -> bool {
    target.is_some_and(|target| size + 2 >= target)
}
