//! `chesslog tactics ...`: chess tactics as logic programs.

mod engines;
mod evaluate;
mod learn;
mod positions;
mod strategy;

use std::sync::atomic::AtomicBool;

use clap::Subcommand;

use super::{brake::Brake, fail};
use crate::{
    tactics::{TacticsFile, strategy::read_weight},
    terminal::Status,
};

#[derive(Debug, Subcommand)]
pub enum TacticsCommand {
    /// Learn tactics from games, or from a table of moves
    Learn(learn::LearnArguments),
    /// Measure tactics: coverage, accuracy, divergence
    Evaluate(evaluate::EvaluateArguments),
    /// Combine tactics into a strategy that chooses one move
    Strategy(strategy::StrategyArguments),
}

/// Runs the command and returns the exit status.
pub fn run(command: &TacticsCommand) -> u8 {
    match command {
        TacticsCommand::Learn(arguments) => learn::run(arguments),
        TacticsCommand::Evaluate(arguments) => evaluate::run(arguments),
        TacticsCommand::Strategy(arguments) => strategy::run(arguments),
    }
}

/// What long work needs to know.
struct Work<'a> {
    /// Set by Ctrl-C.
    cancel: &'a AtomicBool,
    /// As many as the user wants; 0 for one a processor.
    threads: usize,
    brake: &'a Brake,
}

/// Does work on so many threads, stopped by Ctrl-C, and gives the exit status.
fn run_work(threads: Option<u16>, work: impl FnOnce(&Work<'_>) -> Result<u8, String> + Send) -> u8 {
    let brake = Brake::on_ctrl_c();
    let threads = usize::from(threads.unwrap_or_default());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let done = match pool {
        Ok(pool) => pool.install(|| {
            work(&Work {
                cancel: &brake.pulled,
                threads,
                brake: &brake,
            })
        }),
        Err(error) => Err(format!("cannot start threads: {error}")),
    };
    done.unwrap_or_else(|message| fail(&message))
}

/// How many positions to draw, or a table that has them.
#[derive(Debug, Clone)]
enum Examples {
    Number(usize),
    File(String),
}

impl std::str::FromStr for Examples {
    type Err = String;

    fn from_str(text: &str) -> Result<Examples, String> {
        match text.parse() {
            Ok(0) => Err("expected at least one example".to_owned()),
            Ok(number) => Ok(Examples::Number(number)),
            Err(_) => Ok(Examples::File(text.to_owned())),
        }
    }
}

/// How many positions to draw from games, and the tables to read.
fn wanted(examples: Option<&Examples>, default: usize) -> (usize, Vec<String>) {
    match examples {
        None => (default, Vec::new()),
        Some(Examples::Number(number)) => (*number, Vec::new()),
        Some(Examples::File(file)) => (default, vec![file.clone()]),
    }
}

/// The weights of the tactics of a strategy; `None` if some tactic has none.
fn weights(file: &TacticsFile) -> Option<Vec<f64>> {
    let tactics = file.tactics.iter();
    tactics.map(|tactic| read_weight(&tactic.comment)).collect()
}
