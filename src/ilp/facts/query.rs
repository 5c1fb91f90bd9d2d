//! A clause's body with its tree-shaped parts folded into sets of values.
//!
//! A literal on facts hangs on the rest by one existential variable if its other variables occur in
//! no other literal of two or more variables. It is replaced by the set of values of that variable
//! for which it holds, and so on, until none hangs so: a semijoin programme (P. Bernstein and D.
//! Chiu, "Using semi-joins to solve relational queries", Journal of the ACM 28, 1981). What hangs
//! on a head variable stays, to be looked up for the candidates only.

use std::sync::Arc;

use super::{
    super::{
        clause::{Clause, Literal, Variable},
        relations::{Relations, Stored, ValueSet},
        tester::Stopped,
    },
    derived::{COMPLEMENT, Derived, Filter, Name, Shared, any_row, image},
};

/// What is left of a body.
#[derive(Debug)]
pub(super) struct Query<'r> {
    /// The literals to be searched, each once; true if negated.
    pub literals: Vec<(Literal, bool)>,
    /// By variable.
    pub filters: Vec<Filter<'r>>,
    /// The number of head variables.
    pub head: usize,
}

/// The sets in which a variable's value must be.
#[derive(Debug, Clone, Default)]
struct Sets<'r> {
    positive: Vec<(Name, Shared<'r>)>,
    negative: Option<(Name, Shared<'r>)>,
}

impl<'r> Sets<'r> {
    fn filter(&self) -> Filter<'r> {
        let negative = self.negative.as_ref().map(|(_, set)| set.clone());
        match &self.positive[..] {
            [] => Filter {
                positive: None,
                negative,
            },
            [(_, set)] if negative.is_none() => Filter {
                positive: Some(set.clone()),
                negative,
            },
            [(_, first), rest @ ..] => {
                let mut both = ValueSet::clone(first);
                rest.iter().for_each(|(_, set)| both.and(set));
                if let Some(set) = &negative {
                    both.without(set);
                }
                Filter {
                    positive: Some(Shared::Derived(Arc::new(both))),
                    negative: None,
                }
            }
        }
    }

    fn name(&self, key: &mut Vec<u32>) {
        let start = key.len();
        key.push(0);
        key.extend(self.positive.iter().map(|(name, _)| name));
        key.extend(self.negative.iter().map(|(name, _)| name));
        key[start + 1..].sort_unstable();
        key[start] = (key.len() - start) as u32;
    }
}

struct Folder<'r, 'd> {
    relations: &'r Relations,
    derived: &'d Derived,
    head: usize,
    sets: Vec<Sets<'r>>,
    /// By variable, how many of the literals that are left hold it.
    uses: Vec<u32>,
    literals: Vec<(Literal, bool)>,
}

impl<'r> Query<'r> {
    /// The body, and the literal that must not hold, folded; `None` if nothing can be covered.
    pub fn new(
        relations: &'r Relations,
        derived: &Derived,
        clause: &Clause,
        body: &[Literal],
        negated: Option<Literal>,
    ) -> Result<Option<Query<'r>>, Stopped> {
        let variables = clause.variables();
        let mut folder = Folder {
            relations,
            derived,
            head: clause.head_variables(),
            sets: vec![Sets::default(); variables],
            uses: vec![0; variables],
            literals: Vec::with_capacity(body.len() + 1),
        };
        for literal in body {
            if !folder.take(*literal, false)? {
                return Ok(None);
            }
        }
        if let Some(literal) = negated
            && !folder.take(literal, true)?
        {
            return Ok(None);
        }
        if !folder.fold() {
            return Ok(None);
        }
        let head = folder.head;
        let filters: Vec<Filter<'r>> = folder.sets.iter().map(Sets::filter).collect();
        // Also for variables that no literal holds any more: some value must pass.
        let mut sets = filters.iter().filter_map(|filter| filter.positive.as_ref());
        if sets.any(|set| set.is_empty()) {
            return Ok(None);
        }
        Ok(Some(Query {
            literals: folder.literals,
            filters,
            head,
        }))
    }

    /// The number of variables.
    pub fn variables(&self) -> usize {
        self.filters.len()
    }
}

impl<'r> Folder<'r, '_> {
    /// Sorts a literal in; false if it has no solution.
    fn take(&mut self, literal: Literal, negated: bool) -> Result<bool, Stopped> {
        let id = literal.predicate;
        if self.relations.stored(id).is_none() && self.relations.needed(id) == 0 {
            self.relations.demand(&[(id, Vec::new())])?;
        }
        match (self.relations.stored(id), literal.arguments()) {
            (Some(stored), []) => return Ok((stored.rows() > 0) != negated),
            (Some(stored), &[variable]) => {
                let sets = &mut self.sets[usize::from(variable)];
                let set = Shared::Relation(stored.members());
                let name = Name::from(id.0);
                match negated {
                    false => sets.positive.push((name, set)),
                    true => {
                        sets.negative = Some((name | COMPLEMENT, set));
                        // One witness is enough: it is found sooner from the head than by folding.
                        self.uses[usize::from(variable)] += 1;
                    }
                }
            }
            _ => {
                each_variable(&literal, |variable| self.uses[usize::from(variable)] += 1);
                self.literals.push((literal, negated));
            }
        }
        Ok(true)
    }

    /// Folds what can be folded; false if that shows that there is no solution.
    fn fold(&mut self) -> bool {
        while let Some((at, stored, near)) = self.hanging() {
            let (literal, _) = self.literals.remove(at);
            let arguments = literal.arguments();
            each_variable(&literal, |variable| self.uses[usize::from(variable)] -= 1);
            let filters = |sets: &[Sets<'r>]| -> Vec<Filter<'r>> {
                let of = |(column, v): (usize, &Variable)| match near == Some(column) {
                    true => Filter::default(),
                    false => sets[usize::from(*v)].filter(),
                };
                arguments.iter().enumerate().map(of).collect()
            };
            let Some(near) = near else {
                let filters = filters(&self.sets);
                if !any_row(stored, &filters.iter().collect::<Vec<_>>()) {
                    return false;
                }
                self.forget(arguments, None);
                continue;
            };
            let mut key = vec![u32::from(literal.predicate.0), near as u32];
            for (column, &variable) in arguments.iter().enumerate() {
                if column != near {
                    self.sets[usize::from(variable)].name(&mut key);
                }
            }
            let (name, set) = self.derived.get(&key, || {
                let filters = filters(&self.sets);
                image(stored, near, &filters.iter().collect::<Vec<_>>())
            });
            self.forget(arguments, Some(near));
            let sets = &mut self.sets[usize::from(arguments[near])];
            if sets.positive.iter().all(|(known, _)| *known != name) {
                sets.positive.push((name, Shared::Derived(set)));
            }
        }
        true
    }

    /// A literal that hangs on one existential variable (its column), or on none.
    fn hanging(&self) -> Option<(usize, &'r Stored, Option<usize>)> {
        let mut literals = self.literals.iter().enumerate();
        literals.find_map(|(at, (literal, negated))| {
            let arguments = literal.arguments();
            let stored = self.relations.stored(literal.predicate)?;
            let mut near = None;
            for (column, &variable) in arguments.iter().enumerate() {
                if usize::from(variable) < self.head || arguments[..column].contains(&variable) {
                    return None;
                }
                if self.uses[usize::from(variable)] > 1 && near.replace(column).is_some() {
                    return None;
                }
            }
            (!negated).then_some((at, stored, near))
        })
    }

    /// Drops the sets of variables that are folded away.
    fn forget(&mut self, arguments: &[Variable], but: Option<usize>) {
        for (column, &variable) in arguments.iter().enumerate() {
            if but != Some(column) {
                self.sets[usize::from(variable)] = Sets::default();
            }
        }
    }
}

/// Visits each variable of a literal once.
fn each_variable(literal: &Literal, mut visit: impl FnMut(Variable)) {
    let arguments = literal.arguments();
    for (place, &variable) in arguments.iter().enumerate() {
        if !arguments[..place].contains(&variable) {
            visit(variable);
        }
    }
}
