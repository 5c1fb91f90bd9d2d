//! In which order the literals of a query are searched.
//!
//! The cheapest literal of each part goes first: the one with the fewest answers expected for what
//! is bound. The rest, given its variables, falls into parts that share no unbound variable; each
//! needs a witness of its own, so a failure in one never makes another one be searched again.

use super::{
    super::{
        bias::PredicateId,
        clause::{Literal, MAX_ARITY, Variable},
        relations::{Columns, Index, Relations, Stored, ValueSet},
        tester::Stopped,
    },
    derived::{Filter, Shared},
    query::Query,
};

/// The answers that are put down for a call of Prolog: it waits for most look-ups.
const CALL: f64 = 30.0;

/// A literal, how it is asked, and what must hold for one of its answers.
#[derive(Debug)]
pub(super) struct Node<'r> {
    pub step: Access<'r>,
    /// The variables whose values are looked up.
    pub key: Vec<Variable>,
    /// What to do with each column of an answer.
    pub outputs: Vec<Output<'r>>,
    /// True iff there must be no answer.
    pub negated: bool,
    /// The parts of the rest.
    pub children: Vec<Node<'r>>,
    /// Where what was found is kept, by the values of these variables, if it pays.
    pub memo: Option<(usize, Vec<Variable>)>,
    cost: f64,
}

/// A part of a query that depends on the head's variables only.
#[derive(Debug)]
pub(super) struct Root<'r> {
    pub node: Node<'r>,
    /// The indices of its literals.
    pub part: Vec<usize>,
}

/// Where a literal's answers come from.
#[derive(Debug)]
pub(super) enum Access<'r> {
    /// All columns are bound.
    Test(&'r Stored),
    /// Some are.
    Index(&'r Index),
    /// None is.
    All(&'r Stored),
    /// No literal: the values of a set.
    Member(Shared<'r>),
    /// Prolog.
    Call(PredicateId),
}

/// What to do with a column of an answer.
#[derive(Debug)]
pub(super) enum Output<'r> {
    /// Bind the variable, if the value passes.
    Bind(Variable, Filter<'r>),
    /// Compare with the variable.
    Equal(Variable),
}

impl Node<'_> {
    /// The index, the variable whose value is looked up in it, and the set of which a member must
    /// be found, if that is all there is to it.
    pub fn look_up(&self) -> Option<(&Index, usize, &ValueSet)> {
        match (&self.step, &self.key[..], &self.outputs[..]) {
            (
                Access::Index(index),
                &[variable],
                [
                    Output::Bind(
                        _,
                        Filter {
                            positive: Some(set),
                            negative: None,
                        },
                    ),
                ],
            ) if self.children.is_empty() && !self.negated => {
                Some((index, usize::from(variable), set))
            }
            _ => None,
        }
    }

    /// The head columns on which the part depends, one bit each.
    pub fn head_columns(&self, head: usize) -> usize {
        let equal = self.outputs.iter().filter_map(|output| match output {
            Output::Equal(variable) => Some(variable),
            Output::Bind(..) => None,
        });
        let own = self.key.iter().chain(equal).map(|&v| usize::from(v));
        let own = own.filter(|&v| v < head).fold(0, |set, v| set | 1 << v);
        let below = self.children.iter().map(|child| child.head_columns(head));
        below.fold(own, |set, columns| set | columns)
    }
}

/// A set of variables.
#[derive(Debug, Clone, Copy, Default)]
struct Bound([u64; 4]);

impl Bound {
    fn has(&self, variable: Variable) -> bool {
        self.0[usize::from(variable / 64)] >> (variable % 64) & 1 == 1
    }

    fn add(&mut self, variable: Variable) {
        self.0[usize::from(variable / 64)] |= 1 << (variable % 64);
    }
}

/// What can be done next.
enum NextStep {
    Literal(usize),
    Member(Variable),
}

/// The cost from which on it pays to remember what was found.
const DEAR: f64 = 8.0;

/// How often the same values must be expected for that.
const OFTEN: f64 = 4.0;

/// Makes plans for a query.
pub(super) struct Planner<'q, 'r> {
    relations: &'r Relations,
    query: &'q Query<'r>,
    /// How many examples agree on a set of head columns, in the mean.
    agreeing: &'q dyn Fn(usize) -> f64,
    /// By variable, how often the same value is expected; the head's apart.
    repeats: Vec<f64>,
    memos: usize,
}

impl<'q, 'r> Planner<'q, 'r> {
    pub fn new(
        relations: &'r Relations,
        query: &'q Query<'r>,
        agreeing: &'q dyn Fn(usize) -> f64,
    ) -> Planner<'q, 'r> {
        Planner {
            relations,
            query,
            agreeing,
            repeats: vec![f64::INFINITY; query.variables()],
            memos: 0,
        }
    }

    /// The parts of the query, given the head's variables, cheapest first.
    ///
    /// # Errors
    ///
    /// If a literal's inputs are never bound.
    pub fn plan(&mut self) -> Result<Vec<Root<'r>>, Stopped> {
        let mut bound = Bound::default();
        (0..self.query.head).for_each(|variable| bound.add(variable as Variable));
        let literals: Vec<usize> = (0..self.query.literals.len()).collect();
        let mut roots = Vec::new();
        for part in self.split(&literals, bound) {
            let mut node = self.node(&part, bound)?;
            // Examples that agree are put together anyway.
            node.memo = None;
            roots.push(Root { node, part });
        }
        roots.sort_by(|a, b| a.node.cost.total_cmp(&b.node.cost));
        Ok(roots)
    }

    fn parts(&mut self, literals: &[usize], bound: Bound) -> Result<Vec<Node<'r>>, Stopped> {
        let mut nodes = Vec::new();
        for part in self.split(literals, bound) {
            nodes.push(self.node(&part, bound)?);
        }
        nodes.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        Ok(nodes)
    }

    /// The groups of literals that share unbound variables.
    fn split(&self, literals: &[usize], bound: Bound) -> Vec<Vec<usize>> {
        let mut parts: Vec<(Vec<usize>, Bound)> = Vec::new();
        for &index in literals {
            let mut own = Bound::default();
            for &variable in self.query.literals[index].0.arguments() {
                if !bound.has(variable) {
                    own.add(variable);
                }
            }
            let mut part = vec![index];
            parts.retain_mut(|(others, theirs)| {
                let meets = (0..4).any(|word| own.0[word] & theirs.0[word] != 0);
                if meets {
                    part.append(others);
                    (0..4).for_each(|word| own.0[word] |= theirs.0[word]);
                }
                !meets
            });
            parts.push((part, own));
        }
        parts.into_iter().map(|(part, _)| part).collect()
    }

    fn node(&mut self, part: &[usize], bound: Bound) -> Result<Node<'r>, Stopped> {
        let mut best: Option<(f64, NextStep)> = None;
        let mut offer = |cost: Option<f64>, choice: NextStep| {
            if let Some(cost) = cost
                && best.as_ref().is_none_or(|(least, _)| cost < *least)
            {
                best = Some((cost, choice));
            }
        };
        for &index in part {
            offer(self.cost(index, bound), NextStep::Literal(index));
            for &variable in self.query.literals[index].0.arguments() {
                let set = &self.query.filters[usize::from(variable)].positive;
                if let Some(set) = set.as_ref().filter(|_| !bound.has(variable)) {
                    offer(Some(set.count() as f64 + 1.0), NextStep::Member(variable));
                }
            }
        }
        let Some((cost, choice)) = best else {
            let predicate = self
                .relations
                .predicate(self.query.literals[part[0]].0.predicate);
            return Err(Stopped::Failed(format!(
                "the input of {}/{} is never bound",
                crate::term::atom_text(&predicate.name),
                predicate.slots.len()
            )));
        };
        let mut after = bound;
        let (mut node, rest) = match choice {
            NextStep::Literal(index) => {
                let (literal, negated) = self.query.literals[index];
                let node = self.ask(&literal, negated, bound);
                literal.arguments().iter().for_each(|&v| after.add(v));
                let rest = part.iter().copied().filter(|&other| other != index);
                (node, rest.collect())
            }
            NextStep::Member(variable) => {
                after.add(variable);
                (self.member(variable), part.to_vec())
            }
        };
        node.children = self.parts(&rest, after)?;
        let children: f64 = node.children.iter().map(|child| child.cost).sum();
        node.cost = cost * (1.0 + children);
        if node.cost > DEAR {
            node.memo = self.memo(part, bound);
        }
        Ok(node)
    }

    /// The variables on which a part depends, if their values are expected to come again.
    fn memo(&mut self, part: &[usize], bound: Bound) -> Option<(usize, Vec<Variable>)> {
        let mut key: Vec<Variable> = Vec::new();
        for &index in part {
            let arguments = self.query.literals[index].0.arguments().iter();
            key.extend(arguments.filter(|variable| bound.has(**variable)));
        }
        key.sort_unstable();
        key.dedup();
        let own = key.partition_point(|&variable| usize::from(variable) < self.query.head);
        let columns = key[..own]
            .iter()
            .fold(0, |set, &variable| set | 1 << variable);
        let existential = key[own..].iter().map(|&v| self.repeats[usize::from(v)]);
        if key.len() > MAX_ARITY || existential.fold(f64::INFINITY, f64::min) < OFTEN {
            return None;
        }
        ((self.agreeing)(columns) >= OFTEN).then(|| {
            self.memos += 1;
            (self.memos - 1, key)
        })
    }

    /// How many places to remember things the plan has.
    pub fn memos(&self) -> usize {
        self.memos
    }

    /// How many answers a literal is expected to have; `None` if it cannot be called yet.
    fn cost(&self, index: usize, bound: Bound) -> Option<f64> {
        let (literal, negated) = &self.query.literals[index];
        let arguments = literal.arguments();
        let known = columns(arguments, |variable| bound.has(variable));
        let all = known.count_ones() as usize == arguments.len();
        if *negated && !all {
            return None;
        }
        match self.relations.stored(literal.predicate) {
            Some(_) if all => Some(0.0),
            Some(stored) if known == 0 => Some(stored.rows() as f64),
            Some(stored) => Some(stored.fan_out(known)),
            None => {
                let needed = self.relations.needed(literal.predicate);
                (needed & !known == 0).then_some(if all { CALL } else { 2.0 * CALL })
            }
        }
    }

    fn ask(&mut self, literal: &Literal, negated: bool, bound: Bound) -> Node<'r> {
        let arguments = literal.arguments();
        let known = columns(arguments, |variable| bound.has(variable));
        let (step, key) = match self.relations.stored(literal.predicate) {
            Some(stored) if known.count_ones() as usize == arguments.len() => {
                (Access::Test(stored), known)
            }
            Some(stored) if known == 0 => (Access::All(stored), 0),
            Some(stored) => (Access::Index(stored.by_columns(known)), known),
            None => (
                Access::Call(literal.predicate),
                self.relations.needed(literal.predicate),
            ),
        };
        let mut seen = bound;
        let mut node = Node {
            step,
            key: Vec::new(),
            outputs: Vec::new(),
            negated,
            children: Vec::new(),
            memo: None,
            cost: 0.0,
        };
        for (column, &variable) in arguments.iter().enumerate() {
            if key >> column & 1 == 1 {
                node.key.push(variable);
            } else if seen.has(variable) {
                node.outputs.push(Output::Equal(variable));
            } else {
                seen.add(variable);
                self.repeats[usize::from(variable)] = match &node.step {
                    Access::Index(_) => self
                        .relations
                        .stored(literal.predicate)
                        .map_or(f64::INFINITY, |stored| stored.fan_out(1 << column)),
                    _ => f64::INFINITY,
                };
                let filter = self.query.filters[usize::from(variable)].clone();
                node.outputs.push(Output::Bind(variable, filter));
            }
        }
        node
    }

    fn member(&self, variable: Variable) -> Node<'r> {
        let filter = &self.query.filters[usize::from(variable)];
        let set = filter.positive.clone();
        Node {
            step: Access::Member(set.unwrap_or_else(|| Shared::Derived(Default::default()))),
            key: Vec::new(),
            outputs: vec![Output::Bind(variable, filter.clone())],
            negated: false,
            children: Vec::new(),
            memo: None,
            cost: 0.0,
        }
    }
}

fn columns(arguments: &[Variable], wanted: impl Fn(Variable) -> bool) -> Columns {
    let places = arguments.iter().enumerate();
    places
        .filter(|(_, variable)| wanted(**variable))
        .fold(0, |columns, (place, _)| columns | 1 << place)
}
