//! What the calls that programs make say of a clause, whatever the programs that it stands in.

use crate::ilp::tester::Stopped;

use super::{
    super::{
        clauses::{ClauseId, Clauses},
        pruning::Pruning,
    },
    Judge,
    machine::Halt,
    may,
};

/// What is known of a clause.
#[derive(Debug, Clone, Copy, Default)]
pub struct Evidence {
    /// Its body may have a solution.
    pub possible: bool,
    /// A literal holds for all solutions of the others, and binds nothing.
    pub implied: bool,
    /// How many literals hold for all solutions of the others, and bind what none uses.
    pub dangling: usize,
    /// The clause without such a literal.
    pub rest: Option<ClauseId>,
    /// Those literals, or the one that is implied, as a mask over the body.
    literals: u64,
    /// How many calls were looked at.
    seen: usize,
}

impl Evidence {
    /// Whether more calls may change it in favour of the clause.
    pub fn is_refutable(&self) -> bool {
        !self.possible || self.implied || self.dangling > 0
    }
}

/// Which calls clauses are judged by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Against {
    /// All that are known.
    Calls,
    /// The examples.
    Examples,
}

impl Judge<'_> {
    /// What is known of clauses. Where a clause without a literal that says nothing new is no clause of
    /// the language, or wanted anyway, `may_lose` is false.
    pub fn evidence(
        &self,
        clauses: &Clauses,
        ids: &[ClauseId],
        against: Against,
        may_lose: bool,
    ) -> Result<Vec<Evidence>, Stopped> {
        let prunings = self.prunings;
        self.pool.run(ids, |machine, &id| {
            let entry = clauses.get(id);
            let clause = (id, &*entry.clause);
            let calls = match against {
                Against::Examples => self.domains.examples(entry.of),
                Against::Calls => self.domains.calls(entry.of),
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
            if !evidence.possible && !prunings.cut(Pruning::Impossible, true) {
                evidence.possible = true;
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
                if !spare.dangling && prunings.cut(Pruning::Implied, implied) {
                    evidence.implied = true;
                    evidence.literals = 1 << spare.index;
                    return Ok(evidence);
                }
                if spare.dangling && prunings.cut(Pruning::Dangling, implied) {
                    evidence.dangling += 1;
                    evidence.literals |= 1 << spare.index;
                    evidence.rest = Some(spare.rest);
                }
            }
            Ok(evidence)
        })
    }

    /// Which clauses' evidence the calls that are known by now do not refute; it rests on all of them
    /// then.
    pub fn confirm(
        &self,
        clauses: &Clauses,
        known: &mut [(ClauseId, Evidence)],
    ) -> Result<Vec<bool>, Stopped> {
        let holds = self.pool.run(known, |machine, (id, evidence)| {
            let entry = clauses.get(*id);
            let clause = (*id, &*entry.clause);
            for (mask, key) in &self.domains.calls(entry.of)[evidence.seen..] {
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
        for (id, evidence) in known {
            evidence.seen = self.domains.calls(clauses.get(*id).of).len();
        }
        Ok(holds)
    }
}
