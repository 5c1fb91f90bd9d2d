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

use shakmaty::{Chess, Move, Position as _};

use super::{
    block::{self, Block},
    plan::Plan,
    vocabulary::Vocabulary,
};
use crate::ilp::{Bits, Clause, Stopped, Tester};

/// A position's moves that are examples.
#[derive(Debug)]
struct Place {
    moves: Vec<Move>,
    /// The number of the first one among the examples.
    start: usize,
}

/// Some moves of a position, numbered as they are among the examples.
#[derive(Debug)]
struct Part {
    block: Block,
    start: usize,
    count: usize,
}

/// Tests clauses on moves: an example is a legal move of one of the positions, a promotion to each
/// piece being a move of its own. The examples are numbered position by position.
#[derive(Debug)]
pub struct ChessTester<'a> {
    vocabulary: &'a Vocabulary,
    places: Vec<Place>,
    /// The position of each example.
    place_of: Vec<u32>,
    parts: Vec<Part>,
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
            places: Vec::new(),
            place_of: Vec::new(),
            parts: Vec::new(),
        };
        for (chess, moves) in positions {
            let start = tester.place_of.len();
            let number = tester.places.len() as u32;
            tester.place_of.resize(start + moves.len(), number);
            let chunks = moves.chunks(block::MOST).enumerate();
            tester.parts.extend(chunks.map(|(index, moves)| Part {
                block: Block::new(chess.clone(), moves),
                start: start + index * block::MOST,
                count: moves.len(),
            }));
            tester.places.push(Place { moves, start });
        }
        tester
    }

    /// The number of positions.
    pub fn positions(&self) -> usize {
        self.places.len()
    }

    /// The moves of a position that are examples.
    pub fn moves(&self, index: usize) -> &[Move] {
        &self.places[index].moves
    }

    /// The number of a move of a position among the examples.
    pub fn example(&self, index: usize, m: Move) -> Option<usize> {
        let position = &self.places[index];
        let place = position.moves.iter().position(|&known| known == m)?;
        Some(position.start + place)
    }

    /// The moves of a position that are in `cover`.
    pub fn covered(&self, cover: &Bits, index: usize) -> impl Iterator<Item = Move> {
        let position = &self.places[index];
        let moves = position.moves.iter().enumerate();
        moves
            .filter(|(place, _)| cover.contains(position.start + place))
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
            let position = self.place_of[example];
            count += usize::from(last != Some(position));
            last = Some(position);
        }
        count
    }

    /// What the plan covers of `candidates`, part by part, with the number of the first example.
    fn covered_parts<'t>(
        &'t self,
        plan: &'t Plan,
        candidates: &'t Bits,
    ) -> impl Iterator<Item = (usize, u64)> + 't {
        self.parts.iter().map(|part| {
            let wanted = candidates.window(part.start, part.count);
            let found = match wanted {
                0 => 0,
                _ => plan.solve(&part.block, wanted),
            };
            (part.start, found)
        })
    }
}

impl Tester for ChessTester<'_> {
    fn examples(&self) -> usize {
        self.place_of.len()
    }

    fn coverage(&self, clause: &Clause, candidates: &Bits) -> Result<Bits, Stopped> {
        let plan = Plan::new(self.vocabulary, clause, None)?;
        let mut cover = Bits::empty(self.examples());
        for (start, found) in self.covered_parts(&plan, candidates) {
            cover.insert_window(start, found);
        }
        Ok(cover)
    }

    fn implied(&self, clause: &Clause, index: usize, candidates: &Bits) -> Result<bool, Stopped> {
        let plan = Plan::new(self.vocabulary, clause, Some(index))?;
        let mut parts = self.covered_parts(&plan, candidates);
        Ok(parts.all(|(_, found)| found == 0))
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
