//! The defender who knows what a strategy does not win.

use crate::endgame::{
    Arena,
    arena::{NO_POSITION, Status},
    proof::{Proof, Verdict},
};

/// The replies that keep to positions that are not won, where there are such, and otherwise those
/// that last longest; by number, [`NO_POSITION`] where there is no reply.
pub fn replies(arena: &Arena, proof: &Proof) -> Vec<u32> {
    let lasts = |next: &&u32| match proof.verdict(**next) {
        Verdict::Won(moves) => moves,
        Verdict::NotWon => u16::MAX,
    };
    (0..arena.size() as u32)
        .map(|at| match arena.status(at) {
            Status::Open => {
                let first_longest = arena.replies(at).iter().rev().max_by_key(lasts);
                first_longest.copied().unwrap_or(NO_POSITION)
            }
            _ => NO_POSITION,
        })
        .collect()
}
