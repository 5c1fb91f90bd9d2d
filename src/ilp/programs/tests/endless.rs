//! Numbers without an end, where many recursions do not end either: programs of a leaf and a caller
//! are enumerated, run with the limits of the search, and compared with what it says.

use std::{collections::HashSet, sync::atomic::AtomicBool};

use super::{
    super::{
        super::{
            bias::{Bias, Mode, PredicateId},
            clause::{Clause, Literal},
            prove::{Call, Proof, Prover},
            relations::Relations,
            search::End,
            space::Space,
            task::{Examples, Table, Task},
            tester::Stopped,
        },
        FoundProgram, ProgramOptions, ProgramOutcome,
        judge::{Judge, Limits, depth},
        language::Language,
        learn_programs,
        pruning::Prunings,
    },
    declare,
    single::Dice,
    text,
};

/// What is known of numbers, as a Prolog library would have it.
struct Numbers;

impl Prover for Numbers {
    fn prove(&mut self, calls: &[Call]) -> Result<Vec<Proof>, Stopped> {
        let prove = |call: &Call| {
            let inputs = call.arguments.iter().flatten();
            let inputs: Vec<i64> = inputs.map(|text| text.parse().unwrap()).collect();
            let holds = |holds: bool| if holds { vec![Vec::new()] } else { Vec::new() };
            let number = |number: i64| vec![vec![number.to_string()]];
            Proof::Answers(match (call.name.as_str(), inputs.as_slice()) {
                ("succ", [n]) => number(n + 1),
                ("pred", [n]) if *n > 0 => number(n - 1),
                ("half", [n]) if n % 2 == 0 => number(n / 2),
                ("pred" | "half", _) => Vec::new(),
                ("near", [n]) => [number(n + 2), number((n - 1).max(0))].concat(),
                ("two", []) => number(2),
                ("odd", [n]) => holds(n % 2 == 1),
                ("four", [n]) => holds(*n == 4),
                ("small", [n]) => holds(*n < 2),
                _ => panic!("{call:?}"),
            })
        };
        Ok(calls.iter().map(prove).collect())
    }
}

const BODY: [&str; 8] = [
    "succ +n -n",
    "pred +n -n",
    "half +n -n",
    "near +n -n",
    "two -n",
    "odd +n",
    "four +n",
    "small +n",
];

const HEADS: [&str; 3] = ["f +n", "f +n -n", "f +n +n"];

/// A task without examples.
fn draw(dice: &mut Dice) -> Task {
    let mut task = Task::default();
    let head = declare(&mut task, HEADS[dice.below(HEADS.len())]);
    task.rules.clear();
    task.bias.heads.push(head);
    // One that goes on without end, and two others.
    let first = [0, 0, 3][dice.below(3)];
    let mut body = vec![first];
    while body.len() < 3 {
        let next = dice.below(BODY.len());
        if !body.contains(&next) {
            body.push(next);
        }
    }
    for index in body {
        let id = declare(&mut task, BODY[index]);
        task.bias.body.push(id);
    }
    let bias = &mut task.bias;
    bias.recursion = true;
    bias.max_clauses = Some(2);
    (bias.max_vars, bias.max_body) = (3 + dice.below(2), 2 + usize::from(dice.often(2)));
    bias.singletons = dice.often(8);
    task
}

/// Clauses of the head, with and without calls of it.
fn clauses(task: &Task) -> Option<(Vec<Clause>, Vec<Clause>)> {
    let (bias, head) = (&task.bias, task.bias.heads[0]);
    let body: Vec<PredicateId> = bias.body.iter().copied().chain([head]).collect();
    let space = Space::new(bias, head, body);
    let mut level = HashSet::from([space.canonical(space.root())]);
    let (mut leaves, mut callers) = (Vec::new(), Vec::new());
    for _ in 0..bias.max_body {
        let mut next: HashSet<Clause> = HashSet::new();
        for clause in &level {
            let mut literals = Vec::new();
            space.refinements(clause, &mut literals);
            let children = literals.iter().map(|&l| space.canonical(&clause.with(l)));
            next.extend(children.filter(|child| child.body.len() > clause.body.len()));
        }
        let allowed = |clause: &&Clause| space.admissible(clause) && descends(bias, clause);
        let mut sorted: Vec<&Clause> = next.iter().filter(allowed).collect();
        sorted.sort();
        for clause in sorted {
            match clause.body.iter().any(|literal| literal.predicate == head) {
                true => callers.push(clause.clone()),
                false => leaves.push(clause.clone()),
            }
        }
        if leaves.len() * callers.len() > 2_000 {
            return None;
        }
        level = next;
    }
    Some((leaves, callers))
}

/// Whether no call of a clause has the inputs of its head.
fn descends(bias: &Bias, clause: &Clause) -> bool {
    let modes = bias.predicate(clause.head.predicate).modes.iter().flatten();
    let modes: Vec<&Mode> = modes.collect();
    let inputs = |literal: &Literal| -> Vec<u8> {
        let pairs = literal.arguments().iter().zip(&modes);
        pairs
            .filter(|(_, mode)| ***mode == Mode::In)
            .map(|(v, _)| *v)
            .collect()
    };
    let calls = |literal: &&Literal| literal.predicate == clause.head.predicate;
    let mut calls = clause.body.iter().filter(calls);
    calls.all(|literal| inputs(literal) != inputs(&clause.head))
}

/// Tells what programs do on the examples of a task.
type Scoring<'s> = dyn Fn(&Task, &[Vec<Clause>]) -> Vec<FoundProgram> + 's;

/// What programs do on the examples of a task.
struct Scores<'a> {
    task: &'a Task,
    relations: &'a Relations,
    language: &'a Language,
    go: &'a AtomicBool,
}

impl Scores<'_> {
    fn score(&self, programs: &[Vec<Clause>]) -> Vec<FoundProgram> {
        let options = ProgramOptions::default();
        let limits = Limits {
            steps: options.steps,
            depth: options.depth.min(depth(self.task, false)),
        };
        let prunings = Prunings::without(&[]);
        let judge = Judge::new(
            self.task,
            self.relations,
            self.language,
            limits,
            false,
            &prunings,
            self.go,
        );
        let scores = programs.iter();
        scores
            .map(|program| judge.score(self.language, program).unwrap())
            .collect()
    }
}

/// All tuples are examples, those that the program covers positive ones; some are left out.
fn label(dice: &mut Dice, task: &mut Task, target: Option<&FoundProgram>) {
    let head = task.bias.heads[0];
    let arity = task.bias.predicate(head).arity();
    let numbers: Vec<u32> = (0..6).map(|n| task.values.intern(&n.to_string())).collect();
    let mut rows: Vec<Vec<u32>> = Vec::new();
    for &first in &numbers {
        match arity {
            1 => rows.push(vec![first]),
            _ => rows.extend(numbers.iter().map(|&second| vec![first, second])),
        }
    }
    let mut tuples = Table::new(arity);
    let mut positives = 0;
    for wanted in [true, false] {
        for (index, row) in rows.iter().enumerate() {
            let holds = target.is_none_or(|target| target.positive.contains(index));
            if holds == wanted && (target.is_none() || dice.often(9)) {
                tuples.push(row);
                positives += usize::from(wanted);
            }
        }
    }
    task.examples = vec![Examples {
        head,
        tuples,
        positives,
    }];
}

/// Compares what is said of a random task; whether there was one.
fn compare(seed: u64) -> Result<bool, String> {
    let dice = &mut Dice(seed ^ 0xE4D);
    let mut task = draw(dice);
    let Some((leaves, callers)) = clauses(&task) else {
        return Ok(false);
    };
    let language = Language::new(&task.bias, 2, true);
    let go = AtomicBool::new(false);
    let (Some(_), Some(_)) = (leaves.first(), callers.first()) else {
        return Ok(false);
    };
    label(dice, &mut task, None);
    let relations = Relations::new(&task, Some(Box::new(Numbers)));
    let judge = |task: &Task, programs: &[Vec<Clause>]| {
        Scores {
            task,
            relations: &relations,
            language: &language,
            go: &go,
        }
        .score(programs)
    };
    let pick = |dice: &mut Dice, from: &[Clause]| from[dice.below(from.len())].clone();
    let mut target = None;
    for _ in 0..40 {
        let program = vec![pick(dice, &leaves), pick(dice, &callers)];
        let mut scores = judge(&task, &[program[..1].to_vec(), program]);
        let (with, alone) = (scores.pop().unwrap(), scores.pop().unwrap());
        let count = with.positive.count();
        // The caller is of use.
        if count > alone.positive.count() && count < with.positive.length() * 3 / 4 {
            target = Some(with);
            break;
        }
    }
    let Some(target) = target else {
        return Ok(false);
    };
    label(dice, &mut task, Some(&target));
    let options = ProgramOptions::default();
    let outcome = learn_programs(&task, &relations, &options, &go, &mut |_| ()).unwrap();
    let singles = leaves.iter().map(|leaf| vec![leaf.clone()]);
    let pairs = leaves.iter().flat_map(|leaf| {
        let pair = |caller: &Clause| vec![leaf.clone(), caller.clone()];
        callers.iter().map(pair)
    });
    let programs: Vec<Vec<Clause>> = singles.chain(pairs).collect();
    let mut scores = judge(&task, &programs);
    scores.retain(|found| found.negative.is_empty() && !found.positive.is_empty());
    scores.sort_by_key(FoundProgram::size);
    check(&task, &outcome, &scores, &judge)
        .map(|()| true)
        .map_err(|why| {
            let reported = outcome.programs.iter().map(|p| text(&outcome, p));
            format!(
                "{why}\n{:?} cut short {} searched {}\n{}\n{:?}",
                outcome.end,
                outcome.cut_short,
                outcome.searched,
                reported.collect::<Vec<_>>().join("\n"),
                task.examples[0]
            )
        })
}

fn check(
    task: &Task,
    outcome: &ProgramOutcome,
    consistent: &[FoundProgram],
    judge: &Scoring<'_>,
) -> Result<(), String> {
    let best = outcome.programs.first();
    if let Some(best) = best
        && judge(task, std::slice::from_ref(&best.clauses)) != [best.clone()]
    {
        return Err("it covers something else".to_owned());
    }
    let complete = |found: &FoundProgram| found.positive.count() == found.positive.length();
    let size = best.filter(|best| complete(best)).map(FoundProgram::size);
    if outcome.end == End::Proved && (outcome.cut_short || size.is_none()) {
        return Err("it is no proof".to_owned());
    }
    if outcome.cut_short {
        return Ok(());
    }
    let reported = |clauses: &[Clause]| -> String {
        let texts = clauses.iter().map(|c| outcome.bias.clause_text(c));
        texts.collect::<Vec<_>>().join("\n")
    };
    let below = size.unwrap_or(usize::MAX);
    for (index, found) in consistent.iter().enumerate() {
        if found.size() >= below {
            break;
        }
        if complete(found) {
            return Err(format!(
                "size {} is enough:\n{}",
                found.size(),
                reported(&found.clauses)
            ));
        }
        if size.is_none()
            && best.is_none_or(|best| !found.positive.is_subset(&best.positive))
            && best.is_none_or(|best| best.positive.count() < found.positive.count())
        {
            return Err(format!(
                "more could be covered:\n{}",
                reported(&found.clauses)
            ));
        }
        for other in &consistent[..index] {
            let mut both = found.positive.clone();
            both.or(&other.positive);
            let mut union = found.clauses.clone();
            let more = other.clauses.iter().filter(|c| !found.clauses.contains(c));
            union.extend(more.cloned());
            let least: usize = union.iter().map(Clause::size).sum();
            if both.count() == both.length() && least < below {
                let joint = &judge(task, std::slice::from_ref(&union))[0];
                if joint.negative.is_empty() && complete(joint) {
                    return Err(format!("size {least} is enough:\n{}", reported(&union)));
                }
            }
        }
    }
    Ok(())
}

#[test]
fn what_is_said_of_endless_recursions_is_true() {
    let first = std::env::var("CHESSLOG_SEED").ok();
    let first: u64 = first.and_then(|text| text.parse().ok()).unwrap_or(0);
    let tasks = std::env::var("CHESSLOG_TASKS").ok();
    let tasks: u64 = tasks.and_then(|text| text.parse().ok()).unwrap_or(60);
    let (mut compared, mut wrong) = (0, 0);
    for seed in first..first + tasks {
        match compare(seed) {
            Ok(one) => compared += usize::from(one),
            Err(why) => {
                wrong += 1;
                eprintln!("seed {seed}: {why}");
            }
        }
    }
    eprintln!("{compared} tasks");
    assert_eq!(wrong, 0);
    assert!(compared > 10);
}
