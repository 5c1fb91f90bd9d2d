//! What is known of positions: a table that all threads of a player share.
//!
//! An entry is two words without a lock: the second one says what is known, the first one is the position's hash with
//! the second one laid over it, so that words of two entries never pass for one (R. Hyatt and T. Mann, "A lockless
//! transposition table implementation for parallel search", ICGA Journal 25, 2002).

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use shakmaty::{Chess, Move, Position as _, Role, Square};

use super::score::mate_offset;
use crate::os;

/// What a score is to the value of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    Exact,
    /// The score is this at least.
    Lower,
    /// The score is this at most.
    Upper,
}

/// What is known of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known {
    /// The best move, packed; 0 if none is known.
    pub best: u16,
    pub score: i16,
    /// What it is worth without search, if it has been asked.
    pub worth: Option<i16>,
    pub depth: u8,
    pub bound: Bound,
}

/// Stands for no worth.
const NO_WORTH: i16 = i16::MIN;

/// In the order of their numbers.
const BOUNDS: [Bound; 3] = [Bound::Exact, Bound::Lower, Bound::Upper];

impl Known {
    fn pack(self, age: u8) -> u64 {
        u64::from(self.best)
            | u64::from(self.score as u16) << 16
            | u64::from(self.worth.unwrap_or(NO_WORTH) as u16) << 32
            | u64::from(self.depth) << 48
            | (self.bound as u64) << 56
            | u64::from(age) << 58
    }

    /// The score at `ply`, if it is all that is to be known between `alpha` and `beta`.
    pub fn answer(self, alpha: i32, beta: i32, ply: usize) -> Option<i32> {
        let score = i32::from(self.score) - mate_offset(i32::from(self.score), ply);
        let is = match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        };
        is.then_some(score)
    }

    fn unpack(data: u64) -> Known {
        Known {
            best: data as u16,
            score: (data >> 16) as i16,
            worth: Some((data >> 32) as i16).filter(|&worth| worth != NO_WORTH),
            depth: (data >> 48) as u8,
            bound: BOUNDS[(data >> 56 & 3) as usize % BOUNDS.len()],
        }
    }
}

/// The table.
#[derive(Debug)]
pub struct Table {
    /// Two words an entry. They are memory that is given when it is used: a large table costs nothing before that.
    words: Vec<AtomicU64>,
    /// Of the current search, modulo 64.
    age: u8,
}

/// Bytes of an entry.
const ENTRY: usize = 16;

impl Table {
    /// A table of so many megabytes, one at least; half as many, and half of that, where there is no room.
    pub fn new(megabytes: usize) -> Table {
        Table::of((megabytes.max(1) << 20) / ENTRY)
    }

    /// A table of so many entries, or fewer, as [`Table::new`].
    pub fn of(mut count: usize) -> Table {
        let words = loop {
            match os::zeroed_words(2 * count) {
                Some(words) => break words,
                None => count /= 2,
            }
        };
        Table { words, age: 0 }
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        let count = self.entries().len();
        // There may be no room for two.
        self.words = Vec::new();
        self.words = Table::of(count).words;
    }

    /// Another search begins: what older ones have found gives way.
    pub fn grow_old(&mut self) {
        self.age = (self.age + 1) % 64;
    }

    fn entries(&self) -> &[[AtomicU64; 2]] {
        self.words.as_chunks().0
    }

    /// The two places of a position: the first one for the deeper search, the second one for the later one.
    fn places(&self, hash: u64) -> [&[AtomicU64; 2]; 2] {
        let place = (u128::from(hash) * (self.entries().len() / 2) as u128) >> 64;
        [0, 1].map(|which| &self.entries()[2 * place as usize + which])
    }

    /// What is known of the position with this hash.
    pub fn get(&self, hash: u64) -> Option<Known> {
        self.places(hash).into_iter().find_map(|[key, data]| {
            let data = data.load(Relaxed);
            (data != 0 && key.load(Relaxed) ^ data == hash).then(|| Known::unpack(data))
        })
    }

    /// Notes what is known.
    pub fn put(&self, hash: u64, known: Known) {
        let [deeper, later] = self.places(hash);
        let is_here = |[key, data]: &[AtomicU64; 2], data_read: u64| {
            data.load(Relaxed) == data_read && key.load(Relaxed) ^ data_read == hash
        };
        let old = deeper[1].load(Relaxed);
        let before = Known::unpack(old);
        let gives_way = old == 0
            || (old >> 58) as u8 != self.age
            || known.depth >= before.depth
            || (known.bound == Bound::Exact && known.depth + 3 >= before.depth);
        let (place, old) = match is_here(deeper, old) || gives_way {
            true => (deeper, old),
            false => (later, later[1].load(Relaxed)),
        };
        let mut known = known;
        if old != 0 && is_here(place, old) {
            let before = Known::unpack(old);
            if known.best == 0 {
                known.best = before.best;
            }
            // What is less deep says less, unless it is a value.
            if known.bound != Bound::Exact
                && (old >> 58) as u8 == self.age
                && u16::from(known.depth) + 3 < u16::from(before.depth)
            {
                return;
            }
        }
        let packed = known.pack(self.age);
        place[1].store(packed, Relaxed);
        place[0].store(hash ^ packed, Relaxed);
    }

    /// How full it is with what this search has found, in thousandths.
    pub fn fill(&self) -> u32 {
        let sample = &self.entries()[..1000.min(self.entries().len())];
        let is_new = |[_, data]: &&[AtomicU64; 2]| {
            let data = data.load(Relaxed);
            data != 0 && (data >> 58) as u8 == self.age
        };
        (sample.iter().filter(is_new).count() * 1000 / sample.len()) as u32
    }
}

/// A move in 16 bits, never 0.
pub fn packed(m: Move) -> u16 {
    let from = m.from().map_or(0, usize::from) as u16;
    let role = m.promotion().map_or(0, |role| role as u16);
    from | (usize::from(m.to()) as u16) << 6 | role << 12
}

/// The legal move of a position that is packed so, if there is one.
pub fn unpacked(packed: u16, position: &Chess) -> Option<Move> {
    if packed == 0 {
        return None;
    }
    let from = Square::new(u32::from(packed & 63));
    let to = Square::new(u32::from(packed >> 6 & 63));
    let promotion = match packed >> 12 {
        0 => None,
        number => Some(Role::ALL[usize::from(number) - 1]),
    };
    let board = position.board();
    let role = board.role_at(from)?;
    let own = board.by_color(position.turn());
    let m = if role == Role::King && own.contains(to) {
        Move::Castle {
            king: from,
            rook: to,
        }
    } else if role == Role::Pawn && from.file() != to.file() && board.role_at(to).is_none() {
        Move::EnPassant { from, to }
    } else {
        Move::Normal {
            role,
            from,
            capture: board.role_at(to),
            to,
            promotion,
        }
    };
    position.is_legal(m).then_some(m)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn moves_are_unpacked_as_they_were_packed(choices in prop::collection::vec(any::<usize>(), 10..120)) {
            let mut position = Chess::default();
            for choice in choices {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                for &m in &moves {
                    prop_assert_eq!(unpacked(packed(m), &position), Some(m));
                }
                position.play_unchecked(moves[choice % moves.len()]);
            }
        }

        #[test]
        fn what_is_put_is_found(best: u16, score: i16, worth in prop::option::of(-30_000_i16..), depth: u8, hash: u64) {
            let known = Known { best, score, worth, depth, bound: Bound::Lower };
            let table = Table::new(1);
            table.put(hash, known);
            prop_assert_eq!(table.get(hash), Some(known));
            prop_assert_eq!(table.get(!hash), None);
        }
    }
}
