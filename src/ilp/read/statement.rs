//! The statements of a bias: the part of answer set programming that Popper's biases are written in.

use std::ops::Range;

use super::Severity;
use super::problem::{Problems, SourceFile};
pub(super) use crate::ilp::bias::Comparison;
use crate::{
    syntax::{self, Shape, Spanned, Token, atom_name, negative, number, quoted_text, tokens},
    term::is_symbol_char,
};

/// What a bias may hold, for those whose statement was refused.
pub(super) const UNDERSTOOD: &str = "understood are facts; rules that derive facts from facts; \
    `bad_body(P,Vars) :- vars(_,Vars), Vars = (V0,_), V0 != 0.`; `:- body_literal(0,p,_,_).`; and \
    constraints on one clause C over facts, body_literal(C,P,A,Vars), head_literal, body_var(C,V), \
    head_var, clause_var, var_type(C,V,T) and body_size(C,N), with `not`, comparisons and `#count`";

/// A fact, a rule or a constraint.
#[derive(Debug, Clone)]
pub(super) struct Statement {
    pub span: Range<usize>,
    pub head: Option<Spanned>,
    pub body: Vec<Item>,
}

/// A part of a body.
#[derive(Debug, Clone)]
pub(super) enum Item {
    Holds(Spanned),
    Not(Spanned),
    Compare(Spanned, Comparison, Spanned),
    /// `#count{Tuple : Conditions}`, and what it is compared with.
    Count {
        tuple: Vec<Spanned>,
        conditions: Vec<Spanned>,
        comparison: Comparison,
        bound: Spanned,
    },
}

/// The statements of a bias; those that cannot be read become problems.
pub(super) fn statements(source: &SourceFile, problems: &mut Problems) -> Vec<Statement> {
    let lexemes = lexemes(&source.text);
    let mut statements = Vec::new();
    for part in lexemes.split_inclusive(|lexeme| lexeme.kind == syntax::Kind::End) {
        // It keeps a solver from warning of what no fact defines.
        let mut words = part.iter().map(|token| token.source(&source.text));
        if (words.next(), words.next()) == (Some("#"), Some("defined")) {
            continue;
        }
        let mut parser = Parser {
            text: &source.text,
            lexemes: part,
            at: 0,
            depth: 0,
        };
        match parser.statement() {
            Ok(statement) => statements.push(statement),
            Err(refusal) => {
                let help = refusal.unknown.then(|| UNDERSTOOD.to_owned());
                problems.add(Severity::Error, source, refusal.span, refusal.message, help);
            }
        }
    }
    statements
}

struct Refusal {
    span: Range<usize>,
    message: String,
    /// Whether it is correct, but beyond what is understood.
    unknown: bool,
}

/// Tokens as an answer set solver sees them: `!=` is one, and symbols end where operators do.
fn lexemes(text: &str) -> Vec<Token> {
    const OPERATORS: [&str; 11] = [
        ":-", ":~", "<=", "=<", ">=", "==", "<>", "..", "!=", "**", "#",
    ];
    let mut lexemes: Vec<Token> = Vec::new();
    for token in tokens(text) {
        let source = token.source(text);
        let symbols = token.kind == syntax::Kind::Atom && source.starts_with(is_symbol_char);
        match token.kind {
            syntax::Kind::Comment => {}
            syntax::Kind::Atom if symbols => {
                let mut at = token.span.start;
                while at < token.span.end {
                    let rest = &text[at..token.span.end];
                    let known = OPERATORS
                        .iter()
                        .find(|operator| rest.starts_with(**operator));
                    let first = rest.chars().next().map_or(1, char::len_utf8);
                    let end = at + known.map_or(first, |operator| operator.len());
                    let stop = known.is_none() && rest.starts_with('.');
                    // `!` is punctuation in Prolog.
                    match lexemes.last_mut() {
                        Some(last)
                            if last.source(text) == "!"
                                && last.span.end == at
                                && rest.starts_with('=') =>
                        {
                            last.span.end = end;
                            last.kind = syntax::Kind::Atom;
                        }
                        _ => lexemes.push(Token {
                            kind: if stop { syntax::Kind::End } else { token.kind },
                            span: at..end,
                        }),
                    }
                    at = end;
                }
            }
            _ => lexemes.push(token),
        }
    }
    lexemes
}

struct Parser<'a> {
    text: &'a str,
    lexemes: &'a [Token],
    at: usize,
    depth: usize,
}

impl<'a> Parser<'a> {
    fn source(&self) -> &'a str {
        self.lexemes
            .get(self.at)
            .map_or("", |token| token.source(self.text))
    }

    fn kind(&self) -> Option<syntax::Kind> {
        self.lexemes.get(self.at).map(|token| token.kind)
    }

    fn eat(&mut self, source: &str) -> bool {
        let plain = matches!(
            self.kind(),
            Some(syntax::Kind::Atom | syntax::Kind::Punctuation)
        );
        let found = plain && self.source() == source;
        self.at += usize::from(found);
        found
    }

    fn span(&self, from: usize) -> Range<usize> {
        self.lexemes[from].span.start..self.lexemes[self.at.max(from + 1) - 1].span.end
    }

    fn unknown<T>(&self, from: usize, message: impl Into<String>) -> Result<T, Refusal> {
        Err(Refusal {
            span: self.span(from),
            message: message.into(),
            unknown: true,
        })
    }

    /// The refusal of what stands here.
    fn expected<T>(&self, what: &str) -> Result<T, Refusal> {
        let here = self.lexemes.get(self.at);
        let found = match here {
            Some(token) if token.kind == syntax::Kind::End => "the end of the clause".to_owned(),
            Some(token) => format!("`{}`", token.source(self.text)),
            None => "the end of the file".to_owned(),
        };
        let unterminated = here.filter(|token| token.kind == syntax::Kind::Unterminated);
        let (span, message) = match (unterminated, here) {
            (Some(token), _) => {
                let start = token.span.start;
                (
                    start..start + 1,
                    "this quote or comment is never closed".to_owned(),
                )
            }
            (None, Some(token)) => (
                token.span.clone(),
                format!("expected {what}, found {found}"),
            ),
            (None, None) => {
                let open = self.unclosed();
                let message = match &open {
                    Some(_) => "this bracket is never closed: the file ends before".to_owned(),
                    None => format!("expected {what}, found {found}"),
                };
                let last = self.lexemes.last().map_or(0..0, |token| token.span.clone());
                (open.unwrap_or(last), message)
            }
        };
        Err(Refusal {
            span,
            message,
            unknown: false,
        })
    }

    /// The innermost bracket that is open at the end.
    fn unclosed(&self) -> Option<Range<usize>> {
        let mut open = Vec::new();
        for token in self.lexemes {
            match token.source(self.text) {
                "(" | "[" | "{" => open.push(token.span.clone()),
                ")" | "]" | "}" => _ = open.pop(),
                _ => {}
            }
        }
        open.pop()
    }

    fn statement(&mut self) -> Result<Statement, Refusal> {
        if matches!(self.source(), "#" | ":~" | "{") || self.kind() == Some(syntax::Kind::Number) {
            let name = match self.lexemes.get(self.at + 1) {
                Some(next) if self.source() == "#" => format!("#{}", next.source(self.text)),
                _ => self.source().to_owned(),
            };
            let from = self.at;
            self.at = self.lexemes.len();
            return self.unknown(from, format!("a statement with `{name}` is not understood"));
        }
        let head = match self.source() {
            ":-" => None,
            _ => Some(self.term()?),
        };
        let mut body = Vec::new();
        if self.eat(":-") {
            body.push(self.item()?);
            while self.eat(",") || self.eat(";") {
                body.push(self.item()?);
            }
        } else if matches!(self.source(), ";" | "|") {
            return self.unknown(0, "a choice of heads is not understood");
        }
        if self.kind() == Some(syntax::Kind::End) {
            self.at += 1;
            let span = self.span(0);
            return Ok(Statement { span, head, body });
        }
        let what = match (body.is_empty(), &head) {
            (true, Some(head)) => format!("`.` or `:-` after {head}"),
            _ => "`,` or `.`".to_owned(),
        };
        self.expected(&what)
    }

    fn item(&mut self) -> Result<Item, Refusal> {
        let from = self.at;
        if self.source() == "not"
            && self
                .lexemes
                .get(self.at + 1)
                .is_some_and(|next| next.source(self.text) != "(")
        {
            self.at += 1;
            return Ok(Item::Not(self.term()?));
        }
        if self.eat("#") {
            if !self.eat("count") {
                self.at += 1;
                let name = self.text[self.span(from)].to_owned();
                return self.unknown(from, format!("`{name}` is not understood"));
            }
            return self.count();
        }
        let left = self.term()?;
        if self.source() == ":" {
            return self.unknown(from, "a conditional literal is not understood");
        }
        match self.comparison() {
            None => Ok(Item::Holds(left)),
            Some(comparison) => {
                if self.source() == "#" {
                    return self.unknown(from, "write the number on the right: `#count{...} != 1`");
                }
                Ok(Item::Compare(left, comparison, self.term()?))
            }
        }
    }

    fn count(&mut self) -> Result<Item, Refusal> {
        if !self.eat("{") {
            return self.expected("`{`");
        }
        let mut tuple = vec![self.term()?];
        while self.eat(",") {
            tuple.push(self.term()?);
        }
        if !self.eat(":") {
            return self.expected("`:`");
        }
        let mut conditions = vec![self.term()?];
        while self.eat(",") {
            conditions.push(self.term()?);
        }
        if !self.eat("}") {
            return self.expected("`}`");
        }
        let Some(comparison) = self.comparison() else {
            return self.expected("a comparison such as `!= 1`");
        };
        Ok(Item::Count {
            tuple,
            conditions,
            comparison,
            bound: self.term()?,
        })
    }

    fn comparison(&mut self) -> Option<Comparison> {
        if self.kind() != Some(syntax::Kind::Atom) {
            return None;
        }
        let comparison = match self.source() {
            "=" | "==" => Comparison::Equal,
            "!=" | "<>" => Comparison::Different,
            "<" => Comparison::Less,
            "<=" | "=<" => Comparison::LessOrEqual,
            ">" => Comparison::Greater,
            ">=" => Comparison::GreaterOrEqual,
            _ => return None,
        };
        self.at += 1;
        Some(comparison)
    }

    fn term(&mut self) -> Result<Spanned, Refusal> {
        let from = self.at;
        self.depth += 1;
        if self.depth > 100 {
            return self.unknown(from, "this term is nested too deeply");
        }
        let source = self.source();
        let shape = match self.kind() {
            Some(syntax::Kind::Variable) => {
                self.at += 1;
                Shape::Variable(source.to_owned())
            }
            Some(syntax::Kind::Number) => match number(source) {
                Some(number) => {
                    self.at += 1;
                    Shape::Number(number)
                }
                None => return self.expected("a number"),
            },
            Some(syntax::Kind::String) => {
                self.at += 1;
                Shape::Text(quoted_text(source))
            }
            Some(syntax::Kind::Punctuation) if source == "(" => self.tuple()?,
            Some(syntax::Kind::Atom) if source == "-" => {
                self.at += 1;
                match number(self.source()) {
                    Some(number) => {
                        self.at += 1;
                        Shape::Number(negative(number))
                    }
                    None => return self.expected("a number after `-`"),
                }
            }
            Some(syntax::Kind::Atom) if !source.starts_with(is_symbol_char) && source != "!=" => {
                self.at += 1;
                let name = atom_name(source).into_owned();
                let touches = self.lexemes.get(self.at).is_some_and(|next| {
                    next.source(self.text) == "(" && next.span.start == self.lexemes[from].span.end
                });
                match touches.then(|| self.tuple()).transpose()? {
                    None => Shape::Atom(name),
                    Some(Shape::Tuple(arguments)) => Shape::Compound(name, arguments),
                    Some(_) => return self.expected("arguments"),
                }
            }
            _ => return self.expected("a term"),
        };
        self.depth -= 1;
        let term = Spanned {
            span: self.span(from),
            shape,
        };
        if matches!(self.source(), "+" | "-" | "*" | "/" | "**" | "..") {
            let operator = self.source();
            return self.unknown(from, format!("`{operator}` after {term} is not understood"));
        }
        Ok(term)
    }

    /// What stands in round brackets; `(a)` is a tuple here, too, which [`Spanned::elements`] makes
    /// no difference to.
    fn tuple(&mut self) -> Result<Shape, Refusal> {
        self.at += 1;
        let mut elements = Vec::new();
        loop {
            if self.eat(")") {
                return Ok(Shape::Tuple(elements));
            }
            elements.push(self.term()?);
            if self.source() == ";" {
                return self.unknown(self.at, "alternatives with `;` are not understood");
            }
            if !self.eat(",") {
                return match self.eat(")") {
                    true => Ok(Shape::Tuple(elements)),
                    false => self.expected("`,` or `)`"),
                };
            }
        }
    }
}
