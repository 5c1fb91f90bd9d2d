//! What clauses and programs do: on the examples, and on the calls that programs make from them.

mod domains;
mod evidence;
mod examples;
mod follow;
mod machine;
mod plan;
mod pool;
mod table;

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use rustc_hash::FxHashMap;

use self::{
    examples::{Example, Wanted, call_of, run},
    follow::Followed,
    machine::{Called, Halt, Machine},
    pool::Pool,
};
use super::{
    super::{Bits, clause::Clause, relations::Relations, task::Task, tester::Stopped},
    FoundProgram,
    clauses::{ClauseId, Clauses},
    language::Language,
    pruning::{Pruning, Prunings},
};

pub(super) use self::{
    domains::{Digest, Domains},
    evidence::{Against, Evidence},
    examples::{Tested, depth},
    machine::Limits,
};

/// Runs clauses and programs.
pub(super) struct Judge<'a> {
    language: &'a Language,
    pub relations: &'a Relations,
    limits: Limits,
    pool: Pool<'a>,
    prunings: &'a Prunings,
    /// The positive examples of all heads, one head after the other.
    pub positives: Vec<Example>,
    /// The negative ones.
    pub negatives: Vec<Example>,
    /// Whether errors are allowed.
    pub noisy: bool,
    /// The calls that programs make, as far as they are known.
    pub domains: Domains,
    /// What became of the sets of callers that were followed.
    followed: FxHashMap<Vec<ClauseId>, Followed>,
    /// Whether calls were left out of account.
    curtailed: AtomicBool,
}

impl<'a> Judge<'a> {
    /// A judge who knows the calls that are examples.
    pub fn new(
        task: &Task,
        relations: &'a Relations,
        language: &'a Language,
        limits: Limits,
        noisy: bool,
        prunings: &'a Prunings,
        cancel: &'a AtomicBool,
    ) -> Judge<'a> {
        let (mut positives, mut negatives) = (Vec::new(), Vec::new());
        for examples in &task.examples {
            let Some(of) = language.learned(examples.head) else {
                continue;
            };
            for (index, row) in examples.tuples.iter().enumerate() {
                let side = if index < examples.positives {
                    &mut positives
                } else {
                    &mut negatives
                };
                side.push((of, row.to_vec()));
            }
        }
        let examples = positives.iter().chain(&negatives);
        let calls = examples.map(|(of, tuple)| {
            let (mask, key) = call_of(language, *of, tuple);
            (*of, mask, key)
        });
        Judge {
            language,
            relations,
            limits,
            pool: Pool::new(language, relations, limits, cancel),
            prunings,
            noisy,
            domains: Domains::new(language.learned.len(), calls),
            positives,
            negatives,
            followed: FxHashMap::default(),
            curtailed: AtomicBool::new(false),
        }
    }

    /// An error once the search is to end.
    pub fn look(&self) -> Result<(), Stopped> {
        self.pool.look()
    }

    /// The flag that ends the search.
    pub fn cancel(&self) -> &'a AtomicBool {
        self.pool.cancel()
    }

    /// Whether calls were left out of account, so that programs that are smaller than the best one
    /// may have been taken for others or for endless.
    pub fn is_curtailed(&self) -> bool {
        self.curtailed.load(Ordering::Relaxed) || self.domains.is_curtailed()
    }

    /// Takes account of a call that was given up since it could not be asked.
    fn account(&self, machine: &mut Machine<'_>) {
        if std::mem::take(&mut machine.unasked) {
            self.curtail();
        }
    }

    fn curtail(&self) {
        self.curtailed.store(true, Ordering::Relaxed);
    }

    /// What programs do on the examples, and the calls that were not known. Negative examples are
    /// not looked at if no positive one is covered, unless `always`.
    pub fn test(
        &self,
        clauses: &Clauses,
        programs: &[Vec<ClauseId>],
        always: bool,
    ) -> Result<Vec<(Tested, Vec<Called>)>, Stopped> {
        let (positives, negatives) = (&self.positives, &self.negatives);
        self.pool.run(programs, |machine, program| {
            let followed = self.callers_followed(clauses, program);
            let endless = self.prunings.uses(Pruning::Endless);
            let wanted = Wanted {
                count: self.noisy,
                always,
                hopeless: followed
                    .filter(|_| endless)
                    .map(|followed| &followed.hopeless),
            };
            machine.load(program.iter().map(|&id| (id, clauses.clause(id))));
            let tested = run(machine, positives, negatives, wanted)?;
            self.account(machine);
            let open = followed.is_some_and(|followed| !followed.complete);
            let asked = open.then(|| machine.asked()).into_iter().flatten();
            let new = asked.filter(|call| !self.domains.knows(call));
            Ok((tested, new.collect()))
        })
    }

    /// What a program does on each example.
    pub fn score(&self, language: &Language, clauses: &[Clause]) -> Result<FoundProgram, Stopped> {
        let cancel = self.cancel();
        let mut machine = Machine::new(language, self.relations, self.limits, cancel);
        let shared: Vec<(ClauseId, Arc<Clause>)> =
            (0..).zip(clauses.iter().cloned().map(Arc::new)).collect();
        let mut cover = |examples: &[Example]| {
            loop {
                machine.load(shared.iter().map(|(id, clause)| (*id, clause)));
                let mut cover = Bits::empty(examples.len());
                for (index, (of, tuple)) in examples.iter().enumerate() {
                    match machine.covers(*of, tuple) {
                        Ok(true) => cover.insert(index),
                        Ok(false) | Err(Halt::Limit) => {}
                        Err(Halt::Cancelled) => return Err(Stopped::Cancelled),
                    }
                }
                let demands = std::mem::take(&mut machine.demands);
                if demands.is_empty() {
                    return Ok(cover);
                }
                self.relations.demand(&demands)?;
            }
        };
        Ok(FoundProgram {
            positive: cover(&self.positives)?,
            negative: cover(&self.negatives)?,
            clauses: clauses.to_vec(),
        })
    }

    /// For each caller the positive examples for which it may be the first step.
    pub fn first_steps(&self, clauses: &Clauses, ids: &[ClauseId]) -> Result<Vec<Bits>, Stopped> {
        self.pool.run(ids, |machine, &id| {
            let entry = clauses.get(id);
            let mut first = Bits::empty(self.positives.len());
            for (index, (of, tuple)) in self.positives.iter().enumerate() {
                let (mask, key) = call_of(self.language, *of, tuple);
                if *of == entry.of && may(machine.possible((id, &entry.clause), mask, &key))? {
                    first.insert(index);
                }
            }
            Ok(first)
        })
    }
}

/// A limit leaves it open.
fn may(possible: Result<bool, Halt>) -> Result<bool, Halt> {
    match possible {
        Err(Halt::Limit) => Ok(true),
        other => other,
    }
}
