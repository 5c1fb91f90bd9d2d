//! What every move of a position is worth, one ply deep.
//!
//! It is the search that lc0 calls `valuehead`: each move is made, and the value head asked of the position after it. A
//! mate is a win and a dead position a draw, whatever the network says. This is how Krishnan and Martens have Maia
//! judge moves, "Towards the Automatic Discovery of Chess Tactics" (2022), section "Metrics", equations 4 and 5.

use shakmaty::{Chess, Move, Position as _};

use super::{Maia, Scratch};

/// What a move is worth to the side that makes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoveValue {
    /// It mates.
    Mate,
    /// So many hundredths of a pawn; 0 if the game ends in a draw.
    Centipawns(i32),
}

/// Judges moves of the last of some positions; the others are those that led to it, the oldest first.
pub fn judge(
    maia: &Maia,
    positions: &[Chess],
    moves: &[Move],
    scratch: &mut Scratch,
) -> Vec<MoveValue> {
    let Some(position) = positions.last() else {
        return Vec::new();
    };
    // The network looks at the latest ones only, but a repetition may be of an earlier one.
    let mut line = positions.to_vec();
    let mut values = Vec::with_capacity(moves.len());
    for &m in moves {
        let mut after = position.clone();
        after.play_unchecked(m);
        values.push(if after.is_checkmate() {
            MoveValue::Mate
        } else if after.is_stalemate() || after.is_insufficient_material() {
            MoveValue::Centipawns(0)
        } else {
            line.push(after);
            let value = maia.value(&line, scratch);
            line.pop();
            MoveValue::Centipawns(-value.centipawns())
        });
    }
    values
}
