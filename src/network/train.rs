//! Training: batches forward and backward, AdamW, averaging of weights.
//!
//! [`Trainer`] goes step by step through shuffled examples. Everything in a step is a function of the
//! parameters, the examples, the seed and the number of the step; sums over a batch are made of those of
//! its shards of 32 examples, in order. So a run gives the same weights for any number of threads, and one
//! that is resumed those of one that was not interrupted (on the same [`Path`]).
//!
//! - `options.rs`: how to train, and why there can be no training.
//! - `prepared.rs`: parameters as the kernels want them; batch normalisation.
//! - `shard.rs`: activations and gradients of a part of a batch; `squeeze.rs`: of squeeze-and-excitation.
//! - `optimiser.rs`: AdamW, its schedule, averages.
//! - `checkpoint.rs`: a run as a file.

mod checkpoint;
mod optimiser;
mod options;
mod prepared;
mod shard;
mod squeeze;

use std::{
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use rayon::prelude::*;

use super::{
    examples::{Examples, mirrored},
    kernel::{LANES, Path, Row, SQUARES},
    layout::{self, Layout, Shape},
    piece_head::FORMAT,
    weights::{self, Weights},
};
use crate::{cancel::Cancel, random::Random};
pub use checkpoint::Unresumable;
use optimiser::Moments;
pub use options::{Options, Unusable};
use prepared::Prepared;
use shard::{SHARD, Scratch, Shard, ShardStep};

/// What running means and variances take of those of each batch.
const MOMENTUM: f32 = 0.05;
/// The first scale of the normalisation at the end of a block: a block begins as little more than the way
/// around it.
const FIRST_SCALE: f32 = 0.2;

/// What a run says of itself.
#[derive(Debug, Clone, PartialEq)]
pub struct Progress {
    /// Steps done, of how many.
    pub step: u64,
    /// Of how many.
    pub steps: u64,
    /// The mean loss since the last report.
    pub loss: f64,
    /// The share of examples since then whose label came first.
    pub accuracy: f64,
    /// Examples a second since then.
    pub speed: f64,
    /// Since the run began or was resumed.
    pub elapsed: Duration,
    /// To the end, at this speed.
    pub remaining: Duration,
}

/// A run of training.
#[derive(Debug)]
pub struct Trainer {
    layout: Layout,
    options: Options,
    seed: u64,
    step: u64,
    parameters: Vec<Row>,
    /// Running means and variances.
    statistics: Vec<Row>,
    moments: Moments,
    /// The mean of the parameters of some steps, and of how many.
    average: Vec<Row>,
    averaged: u64,
    prepared: Prepared,
    shards: Vec<Shard>,
    gradient: Vec<Row>,
    scratches: Mutex<Vec<Scratch>>,
    pool: rayon::ThreadPool,
    order: Order,
    /// What the examples are known by.
    examples: Option<u64>,
}

/// The shuffled examples of an epoch.
#[derive(Debug, Default)]
struct Order {
    epoch: Option<u64>,
    indices: Vec<u32>,
}

impl Order {
    /// The example that is the `number`-th of the whole run.
    fn at(&mut self, number: u64, count: usize, seed: u64) -> usize {
        let (epoch, place) = (number / count as u64, number % count as u64);
        if self.epoch != Some(epoch) || self.indices.len() != count {
            self.indices = (0..count as u32).collect();
            let mut random = Random::of(&[seed, epoch, 1]);
            // The shuffle of R. A. Fisher and F. Yates.
            for last in (1..count).rev() {
                let other = random.below(last as u64 + 1) as usize;
                self.indices.swap(last, other);
            }
            self.epoch = Some(epoch);
        }
        self.indices[place as usize] as usize
    }
}

impl Trainer {
    /// A network that has learned nothing; `threads` of 0 are as many as there are processors.
    ///
    /// # Errors
    ///
    /// [`Unusable`], if the shape or an option makes no sense.
    pub fn new(
        shape: Shape,
        options: Options,
        threads: usize,
        seed: u64,
    ) -> Result<Trainer, Unusable> {
        Trainer::on(Path::best(), shape, options, threads, seed)
    }

    /// The same on a path.
    ///
    /// # Errors
    ///
    /// As for [`Trainer::new`].
    pub fn on(
        path: Path,
        shape: Shape,
        options: Options,
        threads: usize,
        seed: u64,
    ) -> Result<Trainer, Unusable> {
        if let Some(fault) = shape.fault() {
            return Err(Unusable::Shape(fault));
        }
        options.check()?;
        let layout = Layout::new(shape);
        let parameters = first_parameters(&layout, seed);
        let size = parameters.len();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let shards = options.batch.div_ceil(SHARD);
        Ok(Trainer {
            statistics: first_statistics(&layout),
            moments: Moments::new(size),
            average: Row::zeroes(size),
            averaged: 0,
            prepared: Prepared::new(&layout, path),
            shards: (0..shards).map(|_| Shard::new(&layout, size)).collect(),
            gradient: Row::zeroes(size),
            scratches: Mutex::default(),
            pool: pool.map_err(|error| Unusable::Threads(error.to_string()))?,
            order: Order::default(),
            examples: None,
            step: 0,
            parameters,
            layout,
            options,
            seed,
        })
    }

    /// How large the network is.
    pub fn shape(&self) -> &Shape {
        &self.layout.shape
    }

    /// How it is trained.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// How many steps are done.
    pub fn steps_done(&self) -> u64 {
        self.step
    }

    /// Trains until the last step, or until `cancel` is set. `tell` hears of every `every`-th step, and
    /// gets the trainer, such as to write a checkpoint.
    ///
    /// # Errors
    ///
    /// If there are no examples, they do not fit the network or are others than those that the run began
    /// with, or the parameters have become infinite.
    pub fn run(
        &mut self,
        examples: &Examples,
        every: u64,
        cancel: &Cancel<'_>,
        mut report: impl FnMut(&mut Trainer, &Progress),
    ) -> Result<(), Unusable> {
        self.check(examples)?;
        self.know(examples)?;
        let start = Instant::now();
        let (mut since, mut loss, mut found, mut seen) = (start, 0.0, 0, 0);
        while self.step < self.options.steps && !cancel.is_set() {
            let (more, hits) = self.step(examples)?;
            (loss, found, seen) = (loss + more, found + hits, seen + self.options.batch);
            let last = self.step == self.options.steps || cancel.is_set();
            if !last && !self.step.is_multiple_of(every.max(1)) {
                continue;
            }
            // Whoever reads it may write it over a network that is good.
            if !self.is_finite() {
                return Err(Unusable::Diverged(self.step));
            }
            let speed = seen as f64 / since.elapsed().as_secs_f64().max(1e-9);
            let left = (self.options.steps - self.step) as f64 * self.options.batch as f64;
            let progress = Progress {
                step: self.step,
                steps: self.options.steps,
                loss: loss / seen as f64,
                accuracy: found as f64 / seen as f64,
                speed,
                elapsed: start.elapsed(),
                remaining: Duration::try_from_secs_f64(left / speed).unwrap_or(Duration::MAX),
            };
            report(self, &progress);
            (since, loss, found, seen) = (Instant::now(), 0.0, 0, 0);
        }
        Ok(())
    }

    /// Whether all numbers of the network are numbers.
    fn is_finite(&self) -> bool {
        let lists = [&self.parameters, &self.statistics, &self.moments.second];
        lists
            .into_iter()
            .all(|rows| Row::floats(rows).iter().all(|x| x.is_finite()))
    }

    fn check(&self, examples: &Examples) -> Result<(), Unusable> {
        if examples.is_empty() {
            return Err(Unusable::NoExamples);
        }
        let planes = self.layout.shape.planes;
        if examples.planes != planes {
            return Err(Unusable::Planes(examples.planes, planes));
        }
        Ok(())
    }

    /// Whether they are the examples that the run began with.
    fn know(&mut self, examples: &Examples) -> Result<(), Unusable> {
        let digest = examples.digest();
        match self.examples.replace(digest) {
            Some(known) if known != digest => {
                self.examples = Some(known);
                Err(Unusable::OtherExamples)
            }
            _ => Ok(()),
        }
    }

    /// The network as it is now: with the averaged weights, if the run has come so far. The statistics of
    /// these are those of some batches of the examples.
    ///
    /// P. Izmailov et al., "Averaging Weights Leads to Wider Optima and Better Generalization" (arXiv
    /// 1803.05407, 2018).
    ///
    /// # Errors
    ///
    /// As for [`Trainer::run`].
    pub fn network(&mut self, examples: &Examples) -> Result<Weights, Unusable> {
        self.check(examples)?;
        if self.averaged == 0 {
            return Ok(self.weights(&self.parameters, &self.statistics));
        }
        let mut average = self.average.clone();
        std::mem::swap(&mut average, &mut self.parameters);
        let mut settled = Row::zeroes(self.statistics.len());
        let batches = self.options.settle.max(1);
        for batch in 0..batches {
            self.fill(examples, batch as u64, 1);
            self.forward(|trainer, index, means, variances| {
                let place = &trainer.layout.convolutions[index];
                let settled = Row::floats_mut(&mut settled);
                for (range, new) in [(&place.mean, means), (&place.variance, variances)] {
                    let sums = settled[range.clone()].iter_mut().zip(new);
                    sums.for_each(|(sum, new)| *sum += new / batches as f32);
                }
            });
        }
        std::mem::swap(&mut average, &mut self.parameters);
        Ok(self.weights(&average, &settled))
    }

    fn weights(&self, parameters: &[Row], statistics: &[Row]) -> Weights {
        let mut weights = Weights::default();
        let format = ("format".to_owned(), FORMAT.to_owned());
        weights.metadata.extend([format]);
        weights.set_shape(&self.layout.shape);
        let (layout, parameters) = (&self.layout, Row::floats(parameters));
        weights::scatter(&mut weights, "", &layout.tensors, parameters);
        weights::scatter(
            &mut weights,
            "",
            &layout.statistics,
            Row::floats(statistics),
        );
        weights
    }

    /// One step: returns the sum of the losses of its batch, and how many labels came first.
    ///
    /// # Errors
    ///
    /// As for [`Trainer::run`].
    pub fn step(&mut self, examples: &Examples) -> Result<(f64, usize), Unusable> {
        self.check(examples)?;
        self.fill(examples, self.step, 0);
        let (loss, found) = self.gradients();
        self.update();
        self.step += 1;
        Ok((loss, found))
    }

    /// Gives the shards the examples of a step.
    fn fill(&mut self, examples: &Examples, step: u64, purpose: u64) {
        let batch = self.options.batch;
        for (index, shard) in self.shards.iter_mut().enumerate() {
            shard.words.clear();
            shard.labels.clear();
            for place in index * SHARD..batch.min((index + 1) * SHARD) {
                let number = step * batch as u64 + place as u64;
                let at = self.order.at(number, examples.len(), self.seed);
                let mirror = self.options.mirror
                    && Random::of(&[self.seed, number, 2, purpose]).below(2) == 1;
                let words = examples.words(at).iter();
                match mirror {
                    true => shard.words.extend(words.map(|word| mirrored(*word))),
                    false => shard.words.extend(words),
                }
                let label = examples.labels[at];
                shard.labels.push(if mirror { label ^ 7 } else { label });
            }
        }
    }

    /// Has all shards do something.
    fn each(&mut self, work: impl Fn(&mut Shard, ShardStep<'_>, &mut Scratch) + Sync) {
        let Trainer {
            layout,
            parameters,
            prepared,
            shards,
            scratches,
            ..
        } = self;
        let (layout, scratches) = (&*layout, &*scratches);
        let step = ShardStep {
            layout,
            parameters: Row::floats(parameters),
            prepared,
            batch: self.options.batch,
        };
        self.pool.install(|| {
            shards.par_iter_mut().for_each(|shard| {
                let lock = || scratches.lock().unwrap_or_else(PoisonError::into_inner);
                // The one that was used last is still in the cache.
                let scratch = lock().pop();
                let mut scratch = scratch.unwrap_or_else(|| Scratch::new(layout));
                work(shard, step, &mut scratch);
                lock().push(scratch);
            });
        });
    }

    /// The sums of all shards for the statistics of a layer.
    fn summed(&self, channels: usize) -> [Vec<f64>; 2] {
        let sum = |of: fn(&Shard) -> &[Row]| {
            let mut sums = vec![0.0; channels];
            for shard in &self.shards {
                let more = Row::floats(of(shard));
                sums.iter_mut()
                    .zip(more)
                    .for_each(|(sum, more)| *sum += f64::from(*more));
            }
            sums
        };
        [sum(|shard| &shard.sums), sum(|shard| &shard.products)]
    }

    /// Convolves the batch, layer by layer; `tell` gets the mean and variance of each.
    fn forward(&mut self, mut report: impl FnMut(&mut Trainer, usize, Vec<f32>, Vec<f32>)) {
        let Trainer {
            layout,
            parameters,
            prepared,
            pool,
            ..
        } = self;
        pool.install(|| prepared.set(layout, parameters));
        let count = (self.options.batch * SQUARES) as f64;
        for index in 0..self.layout.convolutions.len() {
            self.each(|shard, step, scratch| shard.forward(step, index, scratch));
            let place = &self.layout.convolutions[index];
            let [sums, squares] = self.summed(place.outputs);
            let values = (place, Row::floats(&self.parameters));
            let layer = &mut self.prepared.layers[index];
            let (means, variances) = layer.normalise(values, (&sums, &squares), count);
            report(self, index, means, variances);
        }
    }

    /// The gradients of the batch, in `gradient`: returns the sum of losses, and how many labels came
    /// first.
    fn gradients(&mut self) -> (f64, usize) {
        self.forward(|trainer, index, means, variances| {
            let place = &trainer.layout.convolutions[index];
            let statistics = Row::floats_mut(&mut trainer.statistics);
            for (range, new) in [(&place.mean, means), (&place.variance, variances)] {
                let running = statistics[range.clone()].iter_mut();
                running
                    .zip(new)
                    .for_each(|(running, new)| *running += MOMENTUM * (new - *running));
            }
        });
        self.each(|shard, step, _| shard.turn(step));
        let loss = self.shards.iter().map(|shard| shard.loss).sum();
        let found = self.shards.iter().map(|shard| shard.found).sum();
        let count = (self.options.batch * SQUARES) as f64;
        let mut norms = Row::zeroes(self.gradient.len());
        for index in (0..self.layout.convolutions.len()).rev() {
            let place = &self.layout.convolutions[index];
            let [sums, products] = self.summed(place.outputs);
            let values = (place, Row::floats(&self.parameters));
            let layer = &mut self.prepared.layers[index];
            let gradient = Row::floats_mut(&mut norms);
            layer.normalise_back(values, (&sums, &products), count, gradient);
            self.each(|shard, step, scratch| shard.backward(step, index, scratch));
        }
        let (gradient, shards) = (&mut self.gradient, &self.shards);
        let path = self.prepared.path;
        const PART: usize = 256;
        self.pool.install(|| {
            let parts = gradient.par_chunks_mut(PART).enumerate();
            parts.for_each(|(part, gradient)| {
                let range = part * PART..part * PART + gradient.len();
                gradient.copy_from_slice(&norms[range.clone()]);
                for shard in shards {
                    path.add(&shard.gradient[range.clone()], gradient);
                }
            });
        });
        (loss, found)
    }

    /// Moves the parameters, and averages them at the end of the run.
    fn update(&mut self) {
        let rate = optimiser::rate(&self.options, self.step);
        let Trainer {
            layout,
            parameters,
            gradient,
            moments,
            pool,
            ..
        } = self;
        let decay = self.options.decay;
        pool.install(|| {
            moments.update(
                layout,
                self.step,
                rate,
                decay,
                Row::floats(gradient),
                parameters,
            );
        });
        let begin = self.options.steps as f64 * (1.0 - self.options.average);
        if (self.step + 1) as f64 > begin {
            self.averaged += 1;
            let part = 1.0 / self.averaged as f32;
            let means = Row::floats_mut(&mut self.average).iter_mut();
            let values = Row::floats(&self.parameters);
            means
                .zip(values)
                .for_each(|(mean, value)| *mean += part * (value - *mean));
        }
    }
}

/// The first parameters: weights as K. He et al. ("Delving Deep into Rectifiers", arXiv 1502.01852, 2015)
/// draw them, so that rectified layers keep the size of what goes through them.
fn first_parameters(layout: &Layout, seed: u64) -> Vec<Row> {
    let mut parameters = Row::zeroes(layout::length(&layout.tensors) / LANES);
    let values = Row::floats_mut(&mut parameters);
    for (index, tensor) in layout.tensors.iter().enumerate() {
        let values = &mut values[tensor.range()];
        if tensor.name.ends_with(".scale") {
            let last = tensor.name.ends_with("second.scale");
            values.fill(if last { FIRST_SCALE } else { 1.0 });
        } else if tensor.decays {
            let inputs = tensor.size() / tensor.shape.last().unwrap_or(&1);
            // Nothing is rectified behind the last layer, nor behind the excitation.
            let linear = tensor.name.starts_with("dense") || tensor.name.contains("wide");
            let deviation = (if linear { 1.0 } else { 2.0 } / inputs as f64).sqrt();
            let mut random = Random::of(&[seed, index as u64, 3]);
            values.fill_with(|| (deviation * random.normal()) as f32);
        }
    }
    parameters
}

fn first_statistics(layout: &Layout) -> Vec<Row> {
    let mut statistics = Row::zeroes(layout::length(&layout.statistics) / LANES);
    let values = Row::floats_mut(&mut statistics);
    for layer in &layout.convolutions {
        values[layer.variance.clone()].fill(1.0);
    }
    statistics
}

#[cfg(test)]
mod tests;
