//! Prolog text seen from outside: tokens with spans, and where a clause ends.
//!
//! Scryer reads the terms; this knows just enough of the syntax to tell whether what somebody types
//! is complete, and to point at what is wrong with it.
//!
//! ```
//! use chesslog::syntax::{State, state};
//!
//! assert_eq!(state("member(X, [1,2])."), State::Complete);
//! assert_eq!(state("member(X,"), State::Incomplete);
//! assert!(matches!(state("member(X, [1,2)."), State::Wrong(_)));
//! ```

use std::ops::Range;

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
    /// A comment.
    Comment,
    /// The full stop that ends a clause.
    End,
    /// A quoted item or a block comment without its end.
    Unterminated,
}

/// A token and its place, in bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Where it is.
    pub span: Range<usize>,
}

/// What is to be said about a text that may be a clause or a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State {
    /// It ends with a full stop, and its brackets match.
    Complete,
    /// More has to come.
    Incomplete,
    /// It can never become a clause.
    Wrong(Problem),
}

/// What is wrong with a text, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The message.
    pub message: String,
    /// The culprit's place, in bytes.
    pub span: Range<usize>,
}

/// The tokens of a text, white space left out. Every text has tokens.
pub fn tokens(text: &str) -> Vec<Token> {
    let mut scanner = Scanner { text, at: 0 };
    std::iter::from_fn(|| scanner.token()).collect()
}

/// Whether `text` is a whole clause.
pub fn state(text: &str) -> State {
    let mut open: Vec<(char, Range<usize>)> = Vec::new();
    let mut ended: Option<usize> = None;
    for token in tokens(text) {
        let span = token.span;
        let source = &text[span.clone()];
        if let (Some(end), true) = (ended, token.kind != Kind::Comment) {
            return wrong(
                "unexpected text after the end of the clause",
                end..text.trim_end().len(),
            );
        }
        match (token.kind, source) {
            (Kind::Unterminated, _) => return State::Incomplete,
            (Kind::End, _) => {
                if let Some((bracket, span)) = open.pop() {
                    return wrong(&format!("{bracket} is never closed"), span);
                }
                ended = Some(span.end);
            }
            (Kind::Punctuation, "(" | "[" | "{") => {
                open.push((source.chars().next().unwrap_or('('), span));
            }
            (Kind::Punctuation, ")" | "]" | "}") => {
                let wanted = match source {
                    ")" => '(',
                    "]" => '[',
                    _ => '{',
                };
                match open.pop() {
                    Some((bracket, _)) if bracket == wanted => {}
                    Some((bracket, _)) => {
                        return wrong(&format!("{source} does not close {bracket}"), span);
                    }
                    None => return wrong(&format!("{source} closes nothing"), span),
                }
            }
            _ => {}
        }
    }
    match ended {
        Some(_) => State::Complete,
        None => State::Incomplete,
    }
}

fn wrong(message: &str, span: Range<usize>) -> State {
    State::Wrong(Problem {
        message: message.to_owned(),
        span,
    })
}

/// The clauses of a text, one after the other; what follows the last full stop is the last of them.
pub fn clauses(text: &str) -> impl Iterator<Item = &str> {
    let mut ends: Vec<_> = tokens(text)
        .into_iter()
        .filter(|token| token.kind == Kind::End)
        .map(|token| token.span.end)
        .collect();
    let rest = ends.last().map_or(text, |&end| &text[end..]);
    if !is_blank(rest) {
        ends.push(text.len());
    }
    let mut start = 0;
    ends.into_iter().map(move |end| {
        let clause = &text[start..end];
        start = end;
        clause.trim()
    })
}

/// Whether `text` holds nothing but white space and comments.
pub fn is_blank(text: &str) -> bool {
    tokens(text).iter().all(|token| token.kind == Kind::Comment)
}

/// `text` with a full stop, if it has none.
pub fn with_end(text: &str) -> String {
    match tokens(text)
        .iter()
        .rfind(|token| token.kind != Kind::Comment)
    {
        Some(Token {
            kind: Kind::End, ..
        })
        | None => text.to_owned(),
        // On a line of its own: the text may end in a comment, or in a symbol that would swallow
        // the stop.
        Some(_) => format!("{text}\n."),
    }
}

/// The line of `text` with this byte in it, its number from 1, and the column of the byte from 1.
pub fn line_at(text: &str, at: usize) -> (&str, usize, usize) {
    let before = &text[..at.min(text.len())];
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let line = text[start..].lines().next().unwrap_or("");
    let number = before.matches('\n').count() + 1;
    (line, number, text[start..at].chars().count() + 1)
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl Scanner<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn peek_second(&self) -> Option<char> {
        self.text[self.at..].chars().nth(1)
    }

    fn advance(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    fn skip_while(&mut self, test: impl Fn(char) -> bool) {
        let rest = &self.text[self.at..];
        self.at += rest.find(|c| !test(c)).unwrap_or(rest.len());
    }

    fn token(&mut self) -> Option<Token> {
        self.skip_while(char::is_whitespace);
        let start = self.at;
        let kind = self.scan()?;
        Some(Token {
            kind,
            span: start..self.at,
        })
    }

    fn scan(&mut self) -> Option<Kind> {
        let second = self.peek_second();
        let c = self.advance()?;
        Some(match c {
            '%' => {
                self.skip_while(|c| c != '\n');
                Kind::Comment
            }
            '/' if second == Some('*') => match self.text[self.at + 1..].find("*/") {
                Some(end) => {
                    self.at += 1 + end + 2;
                    Kind::Comment
                }
                None => {
                    self.at = self.text.len();
                    Kind::Unterminated
                }
            },
            '0' if second == Some('\'') => self.character_code(),
            c if c.is_ascii_digit() => self.number(),
            c if c == '_' || c.is_uppercase() => {
                self.skip_while(|c| c == '_' || c.is_alphanumeric());
                Kind::Variable
            }
            c if c.is_alphabetic() => {
                self.skip_while(|c| c == '_' || c.is_alphanumeric());
                Kind::Atom
            }
            '"' | '`' => self.quoted(c, Kind::String),
            '\'' => self.quoted(c, Kind::Atom),
            '.' if second.is_none_or(|c| c.is_whitespace() || c == '%') => Kind::End,
            c if is_symbol_char(c) => {
                self.skip_while(is_symbol_char);
                Kind::Atom
            }
            _ => Kind::Punctuation,
        })
    }

    fn number(&mut self) -> Kind {
        self.skip_while(|c| c == '_' || c.is_alphanumeric());
        let mut rest = self.text[self.at..].chars();
        if (rest.next(), rest.next().is_some_and(|c| c.is_ascii_digit())) == (Some('.'), true) {
            self.advance();
            self.skip_while(char::is_alphanumeric);
            let mut rest = self.text[self.at..].chars();
            let exponent = self.text[..self.at].ends_with(['e', 'E']);
            if exponent && rest.next().is_some_and(|c| c == '-' || c == '+') {
                self.advance();
                self.skip_while(|c| c.is_ascii_digit());
            }
        }
        Kind::Number
    }

    /// After `0`: a quote and a character, escaped perhaps, or a doubled quote.
    fn character_code(&mut self) -> Kind {
        self.advance();
        match self.advance() {
            Some('\\') => {
                let hex = self.advance() == Some('x');
                if hex || self.text[..self.at].ends_with(|c: char| c.is_ascii_digit()) {
                    self.skip_while(|c| c.is_ascii_hexdigit());
                    if self.peek() == Some('\\') {
                        self.advance();
                    }
                }
            }
            Some('\'') if self.peek() == Some('\'') => _ = self.advance(),
            _ => {}
        }
        Kind::Number
    }

    fn quoted(&mut self, quote: char, kind: Kind) -> Kind {
        loop {
            match self.advance() {
                None => return Kind::Unterminated,
                Some('\\') => _ = self.advance(),
                Some(c) if c == quote && self.peek() == Some(quote) => _ = self.advance(),
                Some(c) if c == quote => return kind,
                Some(_) => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn sources(text: &str) -> Vec<&str> {
        tokens(text)
            .into_iter()
            .map(|token| &text[token.span])
            .collect()
    }

    #[test]
    fn splits_what_is_hard_to_split() {
        assert_eq!(
            sources("X = 0'., Y=0''', Z = 1.5e-3, 'it''s'=\"a\\\"b.\" . % end."),
            [
                "X",
                "=",
                "0'.",
                ",",
                "Y",
                "=",
                "0'''",
                ",",
                "Z",
                "=",
                "1.5e-3",
                ",",
                "'it''s'",
                "=",
                "\"a\\\"b.\"",
                ".",
                "% end."
            ]
        );
        assert_eq!(
            sources("a:-b.%c\n/* x. */ d."),
            ["a", ":-", "b", ".", "%c", "/* x. */", "d", "."]
        );
        assert_eq!(sources("X=..Y."), ["X", "=..", "Y", "."]);
        assert_eq!(
            sources("[H|T]=[1.0,0x1F]."),
            [
                "[", "H", "|", "T", "]", "=", "[", "1.0", ",", "0x1F", "]", "."
            ]
        );
    }

    #[test]
    fn knows_what_is_complete() {
        assert_eq!(state("true. % and so on"), State::Complete);
        assert_eq!(state("X = \"a."), State::Incomplete);
        assert_eq!(state("X = 'a. /* "), State::Incomplete);
        assert_eq!(state("p :-\n  q"), State::Incomplete);
        let State::Wrong(problem) = state("f((a)].") else {
            panic!("the brackets do not match");
        };
        assert_eq!(
            (problem.message.as_str(), problem.span),
            ("] does not close (", 5..6)
        );
        let State::Wrong(problem) = state("a. b.") else {
            panic!("there are two clauses");
        };
        assert_eq!(problem.span, 2..5);
    }

    #[test]
    fn clauses_of_a_pasted_text() {
        let split = |text| clauses(text).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(
            split("a. b :- c.\n% d.\ne(\"f. \")"),
            ["a.", "b :- c.", "% d.\ne(\"f. \")"]
        );
        assert_eq!(split("a. % done"), ["a."]);
        assert_eq!(split("  "), Vec::<String>::new());
    }

    #[test]
    fn adds_a_stop_where_there_is_none() {
        assert_eq!(with_end("true"), "true\n.");
        assert_eq!(with_end("true. % done"), "true. % done");
        assert_eq!(state(&with_end("X = a % comment")), State::Complete);
    }

    proptest! {
        #[test]
        fn every_text_has_tokens_in_order(text in "\\PC*|[a-z0'\"`.%/*\\\\ \n(\\[{]*") {
            let mut end = 0;
            for token in tokens(&text) {
                prop_assert!(text[end..token.span.start].chars().all(char::is_whitespace));
                prop_assert!(token.span.end > token.span.start);
                end = token.span.end;
            }
            prop_assert!(text[end..].chars().all(char::is_whitespace));
            state(&text);
        }
    }
}
