//! `chesslog tactics ...`: chess tactics as logic programs.

mod engines;
mod evaluate;
mod learn;
mod positions;
mod select;
mod strategy;

use std::path::Path;

use clap::Subcommand;

pub use self::engines::{MAIA, option as engine_option};
use crate::terminal::Status;

#[derive(Debug, Subcommand)]
pub enum TacticsCommand {
    /// Learn tactics from games, or from a table of moves
    Learn(learn::LearnArguments),
    /// Measure tactics: coverage, accuracy, divergence
    Evaluate(evaluate::EvaluateArguments),
    /// Keep the best of the tactics that a job has measured in any number of games
    Select(select::SelectArguments),
    /// Combine tactics into a strategy that chooses one move
    Strategy(strategy::StrategyArguments),
}

/// Runs the command and returns the exit status.
pub fn run(command: &TacticsCommand) -> u8 {
    match command {
        TacticsCommand::Learn(arguments) => learn::run(arguments),
        TacticsCommand::Evaluate(arguments) => evaluate::run(arguments),
        TacticsCommand::Select(arguments) => select::run(arguments),
        TacticsCommand::Strategy(arguments) => strategy::run(arguments),
    }
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
            Ok(number @ 1..) => Ok(Examples::Number(number)),
            Err(_) if Path::new(text).exists() => Ok(Examples::File(text.to_owned())),
            _ => Err("expected a number, 1 or more, or a file with a table of moves".to_owned()),
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
