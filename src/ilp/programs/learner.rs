//! The loop: generate the programs of a size, test them, learn from the tests.

use std::{
    collections::HashSet,
    sync::{Arc, atomic::AtomicBool},
};

use super::super::{
    Bits,
    bias::{Bias, PredicateId},
    clause::Clause,
    descent,
    relations::Relations,
    search::End,
    task::Task,
    tester::Stopped,
};
use super::{
    FoundProgram, ProgramCounts, ProgramOptions, ProgramProgress,
    clauses::{ClauseId, Entry},
    combine::{Block, Blocks},
    examples::{Example, Tested},
    language::Language,
    machine::{Halt, Limits, Machine},
    search::{Search, must_be_complete},
    store::Reason,
    symmetry,
};

/// How many programs are tested at a time.
const BATCH: usize = 2_048;

/// The best programs known.
pub(super) struct Best {
    pub bias: Bias,
    pub programs: Vec<FoundProgram>,
    pub cost: usize,
    /// The positive examples that are not covered; the first thing to be small.
    pub missing: usize,
}

pub(super) struct Learner<'a, 'o> {
    pub search: Search<'a>,
    pub relations: &'a Relations,
    limits: Limits,
    pub cancel: &'a AtomicBool,
    pub options: &'o ProgramOptions,
    blocks: Blocks,
    /// Programs with invented predicates, in the form of [`symmetry::least`].
    seen: HashSet<Vec<Clause>>,
    pub counts: ProgramCounts,
    /// All programs of up to this size were looked at.
    pub searched: usize,
    pub best: Option<Best>,
    /// The least size of unions that share clauses and were left out: programs that had replaced
    /// theirs are no larger, but share nothing.
    sharing: usize,
    /// The size of a union that goes past the limits, so that smaller ones are looked for.
    past: usize,
}

impl<'a, 'o> Learner<'a, 'o> {
    pub fn new(
        search: Search<'a>,
        relations: &'a Relations,
        limits: Limits,
        cancel: &'a AtomicBool,
        options: &'o ProgramOptions,
    ) -> Learner<'a, 'o> {
        Learner {
            search,
            relations,
            limits,
            cancel,
            options,
            blocks: Blocks::new(options.all),
            seen: HashSet::new(),
            counts: ProgramCounts::default(),
            searched: 1,
            best: None,
            sharing: usize::MAX,
            past: usize::MAX,
        }
    }

    /// Goes through the sizes until the best program is proved best. Recursions are looked for by
    /// their descents when the sizes come to theirs.
    pub fn sizes(
        &mut self,
        task: &Task,
        greatest: usize,
        sizes: &mut Vec<ProgramCounts>,
        progress: &mut dyn FnMut(&ProgramProgress<'_>),
    ) -> Result<End, Stopped> {
        for size in 2..=greatest {
            if size == descent::LEAST
                && let Err(stopped) = self.descend(task, progress)
            {
                self.keep_best_block();
                return Err(stopped);
            }
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
            let better = match result.and_then(|()| self.unite(size)) {
                Ok(better) => better,
                Err(stopped) => {
                    self.keep_best_block();
                    return Err(stopped);
                }
            };
            self.searched = size;
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
                    break;
                }
            }
        }
        let perfect = self.best.as_ref().is_some_and(|best| best.missing == 0);
        let proved = perfect && !self.options.noisy && !self.is_cut_short();
        Ok(if proved { End::Proved } else { End::Exhausted })
    }

    /// Whether parts of the search were left out.
    pub fn is_cut_short(&self) -> bool {
        let complete = self.best.as_ref().filter(|best| best.missing == 0);
        let best = complete.map_or(usize::MAX, |best| best.cost);
        let sharing = complete.is_some() && self.sharing < best;
        // Where errors are allowed, unions are not looked at; one has two literals for each program.
        let united = self.options.noisy && self.least() > 4;
        united || sharing || self.search.is_curtailed() || self.blocks.is_curtailed(best)
    }

    /// What the best program costs, or none: a positive example that is not covered is an error.
    fn least(&self) -> usize {
        let best = self.best.as_ref().map(|best| best.cost);
        best.unwrap_or(self.search.positives.len())
    }

    /// Where no time is left to unite what was found, takes the best of it by itself.
    fn keep_best_block(&mut self) {
        let Some(block) = self.blocks.best().filter(|_| !self.options.noisy) else {
            return;
        };
        let (missing, cost) = (
            self.search.positives.len() - block.cover.count(),
            block.size(),
        );
        let known = self.best.as_ref().map(|best| (best.missing, best.cost));
        if known.is_none_or(|known| (missing, cost) < known) {
            let (language, clauses) = self.united(&[block]);
            let found = FoundProgram {
                clauses,
                positive: block.cover.clone(),
                negative: Bits::empty(self.search.negatives.len()),
            };
            self.best = Some(Best {
                bias: language.bias,
                programs: vec![found],
                cost,
                missing,
            });
        }
    }

    /// Generates and tests the programs of one size.
    fn size(&mut self, size: usize) -> Result<(), Stopped> {
        let blocks = &self.blocks;
        // Of use are specialisations, which are larger.
        let target = self.search.target;
        let dominated = |size: usize, cover: &Bits| {
            let alone = must_be_complete(size + 1, target);
            blocks.replace(size, cover) || (alone && cover.count() < cover.length())
        };
        for (id, tested) in self.search.grow_singles(size - 1, &dominated)? {
            self.counts.generated += 1;
            self.counts.tested += 1;
            if self.search.allows(&[id]) {
                self.take_note(vec![id], tested)?;
            }
        }
        if size < 4 {
            return Ok(());
        }
        let mut from = size;
        loop {
            self.search.grow(size - 3)?;
            let mut more = false;
            for size in from..=size {
                more |= self.programs(size)?;
            }
            if !more {
                return Ok(());
            }
            // Programs made calls that were not foreseen: clauses that counted as equal, or as
            // useless, may not be so.
            self.search.store.reconsider();
            from = 4;
        }
    }

    /// Generates and tests the programs of one size that call learned predicates and were not tested
    /// before; whether they make calls that were not known.
    fn programs(&mut self, size: usize) -> Result<bool, Stopped> {
        let leaves = self.search.representatives();
        let mut batch: Vec<Vec<ClauseId>> = Vec::new();
        let mut more = false;
        for callers in self.search.caller_sets(size - 2)? {
            self.search.crew.look()?;
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
            self.fill(&open, 0, size - own, &mut callers.clone(), &mut programs)?;
            for program in programs {
                self.search.crew.look()?;
                if self.search.store.is_tested(&program) {
                    continue;
                }
                self.counts.generated += 1;
                if self.is_wanted(&program) {
                    batch.push(program);
                }
            }
            if batch.len() >= BATCH {
                more |= self.test(std::mem::take(&mut batch))?;
            }
        }
        Ok(self.test(batch)? || more)
    }

    /// Adds leaves of exactly `size` together.
    fn fill(
        &self,
        leaves: &[ClauseId],
        from: usize,
        size: usize,
        chosen: &mut Vec<ClauseId>,
        programs: &mut Vec<Vec<ClauseId>>,
    ) -> Result<(), Stopped> {
        for (index, &id) in leaves.iter().enumerate().skip(from) {
            self.search.crew.look()?;
            let own = self.search.clauses.get(id).size();
            if own > size {
                break;
            }
            if own < size && chosen.len() + 2 > self.search.most {
                continue;
            }
            chosen.push(id);
            if own < size {
                self.fill(leaves, index + 1, size - own, chosen, programs)?;
            } else if chosen.len() <= self.search.most
                && self.is_productive(chosen)
                && self.search.allows(chosen)
            {
                let mut program = chosen.clone();
                program.sort_unstable();
                programs.push(program);
            }
            chosen.pop();
        }
        Ok(())
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
                self.search.store.derive(program.into(), reason);
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
                let unfoldable = self.is_unfoldable(&clauses);
                if unfoldable || !self.seen.insert(symmetry::least(language, &clauses)) {
                    self.counts.redundant += 1;
                    if unfoldable {
                        // Its specialisations may be too long to be unfolded.
                        self.search.open(program);
                    }
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
        let of = |clause: &Clause| language.learned(clause.head.predicate).unwrap_or_default();
        let size = |clauses: &[Clause]| clauses.iter().map(Clause::size).sum::<usize>();
        // The smaller program may have other numbers.
        self.search.numbering.is_free()
            && program.iter().any(|definition| {
                let mut same = program.iter().filter(|clause| of(clause) == of(definition));
                if of(definition) < language.heads
                    || same.nth(1).is_some()
                    || language.calls(definition) != 0
                {
                    return false;
                }
                let others = program.iter().filter(|clause| *clause != definition);
                let unfolded: Vec<Clause> = others
                    .map(|clause| symmetry::unfolded(clause, definition))
                    .collect();
                size(&unfolded) < size(program)
                    && language.well_typed(&unfolded)
                    && unfolded.iter().all(|clause| {
                        let space = &self.search.spaces[of(clause)];
                        clause.body.len() <= language.bias.max_body
                            && clause.variables() <= language.bias.max_vars
                            && language.bias.is_typed(clause)
                            && space.grows(clause, None)
                            && space.admissible(clause)
                    })
            })
    }

    /// Tests programs; whether they make calls that were not known.
    fn test(&mut self, batch: Vec<Vec<ClauseId>>) -> Result<bool, Stopped> {
        self.counts.tested += batch.len();
        let mut more = false;
        let tested = self.search.test(&batch, false)?;
        for (program, (tested, calls)) in batch.into_iter().zip(tested) {
            self.search.crew.look()?;
            more |= self.search.learn_of(calls);
            self.search.store.test(&program);
            self.take_note(program, tested)?;
        }
        Ok(more)
    }

    /// Learns from a test.
    fn take_note(&mut self, program: Vec<ClauseId>, tested: Tested) -> Result<(), Stopped> {
        let search = &mut self.search;
        let mut alone = Bits::empty(search.positives.len());
        if program.len() > 1 {
            for id in program.iter().filter(|id| search.allows(&[**id])) {
                if let Some(leaf) = search.leaf.get(id) {
                    alone.or(&leaf.cover);
                }
            }
        }
        let size: usize = program
            .iter()
            .map(|&id| search.clauses.get(id).size())
            .sum();
        let gains = !tested.positive.is_subset(&alone);
        let leaves = program.iter().map(|&id| search.clauses.get(id));
        let leaves = leaves.filter(|entry| entry.calls == 0).map(Entry::size);
        let leaves: usize = leaves.sum();
        // Where errors are allowed, a leaf may cover negative examples. What gains nothing with it may
        // gain with a specialisation that covers fewer.
        let useless = !gains && (!self.options.noisy || tested.negative == 0);
        if useless && !tested.limited {
            self.leave_out(&program, leaves);
            let search = &mut self.search;
            search.store.add(program.into(), Reason::NoGain);
            return Ok(());
        }
        if self.options.noisy {
            let missing = search.positives.len() - tested.positive.count();
            let cost = missing + tested.negative + size;
            let least = self.best.as_ref().map(|best| best.cost);
            if cost < least.unwrap_or(search.positives.len()) {
                let clauses = search.program(&program);
                self.improve(vec![clauses], cost, 0)?;
            }
        }
        let search = &mut self.search;
        if !self.options.noisy && tested.negative > 0 && self.blocks.replace(size, &tested.positive)
        {
            // So do its specialisations, which are larger.
            self.leave_out(&program, size);
            let search = &mut self.search;
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

    /// Specialisations of a program are left out for programs of `other` literals that cover as much.
    /// A union in which they share clauses with others may have been smaller; with as many clauses
    /// as programs may have it is a program itself.
    fn leave_out(&mut self, program: &[ClauseId], other: usize) {
        let sizes = || program.iter().map(|&id| self.search.clauses.get(id).size());
        if program.len() == 1 || sizes().min().is_none_or(|least| other <= least) {
            return;
        }
        let more = (self.search.most + 1).saturating_sub(program.len()).max(1);
        self.sharing = self.sharing.min(sizes().sum::<usize>() + 2 * more);
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
            // What was found by its descent covers more.
            Some(best) if best.missing < missing => return Ok(false),
            Some(best) if best.missing == missing => best.cost + usize::from(self.options.all),
            _ => usize::MAX,
        };
        let below = below.min(self.past);
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
            .unions(&wanted, below, self.options.all, self.cancel, &mut agree);
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
        let fails = |found: &FoundProgram| !wanted.is_subset(&found.positive);
        if best.programs.iter().any(fails) {
            // Together they go past the limits.
            self.past = self.past.min(cost);
            self.blocks.curtail();
            self.keep_best_block();
            return Ok(false);
        }
        // What was found by its descent need not be a union.
        for known in self.best.iter().filter(|_| same).flat_map(|b| &b.programs) {
            if !best.programs.contains(known) {
                best.programs.push(known.clone());
            }
        }
        self.search.target = (missing == 0 && !self.options.all).then_some(cost);
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
    pub fn score(&self, language: &Language, clauses: &[Clause]) -> Result<FoundProgram, Stopped> {
        let mut machine = Machine::new(language, self.relations, self.limits, self.cancel);
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
