//! Random tasks.

use std::collections::{BTreeSet, HashSet};

use crate::{
    ilp::{
        Bias, Constraint, Examples, Facts, Mode, Predicate, PredicateId, Table, Task, TypeId,
        Value, Values,
    },
    random::mix,
};

/// Pseudorandom numbers.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(1);
        (mix(self.0) % bound as u64) as usize
    }

    pub(super) fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }
}

/// How many values a type has.
pub(super) const VALUES: usize = 4;
/// How many examples there are at most.
pub(super) const EXAMPLES: usize = 7;
/// How many there are where clauses say only what holds of the example itself.
pub(super) const MANY: usize = 10;

/// Rows with values of the types, and some of the regularities that are found in the wild.
pub(super) fn rows(dice: &mut Dice, types: &[usize], symmetric: bool) -> Table {
    let mut table = Table::new(types.len());
    let value = |kind: usize, number: usize| (kind * VALUES + number) as Value;
    let functional = dice.one_in(2);
    let irreflexive = symmetric || dice.one_in(2);
    let density = 1 + dice.below(4);
    for number in 0..VALUES.pow(types.len() as u32) {
        let places = types.iter().enumerate();
        let row =
            places.map(|(place, &kind)| value(kind, number / VALUES.pow(place as u32) % VALUES));
        let row: Vec<Value> = row.collect();
        let twice = (1..row.len()).any(|at| row[..at].contains(&row[at]));
        if dice.below(5) < density && !(irreflexive && twice) {
            table.push(&row);
        }
    }
    if functional && types.len() > 1 && !symmetric {
        // The first columns determine the last; sometimes there is one for each.
        let mut kept = Table::new(types.len());
        let mut keys = HashSet::new();
        for row in table.iter() {
            if keys.insert(row[..types.len() - 1].to_vec()) {
                kept.push(row);
            }
        }
        if types.len() == 2 && dice.one_in(2) {
            for number in 0..VALUES {
                let first = value(types[0], number);
                if keys.insert(vec![first]) {
                    let other = value(types[1], (number + 1) % VALUES);
                    kept.push(&[first, other]);
                }
            }
        }
        table = kept;
    }
    if symmetric {
        let mirrored: Vec<Vec<Value>> = table.iter().map(|row| vec![row[1], row[0]]).collect();
        mirrored.iter().for_each(|row| table.push(row));
    }
    table
}

pub(super) fn constraints(dice: &mut Dice, typed: bool, body: &[PredicateId]) -> Vec<Constraint> {
    let mut constraints = Vec::new();
    if typed && dice.one_in(4) {
        let kind = TypeId(dice.below(2) as u16);
        constraints.push(Constraint::VariablesOfType(kind, 1 + dice.below(2)));
    }
    if dice.one_in(6) {
        constraints.push(Constraint::BodyVariable(0));
    }
    let predicate = body[dice.below(body.len())];
    if dice.one_in(8) {
        constraints.push(Constraint::AtMost(predicate, 1));
    }
    if dice.one_in(8) {
        constraints.push(Constraint::Argument {
            predicate,
            argument: 0,
            variable: 0,
            equal: dice.one_in(2),
        });
    }
    constraints
}

pub(super) fn task(dice: &mut Dice) -> Task {
    let mut bias = Bias::default();
    let mut facts = Facts::new();
    let mut values = Values::default();
    let typed = dice.one_in(2);
    let kinds = if typed { 2 } else { 1 };
    for number in 0..kinds * VALUES {
        values.intern(&number.to_string());
    }
    if typed {
        bias.types = vec!["a".into(), "b".into()];
    }
    let directed = dice.one_in(5);
    let predicate = |dice: &mut Dice, name: String, types: &[usize], head: bool| {
        let mut predicate = Predicate::untyped(name, types.len());
        if typed {
            predicate.types = types.iter().map(|&k| Some(TypeId(k as u16))).collect();
        }
        if directed {
            let mode = |_| match head || dice.one_in(2) {
                true => Mode::In,
                false => Mode::Out,
            };
            predicate.modes = Some(types.iter().map(mode).collect());
        }
        predicate
    };
    let own: Vec<usize> = (0..1 + dice.below(2)).map(|_| dice.below(kinds)).collect();
    let head = predicate(dice, "f".into(), &own, true);
    let head = bias.add(head);
    for number in 0..2 + dice.below(2) {
        let arity = [1, 1, 2, 2, 2, 3][dice.below(6)];
        let types: Vec<usize> = (0..arity).map(|_| dice.below(kinds)).collect();
        let symmetric = arity == 2 && types[0] == types[1] && !directed && dice.one_in(4);
        let table = rows(dice, &types, symmetric);
        let mut predicate = predicate(dice, format!("p{number}"), &types, false);
        predicate.symmetric = symmetric;
        facts.insert((predicate.name.clone(), arity), table);
        let id = bias.add(predicate);
        bias.body.push(id);
    }
    bias.heads = vec![head];
    bias.max_vars = own.len() + 1 + dice.below(2);
    bias.max_body = 2 + dice.below(3);
    bias.non_datalog = dice.one_in(4);
    bias.singletons = !dice.one_in(8);
    bias.constraints = constraints(dice, typed, &bias.body);
    let mut tuples = Table::new(own.len());
    let all = VALUES.pow(own.len() as u32);
    let from = dice.below(all);
    for number in 0..all.min(EXAMPLES) {
        let number = (from + number * 5) % all;
        let row = own.iter().enumerate().map(|(place, kind)| {
            (kind * VALUES + number / VALUES.pow(place as u32) % VALUES) as Value
        });
        tuples.push(&row.collect::<Vec<Value>>());
    }
    let examples = vec![Examples {
        head,
        tuples,
        positives: 0,
    }];
    Task {
        bias,
        values,
        facts,
        rules: BTreeSet::new(),
        clauses: None,
        examples,
    }
}

/// A task of properties, each given by the examples that have it; the first ones are positive.
pub(super) fn properties(
    of: &[impl AsRef<[Value]>],
    (examples, positives): (usize, usize),
    max_body: usize,
) -> Task {
    let mut bias = Bias::default();
    let mut facts = Facts::new();
    let mut values = Values::default();
    let head = bias.add(Predicate::untyped("f", 1));
    let mut tuples = Table::new(1);
    for number in 0..examples {
        tuples.push(&[values.intern(&number.to_string())]);
    }
    for (number, members) in of.iter().enumerate() {
        let id = bias.add(Predicate::untyped(format!("p{number}"), 1));
        let mut table = Table::new(1);
        for &member in members.as_ref() {
            table.push(&[member]);
        }
        facts.insert((format!("p{number}"), 1), table);
        bias.body.push(id);
    }
    bias.heads = vec![head];
    (bias.max_vars, bias.max_body) = (1, max_body);
    Task {
        bias,
        values,
        facts,
        rules: BTreeSet::new(),
        clauses: None,
        examples: vec![Examples {
            head,
            tuples,
            positives,
        }],
    }
}

/// A task of many properties of the examples: hypotheses are large, and bounds matter.
pub(super) fn flat(dice: &mut Dice) -> Task {
    let number = 5 + dice.below(4);
    let members = |dice: &mut Dice| -> Vec<Value> {
        let density = 4 + dice.below(4);
        let all = 0..MANY as Value;
        all.filter(|_| dice.below(8) < density).collect()
    };
    let of: Vec<Vec<Value>> = (0..number).map(|_| members(dice)).collect();
    properties(&of, (MANY, 0), 3 + dice.below(2))
}
