//! The parser: the first mistake of a clause, or the nodes that `read` makes a term of.
//!
//! Scryer says of a text it cannot read little more than that. This parser reads as Scryer does: an
//! operator is an operand only where it stands alone in brackets, in an argument or in an element;
//! an argument has priority 999 at most; `-` before a number makes a negative number; a name and
//! its `(` touch. It keeps its own stacks, so that no text is nested too deeply for it.
//!
//! What it does not accept is told by `explain` and `spelling`.

use super::{
    DEEPEST, Kind, Mistake, Token, WIDEST,
    explain::{self, Missing},
    frame::{Frame, Open},
    ops::{Op, Ops, Roles},
    quoted, spelling, tokens, too_deep, too_wide,
};

/// How a text is to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// As Scryer reads it.
    Scryer,
    /// With what [`swi`](super::swi) rewrites for Scryer.
    Swi,
}

/// The first mistake in a clause (or a query), if there is one.
///
/// ```
/// use chesslog::syntax::{Ops, diagnose};
///
/// let problem = diagnose("p(X) :- q(X) r(X).", &Ops::default()).unwrap();
/// assert_eq!(problem.span, 13..14);
/// assert_eq!(
///     problem.message,
///     "unexpected `r`: an operator, a comma or the end of the clause is expected after `)`"
/// );
/// ```
pub fn diagnose(clause: &str, ops: &Ops) -> Option<Mistake> {
    diagnose_clause(clause, &tokens(clause), ops, Dialect::Scryer)
}

/// The first mistake in a clause of a longer text: `clause` are its tokens, whose spans, like the
/// lines and the span of the problem, are those of the whole text.
pub fn diagnose_clause(
    text: &str,
    clause: &[Token],
    ops: &Ops,
    dialect: Dialect,
) -> Option<Mistake> {
    Parser::new(text, clause, ops, dialect).run().err()
}

/// What is to be inserted where, so that Scryer reads a clause that SWI-Prolog reads: brackets
/// around operators that stand for themselves, and around wide arguments. Nothing if the clause
/// has a mistake.
pub(super) fn brackets(text: &str, clause: &[Token], ops: &Ops) -> Vec<(usize, &'static str)> {
    let mut parser = Parser::new(text, clause, ops, Dialect::Swi);
    match parser.run() {
        Ok(()) => parser.mends,
        Err(_) => Vec::new(),
    }
}

/// An operator that waits for its right side.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pending {
    pub token: usize,
    pub op: Op,
    /// How many sides it has.
    sides: usize,
    start: usize,
}

/// A part of the clause that is a term. The nodes of its arguments stand before it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    pub part: Part,
    /// Where it stands, in bytes.
    pub start: usize,
    pub end: usize,
    /// How many nodes it has, itself included.
    pub size: usize,
}

/// What a node is; names are given by their tokens, `[]` and `{}` by one of theirs.
#[derive(Debug, Clone, Copy)]
pub(super) enum Part {
    /// A variable, a number, a text or an atom.
    Leaf(usize),
    /// The number of this token with a minus before it.
    Negative(usize),
    /// A functor and its arity.
    Compound(usize, usize),
    /// A number of elements, and whether a tail follows them.
    List(usize, bool),
}

/// A term that has been read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Operand {
    pub priority: u16,
    /// Its principal operator.
    pub operator: Option<usize>,
    start: usize,
}

pub(super) struct Parser<'a> {
    pub text: &'a str,
    pub tokens: Vec<&'a Token>,
    pub at: usize,
    pub open: Vec<Open>,
    pub pending: Vec<Pending>,
    pub operand: Option<Operand>,
    pub nodes: Vec<Node>,
    /// How many brackets may be open.
    deepest: usize,
    ops: &'a Ops,
    pub dialect: Dialect,
    mends: Vec<(usize, &'static str)>,
}

impl<'a> Parser<'a> {
    pub fn new(text: &'a str, clause: &'a [Token], ops: &'a Ops, dialect: Dialect) -> Parser<'a> {
        // SWI-Prolog takes every space for a space.
        let space = |token: &Token| {
            dialect == Dialect::Swi
                && token.kind == Kind::Illegal
                && token.source(text).starts_with(char::is_whitespace)
        };
        let mut tokens = Vec::with_capacity(clause.len());
        tokens.extend(
            clause
                .iter()
                .filter(|token| token.kind != Kind::Comment && !space(token)),
        );
        Parser {
            text,
            tokens,
            at: 0,
            open: vec![Open {
                frame: Frame::Top,
                token: 0,
                base: 0,
                start: 0,
                elements: 0,
            }],
            pending: Vec::new(),
            operand: None,
            nodes: Vec::with_capacity(clause.len()),
            deepest: DEEPEST,
            ops,
            dialect,
            mends: Vec::new(),
        }
    }

    /// The parser without a limit of its own to brackets.
    pub fn unlimited(self) -> Parser<'a> {
        Parser {
            deepest: usize::MAX,
            ..self
        }
    }

    pub fn source(&self, token: usize) -> &'a str {
        self.tokens
            .get(token)
            .map_or("", |token| token.source(self.text))
    }

    pub fn kind(&self, token: usize) -> Option<Kind> {
        self.tokens.get(token).map(|token| token.kind)
    }

    pub fn frame(&self) -> Frame {
        self.open.last().map_or(Frame::Top, |open| open.frame)
    }

    fn base(&self) -> usize {
        self.open.last().map_or(0, |open| open.base)
    }

    /// Whether a token is an atom: a name, or one of the solo characters that are atoms.
    pub fn is_atom(&self, token: usize) -> bool {
        match self.kind(token) {
            Some(Kind::Atom) => true,
            Some(Kind::Punctuation) => matches!(self.source(token), "!" | ";"),
            _ => false,
        }
    }

    /// What a token is as an operator.
    pub fn roles(&self, token: usize) -> Roles {
        let source = self.source(token);
        let roles = match self.is_atom(token) || source == "|" || source == "," {
            true => self.ops.roles(&quoted::atom_name(source)),
            false => None,
        };
        roles.unwrap_or_default()
    }

    /// Whether `(` follows immediately: then the token is a functor.
    pub fn is_functor(&self, token: usize) -> bool {
        self.source(token + 1) == "("
            && self.tokens[token].span.end == self.tokens[token + 1].span.start
    }

    pub fn run(&mut self) -> Result<(), Mistake> {
        while let Some(kind) = self.kind(self.at) {
            self.check_token()?;
            // The first is the clause.
            if self.open.len() - 1 > self.deepest {
                let open = self.open.last().map_or(self.at, |open| open.token);
                return Err(too_deep(self.tokens[open].span.clone()));
            }
            match (kind, self.operand) {
                (Kind::End, _) => return self.end(),
                (_, None) => self.read_operand()?,
                (_, Some(_)) => self.read_after_operand()?,
            }
        }
        match self.tokens.last() {
            Some(last) => Err(explain::no_stop(self, last)),
            None => Ok(()),
        }
    }

    /// Whether the token can be read by itself.
    fn check_token(&self) -> Result<(), Mistake> {
        spelling::check(self.text, self.tokens[self.at], self.dialect).map_or(Ok(()), Err)
    }

    fn end(&mut self) -> Result<(), Mistake> {
        if let [_, .., open] = self.open.as_slice() {
            return Err(explain::never_closed(self, open));
        }
        if self.operand.is_none() {
            return Err(explain::missing(self, Missing::End));
        }
        if let Some(next) = self.tokens.get(self.at + 1) {
            return Err(explain::after_the_end(self, next));
        }
        self.reduce(u16::MAX);
        Ok(())
    }

    /// Notes a term that ends before the token `end`, with so many of the latest terms as arguments.
    fn node(&mut self, part: Part, arguments: usize, start: usize, end: usize) {
        let mut first = self.nodes.len();
        for _ in 0..arguments {
            first -= self.nodes[first - 1].size;
        }
        self.nodes.push(Node {
            part,
            start,
            end: self.tokens[end - 1].span.end,
            size: self.nodes.len() - first + 1,
        });
    }

    /// A term that ends with this token has been read.
    fn term(&mut self, start: usize) {
        self.operand = Some(Operand {
            priority: 0,
            operator: None,
            start,
        });
        self.at += 1;
    }

    fn leaf(&mut self, start: usize) {
        self.node(Part::Leaf(self.at), 0, start, self.at + 1);
        self.term(start);
    }

    fn open(&mut self, frame: Frame, token: usize, start: usize) {
        self.open.push(Open {
            frame,
            token,
            base: self.pending.len(),
            start,
            elements: 0,
        });
        self.operand = None;
        self.at = token + 1;
    }

    fn read_operand(&mut self) -> Result<(), Mistake> {
        let start = self.tokens[self.at].span.start;
        match (self.kind(self.at), self.source(self.at)) {
            (Some(Kind::Variable | Kind::Number | Kind::String), _) => self.leaf(start),
            (_, "(") => self.open(Frame::Round, self.at, start),
            (_, open @ ("[" | "{")) => {
                let closer = if open == "[" { "]" } else { "}" };
                if self.source(self.at + 1) != closer {
                    let frame = if open == "[" {
                        Frame::List
                    } else {
                        Frame::Curly
                    };
                    self.open(frame, self.at, start);
                } else if self.is_functor(self.at + 1) {
                    self.open(Frame::Arguments, self.at + 2, start);
                } else {
                    self.at += 1;
                    self.leaf(start);
                }
            }
            // Scryer reads `(|)` as an atom.
            (_, "|") if self.frame() == Frame::Round && self.stands_alone() => self.leaf(start),
            _ if self.is_atom(self.at) => self.read_atom(start)?,
            _ => return Err(explain::missing(self, Missing::Term)),
        }
        Ok(())
    }

    /// Whether nothing but delimiters is around the token.
    fn stands_alone(&self) -> bool {
        let either = self.frame() == Frame::Either;
        let begins = match self.pending.get(self.base()..) {
            None | Some([]) => true,
            Some(pending) => {
                either
                    && pending
                        .iter()
                        .all(|pending| self.source(pending.token) == ",")
            }
        };
        begins
            && match self.source(self.at + 1) {
                ")" | "]" | "}" => true,
                "," => self.frame().separates() || either,
                "|" => self.frame() == Frame::List,
                _ => self.kind(self.at + 1) == Some(Kind::End),
            }
    }

    /// Whether an operator can only be meant as an atom, judged by what follows it.
    fn must_be_atom(&self, roles: Roles) -> bool {
        let next = self.at + 1;
        match self.source(next) {
            ")" | "]" | "}" | "," | "|" => true,
            _ if matches!(self.kind(next), None | Some(Kind::End)) => true,
            _ => {
                let next_roles = self.roles(next);
                let infix = next_roles.infix.is_some() || next_roles.postfix.is_some();
                // A prefix operator goes on with another one, unless that is too wide for it.
                let goes_on = match (roles.prefix, next_roles.prefix) {
                    (Some(own), Some(next)) => next.priority <= own.right,
                    _ => false,
                };
                // Without a right side an infix operator is an atom, as in `dynamic mod/2` or `(\+ is)`.
                let then = self.roles(next + 1);
                let ends = matches!(self.source(next + 1), ")" | "]" | "}" | "," | "|")
                    || matches!(self.kind(next + 1), None | Some(Kind::End));
                let operand = roles.prefix.is_some()
                    && self.dialect == Dialect::Swi
                    && (ends || then.infix.is_some() && then.prefix.is_none())
                    && !self.is_functor(next + 1);
                infix && !self.is_functor(next) && !goes_on && !operand
            }
        }
    }

    fn read_atom(&mut self, start: usize) -> Result<(), Mistake> {
        let roles = self.roles(self.at);
        if self.is_functor(self.at) {
            let either = roles.prefix.is_some()
                && roles.infix.or(roles.postfix).is_none()
                && self.dialect == Dialect::Scryer;
            let frame = if either {
                Frame::Either
            } else {
                Frame::Arguments
            };
            self.open(frame, self.at + 1, start);
            return Ok(());
        }
        let negative = self.kind(self.at + 1) == Some(Kind::Number)
            && quoted::atom_name(self.source(self.at)) == "-";
        let touching = self.tokens.get(self.at + 1).map(|next| next.span.start)
            == Some(self.tokens[self.at].span.end);
        if negative && self.dialect == Dialect::Swi && !touching {
            // For Scryer `- 1 ^ 2` begins with a negative number, for SWI-Prolog with an operator.
            let number = &self.tokens[self.at + 1].span;
            self.mends.push((number.start, "("));
            self.mends.push((number.end, ")"));
        } else if negative {
            // The number is the operand; a minus of its own would have priority 200.
            self.at += 1;
            self.check_token()?;
            self.node(Part::Negative(self.at), 0, start, self.at + 1);
            self.term(start);
            return Ok(());
        }
        if roles == Roles::default() || self.stands_alone() {
            self.leaf(start);
            return Ok(());
        }
        if self.must_be_atom(roles) {
            return match self.dialect {
                Dialect::Scryer => Err(explain::lone_operator(self)),
                Dialect::Swi => {
                    self.mends.push((start, "("));
                    self.mends.push((self.tokens[self.at].span.end, ")"));
                    self.leaf(start);
                    Ok(())
                }
            };
        }
        let Some(op) = roles.prefix else {
            return Err(explain::missing(self, Missing::Left));
        };
        self.push_prefix(self.at, op, start)?;
        self.at += 1;
        Ok(())
    }

    fn push_prefix(&mut self, token: usize, op: Op, start: usize) -> Result<(), Mistake> {
        if let Some(outer) = self.pending.get(self.base()..).and_then(<[_]>::last)
            && op.priority > outer.op.right
        {
            return Err(explain::right_clash(self, outer, token, op));
        }
        self.pending.push(Pending {
            token,
            op,
            sides: 1,
            start,
        });
        Ok(())
    }

    fn read_after_operand(&mut self) -> Result<(), Mistake> {
        match (self.frame(), self.source(self.at)) {
            (_, closer @ (")" | "]" | "}")) if self.kind(self.at) == Some(Kind::Punctuation) => {
                self.close(closer)
            }
            (Frame::Arguments | Frame::List, ",") => self.separate(999),
            (Frame::List, "|") => {
                // Scryer reads an operator up to the bar's own priority before a bar.
                let bar = self.roles(self.at).infix.map_or(999, |op| op.priority);
                self.separate(bar)?;
                if let Some(open) = self.open.last_mut() {
                    open.frame = Frame::Tail;
                }
                Ok(())
            }
            (Frame::Tail, "," | "|") => Err(explain::second_tail(self)),
            _ => match (self.roles(self.at), self.operand) {
                (
                    Roles {
                        infix: Some(op), ..
                    },
                    _,
                ) => {
                    let left = self.left_side(op)?;
                    self.pending.push(Pending {
                        token: self.at,
                        op,
                        sides: 2,
                        start: left.start,
                    });
                    self.operand = None;
                    self.at += 1;
                    Ok(())
                }
                (
                    Roles {
                        postfix: Some(op), ..
                    },
                    _,
                ) => {
                    let left = self.left_side(op)?;
                    self.node(Part::Compound(self.at, 1), 1, left.start, self.at + 1);
                    self.operand = Some(Operand {
                        priority: op.priority,
                        operator: Some(self.at),
                        start: left.start,
                    });
                    self.at += 1;
                    Ok(())
                }
                _ => Err(explain::unexpected(self)),
            },
        }
    }

    /// The left side of an operator that follows.
    fn left_side(&mut self, op: Op) -> Result<Operand, Mistake> {
        let left = self.reduce(op.priority);
        match left.priority > op.left {
            true => Err(explain::left_clash(self, left)),
            false => Ok(left),
        }
    }

    /// Gives the operand to the pending operators that bind it tighter than one of `priority`.
    /// No right side is too wide: a prefix operator that is has been refused before.
    fn reduce(&mut self, priority: u16) -> Operand {
        let mut operand = self.operand.unwrap_or(Operand {
            priority: 0,
            operator: None,
            start: 0,
        });
        while self.pending.len() > self.base()
            && let Some(&pending) = self.pending.last()
            && (pending.op.priority < priority
                || pending.op.priority == priority && pending.op.right < priority)
        {
            let part = Part::Compound(pending.token, pending.sides);
            self.node(part, pending.sides, pending.start, self.at);
            operand = Operand {
                priority: pending.op.priority,
                operator: Some(pending.token),
                start: pending.start,
            };
            self.pending.pop();
        }
        self.operand = Some(operand);
        operand
    }

    /// Ends an argument or an element.
    fn separate(&mut self, limit: u16) -> Result<(), Mistake> {
        self.end_element(limit)?;
        if let Some(open) = self.open.last_mut() {
            open.elements += 1;
        }
        self.operand = None;
        self.at += 1;
        Ok(())
    }

    fn end_element(&mut self, limit: u16) -> Result<(), Mistake> {
        let operand = self.reduce(u16::MAX);
        if operand.priority > limit && self.dialect == Dialect::Scryer {
            return Err(explain::wide_argument(self, operand));
        }
        if operand.priority > 999 && self.dialect == Dialect::Swi {
            self.mends.push((operand.start, "("));
            self.mends.push((self.tokens[self.at - 1].span.end, ")"));
        }
        Ok(())
    }

    fn close(&mut self, closer: &str) -> Result<(), Mistake> {
        if self.frame().closer() != closer {
            return Err(explain::wrong_closer(self));
        }
        if self.frame().separates() {
            self.end_element(999)?;
        }
        let commas = self.argument_commas();
        if let Some(commas) = commas {
            self.pending.truncate(self.base());
            if let Some(open) = self.open.last_mut() {
                (open.frame, open.elements) = (Frame::Arguments, commas);
            }
        }
        self.reduce(u16::MAX);
        let Some(open) = self.open.pop() else {
            return Ok(());
        };
        let (part, arguments) = match open.frame {
            Frame::Arguments => {
                let arity = open.elements + 1;
                if arity > WIDEST {
                    return Err(too_wide(arity, self.tokens[open.token - 1].span.clone()));
                }
                (Part::Compound(open.token - 1, arity), arity)
            }
            Frame::List => (Part::List(open.elements + 1, false), open.elements + 1),
            Frame::Tail => (Part::List(open.elements, true), open.elements + 1),
            Frame::Curly => (Part::Compound(open.token, 1), 1),
            Frame::Round | Frame::Top | Frame::Either => {
                if open.frame == Frame::Either
                    && let Some(op) = self.roles(open.token - 1).prefix
                {
                    self.push_prefix(open.token - 1, op, open.start)?;
                }
                self.term(open.start);
                return Ok(());
            }
        };
        self.node(part, arguments, open.start, self.at + 1);
        self.term(open.start);
        Ok(())
    }

    /// How many commas part the arguments, if what is in brackets behind a prefix operator is
    /// narrow enough for arguments.
    fn argument_commas(&mut self) -> Option<usize> {
        if self.frame() != Frame::Either {
            return None;
        }
        let last = self.reduce(1000);
        let pending = self.pending.get(self.base()..)?;
        let commas = pending.iter().all(|p| self.source(p.token) == ",");
        (commas && last.priority <= 1000).then_some(pending.len())
    }
}
