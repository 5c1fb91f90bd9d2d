//! A hash table of numbers with open addressing; what is numbered, and compared, is elsewhere.
//!
//! Beside each number is its hash, so that few others are looked at, and a look-up in a large table
//! waits for memory twice: here and at what is compared.

/// No number.
const NONE: u32 = u32::MAX;

#[derive(Debug, Clone, Copy)]
struct Slot {
    hash: u32,
    number: u32,
}

const FREE: Slot = Slot {
    hash: 0,
    number: NONE,
};

/// Numbers by hash.
#[derive(Debug, Clone, Default)]
pub struct Table {
    /// A power of two, at most half of them taken, or none at all.
    slots: Vec<Slot>,
    used: usize,
}

impl Table {
    /// True iff there are no numbers.
    pub fn is_empty(&self) -> bool {
        self.used == 0
    }

    /// The number with this hash that is the `same`.
    #[inline]
    pub fn find(&self, hash: u32, same: impl Fn(u32) -> bool) -> Option<u32> {
        let mask = self.slots.len().checked_sub(1)?;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot.number == NONE {
                return None;
            }
            if slot.hash == hash && same(slot.number) {
                return Some(slot.number);
            }
            at = (at + 1) & mask;
        }
    }

    /// Puts in `number`, in place of the one that is the `same` if there is one.
    #[inline]
    pub fn replace(&mut self, hash: u32, number: u32, same: impl Fn(u32) -> bool) -> Option<u32> {
        let slot = self.slot(hash, same);
        let old = std::mem::replace(slot, number);
        self.used += usize::from(old == NONE);
        Some(old).filter(|&old| old != NONE)
    }

    /// Puts in `number`; `Err` with the one that is the `same` if there is one.
    ///
    /// # Errors
    ///
    /// If there is one.
    #[inline]
    pub fn insert(
        &mut self,
        hash: u32,
        number: u32,
        same: impl Fn(u32) -> bool,
    ) -> Result<(), u32> {
        let slot = self.slot(hash, same);
        if *slot != NONE {
            return Err(*slot);
        }
        *slot = number;
        self.used += 1;
        Ok(())
    }

    /// Takes a number out, and puts another one with its hash in its place if there is one.
    pub fn remove(&mut self, hash: u32, number: u32, other: Option<u32>) {
        let Some(mask) = self.slots.len().checked_sub(1) else {
            return;
        };
        let mut hole = hash as usize & mask;
        while self.slots[hole].number != number {
            if self.slots[hole].number == NONE {
                return;
            }
            hole = (hole + 1) & mask;
        }
        if let Some(other) = other {
            self.slots[hole].number = other;
            return;
        }
        // Those after it come nearer to where they belong.
        let mut at = (hole + 1) & mask;
        while self.slots[at].number != NONE {
            let home = self.slots[at].hash as usize & mask;
            if at.wrapping_sub(home) & mask >= at.wrapping_sub(hole) & mask {
                self.slots[hole] = self.slots[at];
                hole = at;
            }
            at = (at + 1) & mask;
        }
        self.slots[hole] = FREE;
        self.used -= 1;
    }

    /// Takes all numbers out.
    pub fn clear(&mut self) {
        if self.used > 0 {
            self.slots.fill(FREE);
            self.used = 0;
        }
    }

    /// The slot where it is or belongs.
    #[inline]
    fn slot(&mut self, hash: u32, same: impl Fn(u32) -> bool) -> &mut u32 {
        if self.used * 2 >= self.slots.len() {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot.number == NONE {
                self.slots[at].hash = hash;
                break;
            }
            if slot.hash == hash && same(slot.number) {
                break;
            }
            at = (at + 1) & mask;
        }
        &mut self.slots[at].number
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(8);
        let slots = std::mem::replace(&mut self.slots, vec![FREE; size]);
        for slot in slots.into_iter().filter(|slot| slot.number != NONE) {
            let mut at = slot.hash as usize & (size - 1);
            while self.slots[at].number != NONE {
                at = (at + 1) & (size - 1);
            }
            self.slots[at] = slot;
        }
    }
}
