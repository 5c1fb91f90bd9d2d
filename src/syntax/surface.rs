//! SWI-Prolog's notation, rewritten into what Scryer's reader takes.
//!
//! Newlines stay where they are, so that lines keep their numbers. Both systems then read the same
//! term, but for strings, which Scryer does not have: what is in double quotes is for it a list of characters. They become
//! `'$string'(Chars)`, of which `prolog/string_terms.pl` knows.

use std::{borrow::Cow, fmt::Write, ops::Range};

use super::{
    Clause, Kind, Token,
    ops::Ops,
    parse,
    quoted::{self, Piece},
};

/// The rewritten text; nothing is copied if nothing changes.
///
/// - back quotes: `` `ab` `` becomes `[97,98]`
/// - numbers: `1e10`, `1.0Inf`, `16'FF`, `0'\s`, `0''`
/// - in quotes: the escapes `\e \s \c \uXXXX`, `\xHH` and `\NNN` without the last backslash, tabs,
///   line ends
/// - strings, if `strings` says that they are what double quotes mean
/// - an operator as an operand, as in `X = +`, and an argument such as `a :- b` get brackets
/// - spaces beyond ASCII become spaces, and `#!` becomes a comment
///
/// ```
/// use chesslog::syntax::{Ops, swi, tokens};
///
/// let text = "p :- assertz(q :- r), Op = +, writeln(\"it's done\").";
/// assert_eq!(
///     swi(text, &tokens(text), &Ops::default(), true),
///     "p :- assertz((q :- r)), Op = (+), writeln('$string'(\"it's done\"))."
/// );
/// ```
pub fn swi<'a>(text: &'a str, tokens: &[Token], ops: &Ops, strings: bool) -> Cow<'a, str> {
    rewrite(text, 0..text.len(), tokens, ops, strings)
}

/// The rewritten text of one clause.
pub fn swi_clause<'a>(
    text: &'a str,
    tokens: &[Token],
    clause: &Clause<'a>,
    ops: &Ops,
    strings: bool,
) -> Cow<'a, str> {
    rewrite(
        text,
        clause.span.clone(),
        &tokens[clause.tokens.clone()],
        ops,
        strings,
    )
}

/// Canonical text with what is in double quotes as strings.
pub fn with_strings(text: &str) -> Cow<'_, str> {
    let tokens = match text.contains('"') {
        true => super::tokens(text),
        false => return Cow::Borrowed(text),
    };
    let mut rewritten = String::with_capacity(text.len() + 64);
    let mut done = 0;
    for token in tokens {
        let source = token.source(text);
        if token.kind == Kind::String && source.starts_with('"') {
            rewritten.push_str(&text[done..token.span.start]);
            rewritten.push_str(&wrapped(source));
            done = token.span.end;
        }
    }
    rewritten.push_str(&text[done..]);
    Cow::Owned(rewritten)
}

/// Text for a place.
type Edit<'a> = (Range<usize>, Cow<'a, str>);

fn rewrite<'a>(
    text: &'a str,
    span: Range<usize>,
    tokens: &[Token],
    ops: &Ops,
    strings: bool,
) -> Cow<'a, str> {
    let mut edits: Vec<Edit<'_>> = Vec::new();
    if span.start == 0 && text.starts_with('\u{feff}') {
        edits.push((0..'\u{feff}'.len_utf8(), "".into()));
    }
    for clause in tokens.split_inclusive(|token| token.kind == Kind::End) {
        for token in clause {
            let edit = mended_token(token.kind, token.source(text), strings);
            edits.extend(edit.map(|edit| (token.span.clone(), edit)));
        }
        let brackets = parse::brackets(text, clause, ops);
        edits.extend(
            brackets
                .into_iter()
                .map(|(at, bracket)| (at..at, bracket.into())),
        );
    }
    if edits.is_empty() {
        return Cow::Borrowed(&text[span]);
    }
    edits.sort_by_key(|(place, _)| (place.start, place.end));
    let mut rewritten = String::with_capacity(span.len() + 16 * edits.len());
    let mut done = span.start;
    for (place, edit) in &edits {
        rewritten.push_str(&text[done..place.start]);
        rewritten.push_str(edit);
        done = place.end;
    }
    rewritten.push_str(&text[done..span.end]);
    Cow::Owned(rewritten)
}

/// A token as Scryer reads it, if that is different.
fn mended_token(kind: Kind, source: &str, strings: bool) -> Option<Cow<'static, str>> {
    match kind {
        Kind::String if source.starts_with('`') => Some(codes(source).into()),
        Kind::String if strings && source.starts_with('"') => Some(match needs_mending(source) {
            true => wrapped(&requoted(source)).into(),
            false => wrapped(source).into(),
        }),
        Kind::String | Kind::Atom if needs_mending(source) => Some(requoted(source).into()),
        Kind::Number => number(source).map(Cow::from),
        Kind::Comment if source.starts_with("#!") => Some(format!("%{}", &source[1..]).into()),
        Kind::Illegal if source.starts_with(char::is_whitespace) => Some(" ".into()),
        _ => None,
    }
}

/// The string in double quotes `source`.
fn wrapped(source: &str) -> String {
    format!("'$string'({source})")
}

/// The character codes of a text in back quotes, and its newlines.
fn codes(source: &str) -> String {
    let codes: Vec<_> = quoted::text_of(quoted::swi_pieces(source))
        .chars()
        .map(|c| u32::from(c).to_string())
        .collect();
    let lines = source.matches('\n').count();
    format!("[{}]{}", codes.join(","), "\n".repeat(lines))
}

fn number(source: &str) -> Option<String> {
    if let Some(code) = source.strip_prefix("0'") {
        let c = match (code, code.strip_prefix('\\')) {
            ("'", _) => return Some("0'''".into()),
            (_, Some(escape)) => match quoted::escape(escape).piece {
                Piece::Foreign(Some(c)) => c,
                _ => return None,
            },
            _ => code
                .chars()
                .next()
                .filter(|&c| c != ' ' && (c.is_whitespace() || c.is_control()))?,
        };
        return Some(format!("0'\\x{:x}\\", u32::from(c)));
    }
    if let Some((radix, digits)) = source.split_once('\'') {
        let value = u128::from_str_radix(digits, radix.parse().ok()?).ok()?;
        return Some(value.to_string());
    }
    if source.ends_with("Inf") {
        // No float is infinite here; arithmetic takes the largest one for it.
        return Some(format!("{:?}", f64::MAX));
    }
    let float = source.contains(['e', 'E']) && !source.contains('.') && !source.starts_with("0x");
    float.then(|| source.replacen(['e', 'E'], ".0e", 1))
}

fn needs_mending(source: &str) -> bool {
    if !source.starts_with(['\'', '"'])
        || !source
            .contains(|c: char| c == '\\' || c != ' ' && (c.is_whitespace() || c.is_control()))
    {
        return false;
    }
    let foreign = |(_, piece)| matches!(piece, Piece::Foreign(_));
    quoted::pieces(source).any(foreign)
        || quoted::swi_pieces(source).count() < quoted::pieces(source).count()
}

/// A quoted item with nothing in it that Scryer refuses.
fn requoted(source: &str) -> String {
    let quote = source.chars().next().unwrap_or('"');
    let mut text = String::with_capacity(source.len() + 8);
    text.push(quote);
    for (place, piece) in quoted::swi_pieces(source) {
        let own = &source[place.clone()];
        match piece {
            Piece::Plain(c) | Piece::Escaped(c) if c == quote && !own.starts_with('\\') => {
                text.extend(['\\', c]);
            }
            Piece::Plain(c) => text.push(c),
            Piece::Escaped(c) if !own.starts_with('\\') => text.push(c),
            Piece::Escaped(_) | Piece::Continued | Piece::Unknown => text.push_str(own),
            Piece::Foreign(Some('\n')) => text.push_str("\\n\\\n"),
            Piece::Foreign(Some('\r')) if source[place.end..].starts_with('\n') => {}
            Piece::Foreign(Some('\t')) => text.push_str("\\t"),
            Piece::Foreign(Some(' ')) => text.push(' '),
            // Writing into a string cannot fail.
            Piece::Foreign(Some(c)) => _ = write!(text, "\\x{:x}\\", u32::from(c)),
            Piece::Foreign(None) => text.extend(own.matches('\n').map(|_| "\\\n")),
        }
    }
    text.push(quote);
    text
}
