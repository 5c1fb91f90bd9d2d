//! Descents, and the chains of states that they make of the examples.
//!
//! A descent says what the recursive call is called with: terms over the inputs of the head. From
//! an example on it makes one state after the other, until a term has no value. A descent that does
//! not end on a positive example is in no program: its answers would be asked for without end.

use std::collections::HashSet;

use super::{
    super::task::Value,
    bodies::World,
    calls::Halt,
    fragment::agree,
    syntax::{Literal, Set, Term},
};
use crate::relation::Tuples;

/// The arguments of a recursive call.
#[derive(Debug, Clone)]
pub(super) struct Descent {
    pub call: Vec<Term>,
    pub set: Set,
}

/// The states of a descent.
#[derive(Debug)]
pub(super) struct Chains {
    /// All states, each once.
    pub states: Tuples,
    /// The states of each example, from its own on.
    pub of: Vec<Vec<u32>>,
}

/// A term that is written, with the literals that it needs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Written {
    term: Term,
    kind: Option<super::super::bias::TypeId>,
    set: Set,
}

/// The terms of up to so many literals.
pub(super) fn written(world: &mut World<'_, '_>, most: usize) -> Result<Vec<Written>, Halt> {
    let fragment = world.fragment;
    let inputs = fragment.inputs.iter().enumerate();
    let mut terms: Vec<Written> = inputs
        .map(|(number, &column)| Written {
            term: Term::Input(number as u8),
            kind: fragment.kind(column),
            set: Set::default(),
        })
        .collect();
    for level in 1..=most {
        let known = terms.len();
        for (predicate, of) in fragment.known.iter().enumerate() {
            if of.outs.is_empty() || (of.ins.is_empty() && level > 1) {
                continue;
            }
            let mut open: Vec<(Vec<usize>, Set)> = vec![(Vec::new(), Set::default())];
            for (place, &column) in of.ins.iter().enumerate() {
                let last = place + 1 == of.ins.len();
                let mut longer = Vec::new();
                for (chosen, set) in &open {
                    world.budget.spend(known)?;
                    for (number, term) in terms[..known].iter().enumerate() {
                        let fits = !chosen.contains(&number) && agree(term.kind, of.types[column]);
                        let Some(both) = set.or(&term.set).filter(|_| fits) else {
                            continue;
                        };
                        let size = both.len() + 1;
                        if size < level || (last && size == level) || (!last && size <= level) {
                            if last && size != level {
                                continue;
                            }
                            let mut chosen = chosen.clone();
                            chosen.push(number);
                            longer.push((chosen, both));
                        }
                    }
                }
                open = longer;
            }
            for (chosen, set) in open {
                let mut columns = vec![None; of.types.len()];
                for (&column, &number) in of.ins.iter().zip(&chosen) {
                    columns[column] = Some(terms[number].term);
                }
                let literal = Literal { predicate, columns };
                let Some(number) = world.syntax.number(literal) else {
                    continue;
                };
                let Some(set) = set.with(number) else {
                    continue;
                };
                for &column in &of.outs {
                    terms.push(Written {
                        term: Term::Of(number, column as u8),
                        kind: of.types[column],
                        set,
                    });
                }
            }
        }
    }
    Ok(terms)
}

/// The descents of exactly so many literals.
pub(super) fn descents(
    world: &mut World<'_, '_>,
    terms: &[Written],
    literals: usize,
) -> Result<Vec<Descent>, Halt> {
    let fragment = world.fragment;
    let mut open = vec![Descent {
        call: Vec::new(),
        set: Set::default(),
    }];
    for (place, &column) in fragment.inputs.iter().enumerate() {
        let last = place + 1 == fragment.inputs.len();
        let mut longer = Vec::new();
        for descent in &open {
            world.budget.spend(terms.len())?;
            for term in terms {
                let fits =
                    !descent.call.contains(&term.term) && agree(term.kind, fragment.kind(column));
                let Some(set) = descent.set.or(&term.set).filter(|_| fits) else {
                    continue;
                };
                if set.len() < literals && !last || set.len() == literals {
                    let mut call = descent.call.clone();
                    call.push(term.term);
                    longer.push(Descent { call, set });
                }
            }
        }
        open = longer;
    }
    open.retain(|descent| {
        let call = descent.call.iter().enumerate();
        let mut moved = call.filter(|&(at, term)| *term != Term::Input(at as u8));
        moved.next().is_some()
    });
    Ok(open)
}

impl Descent {
    /// The chains from the examples, of which the first are positive; `None` if one of those does
    /// not end within so many states, or none of them has a second state.
    pub fn chains(
        &self,
        world: &mut World<'_, '_>,
        (examples, positives): (&[Vec<Value>], usize),
        most: usize,
    ) -> Result<Option<Chains>, Halt> {
        // Most of those that do not end show it on the greatest example.
        if self.endless(world, &examples[positives - 1], most)? {
            return Ok(None);
        }
        let mut chains: Vec<Vec<Vec<Value>>> = examples
            .iter()
            .map(|example| vec![example.clone()])
            .collect();
        let mut seen: Vec<HashSet<Vec<Value>>> = examples
            .iter()
            .map(|example| HashSet::from([example.clone()]))
            .collect();
        // All chains at once, so that Prolog is asked many goals at a time.
        let mut open: Vec<usize> = (0..examples.len()).collect();
        for _ in 0..most {
            let states: Vec<Vec<Value>> = open
                .iter()
                .filter_map(|&example| chains[example].last().cloned())
                .collect();
            let next = self.step(world, &states)?;
            let mut going = Vec::with_capacity(open.len());
            for (example, next) in open.into_iter().zip(next) {
                let Some(next) = next else { continue };
                if seen[example].insert(next.clone()) {
                    chains[example].push(next);
                    going.push(example);
                } else if example < positives {
                    return Ok(None);
                }
            }
            open = going;
            if open.is_empty() {
                break;
            }
        }
        let endless = open.iter().any(|&example| example < positives);
        let moves = chains[..positives].iter().any(|chain| chain.len() > 1);
        if endless || !moves {
            return Ok(None);
        }
        let mut states = Tuples::new(world.fragment.inputs.len());
        let mut number = |state: &Vec<Value>| match states.insert(state) {
            Ok(number) | Err(number) => number,
        };
        let of = chains
            .iter()
            .map(|chain| chain.iter().map(&mut number).collect());
        let of = of.collect();
        Ok(Some(Chains { states, of }))
    }

    /// Whether the chain from one example is longer, or comes back to a state.
    fn endless(
        &self,
        world: &mut World<'_, '_>,
        example: &[Value],
        most: usize,
    ) -> Result<bool, Halt> {
        let mut state = vec![example.to_vec()];
        let mut seen: HashSet<Vec<Value>> = HashSet::from([example.to_vec()]);
        for _ in 0..most {
            let Some(next) = self.step(world, &state)?.pop().flatten() else {
                return Ok(false);
            };
            if !seen.insert(next.clone()) {
                return Ok(true);
            }
            state[0] = next;
        }
        Ok(true)
    }

    /// The state after each.
    pub fn step(
        &self,
        world: &mut World<'_, '_>,
        states: &[Vec<Value>],
    ) -> Result<Vec<Option<Vec<Value>>>, Halt> {
        // The literals come before those that use them: they were numbered so.
        let mut bound: Vec<Vec<Option<Value>>> = vec![Vec::new(); states.len()];
        let mut places: Vec<Term> = Vec::new();
        for &number in self.set.members() {
            let literal = world.syntax.literal(number).clone();
            let known = &world.fragment.known[literal.predicate];
            world.budget.spend(states.len())?;
            let key = |state: usize, bound: &[Option<Value>]| -> Option<Vec<Value>> {
                let columns = known.ins.iter().map(|&column| literal.columns[column]);
                columns
                    .map(|term| value(term?, &states[state], &places, bound))
                    .collect()
            };
            let mut keys = Tuples::new(known.ins.len());
            for (state, bound) in bound.iter().enumerate() {
                if let Some(key) = key(state, bound) {
                    let _ = keys.insert(&key);
                }
            }
            let work = world.calls.ask(literal.predicate, &keys)?;
            world.budget.spend(work)?;
            for (state, bound) in bound.iter_mut().enumerate() {
                let key = key(state, bound);
                let rows = key.and_then(|key| world.calls.rows(literal.predicate, &key));
                match rows.filter(|rows| rows.count == 1) {
                    Some(rows) => bound.extend(rows.cells.iter().map(|&value| Some(value))),
                    None => bound.extend(known.outs.iter().map(|_| None)),
                }
            }
            let outs = known.outs.iter();
            places.extend(outs.map(|&column| Term::Of(number, column as u8)));
        }
        let next = states.iter().zip(&bound).map(|(state, bound)| {
            // Also what no argument needs must have a value.
            let all = bound.iter().all(Option::is_some);
            let call = self.call.iter();
            let next: Option<Vec<Value>> = call
                .map(|&term| value(term, state, &places, bound))
                .collect();
            next.filter(|_| all)
        });
        Ok(next.collect())
    }
}

fn value(term: Term, state: &[Value], places: &[Term], bound: &[Option<Value>]) -> Option<Value> {
    match term {
        Term::Input(input) => state.get(usize::from(input)).copied(),
        term => bound[places.iter().position(|&place| place == term)?],
    }
}
