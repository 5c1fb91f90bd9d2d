//! The command line: arguments, exit statuses, one file a command.
//!
//! Exit status 0: done, or an answer; 1: no answer; 2: an error.

mod batches;
mod cancel_token;
mod completions;
mod doc;
mod evolve;
mod explain;
mod game;
mod grade;
mod index;
mod input;
mod kernel;
mod learn;
mod lsp;
mod migo;
mod network;
mod numbers;
mod openings;
mod options;
mod outputs;
mod play;
mod puzzles;
mod query;
mod review;
mod run;
mod scale;
mod serve;
mod tables;
mod tactics;
mod test;
mod training;
mod uci;

use std::{
    ffi::OsStr,
    io::{self, Write as _},
    path::{self, PathBuf},
    process::ExitCode,
    time::Duration,
};

use clap::{Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use self::{
    numbers::{decimal, number, seconds, some_seconds},
    options::{EffortOption, Format, FormatOption, SeedOption, ThreadsOption},
    outputs::{Inputs, OutFile, OutFolder},
};

use crate::{
    endgame::syzygy,
    engine::{DEFAULT_MEMORY, Event, Input, Limits, Report, Settings},
    network::leela::place,
    os, repl,
    session::{self, Loading, Session},
    terminal,
};

/// A Prolog system that knows chess.
#[derive(Debug, Parser)]
#[command(
    version,
    about,
    max_term_width = 100,
    args_conflicts_with_subcommands = true
)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    repl: ReplArguments,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Ask queries at a prompt (`chesslog FILE...` does the same)
    Repl(ReplArguments),
    /// Answer one query: exit status 0 if it has an answer, 1 if none, 2 on an error
    Query(query::QueryArguments),
    /// Load a file and run a goal
    Run(run::RunArguments),
    /// Run the tests in files: queries with the answers below them, and plunit tests
    Test(test::TestArguments),
    /// Mark a class: submissions against tests, with points, reports and what is copied
    Grade(Box<grade::GradeArguments>),
    /// Say what is going on in a position, or what a move does
    Explain(explain::ExplainArguments),
    /// Compare what the tactics library finds with the themes of Lichess puzzles, or solve puzzles
    Puzzles(Box<puzzles::PuzzlesArguments>),
    /// Review the games of a player: what he found, what he missed, and why
    Review(Box<review::ReviewArguments>),
    /// Learn a logic program from a task in Popper's format
    Learn(learn::LearnArguments),
    /// Learn chess tactics from games
    #[command(subcommand)]
    Tactics(tactics::TacticsCommand),
    /// Learn to play games from games, and measure how well
    #[command(subcommand)]
    Migo(migo::MigoCommand),
    /// Play chess, or a game or an ending against what was learned, and be told why it moves
    Play(play::PlayArguments),
    /// Make the tables of endings, and say what is in them
    Tables(tables::TablesArguments),
    /// Put indexes beside files of games, by which searches find positions and players at once
    Index(index::IndexArguments),
    /// Breed strategies for endings, and prove what they win
    #[command(subcommand)]
    Evolve(evolve::EvolveCommand),
    /// Train the network that says which piece to move, measure it and show what it sees
    #[command(subcommand)]
    Network(network::NetworkCommand),
    /// Draw opening lines from books as the learner prefers them, and train them
    #[command(subcommand)]
    Openings(openings::OpeningsCommand),
    /// Make the file of a job, for `map` and `scale`
    Job(scale::job::JobArguments),
    /// Cut files of games or puzzles into shards
    Shard(scale::shard::ShardArguments),
    /// Count a shard for a job: the part of a result, on whatever machine
    Map(scale::map::MapArguments),
    /// Add up parts to a result
    Reduce(scale::reduce::ReduceArguments),
    /// Do a job on all processors of this machine, and go on where it was stopped
    Scale(scale::run::ScaleArguments),
    /// Chesslog in Jupyter
    #[command(subcommand)]
    Kernel(kernel::KernelCommand),
    /// Serve an editor by the Language Server Protocol, on standard input and output
    Lsp,
    /// Play in chess programs, by the Universal Chess Interface, and say why it moves
    Uci(uci::UciArguments),
    /// Serve a page with a board: ask, explain, play and train in the browser
    Serve(serve::ServeArguments),
    /// Print the manual, or its entry on one predicate
    Doc(doc::DocArguments),
    /// Print the completion script for a shell
    Completions(completions::CompletionsArguments),
}

#[derive(Debug, Args, Default)]
struct ReplArguments {
    /// Prolog files to load first
    files: Vec<PathBuf>,
    #[command(flatten)]
    limits: LimitArguments,
    #[command(flatten)]
    mode: ModeArguments,
    #[command(flatten)]
    user_files: UserFiles,
    /// Draw boards with letters only
    #[arg(long)]
    ascii: bool,
}

/// Limits that several commands have.
#[derive(Debug, Args, Default)]
struct LimitArguments {
    /// Seconds that a query may compute, 0 for no limit [default: 60 for `query` and
    /// `test`, 10 a position for `puzzles` and `review`, else none]
    #[arg(long, value_name = "S", value_parser = seconds)]
    time_limit: Option<Duration>,
    /// Megabytes that a query may use [default: 2048]
    #[arg(long, value_name = "MB", value_parser = number::<u64>(1..))]
    memory_limit: Option<u64>,
    /// Logical inferences that a query may make
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..))]
    inference_limit: Option<u64>,
    /// Megabytes that a query may print [default: 1 for `test`, else no limit]
    #[arg(long, value_name = "MB", value_parser = number::<u64>(1..))]
    output_limit: Option<u64>,
}

/// What kind of Prolog several commands run.
#[derive(Debug, Args, Default)]
struct ModeArguments {
    /// ISO Prolog and Scryer's libraries only, without the predicates and operators of SWI-Prolog
    #[arg(long)]
    iso: bool,
    /// Keep files and queries from the file system, the network, processes and the engine itself
    #[arg(long)]
    sandbox: bool,
}

impl ModeArguments {
    fn settings(&self, input: Input) -> Settings {
        Settings {
            input,
            iso: self.iso,
            sandbox: self.sandbox,
            ..Settings::default()
        }
    }
}

/// Files of the user's that predicates of several commands need.
#[derive(Debug, Args, Default)]
struct UserFiles {
    /// The weights of Maia, for maia/3 and others [default: $MAIA_WEIGHTS, or maia-1600.pb.gz in
    /// chesslog's folder of the user's data]
    #[arg(long, value_name = "FILE", value_parser = file)]
    maia: Option<PathBuf>,
    #[command(flatten)]
    tables: TablesArgument,
}

#[derive(Debug, Args, Default)]
struct TablesArgument {
    /// A folder of Syzygy tables, by which explanations know how endings end [default: $SYZYGY_PATH]
    #[arg(long, value_name = "DIR", value_parser = folder)]
    syzygy: Option<PathBuf>,
}

impl UserFiles {
    /// Lets the worker know. Only to be called before there are other threads.
    fn pass_on(&self) {
        pass_on(place::VARIABLE, self.maia.as_ref());
        self.tables.pass_on();
    }
}

impl TablesArgument {
    /// As [`UserFiles::pass_on`].
    fn pass_on(&self) {
        pass_on(syzygy::VARIABLE, self.syzygy.as_ref());
    }
}

fn pass_on(variable: &str, file: Option<&PathBuf>) {
    if let Some(file) = file {
        // Programs may change the directory.
        let file = path::absolute(file).unwrap_or_else(|_| file.clone());
        set_variable(variable, file);
    }
}

/// Tells the worker. Only to be called before there are other threads.
fn set_variable(variable: &str, value: impl AsRef<OsStr>) {
    #[allow(unsafe_code)]
    // SAFETY: the command line has been read, and nothing has begun yet.
    unsafe {
        os::set_variable(variable, value)
    };
}

fn file(text: &str) -> Result<PathBuf, String> {
    let file = PathBuf::from(text);
    match (file.is_dir(), file.exists()) {
        (true, _) => Err("this is a folder; expected a file".to_owned()),
        (false, true) => Ok(file),
        (false, false) => Err("there is no such file".to_owned()),
    }
}

fn folder(text: &str) -> Result<PathBuf, String> {
    let folder = PathBuf::from(text);
    match folder.is_dir() {
        true => Ok(folder),
        false => Err("there is no such folder".to_owned()),
    }
}

impl LimitArguments {
    fn limits(&self, default_time: Option<Duration>) -> Limits {
        Limits {
            wall: self
                .time_limit
                .or(default_time)
                .filter(|limit| !limit.is_zero()),
            inferences: self.inference_limit,
            answers: None,
            memory: Some(self.memory_limit.map_or(DEFAULT_MEMORY, |megabytes| {
                megabytes.saturating_mul(1 << 20)
            })),
            output: self
                .output_limit
                .map(|megabytes| megabytes.saturating_mul(1 << 20)),
        }
    }
}

/// Runs the program with the arguments of this process.
pub fn main() -> ExitCode {
    let given = numbers::with_negative_numbers(Arguments::command()).get_matches();
    let Arguments { command, repl } =
        Arguments::from_arg_matches(&given).unwrap_or_else(|error| error.exit());
    let status = match command.unwrap_or(Command::Repl(repl)) {
        Command::Repl(arguments) => {
            arguments.user_files.pass_on();
            repl::run(repl::Options {
                settings: arguments.mode.settings(Input::Standard),
                files: arguments.files,
                limits: arguments.limits.limits(None),
                ascii: arguments.ascii,
            })
        }
        Command::Query(arguments) => query::run(&arguments),
        Command::Run(arguments) => run::run(&arguments),
        Command::Test(arguments) => test::run(&arguments),
        Command::Grade(arguments) => grade::run(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Puzzles(arguments) => puzzles::run(&arguments),
        Command::Review(arguments) => review::run(&arguments),
        Command::Learn(arguments) => learn::run(&arguments),
        Command::Tactics(command) => tactics::run(&command),
        Command::Migo(command) => migo::run(&command),
        Command::Play(arguments) => play::run(&arguments),
        Command::Tables(arguments) => tables::run(&arguments),
        Command::Index(arguments) => index::run(&arguments),
        Command::Evolve(command) => evolve::run(&command),
        Command::Network(command) => network::run(&command),
        Command::Openings(command) => openings::run(&command),
        Command::Job(arguments) => scale::job::run(&arguments),
        Command::Shard(arguments) => scale::shard::run(&arguments),
        Command::Map(arguments) => scale::map::run(&arguments),
        Command::Reduce(arguments) => scale::reduce::run(&arguments),
        Command::Scale(arguments) => scale::run::run(&arguments),
        Command::Kernel(command) => kernel::run(&command),
        Command::Lsp => lsp::run(),
        Command::Serve(arguments) => serve::run(&arguments),
        Command::Uci(arguments) => uci::run(&arguments),
        Command::Doc(arguments) => doc::run(&arguments),
        Command::Completions(arguments) => completions::run(&arguments),
    };
    let unprinted = terminal::finish().map(|error| fail(&format!("cannot print: {error}")));
    ExitCode::from(unprinted.unwrap_or(status))
}

/// Starts a session, or says why it cannot and gives the exit status.
fn start(limits: Limits, mode: &ModeArguments) -> Result<Session, u8> {
    start_with(limits, mode.settings(Input::Standard))
}

fn start_with(limits: Limits, settings: Settings) -> Result<Session, u8> {
    let session = Session::start(limits, settings).map_err(|error| fail(&error.to_string()))?;
    let handle = session.interrupt_handle();
    terminal::on_ctrl_c(move || handle.interrupt());
    Ok(session)
}

/// Prints an error and returns the status for it.
fn fail(message: &str) -> u8 {
    eprintln!("error: {message}");
    2
}

/// Prints a result and returns the exit status.
fn print(text: &str) -> u8 {
    print!("{text}");
    0
}

/// Prints what a program writes, at once: somebody may be waiting for it, or about to kill us.
///
/// The process ends when nobody reads any more: whoever did has seen enough.
fn show(text: &str) {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => std::process::exit(0),
        Err(error) => std::process::exit(fail(&format!("cannot print: {error}")).into()),
    }
}

/// Loads files; `Err` is the exit status, when one is wrong or calls `halt`.
fn consult_all(
    session: &mut Session,
    files: &[PathBuf],
    mut print: impl FnMut(&str),
) -> Result<Vec<Report>, u8> {
    let mut reports = Vec::new();
    for file in files {
        let mut report = |event: &Event| match event {
            Event::Output(text) => print(text),
            event => report_problem(event),
        };
        match session.consult(file, &mut report) {
            Ok(Loading::Done(report)) => reports.push(report),
            Ok(Loading::Halted(status)) => return Err(status),
            Err(message) => return Err(fail(&message)),
        }
    }
    // Where a directive has raised an error, nothing has been left out.
    let left_out = |report: &Report| report.errors.saturating_sub(report.raised);
    let errors: u64 = reports.iter().map(left_out).sum();
    match errors {
        0 => Ok(reports),
        1 => Err(fail("there is an error in the program; it was not run")),
        _ => Err(fail(&format!(
            "there are {errors} errors in the program; it was not run"
        ))),
    }
}

/// Starts one of several engines that load the same files; `Err` is the exit status. Only one of them tells of the
/// files, by `print`. The limits are those of requests, not of loading.
fn one_of_several(
    files: &[PathBuf],
    limits: Limits,
    settings: Settings,
    token: &cancel_token::CancelToken,
    print: Option<impl FnMut(&str)>,
) -> Result<Session, u8> {
    let loading = Limits {
        memory: limits.memory,
        ..Limits::default()
    };
    let mut session =
        Session::start(loading, settings).map_err(|error| fail(&error.to_string()))?;
    token.add(session.interrupt_handle());
    match print {
        Some(print) => _ = consult_all(&mut session, files, print)?,
        None => {
            for file in files {
                session
                    .consult(file, |_| {})
                    .map_err(|message| fail(&message))?;
            }
        }
    }
    session.limits = limits;
    Ok(session)
}

/// Prints what there is to tell about a consulted file.
fn report_problem(event: &Event) {
    match event {
        Event::Diagnostic(diagnostic) => {
            let colour = terminal::colour(&io::stderr());
            eprint!("{}\n", session::report(diagnostic, colour));
        }
        Event::ErrorOutput(text) => eprint!("{text}"),
        _ => {}
    }
}
