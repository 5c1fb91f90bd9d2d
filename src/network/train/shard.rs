//! A part of a batch: its activations and gradients, forward and backward through each layer.
//!
//! Convolutions are numbered: 0 is the stem, `2k - 1` and `2k` are those of block `k`, the last is the
//! head. What a normalised convolution lets out is kept only after the stem and after blocks; after the
//! first convolution of a block it is computed again when it is asked for, which is faster than to
//! write and to read it.

use std::ops::Range;

use super::{prepared::Prepared, squeeze};
use crate::network::{
    kernel::{Dimensions, LANES, PADDED, Row, SQUARES, TILES, WINDOW, pad, tile_rows},
    layout::Layout,
};

/// Examples of a shard. The sums over a batch are made of those of its shards, in order: so they are the
/// same for any number of threads.
pub const SHARD: usize = 32;
/// Examples that are convolved at once.
const CHUNK: usize = 8;

/// Room to work in, for one thread.
#[derive(Debug)]
pub struct Scratch {
    /// A padded board with empty borders, and one with others.
    padded: Vec<Row>,
    around: Vec<Row>,
    board: Vec<Row>,
    /// Inputs and outputs as 36 matrices of tiles.
    inputs: Vec<Row>,
    outputs: Vec<Row>,
    /// The gradient of weights as 36 matrices.
    weights: Vec<Row>,
    pub squeeze: squeeze::Scratch,
}

impl Scratch {
    pub fn new(layout: &Layout) -> Scratch {
        let most = layout
            .convolutions
            .iter()
            .map(|layer| layer.outputs / LANES);
        let columns = most.max().unwrap_or(0);
        let matrices = WINDOW * tile_rows(TILES * CHUNK, columns);
        Scratch {
            padded: Row::zeroes(PADDED * columns),
            around: Row::zeroes(PADDED * columns),
            board: Row::zeroes(SQUARES * columns),
            inputs: Row::zeroes(matrices),
            outputs: Row::zeroes(matrices),
            weights: Row::zeroes(WINDOW * columns * columns * LANES),
            squeeze: squeeze::Scratch::new(layout),
        }
    }
}

/// What a shard knows of its step.
#[derive(Debug, Clone, Copy)]
pub struct ShardStep<'a> {
    pub layout: &'a Layout,
    pub parameters: &'a [f32],
    pub prepared: &'a Prepared,
    /// Examples of the whole batch.
    pub batch: usize,
}

/// Which gradient a layer gets: that of its normalised output.
enum Gradient {
    Head,
    First,
    Second,
}

/// A part of a batch.
#[derive(Debug)]
pub struct Shard {
    pub words: Vec<u64>,
    pub labels: Vec<u8>,
    /// What each convolution gives.
    before: Vec<Vec<Row>>,
    /// What leaves the stem and each block.
    trunk: Vec<Vec<Row>>,
    /// What leaves the head, and its gradient.
    features: Vec<Row>,
    head: Vec<Row>,
    logits: Vec<Row>,
    /// The gradient between the convolutions of a block.
    flow: Vec<Row>,
    /// The gradient of what leaves a block, also that of the way around it.
    skip: Vec<Row>,
    /// The same behind squeeze-and-excitation.
    scaled: Vec<Row>,
    /// Sums over squares for the statistics of a layer: values and squares, or gradients and products.
    pub sums: Vec<Row>,
    pub products: Vec<Row>,
    pub gradient: Vec<Row>,
    /// The sum of the losses.
    pub loss: f64,
    /// How many labels have the largest logit.
    pub found: usize,
}

impl Shard {
    pub fn new(layout: &Layout, parameters: usize) -> Shard {
        let rows = |channels: usize| Row::zeroes(SHARD * SQUARES * channels / LANES);
        let shape = layout.shape;
        let convolutions = layout.convolutions.iter();
        let squeezed = shape.squeeze.map_or(0, |_| shape.channels);
        Shard {
            words: Vec::new(),
            labels: Vec::new(),
            before: convolutions.map(|layer| rows(layer.outputs)).collect(),
            trunk: (0..=shape.blocks).map(|_| rows(shape.channels)).collect(),
            features: rows(shape.head),
            head: rows(shape.head),
            logits: Row::zeroes(SHARD * SQUARES / LANES),
            flow: rows(shape.channels),
            skip: rows(shape.channels),
            scaled: rows(squeezed),
            sums: Vec::new(),
            products: Vec::new(),
            gradient: Row::zeroes(parameters),
            loss: 0.0,
            found: 0,
        }
    }

    /// Forgets the sums of the last layer.
    fn clear_sums(&mut self, columns: usize) {
        for sums in [&mut self.sums, &mut self.products] {
            sums.clear();
            sums.resize(columns, Row::ZERO);
        }
    }

    /// Convolves, and sums the values and squares of the result. The normalisation of the layer below
    /// has to be known.
    pub fn forward(&mut self, step: ShardStep<'_>, index: usize, scratch: &mut Scratch) {
        let place = &step.layout.convolutions[index];
        let (columns, path) = (place.outputs / LANES, step.prepared.path);
        let layer = &step.prepared.layers[index];
        self.clear_sums(columns);
        let size = SQUARES * columns;
        let count = self.labels.len();
        if index == 0 {
            let boards = self.before[0].chunks_exact_mut(size);
            for (words, board) in self.words.chunks_exact(place.inputs).zip(boards) {
                path.convolve_bits(words, &layer.forward, columns, &mut scratch.around, board);
                path.moments(board, &mut self.sums, &mut self.products);
            }
            return;
        }
        let inputs = place.inputs / LANES;
        for start in (0..count).step_by(CHUNK) {
            let boards = CHUNK.min(count - start);
            let tiles = TILES * boards;
            let (from, to) = (tile_rows(tiles, inputs), tile_rows(tiles, columns));
            for board in 0..boards {
                let below = self.activate(step, index - 1, start + board, scratch);
                let below = below.map_or(&scratch.board[..], |kept| &self.trunk[kept.0][kept.1]);
                let row = board * TILES;
                path.transform_input(below, inputs, row, from, &mut scratch.inputs);
            }
            let size_of = Dimensions {
                rows: tiles,
                inputs: place.inputs,
                columns,
            };
            let weights = layer.forward.chunks_exact(place.inputs * columns);
            let outputs = scratch.outputs.chunks_mut(to);
            for ((weights, input), out) in weights.zip(scratch.inputs.chunks(from)).zip(outputs) {
                path.multiply(input, weights, size_of, out);
            }
            for board in 0..boards {
                let out = &mut self.before[index][(start + board) * size..][..size];
                path.transform_output(&scratch.outputs, columns, board * TILES, to, out);
                path.moments(out, &mut self.sums, &mut self.products);
            }
        }
    }

    /// What a board is after a convolution, its normalisation and what else is there: in
    /// `scratch.board`, or, after the stem and blocks, where it is kept in the trunk.
    fn activate(
        &mut self,
        step: ShardStep<'_>,
        index: usize,
        board: usize,
        scratch: &mut Scratch,
    ) -> Option<(usize, Range<usize>)> {
        let place = &step.layout.convolutions[index];
        let (columns, path) = (place.outputs / LANES, step.prepared.path);
        let layer = &step.prepared.layers[index];
        let size = SQUARES * columns;
        let range = board * size..(board + 1) * size;
        let before = &self.before[index][range.clone()];
        if index % 2 == 1 {
            path.activate(before, &layer.scale, &layer.shift, &mut scratch.board);
            return None;
        }
        let (below, here) = self.trunk.split_at_mut(index / 2);
        let out = &mut here[0][range.clone()];
        match (below.last(), &place.squeeze) {
            (None, _) => path.activate(before, &layer.scale, &layer.shift, out),
            (Some(skip), None) => {
                let skip = &skip[range.clone()];
                path.activate_with(before, &layer.scale, &layer.shift, skip, out);
            }
            (Some(skip), Some(squeeze)) => {
                let (room, skip) = (&mut scratch.squeeze, &skip[range.clone()]);
                room.forward(path, squeeze, step.parameters, layer, before);
                path.activate_with(before, &room.scale, &room.shift, skip, out);
            }
        }
        Some((index / 2, range))
    }

    /// The dense layer behind the head, the loss, and the way back to the normalisation of the head.
    pub fn turn(&mut self, step: ShardStep<'_>) {
        let (layout, path) = (step.layout, step.prepared.path);
        let index = layout.convolutions.len() - 1;
        let columns = layout.shape.head / LANES;
        let count = self.labels.len();
        let rows = count * SQUARES * columns;
        let layer = &step.prepared.layers[index];
        let before = &self.before[index][..rows];
        let features = &mut self.features[..rows];
        path.activate(before, &layer.scale, &layer.shift, features);
        let forward = Dimensions {
            rows: count,
            inputs: SQUARES * layout.shape.head,
            columns: SQUARES / LANES,
        };
        path.multiply(features, &step.prepared.dense, forward, &mut self.logits);
        self.lose(step);
        let features = &self.features[..rows];
        let gradient =
            &mut self.gradient[layout.dense.start / LANES..][..layout.dense.len() / LANES];
        path.multiply_transposed(features, &self.logits, forward, false, gradient);
        let bias = &mut self.gradient[layout.dense_bias.start / LANES..][..SQUARES / LANES];
        bias.fill(Row::ZERO);
        for row in self.logits.chunks_exact(SQUARES / LANES).take(count) {
            path.add(row, bias);
        }
        let back = Dimensions {
            rows: count,
            inputs: SQUARES,
            columns: SQUARES * columns,
        };
        path.multiply(
            &self.logits,
            &step.prepared.dense_back,
            back,
            &mut self.head,
        );
        self.clear_sums(columns);
        let features = &self.features[..rows];
        let gradient = &mut self.head[..rows];
        let before = &self.before[index][..rows];
        path.gate(
            gradient,
            features,
            before,
            &mut self.sums,
            &mut self.products,
        );
    }

    /// Softmax and cross entropy: adds up the losses and makes the logits their gradient.
    fn lose(&mut self, step: ShardStep<'_>) {
        let bias = &step.parameters[step.layout.dense_bias.clone()];
        let logits = Row::floats_mut(&mut self.logits)
            .as_chunks_mut::<SQUARES>()
            .0;
        (self.loss, self.found) = (0.0, 0);
        let part = 1.0 / step.batch as f32;
        for (logits, &label) in logits.iter_mut().zip(&self.labels) {
            logits
                .iter_mut()
                .zip(bias)
                .for_each(|(logit, bias)| *logit += bias);
            let largest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            let label = usize::from(label);
            self.found += usize::from(logits[label] == largest);
            let own = logits[label] - largest;
            let mut sum = 0.0;
            for logit in logits.iter_mut() {
                *logit = (*logit - largest).exp();
                sum += *logit;
            }
            self.loss -= f64::from(own - sum.ln());
            logits.iter_mut().for_each(|logit| *logit *= part / sum);
            logits[label] -= part;
        }
    }

    /// Takes the gradient of a normalised convolution to its weights and to the layer below.
    pub fn backward(&mut self, step: ShardStep<'_>, index: usize, scratch: &mut Scratch) {
        let place = &step.layout.convolutions[index];
        let (columns, path) = (place.outputs / LANES, step.prepared.path);
        let layer = &step.prepared.layers[index];
        let [a, b, c] = &layer.back;
        let size = SQUARES * columns;
        let count = self.labels.len();
        let source = match index {
            last if last + 1 == step.layout.convolutions.len() => Gradient::Head,
            odd if odd % 2 == 1 => Gradient::First,
            _ => Gradient::Second,
        };
        let squeezed = place.squeeze.is_some();
        if index == 0 {
            let weights = place.weight.start / LANES..place.weight.end / LANES;
            let gradient = &mut self.gradient[weights];
            gradient.fill(Row::ZERO);
            for (board, words) in self.words.chunks_exact(place.inputs).enumerate() {
                let range = board * size..(board + 1) * size;
                let before = &self.before[0][range.clone()];
                path.combine(&self.skip[range], before, a, b, c, &mut scratch.board);
                pad(&scratch.board, columns, &mut scratch.padded);
                let out = Row::floats_mut(gradient);
                path.convolve_bits_back(words, &scratch.padded, columns, out);
            }
            return;
        }
        let inputs = place.inputs / LANES;
        self.clear_sums(inputs);
        if let Some(squeeze) = &step.layout.convolutions[index - 1].squeeze {
            squeeze::clear(squeeze, Row::floats_mut(&mut self.gradient));
        }
        for start in (0..count).step_by(CHUNK) {
            let boards = CHUNK.min(count - start);
            let tiles = TILES * boards;
            let (from, to) = (tile_rows(tiles, inputs), tile_rows(tiles, columns));
            for board in 0..boards {
                let range = (start + board) * size..(start + board + 1) * size;
                let before = &self.before[index][range.clone()];
                let gradient = match source {
                    Gradient::Head => &self.head[range],
                    Gradient::First => &self.flow[range],
                    Gradient::Second if squeezed => &self.scaled[range],
                    Gradient::Second => &self.skip[range],
                };
                path.combine(gradient, before, a, b, c, &mut scratch.board);
                let (row, out) = (board * TILES, &mut scratch.outputs);
                path.transform_output_back(&scratch.board, columns, row, to, out);
                let below =
                    (start + board) * SQUARES * inputs..(start + board + 1) * SQUARES * inputs;
                let below = match source {
                    // Computed again, in the place where its gradient will be.
                    Gradient::Second => {
                        let layer = &step.prepared.layers[index - 1];
                        let before = &self.before[index - 1][below.clone()];
                        let out = &mut self.flow[below];
                        path.activate(before, &layer.scale, &layer.shift, out);
                        &*out
                    }
                    _ => &self.trunk[(index - 1) / 2][below],
                };
                path.transform_input(below, inputs, row, from, &mut scratch.inputs);
            }
            let forward = Dimensions {
                rows: tiles,
                inputs: place.inputs,
                columns,
            };
            let back = Dimensions {
                rows: tiles,
                inputs: place.outputs,
                columns: inputs,
            };
            let sums = scratch.weights.chunks_exact_mut(place.inputs * columns);
            let weights = layer.backward.chunks_exact(place.outputs * inputs);
            let pairs = scratch
                .inputs
                .chunks_mut(from)
                .zip(scratch.outputs.chunks(to));
            for (((input, output), sums), weights) in pairs.zip(sums).zip(weights) {
                path.multiply_transposed(input, output, forward, start > 0, sums);
                path.multiply(output, weights, back, input);
            }
            for board in 0..boards {
                let (row, out) = (board * TILES, &mut scratch.board);
                path.transform_input_back(&scratch.inputs, inputs, row, from, out);
                self.gate(step, index - 1, start + board, &source, scratch);
            }
        }
        let weights = place.weight.start / LANES..place.weight.end / LANES;
        let gradient = Row::floats_mut(&mut self.gradient[weights]);
        path.transform_weights_back(&scratch.weights, gradient);
    }

    /// Takes the gradient of what a layer lets out, in `scratch.board`, back to its normalisation, and
    /// sums it for that.
    fn gate(
        &mut self,
        step: ShardStep<'_>,
        index: usize,
        board: usize,
        above: &Gradient,
        scratch: &mut Scratch,
    ) {
        let place = &step.layout.convolutions[index];
        let (columns, path) = (place.outputs / LANES, step.prepared.path);
        let layer = &step.prepared.layers[index];
        let size = SQUARES * columns;
        let range = board * size..(board + 1) * size;
        let before = &self.before[index][range.clone()];
        let (sums, products) = (&mut self.sums, &mut self.products);
        let from_above = &scratch.board[..size];
        let gradient = &mut self.skip[range.clone()];
        match above {
            Gradient::Head => gradient.copy_from_slice(from_above),
            Gradient::First => path.add(from_above, gradient),
            Gradient::Second => {
                let output = &mut self.flow[range];
                path.gate_into(from_above, before, output, sums, products);
                return;
            }
        }
        let output = &self.trunk[index / 2][range.clone()];
        let Some(squeeze) = &place.squeeze else {
            path.gate(gradient, output, before, sums, products);
            return;
        };
        let room = &mut scratch.squeeze;
        room.forward(path, squeeze, step.parameters, layer, before);
        room.clear_sums();
        path.gate(gradient, output, before, &mut room.sums, &mut room.products);
        let weights = Row::floats_mut(&mut self.gradient);
        room.backward(squeeze, step.parameters, layer, weights);
        let scaled = &mut self.scaled[range];
        path.affine(gradient, &room.factor, &room.term, scaled);
        path.gradient_sums(scaled, before, sums, products);
    }
}
