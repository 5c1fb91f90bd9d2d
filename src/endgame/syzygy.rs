//! Syzygy tables in a folder of the user's: who wins, how long until a capture or pawn move, and a
//! move that keeps the result.
//!
//! ```no_run
//! use chesslog::{chess::Position, endgame::syzygy};
//!
//! let position = Position::parse("8/8/8/8/B7/N7/K2k4/8 b - - 0 1")?;
//! println!("{:?}", syzygy::folder("tables")?.wdl(&position)?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The tables are R. de Man's (<https://github.com/syzygy1/tb>), read with `shakmaty-syzygy`. What
//! they say takes the 50-move rule into account.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::SystemTime,
};

use shakmaty::{Chess, Move, Position as _};
pub use shakmaty_syzygy::Wdl;
use shakmaty_syzygy::{Material, Metric, ProbeError, Syzygy, SyzygyError, Tablebase};

use crate::os;

/// The variable of the environment that names a folder for who names none.
pub const VARIABLE: &str = "SYZYGY_PATH";

/// Why a folder does not say anything about a position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoAnswer {
    /// There is no such folder.
    #[error("{0}: no such directory")]
    NoFolder(String),
    /// It cannot be read, or may not.
    #[error("{0}: cannot be read")]
    Unreadable(String),
    /// It has no such table: the folder, the file's name.
    #[error("{0} has no table {1}")]
    NoTable(String, String),
    /// The table cannot be read: its file, and why.
    #[error("{0}: {1}")]
    Damaged(String, String),
    /// A side may still castle, which no table provides for.
    #[error("a side may still castle")]
    Castling,
    /// There are more than the 7 pieces that tables are made of.
    #[error("there are more than {} pieces", Chess::MAX_PIECES)]
    TooManyPieces,
}

/// The tables of a folder.
#[derive(Debug)]
pub struct Folder {
    name: String,
    modified: Option<SystemTime>,
    tables: Tablebase<Chess>,
    /// Files that have the name of a table and cannot be one.
    damaged: BTreeMap<String, String>,
}

/// The tables of the folder with this name. A folder is looked through once, and again when files
/// have come or gone since.
///
/// # Errors
///
/// [`NoAnswer`] if there is no such folder, or it cannot be read.
pub fn folder(name: &str) -> Result<Arc<Folder>, NoAnswer> {
    static OPEN: Mutex<BTreeMap<PathBuf, Arc<Folder>>> = Mutex::new(BTreeMap::new());
    if os::keeps_off_files() {
        return Err(NoAnswer::Unreadable(name.to_owned()));
    }
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => NoAnswer::NoFolder(name.to_owned()),
        _ => NoAnswer::Unreadable(name.to_owned()),
    };
    let path = fs::canonicalize(name).map_err(failed)?;
    let modified = fs::metadata(&path).and_then(|found| found.modified()).ok();
    let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(folder) = open.get(&path).filter(|folder| folder.modified == modified) {
        return Ok(Arc::clone(folder));
    }
    let folder = Folder::look_through(name, &path, modified).map_err(failed)?;
    let folder = Arc::new(folder);
    open.insert(path, Arc::clone(&folder));
    Ok(folder)
}

impl Folder {
    fn look_through(name: &str, path: &Path, modified: Option<SystemTime>) -> io::Result<Folder> {
        let mut folder = Folder {
            name: name.to_owned(),
            modified,
            tables: Tablebase::new(),
            damaged: BTreeMap::new(),
        };
        for entry in fs::read_dir(path)? {
            let entry = entry?;
            match folder.tables.add_file(entry.path()) {
                // Not a table.
                Err(error) if error.kind() == io::ErrorKind::InvalidInput => {}
                Err(error) => {
                    let file = entry.file_name().to_string_lossy().into_owned();
                    folder.damaged.insert(file, error.to_string());
                }
                Ok(()) => {}
            }
        }
        Ok(folder)
    }

    /// Who wins, from the point of view of the side to move, as if the last move had been a capture
    /// or a pawn move.
    ///
    /// # Errors
    ///
    /// [`NoAnswer`], as for the other questions.
    pub fn wdl(&self, position: &Chess) -> Result<Wdl, NoAnswer> {
        self.ask(position, Tablebase::probe_wdl_after_zeroing)
    }

    /// The plies until the next capture or pawn move of best play, or mate: positive if the side to
    /// move wins, negative if it loses, 0 for a draw. Beyond 100 the 50-move rule saves the loser.
    /// Since tables may count in moves, it can be a ply too little.
    ///
    /// # Errors
    ///
    /// [`NoAnswer`], as for the other questions.
    pub fn dtz(&self, position: &Chess) -> Result<i32, NoAnswer> {
        let dtz = self.ask(position, Tablebase::probe_dtz)?;
        Ok(dtz.ignore_rounding().into())
    }

    /// The move that the tables recommend; `None` if the game is over.
    ///
    /// # Errors
    ///
    /// [`NoAnswer`], as for the other questions.
    pub fn best_move(&self, position: &Chess) -> Result<Option<Move>, NoAnswer> {
        let best = self.ask(position, Tablebase::best_move)?;
        Ok(best.map(|(best, _)| best))
    }

    fn ask<T>(
        &self,
        position: &Chess,
        question: impl Fn(&Tablebase<Chess>, &Chess) -> Result<T, SyzygyError>,
    ) -> Result<T, NoAnswer> {
        if position.castles().any() {
            return Err(NoAnswer::Castling);
        }
        let board = position.board();
        if board.occupied().count() > Chess::MAX_PIECES {
            return Err(NoAnswer::TooManyPieces);
        }
        question(&self.tables, position).map_err(|error| match error {
            SyzygyError::Castling => NoAnswer::Castling,
            SyzygyError::MissingTable { metric, material } => self.missing(metric, &material),
            SyzygyError::ProbeFailed {
                metric,
                material,
                error,
            } => {
                let error = match *error {
                    ProbeError::Read { error } => format!("cannot be read: {error}"),
                    ProbeError::Magic { .. } => "not a Syzygy table".to_owned(),
                    _ => "a damaged Syzygy table".to_owned(),
                };
                NoAnswer::Damaged(self.path(&file_name(metric, &material)), error)
            }
            // More than in any table of the folder.
            _ => self.missing(Metric::Wdl, &Material::from_board(board)),
        })
    }

    fn missing(&self, metric: Metric, material: &Material) -> NoAnswer {
        let file = file_name(metric, material);
        match self.damaged.get(&file) {
            Some(error) => {
                NoAnswer::Damaged(self.path(&file), format!("not a Syzygy table: {error}"))
            }
            None => NoAnswer::NoTable(self.name.clone(), file),
        }
    }

    fn path(&self, file: &str) -> String {
        Path::new(&self.name).join(file).display().to_string()
    }
}

fn file_name(metric: Metric, material: &Material) -> String {
    let extension = match metric {
        Metric::Wdl => Chess::TBW.ext,
        Metric::Dtz => Chess::TBZ.ext,
    };
    format!("{material}.{extension}")
}
