//! Learns the smallest program for a task in Popper's format, without Prolog.
//!
//! `cargo run --example learn -- kb/tasks/grandparent`

use std::{env, path::PathBuf, process::ExitCode, sync::atomic::AtomicBool};

use chesslog::ilp::{Options, learn, read};

fn main() -> ExitCode {
    let Some(task) = env::args_os().nth(1).map(PathBuf::from) else {
        eprintln!("which task? expected a folder with bias.pl, bk.pl and exs.pl");
        return ExitCode::from(2);
    };
    let reading = match read::read(&task, None, &|_, _| false) {
        Ok(reading) => reading,
        Err(problems) => {
            for problem in problems {
                eprintln!("{}: {}", problem.file, problem.message);
            }
            return ExitCode::from(2);
        }
    };
    let never = AtomicBool::new(false);
    match learn(
        &reading.task,
        None,
        &Options::default(),
        &never,
        &mut |_| {},
    ) {
        Ok(outcome) => {
            for clause in outcome
                .hypotheses
                .iter()
                .take(1)
                .flat_map(|best| &best.clauses)
            {
                println!("{}", outcome.bias.clause_text(clause));
            }
            println!("% {}", outcome.end_word());
            ExitCode::SUCCESS
        }
        Err(stopped) => {
            eprintln!("the search stopped: {stopped:?}");
            ExitCode::FAILURE
        }
    }
}
