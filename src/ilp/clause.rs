//! Clauses, and their canonical form: one clause for all renamings of its variables.
//!
//! The head's variables are 0, 1, ... in order and keep their numbers; the existential variables of
//! the body follow without a gap. Colour refinement orders the existential variables by what no
//! renaming changes; of the orders of those that it cannot tell apart, the one with the
//! lexicographically smallest sorted body is canonical.

use std::{
    cmp::Ordering,
    fmt,
    hash::{Hash, Hasher},
};

use super::bias::PredicateId;
use crate::random::mix;

/// A variable's number in its clause; the head's come first.
pub type Variable = u8;

/// The most variables that a literal can hold.
pub const MAX_ARITY: usize = 9;

/// The most variables that a clause can have; sets of them are words.
pub const MAX_VARIABLES: usize = 64;

const NONE: Variable = Variable::MAX;

/// A predicate applied to variables.
#[derive(Clone, Copy)]
pub struct Literal {
    /// The predicate.
    pub predicate: PredicateId,
    arity: u8,
    arguments: [Variable; MAX_ARITY],
}

impl Literal {
    /// A literal of at most [`MAX_ARITY`] arguments.
    ///
    /// # Panics
    ///
    /// With more arguments.
    pub fn new(predicate: PredicateId, variables: &[Variable]) -> Literal {
        let mut arguments = [NONE; MAX_ARITY];
        arguments[..variables.len()].copy_from_slice(variables);
        Literal {
            predicate,
            arity: variables.len() as u8,
            arguments,
        }
    }

    /// The variables, in order.
    #[inline]
    pub fn arguments(&self) -> &[Variable] {
        &self.arguments[..usize::from(self.arity)]
    }

    /// All of it in one number, by which literals are ordered and hashed.
    #[inline]
    fn key(&self) -> u128 {
        let [first @ .., last] = self.arguments;
        let high = u128::from(self.predicate.0) << 8 | u128::from(self.arity);
        high << 72 | u128::from(u64::from_be_bytes(first)) << 8 | u128::from(last)
    }

    /// The same with each variable renamed.
    #[inline]
    pub fn renamed(&self, rename: impl Fn(Variable) -> Variable) -> Literal {
        let mut renamed = *self;
        for argument in &mut renamed.arguments[..usize::from(self.arity)] {
            *argument = rename(*argument);
        }
        renamed
    }
}

impl PartialEq for Literal {
    #[inline]
    fn eq(&self, other: &Literal) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Literal {}

impl Ord for Literal {
    #[inline]
    fn cmp(&self, other: &Literal) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl PartialOrd for Literal {
    #[inline]
    fn partial_cmp(&self, other: &Literal) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for Literal {
    /// Bits all over: some tables know clauses by their hash alone.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let key = self.key();
        state.write_u64(mix(mix((key >> 64) as u64) ^ key as u64));
    }
}

impl fmt::Debug for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:?}", self.predicate.0, self.arguments())
    }
}

/// A definite clause; its body is a set.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Clause {
    /// The head: variables 0, 1, ...
    pub head: Literal,
    /// The body, sorted.
    pub body: Vec<Literal>,
}

impl Clause {
    /// A clause without a body.
    pub fn fact(head: PredicateId, arity: usize) -> Clause {
        let variables: Vec<Variable> = (0..arity as Variable).collect();
        Clause {
            head: Literal::new(head, &variables),
            body: Vec::new(),
        }
    }

    /// The number of literals, the head's included: the size of Popper.
    pub fn size(&self) -> usize {
        1 + self.body.len()
    }

    /// The head and the body.
    pub fn literals(&self) -> impl Iterator<Item = &Literal> {
        std::iter::once(&self.head).chain(&self.body)
    }

    /// One more than the greatest variable.
    pub fn variables(&self) -> usize {
        let greatest = self.literals().flat_map(Literal::arguments).max();
        greatest.map_or(0, |&variable| usize::from(variable) + 1)
    }

    /// The number of head variables.
    pub fn head_variables(&self) -> usize {
        self.head.arguments().len()
    }

    /// This clause with one more literal, sorted but not canonical.
    pub fn with(&self, literal: Literal) -> Clause {
        let mut body = Vec::with_capacity(self.body.len() + 1);
        let at = self.body.partition_point(|known| *known < literal);
        body.extend_from_slice(&self.body[..at]);
        body.push(literal);
        body.extend_from_slice(&self.body[at..]);
        Clause {
            head: self.head,
            body,
        }
    }

    /// This clause without the literal at `index`; variables may have gaps.
    pub fn without(&self, index: usize) -> Clause {
        let mut clause = self.clone();
        clause.body.remove(index);
        clause
    }

    /// The groups of body literals that share existential variables, as masks over the body: given
    /// the head's variables, they hold independently of each other.
    ///
    /// # Panics
    ///
    /// With more than 64 literals.
    pub fn components(&self) -> Vec<u64> {
        assert!(self.body.len() <= 64);
        let own = self.head_variables();
        let mut groups: Vec<(u64, u64)> = Vec::new();
        for (index, literal) in self.body.iter().enumerate() {
            let mut mask = 1u64 << index;
            let mut variables = 0u64;
            for &variable in literal.arguments() {
                if usize::from(variable) >= own {
                    variables |= 1 << variable;
                }
            }
            groups.retain(|&(other, theirs)| {
                let meets = variables & theirs != 0;
                if meets {
                    mask |= other;
                    variables |= theirs;
                }
                !meets
            });
            groups.push((mask, variables));
        }
        groups.into_iter().map(|(mask, _)| mask).collect()
    }

    /// The canonical form, the same for all renamings of existential variables. `symmetric` tells whose two arguments may change places.
    pub fn canonical(&self, symmetric: impl Fn(PredicateId) -> bool + Copy) -> Clause {
        self.canonical_with_names(symmetric).0
    }

    /// The canonical form, and what each variable of the clause is called in it.
    pub fn canonical_with_names(
        &self,
        symmetric: impl Fn(PredicateId) -> bool + Copy,
    ) -> (Clause, [Variable; MAX_VARIABLES]) {
        let own = self.head_variables();
        let mut set: Vec<Literal> = self.body.iter().map(|l| ordered(*l, symmetric)).collect();
        set.sort_unstable();
        set.dedup();
        let mut used = 0u64;
        for literal in &set {
            literal.arguments().iter().for_each(|&v| used |= 1 << v);
        }
        let mut existential = [0 as Variable; MAX_VARIABLES];
        let mut count = 0;
        for variable in (own..MAX_VARIABLES).filter(|variable| used >> variable & 1 == 1) {
            existential[count] = variable as Variable;
            count += 1;
        }
        let existential = &existential[..count];
        let mut rename = [0 as Variable; MAX_VARIABLES];
        for (variable, name) in rename.iter_mut().enumerate().take(own) {
            *name = variable as Variable;
        }
        let apply = |rename: &[Variable; MAX_VARIABLES], body: &mut Vec<Literal>| {
            body.clear();
            let renamed = set.iter().map(|l| l.renamed(|v| rename[usize::from(v)]));
            body.extend(renamed.map(|l| ordered(l, symmetric)));
            body.sort_unstable();
        };
        let mut best = Vec::with_capacity(set.len());
        if count <= 1 {
            existential
                .iter()
                .for_each(|&v| rename[usize::from(v)] = own as Variable);
            apply(&rename, &mut best);
            let clause = Clause {
                head: self.head,
                body: best,
            };
            return (clause, rename);
        }
        let mut names = rename;
        let colours = colours(&set, own, existential, symmetric);
        let mut order = [0usize; MAX_VARIABLES];
        (0..count).for_each(|index| order[index] = index);
        let order = &mut order[..count];
        order.sort_unstable_by_key(|&index| colours[usize::from(existential[index])]);
        let mut body = Vec::new();
        let mut first = true;
        each_order(
            order,
            &|index| colours[usize::from(existential[index])],
            0,
            &mut |order| {
                for (place, &index) in order.iter().enumerate() {
                    rename[usize::from(existential[index])] = (own + place) as Variable;
                }
                if first {
                    apply(&rename, &mut best);
                    names = rename;
                    first = false;
                    return;
                }
                apply(&rename, &mut body);
                if body < best {
                    std::mem::swap(&mut body, &mut best);
                    names = rename;
                }
            },
        );
        let clause = Clause {
            head: self.head,
            body: best,
        };
        (clause, names)
    }
}

/// A number for each existential variable that no renaming changes.
fn colours(
    body: &[Literal],
    own: usize,
    existential: &[Variable],
    symmetric: impl Fn(PredicateId) -> bool,
) -> [u64; MAX_VARIABLES] {
    let mut colour = [0u64; MAX_VARIABLES];
    let end = existential
        .last()
        .map_or(own, |&last| usize::from(last) + 1);
    for (variable, colour) in colour.iter_mut().enumerate().take(own) {
        *colour = mix(variable as u64 + 1);
    }
    let mut next = colour;
    let mut distinct = 1;
    loop {
        for &variable in existential {
            next[usize::from(variable)] = mix(colour[usize::from(variable)] ^ 0x51);
        }
        for literal in body {
            let swaps = symmetric(literal.predicate);
            let place = |place: usize| if swaps { 0 } else { place as u64 };
            let mut about = mix(u64::from(literal.predicate.0) + 0x1_0000);
            for (at, &variable) in literal.arguments().iter().enumerate() {
                let seen = mix(colour[usize::from(variable)].wrapping_add(place(at) * 0x9E37));
                about = about.wrapping_add(seen);
            }
            for (at, &variable) in literal.arguments().iter().enumerate() {
                if usize::from(variable) >= own {
                    let cell = &mut next[usize::from(variable)];
                    *cell = cell.wrapping_add(mix(about ^ (place(at) + 7).rotate_right(8)));
                }
            }
        }
        colour[own..end].copy_from_slice(&next[own..end]);
        let new = existential
            .iter()
            .enumerate()
            .filter(|&(at, &v)| {
                let same = |&w: &Variable| colour[usize::from(w)] == colour[usize::from(v)];
                !existential[..at].iter().any(same)
            })
            .count();
        if new == existential.len() || new == distinct {
            return colour;
        }
        distinct = new;
    }
}

/// Visits each order of variables that keeps the order of their colours.
fn each_order(
    order: &mut [usize],
    colour: &impl Fn(usize) -> u64,
    from: usize,
    visit: &mut impl FnMut(&[usize]),
) {
    if from == order.len() {
        return visit(order);
    }
    let first = colour(order[from]);
    let tied = order[from..]
        .iter()
        .take_while(|&&index| colour(index) == first)
        .count();
    for other in from..from + tied {
        order.swap(from, other);
        each_order(order, colour, from + 1, visit);
        order.swap(from, other);
    }
}

/// The literal with the arguments of a symmetric predicate in ascending order.
#[inline]
pub fn ordered(literal: Literal, symmetric: impl Fn(PredicateId) -> bool) -> Literal {
    match *literal.arguments() {
        [a, b] if a > b && symmetric(literal.predicate) => Literal::new(literal.predicate, &[b, a]),
        _ => literal,
    }
}

/// `A` to `Z`, then `A1`, `B1`, ...
pub fn variable_name(variable: Variable) -> String {
    let letter = char::from(b'A' + variable % 26);
    match variable / 26 {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{super::bias::PredicateId, Clause, Literal};

    fn clause(body: &[(u16, Vec<u8>)]) -> Clause {
        let mut clause = Clause::fact(PredicateId(0), 2);
        clause.body = body
            .iter()
            .map(|(predicate, arguments)| Literal::new(PredicateId(*predicate), arguments))
            .collect();
        clause.body.sort_unstable();
        clause.body.dedup();
        clause
    }

    proptest! {
        #[test]
        fn renaming_does_not_change_the_canonical_form(
            body in proptest::collection::vec((1..4u16, proptest::collection::vec(0..6u8, 2)), 1..6),
            order in Just([2u8, 3, 4, 5]).prop_shuffle(),
        ) {
            let clause = clause(&body);
            let mut renamed = clause.clone();
            for literal in &mut renamed.body {
                *literal = literal.renamed(|v| if v < 2 { v } else { order[usize::from(v) - 2] });
            }
            renamed.body.sort_unstable();
            let symmetric = |p: PredicateId| p.0 == 3;
            let canonical = clause.canonical(symmetric);
            prop_assert_eq!(&canonical, &renamed.canonical(symmetric));
            prop_assert_eq!(&canonical, &canonical.canonical(symmetric));
            prop_assert!(canonical.body.len() <= clause.body.len());
        }
    }

    #[test]
    fn different_clauses_stay_different() {
        // A cycle of four and two cycles of two: colours alone do not tell them apart.
        let four = clause(&[
            (1, vec![2, 3]),
            (1, vec![3, 4]),
            (1, vec![4, 5]),
            (1, vec![5, 2]),
        ]);
        let two = clause(&[
            (1, vec![2, 3]),
            (1, vec![3, 2]),
            (1, vec![4, 5]),
            (1, vec![5, 4]),
        ]);
        assert_ne!(four.canonical(|_| false), two.canonical(|_| false));
        assert_eq!(four.components().len(), 1);
        assert_eq!(two.components().len(), 2);
    }
}
