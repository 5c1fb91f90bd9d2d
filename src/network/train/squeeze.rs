//! Squeeze-and-excitation in training.
//!
//! J. Hu, L. Shen and G. Sun, "Squeeze-and-Excitation Networks" (arXiv 1709.01507, 2017), as Leela Chess
//! Zero has it: from the means of the channels of a board, two dense layers compute a factor (through a
//! sigmoid) and a term for every channel.

use super::prepared::Layer;
use crate::network::{
    kernel::{LANES, Path, Row, SQUARES},
    layout::{Layout, Squeeze},
};

/// What is computed for one board.
#[derive(Debug)]
pub struct Scratch {
    /// Normalisation and excitation in one: what to multiply a board with and to add.
    pub scale: Vec<Row>,
    pub shift: Vec<Row>,
    /// The sums of a gradient over squares, and of its products with the board before normalisation.
    pub sums: Vec<Row>,
    pub products: Vec<Row>,
    /// What to multiply a gradient with and to add on its way back.
    pub factor: Vec<Row>,
    pub term: Vec<Row>,
    /// Sums of the board over squares, and of its squares, which are not used.
    board: Vec<Row>,
    unused: Vec<Row>,
    means: Vec<f32>,
    hidden: Vec<f32>,
    hidden_back: Vec<f32>,
    /// Factors, then terms.
    excited: Vec<f32>,
    excited_back: Vec<f32>,
}

impl Scratch {
    pub fn new(layout: &Layout) -> Scratch {
        let hidden = layout.shape.squeeze.unwrap_or(0);
        let channels = if hidden == 0 {
            0
        } else {
            layout.shape.channels
        };
        let rows = || Row::zeroes(channels / LANES);
        Scratch {
            scale: rows(),
            shift: rows(),
            sums: rows(),
            products: rows(),
            factor: rows(),
            term: rows(),
            board: rows(),
            unused: rows(),
            means: vec![0.0; channels],
            hidden: vec![0.0; hidden],
            hidden_back: vec![0.0; hidden],
            excited: vec![0.0; 2 * channels],
            excited_back: vec![0.0; 2 * channels],
        }
    }

    pub fn clear_sums(&mut self) {
        self.sums.fill(Row::ZERO);
        self.products.fill(Row::ZERO);
    }

    /// Computes `scale` and `shift` for a board before its normalisation.
    pub fn forward(
        &mut self,
        path: Path,
        place: &Squeeze,
        parameters: &[f32],
        layer: &Layer,
        board: &[Row],
    ) {
        let channels = self.means.len();
        self.board.fill(Row::ZERO);
        path.moments(board, &mut self.board, &mut self.unused);
        let (scale, shift) = (Row::floats(&layer.scale), Row::floats(&layer.shift));
        let sums = Row::floats(&self.board);
        for channel in 0..channels {
            self.means[channel] = scale[channel] * sums[channel] / SQUARES as f32 + shift[channel];
        }
        self.hidden
            .copy_from_slice(&parameters[place.narrow_bias.clone()]);
        accumulate(
            &self.means,
            &parameters[place.narrow.clone()],
            &mut self.hidden,
        );
        self.hidden.iter_mut().for_each(|x| *x = x.max(0.0));
        self.excited
            .copy_from_slice(&parameters[place.wide_bias.clone()]);
        accumulate(
            &self.hidden,
            &parameters[place.wide.clone()],
            &mut self.excited,
        );
        let (factors, terms) = self.excited.split_at_mut(channels);
        let (to_scale, to_shift) = (
            Row::floats_mut(&mut self.scale),
            Row::floats_mut(&mut self.shift),
        );
        for channel in 0..channels {
            factors[channel] = 1.0 / (1.0 + (-factors[channel]).exp());
            to_scale[channel] = factors[channel] * scale[channel];
            to_shift[channel] = factors[channel] * shift[channel] + terms[channel];
        }
    }

    /// Computes `factor` and `term` from `sums` and `products`, after [`Scratch::forward`] of the same
    /// board, and adds the gradients of the dense layers.
    pub fn backward(
        &mut self,
        place: &Squeeze,
        parameters: &[f32],
        layer: &Layer,
        gradient: &mut [f32],
    ) {
        let channels = self.means.len();
        let (scale, shift) = (Row::floats(&layer.scale), Row::floats(&layer.shift));
        let (sums, products) = (Row::floats(&self.sums), Row::floats(&self.products));
        let factors = &self.excited[..channels];
        for channel in 0..channels {
            let factor = factors[channel];
            // The gradient of the factor is the sum of that of the output times the normalised board.
            let of_factor = scale[channel] * products[channel] + shift[channel] * sums[channel];
            self.excited_back[channel] = of_factor * factor * (1.0 - factor);
            self.excited_back[channels + channel] = sums[channel];
        }
        let back = &self.excited_back;
        outer(&self.hidden, back, &mut gradient[place.wide.clone()]);
        add(back, &mut gradient[place.wide_bias.clone()]);
        let wide = parameters[place.wide.clone()].chunks_exact(2 * channels);
        for ((back, weights), hidden) in self.hidden_back.iter_mut().zip(wide).zip(&self.hidden) {
            let sum = if *hidden > 0.0 {
                dot(weights, &self.excited_back)
            } else {
                0.0
            };
            *back = sum;
        }
        outer(
            &self.means,
            &self.hidden_back,
            &mut gradient[place.narrow.clone()],
        );
        add(&self.hidden_back, &mut gradient[place.narrow_bias.clone()]);
        let narrow = parameters[place.narrow.clone()].chunks_exact(place.hidden);
        let (factor, term) = (
            Row::floats_mut(&mut self.factor),
            Row::floats_mut(&mut self.term),
        );
        for ((channel, weights), of_factor) in narrow.enumerate().zip(factors) {
            factor[channel] = *of_factor;
            term[channel] = dot(weights, &self.hidden_back) / SQUARES as f32;
        }
    }
}

/// Clears the gradients of the dense layers.
pub fn clear(place: &Squeeze, gradient: &mut [f32]) {
    for range in [
        &place.narrow,
        &place.narrow_bias,
        &place.wide,
        &place.wide_bias,
    ] {
        gradient[range.clone()].fill(0.0);
    }
}

/// Adds inputs times weights `[inputs][outputs]`.
fn accumulate(inputs: &[f32], weights: &[f32], out: &mut [f32]) {
    for (input, weights) in inputs.iter().zip(weights.chunks_exact(out.len())) {
        out.iter_mut()
            .zip(weights)
            .for_each(|(out, weight)| *out += input * weight);
    }
}

/// Adds the products of each number of one list with all of the other.
fn outer(inputs: &[f32], outputs: &[f32], out: &mut [f32]) {
    for (input, out) in inputs.iter().zip(out.chunks_exact_mut(outputs.len())) {
        out.iter_mut()
            .zip(outputs)
            .for_each(|(out, output)| *out += input * output);
    }
}

fn add(more: &[f32], out: &mut [f32]) {
    out.iter_mut()
        .zip(more)
        .for_each(|(out, more)| *out += more);
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
