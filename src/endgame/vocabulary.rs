//! The words in which strategies for an ending are written: conditions and moves.

pub mod general;
pub mod krk;

use std::cell::OnceCell;

use shakmaty::{Bitboard, Square, attacks};

use super::{Ending, Placement};

/// The words of an ending.
#[derive(Debug)]
pub struct Vocabulary {
    /// The ending.
    pub ending: Ending,
    /// What can be asked of a position.
    pub conditions: &'static [Condition],
    /// What can be done there.
    pub moves: &'static [Maneuver],
}

impl Vocabulary {
    /// All of them.
    pub fn all() -> &'static [&'static Vocabulary] {
        static ALL: [&Vocabulary; 4] = [&krk::KRK, &general::KQK, &general::KBBK, &general::KBNK];
        &ALL
    }

    /// The vocabulary of an ending, if it has one.
    pub fn of(ending: Ending) -> Option<&'static Vocabulary> {
        let mut all = Vocabulary::all().iter().copied();
        all.find(|words| words.ending == ending)
    }

    /// The number of the condition with a name.
    pub fn condition(&self, name: &str) -> Option<usize> {
        self.conditions.iter().position(|word| word.name == name)
    }

    /// The number of the move with a name.
    pub fn maneuver(&self, name: &str) -> Option<usize> {
        self.moves.iter().position(|word| word.name == name)
    }
}

/// A question about a position in which the attacker is to move.
#[derive(Debug)]
pub struct Condition {
    /// Its name in Prolog.
    pub name: &'static str,
    /// The question as it is put to students.
    pub question: &'static str,
    /// Whether it holds.
    pub holds: fn(&Scene) -> bool,
}

/// A rule that finds a move in a position, or none.
#[derive(Debug)]
pub struct Maneuver {
    /// Its name in Prolog.
    pub name: &'static str,
    /// What it does, as it is told to students.
    pub aim: &'static str,
    /// The placement after the move.
    pub find: fn(&Scene) -> Option<Placement>,
}

/// A placement with the attacker to move, as the words of a vocabulary see it.
#[derive(Debug, Clone)]
pub struct Scene {
    /// The ending.
    pub ending: Ending,
    /// The squares.
    pub at: Placement,
    after: OnceCell<Vec<After>>,
    region: OnceCell<Bitboard>,
}

/// What a move leads to.
#[derive(Debug, Clone, Copy)]
pub struct After {
    /// The placement.
    pub at: Placement,
    /// The piece that has moved; `None` for the king.
    pub piece: Option<usize>,
    /// Whether the bare king is attacked.
    pub check: bool,
    /// Whether the bare king can take nothing.
    pub safe: bool,
    /// How many moves the bare king has.
    pub escapes: usize,
    /// The squares that the bare king can get to ([`region`]).
    pub region: Bitboard,
}

impl After {
    /// Whether this is checkmate.
    pub fn is_mate(&self) -> bool {
        self.check && self.escapes == 0
    }

    /// The freedom of the bare king in its region ([`freedom`]).
    pub fn freedom(&self) -> usize {
        freedom(self.region)
    }

    /// How far the attacker's king is from the squares that the bare king can get to, taken together.
    pub fn distance(&self) -> u32 {
        far_from(self.at.king, self.region)
    }

    /// Whether the game goes on, and nothing is lost.
    pub fn is_sound(&self) -> bool {
        self.safe && self.escapes > 0
    }
}

impl Scene {
    /// The scene of a placement.
    pub fn new(ending: Ending, at: Placement) -> Scene {
        Scene {
            ending,
            at,
            after: OnceCell::new(),
            region: OnceCell::new(),
        }
    }

    /// What all moves of the attacker lead to, promotions left out; computed once.
    pub fn after(&self) -> &[After] {
        self.after.get_or_init(|| {
            let kings = self.king_moves().map(|at| (None, at));
            let pieces = (0..self.ending.len())
                .flat_map(|piece| self.piece_moves(piece).map(move |at| (Some(piece), at)));
            let after = |(piece, at): (Option<usize>, Placement)| {
                let escapes = at.escapes(&self.ending);
                After {
                    at,
                    piece,
                    check: at.check(&self.ending),
                    safe: (escapes & at.attackers(&self.ending)).is_empty(),
                    escapes: escapes.count(),
                    region: region(&at, &self.ending),
                }
            };
            kings.chain(pieces).map(after).collect()
        })
    }

    /// The squares that the bare king can get to now.
    pub fn region(&self) -> Bitboard {
        *self.region.get_or_init(|| region(&self.at, &self.ending))
    }

    /// How many files and ranks are between the kings.
    pub fn apart(&self) -> (u32, u32) {
        apart(self.at.king, self.at.bare)
    }

    /// Whether the bare king can take nothing after a move.
    pub fn is_safe(&self, after: &Placement) -> bool {
        (after.escapes(&self.ending) & after.attackers(&self.ending)).is_empty()
    }

    /// The placements after moves of the attacker's king.
    pub fn king_moves(&self) -> impl Iterator<Item = Placement> + use<> {
        let at = self.at;
        let to = at.king_moves(&self.ending).into_iter();
        to.map(move |king| at.with_king(king))
    }

    /// The placements after moves of a piece.
    pub fn piece_moves(&self, piece: usize) -> impl Iterator<Item = Placement> + use<> {
        let at = self.at;
        let to = at.piece_moves(&self.ending, piece).into_iter();
        to.map(move |square| at.with(piece, square))
    }
}

/// The squares that the bare king can get to if the attacker stands still: its own, and those that a way
/// leads to over squares that are neither attacked nor taken.
pub fn region(at: &Placement, ending: &Ending) -> Bitboard {
    let closed = at.attacked(ending) | at.attackers(ending);
    let mut reached = Bitboard::from(at.bare);
    let mut front = reached;
    while front.any() {
        let mut next = Bitboard::EMPTY;
        for square in front {
            next |= attacks::king_attacks(square);
        }
        front = next & !closed & !reached;
        reached |= front;
    }
    reached
}

/// How free a bare king is on some squares: the ways from each of them on an empty board, 3 in a corner,
/// 5 on an edge, 8 elsewhere. So of as many squares those are better for the attacker on which it can be
/// mated.
pub fn freedom(region: Bitboard) -> usize {
    8 * region.count()
        - 3 * (region & Bitboard::EDGES).count()
        - 2 * (region & Bitboard::CORNERS).count()
}

/// The sum of the squared distances from a square to some others.
pub fn far_from(square: Square, others: Bitboard) -> u32 {
    others.into_iter().map(|other| squared(square, other)).sum()
}

/// How many files and ranks are between two squares.
pub fn apart(a: Square, b: Square) -> (u32, u32) {
    let (file, rank) = (a.file().distance(b.file()), a.rank().distance(b.rank()));
    (file, rank)
}

/// The square of the distance of two squares' middles, a square being one wide.
pub fn squared(a: Square, b: Square) -> u32 {
    let (file, rank) = apart(a, b);
    file * file + rank * rank
}

/// The square of twice the distance from the board's middle.
pub fn from_middle(square: Square) -> u32 {
    let off = |n: u32| (2 * n).abs_diff(7).pow(2);
    off(square.file().into()) + off(square.rank().into())
}

/// Whether a square is on the edge of the board.
pub fn on_edge(square: Square) -> bool {
    Bitboard::EDGES.contains(square)
}
