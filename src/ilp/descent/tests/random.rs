//! Random programs, and the tasks that they make.

use std::sync::atomic::AtomicBool;

use super::{found, found_with_errors, naive::errors, task, text};
use crate::{
    ilp::{
        bias::{Bias, Mode, PredicateId},
        clause::{Clause, Variable},
        programs::{FoundProgram, test_program},
        relations::Relations,
        space::Space,
        task::{Table, Task, Value},
    },
    random::mix,
};

/// Numbers that look random, the same each time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, sides: usize) -> usize {
        self.0 += 1;
        (mix(self.0) % sides as u64) as usize
    }

    fn pick<T: Clone>(&mut self, items: &[T]) -> Option<T> {
        let at = (!items.is_empty()).then(|| self.below(items.len()))?;
        Some(items[at].clone())
    }
}

/// A clause whose body has literals of these, one of each, in this order.
fn clause(dice: &mut Dice, bias: &Bias, body: &[&[PredicateId]]) -> Option<Clause> {
    let mut all = bias.body.clone();
    all.push(bias.heads[0]);
    let space = Space::new(bias, bias.heads[0], all);
    (0..30).find_map(|_| {
        let mut clause = space.root().clone();
        for choice in body {
            let mut more = Vec::new();
            space.refinements(&clause, &mut more);
            more.retain(|literal| choice.contains(&literal.predicate));
            clause = clause.with(dice.pick(&more)?);
        }
        space.admissible(&clause).then_some(clause)
    })
}

/// Whether the recursion of a caller ends by itself on an input: what it is called with, as far as
/// the literals behind that say.
fn ends(relations: &Relations, bias: &Bias, caller: &Clause, row: &[Value]) -> bool {
    let head = bias.heads[0];
    let modes = bias.predicate(head).modes.clone().unwrap();
    let inputs: Vec<usize> = (0..modes.len())
        .filter(|&at| modes[at] == Mode::In)
        .collect();
    let Some(call) = caller.body.iter().find(|literal| literal.predicate == head) else {
        return false;
    };
    let mut needed: Vec<Variable> = inputs.iter().map(|&at| call.arguments()[at]).collect();
    let mut used: Vec<bool> = vec![false; caller.body.len()];
    for _ in 0..caller.body.len() {
        for (number, literal) in caller.body.iter().enumerate() {
            let modes = bias.predicate(literal.predicate).modes.clone().unwrap();
            let binds = (0..modes.len())
                .any(|at| modes[at] == Mode::Out && needed.contains(&literal.arguments()[at]));
            if binds && !used[number] && literal.predicate != head {
                used[number] = true;
                needed.extend_from_slice(literal.arguments());
            }
        }
    }
    let mut state: Vec<Value> = inputs.iter().map(|&at| row[at]).collect();
    let mut seen = Vec::new();
    for _ in 0..25 {
        if seen.contains(&state) {
            return false;
        }
        seen.push(state.clone());
        let mut bound: Vec<Option<Value>> = vec![None; caller.variables()];
        for (&at, &value) in inputs.iter().zip(&state) {
            bound[at] = Some(value);
        }
        for _ in 0..caller.body.len() {
            for (literal, used) in caller.body.iter().zip(&used) {
                let modes = bias.predicate(literal.predicate).modes.clone().unwrap();
                let modes = &modes;
                let of = |wanted: Mode| {
                    let places = (0..modes.len()).filter(move |&at| modes[at] == wanted);
                    places
                        .map(|at| usize::from(literal.arguments()[at]))
                        .collect::<Vec<_>>()
                };
                let key: Option<Vec<Value>> = of(Mode::In).iter().map(|&v| bound[v]).collect();
                let (true, Some(key)) = (*used, key) else {
                    continue;
                };
                relations
                    .demand(&[(literal.predicate, key.clone())])
                    .unwrap();
                let answers = relations.answers(literal.predicate, &key).unwrap();
                let Some(answer) = answers.rows().iter().next() else {
                    return true;
                };
                for (variable, &value) in of(Mode::Out).into_iter().zip(answer) {
                    bound[variable] = Some(value);
                }
            }
        }
        let next = inputs
            .iter()
            .map(|&at| bound[usize::from(call.arguments()[at])]);
        match next.collect::<Option<Vec<Value>>>() {
            Some(next) => state = next,
            None => return true,
        }
    }
    false
}

/// How many random programs are made; one of twenty makes a task.
const SEEDS: u64 = 2_000;

/// Random programs, the examples that they cover and others that they do not: what is found covers
/// just the former, and is no larger than the program.
#[test]
fn no_larger_than_the_program_that_made_the_task() {
    const HEADS: [&str; 9] = [
        "f +list -list -list",
        "f +list -list -element",
        "f +list -element -element",
        "f +list",
        "f +list +element",
        "f +list -element",
        "f +list -list",
        "f +list +element -list",
        "f +list +list -list",
    ];
    const BODY: [&str; 12] = [
        "head +list -element",
        "tail +list -list",
        "empty +list",
        "nil -list",
        "cons +element +list -list",
        "same +list -list",
        "even +element",
        "zero +element",
        "one -element",
        "geq +element +element",
        "up +element -element",
        "down +element -element",
    ];
    const VALUES: [&[&str]; 2] = [
        &[
            "[]",
            "[0]",
            "[1]",
            "[2]",
            "[1,0]",
            "[2,2]",
            "[0,1,2]",
            "[3,1,2]",
            "[1,1,0,2]",
            "[1,2]",
            "[0,0,1]",
            "[2,0,1,3]",
        ],
        &["0", "1", "2", "3"],
    ];
    let (mut made, mut spent, mut larger) = (0, 0usize, Vec::new());
    for seed in 0..SEEDS {
        let mut dice = Dice(seed << 20);
        let head = dice.pick(&HEADS).unwrap();
        let mut body: Vec<&str> = Vec::new();
        for declaration in BODY {
            if dice.below(3) > 0 {
                body.push(declaration);
            }
        }
        let arity = head.split_whitespace().count() - 1;
        // Every row of values is an example; the program says which of them are positive.
        let kinds: Vec<usize> = head
            .split_whitespace()
            .skip(1)
            .map(|word| usize::from(word.ends_with("element")))
            .collect();
        let mut rows: Vec<String> = vec![String::new()];
        for &kind in &kinds {
            rows = rows
                .iter()
                .flat_map(|row| {
                    VALUES[kind]
                        .iter()
                        .map(move |value| format!("{row} {value}"))
                })
                .collect();
        }
        let rows: Vec<&str> = rows.iter().map(|row| row.trim()).collect();
        let whole = task(head, &body, &rows);
        let relations = Relations::new(&whole, None);
        let bias = &whole.bias;
        let leaves = 1 + dice.below(2);
        let background = bias.body.as_slice();
        let mut program: Vec<Clause> = Vec::new();
        for _ in 0..leaves {
            let literals = vec![background; 1 + dice.below(2 + arity / 3)];
            program.extend(clause(&mut dice, bias, &literals));
        }
        let mut literals = vec![background; 1 + dice.below(3)];
        literals.push(&bias.heads);
        literals.extend(vec![background; dice.below(2)]);
        program.extend(clause(&mut dice, bias, &literals));
        if program.len() <= leaves {
            continue;
        }
        let caller = program[leaves].clone();
        // What does not end takes long to test, and is not looked for.
        let tuples = &whole.examples[0].tuples;
        let mut some = (0..tuples.rows).step_by(11);
        if !some.all(|row| ends(&relations, bias, &caller, tuples.row(row))) {
            continue;
        }
        let cancel = AtomicBool::new(false);
        let covered = test_program(&whole, &relations, &program, &cancel).unwrap();
        let alone = test_program(&whole, &relations, &program[..leaves], &cancel).unwrap();
        if alone.positive.count() >= covered.positive.count() {
            continue;
        }
        let mut chosen: Vec<String> = Vec::new();
        let mut endless = false;
        for (row, example) in rows.iter().enumerate() {
            let positive = covered.positive.contains(row);
            let often = if positive { 3 } else { 12 };
            let recursive = positive && !alone.positive.contains(row);
            if dice.below(often) == 0 || recursive {
                let values = tuples.row(row);
                endless |= positive && !ends(&relations, bias, &caller, values);
                let sign = if positive { "" } else { "-" };
                chosen.push(format!("{sign}{example}"));
            }
        }
        if endless || !chosen.iter().any(|row| row.starts_with('-')) {
            continue;
        }
        made += 1;
        let chosen: Vec<&str> = chosen.iter().map(String::as_str).collect();
        let task = task(head, &body, &chosen);
        let relations = Relations::new(&task, None);
        let size: usize = program.iter().map(Clause::size).sum();
        if made % 4 == 0 {
            let cost = dearer_with_errors(&mut dice, &task, &program, &mut spent);
            if let Some((known, least)) = cost {
                larger.push(format!("seed {seed} with errors: {known} for {least:?}"));
            }
        }
        let Ok(found) = found(&task, &relations, leaves + 1, size) else {
            spent += 1;
            continue;
        };
        let found_size = found.as_ref().map(FoundProgram::size);
        if found_size.is_none_or(|found| found > size) {
            let found = found.map(|found| text(&task.bias, &found.clauses));
            larger.push(format!(
                "seed {seed}: {size}\n{}\n{chosen:?}\nfound {found_size:?} {}",
                text(bias, &program),
                found.unwrap_or_default()
            ));
        }
    }
    assert!(spent * 20 < made, "{spent} of {made} tasks are too much");
    assert!(made * 50 > SEEDS as usize, "{made} tasks");
    assert!(
        larger.is_empty(),
        "{} of {made} tasks\n{}",
        larger.len(),
        larger[..larger.len().min(12)].join("\n\n")
    );
}

/// Changes some signs and looks for the program of the least cost: the costs of the one that made the
/// task and of the one that was found, if that is more.
fn dearer_with_errors(
    dice: &mut Dice,
    task: &Task,
    program: &[Clause],
    spent: &mut usize,
) -> Option<(usize, Option<usize>)> {
    let caller = program.last()?;
    let mut rows: Vec<(bool, Vec<Value>)> = Vec::new();
    let relations = Relations::new(task, None);
    for (number, row) in task.examples[0].tuples.iter().enumerate() {
        let mut positive = number < task.examples[0].positives;
        if dice.below(10) == 0 && ends(&relations, &task.bias, caller, row) {
            positive = !positive;
        }
        rows.push((positive, row.to_vec()));
    }
    rows.sort_by_key(|(positive, _)| !positive);
    let mut noisy = task.clone();
    let examples = &mut noisy.examples[0];
    examples.positives = rows.iter().filter(|(positive, _)| *positive).count();
    examples.tuples = Table::new(examples.tuples.arity);
    for (_, row) in &rows {
        examples.tuples.push(row);
    }
    let relations = Relations::new(&noisy, None);
    let (missing, wrong) = errors(&noisy, &relations, program);
    let size: usize = program.iter().map(Clause::size).sum();
    let cost = size + missing + wrong;
    if cost >= noisy.examples[0].positives {
        return None;
    }
    let Ok(found) = found_with_errors(&noisy, &relations, program.len()) else {
        *spent += 1;
        return None;
    };
    let found = found.map(|(cost, _)| cost);
    found
        .is_none_or(|found| found > cost)
        .then_some((cost, found))
}
