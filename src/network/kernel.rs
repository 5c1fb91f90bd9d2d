//! The arithmetic of networks on boards of 8x8 squares, with paths chosen at run time.
//!
//! Everything hot is one of a few operations on vectors of 16 channels ([`Row`]). Each is written
//! once, over what a processor can do with such a vector (`kernel/lanes.rs`), and compiled for each
//! path: AVX-512, AVX2 with FMA, NEON, and for any other processor. [`Path`] says which are there.
//!
//! A *board* is 64 squares (a1, b1, ... h8), each with its channels one after the other. A *padded*
//! board ([`PADDED`] squares), which only the stem needs, has an empty rank below and above and an empty
//! file to the left; the square to the right of the h-file is the empty one of the next rank. So each of
//! the nine squares that a convolution looks at is a fixed distance away, and none needs a test.
//!
//! - `product.rs` multiplies matrices.
//! - `winograd.rs` turns convolutions into 36 products with a quarter of the multiplications.
//! - `stem.rs` convolves bitboards, of which only the bits that are set cost anything.
//! - `normalise.rs` does what comes between convolutions, forward and backward.
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod lanes;
#[cfg(target_arch = "aarch64")]
mod neon;
mod normalise;
mod portable;
mod product;
mod stem;
mod winograd;

use std::{fmt, sync::OnceLock};

pub use product::Dimensions;
pub use winograd::{TILES, WINDOW, tile_rows};

/// Channels in a [`Row`].
pub const LANES: usize = 16;
/// Squares of a board.
pub const SQUARES: usize = 64;
/// Squares of a padded board.
pub const PADDED: usize = 91;
/// From a square of a padded board to the one above it.
const UP: usize = 9;

/// Sixteen channels of a square, or sixteen outputs of a weight: one register of AVX-512.
#[derive(Debug, Clone, Copy, PartialEq)]
#[repr(C, align(64))]
pub struct Row(pub [f32; LANES]);

impl Row {
    /// Nothing but zeroes.
    pub const ZERO: Row = Row([0.0; LANES]);

    /// So many rows of zeroes.
    pub fn zeroes(count: usize) -> Vec<Row> {
        vec![Row::ZERO; count]
    }

    /// The numbers of rows, one after the other.
    pub fn floats(rows: &[Row]) -> &[f32] {
        // SAFETY: a row is an array of floats without padding.
        unsafe { std::slice::from_raw_parts(rows.as_ptr().cast(), rows.len() * LANES) }
    }

    /// The same, to be changed.
    pub fn floats_mut(rows: &mut [Row]) -> &mut [f32] {
        // SAFETY: a row is an array of floats without padding, and any floats are a row.
        unsafe { std::slice::from_raw_parts_mut(rows.as_mut_ptr().cast(), rows.len() * LANES) }
    }

    /// Rows with these numbers; the last is filled up with zeroes.
    pub fn of(numbers: &[f32]) -> Vec<Row> {
        let mut rows = Row::zeroes(numbers.len().div_ceil(LANES));
        Row::floats_mut(&mut rows)[..numbers.len()].copy_from_slice(numbers);
        rows
    }
}

/// The place of a square (0 is a1, 63 is h8) on a padded board.
pub const fn padded(square: usize) -> usize {
    (square / 8 + 1) * UP + square % 8 + 1
}

/// Writes a board into a padded one; the borders stay as they are.
pub fn pad(board: &[Row], columns: usize, out: &mut [Row]) {
    for rank in 0..8 {
        let (from, to) = (rank * 8 * columns, padded(rank * 8) * columns);
        out[to..][..8 * columns].copy_from_slice(&board[from..][..8 * columns]);
    }
}

/// A way to compute that this processor knows.
///
/// Paths differ in the last bits of their results, since only some round once in `a * b + c`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Path(Instructions);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Instructions {
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "aarch64")]
    Neon,
    Portable,
}

impl Path {
    /// The path that needs nothing of the processor.
    pub const PORTABLE: Path = Path(Instructions::Portable);

    /// The paths that this processor knows, the fastest first.
    pub fn available() -> Vec<Path> {
        let mut paths = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx512f") {
                paths.push(Path(Instructions::Avx512));
            }
            if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
                paths.push(Path(Instructions::Avx2));
            }
        }
        #[cfg(target_arch = "aarch64")]
        if std::arch::is_aarch64_feature_detected!("neon") {
            paths.push(Path(Instructions::Neon));
        }
        paths.push(Path::PORTABLE);
        paths
    }

    /// The fastest of them.
    pub fn best() -> Path {
        static BEST: OnceLock<Path> = OnceLock::new();
        *BEST.get_or_init(|| Path::available()[0])
    }

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => "AVX-512",
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => "AVX2",
            #[cfg(target_arch = "aarch64")]
            Instructions::Neon => "NEON",
            Instructions::Portable => "portable",
        }
    }
}

impl fmt::Debug for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Declares operations as methods of [`Path`], each compiled for every path.
macro_rules! operations {
    ($($(#[$doc:meta])* $module:ident::$name:ident($($argument:ident: $type:ty),* $(,)?);)*) => {
        impl Path {
            $(
                $(#[$doc])*
                #[allow(clippy::too_many_arguments)]
                pub fn $name(self, $($argument: $type),*) {
                    #[cfg(target_arch = "x86_64")]
                    #[target_feature(enable = "avx512f,avx2,fma")]
                    fn avx512($($argument: $type),*) {
                        $module::$name::<avx512::Wide>($($argument),*);
                    }
                    #[cfg(target_arch = "x86_64")]
                    #[target_feature(enable = "avx2,fma")]
                    fn avx2($($argument: $type),*) {
                        $module::$name::<avx2::Wide>($($argument),*);
                    }
                    #[cfg(target_arch = "aarch64")]
                    #[target_feature(enable = "neon")]
                    fn neon($($argument: $type),*) {
                        $module::$name::<neon::Wide>($($argument),*);
                    }
                    match self.0 {
                        // SAFETY: a path is only made where the processor was asked for its features.
                        #[cfg(target_arch = "x86_64")]
                        Instructions::Avx512 => unsafe { avx512($($argument),*) },
                        // SAFETY: as above.
                        #[cfg(target_arch = "x86_64")]
                        Instructions::Avx2 => unsafe { avx2($($argument),*) },
                        // SAFETY: as above.
                        #[cfg(target_arch = "aarch64")]
                        Instructions::Neon => unsafe { neon($($argument),*) },
                        Instructions::Portable => $module::$name::<portable::Wide>($($argument),*),
                    }
                }
            )*
        }
    };
}

operations! {
    /// A product of matrices: `out[row][n]` is the sum over `inputs` of `left[row] * right`.
    ///
    /// `left` is `[rows][inputs / 16]`, `right` is `[inputs][columns]`, `out` is `[rows][columns]`.
    product::multiply(left: &[Row], right: &[Row], size: Dimensions, out: &mut [Row]);

    /// A product with a transposed matrix: `out[input][n]` is the sum over rows of `left * right`,
    /// and is added to what is there if `more`.
    ///
    /// `left` is `[rows][inputs / 16]`, `right` is `[rows][columns]`, `out` is `[inputs][columns]`.
    product::multiply_transposed(
        left: &[Row], right: &[Row], size: Dimensions, more: bool, out: &mut [Row],
    );

    /// The 3x3 weights of a convolution, `[3][3][count]`, as 6x6, `[36][count]`.
    winograd::transform_weights(weights: &[f32], out: &mut [Row]);

    /// The way back for gradients: from `[36][count]` to `[3][3][count]`.
    winograd::transform_weights_back(gradient: &[Row], out: &mut [f32]);

    /// The four windows of 6x6 of a board as the rows from `row` on of 36 matrices.
    winograd::transform_input(board: &[Row], columns: usize, row: usize, stride: usize, out: &mut [Row]);

    /// The way back for gradients: from those of four windows to a board.
    winograd::transform_input_back(
        gradient: &[Row], columns: usize, row: usize, stride: usize, board: &mut [Row],
    );

    /// The products of the four windows as a board.
    winograd::transform_output(products: &[Row], columns: usize, row: usize, stride: usize, board: &mut [Row]);

    /// The way back for gradients: from a board to the products.
    winograd::transform_output_back(
        board: &[Row], columns: usize, row: usize, stride: usize, out: &mut [Row],
    );

    /// A convolution of 3x3 of bitboards. `weights` are `[3][3][planes][columns]`; `pad` is a padded
    /// board to work with, `out` the board.
    stem::convolve_bits(planes: &[u64], weights: &[Row], columns: usize, pad: &mut [Row], out: &mut [Row]);

    /// Adds the gradient of its weights, given that of its output as a padded board.
    stem::convolve_bits_back(planes: &[u64], gradient: &[Row], columns: usize, out: &mut [f32]);

    /// The sums of the channels of a board and of their squares, added to what is there.
    normalise::moments(board: &[Row], sums: &mut [Row], squares: &mut [Row]);

    /// `max(0, scale * board + shift)`, by channel.
    normalise::activate(board: &[Row], scale: &[Row], shift: &[Row], out: &mut [Row]);

    /// `max(0, scale * board + shift + skip)`, by channel.
    normalise::activate_with(board: &[Row], scale: &[Row], shift: &[Row], skip: &[Row], out: &mut [Row]);

    /// `scale * board + shift`, by channel.
    normalise::affine(board: &[Row], scale: &[Row], shift: &[Row], out: &mut [Row]);

    /// `a * gradient + b * board + c`, by channel.
    normalise::combine(
        gradient: &[Row], board: &[Row], a: &[Row], b: &[Row], c: &[Row], out: &mut [Row],
    );

    /// Lets a gradient through where the output was positive, and adds its sums and those of its
    /// products with `board`, by channel.
    normalise::gate(
        gradient: &mut [Row], output: &[Row], board: &[Row], sums: &mut [Row], products: &mut [Row],
    );

    /// The same, where the gradient takes the place of the output.
    normalise::gate_into(
        gradient: &[Row], board: &[Row], output: &mut [Row], sums: &mut [Row], products: &mut [Row],
    );

    /// Adds the sums of a gradient and those of its products with `board`, by channel.
    normalise::gradient_sums(gradient: &[Row], board: &[Row], sums: &mut [Row], products: &mut [Row]);

    /// Adds one list of rows to another.
    normalise::add(more: &[Row], rows: &mut [Row]);
}

#[cfg(test)]
mod tests;
