//! Clauses, and their canonical form: one clause for all renamings of its variables.
//!
//! The head's variables are 0, 1, ... in order and keep their numbers; the existential variables of
//! the body follow without a gap. Colour refinement orders the existential variables by what no
//! renaming changes; of the orders of those that it cannot tell apart, the one with the
//! lexicographically smallest sorted body is canonical.

use std::{
    fmt,
    hash::{Hash, Hasher},
};

use super::bias::PredicateId;

/// A variable's number in its clause; the head's come first.
pub type Variable = u8;

/// The most variables that a literal can hold.
pub const MAX_ARITY: usize = 9;

const NONE: Variable = Variable::MAX;

/// A predicate applied to variables.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
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
    pub fn arguments(&self) -> &[Variable] {
        &self.arguments[..usize::from(self.arity)]
    }

    /// The same with each variable renamed.
    pub fn renamed(&self, rename: impl Fn(Variable) -> Variable) -> Literal {
        let mut renamed = *self;
        for argument in &mut renamed.arguments[..usize::from(self.arity)] {
            *argument = rename(*argument);
        }
        renamed
    }
}

/// In two words: a clause is hashed for each clause made from it.
impl Hash for Literal {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let [a, b, c, d, e, f, g, h, i] = self.arguments;
        state.write_u64(u64::from_le_bytes([a, b, c, d, e, f, g, h]));
        state.write_u32(
            u32::from(self.predicate.0) << 16 | u32::from(self.arity) << 8 | u32::from(i),
        );
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
        let mut groups: Vec<(u64, [u64; 4])> = Vec::new();
        for (index, literal) in self.body.iter().enumerate() {
            let mut mask = 1u64 << index;
            let mut variables = [0u64; 4];
            for &variable in literal.arguments() {
                if usize::from(variable) >= own {
                    variables[usize::from(variable / 64)] |= 1 << (variable % 64);
                }
            }
            groups.retain(|(other, theirs)| {
                let meets = (0..4).any(|word| variables[word] & theirs[word] != 0);
                if meets {
                    mask |= other;
                    (0..4).for_each(|word| variables[word] |= theirs[word]);
                }
                !meets
            });
            groups.push((mask, variables));
        }
        groups.into_iter().map(|(mask, _)| mask).collect()
    }

    /// The canonical form, the same for all renamings of existential variables. `symmetric` tells whose two arguments may change places.
    pub fn canonical(&self, symmetric: impl Fn(PredicateId) -> bool + Copy) -> Clause {
        let own = self.head_variables();
        let mut set: Vec<Literal> = self.body.iter().map(|l| ordered(*l, symmetric)).collect();
        set.sort_unstable();
        set.dedup();
        let mut used = [false; 256];
        for literal in &set {
            for &variable in literal.arguments() {
                used[usize::from(variable)] = true;
            }
        }
        let existential: Vec<Variable> = (own..256)
            .filter(|&variable| used[variable])
            .map(|variable| variable as Variable)
            .collect();
        let mut rename = [0; 256];
        for (variable, name) in rename.iter_mut().enumerate().take(own) {
            *name = variable as Variable;
        }
        let apply = |rename: &[Variable; 256]| {
            let mut body: Vec<Literal> = set
                .iter()
                .map(|l| ordered(l.renamed(|v| rename[usize::from(v)]), symmetric))
                .collect();
            body.sort_unstable();
            body
        };
        if existential.len() <= 1 {
            for &variable in &existential {
                rename[usize::from(variable)] = own as Variable;
            }
            let body = apply(&rename);
            return Clause {
                head: self.head,
                body,
            };
        }
        // Two orders are tried sooner than colours are computed.
        let colours = match existential.len() {
            2 => vec![0; 2],
            _ => colours(&set, own, &existential, symmetric),
        };
        let mut order: Vec<usize> = (0..existential.len()).collect();
        order.sort_by_key(|&index| colours[index]);
        let mut best: Option<Vec<Literal>> = None;
        each_order(&mut order, &colours, 0, &mut |order| {
            for (place, &index) in order.iter().enumerate() {
                rename[usize::from(existential[index])] = (own + place) as Variable;
            }
            let body = apply(&rename);
            if best.as_ref().is_none_or(|best| body < *best) {
                best = Some(body);
            }
        });
        Clause {
            head: self.head,
            body: best.unwrap_or_default(),
        }
    }
}

/// A number for each existential variable that no renaming changes.
fn colours(
    body: &[Literal],
    own: usize,
    existential: &[Variable],
    symmetric: impl Fn(PredicateId) -> bool,
) -> Vec<u64> {
    let mut colour = [0u64; 256];
    for (variable, colour) in colour.iter_mut().enumerate().take(own) {
        *colour = mix(variable as u64 + 1);
    }
    let mut distinct = 1;
    loop {
        let mut next = colour;
        for &variable in existential {
            next[usize::from(variable)] = mix(colour[usize::from(variable)] ^ 0x51);
        }
        for literal in body {
            let swaps = symmetric(literal.predicate);
            let mut about = mix(u64::from(literal.predicate.0) + 0x1_0000);
            for (place, &variable) in literal.arguments().iter().enumerate() {
                let place = if swaps { 0 } else { place as u64 };
                let seen = mix(colour[usize::from(variable)].wrapping_add(place * 0x9E37));
                about = about.wrapping_add(seen);
            }
            for (place, &variable) in literal.arguments().iter().enumerate() {
                if usize::from(variable) >= own {
                    let place = if swaps { 0 } else { place as u64 };
                    let cell = &mut next[usize::from(variable)];
                    *cell = cell.wrapping_add(mix(about ^ mix(place + 7)));
                }
            }
        }
        colour = next;
        let mut seen: Vec<u64> = existential
            .iter()
            .map(|&v| colour[usize::from(v)])
            .collect();
        let colours = seen.clone();
        seen.sort_unstable();
        seen.dedup();
        if seen.len() == existential.len() || seen.len() == distinct {
            return colours;
        }
        distinct = seen.len();
    }
}

/// Visits each order of variables that keeps the order of their colours.
fn each_order(order: &mut [usize], colours: &[u64], from: usize, visit: &mut impl FnMut(&[usize])) {
    if from == order.len() {
        return visit(order);
    }
    let colour = colours[order[from]];
    let tied = order[from..]
        .iter()
        .take_while(|&&i| colours[i] == colour)
        .count();
    for other in from..from + tied {
        order.swap(from, other);
        each_order(order, colours, from + 1, visit);
        order.swap(from, other);
    }
}

/// The literal with the arguments of a symmetric predicate in ascending order.
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

/// The finaliser of SplitMix64 (S. Vigna's public-domain constants).
fn mix(mut x: u64) -> u64 {
    x = x.wrapping_add(0x9E37_79B9_7F4A_7C15);
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
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
