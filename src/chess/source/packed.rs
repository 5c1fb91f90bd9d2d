//! Compressed files, and what is wrong with those that are damaged.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read},
};

/// A way to compress files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Packing {
    Zstandard,
    Gzip,
    Bzip2,
}

impl Packing {
    const ALL: [Packing; 3] = [Packing::Zstandard, Packing::Gzip, Packing::Bzip2];

    /// What the first bytes of a file say.
    fn of(bytes: &[u8]) -> Option<Packing> {
        match bytes {
            // A Zstandard stream may begin with a frame to skip.
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => {
                Some(Packing::Zstandard)
            }
            [0x1f, 0x8b, ..] => Some(Packing::Gzip),
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => Some(Packing::Bzip2),
            _ => None,
        }
    }

    /// What the name of a file says.
    fn named(name: &str) -> Option<Packing> {
        let mut all = Packing::ALL.into_iter();
        all.find(|packing| name.ends_with(packing.ending()))
    }

    fn ending(self) -> &'static str {
        match self {
            Packing::Zstandard => ".zst",
            Packing::Gzip => ".gz",
            Packing::Bzip2 => ".bz2",
        }
    }

    fn name(self) -> &'static str {
        match self {
            Packing::Zstandard => "Zstandard",
            Packing::Gzip => "gzip",
            Packing::Bzip2 => "bzip2",
        }
    }
}

/// What is wrong with a compressed file.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Damaged {
    /// Its name says that it is compressed, its first bytes are neither that nor text.
    #[error("this is neither {0} data, as its name says ({1}), nor text")]
    Foreign(&'static str, &'static str),
    /// It ends too soon, after so many bytes of what is in it.
    #[error("the {0} data is cut off, after {1} bytes of text")]
    CutOff(&'static str, u64),
    /// It cannot be decompressed any further, after so many bytes of what is in it.
    #[error("the {0} data is damaged, after {1} bytes of text: {2}")]
    Broken(&'static str, u64, String),
}

impl Damaged {
    /// Whether that is what an error is about.
    pub(crate) fn is(error: &io::Error) -> bool {
        error.get_ref().is_some_and(|cause| cause.is::<Damaged>())
    }
}

/// Decompresses a file whose first bytes say that it is compressed; the name is for what is wrong.
pub(super) fn decompressed(file: File, name: &str) -> io::Result<Box<dyn Read + Send>> {
    let mut input = BufReader::with_capacity(1 << 16, file);
    let first = input.fill_buf()?;
    let Some(packing) = Packing::of(first) else {
        // Text under the name of something else is read all the same.
        return match Packing::named(name) {
            Some(packing) if !is_text(first) => {
                let damaged = Damaged::Foreign(packing.name(), packing.ending());
                Err(io::Error::new(io::ErrorKind::InvalidData, damaged))
            }
            _ => Ok(Box::new(input)),
        };
    };
    let inner: Box<dyn Read + Send> = match packing {
        Packing::Zstandard => Box::new(zstd::Decoder::with_buffer(input)?),
        Packing::Gzip => Box::new(flate2::bufread::MultiGzDecoder::new(input)),
        Packing::Bzip2 => Box::new(bzip2::bufread::MultiBzDecoder::new(input)),
    };
    Ok(Box::new(Unpacked {
        inner,
        packing,
        given: 0,
    }))
}

/// Whether bytes may begin a text: there is something, and nothing that no text has.
fn is_text(bytes: &[u8]) -> bool {
    let control = |byte: &u8| *byte < b' ' && !b"\t\n\r\x0c".contains(byte);
    !bytes.is_empty() && !bytes.iter().any(control)
}

/// What is in a compressed file.
struct Unpacked {
    inner: Box<dyn Read + Send>,
    packing: Packing,
    /// How many bytes it gave.
    given: u64,
}

impl Read for Unpacked {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.inner.read(buffer) {
            Ok(read) => {
                self.given += read as u64;
                Ok(read)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Err(error) => {
                let (packing, given) = (self.packing.name(), self.given);
                let damaged = match error.kind() {
                    io::ErrorKind::UnexpectedEof => Damaged::CutOff(packing, given),
                    _ => Damaged::Broken(packing, given, error.to_string()),
                };
                Err(io::Error::new(io::ErrorKind::InvalidData, damaged))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, io::Write as _};

    use super::*;
    use crate::chess::{games::Game, source::Stream};

    const GAMES: &str = "[White \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n";

    fn packed(packing: Packing, text: &str) -> Vec<u8> {
        match packing {
            Packing::Zstandard => zstd::encode_all(text.as_bytes(), 3).unwrap(),
            Packing::Gzip => {
                let mut out =
                    flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(6));
                out.write_all(text.as_bytes()).unwrap();
                out.finish().unwrap()
            }
            Packing::Bzip2 => {
                let mut out = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::new(6));
                out.write_all(text.as_bytes()).unwrap();
                out.finish().unwrap()
            }
        }
    }

    /// How many games a file has, and what is wrong with it.
    fn read(name: &str, bytes: &[u8]) -> (usize, Option<String>) {
        let path = std::env::temp_dir().join(format!("chesslog-{}-{name}", std::process::id()));
        fs::write(&path, bytes).unwrap();
        let name = path.to_str().unwrap().to_owned();
        let mut games = 0;
        let problem = Stream::<Game>::open(&name).and_then(|mut stream| {
            while stream.next()?.is_some() {
                games += 1;
            }
            Ok(())
        });
        fs::remove_file(&path).unwrap();
        let problem = problem.err().map(|error| error.to_string());
        (games, problem.map(|problem| problem.replace(&name, "FILE")))
    }

    #[test]
    fn damaged_files_are_not_called_files_without_games() {
        let text = GAMES.repeat(20_000);
        for packing in Packing::ALL {
            let (name, file) = (packing.name(), format!("damaged.pgn{}", packing.ending()));
            let whole = packed(packing, &text);
            assert_eq!(read(&file, &whole), (20_000, None));
            let short = packed(packing, GAMES);
            let (games, problem) = read(&file, &short[..short.len() - 5]);
            let problem = problem.unwrap();
            assert_eq!(games, 0, "{name}");
            assert!(
                problem.starts_with(&format!("FILE: the {name} data is cut off, after ")),
                "{problem}"
            );
            let mut broken = short.clone();
            broken.splice(8.., [0xff; 30]);
            let (_, problem) = read(&file, &broken);
            let problem = problem.unwrap();
            assert!(
                problem.contains(&format!("the {name} data is ")),
                "{problem}"
            );
            let (_, problem) = read(&file, &[0, 1, 2, 3, 200, 255]);
            let problem = problem.unwrap();
            assert!(
                problem.starts_with(&format!(
                    "FILE: this is neither {name} data, as its name says"
                )),
                "{problem}"
            );
            // Text is read, whatever it is called.
            assert_eq!(read(&file, GAMES.as_bytes()), (1, None));
        }
    }
}
