//! `chesslog run FILE [-g GOAL]`: a program run for its effects.

use std::path::PathBuf;

use clap::Args;

use super::{LimitArguments, consult_all, fail, start};
use crate::{
    engine::{Event, QueryOptions},
    session::{self, Refused},
};

#[derive(Debug, Args)]
pub struct RunArguments {
    /// The Prolog file to load
    file: PathBuf,
    /// The goal to run once after loading; exit status 1 if it fails
    #[arg(short, long)]
    goal: Option<String>,
    #[command(flatten)]
    limits: LimitArguments,
}

/// Runs the command and returns the exit status.
pub fn run(arguments: &RunArguments) -> u8 {
    let limits = arguments.limits.limits(None);
    let mut session = match start(limits) {
        Ok(session) => session,
        Err(status) => return status,
    };
    let files = std::slice::from_ref(&arguments.file);
    if let Err(status) = consult_all(&mut session, files, |text| print!("{text}")) {
        return status;
    }
    let Some(goal) = &arguments.goal else {
        return 0;
    };
    let mut options = QueryOptions::default();
    options.limits.answers = Some(1);
    let events = match session.query(goal, options) {
        Ok(events) => events,
        Err(Refused::Empty) => return fail("the goal is empty"),
        Err(Refused::Syntax(message)) => return fail(&format!("in the goal\n{message}")),
    };
    let mut status = 1;
    for event in events {
        match event {
            Ok(Event::Output(text)) => print!("{text}"),
            Ok(Event::Answer(_)) => status = 0,
            Ok(Event::Halted(halted)) => return halted,
            Ok(event) => {
                let message = session::failure(&event, &limits);
                if !message.is_empty() {
                    return fail(&message);
                }
            }
            Err(error) => return fail(&error.to_string()),
        }
    }
    if status == 1 {
        eprintln!("the goal {goal} fails");
    }
    status
}
