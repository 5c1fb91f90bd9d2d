//! A convolution of bitboards: every bit that is set adds its nine weights around itself.

use super::{LANES, PADDED, Row, SQUARES, UP, lanes::Lanes, padded};

/// Where, on a padded board, a bit on the place of a square is seen as the tap `tap`: the tap that
/// looks up and right is that of the square below and left.
#[inline(always)]
fn seen_from(place: usize, tap: usize) -> usize {
    place + UP + 1 - (tap / 3 * UP + tap % 3)
}

/// The squares of a bitboard.
#[inline(always)]
fn squares(mut plane: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = plane.trailing_zeros() as usize;
        plane &= plane.wrapping_sub(1);
        (square < SQUARES).then_some(square)
    })
}

#[inline(always)]
pub(super) fn convolve_bits<L: Lanes>(
    planes: &[u64],
    weights: &[Row],
    columns: usize,
    pad: &mut [Row],
    out: &mut [Row],
) {
    pad[..PADDED * columns].fill(Row::ZERO);
    for (index, &plane) in planes.iter().enumerate() {
        for square in squares(plane) {
            let place = padded(square);
            for tap in 0..9 {
                let weights = &weights[(tap * planes.len() + index) * columns..][..columns];
                let sums = &mut pad[seen_from(place, tap) * columns..][..columns];
                for (sum, weight) in sums.iter_mut().zip(weights) {
                    L::load(&sum.0).add(L::load(&weight.0)).store(&mut sum.0);
                }
            }
        }
    }
    for (square, out) in out.chunks_exact_mut(columns).take(SQUARES).enumerate() {
        out.copy_from_slice(&pad[padded(square) * columns..][..columns]);
    }
}

#[inline(always)]
pub(super) fn convolve_bits_back<L: Lanes>(
    planes: &[u64],
    gradient: &[Row],
    columns: usize,
    out: &mut [f32],
) {
    let (out, _) = out.as_chunks_mut::<LANES>();
    for (index, &plane) in planes.iter().enumerate() {
        for square in squares(plane) {
            let place = padded(square);
            for tap in 0..9 {
                let sums = &mut out[(tap * planes.len() + index) * columns..][..columns];
                let gradient = &gradient[seen_from(place, tap) * columns..][..columns];
                for (sum, gradient) in sums.iter_mut().zip(gradient) {
                    L::load(sum).add(L::load(&gradient.0)).store(sum);
                }
            }
        }
    }
}
