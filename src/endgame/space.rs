//! The positions of an ending by numbers, and what the bare king can do in them.
//!
//! A proof asks no more than this. An [`Arena`](super::Arena) has it all in memory; a [`Board`] works
//! it out, and can take every position for itself instead of one for all its images:
//!
//! ```
//! use chesslog::endgame::{Ending, Table, space::{Board, PositionSpace}};
//!
//! let table = Table::make(Ending::KRK, |_| unreachable!("nothing else can be won"));
//! let (all, some) = (Board::whole(&table), Board::up_to_symmetry(&table));
//! assert_eq!((all.starts().len(), some.starts().len()), (175_168, 21_959));
//! assert_eq!(some.starts().iter().map(|&at| some.images(at)).sum::<u32>(), 175_168);
//! ```

use shakmaty::Square;

use super::{
    Ending, Placement, Reply, Table, Turn, Value,
    arena::{NO_POSITION, Status},
    index,
};

/// Positions by their numbers.
pub trait PositionSpace {
    /// The distances to mate.
    fn table(&self) -> &Table;

    /// How many numbers there are; some may stand for nothing.
    fn size(&self) -> usize;

    /// The numbers of the attacker's positions.
    fn starts(&self) -> &[u32];

    /// What has become of a position of the defender's.
    fn status(&self, number: u32) -> Status;

    /// The attacker's positions after replies that take nothing.
    fn replies(&self, number: u32) -> impl AsRef<[u32]>;

    /// The number that stands for a placement; `None` if the kings touch.
    fn number(&self, placement: &Placement) -> Option<u32>;

    /// The placement of a number.
    fn placement(&self, number: u32) -> Placement;

    /// For how many placements a number stands.
    fn images(&self, number: u32) -> u32;

    /// The ending.
    fn ending(&self) -> Ending {
        self.table().ending
    }

    /// What the position of a number is worth; `None` if it stands for none with this side to move.
    fn value(&self, turn: Turn, number: u32) -> Option<Value>;
}

/// Positions of which nothing is kept but where the attacker may be to move.
#[derive(Debug, Clone)]
pub struct Board<'t> {
    table: &'t Table,
    whole: bool,
    starts: Vec<u32>,
}

impl<'t> Board<'t> {
    /// Every position has its own number.
    pub fn whole(table: &'t Table) -> Board<'t> {
        let mut board = Board {
            table,
            whole: true,
            starts: Vec::new(),
        };
        let numbers = 0..board.size() as u32;
        let starts = numbers.filter(|&number| board.value(Turn::Attacker, number).is_some());
        board.starts = starts.collect();
        board
    }

    /// All images of a position have one number.
    pub fn up_to_symmetry(table: &'t Table) -> Board<'t> {
        Board {
            table,
            whole: false,
            starts: table.numbers(Turn::Attacker).collect(),
        }
    }
}

impl PositionSpace for Board<'_> {
    fn table(&self) -> &Table {
        self.table
    }

    fn size(&self) -> usize {
        match self.whole {
            true => 1 << (6 * (2 + self.table.ending.len())),
            false => index::size(&self.table.ending),
        }
    }

    fn starts(&self) -> &[u32] {
        &self.starts
    }

    fn status(&self, number: u32) -> Status {
        Status::of(&self.placement(number), &self.table.ending)
    }

    fn replies(&self, number: u32) -> impl AsRef<[u32]> {
        let mut replies = Replies::default();
        for reply in self.placement(number).replies(&self.table.ending) {
            if let Reply::Quiet(next) = reply {
                replies.numbers[replies.count] = self.number(&next).unwrap_or(NO_POSITION);
                replies.count += 1;
            }
        }
        replies
    }

    fn number(&self, placement: &Placement) -> Option<u32> {
        let ending = &self.table.ending;
        if !self.whole {
            return index::number(placement, ending).map(|(number, _)| number);
        }
        let Placement { king, bare, .. } = *placement;
        let pieces = in_order(placement, ending);
        let squares = [king, bare].into_iter();
        let squares = squares.chain(pieces.into_iter().take(ending.len()));
        let number = squares.fold(0, |number, square| number << 6 | square as u32);
        (king.distance(bare) > 1).then_some(number)
    }

    fn placement(&self, number: u32) -> Placement {
        let ending = &self.table.ending;
        if !self.whole {
            return index::placement(number, ending);
        }
        let pieces = ending.len();
        let square = |place: usize| Square::new(number >> (6 * place) & 63);
        let mut placement = Placement::new(square(pieces + 1), square(pieces), &[]);
        for piece in 0..pieces {
            placement.pieces[piece] = square(pieces - 1 - piece);
        }
        placement
    }

    fn value(&self, turn: Turn, number: u32) -> Option<Value> {
        if !self.whole {
            return self.table.worth_of(turn, number);
        }
        let placement = self.placement(number);
        let own = self.number(&placement) == Some(number);
        own.then(|| self.table.value(turn, &placement)).flatten()
    }

    fn images(&self, number: u32) -> u32 {
        match self.whole {
            true => 1,
            false => images(&self.placement(number), &self.table.ending),
        }
    }
}

/// How many placements are the same up to symmetry.
pub fn images(placement: &Placement, ending: &Ending) -> u32 {
    let same = |image: &Placement| {
        (image.king, image.bare) == (placement.king, placement.bare)
            && in_order(image, ending) == in_order(placement, ending)
    };
    let symmetries = index::Symmetry::of_ending(ending);
    let fixed = symmetries.iter().filter(|s| same(&s.of(placement, ending)));
    // Each image is had as often as the placement itself.
    (symmetries.len() / fixed.count()) as u32
}

/// The pieces' squares, of two pieces of a kind the lower first.
fn in_order(placement: &Placement, ending: &Ending) -> [Square; super::ending::MOST_PIECES] {
    let mut pieces = placement.pieces;
    if ending.has_twins() {
        pieces.sort_unstable();
    }
    pieces
}

/// The numbers after the replies to a position: a king has eight squares around it.
#[derive(Default)]
struct Replies {
    numbers: [u32; 8],
    count: usize,
}

impl AsRef<[u32]> for Replies {
    fn as_ref(&self) -> &[u32] {
        &self.numbers[..self.count]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(ending: &str) -> Table {
        let krk = Table::make(Ending::KRK, |_| unreachable!());
        let kqk = Table::make("kqk".parse().unwrap(), |_| unreachable!());
        Table::make(ending.parse().unwrap(), |wanted| {
            [&krk, &kqk]
                .into_iter()
                .find(|t| t.ending == wanted)
                .unwrap()
        })
    }

    /// 175,168 is the number of rows with the attacker to move in the table that others have made.
    #[test]
    fn positions_are_all_there() {
        for (ending, attacked, defended) in [("krk", 175_168, 223_944), ("kqk", 144_508, 223_944)] {
            let table = table(ending);
            for board in [Board::whole(&table), Board::up_to_symmetry(&table)] {
                let count = |turn| -> u32 {
                    let numbers = 0..board.size() as u32;
                    let own = numbers.filter(|&at| board.value(turn, at).is_some());
                    own.map(|at| board.images(at)).sum()
                };
                assert_eq!(count(Turn::Attacker), attacked, "{ending}");
                assert_eq!(count(Turn::Defender), defended, "{ending}");
                let starts = board.starts().iter();
                assert_eq!(starts.map(|&at| board.images(at)).sum::<u32>(), attacked);
            }
        }
    }

    /// With two bishops a placement can be its own image though no bishop is.
    #[test]
    fn twins_are_exchanged() {
        let kbbk: Ending = "kbbk".parse().unwrap();
        let at = |bishops: [Square; 2]| Placement::new(Square::A1, Square::H8, &bishops);
        assert_eq!(images(&at([Square::C1, Square::A3]), &kbbk), 4);
        assert_eq!(images(&at([Square::C1, Square::A4]), &kbbk), 8);
        let table = table("kbbk");
        let [whole, classes] = [Board::whole(&table), Board::up_to_symmetry(&table)];
        let all: u32 = classes.starts().iter().map(|&at| classes.images(at)).sum();
        assert_eq!(whole.starts().len(), all as usize);
    }
}
