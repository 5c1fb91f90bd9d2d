//! What a search says is compared with plain enumeration, on random tasks of a few constants.

use std::{
    fmt::Write,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use super::{
    super::{
        super::{
            bias::{Bias, Comparison, Constraint, Denial, Goal, Mode, Pattern, Slot, TypeId},
            prove::{Call, Proof, Prover},
            relations::Relations,
            search::End,
            task::{Facts, Table, Task},
            tester::Stopped,
        },
        ProgramOptions, ProgramOutcome,
        language::Language,
        learn_programs, most_clauses,
    },
    facts,
    naive::Naive,
    single::Dice,
    text,
};

/// Answers from a table of facts, and stops the search after so many batches.
struct Oracle {
    facts: Facts,
    texts: Vec<String>,
    left: usize,
    cancel: Arc<AtomicBool>,
}

impl Prover for Oracle {
    fn prove(&mut self, calls: &[Call]) -> Result<Vec<Proof>, Stopped> {
        if self.left == 0 {
            self.cancel.store(true, Ordering::Relaxed);
        }
        self.left = self.left.saturating_sub(1);
        let prove = |call: &Call| {
            let rows = self.facts[&(call.name.clone(), call.arguments.len())].iter();
            let answers = rows.filter_map(|row| {
                let cells = || {
                    row.iter()
                        .map(|&v| &self.texts[v as usize])
                        .zip(&call.arguments)
                };
                let fits = cells().all(|(text, wanted)| wanted.as_ref().is_none_or(|w| w == text));
                let free = cells().filter(|(_, wanted)| wanted.is_none());
                fits.then(|| free.map(|(text, _)| text.clone()).collect())
            });
            Proof::Answers(answers.collect())
        };
        Ok(calls.iter().map(prove).collect())
    }
}

/// A random task, and how it is run.
pub(super) struct Case {
    pub task: Task,
    pub options: ProgramOptions,
    /// Whether the background is asked call by call.
    pub lazy: bool,
    /// After how many batches of questions the search is stopped.
    left: usize,
}

const HEADS: [&str; 2] = ["f", "g"];
const BODY: [&str; 4] = ["p", "q", "r", "s"];

/// Draws a task; `None` if it says nothing.
pub(super) fn draw(seed: u64) -> Option<Case> {
    let mut dice = Dice(seed ^ 0x5EED);
    let constants = 3 + dice.below(4);
    let heads: Vec<(&str, usize)> = HEADS[..1 + usize::from(dice.often(3))]
        .iter()
        .map(|&name| (name, 1 + dice.below(2)))
        .collect();
    let body: Vec<(&str, usize)> = BODY[..2 + dice.below(3)]
        .iter()
        .enumerate()
        .map(|(index, &name)| (name, if index == 0 || dice.often(5) { 2 } else { 1 }))
        .collect();
    let background = background(&mut dice, &body, constants);
    let all = |&(name, arity): &(&str, usize)| -> String {
        let one = |tuple: usize| match arity {
            1 => format!("{name}(c{tuple}). "),
            _ => format!("{name}(c{},c{}). ", tuple / constants, tuple % constants),
        };
        (0..constants.pow(arity as u32)).map(one).collect()
    };
    // All constants get their numbers in order.
    let tuples: String = heads.iter().map(all).collect();
    let mut task = facts(&heads, &body, &background, &tuples, "");
    let order: Vec<u32> = (0..constants)
        .map(|c| task.values.number(&format!("c{c}")).unwrap())
        .collect();
    assert_eq!(order.len(), task.values.len());
    let bias = &mut task.bias;
    bias.recursion = dice.often(8);
    bias.invention = !bias.recursion || dice.often(2);
    bias.max_vars = 2 + dice.below(4).min(2);
    bias.max_body = 1 + dice.below(5).min(2);
    bias.max_clauses = [None, Some(1), Some(2), Some(2), Some(3)][dice.below(5)];
    bias.singletons = dice.often(8);
    let directed = dice.often(5);
    if directed {
        direct(&mut dice, bias);
    }
    if dice.often(3) {
        give_types(&mut dice, &mut task);
    }
    if dice.often(2) {
        fix_constant(&mut dice, &mut task, constants);
    }
    if dice.often(3) {
        constrain(&mut dice, &mut task.bias);
    }
    let lazy = directed && dice.often(5);
    if lazy {
        task.rules = task.facts.keys().cloned().collect();
    }
    label(&mut dice, &mut task)?;
    Some(Case {
        options: ProgramOptions {
            all: dice.often(1),
            ..ProgramOptions::default()
        },
        lazy,
        left: if lazy && dice.often(4) {
            dice.below(12)
        } else {
            usize::MAX
        },
        task,
    })
}

/// Random relations; sometimes a function, sometimes a succession of the constants.
fn background(dice: &mut Dice, body: &[(&str, usize)], constants: usize) -> String {
    let mut text = String::new();
    for &(name, arity) in body {
        let (kind, tenths) = (dice.below(3), 2 + dice.below(4));
        for a in 0..constants {
            match (arity, kind) {
                (1, _) if dice.often(tenths) => _ = write!(text, "{name}(c{a}). "),
                (1, _) => {}
                (_, 0) if a + 1 < constants => _ = write!(text, "{name}(c{a},c{}). ", a + 1),
                (_, 0) => {}
                (_, 1) if dice.often(8) => {
                    _ = write!(text, "{name}(c{a},c{}). ", dice.below(constants));
                }
                (_, 1) => {}
                _ => {
                    for b in 0..constants {
                        if dice.often(tenths.min(4)) {
                            _ = write!(text, "{name}(c{a},c{b}). ");
                        }
                    }
                }
            }
        }
    }
    text
}

fn direct(dice: &mut Dice, bias: &mut Bias) {
    let heads = bias.heads.len();
    for (index, predicate) in bias.predicates.iter_mut().enumerate() {
        if index < heads && dice.often(2) {
            continue;
        }
        let modes = predicate.types.iter().enumerate().map(|(place, _)| {
            let out = if place == 0 {
                dice.often(1)
            } else {
                dice.often(7)
            };
            if out { Mode::Out } else { Mode::In }
        });
        predicate.modes = Some(modes.collect());
    }
}

/// Two types at random, or one; some arguments have none.
fn give_types(dice: &mut Dice, task: &mut Task) {
    task.bias.types = vec!["t".into(), "u".into()];
    let (kinds, some) = (1 + dice.below(2), dice.often(3));
    for predicate in &mut task.bias.predicates {
        for kind in &mut predicate.types {
            *kind = (!some || dice.often(7)).then(|| TypeId(dice.below(kinds) as u16));
        }
    }
}

/// The last binary predicate of the background gets a constant in its second place.
fn fix_constant(dice: &mut Dice, task: &mut Task, constants: usize) {
    let Some(&id) = task
        .bias
        .body
        .iter()
        .rev()
        .find(|id| task.bias.predicate(**id).arity() == 2)
    else {
        return;
    };
    let predicate = &mut task.bias.predicates[usize::from(id.0)];
    predicate.slots[1] = Slot::Constant(format!("c{}", dice.below(constants)));
    predicate.types.pop();
    if let Some(modes) = &mut predicate.modes {
        modes.pop();
    }
}

fn constrain(dice: &mut Dice, bias: &mut Bias) {
    for _ in 0..1 + dice.below(2) {
        let id = bias.body[dice.below(bias.body.len())];
        let other = bias.body[dice.below(bias.body.len())];
        let constraint = match dice.below(7) {
            0 => Constraint::AtMost(id, 1),
            1 => Constraint::BodyVariable(dice.below(bias.max_vars) as u8),
            2 => Constraint::Argument {
                predicate: id,
                argument: 0,
                variable: dice.below(2) as u8,
                equal: dice.often(5),
            },
            3 => Constraint::Denied(Denial::new(vec![
                Goal::Body(vec![id], None),
                Goal::NoBody(vec![other], None),
            ])),
            4 => Constraint::Denied(Denial::new(vec![
                Goal::Body(vec![id], None),
                Goal::Size(Comparison::Less, 2),
            ])),
            5 => {
                let any = vec![Pattern::Any; bias.predicate(id).arity()];
                Constraint::Denied(Denial::new(vec![Goal::Body(vec![id], Some(any))]))
            }
            _ => Constraint::NotInClause(dice.below(3), id),
        };
        bias.constraints.push(constraint);
    }
}

/// Labels some tuples: at random, or as a random program has it.
fn label(dice: &mut Dice, task: &mut Task) -> Option<()> {
    let language = language_of(task, false);
    let mut naive = Naive::new(task, &language, 1 + task.bias.max_body.min(3)).ok()?;
    let kind = dice.below(10);
    let target = (kind > 0).then(|| naive.random(|bound| dice.below(bound), kind > 2));
    for (of, examples) in task.examples.iter_mut().enumerate() {
        let (mut positive, mut negative) = (Vec::new(), Vec::new());
        for row in examples.tuples.iter() {
            let holds = match &target {
                Some(model) => model.as_ref()?.contains(&(of, row.to_vec())),
                None => dice.often(4),
            };
            let known = dice.often(8);
            if known && holds {
                positive.push(row.to_vec());
            } else if known {
                negative.push(row.to_vec());
            }
        }
        positive.truncate(12);
        let mut tuples = Table::new(examples.tuples.arity);
        positive
            .iter()
            .chain(&negative)
            .for_each(|row| tuples.push(row));
        examples.positives = positive.len();
        examples.tuples = tuples;
    }
    // Most tasks are to need more than clauses without calls.
    naive.label(task);
    let positives: usize = task.examples.iter().map(|e| e.positives).sum();
    (positives > 0 && (dice.often(1) || !naive.is_plain(9))).then_some(())
}

fn language_of(task: &Task, lazy: bool) -> Language {
    let bias = &task.bias;
    let modes = |id: &_| bias.predicate(*id).modes.is_some();
    let directed = lazy || bias.body.iter().chain(&bias.heads).any(modes);
    Language::new(bias, most_clauses(bias), directed)
}

fn told(case: &Case, outcome: &ProgramOutcome) -> String {
    let mut told = String::new();
    let bias = &case.task.bias;
    for id in bias.heads.iter().chain(&bias.body) {
        let predicate = bias.predicate(*id);
        let _ = writeln!(
            told,
            "{} {:?} {:?} {:?}",
            predicate.name, predicate.modes, predicate.types, predicate.slots
        );
    }
    let _ = writeln!(
        told,
        "recursion {} invention {} vars {} body {} clauses {:?} singletons {} {:?} lazy {} left {} {:?}",
        bias.recursion,
        bias.invention,
        bias.max_vars,
        bias.max_body,
        bias.max_clauses,
        bias.singletons,
        bias.constraints,
        case.lazy,
        case.left,
        case.options
    );
    for ((name, _), table) in &case.task.facts {
        table
            .iter()
            .for_each(|row| _ = write!(told, "{name}{row:?} "));
    }
    for examples in &case.task.examples {
        for (index, row) in examples.tuples.iter().enumerate() {
            let sign = if index < examples.positives { "" } else { "-" };
            let _ = write!(told, "{sign}{}{row:?} ", bias.predicate(examples.head).name);
        }
    }
    let _ = writeln!(
        told,
        "\n{:?} cut short {} searched {}",
        outcome.end, outcome.cut_short, outcome.searched
    );
    for program in &outcome.programs {
        let _ = writeln!(
            told,
            "size {}, covers {:?}\n{}",
            program.size(),
            program.positive.iter().collect::<Vec<_>>(),
            text(outcome, program)
        );
    }
    told
}

/// What became of many tasks.
#[derive(Debug, Default)]
struct Tally {
    tasks: usize,
    proved: usize,
    cut_short: usize,
    stopped: usize,
    recursive: usize,
    inventive: usize,
    united: usize,
    skipped: usize,
}

/// Compares what a search says of a task with the space; what is wrong with it, if anything.
fn compare(case: &Case, most: usize, tally: &mut Tally) -> Result<(), String> {
    let task = &case.task;
    let cancel = Arc::new(AtomicBool::new(false));
    let prover = case.lazy.then(|| {
        Box::new(Oracle {
            facts: task.facts.clone(),
            texts: (0..task.values.len())
                .map(|v| task.values.text(v as u32).to_owned())
                .collect(),
            left: case.left,
            cancel: Arc::clone(&cancel),
        }) as Box<dyn Prover>
    });
    let relations = Relations::new(task, prover);
    let outcome = learn_programs(task, &relations, &case.options, &cancel, &mut |progress| {
        // What is larger is not looked at here.
        if progress.counts.size > most {
            cancel.store(true, Ordering::Relaxed);
        }
    })
    .unwrap();
    let wrong = |what: &str| Err(format!("{what}\n{}", told(case, &outcome)));
    let language = language_of(task, case.lazy);
    let positives: usize = task.examples.iter().map(|e| e.positives).sum();
    let best = outcome.programs.first();
    let size = best.map_or(usize::MAX, |best| best.size());
    let searched = outcome.searched.min(most);
    let Ok(mut naive) = Naive::new(task, &language, searched) else {
        tally.skipped += 1;
        return Ok(());
    };
    for program in &outcome.programs {
        let (cover, inconsistent) = naive.test(&program.clauses);
        let same = (0..positives).all(|e| program.positive.contains(e) == (cover >> e & 1 == 1));
        if !same || inconsistent || !program.negative.is_empty() || program.size() != size {
            return wrong("it covers something else");
        }
    }
    let complete = best.is_some_and(|best| best.positive.count() == positives);
    tally.tasks += 1;
    tally.proved += usize::from(outcome.end == End::Proved);
    tally.cut_short += usize::from(outcome.cut_short);
    tally.stopped += usize::from(outcome.end == End::Stopped);
    if let Some(best) = best {
        let learned = |id| naive.learned(id);
        let mut body = best.clauses.iter().flat_map(|clause| &clause.body);
        tally.recursive += usize::from(body.any(|literal| learned(literal.predicate).is_some()));
        let mut heads = best
            .clauses
            .iter()
            .map(|clause| learned(clause.head.predicate));
        tally.inventive += usize::from(heads.any(|head| head >= Some(language.heads)));
        tally.united += usize::from(best.clauses.len() > 2);
    }
    if outcome.end == End::Proved && (outcome.cut_short || !complete) {
        return wrong("it is no proof");
    }
    if outcome.cut_short {
        return Ok(());
    }
    if naive.go_through(searched).is_err() {
        tally.skipped += 1;
        return Ok(());
    }
    // Unions are larger than their parts.
    let below = if outcome.end == End::Proved {
        size
    } else {
        size.min(searched + 1)
    };
    if let Some((least, union)) = naive.best(below) {
        let parts = union.iter().map(|clauses| {
            let clauses = clauses
                .iter()
                .map(|clause| language.bias.clause_text(clause));
            clauses.collect::<Vec<_>>().join("\n")
        });
        let parts: Vec<String> = parts.collect();
        return wrong(&format!(
            "size {least} is enough:\n{}\n",
            parts.join("\n+\n")
        ));
    }
    let coverable = naive.coverable(searched);
    let covered = best.map_or(0, |best| {
        best.positive.iter().fold(0u64, |all, e| all | 1 << e)
    });
    if !complete && coverable.count_ones() > covered.count_ones() {
        let one = naive.part(coverable & !covered);
        let one: Vec<String> = one.iter().map(|c| language.bias.clause_text(c)).collect();
        return wrong(&format!(
            "{coverable:b} could be covered: {}",
            one.join(" ")
        ));
    }
    Ok(())
}

/// Goes through tasks; panics at the end if something was wrong with some.
fn go_through(seeds: std::ops::Range<u64>, most: usize) -> Tally {
    let mut tally = Tally::default();
    let mut wrong = 0;
    for seed in seeds {
        let Some(case) = draw(seed) else {
            continue;
        };
        if let Err(why) = compare(&case, most, &mut tally) {
            wrong += 1;
            if wrong <= 3 {
                eprintln!("seed {seed}: {why}");
            } else {
                eprintln!("seed {seed}: {}", why.lines().next().unwrap_or_default());
            }
        }
    }
    eprintln!("{tally:?}");
    assert_eq!(wrong, 0, "of {} tasks", tally.tasks);
    tally
}

#[test]
fn what_is_said_of_all_programs_is_true() {
    let tally = go_through(0..1_000, 6);
    let enough = tally.proved > 40 && tally.recursive > 12 && tally.inventive > 5;
    assert!(enough, "{tally:?}");
}

/// The same for as many tasks as one likes: from CHESSLOG_SEED on, CHESSLOG_TASKS of them.
#[test]
#[ignore = "takes as long as one likes"]
fn what_is_said_of_many_more_is_true() {
    let number = |name: &str, usual: u64| {
        let text = std::env::var(name).ok();
        text.and_then(|text| text.parse().ok()).unwrap_or(usual)
    };
    let first = number("CHESSLOG_SEED", 1_000_000);
    go_through(
        first..first + number("CHESSLOG_TASKS", 10_000),
        number("CHESSLOG_SIZE", 8) as usize,
    );
}
