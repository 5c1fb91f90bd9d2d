//! The records of a shard, one after another, and what of it has been read.

use std::{collections::BTreeSet, io, sync::Arc};

use super::{
    extent::{Extent, Lost, Source},
    shard::{Origin, Shard},
};
use crate::chess::{
    games::{Text, no_game},
    source::{Format, Input, Lines, SourceError, Stream},
};

/// A kind of record, each of which has a number.
pub(super) trait Record: Format {
    /// Whether it is counted: there may be something between records.
    fn counts(&self) -> bool {
        true
    }

    /// What is wrong with a file that has none; tables may be empty.
    fn none() -> Option<String> {
        None
    }
}

impl Record for Text {
    fn counts(&self) -> bool {
        self.is_game()
    }

    fn none() -> Option<String> {
        Some(no_game().to_string())
    }
}

/// A row of a table of CSV, as it stands there.
pub(super) struct Row {
    /// The line that names the columns.
    pub header: Arc<str>,
    /// The row, without the end of its line.
    pub text: String,
}

impl Format for Row {
    type Reader = (Lines, Arc<str>);

    fn open(input: Input) -> io::Result<(Lines, Arc<str>)> {
        let mut lines = Lines::new(input);
        let header = lines.record()?.unwrap_or_default();
        Ok((lines, header.into()))
    }

    fn read((lines, header): &mut (Lines, Arc<str>)) -> io::Result<Option<Row>> {
        let text = lines.record()?;
        Ok(text.map(|text| Row {
            header: Arc::clone(header),
            text,
        }))
    }

    fn skip((lines, _): &mut (Lines, Arc<str>)) -> io::Result<bool> {
        Ok(lines.record()?.is_some())
    }
}

impl Record for Row {}

/// Reads the records of a shard of a file.
pub(super) struct Records<T: Format> {
    stream: Option<Stream<T>>,
    origin: Origin,
    /// The record of the file that comes next, from 1.
    next: u64,
    from: u64,
    to: u64,
    lost: Option<String>,
    /// Whether the end of the file has been seen.
    ended: bool,
}

impl<T: Record> Records<T> {
    /// Opens a shard.
    ///
    /// # Errors
    ///
    /// If it is none of a file, or there is no such file, or it cannot be opened. What is wrong in the file is no error:
    /// its records are lost.
    pub fn open(shard: &Shard) -> Result<Records<T>, String> {
        let (file, from, to) = shard.records()?;
        let unreadable = |error: io::Error| match error.kind() {
            io::ErrorKind::NotFound => SourceError::Missing(file.to_owned()).to_string(),
            _ => format!("{file}: cannot be read: {error}"),
        };
        let origin = Origin::of(file).map_err(unreadable)?;
        let mut records = Records {
            stream: None,
            origin,
            next: 1,
            from,
            to: to.unwrap_or(u64::MAX),
            lost: None,
            ended: false,
        };
        match Stream::open(file) {
            Ok(stream) => records.stream = Some(stream),
            Err(error @ SourceError::Malformed(..)) => records.lost = Some(reason(error)),
            Err(error) => return Err(error.to_string()),
        }
        Ok(records)
    }

    /// The next record, and the number that it has in the file that it comes from.
    pub fn next(&mut self) -> Option<(u64, T)> {
        loop {
            let record = self.read()?;
            if !record.counts() {
                continue;
            }
            self.next += 1;
            let number = self.next - 1;
            if number > self.to {
                // It was only looked at, to know whether there is one.
                self.next = number;
                self.stream = None;
                return None;
            }
            if number >= self.from {
                return Some((self.origin.from + number - 1, record));
            }
        }
    }

    /// Reads what comes next, a record or not; takes note of the end.
    fn read(&mut self) -> Option<T> {
        let read = self.stream.as_mut()?.next();
        match read {
            Ok(Some(record)) => return Some(record),
            Ok(None) if self.next == 1 && T::none().is_some() => self.lost = T::none(),
            Ok(None) => self.ended = true,
            Err(error) => self.lost = Some(reason(error)),
        }
        self.stream = None;
        None
    }

    /// The part of the file that has been read, from 0 to 1, if that can be known.
    pub fn part_read(&mut self) -> Option<f64> {
        self.stream.as_mut()?.part_read()
    }

    /// The number in its file of the record that comes next.
    pub fn place(&self) -> u64 {
        self.origin.from + self.next - 1
    }

    /// Where the file comes from.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// Why nothing more can be read.
    pub fn lost(&self) -> Option<&str> {
        self.lost.as_deref()
    }

    /// Whether nothing is left.
    pub fn is_over(&self) -> bool {
        self.stream.is_none()
    }

    /// The numbers in the shard's own file of the first and the last record that was read.
    pub fn own_range(&self) -> Option<(u64, u64)> {
        (self.from < self.next).then(|| (self.from, self.next - 1))
    }

    /// What has been read.
    pub fn extent(&self) -> Extent {
        let place = |number: u64| self.origin.from + number - 1;
        let ranges = match self.from < self.next {
            true => vec![(place(self.from), place(self.next - 1))],
            false => Vec::new(),
        };
        let whole = self.ended && self.origin.last;
        let lost = self.lost.as_ref().map(|why| Lost {
            from: place(self.next),
            why: why.clone(),
        });
        let source = Source {
            name: self.origin.name.clone(),
            ranges,
            records: whole.then(|| place(self.next - 1)),
            lost: BTreeSet::from_iter(lost),
        };
        Extent::of(self.origin.sha256.clone(), source)
    }
}

/// Why nothing more can be read, without the number of the record in its shard: in the file it has another one.
fn reason(error: SourceError) -> String {
    let SourceError::Malformed(_, why) = error else {
        return error.to_string();
    };
    let numbered = why.split_once(": ").filter(|(place, _)| {
        let number = ["game ", "record "]
            .into_iter()
            .find_map(|what| place.strip_prefix(what));
        number.is_some_and(|number| number.parse::<u64>().is_ok())
    });
    match numbered {
        Some((_, what)) => what.to_owned(),
        None => why,
    }
}
