//! `chesslog run FILE [-g GOAL]`: a program run for its effects.

use std::path::PathBuf;

use clap::Args;

use super::{LimitArguments, ModeArguments, UserFiles, consult_all, fail, show, start};
use crate::{
    engine::{Event, Limits, QueryOptions},
    session::{self, Refused, Session},
};

#[derive(Debug, Args)]
pub struct RunArguments {
    /// The Prolog file to load
    file: PathBuf,
    /// The goal to run once after loading; exit status 1 if it fails [default: that of
    /// `:- initialization(GOAL, main)`]
    #[arg(short, long)]
    goal: Option<String>,
    #[command(flatten)]
    limits: LimitArguments,
    #[command(flatten)]
    mode: ModeArguments,
    #[command(flatten)]
    user_files: UserFiles,
    /// What the program finds in the flag `argv`, and gets in main/1
    #[arg(last = true)]
    arguments: Vec<String>,
}

/// Where the worker finds the arguments of the program, each with a unit separator after it (`prolog/swi/main.pl`).
const VARIABLE: &str = "CHESSLOG_ARGUMENTS";

/// Runs the command and returns the exit status.
pub fn run(arguments: &RunArguments) -> u8 {
    arguments.user_files.pass_on();
    let separated = arguments
        .arguments
        .iter()
        .map(|argument| format!("{argument}\u{1f}"));
    super::set_variable(VARIABLE, separated.collect::<String>());
    let limits = arguments.limits.limits(None);
    let mut session = match start(limits, &arguments.mode) {
        Ok(session) => session,
        Err(status) => return status,
    };
    let files = std::slice::from_ref(&arguments.file);
    let reports = match consult_all(&mut session, files, show) {
        Ok(reports) => reports,
        Err(status) => return status,
    };
    let main = reports.into_iter().find_map(|report| report.main);
    let goal = arguments.goal.as_ref().or(main.as_ref());
    let done = goal.map_or(Ended::By(0), |goal| called(&mut session, goal, &limits));
    match done {
        Ended::Halted(status) => status,
        // Goals of at_halt/1 are called at this end, too.
        Ended::By(status) => match called(&mut session, &format!("halt({status})"), &limits) {
            Ended::Halted(status) | Ended::By(status) => status,
        },
    }
}

/// How a goal has ended, with an exit status.
enum Ended {
    /// The program has halted.
    Halted(u8),
    /// It has not.
    By(u8),
}

/// Calls a goal once.
fn called(session: &mut Session, goal: &str, limits: &Limits) -> Ended {
    let mut options = QueryOptions::default();
    options.limits.answers = Some(1);
    let mut events = match session.query(goal, options) {
        Ok(events) => events,
        Err(Refused::Empty) => return Ended::By(fail("the goal is empty")),
        Err(Refused::Syntax(message)) => {
            return Ended::By(fail(&format!("in the goal\n{message}")));
        }
    };
    let mut status = 1;
    while let Some(event) = events.next() {
        match event {
            Ok(Event::Output(text)) => show(&text),
            Ok(event @ Event::Diagnostic(_)) => super::report_problem(&event),
            Ok(Event::Answer(_)) => status = 0,
            Ok(Event::Halted(status)) => return Ended::Halted(status),
            Ok(event @ (Event::Error(_) | Event::Aborted(_))) => {
                drop(events);
                return Ended::By(fail(&session.failure(goal, &event)));
            }
            Ok(event) => {
                let message = session::failure(&event, limits);
                if !message.is_empty() {
                    return Ended::By(fail(&message));
                }
            }
            // There is nobody left to be asked.
            Err(error) => return Ended::Halted(fail(&error.to_string())),
        }
    }
    if status == 1 {
        eprintln!("the goal {goal} fails");
    }
    Ended::By(status)
}
