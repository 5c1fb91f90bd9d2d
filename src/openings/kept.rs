//! The scores of learners in their file, which several sessions may write.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use super::scores::Scores;
use crate::os;

/// The file of the scores if nobody names one; its folder is there.
///
/// # Errors
///
/// If there is no data directory, or none can be made.
pub fn usual_file() -> Result<PathBuf, String> {
    let folder = os::data_directory().ok_or("there is no data directory")?;
    fs::create_dir_all(&folder)
        .map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    Ok(folder.join("training.jsonl"))
}

/// Keeps other sessions of this process off the file, which is read and written again.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The scores in their file.
#[derive(Debug)]
pub struct Kept<'a> {
    file: &'a Path,
    scores: Scores,
}

impl<'a> Kept<'a> {
    /// Reads the file, and writes it, so that it is known at once whether that can be done.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn open(file: &'a Path) -> Result<(Kept<'a>, Scores), String> {
        let _alone = alone();
        let scores = Scores::read(file).map_err(|wrong| wrong.to_string())?;
        scores.write(file).map_err(|wrong| wrong.to_string())?;
        let kept = Kept {
            file,
            scores: scores.clone(),
        };
        Ok((kept, scores))
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
        let _alone = alone();
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
