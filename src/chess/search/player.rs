//! The search that plays games: the best lines of a position, deeper and deeper until the time is up.
//!
//! ```
//! use chesslog::chess::search::player::{Clock, Player, Question};
//! use shakmaty::Chess;
//!
//! let (player, start) = (Player::new(1), Chess::default());
//! let question = Question { depth: 3, ..Question::of(&start) };
//! let found = player.search(&question, &Clock::start(), &|_| {});
//! assert_eq!(found[0].depth, 3);
//! assert!(!found[0].moves.is_empty());
//! ```
//!
//! Both sides play, all counts ([`evaluation`](crate::chess::evaluation)), and the game so far does, too: what repeats it, or
//! ends by the rule of fifty moves, is a draw. `tree.rs` searches, `order.rs` says which moves first, `clock.rs`
//! ends it.

mod clock;
mod order;
mod tree;

use std::{
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    thread,
    time::Duration,
};

use shakmaty::{Chess, EnPassantMode, Move, Position as _, zobrist::Zobrist64};

pub use clock::{Clock, Time};

use super::{
    Likely,
    score::{INFINITE, is_mate, mate_in},
    table::Table,
};
use crate::chess::evaluation::Shares;
use tree::Tree;

/// The deepest search that may be asked for.
pub const MAX_DEPTH: u32 = 100;

/// Entries of the table of a player who knows how many positions he may look at: half as many, within these bounds. He mostly
/// looks at far fewer, and smaller tables are faster; with a quarter endings suffer that are looked at for long.
const FEWEST: u64 = 1 << 12;
const MOST: u64 = 1 << 22;

/// What is asked.
#[derive(Debug, Clone)]
pub struct Question<'a> {
    /// The position.
    pub position: &'a Chess,
    /// The hashes of the positions of the game before it, the latest last: see [`hash`].
    pub past: &'a [u64],
    /// The moves that come into question; all, if there are none here.
    pub moves: Vec<Move>,
    /// How many lines are wanted, with different first moves.
    pub lines: usize,
    /// Plies at most.
    pub depth: u32,
    /// Positions at most.
    pub nodes: u64,
    /// The search ends when a mate in so many moves is found.
    pub mate: Option<u32>,
    /// Where all that is asked is whether the best line is worth so much: a score on the same side of it says so.
    pub least: Option<i32>,
    /// Threads that search.
    pub threads: usize,
    /// What counts how much. A table has values of the same shares only.
    pub shares: Shares,
    /// Asked where the side that is asked about is to move, if at all.
    pub likely: Option<Likely<'a>>,
}

impl Question<'_> {
    /// The best line of a position, whatever it takes.
    pub fn of(position: &Chess) -> Question<'_> {
        Question {
            position,
            past: &[],
            moves: Vec::new(),
            lines: 1,
            depth: MAX_DEPTH,
            nodes: u64::MAX,
            mate: None,
            least: None,
            threads: 1,
            shares: Shares::default(),
            likely: None,
        }
    }
}

/// A line of moves, and what it is worth to the side to move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The best moves of both sides; not empty.
    pub moves: Vec<Move>,
    /// In centipawns, or a mate.
    pub score: i32,
    /// Plies that were searched.
    pub depth: u32,
    /// Plies of the longest line that was looked at.
    pub selective: u32,
}

impl Line {
    /// In how many moves the side to move mates (more than 0) or is mated, if that has been found.
    pub fn mate(&self) -> Option<i32> {
        mate_in(self.score).map(|moves| i32::from(moves) * self.score.signum())
    }
}

/// How far a search is.
#[derive(Debug, Clone)]
pub struct Progress<'a> {
    /// The lines found, the best first.
    pub lines: &'a [Line],
    /// Positions looked at.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
    /// Thousandths of the table that are in use.
    pub fill: u32,
}

/// A player, who remembers what earlier searches have found.
#[derive(Debug)]
pub struct Player {
    table: Table,
}

impl Player {
    /// A player with a table of so many megabytes.
    pub fn new(megabytes: usize) -> Player {
        Player {
            table: Table::new(megabytes),
        }
    }

    /// A player for questions about so many positions together.
    pub fn of(positions: u64) -> Player {
        let entries = (positions / 2).clamp(FEWEST, MOST);
        Player {
            table: Table::of(entries as usize),
        }
    }

    /// Forgets all that was found.
    pub fn forget(&mut self) {
        self.table.clear();
    }

    /// A new position: what was found of earlier ones gives way to what will be.
    pub fn grow_old(&mut self) {
        self.table.grow_old();
    }

    /// The best lines of a position, the best first; none if there is no legal move that comes into question. At least one
    /// ply is searched, whatever the clock says; `report` hears of each depth.
    pub fn search(
        &self,
        question: &Question<'_>,
        clock: &Clock,
        report: &dyn Fn(&Progress<'_>),
    ) -> Vec<Line> {
        let legal = question.position.legal_moves();
        let is_forced = legal.len() == 1;
        let allowed = |m: &Move| question.moves.is_empty() || question.moves.contains(m);
        let moves: Vec<Move> = legal.into_iter().filter(allowed).collect();
        if moves.is_empty() {
            return Vec::new();
        }
        let nodes = AtomicU64::new(0);
        let helpers = Clock::start();
        thread::scope(|scope| {
            let _stop = StopAtEnd(&helpers);
            for number in 1..question.threads.max(1) {
                let (moves, nodes, helpers) = (moves.clone(), &nodes, &helpers);
                let spawned =
                    thread::Builder::new()
                        .stack_size(STACK)
                        .spawn_scoped(scope, move || {
                            let tree = Tree::new(question, &self.table, helpers, nodes);
                            Deepening {
                                player: self,
                                question,
                                clock: helpers,
                                nodes,
                                tree,
                                moves,
                                // Half of them go a ply ahead, so that not all do the same.
                                first: 1 + number as u32 % 2,
                                main: false,
                                is_forced,
                            }
                            .run(&|_| {});
                        });
                // Without the thread, the others search.
                drop(spawned);
            }
            let tree = Tree::new(question, &self.table, clock, &nodes);
            Deepening {
                player: self,
                question,
                clock,
                nodes: &nodes,
                tree,
                moves,
                first: 1,
                main: true,
                is_forced,
            }
            .run(report)
        })
    }
}

/// Ends the helpers when the main thread is done, also by a panic.
struct StopAtEnd<'a>(&'a Clock);

impl Drop for StopAtEnd<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Bytes of stack for a thread that searches.
pub const STACK: usize = 16 << 20;

/// A thread that searches deeper and deeper.
struct Deepening<'a> {
    player: &'a Player,
    question: &'a Question<'a>,
    clock: &'a Clock,
    nodes: &'a AtomicU64,
    tree: Tree<'a>,
    moves: Vec<Move>,
    first: u32,
    main: bool,
    /// Whether there is one legal move.
    is_forced: bool,
}

impl Deepening<'_> {
    fn run(mut self, report: &dyn Fn(&Progress<'_>)) -> Vec<Line> {
        // Whatever happens, there is a move.
        let mut found = vec![Line {
            moves: vec![self.moves[0]],
            score: 0,
            depth: 0,
            selective: 0,
        }];
        let wanted = self.question.lines.clamp(1, self.moves.len());
        let mut steady = 0;
        for depth in self.first..=self.question.depth.clamp(1, MAX_DEPTH) {
            let mut lines: Vec<Line> = Vec::with_capacity(wanted);
            self.tree.must = self.main && depth == 1;
            for number in 0..wanted {
                let before = found.get(number).filter(|line| line.depth > 0);
                let taken: Vec<Move> = lines.iter().map(|line| line.moves[0]).collect();
                self.tree.root = (self.moves.iter().copied())
                    .filter(|m| !taken.contains(m))
                    .collect();
                match self.line(depth, before) {
                    Some(line) => lines.push(line),
                    None => break,
                }
            }
            let complete = lines.len() == wanted;
            if !complete {
                // The first lines of a search that was broken off are better than those of the one before.
                let kept = found.iter().filter(|line| {
                    line.depth > 0 && lines.iter().all(|new| new.moves[0] != line.moves[0])
                });
                let kept: Vec<Line> = kept.cloned().collect();
                lines.extend(kept);
                if !lines.is_empty() {
                    lines.truncate(wanted);
                    let other = found[0].moves[0] != lines[0].moves[0];
                    found = lines;
                    if self.main && other {
                        self.report(&found, report);
                    }
                }
                break;
            }
            lines.sort_by_key(|line| -line.score);
            steady = match found[0].moves[0] == lines[0].moves[0] {
                true => steady + 1,
                false => 0,
            };
            found = lines;
            if !self.main {
                continue;
            }
            self.report(&found, report);
            if self.is_enough(&found, steady) {
                break;
            }
        }
        found
    }

    fn report(&self, lines: &[Line], report: &dyn Fn(&Progress<'_>)) {
        report(&Progress {
            lines,
            nodes: self.nodes.load(Relaxed) + self.tree.uncounted(),
            time: self.clock.elapsed(),
            fill: self.player.table.fill(),
        });
    }

    /// Whether there is no use, or no time, for a deeper search.
    fn is_enough(&self, found: &[Line], steady: u32) -> bool {
        let best = &found[0];
        if self.clock.is_stopped() {
            return true;
        }
        let wanted = |moves: u32| best.mate().is_some_and(|n| n > 0 && n as u32 <= moves);
        if self.question.mate.is_some_and(wanted) || self.nodes.load(Relaxed) >= self.question.nodes
        {
            return true;
        }
        // A mate that a search of its length and more has found is the shortest.
        if best
            .mate()
            .is_some_and(|n| best.depth > 2 * n.unsigned_abs() + 2)
            && found.len() == 1
        {
            return true;
        }
        // A move that has been the best one for long will be it at the next depth, too, which would take as long as all before.
        let share = match steady {
            // The second ply is what the other side is expected to answer.
            _ if self.is_forced && best.depth >= 2 => 0.0,
            0 => 1.0,
            1..4 => 0.7,
            _ => 0.5,
        };
        self.clock.is_late(share)
    }

    /// The best line with one of the moves of the root, unless the time is up before it is known; `before` is the one that the
    /// search a ply less deep has found.
    fn line(&mut self, depth: u32, before: Option<&Line>) -> Option<Line> {
        if let Some(least) = self.question.least {
            return self.bound(depth, least);
        }
        let mut width = 18;
        let (mut alpha, mut beta) = match before.map(|line| line.score) {
            Some(score) if depth >= 5 && !is_mate(score) => (score - width, score + width),
            _ => (-INFINITE, INFINITE),
        };
        self.tree.selective = 0;
        let mut failed = None;
        loop {
            let score = self.tree.root(depth as i32, alpha, beta);
            if self.tree.is_over() {
                // Another move that was better than all before it is a find, even if not all was looked at. Of the same
                // move more is known by the search before: the whole line, and what it is worth exactly.
                let is_new = |line: &Line| before.is_none_or(|old| old.moves[0] != line.moves[0]);
                return failed.filter(|line| depth > 1 && is_new(line));
            }
            let line = Line {
                moves: self.tree.line().to_vec(),
                score,
                depth,
                selective: self.tree.selective.max(depth),
            };
            width *= 3;
            match () {
                () if score <= alpha && alpha > -INFINITE => {
                    alpha = if width > 500 {
                        -INFINITE
                    } else {
                        alpha - width
                    };
                }
                () if score >= beta && beta < INFINITE => {
                    beta = if width > 500 { INFINITE } else { beta + width };
                    failed = Some(line).filter(|line| !line.moves.is_empty());
                }
                () => return Some(line).filter(|line| !line.moves.is_empty()),
            }
        }
    }

    /// The line that shows that one of the moves of the root is worth so much, or a move and a score that is less.
    fn bound(&mut self, depth: u32, least: i32) -> Option<Line> {
        self.tree.selective = 0;
        let score = self.tree.root(depth as i32, least - 1, least);
        let moves = match self.tree.line() {
            [] => vec![self.tree.root[0]],
            line => line.to_vec(),
        };
        (!self.tree.is_over()).then_some(Line {
            moves,
            score,
            depth,
            selective: self.tree.selective.max(depth),
        })
    }
}

/// What a legal move costs beside the best one, in centipawns, by two searches of so many positions; more than any material
/// where a mate decides. `None` if there is no thread for them.
pub fn cost(position: &Chess, m: Move, nodes: u64) -> Option<i32> {
    let score = |moves: Vec<Move>| {
        let question = Question {
            moves,
            nodes,
            ..Question::of(position)
        };
        let lines = Player::of(nodes).search(&question, &Clock::start(), &|_| {});
        lines.first().map(|line| line.score)
    };
    thread::scope(|scope| {
        let search = || Some(score(Vec::new())? - score(vec![m])?);
        let searching = thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, search);
        searching.ok()?.join().ok()?
    })
}

/// The hash by which positions of a game are compared: placement, side to move, castling, and en passant where it is legal.
pub fn hash(position: &Chess) -> u64 {
    let Zobrist64(hash) = position.zobrist_hash(EnPassantMode::Legal);
    hash
}

/// The hash of the position `after` a legal move, from that of the one before.
pub(super) fn hash_after(before: &Chess, hash_before: u64, m: Move, after: &Chess) -> u64 {
    let step = before.update_zobrist_hash(Zobrist64(hash_before), m, EnPassantMode::Legal);
    step.map_or_else(|| hash(after), |Zobrist64(hash)| hash)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use shakmaty::{CastlingMode, fen::Fen};

    use super::*;

    /// 10...c5 attacks the queen on d4, which goes away: who looks at her moves last, and leaves out the last moves, thinks
    /// that it wins her.
    #[test]
    fn an_attacked_queen_goes_away() {
        let fen: Fen = "r1bq1rk1/ppp2ppp/3p1n2/8/2BQP3/2N5/PPP2PPP/R4RK1 b - - 0 10"
            .parse()
            .expect("a FEN");
        let position: Chess = fen
            .into_position(CastlingMode::Standard)
            .expect("a position");
        for nodes in [1_000, 3_000, 10_000, 30_000] {
            let question = Question {
                nodes,
                ..Question::of(&position)
            };
            let found = Player::of(nodes).search(&question, &Clock::start(), &|_| {});
            let score = found[0].score;
            assert!(score.abs() < 200, "{score} with {nodes} positions");
        }
    }
    proptest! {
        #[test]
        fn hashes_step_by_step_are_those_of_the_positions(choices in prop::collection::vec(any::<usize>(), 1..150)) {
            let mut position = Chess::default();
            for choice in choices {
                let (moves, key) = (position.legal_moves(), hash(&position));
                for &m in &moves {
                    let mut after = position.clone();
                    after.play_unchecked(m);
                    prop_assert_eq!(hash_after(&position, key, m, &after), hash(&after), "{}", m);
                }
                if moves.is_empty() {
                    break;
                }
                position.play_unchecked(moves[choice % moves.len()]);
            }
        }
    }
}
