//! What a processor can do with sixteen numbers at once.

use super::{Dimensions, LANES, Row};

/// Sixteen numbers in registers.
///
/// The implementations use instructions that not every processor has. So they are named nowhere but
/// in [`super::Path`], whose values exist only where the processor has them.
pub(super) trait Lanes: Copy {
    /// Reads sixteen numbers.
    fn load(from: &[f32; LANES]) -> Self;
    /// Writes them.
    fn store(self, to: &mut [f32; LANES]);
    /// One number sixteen times.
    fn splat(number: f32) -> Self;
    /// The sum.
    fn add(self, other: Self) -> Self;
    /// The difference.
    fn sub(self, other: Self) -> Self;
    /// `self * factor + term`.
    fn mul_add(self, factor: Self, term: Self) -> Self;
    /// Negative numbers become 0.
    fn relu(self) -> Self;
    /// 0 where `gate` is not positive.
    fn where_positive(self, gate: Self) -> Self;

    /// [`super::product::multiply_tiles`] in tiles that fit the registers.
    fn multiply(left: &[Row], right: &[Row], size: Dimensions, out: &mut [Row]);
    /// [`super::product::transposed_tiles`] in tiles that fit the registers.
    fn multiply_transposed(
        left: &[Row],
        right: &[Row],
        size: Dimensions,
        more: bool,
        out: &mut [Row],
    );

    /// Nothing but zeroes.
    #[inline(always)]
    fn zero() -> Self {
        Self::splat(0.0)
    }

    /// A multiple.
    #[inline(always)]
    fn times(self, factor: f32) -> Self {
        self.mul_add(Self::splat(factor), Self::zero())
    }

    /// A multiple of `other` added.
    #[inline(always)]
    fn plus(self, factor: f32, other: Self) -> Self {
        other.mul_add(Self::splat(factor), self)
    }
}

/// Implements the tiled products of [`Lanes`] for tiles of so many rows and registers.
macro_rules! tiles {
    ($rows:literal, $registers:literal) => {
        #[inline(always)]
        fn multiply(left: &[Row], right: &[Row], size: Dimensions, out: &mut [Row]) {
            product::multiply_tiles::<Self, $rows, $registers>(left, right, size, out);
        }
        #[inline(always)]
        fn multiply_transposed(
            left: &[Row],
            right: &[Row],
            size: Dimensions,
            more: bool,
            out: &mut [Row],
        ) {
            product::transposed_tiles::<Self, $rows, $registers>(left, right, size, more, out);
        }
    };
}

pub(super) use tiles;
