//! `chesslog network ...`: the network that says which piece to move, trained, measured, shown and put into rules.

mod evaluate;
mod guide;
mod rules;
mod show;
mod train;

use std::path::{Path, PathBuf};

use clap::Subcommand;

use crate::{
    cancel::Cancel,
    network::{
        Adviser,
        puzzles::{self, Bad, Puzzles, Request},
    },
    report::thousands,
    terminal::Status,
};

#[derive(Debug, Subcommand)]
pub enum NetworkCommand {
    /// Train a network on puzzles
    Train(Box<train::TrainArguments>),
    /// Measure a network on puzzles that it was not trained on, beside four baselines
    Evaluate(evaluate::EvaluateArguments),
    /// Tell how many more puzzles Maia solves at one node if a network says which piece to move
    Guide(guide::GuideArguments),
    /// Learn clauses that say what a network says, and tell how often they do
    Rules(rules::RulesArguments),
    /// Draw a position with the pieces that a network would move
    Show(show::ShowArguments),
}

/// Runs the command and returns the exit status.
pub fn run(command: &NetworkCommand) -> u8 {
    match command {
        NetworkCommand::Train(arguments) => train::run(arguments),
        NetworkCommand::Evaluate(arguments) => evaluate::run(arguments),
        NetworkCommand::Guide(arguments) => guide::run(arguments),
        NetworkCommand::Rules(arguments) => rules::run(arguments),
        NetworkCommand::Show(arguments) => show::run(arguments),
    }
}

/// The network in a file, or the one that comes with the program.
fn adviser(weights: Option<&Path>) -> Result<Adviser, String> {
    match weights {
        None => Ok(Adviser::shipped().clone()),
        Some(path) => Adviser::load(path).map_err(|fault| format!("{}: {fault}", path.display())),
    }
}

/// What the network is called where it is told of.
fn weights_name(weights: Option<&PathBuf>) -> String {
    weights.map_or("the network of chesslog".to_owned(), |path| {
        path.display().to_string()
    })
}

/// Reads puzzles with a line of progress, and tells of the rows that could not be used.
fn read_puzzles(request: &Request<'_>, cancel: Cancel<'_>) -> Result<Puzzles, String> {
    let line = Status::line();
    let read = puzzles::read(request, cancel, &mut |progress| {
        line.note(|| {
            format!(
                "reading puzzles: {:.0} %, {} taken",
                100.0 * progress.done,
                thousands(progress.puzzles)
            )
        });
    });
    line.clear();
    let puzzles = read.map_err(|error| error.to_string())?;
    report_bad(&puzzles.bad);
    if cancel.is_set() {
        return Err("stopped while puzzles were read".to_owned());
    }
    Ok(puzzles)
}

/// Names the first rows that could not be used, and counts all.
fn report_bad(bad: &Bad) {
    for row in &bad.first {
        eprintln!("warning: {row}");
    }
    let untold = bad.count - bad.first.len();
    if untold > 0 {
        eprintln!("warning: {} more such rows", thousands(untold));
    }
}

/// A file name without its folder.
fn base_name(file: &str) -> String {
    let name = Path::new(file).file_name();
    name.map_or_else(
        || file.to_owned(),
        |name| name.to_string_lossy().into_owned(),
    )
}
