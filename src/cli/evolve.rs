//! `chesslog evolve ...`: strategies for endings, and what they win.

mod told;
mod verify;

use clap::Subcommand;

#[derive(Debug, Subcommand)]
pub enum EvolveCommand {
    /// Prove what a strategy wins from every position against every defence
    Verify(verify::VerifyArguments),
}

/// Runs the command and returns the exit status.
pub fn run(command: &EvolveCommand) -> u8 {
    match command {
        EvolveCommand::Verify(arguments) => verify::run(arguments),
    }
}
