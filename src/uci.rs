//! Chess engines that speak the Universal Chess Interface: started by path, asked, kept alive.
//!
//! ```no_run
//! use chesslog::uci::{Engine, Limit, Query, Settings};
//! use shakmaty::Chess;
//!
//! let mut engine = Engine::start(&Settings::new("stockfish"))?;
//! let found = engine.search(&Query::new(&Chess::default(), Limit::Depth(1)))?;
//! println!("{}: {:?}, {:?}", engine.name(), found.best, found.score());
//! # Ok::<(), chesslog::uci::Error>(())
//! ```
//!
//! [`Engine`] is one process, which it restarts when it dies or hangs; [`Evaluator`] drives several
//! side by side and remembers on disk ([`Cache`]) what they said. Messages are read and written by
//! the crate `shakmaty-uci`.
//!
//! The protocol is that of R. Huber and S. Meyer-Kahlen, "Description of the Universal Chess
//! Interface (UCI)", April 2006.

mod cache;
mod engine;
mod evaluate;
#[cfg(test)]
mod fake;
mod process;

use std::{fmt, io, time::Duration};

pub use cache::{Cache, CacheError, Identity, Record};
pub use engine::{Engine, Line, Past, Query, SearchResult, Settings};
pub use evaluate::{Answer, Evaluator, Question, Skipped, Tally};

/// What an engine thinks of a position or a move, from the point of view of one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Score {
    /// So many hundredths of a pawn.
    Centipawns(i32),
    /// The side mates in so many moves; 0 if it has done so.
    Mates(u32),
    /// The side is mated in so many moves; 0 if it is mate.
    Mated(u32),
}

impl Score {
    /// What a mate counts in centipawns, however far it is: the value that Krishnan and Martens,
    /// "Towards the Automatic Discovery of Chess Tactics", take for equation 5.
    pub const MATE: i32 = 2000;

    /// The score as a number. Scores in centipawns stay as they are, those above a mate's too.
    pub fn centipawns(self) -> i32 {
        match self {
            Score::Centipawns(number) => number,
            Score::Mates(_) => Score::MATE,
            Score::Mated(_) => -Score::MATE,
        }
    }

    /// The same score from the other side's point of view.
    #[must_use]
    pub fn reversed(self) -> Score {
        match self {
            Score::Centipawns(number) => Score::Centipawns(number.saturating_neg()),
            Score::Mates(moves) => Score::Mated(moves),
            Score::Mated(moves) => Score::Mates(moves),
        }
    }
}

/// How long an engine searches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Limit {
    /// So many plies deep.
    Depth(u8),
    /// So many nodes.
    Nodes(u64),
    /// So many milliseconds; the answers then depend on the computer.
    MoveTime(u64),
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Depth(plies) => write!(f, "depth {plies}"),
            Limit::Nodes(nodes) => write!(f, "nodes {nodes}"),
            Limit::MoveTime(milliseconds) => write!(f, "movetime {milliseconds}"),
        }
    }
}

/// Why an engine does not serve.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no such program.
    #[error(
        "there is no program {0}; expected the path of a UCI engine, \
         or its name if it is in a directory of PATH"
    )]
    Missing(String),
    /// The program cannot be run.
    #[error("cannot run {0}: {1}")]
    Unrunnable(String, #[source] io::Error),
    /// The program runs, but does not speak UCI; the second text says what it did.
    #[error("{0} is no UCI engine: asked with \"uci\", it {1}")]
    NotUci(String, String),
    /// The engine has no such option; the names of those that it has follow.
    #[error("{program} has no option \"{option}\"; it has{}", match .known.is_empty() {
        true => " none".to_owned(),
        false => format!(": {}", .known.join(", ")),
    })]
    NoOption {
        /// The program.
        program: String,
        /// The option asked for.
        option: String,
        /// The options that there are.
        known: Vec<String>,
    },
    /// The engine ended while it was asked; the text says how.
    #[error("the engine ended ({0})")]
    Ended(String),
    /// The engine did not answer in this time.
    #[error("the engine did not answer within {} s", .0.as_secs_f64())]
    Silent(Duration),
    /// The engine's answer cannot be used; the text says what it said.
    #[error("the engine's answer cannot be used: {0}")]
    Unusable(String),
    /// Nobody wants the answer any more.
    #[error("the engine was interrupted")]
    Cancelled,
}
