//! Evaluations on disk, so that no engine is asked twice.
//!
//! There is one file for each [`Identity`]: an engine with its options and its limit. A file holds
//! JSON objects, one a line, and only grows. The first line tells the identity, each other one an
//! evaluation from the point of view of the side that moves, or the best move:
//!
//! ```text
//! {"evaluations":1,"engine":"Stockfish 15.1","program":"/usr/games/stockfish","options":{"Hash":"1","Threads":"1"},"limit":"depth 1"}
//! {"fen":"4k3/8/8/8/8/8/8/4K2R w K - 0 1","move":"e1g1","cp":652}
//! {"fen":"7k/5Q2/6K1/8/8/8/8/8 w - - 0 1","move":"f7d7","mate":2}
//! {"fen":"4k3/8/8/8/8/8/8/4K2R w K - 0 1","best":"h1h7"}
//! ```
//!
//! Writers lock the file and add whole lines, so that several processes can share it. A line that
//! cannot be read, such as one that a crash cut short, is passed over and written anew.

use std::{
    collections::{BTreeMap, HashMap},
    fs::{self, File},
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use super::Score;
use crate::os;

/// The version of the format, in the first line.
const VERSION: u32 = 1;

/// What an evaluation depends on besides position and move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// The name that the engine gives itself.
    pub engine: String,
    /// The program's path: engines that differ in their networks may have one name.
    pub program: String,
    /// The options that are set.
    pub options: BTreeMap<String, String>,
    /// How long it searches.
    pub limit: String,
}

#[derive(Serialize, Deserialize)]
struct Header {
    evaluations: u32,
    #[serde(flatten)]
    identity: Identity,
}

#[derive(Serialize, Deserialize)]
struct Entry<'a> {
    fen: std::borrow::Cow<'a, str>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    played: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cp: Option<i32>,
    /// Positive if the side that moves mates.
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<String>,
}

/// What is known of one position: moves in UCI notation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Record {
    /// The scores of moves, from the point of view of the side that moves.
    pub scores: BTreeMap<String, Score>,
    /// The best move.
    pub best: Option<String>,
}

/// Why there is no cache.
#[derive(Debug, thiserror::Error)]
pub enum CacheError {
    /// The directory or file cannot be made, read or written.
    #[error("cannot keep evaluations in {0}: {1}")]
    Io(PathBuf, io::Error),
    /// The file holds something else.
    #[error(
        "{0} does not begin as a file of this engine's evaluations; \
         move it away or name another directory"
    )]
    Foreign(PathBuf),
}

/// The evaluations of one engine, in memory and on disk.
#[derive(Debug)]
pub struct Cache {
    path: PathBuf,
    file: File,
    known: HashMap<String, Record>,
    damaged: usize,
}

impl Cache {
    /// Where evaluations are kept if the user names no place: `chesslog/evaluations` in the
    /// directory of the XDG base directory specification. `None` if the environment names no home.
    pub fn default_directory() -> Option<PathBuf> {
        os::cache_directory("evaluations")
    }

    /// Opens the file for this identity in a directory, both made if they are missing.
    ///
    /// # Errors
    ///
    /// [`CacheError`] if that is not possible, or the file is something else.
    pub fn open(directory: &Path, identity: &Identity) -> Result<Cache, CacheError> {
        let at = |path: &Path, error| CacheError::Io(path.to_owned(), error);
        fs::create_dir_all(directory).map_err(|error| at(directory, error))?;
        let header = header_line(identity).map_err(|error| at(directory, error))?;
        let path = directory.join(file_name(identity, &header));
        let mut file = File::options()
            .read(true)
            .append(true)
            .create(true)
            .open(&path)
            .map_err(|error| at(&path, error))?;
        let text = begin(&mut file, &header).map_err(|error| at(&path, error))?;
        let mut lines = text.lines();
        let first = lines.next().map(serde_json::from_str::<Header>);
        if !first.is_some_and(|first| first.is_ok_and(|first| first.identity == *identity)) {
            return Err(CacheError::Foreign(path));
        }
        let mut cache = Cache {
            path,
            file,
            known: HashMap::new(),
            damaged: 0,
        };
        for line in lines.filter(|line| !line.is_empty()) {
            if cache.learn(line).is_none() {
                cache.damaged += 1;
            }
        }
        Ok(cache)
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How many lines of the file could not be read.
    pub fn damaged(&self) -> usize {
        self.damaged
    }

    /// What is known of a position.
    pub fn find(&self, fen: &str) -> Option<&Record> {
        self.known.get(fen)
    }

    /// Adds what an engine said of a position, on disk too.
    ///
    /// # Errors
    ///
    /// [`CacheError::Io`] if it cannot be written; it is known all the same.
    pub fn add(&mut self, fen: &str, record: Record) -> Result<(), CacheError> {
        let text = lines_of(fen, &record);
        let known = self.known.entry(fen.to_owned()).or_default();
        known.scores.extend(record.scores);
        known.best = record.best.or(known.best.take());
        append(&mut self.file, &text).map_err(|error| CacheError::Io(self.path.clone(), error))
    }

    fn learn(&mut self, line: &str) -> Option<()> {
        let entry: Entry<'_> = serde_json::from_str(line).ok()?;
        let score = match (entry.cp, entry.mate) {
            (Some(centipawns), None) => Some(Score::Centipawns(centipawns)),
            (None, Some(moves)) if moves > 0 => Some(Score::Mates(moves.unsigned_abs())),
            (None, Some(moves)) => Some(Score::Mated(moves.unsigned_abs())),
            _ => None,
        };
        match (entry.played, score, entry.best) {
            (Some(played), Some(score), None) => {
                let record = self.known.entry(entry.fen.into_owned()).or_default();
                record.scores.insert(played, score);
            }
            (None, None, Some(best)) => {
                let record = self.known.entry(entry.fen.into_owned()).or_default();
                record.best = Some(best);
            }
            _ => return None,
        }
        Some(())
    }
}

/// The text of a file, which begins with the header; an empty file, or one whose header was cut
/// short, begins now.
fn begin(file: &mut File, header: &str) -> io::Result<String> {
    file.lock()?;
    let result = (|| {
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        if header.as_bytes().starts_with(&bytes) {
            file.set_len(0)?;
            file.write_all(header.as_bytes())?;
            return Ok(header.to_owned());
        }
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    })();
    file.unlock()?;
    result
}

/// Adds lines at the end of a file, after a line end if the last line was cut short.
fn append(file: &mut File, text: &str) -> io::Result<()> {
    if text.is_empty() {
        return Ok(());
    }
    file.lock()?;
    let result = (|| {
        let mut last = [b'\n'];
        if file.seek(SeekFrom::End(0))? > 0 {
            file.seek(SeekFrom::End(-1))?;
            file.read_exact(&mut last)?;
        }
        match last {
            [b'\n'] => file.write_all(text.as_bytes()),
            _ => file.write_all(format!("\n{text}").as_bytes()),
        }
    })();
    file.unlock()?;
    result
}

fn header_line(identity: &Identity) -> io::Result<String> {
    let header = Header {
        evaluations: VERSION,
        identity: identity.clone(),
    };
    Ok(serde_json::to_string(&header)? + "\n")
}

fn lines_of(fen: &str, record: &Record) -> String {
    let entry = || Entry {
        fen: fen.into(),
        played: None,
        cp: None,
        mate: None,
        best: None,
    };
    let scores = record.scores.iter().map(|(played, &score)| {
        let number = |moves: u32| i32::try_from(moves).unwrap_or(i32::MAX);
        let (cp, mate) = match score {
            Score::Centipawns(number) => (Some(number), None),
            Score::Mates(moves) => (None, Some(number(moves))),
            Score::Mated(moves) => (None, Some(-number(moves))),
        };
        let played = Some(played.clone());
        Entry {
            played,
            cp,
            mate,
            ..entry()
        }
    });
    let best = record.best.iter().map(|best| Entry {
        best: Some(best.clone()),
        ..entry()
    });
    scores
        .chain(best)
        .filter_map(|entry| serde_json::to_string(&entry).ok())
        .map(|line| line + "\n")
        .collect()
}

/// The engine's name, for people, and a hash of the whole identity.
fn file_name(identity: &Identity, header: &str) -> String {
    let plain: String = identity
        .engine
        .chars()
        .map(|c| match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '.' => c.to_ascii_lowercase(),
            _ => '-',
        })
        .take(40)
        .collect();
    // FNV-1a, 64 bits: G. Fowler, L. C. Noll, K.-P. Vo, "The FNV non-cryptographic hash algorithm".
    let hash = header
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
    format!("{}-{hash:016x}.jsonl", plain.trim_matches(['-', '.']))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn identity() -> Identity {
        Identity {
            engine: "Test/Engine 1.0".to_owned(),
            program: "/bin/engine".to_owned(),
            options: BTreeMap::from([("Hash".to_owned(), "1".to_owned())]),
            limit: "depth 1".to_owned(),
        }
    }

    fn directory(name: &str) -> PathBuf {
        let name = format!("chesslog-cache-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        _ = fs::remove_dir_all(&path);
        path
    }

    fn record(played: &str, score: Score) -> Record {
        Record {
            scores: BTreeMap::from([(played.to_owned(), score)]),
            best: None,
        }
    }

    #[test]
    fn what_is_added_is_found_again() {
        let folder = directory("again");
        let mut cache = Cache::open(&folder, &identity()).unwrap();
        let scores = [
            ("e2e4", Score::Centipawns(-35)),
            ("a2a3", Score::Mates(3)),
            ("h2h3", Score::Mated(1)),
        ];
        for (played, score) in scores {
            cache.add("p", record(played, score)).unwrap();
        }
        let best = Record {
            best: Some("e2e4".to_owned()),
            ..Record::default()
        };
        cache.add("p", best).unwrap();
        let expected = Record {
            scores: scores.map(|(m, s)| (m.to_owned(), s)).into(),
            best: Some("e2e4".to_owned()),
        };
        assert_eq!(cache.find("p"), Some(&expected));
        let again = Cache::open(&folder, &identity()).unwrap();
        assert_eq!((again.find("p"), again.damaged()), (Some(&expected), 0));
        let mut other = identity();
        other.limit = "depth 2".to_owned();
        assert_eq!(Cache::open(&folder, &other).unwrap().find("p"), None);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_line_cut_short_costs_only_itself() {
        let folder = directory("short");
        let mut cache = Cache::open(&folder, &identity()).unwrap();
        cache
            .add("p", record("e2e4", Score::Centipawns(1)))
            .unwrap();
        cache
            .add("q", record("e2e4", Score::Centipawns(2)))
            .unwrap();
        let text = fs::read_to_string(cache.path()).unwrap();
        fs::write(cache.path(), &text[..text.len() - 5]).unwrap();
        let mut cache = Cache::open(&folder, &identity()).unwrap();
        assert_eq!((cache.find("q"), cache.damaged()), (None, 1));
        cache
            .add("r", record("e2e4", Score::Centipawns(3)))
            .unwrap();
        let cache = Cache::open(&folder, &identity()).unwrap();
        let found = ["p", "q", "r"].map(|fen| cache.find(fen).is_some());
        assert_eq!(found, [true, false, true]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_header_cut_short_begins_anew_and_another_file_is_refused() {
        let folder = directory("header");
        let path = Cache::open(&folder, &identity()).unwrap().path().to_owned();
        fs::write(&path, "{\"evaluations\":1,\"eng").unwrap();
        let mut cache = Cache::open(&folder, &identity()).unwrap();
        cache
            .add("p", record("e2e4", Score::Centipawns(1)))
            .unwrap();
        assert!(
            Cache::open(&folder, &identity())
                .unwrap()
                .find("p")
                .is_some()
        );
        fs::write(&path, "my notes\n").unwrap();
        let error = Cache::open(&folder, &identity()).unwrap_err();
        assert!(matches!(error, CacheError::Foreign(_)), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "my notes\n");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn two_writers_lose_nothing() {
        let folder = directory("two");
        std::thread::scope(|scope| {
            for writer in 0..2 {
                let folder = &folder;
                scope.spawn(move || {
                    let mut cache = Cache::open(folder, &identity()).unwrap();
                    for number in 0..100 {
                        let fen = format!("{writer} {number}");
                        let score = Score::Centipawns(number);
                        cache.add(&fen, record("e2e4", score)).unwrap();
                    }
                });
            }
        });
        let cache = Cache::open(&folder, &identity()).unwrap();
        assert_eq!((cache.known.len(), cache.damaged()), (200, 0));
        fs::remove_dir_all(folder).unwrap();
    }
}
