//! What is found before programs of its size are generated: recursions, by their descents
//! ([`descent`]).

use super::super::{
    clause::Clause,
    descent::{self, Verdict},
    task::Task,
    tester::Stopped,
};
use super::{FoundProgram, ProgramProgress, combine::Best, learner::Learner};

impl Learner<'_> {
    /// Looks for a linear recursion by its descent. What is found is the best program so far, and
    /// bounds the search for others.
    pub fn descend(
        &mut self,
        task: &Task,
        progress: &mut dyn FnMut(&ProgramProgress<'_>),
    ) -> Result<(), Stopped> {
        let generator = &self.generator;
        let language = generator.language;
        let judge = &generator.judge;
        let positives = judge.positives.len();
        // Where a complete program is known, only smaller ones are of use; with errors, those that
        // cost less than the best, or than none.
        let known = self.best.as_ref().filter(|best| best.missing == 0);
        let cost = known.map(|best| best.cost);
        let noisy = self.options.noisy;
        let largest = cost.map_or(descent::LARGEST, |cost| cost.saturating_sub(1));
        let numbering = &generator.numbering;
        let marks = |clause: &Clause| numbering.marks(clause);
        let request = descent::Request {
            task,
            bias: &language.bias,
            clauses: generator.most,
            largest,
            cost: noisy.then(|| cost.unwrap_or(positives)),
            marks: &marks,
        };
        let known_cost = cost;
        let mut found: Option<(usize, FoundProgram)> = None;
        let mut accept = |program: &[Clause]| {
            if !numbering.allows(language, &program.iter().collect::<Vec<_>>()) {
                return Ok(Verdict::Refused);
            }
            let tested = judge.score(language, program)?;
            let missing = positives - tested.positive.count();
            let errors = missing + tested.negative.count();
            if !noisy && errors > 0 {
                return Ok(Verdict::Refused);
            }
            let cost = tested.size() + errors;
            let least = found.as_ref().map(|(least, _)| *least).or(known_cost);
            if least.is_none_or(|least| cost < least) {
                let (_, tested) = found.insert((cost, tested));
                progress(&ProgramProgress {
                    counts: &self.counts,
                    best: Some((&language.bias, tested)),
                });
            }
            Ok(match noisy {
                true => Verdict::Costs(cost),
                false => Verdict::Taken,
            })
        };
        let searched = descent::search(&request, judge.relations, judge.cancel(), &mut accept);
        if let Some((cost, found)) = found {
            if !noisy {
                self.generator.target = (!self.options.all).then_some(cost);
            }
            self.best = Some(Best::one(&language.bias, found, cost));
        }
        searched.map(|_| ())
    }
}
