//! The predicates that prove lines, and play them.

use shakmaty::{Bitboard, Move, Position as _, Role, Square};

use crate::{
    chess::{
        Position, attack,
        moves::{self, move_term},
        search::{
            Effort, End, balance,
            verdict::{self, Outcome},
        },
    },
    native::{One, types::*},
    natives,
    term::Term,
};

atoms! { effort: Effort = usual Effort::USUAL, thorough Effort::THOROUGH }

/// What a move takes.
#[derive(Clone, Copy, PartialEq)]
enum Taken {
    Nothing,
    Piece(Role),
    EnPassant,
}

/// What a move does to the enemy king.
#[derive(Clone, Copy, PartialEq)]
enum Effect {
    None,
    Check,
    Mate,
}

atoms! { taken: Taken = none Taken::Nothing, pawn Taken::Piece(Role::Pawn), knight Taken::Piece(Role::Knight),
bishop Taken::Piece(Role::Bishop), rook Taken::Piece(Role::Rook), queen Taken::Piece(Role::Queen),
en_passant Taken::EnPassant }
atoms! { effect: Effect = none Effect::None, check Effect::Check, mate Effect::Mate }

natives! {
    module "internal";

    /// True iff Effort is a search of so many Positions.
    effort_positions(+Effort: Effort, -Positions: i64) is det = effort_positions;

    /// True iff Move wins Gain in Pos by Lines, lists of moves; the first is the best play, the others
    /// come after other replies. Gain is `mate(N)`, in N moves, `centipawns(N)`, or `draw`.
    /// The best move comes first.
    proved_line(+Pos: Position, +Positions: u64, ?Move: MoveTerm, -Lines: Vec<MoveList>, -Gain: Term) is nondet
        = proved_line;

    /// True iff Line is what follows from Move in Pos, as far as it is forced, and wins Gain:
    /// `centipawns(N)`, where N may be negative, `mate(N)`, `mated(N)`, `draw` if the side to move saves
    /// one, or `lets_draw` if it lets the other side save one.
    best_play(+Pos: Position, +Positions: u64, +Move: MoveTerm, -Line: MoveList, -Gain: Term) is semidet
        = best_play;

    /// True iff the legal move Move of Piece makes NewPos of Pos, takes Taken and gives Check; of the material of its side, less
    /// that of the other, there are Had pawns in Pos and Has in NewPos.
    played(+Pos: Position, +Move: MoveTerm, -NewPos: Position, -Piece: Role, -Taken: Taken, -Check: Effect,
           -Had: i64, -Has: i64) is semidet
        = played;

    /// True iff the side to move in Pos is in check: its king stands on King, and the piece on Checker gives it.
    checking(+Pos: Position, -King: Square, -Checker: Square) is nondet = checking;

    /// True iff the piece on By attacks an enemy piece, which is Piece, on Square in Pos.
    attacked(+By: Square, +Pos: Position, -Square: Square, -Piece: Role) is nondet = attacked;

    /// True iff so many Men stand on the board in Pos, kings and pawns among them.
    men(+Pos: Position, -Men: i64) is det = men;
}

/// A list of moves.
type MoveList = Vec<MoveTerm>;

fn effort_positions(effort: Effort) -> One<i64> {
    One(effort.count().into())
}

fn effort(positions: u64) -> Effort {
    Effort::positions(u32::try_from(positions).unwrap_or(u32::MAX))
}

fn proved_line(
    position: Position,
    positions: u64,
    m: Option<MoveTerm>,
) -> Vec<(MoveTerm, Vec<MoveList>, Term)> {
    let wins = position.wins(effort(positions)).iter();
    wins.map(|win| {
        let gain = match win.end {
            None => counted("centipawns", win.claim()),
            Some(End::Mate(n)) => counted("mate", n),
            Some(End::Draw) => Term::Atom("draw".into()),
        };
        let lines: Vec<MoveList> = win.lines.iter().map(|line| terms(line)).collect();
        (lines[0][0], lines, gain)
    })
    .filter(|(first, ..)| m.is_none_or(|m| m == *first))
    .collect()
}

fn best_play(position: Position, positions: u64, m: MoveTerm) -> Option<(MoveList, Term)> {
    let verdict = verdict::of(&position, moves::find(&position, m)?, effort(positions));
    let gain = match verdict.outcome {
        None => counted("centipawns", verdict.gain),
        Some(Outcome::Mates(n)) => counted("mate", n),
        Some(Outcome::Mated(n)) => counted("mated", n),
        Some(Outcome::SavesDraw) => Term::Atom("draw".into()),
        Some(Outcome::LetsDraw) => Term::Atom("lets_draw".into()),
    };
    Some((terms(&verdict.line), gain))
}

fn played(position: Position, m: MoveTerm) -> Option<(Position, Role, Taken, Effect, i64, i64)> {
    let m = moves::find(&position, m)?;
    let (side, after) = (position.turn(), position.after(m));
    let taken = match m.capture() {
        None => Taken::Nothing,
        Some(_) if m.is_en_passant() => Taken::EnPassant,
        Some(role) => Taken::Piece(role),
    };
    let check = match after.is_check() {
        false => Effect::None,
        true if moves::is_checkmate(&after) => Effect::Mate,
        true => Effect::Check,
    };
    let pawns = |position: &Position| i64::from(balance(position, side) / 100);
    let (had, has) = (pawns(&position), pawns(&after));
    Some((after, m.role(), taken, check, had, has))
}

fn checking(position: Position) -> Vec<(Square, Square)> {
    let king = position.board().king_of(position.turn());
    let checkers = position.checkers().into_iter();
    checkers
        .filter_map(|checker| Some((king?, checker)))
        .collect()
}

fn attacked(by: Square, position: Position) -> Vec<(Square, Role)> {
    let board = position.board();
    let rows = attack::attacks(board, by.into(), Bitboard::FULL);
    rows.into_iter()
        .filter_map(|(_, square)| Some((square, board.role_at(square)?)))
        .collect()
}

fn men(position: Position) -> One<i64> {
    One(position.board().occupied().count() as i64)
}

fn terms(line: &[Move]) -> MoveList {
    line.iter().map(|&m| move_term(m)).collect()
}

fn counted(name: &str, number: impl Into<i64>) -> Term {
    Term::Compound(name.into(), vec![Term::Integer(number.into())])
}
