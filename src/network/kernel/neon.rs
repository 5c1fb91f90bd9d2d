//! Sixteen numbers in four registers of NEON.

use std::arch::aarch64::*;

use super::{
    Dimensions, LANES, Row,
    lanes::{Lanes, tiles},
    product,
};

/// Four registers.
#[derive(Clone, Copy)]
pub(super) struct Wide([float32x4_t; 4]);

impl Wide {
    /// Applies an operation to each register and its partner.
    #[inline(always)]
    fn zip(self, other: Wide, f: impl Fn(float32x4_t, float32x4_t) -> float32x4_t) -> Wide {
        let (a, b) = (self.0, other.0);
        Wide([f(a[0], b[0]), f(a[1], b[1]), f(a[2], b[2]), f(a[3], b[3])])
    }
}

// SAFETY, of every block: the type is named only in the NEON arm of `Path`, which is reached where the
// processor has NEON; loads and stores are of the quarters of arrays of sixteen floats.
impl Lanes for Wide {
    #[inline(always)]
    fn load(from: &[f32; LANES]) -> Wide {
        let from = from.as_ptr();
        // SAFETY: as above.
        unsafe {
            Wide([
                vld1q_f32(from),
                vld1q_f32(from.add(4)),
                vld1q_f32(from.add(8)),
                vld1q_f32(from.add(12)),
            ])
        }
    }
    #[inline(always)]
    fn store(self, to: &mut [f32; LANES]) {
        let to = to.as_mut_ptr();
        for (quarter, register) in self.0.into_iter().enumerate() {
            // SAFETY: as above.
            unsafe { vst1q_f32(to.add(4 * quarter), register) }
        }
    }
    #[inline(always)]
    fn splat(number: f32) -> Wide {
        // SAFETY: as above.
        Wide([unsafe { vdupq_n_f32(number) }; 4])
    }
    #[inline(always)]
    fn add(self, other: Wide) -> Wide {
        // SAFETY: as above.
        self.zip(other, |a, b| unsafe { vaddq_f32(a, b) })
    }
    #[inline(always)]
    fn sub(self, other: Wide) -> Wide {
        // SAFETY: as above.
        self.zip(other, |a, b| unsafe { vsubq_f32(a, b) })
    }
    #[inline(always)]
    fn mul_add(self, factor: Wide, term: Wide) -> Wide {
        let (a, b, c) = (self.0, factor.0, term.0);
        // SAFETY: as above.
        unsafe {
            Wide([
                vfmaq_f32(c[0], a[0], b[0]),
                vfmaq_f32(c[1], a[1], b[1]),
                vfmaq_f32(c[2], a[2], b[2]),
                vfmaq_f32(c[3], a[3], b[3]),
            ])
        }
    }
    #[inline(always)]
    fn relu(self) -> Wide {
        // SAFETY: as above.
        self.zip(Wide::splat(0.0), |a, zero| unsafe { vmaxq_f32(a, zero) })
    }
    #[inline(always)]
    fn where_positive(self, gate: Wide) -> Wide {
        // SAFETY: as above.
        self.zip(gate, |a, gate| unsafe {
            let positive = vcgtzq_f32(gate);
            vreinterpretq_f32_u32(vandq_u32(vreinterpretq_u32_f32(a), positive))
        })
    }

    // 16 sums, 4 weights and a number of the 32 registers.
    tiles!(4, 1);
}
