//! Positions as bitboards, each with the square that is to be found.

use std::io::{self, Read, Write};

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

    /// Writes them: the number of planes, of examples, the bitboards and the squares; numbers have
    /// eight bytes, the lowest first, squares one.
    ///
    /// # Errors
    ///
    /// If `out` cannot be written.
    pub fn write(&self, mut out: impl Write) -> io::Result<()> {
        for number in [self.planes, self.len()] {
            out.write_all(&(number as u64).to_le_bytes())?;
        }
        for word in &self.words {
            out.write_all(&word.to_le_bytes())?;
        }
        out.write_all(&self.labels)?;
        out.flush()
    }

    /// Reads what [`Examples::write`] writes.
    ///
    /// # Errors
    ///
    /// [`BadExamples`], if the input is not that.
    pub fn read(mut input: impl Read) -> Result<Examples, BadExamples> {
        let mut numbers = [[0; 8]; 2];
        for number in &mut numbers {
            input.read_exact(number)?;
        }
        let [planes, count] = numbers.map(u64::from_le_bytes);
        // What a file says of itself may be wrong: nothing is made room for before it has come.
        let words = planes.checked_mul(count).and_then(|n| n.checked_mul(8));
        let words = words.ok_or(BadExamples::Size { planes, count })?;
        let mut bytes = Vec::new();
        input.read_to_end(&mut bytes)?;
        if bytes.len() as u64 != words.saturating_add(count) {
            return Err(BadExamples::Size { planes, count });
        }
        let (words, labels) = bytes.split_at(words as usize);
        if let Some(at) = labels.iter().position(|&label| label > 63) {
            return Err(BadExamples::Square {
                at,
                square: labels[at],
            });
        }
        let (words, _) = words.as_chunks();
        Ok(Examples {
            planes: planes as usize,
            words: words.iter().map(|word| u64::from_le_bytes(*word)).collect(),
            labels: labels.to_vec(),
        })
    }
}

/// A bitboard seen in a mirror: the files a and h, b and g ... change places.
pub fn mirrored(plane: u64) -> u64 {
    plane.swap_bytes().reverse_bits()
}

/// Why a file is none of examples.
#[derive(Debug, thiserror::Error)]
pub enum BadExamples {
    /// It cannot be read, or ends too early.
    #[error("the examples cannot be read ({0})")]
    Unreadable(io::Error),
    /// It has more or fewer bytes than so many examples need.
    #[error(
        "the file does not have the size of {count} examples of {planes} bitboards, as it \
         says that it has"
    )]
    Size {
        /// Bitboards of an example, as it says.
        planes: u64,
        /// Examples, as it says.
        count: u64,
    },
    /// A square is none.
    #[error("example {at} has square {square}; squares are 0 to 63")]
    Square {
        /// Which example.
        at: usize,
        /// Its square.
        square: u8,
    },
}

impl From<io::Error> for BadExamples {
    fn from(error: io::Error) -> BadExamples {
        BadExamples::Unreadable(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two() -> Examples {
        let mut examples = Examples::new(2);
        examples.push(&[1, u64::MAX], 0);
        examples.push(&[3, 1 << 63], 63);
        examples
    }

    #[test]
    fn what_is_written_is_read_and_what_is_cut_or_wrong_is_refused() {
        let mut bytes = Vec::new();
        two().write(&mut bytes).unwrap();
        assert_eq!(bytes.len(), 16 + 4 * 8 + 2);
        assert_eq!(Examples::read(&bytes[..]).unwrap(), two());
        for end in 0..bytes.len() {
            assert!(Examples::read(&bytes[..end]).is_err(), "{end}");
        }
        assert!(Examples::read(&[&bytes[..], &[0]].concat()[..]).is_err());
        *bytes.last_mut().unwrap() = 64;
        let error = Examples::read(&bytes[..]).unwrap_err().to_string();
        assert_eq!(error, "example 1 has square 64; squares are 0 to 63");
        bytes[..8].fill(0xff);
        let error = Examples::read(&bytes[..]).unwrap_err();
        assert!(
            matches!(error, BadExamples::Size { count: 2, .. }),
            "{error}"
        );
    }

    #[test]
    fn a_mirror_changes_files_only() {
        for square in 0..64 {
            assert_eq!(mirrored(1 << square), 1 << (square ^ 7));
        }
        assert_eq!(mirrored(0x0102), 0x8040);
    }
}
