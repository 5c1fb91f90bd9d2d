//! Which moves to try first.
//!
//! The usual order (Chess Programming Wiki, "Move Ordering"): captures that lose nothing, the most valuable victim first;
//! quiet moves that were good in sister positions ("killers"); other quiet moves by how often they were good so far, on their
//! own and after the moves before them; captures that lose something.

use shakmaty::{Chess, Color, Move, Position as _, Role};

use super::super::alphabeta::losing;
use crate::chess::exchange;

/// The promise of captures that lose nothing begins here.
pub const GOOD_CAPTURE: i32 = 1 << 20;
/// That of killers.
const KILLER: i32 = 1 << 19;
/// Captures that lose something are below this.
pub const BAD_CAPTURE: i32 = -(1 << 19);
/// No count is above this.
const MOST: i32 = 1 << 14;

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
            m => self.history(m, side, before),
        };
        legal.into_iter().map(|m| (promise(m), m)).collect()
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

/// Whether a move takes something or promotes.
pub fn is_loud(m: Move) -> bool {
    m.is_capture() || m.is_promotion()
}
