//! `chesslog tactics select RESULT`: the best of the tactics that a job has measured.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::{
    cli::{Inputs, OutFile, fail, number, outputs::write, print},
    report::{counted, percent, thousands},
    scale,
    tactics::{
        Meaning, file,
        metrics::Metrics,
        report::{Figure, percent as share},
    },
};

/// What is done, below the options.
const DONE: &str = "\
Learning at scale: `chesslog tactics learn` finds all tactics that match some of a few moves, a job measures them in any
number of games, and this keeps the best ones. Of tactics that suggest and match equally often everywhere only the first is
kept. `chesslog tactics strategy` makes them choose one move.

  chesslog tactics learn --games games.pgn --out all.pl
  chesslog job tactics all.pl --out job.json
  chesslog scale job.json games.pgn --out measured
  chesslog tactics select measured/result.parquet --out best.pl";

#[derive(Debug, Args)]
#[command(after_help = DONE)]
pub struct SelectArguments {
    /// The result of a job `tactics`
    result: PathBuf,
    /// What they are to be best by
    #[arg(long, value_enum, default_value = "accuracy")]
    by: By,
    /// Only tactics that suggest a move in at least so many percent of the positions: what is seldom applicable wins by
    /// chance
    #[arg(long, value_name = "PERCENT", default_value_t = 10.0, value_parser = percentage)]
    min_coverage: f64,
    /// How many to keep
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = number::<u32>(1..))]
    best: u32,
    #[command(flatten)]
    file: OutFile,
}

fn percentage(text: &str) -> Result<f64, String> {
    let number = text.parse().ok();
    number
        .filter(|number| (0.0..=100.0).contains(number))
        .ok_or_else(|| "expected a number from 0 to 100".to_owned())
}

/// A [`Figure`] on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum By {
    Coverage,
    Accuracy,
    MeanAccuracy,
    Divergence,
}

/// Runs the command. The exit status is 1 if there is no such tactic.
pub fn run(arguments: &SelectArguments) -> u8 {
    select(arguments).unwrap_or_else(|message| fail(&message))
}

fn select(arguments: &SelectArguments) -> Result<u8, String> {
    arguments
        .file
        .check(&[], &Inputs::of([&arguments.result]))?;
    let name = arguments.result.display();
    let part = scale::read(&arguments.result).map_err(|error| format!("{name} {error}"))?;
    let figure = match arguments.by {
        By::Coverage => Figure::Coverage,
        By::Accuracy => Figure::Accuracy,
        By::MeanAccuracy => Figure::MeanAccuracy,
        By::Divergence => Figure::Divergence(0),
    };
    let least = arguments.min_coverage / 100.0;
    let found = scale::select(&part, figure, least, arguments.best as usize);
    let (vocabulary, all, selected) = found.map_err(|why| format!("{name}: {why}"))?;
    if selected.is_empty() {
        eprintln!(
            "no tactic suggests a move in {} of the positions",
            percent(least, 1)
        );
        return Ok(1);
    }
    let meaning = match vocabulary == Meaning::Paper.name() {
        true => Meaning::Paper,
        false => Meaning::Geometric,
    };
    let games: Vec<&str> = part
        .about
        .extent
        .sources()
        .map(|(_, source)| source.name.as_str())
        .collect();
    let origin = [
        format!(
            "measured on {} of {}: {}",
            counted(part.count("positions"), "position"),
            counted(part.count("games"), "game"),
            games.join(", ")
        ),
        format!(
            "{} of {} tactics, by {}, with a coverage of {} or more",
            selected.len(),
            thousands(all),
            arguments
                .by
                .to_possible_value()
                .map_or_else(String::new, |value| value.get_name().to_owned()),
            percent(least, 1)
        ),
    ];
    let tactics = (1..).zip(&selected).map(|(place, tactic)| {
        let comment = format!(
            "{place}: {}, number {} of the job",
            words(&tactic.metrics),
            tactic.number
        );
        (comment, tactic.text.as_str())
    });
    let mut text = Vec::new();
    // Writing to memory cannot fail.
    _ = file::write_selected(&mut text, meaning, &origin, tactics);
    match &arguments.file.out {
        None => Ok(print(&String::from_utf8_lossy(&text))),
        Some(out) => {
            write(out, &text)?;
            Ok(print(&format!(
                "{}: {}\n",
                out.display(),
                counted(selected.len() as u64, "tactic")
            )))
        }
    }
}

fn words(metrics: &Metrics) -> String {
    let mut words = format!(
        "coverage {}, accuracy {}, mean accuracy {}",
        share(Some(metrics.coverage)),
        share(metrics.accuracy),
        share(metrics.mean_accuracy)
    );
    if let Some(divergence) = metrics.divergence {
        words += &format!(", divergence {divergence:.1}");
    }
    words
}
