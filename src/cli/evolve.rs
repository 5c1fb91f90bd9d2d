//! `chesslog evolve ...`: strategies for endings, bred and proved.

mod opponent;
mod run;
mod verify;

use clap::Subcommand;

#[derive(Debug, Subcommand)]
pub enum EvolveCommand {
    /// Breed a strategy for king and rook against king
    Krk(Box<run::RunArguments>),
    /// Breed a strategy for king and queen against king
    Kqk(Box<run::RunArguments>),
    /// Breed a strategy for king and two bishops against king
    Kbbk(Box<run::RunArguments>),
    /// Breed a strategy for king, bishop and knight against king
    Kbnk(Box<run::RunArguments>),
    /// Prove what a strategy wins from every position against every defence
    Verify(verify::VerifyArguments),
}

/// Runs the command and returns the exit status.
pub fn run(command: &EvolveCommand) -> u8 {
    match command {
        EvolveCommand::Krk(arguments) => run::run("krk", arguments),
        EvolveCommand::Kqk(arguments) => run::run("kqk", arguments),
        EvolveCommand::Kbbk(arguments) => run::run("kbbk", arguments),
        EvolveCommand::Kbnk(arguments) => run::run("kbnk", arguments),
        EvolveCommand::Verify(arguments) => verify::run(arguments),
    }
}
