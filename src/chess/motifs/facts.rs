//! The base facts of a board, from which [`program`](super::program) derives the motifs.

use shakmaty::{Bitboard, Board, Color, Piece, Rank, Role, Square, attacks};

use crate::chess::exchange;

/// What the Datalog program is given of one position.
#[derive(Default)]
pub(super) struct Facts {
    /// The pieces on the board.
    pub pieces: Vec<(Square, Color, Role)>,
    /// A piece attacks a piece of the other side; who moves and pins do not matter.
    pub attacks: Vec<(Square, Square)>,
    /// A piece attacks the square of a piece of its own side.
    pub defences: Vec<(Square, Square)>,
    /// A slider, the first piece on one of its lines, and the next piece on that line.
    pub lines: Vec<(Square, Square, Square)>,
    /// Pieces that an exchange on their square loses, with the loss in pawns.
    pub losses: Vec<(Square, i64)>,
    /// A piece, and an attacked piece of its own side that is lost by exchange if it is taken away.
    pub needed: Vec<(Square, Square)>,
    /// Free moves of pieces that shield a piece from a slider of their own side, and of kings.
    pub moves: Vec<(Square, Square)>,
    /// Pieces of `losses` with a free move that loses nothing by exchange; no pawns and kings.
    pub refuges: Vec<Square>,
    /// A side and a square around its king.
    pub rings: Vec<(Color, Square)>,
    /// A piece and a square around the enemy king that it attacks, whatever is on it.
    pub sieges: Vec<(Square, Square)>,
    /// The sides whose enemy has a rook or a queen.
    pub back_ranks: Vec<Color>,
}

impl Facts {
    /// Reads the facts off the board.
    pub fn of(board: &Board) -> Facts {
        let mut facts = Facts::default();
        for (square, piece) in board {
            facts.pieces.push((square, piece.color, piece.role));
            facts.contacts(board, square, piece);
            facts.siege(board, square, piece.color);
        }
        for at in 0..facts.attacks.len() {
            let (_, square) = facts.attacks[at];
            if !facts.losses.iter().any(|&(known, _)| known == square) {
                facts.exchange(board, square);
            }
        }
        for side in Color::ALL {
            facts.king(board, side);
        }
        facts
    }

    fn contacts(&mut self, board: &Board, from: Square, piece: Piece) {
        let occupied = board.occupied();
        let reached = attacks::attacks(from, piece, occupied);
        for to in reached & occupied {
            if board.color_at(to) == Some(piece.color) {
                self.defences.push((from, to));
            } else {
                self.attacks.push((from, to));
            }
        }
        if !board.sliders().contains(from) {
            return;
        }
        for first in reached & occupied {
            let further = attacks::attacks(from, piece, occupied.without(first)) & !reached;
            let Some(second) = (further & occupied).first() else {
                continue;
            };
            self.lines.push((from, first, second));
            if board.color_at(first) == Some(piece.color)
                && board.color_at(second) != Some(piece.color)
            {
                let moves = free_moves(board, first);
                self.moves.extend(moves.into_iter().map(|to| (first, to)));
            }
        }
    }

    fn siege(&mut self, board: &Board, from: Square, side: Color) {
        if let Some(king) = board.king_of(!side) {
            let reached = board.attacks_from(from) & attacks::king_attacks(king);
            self.sieges.extend(reached.into_iter().map(|to| (from, to)));
        }
    }

    /// What may happen on the square of an attacked piece.
    fn exchange(&mut self, board: &Board, square: Square) {
        let Some(piece) = board
            .piece_at(square)
            .filter(|piece| piece.role != Role::King)
        else {
            return;
        };
        let loss = exchange::loss(board, square);
        if loss > 0 {
            self.losses.push((square, i64::from(loss / 100)));
            let unharmed = |to: Square| exchange::venture(board, square, to) >= 0;
            if piece.role != Role::Pawn && free_moves(board, square).into_iter().any(unharmed) {
                self.refuges.push(square);
            }
        }
        // Who defends it from behind an attacker is on one of its lines, too.
        let near = board.attacks_to(square, piece.color, board.occupied());
        let far = attacks::queen_attacks(square, Bitboard::EMPTY) & board.sliders();
        for defender in near | (far & board.by_color(piece.color)) {
            if exchange::loss_without(board, square, defender) > 0 {
                self.needed.push((defender, square));
            }
        }
    }

    fn king(&mut self, board: &Board, side: Color) {
        let Some(king) = board.king_of(side) else {
            return;
        };
        let ring = attacks::king_attacks(king);
        self.rings.extend(ring.into_iter().map(|near| (side, near)));
        let moves = free_moves(board, king);
        self.moves.extend(moves.into_iter().map(|to| (king, to)));
        let enemies = board.rooks_and_queens() & board.by_color(!side);
        if enemies.any() {
            self.back_ranks.push(side);
        }
    }
}

/// Where the piece on the square may go when its side is to move and no check must be met: a king
/// not to an attacked square, an absolutely pinned piece along the line of the pin only. Castling
/// and captures en passant are left out.
fn free_moves(board: &Board, from: Square) -> Bitboard {
    let Some(piece) = board.piece_at(from) else {
        return Bitboard::EMPTY;
    };
    let occupied = board.occupied();
    let reached = attacks::attacks(from, piece, occupied) & !board.by_color(piece.color);
    match piece.role {
        Role::King => reached
            .into_iter()
            .filter(|&to| {
                let attackers = board.attacks_to(to, !piece.color, occupied.without(from));
                attackers.is_empty()
            })
            .collect(),
        Role::Pawn => {
            let forward = piece.color.fold_wb(8, -8);
            let pushes = |from: Square| from.offset(forward).filter(|&to| !occupied.contains(to));
            let single = pushes(from);
            let second = piece.color.fold_wb(Rank::Second, Rank::Seventh);
            let double = single.filter(|_| from.rank() == second).and_then(pushes);
            let captures = reached & board.by_color(!piece.color);
            (captures | Bitboard::from_iter(single) | Bitboard::from_iter(double))
                & pin_line(board, from, piece.color)
        }
        _ => reached & pin_line(board, from, piece.color),
    }
}

/// The line through the king of `side` and the slider to which the piece on `square` is absolutely
/// pinned, or all squares if it is not pinned.
fn pin_line(board: &Board, square: Square, side: Color) -> Bitboard {
    let Some(king) = board.king_of(side) else {
        return Bitboard::FULL;
    };
    let line = attacks::ray(king, square);
    let beyond = board.occupied().without(square);
    let pinner = |sniper: &Square| {
        attacks::between(king, *sniper).contains(square)
            && (attacks::between(king, *sniper) & beyond).is_empty()
    };
    let snipers = (attacks::rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens())
        | (attacks::bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens());
    match (snipers & line & board.by_color(!side))
        .into_iter()
        .any(|sniper| pinner(&sniper))
    {
        true => line,
        false => Bitboard::FULL,
    }
}
