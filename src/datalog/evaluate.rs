//! Semi-naive evaluation: stratum by stratum, each round with the tuples that the last one added.

use std::sync::atomic::{AtomicBool, Ordering};

use super::{
    Constant, Database, Expression, Predicate, Program, Term,
    plan::{Access, Plan, Rows, Step},
};

/// How much an evaluation may do before it is stopped.
#[derive(Debug, Clone, Copy, Default)]
pub struct Budget<'a> {
    /// Tuples that may be derived.
    pub tuples: Option<u64>,
    /// Tuples that may be looked at.
    pub steps: Option<u64>,
    /// Looked at now and then: ends the evaluation when it is set.
    pub cancel: Option<&'a AtomicBool>,
}

/// Why an evaluation has ended early. The database then holds part of what follows.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Stopped {
    /// So many tuples have been derived.
    #[error("more than {0} tuples are derived")]
    Tuples(u64),
    /// So many tuples have been looked at.
    #[error("more than {0} tuples are looked at")]
    Steps(u64),
    /// The caller has set the flag.
    #[error("the evaluation was cancelled")]
    Cancelled,
    /// Arithmetic, or a comparison, with a symbol.
    #[error("clause {clause}: expected an integer, found {constant}")]
    NotInteger {
        /// The symbol.
        constant: Constant,
        /// The clause.
        clause: usize,
    },
    /// A division by zero, or a result that is no [`Constant`].
    #[error("clause {clause}: a division by zero, or a number that is too large")]
    Undefined {
        /// The clause.
        clause: usize,
    },
    /// The database has tuples of another length than the program.
    #[error("{predicate:?} has {expected} arguments in the program, and {found} in the database")]
    Arity {
        /// The predicate.
        predicate: Predicate,
        /// The arity in the program.
        expected: usize,
        /// The arity in the database.
        found: usize,
    },
}

/// Adds to the database all that follows from it.
///
/// What is there already counts as facts, whoever put it there: after new facts, evaluate what
/// [`undo`](Database::undo) leaves.
///
/// # Errors
///
/// [`Stopped`].
pub fn evaluate(
    program: &Program,
    database: &mut Database,
    budget: &Budget<'_>,
) -> Result<(), Stopped> {
    for &(predicate, expected) in &program.arities {
        let found = database.reserve(predicate, expected).arity();
        if found != expected {
            return Err(Stopped::Arity {
                predicate,
                expected,
                found,
            });
        }
    }
    for (predicate, tuple) in &program.facts {
        database.at_mut(*predicate).insert(tuple);
    }
    let indexes = program
        .indexes
        .iter()
        .map(|(predicate, columns)| database.at_mut(*predicate).index_on(columns))
        .collect();
    let predicates = program
        .arities
        .last()
        .map_or(0, |(predicate, _)| predicate.0 as usize + 1);
    let mut machine = Machine {
        windows: vec![Window::default(); predicates],
        database,
        indexes,
        registers: Vec::new(),
        key: Vec::new(),
        derived: 0,
        steps: 0,
        look_up: 0,
        budget,
    };
    machine.check()?;
    for &(predicate, _) in &program.arities {
        machine.settle(predicate);
    }
    for stratum in &program.strata {
        for plan in &stratum.once {
            machine.run(plan)?;
        }
        for &predicate in &stratum.predicates {
            machine.settle(predicate);
            if !stratum.repeated.is_empty() {
                machine.window(predicate).old = 0;
            }
        }
        if stratum.repeated.is_empty() {
            continue;
        }
        loop {
            for plan in &stratum.repeated {
                let new = plan.delta.map(|delta| *machine.window(delta));
                if new.is_some_and(|window| window.old < window.all) {
                    machine.run(plan)?;
                }
            }
            let mut added = false;
            for &predicate in &stratum.predicates {
                let len = machine.database.at(predicate).len() as u32;
                let window = machine.window(predicate);
                window.old = window.all;
                window.all = len;
                added |= window.old < len;
            }
            if !added {
                break;
            }
        }
    }
    Ok(())
}

/// Row numbers: below `old` are those of earlier rounds, below `all` those of the latest, too.
#[derive(Debug, Clone, Copy, Default)]
struct Window {
    old: u32,
    all: u32,
}

struct Machine<'a> {
    database: &'a mut Database,
    /// The program's indexes as numbers of the relations.
    indexes: Vec<usize>,
    windows: Vec<Window>,
    /// The values of the clause's variables.
    registers: Vec<Constant>,
    /// The key, or the tuple, in the making.
    key: Vec<Constant>,
    derived: u64,
    steps: u64,
    /// The number of steps after which the budget is looked at.
    look_up: u64,
    budget: &'a Budget<'a>,
}

impl Machine<'_> {
    fn window(&mut self, predicate: Predicate) -> &mut Window {
        &mut self.windows[predicate.0 as usize]
    }

    /// All tuples of a predicate count as old.
    fn settle(&mut self, predicate: Predicate) {
        let len = self.database.at(predicate).len() as u32;
        *self.window(predicate) = Window { old: len, all: len };
    }

    fn run(&mut self, plan: &Plan) -> Result<(), Stopped> {
        self.registers.clear();
        self.registers.resize(plan.variables, Constant::symbol(0));
        self.join(plan, 0).map(|_| ())
    }

    /// Goes through the steps of a plan from number `depth` on; whether the end was reached.
    fn join(&mut self, plan: &Plan, depth: usize) -> Result<bool, Stopped> {
        let Some(step) = plan.steps.get(depth) else {
            return self.derive(plan).map(|()| true);
        };
        if depth == plan.settled {
            // The rest only tells whether the head follows: no need if that is known.
            self.fill(&plan.head.arguments);
            if self.database.at(plan.head.predicate).contains(&self.key) {
                return Ok(true);
            }
        }
        let goes_on = match step {
            Step::Scan { .. } => return self.scan(plan, depth),
            Step::Absent { predicate, access } => match access {
                Access::All => self.database.at(*predicate).is_empty(),
                Access::Member(terms) => {
                    self.fill(terms);
                    self.database.at(*predicate).row_of(&self.key).is_none()
                }
                Access::Index(index, terms) => {
                    self.fill(terms);
                    let relation = self.database.at(*predicate);
                    relation.newest(self.indexes[*index], &self.key).is_none()
                }
            },
            Step::Equal(x, y, same) => (self.constant(*x) == self.constant(*y)) == *same,
            Step::Bind(variable, term) => {
                self.registers[*variable as usize] = self.constant(*term);
                true
            }
            Step::Compare(comparison, x, y) => {
                comparison.holds(self.value(x, plan)?, self.value(y, plan)?)
            }
            Step::Compute(variable, expression) => {
                self.registers[*variable as usize] = self.computed(expression, plan)?;
                true
            }
            Step::Computed(term, expression) => match self.constant(*term).as_integer() {
                Some(value) => value == self.value(expression, plan)?,
                None => false,
            },
        };
        match goes_on {
            true => self.join(plan, depth + 1),
            false => Ok(false),
        }
    }

    fn scan(&mut self, plan: &Plan, depth: usize) -> Result<bool, Stopped> {
        let Step::Scan {
            predicate,
            access,
            rows,
            ..
        } = &plan.steps[depth]
        else {
            return Ok(false);
        };
        let window = *self.window(*predicate);
        let (from, to) = match rows {
            Rows::Old => (0, window.old),
            Rows::Delta => (window.old, window.all),
            Rows::All => (0, window.all),
        };
        let mut found = false;
        match access {
            Access::All => {
                for row in from..to {
                    if self.visit(plan, depth, row, &mut found)? {
                        break;
                    }
                }
            }
            Access::Member(terms) => {
                self.fill(terms);
                let row = self.database.at(*predicate).row_of(&self.key);
                if let Some(row) = row.filter(|row| (from..to).contains(row)) {
                    self.visit(plan, depth, row, &mut found)?;
                }
            }
            Access::Index(index, terms) => {
                self.fill(terms);
                let index = self.indexes[*index];
                let mut next = self.database.at(*predicate).newest(index, &self.key);
                while let Some(row) = next.filter(|row| *row >= from) {
                    if row < to && self.visit(plan, depth, row, &mut found)? {
                        break;
                    }
                    next = self.database.at(*predicate).older(index, row);
                }
            }
        }
        Ok(found)
    }

    /// Takes one row through the steps that follow; whether no other row is wanted.
    #[inline]
    fn visit(
        &mut self,
        plan: &Plan,
        depth: usize,
        row: u32,
        found: &mut bool,
    ) -> Result<bool, Stopped> {
        let Step::Scan {
            predicate,
            binds,
            checks,
            once,
            ..
        } = &plan.steps[depth]
        else {
            return Ok(true);
        };
        self.steps += 1;
        if self.steps >= self.look_up {
            self.check()?;
        }
        let tuple = self.database.at(*predicate).tuple(row);
        for &(column, variable) in binds {
            self.registers[variable as usize] = tuple[column];
        }
        let agrees =
            |&(column, variable): &(usize, u32)| tuple[column] == self.registers[variable as usize];
        if !checks.iter().all(agrees) {
            return Ok(false);
        }
        let reached = self.join(plan, depth + 1)?;
        *found |= reached;
        Ok(*once || (reached && depth >= plan.settled))
    }

    fn derive(&mut self, plan: &Plan) -> Result<(), Stopped> {
        self.fill(&plan.head.arguments);
        if self.database.at_mut(plan.head.predicate).insert(&self.key) {
            self.derived += 1;
            match self.budget.tuples {
                Some(limit) if self.derived > limit => return Err(Stopped::Tuples(limit)),
                _ => {}
            }
        }
        Ok(())
    }

    /// Looks whether there is time left.
    #[cold]
    fn check(&mut self) -> Result<(), Stopped> {
        if let Some(limit) = self.budget.steps
            && self.steps > limit
        {
            return Err(Stopped::Steps(limit));
        }
        if let Some(cancel) = self.budget.cancel
            && cancel.load(Ordering::Relaxed)
        {
            return Err(Stopped::Cancelled);
        }
        self.look_up = match self.budget.steps {
            Some(limit) => (self.steps + 1024).min(limit + 1),
            None => self.steps + 1024,
        };
        Ok(())
    }

    #[inline]
    fn constant(&self, term: Term) -> Constant {
        match term {
            Term::Variable(variable) => self.registers[variable as usize],
            Term::Constant(constant) => constant,
        }
    }

    #[inline]
    fn fill(&mut self, terms: &[Term]) {
        self.key.clear();
        for term in terms {
            let constant = self.constant(*term);
            self.key.push(constant);
        }
    }

    fn value(&self, expression: &Expression, plan: &Plan) -> Result<i64, Stopped> {
        let clause = plan.clause;
        match expression {
            Expression::Term(term) => {
                let constant = self.constant(*term);
                let integer = constant.as_integer();
                integer.ok_or(Stopped::NotInteger { constant, clause })
            }
            Expression::Apply(operator, arguments) => {
                let mut values = [0; 2];
                for (value, argument) in values.iter_mut().zip(arguments) {
                    *value = self.value(argument, plan)?;
                }
                let result = operator.apply(values[0], values[1]);
                result.ok_or(Stopped::Undefined { clause })
            }
        }
    }

    fn computed(&self, expression: &Expression, plan: &Plan) -> Result<Constant, Stopped> {
        let value = self.value(expression, plan)?;
        Constant::integer(value).ok_or(Stopped::Undefined {
            clause: plan.clause,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::datalog::{Clause, Comparison, Literal, Operator};

    const X: Term = Term::Variable(0);
    const Y: Term = Term::Variable(1);
    const Z: Term = Term::Variable(2);
    const EDGE: Predicate = Predicate(0);
    const PATH: Predicate = Predicate(1);
    const NODE: Predicate = Predicate(2);
    const OTHER: Predicate = Predicate(3);

    fn int(value: i64) -> Constant {
        Constant::integer(value).unwrap()
    }

    fn path() -> Vec<Clause> {
        vec![
            Clause::new(PATH.of([X, Y]), [EDGE.of([X, Y]).into()]),
            Clause::new(
                PATH.of([X, Y]),
                [PATH.of([X, Z]).into(), EDGE.of([Z, Y]).into()],
            ),
        ]
    }

    fn edges(pairs: impl IntoIterator<Item = (i64, i64)>) -> Database {
        let mut database = Database::default();
        for (from, to) in pairs {
            database.insert(EDGE, &[int(from), int(to)]);
        }
        database
    }

    fn sorted(database: &Database, predicate: Predicate) -> Vec<Vec<i64>> {
        let tuples = database
            .relation(predicate)
            .into_iter()
            .flat_map(|r| r.tuples());
        let mut found: Vec<Vec<i64>> = tuples
            .map(|tuple| {
                tuple
                    .iter()
                    .map(|cell| cell.as_integer().unwrap())
                    .collect()
            })
            .collect();
        found.sort();
        found
    }

    #[test]
    fn what_is_unreachable() {
        // unreachable(X, Y) :- node(X), node(Y), \+ path(X, Y).   node(X) :- edge(X, _).
        let mut clauses = path();
        clauses.push(Clause::new(NODE.of([X]), [EDGE.of([X, Y]).into()]));
        let apart = [
            NODE.of([X]).into(),
            NODE.of([Y]).into(),
            PATH.of([X, Y]).negated(),
        ];
        clauses.push(Clause::new(OTHER.of([X, Y]), apart));
        let program = Program::compile(clauses).unwrap();
        let mut database = edges([(1, 2), (2, 1), (3, 1)]);
        let mark = database.mark();
        for _ in 0..2 {
            evaluate(&program, &mut database, &Budget::default()).unwrap();
            assert_eq!(sorted(&database, OTHER), [[1, 3], [2, 3], [3, 3]]);
            database.undo(&mark);
        }
    }

    #[test]
    fn a_negated_local_variable_is_any_constant() {
        // leaf(X) :- edge(_, X), \+ edge(X, _).
        let leaf = [EDGE.of([Y, X]).into(), EDGE.of([X, Z]).negated()];
        let program = Program::compile(vec![Clause::new(NODE.of([X]), leaf)]).unwrap();
        let mut database = edges([(1, 2), (1, 3), (3, 4)]);
        evaluate(&program, &mut database, &Budget::default()).unwrap();
        assert_eq!(sorted(&database, NODE), [[2], [4]]);
    }

    #[test]
    fn arithmetic_and_comparison() {
        // p(X, Y) :- edge(X, Z), Y is Z * 10 mod 7, Y > 2.
        let [seven, ten, two] = [7, 10, 2].map(|n| Expression::Term(Term::Constant(int(n))));
        let product = Expression::Apply(Operator::Multiply, vec![Z.into(), ten]);
        let value = Expression::Apply(Operator::Modulo, vec![product, seven]);
        let body = [
            Literal::Compare(Comparison::Greater, Y.into(), two),
            Literal::Is(Y, value),
            EDGE.of([X, Z]).into(),
        ];
        let program = Program::compile(vec![Clause::new(PATH.of([X, Y]), body)]).unwrap();
        let mut database = edges([(1, 1), (2, 2), (3, -1)]);
        evaluate(&program, &mut database, &Budget::default()).unwrap();
        assert_eq!(sorted(&database, PATH), [[1, 3], [2, 6], [3, 4]]);
        database.insert(EDGE, &[int(9), Constant::symbol(5)]);
        let stopped = evaluate(&program, &mut database, &Budget::default());
        let constant = Constant::symbol(5);
        assert_eq!(
            stopped,
            Err(Stopped::NotInteger {
                constant,
                clause: 0
            })
        );
        let too_large = edges([(1, Constant::GREATEST)]);
        let next = Expression::Apply(Operator::Add, vec![Y.into(), Y.into()]);
        let body = [EDGE.of([X, Y]).into(), Literal::Is(Z, next)];
        let program = Program::compile(vec![Clause::new(NODE.of([Z]), body)]).unwrap();
        let stopped = evaluate(&program, &mut too_large.clone(), &Budget::default());
        assert_eq!(stopped, Err(Stopped::Undefined { clause: 0 }));
    }

    #[test]
    fn budgets_end_an_evaluation() {
        let program = Program::compile(path()).unwrap();
        let circle = || edges((0..100).map(|i| (i, (i + 1) % 100)));
        let stopped = |budget: Budget<'_>| evaluate(&program, &mut circle(), &budget);
        let tuples = Budget {
            tuples: Some(9_999),
            ..Budget::default()
        };
        assert_eq!(stopped(tuples), Err(Stopped::Tuples(9_999)));
        let enough = Budget {
            tuples: Some(10_000),
            ..Budget::default()
        };
        assert_eq!(stopped(enough), Ok(()));
        let steps = Budget {
            steps: Some(500),
            ..Budget::default()
        };
        assert_eq!(stopped(steps), Err(Stopped::Steps(500)));
        let flag = AtomicBool::new(true);
        let cancelled = Budget {
            cancel: Some(&flag),
            ..Budget::default()
        };
        assert_eq!(stopped(cancelled), Err(Stopped::Cancelled));
    }

    #[test]
    fn arities_have_to_agree() {
        let program = Program::compile(path()).unwrap();
        let mut database = Database::default();
        database.insert(EDGE, &[int(1)]);
        let stopped = evaluate(&program, &mut database, &Budget::default());
        let (expected, found) = (2, 1);
        let predicate = EDGE;
        assert_eq!(
            stopped,
            Err(Stopped::Arity {
                predicate,
                expected,
                found
            })
        );
    }
}
