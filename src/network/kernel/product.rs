//! Products of matrices, in tiles whose sums stay in registers.

use super::{LANES, PADDED, Row, SQUARES, UP, lanes::Lanes};

/// The size of a product: `rows` x `inputs` by `inputs` x `columns`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dimensions {
    /// Rows of the left matrix.
    pub rows: usize,
    /// Columns of the left matrix, which are numbers; a multiple of 16.
    pub inputs: usize,
    /// Columns of the right matrix, which are [`Row`]s of sixteen numbers.
    pub columns: usize,
}

/// Sums of `weights` times the numbers at `places`, over `inputs` numbers for each of `taps`.
///
/// A tap is how far to move from the places, and has its own `[inputs][columns]` of weights. `N`
/// columns from `column` on are summed.
#[inline(always)]
fn tile<L: Lanes, const R: usize, const N: usize>(
    numbers: &[f32],
    places: [usize; R],
    taps: &[usize],
    inputs: usize,
    (weights, columns, column): (&[Row], usize, usize),
) -> [[L; N]; R] {
    let furthest = places.iter().max().unwrap_or(&0) + taps.iter().max().unwrap_or(&0) + inputs;
    assert!(
        furthest <= numbers.len(),
        "{furthest} numbers of {}",
        numbers.len()
    );
    assert!(column + N <= columns && taps.len() * inputs * columns <= weights.len());
    let mut sums = [[L::zero(); N]; R];
    for (tap, step) in taps.iter().enumerate() {
        let weights = &weights[tap * inputs * columns..][..inputs * columns];
        for input in 0..inputs {
            let mut weight = [L::zero(); N];
            for n in 0..N {
                // SAFETY: input < inputs and column + n < columns, and there are inputs * columns.
                weight[n] =
                    L::load(unsafe { &weights.get_unchecked(input * columns + column + n).0 });
            }
            for r in 0..R {
                // SAFETY: at most `furthest` - 1, which is below the length.
                let number = L::splat(unsafe { *numbers.get_unchecked(places[r] + step + input) });
                for n in 0..N {
                    sums[r][n] = number.mul_add(weight[n], sums[r][n]);
                }
            }
        }
    }
    sums
}

/// Writes the sums of a tile to rows `row`, `row + 1` ... of a matrix.
#[inline(always)]
fn put<L: Lanes, const R: usize, const N: usize>(
    sums: [[L; N]; R],
    out: &mut [Row],
    (row, columns, column): (usize, usize, usize),
) {
    for r in 0..R {
        let out = &mut out[(row + r) * columns + column..][..N];
        for n in 0..N {
            sums[r][n].store(&mut out[n].0);
        }
    }
}

/// The nine squares around one of a padded board, from below left to above right.
#[inline(always)]
fn around(inputs: usize) -> [usize; 9] {
    let mut taps = [0; 9];
    for (tap, step) in taps.iter_mut().enumerate() {
        *step = (tap / 3 * UP + tap % 3) * inputs;
    }
    taps
}

#[inline(always)]
pub(super) fn convolve<L: Lanes>(
    board: &[Row],
    weights: &[Row],
    inputs: usize,
    columns: usize,
    out: &mut [Row],
) {
    L::convolve(board, weights, inputs, columns, out);
}

/// A convolution in tiles of `R` squares of a rank and `N` registers.
#[inline(always)]
pub(super) fn convolve_tiles<L: Lanes, const R: usize, const N: usize>(
    board: &[Row],
    weights: &[Row],
    inputs: usize,
    columns: usize,
    out: &mut [Row],
) {
    let numbers = Row::floats(board);
    assert!(numbers.len() >= PADDED * inputs && out.len() >= SQUARES * columns);
    let taps = around(inputs);
    for square in (0..SQUARES).step_by(R) {
        let mut places = [0; R];
        for (r, place) in places.iter_mut().enumerate() {
            *place = ((square / 8) * UP + square % 8 + r) * inputs;
        }
        let mut column = 0;
        while column + N <= columns {
            let weights = (weights, columns, column);
            let sums = tile::<L, R, N>(numbers, places, &taps, inputs, weights);
            put(sums, out, (square, columns, column));
            column += N;
        }
        for column in column..columns {
            let weights = (weights, columns, column);
            let sums = tile::<L, R, 1>(numbers, places, &taps, inputs, weights);
            put(sums, out, (square, columns, column));
        }
    }
}

#[inline(always)]
pub(super) fn multiply<L: Lanes>(left: &[Row], right: &[Row], size: Dimensions, out: &mut [Row]) {
    L::multiply(left, right, size, out);
}

/// A product in tiles of `R` rows and `N` registers.
#[inline(always)]
pub(super) fn multiply_tiles<L: Lanes, const R: usize, const N: usize>(
    left: &[Row],
    right: &[Row],
    size: Dimensions,
    out: &mut [Row],
) {
    let mut row = 0;
    while row + R <= size.rows {
        multiply_rows::<L, R, N>(left, right, size, row, out);
        row += R;
    }
    // The four tiles of a single board.
    while R > 4 && row + 4 <= size.rows {
        multiply_rows::<L, 4, N>(left, right, size, row, out);
        row += 4;
    }
    for row in row..size.rows {
        multiply_rows::<L, 1, N>(left, right, size, row, out);
    }
}

#[inline(always)]
fn multiply_rows<L: Lanes, const R: usize, const N: usize>(
    left: &[Row],
    right: &[Row],
    size: Dimensions,
    row: usize,
    out: &mut [Row],
) {
    let Dimensions {
        inputs, columns, ..
    } = size;
    let numbers = Row::floats(left);
    let mut places = [0; R];
    for (r, place) in places.iter_mut().enumerate() {
        *place = (row + r) * inputs;
    }
    let mut column = 0;
    while column + N <= columns {
        let sums = tile::<L, R, N>(numbers, places, &[0], inputs, (right, columns, column));
        put(sums, out, (row, columns, column));
        column += N;
    }
    for column in column..columns {
        let sums = tile::<L, R, 1>(numbers, places, &[0], inputs, (right, columns, column));
        put(sums, out, (row, columns, column));
    }
}

#[inline(always)]
pub(super) fn multiply_transposed<L: Lanes>(
    left: &[Row],
    right: &[Row],
    size: Dimensions,
    more: bool,
    out: &mut [Row],
) {
    L::multiply_transposed(left, right, size, more, out);
}

/// A product with a transposed matrix in tiles of `R` inputs and `N` registers.
#[inline(always)]
pub(super) fn transposed_tiles<L: Lanes, const R: usize, const N: usize>(
    left: &[Row],
    right: &[Row],
    size: Dimensions,
    more: bool,
    out: &mut [Row],
) {
    let Dimensions {
        inputs, columns, ..
    } = size;
    for input in (0..inputs).step_by(R) {
        let mut column = 0;
        while column + N <= columns {
            transposed_tile::<L, R, N>(left, right, size, (input, column), more, out);
            column += N;
        }
        for column in column..columns {
            transposed_tile::<L, R, 1>(left, right, size, (input, column), more, out);
        }
    }
}

#[inline(always)]
fn transposed_tile<L: Lanes, const R: usize, const N: usize>(
    left: &[Row],
    right: &[Row],
    size: Dimensions,
    (input, column): (usize, usize),
    more: bool,
    out: &mut [Row],
) {
    let Dimensions {
        rows,
        inputs,
        columns,
    } = size;
    let numbers = Row::floats(left);
    assert!(numbers.len() >= rows * inputs && right.len() >= rows * columns);
    assert!(inputs % LANES == 0 && input + R <= inputs && column + N <= columns);
    let mut sums = [[L::zero(); N]; R];
    if more {
        for r in 0..R {
            for n in 0..N {
                sums[r][n] = L::load(&out[(input + r) * columns + column + n].0);
            }
        }
    }
    for row in 0..rows {
        let mut factor = [L::zero(); N];
        for n in 0..N {
            // SAFETY: row < rows and column + n < columns, and there are rows * columns.
            factor[n] = L::load(unsafe { &right.get_unchecked(row * columns + column + n).0 });
        }
        for r in 0..R {
            // SAFETY: row < rows and input + r < inputs, and there are rows * inputs.
            let number = L::splat(unsafe { *numbers.get_unchecked(row * inputs + input + r) });
            for n in 0..N {
                sums[r][n] = number.mul_add(factor[n], sums[r][n]);
            }
        }
    }
    put(sums, out, (input, columns, column));
}
