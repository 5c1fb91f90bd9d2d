//! Arguments that are bound or not: what a bound one admits, and what an unbound one is enumerated over.
//!
//! A relation answers in every mode: a bound argument restricts its rows, an unbound one does not.

use crate::chess::{Role, Side, Square};
use shakmaty::Bitboard;

/// The set of a bound square, or of all squares.
pub(super) fn squares(square: Option<Square>) -> Bitboard {
    square.map_or(Bitboard::FULL, Bitboard::from_square)
}

/// The bound side, or white and black.
pub(super) fn sides(side: Option<Side>) -> impl Iterator<Item = Side> {
    restrict(Side::ALL, side)
}

/// The bound piece, or all from pawn to king.
pub(super) fn pieces(piece: Option<Role>) -> impl Iterator<Item = Role> {
    restrict(Role::ALL, piece)
}

/// The values that the bound one, if any, admits.
pub(super) fn restrict<T: PartialEq>(
    values: impl IntoIterator<Item = T>,
    bound: Option<T>,
) -> impl Iterator<Item = T> {
    values
        .into_iter()
        .filter(move |value| admits(&bound, value))
}

/// The only value there is, unless a different one was asked for.
pub(super) fn only<T: PartialEq>(value: T, bound: Option<T>) -> Option<T> {
    admits(&bound, &value).then_some(value)
}

/// Whether an argument may have this value: it is unbound, or has it.
pub(super) fn admits<T: PartialEq>(bound: &Option<T>, value: &T) -> bool {
    bound.as_ref().is_none_or(|bound| bound == value)
}
