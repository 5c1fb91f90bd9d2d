//! Literals as patterns, and tables of the moves for which they hold.
//!
//! An *atom* is a relation with a term at each place: a square of the move, any square at all, or
//! one of the squares that a clause looks for. What a position says about an atom depends on no
//! clause, so all clauses share it: for each choice of the squares looked for, the set of moves for
//! which it holds, a bit each.

use super::vocabulary::{Pairs, Relation, Triples, When, Whose};

/// What stands at a place of a literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Term {
    /// The square that the move leaves.
    From,
    /// The square that it goes to.
    To,
    /// Some square or other.
    Any,
    /// The first of the squares looked for, in the order of the places.
    X,
    /// The second one.
    Y,
    /// The third one.
    Z,
}

impl Term {
    /// The squares looked for, in order.
    pub const SOUGHT: [Term; 3] = [Term::X, Term::Y, Term::Z];
}

/// How many terms there are.
const TERMS: usize = 6;

/// A number for each pattern of three terms in which X, Y and Z appear in this order (the others
/// have none): first those that differ in the first place only, then those that differ in the first
/// two. And how many those are, and all.
const PATTERNS: ([u8; TERMS * TERMS * TERMS], [usize; 3]) = {
    let mut numbers = [u8::MAX; TERMS * TERMS * TERMS];
    let mut counts = [0; 3];
    let mut next = 0;
    let mut places = 1;
    while places <= 3 {
        let mut code = 0;
        while code < numbers.len() {
            let terms = [code / TERMS / TERMS, code / TERMS % TERMS, code % TERMS];
            let mut sought = Term::X as usize;
            let mut place = 0;
            let mut fits = numbers[code] == u8::MAX;
            while place < 3 {
                fits &= terms[place] <= sought;
                fits &= place < places || terms[place] == Term::Any as usize;
                if terms[place] == sought {
                    sought += 1;
                }
                place += 1;
            }
            if fits {
                numbers[code] = next;
                next += 1;
            }
            code += 1;
        }
        counts[places - 1] = next as usize;
        places += 1;
    }
    (numbers, counts)
};

/// A relation whose atoms are kept in tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Base {
    /// [`Relation::EnPrise`].
    EnPrise(When),
    /// The two squares are the same one.
    Same,
    /// [`Relation::Pairs`].
    Pairs(Pairs, When),
    /// [`Relation::Triples`].
    Triples(Triples, When),
}

impl Base {
    /// Where the tables of its patterns begin among those of all relations.
    const fn start(self) -> usize {
        let [one, two, three] = PATTERNS.1;
        match self {
            Base::EnPrise(when) => when as usize * one,
            Base::Same => 2 * one,
            Base::Pairs(pairs, when) => 2 * one + (1 + 2 * pairs as usize + when as usize) * two,
            Base::Triples(triples, when) => {
                let pairs = 2 * one + (1 + 2 * Pairs::COUNT) * two;
                pairs + (2 * triples as usize + when as usize) * three
            }
        }
    }

    /// How many squares stand in it.
    #[inline]
    pub const fn arity(self) -> usize {
        match self {
            Base::EnPrise(_) => 1,
            Base::Same | Base::Pairs(..) => 2,
            Base::Triples(..) => 3,
        }
    }

    /// Whether it is about the position after the move.
    #[inline]
    pub const fn looks_ahead(self) -> bool {
        match self {
            Base::EnPrise(when) | Base::Pairs(_, when) | Base::Triples(_, when) => {
                matches!(when, When::Next)
            }
            Base::Same => false,
        }
    }
}

/// The relation of an atom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Source {
    /// [`Relation::Pieces`]: at hand in any position.
    Pieces(Whose, Option<u8>),
    /// One with tables.
    Table(Base),
}

impl Source {
    /// The relation that a literal is about and whether the literal is its negation; `None` for
    /// [`Relation::Nothing`].
    pub const fn of(relation: Relation) -> Option<(Source, bool)> {
        match relation {
            Relation::Pieces(whose, role) => Some((Source::Pieces(whose, role), false)),
            Relation::EnPrise(when) => Some((Source::Table(Base::EnPrise(when)), false)),
            Relation::Pairs(pairs, when) => Some((Source::Table(Base::Pairs(pairs, when)), false)),
            Relation::Triples(triples, when) => {
                Some((Source::Table(Base::Triples(triples, when)), false))
            }
            Relation::Different => Some((Source::Table(Base::Same), true)),
            Relation::Nothing => None,
        }
    }
}

/// A relation with a term at each of its places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Atom {
    /// The relation.
    pub source: Source,
    /// The terms; [`Term::Any`] at places that the relation has not.
    pub terms: [Term; 3],
    slot: u16,
}

impl Atom {
    /// How many atoms have tables.
    pub const SLOTS: usize = {
        let [one, two, three] = PATTERNS.1;
        2 * one + (1 + 2 * Pairs::COUNT) * two + 2 * Triples::COUNT * three
    };

    /// A relation with terms. X, Y and Z appear in this order, and [`Term::Any`] stands at places
    /// that the relation has not.
    pub const fn new(source: Source, terms: [Term; 3]) -> Atom {
        let [a, b, c] = terms;
        let code = (a as usize * TERMS + b as usize) * TERMS + c as usize;
        let slot = match source {
            Source::Table(base) => base.start() as u16 + PATTERNS.0[code] as u16,
            Source::Pieces(..) => 0,
        };
        Atom {
            source,
            terms,
            slot,
        }
    }

    /// The relation itself: squares looked for at all places.
    #[inline]
    pub const fn whole(base: Base) -> Atom {
        let terms = match base.arity() {
            1 => [Term::X, Term::Any, Term::Any],
            2 => [Term::X, Term::Y, Term::Any],
            _ => Term::SOUGHT,
        };
        Atom::new(Source::Table(base), terms)
    }

    /// The number of its table, if it has one.
    #[inline]
    pub const fn slot(&self) -> usize {
        self.slot as usize
    }

    /// Whether two different squares are looked for and nothing else.
    #[inline]
    pub const fn is_whole_pair(&self) -> bool {
        matches!(self.terms, [Term::X, Term::Y, Term::Any])
    }

    /// Whether it looks for the same square at several places.
    pub fn repeats(&self) -> bool {
        let places = |&term: &Term| self.terms.iter().filter(|&&known| known == term).count();
        Term::SOUGHT.iter().any(|term| places(term) > 1)
    }

    /// Whether the same square stands wherever the same one is looked for.
    pub fn agrees(&self, row: [u8; 3]) -> bool {
        Term::SOUGHT.iter().all(|sought| {
            let places = self.terms.iter().zip(row);
            let mut squares = places.filter(|(term, _)| *term == sought).map(|(_, s)| s);
            let first = squares.next();
            squares.all(|square| Some(square) == first)
        })
    }

    /// How many squares it looks for.
    pub fn sought(&self) -> usize {
        let sought = Term::SOUGHT.iter();
        sought.filter(|term| self.terms.contains(term)).count()
    }

    /// Whether it is about the position after the move.
    #[inline]
    pub fn looks_ahead(&self) -> bool {
        matches!(self.source, Source::Table(base) if base.looks_ahead())
    }

    /// Whether it holds for all moves or for none, whatever the squares looked for.
    #[inline]
    pub fn is_uniform(&self) -> bool {
        let of_move = self
            .terms
            .iter()
            .any(|t| matches!(t, Term::From | Term::To));
        !self.looks_ahead() && !of_move
    }
}

/// For each square of a set, the moves.
#[derive(Debug)]
pub struct Squares {
    /// The squares that have any.
    pub set: u64,
    /// The moves of each square.
    pub moves: [u64; 64],
}

impl Squares {
    /// None at all.
    pub const EMPTY: Squares = Squares {
        set: 0,
        moves: [0; 64],
    };

    /// Adds moves to those of a square.
    #[inline]
    pub fn add(&mut self, square: u8, moves: u64) {
        if moves != 0 {
            self.set |= 1 << square;
            self.moves[usize::from(square)] |= moves;
        }
    }
}

/// For each square the squares that belong to it, and for each such pair the moves.
#[derive(Debug)]
pub struct Lines {
    sets: [u64; 64],
    starts: [u16; 64],
    /// The moves of the pairs, in order; empty if all pairs have all moves.
    moves: Box<[u64]>,
}

impl Lines {
    /// The squares that belong to a square.
    #[inline]
    pub fn set(&self, square: u8) -> u64 {
        self.sets[usize::from(square)]
    }

    /// The moves of each of these squares, in order.
    #[inline]
    pub fn moves(&self, square: u8) -> &[u64] {
        &self.moves[usize::from(self.starts[usize::from(square)])..]
    }

    /// The moves of a pair.
    #[inline]
    pub fn of(&self, square: u8, other: u8) -> u64 {
        let set = self.set(square);
        match set >> other & 1 {
            0 => 0,
            _ => self.moves(square)[(set & ((1 << other) - 1)).count_ones() as usize],
        }
    }
}

/// For each of some pairs of squares, the moves.
#[derive(Debug)]
pub struct Links {
    /// By the first square.
    pub rows: Lines,
    /// By the second square.
    pub columns: Lines,
}

impl Links {
    /// Visits all pairs; `all` are the moves of each pair if no other ones are kept.
    #[inline]
    pub fn each(&self, all: u64, mut visit: impl FnMut(u8, u8, u64)) {
        for a in 0..64 {
            let kept = &self.rows.moves;
            let start = usize::from(self.rows.starts[usize::from(a)]);
            for (index, b) in squares(self.rows.set(a)).enumerate() {
                visit(a, b, kept.get(start + index).copied().unwrap_or(all));
            }
        }
    }
}

/// Where pairs of squares with their moves are gathered. Kept for the next time, since it is large.
#[derive(Debug)]
pub struct Grid {
    cells: Box<[u64]>,
    rows: [u64; 64],
    columns: [u64; 64],
}

impl Grid {
    /// An empty one.
    pub fn new() -> Grid {
        Grid {
            cells: vec![0; 64 * 64].into(),
            rows: [0; 64],
            columns: [0; 64],
        }
    }

    /// Adds moves to those of a pair.
    #[inline]
    pub fn add(&mut self, a: u8, b: u8, moves: u64) {
        if moves != 0 {
            self.rows[usize::from(a)] |= 1 << b;
            self.columns[usize::from(b)] |= 1 << a;
            self.cells[usize::from(a) * 64 + usize::from(b)] |= moves;
        }
    }

    /// Takes out all pairs; without their moves if all have all of them.
    pub fn take(&mut self, uniform: bool) -> Links {
        let cell = |a: u8, b: u8| usize::from(a) * 64 + usize::from(b);
        let lines = |sets: &[u64; 64], at: &dyn Fn(u8, u8) -> u64| {
            let mut starts = [0; 64];
            let count: u32 = match uniform {
                true => 0,
                false => sets.iter().map(|set| set.count_ones()).sum(),
            };
            let mut moves = Vec::with_capacity(count as usize);
            if !uniform {
                for (a, &set) in sets.iter().enumerate() {
                    starts[a] = moves.len() as u16;
                    moves.extend(squares(set).map(|b| at(a as u8, b)));
                }
            }
            Lines {
                sets: *sets,
                starts,
                moves: moves.into(),
            }
        };
        let links = Links {
            rows: lines(&self.rows, &|a, b| self.cells[cell(a, b)]),
            columns: lines(&self.columns, &|b, a| self.cells[cell(a, b)]),
        };
        for (a, row) in (0..).zip(&mut self.rows) {
            squares(std::mem::take(row)).for_each(|b| self.cells[cell(a, b)] = 0);
        }
        self.columns = [0; 64];
        links
    }
}

/// Three squares and the moves.
pub type Triple = ([u8; 3], u64);

/// For each choice of the squares that an atom looks for, the moves for which it holds.
#[derive(Debug)]
pub enum Table {
    /// It looks for none.
    Moves(u64),
    /// It looks for one.
    Squares(Box<Squares>),
    /// It looks for two.
    Links(Box<Links>),
    /// It looks for three.
    Triples(Box<[Triple]>),
}

/// The squares of a set, in order.
#[inline]
pub fn squares(set: u64) -> impl Iterator<Item = u8> {
    std::iter::successors(Some(set), |rest| Some(rest & rest.wrapping_sub(1)))
        .take_while(|&rest| rest != 0)
        .map(|rest| rest.trailing_zeros() as u8)
}
