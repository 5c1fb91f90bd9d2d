//! What clauses mean over a few constants: least models.

use std::collections::HashMap;

use super::super::super::super::{bias::PredicateId, clause::Clause};

/// A relation over constants below [`Naive::constants`], one bit for each tuple.
pub type Relation = u64;

/// Which learned predicate one is.
type Of<'f> = &'f dyn Fn(PredicateId) -> Option<usize>;

/// The constants, and what the background says of them.
#[derive(Debug)]
pub struct World {
    pub constants: usize,
    /// The relation of each predicate of the background.
    pub stored: HashMap<PredicateId, Relation>,
}

impl World {
    /// What a clause derives from relations of the learned predicates.
    pub fn derive(&self, of: Of<'_>, clause: &Clause, learned: &[Relation]) -> Relation {
        let relations: Vec<Relation> = clause
            .body
            .iter()
            .map(|literal| match of(literal.predicate) {
                Some(of) => learned[of],
                None => self.stored[&literal.predicate],
            })
            .collect();
        let mut values = vec![usize::MAX; clause.variables()];
        let mut derived = 0;
        self.join(clause, &relations, 0, &mut values, &mut derived);
        derived
    }

    fn join(
        &self,
        clause: &Clause,
        relations: &[Relation],
        at: usize,
        values: &mut Vec<usize>,
        derived: &mut Relation,
    ) {
        let n = self.constants;
        let Some(literal) = clause.body.get(at) else {
            // What the body does not bind is any constant.
            let mut tuples = vec![0];
            for &variable in clause.head.arguments() {
                let value = values[usize::from(variable)];
                let all = if value < n { value..value + 1 } else { 0..n };
                let pairs = tuples
                    .iter()
                    .flat_map(|&tuple| all.clone().map(move |v| (tuple, v)));
                tuples = pairs.map(|(tuple, value)| tuple * n + value).collect();
            }
            *derived |= tuples.iter().fold(0, |all, tuple| all | 1 << tuple);
            return;
        };
        let mut open = relations[at];
        while open != 0 {
            let mut tuple = open.trailing_zeros() as usize;
            open &= open - 1;
            let before = values.clone();
            let fits = literal.arguments().iter().rev().all(|&variable| {
                let value = tuple % n;
                tuple /= n;
                let cell = &mut values[usize::from(variable)];
                let fits = *cell == usize::MAX || *cell == value;
                *cell = value;
                fits
            });
            if fits {
                self.join(clause, relations, at + 1, values, derived);
            }
            *values = before;
        }
    }

    /// The least model of a program.
    pub fn model<'c>(
        &self,
        of: Of<'_>,
        width: usize,
        program: impl Iterator<Item = &'c Clause> + Clone,
    ) -> Vec<Relation> {
        let mut model = vec![0; width];
        loop {
            let before = model.clone();
            for clause in program.clone() {
                if let Some(defined) = of(clause.head.predicate) {
                    model[defined] |= self.derive(of, clause, &model);
                }
            }
            if model == before {
                return model;
            }
        }
    }
}
