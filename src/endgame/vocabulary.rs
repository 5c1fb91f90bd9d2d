//! The words in which strategies for an ending are written: conditions and moves.

pub mod krk;

use shakmaty::{Bitboard, Square};

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
        static ALL: [&Vocabulary; 1] = [&krk::KRK];
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
#[derive(Debug, Clone, Copy)]
pub struct Scene {
    /// The ending.
    pub ending: Ending,
    /// The squares.
    pub at: Placement,
}

impl Scene {
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
