//! The loop: generate the programs of a size, judge them, let what they do constrain the others, and
//! combine those that are consistent.

use super::{
    super::{Bits, descent, search::End, task::Task, tester::Stopped},
    ProgramCounts, ProgramOptions, ProgramProgress,
    clauses::{ClauseId, Entry},
    combine::{Best, Block, Blocks, Union, best_block, unite},
    constrain::Constraints,
    generate::{Generator, must_be_complete},
    judge::Tested,
    pruning::{Pruning, Prunings},
};

/// How many programs are tested at a time.
const BATCH: usize = 2_048;

pub(super) struct Learner<'a> {
    pub generator: Generator<'a>,
    pub constraints: Constraints<'a>,
    pub options: &'a ProgramOptions,
    pub counts: ProgramCounts,
    /// All programs of up to this size were looked at.
    pub searched: usize,
    pub best: Option<Best>,
    prunings: &'a Prunings,
    blocks: Blocks,
    /// Programs whose specialisations were left out although they may be parts of a union, and the least
    /// size of such a union.
    left_out: Vec<(usize, Vec<ClauseId>)>,
    /// Unions smaller than this are not left out.
    careful: usize,
    /// The size of a union that goes past the limits, so that smaller ones are looked for.
    past: usize,
}

impl<'a> Learner<'a> {
    pub fn new(
        generator: Generator<'a>,
        prunings: &'a Prunings,
        options: &'a ProgramOptions,
    ) -> Learner<'a> {
        Learner {
            generator,
            constraints: Constraints::new(prunings),
            options,
            counts: ProgramCounts::default(),
            searched: 1,
            best: None,
            prunings,
            blocks: Blocks::new(options.all),
            left_out: Vec::new(),
            careful: 0,
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
                && self.prunings.uses(Pruning::Descent)
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
            self.counts.take(self.prunings);
            sizes.push(self.counts);
            let better = match result.and_then(|()| self.unite(size)) {
                Ok(better) => better,
                Err(stopped) => {
                    self.keep_best_block();
                    return Err(stopped);
                }
            };
            self.searched = size;
            self.report(better, progress);
            if self.is_done(size) {
                while let Some(better) = self.look_back(size)? {
                    sizes.pop();
                    sizes.push(self.counts);
                    self.report(better, progress);
                }
                break;
            }
        }
        let perfect = self.best.as_ref().is_some_and(|best| best.missing == 0);
        let proved = perfect && !self.options.noisy && !self.is_cut_short();
        Ok(if proved { End::Proved } else { End::Exhausted })
    }

    /// Tells of the best program, if it is a new one.
    fn report(&self, better: bool, progress: &mut dyn FnMut(&ProgramProgress<'_>)) {
        let best = self.best.as_ref().filter(|_| better);
        progress(&ProgramProgress {
            counts: &self.counts,
            best: best.and_then(|best| Some((&best.bias, best.programs.first()?))),
        });
    }

    /// Whether larger programs than this are of no use.
    fn is_done(&self, size: usize) -> bool {
        let most = size + usize::from(!self.options.all);
        self.best.as_ref().is_some_and(|best| {
            let right = best.missing == 0 || self.options.noisy;
            right && best.cost <= most
        })
    }

    /// Smaller programs than this are wanted, where this is the cost of the best.
    fn below(&self, best: usize) -> usize {
        best.saturating_add(usize::from(self.options.all))
    }

    /// Goes through the programs of up to this size again, where some were left out that may be parts of
    /// unions smaller than the best; whether there is a better one. `None` if there were none.
    fn look_back(&mut self, size: usize) -> Result<Option<bool>, Stopped> {
        let complete = self.best.as_ref().filter(|best| best.missing == 0);
        let Some(best) = complete.filter(|_| !self.options.noisy) else {
            return Ok(None);
        };
        let below = self.below(best.cost);
        let left_out = std::mem::take(&mut self.left_out);
        let (again, rest): (Vec<_>, Vec<_>) =
            left_out.into_iter().partition(|(least, _)| *least < below);
        self.left_out = rest;
        if again.is_empty() {
            return Ok(None);
        }
        self.careful = below;
        for (_, program) in again {
            self.constraints.forget(&program);
            self.generator.open(&program);
        }
        self.constraints.reconsider();
        let result = self.combined(4, size);
        self.counts.take(self.prunings);
        result.and_then(|()| self.unite(size)).map(Some)
    }

    /// Whether parts of the search were left out.
    pub fn is_cut_short(&self) -> bool {
        let complete = self.best.as_ref().filter(|best| best.missing == 0);
        let best = complete.map_or(usize::MAX, |best| best.cost);
        let least = self.left_out.iter().map(|(least, _)| *least).min();
        let unions = complete.is_some() && least.is_some_and(|least| least < self.below(best));
        // Where errors are allowed, unions are not looked at; one has two literals for each program.
        let united = self.options.noisy && self.least() > 4;
        // Clauses that are of no use but for the numbers that they leave to others are not looked for.
        let numbered = !self.generator.numbering.is_free() && self.generator.most > 2;
        numbered
            || united
            || unions
            || self.generator.judge.is_curtailed()
            || self.blocks.is_curtailed(best)
    }

    /// What the best program costs, or none: a positive example that is not covered is an error.
    fn least(&self) -> usize {
        let best = self.best.as_ref().map(|best| best.cost);
        best.unwrap_or(self.generator.judge.positives.len())
    }

    /// Where no time is left to unite what was found, takes the best of it by itself.
    fn keep_best_block(&mut self) {
        if !self.options.noisy {
            let better = best_block(&self.generator, &self.blocks, self.best.as_ref());
            self.best = better.or(self.best.take());
        }
    }

    /// Generates and tests the programs of one size.
    fn size(&mut self, size: usize) -> Result<(), Stopped> {
        let blocks = &self.blocks;
        // Of use are specialisations, which are larger.
        let target = self.generator.target;
        let dominated = |size: usize, cover: &Bits| {
            let alone = must_be_complete(size + 1, target);
            blocks.replace(size, cover) || (alone && cover.count() < cover.length())
        };
        for (id, tested) in self.generator.grow_singles(size - 1, &dominated)? {
            self.counts.generated += 1;
            self.counts.tested += 1;
            if self.generator.allows(&[id]) {
                self.take_note(vec![id], tested)?;
            }
        }
        match size {
            0..4 => Ok(()),
            _ => self.combined(size, size),
        }
    }

    /// Generates and tests the programs that call learned predicates, of sizes `from` to `size`.
    fn combined(&mut self, mut from: usize, size: usize) -> Result<(), Stopped> {
        loop {
            self.generator.grow(size - 3)?;
            let mut more = false;
            for size in from..=size {
                more |= self.programs(size)?;
            }
            if !more {
                return Ok(());
            }
            // Programs made calls that were not foreseen: clauses that counted as equal, or as
            // useless, may not be so.
            self.constraints.reconsider();
            from = 4;
        }
    }

    /// Generates and tests the programs of one size that call learned predicates and were not tested
    /// before; whether they make calls that were not known.
    fn programs(&mut self, size: usize) -> Result<bool, Stopped> {
        let leaves = self.generator.representatives();
        let mut batch: Vec<Vec<ClauseId>> = Vec::new();
        let mut more = false;
        for callers in self.generator.caller_sets(size - 2)? {
            self.generator.judge.look()?;
            if self.generator.judge.is_endless(&callers) {
                continue;
            }
            for program in self.generator.programs(&callers, &leaves, size)? {
                self.generator.judge.look()?;
                if self.constraints.is_tested(&program) {
                    continue;
                }
                self.counts.generated += 1;
                if !self.constraints.refuses(&self.generator, &program) {
                    batch.push(program);
                }
            }
            if batch.len() >= BATCH {
                more |= self.test(std::mem::take(&mut batch))?;
            }
        }
        Ok(self.test(batch)? || more)
    }

    /// Tests programs; whether they make calls that were not known.
    fn test(&mut self, batch: Vec<Vec<ClauseId>>) -> Result<bool, Stopped> {
        self.counts.tested += batch.len();
        let mut more = false;
        let generator = &self.generator;
        let tested = generator.judge.test(&generator.clauses, &batch, false)?;
        for (program, (tested, calls)) in batch.into_iter().zip(tested) {
            self.generator.judge.look()?;
            more |= self.generator.judge.domains.learn(calls);
            self.constraints.test(&program);
            self.take_note(program, tested)?;
        }
        Ok(more)
    }

    /// Learns from a test.
    fn take_note(&mut self, program: Vec<ClauseId>, tested: Tested) -> Result<(), Stopped> {
        let generator = &mut self.generator;
        let positives = generator.judge.positives.len();
        let alone = match program.len() {
            1 => Bits::empty(positives),
            _ => generator.alone(&program),
        };
        let entries = || program.iter().map(|&id| generator.clauses.get(id));
        let size: usize = entries().map(Entry::size).sum();
        let leaves = entries().filter(|entry| entry.calls == 0);
        let leaves: usize = leaves.map(Entry::size).sum();
        let gains = !tested.positive.is_subset(&alone);
        // Where errors are allowed, a leaf may cover negative examples. What gains nothing with it may
        // gain with a specialisation that covers fewer.
        let useless = !gains && (!self.options.noisy || tested.negative == 0);
        if useless && !tested.limited {
            self.leave_out(&program, leaves, Pruning::NoGain);
            return Ok(());
        }
        if self.options.noisy {
            let missing = positives - tested.positive.count();
            let cost = missing + tested.negative + size;
            let least = self.best.as_ref().map(|best| best.cost);
            if cost < least.unwrap_or(positives) {
                let bias = &generator.language.bias;
                let clauses = generator.program(&program);
                let scored = generator.judge.score(generator.language, &clauses)?;
                self.best = Some(Best::one(bias, scored, cost));
            }
        }
        let replaced = || self.blocks.replace(size, &tested.positive);
        if !self.options.noisy && tested.negative > 0 && replaced() {
            // So do its specialisations, which are larger.
            self.leave_out(&program, size, Pruning::Dominated);
            return Ok(());
        }
        if tested.negative > 0 {
            generator.open(&program);
            self.constraints.add(&program, Pruning::Inconsistent);
            return Ok(());
        }
        if tested.limited {
            // A specialisation may end where this one does not.
            generator.open(&program);
        } else {
            self.leave_out(&program, size, Pruning::Consistent);
        }
        let generator = &self.generator;
        if gains {
            let heads = generator.language.heads;
            let entries = || program.iter().map(|&id| generator.clauses.get(id));
            self.blocks.add(Block {
                sizes: entries().map(Entry::size).collect(),
                private: entries()
                    .map(|entry| entry.of >= heads || entry.calls >> heads != 0)
                    .collect(),
                cover: tested.positive,
                program,
            });
        }
        Ok(())
    }

    /// Leaves out the specialisations of a program, since what they cover is covered by programs of
    /// `other` literals.
    ///
    /// Not quite: in a union, a specialisation may share all clauses but one with others, which that
    /// one then costs less. Such a union has more clauses than a program, or else it is one itself, each
    /// of at least two literals. Those that may be smaller than the best are looked at in the end.
    fn leave_out(&mut self, program: &[ClauseId], other: usize, why: Pruning) {
        let generator = &mut self.generator;
        let sizes = || program.iter().map(|&id| generator.clauses.get(id).size());
        let shared = program.len() > 1 && sizes().min().is_some_and(|least| other > least);
        if shared && !self.options.noisy {
            let more = (generator.most + 1).saturating_sub(program.len()).max(1);
            let least = sizes().sum::<usize>() + 1 + 2 * more;
            if least < self.careful {
                generator.open(program);
                return;
            }
            self.left_out.push((least, program.to_vec()));
        }
        self.constraints.add(program, why);
    }

    /// Unites consistent programs; whether the best hypothesis is a new one.
    fn unite(&mut self, size: usize) -> Result<bool, Stopped> {
        if self.options.noisy {
            return Ok(self
                .best
                .as_ref()
                .is_some_and(|best| best.programs[0].size() == size));
        }
        let found = unite(&self.generator, &self.blocks, self.best.as_ref(), self.past)?;
        let best = match found {
            Union::Better(best) => *best,
            Union::Past(size) => {
                self.past = self.past.min(size);
                self.blocks.curtail();
                self.keep_best_block();
                return Ok(false);
            }
            Union::None => return Ok(false),
        };
        let complete = best.missing == 0 && !self.options.all;
        self.generator.target = complete.then_some(best.cost);
        self.best = Some(best);
        Ok(true)
    }
}
