//! What is found before programs of its size are generated: recursions, by their descents
//! ([`descent`]).

use super::super::{clause::Clause, descent, task::Task, tester::Stopped};
use super::{
    ProgramProgress,
    learner::{Best, Learner},
};

impl Learner<'_, '_> {
    /// Looks for a linear recursion by its descent. What is found is the best program so far, and
    /// bounds the search for others.
    pub fn descend(
        &mut self,
        task: &Task,
        progress: &mut dyn FnMut(&ProgramProgress<'_>),
    ) -> Result<(), Stopped> {
        let language = self.search.language;
        if self.options.noisy {
            return Ok(());
        }
        // Where a complete program is known, only smaller ones are of use.
        let known = self.best.as_ref().filter(|best| best.missing == 0);
        let largest = known.map_or(descent::LARGEST, |best| best.cost.saturating_sub(1));
        let numbering = &self.search.numbering;
        let marks = |clause: &Clause| numbering.marks(clause);
        let request = descent::Request {
            task,
            bias: &language.bias,
            clauses: self.search.most,
            largest,
            marks: &marks,
        };
        let mut found = None;
        let mut judge = |program: &[Clause]| {
            if !numbering.allows(language, &program.iter().collect::<Vec<_>>()) {
                return Ok(false);
            }
            let tested = self.score(language, program)?;
            let positives = self.search.positives.len();
            let perfect = tested.positive.count() == positives && tested.negative.is_empty();
            if perfect {
                found = Some(tested);
            }
            Ok(perfect)
        };
        let searched = descent::search(&request, self.relations, self.cancel, &mut judge);
        if let Some(found) = found {
            let cost = found.size();
            self.search.target = (!self.options.all).then_some(cost);
            self.best = Some(Best {
                bias: language.bias.clone(),
                programs: vec![found],
                cost,
                missing: 0,
            });
            progress(&ProgramProgress {
                counts: &self.counts,
                best: self
                    .best
                    .as_ref()
                    .and_then(|best| Some((&best.bias, best.programs.first()?))),
            });
        }
        searched.map(|_| ())
    }
}
