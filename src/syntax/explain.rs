//! What is said about the mistakes that [`super::parse`] finds between tokens.

use std::ops::Range;

use super::{
    Kind, Mistake, Token,
    frame::{Frame, Open},
    ops::Op,
    parse::{Operand, Parser, Pending},
    spelling::quote,
};

/// What is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Missing {
    /// A term, before something that cannot begin one.
    Term,
    /// The left side of the operator.
    Left,
    /// A term, before the full stop.
    End,
}

impl Parser<'_> {
    fn name(&self, token: usize) -> String {
        match self.kind(token) {
            Some(Kind::End) => "the full stop".to_owned(),
            _ => quote(self.source(token)),
        }
    }

    fn span(&self, token: usize) -> Range<usize> {
        self.tokens[token].span.clone()
    }

    fn line(&self, token: usize) -> usize {
        let before = &self.text.as_bytes()[..self.tokens[token].span.start];
        before.iter().filter(|&&byte| byte == b'\n').count() + 1
    }

    /// Whether a token is the first on its line, without any space, and not the first of all.
    fn at_column_1(&self, token: usize) -> bool {
        token > 0 && self.text[..self.tokens[token].span.start].ends_with('\n')
    }

    fn begins_line(&self, token: usize) -> bool {
        token > 0
            && self.text[self.tokens[token - 1].span.end..self.tokens[token].span.start]
                .contains('\n')
    }

    /// Whether a token looks like the beginning of a clause.
    fn looks_like_clause(&self, token: usize) -> bool {
        if !self.at_column_1(token) || self.kind(token) != Some(Kind::Atom) {
            return false;
        }
        let source = self.source(token);
        let named = source.starts_with(|c: char| c == '\'' || super::tokens::starts_atom(c));
        matches!(source, ":-" | "?-")
            || named
                && (self.is_functor(token)
                    || matches!(self.source(token + 1), ":-" | "-->")
                    || self.kind(token + 1) == Some(Kind::End))
    }

    /// The full stop before a token is missing, or a comma stands there instead.
    fn missing_stop(&self, token: usize) -> Mistake {
        let before = token - 1;
        let begins = format!("a new clause seems to begin at line {}", self.line(token));
        match self.source(before) {
            comma @ ("," | ";") => Mistake::new(
                format!("`{comma}` instead of a full stop? {begins}"),
                self.span(before),
            ),
            _ => {
                let end = self.span(before).end;
                Mistake::new(format!("missing full stop? {begins}"), end..end)
            }
        }
        .with_help("a clause ends with a full stop and a space or a line end")
    }

    /// What may follow a term here.
    fn expected(&self) -> &'static str {
        match self.frame() {
            Frame::Top => "an operator, a comma or the end of the clause is",
            Frame::Round | Frame::Arguments | Frame::Either => "an operator, a comma or `)` is",
            Frame::List => "an operator, `,`, `|` or `]` is",
            Frame::Tail => "an operator or `]` is",
            Frame::Curly => "an operator, a comma or `}` is",
        }
    }
}

pub(super) fn unexpected(parser: &Parser<'_>) -> Mistake {
    let token = parser.at;
    let (name, source, span) = (parser.name(token), parser.source(token), parser.span(token));
    let before = token - 1;
    let previous = parser.name(before);
    if parser.looks_like_clause(token) {
        return parser.missing_stop(token);
    }
    if source == "(" {
        let touching = parser.span(before).end == span.start;
        match parser.kind(before) {
            Some(Kind::Variable) if touching => {
                let help = match before {
                    0 => "the name of a predicate begins with a small letter".to_owned(),
                    _ => format!(
                        "call({}, ...) calls the predicate that it names",
                        parser.source(before)
                    ),
                };
                return Mistake::new(
                    format!("the variable {previous} cannot be the name of a predicate"),
                    parser.span(before),
                )
                .with_help(help);
            }
            Some(Kind::Atom) if !touching => {
                return Mistake::new(
                    format!(
                        "unexpected `(`: a name and its `(` must touch, as in {}(",
                        parser.source(before)
                    ),
                    span,
                );
            }
            _ => {}
        }
    }
    if let Some(known) = similar_operator(parser.text, &span) {
        let foreign = &parser.text[span.start..span.start + known.0];
        return Mistake::new(
            format!("`{foreign}` is no operator"),
            span.start..span.start + known.0,
        )
        .with_help(known.1);
    }
    let problem = Mistake::new(
        format!(
            "unexpected {name}: {} expected after {previous}",
            parser.expected()
        ),
        span,
    );
    match other_notation(parser, token) {
        Some(help) => problem.with_help(help),
        None if parser.begins_line(token) => problem.with_help(format!(
            "is a comma missing at the end of line {}?",
            parser.line(before)
        )),
        None => problem,
    }
}

/// What may be meant by a token that cannot stand behind a term.
fn other_notation(parser: &Parser<'_>, token: usize) -> Option<String> {
    let (source, before) = (parser.source(token), parser.source(token - 1));
    let touching = parser.span(token - 1).end == parser.span(token).start;
    let quote = before.chars().next().filter(|c| matches!(c, '\'' | '"'));
    match source {
        _ if touching && let Some(quote) = quote => {
            Some(format!("a quote inside quotes is doubled: {quote}{quote}"))
        }
        "then" | "else" => Some("if-then-else is written ( If -> Then ; Else )".to_owned()),
        "and" => Some("the comma is `and`".to_owned()),
        "or" => Some("`;` is `or`".to_owned()),
        _ if source.starts_with('.') => {
            Some("a full stop needs a space or a line end behind it".to_owned())
        }
        _ => None,
    }
}

/// An operator of another language at a place: its length, and what is meant by it.
fn similar_operator(text: &str, span: &Range<usize>) -> Option<(usize, &'static str)> {
    let source: String = text[span.start..]
        .chars()
        .take_while(|&c| "!&|".contains(c) || crate::term::is_symbol_char(c))
        .take(4)
        .collect();
    let help = match source.as_str() {
        "<=" => "`=<` compares numbers",
        "=>" => "`>=` compares numbers, `->` is if-then",
        "!=" | "<>" | "~=" | "/=" | "=/=" => {
            "`\\=` is true of terms that do not unify, `=\\=` of numbers that differ"
        }
        "!==" => "`\\==` is true of terms that are not the same",
        "===" => "`==` is true of the same terms, `=:=` of equal numbers",
        ":=" | "<-" | "+=" | "-=" => "`=` unifies, `is` calculates; a variable never changes",
        "&" | "&&" => "the comma is `and`",
        "*->" => "the soft cut is not known here; `->` is if-then",
        _ => return None,
    };
    Some((source.len(), help))
}

/// A term is missing at the token.
pub(super) fn missing(parser: &Parser<'_>, what: Missing) -> Mistake {
    let token = parser.at;
    let (name, span) = (parser.name(token), parser.span(token));
    let Some(before) = token.checked_sub(1) else {
        return match what {
            Missing::End => Mistake::new("there is nothing before the full stop", span),
            Missing::Left => Mistake::new(format!("the left side of {name} is missing"), span),
            Missing::Term => Mistake::new(format!("a clause cannot begin with {name}"), span),
        };
    };
    let previous = parser.name(before);
    let after = parser.span(before);
    if parser.source(before) == "|" && parser.source(token) == "|" {
        let both = after.start..span.end;
        return Mistake::new("`||` is no operator", both).with_help("`;` is `or`");
    }
    let element = match parser.frame() {
        Frame::Arguments | Frame::Either => "the argument",
        Frame::List | Frame::Tail => "the element",
        _ => "the goal",
    };
    let opened =
        parser.open.last().map(|open| open.token) == Some(before) && parser.frame() != Frame::Top;
    let closes = matches!(parser.source(token), ")" | "]" | "}");
    if opened && closes {
        if parser.source(token) != parser.frame().closer() {
            return wrong_closer(parser);
        }
        return match parser.frame() {
            Frame::Arguments | Frame::Either => Mistake::new(
                "there is nothing between these brackets",
                after.start..span.end,
            )
            .with_help(format!(
                "without arguments a name has no brackets: {}",
                parser.source(before - 1)
            )),
            _ => Mistake::new(
                "there is nothing between these brackets",
                after.start..span.end,
            ),
        };
    }
    if closes && parser.frame() == Frame::Top {
        return wrong_closer(parser);
    }
    if opened {
        return match what {
            Missing::Left => Mistake::new(format!("the left side of {name} is missing"), span),
            _ => Mistake::new(format!("{element} before {name} is missing"), span),
        };
    }
    match (parser.source(before), what) {
        ("," | "|", Missing::Left) => {
            Mistake::new(format!("the left side of {name} is missing"), span)
        }
        (",", _) if matches!(parser.source(token), "," | "|") => Mistake::new(
            format!("{element} between {previous} and {name} is missing"),
            span,
        ),
        ("," | "|", Missing::End) => Mistake::new(
            format!("{element} after {previous} is missing, or {previous} is one too many"),
            after,
        ),
        ("," | "|", _) => Mistake::new(format!("{element} after {previous} is missing"), after),
        (_, Missing::End) => {
            Mistake::new(format!("the right side of {previous} is missing"), after)
        }
        (_, Missing::Term) if closes => {
            Mistake::new(format!("the right side of {previous} is missing"), after)
        }
        _ => Mistake::new(
            format!("something is missing between {previous} and {name}"),
            span,
        ),
    }
}

pub(super) fn lone_operator(parser: &Parser<'_>) -> Mistake {
    let name = parser.name(parser.at);
    let source = parser.source(parser.at);
    Mistake::new(
        format!("the operator {name} lacks a side, or needs brackets"),
        parser.span(parser.at),
    )
    .with_help(format!("as a term of its own it is written ({source})"))
}

/// A prefix operator as the right side of an operator that binds tighter.
pub(super) fn right_clash(parser: &Parser<'_>, outer: &Pending, token: usize, op: Op) -> Mistake {
    let name = parser.name(token);
    if parser.looks_like_clause(token) {
        return parser.missing_stop(token);
    }
    let other = parser.name(outer.token);
    Mistake::new(
        format!("operator priority clash: {name} after {other}, put it in brackets"),
        parser.span(token),
    )
    .with_help(format!(
        "{name} has priority {}, but the right side of {other} can have {} at most: \
         write {} ({} ...)",
        op.priority,
        outer.op.right,
        parser.source(outer.token),
        parser.source(token)
    ))
}

/// The left side of an operator is too wide for it.
pub(super) fn left_clash(parser: &Parser<'_>, left: Operand) -> Mistake {
    let token = parser.at;
    let (name, source) = (parser.name(token), parser.source(token));
    let inner = left.operator.unwrap_or(token);
    if matches!(source, ":-" | "-->" | "?-") {
        if parser.looks_like_clause(token) {
            return parser.missing_stop(token);
        }
        let heads = inner + 1..token;
        if let Some(head) = heads.rev().find(|&head| parser.at_column_1(head))
            && parser.kind(head) == Some(Kind::Atom)
        {
            return parser.missing_stop(head);
        }
        let problem = Mistake::new(
            format!(
                "a second {name}: the clause has {} already",
                parser.name(inner)
            ),
            parser.span(token),
        );
        return match parser.line(inner) != parser.line(token) {
            true => problem.with_help(format!(
                "is the full stop of the clause in line {} missing?",
                parser.line(inner)
            )),
            false => problem.with_help("a clause in a clause is written in brackets"),
        };
    }
    Mistake::new(
        format!(
            "operator priority clash: {} and then {name}, put one of them in brackets",
            parser.name(inner)
        ),
        parser.span(token),
    )
}

pub(super) fn wide_argument(parser: &Parser<'_>, operand: Operand) -> Mistake {
    let operator = operand.operator.unwrap_or(parser.at);
    let place = match parser.frame() {
        Frame::Arguments => "an argument",
        _ => "an element",
    };
    Mistake::new(
        format!(
            "operator priority clash: {place} with {} must be put in brackets",
            parser.name(operator)
        ),
        parser.span(operator),
    )
    .with_help(format!(
        "the priority of {place} is 999 at most, that of {} is {}",
        parser.name(operator),
        operand.priority
    ))
}

pub(super) fn second_tail(parser: &Parser<'_>) -> Mistake {
    Mistake::new(
        format!(
            "unexpected {}: after `|` there is one term, the rest of the list",
            parser.name(parser.at)
        ),
        parser.span(parser.at),
    )
}

/// A closing bracket that closes nothing, or not what is open.
pub(super) fn wrong_closer(parser: &Parser<'_>) -> Mistake {
    let (name, span) = (parser.name(parser.at), parser.span(parser.at));
    let [_, .., open] = parser.open.as_slice() else {
        return Mistake::new(format!("{name} is never opened"), span);
    };
    let line = parser.line(open.token);
    let place = match line == parser.line(parser.at) {
        true => String::new(),
        false => format!(" (line {line})"),
    };
    Mistake::new(
        format!("{name} does not close {}{place}", parser.name(open.token)),
        span,
    )
    .with_help(format!(
        "`{}` is expected before it",
        parser.frame().closer()
    ))
}

pub(super) fn never_closed(parser: &Parser<'_>, open: &Open) -> Mistake {
    Mistake::new(
        format!("{} is never closed", parser.name(open.token)),
        parser.span(open.token),
    )
    .with_help(format!(
        "`{}` is expected before the full stop in line {}",
        open.frame.closer(),
        parser.line(parser.at)
    ))
}

pub(super) fn no_stop(parser: &Parser<'_>, last: &Token) -> Mistake {
    if let [_, .., open] = parser.open.as_slice() {
        return Mistake::new(
            format!("{} is never closed", parser.name(open.token)),
            parser.span(open.token),
        );
    }
    if parser.operand.is_none() {
        return Mistake::new(
            format!("the text ends after {}", quote(last.source(parser.text))),
            last.span.clone(),
        )
        .with_help("a term and a full stop are expected");
    }
    let end = last.span.end;
    Mistake::new("the full stop at the end is missing", end..end)
}

pub(super) fn after_the_end(parser: &Parser<'_>, next: &Token) -> Mistake {
    let end = parser.tokens.last().map_or(next, |last| last).span.end;
    Mistake::new(
        "unexpected text after the end of the clause",
        next.span.start..end,
    )
}
