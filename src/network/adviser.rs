//! A piece head with the planes that it sees: asked about a position, it names pieces.
//!
//! ```
//! use chesslog::{chess::Position, network::adviser::{Adviser, Among}};
//!
//! let adviser = Adviser::shipped();
//! let position = Position::parse("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")?;
//! let pieces = adviser.pieces(&position, Among::Movable, &mut adviser.room());
//! // Of five pieces, the rook mates.
//! assert_eq!(pieces.len(), 5);
//! assert_eq!(pieces[0].0, chesslog::chess::Square::D1);
//! # Ok::<(), chesslog::chess::InvalidPosition>(())
//! ```

use std::{cmp::Reverse, path::Path, sync::LazyLock};

use shakmaty::{Bitboard, Chess, Position as _, Square};

use super::{
    examples::Examples,
    history::History,
    input::Planes,
    piece_head::{PieceHead, Scratch, softmax},
    score::Judged,
    weights::{Fault, Weights},
};
use crate::os;

/// The weights that come with the program. They were trained by it on puzzles of Lichess (CC0); the
/// metadata say how.
static SHIPPED: &[u8] = include_bytes!("../../kb/networks/piece_head.safetensors");

/// The texts of the metadata that are ours.
pub mod text {
    /// The name of the set of planes.
    pub const INPUT: &str = "input";
    /// How training went: [`History::csv`](super::History::csv).
    pub const HISTORY: &str = "history";
    /// The command that made the weights.
    pub const COMMAND: &str = "command";
    /// What they were trained on.
    pub const TRAINED_ON: &str = "trained_on";
    /// How many puzzles the scores are of, all of the test part.
    pub const TEST_PUZZLES: &str = "test_puzzles";
    /// The share of them in which the right piece is the first.
    pub const TOP_1: &str = "test_top1";
    /// The share of them in which it is among the first three.
    pub const TOP_3: &str = "test_top3";
    /// The mean cross-entropy of them.
    pub const LOSS: &str = "test_loss";
}

/// A network that can be asked.
#[derive(Debug, Clone)]
pub struct Adviser {
    head: PieceHead,
    planes: Planes,
}

/// Room for one thread to compute in.
#[derive(Debug, Clone)]
pub struct Room {
    words: Vec<u64>,
    scratch: Scratch,
}

/// Between which squares probability is shared out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Among {
    /// Those of pieces that have a legal move.
    Movable,
    /// All 64, as the network was trained.
    Squares,
}

impl Adviser {
    /// The network that comes with the program, read once.
    ///
    /// # Panics
    ///
    /// If the file in the program is damaged, which a test rules out.
    pub fn shipped() -> &'static Adviser {
        static ADVISER: LazyLock<Adviser> = LazyLock::new(|| {
            let weights = Weights::read(SHIPPED);
            weights.and_then(|weights| Adviser::new(&weights)).unwrap()
        });
        &ADVISER
    }

    /// A network from its weights.
    ///
    /// # Errors
    ///
    /// What is wrong with them, by name.
    pub fn new(weights: &Weights) -> Result<Adviser, Fault> {
        let head = PieceHead::new(weights)?;
        let names: Vec<&str> = Planes::ALL.iter().map(|planes| planes.name()).collect();
        let expected = format!("one of {}", names.join(", "));
        let name = weights.text(text::INPUT, &expected)?;
        let wrong =
            |expected| Fault::Metadata(text::INPUT.to_owned(), Some(name.to_owned()), expected);
        let planes = Planes::named(name).ok_or_else(|| wrong(expected))?;
        if planes.number() != head.shape().planes {
            return Err(wrong(format!(
                "a set of {} planes, as the network has; {name} has {}",
                head.shape().planes,
                planes.number()
            )));
        }
        Ok(Adviser { head, planes })
    }

    /// Reads a file of weights.
    ///
    /// # Errors
    ///
    /// What is wrong with it, by name.
    pub fn load(path: &Path) -> Result<Adviser, Fault> {
        if os::keeps_off_files() {
            return Err(Fault::Unreadable("files are out of reach here".to_owned()));
        }
        Adviser::new(&Weights::load(path)?)
    }

    /// The network itself.
    pub fn head(&self) -> &PieceHead {
        &self.head
    }

    /// What it sees.
    pub fn planes(&self) -> Planes {
        self.planes
    }

    /// What is written about it in its file.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.head.metadata().get(name).map(String::as_str)
    }

    /// How its training went, if its file has that.
    pub fn history(&self) -> Option<History> {
        History::of_csv(self.text(text::HISTORY)?)
    }

    /// Room to compute in, to be kept for many answers.
    pub fn room(&self) -> Room {
        Room {
            words: vec![0; self.planes.number()],
            scratch: self.head.scratch(),
        }
    }

    /// The pieces by how probable it is that each is to move, the likeliest first. All together have
    /// probability 1, if there are any.
    pub fn pieces(&self, position: &Chess, among: Among, room: &mut Room) -> Vec<(Square, f32)> {
        self.planes.encode(position, &mut room.words);
        let logits = self.head.logits(&room.words, &mut room.scratch);
        let squares: Bitboard = match among {
            Among::Squares => Bitboard::FULL,
            Among::Movable => position
                .legal_moves()
                .iter()
                .filter_map(|m| m.from())
                .collect(),
        };
        if squares.is_empty() {
            return Vec::new();
        }
        let mut kept = [f32::NEG_INFINITY; 64];
        for square in squares {
            let place = usize::from(self.planes.place(position, square));
            kept[usize::from(square)] = logits[place];
        }
        let probabilities = softmax(&kept);
        let mut pieces: Vec<(Square, f32)> = squares
            .into_iter()
            .map(|square| (square, probabilities[usize::from(square)]))
            .collect();
        // Of equals, the one on the lower square.
        pieces.sort_by_key(|&(_, probability)| Reverse(probability.to_bits()));
        pieces
    }

    /// What it says of encoded examples; see [`score::judge`](super::score::judge).
    pub fn judge(
        &self,
        examples: &Examples,
        cancel: &crate::cancel::Cancel<'_>,
        report: impl Fn(usize) + Sync,
    ) -> Option<Vec<Judged>> {
        super::score::judge(
            examples,
            || self.head.scratch(),
            |words, scratch| self.head.logits(words, scratch),
            cancel,
            report,
        )
    }
}
