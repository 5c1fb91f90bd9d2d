//! `chesslog evolve krk` and the like: strategies bred by genetic programming.

use std::{
    fs,
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use clap::Args;

use super::opponent::{Opponent, OpponentArguments};
use crate::{
    cancel::Cancel,
    cli::{
        FormatOption, Inputs, OutFolder, SeedOption, ThreadsOption, cancel_token::CancelToken,
        fail, number, seconds,
    },
    endgame::{Arena, Ending, Vocabulary},
    evolve::{
        Experiment, Findings, Generation, Search, Stopped,
        report::{Bred, Report},
        search::Patience,
        starts::{self, Start},
    },
    gp::{Settings, breed::Bounds},
    report::plural,
    terminal::Status,
};

/// What is done and written, below the options.
const DONE: &str = "\
Trees of the ending's words play games from seventeen reference positions (reference_position/4)
against the defenders of an experiment:
  1  a king that goes after the pieces
  2  a king that takes what is close and runs otherwise
  3  four kings that stay in the centre
  4  these four, and perfect defence
  5  as 4; moreover, what is proved of a tree over all positions counts as much as all games, and
     counterexamples join the games; in the end the best tree is changed, a word or two at a time,
     as long as that proves more or makes it smaller
The search ends when all games are won and nothing got better for a while. The strategy is then
tried in games from other positions, and proved from all of them against every defence.

Into --out go strategy.pl; fitness.svg, outcomes.svg and outcomes-best.svg (per generation);
strategy.svg and .dot (how often each part was visited); moves.svg and .csv (moves needed from the
reference positions against perfect defence); history.csv and games.csv; with several runs those
of the best run, and runs.csv. Ctrl-C prints and writes the best so far; the generation under way
is dropped.

Two runs with the same seed do the same, whatever the number of threads.";

/// Trees that live on unchanged, if nothing else is said.
const ELITE: u32 = 10;
/// Steps that make the best tree better, if nothing else is said.
const POLISH: u32 = 100;
/// The experiment with such steps.
const POLISHED: u8 = 5;

#[derive(Debug, Args)]
#[command(after_help = DONE)]
pub struct RunArguments {
    /// The experiment, see below
    #[arg(long, value_name = "1..5", default_value_t = 4,
          value_parser = number::<u8>(1..=5))]
    experiment: u8,
    /// Trees in a generation
    #[arg(long, value_name = "N", default_value_t = 10_000,
          value_parser = number::<u32>(1..=1_000_000))]
    population: u32,
    /// The most generations
    #[arg(long, value_name = "N", default_value_t = 300,
          value_parser = number::<u64>(1..))]
    generations: u64,
    /// Generations without anything better that end the search once all games are won
    #[arg(long, value_name = "N", default_value_t = 30,
          value_parser = number::<u64>(1..))]
    patience: u64,
    #[command(flatten)]
    random: SeedOption,
    /// Searches, with this seed and those that follow
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = number::<u32>(1..=1_000))]
    runs: u32,
    /// Trees that are drawn of which the fittest becomes a parent
    #[arg(long, value_name = "N", default_value_t = 7,
          value_parser = number::<u32>(1..=1_000))]
    tournament: u32,
    /// Trees that live on unchanged [default: 10]
    #[arg(long, value_name = "N", value_parser = number::<u32>(..))]
    elite: Option<u32>,
    /// The probability that a tree is a child of two
    #[arg(long, value_name = "P", default_value_t = 0.65, value_parser = probability)]
    crossover: f64,
    /// The probability that a tree is a mutated one; what is left are copies
    #[arg(long, value_name = "P", default_value_t = 0.05, value_parser = probability)]
    mutation: f64,
    /// The greatest depth of a tree
    #[arg(long, value_name = "N", default_value_t = 12,
          value_parser = number::<u8>(1..=50))]
    depth: u8,
    /// The most nodes of a tree
    #[arg(long, value_name = "N", default_value_t = 101,
          value_parser = number::<u16>(3..=10_001))]
    nodes: u16,
    /// In experiment 5, the most steps that make the best tree better in the end [default: 100]
    #[arg(long, value_name = "N", value_parser = number::<u32>(..))]
    polish: Option<u32>,

    #[command(flatten)]
    threads: ThreadsOption,
    /// Seconds after which a search ends with the best so far, 0 for no limit; what comes before the first one, such
    /// as asking the ending's words about all positions, counts as its time
    #[arg(long, value_name = "S", value_parser = seconds)]
    time_limit: Option<Duration>,
    #[command(flatten)]
    files: OutFolder,
    #[command(flatten)]
    opponent: OpponentArguments,
    #[command(flatten)]
    printed: FormatOption,
}

fn probability(text: &str) -> Result<f64, String> {
    let number = text.parse().ok();
    number
        .filter(|number| (0.0..=1.0).contains(number))
        .ok_or_else(|| "expected a number from 0 to 1, such as 0.65".to_owned())
}

impl RunArguments {
    /// What trees are bred by, checked.
    fn settings(&self) -> Result<Settings, String> {
        if self.polish.is_some() && self.experiment != POLISHED {
            return Err(format!(
                "--polish is of use only with --experiment {POLISHED}"
            ));
        }
        let (crossover, mutation) = (self.crossover, self.mutation);
        // Sums of such numbers are a little off.
        if crossover + mutation > 1.0 + 1e-9 {
            return Err(format!(
                "--crossover {crossover} and --mutation {mutation}: expected no more than 1 \
                 together"
            ));
        }
        let elite = self.elite.unwrap_or(ELITE.min(self.population));
        if elite > self.population {
            return Err(format!(
                "--elite {elite}: expected no more than the population, {}",
                self.population
            ));
        }
        Ok(Settings {
            population: self.population as usize,
            crossover,
            mutation,
            tournament: self.tournament as usize,
            elite: elite as usize,
            bounds: Bounds {
                depth: self.depth.into(),
                nodes: self.nodes.into(),
            },
            seed: self.random.seed,
            ..Settings::default()
        })
    }

    fn patience(&self) -> Patience {
        Patience {
            generations: self.generations,
            without_progress: self.patience,
            time: self.time_limit.filter(|limit| !limit.is_zero()),
        }
    }
}

/// Runs the command. The exit status is 1 if it was interrupted, 2 on an error.
pub fn run(ending: &str, arguments: &RunArguments) -> u8 {
    breed(ending, arguments).unwrap_or_else(|message| fail(&message))
}

fn breed(ending: &str, arguments: &RunArguments) -> Result<u8, String> {
    let settings = arguments.settings()?;
    let ending: Ending = ending.parse().map_err(|error| format!("{error}"))?;
    let Some(vocabulary) = Vocabulary::of(ending) else {
        let has = Vocabulary::all().iter();
        let has: Vec<String> = has.map(|words| words.ending.to_string()).collect();
        return Err(format!(
            "there is no vocabulary for {ending} yet: expected one of {}",
            has.join(", ")
        ));
    };
    let starts = starts::reference(ending);
    let experiment = Experiment::numbered(arguments.experiment)
        .ok_or_else(|| format!("--experiment {}: expected 1 to 5", arguments.experiment))?;
    // Not after all has been computed.
    arguments.files.make(&[], &Inputs::default())?;
    let mut opponent = arguments.opponent.start()?;
    let begin = Instant::now();
    let line = Status::line();
    line.note(|| format!("asking the words of {ending} about each position"));
    let prepared = Cancel::NEVER.within(arguments.patience().time);
    let Some(arena) = Arena::of_unless(vocabulary, &prepared) else {
        line.clear();
        return Err(format!(
            "the time was over before the words of {ending} were asked about all positions"
        ));
    };
    line.clear();
    // Not before: until here there is nothing to print or to write.
    let token = CancelToken::on_ctrl_c();
    let preparation = begin.elapsed().as_secs_f64();
    let pool = arguments.threads.start()?;
    let mut bred = Vec::new();
    for run in 0..arguments.runs {
        let settings = Settings {
            seed: settings.seed.wrapping_add(run.into()),
            ..settings.clone()
        };
        let seed = settings.seed;
        let judge = experiment.judge(arena, &starts, settings.bounds.nodes);
        let mut patience = arguments.patience();
        if run == 0 {
            patience.time = patience
                .time
                .map(|limit| limit.saturating_sub(begin.elapsed()));
        }
        let mut search = Search::new(judge, settings, patience, &token.cancelled);
        pool.install(|| watched(&mut search, seed, arguments, &token.cancelled));
        let Some(strategy) = search.run.best() else {
            break;
        };
        let judge = &search.run.judge;
        let polished = search.polished.as_ref();
        let before = polished.map(|polished| &polished.before);
        let findings = Findings::of(experiment, judge, &starts, strategy, before, seed);
        bred.push(Bred {
            seed,
            search,
            findings,
        });
        if token.cancelled.load(Ordering::SeqCst) {
            break;
        }
    }
    let engine = match &mut opponent {
        Some(opponent) => challenge(opponent, &starts, &mut bred, &token.cancelled)?,
        None => None,
    };
    let interrupted = token.cancelled.load(Ordering::SeqCst)
        || bred
            .iter()
            .any(|run| run.search.stopped == Some(Stopped::Interrupted));
    let report = Report {
        ending,
        experiment,
        settings,
        starts,
        preparation,
        interrupted,
        engine,
        runs: bred,
    };
    let format = arguments.printed.format;
    let printed = format.put(|| report.text(), || report.json());
    if let (Some(folder), [_]) = (&arguments.files.out, &report.runs[..]) {
        // Not of an earlier search, among files of this one.
        _ = fs::remove_file(folder.join("runs.csv"));
    }
    let written = arguments.files.put(|| report.files());
    Ok(printed.max(u8::from(interrupted)).max(written))
}

/// Searches, and shows how far it has got.
fn watched(search: &mut Search, seed: u64, arguments: &RunArguments, cancelled: &AtomicBool) {
    let name = match arguments.runs {
        1 => "evolving".to_owned(),
        _ => format!("seed {seed}"),
    };
    let status = Status::new(&name, arguments.generations as usize, "generations");
    search.finish(cancelled, |generation| {
        status.say(|| progress(generation), generation.number as usize + 1);
    });
    status.clear();
    let polish = arguments.polish.unwrap_or(POLISH);
    if search.run.judge.proof_weight > 0.0 && polish > 0 {
        let begin = Instant::now();
        search.polish(polish as usize, cancelled, |steps, standing| {
            let proved = standing.proved.map_or(0.0, |proved| proved.in_time);
            status.note(|| {
                format!(
                    "polishing: {}, {:.3} % proved within 50 moves, {:.0} s",
                    plural(steps, "step"),
                    proved * 100.0,
                    begin.elapsed().as_secs_f64()
                )
            });
        });
        status.clear();
    }
}

fn progress(generation: &Generation) -> String {
    let Generation {
        games, best, size, ..
    } = generation;
    let proved = generation.proved.map_or_else(String::new, |proved| {
        format!(", {:.3} % proved", proved.won * 100.0)
    });
    format!(
        ", {} of {} games won{proved}, fitness {best:.3}, {size} nodes",
        games.won(),
        games.played()
    )
}

/// Lets an engine play from all positions; its name. When it is stopped, some games are missing.
fn challenge(
    opponent: &mut Opponent,
    starts: &[Start],
    bred: &mut [Bred],
    stop: &AtomicBool,
) -> Result<Option<String>, String> {
    let name = opponent.name();
    let status = Status::new(&name, starts.len(), "games");
    for (at, start) in starts.iter().enumerate() {
        if stop.load(Ordering::SeqCst) {
            break;
        }
        let Some(played) = opponent.play(start, stop)? else {
            break;
        };
        for run in bred.iter_mut() {
            run.findings.comparison[at].other = Some(played);
        }
        status.show(at + 1);
    }
    status.clear();
    Ok(Some(name))
}
