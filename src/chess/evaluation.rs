//! What a position is worth without search: a sum of terms that can be read, tapered between middlegame and ending.
//!
//! ```
//! use chesslog::chess::{Position, evaluation::{self, Term}};
//!
//! // A pawn that the king cannot catch is worth more than a pawn.
//! let position = Position::parse("7k/8/8/P7/8/8/8/K7 w - - 0 1")?;
//! let terms = evaluation::terms(&position);
//! assert!(terms[Term::PassedPawns as usize] > 100);
//! assert_eq!(terms.iter().sum::<i32>(), evaluation::of(&position));
//! # Ok::<(), chesslog::chess::InvalidPosition>(())
//! ```
//!
//! Each thing that is counted has two weights, of which the position takes more of the first the more pieces there are
//! (Chess Programming Wiki, "Tapered Eval"). Of a lead that does not win only a part counts (`chances.rs`).

mod chances;
mod count;
mod evaluator;
mod king_and_pawn;
mod weight;
mod weights;

use shakmaty::{Bitboard, Board, Chess, Color, Position as _};

use count::count;
pub use count::pawn_attacks;
pub use evaluator::Evaluator;
pub use king_and_pawn::is_won as pawn_wins;
use weight::Weight;

/// What a part of the value is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Term {
    /// The pieces, whatever else.
    Material,
    /// Where they stand.
    Squares,
    /// How many squares they can go to.
    Mobility,
    /// Passed pawns, what is before them, and how near the kings are.
    PassedPawns,
    /// Isolated, doubled and connected pawns.
    Pawns,
    /// The two bishops, rooks on open files, outposts.
    Pieces,
    /// The pawns before the kings, and the attacks on the squares about them.
    Kings,
    /// What each side has to save, and what is pinned.
    Threats,
    /// Being to move.
    Turn,
}

impl Term {
    /// All terms, in the order of [`terms`].
    pub const ALL: [Term; 9] = [
        Term::Material,
        Term::Squares,
        Term::Mobility,
        Term::PassedPawns,
        Term::Pawns,
        Term::Pieces,
        Term::Kings,
        Term::Threats,
        Term::Turn,
    ];

    /// The term with this name, with a space or `_` in it.
    pub fn named(name: &str) -> Option<Term> {
        let mut all = Term::ALL.into_iter();
        all.find(|term| term.words() == name.replace('_', " "))
    }

    /// Its name in a sentence; with `_` for the space, what `evaluation/3` calls it.
    pub fn words(self) -> &'static str {
        match self {
            Term::Material => "material",
            Term::Squares => "squares",
            Term::Mobility => "mobility",
            Term::PassedPawns => "passed pawns",
            Term::Pawns => "pawns",
            Term::Pieces => "pieces",
            Term::Kings => "kings",
            Term::Threats => "threats",
            Term::Turn => "turn",
        }
    }
}

/// The phase of a position with all its pieces.
const PHASES: i32 = 24;

/// The value for White, in centipawns, by terms.
pub fn terms(position: &Chess) -> [i32; 9] {
    let mut sums = [Weight::ZERO; 9];
    count(position, |term, weight, number| {
        sums[term as usize] += weight * number;
    });
    // What the rounding of the parts leaves is the last one's.
    let whole = sums.iter().fold(Weight::ZERO, |a, &b| a + b);
    let whole = tapered(position.board(), whole);
    let percent = chances::percent(position, Color::from_white(whole > 0));
    let whole = whole * percent / 100;
    let mut values = sums.map(|sum| tapered(position.board(), sum) * percent / 100);
    values[8] += whole - values.iter().sum::<i32>();
    values
}

/// The value for White, in centipawns.
pub fn of(position: &Chess) -> i32 {
    let mut sum = Weight::ZERO;
    count(position, |_, weight, number| sum += weight * number);
    value(position, sum)
}

/// What no position is worth more than, whatever the shares, in centipawns: scores above it are mates.
pub const MOST_WORTH: i32 = 25_000;

/// How much each term counts, in percent of what it usually does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shares([i32; 9]);

impl Default for Shares {
    /// All as usual.
    fn default() -> Shares {
        Shares([100; 9])
    }
}

impl Shares {
    /// The most that a term can count.
    pub const MOST: i32 = 1000;

    /// Nothing counts but one term, as usual.
    pub fn only(term: Term) -> Shares {
        let mut shares = Shares([0; 9]);
        shares.set(term, 100);
        shares
    }

    /// A term counts more, or less, or not at all.
    pub fn set(&mut self, term: Term, percent: i32) {
        self.0[term as usize] = percent;
    }

    /// Shares as `kings 150, passed pawns 0`: the others are as usual.
    ///
    /// # Errors
    ///
    /// What is wrong, and what was expected.
    pub fn read(text: &str) -> Result<Shares, String> {
        let mut shares = Shares::default();
        let parts = text.split([',', ';']).map(str::trim);
        for part in parts.filter(|part| !part.is_empty()) {
            let (name, percent) = part.rsplit_once(' ').unwrap_or((part, ""));
            let term = Term::named(name.trim()).ok_or_else(|| {
                let names = Term::ALL.map(Term::words).join(", ");
                format!("`{part}` names no term; expected one of {names}, and its percent")
            })?;
            let percent = percent.parse().ok();
            let percent = percent.filter(|percent| (0..=Shares::MOST).contains(percent));
            let percent = percent.ok_or_else(|| {
                format!(
                    "`{part}`: expected a percentage from 0 to {}, as in kings 150",
                    Shares::MOST
                )
            })?;
            shares.set(term, percent);
        }
        Ok(shares)
    }

    /// How much a term counts, in percent.
    pub fn of(&self, term: Term) -> i32 {
        self.0[term as usize]
    }

    /// Whether all count as usual.
    pub fn are_usual(&self) -> bool {
        *self == Shares::default()
    }
}

/// What a sum comes to, for White.
fn value(position: &Chess, sum: Weight) -> i32 {
    let value = tapered(position.board(), sum);
    value * chances::percent(position, Color::from_white(value > 0)) / 100
}

fn tapered(board: &Board, sum: Weight) -> i32 {
    let number = |pieces: Bitboard| pieces.count() as i32;
    let phase = number(board.knights() | board.bishops())
        + 2 * number(board.rooks())
        + 4 * number(board.queens());
    let phase = phase.min(PHASES);
    (sum.middle() * phase + sum.end() * (PHASES - phase)) / PHASES
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;

    #[test]
    fn it_is_the_same_for_both_sides() {
        for fen in [
            "rnbqkbnr/pp2pppp/3p4/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3",
            "8/6p1/2P1k2p/1p2P3/p2K4/8/7P/8 w - - 0 39",
            "r1b1kb2/pp1p1pr1/1qn1p1B1/3pP1Np/3P4/2P2Q2/P2B1PPP/R4RK1 b q - 0 15",
        ] {
            let position = Position::parse(fen).unwrap();
            let mut setup = position.to_setup(shakmaty::EnPassantMode::Legal);
            setup.mirror();
            let mirrored: Chess = setup.position(shakmaty::CastlingMode::Standard).unwrap();
            assert_eq!(of(&position), -of(&mirrored), "{fen}");
            let to_move = |position| Evaluator::new(Shares::default(), 1).to_move(position);
            assert_eq!(to_move(&position), to_move(&mirrored), "{fen}");
            assert_eq!(terms(&position).iter().sum::<i32>(), of(&position), "{fen}");
        }
    }

    #[test]
    fn terms_tell_what_they_are_for() {
        let term = |fen: &str, term: Term| terms(&Position::parse(fen).unwrap())[term as usize];
        // Nothing but kings: being to move is a trifle, and there is no material.
        assert_eq!(term("4k3/8/8/8/8/8/8/4K3 w - - 0 1", Term::Material), 0);
        assert!(term("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1", Term::Material) > 900);
        // The king is in the square of the pawn, or is not.
        let caught = term("8/8/4k3/P7/8/8/8/K7 w - - 0 1", Term::PassedPawns);
        let runs = term("8/8/7k/P7/8/8/8/K7 w - - 0 1", Term::PassedPawns);
        assert!(runs > caught + 50, "{runs} {caught}");
        // The rook is attacked. Who is to move may save it.
        let saved = term("4k3/8/8/3b4/8/8/6R1/4K3 w - - 0 1", Term::Threats);
        let lost = term("4k3/8/8/3b4/8/8/6R1/4K3 b - - 0 1", Term::Threats);
        assert!(lost < saved && saved < 0, "{lost} {saved}");
    }
}
