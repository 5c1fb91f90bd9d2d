//! `chesslog tactics ...`: chess tactics as logic programs.

mod learn;

use clap::Subcommand;

#[derive(Debug, Subcommand)]
pub enum TacticsCommand {
    /// Learn tactics from games, or from a table of moves
    Learn(learn::LearnArguments),
}

/// Runs the command and returns the exit status.
pub fn run(command: &TacticsCommand) -> u8 {
    match command {
        TacticsCommand::Learn(arguments) => learn::run(arguments),
    }
}
