//! The terms of a search: ground terms interned, variables bound and released again.
//!
//! A ground term is a number, and equal terms have equal numbers, so that goals and states compare
//! and hash in one step. What holds variables lives on a heap that shrinks on backtracking.

use std::collections::HashMap;

use crate::{
    relation::{Table, hash},
    term::{self, Term},
};

pub mod scratch;
mod text;

/// The functor of strings, over the list of their characters.
const STRING: &str = "$string";

/// A term: a ground one, a variable, or a compound with variables in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cell(u32);

const TAG: u32 = 30;
const INDEX: u32 = (1 << TAG) - 1;

/// What a [`Cell`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Ground(u32),
    Variable(u32),
    Structure(u32),
}

impl Cell {
    /// A variable that is not bound, in the table of bindings; no term.
    const FREE: Cell = Cell(u32::MAX);

    /// Stands for any term where nothing is unified.
    pub const UNBOUND: Cell = Cell(1 << TAG);

    #[inline]
    fn ground(index: u32) -> Cell {
        Cell(index)
    }

    #[inline]
    fn variable(index: u32) -> Cell {
        Cell(1 << TAG | index)
    }

    #[inline]
    fn structure(index: u32) -> Cell {
        Cell(2 << TAG | index)
    }

    #[inline]
    fn kind(self) -> Kind {
        let index = self.0 & INDEX;
        match self.0 >> TAG {
            0 => Kind::Ground(index),
            1 => Kind::Variable(index),
            _ => Kind::Structure(index),
        }
    }

    /// Whether this is an interned term; of variables only dereferencing tells.
    #[inline]
    pub fn is_ground(self) -> bool {
        self.0 >> TAG == 0
    }

    /// Whether this is a variable, perhaps a bound one.
    #[inline]
    pub fn is_variable(self) -> bool {
        self.0 >> TAG == 1
    }

    /// The number of an interned term.
    #[inline]
    pub fn number(self) -> usize {
        self.0 as usize
    }
}

/// An interned term.
#[derive(Debug, Clone)]
enum Node {
    Atom(Box<str>),
    Integer(i64),
    /// A big integer or a float, as Prolog writes it.
    Number(Box<str>),
    /// The name and the arguments, in `parts`.
    Compound {
        first: u32,
        arity: u32,
    },
    /// A place for a term, in what is a pattern rather than a term.
    Hole(u32),
}

/// How far the heap had grown at some moment.
#[derive(Debug, Clone, Copy, Default)]
pub struct Mark {
    bindings: u32,
    heap: u32,
    trail: u32,
}

/// The store of all terms of a search.
#[derive(Debug, Clone)]
pub struct Terms {
    nodes: Vec<Node>,
    /// Whether a hole is in the term.
    open: Vec<bool>,
    parts: Vec<Cell>,
    atoms: HashMap<Box<str>, u32>,
    numbers: HashMap<Box<str>, u32>,
    integers: HashMap<i64, u32>,
    /// The numbers of compounds by the hash of their parts.
    compounds: Table,
    holes: Vec<Cell>,
    bindings: Vec<Cell>,
    heap: Vec<Cell>,
    trail: Vec<u32>,
    list: Cell,
    empty: Cell,
}

impl Default for Terms {
    fn default() -> Terms {
        let mut terms = Terms {
            nodes: Vec::new(),
            open: Vec::new(),
            parts: Vec::new(),
            atoms: HashMap::new(),
            numbers: HashMap::new(),
            integers: HashMap::new(),
            compounds: Table::default(),
            holes: Vec::new(),
            bindings: Vec::new(),
            heap: Vec::new(),
            trail: Vec::new(),
            list: Cell::FREE,
            empty: Cell::FREE,
        };
        terms.list = terms.atom(".");
        terms.empty = terms.atom("[]");
        terms
    }
}

impl Terms {
    // --- ground terms and patterns ------------------------------------------------------------

    fn push(&mut self, node: Node, open: bool) -> u32 {
        let number = self.nodes.len() as u32;
        assert!(number < INDEX, "too many terms");
        self.nodes.push(node);
        self.open.push(open);
        number
    }

    /// The atom with this name.
    pub fn atom(&mut self, name: &str) -> Cell {
        if let Some(&number) = self.atoms.get(name) {
            return Cell::ground(number);
        }
        let number = self.push(Node::Atom(name.into()), false);
        self.atoms.insert(name.into(), number);
        Cell::ground(number)
    }

    /// This integer.
    pub fn integer(&mut self, value: i64) -> Cell {
        if let Some(&number) = self.integers.get(&value) {
            return Cell::ground(number);
        }
        let number = self.push(Node::Integer(value), false);
        self.integers.insert(value, number);
        Cell::ground(number)
    }

    /// The number that Prolog writes like this.
    fn number_text(&mut self, text: &str) -> Cell {
        if let Some(&number) = self.numbers.get(text) {
            return Cell::ground(number);
        }
        let number = self.push(Node::Number(text.into()), false);
        self.numbers.insert(text.into(), number);
        Cell::ground(number)
    }

    /// The empty list.
    pub fn empty_list(&self) -> Cell {
        self.empty
    }

    /// The place with this number in a pattern.
    pub fn hole(&mut self, at: usize) -> Cell {
        while self.holes.len() <= at {
            let number = self.push(Node::Hole(self.holes.len() as u32), true);
            self.holes.push(Cell::ground(number));
        }
        self.holes[at]
    }

    /// The same, if there is one by now.
    pub fn known_hole(&self, at: usize) -> Option<Cell> {
        self.holes.get(at).copied()
    }

    /// How many holes there are in all patterns.
    pub fn hole_count(&self) -> usize {
        self.holes.len()
    }

    /// Whether a pattern has holes.
    #[inline]
    pub fn is_open(&self, pattern: Cell) -> bool {
        self.open[pattern.0 as usize]
    }

    /// The hole's number, if the pattern is nothing else.
    #[inline]
    pub fn as_hole(&self, pattern: Cell) -> Option<usize> {
        match &self.nodes[pattern.0 as usize] {
            Node::Hole(at) => Some(*at as usize),
            _ => None,
        }
    }

    /// The interned compound `name(args)`.
    pub fn compound(&mut self, name: Cell, args: &[Cell]) -> Cell {
        if let Some(known) = self.known_compound(name, args) {
            return known;
        }
        let first = self.parts.len() as u32;
        self.parts.push(name);
        self.parts.extend_from_slice(args);
        let open = args.iter().any(|&arg| self.is_open(arg));
        let arity = args.len() as u32;
        let number = self.push(Node::Compound { first, arity }, open);
        let hash = hash(std::iter::once(&name).chain(args));
        let _ = self.compounds.insert(hash, number, |_| false);
        Cell::ground(number)
    }

    /// The same, if there is one by now.
    pub fn known_compound(&self, name: Cell, args: &[Cell]) -> Option<Cell> {
        let same = |number: u32| match self.nodes[number as usize] {
            Node::Compound { first, arity } => {
                let cells = &self.parts[first as usize..][..=arity as usize];
                cells.split_first() == Some((&name, args))
            }
            _ => false,
        };
        let hash = hash(std::iter::once(&name).chain(args));
        self.compounds.find(hash, same).map(Cell::ground)
    }

    /// The proper list of these.
    pub fn list(&mut self, items: &[Cell]) -> Cell {
        let (mut list, cons) = (self.empty, self.list);
        for &item in items.iter().rev() {
            list = self.compound(cons, &[item, list]);
        }
        list
    }

    /// A term that was read, as a pattern: its variables become holes, numbered by `names` in the
    /// order in which they come.
    pub fn pattern(&mut self, term: &Term, names: &mut Vec<String>) -> Cell {
        match term {
            Term::Atom(name) => self.atom(name),
            Term::Integer(value) => self.integer(*value),
            Term::BigInteger(digits) => self.number_text(digits),
            Term::Float(_) => self.number_text(&term.canonical()),
            Term::String(text) => {
                let chars: Vec<Cell> = text
                    .chars()
                    .map(|c| self.atom(c.encode_utf8(&mut [0; 4])))
                    .collect();
                let list = self.list(&chars);
                match term::strings() {
                    true => {
                        let name = self.atom(STRING);
                        self.compound(name, &[list])
                    }
                    false => list,
                }
            }
            Term::List(items, tail) => {
                let items: Vec<Cell> = items.iter().map(|item| self.pattern(item, names)).collect();
                let mut list = match tail {
                    Some(tail) => self.pattern(tail, names),
                    None => self.empty,
                };
                let cons = self.list;
                for &item in items.iter().rev() {
                    list = self.compound(cons, &[item, list]);
                }
                list
            }
            Term::Compound(name, args) => {
                let args: Vec<Cell> = args.iter().map(|arg| self.pattern(arg, names)).collect();
                let name = self.atom(name);
                self.compound(name, &args)
            }
            Term::Variable(name) => {
                let known = names.iter().position(|other| other == name);
                let at = known.unwrap_or_else(|| {
                    names.push(name.clone());
                    names.len() - 1
                });
                self.hole(at)
            }
        }
    }

    // --- variables ------------------------------------------------------------------------------

    /// A new variable.
    #[inline]
    pub fn fresh(&mut self) -> Cell {
        self.bindings.push(Cell::FREE);
        Cell::variable(self.bindings.len() as u32 - 1)
    }

    /// What a term is bound to.
    #[inline]
    pub fn deref(&self, mut cell: Cell) -> Cell {
        while let Kind::Variable(index) = cell.kind() {
            match self.bindings[index as usize] {
                Cell::FREE => break,
                bound => cell = bound,
            }
        }
        cell
    }

    #[inline]
    fn bind(&mut self, variable: Cell, to: Cell) {
        let Kind::Variable(index) = variable.kind() else {
            unreachable!("only variables are bound")
        };
        self.bindings[index as usize] = to;
        self.trail.push(index);
    }

    /// Where the heap ends.
    #[inline]
    pub fn mark(&self) -> Mark {
        Mark {
            bindings: self.bindings.len() as u32,
            heap: self.heap.len() as u32,
            trail: self.trail.len() as u32,
        }
    }

    /// Forgets all that came after the mark.
    pub fn undo(&mut self, mark: Mark) {
        for &index in &self.trail[mark.trail as usize..] {
            self.bindings[index as usize] = Cell::FREE;
        }
        self.trail.truncate(mark.trail as usize);
        self.bindings.truncate(mark.bindings as usize);
        self.heap.truncate(mark.heap as usize);
    }

    /// The size of what backtracking would give back, in cells.
    pub fn live(&self) -> usize {
        self.bindings.len() + self.heap.len() + self.trail.len()
    }

    /// How many cells the interned terms take.
    pub fn interned(&self) -> usize {
        self.nodes.len() * 6 + self.parts.len()
    }

    /// The name and the arguments of a compound, which is dereferenced.
    fn parts_of(&self, cell: Cell) -> Option<(Cell, &[Cell])> {
        match cell.kind() {
            Kind::Ground(number) => match self.nodes[number as usize] {
                Node::Compound { first, arity } => {
                    let (first, arity) = (first as usize, arity as usize);
                    Some((self.parts[first], &self.parts[first + 1..=first + arity]))
                }
                _ => None,
            },
            Kind::Structure(first) => {
                let first = first as usize;
                let arity = self.heap[first + 1].0 as usize;
                Some((self.heap[first], &self.heap[first + 2..first + 2 + arity]))
            }
            Kind::Variable(_) => None,
        }
    }

    /// Makes two terms equal. What was bound on the way stays bound if that fails.
    pub fn unify(&mut self, a: Cell, b: Cell) -> bool {
        let (mut a, mut b) = (a, b);
        loop {
            a = self.deref(a);
            b = self.deref(b);
            if a == b {
                return true;
            }
            match (a.kind(), b.kind()) {
                (Kind::Variable(i), Kind::Variable(j)) => {
                    // The younger is bound to the older, which outlives it.
                    match i > j {
                        true => self.bind(a, b),
                        false => self.bind(b, a),
                    }
                    return true;
                }
                (Kind::Variable(_), _) => {
                    self.bind(a, b);
                    return true;
                }
                (_, Kind::Variable(_)) => {
                    self.bind(b, a);
                    return true;
                }
                (Kind::Ground(_), Kind::Ground(_)) => return false,
                _ => {}
            }
            let (Some((name, xs)), Some((other, ys))) = (self.parts_of(a), self.parts_of(b)) else {
                return false;
            };
            if name != other || xs.len() != ys.len() {
                return false;
            }
            let last = xs.len() - 1;
            for at in 0..last {
                let x = self.argument(a, at);
                let y = self.argument(b, at);
                if !self.unify(x, y) {
                    return false;
                }
            }
            // The last one in the loop: lists are long.
            (a, b) = (self.argument(a, last), self.argument(b, last));
        }
    }

    fn argument(&self, compound: Cell, at: usize) -> Cell {
        self.parts_of(compound)
            .map_or(compound, |(_, args)| args[at])
    }

    /// The items of a proper list.
    pub fn items(&self, list: Cell) -> Option<Vec<Cell>> {
        let mut items = Vec::new();
        let mut rest = self.deref(list);
        while rest != self.empty {
            let (name, args) = self.parts_of(rest)?;
            if name != self.list || args.len() != 2 {
                return None;
            }
            items.push(args[0]);
            rest = self.deref(args[1]);
        }
        Some(items)
    }

    /// The name and the arguments of a compound.
    pub fn compound_parts(&self, cell: Cell) -> Option<(Cell, &[Cell])> {
        self.parts_of(self.deref(cell))
    }

    /// Whether two terms are equal after unification that is then undone.
    pub fn unifiable(&mut self, pairs: impl Iterator<Item = (Cell, Cell)>) -> bool {
        let mark = self.mark();
        let mut all = true;
        for (a, b) in pairs {
            all = self.unify(a, b);
            if !all {
                break;
            }
        }
        self.undo(mark);
        all
    }

    // --- patterns and terms ---------------------------------------------------------------------

    /// The term that a pattern stands for; holes that `frame` does not fill yet get new variables.
    pub fn build(&mut self, pattern: Cell, frame: &mut [Option<Cell>]) -> Cell {
        if !self.is_open(pattern) {
            return pattern;
        }
        if let Some(at) = self.as_hole(pattern) {
            if let Some(cell) = frame[at] {
                return cell;
            }
            let cell = self.fresh();
            frame[at] = Some(cell);
            return cell;
        }
        let (name, arity) = match self.parts_of(pattern) {
            Some((name, args)) => (name, args.len()),
            None => return pattern,
        };
        let mut args = Vec::with_capacity(arity);
        for at in 0..arity {
            let arg = self.argument(pattern, at);
            let arg = self.build(arg, frame);
            args.push(self.deref(arg));
        }
        self.structure(name, &args)
    }

    /// `name(args)`, interned if it is ground.
    fn structure(&mut self, name: Cell, args: &[Cell]) -> Cell {
        if args.iter().all(|arg| arg.is_ground()) {
            return self.compound(name, args);
        }
        let first = self.heap.len() as u32;
        assert!(first < INDEX, "too many terms");
        self.heap.push(name);
        self.heap.push(Cell(args.len() as u32));
        self.heap.extend_from_slice(args);
        Cell::structure(first)
    }

    /// Makes a term equal to what a pattern stands for.
    pub fn matches(&mut self, pattern: Cell, term: Cell, frame: &mut [Option<Cell>]) -> bool {
        let (mut pattern, mut term) = (pattern, term);
        loop {
            if !self.is_open(pattern) {
                return self.unify(pattern, term);
            }
            if let Some(at) = self.as_hole(pattern) {
                return match frame[at] {
                    Some(cell) => self.unify(cell, term),
                    None => {
                        frame[at] = Some(term);
                        true
                    }
                };
            }
            term = self.deref(term);
            if term.is_variable() {
                let built = self.build(pattern, frame);
                self.bind(term, built);
                return true;
            }
            let (Some((name, args)), Some((other, terms))) =
                (self.parts_of(pattern), self.parts_of(term))
            else {
                return false;
            };
            if name != other || args.len() != terms.len() {
                return false;
            }
            let last = args.len() - 1;
            for at in 0..last {
                let (part, with) = (self.argument(pattern, at), self.argument(term, at));
                if !self.matches(part, with, frame) {
                    return false;
                }
            }
            (pattern, term) = (self.argument(pattern, last), self.argument(term, last));
        }
    }

    /// The interned term, if there are no variables in it.
    pub fn grounded(&mut self, cell: Cell) -> Option<Cell> {
        let mut variables = Vec::new();
        let pattern = self.abstracted(cell, &mut variables);
        variables.is_empty().then_some(pattern)
    }

    /// The term as a pattern; its variables are appended in the order in which they come.
    pub fn abstracted(&mut self, cell: Cell, variables: &mut Vec<Cell>) -> Cell {
        let cell = self.deref(cell);
        match cell.kind() {
            Kind::Ground(_) => cell,
            Kind::Variable(_) => {
                let known = variables.iter().position(|&other| other == cell);
                let at = known.unwrap_or_else(|| {
                    variables.push(cell);
                    variables.len() - 1
                });
                self.hole(at)
            }
            Kind::Structure(_) => {
                let (name, arity) = match self.parts_of(cell) {
                    Some((name, args)) => (name, args.len()),
                    None => return cell,
                };
                let mut args = Vec::with_capacity(arity);
                for at in 0..arity {
                    let arg = self.argument(cell, at);
                    args.push(self.abstracted(arg, variables));
                }
                self.compound(name, &args)
            }
        }
    }
}

#[cfg(test)]
mod tests;
