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

    /// Draws how many units are done of a number that is not known, how fast, and how long the rest
    /// takes, unless the line was drawn just now; `part` of the work is done, from 0 to 1.
    pub fn pace(&self, done: u64, part: f64) {
        self.note(|| pace(done, self.unit, part, self.elapsed()));
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

fn pace(done: u64, unit: &str, part: f64, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    let rate = done as f64 / seconds.max(0.001);
    let mut line = format!("{done} {unit}, {rate:.1}/s");
    if part > 0.0 && done > 0 {
        let left = (seconds * (1.0 - part).max(0.0) / part).round() as u64;
        line += &format!(", {:.0}%, {} left", part * 100.0, clock(left));
    }
    line
}

fn clock(seconds: u64) -> String {
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_tells_rate_and_rest() {
        let seconds = Duration::from_secs;
        assert_eq!(
            pace(50, "puzzles", 0.25, seconds(25)),
            "50 puzzles, 2.0/s, 25%, 1:15 left"
        );
        assert_eq!(
            pace(50, "puzzles", 0.01, seconds(100)),
            "50 puzzles, 0.5/s, 1%, 2:45:00 left"
        );
        assert_eq!(pace(0, "puzzles", 0.0, seconds(0)), "0 puzzles, 0.0/s");
    }
}
