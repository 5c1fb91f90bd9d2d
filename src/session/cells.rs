//! What a text is made of that somebody wants executed: settings, clauses, queries.
//!
//! The tokens decide, never an attempt:
//!
//! - a line that begins with `:word` where a clause may begin is a setting;
//! - `?- Goal.` is a query. If a description of its answers stands indented below it, both are a [quad](super::quads),
//!   which is a test;
//! - what has `:-` or `-->` outside brackets is a clause or a directive;
//! - several terms are facts, and so is a term beside a clause; a single term is a query. After `[user].` all are
//!   clauses, as at the prompt of any Prolog.

use std::ops::Range;

use crate::syntax::{self, Clause, Kind, Token};

/// A text in its parts. What it defines is loaded first, then its queries run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cell<'a> {
    /// Settings, with their colons.
    pub settings: Vec<&'a str>,
    /// The clauses and directives where they stand in the text; what is none of them is blank.
    pub program: Option<String>,
    /// The queries.
    pub queries: Vec<Query<'a>>,
}

/// A query of a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query<'a> {
    /// The query; the full stop may be missing.
    pub text: &'a str,
    /// The description of its answers, if it has one.
    pub expected: Option<&'a str>,
    /// The line where it begins, from 1.
    pub line: usize,
}

impl<'a> Cell<'a> {
    /// The parts of a text.
    pub fn read(text: &'a str) -> Cell<'a> {
        let settings = settings(text);
        let rest = only(text, &around(text, &settings));
        let tokens = syntax::tokens(&rest);
        let clauses = syntax::split(&rest, &tokens);
        let user = clauses.iter().position(|clause| is_user(clause.text));
        let (mixed, loaded) = clauses.split_at(user.unwrap_or(clauses.len()));
        let lone = clauses.len() == 1;
        let mut program: Vec<Range<usize>> = Vec::new();
        let mut queries = Vec::new();
        let mut at = 0;
        while let Some(clause) = mixed.get(at) {
            at += 1;
            let source = &text[clause.span.clone()];
            let Some(query) = query(source, lone && !is_rule(&rest, &tokens, clause)) else {
                program.push(clause.span.clone());
                continue;
            };
            let next = mixed.get(at).map(|next| next.span.clone());
            let expected = next.filter(|next| {
                let marked = source.starts_with("?-") && !text[next.clone()].starts_with("?-");
                marked && syntax::is_description(&rest, next.start)
            });
            at += usize::from(expected.is_some());
            queries.push(Query {
                text: query,
                expected: expected.map(|span| &text[span]),
                line: clause.line,
            });
        }
        program.extend(loaded.iter().skip(1).map(|clause| clause.span.clone()));
        Cell {
            settings: settings.into_iter().map(|span| &text[span]).collect(),
            program: (!program.is_empty()).then(|| only(text, &program)),
            queries,
        }
    }
}

/// Whether a text is a setting and no Prolog: a colon and a word.
pub fn is_setting(text: &str) -> bool {
    let rest = text.trim_start().strip_prefix(':');
    rest.is_some_and(|rest| !rest.starts_with('-'))
}

/// The query that a clause is, if it is one: marked as such, or `plainly` a term alone.
fn query(clause: &str, plainly: bool) -> Option<&str> {
    let marked = clause.strip_prefix("?-").map(str::trim_start);
    marked.or(plainly.then_some(clause))
}

/// Whether this is the goal after which clauses are typed.
fn is_user(clause: &str) -> bool {
    clause.split_whitespace().collect::<String>() == "[user]."
}

/// Whether a neck stands in a clause outside brackets, or before it.
fn is_rule(text: &str, tokens: &[Token], clause: &Clause<'_>) -> bool {
    let mut depth = 0_usize;
    tokens[clause.tokens.clone()].iter().any(|token| {
        match (token.kind, token.source(text)) {
            (Kind::Punctuation, "(" | "[" | "{") => depth += 1,
            (Kind::Punctuation, ")" | "]" | "}") => depth = depth.saturating_sub(1),
            (Kind::Atom, ":-" | "-->") => return depth == 0,
            _ => {}
        }
        false
    })
}

/// Where the settings stand: from a colon that begins a line and a clause, with a word behind it, to the end of the line.
fn settings(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut begins = true;
    let tokens = syntax::tokens(text);
    for (at, token) in tokens.iter().enumerate() {
        let start = token.span.start;
        if token.kind == Kind::Comment || found.last().is_some_and(|last| start < last.end) {
            continue;
        }
        let line = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let word = tokens.get(at + 1).is_some_and(|next| {
            next.span.start == token.span.end && next.source(text).starts_with(char::is_alphabetic)
        });
        if begins && word && token.source(text) == ":" && text[line..start].trim().is_empty() {
            let length = text[start..].find('\n').unwrap_or(text.len() - start);
            found.push(start..start + length);
            continue;
        }
        begins = token.kind == Kind::End;
    }
    found
}

/// What is between some parts of a text.
fn around(text: &str, parts: &[Range<usize>]) -> Vec<Range<usize>> {
    let starts = std::iter::once(0).chain(parts.iter().map(|part| part.end));
    let ends = parts.iter().map(|part| part.start);
    starts
        .zip(ends.chain([text.len()]))
        .map(|(start, end)| start..end)
        .collect()
}

/// A text of which only some parts are left, in their places: the rest is spaces, and line ends.
fn only(text: &str, parts: &[Range<usize>]) -> String {
    let mut kept = text.as_bytes().to_vec();
    for span in around(text, parts) {
        for byte in &mut kept[span] {
            *byte = if *byte == b'\n' { b'\n' } else { b' ' };
        }
    }
    // Whole characters were replaced, or none of their bytes.
    String::from_utf8_lossy(&kept).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queries<'a>(cell: &Cell<'a>) -> Vec<&'a str> {
        cell.queries.iter().map(|query| query.text).collect()
    }

    #[test]
    fn a_term_alone_is_a_query() {
        for text in [
            "member(X, [1]).",
            "member(X, [1])",
            "?- member(X, [1]).",
            "% c\nx :- y, z.",
        ] {
            let cell = Cell::read(text);
            let rule = text.contains(":-");
            assert_eq!(
                (cell.queries.len(), cell.program.is_some()),
                (usize::from(!rule), rule)
            );
        }
        assert_eq!(queries(&Cell::read("X = (a :- b).")), ["X = (a :- b)."]);
        assert_eq!(Cell::read(" % nothing\n"), Cell::default());
    }

    #[test]
    fn several_terms_are_facts() {
        let cell = Cell::read("p(1). % one\np(2).");
        assert_eq!(cell.program.as_deref(), Some("p(1).      \np(2)."));
        let cell = Cell::read("[user].\np(1).\n");
        assert_eq!(cell.program.as_deref(), Some("       \np(1).\n"));
        assert_eq!(cell.queries, []);
    }

    #[test]
    fn queries_stand_beside_clauses() {
        let text = "p(ä) --> [].\n?- p(X).\n?- q(X).\n   X = 1\n;  X = 2.\nq(1).\n:- r.";
        let cell = Cell::read(text);
        let program = cell.program.unwrap();
        assert_eq!(program.len(), text.len());
        let kept: Vec<_> = program.split('\n').map(str::trim_end).collect();
        assert_eq!(kept, ["p(ä) --> [].", "", "", "", "", "q(1).", ":- r."]);
        let described = cell
            .queries
            .iter()
            .map(|query| (query.text, query.line, query.expected));
        assert_eq!(
            described.collect::<Vec<_>>(),
            [("p(X).", 2, None), ("q(X).", 3, Some("X = 1\n;  X = 2."))]
        );
    }

    #[test]
    fn settings_are_lines() {
        let cell = Cell::read(":set depth 5\n  :set strings list\nX = a:set.\n");
        assert_eq!(cell.settings, [":set depth 5", ":set strings list"]);
        assert_eq!(queries(&cell), ["X = a:set."]);
        assert!(is_setting(" :set") && !is_setting(":- a.") && !is_setting("a :b"));
    }
}
