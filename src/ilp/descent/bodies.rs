//! What literals over a state come to, at all states of all chains of a descent.
//!
//! Two terms are the same if they have the same value at each state, two tests if they hold at the
//! same states (observational equivalence, as in A. Albarghouthi, S. Gulwani and Z. Kincaid,
//! "Recursive program synthesis", CAV 2013): of those that are the same one is kept, of the fewest
//! literals. No state is left out of account, so nothing is lost that the examples tell apart.

use std::collections::{HashMap, HashSet};

use super::{
    super::{Bits, bias::TypeId, task::Value},
    calls::{Budget, Calls, Halt, UNKNOWN},
    chains::Chains,
    fragment::{Fragment, agree},
    syntax::{Literal, LiteralId, Set, Syntax, Term},
};
use crate::relation::{self, Tuples};

/// Where a term has no value.
pub(super) const NONE: Value = Value::MAX;

/// The most terms that others are built of.
const TERMS: usize = 300;

/// How many tests that hold at the same states are kept.
const SAME: usize = 3;

/// A term with its values.
#[derive(Debug, Clone)]
pub(super) struct Valued {
    pub term: Term,
    pub kind: Option<TypeId>,
    pub values: Vec<Value>,
    /// The states where it has a value.
    pub mask: Bits,
    /// The literals that it needs.
    pub set: Set,
}

/// Literals that hold at some states.
#[derive(Debug, Clone)]
pub(super) struct Condition {
    pub mask: Bits,
    pub set: Set,
    /// The inputs that it names.
    pub inputs: u32,
}

/// The bodies over the states of a descent, of few literals first.
#[derive(Debug)]
pub(super) struct Bodies {
    pub terms: Vec<Valued>,
    /// What may be the output: terms with a literal of their own.
    pub outputs: Vec<Valued>,
    pub tests: Vec<Condition>,
    seen_terms: HashSet<(Option<TypeId>, Vec<Value>)>,
    seen_outputs: HashMap<Vec<Value>, usize>,
    seen_tests: HashMap<(Bits, u32), (usize, usize)>,
    /// Terms and tests of up to so many literals are there.
    level: usize,
}

/// What is needed to find out what a literal comes to.
pub(super) struct World<'w, 'a> {
    pub fragment: &'w Fragment<'a>,
    pub calls: &'w mut Calls<'a>,
    pub syntax: &'w mut Syntax,
    pub budget: &'w mut Budget<'a>,
}

impl World<'_, '_> {
    /// Whether a term is all that its literal binds.
    pub fn binds_one(&self, term: Term) -> bool {
        let Term::Of(number, _) = term else {
            return false;
        };
        let predicate = self.syntax.literal(number).predicate;
        self.fragment.known[predicate].outs.len() == 1
    }
}

impl Bodies {
    /// The inputs themselves.
    pub fn new(fragment: &Fragment<'_>, chains: &Chains) -> Bodies {
        let states = chains.states.len();
        let terms = fragment.inputs.iter().enumerate().map(|(number, &column)| {
            let values = (0..states).map(|state| chains.states.get(state)[number]);
            Valued {
                term: Term::Input(number as u8),
                kind: fragment.kind(column),
                values: values.collect(),
                mask: Bits::full(states),
                set: Set::default(),
            }
        });
        // Two inputs may be the same everywhere, and are two nevertheless.
        let terms: Vec<Valued> = terms.collect();
        Bodies {
            seen_terms: terms.iter().map(|t| (t.kind, t.values.clone())).collect(),
            terms,
            outputs: Vec::new(),
            tests: Vec::new(),
            seen_outputs: HashMap::new(),
            seen_tests: HashMap::new(),
            level: 0,
        }
    }

    /// Makes what has up to so many literals.
    pub fn grow(&mut self, world: &mut World<'_, '_>, level: usize) -> Result<(), Halt> {
        while self.level < level {
            self.level += 1;
            let known = self.terms.len();
            for predicate in 0..world.fragment.known.len() {
                let outs = &world.fragment.known[predicate].outs;
                if !outs.is_empty() {
                    let columns = world.fragment.known[predicate].ins.clone();
                    for arguments in self.arguments(world, predicate, &columns, known)? {
                        self.bind(world, predicate, &arguments)?;
                    }
                }
                let columns: Vec<usize> =
                    (0..world.fragment.known[predicate].types.len()).collect();
                for arguments in self.arguments(world, predicate, &columns, known)? {
                    self.test(world, predicate, &arguments)?;
                }
            }
        }
        Ok(())
    }

    /// The choices of the first `known` terms for some columns of a literal that has with them as
    /// many literals as the level says.
    fn arguments(
        &self,
        world: &mut World<'_, '_>,
        predicate: usize,
        columns: &[usize],
        known: usize,
    ) -> Result<Vec<Vec<usize>>, Halt> {
        let kinds = &world.fragment.known[predicate].types;
        let mut open: Vec<(Vec<usize>, Set)> = vec![(Vec::new(), Set::default())];
        for (place, &column) in columns.iter().enumerate() {
            let last = place + 1 == columns.len();
            let mut longer = Vec::new();
            for (chosen, set) in &open {
                world.budget.spend(known)?;
                for (number, term) in self.terms[..known].iter().enumerate() {
                    if chosen.contains(&number) || !agree(term.kind, kinds[column]) {
                        continue;
                    }
                    let Some(both) = set.or(&term.set) else {
                        continue;
                    };
                    let size = both.len() + 1;
                    if size > self.level || (last && size != self.level) {
                        continue;
                    }
                    let mut chosen = chosen.clone();
                    chosen.push(number);
                    longer.push((chosen, both));
                }
            }
            open = longer;
        }
        if columns.is_empty() && self.level != 1 {
            open.clear();
        }
        Ok(open.into_iter().map(|(chosen, _)| chosen).collect())
    }

    /// The numbers of the calls at each state, which are asked; [`UNKNOWN`] where a term has no value.
    fn numbers(
        &self,
        world: &mut World<'_, '_>,
        predicate: usize,
        terms: &[usize],
    ) -> Result<Vec<u32>, Halt> {
        let states = self.terms[0].values.len();
        world.budget.spend(states)?;
        let mut keys = Tuples::new(terms.len());
        let mut key = vec![NONE; terms.len()];
        let mut numbers = vec![UNKNOWN; states];
        let mut open: Vec<usize> = Vec::new();
        for (state, number) in numbers.iter_mut().enumerate() {
            if self.at(terms, state, &mut key) {
                match world.calls.number(predicate, &key) {
                    Some(known) => *number = known,
                    None => {
                        let _ = keys.insert(&key);
                        open.push(state);
                    }
                }
            }
        }
        if !open.is_empty() {
            let work = world.calls.ask(predicate, &keys)?;
            world.budget.spend(work)?;
        }
        for state in open {
            self.at(terms, state, &mut key);
            let number = world.calls.number(predicate, &key);
            numbers[state] = number.unwrap_or(UNKNOWN);
        }
        Ok(numbers)
    }

    fn set_of(&self, arguments: &[usize]) -> Option<Set> {
        let mut sets = arguments.iter().map(|&term| &self.terms[term].set);
        sets.try_fold(Set::default(), |all, set| all.or(set))
    }

    /// The values of some terms at a state, into `values`; false if one has none there.
    fn at(&self, terms: &[usize], state: usize, values: &mut [Value]) -> bool {
        for (value, &term) in values.iter_mut().zip(terms) {
            *value = self.terms[term].values[state];
        }
        !values.contains(&NONE)
    }

    /// The number of a literal, and the set of those of its arguments with it, if there is room for both.
    fn with(
        &self,
        world: &mut World<'_, '_>,
        literal: Literal,
        arguments: &[usize],
    ) -> Option<(LiteralId, Set)> {
        let number = world.syntax.number(literal)?;
        Some((number, self.set_of(arguments)?.with(number)?))
    }

    /// Adds what a literal binds, if it has one answer wherever it has any.
    fn bind(
        &mut self,
        world: &mut World<'_, '_>,
        predicate: usize,
        arguments: &[usize],
    ) -> Result<(), Halt> {
        let known = &world.fragment.known[predicate];
        let (outs, types) = (known.outs.clone(), known.types.clone());
        let mut columns = vec![None; types.len()];
        for (&column, &term) in known.ins.iter().zip(arguments) {
            columns[column] = Some(self.terms[term].term);
        }
        let numbers = self.numbers(world, predicate, arguments)?;
        let states = self.terms[0].values.len();
        let mut values = vec![vec![NONE; states]; outs.len()];
        let mut mask = Bits::empty(states);
        for (state, &number) in numbers.iter().enumerate() {
            if number == UNKNOWN {
                continue;
            }
            let rows = world.calls.numbered(predicate, number);
            match rows.count {
                0 => {}
                1 => {
                    mask.insert(state);
                    for (values, &value) in values.iter_mut().zip(rows.cells) {
                        values[state] = value;
                    }
                }
                // What has several answers is no term.
                _ => return Ok(()),
            }
        }
        if mask.is_empty() {
            return Ok(());
        }
        let literal = Literal { predicate, columns };
        let Some((number, set)) = self.with(world, literal, arguments) else {
            world.budget.cut_short = true;
            return Ok(());
        };
        self.add_test(world, mask.clone(), set);
        for (values, &column) in values.into_iter().zip(&outs) {
            let kind = types[column];
            let term = Valued {
                term: Term::Of(number, column as u8),
                kind,
                values,
                mask: mask.clone(),
                set,
            };
            let fragment = world.fragment;
            let mut wanted = fragment.outputs.iter();
            if wanted.any(|&column| agree(fragment.kind(column), kind)) {
                // The same output with fewer inputs named is no replacement.
                let count = self.seen_outputs.entry(term.values.clone()).or_default();
                *count += 1;
                if *count <= SAME {
                    world.budget.keep(9 * states)?;
                    self.outputs.push(term.clone());
                }
            }
            let new = !self.seen_terms.contains(&(kind, term.values.clone()));
            if new && self.terms.len() >= TERMS {
                world.budget.cut_short = true;
            } else if new {
                world.budget.keep(9 * states)?;
                self.seen_terms.insert((kind, term.values.clone()));
                self.terms.push(term);
            }
        }
        Ok(())
    }

    /// Adds a literal all of whose variables are known.
    fn test(
        &mut self,
        world: &mut World<'_, '_>,
        predicate: usize,
        arguments: &[usize],
    ) -> Result<(), Halt> {
        let known = &world.fragment.known[predicate];
        let ins: Vec<usize> = known.ins.iter().map(|&column| arguments[column]).collect();
        let outs: Vec<usize> = known.outs.iter().map(|&column| arguments[column]).collect();
        let numbers = self.numbers(world, predicate, &ins)?;
        let states = self.terms[0].values.len();
        let mut mask = Bits::empty(states);
        let mut row = vec![NONE; outs.len()];
        for (state, &number) in numbers.iter().enumerate() {
            if number == UNKNOWN || !self.at(&outs, state, &mut row) {
                continue;
            }
            if world.calls.numbered(predicate, number).holds(&row) {
                mask.insert(state);
            }
        }
        if mask.is_empty() {
            return Ok(());
        }
        let columns = arguments.iter().map(|&term| Some(self.terms[term].term));
        let literal = Literal {
            predicate,
            columns: columns.collect(),
        };
        if let Some((_, set)) = self.with(world, literal, arguments) {
            self.add_test(world, mask, set);
        }
        Ok(())
    }

    fn add_test(&mut self, world: &World<'_, '_>, mask: Bits, set: Set) {
        let inputs = world.syntax.inputs(&set);
        // Of those that hold at the same states, which one is cheapest depends on the literals that
        // a clause has anyway.
        let key = (mask.clone(), inputs);
        let (first, count) = self.seen_tests.entry(key).or_insert((set.len(), 0));
        if *count < SAME && set.len() <= *first + 1 {
            *count += 1;
            self.tests.push(Condition { mask, set, inputs });
        }
    }
}

/// Conjunctions of tests, beside literals that are there anyway.
#[derive(Debug)]
pub(super) struct Conditions {
    base: Set,
    /// Whether it matters which inputs are named.
    named: bool,
    pub all: Vec<Condition>,
    /// Where those of each number of further literals begin.
    begins: Vec<usize>,
    seen: HashSet<u128>,
    scratch: Vec<u64>,
}

/// What stands for a set of states, and what it is known for: sets are many and long.
pub(super) fn digest(words: impl IntoIterator<Item = u64>, more: u64) -> u128 {
    let words = std::iter::once(more).chain(words);
    words.map(u128::from).fold(0, relation::digest)
}

impl Conditions {
    /// The empty conjunction.
    pub fn new(base: Set, named: bool, states: usize, syntax: &Syntax) -> Conditions {
        let nothing = Condition {
            mask: Bits::full(states),
            set: base,
            inputs: syntax.inputs(&base),
        };
        let inputs = if named { nothing.inputs } else { 0 };
        let known = digest(nothing.mask.words().iter().copied(), u64::from(inputs));
        Conditions {
            base,
            named,
            seen: HashSet::from([known]),
            scratch: Vec::new(),
            all: vec![nothing],
            begins: vec![0, 1],
        }
    }

    /// Those of exactly so many further literals.
    pub fn of(&self, more: usize) -> &[Condition] {
        &self.all[self.range(more)]
    }

    /// The places of those in all.
    pub fn range(&self, more: usize) -> std::ops::Range<usize> {
        let end = |at: usize| self.begins.get(at).copied().unwrap_or(self.all.len());
        end(more)..end(more + 1)
    }

    /// How many further literals those have that were made.
    pub fn level(&self) -> usize {
        self.begins.len() - 2
    }

    /// Makes those of one more literal.
    pub fn grow(
        &mut self,
        tests: &[Condition],
        most: usize,
        budget: &mut Budget<'_>,
    ) -> Result<(), Halt> {
        let more = self.level() + 1;
        let below = self.all.len();
        'all: for known in 0..below {
            budget.spend(tests.len())?;
            let room = more - self.all[known].set.beyond(&self.base);
            for test in tests {
                let known = &self.all[known];
                if test.set.beyond(&known.set) != room {
                    continue;
                }
                let words = known.mask.words().iter().zip(test.mask.words());
                self.scratch.clear();
                self.scratch.extend(words.map(|(one, other)| one & other));
                if self.scratch.iter().all(|&word| word == 0) {
                    continue;
                }
                let inputs = known.inputs | test.inputs;
                let named = if self.named { inputs } else { 0 };
                let key = digest(self.scratch.iter().copied(), u64::from(named));
                if self.seen.contains(&key) {
                    continue;
                }
                let Some(set) = known.set.or(&test.set) else {
                    continue;
                };
                self.seen.insert(key);
                let mut mask = known.mask.clone();
                mask.and(&test.mask);
                budget.keep(size_of::<Condition>() + 32 + size_of_val(mask.words()))?;
                self.all.push(Condition { mask, set, inputs });
                if self.all.len() - below >= most {
                    budget.cut_short = true;
                    break 'all;
                }
            }
        }
        self.begins.push(self.all.len());
        Ok(())
    }
}
