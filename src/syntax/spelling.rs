//! What is wrong with a token by itself: lost quotes, escapes, numbers, odd characters.

use std::ops::Range;

use super::{
    Kind, Mistake, Token,
    parse::Dialect,
    quoted::{self, Piece},
};

/// A token's text for a message: one line, and not too long.
pub(super) fn quote(source: &str) -> String {
    let short: String = source.chars().take_while(|&c| c != '\n').take(30).collect();
    match short.len() == source.len() {
        true => format!("`{short}`"),
        false => format!("`{short}...`"),
    }
}

/// What is wrong with a token, if anything is; what only SWI-Prolog reads is wrong for Scryer.
pub(super) fn check(text: &str, token: &Token, dialect: Dialect) -> Option<Mistake> {
    let source = token.source(text);
    let span = token.span.clone();
    let scryer = dialect == Dialect::Scryer;
    match token.kind {
        Kind::Unterminated => Some(unterminated(source, span)),
        Kind::Illegal => Some(illegal(source, span)),
        Kind::Number => number(source, span, scryer),
        Kind::String if scryer && source.starts_with('`') => Some(back_quotes(span)),
        Kind::String | Kind::Atom if source.starts_with(['\'', '"', '`']) => {
            let bad = |piece| match piece {
                Piece::Unknown => true,
                Piece::Foreign(_) => scryer,
                _ => false,
            };
            quoted::pieces(source)
                .find(|&(_, piece)| bad(piece))
                .map(|(place, piece)| in_quotes(token, source, place, piece))
        }
        _ => None,
    }
}

pub(super) fn unterminated(source: &str, span: Range<usize>) -> Mistake {
    match source.chars().next() {
        Some('/') => Mistake::new(
            "the comment that begins here is never closed",
            span.start..span.start + 2,
        )
        .with_help("a comment that begins with /* ends with */"),
        Some('0') => Mistake::new("a character is expected after `0'`", span),
        Some(quote) => Mistake::new(
            format!("the {} that begins here is never closed", item(quote)),
            span,
        )
        .with_help(format!("`{quote}` is expected on the same line")),
        None => Mistake::new("unexpected end", span),
    }
}

fn item(quote: char) -> &'static str {
    match quote {
        '\'' => "quoted atom",
        '"' => "string",
        _ => "text in back quotes",
    }
}

fn illegal(source: &str, span: Range<usize>) -> Mistake {
    let c = source.chars().next().unwrap_or(' ');
    let code = format!("U+{:04X}", u32::from(c));
    match c {
        '\u{2018}'..='\u{201f}' | '\u{ab}' | '\u{bb}' => {
            Mistake::new(format!("`{c}` ({code}) is no quote in Prolog"), span)
                .with_help("quotes are written ' or \"")
        }
        c if c.is_whitespace() => Mistake::new(
            format!("a space of an unusual kind ({code}) cannot stand here"),
            span,
        )
        .with_help("write an ordinary space"),
        '\u{2010}'..='\u{2015}' | '\u{2212}' => {
            Mistake::new(format!("`{c}` ({code}) is no minus in Prolog"), span)
                .with_help("the minus is written -")
        }
        c if c.is_control() => Mistake::new(
            format!("a control character ({code}) cannot stand here"),
            span,
        ),
        c => Mistake::new(
            format!("the character `{c}` ({code}) cannot stand here"),
            span,
        )
        .with_help("in quotes it can"),
    }
}

fn back_quotes(span: Range<usize>) -> Mistake {
    Mistake::new("text in back quotes cannot be read", span)
        .with_help("write it in double quotes: a string is a list of characters")
}

/// What is wrong with a number; what only SWI-Prolog reads is wrong for Scryer.
fn number(source: &str, span: Range<usize>, scryer: bool) -> Option<Mistake> {
    let (_, exponent) = source.split_once(['e', 'E']).unwrap_or_default();
    if source.contains('.') && source.parse().is_ok_and(f64::is_infinite) {
        let message = format!("{} is too large for a float", quote(source));
        return Some(Mistake::new(message, span));
    }
    let special = source.ends_with('N') || scryer && source.ends_with("Inf");
    if special && source.contains('.') {
        return Some(Mistake::new(
            format!("{} cannot be read: there is no such number", quote(source)),
            span,
        ));
    }
    if let Some(code) = source.strip_prefix("0'") {
        let escape = code.strip_prefix('\\').map(quoted::escape);
        return match (code, escape) {
            (_, Some(escape)) => match escape.piece {
                Piece::Escaped(_) => None,
                Piece::Foreign(Some(_)) if !scryer => None,
                _ => Some(unknown_escape(code, span)),
            },
            ("'", _) if scryer => Some(
                Mistake::new("`0''` cannot be read", span)
                    .with_help("the code of the quote is written 0'''"),
            ),
            _ if scryer
                && code
                    .starts_with(|c: char| c != ' ' && (c.is_whitespace() || c.is_control())) =>
            {
                Some(Mistake::new("this character cannot stand after `0'`", span))
            }
            _ => None,
        };
    }
    if !scryer {
        return None;
    }
    if source.contains('\'') {
        return Some(
            Mistake::new(format!("{} cannot be read", quote(source)), span)
                .with_help("integers of other bases are written 0xFF, 0o17, 0b101"),
        );
    }
    let based = source.starts_with("0x");
    (!based && !exponent.is_empty() && !source.contains('.')).then(|| {
        Mistake::new(format!("{} cannot be read", quote(source)), span).with_help(format!(
            "a float has a decimal point: {}",
            source.replacen(['e', 'E'], ".0e", 1)
        ))
    })
}

fn unknown_escape(escape: &str, span: Range<usize>) -> Mistake {
    Mistake::new(format!("unknown escape {}", quote(escape)), span)
        .with_help("a backslash is written \\\\")
}

/// A piece of a quoted item that cannot be read.
fn in_quotes(token: &Token, source: &str, place: Range<usize>, piece: Piece) -> Mistake {
    let start = token.span.start;
    let span = start + place.start..start + place.end;
    let text = &source[place.clone()];
    match (piece, text.chars().next()) {
        (_, Some('\\')) => unknown_escape(text, span),
        (_, Some('\n' | '\r')) => {
            let first_line = source[..place.start].len();
            let quote = source.chars().next().unwrap_or('\'');
            Mistake::new(
                format!(
                    "the {} that begins here is not closed on the same line",
                    item(quote)
                ),
                start..start + first_line,
            )
            .with_help(format!(
                "is `{quote}` missing? a text that goes on needs \\n\\ at the end of the line"
            ))
        }
        (_, Some('\t')) => {
            Mistake::new("a tab cannot stand in quotes", span).with_help("it is written \\t")
        }
        (_, c) => illegal_in_quotes(c.unwrap_or(' '), span),
    }
}

fn illegal_in_quotes(c: char, span: Range<usize>) -> Mistake {
    Mistake::new(
        format!(
            "the character U+{:04X} cannot stand in quotes",
            u32::from(c)
        ),
        span,
    )
    .with_help(format!("it is written \\x{:x}\\", u32::from(c)))
}
