//! How good tactics are in games: coverage, accuracy and mean accuracy of any number of them, in any number of
//! positions. What is in memory does not depend on how many positions there are.

use std::{
    cmp::Ordering,
    collections::{BTreeMap, HashSet},
    path::PathBuf,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use shakmaty::{Chess, Position as _};

use super::{Counted, Problem, Task, Worker};
use crate::{
    chess::games::{Game, Text},
    network::leela::Maia,
    random::Random,
    report::{counted, plural},
    scale::{
        Job, Part, Pinned, Shard, Table, WrongJob,
        records::Records,
        table::{Key, Kind},
    },
    session::judges::Judge,
    tactics::{
        TacticsFile,
        examples::{Useless, usable},
        file,
        metrics::{Baseline, Counts, Metrics, Sample, Scanner},
        report::{Compared, Figure, Figures},
    },
    uci::{Evaluator, Limit, Settings},
};

/// The sums of a tactic, in the order of the table's columns.
const SUMS: [&str; 7] = [
    "positions",
    "applicable",
    "suggested",
    "matched",
    "shares",
    "judged",
    "differences",
];
/// The tactics that others are compared with; in the table they have the number 0. The last one is there only if
/// somebody judges.
const BASELINES: [Baseline; 3] = [Baseline::Random, Baseline::Ground, Baseline::Engine];
/// Positions that are judged at a time.
const BATCH: usize = 64;
/// Games of a shard that are told of.
const TOLD: u64 = 10;

/// How good tactics are.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tactics {
    /// The tactics.
    pub tactics: Pinned,
    /// The vocabulary of the file, by which what is selected later means the same.
    pub vocabulary: String,
    /// The number of the first move of a game that is looked at.
    pub from_move: u32,
    /// How many positions are drawn from a game; `None` takes all.
    pub per_game: Option<u32>,
    /// The seed of what is drawn: it depends on nothing else but the moves of the game.
    pub seed: u64,
    /// Who evaluates moves, for divergence.
    pub judge: Option<JudgedBy>,
}

/// Who evaluates moves.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
pub enum JudgedBy {
    /// Maia, by its weights.
    Maia(Pinned),
    /// A UCI engine.
    Engine {
        /// The program.
        program: Pinned,
        /// Its options.
        options: BTreeMap<String, String>,
        /// How long it searches. A time is no limit: what is found depends on the machine.
        limit: EngineLimit,
    },
}

/// How long an engine searches.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EngineLimit {
    /// So many plies deep.
    Depth(u8),
    /// So many nodes.
    Nodes(u64),
}

impl Tactics {
    pub(in crate::scale) fn task<'j>(&'j self, job: &Job) -> Result<Box<dyn Task + 'j>, WrongJob> {
        let path = job.input(&self.tactics)?;
        let file = file::read(&path).map_err(|errors| WrongJob::Input(errors.to_string()))?;
        let vocabulary = file.vocabulary.meaning.name();
        if vocabulary != self.vocabulary {
            return Err(WrongJob::Input(format!(
                "{} has the {vocabulary} vocabulary, the job says `{:.40}`",
                path.display(),
                self.vocabulary
            )));
        }
        let judge = match &self.judge {
            None => None,
            Some(
                JudgedBy::Maia(weights)
                | JudgedBy::Engine {
                    program: weights, ..
                },
            ) => Some(job.input(weights)?),
        };
        let clauses: Vec<_> = file.tactics.iter().map(|t| t.clause.clone()).collect();
        let scanner = Scanner::new(&file.vocabulary, &clauses);
        Ok(Box::new(Scanned {
            job: self,
            scanner: scanner.map_err(|stopped| WrongJob::Input(stopped.to_string()))?,
            file,
            judge,
        }))
    }

    /// The plies of a game that are looked at, in order.
    fn plies(&self, game: &Game, first: usize) -> Vec<usize> {
        let moves = game.line.legal();
        let mut plies: Vec<usize> = (first..moves.len()).collect();
        if let Some(number) = self.per_game {
            let seed = moves.iter().fold(self.seed, |seed, m| {
                let squares = [m.from().map_or(64, usize::from), usize::from(m.to())];
                let squares = squares.map(|square| square as u64);
                Random::of(&[seed, squares[0], squares[1]]).next_number()
            });
            Random::new(seed).draw(number as usize, &mut plies);
            plies.sort_unstable();
        }
        plies
    }
}

/// The job with its tactics.
struct Scanned<'j> {
    job: &'j Tactics,
    file: TacticsFile,
    scanner: Scanner,
    /// Where the one is who judges.
    judge: Option<PathBuf>,
}

impl Scanned<'_> {
    /// Starts the one who judges.
    fn judge(&self) -> Result<Option<Judge>, String> {
        let (Some(judged_by), Some(path)) = (&self.job.judge, &self.judge) else {
            return Ok(None);
        };
        Ok(Some(match judged_by {
            JudgedBy::Maia(_) => {
                let maia = Maia::read(path).map_err(|error| error.to_string())?;
                Judge::Maia(Box::new(maia))
            }
            JudgedBy::Engine { options, limit, .. } => {
                let options = options
                    .iter()
                    .map(|(name, value)| (name.clone(), value.clone()));
                let settings = Settings {
                    options: options.collect(),
                    ..Settings::new(path.display().to_string())
                };
                let limit = match *limit {
                    EngineLimit::Depth(plies) => Limit::Depth(plies),
                    EngineLimit::Nodes(nodes) => Limit::Nodes(nodes),
                };
                let started = Evaluator::start(settings, limit, 1, &AtomicBool::new(false));
                Judge::Engine(Box::new(started.map_err(|error| error.to_string())?))
            }
        }))
    }
}

impl Task for Scanned<'_> {
    fn worker(&self) -> Result<Box<dyn Worker + '_>, String> {
        Ok(Box::new(Scanning {
            task: self,
            judge: self.judge()?,
        }))
    }

    fn table(&self) -> Table {
        Table::new(&[("number", Kind::Number), ("tactic", Kind::Text)], &SUMS)
    }
}

/// Somebody who looks at the positions of games.
struct Scanning<'t> {
    task: &'t Scanned<'t>,
    judge: Option<Judge>,
}

/// What has been counted so far.
struct Sums {
    /// Positions that wait to be judged.
    waiting: Vec<Sample>,
    tactics: Vec<Counts>,
    baselines: [Counts; BASELINES.len()],
    bad_games: u64,
    ended_otherwise: u64,
    short: u64,
    moves: u64,
}

impl Worker for Scanning<'_> {
    fn count(&mut self, shard: &Shard, stop: &AtomicBool) -> Result<Counted, Problem> {
        let mut games = Records::<Text>::open(shard).map_err(Problem::Failed)?;
        let mut sums = Sums {
            waiting: Vec::new(),
            tactics: vec![Counts::default(); self.task.file.tactics.len()],
            baselines: Default::default(),
            bad_games: 0,
            ended_otherwise: 0,
            short: 0,
            moves: 0,
        };
        let mut problems = Vec::new();
        while let Some((number, text)) = games.next() {
            if stop.load(Relaxed) {
                return Err(Problem::Stopped);
            }
            let Some(game) = text.game() else { continue };
            if sums.waiting.len() >= BATCH {
                self.look(&mut sums, stop)?;
            }
            if let Err(problem) = self.game(&game, &mut sums) {
                sums.bad_games += 1;
                if sums.bad_games <= TOLD {
                    let name = &games.origin().name;
                    problems.push(format!("{name}: game {number}: {problem}; passed over"));
                }
            }
        }
        self.look(&mut sums, stop)?;
        let extent = games.extent();
        let counts = [
            ("games", extent.records()),
            ("bad_games", sums.bad_games),
            ("ended_otherwise", sums.ended_otherwise),
            ("short", sums.short),
            ("positions", sums.baselines[0].positions),
            ("moves", sums.moves),
        ];
        let named = counts.into_iter().map(|(name, n)| (name.to_owned(), n));
        Ok(Counted {
            extent,
            counts: named.collect(),
            table: self.table(&sums).map_err(Problem::Failed)?,
            problems,
        })
    }
}

impl Scanning<'_> {
    /// Adds the positions of a game; an error if it cannot be played to its end.
    fn game(&self, game: &Game, sums: &mut Sums) -> Result<(), String> {
        let job = self.task.job;
        let first = match usable(game, job.from_move) {
            Ok(first) => first,
            Err(Useless::Bad(problem)) => return Err(problem),
            Err(Useless::EndedOtherwise) => {
                sums.ended_otherwise += 1;
                return Ok(());
            }
            Err(Useless::Short) => {
                sums.short += 1;
                return Ok(());
            }
        };
        let mut board = Chess::clone(&game.start);
        let moves = game.line.legal();
        let mut done = 0;
        for ply in job.plies(game, first) {
            for &m in &moves[done..ply] {
                board.play_unchecked(m);
            }
            done = ply;
            let Some(sample) = Sample::new(board.clone(), moves[ply]) else {
                continue;
            };
            sums.moves += sample.moves.len() as u64;
            sums.waiting.push(sample);
        }
        Ok(())
    }

    /// Adds what the tactics suggest in the positions that wait.
    fn look(&self, sums: &mut Sums, stop: &AtomicBool) -> Result<(), Problem> {
        let mut waiting = std::mem::take(&mut sums.waiting);
        if let Some(judge) = &self.judge {
            let (judged, tally) = judge.judge(&waiting, &|_| {}, stop);
            if stop.load(Relaxed) {
                return Err(Problem::Stopped);
            }
            // With some positions left out, other shards would have other positions left out.
            if let Some(skipped) = tally.skipped.first() {
                let why = format!("{}: {}: {}", judge.name(), skipped.fen, skipped.why);
                return Err(Problem::Failed(why));
            }
            for (sample, judged) in waiting.iter_mut().zip(judged) {
                sample.case.judged = judged;
            }
        }
        for sample in &waiting {
            self.task.scanner.count(sample, &mut sums.tactics);
            for (counts, baseline) in sums.baselines.iter_mut().zip(BASELINES) {
                baseline.count(&sample.case, counts);
            }
        }
        Ok(())
    }

    fn table(&self, sums: &Sums) -> Result<Table, String> {
        let mut table = self.task.table();
        let tactics = self.task.file.tactics.iter().map(|tactic| &tactic.text);
        let tactics = (1..).zip(tactics).zip(&sums.tactics);
        let tactics = tactics.map(|((number, text), counts)| (number, text.trim_end(), counts));
        let known = match self.judge {
            Some(_) => &BASELINES[..],
            None => &BASELINES[..BASELINES.len() - 1],
        };
        let baselines = known.iter().zip(&sums.baselines);
        let baselines = baselines.map(|(baseline, counts)| (0, baseline.name(), counts));
        for (number, name, counts) in baselines.chain(tactics) {
            let sums = [
                counts.positions,
                counts.applicable,
                counts.suggested,
                counts.matched,
                counts.shares,
                counts.judged,
                counts.differences,
            ];
            let sums = sums.map(|sum| i64::try_from(sum).unwrap_or(i64::MAX));
            let keys = vec![Key::Number(number), name.into()];
            table
                .add(keys, sums.to_vec())
                .map_err(|error| error.to_string())?;
        }
        Ok(table)
    }
}

/// What a result says: the measures of the tactics, and of what they are compared with.
struct Measured<'p> {
    compared: Vec<Compared>,
    tactics: Vec<Vec<Metrics>>,
    /// Of each tactic.
    texts: Vec<&'p str>,
    sums: Vec<&'p [i64]>,
}

impl Measured<'_> {
    fn of(part: &Part) -> Measured<'_> {
        let mut measured = Measured {
            compared: Vec::new(),
            tactics: Vec::new(),
            texts: Vec::new(),
            sums: Vec::new(),
        };
        for (keys, sums) in part.table.rows() {
            let [Key::Number(number), Key::Text(text)] = keys else {
                continue;
            };
            let sum = |at: usize| sums.get(at).map_or(0, |sum: &i64| sum.unsigned_abs());
            let counts = Counts {
                positions: sum(0),
                applicable: sum(1),
                suggested: sum(2),
                matched: sum(3),
                shares: sum(4),
                judged: sum(5),
                differences: sum(6),
            };
            match number {
                0 => measured.compared.extend(
                    BASELINES
                        .into_iter()
                        .filter(|baseline| baseline.name() == text)
                        .map(|baseline| Compared {
                            name: text.clone(),
                            baseline,
                            metrics: vec![baseline.measures(&counts)],
                        }),
                ),
                _ => {
                    measured.tactics.push(vec![counts.metrics()]);
                    measured.texts.push(text);
                    measured.sums.push(sums);
                }
            }
        }
        // The random move first, as everywhere.
        measured.compared.sort_by_key(|compared| {
            let name = |baseline: &Baseline| baseline.name() == compared.name;
            BASELINES.iter().position(name)
        });
        measured
    }
}

/// A tactic of a result.
#[derive(Debug)]
pub struct Selected {
    /// Its number in the file.
    pub number: usize,
    /// The clause.
    pub text: String,
    /// Its measures.
    pub metrics: Metrics,
}

/// The best tactics of a result by a figure, of those that suggest a move in at least this share of the positions; of
/// tactics that have the same sums only the first, for one of them says all. With them come the name of their vocabulary,
/// and how many tactics there are.
///
/// # Errors
///
/// If it is no result of such a job, or nobody judged and divergence is asked for.
pub fn select(
    part: &Part,
    figure: Figure,
    least_coverage: f64,
    number: usize,
) -> Result<(String, usize, Vec<Selected>), String> {
    let vocabulary = part.about.work["tactics"]["vocabulary"].as_str();
    let vocabulary = vocabulary.ok_or("expected the result of a job `tactics`")?;
    let measured = Measured::of(part);
    let mut seen = HashSet::new();
    let mut found: Vec<(f64, Selected)> = Vec::new();
    for (index, metrics) in measured.tactics.iter().enumerate() {
        let new = seen.insert(measured.sums[index]);
        let value = figure
            .of(metrics)
            .filter(|_| new && metrics[0].coverage >= least_coverage);
        if let Some(value) = value {
            let selected = Selected {
                number: index + 1,
                text: measured.texts[index].to_owned(),
                metrics: metrics[0],
            };
            found.push((value, selected));
        }
    }
    if let Figure::Divergence(_) = figure
        && found.is_empty()
    {
        return Err("nobody judged in it: the job needs --engine".to_owned());
    }
    // Equal ones stay in the order of the file: smaller clauses come first.
    found.sort_by(|(a, _), (b, _)| match figure.better(*a, *b) {
        true => Ordering::Less,
        false if a == b => Ordering::Equal,
        false => Ordering::Greater,
    });
    let found = found.into_iter().map(|(_, selected)| selected);
    let all = measured.tactics.len();
    Ok((vocabulary.to_owned(), all, found.take(number).collect()))
}

/// A result for people.
pub(super) fn text(part: &Part) -> String {
    let measured = Measured::of(part);
    let judge = part.about.work["tactics"]["judge"].as_object();
    let judge = judge.and_then(|judge| judge.keys().next());
    let figures = Figures {
        engines: judge.into_iter().map(String::as_str).collect(),
        compared: &measured.compared,
        tactics: &measured.tactics,
    };
    let mut text = format!(
        "{} on {} with {} legal moves, of {}\n",
        counted(measured.tactics.len() as u32, "tactic"),
        counted(part.count("positions"), "position"),
        crate::report::thousands(part.count("moves")),
        counted(part.count("games"), "game"),
    );
    let passed_over = [
        (part.count("bad_games"), "cannot be played to the end"),
        (
            part.count("ended_otherwise"),
            "ended neither normally nor by time forfeit",
        ),
        (part.count("short"), "are too short"),
    ];
    for (number, what) in passed_over.into_iter().filter(|(number, _)| *number > 0) {
        text += &format!("{} {what}\n", plural(number, "game"));
    }
    text.push('\n');
    text += &crate::report::table(&figures.summary());
    for figure in figures.all() {
        if let Some(index) = figures.best(figure) {
            text += &format!(
                "\n{} (number {})\n{}\n",
                figures.praise(figure, index),
                index + 1,
                measured.texts[index]
            );
        }
    }
    text
}

/// A result for programs.
pub(super) fn json(part: &Part) -> Value {
    let measured = Measured::of(part);
    let tactics = measured.tactics.iter().zip(&measured.texts);
    let tactics = (1..).zip(tactics).map(|(number, (metrics, text))| {
        let mut value = json!(metrics.first());
        value["number"] = json!(number);
        value["clause"] = json!(text);
        value
    });
    let baselines = measured.compared.iter().map(|compared| {
        let mut value = json!(compared.metrics.first());
        value["name"] = json!(compared.name);
        value
    });
    json!({
        "baselines": baselines.collect::<Vec<_>>(),
        "tactics": tactics.collect::<Vec<_>>(),
    })
}
