//! Terms of a task's files, with their places.

use std::{fmt, ops::Range};

use crate::term::{Term as Plain, atom_text};

/// A term and its place in the text.
#[derive(Debug, Clone)]
pub(super) struct Term {
    pub span: Range<usize>,
    pub kind: Kind,
}

/// What a term is.
#[derive(Debug, Clone)]
pub(super) enum Kind {
    Variable(String),
    Atom(String),
    /// An integer or a float.
    Number(Plain),
    Text(String),
    List(Vec<Term>, Option<Box<Term>>),
    Compound(String, Vec<Term>),
    /// `(a,b)` or `(a,)` of an answer set program; a Prolog text has none.
    Tuple(Vec<Term>),
}

impl Term {
    /// The name and the arguments of an atom or compound.
    pub fn call(&self) -> Option<(&str, &[Term])> {
        match &self.kind {
            Kind::Atom(name) => Some((name, &[])),
            Kind::Compound(name, arguments) => Some((name, arguments)),
            _ => None,
        }
    }

    /// The arguments, if this is a compound of this name and arity.
    pub fn arguments<const N: usize>(&self, name: &str) -> Option<&[Term; N]> {
        match &self.kind {
            Kind::Compound(own, arguments) if own == name => arguments.as_slice().try_into().ok(),
            _ => None,
        }
    }

    pub fn atom(&self) -> Option<&str> {
        match &self.kind {
            Kind::Atom(name) => Some(name),
            _ => None,
        }
    }

    pub fn variable(&self) -> Option<&str> {
        match &self.kind {
            Kind::Variable(name) => Some(name),
            _ => None,
        }
    }

    /// A number that can be a size.
    pub fn count(&self) -> Option<usize> {
        match self.kind {
            Kind::Number(Plain::Integer(number)) => usize::try_from(number).ok(),
            _ => None,
        }
    }

    /// The elements of a tuple; any other term is a tuple of one.
    pub fn elements(&self) -> &[Term] {
        match &self.kind {
            Kind::Tuple(elements) => elements,
            _ => std::slice::from_ref(self),
        }
    }

    pub fn is_ground(&self) -> bool {
        match &self.kind {
            Kind::Variable(_) => false,
            Kind::Atom(_) | Kind::Number(_) | Kind::Text(_) => true,
            Kind::List(items, tail) => items.iter().chain(tail.as_deref()).all(Term::is_ground),
            Kind::Compound(_, items) | Kind::Tuple(items) => items.iter().all(Term::is_ground),
        }
    }

    /// The first variable.
    pub fn first_variable(&self) -> Option<&Term> {
        match &self.kind {
            Kind::Variable(_) => Some(self),
            Kind::Atom(_) | Kind::Number(_) | Kind::Text(_) => None,
            Kind::List(items, tail) => items
                .iter()
                .chain(tail.as_deref())
                .find_map(Term::first_variable),
            Kind::Compound(_, items) | Kind::Tuple(items) => {
                items.iter().find_map(Term::first_variable)
            }
        }
    }

    /// The same without places; a tuple is what Prolog would read.
    pub fn plain(&self) -> Plain {
        let all = |terms: &[Term]| terms.iter().map(Term::plain).collect::<Vec<_>>();
        match &self.kind {
            Kind::Variable(name) => Plain::Variable(name.clone()),
            Kind::Atom(name) => Plain::Atom(name.clone()),
            Kind::Number(number) => number.clone(),
            Kind::Text(text) => Plain::String(text.clone()),
            Kind::List(items, tail) => {
                Plain::List(all(items), tail.as_ref().map(|tail| Box::new(tail.plain())))
            }
            Kind::Compound(name, arguments) => Plain::Compound(name.clone(), all(arguments)),
            Kind::Tuple(items) => {
                let mut items = all(items).into_iter().rev();
                let last = items.next().unwrap_or_else(|| Plain::Atom("()".to_owned()));
                items.fold(last, |right, left| {
                    Plain::Compound(",".to_owned(), vec![left, right])
                })
            }
        }
    }
}

impl fmt::Display for Term {
    /// As it is written in a bias.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (items, single) = match &self.kind {
            Kind::Tuple(items) => (items, items.len() == 1),
            Kind::Compound(name, items) => {
                f.write_str(&atom_text(name))?;
                (items, false)
            }
            _ => return write!(f, "{}", self.plain()),
        };
        for (index, item) in items.iter().enumerate() {
            write!(f, "{}{item}", if index == 0 { "(" } else { "," })?;
        }
        f.write_str(if single { ",)" } else { ")" })
    }
}
