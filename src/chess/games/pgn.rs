//! Reading games from PGN text.
//!
//! [`Pgn`] gives one [`Game`] after another; what lies between games and is none is passed over.
//!
//! ```ignore
//! let mut pgn = Game::open(input)?;
//! while let Some(game) = Game::read(&mut pgn)? {
//!     println!("{} plies", game.moves.len());
//! }
//! ```

use std::{
    cell::RefCell,
    io::{self, Read},
    ops::ControlFlow,
    rc::Rc,
};

use pgn_reader::{Nag, RawComment, RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::{
    Chess, Move, Position as _, Role,
    san::{San, SanError},
    uci::UciMove,
};

use super::{Game, LeftOut};
use crate::chess::{
    Position,
    source::{Damaged, Format, Input, malformed},
};

/// Bytes of the longest game; what is longer is no PGN.
const LONGEST: usize = 1 << 24;
/// Bytes of the longest tag line and of a comment that arrives in one piece.
const TOKEN: usize = 1 << 14;

/// A game under way: what the visitor keeps while it reads.
struct Draft {
    game: Game,
    board: Chess,
    /// The beginning of a comment that arrives in pieces.
    comment: String,
    /// Whether the movetext was of interest.
    read: bool,
}

/// Reads a game, or only passes over it.
struct Scribe {
    skim: bool,
}

impl Visitor for Scribe {
    type Tags = Game;
    type Movetext = Draft;
    type Output = Draft;

    fn begin_tags(&mut self) -> ControlFlow<Draft, Game> {
        ControlFlow::Continue(Game {
            tags: Vec::new(),
            start: Position::start(),
            moves: Vec::new(),
            comments: Vec::new(),
            problem: None,
            left_out: LeftOut::default(),
        })
    }

    fn tag(&mut self, game: &mut Game, name: &[u8], value: RawTag<'_>) -> ControlFlow<Draft> {
        let name = String::from_utf8_lossy(name).trim().to_owned();
        if !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') {
            game.tags
                .push((name, value.decode_utf8_lossy().into_owned()));
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, mut game: Game) -> ControlFlow<Draft, Draft> {
        let skim = self.skim && !game.tags.is_empty();
        if !skim {
            game.set_up();
        }
        let draft = Draft {
            board: Chess::clone(&game.start),
            comment: String::new(),
            read: !skim && game.problem.is_none(),
            game,
        };
        match draft.read {
            true => ControlFlow::Continue(draft),
            false => ControlFlow::Break(draft),
        }
    }

    fn san(&mut self, draft: &mut Draft, san: SanPlus) -> ControlFlow<Draft> {
        if draft.game.problem.is_some() {
            return ControlFlow::Continue(());
        }
        match decode(san.san, &draft.board) {
            Ok(m) => {
                draft.board.play_unchecked(m);
                draft.game.moves.push(m);
            }
            Err(error) => {
                let place = draft.game.place(draft.game.moves.len() + 1);
                let wrong = match san.san {
                    // A sign that something else than the game is reported here.
                    San::Null => "null",
                    _ => wrong(&error),
                };
                draft.game.problem = Some(format!("{wrong} move {san} at {place}"));
            }
        }
        ControlFlow::Continue(())
    }

    fn nag(&mut self, draft: &mut Draft, _: Nag) -> ControlFlow<Draft> {
        draft.game.left_out.nags += 1;
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, draft: &mut Draft) -> ControlFlow<Draft, Skip> {
        draft.game.left_out.variations += 1;
        ControlFlow::Continue(Skip(true))
    }

    fn partial_comment(&mut self, draft: &mut Draft, text: RawComment<'_>) -> ControlFlow<Draft> {
        draft.comment += &String::from_utf8_lossy(text.as_bytes());
        ControlFlow::Continue(())
    }

    fn comment(&mut self, draft: &mut Draft, text: RawComment<'_>) -> ControlFlow<Draft> {
        let text = std::mem::take(&mut draft.comment) + &String::from_utf8_lossy(text.as_bytes());
        let text = text.trim();
        if !text.is_empty() && draft.game.problem.is_none() {
            let ply = draft.game.moves.len() as u64;
            draft.game.comments.push((ply, text.to_owned()));
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, draft: Draft) -> Draft {
        draft
    }
}

/// The legal move that a SAN means; `e1g1` and the like, which engines write, count as well.
fn decode(san: San, board: &Chess) -> Result<Move, SanError> {
    let from_to = match san {
        San::Normal {
            role: Role::Pawn,
            file: Some(file),
            rank: Some(rank),
            to,
            promotion,
            ..
        } => Some(UciMove::Normal {
            from: shakmaty::Square::from_coords(file, rank),
            to,
            promotion,
        }),
        _ => None,
    };
    san.to_move(board)
        .or_else(|error| from_to.and_then(|uci| uci.to_move(board).ok()).ok_or(error))
}

/// What a move is that cannot be made: `illegal` or `ambiguous`.
pub(crate) fn wrong(error: &SanError) -> &'static str {
    match error {
        SanError::IllegalSan => "illegal",
        SanError::AmbiguousSan => "ambiguous",
    }
}

/// A stream that keeps what went through it, until the game that it belongs to has been read.
struct Tap {
    input: Input,
    seen: Rc<RefCell<Vec<u8>>>,
}

impl Read for Tap {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut seen = self.seen.borrow_mut();
        if seen.len() > LONGEST {
            return Err(malformed("a game is longer than 16 MiB"));
        }
        let len = self.input.read(buffer)?;
        seen.extend_from_slice(&buffer[..len]);
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
    fn next(&mut self, skim: bool) -> io::Result<Option<Game>> {
        match self.try_next(skim) {
            Ok(None) if self.games == 0 => Err(no_game()),
            Err(error) if self.games == 0 && Damaged::is(&error) => Err(error),
            Err(error) if error.kind() == io::ErrorKind::InvalidData => Err(match self.games {
                0 => no_game(),
                games => malformed(format!("game {}: {error}", games + 1)),
            }),
            other => other,
        }
    }

    fn try_next(&mut self, skim: bool) -> io::Result<Option<Game>> {
        while let Some(draft) = self.reader.read_game(&mut Scribe { skim })? {
            // Also passes over what is left of a game that the visitor did not want.
            self.reader.has_more()?;
            let text = {
                let mut seen = self.seen.borrow_mut();
                let end = seen.len().saturating_sub(self.reader.buffer().len());
                seen.drain(..end).collect::<Vec<u8>>()
            };
            let mut game = draft.game;
            if draft.read && !proofread(&mut game, &text) {
                continue;
            }
            self.games += 1;
            return Ok(Some(game));
        }
        Ok(None)
    }
}

fn no_game() -> io::Error {
    malformed("no game found (expected PGN: tag pairs and moves)")
}

/// Looks for moves that pgn-reader could not read and left out in silence, and says whether the
/// text is a game at all: it has tags, or moves and not mostly prose.
fn proofread(game: &mut Game, text: &[u8]) -> bool {
    let (unreadable, prose) = words(text);
    if let Some((index, word)) = unreadable
        && index <= game.moves.len()
    {
        game.moves.truncate(index);
        game.comments.retain(|(ply, _)| *ply <= index as u64);
        game.problem = Some(format!(
            "unreadable move {word} at {}",
            game.place(index + 1)
        ));
    }
    !game.tags.is_empty() || (!game.moves.is_empty() && prose <= game.moves.len())
}

/// The first word of the main line that looks like a move (it has a letter and a digit) but is no
/// SAN, with the number of moves before it; and the number of words that do not look like moves.
fn words(text: &[u8]) -> (Option<(usize, String)>, usize) {
    let (mut at, mut depth, mut moves, mut prose) = (0, 0usize, 0, 0);
    let length = |from: usize, until: &dyn Fn(u8) -> bool| {
        let rest = text.get(from..).unwrap_or_default();
        rest.iter()
            .position(|&byte| until(byte))
            .unwrap_or(rest.len())
    };
    while let Some(&byte) = text.get(at) {
        let line_begins = at == 0 || text[at - 1] == b'\n';
        at += match byte {
            b'{' => length(at, &|b| b == b'}') + 1,
            b'[' => length(at, &|b| matches!(b, b']' | b'\n')) + 1,
            b';' => length(at, &|b| b == b'\n'),
            b'%' if line_begins => length(at, &|b| b == b'\n'),
            b'(' | b')' => {
                depth = match byte {
                    b'(' => depth + 1,
                    _ => depth.saturating_sub(1),
                };
                1
            }
            _ => {
                let len = length(at, &|b| b" \t\r\n{}()!?$;.*".contains(&b));
                let word = &text[at..at + len];
                // A move may be glued to its number.
                let digits = word.iter().take_while(|b| b.is_ascii_digit()).count();
                let word = match word.get(digits) {
                    Some(b) if b.is_ascii_alphabetic() => &word[digits..],
                    _ => word,
                };
                let has = |kind: fn(&u8) -> bool| word.iter().any(kind);
                if word.starts_with(b"0-0") || SanPlus::from_ascii(word).is_ok() {
                    moves += usize::from(depth == 0);
                } else if depth == 0 && has(u8::is_ascii_alphabetic) {
                    if has(u8::is_ascii_digit) {
                        let word = String::from_utf8_lossy(word).chars().take(40).collect();
                        return (Some((moves, word)), prose);
                    }
                    prose += 1;
                }
                len.max(1)
            }
        };
    }
    (None, prose)
}

impl Format for Game {
    type Reader = Pgn;

    fn open(input: Input) -> io::Result<Pgn> {
        let seen = Rc::<RefCell<Vec<u8>>>::default();
        let tap = Tap {
            input,
            seen: seen.clone(),
        };
        let reader = Reader::build(tap)
            .set_supported_tag_line_length(TOKEN)
            .set_supported_comment_length(TOKEN)
            .finish();
        Ok(Pgn {
            reader,
            seen,
            games: 0,
        })
    }

    fn read(pgn: &mut Pgn) -> io::Result<Option<Game>> {
        pgn.next(false)
    }

    fn skip(pgn: &mut Pgn) -> io::Result<bool> {
        Ok(pgn.next(true)?.is_some())
    }
}
