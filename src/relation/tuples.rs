//! Distinct tuples, numbered as they come, found by hash.

use std::hash::Hash;

use super::{Table, hash};

/// Up to so many tuples are compared one by one, which is quicker and takes no table.
const FEW: usize = 4;

/// A set of tuples of one width; the number of a tuple is its place in the order of arrival.
#[derive(Debug, Clone)]
pub struct Tuples<C = u32> {
    width: usize,
    length: usize,
    cells: Vec<C>,
    /// The numbers by hash, once there were more than [`FEW`].
    numbers: Table,
}

impl<C: Copy + Eq + Hash> Tuples<C> {
    /// No tuples of this width.
    pub fn new(width: usize) -> Tuples<C> {
        Tuples {
            width,
            length: 0,
            cells: Vec::new(),
            numbers: Table::default(),
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.length
    }

    /// True iff there are none.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The tuples, end to end, in the order of arrival.
    pub fn cells(&self) -> &[C] {
        &self.cells
    }

    /// The tuple of a number.
    #[inline]
    pub fn get(&self, number: usize) -> &[C] {
        &self.cells[number * self.width..][..self.width]
    }

    /// The tuples, in the order of arrival.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[C]> {
        (0..self.length).map(|number| self.get(number))
    }

    /// The number of a tuple.
    #[inline]
    pub fn find(&self, tuple: &[C]) -> Option<u32> {
        let same = |number: u32| same(self.get(number as usize), tuple);
        if self.numbers.is_empty() {
            return (0..self.length as u32).find(|&number| same(number));
        }
        self.numbers.find(hash(tuple), same)
    }

    /// Adds a tuple; `Ok` with its number if it is new, `Err` with the old number if not.
    ///
    /// # Errors
    ///
    /// If it was there already.
    pub fn insert(&mut self, tuple: &[C]) -> Result<u32, u32> {
        debug_assert_eq!(tuple.len(), self.width);
        let number = u32::try_from(self.length).unwrap_or(u32::MAX);
        assert!(number != u32::MAX, "too many tuples");
        let few = self.numbers.is_empty();
        if few && let Some(old) = self.find(tuple) {
            return Err(old);
        }
        if !few || self.length >= FEW {
            let Tuples { width, cells, .. } = self;
            let get = |number: u32| &cells[number as usize * *width..][..*width];
            for number in 0..if few { number } else { 0 } {
                let _ = self.numbers.insert(hash(get(number)), number, |_| false);
            }
            let same = |number: u32| same(get(number), tuple);
            self.numbers.insert(hash(tuple), number, same)?;
        }
        self.cells.extend_from_slice(tuple);
        self.length += 1;
        Ok(number)
    }

    /// Takes the newest tuple away again.
    pub fn pop(&mut self) {
        if let Some(last) = self.length.checked_sub(1) {
            let hash = hash(self.get(last));
            self.numbers.remove(hash, last as u32, None);
            self.length = last;
            self.cells.truncate(last * self.width);
        }
    }

    /// Takes all tuples away; the next ones have this width.
    pub fn reset(&mut self, width: usize) {
        self.width = width;
        self.length = 0;
        self.cells.clear();
        self.numbers.clear();
    }
}

/// Cell by cell: tuples are short.
#[inline]
fn same<C: Eq>(one: &[C], other: &[C]) -> bool {
    one.iter().eq(other)
}

#[cfg(test)]
mod tests {
    use super::Tuples;

    #[test]
    fn tuples_are_numbered_once_in_the_order_of_arrival() {
        for width in 0..4usize {
            let mut tuples = Tuples::new(width);
            let tuple = |n: u32| -> Vec<u32> { (0..width as u32).map(|c| (n >> c) % 7).collect() };
            let mut known: Vec<Vec<u32>> = Vec::new();
            for n in 0..500 {
                match tuples.insert(&tuple(n)) {
                    Ok(number) => {
                        assert_eq!(number as usize, known.len());
                        known.push(tuple(n));
                    }
                    Err(number) => assert_eq!(known[number as usize], tuple(n)),
                }
                assert!(tuples.iter().eq(known.iter().map(Vec::as_slice)));
                // Now and then some are taken away, and come again.
                if n % 50 == 49 {
                    for gone in known.drain(known.len() / 2..).rev() {
                        tuples.pop();
                        assert_eq!(tuples.find(&gone), None);
                    }
                }
            }
            for (number, tuple) in known.iter().enumerate() {
                assert_eq!(tuples.find(tuple), Some(number as u32));
            }
            assert_eq!(
                tuples.find(&vec![9; width]).is_some(),
                width == 0 && !known.is_empty()
            );
            tuples.reset(1);
            assert_eq!(
                (tuples.find(&[3]), tuples.insert(&[3]), tuples.len()),
                (None, Ok(0), 1)
            );
        }
    }
}
