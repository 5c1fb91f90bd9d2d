//! Making an index: one pass over the file, on all processors, in bounded memory.

use std::{
    ffi::OsString,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    process,
    time::Duration,
};

use redb::{Builder, Table, WriteTransaction};
use shakmaty::Position as _;

use super::{
    ABOUT, BLOCK, Counts, Index, TABLES, Unusable,
    about::About,
    entry,
    file::{CHECKSUM, seal},
    postings::{RUN, Run},
};
use crate::chess::{
    games::{Game, players::folded, scan::Batches},
    material::Material,
    source::{SourceError, version},
};

/// Bytes that the store keeps in memory before it writes them.
const CACHE: usize = 1 << 26;

/// Why no index was made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// The file cannot be read.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// It is a collection that comes along.
    #[error("{0}: a collection that comes along has no index; expected a file")]
    Bundled(String),
    /// The file was written to meanwhile.
    #[error("{0}: has changed while it was read")]
    Changed(String),
    /// The index cannot be written.
    #[error("cannot write {0}: {1}")]
    Unwritten(String, String),
    /// It was not to go on.
    #[error("interrupted: there is no new index of {0}")]
    Interrupted(String),
}

/// An index that is there now.
#[derive(Debug, Clone)]
pub struct Built {
    /// Where it is.
    pub path: PathBuf,
    /// Its size in bytes.
    pub bytes: u64,
    /// What is in it.
    pub counts: Counts,
    /// Why the one that was there before is of no use, if it is.
    pub replaced: Option<Unusable>,
    /// Whether it was there already.
    pub current: bool,
}

/// Makes the index of a file, unless there is one that is current. Whoever waits is told how many games
/// have been read, and which part of the file that is, and says whether to go on.
///
/// # Errors
///
/// [`BuildError`]; then there is what there was before.
pub fn build(
    file: &str,
    anew: bool,
    progress: &mut dyn FnMut(u64, f64) -> bool,
) -> Result<Built, BuildError> {
    let before = version(file)?;
    if before.bundled {
        return Err(BuildError::Bundled(file.to_owned()));
    }
    let path = super::path(file);
    let size = |path: &Path| fs::metadata(path).map_or(0, |found| found.len());
    let replaced = match Index::of(file)? {
        Ok(Some(index)) if !anew => {
            return Ok(Built {
                bytes: size(&path),
                path,
                counts: index.counts,
                replaced: None,
                current: true,
            });
        }
        found => found.err(),
    };
    let unwritten = |error: String| BuildError::Unwritten(path.display().to_string(), error);
    let draft = Draft::new(&path).map_err(|error| unwritten(error.to_string()))?;
    let counts = draft.fill(file, super::stamp(before), progress)?;
    if version(file)? != before {
        return Err(BuildError::Changed(file.to_owned()));
    }
    draft.keep().map_err(|error| unwritten(error.to_string()))?;
    Ok(Built {
        bytes: size(&path),
        path,
        counts,
        replaced,
        current: false,
    })
}

/// An index that is being made, beside its place. It is removed unless it is kept.
struct Draft {
    draft: PathBuf,
    path: PathBuf,
    kept: bool,
}

impl Draft {
    /// An empty file with a name of its own: two processes may be at it.
    fn new(path: &Path) -> io::Result<Draft> {
        remove_leftovers(path);
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.draft", process::id()));
        let draft = path.with_file_name(name);
        File::create(&draft)?;
        Ok(Draft {
            draft,
            path: path.to_owned(),
            kept: false,
        })
    }

    fn fill(
        &self,
        file: &str,
        stamp: (u64, u64),
        progress: &mut dyn FnMut(u64, f64) -> bool,
    ) -> Result<Counts, BuildError> {
        let unwritten = |error: redb::Error| {
            BuildError::Unwritten(self.path.display().to_string(), error.to_string())
        };
        let mut database = Builder::new()
            .set_cache_size(CACHE)
            .create(&self.draft)
            .map_err(|error| unwritten(error.into()))?;
        let transaction = database
            .begin_write()
            .map_err(|error| unwritten(error.into()))?;
        let counts = {
            let mut writer = Writer::new(&transaction, stamp).map_err(unwritten)?;
            let mut batches = Batches::new(file)?;
            while let Some(batch) = batches.next(&Extract::of)? {
                for (number, of_game) in batch {
                    writer.add(number, of_game).map_err(unwritten)?;
                }
                if !progress(writer.about.games, batches.part_read()) {
                    return Err(BuildError::Interrupted(file.to_owned()));
                }
            }
            writer.finish(&transaction).map_err(unwritten)?
        };
        transaction
            .commit()
            .map_err(|error| unwritten(error.into()))?;
        // The file has grown by doubling.
        database
            .compact()
            .map_err(|error| unwritten(error.into()))?;
        database.close().map_err(|error| unwritten(error.into()))?;
        Ok(counts)
    }

    /// Puts it in its place, when it is on the disk.
    fn keep(mut self) -> io::Result<()> {
        File::open(&self.draft)?.sync_all()?;
        fs::rename(&self.draft, &self.path)?;
        self.kept = true;
        Ok(())
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if !self.kept {
            _ = fs::remove_file(&self.draft);
        }
    }
}

/// Removes drafts of processes that were killed: whoever is at work holds a lock.
fn remove_leftovers(path: &Path) {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let begin = path.file_name().unwrap_or_default().to_string_lossy();
    let is_draft = |name: &OsString| {
        let name = name.to_string_lossy();
        name.strip_prefix(&*begin)
            .is_some_and(|rest| rest.ends_with(".draft"))
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| is_draft(&entry.file_name())) {
        let draft = entry.path();
        // One that has just been begun is not locked yet.
        let begun = entry.metadata().and_then(|data| data.modified()).ok();
        let is_old = begun
            .and_then(|begun| begun.elapsed().ok())
            .is_some_and(|age| age > Duration::from_secs(1));
        if is_old && File::open(&draft).is_ok_and(|file| file.try_lock().is_ok()) {
            _ = fs::remove_file(draft);
        }
    }
}

/// What an index has of a game.
struct Extract {
    entry: Vec<u8>,
    positions: Vec<u32>,
    material: Vec<u32>,
    players: Vec<u32>,
    /// How many positions it has; `None` if it cannot be played to its end.
    plies: Option<u64>,
}

impl Extract {
    fn of(game: &Game) -> Extract {
        let mut entry = Vec::new();
        entry::write(game, &mut entry);
        let (mut positions, mut material) = (Vec::new(), Vec::new());
        if game.problem.is_none() {
            let mut pieces = None;
            for board in game.boards() {
                positions.push(super::position_key(&board));
                let now = board.board().material();
                if pieces.replace(now) != Some(now) {
                    material.push(super::material_key(&Material::of(board.board())));
                }
            }
        }
        let players = ["White", "Black"].iter().filter_map(|side| game.tag(side));
        let mut extract = Extract {
            entry,
            plies: game.problem.is_none().then_some(positions.len() as u64),
            positions,
            material,
            players: players
                .map(|name| super::player_key(&folded(name)))
                .collect(),
        };
        for keys in [&mut extract.positions, &mut extract.material] {
            keys.sort_unstable();
            keys.dedup();
        }
        extract
    }
}

/// The tables of an index that is being made.
struct Writer<'t> {
    tables: [Table<'t, u64, &'static [u8]>; 4],
    about: About,
    /// The postings that are to be written to the tables after the first.
    runs: [Run; 3],
    /// The entries of the games since the last chunk, and the number of the first.
    chunk: Vec<u8>,
    first: u64,
}

impl<'t> Writer<'t> {
    fn new(
        transaction: &'t WriteTransaction,
        stamp: (u64, u64),
    ) -> Result<Writer<'t>, redb::Error> {
        let [games, positions, material, players] = TABLES;
        let open = |table| transaction.open_table(table);
        Ok(Writer {
            tables: [
                open(games)?,
                open(positions)?,
                open(material)?,
                open(players)?,
            ],
            about: About {
                stamp,
                ..About::default()
            },
            runs: Default::default(),
            chunk: Vec::new(),
            first: 1,
        })
    }

    fn add(&mut self, number: u64, game: Extract) -> Result<(), redb::Error> {
        if !self.chunk.is_empty() && self.chunk.len() + game.entry.len() + CHECKSUM > BLOCK {
            self.write_chunk()?;
            self.first = number;
        }
        self.chunk.extend(game.entry);
        match game.plies {
            Some(plies) => self.about.positions += plies,
            None => self.about.unplayable.push(number),
        }
        let keys = [game.positions, game.material, game.players];
        for (run, keys) in self.runs.iter_mut().zip(keys) {
            run.add(&keys, number - 1);
        }
        self.about.games = number;
        match number % RUN {
            0 => self.write_postings(number / RUN - 1),
            _ => Ok(()),
        }
    }

    fn write_chunk(&mut self) -> Result<(), redb::Error> {
        let chunk = std::mem::take(&mut self.chunk);
        put(
            &mut self.tables[0],
            &mut self.about.places[0],
            self.first,
            chunk,
        )
    }

    fn write_postings(&mut self, run: u64) -> Result<(), redb::Error> {
        let tables = self.tables.iter_mut().zip(&mut self.about.places).skip(1);
        for ((table, places), postings) in tables.zip(&mut self.runs) {
            postings.flush(run, |place, bytes| put(table, places, place, bytes))?;
        }
        Ok(())
    }

    fn finish(mut self, transaction: &WriteTransaction) -> Result<Counts, redb::Error> {
        self.write_chunk()?;
        self.write_postings(self.about.games / RUN)?;
        let mut about = transaction.open_table(ABOUT)?;
        put(&mut about, &mut Vec::new(), 0, self.about.bytes())?;
        Ok(self.about.counts())
    }
}

/// Writes a block, and keeps its key in mind.
fn put(
    table: &mut Table<'_, u64, &'static [u8]>,
    places: &mut Vec<u64>,
    place: u64,
    mut bytes: Vec<u8>,
) -> Result<(), redb::Error> {
    seal(place, &mut bytes);
    table.insert(place, &*bytes)?;
    places.push(place);
    Ok(())
}
