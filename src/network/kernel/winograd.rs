//! Convolutions of 3x3 with a quarter of the multiplications.
//!
//! A. Lavin and S. Gray, "Fast Algorithms for Convolutional Neural Networks" (arXiv 1509.09308, 2015),
//! F(4x4, 3x3): a board is four tiles of 4x4 squares, each of which sees a window of 6x6. With the
//! matrices of Section 4.2, the output of a tile is `A' [(G w G') . (B' x B)] A`, where `.` multiplies
//! element by element; summed over channels, it is one product of matrices for each of the 36
//! elements, whose rows are tiles. The gradients go the same way back: each transformation is linear,
//! so its gradient is the transposed one.
//!
//! Results differ from those of a direct sum by about 1e-5 of their size.

use super::{LANES, Row, SQUARES, lanes::Lanes};

/// Tiles of a board.
pub const TILES: usize = 4;
/// Elements of a window.
pub const WINDOW: usize = 36;

/// How far apart the 36 matrices of so many rows of tiles lie, in [`Row`]s.
///
/// One more than they are long: the same element of all matrices is written one after the other, and
/// at a distance that is a power of two all of them would compete for the same place in the cache.
pub const fn tile_rows(tiles: usize, columns: usize) -> usize {
    tiles * columns + 1
}

/// `B'`: a line of a window.
#[inline(always)]
fn input<L: Lanes>(d: [L; 6]) -> [L; 6] {
    let (even, odd) = (d[4].plus(-4.0, d[2]), d[3].plus(-4.0, d[1]));
    let (far, near) = (d[4].sub(d[2]), d[3].sub(d[1]));
    [
        d[4].plus(4.0, d[0]).plus(-5.0, d[2]),
        even.add(odd),
        even.sub(odd),
        far.plus(2.0, near),
        far.plus(-2.0, near),
        d[5].plus(4.0, d[1]).plus(-5.0, d[3]),
    ]
}

/// `B`.
#[inline(always)]
fn input_back<L: Lanes>(v: [L; 6]) -> [L; 6] {
    let (s12, d12) = (v[1].add(v[2]), v[1].sub(v[2]));
    let (s34, d34) = (v[3].add(v[4]), v[3].sub(v[4]));
    [
        v[0].times(4.0),
        v[5].sub(d12).times(4.0).plus(-2.0, d34),
        L::zero().sub(s34).plus(-5.0, v[0]).plus(-4.0, s12),
        d12.plus(2.0, d34).plus(-5.0, v[5]),
        v[0].add(s12).add(s34),
        v[5],
    ]
}

/// `A'`: a line of products.
#[inline(always)]
fn output<L: Lanes>(m: [L; 6]) -> [L; 4] {
    let (s12, d12) = (m[1].add(m[2]), m[1].sub(m[2]));
    let (s34, d34) = (m[3].add(m[4]), m[3].sub(m[4]));
    [
        m[0].add(s12).add(s34),
        d12.plus(2.0, d34),
        s12.plus(4.0, s34),
        d12.plus(8.0, d34).add(m[5]),
    ]
}

/// `A`.
#[inline(always)]
fn output_back<L: Lanes>(y: [L; 4]) -> [L; 6] {
    let (even, odd) = (y[0].add(y[2]), y[1].add(y[3]));
    let (far, further) = (y[0].plus(4.0, y[2]), y[1].plus(4.0, y[3]).times(2.0));
    [
        y[0],
        even.add(odd),
        even.sub(odd),
        far.add(further),
        far.sub(further),
        y[3],
    ]
}

/// `G`: a line of weights.
#[inline(always)]
fn weights<L: Lanes>(g: [L; 3]) -> [L; 6] {
    let ends = g[0].add(g[2]);
    let far = g[0].plus(4.0, g[2]);
    [
        g[0].times(0.25),
        ends.add(g[1]).times(-1.0 / 6.0),
        ends.sub(g[1]).times(-1.0 / 6.0),
        far.plus(2.0, g[1]).times(1.0 / 24.0),
        far.plus(-2.0, g[1]).times(1.0 / 24.0),
        g[2],
    ]
}

/// `G'`.
#[inline(always)]
fn weights_back<L: Lanes>(u: [L; 6]) -> [L; 3] {
    let (s12, d12) = (u[1].add(u[2]), u[2].sub(u[1]));
    let (s34, d34) = (u[3].add(u[4]), u[3].sub(u[4]));
    [
        u[0].times(0.25).plus(-1.0 / 6.0, s12).plus(1.0 / 24.0, s34),
        d12.times(1.0 / 6.0).plus(1.0 / 12.0, d34),
        u[5].plus(-1.0 / 6.0, s12).plus(1.0 / 6.0, s34),
    ]
}

/// Applies a transformation of lines to the columns and to the rows of a matrix.
macro_rules! twice {
    ($matrix:expr, $transform:ident, $from:literal, $to:literal) => {{
        let matrix: [[L; $from]; $from] = $matrix;
        let mut half = [[L::zero(); $from]; $to];
        for column in 0..$from {
            let mut line = [L::zero(); $from];
            for row in 0..$from {
                line[row] = matrix[row][column];
            }
            let line = $transform(line);
            for row in 0..$to {
                half[row][column] = line[row];
            }
        }
        let mut whole = [[L::zero(); $to]; $to];
        for row in 0..$to {
            whole[row] = $transform(half[row]);
        }
        whole
    }};
}

#[inline(always)]
pub(super) fn transform_weights<L: Lanes>(weights_in: &[f32], out: &mut [Row]) {
    let (from, _) = weights_in.as_chunks::<LANES>();
    let count = from.len() / 9;
    for at in 0..count {
        let mut matrix = [[L::zero(); 3]; 3];
        for tap in 0..9 {
            matrix[tap / 3][tap % 3] = L::load(&from[tap * count + at]);
        }
        let window = twice!(matrix, weights, 3, 6);
        for element in 0..WINDOW {
            window[element / 6][element % 6].store(&mut out[element * count + at].0);
        }
    }
}

#[inline(always)]
pub(super) fn transform_weights_back<L: Lanes>(gradient: &[Row], out: &mut [f32]) {
    let (out, _) = out.as_chunks_mut::<LANES>();
    let count = out.len() / 9;
    for at in 0..count {
        let mut window = [[L::zero(); 6]; 6];
        for element in 0..WINDOW {
            window[element / 6][element % 6] = L::load(&gradient[element * count + at].0);
        }
        let matrix = twice!(window, weights_back, 6, 3);
        for tap in 0..9 {
            matrix[tap / 3][tap % 3].store(&mut out[tap * count + at]);
        }
    }
}

/// The square that an element of the window of a tile sees, if it is on the board.
#[inline(always)]
const fn seen(tile: usize, element: usize) -> Option<usize> {
    // Windows begin one square outside of their tiles.
    let rank = (tile / 2 * 4 + element / 6).wrapping_sub(1);
    let file = (tile % 2 * 4 + element % 6).wrapping_sub(1);
    if rank < 8 && file < 8 {
        Some(rank * 8 + file)
    } else {
        None
    }
}

#[inline(always)]
pub(super) fn transform_input<L: Lanes>(
    board: &[Row],
    columns: usize,
    row: usize,
    stride: usize,
    out: &mut [Row],
) {
    for column in 0..columns {
        let (board, out) = (&board[column..], &mut out[row * columns + column..]);
        window::<L, 0>(board, columns, stride, out);
        window::<L, 1>(board, columns, stride, &mut out[columns..]);
        window::<L, 2>(board, columns, stride, &mut out[2 * columns..]);
        window::<L, 3>(board, columns, stride, &mut out[3 * columns..]);
    }
}

/// Transforms a window. That the tile is a constant spares the tests for what is on the board.
#[inline(always)]
fn window<L: Lanes, const TILE: usize>(
    board: &[Row],
    columns: usize,
    stride: usize,
    out: &mut [Row],
) {
    let mut window = [[L::zero(); 6]; 6];
    for element in 0..WINDOW {
        if let Some(square) = seen(TILE, element) {
            window[element / 6][element % 6] = L::load(&board[square * columns].0);
        }
    }
    let window = twice!(window, input, 6, 6);
    for element in 0..WINDOW {
        window[element / 6][element % 6].store(&mut out[element * stride].0);
    }
}

#[inline(always)]
pub(super) fn transform_input_back<L: Lanes>(
    gradient: &[Row],
    columns: usize,
    row: usize,
    stride: usize,
    board: &mut [Row],
) {
    for column in 0..columns {
        let mut sums = [Row::ZERO; SQUARES];
        back::<L, 0>(&gradient[row * columns + column..], stride, &mut sums);
        back::<L, 1>(&gradient[(row + 1) * columns + column..], stride, &mut sums);
        back::<L, 2>(&gradient[(row + 2) * columns + column..], stride, &mut sums);
        back::<L, 3>(&gradient[(row + 3) * columns + column..], stride, &mut sums);
        for (sum, out) in sums.iter().zip(board[column..].iter_mut().step_by(columns)) {
            L::load(&sum.0).store(&mut out.0);
        }
    }
}

/// Adds the gradients of a window.
#[inline(always)]
fn back<L: Lanes, const TILE: usize>(gradient: &[Row], stride: usize, sums: &mut [Row; SQUARES]) {
    let mut window = [[L::zero(); 6]; 6];
    for element in 0..WINDOW {
        window[element / 6][element % 6] = L::load(&gradient[element * stride].0);
    }
    let window = twice!(window, input_back, 6, 6);
    for element in 0..WINDOW {
        if let Some(square) = seen(TILE, element) {
            let sum = &mut sums[square].0;
            L::load(sum)
                .add(window[element / 6][element % 6])
                .store(sum);
        }
    }
}

#[inline(always)]
pub(super) fn transform_output<L: Lanes>(
    products: &[Row],
    columns: usize,
    row: usize,
    stride: usize,
    board: &mut [Row],
) {
    for tile in 0..TILES {
        for column in 0..columns {
            let products = &products[(row + tile) * columns + column..];
            let mut window = [[L::zero(); 6]; 6];
            for element in 0..WINDOW {
                window[element / 6][element % 6] = L::load(&products[element * stride].0);
            }
            let squares = twice!(window, output, 6, 4);
            for at in 0..16 {
                let square = (tile / 2 * 4 + at / 4) * 8 + tile % 2 * 4 + at % 4;
                squares[at / 4][at % 4].store(&mut board[square * columns + column].0);
            }
        }
    }
}

#[inline(always)]
pub(super) fn transform_output_back<L: Lanes>(
    board: &[Row],
    columns: usize,
    row: usize,
    stride: usize,
    out: &mut [Row],
) {
    for tile in 0..TILES {
        for column in 0..columns {
            let mut squares = [[L::zero(); 4]; 4];
            for at in 0..16 {
                let square = (tile / 2 * 4 + at / 4) * 8 + tile % 2 * 4 + at % 4;
                squares[at / 4][at % 4] = L::load(&board[square * columns + column].0);
            }
            let window = twice!(squares, output_back, 4, 6);
            let out = &mut out[(row + tile) * columns + column..];
            for element in 0..WINDOW {
                window[element / 6][element % 6].store(&mut out[element * stride].0);
            }
        }
    }
}
