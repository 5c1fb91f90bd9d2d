//! The inside of quoted items: characters, doubled quotes and escapes.

use std::{borrow::Cow, iter, ops::Range};

/// A piece of a quoted item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Piece {
    /// A character that stands for itself.
    Plain(char),
    /// A doubled quote or an escape that Scryer reads.
    Escaped(char),
    /// A line end behind a backslash.
    Continued,
    /// What SWI-Prolog reads and Scryer does not; it may stand for nothing.
    Foreign(Option<char>),
    /// An escape that nobody reads.
    Unknown,
}

/// What follows a backslash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Escape {
    /// Its meaning.
    pub piece: Piece,
    /// Its length without the backslash.
    pub len: usize,
}

/// The escape at the beginning of `rest`, which follows a backslash.
pub(super) fn escape(rest: &str) -> Escape {
    let Some(c) = rest.chars().next() else {
        return Escape {
            piece: Piece::Unknown,
            len: 0,
        };
    };
    let one = |piece| Escape {
        piece,
        len: c.len_utf8(),
    };
    match c {
        '\\' | '\'' | '"' | '`' => one(Piece::Escaped(c)),
        'a' => one(Piece::Escaped('\x07')),
        'b' => one(Piece::Escaped('\x08')),
        'f' => one(Piece::Escaped('\x0c')),
        'n' => one(Piece::Escaped('\n')),
        'r' => one(Piece::Escaped('\r')),
        't' => one(Piece::Escaped('\t')),
        'v' => one(Piece::Escaped('\x0b')),
        'e' => one(Piece::Foreign(Some('\x1b'))),
        's' => one(Piece::Foreign(Some(' '))),
        '\n' => one(Piece::Continued),
        '\r' if rest.starts_with("\r\n") => Escape {
            piece: Piece::Foreign(None),
            len: 2,
        },
        'c' => Escape {
            piece: Piece::Foreign(None),
            len: rest.len() - rest[1..].trim_start().len(),
        },
        'x' => code(rest, 1, 16, usize::MAX),
        '0'..='7' => code(rest, 0, 8, usize::MAX),
        'u' => code(rest, 1, 16, 4),
        'U' => code(rest, 1, 16, 8),
        _ => one(Piece::Unknown),
    }
}

/// A character by its code, whose digits begin at `start`; so many if `width` is given, or else
/// as many as there are, and then a backslash ends it.
fn code(rest: &str, start: usize, radix: u32, width: usize) -> Escape {
    let digits = rest[start..]
        .bytes()
        .take(width)
        .take_while(|&byte| char::from(byte).is_digit(radix))
        .count();
    let end = start + digits;
    let character = u32::from_str_radix(&rest[start..end], radix)
        .ok()
        .and_then(char::from_u32)
        .filter(|_| width == usize::MAX || digits == width);
    let closed = width == usize::MAX && rest[end..].starts_with('\\');
    Escape {
        piece: match character {
            Some(c) if closed => Piece::Escaped(c),
            Some(c) => Piece::Foreign(Some(c)),
            None => Piece::Unknown,
        },
        len: (end + usize::from(closed)).max(1),
    }
}

/// The pieces of a quoted item, quotes left out, with their places in `source`.
pub(super) fn pieces(source: &str) -> impl Iterator<Item = (Range<usize>, Piece)> {
    let quote = source.chars().next().unwrap_or('\'');
    let end = source.len().saturating_sub(1);
    let mut at = quote.len_utf8().min(end);
    iter::from_fn(move || {
        let start = at;
        let c = source[start..end].chars().next()?;
        at += c.len_utf8();
        let piece = match c {
            '\\' => {
                let escape = escape(&source[at..end]);
                at += escape.len;
                escape.piece
            }
            c if c == quote => {
                at = (at + 1).min(end);
                Piece::Escaped(quote)
            }
            ' ' => Piece::Plain(' '),
            c if c.is_whitespace() || c.is_control() => Piece::Foreign(Some(c)),
            c => Piece::Plain(c),
        };
        Some((start..at, piece))
    })
}

/// The pieces as SWI-Prolog reads them: it leaves out the blanks that follow a continued line's end.
pub(super) fn swi_pieces(source: &str) -> impl Iterator<Item = (Range<usize>, Piece)> {
    let mut continued = false;
    pieces(source).filter(move |&(_, piece)| {
        let blank = matches!(piece, Piece::Plain(' ') | Piece::Foreign(Some('\t')));
        let dropped = continued && blank;
        continued = dropped || piece == Piece::Continued;
        !dropped
    })
}

/// The text of an atom token, without its quotes.
pub(crate) fn atom_name(source: &str) -> Cow<'_, str> {
    match simple_name(source) {
        Some(name) => Cow::Borrowed(name),
        None => Cow::Owned(text_of(pieces(source))),
    }
}

/// The text of an atom token, if it can be had without rewriting it.
pub(super) fn simple_name(source: &str) -> Option<&str> {
    match source.strip_prefix('\'') {
        None => Some(source),
        Some(body) => body
            .strip_suffix('\'')
            .filter(|name| !name.contains(['\\', '\''])),
    }
}

/// The text of a quoted token, whatever its quotes.
pub(crate) fn quoted_text(source: &str) -> String {
    text_of(pieces(source))
}

/// The text that the pieces of a quoted item stand for.
pub(super) fn text_of(pieces: impl Iterator<Item = (Range<usize>, Piece)>) -> String {
    pieces
        .filter_map(|(_, piece)| match piece {
            Piece::Plain(c) | Piece::Escaped(c) | Piece::Foreign(Some(c)) => Some(c),
            Piece::Continued | Piece::Foreign(None) | Piece::Unknown => None,
        })
        .collect()
}
