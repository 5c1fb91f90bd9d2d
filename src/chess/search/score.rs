//! Scores: centipawns for the side to move, or a mate.

/// The score of being mated now; a mate in n plies is n better.
pub const MATE: i32 = 30_000;
/// Above every score.
pub const INFINITE: i32 = 32_000;
/// The score of a draw.
pub const DRAW: i32 = 0;

/// Whether a score is that of a mate, for either side.
pub fn is_mate(score: i32) -> bool {
    score.abs() > MATE - 100
}

/// What to add to a score at `ply`, counted from the root, to count mates from the position itself.
pub fn mate_offset(score: i32, ply: usize) -> i32 {
    match is_mate(score) {
        true => score.signum() * ply as i32,
        false => 0,
    }
}

/// In how many moves of the winner a score mates, if it is that of a mate.
pub fn mate_in(score: i32) -> Option<u8> {
    is_mate(score).then(|| ((MATE - score.abs() + 1) / 2) as u8)
}
