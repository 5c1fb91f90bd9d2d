//! Chess as functions over [`shakmaty`]; nothing here knows Prolog.
//!
//! Answers depend on the arguments, and on the files that these name ([`source`]): nothing is kept
//! between calls but caches, one a thread. In a process that keeps off files
//! ([`os::keep_off_files`](crate::os::keep_off_files)) only what comes with the program is read.
//!
//! A [`Position`] is decoded from its FEN once and remembered, with its legal moves and its motifs;
//! it dereferences to shakmaty's. The relations of a board (attacks, pins) are functions of the board
//! and of the squares that are asked about.
//!
//! ```
//! use chesslog::chess::{Position, Square, attack};
//! use shakmaty::{Bitboard, Position as _};
//!
//! let position = Position::parse("4k3/8/8/8/8/2q1r3/8/3N3K w - - 0 1")?;
//! let attacked = attack::attacks(position.board(), Square::D1.into(), Bitboard::FULL);
//! assert_eq!(attacked, [(Square::D1, Square::C3), (Square::D1, Square::E3)]);
//! # Ok::<(), chesslog::chess::InvalidPosition>(())
//! ```

pub mod anki;
pub mod attack;
pub mod board;
pub mod epd;
pub mod evaluation;
pub mod exchange;
pub mod games;
pub mod history;
pub mod material;
pub mod motifs;
pub mod moves;
pub(crate) mod notation;
pub mod pattern;
pub mod pawns;
pub mod position;
pub mod puzzles;
pub mod search;
pub mod source;
pub mod svg;

pub use history::History;
pub use position::{InvalidPosition, Position};
pub use shakmaty::{Color as Side, Role, Square};

/// The name of a kind of piece, such as `knight`.
pub fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}
