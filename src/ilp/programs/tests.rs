use std::{
    collections::BTreeSet,
    sync::{Mutex, atomic::AtomicBool},
    time::Instant,
};

use super::{
    super::{
        bias::{Bias, Mode, Predicate, PredicateId, TypeId},
        prove::{Call, Proof, Prover},
        relations::Relations,
        search::End,
        task::{Examples, Facts, Table, Task, Values},
        tester::Stopped,
    },
    FoundProgram, ProgramOptions, ProgramOutcome, learn_programs,
};

/// Lists of numbers, and numbers, as a Prolog library would have them.
struct Lists;

#[derive(Debug, Clone, PartialEq, Eq)]
enum Term {
    List(Vec<i64>),
    Number(i64),
}

fn parse(text: &str) -> Term {
    match text
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
    {
        Some("") => Term::List(Vec::new()),
        Some(items) => Term::List(items.split(',').map(|item| item.parse().unwrap()).collect()),
        None => Term::Number(text.parse().unwrap()),
    }
}

fn show(term: &Term) -> String {
    match term {
        Term::Number(number) => number.to_string(),
        Term::List(items) => {
            let items: Vec<String> = items.iter().map(i64::to_string).collect();
            format!("[{}]", items.join(","))
        }
    }
}

/// The answers of a call whose inputs are `inputs`.
fn solve(name: &str, inputs: &[Term]) -> Vec<Vec<Term>> {
    use Term::{List, Number};
    let holds = |holds: bool| if holds { vec![Vec::new()] } else { Vec::new() };
    match (name, inputs) {
        ("head", [List(l)]) => l.first().map(|&x| vec![Number(x)]).into_iter().collect(),
        ("last", [List(l)]) => l.last().map(|&x| vec![Number(x)]).into_iter().collect(),
        ("tail", [List(l)]) if !l.is_empty() => vec![vec![List(l[1..].to_vec())]],
        ("tail", [List(_)]) => Vec::new(),
        ("element", [List(l)]) => l.iter().map(|&x| vec![Number(x)]).collect(),
        ("cons", [Number(x), List(l)]) => {
            vec![vec![List([&[*x], &l[..]].concat())]]
        }
        ("append", [Number(x), List(l)]) => {
            vec![vec![List([&l[..], &[*x]].concat())]]
        }
        ("empty", [List(l)]) => holds(l.is_empty()),
        ("empty", []) => vec![vec![List(Vec::new())]],
        ("zero", []) => vec![vec![Number(0)]],
        ("one", []) => vec![vec![Number(1)]],
        ("zero", [Number(x)]) => holds(*x == 0),
        ("one", [Number(x)]) => holds(*x == 1),
        ("even", [Number(x)]) => holds(x % 2 == 0),
        ("odd", [Number(x)]) => holds(x % 2 != 0),
        ("geq", [Number(x), Number(y)]) => holds(x >= y),
        ("increment" | "succ", [Number(x)]) => vec![vec![Number(x + 1)]],
        ("decrement", [Number(x)]) if *x > 0 => vec![vec![Number(x - 1)]],
        ("decrement", [Number(_)]) => Vec::new(),
        _ => panic!("{name} is called with {inputs:?}"),
    }
}

impl Prover for Lists {
    fn prove(&mut self, calls: &[Call]) -> Result<Vec<Proof>, Stopped> {
        let prove = |call: &Call| {
            let inputs: Vec<Term> = call
                .arguments
                .iter()
                .flatten()
                .map(|text| parse(text))
                .collect();
            let answers = solve(&call.name, &inputs);
            let show = |answer: &Vec<Term>| answer.iter().map(show).collect();
            Proof::Answers(answers.iter().map(show).collect())
        };
        Ok(calls.iter().map(prove).collect())
    }
}

/// `head tail: list -> element` and so on; `+` before the type of an input, `-` before others.
fn declare(task: &mut Task, declaration: &str) -> PredicateId {
    let mut words = declaration.split_whitespace();
    let name = words.next().unwrap();
    let (mut types, mut modes) = (Vec::new(), Vec::new());
    for word in words {
        let (mode, kind) = word.split_at(1);
        modes.push(if mode == "+" { Mode::In } else { Mode::Out });
        let known = task.bias.types.iter().position(|known| known == kind);
        let kind = known.unwrap_or_else(|| {
            task.bias.types.push(kind.to_owned());
            task.bias.types.len() - 1
        });
        types.push(Some(TypeId(kind as u16)));
    }
    let mut predicate = Predicate::untyped(name, types.len());
    predicate.types = types;
    predicate.modes = Some(modes);
    task.rules.insert((name.to_owned(), predicate.arity()));
    task.bias.add(predicate)
}

/// A task over lists: the head, the body predicates, examples as `args` or `- args`.
fn lists(head: &str, body: &[&str], positive: &[&[&str]], negative: &[&[&str]]) -> Task {
    let mut task = Task {
        bias: Bias::new(),
        values: Values::default(),
        facts: Facts::new(),
        rules: BTreeSet::new(),
        examples: Vec::new(),
    };
    task.bias.recursion = true;
    let head = declare(&mut task, head);
    task.rules.clear();
    task.bias.heads.push(head);
    for declaration in body {
        let id = declare(&mut task, declaration);
        task.bias.body.push(id);
    }
    let mut tuples = Table::new(task.bias.predicate(head).arity());
    for example in positive.iter().chain(negative) {
        let row: Vec<u32> = example
            .iter()
            .map(|text| task.values.intern(text))
            .collect();
        tuples.push(&row);
    }
    task.examples.push(Examples {
        head,
        tuples,
        positives: positive.len(),
    });
    task
}

fn learn(task: &Task, options: &ProgramOptions) -> ProgramOutcome {
    let relations = Relations::new(task, Some(Box::new(Lists)));
    let cancel = AtomicBool::new(false);
    let started = Instant::now();
    let sizes = Mutex::new(Vec::new());
    let outcome = learn_programs(task, &relations, options, &cancel, &mut |progress| {
        sizes
            .lock()
            .unwrap()
            .push((progress.counts.size, started.elapsed()));
    });
    let outcome = outcome.unwrap();
    eprintln!("{:?} {:?}", outcome.end, started.elapsed());
    eprintln!("{:?}", sizes.lock().unwrap());
    for counts in &outcome.sizes {
        eprintln!("{counts:?}");
    }
    eprintln!(
        "{} constraints, {} calls",
        outcome.constraints, outcome.calls
    );
    for program in &outcome.programs {
        eprintln!(
            "size {} positives {} negatives {}\n{}",
            program.size(),
            program.positive.count(),
            program.negative.count(),
            text(&outcome, program)
        );
    }
    outcome
}

fn text(outcome: &ProgramOutcome, program: &FoundProgram) -> String {
    let clauses = program
        .clauses
        .iter()
        .map(|clause| outcome.bias.clause_text(clause));
    clauses.collect::<Vec<_>>().join("\n")
}

/// The smallest program must have this size, cover everything and nothing else.
#[track_caller]
fn solved(task: &Task, size: usize) -> String {
    let outcome = learn(task, &ProgramOptions::default());
    let program = &outcome.programs[0];
    assert_eq!(program.size(), size, "{}", text(&outcome, program));
    assert_eq!(
        program.positive.count(),
        task.examples.iter().map(|e| e.positives).sum::<usize>()
    );
    assert!(program.negative.is_empty());
    assert_eq!(outcome.end, End::Proved);
    text(&outcome, program)
}

const NUMBERS: [&str; 4] = [
    "zero -element",
    "one -element",
    "even +element",
    "odd +element",
];

#[test]
fn the_last_element_is_dropped() {
    let body = [
        &NUMBERS[..],
        &[
            "head +list -element",
            "tail +list -list",
            "empty -list",
            "append +element +list -list",
        ],
        &["cons +element +list -list"],
    ];
    let task = lists(
        "f +list -list",
        &body.concat(),
        &[
            &["[1,2,3]", "[1,2]"],
            &["[4,7,5,5]", "[4,7,5]"],
            &["[9,8]", "[9]"],
            &["[6]", "[]"],
        ],
        &[
            &["[1,2,3]", "[2,3]"],
            &["[1,2,3]", "[1]"],
            &["[9,8]", "[]"],
            &["[5,6,7,8]", "[5,6]"],
            &["[4,4]", "[4,4]"],
            &["[3,1,2]", "[1,3]"],
            &["[3,1,2]", "[1,2]"],
        ],
    );
    solved(&task, 8);
}

const LISTS: [&str; 3] = ["head +list -element", "tail +list -list", "empty -list"];

#[test]
fn the_length_is_counted() {
    let body = [
        &LISTS[..],
        &[
            "zero -element",
            "one -element",
            "increment +element -element",
        ],
    ];
    let body = [
        &body.concat()[..],
        &["even +element", "odd +element", "cons +element +list -list"],
    ];
    let task = lists(
        "f +list -element",
        &body.concat(),
        &[
            &["[7,2,9]", "3"],
            &["[4]", "1"],
            &["[6,8,1,1,2]", "5"],
            &["[3,3]", "2"],
        ],
        &[
            &["[7,2,9]", "7"],
            &["[7,2,9]", "2"],
            &["[4]", "4"],
            &["[6,8]", "6"],
            &["[3,3]", "3"],
            &["[3,3]", "1"],
            &["[1,2,3,4]", "3"],
            &["[5,5,5,5]", "0"],
        ],
    );
    solved(&task, 7);
}

#[test]
fn a_list_is_reversed() {
    let body = [
        &NUMBERS[..],
        &LISTS[..],
        &["append +element +list -list", "cons +element +list -list"],
    ];
    let task = lists(
        "f +list -list",
        &body.concat(),
        &[
            &["[1,2,3]", "[3,2,1]"],
            &["[4,7,5,5]", "[5,5,7,4]"],
            &["[9,8]", "[8,9]"],
            &["[6]", "[6]"],
        ],
        &[
            &["[1,2,3]", "[1,2,3]"],
            &["[1,2,3]", "[2,3,1]"],
            &["[9,8]", "[9,8]"],
            &["[5,6]", "[5]"],
            &["[5,6]", "[6]"],
            &["[1,2,3]", "[3,2]"],
        ],
    );
    solved(&task, 8);
}

#[test]
fn a_list_is_sorted() {
    let body = [
        &NUMBERS[2..],
        &LISTS[..2],
        &[
            "empty +list",
            "one +element",
            "zero -element",
            "geq +element +element",
            "increment +element -element",
            "decrement +element -element",
        ],
    ];
    let mut task = lists(
        "f +list",
        &body.concat(),
        &[
            &["[1,2,3]"],
            &["[4,5,5,7,9]"],
            &["[8,9]"],
            &["[1,4,6,8,10,12]"],
            &["[2,2,3,6]"],
        ],
        &[
            &["[2,1,3]"],
            &["[9,8]"],
            &["[1,2,3,1]"],
            &["[4,6,5,7]"],
            &["[3,2,4,5,6]"],
            &["[1,3,2]"],
            &["[5,6,7,3,9]"],
        ],
    );
    task.bias.max_vars = 5;
    task.bias.max_body = 5;
    solved(&task, 9);
}

#[test]
fn all_elements_are_even() {
    let body = [
        &LISTS[..],
        &["last +list -element", "zero -element", "even +element"],
    ];
    let task = lists(
        "f +list",
        &body.concat(),
        &[&["[2,4,6]"], &["[8]"], &["[4,4,8,2,10]"], &["[6,2]"]],
        &[
            &["[1,2]"],
            &["[2,3]"],
            &["[2,3,4]"],
            &["[4,6,7,2]"],
            &["[8,8,8,1,8]"],
            &["[5]"],
        ],
    );
    solved(&task, 7);
}

#[test]
fn a_list_contains_one_of_two_numbers() {
    let body = [
        &LISTS[..],
        &[
            "last +list -element",
            "zero +element",
            "one +element",
            "even +element",
            "odd +element",
            "increment +element -element",
            "geq +element +element",
        ],
    ];
    let task = lists(
        "f +list",
        &body.concat(),
        &[
            &["[2,0,6]"],
            &["[1]"],
            &["[4,4,1,2,10]"],
            &["[6,0]"],
            &["[0]"],
            &["[5,7,9,1]"],
        ],
        &[
            &["[3,2]"],
            &["[2,3]"],
            &["[2,3,4]"],
            &["[4,6,7,2]"],
            &["[8,8,8,5,8]"],
            &["[5]"],
        ],
    );
    solved(&task, 10);
}

#[test]
fn a_duplicate_is_found() {
    let body = [
        &LISTS[..],
        &[
            "element +list -element",
            "zero -element",
            "one -element",
            "even +element",
            "odd +element",
            "increment +element -element",
            "geq +element +element",
            "decrement +element -element",
        ],
    ];
    let mut task = lists(
        "f +list -element",
        &body.concat(),
        &[
            &["[2,5,2]", "2"],
            &["[1,4,4]", "4"],
            &["[3,4,7,8,7]", "7"],
            &["[9,1,1]", "1"],
            &["[6,2,3,5,3]", "3"],
        ],
        &[
            &["[2,5,2]", "5"],
            &["[3,2]", "3"],
            &["[1,2,3,4]", "4"],
            &["[6,4,4]", "6"],
            &["[3,4,7,8,7]", "8"],
            &["[5,1,5]", "1"],
            &["[0,9,9]", "0"],
            &["[7,7,2]", "2"],
        ],
    );
    task.bias.max_vars = 4;
    solved(&task, 7);
}

#[test]
fn some_elements_are_dropped() {
    let body = [
        &LISTS[..],
        &[
            "element +list -element",
            "zero +element",
            "one +element",
            "even +element",
            "odd +element",
            "increment +element -element",
            "geq +element +element",
            "decrement +element -element",
        ],
    ];
    let task = lists(
        "f +list +element -list",
        &body.concat(),
        &[
            &["[2,5,2]", "2", "[2]"],
            &["[1,4,4]", "1", "[4,4]"],
            &["[3,4,7,8,7]", "3", "[8,7]"],
            &["[6,2,3,5,3]", "4", "[3]"],
        ],
        &[
            &["[2,5,2]", "1", "[2]"],
            &["[1,4,4]", "3", "[4]"],
            &["[3,4,7,8,7]", "1", "[8,7]"],
            &["[6,2,3,5]", "2", "[5]"],
            &["[6,2,3,5]", "2", "[2,3,5]"],
        ],
    );
    solved(&task, 7);
}

#[test]
fn the_even_elements_are_kept() {
    let body = [
        &LISTS[..],
        &["cons +element +list -list", "even +element", "odd +element"],
    ];
    let mut task = lists(
        "f +list -list",
        &body.concat(),
        &[
            &["[2,5,2]", "[2,2]"],
            &["[1,4,4]", "[4,4]"],
            &["[3,4,7,8,7]", "[4,8]"],
            &["[1,3]", "[]"],
            &["[6,2]", "[6,2]"],
        ],
        &[
            &["[2,5,2]", "[2]"],
            &["[1,4,4]", "[1,4,4]"],
            &["[3,4,7,8,7]", "[4]"],
            &["[1,3]", "[1]"],
            &["[6,2]", "[6]"],
            &["[6,2]", "[]"],
            &["[4,4]", "[4]"],
            &["[1,3,4]", "[]"],
        ],
    );
    task.bias.max_clauses = Some(3);
    solved(&task, 14);
}
