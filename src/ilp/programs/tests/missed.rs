//! Smallest programs that one rule or another must not rule out.

use super::{
    super::super::{
        bias::{Bias, Constraint, Mode, TypeId},
        task::Task,
    },
    facts, solved,
};

use Mode::{In, Out};

fn direct(bias: &mut Bias, modes: &[&[Mode]]) {
    for (predicate, modes) in bias.predicates.iter_mut().zip(modes) {
        predicate.modes = Some(modes.to_vec());
    }
}

fn limit(task: &mut Task, vars: usize, body: usize, clauses: usize) {
    (task.bias.max_vars, task.bias.max_body) = (vars, body);
    task.bias.max_clauses = Some(clauses);
}

#[test]
fn an_invented_predicate_stands_for_what_types_refuse() {
    // p(A,B), p(B,A) is no body: A would have two types.
    let mut task = facts(
        &[("f", 1)],
        &[("p", 2), ("s", 1)],
        "p(0,1). p(2,3). p(1,1). s(0). s(1). s(2).",
        "f(1).",
        "f(0). f(2). f(4). f(5).",
    );
    direct(&mut task.bias, &[&[In], &[In, Out], &[In]]);
    task.bias.types = vec!["t".into(), "u".into()];
    task.bias.predicates[1].types = vec![Some(TypeId(0)), Some(TypeId(1))];
    task.bias.recursion = true;
    task.bias.invention = true;
    limit(&mut task, 2, 3, 3);
    solved(&task, 5);
}

#[test]
fn a_clause_may_call_two_invented_predicates() {
    // With two variables, what has a successor and what has a predecessor are to be invented.
    let mut task = facts(
        &[("f", 2)],
        &[("p", 2), ("q", 2)],
        "p(0,1). p(1,2). p(2,3). p(3,4). p(4,5). q(0,0). q(0,4). q(1,1). q(2,0). q(2,2). q(2,5).
         q(4,1). q(4,3). q(4,4). q(5,3). q(5,5).",
        "f(0,4). f(1,1). f(2,2). f(2,5). f(4,1). f(4,3).",
        "f(0,0). f(0,1). f(0,2). f(0,3). f(0,5). f(1,0). f(1,2). f(1,3). f(1,4). f(1,5). f(2,0).
         f(2,1). f(2,3). f(2,4). f(3,1). f(3,2). f(3,4). f(3,5). f(4,2). f(4,5). f(5,0). f(5,1).
         f(5,2). f(5,3). f(5,4). f(5,5).",
    );
    task.bias.invention = true;
    limit(&mut task, 2, 3, 3);
    let text = solved(&task, 8);
    assert!(text.contains("inv1(") && text.contains("inv2("), "{text}");
}

#[test]
fn a_body_variable_is_numbered_in_the_finished_clause() {
    // Without q(A,B), p's first argument is the third variable.
    let mut task = facts(
        &[("f", 1)],
        &[("p", 2), ("q", 2)],
        "q(0,2). q(2,1). q(1,3). q(3,4). q(4,1). p(0,1). p(2,3). p(1,4). p(3,1). p(4,2).",
        "f(2). f(1).",
        "f(0). f(3).",
    );
    direct(&mut task.bias, &[&[In], &[In, Out], &[Out, Out]]);
    let p = task.bias.body[0];
    task.bias.constraints.push(Constraint::Argument {
        predicate: p,
        argument: 0,
        variable: 1,
        equal: true,
    });
    task.bias.invention = true;
    limit(&mut task, 4, 3, 2);
    solved(&task, 4);
}

#[test]
fn a_clause_may_be_there_to_come_first() {
    // p may not stand in clause 0, and f has no examples that it should cover.
    let mut task = facts(
        &[("f", 1), ("g", 2)],
        &[("p", 2)],
        "p(0,1). p(2,2). p(1,2).",
        "g(2,2).",
        "f(0). f(3). f(1). g(0,0). g(0,2). g(0,1). g(2,0). g(2,1). g(1,0). g(1,2). g(1,1).",
    );
    direct(&mut task.bias, &[&[In], &[In, Out], &[In, Out]]);
    let p = task.bias.body[0];
    task.bias.constraints.push(Constraint::NotInClause(0, p));
    task.bias.recursion = true;
    limit(&mut task, 4, 2, 2);
    solved(&task, 5);
}
