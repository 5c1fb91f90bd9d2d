//! Alpha-beta search for both sides.
//!
//! The usual means (Chess Programming Wiki): principal variation search, transposition table, internal iterative reductions,
//! null moves, reverse futility and futility, late move reductions and pruning, exchanges that lose too much left out, check
//! extensions, quiescence.

use std::sync::{
    LazyLock,
    atomic::{AtomicU64, Ordering::Relaxed},
};

use shakmaty::{Chess, Move, Position as _, Role};

use super::{
    super::{
        captures::captures,
        checks::{Checks, has_pieces},
        likelihood,
        score::{INFINITE, MATE, is_mate, mate_offset},
        table::{Bound, Known, Table, packed, unpacked},
    },
    Clock, Question, hash, hash_after,
    order::{BAD_CAPTURE, GOOD_CAPTURE, Order, Place, is_loud, losing, pick, place, promise},
};
use crate::chess::{evaluation::Evaluator, exchange, position::passed};

/// The deepest ply of all.
const MAX_PLY: usize = 120;
/// The promise of the move that the table knows.
const KNOWN: i32 = 1 << 24;
/// What it adds to the promise of a move that its piece is certain to be the right one: as much as that the move is a good
/// capture.
const LIKELY: f32 = GOOD_CAPTURE as f32;
/// Structures of pawns that a thread remembers.
const STRUCTURES: usize = 1024;
/// Positions between two looks at the clock.
const LOOK: u64 = 1024;

/// By how much late moves are searched less deeply, by depth and number: it grows with the logarithm of both, as in most
/// programs; the two constants are opinion.
static REDUCTIONS: LazyLock<[[i32; 64]; 64]> = LazyLock::new(|| {
    let reduction = |depth: usize, number: usize| match depth.min(number) {
        0 => 0,
        _ => (0.6 + (depth as f64).ln() * (number as f64).ln() / 2.3) as i32,
    };
    std::array::from_fn(|depth| std::array::from_fn(|number| reduction(depth, number)))
});

/// What one thread needs to search.
pub struct Tree<'a> {
    /// The moves of the first position that come into question.
    pub root: Vec<Move>,
    /// The deepest ply that was looked at.
    pub selective: u32,
    question: &'a Question<'a>,
    table: &'a Table,
    clock: &'a Clock,
    /// Positions that all threads have looked at.
    nodes: &'a AtomicU64,
    /// Those of this one that are not counted there yet.
    uncounted: u64,
    over: bool,
    /// Whether the search may not be broken off: then there would be no move.
    pub must: bool,
    order: Order,
    evaluator: Evaluator,
    /// The hashes of the game, then those of the line to the current position.
    path: Vec<u64>,
    /// Where the line begins in it.
    start: usize,
    /// What the positions of the line are worth without search.
    worths: Vec<i32>,
    /// The moves of the line; none where a side has passed.
    places: Vec<Option<Place>>,
    /// The best line from each ply.
    lines: Vec<Vec<Move>>,
}

impl<'a> Tree<'a> {
    pub fn new(
        question: &'a Question<'a>,
        table: &'a Table,
        clock: &'a Clock,
        nodes: &'a AtomicU64,
    ) -> Tree<'a> {
        Tree {
            root: Vec::new(),
            selective: 0,
            question,
            table,
            clock,
            nodes,
            uncounted: 0,
            over: false,
            must: false,
            order: Order::new(MAX_PLY + 3),
            evaluator: Evaluator::new(question.shares, STRUCTURES),
            path: question.past.to_vec(),
            start: question.past.len(),
            worths: vec![0; MAX_PLY + 3],
            places: vec![None; MAX_PLY + 3],
            lines: vec![Vec::new(); MAX_PLY + 3],
        }
    }

    /// Whether the search was broken off: then no score means anything.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Positions that are not among those of all threads yet.
    pub fn uncounted(&self) -> u64 {
        self.uncounted
    }

    /// The best line that the latest search has found.
    pub fn line(&self) -> &[Move] {
        &self.lines[0]
    }

    /// The score of the position that is asked about, exact between `alpha` and `beta`.
    pub fn root(&mut self, depth: i32, alpha: i32, beta: i32) -> i32 {
        self.path.truncate(self.start);
        let position = self.question.position;
        self.search(position, hash(position), depth, alpha, beta, 0, true)
    }

    /// Counts a position, and looks at the clock now and then. The first ply is always searched.
    fn count(&mut self, ply: usize) {
        self.selective = self.selective.max(ply as u32);
        self.uncounted += 1;
        if self.uncounted >= LOOK.min(self.question.nodes / 16 + 1) {
            let before = self.nodes.fetch_add(self.uncounted, Relaxed);
            let nodes = before + self.uncounted;
            self.uncounted = 0;
            self.over |= !self.must && (self.clock.is_over() || nodes >= self.question.nodes);
        }
    }

    /// Whether the position with this hash was on the board since the last move that cannot be taken back: once in the line that
    /// is searched, or twice in the game.
    fn is_repeated(&self, key: u64, halfmoves: usize) -> bool {
        let from = self.path.len().saturating_sub(halfmoves);
        let mut games = 0;
        for (at, &before) in self.path.iter().enumerate().skip(from).rev() {
            if before == key {
                if at >= self.start {
                    return true;
                }
                games += 1;
            }
        }
        games >= 2
    }

    #[expect(clippy::too_many_arguments, reason = "they are what a node is")]
    fn search(
        &mut self,
        position: &Chess,
        key: u64,
        depth: i32,
        alpha: i32,
        beta: i32,
        ply: usize,
        may_pass: bool,
    ) -> i32 {
        self.lines[ply].clear();
        let check = position.is_check();
        let depth = depth + i32::from(check);
        let first = ply == 0;
        if !first {
            let halfmoves = position.halfmoves();
            if self.is_repeated(key, halfmoves as usize) {
                return 0;
            }
            if halfmoves >= 100 && !(check && position.legal_moves().is_empty()) {
                return 0;
            }
        }
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiesce(position, key, alpha, beta, ply);
        }
        self.count(ply);
        if self.over {
            return 0;
        }
        let (mut alpha, mut beta) = (alpha, beta);
        if !first {
            if position.is_insufficient_material() {
                return 0;
            }
            // No line from here is better than a mate now, or worse than being mated.
            alpha = alpha.max(ply as i32 - MATE);
            beta = beta.min(MATE - ply as i32 - 1);
            if alpha >= beta {
                return alpha;
            }
        }
        let open = first || beta - alpha > 1;
        let known = self.table.get(key);
        if let Some(known) = known
            && !open
            && i32::from(known.depth) >= depth
            && position.halfmoves() < 90
            && let Some(score) = known.answer(alpha, beta, ply)
        {
            return score;
        }
        let known_move = known.and_then(|known| unpacked(known.best, position));
        let known_move = known_move.filter(|m| !first || self.root.contains(m));
        let worth = match check {
            true => -INFINITE,
            false => self.worth(position, known),
        };
        self.worths[ply] = worth;
        // Whether things go better for the side to move than two plies before.
        let improving = !check && ply >= 2 && worth > self.worths[ply - 2];
        self.order.forget_killers(ply + 1);
        let prunes = !open && !check && !is_mate(beta) && !is_mate(alpha);
        if prunes {
            // It stands so well that nothing will change that.
            if depth <= 7 && worth - (75 * depth - 60 * i32::from(improving)).max(20) >= beta {
                return worth;
            }
            // It stands so badly that only captures can help.
            if depth <= 2
                && worth + 240 * depth < alpha
                && self.quiesce(position, key, alpha, beta, ply) <= alpha
            {
                return alpha;
            }
            // Who may pass and still has enough has enough.
            if may_pass
                && depth >= 3
                && worth >= beta
                && has_pieces(position)
                && let Some(after) = passed(position)
            {
                let less = 3 + depth / 4 + ((worth - beta) / 200).min(3);
                self.path.push(key);
                self.places[ply] = None;
                let key = hash(&after);
                let score = -self.search(
                    &after,
                    key,
                    depth - less - 1,
                    -beta,
                    1 - beta,
                    ply + 1,
                    false,
                );
                self.path.pop();
                self.lines[ply].clear();
                if self.over {
                    return 0;
                }
                if score >= beta {
                    return if is_mate(score) { beta } else { score };
                }
            }
        }
        // Without a move to try first it is cheaper to find one less deeply.
        let depth = depth - i32::from(known_move.is_none() && depth >= 4 && !check);
        let before = [
            ply.checked_sub(1).and_then(|ply| self.places[ply]),
            ply.checked_sub(2).and_then(|ply| self.places[ply]),
        ];
        let side = position.turn();
        // The move of the table is often good enough that no other need be made.
        let mut alone = known_move.is_some();
        let mut moves = match known_move {
            Some(m) => vec![(KNOWN, m)],
            None => self.moves(position, depth, ply, before, None),
        };
        if moves.is_empty() {
            return if check { ply as i32 - MATE } else { 0 };
        }
        let mut checks = None;
        let (mut best, mut best_move, mut floor) = (-INFINITE, None, alpha);
        let mut quiets: Vec<Move> = Vec::new();
        let mut number = 0;
        self.path.push(key);
        let mut i = 0;
        loop {
            if i == moves.len() && alone {
                alone = false;
                moves = self.moves(position, depth, ply, before, known_move);
                i = 0;
            }
            if i == moves.len() {
                break;
            }
            let m = pick(&mut moves, i);
            let promise = moves[i].0;
            i += 1;
            let quiet = !is_loud(m);
            let checks = checks.get_or_insert_with(|| Checks::of(position));
            let gives = checks.gives(position, m);
            let reduction = REDUCTIONS[depth.min(63) as usize][number.min(63)];
            if !first && best > -MATE + 1000 && !check && !gives {
                let less = (depth - reduction).max(0);
                let late = (4 + depth * depth) / (2 - i32::from(improving));
                if quiet {
                    let hopeless = less <= 6 && worth + 110 + 90 * less <= alpha;
                    if (depth <= 7 && number as i32 >= late) || hopeless {
                        // So are all quiet moves after it.
                        keep_from(&mut moves, i, |m| is_loud(m) || checks.gives(position, m));
                        continue;
                    }
                    if (depth <= 3 && promise < -4000 * depth)
                        || (depth <= 6 && losing_by(position, m, -40 * depth))
                    {
                        continue;
                    }
                } else if promise < 0 && depth <= 6 && exchange::gain(position, m) < -100 * depth {
                    continue;
                }
            }
            let mut after = position.clone();
            after.play_unchecked(m);
            let after_key = hash_after(position, key, m, &after);
            self.places[ply] = Some(place(m, side));
            let next = depth - 1;
            let mut score;
            if number == 0 {
                score = -self.search(&after, after_key, next, -beta, -floor, ply + 1, true);
            } else {
                let mut less = 0;
                if depth >= 3 && number >= 2 && (quiet || promise < 0) {
                    less = reduction;
                    less -= i32::from(open) + i32::from(gives) + i32::from(check);
                    less += i32::from(!improving && quiet);
                    if quiet {
                        less -= (promise.clamp(-16_384, 16_384)) / 8_192;
                    }
                    less = less.clamp(0, next - 1);
                }
                score = -self.search(
                    &after,
                    after_key,
                    next - less,
                    -floor - 1,
                    -floor,
                    ply + 1,
                    true,
                );
                if score > floor && less > 0 {
                    score =
                        -self.search(&after, after_key, next, -floor - 1, -floor, ply + 1, true);
                }
                if score > floor && score < beta {
                    score = -self.search(&after, after_key, next, -beta, -floor, ply + 1, true);
                }
            }
            number += 1;
            if self.over {
                break;
            }
            if score > best {
                best = score;
                if score > floor {
                    floor = score;
                    best_move = Some(m);
                    extend_line(&mut self.lines, ply, m);
                }
                if score >= beta {
                    if quiet {
                        self.order.learn(m, &quiets, side, depth, ply, before);
                    }
                    break;
                }
            }
            if quiet {
                quiets.push(m);
            }
        }
        self.path.pop();
        if self.over {
            return 0;
        }
        let bound = match () {
            () if best >= beta => Bound::Lower,
            () if best_move.is_some() => Bound::Exact,
            () => Bound::Upper,
        };
        // What some moves of the first position are worth says nothing of the position.
        if !first || self.root.len() == position.legal_moves().len() {
            self.note(key, best_move, best, worth, depth, bound, ply);
        }
        best
    }

    /// What a position is worth without search.
    fn worth(&mut self, position: &Chess, known: Option<Known>) -> i32 {
        let known = known.and_then(|known| known.worth);
        known.map_or_else(|| self.evaluator.to_move(position), i32::from)
    }

    /// The moves but for one that has been tried, with their promise.
    fn moves(
        &self,
        position: &Chess,
        depth: i32,
        ply: usize,
        before: [Option<Place>; 2],
        tried: Option<Move>,
    ) -> Vec<(i32, Move)> {
        let mut moves = self.order.moves(position, ply, before);
        moves.retain(|&(_, m)| Some(m) != tried && (ply > 0 || self.root.contains(&m)));
        if let Some(likely) = self.question.likely
            && position.turn() == self.question.position.turn()
            && let Some(likely) = (likely.0)(position, if ply == 0 { i32::MAX } else { depth })
        {
            for (promise, m) in &mut moves {
                *promise += (LIKELY * likelihood(&likely, *m)) as i32;
            }
        }
        moves
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "they are what is known of a position"
    )]
    fn note(
        &self,
        key: u64,
        best: Option<Move>,
        score: i32,
        worth: i32,
        depth: i32,
        bound: Bound,
        ply: usize,
    ) {
        let known = Known {
            best: best.map_or(0, packed),
            score: (score + mate_offset(score, ply)) as i16,
            worth: (worth != -INFINITE).then_some(worth as i16),
            depth: depth.clamp(0, 255) as u8,
            bound,
        };
        self.table.put(key, known);
    }

    /// Captures and promotions until nothing is left to gain; all moves out of check.
    fn quiesce(&mut self, position: &Chess, key: u64, alpha: i32, beta: i32, ply: usize) -> i32 {
        self.lines[ply].clear();
        self.count(ply);
        if self.over {
            return 0;
        }
        let check = position.is_check();
        if position.is_insufficient_material() {
            return 0;
        }
        if ply >= MAX_PLY {
            return if check {
                0
            } else {
                self.evaluator.to_move(position)
            };
        }
        let known = self.table.get(key);
        if let Some(known) = known
            && beta - alpha == 1
            && position.halfmoves() < 90
            && let Some(score) = known.answer(alpha, beta, ply)
        {
            return score;
        }
        let (mut best, mut floor) = (-INFINITE, alpha);
        let mut worth = -INFINITE;
        if !check {
            if !has_pieces(position) && position.legal_moves().is_empty() {
                return 0;
            }
            worth = self.worth(position, known);
            best = worth;
            if best >= beta {
                return best;
            }
            floor = floor.max(best);
        }
        let mut moves: Vec<(i32, Move)> = Vec::with_capacity(16);
        let needed = floor - best - 180;
        if check {
            let before = [None; 2];
            moves = self.order.moves(position, ply, before);
            if moves.is_empty() {
                return ply as i32 - MATE;
            }
        } else {
            captures(position, needed, |m| moves.push((promise(m), m)));
        }
        let mut best_move = None;
        for i in 0..moves.len() {
            let m = pick(&mut moves, i);
            if check {
                // One way out of check is enough to see that it is no mate; others are for captures.
                if best > -MATE + 1000
                    && moves[i].0 < GOOD_CAPTURE
                    && (i > 3 || moves[i].0 < BAD_CAPTURE)
                {
                    continue;
                }
            } else if losing(position, m) {
                continue;
            }
            let mut after = position.clone();
            after.play_unchecked(m);
            let after_key = hash_after(position, key, m, &after);
            let score = -self.quiesce(&after, after_key, -beta, -floor, ply + 1);
            if self.over {
                return 0;
            }
            if score > best {
                best = score;
                if score > floor {
                    floor = score;
                    best_move = Some(m);
                    extend_line(&mut self.lines, ply, m);
                }
                if score >= beta {
                    break;
                }
            }
        }
        // Of captures that were left out it is only known that they do not lift the value above what is needed.
        if !check && best < alpha && needed >= exchange::value(Role::Pawn) {
            best = alpha;
        }
        let bound = match best >= beta {
            true => Bound::Lower,
            false => Bound::Upper,
        };
        self.note(key, best_move, best, worth, 0, bound, ply);
        best
    }
}

/// The best line from `ply` is `m` and then the best line from the next ply.
fn extend_line(lines: &mut [Vec<Move>], ply: usize, m: Move) {
    let (head, tail) = lines.split_at_mut(ply + 1);
    head[ply].clear();
    head[ply].push(m);
    head[ply].extend_from_slice(&tail[0]);
}

/// Of the moves from `i` on only those for which `test` holds are kept.
fn keep_from(moves: &mut Vec<(i32, Move)>, i: usize, test: impl Fn(Move) -> bool) {
    let mut end = i;
    for at in i..moves.len() {
        if test(moves[at].1) {
            moves.swap(end, at);
            end += 1;
        }
    }
    moves.truncate(end);
}

/// Whether a quiet move puts its piece where more than so much is lost.
fn losing_by(position: &Chess, m: Move, most: i32) -> bool {
    exchange::value(m.role()) > -most && exchange::gain(position, m) < most
}
