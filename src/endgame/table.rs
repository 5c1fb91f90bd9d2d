//! Distances to mate of all positions of an ending, by retrograde analysis.
//!
//! From the mates backwards, a ply at a time (K. Thompson, "Retrograde Analysis of Certain
//! Endgames", ICCA Journal 9, 1986): a position of the attacker's from which a move leads to a loss
//! in `n` plies is won in `n + 1`, if not sooner; one of the defender's is lost once all its replies
//! are won for the attacker, one ply after the longest. That is asked of the replies themselves
//! rather than counted, since a position may have several ways to the same one up to symmetry. The
//! work grows with the number of positions times the moves of each.

use shakmaty::{Bitboard, Role, Square};

use super::{
    Ending, Placement,
    ending::{MOST_PIECES, PROMOTIONS},
    index,
    placement::Reply,
};
use crate::cancel::Cancel;

/// No position, or one that has another number.
const NONE: u8 = u8::MAX;
/// A draw; while the table is made, whatever is not known yet.
const DRAWN: u8 = u8::MAX - 1;

/// Positions between two looks at whether to go on.
const PERIOD: u32 = 1024;

/// What a position is worth under best play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    /// The attacker mates, after so many plies.
    Mate(u8),
    /// Nobody wins.
    Drawn,
}

/// The distances to mate of an ending.
#[derive(Clone, PartialEq, Eq)]
pub struct Table {
    /// The ending.
    pub ending: Ending,
    /// For each number, the plies with the attacker to move and with the defender to move.
    plies: [Vec<u8>; 2],
}

/// Whose turn it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Turn {
    /// The side with the pieces.
    Attacker,
    /// The bare king.
    Defender,
}

impl Table {
    /// Computes the table; `known` has those of the endings that captures and promotions lead to.
    pub fn make<'t>(ending: Ending, known: impl Fn(Ending) -> &'t Table) -> Table {
        let made = Table::make_unless(ending, known, &Cancel::NEVER);
        made.expect("nothing ends it")
    }

    /// The same; `None` if it was cancelled.
    pub fn make_unless<'t>(
        ending: Ending,
        known: impl Fn(Ending) -> &'t Table,
        cancel: &Cancel<'_>,
    ) -> Option<Table> {
        let mut making = Making::new(ending, known);
        making.find_beginnings(cancel)?;
        for ply in 0..usize::from(DRAWN) {
            making.step_back(ply, cancel)?;
        }
        Some(making.table)
    }

    /// The table with these distances, as [`Table::plies`] gives them.
    pub fn from_plies(ending: Ending, plies: [Vec<u8>; 2]) -> Option<Table> {
        let fits = plies
            .iter()
            .all(|plies| plies.len() == index::size(&ending));
        fits.then_some(Table { ending, plies })
    }

    /// The distances for each number: with the attacker to move, with the defender to move.
    pub fn plies(&self) -> [&[u8]; 2] {
        self.plies.each_ref().map(Vec::as_slice)
    }

    /// The plies to mate, or 254 for a draw and 255 for no position, by number.
    pub fn code(&self, turn: Turn, number: u32) -> u8 {
        self.plies[turn as usize][number as usize]
    }

    /// What a placement is worth; `None` if the placement is none of a game.
    pub fn value(&self, turn: Turn, placement: &Placement) -> Option<Value> {
        let (number, _) = index::number(placement, &self.ending)?;
        self.worth_of(turn, number)
    }

    /// What the position of a number is worth; `None` if it stands for none.
    pub fn worth_of(&self, turn: Turn, number: u32) -> Option<Value> {
        match self.code(turn, number) {
            NONE => None,
            DRAWN => Some(Value::Drawn),
            plies => Some(Value::Mate(plies)),
        }
    }

    /// The numbers that stand for positions with this side to move.
    pub fn numbers(&self, turn: Turn) -> impl Iterator<Item = u32> {
        let plies = self.plies[turn as usize].iter().enumerate();
        plies.filter_map(|(number, plies)| (*plies != NONE).then_some(number as u32))
    }

    /// The longest mate, in plies, with this side to move.
    pub fn longest(&self, turn: Turn) -> Option<u8> {
        let mates = self.plies[turn as usize].iter().copied();
        mates.filter(|&plies| plies < DRAWN).max()
    }

    /// How many positions are won with this side to move.
    pub fn wins(&self, turn: Turn) -> usize {
        let plies = self.plies[turn as usize].iter();
        plies.filter(|&&plies| plies < DRAWN).count()
    }

    /// The bytes that it takes.
    pub fn bytes(&self) -> usize {
        self.plies.iter().map(Vec::len).sum()
    }
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table")
            .field("ending", &self.ending)
            .field("bytes", &self.bytes())
            .finish_non_exhaustive()
    }
}

/// A table while it is made.
struct Making<'t> {
    ending: Ending,
    table: Table,
    /// The numbers that are known to be so many plies from mate, in turn of either side. Some have
    /// been found to be nearer since.
    levels: [Vec<Vec<u32>>; 2],
    /// What remains when a piece is taken.
    taken: [Option<&'t Table>; MOST_PIECES],
    /// What pawns become: the piece's number, the role, the table.
    promoted: Vec<(usize, Role, &'t Table)>,
}

impl<'t> Making<'t> {
    fn new(ending: Ending, known: impl Fn(Ending) -> &'t Table) -> Making<'t> {
        let taken = std::array::from_fn(|piece| {
            let left = (piece < ending.len()).then(|| ending.without(piece));
            left.flatten().map(&known)
        });
        let mut promoted = Vec::new();
        for piece in 0..ending.len() {
            if ending.role(piece) == Role::Pawn {
                for role in PROMOTIONS {
                    let table = ending.promoted(piece, role).map(&known);
                    promoted.extend(table.map(|table| (piece, role, table)));
                }
            }
        }
        let size = index::size(&ending);
        Making {
            ending,
            table: Table {
                ending,
                plies: [vec![NONE; size], vec![NONE; size]],
            },
            levels: [(); 2].map(|()| vec![Vec::new(); usize::from(DRAWN) + 1]),
            taken,
            promoted,
        }
    }

    /// Finds the positions, and those that are decided by their own moves.
    fn find_beginnings(&mut self, cancel: &Cancel<'_>) -> Option<()> {
        for number in 0..index::size(&self.ending) as u32 {
            if number.is_multiple_of(PERIOD) && cancel.is_set() {
                return None;
            }
            let placement = index::placement(number, &self.ending);
            let own = index::number(&placement, &self.ending);
            if !placement.is_possible(&self.ending) || own.is_none_or(|own| own.0 != number) {
                continue;
            }
            let check = placement.check(&self.ending);
            self.table.plies[1][number as usize] = DRAWN;
            if !check {
                self.table.plies[0][number as usize] = DRAWN;
                if let Some(plies) = self.promotion(&placement) {
                    self.levels[0][usize::from(plies)].push(number);
                }
            }
            if let Some(plies) = self.lost(&placement) {
                self.levels[1][usize::from(plies)].push(number);
            }
        }
        Some(())
    }

    /// The plies to mate if a pawn promotes at once and wins.
    fn promotion(&self, placement: &Placement) -> Option<u8> {
        let won = self.promoted.iter().flat_map(|&(piece, role, table)| {
            let to = placement.piece_moves(&self.ending, piece) & Bitboard::BACKRANKS;
            to.into_iter().filter_map(move |to| {
                let promoted = self.with_promoted(placement, piece, role, to);
                match table.value(Turn::Defender, &promoted) {
                    Some(Value::Mate(plies)) => Some(plies + 1),
                    _ => None,
                }
            })
        });
        won.min()
    }

    fn with_promoted(&self, at: &Placement, pawn: usize, role: Role, to: Square) -> Placement {
        promoted(&self.ending, at, pawn, role, to)
    }

    /// The plies to mate if all replies of the bare king are known to lose, or it is mated.
    fn lost(&self, placement: &Placement) -> Option<u8> {
        let mut longest = None;
        for reply in placement.replies(&self.ending) {
            let value = match reply {
                Reply::Quiet(next) => self.table.value(Turn::Attacker, &next),
                Reply::Takes(piece, to) => self.taken[piece].and_then(|table| {
                    let mut left = placement.without(&self.ending, piece);
                    left.bare = to;
                    table.value(Turn::Attacker, &left)
                }),
            };
            let Some(Value::Mate(plies)) = value else {
                return None;
            };
            longest = longest.max(Some(plies + 1));
        }
        longest.or_else(|| placement.check(&self.ending).then_some(0))
    }

    /// Settles what is so many plies from mate, and finds what leads there.
    fn step_back(&mut self, ply: usize, cancel: &Cancel<'_>) -> Option<()> {
        let ending = self.ending;
        for (at, number) in (0..).zip(std::mem::take(&mut self.levels[1][ply])) {
            if u32::is_multiple_of(at, PERIOD) && cancel.is_set() {
                return None;
            }
            let known = &mut self.table.plies[1][number as usize];
            if *known != DRAWN {
                continue;
            }
            *known = ply as u8;
            let lost = index::placement(number, &ending);
            for before in lost.before_attack(&ending) {
                if let Some((before, _)) = index::number(&before, &ending)
                    && self.table.plies[0][before as usize] == DRAWN
                {
                    self.levels[0][ply + 1].push(before);
                }
            }
        }
        for (at, number) in (0..).zip(std::mem::take(&mut self.levels[0][ply])) {
            if u32::is_multiple_of(at, PERIOD) && cancel.is_set() {
                return None;
            }
            let known = &mut self.table.plies[0][number as usize];
            if *known != DRAWN {
                continue;
            }
            *known = ply as u8;
            let won = index::placement(number, &ending);
            for before in won.before_reply(&ending) {
                if let Some((number, _)) = index::number(&before, &ending)
                    && self.table.plies[1][number as usize] == DRAWN
                    && let Some(plies) = self.lost(&before)
                {
                    self.levels[1][usize::from(plies)].push(number);
                }
            }
        }
        Some(())
    }
}

/// The placement in the new ending after a promotion.
pub fn promoted(
    ending: &Ending,
    placement: &Placement,
    pawn: usize,
    role: Role,
    to: Square,
) -> Placement {
    let mut pieces: Vec<(Role, Square)> = (0..ending.len())
        .map(|piece| (ending.role(piece), placement.pieces[piece]))
        .collect();
    pieces[pawn] = (role, to);
    let order = Ending::new(&pieces.iter().map(|piece| piece.0).collect::<Vec<_>>());
    let mut squares = Vec::with_capacity(pieces.len());
    for wanted in order.iter().flat_map(Ending::pieces) {
        if let Some(at) = pieces.iter().position(|piece| piece.0 == wanted) {
            squares.push(pieces.swap_remove(at).1);
        }
    }
    Placement::new(placement.king, placement.bare, &squares)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use shakmaty::Color;

    use super::*;
    use crate::{chess::evaluation, endgame::view};

    #[test]
    fn a_table_need_not_be_made_to_its_end() {
        let cancelled = AtomicBool::new(true);
        let made = Table::make_unless(Ending::KRK, |_| unreachable!(), &Cancel::by(&cancelled));
        assert_eq!(made, None);
    }

    fn made(name: &str) -> Table {
        let ending: Ending = name.parse().unwrap();
        let mut known: Vec<Table> = Vec::new();
        for name in ["kqk", "krk"] {
            known.push(Table::make(name.parse().unwrap(), |_| unreachable!()));
        }
        Table::make(ending, |wanted| {
            known.iter().find(|table| table.ending == wanted).unwrap()
        })
    }

    /// The longest mates are those of the literature: 16 moves with a rook, 10 with a queen, 28 with
    /// a pawn, 19 with two bishops, 33 with bishop and knight.
    #[test]
    fn longest_mates_are_the_known_ones() {
        for (name, attacker, defender) in [
            ("krk", 31, 32),
            ("kqk", 19, 20),
            ("kpk", 55, 56),
            ("kbbk", 37, 38),
            ("kbnk", 65, 66),
        ] {
            let start = std::time::Instant::now();
            let table = made(name);
            eprintln!("{name} {:?} {}", start.elapsed(), table.bytes());
            let longest = [Turn::Attacker, Turn::Defender].map(|turn| table.longest(turn));
            assert_eq!(longest, [Some(attacker), Some(defender)], "{name}");
        }
    }

    /// The evaluation has its own, smaller knowledge of the pawn.
    #[test]
    fn the_evaluation_knows_who_wins_with_a_pawn() {
        let table = made("kpk");
        for turn in [Turn::Attacker, Turn::Defender] {
            let mut won = 0;
            for number in table.numbers(turn) {
                let placement = index::placement(number, &table.ending);
                for side in [Color::White, Color::Black] {
                    let position = view::position(&placement, &table.ending, turn, side);
                    let position = position.expect("it is one of a game");
                    let wins = matches!(table.worth_of(turn, number), Some(Value::Mate(_)));
                    assert_eq!(evaluation::pawn_wins(&position), wins, "{}", position.fen());
                    won += usize::from(wins);
                }
            }
            assert_eq!(won, 2 * table.wins(turn));
        }
    }
}
