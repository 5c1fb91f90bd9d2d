//! What a thing that is counted is worth.

use std::ops::{Add, AddAssign, Div, Mul};

/// What something is worth in a middlegame, and in an ending: two sums in one number, which are added and multiplied as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Weight(i64);

/// A weight, each of whose sums has 32 bits.
pub const fn w(middle: i64, end: i64) -> Weight {
    Weight((middle << 32) + end)
}

impl Weight {
    /// Nothing.
    pub const ZERO: Weight = w(0, 0);

    /// What it is worth in a middlegame.
    pub fn middle(self) -> i32 {
        // An end below 0 has taken one from it.
        ((self.0 + (1 << 31)) >> 32) as i32
    }

    /// What it is worth in an ending.
    pub fn end(self) -> i32 {
        self.0 as i32
    }
}

impl Add for Weight {
    type Output = Weight;

    fn add(self, other: Weight) -> Weight {
        Weight(self.0 + other.0)
    }
}

impl AddAssign for Weight {
    fn add_assign(&mut self, other: Weight) {
        *self = *self + other;
    }
}

impl Mul<i32> for Weight {
    type Output = Weight;

    fn mul(self, number: i32) -> Weight {
        Weight(self.0 * i64::from(number))
    }
}

impl Div<i32> for Weight {
    type Output = Weight;

    fn div(self, number: i32) -> Weight {
        w(
            (self.middle() / number).into(),
            (self.end() / number).into(),
        )
    }
}
