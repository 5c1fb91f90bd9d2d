//! Files of records cut into shards: games of PGN, rows of CSV, in one pass and in constant memory.

use std::{
    io::{self, Write as _},
    path::Path,
    sync::Arc,
};

use serde::{Deserialize, Serialize};

use super::{
    extent::{Extent, RUNS, Source},
    records::{Records, Row},
    shard::{Origin, Shard},
};
use crate::{chess::games::Text, os};

/// How hard shards are compressed: the level that Zstandard takes by itself.
const LEVEL: i32 = 3;

/// Some records of a file, as they stand there.
#[derive(Debug)]
pub struct Piece {
    /// Which records they are.
    pub origin: Origin,
    /// How many they are.
    pub records: u64,
    text: Vec<u8>,
}

/// Cuts a file.
#[derive(Debug)]
pub struct Cut {
    records: Kind,
    size: u64,
    /// A record that was read to know whether there is one.
    waiting: Option<Raw>,
}

/// A record as it stands in its file, and what a file of such records begins with.
type Raw = (Vec<u8>, Option<Arc<str>>);

enum Kind {
    Games(Records<Text>),
    Rows(Records<Row>),
}

impl std::fmt::Debug for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Kind::Games(_) => "Games",
            Kind::Rows(_) => "Rows",
        })
    }
}

/// Whether a file is a table by its name, else it has games.
pub(super) fn is_table(file: &str) -> bool {
    let name = file.to_lowercase();
    let endings = [".zst", ".gz", ".bz2"];
    let plain = endings.iter().find_map(|ending| name.strip_suffix(ending));
    plain.unwrap_or(&name).ends_with(".csv")
}

impl Cut {
    /// Begins to cut a file, or a part of one, into pieces of so many records.
    ///
    /// # Errors
    ///
    /// If it cannot be opened.
    pub fn of(shard: &Shard, size: u64) -> Result<Cut, String> {
        let records = match shard {
            Shard::File { file, .. } if is_table(file) => Kind::Rows(Records::open(shard)?),
            _ => Kind::Games(Records::open(shard)?),
        };
        let mut cut = Cut {
            records,
            size: size.max(1),
            waiting: None,
        };
        cut.waiting = cut.read();
        Ok(cut)
    }

    /// The next piece; `None` at the end.
    fn piece(&mut self) -> Option<Piece> {
        let (first, header) = self.waiting.take()?;
        let from = self.on(Records::place, Records::place) - 1;
        let mut text = header.map_or_else(Vec::new, line);
        text.extend(first);
        let mut records = 1;
        loop {
            self.waiting = self.read();
            match &self.waiting {
                Some((record, _)) if records < self.size => text.extend(record),
                _ => break,
            }
            records += 1;
        }
        let origin = self.origin();
        let origin = Origin {
            from,
            last: origin.last && self.waiting.is_none() && self.lost().is_none(),
            ..origin.clone()
        };
        Some(Piece {
            origin,
            records,
            text,
        })
    }

    fn read(&mut self) -> Option<Raw> {
        match &mut self.records {
            Kind::Games(games) => games.next().map(|(_, text)| (game(&text.bytes()), None)),
            Kind::Rows(rows) => rows
                .next()
                .map(|(_, row)| (line(row.text), Some(row.header))),
        }
    }

    fn on<T>(
        &self,
        games: impl FnOnce(&Records<Text>) -> T,
        rows: impl FnOnce(&Records<Row>) -> T,
    ) -> T {
        match &self.records {
            Kind::Games(records) => games(records),
            Kind::Rows(records) => rows(records),
        }
    }

    /// The part of the file that has been read, from 0 to 1, if that can be known.
    pub fn part_read(&mut self) -> Option<f64> {
        match &mut self.records {
            Kind::Games(games) => games.part_read(),
            Kind::Rows(rows) => rows.part_read(),
        }
    }

    /// The file, or the one that it was cut from.
    pub fn origin(&self) -> &Origin {
        match &self.records {
            Kind::Games(games) => games.origin(),
            Kind::Rows(rows) => rows.origin(),
        }
    }

    /// Why nothing more can be read.
    pub fn lost(&self) -> Option<&str> {
        match &self.records {
            Kind::Games(games) => games.lost(),
            Kind::Rows(rows) => rows.lost(),
        }
    }

    /// What has been read: at the end, all there is.
    pub fn extent(&self) -> Extent {
        self.on(Records::extent, Records::extent)
    }
}

impl Iterator for Cut {
    type Item = Piece;

    fn next(&mut self) -> Option<Piece> {
        self.piece()
    }
}

impl Piece {
    /// Runs from the first to the last, so many a piece; they are in no file.
    pub fn of_runs(first: u64, last: u64, size: u64) -> impl Iterator<Item = Piece> {
        (first..=last)
            .step_by(size.max(1) as usize)
            .map(move |from| Piece {
                origin: Origin {
                    name: RUNS.to_owned(),
                    sha256: RUNS.to_owned(),
                    from,
                    last: false,
                },
                records: from.saturating_add(size.max(1) - 1).min(last) - from + 1,
                text: Vec::new(),
            })
    }

    /// The records that it has.
    pub fn extent(&self) -> Extent {
        let Origin {
            name, from, last, ..
        } = &self.origin;
        let to = from + self.records - 1;
        let source = Source {
            name: name.clone(),
            ranges: vec![(*from, to)],
            records: last.then_some(to),
            ..Source::default()
        };
        Extent::of(self.origin.sha256.clone(), source)
    }

    /// Writes it to a file, with its origin, compressed, and with a checksum.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        let mut bytes = Vec::new();
        self.origin.write(&mut bytes)?;
        let mut packed = zstd::Encoder::new(bytes, LEVEL)?;
        packed.include_checksum(true)?;
        packed.write_all(&self.text)?;
        os::save(path, &packed.finish()?)
    }
}

/// A game, with an empty line after it.
fn game(text: &[u8]) -> Vec<u8> {
    let text = text.trim_ascii();
    [text, b"\n\n"].concat()
}

fn line(text: impl AsRef<str>) -> Vec<u8> {
    [text.as_ref().as_bytes(), b"\n"].concat()
}

/// The shards that files were cut into: what `chesslog shard` writes beside them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The shards, in order.
    pub shards: Vec<Entry>,
    /// Where the files end, and what of them could not be read and is in no shard.
    pub ends: Extent,
}

/// A shard in a [`Manifest`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its file, in the folder of the manifest; of runs the numbers, as in 1-8.
    pub file: String,
    /// The file that it was cut from, without folders; `runs`, which are in no file.
    pub name: String,
    /// The SHA-256 of that one, or `runs`.
    pub sha256: String,
    /// Its first record there.
    pub from: u64,
    /// Its last record there.
    pub to: u64,
}

impl Manifest {
    /// Adds a piece that was written to a file.
    pub fn push(&mut self, file: &str, piece: &Piece) {
        self.shards.push(Entry {
            file: file.to_owned(),
            name: piece.origin.name.clone(),
            sha256: piece.origin.sha256.clone(),
            from: piece.origin.from,
            to: piece.origin.from + piece.records - 1,
        });
    }

    /// The shards of which an extent has not all records, each with its number in the list, from 1; but for those of
    /// which it knows that they are damaged.
    pub fn missing<'m>(&'m self, extent: &Extent) -> Vec<(usize, &'m Entry)> {
        let shards = (1..).zip(&self.shards);
        let lost = |shard: &Entry| {
            let lost = extent.lost();
            let mut lost = lost.filter(|(name, _)| *name == shard.name);
            lost.any(|(_, lost)| (shard.from..=shard.to).contains(&lost.from))
        };
        shards
            .filter(|(_, shard)| !extent.covers(&shard.extent()) && !lost(shard))
            .collect()
    }
}

impl Entry {
    fn extent(&self) -> Extent {
        let source = Source {
            name: self.name.clone(),
            ranges: vec![(self.from, self.to)],
            ..Source::default()
        };
        Extent::of(self.sha256.clone(), source)
    }
}

/// The name of the file of a piece: that of its origin, and the number of its first record there. Of runs the numbers.
pub fn file_name(piece: &Piece) -> String {
    let Origin {
        name, sha256, from, ..
    } = &piece.origin;
    if sha256 == RUNS {
        return format!("{from}-{}", from + piece.records - 1);
    }
    let endings = [".zst", ".gz", ".bz2"];
    let plain = endings.iter().find_map(|ending| name.strip_suffix(ending));
    let plain = plain.unwrap_or(name);
    let (stem, ending) = match plain.rsplit_once('.') {
        Some((stem, ending @ ("pgn" | "csv"))) => (stem, ending),
        _ => (plain, "pgn"),
    };
    format!("{stem}-{from:08}.{ending}.zst")
}
