//! What the positions of a search are worth: most of them have pawns and kings as others before them.

use shakmaty::{Bitboard, Chess, Position as _, Square};

use super::{MOST_WORTH, Shares, Term, count::Sides, value, weight::Weight};

/// Values positions by [`Shares`], and remembers what pawns and kings count.
#[derive(Debug)]
pub struct Evaluator {
    shares: Shares,
    /// By what the hash of pawns and kings leaves.
    known: Vec<Structure>,
}

/// What pawns and kings count.
#[derive(Debug, Clone, Copy)]
struct Structure {
    skeleton: [(Bitboard, Square); 2],
    sum: Weight,
    passed: Bitboard,
}

/// Two kings on one square, which no position has.
const NOTHING: Structure = Structure {
    skeleton: [(Bitboard::EMPTY, Square::A1); 2],
    sum: Weight::ZERO,
    passed: Bitboard::EMPTY,
};

impl Evaluator {
    /// One that remembers so many structures, one at least.
    pub fn new(shares: Shares, structures: usize) -> Evaluator {
        Evaluator {
            shares,
            known: vec![NOTHING; structures.max(1)],
        }
    }

    /// The value for the side to move, in centipawns.
    pub fn to_move(&mut self, position: &Chess) -> i32 {
        let sum = match self.shares {
            usual if usual.are_usual() => self.sum(position, |_, number| number),
            Shares(percents) => {
                let share = |term: Term, number| number * percents[term as usize];
                self.sum(position, share) / 100
            }
        };
        let value = value(position, sum);
        position.turn().fold_wb(1, -1) * value.clamp(-MOST_WORTH, MOST_WORTH)
    }

    /// What counts, as often as `share` says.
    #[inline(always)]
    fn sum(&mut self, position: &Chess, share: impl Fn(Term, i32) -> i32) -> Weight {
        let sides = Sides::of(position);
        let skeleton = sides.skeleton();
        let place = place(&skeleton, self.known.len());
        let known = &mut self.known[place];
        if known.skeleton != skeleton {
            let mut sum = Weight::ZERO;
            let passed = sides.structure(&mut |term, weight, number| {
                sum += weight * share(term, number);
            });
            *known = Structure {
                skeleton,
                sum,
                passed,
            };
        }
        let mut sum = known.sum;
        sides.others(known.passed, &mut |term, weight, number| {
            sum += weight * share(term, number);
        });
        sum
    }
}

/// A number below `room`, by multiplication with odd numbers that have no pattern.
fn place(&[(white, king), (black, other_king)]: &[(Bitboard, Square); 2], room: usize) -> usize {
    let kings = u64::from(king) << 6 | u64::from(other_king);
    let mixed = (white.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ black.0)
        .wrapping_mul(0xbf58_476d_1ce4_e5b9)
        ^ kings.wrapping_mul(0x94d0_49bb_1331_11eb);
    let mixed = (mixed ^ mixed >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((u128::from(mixed) * room as u128) >> 64) as usize
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::chess::evaluation;

    proptest! {
        #[test]
        fn what_is_remembered_is_what_is_counted(choices in prop::collection::vec(any::<usize>(), 1..150)) {
            let mut position = Chess::default();
            let mut usual = Evaluator::new(Shares::default(), 4);
            let mut kings = Shares::default();
            kings.set(Term::Kings, 250);
            let mut others = Evaluator::new(kings, 4);
            for choice in choices {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play_unchecked(moves[choice % moves.len()]);
                let side = position.turn().fold_wb(1, -1);
                prop_assert_eq!(usual.to_move(&position), side * evaluation::of(&position));
                let (whole, more) = (
                    evaluation::of(&position),
                    3 * evaluation::terms(&position)[Term::Kings as usize] / 2,
                );
                let found = others.to_move(&position);
                // Of the lead of the other side another part may count.
                let same = whole.signum() == (whole + more).signum();
                prop_assert!(!same || (found - side * (whole + more)).abs() <= 3);
            }
        }
    }
}
