//! SWI-Prolog's notation, rewritten into what Scryer's reader takes.
//!
//! Newlines stay where they are, so that lines keep their numbers. Both systems then read the same
//! term, with one wanted difference: a string that is only printed becomes an atom. Scryer's
//! strings are lists of characters, and `write` would show them as such.

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
/// - numbers: `1e10`, `16'FF`, `0'\s`, `0''`
/// - in quotes: the escapes `\e \s \c \uXXXX`, `\xHH` and `\NNN` without the last backslash, tabs,
///   line ends
/// - strings that `write`, `writeln` or `format` prints become atoms
/// - an operator as an operand, as in `X = +`, and an argument such as `a :- b` get brackets
/// - spaces beyond ASCII become spaces, and `#!` becomes a comment
///
/// ```
/// use chesslog::syntax::{Ops, swi, tokens};
///
/// let text = "p :- assertz(q :- r), Op = +, writeln(\"it's done\").";
/// assert_eq!(
///     swi(text, &tokens(text), &Ops::default()),
///     "p :- assertz((q :- r)), Op = (+), writeln('it\\'s done')."
/// );
/// ```
pub fn swi<'a>(text: &'a str, tokens: &[Token], ops: &Ops) -> Cow<'a, str> {
    rewrite(text, 0..text.len(), tokens, ops)
}

/// The rewritten text of one clause.
pub fn swi_clause<'a>(
    text: &'a str,
    tokens: &[Token],
    clause: &Clause<'a>,
    ops: &Ops,
) -> Cow<'a, str> {
    rewrite(
        text,
        clause.span.clone(),
        &tokens[clause.tokens.clone()],
        ops,
    )
}

/// Text for a place.
type Edit<'a> = (Range<usize>, Cow<'a, str>);

fn rewrite<'a>(text: &'a str, span: Range<usize>, tokens: &[Token], ops: &Ops) -> Cow<'a, str> {
    let mut edits: Vec<Edit<'_>> = Vec::new();
    if span.start == 0 && text.starts_with('\u{feff}') {
        edits.push((0..'\u{feff}'.len_utf8(), "".into()));
    }
    for clause in tokens.split_inclusive(|token| token.kind == Kind::End) {
        let printed = printed_strings(text, clause);
        let mut printed = printed.iter().peekable();
        for (at, token) in clause.iter().enumerate() {
            let as_atom = printed.next_if_eq(&&at).is_some();
            let edit = mended_token(token.kind, token.source(text), as_atom);
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
fn mended_token(kind: Kind, source: &str, as_atom: bool) -> Option<Cow<'static, str>> {
    match kind {
        Kind::String if source.starts_with('`') => Some(codes(source).into()),
        Kind::String if as_atom => Some(requoted(source, '\'').into()),
        Kind::String | Kind::Atom if needs_mending(source) => {
            let quote = source.chars().next()?;
            Some(requoted(source, quote).into())
        }
        Kind::Number => number(source).map(Cow::from),
        Kind::Comment if source.starts_with("#!") => Some(format!("%{}", &source[1..]).into()),
        Kind::Illegal if source.starts_with(char::is_whitespace) => Some(" ".into()),
        _ => None,
    }
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

/// A quoted item in other quotes, or in its own, with nothing in it that Scryer refuses.
fn requoted(source: &str, quote: char) -> String {
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

/// A bracket that is open: a call that prints, a list that is its argument, or anything else.
#[derive(Debug, Default)]
struct Level<'a> {
    printer: Option<&'a str>,
    /// Whether the bracket opens an argument that is a list.
    list: bool,
    /// The first token of each argument.
    arguments: Vec<usize>,
    /// The strings that are arguments, or elements of an argument: argument, element, token.
    strings: Vec<(usize, Option<usize>, usize)>,
    commas: usize,
}

/// The tokens, in order, of the strings that are printed as they are.
fn printed_strings(text: &str, clause: &[Token]) -> Vec<usize> {
    let source = |at: usize| clause.get(at).map_or("", |token| token.source(text));
    let has = |kind| clause.iter().any(|token: &Token| token.kind == kind);
    let mut printed = Vec::new();
    if !has(Kind::String) {
        return printed;
    }
    let mut open: Vec<Level<'_>> = vec![Level::default()];
    for (at, token) in clause.iter().enumerate() {
        let before = at.checked_sub(1).map_or("", source);
        let begins = matches!(before, "(" | "," | "[");
        if begins && let Some(level) = open.last_mut() {
            level.arguments.resize(level.commas + 1, at);
        }
        match (token.kind, source(at)) {
            (Kind::Punctuation, bracket @ ("(" | "[" | "{")) => {
                let touching = at > 0 && clause[at - 1].span.end == token.span.start;
                let printer = (bracket == "(" && touching)
                    .then_some(before)
                    .filter(|name| matches!(*name, "write" | "writeln" | "format"));
                open.push(Level {
                    printer,
                    list: bracket == "[" && begins,
                    ..Level::default()
                });
            }
            (Kind::Punctuation, ")" | "]" | "}") => {
                if let Some(level) = open.pop() {
                    printed.extend(to_print(text, clause, &level));
                }
                if open.is_empty() {
                    return Vec::new();
                }
            }
            (Kind::Punctuation, ",") => {
                if let Some(level) = open.last_mut() {
                    level.commas += 1;
                }
            }
            (Kind::String, string) => {
                let whole = begins
                    && string.starts_with('"')
                    && matches!(source(at + 1), "," | ")" | "]" | "|");
                match open.as_mut_slice() {
                    [.., level] if whole && level.printer.is_some() => {
                        level.strings.push((level.commas, None, at));
                    }
                    [.., call, level] if whole && level.list && call.printer.is_some() => {
                        call.strings.push((call.commas, Some(level.commas), at));
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }
    printed.sort_unstable();
    printed
}

/// The strings of a finished call that it prints.
fn to_print(text: &str, clause: &[Token], call: &Level<'_>) -> Vec<usize> {
    let last = call.commas;
    let formats = match (call.printer, last) {
        (Some("write" | "writeln"), 0 | 1) => None,
        (Some("format"), 1 | 2) => call
            .arguments
            .get(last - 1)
            .map(|&format| directives(clause[format].source(text))),
        _ => return Vec::new(),
    };
    let wanted = |&(argument, element, _): &(usize, Option<usize>, usize)| {
        argument == last
            && match (&formats, element) {
                (None, element) => element.is_none(),
                // `~s` wants the characters; `~p` and `~q` show the quotes.
                (Some(directives), element) => directives
                    .get(element.unwrap_or(0))
                    .is_none_or(|c| !matches!(c, 's' | 'p' | 'q')),
            }
    };
    let strings = call.strings.iter().filter(|string| wanted(string));
    strings.map(|&(_, _, token)| token).collect()
}

/// The directives of a format that take an argument, in order.
fn directives(format: &str) -> Vec<char> {
    let mut directives = Vec::new();
    if !format.starts_with(['"', '\'']) {
        return directives;
    }
    let mut chars = format.chars();
    while let Some(c) = chars.next() {
        if c != '~' {
            continue;
        }
        let mut c = chars.next();
        if c == Some('`') {
            chars.next();
            c = chars.next();
        } else if c == Some('*') {
            directives.push('*');
            c = chars.next();
        }
        while c.is_some_and(|c| c.is_ascii_digit()) {
            c = chars.next();
        }
        directives.extend(c.filter(|c| !"~n|+t".contains(*c)));
    }
    directives
}
