//! An engine that attacks from the same positions as a strategy.

use std::sync::atomic::AtomicBool;

use clap::Args;

use crate::{
    cancel::Cancel,
    cli::number,
    evolve::{Outcome, comparison, starts::Start},
    uci::{Engine, Error, Limit, Past, Query, Settings},
};

/// Nodes of a search, if nothing else is said.
const NODES: u64 = 100_000;

#[derive(Debug, Args)]
pub struct OpponentArguments {
    /// Let this UCI engine attack from the reference positions, too: a path, or a name in PATH
    #[arg(long, value_name = "PROGRAM")]
    engine: Option<String>,
    /// How many nodes the engine searches for a move [default: 100000]
    #[arg(long, value_name = "N", conflicts_with = "movetime", requires = "engine",
          value_parser = number::<u64>(1..))]
    engine_nodes: Option<u64>,
    /// How many milliseconds it searches instead; the figures then depend on the computer
    #[arg(long, value_name = "MS", requires = "engine",
          value_parser = number::<u64>(1..=3_600_000))]
    movetime: Option<u64>,
}

/// An engine that is ready to play.
pub struct Opponent {
    engine: Engine,
    limit: Limit,
}

impl OpponentArguments {
    /// Starts the engine, if there is to be one, so that what is wrong with it is known before long
    /// work.
    pub fn start(&self) -> Result<Option<Opponent>, String> {
        let Some(program) = &self.engine else {
            return Ok(None);
        };
        let limit = match self.movetime {
            Some(milliseconds) => Limit::MoveTime(milliseconds),
            None => Limit::Nodes(self.engine_nodes.unwrap_or(NODES)),
        };
        let engine =
            Engine::start(&Settings::new(program)).map_err(|error| format!("--engine: {error}"))?;
        Ok(Some(Opponent { engine, limit }))
    }
}

impl Opponent {
    /// Its name and how long it searches.
    pub fn name(&self) -> String {
        format!("{} ({})", self.engine.name(), self.limit)
    }

    /// Plays from a position against perfect defence; `None` if it was stopped.
    pub fn play(
        &mut self,
        start: &Start,
        stop: &AtomicBool,
    ) -> Result<Option<(Outcome, u32)>, String> {
        let Opponent { engine, limit } = self;
        let played = comparison::play(start, |position, start, moves| {
            let found = engine.search(&Query {
                past: Some(Past { start, moves }),
                cancel: Cancel::by(stop),
                ..Query::new(position, *limit)
            });
            found.map(|found| found.best)
        });
        match played {
            Ok(played) => Ok(Some(played)),
            Err(Error::Cancelled) => Ok(None),
            Err(error) => Err(format!("--engine: {error}")),
        }
    }
}
