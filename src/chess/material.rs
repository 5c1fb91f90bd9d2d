//! What is on the board, by name: `KRPKR` is rook and pawn against rook, whoever has them.
//!
//! ```
//! use chesslog::chess::{Position, material::Material};
//! use shakmaty::Position as _;
//!
//! let lucena = Position::parse("1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1")?;
//! let material = Material::of(lucena.board());
//! assert_eq!(material.to_string(), "KRPKR");
//! assert_eq!("KRvKRP".parse(), Ok(material));
//! # Ok::<(), chesslog::chess::InvalidPosition>(())
//! ```

use std::{cmp::Reverse, fmt, str::FromStr};

use shakmaty::{Board, Color, Role};

use super::exchange;

/// The kinds of pieces, as a name has them.
const ORDER: [Role; 6] = [
    Role::King,
    Role::Queen,
    Role::Rook,
    Role::Bishop,
    Role::Knight,
    Role::Pawn,
];

/// How many pieces of each kind both sides have, the stronger side first: the one with more
/// material, or if that is equal with the more valuable pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Material([[u8; 6]; 2]);

/// The text names no material.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoMaterial;

impl Material {
    /// What is on a board.
    pub fn of(board: &Board) -> Material {
        Material::new([Color::White, Color::Black].map(|side| {
            let of = |role| (board.by_color(side) & board.by_role(role)).count() as u8;
            ORDER.map(of)
        }))
    }

    /// The numbers of pieces, the same for the same material.
    pub(crate) fn bytes(&self) -> [u8; 12] {
        let [stronger, weaker] = self.0;
        std::array::from_fn(|at| if at < 6 { stronger[at] } else { weaker[at - 6] })
    }

    fn new(mut sides: [[u8; 6]; 2]) -> Material {
        sides.sort_by_key(|side| {
            let values = ORDER.iter().zip(side).skip(1);
            let values = values.map(|(role, count)| exchange::value(*role) * i32::from(*count));
            Reverse((values.sum::<i32>(), *side))
        });
        Material(sides)
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = self.0.iter().flat_map(|side| ORDER.iter().zip(side));
        for (role, count) in letters {
            for _ in 0..*count {
                write!(f, "{}", role.upper_char())?;
            }
        }
        Ok(())
    }
}

impl FromStr for Material {
    type Err = NoMaterial;

    /// Reads a name whose sides, or their pieces, may be in another order, with or without a `v`
    /// between the sides.
    fn from_str(text: &str) -> Result<Material, NoMaterial> {
        let read = || {
            let (first, second) = text.strip_prefix('K')?.split_once('K')?;
            let side = |letters: &str| {
                let mut counts = [1, 0, 0, 0, 0, 0];
                for letter in letters.chars() {
                    let mut kinds = ORDER.iter().skip(1);
                    let kind = kinds.position(|role| role.upper_char() == letter)?;
                    counts[kind + 1] += 1;
                }
                (letters.len() < 64).then_some(counts)
            };
            let first = first.strip_suffix('v').unwrap_or(first);
            Some(Material::new([side(first)?, side(second)?]))
        };
        read().ok_or(NoMaterial)
    }
}
