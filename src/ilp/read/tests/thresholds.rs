//! Thresholds: which ones a bias has, what is said of those that cannot be, and that no hypothesis is
//! lost by trying so few of them.

use std::{fmt::Write, sync::atomic::AtomicBool};

use proptest::prelude::*;

use super::*;
use crate::ilp::{End, Options, Outcome, learn};

const PEOPLE: &str = "head_pred(f,1). body_pred(age,2). body_pred(height,2).\n\
    type(f,(person,)). type(age,(person,age)). type(height,(person,height)).\n";
const FACTS: &str = "age(a,38). age(b,41). age(c,45). age(d,unknown).\n\
    height(a,172.5). height(b,168.25). height(c,-3.5). height(d,171).\n";
const LABELS: &str = "pos(f(b)). neg(f(a)). neg(f(c)). neg(f(d)).";

fn people(more: &str, facts: &str) -> Result<Reading, Vec<Problem>> {
    Folder::new(&[
        ("bias.pl", &format!("{PEOPLE}{more}")),
        ("bk.pl", &format!("{FACTS}{facts}")),
        ("exs.pl", LABELS),
    ])
    .read()
}

/// The comparisons of a bias, with the types of what they are asked about.
fn comparisons(task: &Task) -> Vec<String> {
    let all = task.bias.thresholds.iter().map(|threshold| {
        let predicate = task.bias.predicate(threshold.predicate);
        let Slot::Constant(text) = &predicate.slots[1] else {
            panic!("{predicate:?}");
        };
        let kind = predicate.types[0].map(|kind| task.bias.types[usize::from(kind.0)].as_str());
        format!("{}({},{text})", predicate.name, kind.unwrap_or("_"))
    });
    all.collect()
}

fn found(more: &str) -> Vec<String> {
    let reading = people(more, "");
    assert!(reading.is_ok(), "{more}: {:#?}", messages(&reading));
    comparisons(&reading.unwrap().task)
}

fn run(task: &Task, noisy: bool) -> Outcome {
    let options = Options {
        noisy,
        threads: Some(1),
        ..Options::default()
    };
    learn(task, None, &options, &AtomicBool::new(false), &mut |_| {}).unwrap()
}

fn program(outcome: &Outcome) -> Vec<String> {
    let best = outcome.hypotheses.first();
    let clauses = best.into_iter().flat_map(|best| &best.clauses);
    clauses
        .map(|clause| outcome.bias.clause_text(clause))
        .collect()
}

#[test]
fn thresholds_are_where_examples_part() {
    let geq = "body_pred(geq,2). direction(geq,(in,threshold)).";
    // One positive example, of 41 years and 168.25 cm, between others.
    assert_eq!(found(geq), ["geq(age,40)", "geq(height,100)"]);
    assert_eq!(
        found(&format!("{geq} type(geq,(age,age)).")),
        ["geq(age,40)"]
    );
    assert_eq!(
        found(&format!(
            "{geq} type(geq,(height,height)). type(geq,(age,age))."
        )),
        ["geq(height,100)", "geq(age,40)"]
    );
    let all = "body_pred(leq,2). direction(leq,(in,threshold)). \
               body_pred(lt,2). direction(lt,(in,threshold)). type(leq,(age,age)). \
               type(lt,(height,height)). constant(-2.5,height). constant(170,height).";
    assert_eq!(
        found(all),
        ["leq(age,43)", "lt(height,-2.5)", "lt(height,170)"]
    );
}

#[test]
fn a_threshold_may_be_what_the_background_says() {
    let bias = "body_pred(from,2). direction(from,(in,threshold)). type(from,(age,age)).";
    for (clause, expected) in [
        ("from(V,N) :- V >= N.", "from(age,40)"),
        ("from(V,N) :- N =< V.", "from(age,40)"),
        ("from(V,N):-number(V),number(N),V>N.", "from(age,40)"),
        ("from(V,N) :- number(V), V < N.", "from(age,43)"),
        ("from(1). from(V,N) :- V =< N.", "from(age,43)"),
    ] {
        let task = people(bias, clause).unwrap().task;
        assert_eq!(comparisons(&task), [expected], "{clause}");
        assert!(task.rules.is_empty());
    }
    for clause in [
        "from(V,N) :- V > N + 1.",
        "from(V,N) :- V > N, V > 1.",
        "from(V,N) :- V >= V.",
        "from(V,N) :- V > N. from(V,N) :- V < N.",
        "from(V,N) :- V == N.",
        "from(V,_) :- V > 3.",
        "from(V,N) :- p(V), V > N.",
    ] {
        assert_eq!(
            messages(&people(bias, clause)),
            [
                ":3:1: from/2 has a threshold, but it is not defined by one comparison of its \
                 arguments, as in from(V,N) :- number(V), V >= N."
            ],
            "{clause}"
        );
    }
}

#[test]
fn what_is_no_threshold_is_refused() {
    for (more, expected) in [
        (
            "body_pred(more,2). direction(more,(in,threshold)).",
            ":3:1: more/2 has a threshold, but it is none of geq, leq, gt and lt, and the \
             background does not define it by a comparison, as in more(V,N) :- number(V), V >= N.",
        ),
        (
            "body_pred(geq,2). direction(geq,(threshold,in)).",
            ":3:33: a threshold is the second of two arguments, and the first is in: \
             direction(geq,(in,threshold))",
        ),
        (
            "body_pred(in,3). direction(in,(in,threshold,threshold)).",
            ":3:31: a threshold is the second of two arguments, and the first is in: \
             direction(in,(in,threshold))",
        ),
        (
            "direction(f,threshold).",
            ":3:13: the arguments of a head are variables",
        ),
        (
            "direction(age,(in,threshold)).",
            ":1:17: age/2 is a table of facts, where a threshold is computed; \
             direction(age,(in,constant)) takes the constants of facts",
        ),
        (
            "body_pred(geq,2). direction(geq,(in,threshold)). type(geq,(age,age)). constant(x,age).",
            ":3:1: geq/2 is asked about thresholds, but the constant x is no number",
        ),
        (
            "max_thresholds(0).",
            ":3:16: max_thresholds expects a number from 1 to 10000, found 0",
        ),
    ] {
        let found = messages(&people(more, ""));
        assert!(found.contains(&expected.to_owned()), "{more}: {found:#?}");
    }
}

#[test]
fn what_a_threshold_leaves_open_is_said() {
    let geq = "body_pred(geq,2). direction(geq,(in,threshold)).";
    for (more, facts, expected, thinned) in [
        (
            "max_thresholds(5).",
            "",
            ":3:1: warning: max_thresholds(5) has no effect: no direction has a threshold",
            false,
        ),
        (
            &format!("{geq} type(geq,(age,age))."),
            "",
            ":3:1: warning: 1 value of type age, such as unknown, is no number: geq/2 is true of \
             numbers only",
            false,
        ),
        (
            &format!("{geq} type(geq,(person,age))."),
            "",
            ":3:1: warning: geq/2 has no threshold: there is no number among the facts and \
             examples that it could be asked about; constant(C,Type) lists thresholds",
            false,
        ),
        (
            &format!("{geq} body_pred(twice,2). type(twice,(age,age)). type(geq,(age,age))."),
            "twice(X,Y) :- Y is 2 * X.",
            ":3:1: warning: twice/2 may compute numbers of type age: the thresholds of geq/2 come \
             from those of the facts and examples, so that nothing is proved to be smallest; \
             constant(C,age) lists thresholds",
            true,
        ),
        (
            &format!("{geq} type(geq,(age,age))."),
            "age(a,123456789012345678).",
            ":3:1: warning: numbers of type age of more than 15 digits are compared as floats: \
             geq/2 may not tell them apart, so that nothing is proved to be smallest",
            true,
        ),
        (
            &format!("{geq} type(geq,(height,age)). max_thresholds(1)."),
            "height(b,10). height(a,9). height(c,100).",
            ":3:1: warning: geq/2 has 2 thresholds of type height that differ on the examples, more \
             than max_thresholds(1): not all are tried, so that nothing is proved to be smallest",
            true,
        ),
    ] {
        let reading = people(more, facts);
        let found = messages(&reading);
        assert!(found.contains(&expected.to_owned()), "{more}: {found:#?}");
        assert_eq!(reading.unwrap().task.bias.thinned, thinned, "{more}");
    }
}

#[test]
fn two_thresholds_are_learned() {
    let bias = "body_pred(geq,2). body_pred(leq,2). direction(geq,(in,threshold)). \
                direction(leq,(in,threshold)).";
    let reading = people(bias, "").unwrap();
    let outcome = run(&reading.task, false);
    assert_eq!(outcome.end, End::Proved);
    assert_eq!(
        program(&outcome),
        ["f(A) :- age(A,B), geq(B,40), leq(B,43)."]
    );
    assert_eq!(
        outcome.back_end,
        "ground facts (age/2, height/2); comparisons of numbers (geq/2, leq/2)"
    );
}

#[test]
fn what_was_thinned_out_is_not_proved() {
    let bias = "body_pred(geq,2). direction(geq,(in,threshold)). body_pred(leq,2). \
                direction(leq,(in,threshold)). max_thresholds(1).";
    let reading = people(bias, "height(b,10). height(a,9). height(c,100).").unwrap();
    let outcome = run(&reading.task, false);
    assert!(outcome.cut_short && outcome.end == End::Exhausted);
    // The same where nothing has to be thinned out.
    let whole = people(bias, "").unwrap();
    assert_eq!(run(&whole.task, false).end, End::Proved);
}

#[test]
fn numbers_that_rules_compute_are_compared() {
    let bias = "head_pred(f,1). body_pred(twice,2). body_pred(geq,2). type(f,(n,)). \
                type(twice,(n,m)). type(geq,(m,m)). constant(7,m). constant(5.5,m). \
                direction(f,in). direction(twice,(in,out)). direction(geq,(in,threshold)).";
    let folder = Folder::new(&[
        ("bias.pl", bias),
        ("bk.pl", "twice(X,Y) :- Y is 2 * X."),
        ("exs.pl", "pos(f(3)). pos(f(4)). neg(f(2)). neg(f(1))."),
    ]);
    let reading = folder.read().unwrap();
    assert!(reading.warnings.is_empty() && !reading.task.bias.thinned);
    let outcome = run(&reading.task, false);
    assert_eq!(
        program(&outcome),
        ["f(A) :- twice(A,B), geq(B,5.5)."],
        "{:?}",
        outcome.asked
    );
    assert_eq!(outcome.end, End::Proved);
}

/// A random task of numbers: facts, examples and which comparisons there are.
#[derive(Debug, Clone)]
struct Random {
    facts: Vec<(&'static str, usize, usize)>,
    labels: Vec<bool>,
    comparisons: Vec<&'static str>,
    directed: bool,
    typed: bool,
}

/// The first five are examples.
const THINGS: [&str; 7] = ["a", "b", "c", "d", "e", "x", "y"];
const NUMBERS: [&str; 7] = ["-2", "-0.5", "1", "1.5", "4", "10", "none"];

fn random() -> impl Strategy<Value = Random> {
    let fact = prop_oneof![
        3 => ("m|n", 0..7usize, 0..7usize).prop_map(|(name, thing, number)| match name.as_str() {
            "m" => ("m", thing, number),
            _ => ("n", thing, number),
        }),
        2 => (0..7usize, 0..7usize).prop_map(|(one, other)| ("to", one, other)),
    ];
    let names = proptest::sample::subsequence(vec!["geq", "leq", "gt", "lt"], 1..3);
    let labels = proptest::collection::vec(any::<bool>(), 4);
    (
        proptest::collection::vec(fact, 3..18),
        labels,
        names,
        any::<bool>(),
        any::<bool>(),
    )
        .prop_map(|(facts, labels, comparisons, directed, typed)| Random {
            facts,
            labels,
            comparisons,
            directed,
            typed,
        })
}

impl Random {
    /// The task, with thresholds or with a table of all comparisons there are.
    fn folder(&self, thresholds: bool) -> Folder {
        let mut bias = String::from(
            "head_pred(f,1). body_pred(m,2). body_pred(n,2). body_pred(to,2). max_vars(4). \
             max_body(3). max_constants(100).\n",
        );
        let mut facts = String::from("to(zz,zz). m(zz,none). n(zz,none).\n");
        for &(name, one, other) in &self.facts {
            let second = match name {
                "to" => THINGS[other],
                _ => NUMBERS[other],
            };
            let _ = writeln!(facts, "{name}({},{second}).", THINGS[one]);
        }
        if self.directed {
            bias += "direction(f,in). direction(m,(in,out)). direction(n,(in,out)). \
                     direction(to,(in,out)).\n";
        }
        if self.typed {
            bias += "type(f,t). type(m,(t,m)). type(n,(t,n)). type(to,(t,t)).\n";
        }
        for name in &self.comparisons {
            let _ = write!(bias, "body_pred({name},2). ");
            if thresholds {
                let _ = writeln!(bias, "direction({name},(in,threshold)).");
                continue;
            }
            let _ = writeln!(bias, "direction({name},(in,constant)).");
            let number = |text: &str| text.parse::<f64>();
            let fixed = ["-9", "20"].into_iter().chain(NUMBERS);
            for fixed in fixed {
                for value in NUMBERS {
                    let (Ok(one), Ok(other)) = (number(value), number(fixed)) else {
                        continue;
                    };
                    let holds = match *name {
                        "geq" => one >= other,
                        "leq" => one <= other,
                        "gt" => one > other,
                        _ => one < other,
                    };
                    if holds {
                        let _ = writeln!(facts, "{name}({value},{fixed}).");
                    }
                }
            }
        }
        let mut examples = String::from("pos(f(e)).\n");
        // Of the fifth there is one already.
        for (thing, positive) in THINGS.iter().zip(&self.labels) {
            let label = if *positive { "pos" } else { "neg" };
            let _ = writeln!(examples, "{label}(f({thing})).");
        }
        Folder::new(&[("bias.pl", &bias), ("bk.pl", &facts), ("exs.pl", &examples)])
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]
    #[test]
    fn hypotheses_are_as_good_as_with_all_numbers(random in random()) {
        let tasks = [true, false].map(|thresholds| random.folder(thresholds).read().unwrap().task);
        for noisy in [false, true] {
            let [own, naive] = tasks.each_ref().map(|task| run(task, noisy));
            let cost = |outcome: &Outcome| {
                let best = outcome.hypotheses.first();
                best.map(|best| (best.score.errors() * usize::from(noisy), best.size()))
            };
            let sum = |outcome: &Outcome| cost(outcome).map(|(errors, size)| errors + size);
            prop_assert_eq!(own.end, naive.end, "{:?} {:?}", program(&own), program(&naive));
            prop_assert!(!own.cut_short);
            if noisy || own.end == End::Proved {
                prop_assert_eq!(sum(&own), sum(&naive), "{:?} {:?}", program(&own), program(&naive));
            }
        }
    }
}
