//! Counting beyond one machine: jobs over shards, whose results add up.
//!
//! A [`Job`] names what is to be computed and pins its inputs by hash and the program by version. A
//! [`Shard`] is a file of records or a range of them, or a range of numbers of runs. [`Job::map`] makes a
//! [`Part`] of them: a table of whole numbers under keys, with the [`Extent`] of what was counted. Parts of
//! one job add up, in any order and however the records were cut, to the same part, byte for byte; what was
//! counted twice is refused, and what was not counted is known.
//!
//! ```text
//! job.json ───────────────┐
//! games ─> cut ─> shards ─┴─> map ─> parts ─> reduce ─> result
//! ```
//!
//! `src/scale/jobs/` has a file for each kind of job. [`Run`] does all of it on one machine; what is done
//! on many is done by the same commands, so that whoever has a cluster needs no scheduler of ours.

mod cut;
mod extent;
mod file;
mod job;
mod jobs;
mod part;
mod records;
mod run;
mod shard;
mod table;

pub use cut::{Cut, Manifest, Piece, file_name};
pub use extent::{Extent, Lost, Missing, Source};
pub use file::{Unusable, about, read, write};
pub use job::{Job, Pinned, Work, WrongJob};
pub use jobs::{
    Counted, EngineLimit, Evolve, JudgedBy, Migo, Network, Openings, Problem, Puzzles, Query,
    Selected, Tactics, Task, Worker, select,
};
pub use part::{About, Clash, Part};
pub use run::{Done, Run};
pub use shard::{Origin, Shard};
pub use table::{Key, Kind, Table, TooLarge};
