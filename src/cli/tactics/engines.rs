//! The engines that judge moves, as the user names them.

use std::{path::PathBuf, sync::atomic::AtomicBool, thread, time::Duration};

use clap::Args;
use shakmaty::Move;

use super::Status;
use crate::{
    cli::{number, some_seconds},
    network::leela::place,
    session::judges::Judge,
    tactics::{evaluation::Judgement, metrics::Sample},
    uci::{Cache, Evaluator, Limit, Question, Settings, Tally},
};

/// Positions without an evaluation that are told of.
const TOLD: usize = 10;

#[derive(Debug, Args)]
pub struct EngineArguments {
    /// Evaluate moves with this UCI engine, one on each thread: a path, or a name in PATH; or with
    /// `maia`, the network that moves as people do, one ply deep; may be repeated
    #[arg(long, value_name = "PROGRAM")]
    engine: Vec<String>,
    /// The weights of `--engine maia` [default: $MAIA_WEIGHTS, or maia-1600.pb.gz in chesslog's
    /// folder of the user's data]
    #[arg(long, value_name = "FILE", requires = "engine")]
    maia: Option<PathBuf>,
    /// Set an option of the UCI engines; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = option, requires = "engine")]
    engine_option: Vec<(String, String)>,
    /// How many plies UCI engines search [default: 1]
    #[arg(long, value_name = "N", conflicts_with_all = ["nodes", "movetime"],
          value_parser = number::<u8>(1..))]
    depth: Option<u8>,
    /// How many nodes the engines search instead
    #[arg(long, value_name = "N", conflicts_with = "movetime",
          value_parser = number::<u64>(1..))]
    nodes: Option<u64>,
    /// How many milliseconds the engines search instead; the figures then depend on the computer
    #[arg(long, value_name = "MS", value_parser = number::<u64>(1..=3_600_000))]
    movetime: Option<u64>,
    /// Seconds after which an engine that does not answer is started anew
    #[arg(long, value_name = "S", default_value = "60", value_parser = some_seconds)]
    engine_timeout: Duration,
    /// Keep evaluations in this directory [default: chesslog/evaluations in the user's cache]
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
    /// Neither use nor keep evaluations of other runs
    #[arg(long, conflicts_with = "cache")]
    no_cache: bool,
}

/// An option of an engine, as it is given.
pub fn option(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("expected NAME=VALUE, such as Threads=1".to_owned()),
    }
}

/// The name by which Maia is asked for.
pub const MAIA: &str = "maia";

impl EngineArguments {
    fn limit(&self) -> Limit {
        match (self.nodes, self.movetime) {
            (Some(nodes), _) => Limit::Nodes(nodes),
            (None, Some(milliseconds)) => Limit::MoveTime(milliseconds),
            (None, None) => Limit::Depth(self.depth.unwrap_or(1)),
        }
    }

    /// Starts the engines, so that what is wrong with them is known before long work.
    pub fn start(&self, threads: usize, cancel: &AtomicBool) -> Result<Vec<Judge>, String> {
        self.check()?;
        let start = |program: &String| match program.as_str() {
            MAIA => {
                let maia = place::read(self.maia.as_deref());
                let maia = maia.map_err(|error| format!("--engine maia: {error}"))?;
                Ok(Judge::Maia(Box::new(maia)))
            }
            program => Ok(Judge::Engine(Box::new(
                self.start_program(program, threads, cancel)?,
            ))),
        };
        self.engine.iter().map(start).collect()
    }

    /// Refuses what could only be meant for somebody who is not there.
    fn check(&self) -> Result<(), String> {
        let maia = self.engine.iter().any(|engine| engine == MAIA);
        let programs = self.engine.iter().any(|engine| engine != MAIA);
        if self.maia.is_some() && !maia {
            return Err("--maia is of use only with --engine maia".to_owned());
        }
        let options = [
            ("--engine-option", !self.engine_option.is_empty()),
            ("--depth", self.depth.is_some_and(|plies| plies != 1)),
            ("--nodes", self.nodes.is_some()),
            ("--movetime", self.movetime.is_some()),
        ];
        for (option, given) in options {
            if given && maia && !programs {
                return Err(format!(
                    "{option} is of no use to maia, which has no options and judges moves one ply \
                     deep; expected a UCI engine beside it"
                ));
            }
        }
        Ok(())
    }

    fn start_program(
        &self,
        program: &str,
        threads: usize,
        cancel: &AtomicBool,
    ) -> Result<Evaluator, String> {
        let threads = match threads {
            0 => thread::available_parallelism().map_or(1, usize::from),
            n => n,
        };
        let settings = Settings {
            options: self.engine_option.clone(),
            patience: self.engine_timeout.max(Duration::from_millis(10)),
            ..Settings::new(program)
        };
        let started = Evaluator::start(settings, self.limit(), threads, cancel);
        let mut evaluator = started.map_err(|error| format!("--engine: {error}"))?;
        let directory = self.cache.clone().or_else(Cache::default_directory);
        match directory.filter(|_| !self.no_cache) {
            None => {}
            Some(directory) => match evaluator.keep(&directory) {
                Err(error) if self.cache.is_some() => return Err(error.to_string()),
                // Nobody asked for this place.
                Err(error) => eprintln!("warning: {error}"),
                Ok(()) => {}
            },
        }
        Ok(evaluator)
    }
}

/// What an engine thinks best.
#[derive(Debug)]
pub struct BestMoves {
    pub engine: String,
    pub limit: String,
    /// For each question.
    pub best: Vec<Option<Move>>,
    tally: Tally,
}

impl BestMoves {
    /// Tells what went wrong.
    pub fn report(&self) {
        report(&self.engine, &self.tally);
    }
}

/// Asks for the best move of each position.
pub fn best_moves(judge: &Judge, questions: &[Question], cancel: &AtomicBool) -> BestMoves {
    let status = Status::new(judge.name(), questions.len(), "positions");
    let (answers, tally) = judge.answer(questions, &|done| status.show(done), cancel);
    status.clear();
    let answers = answers.into_iter();
    BestMoves {
        engine: judge.name().to_owned(),
        limit: judge.limit().to_string(),
        best: answers.map(|answer| answer?.best).collect(),
        tally,
    }
}

/// Evaluates all moves of the samples.
pub fn judge(judge: &Judge, samples: &[Sample], cancel: &AtomicBool) -> Judgement {
    let status = Status::new(judge.name(), samples.len(), "positions");
    let (judged, tally) = judge.judge(samples, &|done| status.show(done), cancel);
    status.clear();
    Judgement {
        engine: judge.name().to_owned(),
        limit: judge.limit().to_string(),
        judged,
        tally,
    }
}

/// Tells which positions an engine did not evaluate, and why.
pub fn report(engine: &str, tally: &Tally) {
    for skipped in tally.skipped.iter().take(TOLD) {
        eprintln!("{engine}: {}: {}; passed over", skipped.fen, skipped.why);
    }
    let skipped = tally.skipped.len();
    if skipped > TOLD {
        eprintln!(
            "{engine}: {} more positions are passed over",
            skipped - TOLD
        );
    }
    if let Some(problem) = &tally.unwritten {
        eprintln!("warning: {problem}");
    }
}
