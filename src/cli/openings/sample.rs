//! `chesslog openings sample`: lines drawn from a book, and the moves that they make.

use clap::{Args, ValueEnum};

use super::{book::BookArguments, choice::ChoiceArguments};
use crate::{
    cli::{FormatOption, Inputs, OutFolder, SeedOption, fail, number},
    openings::{
        Book,
        exact::Plan,
        report::{Manner, Population, Report},
        sample::Sample,
        thesis::{Proposers, Reading, Walks},
    },
};

/// What is printed and written, below the options.
const DONE: &str = "\
Modes:
  thesis  each move is drawn by the rule of K. Saarmann's thesis (Tartu 2022): every line that goes
          on proposes its move, which is accepted with the probability of p(move) / p(last move) +
          the weights of the preferences that admit the line
  exact   whole lines are drawn by a Metropolis-Hastings chain from a stated distribution, that of
          how often lines are played times exp(the weights of the preferences that admit them)
For each move from the position: its share of the drawn lines, its probability, its share of the
selected lines of the book, and how many of these make it. In exact mode the autocorrelation of
successive draws, the effective sample size and R-hat are those of the log of a line's probability,
or of its number of moves if all lines are as probable; the chi-square statistic supposes
independent draws (see --thinning), and its degrees of freedom are what to expect of it.

Into --out go distribution.svg and .csv (the moves), and lines.csv and .pgn (the drawn lines).";

#[derive(Debug, Args)]
#[command(after_help = DONE)]
pub struct SampleArguments {
    #[command(flatten)]
    book: BookArguments,
    #[command(flatten)]
    choice: ChoiceArguments,
    /// How lines are drawn, see below
    #[arg(long, value_enum, default_value = "thesis")]
    mode: Mode,
    /// Lines to draw
    #[arg(long, value_name = "N", default_value_t = 10_000,
          value_parser = number::<u64>(1..=10_000_000))]
    iterations: u64,
    #[command(flatten)]
    random: SeedOption,
    /// Mode thesis: also lines propose that are one legal move away which no line makes
    #[arg(long)]
    transpositions: bool,
    /// Mode thesis: what proposes a move, each line or each next position once [default: lines]
    #[arg(long, value_enum)]
    proposers: Option<ProposersName>,
    /// Mode exact: chains, which together draw the lines [default: 4]
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..=10_000))]
    chains: Option<u64>,
    /// Mode exact: steps of each chain before the first draw [default: 1000]
    #[arg(long, value_name = "N", value_parser = number::<u64>(0..=1_000_000_000))]
    burn_in: Option<u64>,
    /// Mode exact: steps from one draw to the next [default: 50]
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..=1_000_000))]
    thinning: Option<u64>,
    #[command(flatten)]
    files: OutFolder,
    #[command(flatten)]
    printed: FormatOption,
}

/// How lines are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Mode {
    Thesis,
    Exact,
}

/// [`Proposers`] on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ProposersName {
    Lines,
    Positions,
}

impl SampleArguments {
    /// How lines are drawn, with the options of that mode only.
    fn manner(&self) -> Result<Manner, String> {
        let given = |name: &'static str, given: bool| given.then_some(name);
        let (mode, others) = match self.mode {
            Mode::Thesis => (
                "thesis",
                [
                    given("chains", self.chains.is_some()),
                    given("burn-in", self.burn_in.is_some()),
                    given("thinning", self.thinning.is_some()),
                ],
            ),
            Mode::Exact => (
                "exact",
                [
                    given("transpositions", self.transpositions),
                    given("proposers", self.proposers.is_some()),
                    None,
                ],
            ),
        };
        if let Some(other) = others.into_iter().flatten().next() {
            return Err(format!("--{other} has no meaning with --mode {mode}"));
        }
        Ok(match self.mode {
            Mode::Thesis => Manner::Thesis(Reading {
                proposers: match self.proposers {
                    Some(ProposersName::Positions) => Proposers::Positions,
                    Some(ProposersName::Lines) | None => Proposers::Lines,
                },
                transpositions: self.transpositions,
            }),
            Mode::Exact => {
                let usual = Plan::default();
                Manner::Exact(Plan {
                    chains: self.chains.unwrap_or(usual.chains).min(self.iterations),
                    burn_in: self.burn_in.unwrap_or(usual.burn_in),
                    thinning: self.thinning.unwrap_or(usual.thinning),
                })
            }
        })
    }
}

/// Runs the command. The exit status is 2 on an error.
pub fn run(arguments: &SampleArguments) -> u8 {
    sample(arguments).unwrap_or_else(|message| fail(&message))
}

fn sample(arguments: &SampleArguments) -> Result<u8, String> {
    let manner = arguments.manner()?;
    arguments.files.make(
        &["distribution.*", "lines.*"],
        &Inputs::of(&arguments.book.book),
    )?;
    let book = arguments.book.load()?;
    let rule_of_the_thesis = matches!(manner, Manner::Thesis(_));
    let choice = arguments.choice.choice().find(&book, rule_of_the_thesis)?;
    let drawn = draw(
        &book,
        &choice,
        manner,
        arguments.iterations,
        arguments.random.seed,
    );
    let sample = drawn.ok_or_else(|| arguments.choice.choice().ends_here(choice.lines.len()))?;
    let report = Report {
        name: arguments.book.name(),
        book: &book,
        choice: &choice,
        manner,
        seed: arguments.random.seed,
        sample: &sample,
    };
    let format = arguments.printed.format;
    let printed = format.put(|| report.text(), || report.json());
    Ok(printed.max(arguments.files.put(|| report.files())))
}

/// Draws lines; `None` if none goes on from the position.
fn draw(
    book: &Book,
    choice: &Population,
    manner: Manner,
    iterations: u64,
    seed: u64,
) -> Option<Sample> {
    let (lines, weights, from) = (&choice.lines, &choice.weights, choice.from);
    match manner {
        Manner::Exact(chains) => {
            Sample::exact(book, lines, weights, from, (iterations, chains), seed)
        }
        Manner::Thesis(reading) => {
            let walks = Walks::new(book, lines, weights, reading);
            let on = !walks.steps(from).is_empty();
            on.then(|| Sample::thesis(book, lines, &walks, from, iterations, seed))
        }
    }
}
