//! What the relations between squares are, before the moves of a block and after each of them.
//!
//! What they mean stands in [`crate::chess`]. After each move of a position nearly the same squares
//! stand in them; so each is kept once, with the moves after which it does.

use std::cell::RefCell;

use shakmaty::{Bitboard, Position as _, Square};

use super::{
    atoms::{Atom, Base, Grid, Links, Source, Squares, Table, Term, Triple, squares},
    block::Block,
    vocabulary::{Pairs, Triples, When},
};
use crate::chess::{Position, attack, exchange, moves};

thread_local! {
    /// Two grids, empty between uses.
    static GRIDS: RefCell<[Grid; 2]> = RefCell::new([Grid::new(), Grid::new()]);
    /// By their first square, the other two and the moves; empty between uses.
    static ROWS: RefCell<[Vec<(u8, u8, u64)>; 64]> = const { RefCell::new([const { Vec::new() }; 64]) };
}

/// Runs a function with the grids of this thread. It must not ask the block for what is not known
/// yet, and has to take out what it puts in.
pub fn with_grids<T>(run: impl FnOnce(&mut [Grid; 2]) -> T) -> T {
    GRIDS.with_borrow_mut(run)
}

/// Attacks and protections.
pub fn contacts(block: &Block, when: When) -> [Links; 2] {
    let uniform = when == When::Now;
    with_grids(|grids| {
        for (chess, moves) in block.scenes(when) {
            attack::each_contact(chess.board(), |from, attacked, protected| {
                for (grid, reached) in grids.iter_mut().zip([attacked, protected]) {
                    reached
                        .into_iter()
                        .for_each(|to| grid.add(from as u8, to as u8, moves));
                }
            });
        }
        grids.each_mut().map(|grid| grid.take(uniform))
    })
}

/// The table of a relation itself, other than attacks and protections.
pub fn table(block: &Block, base: Base) -> Table {
    match base {
        Base::EnPrise(when) => Table::Squares(Box::new(lost(block, when))),
        Base::Same => Table::Links(Box::new(with_grids(|[grid, _]| {
            (0..64).for_each(|square| grid.add(square, square, block.all()));
            grid.take(true)
        }))),
        Base::Pairs(pairs, when) => Table::Links(Box::new(links(block, pairs, when))),
        Base::Triples(triples, when) => Table::Triples(rows(block, triples, when)),
    }
}

/// The meaning of `en_prise/3`.
fn lost(block: &Block, when: When) -> Squares {
    // Nothing is lost that is not attacked.
    let attacked = block.squares(&Atom::new(
        Source::Table(Base::Pairs(Pairs::Attacks, when)),
        [Term::Any, Term::X, Term::Any],
    ));
    let is_lost = |chess: &shakmaty::Chess, square: u8| {
        exchange::loss(chess.board(), Square::new(u32::from(square))) > 0
    };
    let mut found = Squares::EMPTY;
    for square in squares(attacked.set) {
        let moves = attacked.moves[usize::from(square)];
        let lost = match when {
            When::Now if is_lost(block.chess(), square) => moves,
            When::Now => 0,
            When::Next => squares(moves)
                .filter(|&m| is_lost(&block.after()[usize::from(m)], square))
                .fold(0, |lost, m| lost | 1 << m),
        };
        found.add(square, lost);
    }
    found
}

fn links(block: &Block, pairs: Pairs, when: When) -> Links {
    let all = Bitboard::FULL;
    with_grids(|[grid, _]| {
        for (chess, moves) in block.scenes(when) {
            let board = chess.board();
            let mut add = |(a, b): (Square, Square)| grid.add(a as u8, b as u8, moves);
            let position = || Position::from_chess(chess.clone());
            match pairs {
                Pairs::Pinned => attack::each_pin(board, all, all, |a, b| add((a, b))),
                Pairs::Attacks => attack::attacks(board, all, all).into_iter().for_each(add),
                Pairs::Defends => attack::defends(board, all, all).into_iter().for_each(add),
                Pairs::Legal => moves::legal(&position(), all, all)
                    .into_iter()
                    .for_each(add),
                Pairs::Captures => moves::captures(&position(), all, all)
                    .into_iter()
                    .for_each(add),
                Pairs::Checks => moves::checks(&position(), all, all)
                    .into_iter()
                    .for_each(add),
                Pairs::PaperAttacks => {
                    let them = board.by_color(!chess.turn());
                    let legal = moves::legal(&position(), all, them);
                    legal.into_iter().for_each(add);
                }
            }
        }
        grid.take(when == When::Now)
    })
}

fn rows(block: &Block, triples: Triples, when: When) -> Box<[Triple]> {
    match triples {
        Triples::Behind => lines(block, when),
        Triples::PaperBehind => attacked_twice(block, when),
    }
}

/// [`Triples::Behind`].
fn lines(block: &Block, when: When) -> Box<[Triple]> {
    let all = Bitboard::FULL;
    ROWS.with_borrow_mut(|rows| {
        for (chess, moves) in block.scenes(when) {
            let board = chess.board();
            attack::each_xray(board, all, all, board.occupied(), |a, b, further| {
                for c in further {
                    let (row, b, c) = (&mut rows[a.to_usize()], b as u8, c as u8);
                    match row.iter_mut().find(|known| (known.0, known.1) == (b, c)) {
                        Some(known) => known.2 |= moves,
                        None => row.push((b, c, moves)),
                    }
                }
            });
        }
        let count = rows.iter().map(Vec::len).sum();
        let mut found = Vec::with_capacity(count);
        for (a, row) in (0..).zip(rows.iter_mut()) {
            found.extend(row.drain(..).map(|(b, c, moves)| ([a, b, c], moves)));
        }
        found.into()
    })
}

/// [`Triples::PaperBehind`].
fn attacked_twice(block: &Block, when: When) -> Box<[Triple]> {
    let attacks = block.links(&Atom::whole(Base::Pairs(Pairs::PaperAttacks, when)));
    let mut by_front: Vec<Vec<(u8, u64)>> = vec![Vec::new(); 64];
    attacks.each(block.all(), |a, b, moves| {
        let of_sliders = block
            .scenes(when)
            .filter(|(chess, _)| chess.board().sliders().contains(Square::new(a.into())))
            .fold(0, |of_sliders, (_, moves)| of_sliders | moves);
        if moves & of_sliders != 0 {
            by_front[usize::from(a)].push((b, moves & of_sliders));
        }
    });
    let mut found = Vec::new();
    for (a, reached) in (0..).zip(&by_front) {
        for &(b, before) in reached {
            let rows = reached
                .iter()
                .map(|&(c, moves)| ([a, b, c], moves & before));
            found.extend(rows.filter(|(_, moves)| *moves != 0));
        }
    }
    found.into()
}
