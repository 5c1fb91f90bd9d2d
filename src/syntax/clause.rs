//! What a file is made of: clauses, and where one begins that was not meant to be part of another.

use std::ops::Range;

use super::{
    Kind, Token, quoted,
    tokens::{starts_atom, tokens},
};

/// A clause or a directive of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clause<'a> {
    /// From its first token to its full stop; comments inside belong to it.
    pub text: &'a str,
    /// Where that is, in bytes.
    pub span: Range<usize>,
    /// The line of its first token, from 1.
    pub line: usize,
    /// Its tokens, as indices.
    pub tokens: Range<usize>,
    /// Whether it has its full stop.
    pub ended: bool,
}

/// The clauses of a text. What follows the last full stop is the last of them.
///
/// ```
/// use chesslog::syntax::{split, tokens};
///
/// let text = "% Facts.\np(1).\n\np(2) % no stop\n";
/// let clauses = split(text, &tokens(text));
/// assert_eq!((clauses[0].text, clauses[0].line), ("p(1).", 2));
/// assert_eq!((clauses[1].text, clauses[1].ended), ("p(2)", false));
/// ```
pub fn split<'a>(text: &'a str, tokens: &[Token]) -> Vec<Clause<'a>> {
    let mut clauses = Vec::new();
    let mut lines = Lines::new(text);
    let mut start = 0;
    while start < tokens.len() {
        let ended = tokens[start..]
            .iter()
            .position(|token| token.kind == Kind::End);
        let end = ended.map_or(tokens.len(), |stop| start + stop + 1);
        clauses.extend(clause(text, tokens, start..end, &mut lines));
        start = end;
    }
    clauses
}

/// The name of the directive that a clause is.
///
/// ```
/// use chesslog::syntax::directive;
///
/// assert_eq!(directive("% Late.\n:- if(fail)."), Some("if"));
/// assert_eq!(directive("p :- if(fail)."), None);
/// ```
pub fn directive(clause: &str) -> Option<&str> {
    if !clause.contains(":-") {
        return None;
    }
    let mut tokens = tokens(clause)
        .into_iter()
        .filter(|token| token.kind != Kind::Comment)
        .map(|token| &clause[token.span]);
    (tokens.next() == Some(":-")).then(|| tokens.next())?
}

/// Whether a clause is the directive with which a module begins.
pub fn begins_module(clause: &str) -> bool {
    directive(clause) == Some("module")
}

/// Whether a cut stands in what may be the condition of an if-then. There it is local (ISO 7.8.7), and for Scryer a cut of the
/// whole clause.
///
/// ```
/// use chesslog::syntax::{cuts_in_condition, tokens};
///
/// let is = |text: &str| cuts_in_condition(text, &tokens(text));
/// assert!(is("p :- ( q, ! -> r ; s )."));
/// assert!(!is("p :- q, !, ( r -> s ; ! )."));
/// ```
pub fn cuts_in_condition(text: &str, tokens: &[Token]) -> bool {
    // For each bracket that is open: a cut since the last bar, and one before.
    let mut open = vec![(false, false)];
    for token in tokens.iter().filter(|token| token.kind != Kind::Comment) {
        let last = open.len() - 1;
        let here = &mut open[last];
        match token.source(text) {
            "!" => here.0 = true,
            "->" | "*->" if here.0 => return true,
            ";" | "|" => *here = (false, here.0 || here.1),
            "(" | "[" | "{" => open.push((false, false)),
            ")" | "]" | "}" if last > 0 => {
                let inside = here.0 || here.1;
                open.pop();
                open[last - 1].0 |= inside;
            }
            ":-" => *here = (false, false),
            _ if token.kind == Kind::End => open = vec![(false, false)],
            _ => {}
        }
    }
    false
}

/// The clause of these tokens, without the comments around it.
fn clause<'a>(
    text: &'a str,
    tokens: &[Token],
    range: Range<usize>,
    lines: &mut Lines<'_>,
) -> Option<Clause<'a>> {
    let part = &tokens[range.clone()];
    let first = part.iter().position(|token| token.kind != Kind::Comment)?;
    let last = part.iter().rposition(|token| token.kind != Kind::Comment)?;
    let span = part[first].span.start..part[last].span.end;
    Some(Clause {
        text: &text[span.clone()],
        line: lines.at(span.start),
        tokens: range.start + first..range.start + last + 1,
        ended: part[last].kind == Kind::End,
        span,
    })
}

/// Line numbers of places that come one after the other.
struct Lines<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Lines<'a> {
        Lines {
            text,
            at: 0,
            line: 1,
        }
    }

    fn at(&mut self, place: usize) -> usize {
        let between = &self.text.as_bytes()[self.at..place];
        self.line += between.iter().filter(|&&byte| byte == b'\n').count();
        self.at = place;
        self.line
    }
}

/// The byte where, inside a clause that cannot be read, a new clause plausibly begins: a full stop
/// is missing before it. Never the beginning of the clause itself.
///
/// It is a name or `:-` at column 1 of a later line, behind the end of a term. Behind a comma or an
/// operator, where an argument or a goal may well stand at column 1, it needs a neck.
pub fn resync(text: &str, tokens: &[Token], clause: &Clause<'_>) -> Option<usize> {
    let part: Vec<_> = tokens[clause.tokens.clone()]
        .iter()
        .filter(|token| token.kind != Kind::Comment)
        .collect();
    let closers = closers(text, &part);
    (1..part.len())
        .find(|&at| begins_clause(text, &part, &closers, at))
        .map(|at| part[at].span.start)
}

fn begins_clause(text: &str, part: &[&Token], closers: &[usize], at: usize) -> bool {
    let source = |at: usize| part.get(at).map_or("", |token| token.source(text));
    let (token, before) = (part[at], part[at - 1]);
    if token.kind != Kind::Atom || !text[..token.span.start].ends_with('\n') {
        return false;
    }
    // A lost quote ends with its line, whatever was meant to follow.
    let complete = match before.kind {
        Kind::Punctuation => matches!(source(at - 1), ")" | "]" | "}" | "!"),
        Kind::Atom => before
            .source(text)
            .starts_with(|c| c == '\'' || starts_atom(c)),
        _ => true,
    };
    if matches!(source(at), ":-" | "?-") {
        return true;
    }
    if !source(at).starts_with(|c| c == '\'' || starts_atom(c)) {
        return false;
    }
    let arguments = source(at + 1) == "(" && token.span.end == part[at + 1].span.start;
    let after = if arguments {
        closers[at + 1] + 1
    } else {
        at + 1
    };
    let neck = matches!(source(after), ":-" | "-->");
    let stop = part.get(after).is_some_and(|token| token.kind == Kind::End);
    neck || complete && (arguments || stop)
}

/// For each opening bracket the token that closes it, or else the last token.
fn closers(text: &str, part: &[&Token]) -> Vec<usize> {
    let mut closers = vec![part.len().saturating_sub(1); part.len()];
    let mut open = Vec::new();
    for (at, token) in part.iter().enumerate() {
        match token.source(text) {
            "(" | "[" | "{" => open.push(at),
            ")" | "]" | "}" => {
                if let Some(opener) = open.pop() {
                    closers[opener] = at;
                }
            }
            _ => {}
        }
    }
    closers
}

/// The two parts of a clause, before and after the byte that [`resync`] has found.
pub fn split_at<'a>(
    text: &'a str,
    tokens: &[Token],
    whole: &Clause<'a>,
    at: usize,
) -> (Clause<'a>, Clause<'a>) {
    let range = whole.tokens.clone();
    let middle = range.start + tokens[range.clone()].partition_point(|token| token.span.start < at);
    let mut lines = Lines {
        text,
        at: whole.span.start,
        line: whole.line,
    };
    let mut part = |range| clause(text, tokens, range, &mut lines).unwrap_or_else(|| whole.clone());
    (part(range.start..middle), part(middle..range.end))
}

/// The names of the atoms that occur: what a clause may call, and what else it mentions. Quoted
/// atoms count as what they stand for, unless that would have to be written anew.
pub fn names<'a>(text: &'a str, tokens: &[Token]) -> impl Iterator<Item = &'a str> {
    tokens
        .iter()
        .filter(|token| token.kind == Kind::Atom)
        .filter_map(move |token| quoted::simple_name(token.source(text)))
}

/// Whether what stands behind a query, which ends at `end`, describes its answers. A query without answers is a directive, as in
/// SWI-Prolog.
pub fn answers_below(text: &str, end: usize) -> bool {
    let mut at = end;
    loop {
        let rest = text[at..].trim_start();
        at = text.len() - rest.len();
        at += match rest {
            _ if rest.starts_with('%') => rest.find('\n').unwrap_or(rest.len()),
            _ if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            _ => return !rest.is_empty() && !rest.starts_with("?-") && is_description(text, at),
        };
    }
}

/// Whether the clause that begins at `at` may describe answers: it is indented; a clause that follows a query is not.
pub fn is_description(text: &str, at: usize) -> bool {
    let line = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    at > line && text[line..at].chars().all(char::is_whitespace)
}
