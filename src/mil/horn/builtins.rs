//! Predicates that are computed: pure, with at most one answer.
//!
//! Each does what the system's own predicate does, or gives up: whatever would be an error there, and
//! whatever depends on the order of variables or on numbers that are no small integers.

use std::cmp::Ordering;

use super::arithmetic;
use crate::mil::terms::{Cell, Terms, scratch::Shape};

/// What came of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It is true; variables may have been bound.
    True,
    /// It is false; variables may have been bound.
    False,
    /// Prolog has to be asked.
    Beyond,
}

use Outcome::{Beyond, False, True};

/// A predicate that is computed; the last argument is the fuel.
pub type Builtin = fn(&mut Terms, &[Cell], &mut u64) -> Outcome;

/// The predicate that no program can define anew.
pub fn standard(name: &str, arity: usize) -> Option<Builtin> {
    Some(match (name, arity) {
        ("=", 2) => |terms, args, fuel| truth(terms.unified(args[0], args[1], fuel)),
        ("\\=", 2) => |terms, args, fuel| {
            let mark = terms.mark();
            let equal = terms.unified(args[0], args[1], fuel);
            terms.undo(mark);
            truth(!equal)
        },
        ("==", 2) => |terms, args, fuel| truth(terms.identical(args[0], args[1], fuel)),
        ("\\==", 2) => |terms, args, fuel| truth(!terms.identical(args[0], args[1], fuel)),
        ("@<", 2) => |terms, args, fuel| ordered(terms, args, fuel, Ordering::is_lt),
        ("@>", 2) => |terms, args, fuel| ordered(terms, args, fuel, Ordering::is_gt),
        ("@=<", 2) => |terms, args, fuel| ordered(terms, args, fuel, Ordering::is_le),
        ("@>=", 2) => |terms, args, fuel| ordered(terms, args, fuel, Ordering::is_ge),
        ("compare", 3) => compare,
        ("is", 2) => |terms, args, fuel| match arithmetic::value(terms, args[1]) {
            Some(value) => {
                let value = terms.integer(value);
                truth(terms.unified(args[0], value, fuel))
            }
            None => Beyond,
        },
        ("<", 2) => |terms, args, _| compared(terms, args, Ordering::is_lt),
        (">", 2) => |terms, args, _| compared(terms, args, Ordering::is_gt),
        ("=<", 2) => |terms, args, _| compared(terms, args, Ordering::is_le),
        (">=", 2) => |terms, args, _| compared(terms, args, Ordering::is_ge),
        ("=:=", 2) => |terms, args, _| compared(terms, args, Ordering::is_eq),
        ("=\\=", 2) => |terms, args, _| compared(terms, args, Ordering::is_ne),
        ("var", 1) => |terms, args, _| shaped(terms, args[0], |s| s == Shape::Variable),
        ("nonvar", 1) => |terms, args, _| shaped(terms, args[0], |s| s != Shape::Variable),
        // In ISO Prolog an empty list is an atom, in SWI-Prolog it is none; so with callable/1.
        ("atom", 1) => |terms, args, _| match terms.deref(args[0]) == terms.empty_list() {
            true => Beyond,
            false => shaped(terms, args[0], |s| s == Shape::Atom),
        },
        ("number", 1) => |terms, args, _| shaped(terms, args[0], is_number),
        ("integer", 1) => |terms, args, _| match terms.shape(terms.deref(args[0])) {
            Shape::Number => Beyond,
            shape => truth(matches!(shape, Shape::Integer(_))),
        },
        ("atomic", 1) => |terms, args, _| {
            let atomic = |s| s == Shape::Atom || is_number(s);
            match terms.is_string(terms.deref(args[0])) {
                true => truth(true),
                false => shaped(terms, args[0], atomic),
            }
        },
        ("compound", 1) => |terms, args, _| {
            let compound = |s| matches!(s, Shape::Compound(..));
            match terms.is_string(terms.deref(args[0])) {
                true => False,
                false => shaped(terms, args[0], compound),
            }
        },
        ("callable", 1) => |terms, args, _| {
            let callable = |s| matches!(s, Shape::Atom | Shape::Compound(..));
            match terms.deref(args[0]) {
                term if terms.is_string(term) => False,
                term if term == terms.empty_list() => Beyond,
                term => shaped(terms, term, callable),
            }
        },
        ("ground", 1) => |terms, args, fuel| truth(is_ground(terms, args[0], fuel)),
        ("functor", 3) => functor,
        ("arg", 3) => argument,
        ("=..", 2) => parts,
        ("sort", 2) => |terms, args, fuel| sorted(terms, args, fuel, true),
        _ => return None,
    })
}

/// The predicate of a library.
pub fn library(name: &str, arity: usize) -> Option<Builtin> {
    Some(match (name, arity) {
        ("is_list", 1) => |terms, args, fuel| match terms.walked(args[0], fuel) {
            Some((_, end)) => truth(end == terms.empty_list()),
            None => Beyond,
        },
        ("length", 2) => length,
        ("reverse", 2) => |terms, args, fuel| match terms.walked(args[0], fuel) {
            Some((mut items, end)) if end == terms.empty_list() => {
                items.reverse();
                let list = terms.scratch_list(&items);
                truth(terms.unified(args[1], list, fuel))
            }
            // What is no list has no reverse.
            Some((_, end)) if terms.shape(end) != Shape::Variable => False,
            _ => Beyond,
        },
        ("msort", 2) => |terms, args, fuel| sorted(terms, args, fuel, false),
        ("sum_list", 2) => |terms, args, fuel| {
            folded(terms, args, fuel, |items| {
                let mut items = items.iter();
                Some(items.try_fold(0i64, |sum, &n| sum.checked_add(n)))
            })
        },
        ("max_list", 2) => |terms, args, fuel| {
            folded(terms, args, fuel, |items| {
                items.iter().max().map(|&max| Some(max))
            })
        },
        ("min_list", 2) => |terms, args, fuel| {
            folded(terms, args, fuel, |items| {
                items.iter().min().map(|&min| Some(min))
            })
        },
        ("nth0", 3) => |terms, args, fuel| nth(terms, args, fuel, 0),
        ("nth1", 3) => |terms, args, fuel| nth(terms, args, fuel, 1),
        ("succ", 2) => succ,
        ("plus", 3) => plus,
        ("#=", 2) => equated,
        ("#\\=", 2) => |terms, args, fuel| constrained(terms, args, fuel, Ordering::is_ne),
        ("#<", 2) => |terms, args, fuel| constrained(terms, args, fuel, Ordering::is_lt),
        ("#>", 2) => |terms, args, fuel| constrained(terms, args, fuel, Ordering::is_gt),
        ("#=<", 2) => |terms, args, fuel| constrained(terms, args, fuel, Ordering::is_le),
        ("#>=", 2) => |terms, args, fuel| constrained(terms, args, fuel, Ordering::is_ge),
        _ => return None,
    })
}

fn truth(value: bool) -> Outcome {
    match value {
        true => True,
        false => False,
    }
}

fn shaped(terms: &Terms, cell: Cell, holds: impl Fn(Shape) -> bool) -> Outcome {
    truth(holds(terms.shape(terms.deref(cell))))
}

fn is_number(shape: Shape) -> bool {
    matches!(shape, Shape::Integer(_) | Shape::Number)
}

fn is_ground(terms: &Terms, cell: Cell, fuel: &mut u64) -> bool {
    let mut waiting = vec![cell];
    while let Some(cell) = waiting.pop() {
        let cell = terms.deref(cell);
        *fuel = fuel.saturating_sub(1);
        match terms.shape(cell) {
            Shape::Variable => return false,
            _ if *fuel == 0 => return false,
            Shape::Compound(_, arity) if !cell.is_ground() => {
                waiting.extend((0..arity).map(|at| terms.argument_of(cell, at)));
            }
            _ => {}
        }
    }
    true
}

fn ordered(terms: &Terms, args: &[Cell], fuel: &mut u64, holds: fn(Ordering) -> bool) -> Outcome {
    match terms.compared(args[0], args[1], fuel) {
        Some(order) => truth(holds(order)),
        None => Beyond,
    }
}

fn compare(terms: &mut Terms, args: &[Cell], fuel: &mut u64) -> Outcome {
    let order = match terms.compared(args[1], args[2], fuel) {
        Some(Ordering::Less) => "<",
        Some(Ordering::Equal) => "=",
        Some(Ordering::Greater) => ">",
        None => return Beyond,
    };
    let given = terms.deref(args[0]);
    match terms.shape(given) {
        Shape::Variable => {}
        Shape::Atom if ["<", "=", ">"].contains(&terms.name(given)) => {}
        _ => return Beyond,
    }
    let order = terms.atom(order);
    truth(terms.unified(given, order, fuel))
}

fn compared(terms: &Terms, args: &[Cell], holds: fn(Ordering) -> bool) -> Outcome {
    let values = (
        arithmetic::value(terms, args[0]),
        arithmetic::value(terms, args[1]),
    );
    match values {
        (Some(a), Some(b)) => truth(holds(a.cmp(&b))),
        _ => Beyond,
    }
}

/// What an integer constraint is as much work as: its library looks at it term by term.
const CONSTRAINT: u64 = 50;

/// An integer constraint without variables: nothing is left of it, so it is a comparison.
fn constrained(
    terms: &Terms,
    args: &[Cell],
    fuel: &mut u64,
    holds: fn(Ordering) -> bool,
) -> Outcome {
    *fuel = fuel.saturating_sub(CONSTRAINT);
    let values = (
        arithmetic::constrained(terms, args[0]),
        arithmetic::constrained(terms, args[1]),
    );
    match values {
        (Some(a), Some(b)) => truth(holds(a.cmp(&b))),
        _ => Beyond,
    }
}

/// `#=` where one side has a value, and the other one too or it is a variable.
fn equated(terms: &mut Terms, args: &[Cell], fuel: &mut u64) -> Outcome {
    let variable = |at: usize| terms.shape(terms.deref(args[at])) == Shape::Variable;
    let (free, given) = match (variable(0), variable(1)) {
        (true, false) => (args[0], args[1]),
        (false, true) => (args[1], args[0]),
        _ => return constrained(terms, args, fuel, Ordering::is_eq),
    };
    *fuel = fuel.saturating_sub(CONSTRAINT);
    match arithmetic::constrained(terms, given) {
        Some(value) => {
            let value = terms.integer(value);
            truth(terms.unified(free, value, fuel))
        }
        None => Beyond,
    }
}

fn functor(terms: &mut Terms, args: &[Cell], fuel: &mut u64) -> Outcome {
    let term = terms.deref(args[0]);
    let (name, arity) = match terms.shape(term) {
        Shape::Variable => return Beyond,
        // A list has the name of whose Prolog it is.
        _ if terms.is_pair(term) => return Beyond,
        Shape::Compound(name, arity) if !terms.is_string(term) => (name, arity),
        _ => (term, 0),
    };
    let arity = terms.integer(arity as i64);
    truth(terms.unified(args[1], name, fuel) && terms.unified(args[2], arity, fuel))
}

fn argument(terms: &mut Terms, args: &[Cell], fuel: &mut u64) -> Outcome {
    let term = terms.deref(args[1]);
    if terms.is_string(term) {
        return Beyond;
    }
    match (terms.shape(terms.deref(args[0])), terms.shape(term)) {
        (Shape::Integer(at), Shape::Compound(_, arity)) if at >= 0 => {
            let inside = (1..=arity as i64).contains(&at);
            truth(
                inside && {
                    let argument = terms.argument_of(term, at as usize - 1);
                    terms.unified(args[2], argument, fuel)
                },
            )
        }
        _ => Beyond,
    }
}

fn parts(terms: &mut Terms, args: &[Cell], fuel: &mut u64) -> Outcome {
    let term = terms.deref(args[0]);
    if terms.is_string(term) || terms.is_pair(term) {
        return Beyond;
    }
    match terms.shape(term) {
        Shape::Variable => {
            let Some(items) = proper(terms, args[1], fuel) else {
                return Beyond;
            };
            let built = match items.split_first() {
                Some((&name, [])) => match terms.shape(name) {
                    Shape::Variable | Shape::Compound(..) => return Beyond,
                    _ => name,
                },
                Some((&name, items)) if terms.shape(name) == Shape::Atom => {
                    match terms.name(name) {
                        "[|]" => return Beyond,
                        _ => terms.scratch_compound(name, items),
                    }
                }
                _ => return Beyond,
            };
            truth(terms.unified(term, built, fuel))
        }
        shape => {
            let Some((given, end)) = terms.walked(args[1], fuel) else {
                return Beyond;
            };
            if let Some(&first) = given.first()
                && !matches!(terms.shape(first), Shape::Variable | Shape::Atom)
            {
                return Beyond;
            }
            if terms.shape(end) != Shape::Variable && end != terms.empty_list() {
                return Beyond;
            }
            let items = match shape {
                Shape::Compound(name, arity) => {
                    let mut items = vec![name];
                    items.extend((0..arity).map(|at| terms.argument_of(term, at)));
                    items
                }
                _ => vec![term],
            };
            let list = terms.scratch_list(&items);
            truth(terms.unified(args[1], list, fuel))
        }
    }
}

/// The items of a list that ends.
fn proper(terms: &Terms, list: Cell, fuel: &mut u64) -> Option<Vec<Cell>> {
    let (items, end) = terms.walked(list, fuel)?;
    (end == terms.empty_list()).then_some(items)
}

fn length(terms: &mut Terms, args: &[Cell], fuel: &mut u64) -> Outcome {
    let (Some(items), shape) = (
        proper(terms, args[0], fuel),
        terms.shape(terms.deref(args[1])),
    ) else {
        return Beyond;
    };
    match shape {
        Shape::Variable | Shape::Integer(0..) => {
            let length = terms.integer(items.len() as i64);
            truth(terms.unified(args[1], length, fuel))
        }
        _ => Beyond,
    }
}

fn sorted(terms: &mut Terms, args: &[Cell], fuel: &mut u64, once: bool) -> Outcome {
    let Some((items, end)) = terms.walked(args[0], fuel) else {
        return Beyond;
    };
    let Some((_, given)) = terms.walked(args[1], fuel) else {
        return Beyond;
    };
    let empty = terms.empty_list();
    let list = terms.shape(given) == Shape::Variable || given == empty;
    // sort/2 raises an error where msort/2 fails.
    if end != empty || (!list && once) {
        return Beyond;
    }
    let Some(items) = merged(terms, items, fuel, once) else {
        return Beyond;
    };
    if !list {
        return False;
    }
    let list = terms.scratch_list(&items);
    truth(terms.unified(args[1], list, fuel))
}

/// The items in their order, equal ones once if asked for; none if the order is not known.
fn merged(terms: &Terms, items: Vec<Cell>, fuel: &mut u64, once: bool) -> Option<Vec<Cell>> {
    if items.len() < 2 {
        return Some(items);
    }
    let mut first = items;
    let second = first.split_off(first.len() / 2);
    let first = merged(terms, first, fuel, once)?;
    let second = merged(terms, second, fuel, once)?;
    let mut both = Vec::with_capacity(first.len() + second.len());
    let (mut i, mut j) = (0, 0);
    while i < first.len() && j < second.len() {
        match terms.compared(first[i], second[j], fuel)? {
            Ordering::Greater => {
                both.push(second[j]);
                j += 1;
            }
            order => {
                both.push(first[i]);
                i += 1;
                j += usize::from(once && order.is_eq());
            }
        }
    }
    both.extend_from_slice(&first[i..]);
    both.extend_from_slice(&second[j..]);
    Some(both)
}

/// The sum, the maximum ... of a list: `None` if there is none, `Some(None)` if it is no small integer.
fn folded(
    terms: &mut Terms,
    args: &[Cell],
    fuel: &mut u64,
    fold: fn(&[i64]) -> Option<Option<i64>>,
) -> Outcome {
    let Some(items) = proper(terms, args[0], fuel) else {
        return Beyond;
    };
    let values: Option<Vec<i64>> = items.iter().map(|&item| terms.value(item)).collect();
    match values.map(|values| fold(&values)) {
        Some(Some(Some(value))) => {
            let value = terms.integer(value);
            truth(terms.unified(args[1], value, fuel))
        }
        Some(None) => False,
        None | Some(Some(None)) => Beyond,
    }
}

fn nth(terms: &mut Terms, args: &[Cell], fuel: &mut u64, first: i64) -> Outcome {
    let Some(items) = proper(terms, args[1], fuel) else {
        return Beyond;
    };
    match terms.shape(terms.deref(args[0])) {
        Shape::Integer(at) if at >= first => match items.get((at - first) as usize) {
            Some(&item) => truth(terms.unified(args[2], item, fuel)),
            None => False,
        },
        _ => Beyond,
    }
}

fn succ(terms: &mut Terms, args: &[Cell], fuel: &mut u64) -> Outcome {
    let shapes = (
        terms.shape(terms.deref(args[0])),
        terms.shape(terms.deref(args[1])),
    );
    match shapes {
        (Shape::Integer(a @ 0..), Shape::Variable | Shape::Integer(0..)) => {
            let Some(next) = a.checked_add(1) else {
                return Beyond;
            };
            let next = terms.integer(next);
            truth(terms.unified(args[1], next, fuel))
        }
        (Shape::Variable, Shape::Integer(0)) => False,
        (Shape::Variable, Shape::Integer(b @ 1..)) => {
            let before = terms.integer(b - 1);
            truth(terms.unified(args[0], before, fuel))
        }
        _ => Beyond,
    }
}

fn plus(terms: &mut Terms, args: &[Cell], fuel: &mut u64) -> Outcome {
    let shape = |at: usize| terms.shape(terms.deref(args[at]));
    let (at, value) = match (shape(0), shape(1), shape(2)) {
        (Shape::Integer(a), Shape::Integer(b), Shape::Variable | Shape::Integer(_)) => {
            (2, a.checked_add(b))
        }
        (Shape::Integer(a), Shape::Variable, Shape::Integer(c)) => (1, c.checked_sub(a)),
        (Shape::Variable, Shape::Integer(b), Shape::Integer(c)) => (0, c.checked_sub(b)),
        _ => return Beyond,
    };
    match value {
        Some(value) => {
            let value = terms.integer(value);
            truth(terms.unified(args[at], value, fuel))
        }
        None => Beyond,
    }
}
