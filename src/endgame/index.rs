//! A number for each placement up to symmetry.
//!
//! Without pawns a placement has eight images (turns and reflections of the board) that are the same
//! chess; with pawns it has two. The image is chosen by the kings: the attacker's stands in the
//! triangle a1, d1, d4 (with pawns: on the files a to d); if it is on the diagonal, the bare king is
//! not above it; if that is on the diagonal too, the image with the lower number is taken. There are
//! 462 pairs of kings so, 1,806 with pawns; the pieces' squares follow.

use std::sync::LazyLock;

use shakmaty::Square;

use super::{Ending, Placement};

/// A symmetry of the board: bit 0 exchanges left and right, bit 1 bottom and top, and then bit 2
/// files and ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Symmetry(u8);

impl Symmetry {
    /// All eight.
    pub const ALL: [Symmetry; 8] = {
        let mut all = [Symmetry(0); 8];
        let mut n = 0;
        while n < 8 {
            all[n] = Symmetry(n as u8);
            n += 1;
        }
        all
    };

    /// Those that make no difference in an ending: with a pawn, left and right only.
    pub fn of_ending(ending: &Ending) -> &'static [Symmetry] {
        match ending.has_pawn() {
            true => &Symmetry::ALL[..2],
            false => &Symmetry::ALL,
        }
    }

    /// The image of a square.
    pub fn apply(self, square: Square) -> Square {
        IMAGES[self.0 as usize][square as usize]
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub fn inverse(self) -> Symmetry {
        match self.0 {
            // With the exchange done first, left and right are what was bottom and top.
            5 => Symmetry(6),
            6 => Symmetry(5),
            _ => self,
        }
    }

    /// This one, and then files and ranks exchanged.
    fn transposed(self) -> Symmetry {
        Symmetry(self.0 ^ 4)
    }

    /// The image of a placement.
    pub fn of(self, placement: &Placement, ending: &Ending) -> Placement {
        let mut image = Placement {
            king: self.apply(placement.king),
            bare: self.apply(placement.bare),
            ..*placement
        };
        for piece in 0..ending.len() {
            image.pieces[piece] = self.apply(placement.pieces[piece]);
        }
        image
    }
}

static IMAGES: LazyLock<[[Square; 64]; 8]> = LazyLock::new(|| {
    std::array::from_fn(|symmetry| {
        std::array::from_fn(|square| {
            let mut image = Square::new(square as u32);
            if symmetry & 1 != 0 {
                image = image.flip_horizontal();
            }
            if symmetry & 2 != 0 {
                image = image.flip_vertical();
            }
            if symmetry & 4 != 0 {
                image = image.flip_diagonal();
            }
            image
        })
    })
});

/// The pairs of kings.
struct Kings {
    /// The pair of each number.
    pairs: Vec<(Square, Square)>,
    /// For every two squares, the number of their image and the symmetry that makes it.
    images: Vec<Option<(u16, Symmetry)>>,
}

impl Kings {
    fn new(pawns: bool) -> Kings {
        let symmetries = if pawns { 2 } else { 8 };
        let mut kings = Kings {
            pairs: Vec::new(),
            images: vec![None; 64 * 64],
        };
        let chosen = |king: Square, bare: Square| match pawns {
            true => king.file() <= shakmaty::File::D,
            false => {
                let (file, rank) = (u32::from(king.file()), u32::from(king.rank()));
                file <= 3
                    && rank <= file
                    && (rank < file || u32::from(bare.rank()) <= u32::from(bare.file()))
            }
        };
        for (king, bare) in Square::ALL.into_iter().flat_map(|king| {
            let others = Square::ALL.into_iter();
            others.map(move |bare| (king, bare))
        }) {
            if king.distance(bare) > 1 && chosen(king, bare) {
                let number = kings.pairs.len() as u16;
                kings.pairs.push((king, bare));
                for symmetry in &Symmetry::ALL[..symmetries] {
                    let back = symmetry.inverse();
                    let pair = (back.apply(king), back.apply(bare));
                    kings.images[pair.0 as usize * 64 + pair.1 as usize]
                        .get_or_insert((number, *symmetry));
                }
            }
        }
        kings
    }

    fn of(ending: &Ending) -> &'static Kings {
        static WITHOUT_PAWNS: LazyLock<Kings> = LazyLock::new(|| Kings::new(false));
        static WITH_PAWNS: LazyLock<Kings> = LazyLock::new(|| Kings::new(true));
        match ending.has_pawn() {
            true => &WITH_PAWNS,
            false => &WITHOUT_PAWNS,
        }
    }
}

/// How many numbers there are for an ending; some stand for nothing.
pub fn size(ending: &Ending) -> usize {
    Kings::of(ending).pairs.len() << (6 * ending.len())
}

/// The number of a placement, and the symmetry that makes the placement of that number of it.
/// `None` if the kings touch.
pub fn number(placement: &Placement, ending: &Ending) -> Option<(u32, Symmetry)> {
    let pair = placement.king as usize * 64 + placement.bare as usize;
    let (kings, symmetry) = Kings::of(ending).images[pair]?;
    let with = |symmetry: Symmetry| {
        let mut squares = placement.pieces;
        for square in &mut squares[..ending.len()] {
            *square = symmetry.apply(*square);
        }
        if ending.has_twins() && squares[0] > squares[1] {
            squares.swap(0, 1);
        }
        let squares = squares[..ending.len()].iter();
        squares.fold(u32::from(kings), |number, square| {
            number << 6 | *square as u32
        })
    };
    let first = with(symmetry);
    // Otherwise only one image has the kings where they belong.
    let diagonal = |square: Square| u32::from(symmetry.apply(square)) % 9 == 0;
    if !ending.has_pawn() && diagonal(placement.king) && diagonal(placement.bare) {
        let second = with(symmetry.transposed());
        if second < first {
            return Some((second, symmetry.transposed()));
        }
    }
    Some((first, symmetry))
}

/// The placement of a number.
pub fn placement(number: u32, ending: &Ending) -> Placement {
    let pieces = ending.len();
    let (king, bare) = Kings::of(ending).pairs[(number >> (6 * pieces)) as usize];
    let mut placement = Placement::new(king, bare, &[]);
    for piece in 0..pieces {
        let square = number >> (6 * (pieces - 1 - piece)) & 63;
        placement.pieces[piece] = Square::new(square);
    }
    placement
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_are_undone() {
        for symmetry in Symmetry::ALL {
            for square in Square::ALL {
                assert_eq!(symmetry.inverse().apply(symmetry.apply(square)), square);
            }
        }
    }

    #[test]
    fn all_images_have_one_number() {
        for (name, symmetries) in [("krk", 8), ("kpk", 2), ("kbbk", 8), ("kbnk", 8)] {
            let ending: Ending = name.parse().unwrap();
            let mut random = crate::random::Random::new(7);
            for _ in 0..2_000 {
                let mut square = || Square::new(random.below(64) as u32);
                let placement =
                    Placement::new(square(), square(), &[square(), square()][..ending.len()]);
                let Some((first, symmetry)) = number(&placement, &ending) else {
                    assert!(placement.king.distance(placement.bare) < 2);
                    continue;
                };
                assert!((first as usize) < size(&ending));
                let image = symmetry.of(&placement, &ending);
                let chosen = super::placement(first, &ending);
                assert_eq!((image.king, image.bare), (chosen.king, chosen.bare));
                let sorted = |mut pieces: [Square; 2]| {
                    if ending.has_twins() {
                        pieces.sort_unstable();
                    }
                    pieces
                };
                assert_eq!(sorted(image.pieces), sorted(chosen.pieces));
                for symmetry in &Symmetry::ALL[..symmetries] {
                    let image = symmetry.of(&placement, &ending);
                    assert_eq!(number(&image, &ending).unwrap().0, first, "{placement:?}");
                }
            }
        }
    }

    #[test]
    fn pairs_of_kings_are_as_many_as_known() {
        assert_eq!(size(&Ending::KRK), 462 * 64);
        assert_eq!(size(&"kpk".parse().unwrap()), 1_806 * 64);
    }
}
