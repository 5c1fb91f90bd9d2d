//! Products of matrices, in tiles whose sums stay in registers.

use super::{LANES, Row, lanes::Lanes};

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

/// Sums of rows of numbers that begin at `places` times `N` columns of weights, from `column` on.
#[inline(always)]
fn tile<L: Lanes, const R: usize, const N: usize>(
    numbers: &[f32],
    places: [usize; R],
    inputs: usize,
    (weights, columns, column): (&[Row], usize, usize),
) -> [[L; N]; R] {
    let furthest = places.iter().max().unwrap_or(&0) + inputs;
    assert!(
        furthest <= numbers.len(),
        "{furthest} numbers of {}",
        numbers.len()
    );
    assert!(column + N <= columns && inputs * columns <= weights.len());
    let mut sums = [[L::zero(); N]; R];
    for input in 0..inputs {
        let mut weight = [L::zero(); N];
        for (n, weight) in weight.iter_mut().enumerate() {
            // SAFETY: input < inputs and column + n < columns, and there are inputs * columns.
            *weight = L::load(unsafe { &weights.get_unchecked(input * columns + column + n).0 });
        }
        for r in 0..R {
            // SAFETY: at most `furthest` - 1, which is below the length.
            let number = L::splat(unsafe { *numbers.get_unchecked(places[r] + input) });
            for n in 0..N {
                sums[r][n] = number.mul_add(weight[n], sums[r][n]);
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
    // The weights of a strip are read once, and stay in the nearest cache for all rows.
    let mut column = 0;
    while column + N <= size.columns {
        strip::<L, R, N>(left, right, size, column, out);
        column += N;
    }
    for column in column..size.columns {
        strip::<L, R, 1>(left, right, size, column, out);
    }
}

/// `N` columns of a product.
#[inline(always)]
fn strip<L: Lanes, const R: usize, const N: usize>(
    left: &[Row],
    right: &[Row],
    size: Dimensions,
    column: usize,
    out: &mut [Row],
) {
    let mut row = 0;
    while row + R <= size.rows {
        rows_of_strip::<L, R, N>(left, right, size, (row, column), out);
        row += R;
    }
    // The four tiles of a single board.
    while R > 4 && row + 4 <= size.rows {
        rows_of_strip::<L, 4, N>(left, right, size, (row, column), out);
        row += 4;
    }
    for row in row..size.rows {
        rows_of_strip::<L, 1, N>(left, right, size, (row, column), out);
    }
}

#[inline(always)]
fn rows_of_strip<L: Lanes, const R: usize, const N: usize>(
    left: &[Row],
    right: &[Row],
    size: Dimensions,
    (row, column): (usize, usize),
    out: &mut [Row],
) {
    let mut places = [0; R];
    for (r, place) in places.iter_mut().enumerate() {
        *place = (row + r) * size.inputs;
    }
    let weights = (right, size.columns, column);
    let sums = tile::<L, R, N>(Row::floats(left), places, size.inputs, weights);
    put(sums, out, (row, size.columns, column));
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
        for (n, factor) in factor.iter_mut().enumerate() {
            // SAFETY: row < rows and column + n < columns, and there are rows * columns.
            *factor = L::load(unsafe { &right.get_unchecked(row * columns + column + n).0 });
        }
        for (r, sums) in sums.iter_mut().enumerate() {
            // SAFETY: row < rows and input + r < inputs, and there are rows * inputs.
            let number = L::splat(unsafe { *numbers.get_unchecked(row * inputs + input + r) });
            for n in 0..N {
                sums[n] = number.mul_add(factor[n], sums[n]);
            }
        }
    }
    put(sums, out, (input, columns, column));
}
