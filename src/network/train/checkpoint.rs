//! A run as a file: everything that the next step depends on.

use std::{io, path::Path as FilePath};

use super::{Options, Trainer, Unusable};
use crate::network::{
    kernel::Row,
    layout::Layout,
    weights::{self, Fault, Weights},
};

/// What the metadata of a checkpoint call its kind.
const FORMAT: &str = "chesslog training run, version 1";
/// Parameters, and what the optimiser and the averages know of them.
const PREFIXES: [&str; 4] = ["parameters/", "first/", "second/", "average/"];
const STATISTICS: &str = "statistics/";

/// Why a run cannot be resumed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unresumable {
    /// The file is damaged, or is none of a run.
    #[error("{0}")]
    Damaged(Fault),
    /// It asks for what makes no sense.
    #[error("{0}")]
    Unusable(Unusable),
}

impl From<Fault> for Unresumable {
    fn from(fault: Fault) -> Unresumable {
        Unresumable::Damaged(fault)
    }
}

impl Trainer {
    /// Writes the run as it is to a file, whole; see [`Weights::save`].
    ///
    /// # Errors
    ///
    /// If the file cannot be written; the one that was there is there still.
    pub fn checkpoint(&self, path: &FilePath) -> io::Result<()> {
        self.state().save(path)
    }

    /// A run as [`Trainer::checkpoint`] wrote it. It goes on as if it had never stopped, on any number of
    /// threads, if it gets the same examples.
    ///
    /// # Errors
    ///
    /// What is wrong with the file, by name.
    pub fn resume(path: &FilePath, threads: usize) -> Result<Trainer, Unresumable> {
        Trainer::of_state(&Weights::load(path)?, threads)
    }

    pub(super) fn state(&self) -> Weights {
        let mut state = Weights::default();
        let lists = [
            &self.parameters,
            &self.moments.first,
            &self.moments.second,
            &self.average,
        ];
        for (prefix, list) in PREFIXES.iter().zip(lists) {
            weights::scatter(&mut state, prefix, &self.layout.tensors, Row::floats(list));
        }
        let statistics = Row::floats(&self.statistics);
        weights::scatter(&mut state, STATISTICS, &self.layout.statistics, statistics);
        state.set_shape(&self.layout.shape);
        let options = &self.options;
        let mut texts = vec![
            ("format", FORMAT.to_owned()),
            ("seed", self.seed.to_string()),
            ("step", self.step.to_string()),
            ("averaged", self.averaged.to_string()),
            ("batch", options.batch.to_string()),
            ("steps", options.steps.to_string()),
            ("rate", options.rate.to_string()),
            ("warm_up", options.warm_up.to_string()),
            ("decay", options.decay.to_string()),
            ("average", options.average.to_string()),
            ("settle", options.settle.to_string()),
            ("mirror", options.mirror.to_string()),
        ];
        texts.extend(self.examples.map(|digest| ("examples", digest.to_string())));
        let texts = texts
            .into_iter()
            .map(|(name, text)| (name.to_owned(), text));
        state.metadata.extend(texts);
        state
    }

    pub(super) fn of_state(state: &Weights, threads: usize) -> Result<Trainer, Unresumable> {
        state.expect_format(FORMAT)?;
        let shape = state.shape()?;
        let options = Options {
            batch: state.number("batch")?,
            steps: state.number("steps")?,
            rate: state.number("rate")?,
            warm_up: state.number("warm_up")?,
            decay: state.number("decay")?,
            average: state.number("average")?,
            settle: state.number("settle")?,
            mirror: state.number("mirror")?,
        };
        let layout = Layout::new(shape);
        let tensors = PREFIXES.iter().flat_map(|prefix| {
            let tensors = layout.tensors.iter();
            tensors.map(move |tensor| (format!("{prefix}{}", tensor.name), &tensor.shape))
        });
        let statistics = layout.statistics.iter();
        let statistics =
            statistics.map(|tensor| (format!("{STATISTICS}{}", tensor.name), &tensor.shape));
        let tensors: Vec<_> = tensors.chain(statistics).collect();
        state.expect_tensors(tensors.iter().map(|(name, shape)| (&name[..], &shape[..])))?;
        let trainer = Trainer::new(shape, options, threads, state.number("seed")?);
        let mut trainer = trainer.map_err(Unresumable::Unusable)?;
        let [parameters, first, second, average] =
            PREFIXES.map(|prefix| Row::of(&weights::gather(state, prefix, &layout.tensors)));
        (trainer.parameters, trainer.average) = (parameters, average);
        (trainer.moments.first, trainer.moments.second) = (first, second);
        trainer.statistics = Row::of(&weights::gather(state, STATISTICS, &layout.statistics));
        trainer.step = state.number("step")?;
        trainer.averaged = state.number("averaged")?;
        if state.metadata.contains_key("examples") {
            trainer.examples = Some(state.number("examples")?);
        }
        Ok(trainer)
    }
}
