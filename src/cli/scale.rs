//! `chesslog job`, `shard`, `map`, `reduce` and `scale`: the same jobs on one machine and on many.

pub mod job;
pub mod map;
pub mod reduce;
pub mod run;
pub mod shard;

use std::path::Path;

use super::{Format, print};
use crate::{
    report,
    scale::{Extent, Part},
};

/// Prints what a result says, and what is not in it. The exit status is 1 if something in it was wrong.
fn put(part: &Part, format: Format) -> u8 {
    tell_lost(part);
    let printed = match format {
        Format::Text => print(&part.text()),
        Format::Json => print(&report::json(part.json())),
    };
    printed.max(u8::from(part.is_flawed()))
}

/// Tells what could not be read.
fn tell_lost(part: &Part) {
    for (name, lost) in part.about.extent.lost() {
        let (from, why) = (lost.from, &lost.why);
        eprintln!("{name}: from record {from} on nothing could be read: {why}");
    }
}

/// How many records, or runs, have been counted.
fn number(extent: &Extent) -> String {
    let what = if extent.is_of_runs() { "run" } else { "record" };
    report::counted(extent.records(), what)
}

/// What is said of a file that cannot be written.
fn unwritten(path: &Path, error: &std::io::Error) -> String {
    format!("cannot write {}: {error}", path.display())
}
