//! Learning recursive programs, and programs with invented predicates.
//!
//! What such a program covers does not follow from what its clauses cover one by one, so programs
//! are generated, tested and constrained as a whole, by size (A. Cropper and R. Morel, "Learning
//! programs by learning from failures", Machine Learning 110, 2021). A program has *callers*,
//! clauses that call learned predicates, and *leaves*, clauses that do not.
//!
//! What keeps the programs few:
//! - a program whose clauses specialise those of one that covers no negative example, or nothing
//!   that its leaves do not cover alone, is not made, nor are the clauses that only such programs
//!   would use (specialisation constraints, by the lattice of clauses);
//! - nor is a program with a part that covers a negative example (generalisation constraints);
//! - of leaves that give the same answers to all calls that the callers make from the examples, one
//!   is taken; callers whose body has no solution in any such call are left out;
//! - programs that differ in the names of invented predicates, or could do without one, come once.
//!
//! Consistent programs are united, as in Popper: `max_clauses` bounds what is generated, not the
//! union.

mod clauses;
mod combine;
mod crew;
mod grow;
mod language;
mod lattice;
mod machine;
mod plan;
mod search;
mod store;
mod symmetry;
mod table;

use std::{
    collections::HashSet,
    sync::{Arc, atomic::AtomicBool},
};

use self::{
    clauses::ClauseId,
    combine::{Block, Blocks},
    language::Language,
    machine::{Halt, Limits, Machine},
    search::{Search, Tested},
};
use super::{
    bias::{Bias, PredicateId},
    bits::Bits,
    clause::Clause,
    relations::Relations,
    search::End,
    task::Task,
    tester::Stopped,
};

pub use self::store::Reason;

/// How many programs are tested at a time.
const BATCH: usize = 2_048;

/// How to learn programs.
#[derive(Debug, Clone)]
pub struct ProgramOptions {
    /// Whether errors are allowed: the program of the shortest description is wanted.
    pub noisy: bool,
    /// Whether all smallest programs are wanted.
    pub all: bool,
    /// How many literals may be called, and answers looked at, for one example. An example that
    /// needs more is not covered.
    pub steps: u64,
    /// How many calls of learned predicates may be inside each other.
    pub depth: usize,
}

impl Default for ProgramOptions {
    fn default() -> ProgramOptions {
        ProgramOptions {
            noisy: false,
            all: false,
            steps: 10_000,
            depth: 400,
        }
    }
}

/// What became of the programs of one size.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ProgramCounts {
    /// The size.
    pub size: usize,
    /// Programs put together.
    pub generated: usize,
    /// Not tested: a specialisation of a consistent program.
    pub consistent: usize,
    /// Not tested: a specialisation of a program that gains nothing by its callers.
    pub no_gain: usize,
    /// Not tested: a specialisation of a program that covers no more than a consistent one that is
    /// no larger.
    pub dominated: usize,
    /// Not tested: a part covers a negative example.
    pub inconsistent: usize,
    /// Not tested: the same up to invented predicates, or one of these is of no use.
    pub redundant: usize,
    /// Not tested: an invented argument has two types.
    pub untyped: usize,
    /// Tested.
    pub tested: usize,
}

/// A program and what it does on the examples, those of all heads one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundProgram {
    /// The clauses, those of the heads first.
    pub clauses: Vec<Clause>,
    /// The positive examples that it covers.
    pub positive: Bits,
    /// The negative examples that it covers.
    pub negative: Bits,
}

impl FoundProgram {
    /// The sum of the sizes of the clauses.
    pub fn size(&self) -> usize {
        self.clauses.iter().map(Clause::size).sum()
    }
}

/// What was learned.
#[derive(Debug, Clone)]
pub struct ProgramOutcome {
    /// The language, invented predicates included.
    pub bias: Bias,
    /// The best program; with `all`, all that are as good. Empty if nothing is of use.
    pub programs: Vec<FoundProgram>,
    /// How the search ended.
    pub end: End,
    /// What was done, by size.
    pub sizes: Vec<ProgramCounts>,
    /// How many constraints there were in the end.
    pub constraints: usize,
    /// How many distinct calls of learned predicates tell leaves apart.
    pub calls: usize,
}

/// How far the search has got.
#[derive(Debug)]
pub struct ProgramProgress<'a> {
    /// What was done for the size that is searched now.
    pub counts: &'a ProgramCounts,
    /// The best program so far with its language, when it is a new one.
    pub best: Option<(&'a Bias, &'a FoundProgram)>,
}

/// The bound on the clauses of a generated program: the task's, or 2, or 3 if predicates may be
/// invented.
pub fn most_clauses(bias: &Bias) -> usize {
    let least = if bias.invention { 3 } else { 2 };
    bias.max_clauses.unwrap_or(least).clamp(1, 8)
}

/// Learns a program.
///
/// # Errors
///
/// If a back end fails; being cancelled is no error.
pub fn learn_programs(
    task: &Task,
    relations: &Relations,
    options: &ProgramOptions,
    cancel: &AtomicBool,
    progress: &mut dyn FnMut(&ProgramProgress<'_>),
) -> Result<ProgramOutcome, Stopped> {
    let bias = &task.bias;
    let most = most_clauses(bias);
    let lazy = |id: &PredicateId| relations.stored(*id).is_none();
    let directed = bias.body.iter().any(lazy)
        || bias
            .body
            .iter()
            .chain(&bias.heads)
            .any(|&id| bias.predicate(id).modes.is_some());
    let sources: Vec<(PredicateId, Vec<u32>)> = bias
        .body
        .iter()
        .filter(|&&id| lazy(&id) && relations.needed(id) == 0)
        .map(|&id| (id, Vec::new()))
        .collect();
    let language = Language::new(bias, most, directed);
    let limits = Limits {
        steps: options.steps,
        depth: options.depth,
    };
    let mut learner = Learner {
        search: Search::new(
            task,
            relations,
            &language,
            limits,
            (most, options.noisy),
            cancel,
        ),
        relations,
        limits,
        cancel,
        options,
        blocks: Blocks::new(options.all),
        seen: HashSet::new(),
        counts: ProgramCounts::default(),
        best: None,
    };
    let mut outcome = ProgramOutcome {
        bias: language.bias.clone(),
        programs: Vec::new(),
        end: End::Exhausted,
        sizes: Vec::new(),
        constraints: 0,
        calls: 0,
    };
    let greatest = most * (1 + bias.max_body);
    let result = relations
        .demand(&sources)
        .and_then(|()| learner.sizes(greatest, &mut outcome.sizes, progress));
    outcome.end = match result {
        Ok(end) => end,
        Err(Stopped::Cancelled) => End::Stopped,
        Err(failed) => return Err(failed),
    };
    outcome.constraints = learner.search.store.len();
    outcome.calls = learner.search.calls();
    if let Some(best) = learner.best {
        outcome.bias = best.bias;
        outcome.programs = best.programs;
    }
    Ok(outcome)
}

/// The best programs known.
struct Best {
    bias: Bias,
    programs: Vec<FoundProgram>,
    cost: usize,
    /// The positive examples that are not covered; the first thing to be small.
    missing: usize,
}

struct Learner<'a, 'o> {
    search: Search<'a>,
    relations: &'a Relations,
    limits: Limits,
    cancel: &'a AtomicBool,
    options: &'o ProgramOptions,
    blocks: Blocks,
    /// Programs with invented predicates, in the form of [`symmetry::least`].
    seen: HashSet<Vec<Clause>>,
    counts: ProgramCounts,
    best: Option<Best>,
}

impl Learner<'_, '_> {
    fn sizes(
        &mut self,
        greatest: usize,
        sizes: &mut Vec<ProgramCounts>,
        progress: &mut dyn FnMut(&ProgramProgress<'_>),
    ) -> Result<End, Stopped> {
        for size in 2..=greatest {
            self.counts = ProgramCounts {
                size,
                ..ProgramCounts::default()
            };
            progress(&ProgramProgress {
                counts: &self.counts,
                best: None,
            });
            let result = self.size(size);
            sizes.push(self.counts);
            result?;
            let better = self.unite(size)?;
            let best = self.best.as_ref().filter(|_| better);
            progress(&ProgramProgress {
                counts: &self.counts,
                best: best.and_then(|best| Some((&best.bias, best.programs.first()?))),
            });
            if let Some(best) = &self.best {
                let slack = usize::from(!self.options.all);
                let done = match self.options.noisy {
                    true => best.cost <= size + slack,
                    false => best.missing == 0 && best.cost <= size + slack,
                };
                if done {
                    return Ok(End::Proved);
                }
            }
        }
        Ok(End::Exhausted)
    }

    /// Generates and tests the programs of one size.
    fn size(&mut self, size: usize) -> Result<(), Stopped> {
        let blocks = &self.blocks;
        let dominated = |cover: &Bits| blocks.replace(size, cover);
        for (id, tested) in self.search.grow_singles(size - 1, &dominated)? {
            self.counts.generated += 1;
            self.counts.tested += 1;
            self.take_note(vec![id], tested)?;
        }
        if size < 4 {
            return Ok(());
        }
        self.search.grow(size - 3)?;
        let leaves = self.search.representatives();
        let mut batch: Vec<Vec<ClauseId>> = Vec::new();
        for callers in self.search.caller_sets(size - 2) {
            if self.search.is_endless(&callers) {
                continue;
            }
            let clauses = &self.search.clauses;
            let own: usize = callers.iter().map(|&id| clauses.get(id).size()).sum();
            let called = callers
                .iter()
                .fold(0, |mask, &id| mask | clauses.get(id).calls);
            let open: Vec<ClauseId> = leaves
                .iter()
                .copied()
                .filter(|&id| called >> clauses.get(id).of & 1 == 1)
                .filter(|&id| clauses.get(id).size() <= size - own)
                .collect();
            let mut programs = Vec::new();
            self.fill(&open, 0, size - own, &mut callers.clone(), &mut programs);
            for program in programs {
                self.counts.generated += 1;
                if self.is_wanted(&program) {
                    batch.push(program);
                }
            }
            if batch.len() >= BATCH {
                self.test(std::mem::take(&mut batch))?;
            }
        }
        self.test(batch)
    }

    /// Adds leaves of exactly `size` together.
    fn fill(
        &self,
        leaves: &[ClauseId],
        from: usize,
        size: usize,
        chosen: &mut Vec<ClauseId>,
        programs: &mut Vec<Vec<ClauseId>>,
    ) {
        for (index, &id) in leaves.iter().enumerate().skip(from) {
            let own = self.search.clauses.get(id).size();
            if own > size {
                break;
            }
            if own < size && chosen.len() + 2 > self.search.most {
                continue;
            }
            chosen.push(id);
            if own < size {
                self.fill(leaves, index + 1, size - own, chosen, programs);
            } else if chosen.len() <= self.search.most && self.is_productive(chosen) {
                let mut program = chosen.clone();
                program.sort_unstable();
                programs.push(program);
            }
            chosen.pop();
        }
    }

    /// Whether each predicate that is called can have answers.
    fn is_productive(&self, program: &[ClauseId]) -> bool {
        let clauses = &self.search.clauses;
        let mut productive = 0u64;
        loop {
            let before = productive;
            for &id in program {
                let entry = clauses.get(id);
                if entry.calls & !productive == 0 {
                    productive |= 1 << entry.of;
                }
            }
            if productive == before {
                return program
                    .iter()
                    .all(|&id| clauses.get(id).calls & !productive == 0);
            }
        }
    }

    /// What the constraints say of a program.
    fn is_wanted(&mut self, program: &[ClauseId]) -> bool {
        let mut part: Vec<ClauseId> = Vec::with_capacity(program.len());
        if !self.options.noisy && program.len() > 2 {
            for left_out in program {
                part.clear();
                part.extend(program.iter().filter(|id| *id != left_out));
                if self.search.store.inconsistent(&part) {
                    self.counts.inconsistent += 1;
                    return false;
                }
            }
        }
        for (index, &id) in program.iter().enumerate() {
            let entry = self.search.clauses.get(id);
            for parent in entry.parents.iter() {
                part.clear();
                part.extend_from_slice(program);
                part[index] = self.search.representative(*parent);
                part.sort_unstable();
                part.dedup();
                let Some(reason) = self.search.store.settled(&part) else {
                    continue;
                };
                match reason {
                    Reason::NoGain => self.counts.no_gain += 1,
                    Reason::Dominated => self.counts.dominated += 1,
                    _ => self.counts.consistent += 1,
                }
                self.search.store.add(program.into(), reason);
                return false;
            }
        }
        let language = self.search.language;
        if language.learned.len() > language.heads {
            if !language.well_typed(self.search.arcs(program).map(Arc::as_ref)) {
                self.counts.untyped += 1;
                return false;
            }
            let heads = (1u64 << language.heads) - 1;
            let used = program
                .iter()
                .fold(0, |mask, &id| mask | self.search.clauses.get(id).calls);
            if used & !heads != 0 {
                let clauses = self.search.program(program);
                if self.is_unfoldable(&clauses)
                    || !self.seen.insert(symmetry::least(language, &clauses))
                {
                    self.counts.redundant += 1;
                    return false;
                }
            }
        }
        true
    }

    /// Whether an invented predicate of one clause could be replaced by its body, for a program
    /// that is smaller and still in the language.
    fn is_unfoldable(&self, program: &[Clause]) -> bool {
        let language = self.search.language;
        program.iter().any(|definition| {
            let of = definition.head.predicate;
            let invented = language
                .learned(of)
                .is_some_and(|learned| learned >= language.heads);
            let calls = |clause: &Clause| clause.body.iter().filter(|l| l.predicate == of).count();
            let alone = program
                .iter()
                .filter(|clause| clause.head.predicate == of)
                .count()
                == 1;
            if !invented || !alone || calls(definition) > 0 {
                return false;
            }
            let uses: usize = program.iter().map(calls).sum();
            let body = definition.body.len();
            let local = definition.variables() - definition.head_variables();
            uses * body < uses + 1 + body
                && program.iter().all(|clause| {
                    let uses = calls(clause);
                    uses == 0
                        || (clause.body.len() + uses * body - uses <= language.bias.max_body
                            && clause.variables() + uses * local <= language.bias.max_vars)
                })
        })
    }

    fn test(&mut self, batch: Vec<Vec<ClauseId>>) -> Result<(), Stopped> {
        self.counts.tested += batch.len();
        let tested = self.search.test(&batch, false)?;
        for (program, tested) in batch.into_iter().zip(tested) {
            self.take_note(program, tested)?;
        }
        Ok(())
    }

    /// Learns from a test.
    fn take_note(&mut self, program: Vec<ClauseId>, tested: Tested) -> Result<(), Stopped> {
        let search = &mut self.search;
        let mut alone = Bits::empty(search.positives.len());
        if program.len() > 1 {
            for leaf in program.iter().filter_map(|id| search.leaf.get(id)) {
                alone.or(&leaf.cover);
            }
        }
        let size: usize = program
            .iter()
            .map(|&id| search.clauses.get(id).size())
            .sum();
        let gains = !tested.positive.is_subset(&alone);
        if !gains && !tested.limited {
            search.store.add(program.into(), Reason::NoGain);
            return Ok(());
        }
        if self.options.noisy {
            let missing = search.positives.len() - tested.positive.count();
            let cost = missing + tested.negative + size;
            if self.best.as_ref().is_none_or(|best| cost < best.cost) {
                let clauses = search.program(&program);
                self.improve(vec![clauses], cost, 0)?;
            }
        }
        let search = &mut self.search;
        if !self.options.noisy && tested.negative > 0 && self.blocks.replace(size, &tested.positive)
        {
            // So do its specialisations, which are larger.
            search.store.add(program.into(), Reason::Dominated);
            return Ok(());
        }
        if tested.negative > 0 {
            search.open(&program);
            search.store.add(program.into(), Reason::Inconsistent);
            return Ok(());
        }
        if tested.limited {
            // A specialisation may end where this one does not.
            search.open(&program);
        } else {
            search.store.add(program.clone().into(), Reason::Consistent);
        }
        if gains {
            let entries = || program.iter().map(|&id| search.clauses.get(id));
            self.blocks.add(Block {
                sizes: entries().map(|entry| entry.size()).collect(),
                inventive: entries().any(|entry| {
                    entry.of >= search.language.heads || entry.calls >> search.language.heads != 0
                }),
                cover: tested.positive,
                program,
            });
        }
        Ok(())
    }

    /// Unites consistent programs; whether the best hypothesis is a new one.
    fn unite(&mut self, size: usize) -> Result<bool, Stopped> {
        if self.options.noisy {
            return Ok(self
                .best
                .as_ref()
                .is_some_and(|best| best.programs[0].size() == size));
        }
        let positives = self.search.positives.len();
        let wanted = self.blocks.cover(positives);
        let missing = positives - wanted.count();
        if wanted.is_empty() {
            return Ok(false);
        }
        let below = match &self.best {
            Some(best) if best.missing == missing => best.cost + usize::from(self.options.all),
            _ => usize::MAX,
        };
        let mut failed = None;
        let mut agree = |chosen: &[&Block]| {
            if chosen.len() == 1 || !self.calls_heads(chosen) {
                return true;
            }
            let (language, clauses) = self.united(chosen);
            match self.score(&language, &clauses) {
                Ok(found) => found.negative.is_empty(),
                Err(stopped) => {
                    failed = Some(stopped);
                    false
                }
            }
        };
        let unions = self
            .blocks
            .unions(&wanted, below, self.options.all, &mut agree);
        let programs: Vec<(Language, Vec<Clause>)> =
            unions.iter().map(|union| self.united(union)).collect();
        if let Some(stopped) = failed {
            return Err(stopped);
        }
        let Some((_, first)) = programs.first() else {
            return Ok(false);
        };
        let cost = first.iter().map(Clause::size).sum();
        let known = self.best.as_ref().map_or(0, |best| best.programs.len());
        let same = self
            .best
            .as_ref()
            .is_some_and(|b| b.missing == missing && b.cost == cost);
        if same && programs.len() == known {
            return Ok(false);
        }
        let mut best = Best {
            bias: programs[0].0.bias.clone(),
            programs: Vec::new(),
            cost,
            missing,
        };
        for (language, clauses) in &programs {
            if language.bias.predicates.len() > best.bias.predicates.len() {
                best.bias = language.bias.clone();
            }
            best.programs.push(self.score(language, clauses)?);
        }
        self.best = Some(best);
        Ok(true)
    }

    fn calls_heads(&self, chosen: &[&Block]) -> bool {
        let heads = (1u64 << self.search.language.heads) - 1;
        let mut ids = chosen.iter().flat_map(|block| &block.program);
        ids.any(|&id| self.search.clauses.get(id).calls & heads != 0)
    }

    /// The union of programs, each with invented predicates of its own.
    fn united(&self, chosen: &[&Block]) -> (Language, Vec<Clause>) {
        let mut language = self.search.language.clone();
        let mut clauses: Vec<Clause> = Vec::new();
        let mut inventive = 0;
        for block in chosen {
            let mut own = self.search.program(&block.program);
            if block.inventive {
                if inventive > 0 {
                    rename(&mut language, &mut own);
                }
                inventive += 1;
            }
            for clause in own {
                if !clauses.contains(&clause) {
                    clauses.push(clause);
                }
            }
        }
        clauses.sort_by_key(|clause| {
            let calls = language.calls(clause) != 0;
            (
                language.learned(clause.head.predicate),
                calls,
                clause.size(),
            )
        });
        (language, clauses)
    }

    fn improve(
        &mut self,
        programs: Vec<Vec<Clause>>,
        cost: usize,
        missing: usize,
    ) -> Result<(), Stopped> {
        let language = self.search.language;
        let programs: Result<Vec<FoundProgram>, Stopped> = programs
            .iter()
            .map(|clauses| self.score(language, clauses))
            .collect();
        self.best = Some(Best {
            bias: language.bias.clone(),
            programs: programs?,
            cost,
            missing,
        });
        Ok(())
    }

    /// What a program does on each example.
    fn score(&self, language: &Language, clauses: &[Clause]) -> Result<FoundProgram, Stopped> {
        let mut machine = Machine::new(language, self.relations, self.limits, self.cancel);
        let shared: Vec<(ClauseId, Arc<Clause>)> =
            (0..).zip(clauses.iter().cloned().map(Arc::new)).collect();
        let mut cover = |examples: &[search::Example]| {
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
            positive: cover(&self.search.positives)?,
            negative: cover(&self.search.negatives)?,
            clauses: clauses.to_vec(),
        })
    }
}

/// Gives the invented predicates of a program names that nothing else has.
fn rename(language: &mut Language, program: &mut [Clause]) {
    let mut renamed: Vec<(PredicateId, PredicateId)> = Vec::new();
    for clause in program.iter_mut() {
        for literal in std::iter::once(&mut clause.head).chain(&mut clause.body) {
            let Some(learned) = language.learned(literal.predicate) else {
                continue;
            };
            if learned < language.heads {
                continue;
            }
            let known = renamed.iter().find(|(from, _)| *from == literal.predicate);
            let to = match known {
                Some(&(_, to)) => to,
                None => {
                    let to = language.renamed(learned);
                    renamed.push((literal.predicate, to));
                    to
                }
            };
            literal.predicate = to;
        }
        clause.body.sort_unstable();
    }
}

#[cfg(test)]
mod tests;
