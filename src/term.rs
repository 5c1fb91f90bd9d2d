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

use std::{cell::Cell, fmt};

use serde_json::{Value, json};

/// How deep terms may be nested that are read from text; lists do not count along their elements.
///
/// Terms are read, written, compared and dropped by recursion, and threads have small stacks.
pub const DEEPEST: usize = 1000;

thread_local! {
    static STRINGS: Cell<bool> = const { Cell::new(true) };
}

/// Says whether strings are terms of their own for the Prolog of this thread, as in SWI-Prolog, or lists of characters.
pub fn set_strings(strings: bool) {
    STRINGS.set(strings);
}

/// Whether strings are terms of their own for the Prolog of this thread. They are where it has none.
pub fn strings() -> bool {
    STRINGS.get()
}

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
    /// A string; where these are lists of characters, such a list.
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
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no canonical term at byte {offset}")]
pub struct NotCanonical {
    /// Where reading stopped, in bytes.
    pub offset: usize,
}

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

    /// The term with a string for each list of characters that is not empty: for what the library says in such lists.
    pub fn with_texts(self) -> Term {
        let all = |terms: Vec<Term>| terms.into_iter().map(Term::with_texts).collect();
        match self {
            Term::List(items, None) if items.iter().all(Term::is_character) => {
                Term::String(items.iter().filter_map(Term::text).collect())
            }
            Term::List(items, tail) => {
                Term::List(all(items), tail.map(|tail| Box::new(tail.with_texts())))
            }
            Term::Compound(name, arguments) => Term::Compound(name, all(arguments)),
            other => other,
        }
    }

    fn is_character(&self) -> bool {
        matches!(self, Term::Atom(name) if name.chars().count() == 1)
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
    let solo = matches!(text, "[]" | "{}" | "!" | ";");
    let letters = chars.next().is_some_and(char::is_lowercase)
        && chars.all(|c| c.is_alphanumeric() || c == '_');
    // A full stop or the beginning of a comment is no atom.
    let symbols =
        !matches!(text, "" | ".") && text.chars().all(is_symbol_char) && !text.starts_with("/*");
    match solo || letters || symbols {
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
            c if c != ' ' && (c.is_whitespace() || c.is_control()) => {
                quoted.push_str(&format!("\\x{:x}\\", u32::from(c)));
            }
            c => quoted.push(c),
        }
    }
    quoted.push(quote);
    quoted
}

/// Infix operators that terms in messages are shown with: name, priority, and the highest
/// priorities of the two sides.
const INFIX: &[(&str, u16, u16, u16)] = &[
    (":-", 1200, 1199, 1199),
    ("-->", 1200, 1199, 1199),
    (";", 1100, 1099, 1100),
    ("->", 1050, 1049, 1050),
    (",", 1000, 999, 1000),
    ("=", 700, 699, 699),
    ("\\=", 700, 699, 699),
    ("==", 700, 699, 699),
    ("\\==", 700, 699, 699),
    ("@<", 700, 699, 699),
    ("@=<", 700, 699, 699),
    ("@>", 700, 699, 699),
    ("@>=", 700, 699, 699),
    ("is", 700, 699, 699),
    ("=:=", 700, 699, 699),
    ("=\\=", 700, 699, 699),
    ("<", 700, 699, 699),
    (">", 700, 699, 699),
    ("=<", 700, 699, 699),
    (">=", 700, 699, 699),
    ("=..", 700, 699, 699),
    (":", 600, 599, 600),
    ("+", 500, 500, 499),
    ("-", 500, 500, 499),
    ("*", 400, 400, 399),
    ("/", 400, 400, 399),
    ("//", 400, 400, 399),
    ("mod", 400, 400, 399),
    ("rem", 400, 400, 399),
    ("div", 400, 400, 399),
    ("rdiv", 400, 400, 399),
    ("<<", 400, 400, 399),
    (">>", 400, 400, 399),
    ("**", 200, 199, 199),
    ("^", 200, 199, 200),
];

/// Operators that terms are not shown with.
const OTHER: &[&str] = &[
    "?-",
    "|",
    "\\+",
    "non_counted_backtracking",
    "/\\",
    "\\/",
    "+\\",
    "\\",
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
            Term::Float(x) => f.write_str(&canonical::float_text(*x)),
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
                    let (left, right) = (Side(left, l).to_string(), Side(right, r).to_string());
                    f.write_str(if open { "(" } else { "" })?;
                    match name {
                        "," => write!(f, "{left},{right}")?,
                        "/" | ":" | "^" | "*" | "+" | "-" => {
                            // Symbols that touch are one.
                            let apart = |touches| if touches { " " } else { "" };
                            let before = apart(left.ends_with(is_symbol_char));
                            let after = apart(right.starts_with(is_symbol_char));
                            write!(f, "{left}{before}{name}{after}{right}")?;
                        }
                        _ => write!(f, "{left} {name} {right}")?,
                    }
                    return f.write_str(if open { ")" } else { "" });
                }
                write!(f, "{}(", atom_text(functor))?;
                write_all(f, args)?;
                f.write_str(")")
            }
        }
    }
}

/// A side of an operator, and its highest priority.
struct Side<'a>(&'a Term, u16);

impl fmt::Display for Side<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Side(term, highest) = self;
        match term {
            Term::Atom(name)
                if OTHER.contains(&name.as_str()) || INFIX.iter().any(|op| op.0 == name) =>
            {
                write!(f, "({})", atom_text(name))
            }
            _ => term.write(f, *highest),
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
            ("'.'(a,'.'('\\n',[]))", "[a,'\\n']"),
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
            assert!(deep.is_err() || matches!(open, "'.'(b," | "("), "{open}");
        }
        // Written, compared, copied and dropped, all on the stack of a test.
        let deepest = nested("f(1,", ")", DEEPEST - 1).unwrap();
        assert_eq!(deepest.to_string(), deepest.clone().canonical());
        assert_eq!(deepest.to_json(), deepest.to_json());
        assert!("a b".parse::<Term>().is_err());
    }
}
