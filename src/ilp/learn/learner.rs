//! A learner that remembers, for examples that come little by little.

use std::{sync::atomic::AtomicBool, time::Instant};

use super::{
    super::{
        Bits,
        facts::FactsTester,
        programs,
        prove::Prover,
        relations::Relations,
        search::End,
        task::{Examples, Task},
        tester::{Stopped, Tester},
    },
    Hypothesis, Options, Outcome, Score, Tell, program_score, search_for,
};

/// A learner that is told of its examples little by little, and learns from what it has been given. What the background
/// has answered stays known; a hypothesis that was proved to be the smallest still is if it is right about the new
/// examples, for what is right about all of them was right about the old ones.
#[derive(Debug)]
pub struct Learner {
    task: Task,
    relations: Relations,
    /// What was found by the last search, and whether all of the smallest were wanted.
    last: Option<(Outcome, bool)>,
}

impl Learner {
    /// A learner of a task, which may have examples already.
    pub fn new(task: Task) -> Learner {
        Learner {
            relations: Relations::new(&task, None),
            task,
            last: None,
        }
    }

    /// Adds an example, its arguments as canonical texts. One that is known already counts once.
    ///
    /// False if no head has this name and as many arguments; nothing is added then.
    pub fn add(&mut self, name: &str, arguments: &[String], positive: bool) -> bool {
        let bias = &self.task.bias;
        let of_head = |examples: &&mut Examples| {
            let head = bias.predicate(examples.head);
            head.name == name && head.slots.len() == arguments.len()
        };
        let Some(examples) = self.task.examples.iter_mut().find(of_head) else {
            return false;
        };
        let row: Vec<_> = arguments
            .iter()
            .map(|text| self.relations.intern(text))
            .collect();
        examples.add(&row, positive);
        // Thresholds lie between numbers of the examples that were there when the task was read.
        let thresholds = !self.task.bias.thresholds.is_empty();
        self.task.bias.thinned |= thresholds;
        true
    }

    /// Learns from the examples so far; `prover` answers what neither facts nor clauses say.
    ///
    /// # Errors
    ///
    /// As [`learn`](super::learn()). What has become known of the background is kept.
    pub fn learn(
        &mut self,
        prover: Option<Box<dyn Prover>>,
        options: &Options,
        cancel: &AtomicBool,
        report: &mut Tell<'_>,
    ) -> Result<Outcome, Stopped> {
        let stopper = prover.as_ref().and_then(|prover| prover.stopper());
        self.relations.ask(prover);
        // The examples' values are among those of the relations.
        self.task.values = self.relations.values();
        let outcome = match self.still_right(options, cancel)? {
            Some(outcome) => outcome,
            None => search_for(
                &self.task,
                &self.relations,
                stopper,
                options,
                cancel,
                report,
            )?,
        };
        self.last = (!options.noisy).then(|| (outcome.clone(), options.all));
        Ok(outcome)
    }

    /// What was found last, if it was proved to be the smallest and is right about all examples.
    fn still_right(
        &self,
        options: &Options,
        cancel: &AtomicBool,
    ) -> Result<Option<Outcome>, Stopped> {
        let started = Instant::now();
        let known = self.last.as_ref().filter(|(outcome, all)| {
            outcome.end == End::Proved && !options.noisy && (*all || !options.all)
        });
        let Some((known, _)) = known else {
            return Ok(None);
        };
        let mut outcome = known.clone();
        outcome.hypotheses.clear();
        for hypothesis in &known.hypotheses {
            let Some(score) = self.score(hypothesis, cancel)? else {
                return Ok(None);
            };
            if score.errors() == 0 {
                let clauses = hypothesis.clauses.clone();
                outcome.hypotheses.push(Hypothesis { clauses, score });
            }
        }
        if outcome.hypotheses.is_empty() {
            return Ok(None);
        }
        outcome.asked = self.relations.counts();
        outcome.elapsed = started.elapsed();
        outcome.found_after = outcome.elapsed;
        Ok(Some(outcome))
    }

    /// How a hypothesis does on the examples; `None` if it has invented predicates.
    fn score(
        &self,
        hypothesis: &Hypothesis,
        cancel: &AtomicBool,
    ) -> Result<Option<Score>, Stopped> {
        let bias = &self.task.bias;
        if bias.invention {
            return Ok(None);
        }
        if bias.recursion {
            let (task, relations) = (&self.task, &self.relations);
            let found = programs::test_program(task, relations, &hypothesis.clauses, cancel)?;
            return Ok(Some(program_score(&found)));
        }
        let mut score = Score::default();
        for examples in &self.task.examples {
            let tester = FactsTester::new(&self.relations, examples, cancel);
            let all = Bits::full(examples.tuples.rows);
            let mut cover = Bits::empty(examples.tuples.rows);
            for clause in &hypothesis.clauses {
                if clause.head.predicate == examples.head {
                    cover.or(&tester.coverage(clause, &all)?);
                }
            }
            score.add(super::score(&cover, examples));
        }
        Ok(Some(score))
    }
}
