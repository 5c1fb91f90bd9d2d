//! Which metarules can ever be part of a program.
//!
//! A metarule is of use only if each literal of its body can have a proof: if there is background, or
//! a metarule of use, for a predicate of that arity. And each variable that a metasubstitution binds
//! has to become ground, so it must occur in the clause. To leave the other ones out takes branches
//! away that only fail.

use super::{
    task::{Clause, Literal, Task},
    terms::{Cell, Terms},
};

/// Whether each metarule of a task can be of use.
pub fn feasible(task: &Task) -> Vec<bool> {
    let mut feasible = vec![false; task.metarules.len()];
    loop {
        let found: Vec<usize> = (0..feasible.len())
            .filter(|&at| !feasible[at] && usable(task, &task.metarules[at], &feasible))
            .collect();
        if found.is_empty() {
            return feasible;
        }
        for at in found {
            feasible[at] = true;
        }
    }
}

fn usable(task: &Task, rule: &Clause, feasible: &[bool]) -> bool {
    let terms = &task.terms;
    // What a guard binds is not known.
    let ground = rule.guard.is_some() || rule.subs.iter().all(|&sub| occurs(terms, sub, rule));
    ground
        && rule.body.iter().all(|literal| match literal {
            Literal::Atom(parts) => provable(task, &parts.parts, feasible),
            Literal::Order(_) | Literal::Negated(_) => true,
        })
}

/// Whether all variables of `sub` occur in the clause outside of the metasubstitution.
fn occurs(terms: &Terms, sub: Cell, rule: &Clause) -> bool {
    let mut holes = Vec::new();
    collect(terms, sub, &mut holes);
    let mut seen = Vec::new();
    for &part in &rule.head.parts {
        collect(terms, part, &mut seen);
    }
    for literal in &rule.body {
        match literal {
            Literal::Atom(parts) | Literal::Negated(parts) => {
                for &part in &parts.parts {
                    collect(terms, part, &mut seen);
                }
            }
            Literal::Order(goal) => collect(terms, *goal, &mut seen),
        }
    }
    holes.iter().all(|hole| seen.contains(hole))
}

fn collect(terms: &Terms, pattern: Cell, holes: &mut Vec<usize>) {
    if !terms.is_open(pattern) {
        return;
    }
    if let Some(hole) = terms.as_hole(pattern) {
        holes.push(hole);
    } else if let Some((_, args)) = terms.compound_parts(pattern) {
        for &arg in args {
            collect(terms, arg, holes);
        }
    }
}

/// Whether some predicate could prove `[P|Args]`.
fn provable(task: &Task, parts: &[Cell], feasible: &[bool]) -> bool {
    let terms = &task.terms;
    let arity = parts.len() - 1;
    let any = terms.is_open(parts[0]);
    let fits = |name: Cell, other: usize| other == arity && (any || name == parts[0]);
    task.background
        .iter()
        .any(|background| fits(background.name, background.arity))
        || task.compiled.iter().any(|&(name, other)| fits(name, other))
        || task.interpreted.iter().any(|clause| {
            let head = &clause.head.parts;
            head.len() - 1 == arity && (any || terms.is_open(head[0]) || head[0] == parts[0])
        })
        // An invented predicate may have any name that is not known.
        || task.metarules.iter().zip(feasible).any(|(rule, &feasible)| {
            feasible && rule.head.parts.len() - 1 == arity
        })
}
