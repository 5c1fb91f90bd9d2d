//! Which moves to try first.
//!
//! The usual order (Chess Programming Wiki, "Move Ordering"): captures that lose nothing, the most valuable victim first;
//! quiet moves that were good in sister positions ("killers"); other quiet moves by how often they were good so far, on their
//! own and after the moves before them, those of pieces that something cheaper attacks before all others; captures that lose
//! something.

use shakmaty::{Bitboard, Chess, Color, Move, Position as _, Role, attacks};

use crate::chess::{evaluation, exchange};

/// The promise of captures that lose nothing begins here.
pub const GOOD_CAPTURE: i32 = 1 << 20;
/// That of killers.
const KILLER: i32 = 1 << 19;
/// Captures that lose something are below this.
pub const BAD_CAPTURE: i32 = -(1 << 19);
/// No count is above this.
const MOST: i32 = 1 << 14;
/// What it adds to the promise of a quiet move that its piece is attacked by something cheaper: without it, who has a queen
/// to save may find moves of the queen behind those that are left out as too late.
const ATTACKED: i32 = 1 << 15;

/// Pieces on squares, of both sides.
const PLACES: usize = 2 * 6 * 64;

/// A piece on the square where a move has put it.
pub type Place = u16;

/// Where a move of `side` puts its piece.
pub fn place(m: Move, side: Color) -> Place {
    (side as usize * 384 + (m.role() as usize - 1) * 64 + usize::from(m.to())) as Place
}

/// What has been good so far.
pub struct Order {
    killers: Vec<[Option<Move>; 2]>,
    /// By side and the squares of the move.
    quiet: Vec<i16>,
    /// By the place of an earlier move and that of this one.
    after: Vec<i16>,
}

impl Order {
    /// Nothing is known.
    pub fn new(plies: usize) -> Order {
        Order {
            killers: vec![[None; 2]; plies],
            quiet: vec![0; 2 * 64 * 64],
            after: vec![0; PLACES * PLACES],
        }
    }

    /// Positions below `ply` have no sisters yet.
    pub fn forget_killers(&mut self, ply: usize) {
        self.killers[ply] = [None; 2];
    }

    fn squares(m: Move, side: Color) -> usize {
        side as usize * 4096 + m.from().map_or(0, usize::from) * 64 + usize::from(m.to())
    }

    /// How good a quiet move has been, after those that led to the position.
    pub fn history(&self, m: Move, side: Color, before: [Option<Place>; 2]) -> i32 {
        let here = usize::from(place(m, side));
        let after = before.into_iter().flatten();
        let after: i32 = after
            .map(|place| i32::from(self.after[usize::from(place) * PLACES + here]))
            .sum();
        i32::from(self.quiet[Order::squares(m, side)]) + after
    }

    /// The legal moves with their promise.
    pub fn moves(
        &self,
        position: &Chess,
        ply: usize,
        before: [Option<Place>; 2],
    ) -> Vec<(i32, Move)> {
        let side = position.turn();
        let killers = self.killers[ply];
        let legal = position.legal_moves();
        let attacked = attacked_by_cheaper(position, side);
        let escapes = |m: Move| m.from().is_some_and(|from| attacked.contains(from));
        let promise = |m: Move| match m {
            m if is_loud(m) => {
                let taken = m.capture().map_or(0, exchange::value);
                let made = m.promotion().map_or(0, exchange::value);
                let victim = 8 * (taken + made) - exchange::value(m.role()) / 8;
                let under = m.promotion().is_some_and(|role| role != Role::Queen);
                match under || losing(position, m) {
                    true => BAD_CAPTURE + victim - (1 << 16),
                    false => GOOD_CAPTURE + victim,
                }
            }
            m if killers[0] == Some(m) => KILLER + 1,
            m if killers[1] == Some(m) => KILLER,
            m if escapes(m) => ATTACKED + self.history(m, side, before),
            m => self.history(m, side, before),
        };
        legal.iter().map(|&m| (promise(m), m)).collect()
    }

    /// A quiet move at `ply` was good enough, and those of `tried` were not.
    pub fn learn(
        &mut self,
        m: Move,
        tried: &[Move],
        side: Color,
        depth: i32,
        ply: usize,
        before: [Option<Place>; 2],
    ) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(m) {
            killers[1] = killers[0].replace(m);
        }
        let bonus = (depth * depth * 8 + 32).min(1600);
        self.count(m, side, before, bonus);
        for &other in tried {
            self.count(other, side, before, -bonus);
        }
    }

    fn count(&mut self, m: Move, side: Color, before: [Option<Place>; 2], bonus: i32) {
        let add = |count: &mut i16| {
            let old = i32::from(*count);
            *count = (old + bonus - old * bonus.abs() / MOST) as i16;
        };
        add(&mut self.quiet[Order::squares(m, side)]);
        let here = usize::from(place(m, side));
        for place in before.into_iter().flatten() {
            add(&mut self.after[usize::from(place) * PLACES + here]);
        }
    }
}

/// The pieces of a side that a cheaper piece attacks.
fn attacked_by_cheaper(position: &Chess, side: Color) -> Bitboard {
    let board = position.board();
    let (ours, theirs) = (board.by_color(side), board.by_color(!side));
    let occupied = board.occupied();
    let (queens, rooks) = (ours & board.queens(), ours & board.rooks());
    let pieces = ours & (board.knights() | board.bishops());
    let by_pawns = evaluation::pawn_attacks(theirs & board.pawns(), !side);
    let mut attacked = by_pawns & (pieces | rooks | queens);
    // What a piece on the square would attack attacks it.
    for square in (rooks | queens) & !attacked {
        let knights = attacks::knight_attacks(square) & board.knights();
        let bishops = attacks::bishop_attacks(square, occupied) & board.bishops();
        if ((knights | bishops) & theirs).any()
            || queens.contains(square)
                && (attacks::rook_attacks(square, occupied) & board.rooks() & theirs).any()
        {
            attacked.add(square);
        }
    }
    attacked
}

/// Whether a move takes something or promotes.
pub fn is_loud(m: Move) -> bool {
    m.is_capture() || m.is_promotion()
}

/// Whether a move loses material on its square.
pub fn losing(position: &Chess, m: Move) -> bool {
    let taken = m.capture().map_or(0, exchange::value);
    taken < exchange::value(m.role()) && exchange::gain(position, m) < 0
}

/// The promise of a capture or a new queen in quiescence.
pub fn promise(m: Move) -> i32 {
    let taken = m.capture().map_or(0, exchange::value);
    match m.promotion() {
        Some(made) => taken + exchange::value(made),
        None => taken * 8 - exchange::value(m.role()) / 100,
    }
}

/// Moves the most promising of the moves from `i` on to `i`, the first of equals.
pub fn pick(moves: &mut [(i32, Move)], i: usize) -> Move {
    // Promise and place in one number, so that the maximum is found without branches.
    const LAST: i64 = u32::MAX as i64;
    let ranks = moves.iter().enumerate().skip(i);
    let ranks =
        ranks.map(|(place, &(promise, _))| i64::from(promise) << 32 | (LAST - place as i64));
    if let Some(best) = ranks.max() {
        moves.swap(i, (LAST - (best & LAST)) as usize);
    }
    moves[i].1
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use shakmaty::Square;

    use super::*;

    /// By definition: a piece of theirs that is worth less goes to the square, whatever stands there. King and pawn are
    /// attacked by nothing cheaper, and knight and bishop count alike.
    fn by_definition(position: &Chess, side: Color) -> Bitboard {
        let board = position.board();
        let rank = |role: Role| match role {
            Role::Pawn => 1,
            Role::Knight | Role::Bishop => 3,
            Role::Rook => 5,
            Role::Queen => 9,
            Role::King => 100,
        };
        let is_attacked = |square: &shakmaty::Square| {
            let role = board.role_at(*square).expect("a piece stands there");
            let attackers = board.attacks_to(*square, !side, board.occupied());
            role != Role::King
                && attackers
                    .into_iter()
                    .any(|from| rank(board.role_at(from).expect("an attacker")) < rank(role))
        };
        board
            .by_color(side)
            .into_iter()
            .filter(is_attacked)
            .collect()
    }

    proptest! {
        #[test]
        fn what_something_cheaper_attacks_is_known(choices in prop::collection::vec(any::<usize>(), 1..120)) {
            let mut position = Chess::default();
            for choice in choices {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play_unchecked(moves[choice % moves.len()]);
                for side in Color::ALL {
                    prop_assert_eq!(attacked_by_cheaper(&position, side), by_definition(&position, side));
                }
            }
        }

        #[test]
        fn the_most_promising_comes_first_and_none_is_lost(promises in prop::collection::vec(prop_oneof![-3..3, -ANY..ANY], 1..60)) {
            let moves = promises.iter().zip(Square::ALL).map(|(&promise, to)| {
                let m = Move::Put { role: Role::Pawn, to };
                (promise, m)
            });
            let (before, mut moves): (Vec<_>, Vec<_>) = moves.map(|pair| (pair, pair)).unzip();
            let first = before.iter().rev().max_by_key(|(promise, _)| promise).map(|&(_, m)| m);
            let picked: Vec<Move> = (0..moves.len()).map(|i| pick(&mut moves, i)).collect();
            prop_assert_eq!(Some(picked[0]), first);
            prop_assert!(moves.is_sorted_by_key(|(promise, _)| -promise));
            moves.sort_by_key(|(_, m)| m.to());
            prop_assert_eq!(moves, before);
        }
    }

    /// More than any promise is.
    const ANY: i32 = 1 << 25;
}
