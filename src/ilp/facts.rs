//! The tester over relations: which examples a clause covers, by look-ups instead of resolution.
//!
//! Three steps, each on what the one before leaves:
//! 1. [`query`]: tree-shaped parts of the body are folded into sets of values. In
//!    `f(A) :- has_car(A,B), has_load(B,C), circle(C), short(B)` the cars with a round load are one
//!    set, computed once for all clauses in which they occur.
//! 2. [`plan`]: the rest is ordered once for a clause, not once for an example, by how many answers
//!    a literal is expected to have; parts that share no unbound variable are searched apart.
//! 3. [`search`]: backtracking for each candidate example that differs in the head variables that
//!    matter, until the first witness.
//!
//! Predicates that Prolog answers are called when their inputs are bound. What is not known yet is
//! collected over all candidates and proved at once, and the candidates concerned are tried again.

mod chain;
mod derived;
mod plan;
mod query;
mod search;
mod witness;

use std::sync::{
    OnceLock,
    atomic::{AtomicBool, Ordering},
};

use self::{
    chain::Chain,
    derived::Derived,
    plan::{Node, Planner, Root},
    query::Query,
    search::{Search, Truth},
};
use super::{
    Bits, Regularities, Space,
    clause::{Clause, Literal},
    relations::Relations,
    task::{Examples, Table},
    tester::{Stopped, Tester},
};
use crate::relation::Tuples;

/// The tester of one head predicate.
#[derive(Debug)]
pub struct FactsTester<'a> {
    relations: &'a Relations,
    examples: &'a Table,
    /// By the set of head columns that matter.
    groups: Box<[OnceLock<Groups>]>,
    derived: Derived,
    cancel: &'a AtomicBool,
}

/// How many candidates must share a value of a head variable for a walk from it to pay.
const SHARED: usize = 4;

/// The examples by what they have in some head columns.
#[derive(Debug)]
struct Groups {
    count: usize,
    /// The group of each example.
    of: Vec<u32>,
    /// The examples, group after group.
    members: Vec<u32>,
    /// Where the members of each group start, and where the last one ends.
    starts: Vec<u32>,
}

impl Groups {
    fn new(examples: &Table, columns: usize) -> Groups {
        let places: Vec<usize> = (0..examples.arity)
            .filter(|place| columns >> place & 1 == 1)
            .collect();
        let mut keys = Tuples::new(places.len());
        let mut key = Vec::with_capacity(places.len());
        let of = examples.iter().map(|row| {
            key.clear();
            key.extend(places.iter().map(|&place| row[place]));
            keys.insert(&key).unwrap_or_else(|old| old)
        });
        let of: Vec<u32> = of.collect();
        let mut members: Vec<u32> = (0..of.len() as u32).collect();
        members.sort_by_key(|&example| of[example as usize]);
        let starts = (0..=keys.len() as u32)
            .map(|group| members.partition_point(|&example| of[example as usize] < group) as u32);
        Groups {
            count: keys.len(),
            starts: starts.collect(),
            of,
            members,
        }
    }

    fn members(&self, group: usize) -> &[u32] {
        &self.members[self.starts[group] as usize..self.starts[group + 1] as usize]
    }
}

impl<'a> FactsTester<'a> {
    /// A tester of clauses for the head of `examples`; it stops when `cancel` is set.
    pub fn new(
        relations: &'a Relations,
        examples: &'a Examples,
        cancel: &'a AtomicBool,
    ) -> FactsTester<'a> {
        let columns = examples.tuples.arity;
        FactsTester {
            relations,
            examples: &examples.tuples,
            groups: (0..1usize << columns).map(|_| OnceLock::new()).collect(),
            derived: Derived::default(),
            cancel,
        }
    }

    /// Those of `candidates` on which the body has a solution that the negated literal does not
    /// hold for. If `any`, one of them is enough.
    fn solve(
        &self,
        clause: &Clause,
        body: &[Literal],
        negated: Option<Literal>,
        candidates: &Bits,
        any: bool,
    ) -> Result<Bits, Stopped> {
        if self.cancel.load(Ordering::Relaxed) {
            return Err(Stopped::Cancelled);
        }
        let nothing = || Ok(Bits::empty(candidates.length()));
        let query = Query::new(self.relations, &self.derived, clause, body, negated)?;
        let Some(query) = query else { return nothing() };
        let mut cover = candidates.clone();
        for (variable, filter) in query.filters.iter().take(query.head).enumerate() {
            if !filter.is_trivial() {
                for example in candidates.iter() {
                    if !filter.passes(self.examples.row(example)[variable]) {
                        cover.remove(example);
                    }
                }
            }
        }
        let agreeing =
            |columns| self.examples.rows as f64 / self.groups(columns).count.max(1) as f64;
        let mut planner = Planner::new(self.relations, &query, &agreeing);
        let roots = planner.plan()?;
        let variables = query.variables();
        let mut search = Search::new(self.relations, variables, planner.memos(), self.cancel);
        let last = roots.len().saturating_sub(1);
        for (index, root) in roots.iter().enumerate() {
            if cover.is_empty() {
                break;
            }
            cover = match self.chain(&query, root, &cover) {
                Some((chain, groups)) => {
                    chain.joined(self.examples, groups, &cover, self.cancel)?
                }
                None => {
                    let columns = root.node.head_columns(query.head);
                    self.sift(
                        &mut search,
                        &root.node,
                        columns,
                        cover,
                        any && index == last,
                    )?
                }
            };
        }
        Ok(cover)
    }

    /// The part as a path from the head variable with fewer values, if many candidates share them.
    fn chain<'r>(
        &'r self,
        query: &Query<'r>,
        root: &Root<'_>,
        candidates: &Bits,
    ) -> Option<(Chain<'r>, &'r Groups)> {
        let columns = root.node.head_columns(query.head);
        if root.part.len() < 2 || columns.count_ones() != 2 {
            return None;
        }
        let ends = (0..query.head).filter(|end| columns >> end & 1 == 1);
        let (groups, from) = ends
            .map(|end| (self.groups(1 << end), end))
            .min_by_key(|(groups, _)| groups.count)?;
        if groups.count * SHARED > candidates.count() {
            return None;
        }
        Some((Chain::new(self.relations, query, &root.part, from)?, groups))
    }

    /// Those of `candidates` for which the part of the body has a witness; or one, if `any`.
    fn sift(
        &self,
        search: &mut Search<'_>,
        root: &Node<'_>,
        columns: usize,
        candidates: Bits,
        any: bool,
    ) -> Result<Bits, Stopped> {
        let groups = self.groups(columns);
        let grouped = groups.count < self.examples.rows && groups.count < 2 * candidates.count();
        let mut known: Vec<Option<Truth>> = vec![None; if grouped { groups.count } else { 0 }];
        let mut cover = Bits::empty(candidates.length());
        if let Some((index, variable, set)) = root.look_up().filter(|_| !grouped) {
            for example in candidates.iter() {
                let found = index.lookup(&[self.examples.row(example)[variable]]);
                if found.cells().iter().any(|&value| set.contains(value)) {
                    cover.insert(example);
                    if any {
                        break;
                    }
                }
            }
            return Ok(cover);
        }
        let mut open = candidates;
        loop {
            let mut unknown = Bits::empty(open.length());
            for example in open.iter() {
                let group = groups.of[example] as usize;
                let truth = match known.get(group).copied().flatten() {
                    Some(truth) => truth,
                    None => {
                        let truth = search.example(root, self.examples.row(example))?;
                        if grouped && truth != Truth::Unknown {
                            known[group] = Some(truth);
                        }
                        truth
                    }
                };
                match truth {
                    Truth::False => {}
                    Truth::Unknown => unknown.insert(example),
                    Truth::True => {
                        cover.insert(example);
                        if any {
                            return Ok(cover);
                        }
                    }
                }
            }
            if unknown.is_empty() {
                return Ok(cover);
            }
            self.relations.demand(&search.take_demands())?;
            if self.cancel.load(Ordering::Relaxed) {
                return Err(Stopped::Cancelled);
            }
            open = unknown;
        }
    }

    fn groups(&self, columns: usize) -> &Groups {
        self.groups[columns].get_or_init(|| Groups::new(self.examples, columns))
    }
}

impl Tester for FactsTester<'_> {
    fn examples(&self) -> usize {
        self.examples.rows
    }

    fn coverage(&self, clause: &Clause, candidates: &Bits) -> Result<Bits, Stopped> {
        self.solve(clause, &clause.body, None, candidates, false)
    }

    fn implied(&self, clause: &Clause, index: usize, candidates: &Bits) -> Result<bool, Stopped> {
        let mut rest = clause.body.clone();
        let literal = rest.remove(index);
        let witness = self.solve(clause, &rest, Some(literal), candidates, true)?;
        Ok(witness.is_empty())
    }

    fn exclude(&self, clause: &Clause, examples: &Bits, literals: &mut Vec<Literal>) {
        witness::exclude(self.relations, self.examples, clause, examples, literals);
    }

    fn regularities<'t>(&'t self, space: &'t Space<'t>) -> Option<Regularities<'t>> {
        let stored = |id| self.relations.stored(id);
        Some(Regularities::new(space, self.examples, stored))
    }
}

#[cfg(test)]
mod tests;
