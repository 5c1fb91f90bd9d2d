mod endless;
mod facts;
mod fuzz;
mod limits;
mod lists;
mod missed;
mod naive;
mod noisy;
mod prunings;
mod single;

use std::{sync::atomic::AtomicBool, time::Instant};

use super::{
    super::{
        bias::{Mode, Predicate, PredicateId, TypeId},
        prove::{Call, Proof, Prover},
        relations::Relations,
        search::End,
        task::{Examples, Table, Task},
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
    let mut task = Task::default();
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
    let outcome = learn_programs(task, &relations, options, &cancel, &mut |progress| {
        eprintln!("{:?} {:?}", started.elapsed(), progress.counts);
    });
    let outcome = outcome.unwrap();
    eprintln!(
        "{:?} {:?} {} calls",
        outcome.end,
        started.elapsed(),
        outcome.calls
    );
    for program in &outcome.programs {
        eprintln!("size {}\n{}", program.size(), text(&outcome, program));
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

/// A task over ground facts: `father(a,b).` on each line; examples of the heads.
fn facts(
    heads: &[(&str, usize)],
    body: &[(&str, usize)],
    background: &str,
    positive: &str,
    negative: &str,
) -> Task {
    let mut task = Task::default();
    for &(name, arity) in heads {
        let head = task.bias.add(Predicate::untyped(name, arity));
        task.bias.heads.push(head);
    }
    for &(name, arity) in body {
        let id = task.bias.add(Predicate::untyped(name, arity));
        task.bias.body.push(id);
        task.facts
            .insert((name.to_owned(), arity), Table::new(arity));
    }
    let mut atoms = |text: &str| -> Vec<(String, Vec<u32>)> {
        let mut atoms = Vec::new();
        for atom in text
            .split('.')
            .map(str::trim)
            .filter(|atom| !atom.is_empty())
        {
            let (name, arguments) = atom.strip_suffix(')').unwrap().split_once('(').unwrap();
            let row = arguments
                .split(',')
                .map(|text| task.values.intern(text.trim()));
            atoms.push((name.to_owned(), row.collect()));
        }
        atoms
    };
    let (background, positive, negative) = (atoms(background), atoms(positive), atoms(negative));
    for (name, row) in background {
        task.facts.get_mut(&(name, row.len())).unwrap().push(&row);
    }
    for (index, &(name, arity)) in heads.iter().enumerate() {
        let mut tuples = Table::new(arity);
        let own = |atoms: &[(String, Vec<u32>)], tuples: &mut Table| {
            let own = atoms.iter().filter(|(other, _)| other == name);
            own.for_each(|(_, row)| tuples.push(row));
        };
        own(&positive, &mut tuples);
        let positives = tuples.rows;
        own(&negative, &mut tuples);
        task.examples.push(Examples {
            head: task.bias.heads[index],
            tuples,
            positives,
        });
    }
    task
}
