//! Tables of puzzles as examples: which piece makes the first move of the solution.
//!
//! Files are streamed, compressed or not, and encoded on rayon's threads while the next rows are
//! read. Every puzzle belongs to one of three [`Part`]s by a hash of its position, so that the same
//! puzzle is never trained on and judged by, whichever files it is in and in whatever order.
//!
//! ```no_run
//! use chesslog::{cancel::Cancel, network::{input::Planes, puzzles::{self, Part, Request}}};
//!
//! let request = Request {
//!     files: &["puzzles.csv.zst".to_owned()],
//!     planes: Planes::Turned,
//!     parts: &[Part::Training, Part::Validation],
//!     limit: None,
//! };
//! let found = puzzles::read(&request, Cancel::NEVER, &mut |_| ())?;
//! println!("{} puzzles to learn from", found.part(Part::Training).len());
//! # Ok::<(), puzzles::Error>(())
//! ```

use std::{collections::HashMap, fmt};

use rayon::prelude::*;
use shakmaty::{Chess, Position as _, Role, Square};

use super::{
    examples::Examples,
    input::{Planes, fingerprint},
};
use crate::{
    cancel::Cancel,
    chess::{
        puzzles::Row,
        source::{SourceError, Stream},
    },
};

/// Rows encoded at once.
const BATCH: usize = 4096;
/// Bad rows that are kept with what is wrong with them.
const NAMED: usize = 10;

/// What puzzles are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// Seven of ten: to learn from.
    Training,
    /// Two of ten: to judge a network that is finished.
    Test,
    /// One of ten: to watch a network learn, and to choose among several.
    Validation,
}

impl Part {
    /// All parts.
    pub const ALL: [Part; 3] = [Part::Training, Part::Test, Part::Validation];

    /// The part's name.
    pub fn name(self) -> &'static str {
        match self {
            Part::Training => "training",
            Part::Test => "test",
            Part::Validation => "validation",
        }
    }

    /// The part to which a position belongs, as its mirror image does and the same position with
    /// colours exchanged. The sizes are those of the paper, section III.
    pub fn of(position: &Chess) -> Part {
        match fingerprint(position) % 10 {
            0..7 => Part::Training,
            7..9 => Part::Test,
            _ => Part::Validation,
        }
    }
}

/// What to read.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    /// The tables, as CSV with the columns FEN and Moves; compressed or not.
    pub files: &'a [String],
    /// How positions are encoded.
    pub planes: Planes,
    /// Which parts are wanted.
    pub parts: &'a [Part],
    /// The most puzzles to take of all wanted parts together.
    pub limit: Option<usize>,
}

/// How far reading has got.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Progress {
    /// The part of the files that is read, from 0 to 1; a file whose size is unknown counts when it
    /// is done.
    pub done: f64,
    /// Puzzles taken.
    pub puzzles: usize,
}

/// What a table says of a puzzle, beside what is encoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct About {
    /// The kind of the piece that moves.
    pub role: Role,
    /// The rating of the puzzle, if there is one.
    pub rating: Option<u16>,
    /// The men on the board.
    pub men: u8,
    /// The places of its themes in [`Puzzles::themes`].
    pub themes: Box<[u16]>,
}

/// The puzzles of a part.
#[derive(Debug, Clone, Default)]
pub struct Collection {
    /// What the network sees and is to say.
    pub examples: Examples,
    /// The same puzzles for tables of results.
    pub about: Vec<About>,
}

impl Collection {
    /// How many puzzles there are.
    pub fn len(&self) -> usize {
        self.about.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.about.is_empty()
    }
}

/// Rows that are no puzzles.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bad {
    /// How many there are.
    pub count: usize,
    /// The first of them: the file, the line, and what is wrong.
    pub first: Vec<String>,
}

/// What was read.
#[derive(Debug, Default)]
pub struct Puzzles {
    parts: [Collection; 3],
    /// The names of the themes, in the order in which they were met.
    pub themes: Vec<String>,
    /// The rows that could not be used.
    pub bad: Bad,
}

impl Puzzles {
    /// The puzzles of a part; none of a part that was not asked for.
    pub fn part(&self, part: Part) -> &Collection {
        &self.parts[part as usize]
    }

    /// How many puzzles were taken.
    pub fn len(&self) -> usize {
        self.parts.iter().map(Collection::len).sum()
    }

    /// Whether none was.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Joins the wanted parts into one collection, part by part.
    pub fn join(self) -> Collection {
        let mut whole = Collection::default();
        for part in self.parts {
            whole.examples.planes = part.examples.planes;
            whole.examples.words.extend(part.examples.words);
            whole.examples.labels.extend(part.examples.labels);
            whole.about.extend(part.about);
        }
        whole
    }
}

/// Why there are no examples.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    /// A file cannot be read, or is no table of puzzles.
    Source(SourceError),
    /// No row of the files is a puzzle of a wanted part.
    Nothing {
        /// The files.
        files: Vec<String>,
        /// The rows that could not be used.
        bad: Bad,
        /// The parts that were wanted.
        parts: Vec<Part>,
    },
}

impl From<SourceError> for Error {
    fn from(error: SourceError) -> Error {
        Error::Source(error)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Source(error) => error.fmt(f),
            Error::Nothing { files, bad, parts } => {
                let parts: Vec<&str> = parts.iter().map(|part| part.name()).collect();
                let (files, parts) = (files.join(", "), parts.join(" or "));
                write!(f, "{files}: no puzzle for {parts}")?;
                match bad.first.first() {
                    Some(first) => write!(f, " ({} bad rows, the first: {first})", bad.count),
                    None => write!(f, " (the table has no row that belongs there)"),
                }
            }
        }
    }
}

impl std::error::Error for Error {}

/// A row, encoded.
struct Encoded {
    part: Part,
    words: Vec<u64>,
    label: u8,
    about: About,
    themes: String,
}

/// Reads the wanted puzzles of all files, in their order, until the end, the limit or `cancel`;
/// `tell` is called now and then.
///
/// # Errors
///
/// [`Error`] when a file cannot be read to its end or there is no puzzle at all. Rows that are no
/// puzzles are counted and passed over.
pub fn read(
    request: &Request<'_>,
    cancel: Cancel<'_>,
    tell: &mut dyn FnMut(Progress),
) -> Result<Puzzles, Error> {
    let mut reading = Reading {
        request,
        puzzles: Puzzles::default(),
        themes: HashMap::new(),
    };
    for part in &mut reading.puzzles.parts {
        part.examples.planes = request.planes.number();
    }
    for (at, file) in request.files.iter().enumerate() {
        let mut stream = Stream::open(file)?;
        let mut rows = batch(&mut stream)?;
        while !rows.is_empty() && !cancel.is_set() && !reading.is_full() {
            let (next, encoded) = rayon::join(|| batch(&mut stream), || encode(request, &rows));
            reading.take(file, encoded);
            rows = next?;
            let read = stream.part_read().unwrap_or_default();
            tell(Progress {
                done: (at as f64 + read) / request.files.len() as f64,
                puzzles: reading.puzzles.len(),
            });
        }
    }
    let puzzles = reading.puzzles;
    match puzzles.is_empty() && !cancel.is_set() {
        true => Err(Error::Nothing {
            files: request.files.to_vec(),
            bad: puzzles.bad,
            parts: request.parts.to_vec(),
        }),
        false => Ok(puzzles),
    }
}

/// The next rows; none at the end.
fn batch(stream: &mut Stream<Row>) -> Result<Vec<Row>, SourceError> {
    let mut rows = Vec::with_capacity(BATCH);
    while rows.len() < BATCH {
        match stream.next()? {
            Some(row) => rows.push(row),
            None => break,
        }
    }
    Ok(rows)
}

/// Encodes the rows of the wanted parts, on rayon's threads; says of the others what is wrong with
/// them, if anything is.
fn encode(request: &Request<'_>, rows: &[Row]) -> Vec<Result<Encoded, String>> {
    rows.par_iter()
        .filter_map(|row| encode_row(request, row).transpose())
        .collect()
}

fn encode_row(request: &Request<'_>, row: &Row) -> Result<Option<Encoded>, String> {
    let at_line = |problem| format!("line {}: {problem}", row.line);
    let (position, solution) = row.solve().map_err(at_line)?;
    let first = solution.first().ok_or_else(|| {
        let id = row.field("PuzzleId").unwrap_or("?");
        at_line(format!("there is no move to find, in puzzle {id}"))
    })?;
    let part = Part::of(&position);
    if !request.parts.contains(&part) {
        return Ok(None);
    }
    let mut words = vec![0; request.planes.number()];
    request.planes.encode(&position, &mut words);
    // Only drops of crazyhouse have no origin.
    let from = first.from().unwrap_or(Square::A1);
    Ok(Some(Encoded {
        part,
        words,
        label: request.planes.place(&position, from) as u8,
        about: About {
            role: first.role(),
            rating: row.field("Rating").and_then(|rating| rating.parse().ok()),
            men: position.board().occupied().count() as u8,
            themes: Box::default(),
        },
        themes: row.field("Themes").unwrap_or_default().to_owned(),
    }))
}

struct Reading<'a> {
    request: &'a Request<'a>,
    puzzles: Puzzles,
    themes: HashMap<String, u16>,
}

impl Reading<'_> {
    fn is_full(&self) -> bool {
        self.request
            .limit
            .is_some_and(|limit| self.puzzles.len() >= limit)
    }

    fn take(&mut self, file: &str, rows: Vec<Result<Encoded, String>>) {
        for row in rows {
            if self.is_full() {
                return;
            }
            match row {
                Ok(row) => self.add(row),
                Err(problem) => {
                    self.puzzles.bad.count += 1;
                    if self.puzzles.bad.first.len() < NAMED {
                        self.puzzles.bad.first.push(format!("{file}: {problem}"));
                    }
                }
            }
        }
    }

    fn add(&mut self, row: Encoded) {
        let numbers = row.themes.split_whitespace();
        let themes = numbers.filter_map(|name| self.theme(name)).collect();
        let collection = &mut self.puzzles.parts[row.part as usize];
        collection.examples.words.extend(row.words);
        collection.examples.labels.push(row.label);
        collection.about.push(About {
            themes,
            ..row.about
        });
    }

    /// The number of a theme; none for more themes than any table has.
    fn theme(&mut self, name: &str) -> Option<u16> {
        if let Some(&number) = self.themes.get(name) {
            return Some(number);
        }
        let number = u16::try_from(self.puzzles.themes.len()).ok()?;
        self.puzzles.themes.push(name.to_owned());
        self.themes.insert(name.to_owned(), number);
        Some(number)
    }
}
