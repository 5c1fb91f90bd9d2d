//! Tasks over lists, and random tasks made of random programs.

use std::{collections::BTreeSet, sync::atomic::AtomicBool};

use super::{LARGEST, Request, search};
use crate::{
    ilp::{
        bias::{Bias, Mode, Predicate, PredicateId, TypeId},
        clause::{Clause, Variable, mix},
        programs::{FoundProgram, test_program},
        relations::Relations,
        space::Space,
        task::{Clauses, Examples, Facts, Table, Task, Value, Values},
    },
    term::Term,
};

/// What the predicates of the tasks do.
const BACKGROUND: &str = "[clause(head([H|_],H),true),clause(tail([_|T],T),true),
    clause(empty([]),true),clause(nil([]),true),clause(cons(H,T,[H|T]),true),
    clause(same(X,X),true),clause(even(X),=:=(mod(X,2),0)),clause(odd(X),=:=(mod(X,2),1)),
    clause(zero(0),true),clause(one(1),true),clause(geq(X,Y),>=(X,Y)),
    clause(up(X,Y),is(Y,+(X,1))),clause(down(X,Y),','(>(X,0),is(Y,-(X,1)))),
    clause(snoc([],X,[X]),true),clause(snoc([Y|Ys],X,[Y|Zs]),snoc(Ys,X,Zs))]";

/// Declares `head +list -element`: `+` before the type of an input, `-` before others.
fn declare(bias: &mut Bias, declaration: &str) -> PredicateId {
    let mut words = declaration.split_whitespace();
    let mut predicate = Predicate::untyped(words.next().unwrap(), 0);
    let mut modes = Vec::new();
    for word in words {
        let (mode, kind) = word.split_at(1);
        modes.push(if mode == "+" { Mode::In } else { Mode::Out });
        let known = bias.types.iter().position(|known| known == kind);
        let kind = known.unwrap_or_else(|| {
            bias.types.push(kind.to_owned());
            bias.types.len() - 1
        });
        predicate.slots.push(crate::ilp::bias::Slot::Variable);
        predicate.types.push(Some(TypeId(kind as u16)));
    }
    predicate.modes = Some(modes);
    bias.add(predicate)
}

/// A task whose examples are rows of texts, those with `-` negative.
fn task(head: &str, body: &[&str], examples: &[&str]) -> Task {
    let mut bias = Bias::new();
    bias.recursion = true;
    let head = declare(&mut bias, head);
    bias.heads.push(head);
    let mut rules = BTreeSet::new();
    for declaration in body {
        let id = declare(&mut bias, declaration);
        bias.body.push(id);
        let predicate = bias.predicate(id);
        rules.insert((predicate.name.clone(), predicate.arity()));
    }
    let Ok(Term::List(clauses, None)) = BACKGROUND.parse() else {
        panic!("the background is a list");
    };
    let mut values = Values::default();
    let mut tuples = Table::new(bias.predicate(head).arity());
    let mut positives = 0;
    for negative in [false, true] {
        for example in examples.iter().filter(|e| e.starts_with('-') == negative) {
            let words = example.trim_start_matches('-').split_whitespace();
            let row: Vec<Value> = words.map(|word| values.intern(word)).collect();
            tuples.push(&row);
            positives += usize::from(!negative);
        }
    }
    Task {
        bias,
        values,
        facts: Facts::new(),
        rules,
        clauses: Some(Clauses {
            clauses,
            libraries: Vec::new(),
        }),
        examples: vec![Examples {
            head,
            tuples,
            positives,
        }],
    }
}

/// The program that is found, after the tester's word that it covers what it should.
fn found(
    task: &Task,
    relations: &Relations,
    clauses: usize,
    largest: usize,
) -> Result<Option<FoundProgram>, Spent> {
    let cancel = AtomicBool::new(false);
    let request = Request {
        task,
        bias: &task.bias,
        clauses,
        largest,
        marks: &|_| Vec::new(),
    };
    let mut found = None;
    let mut refused = 0;
    let mut judge = |program: &[Clause]| {
        let tested = test_program(task, relations, program, &cancel)?;
        let perfect = tested.positive.count() == task.examples[0].positives;
        let perfect = perfect && tested.negative.is_empty();
        refused += usize::from(!perfect);
        if perfect {
            found = Some(tested);
        }
        Ok(perfect)
    };
    let through = search(&request, relations, &cancel, &mut judge).unwrap();
    // The sweeps say what the tester says.
    assert_eq!(refused, 0);
    match through {
        true => Ok(found),
        false => Err(Spent),
    }
}

/// The search had no budget left.
#[derive(Debug, PartialEq)]
struct Spent;

fn text(bias: &Bias, program: &[Clause]) -> String {
    let clauses = program.iter().map(|clause| bias.clause_text(clause));
    clauses.collect::<Vec<_>>().join("\n")
}

#[track_caller]
fn solved(task: &Task, clauses: usize, size: usize) {
    let relations = Relations::new(task, None);
    let found = found(task, &relations, clauses, LARGEST)
        .unwrap()
        .expect("a program");
    assert_eq!(found.size(), size, "{}", text(&task.bias, &found.clauses));
}

const LISTS: [&str; 4] = [
    "head +list -element",
    "tail +list -list",
    "empty +list",
    "cons +element +list -list",
];

#[test]
fn a_list_and_a_counter() {
    let task = task(
        "drop +list +element -list",
        &[
            &LISTS[..],
            &["zero +element", "one +element", "down +element -element"],
            &["even +element", "geq +element +element", "same +list -list"],
        ]
        .concat(),
        &[
            "[5,6,7,8] 2 [7,8]",
            "[5,6,7,8,3,2] 4 [3,2]",
            "[5,6] 1 [6]",
            "[1,1,2] 0 [1,1,2]",
            "-[5,6,7,8] 2 [6,7,8]",
            "-[5,6,7,8] 2 [8]",
            "-[1,1] 1 [1,1]",
        ],
    );
    solved(&task, 2, 7);
}

#[test]
fn an_accumulator_is_an_input() {
    let task = task(
        "reverse +list +list -list",
        &[&LISTS[..], &["same +list -list"]].concat(),
        &[
            "[1,2,3] [] [3,2,1]",
            "[4,5,5,1] [7] [1,5,5,4,7]",
            "[] [2,3] [2,3]",
            "-[1,2,3] [] [1,2,3]",
            "-[4,5,6,1] [7] [1,6,5,4]",
        ],
    );
    solved(&task, 2, 8);
}

#[test]
fn two_callers_of_one_descent() {
    let task = task(
        "evens +list -list",
        &[&LISTS[..], &["nil -list", "even +element", "odd +element"]].concat(),
        &[
            "[1,2,3,4] [2,4]",
            "[1,1,3] []",
            "[2,6,4] [2,6,4]",
            "[7,4,8,9] [4,8]",
            "-[1,2,3,4] [1,3]",
            "-[1,2,3,4] [4]",
            "-[1,2,3,4] [2]",
            "-[2,6,4] []",
            "-[7,4,8,9] [7,4,8,9]",
            "-[1,1,3] [1]",
        ],
    );
    solved(&task, 3, 14);
}

#[test]
fn what_is_out_of_the_bias_is_not_found() {
    let examples = [
        "[1,2,3] [3,2,1]",
        "[4,5] [5,4]",
        "[6] [6]",
        "-[1,2,3] [1,2,3]",
        "-[1,2,3] [3,1,2]",
        "-[1,2,3] [2,3,1]",
        "-[4,5] [5]",
    ];
    let body = [&LISTS[..], &["nil -list", "snoc +list +element -list"]].concat();
    let mut task = task("reverse +list -list", &body, &examples);
    solved(&task, 2, 8);
    // The caller has A to E.
    task.bias.max_vars = 4;
    assert_eq!(found(&task, &Relations::new(&task, None), 2, 12), Ok(None));
    task.bias.max_vars = 5;
    solved(&task, 2, 8);
    task.bias.max_body = 3;
    assert_eq!(found(&task, &Relations::new(&task, None), 2, 12), Ok(None));
    task.bias.max_body = 4;
    let tail = task.bias.body[1];
    let none = crate::ilp::bias::Constraint::AtMost(tail, 0);
    task.bias.constraints.push(none);
    assert_eq!(found(&task, &Relations::new(&task, None), 2, 12), Ok(None));
}

#[test]
fn it_can_be_stopped() {
    let task = task("f +list", &LISTS, &["[1]", "-[2]"]);
    let relations = Relations::new(&task, None);
    let request = Request {
        task: &task,
        bias: &task.bias,
        clauses: 2,
        largest: LARGEST,
        marks: &|_| Vec::new(),
    };
    let cancel = AtomicBool::new(true);
    let stopped = search(&request, &relations, &cancel, &mut |_| Ok(false));
    assert_eq!(stopped, Err(crate::ilp::tester::Stopped::Cancelled));
}

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
    const HEADS: [&str; 6] = [
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
    let (mut made, mut spent, mut larger) = (0, 0, Vec::new());
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
    assert!(made * 50 > SEEDS, "{made} tasks");
    assert!(
        larger.is_empty(),
        "{} of {made} tasks\n{}",
        larger.len(),
        larger[..larger.len().min(12)].join("\n\n")
    );
}
