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
//!     about: &[],
//!     sample: &[],
//!     seed: 1,
//! };
//! let found = puzzles::read(&request, Cancel::NEVER, &mut |_| ())?;
//! println!("{} puzzles to learn from", found.part(Part::Training).len());
//! # Ok::<(), puzzles::Error>(())
//! ```

use std::collections::HashMap;

use rayon::prelude::*;
use shakmaty::{Chess, Color, Position as _, Role, Square};

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
    random::Random,
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
    /// The parts that are wanted.
    pub parts: &'a [Part],
    /// Parts of which only what the tables say is wanted, without examples.
    pub about: &'a [Part],
    /// Parts of which only so many puzzles are kept, drawn by chance.
    pub sample: &'a [(Part, usize)],
    /// The seed for that.
    pub seed: u64,
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
    /// The pieces on the board, of the side to move and of the other, from pawn to king.
    pub pieces: [[u8; 6]; 2],
    /// The places of its themes in [`Puzzles::themes`].
    pub themes: Box<[u16]>,
}

impl About {
    /// How many pieces are on the board.
    pub fn count(&self) -> u8 {
        self.pieces.iter().flatten().sum()
    }
}

/// The puzzles of a part.
#[derive(Debug, Clone, Default)]
pub struct Collection {
    /// What the network sees and is to say; nothing if only `about` was asked for.
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

    /// Keeps so many puzzles, drawn by chance, in their order. Tables are often sorted, by theme or
    /// by rating, so that the first puzzles are not like the others.
    pub fn draw(&mut self, number: usize, seed: u64) {
        if number >= self.len() {
            return;
        }
        let mut left: Vec<u32> = (0..self.len() as u32).collect();
        Random::of(&[seed, 4]).draw(number, &mut left);
        left.sort_unstable();
        let mut drawn = Collection {
            examples: Examples::new(self.examples.planes),
            about: Vec::with_capacity(number),
        };
        for at in left.into_iter().map(|at| at as usize) {
            drawn.about.push(self.about[at].clone());
            if !self.examples.is_empty() {
                let (words, label) = (self.examples.words(at), self.examples.labels[at]);
                drawn.examples.push(words, label);
            }
        }
        *self = drawn;
    }

    /// Puts another collection behind this one.
    pub fn append(&mut self, other: Collection) {
        self.examples.planes = other.examples.planes;
        self.examples.words.extend(other.examples.words);
        self.examples.labels.extend(other.examples.labels);
        self.about.extend(other.about);
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

impl Bad {
    /// Counts a row, and keeps what is wrong with it if it is among the first.
    pub fn add(&mut self, problem: String) {
        self.count += 1;
        if self.first.len() < NAMED {
            self.first.push(problem);
        }
    }

    /// Why there is no puzzle.
    fn why(&self) -> String {
        match self.first.first() {
            Some(only) if self.count == 1 => format!("a bad row: {only}"),
            Some(first) => format!("{} bad rows, the first: {first}", self.count),
            None => "the table has no row that belongs there".to_owned(),
        }
    }
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

    /// Takes a part out.
    pub fn take(&mut self, part: Part) -> Collection {
        std::mem::take(&mut self.parts[part as usize])
    }
}

/// Why there are no examples.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// A file cannot be read, or is no table of puzzles.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// No row of the files is a puzzle of a wanted part.
    #[error(
        "{}: no puzzle for {} ({})",
        .files.join(", "),
        .parts.iter().map(|part| part.name()).collect::<Vec<_>>().join(" or "),
        .bad.why()
    )]
    Nothing {
        /// The files.
        files: Vec<String>,
        /// The rows that could not be used.
        bad: Bad,
        /// The parts that were wanted.
        parts: Vec<Part>,
    },
}

/// A row, encoded.
struct Encoded {
    part: Part,
    words: Vec<u64>,
    label: u8,
    about: About,
    themes: String,
}

/// Reads the wanted puzzles of all files, in their order, until the end or `cancel`; `tell` is
/// called now and then.
///
/// # Errors
///
/// [`Error`] when a file cannot be read to its end or there is no puzzle at all. Rows that are no
/// puzzles are counted and passed over.
pub fn read(
    request: &Request<'_>,
    cancel: Cancel<'_>,
    report: &mut dyn FnMut(Progress),
) -> Result<Puzzles, Error> {
    let mut reading = Reading::new(request.planes);
    for (at, file) in request.files.iter().enumerate() {
        let mut stream = Stream::open(file)?;
        let mut rows = batch(&mut stream)?;
        while !rows.is_empty() && !cancel.is_set() {
            let (next, encoded) = rayon::join(|| batch(&mut stream), || encode(request, &rows));
            reading.take(file, encoded);
            rows = next?;
            let read = stream.part_read().unwrap_or_default();
            report(Progress {
                done: (at as f64 + read) / request.files.len() as f64,
                puzzles: reading.puzzles.len(),
            });
        }
    }
    let mut puzzles = reading.puzzles;
    for &(part, number) in request.sample {
        puzzles.parts[part as usize].draw(number, request.seed);
    }
    match puzzles.is_empty() && !cancel.is_set() {
        true => Err(Error::Nothing {
            files: request.files.to_vec(),
            bad: puzzles.bad,
            parts: request.parts.to_vec(),
        }),
        false => Ok(puzzles),
    }
}

/// The puzzles of some rows that belong to the wanted parts.
pub fn encoded(rows: &[Row], planes: Planes, parts: &[Part]) -> Puzzles {
    let request = Request {
        files: &[],
        planes,
        parts,
        about: &[],
        sample: &[],
        seed: 0,
    };
    let mut reading = Reading::new(planes);
    for row in encode(&request, rows) {
        match row {
            Ok(row) => reading.add(row),
            Err(problem) => reading.puzzles.bad.add(problem),
        }
    }
    reading.puzzles
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
    let mut words = Vec::new();
    if request.parts.contains(&part) {
        words.resize(request.planes.number(), 0);
        request.planes.encode(&position, &mut words);
    } else if !request.about.contains(&part) {
        return Ok(None);
    }
    let counts = |side| Role::ALL.map(|role| count(&position, side, role));
    // Only drops of crazyhouse have no origin.
    let from = first.from().unwrap_or(Square::A1);
    Ok(Some(Encoded {
        part,
        words,
        label: request.planes.place(&position, from) as u8,
        about: About {
            role: first.role(),
            rating: row.field("Rating").and_then(|rating| rating.parse().ok()),
            pieces: [position.turn(), !position.turn()].map(counts),
            themes: Box::default(),
        },
        themes: row.field("Themes").unwrap_or_default().to_owned(),
    }))
}

fn count(position: &Chess, side: Color, role: Role) -> u8 {
    position.board().by_piece(role.of(side)).count() as u8
}

struct Reading {
    puzzles: Puzzles,
    themes: HashMap<String, u16>,
}

impl Reading {
    fn new(planes: Planes) -> Reading {
        let mut reading = Reading {
            puzzles: Puzzles::default(),
            themes: HashMap::new(),
        };
        for part in &mut reading.puzzles.parts {
            part.examples.planes = planes.number();
        }
        reading
    }

    fn take(&mut self, file: &str, rows: Vec<Result<Encoded, String>>) {
        for row in rows {
            match row {
                Ok(row) => self.add(row),
                Err(problem) => self.puzzles.bad.add(format!("{file}: {problem}")),
            }
        }
    }

    fn add(&mut self, row: Encoded) {
        let numbers = row.themes.split_whitespace();
        let themes = numbers.filter_map(|name| self.theme(name)).collect();
        let collection = &mut self.puzzles.parts[row.part as usize];
        if !row.words.is_empty() {
            collection.examples.push(&row.words, row.label);
        }
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

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    /// A file of this name for one test.
    fn file(name: &str, text: &str) -> PathBuf {
        let name = format!("chesslog-{}-network-{name}.csv", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, text).unwrap();
        path
    }

    fn read_all(path: &std::path::Path) -> Result<Puzzles, Error> {
        let files = [path.to_str().unwrap().to_owned()];
        let request = Request {
            files: &files,
            planes: Planes::Turned,
            parts: &Part::ALL,
            about: &[],
            sample: &[],
            seed: 1,
        };
        read(&request, Cancel::NEVER, &mut |_| ())
    }

    const HEADER: &str = "PuzzleId,FEN,Moves,Rating,Themes\n";
    /// Back-rank mates by a rook on b1, and the same with colours exchanged or in a mirror.
    const MATE: &str = "6k1/5pp1/7p/8/8/8/r4PPP/1R4K1 b - - 0 1,a2a3 b1b8,900,mate short";
    const EXCHANGED: &str = "1r4k1/R4ppp/8/8/8/7P/5PP1/6K1 w - - 0 1,a7a6 b8b1,910,mate";
    const MIRRORED: &str = "1k6/1pp5/p7/8/8/8/PPP4r/1K4R1 b - - 0 1,h2h3 g1g8,,mate";

    #[test]
    fn rows_are_examples_and_images_of_a_position_are_in_one_part() {
        let text = format!("{HEADER}a,{MATE}\nb,{EXCHANGED}\nc,{MIRRORED}\n");
        let path = file("images", &text);
        let mut puzzles = read_all(&path).unwrap();
        assert_eq!(puzzles.bad, Bad::default());
        assert_eq!(puzzles.themes, ["mate", "short"]);
        let part = Part::ALL
            .into_iter()
            .find(|&part| !puzzles.part(part).is_empty());
        let taken = puzzles.take(part.unwrap());
        assert_eq!((taken.len(), puzzles.len()), (3, 0));
        // The rook is on b1 for the mover each time, but in the mirror on g1.
        assert_eq!(taken.examples.labels, [1, 1, 6]);
        let words = |at| taken.examples.words(at);
        assert_eq!(words(0), words(1));
        let image = words(0)
            .iter()
            .map(|&word| super::super::examples::mirrored(word));
        assert!(words(2).iter().copied().eq(image));
        let about = &taken.about[0];
        assert_eq!(
            (about.role, about.rating, about.count()),
            (Role::Rook, Some(900), 10)
        );
        assert_eq!(about.pieces[0], [3, 0, 0, 1, 0, 1]);
        assert_eq!(&*about.themes, [0, 1]);
        assert_eq!(taken.about[2].rating, None);
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn bad_rows_are_counted_and_named() {
        let text = format!(
            "{HEADER}a,{MATE}\nb,6k1/8/8/8/8/8/8/K6R b - - 0 1,g8g7 h1h9,1,\n\
             c,6k1/8/8/8/8/8/8/K6R b - - 0 1,g8g7,1,\nd,8/8 w,a1a2,1,\n"
        );
        let path = file("bad", &text);
        let puzzles = read_all(&path).unwrap();
        assert_eq!((puzzles.len(), puzzles.bad.count), (1, 3));
        let named = |problem: &str| puzzles.bad.first.iter().any(|row| row.ends_with(problem));
        assert!(
            named("line 3: illegal move h1h9 at ply 1, in puzzle b"),
            "{:?}",
            puzzles.bad
        );
        assert!(
            named("line 4: there is no move to find, in puzzle c"),
            "{:?}",
            puzzles.bad
        );
        std::fs::write(&path, HEADER).unwrap();
        let error = read_all(&path).unwrap_err().to_string();
        assert!(
            error.ends_with(
                "no puzzle for training or test or validation (the table has no row \
                                 that belongs there)"
            ),
            "{error}"
        );
        std::fs::write(&path, "FEN,Rating\n").unwrap();
        let error = read_all(&path).unwrap_err().to_string();
        assert!(error.contains("no column Moves"), "{error}");
        std::fs::write(&path, "").unwrap();
        assert!(
            read_all(&path)
                .unwrap_err()
                .to_string()
                .contains("no column FEN")
        );
        std::fs::remove_file(path).unwrap();
        assert_eq!(
            read_all(std::path::Path::new("/no/such"))
                .unwrap_err()
                .to_string(),
            "/no/such: no such file"
        );
    }

    #[test]
    fn samples_are_drawn_from_everywhere_and_repeat() {
        let mut whole = Collection {
            examples: Examples::new(1),
            about: Vec::new(),
        };
        for number in 0..1000_u16 {
            whole.examples.push(&[number.into()], 0);
            whole.about.push(About {
                role: Role::King,
                rating: Some(number),
                pieces: [[0; 6]; 2],
                themes: Box::default(),
            });
        }
        let drawn = |seed| {
            let mut drawn = whole.clone();
            drawn.draw(100, seed);
            drawn
        };
        let (one, two) = (drawn(1), drawn(2));
        assert_eq!(one.examples, drawn(1).examples);
        assert_ne!(one.examples, two.examples);
        let ratings: Vec<u16> = one.about.iter().filter_map(|about| about.rating).collect();
        assert!(ratings.is_sorted() && ratings.len() == 100);
        let words: Vec<u16> = one.examples.words.iter().map(|&word| word as u16).collect();
        assert_eq!(words, ratings);
        let low = ratings.iter().filter(|&&rating| rating < 500).count();
        assert!((30..70).contains(&low), "{low}");
        assert_eq!(drawn(1).len(), 100);
        let mut all = whole.clone();
        all.draw(5000, 1);
        assert_eq!(all.examples, whole.examples);
    }
}
