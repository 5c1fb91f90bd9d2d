//! Tokens with spans: the names, numbers, quoted items and brackets of a text.
//!
//! The tokenizer never fails. What no reader would take is a token too, `Unterminated` or `Illegal`,
//! and the tokens after it are right again as soon as possible: a missing quote must not make the
//! rest of a file unreadable.

use std::ops::Range;

use super::quoted::escape;
use crate::term::is_symbol_char;

/// A kind of token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// An unquoted or quoted name, or a symbol atom.
    Atom,
    /// A variable.
    Variable,
    /// A number or a character code.
    Number,
    /// A string in double or back quotes.
    String,
    /// Brackets, comma, bar, cut, semicolon.
    Punctuation,
    /// A comment; the first line of a script (`#!`) is one too.
    Comment,
    /// The full stop that ends a clause.
    End,
    /// A quoted item or a block comment without its end.
    Unterminated,
    /// A character that cannot stand outside quotes.
    Illegal,
}

/// A token and its place, in bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Where it is.
    pub span: Range<usize>,
}

impl Token {
    /// The token's own text.
    pub fn source<'a>(&self, text: &'a str) -> &'a str {
        &text[self.span.clone()]
    }
}

/// The tokens of a text, white space left out. Every text has tokens.
pub fn tokens(text: &str) -> Vec<Token> {
    let mut scanner = Scanner { text, at: 0 };
    // A byte order mark is no part of the text.
    if text.starts_with('\u{feff}') {
        scanner.at = '\u{feff}'.len_utf8();
    }
    // A clause takes about four bytes a token.
    let mut tokens = Vec::with_capacity(text.len() / 4);
    while let Some(token) = scanner.token() {
        tokens.push(token);
    }
    tokens
}

/// How many lines a quoted item may have. A limit keeps the search for lost quotes linear.
const QUOTED_LINES: usize = 60;

/// Whether a line looks like the first of a clause, judged by its beginning and its end.
///
/// It is only asked inside quotes that go on over a line end. There a line of prose must not be
/// taken for a clause, so a bare `word.` does not count.
pub(super) fn starts_clause(text: &str) -> bool {
    let line = text.split('\n').next().unwrap_or("").trim_end();
    if line.starts_with(":-") || line.starts_with("?-") || line.starts_with('%') {
        return true;
    }
    let name = line
        .find(|c: char| !continues_name(c))
        .unwrap_or(line.len());
    if name == 0 || !line.starts_with(starts_atom) {
        return false;
    }
    let rest = line[name..].trim_start();
    let neck = |text: &str| text.starts_with(":-") || text.starts_with("-->");
    neck(rest)
        || (line[name..].starts_with('(')
            && (rest.contains(":-") || rest.contains("-->") || rest.ends_with(").")))
}

/// Whether `c` begins an atom that needs no quotes.
pub(super) fn starts_atom(c: char) -> bool {
    c.is_ascii_lowercase() || (!c.is_ascii() && c.is_alphabetic() && !c.is_uppercase())
}

/// Whether `c` may follow in a name. Beyond ASCII, Scryer takes everything that can be seen.
pub(super) fn continues_name(c: char) -> bool {
    match c.is_ascii() {
        true => c == '_' || c.is_ascii_alphanumeric(),
        false => !c.is_whitespace() && !c.is_control(),
    }
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl Scanner<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    /// The byte `ahead` of the next one.
    fn byte(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + ahead).copied()
    }

    fn is_digit(&self, ahead: usize, radix: u32) -> bool {
        self.byte(ahead)
            .is_some_and(|byte| char::from(byte).is_digit(radix))
    }

    fn skip_while(&mut self, test: impl Fn(char) -> bool) {
        let rest = self.rest();
        self.at += rest.find(|c| !test(c)).unwrap_or(rest.len());
    }

    fn token(&mut self) -> Option<Token> {
        self.skip_while(|c| c.is_ascii() && c.is_whitespace());
        let start = self.at;
        let kind = self.scan()?;
        Some(Token {
            kind,
            span: start..self.at,
        })
    }

    fn scan(&mut self) -> Option<Kind> {
        let start = self.at;
        let c = self.rest().chars().next()?;
        self.at += c.len_utf8();
        Some(match c {
            '%' => self.line_comment(),
            '#' if start == 0 && self.byte(0) == Some(b'!') => self.line_comment(),
            '/' if self.byte(0) == Some(b'*') => match self.text[self.at + 1..].find("*/") {
                Some(end) => {
                    self.at += 1 + end + 2;
                    Kind::Comment
                }
                None => {
                    self.at = self.text.len();
                    Kind::Unterminated
                }
            },
            '0' if self.byte(0) == Some(b'\'') => self.character_code(),
            '0'..='9' => self.number(start),
            '"' | '`' => self.quoted(c, Kind::String),
            '\'' => self.quoted(c, Kind::Atom),
            '(' | ')' | '[' | ']' | '{' | '}' | ',' | '|' | '!' | ';' => Kind::Punctuation,
            '.' if self.rest().is_empty()
                || self
                    .rest()
                    .starts_with(|c: char| c.is_whitespace() || c == '%') =>
            {
                Kind::End
            }
            c if c == '_' || c.is_uppercase() => {
                self.skip_while(continues_name);
                Kind::Variable
            }
            c if starts_atom(c) => {
                self.skip_while(continues_name);
                Kind::Atom
            }
            c if is_symbol_char(c) => {
                self.skip_while(is_symbol_char);
                Kind::Atom
            }
            _ => Kind::Illegal,
        })
    }

    fn line_comment(&mut self) -> Kind {
        self.skip_while(|c| c != '\n');
        Kind::Comment
    }

    /// A number whose first digit, at `start`, has been read: as Scryer reads it, and what only
    /// SWI-Prolog takes for a number (`1e10`, `16'FF`, `1.0Inf`), so that it can be named.
    fn number(&mut self, start: usize) -> Kind {
        let radix = match (self.text.as_bytes()[start], self.byte(0)) {
            (b'0', Some(b'x')) => 16,
            (b'0', Some(b'o')) => 8,
            (b'0', Some(b'b')) => 2,
            _ => 10,
        };
        if radix != 10 && self.is_digit(1, radix) {
            self.at += 1;
            self.skip_while(|c| c.is_digit(radix));
            return Kind::Number;
        }
        self.digits();
        let radix = self.text[start..self.at].parse().unwrap_or(0);
        if self.byte(0) == Some(b'\'') && (2..=36).contains(&radix) && self.is_digit(1, radix) {
            self.at += 1;
            self.skip_while(|c| c.is_digit(radix));
            return Kind::Number;
        }
        let fraction = self.byte(0) == Some(b'.') && self.is_digit(1, 10);
        if fraction {
            self.at += 1;
            self.skip_while(|c| c.is_ascii_digit());
        }
        let sign = usize::from(matches!(self.byte(1), Some(b'+' | b'-')));
        if matches!(self.byte(0), Some(b'e' | b'E')) && self.is_digit(1 + sign, 10) {
            let end = self.at;
            self.at += 1 + sign;
            self.skip_while(|c| c.is_ascii_digit());
            if !fraction && self.rest().starts_with(continues_name) {
                self.at = end;
            }
        } else if fraction {
            let special = ["Inf", "NaN"].iter().find(|special| {
                let name = self.rest().strip_prefix(**special);
                name.is_some_and(|rest| !rest.starts_with(continues_name))
            });
            self.at += special.map_or(0, |special| special.len());
        }
        Kind::Number
    }

    /// Digits, in groups perhaps: `1_000_000`.
    fn digits(&mut self) {
        loop {
            self.skip_while(|c| c.is_ascii_digit());
            if self.byte(0) != Some(b'_') || !self.is_digit(1, 10) {
                break;
            }
            self.at += 1;
        }
    }

    /// After `0`: a quote and a character, escaped perhaps, or a doubled quote.
    fn character_code(&mut self) -> Kind {
        self.at += 1;
        let Some(c) = self.rest().chars().next().filter(|&c| c != '\n') else {
            return Kind::Unterminated;
        };
        self.at += c.len_utf8();
        match c {
            '\\' => {
                self.at += escape(self.rest()).len;
            }
            // SWI-Prolog also reads `0''`.
            '\'' if self.byte(0) == Some(b'\'') => self.at += 1,
            _ => {}
        }
        Kind::Number
    }

    /// A quoted item, its first quote read.
    ///
    /// Scryer refuses a line end in it, SWI-Prolog reads it. So an item may go on over lines, but
    /// not over one that looks like a clause: then the quote is missing on the line where the item
    /// begins, and there it ends. If that line ends in a full stop, the stop is left standing, so
    /// that a missing quote spoils one clause only.
    fn quoted(&mut self, quote: char, kind: Kind) -> Kind {
        let bytes = self.text.as_bytes();
        let mut at = self.at;
        let mut lines = 0;
        let mut line_end = None;
        while let Some(&byte) = bytes.get(at) {
            at += 1;
            match byte {
                b'\\' => at += escape(&self.text[at..]).len,
                b'\n' => {
                    line_end.get_or_insert(at - 1);
                    lines += 1;
                    if lines > QUOTED_LINES || starts_clause(&self.text[at..]) {
                        break;
                    }
                }
                byte if char::from(byte) == quote => {
                    if bytes.get(at) != Some(&byte) {
                        self.at = at;
                        return kind;
                    }
                    at += 1;
                }
                _ => {}
            }
        }
        let line = self.text[self.at..line_end.unwrap_or(self.text.len())].trim_end();
        let uncommented = line.rfind('%').map_or("", |at| line[..at].trim_end());
        let stop = [line, uncommented]
            .into_iter()
            .find_map(|line| line.strip_suffix('.'));
        self.at += stop.unwrap_or(line).len();
        Kind::Unterminated
    }
}
