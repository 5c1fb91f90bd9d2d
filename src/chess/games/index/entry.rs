//! A game as an index has it: who played, where it begins, its main line, or what is wrong with it.
//!
//! A move is 16 bits: from, to, and what is promoted to, as shakmaty numbers them. Castling goes to
//! the rook's square, and a null move is 0.

use shakmaty::{Chess, Color, Move, Position as _, Role, Square};

use super::file::{put_number, take, take_number};
use crate::chess::{
    Position,
    games::{Game, played},
};

/// It has no start position of its own.
const USUAL: u8 = 0;
const STANDARD: u8 = 1;
const CHESS960: u8 = 2;

/// A game in an index.
pub(crate) struct Entry<'b> {
    /// The players, White first, as far as there are tags.
    players: [Option<&'b str>; 2],
    start: Option<Position>,
    /// What is said of a game that cannot be played to its end; it has no moves here.
    pub(crate) complaint: Option<&'b str>,
    moves: &'b [[u8; 2]],
}

/// Appends the entry of a game, its length first.
pub(super) fn write(game: &Game, bytes: &mut Vec<u8>) {
    let mut entry = Vec::with_capacity(64 + 2 * game.line.moves.len());
    for tag in ["White", "Black"] {
        put_text(game.tag(tag), &mut entry);
    }
    let is_960 = game.start.castles().mode().is_chess960();
    match (is_960, game.start == Position::start()) {
        (false, true) => entry.push(USUAL),
        (false, false) => entry.push(STANDARD),
        (true, _) => entry.push(CHESS960),
    }
    if entry.last() != Some(&USUAL) {
        put_text(Some(game.start.fen()), &mut entry);
    }
    put_text(
        game.problem.is_some().then(|| game.complaint()).as_deref(),
        &mut entry,
    );
    if game.problem.is_none() {
        for m in &game.line.moves {
            entry.extend(code(*m).to_le_bytes());
        }
    }
    put_number(entry.len() as u64, bytes);
    bytes.extend(entry);
}

/// The bytes of the entries that stand one after the other; `None` for one that is cut off.
pub(super) fn split(mut bytes: &[u8]) -> impl Iterator<Item = Option<&[u8]>> {
    std::iter::from_fn(move || {
        if bytes.is_empty() {
            return None;
        }
        let entry = take_number(&mut bytes).and_then(|len| take(&mut bytes, len));
        if entry.is_none() {
            bytes = &[];
        }
        Some(entry)
    })
}

fn put_text(text: Option<&str>, bytes: &mut Vec<u8>) {
    match text {
        None => bytes.push(0),
        Some(text) => {
            put_number(text.len() as u64 + 1, bytes);
            bytes.extend(text.as_bytes());
        }
    }
}

fn take_text<'b>(bytes: &mut &'b [u8]) -> Option<Option<&'b str>> {
    let len = take_number(bytes)?;
    Some(match len.checked_sub(1) {
        None => None,
        Some(len) => Some(str::from_utf8(take(bytes, len)?).ok()?),
    })
}

fn code(m: Option<Move>) -> u16 {
    let Some(m) = m else {
        return 0;
    };
    // A move of a game has a square that it comes from.
    let from = m.from().unwrap_or(m.to());
    let promotion = m.promotion().map_or(0, |role| role as u16);
    from as u16 | (m.to() as u16) << 6 | promotion << 12
}

/// The move with this code; `None` if there is none.
fn decoded(code: u16, chess: &Chess) -> Option<Option<Move>> {
    if code == 0 {
        return Some(None);
    }
    let square = |bits: u16| Square::new(u32::from(bits & 63));
    let (from, to, board) = (square(code), square(code >> 6), chess.board());
    let promotion = match code >> 12 {
        0 => None,
        number => Some(Role::ALL.into_iter().find(|role| *role as u16 == number)?),
    };
    let piece = board.piece_at(from)?;
    let target = board.piece_at(to);
    Some(Some(match target {
        _ if piece.color != chess.turn() => return None,
        Some(rook) if rook.color == piece.color => match (piece.role, rook.role) {
            (Role::King, Role::Rook) => Move::Castle {
                king: from,
                rook: to,
            },
            _ => return None,
        },
        Some(king) if king.role == Role::King => return None,
        None if piece.role == Role::Pawn && from.file() != to.file() => {
            Move::EnPassant { from, to }
        }
        _ => Move::Normal {
            role: piece.role,
            from,
            capture: target.map(|piece| piece.role),
            to,
            promotion,
        },
    }))
}

impl<'b> Entry<'b> {
    /// Reads the bytes of an entry; `None` if they are none.
    pub(super) fn read(mut bytes: &'b [u8]) -> Option<Entry<'b>> {
        let bytes = &mut bytes;
        let players = [take_text(bytes)?, take_text(bytes)?];
        let start = match take(bytes, 1)? {
            [USUAL] => None,
            [kind] => {
                let read = match *kind {
                    CHESS960 => Position::parse_chess960,
                    _ => Position::parse,
                };
                Some(read(take_text(bytes)??).ok()?)
            }
            _ => return None,
        };
        let complaint = take_text(bytes)?;
        let (moves, []) = bytes.as_chunks() else {
            return None;
        };
        Some(Entry {
            players,
            start,
            complaint,
            moves,
        })
    }

    /// The name of a player.
    pub(crate) fn player(&self, side: Color) -> Option<&'b str> {
        self.players[side as usize ^ 1]
    }

    /// Looks at the board at each ply, from 0 on; `None` if a move cannot be made.
    pub(crate) fn boards(&self, mut look: impl FnMut(u64, &Chess)) -> Option<()> {
        let mut board = match &self.start {
            Some(start) => Chess::clone(start),
            None => Chess::default(),
        };
        look(0, &board);
        for (ply, bytes) in (1..).zip(self.moves) {
            match decoded(u16::from_le_bytes(*bytes), &board)? {
                Some(m) => board.play_unchecked(m),
                None => board = played(&board, None)?,
            }
            look(ply, &board);
        }
        Some(())
    }
}
