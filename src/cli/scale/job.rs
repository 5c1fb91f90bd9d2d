//! `chesslog job`: makes the file of a job.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use crate::{
    chess::search::Effort,
    cli::{
        Inputs, SeedOption, fail, number,
        openings::ChoiceArguments,
        print,
        tactics::{MAIA, engine_option},
    },
    migo::play::games_of_a_run,
    network::leela::place,
    os,
    scale::{
        self, EngineLimit, Evolve, Job, JudgedBy, Migo, Network, Openings, Pinned, Puzzles, Query,
        Tactics, Work, WrongJob,
    },
    tactics::file,
    uci::Settings,
};

/// What a job file is, below the options.
const FILE: &str = "\
A job file is JSON. It has the version of chesslog and the SHA-256 of each file that the job reads; whoever runs it has
the same version and the same files, or is told. Paths are relative to the folder of the job file, if the files lie
there. What is counted does not depend on threads, machines, or how games were cut.

  chesslog job tactics tactics.pl --out coverage.json
  chesslog scale coverage.json games.pgn.zst --out coverage";

#[derive(Debug, Args)]
#[command(after_help = FILE)]
pub struct JobArguments {
    #[command(subcommand)]
    kind: Kind,
}

#[derive(Debug, Subcommand)]
enum Kind {
    /// Coverage, accuracy and mean accuracy of tactics in games
    Tactics(TacticsArguments),
    /// How far the motifs of tactic/4 agree with the themes of Lichess puzzles
    Puzzles(PuzzlesArguments),
    /// Count or list what a query says about each game, or each puzzle
    Query(QueryArguments),
    /// How often the piece network is right about puzzles
    Network(NetworkArguments),
    /// Runs of MIGO or of a rival: shards are numbers of runs, as in 1-100
    Migo(MigoArguments),
    /// Metropolis-Hastings chains over opening lines: shards are numbers of chains
    Openings(Box<OpeningsArguments>),
    /// Islands of evolution, whose fittest may settle on the islands of a later job: shards are numbers of islands
    Evolve(EvolveArguments),
}

#[derive(Debug, Args)]
struct OutArgument {
    /// Write the job to this file [default: print it]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Debug, Args)]
struct TacticsArguments {
    /// The tactics: a file that `chesslog tactics learn` wrote, or one like it
    tactics: PathBuf,
    /// The first move of a game whose position is looked at
    #[arg(long, value_name = "N", default_value = "12", value_parser = number::<u32>(..))]
    from_move: u32,
    /// Draw so many positions of each game, each as likely [default: all of them]
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..))]
    per_game: Option<u32>,
    #[command(flatten)]
    random: SeedOption,
    /// Evaluate moves for divergence with this UCI engine, a path or a name in PATH; or with `maia`, one ply deep
    #[arg(long, value_name = "PROGRAM")]
    engine: Option<String>,
    /// The weights of `--engine maia` [default: $MAIA_WEIGHTS, or maia-1600.pb.gz in chesslog's folder of the user's data]
    #[arg(long, value_name = "FILE", requires = "engine")]
    maia: Option<PathBuf>,
    /// Set an option of the UCI engine; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = engine_option, requires = "engine")]
    engine_option: Vec<(String, String)>,
    /// How many plies the engine searches [default: 1]
    #[arg(long, value_name = "N", conflicts_with = "nodes", requires = "engine",
          value_parser = number::<u8>(1..))]
    depth: Option<u8>,
    /// How many nodes it searches instead
    #[arg(long, value_name = "N", requires = "engine", value_parser = number::<u64>(1..))]
    nodes: Option<u64>,
    #[command(flatten)]
    out: OutArgument,
}

impl TacticsArguments {
    fn judge(&self, folder: &Path) -> Result<Option<JudgedBy>, WrongJob> {
        let Some(engine) = &self.engine else {
            return Ok(None);
        };
        let wrong = |error: String| WrongJob::Input(format!("--engine: {error}"));
        if engine == MAIA {
            let weights = place::find(self.maia.as_deref());
            let weights = weights.map_err(|error| wrong(error.to_string()))?;
            return Ok(Some(JudgedBy::Maia(Pinned::new(&weights, folder)?)));
        }
        let program = Settings::new(engine).path();
        let program = program.map_err(|error| wrong(error.to_string()))?;
        Ok(Some(JudgedBy::Engine {
            program: Pinned::new(&program, folder)?,
            options: self.engine_option.iter().cloned().collect(),
            limit: match self.nodes {
                Some(nodes) => EngineLimit::Nodes(nodes),
                None => EngineLimit::Depth(self.depth.unwrap_or(1)),
            },
        }))
    }
}

#[derive(Debug, Args)]
struct PuzzlesArguments {
    /// Prolog files to load first; a tactic/4 in them takes the place of the library's
    files: Vec<PathBuf>,
    /// How many positions each search for what is won looks at
    #[arg(long, value_name = "N", default_value_t = Effort::USUAL.count(),
          value_parser = number::<u32>(1..=1_000_000_000))]
    effort: u32,
    /// Seconds for a puzzle, far more than it needs: one that takes longer has no report
    #[arg(long, value_name = "S", default_value_t = 600, value_parser = number::<u64>(1..))]
    time_limit: u64,
    #[command(flatten)]
    out: OutArgument,
}

#[derive(Debug, Args)]
struct QueryArguments {
    /// The goal about each game, the variable Game, or each puzzle, the variable Puzzle: as in
    /// "game_result(Game, R)"
    goal: String,
    /// The term that is counted, each value for itself
    result: String,
    /// Prolog files to load first
    files: Vec<PathBuf>,
    /// List each answer with the file and the number of its record, instead of only counting
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    out: OutArgument,
}

#[derive(Debug, Args)]
struct NetworkArguments {
    /// The weights, a file that `chesslog network train` made [default: those that come with the program]
    weights: Option<PathBuf>,
    /// All puzzles, not only those that no network of chesslog's was trained on
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    out: OutArgument,
}

#[derive(Debug, Args)]
struct MigoArguments {
    /// The game: oxo, hexapawn3 or hexapawn4
    #[arg(long, value_name = "GAME", default_value = "oxo")]
    game: String,
    /// The learner, as `chesslog migo run` calls it
    #[arg(long, value_name = "NAME", default_value = "migo-mixed")]
    learner: String,
    /// Games of a run [default: 100 for hexapawn, else 200]
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=1_000_000))]
    games: Option<u32>,
    /// All games of a run begin at the same board
    #[arg(long)]
    one_start: bool,
    #[command(flatten)]
    random: SeedOption,
    #[command(flatten)]
    out: OutArgument,
}

#[derive(Debug, Args)]
struct OpeningsArguments {
    /// PGN files of opening lines or games, and tables (.tsv) of eco, name and pgn [default: the lines that come with
    /// the program]
    #[arg(long, value_name = "FILE", num_args = 1..)]
    book: Vec<PathBuf>,
    /// Cut games after so many plies, moves of one player each [default: not at all]
    #[arg(long, value_name = "N", value_parser = number::<u16>(1..))]
    plies: Option<u16>,
    #[command(flatten)]
    choice: ChoiceArguments,
    /// Lines that each chain draws
    #[arg(long, value_name = "N", default_value_t = 2_500, value_parser = number::<u64>(1..=10_000_000))]
    draws: u64,
    /// Steps of each chain before the first draw
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = number::<u64>(0..=1_000_000_000))]
    burn_in: u64,
    /// Steps from one draw to the next
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = number::<u64>(1..=1_000_000))]
    thinning: u64,
    #[command(flatten)]
    random: SeedOption,
    #[command(flatten)]
    out: OutArgument,
}

#[derive(Debug, Args)]
struct EvolveArguments {
    /// The ending
    #[arg(long, value_name = "ENDING", default_value = "krk")]
    ending: String,
    /// The experiment: see `chesslog evolve krk --help`
    #[arg(long, value_name = "1..5", default_value_t = 4, value_parser = number::<u8>(1..=5))]
    experiment: u8,
    /// Trees in a generation of an island
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = number::<u32>(1..=1_000_000))]
    population: u32,
    /// The most generations
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = number::<u64>(1..))]
    generations: u64,
    /// Generations without anything better that end an island once all games are won
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = number::<u64>(1..))]
    patience: u64,
    /// How many of its fittest trees are in an island's part
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = number::<u32>(1..=10_000))]
    emigrants: u32,
    /// Begin with the trees in the result of such a job: each island with its own and those of the island before it
    #[arg(long, value_name = "RESULT")]
    settlers: Option<PathBuf>,
    #[command(flatten)]
    random: SeedOption,
    #[command(flatten)]
    out: OutArgument,
}

impl EvolveArguments {
    fn work(&self, folder: &Path) -> Result<Work, WrongJob> {
        let settlers = self.settlers.as_ref();
        let epoch = settlers.map_or(Ok(0), |result| {
            let wrong = |error| WrongJob::Input(format!("{} {error}", result.display()));
            let about = scale::about(result).map_err(wrong)?;
            let epoch = about.work["evolve"]["epoch"].as_u64();
            Ok(epoch.unwrap_or_default() + 1)
        });
        Ok(Work::Evolve(Evolve {
            ending: self.ending.to_lowercase(),
            experiment: self.experiment,
            population: self.population.into(),
            generations: self.generations,
            patience: self.patience,
            emigrants: self.emigrants.into(),
            seed: self.random.seed,
            epoch: epoch?,
            settlers: settlers
                .map(|result| Pinned::new(result, folder))
                .transpose()?,
        }))
    }
}

/// Runs the command and returns the exit status.
pub fn run(arguments: &JobArguments) -> u8 {
    made(arguments).unwrap_or_else(|message| fail(&message))
}

fn made(arguments: &JobArguments) -> Result<u8, String> {
    let out = match &arguments.kind {
        Kind::Tactics(arguments) => &arguments.out,
        Kind::Puzzles(arguments) => &arguments.out,
        Kind::Query(arguments) => &arguments.out,
        Kind::Network(arguments) => &arguments.out,
        Kind::Migo(arguments) => &arguments.out,
        Kind::Openings(arguments) => &arguments.out,
        Kind::Evolve(arguments) => &arguments.out,
    };
    let out = out.out.as_deref();
    out.map_or(Ok(()), |out| arguments.kind.inputs().check("--out", out))?;
    let folder = match out.and_then(Path::parent) {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let work = arguments.kind.work(folder);
    let job = Job::new(work.map_err(|error| error.to_string())?, folder);
    // What is wrong with its files is better known now.
    let task = job.task().map_err(|error| error.to_string())?;
    if let Kind::Puzzles(_) | Kind::Query(_) = &arguments.kind {
        // Whoever counts loads the programs.
        task.worker()?;
    }
    match out {
        None => Ok(print(&job.text())),
        Some(out) => os::save(out, job.text().as_bytes())
            .map(|()| 0)
            .map_err(|error| super::unwritten(out, &error)),
    }
}

impl Kind {
    /// The files that it names.
    fn inputs(&self) -> Inputs {
        match self {
            Kind::Tactics(arguments) => Inputs::of([&arguments.tactics]).and(&arguments.maia),
            Kind::Puzzles(arguments) => Inputs::of(&arguments.files),
            Kind::Query(arguments) => Inputs::of(&arguments.files),
            Kind::Network(arguments) => Inputs::of(&arguments.weights),
            Kind::Openings(arguments) => Inputs::of(&arguments.book),
            Kind::Evolve(arguments) => Inputs::of(&arguments.settlers),
            Kind::Migo(_) => Inputs::default(),
        }
    }

    fn work(&self, folder: &Path) -> Result<Work, WrongJob> {
        let pinned = |files: &[PathBuf]| -> Result<Vec<Pinned>, WrongJob> {
            files.iter().map(|file| Pinned::new(file, folder)).collect()
        };
        Ok(match self {
            Kind::Tactics(arguments) => Work::Tactics(Tactics {
                tactics: Pinned::new(&arguments.tactics, folder)?,
                vocabulary: {
                    let read = file::read(&arguments.tactics);
                    let read = read.map_err(|errors| WrongJob::Input(errors.to_string()))?;
                    read.vocabulary.meaning.name().to_owned()
                },
                from_move: arguments.from_move,
                per_game: arguments.per_game,
                seed: arguments.random.seed,
                judge: arguments.judge(folder)?,
            }),
            Kind::Puzzles(arguments) => Work::Puzzles(Puzzles {
                files: pinned(&arguments.files)?,
                effort: arguments.effort,
                time_limit: arguments.time_limit,
            }),
            Kind::Query(arguments) => Work::Query(Query {
                goal: arguments.goal.clone(),
                result: arguments.result.clone(),
                list: arguments.list,
                files: pinned(&arguments.files)?,
            }),
            Kind::Network(arguments) => {
                let weights = arguments.weights.as_ref();
                Work::Network(Network {
                    weights: weights
                        .map(|weights| Pinned::new(weights, folder))
                        .transpose()?,
                    test_only: !arguments.all,
                })
            }
            Kind::Evolve(arguments) => arguments.work(folder)?,
            Kind::Migo(arguments) => Work::Migo(Migo {
                game: arguments.game.clone(),
                learner: arguments.learner.clone(),
                games: match arguments.games {
                    Some(games) => games.into(),
                    None => games_of_a_run(&arguments.game) as u64,
                },
                seed: arguments.random.seed,
                one_start: arguments.one_start,
            }),
            Kind::Openings(arguments) => Work::Openings(Openings {
                book: pinned(&arguments.book)?,
                plies: arguments.plies,
                choice: arguments.choice.choice(),
                draws: arguments.draws,
                burn_in: arguments.burn_in,
                thinning: arguments.thinning,
                seed: arguments.random.seed,
            }),
        })
    }
}
