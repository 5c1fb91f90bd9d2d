//! The options of all trainers: the file of the scores, and the clock.

use std::path::PathBuf;

use chrono::{DateTime, TimeDelta, Utc};
use clap::Args;

use crate::openings::{
    cards::{self, NoDay},
    kept,
};

/// Options of all trainers.
#[derive(Debug, Args)]
pub struct TrainingArguments {
    /// The file of your scores [default: in the user's data directory]
    #[arg(long, value_name = "FILE")]
    scores: Option<PathBuf>,
    /// Say how you stand, and nothing else
    #[arg(long)]
    pub status: bool,
    /// As if it were noon of this day, and a minute later after each line that you type
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = day)]
    today: Option<DateTime<Utc>>,
}

fn day(text: &str) -> Result<DateTime<Utc>, NoDay> {
    cards::day(text)
}

impl TrainingArguments {
    /// The file of the scores, the folder of which is there.
    pub fn file(&self) -> Result<PathBuf, String> {
        match &self.scores {
            Some(file) => Ok(file.clone()),
            None => kept::usual_file().map_err(|why| format!("{why}: expected --scores FILE")),
        }
    }

    /// What time it is.
    pub fn clock(&self) -> Clock {
        Clock {
            fixed: self.today,
            minutes: 0,
        }
    }
}

/// What time it is.
#[derive(Debug, Clone, Copy)]
pub struct Clock {
    fixed: Option<DateTime<Utc>>,
    minutes: i64,
}

impl Clock {
    /// The time.
    pub fn now(&self) -> DateTime<Utc> {
        let fixed = self.fixed.map(|day| day + TimeDelta::minutes(self.minutes));
        fixed.unwrap_or_else(cards::now)
    }

    /// The time when the next line has been typed.
    pub fn tick(&mut self) -> DateTime<Utc> {
        self.minutes += 1;
        self.now()
    }
}
