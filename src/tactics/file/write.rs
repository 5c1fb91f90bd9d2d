//! Writing files of tactics.

use std::{
    io,
    path::{Path, PathBuf},
};

use super::PAPER_LIBRARY;
use crate::tactics::{Meaning, learn::Learned};

/// Writes learned tactics as a file that Prolog consults and [`super::read`] reads. `origin` says,
/// a line each, where they come from.
///
/// # Errors
///
/// If writing fails.
pub fn write(out: &mut impl io::Write, learned: &Learned, origin: &[String]) -> io::Result<()> {
    let vocabulary = &learned.vocabulary;
    writeln!(
        out,
        "/** Chess tactics, learned from moves that were played.\n"
    )?;
    for line in origin {
        writeln!(out, "  - {}", within_comment(line))?;
    }
    writeln!(
        out,
        "
`tactic(Pos,From,To)` is true iff one of these tactics suggests to move from From to To in Pos.
The comment before a tactic gives its number and how often it matches the examples: how many of the
played moves it suggests, how many moves it suggests in all their positions, and in how many
positions it suggests a move. A tactic that says no more than another one is marked as redundant.
{}

```
?- start_position(P), tactic(P, From, To).
```
*/

:- use_module(library({})).",
        words(vocabulary.meaning),
        library(vocabulary.meaning)
    )?;
    for (index, tactic) in learned.tactics.iter().enumerate() {
        writeln!(out, "\n% {}: {}", index + 1, tactic.support)?;
        if let Some(redundancy) = &tactic.redundant {
            writeln!(out, "% redundant: {}", redundancy.text(vocabulary))?;
        }
        writeln!(out, "{}", vocabulary.text(&tactic.clause))?;
    }
    out.flush()
}

/// Writes tactics that were selected, the best first: `origin` says what they are, and each comes with a comment.
///
/// # Errors
///
/// If writing fails.
pub fn write_selected<'t>(
    out: &mut impl io::Write,
    meaning: Meaning,
    origin: &[String],
    tactics: impl IntoIterator<Item = (String, &'t str)>,
) -> io::Result<()> {
    writeln!(out, "/** Chess tactics, the best first.\n")?;
    for line in origin {
        writeln!(out, "  - {}", within_comment(line))?;
    }
    writeln!(
        out,
        "\n{}\n*/\n\n:- use_module(library({})).",
        words(meaning),
        library(meaning)
    )?;
    for (comment, text) in tactics {
        writeln!(out, "\n% {comment}\n{text}")?;
    }
    out.flush()
}

/// The library that a file imports.
fn library(meaning: Meaning) -> &'static str {
    match meaning {
        Meaning::Paper => PAPER_LIBRARY,
        Meaning::Geometric => "chess",
    }
}

/// What the vocabulary's names mean.
fn words(meaning: Meaning) -> &'static str {
    match meaning {
        Meaning::Paper => {
            "The predicates have the meaning of the tactic paper's published code, which is not that \
             of chess:\nsee the module paper_vocabulary."
        }
        Meaning::Geometric => {
            "NewPos is the position after the move, Us is the side that moves, and Them the other one."
        }
    }
}

/// Text that does not end a comment.
fn within_comment(text: &str) -> String {
    text.replace("*/", "* /")
}

/// Where the validation examples of a file of tactics are kept: beside it, as `NAME.validation.csv`.
pub fn validation_path(tactics: &Path) -> PathBuf {
    tactics.with_extension("validation.csv")
}
