//! Sets of numbers as bits: of examples, of a game's moves.

/// A set of numbers below a fixed bound, one bit each.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Bits {
    words: Box<[u64]>,
    length: usize,
}

impl Bits {
    /// The empty set of numbers below `length`.
    pub fn empty(length: usize) -> Bits {
        Bits {
            words: vec![0; length.div_ceil(64)].into(),
            length,
        }
    }

    /// All numbers below `length`.
    pub fn full(length: usize) -> Bits {
        let mut bits = Bits {
            words: vec![u64::MAX; length.div_ceil(64)].into(),
            length,
        };
        if let Some(last) = bits.words.last_mut()
            && !length.is_multiple_of(64)
        {
            *last = (1 << (length % 64)) - 1;
        }
        bits
    }

    /// The numbers of `members`, each below `length`.
    pub fn of(length: usize, members: impl IntoIterator<Item = usize>) -> Bits {
        let mut bits = Bits::empty(length);
        members.into_iter().for_each(|member| bits.insert(member));
        bits
    }

    /// The bound of the numbers.
    pub fn length(&self) -> usize {
        self.length
    }

    /// The words, lowest numbers first; bits past the bound are zero.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The words, to be written; bits past the bound must stay zero.
    pub fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }

    /// Puts `member` in.
    pub fn insert(&mut self, member: usize) {
        self.words[member / 64] |= 1 << (member % 64);
    }

    /// Takes `member` out.
    pub fn remove(&mut self, member: usize) {
        self.words[member / 64] &= !(1 << (member % 64));
    }

    /// True iff `member` is in.
    pub fn contains(&self, member: usize) -> bool {
        self.words[member / 64] >> (member % 64) & 1 == 1
    }

    /// The `length` numbers from `start` on, at most 64, as the bits of a word.
    pub fn window(&self, start: usize, length: usize) -> u64 {
        let (word, shift) = (start / 64, start % 64);
        let at = |word: usize| self.words.get(word).copied().unwrap_or_default();
        // Shifted twice, since by 64 nothing can be shifted at once.
        let bits = at(word) >> shift | at(word + 1) << 1 << (63 - shift);
        match length {
            0..64 => bits & ((1 << length) - 1),
            _ => bits,
        }
    }

    /// Puts in what is in a word, as seen from `start`; all of it below the bound.
    pub fn insert_window(&mut self, start: usize, bits: u64) {
        let (word, shift) = (start / 64, start % 64);
        if bits << shift != 0 {
            self.words[word] |= bits << shift;
        }
        let carried = bits >> 1 >> (63 - shift);
        if carried != 0 {
            self.words[word + 1] |= carried;
        }
    }

    /// True iff nothing is in.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// How many are in.
    pub fn count(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// How many are in both.
    pub fn count_and(&self, other: &Bits) -> usize {
        let pairs = self.words.iter().zip(&other.words);
        pairs.map(|(a, b)| (a & b).count_ones() as usize).sum()
    }

    /// How many are in this one and not in the other.
    pub fn count_without(&self, other: &Bits) -> usize {
        let pairs = self.words.iter().zip(&other.words);
        pairs.map(|(a, b)| (a & !b).count_ones() as usize).sum()
    }

    /// True iff all of this set are in the other.
    pub fn is_subset(&self, other: &Bits) -> bool {
        let mut pairs = self.words.iter().zip(&other.words);
        pairs.all(|(a, b)| a & !b == 0)
    }

    /// True iff some number is in both.
    pub fn meets(&self, other: &Bits) -> bool {
        let mut pairs = self.words.iter().zip(&other.words);
        pairs.any(|(a, b)| a & b != 0)
    }

    /// Keeps what is in the other too.
    pub fn and(&mut self, other: &Bits) {
        for (a, b) in self.words.iter_mut().zip(&other.words) {
            *a &= b;
        }
    }

    /// Adds what is in the other.
    pub fn or(&mut self, other: &Bits) {
        for (a, b) in self.words.iter_mut().zip(&other.words) {
            *a |= b;
        }
    }

    /// Drops what is in the other.
    pub fn without(&mut self, other: &Bits) {
        for (a, b) in self.words.iter_mut().zip(&other.words) {
            *a &= !b;
        }
    }

    /// The numbers, in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        let some = |word: u64| (word != 0).then_some(word);
        self.words
            .iter()
            .enumerate()
            .flat_map(move |(index, &word)| {
                std::iter::successors(some(word), move |rest| some(rest & (rest - 1)))
                    .map(move |rest| index * 64 + rest.trailing_zeros() as usize)
            })
    }
}

#[cfg(test)]
mod tests {
    use super::Bits;

    #[test]
    fn sets_of_bits_are_sets() {
        for length in [0, 1, 63, 64, 65, 200] {
            assert_eq!(Bits::full(length).count(), length);
            assert_eq!(Bits::full(length).iter().count(), length);
        }
        let (mut a, b) = (Bits::of(100, [0, 63, 64, 99]), Bits::of(100, [63, 99]));
        assert!(b.is_subset(&a) && !a.is_subset(&b) && a.meets(&b));
        assert_eq!((a.count_and(&b), a.count_without(&b)), (2, 2));
        a.without(&b);
        assert_eq!(a.iter().collect::<Vec<_>>(), [0, 64]);
        for (start, length) in [(0, 64), (1, 64), (36, 64), (63, 10), (64, 0), (70, 30)] {
            let mut copied = Bits::empty(100);
            copied.insert_window(start, a.window(start, length));
            let within = Bits::of(
                100,
                a.iter().filter(|n| (start..start + length).contains(n)),
            );
            assert_eq!(copied, within);
        }
        a.or(&b);
        a.and(&Bits::of(100, [0, 99]));
        assert_eq!(a, Bits::of(100, [0, 99]));
    }
}
