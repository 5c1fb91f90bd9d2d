//! AdamW: I. Loshchilov and F. Hutter, "Decoupled Weight Decay Regularization" (arXiv 1711.05101, 2017).

use rayon::prelude::*;

use super::Options;
use crate::network::{kernel::Row, layout::Layout};

/// How fast the means of gradients and of their squares forget (Algorithm 2, as D. P. Kingma and J. Ba
/// propose in "Adam", arXiv 1412.6980, 2014).
const FORGET: [f32; 2] = [0.9, 0.999];
/// Added to what is divided by.
const EPSILON: f32 = 1e-8;

/// The learning rate of a step: it rises in a line, and falls as half a cosine to 0.
pub fn rate(options: &Options, step: u64) -> f32 {
    let rise = (step + 1) as f64 / (options.warm_up.min(options.steps) + 1) as f64;
    let part = step as f64 / options.steps.max(1) as f64;
    let fall = 0.5 * (1.0 + (std::f64::consts::PI * part.min(1.0)).cos());
    (f64::from(options.rate) * rise.min(1.0) * fall) as f32
}

/// The means of gradients and of their squares.
#[derive(Debug, Clone)]
pub struct Moments {
    pub first: Vec<Row>,
    pub second: Vec<Row>,
}

impl Moments {
    pub fn new(rows: usize) -> Moments {
        Moments {
            first: Row::zeroes(rows),
            second: Row::zeroes(rows),
        }
    }

    /// Moves parameters against a gradient. Computes on the threads of the caller's pool.
    pub fn update(
        &mut self,
        layout: &Layout,
        step: u64,
        rate: f32,
        decay: f32,
        gradient: &[f32],
        parameters: &mut [Row],
    ) {
        let steps = i32::try_from(step + 1).unwrap_or(i32::MAX);
        let correct = FORGET.map(|forget| (1.0 - f64::from(forget).powi(steps)) as f32);
        let mut work = Vec::new();
        let (mut parameters, mut at) = (Row::floats_mut(parameters), 0);
        let (mut first, mut second) = (
            Row::floats_mut(&mut self.first),
            Row::floats_mut(&mut self.second),
        );
        for tensor in &layout.tensors {
            // What lies between tensors stays 0.
            let skip = tensor.start - at;
            let lists = [&mut parameters, &mut first, &mut second];
            work.push((tensor, lists.map(|list| take(list, skip, tensor.size()))));
            at = tensor.range().end;
        }
        work.into_par_iter()
            .for_each(|(tensor, [parameters, first, second])| {
                let shrink = if tensor.decays {
                    1.0 - rate * decay
                } else {
                    1.0
                };
                let gradient = &gradient[tensor.range()];
                let means = first.iter_mut().zip(second);
                for ((value, gradient), (m, v)) in parameters.iter_mut().zip(gradient).zip(means) {
                    *m += (1.0 - FORGET[0]) * (gradient - *m);
                    *v += (1.0 - FORGET[1]) * (gradient * gradient - *v);
                    let step = (*m / correct[0]) / ((*v / correct[1]).sqrt() + EPSILON);
                    *value = *value * shrink - rate * step;
                }
            });
    }
}

/// Takes the numbers after some that are skipped from the front of a list.
fn take<'a>(list: &mut &'a mut [f32], skip: usize, count: usize) -> &'a mut [f32] {
    let (now, later) = std::mem::take(list)[skip..].split_at_mut(count);
    *list = later;
    now
}
