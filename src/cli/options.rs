//! Options that many commands have, and what is done with them.

use std::thread;

use clap::{Args, ValueEnum};
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::Serialize;

use super::{cancel_token::CancelToken, fail, number, print};
use crate::{report, session::Session};

/// How results are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// For programs: one JSON object a line.
    Json,
}

/// `--format`.
#[derive(Debug, Clone, Copy, Args)]
pub struct FormatOption {
    /// How the result is printed
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}

impl Format {
    /// Prints a result and gives the exit status.
    pub fn put<D: Serialize>(self, text: impl FnOnce() -> String, data: impl FnOnce() -> D) -> u8 {
        print(&match self {
            Format::Text => text(),
            Format::Json => report::json(data()),
        })
    }
}

/// `--seed`.
#[derive(Debug, Clone, Copy, Args)]
pub struct SeedOption {
    /// The seed of all that is random
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(..))]
    pub seed: u64,
}

/// `--threads`.
#[derive(Debug, Clone, Copy, Args)]
pub struct ThreadsOption {
    /// Threads; the result does not depend on it [default: one for each core]
    #[arg(long, value_name = "N", value_parser = number::<u16>(1..=1024))]
    pub threads: Option<u16>,
}

impl ThreadsOption {
    /// How many there are to be; 0 for one a core.
    pub fn number(self) -> usize {
        self.threads.map_or(0, usize::from)
    }

    /// The same, with the cores counted.
    pub fn known_number(self) -> usize {
        match self.number() {
            0 => thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        }
    }

    /// Starts them.
    pub fn start(self) -> Result<ThreadPool, String> {
        let pool = ThreadPoolBuilder::new().num_threads(self.number()).build();
        pool.map_err(|error| format!("cannot start threads: {error}"))
    }

    /// Does work on them, which Ctrl-C ends; the exit status.
    pub fn run(self, work: impl FnOnce(&CancelToken) -> Result<u8, String> + Send) -> u8 {
        let token = CancelToken::on_ctrl_c();
        let done = self.start().and_then(|pool| pool.install(|| work(&token)));
        done.unwrap_or_else(|message| fail(&message))
    }
}

/// `--effort`.
#[derive(Debug, Clone, Copy, Args)]
pub struct EffortOption {
    /// How many positions each search for what is won looks at, as with_effort/2 [default: 200000, and 800000 for
    /// `explain`]
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=1_000_000_000))]
    pub effort: Option<u32>,
}

impl EffortOption {
    /// Makes all searches of a session worth it.
    pub fn tell(self, session: &mut Session) {
        if let Some(positions) = self.effort {
            session.search_with(positions);
        }
    }
}
