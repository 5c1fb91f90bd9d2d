//! The positions that tactics are measured on: drawn from games, or read from tables.

use std::{
    collections::HashSet,
    sync::atomic::{AtomicBool, Ordering},
};

use clap::Args;

use crate::{
    cli::{SeedOption, number},
    tactics::{
        evaluation::Positions,
        examples::{self, Example, Sampling},
    },
};

#[derive(Debug, Args)]
pub struct PositionArguments {
    /// Draw positions from this PGN file, plain or compressed, one a game; may be repeated
    #[arg(long, value_name = "FILE")]
    pub games: Vec<String>,
    /// The first move of a game that may be drawn
    #[arg(long, value_name = "N", default_value = "12", value_parser = number::<u32>(..))]
    from_move: u32,
    #[command(flatten)]
    random: SeedOption,
    /// Draw so often from the games, so that there may be so many positions of one game
    #[arg(long, value_name = "N", default_value = "1",
          value_parser = number::<u16>(1..))]
    rounds: u16,
}

impl PositionArguments {
    /// Draws so many positions from the games and reads those of the tables, the positive ones.
    /// What is wrong with games is reported.
    pub fn collect(
        &self,
        wanted: usize,
        tables: &[String],
        cancel: &AtomicBool,
    ) -> Result<Positions, String> {
        if self.games.is_empty() && tables.is_empty() {
            return Err("expected --games FILE.pgn or a table of moves, FILE.csv".to_owned());
        }
        let mut positions = Positions::default();
        let mut origin = Vec::new();
        for table in tables {
            let mut found = examples::read(table).map_err(|error| error.to_string())?;
            found.retain(|example| example.positive);
            origin.push(format!("{} moves in {table}", found.len()));
            positions.add(found)?;
        }
        for (index, file) in self.games.iter().enumerate() {
            // An even share of each file.
            let share = (index + 1) * wanted / self.games.len() - index * wanted / self.games.len();
            let drawn = self.draw(file, share, &mut positions, cancel)?;
            origin.push(format!(
                "{} moves from move {} on of {file} (seed {}, {})",
                drawn.len(),
                self.from_move,
                self.random.seed,
                match self.rounds {
                    1 => "one a game".to_owned(),
                    n => format!("{n} rounds"),
                }
            ));
            positions.add(drawn)?;
        }
        positions.origin = origin.join("; ");
        match cancel.load(Ordering::Relaxed) {
            true => Err("stopped while positions were drawn".to_owned()),
            false => Ok(positions),
        }
    }

    fn draw(
        &self,
        file: &str,
        wanted: usize,
        positions: &mut Positions,
        cancel: &AtomicBool,
    ) -> Result<Vec<Example>, String> {
        let mut drawn: Vec<Example> = Vec::new();
        let mut seen = HashSet::new();
        for round in 0..u64::from(self.rounds) {
            let left = wanted - drawn.len();
            let sampling = Sampling {
                examples: left.div_ceil(usize::from(self.rounds) - round as usize),
                from_move: self.from_move,
                seed: self.random.seed.wrapping_add(round),
            };
            let sample =
                examples::sample(file, &sampling, cancel).map_err(|error| error.to_string())?;
            if round == 0 {
                positions.games += sample.games;
                positions.bad_games += sample.bad;
                report_problems(file, &sample);
            }
            let fresh = sample.examples.into_iter();
            drawn.extend(fresh.filter(|example| seen.insert((example.fen(), example.uci()))));
        }
        match drawn.len() {
            0 => Err(format!(
                "{file}: no game can be used; expected games that ended normally or by time \
                 forfeit and got to move {}",
                self.from_move
            )),
            n => {
                if n < wanted {
                    eprintln!("warning: {file}: only {n} different positions were drawn");
                }
                Ok(drawn)
            }
        }
    }
}

/// Tells what is wrong with games.
pub fn report_problems(file: &str, sample: &examples::Sample) {
    for problem in &sample.problems {
        eprintln!("{problem}; passed over");
    }
    let reported = sample.problems.len() as u64;
    if sample.bad > reported {
        eprintln!(
            "{file}: {} more games are passed over",
            sample.bad - reported
        );
    }
    if let Some(lost) = &sample.lost {
        eprintln!("{lost}; the rest is not read");
    }
}
