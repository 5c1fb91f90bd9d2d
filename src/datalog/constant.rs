//! Constants: small integers, which stand for themselves, and symbols, which stand for anything.

use std::{borrow::Borrow, collections::HashMap, fmt, hash::Hash};

/// A constant in 32 bits.
///
/// Integers of 31 bits carry their value, so that arithmetic needs no table; all else is a symbol,
/// a number that the caller gives a meaning, by [`Symbols`] or in any other way.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Constant(u32);

const INTEGER: u32 = 1 << 31;

impl Constant {
    /// The least integer that is a constant.
    pub const LEAST: i64 = -(1 << 30);
    /// The greatest integer that is a constant.
    pub const GREATEST: i64 = (1 << 30) - 1;

    /// An integer, if it is from [`LEAST`](Self::LEAST) to [`GREATEST`](Self::GREATEST).
    pub fn integer(value: i64) -> Option<Constant> {
        (Self::LEAST..=Self::GREATEST)
            .contains(&value)
            .then(|| Constant((value - Self::LEAST) as u32 | INTEGER))
    }

    /// The symbol with this number.
    ///
    /// # Panics
    ///
    /// If the number has 32 bits.
    pub fn symbol(number: u32) -> Constant {
        assert!(number < INTEGER, "symbol {number} is out of range");
        Constant(number)
    }

    /// The value, if this is an integer.
    pub fn as_integer(self) -> Option<i64> {
        (self.0 & INTEGER != 0).then(|| i64::from(self.0 & !INTEGER) + Self::LEAST)
    }

    /// The number, if this is a symbol.
    pub fn as_symbol(self) -> Option<u32> {
        (self.0 & INTEGER == 0).then_some(self.0)
    }

    /// The 32 bits, from which [`from_bits`](Self::from_bits) makes the same constant.
    pub fn bits(self) -> u32 {
        self.0
    }

    /// The constant with these [`bits`](Self::bits).
    pub fn from_bits(bits: u32) -> Constant {
        Constant(bits)
    }
}

/// An integer as it is, a symbol as `#` and its number.
impl fmt::Display for Constant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.as_integer() {
            Some(value) => write!(f, "{value}"),
            None => write!(f, "#{}", self.0),
        }
    }
}

impl fmt::Debug for Constant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A table of symbols: equal values get the same constant.
#[derive(Debug, Clone)]
pub struct Symbols<T> {
    numbers: HashMap<T, u32>,
    values: Vec<T>,
}

impl<T> Default for Symbols<T> {
    fn default() -> Self {
        Symbols {
            numbers: HashMap::new(),
            values: Vec::new(),
        }
    }
}

impl<T: Eq + Hash + Clone> Symbols<T> {
    /// The symbol of a value, which is new the first time.
    pub fn intern<Q>(&mut self, value: &Q) -> Constant
    where
        T: Borrow<Q>,
        Q: Eq + Hash + ToOwned<Owned = T> + ?Sized,
    {
        if let Some(&number) = self.numbers.get(value) {
            return Constant::symbol(number);
        }
        let number = self.values.len() as u32;
        let symbol = Constant::symbol(number);
        self.numbers.insert(value.to_owned(), number);
        self.values.push(value.to_owned());
        symbol
    }

    /// The value of a symbol; none for an integer, or for a symbol of another table.
    pub fn value(&self, constant: Constant) -> Option<&T> {
        self.values.get(constant.as_symbol()? as usize)
    }

    /// The number of symbols.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_and_symbols_are_told_apart() {
        for value in [Constant::LEAST, -1, 0, 1, Constant::GREATEST] {
            let constant = Constant::integer(value).unwrap();
            assert_eq!(constant.as_integer(), Some(value));
            assert_eq!(constant.as_symbol(), None);
            assert_eq!(Constant::from_bits(constant.bits()), constant);
        }
        assert_eq!(Constant::integer(Constant::GREATEST + 1), None);
        assert_eq!(Constant::integer(Constant::LEAST - 1), None);
        assert_eq!(Constant::symbol(0).as_integer(), None);
    }

    #[test]
    fn equal_values_are_one_symbol() {
        let mut symbols = Symbols::<String>::default();
        let [a, b, c] = ["a", "b", "a"].map(|text| symbols.intern(text));
        assert_eq!(a, c);
        assert_ne!(a, b);
        assert_eq!(symbols.value(b).map(String::as_str), Some("b"));
        assert_eq!(symbols.value(Constant::symbol(7)), None);
        assert_eq!(symbols.len(), 2);
    }
}
