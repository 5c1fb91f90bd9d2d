//! The paper's own suggestion of a baseline (section IV): "a simple dense network" that is given only
//! whether a piece is on the board or not.
//!
//! It sees how many pieces of each kind each side has, thermometer coded, and says which kind moves.

use std::array;

use crate::{network::puzzles::About, random::Random};

/// Pieces of a kind that are told apart, from pawn to king. Every position has both kings.
const MOST: [usize; 6] = [8, 2, 2, 2, 2, 0];
/// Inputs: those of both sides.
const INPUTS: usize = 32;
/// Units of the hidden layer.
const HIDDEN: usize = 32;
/// Puzzles it learns from, drawn with replacement.
const SEEN: usize = 400_000;
/// The learning rate at the start; it falls to 0 linearly.
const RATE: f32 = 0.05;

/// A network with one hidden layer of rectified units.
#[derive(Debug, Clone)]
pub(super) struct Presence {
    /// The last input is always 1.
    hidden: Vec<[f32; HIDDEN]>,
    /// The last unit is always 1.
    kinds: [[f32; 6]; HIDDEN + 1],
}

impl Presence {
    /// Learns by stochastic gradient descent on the cross-entropy.
    pub fn learn(puzzles: &[About], seed: u64) -> Presence {
        let mut random = Random::of(&[seed, 5]);
        // As for rectified units: K. He et al., arXiv 1502.01852, 2015.
        let deviation = (2.0 / INPUTS as f64).sqrt();
        let mut presence = Presence {
            hidden: (0..=INPUTS)
                .map(|_| array::from_fn(|_| (deviation * random.normal()) as f32))
                .collect(),
            kinds: [[0.0; 6]; HIDDEN + 1],
        };
        for step in 0..SEEN {
            let Some(about) = random.pick(puzzles) else {
                break;
            };
            let rate = RATE * (1.0 - step as f32 / SEEN as f32);
            presence.improve(about, rate);
        }
        presence
    }

    /// The probability that a piece of each kind moves. Kinds that the mover has not are impossible.
    pub fn kinds(&self, pieces: &[[u8; 6]; 2]) -> [f64; 6] {
        let inputs = inputs(pieces);
        self.probabilities(&self.units(&inputs), pieces)
            .map(f64::from)
    }

    fn units(&self, inputs: &[usize]) -> [f32; HIDDEN] {
        let mut units = [0.0; HIDDEN];
        for &input in inputs {
            for (unit, weight) in units.iter_mut().zip(&self.hidden[input]) {
                *unit += weight;
            }
        }
        units.map(|unit: f32| unit.max(0.0))
    }

    fn probabilities(&self, units: &[f32; HIDDEN], pieces: &[[u8; 6]; 2]) -> [f32; 6] {
        let mut logits = self.kinds[HIDDEN];
        for (unit, weights) in units.iter().zip(&self.kinds) {
            for (logit, weight) in logits.iter_mut().zip(weights) {
                *logit += unit * weight;
            }
        }
        let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let shares: [f32; 6] = array::from_fn(|kind| match pieces[0][kind] {
            0 => 0.0,
            _ => (logits[kind] - most).exp().max(f32::MIN_POSITIVE),
        });
        let sum: f32 = shares.iter().sum();
        shares.map(|share| share / sum)
    }

    fn improve(&mut self, about: &About, rate: f32) {
        let inputs = inputs(&about.pieces);
        let units = self.units(&inputs);
        let mut error = self.probabilities(&units, &about.pieces);
        error[about.role as usize - 1] -= 1.0;
        let mut back = [0.0; HIDDEN];
        for (at, back) in back
            .iter_mut()
            .enumerate()
            .filter(|(at, _)| units[*at] > 0.0)
        {
            *back = self.kinds[at].iter().zip(&error).map(|(w, e)| w * e).sum();
        }
        for (unit, weights) in units.iter().chain(&[1.0]).zip(&mut self.kinds) {
            for (weight, error) in weights.iter_mut().zip(&error) {
                *weight -= rate * unit * error;
            }
        }
        for input in inputs {
            for (weight, back) in self.hidden[input].iter_mut().zip(&back) {
                *weight -= rate * back;
            }
        }
    }
}

/// The inputs that are 1.
fn inputs(pieces: &[[u8; 6]; 2]) -> Vec<usize> {
    let mut inputs = vec![INPUTS];
    let mut first = 0;
    for side in pieces {
        for (&count, most) in side.iter().zip(MOST) {
            inputs.extend(first..first + most.min(count.into()));
            first += most;
        }
    }
    inputs
}
