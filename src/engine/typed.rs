//! What the user types: goals that read take it piece by piece, and more is typed when there is too little.
//!
//! Of what cannot be sought in, a pipe or a terminal, Scryer reads one character only. So `prolog/asking.pl` runs the goals that
//! read from the standard input, as it does where a front end is asked.

use std::io::{self, IsTerminal as _};

use crate::{os, syntax};

use super::Input;

/// What was typed and nobody has read.
#[derive(Debug, Default, Clone)]
pub(super) struct Typed {
    source: LineSource,
    text: String,
}

/// Where lines come from.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineSource {
    /// Standard input, line by line.
    #[default]
    Lines,
    /// The front end, which is asked for each line.
    Asked,
    /// There are none.
    Nowhere,
}

/// What is taken of what is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    Character,
    /// A character that stays where it is.
    NextCharacter,
    /// So many characters, or as many as there are.
    Characters(usize),
    /// All that is left.
    Rest,
    /// A line without its end.
    Line,
    /// A term with its full stop.
    Term,
}

/// A piece of what is typed.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Piece {
    Text(String),
    /// There is no more.
    End,
    /// There is nobody to type it.
    Nobody,
}

impl Typed {
    pub fn new(input: Input) -> Typed {
        let source = match input {
            Input::Asked => LineSource::Asked,
            Input::Standard => LineSource::Lines,
            Input::Nothing => LineSource::Nowhere,
        };
        Typed {
            source,
            text: String::new(),
        }
    }

    /// Takes what is wanted; `ask` has the front end type a line into the standard input, and says whether it will.
    pub fn take(&mut self, wanted: Wanted, mut ask: impl FnMut() -> bool) -> Piece {
        loop {
            let text = self.text.as_str();
            let found = match wanted {
                Wanted::Character | Wanted::NextCharacter => {
                    text.chars().next().map(char::len_utf8)
                }
                // Where they end they are all there.
                Wanted::Characters(number) => match text.char_indices().nth(number) {
                    Some((end, _)) => Some(end),
                    None => (text.chars().count() == number).then_some(text.len()),
                },
                Wanted::Rest => None,
                Wanted::Line => text.find('\n').map(|end| end + 1),
                Wanted::Term => term_end(text),
            };
            match found {
                Some(length) if wanted == Wanted::NextCharacter => {
                    return Piece::Text(text[..length].to_owned());
                }
                Some(length) => {
                    let taken: String = self.text.drain(..length).collect();
                    // Who has typed a term does not mean the line end behind it to be read.
                    if wanted == Wanted::Term
                        && (self.source == LineSource::Asked || io::stdin().is_terminal())
                        && self.text.trim_start().is_empty()
                    {
                        self.text.clear();
                    }
                    let line = taken.strip_suffix('\n').filter(|_| wanted == Wanted::Line);
                    return Piece::Text(line.map_or(taken.clone(), str::to_owned));
                }
                None if self.source == LineSource::Asked && !ask() => {
                    return match wanted {
                        Wanted::Rest if !text.is_empty() => {
                            Piece::Text(std::mem::take(&mut self.text))
                        }
                        _ => Piece::Nobody,
                    };
                }
                None => match (self.line(), self.source) {
                    (Some(line), _) => self.text += &line,
                    (None, LineSource::Asked) => return Piece::Nobody,
                    // The last line may have no end, and the last term no full stop, of which its reader complains.
                    (None, _)
                        if self.text.trim().is_empty()
                            && (wanted == Wanted::Term || self.text.is_empty()) =>
                    {
                        self.text.clear();
                        return Piece::End;
                    }
                    (None, _) => return Piece::Text(std::mem::take(&mut self.text)),
                },
            }
        }
    }

    /// The next line, with its end. The standard input of a host that gives none is not looked at: in a thread it is the host's own.
    fn line(&self) -> Option<String> {
        match self.source {
            LineSource::Nowhere => None,
            LineSource::Lines | LineSource::Asked => line(),
        }
    }
}

/// Where the first term of a text ends, in bytes, behind its full stop; nowhere if there is none, or if something quoted, or a
/// comment, goes on behind the text.
pub(super) fn term_end(text: &str) -> Option<usize> {
    let tokens = syntax::tokens(text);
    let end = tokens
        .iter()
        .find(|token| matches!(token.kind, syntax::Kind::End | syntax::Kind::Unterminated))?;
    (end.kind == syntax::Kind::End).then_some(end.span.end)
}

/// The next line of the standard input, with its end, byte by byte: what is behind it is for whoever reads next, which may
/// be another process.
fn line() -> Option<String> {
    let mut bytes = Vec::new();
    while let Some(byte) = os::read_key() {
        bytes.push(byte);
        if byte == b'\n' {
            break;
        }
    }
    (!bytes.is_empty()).then(|| String::from_utf8_lossy(&bytes).into_owned())
}
