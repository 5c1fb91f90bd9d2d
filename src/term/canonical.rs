//! One text for each ground term: what learners compare and send to Prolog.

use std::fmt::Write as _;

use super::{Term, atom_text, quoted_text, strings};

impl Term {
    /// The canonical text of a ground term: functional notation that Scryer reads back, the same for
    /// equal terms, different for different ones.
    ///
    /// Lists are in brackets, strings in double quotes, as lists of characters are where these are the strings.
    ///
    /// ```
    /// use chesslog::term::Term;
    ///
    /// let term: Term = "f('.'(a,'.'('B',[])),-(1,2), \"A b\")".parse()?;
    /// assert_eq!(term.canonical(), r#"f([a,'B'],-(1,2),"A b")"#);
    /// # Ok::<(), chesslog::term::NotCanonical>(())
    /// ```
    pub fn canonical(&self) -> String {
        let mut text = String::new();
        self.write_canonical(&mut text);
        text
    }

    fn write_canonical(&self, into: &mut String) {
        match self {
            Term::Atom(name) => into.push_str(&atom_text(name)),
            Term::Variable(name) => into.push_str(name),
            // Writing to a string cannot fail.
            Term::Integer(number) => _ = write!(into, "{number}"),
            Term::BigInteger(digits) => into.push_str(digits),
            Term::Float(number) => into.push_str(&float_text(*number)),
            Term::String(text) if strings() => into.push_str(&quoted_text(text)),
            Term::String(_) | Term::List(..) => write_list(self, into),
            Term::Compound(name, arguments) if name == "." && arguments.len() == 2 => {
                write_list(self, into);
            }
            Term::Compound(name, arguments) => {
                into.push_str(&atom_text(name));
                for (index, argument) in arguments.iter().enumerate() {
                    into.push(if index == 0 { '(' } else { ',' });
                    argument.write_canonical(into);
                }
                into.push(')');
            }
        }
    }
}

/// A float as Scryer writes it: with a fraction, and with an exponent beyond 10^-5 and 10^16.
pub(super) fn float_text(number: f64) -> String {
    if number == 0.0 {
        return "0.0".to_owned();
    }
    if number.abs() >= 1e-5 && number.abs() < 1e16 {
        let text = number.to_string();
        return match text.contains('.') {
            true => text,
            false => text + ".0",
        };
    }
    let text = format!("{number:e}");
    match text.split_once('e') {
        Some((digits, exponent)) if !digits.contains('.') => format!("{digits}.0e{exponent}"),
        _ => text,
    }
}

enum Item<'a> {
    Character(char),
    Term(&'a Term),
}

/// A list in whatever way it was written, without recursion along it. Where strings are lists of characters, they are lists.
fn write_list(list: &Term, into: &mut String) {
    let mut items = Vec::new();
    let mut rest = Some(list);
    let mut tail = None;
    while let Some(term) = rest.take() {
        match term {
            Term::String(text) if !strings() => items.extend(text.chars().map(Item::Character)),
            Term::List(terms, end) => {
                items.extend(terms.iter().map(item));
                rest = end.as_deref();
            }
            Term::Compound(name, arguments) if name == "." && arguments.len() == 2 => {
                items.push(item(&arguments[0]));
                rest = Some(&arguments[1]);
            }
            Term::Atom(name) if name == "[]" => {}
            other => tail = Some(other),
        }
    }
    if items.is_empty() {
        return into.push_str("[]");
    }
    let text: Option<String> = items
        .iter()
        .map(|item| match item {
            Item::Character(c) => Some(*c),
            Item::Term(_) => None,
        })
        .collect();
    if let (Some(text), None, false) = (text, tail, strings()) {
        return into.push_str(&quoted_text(&text));
    }
    for (index, item) in items.iter().enumerate() {
        into.push(if index == 0 { '[' } else { ',' });
        match item {
            Item::Character(c) => into.push_str(&atom_text(c.encode_utf8(&mut [0; 4]))),
            Item::Term(term) => term.write_canonical(into),
        }
    }
    if let Some(tail) = tail {
        into.push('|');
        tail.write_canonical(into);
    }
    into.push(']');
}

/// An element; an atom of one character is a character.
fn item(term: &Term) -> Item<'_> {
    if let Term::Atom(name) = term {
        let mut characters = name.chars();
        if let (Some(c), None) = (characters.next(), characters.next()) {
            return Item::Character(c);
        }
    }
    Item::Term(term)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canonical(text: &str) -> String {
        text.parse::<Term>().unwrap().canonical()
    }

    #[test]
    fn equal_terms_have_equal_texts() {
        for (same, text) in [
            (&["[]"][..], "[]"),
            (&["[a,b]", "'.'(a,'.'(b,[]))", "[a|[b]]"], "[a,b]"),
            (&["\"ab\""], "\"ab\""),
            (&["\"\""], "\"\""),
            (&["[a,bc]", "[a|[bc]]", "'.'(a,[bc])"], "[a,bc]"),
            (&["[a,b|c]", "[a|[b|c]]"], "[a,b|c]"),
            (&["['A',1]"], "['A',1]"),
            (&["-(1)"], "-(1)"),
            (&["-1"], "-1"),
            (&["{a}", "{}(a)"], "{}(a)"),
            (&["f('.')"], "f('.')"),
            (&["f(',','|',;)"], "f(',','|',;)"),
            (&["','(a,b)"], "','(a,b)"),
        ] {
            for one in same {
                assert_eq!(canonical(one), text, "of {one}");
            }
            assert_eq!(canonical(text), text, "read again");
        }
    }

    #[test]
    fn floats_are_written_as_scryer_writes_them() {
        // What Scryer 0.10 prints for these.
        for (number, text) in [
            (1.0, "1.0"),
            (0.0001, "0.0001"),
            (0.00001, "0.00001"),
            (1e-6, "1.0e-6"),
            (1e15, "1000000000000000.0"),
            (1e16, "1.0e16"),
            (1.234_567_890_123_456_8e17, "1.2345678901234568e17"),
            (-0.0, "0.0"),
        ] {
            assert_eq!(float_text(number), text);
        }
    }
}
