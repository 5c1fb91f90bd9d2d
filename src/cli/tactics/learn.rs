//! `chesslog tactics learn`: all tactics that match some of the moves played.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::Instant,
};

use clap::{Args, ValueEnum};

use super::{
    Examples,
    engines::{self, EngineArguments},
    positions::report_problems,
};
use crate::{
    cli::{FormatOption, Inputs, OutFile, SeedOption, ThreadsOption, number, outputs::write},
    session::judges::Judge,
    tactics::{
        Meaning, Vocabulary,
        examples::{self, Example, Sampling},
        file,
        learn::{Count, Options, learn, report},
    },
    uci::Question,
};

/// What the words in the output mean, below the options.
const WORDS: &str = "\
A tactic is a clause tactic(Pos,From,To) that suggests legal moves. All tactics are found that
suggest at least one of the moves played. In the geometric vocabulary these are the relations of
chess, before the move and after it; in the paper's, those of Krishnan and Martens (2022) with the
meaning that their code gives them. A tactic is redundant if one of its goals adds nothing or is
implied by the others, or if a tactic that is not larger suggests the same moves.

Games that ended in another way than normally or by time forfeit are passed over. One tenth of what
is drawn from games is not learned from: with --out tactics.pl it is kept in tactics.validation.csv,
and the rest, with the games, in tactics.positions.csv. Ctrl-C prints what was found so far.";

#[derive(Debug, Args)]
#[command(after_help = WORDS)]
pub struct LearnArguments {
    /// Draw positions from this PGN file, plain or compressed, one a game
    #[arg(long, value_name = "FILE")]
    games: Option<String>,
    /// How many positions to draw [default: 100], or a table of moves: CSV with the columns fen,
    /// uci and label (1: to be suggested, 0: not)
    #[arg(long, value_name = "N|FILE")]
    examples: Option<Examples>,
    /// The first move of a game that may be drawn
    #[arg(long, value_name = "N", default_value = "12", value_parser = number::<u32>(..))]
    from_move: u32,
    #[command(flatten)]
    random: SeedOption,
    /// What tactics may speak of
    #[arg(long, value_enum, default_value = "geometric")]
    vocabulary: Words,
    /// The most goals of a tactic, legal_move or make_move included
    #[arg(long, value_name = "N", default_value = "5",
          value_parser = number::<u8>(1..=12))]
    max_body: u8,
    /// The most variables of a tactic: Pos, From, To and other squares
    #[arg(long, value_name = "N", default_value = "5",
          value_parser = number::<u8>(3..=9))]
    max_vars: u8,
    /// Search only these predicates of the vocabulary, such as attacks,after:attacks
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    predicates: Vec<String>,
    /// Which moves are to be suggested
    #[arg(long, value_enum, default_value = "played")]
    positives: Positives,
    #[command(flatten)]
    engines: EngineArguments,
    /// Only tactics that suggest at least so many of the moves played [default: 1 with the paper's
    /// vocabulary, a twentieth of them with the geometric one]
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..))]
    min_support: Option<u32>,
    /// Tactics that differ only in the names of variables: once, or as often as Popper lists them,
    /// if redundant ones are kept
    #[arg(long, value_enum, default_value = "canonical")]
    count: Copies,
    /// Redundant tactics: list them, marked, or leave them out [default: keep with the paper's
    /// vocabulary, drop with the geometric one]
    #[arg(long, value_enum)]
    redundant: Option<Redundant>,
    #[command(flatten)]
    file: OutFile,
    #[command(flatten)]
    printed: FormatOption,
    #[command(flatten)]
    threads: ThreadsOption,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Positives {
    /// The moves played, or those with label 1.
    Played,
    /// In their place, the moves that an engine thinks best: give --engine.
    Engine,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Words {
    /// The tactic paper's predicates, as its code means them.
    Paper,
    /// The relations of chess.
    Geometric,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Copies {
    /// Once.
    Canonical,
    /// Each permutation of the variables.
    Popper,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Redundant {
    /// List them.
    Keep,
    /// Leave them out.
    Drop,
}

impl LearnArguments {
    /// The engine whose moves are wanted, if they are.
    fn engine(&self, cancel: &AtomicBool) -> Result<Option<Judge>, String> {
        let mut engines = self.engines.start(self.threads.number(), cancel)?;
        match (self.positives, engines.len()) {
            (Positives::Played, 0) => Ok(None),
            (Positives::Played, _) => {
                Err("--engine is of use only with --positives engine".to_owned())
            }
            (Positives::Engine, 1) => Ok(engines.pop()),
            (Positives::Engine, n) => Err(format!(
                "--positives engine needs one --engine, such as --engine stockfish; here are {n}"
            )),
        }
    }

    fn options(&self) -> Result<Options, String> {
        let paper = self.vocabulary == Words::Paper;
        let meaning = match paper {
            true => Meaning::Paper,
            false => Meaning::Geometric,
        };
        let (variables, goals) = (usize::from(self.max_vars), usize::from(self.max_body));
        let mut vocabulary = Vocabulary::new(meaning, variables, goals);
        if !self.predicates.is_empty() {
            vocabulary.search_only(&self.predicates)?;
        }
        Ok(Options {
            vocabulary,
            count: match self.count {
                Copies::Canonical => Count::Canonical,
                Copies::Popper => Count::Popper,
            },
            redundant: self.redundant.map_or(paper, |r| r == Redundant::Keep),
            min_support: self.min_support.map(|n| n as usize),
        })
    }
}

/// What is learned from, what is kept back, and where both come from.
struct Data {
    training: Vec<Example>,
    validation: Vec<Example>,
    origin: Vec<String>,
    /// Whether they were drawn from games.
    drawn: bool,
}

/// Runs the command. The exit status is 1 if there is no tactic or the run was stopped.
pub fn run(arguments: &LearnArguments) -> u8 {
    arguments
        .threads
        .run(|token| find(arguments, &token.cancelled))
}

fn find(arguments: &LearnArguments, cancel: &AtomicBool) -> Result<u8, String> {
    let options = arguments.options()?;
    let table = match &arguments.examples {
        Some(Examples::File(table)) => Some(table),
        _ => None,
    };
    let inputs = Inputs::of(arguments.games.iter().chain(table));
    let beside = ["positions.csv", "validation.csv"];
    arguments.file.check(&beside, &inputs)?;
    let engine = arguments.engine(cancel)?;
    let mut data = data(arguments, cancel)?;
    if let Some(evaluator) = &engine {
        data.ask(evaluator, cancel)?;
    }
    let begin = Instant::now();
    let learned = learn(&data.training, &options, cancel).map_err(|error| error.to_string())?;
    let seconds = begin.elapsed().as_secs_f64();
    data.origin.extend(report::about(&learned, &options));
    if let Some(out) = &arguments.file.out {
        let kept = file::validation_path(out);
        let count = data.validation.len();
        if count > 0 {
            data.origin
                .push(format!("validation: {count} more in {}", kept.display()));
        }
        let mut program = Vec::new();
        // Writing to memory cannot fail.
        _ = file::write(&mut program, &learned, &data.origin);
        write(out, program)?;
        if count > 0 {
            write(&kept, examples::csv(&data.validation))?;
        }
        if data.drawn {
            write(
                &out.with_extension("positions.csv"),
                examples::csv(&data.training),
            )?;
        }
    }
    let printed = arguments.printed.format.put(
        || report::text(&learned, &options, seconds),
        || report::json(&learned, &data.origin, seconds),
    );
    Ok(printed.max(u8::from(learned.tactics.is_empty() || !learned.complete)))
}

impl Data {
    /// Replaces the moves that are to be suggested by those that an engine thinks best; positions
    /// for which it has none are passed over.
    fn ask(&mut self, judge: &Judge, cancel: &AtomicBool) -> Result<(), String> {
        let all = self.training.iter().chain(&self.validation);
        let questions: Vec<Question> = all
            .filter(|example| example.positive)
            .map(|example| Question {
                position: example.chess.clone(),
                moves: Vec::new(),
                best: true,
            })
            .collect();
        let judgement = engines::best_moves(judge, &questions, cancel);
        judgement.report();
        if cancel.load(Ordering::Relaxed) {
            return Err("stopped while the engine was asked".to_owned());
        }
        let mut best = judgement.best.iter();
        for examples in [&mut self.training, &mut self.validation] {
            examples.retain_mut(|example| {
                !example.positive
                    || match best.next().copied().flatten() {
                        Some(m) => {
                            example.m = m;
                            true
                        }
                        None => false,
                    }
            });
        }
        if !self.training.iter().any(|example| example.positive) {
            return Err(format!("{} has no move for any position", judgement.engine));
        }
        self.origin.push(format!(
            "instead of the moves played: those of {} ({})",
            judgement.engine, judgement.limit
        ));
        Ok(())
    }
}

/// Reads or draws the examples.
fn data(arguments: &LearnArguments, cancel: &AtomicBool) -> Result<Data, String> {
    let (file, wanted) = match (&arguments.games, &arguments.examples) {
        (None, Some(Examples::File(file))) => {
            let training = examples::read(file).map_err(|error| error.to_string())?;
            return Ok(Data {
                origin: vec![format!("examples: {} moves in {file}", training.len())],
                training,
                validation: Vec::new(),
                drawn: false,
            });
        }
        (Some(_), Some(Examples::File(file))) => {
            return Err(format!(
                "--games draws examples, and {file} has them: give one of the two, or a number"
            ));
        }
        (None, _) => {
            return Err("expected --games FILE.pgn or --examples FILE.csv".to_owned());
        }
        (Some(file), None) => (file, 100),
        (Some(file), Some(Examples::Number(number))) => (file, *number),
    };
    let sampling = Sampling {
        examples: wanted,
        from_move: arguments.from_move,
        seed: arguments.random.seed,
    };
    let sample = examples::sample(file, &sampling, cancel).map_err(|error| error.to_string())?;
    report_problems(file, &sample);
    let drawn = sample.examples.len();
    if drawn == 0 {
        return Err(format!(
            "{file}: no game of {} can be used; expected games that ended normally or by time \
             forfeit and got to move {}",
            sample.games, arguments.from_move
        ));
    }
    if drawn < wanted {
        eprintln!("warning: {file} has only {drawn} games that can be used");
    }
    let mut training = sample.examples;
    let validation = training.split_off(drawn - drawn / 10);
    let origin = vec![
        format!(
            "examples: {} moves, one a game, from move {} on, of {file} (seed {})",
            training.len(),
            arguments.from_move,
            arguments.random.seed
        ),
        format!(
            "games: {} read, {} ended otherwise, {} too short, {} bad",
            sample.games, sample.ended_otherwise, sample.short, sample.bad
        ),
    ];
    Ok(Data {
        training,
        validation,
        origin,
        drawn: true,
    })
}
