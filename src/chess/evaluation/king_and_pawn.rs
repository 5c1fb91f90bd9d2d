//! King and pawn against king: which positions are won, worked out once, from the end backwards.
//!
//! The positions are those of a white pawn on the files a to d with Black's king alone; others are their mirror images. White
//! wins who has promoted safely; Black draws by taking the pawn, or by having no move. A position is won for White to move if one
//! move leads to a won one, and for Black to move if all do.

use std::sync::LazyLock;

use shakmaty::{Bitboard, Chess, Color, Position as _, Rank, Square, attacks};

/// Won positions, a bit each: see [`place`].
static WON: LazyLock<Vec<u64>> = LazyLock::new(work_out);

/// A pawn on four files and six ranks.
const PAWNS: usize = 24;

/// Kings and a pawn, as White's.
#[derive(Clone, Copy)]
struct Men {
    king: Square,
    other: Square,
    pawn: Square,
}

/// Whether the side with the pawn wins, where nothing is on the board but it and the kings. Without a pawn nobody does.
pub fn is_won(position: &Chess) -> bool {
    let board = position.board();
    let Some(pawn) = board.pawns().first() else {
        return false;
    };
    let side = Color::from_white(board.white().contains(pawn));
    let mirrored = |square: Square| {
        let square = side.fold_wb(square, square.flip_vertical());
        match pawn.file() as usize {
            0..=3 => square,
            _ => square.flip_horizontal(),
        }
    };
    // A legal position has both kings.
    let king = |side| mirrored(board.king_of(side).unwrap_or(Square::A1));
    let men = Men {
        king: king(side),
        other: king(!side),
        pawn: mirrored(pawn),
    };
    is_in(&WON, place(men, position.turn() == side))
}

fn is_in(set: &[u64], place: usize) -> bool {
    set[place / 64] >> (place % 64) & 1 == 1
}

/// By the side to move, the kings, and the pawn.
fn place(men: Men, to_move: bool) -> usize {
    let pawn = 4 * (men.pawn.rank() as usize - 1) + men.pawn.file() as usize;
    ((usize::from(to_move) * 64 + men.king as usize) * 64 + men.other as usize) * PAWNS + pawn
}

fn work_out() -> Vec<u64> {
    let mut won = vec![0; 2 * 64 * 64 * PAWNS / 64];
    let pawns: Vec<Square> = (Square::ALL.into_iter())
        .filter(|pawn| (1..7).contains(&(pawn.rank() as usize)) && (pawn.file() as usize) < 4)
        .collect();
    // Each round finds what is won a ply later.
    loop {
        let mut is_new = false;
        for &pawn in &pawns {
            for king in Square::ALL {
                for other in Square::ALL {
                    let men = Men { king, other, pawn };
                    if !men.can_stand() {
                        continue;
                    }
                    for to_move in [true, false] {
                        let place = place(men, to_move);
                        let wins = match to_move {
                            true => men.wins(&won),
                            false => men.is_lost(&won),
                        };
                        if wins && !is_in(&won, place) {
                            won[place / 64] |= 1 << (place % 64);
                            is_new = true;
                        }
                    }
                }
            }
        }
        if !is_new {
            return won;
        }
    }
}

impl Men {
    fn can_stand(self) -> bool {
        let Men { king, other, pawn } = self;
        king.distance(other) > 1 && king != pawn && other != pawn
    }

    fn guarded_by_pawn(self) -> Bitboard {
        attacks::pawn_attacks(Color::White, self.pawn)
    }

    /// Whether White, who is to move, wins.
    fn wins(self, won: &[u64]) -> bool {
        let Men { king, other, pawn } = self;
        // Black would be in check, and White to move.
        if self.guarded_by_pawn().contains(other) {
            return false;
        }
        let by_king = attacks::king_attacks(king).into_iter().any(|king| {
            let next = Men { king, ..self };
            next.can_stand() && is_in(won, place(next, false))
        });
        let steps = match pawn.rank() {
            Rank::Second => 2,
            _ => 1,
        };
        // What stands in the way of one step does of two.
        let free = |next: &Square| *next != king && *next != other;
        let path = (1..=steps).map_while(|step| pawn.offset(8 * step).filter(free));
        let mut by_pawn = path.map(|next| match next.rank() {
            Rank::Eighth => other.distance(next) > 1 || king.distance(next) <= 1,
            _ => is_in(won, place(Men { pawn: next, ..self }, false)),
        });
        by_king || by_pawn.any(|wins| wins)
    }

    /// Whether White wins, and Black is to move.
    fn is_lost(self, won: &[u64]) -> bool {
        let Men { king, other, pawn } = self;
        let taken = attacks::king_attacks(king) | self.guarded_by_pawn();
        let moves = attacks::king_attacks(other) & !taken;
        // Who has no move is in stalemate: a pawn and a king do not mate.
        moves.any()
            && moves
                .into_iter()
                .all(|other| other != pawn && is_in(won, place(Men { other, ..self }, true)))
    }
}
