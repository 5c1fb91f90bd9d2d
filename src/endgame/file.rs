//! A table as a file: a line that says what it is, then the distances, compressed.
//!
//! ```text
//! chesslog, distances to mate, version 1, KRK: 59136 bytes
//! ```
//!
//! After the line comes one Zstandard frame with its checksum. It holds the plies for each number,
//! a byte a number, with the attacker to move and then with the defender to move.

use std::io::{self, Read, Write};

use super::{Ending, Table, index};

/// The version of the format. It has to grow when [`index`] numbers placements in another way, too.
const VERSION: u32 = 1;
/// How hard to compress: more makes little difference to a file, and much to the time.
const LEVEL: i32 = 3;

/// What is wrong with a file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// It cannot be read.
    #[error("it cannot be read ({0})")]
    Unreadable(String),
    /// It does not begin as a table of this ending and version.
    #[error("it does not begin as a table of {0}, version {VERSION}")]
    Foreign(Ending),
    /// It ends too early.
    #[error("it is cut short")]
    Short,
    /// Its checksum is wrong, or it has too many bytes.
    #[error("its contents are damaged ({0})")]
    Corrupt(String),
}

/// The name of an ending's file.
pub fn name(ending: &Ending) -> String {
    format!("{}.dtm", ending.to_string().to_ascii_lowercase())
}

fn first_line(ending: &Ending) -> String {
    format!(
        "chesslog, distances to mate, version {VERSION}, {ending}: {} bytes\n",
        2 * index::size(ending)
    )
}

/// Writes a table.
///
/// # Errors
///
/// If `out` cannot be written.
pub fn write(table: &Table, out: impl Write) -> io::Result<()> {
    let mut out = out;
    out.write_all(first_line(&table.ending).as_bytes())?;
    let mut frame = zstd::Encoder::new(&mut out, LEVEL)?;
    frame.include_checksum(true)?;
    for plies in table.plies() {
        frame.write_all(plies)?;
    }
    frame.finish()?;
    out.flush()
}

/// Reads the table of this ending.
///
/// # Errors
///
/// [`Damage`], if the input is not what [`write`] writes.
pub fn read(ending: Ending, input: impl Read) -> Result<Table, Damage> {
    let mut input = input;
    let unreadable = |error: io::Error| Damage::Unreadable(error.to_string());
    let expected = first_line(&ending);
    let mut line = Vec::with_capacity(expected.len());
    (&mut input)
        .take(expected.len() as u64)
        .read_to_end(&mut line)
        .map_err(unreadable)?;
    if line != expected.as_bytes() {
        return Err(match expected.as_bytes().starts_with(&line) {
            true => Damage::Short,
            false => Damage::Foreign(ending),
        });
    }
    let damaged = |error: io::Error| match error.kind() {
        io::ErrorKind::UnexpectedEof => Damage::Short,
        _ => Damage::Corrupt(error.to_string()),
    };
    let size = index::size(&ending);
    let mut bytes = Vec::with_capacity(2 * size + 1);
    // One more than there should be: only at the end of the frame is the checksum looked at.
    zstd::Decoder::new(input)
        .and_then(|frame| frame.take(2 * size as u64 + 1).read_to_end(&mut bytes))
        .map_err(damaged)?;
    if bytes.len() < 2 * size {
        return Err(Damage::Short);
    }
    let defender = bytes.split_off(size);
    bytes.shrink_to_fit();
    Table::from_plies(ending, [bytes, defender])
        .ok_or_else(|| Damage::Corrupt("too many bytes".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn krk() -> Table {
        Table::make(Ending::KRK, |_| unreachable!())
    }

    fn written(table: &Table) -> Vec<u8> {
        let mut bytes = Vec::new();
        write(table, &mut bytes).unwrap();
        bytes
    }

    #[test]
    fn what_is_written_is_read() {
        let table = krk();
        assert_eq!(read(Ending::KRK, &written(&table)[..]), Ok(table));
    }

    #[test]
    fn every_cut_and_every_wrong_byte_is_noticed() {
        let table = krk();
        let bytes = written(&table);
        for end in (0..bytes.len()).step_by(7).chain([bytes.len() - 1]) {
            let damage = read(Ending::KRK, &bytes[..end]).unwrap_err();
            assert_eq!(damage, Damage::Short, "{end}");
        }
        for at in (0..bytes.len()).step_by(11).chain([bytes.len() - 1]) {
            let mut wrong = bytes.clone();
            wrong[at] ^= 0x10;
            // A few bits of a frame do not matter.
            let read = read(Ending::KRK, &wrong[..]);
            assert!(
                read.as_ref().is_ok_and(|read| *read == table) || read.is_err(),
                "{at}"
            );
        }
    }

    #[test]
    fn a_table_of_another_kind_is_refused() {
        let bytes = written(&krk());
        let kqk = "kqk".parse().unwrap();
        assert_eq!(read(kqk, &bytes[..]), Err(Damage::Foreign(kqk)));
        let later = String::from_utf8_lossy(&bytes[..40]).replace("version 1", "version 2");
        let damage = read(Ending::KRK, later.as_bytes());
        assert_eq!(damage, Err(Damage::Foreign(Ending::KRK)));
        let more = [&bytes[..], &zstd::encode_all(&b"more"[..], 1).unwrap()].concat();
        let damage = read(Ending::KRK, &more[..]);
        assert!(matches!(damage, Err(Damage::Corrupt(_))), "{damage:?}");
    }

    /// If this fails, numbers mean other placements than in the files that users have: a new
    /// [`VERSION`] makes them be made anew.
    #[test]
    fn numbers_are_those_of_the_version() {
        let digest = |table: &Table| {
            let bytes = table.plies().concat();
            // FNV-1a, as for the cache of evaluations.
            bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
                (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
            })
        };
        let kqk = Table::make("kqk".parse().unwrap(), |_| unreachable!());
        let krk = krk();
        let kpk = Table::make("kpk".parse().unwrap(), |ending| {
            if ending == krk.ending { &krk } else { &kqk }
        });
        let kbbk = Table::make("kbbk".parse().unwrap(), |_| unreachable!());
        let kbnk = Table::make("kbnk".parse().unwrap(), |_| unreachable!());
        let expected = [
            0xa649_4058_a482_caa5,
            0x4806_1483_01d1_16e7,
            0x89e9_6159_c4d8_d0ea,
            0x1d32_ceb1_3f5d_2658,
        ];
        assert_eq!(
            (VERSION, [&krk, &kpk, &kbbk, &kbnk].map(digest)),
            (1, expected)
        );
    }
}
