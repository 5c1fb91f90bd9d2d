//! What a game must have somewhere for a pattern to hold in it.

use shakmaty::{Bitboard, Chess};

use super::{Condition, Pattern};
use crate::chess::material::Material;

/// What a game must have.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Needed {
    /// A position, whatever its counters.
    Position(Box<Chess>),
    /// So much on the board.
    Material(Material),
    /// All of these, of which there are some.
    All(Vec<Needed>),
    /// One of these; no game has one of none.
    Any(Vec<Needed>),
}

impl Pattern {
    /// What follows from the pattern for a game in which it holds somewhere; `None` if nothing does.
    pub(crate) fn needed(&self) -> Option<Needed> {
        self.0.needed()
    }
}

impl Condition<Bitboard> {
    fn needed(&self) -> Option<Needed> {
        match self {
            Condition::Position(chess) => Some(Needed::Position(chess.clone())),
            Condition::Material(material) => Some(Needed::Material(*material)),
            Condition::All(inner) => {
                let needed: Vec<_> = inner.iter().filter_map(Condition::needed).collect();
                (!needed.is_empty()).then_some(Needed::All(needed))
            }
            // If nothing follows from one alternative, nothing follows.
            Condition::Any(inner) => {
                let needed: Option<_> = inner.iter().map(Condition::needed).collect();
                Some(Needed::Any(needed?))
            }
            _ => None,
        }
    }
}
