//! Alpha-beta search: the value of a position and the line that leads to it.
//!
//! The usual means (Chess Programming Wiki): principal variation search, transposition table, internal iterative
//! reductions, killer moves and history, null moves, late move reductions, futility for our own moves only, check
//! extensions, and quiescence with captures, promotions and first checks.

use shakmaty::{Chess, Color, Move, Position as _, Role, Square};

use super::{
    Likely,
    captures::captures,
    checks::{Checks, has_pieces},
    evaluate::evaluate,
    likelihood,
    player::{hash, hash_after},
    table::{Known, Table, packed, unpacked},
};
use crate::chess::{exchange, position::passed};

/// The score of being mated now; a mate in n plies is n better.
pub const MATE: i32 = 30_000;
/// Above every score.
pub const INFINITE: i32 = 32_000;
/// The deepest ply of all.
pub const MAX_PLY: usize = 48;
/// From this ply on pawns extend the search no more.
const LATE: usize = 20;
/// What it adds to the promise of a move that its piece is certain to be the right one: as much as that the move is a
/// good capture.
const LIKELY: f32 = 65_536.0;
/// A quiet move is searched a ply less deeply from each of these places in the order on, and again in full if it does
/// better than the moves before it. Those of the other side too: of 1,500 puzzles that finds 1,342 instead of 1,318, in
/// less time, and no more of what it claims is refuted.
const LATE_MOVES: [usize; 3] = [3, 8, 18];
/// What a move is worth at least, by and large: near the leaves our side is not asked how when it is so much above what
/// is needed for each ply, and a move of ours that so much for each ply does not lift to what is needed is left out.
const A_PLY: i32 = 120;
/// What a capture may change beside the piece that is taken.
const MARGIN: i32 = 150;
/// The promise of the move that the table knows.
const KNOWN: i32 = 1 << 20;
/// Entries of the transposition table.
const TABLE: usize = 1 << 16;

/// One search from one position; what it has learned serves the next one.
pub struct Search<'a> {
    /// Positions looked at so far.
    pub nodes: u64,
    /// The search is over when so many have been looked at.
    pub limit: u64,
    /// The side that is to win something.
    pub us: Color,
    /// Asked where our side is to move, if at all.
    pub likely: Option<Likely<'a>>,
    /// The rank from which on our pawns extend the search.
    advanced: i32,
    table: Table,
    killers: [[Option<Move>; 2]; MAX_PLY + 1],
    history: Vec<[i32; 64]>,
    /// The positions from the root to the current one.
    path: Vec<u64>,
    /// The best line from each ply.
    lines: Vec<Vec<Move>>,
}

/// What a score is to the value of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    Exact,
    /// The score is this at least.
    Lower,
    /// The score is this at most.
    Upper,
}

impl<'a> Search<'a> {
    /// A search from `position`, for the side to move, in which pawns that reach the rank
    /// `advanced` (from 0, as their side sees it) extend the search.
    pub fn new(
        position: &Chess,
        limit: u64,
        advanced: i32,
        likely: Option<Likely<'a>>,
    ) -> Search<'a> {
        Search {
            nodes: 0,
            limit,
            advanced,
            us: position.turn(),
            likely,
            table: Table::of(TABLE),
            killers: [[None; 2]; MAX_PLY + 1],
            history: vec![[0; 64]; 128],
            path: vec![hash(position)],
            lines: vec![Vec::new(); MAX_PLY + 2],
        }
    }

    /// Whether the limit is reached. Then no score means anything.
    pub fn exhausted(&self) -> bool {
        self.nodes >= self.limit
    }

    /// The best line that the latest search from `ply` has found.
    pub fn line(&self, ply: usize) -> &[Move] {
        &self.lines[ply]
    }

    /// The score of a position at `ply` for the side to move, exact between `alpha` and `beta`.
    pub fn search(
        &mut self,
        position: &Chess,
        depth: i32,
        alpha: i32,
        beta: i32,
        ply: usize,
    ) -> i32 {
        self.node(position, hash(position), depth, alpha, beta, ply)
    }

    /// The same of a position with this hash.
    fn node(
        &mut self,
        position: &Chess,
        key: u64,
        depth: i32,
        alpha: i32,
        beta: i32,
        ply: usize,
    ) -> i32 {
        self.lines[ply].clear();
        let check = position.is_check();
        let depth = depth + i32::from(check);
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiesce(position, alpha, beta, ply, 0);
        }
        self.nodes += 1;
        if self.exhausted() {
            return 0;
        }
        if position.is_insufficient_material() {
            return 0;
        }
        if self.path.contains(&key) {
            return 0;
        }
        let known = self.table.get(key);
        // Where the line is wanted, a score alone is of no use.
        if let Some(known) = known
            && beta - alpha == 1
            && i32::from(known.depth) >= depth
            && let Some(score) = known.answer(alpha, beta, ply)
        {
            return score;
        }
        let best_known = known.and_then(|known| unpacked(known.best, position));
        // Without a move to try first it is cheaper to find one less deeply.
        let depth = depth - i32::from(best_known.is_none() && depth >= 4 && !check);
        let worth = known.and_then(|known| known.worth);
        let standing = match worth {
            _ if check => -INFINITE,
            Some(worth) => i32::from(worth),
            None => evaluate(position),
        };
        let ours = position.turn() == self.us;
        let enough = !check && standing >= beta && !is_mate(beta) && has_pieces(position);
        // The other side may stand well and be about to lose something to two threats at once.
        if enough && ours && depth <= 2 && standing - A_PLY * depth >= beta {
            return standing;
        }
        // Who may pass and still has enough has enough.
        if enough
            && depth >= 2
            && let Some(passed) = passed(position)
        {
            self.path.push(key);
            let shallow = depth - 3 - depth / 4;
            let key = hash(&passed);
            let score = -self.node(&passed, key, shallow, -beta, -beta + 1, ply + 1);
            self.path.pop();
            self.lines[ply].clear();
            if score >= beta {
                return score.min(beta);
            }
        }
        let checks = Checks::of(position);
        let likely = self.likely.filter(|_| ours);
        let likely = likely.and_then(|likely| likely(position, depth));
        // The move of the table is often good enough that no other need be made.
        let mut alone = best_known.is_some() && likely.is_none();
        let mut moves = match best_known {
            Some(m) if alone => vec![(KNOWN, m)],
            _ => self.ordered(position, &checks, best_known, ply),
        };
        if let Some(likely) = likely {
            for (promise, m) in &mut moves {
                *promise += (LIKELY * likelihood(&likely, *m)) as i32;
            }
        }
        if moves.is_empty() {
            return if check { ply as i32 - MATE } else { 0 };
        }
        let hopeless = ours && !check && depth <= 2 && standing + A_PLY * depth <= alpha;
        let (mut best, mut best_move, mut floor) = (-INFINITE, None, alpha);
        self.path.push(key);
        for i in 0.. {
            if i == moves.len() && alone {
                alone = false;
                moves = self.ordered(position, &checks, best_known, ply);
                // This is the one that has been tried.
                pick(&mut moves, 0);
            }
            if i == moves.len() {
                break;
            }
            let m = pick(&mut moves, i);
            let quiet = !m.is_capture() && !m.is_promotion();
            let gives = checks.gives(position, m);
            if hopeless
                && quiet
                && !gives
                && best > -INFINITE
                && !advanced(m, position.turn(), self.advanced)
            {
                continue;
            }
            let mut after = position.clone();
            after.play_unchecked(m);
            let after_key = hash_after(position, key, m, &after);
            let late = quiet && !gives && !check && depth >= 3;
            let reduction = i32::from(late)
                * LATE_MOVES
                    .map(|from| i32::from(i >= from))
                    .iter()
                    .sum::<i32>();
            let extension =
                i32::from(ours && advanced(m, position.turn(), self.advanced) && ply < LATE);
            let next = depth - 1 + extension;
            let mut score;
            if i == 0 {
                score = -self.node(&after, after_key, next, -beta, -floor, ply + 1);
            } else {
                score = -self.node(
                    &after,
                    after_key,
                    next - reduction,
                    -floor - 1,
                    -floor,
                    ply + 1,
                );
                if score > floor && reduction > 0 {
                    score = -self.node(&after, after_key, next, -floor - 1, -floor, ply + 1);
                }
                if score > floor && score < beta {
                    score = -self.node(&after, after_key, next, -beta, -floor, ply + 1);
                }
            }
            if self.exhausted() {
                break;
            }
            if score > best {
                best = score;
                best_move = Some(m);
                if score > floor {
                    floor = score;
                    extend_line(&mut self.lines, ply, m);
                }
                if score >= beta {
                    if quiet {
                        self.remember_quiet(m, &moves[..i], position.turn(), depth, ply);
                    }
                    break;
                }
            }
        }
        self.path.pop();
        if self.exhausted() {
            return 0;
        }
        if best == -INFINITE {
            return alpha;
        }
        let bound = match () {
            () if best >= beta => Bound::Lower,
            () if best > alpha => Bound::Exact,
            () => Bound::Upper,
        };
        let known = Known {
            best: best_move.map_or(0, packed),
            score: (best + mate_offset(best, ply)) as i16,
            worth: (!check).then_some(standing as i16),
            depth: depth as u8,
            bound,
        };
        self.table.put(key, known);
        best
    }

    /// Captures and promotions until nothing is left to gain; checks at first, by our side.
    fn quiesce(
        &mut self,
        position: &Chess,
        alpha: i32,
        beta: i32,
        ply: usize,
        plies: usize,
    ) -> i32 {
        self.lines[ply].clear();
        self.nodes += 1;
        if self.exhausted() {
            return 0;
        }
        let check = position.is_check();
        if ply >= MAX_PLY || (check && plies > 6) {
            return evaluate(position);
        }
        let draw = position.is_insufficient_material()
            || (!check && !has_pieces(position) && position.legal_moves().is_empty());
        if draw {
            return 0;
        }
        let (mut best, mut floor) = (-INFINITE, alpha);
        if !check {
            best = evaluate(position);
            if best >= beta {
                return best;
            }
            floor = floor.max(best);
        }
        // What a captured piece must be worth to lift the score that stands.
        let needed = alpha - best - MARGIN;
        let mut moves: Vec<(i32, Move)> = Vec::with_capacity(16);
        if check || plies == 0 && position.turn() == self.us {
            let legal = position.legal_moves();
            if legal.is_empty() {
                return if check { ply as i32 - MATE } else { 0 };
            }
            let checks = (!check).then(|| Checks::of(position));
            for &m in &legal {
                let taken = m.capture().map_or(0, exchange::value);
                let matters = m.promotion() == Some(Role::Queen)
                    || m.is_capture() && !m.is_promotion() && taken > needed;
                match &checks {
                    None => moves.push((taken, m)),
                    Some(_) if matters => moves.push((promise(m), m)),
                    Some(checks) if checks.gives(position, m) => moves.push((0, m)),
                    Some(_) => {}
                }
            }
        } else {
            captures(position, needed, |m| moves.push((promise(m), m)));
        }
        for i in 0..moves.len() {
            let m = pick(&mut moves, i);
            if !check && losing(position, m) {
                continue;
            }
            let mut after = position.clone();
            after.play_unchecked(m);
            let score = -self.quiesce(&after, -beta, -floor, ply + 1, plies + 1);
            if self.exhausted() {
                return 0;
            }
            if score > best {
                best = score;
                if score > floor {
                    floor = score;
                    extend_line(&mut self.lines, ply, m);
                }
                if score >= beta {
                    break;
                }
            }
        }
        best
    }

    /// The legal moves with their promise.
    fn ordered(
        &self,
        position: &Chess,
        checks: &Checks,
        first: Option<Move>,
        ply: usize,
    ) -> Vec<(i32, Move)> {
        let killers = self.killers[ply.min(MAX_PLY)];
        let legal = position.legal_moves();
        let mut moves = Vec::with_capacity(legal.len());
        for &m in &legal {
            let promise = match m {
                m if Some(m) == first => KNOWN,
                m if m.is_capture() || m.is_promotion() => {
                    let taken = m.capture().map_or(0, exchange::value);
                    let made = m.promotion().map_or(0, exchange::value);
                    let victim = taken + made - exchange::value(m.role()) / 100;
                    if !losing(position, m) {
                        (1 << 16) + victim
                    } else {
                        victim - (1 << 16)
                    }
                }
                m if checks.gives(position, m) => 1 << 14,
                m if killers[0] == Some(m) || killers[1] == Some(m) => 1 << 13,
                m => self.history[from_index(m, position.turn())][m.to().to_usize()].min(1 << 12),
            };
            moves.push((promise, m));
        }
        moves
    }

    /// A quiet move was good enough, and those that were tried before it were not.
    fn remember_quiet(
        &mut self,
        m: Move,
        tried: &[(i32, Move)],
        side: Color,
        depth: i32,
        ply: usize,
    ) {
        let killers = &mut self.killers[ply.min(MAX_PLY)];
        if killers[0] != Some(m) {
            killers[1] = killers[0].replace(m);
        }
        self.history[from_index(m, side)][m.to().to_usize()] += depth * depth;
        for &(_, other) in tried {
            if !other.is_capture() && !other.is_promotion() {
                self.history[from_index(other, side)][other.to().to_usize()] -= depth * depth;
            }
        }
    }
}

/// The best line from `ply` is `m` and then the best line from the next ply.
pub fn extend_line(lines: &mut [Vec<Move>], ply: usize, m: Move) {
    let (head, tail) = lines.split_at_mut(ply + 1);
    head[ply].clear();
    head[ply].push(m);
    head[ply].extend_from_slice(&tail[0]);
}

fn from_index(m: Move, side: Color) -> usize {
    m.from().unwrap_or(Square::A1).to_usize() + 64 * usize::from(side.is_white())
}

/// Whether a move loses material on its square.
pub fn losing(position: &Chess, m: Move) -> bool {
    let taken = m.capture().map_or(0, exchange::value);
    taken < exchange::value(m.role()) && exchange::gain(position, m) < 0
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

/// Whether a pawn goes to one of its last ranks, from this one on.
fn advanced(m: Move, side: Color, from: i32) -> bool {
    m.role() == Role::Pawn && {
        let rank = m.to().rank() as i32;
        side.fold_wb(rank, 7 - rank) >= from
    }
}

/// The promise of a capture or a new queen in quiescence.
pub fn promise(m: Move) -> i32 {
    let taken = m.capture().map_or(0, exchange::value);
    match m.promotion() {
        Some(made) => taken + exchange::value(made),
        None => taken * 8 - exchange::value(m.role()) / 100,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_most_promising_comes_first_and_none_is_lost(promises in prop::collection::vec(prop_oneof![-3..3, -MOST..MOST], 1..60)) {
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
    const MOST: i32 = 1 << 25;
}
