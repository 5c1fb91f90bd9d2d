//! The predicates of legal moves.

use shakmaty::{CastlingMode, EnPassantMode, Move, Position as _, san::SanPlus, uci::UciMove};

use super::modes::{admits, only, restrict, squares};
use crate::{
    chess::{
        Position, Side, Square, exchange,
        moves::{self, DrawReason, MoveTerm},
        notation::{self, NoMove},
        position::passed,
    },
    native::{Error, Sentences, types::*},
    natives,
};

atoms! { draw_reason: DrawReason = stalemate DrawReason::Stalemate,
insufficient_material DrawReason::InsufficientMaterial, fifty_moves DrawReason::FiftyMoves,
seventyfive_moves DrawReason::SeventyfiveMoves }

natives! {
    module "cl_chess";

    /// True iff the side to move has a legal move between From and To in Pos.
    /// Castling goes to the king's destination; promotions count once.
    legal_move(?From: Square, ?To: Square, +Pos: Position) is nondet = legal_move;

    /// True iff the side to move has a legal move between From and To in Pos by which a pawn
    /// becomes Promotion; it is none for all moves but promotions.
    legal_move(?From: Square, ?To: Square, ?Promotion: Promotion, +Pos: Position) is nondet
        = legal_promotion;

    /// True iff a legal move between From and To captures in Pos, en passant included.
    capture(?From: Square, ?To: Square, +Pos: Position) is nondet = capture;

    /// True iff a legal capture between From and To wins Points, in pawns as in material/3, by the
    /// exchange on To that may follow: both sides take with the least valuable piece first, and stop
    /// when going on would cost them something. Below 0 the side to move loses by it. Of promotions it
    /// is the best one.
    exchange_value(?From: Square, ?To: Square, ?Points: i64, +Pos: Position) is nondet
        = exchange_value;

    /// True iff a legal move between From and To gives check; of promotions, if one of them does.
    gives_check(?From: Square, ?To: Square, +Pos: Position) is nondet = gives_check;

    /// True iff the king of Side is attacked in Pos. Only the side to move can be in check.
    in_check(?Side: Side, +Pos: Position) is semidet = in_check;

    /// True iff the side to move is in check and has no legal move in Pos.
    checkmate(+Pos: Position) is semidet = |pos| moves::is_checkmate(&pos);

    /// True iff the side to move is not in check and has no legal move in Pos.
    stalemate(+Pos: Position) is semidet = |pos| moves::is_stalemate(&pos);

    /// True iff Pos is drawn, or may be claimed as drawn, for Reason: fifty_moves from a
    /// half-move clock of 100 (FIDE 9.3, a claim), seventyfive_moves from 150 (9.6.2), unless it
    /// is mate. Repetition cannot be seen in one position.
    draw_reason(?Reason: DrawReason, +Pos: Position) is nondet = draw_reason;

    /// True iff a legal move between From and To makes NewPos of Pos. A promotion has four
    /// answers: queen, rook, bishop, knight.
    /// In the tactic paper's code the captured piece stays, the castling rook stays, nothing
    /// promotes and the turn does not pass; see module paper_vocabulary.
    make_move(?From: Square, ?To: Square, +Pos: Position, ?NewPos: Position) is nondet
        = make_move;

    /// True iff the legal move Move makes NewPos of Pos.
    /// Where castling of Chess960 looks like a move of the king, both are answers.
    make_move(?Move: MoveTerm, +Pos: Position, ?NewPos: Position) is nondet = play;

    /// True iff NewPos is Pos after a null move: the other side is to move, and nothing else has
    /// changed. In check there is none.
    null_move(+Pos: Position, -NewPos: Position) is semidet = null_move;

    /// True iff Uci is the legal move Move in the notation of the Universal Chess Interface:
    /// castling is e1g1, but king takes rook in Chess960. A text that is no such notation is a
    /// domain error.
    move_uci(?Move: MoveTerm, ?Uci: String, +Pos: Position) is nondet = move_uci;

    /// True iff San is the legal move Move in standard algebraic notation (FIDE C, PGN 8.2.3).
    /// A given San may lack + and #, which are not checked, name more of the origin than it must, or be written as
    /// people do: `12.e4!`, `0-0`, `a8Q`, `e2-e4`, `exd6 e.p.`, figurines, `e1g1`. A text that is no notation is a
    /// domain error.
    move_san(?Move: MoveTerm, ?San: String, +Pos: Position) is nondet = move_san;

    /// True iff there are N sequences of Depth legal moves from Pos: the customary test of move
    /// generators. Depth is at most 100.
    perft(+Pos: Position, +Depth: u64, ?N: i64) is semidet = perft;
}

/// What is said of errors: how moves are written.
pub const SENTENCES: Sentences = Sentences {
    domains: &[
        ("perft_depth", |_| {
            format!(" (an integer from 0 to {MAX_PERFT_DEPTH})")
        }),
        ("san_move", |_| {
            " (standard algebraic notation, as in Nf3, exd5, O-O, e8=Q)".into()
        }),
        ("uci_move", |_| " (UCI notation, as in g1f3, e7e8q)".into()),
        ("legal_move", |_| {
            " (as move(From, To, Promotion), legal in the position)".into()
        }),
    ],
    ..Sentences::NONE
};

/// The deepest tree that [`perft`] counts. Each ply takes some kilobytes of the stack, and no
/// computer gets this far except where almost every move is forced.
const MAX_PERFT_DEPTH: u64 = 100;

fn legal_move(from: Option<Square>, to: Option<Square>, pos: Position) -> Vec<(Square, Square)> {
    moves::legal(&pos, squares(from), squares(to))
}

fn capture(from: Option<Square>, to: Option<Square>, pos: Position) -> Vec<(Square, Square)> {
    moves::captures(&pos, squares(from), squares(to))
}

fn gives_check(from: Option<Square>, to: Option<Square>, pos: Position) -> Vec<(Square, Square)> {
    moves::checks(&pos, squares(from), squares(to))
}

/// Lists the legal moves with what a pawn becomes.
fn legal_promotion(
    from: Option<Square>,
    to: Option<Square>,
    promotion: Option<Promotion>,
    position: Position,
) -> Vec<(Square, Square, Promotion)> {
    let mut rows: Vec<(Square, Square, Promotion)> = Vec::new();
    for (term, m) in moves::moves(&position, squares(from), squares(to)) {
        let row = (term.from, term.to, Promotion(term.promotion));
        // Only castling in Chess960 can look like another move.
        if admits(&promotion, &row.2) && !(m.is_castle() && rows.contains(&row)) {
            rows.push(row);
        }
    }
    rows
}

fn in_check(side: Option<Side>, position: Position) -> Option<Side> {
    only(position.turn(), side).filter(|_| position.is_check())
}

fn draw_reason(reason: Option<DrawReason>, position: Position) -> Vec<DrawReason> {
    restrict(moves::draw_reasons(&position), reason).collect()
}

/// The position after a move, when it is the wanted one.
fn successor(position: &Position, m: Move, wanted: Option<&Position>) -> Option<Position> {
    let Some(wanted) = wanted else {
        return Some(position.after(m));
    };
    let chess = moves::played(position, m);
    // The boards differ after all but one or two moves, and no FEN need be written to see it.
    (chess.board() == wanted.board() && Position::from_chess(chess) == *wanted)
        .then(|| wanted.clone())
}

/// Lists the legal moves by their squares, with the positions after them.
fn make_move(
    from: Option<Square>,
    to: Option<Square>,
    position: Position,
    new: Option<Position>,
) -> Vec<(Square, Square, Position)> {
    moves::moves(&position, squares(from), squares(to))
        .filter_map(|(term, m)| {
            let new = successor(&position, m, new.as_ref())?;
            Some((term.from, term.to, new))
        })
        .collect()
}

/// Lists the legal moves with the positions after them.
fn play(
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
    let from = squares(term.map(|term| term.from));
    let to = squares(term.map(|term| term.to));
    moves::moves(position, from, to).filter(move |(t, _)| admits(&term, t))
}

/// Relates the captures to what the exchange that may follow wins.
fn exchange_value(
    from: Option<Square>,
    to: Option<Square>,
    points: Option<i64>,
    position: Position,
) -> Vec<(Square, Square, i64)> {
    let captures = moves::captures(&position, squares(from), squares(to));
    let value = |(from, to): (Square, Square)| {
        let same = moves::moves(&position, from.into(), to.into());
        let gains = same.filter(|(_, m)| m.is_capture());
        let gains = gains.map(|(_, m)| exchange::gain(&position, m));
        Some((from, to, i64::from(gains.max()? / 100)))
    };
    let rows = captures.into_iter().filter_map(value);
    rows.filter(|row| admits(&points, &row.2)).collect()
}

/// Finds the position in which the side to move has passed, if the other side is not in check then.
fn null_move(position: Position) -> Option<Position> {
    passed(&position).map(Position::from_chess)
}

/// Relates the legal moves to their notation in the Universal Chess Interface.
///
/// # Errors
///
/// [`Error::Domain`] when the text is not in the notation at all.
fn move_uci(
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
fn move_san(
    term: Option<MoveTerm>,
    san: Option<String>,
    position: Position,
) -> Result<Vec<(MoveTerm, String)>, Error> {
    let Some(text) = san else {
        return Ok(terms(&position, term)
            .map(|(term, m)| (term, SanPlus::from_move((*position).clone(), m).to_string()))
            .collect());
    };
    let found = match notation::read(&position, &text) {
        Err(NoMove::Unreadable) => return Err(no_move("san_move", text)),
        found => found.ok().map(moves::move_term),
    };
    Ok(found
        .and_then(|found| only(found, term))
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
/// [`Error::Range`] when the depth is out of reach.
fn perft(position: Position, depth: u64, n: Option<i64>) -> Result<Option<i64>, Error> {
    if depth > MAX_PERFT_DEPTH {
        return Err(Error::Range {
            domain: "perft_depth",
            culprit: depth as i64,
        });
    }
    let count = shakmaty::perft(&*position, depth as u32) as i64;
    Ok(only(count, n))
}

#[cfg(test)]
mod tests {
    use Square::*;

    use super::*;
    use crate::chess::Role;

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
            Err(Error::Range {
                domain: "perft_depth",
                culprit: 1 << 40
            })
        );
    }

    #[test]
    fn castling_goes_to_the_kings_square() {
        let p = position(KIWIPETE);
        assert_eq!(legal_move(Some(E1), Some(G1), p.clone()), [(E1, G1)]);
        assert_eq!(legal_move(Some(E1), Some(H1), p.clone()), []);
        assert_eq!(
            moves::find(&p, term(E1, C1)),
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
        assert!(moves::find(&p, term(F1, G1)).is_some_and(|m| !m.is_castle()));
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
        assert!(moves::is_checkmate(&mate) && !moves::is_stalemate(&mate));
        assert_eq!(in_check(None, mate.clone()), Some(Side::Black));
        assert_eq!(draw_reason(None, mate), []);
        let stuck = position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
        assert!(moves::is_stalemate(&stuck) && !moves::is_checkmate(&stuck));
        assert_eq!(draw_reason(None, stuck), [DrawReason::Stalemate]);
        let bare = position("4k3/8/8/8/8/8/8/4KB2 w - - 100 90");
        assert_eq!(
            draw_reason(None, bare),
            [DrawReason::InsufficientMaterial, DrawReason::FiftyMoves]
        );
        assert_eq!(in_check(Some(Side::White), Position::start()), None);
    }
}
