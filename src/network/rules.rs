//! What a network has learned, as rules that can be read: clauses over the planes of relations.
//!
//! A rule prefers some pieces to others: `prefer(1, S, P) :- mates_from(S, P)` those that mate. Rules stand in
//! a list, the most important first. Each in turn keeps of the pieces with a legal move those that it
//! prefers, unless it prefers none of those that are left: a lexicographic order, as in "take the best" (G. Gigerenzer and
//! D. G. Goldstein, "Reasoning the fast and frugal way", 1996). What is left in the end is named; of several pieces
//! each is named by chance.
//!
//! In a decision list (CN2, P. Clark and T. Niblett, 1989), the first rule that holds of any piece decides, and
//! of several pieces it names one by chance. Here the rules after it decide between them.
//!
//! - `candidates`: the clauses, enumerated by [`ilp::Explorer`](crate::ilp::Explorer)
//! - `positions`: positions as columns of bits, a column for each plane
//! - `choose`: a list from the clauses, one after the other, each at the best place
//! - `report`: what the rules name, beside what the network does and what is right
//! - `program`: a list as a Prolog program
//!
//! ```
//! use chesslog::{cancel::Cancel, chess::Position, network::{Examples, input::Planes, rules::{self, Options, Positions}}};
//!
//! // Two positions in which the rook mates, one of them with Black to move.
//! let mut examples = Examples::new(Planes::Relations.number());
//! for fen in ["6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "3r2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1"] {
//!     let position = Position::parse(fen)?;
//!     let mut words = vec![0; Planes::Relations.number()];
//!     Planes::Relations.encode(&position, &mut words);
//!     examples.push(&words, 3);
//! }
//! let positions = Positions::of(&examples);
//! let rooks = positions.targets(&examples, &examples.labels);
//! let options = Options { rules: 3, ..Options::default() };
//! let learned = rules::learn(&positions, &rooks, &options, Cancel::NEVER, |_| ())?;
//! assert_eq!(learned.rules()[0].to_string(), "own_rooks(S, P)");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod candidates;
mod choose;
pub(crate) mod outcome;
mod positions;
pub mod program;
pub mod report;
#[cfg(test)]
mod tests;

use std::fmt;

use super::{
    Adviser, Examples,
    input::{Plane, Planes},
};
use crate::{cancel::Cancel, ilp::Stopped};

use choose::Chooser;
pub use positions::{Positions, SHARE};
pub use report::Report;

/// The planes that rules speak of.
pub const PLANES: Planes = Planes::Relations;

/// A body of a clause: the planes, by their places in [`PLANES`], that have the square of a piece.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rule(pub Vec<usize>);

impl Rule {
    /// Its planes.
    pub fn planes(&self) -> impl Iterator<Item = Plane> {
        self.0
            .iter()
            .filter_map(|&place| PLANES.planes().nth(place))
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, plane) in self.planes().enumerate() {
            let comma = if at > 0 { ", " } else { "" };
            write!(f, "{comma}{}(S, P)", plane.name)?;
        }
        Ok(())
    }
}

/// What to learn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// The most literals in a body.
    pub size: usize,
    /// The most rules.
    pub rules: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options { size: 2, rules: 20 }
    }
}

/// What was learned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Learned {
    /// How many clauses rules were chosen from.
    pub clauses: usize,
    /// The best list with one rule, with two, and so on; none if no clause tells targets from other pieces.
    pub lists: Vec<Vec<Rule>>,
}

impl Learned {
    /// The longest list.
    pub fn rules(&self) -> &[Rule] {
        self.lists.last().map_or(&[], Vec::as_slice)
    }
}

/// Learns lists that name the targets as often as possible. When it is cancelled, what was chosen before counts.
/// `tell` hears how many rules there are.
///
/// What is learned does not depend on the number of threads. The nth rule costs n + 1 times the number of clauses times the
/// number of positions.
///
/// # Errors
///
/// If the clauses do not fit into memory, or it was cancelled while they were enumerated.
pub fn learn(
    positions: &Positions,
    targets: &[u16],
    options: &Options,
    cancel: Cancel<'_>,
    report: impl FnMut(usize),
) -> Result<Learned, Stopped> {
    let clauses = candidates::clauses(positions, targets, options.size, cancel)?;
    let chooser = Chooser {
        positions,
        targets,
        clauses: &clauses,
        cancel,
    };
    Ok(Learned {
        lists: chooser.lists(options.rules, report),
        clauses: clauses.len(),
    })
}

/// The square of the piece that a network names in each position, of those with a legal move; squares are those of the
/// planes. `None` if it was cancelled.
///
/// # Panics
///
/// If what the network sees is not turned to the side to move, as [`PLANES`] are.
pub fn named(
    adviser: &Adviser,
    examples: &Examples,
    cancel: Cancel<'_>,
    report: impl Fn(usize) + Sync,
) -> Option<Vec<u8>> {
    // Those of a set that is turned are the first ones of PLANES.
    assert!(adviser.planes().turns(), "a network that sees who moves");
    let seen = adviser.planes().number();
    let best = |words: &[u64], scratch: &mut _| {
        let logits = adviser.head().logits(&words[..seen], scratch);
        let squares = (0..64u8).filter(|square| positions::movable(words) >> square & 1 == 1);
        let logit = |square: u8| logits[usize::from(square)];
        // Of equals the one on the lower square.
        squares
            .rev()
            .max_by(|&a, &b| logit(a).total_cmp(&logit(b)))
            .unwrap_or_default()
    };
    positions::each(examples, || adviser.head().scratch(), best, cancel, report)
}
