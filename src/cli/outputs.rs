//! The files that commands write: `--out` and its like, none of which is a file that is read.

use std::{
    fs,
    path::{Path, PathBuf},
};

use clap::Args;

use super::fail;
use crate::{
    chess::source::{files, fits},
    os,
    report::Files,
};

/// The files that a command reads.
#[derive(Debug, Default)]
pub struct Inputs(Vec<PathBuf>);

impl Inputs {
    /// Those with these names, or that fit these patterns.
    pub fn of<P: AsRef<Path>>(names: impl IntoIterator<Item = P>) -> Inputs {
        Inputs::default().and(names)
    }

    /// These, too.
    pub fn and<P: AsRef<Path>>(mut self, names: impl IntoIterator<Item = P>) -> Inputs {
        for name in names {
            let name = name.as_ref();
            match name.to_str().map(files) {
                Some(Ok(found)) => self.0.extend(found.into_iter().map(PathBuf::from)),
                // What cannot be read is told of by whoever reads it.
                _ => self.0.push(name.to_owned()),
            }
        }
        self
    }

    fn has(&self, file: &Path) -> bool {
        self.0.iter().any(|input| os::same_file(input, file))
    }

    /// Refuses a file to be written that is read, or that cannot be written: before the work, not after it.
    pub fn check(&self, option: &str, out: &Path) -> Result<(), String> {
        let folder = match out.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let wrong = match folder.is_dir() {
            false => format!("there is no folder {}", folder.display()),
            true if out.is_dir() => "this is a folder; expected a file".to_owned(),
            true if self.has(out) => "this is a file that is read; name another one".to_owned(),
            true => return Ok(()),
        };
        Err(format!("{option} {}: {wrong}", out.display()))
    }
}

/// `--out` of a command with several files.
#[derive(Debug, Args)]
pub struct OutFolder {
    /// Write the files that are named below to this folder, made if need be
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

impl OutFolder {
    /// Makes the folder, if one is wanted: not after all has been computed. None of the files that come into it, by their
    /// names or patterns of them, may be one that is read.
    pub fn make(&self, written: &[&str], inputs: &Inputs) -> Result<(), String> {
        let Some(out) = &self.out else {
            return Ok(());
        };
        make_folder("--out", out)?;
        // A folder that cannot be read has no file that could be.
        let there = fs::read_dir(out).into_iter().flatten().flatten();
        for file in there.map(|entry| entry.path()) {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            if written.iter().any(|pattern| fits(pattern, &name)) && inputs.has(&file) {
                let out = out.display();
                return Err(format!(
                    "--out {out}: {name} in this folder is a file that is read; name another folder"
                ));
            }
        }
        Ok(())
    }

    /// Writes files into it; tells which ones cannot be written, and gives the exit status.
    pub fn put(&self, files: impl FnOnce() -> Files) -> u8 {
        self.out
            .as_ref()
            .map_or(0, |folder| write_files(folder, files()))
    }
}

/// `--out` of a command that learns a program.
#[derive(Debug, Args)]
pub struct OutFile {
    /// Write what was learned to this file, as Prolog
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

impl OutFile {
    /// As [`Inputs::check`], for the files beside it with other endings, too.
    pub fn check(&self, endings: &[&str], inputs: &Inputs) -> Result<(), String> {
        let Some(out) = &self.out else {
            return Ok(());
        };
        inputs.check("--out", out)?;
        let beside = endings.iter().map(|ending| out.with_extension(ending));
        match beside.into_iter().find(|file| inputs.has(file)) {
            None => Ok(()),
            Some(file) => Err(format!(
                "--out {}: {}, which is written, too, is a file that is read; name another one",
                out.display(),
                file.display()
            )),
        }
    }
}

/// Makes the folder of an option, unless it is there.
pub fn make_folder(option: &str, folder: &Path) -> Result<(), String> {
    let name = folder.display();
    if fs::metadata(folder).is_ok_and(|found| !found.is_dir()) {
        return Err(format!(
            "{option} {name}: this is a file; expected a folder"
        ));
    }
    fs::create_dir_all(folder)
        .map_err(|error| format!("{option} {name}: cannot make the folder: {error}"))
}

/// Writes a file, whole or not at all.
pub fn write(path: &Path, text: impl AsRef<[u8]>) -> Result<(), String> {
    os::save(path, text.as_ref())
        .map_err(|error| format!("cannot write {}: {error}", path.display()))
}

/// Writes files into a folder; tells which ones cannot be written, and gives the exit status.
pub fn write_files(folder: &Path, files: Files) -> u8 {
    let wrong = files.into_iter().filter_map(|(name, text)| {
        let message = write(&folder.join(name), text).err()?;
        Some(fail(&message))
    });
    wrong.max().unwrap_or(0)
}
