//! Distinct tuples of values, numbered as they come, found by hash.

use super::super::task::Value;

/// Marks a slot that is free.
const FREE: u32 = u32::MAX;

/// A set of tuples of one width; the number of a tuple is its place in the order of arrival.
#[derive(Debug, Clone)]
pub struct Tuples {
    width: usize,
    length: usize,
    cells: Vec<Value>,
    /// Numbers of tuples, at the place that their hash gives or after it; a power of two of them.
    slots: Vec<u32>,
}

impl Tuples {
    /// No tuples of this width.
    pub fn new(width: usize) -> Tuples {
        Tuples {
            width,
            length: 0,
            cells: Vec::new(),
            slots: vec![FREE; 8],
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
    pub fn cells(&self) -> &[Value] {
        &self.cells
    }

    /// The tuple of a number.
    pub fn get(&self, number: usize) -> &[Value] {
        &self.cells[number * self.width..][..self.width]
    }

    /// The number of a tuple.
    pub fn find(&self, tuple: &[Value]) -> Option<u32> {
        Some(self.slots[self.slot(tuple)]).filter(|&number| number != FREE)
    }

    /// Adds a tuple; `Ok` with its number if it is new, `Err` with the old number if not.
    ///
    /// # Errors
    ///
    /// If it was there already.
    pub fn insert(&mut self, tuple: &[Value]) -> Result<u32, u32> {
        debug_assert_eq!(tuple.len(), self.width);
        if 2 * (self.length + 1) > self.slots.len() {
            self.grow();
        }
        let slot = self.slot(tuple);
        if self.slots[slot] != FREE {
            return Err(self.slots[slot]);
        }
        let number = u32::try_from(self.length).unwrap_or(FREE);
        assert!(number != FREE, "too many tuples");
        self.slots[slot] = number;
        self.cells.extend_from_slice(tuple);
        self.length += 1;
        Ok(number)
    }

    /// The slot where the tuple is, or would be put.
    fn slot(&self, tuple: &[Value]) -> usize {
        let last = self.slots.len() - 1;
        let mut slot = hash(tuple) as usize & last;
        // Element by element: tuples are short.
        let differs = |number: u32| self.get(number as usize).iter().ne(tuple);
        while self.slots[slot] != FREE && differs(self.slots[slot]) {
            slot = (slot + 1) & last;
        }
        slot
    }

    fn grow(&mut self) {
        self.slots = vec![FREE; self.slots.len() * 2];
        let last = self.slots.len() - 1;
        for number in 0..self.length {
            let mut slot = hash(self.get(number)) as usize & last;
            while self.slots[slot] != FREE {
                slot = (slot + 1) & last;
            }
            self.slots[slot] = number as u32;
        }
    }
}

/// Multiplies by the odd constant nearest 2^64 divided by the golden ratio, and folds the high half
/// down, since the low bits choose the slot (Knuth, The Art of Computer Programming 3, 6.4).
fn hash(tuple: &[Value]) -> u64 {
    let mut hash = 0u64;
    for &value in tuple {
        hash = (hash.rotate_left(23) ^ u64::from(value)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        hash ^= hash >> 32;
    }
    hash
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
            }
            assert_eq!(tuples.len(), known.len());
            for (number, tuple) in known.iter().enumerate() {
                assert_eq!(tuples.find(tuple), Some(number as u32));
            }
            assert_eq!(tuples.find(&vec![9; width]).is_some(), width == 0);
        }
    }
}
