//! Clauses: a head, and a body of literals.

use super::Constant;

/// A predicate: a number that the caller chooses. Small numbers are best, since they index tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Predicate(pub u32);

impl Predicate {
    /// The atom of this predicate with these arguments.
    pub fn of(self, arguments: impl Into<Vec<Term>>) -> Atom {
        Atom {
            predicate: self,
            arguments: arguments.into(),
        }
    }
}

/// An argument of an atom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Term {
    /// A variable of the clause, by number.
    Variable(u32),
    /// A constant.
    Constant(Constant),
}

/// A predicate with its arguments.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Atom {
    /// The predicate.
    pub predicate: Predicate,
    /// Its arguments.
    pub arguments: Vec<Term>,
}

impl Atom {
    /// The literal that denies this atom.
    pub fn negated(self) -> Literal {
        Literal::Negative(self)
    }

    /// The variables, as often as they occur.
    pub fn variables(&self) -> impl Iterator<Item = u32> {
        self.arguments.iter().filter_map(|term| match term {
            Term::Variable(variable) => Some(*variable),
            Term::Constant(_) => None,
        })
    }
}

/// Arithmetic over integers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Expression {
    /// A variable or a constant.
    Term(Term),
    /// An operation on one or two values.
    Apply(Operator, Vec<Expression>),
}

impl Expression {
    /// Calls `visit` with each variable.
    pub fn each_variable(&self, visit: &mut impl FnMut(u32)) {
        match self {
            Expression::Term(Term::Variable(variable)) => visit(*variable),
            Expression::Term(Term::Constant(_)) => {}
            Expression::Apply(_, arguments) => {
                for argument in arguments {
                    argument.each_variable(visit);
                }
            }
        }
    }
}

impl From<Term> for Expression {
    fn from(term: Term) -> Expression {
        Expression::Term(term)
    }
}

/// The operations of arithmetic, with the meaning that they have in ISO Prolog.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operator {
    /// `X + Y`
    Add,
    /// `X - Y`
    Subtract,
    /// `X * Y`
    Multiply,
    /// `X // Y`, towards zero
    Quotient,
    /// `X mod Y`, with the sign of Y
    Modulo,
    /// `X rem Y`, with the sign of X
    Remainder,
    /// `min(X, Y)`
    Minimum,
    /// `max(X, Y)`
    Maximum,
    /// `- X`
    Negate,
    /// `abs(X)`
    Absolute,
}

impl Operator {
    /// How many values the operation takes.
    pub fn arity(self) -> usize {
        match self {
            Operator::Negate | Operator::Absolute => 1,
            _ => 2,
        }
    }

    /// The result, unless it is undefined; the second value is not looked at where one is enough.
    pub fn apply(self, x: i64, y: i64) -> Option<i64> {
        match self {
            Operator::Add => x.checked_add(y),
            Operator::Subtract => x.checked_sub(y),
            Operator::Multiply => x.checked_mul(y),
            Operator::Quotient => x.checked_div(y),
            Operator::Modulo => x
                .checked_rem(y)
                .map(|r| match r != 0 && (r < 0) != (y < 0) {
                    true => r + y,
                    false => r,
                }),
            Operator::Remainder => x.checked_rem(y),
            Operator::Minimum => Some(x.min(y)),
            Operator::Maximum => Some(x.max(y)),
            Operator::Negate => x.checked_neg(),
            Operator::Absolute => x.checked_abs(),
        }
    }
}

/// Comparisons of integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `=:=`
    Equal,
    /// `=\=`
    Unequal,
    /// `<`
    Less,
    /// `=<`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
}

impl Comparison {
    /// Whether it holds of two integers.
    pub fn holds(self, x: i64, y: i64) -> bool {
        match self {
            Comparison::Equal => x == y,
            Comparison::Unequal => x != y,
            Comparison::Less => x < y,
            Comparison::AtMost => x <= y,
            Comparison::Greater => x > y,
            Comparison::AtLeast => x >= y,
        }
    }
}

/// A condition in a body.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Literal {
    /// The atom holds.
    Positive(Atom),
    /// The atom does not hold. A variable that occurs nowhere else in the clause stands for any
    /// constant: then the atom holds of none.
    Negative(Atom),
    /// Both are the same constant; binds a variable if the other side is bound.
    Same(Term, Term),
    /// They are different constants.
    Different(Term, Term),
    /// Two integers compare so.
    Compare(Comparison, Expression, Expression),
    /// The term is the value of the expression; binds a variable.
    Is(Term, Expression),
}

impl From<Atom> for Literal {
    fn from(atom: Atom) -> Literal {
        Literal::Positive(atom)
    }
}

impl Literal {
    /// Calls `visit` with each variable, as often as it occurs.
    pub fn each_variable(&self, visit: &mut impl FnMut(u32)) {
        match self {
            Literal::Positive(atom) | Literal::Negative(atom) => atom.variables().for_each(visit),
            Literal::Same(x, y) | Literal::Different(x, y) => {
                for term in [x, y] {
                    if let Term::Variable(variable) = term {
                        visit(*variable);
                    }
                }
            }
            Literal::Compare(_, x, y) => {
                x.each_variable(visit);
                y.each_variable(visit);
            }
            Literal::Is(x, y) => {
                if let Term::Variable(variable) = x {
                    visit(*variable);
                }
                y.each_variable(visit);
            }
        }
    }
}

/// A rule, or with an empty body a fact.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Clause {
    /// What follows.
    pub head: Atom,
    /// From what it follows; the order makes no difference.
    pub body: Vec<Literal>,
}

impl Clause {
    /// `head :- body`.
    pub fn new(head: Atom, body: impl Into<Vec<Literal>>) -> Clause {
        Clause {
            head,
            body: body.into(),
        }
    }

    /// One more than the greatest number of a variable.
    pub fn variables(&self) -> usize {
        let mut count = 0;
        self.each_variable(&mut |variable| count = count.max(variable as usize + 1));
        count
    }

    /// Calls `visit` with each variable, as often as it occurs, beginning with the head.
    pub fn each_variable(&self, visit: &mut impl FnMut(u32)) {
        self.head.variables().for_each(&mut *visit);
        for literal in &self.body {
            literal.each_variable(visit);
        }
    }

    /// The atoms of the body, and whether they are negated.
    pub fn atoms(&self) -> impl Iterator<Item = (&Atom, bool)> {
        self.body.iter().filter_map(|literal| match literal {
            Literal::Positive(atom) => Some((atom, false)),
            Literal::Negative(atom) => Some((atom, true)),
            _ => None,
        })
    }
}
