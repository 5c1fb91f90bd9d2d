//! What relations are made of: tuples of one width, each once, and the ways to find them.
//!
//! Datalog's relations, the facts of a learner and the calls that its programs make are all kept so.

mod chains;
mod order;
mod table;
mod tuples;

use std::hash::{Hash, Hasher};

pub use self::{chains::Chains, order::greedy, table::Table, tuples::Tuples};

/// A hash of cells in this order, for a [`Table`]: it is quick, and whoever wants cells that collide
/// finds them.
#[inline]
pub fn hash<C: Hash>(cells: impl IntoIterator<Item = C>) -> u32 {
    let mut hasher = CellHasher(0);
    cells.into_iter().for_each(|cell| cell.hash(&mut hasher));
    // The best bits are the high ones.
    (hasher.finish() >> 32) as u32
}

/// Rotates before it multiplies: sums of multiples, as those of `FxHasher`, put the pairs of a large
/// relation into fewer places.
struct CellHasher(u64);

impl Hasher for CellHasher {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u32(byte.into()));
    }

    #[inline]
    fn write_u32(&mut self, cell: u32) {
        let mixed = self.0.rotate_left(5) ^ u64::from(cell);
        // The odd number nearest 2^64 divided by the golden ratio (D. E. Knuth, The Art of Computer
        // Programming 3, 6.4).
        self.0 = mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}

/// A digest of what `before` is the digest of, 0 for nothing, and of one more word: what has the same
/// digest is taken to be the same.
#[inline]
pub fn digest(before: u128, word: u128) -> u128 {
    // The multiplier of the 128-bit linear congruential generator of M. O'Neill's PCG family.
    const MULTIPLIER: u128 = 0x2360_ED05_1FC6_5DA4_4385_DF64_9FCC_F645;
    let digest = (before ^ word ^ MULTIPLIER).wrapping_mul(MULTIPLIER);
    digest ^ digest >> 61
}
