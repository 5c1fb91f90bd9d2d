//! Reading games from PGN text.
//!
//! [`Pgn`] gives one [`Game`] after another; what lies between games and is none is passed over.
//!
//! ```ignore
//! let mut pgn = Game::open(input)?;
//! while let Some(game) = Game::read(&mut pgn)? {
//!     println!("{} plies", game.line.moves.len());
//! }
//! ```

use std::{
    borrow::Cow,
    cell::RefCell,
    convert::Infallible,
    io::{self, BufRead as _, Read},
    ops::ControlFlow,
    rc::Rc,
};

use memchr::{memchr, memmem, memrchr};
use pgn_reader::{RawTag, Reader, Visitor};

use super::{Game, Line, movetext};
use crate::chess::{
    Position,
    source::{Damaged, Format, Input, malformed},
};

/// Bytes of the longest game; what is longer is no PGN.
const LONGEST: usize = 1 << 24;
/// Bytes of the longest tag line.
const TOKEN: usize = 1 << 14;

/// A game as it stands in a file, or something between games.
pub(crate) struct Text {
    tags: Vec<(String, String)>,
    /// All of it, the tags too, with [`BARE`] in them.
    text: Vec<u8>,
}

impl Text {
    /// The game that this is: it has tags, or moves and not mostly prose.
    pub(crate) fn game(&self) -> Option<Game> {
        let mut game = Game {
            tags: self.tags.clone(),
            start: Position::start(),
            line: Line::default(),
            mark: None,
            problem: None,
            cut: Vec::new(),
        };
        game.set_up();
        let prose = match game.problem {
            None => movetext::read(&mut game, &self.text),
            Some(_) => 0,
        };
        let moves = game.line.moves.len();
        (!game.tags.is_empty() || (moves > 0 && prose <= moves)).then_some(game)
    }

    /// All of it, as it stands in the file.
    pub(crate) fn bytes(&self) -> Cow<'_, [u8]> {
        match self.tags.iter().any(|(_, value)| value.contains('"')) {
            false => Cow::Borrowed(&self.text),
            true => {
                let bytes = self.text.iter();
                Cow::Owned(
                    bytes
                        .map(|&byte| if byte == BARE { b'"' } else { byte })
                        .collect(),
                )
            }
        }
    }

    /// Whether it is a game.
    pub(crate) fn is_game(&self) -> bool {
        !self.tags.is_empty() || self.game().is_some()
    }
}

/// Reads the tags of a game. Its movetext is passed over: [`movetext`] reads that.
struct Scribe;

impl Visitor for Scribe {
    type Tags = Vec<(String, String)>;
    type Movetext = Infallible;
    type Output = Self::Tags;

    fn begin_tags(&mut self) -> ControlFlow<Self::Tags, Self::Tags> {
        ControlFlow::Continue(Vec::new())
    }

    fn tag(
        &mut self,
        tags: &mut Self::Tags,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Self::Tags> {
        let name = String::from_utf8_lossy(name).trim().to_owned();
        if !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') {
            let value = value.decode_utf8_lossy();
            tags.push((name, value.replace(char::from(BARE), "\"")));
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Self::Tags) -> ControlFlow<Self::Tags, Infallible> {
        ControlFlow::Break(tags)
    }

    fn end_game(&mut self, nothing: Infallible) -> Self::Tags {
        match nothing {}
    }
}

/// Stands for a quote in the value of a tag that is not escaped, as many programs write it.
const BARE: u8 = 2;

/// A stream that keeps what went through it, until the game that it belongs to has been read. Lines of tags go through it
/// whole, with [`BARE`] in them.
struct Tap {
    input: Input,
    /// What has been read, and how much of it went through.
    ready: Vec<u8>,
    gone: usize,
    /// The beginning of a line of tags that comes next.
    begun: Vec<u8>,
    seen: Rc<RefCell<Vec<u8>>>,
}

impl Tap {
    fn fill(&mut self) -> io::Result<()> {
        self.ready.clear();
        self.gone = 0;
        self.ready.append(&mut self.begun);
        let read = self.input.fill_buf()?;
        let (len, is_end) = (read.len(), read.is_empty());
        self.ready.extend_from_slice(read);
        self.input.consume(len);
        let last = memrchr(b'\n', &self.ready).map_or(0, |at| at + 1);
        let is_begun = (1..TOKEN).contains(&(self.ready.len() - last)) && self.ready[last] == b'[';
        if is_begun && !is_end {
            self.begun = self.ready.split_off(last);
        }
        let mut at = 0;
        loop {
            let end = memchr(b'\n', &self.ready[at..]).map_or(self.ready.len(), |end| at + end);
            mark_bare_quotes(&mut self.ready[at..end]);
            match memmem::find(&self.ready[end..], b"\n[") {
                Some(next) => at = end + next + 1,
                None => return Ok(()),
            }
        }
    }
}

/// Marks the quotes in the value of the one tag of a line but the first and the last one.
fn mark_bare_quotes(line: &mut [u8]) {
    if line.first() != Some(&b'[') || line.iter().filter(|&&byte| byte == b'"').count() <= 2 {
        return;
    }
    let end = line.trim_ascii_end().len();
    let begin = line.iter().position(|&byte| byte == b'"').unwrap_or(end);
    let value = match line[..end].strip_suffix(b"\"]") {
        Some(whole) if begin < whole.len() => begin + 1..whole.len(),
        _ => return,
    };
    let value = &mut line[value];
    // Several tags may stand on a line.
    if value.windows(2).any(|both| both == b"\"]") {
        return;
    }
    let mut escaped = false;
    for byte in value {
        if *byte == b'"' && !escaped {
            *byte = BARE;
        }
        escaped = *byte == b'\\' && !escaped;
    }
}

impl Read for Tap {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.seen.borrow().len() > LONGEST {
            return Err(malformed("a game is longer than 16 MiB"));
        }
        while self.gone == self.ready.len() {
            self.fill()?;
            if self.ready.is_empty() && self.begun.is_empty() {
                return Ok(0);
            }
        }
        let left = &self.ready[self.gone..];
        let len = left.len().min(buffer.len());
        buffer[..len].copy_from_slice(&left[..len]);
        self.seen.borrow_mut().extend_from_slice(&left[..len]);
        self.gone += len;
        Ok(len)
    }
}

/// A PGN file being read.
pub(crate) struct Pgn {
    reader: Reader<Tap>,
    seen: Rc<RefCell<Vec<u8>>>,
    games: u64,
}

impl Pgn {
    /// Reads up to the next game that deserves the name.
    fn next<T>(&mut self, game: impl Fn(&Text) -> Option<T>) -> io::Result<Option<T>> {
        loop {
            let text = match self.text() {
                Ok(Some(text)) => text,
                Ok(None) if self.games == 0 => return Err(no_game()),
                Ok(None) => return Ok(None),
                Err(error) => return Err(error),
            };
            if let Some(found) = game(&text) {
                self.games += 1;
                return Ok(Some(found));
            }
        }
    }

    /// Reads what comes next, a game or not.
    fn text(&mut self) -> io::Result<Option<Text>> {
        self.try_text().map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData if self.games == 0 && Damaged::is(&error) => error,
            io::ErrorKind::InvalidData => match self.games {
                0 => no_game(),
                games => malformed(format!("game {}: {error}", games + 1)),
            },
            _ => error,
        })
    }

    fn try_text(&mut self) -> io::Result<Option<Text>> {
        let Some(tags) = self.reader.read_game(&mut Scribe)? else {
            return Ok(None);
        };
        // Passes over the movetext.
        self.reader.has_more()?;
        let mut seen = self.seen.borrow_mut();
        let end = seen.len().saturating_sub(self.reader.buffer().len());
        let text = seen.drain(..end).collect();
        Ok(Some(Text { tags, text }))
    }
}

pub(crate) fn no_game() -> io::Error {
    malformed("no game found (expected PGN: tag pairs and moves)")
}

fn open(input: Input) -> Pgn {
    let seen = Rc::<RefCell<Vec<u8>>>::default();
    let tap = Tap {
        input,
        ready: Vec::new(),
        gone: 0,
        begun: Vec::new(),
        seen: seen.clone(),
    };
    let reader = Reader::build(tap)
        .set_supported_tag_line_length(TOKEN)
        .finish();
    Pgn {
        reader,
        seen,
        games: 0,
    }
}

impl Format for Game {
    type Reader = Pgn;

    fn open(input: Input) -> io::Result<Pgn> {
        Ok(open(input))
    }

    fn read(pgn: &mut Pgn) -> io::Result<Option<Game>> {
        pgn.next(Text::game)
    }

    fn skip(pgn: &mut Pgn) -> io::Result<bool> {
        let skipped = pgn.next(|text| text.is_game().then_some(()))?;
        Ok(skipped.is_some())
    }
}

impl Format for Text {
    type Reader = Pgn;

    fn open(input: Input) -> io::Result<Pgn> {
        Ok(open(input))
    }

    fn read(pgn: &mut Pgn) -> io::Result<Option<Text>> {
        let text = pgn.text()?;
        // What a game is is found out later: errors name the text that they come from.
        pgn.games += u64::from(text.is_some());
        Ok(text)
    }

    fn skip(pgn: &mut Pgn) -> io::Result<bool> {
        Ok(Text::read(pgn)?.is_some())
    }
}
