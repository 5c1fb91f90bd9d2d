//! What all trainers have: the file of the scores, and the clock.

use std::{
    io,
    path::{Path, PathBuf},
};

use chrono::{DateTime, TimeDelta, Utc};
use clap::Args;

use super::options::make_folder;
use crate::{
    openings::{
        cards::{self, NoDay},
        scores::Scores,
    },
    os,
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
    /// The file of the scores, the folder of which is there, and what it says.
    pub fn scores(&self) -> Result<(PathBuf, Scores), String> {
        let file = match &self.scores {
            Some(file) => file.clone(),
            None => {
                let folder = os::data_directory();
                let folder = folder.ok_or("there is no data directory: expected --scores FILE")?;
                make_folder(&folder)?;
                folder.join("training.jsonl")
            }
        };
        let scores = Scores::read(&file).map_err(|wrong| wrong.to_string())?;
        Ok((file, scores))
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

/// The scores in their file.
#[derive(Debug)]
pub struct Kept<'a> {
    file: &'a Path,
    scores: Scores,
}

impl<'a> Kept<'a> {
    /// Writes the file, so that it is known at once whether that can be done.
    pub fn new(file: &'a Path, scores: &Scores) -> Result<Kept<'a>, String> {
        scores.write(file).map_err(|wrong| wrong.to_string())?;
        let scores = scores.clone();
        Ok(Kept { file, scores })
    }

    /// The file.
    pub fn file(&self) -> &'a Path {
        self.file
    }

    /// Writes the file if the scores are others.
    pub fn keep(&mut self, scores: &Scores) -> Result<(), Trouble> {
        self.write(scores).map_err(Trouble::Kept)
    }

    fn write(&mut self, scores: &Scores) -> Result<(), String> {
        if self.scores == *scores {
            return Ok(());
        }
        // Another session, such as one of the other side, may have written meanwhile.
        let written = Scores::read(self.file).map_err(|wrong| wrong.to_string())?;
        let mut both = scores.clone();
        both.join(written, &self.scores);
        both.write(self.file).map_err(|wrong| wrong.to_string())?;
        self.scores = scores.clone();
        Ok(())
    }

    /// Keeps what was answered in a session that ended so, whoever no longer reads; the exit status.
    pub fn end(&mut self, scores: &Scores, played: Result<(), Trouble>) -> Result<u8, String> {
        self.write(scores)?;
        match played {
            Err(Trouble::Kept(message)) => Err(message),
            Err(Trouble::Told(error)) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(format!("cannot go on: {error}"))
            }
            _ => Ok(0),
        }
    }
}

/// Why a session cannot go on.
pub enum Trouble {
    /// Nothing can be printed or read.
    Told(io::Error),
    /// The scores cannot be kept.
    Kept(String),
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Trouble {
        Trouble::Told(error)
    }
}
