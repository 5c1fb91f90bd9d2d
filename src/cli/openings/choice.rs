//! Which lines of a book are drawn, what is preferred among them, and where they begin.

use std::collections::HashSet;

use clap::Args;

use crate::openings::{Book, Preference, Selection, Weights, place, report::Population};

/// What a command draws from.
#[derive(Debug, Args)]
pub struct ChoiceArguments {
    /// Lines that are preferred: gambit, uncommon (none of the following), c4, d4, e4
    #[arg(long, value_name = "KIND,...", value_delimiter = ',')]
    prefer: Vec<Preference>,
    /// How much each preference weighs [default: 0.4 each]
    #[arg(
        long,
        value_name = "W,...",
        value_delimiter = ',',
        allow_negative_numbers = true,
        requires = "prefer", value_parser = number
    )]
    weights: Vec<f64>,
    /// Only lines with at least so many moves by each player
    #[arg(long, value_name = "N", default_value_t = 0)]
    min_moves: usize,
    /// Only lines with at most so many moves [default: any number]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    max_moves: Option<u16>,
    /// Only lines whose name contains this
    #[arg(long, value_name = "TEXT")]
    name: Option<String>,
    /// Only lines of this opening: what stands before the colon of the name
    #[arg(long, value_name = "NAME")]
    family: Option<String>,
    /// Only lines whose code begins so, such as B9
    #[arg(long, value_name = "CODE")]
    eco: Option<String>,
    /// The position to begin from: moves such as `e4 c5`, an ECO code, or a FEN [default: the start
    /// position]
    #[arg(long, value_name = "POSITION")]
    from: Option<String>,
}

fn number(text: &str) -> Result<f64, String> {
    text.parse()
        .map_err(|_| "expected a number, such as 0.4".to_owned())
}

impl ChoiceArguments {
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
