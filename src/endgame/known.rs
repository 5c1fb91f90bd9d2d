//! The tables of this process: each is read from its file, or made and kept, when it is first asked
//! for.
//!
//! ```no_run
//! use chesslog::endgame::{Ending, Turn, known};
//!
//! assert_eq!(known::table(Ending::KRK).longest(Turn::Attacker), Some(31));
//! ```
//!
//! The files are in `chesslog/tables` of the user's cache directory and can be removed at any time.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::{self, BufReader, BufWriter},
    path::{Path, PathBuf},
    sync::{LazyLock, Mutex, OnceLock, PoisonError},
    time::{Duration, Instant},
};

use super::{
    Ending, Table, Turn,
    file::{self, Damage},
};
use crate::{cancel::Cancel, os};

/// A table that takes longer to make is told of.
const LONG: Duration = Duration::from_millis(200);

/// A table, and how it came about.
#[derive(Debug)]
pub struct Known {
    /// The table.
    pub table: Table,
    /// Whether it was read from its file.
    pub read: bool,
    /// How long reading or making it took, without the endings that it leads to.
    pub time: Duration,
    /// What was wrong with the file that was there.
    pub damage: Option<Damage>,
    /// Where it is.
    pub kept: Kept,
}

/// Where a table is kept.
#[derive(Debug)]
pub enum Kept {
    /// In this file of so many bytes.
    In(PathBuf, u64),
    /// In memory only: there is no directory, or nothing may be written.
    Nowhere,
    /// In memory only, since this file cannot be written.
    Failed(PathBuf, io::Error),
}

/// Tables, and the directory of their files.
#[derive(Debug, Default)]
pub struct Tables {
    directory: Option<PathBuf>,
    /// Files are replaced unread.
    pub rebuild: bool,
    /// Says on the standard error what takes long.
    pub announce: bool,
    known: Mutex<BTreeMap<Ending, &'static OnceLock<Known>>>,
}

/// The directory of the files, if the environment names a place for it.
pub fn default_directory() -> Option<PathBuf> {
    os::cache_directory("tables")
}

/// The table of an ending.
pub fn table(ending: Ending) -> &'static Table {
    &tables().get(ending).table
}

/// The same; `None` if it was cancelled while it was made.
pub fn table_unless(ending: Ending, cancel: &Cancel<'_>) -> Option<&'static Table> {
    Some(&tables().get_unless(ending, cancel)?.table)
}

fn tables() -> &'static Tables {
    static TABLES: LazyLock<Tables> = LazyLock::new(|| Tables {
        announce: true,
        ..Tables::kept_in(default_directory())
    });
    &TABLES
}

impl Tables {
    /// Tables whose files are in this directory, which is made if it is missing; without one they
    /// are in memory only.
    pub fn kept_in(directory: Option<PathBuf>) -> Tables {
        Tables {
            directory,
            ..Tables::default()
        }
    }

    /// The table of an ending, which stays in memory as long as the process lives.
    ///
    /// A file that is there and cannot be used is told of on the standard error, and replaced.
    pub fn get(&self, ending: Ending) -> &'static Known {
        // No lock is held while a table is made: others may be asked for, such as those that this
        // one leads to, which never lead back.
        self.cell(ending).get_or_init(|| {
            let known = self.find(ending, &Cancel::NEVER);
            known.expect("nothing ends it")
        })
    }

    /// The same; `None` if it was cancelled while it was made, or one that it leads to.
    pub fn get_unless(&self, ending: Ending, cancel: &Cancel<'_>) -> Option<&'static Known> {
        let cell = self.cell(ending);
        if let Some(known) = cell.get() {
            return Some(known);
        }
        let known = self.find(ending, cancel)?;
        // Who was faster made the same one.
        Some(cell.get_or_init(|| known))
    }

    fn cell(&self, ending: Ending) -> &'static OnceLock<Known> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known
            .entry(ending)
            .or_insert_with(|| Box::leak(Box::default()))
    }

    fn find(&self, ending: Ending, cancel: &Cancel<'_>) -> Option<Known> {
        match self.read(ending) {
            Ok(known) => Some(known),
            Err(damage) => self.make(ending, damage, cancel),
        }
    }

    fn read(&self, ending: Ending) -> Result<Known, Option<Damage>> {
        let directory = self.directory.as_ref().filter(|_| !self.rebuild);
        let path = directory.ok_or(None)?.join(file::name(&ending));
        let start = Instant::now();
        let unreadable = |error: io::Error| match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => None,
            _ => Some(Damage::Unreadable(error.to_string())),
        };
        let metadata = fs::metadata(&path).map_err(unreadable)?;
        if !metadata.is_file() {
            return Err(Some(Damage::Unreadable("it is no file".to_owned())));
        }
        let input = BufReader::new(File::open(&path).map_err(unreadable)?);
        Ok(Known {
            table: file::read(ending, input).map_err(Some)?,
            read: true,
            time: start.elapsed(),
            damage: None,
            kept: Kept::In(path, metadata.len()),
        })
    }

    fn make(&self, ending: Ending, damage: Option<Damage>, cancel: &Cancel<'_>) -> Option<Known> {
        if let (Some(damage), Some(directory)) = (&damage, &self.directory) {
            let path = directory.join(file::name(&ending));
            let path = path.display();
            eprintln!("warning: {path}: {damage}; the table is made anew");
        }
        let leads_to = ending.leads_to().into_iter();
        let leads_to = leads_to.map(|ending| Some(&self.get_unless(ending, cancel)?.table));
        let leads_to: Vec<&Table> = leads_to.collect::<Option<_>>()?;
        let start = Instant::now();
        let known = |wanted| {
            let table = leads_to.iter().find(|table| table.ending == wanted);
            *table.expect("an ending that this one leads to")
        };
        let table = Table::make_unless(ending, known, cancel)?;
        let time = start.elapsed();
        let known = Known {
            kept: self.keep(&table),
            table,
            read: false,
            time,
            damage,
        };
        if self.announce && time > LONG {
            eprintln!("{}", known.announcement());
        }
        Some(known)
    }

    /// Writes a table to its file, whole or not at all.
    fn keep(&self, table: &Table) -> Kept {
        // What a sandbox runs shall leave no traces.
        let Some(directory) = &self.directory else {
            return Kept::Nowhere;
        };
        if os::keeps_off_files() {
            return Kept::Nowhere;
        }
        let path = directory.join(file::name(&table.ending));
        match replace(directory, &path, table) {
            Ok(size) => Kept::In(path, size),
            Err(error) => Kept::Failed(path, error),
        }
    }
}

fn replace(directory: &Path, path: &Path, table: &Table) -> io::Result<u64> {
    fs::create_dir_all(directory)?;
    os::save_with(path, |draft| file::write(table, BufWriter::new(draft)))?;
    Ok(fs::metadata(path)?.len())
}

impl Known {
    /// What was made, from how much, in what time and where it is kept, in a line.
    fn announcement(&self) -> String {
        let positions = |turn| self.table.numbers(turn).count();
        let kept = match &self.kept {
            Kept::In(path, _) => format!("kept in {}", path.display()),
            Kept::Nowhere => "not kept in a file".to_owned(),
            Kept::Failed(path, error) => format!("not kept: {}: {error}", path.display()),
        };
        format!(
            "made the table of {}: {} positions in {:.1} s, {:.1} MB; {kept}",
            self.table.ending,
            positions(Turn::Attacker) + positions(Turn::Defender),
            self.time.as_secs_f64(),
            self.table.bytes() as f64 / 1e6,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn directory(name: &str) -> PathBuf {
        let name = format!("chesslog-tables-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        _ = fs::remove_dir_all(&path);
        path
    }

    fn krk(directory: &Path) -> &'static Known {
        Tables::kept_in(Some(directory.to_owned())).get(Ending::KRK)
    }

    #[test]
    fn a_table_is_made_once_and_then_read() {
        let folder = directory("once");
        let tables = Tables::kept_in(Some(folder.join("deep").join("er")));
        let made = tables.get(Ending::KRK);
        assert!(!made.read && made.damage.is_none());
        assert!(std::ptr::eq(made, tables.get(Ending::KRK)));
        let read = krk(&folder.join("deep").join("er"));
        assert!(read.read && read.table == made.table);
        let (Kept::In(path, size), Kept::In(same, as_read)) = (&made.kept, &read.kept) else {
            panic!("{made:?} {read:?}");
        };
        assert_eq!((path, size), (same, as_read));
        let files = fs::read_dir(folder.join("deep").join("er")).unwrap();
        assert_eq!(files.count(), 1);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn damaged_files_are_replaced() {
        let folder = directory("damaged");
        let made = krk(&folder);
        let path = folder.join("krk.dtm");
        let bytes = fs::read(&path).unwrap();
        let mut corrupt = bytes.clone();
        corrupt[bytes.len() / 2] ^= 1;
        for (wrong, damage) in [
            (&bytes[..bytes.len() - 1], Damage::Short),
            (&bytes[..0], Damage::Short),
            (b"my notes\n", Damage::Foreign(Ending::KRK)),
        ] {
            fs::write(&path, wrong).unwrap();
            let known = krk(&folder);
            assert_eq!(known.damage, Some(damage));
            assert!(!known.read && known.table == made.table);
            assert_eq!(fs::read(&path).unwrap(), bytes);
        }
        fs::write(&path, corrupt).unwrap();
        assert!(matches!(krk(&folder).damage, Some(Damage::Corrupt(_))));
        assert!(krk(&folder).read);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn without_a_directory_tables_are_in_memory() {
        let made = Tables::kept_in(None).get(Ending::KRK);
        assert!(matches!(made.kept, Kept::Nowhere));
        let folder = directory("file");
        fs::write(&folder, "a file where a directory should be").unwrap();
        let made = krk(&folder);
        assert!(matches!(made.kept, Kept::Failed(..)), "{made:?}");
        fs::remove_file(folder).unwrap();
    }

    #[test]
    fn rebuilding_looks_at_no_file() {
        let folder = directory("rebuild");
        krk(&folder);
        let rebuilding = Tables {
            rebuild: true,
            ..Tables::kept_in(Some(folder.clone()))
        };
        let known = rebuilding.get(Ending::KRK);
        assert!(!known.read && known.damage.is_none());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn endings_come_with_those_that_they_lead_to() {
        let folder = directory("leads");
        let tables = Tables::kept_in(Some(folder.clone()));
        let longest = tables
            .get("kpk".parse().unwrap())
            .table
            .longest(Turn::Attacker);
        assert_eq!(longest, Some(55));
        let mut names: Vec<_> = fs::read_dir(&folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        names.sort();
        assert_eq!(names, ["kpk.dtm", "kqk.dtm", "krk.dtm"]);
        fs::remove_dir_all(folder).unwrap();
    }
}
