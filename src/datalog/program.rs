//! Programs: clauses that have been found safe and stratified, with their join plans.

use super::{
    Clause, Constant, Predicate, Term,
    plan::{Indexed, Plan, plan},
    safety,
    strata::stratify,
};

/// A compiled program.
#[derive(Debug)]
pub struct Program {
    clauses: Vec<Clause>,
    pub(super) arities: Vec<(Predicate, usize)>,
    pub(super) facts: Vec<(Predicate, Vec<Constant>)>,
    pub(super) indexes: Vec<Indexed>,
    pub(super) strata: Vec<Stratum>,
}

/// Predicates that depend on each other, or a single one.
#[derive(Debug, Default)]
pub(super) struct Stratum {
    pub predicates: Vec<Predicate>,
    /// Clauses that do not depend on these predicates.
    pub once: Vec<Plan>,
    /// Clauses that do; one plan for each literal that does.
    pub repeated: Vec<Plan>,
}

/// Why clauses are no program. Clauses and variables are numbers, which the caller can name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Invalid {
    /// A variable is not bound by a positive literal.
    #[error("clause {clause}: no positive literal binds the variable {variable}")]
    Unsafe {
        /// The variable.
        variable: u32,
        /// The clause.
        clause: usize,
    },
    /// A predicate depends on its own negation.
    #[error("clause {clause}: predicates depend on their own negation: {cycle:?}")]
    NotStratified {
        /// The head, the negated predicate, and so on, until the head would come again.
        cycle: Vec<Predicate>,
        /// The clause with the negation.
        clause: usize,
    },
    /// A recursive clause computes a number that no positive literal bounds.
    #[error(
        "clause {clause} is recursive, and nothing bounds the values computed for the variable {variable}"
    )]
    Unbounded {
        /// The variable that gets the number.
        variable: u32,
        /// The clause.
        clause: usize,
    },
    /// A predicate has arguments of different numbers.
    #[error("clause {clause}: {predicate:?} has {found} arguments here, and {expected} before")]
    Arity {
        /// The predicate.
        predicate: Predicate,
        /// How many it has in an earlier clause.
        expected: usize,
        /// How many it has here.
        found: usize,
        /// The clause.
        clause: usize,
    },
}

impl Program {
    /// Compiles clauses.
    ///
    /// # Errors
    ///
    /// [`Invalid`], for the first clause that is wrong by itself, then for the first that is wrong
    /// together with others.
    pub fn compile(clauses: Vec<Clause>) -> Result<Program, Invalid> {
        let arities = arities(&clauses)?;
        for (number, clause) in clauses.iter().enumerate() {
            if let Some(variable) = safety::unsafe_variable(clause) {
                return Err(Invalid::Unsafe {
                    variable,
                    clause: number,
                });
            }
        }
        let predicates = arities
            .last()
            .map_or(0, |(predicate, _)| predicate.0 as usize + 1);
        let strata = stratify(&clauses, predicates).map_err(|found| Invalid::NotStratified {
            cycle: found.cycle,
            clause: found.clause,
        })?;
        let mut program = Program {
            clauses: Vec::new(),
            arities,
            facts: Vec::new(),
            indexes: Vec::new(),
            strata: Vec::new(),
        };
        program.strata.resize_with(strata.count, Stratum::default);
        for (number, clause) in clauses.iter().enumerate() {
            if let Some(fact) = fact(clause) {
                program.facts.push(fact);
                continue;
            }
            let own = strata.of[clause.head.predicate.0 as usize];
            let stratum = &mut program.strata[own];
            let recursive = |predicate: Predicate| strata.of[predicate.0 as usize] == own;
            let literals: Vec<usize> = recursive_literals(clause, recursive);
            if literals.is_empty() {
                let plan = plan(number, clause, None, recursive, &mut program.indexes);
                stratum.once.push(plan);
                continue;
            }
            if let Some(variable) = safety::computed_variable(clause) {
                return Err(Invalid::Unbounded {
                    variable,
                    clause: number,
                });
            }
            for literal in literals {
                let delta = Some(literal);
                let plan = plan(number, clause, delta, recursive, &mut program.indexes);
                stratum.repeated.push(plan);
            }
        }
        for &(predicate, _) in &program.arities {
            let stratum = &mut program.strata[strata.of[predicate.0 as usize]];
            stratum.predicates.push(predicate);
        }
        program
            .strata
            .retain(|stratum| !(stratum.once.is_empty() && stratum.repeated.is_empty()));
        program.clauses = clauses;
        Ok(program)
    }

    /// The clauses.
    pub fn clauses(&self) -> &[Clause] {
        &self.clauses
    }

    /// The numbers of the clauses on which `goal` depends, in order.
    pub fn relevant(&self, goal: Predicate) -> Vec<usize> {
        let mut wanted = vec![goal];
        let mut taken = vec![false; self.clauses.len()];
        let mut seen = std::collections::HashSet::from([goal]);
        while let Some(predicate) = wanted.pop() {
            for (number, clause) in self.clauses.iter().enumerate() {
                if clause.head.predicate == predicate {
                    taken[number] = true;
                    let body = clause.atoms().map(|(atom, _)| atom.predicate);
                    wanted.extend(body.filter(|&predicate| seen.insert(predicate)));
                }
            }
        }
        (0..taken.len()).filter(|&number| taken[number]).collect()
    }
}

fn arities(clauses: &[Clause]) -> Result<Vec<(Predicate, usize)>, Invalid> {
    let mut arities = std::collections::BTreeMap::new();
    for (number, clause) in clauses.iter().enumerate() {
        let body = clause.atoms().map(|(atom, _)| atom);
        for atom in std::iter::once(&clause.head).chain(body) {
            let found = atom.arguments.len();
            let expected = *arities.entry(atom.predicate).or_insert(found);
            if expected != found {
                return Err(Invalid::Arity {
                    predicate: atom.predicate,
                    expected,
                    found,
                    clause: number,
                });
            }
        }
    }
    Ok(arities.into_iter().collect())
}

fn fact(clause: &Clause) -> Option<(Predicate, Vec<Constant>)> {
    let constant = |term: &Term| match term {
        Term::Constant(constant) => Some(*constant),
        Term::Variable(_) => None,
    };
    let tuple: Option<Vec<_>> = clause.head.arguments.iter().map(constant).collect();
    let tuple = tuple.filter(|_| clause.body.is_empty())?;
    Some((clause.head.predicate, tuple))
}

/// The positive literals of the body whose predicates depend on the head.
fn recursive_literals(clause: &Clause, recursive: impl Fn(Predicate) -> bool) -> Vec<usize> {
    let literals = clause.body.iter().enumerate();
    literals
        .filter(|(_, literal)| match literal {
            super::Literal::Positive(atom) => recursive(atom.predicate),
            _ => false,
        })
        .map(|(i, _)| i)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::datalog::{Expression, Literal, Operator};

    const X: Term = Term::Variable(0);
    const Y: Term = Term::Variable(1);

    #[test]
    fn what_is_wrong_is_named() {
        let [p, q] = [0, 1].map(Predicate);
        let one = Term::Constant(Constant::symbol(1));
        let fact = Clause::new(p.of([one]), []);
        let wrong = |clause: Clause| Program::compile(vec![fact.clone(), clause]).unwrap_err();
        let clause = 1;
        assert_eq!(
            wrong(Clause::new(q.of([X]), [p.of([Y]).into()])),
            Invalid::Unsafe {
                variable: 0,
                clause
            }
        );
        assert_eq!(
            wrong(Clause::new(q.of([]), [p.of([]).into()])),
            Invalid::Arity {
                predicate: p,
                expected: 1,
                found: 0,
                clause
            }
        );
        assert_eq!(
            wrong(Clause::new(
                q.of([X]),
                [p.of([X]).into(), q.of([X]).negated()]
            )),
            Invalid::NotStratified {
                cycle: vec![q],
                clause
            }
        );
        let next = Expression::Apply(Operator::Add, vec![X.into(), X.into()]);
        let counting = Clause::new(p.of([Y]), [p.of([X]).into(), Literal::Is(Y, next)]);
        assert_eq!(
            wrong(counting),
            Invalid::Unbounded {
                variable: 1,
                clause
            }
        );
    }

    #[test]
    fn clauses_on_which_a_goal_depends() {
        let [p, q, r] = [0, 1, 2].map(Predicate);
        let program = Program::compile(vec![
            Clause::new(p.of([X]), [q.of([X]).into()]),
            Clause::new(r.of([X]), [p.of([X]).into()]),
            Clause::new(q.of([X]), [p.of([X]).into()]),
        ])
        .unwrap();
        assert_eq!(program.relevant(p), [0, 2]);
        assert_eq!(program.relevant(r), [0, 1, 2]);
    }
}
