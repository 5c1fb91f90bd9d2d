//! `chesslog scale`: a job on all processors of this machine.

use std::path::PathBuf;

use clap::Args;

use crate::{
    cli::{
        FormatOption, ThreadsOption, cancel_token::CancelToken, fail, number, outputs::make_folder,
    },
    scale::{self, Done, Job, Problem, Run, Shard},
    terminal::Status,
};

/// What is written, below the options.
const FOLDER: &str = "\
The folder gets result.parquet, and parts/ with a file for each piece that was counted. A run that was stopped goes on
where it was: what is in parts/ is not counted again. The result is the same, byte for byte, as that of `chesslog map` and
`reduce` on any other machines. Problems are told of and passed over; the exit status is then 1.";

/// Games or rows of a part, if nothing else is said: some seconds of work.
const RECORDS: u64 = 500;

#[derive(Debug, Args)]
#[command(after_help = FOLDER)]
pub struct ScaleArguments {
    /// The job, as `chesslog job` makes it
    job: PathBuf,
    /// Files of games or tables, plain or compressed; for jobs about runs their numbers, as in 1-100
    #[arg(value_name = "FILE", required = true)]
    files: Vec<Shard>,
    /// The folder for the parts and the result, made if need be
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// How many games, rows or runs a part has [default: 500; 1 run]
    #[arg(long, visible_alias = "games", value_name = "N", value_parser = number::<u64>(1..))]
    records: Option<u64>,
    #[command(flatten)]
    threads: ThreadsOption,
    #[command(flatten)]
    printed: FormatOption,
}

/// Runs the command and returns the exit status.
pub fn run(arguments: &ScaleArguments) -> u8 {
    count(arguments).unwrap_or_else(|message| fail(&message))
}

fn count(arguments: &ScaleArguments) -> Result<u8, String> {
    let token = CancelToken::on_ctrl_c();
    let job = Job::read(&arguments.job).map_err(|error| error.to_string())?;
    let task = job.task().map_err(|error| error.to_string())?;
    make_folder("--out", &arguments.out)?;
    let run = Run {
        job: &job,
        shards: &arguments.files,
        folder: &arguments.out,
        size: arguments
            .records
            .unwrap_or(match arguments.files.as_slice() {
                [Shard::Runs(..), ..] => 1,
                _ => RECORDS,
            }),
        threads: arguments.threads.known_number(),
    };
    let status = Status::new("", 0, "records");
    let sum = run.run(&*task, &token.cancelled, |done| match done {
        Done::Records(records, part) => status.pace(records, part),
        Done::Problem(problem) => {
            status.clear();
            eprintln!("{problem}");
        }
    });
    status.clear();
    let sum = match sum {
        Ok(sum) => sum,
        Err(Problem::Stopped) => {
            eprintln!("stopped; what was counted is kept, and the same command goes on from there");
            return Ok(1);
        }
        Err(Problem::Failed(why)) => return Err(why),
    };
    let result = arguments.out.join("result.parquet");
    scale::write(&result, &sum).map_err(|error| super::unwritten(&result, &error))?;
    let printed = super::put(&sum, arguments.printed.format);
    if arguments.printed.format == crate::cli::Format::Text {
        let seconds = status.elapsed().as_secs_f64();
        println!("{} in {seconds:.1} s", super::number(&sum.about.extent));
    }
    Ok(printed)
}
