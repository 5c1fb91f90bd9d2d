//! What Prolog refers to by number, since it outlives the call that made it: runs, learners, programs.

use std::collections::BTreeMap;

use super::Error;

/// Values by number. A number that was closed does not come again.
#[derive(Debug)]
pub struct Handles<T> {
    kind: &'static str,
    next: i64,
    open: BTreeMap<i64, T>,
}

impl<T> Handles<T> {
    /// No values, of this kind as errors call it.
    pub const fn new(kind: &'static str) -> Handles<T> {
        Handles {
            kind,
            next: 0,
            open: BTreeMap::new(),
        }
    }

    /// Keeps a value; its number.
    pub fn open(&mut self, value: T) -> i64 {
        let number = self.next;
        self.open.insert(number, value);
        self.next += 1;
        number
    }

    /// The value with this number.
    ///
    /// # Errors
    ///
    /// An existence error if there is none, or none any more.
    pub fn get(&mut self, number: i64) -> Result<&mut T, Error> {
        self.open.get_mut(&number).ok_or_else(|| Error::Existence {
            kind: self.kind,
            culprit: number.to_string(),
        })
    }

    /// Forgets a value; whether it was there.
    pub fn close(&mut self, number: i64) -> bool {
        self.open.remove(&number).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_stands_for_one_value_only() {
        let mut handles = Handles::new("thing");
        let one = handles.open('a');
        assert_eq!(handles.get(one), Ok(&mut 'a'));
        assert!(handles.close(one) && !handles.close(one));
        assert!(handles.open('b') != one && handles.get(one).is_err());
        assert!(handles.get(7).is_err() && !handles.close(-1));
    }
}
