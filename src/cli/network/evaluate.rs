//! `chesslog network evaluate`: how good a network is.

use std::{path::PathBuf, sync::atomic::AtomicBool, time::Instant};

use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use super::{adviser, read_puzzles, weights_name};
use crate::{
    cancel::Cancel,
    cli::{Inputs, OutFolder, SeedOption, ThreadsOption, number, print},
    network::{
        Adviser,
        puzzles::{Collection, Part, Request},
        score::{Baselines, Report, calibration_curve, curves},
    },
    report::{self, Files, thousands},
    terminal::Status,
};

/// What the words in the output mean, below the options.
const WORDS: &str = "\
Top-1 to top-5 are the shares of the puzzles in which the piece that moves is the likeliest by the
network, is one of the two likeliest, and so on; loss is the mean negative logarithm of its
probability. Calibration compares the probability of the likeliest piece with how often it is right.

The baselines are learned from the training part of the same files: an own piece drawn at random; the
kind of piece that moves most often; the kind that does so for each piece of it on the board; and a
dense network that only sees how many pieces of each kind there are, as the paper suggests. Pieces that
are equal to them share their places.

The test part is what networks trained by chesslog on any file have not seen of it, their mirror images
included. With --out, a directory gets metrics.json, metrics.csv, calibration.csv, and as SVG the
calibration and, if the weights have their history, the curves of loss and accuracy.";

#[derive(Debug, Args)]
#[command(after_help = WORDS)]
pub struct EvaluateArguments {
    /// The weights, a file that `chesslog network train` made [default: those that come with the
    /// program]
    weights: Option<PathBuf>,
    /// Tables of puzzles
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    puzzles: Vec<String>,
    /// Which of their puzzles
    #[arg(long, value_enum, default_value = "test")]
    part: Parts,
    /// How many puzzles to draw; 0 for all
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = number::<usize>(..))]
    sample: usize,
    #[command(flatten)]
    random: SeedOption,
    #[command(flatten)]
    files: OutFolder,
    /// How the result is printed
    #[arg(long, value_enum, default_value = "text")]
    format: Form,
    #[command(flatten)]
    threads: ThreadsOption,
}

/// Which puzzles are judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Parts {
    /// Two of ten, never trained on.
    Test,
    /// One of ten, which chose between networks.
    Validation,
    /// Seven of ten, trained on.
    Training,
    /// All of them: for files that no network was trained on.
    All,
}

impl Parts {
    fn parts(self) -> &'static [Part] {
        match self {
            Parts::Test => &[Part::Test],
            Parts::Validation => &[Part::Validation],
            Parts::Training => &[Part::Training],
            Parts::All => &Part::ALL,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Parts::All => "all parts",
            Parts::Test => "test",
            Parts::Validation => "validation",
            Parts::Training => "training",
        }
    }
}

/// How the result is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// For people.
    Text,
    /// For programs: one JSON object.
    Json,
    /// For tables: a line for each row of each table.
    Csv,
}

/// Runs the command. The exit status is 2 on an error, and when it was interrupted.
pub fn run(arguments: &EvaluateArguments) -> u8 {
    arguments
        .threads
        .run(|token| evaluate(arguments, &token.cancelled))
}

fn evaluate(arguments: &EvaluateArguments, cancelled: &AtomicBool) -> Result<u8, String> {
    let begin = Instant::now();
    let adviser = adviser(arguments.weights.as_deref())?;
    arguments.files.make(
        &["*.svg", "*.csv", "*.json"],
        &Inputs::of(&arguments.weights).and(&arguments.puzzles),
    )?;
    let cancel = Cancel::by(cancelled);
    let parts = arguments.part.parts();
    let sample: Vec<(Part, usize)> = match (arguments.part, arguments.sample) {
        (_, 0) | (Parts::All, _) => Vec::new(),
        (_, number) => vec![(parts[0], number)],
    };
    let request = Request {
        files: &arguments.puzzles,
        planes: adviser.planes(),
        parts,
        about: &[Part::Training],
        sample: &sample,
        seed: arguments.random.seed,
    };
    let mut puzzles = read_puzzles(&request, cancel)?;
    let baselines = Baselines::learn(&puzzles.part(Part::Training).about, arguments.random.seed);
    let mut judged_puzzles = Collection::default();
    for &part in parts {
        judged_puzzles.append(puzzles.take(part));
    }
    if arguments.sample > 0 {
        judged_puzzles.draw(arguments.sample, arguments.random.seed);
    }
    if judged_puzzles.is_empty() {
        return Err(format!(
            "{}: no puzzle of the {} part",
            arguments.puzzles.join(", "),
            arguments.part.name()
        ));
    }
    let judging = Instant::now();
    let status = Status::new("judging", judged_puzzles.len(), "puzzles");
    let judged = adviser.judge(&judged_puzzles.examples, &cancel, |done| status.show(done));
    status.clear();
    let judged = judged.ok_or("stopped before all puzzles were judged")?;
    let evaluation = Evaluation {
        arguments,
        report: Report::of(
            &judged_puzzles,
            &judged,
            &puzzles.themes,
            baselines.as_ref(),
        ),
        adviser: &adviser,
        judging: judging.elapsed().as_secs_f64(),
        seconds: begin.elapsed().as_secs_f64(),
    };
    let printed = print(&match arguments.format {
        Form::Text => evaluation.text(),
        Form::Json => report::json(evaluation.json()),
        Form::Csv => evaluation.report.csv(),
    });
    Ok(printed.max(arguments.files.put(|| evaluation.files())))
}

/// What there is to tell.
struct Evaluation<'a> {
    arguments: &'a EvaluateArguments,
    adviser: &'a Adviser,
    report: Report,
    judging: f64,
    seconds: f64,
}

impl Evaluation<'_> {
    fn text(&self) -> String {
        format!(
            "{}, {} planes ({}), {} parameters, on {} puzzles ({}) in {:.1} s\n\n{}",
            weights_name(self.arguments.weights.as_ref()),
            self.adviser.planes().number(),
            self.adviser.planes().name(),
            thousands(self.adviser.head().shape().parameters() as u64),
            thousands(self.report.network.puzzles),
            self.arguments.part.name(),
            self.seconds,
            self.report.text()
        )
    }

    fn json(&self) -> Value {
        json!({
            "weights": weights_name(self.arguments.weights.as_ref()),
            "input": self.adviser.planes().name(),
            "parameters": self.adviser.head().shape().parameters(),
            "puzzles": self.arguments.puzzles,
            "part": self.arguments.part.name(),
            "seed": self.arguments.random.seed,
            "report": self.report,
            "judging_seconds": self.judging,
            "seconds": self.seconds,
        })
    }

    fn files(&self) -> Files {
        let mut files = vec![
            ("metrics.json", report::json(self.json())),
            ("metrics.csv", self.report.csv()),
            ("calibration.csv", self.report.calibration_csv()),
            (
                "calibration.svg",
                calibration_curve(&self.report.calibration),
            ),
        ];
        if let Some(history) = self.adviser.history() {
            files.extend(curves(&history));
        }
        report::files(files)
    }
}
