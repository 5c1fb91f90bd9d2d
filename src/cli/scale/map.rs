//! `chesslog map`: counts a shard for a job.

use std::path::PathBuf;

use clap::Args;

use crate::{
    cli::{Inputs, cancel_token::CancelToken, fail, print},
    scale::{self, Job, Problem, Shard},
};

/// What a part is, below the options.
const PART: &str = "\
A part is a Parquet file, which DuckDB, Polars and pandas read: keys, and sums of whole numbers. Its metadata has the job,
the version of chesslog, and which records of which files were counted. It is written whole or not at all. If it is there
already, nothing is done.

Records that are wrong are told of and passed over; where a file cannot be read any further, the part says so. The exit
status is then 1.";

#[derive(Debug, Args)]
#[command(after_help = PART)]
pub struct MapArguments {
    /// The job, as `chesslog job` makes it
    job: PathBuf,
    /// The shard: a file, or records of one, as in games.pgn.zst#1-1000; for jobs about runs their numbers, as in 1-8
    #[arg(value_name = "SHARD")]
    shard: Shard,
    /// The file for the part
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Runs the command and returns the exit status.
pub fn run(arguments: &MapArguments) -> u8 {
    map(arguments).unwrap_or_else(|message| fail(&message))
}

fn map(arguments: &MapArguments) -> Result<u8, String> {
    let out = &arguments.out;
    let inputs = Inputs::of([&arguments.job]).and(arguments.shard.file());
    inputs.check("--out", out)?;
    let job = Job::read(&arguments.job).map_err(|error| error.to_string())?;
    let task = job.task().map_err(|error| error.to_string())?;
    if out.exists() {
        let expected = job.empty(task.table());
        let refused =
            |why: String| format!("{} {why}; remove it, or name another file", out.display());
        let there = scale::read(out)
            .map_err(|error| format!("{} {error}; name another file", out.display()))?;
        if let Some(difference) = expected.about.difference(&there.about) {
            return Err(refused(format!("is of another job: {difference}")));
        }
        // A shard that was damaged may have been mended.
        let damaged = there.about.extent.lost().next().is_some();
        if !damaged && !arguments.shard.is_counted(&there.about.extent)? {
            return Err(refused("is of another shard".to_owned()));
        }
        if !damaged {
            let printed = print(&format!("{}: done already\n", out.display()));
            return Ok(printed.max(u8::from(there.is_flawed())));
        }
    }
    let token = CancelToken::on_ctrl_c();
    let mut worker = task.worker()?;
    let counted = worker.count(&arguments.shard, &token.cancelled);
    let counted = counted.map_err(|problem| match problem {
        Problem::Stopped => "stopped; no part is written".to_owned(),
        Problem::Failed(why) => why,
    })?;
    for problem in &counted.problems {
        eprintln!("{problem}");
    }
    let part = job.part(counted);
    scale::write(out, &part).map_err(|error| super::unwritten(out, &error))?;
    super::tell_lost(&part);
    let number = super::number(&part.about.extent);
    let printed = print(&format!(
        "{}: {number}
",
        out.display()
    ));
    Ok(printed.max(u8::from(part.is_flawed())))
}
