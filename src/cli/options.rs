//! Options that many commands have, and what is done with them.

use std::{
    fs,
    path::{Path, PathBuf},
    thread,
};

use clap::{Args, ValueEnum};
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::Serialize;

use super::{cancel_token::CancelToken, fail, print};
use crate::{
    report::{self, Files},
    session::Session,
};

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
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

/// `--threads`.
#[derive(Debug, Clone, Copy, Args)]
pub struct ThreadsOption {
    /// Threads; the result does not depend on it [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
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
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000_000))]
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

/// `--out` of a command with several files.
#[derive(Debug, Args)]
pub struct OutFolder {
    /// Write the files that are named below to this folder, made if need be
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

impl OutFolder {
    /// Makes the folder, if one is wanted: not after all has been computed.
    pub fn make(&self) -> Result<(), String> {
        self.out.as_deref().map_or(Ok(()), make_folder)
    }

    /// Writes files into it; tells which ones cannot be written, and gives the exit status.
    pub fn put(&self, files: impl FnOnce() -> Files) -> u8 {
        self.out
            .as_ref()
            .map_or(0, |folder| write_files(folder, files()))
    }
}

/// `--out` of a command that learns a program.
#[derive(Debug, Args)]
pub struct OutFile {
    /// Write what was learned to this file, as Prolog
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

impl OutFile {
    /// Refuses a file that cannot be written before the work, not after it.
    pub fn check(&self) -> Result<(), String> {
        self.out
            .as_deref()
            .map_or(Ok(()), |out| check_file("--out", out))
    }
}

/// What is wrong with a file to be written, before there is anything to write.
pub fn check_file(option: &str, out: &Path) -> Result<(), String> {
    let folder = match out.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let wrong = match folder.is_dir() {
        false => format!("there is no folder {}", folder.display()),
        true if out.is_dir() => "this is a folder; expected a file".to_owned(),
        true => return Ok(()),
    };
    Err(format!("{option} {}: {wrong}", out.display()))
}

/// Makes a folder, unless it is there.
pub fn make_folder(folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder)
        .map_err(|error| format!("cannot make the folder {}: {error}", folder.display()))
}

/// Writes a file.
pub fn write(path: &Path, text: impl AsRef<[u8]>) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
}

/// Writes files into a folder; tells which ones cannot be written, and gives the exit status.
pub fn write_files(folder: &Path, files: Files) -> u8 {
    let wrong = files.into_iter().filter_map(|(name, text)| {
        let message = write(&folder.join(name), text).err()?;
        Some(fail(&message))
    });
    wrong.max().unwrap_or(0)
}
