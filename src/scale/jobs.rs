//! The kinds of jobs, a file for each.

mod evolve;
mod migo;
mod network;
mod openings;
mod puzzles;
mod query;
mod tactics;

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};

pub use evolve::Evolve;
pub use migo::Migo;
pub use network::Network;
pub use openings::Openings;
pub use puzzles::Puzzles;
pub use query::Query;
pub use tactics::{EngineLimit, JudgedBy, Selected, Tactics, select};

use serde_json::{Value, json};

use super::{Extent, Job, Part, Shard, Table};
use crate::{
    engine::{DEFAULT_MEMORY, Event, Input, Limits, Settings},
    session::{Loading, Session, report},
};

/// A job that has read its inputs.
pub trait Task: Sync {
    /// Somebody who counts, one shard after another; each thread has one.
    ///
    /// # Errors
    ///
    /// If it cannot begin, with the reason.
    fn worker(&self) -> Result<Box<dyn Worker + '_>, String>;

    /// A table without rows.
    fn table(&self) -> Table;
}

/// Counts shards for a job.
pub trait Worker {
    /// Counts a shard. Records that are wrong are passed over and told of.
    ///
    /// # Errors
    ///
    /// If it cannot be counted at all, with the reason; or when `stop` is set.
    fn count(&mut self, shard: &Shard, stop: &AtomicBool) -> Result<Counted, Problem>;
}

/// What was counted in a shard.
#[derive(Debug)]
pub struct Counted {
    /// The records.
    pub extent: Extent,
    /// How many things there were.
    pub counts: BTreeMap<String, u64>,
    /// The sums.
    pub table: Table,
    /// What was wrong with records, the first few of them.
    pub problems: Vec<String>,
}

/// Why a shard has no part.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// The run was stopped.
    #[error("stopped")]
    Stopped,
    /// It cannot be counted.
    #[error("{0}")]
    Failed(String),
}

impl Part {
    /// Whether something in it was wrong: a record, or a file that could not be read to its end.
    pub fn is_flawed(&self) -> bool {
        let wrong = ["bad_games", "bad_rows", "failed"];
        self.about.extent.lost().next().is_some() || wrong.iter().any(|name| self.count(name) > 0)
    }

    /// What it says, for people.
    pub fn text(&self) -> String {
        match self.kind() {
            Some("tactics") => tactics::text(self),
            Some("puzzles") => puzzles::text(self),
            Some("network") => network::text(self),
            Some("migo") => migo::text(self),
            Some("evolve") => evolve::text(self),
            Some("openings") => openings::text(self),
            _ => query::text(self),
        }
    }

    /// What it says, for programs.
    pub fn json(&self) -> Value {
        let mut value = match self.kind() {
            Some("tactics") => tactics::json(self),
            Some("puzzles") => puzzles::json(self),
            Some("network") => network::json(self),
            Some("migo") => migo::json(self),
            Some("evolve") => evolve::json(self),
            Some("openings") => openings::json(self),
            _ => query::json(self),
        };
        value["chesslog"] = json!(self.about.chesslog);
        value["job"] = json!(self.about.job);
        value["counts"] = json!(self.about.counts);
        value["extent"] = json!(self.about.extent);
        value
    }

    /// The kind of its job, as in the job's file.
    pub(super) fn kind(&self) -> Option<&str> {
        let mut kinds = self.about.work.as_object()?.keys();
        kinds.next().map(String::as_str)
    }
}

/// An engine that has loaded the files of a job.
fn session(files: &[PathBuf]) -> Result<Session, String> {
    let limits = Limits {
        memory: Some(DEFAULT_MEMORY),
        ..Limits::default()
    };
    let settings = Settings::from(Input::Nothing);
    let mut session = Session::start(limits, settings).map_err(|error| error.to_string())?;
    for file in files {
        let mut problems = Vec::new();
        let loaded = session.consult(file, |event| {
            if let Event::Diagnostic(diagnostic) = event {
                problems.push(report(diagnostic, false));
            }
        })?;
        match loaded {
            Loading::Done(report) if report.errors == 0 => {}
            Loading::Done(_) => {
                return Err(problems.join("\n").trim_start_matches("error: ").to_owned());
            }
            Loading::Halted(status) => {
                return Err(format!("{}: halt({status}) was called", file.display()));
            }
        }
    }
    // Their hashes are not in the job: they might be others on another machine, and nobody would know.
    let absolute = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let pinned: Vec<PathBuf> = files.iter().map(|file| absolute(file)).collect();
    for loaded in session.source_files() {
        if !pinned.contains(&absolute(Path::new(&loaded))) {
            return Err(format!(
                "{loaded} is loaded by another file and is not pinned; name it in `chesslog job`, too"
            ));
        }
    }
    Ok(session)
}

impl Job {
    /// The part of what was counted.
    pub fn part(&self, mut counted: Counted) -> Part {
        counted.table.drop_zeros();
        counted.counts.retain(|_, count| *count > 0);
        let keys = counted.table.keys.iter().map(|(name, _)| name.clone());
        let mut about = self.about(keys.collect());
        about.extent = counted.extent;
        about.counts = counted.counts;
        Part {
            about,
            table: counted.table,
        }
    }

    /// A part in which nothing has been counted.
    pub fn empty(&self, table: Table) -> Part {
        self.part(Counted {
            extent: Extent::default(),
            counts: BTreeMap::new(),
            table,
            problems: Vec::new(),
        })
    }
}
