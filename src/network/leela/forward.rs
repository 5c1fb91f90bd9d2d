//! From planes to outputs, on the kernel of the house.
//!
//! A board holds the channels of a square one after the other, sixteen to a [`Row`]; where a layer has fewer, the rest
//! are zeroes, with weights of 0 for them.

use super::{
    Wdl, format,
    planes::{CLOCK, PLANES, Planes},
};
use crate::network::kernel::{Dimensions, LANES, PADDED, Path, Row, SQUARES, padded};

/// The layers, packed for the kernel.
#[derive(Debug)]
pub struct Network {
    path: Path,
    channels: usize,
    stem: Layer,
    /// What the stem makes of ones on all squares of the clock's plane.
    clock: Vec<Row>,
    blocks: Vec<Block>,
    policy_stem: Layer,
    policy: Layer,
    value_stem: Layer,
    value_hidden: Layer,
    value: Layer,
}

#[derive(Debug)]
struct Block {
    first: Layer,
    second: Layer,
    squeeze: Layer,
    excite: Layer,
}

/// A convolution or a dense layer: `[taps][inputs][columns]`.
#[derive(Debug)]
struct Layer {
    /// A multiple of 16.
    inputs: usize,
    /// Rows of outputs.
    columns: usize,
    weights: Vec<Row>,
    biases: Vec<Row>,
    /// Ones: the kernel scales before it shifts.
    ones: Vec<Row>,
}

/// What a network works in, made by it. Nothing of one question is left over for the next.
#[derive(Debug)]
pub struct Scratch {
    /// What the tower has made of the planes.
    tower: Vec<Row>,
    /// Another board, for what comes out while the tower is still needed.
    spare: Vec<Row>,
    /// The input of a convolution.
    padded: Padded,
    /// The output of a convolution.
    board: Vec<Row>,
    sums: Vec<Row>,
    squares: Vec<Row>,
    /// A product, and the numbers in two dense layers, one after the other.
    product: Vec<Row>,
    hidden: Vec<Row>,
    outputs: Vec<Row>,
}

/// Outputs of the policy head.
#[derive(Debug)]
pub struct Policy<'a> {
    board: &'a [f32],
    /// For each plane, and as many as a square has numbers.
    biases: &'a [f32],
}

impl Policy<'_> {
    /// The output with this number, which is less than 73 times 64.
    pub fn output(&self, number: usize) -> f32 {
        let (plane, square) = (number / SQUARES, number % SQUARES);
        self.board[square * self.biases.len() + plane] + self.biases[plane]
    }
}

/// A padded board: the input of a convolution.
#[derive(Debug)]
struct Padded {
    rows: Vec<Row>,
    /// For how many columns its margins are empty.
    columns: usize,
}

impl Padded {
    /// The squares of a rank.
    fn rank(&mut self, rank: usize) -> &mut [Row] {
        &mut self.rows[padded(rank * 8) * self.columns..][..8 * self.columns]
    }

    /// Makes it one of so many columns.
    fn widen(&mut self, columns: usize) {
        if self.columns != columns {
            self.rows.fill(Row::ZERO);
            self.columns = columns;
        }
    }

    /// Takes over a board.
    fn copy(&mut self, board: &[Row], columns: usize) {
        self.widen(columns);
        for (rank, squares) in board.chunks_exact(8 * columns).take(8).enumerate() {
            self.rank(rank).copy_from_slice(squares);
        }
    }

    /// Takes over the output of a convolution, with its biases, rectified.
    fn activate(&mut self, path: Path, board: &[Row], layer: &Layer) {
        self.widen(layer.columns);
        for (rank, squares) in board.chunks_exact(8 * layer.columns).take(8).enumerate() {
            path.activate(squares, &layer.ones, &layer.biases, self.rank(rank));
        }
    }
}

impl Layer {
    /// A layer with so many taps; `place` says where an input of the file is among those of the kernel.
    fn new(
        layer: &format::Layer,
        taps: usize,
        inputs: usize,
        place: impl Fn(usize) -> usize,
    ) -> Layer {
        let columns = layer.outputs().div_ceil(LANES);
        let mut weights = Row::zeroes(taps * inputs * columns);
        let numbers = Row::floats_mut(&mut weights);
        for (output, weights) in layer.weights.chunks_exact(layer.inputs * taps).enumerate() {
            for (input, weights) in weights.chunks_exact(taps).enumerate() {
                for (tap, &weight) in weights.iter().enumerate() {
                    let at = tap * inputs + place(input);
                    numbers[at * columns * LANES + output] = weight;
                }
            }
        }
        Layer {
            inputs,
            columns,
            weights,
            biases: Row::of(&layer.biases),
            ones: Row::of(&vec![1.0; layer.outputs()]),
        }
    }

    /// A convolution of 3x3, or a dense layer with one tap, of channels in their order.
    fn plain(layer: &format::Layer, taps: usize) -> Layer {
        let inputs = layer.inputs.next_multiple_of(LANES);
        Layer::new(layer, taps, inputs, |input| input)
    }

    /// The convolution of a padded board.
    fn convolve(&self, path: Path, board: &Padded, out: &mut [Row]) {
        path.convolve(&board.rows, &self.weights, self.inputs, self.columns, out);
    }

    /// The product of so many rows with the weights.
    fn multiply<'a>(&self, path: Path, rows: usize, left: &[Row], out: &'a mut [Row]) -> &'a [Row] {
        let size = Dimensions {
            rows,
            inputs: self.inputs,
            columns: self.columns,
        };
        let out = &mut out[..rows * self.columns];
        path.multiply(left, &self.weights, size, out);
        out
    }
}

impl Network {
    /// Packs layers, which fit each other.
    pub fn new(layers: &format::Layers) -> Network {
        let plain = Layer::plain;
        let stem = Layer::new(&layers.stem, 9, PLANES, |plane| plane);
        let values = layers.value_stem.outputs();
        let rows = values.next_multiple_of(LANES);
        // The file has the squares of a channel one after the other, a board the channels of a square.
        let place = |input: usize| input % SQUARES * rows + input / SQUARES;
        let mut network = Network {
            path: Path::best(),
            channels: layers.stem.outputs(),
            clock: Row::zeroes(SQUARES * stem.columns),
            stem,
            blocks: layers
                .blocks
                .iter()
                .map(|block| Block {
                    first: plain(&block.first, 9),
                    second: plain(&block.second, 9),
                    squeeze: plain(&block.squeeze, 1),
                    excite: Network::excite(&block.excite),
                })
                .collect(),
            policy_stem: plain(&layers.policy_stem, 9),
            policy: plain(&layers.policy, 9),
            value_stem: plain(&layers.value_stem, 1),
            value_hidden: Layer::new(&layers.value_hidden, 1, SQUARES * rows, place),
            value: plain(&layers.value, 1),
        };
        let mut ones = [0; PLANES];
        ones[CLOCK] = !0;
        let mut pad = Row::zeroes(PADDED * network.stem.columns);
        let (stem, clock) = (&network.stem, &mut network.clock);
        let (weights, columns) = (&stem.weights, stem.columns);
        (network.path).convolve_bits(&ones, weights, columns, &mut pad, clock);
        network
    }

    /// Scales and shifts of channels, each from a new row on.
    fn excite(layer: &format::Layer) -> Layer {
        let channels = layer.outputs() / 2;
        let rows = channels.next_multiple_of(LANES);
        let spread = |numbers: &[f32], each: usize| {
            let mut wide = vec![0.0; 2 * rows * each];
            let (scales, shifts) = numbers.split_at(channels * each);
            wide[..scales.len()].copy_from_slice(scales);
            wide[rows * each..][..shifts.len()].copy_from_slice(shifts);
            wide
        };
        let wide = format::Layer {
            inputs: layer.inputs,
            weights: spread(&layer.weights, layer.inputs),
            biases: spread(&layer.biases, 1),
        };
        Layer::plain(&wide, 1)
    }

    /// Channels and blocks.
    pub fn size(&self) -> (usize, usize) {
        (self.channels, self.blocks.len())
    }

    /// What it works in.
    pub fn scratch(&self) -> Scratch {
        let columns = |layers: &[&Layer]| layers.iter().map(|layer| layer.columns).max();
        let widest = |layers: fn(&Block) -> [&Layer; 2], heads: &[&Layer]| {
            let blocks = self.blocks.iter().map(|block| columns(&layers(block)));
            blocks.chain([columns(heads)]).max().flatten().unwrap_or(0)
        };
        let heads = [
            &self.stem,
            &self.policy_stem,
            &self.policy,
            &self.value_stem,
        ];
        let board = widest(|block| [&block.first, &block.second], &heads);
        let heads = [&self.value_hidden, &self.value];
        let dense = widest(|block| [&block.squeeze, &block.excite], &heads);
        let boards = || Row::zeroes(PADDED * board);
        Scratch {
            tower: boards(),
            spare: boards(),
            padded: Padded {
                rows: boards(),
                columns: 0,
            },
            board: boards(),
            sums: Row::zeroes(board),
            squares: Row::zeroes(board),
            product: Row::zeroes(dense),
            hidden: Row::zeroes(dense),
            outputs: Row::zeroes(dense),
        }
    }

    /// Computes the tower, of which the heads then make outputs.
    pub fn tower(&self, planes: &Planes, scratch: &mut Scratch) {
        let Scratch {
            tower,
            spare,
            board,
            ..
        } = scratch;
        let (path, stem) = (self.path, &self.stem);
        let board = &mut board[..SQUARES * stem.columns];
        path.convolve_bits(&planes.boards, &stem.weights, stem.columns, spare, board);
        let clock = Row::floats(&self.clock);
        for (sum, once) in Row::floats_mut(board).iter_mut().zip(clock) {
            *sum += planes.clock * once;
        }
        path.activate(board, &stem.ones, &stem.biases, tower);
        for block in &self.blocks {
            self.residual(block, scratch);
        }
    }

    /// A block: what two convolutions make of the tower, scaled and shifted by channel, is added to it.
    fn residual(&self, block: &Block, scratch: &mut Scratch) {
        let Scratch {
            tower,
            spare,
            padded,
            board,
            sums,
            squares,
            product,
            hidden,
            outputs,
        } = scratch;
        let path = self.path;
        let Block {
            first,
            second,
            squeeze,
            excite,
        } = block;
        let columns = second.columns;
        padded.copy(tower, columns);
        first.convolve(path, padded, board);
        padded.activate(path, board, first);
        second.convolve(path, padded, board);
        let board = &board[..SQUARES * columns];
        let (sums, squares) = (&mut sums[..columns], &mut squares[..columns]);
        sums.fill(Row::ZERO);
        path.moments(board, sums, squares);
        let biases = Row::floats(&second.biases);
        for (mean, bias) in Row::floats_mut(sums).iter_mut().zip(biases) {
            *mean = *mean / SQUARES as f32 + bias;
        }
        let product_of = squeeze.multiply(path, 1, sums, product);
        path.activate(product_of, &squeeze.ones, &squeeze.biases, hidden);
        let product_of = excite.multiply(path, 1, hidden, product);
        path.affine(product_of, &excite.ones, &excite.biases, outputs);
        let (scales, shifts) = outputs.split_at_mut(columns);
        let channels = Row::floats_mut(scales).iter_mut();
        let shifts_of = Row::floats_mut(&mut shifts[..columns]).iter_mut();
        for ((scale, shift), bias) in channels.zip(shifts_of).zip(biases) {
            *scale = 1.0 / (1.0 + (-*scale).exp());
            *shift += *scale * bias;
        }
        path.activate_with(board, scales, &shifts[..columns], tower, spare);
        std::mem::swap(tower, spare);
    }

    /// The outputs of the policy head.
    pub fn policy<'a>(&'a self, scratch: &'a mut Scratch) -> Policy<'a> {
        let Scratch {
            tower,
            padded,
            board,
            ..
        } = scratch;
        let path = self.path;
        padded.copy(tower, self.stem.columns);
        self.policy_stem.convolve(path, padded, board);
        padded.activate(path, board, &self.policy_stem);
        self.policy.convolve(path, padded, board);
        let Layer {
            columns, biases, ..
        } = &self.policy;
        Policy {
            board: Row::floats(&board[..SQUARES * columns]),
            biases: Row::floats(biases),
        }
    }

    /// The output of the value head.
    pub fn value(&self, scratch: &mut Scratch) -> Wdl {
        let Scratch {
            tower,
            spare,
            board,
            product,
            hidden,
            outputs,
            ..
        } = scratch;
        let path = self.path;
        let (stem, dense, last) = (&self.value_stem, &self.value_hidden, &self.value);
        let squares = stem.multiply(path, SQUARES, tower, board);
        path.activate(squares, &stem.ones, &stem.biases, spare);
        let numbers = dense.multiply(path, 1, spare, product);
        path.activate(numbers, &dense.ones, &dense.biases, hidden);
        let numbers = last.multiply(path, 1, hidden, product);
        path.affine(numbers, &last.ones, &last.biases, outputs);
        let [win, draw, loss, ..] = outputs[0].0;
        let most = win.max(draw).max(loss);
        let [win, draw, loss] = [win, draw, loss].map(|output| (output - most).exp());
        let sum = win + draw + loss;
        Wdl {
            win: win / sum,
            draw: draw / sum,
            loss: loss / sum,
        }
    }
}

#[cfg(test)]
mod tests;
