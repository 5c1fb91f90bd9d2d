//! Which moves tactics suggest, in many positions at a time.
//!
//! ```
//! use chesslog::tactics::file;
//!
//! let text = "fork(Pos,From,To) :-
//!     make_move(From,To,Pos,NewPos),
//!     attacks(To,S1,NewPos), attacks(To,S2,NewPos), different_pos(S1,S2).";
//! let fork = file::parse("fork.pl", text)?;
//! let position = chesslog::chess::Position::parse("r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1").unwrap();
//! let moves = chesslog::tactics::suggestions(&fork.vocabulary, &fork.tactics[0].clause, &position);
//! assert_eq!(moves[0].to_string(), "Nb5-c7");
//! # Ok::<(), chesslog::tactics::file::Errors>(())
//! ```

#[cfg(test)]
mod tests;

use std::sync::OnceLock;

use shakmaty::{Chess, Move, Position as _};

use super::{
    plan::{Plan, Scene},
    relations::Relations,
    vocabulary::Vocabulary,
};
use crate::{
    chess::moves::move_term,
    ilp::{Bits, Clause, Stopped, Tester},
};

/// A position, some of its legal moves, and what has been computed about them.
#[derive(Debug)]
struct Block {
    now: Relations,
    moves: Vec<Move>,
    /// The squares of the moves, castling as users write it.
    squares: Vec<(u8, u8)>,
    /// After each move.
    next: OnceLock<Box<[Relations]>>,
    /// The number of the first move among the examples.
    start: usize,
}

impl Block {
    fn next(&self) -> &[Relations] {
        self.next.get_or_init(|| {
            let after = |&m: &Move| {
                let mut chess = self.now.chess.clone();
                chess.play_unchecked(m);
                Relations::new(chess, self.now.chess.turn())
            };
            self.moves.iter().map(after).collect()
        })
    }
}

/// Tests clauses on moves: an example is a legal move of one of the positions, a promotion to each
/// piece being a move of its own. The examples are numbered position by position.
#[derive(Debug)]
pub struct ChessTester<'a> {
    vocabulary: &'a Vocabulary,
    blocks: Vec<Block>,
    /// The block of each example.
    block_of: Vec<u32>,
}

impl<'a> ChessTester<'a> {
    /// The examples are all legal moves of the positions.
    pub fn new(
        vocabulary: &'a Vocabulary,
        positions: impl IntoIterator<Item = Chess>,
    ) -> ChessTester<'a> {
        let all = positions.into_iter().map(|chess| {
            let moves = chess.legal_moves().into_iter().collect();
            (chess, moves)
        });
        ChessTester::with_moves(vocabulary, all)
    }

    /// The examples are the given legal moves of the positions.
    pub fn with_moves(
        vocabulary: &'a Vocabulary,
        positions: impl IntoIterator<Item = (Chess, Vec<Move>)>,
    ) -> ChessTester<'a> {
        let mut tester = ChessTester {
            vocabulary,
            blocks: Vec::new(),
            block_of: Vec::new(),
        };
        for (chess, moves) in positions {
            let start = tester.block_of.len();
            let number = tester.blocks.len() as u32;
            tester.block_of.resize(start + moves.len(), number);
            let squares = moves.iter().map(|&m| move_term(m));
            let us = chess.turn();
            tester.blocks.push(Block {
                squares: squares.map(|m| (m.from as u8, m.to as u8)).collect(),
                now: Relations::new(chess, us),
                moves,
                next: OnceLock::new(),
                start,
            });
        }
        tester
    }

    /// The number of positions.
    pub fn positions(&self) -> usize {
        self.blocks.len()
    }

    /// The moves of a position that are examples.
    pub fn moves(&self, index: usize) -> &[Move] {
        &self.blocks[index].moves
    }

    /// The number of a move of a position among the examples.
    pub fn example(&self, index: usize, m: Move) -> Option<usize> {
        let block = &self.blocks[index];
        let place = block.moves.iter().position(|&known| known == m)?;
        Some(block.start + place)
    }

    /// The moves of a position that are in `cover`.
    pub fn covered(&self, cover: &Bits, index: usize) -> impl Iterator<Item = Move> {
        let block = &self.blocks[index];
        let moves = block.moves.iter().enumerate();
        moves
            .filter(|(place, _)| cover.contains(block.start + place))
            .map(|(_, &m)| m)
    }

    /// The moves of a position that a tactic with this cover suggests: of promotions that differ
    /// only in the piece, the one to the most valuable piece.
    pub fn suggestions(&self, cover: &Bits, index: usize) -> Vec<Move> {
        let mut best: Vec<Move> = Vec::new();
        for m in self.covered(cover, index) {
            let alike = best
                .iter_mut()
                .find(|known| m.is_promotion() && (known.from(), known.to()) == (m.from(), m.to()));
            match alike {
                Some(known) if known.promotion() < m.promotion() => *known = m,
                Some(_) => {}
                None => best.push(m),
            }
        }
        best
    }

    /// How many positions have a move in `cover`.
    pub fn positions_matched(&self, cover: &Bits) -> usize {
        let mut count = 0;
        let mut last = None;
        for example in cover.iter() {
            let block = self.block_of[example];
            count += usize::from(last != Some(block));
            last = Some(block);
        }
        count
    }

    /// Visits those of `candidates` for which the plan has a solution, until the visitor says stop.
    fn each(&self, plan: &Plan, candidates: &Bits, mut visit: impl FnMut(usize) -> bool) {
        let mut current = None;
        let mut domains = None;
        for example in candidates.iter() {
            let number = self.block_of[example];
            let block = &self.blocks[number as usize];
            if current != Some(number) {
                current = Some(number);
                domains = plan.domains(&block.now);
            }
            let Some(domains) = &domains else { continue };
            let place = example - block.start;
            let (from, to) = block.squares[place];
            if !Plan::admits(domains, from, to) {
                continue;
            }
            let scene = Scene {
                now: &block.now,
                next: plan.looks_ahead().then(|| &block.next()[place]),
            };
            if plan.solvable(domains, from, to, scene) && !visit(example) {
                return;
            }
        }
    }

    fn plan(&self, clause: &Clause, negated: Option<usize>) -> Result<Plan, Stopped> {
        Plan::new(self.vocabulary, clause, negated).ok_or_else(|| {
            let most = super::plan::MAX_SQUARES;
            Stopped::Failed(format!("a clause has more than {most} squares"))
        })
    }
}

impl Tester for ChessTester<'_> {
    fn examples(&self) -> usize {
        self.block_of.len()
    }

    fn coverage(&self, clause: &Clause, candidates: &Bits) -> Result<Bits, Stopped> {
        let plan = self.plan(clause, None)?;
        let mut cover = Bits::empty(self.examples());
        self.each(&plan, candidates, |example| {
            cover.insert(example);
            true
        });
        Ok(cover)
    }

    fn implied(&self, clause: &Clause, index: usize, candidates: &Bits) -> Result<bool, Stopped> {
        let plan = self.plan(clause, Some(index))?;
        let mut implied = true;
        self.each(&plan, candidates, |_| {
            implied = false;
            false
        });
        Ok(implied)
    }
}

/// The moves that a tactic suggests in one position, as [`ChessTester::suggestions`] does in many.
/// None if the clause has more squares than any that a file can hold.
pub fn suggestions(vocabulary: &Vocabulary, clause: &Clause, position: &Chess) -> Vec<Move> {
    let tester = ChessTester::new(vocabulary, [position.clone()]);
    let all = Bits::full(tester.examples());
    tester
        .coverage(clause, &all)
        .map(|cover| tester.suggestions(&cover, 0))
        .unwrap_or_default()
}
