//! What the legal moves of a position say of squares.

use shakmaty::{Bitboard, Board, Chess, Move, Position as _, Role, Square};

use crate::chess::{
    exchange::{self, value},
    moves::move_term,
};

/// Where some moves begin and end. Castling ends on the king's destination.
#[derive(Default, Clone, Copy)]
pub(super) struct Ends {
    pub from: Bitboard,
    pub to: Bitboard,
}

impl Ends {
    fn add(&mut self, from: Square, to: Square) {
        self.from.add(from);
        self.to.add(to);
    }
}

/// Wins for which there is a plane, in centipawns.
const WINS: [i32; 3] = [100, 300, 500];

/// The legal moves by what they do; the planes say what is meant.
#[derive(Default)]
pub(super) struct Moves {
    pub any: Ends,
    pub safe: Ends,
    pub even_captures: Ends,
    pub wins: [Ends; 3],
    pub keeps: [Ends; 3],
    pub promotions: Ends,
    pub checks: Ends,
    pub safe_checks: Ends,
    pub capture_checks: Ends,
    pub discovered_checks: Ends,
    pub forcing_checks: Ends,
    pub mates: Ends,
    pub strikes: Ends,
    pub forks: Ends,
}

impl Moves {
    pub fn of(position: &Chess) -> Moves {
        let mut moves = Moves::default();
        for m in position.legal_moves() {
            moves.note(position, m);
        }
        moves
    }

    fn note(&mut self, position: &Chess, m: Move) {
        let term = move_term(m);
        let (from, to) = (term.from, term.to);
        let gain = exchange::gain(position, m);
        let safe = gain >= 0;
        self.any.add(from, to);
        if safe {
            self.safe.add(from, to);
        }
        if gain == 0 && m.is_capture() {
            self.even_captures.add(from, to);
        }
        enter(&mut self.wins, gain, from, to);
        if m.is_promotion() {
            self.promotions.add(from, to);
        }
        let mut after = position.clone();
        after.play_unchecked(m);
        if gain > 0 {
            enter(&mut self.keeps, kept(after.board(), m), from, to);
        }
        if after.is_check() {
            self.note_check(&after, m, safe);
        }
        if safe && !m.is_castle() {
            self.note_threats(after.board(), from, to);
        }
    }

    /// A move that gives check.
    fn note_check(&mut self, after: &Chess, m: Move, safe: bool) {
        let term = move_term(m);
        let (from, to) = (term.from, term.to);
        self.checks.add(from, to);
        if safe {
            self.safe_checks.add(from, to);
        }
        if m.is_capture() {
            self.capture_checks.add(from, to);
        }
        // The rook that checks after castling has moved itself.
        if !m.is_castle() && after.checkers().without(to).any() {
            self.discovered_checks.add(from, to);
        }
        let replies = after.legal_moves().len();
        if replies <= 1 {
            self.forcing_checks.add(from, to);
        }
        if replies == 0 {
            self.mates.add(from, to);
        }
    }

    /// What a piece that has come to a square attacks from there.
    fn note_threats(&mut self, board: &Board, from: Square, to: Square) {
        let Some(piece) = board.piece_at(to) else {
            return;
        };
        let (mut kings, mut others) = (0, 0);
        for target in board.attacks_from(to) & board.by_color(!piece.color) {
            match board.role_at(target) {
                Some(Role::King) => kings += 1,
                Some(role) if value(role) > value(piece.role) => others += 1,
                _ => {
                    let defenders = board.attacks_to(target, !piece.color, board.occupied());
                    others += u32::from(defenders.is_empty());
                }
            }
        }
        if others > 0 {
            self.strikes.add(from, to);
        }
        if kings + others > 1 {
            self.forks.add(from, to);
        }
    }
}

/// Adds a move to the planes for wins that it reaches.
fn enter(planes: &mut [Ends; 3], won: i32, from: Square, to: Square) {
    for (plane, least) in planes.iter_mut().zip(WINS) {
        if won >= least {
            plane.add(from, to);
        }
    }
}

/// What the mover is ahead, in centipawns, by a move and the best capture that answers it.
fn kept(after: &Board, m: Move) -> i32 {
    let won = m.capture().map_or(0, value)
        + m.promotion()
            .map_or(0, |role| value(role) - value(Role::Pawn));
    let Some(side) = after.color_at(m.to()) else {
        return won;
    };
    let worst = after
        .by_color(side)
        .into_iter()
        .map(|square| exchange::loss(after, square))
        .max();
    won - worst.unwrap_or_default()
}
