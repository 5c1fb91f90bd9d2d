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
    /// A padded board; its margins stay empty.
    pad: Margins,
    /// Where the stem's bits are added up.
    stem: Vec<Row>,
    /// The output of a convolution.
    board: Vec<Row>,
    /// Outputs of dense layers.
    sums: Vec<Row>,
    squares: Vec<Row>,
    hidden: Vec<Row>,
    outputs: Vec<Row>,
}

/// Outputs of the policy head.
#[derive(Debug)]
pub struct Policy<'a> {
    board: &'a [f32],
    planes: usize,
}

impl Policy<'_> {
    /// The output with this number, which is less than 73 times 64.
    pub fn output(&self, number: usize) -> f32 {
        self.board[number % SQUARES * self.planes + number / SQUARES]
    }
}

/// A padded board of any number of channels: rows of a board are copied between its margins.
#[derive(Debug)]
struct Margins(Vec<Row>);

impl Margins {
    /// The ranks of a board of so many columns, for one layer after another: the margins of a board with fewer columns
    /// are elsewhere, so all is emptied first.
    fn rank(&mut self, rank: usize, columns: usize) -> &mut [Row] {
        &mut self.0[padded(rank * 8) * columns..][..8 * columns]
    }

    fn clear(&mut self, columns: usize) {
        self.0[..PADDED * columns].fill(Row::ZERO);
    }
}

impl Layer {
    /// A layer with so many taps; `place` says where an input of the file is among those of the kernel.
    fn new(layer: &format::Layer, taps: usize, inputs: usize, place: impl Fn(usize) -> usize) -> Layer {
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

    /// The product of so many rows with the weights.
    fn multiply(&self, path: Path, rows: usize, left: &[Row], out: &mut [Row]) {
        let size = Dimensions {
            rows,
            inputs: self.inputs,
            columns: self.columns,
        };
        path.multiply(left, &self.weights, size, out);
    }

    /// A dense layer, rectified.
    fn hidden(&self, path: Path, input: &[Row], product: &mut [Row], out: &mut [Row]) {
        let product = &mut product[..self.columns];
        self.multiply(path, 1, input, product);
        path.activate(product, &self.ones, &self.biases, out);
    }

    /// A dense layer.
    fn outputs(&self, path: Path, input: &[Row], product: &mut [Row], out: &mut [Row]) {
        let product = &mut product[..self.columns];
        self.multiply(path, 1, input, product);
        path.affine(product, &self.ones, &self.biases, out);
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
        let Network { path, stem, clock, .. } = &mut network;
        path.convolve_bits(&ones, &stem.weights, stem.columns, &mut pad, clock);
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
        let heads = [&self.stem, &self.policy_stem, &self.policy, &self.value_stem];
        let blocks = self.blocks.iter();
        let convolutions = blocks.flat_map(|block| [&block.first, &block.second]);
        let columns = convolutions.chain(heads).map(|layer| layer.columns).max();
        let columns = columns.unwrap_or_default();
        let blocks = self.blocks.iter();
        let dense = blocks.flat_map(|block| [&block.squeeze, &block.excite]);
        let dense = dense.chain([&self.value_hidden, &self.value]);
        let most = dense.map(|layer| layer.columns).max().unwrap_or_default();
        let board = || Row::zeroes(SQUARES * columns);
        Scratch {
            tower: board(),
            pad: Margins(Row::zeroes(PADDED * columns)),
            stem: Row::zeroes(PADDED * columns),
            board: board(),
            sums: Row::zeroes(columns.max(most)),
            squares: Row::zeroes(columns.max(most)),
            hidden: Row::zeroes(columns.max(most)),
            outputs: Row::zeroes(columns.max(most).max(SQUARES * self.value_stem.columns)),
        }
    }

    /// Computes the tower, of which the heads then make outputs.
    pub fn tower(&self, planes: &Planes, scratch: &mut Scratch) {
        let Scratch {
            tower,
            pad,
            stem,
            board,
            ..
        } = scratch;
        let columns = self.stem.columns;
        let size = SQUARES * columns;
        let (path, weights) = (self.path, &self.stem.weights);
        path.convolve_bits(&planes.boards, weights, columns, stem, board);
        if planes.clock != 0.0 {
            let (board, once) = (Row::floats_mut(&mut board[..size]), Row::floats(&self.clock));
            for (sum, once) in board.iter_mut().zip(once) {
                *sum += planes.clock * once;
            }
        }
        let board = &board[..size];
        path.activate(board, &self.stem.ones, &self.stem.biases, tower);
        pad.clear(columns);
        for block in &self.blocks {
            self.block(block, scratch);
        }
    }
}
