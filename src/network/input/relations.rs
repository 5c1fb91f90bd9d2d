//! The planes of relations: what a board and its legal moves say of squares.
//!
//! [`PLANES`] is the list: name, meaning and where the bits come from. Squares are those of the
//! board as it is; [`Planes::encode`](super::Planes::encode) turns them. Values of pieces and
//! exchanges are those of [`exchange`].
//!
//! An attack is geometry on the occupied board: it does not matter who moves, nor whether the
//! attacker is pinned. What is said of moves is said of legal moves.

use shakmaty::{Bitboard, Board, Chess, Color, Position as _, Role, Square, attacks};

use super::{Plane, moves::Moves, plane};
use crate::chess::{
    exchange::{self, value},
    pawns,
};

/// A plane and how it is read off.
pub(super) struct Relation {
    pub plane: Plane,
    of: fn(&Scene) -> Bitboard,
}

const fn relation(
    name: &'static str,
    meaning: &'static str,
    of: fn(&Scene) -> Bitboard,
) -> Relation {
    Relation {
        plane: plane(name, meaning),
        of,
    }
}

/// Losses in an exchange for which there is a plane, in centipawns.
const LOSSES: [i32; 4] = [100, 300, 500, 900];

/// The planes after the twelve of the pieces.
#[rustfmt::skip]
pub(super) const PLANES: &[Relation] = &[
    relation("own_attacks_1", "squares that at least one own piece attacks", |s| s.own.attacked[0]),
    relation("own_attacks_2", "squares that at least two own pieces attack", |s| s.own.attacked[1]),
    relation("own_attacks_3", "squares that at least three own pieces attack", |s| s.own.attacked[2]),
    relation("their_attacks_1", "squares that at least one of their pieces attacks", |s| s.their.attacked[0]),
    relation("their_attacks_2", "squares that at least two of their pieces attack", |s| s.their.attacked[1]),
    relation("their_attacks_3", "squares that at least three of their pieces attack", |s| s.their.attacked[2]),
    relation("own_pawn_attacks", "squares that own pawns attack", |s| s.own.by(Role::Pawn)),
    relation("own_minor_attacks", "squares that own knights and bishops attack", |s| s.own.by_minors()),
    relation("own_rook_attacks", "squares that own rooks attack", |s| s.own.by(Role::Rook)),
    relation("own_queen_attacks", "squares that own queens attack", |s| s.own.by(Role::Queen)),
    relation("own_king_attacks", "squares that the own king attacks: those around it", |s| s.own.by(Role::King)),
    relation("their_pawn_attacks", "squares that their pawns attack", |s| s.their.by(Role::Pawn)),
    relation("their_minor_attacks", "squares that their knights and bishops attack", |s| s.their.by_minors()),
    relation("their_rook_attacks", "squares that their rooks attack", |s| s.their.by(Role::Rook)),
    relation("their_queen_attacks", "squares that their queens attack", |s| s.their.by(Role::Queen)),
    relation("their_king_attacks", "squares that their king attacks: those around it", |s| s.their.by(Role::King)),
    relation("own_harassed", "own pieces that one of their pieces of lesser value attacks", |s| s.own.harassed),
    relation("their_harassed", "their pieces that an own piece of lesser value attacks", |s| s.their.harassed),
    relation("own_hanging", "own pieces that are attacked and not defended", |s| s.own.hanging),
    relation("their_hanging", "their pieces that are attacked and not defended", |s| s.their.hanging),
    relation("own_loses_1", "own pieces that an exchange on their square loses, by 100 centipawns or more", |s| s.own.lost[0]),
    relation("own_loses_3", "own pieces that an exchange on their square loses, by 300 centipawns or more", |s| s.own.lost[1]),
    relation("own_loses_5", "own pieces that an exchange on their square loses, by 500 centipawns or more", |s| s.own.lost[2]),
    relation("own_loses_9", "own pieces that an exchange on their square loses, by 900 centipawns or more", |s| s.own.lost[3]),
    relation("their_loses_1", "their pieces that an exchange on their square loses, by 100 centipawns or more", |s| s.their.lost[0]),
    relation("their_loses_3", "their pieces that an exchange on their square loses, by 300 centipawns or more", |s| s.their.lost[1]),
    relation("their_loses_5", "their pieces that an exchange on their square loses, by 500 centipawns or more", |s| s.their.lost[2]),
    relation("their_loses_9", "their pieces that an exchange on their square loses, by 900 centipawns or more", |s| s.their.lost[3]),
    relation("own_guards", "own pieces that defend an attacked own piece, or stand as a slider on one of its lines, which an exchange would lose without them but does not lose now", |s| s.own.guards),
    relation("their_guards", "the same for their pieces", |s| s.their.guards),
    relation("own_pinned", "own pieces that are absolutely pinned", |s| s.own.pinned),
    relation("their_pinned", "their pieces that are absolutely pinned", |s| s.their.pinned),
    relation("own_screens", "own pieces on a line of one of their sliders, before an own piece of more value", |s| s.own.screens),
    relation("their_screens", "their pieces on a line of an own slider, before a piece of theirs of more value", |s| s.their.screens),
    relation("own_x_rayed", "own pieces on a line of one of their sliders, behind another own piece", |s| s.own.x_rayed),
    relation("their_x_rayed", "their pieces on a line of an own slider, behind another piece of theirs", |s| s.their.x_rayed),
    relation("own_batteries", "own pieces on a line of an own slider before their king", |s| s.own.batteries),
    relation("their_batteries", "their pieces on a line of a slider of theirs before the own king", |s| s.their.batteries),
    relation("own_uncovers", "own pieces on a line of an own slider before a piece of theirs that is worth more than the slider or undefended", |s| s.own.uncovers),
    relation("own_escapes", "squares around the own king without own pieces and attacks of theirs, those through the king included", |s| s.own.escapes),
    relation("their_escapes", "squares around their king without their pieces and own attacks, those through the king included", |s| s.their.escapes),
    relation("own_siege", "squares around their king that at least two own pieces attack", |s| s.own.attacked[1] & s.their.by(Role::King)),
    relation("their_siege", "squares around the own king that at least two of their pieces attack", |s| s.their.attacked[1] & s.own.by(Role::King)),
    relation("checkers", "their pieces that give check", |s| s.checkers),
    relation("their_check_squares", "squares without their pieces that one of their pieces attacks and from where a piece of its kind would check the own king", |s| s.their.checks),
    relation("own_passed_pawns", "own pawns that no pawn of theirs can stop or capture on the way", |s| s.passed & s.own.pieces),
    relation("their_passed_pawns", "their pawns that no own pawn can stop or capture on the way", |s| s.passed & s.their.pieces),
    relation("movable", "own pieces that have a legal move", |s| s.moves.any.from),
    relation("safe_from", "own pieces with a move that loses nothing by exchange on its destination", |s| s.moves.safe.from),
    relation("safe_to", "destinations of such moves", |s| s.moves.safe.to),
    relation("even_captures_from", "own pieces with a capture that neither wins nor loses by exchange", |s| s.moves.even_captures.from),
    relation("wins_1_from", "own pieces with a move that wins 100 centipawns or more by exchange on its destination", |s| s.moves.wins[0].from),
    relation("wins_3_from", "own pieces with a move that wins 300 centipawns or more by exchange on its destination", |s| s.moves.wins[1].from),
    relation("wins_5_from", "own pieces with a move that wins 500 centipawns or more by exchange on its destination", |s| s.moves.wins[2].from),
    relation("wins_to", "destinations of moves that win by exchange", |s| s.moves.wins[0].to),
    relation("keeps_1_from", "own pieces with a move that captures or promotes and is 100 centipawns or more ahead after their best capture anywhere, by exchange", |s| s.moves.keeps[0].from),
    relation("keeps_3_from", "own pieces with a move that captures or promotes and is 300 centipawns or more ahead after their best capture anywhere, by exchange", |s| s.moves.keeps[1].from),
    relation("keeps_5_from", "own pieces with a move that captures or promotes and is 500 centipawns or more ahead after their best capture anywhere, by exchange", |s| s.moves.keeps[2].from),
    relation("promotes_from", "own pawns that can promote", |s| s.moves.promotions.from),
    relation("checks_from", "own pieces with a move that gives check", |s| s.moves.checks.from),
    relation("checks_to", "destinations of moves that give check", |s| s.moves.checks.to),
    relation("safe_checks_from", "own pieces with a check that loses nothing by exchange on its destination", |s| s.moves.safe_checks.from),
    relation("safe_checks_to", "destinations of such checks", |s| s.moves.safe_checks.to),
    relation("capture_checks_from", "own pieces with a capture that gives check", |s| s.moves.capture_checks.from),
    relation("discovered_checks_from", "own pieces with a move after which another own piece gives check", |s| s.moves.discovered_checks.from),
    relation("forcing_checks_from", "own pieces with a check that leaves at most one legal reply", |s| s.moves.forcing_checks.from),
    relation("mates_from", "own pieces with a move that mates", |s| s.moves.mates.from),
    relation("mates_to", "destinations of moves that mate", |s| s.moves.mates.to),
    relation("strikes_from", "own pieces with a move that loses nothing by exchange, from whose destination they attack a piece of theirs, no king, worth more or undefended", |s| s.moves.strikes.from),
    relation("forks_from", "own pieces with a move that loses nothing by exchange, from whose destination they attack two or more of their pieces, each a king, worth more or undefended", |s| s.moves.forks.from),
    relation("forks_to", "destinations of such forks", |s| s.moves.forks.to),
];

/// Writes the planes.
pub(super) fn write(position: &Chess, words: &mut [u64]) {
    let scene = Scene::of(position);
    for (word, relation) in words.iter_mut().zip(PLANES) {
        *word = (relation.of)(&scene).0;
    }
}

/// All that the planes need of a position.
struct Scene {
    own: Camp,
    their: Camp,
    checkers: Bitboard,
    passed: Bitboard,
    moves: Moves,
}

impl Scene {
    fn of(position: &Chess) -> Scene {
        let board = position.board();
        let turn = position.turn();
        let reach = Color::ALL.map(|side| Reach::of(board, side));
        let camp = |side: Color| {
            let [white, black] = &reach;
            match side {
                Color::White => Camp::of(board, side, white, black),
                Color::Black => Camp::of(board, side, black, white),
            }
        };
        Scene {
            own: camp(turn),
            their: camp(!turn),
            checkers: position.checkers(),
            passed: pawns::passed(board),
            moves: Moves::of(position),
        }
    }
}

/// The squares that a side attacks.
#[derive(Clone)]
struct Reach {
    /// With at least one, two and three pieces.
    attacked: [Bitboard; 3],
    /// With pieces of each kind, from pawn to king.
    by: [Bitboard; 6],
}

impl Reach {
    fn of(board: &Board, side: Color) -> Reach {
        let mut reach = Reach {
            attacked: [Bitboard::EMPTY; 3],
            by: [Bitboard::EMPTY; 6],
        };
        for from in board.by_color(side) {
            let Some(role) = board.role_at(from) else {
                continue;
            };
            let reached = attacks::attacks(from, role.of(side), board.occupied());
            let [one, two, three] = &mut reach.attacked;
            *three |= *two & reached;
            *two |= *one & reached;
            *one |= reached;
            reach.by[role as usize - 1] |= reached;
        }
        reach
    }

    fn minors(&self) -> Bitboard {
        self.by[Role::Knight as usize - 1] | self.by[Role::Bishop as usize - 1]
    }
}

/// What the board says of the pieces of one side.
struct Camp {
    pieces: Bitboard,
    reach: Reach,
    attacked: [Bitboard; 3],
    harassed: Bitboard,
    hanging: Bitboard,
    lost: [Bitboard; 4],
    guards: Bitboard,
    pinned: Bitboard,
    screens: Bitboard,
    x_rayed: Bitboard,
    batteries: Bitboard,
    uncovers: Bitboard,
    escapes: Bitboard,
    checks: Bitboard,
}

impl Camp {
    fn of(board: &Board, side: Color, own: &Reach, enemy: &Reach) -> Camp {
        let pieces = board.by_color(side);
        let mut camp = Camp {
            pieces,
            reach: own.clone(),
            attacked: own.attacked,
            harassed: harassed(board, enemy) & pieces,
            hanging: pieces & enemy.attacked[0] & !own.attacked[0],
            lost: [Bitboard::EMPTY; 4],
            guards: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            screens: Bitboard::EMPTY,
            x_rayed: Bitboard::EMPTY,
            batteries: Bitboard::EMPTY,
            uncovers: Bitboard::EMPTY,
            escapes: escapes(board, side),
            checks: checks(board, side, own) & !pieces,
        };
        for square in pieces & enemy.attacked[0] & !board.kings() {
            camp.exchange(board, side, square);
        }
        for slider in board.by_color(!side) & board.sliders() {
            camp.face(board, slider, side);
        }
        for slider in pieces & board.sliders() {
            camp.uncover(board, slider, side, enemy);
        }
        camp
    }

    fn by(&self, role: Role) -> Bitboard {
        self.reach.by[role as usize - 1]
    }

    fn by_minors(&self) -> Bitboard {
        self.reach.minors()
    }

    /// What an exchange on the square of an attacked piece takes.
    fn exchange(&mut self, board: &Board, side: Color, square: Square) {
        let loss = exchange::loss(board, square);
        for (plane, least) in self.lost.iter_mut().zip(LOSSES) {
            if loss >= least {
                plane.add(square);
            }
        }
        if loss > 0 {
            return;
        }
        // Who defends it from behind an attacker is on one of its lines, too.
        let near = board.attacks_to(square, side, board.occupied());
        let far = attacks::queen_attacks(square, Bitboard::EMPTY) & board.sliders();
        for guard in (near | far & self.pieces) & !self.guards {
            if exchange::loss_without(board, square, guard) > 0 {
                self.guards.add(guard);
            }
        }
    }

    /// What stands on the lines of an enemy slider.
    fn face(&mut self, board: &Board, slider: Square, side: Color) {
        for (first, second) in lines(board, slider) {
            if !self.pieces.contains(first) || !self.pieces.contains(second) {
                continue;
            }
            self.x_rayed.add(second);
            if worth(board, second) > worth(board, first) {
                self.screens.add(first);
            }
            if board.king_of(side) == Some(second) {
                self.pinned.add(first);
            }
        }
    }

    /// What stands between a slider of the side and the enemy.
    fn uncover(&mut self, board: &Board, slider: Square, side: Color, enemy: &Reach) {
        for (first, second) in lines(board, slider) {
            if !self.pieces.contains(first) || self.pieces.contains(second) {
                continue;
            }
            if board.king_of(!side) == Some(second) {
                self.batteries.add(first);
            }
            let defended = enemy.attacked[0].contains(second);
            if !defended || worth(board, second) > worth(board, slider) {
                self.uncovers.add(first);
            }
        }
    }
}

/// The value of the piece on a square in centipawns; 0 if there is none.
fn worth(board: &Board, square: Square) -> i32 {
    board.role_at(square).map_or(0, value)
}

/// The first and the second piece on each line of a slider that has two.
fn lines(board: &Board, slider: Square) -> impl Iterator<Item = (Square, Square)> {
    let occupied = board.occupied();
    let reached = board.attacks_from(slider);
    let piece = board.piece_at(slider);
    (reached & occupied).into_iter().filter_map(move |first| {
        let beyond = attacks::attacks(slider, piece?, occupied.without(first)) & !reached;
        Some((first, (beyond & occupied).first()?))
    })
}

/// The pieces of either side that pieces of lesser value attack, of those that have this reach.
fn harassed(board: &Board, reach: &Reach) -> Bitboard {
    let [pawn, knight, bishop, rook, ..] = reach.by;
    let rooks_and_queens = board.rooks_and_queens();
    (pawn & (board.knights() | board.bishops() | rooks_and_queens))
        | ((knight | bishop) & rooks_and_queens)
        | (rook & board.queens())
}

/// Where the king of a side could go if it were to move.
fn escapes(board: &Board, side: Color) -> Bitboard {
    let Some(king) = board.king_of(side) else {
        return Bitboard::EMPTY;
    };
    let beyond = board.occupied().without(king);
    (attacks::king_attacks(king) & !board.by_color(side))
        .into_iter()
        .filter(|&to| board.attacks_to(to, !side, beyond).is_empty())
        .collect()
}

/// The squares that pieces of a side attack and from which pieces of their kind would check.
fn checks(board: &Board, side: Color, reach: &Reach) -> Bitboard {
    let Some(king) = board.king_of(!side) else {
        return Bitboard::EMPTY;
    };
    let kinds = [
        Role::Pawn,
        Role::Knight,
        Role::Bishop,
        Role::Rook,
        Role::Queen,
    ];
    kinds
        .into_iter()
        .map(|role| {
            // A piece of this kind on the king's square, of the king's side, looks back.
            let from = attacks::attacks(king, role.of(!side), board.occupied());
            from & reach.by[role as usize - 1]
        })
        .fold(Bitboard::EMPTY, |all, some| all | some)
}
