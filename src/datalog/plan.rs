//! Join plans: in which order the literals of a body are looked at, and by which index.
//!
//! The order is greedy: whatever is only a test comes as soon as its variables are bound; of the
//! other literals the one with the most bound columns is next.

use super::{Atom, Clause, Comparison, Expression, Literal, Predicate, Term, safety};
use crate::relation::greedy;

/// How the consequences of one clause are found.
#[derive(Debug)]
pub(super) struct Plan {
    /// The clause, for errors.
    pub clause: usize,
    pub head: Atom,
    pub steps: Vec<Step>,
    /// From this step on the head is known: one way through the rest is enough.
    pub settled: usize,
    pub variables: usize,
    /// The predicate of which only the latest tuples are looked at.
    pub delta: Option<Predicate>,
}

#[derive(Debug)]
pub(super) enum Step {
    /// For each tuple.
    Scan {
        predicate: Predicate,
        access: Access,
        rows: Rows,
        /// Columns and the variables that they bind.
        binds: Vec<(usize, u32)>,
        /// Columns and the variables, bound by an earlier column, that they must agree with.
        checks: Vec<(usize, u32)>,
        /// What is bound here is not needed later: one tuple is as good as another.
        once: bool,
    },
    /// If there is no such tuple.
    Absent {
        predicate: Predicate,
        access: Access,
    },
    /// If the terms are the same, or different.
    Equal(Term, Term, bool),
    /// The variable gets the value of the term.
    Bind(u32, Term),
    Compare(Comparison, Expression, Expression),
    /// The variable gets the value of the expression.
    Compute(u32, Expression),
    /// The term is the value of the expression.
    Computed(Term, Expression),
}

/// How tuples are found.
#[derive(Debug)]
pub(super) enum Access {
    /// One after the other.
    All,
    /// All columns are known.
    Member(Vec<Term>),
    /// By an index, a number in the program's table.
    Index(usize, Vec<Term>),
}

/// Which of the tuples.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rows {
    /// Those of earlier rounds.
    Old,
    /// Those of the latest round.
    Delta,
    /// Both.
    All,
}

/// The index of a predicate on columns.
pub(super) type Indexed = (Predicate, Vec<usize>);

/// Plans a safe clause; of the body's literal `delta` only new tuples are looked at, and of those
/// before it for which `recursive` holds only old ones, so that no combination is looked at twice.
pub(super) fn plan(
    number: usize,
    clause: &Clause,
    delta: Option<usize>,
    recursive: impl Fn(Predicate) -> bool,
    indexes: &mut Vec<Indexed>,
) -> Plan {
    let mut planner = Planner {
        bound: vec![false; clause.variables()],
        local: safety::local(clause),
        steps: Vec::new(),
        indexes,
    };
    let rows = |literal: usize, atom: &Atom| match delta {
        Some(delta) if literal == delta => Rows::Delta,
        Some(delta) if literal < delta && recursive(atom.predicate) => Rows::Old,
        _ => Rows::All,
    };
    let (mut atoms, mut tests) = (Vec::new(), Vec::new());
    for (number, literal) in clause.body.iter().enumerate() {
        match literal {
            Literal::Positive(atom) => atoms.push((number, atom)),
            test => tests.push(test),
        }
    }
    planner.tests(&mut tests);
    greedy(
        atoms,
        &mut planner,
        |&(number, atom), planner| (delta != Some(number), planner.cost(atom)),
        |(number, atom), planner| {
            planner.scan(atom, rows(number, atom));
            planner.tests(&mut tests);
        },
    );
    debug_assert!(tests.is_empty(), "an unsafe clause: {clause:?}");
    let mut steps = planner.steps;
    let settled = settle(&clause.head, &mut steps);
    Plan {
        clause: number,
        head: clause.head.clone(),
        steps,
        settled,
        variables: clause.variables(),
        delta: delta.and_then(|i| match &clause.body[i] {
            Literal::Positive(atom) => Some(atom.predicate),
            _ => None,
        }),
    }
}

struct Planner<'a> {
    bound: Vec<bool>,
    local: Vec<bool>,
    steps: Vec<Step>,
    indexes: &'a mut Vec<Indexed>,
}

impl Planner<'_> {
    fn knows(&self, term: &Term) -> bool {
        match term {
            Term::Variable(variable) => self.bound[*variable as usize],
            Term::Constant(_) => true,
        }
    }

    fn knows_all(&self, expression: &Expression) -> bool {
        let mut all = true;
        expression.each_variable(&mut |variable| all &= self.bound[variable as usize]);
        all
    }

    /// Nothing unknown is cheapest, then many known columns, then few unknown ones.
    fn cost(&self, atom: &Atom) -> (bool, std::cmp::Reverse<usize>, usize) {
        let known = atom.arguments.iter().filter(|term| self.knows(term));
        let known = known.count();
        let unknown = atom.arguments.len() - known;
        (unknown > 0, std::cmp::Reverse(known), unknown)
    }

    /// Plans all tests whose variables are bound, and what they bind.
    fn tests(&mut self, waiting: &mut Vec<&Literal>) {
        while let Some(at) = waiting.iter().position(|test| self.test(test)) {
            waiting.remove(at);
        }
    }

    fn test(&mut self, literal: &Literal) -> bool {
        let step = match literal {
            Literal::Positive(_) => return false,
            Literal::Negative(atom) => {
                let local = |term: &Term| match term {
                    Term::Variable(variable) => self.local[*variable as usize],
                    Term::Constant(_) => false,
                };
                let ready = |term| self.knows(term) || local(term);
                if !atom.arguments.iter().all(ready) {
                    return false;
                }
                Step::Absent {
                    predicate: atom.predicate,
                    access: self.access(atom),
                }
            }
            Literal::Same(x, y) => match (self.knows(x), self.knows(y), x, y) {
                (true, true, ..) => Step::Equal(*x, *y, true),
                (true, false, known, Term::Variable(variable))
                | (false, true, Term::Variable(variable), known) => {
                    self.bound[*variable as usize] = true;
                    Step::Bind(*variable, *known)
                }
                _ => return false,
            },
            Literal::Different(x, y) if self.knows(x) && self.knows(y) => {
                Step::Equal(*x, *y, false)
            }
            Literal::Compare(comparison, x, y) if self.knows_all(x) && self.knows_all(y) => {
                Step::Compare(*comparison, x.clone(), y.clone())
            }
            Literal::Is(x, value) if self.knows_all(value) => match x {
                Term::Variable(variable) if !self.knows(x) => {
                    self.bound[*variable as usize] = true;
                    Step::Compute(*variable, value.clone())
                }
                known => Step::Computed(*known, value.clone()),
            },
            _ => return false,
        };
        self.steps.push(step);
        true
    }

    fn access(&mut self, atom: &Atom) -> Access {
        let columns: Vec<usize> = (0..atom.arguments.len())
            .filter(|&column| self.knows(&atom.arguments[column]))
            .collect();
        if columns.len() == atom.arguments.len() {
            return Access::Member(atom.arguments.clone());
        }
        if columns.is_empty() {
            return Access::All;
        }
        let key = columns
            .iter()
            .map(|&column| atom.arguments[column])
            .collect();
        let wanted = (atom.predicate, columns);
        let known = self.indexes.iter().position(|index| *index == wanted);
        let index = known.unwrap_or_else(|| {
            self.indexes.push(wanted);
            self.indexes.len() - 1
        });
        Access::Index(index, key)
    }

    fn scan(&mut self, atom: &Atom, rows: Rows) {
        let access = self.access(atom);
        let (mut binds, mut checks) = (Vec::new(), Vec::new());
        let before = self.bound.clone();
        for (column, term) in atom.arguments.iter().enumerate() {
            if let Term::Variable(variable) = *term
                && !before[variable as usize]
            {
                match self.bound[variable as usize] {
                    true => checks.push((column, variable)),
                    false => binds.push((column, variable)),
                }
                self.bound[variable as usize] = true;
            }
        }
        self.steps.push(Step::Scan {
            predicate: atom.predicate,
            access,
            rows,
            binds,
            checks,
            once: false,
        });
    }
}

/// Marks the scans of which one tuple is enough, and tells from which step on the head is known.
fn settle(head: &Atom, steps: &mut [Step]) -> usize {
    let of_head = |variable: u32| head.variables().any(|other| other == variable);
    let mut needed: Vec<u32> = head.variables().collect();
    let mut settled = 0;
    for (at, step) in steps.iter_mut().enumerate().rev() {
        let binds_head = match step {
            Step::Scan { binds, once, .. } => {
                *once = binds.iter().all(|(_, variable)| !needed.contains(variable));
                binds.iter().any(|&(_, variable)| of_head(variable))
            }
            Step::Bind(variable, _) | Step::Compute(variable, _) => of_head(*variable),
            _ => false,
        };
        if binds_head {
            settled = settled.max(at + 1);
        }
        step.each_used(&mut |variable| needed.push(variable));
    }
    settled
}

impl Step {
    /// Calls `visit` with each variable that must be bound before.
    fn each_used(&self, visit: &mut impl FnMut(u32)) {
        let mut terms = |terms: &[Term]| {
            for term in terms {
                if let Term::Variable(variable) = term {
                    visit(*variable);
                }
            }
        };
        match self {
            Step::Scan { access, .. } | Step::Absent { access, .. } => match access {
                Access::All => {}
                Access::Member(key) | Access::Index(_, key) => terms(key),
            },
            Step::Equal(x, y, _) => terms(&[*x, *y]),
            Step::Bind(_, term) => terms(&[*term]),
            Step::Compare(_, x, y) => {
                x.each_variable(visit);
                y.each_variable(visit);
            }
            Step::Compute(_, value) => value.each_variable(visit),
            Step::Computed(term, value) => {
                terms(&[*term]);
                value.each_variable(visit);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const V: [Term; 4] = [
        Term::Variable(0),
        Term::Variable(1),
        Term::Variable(2),
        Term::Variable(3),
    ];

    #[test]
    fn bound_columns_decide_the_order() {
        let [x, y, z, w] = V;
        let [p, q, r, s] = [0, 1, 2, 3].map(Predicate);
        // p(X, Y) :- q(X, Z), r(W), s(Z, Y), X \= Z.
        let clause = Clause::new(
            p.of([x, y]),
            [
                q.of([x, z]).into(),
                r.of([w]).into(),
                s.of([z, y]).into(),
                Literal::Different(x, z),
            ],
        );
        let mut indexes = Vec::new();
        let planned = plan(0, &clause, Some(2), |_| false, &mut indexes);
        let order: Vec<u32> = planned
            .steps
            .iter()
            .filter_map(|step| match step {
                Step::Scan { predicate, .. } => Some(predicate.0),
                _ => None,
            })
            .collect();
        // The new tuples first, then what they are joined with; r binds nothing that is needed.
        assert_eq!(order, [3, 1, 2]);
        assert_eq!(indexes, [(q, vec![1])]);
        assert!(matches!(planned.steps[2], Step::Equal(.., false)));
        assert!(matches!(planned.steps[3], Step::Scan { once: true, .. }));
        assert_eq!(planned.settled, 2);
        assert_eq!(planned.delta, Some(s));
    }
}
