//! The predicates that a program may define: the task's heads, and those that it invents.
//!
//! How many arguments an invented predicate has, their types, and with directions which of them are
//! inputs, is part of the choice of a program: each shape of `inv1` is a predicate of its own here,
//! and a program uses one of them at most. Where there are too many types for that, the types of its
//! arguments are those of the variables that stand there; all uses in a program must agree.

use super::super::{
    bias::{Bias, Mode, Predicate, PredicateId, TypeId},
    clause::Clause,
    relations::Columns,
};

/// How many predicates a program invents at most.
const MOST_SYMBOLS: usize = 2;

/// With more types than this, those of invented arguments are told by their use alone.
const MOST_TYPES: usize = 3;

/// An index into the predicates that are learned: the heads first.
pub(super) type Learned = usize;

/// A bias with the predicates that its programs may invent.
#[derive(Debug, Clone)]
pub(super) struct Language {
    /// The bias: every head has directions if any predicate has.
    pub bias: Bias,
    /// Heads, then invented predicates.
    pub learned: Vec<PredicateId>,
    /// How many of the learned predicates are heads.
    pub heads: usize,
    /// The number of the invented symbol, from 1; 0 for heads.
    pub symbol: Vec<usize>,
    /// Whether learned predicates are called with their inputs bound.
    pub directed: bool,
    of_predicate: Vec<Option<Learned>>,
}

impl Language {
    /// The language of a bias where programs have at most `clauses` clauses. With `directed`,
    /// learned predicates have directions: all inputs where none are declared.
    pub fn new(bias: &Bias, clauses: usize, directed: bool) -> Language {
        let mut bias = bias.clone();
        let heads = bias.heads.clone();
        if directed {
            for &head in &heads {
                let predicate = &mut bias.predicates[usize::from(head.0)];
                let arity = predicate.arity();
                predicate.modes.get_or_insert_with(|| vec![Mode::In; arity]);
            }
        }
        let mut language = Language {
            of_predicate: vec![None; bias.predicates.len()],
            heads: heads.len(),
            symbol: vec![0; heads.len()],
            learned: heads.clone(),
            directed,
            bias,
        };
        for (learned, head) in heads.iter().enumerate() {
            language.of_predicate[usize::from(head.0)] = Some(learned);
        }
        if language.bias.invention {
            for symbol in 1..clauses.clamp(2, 1 + MOST_SYMBOLS) {
                language.invent(symbol);
            }
        }
        language
    }

    /// All shapes of an invented symbol: one or two arguments, of which the first is an input, of
    /// all types.
    fn invent(&mut self, symbol: usize) {
        use Mode::{In, Out};
        let shapes: &[&[Mode]] = match self.directed {
            true => &[&[In], &[In, In], &[In, Out]],
            false => &[&[In], &[In, In]],
        };
        let mut kinds: Vec<Option<TypeId>> = self
            .bias
            .body
            .iter()
            .flat_map(|&id| self.bias.predicate(id).types.iter().copied())
            .collect();
        kinds.sort_unstable();
        kinds.dedup();
        if kinds.contains(&None) || kinds.len() > MOST_TYPES {
            kinds = vec![None];
        }
        let mut name = format!("inv{symbol}");
        while self.bias.predicates.iter().any(|known| known.name == name) {
            name.push('_');
        }
        for &modes in shapes {
            for &first in &kinds {
                let seconds = match modes {
                    [_] => &kinds[..1],
                    _ => &kinds[..],
                };
                for &second in seconds {
                    // Two arguments of the same mode may be written in either order.
                    let swapped = matches!(modes, [a, b] if a == b) && second < first;
                    if swapped {
                        continue;
                    }
                    let mut predicate = Predicate::untyped(name.clone(), modes.len());
                    predicate.types = [first, second][..modes.len()].to_vec();
                    predicate.modes = self.directed.then(|| modes.to_vec());
                    self.add(predicate, symbol);
                }
            }
        }
    }

    fn add(&mut self, predicate: Predicate, symbol: usize) -> PredicateId {
        let id = self.bias.add(predicate);
        self.of_predicate.push(Some(self.learned.len()));
        self.learned.push(id);
        self.symbol.push(symbol);
        id
    }

    /// A copy of an invented predicate under a symbol that nothing else has.
    pub fn renamed(&mut self, learned: Learned) -> PredicateId {
        let symbol = self.symbol.iter().max().map_or(1, |most| most + 1);
        let mut predicate = self.bias.predicate(self.learned[learned]).clone();
        predicate.name = format!("inv{symbol}");
        while self
            .bias
            .predicates
            .iter()
            .any(|known| known.name == predicate.name)
        {
            predicate.name.push('_');
        }
        self.add(predicate, symbol)
    }

    /// The learned predicate behind a predicate; `None` for the background.
    pub fn learned(&self, id: PredicateId) -> Option<Learned> {
        self.of_predicate[usize::from(id.0)]
    }

    /// The predicate.
    pub fn predicate(&self, learned: Learned) -> &Predicate {
        self.bias.predicate(self.learned[learned])
    }

    /// The columns that are bound when a learned predicate is called, if that is fixed.
    pub fn inputs(&self, learned: Learned) -> Option<Columns> {
        let modes = self.predicate(learned).modes.as_ref()?;
        let inputs = modes
            .iter()
            .enumerate()
            .filter(|(_, mode)| **mode == Mode::In);
        Some(inputs.fold(0, |columns, (column, _)| columns | 1 << column))
    }

    /// The learned predicates that a clause of `of` may call.
    pub fn callees(&self, of: Learned) -> Vec<PredicateId> {
        let callees = (0..self.learned.len()).filter(|&other| {
            let (from, to) = (self.symbol[of], self.symbol[other]);
            match (self.bias.recursion, to) {
                // Without recursion a symbol is defined by higher ones.
                (false, _) => to > from,
                (true, 0) => true,
                (true, _) => to != from || other == of,
            }
        });
        callees.map(|other| self.learned[other]).collect()
    }

    /// True iff a clause, or two of a program, do not use two shapes of one symbol.
    pub fn one_shape(&self, mask: u64) -> bool {
        let used = (self.heads..self.learned.len()).filter(|learned| mask >> learned & 1 == 1);
        let symbols: Vec<usize> = used.map(|learned| self.symbol[learned]).collect();
        symbols.windows(2).all(|pair| pair[0] != pair[1])
    }

    /// The learned predicates in a clause's body, one bit each.
    pub fn calls(&self, clause: &Clause) -> u64 {
        let callees = clause.body.iter().filter_map(|l| self.learned(l.predicate));
        callees.fold(0, |mask, learned| mask | 1 << learned)
    }

    /// True iff each argument of an invented predicate has one type in all clauses.
    pub fn well_typed<'c>(&self, clauses: impl IntoIterator<Item = &'c Clause>) -> bool {
        let mut known: Vec<[Option<TypeId>; 2]> = vec![[None; 2]; self.learned.len()];
        for clause in clauses {
            let types = self.bias.variable_types(clause);
            for literal in clause.literals() {
                let Some(learned) = self.learned(literal.predicate) else {
                    continue;
                };
                if learned < self.heads {
                    continue;
                }
                for (place, &variable) in literal.arguments().iter().enumerate() {
                    let kind = types[usize::from(variable)];
                    let cell = &mut known[learned][place];
                    if matches!((*cell, kind), (Some(a), Some(b)) if a != b) {
                        return false;
                    }
                    *cell = cell.or(kind);
                }
            }
        }
        true
    }
}
