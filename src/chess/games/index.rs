//! An index beside a file of games: its games in a form that is searched fast, and where positions,
//! material and players occur.
//!
//! `games.pgn.index` is made in one pass ([`build`]), and is never written to again: a new one takes
//! its place whole. Searches look for it by themselves; one that was made of another state of the file
//! is not used. What it says of a position or a player is a hint: each game that it names is looked at.
//!
//! | table | key | value |
//! |---|---|---|
//! | `games` | number of the first game | [entries](entry) of games, one after the other |
//! | `positions`, `material`, `players` | first posting | [postings] |
//! | `about` | 0 | [numbers](about): of what state of the file it is, and all keys of the other tables |
//!
//! Each value ends in the CRC-32 of its key and itself, and what there is to be found is known from
//! `about`: the store trusts the disk, an index does not.

mod about;
mod build;
mod entry;
mod file;
mod postings;
#[cfg(test)]
mod tests;

pub use build::{BuildError, Built, build};
pub(crate) use entry::Entry;

use self::{about::About, file::Table};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use redb::TableDefinition;
use shakmaty::{Chess, EnPassantMode, Position as _, zobrist::Zobrist64};

use crate::chess::{
    material::Material,
    pattern::Needed,
    source::{SourceError, Version, version},
};

/// To be raised when anything in the tables gets another meaning, such as by other hash functions. It is the
/// first number of `about` in every version.
const FORMAT: u64 = 1;

type Blocks = TableDefinition<'static, u64, &'static [u8]>;

const ABOUT: Blocks = TableDefinition::new("about");
/// Those that an index knows all keys of.
const TABLES: [Blocks; 4] = [
    TableDefinition::new("games"),
    TableDefinition::new("positions"),
    TableDefinition::new("material"),
    TableDefinition::new("players"),
];

/// Bytes that a block grows to: with what the store keeps beside it, four of its pages (a value
/// has pages of its own, and their number is a power of two).
const BLOCK: usize = (1 << 14) - 64;

/// Bytes of the store that are kept in memory while it is read.
const CACHE: usize = 1 << 22;

/// Where the index of a file is.
pub(crate) fn path(file: &str) -> PathBuf {
    format!("{file}.index").into()
}

/// Why an index is not used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unusable {
    /// The file has changed since.
    #[error("is out of date: the file has changed since it was made")]
    Stale,
    /// It was made by a version of the program with another format.
    #[error("was made by another version of Chesslog")]
    Format,
    /// It cannot be read.
    #[error("is damaged: {0}")]
    Damaged(String),
}

impl Unusable {
    fn damaged(what: impl ToString) -> Unusable {
        Unusable::Damaged(what.to_string())
    }
}

/// What there is in an index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct Counts {
    /// Games, those included that cannot be played to their end.
    pub games: u64,
    /// Positions of games that can be played.
    pub positions: u64,
    /// Games that cannot be played to their end.
    pub unplayable: u64,
}

/// What tells whether an index is of a file as it is now, as numbers.
fn stamp(version: Version) -> (u64, u64) {
    let since = |time: SystemTime| time.duration_since(SystemTime::UNIX_EPOCH).ok();
    let nanoseconds = |time: Duration| u64::try_from(time.as_nanos()).ok();
    let time = version.modified.and_then(since).and_then(nanoseconds);
    (version.len, time.unwrap_or_default())
}

/// The part of a hash by which positions are found: so many bits that few others share them, and that
/// the next one in the order is near.
fn short(hash: u64) -> u32 {
    (hash >> 40) as u32
}

/// The key of a position: that of all which are the same by [`Position::is_same_as`](crate::chess::Position::is_same_as).
fn position_key(chess: &Chess) -> u32 {
    short(chess.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0)
}

fn material_key(material: &Material) -> u32 {
    text_key(&material.bytes())
}

fn player_key(folded: &str) -> u32 {
    text_key(folded.as_bytes())
}

fn text_key(bytes: &[u8]) -> u32 {
    file::checksum(&[bytes]) >> 8
}

/// An index that is read.
pub(crate) struct Index {
    pub(crate) counts: Counts,
    unplayable: Vec<u64>,
    games: Table,
    positions: Table,
    material: Table,
    players: Table,
}

/// The entries of some games, and the number of the first.
pub(super) struct Chunk {
    first: u64,
    bytes: Vec<u8>,
}

impl Index {
    /// Opens the index of a file, if there is one.
    ///
    /// # Errors
    ///
    /// [`SourceError`] if the file cannot be read, [`Unusable`] if its index is of no use.
    pub(crate) fn of(file: &str) -> Result<Result<Option<Index>, Unusable>, SourceError> {
        let version = version(file)?;
        let path = path(file);
        // A process that keeps off files knows collections that come along only.
        if version.bundled || !path.is_file() {
            return Ok(Ok(None));
        }
        Ok(guarded(|| {
            let index = Index::open(&path, stamp(version))?;
            Ok(Some(index))
        }))
    }

    fn open(path: &Path, stamp: (u64, u64)) -> Result<Index, Unusable> {
        let store = file::open(path, CACHE)?;
        let about = About::read(&Table::new(&store, ABOUT, vec![0])?.block(0)?)?;
        if about.stamp != stamp {
            return Err(Unusable::Stale);
        }
        let counts = about.counts();
        let mut tables = TABLES.into_iter().zip(about.places);
        let mut table = || match tables.next() {
            Some((name, places)) => Table::new(&store, name, places),
            None => Err(Unusable::damaged("it has too few tables")),
        };
        Ok(Index {
            counts,
            unplayable: about.unplayable,
            games: table()?,
            positions: table()?,
            material: table()?,
            players: table()?,
        })
    }

    /// The chunk that has a game.
    ///
    /// # Errors
    ///
    /// [`Unusable`] if it is damaged.
    pub(super) fn chunk(&self, number: u64) -> Result<Chunk, Unusable> {
        let places = self.games.places();
        let at = places.partition_point(|first| *first <= number);
        let at = at.checked_sub(1);
        let at = at.ok_or_else(|| Unusable::damaged(format!("it has no game {number}")))?;
        Ok(Chunk {
            first: places[at],
            bytes: guarded(|| self.games.block(at))?,
        })
    }

    /// The numbers of the games that may be as a pattern says somewhere, in order; `None` if it may be
    /// any game.
    ///
    /// # Errors
    ///
    /// [`Unusable`] if it is damaged.
    pub(super) fn with(&self, needed: Option<&Needed>) -> Result<Option<Vec<u64>>, Unusable> {
        guarded(|| needed.map(|needed| self.having(needed)).transpose())
    }

    fn having(&self, needed: &Needed) -> Result<Vec<u64>, Unusable> {
        match needed {
            Needed::Position(chess) => postings::find(&self.positions, position_key(chess)),
            Needed::Material(material) => postings::find(&self.material, material_key(material)),
            Needed::All(all) => {
                let mut sets = all.iter().map(|needed| self.having(needed));
                let first = sets.next().unwrap_or(Ok(Vec::new()))?;
                sets.try_fold(first, |mut games, other| {
                    let other = other?;
                    games.retain(|game| other.binary_search(game).is_ok());
                    Ok(games)
                })
            }
            Needed::Any(any) => {
                let sets: Result<Vec<_>, _> =
                    any.iter().map(|needed| self.having(needed)).collect();
                let mut games = sets?.concat();
                games.sort_unstable();
                games.dedup();
                Ok(games)
            }
        }
    }

    /// The numbers of the games that a player, in small letters, may have played.
    ///
    /// # Errors
    ///
    /// [`Unusable`] if it is damaged.
    pub(super) fn of_player(&self, folded: &str) -> Result<Vec<u64>, Unusable> {
        guarded(|| postings::find(&self.players, player_key(folded)))
    }

    /// The numbers of the games that cannot be played to their end, in order.
    pub(super) fn unplayable(&self) -> &[u64] {
        &self.unplayable
    }
}

impl Chunk {
    /// The number after that of the last game.
    pub(super) fn end(&self) -> u64 {
        self.first + entry::split(&self.bytes).count() as u64
    }

    /// The games, or those with some numbers, which are in order; `None` for one that is damaged.
    pub(super) fn entries(
        &self,
        wanted: Option<&[u64]>,
    ) -> impl Iterator<Item = (u64, Option<Entry<'_>>)> {
        let entries = (self.first..).zip(entry::split(&self.bytes));
        let entries = entries
            .filter(move |(n, _)| wanted.is_none_or(|wanted| wanted.binary_search(n).is_ok()));
        entries.map(|(number, bytes)| (number, bytes.and_then(Entry::read)))
    }
}

/// What is read from the store, which panics at some damage.
fn guarded<T>(read: impl FnOnce() -> Result<T, Unusable>) -> Result<T, Unusable> {
    catch_unwind(AssertUnwindSafe(read))
        .unwrap_or_else(|_| Err(Unusable::damaged("its pages are mixed up")))
}
