//! Terms for a short while: on the heap only, none of them interned, with work that is measured.
//!
//! Whoever proves goals step by step builds many terms that nobody wants afterwards; interned, they
//! would stay for ever. `fuel` is what the work may cost: it ends what would never end, such as the
//! unification of two cyclic terms. When it is used up, the result means nothing.

use std::cmp::Ordering;

use super::{Cell, Kind, Node, STRING, Terms};

/// How deep terms may be nested other than in their last arguments.
const DEPTH: usize = 500;

/// What a term is, one step deep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// A variable that is not bound.
    Variable,
    /// An atom.
    Atom,
    /// An integer.
    Integer(i64),
    /// A big integer or a float.
    Number,
    /// A compound with this name and arity.
    Compound(Cell, usize),
}

impl Terms {
    /// A place of a frame that is not filled.
    pub const UNSET: Cell = Cell::FREE;

    /// What a term is, which is dereferenced.
    #[inline]
    pub fn shape(&self, cell: Cell) -> Shape {
        match cell.kind() {
            Kind::Variable(_) => Shape::Variable,
            Kind::Structure(first) => {
                let first = first as usize;
                Shape::Compound(self.heap[first], self.heap[first + 1].0 as usize)
            }
            Kind::Ground(number) => match &self.nodes[number as usize] {
                Node::Integer(value) => Shape::Integer(*value),
                Node::Number(_) => Shape::Number,
                Node::Compound { first, arity } => {
                    Shape::Compound(self.parts[*first as usize], *arity as usize)
                }
                Node::Atom(_) | Node::Hole(_) => Shape::Atom,
            },
        }
    }

    /// Whether a term, which is dereferenced, is a string: to Prolog that is no compound.
    pub fn is_string(&self, cell: Cell) -> bool {
        matches!(self.shape(cell), Shape::Compound(name, 1) if self.name(name) == STRING)
    }

    /// The argument of a compound, which is dereferenced, as it is written.
    #[inline]
    pub fn argument_of(&self, compound: Cell, at: usize) -> Cell {
        self.deref(self.argument(compound, at))
    }

    /// `name(args)` on the heap.
    pub fn scratch_compound(&mut self, name: Cell, args: &[Cell]) -> Cell {
        let first = self.heap.len() as u32;
        self.heap.push(name);
        self.heap.push(Cell(args.len() as u32));
        self.heap.extend_from_slice(args);
        Cell::structure(first)
    }

    /// `[head|tail]` on the heap.
    pub fn scratch_pair(&mut self, head: Cell, tail: Cell) -> Cell {
        let cons = self.list;
        self.scratch_compound(cons, &[head, tail])
    }

    /// The list of these on the heap.
    pub fn scratch_list(&mut self, items: &[Cell]) -> Cell {
        let empty = self.empty;
        let items = items.iter().rev();
        items.fold(empty, |list, &item| self.scratch_pair(item, list))
    }

    /// The term that a pattern stands for, on the heap. Places of the frame that are not filled get new
    /// variables.
    pub fn scratch(&mut self, pattern: Cell, frame: &mut [Cell]) -> Cell {
        let mut pattern = pattern;
        let mut whole = None;
        let mut slot = 0;
        loop {
            let mut rest = None;
            let cell = if !self.is_open(pattern) {
                pattern
            } else if let Some(at) = self.as_hole(pattern) {
                if frame[at] == Terms::UNSET {
                    frame[at] = self.fresh();
                }
                self.deref(frame[at])
            } else if let Node::Compound { first, arity } = self.nodes[pattern.0 as usize] {
                let (first, arity) = (first as usize, arity as usize);
                let at = self.heap.len();
                self.heap.push(self.parts[first]);
                self.heap.push(Cell(arity as u32));
                self.heap.resize(at + 2 + arity, Cell::FREE);
                for i in 0..arity - 1 {
                    self.heap[at + 2 + i] = self.scratch(self.parts[first + 1 + i], frame);
                }
                rest = Some((self.parts[first + arity], at + 1 + arity));
                Cell::structure(at as u32)
            } else {
                pattern
            };
            match whole {
                None => whole = Some(cell),
                Some(_) => self.heap[slot] = cell,
            }
            match rest {
                Some((last, at)) => (pattern, slot) = (last, at),
                None => return whole.unwrap_or(cell),
            }
        }
    }

    /// Makes a term equal to what a pattern stands for.
    pub fn meets(&mut self, pattern: Cell, term: Cell, frame: &mut [Cell], fuel: &mut u64) -> bool {
        let (mut pattern, mut term) = (pattern, term);
        loop {
            if !self.is_open(pattern) {
                return self.unified(pattern, term, fuel);
            }
            if let Some(at) = self.as_hole(pattern) {
                if frame[at] == Terms::UNSET {
                    frame[at] = self.deref(term);
                    return true;
                }
                return self.unified(frame[at], term, fuel);
            }
            term = self.deref(term);
            let Node::Compound { first, arity } = self.nodes[pattern.0 as usize] else {
                return false;
            };
            let (first, arity) = (first as usize, arity as usize);
            match self.shape(term) {
                Shape::Variable => {
                    let built = self.scratch(pattern, frame);
                    self.bind(term, built);
                    return true;
                }
                Shape::Compound(name, size) if name == self.parts[first] && size == arity => {}
                _ => return false,
            }
            for at in 0..arity - 1 {
                let with = self.argument(term, at);
                if !self.meets(self.parts[first + 1 + at], with, frame, fuel) {
                    return false;
                }
            }
            *fuel = fuel.saturating_sub(1);
            if *fuel == 0 {
                return false;
            }
            (pattern, term) = (self.parts[first + arity], self.argument(term, arity - 1));
        }
    }

    /// Makes two terms equal. What was bound on the way stays bound if that fails.
    pub fn unified(&mut self, a: Cell, b: Cell, fuel: &mut u64) -> bool {
        let mut waiting: Vec<(Cell, Cell)> = Vec::new();
        let (mut a, mut b) = (a, b);
        loop {
            a = self.deref(a);
            b = self.deref(b);
            let same = a == b;
            match (same, a.kind(), b.kind()) {
                (true, ..) => {}
                // The younger is bound to the older, which outlives it.
                (_, Kind::Variable(i), Kind::Variable(j)) if i < j => self.bind(b, a),
                (_, Kind::Variable(_), _) => self.bind(a, b),
                (_, _, Kind::Variable(_)) => self.bind(b, a),
                (_, Kind::Ground(_), Kind::Ground(_)) => return false,
                _ => {
                    *fuel = fuel.saturating_sub(1);
                    let (Shape::Compound(name, arity), Shape::Compound(other, size)) =
                        (self.shape(a), self.shape(b))
                    else {
                        return false;
                    };
                    if name != other || arity != size || *fuel == 0 {
                        return false;
                    }
                    for at in 0..arity - 1 {
                        let pair = (self.argument(a, at), self.argument(b, at));
                        match pair.0 == pair.1 {
                            true => {}
                            false => waiting.push(pair),
                        }
                    }
                    (a, b) = (self.argument(a, arity - 1), self.argument(b, arity - 1));
                    continue;
                }
            }
            match waiting.pop() {
                Some(pair) => (a, b) = pair,
                None => return true,
            }
        }
    }

    /// Whether two terms are the same, variables and all.
    pub fn identical(&self, a: Cell, b: Cell, fuel: &mut u64) -> bool {
        let mut waiting = vec![(a, b)];
        while let Some((a, b)) = waiting.pop() {
            let (a, b) = (self.deref(a), self.deref(b));
            if a == b {
                continue;
            }
            *fuel = fuel.saturating_sub(1);
            let (Shape::Compound(name, arity), Shape::Compound(other, size)) =
                (self.shape(a), self.shape(b))
            else {
                return false;
            };
            if name != other || arity != size || (a.is_ground() && b.is_ground()) || *fuel == 0 {
                return false;
            }
            waiting.extend((0..arity).map(|at| (self.argument(a, at), self.argument(b, at))));
        }
        true
    }

    /// The standard order of two terms, if it does not depend on variables or numbers that are no
    /// small integers.
    pub fn compared(&self, a: Cell, b: Cell, fuel: &mut u64) -> Option<Ordering> {
        let mut waiting = vec![(a, b)];
        while let Some((a, b)) = waiting.pop() {
            let (a, b) = (self.deref(a), self.deref(b));
            if a == b {
                continue;
            }
            *fuel = fuel.checked_sub(1)?;
            if self.is_string(a) || self.is_string(b) {
                return None;
            }
            // Lists of characters have an order of their own: with other lists, the system's is none.
            if self.begins_text(a) != self.begins_text(b) && self.is_pair(a) && self.is_pair(b) {
                return None;
            }
            if self.begins_text(a)
                && self.begins_text(b)
                && !(self.is_text(a, fuel) && self.is_text(b, fuel))
            {
                return None;
            }
            let order = match (self.shape(a), self.shape(b)) {
                (Shape::Variable | Shape::Number, _) | (_, Shape::Variable | Shape::Number) => {
                    return None;
                }
                (Shape::Integer(a), Shape::Integer(b)) => a.cmp(&b),
                (Shape::Integer(_), _) => Ordering::Less,
                (_, Shape::Integer(_)) => Ordering::Greater,
                (Shape::Atom, Shape::Atom) => self.name(a).cmp(self.name(b)),
                (Shape::Atom, _) => Ordering::Less,
                (_, Shape::Atom) => Ordering::Greater,
                (Shape::Compound(name, arity), Shape::Compound(other, size)) => {
                    let order = arity.cmp(&size);
                    order.then_with(|| self.name(name).cmp(self.name(other)))
                }
            };
            if order.is_ne() {
                return Some(order);
            }
            if let Shape::Compound(_, arity) = self.shape(a) {
                let pairs = (0..arity).rev();
                waiting.extend(pairs.map(|at| (self.argument(a, at), self.argument(b, at))));
            }
        }
        Some(Ordering::Equal)
    }

    /// Whether this, dereferenced, is a list with a first item.
    pub fn is_pair(&self, cell: Cell) -> bool {
        self.shape(cell) == Shape::Compound(self.list, 2)
    }

    /// Whether this is a list whose first item is a character.
    fn begins_text(&self, cell: Cell) -> bool {
        self.is_pair(cell) && {
            let first = self.argument_of(cell, 0);
            let mut name = self.name(first).chars();
            name.next().is_some() && name.next().is_none()
        }
    }

    /// Whether this is a list of characters that ends.
    fn is_text(&self, cell: Cell, fuel: &mut u64) -> bool {
        let mut rest = cell;
        while *fuel > 0 && self.begins_text(rest) {
            *fuel -= 1;
            rest = self.argument_of(rest, 1);
        }
        rest == self.empty
    }

    /// The items of a list, and what it ends with, if there is fuel enough.
    pub fn walked(&self, list: Cell, fuel: &mut u64) -> Option<(Vec<Cell>, Cell)> {
        let mut items = Vec::new();
        let mut rest = self.deref(list);
        while self.shape(rest) == Shape::Compound(self.list, 2) {
            *fuel = fuel.checked_sub(1)?;
            items.push(self.argument_of(rest, 0));
            rest = self.argument_of(rest, 1);
        }
        Some((items, rest))
    }

    /// The term as a pattern, as [`abstracted`](Terms::abstracted) makes it; `None` if there is not
    /// enough fuel, or the term is nested too deep.
    pub fn kept(
        &mut self,
        cell: Cell,
        variables: &mut Vec<Cell>,
        fuel: &mut u64,
        depth: usize,
    ) -> Option<Cell> {
        // Lists are long: compounds that wait for their last argument are kept aside.
        let mut waiting: Vec<(Cell, Vec<Cell>)> = Vec::new();
        let mut cell = self.deref(cell);
        let mut whole = loop {
            *fuel = fuel.checked_sub(1)?;
            match (cell.is_ground(), self.shape(cell)) {
                (true, _) => break cell,
                (_, Shape::Variable) => {
                    let known = variables.iter().position(|&other| other == cell);
                    let at = known.unwrap_or_else(|| {
                        variables.push(cell);
                        variables.len() - 1
                    });
                    break self.hole(at);
                }
                (_, Shape::Compound(name, arity)) => {
                    if depth >= DEPTH {
                        return None;
                    }
                    let mut args = Vec::with_capacity(arity);
                    for at in 0..arity - 1 {
                        let arg = self.argument(cell, at);
                        args.push(self.kept(arg, variables, fuel, depth + 1)?);
                    }
                    waiting.push((name, args));
                    cell = self.argument_of(cell, arity - 1);
                }
                _ => break cell,
            }
        };
        while let Some((name, mut args)) = waiting.pop() {
            args.push(whole);
            whole = self.compound(name, &args);
        }
        Some(whole)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::Term;

    fn read(terms: &mut Terms, text: &str, frame: &mut [Cell]) -> Cell {
        let term: Term = text.parse().unwrap();
        let pattern = terms.pattern(&term, &mut Vec::new());
        terms.scratch(pattern, frame)
    }

    fn text(terms: &Terms, cell: Cell) -> String {
        let mut text = String::new();
        terms.write(cell, &mut Vec::new(), &mut text);
        text
    }

    #[test]
    fn what_is_built_on_the_heap_is_forgotten() {
        let mut terms = Terms::default();
        let term: Term = "f(X,[Y,g(X)|Z],[1,2])".parse().unwrap();
        let pattern = terms.pattern(&term, &mut Vec::new());
        let interned = terms.interned();
        let mark = terms.mark();
        let mut frame = [Terms::UNSET; 3];
        let built = terms.scratch(pattern, &mut frame);
        assert_eq!(text(&terms, built), "f(_1,[_2,g(_1)|_3],[1,2])");
        let one = terms.unified(frame[0], frame[1], &mut 100);
        let empty = terms.empty_list();
        assert!(one && terms.unified(frame[2], empty, &mut 100));
        assert_eq!(text(&terms, built), "f(_1,[_1,g(_1)],[1,2])");
        terms.undo(mark);
        assert_eq!((terms.live(), terms.interned()), (0, interned));
    }

    #[test]
    fn what_is_kept_is_interned() {
        let mut terms = Terms::default();
        let mut frame = [Terms::UNSET; 2];
        let long = read(&mut terms, "f([a,X|Y],X)", &mut frame);
        let mut variables = Vec::new();
        let kept = terms.kept(long, &mut variables, &mut 100, 0).unwrap();
        assert_eq!(kept, terms.abstracted(long, &mut Vec::new()));
        assert_eq!(variables.len(), 2);
        // A cyclic term is none that can be kept, nor compared.
        assert!(terms.unified(frame[1], long, &mut 100));
        assert_eq!(terms.kept(long, &mut variables, &mut 1000, 0), None);
        let mut fuel = 1000;
        let mut again = [Terms::UNSET; 2];
        let other = read(&mut terms, "f([a,X|Y],X)", &mut again);
        assert!(terms.unified(again[1], other, &mut fuel) && fuel > 900);
        terms.unified(long, other, &mut fuel);
        assert_eq!(fuel, 0);
    }

    #[test]
    fn standard_order() {
        let mut terms = Terms::default();
        let sorted = [
            "-3", "7", "'B'", "[]", "a", "ab", "é", "f(z)", "g(a)", "[1]", "f(a,b)", "f(b,a)",
            "f(b,b)", "a(1,1,1)",
        ];
        let cells = sorted.map(|text| read(&mut terms, text, &mut []));
        for (i, &a) in cells.iter().enumerate() {
            for (j, &b) in cells.iter().enumerate() {
                assert_eq!(terms.compared(a, b, &mut 100), Some(i.cmp(&j)));
            }
        }
        let float = read(&mut terms, "1.5", &mut []);
        assert_eq!(terms.compared(cells[1], float, &mut 100), None);
        let mut frame = [Terms::UNSET; 1];
        for (a, b) in [("[a]", "[1]"), ("[a,1]", "[a,b]"), ("[a|b]", "[a]")] {
            let (a, b) = (read(&mut terms, a, &mut []), read(&mut terms, b, &mut []));
            assert_eq!(terms.compared(a, b, &mut 100), None);
        }
        let open = read(&mut terms, "f(b,X)", &mut frame);
        assert_eq!(
            terms.compared(cells[10], open, &mut 100),
            Some(Ordering::Less)
        );
        assert_eq!(terms.compared(cells[11], open, &mut 100), None);
        assert!(terms.identical(open, open, &mut 100));
        assert!(!terms.identical(open, cells[11], &mut 100));
    }
}
