//! The line that shows how far a long piece of work has got.

use std::{
    io::{self, IsTerminal},
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

/// How often the line is drawn.
const PERIOD: Duration = Duration::from_millis(200);

/// A line at the bottom of the terminal, if there is one.
#[derive(Debug)]
pub struct Status {
    what: String,
    total: usize,
    unit: &'static str,
    begin: Instant,
    drawn: Mutex<Option<Instant>>,
    terminal: bool,
}

impl Status {
    /// A line for so many units of work on this.
    pub fn new(what: &str, total: usize, unit: &'static str) -> Status {
        Status {
            what: what.to_owned(),
            total,
            unit,
            begin: Instant::now(),
            drawn: Mutex::new(None),
            terminal: io::stderr().is_terminal(),
        }
    }

    /// A line of which nothing can be counted.
    pub fn line() -> Status {
        Status::new("", 0, "")
    }

    /// The time since the work began.
    pub fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }

    /// Draws the line, unless it was drawn just now.
    pub fn show(&self, done: usize) {
        self.say(String::new, done);
    }

    /// The same, with more about what was done.
    pub fn say(&self, more: impl FnOnce() -> String, done: usize) {
        let Status {
            what, total, unit, ..
        } = self;
        self.note(|| format!("{what}: {done} of {total} {unit}{}", more()));
    }

    /// Draws this line instead, unless one was drawn just now.
    pub fn note(&self, line: impl FnOnce() -> String) {
        let mut drawn = self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        let fresh = drawn.is_some_and(|drawn| drawn.elapsed() < PERIOD);
        if self.terminal && !fresh {
            eprint!("\r{}\x1b[K", line());
            *drawn = Some(Instant::now());
        }
    }

    /// Takes the line away, so that something else can be printed.
    pub fn clear(&self) {
        let mut drawn = self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        if drawn.take().is_some() {
            eprint!("\r\x1b[K");
        }
    }
}
