//! What `tactic/4` says of puzzles, beside the themes that Lichess gives them.

pub mod examine;
pub mod rows;
pub mod tally;
pub mod themes;

use self::{examine::Report, rows::Task};

/// What became of a row.
#[derive(Debug)]
pub enum Outcome {
    /// It cannot be used.
    Bad {
        number: u64,
        line: u64,
        problem: String,
    },
    /// Nothing can be read from here on.
    Lost { number: u64, problem: String },
    /// Its position was examined; or the reason why there is no report.
    Done {
        task: Task,
        report: Result<Report, String>,
        /// What the program wrote meanwhile.
        output: String,
    },
}

impl Outcome {
    /// Its place among the rows that are told of.
    pub fn number(&self) -> u64 {
        match self {
            Outcome::Bad { number, .. } | Outcome::Lost { number, .. } => *number,
            Outcome::Done { task, .. } => task.number,
        }
    }
}
