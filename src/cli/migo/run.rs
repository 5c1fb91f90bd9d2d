//! `chesslog migo run`: many runs of learners, measured.

use std::{
    path::{Path, PathBuf},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use clap::Args;
use rayon::ThreadPool;

use super::{CommonArguments, Wanted, players};
use crate::{
    cli::{
        FormatOption, Inputs, OutFolder, ThreadsOption, cancel_token::CancelToken, fail,
        game::Game, number,
    },
    migo::{
        contestant::{Contestant, Player},
        curve::Curve,
        menace,
        play::{Plan, Series},
        program::GameStrategy,
        published::{Measure, published},
        report::{Report, Row},
    },
    terminal::Status,
};

/// What is written, below the options.
const WRITTEN: &str = "\
The regret of a game is what its start board is worth against best play, less what the learner got:
2 for a loss where a win was to be had. All learners meet the same boards, and the optimal opponent.

Into --out go regret.svg, regret.csv and time.csv; of each learner of strategies its first run as
strategy-LEARNER.pl, with calls-LEARNER.svg and .dot (which predicate calls which); with --transfer
also transfer.svg. Ctrl-C prints and writes what was measured so far.";

#[derive(Debug, Args)]
#[command(after_help = WRITTEN)]
pub struct RunArguments {
    /// The learners
    #[arg(
        long,
        value_enum,
        value_name = "NAME,...",
        value_delimiter = ',',
        default_value = "migo-mixed"
    )]
    learner: Vec<Wanted>,
    #[command(flatten)]
    common: CommonArguments,
    /// Runs of each learner [default: 40 for hexapawn3, else 20]
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=100_000))]
    runs: Option<u32>,
    #[command(flatten)]
    files: OutFolder,
    /// A folder with the curves that MIGO's authors published, a folder in it for each game
    #[arg(long, value_name = "DIR")]
    published: Option<PathBuf>,
    #[command(flatten)]
    threads: ThreadsOption,
    #[command(flatten)]
    printed: FormatOption,
}

/// Runs the command. The exit status is 1 if it was interrupted, 2 on an error.
pub fn run(arguments: &RunArguments) -> u8 {
    measure(arguments).unwrap_or_else(|message| fail(&message))
}

fn measure(arguments: &RunArguments) -> Result<u8, String> {
    let token = CancelToken::on_ctrl_c();
    let common = &arguments.common;
    token.nothing_to_save();
    let game = common.game(&token)?;
    token.keep_on_cancel();
    let graph = game.graph;
    let players = players(&arguments.learner, common.faithful, graph).map_err(|e| e.to_string())?;
    let transfer = common.transfer(&game, &players)?;
    let alone = players.iter().map(|&player| Contestant {
        player,
        transfer: None,
    });
    let mut contestants: Vec<Contestant<'_>> = alone.collect();
    if let Some(program) = &transfer {
        let migos = players
            .iter()
            .filter(|player| matches!(player, Player::Migo(_)));
        contestants.extend(migos.map(|&player| Contestant {
            player,
            transfer: Some(program),
        }));
    }
    if let Some(folder) = &arguments.published
        && !folder.is_dir()
    {
        return Err(format!(
            "{}: expected a folder of published curves",
            folder.display()
        ));
    }
    let inputs = Inputs::of([&common.game]).and(&common.transfer);
    arguments
        .files
        .make(&["*.svg", "*.csv", "strategy-*.pl", "calls-*"], &inputs)?;
    let runs = arguments
        .runs
        .map_or_else(|| default_runs(&game), |runs| runs as usize);
    let plan = Plan {
        games: common.games(&game),
        seed: common.random.seed,
        run: 0,
        starts: common.starts.starts(),
    };
    let pool = arguments.threads.start()?;
    let measured = spread(&contestants, &game, &plan, runs, &pool, &token)?;
    let mut rows = Vec::new();
    for (contestant, results) in contestants.iter().zip(measured) {
        rows.push(row(arguments, &game, *contestant, results, plan.games)?);
    }
    if let Some(folder) = &arguments.published
        && rows.iter().all(|row| row.published.is_none())
    {
        let (folder, name) = (folder.display(), &graph.name);
        eprintln!("warning: {folder}: there is no curve of {name} by these learners");
    }
    let report = Report {
        graph,
        goal: &game.goal,
        plan,
        runs,
        interrupted: token.cancelled.load(Ordering::SeqCst),
        rows,
    };
    let written = arguments.files.put(|| report.files());
    let format = arguments.printed.format;
    let printed = format.put(|| report.text(), || report.json());
    Ok(printed.max(u8::from(report.interrupted)).max(written))
}

/// The runs of the paper (Section 5.1, and the authors' files).
fn default_runs(game: &Game) -> usize {
    let name = game.graph.name.as_str();
    match menace::is_hexapawn(name) && name.ends_with('3') {
        true => 40,
        false => 20,
    }
}

/// A run, and what was learned in it if it is the first one.
type Measured = (Series, Option<GameStrategy<'static>>);

/// Plays all runs of all contestants; of each contestant, its runs in order. One that was not begun
/// is missing.
fn spread(
    contestants: &[Contestant<'_>],
    game: &Game,
    plan: &Plan,
    runs: usize,
    pool: &ThreadPool,
    token: &CancelToken,
) -> Result<Vec<Vec<Option<Measured>>>, String> {
    // Run by run, so that those who stop it early have some of each contestant.
    let tasks = contestants.len() * runs;
    let (next, games) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let status = Status::new(&game.graph.name, tasks * plan.games, "games");
    let results: Vec<Vec<_>> = contestants.iter().map(|_| vec![None; runs]).collect();
    let results = Mutex::new(results);
    let failed = Mutex::new(None);
    let stopped = || token.cancelled.load(Ordering::SeqCst);
    pool.broadcast(|_| {
        loop {
            let task = next.fetch_add(1, Ordering::SeqCst);
            if task >= tasks || stopped() {
                break;
            }
            let (run, who) = (task / contestants.len(), task % contestants.len());
            let plan = Plan {
                run: run as u64,
                ..*plan
            };
            let played = contestants[who].run(game.graph, &plan, |_, _| {
                status.show(games.fetch_add(1, Ordering::Relaxed) + 1);
                !stopped()
            });
            match played {
                Ok((series, playing)) => {
                    let program = if run == 0 { playing.program() } else { None };
                    let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
                    results[who][run] = Some((series, program));
                }
                Err(error) => {
                    *failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                    break;
                }
            }
        }
    });
    status.clear();
    match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error.to_string()),
        None => Ok(results.into_inner().unwrap_or_else(PoisonError::into_inner)),
    }
}

/// What came of a contestant's runs: of those that were played to the end; if none was, of all.
fn row<'a>(
    arguments: &RunArguments,
    game: &Game,
    contestant: Contestant<'a>,
    results: Vec<Option<Measured>>,
    games: usize,
) -> Result<Row<'a>, String> {
    let mut program = None;
    let mut series = Vec::new();
    for (run, learned) in results.into_iter().flatten() {
        program = program.or(learned);
        series.push(run);
    }
    if series.iter().any(|run| run.regret.len() == games) {
        series.retain(|run| run.regret.len() == games);
    }
    let seconds = series.iter().map(|run| run.seconds.clone());
    let regret = series.iter().map(|run| run.regret.clone());
    let published = |measure| match &arguments.published {
        // What was published is without transfer.
        Some(folder) if contestant.transfer.is_none() => {
            curve(folder, game, contestant.player, measure)
        }
        _ => Ok(None),
    };
    Ok(Row {
        contestant,
        runs: series.len(),
        regret: Curve::cumulative(regret),
        seconds: Curve::cumulative(seconds),
        published: published(Measure::Regret)?,
        published_seconds: published(Measure::Seconds)?,
        program,
    })
}

fn curve(
    folder: &Path,
    game: &Game,
    player: Player,
    measure: Measure,
) -> Result<Option<Curve>, String> {
    published(folder, &game.graph.name, player.published(), measure).map_err(|e| e.to_string())
}
