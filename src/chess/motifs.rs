//! The tactical motifs that stand on the board before anybody moves.
//!
//! ```
//! use chesslog::chess::{Position, Square, motifs};
//!
//! // The knight on c7 attacks the king and a rook.
//! let position = Position::parse("r3k3/2N5/8/8/8/8/8/4K3 b q - 0 1")?;
//! let forks = motifs::fork(position, None, None, None);
//! assert_eq!(forks, [(Square::C7, Square::A8, Square::E8)]);
//! # Ok::<(), chesslog::chess::InvalidPosition>(())
//! ```
//!
//! One run of a Datalog [`program`] over the base [`facts`] of the board gives all relations at
//! once; the position keeps them. Both sides' motifs are seen, whoever is to move, and a check
//! that must be met first does not matter. Only mates and stalemates are found by playing.

mod facts;
mod program;

use shakmaty::{Chess, Color, Move, Position as _, Square};

use super::{
    Position, attack,
    geometry::restrict,
    moves::{self, MoveTerm},
};

/// The motifs of a position; each row is that of the predicate of the same name, sorted.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Motifs {
    pub(crate) hanging: Vec<Square>,
    pub(crate) en_prise: Vec<(Square, i64)>,
    pub(crate) absolute_pins: Vec<Three>,
    pub(crate) relative_pins: Vec<Three>,
    pub(crate) skewers: Vec<Three>,
    pub(crate) batteries: Vec<(Square, Square)>,
    pub(crate) forks: Vec<Three>,
    pub(crate) double_attacks: Vec<(Color, Square, Square)>,
    pub(crate) discovered_attacks: Vec<Three>,
    pub(crate) discovered_checks: Vec<Three>,
    pub(crate) double_checks: Vec<(Square, Square)>,
    pub(crate) only_defenders: Vec<(Square, Square)>,
    pub(crate) overloaded: Vec<Three>,
    pub(crate) trapped: Vec<Square>,
    pub(crate) weak_back_ranks: Vec<Color>,
    pub(crate) king_rings: Vec<(Color, Square, Square)>,
}

type Three = (Square, Square, Square);

impl Motifs {
    /// Computes the motifs of a position; [`Position::motifs`] remembers them.
    pub fn of(position: &Chess) -> Motifs {
        program::run(position)
    }
}

/// The rows that agree with the bound arguments.
fn of_one<A: Copy + PartialEq>(rows: &[A], a: Option<A>) -> Vec<A> {
    restrict(rows.iter().copied(), a).collect()
}

fn of_two<A: Copy + PartialEq, B: Copy + PartialEq>(
    rows: &[(A, B)],
    a: Option<A>,
    b: Option<B>,
) -> Vec<(A, B)> {
    let agrees = |row: &&(A, B)| a.is_none_or(|a| a == row.0) && b.is_none_or(|b| b == row.1);
    rows.iter().filter(agrees).copied().collect()
}

fn of_three<A: Copy + PartialEq>(
    rows: &[(A, Square, Square)],
    a: Option<A>,
    b: Option<Square>,
    c: Option<Square>,
) -> Vec<(A, Square, Square)> {
    let agrees = |row: &&(A, Square, Square)| {
        a.is_none_or(|a| a == row.0) && b.is_none_or(|b| b == row.1) && c.is_none_or(|c| c == row.2)
    };
    rows.iter().filter(agrees).copied().collect()
}

/// Relates a piece to the enemy pieces that attack it.
pub fn attacked_by(
    position: Position,
    square: Option<Square>,
    by: Option<Square>,
) -> Vec<(Square, Square)> {
    let mut rows: Vec<_> = attack::attacks(by, square, position)
        .into_iter()
        .map(|(by, square)| (square, by))
        .collect();
    rows.sort_unstable();
    rows
}

macro_rules! relations {
    ($( $(#[$doc:meta])* $name:ident = $filter:ident $rows:ident
        ($($arg:ident: $ty:ty),*) -> $row:ty; )*) => {$(
        $(#[$doc])*
        pub fn $name(position: Position, $($arg: Option<$ty>),*) -> Vec<$row> {
            $filter(&position.motifs().$rows, $($arg),*)
        }
    )*};
}

relations! {
    /// Lists the pieces that are attacked and not defended; kings are not meant.
    hanging = of_one hanging(square: Square) -> Square;

    /// Relates a piece to the pawns that an exchange on its square loses.
    en_prise = of_two en_prise(square: Square, loss: i64) -> (Square, i64);

    /// Relates a pinned piece, the slider that pins it, and its king.
    absolute_pin = of_three absolute_pins(pinned: Square, by: Square, king: Square) -> Three;

    /// Relates a pinned piece, the slider that pins it, and the better piece behind.
    relative_pin = of_three relative_pins(pinned: Square, by: Square, behind: Square) -> Three;

    /// Relates a slider, the piece that must leave its line, and the piece lost behind.
    skewer = of_three skewers(by: Square, front: Square, back: Square) -> Three;

    /// Relates two sliders of a side that move along the line that joins them.
    battery = of_two batteries(back: Square, front: Square) -> (Square, Square);

    /// Relates a piece to two pieces that it forks.
    fork = of_three forks(from: Square, a: Square, b: Square) -> Three;

    /// Relates a side to two pieces of the enemy that it threatens at once.
    double_attack = of_three double_attacks(side: Color, a: Square, b: Square)
        -> (Color, Square, Square);

    /// Relates a piece, the slider behind it, and the piece that is attacked when it moves away.
    discovered_attack = of_three discovered_attacks(blocker: Square, slider: Square, target: Square)
        -> Three;

    /// Relates a piece, the slider behind it, and the king that is in check when it moves away.
    discovered_check = of_three discovered_checks(blocker: Square, slider: Square, king: Square)
        -> Three;

    /// Relates two pieces that both give check.
    double_check = of_two double_checks(a: Square, b: Square) -> (Square, Square);

    /// Relates a piece to the attacked pieces that it alone defends.
    only_defender = of_two only_defenders(defender: Square, square: Square) -> (Square, Square);

    /// Relates a piece to two attacked pieces that are lost without it.
    overloaded = of_three overloaded(defender: Square, a: Square, b: Square) -> Three;

    /// Lists the pieces that are lost where they are and wherever they go.
    trapped = of_one trapped(square: Square) -> Square;

    /// Lists the sides whose king may be mated on its first rank.
    back_rank_weak = of_one weak_back_ranks(side: Color) -> Color;

    /// Relates a side, an enemy piece, and the squares around the side's king that it attacks.
    king_ring = of_three king_rings(side: Color, by: Square, square: Square)
        -> (Color, Square, Square);
}

/// Lists the moves that mate.
pub fn mate_in_one(position: Position, m: Option<MoveTerm>) -> Vec<MoveTerm> {
    ending(position, m, Chess::is_checkmate)
}

/// Lists the moves that stalemate.
pub fn stalemate_in_one(position: Position, m: Option<MoveTerm>) -> Vec<MoveTerm> {
    ending(position, m, Chess::is_stalemate)
}

/// The moves after which `ends` holds, in the order of the legal moves.
fn ending(position: Position, term: Option<MoveTerm>, ends: fn(&Chess) -> bool) -> Vec<MoveTerm> {
    let mut rows = Vec::new();
    for &m in position.legal_moves() {
        let row = moves::move_term(m);
        // Castling of Chess960 may look like a move of the king.
        if term.is_none_or(|term| term == row) && !rows.contains(&row) && leads(&position, m, ends)
        {
            rows.push(row);
        }
    }
    rows
}

fn leads(position: &Chess, m: Move, ends: fn(&Chess) -> bool) -> bool {
    let mut after = position.clone();
    after.play_unchecked(m);
    ends(&after)
}
