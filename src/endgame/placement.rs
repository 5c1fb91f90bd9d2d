//! Where the pieces of an ending stand, and the moves from there.

use shakmaty::{Bitboard, Color, Role, Square, attacks};

use super::{Ending, ending::MOST_PIECES};

/// The squares of an ending's pieces, as if white were the attacker. Whose turn it is stands
/// elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Placement {
    /// The attacker's king.
    pub king: Square,
    /// The defender's king.
    pub bare: Square,
    /// The attacker's other pieces, in the order of the ending; what is beyond them is `a1`.
    pub pieces: [Square; MOST_PIECES],
}

/// A reply of the bare king.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reply {
    /// It goes to an empty square.
    Quiet(Placement),
    /// It takes the piece of this number, on that square.
    Takes(usize, Square),
}

impl Placement {
    /// The squares of the attacker's king, the bare king and the attacker's pieces.
    pub fn new(king: Square, bare: Square, squares: &[Square]) -> Placement {
        let mut pieces = [Square::A1; MOST_PIECES];
        pieces[..squares.len()].copy_from_slice(squares);
        Placement { king, bare, pieces }
    }

    /// All squares that are taken.
    pub fn occupied(&self, ending: &Ending) -> Bitboard {
        let mut all = Bitboard::from(self.king) | self.bare;
        for piece in 0..ending.len() {
            all.add(self.pieces[piece]);
        }
        all
    }

    /// The attacker's squares.
    pub fn attackers(&self, ending: &Ending) -> Bitboard {
        self.occupied(ending) & !Bitboard::from(self.bare)
    }

    /// Whether a game can have this placement with the defender to move: no square taken twice, the
    /// kings apart, pawns where pawns can be.
    pub fn is_possible(&self, ending: &Ending) -> bool {
        self.occupied(ending).count() == ending.len() + 2
            && self.king.distance(self.bare) > 1
            && (0..ending.len()).all(|piece| {
                ending.role(piece) != Role::Pawn
                    || !Bitboard::BACKRANKS.contains(self.pieces[piece])
            })
    }

    /// Whether it can have it with the attacker to move: then the bare king is not attacked.
    pub fn is_possible_to_attack(&self, ending: &Ending) -> bool {
        self.is_possible(ending) && !self.check(ending)
    }

    /// Whether the bare king is attacked.
    pub fn check(&self, ending: &Ending) -> bool {
        let occupied = self.occupied(ending);
        (0..ending.len()).any(|piece| self.reach(ending, piece, occupied).contains(self.bare))
    }

    /// The squares that a piece attacks if these are taken.
    pub fn reach(&self, ending: &Ending, piece: usize, occupied: Bitboard) -> Bitboard {
        let from = self.pieces[piece];
        match ending.role(piece) {
            Role::Pawn => attacks::pawn_attacks(Color::White, from),
            role => attacks::attacks(from, role.of(Color::White), occupied),
        }
    }

    /// The squares that the attacker attacks, the king's included, as the bare king sees them: lines
    /// go on behind it. A piece that is protected is among them.
    pub fn attacked(&self, ending: &Ending) -> Bitboard {
        let occupied = self.attackers(ending);
        let mut attacked = attacks::king_attacks(self.king);
        for piece in 0..ending.len() {
            attacked |= self.reach(ending, piece, occupied);
        }
        attacked
    }

    /// The squares that the bare king can go to, if it is its turn.
    pub fn escapes(&self, ending: &Ending) -> Bitboard {
        attacks::king_attacks(self.bare) & !self.attacked(ending)
    }

    /// The replies of the bare king, in the order of their squares.
    pub fn replies(&self, ending: &Ending) -> impl Iterator<Item = Reply> + use<> {
        let (this, pieces) = (*self, ending.len());
        self.escapes(ending).into_iter().map(move |to| {
            match this.pieces[..pieces].iter().position(|at| *at == to) {
                Some(piece) => Reply::Takes(piece, to),
                None => Reply::Quiet(this.with_bare(to)),
            }
        })
    }

    /// This placement with a piece elsewhere.
    #[must_use]
    pub fn with(&self, piece: usize, to: Square) -> Placement {
        let mut moved = *self;
        moved.pieces[piece] = to;
        moved
    }

    /// This placement with the attacker's king elsewhere.
    #[must_use]
    pub fn with_king(self, king: Square) -> Placement {
        Placement { king, ..self }
    }

    /// This placement with the bare king elsewhere.
    #[must_use]
    pub fn with_bare(self, bare: Square) -> Placement {
        Placement { bare, ..self }
    }

    /// This placement without a piece.
    #[must_use]
    pub fn without(&self, ending: &Ending, piece: usize) -> Placement {
        let left = (0..ending.len()).filter(|&other| other != piece);
        let squares: Vec<Square> = left.map(|other| self.pieces[other]).collect();
        Placement::new(self.king, self.bare, &squares)
    }

    /// Where the attacker's king can go, if it is the attacker's turn.
    pub fn king_moves(&self, ending: &Ending) -> Bitboard {
        attacks::king_attacks(self.king)
            & !attacks::king_attacks(self.bare)
            & !self.occupied(ending)
    }

    /// Where a piece can go, promotions included.
    pub fn piece_moves(&self, ending: &Ending, piece: usize) -> Bitboard {
        let occupied = self.occupied(ending);
        match ending.role(piece) {
            Role::Pawn => pushes(self.pieces[piece], occupied, 1),
            _ => self.reach(ending, piece, occupied) & !occupied,
        }
    }

    /// Where a piece can have come from without a capture or promotion.
    pub fn piece_origins(&self, ending: &Ending, piece: usize) -> Bitboard {
        let occupied = self.occupied(ending);
        match ending.role(piece) {
            Role::Pawn => {
                pushes(self.pieces[piece], occupied, -1) & !Bitboard::from(shakmaty::Rank::First)
            }
            _ => self.reach(ending, piece, occupied) & !occupied,
        }
    }

    /// The placements after a move of the attacker that is no promotion.
    pub fn attacks(&self, ending: &Ending) -> impl Iterator<Item = Placement> + use<> {
        let (this, ending) = (*self, *ending);
        let kings = this.king_moves(&ending).into_iter();
        let kings = kings.map(move |king| this.with_king(king));
        let pieces = (0..ending.len()).flat_map(move |piece| {
            let mut to = this.piece_moves(&ending, piece);
            if ending.role(piece) == Role::Pawn {
                to &= !Bitboard::BACKRANKS;
            }
            to.into_iter().map(move |to| this.with(piece, to))
        });
        kings.chain(pieces)
    }

    /// The placements from which a move of the attacker may have led here, whether or not they are
    /// possible.
    pub fn before_attack(&self, ending: &Ending) -> impl Iterator<Item = Placement> + use<> {
        let (this, ending) = (*self, *ending);
        let kings = this.king_moves(&ending).into_iter();
        let kings = kings.map(move |king| this.with_king(king));
        let pieces = (0..ending.len()).flat_map(move |piece| {
            let from = this.piece_origins(&ending, piece);
            from.into_iter().map(move |from| this.with(piece, from))
        });
        kings.chain(pieces)
    }

    /// The placements from which a move of the bare king to an empty square may have led here.
    pub fn before_reply(&self, ending: &Ending) -> impl Iterator<Item = Placement> + use<> {
        let this = *self;
        let from = attacks::king_attacks(this.bare)
            & !attacks::king_attacks(this.king)
            & !this.occupied(ending);
        from.into_iter().map(move |bare| this.with_bare(bare))
    }
}

/// The squares of a pawn's moves, forwards (1) or backwards (-1).
fn pushes(from: Square, occupied: Bitboard, direction: i32) -> Bitboard {
    let mut to = Bitboard::EMPTY;
    let Some(one) = from.offset(8 * direction) else {
        return to;
    };
    if occupied.contains(one) {
        return to;
    }
    to.add(one);
    // The pawn stands on its first square, or has come to the fourth rank from there.
    let double = match direction {
        1 => shakmaty::Rank::Second,
        _ => shakmaty::Rank::Fourth,
    };
    if from.rank() == double
        && let Some(two) = from.offset(16 * direction)
        && !occupied.contains(two)
    {
        to.add(two);
    }
    to
}
