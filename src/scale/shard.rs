//! Shards: files of records, ranges of them, and ranges of numbers of runs.

use std::{
    fs,
    io::{self, Read, Write},
    path::Path,
    str::FromStr,
};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::Extent;
use crate::chess::source;

/// What a job is to count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shard {
    /// Records of a file: from the number of the first, counted from 1, to that of the last, or to the end.
    File {
        /// The path, or the name of a bundled collection.
        file: String,
        /// The first record.
        from: u64,
        /// The last record; `None` is the end.
        to: Option<u64>,
    },
    /// Runs by their numbers, from the first to the last.
    Runs(u64, u64),
}

impl FromStr for Shard {
    type Err = String;

    /// `FILE`, `FILE#FIRST-LAST`, or `FIRST-LAST` of runs. A file that is there may have any name.
    fn from_str(text: &str) -> Result<Shard, String> {
        let whole = || Shard::File {
            file: text.to_owned(),
            from: 1,
            to: None,
        };
        if Path::new(text).exists() {
            return Ok(whole());
        }
        if let Some(range) = range(text) {
            return range.map(|(first, last)| Shard::Runs(first, last));
        }
        match text.rsplit_once('#') {
            None => Ok(whole()),
            Some((file, numbers)) => match range(numbers) {
                Some(range) => range.map(|(from, to)| Shard::File {
                    file: file.to_owned(),
                    from,
                    to: Some(to),
                }),
                None => Err(format!(
                    "`{numbers:.40}` is no range of records; expected FIRST-LAST, as in games.pgn#1-1000"
                )),
            },
        }
    }
}

impl Shard {
    /// The file, unless it is runs.
    pub fn file(&self) -> Option<&str> {
        match self {
            Shard::File { file, .. } => Some(file),
            Shard::Runs(..) => None,
        }
    }

    /// The numbers of runs.
    ///
    /// # Errors
    ///
    /// If it is a file of records.
    pub(super) fn runs(&self) -> Result<(u64, u64), String> {
        match self {
            Shard::Runs(first, last) => Ok((*first, *last)),
            Shard::File { file, .. } => Err(format!(
                "`{file}`: the job is about runs, not about files; expected FIRST-LAST, such as 1-100"
            )),
        }
    }

    /// The file, and the numbers of its first record and its last one.
    ///
    /// # Errors
    ///
    /// If it is runs.
    pub(super) fn records(&self) -> Result<(&str, u64, Option<u64>), String> {
        match self {
            Shard::File { file, from, to } => Ok((file, *from, *to)),
            Shard::Runs(first, last) => Err(format!(
                "`{first}-{last}`: the job is about records; expected a file, not numbers of runs"
            )),
        }
    }

    /// Whether it is what has been counted, as far as its beginning and its file tell.
    ///
    /// # Errors
    ///
    /// If its file cannot be read.
    pub fn is_counted(&self, extent: &Extent) -> Result<bool, String> {
        match self {
            Shard::File { file, from, to } => {
                let origin = Origin::of(file).map_err(|error| format!("{file}: {error}"))?;
                let place = |number: u64| origin.from + number - 1;
                let mut sources = extent.sources();
                Ok(sources.any(|(sha256, source)| {
                    let begins = source
                        .ranges
                        .first()
                        .is_none_or(|range| range.0 == place(*from));
                    let ends = source.ranges.last().is_none_or(|range| {
                        to.is_none_or(|to| range.1 == place(to) || source.records == Some(range.1))
                    });
                    sha256 == origin.sha256 && begins && ends
                }))
            }
            Shard::Runs(first, last) => Ok(*extent == Extent::of_runs(*first, *last)),
        }
    }
}

/// `FIRST-LAST`; `None` if it is something else, such as the name of a file.
fn range(text: &str) -> Option<Result<(u64, u64), String>> {
    let (first, last) = text.split_once('-')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if !is_number(first) || !is_number(last) {
        return None;
    }
    let wrong = match (first.parse(), last.parse()) {
        (Ok(0), _) => "the first number is 0",
        (Ok(first), Ok(last)) if first <= last => return Some(Ok((first, last))),
        (Ok(_), Ok(_)) => "the last number is below the first",
        _ => "such a number is too large",
    };
    Some(Err(format!(
        "`{text:.60}`: {wrong}; expected FIRST-LAST, counted from 1, as in 1-100"
    )))
}

/// Where the records of a file come from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// The name of the file that was cut, without folders.
    pub name: String,
    /// Its SHA-256.
    pub sha256: String,
    /// The number there of the first record.
    pub from: u64,
    /// Whether the last record is the last one there.
    pub last: bool,
}

/// The first bytes of a frame that Zstandard's readers pass over: the last of the sixteen there are.
const SKIPPED: [u8; 4] = [0x5f, 0x2a, 0x4d, 0x18];
/// Bytes of the longest origin.
const LONGEST: u32 = 1 << 16;

impl Origin {
    /// The origin of a file: what stands at its beginning if it was cut from another one, else the file itself.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn of(file: &str) -> io::Result<Origin> {
        if let Ok(mut opened) = fs::File::open(file)
            && let Some(origin) = Origin::read(&mut opened)?
        {
            return Ok(origin);
        }
        let name = Path::new(file).file_name().unwrap_or_default();
        Ok(Origin {
            name: name.to_string_lossy().into_owned(),
            sha256: sha256(source::raw(file)?)?,
            from: 1,
            last: true,
        })
    }

    /// Writes it where a reader of Zstandard passes over it.
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let text = serde_json::to_vec(self)?;
        out.write_all(&SKIPPED)?;
        out.write_all(&(text.len() as u32).to_le_bytes())?;
        out.write_all(&text)
    }

    /// Reads it from the beginning of a file; `None` if there is none.
    fn read(file: &mut impl Read) -> io::Result<Option<Origin>> {
        let mut head = [0; 8];
        if file.read_exact(&mut head).is_err() || head[..4] != SKIPPED {
            return Ok(None);
        }
        let length = u32::from_le_bytes([head[4], head[5], head[6], head[7]]);
        let mut text = Vec::new();
        file.take(u64::from(length.min(LONGEST)))
            .read_to_end(&mut text)?;
        // A frame of somebody else's is none of ours.
        Ok(serde_json::from_slice(&text).ok())
    }
}

/// The SHA-256 of all that is read, in hexadecimal digits.
pub(super) fn sha256(mut input: impl Read) -> io::Result<String> {
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match input.read(&mut buffer)? {
            0 => break,
            read => hash.update(&buffer[..read]),
        }
    }
    let digits = hash.finalize();
    Ok(digits.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_read_or_refused() {
        let file = |file: &str, from, to| {
            Ok(Shard::File {
                file: file.to_owned(),
                from,
                to,
            })
        };
        assert_eq!("a.pgn".parse(), file("a.pgn", 1, None));
        assert_eq!("a#b.pgn#3-9".parse(), file("a#b.pgn", 3, Some(9)));
        assert_eq!("1-100".parse(), Ok(Shard::Runs(1, 100)));
        for wrong in ["a.pgn#9-3", "a.pgn#0-3", "a.pgn#x", "7-2", "a.pgn#"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_origin_stands_before_what_zstandard_reads() {
        let origin = Origin {
            name: "a.pgn".to_owned(),
            sha256: "00".to_owned(),
            from: 17,
            last: false,
        };
        let mut bytes = Vec::new();
        origin.write(&mut bytes).unwrap();
        bytes.extend(zstd::encode_all(&b"text"[..], 1).unwrap());
        assert_eq!(Origin::read(&mut bytes.as_slice()).unwrap(), Some(origin));
        assert_eq!(zstd::decode_all(bytes.as_slice()).unwrap(), b"text");
        assert_eq!(Origin::read(&mut &b"[Event \"?\"]"[..]).unwrap(), None);
    }

    #[test]
    fn hashes_are_those_of_the_standard() {
        // FIPS 180-4, the example of one block.
        let hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sha256(&b"abc"[..]).unwrap(), hash);
    }
}
