//! Legal moves, what they lead to, and their notations.
//!
//! ```
//! use chesslog::chess::{Position, moves};
//!
//! let scholars_mate = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
//! let position = Position::parse(scholars_mate)?;
//! let san = moves::move_san(None, Some("Qxf7#".into()), position.clone()).unwrap();
//! let (mate, _) = san[0];
//! let (_, after) = moves::play(Some(mate), position, None).remove(0);
//! assert!(moves::checkmate(after));
//! # Ok::<(), chesslog::chess::InvalidPosition>(())
//! ```

use shakmaty::{
    Bitboard, CastlingMode, Color, EnPassantMode, Move, Position as _, Role, Square,
    san::{San, SanPlus},
    uci::UciMove,
};

use super::{Error, Position, geometry::restrict, position::passed};

/// The deepest tree that [`perft`] counts. Each ply takes some kilobytes of the stack, and no
/// computer gets this far except where almost every move is forced.
const MAX_PERFT_DEPTH: u64 = 100;

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

/// What a pawn becomes, if the move is a promotion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Promotion(pub Option<Role>);

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
    moves(position, Some(term.from), Some(term.to))
        .filter(|(t, _)| t.promotion == term.promotion)
        .map(|(_, m)| m)
        .min_by_key(|m| m.is_castle())
}

/// The legal moves between two squares, each bound or not.
fn moves(
    position: &Position,
    from: Option<Square>,
    to: Option<Square>,
) -> impl Iterator<Item = (MoveTerm, Move)> {
    position
        .legal_moves()
        .iter()
        .filter(move |m| from.is_none() || m.from() == from)
        .map(|&m| (move_term(m), m))
        .filter(move |(term, _)| to.is_none_or(|to| to == term.to))
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

/// Lists the legal moves, promotions to different pieces only once.
pub fn legal_move(
    from: Option<Square>,
    to: Option<Square>,
    position: Position,
) -> Vec<(Square, Square)> {
    distinct(moves(&position, from, to))
}

/// Lists the legal moves with what a pawn becomes.
pub fn legal_promotion(
    from: Option<Square>,
    to: Option<Square>,
    promotion: Option<Promotion>,
    position: Position,
) -> Vec<(Square, Square, Promotion)> {
    let mut rows: Vec<(Square, Square, Promotion)> = Vec::new();
    for (term, m) in moves(&position, from, to) {
        let row = (term.from, term.to, Promotion(term.promotion));
        // Only castling in Chess960 can look like another move.
        if promotion.is_none_or(|bound| bound == row.2) && !(m.is_castle() && rows.contains(&row)) {
            rows.push(row);
        }
    }
    rows
}

/// Lists the legal captures, en passant included.
pub fn capture(
    from: Option<Square>,
    to: Option<Square>,
    position: Position,
) -> Vec<(Square, Square)> {
    distinct(moves(&position, from, to).filter(|(_, m)| m.is_capture()))
}

/// Lists the legal moves that give check.
pub fn gives_check(
    from: Option<Square>,
    to: Option<Square>,
    position: Position,
) -> Vec<(Square, Square)> {
    distinct(moves(&position, from, to).filter(|&(_, m)| played(&position, m).is_check()))
}

/// The position after a move, not yet remembered.
fn played(position: &Position, m: Move) -> shakmaty::Chess {
    let mut chess = (**position).clone();
    chess.play_unchecked(m);
    chess
}

/// Gives the side whose king is attacked, which is always the side to move.
pub fn in_check(side: Option<Color>, position: Position) -> Option<Color> {
    let turn = position.turn();
    (side.is_none_or(|side| side == turn) && position.is_check()).then_some(turn)
}

/// Tells whether the side to move is checkmated.
pub fn checkmate(position: Position) -> bool {
    position.is_check() && position.legal_moves().is_empty()
}

/// Tells whether the side to move is stalemated.
pub fn stalemate(position: Position) -> bool {
    !position.is_check() && position.legal_moves().is_empty()
}

/// Lists the reasons for which the position is drawn or may be claimed as drawn.
pub fn draw_reason(reason: Option<DrawReason>, position: Position) -> Vec<DrawReason> {
    restrict(DrawReason::ALL, reason)
        .filter(|reason| match reason {
            DrawReason::Stalemate => stalemate(position.clone()),
            DrawReason::InsufficientMaterial => position.is_insufficient_material(),
            // A mating move ends the game before the clock does.
            DrawReason::FiftyMoves => position.halfmoves() >= 100 && !checkmate(position.clone()),
            DrawReason::SeventyfiveMoves => {
                position.halfmoves() >= 150 && !checkmate(position.clone())
            }
        })
        .collect()
}

/// The position after a move, when it is the wanted one.
fn successor(position: &Position, m: Move, wanted: Option<&Position>) -> Option<Position> {
    let Some(wanted) = wanted else {
        return Some(position.after(m));
    };
    let chess = played(position, m);
    // The boards differ after all but one or two moves, and no FEN need be written to see it.
    (chess.board() == wanted.board() && Position::from_chess(chess) == *wanted)
        .then(|| wanted.clone())
}

/// Lists the legal moves by their squares, with the positions after them.
pub fn make_move(
    from: Option<Square>,
    to: Option<Square>,
    position: Position,
    new: Option<Position>,
) -> Vec<(Square, Square, Position)> {
    moves(&position, from, to)
        .filter_map(|(term, m)| {
            let new = successor(&position, m, new.as_ref())?;
            Some((term.from, term.to, new))
        })
        .collect()
}

/// Lists the legal moves with the positions after them.
pub fn play(
    term: Option<MoveTerm>,
    position: Position,
    new: Option<Position>,
) -> Vec<(MoveTerm, Position)> {
    terms(&position, term)
        .filter_map(|(term, m)| Some((term, successor(&position, m, new.as_ref())?)))
        .collect()
}

/// The legal moves, or those that a term means.
fn terms(position: &Position, term: Option<MoveTerm>) -> impl Iterator<Item = (MoveTerm, Move)> {
    moves(
        position,
        term.map(|term| term.from),
        term.map(|term| term.to),
    )
    .filter(move |(t, _)| term.is_none_or(|term| term == *t))
}

/// Finds the position in which the side to move has passed, if the other side is not in check then.
pub fn null_move(position: Position) -> Option<Position> {
    passed(&position).map(Position::from_chess)
}

/// Relates the legal moves to their notation in the Universal Chess Interface.
///
/// # Errors
///
/// [`Error::Domain`] when the text is not in the notation at all.
pub fn move_uci(
    term: Option<MoveTerm>,
    uci: Option<String>,
    position: Position,
) -> Result<Vec<(MoveTerm, String)>, Error> {
    // Asked of the FEN: the mode of a position reached by playing is that of its game, even when
    // the castling rights that are left could be those of standard chess.
    let mode = CastlingMode::detect(&position.to_setup(EnPassantMode::Legal));
    let rows = terms(&position, term).map(|(term, m)| (term, UciMove::from_move(m, mode)));
    let Some(text) = uci else {
        return Ok(rows.map(|(term, uci)| (term, uci.to_string())).collect());
    };
    let Ok(wanted) = UciMove::from_ascii(text.as_bytes()) else {
        return Err(no_move("uci_move", text));
    };
    Ok(rows
        .filter(|(_, uci)| *uci == wanted)
        .map(|(term, _)| (term, text.clone()))
        .collect())
}

/// Relates the legal moves to their standard algebraic notation.
///
/// A given text may lack the signs of check and mate, and may name more of the origin than it must.
///
/// # Errors
///
/// [`Error::Domain`] when the text is not in the notation at all.
pub fn move_san(
    term: Option<MoveTerm>,
    san: Option<String>,
    position: Position,
) -> Result<Vec<(MoveTerm, String)>, Error> {
    let Some(text) = san else {
        return Ok(terms(&position, term)
            .map(|(term, m)| (term, SanPlus::from_move((*position).clone(), m).to_string()))
            .collect());
    };
    let Ok(san) = San::from_ascii(text.as_bytes()) else {
        return Err(no_move("san_move", text));
    };
    Ok(san
        .to_move(&*position)
        .map(move_term)
        .ok()
        .filter(|found| term.is_none_or(|term| term == *found))
        .map(|found| (found, text))
        .into_iter()
        .collect())
}

fn no_move(domain: &'static str, culprit: String) -> Error {
    Error::Domain { domain, culprit }
}

/// Counts the sequences of legal moves of a length.
///
/// # Errors
///
/// [`Error::Domain`] when the depth is out of reach.
pub fn perft(position: Position, depth: u64, n: Option<i64>) -> Result<Option<i64>, Error> {
    if depth > MAX_PERFT_DEPTH {
        return Err(Error::Domain {
            domain: "perft_depth",
            culprit: depth.to_string(),
        });
    }
    let count = shakmaty::perft(&*position, depth as u32) as i64;
    Ok(n.is_none_or(|n| n == count).then_some(count))
}

#[cfg(test)]
mod tests {
    use Square::*;

    use super::*;

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    /// White king on f1, rook on h1: castling and the king move both go to g1.
    const CHESS960: &str = "1k6/8/8/8/8/8/8/R4K1R w HA - 0 1";

    fn position(fen: &str) -> Position {
        Position::parse(fen).unwrap()
    }

    fn term(from: Square, to: Square) -> MoveTerm {
        MoveTerm {
            from,
            to,
            promotion: None,
        }
    }

    fn uci(
        term: Option<MoveTerm>,
        text: Option<&str>,
        position: &Position,
    ) -> Vec<(MoveTerm, String)> {
        move_uci(term, text.map(str::to_owned), position.clone()).unwrap()
    }

    fn san(
        term: Option<MoveTerm>,
        text: Option<&str>,
        position: &Position,
    ) -> Vec<(MoveTerm, String)> {
        move_san(term, text.map(str::to_owned), position.clone()).unwrap()
    }

    #[test]
    fn perft_of_known_positions() {
        assert_eq!(perft(Position::start(), 4, None), Ok(Some(197_281)));
        assert_eq!(perft(position(KIWIPETE), 3, None), Ok(Some(97_862)));
        assert_eq!(perft(Position::start(), 0, Some(1)), Ok(Some(1)));
        assert_eq!(perft(Position::start(), 1, Some(21)), Ok(None));
        assert_eq!(
            perft(Position::start(), 1 << 40, None),
            Err(Error::Domain {
                domain: "perft_depth",
                culprit: "1099511627776".into()
            })
        );
    }

    #[test]
    fn castling_goes_to_the_kings_square() {
        let p = position(KIWIPETE);
        assert_eq!(legal_move(Some(E1), Some(G1), p.clone()), [(E1, G1)]);
        assert_eq!(legal_move(Some(E1), Some(H1), p.clone()), []);
        assert_eq!(
            find(&p, term(E1, C1)),
            Some(Move::Castle { king: E1, rook: A1 })
        );
        assert_eq!(uci(Some(term(E1, G1)), None, &p)[0].1, "e1g1");
        assert_eq!(san(None, Some("O-O-O"), &p)[0].0, term(E1, C1));
        assert_eq!(uci(None, Some("e1h1"), &p), []);
    }

    #[test]
    fn chess960_castling_that_looks_like_a_king_move() {
        let p = position(CHESS960);
        assert_eq!(legal_move(Some(F1), Some(G1), p.clone()), [(F1, G1)]);
        assert_eq!(
            legal_promotion(Some(F1), Some(G1), None, p.clone()).len(),
            1
        );
        assert_eq!(play(Some(term(F1, G1)), p.clone(), None).len(), 2);
        assert!(find(&p, term(F1, G1)).is_some_and(|m| !m.is_castle()));
        let texts =
            |rows: Vec<(MoveTerm, String)>| rows.into_iter().map(|(_, t)| t).collect::<Vec<_>>();
        assert_eq!(texts(uci(Some(term(F1, G1)), None, &p)), ["f1g1", "f1h1"]);
        assert_eq!(texts(san(Some(term(F1, G1)), None, &p)), ["Kg1", "O-O"]);
        assert_eq!(uci(None, Some("f1a1"), &p)[0].0, term(F1, C1));
        // Without the rook on b1 the same position could come from standard chess.
        let p = position("4k3/p7/8/8/8/8/8/1R2K2R w HB - 0 1");
        assert_eq!(uci(Some(term(E1, G1)), None, &p)[0].1, "e1h1");
        let moved = play(Some(term(B1, A1)), p, None).remove(0).1;
        let back = play(Some(term(A7, A6)), moved, None).remove(0).1;
        assert_eq!(uci(Some(term(E1, G1)), None, &back)[0].1, "e1g1");
    }

    #[test]
    fn only_who_is_in_check_cannot_pass() {
        let passed = |fen| null_move(position(fen)).map(|position| position.fen().to_owned());
        // More rooks than a game can have.
        let crowded = passed("r5k1/1r6/1r6/pppppppp/8/8/PPPPPPPP/R5K1 w - - 0 1");
        let expected = "r5k1/1r6/1r6/pppppppp/8/8/PPPPPPPP/R5K1 b - - 0 1";
        assert_eq!(crowded.as_deref(), Some(expected));
        assert_eq!(passed("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"), None);
        let capture_ready = "4k3/8/8/3pP3/8/8/8/R3K3 w Q d6 0 20";
        let expected = "4k3/8/8/3pP3/8/8/8/R3K3 b Q - 0 20";
        assert_eq!(passed(capture_ready).as_deref(), Some(expected));
    }

    #[test]
    fn promotions_are_one_legal_move_but_four_positions() {
        let p = position("1n5k/P7/8/8/8/8/8/K7 w - - 0 1");
        assert_eq!(legal_move(Some(A7), None, p.clone()), [(A7, B8), (A7, A8)]);
        let roles: Vec<_> = legal_promotion(Some(A7), Some(A8), None, p.clone())
            .into_iter()
            .map(|(_, _, Promotion(role))| role)
            .collect();
        let expected = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
        assert_eq!(roles, expected.map(Some));
        let made: Vec<_> = make_move(Some(A7), Some(A8), p.clone(), None)
            .into_iter()
            .map(|(_, _, new)| new.board().role_at(A8))
            .collect();
        assert_eq!(made, expected.map(Some));
        assert_eq!(capture(None, None, p.clone()), [(A7, B8)]);
        // On a8 the knight stands between the new queen and the king.
        assert_eq!(gives_check(None, None, p), [(A7, B8)]);
    }

    #[test]
    fn en_passant_is_a_capture() {
        let p = position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2");
        assert_eq!(capture(None, None, p.clone()), [(E5, D6)]);
        let (_, _, new) = make_move(Some(E5), Some(D6), p, None).remove(0);
        assert_eq!(new.fen(), "4k3/8/3P4/8/8/8/8/4K3 b - - 0 2");
    }

    #[test]
    fn move_between_two_positions() {
        let start = Position::start();
        let after = position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
        assert_eq!(
            make_move(None, None, start.clone(), Some(after.clone())),
            [(E2, E4, after)]
        );
        assert_eq!(play(None, start.clone(), Some(start)), []);
    }

    #[test]
    fn san_is_read_leniently_and_written_canonically() {
        let p = position("6k1/8/8/8/8/8/R6R/K7 w - - 0 1");
        assert_eq!(san(Some(term(A2, B2)), None, &p)[0].1, "Rab2");
        assert_eq!(san(Some(term(H2, G2)), None, &p)[0].1, "Rhg2+");
        assert_eq!(san(None, Some("Ra2b2"), &p)[0].0, term(A2, B2));
        assert_eq!(san(None, Some("Rb2"), &p), []);
        assert_eq!(san(Some(term(A2, A8)), None, &p)[0].1, "Ra8+");
        assert_eq!(san(Some(term(A2, A8)), Some("Ra8"), &p).len(), 1);
        assert_eq!(san(Some(term(A2, A7)), Some("Ra8"), &p), []);
        let error = |domain, culprit: &str| Err(no_move(domain, culprit.to_owned()));
        assert_eq!(
            move_san(None, Some("pawn".into()), p.clone()),
            error("san_move", "pawn")
        );
        assert_eq!(
            move_uci(None, Some("e2e9".into()), p.clone()),
            error("uci_move", "e2e9")
        );
        assert_eq!(uci(None, Some("e2e4"), &p), []);
    }

    #[test]
    fn ends_of_the_game() {
        let mate = position("R5k1/5ppp/8/8/8/8/8/6K1 b - - 150 90");
        assert!(checkmate(mate.clone()) && !stalemate(mate.clone()));
        assert_eq!(in_check(None, mate.clone()), Some(Color::Black));
        assert_eq!(draw_reason(None, mate), []);
        let stuck = position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
        assert!(stalemate(stuck.clone()) && !checkmate(stuck.clone()));
        assert_eq!(draw_reason(None, stuck), [DrawReason::Stalemate]);
        let bare = position("4k3/8/8/8/8/8/8/4KB2 w - - 100 90");
        assert_eq!(
            draw_reason(None, bare),
            [DrawReason::InsufficientMaterial, DrawReason::FiftyMoves]
        );
        assert_eq!(in_check(Some(Color::White), Position::start()), None);
    }
}
