//! How the body of a clause is run: which literal comes when, and what is bound then.

use super::super::language::{Language, Learned};
use crate::{
    ilp::{
        bias::{Mode, PredicateId},
        clause::{Clause, Literal, Variable},
        relations::{Columns, Relations},
    },
    relation::greedy,
};

/// A clause, to be called with certain columns of its head bound.
#[derive(Debug)]
pub struct Plan {
    /// The variables that the call binds, in order.
    pub bound: Vec<Variable>,
    /// The variables that it asks for.
    pub free: Vec<Variable>,
    /// How many variables there are.
    pub variables: usize,
    /// The body.
    pub steps: Vec<PlannedLiteral>,
}

/// A literal.
#[derive(Debug)]
pub struct PlannedLiteral {
    pub source: AnswerSource,
    /// The variables of the bound columns.
    pub key: Vec<Variable>,
    /// The variables of the other columns, and whether they are bound by now all the same.
    pub rest: Vec<(Variable, bool)>,
}

/// What answers a literal.
#[derive(Debug, Clone, Copy)]
pub enum AnswerSource {
    /// A relation whose tuples are known, by these columns.
    Stored(PredicateId, Columns),
    /// A relation that is asked call by call.
    Lazy(PredicateId),
    /// The program itself, with these columns bound.
    Learned(Learned, Columns),
}

impl Plan {
    /// The plan of a clause whose head's columns `mask` are bound; the body literal of index `last`
    /// comes last.
    pub fn new(
        language: &Language,
        relations: &Relations,
        clause: &Clause,
        mask: Columns,
        last: Option<usize>,
    ) -> Plan {
        let variables = clause.variables();
        let (bound, free): (Vec<Variable>, Vec<Variable>) = clause
            .head
            .arguments()
            .iter()
            .partition(|&&variable| mask >> variable & 1 == 1);
        let mut known = vec![false; variables];
        bound.iter().for_each(|&v| known[usize::from(v)] = true);
        let mut steps = Vec::with_capacity(clause.body.len());
        greedy(
            clause.body.iter().enumerate().collect(),
            &mut known,
            |&(index, literal), known| (last == Some(index), cost(language, literal, known)),
            |(_, literal), known| {
                steps.push(PlannedLiteral::new(language, relations, literal, known));
                let arguments = literal.arguments();
                arguments.iter().for_each(|&v| known[usize::from(v)] = true);
            },
        );
        Plan {
            bound,
            free,
            variables,
            steps,
        }
    }
}

/// Filters first, then what binds least; learned predicates after the background.
fn cost(language: &Language, literal: &Literal, known: &[bool]) -> (bool, bool, bool, bool, usize) {
    let arguments = literal.arguments();
    let fresh = arguments
        .iter()
        .filter(|&&v| !known[usize::from(v)])
        .count();
    let modes = language.bias.predicate(literal.predicate).modes.as_ref();
    let ready = modes.is_none_or(|modes| {
        let mut pairs = modes.iter().zip(arguments);
        pairs.all(|(&mode, &v)| mode == Mode::Out || known[usize::from(v)])
    });
    let learned = language.learned(literal.predicate).is_some();
    let linked = fresh < arguments.len();
    (!ready, fresh > 0 && learned, fresh > 0, !linked, fresh)
}

impl PlannedLiteral {
    fn new(
        language: &Language,
        relations: &Relations,
        literal: &Literal,
        known: &[bool],
    ) -> PlannedLiteral {
        let id = literal.predicate;
        let arguments = literal.arguments();
        let here = (0..arguments.len()).filter(|&column| known[usize::from(arguments[column])]);
        let here: Columns = here.fold(0, |columns, column| columns | 1 << column);
        let (source, columns) = match language.learned(id) {
            Some(learned) => {
                let columns = language.inputs(learned).unwrap_or(here);
                (AnswerSource::Learned(learned, columns), columns)
            }
            None if relations.stored(id).is_some() => (AnswerSource::Stored(id, here), here),
            None => (AnswerSource::Lazy(id), relations.needed(id)),
        };
        let pairs = arguments.iter().enumerate();
        PlannedLiteral {
            source,
            key: pairs
                .clone()
                .filter(|(column, _)| columns >> column & 1 == 1)
                .map(|(_, &variable)| variable)
                .collect(),
            rest: pairs
                .filter(|(column, _)| columns >> column & 1 == 0)
                .map(|(_, &variable)| (variable, known[usize::from(variable)]))
                .collect(),
        }
    }
}
