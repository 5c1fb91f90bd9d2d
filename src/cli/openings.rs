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

/// A number with its thousands apart, as in `2,014`.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_apart() {
        let told = [0, 7, 657, 2_014, 100_000, 1_234_567].map(thousands);
        assert_eq!(told, ["0", "7", "657", "2,014", "100,000", "1,234,567"]);
    }
}
