//! What always holds in the relations of a task, and the clauses that it makes superfluous.
//!
//! *Functional columns.* If two literals of a predicate agree on columns that determine the others,
//! the variables in those are equal in every solution, and the clause means the same with one of the
//! two literals. *Total columns.* A literal whose only link to the rest is a value for which the
//! relation always has a tuple only says that something exists that does exist; the clause means
//! the same without it, until another literal says more of the new variable. Both are semantic
//! query optimisation by dependencies (A. Aho, Y. Sagiv and J. Ullman, "Equivalences among
//! relational expressions", SIAM Journal on Computing 8, 1979; D. Johnson and A. Klug, "Testing
//! containment of conjunctive queries under functional and inclusion dependencies", Journal of
//! Computer and System Sciences 28, 1984).
//!
//! What is dropped means the same as a smaller clause of the space, so it is in no smallest
//! hypothesis and in no shortest description.

use std::{collections::HashMap, sync::OnceLock};

use super::{
    bias::{Bias, Constraint, PredicateId, TypeId},
    clause::{Clause, Literal, MAX_VARIABLES, Variable},
    relations::{Columns, Stored, ValueSet},
    space::Space,
    task::{Table, Value},
};

/// The most columns of a relation in which dependencies are sought.
const MOST_COLUMNS: usize = 6;

/// The regularities of the relations that the clauses of a space are about. Each is found out when
/// it is first asked for.
#[derive(Debug)]
pub struct Regularities<'a> {
    bias: &'a Bias,
    head: PredicateId,
    root: &'a [Literal],
    body: &'a [PredicateId],
    examples: &'a Table,
    stored: Vec<Option<&'a Stored>>,
    /// By predicate: columns that determine a column.
    functional: Vec<OnceLock<Vec<(Columns, usize)>>>,
    /// By predicate and pattern (see [`Regularities::pattern`]).
    total: Vec<Box<[OnceLock<bool>]>>,
    /// By type, and at the end for variables without one: the values that such variables can have,
    /// if they are known.
    domains: Vec<OnceLock<Option<ValueSet>>>,
    /// By type likewise: whether no tuple has a value twice.
    irreflexive: Vec<OnceLock<bool>>,
    /// Whether clauses may lose literals and merge variables.
    merges: bool,
    /// Whether literals that say nothing new are counted.
    counts: bool,
}

impl<'a> Regularities<'a> {
    /// Those of the space: `stored` are the relations that are known as a whole, `examples` the
    /// values of the head's variables.
    pub fn new(
        space: &'a Space<'a>,
        examples: &'a Table,
        stored: impl Fn(PredicateId) -> Option<&'a Stored>,
    ) -> Regularities<'a> {
        let bias = space.bias();
        let head = space.root().head.predicate;
        let own = bias.predicate(head).arity();
        let number = bias.predicates.len();
        let mut known = vec![None; number];
        for &id in space.body() {
            known[usize::from(id.0)] = stored(id).filter(|stored| stored.arity() <= MOST_COLUMNS);
        }
        let patterns = |arity: usize| (own + 2).checked_pow(arity as u32);
        let total = bias.predicates.iter().zip(&known).map(|(p, stored)| {
            let patterns = stored.and_then(|_| patterns(p.arity()));
            let patterns = patterns.filter(|&patterns| patterns <= 1 << 12);
            (0..patterns.unwrap_or(0))
                .map(|_| OnceLock::new())
                .collect()
        });
        // The numbers of existential variables change with their number.
        let about_others = |constraint: &Constraint| match constraint {
            Constraint::BodyVariable(v) | Constraint::Argument { variable: v, .. } => {
                usize::from(*v) >= own
            }
            _ => false,
        };
        let may_lose = bias.singletons
            && bias.constraints.iter().all(Constraint::may_lose)
            && !bias.constraints.iter().any(about_others);
        let in_body = || space.body().iter().map(|&id| bias.predicate(id));
        Regularities {
            total: total.collect(),
            functional: (0..number).map(|_| OnceLock::new()).collect(),
            domains: (0..=bias.types.len()).map(|_| OnceLock::new()).collect(),
            irreflexive: (0..=bias.types.len()).map(|_| OnceLock::new()).collect(),
            merges: may_lose && !bias.constraints.iter().any(names_variables),
            // Where inputs must be bound, more than one such literal may be needed at a time.
            counts: may_lose && in_body().all(|p| p.modes.is_none()),
            bias,
            head,
            root: &space.root().body,
            body: space.body(),
            examples,
            stored: known,
        }
    }

    /// True iff a smaller clause means the same because of functional columns, and for each
    /// specialisation, too, one that is smaller than it or nothing that it covers: two literals
    /// become one when variables that are always equal are the same. (No literal holds a variable
    /// twice; a specialisation that would then covers nothing, as relations that have a value twice
    /// in columns of the type count as an exception.)
    pub fn merges(&self, clause: &Clause) -> bool {
        if !self.merges {
            return false;
        }
        let mut pairs = clause.body.iter().enumerate();
        pairs.any(|(at, first)| {
            let same = |second: &&Literal| {
                second.predicate == first.predicate && first.arguments().len() > 1
            };
            let mut others = clause.body[at + 1..].iter().filter(same);
            others.any(|second| self.merge(clause, first, second))
        })
    }

    fn merge(&self, clause: &Clause, first: &Literal, second: &Literal) -> bool {
        if self.root.contains(first) && self.root.contains(second) {
            return false;
        }
        let pairs = || first.arguments().iter().zip(second.arguments()).enumerate();
        let agreed = pairs().filter(|(_, (a, b))| a == b);
        let mut agree = agreed.fold(0, |columns, (column, _)| columns | 1 << column);
        let all = ((1u32 << first.arguments().len()) - 1) as Columns;
        let functional = self.functional(first.predicate);
        loop {
            let before = agree;
            for &(key, column) in functional {
                if key & !agree == 0 {
                    agree |= 1 << column;
                }
            }
            if agree == all {
                break;
            }
            if agree == before {
                return false;
            }
        }
        let own = clause.head_variables();
        let mut names: [Variable; MAX_VARIABLES] = std::array::from_fn(|v| v as Variable);
        for (column, (&a, &b)) in pairs() {
            let (a, b) = (names[usize::from(a)], names[usize::from(b)]);
            if a == b {
                continue;
            }
            let kind = self.bias.predicate(first.predicate).types[column];
            if !self.may_merge(kind) || usize::from(a.max(b)) < own {
                return false;
            }
            for name in &mut names {
                if *name == a.max(b) {
                    *name = a.min(b);
                }
            }
        }
        clause.body.iter().all(|literal| {
            let arguments = literal.arguments().iter().enumerate();
            arguments.clone().all(|(at, &v)| {
                let mut before = literal.arguments()[..at].iter();
                before.all(|&u| names[usize::from(u)] != names[usize::from(v)])
            })
        })
    }

    /// Whether two variables of the type may become one.
    fn may_merge(&self, kind: Option<TypeId>) -> bool {
        let counted = |constraint: &Constraint| matches!(constraint, Constraint::VariablesOfType(of, _) if Some(*of) == kind);
        // Variables whose type a column leaves open might be of two types then.
        let typed = kind.is_some() || self.bias.types.is_empty();
        let place = kind.map_or(self.bias.types.len(), |kind| usize::from(kind.0));
        typed
            && !self.bias.constraints.iter().any(counted)
            && self
                .irreflexive
                .get(place)
                .is_some_and(|known| *known.get_or_init(|| self.is_irreflexive(kind)))
    }

    fn is_irreflexive(&self, kind: Option<TypeId>) -> bool {
        self.body.iter().all(|&id| {
            let types = &self.bias.predicate(id).types;
            let columns: Vec<usize> = (0..types.len())
                .filter(|&column| fits(types[column], kind))
                .collect();
            if columns.len() < 2 {
                return true;
            }
            let Some(stored) = self.stored[usize::from(id.0)] else {
                return false;
            };
            stored.all().iter().all(|row| {
                let mut places = columns.iter().enumerate();
                places.all(|(at, &c)| columns[..at].iter().all(|&other| row[other] != row[c]))
            })
        })
    }

    /// How many literals say nothing but that something exists that always does, and would be
    /// superfluous if they went on to be all that is said of their new variables.
    ///
    /// A clause with such a literal is in no smallest hypothesis, and a clause without any is made
    /// from the head literal by literal so that there is never more than one: after it comes one of
    /// those that say more of its variables; from then on it does not count any more, whatever is
    /// added. Those that bind a head variable that the body must have come last. So clauses with
    /// more than one need not be made.
    pub fn pending(&self, clause: &Clause) -> usize {
        if !self.counts {
            return 0;
        }
        let mut uses = [0u8; MAX_VARIABLES];
        for literal in &clause.body {
            literal
                .arguments()
                .iter()
                .for_each(|&v| uses[usize::from(v)] += 1);
        }
        let own = clause.head_variables();
        let pending = clause.body.iter().filter(|literal| {
            let free = |v: Variable| usize::from(v) >= own && uses[usize::from(v)] == 1;
            clause.body.len() > 1
                && literal.arguments().iter().any(|&v| free(v))
                && self.is_spare(literal, &uses, own)
                && self.is_total(literal, own, free)
                && !self.root.contains(literal)
        });
        pending.count()
    }

    /// Whether the clause may lose the literal as far as variables are counted.
    fn is_spare(&self, literal: &Literal, uses: &[u8; MAX_VARIABLES], own: usize) -> bool {
        let declared = &self.bias.predicate(literal.predicate).types;
        let mut arguments = literal.arguments().iter().zip(declared);
        arguments.all(|(&v, kind)| {
            let single = uses[usize::from(v)] == 1;
            let mut constraints = self.bias.constraints.iter();
            let needed = constraints.any(|constraint| match constraint {
                Constraint::BodyVariable(wanted) => *wanted == v,
                Constraint::VariablesOfType(of, _) => Some(*of) == *kind,
                _ => false,
            });
            !single || !(needed || usize::from(v) < own && !self.bias.non_datalog)
        })
    }

    /// Whether the relation has a tuple for all values that the variables that are not free can
    /// have: head variables, or one other.
    fn is_total(&self, literal: &Literal, own: usize, free: impl Fn(Variable) -> bool) -> bool {
        let mut bound = literal.arguments().iter().filter(|&&v| !free(v));
        let heads = bound.clone().filter(|&&v| usize::from(v) < own).count();
        let others = bound.clone().count() - heads;
        if (heads == 0 && others != 1) || (heads > 0 && others > 0) || bound.next().is_none() {
            return false;
        }
        let mut pattern = 0;
        for &variable in literal.arguments() {
            let digit = match usize::from(variable) {
                _ if free(variable) => 0,
                head if head < own => head + 2,
                _ => 1,
            };
            pattern = pattern * (own + 2) + digit;
        }
        let known = &self.total[usize::from(literal.predicate.0)];
        known.get(pattern).is_some_and(|known| {
            *known.get_or_init(|| match heads {
                0 => self.covers_domain(literal, &free),
                _ => self.covers_examples(literal, &free),
            })
        })
    }

    /// Whether the column of the variable that is not free has all values of its type.
    fn covers_domain(&self, literal: &Literal, free: &impl Fn(Variable) -> bool) -> bool {
        let Some(stored) = self.stored[usize::from(literal.predicate.0)] else {
            return false;
        };
        let column = literal.arguments().iter().position(|&v| !free(v));
        let Some(column) = column else { return false };
        let kind = self.bias.predicate(literal.predicate).types[column];
        let place = kind.map_or(self.bias.types.len(), |kind| usize::from(kind.0));
        let domain = self.domains.get(place);
        let domain = domain.map(|known| known.get_or_init(|| self.domain(kind)));
        let values: ValueSet = stored.all().iter().map(|row| row[column]).collect();
        let mut domain = domain.into_iter().flatten();
        domain
            .next()
            .is_some_and(|domain| domain.iter().all(|value| values.contains(value)))
    }

    /// The values in columns of the type; `None` if a relation with such columns is not known.
    fn domain(&self, kind: Option<TypeId>) -> Option<ValueSet> {
        let mut domain = ValueSet::new();
        let mut add = |types: &[Option<TypeId>], row: &[Value]| {
            for (&value, _) in row
                .iter()
                .zip(types)
                .filter(|(_, other)| fits(**other, kind))
            {
                domain.insert(value);
            }
        };
        let heads = &self.bias.predicate(self.head).types;
        self.examples.iter().for_each(|row| add(heads, row));
        for &id in self.body {
            let types = &self.bias.predicate(id).types;
            match self.stored[usize::from(id.0)] {
                Some(stored) => stored.all().iter().for_each(|row| add(types, row)),
                None if types.iter().any(|&other| fits(other, kind)) => return None,
                None => {}
            }
        }
        Some(domain)
    }

    /// Whether there is a tuple for the head variables of each example.
    fn covers_examples(&self, literal: &Literal, free: &impl Fn(Variable) -> bool) -> bool {
        let Some(stored) = self.stored[usize::from(literal.predicate.0)] else {
            return false;
        };
        let bound = || literal.arguments().iter().enumerate();
        let bound = || bound().filter(|(_, v)| !free(**v));
        let columns = bound().fold(0, |columns, (column, _)| columns | 1 << column);
        let mut key = Vec::new();
        self.examples.iter().all(|row| {
            key.clear();
            key.extend(bound().map(|(_, &v)| row[usize::from(v)]));
            stored.lookup(columns, &key).rows() > 0
        })
    }

    /// The least sets of columns of a relation that determine a column.
    fn functional(&self, id: PredicateId) -> &[(Columns, usize)] {
        self.functional[usize::from(id.0)]
            .get_or_init(|| self.stored[usize::from(id.0)].map_or_else(Vec::new, functional))
    }
}

/// Whether variables of the type can stand in the column.
fn fits(column: Option<TypeId>, kind: Option<TypeId>) -> bool {
    column == kind || column.is_none() || kind.is_none()
}

/// Whether a constraint may forbid a variable a place where another one may stand.
fn names_variables(constraint: &Constraint) -> bool {
    match constraint {
        Constraint::Argument { equal, .. } => !equal,
        Constraint::Denied(_) => true,
        Constraint::VariablesOfType(..)
        | Constraint::BodyVariable(_)
        | Constraint::AtMost(..)
        | Constraint::NotInClause(..) => false,
    }
}

fn functional(stored: &Stored) -> Vec<(Columns, usize)> {
    let arity = stored.arity();
    let mut keys: Vec<Columns> = (0..1 << arity).collect();
    keys.sort_by_key(|key| key.count_ones());
    let mut found: Vec<(Columns, usize)> = Vec::new();
    for key in keys {
        for column in (0..arity).filter(|column| key >> column & 1 == 0) {
            let known = |&(other, same): &(Columns, usize)| same == column && other & !key == 0;
            if !found.iter().any(known) && determines(stored, key, column) {
                found.push((key, column));
            }
        }
    }
    found
}

fn determines(stored: &Stored, key: Columns, column: usize) -> bool {
    let mut known: HashMap<Vec<Value>, Value> = HashMap::new();
    stored.all().iter().all(|row| {
        let cells = row.iter().enumerate();
        let cells = cells.filter(|(place, _)| key >> place & 1 == 1);
        let cells: Vec<Value> = cells.map(|(_, &value)| value).collect();
        *known.entry(cells).or_insert(row[column]) == row[column]
    })
}
