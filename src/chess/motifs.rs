//! The tactical motifs that stand on the board before anybody moves.
//!
//! ```
//! use chesslog::chess::{Position, Square};
//!
//! // The knight on c7 attacks the king and a rook.
//! let position = Position::parse("r3k3/2N5/8/8/8/8/8/4K3 b q - 0 1")?;
//! assert_eq!(position.motifs().forks, [(Square::C7, Square::A8, Square::E8)]);
//! # Ok::<(), chesslog::chess::InvalidPosition>(())
//! ```
//!
//! One run of a Datalog [`program`] over the base [`facts`] of the board gives all relations at
//! once; the position keeps them. Both sides' motifs are seen, whoever is to move, and a check
//! that must be met first does not matter.

mod facts;
mod program;

use shakmaty::{Chess, Color, Square};

/// The motifs of a position; each row is that of the predicate of the same name, sorted.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Motifs {
    /// Pieces that are attacked and not defended; kings are not meant.
    pub hanging: Vec<Square>,
    /// Pieces, and the pawns that an exchange on their square loses.
    pub en_prise: Vec<(Square, i64)>,
    /// Pinned pieces, the sliders that pin them, and their kings.
    pub absolute_pins: Vec<Three>,
    /// Pinned pieces, the sliders that pin them, and the better pieces behind.
    pub relative_pins: Vec<Three>,
    /// Sliders, the pieces that must leave their lines, and the pieces lost behind.
    pub skewers: Vec<Three>,
    /// Two sliders of a side that move along the line that joins them.
    pub batteries: Vec<(Square, Square)>,
    /// Pieces, and two pieces that they fork.
    pub forks: Vec<Three>,
    /// Sides, and two pieces of the enemy that they threaten at once.
    pub double_attacks: Vec<(Color, Square, Square)>,
    /// Pieces, the sliders behind them, and the pieces that are attacked when they move away.
    pub discovered_attacks: Vec<Three>,
    /// Pieces, the sliders behind them, and the king that is in check when they move away.
    pub discovered_checks: Vec<Three>,
    /// Two pieces that both give check.
    pub double_checks: Vec<(Square, Square)>,
    /// Pieces, and the attacked pieces that they alone defend.
    pub only_defenders: Vec<(Square, Square)>,
    /// Pieces, and two attacked pieces that are lost without them.
    pub overloaded: Vec<Three>,
    /// Pieces that are lost where they are and wherever they go.
    pub trapped: Vec<Square>,
    /// Sides whose king may be mated on its first rank.
    pub weak_back_ranks: Vec<Color>,
    /// Sides, enemy pieces, and the squares around the side's king that they attack.
    pub king_rings: Vec<(Color, Square, Square)>,
}

type Three = (Square, Square, Square);

impl Motifs {
    /// Computes the motifs of a position; [`Position::motifs`] remembers them.
    pub fn of(position: &Chess) -> Motifs {
        program::run(position)
    }
}
