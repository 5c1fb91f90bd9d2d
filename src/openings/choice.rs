//! Which lines of a book are drawn, what is preferred among them, and where they begin.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use super::{Book, Preference, Selection, Weights, place, report::Population};

/// What is drawn from.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// Lines that are preferred.
    pub prefer: Vec<Preference>,
    /// How much each preference weighs; the usual weight each if there are none here.
    pub weights: Vec<f64>,
    /// Only lines with at least so many moves by each player.
    pub min_moves: usize,
    /// Only lines with at most so many moves.
    pub max_moves: Option<u16>,
    /// Only lines whose name contains this.
    pub name: Option<String>,
    /// Only lines of this opening.
    pub family: Option<String>,
    /// Only lines whose code begins so.
    pub eco: Option<String>,
    /// The position to begin from: moves, an ECO code, or a FEN.
    pub from: Option<String>,
}

impl Choice {
    /// Finds it in a book. The rule of the thesis wants weights of at least 0.
    ///
    /// # Errors
    ///
    /// If no line is selected, a preference admits none, weights do not fit, or the position is not
    /// in the book.
    pub fn find(&self, book: &Book, rule_of_the_thesis: bool) -> Result<Population, String> {
        let weights = Weights::new(&self.prefer, &self.weights).map_err(|e| e.to_string())?;
        if rule_of_the_thesis {
            weights.not_negative().map_err(|e| e.to_string())?;
        }
        let lines = self.selection().lines(book).map_err(|e| e.to_string())?;
        let from = match &self.from {
            None => 0,
            Some(text) => {
                let chess = place::place(book, text).map_err(|wrong| wrong.to_string())?;
                let found = book.find(&chess);
                found.ok_or_else(|| format!("no line of the book comes to `{}`", text.trim()))?
            }
        };
        // An exact chain has only the lines that go on from there.
        let going = book.node(from).passing.iter().map(|(line, _)| *line);
        let going: HashSet<u32> = going.collect();
        let drawn = lines.iter().copied();
        let drawn: Vec<u32> = drawn
            .filter(|line| rule_of_the_thesis || going.contains(line))
            .collect();
        if !drawn.is_empty() {
            weights.apply(book, &drawn).map_err(|e| e.to_string())?;
        }
        Ok(Population {
            lines,
            weights,
            from,
        })
    }

    /// The message that none of so many selected lines goes on from the position.
    pub fn ends_here(&self, lines: usize) -> String {
        let from = self.from.as_deref().unwrap_or_default().trim();
        match lines {
            1 => format!("the selected line does not go on from `{from}`"),
            _ => format!(
                "none of the {lines} selected lines goes on from `{from}`; they end there, or do not come there"
            ),
        }
    }

    /// What selected lines have in common.
    pub fn selection(&self) -> Selection {
        Selection {
            min_moves: self.min_moves,
            max_moves: self.max_moves.map_or(usize::MAX, usize::from),
            name: self.name.clone(),
            family: self.family.clone(),
            eco: self.eco.clone(),
        }
    }
}
