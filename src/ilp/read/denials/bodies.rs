//! Bodies of constraints, rewritten before they are read.

use std::collections::HashMap;

use super::super::{
    constraints::{Read, Refusal},
    derive::{Binding, substitute},
    statement::{Comparison, Item},
};
use crate::syntax::{Shape, Spanned};

/// The body with `Vars = (V0,V1)` put in the place of each `Vars`, and without `vars(_,Vars)`.
pub(super) fn with_tuples(body: &[Item]) -> Read<Vec<Item>> {
    let mut tuples = Binding::new();
    let mut rest: Vec<&Item> = Vec::new();
    for item in body {
        match item {
            Item::Compare(name, Comparison::Equal, tuple)
                if matches!(tuple.shape, Shape::Tuple(_)) && name.variable().is_some() =>
            {
                tuples.insert(
                    name.variable().unwrap_or_default().to_owned(),
                    tuple.clone(),
                );
            }
            Item::Holds(goal) if goal.arguments::<2>("vars").is_some() => {
                if let Some(
                    [
                        _,
                        Spanned {
                            shape: Shape::Tuple(_),
                            ..
                        },
                    ],
                ) = goal.arguments("vars")
                {
                    return Err(Refusal::Shape);
                }
            }
            item => rest.push(item),
        }
    }
    let rest = rest.into_iter().map(|item| replaced(item, &tuples));
    Ok(rest.collect())
}

/// The body, in two parts where a number is to be another one: that it is larger goes on to hold
/// of all specialisations, which need not be made then.
pub(super) fn parts(body: Vec<Item>) -> Vec<Vec<Item>> {
    let different = |item: &Item| {
        matches!(
            item,
            Item::Count {
                comparison: Comparison::Different,
                ..
            }
        )
    };
    let Some(at) = body.iter().position(different) else {
        return vec![body];
    };
    let part = |instead: Comparison| {
        let mut part = body.clone();
        if let Item::Count { comparison, .. } = &mut part[at] {
            *comparison = instead;
        }
        parts(part)
    };
    [part(Comparison::Greater), part(Comparison::Less)].concat()
}

pub(super) fn all_replaced(body: &[Item], binding: &Binding) -> Vec<Item> {
    body.iter().map(|item| replaced(item, binding)).collect()
}

pub(super) fn replaced(item: &Item, binding: &Binding) -> Item {
    let all = |terms: &[Spanned]| terms.iter().map(|term| substitute(term, binding)).collect();
    match item {
        Item::Holds(term) => Item::Holds(substitute(term, binding)),
        Item::Not(term) => Item::Not(substitute(term, binding)),
        Item::Compare(left, comparison, right) => Item::Compare(
            substitute(left, binding),
            *comparison,
            substitute(right, binding),
        ),
        Item::Count {
            tuple,
            conditions,
            comparison,
            bound,
        } => Item::Count {
            tuple: all(tuple),
            conditions: all(conditions),
            comparison: *comparison,
            bound: substitute(bound, binding),
        },
    }
}

/// The atoms of a body.
pub(super) fn atoms(body: &[Item]) -> impl Iterator<Item = &Spanned> {
    body.iter().flat_map(|item| match item {
        Item::Holds(term) | Item::Not(term) => std::slice::from_ref(term),
        Item::Count { conditions, .. } => conditions.as_slice(),
        Item::Compare(..) => &[],
    })
}

/// How often each variable stands in a body.
pub(super) fn uses(body: &[Item]) -> HashMap<String, usize> {
    fn count(term: &Spanned, uses: &mut HashMap<String, usize>) {
        match &term.shape {
            Shape::Variable(name) => *uses.entry(name.clone()).or_default() += 1,
            Shape::Compound(_, items) | Shape::Tuple(items) => {
                items.iter().for_each(|item| count(item, uses));
            }
            _ => {}
        }
    }
    let mut uses = HashMap::new();
    for item in body {
        let terms: Vec<&Spanned> = match item {
            Item::Holds(term) | Item::Not(term) => vec![term],
            Item::Compare(left, _, right) => vec![left, right],
            Item::Count {
                tuple, conditions, ..
            } => tuple.iter().chain(conditions).collect(),
        };
        terms.into_iter().for_each(|term| count(term, &mut uses));
    }
    uses
}
