//! The moves that quiescence looks at, made without the others: captures that may matter, and new queens.

use shakmaty::{Bitboard, Chess, Move, Position as _, Role, Square, attacks};

use crate::chess::exchange;

/// Names the legal captures of pieces worth more than `least` centipawns that do not promote, and the promotions to a
/// queen. The side to move is not in check.
pub fn captures(position: &Chess, least: i32, mut name: impl FnMut(Move)) {
    let (board, us) = (position.board(), position.turn());
    let (own, enemies, occupied) = (board.by_color(us), board.by_color(!us), board.occupied());
    let Some(king) = board.king_of(us) else {
        return;
    };
    let worth_taking = |role: &&Role| exchange::value(**role) > least;
    let targets: Bitboard = Role::ALL[..5]
        .iter()
        .filter(worth_taking)
        .fold(Bitboard::EMPTY, |all, &role| all | board.by_role(role))
        & enemies;
    // Most positions in quiescence have nothing to take, and need not know what is pinned.
    let mut pinned = None;
    let mut name_legal = |role, from, to, promotion| {
        let pinned: Bitboard = *pinned.get_or_insert_with(|| screens(position, king));
        if !pinned.contains(from) || attacks::aligned(king, from, to) {
            name(Move::Normal {
                role,
                from,
                capture: board.role_at(to),
                to,
                promotion,
            });
        }
    };
    let last = Bitboard::from(us.fold_wb(shakmaty::Rank::Eighth, shakmaty::Rank::First));
    for from in board.pawns() & own {
        let aims = attacks::pawn_attacks(us, from);
        if (aims & last).is_empty() {
            for to in aims & targets {
                name_legal(Role::Pawn, from, to, None);
            }
        } else {
            let ahead = from
                .offset(us.fold_wb(8, -8))
                .map_or(Bitboard::EMPTY, Bitboard::from);
            for to in (aims & enemies & !board.kings()) | (ahead & !occupied) {
                name_legal(Role::Pawn, from, to, Some(Role::Queen));
            }
        }
    }
    if targets.any() {
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            for from in board.by_role(role) & own {
                for to in attacks::attacks(from, role.of(us), occupied) & targets {
                    name_legal(role, from, to, None);
                }
            }
        }
        for to in attacks::king_attacks(king) & targets {
            // No slider's line to `to` leads through the king, who is not in check.
            if board.attacks_to(to, !us, occupied).is_empty() {
                name(Move::Normal {
                    role: Role::King,
                    from: king,
                    capture: board.role_at(to),
                    to,
                    promotion: None,
                });
            }
        }
    }
    if exchange::value(Role::Pawn) > least && position.pseudo_legal_ep_square().is_some() {
        position.en_passant_moves().into_iter().for_each(name);
    }
}

/// The pieces that alone stand between the king of the side to move and an enemy slider.
fn screens(position: &Chess, king: Square) -> Bitboard {
    let board = position.board();
    let snipers = (attacks::rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens())
        | (attacks::bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens());
    (snipers & board.by_color(!position.turn()))
        .into_iter()
        .filter_map(|sniper| (attacks::between(king, sniper) & board.occupied()).single_square())
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// What is expected, from all legal moves.
    fn filtered(position: &Chess, least: i32) -> Vec<Move> {
        let wanted = |m: &Move| match (m.promotion(), m.capture()) {
            (Some(made), _) => made == Role::Queen,
            (None, Some(taken)) => exchange::value(taken) > least,
            (None, None) => false,
        };
        position.legal_moves().into_iter().filter(wanted).collect()
    }

    fn made(position: &Chess, least: i32) -> Vec<Move> {
        let mut moves = Vec::new();
        captures(position, least, |m| moves.push(m));
        moves
    }

    fn sorted(mut moves: Vec<Move>) -> Vec<String> {
        moves.sort_by_key(|m| format!("{m:?}"));
        moves.iter().map(|m| format!("{m:?}")).collect()
    }

    proptest! {
        #[test]
        fn captures_are_the_legal_ones(
            choices in prop::collection::vec(any::<usize>(), 10..300),
            least in prop_oneof![Just(-1), 0..1000],
        ) {
            let mut position = Chess::default();
            for choice in choices {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                if !position.is_check() {
                    prop_assert_eq!(
                        sorted(made(&position, least)),
                        sorted(filtered(&position, least)),
                        "{:?}",
                        position
                    );
                }
                // Captures and pawns' moves first, so that pawns come through and en passant happens.
                let lively: Vec<Move> = moves.iter().copied().filter(|m| m.is_zeroing()).collect();
                let of = if choice % 3 == 0 || lively.is_empty() { &moves[..] } else { &lively };
                position.play_unchecked(of[choice / 3 % of.len()]);
            }
        }
    }
}
