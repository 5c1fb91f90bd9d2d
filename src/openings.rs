//! Openings: named lines of moves, and the graph of their positions.
//!
//! ```text
//! ECO-style PGN, Lichess TSV, games ── read ──> Book: lines, positions, moves with counts
//! Book ── Transpositions: where lines come into each other
//! Book, Selection, Weights ── thesis::Walks ── Sampler ──┐
//!                          ── exact::Target ── Chain ────┴──> lines, drawn ── Sample
//! Walks ── Transitions: how often each move is made
//! Walks ── Course, Scores: positions, and when they are asked ── Trainer: moves to what is told
//! ```
//!
//! Lines that reach the same position, whatever the order of their moves, meet there: a position is
//! known by what stands where, whose turn it is, and which castling and en-passant moves there are;
//! the clocks do not count.
//!
//! ```
//! use chesslog::openings::Book;
//!
//! let book = Book::bundled();
//! let start = book.find(&shakmaty::Chess::default()).unwrap();
//! assert!(book.node(start).edges.len() > 10);
//! ```

pub mod anki;
pub mod book;
pub mod cards;
pub mod choice;
pub mod course;
pub mod distance;
pub mod eco;
pub mod exact;
pub mod game;
pub(crate) mod kept;
pub mod notation;
pub mod place;
pub mod prefer;
pub(crate) mod puzzle_reporter;
pub mod puzzles;
pub mod quota;
pub mod read;
pub(crate) mod report;
pub(crate) mod reporter;
pub mod sample;
pub mod scores;
pub mod select;
pub mod standing;
pub mod thesis;
pub mod thread;
pub mod trainer;
pub mod transitions;
pub mod transpositions;

pub use book::{Book, Edge, Line, Node};
pub use eco::Eco;
pub use prefer::{Preference, Weights};
pub use select::Selection;
