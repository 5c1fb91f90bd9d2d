//! `chesslog openings reproduce`: the experiments of the thesis, and what it says of them.

use std::{fmt::Write as _, fs, path::PathBuf};

use clap::Args;
use rayon::prelude::*;

use super::{super::wording::thousands, book::BookArguments, page, plates};
use crate::{
    cli::{fail, print},
    openings::{
        Book,
        statements::{self, Finding, Statement, Verdict},
        study::{READINGS, Study},
    },
    terminal::Status,
};

/// What is done and written, below the options.
const DONE: &str = "\
The thesis is K. Saarmann, Exploration vs Exploitation of Chess Openings Learner with
Metropolis-Hastings Algorithm (Tartu 2022). The settings of its figures 15 to 21 are run on the book,
and each statement of sections 4.2 to 6 that can be measured is true of them, false, or about
something that the book does not have (-). The thesis leaves open what proposes a move, each line or
each next position once, and whether lines one move away propose, too (section 4.2, but not figure
14): all four readings are run.

Into --out go reproduction.md, the page with all statements, criteria and numbers; statements.csv;
and figure-13 to figure-21 as .svg for each reading, with .csv.";

#[derive(Debug, Args)]
#[command(after_help = DONE)]
pub struct ReproduceArguments {
    #[command(flatten)]
    book: BookArguments,
    /// What makes the experiments repeatable
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The directory for the page, the figures and the tables, made if need be
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// All that is told.
pub struct Reproduction<'b> {
    /// What the book is called.
    pub name: String,
    pub book: &'b Book,
    pub seed: u64,
    /// The experiments, a study for each reading.
    pub studies: Vec<Study<'b>>,
    /// The statements, each with what was found of it for each reading.
    pub checked: Vec<(Statement, Vec<Finding>)>,
}

/// Runs the command. The exit status is 2 on an error.
pub fn run(arguments: &ReproduceArguments) -> u8 {
    match reproduce(arguments) {
        Ok(status) => status,
        Err(message) => fail(&message),
    }
}

fn reproduce(arguments: &ReproduceArguments) -> Result<u8, String> {
    // Not after all has been computed.
    if let Some(folder) = &arguments.out {
        fs::create_dir_all(folder)
            .map_err(|error| format!("cannot make the folder {}: {error}", folder.display()))?;
    }
    let book = arguments.book.load()?;
    let status = Status::line();
    status.note(|| format!("running the experiments in {} readings", READINGS.len()));
    let studies = READINGS
        .par_iter()
        .map(|&reading| Study::new(&book, reading, arguments.seed));
    let studies: Vec<Study<'_>> = studies.collect();
    status.clear();
    if studies.iter().any(|study| study.weights.lines.is_empty()) {
        return Err(format!(
            "the experiments are about lines with at least eight moves by each player: {} has none",
            arguments.book.name()
        ));
    }
    status.note(|| "checking the statements".to_owned());
    let checked = statements::all().into_par_iter().map(|statement| {
        let found = studies.iter().map(|study| (statement.check)(study));
        (statement, found.collect())
    });
    let checked = checked.collect();
    status.clear();
    let reproduction = Reproduction {
        name: arguments.book.name(),
        book: &book,
        seed: arguments.seed,
        studies,
        checked,
    };
    let mut status = print(&reproduction.text());
    if let Some(folder) = &arguments.out {
        let mut files = vec![
            ("reproduction.md".to_owned(), page::write(&reproduction)),
            ("statements.csv".to_owned(), page::table(&reproduction)),
        ];
        files.extend(plates::draw(&reproduction));
        for (name, text) in files {
            let path = folder.join(name);
            if let Err(error) = fs::write(&path, text) {
                status = status.max(fail(&format!("cannot write {}: {error}", path.display())));
            }
        }
    }
    Ok(status)
}

impl Reproduction<'_> {
    /// What was run, in a line.
    pub fn heading(&self) -> String {
        format!(
            "{}, {} lines, {} positions, seed {}",
            self.name,
            thousands(self.book.lines().len() as u64),
            thousands(self.book.nodes().len() as u64),
            self.seed
        )
    }

    /// How many statements have each verdict with a reading: true, false, not comparable.
    pub fn counts(&self, reading: usize) -> [usize; 3] {
        [Verdict::True, Verdict::False, Verdict::NotComparable].map(|verdict| {
            let found = self
                .checked
                .iter()
                .map(|(_, findings)| findings[reading].verdict);
            found.filter(|found| *found == verdict).count()
        })
    }

    /// For people, a line for each statement.
    fn text(&self) -> String {
        let mut out = format!("{}\n\n", self.heading());
        let width = self
            .checked
            .iter()
            .map(|(statement, _)| statement.short.chars().count());
        let width = width.max().unwrap_or(0);
        let mut row = |section: &str, name: &str, cells: [&str; 4]| {
            let [one, two, three, four] = cells;
            // Writing to a string cannot fail.
            _ = writeln!(
                out,
                "{section:6}{name:width$}  {one:7}{two:8}{three:7}{four}",
            );
        };
        row("", "what proposes", ["lines", "lines", "pos.", "pos."]);
        row("", "transpositions", ["no", "yes", "no", "yes"]);
        for (statement, findings) in &self.checked {
            let words = [0, 1, 2, 3].map(|reading| short(findings[reading].verdict));
            row(statement.section, statement.short, words);
        }
        let counts = [0, 1, 2, 3].map(|reading| self.counts(reading));
        for (at, name) in ["true", "false", "not comparable"].into_iter().enumerate() {
            let cells = counts.map(|counts| counts[at].to_string());
            row(
                "",
                name,
                [0, 1, 2, 3].map(|reading| cells[reading].as_str()),
            );
        }
        out
    }
}

/// A verdict in a narrow column.
fn short(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::True => "true",
        Verdict::False => "false",
        Verdict::NotComparable => "-",
    }
}
