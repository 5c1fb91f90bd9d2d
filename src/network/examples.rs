//! Positions as bitboards, each with the square that is to be found.

/// Examples to learn from: what is seen of each position, and the square of the piece that moves.
///
/// ```
/// use chesslog::network::Examples;
///
/// let mut examples = Examples::new(2);
/// examples.push(&[0xff00, 0x00ff_0000_0000_0000], 12);
/// assert_eq!(examples.len(), 1);
/// assert_eq!(examples.words(0)[0], 0xff00);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Examples {
    /// Bitboards of an example; bit 0 is a1, bit 7 is h1, bit 63 is h8.
    pub planes: usize,
    /// The bitboards of all examples, one after the other.
    pub words: Vec<u64>,
    /// The square of each example, 0 to 63.
    pub labels: Vec<u8>,
}

impl Examples {
    /// No examples, of so many bitboards.
    pub fn new(planes: usize) -> Examples {
        Examples {
            planes,
            ..Examples::default()
        }
    }

    /// Adds an example.
    ///
    /// # Panics
    ///
    /// If there are more or fewer bitboards than the others have, or the square is none.
    pub fn push(&mut self, words: &[u64], label: u8) {
        assert_eq!(words.len(), self.planes, "bitboards of an example");
        assert!(label < 64, "square {label}");
        self.words.extend_from_slice(words);
        self.labels.push(label);
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// The bitboards of an example.
    ///
    /// # Panics
    ///
    /// If there is no such example.
    pub fn words(&self, index: usize) -> &[u64] {
        &self.words[index * self.planes..][..self.planes]
    }

    /// A number that other examples, or the same in another order, hardly have.
    pub fn digest(&self) -> u64 {
        let labels = self.labels.iter().map(|label| u64::from(*label));
        let numbers = [self.planes as u64].into_iter().chain(labels);
        // FNV-1a, by words.
        numbers.chain(self.words.iter().copied()).fold(
            0xcbf2_9ce4_8422_2325,
            |hash: u64, number| {
                (hash ^ number)
                    .wrapping_mul(0x0000_0100_0000_01b3)
                    .rotate_left(23)
            },
        )
    }
}

/// A bitboard seen in a mirror: the files a and h, b and g ... change places.
pub fn mirrored(plane: u64) -> u64 {
    plane.swap_bytes().reverse_bits()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mirror_changes_files_only() {
        for square in 0..64 {
            assert_eq!(mirrored(1 << square), 1 << (square ^ 7));
        }
        assert_eq!(mirrored(0x0102), 0x8040);
    }
}
