//! `chesslog serve`: a page with a board in the browser.

use std::{net::IpAddr, path::PathBuf, time::Duration};

use clap::Args;

use super::{LimitArguments, fail, number};
use crate::serve::{self, Config};

/// Seconds that a query may compute if no limit is given.
const DEFAULT_TIME: Duration = Duration::from_secs(60);

/// What there is, below the options.
const WHAT: &str = "\
The page has a board, and beside it:
  Ask      queries in Prolog and rules of your own; positions in answers are boards
  Explain  why moves win, what is threatened and what is weak, along any game
  Play     against the program, strategies for endings, and what was learned in oxo and hexapawn; with reasons
  Train    openings and puzzles, asked again when they are due

The address that is printed holds a token: whoever knows it may ask. Only this machine can, unless --address says
otherwise. Queries run in a sandbox, with limits, an engine for each page. Nothing is sent anywhere else.";

#[derive(Debug, Args)]
#[command(after_help = WHAT)]
pub struct ServeArguments {
    /// Files of strategies that play chess, as for `chesslog uci`
    files: Vec<PathBuf>,
    /// The port [default: 1851, or a free one where that is taken]
    #[arg(long, value_name = "N", value_parser = number::<u16>(..))]
    port: Option<u16>,
    /// The address to listen at [default: 127.0.0.1]
    #[arg(long, value_name = "ADDRESS")]
    address: Option<IpAddr>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// The file of your scores [default: in the user's data directory]
    #[arg(long, value_name = "FILE")]
    scores: Option<PathBuf>,
    #[command(flatten)]
    limits: LimitArguments,
}

/// Serves until Ctrl-C; 2 on an error.
pub fn run(arguments: &ServeArguments) -> u8 {
    let files = arguments.files.iter();
    let config = Config {
        address: arguments.address,
        port: arguments.port,
        open: arguments.open,
        scores: arguments.scores.clone(),
        limits: arguments.limits.limits(Some(DEFAULT_TIME)),
        strategies: files
            .map(|file| file.to_string_lossy().into_owned())
            .collect(),
    };
    match serve::run(&config) {
        Ok(()) => 0,
        Err(message) => fail(&message),
    }
}
