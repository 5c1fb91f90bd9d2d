//! Alpha-beta search for lines that win material.

use shakmaty::{
    Bitboard, Chess, Color, EnPassantMode, Move, Position as _, Role, Square, zobrist::Zobrist64,
};

use super::{
    Limits, Win, balance,
    checks::{Checks, has_pieces},
};
use crate::chess::exchange;

/// Centipawns that count as winning something: a pawn, all but what better squares may cost.
const WORTH: i32 = 80;
/// With so many men at most the limit is three times as high.
const ENDING: usize = 14;
/// Lines after other replies: how many at most, and how much more than the best a reply may cost.
const VARIATIONS: usize = 6;
const NEARLY: i32 = 250;
/// They are searched this deep, and together cost as much as a settled move.
const VARIATION_DEPTH: i32 = 3;
/// The score of being mated now; a mate in n plies is n better.
const MATE: i32 = 30_000;
const INFINITE: i32 = 32_000;
/// The deepest ply of all.
const MAX_PLY: usize = 48;
/// From this ply on pawns extend the search no more.
const LATE: usize = 20;
/// Entries of the transposition table.
const TABLE: usize = 1 << 14;

/// One search from one position.
#[derive(Debug)]
pub struct Search {
    /// Positions looked at so far.
    pub nodes: u64,
    limit: u64,
    settled: u64,
    /// The rank from which on pawns count as advanced.
    advanced: i32,
    limits: Limits,
    /// The side that is to win something.
    us: Color,
    table: Vec<Entry>,
    killers: [[Option<Move>; 2]; MAX_PLY + 1],
    history: Vec<[i32; 64]>,
    /// The positions from the root to the current one.
    path: Vec<u64>,
    /// The best line from each ply.
    lines: Vec<Vec<Move>>,
}

/// What is known of a position.
#[derive(Debug, Clone, Copy)]
struct Entry {
    hash: u64,
    best: Option<Move>,
    score: i32,
    depth: i32,
    bound: Bound,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bound {
    Exact,
    /// The score is this at least.
    Lower,
    /// The score is this at most.
    Upper,
}

impl Search {
    /// A search for the side to move.
    pub fn new(position: &Chess, limits: Limits) -> Search {
        let empty = Entry {
            hash: 0,
            best: None,
            score: 0,
            depth: -1,
            bound: Bound::Upper,
        };
        Search {
            nodes: 0,
            // Where few men are left, lines are long and there are few of them.
            limit: match position.board().occupied().count() {
                0..=ENDING => limits.nodes * 4,
                _ => limits.nodes,
            },
            settled: limits.settled,
            advanced: match position.board().occupied().count() {
                0..=ENDING => 4,
                _ => 6,
            },
            limits,
            us: position.turn(),
            table: vec![empty; TABLE],
            killers: [[None; 2]; MAX_PLY + 1],
            history: vec![[0; 64]; 128],
            path: Vec::new(),
            lines: vec![Vec::new(); MAX_PLY + 2],
        }
    }

    /// The moves that win material, the best first.
    ///
    /// Deepens ply by ply until a limit is reached; then what the last depth
    /// has found is completed by the depth before.
    pub fn wins(&mut self, position: &Chess) -> Vec<Win> {
        let alpha = evaluate(position) + WORTH;
        let before = balance(position, self.us);
        let mut roots: Vec<(Move, Option<(i32, Vec<Move>)>)> = position
            .legal_moves()
            .into_iter()
            .map(|m| (m, None))
            .collect();
        self.path.push(hash(position));
        let mut best_before = None;
        for depth in 1..=i32::from(self.limits.depth) {
            for (m, found) in &mut roots {
                let mut after = position.clone();
                after.play_unchecked(*m);
                let result = self.root(&after, depth - 1, alpha);
                if self.exhausted() {
                    break;
                }
                *found = result.map(|score| {
                    let mut line = vec![*m];
                    line.extend_from_slice(&self.lines[1]);
                    (score, line)
                });
            }
            if self.exhausted() {
                break;
            }
            roots.sort_by_key(|(_, found)| found.as_ref().map_or(INFINITE, |(score, _)| -score));
            let best = roots
                .first()
                .and_then(|(m, found)| found.as_ref().map(|_| *m));
            if best.is_some() && best == best_before && self.nodes > self.settled {
                break;
            }
            best_before = best;
        }
        let mut found: Vec<(i32, i32, Vec<Move>)> = roots
            .into_iter()
            .filter_map(|(_, found)| found)
            .map(|(score, line)| (score, self.gain(position, &line) - before, line))
            .filter(|(score, gain, _)| *gain >= WORTH || *score > MATE - 100)
            .collect();
        found.sort_by_key(|(score, ..)| -score);
        let best = found.first().map_or(0, |(_, gain, _)| *gain);
        found.retain(|(_, gain, _)| 2 * gain >= best);
        let wins = found.into_iter().map(|(score, gain, line)| {
            let mut after = position.clone();
            after.play_unchecked(line[0]);
            let lines = self.variations(&after, score, line);
            Win {
                lines,
                gain,
                mate: None,
            }
        });
        let wins = wins.collect();
        self.path.clear();
        wins
    }

    /// The line, and then those after the other replies worth a look: replies that cost hardly more
    /// than the best one, and those that take what seems to be on offer.
    fn variations(&mut self, after: &Chess, score: i32, line: Vec<Move>) -> Vec<Vec<Move>> {
        let first = line[0];
        let mut lines = vec![line];
        let mut replies = after.legal_moves();
        replies.sort_by_key(|reply| reply.to() != first.to());
        let end = self.nodes + self.settled;
        for reply in replies {
            if lines[0].get(1) == Some(&reply) || lines.len() > VARIATIONS || self.nodes >= end {
                continue;
            }
            let accepts = reply.is_capture()
                && (reply.to() == first.to() || exchange::gain(after, reply) >= 0);
            let (window, deepest, nodes) = match accepts {
                true => (INFINITE, MAX_PLY as i32, self.limits.offer_nodes),
                false => (score + NEARLY, VARIATION_DEPTH, self.settled),
            };
            self.limit = self.nodes + nodes;
            let mut next = after.clone();
            next.play_unchecked(reply);
            let mut rest = Vec::new();
            for depth in 1..=deepest {
                let value = self.search(&next, depth, score - NEARLY, window, 2);
                if self.exhausted() {
                    break;
                }
                if value >= window {
                    rest.clear();
                    break;
                }
                if !self.lines[2].is_empty() {
                    rest.clone_from(&self.lines[2]);
                    if depth >= VARIATION_DEPTH {
                        break;
                    }
                }
            }
            if !rest.is_empty() {
                lines.push([&[first, reply][..], &rest].concat());
            }
        }
        lines
    }

    /// The best line that begins with a legal move, and what it wins for the mover in centipawns;
    /// beyond 20,000 one way or the other when one side mates.
    pub fn after(&mut self, position: &Chess, m: Move) -> (i32, Vec<Move>) {
        let mut after = position.clone();
        after.play_unchecked(m);
        let (mut score, mut line) = (0, vec![m]);
        self.path.push(hash(position));
        for depth in 0..i32::from(self.limits.depth) {
            let deeper = -self.search(&after, depth, -INFINITE, INFINITE, 1);
            if self.exhausted() {
                break;
            }
            score = deeper;
            line.truncate(1);
            line.extend_from_slice(&self.lines[1]);
        }
        self.path.clear();
        match score.abs() > MATE - 100 {
            true => (score, line),
            false => (
                self.gain(position, &line) - balance(position, self.us),
                line,
            ),
        }
    }

    /// The score of a move that has just been played, if it is above `alpha`.
    fn root(&mut self, after: &Chess, depth: i32, alpha: i32) -> Option<i32> {
        let probe = -self.search(after, depth, -alpha - 1, -alpha, 1);
        if probe <= alpha || self.exhausted() {
            return None;
        }
        let score = -self.search(after, depth, -INFINITE, -alpha, 1);
        (score > alpha).then_some(score)
    }

    /// The balance of material for us at the end of a line.
    fn gain(&self, position: &Chess, line: &[Move]) -> i32 {
        let mut end = position.clone();
        for &m in line {
            end.play_unchecked(m);
        }
        balance(&end, self.us)
    }

    fn exhausted(&self) -> bool {
        self.nodes >= self.limit
    }

    fn search(&mut self, position: &Chess, depth: i32, alpha: i32, beta: i32, ply: usize) -> i32 {
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
        let key = hash(position);
        if self.path.contains(&key) {
            return 0;
        }
        let known = self.table[key as usize % TABLE];
        let mut best_known = None;
        if known.hash == key {
            best_known = known.best;
            // Where the line is wanted, a score alone is of no use.
            if known.depth >= depth && beta - alpha == 1 {
                match known.bound {
                    Bound::Exact => return known.score,
                    Bound::Lower if known.score >= beta => return known.score,
                    Bound::Upper if known.score <= alpha => return known.score,
                    _ => {}
                }
            }
        }
        let standing = if check { -INFINITE } else { evaluate(position) };
        let ours = position.turn() == self.us;
        // Who may pass and still has enough has enough.
        if !check && depth >= 2 && standing >= beta && has_pieces(position) && beta < MATE - 100 {
            if let Ok(passed) = position.clone().swap_turn() {
                self.path.push(key);
                let score = -self.search(&passed, depth - 3, -beta, -beta + 1, ply + 1);
                self.path.pop();
                self.lines[ply].clear();
                if score >= beta {
                    return score.min(MATE - 100);
                }
            }
        }
        let checks = Checks::of(position);
        let mut moves = self.ordered(position, &checks, best_known, ply);
        if moves.is_empty() {
            return if check { ply as i32 - MATE } else { 0 };
        }
        let hopeless = ours && !check && depth <= 2 && standing + 120 * depth <= alpha;
        let (mut best, mut best_move, mut floor) = (-INFINITE, None, alpha);
        self.path.push(key);
        for i in 0..moves.len() {
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
            let late = ours && quiet && !gives && !check && depth >= 3 && i >= 3;
            let reduction = if late { 1 + i32::from(i >= 8) } else { 0 };
            let extension =
                i32::from(ours && advanced(m, position.turn(), self.advanced) && ply < LATE);
            let next = depth - 1 + extension;
            let mut score;
            if i == 0 {
                score = -self.search(&after, next, -beta, -floor, ply + 1);
            } else {
                score = -self.search(&after, next - reduction, -floor - 1, -floor, ply + 1);
                if score > floor && reduction > 0 {
                    score = -self.search(&after, next, -floor - 1, -floor, ply + 1);
                }
                if score > floor && score < beta {
                    score = -self.search(&after, next, -beta, -floor, ply + 1);
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
                    self.extend_line(ply, m);
                }
                if score >= beta {
                    if quiet {
                        self.remember_quiet(m, position.turn(), depth, ply);
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
        self.table[key as usize % TABLE] = Entry {
            hash: key,
            best: best_move,
            score: best,
            depth,
            bound,
        };
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
        let (mut best, mut floor) = (-INFINITE, alpha);
        if !check {
            best = evaluate(position);
            if best >= beta {
                return best;
            }
            floor = floor.max(best);
        }
        let standing = best;
        let legal = position.legal_moves();
        if legal.is_empty() {
            return if check { ply as i32 - MATE } else { 0 };
        }
        let mut moves: Vec<(i32, Move)> = match check {
            true => legal
                .into_iter()
                .map(|m| (m.capture().map_or(0, exchange::value), m))
                .collect(),
            false => {
                let giving = plies == 0 && position.turn() == self.us;
                let checks = giving.then(|| Checks::of(position));
                let gives = |m| {
                    checks
                        .as_ref()
                        .is_some_and(|checks: &Checks| checks.gives(position, m))
                };
                legal
                    .into_iter()
                    .filter_map(|m| Some((noisy(m, standing + 150 - alpha, gives)?, m)))
                    .collect()
            }
        };
        for i in 0..moves.len() {
            let m = pick(&mut moves, i);
            if !check && exchange::gain(position, m) < 0 {
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
                    self.extend_line(ply, m);
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
        position
            .legal_moves()
            .into_iter()
            .map(|m| {
                let promise = match m {
                    m if Some(m) == first => 1 << 20,
                    m if m.is_capture() || m.is_promotion() => {
                        let taken = m.capture().map_or(0, exchange::value);
                        let made = m.promotion().map_or(0, exchange::value);
                        let good =
                            taken >= exchange::value(m.role()) || exchange::gain(position, m) >= 0;
                        let victim = taken + made - exchange::value(m.role()) / 100;
                        if good {
                            (1 << 16) + victim
                        } else {
                            victim - (1 << 16)
                        }
                    }
                    m if checks.gives(position, m) => 1 << 14,
                    m if killers.contains(&Some(m)) => 1 << 13,
                    m => {
                        self.history[from_index(m, position.turn())][m.to().to_usize()].min(1 << 12)
                    }
                };
                (promise, m)
            })
            .collect()
    }

    fn remember_quiet(&mut self, m: Move, side: Color, depth: i32, ply: usize) {
        let killers = &mut self.killers[ply.min(MAX_PLY)];
        if killers[0] != Some(m) {
            killers[1] = killers[0].replace(m);
        }
        self.history[from_index(m, side)][m.to().to_usize()] += depth * depth;
    }

    /// The best line from `ply` is `m` and then the best line from the next ply.
    fn extend_line(&mut self, ply: usize, m: Move) {
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        head[ply].clear();
        head[ply].push(m);
        head[ply].extend_from_slice(&tail[0]);
    }
}

fn hash(position: &Chess) -> u64 {
    let Zobrist64(hash) = position.zobrist_hash(EnPassantMode::Always);
    hash
}

fn from_index(m: Move, side: Color) -> usize {
    m.from().unwrap_or(Square::A1).to_usize() + 64 * usize::from(side.is_white())
}

/// Moves the most promising of the moves from `i` on to `i`.
fn pick(moves: &mut [(i32, Move)], i: usize) -> Move {
    let mut best = i;
    for j in i + 1..moves.len() {
        if moves[j].0 > moves[best].0 {
            best = j;
        }
    }
    moves.swap(i, best);
    moves[i].1
}

/// Whether a pawn goes to one of its last ranks, from this one on.
fn advanced(m: Move, side: Color, from: i32) -> bool {
    m.role() == Role::Pawn && {
        let rank = m.to().rank() as i32;
        side.fold_wb(rank, 7 - rank) >= from
    }
}

/// The promise of a move in quiescence, if it has one: captures and queens that may lift a score
/// that is `margin` above what is needed, and checks.
fn noisy(m: Move, margin: i32, gives_check: impl Fn(Move) -> bool) -> Option<i32> {
    let captured = m.capture().map_or(0, exchange::value);
    if m.promotion() == Some(Role::Queen) {
        return Some(captured + exchange::value(Role::Queen));
    }
    if m.is_capture() && !m.is_promotion() && margin + captured > 0 {
        return Some(captured * 8 - exchange::value(m.role()) / 100);
    }
    gives_check(m).then_some(0)
}

/// The balance of material, of passed pawns and, a little, of squares, for the side to move.
fn evaluate(position: &Chess) -> i32 {
    let board = position.board();
    let pawns = board.pawns();
    let mut score = 0;
    for side in Color::ALL {
        let own = board.by_color(side);
        let mut sum = 0;
        for role in Role::ALL {
            for square in board.by_role(role) & own {
                let square = side.fold_wb(square, square.flip_vertical());
                sum += WORTHS[role as usize - 1][square.to_usize()];
            }
        }
        for pawn in pawns & own {
            let way = AHEAD[usize::from(side.is_white())][pawn.to_usize()];
            if (Bitboard(way) & pawns & !own).is_empty() {
                sum += PASSED[side.fold_wb(pawn, pawn.flip_vertical()).rank() as usize];
            }
        }
        score += if side == position.turn() { sum } else { -sum };
    }
    score
}

/// What a passed pawn adds on each of its ranks.
const PASSED: [i32; 8] = [0, 0, 5, 15, 30, 60, 100, 0];

/// The squares before a black (0) or white (1) pawn, on its own file and the files beside it.
static AHEAD: [[u64; 64]; 2] = ahead();

const fn ahead() -> [[u64; 64]; 2] {
    let mut ahead = [[0; 64]; 2];
    let mut from = 0;
    while from < 64 {
        let mut to = 0;
        while to < 64 {
            if (from % 8_i32 - to % 8).abs() <= 1 && from / 8 != to / 8 {
                let white = (to / 8 > from / 8) as usize;
                ahead[white][from as usize] |= 1 << to;
            }
            to += 1;
        }
        from += 1;
    }
    ahead
}

/// What a white piece is worth on each square.
static WORTHS: [[i32; 64]; 6] = worths();

const fn worths() -> [[i32; 64]; 6] {
    let mut worths = [[0; 64]; 6];
    let mut role = 0;
    while role < 6 {
        let mut square = 0;
        while square < 64 {
            worths[role][square] = exchange::CENTIPAWNS[role] + placed(role, square);
            square += 1;
        }
        role += 1;
    }
    worths
}

/// What a square adds to a white piece: rank for pawns, centre for pieces.
const fn placed(role: usize, square: usize) -> i32 {
    let (file, rank) = (square as i32 % 8, square as i32 / 8);
    let centre = 6 - (2 * file - 7).abs() / 2 - (2 * rank - 7).abs() / 2;
    match role {
        0 => [0, 0, 2, 5, 10, 20, 45, 0][rank as usize],
        1 => 3 * centre,
        2 => 2 * centre,
        3 if rank == 6 => 10,
        4 => centre,
        _ => 0,
    }
}
