//! Which lines of a book are drawn, what is preferred among them, and where they begin.

use clap::Args;

use crate::{
    cli::{decimal, number},
    openings::{Preference, choice::Choice},
};

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
        requires = "prefer", value_parser = decimal::<f64>
    )]
    weights: Vec<f64>,
    /// Only lines with at least so many moves by each player
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<usize>(..))]
    min_moves: usize,
    /// Only lines with at most so many moves [default: any number]
    #[arg(long, value_name = "N", value_parser = number::<u16>(1..))]
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

impl ChoiceArguments {
    /// What is chosen.
    pub fn choice(&self) -> Choice {
        Choice {
            prefer: self.prefer.clone(),
            weights: self.weights.clone(),
            min_moves: self.min_moves,
            max_moves: self.max_moves,
            name: self.name.clone(),
            family: self.family.clone(),
            eco: self.eco.clone(),
            from: self.from.clone(),
        }
    }
}
