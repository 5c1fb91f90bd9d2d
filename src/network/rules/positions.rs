//! Positions as columns of bits.

use std::sync::{
    LazyLock,
    atomic::{AtomicUsize, Ordering},
};

use rayon::prelude::*;

use super::{PLANES, Rule};
use crate::{cancel::Cancel, network::Examples};

/// What the naming of one piece alone counts; of several, each counts the same part of it. It can be divided by all
/// numbers up to 16, so that sums are exact, in whatever order.
pub const SHARE: u32 = 720_720;
/// Positions between two looks at [`Cancel`].
const CHUNK: usize = 256;

/// The pieces with a legal move in each of some positions, and which planes have their squares. A position has a word of
/// 16 bits: nobody has more pieces. Bit 0 is the piece on the lowest square.
#[derive(Debug, Clone)]
pub struct Positions {
    movable: Vec<u16>,
    columns: Vec<Vec<u16>>,
}

impl Positions {
    /// The positions of examples.
    ///
    /// # Panics
    ///
    /// If the examples have other planes than [`PLANES`].
    pub fn of(examples: &Examples) -> Positions {
        assert_eq!(examples.planes, PLANES.number(), "planes of examples");
        let column = |plane: usize| -> Vec<u16> {
            let numbers = (0..examples.len()).into_par_iter();
            let row = |at| packed(examples.words(at)[plane], movable(examples.words(at)));
            numbers.map(row).collect()
        };
        let numbers = (0..examples.len()).into_par_iter();
        Positions {
            movable: numbers
                .map(|at| packed(u64::MAX, movable(examples.words(at))))
                .collect(),
            columns: (0..examples.planes).map(column).collect(),
        }
    }

    /// The pieces on some squares, one of each example, as they are compared with what rules leave; nothing if
    /// the piece cannot move.
    pub fn targets(&self, examples: &Examples, squares: &[u8]) -> Vec<u16> {
        let numbers = squares.iter().enumerate();
        numbers
            .map(|(at, square)| packed(1 << square, movable(examples.words(at))))
            .collect()
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.movable.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.movable.is_empty()
    }

    /// The pieces of a position that can move.
    pub fn movable(&self, at: usize) -> u16 {
        self.movable[at]
    }

    /// The pieces of all positions whose squares a plane has.
    pub fn column(&self, plane: usize) -> &[u16] {
        &self.columns[plane]
    }

    /// The pieces of a position that a rule prefers to others.
    pub fn preferred(&self, rule: &Rule, at: usize) -> u16 {
        let planes = rule.0.iter();
        planes.fold(self.movable[at], |left, &plane| {
            left & self.columns[plane][at]
        })
    }

    /// What a list of rules leaves of the pieces of a position, and the rule that was the last to take some away.
    pub fn left(&self, rules: &[Rule], at: usize) -> (u16, Option<usize>) {
        let start = (self.movable[at], None);
        rules
            .iter()
            .enumerate()
            .fold(start, |(left, last), (number, rule)| {
                match left & self.preferred(rule, at) {
                    kept if kept == 0 || kept == left => (left, last),
                    kept => (kept, Some(number)),
                }
            })
    }
}

/// What it counts that of so many pieces one is named, if the target is one of them.
#[inline]
pub fn share(left: u16, target: u16) -> u32 {
    match left & target {
        0 => 0,
        _ => SHARE / left.count_ones(),
    }
}

/// The squares of the pieces that can move.
pub(super) fn movable(words: &[u64]) -> u64 {
    static PLANE: LazyLock<usize> =
        LazyLock::new(|| PLANES.index("movable").expect("a plane of this name"));
    words[*PLANE]
}

/// The bits of a plane on some squares, the lowest first.
fn packed(plane: u64, mut squares: u64) -> u16 {
    let mut bits = 0;
    let mut bit = 1u16;
    while squares != 0 {
        if plane >> squares.trailing_zeros() & 1 == 1 {
            bits |= bit;
        }
        // Positions of no game may have more than 16 pieces of a side: those beyond are not seen.
        bit <<= 1;
        squares &= squares - 1;
    }
    bits
}

/// Asks about the planes of each example, on rayon's threads, each of which gets a `scratch`; `None` if it was cancelled.
pub(super) fn each<S>(
    examples: &Examples,
    scratch: impl Fn() -> S + Sync + Send,
    ask: impl Fn(&[u64], &mut S) -> u8 + Sync + Send,
    cancel: Cancel<'_>,
    report: impl Fn(usize) + Sync,
) -> Option<Vec<u8>> {
    let done = AtomicUsize::new(0);
    let numbers = (0..examples.len()).into_par_iter().with_min_len(CHUNK);
    let answers = numbers.map_init(scratch, |scratch, at| {
        report(done.fetch_add(1, Ordering::Relaxed) + 1);
        (!cancel.is_set()).then(|| ask(examples.words(at), scratch))
    });
    answers.collect()
}
