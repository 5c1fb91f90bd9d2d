//! The store of an index: a file of redb's that is written once.

use std::{
    fs::File,
    io::{self, ErrorKind},
    os::unix::fs::FileExt as _,
    path::Path,
};

use redb::{
    Builder, DatabaseError, ReadOnlyTable, ReadTransaction, ReadableDatabase as _, StorageBackend,
};

use super::{Blocks, Unusable};

/// Opens a store to be read.
pub(super) fn open(path: &Path, cache: usize) -> Result<ReadTransaction, Unusable> {
    let file = File::open(path).map_err(Unusable::damaged)?;
    let opened = Builder::new()
        .set_cache_size(cache)
        .open_read_only_with_backend(Finished(file));
    let database = opened.map_err(|error| match error {
        DatabaseError::UpgradeRequired(_) => Unusable::Format,
        error => Unusable::damaged(error),
    })?;
    database.begin_read().map_err(Unusable::damaged)
}

/// A file that nobody writes to: it took its place when it was whole. So it needs no locks, which
/// some file systems do not have, and is read from any number of processes.
#[derive(Debug)]
struct Finished(File);

impl StorageBackend for Finished {
    fn len(&self) -> io::Result<u64> {
        Ok(self.0.metadata()?.len())
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.0.read_exact_at(out, offset)
    }

    fn set_len(&self, _: u64) -> io::Result<()> {
        Err(ErrorKind::ReadOnlyFilesystem.into())
    }

    fn sync_data(&self) -> io::Result<()> {
        Ok(())
    }

    fn write(&self, _: u64, _: &[u8]) -> io::Result<()> {
        Err(ErrorKind::ReadOnlyFilesystem.into())
    }
}

/// Some blocks of bytes, and the keys that they have, in order.
pub(super) struct Table {
    rows: ReadOnlyTable<u64, &'static [u8]>,
    places: Vec<u64>,
}

impl Table {
    pub(super) fn new(
        store: &ReadTransaction,
        name: Blocks,
        places: Vec<u64>,
    ) -> Result<Table, Unusable> {
        let rows = store.open_table(name).map_err(Unusable::damaged)?;
        Ok(Table { rows, places })
    }

    pub(super) fn places(&self) -> &[u64] {
        &self.places
    }

    /// The block with one of the keys.
    pub(super) fn block(&self, at: usize) -> Result<Vec<u8>, Unusable> {
        let place = self.places[at];
        let row = self.rows.get(place).map_err(Unusable::damaged)?;
        let row = row.ok_or_else(|| Unusable::damaged("a block is not there"))?;
        match row.value().split_last_chunk::<CHECKSUM>() {
            Some((bytes, sum)) if sum_of(place, bytes) == *sum => Ok(bytes.to_vec()),
            _ => Err(Unusable::damaged("a checksum is wrong")),
        }
    }
}

/// Bytes of a checksum.
pub(super) const CHECKSUM: usize = 4;

/// The CRC-32 of some bytes.
pub(super) fn checksum(parts: &[&[u8]]) -> u32 {
    let mut crc = flate2::Crc::new();
    parts.iter().for_each(|part| crc.update(part));
    crc.sum()
}

fn sum_of(place: u64, bytes: &[u8]) -> [u8; CHECKSUM] {
    checksum(&[&place.to_le_bytes(), bytes]).to_le_bytes()
}

/// Appends their checksum to the bytes of a block.
pub(super) fn seal(place: u64, bytes: &mut Vec<u8>) {
    let sum = sum_of(place, bytes);
    bytes.extend(sum);
}

/// Appends a number, seven bits a byte, the lowest first.
pub(super) fn put_number(mut number: u64, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes a number from the beginning.
pub(super) fn take_number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// Takes so many bytes from the beginning.
pub(super) fn take<'b>(bytes: &mut &'b [u8], len: u64) -> Option<&'b [u8]> {
    let (taken, rest) = bytes.split_at_checked(usize::try_from(len).ok()?)?;
    *bytes = rest;
    Some(taken)
}
