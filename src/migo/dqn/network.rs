//! A network of fully connected layers with rectified linear units, trained by RMSProp.
//!
//! All sums are in a fixed order, so that a seed repeats a run.

use crate::random::Random;

/// The decay of the mean of squared gradients (T. Tieleman and G. Hinton, RMSProp, 2012).
const DECAY: f32 = 0.9;
/// Keeps the root above zero.
const TINY: f32 = 1e-10;

/// Numbers that are learned together: the weights or the biases of a layer.
#[derive(Debug, Clone, Default)]
struct Weights {
    values: Vec<f32>,
    gradients: Vec<f32>,
    /// The decaying mean of the gradients' squares; it begins with 1.
    squares: Vec<f32>,
}

impl Weights {
    fn new(values: Vec<f32>) -> Weights {
        Weights {
            gradients: vec![0.0; values.len()],
            squares: vec![1.0; values.len()],
            values,
        }
    }

    /// Steps down the gradients and clears them.
    fn step(&mut self, training: &Training) {
        for (gradient, value) in self.gradients.iter_mut().zip(&self.values) {
            *gradient += 2.0 * training.regularisation * value;
        }
        let norm = dot(&self.gradients, &self.gradients).sqrt();
        let scale = match norm > training.longest {
            true => training.longest / norm,
            false => 1.0,
        };
        let parts = self.values.iter_mut().zip(&mut self.gradients);
        for ((value, gradient), square) in parts.zip(&mut self.squares) {
            let clipped = *gradient * scale;
            *square = DECAY * *square + (1.0 - DECAY) * clipped * clipped;
            *value -= training.rate * clipped / (*square + TINY).sqrt();
            *gradient = 0.0;
        }
    }
}

/// How a network is trained.
#[derive(Debug, Clone, Copy)]
pub struct Training {
    /// The learning rate.
    pub rate: f32,
    /// The weight of the sum of all squared weights in the loss.
    pub regularisation: f32,
    /// The greatest norm of the gradients of one layer's weights.
    pub longest: f32,
}

/// A layer: the weights of the first input for all outputs, then those of the second, ...
#[derive(Debug, Clone)]
struct Layer {
    weights: Weights,
    biases: Weights,
}

/// A network.
#[derive(Debug, Clone)]
pub struct Network {
    layers: Vec<Layer>,
    /// What each layer gets, then what the last one gives.
    values: Vec<Vec<f32>>,
}

impl Network {
    /// A network with layers of these sizes, inputs first; weights are normally distributed with
    /// this deviation, biases 0.
    pub fn new(sizes: &[usize], deviation: f32, random: &mut Random) -> Network {
        let layers = sizes.windows(2).map(|pair| {
            let weights = (0..pair[0] * pair[1]).map(|_| random.normal() as f32 * deviation);
            Layer {
                weights: Weights::new(weights.collect()),
                biases: Weights::new(vec![0.0; pair[1]]),
            }
        });
        Network {
            layers: layers.collect(),
            values: sizes.iter().map(|size| vec![0.0; *size]).collect(),
        }
    }

    /// The outputs for some inputs.
    pub fn run(&mut self, inputs: &[f32]) -> &[f32] {
        self.values[0].copy_from_slice(inputs);
        let last = self.layers.len();
        for (at, layer) in self.layers.iter().enumerate() {
            let (before, after) = self.values.split_at_mut(at + 1);
            let (inputs, outputs) = (&before[at], &mut after[0]);
            outputs.copy_from_slice(&layer.biases.values);
            let rows = layer.weights.values.chunks_exact(outputs.len());
            for (input, row) in inputs.iter().zip(rows) {
                if *input != 0.0 {
                    add(outputs, row, *input);
                }
            }
            if at + 1 < last {
                for output in outputs.iter_mut() {
                    *output = output.max(0.0);
                }
            }
        }
        &self.values[last]
    }

    /// Adds to the gradients: `slope` is that of the loss by one output of the last run.
    pub fn learn(&mut self, output: usize, slope: f32) {
        let last = self.layers.len();
        let mut slopes = vec![0.0; self.values[last].len()];
        slopes[output] = slope;
        for (at, layer) in self.layers.iter_mut().enumerate().rev() {
            let inputs = &self.values[at];
            add(&mut layer.biases.gradients, &slopes, 1.0);
            let gradients = layer.weights.gradients.chunks_exact_mut(slopes.len());
            for (input, row) in inputs.iter().zip(gradients) {
                if *input != 0.0 {
                    add(row, &slopes, *input);
                }
            }
            if at == 0 {
                break;
            }
            // Where a unit gave 0 its input has no influence.
            let rows = layer.weights.values.chunks_exact(slopes.len());
            slopes = inputs
                .iter()
                .zip(rows)
                .map(|(input, row)| match *input > 0.0 {
                    true => dot(row, &slopes),
                    false => 0.0,
                })
                .collect();
        }
    }

    /// Steps down the gradients that were added.
    pub fn step(&mut self, training: &Training) {
        for layer in &mut self.layers {
            layer.weights.step(training);
            layer.biases.step(training);
        }
    }

    /// Moves this network's weights towards another's by a part of the way.
    pub fn follow(&mut self, other: &Network, part: f32) {
        let pairs = self.layers.iter_mut().zip(&other.layers);
        for (ours, theirs) in pairs {
            for (ours, theirs) in [
                (&mut ours.weights, &theirs.weights),
                (&mut ours.biases, &theirs.biases),
            ] {
                for (value, goal) in ours.values.iter_mut().zip(&theirs.values) {
                    *value += part * (goal - *value);
                }
            }
        }
    }
}

fn add(sums: &mut [f32], numbers: &[f32], factor: f32) {
    for (sum, number) in sums.iter_mut().zip(numbers) {
        *sum += factor * number;
    }
}

/// The inner product, in eight sums so that it can be computed in parallel.
fn dot(left: &[f32], right: &[f32]) -> f32 {
    let (lefts, rights) = (left.chunks_exact(8), right.chunks_exact(8));
    let rest = lefts.remainder().iter().zip(rights.remainder());
    let mut sums = [0.0; 8];
    for (left, right) in lefts.zip(rights) {
        for at in 0..8 {
            sums[at] += left[at] * right[at];
        }
    }
    sums.iter().sum::<f32>() + rest.map(|(left, right)| left * right).sum::<f32>()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRAINING: Training = Training {
        rate: 0.01,
        regularisation: 0.0,
        longest: 5.0,
    };

    #[test]
    fn gradients_are_the_slopes_of_the_output() {
        let mut network = Network::new(&[3, 12, 9, 2], 0.7, &mut Random::new(3));
        let inputs = [0.3, -1.0, 0.8];
        let before = network.run(&inputs)[1];
        network.learn(1, 1.0);
        let mut steepest = 0.0_f32;
        for layer in 0..3 {
            for at in 0..network.layers[layer].weights.values.len() {
                let slope = network.layers[layer].weights.gradients[at];
                let mut moved = network.clone();
                moved.layers[layer].weights.values[at] += 1e-3;
                let measured = (moved.run(&inputs)[1] - before) / 1e-3;
                assert!(
                    (measured - slope).abs() < 0.02,
                    "{layer} {at}: {measured} {slope}"
                );
                steepest = steepest.max(slope.abs());
            }
        }
        assert!(steepest > 0.1);
    }

    #[test]
    fn it_learns_exclusive_or() {
        let mut network = Network::new(&[2, 16, 8, 1], 0.5, &mut Random::new(1));
        let table = [
            ([0., 0.], 0.),
            ([0., 1.], 1.),
            ([1., 0.], 1.),
            ([1., 1.], 0.),
        ];
        for _ in 0..400 {
            for (inputs, goal) in &table {
                let slope = 2.0 * (network.run(inputs)[0] - goal);
                network.learn(0, slope);
            }
            network.step(&TRAINING);
        }
        for (inputs, goal) in &table {
            let given = network.run(inputs)[0];
            assert!((given - goal).abs() < 0.2, "{inputs:?}: {given}");
        }
    }

    #[test]
    fn a_follower_arrives() {
        let mut random = Random::new(5);
        let mut leader = Network::new(&[2, 3, 1], 1.0, &mut random);
        let mut follower = Network::new(&[2, 3, 1], 1.0, &mut random);
        follower.follow(&leader, 1.0);
        let inputs = [0.5, 1.5];
        assert!((leader.run(&inputs)[0] - follower.run(&inputs)[0]).abs() < 1e-5);
    }
}
