//! Sixteen numbers as an array: safe code for any processor, which compilers make vectors of.

use super::{
    Dimensions, LANES, Row,
    lanes::{Lanes, tiles},
    product,
};

/// The numbers.
#[derive(Clone, Copy)]
pub(super) struct Wide([f32; LANES]);

impl Wide {
    #[inline(always)]
    fn zip(mut self, other: Wide, f: impl Fn(f32, f32) -> f32) -> Wide {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a = f(*a, b);
        }
        self
    }
}

impl Lanes for Wide {
    #[inline(always)]
    fn load(from: &[f32; LANES]) -> Wide {
        Wide(*from)
    }
    #[inline(always)]
    fn store(self, to: &mut [f32; LANES]) {
        *to = self.0;
    }
    #[inline(always)]
    fn splat(number: f32) -> Wide {
        Wide([number; LANES])
    }
    #[inline(always)]
    fn add(self, other: Wide) -> Wide {
        self.zip(other, |a, b| a + b)
    }
    #[inline(always)]
    fn sub(self, other: Wide) -> Wide {
        self.zip(other, |a, b| a - b)
    }
    // Rounded twice: a fused operation is a slow function where the processor has none.
    #[inline(always)]
    fn mul_add(self, factor: Wide, term: Wide) -> Wide {
        self.zip(factor, |a, b| a * b).add(term)
    }
    #[inline(always)]
    fn relu(self) -> Wide {
        self.zip(self, |a, _| if a > 0.0 { a } else { 0.0 })
    }
    #[inline(always)]
    fn where_positive(self, gate: Wide) -> Wide {
        self.zip(gate, |a, gate| if gate > 0.0 { a } else { 0.0 })
    }

    // 8 sums, 4 weights and a number of the 16 registers that most processors have.
    tiles!(2, 1);
}
