//! Safety: what makes an evaluation finite.
//!
//! A variable is bound if it occurs in a positive literal, is the same as a constant or a bound
//! variable, or is the value of an expression over bound variables. All others must be bound;
//! only a variable that occurs once, in a negated literal, need not.

use super::{Clause, Literal, Term};

/// The first variable that is not bound where it has to be.
pub(super) fn unsafe_variable(clause: &Clause) -> Option<u32> {
    let bound = bound(clause, true);
    let mut found = None;
    let mut note = |variable: u32| {
        if !bound[variable as usize] && found.is_none() {
            found = Some(variable);
        }
    };
    clause.head.variables().for_each(&mut note);
    let local = local(clause);
    for literal in &clause.body {
        literal.each_variable(&mut |variable| {
            if !local[variable as usize] {
                note(variable);
            }
        });
    }
    found
}

/// The first variable that only arithmetic binds: its values may be new constants.
pub(super) fn computed_variable(clause: &Clause) -> Option<u32> {
    let bound = bound(clause, false);
    clause.body.iter().find_map(|literal| match literal {
        Literal::Is(Term::Variable(variable), _) if !bound[*variable as usize] => Some(*variable),
        _ => None,
    })
}

/// For each variable, whether it occurs once, in a negated literal.
pub(super) fn local(clause: &Clause) -> Vec<bool> {
    let mut occurrences = vec![0; clause.variables()];
    clause.each_variable(&mut |variable| occurrences[variable as usize] += 1);
    let mut local = vec![false; occurrences.len()];
    for (atom, negated) in clause.atoms() {
        for variable in atom.variables() {
            local[variable as usize] = negated && occurrences[variable as usize] == 1;
        }
    }
    local
}

fn bound(clause: &Clause, arithmetic: bool) -> Vec<bool> {
    let mut bound = vec![false; clause.variables()];
    for (atom, negated) in clause.atoms() {
        if !negated {
            atom.variables()
                .for_each(|variable| bound[variable as usize] = true);
        }
    }
    loop {
        let mut more = None;
        for literal in &clause.body {
            let known = |term: &Term| match term {
                Term::Variable(variable) => bound[*variable as usize],
                Term::Constant(_) => true,
            };
            match literal {
                Literal::Same(x, y) if known(x) && !known(y) => more = Some(y),
                Literal::Same(x, y) if known(y) && !known(x) => more = Some(x),
                Literal::Is(x, value) if arithmetic && !known(x) => {
                    let mut all = true;
                    value.each_variable(&mut |variable| all &= bound[variable as usize]);
                    if all {
                        more = Some(x);
                    }
                }
                _ => {}
            }
        }
        let Some(Term::Variable(variable)) = more else {
            return bound;
        };
        bound[*variable as usize] = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::datalog::{Comparison, Constant, Expression, Operator, Predicate};

    const X: Term = Term::Variable(0);
    const Y: Term = Term::Variable(1);
    const Z: Term = Term::Variable(2);

    fn p(arguments: impl Into<Vec<Term>>) -> crate::datalog::Atom {
        Predicate(0).of(arguments)
    }

    fn plus_one(term: Term) -> Expression {
        let one = Term::Constant(Constant::integer(1).unwrap());
        Expression::Apply(Operator::Add, vec![term.into(), one.into()])
    }

    #[test]
    fn variables_have_to_be_bound() {
        let unsafe_in = |head: &[Term], body: Vec<Literal>| {
            unsafe_variable(&Clause::new(Predicate(1).of(head), body))
        };
        assert_eq!(unsafe_in(&[X, Y], vec![p([X]).into()]), Some(1));
        assert_eq!(unsafe_in(&[X], vec![]), Some(0));
        assert_eq!(unsafe_in(&[X], vec![p([X]).negated()]), Some(0));
        // Y is any constant; but in two literals it would have to be the same one.
        let denied = p([X, Y]).negated();
        assert_eq!(unsafe_in(&[X], vec![p([X]).into(), denied.clone()]), None);
        let twice = vec![p([X]).into(), denied.clone(), denied];
        assert_eq!(unsafe_in(&[X], twice), Some(1));
        let less = Literal::Compare(Comparison::Less, X.into(), Y.into());
        assert_eq!(unsafe_in(&[X], vec![p([X]).into(), less]), Some(1));
        // Through a chain of equations, in any order.
        let chain = vec![Literal::Same(Z, Y), Literal::Same(Y, X), p([X]).into()];
        assert_eq!(unsafe_in(&[Z], chain), None);
        let circle = vec![Literal::Same(Z, Y), Literal::Same(Y, Z)];
        assert_eq!(unsafe_in(&[X], circle), Some(0));
        let next = vec![Literal::Is(Y, plus_one(X)), p([X]).into()];
        assert_eq!(unsafe_in(&[Y], next), None);
    }

    #[test]
    fn computed_variables_are_told_from_tested_ones() {
        let next = Literal::Is(Y, plus_one(X));
        let computing = Clause::new(p([Y]), [p([X]).into(), next.clone()]);
        assert_eq!(computed_variable(&computing), Some(1));
        let testing = Clause::new(p([Y]), [p([X]).into(), p([Y]).into(), next]);
        assert_eq!(computed_variable(&testing), None);
    }
}
