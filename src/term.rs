//! Prolog terms on the Rust side: read from canonical text, shown, turned into JSON.
//!
//! ```
//! use chesslog::term::Term;
//!
//! let term: Term = r#"error(type_error(square,z9),/(attacks,3))"#.parse()?;
//! assert_eq!(term.to_string(), "error(type_error(square,z9),attacks/3)");
//! # Ok::<(), chesslog::term::NotCanonical>(())
//! ```

mod canonical;

use std::{fmt, str::FromStr};

use serde_json::{Value, json};

/// How deep terms may be nested that are read from text; lists do not count along their elements.
///
/// Terms are read, written, compared and dropped by recursion, and threads have small stacks.
pub const DEEPEST: usize = 1000;

/// A Prolog term.
#[derive(Debug, Clone, PartialEq)]
pub enum Term {
    /// An atom; `[]` is the empty list.
    Atom(String),
    /// An integer that fits.
    Integer(i64),
    /// An integer that does not fit, in decimal.
    BigInteger(String),
    /// A floating-point number.
    Float(f64),
    /// A list of characters.
    String(String),
    /// A list, and its tail unless it is `[]`.
    List(Vec<Term>, Option<Box<Term>>),
    /// A compound term.
    Compound(String, Vec<Term>),
    /// A variable, by name.
    Variable(String),
}

/// The text is no canonical term, which is functional notation without operators, or one that is nested more than
/// [`DEEPEST`] deep.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotCanonical {
    /// Where reading stopped, in bytes.
    pub offset: usize,
}

impl fmt::Display for NotCanonical {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no canonical term at byte {}", self.offset)
    }
}

impl std::error::Error for NotCanonical {}

impl Term {
    /// The elements, if this is a list; a string is a list of characters.
    pub fn elements(&self) -> Option<Vec<Term>> {
        match self {
            Term::List(items, None) => Some(items.clone()),
            Term::Atom(nil) if nil == "[]" => Some(Vec::new()),
            Term::String(chars) => Some(chars.chars().map(|c| Term::Atom(c.into())).collect()),
            _ => None,
        }
    }

    /// The number that this is, as near as a float comes to it.
    pub fn number(&self) -> Option<f64> {
        match self {
            Term::Integer(n) => Some(*n as f64),
            Term::BigInteger(digits) => digits.parse().ok(),
            Term::Float(x) => Some(*x),
            _ => None,
        }
    }

    /// The arguments, if this is the compound `name/arity`.
    pub fn arguments<const N: usize>(&self, name: &str) -> Option<&[Term; N]> {
        match self {
            Term::Compound(functor, arguments) if functor == name => {
                arguments.as_slice().try_into().ok()
            }
            _ => None,
        }
    }

    /// The text of an atom or a string.
    pub fn text(&self) -> Option<&str> {
        match self {
            Term::Atom(text) | Term::String(text) => Some(text),
            _ => None,
        }
    }

    /// The term as JSON: numbers, strings (atoms too), arrays for lists, and objects for the rest:
    /// `{"functor":..., "args":[...]}`, `{"variable":...}`, `{"list":[...], "tail":...}`,
    /// `{"integer":"..."}` for what no JSON reader holds exactly.
    pub fn to_json(&self) -> Value {
        let list = |terms: &[Term]| terms.iter().map(Term::to_json).collect::<Vec<_>>();
        match self {
            Term::Atom(text) if text == "[]" => json!([]),
            Term::Atom(text) | Term::String(text) => json!(text),
            Term::Integer(n) if n.unsigned_abs() <= 1 << 53 => json!(n),
            Term::Integer(n) => json!({ "integer": n.to_string() }),
            Term::BigInteger(digits) => json!({ "integer": digits }),
            Term::Float(x) => json!(x),
            Term::List(items, None) => json!(list(items)),
            Term::List(items, Some(tail)) => json!({ "list": list(items), "tail": tail.to_json() }),
            Term::Compound(functor, args) => json!({ "functor": functor, "args": list(args) }),
            Term::Variable(name) => json!({ "variable": name }),
        }
    }
}

/// `text` as a Prolog string.
pub fn quoted_text(text: &str) -> String {
    quoted(text, '"')
}

/// `text` as a Prolog atom, quoted where it must be.
pub fn atom_text(text: &str) -> String {
    let mut chars = text.chars();
    let solo = matches!(text, "[]" | "{}" | "!" | ";" | ",");
    let letters = chars.next().is_some_and(char::is_lowercase)
        && chars.all(|c| c.is_alphanumeric() || c == '_');
    let symbols = !text.is_empty() && text.chars().all(is_symbol_char);
    match (solo && text != ",") || letters || symbols {
        true => text.to_owned(),
        false => quoted(text, '\''),
    }
}

/// Whether `c` makes symbol atoms such as `:-`.
pub fn is_symbol_char(c: char) -> bool {
    "+-*/\\^<>=~:.?@#&$".contains(c)
}

fn quoted(text: &str, quote: char) -> String {
    let mut quoted = String::from(quote);
    for c in text.chars() {
        match c {
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            '\r' => quoted.push_str("\\r"),
            c if c == quote => quoted.extend(['\\', c]),
            c if c.is_control() => quoted.push_str(&format!("\\x{:x}\\", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted.push(quote);
    quoted
}

/// Infix operators of ISO Prolog that terms in messages are shown with: name, priority, and the
/// highest priorities of the two sides.
const INFIX: &[(&str, u16, u16, u16)] = &[
    (":-", 1200, 1199, 1199),
    ("-->", 1200, 1199, 1199),
    (";", 1100, 1099, 1100),
    ("->", 1050, 1049, 1050),
    (",", 1000, 999, 1000),
    ("=", 700, 699, 699),
    ("\\=", 700, 699, 699),
    ("==", 700, 699, 699),
    ("is", 700, 699, 699),
    ("=:=", 700, 699, 699),
    ("<", 700, 699, 699),
    (">", 700, 699, 699),
    ("=<", 700, 699, 699),
    (">=", 700, 699, 699),
    ("=..", 700, 699, 699),
    (":", 200, 199, 200),
    ("+", 500, 500, 499),
    ("-", 500, 500, 499),
    ("*", 400, 400, 399),
    ("/", 400, 400, 399),
    ("//", 400, 400, 399),
    ("mod", 400, 400, 399),
    ("<<", 400, 400, 399),
    (">>", 400, 400, 399),
    ("**", 200, 199, 199),
    ("^", 200, 199, 200),
];

impl fmt::Display for Term {
    /// Readable Prolog text, with the standard operators.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, 999)
    }
}

impl Term {
    fn write(&self, f: &mut fmt::Formatter<'_>, highest: u16) -> fmt::Result {
        match self {
            Term::Atom(text) => f.write_str(&atom_text(text)),
            Term::Integer(n) => write!(f, "{n}"),
            Term::BigInteger(digits) => f.write_str(digits),
            Term::Float(x) => write!(f, "{x:?}"),
            Term::String(text) => f.write_str(&quoted_text(text)),
            Term::Variable(name) => f.write_str(name),
            Term::List(items, tail) => {
                f.write_str("[")?;
                write_all(f, items)?;
                if let Some(tail) = tail {
                    f.write_str("|")?;
                    tail.write(f, 999)?;
                }
                f.write_str("]")
            }
            Term::Compound(functor, args) => {
                if let [left, right] = args.as_slice()
                    && let Some(&(name, priority, l, r)) = INFIX.iter().find(|op| op.0 == functor)
                {
                    let open = priority > highest;
                    f.write_str(if open { "(" } else { "" })?;
                    left.write(f, l)?;
                    match name {
                        "," => f.write_str(",")?,
                        "/" | ":" | "^" | "*" | "+" | "-" => f.write_str(name)?,
                        _ => write!(f, " {name} ")?,
                    }
                    right.write(f, r)?;
                    return f.write_str(if open { ")" } else { "" });
                }
                write!(f, "{}(", atom_text(functor))?;
                write_all(f, args)?;
                f.write_str(")")
            }
        }
    }
}

fn write_all(f: &mut fmt::Formatter<'_>, terms: &[Term]) -> fmt::Result {
    for (i, term) in terms.iter().enumerate() {
        f.write_str(if i == 0 { "" } else { "," })?;
        term.write(f, 999)?;
    }
    Ok(())
}

impl FromStr for Term {
    type Err = NotCanonical;

    fn from_str(text: &str) -> Result<Term, NotCanonical> {
        let mut reader = Reader {
            text,
            at: 0,
            depth: 0,
        };
        let term = reader.term()?;
        reader.layout();
        match reader.at == text.len() {
            true => Ok(term),
            false => Err(reader.error()),
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// How many terms the one that is being read is in.
    depth: usize,
}

impl Reader<'_> {
    fn error(&self) -> NotCanonical {
        NotCanonical { offset: self.at }
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn layout(&mut self) {
        self.take_while(char::is_whitespace);
    }

    fn eat(&mut self, c: char) -> bool {
        self.layout();
        let found = self.peek() == Some(c);
        if found {
            self.at += c.len_utf8();
        }
        found
    }

    fn take_while(&mut self, test: impl Fn(char) -> bool) -> &str {
        let rest = &self.text[self.at..];
        let end = rest.find(|c| !test(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    fn term(&mut self) -> Result<Term, NotCanonical> {
        self.layout();
        if self.depth == DEEPEST {
            return Err(self.error());
        }
        self.depth += 1;
        let term = self.term_here();
        self.depth -= 1;
        term
    }

    fn term_here(&mut self) -> Result<Term, NotCanonical> {
        let Some(c) = self.peek() else {
            return Err(self.error());
        };
        let name = match c {
            '"' => return Ok(Term::String(self.quoted('"')?)),
            '\'' => self.quoted('\'')?,
            '[' => {
                self.at += 1;
                if !self.eat(']') {
                    return self.list();
                }
                "[]".to_owned()
            }
            '{' => {
                self.at += 1;
                if !self.eat('}') {
                    let inner = self.term()?;
                    return match self.eat('}') {
                        true => Ok(Term::Compound("{}".into(), vec![inner])),
                        false => Err(self.error()),
                    };
                }
                "{}".to_owned()
            }
            '(' => {
                self.at += 1;
                let inner = self.term()?;
                return match self.eat(')') {
                    true => Ok(inner),
                    false => Err(self.error()),
                };
            }
            '!' | ';' | ',' | '|' => {
                self.at += 1;
                c.to_string()
            }
            c if c.is_ascii_digit() => return self.number(""),
            '-' if self.text[self.at + 1..].starts_with(|c: char| c.is_ascii_digit()) => {
                self.at += 1;
                return self.number("-");
            }
            c if c == '_' || c.is_uppercase() => {
                let name = self.take_while(|c| c.is_alphanumeric() || c == '_');
                return Ok(Term::Variable(name.to_owned()));
            }
            c if c.is_alphabetic() => self
                .take_while(|c| c.is_alphanumeric() || c == '_')
                .to_owned(),
            c if is_symbol_char(c) => self.take_while(is_symbol_char).to_owned(),
            _ => return Err(self.error()),
        };
        if self.peek() != Some('(') {
            return Ok(Term::Atom(name));
        }
        self.at += 1;
        if name == "." {
            return self.cons();
        }
        let mut args = vec![self.term()?];
        while self.eat(',') {
            args.push(self.term()?);
        }
        match self.eat(')') {
            true => Ok(Term::Compound(name, args)),
            false => Err(self.error()),
        }
    }

    /// A list in functional notation, `'.'(a,'.'(b,[]))`, without recursion along it.
    fn cons(&mut self) -> Result<Term, NotCanonical> {
        const NEXT: &str = "'.'(";
        let mut items = Vec::new();
        let tail = loop {
            items.push(self.term()?);
            if !self.eat(',') {
                return Err(self.error());
            }
            self.layout();
            if !self.text[self.at..].starts_with(NEXT) {
                break self.term()?;
            }
            self.at += NEXT.len();
        };
        for _ in 0..items.len() {
            if !self.eat(')') {
                return Err(self.error());
            }
        }
        if tail != Term::Atom("[]".into()) {
            return Ok(Term::List(items, Some(Box::new(tail))));
        }
        let characters: Option<String> = items
            .iter()
            .map(|item| match item {
                Term::Atom(text) => {
                    Some(text.chars().next().filter(|c| c.len_utf8() == text.len())?)
                }
                _ => None,
            })
            .collect();
        Ok(characters.map_or_else(|| Term::List(items, None), Term::String))
    }

    fn list(&mut self) -> Result<Term, NotCanonical> {
        let mut items = vec![self.term()?];
        while self.eat(',') {
            items.push(self.term()?);
        }
        let tail = match self.eat('|') {
            true => Some(Box::new(self.term()?)),
            false => None,
        };
        match self.eat(']') {
            true => Ok(Term::List(items, tail)),
            false => Err(self.error()),
        }
    }

    fn number(&mut self, sign: &str) -> Result<Term, NotCanonical> {
        let start = self.at;
        self.take_while(|c| c.is_ascii_digit());
        let rest = &self.text.as_bytes()[self.at..];
        if let [b'.', digit, ..] = rest
            && digit.is_ascii_digit()
        {
            self.at += 1;
            self.take_while(|c| c.is_ascii_digit());
            let rest = &self.text.as_bytes()[self.at..];
            if let [b'e' | b'E', ..] = rest {
                self.at += 1;
                self.take_while(|c| c.is_ascii_digit() || c == '-' || c == '+');
            }
            let text = format!("{sign}{}", &self.text[start..self.at]);
            return text.parse().map(Term::Float).map_err(|_| self.error());
        }
        let digits = format!("{sign}{}", &self.text[start..self.at]);
        Ok(digits
            .parse()
            .map_or_else(|_| Term::BigInteger(digits), Term::Integer))
    }

    fn quoted(&mut self, quote: char) -> Result<String, NotCanonical> {
        self.at += quote.len_utf8();
        let mut text = String::new();
        loop {
            let Some(c) = self.peek() else {
                return Err(self.error());
            };
            self.at += c.len_utf8();
            if c == quote {
                if self.peek() != Some(quote) {
                    return Ok(text);
                }
                self.at += quote.len_utf8();
                text.push(quote);
            } else if c == '\\' {
                self.escape(&mut text)?;
            } else {
                text.push(c);
            }
        }
    }

    fn escape(&mut self, text: &mut String) -> Result<(), NotCanonical> {
        let Some(c) = self.peek() else {
            return Err(self.error());
        };
        self.at += c.len_utf8();
        text.push(match c {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'a' => '\x07',
            'b' => '\x08',
            'f' => '\x0c',
            'v' => '\x0b',
            '\n' => return Ok(()),
            'x' | '0'..='7' => {
                let (radix, start) = if c == 'x' {
                    (16, self.at)
                } else {
                    (8, self.at - 1)
                };
                self.take_while(|c| c.is_digit(radix));
                let code = u32::from_str_radix(&self.text[start..self.at], radix);
                self.eat('\\');
                let code = code.map_err(|_| self.error())?;
                char::from_u32(code).ok_or_else(|| self.error())?
            }
            c => c,
        });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_and_shows_terms() {
        for (canonical, shown) in [
            ("-(a,-(b,c))", "a-(b-c)"),
            ("-(-(a,b),c)", "a-b-c"),
            (
                "f('X y',\"a\\\"b\",[1,-2.5|_A])",
                "f('X y',\"a\\\"b\",[1,-2.5|_A])",
            ),
            ("'\\x1\\'('\\\\')", "'\\x1\\'(\\)"),
            ("[]", "[]"),
            ("'.'(a,'.'(f(b),[]))", "[a,f(b)]"),
            ("'.'(a,'.'('\\n',[]))", "\"a\\n\""),
            (
                "123456789012345678901234567890",
                "123456789012345678901234567890",
            ),
            (
                "error(existence_error(procedure,/(foo,0)),/(foo,0))",
                "error(existence_error(procedure,foo/0),foo/0)",
            ),
        ] {
            let term: Term = canonical.parse().unwrap();
            assert_eq!(term.to_string(), shown);
        }
        assert!("f(".parse::<Term>().is_err());
        let nested = |open: &str, close: &str, n: usize| {
            format!("{}a{}", open.repeat(n), close.repeat(n)).parse::<Term>()
        };
        for (open, close) in [
            ("f(", ")"),
            ("[", "]"),
            ("{", "}"),
            ("(", ")"),
            ("'.'(b,", ")"),
            ("[b|", "]"),
        ] {
            assert!(nested(open, close, 100).is_ok(), "{open}");
            let deep = nested(open, close, 200_000);
            assert!(deep.is_err() || open == "'.'(b,", "{open}");
        }
        // Written, compared, copied and dropped, all on the stack of a test.
        let deepest = nested("f(1,", ")", DEEPEST - 1).unwrap();
        assert_eq!(deepest.to_string(), deepest.clone().canonical());
        assert_eq!(deepest.to_json(), deepest.to_json());
        assert!("a b".parse::<Term>().is_err());
    }
}
