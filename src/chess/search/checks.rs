//! Which moves give check, without playing them.

use shakmaty::{Bitboard, Chess, Move, Position as _, Role, Square, attacks};

/// What a position tells about checks to the enemy king, worked out once for all moves.
#[derive(Debug)]
pub struct Checks {
    king: Square,
    /// From where a piece of each role attacks the king, pawn to king.
    direct: [Bitboard; 6],
    /// Own pieces that alone stand between an own slider and the king.
    screens: Bitboard,
}

impl Checks {
    /// The checks that the side to move can give.
    pub fn of(position: &Chess) -> Checks {
        let board = position.board();
        let us = position.turn();
        // A legal position has both kings; without one nothing can be checked.
        let king = board.king_of(us.other()).unwrap_or(Square::A1);
        let occupied = board.occupied();
        let (diagonal, straight) = (
            attacks::bishop_attacks(king, occupied),
            attacks::rook_attacks(king, occupied),
        );
        let snipers = (attacks::rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens())
            | (attacks::bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens());
        let mut screens = Bitboard::EMPTY;
        for sniper in snipers & board.by_color(us) {
            let between = attacks::between(king, sniper) & occupied;
            if between.count() == 1 {
                screens |= between & board.by_color(us);
            }
        }
        Checks {
            king,
            direct: [
                attacks::pawn_attacks(us.other(), king),
                attacks::knight_attacks(king),
                diagonal,
                straight,
                diagonal | straight,
                Bitboard::EMPTY,
            ],
            screens,
        }
    }

    /// Whether the move gives check; `position` is the one that [`Checks::of`] was asked of.
    #[inline]
    pub fn gives(&self, position: &Chess, m: Move) -> bool {
        match m {
            Move::Normal {
                role,
                from,
                to,
                promotion: None,
                ..
            } => {
                self.direct[role as usize - 1].contains(to)
                    || (self.screens.contains(from) && !attacks::aligned(self.king, from, to))
            }
            // A promoted piece looks through the square it left, and the rest is rare.
            _ => self.gives_when_played(position, m),
        }
    }

    #[inline(never)]
    fn gives_when_played(&self, position: &Chess, m: Move) -> bool {
        let mut after = position.clone();
        after.play_unchecked(m);
        after.is_check()
    }
}

/// Whether any piece but pawns and the king is left to the side to move.
pub fn has_pieces(position: &Chess) -> bool {
    let board = position.board();
    let own = board.by_color(position.turn());
    (own & !(board.pawns() | board.by_role(Role::King))).any()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn checks_are_seen_as_played(choices in prop::collection::vec(any::<usize>(), 10..150)) {
            let mut position = Chess::default();
            for choice in choices {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let checks = Checks::of(&position);
                for &m in &moves {
                    let mut after = position.clone();
                    after.play_unchecked(m);
                    prop_assert_eq!(
                        checks.gives(&position, m),
                        after.is_check(),
                        "{:?} {}",
                        position,
                        m
                    );
                }
                position.play_unchecked(moves[choice % moves.len()]);
            }
        }
    }
}
