//! Positions of games with their moves, and sets of these moves.

use shakmaty::{Chess, Move, Position as _, Role};

use super::Case;
use crate::{chess::moves::move_term, tactics::block};

/// A position of a game, the moves that differ in their squares, and which of them was played.
#[derive(Debug, Clone)]
pub struct Sample {
    /// The position.
    pub position: Chess,
    /// The legal moves in the order of their notation; of promotions only the one to a queen.
    pub moves: Vec<Move>,
    /// What is measured against.
    pub case: Case,
}

impl Sample {
    /// A position and the legal move that was played there; `None` if it is not legal.
    pub fn new(position: Chess, played: Move) -> Option<Sample> {
        let squares = |m: Move| (move_term(m).from, move_term(m).to);
        let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
        moves.retain(|m| m.promotion().is_none_or(|role| role == Role::Queen));
        // Castling in Chess960 may look like a king's move, which is the one that is meant.
        moves.sort_by_key(|&m| (squares(m), m.is_castle()));
        moves.dedup_by_key(|m| squares(*m));
        let found = moves.iter().position(|&m| squares(m) == squares(played))?;
        let case = Case {
            moves: moves.len(),
            played: found,
            judged: None,
        };
        Some(Sample {
            position,
            moves,
            case,
        })
    }
}

/// The words of a set of moves: no position has more than 218.
const WORDS: usize = 4;

/// A set of the moves of a sample, numbered as there.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Suggested([u64; WORDS]);

impl Suggested {
    /// The moves of each part of a sample, of [`block::MOST`] moves but for the last one.
    #[inline]
    pub(super) fn of_parts(parts: impl IntoIterator<Item = u64>) -> Suggested {
        const { assert!(block::MOST == u64::BITS as usize) };
        let mut words = [0; WORDS];
        words
            .iter_mut()
            .zip(parts)
            .for_each(|(word, part)| *word = part);
        Suggested(words)
    }

    /// How many they are.
    #[inline]
    pub fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; WORDS]
    }

    /// Whether a move is one of them.
    #[inline]
    pub fn contains(&self, m: usize) -> bool {
        self.0
            .get(m / 64)
            .is_some_and(|word| word >> (m % 64) & 1 == 1)
    }

    /// Puts a move in.
    ///
    /// # Panics
    ///
    /// From number 256 on.
    #[inline]
    pub fn insert(&mut self, m: usize) {
        self.0[m / 64] |= 1 << (m % 64);
    }

    /// The moves, in order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = usize> + use<> {
        let mut words = self.0;
        let mut index = 0;
        std::iter::from_fn(move || {
            while words[index] == 0 {
                index += 1;
                if index == WORDS {
                    // Asked again, it says the same.
                    index -= 1;
                    return None;
                }
            }
            let m = index * 64 + words[index].trailing_zeros() as usize;
            words[index] &= words[index] - 1;
            Some(m)
        })
    }
}

impl FromIterator<usize> for Suggested {
    /// # Panics
    ///
    /// From number 256 on.
    fn from_iter<I: IntoIterator<Item = usize>>(moves: I) -> Suggested {
        let mut suggested = Suggested::default();
        moves.into_iter().for_each(|m| suggested.insert(m));
        suggested
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;

    fn sample(fen: &str, played: &str) -> Sample {
        let position = Position::parse(fen).unwrap();
        let uci: shakmaty::uci::UciMove = played.parse().unwrap();
        let played = uci.to_move(&*position).unwrap();
        Sample::new(Chess::clone(&position), played).unwrap()
    }

    #[test]
    fn promotions_are_one_move_and_castling_ends_on_the_king_s_square() {
        let promoted = sample("8/P5k1/8/8/8/8/8/4K2R w K - 0 1", "a7a8n");
        let texts: Vec<String> = promoted.moves.iter().map(|m| m.to_string()).collect();
        let queens = texts.iter().filter(|text| text.contains('=')).count();
        assert_eq!((queens, promoted.case.moves), (1, texts.len()));
        assert_eq!(texts[promoted.case.played], "a7-a8=Q");
        let castled = sample("8/P5k1/8/8/8/8/8/4K2R w K - 0 1", "e1g1");
        assert!(castled.moves[castled.case.played].is_castle());
    }

    #[test]
    fn suggested_moves_are_a_set() {
        let moves = [0, 5, 63, 64, 127, 217];
        let set: Suggested = moves.into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), moves);
        assert_eq!((set.count(), set.is_empty()), (6, false));
        assert!(set.contains(217) && !set.contains(216) && !set.contains(300));
        assert_eq!(
            Suggested::of_parts([1 << 5, 1]),
            [5, 64].into_iter().collect()
        );
    }
}
