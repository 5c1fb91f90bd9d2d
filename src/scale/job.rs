//! Jobs: what is to be computed, with its inputs pinned by their hashes and the program by its version.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    jobs::{self, Task},
    part::About,
    shard::{Shard, sha256},
};
use crate::os;

/// The version of this program.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A job as it stands in its file: JSON.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// The version of the program that it is for.
    pub chesslog: String,
    /// What is to be computed.
    pub work: Work,
    /// The folder that names of files are relative to: that of the job's own file.
    #[serde(skip)]
    folder: PathBuf,
}

/// What is to be computed, one for each file of `src/scale/jobs/`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Work {
    /// How good tactics are in games.
    Tactics(jobs::Tactics),
    /// How far motifs agree with the themes of puzzles.
    Puzzles(jobs::Puzzles),
    /// Answers of a query about records.
    Query(jobs::Query),
    /// How often a piece network is right.
    Network(jobs::Network),
    /// Runs of MIGO or of a rival.
    Migo(jobs::Migo),
    /// Chains over opening lines.
    Openings(jobs::Openings),
    /// Islands on which strategies are bred.
    Evolve(jobs::Evolve),
}

/// A file that a job reads, and its SHA-256.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pinned {
    /// Its path.
    pub file: String,
    /// The SHA-256 of what it held when the job was made.
    pub sha256: String,
}

/// Why a job cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WrongJob {
    /// Its file, or one that it names, cannot be read: which, and why.
    #[error("cannot read {0}: {1}")]
    Unreadable(String, String),
    /// It is no job: the file, the line, the column, and what is wrong.
    #[error("{0}:{1}:{2}: this is no job, as `chesslog job` makes it: {3}")]
    Malformed(String, usize, usize, String),
    /// It is for another program.
    #[error(
        "{0}: the job is for chesslog {1}; this is {VERSION}, whose parts do not add up with others"
    )]
    Version(String, String),
    /// A file is not what it was.
    #[error(
        "{file} has changed since the job was made: its SHA-256 is {found}, the job has {expected}"
    )]
    Changed {
        /// The file.
        file: String,
        /// What it is now.
        found: String,
        /// What it was.
        expected: String,
    },
    /// An input is wrong, with what is wrong.
    #[error("{0}")]
    Input(String),
}

impl Pinned {
    /// Pins a file as it is now. Its path becomes relative to `folder`, where the job will lie, if it is in there.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn new(file: &Path, folder: &Path) -> Result<Pinned, WrongJob> {
        let absolute = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let whole = absolute(file);
        let short = whole.strip_prefix(absolute(folder));
        Ok(Pinned {
            sha256: hash(file)?,
            file: short.unwrap_or(&whole).display().to_string(),
        })
    }
}

fn hash(file: &Path) -> Result<String, WrongJob> {
    let hashed = File::open(file).and_then(sha256);
    hashed.map_err(|error| WrongJob::Unreadable(file.display().to_string(), error.to_string()))
}

impl Job {
    /// A job for this program, whose file will lie in a folder.
    pub fn new(work: Work, folder: &Path) -> Job {
        Job {
            chesslog: VERSION.to_owned(),
            work,
            folder: folder.to_owned(),
        }
    }

    /// Reads a job from its file.
    ///
    /// # Errors
    ///
    /// If it is none, or for another version of this program.
    pub fn read(path: &Path) -> Result<Job, WrongJob> {
        let name = path.display().to_string();
        let text = os::read_text(path)
            .map_err(|error| WrongJob::Unreadable(name.clone(), error.to_string()))?;
        let mut job: Job = serde_json::from_str(&text).map_err(|error| {
            let what = error.to_string();
            let what = what.split(" at line ").next().unwrap_or_default();
            WrongJob::Malformed(name.clone(), error.line(), error.column(), what.to_owned())
        })?;
        if job.chesslog != VERSION {
            return Err(WrongJob::Version(name, job.chesslog));
        }
        job.folder = path.parent().unwrap_or(Path::new("")).to_owned();
        Ok(job)
    }

    /// The text of its file.
    pub fn text(&self) -> String {
        crate::report::json_lines(self)
    }

    /// Reads all that it needs.
    ///
    /// # Errors
    ///
    /// If a file is missing, or is not the one that the job was made for, or is wrong.
    pub fn task(&self) -> Result<Box<dyn Task + '_>, WrongJob> {
        match &self.work {
            Work::Tactics(tactics) => tactics.task(self),
            Work::Puzzles(puzzles) => puzzles.task(self),
            Work::Query(query) => query.task(self),
            Work::Network(network) => network.task(self),
            Work::Migo(migo) => migo.task(),
            Work::Openings(openings) => openings.task(self),
            Work::Evolve(evolve) => evolve.task(self),
        }
    }

    /// Refuses runs where the job is about records, and a file where it is about runs.
    pub(super) fn check(&self, shard: &Shard) -> Result<(), String> {
        match self.work {
            Work::Migo(_) | Work::Openings(_) | Work::Evolve(_) => shard.runs().map(drop),
            Work::Tactics(_) | Work::Puzzles(_) | Work::Query(_) | Work::Network(_) => {
                shard.records().map(drop)
            }
        }
    }

    /// Where a file of the job is, which is the one that it was made for.
    pub(super) fn input(&self, pinned: &Pinned) -> Result<PathBuf, WrongJob> {
        let path = self.folder.join(&pinned.file);
        let found = hash(&path)?;
        match found == pinned.sha256 {
            true => Ok(path),
            false => Err(WrongJob::Changed {
                file: path.display().to_string(),
                found,
                expected: pinned.sha256.clone(),
            }),
        }
    }

    /// What its parts say of themselves, before anything is counted.
    pub(super) fn about(&self, keys: Vec<String>) -> About {
        let mut work = crate::report::value(&self.work);
        nameless(&mut work);
        let text = serde_json::json!({ "chesslog": self.chesslog, "work": work }).to_string();
        About {
            chesslog: self.chesslog.clone(),
            // Reading from memory cannot fail.
            job: sha256(text.as_bytes()).unwrap_or_default(),
            work,
            extent: super::Extent::default(),
            counts: Default::default(),
            keys,
        }
    }
}

/// Takes the names of pinned files away: they may lie elsewhere on each machine.
fn nameless(value: &mut Value) {
    match value {
        Value::Object(object) => {
            if object.contains_key("sha256") {
                object.remove("file");
            }
            object.values_mut().for_each(nameless);
        }
        Value::Array(array) => array.iter_mut().for_each(nameless),
        _ => {}
    }
}
