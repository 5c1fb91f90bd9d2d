//! Arithmetic on small integers; all else is Prolog's.

use crate::mil::terms::{Cell, Terms, scratch::Shape};

/// How deep expressions may be nested.
const DEPTH: usize = 200;

/// The value of an expression, if it has one and all that comes up are small integers.
pub fn value(terms: &Terms, expression: Cell) -> Option<i64> {
    evaluated(terms, expression, DEPTH)
}

/// The value of an expression of integer constraints (`library(clpz)`), if it has no variable and
/// all that comes up are small integers. Only what means the same there as in `is/2`.
pub fn constrained(terms: &Terms, expression: Cell) -> Option<i64> {
    let functions = [
        ("-", 1),
        ("abs", 1),
        ("+", 2),
        ("-", 2),
        ("*", 2),
        ("min", 2),
        ("max", 2),
        ("mod", 2),
        ("rem", 2),
        ("//", 2),
    ];
    let mut waiting = vec![(expression, DEPTH)];
    while let Some((expression, depth)) = waiting.pop() {
        let expression = terms.deref(expression);
        match terms.shape(expression) {
            Shape::Integer(_) => {}
            Shape::Compound(name, arity) if functions.contains(&(terms.name(name), arity)) => {
                let depth = depth.checked_sub(1)?;
                waiting.extend((0..arity).map(|at| (terms.argument_of(expression, at), depth)));
            }
            _ => return None,
        }
    }
    value(terms, expression)
}

fn evaluated(terms: &Terms, expression: Cell, depth: usize) -> Option<i64> {
    let depth = depth.checked_sub(1)?;
    let expression = terms.deref(expression);
    let of = |at| evaluated(terms, terms.argument_of(expression, at), depth);
    match terms.shape(expression) {
        Shape::Integer(value) => Some(value),
        Shape::Compound(name, 1) => unary(terms.name(name), of(0)?),
        Shape::Compound(name, 2) => binary(terms.name(name), of(0)?, of(1)?),
        _ => None,
    }
}

fn unary(name: &str, a: i64) -> Option<i64> {
    match name {
        "-" => a.checked_neg(),
        "+" => Some(a),
        "abs" => a.checked_abs(),
        "sign" => Some(a.signum()),
        "\\" => Some(!a),
        _ => None,
    }
}

fn binary(name: &str, a: i64, b: i64) -> Option<i64> {
    match name {
        "+" => a.checked_add(b),
        "-" => a.checked_sub(b),
        "*" => a.checked_mul(b),
        "//" => a.checked_div(b),
        "rem" => a.checked_rem(b),
        // The sign of the divisor; the quotient goes to minus infinity.
        "mod" => match a.checked_rem(b)? {
            0 => Some(0),
            rest if (rest < 0) == (b < 0) => Some(rest),
            rest => Some(rest + b),
        },
        "div" => match a.checked_rem(b)? {
            rest if rest != 0 && (rest < 0) != (b < 0) => a.checked_div(b)?.checked_sub(1),
            _ => a.checked_div(b),
        },
        "min" => Some(a.min(b)),
        "max" => Some(a.max(b)),
        "^" => a.checked_pow(u32::try_from(b).ok()?),
        "/\\" => Some(a & b),
        "\\/" => Some(a | b),
        ">>" if (0..63).contains(&b) => Some(a >> b),
        "<<" if (0..63).contains(&b) => a.checked_mul(1i64.checked_shl(b as u32)?),
        _ => None,
    }
}
