//! Legal moves as users write them, and how a game ends.
//!
//! ```
//! use chesslog::chess::{Position, Square, moves::{self, MoveTerm}};
//!
//! let scholars_mate = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
//! let position = Position::parse(scholars_mate)?;
//! let term = MoveTerm { from: Square::H5, to: Square::F7, promotion: None };
//! let mate = moves::find(&position, term).unwrap();
//! assert!(moves::is_checkmate(&position.after(mate)));
//! # Ok::<(), chesslog::chess::InvalidPosition>(())
//! ```

use shakmaty::{Bitboard, Move, Position as _, Role, Square};

use super::Position;

/// A move as users write it: castling goes to the king's square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MoveTerm {
    /// Where the piece stands.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
    /// What a pawn becomes.
    pub promotion: Option<Role>,
}

/// Why a game in this position is drawn, or may be claimed as drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DrawReason {
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// Neither side has the pieces to mate, however badly the other plays.
    InsufficientMaterial,
    /// Fifty moves of each side without a capture or pawn move: a draw if claimed.
    FiftyMoves,
    /// Seventy-five such moves: a draw without a claim.
    SeventyfiveMoves,
}

impl DrawReason {
    /// All reasons, in the order in which they are enumerated.
    pub const ALL: [DrawReason; 4] = [
        DrawReason::Stalemate,
        DrawReason::InsufficientMaterial,
        DrawReason::FiftyMoves,
        DrawReason::SeventyfiveMoves,
    ];
}

/// Writes a move as users do: castling goes to the king's destination.
pub fn move_term(m: Move) -> MoveTerm {
    let to = match (m, m.castling_side()) {
        (Move::Castle { king, .. }, Some(wing)) => {
            Square::from_coords(wing.king_to_file(), king.rank())
        }
        _ => m.to(),
    };
    MoveTerm {
        // Only drops of crazyhouse have no origin.
        from: m.from().unwrap_or(to),
        to,
        promotion: m.promotion(),
    }
}

/// Finds the legal move that a term means.
///
/// Where Chess960 castling and an ordinary king move look the same, it is the king move.
pub fn find(position: &Position, term: MoveTerm) -> Option<Move> {
    moves(position, term.from.into(), term.to.into())
        .filter(|(t, _)| t.promotion == term.promotion)
        .map(|(_, m)| m)
        .min_by_key(|m| m.is_castle())
}

/// The legal moves from some squares to some squares.
pub fn moves(
    position: &Position,
    from: Bitboard,
    to: Bitboard,
) -> impl Iterator<Item = (MoveTerm, Move)> {
    position
        .legal_moves()
        .iter()
        .filter(move |m| m.from().is_some_and(|square| from.contains(square)))
        .map(|&m| (move_term(m), m))
        .filter(move |(term, _)| to.contains(term.to))
}

/// The squares of the moves, once for all promotions (and for castling that looks like a king
/// move).
fn distinct(moves: impl Iterator<Item = (MoveTerm, Move)>) -> Vec<(Square, Square)> {
    let mut seen = [Bitboard::EMPTY; 64];
    moves
        .map(|(term, _)| (term.from, term.to))
        .filter(|&(from, to)| seen[from.to_usize()].insert(to))
        .collect()
}

/// The legal moves from some squares to some squares, promotions to different pieces only once.
pub fn legal(position: &Position, from: Bitboard, to: Bitboard) -> Vec<(Square, Square)> {
    distinct(moves(position, from, to))
}

/// Those of the legal moves that capture, en passant included.
pub fn captures(position: &Position, from: Bitboard, to: Bitboard) -> Vec<(Square, Square)> {
    distinct(moves(position, from, to).filter(|(_, m)| m.is_capture()))
}

/// Those of the legal moves that give check.
pub fn checks(position: &Position, from: Bitboard, to: Bitboard) -> Vec<(Square, Square)> {
    distinct(moves(position, from, to).filter(|&(_, m)| played(position, m).is_check()))
}

/// The position after a move, not yet remembered.
pub(crate) fn played(position: &Position, m: Move) -> shakmaty::Chess {
    let mut chess = (**position).clone();
    chess.play_unchecked(m);
    chess
}

/// Tells whether the side to move is checkmated.
pub fn is_checkmate(position: &Position) -> bool {
    position.is_check() && position.legal_moves().is_empty()
}

/// Tells whether the side to move is stalemated.
pub fn is_stalemate(position: &Position) -> bool {
    !position.is_check() && position.legal_moves().is_empty()
}

/// The reasons for which the position is drawn or may be claimed as drawn, in the order of
/// [`DrawReason::ALL`].
pub fn draw_reasons(position: &Position) -> impl Iterator<Item = DrawReason> {
    // A mating move ends the game before the clock does.
    let quiet = |halfmoves| position.halfmoves() >= halfmoves && !is_checkmate(position);
    DrawReason::ALL
        .into_iter()
        .filter(move |reason| match reason {
            DrawReason::Stalemate => is_stalemate(position),
            DrawReason::InsufficientMaterial => position.is_insufficient_material(),
            DrawReason::FiftyMoves => quiet(100),
            DrawReason::SeventyfiveMoves => quiet(150),
        })
}
