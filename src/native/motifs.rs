//! The predicates of tactical motifs. The position comes first in this family.

use shakmaty::{Chess, Move, Position as _};

use super::modes::{admits, restrict, squares};
use crate::{
    chess::{
        Position, Side, Square, attack,
        moves::{self, MoveTerm},
    },
    native::Sentences,
    natives,
};

natives! {
    module "cl_chess";

    /// True iff the enemy piece on By attacks the piece on Square in Pos: attacks/3, read from
    /// the other end.
    attacked_by(+Pos: Position, ?Square: Square, ?By: Square) is nondet = attacked_by;

    /// True iff the piece on Square, no king, is attacked in Pos and not defended. An absolutely
    /// pinned piece attacks only its pinner and defends nothing; a slider behind an enemy
    /// attacker defends through it, as in Lichess' puzzle themes.
    hanging(+Pos: Position, ?Square: Square) is nondet
        = |p: Position, square| of_one(&p.motifs().hanging, square);

    /// True iff the piece on Square, no king, is lost in Pos, and Loss > 0 is what its side loses,
    /// in pawns, when the enemy begins to capture there and both capture as long as it pays, the
    /// least valuable piece first (static exchange evaluation, Chess Programming Wiki). Kings
    /// take only what is not defended, absolutely pinned pieces only their pinners.
    en_prise(+Pos: Position, ?Square: Square, ?Loss: i64) is nondet
        = |p: Position, square, loss| of_two(&p.motifs().en_prise, square, loss);

    /// True iff the piece on Pinned is the only one between the enemy slider on By and its own
    /// king on King in Pos (FIDE 3.9.2).
    absolute_pin(+Pos: Position, ?Pinned: Square, ?By: Square, ?King: Square) is nondet
        = |p: Position, pinned, by, king| of_three(&p.motifs().absolute_pins, pinned, by, king);

    /// True iff the slider on By attacks the enemy on Pinned in Pos, and next on that line stands
    /// on Behind a piece of the same side, no king, that is worth more than the one on Pinned
    /// and would be lost without it: worth more than the slider, or defended by no other piece.
    /// Who attacks and defends is said at hanging/2. Every piece can be pinned, also one that may
    /// move along the line.
    relative_pin(+Pos: Position, ?Pinned: Square, ?By: Square, ?Behind: Square) is nondet
        = |p: Position, pinned, by, behind| of_three(&p.motifs().relative_pins, pinned, by, behind);

    /// True iff the slider on By, itself not lost by exchange, attacks the enemy on Front in Pos,
    /// and next on that line stands on Back a piece of the same side that is worth less. The one
    /// on Front must move: it is a king, worth more than the slider, or en prise. The one on Back
    /// is then lost: worth more than the slider, or defended by no other piece; a king on Front
    /// counts as a defender. Who attacks and defends is said at hanging/2.
    skewer(+Pos: Position, ?By: Square, ?Front: Square, ?Back: Square) is nondet
        = |p: Position, by, front, back| of_three(&p.motifs().skewers, by, front, back);

    /// True iff two sliders of one side stand on Back and Front in Pos, with nothing between, and
    /// both move along the line that joins them. A line has two ends: each pair is two answers.
    battery(+Pos: Position, ?Back: Square, ?Front: Square) is nondet
        = |p: Position, back, front| of_two(&p.motifs().batteries, back, front);

    /// True iff the piece on From attacks two enemies on A and B, A before B from a1 to h8, in
    /// Pos. Each is a king, worth more than the piece on From, or hanging and no pawn, as with
    /// Lichess; the piece on From is not absolutely pinned, and not lost by exchange.
    fork(+Pos: Position, ?From: Square, ?A: Square, ?B: Square) is nondet
        = |p: Position, from, a, b| of_three(&p.motifs().forks, from, a, b);

    /// True iff Side threatens two enemies on A and B in Pos, A before B from a1 to h8, with one
    /// piece or with two. Each is en prise, or a king in check.
    double_attack(+Pos: Position, ?Side: Side, ?A: Square, ?B: Square) is nondet
        = |p: Position, side, a, b| of_three(&p.motifs().double_attacks, side, a, b);

    /// True iff the piece on Blocker is the only one between a slider of its own side on Slider
    /// and an enemy on Target, no king, in Pos, and can leave that line. The target is worth
    /// more than the slider, or not defended and no pawn; the slider is not absolutely pinned.
    /// The blocker moves by the rules, but no check must be met; castling and en passant are
    /// left out.
    discovered_attack(+Pos: Position, ?Blocker: Square, ?Slider: Square, ?Target: Square) is nondet
        = |p: Position, blocker, slider, target| of_three(&p.motifs().discovered_attacks, blocker, slider, target);

    /// True iff the piece on Blocker is the only one between a slider of its own side on Slider
    /// and the enemy king on King in Pos, and can leave that line.
    discovered_check(+Pos: Position, ?Blocker: Square, ?Slider: Square, ?King: Square) is nondet
        = |p: Position, blocker, slider, king| of_three(&p.motifs().discovered_checks, blocker, slider, king);

    /// True iff the pieces on A and B, A before B from a1 to h8, both give check in Pos.
    double_check(+Pos: Position, ?A: Square, ?B: Square) is nondet
        = |p: Position, a, b| of_two(&p.motifs().double_checks, a, b);

    /// True iff the piece on Square, no king, is attacked in Pos, and the piece on Defender alone
    /// defends it. Who attacks and defends is said at hanging/2.
    only_defender(+Pos: Position, ?Defender: Square, ?Square: Square) is nondet
        = |p: Position, defender, square| of_two(&p.motifs().only_defenders, defender, square);

    /// True iff the piece on Defender is the only defender of two attacked pieces on A and B, A
    /// before B from a1 to h8, in Pos, and each would be en prise were the defender taken off the
    /// board.
    overloaded(+Pos: Position, ?Defender: Square, ?A: Square, ?B: Square) is nondet
        = |p: Position, defender, a, b| of_three(&p.motifs().overloaded, defender, a, b);

    /// True iff the piece on Square, no pawn or king, is en prise in Pos, not absolutely pinned,
    /// and every move of it loses material by exchange; so it is, too, if it has no move. Its side
    /// need not be to move, and no check must be met.
    trapped(+Pos: Position, ?Square: Square) is nondet
        = |p: Position, square| of_one(&p.motifs().trapped, square);

    /// True iff the king of Side stands on its first rank in Pos behind a pawn of its own, cannot step
    /// to its second rank, may not castle any more, and the enemy has a rook or a queen.
    back_rank_weak(+Pos: Position, ?Side: Side) is nondet
        = |p: Position, side| of_one(&p.motifs().weak_back_ranks, side);

    /// True iff Square is one of the squares around the king of Side, and the enemy piece on By
    /// attacks it in Pos, whatever it holds.
    king_ring(+Pos: Position, ?Side: Side, ?By: Square, ?Square: Square) is nondet
        = |p: Position, side, by, square| of_three(&p.motifs().king_rings, side, by, square);

    /// True iff Move is a legal move that mates in Pos.
    mate_in_one(+Pos: Position, ?Move: MoveTerm) is nondet = mate_in_one;

    /// True iff Move is a legal move that stalemates in Pos.
    stalemate_in_one(+Pos: Position, ?Move: MoveTerm) is nondet = stalemate_in_one;
}

/// What is said of errors.
pub const SENTENCES: Sentences = Sentences {
    domains: &[("motif", |_| " (motif/1 lists them)".into())],
    ..Sentences::NONE
};

/// The rows that agree with the bound arguments.
fn of_one<A: Copy + PartialEq>(rows: &[A], a: Option<A>) -> Vec<A> {
    restrict(rows.iter().copied(), a).collect()
}

fn of_two<A: Copy + PartialEq, B: Copy + PartialEq>(
    rows: &[(A, B)],
    a: Option<A>,
    b: Option<B>,
) -> Vec<(A, B)> {
    let agrees = |row: &&(A, B)| admits(&a, &row.0) && admits(&b, &row.1);
    rows.iter().filter(agrees).copied().collect()
}

fn of_three<A: Copy + PartialEq>(
    rows: &[(A, Square, Square)],
    a: Option<A>,
    b: Option<Square>,
    c: Option<Square>,
) -> Vec<(A, Square, Square)> {
    let agrees =
        |row: &&(A, Square, Square)| admits(&a, &row.0) && admits(&b, &row.1) && admits(&c, &row.2);
    rows.iter().filter(agrees).copied().collect()
}

/// Relates a piece to the enemy pieces that attack it.
fn attacked_by(
    position: Position,
    square: Option<Square>,
    by: Option<Square>,
) -> Vec<(Square, Square)> {
    let attacks = attack::attacks(position.board(), squares(by), squares(square));
    let mut rows: Vec<_> = attacks
        .into_iter()
        .map(|(by, square)| (square, by))
        .collect();
    rows.sort_unstable();
    rows
}

/// Lists the moves that mate.
fn mate_in_one(position: Position, m: Option<MoveTerm>) -> Vec<MoveTerm> {
    ending(position, m, Chess::is_checkmate)
}

/// Lists the moves that stalemate.
fn stalemate_in_one(position: Position, m: Option<MoveTerm>) -> Vec<MoveTerm> {
    ending(position, m, Chess::is_stalemate)
}

/// The moves after which `ends` holds, in the order of the legal moves.
fn ending(position: Position, term: Option<MoveTerm>, ends: fn(&Chess) -> bool) -> Vec<MoveTerm> {
    let mut rows = Vec::new();
    for &m in position.legal_moves() {
        let row = moves::move_term(m);
        // Castling of Chess960 may look like a move of the king.
        if admits(&term, &row) && !rows.contains(&row) && leads(&position, m, ends) {
            rows.push(row);
        }
    }
    rows
}

fn leads(position: &Chess, m: Move, ends: fn(&Chess) -> bool) -> bool {
    let mut after = position.clone();
    after.play_unchecked(m);
    ends(&after)
}
