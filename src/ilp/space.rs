//! The space of single clauses that a bias spans: roots, refinements, and what may be a clause.

use super::{
    bias::{Bias, Constraint, Mode, PredicateId, TypeId},
    clause::{Clause, Literal, MAX_VARIABLES, Variable, ordered},
};
use crate::relation::greedy;

/// The clauses for one head predicate.
#[derive(Debug, Clone)]
pub struct Space<'a> {
    bias: &'a Bias,
    body: Vec<PredicateId>,
    root: Clause,
}

impl<'a> Space<'a> {
    /// The clauses of `head` with bodies over `body`.
    pub fn new(bias: &'a Bias, head: PredicateId, body: Vec<PredicateId>) -> Space<'a> {
        let root = Clause::fact(head, bias.predicate(head).arity());
        Space { bias, body, root }
    }

    /// The same, where each clause contains the literals.
    pub fn with_root(mut self, literals: impl IntoIterator<Item = Literal>) -> Space<'a> {
        for literal in literals {
            self.root = self.root.with(literal);
        }
        self
    }

    /// The bias.
    pub fn bias(&self) -> &'a Bias {
        self.bias
    }

    /// The predicates that a body may name.
    pub fn body(&self) -> &[PredicateId] {
        &self.body
    }

    /// The clause of which all others are specialisations.
    pub fn root(&self) -> &Clause {
        &self.root
    }

    /// The canonical form of a clause.
    pub fn canonical(&self, clause: &Clause) -> Clause {
        clause.canonical(|id| self.bias.predicate(id).symmetric)
    }

    /// The canonical form of a clause, and what its variables are called in it.
    pub fn canonical_with_names(&self, clause: &Clause) -> (Clause, [Variable; MAX_VARIABLES]) {
        clause.canonical_with_names(|id| self.bias.predicate(id).symmetric)
    }

    /// Adds to `into` the literals that may be added to the clause: type-consistent, callable after
    /// the rest, connected, within the limits. New variables are numbered in order.
    pub fn refinements(&self, clause: &Clause, into: &mut Vec<Literal>) {
        if clause.body.len() >= self.bias.max_body {
            return;
        }
        let types = self.bias.variable_types(clause);
        let bound = self.bound(clause);
        for &id in &self.body {
            let at_most = self.bias.constraints.iter().any(|constraint| {
                matches!(constraint, Constraint::AtMost(of, most)
                    if *of == id && clause.body.iter().filter(|l| l.predicate == id).count() >= *most)
            });
            if !at_most {
                let mut arguments = Vec::with_capacity(self.bias.predicate(id).arity());
                self.fill(id, clause, &types, &bound, &mut arguments, into);
            }
        }
    }

    fn fill(
        &self,
        id: PredicateId,
        clause: &Clause,
        types: &[Option<TypeId>],
        bound: &[bool],
        arguments: &mut Vec<Variable>,
        into: &mut Vec<Literal>,
    ) {
        let predicate = self.bias.predicate(id);
        let place = arguments.len();
        let known = types.len();
        if place == predicate.arity() {
            let literal = Literal::new(id, arguments);
            let fresh = arguments
                .iter()
                .filter(|&&v| usize::from(v) >= known)
                .count();
            let source = predicate
                .modes
                .as_ref()
                .is_some_and(|modes| !modes.contains(&Mode::In));
            // Where the head has no variables, nothing is there to be connected to at first.
            if (fresh < arguments.len() || known == 0 || arguments.is_empty() || source)
                && ordered(literal, |_| predicate.symmetric) == literal
                && literal.arguments() != self.own_arguments(id)
                && !clause.body.contains(&literal)
                && self.types_allow(predicate.types.as_slice(), arguments, types)
                && !self.denied_for_good(clause, literal)
            {
                into.push(literal);
            }
            return;
        }
        let input = predicate
            .modes
            .as_ref()
            .is_some_and(|modes| modes[place] == Mode::In);
        let kind = predicate.types[place];
        let fresh = arguments
            .iter()
            .filter(|&&v| usize::from(v) >= known)
            .count();
        let next = known + fresh;
        for variable in 0..(next + 1).min(self.bias.max_vars).max(known) {
            let old = variable < known;
            if arguments.contains(&(variable as Variable))
                || (!old && (variable < next || input))
                || (old && input && !bound[variable])
                || (old && matches!((kind, types[variable]), (Some(a), Some(b)) if a != b))
                || !self.argument_allowed(id, place, variable)
            {
                continue;
            }
            arguments.push(variable as Variable);
            self.fill(id, clause, types, bound, arguments, into);
            arguments.pop();
        }
    }

    /// The arguments of the head if the literal is of its predicate: a clause does not call itself
    /// with what it was called with.
    fn own_arguments(&self, id: PredicateId) -> &[Variable] {
        if id == self.root.head.predicate && !self.root.head.arguments().is_empty() {
            self.root.head.arguments()
        } else {
            &[Variable::MAX]
        }
    }

    /// Whether a constraint denies the clause with the literal and all its specialisations.
    fn denied_for_good(&self, clause: &Clause, literal: Literal) -> bool {
        let mut constraints = self.bias.constraints.iter();
        constraints.any(|constraint| match constraint {
            Constraint::Denied(denial) if denial.persists() => {
                denial.denies(self.bias, &clause.with(literal))
            }
            _ => false,
        })
    }

    /// Whether a constraint refuses the variable there in all specialisations. Variables of the body
    /// may still get other numbers, so that only [`Space::obeys`] decides on these.
    fn argument_allowed(&self, id: PredicateId, place: usize, variable: usize) -> bool {
        let own = self.root.head_variables();
        self.bias
            .constraints
            .iter()
            .all(|constraint| match constraint {
                Constraint::Argument {
                    predicate,
                    argument,
                    variable: wanted,
                    equal,
                } => {
                    let wanted = usize::from(*wanted);
                    (*predicate, *argument) != (id, place)
                        || (wanted == variable) == *equal
                        || (variable >= own && wanted >= own)
                }
                _ => true,
            })
    }

    /// No type gets more variables than a constraint allows.
    fn types_allow(
        &self,
        declared: &[Option<TypeId>],
        arguments: &[Variable],
        types: &[Option<TypeId>],
    ) -> bool {
        self.bias
            .constraints
            .iter()
            .all(|constraint| match constraint {
                Constraint::VariablesOfType(kind, most) => {
                    let before = types.iter().filter(|&&t| t == Some(*kind)).count();
                    let new = arguments.iter().zip(declared).filter(|(v, t)| {
                        **t == Some(*kind)
                            && types
                                .get(usize::from(**v))
                                .is_none_or(|known| known.is_none())
                    });
                    before + new.count() <= *most
                }
                _ => true,
            })
    }

    /// Which variables are bound once the body has been called.
    fn bound(&self, clause: &Clause) -> Vec<bool> {
        let mut bound = vec![false; clause.variables()];
        bind_head(self.bias, clause, &mut bound);
        for literal in &clause.body {
            literal
                .arguments()
                .iter()
                .for_each(|&v| bound[usize::from(v)] = true);
        }
        bound
    }

    /// True iff the clause without the literal at `index` is still one that refinement makes:
    /// the root's literals stay, and the rest can be called in some order, each literal connected
    /// to those before it.
    pub fn can_lose(&self, clause: &Clause, index: usize) -> bool {
        !self.root.body.contains(&clause.body[index]) && self.grows(clause, Some(index))
    }

    /// True iff the body, without the literal that is left out, can be called in some order, each
    /// literal connected to those before it.
    pub(super) fn grows(&self, clause: &Clause, left_out: Option<usize>) -> bool {
        let mut bound = [false; MAX_VARIABLES];
        let mut seen = [false; MAX_VARIABLES];
        bind_head(self.bias, clause, &mut bound);
        seen[..clause.head_variables()].fill(true);
        let mut open: u64 = (1u64 << clause.body.len()) - 1;
        if let Some(index) = left_out {
            open &= !(1 << index);
        }
        while open != 0 {
            let before = open;
            for (index, literal) in clause.body.iter().enumerate() {
                if open >> index & 1 == 0 {
                    continue;
                }
                let arguments = literal.arguments();
                let modes = self.bias.predicate(literal.predicate).modes.as_deref();
                let callable = modes.is_none_or(|modes| callable(modes, arguments, &bound));
                let source = modes.is_some_and(|modes| !modes.contains(&Mode::In));
                let connected = arguments.iter().any(|&v| seen[usize::from(v)]);
                let nothing = seen.iter().all(|seen| !seen);
                if callable && (connected || nothing || source || arguments.is_empty()) {
                    for &variable in arguments {
                        bound[usize::from(variable)] = true;
                        seen[usize::from(variable)] = true;
                    }
                    open &= !(1 << index);
                }
            }
            if open == before {
                return false;
            }
        }
        true
    }

    /// True iff the clause may stand in a hypothesis: it has a body, its head variables and outputs
    /// are bound by it, it is connected, and the constraints hold.
    pub fn admissible(&self, clause: &Clause) -> bool {
        let own = clause.head_variables();
        let mut count = vec![0usize; clause.variables()];
        for literal in &clause.body {
            literal
                .arguments()
                .iter()
                .for_each(|&v| count[usize::from(v)] += 1);
        }
        let safe = self.bias.non_datalog || count[..own].iter().all(|&n| n > 0);
        let singletons = self.bias.singletons || count[own..].iter().all(|&n| n > 1);
        if clause.body.is_empty() || !safe || !singletons || !connected(clause) {
            return false;
        }
        self.obeys(clause)
    }

    /// True iff the constraints on single clauses hold of a finished clause, whoever made it.
    pub fn obeys(&self, clause: &Clause) -> bool {
        let types = self.bias.variable_types(clause);
        let body = || clause.body.iter();
        let mut constraints = self.bias.constraints.iter();
        constraints.all(|constraint| match constraint {
            Constraint::VariablesOfType(kind, exactly) => {
                types.iter().filter(|&&t| t == Some(*kind)).count() == *exactly
            }
            Constraint::BodyVariable(variable) => {
                body().any(|literal| literal.arguments().contains(variable))
            }
            Constraint::Argument {
                predicate,
                argument,
                variable,
                equal,
            } => {
                let mut named = body().filter(|literal| literal.predicate == *predicate);
                named.all(|literal| (literal.arguments()[*argument] == *variable) == *equal)
            }
            Constraint::AtMost(predicate, most) => {
                let named = body().filter(|literal| literal.predicate == *predicate);
                named.count() <= *most
            }
            // Of programs.
            Constraint::NotInClause(..) => true,
            Constraint::Denied(denial) => !denial.denies(self.bias, clause),
        })
    }
}

fn bind_head(bias: &Bias, clause: &Clause, bound: &mut [bool]) {
    let modes = bias.predicate(clause.head.predicate).modes.as_deref();
    for (place, bound) in bound.iter_mut().enumerate().take(clause.head_variables()) {
        *bound = modes.is_none_or(|modes| modes[place] == Mode::In);
    }
}

fn callable(modes: &[Mode], arguments: &[Variable], bound: &[bool]) -> bool {
    let mut pairs = modes.iter().zip(arguments);
    pairs.all(|(&mode, &variable)| mode == Mode::Out || bound[usize::from(variable)])
}

/// True iff each body literal is linked to the head through shared variables.
fn connected(clause: &Clause) -> bool {
    let mut reached = [false; MAX_VARIABLES];
    reached[..clause.head_variables()].fill(true);
    let mut open: Vec<&Literal> = clause.body.iter().collect();
    if clause.head_variables() == 0 {
        let Some(first) = open.pop() else { return true };
        first
            .arguments()
            .iter()
            .for_each(|&v| reached[usize::from(v)] = true);
    }
    loop {
        let before = open.len();
        open.retain(|literal| {
            let arguments = literal.arguments();
            let linked = arguments.is_empty() || arguments.iter().any(|&v| reached[usize::from(v)]);
            if linked {
                arguments
                    .iter()
                    .for_each(|&v| reached[usize::from(v)] = true);
            }
            !linked
        });
        if open.is_empty() || open.len() == before {
            return open.is_empty();
        }
    }
}

/// The body in an order in which each literal can be called, following the chain of variables from
/// the head: what the printer shows and Prolog runs. Literals that never become callable are last.
pub fn callable_order(bias: &Bias, clause: &Clause) -> Vec<Literal> {
    let mut bound = vec![false; clause.variables()];
    let mut seen = vec![false; clause.variables()];
    bind_head(bias, clause, &mut bound);
    seen[..clause.head_variables()].fill(true);
    let mut order = Vec::with_capacity(clause.body.len());
    greedy(
        clause.body.clone(),
        &mut (bound, seen),
        |literal, (bound, seen)| {
            let arguments = literal.arguments();
            let modes = bias.predicate(literal.predicate).modes.as_deref();
            let ready = modes.is_none_or(|modes| callable(modes, arguments, bound));
            let own = literal.predicate == clause.head.predicate;
            let fresh = arguments.iter().filter(|&&v| !seen[usize::from(v)]).count();
            let linked = arguments.is_empty() || fresh < arguments.len();
            (!ready, own, !linked, fresh)
        },
        |literal, (bound, seen)| {
            for &variable in literal.arguments() {
                bound[usize::from(variable)] = true;
                seen[usize::from(variable)] = true;
            }
            order.push(literal);
        },
    );
    order
}
