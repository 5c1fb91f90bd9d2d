//! An index beside a file of games: its games in a form that is searched fast, and where positions,
//! material and players occur.
//!
//! `games.pgn.index` is made in one pass ([`build`]), and is never written to again: a new one takes
//! its place whole. Searches look for it by themselves; one that was made of another state of the file
//! is not used. What it says of a position or a player is a hint: each game that it names is looked at.
//!
//! | table | key | value |
//! |---|---|---|
//! | `about` | name | a number: format, length and time of the file, numbers of games and positions |
//! | `games` | number of the first game | [entries](entry) of games, one after the other |
//! | `positions`, `material`, `players` | first posting | [postings] |
//! | `unplayable` | number of a game | nothing |
//!
//! Values end in their CRC-32: the store trusts the disk.

mod build;
mod entry;
mod file;
mod postings;
#[cfg(test)]
mod tests;

pub use build::{BuildError, Built, build};
pub(crate) use entry::Entry;

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
    time::{Duration, SystemTime},
};

use redb::{ReadOnlyTable, ReadableTable as _, TableDefinition};
use shakmaty::{
    Chess, EnPassantMode, Position as _,
    zobrist::Zobrist64,
};

use crate::chess::{
    material::Material,
    pattern::Needed,
    source::{SourceError, Version, version},
};

/// To be raised when anything in the tables gets another meaning, such as by other hash functions.
const FORMAT: u64 = 1;

type Numbers = TableDefinition<'static, &'static str, u64>;
type Blocks = TableDefinition<'static, u64, &'static [u8]>;

const ABOUT: Numbers = TableDefinition::new("about");
const GAMES: Blocks = TableDefinition::new("games");
const POSITIONS: Blocks = TableDefinition::new("positions");
const MATERIAL: Blocks = TableDefinition::new("material");
const PLAYERS: Blocks = TableDefinition::new("players");
const UNPLAYABLE: TableDefinition<'static, u64, ()> = TableDefinition::new("unplayable");

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
    file::checksum(bytes) >> 8
}

/// An index that is read.
pub(crate) struct Index {
    pub(crate) counts: Counts,
    games: ReadOnlyTable<u64, &'static [u8]>,
    positions: ReadOnlyTable<u64, &'static [u8]>,
    material: ReadOnlyTable<u64, &'static [u8]>,
    players: ReadOnlyTable<u64, &'static [u8]>,
    unplayable: ReadOnlyTable<u64, ()>,
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

    fn open(path: &std::path::Path, stamp: (u64, u64)) -> Result<Index, Unusable> {
        let transaction = file::open(path, CACHE)?;
        let about = transaction.open_table(ABOUT).map_err(Unusable::damaged)?;
        let number = |name: &str| match about.get(name) {
            Ok(Some(number)) => Ok(number.value()),
            Ok(None) => Err(Unusable::damaged(format!("it has no number {name}"))),
            Err(error) => Err(Unusable::damaged(error)),
        };
        if number("format")? != FORMAT {
            return Err(Unusable::Format);
        }
        if (number("length")?, number("modified")?) != stamp {
            return Err(Unusable::Stale);
        }
        let counts = Counts {
            games: number("games")?,
            positions: number("positions")?,
            unplayable: number("unplayable")?,
        };
        let blocks = |table| transaction.open_table(table).map_err(Unusable::damaged);
        Ok(Index {
            counts,
            games: blocks(GAMES)?,
            positions: blocks(POSITIONS)?,
            material: blocks(MATERIAL)?,
            players: blocks(PLAYERS)?,
            unplayable: transaction
                .open_table(UNPLAYABLE)
                .map_err(Unusable::damaged)?,
        })
    }

    /// The chunk that has a game.
    ///
    /// # Errors
    ///
    /// [`Unusable`] if it is damaged.
    pub(super) fn chunk(&self, number: u64) -> Result<Chunk, Unusable> {
        guarded(|| {
            let mut chunks = self.games.range(..=number).map_err(Unusable::damaged)?;
            let found = chunks.next_back();
            let found = found.ok_or_else(|| Unusable::damaged(format!("no game {number}")))?;
            let (first, bytes) = found.map_err(Unusable::damaged)?;
            Ok(Chunk {
                first: first.value(),
                bytes: file::checked(bytes.value())?.to_vec(),
            })
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
    ///
    /// # Errors
    ///
    /// [`Unusable`] if it is damaged.
    pub(super) fn unplayable(&self) -> Result<Vec<u64>, Unusable> {
        guarded(|| {
            let rows = self.unplayable.iter().map_err(Unusable::damaged)?;
            rows.map(|row| Ok(row.map_err(Unusable::damaged)?.0.value()))
                .collect()
        })
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
