//! Datalog at run time: rules with stratified negation, comparison and arithmetic, evaluated
//! semi-naively over interned tuples.
//!
//! A [`Program`] is compiled once and evaluated over any number of [`Database`]s; nothing here
//! knows what constants and predicates stand for. What a program may say is what makes every
//! evaluation end: each variable is bound by a positive literal, no predicate depends on its own
//! negation, and a recursive clause computes no new numbers.
//!
//! ```
//! use chesslog::datalog::{Budget, Clause, Constant, Database, Predicate, Program, Term, evaluate};
//!
//! let (edge, path) = (Predicate(0), Predicate(1));
//! let [x, y, z] = [0, 1, 2].map(Term::Variable);
//! let program = Program::compile(vec![
//!     Clause::new(path.of([x, y]), [edge.of([x, y]).into()]),
//!     Clause::new(path.of([x, y]), [path.of([x, z]).into(), edge.of([z, y]).into()]),
//! ])?;
//! let mut database = Database::default();
//! for (from, to) in [(1, 2), (2, 3), (3, 1)] {
//!     database.insert(edge, &[Constant::integer(from), Constant::integer(to)].map(Option::unwrap));
//! }
//! evaluate(&program, &mut database, &Budget::default())?;
//! assert_eq!(database.relation(path).map_or(0, |path| path.len()), 9);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod clause;
mod constant;
mod database;
mod evaluate;
mod plan;
mod program;
mod relation;
mod safety;
mod strata;

pub use clause::{Atom, Clause, Comparison, Expression, Literal, Operator, Predicate, Term};
pub use constant::{Constant, Symbols};
pub use database::{Database, Mark};
pub use evaluate::{Budget, Stopped, evaluate};
pub use program::{Invalid, Program};
pub use relation::Relation;
