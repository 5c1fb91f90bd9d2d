//! The options of all trainers: the file of the scores, and the clock.

use std::{io, path::PathBuf};

use chrono::{DateTime, TimeDelta, Utc};
use clap::Args;

use super::{Inputs, number, outputs::write, print};
use crate::{
    chess::{
        anki::{self, Note},
        board::Style,
    },
    openings::{
        cards::{self, NoDay},
        kept,
        quota::Limits,
    },
    report::counted,
    terminal,
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
    /// Write what is asked to this file, as notes that Anki imports, and do nothing else
    #[arg(long, value_name = "FILE", conflicts_with_all = ["status", "new", "reviews"])]
    anki: Option<PathBuf>,
    /// Ask at most so many in this session that were never asked
    #[arg(long, value_name = "N", value_parser = number::<usize>(..))]
    new: Option<usize>,
    /// Ask at most so many in this session that are due
    #[arg(long, value_name = "N", value_parser = number::<usize>(..))]
    reviews: Option<usize>,
    /// As if it were noon of this day, and a minute later after each line that you type
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = day)]
    today: Option<DateTime<Utc>>,
    /// Draw boards with letters only
    #[arg(long)]
    ascii: bool,
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

    /// Writes notes instead of training, if that is wanted: whether it was. None of the files that are read is written.
    pub fn export(&self, inputs: &Inputs, notes: impl Fn() -> Vec<Note>) -> Result<bool, String> {
        let Some(file) = &self.anki else {
            return Ok(false);
        };
        inputs.check("--anki", file)?;
        let notes = notes();
        write(file, anki::file(&notes))?;
        print(&format!(
            "{} for Anki: {}\n",
            counted(notes.len(), "note"),
            file.display()
        ));
        Ok(true)
    }

    /// How much is asked.
    pub fn limits(&self) -> Limits {
        let (new, reviews) = (self.new, self.reviews);
        Limits { new, reviews }
    }

    /// How boards are drawn in the terminal.
    pub fn style(&self) -> Style {
        Style {
            ascii: self.ascii,
            colour: !self.ascii && terminal::colour(&io::stdout()),
            ..Style::default()
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
