//! A policy guided by a piece head: what the paper proposes first (section V.A, 1).
//!
//! The probability of a move is that of the policy, times a power of the probability that the piece head gives to the
//! piece that makes it: `log p(move) + exponent * log q(piece)`. With exponent 0 the policy is alone. The exponent is
//! fitted on other puzzles than those that it is judged by; the power, and that it is fitted, are ours: the paper only
//! says "added or multiplied ... in an appropriate manner".

pub(crate) mod report;

use shakmaty::{Move, Square};

/// The exponents that [`fit`] tries.
const STEPS: u32 = 40;
const STEP: f64 = 0.1;

/// A puzzle about which both networks were asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Asked {
    /// Of each legal move the logarithms of what the policy gives to it, and the piece head to its piece.
    moves: Vec<[f64; 2]>,
    /// Which of them is the first of the solution.
    right: usize,
}

impl Asked {
    /// Puts together what a policy says of the legal moves, and a piece head of the pieces. `None` if the solution is
    /// none of these moves.
    pub fn of(policy: &[(Move, f32)], pieces: &[(Square, f32)], solution: Move) -> Option<Asked> {
        let right = policy.iter().position(|&(m, _)| m == solution)?;
        // A probability may be too small for its number.
        let log = |probability: f32| f64::from(probability.max(f32::MIN_POSITIVE)).ln();
        let piece = |m: Move| {
            let found = pieces.iter().find(|(square, _)| Some(*square) == m.from());
            found.map_or(0.0, |&(_, probability)| probability)
        };
        let moves = policy
            .iter()
            .map(|&(m, probability)| [log(probability), log(piece(m))])
            .collect();
        Some(Asked { moves, right })
    }

    /// Whether the move of the solution is likelier than any other.
    pub fn solved(&self, exponent: f64) -> bool {
        let score = |[policy, piece]: [f64; 2]| policy + exponent * piece;
        let right = score(self.moves[self.right]);
        let mut others = self.moves.iter().enumerate();
        others.all(|(at, &logs)| at == self.right || score(logs) < right)
    }
}

/// The exponent with which most puzzles are solved, from 0 to 4 in tenths; of equals the smallest.
pub fn fit(puzzles: &[Asked]) -> f64 {
    let solved = |exponent: f64| {
        puzzles
            .iter()
            .filter(|asked| asked.solved(exponent))
            .count()
    };
    let exponents = (0..=STEPS).map(|step| f64::from(step) * STEP);
    let counted = exponents.map(|exponent| (exponent, solved(exponent)));
    let best = counted.reduce(|best, next| if next.1 > best.1 { next } else { best });
    best.map_or(0.0, |(exponent, _)| exponent)
}

#[cfg(test)]
mod tests {
    use shakmaty::{Chess, Position as _};

    use super::*;

    /// A puzzle of the first position in which a policy prefers e4 to Nf3 and the piece head the knight to the pawn.
    fn asked(policy: f32, knight: f32, solution: Square) -> Asked {
        let moves = Chess::default().legal_moves();
        let find = |from: Square, to: Square| {
            let found = moves
                .iter()
                .find(|m| m.from() == Some(from) && m.to() == to);
            *found.unwrap()
        };
        let pawn = find(Square::E2, Square::E4);
        let horse = find(Square::G1, Square::F3);
        let solution = if solution == Square::G1 { horse } else { pawn };
        let policy = [(pawn, policy), (horse, 1.0 - policy)];
        let pieces = [(Square::G1, knight), (Square::E2, 1.0 - knight)];
        Asked::of(&policy, &pieces, solution).unwrap()
    }

    #[test]
    fn the_piece_head_decides_by_its_exponent() {
        // 0.8 * 0.1^x against 0.2 * 0.9^x: equal at x = ln 4 / ln 9.
        let puzzle = asked(0.8, 0.9, Square::G1);
        assert!(!puzzle.solved(0.0) && !puzzle.solved(0.63) && puzzle.solved(0.64));
        assert!((fit(std::slice::from_ref(&puzzle)) - 0.7).abs() < 1e-9);
        // It does not help where it is wrong.
        let other = asked(0.8, 0.9, Square::E2);
        assert!(other.solved(0.0) && !other.solved(1.0));
        assert_eq!(fit(&[other.clone(), other, puzzle]), 0.0);
        assert_eq!(fit(&[]), 0.0);
    }

    #[test]
    fn equal_moves_solve_nothing() {
        assert!(!asked(0.5, 0.5, Square::E2).solved(1.0));
    }

    #[test]
    fn a_solution_that_is_no_legal_move() {
        let first = Chess::default().legal_moves()[0];
        assert_eq!(Asked::of(&[], &[], first), None);
    }
}
