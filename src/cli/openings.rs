//! `chesslog openings ...`: lines drawn from books of openings, and what the thesis says of them.

mod book;
mod choice;
mod figures;
mod page;
mod plates;
mod report;
mod reproduce;
mod sample;
mod train;

use clap::Subcommand;

#[derive(Debug, Subcommand)]
pub enum OpeningsCommand {
    /// Draw lines, and print which moves they make
    Sample(Box<sample::SampleArguments>),
    /// Run the experiments of the thesis, and check what it says of them
    Reproduce(reproduce::ReproduceArguments),
    /// Learn opening lines at the board; what you did not know is asked again
    Train(Box<train::TrainArguments>),
}

/// Runs the command and returns the exit status.
pub fn run(command: &OpeningsCommand) -> u8 {
    match command {
        OpeningsCommand::Sample(arguments) => sample::run(arguments),
        OpeningsCommand::Reproduce(arguments) => reproduce::run(arguments),
        OpeningsCommand::Train(arguments) => train::run(arguments),
    }
}
