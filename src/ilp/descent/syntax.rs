//! Literals and terms as they are written, each with one number for all descents.

use std::collections::HashMap;

use super::{
    super::clause::{Clause, Literal as Plain, MAX_VARIABLES, Variable},
    fragment::Fragment,
};

/// The most background literals of a clause that is searched.
pub(super) const MOST: usize = 9;

/// A literal's number.
pub(super) type LiteralId = u16;

/// A variable of a clause, by where its value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Term {
    /// The input of this number.
    Input(u8),
    /// What a literal binds at this column.
    Of(LiteralId, u8),
    /// What the recursive call answers, by the number of the output.
    Answer(u8),
    /// What a step of [`super::results`] binds.
    Step(u8),
}

/// A background literal: the predicate's place in the fragment, and its columns; `None` where it
/// binds a variable of its own.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Literal {
    pub predicate: usize,
    pub columns: Vec<Option<Term>>,
}

/// All literals.
#[derive(Debug, Default)]
pub(super) struct Syntax {
    literals: Vec<Literal>,
    numbers: HashMap<Literal, LiteralId>,
    /// The inputs that each needs, one bit each, those of the literals before it not included.
    inputs: Vec<u32>,
}

impl Syntax {
    /// The number of a literal; `None` if there are too many.
    pub fn number(&mut self, literal: Literal) -> Option<LiteralId> {
        if let Some(&number) = self.numbers.get(&literal) {
            return Some(number);
        }
        let number = LiteralId::try_from(self.literals.len()).ok()?;
        let inputs = literal.columns.iter().flatten().map(|term| match term {
            Term::Input(input) => 1u32 << input,
            _ => 0,
        });
        self.inputs.push(inputs.fold(0, |mask, bit| mask | bit));
        self.literals.push(literal.clone());
        self.numbers.insert(literal, number);
        Some(number)
    }

    pub fn literal(&self, number: LiteralId) -> &Literal {
        &self.literals[usize::from(number)]
    }

    /// The inputs that stand in the literals of a set.
    pub fn inputs(&self, set: &Set) -> u32 {
        let numbers = set.members().iter();
        numbers.fold(0, |mask, &number| mask | self.inputs[usize::from(number)])
    }
}

/// A few literals, each once, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Set {
    length: u8,
    members: [LiteralId; MOST],
}

impl Set {
    pub fn len(&self) -> usize {
        usize::from(self.length)
    }

    pub fn members(&self) -> &[LiteralId] {
        &self.members[..self.len()]
    }

    /// Both together, if these are not too many.
    pub fn or(&self, other: &Set) -> Option<Set> {
        let mut both = Set::default();
        let (a, b) = (self.members(), other.members());
        let (mut i, mut j) = (0, 0);
        while i < a.len() || j < b.len() {
            let next = match (a.get(i), b.get(j)) {
                (Some(&x), Some(&y)) => x.min(y),
                (Some(&x), None) | (None, Some(&x)) => x,
                (None, None) => break,
            };
            i += usize::from(a.get(i) == Some(&next));
            j += usize::from(b.get(j) == Some(&next));
            let at = both.len();
            *both.members.get_mut(at)? = next;
            both.length += 1;
        }
        Some(both)
    }

    /// How many of these are not in the other one.
    pub fn beyond(&self, other: &Set) -> usize {
        let members = self.members().iter();
        members.filter(|id| !other.members().contains(id)).count()
    }

    /// With one more.
    pub fn with(&self, literal: LiteralId) -> Option<Set> {
        let mut one = Set::default();
        one.members[0] = literal;
        one.length = 1;
        self.or(&one)
    }
}

/// The parts of a clause.
#[derive(Debug, Default)]
pub(super) struct Parts<'p> {
    /// The literals over the state.
    pub set: Set,
    /// The arguments of the recursive call.
    pub call: Option<&'p [Term]>,
    /// Literals that need its answer: what they bind is [`Term::Step`].
    pub steps: &'p [Literal],
    /// The outputs.
    pub outputs: Vec<Term>,
    /// What stands for the only answer of the call, if it is a variable of the rest.
    pub answer: Option<Term>,
}

impl Parts<'_> {
    /// The clause; `None` if it has too many variables.
    pub fn clause(&self, fragment: &Fragment<'_>, syntax: &Syntax) -> Option<Clause> {
        let arity = fragment.bias.predicate(fragment.head).arity();
        let mut names: Vec<(Term, Variable)> = Vec::new();
        let mut next = arity;
        for (number, &column) in fragment.inputs.iter().enumerate() {
            names.push((Term::Input(number as u8), column as Variable));
        }
        // An output that is there twice is bound by a literal of its own.
        let mut again: Vec<(Term, Variable)> = Vec::new();
        for (&term, &column) in self.outputs.iter().zip(&fragment.outputs) {
            match names.iter().any(|(known, _)| *known == term) {
                true => again.push((term, column as Variable)),
                false => names.push((term, column as Variable)),
            }
        }
        let mut name = |term: Term| -> Option<Variable> {
            if let Some((_, variable)) = names.iter().find(|(known, _)| *known == term) {
                return Some(*variable);
            }
            if next >= MAX_VARIABLES {
                return None;
            }
            next += 1;
            names.push((term, next as Variable - 1));
            Some(next as Variable - 1)
        };
        let mut clause = Clause::fact(fragment.head, arity);
        let mut add = |literal: &Literal, own: &dyn Fn(u8) -> Term| -> Option<()> {
            let columns = literal.columns.iter().enumerate();
            let arguments: Option<Vec<Variable>> = columns
                .map(|(column, term)| name(term.unwrap_or(own(column as u8))))
                .collect();
            let id = fragment.known[literal.predicate].id;
            clause.body.push(Plain::new(id, &arguments?));
            Some(())
        };
        for &number in self.set.members() {
            let own = |column| Term::Of(number, column);
            add(syntax.literal(number), &own)?;
        }
        for (number, step) in self.steps.iter().enumerate() {
            add(step, &|_| Term::Step(number as u8))?;
        }
        if let Some(call) = self.call {
            let (mut inputs, mut outputs) = (call.iter(), 0..);
            let arguments: Option<Vec<Variable>> = (0..arity)
                .map(|column| match fragment.outputs.contains(&column) {
                    true => {
                        let answer = Term::Answer(outputs.next()?);
                        name(self.answer.unwrap_or(answer))
                    }
                    false => name(*inputs.next()?),
                })
                .collect();
            clause.body.push(Plain::new(fragment.head, &arguments?));
        }
        for (term, variable) in again {
            let Term::Of(number, column) = term else {
                return None;
            };
            let literal = syntax.literal(number);
            let columns = literal.columns.iter().enumerate();
            let arguments: Option<Vec<Variable>> = columns
                .map(|(at, term)| match term {
                    Some(term) => name(*term),
                    None if at == usize::from(column) => Some(variable),
                    None => None,
                })
                .collect();
            let id = fragment.known[literal.predicate].id;
            clause.body.push(Plain::new(id, &arguments?));
        }
        clause.body.sort_unstable();
        clause.body.dedup();
        Some(clause)
    }
}
