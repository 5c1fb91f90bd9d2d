//! Where errors of programs come from: the clauses, and the goals above.

use std::time::Duration;

use super::{Session, failure, units};
use crate::{
    engine::{Aborted, Cause, Diagnostic, Effects, Event, Limits, Raised},
    term,
};

/// The goal that has raised an error runs once more, in an interpreter, for at most as long as this.
const WALL: Duration = Duration::from_secs(2);

/// A directive that has raised an error: its goal, its place, the error.
pub(super) struct Directive {
    goal: String,
    place: String,
    raised: Raised,
}

/// The directive that this is told of, if it stands in one line.
pub(super) fn directive(event: &Event) -> Option<Directive> {
    let Event::Diagnostic(Diagnostic {
        cause: Cause::Raised(raised),
        source,
        file,
        line,
        ..
    }) = event
    else {
        return None;
    };
    let goal = source.trim().strip_prefix(":-")?.strip_suffix('.')?;
    Some(Directive {
        goal: goal.to_owned(),
        place: format!("{file}:{line}"),
        raised: raised.clone(),
    })
}

impl Session {
    /// Tells where the errors of directives came from.
    pub(super) fn blame_directives(
        &mut self,
        directives: &[Directive],
        report: &mut dyn FnMut(&Event),
    ) {
        for Directive {
            goal,
            place,
            raised,
        } in directives
        {
            let lines = self.blame_error(goal, raised);
            if !lines.is_empty() {
                let traced = traced(&lines);
                report(&Event::ErrorOutput(format!(
                    "the error in {place} came from{traced}\n"
                )));
            }
        }
    }

    /// What to tell about the event that has ended `query`, with where it came from if that can be found out.
    pub fn failure(&mut self, query: &str, event: &Event) -> String {
        let mut message = failure(event, &self.limits);
        match event {
            Event::Error(raised) => message.push_str(&traced(&self.blame_error(query, raised))),
            Event::Aborted(Aborted::Memory) => message.push_str(&self.endless(query)),
            _ => {}
        }
        message
    }

    /// What recursion may have used up all memory, and where it is.
    fn endless(&mut self, query: &str) -> String {
        let goal = query.trim_end();
        let goal = goal.strip_suffix('.').unwrap_or(goal);
        let lines = self.blamed(None, &format!("cl_blame:endless(({goal}\n), Lines)"));
        match lines.split_first() {
            Some((sentence, lines)) => format!("\n{sentence}{}", traced(lines)),
            None => String::new(),
        }
    }

    fn blame_error(&mut self, query: &str, raised: &Raised) -> Vec<String> {
        match raised.problem {
            Some(_) => Vec::new(),
            None => self.blame(None, query, &raised.canonical),
        }
    }

    /// `FILE:LINE: GOAL` for the goal that has raised the error which ended `query`, then for those above it. The query
    /// may stand in a file; `raised` is the canonical text of the error.
    pub(crate) fn blame(&mut self, file: Option<&str>, query: &str, raised: &str) -> Vec<String> {
        let goal = query.trim_end();
        let goal = goal.strip_suffix('.').unwrap_or(goal);
        let text = term::quoted_text(raised);
        self.blamed(file, &format!("cl_blame:blame(({goal}\n), {text}, Lines)"))
    }

    /// The lines that `asked`, a goal that has to do with the module `blame`, has for its last variable.
    pub(super) fn blamed(&mut self, file: Option<&str>, asked: &str) -> Vec<String> {
        if !self.engine.forgets() {
            return Vec::new();
        }
        let limits = self.limits;
        self.limits = Limits {
            wall: Some(limits.wall.map_or(WALL, |wall| wall.min(WALL))),
            ..limits
        };
        let asked = format!("cl_engine:provided(cl_blame), {asked}");
        let asked = units::ask(self, file, &asked, Effects::Discard, |_| {});
        self.limits = limits;
        units::lines(asked.value)
    }
}

/// Each on a line of its own, with an arrow before the first.
pub(crate) fn traced(lines: &[String]) -> String {
    let arrows = std::iter::once("\n --> ").chain(std::iter::repeat("\n     "));
    let lines = arrows.zip(lines);
    lines
        .map(|(arrow, line)| format!("{arrow}{line}"))
        .collect()
}
