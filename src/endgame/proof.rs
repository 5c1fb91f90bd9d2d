//! What a strategy wins against every defence.
//!
//! A position is won if the strategy's move there mates, or leaves the defender only replies to won
//! positions. Since the strategy has one move, a position is not won just when some replies lead to
//! a failure or round in a circle; so one walk in depth decides all positions, in time linear in
//! the number of moves.

use super::{
    arena::{NO_POSITION, Status},
    space::PositionSpace,
};
use crate::cancel::Cancel;

/// What is known of a position of the attacker's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Won after so many moves against the longest defence.
    Won(u16),
    /// Not won.
    NotWon,
}

const UNKNOWN: u16 = 0;
/// On the way from where the walk began.
const OPEN: u16 = u16::MAX;
const NOT_WON: u16 = u16::MAX - 1;
/// Steps between two looks at whether to go on.
const PERIOD: u32 = 4096;

/// The proof of a strategy; it can be used again for another one.
#[derive(Debug, Clone, Default)]
pub struct Proof {
    /// Moves to mate, by number.
    moves: Vec<u16>,
    /// The walk: a position of the attacker's, the one after its move, and how many replies to that
    /// have been followed.
    path: Vec<(u32, u32, u32)>,
}

impl Proof {
    /// Decides all positions for the strategy that leads from a position to the one of the
    /// defender's that this function names, or to [`NO_POSITION`].
    pub fn decide(&mut self, space: &impl PositionSpace, strategy: impl Fn(u32) -> u32) {
        self.decide_while(space, strategy, &Cancel::NEVER);
    }

    /// The same; false if it was cancelled, and then nothing is decided.
    pub fn decide_while(
        &mut self,
        space: &impl PositionSpace,
        strategy: impl Fn(u32) -> u32,
        cancel: &Cancel<'_>,
    ) -> bool {
        self.moves.clear();
        self.moves.resize(space.size(), UNKNOWN);
        self.path.clear();
        let mut steps = 0;
        for &start in space.starts() {
            if self.moves[start as usize] == UNKNOWN
                && !self.walk(space, &strategy, start, &mut steps, cancel)
            {
                return false;
            }
        }
        true
    }

    /// False if it was cancelled.
    fn walk(
        &mut self,
        space: &impl PositionSpace,
        strategy: &impl Fn(u32) -> u32,
        start: u32,
        steps: &mut u32,
        cancel: &Cancel<'_>,
    ) -> bool {
        self.enter(space, strategy, start);
        while let Some((at, after, followed)) = self.path.last_mut() {
            *steps += 1;
            if steps.is_multiple_of(PERIOD) && cancel.is_set() {
                return false;
            }
            let replies = space.replies(*after);
            let replies = replies.as_ref();
            let mut longest = 0;
            let mut lost = false;
            let mut deeper = None;
            // Those that have been followed are known by now.
            while let Some(&next) = replies.get(*followed as usize) {
                match self.moves[next as usize] {
                    UNKNOWN => {
                        deeper = Some(next);
                        break;
                    }
                    OPEN | NOT_WON => {
                        lost = true;
                        break;
                    }
                    _ => *followed += 1,
                }
            }
            if let Some(next) = deeper {
                self.enter(space, strategy, next);
                continue;
            }
            let at = *at;
            if !lost {
                for &next in replies {
                    longest = longest.max(self.moves[next as usize]);
                }
            }
            self.moves[at as usize] = if lost { NOT_WON } else { longest + 1 };
            self.path.pop();
        }
        true
    }

    /// Goes on to a position, unless its move decides it.
    fn enter(&mut self, space: &impl PositionSpace, strategy: &impl Fn(u32) -> u32, at: u32) {
        let after = strategy(at);
        let status = match after {
            NO_POSITION => Status::Loses,
            after => space.status(after),
        };
        self.moves[at as usize] = match status {
            Status::Mate => 1,
            Status::Stalemate | Status::Loses => NOT_WON,
            Status::Open => {
                self.path.push((at, after, 0));
                OPEN
            }
        };
    }

    /// What was decided about a position of the attacker's.
    pub fn verdict(&self, number: u32) -> Verdict {
        match self.moves[number as usize] {
            NOT_WON => Verdict::NotWon,
            moves => Verdict::Won(moves),
        }
    }
}

#[cfg(test)]
mod tests;
