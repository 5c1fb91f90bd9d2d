//! How the bare king plays: the defenders of N. Lassabe et al., "Genetically Programmed Strategies for
//! Chess Endgame", GECCO 2006, sections 4.1 to 4.4.

use std::cmp::Reverse;

use shakmaty::Square;

use super::{
    Placement, Reply, Turn,
    arena::{Arena, NO_POSITION, Status},
    index,
    vocabulary::{apart, from_middle, squared},
};

/// A way to defend. All take a piece that they can take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Defence {
    /// Goes after the attacker's piece (4.1).
    Chaser,
    /// Goes after the piece if that is close; otherwise stays in the middle, away from it (4.2).
    Runner,
    /// Stays in the middle by Euclidean distance (4.3).
    Centre,
    /// The same, but avoids the opposition (4.3).
    CentreWithoutOpposition,
    /// Stays in the middle by the moves that it takes to get there (4.3).
    CentreByMoves,
    /// The same, but avoids the opposition (4.3).
    CentreByMovesWithoutOpposition,
    /// Puts mate off as long as possible (4.4).
    Perfect,
}

impl Defence {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Defence::Chaser => "chaser",
            Defence::Runner => "runner",
            Defence::Centre => "centre",
            Defence::CentreWithoutOpposition => "centre, avoiding opposition",
            Defence::CentreByMoves => "centre by moves",
            Defence::CentreByMovesWithoutOpposition => "centre by moves, avoiding opposition",
            Defence::Perfect => "perfect",
        }
    }

    /// The replies that it chooses, by number; [`NO_POSITION`] where there is none or a piece is taken.
    pub fn replies(self, arena: &Arena) -> Vec<u32> {
        let all = 0..arena.size() as u32;
        all.map(|number| self.reply(arena, number)).collect()
    }

    /// The reply that it chooses in a position; [`NO_POSITION`] if there is none or a piece is taken.
    pub fn reply(self, arena: &Arena, number: u32) -> u32 {
        if arena.status(number) != Status::Open {
            return NO_POSITION;
        }
        let ending = arena.vocabulary.ending;
        let at = index::placement(number, &ending);
        let replies = at.replies(&ending).filter_map(|reply| match reply {
            Reply::Quiet(next) => Some(next),
            Reply::Takes(..) => None,
        });
        let next = replies.min_by_key(|next| self.cost(arena, &at, next));
        next.and_then(|next| index::number(&next, &ending))
            .map_or(NO_POSITION, |next| next.0)
    }

    /// What it avoids; of equal replies it takes the first in the order of squares.
    fn cost(self, arena: &Arena, before: &Placement, next: &Placement) -> (u32, u32, Reverse<u32>) {
        let ending = &arena.vocabulary.ending;
        let to_piece = |at: &Placement| {
            (0..ending.len())
                .map(|piece| squared(at.bare, at.pieces[piece]))
                .min()
                .unwrap_or(0)
        };
        let opposed =
            |at: &Placement| u32::from(matches!(apart(at.king, at.bare), (0, 2) | (2, 0)));
        let none = Reverse(0);
        match self {
            Defence::Chaser => (to_piece(next), from_middle(next.bare), none),
            // Close: within two moves.
            Defence::Runner => match (0..ending.len())
                .any(|piece| before.bare.distance(before.pieces[piece]) <= 2)
            {
                true => (to_piece(next), 0, none),
                false => (from_middle(next.bare), 0, Reverse(to_piece(next))),
            },
            Defence::Centre => (0, from_middle(next.bare), none),
            Defence::CentreWithoutOpposition => (opposed(next), from_middle(next.bare), none),
            Defence::CentreByMoves => (0, to_middle(next.bare), none),
            Defence::CentreByMovesWithoutOpposition => (opposed(next), to_middle(next.bare), none),
            Defence::Perfect => {
                let number = index::number(next, ending).map_or(NO_POSITION, |next| next.0);
                (
                    0,
                    0,
                    Reverse(u32::from(arena.table.code(Turn::Attacker, number))),
                )
            }
        }
    }
}

/// The moves that a king needs to the nearest of the four squares in the middle.
fn to_middle(square: Square) -> u32 {
    [Square::D4, Square::E4, Square::D5, Square::E5]
        .into_iter()
        .map(|middle| middle.distance(square))
        .min()
        .unwrap_or(0)
}
