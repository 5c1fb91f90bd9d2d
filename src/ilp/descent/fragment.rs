//! The programs that are searched: one predicate with directions, defined by itself.

use super::super::{
    bias::{Bias, Constraint, Mode, PredicateId, TypeId},
    clause::{Clause, Variable},
    space::Space,
    task::Value,
};

/// The most outputs that a predicate may have.
pub(super) const OUTPUTS: usize = 3;

/// What a predicate answers: the values of its outputs, and [`HOLDS`] in the other places.
pub(super) type Answer = [Value; OUTPUTS];

/// What stands where there is no output.
pub(super) const HOLDS: Value = 0;

/// A body predicate with directions.
#[derive(Debug)]
pub(super) struct Known {
    pub id: PredicateId,
    /// The columns that are bound when it is called.
    pub ins: Vec<usize>,
    /// The others.
    pub outs: Vec<usize>,
    /// The type of each column.
    pub types: Vec<Option<TypeId>>,
}

/// The language, as far as it is searched.
#[derive(Debug)]
pub(super) struct Fragment<'a> {
    pub bias: &'a Bias,
    pub head: PredicateId,
    /// The head's columns that are inputs: the state of a recursion.
    pub inputs: Vec<usize>,
    /// The columns that are outputs, none or a few.
    pub outputs: Vec<usize>,
    /// The body predicates with directions.
    pub known: Vec<Known>,
    /// The most clauses of a program.
    pub clauses: usize,
    space: Space<'a>,
}

/// Whether a value of one type may be one of the other.
pub(super) fn agree(one: Option<TypeId>, other: Option<TypeId>) -> bool {
    one.is_none() || other.is_none() || one == other
}

impl<'a> Fragment<'a> {
    /// The fragment of a bias whose heads have directions; `None` if it has none.
    pub fn new(bias: &'a Bias, clauses: usize) -> Option<Fragment<'a>> {
        let &[head] = bias.heads.as_slice() else {
            return None;
        };
        let modes = bias.predicate(head).modes.as_ref()?;
        let of = |modes: &[Mode], wanted: Mode| -> Vec<usize> {
            let columns = modes.iter().enumerate();
            let columns = columns.filter(|(_, mode)| **mode == wanted);
            columns.map(|(column, _)| column).collect()
        };
        let outputs = of(modes, Mode::Out);
        let inputs = of(modes, Mode::In);
        if !bias.recursion || outputs.len() > OUTPUTS || inputs.is_empty() || clauses < 2 {
            return None;
        }
        let known: Vec<Known> = bias
            .body
            .iter()
            .filter_map(|&id| {
                let predicate = bias.predicate(id);
                let modes = predicate.modes.as_ref()?;
                Some(Known {
                    id,
                    ins: of(modes, Mode::In),
                    outs: of(modes, Mode::Out),
                    types: predicate.types.clone(),
                })
            })
            .collect();
        let mut body = bias.body.clone();
        body.push(head);
        Some(Fragment {
            bias,
            head,
            inputs,
            outputs,
            known,
            clauses,
            space: Space::new(bias, head, body),
        })
    }

    /// The type of a column of the head.
    pub fn kind(&self, column: usize) -> Option<TypeId> {
        self.bias.predicate(self.head).types[column]
    }

    /// Whether the clause is one of the bias.
    pub fn admits(&self, clause: &Clause) -> bool {
        let bias = self.bias;
        let literals = || clause.body.iter();
        let count = |id: PredicateId| literals().filter(|l| l.predicate == id).count();
        clause.body.len() <= bias.max_body
            && clause.variables() <= bias.max_vars.max(clause.head_variables())
            && literals().all(|literal| distinct(literal.arguments()))
            && literals().all(|literal| *literal != clause.head)
            && bias.constraints.iter().all(|constraint| match constraint {
                Constraint::AtMost(id, most) => count(*id) <= *most,
                Constraint::Argument {
                    predicate,
                    argument,
                    variable,
                    equal,
                } => literals()
                    .filter(|literal| literal.predicate == *predicate)
                    .all(|literal| (literal.arguments()[*argument] == *variable) == *equal),
                _ => true,
            })
            && self.space.grows(clause, None)
            && self.space.admissible(clause)
    }

    /// The clause in the form that it has in the space.
    pub fn canonical(&self, clause: &Clause) -> Clause {
        self.space.canonical(clause)
    }
}

/// In the space no variable stands twice in a literal.
fn distinct(arguments: &[Variable]) -> bool {
    (1..arguments.len()).all(|at| !arguments[..at].contains(&arguments[at]))
}
