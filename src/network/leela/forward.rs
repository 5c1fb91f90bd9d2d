//! From planes to outputs, with the layers of the house.
//!
//! Channels come in sixteens there; a layer that has fewer is filled up with zeroes.

use super::{
    Wdl, format,
    planes::{CLOCK, PLANES, Planes},
};
use crate::network::{
    kernel::{LANES, Path, Row, SQUARES},
    tower::{Block, Convolution, Dense, Room, Squeeze, Stem, Then},
};

/// Binary digits of the clock. It is a number, and all else bits: so its digits are planes, each with the weights of the
/// clock times what the digit is worth. The first one stands in the clock's place, the others come last.
const DIGITS: usize = u32::BITS as usize;

/// A network of the architecture of Maia.
#[derive(Debug)]
pub struct Network {
    channels: usize,
    stem: Stem,
    blocks: Vec<Block>,
    policy_stem: Convolution,
    policy: Convolution,
    value_stem: Dense,
    value_hidden: Dense,
    value: Dense,
    /// The most channels or outputs of any layer.
    most: usize,
}

/// What a network works in, made by it. Nothing of one question is left over for the next.
#[derive(Debug)]
pub struct Scratch {
    room: Room,
    /// What the tower has made of the planes.
    tower: Vec<Row>,
    inner: Vec<Row>,
    outer: Vec<Row>,
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

/// The layer with more inputs and outputs, whose weights are 0: each up to a multiple of so many. An input has `taps`
/// weights.
fn filled_up(layer: &format::Layer, inputs: usize, taps: usize) -> format::Layer {
    let wide = layer.inputs.next_multiple_of(inputs);
    let outputs = layer.outputs().next_multiple_of(LANES);
    let mut weights = vec![0.0; outputs * wide * taps];
    let rows = layer.weights.chunks_exact(layer.inputs * taps);
    for (row, out) in rows.zip(weights.chunks_exact_mut(wide * taps)) {
        out[..row.len()].copy_from_slice(row);
    }
    let mut biases = layer.biases.clone();
    biases.resize(outputs, 0.0);
    format::Layer {
        inputs: wide,
        weights,
        biases,
    }
}

fn convolution(layer: &format::Layer) -> Convolution {
    let layer = filled_up(layer, LANES, 9);
    let outputs = layer.outputs();
    Convolution::by_output(layer.inputs, outputs, &layer.weights, &layer.biases)
}

fn dense(layer: &format::Layer) -> Dense {
    let layer = filled_up(layer, LANES, 1);
    Dense::by_output(layer.inputs, &layer.weights, &layer.biases)
}

/// The layer that sees the board of the value head: `[outputs][channels][64]`.
fn dense_of_board(layer: &format::Layer) -> Dense {
    let layer = filled_up(layer, LANES * SQUARES, 1);
    let channels = layer.inputs / SQUARES;
    Dense::of_board(channels, &layer.weights, &layer.biases)
}

/// The stem, with a plane for each digit of the clock.
fn stem(layer: &format::Layer) -> Stem {
    let layer = filled_up(layer, 1, 9);
    let (planes, outputs) = (PLANES + DIGITS - 1, layer.outputs());
    let mut weights = vec![0.0; 9 * planes * outputs];
    for (at, &weight) in layer.weights.iter().enumerate() {
        let (output, plane, tap) = (at / 9 / PLANES, at / 9 % PLANES, at % 9);
        let mut put = |plane, weight| weights[(tap * planes + plane) * outputs + output] = weight;
        put(plane, weight);
        if plane == CLOCK {
            for digit in 1..DIGITS {
                put(PLANES + digit - 1, weight * (1_u32 << digit) as f32);
            }
        }
    }
    Stem::new(planes, &weights, &layer.biases)
}

/// Factors and terms of channels, each filled up to a multiple of 16.
fn squeeze(block: &format::Block) -> Squeeze {
    let channels = block.excite.outputs() / 2;
    let half = |from: usize| {
        let to = from + channels;
        let inputs = block.excite.inputs;
        let half = format::Layer {
            inputs,
            weights: block.excite.weights[from * inputs..to * inputs].to_vec(),
            biases: block.excite.biases[from..to].to_vec(),
        };
        filled_up(&half, LANES, 1)
    };
    let (factors, terms) = (half(0), half(channels));
    let weights = [factors.weights, terms.weights].concat();
    let biases = [factors.biases, terms.biases].concat();
    Squeeze {
        narrow: dense(&block.squeeze),
        wide: Dense::by_output(factors.inputs, &weights, &biases),
    }
}

impl Network {
    /// Packs layers, which fit each other.
    pub fn new(layers: &format::Layers) -> Network {
        let blocks = layers.blocks.iter();
        let of_blocks = blocks.flat_map(|block| [&block.first, &block.squeeze]);
        let others = [
            &layers.stem,
            &layers.policy_stem,
            &layers.policy,
            &layers.value_stem,
            &layers.value_hidden,
        ];
        let most = of_blocks.chain(others).map(format::Layer::outputs).max();
        Network {
            channels: layers.stem.outputs(),
            stem: stem(&layers.stem),
            blocks: layers
                .blocks
                .iter()
                .map(|block| Block {
                    first: convolution(&block.first),
                    second: convolution(&block.second),
                    squeeze: Some(squeeze(block)),
                })
                .collect(),
            policy_stem: convolution(&layers.policy_stem),
            policy: convolution(&layers.policy),
            value_stem: dense(&layers.value_stem),
            value_hidden: dense_of_board(&layers.value_hidden),
            value: dense(&layers.value),
            most: most.unwrap_or_default(),
        }
    }

    /// Channels and blocks.
    pub fn size(&self) -> (usize, usize) {
        (self.channels, self.blocks.len())
    }

    /// What it works in.
    pub fn scratch(&self) -> Scratch {
        self.scratch_on(Path::best())
    }

    fn scratch_on(&self, path: Path) -> Scratch {
        let board = || Row::zeroes(SQUARES * self.most.div_ceil(LANES));
        Scratch {
            room: Room::new(path, self.most),
            tower: board(),
            inner: board(),
            outer: board(),
        }
    }

    /// Computes the tower, of which the heads then make outputs.
    pub fn tower(&self, planes: &Planes, scratch: &mut Scratch) {
        let mut boards = [0; PLANES + DIGITS - 1];
        boards[..PLANES].copy_from_slice(&planes.boards);
        for digit in 0..DIGITS {
            let place = match digit {
                0 => CLOCK,
                _ => PLANES + digit - 1,
            };
            boards[place] = if planes.clock >> digit & 1 == 1 {
                !0
            } else {
                0
            };
        }
        let Scratch { room, tower, .. } = scratch;
        self.stem.run(room, &boards, tower);
        for block in &self.blocks {
            block.run(room, tower);
        }
    }

    /// The outputs of the policy head.
    pub fn policy<'a>(&self, scratch: &'a mut Scratch) -> Policy<'a> {
        let Scratch {
            room,
            tower,
            inner,
            outer,
        } = scratch;
        self.policy_stem.run(room, tower, Then::Rectified, inner);
        self.policy.run(room, inner, Then::Linear, outer);
        Policy {
            board: Row::floats(outer),
            planes: self.policy.outputs(),
        }
    }

    /// The output of the value head.
    pub fn value(&self, scratch: &mut Scratch) -> Wdl {
        let Scratch {
            room,
            tower,
            inner,
            outer,
        } = scratch;
        let path = room.path();
        self.value_stem.run(path, SQUARES, tower, inner);
        rectify(inner);
        self.value_hidden.run(path, 1, inner, outer);
        rectify(&mut outer[..self.value_hidden.outputs().div_ceil(LANES)]);
        self.value.run(path, 1, outer, inner);
        let [win, draw, loss, ..] = inner[0].0;
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

fn rectify(rows: &mut [Row]) {
    for number in Row::floats_mut(rows) {
        *number = number.max(0.0);
    }
}

#[cfg(test)]
mod tests;
