//! `chesslog network rules`: what a network has learned, as clauses.

use std::{
    path::PathBuf,
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use clap::{Args, ValueEnum};

use super::{adviser, base_name, read_puzzles, weights_name};
use crate::{
    cancel::Cancel,
    cli::{
        FormatOption, Inputs, OutFile, SeedOption, ThreadsOption, number, outputs::write, seconds,
    },
    ilp::Stopped,
    network::{
        Adviser,
        puzzles::{Collection, Part, Request},
        rules::{
            self, Options, PLANES, Report,
            outcome::{Outcome, texts},
            program::program,
            report::Asked,
        },
        score::Baselines,
    },
    report::plural,
    terminal::Status,
};

/// What the words in the output mean, below the options.
const WORDS: &str = "\
A rule is a clause whose literals are planes that the network sees (`network_plane/3`): the kinds of
pieces, and what attacks, pins, exchanges and legal moves say of their squares. Each rule of the list in
turn keeps of the pieces with a legal move those that it prefers, if any of those that are left is one.
What is left after the last rule is named; of several pieces one is named by chance.

All clauses with up to --size literals are enumerated that hold of the right pieces of one in 200
positions and have no redundant literal. The list is grown from them: each time the clause is added
that most often makes it name the right piece, at the place in the list where it does so; then each
rule in turn is exchanged for the best clause at the best place, if that is better. The nth rule costs
n + 1 times the number of clauses times the number of puzzles.

Fidelity is the share of the test puzzles in which the piece is named that the network names, accuracy
the share in which the one is named that moves. A rule decides a puzzle if it is the last that took
pieces away. The baselines, which name kinds of pieces, learn from the same puzzles as the rules.

With --out, a Prolog program is written: `moves(S, P)` has the squares that are left in a position.";

#[derive(Debug, Args)]
#[command(after_help = WORDS)]
pub struct RulesArguments {
    /// The weights, a file that `chesslog network train` made [default: those that come with the
    /// program]
    weights: Option<PathBuf>,
    /// Tables of puzzles
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    puzzles: Vec<String>,
    /// What the rules are to name
    #[arg(long, value_enum, default_value = "network")]
    target: Target,
    /// How many puzzles of the training part to learn from
    #[arg(long, value_name = "N", default_value_t = 20_000,
          value_parser = number::<u64>(1..))]
    positions: u64,
    /// How many puzzles of the test part to draw; 0 for all
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = number::<usize>(..))]
    sample: usize,
    /// The most literals of a clause
    #[arg(long, value_name = "N", default_value_t = 2,
          value_parser = number::<u8>(1..=4))]
    size: u8,
    /// The most rules
    #[arg(long, value_name = "N", default_value_t = 20,
          value_parser = number::<u16>(1..=1000))]
    rules: u16,
    #[command(flatten)]
    random: SeedOption,
    #[command(flatten)]
    threads: ThreadsOption,
    /// Seconds after which no more rules are added, 0 for no limit
    #[arg(long, value_name = "S", value_parser = seconds)]
    time_limit: Option<Duration>,
    #[command(flatten)]
    file: OutFile,
    #[command(flatten)]
    printed: FormatOption,
}

/// What rules are to name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Target {
    /// The piece that the network names
    Network,
    /// The piece that moves in the puzzle
    Puzzle,
}

impl Target {
    fn name(self) -> &'static str {
        match self {
            Target::Network => "network",
            Target::Puzzle => "puzzle",
        }
    }
}

impl RulesArguments {
    /// The command, as far as the rules depend on it.
    fn command(&self) -> String {
        let files: Vec<String> = self.puzzles.iter().map(|file| base_name(file)).collect();
        let weights = self.weights.as_ref();
        let weights = weights.map_or_else(String::new, |path| {
            format!(" {}", base_name(&path.to_string_lossy()))
        });
        format!(
            "chesslog network rules{weights} --puzzles {} --target {} --positions {} --size {} --rules {} --seed {}",
            files.join(" "),
            self.target.name(),
            self.positions,
            self.size,
            self.rules,
            self.random.seed
        )
    }
}

/// Runs the command. The exit status is 1 if it was stopped before the list was done, 2 on an error.
pub fn run(arguments: &RulesArguments) -> u8 {
    arguments
        .threads
        .run(|token| learn(arguments, &token.cancelled))
}

fn learn(arguments: &RulesArguments, cancelled: &AtomicBool) -> Result<u8, String> {
    let begin = Instant::now();
    let adviser = adviser(arguments.weights.as_deref())?;
    if !adviser.planes().turns() {
        return Err(format!(
            "{}: the network sees the planes \"{}\", expected planes that are turned to the side to move",
            weights_name(arguments.weights.as_ref()),
            adviser.planes().name()
        ));
    }
    let inputs = Inputs::of(&arguments.weights).and(&arguments.puzzles);
    arguments.file.check(&[], &inputs)?;
    let cancel = Cancel::by(cancelled);
    let (training, test, themes) = drawn(arguments, cancel)?;
    let baselines = Baselines::learn(&training.about, arguments.random.seed);
    let training = ask(&adviser, training, cancel)?;
    let test = ask(&adviser, test, cancel)?;
    let targets = match arguments.target {
        Target::Network => &training.named,
        Target::Puzzle => &training.moved,
    };
    let options = Options {
        size: arguments.size.into(),
        rules: arguments.rules.into(),
    };
    let limited = cancel.within(arguments.time_limit.filter(|limit| !limit.is_zero()));
    let status = Status::new("choosing", options.rules, "rules");
    let report = |rules| status.show(rules);
    let learned = rules::learn(&training.positions, targets, &options, limited, report);
    status.clear();
    let learned = learned.map_err(|stopped| match stopped {
        Stopped::Cancelled => "stopped while clauses were enumerated".to_owned(),
        stopped => stopped.to_string(),
    })?;
    let list = learned.rules();
    let stopped = limited.is_set() && list.len() < options.rules;
    if stopped {
        eprintln!("stopped after {}", plural(list.len() as u64, "rule"));
    }
    let result = Outcome {
        weights: weights_name(arguments.weights.as_ref()),
        puzzles: &arguments.puzzles,
        target: arguments.target.name(),
        size: arguments.size,
        seed: arguments.random.seed,
        learned_from: training.positions.len(),
        judged_on: test.positions.len(),
        clauses: learned.clauses,
        rules: texts(list),
        report: Report::of(&learned.lists, &test, &themes, baselines.as_ref()),
        seconds: begin.elapsed().as_secs_f64(),
    };
    if let Some(out) = &arguments.file.out {
        write(out, program(&result.header(&arguments.command()), list))?;
    }
    let printed = arguments.printed.format.put(|| result.text(), || &result);
    Ok(if stopped { 1 } else { printed })
}

/// The puzzles to learn from, those to be judged by, and the names of their themes.
fn drawn(
    arguments: &RulesArguments,
    cancel: Cancel<'_>,
) -> Result<(Collection, Collection, Vec<String>), String> {
    let mut sample = vec![(Part::Training, arguments.positions as usize)];
    if arguments.sample > 0 {
        sample.push((Part::Test, arguments.sample));
    }
    let request = Request {
        files: &arguments.puzzles,
        planes: PLANES,
        parts: &[Part::Training, Part::Test],
        about: &[],
        sample: &sample,
        seed: arguments.random.seed,
    };
    let mut puzzles = read_puzzles(&request, cancel)?;
    let mut take = |part: Part| match puzzles.take(part) {
        none if none.is_empty() => Err(format!(
            "{}: no puzzle of the {} part",
            arguments.puzzles.join(", "),
            part.name()
        )),
        some => Ok(some),
    };
    let (training, test) = (take(Part::Training)?, take(Part::Test)?);
    Ok((training, test, puzzles.themes))
}

/// Asks the network about puzzles.
fn ask(adviser: &Adviser, puzzles: Collection, cancel: Cancel<'_>) -> Result<Asked, String> {
    let status = Status::new("asking the network", puzzles.len(), "puzzles");
    let squares = rules::named(adviser, &puzzles.examples, cancel, |done| status.show(done));
    status.clear();
    let squares = squares.ok_or("stopped before the network was asked about all puzzles")?;
    Ok(Asked::of(puzzles, &squares))
}
