//! Perfect play: how far mate is in a position, and the moves that do not make it worse.
//!
//! ```no_run
//! use chesslog::{chess::Position, endgame::{Value, perfect}};
//!
//! let position = Position::parse("8/8/8/3k4/8/8/8/R3K3 w - - 0 1")?;
//! assert!(matches!(perfect::value(&position), Ok(Value::Mate(plies)) if plies <= 31));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::cmp::Reverse;

use shakmaty::{Board, Chess, Color, Move, Position as _};

use super::{Ending, Placement, Turn, Value, ending::MOST_PIECES, known};

/// Why there is no table for a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoEnding {
    /// This side may still castle.
    #[error("{0} may still castle")]
    Castling(Color),
    /// Neither king is bare: so many pieces white and black have beside it.
    #[error("neither king is bare: beside it, white has {} and black {}", pieces(*.0), pieces(*.1))]
    NoBareKing(usize, usize),
    /// This side has so many pieces beside the king.
    #[error("{0} has {those} beside the king, not {MOST_PIECES} at most", those = pieces(*.1))]
    TooMany(Color, usize),
}

/// A position as the tables see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EndingPosition {
    /// The ending, and the squares as if white were the attacker; `None` if there are only kings.
    pub placed: Option<(Ending, Placement)>,
    /// Who has the pieces; white if nobody has.
    pub attacker: Color,
    /// Whose turn it is.
    pub turn: Turn,
}

impl EndingPosition {
    /// Looks at a position.
    ///
    /// # Errors
    ///
    /// [`NoEnding`] unless it is one of a king with at most [`MOST_PIECES`] pieces or pawns against
    /// a bare king, without castling rights.
    pub fn of(position: &Chess) -> Result<EndingPosition, NoEnding> {
        let turn = |attacker| match position.turn() == attacker {
            true => Turn::Attacker,
            false => Turn::Defender,
        };
        match Ending::of(position) {
            // What is on the board says more than what may be done with it.
            Some((ending, placement, attacker)) => match position.castles().has_color(attacker) {
                true => Err(NoEnding::Castling(attacker)),
                false => Ok(EndingPosition {
                    placed: Some((ending, placement)),
                    attacker,
                    turn: turn(attacker),
                }),
            },
            None => match beside_kings(position.board()) {
                [0, 0] => Ok(EndingPosition {
                    placed: None,
                    attacker: Color::White,
                    turn: turn(Color::White),
                }),
                [white, 0] => Err(NoEnding::TooMany(Color::White, white)),
                [0, black] => Err(NoEnding::TooMany(Color::Black, black)),
                [white, black] => Err(NoEnding::NoBareKing(white, black)),
            },
        }
    }

    /// What the position is worth.
    ///
    /// # Panics
    ///
    /// If it is not a legal position, which [`EndingPosition::of`] never gives.
    pub fn value(&self) -> Value {
        match self.placed {
            Some((ending, placement)) if ending.can_win() => known::table(ending)
                .value(self.turn, &placement)
                .expect("a table has all legal positions"),
            _ => Value::Drawn,
        }
    }
}

fn pieces(count: usize) -> String {
    match count {
        1 => "one piece or pawn".to_owned(),
        _ => format!("{count} pieces and pawns"),
    }
}

/// What white and black have beside the kings.
fn beside_kings(board: &Board) -> [usize; 2] {
    [Color::White, Color::Black].map(|side| board.by_color(side).count() - 1)
}

/// What a position is worth under best play of both sides; the half-move clock does not matter.
///
/// # Errors
///
/// As for [`EndingPosition::of`].
pub fn value(position: &Chess) -> Result<Value, NoEnding> {
    EndingPosition::of(position).map(|seen| seen.value())
}

/// The moves that change nothing about what the position is worth: the shortest mate of the
/// attacker, the longest resistance of the defender, a draw as long as it is one. They come in the
/// order of their squares, from a1 to h8, and a promotion to the strongest piece first.
///
/// # Errors
///
/// As for [`EndingPosition::of`].
pub fn best_moves(position: &Chess) -> Result<Vec<Move>, NoEnding> {
    let wanted = match value(position)? {
        Value::Mate(plies) => Value::Mate(plies.saturating_sub(1)),
        Value::Drawn => Value::Drawn,
    };
    let mut best = Vec::new();
    for m in position.legal_moves() {
        let mut after = position.clone();
        after.play_unchecked(m);
        if value(&after)? == wanted {
            best.push(m);
        }
    }
    best.sort_by_key(|m| (m.from(), m.to(), Reverse(m.promotion())));
    Ok(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;

    fn position(fen: &str) -> Position {
        Position::parse(fen).unwrap()
    }

    fn best(fen: &str) -> Vec<String> {
        let moves = best_moves(&position(fen)).unwrap();
        moves
            .iter()
            .map(|m| m.to_uci(shakmaty::CastlingMode::Standard).to_string())
            .collect()
    }

    #[test]
    fn either_side_attacks() {
        for (fen, expected) in [
            ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", Value::Mate(1)),
            ("r7/8/8/8/8/6k1/8/7K b - - 0 1", Value::Mate(1)),
            ("R6k/8/6K1/8/8/8/8/8 b - - 0 1", Value::Mate(0)),
            ("8/8/8/8/8/6k1/6p1/6K1 w - - 0 1", Value::Drawn),
            // A pawn that goes down the board, twice mirrored.
            ("8/8/8/8/8/1k6/2p5/K7 b - - 0 1", Value::Mate(1)),
        ] {
            assert_eq!(value(&position(fen)), Ok(expected), "{fen}");
        }
    }

    #[test]
    fn kings_and_single_minor_pieces_draw() {
        for pieces in ["8", "B7", "N7"] {
            let fen = format!("8/8/8/3k4/8/{pieces}/8/3K4 w - - 0 1");
            assert_eq!(value(&position(&fen)), Ok(Value::Drawn), "{fen}");
        }
        assert_eq!(best("8/8/8/8/8/8/k7/2K5 w - - 0 1").len(), 3);
    }

    #[test]
    fn other_material_is_refused() {
        for (fen, expected) in [
            (
                "8/8/8/3k4/8/8/8/4K2R w K - 0 1",
                NoEnding::Castling(Color::White),
            ),
            (
                "4k2r/8/8/8/8/8/8/4K3 w k - 0 1",
                NoEnding::Castling(Color::Black),
            ),
            (
                "8/8/8/3kr3/8/8/8/4K2R w - - 0 1",
                NoEnding::NoBareKing(1, 1),
            ),
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                NoEnding::NoBareKing(15, 15),
            ),
            (
                "4k3/8/8/8/8/8/8/RN2K2R w Q - 0 1",
                NoEnding::TooMany(Color::White, 3),
            ),
            (
                "8/8/8/2k5/8/8/8/R2QK2R w - - 0 1",
                NoEnding::TooMany(Color::White, 3),
            ),
            (
                "8/ppp5/p7/3k4/8/8/8/4K3 w - - 0 1",
                NoEnding::TooMany(Color::Black, 4),
            ),
        ] {
            assert_eq!(value(&position(fen)), Err(expected), "{fen}");
            assert_eq!(best_moves(&position(fen)), Err(expected), "{fen}");
        }
    }

    #[test]
    fn best_moves_are_in_order() {
        assert_eq!(best("7k/8/6K1/8/8/8/8/R7 w - - 0 1"), ["a1a8"]);
        assert_eq!(best("2r5/8/8/8/8/1k6/8/K7 w - - 0 1"), ["a1b1"]);
        // Mate by either heavy piece.
        let promotions = best("7k/P7/6K1/8/8/8/8/8 w - - 0 1");
        assert_eq!(promotions, ["a7a8q", "a7a8r"]);
        // Only the capture draws.
        assert_eq!(best("8/8/8/8/8/8/1kR5/7K b - - 0 1"), ["b2c2"]);
        assert!(best("R6k/8/6K1/8/8/8/8/8 b - - 0 1").is_empty());
    }
}
