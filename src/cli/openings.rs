//! `chesslog openings ...`: lines drawn from books of openings.

mod book;
mod choice;
mod sample;
mod train;

use clap::Subcommand;

pub use self::choice::ChoiceArguments;

#[derive(Debug, Subcommand)]
pub enum OpeningsCommand {
    /// Draw lines, and print which moves they make
    Sample(Box<sample::SampleArguments>),
    /// Learn opening lines at the board; what you did not know is asked again
    Train(Box<train::TrainArguments>),
}

/// Runs the command and returns the exit status.
pub fn run(command: &OpeningsCommand) -> u8 {
    match command {
        OpeningsCommand::Sample(arguments) => sample::run(arguments),
        OpeningsCommand::Train(arguments) => train::run(arguments),
    }
}
