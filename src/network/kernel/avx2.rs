//! Sixteen numbers in two registers of AVX2.

use std::arch::x86_64::*;

use super::{
    Dimensions, LANES, Row,
    lanes::{Lanes, tiles},
    product,
};

/// Two registers.
#[derive(Clone, Copy)]
pub(super) struct Wide(__m256, __m256);

// SAFETY, of every block: the type is named only in the AVX2 arm of `Path`, which is reached where the
// processor has AVX2 and FMA; loads and stores are of the two halves of arrays of sixteen floats.
impl Lanes for Wide {
    #[inline(always)]
    fn load(from: &[f32; LANES]) -> Wide {
        // SAFETY: as above.
        unsafe {
            let from = from.as_ptr();
            Wide(_mm256_loadu_ps(from), _mm256_loadu_ps(from.add(8)))
        }
    }
    #[inline(always)]
    fn store(self, to: &mut [f32; LANES]) {
        // SAFETY: as above.
        unsafe {
            let to = to.as_mut_ptr();
            _mm256_storeu_ps(to, self.0);
            _mm256_storeu_ps(to.add(8), self.1);
        }
    }
    #[inline(always)]
    fn splat(number: f32) -> Wide {
        // SAFETY: as above.
        let number = unsafe { _mm256_set1_ps(number) };
        Wide(number, number)
    }
    #[inline(always)]
    fn add(self, other: Wide) -> Wide {
        // SAFETY: as above.
        unsafe {
            Wide(
                _mm256_add_ps(self.0, other.0),
                _mm256_add_ps(self.1, other.1),
            )
        }
    }
    #[inline(always)]
    fn sub(self, other: Wide) -> Wide {
        // SAFETY: as above.
        unsafe {
            Wide(
                _mm256_sub_ps(self.0, other.0),
                _mm256_sub_ps(self.1, other.1),
            )
        }
    }
    #[inline(always)]
    fn mul_add(self, factor: Wide, term: Wide) -> Wide {
        // SAFETY: as above.
        unsafe {
            Wide(
                _mm256_fmadd_ps(self.0, factor.0, term.0),
                _mm256_fmadd_ps(self.1, factor.1, term.1),
            )
        }
    }
    #[inline(always)]
    fn relu(self) -> Wide {
        // SAFETY: as above.
        unsafe {
            let zero = _mm256_setzero_ps();
            Wide(_mm256_max_ps(self.0, zero), _mm256_max_ps(self.1, zero))
        }
    }
    #[inline(always)]
    fn where_positive(self, gate: Wide) -> Wide {
        // SAFETY: as above.
        unsafe {
            let zero = _mm256_setzero_ps();
            Wide(
                _mm256_and_ps(self.0, _mm256_cmp_ps::<_CMP_GT_OQ>(gate.0, zero)),
                _mm256_and_ps(self.1, _mm256_cmp_ps::<_CMP_GT_OQ>(gate.1, zero)),
            )
        }
    }

    // 8 sums, 2 weights and a number of the 16 registers.
    tiles!(4, 1);
}
