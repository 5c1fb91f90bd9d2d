//! The games that commands are about: those with a name, and those that a user has written.

use std::path::Path;

use super::{cancel_token::CancelToken, report_problem};
use crate::{
    engine::{DEFAULT_MEMORY, Limits, Settings},
    games::{self, Graph, asked::MOST_STATES},
    session::{Session, game, prover::ProofLimits},
    term::Term,
    terminal::Status,
};

/// A game, explored.
#[derive(Debug, Clone)]
pub struct Game {
    /// Its states; a program has one game or two, and needs them to its end.
    pub graph: &'static Graph,
    /// The goal that loads its rules in Prolog.
    pub goal: String,
}

impl Game {
    /// The game with a name, or that a file `NAME.pl` defines.
    ///
    /// # Errors
    ///
    /// If there is no such game, or the file defines none.
    pub fn load(name: &str, token: Option<&CancelToken>) -> Result<Game, String> {
        if let Some(graph) = games::named(name) {
            return Ok(Game {
                graph,
                goal: format!("use_module(library({name}))"),
            });
        }
        let file = Path::new(name);
        if !file.exists() && file.extension().is_none_or(|extension| extension != "pl") {
            return Err(format!(
                "{}, or a file such as game.pl that defines initial/1, move/2, won/1 and drawn/1",
                games::unknown(name)
            ));
        }
        let limits = Limits {
            memory: Some(DEFAULT_MEMORY),
            ..Limits::default()
        };
        let session = Session::start(limits, Settings::default()).map_err(|e| e.to_string())?;
        if let Some(token) = token {
            token.add(session.interrupt_handle());
        }
        let status = Status::line();
        let graph = game::load(
            file,
            session,
            ProofLimits::default(),
            MOST_STATES,
            report_problem,
            |states, plies| status.note(|| format!("{name}: {states} states, {plies} moves deep")),
        );
        status.clear();
        let graph = graph?;
        // A strategy that is written elsewhere finds the rules only so.
        let path = std::path::absolute(file).map_err(|error| format!("{name}: {error}"))?;
        let path = Term::Atom(path.to_string_lossy().into_owned());
        Ok(Game {
            graph: Box::leak(Box::new(graph)),
            goal: format!("ensure_loaded({path})"),
        })
    }
}
