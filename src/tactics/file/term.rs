//! The little Prolog that files of tactics are written in: clauses, directives, comments.

use std::ops::Range;

use crate::syntax::{Kind, Token, tokens};

/// A term with its place.
#[derive(Debug, Clone)]
pub enum Ast {
    /// A variable's name.
    Variable(String, Range<usize>),
    /// An atom, or the functor and arguments of a compound term.
    Term(String, Vec<Ast>, Range<usize>),
}

impl Ast {
    /// Where it stands.
    pub fn span(&self) -> Range<usize> {
        match self {
            Ast::Variable(_, span) | Ast::Term(_, _, span) => span.clone(),
        }
    }

    /// The name of a variable.
    pub fn variable(&self) -> Option<&str> {
        match self {
            Ast::Variable(name, _) => Some(name),
            Ast::Term(..) => None,
        }
    }

    /// The name of an atom or compound term.
    pub fn name(&self) -> Option<&str> {
        match self {
            Ast::Term(name, _, _) => Some(name),
            Ast::Variable(..) => None,
        }
    }

    /// The name of an atom.
    pub fn atom(&self) -> Option<&str> {
        self.name().filter(|_| self.arguments().is_empty())
    }

    /// The arguments of a compound term.
    pub fn arguments(&self) -> &[Ast] {
        match self {
            Ast::Term(_, arguments, _) => arguments,
            Ast::Variable(..) => &[],
        }
    }

    /// The library that the directive `use_module(library(...))` imports.
    pub fn library(&self) -> Option<&str> {
        let [library] = self.arguments() else {
            return None;
        };
        let [name] = library.arguments() else {
            return None;
        };
        match (self.name(), library.name()) {
            (Some("use_module"), Some("library")) => name.atom(),
            _ => None,
        }
    }
}

/// What a sentence says.
#[derive(Debug)]
pub enum Read {
    /// `:- Goal.`
    Directive(Ast),
    /// `Head :- Body.`
    Clause(Ast, Vec<Ast>),
}

/// A clause or directive.
#[derive(Debug)]
pub struct Sentence {
    /// What it says.
    pub read: Read,
    /// From its first token to its full stop.
    pub span: Range<usize>,
    /// The comments between the sentence before and this one.
    pub comments: Vec<Range<usize>>,
}

/// The sentences of a text, and the places where something else was expected.
pub fn sentences(text: &str) -> (Vec<Sentence>, Vec<(usize, String)>) {
    let (mut sentences, mut wrong) = (Vec::new(), Vec::new());
    let mut comments = Vec::new();
    let mut current: Vec<Token> = Vec::new();
    for token in tokens(text) {
        match token.kind {
            Kind::Comment if current.is_empty() => comments.push(token.span),
            Kind::Comment => {}
            Kind::End => {
                let end = token.span.end;
                let start = current.first().map_or(token.span.start, |t| t.span.start);
                current.push(token);
                let mut reader = Reader {
                    text,
                    tokens: &current,
                    at: 0,
                };
                match reader.sentence() {
                    Ok(read) => sentences.push(Sentence {
                        read,
                        span: start..end,
                        comments: std::mem::take(&mut comments),
                    }),
                    Err(problem) => wrong.push(problem),
                }
                comments.clear();
                current.clear();
            }
            _ => current.push(token),
        }
    }
    if let Some(token) = current.first() {
        let message = "this clause does not end: expected a full stop".to_owned();
        wrong.push((token.span.start, message));
    }
    (sentences, wrong)
}

struct Reader<'a> {
    text: &'a str,
    /// Without comments; the last one is the full stop.
    tokens: &'a [Token],
    at: usize,
}

impl<'a> Reader<'a> {
    fn source(&self) -> &'a str {
        self.tokens[self.at].source(self.text)
    }

    fn kind(&self) -> Kind {
        self.tokens[self.at].kind
    }

    /// Goes past the token if it is this one.
    fn eat(&mut self, source: &str) -> bool {
        let found = self.kind() != Kind::End && self.source() == source;
        self.at += usize::from(found);
        found
    }

    fn expected(&self, what: &str) -> (usize, String) {
        let found = match self.kind() {
            Kind::End => "the end of the clause".to_owned(),
            _ => format!("`{}`", self.source()),
        };
        let start = self.tokens[self.at].span.start;
        (start, format!("expected {what}, found {found}"))
    }

    fn sentence(&mut self) -> Result<Read, (usize, String)> {
        if self.eat(":-") {
            let directive = self.term()?;
            self.end("the end of the directive")?;
            return Ok(Read::Directive(directive));
        }
        let head = self.term()?;
        let mut body = Vec::new();
        if self.eat(":-") {
            body.push(self.term()?);
            while self.eat(",") {
                body.push(self.term()?);
            }
        }
        self.end("`,` or the end of the clause")?;
        Ok(Read::Clause(head, body))
    }

    fn end(&self, what: &str) -> Result<(), (usize, String)> {
        match self.kind() {
            Kind::End => Ok(()),
            _ => Err(self.expected(what)),
        }
    }

    fn term(&mut self) -> Result<Ast, (usize, String)> {
        let span = self.tokens[self.at].span.clone();
        let name = self.source().to_owned();
        match self.kind() {
            Kind::Variable => {
                self.at += 1;
                Ok(Ast::Variable(name, span))
            }
            Kind::Atom if name.starts_with(char::is_lowercase) => {
                self.at += 1;
                let opens = self.tokens[self.at].span.start == span.end;
                if !opens || !self.eat("(") {
                    return Ok(Ast::Term(name, Vec::new(), span));
                }
                let mut arguments = vec![self.term()?];
                while self.eat(",") {
                    arguments.push(self.term()?);
                }
                let end = self.tokens[self.at].span.end;
                match self.eat(")") {
                    true => Ok(Ast::Term(name, arguments, span.start..end)),
                    false => Err(self.expected("`,` or `)`")),
                }
            }
            _ => Err(self.expected("a goal, an atom or a variable")),
        }
    }
}
