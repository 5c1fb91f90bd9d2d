//! Datalog: the engine against a naive one and against compiled Datalog, the predicates against Prolog.

mod files;

use std::{
    cell::{Cell, RefCell},
    collections::{BTreeSet, HashSet},
    fmt::Write as _,
};

use chesslog::{
    datalog::{
        Atom, Budget, Clause, Comparison, Constant, Database, Literal, Predicate, Program, Term,
        evaluate,
    },
    engine::{Event, Limits},
};
use proptest::{
    prelude::*,
    test_runner::{RngAlgorithm, TestRng, TestRunner},
};

use super::data;

// The macro names things as it likes.
#[allow(missing_docs, clippy::all)]
mod compiled {
    use crepe::crepe;

    crepe! {
        @input
        pub struct Edge(pub i64, pub i64);

        @output
        #[derive(Debug)]
        pub struct Path(pub i64, pub i64);

        Path(x, y) <- Edge(x, y);
        Path(x, y) <- Path(x, z), Edge(z, y);
    }

    pub fn paths(edges: &[(i64, i64)]) -> std::collections::BTreeSet<(i64, i64)> {
        let mut runtime = Crepe::new();
        runtime.extend(edges.iter().map(|&(x, y)| Edge(x, y)));
        let (paths,) = runtime.run();
        paths.into_iter().map(|Path(x, y)| (x, y)).collect()
    }
}

const X: Term = Term::Variable(0);
const Y: Term = Term::Variable(1);
const Z: Term = Term::Variable(2);
const EDGE: Predicate = Predicate(0);
const PATH: Predicate = Predicate(1);

fn int(value: i64) -> Constant {
    Constant::integer(value).unwrap()
}

/// Three ways of writing the transitive closure.
fn closures() -> [Program; 3] {
    let step = [PATH.of([X, Z]).into(), EDGE.of([Z, Y]).into()];
    let right = [EDGE.of([X, Z]).into(), PATH.of([Z, Y]).into()];
    let double = [PATH.of([X, Z]).into(), PATH.of([Z, Y]).into()];
    [step, right, double].map(|body| {
        let edge = Clause::new(PATH.of([X, Y]), [EDGE.of([X, Y]).into()]);
        Program::compile(vec![edge, Clause::new(PATH.of([X, Y]), body)]).unwrap()
    })
}

#[test]
fn transitive_closures_are_those_of_crepe() {
    let programs = closures();
    let graph = (1..30_i64).prop_flat_map(|n| prop::collection::vec((0..n, 0..n), 0..80));
    let check = |edges: Vec<(i64, i64)>| {
        let expected = compiled::paths(&edges);
        let mut database = Database::default();
        for &(x, y) in &edges {
            database.insert(EDGE, &[int(x), int(y)]);
        }
        let mark = database.mark();
        for program in &programs {
            evaluate(program, &mut database, &Budget::default()).unwrap();
            let paths = database.relation(PATH).unwrap().tuples();
            let value = |cell: Constant| cell.as_integer().unwrap();
            let found: BTreeSet<_> = paths.map(|path| (value(path[0]), value(path[1]))).collect();
            prop_assert_eq!(&found, &expected);
            database.undo(&mark);
        }
        Ok(())
    };
    TestRunner::default().run(&graph, check).unwrap();
}

// --- naive evaluation -------------------------------------------------------------------------

type Facts = Vec<HashSet<Vec<Constant>>>;

/// All that follows, stratum by stratum, from all facts again in every round.
fn naive(clauses: &[Clause], strata: &[&[u32]], facts: &mut Facts) {
    for stratum in strata {
        loop {
            let mut more = Vec::new();
            for clause in clauses {
                if stratum.contains(&clause.head.predicate.0) {
                    let mut values = vec![None; clause.variables()];
                    consequences(clause, 0, facts, &mut values, &mut more);
                }
            }
            let mut added = false;
            for (predicate, tuple) in more {
                added |= facts[predicate as usize].insert(tuple);
            }
            if !added {
                break;
            }
        }
    }
}

fn value(term: Term, values: &[Option<Constant>]) -> Option<Constant> {
    match term {
        Term::Variable(variable) => values[variable as usize],
        Term::Constant(constant) => Some(constant),
    }
}

fn consequences(
    clause: &Clause,
    at: usize,
    facts: &Facts,
    values: &mut Vec<Option<Constant>>,
    more: &mut Vec<(u32, Vec<Constant>)>,
) {
    let matches = |atom: &Atom, tuple: &[Constant], values: &mut Vec<Option<Constant>>| {
        atom.arguments
            .iter()
            .zip(tuple)
            .all(|(term, &cell)| match term {
                Term::Constant(constant) => *constant == cell,
                Term::Variable(variable) => *values[*variable as usize].get_or_insert(cell) == cell,
            })
    };
    let Some(literal) = clause.body.get(at) else {
        let head = clause.head.arguments.iter();
        let tuple = head.map(|&term| value(term, values).unwrap()).collect();
        more.push((clause.head.predicate.0, tuple));
        return;
    };
    let holds = match literal {
        Literal::Positive(atom) => {
            for tuple in &facts[atom.predicate.0 as usize] {
                let before = values.clone();
                if matches(atom, tuple, values) {
                    consequences(clause, at + 1, facts, values, more);
                }
                *values = before;
            }
            return;
        }
        Literal::Negative(atom) => !facts[atom.predicate.0 as usize]
            .iter()
            .any(|tuple| matches(atom, tuple, &mut values.clone())),
        Literal::Different(x, y) => value(*x, values) != value(*y, values),
        Literal::Compare(comparison, x, y) => {
            let number = |expression: &chesslog::datalog::Expression| match expression {
                chesslog::datalog::Expression::Term(term) => {
                    value(*term, values).and_then(Constant::as_integer).unwrap()
                }
                other => panic!("{other:?}"),
            };
            comparison.holds(number(x), number(y))
        }
        other => panic!("{other:?}"),
    };
    if holds {
        consequences(clause, at + 1, facts, values, more);
    }
}

/// 0 and 1 are facts, 2 and 3 depend on each other, 4 and 5 may deny those.
const ARITIES: [usize; 6] = [2, 1, 2, 1, 2, 1];
const STRATA: [&[u32]; 2] = [&[2, 3], &[4, 5]];

/// A clause: positive literals, and a head and tests over their variables.
fn clause(head: u32) -> impl Strategy<Value = Clause> {
    let below = if head < 4 { 4 } else { 6 };
    let term = prop_oneof![
        4 => (0..4_u32).prop_map(Term::Variable),
        1 => (0..4_i64).prop_map(|value| Term::Constant(int(value))),
    ];
    let atom = move |predicates: std::ops::Range<u32>| {
        (predicates, [term.clone(), term.clone()]).prop_map(|(predicate, terms)| {
            Predicate(predicate).of(&terms[..ARITIES[predicate as usize]])
        })
    };
    let denied = if head < 4 { 0..2 } else { 0..4 };
    let positive = prop::collection::vec(atom(0..below), 1..4);
    let negative = prop::collection::vec(atom(denied), 0..2);
    let choices = prop::collection::vec(any::<prop::sample::Index>(), 8);
    let tests = prop::collection::vec(any::<bool>(), 2);
    (positive, negative, choices, tests).prop_map(move |(positive, negative, choices, tests)| {
        let bound: Vec<u32> = positive.iter().flat_map(Atom::variables).collect();
        let chosen = |choice: &prop::sample::Index| match bound.is_empty() {
            true => Term::Constant(int(0)),
            false => Term::Variable(bound[choice.index(bound.len())]),
        };
        let arguments: Vec<_> = choices[..ARITIES[head as usize]]
            .iter()
            .map(chosen)
            .collect();
        let mut body: Vec<Literal> = positive.iter().cloned().map(Literal::from).collect();
        for (atom, choice) in negative.into_iter().zip(&choices[2..]) {
            let safe = atom.arguments.iter().map(|&term| match term {
                Term::Variable(variable) if !bound.contains(&variable) => chosen(choice),
                term => term,
            });
            body.push(atom.predicate.of(safe.collect::<Vec<_>>()).negated());
        }
        if tests[0] {
            body.push(Literal::Different(chosen(&choices[4]), chosen(&choices[5])));
        }
        if tests[1] {
            let (x, y) = (chosen(&choices[6]), chosen(&choices[7]));
            body.push(Literal::Compare(Comparison::AtMost, x.into(), y.into()));
        }
        Clause::new(Predicate(head).of(arguments), body)
    })
}

fn program(heads: std::ops::Range<u32>) -> impl Strategy<Value = Vec<Clause>> {
    prop::collection::vec(heads.prop_flat_map(clause), 1..10)
}

/// Facts with two arguments, and with one.
type Given = (Vec<(i64, i64)>, Vec<i64>);

fn facts() -> impl Strategy<Value = Given> {
    let pairs = prop::collection::vec((0..5_i64, 0..5_i64), 0..10);
    (pairs, prop::collection::vec(0..5_i64, 0..4))
}

#[test]
fn semi_naive_evaluation_is_naive_evaluation() {
    let check = |(clauses, (pairs, singles)): (Vec<Clause>, Given)| {
        let mut expected: Facts = vec![HashSet::new(); ARITIES.len()];
        expected[0].extend(pairs.iter().map(|&(x, y)| vec![int(x), int(y)]));
        expected[1].extend(singles.iter().map(|&x| vec![int(x)]));
        let mut database = Database::default();
        for (predicate, tuples) in expected.iter().enumerate() {
            for tuple in tuples {
                database.insert(Predicate(predicate as u32), tuple);
            }
        }
        naive(&clauses, &STRATA, &mut expected);
        let program = Program::compile(clauses).unwrap();
        evaluate(&program, &mut database, &Budget::default()).unwrap();
        for (predicate, expected) in expected.iter().enumerate() {
            let relation = database.relation(Predicate(predicate as u32));
            let found: HashSet<Vec<Constant>> = relation
                .into_iter()
                .flat_map(|relation| relation.tuples().map(<[Constant]>::to_vec))
                .collect();
            prop_assert_eq!(&found, expected, "predicate {}", predicate);
        }
        Ok(())
    };
    TestRunner::new(ProptestConfig::with_cases(2_000))
        .run(&(program(2..6), facts()), check)
        .unwrap();
}

// --- against Prolog ---------------------------------------------------------------------------

fn term_text(term: &Term) -> String {
    match term {
        Term::Variable(variable) => format!("V{variable}"),
        Term::Constant(constant) => constant.to_string(),
    }
}

fn atom_text(atom: &Atom) -> String {
    let arguments: Vec<_> = atom.arguments.iter().map(term_text).collect();
    format!("p{}({})", atom.predicate.0, arguments.join(", "))
}

fn clause_text(clause: &Clause) -> String {
    let body = clause.body.iter().map(|literal| match literal {
        Literal::Positive(atom) => atom_text(atom),
        Literal::Negative(atom) => format!("\\+ {}", atom_text(atom)),
        Literal::Different(x, y) => format!("{} \\= {}", term_text(x), term_text(y)),
        Literal::Compare(Comparison::AtMost, x, y) => {
            let side = |expression: &chesslog::datalog::Expression| match expression {
                chesslog::datalog::Expression::Term(term) => term_text(term),
                other => panic!("{other:?}"),
            };
            format!("{} =< {}", side(x), side(y))
        }
        other => panic!("{other:?}"),
    });
    let body: Vec<_> = body.collect();
    format!("{} :- {}.\n", atom_text(&clause.head), body.join(", "))
}

/// Clauses in which a predicate depends on those with smaller numbers only.
fn without_recursion(clauses: Vec<Clause>) -> Vec<Clause> {
    let falls = |clause: &Clause| {
        clause
            .atoms()
            .all(|(atom, _)| atom.predicate < clause.head.predicate)
    };
    clauses.into_iter().filter(falls).collect()
}

#[test]
fn programs_without_recursion_have_the_answers_of_prolog() {
    let engine = RefCell::new(data::spawn());
    let answered = Cell::new(0);
    let check = |(clauses, (pairs, singles)): (Vec<Clause>, Given)| {
        let mut clauses = without_recursion(clauses);
        clauses.sort_by_key(|clause| clause.head.predicate);
        let rules: String = clauses.iter().map(clause_text).collect();
        let mut facts = String::from(":- dynamic((p0/2, p1/1, p2/2, p3/1, p4/2, p5/1)).\n");
        for (x, y) in pairs {
            _ = writeln!(facts, "p0({x}, {y}).");
        }
        for x in singles {
            _ = writeln!(facts, "p1({x}).");
        }
        let ask = |text: &str| {
            let mut engine = engine.borrow_mut();
            for event in engine.consult_text("program", text, Limits::default()) {
                if let Event::Loaded(report) = event.unwrap() {
                    assert_eq!(report.errors, 0, "{text}");
                }
            }
            let query = "findall(p2(X,Y), p2(X,Y), A), findall(p3(X), p3(X), B), findall(p4(X,Y), p4(X,Y), C), \
                         findall(p5(X), p5(X), D), append([A,B,C,D], All0), sort(All0, All).";
            data::value(&mut engine, query, "All")
        };
        let expected = ask(&format!("{facts}{rules}"));
        let facts = facts.replace("p1/1, p2/2, p3/1, p4/2, p5/1", "p1/1");
        let directive = ":- datalog((p2/2, p3/1, p4/2, p5/1)).\n";
        prop_assert_eq!(ask(&format!("{directive}{rules}{facts}")), expected.clone());
        answered.set(answered.get() + usize::from(expected != "[]"));
        Ok(())
    };
    // The same programs in every run, since their answers are counted.
    let generator = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    TestRunner::new_with_rng(ProptestConfig::with_cases(150), generator)
        .run(&(program(2..6), facts()), check)
        .unwrap();
    let answered = answered.get();
    assert!(answered > 30, "only {answered} programs with answers");
}
