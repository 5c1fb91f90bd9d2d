//! `chesslog openings sample`: lines drawn from a book, and the moves that they make.

use std::fmt::Write as _;

use clap::Args;

use super::{book::BookArguments, choice::ChoiceArguments};
use crate::{
    cli::{fail, print},
    openings::thesis::{Reading, Walks},
};

#[derive(Debug, Args)]
pub struct SampleArguments {
    #[command(flatten)]
    book: BookArguments,
    #[command(flatten)]
    choice: ChoiceArguments,
}

/// Runs the command. The exit status is 2 on an error.
pub fn run(arguments: &SampleArguments) -> u8 {
    match sample(arguments) {
        Ok(text) => print(&text),
        Err(message) => fail(&message),
    }
}

fn sample(arguments: &SampleArguments) -> Result<String, String> {
    let book = arguments.book.load()?;
    let choice = arguments.choice.find(&book, true)?;
    let walks = Walks::new(&book, &choice.lines, &choice.weights, Reading::default());
    let mut text = format!("{}\n", arguments.book.name());
    for (to, share) in walks.probabilities(choice.from, 1.0) {
        let name = book.named(to).map_or("", |line| &line.name);
        // Writing to a string cannot fail.
        _ = writeln!(text, "{share:6.3}  {name}");
    }
    Ok(text)
}
