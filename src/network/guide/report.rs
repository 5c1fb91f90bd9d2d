//! How many puzzles a guided policy solves, by theme.

use std::{collections::BTreeMap, fmt::Write as _};

use serde::Serialize;

use super::Asked;
use crate::report::thousands;

/// Themes in the text; JSON has all.
const THEMES: usize = 30;
/// The row of all puzzles.
const ALL: &str = "all";

/// What there is to tell.
#[derive(Debug, Serialize)]
pub struct Report<'a> {
    /// What the piece head is called.
    pub weights: String,
    /// The tables of puzzles.
    pub puzzles: &'a [String],
    /// How many puzzles the exponents are fitted on.
    pub fitted_on: usize,
    pub results: Vec<Guided>,
}

/// What a Maia solves alone and guided.
#[derive(Debug, Serialize)]
pub struct Guided {
    #[serde(rename = "maia")]
    pub name: String,
    pub exponent: f64,
    #[serde(rename = "themes")]
    pub rows: Vec<Solved>,
}

/// Of the puzzles of a theme, how many are solved.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Solved {
    theme: String,
    puzzles: usize,
    alone: usize,
    guided: usize,
}

/// How many puzzles are solved: of all, then by theme, the most frequent first.
pub fn by_theme<'p>(
    puzzles: impl IntoIterator<Item = (&'p [String], &'p Asked)>,
    exponent: f64,
) -> Vec<Solved> {
    let mut all = Solved::none(ALL);
    let mut themes: BTreeMap<&str, Solved> = BTreeMap::new();
    for (names, asked) in puzzles {
        let (alone, guided) = (asked.solved(0.0), asked.solved(exponent));
        all.count(alone, guided);
        for theme in names {
            let row = themes.entry(theme).or_insert_with(|| Solved::none(theme));
            row.count(alone, guided);
        }
    }
    let mut rows: Vec<Solved> = themes.into_values().collect();
    rows.sort_by(|a, b| {
        b.puzzles
            .cmp(&a.puzzles)
            .then_with(|| a.theme.cmp(&b.theme))
    });
    rows.insert(0, all);
    rows
}

impl Solved {
    fn none(theme: &str) -> Solved {
        Solved {
            theme: theme.to_owned(),
            puzzles: 0,
            alone: 0,
            guided: 0,
        }
    }

    fn count(&mut self, alone: bool, guided: bool) {
        self.puzzles += 1;
        self.alone += usize::from(alone);
        self.guided += usize::from(guided);
    }
}

impl Report<'_> {
    /// The table for people: shares in per cent, of each policy alone and guided.
    pub fn text(&self) -> String {
        let mut text = format!(
            "solved at one node, in per cent: alone, and with {}\n\n{:<24}{:>9}",
            self.weights, "theme", "puzzles"
        );
        for guided in &self.results {
            _ = write!(text, "{:>14}{:>8}", guided.name, "with");
        }
        text.push('\n');
        let rows = self.results.first().map_or(&[][..], |guided| &guided.rows);
        for (at, row) in rows.iter().enumerate().take(1 + THEMES) {
            _ = write!(text, "{:<24}{:>9}", row.theme, row.puzzles);
            for guided in &self.results {
                let row = &guided.rows[at];
                let share = |solved: usize| 100.0 * solved as f64 / row.puzzles as f64;
                _ = write!(text, "{:>14.1}{:>8.1}", share(row.alone), share(row.guided));
            }
            text.push('\n');
        }
        let more = rows.len().saturating_sub(1 + THEMES);
        if more > 0 {
            _ = writeln!(text, "... and {more} more");
        }
        let exponents: Vec<String> = self
            .results
            .iter()
            .map(|guided| format!("{:.1} ({})", guided.exponent, guided.name))
            .collect();
        _ = writeln!(
            text,
            "\nexponents, fitted on {} other puzzles: {}",
            thousands(self.fitted_on),
            exponents.join(", ")
        );
        text
    }
}
