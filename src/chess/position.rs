//! A legal chess position, known by its FEN.
//!
//! ```
//! use chesslog::chess::Position;
//!
//! let position = Position::parse("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6")?;
//! assert_eq!(position.fen(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1");
//! # Ok::<(), chesslog::chess::InvalidPosition>(())
//! ```

use std::{
    cell::{OnceCell, RefCell},
    collections::HashMap,
    fmt,
    ops::Deref,
    rc::Rc,
};

use shakmaty::{
    CastlingMode, Chess, EnPassantMode, FromSetup, MoveList, Position as _, PositionError,
    PositionErrorKinds, Setup, Square,
    fen::{Fen, ParseFenError},
};

use super::{
    motifs::Motifs,
    search::{self, Win},
};

/// A position and what has been computed about it. Cloning shares; a position never changes.
///
/// Dereferences to [`shakmaty::Chess`]. The canonical FEN has six fields, castling rights in
/// X-FEN (only rights whose king and rook stand ready), and an en-passant square only when an
/// en-passant capture is legal.
#[derive(Clone)]
pub struct Position(Rc<Decoded>);

struct Decoded {
    chess: Chess,
    fen: OnceCell<Box<str>>,
    legal_moves: OnceCell<MoveList>,
    wins: OnceCell<Vec<Win>>,
    motifs: OnceCell<Box<Motifs>>,
}

/// Why a text is no position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InvalidPosition {
    /// The text is not a FEN.
    Syntax(ParseFenError),
    /// The FEN has pockets or check counters, which chess has not.
    Variant,
    /// The FEN describes no legal chess position.
    Illegal(PositionErrorKinds),
}

/// Entries of the per-thread table from FEN to position. When it is full it is emptied: a
/// position costs about a microsecond to decode again.
const CACHE_CAPACITY: usize = 4096;

thread_local! {
    static CACHE: RefCell<HashMap<Box<str>, Position>> = RefCell::new(HashMap::new());
    /// The position asked for last: consecutive questions are mostly about the same one.
    static LATEST: RefCell<Option<(Box<str>, Position)>> = const { RefCell::new(None) };
}

impl Position {
    /// Decodes a FEN, or looks it up when this thread has seen the same text recently.
    ///
    /// Missing fields take their defaults. Castling rights without king and rook in place and
    /// en-passant squares without a legal capture are dropped. More material than a game can
    /// produce and checks that no move can give are accepted.
    ///
    /// # Errors
    ///
    /// [`InvalidPosition`] when the text is not a FEN or not a legal position.
    pub fn parse(fen: &str) -> Result<Position, InvalidPosition> {
        if let Some(position) = LATEST.with_borrow(|latest| match latest {
            Some((text, position)) if **text == *fen => Some(position.clone()),
            _ => None,
        }) {
            return Ok(position);
        }
        let known = CACHE.with_borrow(|cache| cache.get(fen).cloned());
        let position = match known {
            Some(position) => position,
            None => {
                let position = Position::decode(fen)?;
                position.remember(fen);
                position
            }
        };
        LATEST.set(Some((fen.into(), position.clone())));
        Ok(position)
    }

    fn decode(fen: &str) -> Result<Position, InvalidPosition> {
        let setup = Fen::from_ascii(fen.trim().as_bytes())
            .map_err(InvalidPosition::Syntax)?
            .into_setup();
        if setup.pockets.is_some() || setup.remaining_checks.is_some() {
            return Err(InvalidPosition::Variant);
        }
        Position::from_setup(setup)
    }

    /// Makes a position of a [`Setup`], in the castling mode that its rights ask for.
    ///
    /// # Errors
    ///
    /// [`InvalidPosition::Illegal`] as for [`Position::parse`].
    pub fn from_setup(setup: Setup) -> Result<Position, InvalidPosition> {
        let mode = CastlingMode::detect(&setup);
        Chess::from_setup(setup, mode)
            .or_else(PositionError::ignore_invalid_castling_rights)
            .or_else(PositionError::ignore_invalid_ep_square)
            .or_else(PositionError::ignore_too_much_material)
            .or_else(PositionError::ignore_impossible_check)
            .map(Position::from_chess)
            .map_err(|error| InvalidPosition::Illegal(error.kinds()))
    }

    /// Wraps a position that was reached by playing.
    pub fn from_chess(chess: Chess) -> Position {
        Position(Rc::new(Decoded {
            chess,
            fen: OnceCell::new(),
            legal_moves: OnceCell::new(),
            wins: OnceCell::new(),
            motifs: OnceCell::new(),
        }))
    }

    /// The start position of standard chess.
    pub fn start() -> Position {
        Position::from_chess(Chess::default())
    }

    /// The canonical FEN.
    pub fn fen(&self) -> &str {
        self.0.fen.get_or_init(|| {
            let mut fen = String::with_capacity(90);
            Fen::from_position(&self.0.chess, EnPassantMode::Legal).append_to_string(&mut fen);
            fen.into()
        })
    }

    /// All legal moves, generated once.
    pub fn legal_moves(&self) -> &[shakmaty::Move] {
        self.0
            .legal_moves
            .get_or_init(|| self.0.chess.legal_moves())
    }

    /// The moves that win something, the best first, searched for once under the usual limits.
    pub fn wins(&self) -> &[Win] {
        self.0
            .wins
            .get_or_init(|| search::wins(&self.0.chess, search::Limits::default()))
    }

    /// The motifs on the board, derived once.
    pub fn motifs(&self) -> &Motifs {
        self.0
            .motifs
            .get_or_init(|| Box::new(Motifs::of(&self.0.chess)))
    }

    /// The position after a legal move, ready in the cache under its FEN.
    pub fn after(&self, m: shakmaty::Move) -> Position {
        let mut chess = self.0.chess.clone();
        chess.play_unchecked(m);
        let position = Position::from_chess(chess);
        position.remember(position.fen());
        position
    }

    /// The square on which an en-passant capture is legal, if any.
    pub fn en_passant_square(&self) -> Option<Square> {
        self.0.chess.legal_ep_square()
    }

    fn remember(&self, fen: &str) {
        CACHE.with_borrow_mut(|cache| {
            if cache.len() >= CACHE_CAPACITY {
                cache.clear();
            }
            cache.insert(fen.into(), self.clone());
        });
    }
}

impl Deref for Position {
    type Target = Chess;

    fn deref(&self) -> &Chess {
        &self.0.chess
    }
}

impl PartialEq for Position {
    /// Equal canonical FENs, move counters included.
    fn eq(&self, other: &Position) -> bool {
        Rc::ptr_eq(&self.0, &other.0) || self.fen() == other.fen()
    }
}

impl Eq for Position {}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({:?})", self.fen())
    }
}

impl fmt::Display for InvalidPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = match self {
            InvalidPosition::Syntax(error) => return write!(f, "{error}"),
            InvalidPosition::Variant => {
                return f.write_str("the FEN is one of another chess variant");
            }
            InvalidPosition::Illegal(kinds) => kinds,
        };
        let reasons: Vec<_> = [
            (PositionErrorKinds::EMPTY_BOARD, "the board is empty"),
            (PositionErrorKinds::MISSING_KING, "a king is missing"),
            (
                PositionErrorKinds::TOO_MANY_KINGS,
                "there are too many kings",
            ),
            (
                PositionErrorKinds::PAWNS_ON_BACKRANK,
                "a pawn stands on the first or last rank",
            ),
            (
                PositionErrorKinds::OPPOSITE_CHECK,
                "the side not to move is in check",
            ),
        ]
        .into_iter()
        .filter_map(|(kind, reason)| kinds.contains(kind).then_some(reason))
        .collect();
        match reasons.is_empty() {
            true => f.write_str("the position is illegal"),
            false => f.write_str(&reasons.join("; ")),
        }
    }
}

impl std::error::Error for InvalidPosition {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_why_a_position_is_illegal() {
        let reason = |fen| Position::parse(fen).unwrap_err().to_string();
        assert_eq!(
            reason("8/8/8/8/8/8/8/8 w - - 0 1"),
            "the board is empty; a king is missing"
        );
        assert_eq!(
            reason("4k3/8/8/8/8/8/8/4RK2 w - - 0 1"),
            "the side not to move is in check"
        );
        assert_eq!(reason("no position"), "invalid board part in fen");
    }

    #[test]
    fn keeps_chess960_castling_rights() {
        let fen = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
        let position = Position::parse(fen).unwrap();
        let again = Position::parse(position.fen()).unwrap();
        assert_eq!(position, again);
        assert_eq!(position.legal_moves().len(), 21);
    }

    #[test]
    fn successor_is_found_by_its_fen() {
        let start = Position::start();
        let after = start.after(start.legal_moves()[0]);
        assert!(Rc::ptr_eq(
            &after.0,
            &Position::parse(after.fen()).unwrap().0
        ));
    }
}
