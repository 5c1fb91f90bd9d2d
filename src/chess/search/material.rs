//! The moves that win material, and the lines that prove it.

use std::mem;

use shakmaty::{Chess, Color, Move, Position as _};

use super::{
    End, Likely, Limits, Win,
    alphabeta::{INFINITE, MAX_PLY, Search, is_mate, mate_in},
    balance,
    evaluate::evaluate,
    is_drawn,
    judge::Judge,
    likelihood,
};
use crate::chess::exchange;

/// Centipawns that count as winning something: a pawn, all but what better squares may cost.
pub const WORTH: i32 = 80;
/// Who wins so much less than with the best move has not won it: where much hangs, most moves win some of it back.
/// Of 1,000 puzzles it leaves out 65 of 161 claims for moves that are not the solution, among them 21 of 46 that an engine
/// refutes, and 3 of 877 solutions.
const LESS: i32 = 100;
/// Who is worth less than this, against the material before, after a move has won nothing by it, as far as all is counted.
const LEAST_WORTH: i32 = -20;
/// Another move than the best wins only if it is worth what it gains, and worth about as much as the best.
///
/// Of 1,000 puzzles 54 claims for moves that are not the solution are left, of which an engine (Stockfish 15.1, depth 12)
/// finds none too high by more than two pawns.
const ABOUT: i32 = 50;
/// Of two wins one is better only if it is worth so much and this part of what the side is ahead more (opinion).
const FAR_AHEAD: i32 = 8;
/// What would be played is looked at alone for this part of a fruitless search at most.
const ALONE: u64 = 2;
/// If it wins, the other moves are tried until the search has taken so many times as long, or this part of what settles a
/// move, but no longer than that; in an ending, where lines are long, for as long as that.
///
/// Of 1,000 puzzles that saves two fifths of the positions of the search for material, and loses 8.
const AGREED: u64 = 4;
const LEAST_AGREED: u64 = 8;
/// A draw is worth telling to a side that is so far behind.
const BEHIND: i32 = -200;
/// With so many pieces at most lines are long and moves are few: the limit is four times as high, and
/// pawns extend the search from their fifth rank on, else from their seventh.
const ENDING: usize = 14;
/// Lines after other replies: how many at most, and how much more than the best a reply may cost.
const VARIATIONS: usize = 6;
const NEARLY: i32 = 250;
/// They are searched this deep, and together cost as much as a settled move.
const VARIATION_DEPTH: i32 = 3;

/// A move at the root, with the score and the line of the latest search if it wins.
struct Root {
    first: Move,
    found: Option<(i32, Vec<Move>)>,
}

pub fn is_ending(position: &Chess) -> bool {
    position.board().occupied().count() <= ENDING
}

fn search_from<'a>(position: &Chess, limits: Limits, likely: Option<Likely<'a>>) -> Search<'a> {
    match is_ending(position) {
        true => Search::new(position, limits.nodes * 4, 4, likely),
        false => Search::new(position, limits.nodes, 6, likely),
    }
}

/// Finds the moves that win material, the best first: those that come within a pawn of the best.
/// Says also how many positions were looked at.
///
/// Deepens ply by ply until a limit is reached; then what the last depth has found is completed by
/// the depth before.
pub fn wins(position: &Chess, limits: Limits, likely: Option<Likely<'_>>) -> (Vec<Win>, u64) {
    let us = position.turn();
    let mut judge = Judge::of(position, limits);
    let mut search = search_from(position, limits, likely);
    let found = deepen(position, judge.limits(), judge.first(), &mut search);
    let mut wins: Vec<(i32, Win)> = found
        .into_iter()
        .map(|(score, line)| {
            let win = Win {
                gain: gain(position, &line, us),
                worth: 0,
                end: end(position, &line, score),
                lines: vec![line],
            };
            (score, win)
        })
        .filter(|(_, win)| match win.end {
            None => win.gain >= WORTH,
            Some(End::Mate(_)) => true,
            Some(End::Draw) => balance(position, us) <= BEHIND,
        })
        .collect();
    wins.sort_by_key(|(score, _)| -score);
    choose(&mut wins, &mut judge);
    wins.retain_mut(|(_, win)| judge.confirms(win));
    if wins.is_empty() {
        wins.extend(judge.win().map(|win| (evaluate(position) + win.gain, win)));
        wins.retain_mut(|(_, win)| judge.confirms(win));
    }
    for (score, win) in &mut wins {
        variations(position, *score, win, limits, &mut search);
        if win.end.is_none() {
            for line in &mut win.lines {
                trim(position, line);
            }
        }
    }
    let wins = wins.into_iter().map(|(_, win)| win).collect();
    (wins, search.nodes + judge.nodes)
}

/// Leaves the wins that are as good as the best, which comes first, and worth what they seem.
fn choose(wins: &mut Vec<(i32, Win)>, judge: &mut Judge<'_>) {
    let Some((top, best)) = wins.first() else {
        return;
    };
    let (top, least, end) = (*top, top - LESS, best.end);
    wins.retain(|(score, win)| win.end == end && (end.is_some() || *score >= least));
    if end.is_some() {
        return;
    }
    judge.weigh(wins);
    // The surest comes first, unless another is clearly worth more. The further ahead a side is, the less that is clear.
    let most = wins.iter().map(|(_, win)| win.worth).max();
    let clearly = ABOUT + top.max(0) / FAR_AHEAD;
    if most.is_some_and(|most| wins[0].1.worth < most - clearly) {
        wins.sort_by_key(|(_, win)| -win.worth);
    }
    let best = wins[0].1.worth;
    let mut first = true;
    wins.retain(|(_, win)| {
        win.worth >= LEAST_WORTH
            && (mem::take(&mut first) || win.worth >= (best - ABOUT).max(win.gain))
    });
}

/// The moves that win, with score and line, if `opinion` is what would be played.
fn deepen(
    position: &Chess,
    limits: Limits,
    opinion: Option<Move>,
    search: &mut Search<'_>,
) -> Vec<(i32, Vec<Move>)> {
    let alpha = evaluate(position) + WORTH;
    let mut roots: Vec<Root> = position
        .legal_moves()
        .into_iter()
        .map(|first| Root { first, found: None })
        .collect();
    if let Some(likely) = search.likely
        && let Some(likely) = likely(position, limits.depth.into())
    {
        let likely = |root: &Root| likelihood(&likely, root.first);
        roots.sort_by(|a, b| likely(b).total_cmp(&likely(a)));
    }
    let look = |search: &mut Search<'_>, root: &mut Root, depth: i32| {
        let mut after = position.clone();
        after.play_unchecked(root.first);
        let mut score = -search.search(&after, depth, -alpha - 1, -alpha, 1);
        if score > alpha && !search.exhausted() {
            score = -search.search(&after, depth, -INFINITE, -alpha, 1);
        }
        if !search.exhausted() {
            root.found = (score > alpha).then(|| (score, [&[root.first], search.line(1)].concat()));
        }
    };
    let depths = 0..i32::from(limits.depth);
    // What would be played is looked at alone until it wins; the other moves are then tried for some times as long at most.
    let (mut known, mut agreed) = (0, limits.settled);
    if let Some(root) = (roots.iter_mut()).find(|root| Some(root.first) == opinion) {
        for depth in depths.clone() {
            look(search, root, depth);
            if root.found.is_some() {
                known = depth + 1;
                if !is_ending(position) {
                    agreed = agreed.min((AGREED * search.nodes).max(agreed / LEAST_AGREED));
                }
                break;
            }
            if search.exhausted() || search.nodes > limits.fruitless / ALONE {
                break;
            }
        }
    }
    let mut best_before = None;
    for depth in depths {
        for root in &mut roots {
            if depth >= known || Some(root.first) != opinion {
                look(search, root, depth);
            }
            if search.exhausted() {
                break;
            }
        }
        if search.exhausted() {
            break;
        }
        roots.sort_by_key(|root| root.found.as_ref().map_or(INFINITE, |(score, _)| -score));
        let winning = roots.iter().find(|root| root.found.is_some());
        let best = winning.map(|root| root.first);
        let enough = match best {
            None => limits.fruitless,
            Some(_) if best == opinion => agreed,
            Some(_) if best == best_before => limits.settled,
            Some(_) => u64::MAX,
        };
        if search.nodes > enough {
            break;
        }
        best_before = best;
    }
    roots.into_iter().filter_map(|root| root.found).collect()
}

/// A line of what can be won at once.
pub fn at_once(position: &Chess, limits: Limits) -> Vec<Move> {
    let mut search = search_from(position, limits, None);
    search.limit = limits.settled / 5;
    search.search(position, 3, -INFINITE, INFINITE, 1);
    match search.exhausted() {
        true => Vec::new(),
        false => search.line(1).to_vec(),
    }
}

/// The value, for who moved, of the position after a first move, and the line from there, by the deepest search that the
/// limit allows; `None` if it allows none.
fn deepest(search: &mut Search<'_>, after: &Chess, depth: u8) -> Option<(i32, Vec<Move>)> {
    let mut found = None;
    for depth in 0..i32::from(depth) {
        let value = -search.search(after, depth, -INFINITE, INFINITE, 1);
        if search.exhausted() {
            break;
        }
        found = Some((value, search.line(1).to_vec()));
    }
    found
}

/// Appends the lines after the other replies worth a look: replies that cost hardly more than the
/// best one, and those that take what seems to be on offer.
fn variations(
    position: &Chess,
    score: i32,
    win: &mut Win,
    limits: Limits,
    search: &mut Search<'_>,
) {
    let first = win.lines[0][0];
    let best_reply = win.lines[0].get(1).copied();
    let mut after = position.clone();
    after.play_unchecked(first);
    let mut replies = after.legal_moves();
    replies.sort_by_key(|reply| reply.to() != first.to());
    let end = search.nodes + limits.settled;
    for reply in replies {
        if best_reply == Some(reply) {
            continue;
        }
        if win.lines.len() > VARIATIONS || search.nodes >= end {
            return;
        }
        let accepts =
            reply.is_capture() && (reply.to() == first.to() || exchange::gain(&after, reply) >= 0);
        let (window, deepest, nodes) = match accepts {
            true => (INFINITE, MAX_PLY as i32, limits.offer_nodes),
            false => (score + NEARLY, VARIATION_DEPTH, limits.settled),
        };
        search.limit = search.nodes + nodes;
        let mut next = after.clone();
        next.play_unchecked(reply);
        let mut rest = Vec::new();
        for depth in 1..=deepest {
            let value = search.search(&next, depth, score - NEARLY, window, 2);
            if search.exhausted() {
                break;
            }
            if value >= window {
                rest.clear();
                break;
            }
            if !search.line(2).is_empty() {
                rest = search.line(2).to_vec();
                if depth >= VARIATION_DEPTH {
                    break;
                }
            }
        }
        if !rest.is_empty() {
            win.lines.push([&[first, reply][..], &rest].concat());
        }
    }
}

/// Finds the best line that begins with a legal move, and what it wins for the mover in centipawns,
/// or the score of a mate.
pub fn after(position: &Chess, m: Move, limits: Limits) -> (i32, Vec<Move>) {
    let mut search = search_from(position, limits, None);
    let mut after = position.clone();
    after.play_unchecked(m);
    let (score, line) = deepest(&mut search, &after, limits.depth).unwrap_or_default();
    let line = [vec![m], line].concat();
    match is_mate(score) {
        true => (score, line),
        false => (gain(position, &line, position.turn()), line),
    }
}

/// Ends a line with the move that wins what the line wins for good: what follows only fills the depth of the search, an
/// exchange after a quiet move as well.
pub fn trim(position: &Chess, line: &mut Vec<Move>) {
    let us = position.turn();
    let takes = |m: &Move| m.is_capture() || m.is_promotion();
    while let Some(last) = line.iter().rposition(takes) {
        line.truncate(last + 1);
        let [before @ .., quiet, _, _] = line.as_slice() else {
            break;
        };
        let exchange = takes(&line[last - 1])
            && !takes(quiet)
            && !before.is_empty()
            && gain(position, &line[..last - 1], us) == gain(position, line, us);
        if !exchange {
            break;
        }
        line.truncate(last - 1);
    }
    let gains = gains(position, line, us);
    let Some(won) = gains.last() else {
        return;
    };
    let kept = gains.iter().rev().take_while(|gain| *gain >= won).count();
    let mut ours = (gains.len() - kept..gains.len()).filter(|ply| ply % 2 == 0);
    if let Some(last) = ours.find(|&ply| gains[ply] == *won) {
        line.truncate(last + 1);
    }
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

/// How a line that scores so ends the game.
fn end(position: &Chess, line: &[Move], score: i32) -> Option<End> {
    let mut end = position.clone();
    for &m in line {
        end.play_unchecked(m);
    }
    match mate_in(score) {
        Some(n) => Some(End::Mate(n)),
        None => is_drawn(&end).then_some(End::Draw),
    }
}

/// What a line wins for `us`, in centipawns of material.
pub fn gain(position: &Chess, line: &[Move], us: Color) -> i32 {
    let mut end = position.clone();
    for &m in line {
        end.play_unchecked(m);
    }
    balance(&end, us) - balance(position, us)
}
