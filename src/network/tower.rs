//! A residual tower that answers: normalisation is part of its weights, and one board is computed at a
//! time, without threads and without new memory.
//!
//! Towers of our own and those of Leela Chess Zero are made of the same layers. A board is 64 squares
//! (a1, b1, ... h8), each with its channels one after the other in [`Row`]s; see [`super::kernel`].

use super::kernel::{Dimensions, LANES, PADDED, Path, Row, SQUARES, TILES, WINDOW, tile_rows};

const ONE: Row = Row([1.0; LANES]);

/// Room for one thread to compute in.
#[derive(Debug, Clone)]
pub struct Room {
    path: Path,
    padded: Vec<Row>,
    inputs: Vec<Row>,
    outputs: Vec<Row>,
    /// What a convolution gives, before anything is added.
    raw: Vec<Row>,
    /// Between the convolutions of a block.
    between: Vec<Row>,
    ones: Vec<Row>,
    means: Vec<Row>,
    unused: Vec<Row>,
    hidden: Vec<Row>,
    excited: Vec<Row>,
    scale: Vec<Row>,
    shift: Vec<Row>,
}

impl Room {
    /// Room for layers of at most so many channels.
    pub fn new(path: Path, channels: usize) -> Room {
        let columns = channels.div_ceil(LANES);
        let rows = Row::zeroes;
        Room {
            path,
            padded: rows(PADDED * columns),
            inputs: rows(WINDOW * tile_rows(TILES, columns)),
            outputs: rows(WINDOW * tile_rows(TILES, columns)),
            raw: rows(SQUARES * columns),
            between: rows(SQUARES * columns),
            ones: vec![ONE; columns],
            means: rows(columns),
            unused: rows(columns),
            hidden: rows(columns),
            excited: rows(2 * columns),
            scale: rows(columns),
            shift: rows(columns),
        }
    }

    /// The path on which it computes.
    pub fn path(&self) -> Path {
        self.path
    }
}

/// What follows a convolution.
#[derive(Debug, Clone, Copy)]
pub enum Then<'a> {
    /// Nothing.
    Linear,
    /// Negative numbers become 0.
    Rectified,
    /// A board is added first.
    Added(&'a [Row]),
}

/// A convolution of 3x3 squares, with a bias.
#[derive(Debug, Clone)]
pub struct Convolution {
    inputs: usize,
    columns: usize,
    /// 36 matrices.
    weights: Vec<Row>,
    bias: Vec<Row>,
}

impl Convolution {
    /// Weights are `[3][3][inputs][outputs]`, rank below first, file to the left first.
    ///
    /// # Panics
    ///
    /// If inputs or outputs are no multiple of 16, or there are more or fewer weights or biases.
    pub fn new(inputs: usize, outputs: usize, weights: &[f32], bias: &[f32]) -> Convolution {
        assert!(
            inputs.is_multiple_of(LANES) && outputs.is_multiple_of(LANES),
            "{inputs} to {outputs}"
        );
        assert_eq!(
            weights.len(),
            9 * inputs * outputs,
            "weights of a convolution"
        );
        assert_eq!(bias.len(), outputs, "biases of a convolution");
        let mut transformed = Row::zeroes(WINDOW * inputs * outputs / LANES);
        Path::best().transform_weights(weights, &mut transformed);
        Convolution {
            inputs,
            columns: outputs / LANES,
            weights: transformed,
            bias: Row::of(bias),
        }
    }

    /// The same from weights `[outputs][inputs][3][3]`, as most programs keep them.
    ///
    /// # Panics
    ///
    /// As [`Convolution::new`].
    pub fn by_output(inputs: usize, outputs: usize, weights: &[f32], bias: &[f32]) -> Convolution {
        assert_eq!(
            weights.len(),
            9 * inputs * outputs,
            "weights of a convolution"
        );
        let mut turned = vec![0.0; weights.len()];
        for (at, weight) in weights.iter().enumerate() {
            let (pair, tap) = (at / 9, at % 9);
            turned[(tap * inputs + pair % inputs) * outputs + pair / inputs] = *weight;
        }
        Convolution::new(inputs, outputs, &turned, bias)
    }

    /// Its channels.
    pub fn outputs(&self) -> usize {
        self.columns * LANES
    }

    /// Convolves a board.
    ///
    /// # Panics
    ///
    /// If the room is too small, or a board is.
    pub fn run(&self, room: &mut Room, board: &[Row], then: Then<'_>, out: &mut [Row]) {
        self.convolve(room, board);
        let raw = &room.raw[..SQUARES * self.columns];
        let ones = &room.ones[..self.columns];
        match then {
            Then::Linear => room.path.affine(raw, ones, &self.bias, out),
            Then::Rectified => room.path.activate(raw, ones, &self.bias, out),
            Then::Added(skip) => room.path.activate_with(raw, ones, &self.bias, skip, out),
        }
    }

    /// Leaves the sums without the bias in `room.raw`.
    fn convolve(&self, room: &mut Room, board: &[Row]) {
        let (path, columns) = (room.path, self.inputs / LANES);
        let (from, to) = (tile_rows(TILES, columns), tile_rows(TILES, self.columns));
        path.transform_input(board, columns, 0, from, &mut room.inputs);
        let size = Dimensions {
            rows: TILES,
            inputs: self.inputs,
            columns: self.columns,
        };
        let weights = self.weights.chunks_exact(self.inputs * self.columns);
        let inputs = room.inputs.chunks(from).zip(room.outputs.chunks_mut(to));
        for (weights, (input, out)) in weights.zip(inputs) {
            path.multiply(input, weights, size, out);
        }
        path.transform_output(&room.outputs, self.columns, 0, to, &mut room.raw);
    }
}

/// A rectified convolution of bitboards.
#[derive(Debug, Clone)]
pub struct Stem {
    planes: usize,
    weights: Vec<Row>,
    bias: Vec<Row>,
}

impl Stem {
    /// Weights are `[3][3][planes][outputs]`.
    ///
    /// # Panics
    ///
    /// If the outputs are no multiple of 16, or there are more or fewer weights.
    pub fn new(planes: usize, weights: &[f32], bias: &[f32]) -> Stem {
        assert!(bias.len().is_multiple_of(LANES), "{} outputs", bias.len());
        assert_eq!(
            weights.len(),
            9 * planes * bias.len(),
            "weights of the stem"
        );
        Stem {
            planes,
            weights: Row::of(weights),
            bias: Row::of(bias),
        }
    }

    /// Convolves bitboards.
    ///
    /// # Panics
    ///
    /// If there are more or fewer of them, or the room is too small.
    pub fn run(&self, room: &mut Room, planes: &[u64], out: &mut [Row]) {
        assert_eq!(planes.len(), self.planes, "planes of a position");
        let columns = self.bias.len();
        let raw = &mut room.raw[..SQUARES * columns];
        room.path
            .convolve_bits(planes, &self.weights, columns, &mut room.padded, raw);
        room.path
            .activate(raw, &room.ones[..columns], &self.bias, out);
    }
}

/// A dense layer. On a board, it is a convolution of 1x1.
#[derive(Debug, Clone)]
pub struct Dense {
    inputs: usize,
    weights: Vec<Row>,
    bias: Vec<Row>,
    outputs: usize,
}

impl Dense {
    /// Weights are `[inputs][outputs]`.
    ///
    /// # Panics
    ///
    /// If there are more or fewer weights than inputs times biases.
    pub fn new(inputs: usize, weights: &[f32], bias: &[f32]) -> Dense {
        let outputs = bias.len();
        assert_eq!(weights.len(), inputs * outputs, "weights of a dense layer");
        // Both are filled up with zeroes to whole rows.
        let (columns, width) = (outputs.div_ceil(LANES), inputs.next_multiple_of(LANES));
        let mut rows = Row::zeroes(width * columns);
        let lines = Row::floats_mut(&mut rows).chunks_exact_mut(columns * LANES);
        for (line, weights) in lines.zip(weights.chunks_exact(outputs)) {
            line[..outputs].copy_from_slice(weights);
        }
        Dense {
            inputs: width,
            weights: rows,
            bias: Row::of(bias),
            outputs,
        }
    }

    /// The same from weights `[outputs][inputs]`, as most programs keep them.
    ///
    /// # Panics
    ///
    /// As [`Dense::new`].
    pub fn by_output(inputs: usize, weights: &[f32], bias: &[f32]) -> Dense {
        Dense::new(inputs, &transposed(weights, inputs), bias)
    }

    /// A layer that sees a whole board, from weights `[outputs][channels][64]`: most programs keep a board
    /// channel by channel.
    ///
    /// # Panics
    ///
    /// As [`Dense::new`].
    pub fn of_board(channels: usize, weights: &[f32], bias: &[f32]) -> Dense {
        let squares = weights.chunks(channels * SQUARES);
        let by_square: Vec<f32> = squares
            .flat_map(|board| transposed(board, SQUARES))
            .collect();
        Dense::by_output(channels * SQUARES, &by_square, bias)
    }

    /// How many numbers it gives.
    pub fn outputs(&self) -> usize {
        self.outputs
    }

    /// Computes one or more rows of inputs, such as the squares of a board, each filled up with zeroes to a
    /// multiple of 16. The outputs are filled up so, too.
    ///
    /// # Panics
    ///
    /// If `input` or `out` is too short.
    pub fn run(&self, path: Path, rows: usize, input: &[Row], out: &mut [Row]) {
        let columns = self.bias.len();
        let size = Dimensions {
            rows,
            inputs: self.inputs,
            columns,
        };
        path.multiply(input, &self.weights, size, out);
        for row in out.chunks_exact_mut(columns).take(rows) {
            path.add(&self.bias, row);
        }
    }
}

/// A matrix of rows of so many numbers, transposed.
fn transposed(matrix: &[f32], columns: usize) -> Vec<f32> {
    let rows = matrix.len() / columns;
    (0..matrix.len())
        .map(|at| matrix[at % rows * columns + at / rows])
        .collect()
}

/// Squeeze-and-excitation: from the means of channels, a factor and a term for each.
#[derive(Debug, Clone)]
pub struct Squeeze {
    /// Channels to hidden units, which are rectified.
    pub narrow: Dense,
    /// Hidden units to factors, of which a sigmoid is taken, and terms.
    pub wide: Dense,
}

/// Two convolutions and a way around them.
#[derive(Debug, Clone)]
pub struct Block {
    /// The first, rectified.
    pub first: Convolution,
    /// The second.
    pub second: Convolution,
    /// What weighs its channels.
    pub squeeze: Option<Squeeze>,
}

impl Block {
    /// Changes a board.
    ///
    /// # Panics
    ///
    /// If the room or the board is too small.
    pub fn run(&self, room: &mut Room, board: &mut [Row]) {
        let mut between = std::mem::take(&mut room.between);
        self.first.run(room, board, Then::Rectified, &mut between);
        self.second.convolve(room, &between);
        room.between = between;
        let columns = self.second.columns;
        let size = SQUARES * columns;
        let (path, bias) = (room.path, &self.second.bias);
        // What the board was is added to what it becomes.
        let before = &mut room.between[..size];
        before.copy_from_slice(&board[..size]);
        let raw = &room.raw[..size];
        let Some(squeeze) = &self.squeeze else {
            path.activate_with(raw, &room.ones[..columns], bias, before, board);
            return;
        };
        let (means, unused) = (&mut room.means[..columns], &mut room.unused[..columns]);
        means.fill(Row::ZERO);
        path.moments(raw, means, unused);
        let biases = Row::floats(bias);
        for (mean, bias) in Row::floats_mut(means).iter_mut().zip(biases) {
            *mean = *mean / SQUARES as f32 + bias;
        }
        squeeze.narrow.run(path, 1, means, &mut room.hidden);
        let hidden = Row::floats_mut(&mut room.hidden);
        hidden.iter_mut().for_each(|x| *x = x.max(0.0));
        squeeze.wide.run(path, 1, &room.hidden, &mut room.excited);
        let (factors, terms) = Row::floats(&room.excited).split_at(columns * LANES);
        let scale = Row::floats_mut(&mut room.scale).iter_mut();
        let shift = Row::floats_mut(&mut room.shift).iter_mut();
        let channels = factors.iter().zip(terms).zip(biases);
        for (((factor, term), bias), (scale, shift)) in channels.zip(scale.zip(shift)) {
            *scale = 1.0 / (1.0 + (-factor).exp());
            *shift = *scale * bias + term;
        }
        let (scale, shift) = (&room.scale[..columns], &room.shift[..columns]);
        path.activate_with(raw, scale, shift, before, board);
    }
}

#[cfg(test)]
mod tests;
