//! `chesslog tactics evaluate FILE`: how good tactics are, and the strategy that they make.

mod output;

use std::{path::PathBuf, sync::atomic::AtomicBool, time::Instant};

use clap::Args;

use self::output::Evaluation;
use super::{
    super::{Format, print},
    Status, Work,
    engines::{EngineArguments, Judgement, judge},
    positions::{PositionArguments, Positions},
};
use crate::{
    ilp::{Clause, Stopped},
    tactics::{
        TacticsFile, file,
        metrics::{Baseline, Case, Counts, Metrics, scan},
        report::Compared,
        strategy::{
            Choice, MOST, Votes,
            score::{Scored, random, score},
        },
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
    /// Write tables and pictures to this directory
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// How the result is printed
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Threads and engines that work side by side [default: one a processor]; the result is the
    /// same
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// Runs the command. The exit status is 1 if positions had to be passed over or the run was
/// stopped.
pub fn run(arguments: &EvaluateArguments) -> u8 {
    super::run_work(arguments.threads, |work| evaluate(arguments, work))
}

fn evaluate(arguments: &EvaluateArguments, work: &Work<'_>) -> Result<u8, String> {
    let begin = Instant::now();
    let file = file::read(&arguments.tactics).map_err(|error| error.to_string())?;
    let judges = arguments.engines.start(work)?;
    if let Some(out) = &arguments.out {
        std::fs::create_dir_all(out)
            .map_err(|error| format!("cannot write {}: {error}", out.display()))?;
    }
    let (wanted, tables) = super::wanted(arguments.examples.as_ref(), 100);
    let positions = arguments.positions.collect(wanted, &tables, work.cancel)?;
    let scanning = Instant::now();
    let suggested = suggestions(&file, &positions, work.cancel)?;
    let seconds = scanning.elapsed().as_secs_f64();
    let judgements: Vec<Judgement> = judges
        .iter()
        .map(|one| judge(one, &positions.samples, work.cancel))
        .collect();
    judgements.iter().for_each(Judgement::tell);
    // What is left are figures of what is known.
    work.brake.let_go();
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
    if let Some(out) = &arguments.out {
        evaluation.write(out)?;
    }
    let text = match arguments.format {
        Format::Text => evaluation.text(),
        Format::Json => format!("{}\n", evaluation.json()),
    };
    let complete = evaluation
        .judgements
        .iter()
        .all(|judgement| judgement.judged.iter().all(Option::is_some));
    Ok(match print(&text) {
        0 => u8::from(!complete),
        status => status,
    })
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
    let add = |sum: &mut Vec<u32>, index: usize, moves: &[usize]| {
        sum.extend(moves.iter().map(|m| (starts[index] + m) as u32));
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

/// The positions as each engine sees them; one unjudged set if there is no engine.
fn cases(positions: &Positions, judgements: &[Judgement]) -> Vec<Vec<Case>> {
    let plain = || positions.samples.iter().map(|sample| sample.case.clone());
    if judgements.is_empty() {
        return vec![plain().collect()];
    }
    judgements
        .iter()
        .map(|judgement| {
            plain()
                .zip(&judgement.judged)
                .map(|(case, judged)| Case {
                    judged: judged.clone(),
                    ..case
                })
                .collect()
        })
        .collect()
}

/// The measures of each tactic with each engine.
fn measures(suggested: &[Vec<u32>], cases: &[Vec<Case>]) -> Vec<Vec<Metrics>> {
    suggested
        .iter()
        .map(|suggested| {
            cases
                .iter()
                .map(|cases| measure(suggested, cases))
                .collect()
        })
        .collect()
}

fn measure(suggested: &[u32], cases: &[Case]) -> Metrics {
    let mut counts = Counts::default();
    let mut rest = suggested.iter().map(|&m| m as usize).peekable();
    let mut moves = Vec::new();
    let mut end = 0;
    for case in cases {
        let start = end;
        end += case.moves;
        moves.clear();
        while let Some(m) = rest.next_if(|m| *m < end) {
            moves.push(m - start);
        }
        counts.add(case, &moves);
    }
    counts.metrics()
}

/// The baselines; there is an engine's move for each engine, which the others judge too.
fn compared(cases: &[Vec<Case>], judgements: &[Judgement]) -> Vec<Compared> {
    let mut all = Vec::new();
    for baseline in [Baseline::Random, Baseline::Ground] {
        all.push(Compared {
            name: baseline.name().to_owned(),
            baseline,
            metrics: cases
                .iter()
                .filter_map(|cases| baseline.metrics(cases))
                .collect(),
        });
    }
    for judgement in judgements {
        let metrics: Vec<Metrics> = cases
            .iter()
            .map(|cases| {
                let mut counts = Counts::default();
                for (case, judged) in cases.iter().zip(&judgement.judged) {
                    if let Some(judged) = judged {
                        counts.add(case, &[judged.best]);
                    }
                }
                counts.metrics()
            })
            .collect();
        all.push(Compared {
            name: format!("{} move", judgement.engine),
            baseline: Baseline::Engine,
            metrics,
        });
    }
    all
}

/// A way to choose one move a position, measured with each engine, or with none.
#[derive(Debug)]
pub struct Player {
    pub name: String,
    pub scored: Vec<Scored>,
}

/// How well the tactics choose one move, if the file gives all of them weights.
fn strategy(
    file: &TacticsFile,
    suggested: &[Vec<u32>],
    cases: &[Vec<Case>],
) -> Option<Vec<Player>> {
    let weights = super::weights(file).filter(|weights| weights.len() <= MOST)?;
    let votes = Votes::new(&cases[0], suggested);
    let mut players = Vec::new();
    for choice in Choice::ALL {
        let chosen: Vec<Vec<(usize, f64)>> = (0..votes.len())
            .map(|position| {
                let m = choice.choose(&weights, votes.of(position));
                m.map(|m| (m, 1.0)).into_iter().collect()
            })
            .collect();
        players.push(Player {
            name: match choice {
                Choice::List => "decision list".to_owned(),
                Choice::Vote => "vote".to_owned(),
            },
            scored: cases
                .iter()
                .map(|cases| score(cases.iter().zip(chosen.clone())))
                .collect(),
        });
    }
    type Chances = fn(&Case) -> Vec<(usize, f64)>;
    let others: [(&str, Chances); 3] = [
        ("random move", random),
        ("ground move", |case| vec![(case.played, 1.0)]),
        ("engine move", |case| {
            let best = case.judged.as_ref().map(|judged| judged.best);
            best.map(|best| (best, 1.0)).into_iter().collect()
        }),
    ];
    for (name, chances) in others {
        let scored = |cases: &Vec<Case>| score(cases.iter().map(|case| (case, chances(case))));
        let scored: Vec<Scored> = cases.iter().map(scored).collect();
        if scored.iter().any(|scored| scored.chosen > 0) {
            let name = name.to_owned();
            players.push(Player { name, scored });
        }
    }
    Some(players)
}
