//! `chesslog tactics evaluate FILE`: how good tactics are, and the strategy that they make.

use std::{path::PathBuf, sync::atomic::AtomicBool, time::Instant};

use clap::Args;

use super::{
    Status,
    engines::{EngineArguments, judge, report},
    positions::PositionArguments,
};
use crate::{
    cli::{FormatOption, Inputs, OutFolder, ThreadsOption, cancel_token::CancelToken},
    ilp::{Clause, Stopped},
    tactics::{
        TacticsFile,
        evaluation::{Evaluation, Judgement, Positions, cases, compared, measures, strategy},
        file,
        metrics::{Suggested, scan},
    },
};

/// What the words in the output mean, below the options.
const WORDS: &str = "\
Coverage is the share of the positions in which a tactic suggests a move. Accuracy, as the paper
defines it, is the share of all its suggestions, in all positions together, that were played; mean
accuracy is the mean over the positions in which it suggests a move of the share there, the chance
that one of its suggestions drawn at random is the move played; hit rate is the share of those
positions in which the played move is among its suggestions. Divergence is the mean difference in
centipawns between the engine's evaluations of the played move and of a suggested one; a mate counts
2,000. An evaluation is that of the position after the move. See equations 3 to 7 of Krishnan and
Martens (2022). For `--engine maia` it is what the network expects there, its value head asked with
the position before the move as history, in centipawns as lc0 told them then; its move is the one
that it finds likeliest.

The random move's figures are expected values over all legal moves: its accuracy is that of the
tactic that suggests them all, its mean accuracy and hit rate are the chance that the move that it
makes was played. The best tactics are sought among those that suggest a move in at least a tenth of
the positions.

If the file is a strategy (see `chesslog tactics strategy`), one move is chosen in each position: as
a decision list, by the first tactic that suggests a move, between its moves by the sum of the
weights of all that suggest them; as a vote, by that sum between all moves. Its loss is the mean
difference from the most valuable move.

With --out, a directory gets metrics.json, metrics.csv, report.md, positions.csv (the positions that
were drawn, with the moves played and the games), histograms with 20 buckets and boards as SVG.
Ctrl-C while the engine works gives the figures so far.";

#[derive(Debug, Args)]
#[command(after_help = WORDS)]
pub struct EvaluateArguments {
    /// The tactics: a file that `chesslog tactics learn` or `strategy` wrote, or one like it
    tactics: PathBuf,
    #[command(flatten)]
    positions: PositionArguments,
    /// How many positions to draw [default: 100], or a table of moves: CSV with the columns fen
    /// and uci
    #[arg(long, value_name = "N|FILE")]
    examples: Option<super::Examples>,
    #[command(flatten)]
    engines: EngineArguments,
    #[command(flatten)]
    files: OutFolder,
    #[command(flatten)]
    printed: FormatOption,
    #[command(flatten)]
    threads: ThreadsOption,
}

/// Runs the command. The exit status is 1 if positions had to be passed over or the run was
/// stopped.
pub fn run(arguments: &EvaluateArguments) -> u8 {
    arguments.threads.run(|token| evaluate(arguments, token))
}

fn evaluate(arguments: &EvaluateArguments, token: &CancelToken) -> Result<u8, String> {
    let cancel = &token.cancelled;
    let begin = Instant::now();
    let file = file::read(&arguments.tactics).map_err(|error| error.to_string())?;
    let judges = arguments
        .engines
        .start(arguments.threads.number(), cancel)?;
    let (wanted, tables) = super::wanted(arguments.examples.as_ref(), 100);
    let inputs = Inputs::of([&arguments.tactics])
        .and(&arguments.positions.games)
        .and(&tables);
    let written = ["metrics.*", "report.md", "positions.csv", "*.svg"];
    arguments.files.make(&written, &inputs)?;
    let positions = arguments.positions.collect(wanted, &tables, cancel)?;
    let scanning = Instant::now();
    let suggested = suggestions(&file, &positions, cancel)?;
    let seconds = scanning.elapsed().as_secs_f64();
    let judgements: Vec<Judgement> = judges
        .iter()
        .map(|one| judge(one, &positions.samples, cancel))
        .collect();
    for judgement in &judgements {
        report(&judgement.engine, &judgement.tally);
    }
    // What is left are figures of what is known.
    token.nothing_to_save();
    let cases = cases(&positions, &judgements);
    let tactics = measures(&suggested, &cases);
    let evaluation = Evaluation {
        name: arguments.tactics.display().to_string(),
        strategy: strategy(&file, &suggested, &cases),
        file,
        compared: compared(&cases, &judgements),
        tactics,
        positions,
        judgements,
        suggested,
        scanning: seconds,
        seconds: begin.elapsed().as_secs_f64(),
    };
    let complete = evaluation
        .judgements
        .iter()
        .all(|judgement| judgement.judged.iter().all(Option::is_some));
    let written = arguments.files.put(|| evaluation.files());
    let format = arguments.printed.format;
    let printed = format.put(|| evaluation.text(), || evaluation.json());
    Ok(printed.max(u8::from(!complete)).max(written))
}

/// What each tactic suggests: numbers of moves among all moves of all positions.
pub fn suggestions(
    file: &TacticsFile,
    positions: &Positions,
    cancel: &AtomicBool,
) -> Result<Vec<Vec<u32>>, String> {
    let clauses: Vec<Clause> = file.tactics.iter().map(|t| t.clause.clone()).collect();
    let samples = &positions.samples;
    let mut starts = Vec::with_capacity(samples.len());
    let mut end = 0_usize;
    for sample in samples {
        starts.push(end);
        end += sample.moves.len();
    }
    if u32::try_from(end).is_err() {
        return Err(format!("{} positions are too many", samples.len()));
    }
    let status = Status::new("tactics", samples.len(), "positions");
    let add = |sum: &mut Vec<u32>, index: usize, moves: &Suggested| {
        for m in moves.iter() {
            sum.push((starts[index] + m) as u32);
        }
    };
    let found = scan(
        &file.vocabulary,
        &clauses,
        samples,
        cancel,
        &|n| status.show(n),
        add,
    );
    status.clear();
    found.map_err(|stopped| match stopped {
        Stopped::Cancelled => "stopped before all suggestions were found".to_owned(),
        Stopped::Failed(why) | Stopped::Memory(why) => why,
    })
}
