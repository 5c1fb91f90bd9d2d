//! Maia: networks that move as people do, read from Leela's files and asked for moves and values.
//!
//! Maia is by McIlroy-Young, Sen, Kleinberg and Anderson, "Aligning Superhuman AI with Human Behavior: Chess as a Model
//! System" (KDD 2020): one network for each hundred of rating from 1100 to 1900, of the architecture of Leela Chess
//! Zero. Its weights are not part of this program; [`place`] says where they come from.
//!
//! - `place`: which file is asked for, and what is said if there is none
//! - `wire`, `format`: its bytes, its layers
//! - `planes`: positions as the network sees them
//! - `policy`: which of its outputs is which move
//! - `forward`: from planes to outputs
//! - `judge`: what every move of a position is worth, one ply deep
//!
//! ```no_run
//! use chesslog::network::leela::Maia;
//! use shakmaty::Chess;
//!
//! let maia = Maia::read("maia-1600.pb.gz".as_ref())?;
//! let mut scratch = maia.scratch();
//! let start = [Chess::default()];
//! let (m, probability) = maia.policy(&start, &mut scratch)[0];
//! println!("{m}, which {:.0} of 100 play", 100.0 * probability);
//! println!("win, draw, loss: {:?}", maia.value(&start, &mut scratch));
//! # Ok::<(), chesslog::network::leela::Error>(())
//! ```

mod format;
mod forward;
pub mod judge;
pub mod place;
pub mod planes;
pub mod policy;
#[cfg(test)]
mod samples;
#[cfg(test)]
mod tests;
mod wire;

use std::{
    cmp::Ordering,
    fs, io,
    path::{Path, PathBuf},
};

use sha2::{Digest as _, Sha256};
use shakmaty::{Chess, Move, Position as _};

pub use forward::Scratch;

use crate::os;

/// Bytes of a SHA-256.
const DIGEST: usize = 32;

/// The networks whose files are known, as they were published: name and SHA-256.
const PUBLISHED: [(&str, &str); 3] = [
    (
        "maia-1100",
        "e1cf1cd0c96b8a4fa6a275f4b9fd54ed1ffebf9fe44641b9fceded310e9619c4",
    ),
    (
        "maia-1600",
        "d2c9e5948581acf4b9fc0b1e720c5dc0fe64ce80cfc4a239d3f8a42e1176c876",
    ),
    (
        "maia-1900",
        "e2f565f42d7cd9f122557e6dc4eb84e5bbaedceda1d404dc485d3611c7c97a12",
    ),
];

/// What is wrong with the contents of a file, and what was expected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Wrong(pub String);

/// Why there is no network.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Nobody named a file, and there is none where it is looked for: here, if the environment names a home.
    #[error("there are no weights of Maia; {}", place::advice(.0.as_deref()))]
    Absent(Option<PathBuf>),
    /// The file cannot be read.
    #[error("cannot read the weights of Maia, {0}: {1}")]
    Unreadable(PathBuf, #[source] io::Error),
    /// The file holds something else.
    #[error("{0} holds no weights of Maia: {1}")]
    Wrong(PathBuf, #[source] Wrong),
}

/// How likely a position is won, drawn and lost for the side to move; together 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wdl {
    /// The probability of a win.
    pub win: f32,
    /// That of a draw.
    pub draw: f32,
    /// That of a loss.
    pub loss: f32,
}

impl Wdl {
    /// The expected result, from -1, a loss, to 1, a win.
    pub fn expected(&self) -> f32 {
        self.win - self.loss
    }

    /// The expected result q in hundredths of a pawn: 90 tan(1.5637541897 q), as lc0 0.25 to 0.28 tells it, which the
    /// experiments with Maia used.
    pub fn centipawns(&self) -> i32 {
        let q = f64::from(self.expected());
        (90.0 * (1.563_754_189_7 * q).tan()).round() as i32
    }
}

/// A network of the architecture of Maia, ready to be asked. It never changes.
#[derive(Debug)]
pub struct Maia {
    network: forward::Network,
    name: String,
}

impl Maia {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// [`Error::Unreadable`] and [`Error::Wrong`]: no network, another architecture, damaged weights, or the name of a
    /// published network on what is not that network.
    pub fn read(path: &Path) -> Result<Maia, Error> {
        let unreadable = |error| Error::Unreadable(path.to_owned(), error);
        if os::keeps_off_files() {
            return Err(unreadable(io::ErrorKind::PermissionDenied.into()));
        }
        let file = fs::read(path).map_err(unreadable)?;
        let name = path.file_name().and_then(|name| name.to_str());
        let name = name.unwrap_or_default();
        Maia::of(name, &file).map_err(|wrong| Error::Wrong(path.to_owned(), wrong))
    }

    /// Takes the contents of a file with this name.
    ///
    /// # Errors
    ///
    /// [`Wrong`] as for [`Maia::read`].
    pub fn of(name: &str, file: &[u8]) -> Result<Maia, Wrong> {
        let network = forward::Network::new(&format::read(file)?);
        let digest: [u8; DIGEST] = Sha256::digest(file).into();
        let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        let called = name.strip_suffix(".gz").unwrap_or(name);
        let called = called.strip_suffix(".pb").unwrap_or(called);
        let packed = name.ends_with(".pb.gz");
        for (published, expected) in PUBLISHED {
            if packed && called == published && digest != expected {
                return Err(Wrong(format!(
                    "its SHA-256 is {digest}; expected {expected}, that of {published} as published"
                )));
            }
        }
        let published = PUBLISHED.iter().find(|(_, known)| *known == digest);
        let name = match published {
            Some((name, _)) => (*name).to_owned(),
            None => format!("{called} (SHA-256 {}...)", &digest[..8]),
        };
        Ok(Maia { network, name })
    }

    /// The name of a published network, or the file's with the beginning of its SHA-256.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Channels and residual blocks of the tower.
    pub fn size(&self) -> (usize, usize) {
        self.network.size()
    }

    /// What [`Maia::value`] and [`Maia::policy`] work in, made once for many questions.
    pub fn scratch(&self) -> Scratch {
        self.network.scratch()
    }

    /// How likely the last of some positions is won, drawn and lost for the side to move. The others are those that
    /// led to it, the oldest first; they change the answer.
    pub fn value(&self, positions: &[Chess], scratch: &mut Scratch) -> Wdl {
        self.network.tower(&planes::encode(positions), scratch);
        self.network.value(scratch)
    }

    /// How likely each legal move is in the last of some positions, the likeliest first; together 1. The others are
    /// those that led to it, the oldest first.
    pub fn policy(&self, positions: &[Chess], scratch: &mut Scratch) -> Vec<(Move, f32)> {
        let Some(latest) = positions.last() else {
            return Vec::new();
        };
        self.network.tower(&planes::encode(positions), scratch);
        let policy = self.network.policy(scratch);
        let mut moves: Vec<(Move, f32)> = latest
            .legal_moves()
            .into_iter()
            .filter_map(|m| Some((m, policy.output(policy::output_of(latest, m)?))))
            .collect();
        softmax(&mut moves);
        moves.sort_by(|(_, a), (_, b)| b.partial_cmp(a).unwrap_or(Ordering::Equal));
        moves
    }
}

/// Finds the first of some positions from which no legal move leads to the next one.
pub fn break_in(positions: &[Chess]) -> Option<usize> {
    positions.array_windows().position(|[before, after]| {
        before.legal_moves().into_iter().all(|m| {
            let mut reached = before.clone();
            reached.play_unchecked(m);
            !planes::same(&reached, after)
        })
    })
}

/// Makes probabilities of outputs.
fn softmax(moves: &mut [(Move, f32)]) {
    let greatest = (moves.iter()).fold(f32::NEG_INFINITY, |most, &(_, output)| most.max(output));
    let mut sum = 0.0;
    for (_, output) in &mut *moves {
        *output = (*output - greatest).exp();
        sum += *output;
    }
    for (_, output) in moves {
        *output /= sum;
    }
}
