//! Terms as text for Prolog.

use super::{Cell, Kind, Node, STRING, Terms};
use crate::term::Term;

impl Terms {
    /// The term for Prolog to read; holes and variables are `_1`, `_2`, ... in the order of `names`.
    pub fn write(&self, cell: Cell, names: &mut Vec<Cell>, into: &mut String) {
        let term = self.read_back(cell, names);
        into.push_str(&term.canonical());
    }

    fn read_back(&self, cell: Cell, names: &mut Vec<Cell>) -> Term {
        let cell = self.deref(cell);
        let hole = cell.is_ground() && matches!(self.nodes[cell.0 as usize], Node::Hole(_));
        if cell.is_variable() || hole {
            let known = names.iter().position(|&other| other == cell);
            let at = known.unwrap_or_else(|| {
                names.push(cell);
                names.len() - 1
            });
            return Term::Variable(format!("_{}", at + 1));
        }
        if let Kind::Ground(number) = cell.kind() {
            match &self.nodes[number as usize] {
                Node::Atom(name) => return Term::Atom(name.to_string()),
                Node::Integer(value) => return Term::Integer(*value),
                Node::Number(text) => {
                    return text
                        .parse()
                        .unwrap_or_else(|_| Term::BigInteger(text.to_string()));
                }
                Node::Compound { .. } | Node::Hole(_) => {}
            }
        }
        let mut items = Vec::new();
        let mut rest = cell;
        while let Some((name, [head, tail])) = self.parts_of(rest)
            && name == self.list
        {
            items.push(self.read_back(*head, names));
            rest = self.deref(*tail);
        }
        if !items.is_empty() {
            let tail = (rest != self.empty).then(|| Box::new(self.read_back(rest, names)));
            return Term::List(items, tail);
        }
        match self.parts_of(cell) {
            Some((name, &[chars])) if self.name(name) == STRING => {
                Term::String(self.characters(chars))
            }
            Some((name, args)) => Term::Compound(
                self.name(name).to_owned(),
                args.iter().map(|&arg| self.read_back(arg, names)).collect(),
            ),
            None => Term::Atom("[]".into()),
        }
    }

    fn characters(&self, mut list: Cell) -> String {
        let mut text = String::new();
        while let Some((name, &[head, tail])) = self.parts_of(list)
            && name == self.list
        {
            text.push_str(self.name(head));
            list = tail;
        }
        text
    }

    /// The name of an atom; empty for anything else.
    pub fn name(&self, cell: Cell) -> &str {
        match cell.kind() {
            Kind::Ground(number) => match &self.nodes[number as usize] {
                Node::Atom(name) => name,
                _ => "",
            },
            _ => "",
        }
    }

    /// The value of an integer.
    pub fn value(&self, cell: Cell) -> Option<i64> {
        match self.deref(cell).kind() {
            Kind::Ground(number) => match self.nodes[number as usize] {
                Node::Integer(value) => Some(value),
                _ => None,
            },
            _ => None,
        }
    }
}
