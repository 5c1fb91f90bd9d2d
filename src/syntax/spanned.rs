//! Terms with their places in a text.

use std::{fmt, ops::Range};

use crate::term::{Term, atom_text};

/// A term and its place in the text.
#[derive(Debug, Clone)]
pub struct Spanned {
    /// Where it stands, in bytes, without brackets around it.
    pub span: Range<usize>,
    /// What it is.
    pub shape: Shape,
}

/// What a [`Spanned`] term is.
#[derive(Debug, Clone)]
pub enum Shape {
    /// A variable, by name.
    Variable(String),
    /// An atom; `[]` is the empty list.
    Atom(String),
    /// An integer or a float.
    Number(Term),
    /// A text in double quotes.
    Text(String),
    /// A list, and its tail unless it is `[]`.
    List(Vec<Spanned>, Option<Box<Spanned>>),
    /// A compound term.
    Compound(String, Vec<Spanned>),
    /// `(a,b)` or `(a,)` of an answer set program; a Prolog text has none.
    Tuple(Vec<Spanned>),
}

impl Spanned {
    /// The name and the arguments of an atom or compound.
    pub fn call(&self) -> Option<(&str, &[Spanned])> {
        match &self.shape {
            Shape::Atom(name) => Some((name, &[])),
            Shape::Compound(name, arguments) => Some((name, arguments)),
            _ => None,
        }
    }

    /// The arguments, if this is a compound of this name and arity.
    pub fn arguments<const N: usize>(&self, name: &str) -> Option<&[Spanned; N]> {
        match &self.shape {
            Shape::Compound(own, arguments) if own == name => arguments.as_slice().try_into().ok(),
            _ => None,
        }
    }

    /// The name of an atom.
    pub fn atom(&self) -> Option<&str> {
        match &self.shape {
            Shape::Atom(name) => Some(name),
            _ => None,
        }
    }

    /// The name of a variable.
    pub fn variable(&self) -> Option<&str> {
        match &self.shape {
            Shape::Variable(name) => Some(name),
            _ => None,
        }
    }

    /// A number that can be a size.
    pub fn count(&self) -> Option<usize> {
        match self.shape {
            Shape::Number(Term::Integer(number)) => usize::try_from(number).ok(),
            _ => None,
        }
    }

    /// The elements of a tuple; any other term is a tuple of one.
    pub fn elements(&self) -> &[Spanned] {
        match &self.shape {
            Shape::Tuple(elements) => elements,
            _ => std::slice::from_ref(self),
        }
    }

    /// The head and the body of a clause; a fact has no body.
    pub fn rule(&self) -> (&Spanned, Option<&Spanned>) {
        match self.arguments(":-") {
            Some([head, body]) => (head, Some(body)),
            None => (self, None),
        }
    }

    /// The goals of a body between commas.
    pub fn conjuncts(&self) -> Vec<&Spanned> {
        self.chain(&[","])
    }

    /// What stands between operators of these names, each the right side of the one before.
    pub fn chain(&self, operators: &[&str]) -> Vec<&Spanned> {
        let (mut links, mut rest) = (Vec::new(), self);
        while let Shape::Compound(name, sides) = &rest.shape
            && let [left, right] = sides.as_slice()
            && operators.contains(&name.as_str())
        {
            links.push(left);
            rest = right;
        }
        links.push(rest);
        links
    }

    /// The terms that this one is made of: arguments, or elements and tail.
    pub fn parts(&self) -> impl Iterator<Item = &Spanned> {
        let (items, tail): (&[Spanned], _) = match &self.shape {
            Shape::List(items, tail) => (items, tail.as_deref()),
            Shape::Compound(_, items) | Shape::Tuple(items) => (items, None),
            _ => (&[], None),
        };
        items.iter().chain(tail)
    }

    /// Whether there is no variable in it.
    pub fn is_ground(&self) -> bool {
        self.first_variable().is_none()
    }

    /// The first variable.
    pub fn first_variable(&self) -> Option<&Spanned> {
        match &self.shape {
            Shape::Variable(_) => Some(self),
            _ => self.parts().find_map(Spanned::first_variable),
        }
    }

    /// The same without places; a tuple is what Prolog would read.
    pub fn term(&self) -> Term {
        self.clone().into()
    }
}

impl From<Spanned> for Term {
    fn from(spanned: Spanned) -> Term {
        let all = |terms: Vec<Spanned>| terms.into_iter().map(Term::from).collect::<Vec<_>>();
        match spanned.shape {
            Shape::Variable(name) => Term::Variable(name),
            Shape::Atom(name) => Term::Atom(name),
            Shape::Number(number) => number,
            Shape::Text(text) => Term::String(text),
            Shape::List(items, tail) => {
                Term::List(all(items), tail.map(|tail| Box::new(Term::from(*tail))))
            }
            Shape::Compound(name, arguments) => Term::Compound(name, all(arguments)),
            Shape::Tuple(items) => {
                let mut items = all(items).into_iter().rev();
                let last = items.next().unwrap_or_else(|| Term::Atom("()".to_owned()));
                items.fold(last, |right, left| {
                    Term::Compound(",".to_owned(), vec![left, right])
                })
            }
        }
    }
}

impl fmt::Display for Spanned {
    /// As it is written in a bias.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (items, single) = match &self.shape {
            Shape::Tuple(items) => (items, items.len() == 1),
            Shape::Compound(name, items) => {
                f.write_str(&atom_text(name))?;
                (items, false)
            }
            _ => return write!(f, "{}", self.term()),
        };
        for (index, item) in items.iter().enumerate() {
            write!(f, "{}{item}", if index == 0 { "(" } else { "," })?;
        }
        f.write_str(if single { ",)" } else { ")" })
    }
}
