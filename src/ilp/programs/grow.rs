//! How the lattices of clauses grow, and what is learned of a clause on the way.

use std::collections::BTreeSet;

use super::super::{Bits, clause::Literal, tester::Stopped};
use super::{
    clauses::{ClauseId, Entry},
    examples::{Tested, call_of},
    lattice::{Kind, Lattice, Standing},
    machine::Halt,
    search::{Leaf, Search},
};

/// What the calls known say of a clause, whatever the programs that it stands in.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Evidence {
    /// Its body may have a solution.
    possible: bool,
    /// A literal holds for all solutions of the others, and binds nothing.
    implied: bool,
    /// How many literals hold for all solutions of the others, and bind what none uses.
    dangling: usize,
    /// Those literals, or the one that is implied, as a mask over the body.
    literals: u64,
    /// How many calls were looked at.
    seen: usize,
    /// The clause without such a literal.
    rest: Option<ClauseId>,
}

impl Search<'_> {
    /// Makes all clauses of bodies up to `most` literals that may be parts of programs.
    pub fn grow(&mut self, most: usize) -> Result<(), Stopped> {
        // What is needed for longer bodies than there are is not needed.
        let body = most.min(self.language.bias.max_body);
        for kind in [Kind::Callers, Kind::Leaves] {
            let steps = std::mem::take(self.later(kind));
            self.judge(kind, &steps.into_iter().collect::<Vec<_>>())?;
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

    fn grow_chains(&mut self, most: usize) -> Result<bool, Stopped> {
        let mut changed = false;
        loop {
            let taken = self.chains.take(most.saturating_sub(1));
            if taken.is_empty() {
                return Ok(changed);
            }
            changed = true;
            let made = self.children(Kind::Chains, &taken, |_| true)?;
            self.judge(Kind::Chains, &made)?;
        }
    }

    fn grow_callers(&mut self, most: usize) -> Result<bool, Stopped> {
        let language = self.language;
        let mut changed = false;
        loop {
            let later = self.seeds.split_off(&(most, 0));
            let seeds = std::mem::replace(&mut self.seeds, later);
            let mut taken = self.callers.take(most);
            taken.retain(|id| {
                let size = self.clauses.get(*id).size() + 1;
                let first = self.first.get(id);
                first.is_none_or(|first| self.may_improve(first, size))
            });
            if seeds.is_empty() && taken.is_empty() {
                return Ok(changed);
            }
            changed = true;
            let seeds: Vec<ClauseId> = seeds.into_iter().map(|(_, id)| id).collect();
            let calls = |literal: &Literal| language.learned(literal.predicate).is_some();
            let mut made = self.children(Kind::Callers, &seeds, calls)?;
            // From a chain only what has no smaller caller.
            made.retain(|&child| {
                let mut parents = self.clauses.get(child).parents.iter();
                parents.all(|&parent| self.clauses.get(parent).calls == 0)
            });
            made.extend(self.children(Kind::Callers, &taken, |_| true)?);
            made.sort_unstable();
            made.dedup();
            self.judge_parts(Kind::Callers, made, most)?;
        }
    }

    /// Judges clauses; those of `most` literals that are no parts of programs wait until they are
    /// to be specialised.
    fn judge_parts(&mut self, kind: Kind, made: Vec<ClauseId>, most: usize) -> Result<(), Stopped> {
        let (now, later): (Vec<ClauseId>, Vec<ClauseId>) = made.into_iter().partition(|&id| {
            let entry = self.clauses.get(id);
            entry.admissible || entry.clause.body.len() < most
        });
        self.later(kind).extend(later);
        self.judge(kind, &now)
    }

    /// The clauses that wait to be judged.
    fn later(&mut self, kind: Kind) -> &mut BTreeSet<ClauseId> {
        &mut self.later[kind as usize]
    }

    /// The specialisations of clauses that a lattice does not hold yet and that are due there.
    fn children(
        &mut self,
        kind: Kind,
        from: &[ClauseId],
        wanted: impl Fn(&Literal) -> bool + Sync,
    ) -> Result<Vec<ClauseId>, Stopped> {
        let spaces = match kind {
            Kind::Callers => &self.spaces,
            _ => &self.backgrounds,
        };
        let of: Vec<usize> = from.iter().map(|&id| self.clauses.get(id).of).collect();
        let space = |index: usize| &spaces[of[index]];
        let lattice = match kind {
            Kind::Chains => &self.chains,
            Kind::Callers => &self.callers,
            Kind::Leaves => &self.leaves,
            Kind::Singles => &self.singles,
        };
        let (language, stop) = (self.language, self.crew.cancel());
        lattice.specialise(language, space, &mut self.clauses, from, wanted, stop)
    }

    fn grow_leaves(&mut self, most: usize) -> Result<bool, Stopped> {
        let mut changed = false;
        loop {
            let taken = self.leaves.take(most);
            if taken.is_empty() {
                return Ok(changed);
            }
            changed = true;
            let made = self.children(Kind::Leaves, &taken, |_| true)?;
            self.judge_parts(Kind::Leaves, made, most)?;
        }
    }

    /// Looks at clauses again that more calls may have made useful; whether some are.
    fn look_again(&mut self) -> Result<bool, Stopped> {
        let known: Vec<usize> = self
            .domains
            .iter()
            .map(|domain| domain.calls.len())
            .collect();
        if known == self.looked_at {
            return Ok(false);
        }
        self.looked_at = known;
        let mut changed = false;
        for kind in [Kind::Chains, Kind::Callers, Kind::Leaves] {
            let watched: Vec<ClauseId> = self.lattice(kind).watched.iter().copied().collect();
            let watched = self.refuted(kind, &watched)?;
            let before: Vec<(Option<Standing>, bool)> = watched
                .iter()
                .map(|&id| {
                    (
                        self.lattice(kind).standing(id),
                        self.lattice(kind).is_step(id),
                    )
                })
                .collect();
            self.judge(kind, &watched)?;
            changed |= watched.iter().zip(before).any(|(&id, before)| {
                let lattice = self.lattice(kind);
                before != (lattice.standing(id), lattice.is_step(id))
            });
        }
        Ok(changed)
    }

    /// Those of the clauses whose evidence the calls known by now refute.
    fn refuted(&mut self, kind: Kind, watched: &[ClauseId]) -> Result<Vec<ClauseId>, Stopped> {
        let (clauses, domains, known) = (&self.clauses, &self.domains, &self.evidence);
        let holds = self.crew.run(watched, |machine, &id| {
            let Some(evidence) = known.get(&(kind as u8, id)) else {
                return Ok(false);
            };
            let entry = clauses.get(id);
            let clause = (id, &*entry.clause);
            for (mask, key) in domains[entry.of].calls.iter().skip(evidence.seen) {
                if !evidence.possible {
                    if may(machine.possible(clause, *mask, key))? {
                        return Ok(false);
                    }
                    continue;
                }
                for spare in entry.spare.iter() {
                    if evidence.literals >> spare.index & 1 == 0 {
                        continue;
                    }
                    match machine.implied(clause, spare.index, *mask, key) {
                        Ok(true) => {}
                        Ok(false) | Err(Halt::Limit) => return Ok(false),
                        Err(Halt::Cancelled) => return Err(Halt::Cancelled),
                    }
                }
            }
            Ok(true)
        })?;
        let mut refuted = Vec::new();
        for (&id, holds) in watched.iter().zip(holds) {
            let seen = self.domains[self.clauses.get(id).of].calls.len();
            match self.evidence.get_mut(&(kind as u8, id)) {
                Some(evidence) if holds => evidence.seen = seen,
                _ => refuted.push(id),
            }
        }
        Ok(refuted)
    }

    fn lattice(&mut self, kind: Kind) -> &mut Lattice {
        match kind {
            Kind::Chains => &mut self.chains,
            Kind::Callers => &mut self.callers,
            Kind::Leaves => &mut self.leaves,
            Kind::Singles => &mut self.singles,
        }
    }

    /// Whether a clause without a literal that says nothing new is a clause of the language too.
    fn may_lose(&self) -> bool {
        let bias = &self.language.bias;
        bias.singletons && bias.constraints.is_empty()
    }

    /// Decides where clauses stand.
    fn judge(&mut self, kind: Kind, made: &[ClauseId]) -> Result<(), Stopped> {
        let useful: Vec<ClauseId> = match kind {
            Kind::Callers => self.useful(made)?,
            _ => made.to_vec(),
        };
        let closed: Vec<ClauseId> = made
            .iter()
            .copied()
            .filter(|id| useful.binary_search(id).is_err())
            .collect();
        for id in closed {
            self.crew.look()?;
            if self.lattice(kind).standing(id) != Some(Standing::Open) {
                self.lattice(kind).mark(id, false, false);
                self.set(kind, id, Standing::Closed, 1);
            }
        }
        let made = &useful[..];
        let evidence = self.evidence(kind, made)?;
        let parts: Vec<ClauseId> = made
            .iter()
            .zip(&evidence)
            .filter(|(id, evidence)| {
                let part = evidence.possible && !evidence.implied && evidence.dangling == 0;
                kind == Kind::Leaves
                    && part
                    && self.clauses.get(**id).admissible
                    && !self.leaf.contains_key(id)
            })
            .map(|(&id, _)| id)
            .collect();
        self.test_leaves(&parts)?;
        for (&id, evidence) in made.iter().zip(evidence) {
            self.crew.look()?;
            let entry = self.clauses.get(id);
            let ahead = self.ahead(kind, entry, &evidence);
            let standing = if !evidence.possible || evidence.implied {
                Standing::Idle
            } else if ahead.is_none() {
                Standing::Closed
            } else if !entry.admissible
                || kind == Kind::Chains
                || evidence.dangling > 0
                || !self.gapless(entry.calls)
            {
                // No test opens it.
                Standing::Open
            } else {
                match self.leaf.get(&id) {
                    Some(leaf) if kind == Kind::Leaves && leaf.inconsistent => Standing::Open,
                    _ => Standing::Settled,
                }
            };
            let watched = !evidence.possible || evidence.implied || evidence.dangling > 0;
            if watched {
                self.evidence.insert((kind as u8, id), evidence);
            }
            if let Some(rest) = evidence.rest {
                self.equal.insert(id, rest);
            } else {
                self.equal.remove(&id);
            }
            let seed = kind == Kind::Chains && entry.parents.len() <= self.inputs;
            if seed && standing == Standing::Open {
                self.seeds.insert((entry.clause.body.len(), id));
            }
            let lattice = match kind {
                Kind::Chains => &mut self.chains,
                Kind::Callers => &mut self.callers,
                Kind::Leaves => &mut self.leaves,
                Kind::Singles => &mut self.singles,
            };
            lattice.set(&self.clauses, id, standing, ahead.unwrap_or(1));
            lattice.mark(id, evidence.dangling > 0, watched);
        }
        Ok(())
    }

    fn evidence(&self, kind: Kind, made: &[ClauseId]) -> Result<Vec<Evidence>, Stopped> {
        let (clauses, domains) = (&self.clauses, &self.domains);
        let may_lose = self.may_lose() && kind != Kind::Chains;
        self.crew.run(made, |machine, &id| {
            let entry = clauses.get(id);
            let clause = (id, &*entry.clause);
            let domain = &domains[entry.of];
            let calls = match kind {
                Kind::Singles => &domain.calls[..domain.examples.unwrap_or_default()],
                _ => &domain.calls[..],
            };
            let mut evidence = Evidence {
                seen: calls.len(),
                ..Evidence::default()
            };
            for (mask, key) in calls {
                if may(machine.possible(clause, *mask, key))? {
                    evidence.possible = true;
                    break;
                }
            }
            if !evidence.possible || !may_lose {
                return Ok(evidence);
            }
            for spare in entry.spare.iter() {
                let mut implied = true;
                for (mask, key) in calls {
                    match machine.implied(clause, spare.index, *mask, key) {
                        Ok(true) => {}
                        Ok(false) | Err(Halt::Limit) => {
                            implied = false;
                            break;
                        }
                        Err(Halt::Cancelled) => return Err(Halt::Cancelled),
                    }
                }
                if implied && !spare.dangling {
                    evidence.implied = true;
                    evidence.literals = 1 << spare.index;
                    return Ok(evidence);
                }
                if implied {
                    evidence.dangling += 1;
                    evidence.literals |= 1 << spare.index;
                    evidence.rest = Some(spare.rest);
                }
            }
            Ok(evidence)
        })
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
        if self.most > 2 || !self.numbering.is_free() {
            return Ok(useful);
        }
        let (clauses, positives) = (&self.clauses, &self.positives);
        let first = self.crew.run(&useful, |machine, &id| {
            let entry = clauses.get(id);
            let mut first = Bits::empty(positives.len());
            for (index, (of, tuple)) in positives.iter().enumerate() {
                let (mask, key) = call_of(language, *of, tuple);
                if *of == entry.of && may(machine.possible((id, &entry.clause), mask, &key))? {
                    first.insert(index);
                }
            }
            Ok(first)
        })?;
        let heads = useful
            .iter()
            .copied()
            .zip(first)
            .filter(|(id, _)| clauses.get(*id).of < language.heads);
        self.first.extend(heads);
        useful.retain(|id| {
            self.first.get(id).is_none_or(|first| {
                !first.is_empty() && self.may_improve(first, self.clauses.get(*id).size())
            })
        });
        Ok(useful)
    }

    /// How many literals must be added to a clause at least until something of use can come of it, the
    /// call at the end of a chain not counted; `None` if that can never be.
    ///
    /// A literal takes up at most as much of what others bind and none uses as it has arguments. A
    /// chain has no literal to spare in the end: one call needs what they bind for its inputs. So
    /// it has no literal that binds nothing, either.
    fn ahead(&self, kind: Kind, entry: &Entry, evidence: &Evidence) -> Option<usize> {
        if kind != Kind::Chains {
            return Some(evidence.dangling.div_ceil(self.arity).max(1));
        }
        if self.may_lose() && entry.has_filter() {
            return None;
        }
        // Each literal before the call binds something itself.
        match entry.parents.len().saturating_sub(self.inputs) {
            0 => Some(1),
            _ if self.inputs == 1 => None,
            more => Some(more.div_ceil(self.inputs - 1)),
        }
    }

    fn set(&mut self, kind: Kind, id: ClauseId, standing: Standing, ahead: usize) {
        let lattice = match kind {
            Kind::Chains => &mut self.chains,
            Kind::Callers => &mut self.callers,
            Kind::Leaves => &mut self.leaves,
            Kind::Singles => &mut self.singles,
        };
        lattice.set(&self.clauses, id, standing, ahead);
    }

    fn test_leaves(&mut self, parts: &[ClauseId]) -> Result<(), Stopped> {
        let programs: Vec<Vec<ClauseId>> = parts.iter().map(|&id| vec![id]).collect();
        let tested = self.test(&programs, true)?;
        for (&id, (tested, _)) in parts.iter().zip(tested) {
            let leaf = Leaf {
                cover: tested.positive,
                inconsistent: tested.negative > 0,
                seen: 0,
                digest: 0,
                answers: false,
            };
            self.leaf.insert(id, leaf);
        }
        Ok(())
    }

    /// Makes and tests the clauses without calls that have `body` literals, as programs of their
    /// own.
    pub fn grow_singles(
        &mut self,
        body: usize,
        dominated: &dyn Fn(usize, &Bits) -> bool,
    ) -> Result<Vec<(ClauseId, Tested)>, Stopped> {
        let steps = std::mem::take(self.later(Kind::Singles));
        let mut found = self.judge_singles(steps.into_iter().collect(), dominated)?;
        loop {
            let taken = self.singles.take(body.min(self.language.bias.max_body));
            if taken.is_empty() {
                return Ok(found);
            }
            let made = self.children(Kind::Singles, &taken, |_| true)?;
            let (now, later): (Vec<ClauseId>, Vec<ClauseId>) = made.into_iter().partition(|&id| {
                let entry = self.clauses.get(id);
                entry.admissible || entry.clause.body.len() < body
            });
            self.later(Kind::Singles).extend(later);
            found.extend(self.judge_singles(now, dominated)?);
        }
    }

    fn judge_singles(
        &mut self,
        made: Vec<ClauseId>,
        dominated: &dyn Fn(usize, &Bits) -> bool,
    ) -> Result<Vec<(ClauseId, Tested)>, Stopped> {
        let programs: Vec<Vec<ClauseId>> = made.iter().map(|&id| vec![id]).collect();
        let tested = self.test(&programs, false)?;
        let tested: Vec<Tested> = tested.into_iter().map(|(tested, _)| tested).collect();
        let (covering, others): (Vec<usize>, Vec<usize>) = (0..made.len())
            .partition(|&index| !tested[index].positive.is_empty() || tested[index].limited);
        for index in others {
            self.singles
                .set(&self.clauses, made[index], Standing::Closed, 1);
        }
        let ids: Vec<ClauseId> = covering.iter().map(|&index| made[index]).collect();
        let evidence = self.evidence(Kind::Singles, &ids)?;
        let mut found = Vec::new();
        for (index, evidence) in covering.into_iter().zip(evidence) {
            let (id, tested) = (made[index], &tested[index]);
            let part = self.clauses.get(id).admissible && evidence.dangling == 0;
            let size = self.clauses.get(id).size();
            let useless = tested.negative > 0 && !self.noisy && dominated(size, &tested.positive);
            let closed = evidence.implied || useless;
            let standing = if closed {
                Standing::Closed
            } else if part && tested.negative == 0 {
                Standing::Settled
            } else {
                Standing::Open
            };
            let ahead = self.ahead(Kind::Singles, self.clauses.get(id), &evidence);
            self.singles
                .set(&self.clauses, id, standing, ahead.unwrap_or(1));
            if part && !closed {
                found.push((id, tested.clone()));
            }
        }
        Ok(found)
    }
}

/// A limit leaves it open.
fn may(possible: Result<bool, Halt>) -> Result<bool, Halt> {
    match possible {
        Err(Halt::Limit) => Ok(true),
        other => other,
    }
}
