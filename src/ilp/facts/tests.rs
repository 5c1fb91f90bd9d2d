use std::sync::atomic::{AtomicBool, Ordering};

use proptest::prelude::*;

use super::{
    super::{
        Bits,
        bias::{Bias, Mode, Predicate, PredicateId, Slot},
        clause::{Clause, Literal, Variable},
        prove::{Call, Proof, Prover},
        relations::Relations,
        task::{Examples, Facts, Table, Task, Value, Values},
        tester::{Stopped, Tester},
    },
    FactsTester,
};

/// The terms of the random tables: `0` to `5`.
const TERMS: u32 = 6;

/// Name, arity, and the input columns if Prolog answers it.
const RELATIONS: [(&str, usize, Option<&[usize]>); 10] = [
    ("unit", 0, None),
    ("red", 1, None),
    ("blue", 1, None),
    ("edge", 2, None),
    ("link", 2, None),
    ("between", 3, None),
    ("even", 1, Some(&[0])),
    ("next", 2, Some(&[0])),
    ("sum", 3, Some(&[0, 1])),
    ("known", 2, Some(&[])),
];

/// The predicate of one variable made of `edge` by a constant.
const EDGE_TO_TWO: usize = 10;

/// Answers from tables; a goal whose first argument is 4 raises an error, so it has no answers.
struct Tables(Vec<Table>);

fn fails(relation: usize, row: &[Value]) -> bool {
    RELATIONS[relation]
        .2
        .is_some_and(|inputs| !inputs.is_empty())
        && row[0] == 4
}

impl Prover for Tables {
    fn prove(&mut self, calls: &[Call]) -> Result<Vec<Proof>, Stopped> {
        let proofs = calls.iter().map(|call| {
            let relation = RELATIONS.iter().position(|r| r.0 == call.name).unwrap();
            let bound: Vec<Option<u32>> = call
                .arguments
                .iter()
                .map(|argument| argument.as_ref().map(|text| text.parse().unwrap()))
                .collect();
            if bound[0] == Some(4) {
                return Proof::Error("it is 4".into());
            }
            let agrees = |row: &&[u32]| {
                bound
                    .iter()
                    .zip(*row)
                    .all(|(b, v)| b.is_none_or(|b| b == *v))
            };
            let free = |row: &[u32]| {
                let cells = bound.iter().zip(row).filter(|(bound, _)| bound.is_none());
                cells.map(|(_, value)| value.to_string()).collect()
            };
            Proof::Answers(self.0[relation].iter().filter(agrees).map(free).collect())
        });
        Ok(proofs.collect())
    }
}

/// A random world, and clauses in it.
#[derive(Debug, Clone)]
struct World {
    tables: Vec<Table>,
    /// By predicate, its rows by definition.
    rows: Vec<Vec<Vec<Value>>>,
    examples: Table,
    clauses: Vec<Clause>,
}

/// Predicates 0 to 10 of the bias are those of [`RELATIONS`] and [`EDGE_TO_TWO`], 11 is the head.
fn task(world: &World) -> Task {
    let mut bias = Bias::default();
    let mut values = Values::default();
    (0..TERMS).for_each(|term| assert_eq!(values.intern(&term.to_string()), term));
    let mut facts = Facts::new();
    let mut rules = std::collections::BTreeSet::new();
    for ((name, arity, inputs), table) in RELATIONS.iter().zip(&world.tables) {
        let mut predicate = Predicate::untyped(*name, *arity);
        match inputs {
            None => {
                facts.insert((name.to_string(), *arity), table.clone());
            }
            Some(inputs) => {
                rules.insert((name.to_string(), *arity));
                let mode = |column| match inputs.contains(&column) {
                    true => Mode::In,
                    false => Mode::Out,
                };
                predicate.modes = Some((0..*arity).map(mode).collect());
            }
        }
        bias.add(predicate);
    }
    let mut edge = Predicate::untyped("edge", 2);
    edge.slots[1] = Slot::Constant("2".into());
    edge.types.pop();
    assert_eq!(usize::from(bias.add(edge).0), EDGE_TO_TWO);
    let head = bias.add(Predicate::untyped("f", world.examples.arity));
    Task {
        bias,
        values,
        facts,
        rules,
        clauses: None,
        examples: vec![Examples {
            head,
            tuples: world.examples.clone(),
            positives: 0,
        }],
    }
}

/// The rows of a predicate, by definition.
fn rows(tables: &[Table], predicate: usize) -> Vec<Vec<Value>> {
    if predicate == EDGE_TO_TWO {
        let edges = tables[3].iter().filter(|row| row[1] == 2);
        return edges.map(|row| vec![row[0]]).collect();
    }
    let rows = tables[predicate].iter();
    rows.filter(|row| !fails(predicate, row))
        .map(<[_]>::to_vec)
        .collect()
}

/// Visits all solutions of the literals by nested loops; false from the visitor ends them.
fn solutions(
    world: &World,
    literals: &[Literal],
    binding: &mut Vec<Option<Value>>,
    visit: &mut dyn FnMut(&[Option<Value>]) -> bool,
) -> bool {
    let Some((literal, rest)) = literals.split_first() else {
        return visit(binding);
    };
    for row in &world.rows[usize::from(literal.predicate.0)] {
        let before = binding.clone();
        let agrees = literal
            .arguments()
            .iter()
            .zip(row)
            .all(|(&v, &value)| *binding[usize::from(v)].get_or_insert(value) == value);
        if agrees && !solutions(world, rest, binding, visit) {
            return false;
        }
        *binding = before;
    }
    true
}

fn of_example(world: &World, example: usize) -> Vec<Option<Value>> {
    let mut binding = vec![None; 16];
    for (cell, &value) in binding.iter_mut().zip(world.examples.row(example)) {
        *cell = Some(value);
    }
    binding
}

fn naive_coverage(world: &World, clause: &Clause, candidates: &Bits) -> Bits {
    let covered = candidates.iter().filter(|&example| {
        !solutions(
            world,
            &clause.body,
            &mut of_example(world, example),
            &mut |_| false,
        )
    });
    Bits::of(candidates.length(), covered)
}

fn naive_implied(world: &World, clause: &Clause, index: usize, candidates: &Bits) -> bool {
    let literal = clause.body[index];
    let rest = clause.without(index);
    let known = &world.rows[usize::from(literal.predicate.0)];
    candidates.iter().all(|example| {
        solutions(
            world,
            &rest.body,
            &mut of_example(world, example),
            &mut |binding| {
                let values = literal
                    .arguments()
                    .iter()
                    .map(|&v| binding[usize::from(v)].unwrap());
                known.contains(&values.collect::<Vec<_>>())
            },
        )
    })
}

fn input_columns(predicate: usize) -> &'static [usize] {
    RELATIONS.get(predicate).and_then(|r| r.2).unwrap_or(&[])
}

/// True iff the literals can be called in some order.
fn callable(literals: &[Literal], head: usize) -> bool {
    let mut bound = [false; 16];
    bound[..head].fill(true);
    let mut open = literals.to_vec();
    loop {
        let before = open.len();
        open.retain(|literal| {
            let arguments = literal.arguments();
            let ready = input_columns(usize::from(literal.predicate.0))
                .iter()
                .all(|&column| bound[usize::from(arguments[column])]);
            if ready {
                arguments.iter().for_each(|&v| bound[usize::from(v)] = true);
            }
            !ready
        });
        if open.len() == before {
            return open.is_empty();
        }
    }
}

fn table(arity: usize, most: usize) -> impl Strategy<Value = Table> + Clone {
    let row = proptest::collection::vec(0..TERMS, arity);
    proptest::collection::vec(row, most / 3..most).prop_map(move |rows| {
        let mut table = Table::new(arity);
        rows.iter().for_each(|row| table.push(row));
        table
    })
}

fn worlds() -> impl Strategy<Value = World> {
    let tables: Vec<_> = RELATIONS
        .iter()
        .map(|(_, arity, _)| table(*arity, [3, 9, 36, 250][*arity]))
        .collect();
    let literal = (
        0..=EDGE_TO_TWO,
        proptest::collection::vec(0..7 as Variable, 3),
    );
    let any_body = proptest::collection::vec(literal, 1..8);
    // From variable 0 over 4, 5 and so on to 1, and perhaps a literal more.
    let path = (
        proptest::collection::vec((3..5usize, any::<bool>()), 2..5),
        proptest::option::of((0..=EDGE_TO_TWO, Just(vec![4, 5, 6]))),
    )
        .prop_map(|(steps, more)| {
            let last = steps.len() - 1;
            let literal = |(at, (predicate, forth)): (usize, (usize, bool))| {
                let from = if at == 0 { 0 } else { at as Variable + 3 };
                let to = if at == last { 1 } else { at as Variable + 4 };
                (
                    predicate,
                    if forth {
                        vec![from, to, 0]
                    } else {
                        vec![to, from, 0]
                    },
                )
            };
            steps
                .into_iter()
                .enumerate()
                .map(literal)
                .chain(more)
                .collect()
        });
    let body = prop_oneof![1 => any_body, 1 => path];
    // Several clauses for one tester: they share its derived sets.
    let bodies = proptest::collection::vec(body, 1..5);
    (0..4usize)
        .prop_flat_map(move |head| (tables.clone(), table(head, 48), bodies.clone()))
        .prop_map(|(tables, examples, bodies)| World {
            rows: (0..=EDGE_TO_TWO).map(|p| rows(&tables, p)).collect(),
            tables,
            clauses: bodies
                .iter()
                .map(|body| clause(body, examples.arity))
                .collect(),
            examples,
        })
}

/// A clause of those of the literals that can be called.
fn clause(body: &[(usize, Vec<Variable>)], head: usize) -> Clause {
    let mut clause = Clause::fact(PredicateId(EDGE_TO_TWO as u16 + 1), head);
    for (predicate, arguments) in body {
        let arity = RELATIONS.get(*predicate).map_or(1, |relation| relation.1);
        let literal = Literal::new(PredicateId(*predicate as u16), &arguments[..arity]);
        let with = clause.with(literal);
        if !clause.body.contains(&literal) && callable(&with.body, head) {
            clause = with;
        }
    }
    clause
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn covered_and_implied_are_what_nested_loops_say(world in worlds(), some in any::<u64>()) {
        let task = task(&world);
        let prover = Tables(world.tables.clone());
        let relations = Relations::new(&task, Some(Box::new(prover)));
        let cancel = AtomicBool::new(false);
        let tester = FactsTester::new(&relations, &task.examples[0], &cancel);
        let examples = world.examples.rows;
        prop_assert_eq!(tester.examples(), examples);
        for clause in &world.clauses {
            check(&world, clause, &tester, some)?;
        }
    }
}

fn check(
    world: &World,
    clause: &Clause,
    tester: &FactsTester<'_>,
    some: u64,
) -> Result<(), TestCaseError> {
    let examples = world.examples.rows;
    // Twice, since the second time all calls and derived sets are known.
    for candidates in [
        Bits::of(
            examples,
            (0..examples).filter(|example| some >> example & 1 == 1),
        ),
        Bits::full(examples),
    ] {
        let expected = naive_coverage(world, clause, &candidates);
        let covered = tester.coverage(clause, &candidates).unwrap();
        prop_assert_eq!(covered, expected, "{:?}", clause);
        for (index, literal) in clause.body.iter().enumerate() {
            let rest = clause.without(index);
            let head = world.examples.arity;
            let bound = literal.arguments().iter().all(|&v| {
                usize::from(v) < head || rest.body.iter().any(|l| l.arguments().contains(&v))
            });
            if bound && callable(&rest.body, head) {
                let expected = naive_implied(world, clause, index, &candidates);
                let implied = tester.implied(clause, index, &candidates).unwrap();
                prop_assert_eq!(implied, expected, "literal {} of {:?}", index, clause);
            }
        }
    }
    Ok(())
}

/// Answers like [`Tables`], and tells the searches to stop.
struct Stopping(Tables, &'static AtomicBool);

impl Prover for Stopping {
    fn prove(&mut self, calls: &[Call]) -> Result<Vec<Proof>, Stopped> {
        self.1.store(true, Ordering::Relaxed);
        self.0.prove(calls)
    }
}

#[test]
fn a_search_stops_when_it_is_told() {
    static CANCEL: AtomicBool = AtomicBool::new(false);
    let tables: Vec<Table> = RELATIONS.iter().map(|r| Table::new(r.1)).collect();
    let mut examples = Table::new(1);
    examples.push(&[1]);
    let next = Literal::new(PredicateId(7), &[0, 1]);
    let world = World {
        rows: Vec::new(),
        tables: tables.clone(),
        examples,
        clauses: vec![Clause::fact(PredicateId(EDGE_TO_TWO as u16 + 1), 1).with(next)],
    };
    let task = task(&world);
    let prover = Stopping(Tables(tables), &CANCEL);
    let relations = Relations::new(&task, Some(Box::new(prover)));
    let tester = FactsTester::new(&relations, &task.examples[0], &CANCEL);
    let stopped = tester.coverage(&world.clauses[0], &Bits::full(1));
    assert_eq!(stopped, Err(Stopped::Cancelled));
    assert_eq!(relations.counts().calls, 1);
}

#[test]
fn an_input_that_nothing_binds_is_an_error() {
    let mut examples = Table::new(1);
    examples.push(&[1]);
    let next = Literal::new(PredicateId(7), &[1, 0]);
    let world = World {
        rows: Vec::new(),
        tables: RELATIONS.iter().map(|r| Table::new(r.1)).collect(),
        examples,
        clauses: vec![Clause::fact(PredicateId(EDGE_TO_TWO as u16 + 1), 1).with(next)],
    };
    let task = task(&world);
    let relations = Relations::new(&task, None);
    let cancel = AtomicBool::new(false);
    let tester = FactsTester::new(&relations, &task.examples[0], &cancel);
    let stopped = tester
        .coverage(&world.clauses[0], &Bits::full(1))
        .unwrap_err();
    assert_eq!(stopped.to_string(), "the input of next/2 is never bound");
}
