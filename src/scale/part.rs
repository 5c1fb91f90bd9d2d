//! A part of a result: what a job says of some shards.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    Extent, Missing,
    table::{Table, TooLarge},
};

/// What a job says of some records. Parts of the same job add up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// What is known of it besides the table.
    pub about: About,
    /// The sums.
    pub table: Table,
}

/// What a part is of: it stands in the metadata of its file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct About {
    /// The version of the program.
    pub chesslog: String,
    /// The SHA-256 of the job.
    pub job: String,
    /// The job itself, without the names of its files.
    pub work: Value,
    /// The records that were counted.
    pub extent: Extent,
    /// How many records, positions and the like there were.
    pub counts: BTreeMap<String, u64>,
    /// The columns of the table that are keys; the others are sums.
    pub keys: Vec<String>,
}

/// Why parts do not add up.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Clash {
    /// They are of different jobs.
    #[error("it is of another job: {0}")]
    Jobs(String),
    /// Both have these records.
    #[error("{0} has been counted already")]
    Twice(Missing),
    /// A sum does not fit.
    #[error("{0}")]
    Sum(#[from] TooLarge),
}

impl Part {
    /// Adds another part.
    ///
    /// # Errors
    ///
    /// If it is of another job, or has records that this one has, too: then nothing is added. If a sum gets
    /// too large, the part is of no use.
    pub fn add(&mut self, other: Part) -> Result<(), Clash> {
        if let Some(difference) = self.about.difference(&other.about) {
            return Err(Clash::Jobs(difference));
        }
        if !self.table.is_like(&other.table) {
            return Err(Clash::Jobs("its table has other columns".to_owned()));
        }
        let added = self.about.extent.add(&other.about.extent);
        added.map_err(Clash::Twice)?;
        for (name, count) in other.about.counts {
            *self.about.counts.entry(name).or_default() += count;
        }
        Ok(self.table.merge(other.table)?)
    }

    /// A count; 0 if there is none of this name.
    pub fn count(&self, name: &str) -> u64 {
        self.about.counts.get(name).copied().unwrap_or_default()
    }
}

impl About {
    /// In what the job of another part is another one, for people; `None` if it is the same.
    pub fn difference(&self, other: &About) -> Option<String> {
        if self.job == other.job {
            return None;
        }
        if self.chesslog != other.chesslog {
            return Some(format!(
                "made by chesslog {}, the others by {}",
                other.chesslog, self.chesslog
            ));
        }
        let kind = |work: &Value| {
            let kinds = work
                .as_object()
                .map(|kinds| kinds.keys().cloned().collect());
            kinds.map_or_else(String::new, |kinds: Vec<String>| kinds.join(", "))
        };
        if kind(&self.work) != kind(&other.work) {
            return Some(format!(
                "{} instead of {}",
                kind(&other.work),
                kind(&self.work)
            ));
        }
        let mut found = Vec::new();
        differences("", &self.work, &other.work, &mut found);
        Some(found.join(", "))
    }
}

/// Where two jobs differ: `name value instead of value`.
fn differences(name: &str, ours: &Value, theirs: &Value, found: &mut Vec<String>) {
    if let (Value::Object(a), Value::Object(b)) = (ours, theirs) {
        let mut names: Vec<&String> = a.keys().chain(b.keys()).collect();
        names.sort();
        names.dedup();
        for inner in names {
            let of = |object: &serde_json::Map<String, Value>| {
                object.get(inner).cloned().unwrap_or_default()
            };
            differences(inner, &of(a), &of(b), found);
        }
    } else if ours != theirs {
        found.push(format!("{name} {theirs} instead of {ours}"));
    }
}
