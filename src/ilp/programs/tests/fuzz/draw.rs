//! Random tasks of a few constants.

use std::fmt::Write;

use super::{
    super::{
        super::{
            super::{
                bias::{Bias, Comparison, Constraint, Denial, Goal, Mode, Pattern, Slot, TypeId},
                task::{Table, Task},
            },
            ProgramOptions,
        },
        facts,
        naive::Naive,
        single::Dice,
    },
    language_of,
};

/// A random task, and how it is run.
pub struct Case {
    pub task: Task,
    pub options: ProgramOptions,
    /// Whether the background is asked call by call.
    pub lazy: bool,
    /// After how many batches of questions the search is stopped.
    pub left: usize,
}

const HEADS: [&str; 2] = ["f", "g"];
const BODY: [&str; 4] = ["p", "q", "r", "s"];

/// What a task is to need.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Anything.
    Any,
    /// Recursion with directions whose calls take what others answer.
    Nested,
    /// Recursion where the bias speaks of the numbers of clauses.
    Numbered,
    /// Predicates that are invented, of two types or without.
    Invented,
    /// Recursion without directions for two heads or of more calls than one in a clause.
    Mutual,
    /// A recursion where clauses without calls do as well, but are more literals together.
    United,
}

const KINDS: [Kind; 8] = [
    Kind::Any,
    Kind::Nested,
    Kind::Nested,
    Kind::Numbered,
    Kind::Invented,
    Kind::Mutual,
    Kind::United,
    Kind::United,
];

/// Draws a task, some labels of which are wrong if it is to be noisy; `None` if it says nothing.
pub fn draw(seed: u64, noisy: bool) -> Option<Case> {
    let mut dice = Dice(seed ^ 0x5EED);
    let kind = KINDS[dice.below(KINDS.len())];
    let constants = if noisy {
        5 + dice.below(2)
    } else {
        3 + dice.below(4)
    };
    let two = match kind {
        Kind::Mutual => dice.often(5),
        Kind::Nested => dice.often(1),
        _ => dice.often(3),
    };
    let heads: Vec<(&str, usize)> = HEADS[..1 + usize::from(two)]
        .iter()
        .map(|&name| {
            (
                name,
                if kind == Kind::Nested {
                    2
                } else {
                    1 + dice.below(2)
                },
            )
        })
        .collect();
    let body: Vec<(&str, usize)> = BODY[..2 + dice.below(3)]
        .iter()
        .enumerate()
        .map(|(index, &name)| (name, if index == 0 || dice.often(5) { 2 } else { 1 }))
        .collect();
    let twins = if kind == Kind::Nested { 6 } else { 2 };
    let background = background(&mut dice, &body, constants, twins);
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
    bias.recursion = match kind {
        Kind::Any => dice.often(8),
        Kind::Invented => dice.often(2),
        _ => true,
    };
    bias.invention = !bias.recursion || kind == Kind::Invented || dice.often(2);
    bias.max_vars = 2 + dice.below(4).min(2);
    bias.max_body = 1 + dice.below(5).min(2);
    bias.max_clauses = match kind {
        Kind::Any => [None, Some(1), Some(2), Some(2), Some(3)][dice.below(5)],
        Kind::Numbered | Kind::Invented => [Some(2), Some(3), Some(3)][dice.below(3)],
        _ => [None, Some(2), Some(3)][dice.below(3)],
    };
    if kind == Kind::United && dice.often(5) {
        // Clauses of many literals, but few of them.
        (bias.max_vars, bias.max_body) = (2, 4);
    }
    bias.singletons = dice.often(8);
    bias.non_datalog = dice.often(1);
    if kind == Kind::Nested {
        (bias.max_vars, bias.max_body) = (3 + dice.below(2), 2 + dice.below(2));
    }
    let directed = match kind {
        Kind::Nested => true,
        Kind::Mutual => false,
        _ => dice.often(5),
    };
    if directed {
        direct(&mut dice, bias);
    }
    if kind == Kind::Nested {
        let head = usize::from(bias.heads[0].0);
        bias.predicates[head].modes = Some(vec![Mode::In, Mode::Out]);
    }
    if dice.often(if kind == Kind::Invented { 6 } else { 3 }) {
        give_types(&mut dice, &mut task);
    }
    if dice.often(2) {
        fix_constant(&mut dice, &mut task, constants);
    }
    if kind == Kind::Numbered {
        number(&mut dice, &mut task.bias);
    } else if dice.often(3) {
        constrain(&mut dice, &mut task.bias);
    }
    let lazy = directed && dice.often(5);
    if lazy {
        task.rules = task.facts.keys().cloned().collect();
    }
    label(&mut dice, &mut task, noisy, kind)?;
    Some(Case {
        options: ProgramOptions {
            noisy,
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

/// Random relations; sometimes a function, sometimes a succession of the constants, and sometimes
/// the one before but for a few tuples.
fn background(dice: &mut Dice, body: &[(&str, usize)], constants: usize, twins: usize) -> String {
    let mut text = String::new();
    let mut before: Option<(&str, usize)> = None;
    for &(name, arity) in body {
        let twin = before
            .replace((name, arity))
            .filter(|known| known.1 == arity);
        if let Some((twin, _)) = twin.filter(|_| dice.often(twins)) {
            let known = text.clone();
            let facts = known
                .split_inclusive(". ")
                .filter_map(|fact| fact.strip_prefix(twin));
            let facts = facts.filter(|_| dice.often(8));
            facts.for_each(|fact| _ = write!(text, "{name}{fact}"));
            let tuple: Vec<String> = (0..arity)
                .map(|_| format!("c{}", dice.below(constants)))
                .collect();
            let fact = format!("{name}({}). ", tuple.join(","));
            if !text.contains(&fact) {
                text += &fact;
            }
            continue;
        }
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

/// One or two predicates are refused in clauses of some numbers.
fn number(dice: &mut Dice, bias: &mut Bias) {
    for _ in 0..1 + dice.below(2) {
        let id = bias.body[dice.below(bias.body.len())];
        bias.constraints
            .push(Constraint::NotInClause([0, 1, 1, 2][dice.below(4)], id));
    }
}

/// Labels some tuples: at random, or as a random program has it.
fn label(dice: &mut Dice, task: &mut Task, noisy: bool, kind: Kind) -> Option<()> {
    let language = language_of(task, false);
    let mut naive = Naive::new(task, &language, 1 + task.bias.max_body.min(3)).ok()?;
    let random = if kind == Kind::Any { dice.below(10) } else { 9 };
    let target = (random > 0).then(|| naive.random(|bound| dice.below(bound), random > 2));
    // Calls that are no examples are known by what programs ask.
    let narrow = dice.often(if kind == Kind::Nested { 6 } else { 2 });
    let first = if narrow {
        1 + dice.below(2) as u32
    } else {
        u32::MAX
    };
    for (of, examples) in task.examples.iter_mut().enumerate() {
        let (mut positive, mut negative) = (Vec::new(), Vec::new());
        for row in examples.tuples.iter() {
            let holds = match &target {
                Some(model) => model.as_ref()?.contains(&(of, row.to_vec())),
                None => dice.often(4),
            };
            // One in twenty labels is wrong.
            let holds = holds != (noisy && dice.below(20) == 0);
            let known = dice.often(if narrow { 10 } else { 8 }) && row[0] < first;
            if known && holds {
                positive.push(row.to_vec());
            } else if known {
                negative.push(row.to_vec());
            }
        }
        positive.truncate(if noisy { 30 } else { 12 });
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
    let wanted = match kind {
        // With few positive examples nothing is cheaper than no program.
        _ if noisy => positives > 8,
        _ if positives == 0 => false,
        Kind::United => !naive.is_plain(7) && naive.is_plain(10),
        _ => dice.often(1) || !naive.is_plain(9),
    };
    wanted.then_some(())
}
