//! Sixteen numbers in one register of AVX-512.

use std::arch::x86_64::*;

use super::{
    Dimensions, LANES, Row,
    lanes::{Lanes, tiles},
    product,
};

/// One register.
#[derive(Clone, Copy)]
pub(super) struct Wide(__m512);

// SAFETY, of every block: the type is named only in the AVX-512 arm of `Path`, which is reached where
// the processor has AVX-512F; loads and stores are of arrays of sixteen floats.
impl Lanes for Wide {
    #[inline(always)]
    fn load(from: &[f32; LANES]) -> Wide {
        // SAFETY: as above.
        Wide(unsafe { _mm512_loadu_ps(from.as_ptr()) })
    }
    #[inline(always)]
    fn store(self, to: &mut [f32; LANES]) {
        // SAFETY: as above.
        unsafe { _mm512_storeu_ps(to.as_mut_ptr(), self.0) }
    }
    #[inline(always)]
    fn splat(number: f32) -> Wide {
        // SAFETY: as above.
        Wide(unsafe { _mm512_set1_ps(number) })
    }
    #[inline(always)]
    fn add(self, other: Wide) -> Wide {
        // SAFETY: as above.
        Wide(unsafe { _mm512_add_ps(self.0, other.0) })
    }
    #[inline(always)]
    fn sub(self, other: Wide) -> Wide {
        // SAFETY: as above.
        Wide(unsafe { _mm512_sub_ps(self.0, other.0) })
    }
    #[inline(always)]
    fn mul_add(self, factor: Wide, term: Wide) -> Wide {
        // SAFETY: as above.
        Wide(unsafe { _mm512_fmadd_ps(self.0, factor.0, term.0) })
    }
    #[inline(always)]
    fn relu(self) -> Wide {
        // SAFETY: as above.
        Wide(unsafe { _mm512_max_ps(self.0, _mm512_setzero_ps()) })
    }
    #[inline(always)]
    fn where_positive(self, gate: Wide) -> Wide {
        // SAFETY: as above.
        Wide(unsafe {
            let positive = _mm512_cmp_ps_mask::<_CMP_GT_OQ>(gate.0, _mm512_setzero_ps());
            _mm512_maskz_mov_ps(positive, self.0)
        })
    }

    // 16 sums, 2 weights and a number of the 32 registers.
    tiles!(8, 2);
}
