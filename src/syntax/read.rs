//! Terms made of what the parser has found.

use std::str::FromStr;

use super::{
    Dialect, Kind, Mistake, Ops, Shape, Spanned, Token,
    parse::{Parser, Part},
    quoted, tokens,
};
use crate::term::{self, DEEPEST, NotCanonical, Term};

/// The term of a clause or query of a longer text: `clause` are its tokens with the full stop, whose
/// spans, like those of the term and the problem, are those of the whole text.
///
/// `None` if there is nothing but comments, and for right Prolog that no term here can hold: one
/// nested more than [`DEEPEST`] deep, not counted along the elements of lists, or a float that is
/// out of range.
///
/// # Errors
///
/// The first mistake.
///
/// ```
/// use chesslog::syntax::{Dialect, Ops, read_clause, tokens};
///
/// let text = "p(X) :- q(X), \\+ r.";
/// let term = read_clause(text, &tokens(text), &Ops::default(), Dialect::Scryer)?;
/// let term = term.unwrap();
/// assert_eq!(term.term().canonical(), ":-(p(X),','(q(X),\\+(r)))");
/// let [head, _] = term.arguments(":-").unwrap();
/// assert_eq!(head.span, 0..4);
/// # Ok::<(), chesslog::syntax::Mistake>(())
/// ```
pub fn read_clause(
    text: &str,
    clause: &[Token],
    ops: &Ops,
    dialect: Dialect,
) -> Result<Option<Spanned>, Mistake> {
    let mut parser = Parser::new(text, clause, ops, dialect);
    parser.run()?;
    Ok(parser.built())
}

impl FromStr for Term {
    type Err = NotCanonical;

    fn from_str(text: &str) -> Result<Term, NotCanonical> {
        let mut tokens = tokens(text);
        let end = text.len();
        tokens.push(Token {
            kind: Kind::End,
            span: end..end,
        });
        let ops = Ops::new([]);
        let mut parser = Parser::new(text, &tokens, &ops, Dialect::Scryer).unlimited();
        let refused = |problem: Mistake| NotCanonical {
            offset: problem.span.start,
        };
        parser.run().map_err(refused)?;
        let built = parser.built();
        built.map(Term::from).ok_or(NotCanonical { offset: end })
    }
}

impl Parser<'_> {
    fn built(&self) -> Option<Spanned> {
        self.build(self.nodes.len().checked_sub(1)?, 0)
    }

    /// The term of a node that is in so many others.
    fn build(&self, at: usize, depth: usize) -> Option<Spanned> {
        if depth == DEEPEST {
            return None;
        }
        let node = self.nodes[at];
        let shape = match node.part {
            Part::Leaf(token) => self.leaf_shape(token)?,
            Part::Negative(token) => Shape::Number(negative(number(self.source(token))?)),
            Part::Compound(_, 2) if self.is_cons(at) => self.cons(at, depth)?,
            Part::Compound(functor, arity) => {
                Shape::Compound(self.atom(functor), self.arguments(at, arity, depth)?)
            }
            Part::List(elements, false) => Shape::List(self.arguments(at, elements, depth)?, None),
            Part::List(elements, true) => {
                let mut items = self.arguments(at, elements + 1, depth)?;
                let tail = items.pop().map(Box::new);
                Shape::List(items, tail)
            }
        };
        Some(Spanned {
            span: node.start..node.end,
            shape,
        })
    }

    /// The arguments of a node: the last stands before it, each other one before all of the next.
    fn arguments(&self, of: usize, count: usize, depth: usize) -> Option<Vec<Spanned>> {
        let mut arguments = Vec::with_capacity(count);
        let mut next = of;
        for _ in 0..count {
            arguments.push(self.build(next - 1, depth + 1)?);
            next -= self.nodes[next - 1].size;
        }
        arguments.reverse();
        Some(arguments)
    }

    fn is_cons(&self, at: usize) -> bool {
        matches!(self.nodes[at].part, Part::Compound(dot, 2) if self.source(dot) == "'.'")
    }

    /// A list in functional notation, `'.'(a,'.'(b,[]))`, without recursion along it.
    fn cons(&self, mut at: usize, depth: usize) -> Option<Shape> {
        let mut items = Vec::new();
        while self.is_cons(at) {
            let tail = at - 1;
            let head = tail - self.nodes[tail].size;
            items.push(self.build(head, depth + 1)?);
            at = tail;
        }
        let tail = self.build(at, depth + 1)?;
        if tail.atom() != Some("[]") {
            return Some(Shape::List(items, Some(Box::new(tail))));
        }
        let character = |item: &Spanned| {
            let mut characters = item.atom()?.chars();
            characters.next().filter(|_| characters.next().is_none())
        };
        let text: Option<String> = items.iter().map(character).collect();
        let text = text.filter(|_| !term::strings());
        Some(text.map_or_else(|| Shape::List(items, None), Shape::Text))
    }

    /// The name of an atom, a functor or an operator.
    fn atom(&self, token: usize) -> String {
        match self.source(token) {
            "]" => "[]".to_owned(),
            "{" | "}" => "{}".to_owned(),
            source => quoted::atom_name(source).into_owned(),
        }
    }

    fn leaf_shape(&self, token: usize) -> Option<Shape> {
        let source = self.source(token);
        Some(match self.kind(token)? {
            Kind::Variable => Shape::Variable(source.to_owned()),
            Kind::Number => Shape::Number(number(source)?),
            Kind::String if source.starts_with('`') => {
                let span = &self.tokens[token].span;
                let code = |c: char| Spanned {
                    span: span.clone(),
                    shape: Shape::Number(Term::Integer(i64::from(u32::from(c)))),
                };
                match self.text_of(source) {
                    text if text.is_empty() => Shape::Atom("[]".to_owned()),
                    text => Shape::List(text.chars().map(code).collect(), None),
                }
            }
            Kind::String => Shape::Text(self.text_of(source)),
            _ if quoted::simple_name(source).is_none() => Shape::Atom(self.text_of(source)),
            _ => Shape::Atom(self.atom(token)),
        })
    }

    /// The text of a quoted token.
    fn text_of(&self, source: &str) -> String {
        match self.dialect {
            Dialect::Scryer => quoted::quoted_text(source),
            Dialect::Swi => quoted::text_of(quoted::swi_pieces(source)),
        }
    }
}

/// The number with a minus before it.
pub(crate) fn negative(number: Term) -> Term {
    match number {
        Term::Integer(value) => Term::Integer(-value),
        Term::Float(value) => Term::Float(-value),
        Term::BigInteger(digits) if digits == "9223372036854775808" => Term::Integer(i64::MIN),
        Term::BigInteger(digits) => Term::BigInteger(format!("-{digits}")),
        other => other,
    }
}

/// The value of a number token; `None` if it is a float that is out of range.
pub(crate) fn number(source: &str) -> Option<Term> {
    if let Some(character) = source.strip_prefix("0'") {
        let quoted = match character {
            "''" | "'" => "'''''".to_owned(),
            other => format!("'{other}'"),
        };
        let code = quoted::quoted_text(&quoted).chars().next()?;
        return Some(Term::Integer(i64::from(u32::from(code))));
    }
    let radix = [("0x", 16), ("0o", 8), ("0b", 2)]
        .into_iter()
        .find_map(|(prefix, radix)| Some((source.strip_prefix(prefix)?, radix)));
    if let Some((digits, radix)) = radix {
        return Some(integer(&decimal(digits, radix)));
    }
    if let Some((radix, digits)) = source.split_once('\'') {
        return Some(integer(&decimal(digits, radix.parse().ok()?)));
    }
    let digits = source.replace('_', "");
    if digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(integer(&digits));
    }
    let float = digits.parse::<f64>().ok().filter(|float| float.is_finite());
    // SWI-Prolog reads 1e10 as a float.
    float.map(Term::Float)
}

/// The integer of decimal digits.
fn integer(digits: &str) -> Term {
    let digits = match digits.trim_start_matches('0') {
        "" => "0",
        digits => digits,
    };
    let integer = digits.parse().map(Term::Integer);
    integer.unwrap_or_else(|_| Term::BigInteger(digits.to_owned()))
}

/// Digits of another base, of which there may be many, in decimal.
fn decimal(digits: &str, radix: u32) -> String {
    const BILLION: u64 = 1_000_000_000;
    // The number in base BILLION, its lowest digit first.
    let mut value = vec![0_u64];
    for digit in digits.chars().filter_map(|c| c.to_digit(radix)) {
        let mut carry = u64::from(digit);
        for part in &mut value {
            carry += *part * u64::from(radix);
            *part = carry % BILLION;
            carry /= BILLION;
        }
        if carry > 0 {
            value.push(carry);
        }
    }
    value
        .iter()
        .rev()
        .map(|part| format!("{part:09}"))
        .collect()
}
