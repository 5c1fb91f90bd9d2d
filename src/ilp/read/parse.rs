//! Prolog terms from tokens, with spans: what `bk.pl` and `exs.pl` are made of.
//!
//! What this reader cannot read it does not explain: [`syntax::diagnose_clause`] does.

use std::ops::Range;

use super::term::{Kind, Term};
use crate::{
    syntax::{self, Ops, Token, atom_name, quoted_text},
    term::Term as Plain,
};

/// How deeply a term may be nested; lists do not count along their elements.
const DEEPEST: usize = 1000;

/// The term that the tokens make up, all of them; they hold no comments.
pub(super) fn term(text: &str, tokens: &[Token], ops: &Ops) -> Option<Term> {
    let mut parser = Parser {
        text,
        tokens,
        ops,
        at: 0,
        depth: 0,
    };
    let term = parser.term(1200)?;
    (parser.at == tokens.len()).then_some(term)
}

struct Parser<'a> {
    text: &'a str,
    tokens: &'a [Token],
    ops: &'a Ops,
    at: usize,
    depth: usize,
}

impl<'a> Parser<'a> {
    fn source(&self, at: usize) -> &'a str {
        self.tokens
            .get(at)
            .map_or("", |token| token.source(self.text))
    }

    fn kind(&self, at: usize) -> Option<syntax::Kind> {
        self.tokens.get(at).map(|token| token.kind)
    }

    /// Whether a token follows another one without layout between them.
    fn touches(&self, at: usize) -> bool {
        at > 0
            && at < self.tokens.len()
            && self.tokens[at].span.start == self.tokens[at - 1].span.end
    }

    fn eat(&mut self, source: &str) -> bool {
        let found =
            self.kind(self.at) == Some(syntax::Kind::Punctuation) && self.source(self.at) == source;
        self.at += usize::from(found);
        found
    }

    fn span(&self, from: usize) -> Range<usize> {
        self.tokens[from].span.start..self.tokens[self.at - 1].span.end
    }

    fn roles(&self, at: usize) -> syntax::Roles {
        let source = self.source(at);
        let atom = match self.kind(at) {
            Some(syntax::Kind::Atom) => true,
            Some(syntax::Kind::Punctuation) => matches!(source, "," | ";" | "!"),
            _ => false,
        };
        let roles = atom.then(|| self.ops.roles(&atom_name(source))).flatten();
        roles.unwrap_or_default()
    }

    fn term(&mut self, most: u16) -> Option<Term> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        let start = self.at;
        let (mut left, mut priority) = self.primary(most)?;
        while let Some(op) = self.roles(self.at).infix {
            if op.priority > most || priority > op.left {
                break;
            }
            let name = atom_name(self.source(self.at)).into_owned();
            self.at += 1;
            let right = self.term(op.right)?;
            left = Term {
                span: self.span(start),
                kind: Kind::Compound(name, vec![left, right]),
            };
            priority = op.priority;
        }
        self.depth -= 1;
        Some(left)
    }

    fn primary(&mut self, most: u16) -> Option<(Term, u16)> {
        let start = self.at;
        let source = self.source(start);
        self.at += 1;
        let kind = match self.kind(start)? {
            syntax::Kind::Number => Kind::Number(number(source)?),
            syntax::Kind::Variable => Kind::Variable(source.to_owned()),
            syntax::Kind::String if source.starts_with('"') => Kind::Text(quoted_text(source)),
            syntax::Kind::Punctuation if source == "(" => {
                let inner = self.term(1200)?;
                return self.eat(")").then_some((inner, 0));
            }
            syntax::Kind::Punctuation if source == "[" => match self.eat("]") {
                true => Kind::Atom("[]".to_owned()),
                false => self.list()?,
            },
            syntax::Kind::Punctuation if source == "{" => match self.eat("}") {
                true => Kind::Atom("{}".to_owned()),
                false => {
                    let inner = self.term(1200)?;
                    if !self.eat("}") {
                        return None;
                    }
                    Kind::Compound("{}".to_owned(), vec![inner])
                }
            },
            syntax::Kind::Punctuation if matches!(source, "!" | ";") => self.named(source)?,
            syntax::Kind::Atom => return self.atom(start, most),
            _ => return None,
        };
        let span = self.span(start);
        Some((Term { span, kind }, 0))
    }

    fn list(&mut self) -> Option<Kind> {
        let mut items = vec![self.term(999)?];
        while self.eat(",") {
            items.push(self.term(999)?);
        }
        let tail = match self.eat("|") {
            true => Some(Box::new(self.term(999)?)),
            false => None,
        };
        self.eat("]").then_some(Kind::List(items, tail))
    }

    /// A name whose arguments may follow.
    fn named(&mut self, source: &str) -> Option<Kind> {
        let name = atom_name(source).into_owned();
        if !(self.source(self.at) == "(" && self.touches(self.at)) {
            return Some(Kind::Atom(name));
        }
        self.at += 1;
        let mut arguments = vec![self.term(999)?];
        while self.eat(",") {
            arguments.push(self.term(999)?);
        }
        self.eat(")").then_some(Kind::Compound(name, arguments))
    }

    fn atom(&mut self, start: usize, most: u16) -> Option<(Term, u16)> {
        let source = self.source(start);
        let next = self.at;
        let roles = self.roles(start);
        let functor = self.source(next) == "(" && self.touches(next);
        if source == "-" && self.kind(next) == Some(syntax::Kind::Number) && self.touches(next) {
            self.at += 1;
            let kind = Kind::Number(negative(number(self.source(next))?));
            let span = self.span(start);
            return Some((Term { span, kind }, 0));
        }
        if let (Some(op), false) = (roles.prefix, functor)
            && self.begins_operand(next)
        {
            let priority = op.priority.min(most);
            let argument = self.term(op.right.min(priority))?;
            let kind = Kind::Compound(atom_name(source).into_owned(), vec![argument]);
            let span = self.span(start);
            return Some((Term { span, kind }, priority));
        }
        let kind = self.named(source)?;
        let span = self.span(start);
        Some((Term { span, kind }, 0))
    }

    /// Whether the token can begin the operand of a prefix operator.
    fn begins_operand(&self, at: usize) -> bool {
        match (self.kind(at), self.source(at)) {
            (None | Some(syntax::Kind::End), _) => false,
            (Some(syntax::Kind::Punctuation), ")" | "]" | "}" | "," | "|" | ";") => false,
            (Some(syntax::Kind::Atom), _) => {
                let roles = self.roles(at);
                let functor = self.source(at + 1) == "(" && self.touches(at + 1);
                functor || roles.prefix.is_some() || roles.infix.is_none()
            }
            _ => true,
        }
    }
}

/// The number with a minus before it.
pub(super) fn negative(number: Plain) -> Plain {
    match number {
        Plain::Integer(value) => Plain::Integer(-value),
        Plain::Float(value) => Plain::Float(-value),
        Plain::BigInteger(digits) if digits == "9223372036854775808" => Plain::Integer(i64::MIN),
        Plain::BigInteger(digits) => Plain::BigInteger(format!("-{digits}")),
        other => other,
    }
}

/// The value of a number token, as Scryer reads it.
pub(super) fn number(source: &str) -> Option<Plain> {
    if let Some(character) = source.strip_prefix("0'") {
        let quoted = match character {
            "''" | "'" => "'''''".to_owned(),
            other => format!("'{other}'"),
        };
        let code = quoted_text(&quoted).chars().next()?;
        return Some(Plain::Integer(i64::from(u32::from(code))));
    }
    let radix = [("0x", 16), ("0o", 8), ("0b", 2)]
        .into_iter()
        .find_map(|(prefix, radix)| Some((source.strip_prefix(prefix)?, radix)));
    if let Some((digits, radix)) = radix {
        return i64::from_str_radix(digits, radix).ok().map(Plain::Integer);
    }
    if let Some((radix, digits)) = source.split_once('\'') {
        return i64::from_str_radix(digits, radix.parse().ok()?)
            .ok()
            .map(Plain::Integer);
    }
    let digits = source.replace('_', "");
    if digits.bytes().all(|byte| byte.is_ascii_digit()) {
        let digits = match digits.trim_start_matches('0') {
            "" => "0",
            digits => digits,
        };
        let integer = digits.parse().map(Plain::Integer);
        return Some(integer.unwrap_or_else(|_| Plain::BigInteger(digits.to_owned())));
    }
    let float = digits.parse::<f64>().ok().filter(|float| float.is_finite());
    // SWI-Prolog reads 1e10 as a float.
    float.map(Plain::Float)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::tokens;

    fn read(text: &str) -> Option<String> {
        let ops = Ops::default();
        term(text, &tokens(text), &ops).map(|term| term.plain().canonical())
    }

    #[test]
    fn terms_are_read_as_scryer_reads_them() {
        for (text, canonical) in [
            ("f(a, 'A b', \"xy\", [1,2|T])", "f(a,'A b',\"xy\",[1,2|T])"),
            (
                "f(-1, - 1, -(1), 1 - 2, 1-2, a- -1)",
                "f(-1,-(1),-(1),-(1,2),-(1,2),-(a,-1))",
            ),
            (
                "[0'a, 0''', 0'\\n, 0x1F, 007, 1_000]",
                "[97,39,10,31,7,1000]",
            ),
            ("2'101", "5"),
            (
                "f(1.50, 2.0e3, 123456789012345678901234567890)",
                "f(1.5,2000.0,123456789012345678901234567890)",
            ),
            ("-9223372036854775808", "-9223372036854775808"),
            ("a:b:c", ":(a,:(b,c))"),
            ("1-2-3", "-(-(1,2),3)"),
            ("f((a,b), (c:-d))", "f(','(a,b),:-(c,d))"),
            ("{a,b}", "{}(','(a,b))"),
            ("f(+, -, [-])", "f(+,-,\"-\")"),
            ("\\+ a", "\\+(a)"),
            ("- - a", "-(-(a))"),
            ("- (a)", "-(a)"),
            ("don''t", "?"),
            ("'don''t'", "'don\\'t'"),
            ("p", "p"),
        ] {
            match canonical {
                "?" => assert_eq!(read(text), None),
                canonical => assert_eq!(read(text).as_deref(), Some(canonical), "{text}"),
            }
        }
    }

    #[test]
    fn what_is_no_term_is_refused_without_a_panic() {
        for text in [
            "", "f(", "f(a", "[a", "a b", "f(,)", ")", "{", "`a`", "a =", "= =", "0'",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
        let deep = "f(".repeat(100_000) + "a" + &")".repeat(100_000);
        assert_eq!(read(&deep), None);
        let long = format!("[{}a]", "a,".repeat(100_000));
        assert!(read(&long).is_some());
    }
}
