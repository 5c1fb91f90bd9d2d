//! Clauses as codes.

use crate::datalog::{
    Atom, Clause, Comparison, Constant, Expression, Literal, Operator, Predicate, Term,
};

/// The codes of clauses.
///
/// | what | codes |
/// |---|---|
/// | clause | head atom, number of literals, the literals |
/// | atom | predicate, number of arguments, the arguments |
/// | argument | 0 and a variable, or 1 and a constant |
/// | literal | 0 atom; 1 negated atom; 2 and 3 two arguments that are the same, or not; 4 comparison, two expressions; 5 argument `is` expression |
/// | expression | an argument, or 2, operator, one or two expressions |
pub(super) struct Codes<'a>(pub std::slice::Iter<'a, i64>);

impl Codes<'_> {
    fn next(&mut self) -> Option<i64> {
        self.0.next().copied()
    }

    /// All clauses, unless something is no code.
    pub fn clauses(mut self) -> Option<Vec<Clause>> {
        let mut clauses = Vec::new();
        while !self.0.as_slice().is_empty() {
            let head = self.atom()?;
            let count = self.next()?;
            let body: Option<Vec<_>> = (0..count).map(|_| self.literal()).collect();
            clauses.push(Clause::new(head, body?));
        }
        Some(clauses)
    }

    fn atom(&mut self) -> Option<Atom> {
        let predicate = Predicate(self.next()? as u32);
        let count = self.next()?;
        let arguments: Option<Vec<_>> = (0..count)
            .map(|_| {
                let code = self.next()?;
                self.argument(code)
            })
            .collect();
        Some(predicate.of(arguments?))
    }

    fn argument(&mut self, code: i64) -> Option<Term> {
        match code {
            0 => Some(Term::Variable(self.next()? as u32)),
            1 => Some(Term::Constant(Constant::from_bits(self.next()? as u32))),
            _ => None,
        }
    }

    fn literal(&mut self) -> Option<Literal> {
        Some(match self.next()? {
            0 => self.atom()?.into(),
            1 => self.atom()?.negated(),
            code @ (2 | 3) => {
                let [x, y] = [(); 2].map(|()| {
                    let code = self.next()?;
                    self.argument(code)
                });
                match code {
                    2 => Literal::Same(x?, y?),
                    _ => Literal::Different(x?, y?),
                }
            }
            4 => {
                let comparison = *COMPARISONS.get(self.next()? as usize)?;
                Literal::Compare(comparison, self.expression()?, self.expression()?)
            }
            5 => {
                let code = self.next()?;
                Literal::Is(self.argument(code)?, self.expression()?)
            }
            _ => return None,
        })
    }

    fn expression(&mut self) -> Option<Expression> {
        match self.next()? {
            2 => {
                let operator = *OPERATORS.get(self.next()? as usize)?;
                let arguments: Option<Vec<_>> =
                    (0..operator.arity()).map(|_| self.expression()).collect();
                Some(Expression::Apply(operator, arguments?))
            }
            code => self.argument(code).map(Expression::Term),
        }
    }
}

/// Comparisons by their codes.
const COMPARISONS: [Comparison; 6] = [
    Comparison::Equal,
    Comparison::Unequal,
    Comparison::Less,
    Comparison::AtMost,
    Comparison::Greater,
    Comparison::AtLeast,
];

/// Operators by their codes.
const OPERATORS: [Operator; 10] = [
    Operator::Add,
    Operator::Subtract,
    Operator::Multiply,
    Operator::Quotient,
    Operator::Modulo,
    Operator::Remainder,
    Operator::Minimum,
    Operator::Maximum,
    Operator::Negate,
    Operator::Absolute,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_clauses() {
        let seven = i64::from(Constant::integer(7).unwrap().bits());
        // p0(V0) :- p1(V0, 7), \+ p2, V0 >= 7 - V0.
        let codes = [
            0, 1, 0, 0, 3, 0, 1, 2, 0, 0, 1, seven, 1, 2, 0, 4, 5, 0, 0, 2, 1, 1, seven, 0, 0,
        ];
        let clauses = Codes(codes.iter()).clauses().unwrap();
        let x = Term::Variable(0);
        let seven = Term::Constant(Constant::integer(7).unwrap());
        let less = Expression::Apply(Operator::Subtract, vec![seven.into(), x.into()]);
        let expected = Clause::new(
            Predicate(0).of([x]),
            [
                Predicate(1).of([x, seven]).into(),
                Predicate(2).of([]).negated(),
                Literal::Compare(Comparison::AtLeast, x.into(), less),
            ],
        );
        assert_eq!(clauses, [expected]);
        assert_eq!(Codes(codes[..9].iter()).clauses(), None);
    }
}
