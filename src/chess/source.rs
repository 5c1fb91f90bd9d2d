//! Files of records, read in order and found again by number.
//!
//! A file may be compressed (Zstandard, gzip, bzip2, told by its first bytes), and the bundled
//! collections answer to their names. [`Records`] makes a walk through a file cost one record a
//! step and constant memory, although each step only names the file and a number.
//!
//! ```ignore
//! let mut records = Records::<Game>::new();
//! let second: Option<Rc<Game>> = records.get("games.pgn.zst", 2)?;
//! ```

mod files;
mod lines;
mod packed;

pub(crate) use files::{files, fits};
pub(crate) use lines::Lines;
pub(crate) use packed::Damaged;

use std::{
    fs,
    io::{self, BufReader, Read, Seek},
    rc::Rc,
    time::SystemTime,
};

use crate::os;

/// The collections inside the program, by name.
const BUNDLED: &[(&str, &str)] = &[
    ("classics", include_str!("../../kb/games/classics.pgn")),
    ("openings", OPENINGS),
];

/// The opening lines inside the program.
pub(crate) const OPENINGS: &str = include_str!("../../kb/openings.pgn");

/// Open files a kind of record: enough for nested walks over the same file, few enough for the
/// window of each decompressor (up to 128 MiB for files made with `zstd --long`).
const CURSORS: usize = 4;
/// Decoded records kept a kind.
const DECODED: usize = 256;
/// Bytes of the longest line; a file of another kind may have no line ends at all.
const LINE: u64 = 1 << 20;

/// A file's contents, decompressed.
pub(crate) type Input = BufReader<Box<dyn Read + Send>>;

/// A kind of record and how a file of them is read.
pub(crate) trait Format: Sized {
    /// What reading one record leaves for the next.
    type Reader;
    /// Starts at the beginning of a file.
    fn open(input: Input) -> io::Result<Self::Reader>;
    /// Decodes the next record; `None` at the end.
    fn read(reader: &mut Self::Reader) -> io::Result<Option<Self>>;
    /// Passes over the next record; false at the end.
    fn skip(reader: &mut Self::Reader) -> io::Result<bool>;
}

/// Why a file gives no records.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SourceError {
    /// There is neither such a file nor such a bundled collection.
    #[error("{0}: no such file")]
    Missing(String),
    /// It is a folder.
    #[error("{0}: this is a folder; expected a file")]
    Folder(String),
    /// It is a pipe or a device, which cannot be read twice.
    #[error("{0}: this is a pipe or a device; expected a file")]
    Pipe(String),
    /// The file cannot be read: its name, and why.
    #[error("{0}: {1}")]
    Unreadable(String, String),
    /// The file is not in the format: its name, and what is wrong where.
    #[error("{0}: {1}")]
    Malformed(String, String),
}

/// The records of one kind that a thread has at hand.
pub(crate) struct Records<T: Format> {
    /// Least recently used first, as are `decoded`.
    cursors: Vec<Cursor<T>>,
    decoded: Vec<Decoded<T>>,
}

/// An open file, and the number of the record that it gives next.
struct Cursor<T: Format> {
    file: Rc<str>,
    version: Version,
    next: u64,
    reader: T::Reader,
}

struct Decoded<T> {
    file: Rc<str>,
    version: Version,
    number: u64,
    record: Rc<T>,
}

/// What tells that a file has changed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Version {
    pub(crate) len: u64,
    pub(crate) modified: Option<SystemTime>,
    /// It is a collection that comes along.
    pub(crate) bundled: bool,
}

impl<T: Format> Records<T> {
    /// Makes an empty store.
    pub(crate) const fn new() -> Records<T> {
        Records {
            cursors: Vec::new(),
            decoded: Vec::new(),
        }
    }

    /// Gives the record with this number, counted from 1; `None` past the end.
    ///
    /// # Errors
    ///
    /// [`SourceError`] when the file cannot be read up to that record.
    pub(crate) fn get(&mut self, file: &str, number: u64) -> Result<Option<Rc<T>>, SourceError> {
        let version = version(file)?;
        let stale = |name: &str, of: Version| name == file && of != version;
        self.cursors.retain(|c| !stale(&c.file, c.version));
        if let Some(at) = self
            .decoded
            .iter()
            .rposition(|d| d.number == number && d.version == version && *d.file == *file)
        {
            let known = self.decoded.remove(at);
            let record = known.record.clone();
            self.decoded.push(known);
            return Ok(Some(record));
        }
        if number == 0 {
            return Ok(None);
        }
        // The last of equals is the one used last, so a nested walk goes on with its own cursor.
        let nearest = self
            .cursors
            .iter()
            .enumerate()
            .filter(|(_, c)| c.next <= number && *c.file == *file)
            .max_by_key(|(_, c)| c.next)
            .map(|(at, _)| at);
        let mut cursor = match nearest {
            Some(at) => self.cursors.remove(at),
            None => {
                self.decoded.retain(|d| !stale(&d.file, d.version));
                make_room(&mut self.cursors, CURSORS - 1);
                Cursor::open(file, version)?
            }
        };
        // A cursor that has met an error is not kept: its place in the file is unknown.
        let record = cursor.advance(number)?.map(Rc::new);
        if let Some(record) = &record {
            make_room(&mut self.decoded, DECODED - 1);
            self.decoded.push(Decoded {
                file: cursor.file.clone(),
                version,
                number,
                record: record.clone(),
            });
        }
        self.cursors.push(cursor);
        Ok(record)
    }
}

impl<T: Format> Cursor<T> {
    fn open(file: &str, version: Version) -> Result<Cursor<T>, SourceError> {
        let reader: io::Result<Box<dyn Read + Send>> = match version.bundled {
            true => Ok(Box::new(bundled(file).unwrap_or_default().as_bytes())),
            false => fs::File::open(file).and_then(|opened| packed::decompressed(opened, file)),
        };
        Ok(Cursor {
            file: file.into(),
            version,
            next: 1,
            reader: begun::<T>(file, reader)?,
        })
    }

    fn advance(&mut self, number: u64) -> Result<Option<T>, SourceError> {
        while self.next < number {
            match T::skip(&mut self.reader) {
                Ok(true) => self.next += 1,
                Ok(false) => return Ok(None),
                Err(error) => return Err(SourceError::of(&self.file, self.next, &error)),
            }
        }
        let record = T::read(&mut self.reader)
            .map_err(|error| SourceError::of(&self.file, number, &error))?;
        self.next += u64::from(record.is_some());
        Ok(record)
    }
}

/// The records of a file that has been opened.
fn begun<T: Format>(
    name: &str,
    contents: io::Result<Box<dyn Read + Send>>,
) -> Result<T::Reader, SourceError> {
    contents
        .map(|contents| BufReader::with_capacity(1 << 16, contents))
        .and_then(T::open)
        .map_err(|error| SourceError::of(name, 1, &error))
}

/// A file of records read once, from the first to the last.
pub(crate) struct Stream<T: Format> {
    name: String,
    /// Shares its place with the reader's own handle; a bundled collection is no file.
    file: Option<fs::File>,
    reader: T::Reader,
    /// How many records have been read.
    read: u64,
}

impl<T: Format> Stream<T> {
    /// Opens a file, which may be a pipe, or else the bundled collection of this name.
    ///
    /// # Errors
    ///
    /// [`SourceError`] when it cannot be read or does not begin as it should.
    pub(crate) fn open(name: &str) -> Result<Stream<T>, SourceError> {
        let file = match (fs::File::open(name), bundled(name)) {
            (Ok(file), _) => Ok(file),
            (Err(_), Some(text)) => {
                return Stream::over(name, None, Ok(Box::new(text.as_bytes())));
            }
            (Err(error), None) if error.kind() == io::ErrorKind::NotFound => {
                Err(SourceError::Missing(name.to_owned()))
            }
            (Err(error), None) => Err(SourceError::unreadable(name, &error)),
        }?;
        let contents = file.try_clone();
        let contents = contents.and_then(|opened| packed::decompressed(opened, name));
        Stream::over(name, Some(file), contents)
    }

    /// Reads records from a text.
    ///
    /// # Errors
    ///
    /// [`SourceError`] when it does not begin as it should.
    pub(crate) fn of_text(name: &str, text: String) -> Result<Stream<T>, SourceError> {
        Stream::over(name, None, Ok(Box::new(io::Cursor::new(text))))
    }

    fn over(
        name: &str,
        file: Option<fs::File>,
        contents: io::Result<Box<dyn Read + Send>>,
    ) -> Result<Stream<T>, SourceError> {
        Ok(Stream {
            name: name.to_owned(),
            file,
            reader: begun::<T>(name, contents)?,
            read: 0,
        })
    }

    /// Reads the next record; `None` at the end.
    ///
    /// # Errors
    ///
    /// [`SourceError`]; the stream is of no use after it.
    pub(crate) fn next(&mut self) -> Result<Option<T>, SourceError> {
        let record = T::read(&mut self.reader);
        self.read += 1;
        record.map_err(|error| SourceError::of(&self.name, self.read, &error))
    }

    /// The records that are left, up to the end or an error.
    pub(crate) fn into_iter(mut self) -> impl Iterator<Item = Result<T, SourceError>> {
        let mut over = false;
        std::iter::from_fn(move || {
            let record = if over { None } else { self.next().transpose() };
            over = !matches!(record, Some(Ok(_)));
            record
        })
    }

    /// The part of the file that has been read, from 0 to 1; `None` for a pipe or a bundled collection.
    pub(crate) fn part_read(&mut self) -> Option<f64> {
        let file = self.file.as_mut()?;
        let len = file.metadata().ok()?.len();
        let place = file.stream_position().ok()?;
        (len > 0).then(|| place as f64 / len as f64)
    }
}

/// The bytes of a file as it lies there, or of a bundled collection.
///
/// # Errors
///
/// When it cannot be opened.
pub(crate) fn raw(name: &str) -> io::Result<Box<dyn Read + Send>> {
    match (fs::File::open(name), bundled(name)) {
        (Ok(file), _) => Ok(Box::new(file)),
        (Err(_), Some(text)) => Ok(Box::new(text.as_bytes())),
        (Err(error), None) => Err(error),
    }
}

/// Drops the least recently used until at most `room` are left.
fn make_room<E>(entries: &mut Vec<E>, room: usize) {
    entries.drain(..entries.len().saturating_sub(room));
}

/// The text of a bundled collection.
fn bundled(name: &str) -> Option<&'static str> {
    BUNDLED
        .iter()
        .find_map(|&(known, text)| (known == name).then_some(text))
}

/// What a path or the name of a bundled collection leads to now; the path wins.
pub(crate) fn version(file: &str) -> Result<Version, SourceError> {
    let metadata = match os::keeps_off_files() {
        true => Err(io::ErrorKind::PermissionDenied.into()),
        false => fs::metadata(file),
    };
    match metadata {
        Ok(found) if found.is_dir() => Err(SourceError::Folder(file.to_owned())),
        // A walk that goes back would lose records unnoticed.
        Ok(found) if !found.is_file() => Err(SourceError::Pipe(file.to_owned())),
        Ok(found) => Ok(Version {
            len: found.len(),
            modified: found.modified().ok(),
            bundled: false,
        }),
        Err(error) => match bundled(file) {
            Some(text) => Ok(Version {
                len: text.len() as u64,
                modified: None,
                bundled: true,
            }),
            None if error.kind() == io::ErrorKind::PermissionDenied => {
                Err(SourceError::unreadable(file, &error))
            }
            None => Err(SourceError::Missing(file.to_owned())),
        },
    }
}

/// The error of contents that are not in the format.
pub(crate) fn malformed(message: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message.into())
}

impl SourceError {
    fn of(file: &str, number: u64, error: &io::Error) -> SourceError {
        use io::ErrorKind::{InvalidData, InvalidInput, Other, UnexpectedEof};
        match error.kind() {
            InvalidData if error.get_ref().is_some() => {
                SourceError::Malformed(file.to_owned(), error.to_string())
            }
            // What decompressors say of a damaged file.
            InvalidData | InvalidInput | Other | UnexpectedEof => {
                SourceError::Malformed(file.to_owned(), format!("record {number}: {error}"))
            }
            _ => SourceError::unreadable(file, error),
        }
    }

    fn unreadable(file: &str, error: &io::Error) -> SourceError {
        match error.kind() {
            io::ErrorKind::IsADirectory => SourceError::Folder(file.to_owned()),
            _ => SourceError::Unreadable(file.to_owned(), format!("cannot be read: {error}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{cell::Cell, io::Write as _, path::PathBuf};

    use super::*;

    thread_local! {
        static STEPS: Cell<(u32, u32)> = const { Cell::new((0, 0)) };
    }

    /// A line, counting how often a file is opened and a line read.
    struct Line(String);

    impl Format for Line {
        type Reader = Lines;
        fn open(input: Input) -> io::Result<Lines> {
            STEPS.set((STEPS.get().0 + 1, STEPS.get().1));
            Ok(Lines::new(input))
        }
        fn read(lines: &mut Lines) -> io::Result<Option<Line>> {
            STEPS.set((STEPS.get().0, STEPS.get().1 + 1));
            Ok(lines.next()?.map(Line))
        }
        fn skip(lines: &mut Lines) -> io::Result<bool> {
            Ok(Line::read(lines)?.is_some())
        }
    }

    fn file(name: &str, contents: &[u8]) -> PathBuf {
        let path = std::env::temp_dir().join(format!("chesslog-{}-{name}", std::process::id()));
        fs::write(&path, contents).unwrap();
        path
    }

    fn line(records: &mut Records<Line>, path: &std::path::Path, number: u64) -> Option<String> {
        let record = records.get(path.to_str().unwrap(), number).unwrap();
        record.map(|line| line.0.clone())
    }

    #[test]
    fn nested_walks_stay_sequential() {
        let text: String = (1..=1000).map(|n| format!("{n}\n")).collect();
        let path = file("nested", text.as_bytes());
        let mut records = Records::new();
        STEPS.set((0, 0));
        for outer in 1..=20 {
            assert_eq!(line(&mut records, &path, outer), Some(outer.to_string()));
            for inner in 1..=1000 {
                assert_eq!(line(&mut records, &path, inner), Some(inner.to_string()));
            }
            assert_eq!(line(&mut records, &path, 1001), None);
        }
        let (opened, read) = STEPS.get();
        assert!(opened <= 22, "{opened} times opened");
        assert!(read < 23_000, "{read} lines read");
        assert!(records.cursors.len() <= CURSORS && records.decoded.len() <= DECODED);
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn reads_every_compression_and_notices_a_changed_file() {
        let text = b"one\r\ntwo\n";
        let path = file("changing", text);
        let mut records = Records::new();
        assert_eq!(line(&mut records, &path, 2).as_deref(), Some("two"));
        let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        let mut bz = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
        gz.write_all(text).unwrap();
        bz.write_all(text).unwrap();
        for (k, compressed) in [
            gz.finish().unwrap(),
            bz.finish().unwrap(),
            zstd::encode_all(&text[..], 1).unwrap(),
            b"\xef\xbb\xbfone\n two".to_vec(),
        ]
        .iter()
        .enumerate()
        {
            fs::write(&path, compressed).unwrap();
            assert_eq!(line(&mut records, &path, 1).as_deref(), Some("one"), "{k}");
            assert!(
                line(&mut records, &path, 2).unwrap().ends_with("two"),
                "{k}"
            );
            assert_eq!(line(&mut records, &path, 3), None, "{k}");
        }
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn a_stream_tells_how_far_it_is() {
        let path = file("stream", "line\n".repeat(100_000).as_bytes());
        let mut stream = Stream::<Line>::open(path.to_str().unwrap()).unwrap();
        let mut parts = Vec::new();
        let mut lines = 0;
        while stream.next().unwrap().is_some() {
            lines += 1;
            if lines % 25_000 == 0 {
                parts.push(stream.part_read().unwrap());
            }
        }
        assert_eq!(lines, 100_000);
        // Reading goes ahead by at most two buffers.
        for (part, exact) in parts.into_iter().zip([0.25, 0.5, 0.75, 1.0]) {
            assert!(part >= exact && part <= exact + 0.27, "{part} of {exact}");
        }
        fs::remove_file(path).unwrap();
        let missing = Stream::<Line>::open("/no/such").err().unwrap();
        assert_eq!(missing.to_string(), "/no/such: no such file");
        let directory = Stream::<Line>::open("/").and_then(|mut stream| stream.next());
        let directory = directory.err().unwrap().to_string();
        assert_eq!(directory, "/: this is a folder; expected a file");
    }

    #[test]
    fn says_why_a_file_gives_nothing() {
        let mut records = Records::<Line>::new();
        let mut error = |file: &str| records.get(file, 9).err().unwrap();
        assert_eq!(error("/no/such"), SourceError::Missing("/no/such".into()));
        assert_eq!(error("/"), SourceError::Folder("/".into()));
        assert_eq!(error("/dev/null"), SourceError::Pipe("/dev/null".into()));
        let mut damaged = zstd::encode_all(&[b'\n'; 5000][..], 1).unwrap();
        damaged.truncate(damaged.len() - 3);
        let path = file("damaged", &damaged);
        let found = error(path.to_str().unwrap());
        assert!(matches!(found, SourceError::Malformed(..)), "{found}");
        fs::remove_file(path).unwrap();
    }
}
