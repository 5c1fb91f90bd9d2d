//! `chesslog tactics learn`: all tactics that match some of the moves played.

use std::{
    fs,
    io::{self, BufWriter},
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
    time::Instant,
};

use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use super::{
    super::{Format, print},
    Examples, Work,
    engines::{self, EngineArguments, Judge},
};
use crate::{
    tactics::{
        Meaning, Vocabulary,
        examples::{self, Example, Sampling},
        file,
        learn::{Count, Learned, Options, learn},
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
    #[arg(long, value_name = "N", default_value = "12")]
    from_move: u32,
    /// Decides what is drawn
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// What tactics may speak of
    #[arg(long, value_enum, default_value = "geometric")]
    vocabulary: Words,
    /// The most goals of a tactic, legal_move or make_move included
    #[arg(long, value_name = "N", default_value = "5",
          value_parser = clap::value_parser!(u8).range(1..=12))]
    max_body: u8,
    /// The most variables of a tactic: Pos, From, To and other squares
    #[arg(long, value_name = "N", default_value = "5",
          value_parser = clap::value_parser!(u8).range(3..=9))]
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
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    min_support: Option<u32>,
    /// Tactics that differ only in the names of variables: once, or as often as Popper lists them,
    /// if redundant ones are kept
    #[arg(long, value_enum, default_value = "canonical")]
    count: Copies,
    /// Redundant tactics: list them, marked, or leave them out [default: keep with the paper's
    /// vocabulary, drop with the geometric one]
    #[arg(long, value_enum)]
    redundant: Option<Redundant>,
    /// Write the tactics to this file, as Prolog
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// How the result is printed
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Threads that work side by side [default: one a processor]; the result is the same
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
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
    fn engine(&self, work: &Work<'_>) -> Result<Option<Judge>, String> {
        let mut engines = self.engines.start(work)?;
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
    super::run_work(arguments.threads, |work| find(arguments, work))
}

fn find(arguments: &LearnArguments, work: &Work<'_>) -> Result<u8, String> {
    let options = arguments.options()?;
    writable(arguments.out.as_deref())?;
    let engine = arguments.engine(work)?;
    let mut data = data(arguments, work.cancel)?;
    if let Some(evaluator) = &engine {
        data.ask(evaluator, work.cancel)?;
    }
    let begin = Instant::now();
    let learned =
        learn(&data.training, &options, work.cancel).map_err(|error| error.to_string())?;
    let seconds = begin.elapsed().as_secs_f64();
    data.origin.extend(about(&learned, &options));
    if let Some(out) = &arguments.out {
        let path = Some(file::validation_path(out)).filter(|_| !data.validation.is_empty());
        if let Some(path) = &path {
            let count = data.validation.len();
            data.origin
                .push(format!("validation: {count} more in {}", path.display()));
        }
        create(out, |program| file::write(program, &learned, &data.origin))?;
        if let Some(path) = &path {
            create(path, |table| examples::write(table, &data.validation))?;
        }
        if data.drawn {
            let path = out.with_extension("positions.csv");
            create(&path, |table| examples::write(table, &data.training))?;
        }
    }
    let text = match arguments.format {
        Format::Text => table(&learned, &options, seconds),
        Format::Json => format!("{}\n", object(&learned, &data, seconds)),
    };
    Ok(match print(&text) {
        0 => u8::from(learned.tactics.is_empty() || !learned.complete),
        status => status,
    })
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
        judgement.tell();
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

/// Refuses a file that cannot be written before the search, not after it.
pub fn writable(out: Option<&Path>) -> Result<(), String> {
    let Some(out) = out else { return Ok(()) };
    let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder {
        _ if out.is_dir() => Err(format!("cannot write {}: it is a directory", out.display())),
        Some(folder) if !folder.is_dir() => Err(format!(
            "cannot write {}: there is no directory {}",
            out.display(),
            folder.display()
        )),
        _ => Ok(()),
    }
}

fn create(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<fs::File>) -> io::Result<()>,
) -> Result<(), String> {
    fs::File::create(path)
        .and_then(|file| write(&mut BufWriter::new(file)))
        .map_err(|error| format!("cannot write {}: {error}", path.display()))
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
        seed: arguments.seed,
    };
    let sample = examples::sample(file, &sampling, cancel).map_err(|error| error.to_string())?;
    sample
        .problems
        .iter()
        .for_each(|problem| eprintln!("{problem}; passed over"));
    let told = sample.problems.len() as u64;
    if sample.bad > told {
        eprintln!("{file}: {} more games are passed over", sample.bad - told);
    }
    if let Some(lost) = &sample.lost {
        eprintln!("{lost}; the rest is not read");
    }
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
            arguments.seed
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

/// What the file says about how it was learned.
fn about(learned: &Learned, options: &Options) -> Vec<String> {
    let by_size: Vec<String> = sizes(learned).iter().map(usize::to_string).collect();
    let words = learned.vocabulary.words().into_iter();
    let searched: Vec<String> = words.filter(|(_, is)| *is).map(|(word, _)| word).collect();
    let mut lines = vec![
        format!(
            "positions: {}, with {} legal moves",
            learned.positions, learned.moves
        ),
        format!(
            "vocabulary: {}, at most {} variables and {} goals",
            learned.vocabulary.meaning.name(),
            learned.vocabulary.bias.max_vars + 1,
            learned.vocabulary.bias.max_body
        ),
        format!("predicates: {}", searched.join(", ")),
        format!(
            "tactics: {}, by number of goals {}",
            learned.tactics.len(),
            by_size.join(", ")
        ),
    ];
    if learned.least > 1 {
        lines.push(format!(
            "each suggests at least {} of the moves played",
            learned.least
        ));
    }
    if options.count == Count::Popper {
        lines.push("renamings of variables are listed as Popper lists them".to_owned());
    }
    if !options.redundant {
        lines.push("redundant tactics are left out".to_owned());
    }
    if !learned.complete {
        lines.push("the search was stopped before its end".to_owned());
    }
    if !learned.marked {
        lines.push("redundant tactics were not all looked for".to_owned());
    }
    lines
}

/// How many tactics are listed of each size from 1 on.
fn sizes(learned: &Learned) -> Vec<usize> {
    let mut sizes = vec![0; learned.levels.len()];
    for tactic in &learned.tactics {
        if let Some(count) = sizes.get_mut(tactic.clause.body.len() - 1) {
            *count += 1;
        }
    }
    sizes
}

fn table(learned: &Learned, options: &Options, seconds: f64) -> String {
    let mut text = "goals  tactics  redundant    tested\n".to_owned();
    let row = |name: &str, tactics: usize, redundant: usize, tested: usize| {
        format!("{name:>5}{tactics:9}{redundant:11}{tested:10}\n")
    };
    let tested = learned.levels.iter().map(|counts| counts.tested);
    let rows = sizes(learned)
        .into_iter()
        .zip(&learned.redundant)
        .zip(tested.clone());
    for (index, ((tactics, &redundant), tested)) in rows.enumerate() {
        text += &row(&(index + 1).to_string(), tactics, redundant, tested);
    }
    let redundant = learned.redundant.iter().sum();
    text += &row("all", learned.tactics.len(), redundant, tested.sum());
    let negatives = match learned.negatives {
        0 => String::new(),
        n => format!(" and {n} not to be suggested"),
    };
    let least = match learned.least {
        1 => String::new(),
        n => format!(", each tactic suggests at least {n}"),
    };
    text += &format!(
        "{} moves played{negatives}{least}; {} positions with {} legal moves\n",
        learned.positives, learned.positions, learned.moves,
    );
    if !options.redundant {
        text += "redundant tactics are left out\n";
    }
    if learned.full {
        text += "the search was stopped: its clauses do not fit into memory; a smaller --max-body or \
                 --max-vars or a greater --min-support makes fewer\n";
    } else if !learned.complete {
        text += "the search was stopped before its end\n";
    }
    if !learned.marked {
        text += "redundant tactics were not all looked for\n";
    }
    text += &format!("{seconds:.2} s\n");
    text
}

fn object(learned: &Learned, data: &Data, seconds: f64) -> Value {
    let vocabulary = &learned.vocabulary;
    let tactics: Vec<Value> = learned
        .tactics
        .iter()
        .map(|tactic| {
            json!({
                "clause": vocabulary.text(&tactic.clause),
                "goals": tactic.clause.body.len(),
                "played": tactic.support.played,
                "suggested": tactic.support.suggested,
                "positions": tactic.support.positions,
                "negatives": tactic.support.negatives,
                "redundant": tactic.redundant.as_ref().map(|why| why.text(vocabulary)),
            })
        })
        .collect();
    let levels: Vec<Value> = learned
        .levels
        .iter()
        .zip(sizes(learned).into_iter().zip(&learned.redundant))
        .enumerate()
        .map(|(index, (counts, (tactics, redundant)))| {
            json!({
                "goals": index + 1,
                "tactics": tactics,
                "redundant": redundant,
                "generated": counts.generated,
                "tested": counts.tested,
            })
        })
        .collect();
    json!({
        "about": data.origin,
        "examples": learned.positives,
        "least": learned.least,
        "negatives": learned.negatives,
        "positions": learned.positions,
        "legal_moves": learned.moves,
        "complete": learned.complete,
        "seconds": (seconds * 1e3).round() / 1e3,
        "levels": levels,
        "tactics": tactics,
    })
}
