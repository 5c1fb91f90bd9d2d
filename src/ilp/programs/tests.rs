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
        eprintln!(
            "TR {:?} {:?} {:?}",
            started.elapsed(),
            progress.counts,
            progress.best.map(|(b, p)| (
                p.size(),
                p.clauses
                    .iter()
                    .map(|c| b.clause_text(c))
                    .collect::<Vec<_>>()
            ))
        );
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
    let body = [&body.concat()[..], &["even +element", "odd +element"]];
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
    let body = [&NUMBERS[..], &LISTS[..], &["append +element +list -list"]];
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
    solved(&task, 9);
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

/// A task over ground facts: `father(a,b).` on each line; examples of the heads.
fn facts(
    heads: &[(&str, usize)],
    body: &[(&str, usize)],
    background: &str,
    positive: &str,
    negative: &str,
) -> Task {
    let mut task = Task {
        bias: Bias::new(),
        values: Values::default(),
        facts: Facts::new(),
        rules: BTreeSet::new(),
        examples: Vec::new(),
    };
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

const FAMILY: &str = "parent(ann,bob). parent(bob,cid). parent(cid,dan). parent(dan,eve).
    parent(ann,fay). parent(fay,gus). parent(hal,ida). parent(ida,jon).";

#[test]
fn ancestors_are_parents_of_ancestors() {
    let mut task = facts(
        &[("ancestor", 2)],
        &[("parent", 2)],
        FAMILY,
        "ancestor(ann,eve). ancestor(ann,bob). ancestor(bob,dan). ancestor(hal,jon).
         ancestor(ann,gus). ancestor(cid,dan). ancestor(ann,dan).",
        "ancestor(bob,ann). ancestor(ann,jon). ancestor(bob,gus). ancestor(eve,ann).
         ancestor(ann,ann). ancestor(dan,cid). ancestor(gus,fay). ancestor(bob,fay).",
    );
    task.bias.recursion = true;
    let text = solved(&task, 5);
    assert!(
        text.starts_with("ancestor(A,B) :- parent(A,B).\nancestor(A,B) :- "),
        "{text}"
    );
}

#[test]
fn two_heads_call_each_other() {
    let numbers: String = (0..8).map(|n| format!("succ({n},{}). ", n + 1)).collect();
    let mut task = facts(
        &[("even", 1), ("odd", 1)],
        &[("zero", 1), ("succ", 2)],
        &format!("zero(0). {numbers}"),
        "even(0). even(2). even(4). even(6). odd(1). odd(3). odd(5). odd(7).",
        "even(1). even(3). even(5). odd(0). odd(2). odd(4). odd(6).",
    );
    task.bias.recursion = true;
    task.bias.max_clauses = Some(3);
    // even: zero; the successor of an odd number. odd: the successor of an even one.
    let text = solved(&task, 8);
    assert_eq!(text.lines().count(), 3, "{text}");
}

#[test]
fn a_predicate_is_invented() {
    let mut task = facts(
        &[("grandparent", 2)],
        &[("mother", 2), ("father", 2)],
        "mother(ann,bob). mother(ann,cid). mother(cid,dan). mother(eve,fay).
         father(bob,gus). father(hal,bob). father(hal,cid). father(fay,dan). father(ivo,jon).",
        "grandparent(ann,dan). grandparent(ann,gus). grandparent(hal,dan). grandparent(hal,gus).
         grandparent(eve,dan).",
        "grandparent(ann,bob). grandparent(cid,dan). grandparent(ivo,jon). grandparent(bob,bob).
         grandparent(dan,ann). grandparent(eve,gus).",
    );
    task.bias.invention = true;
    task.bias.max_vars = 4;
    task.bias.max_body = 3;
    task.bias.max_clauses = Some(3);
    let text = solved(&task, 7);
    assert!(text.contains("inv1(A,C), inv1(C,B)"), "{text}");
}

#[test]
fn a_predicate_with_directions_is_invented() {
    // The last but one element is found with what drops twice: one shape, used twice or more.
    let body = [
        "head +list -element",
        "tail +list -list",
        "last +list -element",
        "even +element",
        "zero -element",
        "increment +element -element",
    ];
    let mut task = lists(
        "f +list -element",
        &body,
        &[
            &["[1,2,3,4,5]", "9"],
            &["[5,5,5,5,7]", "11"],
            &["[0,0,0,0,3]", "7"],
            &["[4,2,1]", "5"],
        ],
        &[
            &["[1,2,3]", "6"],
            &["[1,2,3]", "5"],
            &["[9,8]", "9"],
            &["[5,6,2]", "2"],
            &["[5,6,2]", "4"],
        ],
    );
    task.bias.recursion = false;
    task.bias.invention = true;
    task.bias.max_vars = 4;
    task.bias.max_body = 3;
    task.bias.max_clauses = Some(2);
    let text = solved(&task, 7);
    assert!(text.contains("inv1("), "{text}");
}

/// The fact files of a shared task, read by lines.
fn shared(name: &str, heads: &[(&str, usize)], body: &[(&str, usize)]) -> Option<Task> {
    let Some(data) = std::env::var_os("CHESSLOG_DATA") else {
        eprintln!("skipped: CHESSLOG_DATA is not set");
        return None;
    };
    let dir = std::path::Path::new(&data).join("ilp/popper").join(name);
    let read = |file: &str| std::fs::read_to_string(dir.join(file)).unwrap();
    let examples = read("exs.pl");
    let of = |sign: &str| -> String {
        let lines = examples
            .lines()
            .filter_map(|line| line.trim().strip_prefix(sign));
        lines
            .map(|line| line.trim_end_matches('.').trim_end_matches(')').to_owned() + "). ")
            .collect()
    };
    Some(facts(heads, body, &read("bk.pl"), &of("pos("), &of("neg(")))
}

#[test]
fn poppers_tasks_are_solved_as_well() {
    let family = [("mother", 2), ("father", 2)];
    if let Some(mut task) = shared("kinship-ancestor", &[("ancestor", 2)], &family) {
        task.bias.recursion = true;
        task.bias.max_clauses = Some(3);
        let size = learn(&task, &ProgramOptions::default()).programs[0].size();
        assert!(size <= 6, "{size}");
    }
    if let Some(mut task) = shared("kinship-pi", &[("grandparent", 2)], &family) {
        task.bias.invention = true;
        task.bias.max_vars = 4;
        task.bias.max_body = 3;
        task.bias.max_clauses = Some(3);
        solved(&task, 7);
    }
}

#[test]
fn points_to_is_solved_as_well() {
    let body = [("addr", 2), ("assgn", 2), ("store", 2), ("load", 2)];
    let body = [("addr", 2), ("assgn", 2), ("store", 2), ("load", 2)];
    if let Some(mut task) = shared("andersen", &[("pt", 2)], &body) {
        task.bias.recursion = true;
        let outcome = learn(&task, &ProgramOptions::default());
        assert!(outcome.programs[0].size() <= 11);
        assert_eq!(outcome.programs[0].positive.count(), 7);
    }
}
