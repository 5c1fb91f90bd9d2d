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
    Bitboard, Board, Castles, CastlingMode, CastlingSide, Chess, Color, EnPassantMode, File,
    FromSetup, MoveList, Position as _, PositionError, PositionErrorKinds, Rank, Setup, Square,
    fen::{Fen, ParseFenError},
};

use super::{
    motifs::Motifs,
    search::{self, Effort, Win},
};

/// A position and what has been computed about it. Cloning shares; a position never changes.
///
/// Dereferences to [`shakmaty::Chess`]. The canonical FEN has six fields, and an en-passant square
/// only when an en-passant capture is legal. Its castling rights are those whose king and rook stand
/// ready: `KQkq` with kings on the e-file and rooks in the corners, as in standard chess; if some
/// stand elsewhere, as in Chess960, the files of all the rooks, as in `HAha` (Shredder-FEN).
#[derive(Clone)]
pub struct Position(Rc<Decoded>);

struct Decoded {
    chess: Chess,
    fen: OnceCell<Box<str>>,
    legal_moves: OnceCell<MoveList>,
    wins: OnceCell<Box<Wins>>,
    motifs: OnceCell<Box<Motifs>>,
}

/// The moves that a search of one effort found, and what others found: a list, since mostly there is one.
struct Wins {
    effort: Effort,
    wins: Vec<Win>,
    others: OnceCell<Box<Wins>>,
}

/// Why a text is no position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InvalidPosition {
    /// The text is not a FEN: which part of it, and what was expected.
    Syntax(String),
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
    /// Castling rights that name a file, as in `HAha`, may be of Chess960. `KQkq` are of standard
    /// chess, for they are often left over from an earlier position; they mean the outermost rooks
    /// (X-FEN) only where a game of Chess960 is the one explanation: each of them has its rook, where
    /// both sides have rights, kings and rooks are on the same files, and the kings stand off the
    /// e-file, or both sides have both rights and no rook in a corner, or all pieces where they
    /// began. [`Position::parse_chess960`] is for those who know that it is Chess960.
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

    /// Decodes a FEN of Chess960, in which `KQkq` mean the outermost rooks wherever they stand.
    ///
    /// # Errors
    ///
    /// As for [`Position::parse`].
    pub fn parse_chess960(fen: &str) -> Result<Position, InvalidPosition> {
        Position::from_setup(setup(fen)?)
    }

    fn decode(fen: &str) -> Result<Position, InvalidPosition> {
        let setup = setup(fen)?;
        match names_files(fen) || stands_as_in_chess960(&setup) {
            true => Position::from_setup(setup),
            false => Position::in_mode(setup, CastlingMode::Standard),
        }
    }

    /// Makes a position of a [`Setup`], in the castling mode that its rights ask for.
    ///
    /// # Errors
    ///
    /// [`InvalidPosition::Illegal`] as for [`Position::parse`].
    pub fn from_setup(setup: Setup) -> Result<Position, InvalidPosition> {
        let mode = CastlingMode::detect(&setup);
        Position::in_mode(setup, mode)
    }

    fn in_mode(setup: Setup, mode: CastlingMode) -> Result<Position, InvalidPosition> {
        lenient(setup, mode)
            .map(Position::from_chess)
            .map_err(InvalidPosition::Illegal)
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
            match self.castling_files() {
                None => fen.into(),
                Some(files) => {
                    let mut fields: Vec<&str> = fen.split(' ').collect();
                    fields[2] = &files;
                    fields.join(" ").into()
                }
            }
        })
    }

    /// The files of the rooks that may castle, unless castling is that of standard chess: that may
    /// be all that a game of Chess960 has left.
    fn castling_files(&self) -> Option<String> {
        let castles = self.0.chess.castles();
        if castles.mode().is_standard() {
            return None;
        }
        let setup = self.0.chess.to_setup(EnPassantMode::Legal);
        let mode = CastlingMode::detect(&setup);
        mode.is_chess960().then(|| files(setup.castling_rights))
    }

    /// All legal moves, generated once.
    pub fn legal_moves(&self) -> &[shakmaty::Move] {
        self.0
            .legal_moves
            .get_or_init(|| self.0.chess.legal_moves())
    }

    /// The moves that win something, the best first, searched for once for each effort.
    pub fn wins(&self, effort: Effort) -> &[Win] {
        let mut cell = &self.0.wins;
        loop {
            let searched = cell.get_or_init(|| {
                Box::new(Wins {
                    effort,
                    wins: search::wins(&self.0.chess, effort.limits()),
                    others: OnceCell::new(),
                })
            });
            if searched.effort == effort {
                return &searched.wins;
            }
            cell = &searched.others;
        }
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
        let known = CACHE.with_borrow(|cache| cache.get(position.fen()).cloned());
        // Its castling may be of another mode, so that moves are written otherwise.
        let mode = position.castles().mode();
        known
            .filter(|known| known.castles().mode() == mode)
            .unwrap_or_else(|| {
                position.remember(position.fen());
                position
            })
    }

    /// Whether both are the same position by the rules of chess: the pieces on the board, the side to
    /// move, the rights to castle and to capture en passant. Counters do not matter.
    pub fn is_same_as(&self, other: &Chess) -> bool {
        same(&self.0.chess, other)
    }

    /// The text that positions share which are the same: the canonical FEN without its counters.
    pub fn key(&self) -> &str {
        let fen = self.fen();
        let ends = fen.match_indices(' ').nth(3);
        ends.map_or(fen, |(end, _)| &fen[..end])
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

/// The setup that a FEN describes.
fn setup(fen: &str) -> Result<Setup, InvalidPosition> {
    let fields: Vec<&str> = fen
        .trim()
        .split([' ', '_'])
        .filter(|field| !field.is_empty())
        .collect();
    let wrong = |error| InvalidPosition::Syntax(wrong_field(error, &fields));
    let setup = Fen::from_ascii(fen.trim().as_bytes())
        .map_err(wrong)?
        .into_setup();
    // Counters that are too large would be others.
    let clocks = [
        ParseFenError::InvalidHalfmoveClock,
        ParseFenError::InvalidFullmoves,
    ];
    for (field, error) in fields.iter().skip(4).zip(clocks) {
        if field.bytes().all(|byte| byte.is_ascii_digit()) && field.parse::<u32>().is_err() {
            return Err(wrong(error));
        }
    }
    match setup.pockets.is_some() || setup.remaining_checks.is_some() {
        true => Err(InvalidPosition::Variant),
        false => Ok(setup),
    }
}

/// What is wrong with a field of a FEN.
fn wrong_field(error: ParseFenError, fields: &[&str]) -> String {
    let (name, at, expected) = match error {
        ParseFenError::InvalidBoard => {
            return "expected a board of eight ranks with / between them".to_owned();
        }
        ParseFenError::InvalidFen if fields.is_empty() => {
            return "expected a FEN, such as 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".to_owned();
        }
        ParseFenError::InvalidFen => return "expected six fields at most".to_owned(),
        ParseFenError::InvalidPocket | ParseFenError::InvalidRemainingChecks => {
            return InvalidPosition::Variant.to_string();
        }
        ParseFenError::InvalidTurn => ("side to move", 1, "w or b"),
        ParseFenError::InvalidCastling => ("castling rights", 2, "- or letters of KQkq"),
        ParseFenError::InvalidEpSquare => ("en passant square", 3, "- or a square such as e3"),
        ParseFenError::InvalidHalfmoveClock => ("halfmove clock", 4, "a number below 2^32"),
        ParseFenError::InvalidFullmoves => ("move number", 5, "a number below 2^32"),
    };
    let found = fields.get(at).copied().unwrap_or_default();
    format!("expected {expected} as {name}, found {found:.40}")
}

/// Makes a position of a setup, as tolerantly as [`Position::parse`] says.
fn lenient(setup: Setup, mode: CastlingMode) -> Result<Chess, PositionErrorKinds> {
    Chess::from_setup(setup, mode)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .map_err(|error| error.kinds())
}

/// Whether both are the same position, as [`Position::is_same_as`] says.
pub(crate) fn same(a: &Chess, b: &Chess) -> bool {
    a.board() == b.board()
        && a.turn() == b.turn()
        && a.castles().castling_rights() == b.castles().castling_rights()
        && a.legal_ep_square() == b.legal_ep_square()
}

/// The position in which the side to move has passed; `None` if it is in check.
pub(crate) fn passed(chess: &Chess) -> Option<Chess> {
    let mode = chess.castles().mode();
    let mut setup = chess.to_setup(EnPassantMode::Always);
    setup.swap_turn();
    lenient(setup, mode).ok()
}

/// Whether the castling rights of a FEN name a rook by its file.
fn names_files(fen: &str) -> bool {
    let mut fields = fen.split([' ', '_']).filter(|field| !field.is_empty());
    let letters = fields.nth(2).unwrap_or_default();
    letters.bytes().any(|letter| !b"KQkq-".contains(&letter))
}

/// Whether castling rights without files can only be those of a game of Chess960: every right has
/// its rook, kings and rooks of both sides are on the same files, as they began, and no king that
/// has rights is on the e-file. Where they are, rights may be left over from standard chess, unless
/// all are there, and no rook is in a corner or all pieces of both sides stand as they began.
fn stands_as_in_chess960(setup: &Setup) -> bool {
    let Ok(castles) = Castles::from_setup(setup, CastlingMode::Chess960) else {
        return false;
    };
    let [white, black] = [Color::White, Color::Black].map(|side| {
        let king = setup
            .board
            .king_of(side)
            .filter(|_| castles.has_color(side));
        let rook = |wing| castles.rook(side, wing).map(Square::file);
        [
            king.map(Square::file),
            rook(CastlingSide::KingSide),
            rook(CastlingSide::QueenSide),
        ]
    });
    let kings = [white[0], black[0]];
    let agree = |a: &Option<File>, b: &Option<File>| a.is_none() || b.is_none() || a == b;
    let corner = |file: &File| [File::A, File::H].contains(file);
    let complete = [white, black].into_iter().flatten().all(|f| f.is_some());
    let unlike_standard = !kings.contains(&Some(File::E))
        || complete
            && (!white[1..].iter().flatten().any(corner) || begun_alike(&setup.board))
            && CastlingMode::detect(setup).is_chess960();
    castles.any() && unlike_standard && white.iter().zip(&black).all(|(a, b)| agree(a, b))
}

/// Whether the first and the last rank are full, and hold the same pieces, each side its own.
fn begun_alike(board: &Board) -> bool {
    File::ALL.into_iter().all(|file| {
        let piece = |rank| board.piece_at(Square::from_coords(file, rank));
        let of = |rank, side: Color| piece(rank).filter(|p| p.color == side).map(|p| p.role);
        let own = of(Rank::First, Color::White);
        own.is_some() && own == of(Rank::Eighth, Color::Black)
    })
}

/// The files of the rooks that may castle, the kingside first, as a FEN has them.
fn files(rooks: Bitboard) -> String {
    let of = |side: Color| (rooks & side.backrank()).into_iter().rev();
    let white = of(Color::White).map(|rook| rook.file().upper_char());
    let black = of(Color::Black).map(|rook| rook.file().char());
    white.chain(black).collect()
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
            InvalidPosition::Syntax(wrong) => return f.write_str(wrong),
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
        assert_eq!(
            reason("no position"),
            "expected a board of eight ranks with / between them"
        );
        let clock = |field| format!("4k3/8/8/8/8/8/8/4K3 {field}");
        for (fields, wrong) in [
            ("x - - 0 1", "expected w or b as side to move, found x"),
            (
                "w - - 99999999999 1",
                "expected a number below 2^32 as halfmove clock, found 99999999999",
            ),
            (
                "w - - 0 x",
                "expected a number below 2^32 as move number, found x",
            ),
        ] {
            let error = Position::parse(&clock(fields)).unwrap_err();
            assert_eq!(error.to_string(), wrong);
        }
    }

    #[test]
    fn positions_are_the_same_iff_their_keys_are() {
        let games = crate::chess::games::read("classics").unwrap().take(12);
        let mut positions: Vec<Position> = games
            .flat_map(|game| game.unwrap().plies().map(|ply| ply.0).collect::<Vec<_>>())
            .filter(|position| u32::from(position.fullmoves()) < 12)
            .collect();
        for fen in [
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 20",
            "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 20",
            "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 20",
            "4k3/8/8/3p4/8/8/8/4K3 w - - 4 9",
            "4k3/8/8/3p4/8/8/8/4K2R w K - 4 9",
            "4k3/8/8/3p4/8/8/8/4K2R w - - 4 9",
            "rk2r3/8/8/8/8/8/8/RK2R3 w EAea - 0 1",
            "rk2r3/8/8/8/8/8/8/RK2R3 w KQkq - 0 1",
            "rk2r3/8/8/8/8/8/8/RK2R3 w Eea - 0 1",
        ] {
            positions.push(Position::parse(fen).unwrap());
        }
        let mut same = 0;
        for a in &positions {
            assert!(Position::parse(a.key()).unwrap().is_same_as(a));
            for b in &positions {
                assert_eq!(a.key() == b.key(), a.is_same_as(b), "{a:?} {b:?}");
                same += usize::from(a.is_same_as(b));
            }
        }
        assert!(same > positions.len() + 20, "{same}");
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
    fn rights_that_are_left_over_are_not_those_of_chess960() {
        let rights = |fen: &str| {
            let position = Position::parse(fen).unwrap();
            // What the canonical FEN says is what was understood.
            let again = Position::parse(position.fen()).unwrap();
            assert_eq!(again.legal_moves(), position.legal_moves(), "{fen}");
            position.fen().split(' ').nth(2).unwrap().to_owned()
        };
        for (fen, expected) in [
            // The rook has left its corner, the king its square; both have castled already.
            ("2rkr3/2p1p3/8/8/8/8/8/1R2K3 w Q", "-"),
            ("4k3/8/8/8/8/8/8/1R2K2R w KQ", "K"),
            ("r3k2r/8/8/8/8/8/8/R4K1R w KQkq", "kq"),
            ("r4rk1/8/8/8/8/8/8/R4RK1 w KQkq", "-"),
            ("1r3k1r/8/8/8/8/8/8/R4K1R w KQkq", "-"),
            ("3k4/8/8/8/8/8/8/R3K2R w KQkq", "KQ"),
            ("8/8/3k4/8/8/8/8/R4K1R w KQkq", "-"),
            ("r3k1r1/8/8/8/8/8/8/R3K1R1 w KQkq", "Qq"),
            ("1r2k1r1/8/8/8/8/8/8/1R2KR2 w KQkq", "-"),
            ("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQ", "-"),
            // Files are named, or nothing else explains the letters.
            ("2rkr3/2p1p3/8/8/8/8/8/1R2K3 w B", "B"),
            ("4k3/8/8/8/8/8/8/1R2K2R w HB", "HB"),
            ("r3k2r/8/8/8/8/8/8/R3K2R w HAha", "KQkq"),
            ("1k6/8/8/8/8/8/8/R4K1R w KQ", "HA"),
            ("nrkbbrqn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBRQN w KQkq", "FBfb"),
            (
                "nnqrkrbb/pppppppp/8/8/8/4P3/PPPP1PPP/NNQRKRBB b KQkq",
                "FDfd",
            ),
            ("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq", "GBgb"),
            ("rnbbkqrn/pppppppp/8/8/8/8/PPPPPPPP/RNBBKQRN w KQkq", "GAga"),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq", "KQkq"),
        ] {
            assert_eq!(rights(fen), expected, "{fen}");
        }
    }

    #[test]
    fn who_knows_that_it_is_chess960_has_all_its_rights() {
        // The king begins on the e-file as in standard chess, the rooks do not.
        let fen = "brnqkbrn/pppppppp/8/8/8/8/PPPPPPPP/BRNQKBRN w KQ - 0 1";
        assert!(Position::parse(fen).unwrap().fen().contains(" w - - "));
        let known = Position::parse_chess960(fen).unwrap();
        assert!(known.fen().contains(" w GB - "), "{known:?}");
        assert_eq!(Position::parse(known.fen()).unwrap(), known);
    }

    #[test]
    fn counters_do_not_make_another_position() {
        let position = |fen| Position::parse(fen).unwrap();
        let one = position("4k3/8/8/3pP3/8/8/8/R3K3 w Q d6 0 20");
        assert!(one.is_same_as(&position("4k3/8/8/3pP3/8/8/8/R3K3 w Q d6")));
        for other in [
            "4k3/8/8/3pP3/8/8/8/R3K3 w Q - 0 20",
            "4k3/8/8/3pP3/8/8/8/R3K3 w - d6 0 20",
            "4k3/8/8/3pP3/8/8/8/R3K3 b Q - 0 20",
            "4k3/8/8/3pP3/8/8/7R/4K3 w - d6 0 20",
        ] {
            assert!(!one.is_same_as(&position(other)), "{other}");
        }
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
