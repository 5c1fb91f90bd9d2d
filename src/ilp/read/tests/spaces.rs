//! That the space obeys each constraint, and loses no clause by it: all clauses of the space with
//! the constraint against those of the space without it that an independent test lets through.

use std::collections::BTreeSet;

use super::*;
use crate::ilp::space::Space;

/// The clauses of the first head's space with at most `size` body literals, as text.
fn clauses(task: &Task, size: usize) -> BTreeSet<Clause> {
    let space = Space::new(&task.bias, task.bias.heads[0], task.bias.body.clone());
    let mut level: BTreeSet<Clause> = [space.root().clone()].into();
    let mut found = BTreeSet::new();
    for _ in 0..size {
        let mut next = BTreeSet::new();
        for clause in &level {
            let mut literals = Vec::new();
            space.refinements(clause, &mut literals);
            for literal in literals {
                next.insert(space.canonical(&clause.with(literal)));
            }
        }
        found.extend(
            next.iter()
                .filter(|clause| space.admissible(clause))
                .cloned(),
        );
        level = next;
    }
    found
}

const DECLARED: &str = "head_pred(f,2). body_pred(p,2). body_pred(q,1). body_pred(r,3). body_pred(s,2).\n\
     type(f,(t,u)). type(p,(t,u)). type(q,(u,)). type(r,(t,u,t)). type(s,(t,t)). max_vars(4).\n";

fn read_task(more: &str) -> Task {
    let folder = Folder::new(&[
        ("bias.pl", &format!("{DECLARED}{more}")),
        ("bk.pl", "p(a,b). q(b). r(a,b,c). r(a,b,a). s(a,c). s(c,d)."),
        ("exs.pl", "pos(f(a,b))."),
    ]);
    let reading = folder.read();
    let found = messages(&reading);
    match reading {
        Ok(reading) => reading.task,
        Err(_) => panic!("{more}: {found:#?}"),
    }
}

/// A clause as names with arguments.
fn body(task: &Task, clause: &Clause) -> Vec<(String, Vec<u8>)> {
    let literals = clause.body.iter().map(|literal| {
        let name = task.bias.predicate(literal.predicate).name.clone();
        (name, literal.arguments().to_vec())
    });
    literals.collect()
}

/// Whether a body is allowed.
type Allowed = fn(&[(String, Vec<u8>)]) -> bool;

fn named<'a>(
    body: &'a [(String, Vec<u8>)],
    name: &'a str,
) -> impl Iterator<Item = &'a [u8]> + Clone {
    let named = body.iter().filter(move |(other, _)| other == name);
    named.map(|(_, arguments)| arguments.as_slice())
}

/// How many variables of type t there are, the head's first one included.
fn of_t(body: &[(String, Vec<u8>)]) -> usize {
    let mut found: BTreeSet<u8> = [0].into();
    for (name, arguments) in body {
        for (at, &variable) in arguments.iter().enumerate() {
            if matches!((name.as_str(), at), ("p", 0) | ("r", 0 | 2) | ("s", _)) {
                found.insert(variable);
            }
        }
    }
    found.len()
}

#[test]
fn the_space_obeys_each_constraint_and_loses_nothing_else() {
    // The idioms of Popper's own tasks, then others that its users write.
    let cases: &[(&str, &str, Allowed)] = &[
        (
            "",
            ":- clause(C), #count{V : var_type(C,V,t)} != 1.",
            |body| of_t(body) == 1,
        ),
        (
            "",
            ":-\n\tclause(C),\n\t#count{V : clause_var(C,V),var_type(C,V,t)} != 2.",
            |body| of_t(body) == 2,
        ),
        ("non_datalog.", ":- not body_var(_,1).", |body| {
            body.iter().any(|(_, arguments)| arguments.contains(&1))
        }),
        (
            "",
            "bad_body(s, Vars):- vars(_, Vars), Vars = (V0,_), V0 != 0.",
            |body| named(body, "s").all(|arguments| arguments[0] == 0),
        ),
        (
            "",
            "only_once(s). only_once(r). :- only_once(P), clause(C), #count{Vars : body_literal(C,P,A,Vars)} > 1.",
            |body| named(body, "s").count() <= 1 && named(body, "r").count() <= 1,
        ),
        ("", ":- body_literal(0,_,2,_).", |body| {
            body.iter().all(|(_, arguments)| arguments.len() != 2)
        }),
        ("", ":- body_literal(0,q,_,_).", |body| {
            named(body, "q").next().is_none()
        }),
        // Others.
        (
            "",
            ":- clause(C), not body_literal(C, r, 3, (0,_,_)).",
            |body| named(body, "r").any(|arguments| arguments[0] == 0),
        ),
        (
            "",
            ":- clause(C), not body_literal(C,q,_,_), not body_literal(C,p,2,(_,1)).",
            |body| {
                named(body, "q").next().is_some()
                    || named(body, "p").any(|arguments| arguments[1] == 1)
            },
        ),
        ("", ":- body_literal(_,p,_,(0,1)).", |body| {
            named(body, "p").all(|arguments| arguments != [0, 1])
        }),
        (
            "",
            ":- body_literal(C,s,_,(A,B)), body_literal(C,s,_,(B,_)).",
            |body| named(body, "s").all(|one| named(body, "s").all(|other| one[1] != other[0])),
        ),
        (
            "",
            "prop(pair,p,s). prop(pair,r,nothing). :- prop(pair,P,Q), body_literal(C,P,_,(A,_)), body_literal(C,Q,_,(A,_)).",
            |body| named(body, "p").all(|one| named(body, "s").all(|other| one[0] != other[0])),
        ),
        (
            "",
            ":- body_literal(C,s,_,(A,_)), body_literal(C,P,_,(A,_)), P != s.",
            |body| named(body, "s").all(|one| named(body, "p").all(|other| one[0] != other[0])),
        ),
        (
            "",
            ":- body_literal(C,P,_,Vars), body_literal(C,Q,_,Vars), P != Q.",
            |_| true,
        ),
        ("", ":- body_size(C,N), N > 2.", |body| body.len() <= 2),
        ("", ":- body_size(0,1).", |body| body.len() != 1),
        (
            "",
            ":- clause(C), #count{V : var_type(C,V,t)} >= 3.",
            |body| of_t(body) < 3,
        ),
        (
            "",
            ":- clause(C), #count{B : body_literal(C,s,_,(A,B)), body_var(C,A)} != 1.",
            |body| {
                let ends: BTreeSet<u8> = named(body, "s").map(|arguments| arguments[1]).collect();
                ends.len() == 1
            },
        ),
        (
            "",
            ":- head_literal(C,f,_,(_,B)), body_literal(C,q,1,(X,)), X != B.",
            |body| named(body, "q").all(|arguments| arguments[0] == 1),
        ),
        ("", "bad_body(s,(A,B)) :- vars(2,(A,B)), A > B.", |body| {
            // The variables of the body have no order among themselves.
            named(body, "s").all(|pair| pair[0] < pair[1] || pair[0] > 1 && pair[1] > 1)
        }),
        (
            "",
            ":- clause_var(C,V), not body_var(C,V), head_var(C,V).",
            |_| true,
        ),
    ];
    for (with, constraint, allowed) in cases {
        let free = read_task(with);
        let bound = read_task(&format!("{with}\n{constraint}"));
        assert!(!bound.bias.constraints.is_empty(), "{constraint}");
        let found = clauses(&bound, 3);
        let mut expected = clauses(&free, 3);
        let all = expected.len();
        expected.retain(|clause| allowed(&body(&free, clause)));
        let text = |clauses: &BTreeSet<Clause>, others: &BTreeSet<Clause>| {
            let more = clauses.difference(others).take(3);
            more.map(|clause| free.bias.clause_text(clause))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            text(&found, &expected),
            text(&expected, &found),
            "{constraint}: {} of {all}",
            expected.len()
        );
        // Two of them say what types and Datalog say anyway.
        let idle = constraint.contains("Vars), P != Q") || constraint.contains("not body_var(C,V)");
        assert!(
            !expected.is_empty() && (idle || expected.len() < all),
            "{constraint}"
        );
        let space = Space::new(&bound.bias, bound.bias.heads[0], bound.bias.body.clone());
        let obeying = clauses(&free, 3)
            .into_iter()
            .filter(|clause| space.obeys(clause));
        assert_eq!(obeying.collect::<BTreeSet<_>>(), expected, "{constraint}");
    }
}

#[test]
fn an_order_of_the_arguments_of_a_symmetric_relation_says_nothing_new() {
    let order = |name: &str| {
        let reading = with(&format!(":- body_literal(_,{name},_,(V0,V1)), V0 > V1."));
        let reading = reading.unwrap();
        let symmetric = predicate(&reading.task, "p").symmetric;
        (symmetric, messages(&Ok(reading)))
    };
    assert_eq!(order("p"), (true, Vec::new()));
    // But it matters which argument is which.
    let fixed = task(":- body_literal(_,p,_,(1,0)).");
    assert!(!predicate(&fixed, "p").symmetric);
}

#[test]
fn what_differs_in_programs_is_told() {
    let found = messages(&with("enable_recursion. :- not body_literal(_,q,_,(0,))."));
    assert_eq!(found.len(), 1);
    assert!(
        found[0].starts_with(
            ":2:26: warning: `not body_literal(_,q,_,(0,))` is asked of each clause; Popper asks"
        ),
        "{found:?}"
    );
    for (more, expected) in [
        (
            ":- only_twice(P), clause(C), #count{Vars : body_literal(C,P,A,Vars)} > 2.",
            ":2:4: warning: the bias has no fact only_twice/1, so that this has no effect",
        ),
        (
            "max_clauses(3).",
            ":2:1: warning: max_clauses(3) bounds the clauses of the whole hypothesis",
        ),
        (
            "enable_pi. max_clauses(9).",
            ":2:12: warning: programs of more than 8 clauses are not searched",
        ),
    ] {
        warns(more, expected);
    }
}
