//! The parameters of a step in the form in which the kernels want them.

use rayon::prelude::*;

use crate::network::{
    kernel::{LANES, Path, Row, SQUARES, WINDOW},
    layout::{Convolution, EPSILON, Layout},
};

/// A convolution with its normalisation.
#[derive(Debug, Clone, Default)]
pub struct Layer {
    /// The weights as 36 matrices `[inputs][columns]`; of the stem as they are.
    pub forward: Vec<Row>,
    /// The transposed matrices `[outputs][inputs / 16]`; none of the stem, whose input needs no gradient.
    pub backward: Vec<Row>,
    /// What normalisation multiplies with and adds, when the statistics of the batch are known.
    pub scale: Vec<Row>,
    pub shift: Vec<Row>,
    /// Those statistics: the mean, and one over the standard deviation.
    pub mean: Vec<f32>,
    pub inverse: Vec<f32>,
    /// The gradient before normalisation as a sum: times that after it, times the board, and a constant.
    pub back: [Vec<Row>; 3],
}

/// All layers of a step.
#[derive(Debug, Clone)]
pub struct Prepared {
    pub path: Path,
    pub layers: Vec<Layer>,
    /// `[64 * head][4]`, and transposed.
    pub dense: Vec<Row>,
    pub dense_back: Vec<Row>,
}

impl Prepared {
    pub fn new(layout: &Layout, path: Path) -> Prepared {
        let layers = layout.convolutions.iter().enumerate();
        Prepared {
            path,
            layers: layers
                .map(|(at, layer)| Layer::new(layer, at == 0))
                .collect(),
            dense: Row::zeroes(layout.dense.len() / LANES),
            dense_back: Row::zeroes(layout.dense.len() / LANES),
        }
    }

    /// Takes over parameters. Computes on the threads of the caller's pool.
    pub fn set(&mut self, layout: &Layout, parameters: &[Row]) {
        let (path, values) = (self.path, Row::floats(parameters));
        let layers = self.layers.par_iter_mut().zip(&layout.convolutions);
        layers.for_each(|(layer, place)| layer.set(path, place, values));
        let dense = &values[layout.dense.clone()];
        Row::floats_mut(&mut self.dense).copy_from_slice(dense);
        transpose(dense, SQUARES, Row::floats_mut(&mut self.dense_back));
    }
}

impl Layer {
    fn new(place: &Convolution, stem: bool) -> Layer {
        let rows = place.inputs * place.outputs / LANES;
        let columns = place.outputs / LANES;
        Layer {
            forward: Row::zeroes(if stem { 9 * rows } else { WINDOW * rows }),
            backward: Row::zeroes(if stem { 0 } else { WINDOW * rows }),
            scale: Row::zeroes(columns),
            shift: Row::zeroes(columns),
            mean: vec![0.0; place.outputs],
            inverse: vec![0.0; place.outputs],
            back: std::array::from_fn(|_| Row::zeroes(columns)),
        }
    }

    fn set(&mut self, path: Path, place: &Convolution, values: &[f32]) {
        let weights = &values[place.weight.clone()];
        if self.backward.is_empty() {
            Row::floats_mut(&mut self.forward).copy_from_slice(weights);
            return;
        }
        path.transform_weights(weights, &mut self.forward);
        let mut transposed = vec![0.0; weights.len()];
        let size = place.inputs * place.outputs;
        for (from, to) in weights.chunks(size).zip(transposed.chunks_mut(size)) {
            transpose(from, place.outputs, to);
        }
        path.transform_weights(&transposed, &mut self.backward);
    }

    /// Takes over the statistics of a batch: sums of values and of their squares over `count` squares.
    ///
    /// Returns means and variances.
    pub fn normalise(
        &mut self,
        (place, values): (&Convolution, &[f32]),
        (sums, squares): (&[f64], &[f64]),
        count: f64,
    ) -> (Vec<f32>, Vec<f32>) {
        let means: Vec<f64> = sums.iter().map(|sum| sum / count).collect();
        let variances = squares.iter().zip(&means);
        let variances =
            variances.map(|(square, mean)| (square / count - mean * mean).max(0.0) as f32);
        let variances: Vec<f32> = variances.collect();
        let scales = &values[place.scale.clone()];
        let shifts = &values[place.shift.clone()];
        let (scale, shift) = (
            Row::floats_mut(&mut self.scale),
            Row::floats_mut(&mut self.shift),
        );
        for channel in 0..place.outputs {
            self.mean[channel] = means[channel] as f32;
            self.inverse[channel] = 1.0 / (variances[channel] + EPSILON).sqrt();
            scale[channel] = scales[channel] * self.inverse[channel];
            shift[channel] = shifts[channel] - self.mean[channel] * scale[channel];
        }
        (self.mean.clone(), variances)
    }

    /// Takes over the sums over `count` squares of the gradient after normalisation, and of its products
    /// with the values before it. Writes the gradients of scale and shift.
    ///
    /// S. Ioffe and C. Szegedy, "Batch Normalization" (arXiv 1502.03167, 2015), Section 3.
    pub fn normalise_back(
        &mut self,
        (place, values): (&Convolution, &[f32]),
        (sums, products): (&[f64], &[f64]),
        count: f64,
        gradient: &mut [f32],
    ) {
        let scales = &values[place.scale.clone()];
        let [a, b, c] = &mut self.back;
        let (a, b, c) = (Row::floats_mut(a), Row::floats_mut(b), Row::floats_mut(c));
        for channel in 0..place.outputs {
            let (mean, inverse) = (
                f64::from(self.mean[channel]),
                f64::from(self.inverse[channel]),
            );
            let with_unit = (products[channel] - mean * sums[channel]) * inverse;
            gradient[place.scale.start + channel] = with_unit as f32;
            gradient[place.shift.start + channel] = sums[channel] as f32;
            let factor = f64::from(scales[channel]) * inverse;
            a[channel] = factor as f32;
            b[channel] = (-factor * inverse * with_unit / count) as f32;
            c[channel] = (factor * (inverse * with_unit * mean - sums[channel]) / count) as f32;
        }
    }
}

/// Transposes a matrix of rows of so many numbers.
fn transpose(from: &[f32], columns: usize, to: &mut [f32]) {
    let rows = from.len() / columns;
    for (row, line) in from.chunks_exact(columns).enumerate() {
        for (column, number) in line.iter().enumerate() {
            to[column * rows + row] = *number;
        }
    }
}
