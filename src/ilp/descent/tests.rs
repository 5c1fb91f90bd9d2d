//! Tasks over lists. Random ones are in [`random`].

mod naive;
mod random;

use std::{collections::BTreeSet, sync::atomic::AtomicBool};

use self::naive::errors;
use super::{LARGEST, Request, Verdict, search};
use crate::{
    ilp::{
        bias::{Bias, Mode, Predicate, PredicateId, TypeId},
        clause::Clause,
        programs::{FoundProgram, test_program},
        relations::Relations,
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
    let mut bias = Bias {
        recursion: true,
        ..Bias::default()
    };
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
        cost: None,
        marks: &|_| Vec::new(),
    };
    let mut found = None;
    let mut refused = 0;
    let mut judge = |program: &[Clause]| {
        let tested = test_program(task, relations, program, &cancel)?;
        let perfect = tested.positive.count() == task.examples[0].positives;
        let perfect = perfect && tested.negative.is_empty();
        refused += usize::from(!perfect);
        if !perfect {
            return Ok(Verdict::Refused);
        }
        found = Some(tested);
        Ok(Verdict::Taken)
    };
    let shown = search(&request, relations, &cancel, &mut judge).unwrap();
    // The sweeps say what the tester says, and what follows from the clauses one by one.
    assert_eq!(refused, 0);
    if let Some(found) = &found {
        let (missing, wrong) = errors(task, relations, &found.clauses);
        assert_eq!(
            (missing, wrong),
            (0, 0),
            "{}",
            text(&task.bias, &found.clauses)
        );
    }
    let greatest = largest.min(LARGEST).min(clauses * (1 + task.bias.max_body));
    match found.is_some() || shown.below > greatest {
        true => Ok(found),
        false => Err(Spent),
    }
}

/// The program of the least cost that is found, and its cost.
fn found_with_errors(
    task: &Task,
    relations: &Relations,
    clauses: usize,
) -> Result<Option<(usize, Vec<Clause>)>, Spent> {
    let cancel = AtomicBool::new(false);
    let positives = task.examples[0].positives;
    let request = Request {
        task,
        bias: &task.bias,
        clauses,
        largest: LARGEST,
        cost: Some(positives),
        marks: &|_| Vec::new(),
    };
    let mut best: Option<(usize, Vec<Clause>)> = None;
    let mut judge = |program: &[Clause]| {
        let (missing, wrong) = errors(task, relations, program);
        let size: usize = program.iter().map(Clause::size).sum();
        let cost = size + missing + wrong;
        // Only what costs less is handed over.
        let known = best.as_ref().map_or(positives, |(known, _)| *known);
        assert!(
            cost < known,
            "{cost} {known}\n{}",
            text(&task.bias, program)
        );
        best = Some((cost, program.to_vec()));
        Ok(Verdict::Costs(cost))
    };
    let shown = search(&request, relations, &cancel, &mut judge).unwrap();
    let least = best.as_ref().map_or(positives, |(cost, _)| *cost);
    let greatest = LARGEST.min(clauses * (1 + task.bias.max_body));
    match shown.below > greatest || shown.below >= least {
        true => Ok(best),
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
fn several_outputs() {
    let body = [&LISTS[..], &["nil -list", "even +element", "odd +element"]].concat();
    let task = task(
        "deal +list -list -list",
        &body,
        &[
            "[1,2,3,4] [1,3] [2,4]",
            "[] [] []",
            "[5,5,7] [5,7] [5]",
            "[6] [6] []",
            "-[1,2,3,4] [1,3] [2]",
            "-[1,2,3,4] [2,4] [1,3]",
            "-[5,5,7] [5,5] [7]",
            "-[6] [] [6]",
            "-[] [1] []",
        ],
    );
    // deal(A,B,C) :- empty(A), nil(B), nil(C).
    // deal(A,B,C) :- head(A,D), tail(A,E), deal(E,C,F), cons(D,F,B).
    solved(&task, 2, 9);
}

#[test]
fn two_callers_with_a_descent_each() {
    let mut rows: Vec<String> = Vec::new();
    let lists = [
        "[]",
        "[1]",
        "[2]",
        "[1,2]",
        "[2,1]",
        "[1,1,2]",
        "[2,1,2]",
        "[1,2,1,2]",
    ];
    for short in lists {
        for long in lists {
            let mut rest = long.chars().filter(char::is_ascii_digit);
            let mut items = short.chars().filter(char::is_ascii_digit);
            let positive = items.all(|item| rest.any(|other| other == item));
            rows.push(format!("{}{short} {long}", if positive { "" } else { "-" }));
        }
    }
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let body = [
        "head +list -element",
        "tail +list -list",
        "empty +list",
        "same +element -element",
    ];
    let mut task = task("within +list +list", &body, &rows);
    task.bias.non_datalog = true;
    // within(A,B) :- empty(A).
    // within(A,B) :- tail(B,C), within(A,C).
    // within(A,B) :- head(A,C), head(B,C), tail(A,D), tail(B,E), within(D,E).
    let relations = Relations::new(&task, None);
    let found = found(&task, &relations, 3, 12).unwrap().expect("a program");
    let call = |clause: &&Clause| {
        clause
            .body
            .iter()
            .any(|l| l.predicate == clause.head.predicate)
    };
    assert_eq!(found.clauses.iter().filter(call).count(), 2);
    assert!(found.size() <= 11, "{}", text(&task.bias, &found.clauses));
}

#[test]
fn errors_are_weighed_against_literals() {
    let mut rows: Vec<String> = Vec::new();
    for first in 0..6 {
        for second in 0..6 {
            let list = format!("[{first},{second},7]");
            rows.push(format!("{list} {second}"));
            rows.push(format!("{list} {first}"));
            rows.push(format!("-{list} 8"));
            rows.push(format!("-{list} 9"));
        }
    }
    // Said wrongly.
    rows.extend(["[1] 5".into(), "-[2,3] 3".into(), "-[2,4] 4".into()]);
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let task = task("member +list -element", &LISTS, &rows);
    let relations = Relations::new(&task, None);
    let (cost, program) = found_with_errors(&task, &relations, 2).unwrap().unwrap();
    assert_eq!(
        (cost, program.len()),
        (5 + 3, 2),
        "{}",
        text(&task.bias, &program)
    );
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
        cost: None,
        marks: &|_| Vec::new(),
    };
    let cancel = AtomicBool::new(true);
    let stopped = search(&request, &relations, &cancel, &mut |_| Ok(Verdict::Refused));
    assert_eq!(stopped, Err(crate::ilp::tester::Stopped::Cancelled));
}
