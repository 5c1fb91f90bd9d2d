//! The book that a command is given, and what is wrong with its entries.

use std::borrow::Cow;

use clap::Args;
use shakmaty::Color;

use crate::{
    cli::number,
    openings::{Book, read},
    report::{plural, thousands},
};

/// Entries that are not in the book of which each is reported.
const TOLD: usize = 3;

/// Where the lines come from.
#[derive(Debug, Args)]
pub struct BookArguments {
    /// PGN files of opening lines or games, and tables (.tsv) of eco, name and pgn [default: the
    /// lines that come with the program]
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub book: Vec<String>,
    /// Cut games after so many plies, moves of one player each [default: not at all]
    #[arg(long, value_name = "N", value_parser = number::<u16>(1..))]
    plies: Option<u16>,
}

impl BookArguments {
    /// Reads the book. The first entries of a file that are no lines are reported, and how many there
    /// are.
    ///
    /// # Errors
    ///
    /// If a file cannot be read, or there is no line.
    pub fn load(&self) -> Result<Cow<'static, Book>, String> {
        self.load_for(None)
    }

    /// The same for somebody who learns it.
    ///
    /// # Errors
    ///
    /// As [`load`](BookArguments::load).
    pub fn load_for(&self, learner: Option<Color>) -> Result<Cow<'static, Book>, String> {
        let plies = self.plies.map_or(usize::MAX, usize::from);
        if self.book.is_empty() {
            let bundled = Book::bundled();
            return Ok(match self.plies {
                None => Cow::Borrowed(bundled),
                Some(_) => Cow::Owned(cut(bundled, plies)),
            });
        }
        let mut book = Book::default();
        book.learner = learner;
        for file in &self.book {
            let known = book.problems.len();
            let read = read::files(&mut book, std::slice::from_ref(file), plies);
            report(file, &book, known);
            read.map_err(|error| error.to_string())?;
        }
        match book.lines().is_empty() {
            false => Ok(Cow::Owned(book)),
            true => Err(format!(
                "{}: expected opening lines or games, found none",
                self.book.join(", ")
            )),
        }
    }

    /// What the book is called.
    pub fn name(&self) -> String {
        match self.book.as_slice() {
            [] => "the bundled book".to_owned(),
            [file] => file.clone(),
            [file, others @ ..] => format!("{file} and {} more", others.len()),
        }
    }
}

/// Tells that entries of a file have no names.
fn report_nameless(file: &str, entries: u64, nameless: u64) {
    if nameless == 0 {
        return;
    }
    let has = match nameless {
        1 => "has no name",
        _ => "have no names",
    };
    eprintln!(
        "warning: {} of {} entries of {file} {has} (tags Opening and Variation): what goes by \
         names does not find them",
        thousands(nameless),
        thousands(entries)
    );
}

/// Tells what is wrong with entries of the file that was read last; before it there were so many
/// problems.
fn report(file: &str, book: &Book, known: usize) {
    let problems = &book.problems[known..];
    let (wrong, cut) = (problems.len() as u64, &book.file.cut);
    let entries = book.file.read + wrong;
    report_nameless(file, book.file.read, book.file.nameless);
    for problem in problems.iter().take(TOLD).chain(cut.iter().take(TOLD)) {
        eprintln!("warning: {problem}");
    }
    if cut.len() > TOLD {
        let count = plural(cut.len(), "variation");
        eprintln!("warning: {count} of {file} are in the book only in part");
    }
    if wrong > 0 {
        let are = if wrong == 1 {
            "is no line"
        } else {
            "are no lines"
        };
        eprintln!(
            "warning: {} of {} entries of {file} {are} of this book",
            thousands(wrong),
            thousands(entries)
        );
    }
}

/// A book whose lines are cut.
fn cut(book: &Book, plies: usize) -> Book {
    let mut short = Book::default();
    for line in book.lines() {
        let moves = &line.moves[..line.moves.len().min(plies)];
        short.add(line.eco, &line.name, moves, line.count);
    }
    short
}
