//! What a network learns from: encoded positions, each with the square of the piece that moves.

/// Positions as words, and the square to be named in each.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Examples {
    /// Words an example.
    pub planes: usize,
    /// The planes of one example after those of the other.
    pub words: Vec<u64>,
    /// The place of the right piece in each example, from 0 to 63.
    pub labels: Vec<u8>,
}
