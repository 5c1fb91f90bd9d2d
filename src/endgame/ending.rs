//! Which pieces an ending is about.

use std::{fmt, str::FromStr};

use shakmaty::{Board, ByRole, Chess, Color, Position as _, Role};

use super::Placement;
use crate::chess::role_name;

/// The most pieces that an attacker has beside the king.
pub const MOST_PIECES: usize = 2;

/// What a pawn can become, the strongest first.
pub const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// The material of an ending: a king with one or two pieces, the attacker, against a bare king.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ending {
    /// The strongest first; without gaps.
    roles: [Option<Role>; MOST_PIECES],
}

/// The text names no ending that there are tables for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown ending `{0}`: expected a king and one or two pieces against a king, such as \
     krk, kqk, kpk, kbbk or kbnk"
)]
pub struct UnknownEnding(String);

impl Ending {
    /// King and rook against king.
    pub const KRK: Ending = Ending {
        roles: [Some(Role::Rook), None],
    };

    /// The ending with one piece or two; the stronger one comes first.
    pub(super) const fn of_two(first: Role, second: Option<Role>) -> Ending {
        Ending {
            roles: [Some(first), second],
        }
    }

    /// The ending with these pieces; `None` if they are none, too many, or kings.
    pub fn new(pieces: &[Role]) -> Option<Ending> {
        let mut sorted = pieces.to_vec();
        sorted.sort_by_key(|&role| std::cmp::Reverse(rank(role)));
        if sorted.is_empty() || sorted.len() > MOST_PIECES || sorted.contains(&Role::King) {
            return None;
        }
        let mut roles = [None; MOST_PIECES];
        for (place, role) in roles.iter_mut().zip(sorted) {
            *place = Some(role);
        }
        Some(Ending { roles })
    }

    /// The attacker's pieces beside the king, the strongest first.
    pub fn pieces(&self) -> impl Iterator<Item = Role> + Clone + use<> {
        self.roles.into_iter().flatten()
    }

    /// How many pieces the attacker has beside the king.
    pub fn len(&self) -> usize {
        self.pieces().count()
    }

    /// Always false: there is no ending of two bare kings.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The piece of this number.
    pub fn role(&self, piece: usize) -> Role {
        self.roles[piece].expect("a piece of the ending")
    }

    /// Whether the attacker has a pawn: then left and right are the only symmetry.
    pub fn has_pawn(&self) -> bool {
        self.roles.contains(&Some(Role::Pawn))
    }

    /// Whether both pieces are of the same kind, so that they can be exchanged.
    pub fn has_twins(&self) -> bool {
        self.roles[0] == self.roles[1]
    }

    /// The attacker's material in words, such as `king and rook` or `king and two bishops`.
    pub fn material(&self) -> String {
        let names: Vec<&str> = self.pieces().map(role_name).collect();
        match names.as_slice() {
            [one, other] if one == other => format!("king and two {one}s"),
            [one, other] => format!("king, {one} and {other}"),
            names => format!("king and {}", names.concat()),
        }
    }

    /// Whether there is any mate: a single knight or bishop has none.
    pub fn can_win(&self) -> bool {
        self.len() > 1 || !matches!(self.role(0), Role::Knight | Role::Bishop)
    }

    /// What is left without one of the pieces; `None` if that can never win: no piece, or a single
    /// knight or bishop.
    pub fn without(&self, piece: usize) -> Option<Ending> {
        let left = (0..self.len()).filter(|&other| other != piece);
        Ending::of_pieces(&left.map(|other| self.role(other)).collect::<Vec<_>>())
    }

    /// What comes of a pawn's promotion; `None` as for [`Ending::without`].
    pub fn promoted(&self, pawn: usize, to: Role) -> Option<Ending> {
        let mut pieces: Vec<Role> = self.pieces().collect();
        pieces[pawn] = to;
        Ending::of_pieces(&pieces)
    }

    /// The endings that captures and promotions lead to, where there is something to win.
    pub fn leads_to(&self) -> Vec<Ending> {
        let mut endings = Vec::new();
        for piece in 0..self.len() {
            endings.extend(self.without(piece));
            if self.role(piece) == Role::Pawn {
                endings.extend(
                    PROMOTIONS
                        .map(|to| self.promoted(piece, to))
                        .iter()
                        .flatten(),
                );
            }
        }
        endings.sort_unstable();
        endings.dedup();
        endings
    }

    fn of_pieces(pieces: &[Role]) -> Option<Ending> {
        match pieces {
            [] | [Role::Knight | Role::Bishop] => None,
            pieces => Ending::new(pieces),
        }
    }

    /// The ending of a position, with the squares as if white were the attacker and with the side
    /// that is.
    pub fn of(position: &Chess) -> Option<(Ending, Placement, Color)> {
        let board = position.board();
        let attacker = Color::ALL.into_iter().find(|&side| {
            let others = board.by_color(!side);
            others.count() == 1 && board.by_color(side).count() > 1
        })?;
        let pieces = pieces(board, attacker)?;
        let ending = Ending::new(&pieces)?;
        // White's side of the board is at the bottom: a black attacker's pawns would go down.
        let seen = |square: shakmaty::Square| match attacker {
            Color::White => square,
            Color::Black => square.flip_vertical(),
        };
        let mut squares = Vec::with_capacity(MOST_PIECES);
        let mut roles: Vec<Role> = ending.pieces().collect();
        roles.dedup();
        for role in roles {
            let of_role = board.by_piece(role.of(attacker));
            squares.extend(of_role.into_iter().map(seen));
        }
        let king = seen(board.king_of(attacker)?);
        let bare = seen(board.king_of(!attacker)?);
        Some((ending, Placement::new(king, bare, &squares), attacker))
    }
}

/// The pieces beside the king, unless they are too many.
fn pieces(board: &Board, side: Color) -> Option<Vec<Role>> {
    let counts: ByRole<u8> = board.material_side(side);
    let mut pieces = Vec::new();
    for (role, count) in counts.zip_role() {
        if role != Role::King {
            pieces.extend(std::iter::repeat_n(role, count.into()));
        }
    }
    (pieces.len() <= MOST_PIECES).then_some(pieces)
}

fn rank(role: Role) -> u8 {
    match role {
        Role::Queen => 5,
        Role::Rook => 4,
        Role::Bishop => 3,
        Role::Knight => 2,
        _ => 1,
    }
}

impl fmt::Display for Ending {
    /// Such as `KRK`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("K")?;
        for role in self.pieces() {
            write!(f, "{}", role.upper_char())?;
        }
        f.write_str("K")
    }
}

impl fmt::Debug for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Ending {
    type Err = UnknownEnding;

    /// Reads `krk`, `KRK` or `KRvK`.
    fn from_str(text: &str) -> Result<Ending, UnknownEnding> {
        let read = || {
            let letters = text.to_ascii_uppercase().replace('V', "");
            let pieces = letters.strip_prefix('K')?.strip_suffix('K')?;
            let roles: Option<Vec<Role>> = pieces.chars().map(Role::from_char).collect();
            Ending::new(&roles?)
        };
        read().ok_or_else(|| UnknownEnding(text.to_owned()))
    }
}
