//! What the network sees: sets of planes, each a bitboard with a name.
//!
//! A plane is 64 bits, bit 0 for a1, bit 7 for h1, bit 63 for h8. Counts are thermometer coded: a
//! plane for "at least one", one for "at least two", and so on. So a position is a few words, and
//! its mirror image the same words with the files of each reversed ([`mirrored`](super::examples::mirrored)).
//!
//! ```
//! use chesslog::{chess::Position, network::input::Planes};
//!
//! let position = Position::parse("4k3/8/8/8/8/8/8/R3K3 b - - 0 1")?;
//! let mut words = vec![0; Planes::Turned.number()];
//! Planes::Turned.encode(&position, &mut words);
//! // Black is to move, so the board is turned: the other side's rook is on a8.
//! let their_rooks = Planes::Turned.index("their_rooks").unwrap();
//! assert_eq!(words[their_rooks], 1 << 56);
//! # Ok::<(), chesslog::chess::InvalidPosition>(())
//! ```

mod moves;
mod relations;
#[cfg(test)]
mod tests;

use shakmaty::{Chess, Color, Position as _, Role, Square};

use super::examples::mirrored;
use crate::random::Random;

/// A set of planes.
///
/// "Turned" is: seen by the side to move. Its pieces are `own`, the others `their`; when Black
/// moves, ranks are mirrored, so that own pawns always go up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Planes {
    /// The 12 planes of the paper, literally: one for each kind of piece of White and Black. Who
    /// moves is not in them.
    Paper,
    /// The same 12 planes, turned.
    Turned,
    /// The turned planes, and what attacks, pins, exchanges and legal moves say of the squares: the
    /// "attack maps" that the paper proposes as future work (section V.A.3).
    Relations,
}

/// One plane of a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plane {
    /// Its name, unique in its set.
    pub name: &'static str,
    /// Which squares it has, as a noun phrase.
    pub meaning: &'static str,
}

const fn plane(name: &'static str, meaning: &'static str) -> Plane {
    Plane { name, meaning }
}

/// Black above White, as in figure 1 of the paper.
const PAPER: [Plane; 12] = [
    plane("black_pawns", "black pawns"),
    plane("black_knights", "black knights"),
    plane("black_bishops", "black bishops"),
    plane("black_rooks", "black rooks"),
    plane("black_queens", "black queens"),
    plane("black_king", "the black king"),
    plane("white_pawns", "white pawns"),
    plane("white_knights", "white knights"),
    plane("white_bishops", "white bishops"),
    plane("white_rooks", "white rooks"),
    plane("white_queens", "white queens"),
    plane("white_king", "the white king"),
];

/// The first planes of both turned sets.
const PIECES: [Plane; 12] = [
    plane("own_pawns", "pawns of the side to move"),
    plane("own_knights", "knights of the side to move"),
    plane("own_bishops", "bishops of the side to move"),
    plane("own_rooks", "rooks of the side to move"),
    plane("own_queens", "queens of the side to move"),
    plane("own_king", "the king of the side to move"),
    plane("their_pawns", "pawns of the other side"),
    plane("their_knights", "knights of the other side"),
    plane("their_bishops", "bishops of the other side"),
    plane("their_rooks", "rooks of the other side"),
    plane("their_queens", "queens of the other side"),
    plane("their_king", "the king of the other side"),
];

impl Planes {
    /// All sets.
    pub const ALL: [Planes; 3] = [Planes::Paper, Planes::Turned, Planes::Relations];

    /// The name of the set, as options and the metadata of weights have it.
    pub fn name(self) -> &'static str {
        match self {
            Planes::Paper => "paper",
            Planes::Turned => "turned",
            Planes::Relations => "relations",
        }
    }

    /// The set with this name.
    pub fn named(name: &str) -> Option<Planes> {
        Planes::ALL.into_iter().find(|planes| planes.name() == name)
    }

    /// The planes in their order.
    pub fn planes(self) -> impl Iterator<Item = Plane> {
        let (pieces, more) = match self {
            Planes::Paper => (PAPER, &[][..]),
            Planes::Turned => (PIECES, &[][..]),
            Planes::Relations => (PIECES, relations::PLANES),
        };
        let more = more.iter().map(|relation| relation.plane);
        pieces.into_iter().chain(more)
    }

    /// How many planes the set has: the words of an encoded position.
    pub fn number(self) -> usize {
        match self {
            Planes::Paper | Planes::Turned => PIECES.len(),
            Planes::Relations => PIECES.len() + relations::PLANES.len(),
        }
    }

    /// The place of the plane with this name.
    pub fn index(self, name: &str) -> Option<usize> {
        self.planes().position(|plane| plane.name == name)
    }

    /// Whether the set shows the board to the side to move, and not to White.
    pub fn turns(self) -> bool {
        self != Planes::Paper
    }

    /// Writes the planes of a position.
    ///
    /// # Panics
    ///
    /// When there are not as many words as planes.
    pub fn encode(self, position: &Chess, words: &mut [u64]) {
        assert_eq!(words.len(), self.number(), "words for the planes");
        let (upper, more) = words.split_at_mut(PIECES.len());
        match self {
            Planes::Paper => pieces(position, [Color::Black, Color::White], upper),
            _ => pieces(position, [position.turn(), !position.turn()], upper),
        }
        if self == Planes::Relations {
            relations::write(position, more);
        }
        if self.turns() && position.turn().is_black() {
            words.iter_mut().for_each(|word| *word = word.swap_bytes());
        }
    }

    /// The bit of a square in the planes of a position, and the square of a bit: the square itself,
    /// or its mirror image of the other side when the board is turned to Black.
    pub fn place(self, position: &Chess, square: Square) -> Square {
        match self.turns() && position.turn().is_black() {
            true => square.flip_vertical(),
            false => square,
        }
    }
}

/// The pieces of two sides, by side and kind, as they stand on the board.
fn pieces(position: &Chess, sides: [Color; 2], words: &mut [u64]) {
    let pieces = sides
        .into_iter()
        .flat_map(|side| Role::ALL.map(|role| role.of(side)));
    for (word, piece) in words.iter_mut().zip(pieces) {
        *word = position.board().by_piece(piece).0;
    }
}

/// A number that a position shares with its mirror image, with the position in which the colours
/// are exchanged, and with hardly any other: puzzles with equal numbers must not be on both sides
/// of a division into training and test.
pub fn fingerprint(position: &Chess) -> u64 {
    let mut words = [0; PIECES.len()];
    Planes::Turned.encode(position, &mut words);
    let image = words.map(mirrored);
    Random::of(&words.min(image)).next_number()
}
