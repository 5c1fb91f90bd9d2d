//! Where clauses stand in their lattices: whether they are parts of programs, and whether their
//! specialisations are wanted.

use crate::ilp::{Bits, tester::Stopped};

use super::{
    super::{
        clauses::ClauseId,
        judge::{Against, Evidence, Tested},
        pruning::Pruning,
    },
    Generator,
    lattice::{Kind, Standing},
};

impl Generator<'_> {
    /// Decides where clauses stand in a lattice of parts of programs.
    pub(super) fn place(&mut self, kind: Kind, made: &[ClauseId]) -> Result<(), Stopped> {
        let useful: Vec<ClauseId> = match kind {
            Kind::Callers => self.useful(made)?,
            _ => made.to_vec(),
        };
        for &id in made.iter().filter(|id| useful.binary_search(id).is_err()) {
            self.judge.look()?;
            let lattice = &mut self.lattices[kind];
            if lattice.standing(id) != Some(Standing::Open) {
                lattice.unwatch(id);
                lattice.set(&self.clauses, id, Standing::Closed, 1);
            }
        }
        let may_lose = self.may_lose() && kind != Kind::Chains;
        let evidence = self
            .judge
            .evidence(&self.clauses, &useful, Against::Calls, may_lose)?;
        if kind == Kind::Leaves {
            let parts: Vec<ClauseId> = useful
                .iter()
                .zip(&evidence)
                .filter(|(id, evidence)| {
                    !evidence.is_refutable()
                        && self.clauses.get(**id).admissible
                        && !self.leaves.contains_key(id)
                })
                .map(|(&id, _)| id)
                .collect();
            self.test_leaves(&parts)?;
        }
        for (id, evidence) in useful.into_iter().zip(evidence) {
            self.judge.look()?;
            let standing = self.standing(kind, id, &evidence);
            let entry = self.clauses.get(id);
            let seed = kind == Kind::Chains && entry.parents.len() <= self.inputs;
            if seed && standing == Standing::Open {
                self.seeds.insert((entry.clause.body.len(), id));
            }
            let ahead = self.ahead(&evidence);
            self.lattices[kind].set(&self.clauses, id, standing, ahead);
            self.lattices[kind].watch(id, evidence);
        }
        Ok(())
    }

    /// Where a clause stands.
    fn standing(&self, kind: Kind, id: ClauseId, evidence: &Evidence) -> Standing {
        if !evidence.possible || evidence.implied {
            return Standing::Idle;
        }
        let part = self.clauses.get(id).admissible && !evidence.is_refutable();
        let leaf = self.leaves.get(&id).filter(|_| kind == Kind::Leaves);
        let inconsistent = leaf.is_some_and(|leaf| leaf.inconsistent);
        // What no program holds by itself is opened by no test.
        let tested = kind != Kind::Chains && self.is_gapless(self.clauses.get(id).calls);
        let settled = part && tested && !inconsistent;
        match self.prunings.cut(Pruning::OnDemand, settled) {
            true => Standing::Settled,
            false => Standing::Open,
        }
    }

    /// How many literals must be added to a clause at least until something of use can come of it: one
    /// takes up at most as much of what others bind and none uses as it has arguments.
    fn ahead(&self, evidence: &Evidence) -> usize {
        evidence.dangling.div_ceil(self.arity).max(1)
    }

    /// Whether a clause without a literal that says nothing new is a clause of the language too.
    fn may_lose(&self) -> bool {
        let bias = &self.language.bias;
        bias.singletons && bias.constraints.is_empty()
    }

    /// The callers that are worth a closer look: they call one shape of each invented predicate.
    /// Where programs hold one caller, it must be the first step for some positive example, and for
    /// enough of them.
    fn useful(&mut self, made: &[ClauseId]) -> Result<Vec<ClauseId>, Stopped> {
        let language = self.language;
        let mut useful = made.to_vec();
        useful.retain(|&id| {
            let entry = self.clauses.get(id);
            language.one_shape(entry.calls | 1 << entry.of)
        });
        // Clauses that are refused by their numbers may need another one before them, whatever it
        // covers.
        let free = self.numbering.is_free();
        if self.most > 2 || !free || !self.prunings.uses(Pruning::FirstStep) {
            return Ok(useful);
        }
        let first = self.judge.first_steps(&self.clauses, &useful)?;
        let heads = useful
            .iter()
            .copied()
            .zip(first)
            .filter(|(id, _)| self.clauses.get(*id).of < language.heads);
        self.first.extend(heads);
        useful.retain(|id| {
            self.first.get(id).is_none_or(|first| {
                !self.prunings.cut(Pruning::FirstStep, first.is_empty())
                    && self.may_improve(first, self.clauses.get(*id).size())
            })
        });
        Ok(useful)
    }

    /// Tests clauses as programs of their own, and decides where they stand; those that may be of
    /// use, with their tests.
    pub(super) fn place_singles(
        &mut self,
        made: &[ClauseId],
        dominated: &dyn Fn(usize, &Bits) -> bool,
    ) -> Result<Vec<(ClauseId, Tested)>, Stopped> {
        let prunings = self.prunings;
        let programs: Vec<Vec<ClauseId>> = made.iter().map(|&id| vec![id]).collect();
        let tested = self.judge.test(&self.clauses, &programs, false)?;
        let tested = made
            .iter()
            .zip(tested)
            .map(|(&id, (tested, _))| (id, tested));
        let uncovering = |tested: &Tested| tested.positive.is_empty() && !tested.limited;
        let (others, covering): (Vec<_>, Vec<_>) =
            tested.partition(|(_, tested)| prunings.cut(Pruning::Uncovering, uncovering(tested)));
        let lattice = &mut self.lattices[Kind::Singles];
        for (id, _) in others {
            lattice.set(&self.clauses, id, Standing::Closed, 1);
        }
        let ids: Vec<ClauseId> = covering.iter().map(|(id, _)| *id).collect();
        let may_lose = self.may_lose();
        let evidence = self
            .judge
            .evidence(&self.clauses, &ids, Against::Examples, may_lose)?;
        let mut found = Vec::new();
        for ((id, tested), evidence) in covering.into_iter().zip(evidence) {
            let entry = self.clauses.get(id);
            let part = entry.admissible && evidence.dangling == 0;
            let useless = tested.negative > 0
                && !self.judge.noisy
                && dominated(entry.size(), &tested.positive);
            let closed = evidence.implied || prunings.cut(Pruning::Dominated, useless);
            let standing = if closed {
                Standing::Closed
            } else if part && tested.negative == 0 {
                Standing::Settled
            } else {
                Standing::Open
            };
            let ahead = self.ahead(&evidence);
            self.lattices[Kind::Singles].set(&self.clauses, id, standing, ahead);
            if part && !closed {
                found.push((id, tested));
            }
        }
        Ok(found)
    }
}
