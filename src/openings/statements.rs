//! What the thesis (K. Saarmann 2022) says of its results, statement by statement, and whether it is
//! so of a book and a reading of the algorithm.
//!
//! ```no_run
//! use chesslog::openings::{Book, statements, study::{READINGS, Study}};
//!
//! let study = Study::new(Book::bundled(), READINGS[0], 1);
//! for statement in statements::all() {
//!     let finding = (statement.check)(&study);
//!     println!("{}: {:?}, {}", statement.short, finding.verdict, finding.numbers);
//! }
//! ```

mod guidelines;
mod iterations;
mod model;
mod parameters;
mod weights;

use std::fmt;

use super::study::Study;

/// Distributions with at most this total variation distance are called similar.
const NEAR: f64 = 0.05;
/// Distributions with at least this total variation distance are called significantly different.
const FAR: f64 = 0.2;

/// Something that the thesis says.
#[derive(Debug, Clone, Copy)]
pub struct Statement {
    /// Where it says so.
    pub section: &'static str,
    /// What it is about, in a few words.
    pub short: &'static str,
    /// What it says, in our words; the numbers are its own.
    pub claim: &'static str,
    /// What is measured, and when it is called true.
    pub measure: &'static str,
    /// Measures it.
    pub check: fn(&Study<'_>) -> Finding,
}

/// What was found of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Whether it is so.
    pub verdict: Verdict,
    /// The numbers from which that follows.
    pub numbers: String,
}

/// Whether a statement is so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It is.
    True,
    /// It is not.
    False,
    /// It is about something that our book does not have.
    NotComparable,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::True => "true",
            Verdict::False => "false",
            Verdict::NotComparable => "not comparable",
        })
    }
}

impl Finding {
    /// A statement that is so or not.
    fn of(holds: bool, numbers: impl Into<String>) -> Finding {
        let verdict = if holds { Verdict::True } else { Verdict::False };
        Finding {
            verdict,
            numbers: numbers.into(),
        }
    }

    /// A statement about something else than we have.
    fn none(why: impl Into<String>) -> Finding {
        Finding {
            verdict: Verdict::NotComparable,
            numbers: why.into(),
        }
    }
}

/// All statements, in the order of the thesis.
pub fn all() -> Vec<Statement> {
    [
        model::STATEMENTS,
        iterations::STATEMENTS,
        weights::STATEMENTS,
        parameters::STATEMENTS,
        guidelines::STATEMENTS,
    ]
    .concat()
}

/// A share in per cent, with the digits that it needs.
fn percent(share: f64) -> String {
    match share {
        0.0 => "0 %".to_owned(),
        small if small < 0.0001 => format!("{:.1e} %", small * 100.0),
        small if small < 0.01 => format!("{:.2} %", small * 100.0),
        share => format!("{:.1} %", share * 100.0),
    }
}

/// Numbers that belong together, each with what it is of.
fn listed(numbers: impl IntoIterator<Item = (String, String)>) -> String {
    let words = numbers
        .into_iter()
        .map(|(name, number)| format!("{name}: {number}"));
    words.collect::<Vec<String>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::{
        Book, read,
        study::{READINGS, Study},
    };

    #[test]
    fn each_statement_is_checked_for_each_reading() {
        for reading in READINGS {
            let study = Study::new(Book::bundled(), reading, 1);
            let mut told = 0;
            for statement in all() {
                let finding = (statement.check)(&study);
                assert!(!finding.numbers.is_empty(), "{}", statement.short);
                assert!(!finding.numbers.contains("NaN"), "{}", finding.numbers);
                told += usize::from(finding.verdict != Verdict::NotComparable);
            }
            assert!(told > 15, "{told}");
        }
    }

    #[test]
    fn a_book_that_has_nothing_to_compare_is_no_trouble() {
        let mut book = Book::default();
        book.add(None, "", &read::played("a3 a6").unwrap(), 1);
        let study = Study::new(&book, READINGS[1], 1);
        for statement in all() {
            let finding = (statement.check)(&study);
            assert!(!finding.numbers.contains("NaN"), "{}", finding.numbers);
        }
    }

    #[test]
    fn numbers_have_the_digits_that_they_need() {
        let told = [0.0, 0.00002, 0.0026, 0.5, 1.0].map(percent);
        assert_eq!(told, ["0 %", "2.0e-3 %", "0.26 %", "50.0 %", "100.0 %"]);
    }
}
