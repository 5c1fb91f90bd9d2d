//! What lines win, in centipawns of material.

use shakmaty::{Chess, Color, Move, Position as _};

use super::balance;

/// Centipawns that count as winning something: a pawn, all but what better squares may cost.
pub const WORTH: i32 = 80;

/// What a line wins for `us`, in centipawns of material.
pub fn gain(position: &Chess, line: &[Move], us: Color) -> i32 {
    let mut end = position.clone();
    for &m in line {
        end.play_unchecked(m);
    }
    balance(&end, us) - balance(position, us)
}

/// What `us` has won after each move of a line, in centipawns of material.
fn gains(position: &Chess, line: &[Move], us: Color) -> Vec<i32> {
    let before = balance(position, us);
    let mut board = position.clone();
    let after = |&m: &Move| {
        board.play_unchecked(m);
        balance(&board, us) - before
    };
    line.iter().map(after).collect()
}

/// Ends a line with the move of ours that has, for good, what it is worth, or with what is taken back then: what follows fills
/// the depth of the search, and the further it goes the worse it is played. What is won later counts if it is more than a
/// third, or a pawn; what is lost later, if it is twice that.
pub fn trim(position: &Chess, line: &mut Vec<Move>, worth: i32) {
    let takes = |m: &Move| m.is_capture() || m.is_promotion();
    line.truncate(line.iter().rposition(takes).map_or(1, |last| last + 1));
    let mut gains = gains(position, line, position.turn());
    let is_over = |gains: &[i32], end: usize| {
        let next = gains.get(end + 1).copied().unwrap_or(gains[end]);
        let is_ours = end.is_multiple_of(2);
        match is_ours {
            true => next == gains[end],
            // They have just taken something.
            false => gains[end] < gains[end - 1] && next == gains[end],
        }
    };
    // What is lost again although more is worth it, is lost by bad play.
    let held = (0..gains.len()).filter(|&end| gains[end] <= worth && is_over(&gains, end));
    if let Some(end) = held.rev().max_by_key(|&end| gains[end])
        && gains.last().is_some_and(|last| *last < gains[end])
    {
        line.truncate(end + 1);
        gains.truncate(end + 1);
    }
    let Some(&won) = gains.last().filter(|won| **won >= WORTH) else {
        return;
    };
    let most = won.min(worth.max(WORTH));
    let less = (most / 3).min(100);
    let is_kept = |&end: &usize| {
        // Between a capture of theirs and ours anything may be gone.
        let after = (end..gains.len()).filter(|ply| ply % 2 == 0);
        let least = after.map(|ply| gains[ply]).fold(won, i32::min);
        let now = gains[end];
        now >= most - less && least >= most - less && now - least <= 2 * less
    };
    let mut kept = (0..gains.len()).filter(is_kept);
    if let Some(end) = kept.find(|&end| is_over(&gains, end)) {
        line.truncate(end + 1);
    }
}
