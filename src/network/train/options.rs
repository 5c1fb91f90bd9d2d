//! How to train, and why there can be no training, or no more.

use std::fmt;

/// How to train.
///
/// The defaults are not those of the paper (batches of 1024, a rate of 1e-5, 190 epochs), which would
/// take a processor half a day: a larger rate that rises and falls gets as far in a hundredth of the
/// examples. Weight decay is that of the paper.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// Examples of a step.
    pub batch: usize,
    /// Steps of the whole run; the rate falls to 0 at its end.
    pub steps: u64,
    /// The largest learning rate.
    pub rate: f32,
    /// Steps in which it rises to that.
    pub warm_up: u64,
    /// The weight decay of AdamW. Biases, scales and shifts do not decay.
    pub decay: f32,
    /// The last part of the run, of which weights are averaged; 0 for no averaging.
    pub average: f64,
    /// Batches whose statistics are those of averaged weights.
    pub settle: usize,
    /// Whether half of the examples are seen in a mirror.
    pub mirror: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            batch: 256,
            steps: 10_000,
            rate: 3e-3,
            warm_up: 200,
            decay: 1e-2,
            average: 0.2,
            settle: 60,
            mirror: true,
        }
    }
}

/// Why there can be no training, or no more.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unusable {
    /// The shape of the network.
    #[error("no such network: {0}")]
    Shape(String),
    /// An option: its name, its value and what was expected.
    #[error("{0} is {1}, expected {2}")]
    Option(&'static str, String, &'static str),
    /// There are no examples.
    #[error("there are no examples to learn from")]
    NoExamples,
    /// The examples have another number of planes than the network: theirs, and that.
    #[error("the examples have {0} planes, but the network has {1}")]
    Planes(usize, usize),
    /// The run that is resumed began with other examples.
    #[error(
        "the run began with other examples: it can only be resumed with the same, in the same order"
    )]
    OtherExamples,
    /// After this step, the parameters are no numbers any more.
    #[error(
        "training has diverged by step {0}: its numbers have grown beyond all bounds; a smaller \
         learning rate, or a longer warm-up, prevents that"
    )]
    Diverged(u64),
    /// The threads cannot be started.
    #[error("the threads cannot be started ({0})")]
    Threads(String),
}

impl Options {
    pub(super) fn check(&self) -> Result<(), Unusable> {
        let wrong = |name, value: &dyn fmt::Display, expected| {
            Err(Unusable::Option(name, value.to_string(), expected))
        };
        let rate = |rate: f32| rate.is_finite() && rate >= 0.0;
        match self {
            _ if !(2..=8192).contains(&self.batch) => {
                wrong("the batch", &self.batch, "2 to 8192 examples")
            }
            _ if !(rate(self.rate) && self.rate > 0.0) => {
                wrong("the learning rate", &self.rate, "a number above 0")
            }
            _ if !(rate(self.decay) && self.decay < 1.0) => {
                wrong("the weight decay", &self.decay, "a number from 0 to 1")
            }
            _ if !(0.0..=1.0).contains(&self.average) => {
                wrong("the averaged part", &self.average, "a number from 0 to 1")
            }
            _ => Ok(()),
        }
    }
}
