//! `chesslog network guide`: what a piece head adds to the policy of another network.

use std::{
    path::PathBuf,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
};

use clap::Args;
use rayon::prelude::*;
use shakmaty::{Chess, Move};

use super::{adviser, report_bad, weights_name};
use crate::{
    cancel::Cancel,
    chess::{Position, puzzles::Row, source::Stream},
    cli::{FormatOption, SeedOption, ThreadsOption, number},
    network::{
        Adviser,
        adviser::Among,
        guide::{
            self, Asked,
            report::{Guided, Report, by_theme},
        },
        leela::{Maia, place},
        puzzles::{Bad, Part},
    },
    random::Random,
    report::thousands,
    terminal::Status,
};

/// What is done, below the options.
const WORDS: &str = "\
A puzzle is solved at one node if its first move is the likeliest. The policy of Maia is asked alone,
and then multiplied by a power of the probability that the piece head gives to the piece that moves. The
exponent of the power is the one that solves most puzzles of the validation part; what is printed is of
the test part. Maia sees the position before the puzzle, too, from which its opponent's move led to it.

Another mate in one move is not counted as the solution.";

#[derive(Debug, Args)]
#[command(after_help = WORDS)]
pub struct GuideArguments {
    /// The weights of the piece head [default: those that come with the program]
    weights: Option<PathBuf>,
    /// The weights of Maia, as published; several files are compared [default: $MAIA_WEIGHTS, or
    /// maia-1600.pb.gz in chesslog's data directory]
    #[arg(long, value_name = "FILE", num_args = 1..)]
    maia: Vec<PathBuf>,
    /// Tables of puzzles
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    puzzles: Vec<String>,
    /// How many puzzles of the test part to draw; 0 for all
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = number::<usize>(..))]
    sample: usize,
    /// How many puzzles of the validation part the exponent is fitted on
    #[arg(long, value_name = "N", default_value_t = 10_000,
          value_parser = number::<u64>(1..))]
    fit: u64,
    #[command(flatten)]
    random: SeedOption,
    #[command(flatten)]
    printed: FormatOption,
    #[command(flatten)]
    threads: ThreadsOption,
}

/// A puzzle as it is asked about.
struct Puzzle {
    /// The position before, and the one of the puzzle.
    positions: [Chess; 2],
    solution: Move,
    themes: Vec<String>,
}

/// Runs the command. The exit status is 2 on an error, and when it was interrupted.
pub fn run(arguments: &GuideArguments) -> u8 {
    arguments
        .threads
        .run(|token| guided(arguments, &token.cancelled))
}

fn guided(arguments: &GuideArguments, cancelled: &AtomicBool) -> Result<u8, String> {
    let adviser = adviser(arguments.weights.as_deref())?;
    let files: Vec<Option<&PathBuf>> = match arguments.maia.is_empty() {
        true => vec![None],
        false => arguments.maia.iter().map(Some).collect(),
    };
    let read = |file: Option<&PathBuf>| place::read(file.map(PathBuf::as_path));
    let maias: Result<Vec<Maia>, _> = files.into_iter().map(read).collect();
    let maias = maias.map_err(|error| error.to_string())?;
    let cancel = Cancel::by(cancelled);
    let [mut test, mut validation] = drawn(arguments, cancel)?;
    let mut random = Random::of(&[arguments.random.seed, 0x6775_6964]);
    let sample = match arguments.sample {
        0 => test.len(),
        number => number,
    };
    random.draw(sample, &mut test);
    random.draw(arguments.fit as usize, &mut validation);
    let part = |name| {
        format!(
            "{}: no puzzle of the {name} part",
            arguments.puzzles.join(", ")
        )
    };
    if test.is_empty() {
        return Err(part("test"));
    }
    if validation.is_empty() {
        return Err(part("validation"));
    }
    let mut all = Vec::new();
    for maia in &maias {
        let fitted = ask(&validation, maia, &adviser, cancel)?;
        let asked = ask(&test, maia, &adviser, cancel)?;
        let exponent = guide::fit(&fitted);
        all.push(Guided {
            name: maia.name().to_owned(),
            exponent,
            rows: by_theme(
                test.iter().map(|puzzle| &puzzle.themes[..]).zip(&asked),
                exponent,
            ),
        });
    }
    let report = Report {
        weights: weights_name(arguments.weights.as_ref()),
        puzzles: &arguments.puzzles,
        fitted_on: validation.len(),
        results: all,
    };
    Ok(arguments.printed.format.put(|| report.text(), || &report))
}

/// The puzzles of the test part and of the validation part.
fn drawn(arguments: &GuideArguments, cancel: Cancel<'_>) -> Result<[Vec<Puzzle>; 2], String> {
    let line = Status::line();
    let mut parts = [Vec::new(), Vec::new()];
    let mut bad = Bad::default();
    for file in &arguments.puzzles {
        let mut stream = Stream::<Row>::open(file).map_err(|error| error.to_string())?;
        while let Some(row) = stream.next().map_err(|error| error.to_string())? {
            if cancel.is_set() {
                return Err("stopped while puzzles were read".to_owned());
            }
            match puzzle(&row) {
                Ok(Some((Part::Test, puzzle))) => parts[0].push(puzzle),
                Ok(Some((_, puzzle))) => parts[1].push(puzzle),
                Ok(None) => {}
                Err(problem) => bad.add(format!("{file}: line {}: {problem}", row.line)),
            }
            line.note(|| {
                format!(
                    "reading puzzles: {}",
                    thousands((parts[0].len() + parts[1].len()) as u64)
                )
            });
        }
    }
    line.clear();
    report_bad(&bad);
    Ok(parts)
}

/// The puzzle in a row, unless it is one to learn from.
fn puzzle(row: &Row) -> Result<Option<(Part, Puzzle)>, String> {
    let (position, solution) = row.solve()?;
    let part = Part::of(&position);
    if part == Part::Training {
        return Ok(None);
    }
    let before = row.field("FEN").unwrap_or_default();
    let before = Position::parse(before).map_err(|error| error.to_string())?;
    let solution = *solution.first().ok_or("there is no move to find")?;
    Ok(Some((
        part,
        Puzzle {
            positions: [Chess::clone(&before), Chess::clone(&position)],
            solution,
            themes: row.themes().map(str::to_owned).collect(),
        },
    )))
}

/// Asks Maia and the piece head about puzzles.
fn ask(
    puzzles: &[Puzzle],
    maia: &Maia,
    adviser: &Adviser,
    cancel: Cancel<'_>,
) -> Result<Vec<Asked>, String> {
    let status = Status::new(maia.name(), puzzles.len(), "puzzles");
    let done = AtomicUsize::new(0);
    let asked: Option<Vec<Asked>> = puzzles
        .par_iter()
        .map_init(
            || (maia.scratch(), adviser.room()),
            |(scratch, room), puzzle| {
                if cancel.is_set() {
                    return None;
                }
                let policy = maia.policy(&puzzle.positions, scratch);
                let pieces = adviser.pieces(&puzzle.positions[1], Among::Movable, room);
                status.show(done.fetch_add(1, Ordering::Relaxed) + 1);
                Asked::of(&policy, &pieces, puzzle.solution)
            },
        )
        .collect();
    status.clear();
    asked.ok_or_else(|| "stopped before all puzzles were asked about".to_owned())
}
