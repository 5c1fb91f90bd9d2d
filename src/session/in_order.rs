//! What several engines say, in the order of what they were asked.

use std::{collections::BTreeMap, mem};

/// Items that belong to numbers, from 0 on. Those of a number come out as they are put, once all of the
/// numbers before it have come out.
#[derive(Debug)]
pub struct InOrder<T> {
    /// What came early, and whether it is all of its number.
    early: BTreeMap<u64, (Vec<T>, bool)>,
    next: u64,
}

impl<T> Default for InOrder<T> {
    fn default() -> InOrder<T> {
        InOrder {
            early: BTreeMap::new(),
            next: 0,
        }
    }
}

impl<T> InOrder<T> {
    /// Puts an item, the `last` of its number or not; gives the items whose turn it is.
    pub fn put(&mut self, number: u64, item: T, last: bool) -> Vec<T> {
        let (items, whole) = self.early.entry(number).or_default();
        items.push(item);
        *whole |= last;
        let mut ready = Vec::new();
        while let Some((items, whole)) = self.early.get_mut(&self.next) {
            ready.append(&mut mem::take(items));
            if !*whole {
                break;
            }
            self.early.remove(&self.next);
            self.next += 1;
        }
        ready
    }

    /// What waits for a number that never came.
    pub fn rest(self) -> impl Iterator<Item = T> {
        self.early.into_values().flat_map(|(items, _)| items)
    }

    /// The first number of which there may be more.
    pub fn next(&self) -> u64 {
        self.next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_come_out_when_it_is_their_turn() {
        let mut order = InOrder::default();
        assert_eq!(order.put(1, 'c', false), []);
        assert_eq!(order.put(0, 'a', false), ['a']);
        assert_eq!(order.put(2, 'e', true), []);
        assert_eq!(order.put(0, 'b', true), ['b', 'c']);
        assert_eq!(order.next(), 1);
        assert_eq!(order.put(4, 'f', true), []);
        assert_eq!(order.put(1, 'd', true), ['d', 'e']);
        assert_eq!(order.next(), 3);
    }
}
