use std::sync::{Arc, Mutex};

use super::{
    super::{
        bias::{Bias, Mode, Predicate, PredicateId, Slot},
        prove::{Call, Proof, Prover},
        task::{Clauses, Facts, Table, Task, Values},
        tester::Stopped,
    },
    Relations,
};
use crate::term::Term;

/// Knows succ/2 on digits, digit/1 and nothing else; 9 has no end, 8 is in error.
struct Digits(Arc<Mutex<Vec<Call>>>);

impl Prover for Digits {
    fn prove(&mut self, calls: &[Call]) -> Result<Vec<Proof>, Stopped> {
        self.0.lock().unwrap().extend_from_slice(calls);
        let proofs = calls.iter().map(|call| match &*call.name {
            "digit" => Proof::Answers((0..3).chain(0..3).map(|n| vec![n.to_string()]).collect()),
            _ => match call.arguments[0].as_deref().unwrap().parse::<u32>() {
                Ok(8) => Proof::Error("it is 8".into()),
                Ok(9) => Proof::Limit,
                Ok(n) => Proof::Answers(vec![vec![(n + 1).to_string()]]),
                Err(_) => Proof::Answers(Vec::new()),
            },
        });
        Ok(proofs.collect())
    }
}

fn task() -> Task {
    let mut bias = Bias::default();
    let mut succ = Predicate::untyped("succ", 2);
    succ.modes = Some(vec![Mode::In, Mode::Out]);
    let mut edge_from_a = Predicate::untyped("edge", 2);
    edge_from_a.slots[0] = Slot::Constant("a".into());
    edge_from_a.types.pop();
    bias.add(succ);
    bias.add(Predicate::untyped("digit", 1));
    bias.add(edge_from_a);
    bias.add(Predicate::untyped("edge", 2));
    let mut values = Values::default();
    let mut edges = Table::new(2);
    for (from, to) in [("a", "b"), ("b", "c"), ("a", "c"), ("a", "b")] {
        edges.push(&[values.intern(from), values.intern(to)]);
    }
    Task {
        bias,
        values,
        facts: Facts::from([(("edge".to_owned(), 2), edges)]),
        rules: [("succ".to_owned(), 2), ("digit".to_owned(), 1)].into(),
        clauses: None,
        examples: Vec::new(),
    }
}

const SUCC: PredicateId = PredicateId(0);
const DIGIT: PredicateId = PredicateId(1);
const FROM_A: PredicateId = PredicateId(2);
const EDGE: PredicateId = PredicateId(3);

#[test]
fn facts_are_selected_by_constants_and_told_once() {
    let relations = Relations::new(&task(), None);
    let texts = |id| -> Vec<Vec<String>> {
        let rows = relations.stored(id).unwrap().all();
        let text = |row: &[u32]| row.iter().map(|&value| relations.text(value)).collect();
        rows.iter().map(text).collect()
    };
    assert_eq!(texts(FROM_A), [["b"], ["c"]]);
    assert_eq!(texts(EDGE), [["a", "b"], ["b", "c"], ["a", "c"]]);
}

#[test]
fn prolog_is_asked_once_for_each_call() {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let relations = Relations::new(&task(), Some(Box::new(Digits(Arc::clone(&asked)))));
    let [one, eight, nine] = ["1", "8", "9"].map(|text| relations.intern(text));
    assert!(relations.answers(SUCC, &[one]).is_none() && relations.stored(SUCC).is_none());
    let demands = [one, eight, one, nine].map(|value| (SUCC, vec![value]));
    for _ in 0..2 {
        relations.demand(&demands).unwrap();
    }
    let answers = relations.answers(SUCC, &[one]).unwrap();
    let texts: Vec<String> = answers
        .rows()
        .cells()
        .iter()
        .map(|&v| relations.text(v))
        .collect();
    assert_eq!(texts, ["2"]);
    assert_eq!(relations.answers(SUCC, &[eight]).unwrap().rows().rows(), 0);
    assert_eq!(asked.lock().unwrap().len(), 3);
    let counts = relations.counts();
    assert_eq!((counts.calls, counts.answers), (3, 1));
    assert_eq!((counts.limited, counts.failed), (1, 1));
    assert_eq!(counts.culprit.as_deref(), Some("succ(8,_): it is 8"));
}

#[test]
fn a_predicate_without_inputs_is_grounded_as_a_whole() {
    let relations = Relations::new(&task(), Some(Box::new(Digits(Arc::default()))));
    assert!(relations.stored(DIGIT).is_none() && relations.answers(DIGIT, &[]).is_none());
    relations.demand(&[(DIGIT, Vec::new())]).unwrap();
    assert_eq!(relations.stored(DIGIT).unwrap().rows(), 3);
    assert_eq!(relations.answers(DIGIT, &[]).unwrap().rows().rows(), 3);
    assert_eq!(relations.counts().answers, 6);
}

#[test]
fn without_prolog_rules_have_no_answer() {
    let relations = Relations::new(&task(), None);
    let stopped = relations.demand(&[(DIGIT, Vec::new())]).unwrap_err();
    assert_eq!(
        stopped.to_string(),
        "digit/1 has rules, and there is no Prolog to answer it"
    );
}

#[test]
fn pure_clauses_are_run_here_and_the_rest_in_prolog() {
    let clauses = "[clause(succ(X,Y),','(<(X,5),is(Y,+(X,1)))),clause(succ(6,Y),=(Y,Z)),\
                   clause(digit(X),missing(X))]";
    let Ok(Term::List(clauses, None)) = clauses.parse() else {
        panic!("no list");
    };
    let mut task = task();
    task.clauses = Some(Clauses {
        clauses,
        libraries: Vec::new(),
    });
    let asked = Arc::default();
    let relations = Relations::new(&task, Some(Box::new(Digits(Arc::clone(&asked)))));
    let value = |text: &str| relations.intern(text);
    let calls = ["1", "4", "7", "6", "x"].map(|text| (SUCC, vec![value(text)]));
    relations.demand(&calls).unwrap();
    let answers = |text: &str| {
        let answers = relations.answers(SUCC, &[value(text)]).unwrap();
        let rows = answers.rows();
        rows.iter()
            .map(|row| relations.text(row[0]))
            .collect::<Vec<_>>()
    };
    assert_eq!(answers("1"), ["2"]);
    assert_eq!(answers("4"), ["5"]);
    assert!(answers("7").is_empty());
    // An answer that is not ground, and an error: Prolog's word counts.
    assert_eq!(answers("6"), ["7"]);
    relations.demand(&[(DIGIT, Vec::new())]).unwrap();
    assert_eq!(relations.stored(DIGIT).unwrap().rows(), 3);
    let asked = asked.lock().unwrap();
    let names: Vec<&str> = asked.iter().map(|call| call.name.as_str()).collect();
    assert_eq!(names, ["succ", "succ", "digit"]);
    assert_eq!(relations.counts().calls, 3);
}
