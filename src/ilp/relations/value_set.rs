//! Sets of values as bits; a value past the end is not in.

use super::super::task::Value;

/// A set of values.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ValueSet {
    words: Vec<u64>,
}

impl ValueSet {
    /// The empty set.
    pub fn new() -> ValueSet {
        ValueSet::default()
    }

    /// Puts a value in.
    pub fn insert(&mut self, value: Value) {
        let word = (value / 64) as usize;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (value % 64);
    }

    /// Takes a value out.
    pub fn remove(&mut self, value: Value) {
        if let Some(word) = self.words.get_mut((value / 64) as usize) {
            *word &= !(1 << (value % 64));
        }
    }

    /// True iff the value is in.
    #[inline]
    pub fn contains(&self, value: Value) -> bool {
        let word = self.words.get((value / 64) as usize);
        word.is_some_and(|word| word >> (value % 64) & 1 == 1)
    }

    /// True iff nothing is in.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// How many are in.
    pub fn count(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Keeps what is in the other too.
    pub fn and(&mut self, other: &ValueSet) {
        self.words.truncate(other.words.len());
        for (a, b) in self.words.iter_mut().zip(&other.words) {
            *a &= b;
        }
    }

    /// Drops what is in the other.
    pub fn without(&mut self, other: &ValueSet) {
        for (a, b) in self.words.iter_mut().zip(&other.words) {
            *a &= !b;
        }
    }

    /// The values, in order.
    pub fn iter(&self) -> impl Iterator<Item = Value> {
        self.words.iter().enumerate().flat_map(|(index, &word)| {
            std::iter::successors(Some(word), |rest| Some(rest & rest.wrapping_sub(1)))
                .take_while(|&rest| rest != 0)
                .map(move |rest| index as Value * 64 + rest.trailing_zeros())
        })
    }

    /// The memory that it takes, in bytes.
    pub fn bytes(&self) -> usize {
        self.words.capacity() * 8
    }
}

impl FromIterator<Value> for ValueSet {
    fn from_iter<I: IntoIterator<Item = Value>>(values: I) -> ValueSet {
        let mut set = ValueSet::new();
        values.into_iter().for_each(|value| set.insert(value));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::ValueSet;

    #[test]
    fn sets_of_different_lengths_meet() {
        let (long, short) = (
            ValueSet::from_iter([1, 63, 64, 500]),
            ValueSet::from_iter([1, 64]),
        );
        let (mut a, mut b, mut c) = (long.clone(), short.clone(), long.clone());
        a.and(&short);
        b.and(&long);
        c.without(&short);
        assert_eq!(a.iter().collect::<Vec<_>>(), [1, 64]);
        assert_eq!(b.iter().collect::<Vec<_>>(), [1, 64]);
        assert_eq!(c.iter().collect::<Vec<_>>(), [63, 500]);
        assert!(!short.contains(500) && long.contains(500) && !ValueSet::new().contains(0));
        assert_eq!((c.count(), ValueSet::new().is_empty()), (2, true));
        for value in [63, 500, 1000] {
            c.remove(value);
        }
        assert!(c.is_empty());
    }
}
