//! A position with some of its moves, and what it says about atoms, found out when it is first
//! asked for.

use std::sync::OnceLock;

use shakmaty::{Bitboard, Chess, Color, Move, Position as _, Role};

use super::{
    atoms::{Atom, Base, Links, Source, Squares, Table, Term, Triple, squares},
    relations,
    vocabulary::{Pairs, When, Whose},
};
use crate::chess::moves::move_term;

/// The most moves of a block: a set of them is a word.
pub const MOST: usize = 64;

/// A position, at most [`MOST`] of its legal moves, and the relations before and after them.
#[derive(Debug)]
pub struct Block {
    chess: Chess,
    moves: Box<[Move]>,
    /// For each square the moves that leave it, and those that go to it, castling as users write it.
    from: [u64; 64],
    to: [u64; 64],
    after: OnceLock<Box<[Chess]>>,
    /// Attacks and protections, before and after the moves: the same look at the board has both.
    contacts: [OnceLock<Box<[Links; 2]>>; 2],
    /// By [`Atom::slot`].
    tables: Box<[OnceLock<Table>]>,
}

impl Block {
    /// A position and its first [`MOST`] moves of those given.
    pub fn new(chess: Chess, moves: &[Move]) -> Block {
        let moves = &moves[..moves.len().min(MOST)];
        let (mut from, mut to) = ([0; 64], [0; 64]);
        for (number, &m) in moves.iter().enumerate() {
            let term = move_term(m);
            from[term.from.to_usize()] |= 1 << number;
            to[term.to.to_usize()] |= 1 << number;
        }
        Block {
            chess,
            moves: moves.into(),
            from,
            to,
            after: OnceLock::new(),
            contacts: Default::default(),
            tables: (0..Atom::SLOTS).map(|_| OnceLock::new()).collect(),
        }
    }

    /// The position.
    pub fn chess(&self) -> &Chess {
        &self.chess
    }

    /// All of its moves.
    #[inline]
    pub fn all(&self) -> u64 {
        match self.moves.len() {
            MOST => u64::MAX,
            count => (1 << count) - 1,
        }
    }

    /// The positions of a time, each with the moves for which it is that.
    pub fn scenes(&self, when: When) -> impl Iterator<Item = (&Chess, u64)> {
        let (scenes, one) = match when {
            When::Now => (std::slice::from_ref(&self.chess), None),
            When::Next => (self.after(), Some(())),
        };
        let scenes = scenes.iter().enumerate();
        scenes.map(move |(number, chess)| (chess, one.map_or(self.all(), |()| 1 << number)))
    }

    /// The position after each move.
    pub fn after(&self) -> &[Chess] {
        self.after.get_or_init(|| {
            let played = |&m: &Move| {
                let mut chess = self.chess.clone();
                chess.play_unchecked(m);
                chess
            };
            self.moves.iter().map(played).collect()
        })
    }

    /// The moves for which an atom holds that looks for no square.
    #[inline]
    pub fn moves(&self, atom: &Atom) -> u64 {
        match atom.source {
            Source::Pieces(whose, role) => {
                let set = self.pieces(whose, role);
                let of = |moves: &[u64; 64]| {
                    squares(set).fold(0, |found, square| found | moves[usize::from(square)])
                };
                match atom.terms[0] {
                    Term::From => of(&self.from),
                    Term::To => of(&self.to),
                    _ if set != 0 => self.all(),
                    _ => 0,
                }
            }
            Source::Table(base) => match self.table(base, atom) {
                Table::Moves(moves) => *moves,
                _ => unreachable!("an atom has the table that its pattern asks for"),
            },
        }
    }

    /// The squares for which an atom holds after any move, of one that looks for one square.
    #[inline]
    pub fn set(&self, atom: &Atom) -> u64 {
        match atom.source {
            Source::Pieces(whose, role) => self.pieces(whose, role),
            Source::Table(_) => self.squares(atom).set,
        }
    }

    /// The moves of each square, for an atom that looks for one and is not about pieces.
    #[inline]
    pub fn squares(&self, atom: &Atom) -> &Squares {
        match atom.source {
            Source::Table(base) => match self.table(base, atom) {
                Table::Squares(squares) => squares,
                _ => unreachable!("an atom has the table that its pattern asks for"),
            },
            Source::Pieces(..) => &Squares::EMPTY,
        }
    }

    /// The moves of each pair of squares, for an atom that looks for two.
    #[inline]
    pub fn links(&self, atom: &Atom) -> &Links {
        match atom.source {
            Source::Table(Base::Pairs(Pairs::Attacks, when)) if atom.is_whole_pair() => {
                &self.contacts(when)[0]
            }
            Source::Table(Base::Pairs(Pairs::Defends, when)) if atom.is_whole_pair() => {
                &self.contacts(when)[1]
            }
            Source::Table(base) => match self.table(base, atom) {
                Table::Links(links) => links,
                _ => unreachable!("an atom has the table that its pattern asks for"),
            },
            Source::Pieces(..) => unreachable!("pieces stand on one square"),
        }
    }

    /// The moves of each three squares, for an atom that looks for three.
    pub fn triples(&self, atom: &Atom) -> &[Triple] {
        match atom.source {
            Source::Table(base) => match self.table(base, atom) {
                Table::Triples(triples) => triples,
                _ => unreachable!("an atom has the table that its pattern asks for"),
            },
            Source::Pieces(..) => &[],
        }
    }

    fn contacts(&self, when: When) -> &[Links; 2] {
        self.contacts[when as usize].get_or_init(|| Box::new(relations::contacts(self, when)))
    }

    #[inline]
    fn table(&self, base: Base, atom: &Atom) -> &Table {
        self.tables[atom.slot()].get_or_init(|| match *atom == Atom::whole(base) {
            true => relations::table(self, base),
            false => self.derive(base, atom),
        })
    }

    /// The squares of pieces before the move.
    #[inline]
    fn pieces(&self, whose: Whose, role: Option<u8>) -> u64 {
        let board = self.chess.board();
        let us: Color = self.chess.turn();
        let pieces = match whose {
            Whose::Us => board.by_color(us),
            Whose::Them => board.by_color(!us),
            Whose::White => board.white(),
            Whose::Black => board.black(),
            Whose::Both => board.occupied(),
        };
        let of_role = role.map_or(Bitboard::FULL, |role| {
            board.by_role(Role::ALL[usize::from(role)])
        });
        (pieces & of_role).into()
    }

    /// The table of an atom from that of its relation.
    fn derive(&self, base: Base, atom: &Atom) -> Table {
        match atom.sought() {
            0 => {
                let mut found = 0;
                self.each(base, atom, |_, moves| found |= moves);
                Table::Moves(found)
            }
            1 => {
                let mut found = Box::new(Squares::EMPTY);
                self.each(base, atom, |at, moves| found.add(at[0], moves));
                Table::Squares(found)
            }
            // Three squares looked for are the relation itself.
            _ => {
                let mut found = Vec::new();
                self.each(base, atom, |at, moves| found.push((at[0], at[1], moves)));
                // Only now, since what the relation is may be found out with the grids.
                Table::Links(Box::new(relations::with_grids(|[grid, _]| {
                    found
                        .iter()
                        .for_each(|&(a, b, moves)| grid.add(a, b, moves));
                    grid.take(atom.is_uniform())
                })))
            }
        }
    }

    /// Visits the squares of a relation that fit an atom: those looked for, and the moves.
    fn each(&self, base: Base, atom: &Atom, mut visit: impl FnMut([u8; 2], u64)) {
        // What each place allows, and where those looked for stand; the last one if there is none.
        let allowed = atom.terms.map(|term| match term {
            Term::From => &self.from,
            Term::To => &self.to,
            _ => &[u64::MAX; 64],
        });
        let place = |term| atom.terms.iter().position(|&known| known == term);
        let (x, y) = (place(Term::X).unwrap_or(2), place(Term::Y).unwrap_or(2));
        let repeated = atom.repeats();
        let mut fit = |row: [u8; 3], mut moves: u64| {
            for (allowed, square) in allowed.iter().zip(row) {
                moves &= allowed[usize::from(square)];
            }
            if moves != 0 && (!repeated || atom.agrees(row)) {
                visit([row[x], row[y]], moves);
            }
        };
        let whole = Atom::whole(base);
        match base.arity() {
            1 => {
                let found = self.squares(&whole);
                squares(found.set).for_each(|a| fit([a, 0, 0], found.moves[usize::from(a)]));
            }
            2 => self
                .links(&whole)
                .each(self.all(), |a, b, moves| fit([a, b, 0], moves)),
            _ => self
                .triples(&whole)
                .iter()
                .for_each(|&(row, moves)| fit(row, moves)),
        }
    }
}
