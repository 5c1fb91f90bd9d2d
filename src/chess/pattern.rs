//! Patterns: what may stand where, and the same turned, shifted, or with the colours exchanged.
//!
//! A pattern is read from a term once. Its variants are made then, and its squares become sets, so
//! that matching is a few operations on bitboards for each condition.
//!
//! ```
//! use chesslog::chess::{Position, pattern::Pattern};
//!
//! let outpost: Pattern = "flip_colour([on('N',d5)])".parse::<chesslog::term::Term>()
//!     .map(|term| Pattern::read(&term))??;
//! let position = Position::parse("4k3/8/8/8/3n4/2p5/8/4K3 w - - 0 1")?;
//! assert!(outpost.matches(&position));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod needed;
mod read;
#[cfg(test)]
mod tests;

pub(crate) use needed::Needed;
pub use read::NoPattern;

use std::ops::RangeInclusive;

use shakmaty::{Bitboard, Board, Chess, Color, Piece, Position as _, Role, Square};

use super::{material::Material, position::same};

/// A pattern, ready to be matched.
#[derive(Debug, Clone, PartialEq)]
pub struct Pattern(Condition<Bitboard>);

impl Pattern {
    /// Whether a position is as the pattern says.
    pub fn matches(&self, chess: &Chess) -> bool {
        self.0.holds(chess)
    }
}

/// The most conditions that a pattern may have with all its variants.
const MOST: usize = 1 << 17;

/// Kinds of pieces, and whether empty squares are among what is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Pieces(u16);

impl Pieces {
    const EMPTY: Pieces = Pieces(1 << 12);
    const ANY: Pieces = Pieces((1 << 12) - 1);

    fn of(piece: Piece) -> Pieces {
        let begin = match piece.color {
            Color::White => 0,
            Color::Black => 6,
        };
        Pieces(1 << (begin + piece.role as u16 - 1))
    }

    fn or(self, other: Pieces) -> Pieces {
        Pieces(self.0 | other.0)
    }

    /// The same pieces of the other sides.
    fn exchanged(self) -> Pieces {
        let side = (1 << 6) - 1;
        Pieces(self.0 & Pieces::EMPTY.0 | (self.0 & side) << 6 | self.0 >> 6 & side)
    }

    /// Where they stand.
    fn on(self, board: &Board) -> Bitboard {
        match self {
            Pieces::ANY => return board.occupied(),
            Pieces::EMPTY => return !board.occupied(),
            _ => {}
        }
        let mut squares = Bitboard::EMPTY;
        for side in Color::ALL {
            let kinds = Role::ALL.into_iter();
            let kinds = kinds.filter(|role| self.0 & Pieces::of(role.of(side)).0 != 0);
            let there = kinds.fold(Bitboard::EMPTY, |all, role| all | board.by_role(role));
            squares |= there & board.by_color(side);
        }
        if self.0 & Pieces::EMPTY.0 != 0 {
            squares |= !board.occupied();
        }
        squares
    }
}

/// Squares that a pattern names, in a form that can be turned and shifted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Area {
    /// From one file to another and from one rank to another, counted from 0. What goes from one
    /// edge of the board to the other stays there when it is shifted that way.
    Rectangle { files: (i8, i8), ranks: (i8, i8) },
    /// The light squares, or the dark ones.
    Shade { light: bool },
}

impl Area {
    fn squares(&self) -> Bitboard {
        match *self {
            Area::Shade { light: true } => Bitboard::LIGHT_SQUARES,
            Area::Shade { light: false } => Bitboard::DARK_SQUARES,
            Area::Rectangle { files, ranks } => {
                let inside = |square: &Square| {
                    let (file, rank) = (square.file() as i8, square.rank() as i8);
                    (files.0..=files.1).contains(&file) && (ranks.0..=ranks.1).contains(&rank)
                };
                Square::ALL.into_iter().filter(inside).collect()
            }
        }
    }

    /// The area where a change takes it; `None` if some of it leaves the board.
    fn changed(&self, change: &Change) -> Option<Area> {
        match *self {
            Area::Shade { light } => {
                let turned = change.mirrored.0 != change.mirrored.1;
                let shifted = (change.shift.0 + change.shift.1) % 2 != 0;
                Some(Area::Shade {
                    light: light ^ turned ^ shifted,
                })
            }
            Area::Rectangle { files, ranks } => {
                let (files, ranks) = match change.transposed {
                    true => (ranks, files),
                    false => (files, ranks),
                };
                let along = |(low, high): (i8, i8), mirrored: bool, by: i8| {
                    let (low, high) = match mirrored {
                        true => (7 - high, 7 - low),
                        false => (low, high),
                    };
                    match (low, high) == (0, 7) {
                        true => Some((low, high)),
                        false => {
                            Some((low + by, high + by)).filter(|(low, high)| *low >= 0 && *high < 8)
                        }
                    }
                };
                Some(Area::Rectangle {
                    files: along(files, change.mirrored.0, change.shift.0)?,
                    ranks: along(ranks, change.mirrored.1, change.shift.1)?,
                })
            }
        }
    }
}

/// A way to turn or shift a pattern, in this order.
#[derive(Debug, Clone, Copy, Default)]
struct Change {
    /// Whether files become ranks.
    transposed: bool,
    /// Whether left and right, and whether top and bottom, are exchanged.
    mirrored: (bool, bool),
    /// By how many files and ranks it is shifted.
    shift: (i8, i8),
    /// Whether White and Black are exchanged.
    colours: bool,
}

impl Change {
    /// All ways to mirror and transpose that are wanted.
    fn turns(wanted: impl Fn(&Change) -> bool) -> Vec<Change> {
        let turns = (0..8).map(|bits| Change {
            transposed: bits & 4 != 0,
            mirrored: (bits & 1 != 0, bits & 2 != 0),
            ..Change::default()
        });
        turns.filter(wanted).collect()
    }

    /// All shifts along files and ranks by so much.
    fn shifts(files: RangeInclusive<i8>, ranks: RangeInclusive<i8>) -> Vec<Change> {
        let by = |shift| Change {
            shift,
            ..Change::default()
        };
        let places = ranks.flat_map(|rank| files.clone().map(move |file| (file, rank)));
        places.map(by).collect()
    }
}

/// Pieces on some squares.
#[derive(Debug, Clone, PartialEq)]
struct Set<S> {
    pieces: Pieces,
    squares: S,
}

impl Set<Bitboard> {
    fn on(&self, board: &Board) -> Bitboard {
        self.pieces.on(board) & self.squares
    }
}

/// What has to hold, over squares that can be changed, or that are ready to be matched.
#[derive(Debug, Clone, PartialEq)]
enum Condition<S> {
    /// So many squares of the set.
    Count(Set<S>, usize, usize),
    /// Each of the squares has such a piece.
    Each(Set<S>),
    /// A piece of the first set attacks a square of the second.
    Attacks(Set<S>, Set<S>),
    /// This side is to move.
    Turn(Color),
    /// The position is this one, whatever its counters.
    Position(Box<Chess>),
    /// There is so much on the board.
    Material(Material),
    Not(Box<Condition<S>>),
    All(Vec<Condition<S>>),
    Any(Vec<Condition<S>>),
}

impl<S> Condition<S> {
    /// The condition over other squares; `None` if there are none for some of them.
    fn map<T>(&self, colours: bool, squares: &impl Fn(&S) -> Option<T>) -> Option<Condition<T>> {
        let set = |set: &Set<S>| {
            Some(Set {
                pieces: match colours {
                    true => set.pieces.exchanged(),
                    false => set.pieces,
                },
                squares: squares(&set.squares)?,
            })
        };
        let all = |conditions: &[Condition<S>]| -> Option<Vec<Condition<T>>> {
            let mapped = conditions
                .iter()
                .map(|condition| condition.map(colours, squares));
            mapped.collect()
        };
        Some(match self {
            Condition::Count(of, least, most) => Condition::Count(set(of)?, *least, *most),
            Condition::Each(of) => Condition::Each(set(of)?),
            Condition::Attacks(from, to) => Condition::Attacks(set(from)?, set(to)?),
            Condition::Turn(side) => Condition::Turn(match colours {
                true => side.other(),
                false => *side,
            }),
            // They are what they are, however the rest is turned.
            Condition::Position(chess) => Condition::Position(chess.clone()),
            Condition::Material(material) => Condition::Material(*material),
            Condition::Not(inner) => Condition::Not(Box::new(inner.map(colours, squares)?)),
            Condition::All(inner) => Condition::All(all(inner)?),
            // What leaves the board is no alternative.
            Condition::Any(inner) => Condition::Any(
                inner
                    .iter()
                    .filter_map(|condition| condition.map(colours, squares))
                    .collect(),
            ),
        })
    }

    /// How many conditions it consists of.
    fn size(&self) -> usize {
        match self {
            Condition::Not(inner) => 1 + inner.size(),
            Condition::All(inner) | Condition::Any(inner) => {
                1 + inner.iter().map(Condition::size).sum::<usize>()
            }
            _ => 1,
        }
    }
}

impl Condition<Vec<Area>> {
    /// The condition changed in any of these ways; `None` if that is too much.
    fn changed(&self, changes: &[Change]) -> Option<Condition<Vec<Area>>> {
        if self.size().saturating_mul(changes.len()) > MOST {
            return None;
        }
        let mut variants: Vec<Condition<Vec<Area>>> = Vec::new();
        for change in changes {
            let areas = |areas: &Vec<Area>| -> Option<Vec<Area>> {
                areas.iter().map(|area| area.changed(change)).collect()
            };
            // A pattern on symmetrical squares has fewer variants.
            if let Some(variant) = self.map(change.colours, &areas)
                && !variants.contains(&variant)
            {
                variants.push(variant);
            }
        }
        Some(Condition::Any(variants))
    }

    /// The condition ready to be matched.
    fn compiled(&self) -> Condition<Bitboard> {
        let squares = |areas: &Vec<Area>| {
            let sets = areas.iter().map(Area::squares);
            Some(sets.fold(Bitboard::EMPTY, |all, set| all | set))
        };
        self.map(false, &squares)
            .unwrap_or(Condition::Any(Vec::new()))
    }
}

impl Condition<Bitboard> {
    fn holds(&self, chess: &Chess) -> bool {
        let board = chess.board();
        match self {
            Condition::Count(set, least, most) => {
                let count = set.on(board).count();
                *least <= count && count <= *most
            }
            Condition::Each(set) => set.squares.is_subset(set.pieces.on(board)),
            Condition::Attacks(from, to) => {
                let targets = to.on(board);
                let mut attackers = (from.on(board) & board.occupied()).into_iter();
                !targets.is_empty()
                    && attackers.any(|square| !(board.attacks_from(square) & targets).is_empty())
            }
            Condition::Turn(side) => chess.turn() == *side,
            Condition::Position(other) => same(chess, other),
            Condition::Material(material) => Material::of(board) == *material,
            Condition::Not(inner) => !inner.holds(chess),
            Condition::All(inner) => inner.iter().all(|condition| condition.holds(chess)),
            Condition::Any(inner) => inner.iter().any(|condition| condition.holds(chess)),
        }
    }
}
